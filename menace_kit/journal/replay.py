"""A journal replayed action by action: what the boxes hold, and how the table lies, before each of them.

It follows the entries as they are, right or wrong; the audit looks over its shoulder.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from menace_kit.games import Side
from menace_kit.journal.entries import BOTH, MOVES, OUTCOME_ONLY, Entry, Kind
from menace_kit.journal.game_record import drawn_beads, sides_in
from menace_kit.journal.store import GameRow, Journal
from menace_kit.journal.tables import Table, Tables
from menace_kit.machine.contents import DrawnBead, starting_contents
from menace_kit.machine.kit import Kit


class Step(NamedTuple):
    """One action, and the table before each of its entries and after the last; None where that is not known."""

    entries: tuple[Entry, ...]
    tables: tuple[Table | None, ...]

    @property
    def first(self) -> Entry:
        """Return the entry that says what was done; the others follow from it."""
        return self.entries[0]

    @property
    def after(self) -> Table | None:
        """Return the table after the action."""
        return self.tables[-1]

    def has(self, *kinds: Kind) -> bool:
        """Return whether there is an entry of one of these kinds."""
        return any(entry.kind in kinds for entry in self.entries)

    @property
    def end(self) -> Entry | None:
        """Return the entry that ends the game, or None."""
        return next((entry for entry in self.entries if entry.kind is Kind.END), None)


@dataclass
class PlayedGame:
    """The game that was begun last, as the replay has it: its actions that hold, its start first."""

    steps: list[Step]
    end: Entry | None = None
    abandoned: bool = False
    confirmed: bool = False
    taken_back: bool = False

    def __post_init__(self) -> None:
        """Take in what the first action says already: an outcome-only game is over at once."""
        steps, self.steps = self.steps, []
        for step in steps:
            self.add(step)

    def add(self, step: Step) -> None:
        """Go on by an action."""
        self.steps.append(step)
        self.end = self.end or step.end
        self.abandoned |= step.first.kind is Kind.ABANDON
        self.confirmed |= step.has(Kind.CONFIRM)

    def take_back(self, action: int | None) -> None:
        """Forget an action; where it is the start, all of the game but that it was begun."""
        start, *steps = self.steps
        self.end, self.abandoned, self.confirmed = None, False, False
        if action == start.first.number:
            self.taken_back = True
            self.steps = [Step(start.entries[:1], start.tables[:2])]
            return
        self.steps = []
        for step in (start, *steps):
            if step.first.number != action:
                self.add(step)

    @property
    def start(self) -> Entry:
        """Return the entry that began it."""
        return self.steps[0].first

    @property
    def number(self) -> int | None:
        """Return the game's number."""
        return self.start.game

    @property
    def side(self) -> Side:
        """Return the machine's side; where both players are machines, the first player's, whose result is recorded."""
        return self.sides[0]

    @property
    def sides(self) -> tuple[Side, ...]:
        """Return the sides that are machines."""
        return sides_in(self.start)

    @property
    def both(self) -> bool:
        """Return whether both players are machines."""
        return self.start.side == BOTH

    @property
    def table(self) -> Table | None:
        """Return the table as it lies, or None where an entry was no legal move."""
        return self.steps[-1].after

    @property
    def running(self) -> bool:
        """Return whether it goes on."""
        return self.end is None and not self.abandoned and not self.taken_back

    @property
    def outcome_only(self) -> bool:
        """Return whether only its outcome was entered."""
        return self.start.why == OUTCOME_ONLY

    @property
    def state(self) -> str:
        """Return its state as the checkpoint has it."""
        if self.taken_back:
            return "taken-back"
        return "ended" if self.end else "abandoned" if self.abandoned else "running"

    def entries(self) -> Iterator[Entry]:
        """Yield the entries that hold."""
        for step in self.steps:
            yield from step.entries

    def drawn(self) -> tuple[DrawnBead, ...]:
        """Return the beads drawn, in order."""
        return drawn_beads(self.entries())

    def row(self, kit: Kit) -> GameRow:
        """Return what the checkpoint should have of it."""
        start = self.start
        firsts = [
            entry.change or 0
            for entry in self.entries()
            if entry.kind is Kind.ADJUST and entry.box in kit.indices and _is_first(kit, entry)
        ]
        return GameRow(
            number=start.game or 0,
            state=self.state,
            confirmed=int(self.confirmed),
            side=start.side or "",
            started_at=start.played_at or start.at,
            operator=start.operator,
            opponent=start.opponent,
            result=self.end.result if self.end else None,
            first_change=sum(firsts),
            outcome_only=int(self.outcome_only),
        )


class Change(NamedTuple):
    """What an entry changes in the contents; `entry` is the one that says so, which may be an undo."""

    entry: Entry
    box: int
    colour: str
    change: int


@dataclass
class Replay:
    """A journal up to a moment: what belongs in the boxes by its entries, and the game that was begun last.

    `last` is the entry that was read last.
    """

    journal: Journal
    game: PlayedGame | None = None
    last: Entry | None = None
    contents: dict[int, dict[str, int]] = field(init=False)

    def __post_init__(self) -> None:
        """Begin before the first entry."""
        self.kit = self.journal.kit
        self.contents = starting_contents(self.kit)
        self.tables = Tables(self.kit)

    def step(self, action: tuple[Entry, ...]) -> Step:
        """Return an action with the tables that its moves bring about, the game standing as it does."""
        table = self.tables.start if action[0].kind is Kind.START else self.game.table if self.game else None
        tables = [table]
        for entry in action:
            if entry.kind in MOVES:
                table = self.tables.after(table, entry.move)
            tables.append(table)
        return Step(action, tuple(tables))

    def count(self, box: int, colour: str) -> int:
        """Return how many beads of a colour belong in a box now."""
        return self.contents.get(box, {}).get(colour, 0)

    def undone(self, undo: Entry) -> tuple[Entry, ...]:
        """Return the entries that an undo takes back, whether it may or not."""
        for step in self.game.steps if self.game else ():
            if step.first.number == undo.undoes:
                return step.entries
        return tuple(self.journal.entries_where("number >= ? AND action = ?", (undo.undoes, undo.undoes)))

    def changes(self, step: Step) -> Iterator[Change]:
        """Yield what an action changes in the contents, in order."""
        for entry in step.entries:
            if entry.kind in (Kind.ADJUST, Kind.RECOUNT):
                yield from _changes(entry, (entry,), 1)
            elif entry.kind is Kind.UNDO:
                yield from _changes(entry, self.undone(entry), -1)

    def take(self, step: Step) -> None:
        """Go on past an action."""
        for _, box, colour, change in self.changes(step):
            counts = self.contents.setdefault(box, {})
            counts[colour] = counts.get(colour, 0) + change
        first = step.first
        self.last = step.entries[-1]
        if first.kind is Kind.START:
            self.game = PlayedGame([step])
        elif self.game and first.kind is Kind.UNDO:
            self.game.take_back(first.undoes)
        elif (
            self.game and first.kind not in (Kind.RECOUNT, Kind.STOCKTAKE) and first.game == self.game.number
        ):
            self.game.add(step)


def _changes(entry: Entry, told: Iterable[Entry], times: int) -> Iterator[Change]:
    for fact in told:
        # A recount stands whatever is taken back.
        counts = fact.kind is Kind.ADJUST or fact is entry
        if counts and fact.box is not None and fact.colour is not None:
            yield Change(entry, fact.box, fact.colour, times * (fact.change or 0))


def _is_first(kit: Kit, entry: Entry) -> bool:
    return entry.box is not None and kit.box(entry.box) in kit.opening_boxes
