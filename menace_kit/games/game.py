"""What a game is: positions and their symmetries, the protocol of its rules,
how boards and moves are written.

The words are those of the field: the *orbit* of a position is everything it can look like
when the board is turned or flipped, its *stabiliser* the symmetries that leave it as it is,
its *canonical form* the one of the orbit that stands for all of them:
of the eight drawings of a noughts-and-crosses board the one that is glued on its box.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from operator import itemgetter
from typing import Protocol, TypeAlias, runtime_checkable

from menace_kit.errors import MoveError, PositionError, quoted

Move: TypeAlias = tuple[int, ...]
"""The squares that a move touches, 0-based: `(4,)` marks square 4,
`(7, 4)` is an arrow from 7 to 4.

Only the game that made a move knows what it means; everybody else passes it on,
compares it, or draws its squares.
"""

EMPTY = "."


class Side(Enum):
    """The player who moves first, or the one who moves second."""

    FIRST = "first"
    SECOND = "second"

    @property
    def other(self) -> "Side":
        return Side.SECOND if self is Side.FIRST else Side.FIRST

    @property
    def cell(self) -> str:
        """Return the character that stands for this side's mark in `Position.cells`: `1` or `2`."""
        return "1" if self is Side.FIRST else "2"


@dataclass(frozen=True, slots=True)
class Position:
    """A board and the side to move; hashable.

    `cells` has one character a square in reading order: `.`
    empty, `1` the first player's mark, `2` the second's. Their order as characters, '.'
    < '1' < '2', is the order that canonical forms are chosen by.
    """

    cells: str
    to_move: Side

    def __hash__(self) -> int:
        """Return the hash of the cells alone: the side hardly ever tells two
        positions apart, and costs time.
        """
        return hash(self.cells)


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
    _getters: tuple[Callable[[str], tuple[str, ...]], ...] = field(
        init=False, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        """Prepare the look-ups; a set that is not closed is refused."""
        if not self.members or self.members[0].image != tuple(range(len(self.members[0].image))):
            raise ValueError("not a group: the identity must come first")
        images = {member.image for member in self.members}
        for first in self.members:
            for then in self.members:
                if tuple(then.image[target] for target in first.image) not in images:
                    raise ValueError(f"not a group: {first.name} then {then.name} is missing")
        # Each of these undoes its member: over a whole group they give the same boards,
        # and leave the same as it is.
        getters = tuple(itemgetter(*member.image) for member in self.members)
        object.__setattr__(self, "_getters", getters)

    def __iter__(self) -> Iterator[Symmetry]:
        """Iterate over the members, the identity first."""
        return iter(self.members)

    def __len__(self) -> int:
        """Return the order of the group."""
        return len(self.members)

    def named(self, names: Iterable[str]) -> "SymmetryGroup":
        """Return the subgroup of the members with these names;
        ValueError where they are unknown or not closed.
        """
        wanted = set(names)
        if unknown := wanted - {member.name for member in self.members}:
            raise ValueError(f"there is no symmetry {', '.join(sorted(unknown))}")
        return SymmetryGroup(tuple(member for member in self.members if member.name in wanted))

    def canonical_form(self, position: Position, form: CanonicalForm) -> Position:
        """Return the member of the position's orbit that stands for it."""
        forms = ["".join(getter(position.cells)) for getter in self._getters]
        return Position(
            max(forms) if form is CanonicalForm.LARGEST else min(forms), position.to_move
        )

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
        """Return one move of each set that the position's own symmetry makes
        equal: the lowest, in order.
        """
        stabiliser = self.stabiliser(position)
        if len(stabiliser) == 1:
            return tuple(sorted(moves))
        return tuple(sorted({min(member.move(move) for member in stabiliser) for move in moves}))


def square_group(size: int) -> SymmetryGroup:
    """Return the eight symmetries of a `size` x `size` board:
    four turns (clockwise) and four flips.
    """
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
    """Return the two symmetries of a board on which up is not down:
    as it is, and flipped left to right.
    """
    squares = range(rows * columns)
    flipped = tuple(square + columns - 1 - 2 * (square % columns) for square in squares)
    return SymmetryGroup(
        (Symmetry("identity", tuple(squares)), Symmetry("flip-left-right", flipped))
    )


def row_group(squares: int) -> SymmetryGroup:
    """Return the group of a board that can lie in one way only: the identity alone."""
    return SymmetryGroup((Symmetry("identity", tuple(range(squares))),))


TURNS = ("identity", "quarter-turn", "half-turn", "three-quarter-turn")


class Termination(Enum):
    """Why a game is over."""

    LINE = "line"
    BOARD_FULL = "board-full"
    FAR_ROW = "far-row"
    NO_PIECES = "no-pieces"
    NO_MOVES = "no-moves"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: why, and who won (`None` is a draw);
    `squares` is a line that won, if one did.
    """

    termination: Termination
    winner: Side | None
    squares: tuple[int, ...] = field(default=(), compare=False)


class Pieces(Enum):
    """What lies on the board, and how it is drawn: the kit's two marks,
    pawns of two colours, or tokens of nobody.
    """

    MARKS = "marks"
    PAWNS = "pawns"
    TOKENS = "tokens"


class Game(Protocol):
    """The rules of one small game; everything above `games/` knows a game only through this.

    Attributes:
        name: what a kit file calls it.
        rows, columns: the board that is drawn; squares are numbered from 0 in reading order.
            Where tokens lie on it, the last row may have fewer squares.
        colours: how many bead colours its boxes need at the most.
        pieces: what is drawn where a cell is not empty.
        impartial: whether both players have the same moves and aims in a position,
            so that a box serves either.
        symmetries: the levels of symmetry a kit can choose, by name;
            `all` and `none` are always there.
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

    def start(self) -> Position:
        """Return the position in which a game begins."""

    def outcome(self, position: Position) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        """Return the moves of the side to move, lowest first; none when the game is over."""

    def play(self, position: Position, move: Move) -> Position:
        """Return the position after `move`; MoveError where it is not legal."""

    def position(self, cells: str, to_move: Side | None = None) -> Position:
        """Return the position of these cells and this side to move;
        PositionError where no game comes to it.

        Without a side it is worked out; PositionError where it could be either's turn.
        """

    def colour_index(self, move: Move, moves: Sequence[Move], /) -> int:
        """Return which colour of the palette, from 0, means `move` in a box that holds `moves`."""


class NamesMoves(ABC):
    """A game, besides, whose moves people do not tell by squares:
    of Nim they say how many matches are taken.

    What is stored and what stands on boxes are squares all the same.
    """

    # It is asked at every move, and a class is looked through once;
    # each instance of a protocol would be, every time.
    @classmethod
    def __subclasshook__(cls, other: type) -> bool:
        return hasattr(other, "move_name")

    @abstractmethod
    def move_name(self, position: Position, move: Move, /) -> str:
        """Return how people write a legal move: a number or a word,
        of each move of a position another.
        """


@runtime_checkable
class HasChart(Protocol):
    """A game, besides, that has a chart of how to play it:
    lines, of which the first that fits says the move.
    """

    def charted(self, position: Position, /) -> tuple[str, tuple[Move, ...]]:
        """Return the chart's first line that fits a position in which somebody is to move,
        and its moves, all equal.
        """


Parameter = int | str
"""A number or a word that a kit file may choose for a game."""


@runtime_checkable
class HasParameters(Protocol):
    """A game, besides, of which there are several, each by its numbers:
    so many matches, a board of such a size.

    `parameters` has those that this one was made with, by the names that its class takes them by.
    """

    parameters: Mapping[str, Parameter]


def parameters_of(game: Game) -> Mapping[str, Parameter]:
    """Return what a game was made with; nothing where there is only one of it."""
    return game.parameters if isinstance(game, HasParameters) else {}


def square_count(game: Game) -> int:
    """Return how many squares a board has: all of its rows, but that the last may be shorter
    where tokens lie there.
    """
    return len(game.start().cells)


# Boards and moves as people write them, in and out.
#
# A board is its squares in reading order: `O.X......`. Any of `. - _ 0` or a space
# is an empty square, case does not matter, and `/`, `|` or new lines may separate the rows.
# Where a player's mark is O, a 0 is that mark where it cannot be an empty square. Squares are
# numbered from 1 in reading order; a move is the squares it touches, `5` or, for an arrow, `8-5`.
# So it is stored; a game that names its moves has people read and type the names.

EMPTY_SIGNS = ".-_0 "
ROW_SIGNS = "/|\r\n"
NOUGHT, LIKE_NOUGHT = "o", "0"
LOOK_ALIKES = {
    NOUGHT: "⭕◯○🅾\N{GREEK SMALL LETTER OMICRON}\N{CYRILLIC SMALL LETTER O}",
    EMPTY: "·–—⬜□",
    "x": "❌×✕✖✗✘╳❎\N{GREEK SMALL LETTER CHI}\N{CYRILLIC SMALL LETTER HA}",
}
"""Signs and letters of other alphabets that are typed for a mark, or for an empty square."""

AROUND = "[](){}'\"\N{VARIATION SELECTOR-16}\N{VARIATION SELECTOR-15}"
"""What may stand around squares, and means none."""

_LINE_OF_BOARD = re.compile(r"^[-+─┼ ]*[+┼][-+─┼ ]*$", re.MULTILINE)
"""What screens draw between two rows: `---+---+---`."""

Marks = tuple[str, str]
"""The first player's mark and the second's, one character each."""


def parse_cells(text: str, squares: int, marks: Marks) -> str:
    """Return the cells of a typed board, as `Position.cells` has them.

    Spaces count as empty squares, unless the board has all its squares without them:
    `O X . / . . . / . . .` is fine, and so are commas, brackets, and in a free square its number.
    PositionError where the number of squares or a sign is wrong.
    """
    board = _signs(text, squares, marks)
    meaning = {mark.casefold(): side.cell for mark, side in zip(marks, Side, strict=True)}
    meaning.update(dict.fromkeys(EMPTY_SIGNS, EMPTY))
    cells = []
    for number, sign in enumerate(board, start=1):
        if sign == str(number) and sign not in meaning:
            cells.append(EMPTY)
            continue
        if sign.casefold() not in meaning:
            raise PositionError(
                f"{sign!r} on square {number} of {quoted(text)} is neither {marks[0]} nor "
                f"{marks[1]}; an empty square is one of . - _ 0 or a space"
            )
        cells.append(meaning[sign.casefold()])
    return "".join(cells)


def _signs(text: str, squares: int, marks: Marks) -> Sequence[str]:
    """Return what stands on each square of a typed board: a sign, or the square's number;
    PositionError where no reading has so many squares.
    """
    plain = _without_surroundings(text, marks)
    board = "".join(sign for sign in plain if sign not in ROW_SIGNS)
    tight = board.replace(" ", "")
    bare = tight.replace(",", "")
    rows = re.sub(r"[/|\r\n]+", ",", plain.strip("\r\n"))
    between_commas = [sign.strip() or EMPTY for sign in rows.split(",")]
    apart = re.sub(r"[/|\r\n,]", " ", plain).split()
    readings: tuple[Sequence[str], ...] = (board, tight, bare, between_commas, apart)
    found = next((signs for signs in readings if len(signs) == squares), None)
    if found is None:
        squared = "1 square" if len(bare) == 1 else f"{len(bare)} squares"
        raise PositionError(f"{quoted(text)} has {squared}, but a board has {squares}, row by row")
    return found


def _without_surroundings(text: str, marks: Marks) -> str:
    """Return a typed board without brackets and lines around its squares,
    and what looks like a mark as that mark.
    """
    own = {mark.casefold() for mark in marks}
    alike = {
        sign: mark
        for mark, signs in LOOK_ALIKES.items()
        for sign in signs
        if mark in (*own, EMPTY) and sign not in own
    }
    kept = (sign for sign in _LINE_OF_BOARD.sub("", text) if sign not in AROUND or sign in own)
    return "".join(alike.get(sign.casefold(), sign) for sign in kept)


def cells_text(cells: str, marks: Marks) -> str:
    """Return the board as nine (or however many) characters in reading order:
    the marks, and `.` for empty.
    """
    first, second = marks
    return cells.translate(str.maketrans(Side.FIRST.cell + Side.SECOND.cell, first + second))


def parse_board(game: Game, text: str, marks: Marks, to_move: Side | None = None) -> str:
    """Return the cells of a typed board: each 0 a nought where a player's mark is O
    and no game leaves them empty.

    PositionError where the number of squares or a sign is wrong,
    or where games come to both boards that are meant.
    """
    squares = square_count(game)
    meant = parse_cells(text, squares, marks)
    if LIKE_NOUGHT not in text or NOUGHT not in map(str.casefold, marks):
        return meant
    boards = (meant, parse_cells(text.replace(LIKE_NOUGHT, NOUGHT), squares, marks))
    sides = tuple(Side) if to_move is None else (to_move,)
    possible = [cells for cells in boards if any(_is_reached(game, cells, side) for side in sides)]
    if len(possible) > 1:
        empty, noughts = (cells_text(cells, marks) for cells in possible)
        raise PositionError(
            f"0 in {quoted(text)} may be a nought or an empty square; "
            f"write {noughts} for noughts, {empty} for empty squares"
        )
    return possible[0] if possible else meant


def _is_reached(game: Game, cells: str, side: Side) -> bool:
    try:
        game.position(cells, side)
    except PositionError:
        return False
    return True


def parse_position(game: Game, text: str, marks: Marks, to_move: Side | None = None) -> Position:
    """Return the position on a typed board; PositionError where it cannot be
    read or no game reaches it.

    `to_move` tells whose turn it is where the board alone does not.
    """
    cells = parse_board(game, text, marks, to_move)
    try:
        return game.position(cells, to_move)
    except PositionError as error:
        raise PositionError(
            str(error).replace(cells, cells_text(cells, marks)), error.why
        ) from error


def position_text(position: Position, marks: Marks) -> str:
    """Return the position as it is typed; the inverse of `parse_position`."""
    return cells_text(position.cells, marks)


def move_text(move: Move) -> str:
    """Return the move as people write it: `5`, or `8-5` for an arrow; squares count from 1."""
    return "-".join(str(square + 1) for square in move)


def parse_move(text: str) -> Move:
    """Return the move that people write `5` or `8-5`; MoveError where it is not one."""
    parts = text.strip().split("-")
    if not all(
        part.isascii() and part.isdigit() and len(part) < 4 and int(part) > 0 for part in parts
    ):
        raise MoveError(
            f"{quoted(text)} is not a move; write the number of its square, "
            "or from-to, counting from 1"
        )
    return tuple(int(part) - 1 for part in parts)


def has_named_squares(game: Game) -> bool:
    """Return whether the squares have names, `top left` to `bottom right`."""
    return game.rows == game.columns == 3 and not isinstance(game, NamesMoves)


def moves_written(game: Game, word: str, alone: bool) -> list[str]:
    """Return the moves that a word stands for, as `parse_move` reads them;
    none where it is not understood.

    Squares may be numbers or have letters, `b2`: the column, and the row from above,
    that of pawns from below as in chess. A word that is `alone`, a whole game, may have many moves:
    `513`, `5-1-3`, `b2a1c1`.
    """
    numbers = _squares(game, word.casefold(), alone)
    size = len(game.legal_moves(game.start())[0])
    if not numbers or len(numbers) % size or (len(numbers) > size and not alone):
        return []
    parts = [numbers[first : first + size] for first in range(0, len(numbers), size)]
    return ["-".join(map(str, part)) for part in parts]


def has_letters(game: Game, word: str) -> bool:
    """Return whether a word names squares with letters."""
    return game.rows > 1 and bool(re.fullmatch(r"[a-z]\d(?:-?[a-z]\d)*", word.casefold()))


def _squares(game: Game, word: str, alone: bool) -> list[int]:
    if has_letters(game, word):
        return [
            lettered_square(game, letter, digit)
            for letter, digit in re.findall(r"([a-z])(\d)", word)
        ]
    if not re.fullmatch(r"\d{1,9}(?:-\d{1,3})*", word, re.ASCII):
        return []
    # Where no square has two digits, they are squares in a row; but 12 alone is a slip, no game.
    in_a_row = alone and word.isdigit() and len(word) > 2 and game.rows * game.columns <= 9
    return [int(number) for number in (word if in_a_row else word.split("-"))]


def lettered_square(game: Game, letter: str, digit: str) -> int:
    """Return the number, from 1, of a square that is named with a letter;
    MoveError where there is none.
    """
    column, row = ord(letter) - ord("a"), int(digit) - 1
    if not (column < game.columns and 0 <= row < game.rows):
        raise MoveError(
            f"there is no square {letter}{digit} on a board of {game.columns} x {game.rows}"
        )
    if game.pieces is Pieces.PAWNS:
        row = game.rows - 1 - row
    return row * game.columns + column + 1


def written_move(game: Game, position: Position, move: Move) -> str:
    """Return a legal move as people write it in this position:
    its name where the game has names, else its squares.
    """
    return game.move_name(position, move) if isinstance(game, NamesMoves) else move_text(move)


def read_move(game: Game, position: Position, text: str) -> Move:
    """Return the move that people write so in this position, in figures or with letters;
    MoveError where it is not one.

    Where moves are squares it need not be legal; a name that no legal move has is not one.
    """
    if not isinstance(game, NamesMoves):
        made = moves_written(game, text.strip(), alone=False)
        return parse_move(made[0] if made else text)
    word = text.strip().casefold()
    plain = str(int(word)) if word.isascii() and word.isdigit() and len(word) < 4 else word
    legal = {game.move_name(position, move): move for move in game.legal_moves(position)}
    for name, move in legal.items():
        if plain == name.casefold():
            return move
    raise MoveError(
        f"{quoted(text)} cannot be played now; possible: "
        f"{', '.join(legal) or 'nothing, the game is over'}"
    )


def not_legal(game: Game, position: Position, move: Move) -> MoveError:
    """Return the error that `Game.play` is to raise for a move that is not legal;
    it names those that are.
    """
    legal = ", ".join(map(move_text, game.legal_moves(position))) or "none, the game is over"
    return MoveError(f"{move_text(move)} cannot be played on {position.cells}; legal: {legal}")


# Every position that a small game can come to, found by playing all its games.


def walked(game: Game) -> Iterator[Position]:
    """Yield every position that games come to, in the order in which they are met;
    nothing is kept from before.
    """
    layer, found = [game.start()], {game.start()}
    while layer:
        yield from layer
        reached = (
            game.play(position, move) for position in layer for move in game.legal_moves(position)
        )
        layer = [position for position in dict.fromkeys(reached) if position not in found]
        found.update(layer)


@cache
def reachable(game: Game) -> frozenset[Position]:
    """Return every position of a game, the start and those in which it is over among them."""
    return frozenset(walked(game))


def reachable_position(game: Game, cells: str, to_move: Side | None = None) -> Position:
    """Return the position with these cells that games come to: what `Game.position` is to return.

    PositionError where there is none, or where it may be either side's turn and none is given.
    """
    turns = [side for side in Side if Position(cells, side) in reachable(game)]
    if not turns:
        raise PositionError(f"no game of {game.name} reaches the board {cells}", "reach")
    if to_move is None and len(turns) > 1:
        raise PositionError(f"on the board {cells} it may be either player's turn; say whose it is")
    if to_move not in (None, *turns):
        raise PositionError(f"on this board it is the {turns[0].value} player's turn")
    return Position(cells, to_move or turns[0])
