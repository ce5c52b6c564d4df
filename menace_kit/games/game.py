"""The protocol that a game fulfils so that a machine can be built for it."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from itertools import islice
from operator import itemgetter
from typing import Protocol, TypeAlias

from menace_kit.errors import PositionError

# Positions, moves, sides and outcomes: the values that every game speaks in.

Move: TypeAlias = tuple[int, ...]
"""The squares that a move touches, 0-based: `(4,)` marks square 4, `(7, 4)` is an arrow from 7 to 4.

Only the game that made a move knows what it means; everybody else passes it on, compares it, or draws its squares.
"""

EMPTY = "."


class Side(Enum):
    """The player who moves first, or the one who moves second."""

    FIRST = "first"
    SECOND = "second"

    @property
    def other(self) -> "Side":
        """Return the opponent."""
        return Side.SECOND if self is Side.FIRST else Side.FIRST

    @property
    def cell(self) -> str:
        """Return the character that stands for this side's mark in `Position.cells`: `1` or `2`."""
        return "1" if self is Side.FIRST else "2"


class Termination(Enum):
    """Why a game is over."""

    LINE = "line"
    BOARD_FULL = "board-full"
    FAR_ROW = "far-row"
    NO_PIECES = "no-pieces"
    NO_MOVES = "no-moves"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: why, and who won (`None` is a draw)."""

    termination: Termination
    winner: Side | None


@dataclass(frozen=True, slots=True)
class Position:
    """A board and the side to move; hashable.

    `cells` has one character a square in reading order: `.` empty, `1` the first player's mark, `2` the second's.
    Their order as characters, '.' < '1' < '2', is the order that canonical forms are chosen by.
    """

    cells: str
    to_move: Side

    def __hash__(self) -> int:
        """Return the hash of the cells alone: the side hardly ever tells two positions apart, and costs time."""
        return hash(self.cells)


# Symmetries of a board as a group that acts on squares, moves and positions.
#
# The words are those of the field: the *orbit* of a position is everything it can look like when the board is turned or
# flipped, its *stabiliser* the symmetries that leave it as it is, its *canonical form* the one of the orbit that stands
# for all of them.


class CanonicalForm(Enum):
    """Which member of an orbit stands for it: the largest or the smallest string of cells."""

    LARGEST = "largest"
    SMALLEST = "smallest"


@dataclass(frozen=True, slots=True)
class Symmetry:
    """One way to turn or flip a board: what was on square `s` comes to lie on square `image[s]`."""

    name: str
    image: tuple[int, ...]

    def square(self, square: int) -> int:
        """Return the square that `square` is carried to."""
        return self.image[square]

    def move(self, move: Move) -> Move:
        """Return the move that `move` becomes."""
        return tuple(self.image[square] for square in move)

    def position(self, position: Position) -> Position:
        """Return the position that `position` becomes; the side to move stays."""
        moved = [""] * len(self.image)
        for square, cell in enumerate(position.cells):
            moved[self.image[square]] = cell
        return Position("".join(moved), position.to_move)


@dataclass(frozen=True)
class SymmetryGroup:
    """A closed set of symmetries, the identity first."""

    members: tuple[Symmetry, ...]
    _by_image: dict[tuple[int, ...], Symmetry] = field(init=False, repr=False, compare=False)
    _getters: tuple[Callable[[str], tuple[str, ...]], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Prepare the look-ups; a set that is not closed is refused."""
        if not self.members or self.members[0].image != tuple(range(len(self.members[0].image))):
            raise ValueError("not a group: the identity must come first")
        by_image = {member.image: member for member in self.members}
        object.__setattr__(self, "_by_image", by_image)
        # Reading a moved board needs the inverse: what is now on square t came from inverse.image[t].
        getters = tuple(itemgetter(*self._inverse_image(member)) for member in self.members)
        object.__setattr__(self, "_getters", getters)
        for first in self.members:
            for then in self.members:
                if _composed(first, then) not in by_image:
                    raise ValueError(f"not a group: {first.name} then {then.name} is missing")

    def __iter__(self) -> Iterator[Symmetry]:
        """Iterate over the members, the identity first."""
        return iter(self.members)

    def __len__(self) -> int:
        """Return the order of the group."""
        return len(self.members)

    def compose(self, first: Symmetry, then: Symmetry) -> Symmetry:
        """Return the member that does `first` and `then` the other."""
        return self._by_image[_composed(first, then)]

    def inverse(self, symmetry: Symmetry) -> Symmetry:
        """Return the member that undoes `symmetry`."""
        return self._by_image[self._inverse_image(symmetry)]

    def named(self, names: Iterable[str]) -> "SymmetryGroup":
        """Return the subgroup of the members with these names; ValueError where they are unknown or not closed."""
        wanted = set(names)
        if unknown := wanted - {member.name for member in self.members}:
            raise ValueError(f"there is no symmetry {', '.join(sorted(unknown))}")
        return SymmetryGroup(tuple(member for member in self.members if member.name in wanted))

    def canonical_form(self, position: Position, form: CanonicalForm) -> Position:
        """Return the member of the position's orbit that stands for it."""
        forms = ["".join(getter(position.cells)) for getter in self._getters]
        return Position(max(forms) if form is CanonicalForm.LARGEST else min(forms), position.to_move)

    def orbit(self, position: Position) -> frozenset[Position]:
        """Return everything that the position can look like."""
        return frozenset(member.position(position) for member in self.members)

    def stabiliser(self, position: Position) -> tuple[Symmetry, ...]:
        """Return the symmetries that leave the position as it is, the identity first."""
        cells = position.cells
        return tuple(
            member
            for member, getter in zip(self.members, self._getters, strict=True)
            if "".join(getter(cells)) == cells
        )

    def lowest_moves(self, position: Position, moves: Sequence[Move]) -> tuple[Move, ...]:
        """Return one move of each set that the position's own symmetry makes equal: the lowest, in order."""
        stabiliser = self.stabiliser(position)
        if len(stabiliser) == 1:
            return tuple(sorted(moves))
        return tuple(sorted({min(member.move(move) for member in stabiliser) for move in moves}))

    @staticmethod
    def _inverse_image(symmetry: Symmetry) -> tuple[int, ...]:
        inverse = [0] * len(symmetry.image)
        for square, target in enumerate(symmetry.image):
            inverse[target] = square
        return tuple(inverse)


def _composed(first: Symmetry, then: Symmetry) -> tuple[int, ...]:
    return tuple(then.image[target] for target in first.image)


def square_group(size: int) -> SymmetryGroup:
    """Return the eight symmetries of a `size` x `size` board: four turns (clockwise) and four flips."""
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


def row_group(squares: int) -> SymmetryGroup:
    """Return the group of a board that can lie in one way only: the identity alone."""
    return SymmetryGroup((Symmetry("identity", tuple(range(squares))),))


TURNS = ("identity", "quarter-turn", "half-turn", "three-quarter-turn")


class Pieces(Enum):
    """What lies on the board, and how it is drawn: the kit's two marks, pawns of two colours, or tokens of nobody."""

    MARKS = "marks"
    PAWNS = "pawns"
    TOKENS = "tokens"


class Game(Protocol):
    """The rules of one small game; everything above `games/` knows a game only through this.

    Attributes:
        name: what a kit file calls it.
        rows, columns: the board that is drawn; squares are numbered from 0 in reading order.
        colours: how many bead colours its boxes need at the most.
        pieces: what is drawn where a cell is not empty.
        impartial: whether both players have the same moves and aims in a position, so that a box serves either.
        symmetries: the levels of symmetry a kit can choose, by name; `all` and `none` are always there.
    """

    name: str
    rows: int
    columns: int
    colours: int
    pieces: Pieces
    impartial: bool
    symmetries: Mapping[str, SymmetryGroup]

    def __hash__(self) -> int:
        """Return a hash, so that what was worked out for a game can be kept."""
        ...

    def start(self) -> Position:
        """Return the position in which a game begins."""
        ...

    def outcome(self, position: Position) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""
        ...

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        """Return the moves of the side to move, lowest first; none when the game is over."""
        ...

    def play(self, position: Position, move: Move) -> Position:
        """Return the position after `move`; MoveError where it is not legal."""
        ...

    def position(self, cells: str, to_move: Side | None = None) -> Position:
        """Return the position of these cells and this side to move; PositionError where no game comes to it.

        Without a side it is worked out; PositionError where it could be either's turn.
        """
        ...

    def colour_index(self, move: Move, moves: Sequence[Move], /) -> int:
        """Return which colour of the palette, from 0, means `move` in a box that holds `moves`."""
        ...


# Every position that a small game can come to, found by playing all its games.


@cache
def reachable(game: Game) -> frozenset[Position]:
    """Return every position of a game, the start and those in which it is over among them."""
    found = {game.start()}
    layer = found
    while layer:
        layer = {
            game.play(position, move) for position in layer for move in game.legal_moves(position)
        } - found
        found |= layer
    return frozenset(found)


@cache
def _by_cells(game: Game) -> dict[str, tuple[Position, ...]]:
    found: dict[str, list[Position]] = {}
    for position in reachable(game):
        found.setdefault(position.cells, []).append(position)
    return {cells: tuple(positions) for cells, positions in found.items()}


def reachable_position(game: Game, cells: str, to_move: Side | None = None) -> Position:
    """Return the position with these cells that games come to: what `Game.position` is to return.

    PositionError where there is none, or where it may be either side's turn and none is given.
    """
    positions = _by_cells(game).get(cells, ())
    if not positions:
        raise PositionError(f"no game of {game.name} reaches the board {cells}")
    turns = [position for position in positions if to_move in (None, position.to_move)]
    if not turns:
        raise PositionError(f"on this board it is the {positions[0].to_move.value} player's turn")
    if len(turns) > 1:
        raise PositionError(f"on the board {cells} it may be either player's turn; say whose it is")
    return turns[0]


# All positions of a game, met by playing it, however wrong its rules are: nothing is kept, and nothing trusted.

MOST_POSITIONS = 100_000
"""A game with more positions has too many boxes to build, and takes too long to enumerate."""


def position_count(game: Game) -> int | None:
    """Return how many positions a game has; None where they are more than MOST_POSITIONS."""
    count = sum(1 for _ in islice(walked(game), MOST_POSITIONS + 1))
    return None if count > MOST_POSITIONS else count


def walked(game: Game) -> Iterator[Position]:
    """Yield every position that games come to, in the order in which they are met; nothing is kept from before."""
    layer, found = [game.start()], {game.start()}
    while layer:
        yield from layer
        reached = (game.play(position, move) for position in layer for move in game.legal_moves(position))
        layer = [position for position in dict.fromkeys(reached) if position not in found]
        found.update(layer)


def comes_again(game: Game) -> Position | None:
    """Return a position to which a game can come back, or None. Positions are left in the order in which they end."""
    done: set[Position] = set()
    on_the_way = {game.start(): iter(game.legal_moves(game.start()))}
    while on_the_way:
        position = next(reversed(on_the_way))
        move = next(on_the_way[position], None)
        if move is None:
            done.add(position)
            del on_the_way[position]
            continue
        after = game.play(position, move)
        if after in on_the_way:
            return after
        if after not in done:
            on_the_way[after] = iter(game.legal_moves(after))
    return None
