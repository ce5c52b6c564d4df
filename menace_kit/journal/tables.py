"""The table as it lies, with moves as people write them; each position is worked out once."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from menace_kit.games import Move, Position
from menace_kit.games.notation import move_text
from menace_kit.machine.kit import Kit
from menace_kit.machine.turn import Turn


@dataclass(frozen=True, eq=False)
class Table(Turn):
    """A position on the table, what the kit says of the turn there, and its moves as people write them.

    `known_after` has the tables after those moves that were asked for so far.
    """

    known_after: dict[str, "Table"] = field(default_factory=dict)

    @cached_property
    def moves(self) -> Mapping[str, Move]:
        """Return each legal move by how it is written, lowest first."""
        return {move_text(move): move for move in self.legal}

    @cached_property
    def beads(self) -> Mapping[str, frozenset[str]]:
        """Return for each colour of the box that is to be opened the moves that it means in some right reading."""
        meant: dict[str, set[str]] = {}
        for reading in self.readings:
            for colour, move in reading.moves.items():
                meant.setdefault(colour, set()).add(move_text(move))
        return {colour: frozenset(moves) for colour, moves in meant.items()}


class Tables:
    """The tables of a kit's game, each worked out once: a game has few positions, a journal may have many games."""

    def __init__(self, kit: Kit) -> None:
        """Know the kit."""
        self._kit = kit
        self._tables: dict[Position, Table] = {}
        self.start = self._table(kit.game.start())

    def after(self, table: Table | None, move: str | None) -> Table | None:
        """Return the table after a move; None where that is not legal, or where the table is not known."""
        if table is None or move is None or move not in table.moves:
            return None
        if move not in table.known_after:
            table.known_after[move] = self._table(self._kit.game.play(table.position, table.moves[move]))
        return table.known_after[move]

    def _table(self, position: Position) -> Table:
        if position not in self._tables:
            self._tables[position] = Table(self._kit, position)
        return self._tables[position]
