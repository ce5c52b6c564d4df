"""The order in which a person finds a position by eye: a few places of the board are looked at, one after the other.

A board on a table may lie in any way that the kit's symmetries allow. So the places are *zones*, sets of squares that
no symmetry takes apart: of a noughts-and-crosses board that may be turned and flipped the centre, the corners and the
edges. A position is *held* in the one way in which its cells, zone after zone, come before those of all other ways;
positions that are alike up to a symmetry are then held alike, and those with the same first cells are a group.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import NamedTuple

from menace_kit.games import EMPTY, CanonicalForm, Position, Side, Symmetry
from menace_kit.machine.boxes import Box
from menace_kit.machine.kit import Kit

MOST_BOXES = 6
"""A group of more boxes than this is split by one more square: nobody compares more drawings at a glance."""


class ZoneKind(Enum):
    """What the squares of a zone are on the board, for its name."""

    CENTRE = "centre"
    CORNERS = "corners"
    EDGES = "edges"
    ROW = "row"
    SQUARES = "squares"


class Zone(NamedTuple):
    """Squares that every symmetry of the kit carries to each other or leaves in place, in reading order."""

    kind: ZoneKind
    squares: tuple[int, ...]


class Holding(NamedTuple):
    """A position turned and flipped as it is looked up, and a symmetry that does it."""

    position: Position
    symmetry: Symmetry


@dataclass(frozen=True)
class Group:
    """Boxes of a stage that look the same on the squares that have been looked at.

    Attributes:
        side, stage: whose boxes they are, and which of their moves they are for.
        known: the squares that have been looked at, as they lie when the board is held.
        cells: the whole board as far as it is known; empty where it is not.
        boxes: in the order of the squares that are still to compare.
    """

    side: Side
    stage: int
    known: tuple[int, ...]
    cells: str
    boxes: tuple[Box, ...]


class FindingOrder:
    """The zones of a kit, how a position is held, and the groups of boxes in their order."""

    def __init__(self, kit: Kit) -> None:
        """Work out the zones of the kit's game and symmetries."""
        self._kit = kit
        self.zones = zones(kit)
        self._squares = tuple(square for zone in self.zones for square in zone.squares)
        self._best = max if kit.spec.boxes.canonical_form is CanonicalForm.LARGEST else min

    def held(self, position: Position) -> Holding:
        """Return the position as it is looked up, the same for all that are alike up to a symmetry.

        Of several symmetries that hold it so, the kit's first is given: a drawing that lies right already stays. Where
        positions that are alike keep boxes of their own, one that has a box is held as it lies.
        """
        ways = [Holding(member.position(position), member) for member in self._kit.symmetries]
        if not self._kit.spec.boxes.merge_symmetric_positions:
            return next((way for way in ways if way.position in self._drawn), ways[0])
        spelled = [self._spelled(way.position) for way in ways]
        return ways[spelled.index(self._best(spelled))]

    @cached_property
    def _drawn(self) -> frozenset[Position]:
        return frozenset(box.position for box in self._kit.boxes)

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """Return the groups: by side and stage, then zone by zone.

        In a zone fewer marks come first, and of as many those with more of the first player's. Groups end before
        the last zone, which is what the eye compares, unless they are larger than MOST_BOXES.
        """
        return tuple(group for boxes in self._kit.boxes_by_stage for group in self._divided(boxes, 0))

    def _spelled(self, position: Position) -> str:
        """Return the cells in the order in which they are looked at."""
        return "".join(position.cells[square] for square in self._squares)

    def _divided(self, boxes: Sequence[Box], step: int) -> Iterator[Group]:
        """Yield the groups of these boxes, which agree on the squares of the steps before this one."""
        if step >= len(self.zones) - 1 and (len(boxes) <= MOST_BOXES or step == len(self._steps)):
            known = tuple(square for part in self._steps[:step] for square in part)
            in_order = sorted(boxes, key=lambda box: self._spelled(self.held(box.position).position))
            held = self.held(in_order[0].position).position.cells
            cells = "".join(cell if square in known else EMPTY for square, cell in enumerate(held))
            yield Group(boxes[0].side, boxes[0].stage, known, cells, tuple(in_order))
            return
        for part in self._parted(boxes, self._steps[step]):
            yield from self._divided(part, step + 1)

    @cached_property
    def _steps(self) -> list[tuple[int, ...]]:
        """Return the squares that are looked at together: a zone each, and of the last zone one by one."""
        *first, last = self.zones
        if not first:  # a board of one row is counted at a glance
            return [last.squares]
        return [*(zone.squares for zone in first), *((square,) for square in last.squares)]

    def _parted(self, boxes: Iterable[Box], squares: Sequence[int]) -> Iterator[list[Box]]:
        parts: dict[tuple[int, int, str], list[Box]] = {}
        for box in boxes:
            cells = self.held(box.position).position.cells
            part = "".join(cells[square] for square in squares)
            key = len(part) - part.count(EMPTY), part.count(Side.SECOND.cell), part
            parts.setdefault(key, []).append(box)
        for key in sorted(parts):
            yield parts[key]


def zones(kit: Kit) -> tuple[Zone, ...]:
    """Return the zones of a kit's board, in the order in which they are looked at.

    Where every symmetry leaves each row in its place they are the rows, from the top; for nobody counts nine zones of
    one square. Otherwise they are the orbits of the squares, the smallest first.
    """
    count, columns = kit.game.rows * kit.game.columns, kit.game.columns
    orbits = {tuple(sorted({member.square(square) for member in kit.symmetries})) for square in range(count)}
    if all(len({square // columns for square in orbit}) == 1 for orbit in orbits):
        rows = (tuple(range(first, first + columns)) for first in range(0, count, columns))
        return tuple(Zone(ZoneKind.ROW, row) for row in rows)
    in_order = sorted(orbits, key=lambda orbit: (len(orbit), orbit))
    return tuple(Zone(_kind(orbit, kit.game.rows, columns), orbit) for orbit in in_order)


def _kind(squares: Sequence[int], rows: int, columns: int) -> ZoneKind:
    """Return what these squares are on a board; edges are what is left of its border without the corners."""
    last = rows * columns - 1
    corners = {0, columns - 1, last - columns + 1, last}
    border = {
        square
        for square in range(last + 1)
        if square // columns in (0, rows - 1) or square % columns in (0, columns - 1)
    }
    if set(squares) == corners:
        return ZoneKind.CORNERS
    if set(squares) == border - corners:
        return ZoneKind.EDGES
    return ZoneKind.CENTRE if 2 * squares[0] == last and len(squares) == 1 else ZoneKind.SQUARES
