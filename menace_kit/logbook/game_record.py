"""A game, as its entries describe it."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

from menace_kit.frozen import Frozen
from menace_kit.games import Game, Position, Side, parse_move, written_move
from menace_kit.logbook.entries import (
    BOTH,
    EXHIBITIONS,
    GREEDY,
    KINDS_OF_GAME,
    KNOWN,
    MOVES,
    OUTCOME_ONLY,
    WATCHED,
    Draft,
    Entry,
    Kind,
    adjustments_in,
    drawn_beads,
    is_halving,
    is_taken_square,
)
from menace_kit.logbook.paper_words import RESIGN
from menace_kit.machine import Kit
from menace_kit.machine.learning import AT_ONCE, Adjustment, DrawnBead, Result, Why
from menace_kit.machine.turns import GaveUp


class GameRow(NamedTuple):
    """A game in one line; `first_change` is how many beads it changed in the opening boxes.

    `state` is `running`, `ended`, `abandoned`, or `taken-back` if the whole game was undone. `side`
    is the machine's, or `both` if both players were machines; `result` is then the first player's.
    `why` is that of its start.
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
        """Return whether results leave it out: an exhibition, or a game of others."""
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
    """Return the entries of its game that an undo takes back.

    They are one action; or, if that action began the game, everything not yet undone.
    """
    before = [entry for entry in game if entry.number < undo.number]
    action = [entry for entry in before if entry.action == undo.undoes]
    if not any(entry.kind is Kind.START for entry in action):
        return action
    gone = {entry.undoes for entry in before if entry.kind is Kind.UNDO}
    return [entry for entry in before if entry.kind is not Kind.UNDO and entry.action not in gone]


class GameRecord(Frozen):
    """A game, from those of its entries that weren't undone; the first is its start."""

    entries: tuple[Entry, ...]

    @classmethod
    def of(cls, entries: Sequence[Entry]) -> "GameRecord":
        """Return the game that these entries describe, without undone entries and undos.

        If the whole game was undone, its start and the undo remain, because it keeps its number. If
        it can't be reconstructed, its start and the lost entry remain.
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
        """Return the machine's side; the first player's if both are machines, like the result."""
        return self.sides[0]

    @cached_property
    def sides(self) -> tuple[Side, ...]:
        """Return the sides that are machines, the first player first."""
        return tuple(Side) if self.both else (Side(self.start.side),)

    @property
    def both(self) -> bool:
        return self.start.side == BOTH

    def side_of(self, entry: Draft) -> Side:
        """Return whose entry it is: the machine's, or the side it names if both are machines."""
        return Side(entry.side) if self.both and entry.side in ("first", "second") else self.side

    def mover(self, entry: Draft) -> Side:
        """Return who made the move of an entry; in a game of others the entry says it."""
        if self.watched and entry.side in ("first", "second"):
            return Side(entry.side)
        return self.side_of(entry).other if entry.kind is Kind.REPLY else self.side_of(entry)

    def said_of(self, side: Side) -> str | None:
        """Return the `side` of an entry for this side; None unless both players are machines."""
        return side.value if self.both else None

    @cached_property
    def _kinds(self) -> list[Kind]:
        return [entry.kind for entry in self.entries]

    @cached_property
    def moves(self) -> tuple[Entry, ...]:
        """Return the entries that are moves, in order.

        Outcome-only games have none, even if a bead is known; nor have games with lost entries.
        """
        return (
            ()
            if self.lost
            else tuple(
                entry for entry in self.entries if entry.kind in MOVES and entry.move is not None
            )
        )

    def written_moves(self, game: Game) -> str:
        """Return the moves as on paper, such as `1 5 9 3` or `1 5 resign`."""
        made = zip(self.positions(game), self.moves, strict=False)
        written = [
            written_move(game, position, parse_move(entry.move or "")) for position, entry in made
        ]
        return " ".join(written + [RESIGN] * self.gave_up)

    @cached_property
    def drawn(self) -> tuple[DrawnBead, ...]:
        """Return the drawn beads, in order."""
        return drawn_beads(self.entries)

    @cached_property
    def adjustments(self) -> tuple[Adjustment, ...]:
        """Return what the game changes in the boxes, refills included."""
        return adjustments_in(self.entries)

    @property
    def halved_last(self) -> bool:
        """Return whether the last act was to halve a box."""
        return is_halving(self.entries[-1])

    @property
    def refills(self) -> tuple[Adjustment, ...]:
        """Return what was put into empty boxes during the game."""
        return tuple(change for change in self.adjustments if change.why is Why.REFILL)

    @property
    def tick_list(self) -> tuple[Adjustment, ...]:
        """Return what to do with the beads in front of their boxes after the game, line by line."""
        return tuple(change for change, _ in self.tick_lines)

    @property
    def tick_lines(self) -> tuple[tuple[Adjustment, Side], ...]:
        """Return the lines of `tick_list`, each with its machine's side."""
        lists = self.tick_lists.items()
        return tuple((change, side) for side, changes in lists for change in changes)

    @cached_property
    def tick_lists(self) -> dict[Side, tuple[Adjustment, ...]]:
        """Return the lines of `tick_list`, grouped by machine."""
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
        """Return how it ended for the machine of `side`, or None if it hasn't."""
        return Result(self.end.result) if self.end else None

    @property
    def winner(self) -> Side | None:
        """Return who won, or None if nobody has."""
        return self.result.winner(self.side) if self.result else None

    @property
    def lost(self) -> bool:
        """Return whether one of its entries is lost."""
        return Kind.LOST in self._kinds

    @property
    def abandoned(self) -> bool:
        """Return whether it was ended early, or how it continued is lost."""
        return Kind.ABANDON in self._kinds or (self.lost and self.end is None)

    @property
    def outcome_only(self) -> bool:
        """Return whether only its outcome is known, and perhaps its first bead."""
        return self.start.why == OUTCOME_ONLY

    @property
    def exhibition(self) -> bool:
        return self.start.why in EXHIBITIONS

    @property
    def watched(self) -> bool:
        """Return whether others played it and the machine learned from their moves."""
        return self.start.why == WATCHED

    @property
    def is_one_action(self) -> bool:
        """Return whether it was entered as a whole, and so is undone as a whole."""
        return self.outcome_only or self.watched

    @property
    def greedy(self) -> bool:
        """Return whether it is an exhibition that always plays the most common colour."""
        return self.start.why == GREEDY

    @property
    def actions(self) -> list[int]:
        """Return the actions that undoing the whole game takes back, oldest first.

        The confirmation of its updates is not one of them: it goes with the game's start.
        """
        return list(
            dict.fromkeys(entry.action for entry in self.entries if entry.kind is not Kind.CONFIRM)
        )

    @property
    def taken_back(self) -> bool:
        return Kind.UNDO in self._kinds

    @property
    def confirmed(self) -> bool:
        """Return whether the boxes were updated by hand."""
        return Kind.CONFIRM in self._kinds

    @property
    def running(self) -> bool:
        return self.end is None and not self.abandoned and not self.taken_back

    @property
    def gave_up(self) -> bool:
        """Return whether a machine gave up at an empty box; if both are machines, the loser."""
        return self.end is not None and self.end.why == GaveUp.EMPTY_BOX.value

    def positions(self, game: Game) -> list[Position]:
        """Return the positions of the game, from the start on.

        Raises MoveError if an entry is not a legal move.
        """
        found = [game.start()]
        for entry in self.moves:
            found.append(game.play(found[-1], parse_move(entry.move or "")))
        return found


def positions_before(game: Game, entries: Iterable[Entry]) -> dict[int, Position]:
    """Return entry number -> the position before each move of a game, undone moves included.

    For a drawn bead of a taken square it is the position on the table. `entries` are all of the
    game's, in order. Raises MoveError if one is not a legal move.
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
