"""How a person finds a position by eye: first by counting, then by looking at a few squares.

A board on the table may be turned in any way that the kit's symmetries allow. So counting goes by
*zones*, sets of squares that every symmetry carries onto themselves: centre, corners and edges of a
noughts-and-crosses board that may be turned and flipped. The number of each player's marks in a
zone stays the same when the board is turned: these counts are a box's *code*, and nobody has to
turn anything in their mind for it. Boxes with the same code are told apart by looking. Each
position is *held* in one way, the one whose cells, zone by zone, come first in order. Positions
that a symmetry makes equal are then held alike, and those with the same first cells are a group.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from functools import cached_property
from typing import NamedTuple

from menace_kit.frozen import Frozen
from menace_kit.games import (
    EMPTY,
    CanonicalForm,
    Game,
    Pieces,
    Position,
    Side,
    Symmetry,
    SymmetryGroup,
    square_count,
)
from menace_kit.games.noughts_and_crosses import CENTRE, CORNERS, EDGES
from menace_kit.machine.boxes import Box, BoxRules

MOST_BOXES = 6
"""Larger groups are split by one more square: nobody compares more drawings at a glance."""

NOTHING, CODE_DOT = "□", "·"
"""An empty square in a code, and the separator of zones."""

PIECES = "○●"
"""A white and a black piece in a code, for games that aren't played with marks."""

Code = tuple[str, ...]
"""The cells of each zone except the last.

In zones that are counted they are sorted, the first player's marks first.
"""


class ZoneKind(Enum):
    """What the squares of a zone are on the board; it gives the zone its name."""

    CENTRE = "centre"
    CORNERS = "corners"
    EDGES = "edges"
    ROW = "row"
    SQUARES = "squares"


NAMED_ZONES = {
    CENTRE: ZoneKind.CENTRE,
    CORNERS: ZoneKind.CORNERS,
    EDGES: ZoneKind.EDGES,
}
"""The zones of a noughts-and-crosses board; those of other boards are named by their squares."""


class Zone(NamedTuple):
    """Squares that the kit's symmetries carry onto each other, or leave in place; sorted."""

    kind: ZoneKind
    squares: tuple[int, ...]


class Holding(NamedTuple):
    """A position as it is held to look it up, and a symmetry that turns it so."""

    position: Position
    symmetry: Symmetry


class Group(Frozen):
    """Boxes of a stage that look the same on the squares looked at so far.

    Attributes:
        side, stage: whose boxes they are, and for which move.
        code: what is counted on their boards.
        known: the squares looked at, on the board as it is held.
        cells: the whole board; empty where it isn't known.
        boxes: in the order of the squares that are still to be compared.
    """

    side: Side
    stage: int
    code: Code
    known: tuple[int, ...]
    cells: str
    boxes: tuple[Box, ...]


class FindingOrder:
    """The zones of a kit's boards, their codes, how positions are held, and the groups in order."""

    def __init__(self, game: Game, rules: BoxRules, stages: Sequence[Sequence[Box]]) -> None:
        """Work out the zones; `stages` has the boxes of each stage."""
        self._game, self._rules, self._stages = game, rules, stages
        self._holdings: dict[Position, Holding] = {}
        self.zones = zones(game, rules.symmetries)
        self._squares = tuple(square for zone in self.zones for square in zone.squares)
        self._best = max if rules.chosen.canonical_form is CanonicalForm.LARGEST else min
        first = self.zones[0].squares
        self.reads_first = all(
            member.square(square) == square for member in rules.symmetries for square in first
        )
        """Whether no symmetry moves the first zone, so that its cells are read in place."""

    def held(self, position: Position) -> Holding:
        """Return a position as it is held: the same for all that symmetries make equal.

        If several symmetries hold it so, the kit's first is used, so that a drawing which is
        already right isn't turned. If symmetric positions have boxes of their own, one with a box
        is held as it is.
        """
        if position not in self._holdings:
            self._holdings[position] = self._best_of_all(position)
        return self._holdings[position]

    def held_box(self, box: Box) -> Box:
        """Return the box with its drawing as it is held; its beads' moves are turned with it."""
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
        """Return what is counted on a board, however it is turned: first the centre's mark, say.

        The last zone is left out: its counts follow from the number of marks, or are seen in the
        drawings. A board with a single zone is counted as a whole.
        """
        parts = []
        for place, zone in enumerate(self.zones[:-1] or self.zones):
            cells = [position.cells[square] for square in zone.squares]
            if place or not self.reads_first:
                cells.sort(key="12.".index)
            parts.append("".join(cells))
        return tuple(parts)

    def code_text(self, code: Code, marks: Sequence[str]) -> str:
        """Return a code as printed, such as `X·12`: the centre, then the marks in the corners.

        It is empty for a board with a single zone, whose boxes need no code.
        """
        return CODE_DOT.join(self.code_parts(code, marks)) if len(self.zones) > 1 else ""

    def code_parts(self, code: Code, marks: Sequence[str]) -> list[str]:
        """Return a code's printed parts: cells of a zone that never moves, else counts."""
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
        """Return the groups by side and stage, then by code, then zone by zone.

        Fewer marks in a zone come first; among equal numbers, those with more of the first
        player's. A group ends before the last zone, which the eye compares, unless it has more than
        MOST_BOXES.
        """
        return tuple(self._grouped())

    @cached_property
    def ranks(self) -> Mapping[int, int]:
        """Return box number -> its rank (from 1) in the order of codes, as on the index chart."""
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
        """Return the cells in the order in which people look at them."""
        return "".join(cells[square] for square in self._squares)

    def _divided(
        self, held: Sequence["_Held"], step: int
    ) -> Iterator[tuple[str, tuple[int, ...], tuple[Box, ...]]]:
        """Yield cells, known squares and boxes of each group.

        The `held` boxes agree on all steps before this one.
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
        """Return the squares that are looked at together: zones, but the last one by one."""
        *first, last = self.zones
        if not first:  # a board of one row is counted at a glance
            return [last.squares]
        return [*(zone.squares for zone in first), *((square,) for square in last.squares)]


_Held = tuple[Box, str]
"""A box, and the cells of its position as it is held."""


def counted(cells: str) -> tuple[int, int]:
    """Return how many marks of the first and the second player are among these cells."""
    return cells.count(Side.FIRST.cell), cells.count(Side.SECOND.cell)


def code_order(code: Code) -> tuple[tuple[int, int, str], ...]:
    """Return a sort key: zone by zone fewer marks, then fewer of the second player's."""
    return tuple((sum(counted(cells)), counted(cells)[1], cells) for cells in code)


def _parted(
    held: Sequence[_Held], key: Callable[[_Held], Code]
) -> Iterator[tuple[Code, list[_Held]]]:
    """Yield the items grouped by key, in the order of codes."""
    parts: dict[Code, list[_Held]] = {}
    for each in held:
        parts.setdefault(key(each), []).append(each)
    yield from sorted(parts.items(), key=lambda part: code_order(part[0]))


def zones(game: Game, symmetries: SymmetryGroup) -> tuple[Zone, ...]:
    """Return the zones of a board, in the order in which people look at them.

    If every symmetry keeps each row in place, the zones are the rows, from the top; nobody counts
    nine zones of one square. Otherwise they are the orbits of the squares, the smallest first.
    Tokens are counted all at once.
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
    return tuple(Zone(NAMED_ZONES.get(orbit, ZoneKind.SQUARES), orbit) for orbit in in_order)
