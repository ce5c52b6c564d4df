"""The logbook as plain values: the boxes with their beads and how they came
about, the games step by step.

A step is told to people who watch, too: how likely a bead was, and what the machine learns.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Literal, NamedTuple
from unicodedata import bidirectional, normalize

from menace_kit.errors import GlyphError, SelectionError, UnknownNameError
from menace_kit.guide import wording
from menace_kit.guide.session import Session, checked_name
from menace_kit.layout.sheets.cards import TaughtBox, VisitorsGame
from menace_kit.layout.text.typesetting import writable
from menace_kit.logbook import queries
from menace_kit.logbook.entries import BOTH, MOVES, Entry, GameRecord, Kind
from menace_kit.logbook.queries import last_changes, openings, times_opened
from menace_kit.logbook.store import Logbook
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import (
    AT_ONCE,
    Adjustment,
    Contents,
    Result,
    Why,
    adjust,
    change_by,
)
from menace_kit.machine.schema import Teaches
from menace_kit.text import Words
from menace_kit.text.kit_words import machine, page_words
from menace_kit.text.words import Called, Capital, Phrase, Text, joined, listed, paragraph, say
from menace_kit.views.elements import (
    Board,
    Colour,
    MoveShape,
    Place,
    Shape,
    board_shape,
    colour_shape,
    mark_of,
    move_shape,
    place_shape,
)
from menace_kit.views.state import GameShape, MoveMade, game_shape, happened, in_percent, move_made
from menace_kit.views.statistics import Milestones

# The boxes.

CHANGES = 50
"""Changes of a box that its page shows."""


class BoxInList(Shape):
    """A box among all: where it stands, the beads that belong in it now and at the start,
    how often it was opened.
    """

    number: int
    name: str
    side: str
    stage: int
    place: Place | None
    total: int
    start_total: int
    opened: int


class BeadsOfColour(Shape):
    """A colour of a box: its move on the label, beads at the start, by the logbook,
    and those that lie in it now.
    """

    colour: Colour
    on_label: MoveShape
    start: int
    beads: int
    in_box: int


class BoxChange(Shape):
    """A change of a box, in words too; a count, of however many colours, is one,
    without game and colour.

    `whose` says whose box it is in the tale of a game of both machines, else nothing.
    """

    entry: int
    at: str
    when: str
    game: int | None
    colour: Colour | None
    change: int
    why: str
    words: str
    whose: str


class BoxShape(Shape):
    """A box: its label, what belongs in it now, and how that came about, the newest change first.

    `is_open` says whether it is the one that is due, `to_count` the sentence that nobody
    knows what is in it, where that is so; `entry` is what a recount says as `on`;
    `counted` is what a count found, where that was the last thing that was recorded.
    """

    entry: int
    number: int
    name: str
    side: str
    stage: int
    place: Place | None
    label: Board
    beads: list[BeadsOfColour]
    total: int
    start_total: int
    opened: int
    is_open: bool
    to_count: str
    counted: str
    changes: list[BoxChange]


def box_list(logbook: Logbook) -> list[BoxInList]:
    """Return all boxes, in the order of their numbers."""
    kit = logbook.kit
    with logbook.one_moment():
        held, opened = logbook.contents(), openings(logbook)
    return [
        BoxInList.of(
            box,
            side=box.side.value,
            place=place_shape(kit, box),
            total=sum(held[box.number].values()),
            opened=opened[box.number],
        )
        for box in kit.boxes
    ]


def box_shape(logbook: Logbook, number: int) -> BoxShape:
    """Return a box; UnknownNameError where there is none of that number."""
    kit = logbook.kit
    box = kit.box(number)
    with logbook.one_moment():
        entry = logbook.last_entry
        session = Session(kit, logbook.contents(), logbook.latest_game(), logbook.to_count)
        opened = times_opened(logbook, number)
        changes = last_changes(logbook, number, CHANGES)
    held, inside = session.contents[number], session.in_box(number)
    return BoxShape.of(
        box,
        entry=entry,
        side=box.side.value,
        place=place_shape(kit, box),
        label=board_shape(kit, box.position, box.moves),
        beads=[
            BeadsOfColour.of(
                bead,
                colour=colour_shape(kit, bead.colour),
                on_label=move_shape(kit, bead.move, box.position),
                beads=held[bead.colour],
                in_box=inside[bead.colour],
            )
            for bead in box.beads
        ],
        total=sum(held.values()),
        opened=opened,
        is_open=session.box is not None and session.box.number == number,
        to_count=page_words(kit).tell(wording.to_be_counted(kit, {number} & set(session.to_count))),
        counted=_counted(kit, changes, entry),
        changes=list(_changes(kit, changes))[::-1],
    )


def box_number(kit: Kit, text: str) -> int:
    """Return the number of a box that an address names by it, or by what stands on the box.

    UnknownNameError where there is no such box.
    """
    is_number = text.isascii() and text.isdigit() and len(text) < 10
    if is_number and int(text) in kit.indices:
        return int(text)
    ends = {"first": kit.boxes[0].name, "last": kit.boxes[-1].name}
    try:
        return kit.box_named(text).number
    except UnknownNameError:
        if is_number:
            raise UnknownNameError(say("mistake.box", number=int(text), **ends)) from None
        raise UnknownNameError(say("mistake.box-number", text=repr(text[:20]), **ends)) from None


def change_shape(kit: Kit, entry: Entry, whose: Text = "") -> BoxChange:
    """Return a change of a box; `whose` says whose box it is, where that is told."""
    words = page_words(kit)
    return BoxChange.of(
        entry,
        entry=entry.number,
        when=words.time(entry.at),
        colour=colour_shape(kit, entry.colour) if entry.colour else None,
        change=entry.change or 0,
        why=entry.why or "",
        words=words.tell(wording.change(entry)),
        whose=words.tell(whose),
    )


def _counted(kit: Kit, changes: Sequence[Entry], last: int) -> str:
    """Return what a count of a box found whose last change is the logbook's
    last entry; else nothing.
    """
    if not changes or changes[-1].number != last or changes[-1].kind is not Kind.RECOUNT:
        return ""
    made = [entry for entry in changes if entry.action == changes[-1].action]
    return page_words(kit).tell(wording.count_recorded(kit, made))


def _changes(kit: Kit, entries: Sequence[Entry]) -> Iterator[BoxChange]:
    """Yield the changes of a box, in order: a count writes an entry for each
    colour, and is one change.
    """
    for (_, kind), group in groupby(entries, key=lambda entry: (entry.action, entry.kind)):
        made = list(group)
        if kind is not Kind.RECOUNT:
            yield from (change_shape(kit, entry) for entry in made)
            continue
        found = {
            "colour": None,
            "change": sum(entry.change or 0 for entry in made),
            "words": page_words(kit).tell(wording.counted_in_short(made)),
        }
        yield change_shape(kit, made[0]).model_copy(update=found)


# What a list of adjustments does to the boxes.


class BoxChanged(NamedTuple):
    """What a list does to a box: beads of the colour and its chance, before and after;
    whether it is empty now.
    """

    box: str
    colour: Colour
    before: int
    after: int
    chance_before: str
    chance_after: str
    is_empty: bool


def changes_of(
    kit: Kit, adjusted: Sequence[tuple[int, str, int]], contents: Contents
) -> list[BoxChanged]:
    """Return what a list does to each box, in its order: box, colour, beads;
    `contents` is from after it.
    """
    words, found = page_words(kit), []
    held = {box: dict(contents[box]) for box, _, _ in adjusted}
    for box, colour, change in adjusted:
        held[box][colour] -= change
    for box, colour, change in adjusted:
        inside = held[box]
        before, total = inside[colour], sum(inside.values())
        inside[colour] += change
        after, left = inside[colour], sum(inside.values())
        odds = in_percent(words, before, total), in_percent(words, after, left)
        found.append(
            BoxChanged(kit.box(box).name, colour_shape(kit, colour), before, after, *odds, not left)
        )
    return found


def winning_line(kit: Kit, game: GameRecord | None) -> list[int]:
    """Return the squares of the line that won a game, from 1; none where none did."""
    if game is None or game.result is None or game.outcome_only:
        return []
    outcome = kit.game.outcome(game.positions(kit.game)[-1])
    return [square + 1 for square in outcome.squares] if outcome else []


# What happened, explained in plain words to people who watch: the chances of a bead,
# and what the machine learns.

IN_WORDS = 12
"""The largest number for which every language has a word."""


def explained(logbook: Logbook, game: GameRecord | None, action: Sequence[Entry]) -> Text:
    """Return why an action came about as it did, or what follows from it;
    nothing where that is plain.

    `game` is the game as it was behind the action.
    """
    if game is None or not action or action[0].kind is Kind.UNDO:
        return ""
    if game.watched and action[0].kind is Kind.START:
        return say("watched.learns")
    said: list[Text] = [chance_of(logbook, entry) for entry in action if entry.kind is Kind.BEAD]
    if action[0].kind is Kind.START and not game.outcome_only:
        told = ("alike",) if game.both or logbook.kit.game.impartial else ()
        mark, boxes = mark_of(logbook.kit, game.side), len(logbook.kit.boxes)
        said.append(say("explained.begins", *told, mark=mark, boxes=boxes))
    if game.end is not None and game.end in action:
        said.append(_learned_by_each(logbook, game, game.end))
    elif action[-1].kind in (Kind.REPLY, Kind.START) and game.running:
        said.append(_next_box(logbook, game, action[-1].number))
    if action[0].kind is Kind.CONFIRM:
        said.append(first_boxes(logbook, action[-1].number))
    return paragraph(said)


def chance_of(logbook: Logbook, drawn: Entry) -> Text:
    """Return how likely the bead was that an entry says was drawn."""
    if drawn.box is None or drawn.colour is None:
        return ""
    held = queries.contents_behind(logbook, drawn.number - 1)[drawn.box]
    return chance(logbook.kit.box(drawn.box).name, drawn.colour, held)


def chance(box: str | int, colour: str, held: Mapping[str, int]) -> Text:
    """Return how likely a bead of this colour was in a box that held these."""
    total, count = sum(held.values()), held[colour]
    if not 0 < count <= total:
        return ""
    if count == total:
        return say("explained.only", box=box, colour=Called(colour))
    facts = {"box": box, "count": count, "colour": Called(colour), "total": total}
    share = Fraction(count, total)
    if share.denominator <= IN_WORDS:
        few, of = _InWords(share.numerator), _InWords(share.denominator)
        return say("explained.chance-in", n=share.numerator, few=few, of=of, **facts)
    percent = round(100 * share)
    return say(
        "explained.chance-about" if percent else "explained.chance-rare", percent=percent, **facts
    )


def learned(result: Result, changes: Sequence[Adjustment], held: Contents) -> Text:
    """Return what a result does to the beads, and what that means for the next games.

    `held` is what belonged in these boxes before it:
    a move whose last bead goes is gone, not just rarer.
    """
    made = [change for change in changes if change.why not in AT_ONCE]
    if not made:
        return ""
    return paragraph(
        [say(f"explained.{result.value}", learned=_done(made)), *_consequences(made, held)]
    )


KINDS = ("likelier", "rarer", "gone")
"""What can become of a move, in the order in which it is told."""


def _done(made: Sequence[Adjustment]) -> Text:
    """Return what is done with the beads that were drawn: only what the list says."""
    amounts = [change.change for change in made]
    least, most = min(amounts), max(amounts)
    if least == most == 0:
        return say("explained.same")
    if least > 0:
        few = least == most <= IN_WORDS
        return say("explained.few", n=most, few=_InWords(most)) if few else say("explained.more")
    if most < 0:
        further = sum(-1 - amount for amount in amounts)
        return (
            say("explained.out-more", n=further) if further else say("explained.out", n=len(made))
        )
    if set(amounts) == {-1, 0}:
        return say(
            "explained.out-last" if amounts.index(-1) == len(made) - 1 else "explained.out-some"
        )
    return say("explained.mixed")


def _consequences(made: Sequence[Adjustment], held: Contents) -> Iterator[Text]:
    """Yield what a list changes in the chances of its moves, which boxes it leaves empty,
    and where a bead was kept.
    """
    left = {change.box: dict(held[change.box]) for change in made}
    kinds: Counter[str] = Counter()
    for change in made:
        before, total = left[change.box][change.colour], sum(left[change.box].values())
        adjust(left, [change])
        if change.change < 0 and before + change.change == 0:
            kinds["gone"] += 1
        elif change.change and before < total:  # the only colour of a box comes as surely as before
            kinds["likelier" if change.change > 0 else "rarer"] += 1
    changed = sum(1 for change in made if change.change)
    if len(kinds) == 1 and kinds.total() == changed in (1, len(made)):
        yield from (say(f"explained.this-{kind}", n=count) for kind, count in kinds.items())
    elif kinds:
        each = [
            say(f"explained.are-{kind}", n=n, few=_InWords(n))
            for kind in KINDS
            if (n := kinds[kind])
        ]
        yield joined(Capital(listed(each)), ".")
    empty = dict.fromkeys(
        change.box for change in made if change.change and not any(left[change.box].values())
    )
    yield from (say("explained.emptied", box=box) for box in empty)
    if any(change.why is Why.LAST_BEAD for change in made):
        yield say("explained.kept")


def _learned_by_each(logbook: Logbook, game: GameRecord, end: Entry) -> Text:
    """Return what a game's result does to the beads of its machine,
    or of each of the two where that differs.
    """
    kit = logbook.kit
    held = queries.contents_behind(logbook, end.number)
    told = []
    for side, changes in game.tick_lists.items():
        told.append((side, learned(Result.of(game.winner, side), changes, held)))
        adjust(held, changes)  # machines of an impartial game share their boxes
    if all(words == told[0][1] for _, words in told):
        return told[0][1]
    named = [
        say("explained.of", machine=Capital(machine(kit, side)), learned=words)
        for side, words in told
        if words
    ]
    return paragraph(named)


def how_it_works(kit: Kit) -> Text:
    """Return what the machine is and how it learns, for whoever sees it for the first
    time: only what its rules do.
    """
    learning = kit.spec.learning
    more, fewer = (
        any(sign * change_by(kit, result, side, stage) > 0 for side, stage in kit.stages)
        for result, sign in ((Result.WIN, 1), (Result.LOSS, -1))
    )
    kind = "both" if more and fewer else "more" if more else "fewer" if fewer else ""
    last = ("last",) if learning.teaches is Teaches.LAST_MOVE else ()
    return paragraph([say("screen.how"), say(f"screen.learns-{kind}", *last) if kind else ""])


def first_boxes(logbook: Logbook, entry: int) -> Text:
    """Return what the boxes for the first move hold behind an entry, against their start."""
    firsts = logbook.kit.opening_boxes
    held = queries.contents_behind(logbook, entry)
    now = sum(sum(held[box.number].values()) for box in firsts)
    more = now - sum(box.start_total for box in firsts)
    which = "first" if len(firsts) == 1 else "firsts"
    against = "same" if not more else "more" if more > 0 else "fewer"
    return say(f"explained.{which}-{against}", n=now, by=abs(more))


def _next_box(logbook: Logbook, game: GameRecord, entry: int) -> Text:
    position = game.positions(logbook.kit.game)[-1]
    box = logbook.kit.box_at(position)
    if box is None or position.to_move not in game.sides:
        return ""
    held = sum(queries.contents_behind(logbook, entry)[box.number].values())
    return say("explained.next-box", box=box.name, n=held)


@dataclass(frozen=True)
class _InWords(Phrase):
    """A number, told in words where it is small."""

    number: int

    def told(self, words: Words) -> str:
        return (
            words.lines("explained.numbers")[self.number]
            if self.number <= IN_WORDS
            else str(self.number)
        )


# What was recorded, step by step, as an audience is told it.

MOST_ENTRIES = 500
"""What screens are told step by step when it was recorded all at once;
of more they are only told how things stand.
"""

TOLD_AGAIN = 200
"""Entries at the end of a logbook that screens are told of again after the server was stopped."""


class Step(Shape):
    """An action that was recorded: `entry` is the number of its last entry, `kind` what it was.

    `said` tells it in plain words, `explained` how likely it was or what the machine learns
    from it, for those who watch; `milestones` are what the game that it ended has reached.
    `table` is the board after it and `moves` the moves in it, where it belongs to a game;
    `entries` is all that was written, as `logbook export` has it.
    """

    entry: int
    kind: str
    game: int | None
    said: str
    explained: str
    milestones: list[str]
    table: Board | None
    moves: list[MoveMade]
    entries: list[dict[str, int | str]]


def steps_after(
    logbook: Logbook, after: int, until: int | None = None, milestones: Milestones | None = None
) -> list[Step] | None:
    """Return the steps whose entries lie behind entry `after`,
    up to `until` (the last there is), in order.

    None where they are too many, or where the logbook does not go as far as `after`.
    `milestones` spares whoever asks again and again that all of it is read each time.
    """
    milestones = milestones or Milestones(logbook.kit)
    with logbook.one_moment():
        last = logbook.last_entry if until is None else until
        if not 0 <= last - after <= MOST_ENTRIES:
            return None
        actions = groupby(list(logbook.entries(after, last)), key=lambda entry: entry.action)
        return [_step(logbook, list(action), milestones) for _, action in actions]


def latest_begin(logbook: Logbook, last: int) -> int:
    """Return the entry behind which the latest steps up to entry `last` lie,
    the first of them whole.
    """
    first = queries.action_of(logbook, last - TOLD_AGAIN)
    return first - 1 if first else 0


def _step(logbook: Logbook, action: list[Entry], milestones: Milestones) -> Step:
    kit, first, last = logbook.kit, action[0], action[-1].number
    tell = page_words(kit).tell
    game = queries.game_behind(logbook, first.game, last) if first.game is not None else None
    return Step(
        entry=last,
        kind=first.kind.value,
        game=first.game,
        said=tell(happened(kit, game, action, queries.taken_back_by(logbook, action))),
        explained=tell(explained(logbook, game, action)),
        milestones=[tell(each) for each in milestones.reached_by(logbook, game.number)]
        if game and game.end in action
        else [],
        table=board_shape(kit, game.positions(kit.game)[-1]) if game else None,
        moves=[
            move_made(kit, game, entry)
            for entry in action
            if game and entry.kind in MOVES and entry.move
        ],
        entries=[entry.facts() for entry in action],
    )


class GameInList(Shape):
    """A game in the history; `players` says who played, and of an `exhibition` or where
    others played that, too.
    """

    number: int
    when: str
    state: Literal["running", "ended", "abandoned"] | str
    went: str
    result: Literal["win", "draw", "loss"] | None
    confirmed: bool
    operator: str | None
    opponent: str | None
    both: bool
    watched: bool
    exhibition: bool
    players: str
    moves: str


class ReplayStep(Shape):
    """A step of a game: in words, its move if it is one, and the board after it;
    `taken_back` if it does not hold.
    """

    entry: int
    words: str
    move: MoveMade | None
    table: Board | None
    taken_back: bool


class Replay(Shape):
    """A game with all that was done in it, and what it changed in the boxes."""

    game: GameShape
    when: str
    start: Board
    steps: list[ReplayStep]
    changes: list[BoxChange]
    entries: list[dict[str, int | str]]


def history(logbook: Logbook, last: int, before: int | None) -> list[GameInList]:
    """Return so many games behind which no other comes before game `before`
    (none: the last), the newest first.
    """
    with logbook.one_moment():
        rows = queries.games_before(logbook, before, last)
        found = [(row, logbook.game(row.number)) for row in reversed(rows)]
    words = page_words(logbook.kit)
    return [
        GameInList.of(
            row,
            when=words.time(row.started_at),
            went=words.tell(wording.how_it_went(logbook.kit, row, game)),
            confirmed=bool(row.confirmed),
            both=row.side == BOTH,
            watched=game.watched,
            exhibition=game.exhibition,
            players=words.tell(
                wording.names(row.operator, row.opponent, row.side == BOTH, game.start.why)
            ),
            moves=words.tell(wording.moves_or_outcome(logbook.kit, game)),
        )
        for row, game in found
        if game is not None
    ]


def replay(logbook: Logbook, number: int) -> Replay:
    """Return a game step by step; UnknownNameError where there is none of that number."""
    kit = logbook.kit
    entries = queries.entries_of_game(logbook, number)
    if not entries:
        raise UnknownNameError(say("mistake.game", number=number))
    game = GameRecord.of(entries)
    return Replay(
        game=game_shape(kit, game),
        when=page_words(kit).time(game.start.played_at or game.start.at),
        start=board_shape(kit, kit.game.start()),
        steps=_replay_steps(kit, game, entries),
        changes=[
            change_shape(
                kit, entry, Capital(machine(kit, game.side_of(entry))) if game.both else ""
            )
            for entry in game.entries
            if entry.kind is Kind.ADJUST
        ],
        entries=[entry.facts() for entry in entries],
    )


def _replay_steps(kit: Kit, game: GameRecord, entries: list[Entry]) -> list[ReplayStep]:
    undone = {entry.undoes for entry in entries if entry.kind is Kind.UNDO}
    after = dict(
        zip((entry.number for entry in game.moves), game.positions(kit.game)[1:], strict=True)
    )
    return [
        ReplayStep(
            entry=entry.number,
            words=page_words(kit).tell(wording.move_made(kit, game, entry, entries)),
            move=move_made(kit, game, entry, entries) if entry.move else None,
            table=board_shape(kit, after[entry.number]) if entry.number in after else None,
            taken_back=entry.action in undone,
        )
        for entry in entries
        if wording.is_told(entry) or entry.kind is Kind.END
    ]


# A visitor's game, for a sticker or a certificate.


def visitors_game(logbook: Logbook, number: int, name: str | None = None) -> VisitorsGame:
    """Return a game as a sticker and a certificate tell it,
    with the visitor's name of the logbook or this one.

    UnknownNameError where there is no such game; SelectionError says why it is no visitor's,
    or has not ended; GlyphError where the name cannot be printed.
    """
    kit = logbook.kit
    with logbook.one_moment():
        game = logbook.game(number)
        if game is None:
            raise UnknownNameError(say("mistake.game", number=number))
        if why := no_visitors(kit, game):
            raise SelectionError(say("mistake.no-visitor", number=number, why=why))
        held = queries.contents_behind(logbook, game.end.number) if game.end else {}
    made = [
        change
        for change in game.adjustments
        if change.change and change.why not in (Why.REFILL, Why.HALVED)
    ]
    positions = [] if game.outcome_only else game.positions(kit.game)
    boards = [position.cells for position in positions]
    ended = kit.game.outcome(positions[-1]) if positions else None
    return VisitorsGame(
        number,
        game.start.played_at or game.start.at,
        printable_name(game.start.opponent if name is None else name),
        game.result or Result.TIE,
        game.side,
        tuple(boards[1:] or boards),
        tuple(entry.colour for entry in game.moves) or (None,) * len(boards),
        won_on=ended.squares if ended else (),
        more=sum(change.change for change in made if change.change > 0),
        fewer=-sum(change.change for change in made if change.change < 0),
        boxes=len({change.box for change in made}),
        taught=_taught_most(held, [change for change in game.tick_list if change.change]),
        exhibition=game.exhibition,
        gave_up=game.gave_up,
    )


def no_visitors(kit: Kit, game: GameRecord) -> Text:
    """Return why nobody has played a game to its end against the machine;
    nothing where somebody has.
    """
    if game.watched:
        return say("why.watched")
    if game.both:
        return say("logbook.both")
    if game.lost:
        return say("went.lost")
    return "" if game.result else wording.ended(kit, game)


def printable_name(name: str | None) -> str:
    """Return a name as it is printed, or nothing; GlyphError where the font cannot write it.

    What is written from right to left it has the letters of, but neither joined nor in their order.
    """
    found = normalize("NFC", checked_name(name) or "")
    for sign in found:
        if writable(sign) != sign or bidirectional(sign) in ("R", "AL", "AN"):
            raise GlyphError(say("mistake.letters", sign=sign, name=found))
    return found


def _taught_most(held: Contents, made: Sequence[Adjustment]) -> TaughtBox | None:
    """Return the box in which the chance of a bead changed most by a list;
    None where nothing was changed.

    `held` is what belonged in the boxes before it. Of several it is the last one that was opened.
    """
    after = {change.box: dict(held[change.box]) for change in made}
    adjust(after, made)
    found = [
        TaughtBox(change.box, change.colour, held[change.box], after[change.box]) for change in made
    ]
    return max(reversed(found), key=lambda box: box.moved, default=None)
