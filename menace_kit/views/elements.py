"""The parts that all views are made of, as plain values: boards, colours, moves and places."""

from collections.abc import Mapping
from typing import Literal

from menace_kit.games import EMPTY, Move, Pieces, Position, Side, position_text, written_move
from menace_kit.layout.squares import cell_height
from menace_kit.machine import Box, Kit
from menace_kit.text import kit_words
from menace_kit.views.pieces import arrow_path
from menace_kit.views.shape import Shape


class Place(Shape):
    """Where a box is: cabinet, row from the top and drawer from the left, each from 1."""

    cabinet: int
    row: int
    drawer: int
    words: str


class Colour(Shape):
    """A bead colour; `ink` is black or white, whichever is readable on it.

    `name` is the kit's, used in acts and logbooks; `called` is its name in the pages' language.
    """

    name: str
    called: str
    letter: str
    glyph: str
    hex: str
    ink: str


Piece = Literal["", "mark", "white-pawn", "black-pawn", "match"]
"""What is on a square: nothing, the kit's own mark, a pawn, or a match, which belongs to nobody."""


class Square(Shape):
    """A square of a board: its number from 1 in reading order, and the mark on it, '' if empty.

    `piece` is how the mark is drawn. `colour` is set if a move of the box ends on this square.
    """

    number: int
    mark: str
    piece: Piece
    colour: Colour | None = None


class Board(Shape):
    """A board in rows of squares; `text` is how people type it.

    `tall` is the height of a square as a share of its width.
    """

    text: str
    tall: float
    rows: list[list[Square]]


class MoveShape(Shape):
    """A move: as people type it (`5`, `8-5`, in Nim how many), in words, and its squares, from 1.

    If it goes from one square to another, `arrow` is an SVG path on squares 100 wide.
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
"""How the pieces of the first and the second player are drawn."""


def colour_shape(kit: Kit, name: str) -> Colour:
    found = kit.colour(name)
    return Colour.of(found, called=kit_words.page_words(kit).colour_called(name), letter=found.key)


def board_shape(kit: Kit, position: Position, moves: Mapping[str, Move] | None = None) -> Board:
    """Return a board with the beads of `moves`.

    Each bead is on the last square of its move, unless a mark is there.
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
    """Return where a box is, or None if the kit has no cabinet."""
    where = kit.place(box)
    return (
        Place.of(where, words=kit_words.page_words(kit).tell(kit_words.place(kit, box)))
        if where
        else None
    )


def beside(kit: Kit, box: Box) -> tuple[Box | None, Box | None]:
    """Return the boxes before and behind a box; None at the ends."""
    place = kit.indices[box.number]
    before, _, behind = (None, *kit.boxes, None)[place : place + 3]
    return before, behind


def mark_of(kit: Kit, side: Side) -> str:
    return kit.spec.marks[0 if side is Side.FIRST else 1]
