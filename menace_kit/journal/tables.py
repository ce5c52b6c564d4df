"""The table as it lies, and what the rules say of it; each position is worked out once."""

from collections.abc import Mapping
from dataclasses import dataclass

from menace_kit.games import Outcome, Position
from menace_kit.games.notation import move_text, parse_move
from menace_kit.machine.boxes import Box
from menace_kit.machine.kit import Kit
from menace_kit.machine.reading import readings


@dataclass(frozen=True, eq=False)
class Table:
    """A position on the table, and what the rules say of it, moves as people write them.

    `beads` has, for each colour of the box that is to be opened there, the moves that it means in some right reading.
    """

    position: Position
    outcome: Outcome | None
    box: Box | None
    beads: Mapping[str, frozenset[str]]
    legal: tuple[str, ...]


class Tables:
    """The tables of a kit's game, each worked out once: a game has few positions, a journal may have many games."""

    def __init__(self, kit: Kit) -> None:
        """Know the kit."""
        self._kit = kit
        self._tables: dict[Position, Table] = {}
        self._after: dict[tuple[Position, str], Table] = {}
        self.start = self._table(kit.game.start())

    def after(self, table: Table | None, move: str | None) -> Table | None:
        """Return the table after a move; None where that is not legal, or where the table is not known."""
        if table is None or move not in table.legal:
            return None
        key = (table.position, move)
        if key not in self._after:
            self._after[key] = self._table(self._kit.game.play(table.position, parse_move(move)))
        return self._after[key]

    def _table(self, position: Position) -> Table:
        if position not in self._tables:
            meant: dict[str, set[str]] = {}
            ways = readings(self._kit, position)
            for reading in ways:
                for colour, move in reading.moves.items():
                    meant.setdefault(colour, set()).add(move_text(move))
            self._tables[position] = Table(
                position,
                self._kit.game.outcome(position),
                ways[0].box if ways else None,
                {colour: frozenset(moves) for colour, moves in meant.items()},
                tuple(move_text(move) for move in self._kit.game.legal_moves(position)),
            )
        return self._tables[position]
