"""The state of a machine as pages and API show it: one function from a desk to plain values."""

from collections.abc import Mapping

from menace_kit.errors import GuideError
from menace_kit.games import Move, Side, move_text, parse_move, position_text
from menace_kit.guide import wording
from menace_kit.guide.desk import Desk, LookUp
from menace_kit.guide.session import Due, Session
from menace_kit.journal.entries import Entry, GameRecord, Kind
from menace_kit.journal.queries import (
    first_change,
    games_left_open,
    has_both_machines,
    last_action,
    results,
    taken_back_by,
    winners,
)
from menace_kit.journal.store import Journal
from menace_kit.machine.boxes import Box, Reading
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Result
from menace_kit.text import kit_words
from menace_kit.text.kit_words import machine, page_words
from menace_kit.text.messages import Capital, Text
from menace_kit.views import sentences
from menace_kit.views.shapes import (
    BeadShape,
    GameShape,
    Line,
    Moment,
    MoveMade,
    MoveShape,
    OpenBox,
    Shape,
    TickListHead,
    Totals,
    WinnersOfAll,
    board_shape,
    colour_shape,
    mark_of,
    move_shape,
    place_shape,
)

# A box and what its beads mean on the table, as plain values.


class LookedUp(Shape):
    """What a board asks for: a box, a forced move, or neither; `reason` says why there is no box."""

    board: str
    box: OpenBox | None
    forced: MoveShape | None
    reason: str


def open_box(session: Session) -> OpenBox:
    """Return the box that is due, with what is in it now."""
    box = session.readings[0].box
    kit, game = session.kit, session.game
    whose = Capital(machine(kit, session.position.to_move)) if game and game.both else ""
    found = read_box(kit, session.readings, session.in_box(box.number))
    rule = wording.empty_rule(kit.spec.learning.empty_box, *wording.kinds_of(kit, game))
    tell = page_words(kit).tell
    return found.model_copy(update={"whose": tell(whose), "empty_rule": tell(rule)})


def look_up_shape(session: Session, found: LookUp) -> LookedUp:
    """Return a look-up; what is in the box is as the session has it."""
    kit = session.kit
    box = None
    if found.readings:
        box = read_box(kit, found.readings, session.in_box(found.readings[0].box.number))
    return LookedUp(
        board=position_text(found.position, kit.spec.marks),
        box=box,
        forced=move_shape(kit, found.forced) if found.forced is not None else None,
        reason=page_words(kit).tell(found.reason),
    )


def read_box(kit: Kit, ways: tuple[Reading, ...], in_box: Mapping[str, int]) -> OpenBox:
    """Return a box as it is held in the first of its right ways."""
    reading = ways[0]
    box = reading.box
    total, tell = sum(in_box.values()), page_words(kit).tell
    return OpenBox(
        number=box.number,
        name=box.name,
        whose="",
        stage=box.stage,
        place=place_shape(kit, box),
        label=board_shape(kit, box.position, box.moves),
        turn=tell(Capital(wording.how_to_turn(reading))),
        ways=len(ways),
        beads=[
            _bead(kit, box, colour, [way.moves[colour] for way in ways], in_box[colour])
            for colour in box.moves
        ],
        total=total,
        is_empty=not total,
        empty_rule=tell(wording.empty_rule(kit.spec.learning.empty_box)),
    )


def _bead(kit: Kit, box: Box, colour: str, meant: list[Move], in_box: int) -> BeadShape:
    first, *others = dict.fromkeys(meant)
    return BeadShape(
        colour=colour_shape(kit, colour),
        on_label=move_text(box.moves[colour]),
        move=move_shape(kit, first),
        others=[move_shape(kit, move) for move in others],
        in_box=in_box,
    )


def read_moment(desk: Desk) -> Moment:
    """Return how things stand now, all of it of one moment, whoever writes meanwhile."""
    while True:
        desk.refresh()
        before = desk.last_entry
        moment = _moment(desk)
        if desk.journal.last_entry == before:
            return moment


def last_happened(journal: Journal, kit: Kit, game: GameRecord | None) -> Text:
    """Return what the journal's last action brought about; nothing in an empty journal."""
    action = last_action(journal)
    return sentences.happened(kit, game, action, taken_back_by(journal, action))


def _moment(desk: Desk) -> Moment:
    session, kit = desk.session, desk.session.kit
    legal = kit.game.legal_moves(session.position) if session.due is Due.REPLY else ()
    tell = page_words(kit).tell
    return Moment(
        entry=desk.last_entry,
        due=session.due.value,
        say=tell(sentences.due(session)),
        happened=tell(last_happened(desk.journal, kit, session.game)),
        table=board_shape(kit, session.position),
        game=game_shape(kit, session.game) if session.game else None,
        box=open_box(session) if session.box else None,
        replies=[move_shape(kit, move) for move in legal],
        adjustments=_lines(desk),
        lists=_lists(session),
        can_undo=_can_undo(session),
        can_begin=sentences.can_begin(session),
        empty_firsts=_empty_firsts(session),
        totals=_totals(desk),
        warnings=list(map(tell, _warnings(desk))),
    )


def game_shape(kit: Kit, game: GameRecord) -> GameShape:
    """Return a game as its entries tell it."""
    tell = page_words(kit).tell
    return GameShape(
        number=game.number,
        operator=game.start.operator,
        opponent=game.start.opponent,
        machine_first=game.side is Side.FIRST,
        both=game.both,
        mark=mark_of(kit, game.side),
        plays=tell(sentences.plays(game)),
        machine_is=tell(sentences.machine_is(kit, game)).rstrip("."),
        moves=[move_made(kit, game, entry) for entry in game.moves],
        result=game.result.value if game.result else None,
        winner=game.winner.value if game.winner else None,
        headline=tell(sentences.headline(kit, game)),
        gave_up=game.gave_up,
        abandoned=game.abandoned,
        confirmed=game.confirmed,
        ended=tell(wording.ended(kit, game)),
    )


def move_made(kit: Kit, game: GameRecord, entry: Entry) -> MoveMade:
    """Return an entry that is a move."""
    by_machine, machine = entry.kind is not Kind.REPLY, game.side_of(entry)
    return MoveMade(
        move=move_shape(kit, parse_move(entry.move or "")),
        by="machine" if by_machine else "opponent",
        mark=mark_of(kit, machine if by_machine else machine.other),
        box=entry.box,
        box_name=kit.box(entry.box).name if entry.box else "",
        colour=colour_shape(kit, entry.colour) if entry.colour else None,
        words=page_words(kit).tell(wording.move_made(kit, game, entry)),
    )


def _lines(desk: Desk) -> list[Line]:
    """Return the tick-list that is open; none where no beads are to be put right."""
    session, ticked = desk.session, desk.ticked
    kit, game = session.kit, session.game
    if game is None or session.due is not Due.ADJUST:
        return []
    tell = page_words(kit).tell
    return [
        Line(
            line=number,
            box=change.box,
            box_name=kit.box(change.box).name,
            side=side.value,
            place=place_shape(kit, kit.box(change.box)),
            colour=colour_shape(kit, change.colour),
            change=change.change,
            why=change.why.value,
            deed=tell(Capital(wording.deed(change))),
            words=tell(wording.adjustment(kit, change, session.contents[change.box])),
            expected=dict(session.contents[change.box]),
            total=sum(session.contents[change.box].values()),
            ticked=number in ticked,
        )
        for number, (change, side) in enumerate(zip(game.adjustments, _sides(game), strict=True), start=1)
    ]


def _sides(game: GameRecord) -> list[Side]:
    """Return for each adjustment of a game, in order, whose it is."""
    return [game.side_of(entry) for entry in game.entries if entry.kind is Kind.ADJUST]


def _lists(session: Session) -> list[TickListHead]:
    """Return the machines whose beads are to be put right now, with what stands over their lists where they are two."""
    game = session.game
    if game is None or session.due is not Due.ADJUST:
        return []
    tell = page_words(session.kit).tell
    return [
        TickListHead(
            side=side.value, head=tell(wording.list_head(session.kit, game, side)) if game.both else ""
        )
        for side in game.sides
    ]


def _can_undo(session: Session) -> bool:
    try:
        session.undo()
    except GuideError:
        return False
    return True


def _empty_firsts(session: Session) -> list[int]:
    """Return the boxes that keep a machine of the kit from its first move."""
    sides = {side for side, _ in session.kit.stages if session.is_dead(side)}
    return [box.number for side in sides for box in session.kit.first_boxes(side)]


def _totals(desk: Desk) -> Totals:
    journal, contents = desk.journal, desk.session.contents
    firsts = [box.number for box in journal.kit.opening_boxes]
    ended = results(journal)
    return Totals(
        games=sum(ended.values()),
        wins=ended[Result.WIN],
        draws=ended[Result.TIE],
        losses=ended[Result.LOSS],
        first_box=first_change(journal),
        first_boxes=len(firsts),
        held=sum(sum(contents[number].values()) for number in firsts),
        winners=_winners(journal),
    )


def _winners(journal: Journal) -> WinnersOfAll | None:
    """Return who won the finished games, where both players were machines in any of them."""
    if not has_both_machines(journal):
        return None
    found = winners(journal)
    tell = page_words(journal.kit).tell
    first, second = (tell(sentences.won_by(kit_words.player_called(journal.kit, side))) for side in Side)
    return WinnersOfAll(**found._asdict(), first_words=first, second_words=second)


def _warnings(desk: Desk) -> list[Text]:
    """Return what the operator should know besides, a sentence each."""
    session = desk.session
    found = wording.put_back(session)
    current = session.game.number if session.game and session.due is Due.ADJUST else 0
    left = [number for number in games_left_open(desk.journal) if number != current]
    return [*found, wording.left_open(left)] if left else found
