"""Boards and moves as people write them, in and out.

A board is its squares in reading order: `O.X......`. Any of `. - _ 0` or a space is an empty square, case does not
matter, and `/`, `|` or new lines may separate the rows. Squares are numbered from 1 in reading order; a move is the
squares it touches, `5` or, for an arrow, `8-5`.
"""

from menace_kit.errors import MoveError, PositionError
from menace_kit.games.game import EMPTY, Game, Move, Position, Side

EMPTY_SIGNS = ".-_0 "
ROW_SIGNS = "/|\r\n"

Marks = tuple[str, str]
"""The first player's mark and the second's, one character each."""


def parse_cells(text: str, squares: int, marks: Marks) -> str:
    """Return the cells of a typed board, as `Position.cells` has them.

    Spaces count as empty squares, unless the board has all its squares without them: `O X . / . . . / . . .` is fine.
    PositionError where the number of squares or a sign is wrong.
    """
    board = "".join(sign for sign in text if sign not in ROW_SIGNS)
    if len(board) != squares:
        board = board.replace(" ", "")
    if len(board) != squares:
        squared = "1 square" if len(board) == 1 else f"{len(board)} squares"
        raise PositionError(f"{text!r} has {squared}, but a board has {squares}, row by row")
    meaning = {mark.casefold(): side.cell for mark, side in zip(marks, Side, strict=True)}
    meaning.update(dict.fromkeys(EMPTY_SIGNS, EMPTY))
    cells = []
    for number, sign in enumerate(board, start=1):
        if sign.casefold() not in meaning:
            raise PositionError(
                f"{sign!r} on square {number} of {text!r} is neither {marks[0]} nor {marks[1]}; "
                "an empty square is one of . - _ 0 or a space"
            )
        cells.append(meaning[sign.casefold()])
    return "".join(cells)


def cells_text(cells: str, marks: Marks) -> str:
    """Return the board as nine (or however many) characters in reading order: the marks, and `.` for empty."""
    first, second = marks
    return cells.translate(str.maketrans(Side.FIRST.cell + Side.SECOND.cell, first + second))


def parse_position(game: Game, text: str, marks: Marks, to_move: Side | None = None) -> Position:
    """Return the position on a typed board; PositionError where it cannot be read or no game reaches it.

    `to_move` tells whose turn it is where the board alone does not.
    """
    cells = parse_cells(text, game.rows * game.columns, marks)
    try:
        return game.position(cells, to_move)
    except PositionError as error:
        raise PositionError(str(error).replace(cells, cells_text(cells, marks))) from error


def position_text(position: Position, marks: Marks) -> str:
    """Return the position as it is typed; the inverse of `parse_position`."""
    return cells_text(position.cells, marks)


def move_text(move: Move) -> str:
    """Return the move as people write it: `5`, or `8-5` for an arrow; squares count from 1."""
    return "-".join(str(square + 1) for square in move)


def parse_move(text: str) -> Move:
    """Return the move that people write `5` or `8-5`; MoveError where it is not one."""
    parts = text.strip().split("-")
    if not all(part.isascii() and part.isdigit() and len(part) < 4 and int(part) > 0 for part in parts):
        raise MoveError(
            f"{text!r} is not a move; write the number of its square, or from-to, counting from 1"
        )
    return tuple(int(part) - 1 for part in parts)
