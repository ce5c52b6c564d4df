"""One game as its entries tell it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from menace_kit.games import Game, Position, Side
from menace_kit.games.notation import parse_move
from menace_kit.journal.entries import MOVES, OUTCOME_ONLY, Entry, Kind
from menace_kit.machine.contents import Adjustment, Drawn, Result, Why


def live_entries(entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries that hold: without those that were taken back, and without the taking back.

    Of a game that was taken back as a whole, its start and the taking back are left, for it keeps its number.
    """
    entries = list(entries)
    undos = [entry for entry in entries if entry.kind is Kind.UNDO]
    start = next((entry for entry in entries if entry.kind is Kind.START), None)
    whole = next((undo for undo in undos if start and undo.undoes == start.action), None)
    if start and whole:
        return [start, whole]
    undone = {entry.undoes for entry in undos}
    return [entry for entry in entries if entry.kind is not Kind.UNDO and entry.action not in undone]


@dataclass(frozen=True)
class GameRecord:
    """A game, from its live entries; the first of them is its start."""

    entries: tuple[Entry, ...]

    @classmethod
    def of(cls, entries: Sequence[Entry]) -> "GameRecord":
        """Return the game that these entries tell, undone ones among them."""
        return cls(tuple(live_entries(entries)))

    @property
    def start(self) -> Entry:
        """Return the entry that began it."""
        return self.entries[0]

    @property
    def number(self) -> int:
        """Return the game's number, from 1."""
        return self.start.game or 0

    @property
    def side(self) -> Side:
        """Return the machine's side."""
        return Side(self.start.side)

    @cached_property
    def moves(self) -> tuple[Entry, ...]:
        """Return the entries that are moves, in order; an outcome-only game has none, though a bead may be drawn."""
        return tuple(entry for entry in self.entries if entry.kind in MOVES and entry.move is not None)

    @cached_property
    def drawn(self) -> tuple[Drawn, ...]:
        """Return the beads drawn, in order."""
        return tuple(
            Drawn(entry.box, entry.colour)
            for entry in self.entries
            if entry.kind is Kind.DRAW and entry.box is not None and entry.colour is not None
        )

    @cached_property
    def adjustments(self) -> tuple[Adjustment, ...]:
        """Return what the game changes in the boxes, refills among it."""
        return tuple(
            Adjustment(entry.box, entry.colour, entry.change, Why(entry.why))
            for entry in self.entries
            if entry.kind is Kind.ADJUST
            and entry.box is not None
            and entry.colour is not None
            and entry.change is not None
        )

    @cached_property
    def end(self) -> Entry | None:
        """Return the entry that ended it, or None."""
        return next((entry for entry in self.entries if entry.kind is Kind.END), None)

    @property
    def result(self) -> Result | None:
        """Return how it ended for the machine, or None while it has not."""
        return Result(self.end.result) if self.end else None

    @property
    def abandoned(self) -> bool:
        """Return whether it was broken off."""
        return any(entry.kind is Kind.ABANDON for entry in self.entries)

    @property
    def outcome_only(self) -> bool:
        """Return whether only its outcome is known, and its first bead if that."""
        return self.start.why == OUTCOME_ONLY

    @property
    def taken_back(self) -> bool:
        """Return whether it was taken back as a whole."""
        return any(entry.kind is Kind.UNDO for entry in self.entries)

    @property
    def confirmed(self) -> bool:
        """Return whether its adjustments were made by hand."""
        return any(entry.kind is Kind.CONFIRM for entry in self.entries)

    @property
    def running(self) -> bool:
        """Return whether it goes on."""
        return self.end is None and not self.abandoned and not self.taken_back

    @property
    def gave_up(self) -> bool:
        """Return whether the machine gave up at an empty box."""
        return self.end is not None and self.end.why == "empty-box"

    def positions(self, game: Game) -> list[Position]:
        """Return the positions of the game, the start first; MoveError where an entry is not a legal move."""
        found = [game.start()]
        for entry in self.moves:
            found.append(game.play(found[-1], parse_move(entry.move or "")))
        return found
