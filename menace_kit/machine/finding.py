"""How a person finds a position by eye: by counting first, then by looking at a few squares.

A board on a table may lie in any way that the kit's symmetries allow. So the places are *zones*,
sets of squares that no symmetry takes apart: of a noughts-and-crosses board that may be turned
and flipped the centre, the corners and the edges. How many marks of each player are in a zone
does not change when the board is turned: these counts are a box's *code*, and nobody has to turn
anything in mind for it. Boxes of one code are distinguished by looking: a position is *held* in the
one way in which its cells, zone after zone, come before those of all other ways; positions that
are alike up to a symmetry are then held alike, and those with the same first cells are a group.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from functools import cached_property
from typing import NamedTuple

from menace_kit.frozen import Frozen
from menace_kit.games.game import Game, Pieces, square_count
from menace_kit.games.position import EMPTY, Position, Side
from menace_kit.games.symmetry import CanonicalForm, Symmetry, SymmetryGroup
from menace_kit.machine.boxes import Box, BoxRules

MOST_BOXES = 6
"""A group of more boxes than this is split by one more square:
nobody compares more drawings at a glance.
"""

NOTHING, CODE_DOT = "□", "·"
"""An empty square in a code, and what separates two zones."""

PIECES = "○●"
"""A white and a black piece in a code, where the marks are not what is on the board."""

Code = tuple[str, ...]
"""For each zone but the last its cells; those of a zone that is counted are sorted,
marks of the first player first.
"""


class ZoneKind(Enum):
    """What the squares of a zone are on the board, for its name."""

    CENTRE = "centre"
    CORNERS = "corners"
    EDGES = "edges"
    ROW = "row"
    SQUARES = "squares"


class Zone(NamedTuple):
    """Squares that every symmetry of the kit carries to each other or leaves
    in place, in reading order.
    """

    kind: ZoneKind
    squares: tuple[int, ...]


class Holding(NamedTuple):
    """A position turned and flipped as it is looked up, and a symmetry that does it."""

    position: Position
    symmetry: Symmetry


class Group(Frozen):
    """Boxes of a stage that look the same on the squares that have been looked at.

    Attributes:
        side, stage: whose boxes they are, and which of their moves they are for.
        code: what is counted on their boards.
        known: the squares that have been looked at, as they lie when the board is held.
        cells: the whole board as far as it is known; empty where it is not.
        boxes: in the order of the squares that are still to compare.
    """

    side: Side
    stage: int
    code: Code
    known: tuple[int, ...]
    cells: str
    boxes: tuple[Box, ...]


class FindingOrder:
    """The zones of a kit's boards, their codes, how a position is held,
    and the groups of boxes in their order.
    """

    def __init__(self, game: Game, rules: BoxRules, stages: Sequence[Sequence[Box]]) -> None:
        """Work out the zones; `stages` are the boxes stage by stage."""
        self._game, self._rules, self._stages = game, rules, stages
        self._holdings: dict[Position, Holding] = {}
        self.zones = zones(game, rules.symmetries)
        self._squares = tuple(square for zone in self.zones for square in zone.squares)
        self._best = max if rules.chosen.canonical_form is CanonicalForm.LARGEST else min
        first = self.zones[0].squares
        self.reads_first = all(
            member.square(square) == square for member in rules.symmetries for square in first
        )
        """Whether the cells of the first zone are read as they are, for no symmetry moves them."""

    def held(self, position: Position) -> Holding:
        """Return the position as it is looked up, the same for all that are alike up to a symmetry.

        Of several symmetries that hold it so, the kit's first is given:
        a drawing that is turned that way already stays. Where positions that are alike keep boxes
        of their own, one that has a box is held as it is.
        """
        if position not in self._holdings:
            self._holdings[position] = self._best_of_all(position)
        return self._holdings[position]

    def held_box(self, box: Box) -> Box:
        """Return the box with its drawing as it is looked up: position and beads turned alike."""
        position, symmetry = self.held(box.position)
        beads = tuple(bead._replace(move=symmetry.move(bead.move)) for bead in box.beads)
        return replace(box, position=position, beads=beads)

    def _best_of_all(self, position: Position) -> Holding:
        ways = [Holding(member.position(position), member) for member in self._rules.symmetries]
        if not self._rules.chosen.merge_symmetric_positions:
            return next((way for way in ways if way.position in self._drawn), ways[0])
        spelled = [self._spelled(way.position.cells) for way in ways]
        return ways[spelled.index(self._best(spelled))]

    @cached_property
    def _drawn(self) -> frozenset[Position]:
        return frozenset(box.position for boxes in self._stages for box in boxes)

    def code(self, position: Position) -> Code:
        """Return what is counted on a board, however it is turned: of the centre, say,
        its mark, then of the corners.

        The last zone is left out, for what is in it follows from the number of marks,
        or is seen in the drawings. A board of a single zone is counted as a whole.
        """
        parts = []
        for place, zone in enumerate(self.zones[:-1] or self.zones):
            cells = [position.cells[square] for square in zone.squares]
            if place or not self.reads_first:
                cells.sort(key="12.".index)
            parts.append("".join(cells))
        return tuple(parts)

    def code_text(self, code: Code, marks: Sequence[str]) -> str:
        """Return a code as it is printed, `X·12`: the centre, then how many of each player's
        marks are in the corners.

        Empty for a board of a single zone, whose boxes need none.
        """
        return CODE_DOT.join(self.code_parts(code, marks)) if len(self.zones) > 1 else ""

    def code_parts(self, code: Code, marks: Sequence[str]) -> list[str]:
        """Return what is printed of each zone of a code:
        its cells if they are read, else the counts.
        """
        drawn = marks if self._game.pieces is Pieces.MARKS else PIECES
        signs = {Side.FIRST.cell: drawn[0], Side.SECOND.cell: drawn[1], EMPTY: NOTHING}
        parts = []
        for place, cells in enumerate(code):
            if place == 0 and self.reads_first:
                parts.append("".join(signs[cell] for cell in cells))
            else:
                counts = counted(cells)
                parts.append(
                    str(sum(counts)) if self._game.impartial else "".join(map(str, counts))
                )
        return parts

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """Return the groups: by side and stage, then by code, then zone by zone.

        In a zone fewer marks come first, and of as many those with more of the first player's.
        Groups end before the last zone, which is what the eye compares,
        unless they are larger than MOST_BOXES.
        """
        return tuple(self._grouped())

    @cached_property
    def ranks(self) -> Mapping[int, int]:
        """Return number of a box -> where it comes in the order of the codes, from 1:
        as the index chart has it.
        """
        in_order = (box.number for group in self.groups for box in group.boxes)
        return {number: rank for rank, number in enumerate(in_order, start=1)}

    def _grouped(self) -> Iterator[Group]:
        for boxes in self._stages:
            held = [(box, self.held(box.position).position.cells) for box in boxes]
            held.sort(key=lambda each: self._spelled(each[1]))
            for code, of_code in _parted(held, lambda each: self.code(each[0].position)):
                for cells, known, found in self._divided(of_code, 0):
                    shown = "".join(
                        cell if square in known else EMPTY for square, cell in enumerate(cells)
                    )
                    yield Group(found[0].side, found[0].stage, code, known, shown, found)

    def _spelled(self, cells: str) -> str:
        """Return the cells in the order in which they are looked at."""
        return "".join(cells[square] for square in self._squares)

    def _divided(
        self, held: Sequence["_Held"], step: int
    ) -> Iterator[tuple[str, tuple[int, ...], tuple[Box, ...]]]:
        """Yield cells, known squares and boxes of each group;
        these boxes agree on the steps before this one.
        """
        if step >= max(1, len(self.zones) - 1) and (
            len(held) <= MOST_BOXES or step == len(self._steps)
        ):
            known = tuple(square for part in self._steps[:step] for square in part)
            yield held[0][1], known, tuple(box for box, _ in held)
            return
        squares = self._steps[step]
        seen = _parted(held, lambda each: ("".join(each[1][square] for square in squares),))
        for _, part in seen:
            yield from self._divided(part, step + 1)

    @cached_property
    def _steps(self) -> list[tuple[int, ...]]:
        """Return the squares that are looked at together:
        a zone each, and of the last zone one by one.
        """
        *first, last = self.zones
        if not first:  # a board of one row is counted at a glance
            return [last.squares]
        return [*(zone.squares for zone in first), *((square,) for square in last.squares)]


_Held = tuple[Box, str]
"""A box, and the cells of its position as it is looked up."""


def counted(cells: str) -> tuple[int, int]:
    """Return how many marks of the first player are among cells, and how many of the second."""
    return cells.count(Side.FIRST.cell), cells.count(Side.SECOND.cell)


def code_order(code: Code) -> tuple[tuple[int, int, str], ...]:
    """Return what codes are sorted by: zone after zone fewer marks first,
    then fewer of the second player's.
    """
    return tuple((sum(counted(cells)), counted(cells)[1], cells) for cells in code)


def _parted(
    held: Sequence[_Held], key: Callable[[_Held], Code]
) -> Iterator[tuple[Code, list[_Held]]]:
    """Yield what has the same key together, in the order of codes."""
    parts: dict[Code, list[_Held]] = {}
    for each in held:
        parts.setdefault(key(each), []).append(each)
    yield from sorted(parts.items(), key=lambda part: code_order(part[0]))


def zones(game: Game, symmetries: SymmetryGroup) -> tuple[Zone, ...]:
    """Return the zones of a board, in the order in which they are looked at.

    Where every symmetry leaves each row in its place they are the rows, from the top;
    for nobody counts nine zones of one square. Otherwise they are the orbits of the squares,
    the smallest first. Tokens are counted, all at once.
    """
    count, columns = square_count(game), game.columns
    if game.pieces is Pieces.TOKENS:
        return (Zone(ZoneKind.ROW, tuple(range(count))),)
    orbits = {
        tuple(sorted({member.square(square) for member in symmetries})) for square in range(count)
    }
    if all(len({square // columns for square in orbit}) == 1 for orbit in orbits):
        rows = (tuple(range(first, first + columns)) for first in range(0, count, columns))
        return tuple(Zone(ZoneKind.ROW, row) for row in rows)
    in_order = sorted(orbits, key=lambda orbit: (len(orbit), orbit))
    return tuple(Zone(_kind(orbit, game.rows, columns), orbit) for orbit in in_order)


def _kind(squares: Sequence[int], rows: int, columns: int) -> ZoneKind:
    """Return what these squares are on a board;
    edges are what is left of its border without the corners.
    """
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
