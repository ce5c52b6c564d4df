"""The state of a machine as plain values: what is due, the game,
the open box and the tick-list; and a look-up.

One function, `read_state`, makes it of a desk; pages, API and events are given the same.
"""

from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple

from pydantic import BaseModel, Field

from menace_kit.errors import GuideError
from menace_kit.games import Side, parse_move, position_text, written_move
from menace_kit.guide import wording
from menace_kit.guide.desk import Desk, LookUp
from menace_kit.guide.session import Due, Session
from menace_kit.logbook import queries
from menace_kit.logbook.entries import BeadMove, Entry, GameRecord, Kind, positions_before
from menace_kit.logbook.store import Logbook
from menace_kit.machine.boxes import Box, Reading
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Result, full_above, halving
from menace_kit.machine.prospects import most_lost
from menace_kit.machine.schema import FullBox
from menace_kit.text import Words
from menace_kit.text.kit_words import machine, page_words, player_called
from menace_kit.text.words import Capital, Text, named, paragraph, say
from menace_kit.views import elements


class BeadShape(elements.Shape):
    """A colour of the open box: what it means as the label is glued,
    and on the table; how many are in the box.

    `others` is what it means where the box was held in another of its right ways. With `taken` its
    square has a mark already: it means no move, stays out, and another bead is drawn.
    """

    colour: elements.Colour
    on_label: str
    move: elements.MoveShape
    others: list[elements.MoveShape]
    in_box: int
    taken: bool


class OpenBox(elements.Shape):
    """The box that is to be opened: its label as glued, how to hold it,
    and what its beads mean on the table.

    `name` is what stands on it: its number, or the name that its owner gave it. `whose` says
    whose it is in a game of both machines, else nothing. `ways` counts the right ways to hold it.
    `is_empty` is what the logbook says; `empty_rule` is what happens then.
    """

    number: int
    name: str
    whose: str
    stage: int
    place: elements.Place | None
    label: elements.Board
    turn: str
    ways: int
    beads: list[BeadShape]
    total: int
    is_empty: bool
    empty_rule: str


class LookedUp(elements.Shape):
    """What a board asks for: a box, a forced move, or one of the kit's rule for
    later moves; else nothing.

    `reason` says why there is no box. `later` are the moves of which the rule takes any one by lot.
    """

    board: str
    box: OpenBox | None
    forced: elements.MoveShape | None
    later: list[elements.MoveShape]
    reason: str


class Line(elements.Shape):
    """A line of the tick-list: a box, what to do there, and what it should hold when that is done.

    `box_name` is what stands on the box, `side` the machine whose line it is.
    `deed` is what to do in a few words, `words` all of it in a sentence;
    `not_done` is what it means where it is done, but its tick is taken away.
    """

    line: int
    box: int
    box_name: str
    side: Literal["first", "second"]
    place: elements.Place | None
    colour: elements.Colour
    change: int
    why: str
    deed: str
    words: str
    not_done: str
    expected: dict[str, int]
    total: int
    ticked: bool


class BeadMoveShape(elements.Shape):
    """So many beads of a colour to be moved by hand, for their box.

    From `out_of` to `into`: the box, before it, or the pot of their colour.
    """

    colour: elements.Colour
    beads: int
    out_of: Literal["box", "before", "pot"]
    into: Literal["box", "before", "pot"]


class BoxByHand(elements.Shape):
    """What is to be done by hand at a box because of the last act,
    bead by bead and in a sentence, `words`.
    """

    box: int
    box_name: str
    place: elements.Place | None
    moves: list[BeadMoveShape]
    words: str


class FullBoxShape(elements.Shape):
    """A box that is too full: what halving it takes `out`, colour by colour,
    and how many beads are `left` then.

    `words` says so in a sentence; `act` is what to say when it is done,
    empty where the kit's rule leaves the box be.
    """

    box: int
    box_name: str
    place: elements.Place | None
    total: int
    most: int
    out: dict[str, int]
    left: int
    words: str
    act: str


class TickListHead(elements.Shape):
    """A machine that has a tick-list; `head` is what stands over it where both players are
    machines, else nothing.
    """

    side: Literal["first", "second"]
    head: str


class MoveMade(elements.Shape):
    """A move of a game; `box`, its name, and `colour` where a bead was drawn for it."""

    move: elements.MoveShape
    by: Literal["machine", "opponent"]
    mark: str
    box: int | None
    box_name: str
    colour: elements.Colour | None
    words: str


class GameShape(elements.Shape):
    """The game that was begun last. `result` is the machine's, null while there is none.

    Where `both` players are machines, `result` and `mark` are those of the first player's;
    `winner` is who won. `plays` and `machine_is` say who plays, for a crowd and for the operator;
    `headline` is how it ended in a few words. Others played one that is `watched`;
    of an `exhibition` nothing is learned, and in a `greedy` one nothing is drawn by lot.
    """

    number: int
    operator: str | None
    opponent: str | None
    machine_first: bool
    both: bool
    watched: bool
    exhibition: bool
    greedy: bool
    mark: str
    plays: str
    machine_is: str
    moves: list[MoveMade]
    result: Literal["win", "draw", "loss"] | None
    winner: Literal["first", "second"] | None
    headline: str
    gave_up: bool
    abandoned: bool
    confirmed: bool
    ended: str


class WinnersOfAll(elements.Shape):
    """Finished games by who won them, whoever was the machine;
    `first_words` is what is said of those of the first.
    """

    first: int
    second: int
    draws: int
    first_words: str
    second_words: str


class Totals(elements.Shape):
    """Finished games, by the machine's results, and its boxes for the first move,
    `first_boxes` of them.

    `first_box` is what the games added to them (Michie's line),
    `held` the beads that belong in them now, by the games and the counts. `winners` is there where
    both players were machines in any game: it has then no results of its own.
    """

    games: int
    wins: int
    draws: int
    losses: int
    first_box: int
    first_boxes: int
    held: int
    winners: WinnersOfAll | None


class Moment(elements.Shape):
    """A machine at a moment, and what is due.

    `entry` is the logbook's last entry: a change says it as `on`.
    `happened` is what the last act brought about, `say` what is to be done now. `box` is there
    when a bead is due, `replies` when a reply is, `adjustments` when beads are to be put right;
    `lists` says for which machines, and `refilled` what was put in during the game already.
    `by_hand` is what is to be done with the real beads because of the last act,
    under `by_hand_head`; `too_full` are the boxes with more beads than the kit's rule allows;
    `before_boxes` says which beads lie before their boxes. `can_undo` says whether the last act
    can be taken back, `can_take_back` whether the last game can be as a whole. `empty_firsts` are
    the boxes that keep a machine from its first move, for they are empty and nothing fills them.
    """

    entry: int
    due: Literal["start", "bead", "reply", "adjust"]
    say: str
    happened: str
    table: elements.Board
    game: GameShape | None
    box: OpenBox | None
    replies: list[elements.MoveShape]
    adjustments: list[Line]
    lists: list[TickListHead]
    refilled: list[str]
    by_hand_head: str
    by_hand: list[BoxByHand]
    too_full: list[FullBoxShape]
    before_boxes: str
    can_undo: bool
    can_take_back: bool
    can_begin: bool
    empty_firsts: list[int]
    totals: Totals
    warnings: list[str]


class Answer(elements.Shape):
    """What came of a change: whether it was recorded now,
    a sentence about it, and the state after it.

    `recorded` is false where the same change had been recorded already: a double tap, or a retry.
    """

    recorded: bool
    message: str
    state: Moment


class Problem(BaseModel):
    """Why something will not do, in one sentence (RFC 9457);
    with 409, `state` is how things stand now.
    """

    title: str
    status: int
    detail: str
    state: Moment | None = Field(default=None)
    pin_needed: bool | None = None


# How things stand.


def standing(desk: Desk, now: Moment, group: str, kit: Kit) -> elements.Standing:
    """Return where a machine of a class stands;
    `now` is what `read_state` gave for the desk as it is.

    `kit` is that of the class, whose boxes have the same numbers:
    what it takes to tell who can be beaten is worked out once for all machines.
    """
    session, last = desk.session, desk.logbook.entry(now.entry) if now.entry else None
    loses = max(most_lost(kit, session.contents, side) for side in kit.sides)
    told: str = "empty" if now.box and now.box.is_empty else now.due
    if now.due == "start" and not now.can_begin:
        told = "dead"
    number = now.game.number if now.game else 0
    game = number + 1 if told == "start" else number
    box = now.box.name if now.box else ""
    return elements.Standing.of(
        now,
        group=group,
        game=number,
        stands=page_words(kit).tell(say(f"overview.{told}", game=game, box=box)),
        since=last.at if last else None,
        games=now.totals.games,
        wins=now.totals.wins,
        draws=now.totals.draws,
        losses=now.totals.losses,
        loses=loses,
        unbeatable=not loses,
    )


def read_state(desk: Desk) -> Moment:
    """Return how things stand now, all of it of one moment, whoever writes meanwhile."""
    with desk.logbook.one_moment():
        desk.refresh()
        return _state(desk)


def last_happened(desk: Desk) -> Text:
    """Return what the last action brought about that the desk knows of;
    nothing in an empty logbook.
    """
    logbook, session = desk.logbook, desk.session
    first = queries.action_of(logbook, desk.last_entry)
    action = logbook.action(first) if first else []
    return happened(session.kit, session.game, action, queries.taken_back_by(logbook, action))


def _state(desk: Desk) -> Moment:
    session, kit = desk.session, desk.session.kit
    legal = kit.game.legal_moves(session.position) if session.due is Due.REPLY else ()
    ended = session.game if session.due is Due.ADJUST else None
    tell = page_words(kit).tell
    return Moment(
        entry=desk.last_entry,
        due=session.due.value,
        say=tell(_due(session)),
        happened=tell(last_happened(desk)),
        table=elements.board_shape(kit, session.position),
        game=game_shape(kit, session.game) if session.game else None,
        box=open_box(session) if session.box else None,
        replies=[elements.move_shape(kit, move, session.position) for move in legal],
        adjustments=_lines(desk, ended) if ended else [],
        lists=_lists(kit, ended) if ended else [],
        refilled=list(map(tell, wording.refilled(kit, ended))) if ended else [],
        **_by_hand(desk),
        too_full=[_full_box(session, number) for number in session.too_full],
        before_boxes=tell(wording.before_boxes(kit, session.game)),
        can_undo=_can(session.undo),
        can_take_back=_can(session.take_back),
        can_begin=_can_begin(session),
        empty_firsts=_empty_firsts(session),
        totals=_totals(desk),
        warnings=list(map(tell, _warnings(desk))),
    )


def game_shape(kit: Kit, game: GameRecord) -> GameShape:
    tell = page_words(kit).tell
    return GameShape.of(
        game,
        operator=game.start.operator,
        opponent=game.start.opponent,
        machine_first=game.side is Side.FIRST,
        mark=elements.mark_of(kit, game.side),
        plays=tell(_plays(game)),
        machine_is=tell(_machine_is(kit, game)).rstrip("."),
        moves=[move_made(kit, game, entry) for entry in game.moves],
        result=game.result.value if game.result else None,
        winner=game.winner.value if game.winner else None,
        headline=tell(_headline(kit, game)),
        ended=tell(wording.ended(kit, game)),
    )


def move_made(kit: Kit, game: GameRecord, entry: Entry, entries: Sequence[Entry] = ()) -> MoveMade:
    """Return an entry that is a move; `entries` are all of its game's,
    where some were taken back.
    """
    before = positions_before(kit.game, entries or game.entries)[entry.number]
    return MoveMade.of(
        entry,
        move=elements.move_shape(kit, parse_move(entry.move or ""), before),
        by="opponent" if entry.kind is Kind.REPLY else "machine",
        mark=elements.mark_of(kit, game.mover(entry)),
        box_name=kit.box(entry.box).name if entry.box else "",
        colour=elements.colour_shape(kit, entry.colour) if entry.colour else None,
        words=page_words(kit).tell(wording.move_made(kit, game, entry, entries)),
    )


def _lines(desk: Desk, game: GameRecord) -> list[Line]:
    kit, contents, ticked = desk.session.kit, desk.session.contents, desk.ticked
    lists = [(change, side) for side, changes in game.tick_lists.items() for change in changes]
    tell = page_words(kit).tell
    return [
        Line.of(
            change,
            line=number,
            box_name=kit.box(change.box).name,
            side=side.value,
            place=elements.place_shape(kit, kit.box(change.box)),
            colour=elements.colour_shape(kit, change.colour),
            why=change.why.value,
            deed=tell(Capital(wording.deed(change))),
            words=tell(wording.adjustment(kit, change, contents[change.box])),
            not_done=tell(wording.ticked(kit, number, change, done=False)),
            expected=contents[change.box],
            total=sum(contents[change.box].values()),
            ticked=number in ticked,
        )
        for number, (change, side) in enumerate(lists, start=1)
    ]


def _lists(kit: Kit, game: GameRecord) -> list[TickListHead]:
    """Return the machines whose beads are to be put right, with what stands over their
    lists where they are two.
    """
    heads = {side: wording.list_head(kit, game, side) if game.both else "" for side in game.sides}
    return [
        TickListHead(side=side.value, head=page_words(kit).tell(head))
        for side, head in heads.items()
    ]


def _by_hand(desk: Desk) -> dict[str, Any]:
    """Return what is to be done with the real beads because of the last act,
    and what stands over it.
    """
    kit, tell = desk.session.kit, page_words(desk.session.kit).tell
    done = desk.last_done
    moves = desk.by_hand if done in wording.HEADS else ()
    boxes = {move.box: [each for each in moves if each.box == move.box] for move in moves}
    head = say(wording.HEADS[done]) if done and moves else ""
    if not moves and wording.is_whole(
        queries.taken_back_by(desk.logbook, queries.last_act(desk.logbook))
    ):
        head = say("by-hand.none")
    return {
        "by_hand_head": tell(head),
        "by_hand": [_box_by_hand(kit, kit.box(number), own) for number, own in boxes.items()],
    }


def _full_box(session: Session, number: int) -> FullBoxShape:
    kit, inside, tell = session.kit, session.in_box(number), page_words(session.kit).tell
    box, total = kit.box(number), sum(inside.values())
    out = {change.colour: -change.change for change in halving(number, inside)}
    halves = kit.spec.learning.full_box is FullBox.HALVE
    return FullBoxShape(
        box=number,
        box_name=box.name,
        place=elements.place_shape(kit, box),
        total=total,
        most=full_above(kit, box) or 0,
        out=out,
        left=total - sum(out.values()),
        words=tell(wording.too_full(kit, number, inside)),
        act=tell(say("full.act", box=box.name)) if halves else "",
    )


def _box_by_hand(kit: Kit, box: Box, moves: Sequence[BeadMove]) -> BoxByHand:
    (words,) = wording.moved(kit, moves)
    return BoxByHand(
        box=box.number,
        box_name=box.name,
        place=elements.place_shape(kit, box),
        moves=[
            BeadMoveShape(
                colour=elements.colour_shape(kit, move.colour),
                beads=move.beads,
                out_of=move.out_of.value,
                into=move.into.value,
            )
            for move in moves
        ],
        words=page_words(kit).tell(words),
    )


def _can(act: Callable[[], object]) -> bool:
    try:
        act()
    except GuideError:
        return False
    return True


def _empty_firsts(session: Session) -> list[int]:
    """Return the boxes that keep a machine of the kit from its first move."""
    dead = filter(session.is_dead, session.kit.sides)
    return [box.number for side in dead for box in session.kit.first_boxes(side)]


def _totals(desk: Desk) -> Totals:
    logbook, contents = desk.logbook, desk.session.contents
    firsts = [box.number for box in logbook.kit.opening_boxes]
    ended = queries.results(logbook)
    return Totals(
        games=sum(ended.values()),
        wins=ended[Result.WIN],
        draws=ended[Result.TIE],
        losses=ended[Result.LOSS],
        first_box=queries.first_change(logbook),
        first_boxes=len(firsts),
        held=sum(sum(contents[number].values()) for number in firsts),
        winners=_winners(logbook),
    )


def _winners(logbook: Logbook) -> WinnersOfAll | None:
    """Return who won the finished games, where both players were machines in any of them."""
    if not queries.has_both_machines(logbook):
        return None
    tell = page_words(logbook.kit).tell
    found = queries.winners(logbook)
    first, second = (
        tell(say("operate.won-by", n=won, player=player_called(logbook.kit, side)))
        for side, won in zip(Side, found, strict=False)
    )
    return WinnersOfAll.of(found, first_words=first, second_words=second)


def _warnings(desk: Desk) -> list[Text]:
    """Return what the operator should know besides, a sentence each."""
    session = desk.session
    current = session.game.number if session.game and session.due is Due.ADJUST else 0
    left = [number for number in queries.games_left_open(desk.logbook) if number != current]
    told = (
        wording.to_be_counted(session.kit, session.to_count),
        say("count.no-backup") if desk.logbook.warnings else "",
        session.exhibition,
        wording.left_open(left) if left else "",
    )
    return [each for each in told if each]


# A box and what its beads mean on the table.


def open_box(session: Session) -> OpenBox:
    """Return the box that is due, with what is in it now."""
    kit, game = session.kit, session.game
    whose = Capital(machine(kit, session.position.to_move)) if game and game.both else ""
    return _read_box(session, session.readings, whose, wording.kinds_of(kit, game))


def look_up_shape(session: Session, found: LookUp) -> LookedUp:
    """Return a look-up; what is in the box is as the session has it."""
    kit = session.kit
    return LookedUp(
        board=position_text(found.position, kit.spec.marks),
        box=_read_box(session, found.readings) if found.readings else None,
        forced=elements.move_shape(kit, found.forced, found.position)
        if found.forced is not None
        else None,
        later=[
            elements.move_shape(kit, move, found.position)
            for move in (found.later.moves if found.later else ())
        ],
        reason=page_words(kit).tell(found.reason),
    )


def _read_box(
    session: Session, ways: Sequence[Reading], whose: Text = "", kinds: Sequence[str] = ()
) -> OpenBox:
    """Return a box as it is held in the first of its right ways;
    its rule may have a twin of one of these `kinds`.
    """
    kit, box = session.kit, ways[0].box
    table = ways[0].symmetry.position(box.position)
    in_box, tell = session.in_box(box.number), page_words(kit).tell
    total = sum(in_box.values())
    beads = []
    for colour, on_label in box.moves.items():
        taken = colour in box.taken
        first, *others = dict.fromkeys(
            way.on_table(colour) for way in (ways[:1] if taken else ways)
        )
        beads.append(
            BeadShape(
                colour=elements.colour_shape(kit, colour),
                on_label=written_move(kit.game, box.position, on_label),
                move=elements.move_shape(kit, first, table),
                others=[elements.move_shape(kit, move, table) for move in others],
                in_box=in_box[colour],
                taken=taken,
            )
        )
    return OpenBox.of(
        box,
        whose=tell(whose),
        place=elements.place_shape(kit, box),
        label=elements.board_shape(kit, box.position, box.moves),
        turn=tell(Capital(wording.how_to_turn(ways[0]))),
        ways=len(ways),
        beads=beads,
        total=total,
        is_empty=not total,
        empty_rule=tell(wording.empty_rule(kit.spec.learning.empty_box, *kinds)),
    )


# How likely each move of the open box is.


class Odds(NamedTuple):
    """How likely a move is: its bead, where it is drawn on a board of squares of 100,
    and its arrow if it has one.
    """

    colour: elements.Colour
    beads: int
    chance: str
    move: elements.MoveShape
    x: float
    y: float


ALONG = 0.75
"""Where on its arrow a chance stands: there two arrows that cross are apart."""


def beads_in(now: Moment) -> list[BeadShape]:
    """Return the colours of the open box that may be the machine's move;
    those that mean none are put aside.
    """
    return [bead for bead in now.box.beads if bead.in_box and not bead.taken] if now.box else []


def odds_of(now: Moment, machine: elements.KitShape, words: Words) -> list[Odds]:
    """Return how likely each move of the open box is, the likeliest first."""
    beads, high = beads_in(now), 100 * now.table.tall
    total = sum(bead.in_box for bead in beads)
    found = []
    for bead in beads:
        ends = [
            (
                (square - 1) % machine.columns * 100 + 50,
                (square - 1) // machine.columns * high + high / 2,
            )
            for square in bead.move.squares
        ]
        part = ALONG if bead.move.arrow else 1.0
        x, y = (a + part * (b - a) for a, b in zip(ends[0], ends[-1], strict=True))
        found.append(
            Odds(bead.colour, bead.in_box, in_percent(words, bead.in_box, total), bead.move, x, y)
        )
    return sorted(found, key=lambda each: -each.beads)


def in_percent(words: Words, beads: float, total: float) -> str:
    """Return a chance in whole percent; one that is not 0 is never told as 0."""
    percent = 100 * beads / total if total else 0.0
    return f"< {words.percent(1)}" if 0 < percent < 0.5 else words.percent(round(percent))


# What is said of a game and of its acts; what the guide says already is taken from there.

PLAIN = {Kind.CONFIRM: "recorded.confirmed", Kind.STOCKTAKE: "recorded.all-counted"}
"""What is told of an act in one sentence, by the kind of its first entry."""


def _due(session: Session) -> Text:
    """Return in one sentence what the operator does now."""
    game, box = session.game, session.box
    told = wording.kinds_of(session.kit, game)
    if session.due is Due.BEAD and box is not None:
        whose = Capital(machine(session.kit, session.position.to_move))
        if sum(session.in_box(box.number).values()):
            return say("now.bead", *told, box=box.name, machine=whose)
        rule = wording.empty_rule(session.kit.spec.learning.empty_box, *told)
        return say("now.empty", *told, box=box.name, machine=whose, rule=rule)
    if session.due is Due.REPLY:
        return say("now.reply", *told, opponent=Capital(wording.opponent(game)))
    if session.due is Due.ADJUST:
        return say("now.adjust")
    return say("now.start") if _can_begin(session) else say("now.dead")


def _can_begin(session: Session) -> bool:
    """Return whether a machine of the kit can still make its first move."""
    return not all(session.is_dead(side) for side, stage in session.kit.stages if stage == 1)


def happened(
    kit: Kit, game: GameRecord | None, entries: Sequence[Entry], undone: Sequence[Entry]
) -> Text:
    """Return what one action brought about; `game` as it was then,
    `undone` what the action took back.
    """
    first = entries[0].kind if entries else None
    if first is Kind.UNDO:
        return wording.taken_back(kit, game, undone)
    if first is Kind.START and len(entries) > 1 and not (game and game.watched):
        ended = wording.ended(kit, game) if game else ""
        return say("recorded.outcome", game=entries[0].game, ended=ended)
    if first is Kind.START and game is not None and not game.watched:
        return wording.begins(kit, game)
    if first in PLAIN:
        return say(PLAIN[first], game=entries[0].game)
    said: list[Text] = [
        wording.count_recorded(kit, entries)
        if first is Kind.RECOUNT
        else wording.happened(kit, game, entries)
    ]
    if game is not None and game.end in entries and not game.watched:
        said.append(wording.ended(kit, game))
    return paragraph(said)


def _plays(game: GameRecord) -> Text:
    """Return for a crowd who plays against the machine, or that both players are
    machines, or others play.
    """
    if game.watched:
        return say("watched.learns")
    if game.both:
        return say("operate.both")
    return say("screen.plays", opponent=named(game.start.opponent or "") or say("screen.somebody"))


def _machine_is(kit: Kit, game: GameRecord) -> Text:
    """Return which player the machine is; where both are or others,
    or no mark names a player, who moves first.
    """
    if game.both or game.watched or kit.game.impartial:
        return wording.machines(kit, game)
    return say("operate.machine-is", mark=wording.who_plays(kit, game, game.side))


def _headline(kit: Kit, game: GameRecord) -> Text:
    """Return how a game ended, in a few words for a crowd; nothing while it has not."""
    if game.watched and game.result:
        return wording.headline(kit, game)
    if game.result is None:
        return ""
    if game.both and game.winner is not None:
        return say("screen.wins-both", machine=Capital(machine(kit, game.winner)))
    return say("screen.gave-up" if game.gave_up else f"screen.{game.result.value}")
