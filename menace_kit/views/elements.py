"""The elements of all views, as plain values: boards, colours, moves and places."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Literal, Self

from menace_kit.frozen import Frozen
from menace_kit.games import EMPTY, Move, Pieces, Position, Side, position_text, written_move
from menace_kit.layout.squares import cell_height
from menace_kit.machine.boxes import Box
from menace_kit.machine.kit import Kit
from menace_kit.text import kit_words
from menace_kit.views.pieces import arrow_path


class Shape(Frozen):
    """A set of plain values, as pages, the API and `--json` have it."""

    @classmethod
    def of(cls, source: object, **facts: Any) -> Self:
        """Return the shape of something: what it has itself by the names of the shape's
        values, but for these facts.
        """
        names = (field.name for field in fields(cls) if field.name not in facts)
        same = {name: getattr(source, name) for name in names}
        return cls(**same, **facts)


class Place(Shape):
    """Where a box is: cabinet, row from the top, drawer from the left,
    each from 1; and the same in words.
    """

    cabinet: int
    row: int
    drawer: int
    words: str


class Colour(Shape):
    """A bead colour; `ink` is black or white, whichever can be read on it.

    `name` is the kit's, by which acts and logbooks name it;
    `called` is what people call it in the pages' language.
    """

    name: str
    called: str
    letter: str
    glyph: str
    hex: str
    ink: str


Piece = Literal["", "mark", "white-pawn", "black-pawn", "match"]
"""What is on a square: nothing, the kit's own mark, a pawn, or a match, which is nobody's."""


class Square(Shape):
    """A square of a board: its number from 1 in reading order,
    the mark on it (empty: ''), and the bead for it.

    `piece` is what that is drawn as; `colour` is set where a move of the box ends on it.
    """

    number: int
    mark: str
    piece: Piece
    colour: Colour | None = None


class Board(Shape):
    """A board as it is drawn: rows of squares; `text` is how it is typed.

    `tall` is how high a square is drawn, as a share of its width.
    """

    text: str
    tall: float
    rows: list[list[Square]]


class MoveShape(Shape):
    """A move: as it is typed (`5`, `8-5`, of Nim how many), in words,
    and the squares that it touches, from 1.

    `arrow` is its arrow, where it goes from a square to another:
    a path over squares of a width of 100.
    """

    move: str
    words: str
    squares: list[int]
    arrow: str


DRAWN: Mapping[Pieces, tuple[Piece, Piece]] = {
    Pieces.MARKS: ("mark", "mark"),
    Pieces.PAWNS: ("white-pawn", "black-pawn"),
    Pieces.TOKENS: ("match", "match"),
}
"""What the pieces of the first player and of the second are drawn as."""


def colour_shape(kit: Kit, name: str) -> Colour:
    found = kit.colour(name)
    return Colour.of(found, called=kit_words.page_words(kit).colour_called(name), letter=found.key)


def board_shape(kit: Kit, position: Position, moves: Mapping[str, Move] | None = None) -> Board:
    """Return a board; a bead of `moves` is on the last square that its move
    touches, if no mark is there.
    """
    marks = {Side.FIRST.cell: kit.spec.marks[0], Side.SECOND.cell: kit.spec.marks[1], EMPTY: ""}
    first, second = DRAWN[kit.game.pieces]
    pieces: dict[str, Piece] = {Side.FIRST.cell: first, Side.SECOND.cell: second, EMPTY: ""}
    beads = {move[-1]: colour_shape(kit, name) for name, move in (moves or {}).items()}
    squares = [
        Square(
            number=number + 1,
            mark=marks[cell],
            piece=pieces[cell],
            colour=None if marks[cell] and kit.game.pieces is Pieces.MARKS else beads.get(number),
        )
        for number, cell in enumerate(position.cells)
    ]
    columns = kit.game.columns
    rows = [squares[first : first + columns] for first in range(0, len(squares), columns)]
    return Board(text=position_text(position, kit.spec.marks), tall=cell_height(kit), rows=rows)


def move_shape(kit: Kit, move: Move, position: Position) -> MoveShape:
    ends = [(square % kit.game.columns + 0.5, square // kit.game.columns + 0.5) for square in move]
    return MoveShape(
        move=written_move(kit.game, position, move),
        words=kit_words.page_words(kit).tell(kit_words.square(kit, move, position)),
        squares=[square + 1 for square in move],
        arrow=arrow_path(ends[0], ends[-1], cell_height(kit)) if len(move) > 1 else "",
    )


def place_shape(kit: Kit, box: Box) -> Place | None:
    """Return where a box is, or None where the kit has no cabinet."""
    where = kit.place(box)
    return (
        Place.of(where, words=kit_words.page_words(kit).tell(kit_words.place(kit, box)))
        if where
        else None
    )


def mark_of(kit: Kit, side: Side) -> str:
    return kit.spec.marks[0 if side is Side.FIRST else 1]
