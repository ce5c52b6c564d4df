"""Entries of the logbook: one fact each, never changed once they are written."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import UTC, datetime
from enum import Enum
from functools import cached_property
from typing import Any, NamedTuple

from menace_kit.errors import GuideError, quoted
from menace_kit.frozen import Frozen
from menace_kit.games import Game, Position, Side, parse_move, written_move
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import AT_ONCE, Adjustment, DrawnBead, Result, Why
from menace_kit.machine.turns import GaveUp


class Kind(Enum):
    """What an entry tells.

    START: a game begins. BEAD: a bead was drawn, and means a move. REPLY: the opponent moved.
    FORCED: a machine's move for which there is no box, its only one or the only one that its chart
    leaves. LOT: a machine's move was drawn by lot, for its box was empty, or it has none for its
    later moves. EMPTY: its box was found empty. ADJUST: what belongs in a box changed; alone,
    the bead of a taken square was drawn, or a box was halved. END: the game is over. CONFIRM:
    the adjustments were made by hand. ABANDON: the game was broken off and changes nothing.
    UNDO: an action is taken back; a game as a whole is by one for each of its actions, the newest
    first. RECOUNT: beads were counted. STOCKTAKE: all boxes that had been touched were counted.
    LOST: what the entry of this number told is gone; its `why` says what is known all the same.
    REFUSED: a bead was drawn that its box cannot hold by the logbook, and that was no slip of a
    key. It is no step of the game.
    """

    START = "start"
    BEAD = "draw"
    REPLY = "reply"
    FORCED = "forced"
    LOT = "lot"
    EMPTY = "empty"
    ADJUST = "adjust"
    END = "end"
    CONFIRM = "confirm"
    ABANDON = "abandon"
    UNDO = "undo"
    RECOUNT = "recount"
    STOCKTAKE = "stocktake"
    LOST = "lost"
    REFUSED = "refused"


MOVES = (Kind.BEAD, Kind.REPLY, Kind.FORCED, Kind.LOT)

COUNTS = (Kind.RECOUNT, Kind.STOCKTAKE)

CHANGES = (Kind.ADJUST, Kind.RECOUNT)
"""The entries that change what belongs in a box."""

BOTH = "both"
"""The `side` of a game's start where both players are machines of the kit."""

OUTCOME_ONLY = "outcome-only"
"""The `why` of a game's start, first bead and end where its moves are not known:
one action, taken back as a whole.
"""

EXHIBITION, GREEDY = "exhibition", "exhibition-greedy"
"""The `why` of the start of a game that teaches nothing:
by lot, or always with a bead of which most are there.
"""

EXHIBITIONS = (EXHIBITION, GREEDY)

KNOWN, SETTLED, PART, RESCUED = "known", "settled", "part", "rescued"
"""The `why` of a lost entry.

KNOWN: it was a reply, and all else of its game holds. SETTLED: what is in the boxes is known all
the same. PART: it was part of an act of its game. Without any it may have been anything.
RESCUED: up to here the logbook was rescued; what is told behind it was not.
"""

UNSURE = "unsure"
"""The `why` of a refused draw behind which the program was left: where a bead of the same box
follows, it was a slip.
"""

WATCHED = "watched"
"""The `why` of the start of a game that others played, from which the machine learned:
one action, moves of people.
"""

KINDS_OF_GAME = (*EXHIBITIONS, WATCHED)
"""What a file says in its column `kind` of a game that is not the machine's usual one."""

OUTCOME_FIELDS = ("result", "bead", "box")
"""What an outcome-only game has on paper in the place of its moves."""

RESIGN = "resign"
"""What stands on paper behind the moves of a game that a machine gave up."""

ABANDON = "abandon"
"""What stands behind the moves of a game that was broken off."""

REFILL = "refill"
"""What stands among the moves where an empty box was refilled and no bead of it follows;
before a bead it may stand.
"""

TAKEN = "taken"
"""What stands among the moves, with a colour, `taken=white`,
where the bead of a taken square was drawn.
"""

HALVED = "halved"
"""What stands in brackets behind a box, `[1 halved]`, where it was too full and half
of each colour was taken out.
"""

STOCKTAKE = "stocktake"
"""What stands in brackets, as the counts of single boxes do, where all boxes that had
been touched were counted.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """An entry that is still to be written; what it does not tell is None.

    `game` is the game's number; `move` is written as people write it, and only the first bead of
    an outcome-only game has none; `change` is in beads; `undoes` is the action that is taken back;
    `played_at` is when a game or a count was that is entered later. `side` is the machine's,
    at a game's start alone; where both players are machines it is BOTH there,
    and whose it is at each bead, move, empty box and adjustment; where others played, at each move.
    `result` is the machine's; where both are, that of the first player's.
    """

    kind: Kind
    game: int | None = None
    box: int | None = None
    colour: str | None = None
    move: str | None = None
    change: int | None = None
    why: str | None = None
    result: str | None = None
    side: str | None = None
    operator: str | None = None
    opponent: str | None = None
    played_at: str | None = None
    undoes: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry(Draft):
    """An entry as it stands in the logbook.

    `number` counts all entries from 1; `action` is the number of the first entry of those that were
    written together; `at` is when, in UTC. `key` is what the act carried, at its first entry alone.
    `count` is how many beads belong in the box behind a change of it.
    """

    number: int
    action: int
    at: str
    key: str | None = field(default=None, compare=False)
    count: int | None = field(default=None, compare=False)

    @classmethod
    def of(cls, draft: Draft, number: int, action: int, at: str) -> "Entry":
        facts = {each.name: getattr(draft, each.name) for each in fields(Draft)}
        return cls(**facts, number=number, action=action, at=at)

    def facts(self) -> dict[str, int | str]:
        """Return its fields that are not empty, as plain values, in the order of ENTRY_FIELDS."""
        told = {name: getattr(self, name) for name in ENTRY_FIELDS}
        return {
            name: fact.value if isinstance(fact, Kind) else fact
            for name, fact in told.items()
            if fact is not None
        }


ENTRY_FIELDS = ("number", "action", "at", *(each.name for each in fields(Draft)))
"""The fields of an entry that tell what happened."""

ROW_FIELDS = (*ENTRY_FIELDS, "key", "count")
"""The columns of the table of entries, but for the digest."""

Action = tuple[Draft, ...]
"""What one act of the operator's writes: all of it, or nothing."""


def drawn_beads(entries: Iterable[Draft], side: Side | None = None) -> tuple[DrawnBead, ...]:
    """Return the beads drawn, in order; with a side, in a game of both
    machines, those drawn for it.
    """
    return tuple(
        DrawnBead(entry.box, entry.colour)
        for entry in entries
        if entry.kind is Kind.BEAD
        and entry.box is not None
        and entry.colour is not None
        and (side is None or entry.side == side.value)
    )


def drawn_by_side(
    sides: Sequence[Side], entries: Sequence[Draft]
) -> dict[Side, tuple[DrawnBead, ...]]:
    """Return the beads drawn for each of a game's machines, in order."""
    return {side: drawn_beads(entries, side if len(sides) > 1 else None) for side in sides}


def adjustment_drafts(game: int, changes: Sequence[Adjustment], side: str | None = None) -> Action:
    """Return an entry for each adjustment of a game;
    `side` says whose they are where both players are machines.
    """
    return tuple(
        Draft(
            kind=Kind.ADJUST,
            game=game,
            box=change.box,
            colour=change.colour,
            change=change.change,
            why=change.why.value,
            side=side,
        )
        for change in changes
    )


def adjustments_in(entries: Iterable[Draft]) -> tuple[Adjustment, ...]:
    """Return what entries changed in the boxes, counts among it:
    the inverse of `adjustment_drafts`.
    """
    return tuple(
        Adjustment(entry.box, entry.colour, entry.change, Why(entry.why))
        for entry in entries
        if entry.kind in (Kind.ADJUST, Kind.RECOUNT)
        and entry.box is not None
        and entry.colour is not None
        and entry.change is not None
    )


def is_taken_square(entry: Draft) -> bool:
    """Return whether an entry tells that the bead of a taken square was drawn:
    a change of its box, by itself.
    """
    return entry.kind is Kind.ADJUST and entry.why == Why.TAKEN.value


def is_halving(entry: Draft) -> bool:
    """Return whether an entry tells that a box was halved, which is an act of its own."""
    return entry.kind is Kind.ADJUST and entry.why == Why.HALVED.value


class GameRow(NamedTuple):
    """A game in one line; `first_change` is what it changed in the opening boxes.

    `state` is `running`, `ended`, `abandoned` or, of a game that was taken back as a whole,
    `taken-back`. `side` is the machine's, or `both` where both players were machines;
    `result` is then the first player's. `why` is that of its start.
    """

    number: int
    state: str
    confirmed: int
    side: str
    started_at: str
    operator: str | None
    opponent: str | None
    result: str | None
    first_change: int
    why: str | None

    @property
    def outcome_only(self) -> bool:
        return self.why == OUTCOME_ONLY

    @property
    def is_apart(self) -> bool:
        """Return whether it is left out of the results: an exhibition, or a game of others."""
        return self.why in KINDS_OF_GAME

    @classmethod
    def of(cls, game: "GameRecord", kit: Kit) -> "GameRow":
        start, firsts = game.start, {box.number for box in kit.opening_boxes}
        changes = [
            entry.change or 0
            for entry in game.entries
            if entry.kind is Kind.ADJUST and not is_halving(entry) and entry.box in firsts
        ]
        over = "running" if game.running else "abandoned"
        return cls(
            number=game.number,
            state="taken-back" if game.taken_back else "ended" if game.end else over,
            confirmed=int(game.confirmed),
            side=start.side or "",
            started_at=start.played_at or start.at,
            operator=start.operator,
            opponent=start.opponent,
            result=game.end.result if game.end else None,
            first_change=sum(changes),
            why=start.why,
        )


def undone_by(undo: Entry, game: Iterable[Entry]) -> list[Entry]:
    """Return which entries of its game an undo takes back:
    an action, or all that still held where that began it.
    """
    before = [entry for entry in game if entry.number < undo.number]
    action = [entry for entry in before if entry.action == undo.undoes]
    if not any(entry.kind is Kind.START for entry in action):
        return action
    gone = {entry.undoes for entry in before if entry.kind is Kind.UNDO}
    return [entry for entry in before if entry.kind is not Kind.UNDO and entry.action not in gone]


class GameRecord(Frozen):
    """A game, from its live entries; the first of them is its start."""

    entries: tuple[Entry, ...]

    @classmethod
    def of(cls, entries: Sequence[Entry]) -> "GameRecord":
        """Return the game that these entries tell: without those that were taken back,
        and without the taking back.

        Of a game that was taken back as a whole, its start and the taking back are left,
        for it keeps its number; of one that cannot be told, its start and what is lost.
        """
        begun = next((entry for entry in entries if entry.kind is Kind.START), None)
        lost = [entry for entry in entries if entry.kind is Kind.LOST]
        if begun is None or any(entry.why != KNOWN for entry in lost):
            gap = lost[0] if lost else replace(entries[0], kind=Kind.LOST)
            return cls((begun or replace(gap, kind=Kind.START, side=Side.FIRST.value), gap))
        undos = {entry.undoes: entry for entry in entries if entry.kind is Kind.UNDO}
        if begun.action in undos:
            return cls((begun, undos[begun.action]))
        return cls(
            tuple(
                entry
                for entry in entries
                if entry.kind is not Kind.UNDO and entry.action not in undos
            )
        )

    @property
    def start(self) -> Entry:
        return self.entries[0]

    @property
    def number(self) -> int:
        """Return the game's number, from 1."""
        return self.start.game or 0

    @property
    def side(self) -> Side:
        """Return the machine's side; where both players are machines, the first player's,
        whose result is recorded.
        """
        return self.sides[0]

    @cached_property
    def sides(self) -> tuple[Side, ...]:
        """Return the sides that are machines, the first player's first."""
        return tuple(Side) if self.both else (Side(self.start.side),)

    @property
    def both(self) -> bool:
        return self.start.side == BOTH

    def side_of(self, entry: Draft) -> Side:
        """Return whose entry it is: in a game of both machines what it says, else the machine's."""
        return Side(entry.side) if self.both and entry.side in ("first", "second") else self.side

    def mover(self, entry: Draft) -> Side:
        """Return whose move an entry is: where others played what it says,
        else the machine's or its opponent's.
        """
        if self.watched and entry.side in ("first", "second"):
            return Side(entry.side)
        return self.side_of(entry).other if entry.kind is Kind.REPLY else self.side_of(entry)

    def said_of(self, side: Side) -> str | None:
        """Return what an entry says of whose it is:
        the side where both players are machines, else nothing.
        """
        return side.value if self.both else None

    @cached_property
    def _kinds(self) -> list[Kind]:
        return [entry.kind for entry in self.entries]

    @cached_property
    def moves(self) -> tuple[Entry, ...]:
        """Return the entries that are moves, in order.

        An outcome-only game has none, though a bead may be drawn;
        nor has one that is not all there.
        """
        return (
            ()
            if self.lost
            else tuple(
                entry for entry in self.entries if entry.kind in MOVES and entry.move is not None
            )
        )

    def written_moves(self, game: Game) -> str:
        """Return its moves as they are written on paper: `1 5 9 3`, or `1 5 resign`."""
        made = zip(self.positions(game), self.moves, strict=False)
        written = [
            written_move(game, position, parse_move(entry.move or "")) for position, entry in made
        ]
        return " ".join(written + [RESIGN] * self.gave_up)

    @cached_property
    def drawn(self) -> tuple[DrawnBead, ...]:
        """Return the beads drawn, in order."""
        return drawn_beads(self.entries)

    @cached_property
    def adjustments(self) -> tuple[Adjustment, ...]:
        """Return what the game changes in the boxes, refills among it."""
        return adjustments_in(self.entries)

    @property
    def halved_last(self) -> bool:
        """Return whether the last act that holds was to halve a box."""
        return is_halving(self.entries[-1])

    @property
    def refills(self) -> tuple[Adjustment, ...]:
        """Return what was put into empty boxes while it went on."""
        return tuple(change for change in self.adjustments if change.why is Why.REFILL)

    @property
    def tick_list(self) -> tuple[Adjustment, ...]:
        """Return what is to be done with the beads that lie before their boxes when
        it is over, a line for each.
        """
        return tuple(change for change in self.adjustments if change.why not in AT_ONCE)

    @cached_property
    def tick_lists(self) -> dict[Side, tuple[Adjustment, ...]]:
        """Return the same, a list for each machine."""
        done = {why.value for why in AT_ONCE}
        left = [entry for entry in self.entries if entry.why not in done]
        return {
            side: adjustments_in(entry for entry in left if self.side_of(entry) is side)
            for side in self.sides
        }

    @cached_property
    def end(self) -> Entry | None:
        return next((entry for entry in self.entries if entry.kind is Kind.END), None)

    @property
    def result(self) -> Result | None:
        """Return how it ended for the machine of `side`, or None while it has not."""
        return Result(self.end.result) if self.end else None

    @property
    def winner(self) -> Side | None:
        """Return who won, or None where it was a tie or has not ended."""
        return self.result.winner(self.side) if self.result else None

    @property
    def lost(self) -> bool:
        """Return whether an entry of it is lost."""
        return Kind.LOST in self._kinds

    @property
    def abandoned(self) -> bool:
        """Return whether it was ended early, or how it went on is lost."""
        return Kind.ABANDON in self._kinds or (self.lost and self.end is None)

    @property
    def outcome_only(self) -> bool:
        """Return whether only its outcome is known, and its first bead if that."""
        return self.start.why == OUTCOME_ONLY

    @property
    def exhibition(self) -> bool:
        return self.start.why in EXHIBITIONS

    @property
    def watched(self) -> bool:
        """Return whether others played it, and the machine learned from their moves."""
        return self.start.why == WATCHED

    @property
    def is_one_action(self) -> bool:
        """Return whether it was entered as a whole, so that it is taken back as a whole."""
        return self.outcome_only or self.watched

    @property
    def greedy(self) -> bool:
        """Return whether it is an exhibition in which a bead of which most are in the box
        is played, not one by lot.
        """
        return self.start.why == GREEDY

    @property
    def actions(self) -> list[int]:
        """Return the actions that taking it back as a whole takes back, oldest first.

        That its adjustments were made by hand is none of them: it goes with the game's start.
        """
        return list(
            dict.fromkeys(entry.action for entry in self.entries if entry.kind is not Kind.CONFIRM)
        )

    @property
    def taken_back(self) -> bool:
        return Kind.UNDO in self._kinds

    @property
    def confirmed(self) -> bool:
        """Return whether its adjustments were made by hand."""
        return Kind.CONFIRM in self._kinds

    @property
    def running(self) -> bool:
        return self.end is None and not self.abandoned and not self.taken_back

    @property
    def gave_up(self) -> bool:
        """Return whether a machine gave up at an empty box;
        where both are machines, the one that lost.
        """
        return self.end is not None and self.end.why == GaveUp.EMPTY_BOX.value

    def positions(self, game: Game) -> list[Position]:
        """Return the positions of the game, the start first;
        MoveError where an entry is not a legal move.
        """
        found = [game.start()]
        for entry in self.moves:
            found.append(game.play(found[-1], parse_move(entry.move or "")))
        return found


def positions_before(game: Game, entries: Iterable[Entry]) -> dict[int, Position]:
    """Return the position that each move of a game was made in, by its entry,
    also of those that were taken back.

    Where the bead of a taken square was drawn, it is that which lay on the table.

    `entries` are all of the game's, in order; MoveError where one is not a legal move.
    """
    made: list[tuple[int, Position]] = [(0, game.start())]
    found = {}
    for entry in entries:
        if entry.kind is Kind.UNDO:
            while len(made) > 1 and made[-1][0] == entry.undoes:
                made.pop()
        elif entry.kind in MOVES and entry.move is not None:
            before = found[entry.number] = made[-1][1]
            made.append((entry.action, game.play(before, parse_move(entry.move))))
        elif is_taken_square(entry):
            found[entry.number] = made[-1][1]
    return found


class Lies(Enum):
    """Where a bead lies: in its box, before it, or in the pot of its colour."""

    BOX = "box"
    BEFORE = "before"
    POT = "pot"


class BeadMove(NamedTuple):
    """So many beads of a colour that are moved by hand;
    `box` is the one that they are in, before, or to go to.
    """

    box: int
    colour: str
    beads: int
    out_of: Lies
    into: Lies


class Lying(Frozen):
    """How the real beads of a game differ from what belongs in the boxes.

    Both have (box, colour) -> beads: `before` lie before the box,
    `inside` are more (below 0: fewer) in it.
    """

    before: Counter[DrawnBead] = field(default_factory=Counter)
    inside: Counter[DrawnBead] = field(default_factory=Counter)

    @classmethod
    def of(cls, game: GameRecord | None, ticked: Iterable[int] = ()) -> "Lying":
        """Return it for the game that was begun last; `ticked` are the lines, from 1,
        of its list that are done.
        """
        found = cls()
        if game is not None and game.running:
            found.before.update(game.drawn)
            found.inside.subtract(game.drawn)
        elif game is not None and game.end and not game.confirmed:
            for line, change in enumerate(game.tick_list, start=1):
                if line not in ticked:
                    found.add(change)
        return found

    def add(self, change: Adjustment) -> None:
        """Take in a line of a list that is not done: its bead lies before the box,
        but where the game was watched.
        """
        bead, before = DrawnBead(change.box, change.colour), int(change.why is not Why.WATCHED)
        self.before[bead] += before
        self.inside[bead] -= before + change.change

    def moves_to(
        self, after: "Lying", changed: Mapping[DrawnBead, int] | None = None
    ) -> tuple[BeadMove, ...]:
        """Return the beads that are moved until they lie as in `after`;
        `changed` is what belongs in the boxes more.
        """
        changed = changed or {}
        beads = dict.fromkeys([*after.before, *after.inside, *self.before, *self.inside, *changed])
        return tuple(
            BeadMove(*bead, count, out_of, into)
            for bead in beads
            for out_of, into, count in _ways(
                after.inside[bead] - self.inside[bead] + changed.get(bead, 0),
                after.before[bead] - self.before[bead],
            )
        )


def _ways(inside: int, before: int) -> Iterator[tuple[Lies, Lies, int]]:
    """Yield how so many more beads come into the box and before it;
    what is over or missing is the pot's.
    """
    more = {Lies.BOX: inside, Lies.BEFORE: before, Lies.POT: -inside - before}
    for out_of in Lies:
        for into in Lies:
            count = min(-more[out_of], more[into])
            if count > 0:
                more[out_of] += count
                more[into] -= count
                yield out_of, into, count


def by_line(change: Adjustment, done: bool = True) -> tuple[BeadMove, ...]:
    """Return what a line of a tick-list means for the real beads;
    or what it means that it is not done after all.
    """
    due, is_done = Lying(), Lying()
    due.add(change)
    return due.moves_to(is_done) if done else is_done.moves_to(due)


EARLIEST, LATEST = 1961, 2199
"""The years that a logbook can be of: those since the first machine of matchboxes."""


def check_time(text: str, future: bool = False) -> None:
    """Go on where a game may have been played at this time,
    an ISO date with or without time and zone.

    GuideError where it is no time, too early, or not yet, by this computer's clock,
    and `future` does not allow it.
    """
    try:
        when = datetime.fromisoformat(text)
    except ValueError:
        raise GuideError(f"{quoted(text)} is not a date and time like 2026-05-01T14:30") from None
    if not EARLIEST <= when.year <= LATEST:
        raise GuideError(f"{text} is not between {EARLIEST} and {LATEST}; when was it played?")
    now = datetime.now(when.tzinfo)  # without a zone it is what the clock on the wall shows
    if when > now and not future:
        raise GuideError(
            f"{text} is in the future, by this computer's clock ({now:%Y-%m-%d %H:%M}); where "
            "it is meant, add --future"
        )


def time_of(text: str) -> datetime:
    """Return a time as it is written; one that does not say by which clock is taken as UTC.

    ValueError where it is none, or of no year that a logbook can be of.
    """
    time = datetime.fromisoformat(text)
    if not EARLIEST <= time.year <= LATEST:
        raise ValueError(f"{text} is not between {EARLIEST} and {LATEST}")
    return time if time.tzinfo else time.replace(tzinfo=UTC)


def is_time(text: str) -> bool:
    """Return whether a text is a time that an entry or a game can be of."""
    try:
        time_of(text)
    except ValueError:
        return False
    return True


KINDS = {kind.value: kind for kind in Kind}
SIDES = (*(side.value for side in Side), BOTH)
RESULTS = (None, *(result.value for result in Result))


def as_entry(row: Sequence[Any]) -> Entry | None:
    """Return an entry as its table has it, in the order of ROW_FIELDS;
    None where there is no such kind.
    """
    facts = dict(zip(ROW_FIELDS, row, strict=False))
    kind = KINDS.get(facts["kind"])
    return None if kind is None else Entry(**facts | {"kind": kind})


def makes_sense(kit: Kit, entry: Entry) -> bool:
    """Return whether an entry is one that this machine can have;
    logbooks of older programs were taken as they stood.
    """
    if entry.box is not None and entry.box not in kit.indices:
        return False
    if entry.box is not None and entry.colour is not None:
        anywhere = {colour.name: None for colour in kit.colours}
        known = anywhere if entry.kind is Kind.REFUSED else kit.box(entry.box).moves
        if entry.colour not in known:
            return False
    if entry.kind is Kind.START and (entry.game is None or entry.side not in SIDES):
        return False
    return entry.result in RESULTS and (entry.kind is not Kind.END or entry.result is not None)


def runs(numbers: Iterable[int]) -> list[tuple[int, int]]:
    """Return the runs of numbers, in order, that have none left out: first and last of each."""
    found: list[tuple[int, int]] = []
    for number in numbers:
        if found and number == found[-1][1] + 1:
            found[-1] = found[-1][0], number
        else:
            found.append((number, number))
    return found


def lost_numbers(entries: Iterable[Entry]) -> list[int]:
    """Return which entries are lost; the mark that a rescue leaves is none."""
    return [entry.number for entry in entries if entry.kind is Kind.LOST and entry.why != RESCUED]


LONGEST_LIST = 8
"""Runs of entries that are named; of more it is said how many there are."""


def listed_runs(found: Sequence[tuple[int, int]]) -> str:
    """Return runs of entries as people write them: `1 to 12, 14`."""
    told = [
        str(first) if first == last else f"{first} to {last}"
        for first, last in found[:LONGEST_LIST]
    ]
    more = [f"and {len(found) - LONGEST_LIST} more parts"] if len(found) > LONGEST_LIST else []
    return ", ".join([*told, *more])
