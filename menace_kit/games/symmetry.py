"""How boards are turned and flipped.

The *orbit* of a position is everything it can look like when the board is turned or flipped. Its
*stabiliser* is the symmetries that leave it unchanged. Its *canonical form* is the member of the
orbit that represents them all: of the eight drawings of a noughts-and-crosses board, the one that
is glued on its box.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from operator import itemgetter

from menace_kit.games.position import Move, Position


class CanonicalForm(Enum):
    """Which member represents an orbit: the largest or the smallest string of cells."""

    LARGEST = "largest"
    SMALLEST = "smallest"


@dataclass(frozen=True, slots=True)
class Symmetry:
    """One way to turn or flip a board: square `s` moves to square `image[s]`."""

    name: str
    image: tuple[int, ...]

    def square(self, square: int) -> int:
        return self.image[square]

    def move(self, move: Move) -> Move:
        return tuple(self.image[square] for square in move)

    def position(self, position: Position) -> Position:
        """Apply this symmetry to a position; the side to move stays."""
        moved = [""] * len(self.image)
        for square, cell in enumerate(position.cells):
            moved[self.image[square]] = cell
        return Position("".join(moved), position.to_move)


@dataclass(frozen=True)
class SymmetryGroup:
    """A closed set of symmetries, the identity first."""

    members: tuple[Symmetry, ...]

    def __post_init__(self) -> None:
        """Raise ValueError if the set is not closed."""
        if not self.members or self.members[0].image != tuple(range(len(self.members[0].image))):
            raise ValueError("not a group: the identity must come first")
        images = {member.image for member in self.members}
        for first in self.members:
            for then in self.members:
                if tuple(then.image[target] for target in first.image) not in images:
                    raise ValueError(f"not a group: {first.name} then {then.name} is missing")

    @cached_property
    def _getters(self) -> tuple[Callable[[str], tuple[str, ...]], ...]:
        """Return functions that turn cells fast: each the inverse of its member.

        For an orbit that makes no difference: over a whole group they give the same boards.
        """
        return tuple(itemgetter(*member.image) for member in self.members)

    def __iter__(self) -> Iterator[Symmetry]:
        return iter(self.members)

    def __len__(self) -> int:
        return len(self.members)

    def named(self, names: Iterable[str]) -> "SymmetryGroup":
        """Return the subgroup of these members.

        Raises ValueError for unknown names, or if it isn't closed.
        """
        wanted = set(names)
        if unknown := wanted - {member.name for member in self.members}:
            raise ValueError(f"there is no symmetry {', '.join(sorted(unknown))}")
        return SymmetryGroup(tuple(member for member in self.members if member.name in wanted))

    def canonical_form(self, position: Position, form: CanonicalForm) -> Position:
        """Return the member of the position's orbit that represents it."""
        forms = ["".join(getter(position.cells)) for getter in self._getters]
        return Position(
            max(forms) if form is CanonicalForm.LARGEST else min(forms), position.to_move
        )

    def orbit(self, position: Position) -> frozenset[Position]:
        """Return everything that the position can look like."""
        return frozenset(member.position(position) for member in self.members)

    def carrying(self, position: Position, other: Position) -> tuple[Symmetry, ...]:
        """Return, in order, the symmetries that turn or flip the board to look like the other."""
        cells, turned = position.cells, other.cells
        return tuple(
            member
            for member, getter in zip(self.members, self._getters, strict=True)
            if "".join(getter(turned)) == cells
        )

    def stabiliser(self, position: Position) -> tuple[Symmetry, ...]:
        """Return the symmetries that leave the position unchanged, the identity first."""
        return self.carrying(position, position)

    def lowest_moves(self, position: Position, moves: Sequence[Move]) -> tuple[Move, ...]:
        """Return, sorted, the lowest of each set of moves that the position's symmetry equates."""
        stabiliser = self.stabiliser(position)
        if len(stabiliser) == 1:
            return tuple(sorted(moves))
        return tuple(sorted({min(member.move(move) for member in stabiliser) for move in moves}))


def square_group(size: int) -> SymmetryGroup:
    """Return the eight symmetries of a square board: four turns (clockwise) and four flips."""
    last = size - 1
    places: dict[str, Callable[[int, int], tuple[int, int]]] = {
        "identity": lambda row, column: (row, column),
        "quarter-turn": lambda row, column: (column, last - row),
        "half-turn": lambda row, column: (last - row, last - column),
        "three-quarter-turn": lambda row, column: (last - column, row),
        "flip-left-right": lambda row, column: (row, last - column),
        "flip-top-bottom": lambda row, column: (last - row, column),
        "flip-diagonal": lambda row, column: (column, row),
        "flip-antidiagonal": lambda row, column: (last - column, last - row),
    }
    members = []
    for name, place in places.items():
        targets = (place(row, column) for row in range(size) for column in range(size))
        members.append(Symmetry(name, tuple(row * size + column for row, column in targets)))
    return SymmetryGroup(tuple(members))


def mirror_group(rows: int, columns: int) -> SymmetryGroup:
    """Return the symmetries of a board whose up and down differ: identity and left-right flip."""
    squares = range(rows * columns)
    flipped = tuple(square + columns - 1 - 2 * (square % columns) for square in squares)
    return SymmetryGroup(
        (Symmetry("identity", tuple(squares)), Symmetry("flip-left-right", flipped))
    )


def row_group(squares: int) -> SymmetryGroup:
    """Return the group of a board without symmetry: the identity alone."""
    return SymmetryGroup((Symmetry("identity", tuple(range(squares))),))


TURNS = ("identity", "quarter-turn", "half-turn", "three-quarter-turn")
