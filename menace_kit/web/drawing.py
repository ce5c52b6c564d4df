"""Boards, colours, moves and places as plain values."""

from collections.abc import Mapping

from menace_kit.games import EMPTY, Move, Pieces, Position, Side
from menace_kit.games.notation import move_text, position_text
from menace_kit.guide import wording
from menace_kit.layout.pieces import cell_height
from menace_kit.machine.boxes import Box
from menace_kit.machine.kit import Kit
from menace_kit.web.page_words import page_words
from menace_kit.web.pieces import arrow_path
from menace_kit.web.shapes import Board, Colour, MoveShape, Piece, Place, Square

DRAWN: Mapping[Pieces, tuple[Piece, Piece]] = {
    Pieces.MARKS: ("mark", "mark"),
    Pieces.PAWNS: ("white-pawn", "black-pawn"),
    Pieces.TOKENS: ("match", "match"),
}
"""What the pieces of the first player and of the second are drawn as."""


def colour_shape(kit: Kit, name: str) -> Colour:
    """Return a colour by its name."""
    found = kit.colour(name)
    return Colour(
        name=found.name,
        called=page_words(kit).colour_called(found.name),
        letter=found.key,
        glyph=found.glyph,
        hex=found.hex,
        ink=found.ink,
    )


def board_shape(kit: Kit, position: Position, moves: Mapping[str, Move] | None = None) -> Board:
    """Return a board; a bead of `moves` lies on the last square that its move touches."""
    marks = {Side.FIRST.cell: kit.spec.marks[0], Side.SECOND.cell: kit.spec.marks[1], EMPTY: ""}
    first, second = DRAWN[kit.game.pieces]
    pieces: dict[str, Piece] = {Side.FIRST.cell: first, Side.SECOND.cell: second, EMPTY: ""}
    beads = {move[-1]: colour_shape(kit, name) for name, move in (moves or {}).items()}
    squares = [
        Square(number=number + 1, mark=marks[cell], piece=pieces[cell], colour=beads.get(number))
        for number, cell in enumerate(position.cells)
    ]
    columns = kit.game.columns
    rows = [squares[first : first + columns] for first in range(0, len(squares), columns)]
    return Board(text=position_text(position, kit.spec.marks), tall=cell_height(kit), rows=rows)


def move_shape(kit: Kit, move: Move) -> MoveShape:
    """Return a move."""
    ends = [(square % kit.game.columns + 0.5, square // kit.game.columns + 0.5) for square in move]
    return MoveShape(
        move=move_text(move),
        words=page_words(kit).tell(wording.square(kit, move)),
        squares=[square + 1 for square in move],
        arrow=arrow_path(ends[0], ends[-1], cell_height(kit)) if len(move) > 1 else "",
    )


def place_shape(kit: Kit, box: Box) -> Place | None:
    """Return where a box stands, or None where the kit has no cabinet."""
    where = kit.place(box)
    return Place(**where._asdict(), words=page_words(kit).tell(wording.place(kit, box))) if where else None


def mark_of(kit: Kit, side: Side) -> str:
    """Return the mark of a side."""
    return kit.spec.marks[0 if side is Side.FIRST else 1]
