"""How people write boards and moves, in and out.

A board is its squares in reading order: `O.X......`. Any of `. - _ 0` or a space is an empty
square. Case doesn't matter. `/`, `|` or new lines may separate the rows. If a player's mark is O, a
0 that cannot be an empty square is an O.

Squares are numbered from 1 in reading order. A move is the squares it touches: `5`, or `8-5` for an
arrow. Moves are stored like that. If a game names its moves, people read and type the names.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from menace_kit.errors import MoveError, PositionError, quoted
from menace_kit.games.game import Game, NamesMoves, Pieces, square_count
from menace_kit.games.position import EMPTY, Move, Position, Side

EMPTY_SIGNS = ".-_0 "

ROW_SIGNS = "/|\r\n"

NOUGHT, LIKE_NOUGHT = "o", "0"

Marks = tuple[str, str]
"""The first player's mark and the second's, one character each."""


LOOK_ALIKES = {
    NOUGHT: "⭕◯○🅾\N{GREEK SMALL LETTER OMICRON}\N{CYRILLIC SMALL LETTER O}",
    EMPTY: "·–—⬜□",
    "x": "❌×✕✖✗✘╳❎\N{GREEK SMALL LETTER CHI}\N{CYRILLIC SMALL LETTER HA}",
}
"""Signs, and letters of other alphabets, that people type for a mark or an empty square."""

AROUND = "[](){}'\"\N{VARIATION SELECTOR-16}\N{VARIATION SELECTOR-15}"
"""Characters around squares that mean nothing."""

_LINE_OF_BOARD = re.compile(r"^[-+─┼ ]*[+┼][-+─┼ ]*$", re.MULTILINE)
"""A rule between two rows, as programs print it: `---+---+---`."""


def _signs(text: str, squares: int, marks: Marks) -> Sequence[str]:
    """Return what is on each square of a typed board: a sign, or the square's number.

    Raises PositionError if no reading has this many squares.
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
    """Return a typed board without brackets and rules, with look-alikes replaced by the marks."""
    own = {mark.casefold() for mark in marks}
    alike = {
        sign: mark
        for mark, signs in LOOK_ALIKES.items()
        for sign in signs
        if mark in (*own, EMPTY) and sign not in own
    }
    kept = (sign for sign in _LINE_OF_BOARD.sub("", text) if sign not in AROUND or sign in own)
    return "".join(alike.get(sign.casefold(), sign) for sign in kept)


def parse_cells(text: str, squares: int, marks: Marks) -> str:
    """Return the cells of a typed board, in the form of `Position.cells`.

    Spaces are empty squares, unless the board is complete without them: `O X . / . . . / . . .`
    works. So do commas, brackets, and a free square's number. Raises PositionError for a wrong
    number of squares or an unknown sign.
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


def cells_text(cells: str, marks: Marks) -> str:
    """Return a board in reading order: the players' marks, and `.` for empty."""
    first, second = marks
    return cells.translate(str.maketrans(Side.FIRST.cell + Side.SECOND.cell, first + second))


def parse_board(game: Game, text: str, marks: Marks, to_move: Side | None = None) -> str:
    """Return the cells of a typed board.

    If a player's mark is O, each 0 is a nought unless some game leaves those squares empty. Raises
    PositionError for a wrong number of squares, an unknown sign, or if both readings are possible.
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
    """Return the position on a typed board; raises PositionError if no game reaches it.

    `to_move` says whose turn it is if the board alone doesn't.
    """
    cells = parse_board(game, text, marks, to_move)
    try:
        return game.position(cells, to_move)
    except PositionError as error:
        raise PositionError(
            str(error).replace(cells, cells_text(cells, marks)), error.why
        ) from error


def position_text(position: Position, marks: Marks) -> str:
    """Return a position as it is typed; the inverse of `parse_position`."""
    return cells_text(position.cells, marks)


@lru_cache(maxsize=1024)
def move_text(move: Move) -> str:
    """Return a move as people write it: `5`, or `8-5` for an arrow; squares count from 1."""
    return "-".join(str(square + 1) for square in move)


def parse_move(text: str) -> Move:
    """Return the move written as `5` or `8-5`; raises MoveError for anything else."""
    parts = text.strip().split("-")
    if not all(
        part.isascii() and part.isdigit() and len(part) < 4 and int(part) > 0 for part in parts
    ):
        raise MoveError(
            f"{quoted(text)} is not a move; write the number of its square, "
            "or from-to, counting from 1"
        )
    return tuple(int(part) - 1 for part in parts)


def moves_written(game: Game, word: str, alone: bool) -> list[str]:
    """Return the moves that a word means, as `parse_move` reads them; none if it makes no sense.

    Squares are numbers, or letter and row such as `b2`: rows count from the top, but for pawns from
    the bottom, as in chess. A word that is `alone` is a whole game and may have many moves: `513`,
    `5-1-3`, `b2a1c1`.
    """
    numbers = _squares(game, word.casefold(), alone)
    size = len(game.legal_moves(game.start())[0])
    if not numbers or len(numbers) % size or (len(numbers) > size and not alone):
        return []
    parts = [numbers[first : first + size] for first in range(0, len(numbers), size)]
    return ["-".join(map(str, part)) for part in parts]


def has_letters(game: Game, word: str) -> bool:
    """Return whether a word names squares by letters."""
    return game.rows > 1 and bool(re.fullmatch(r"[a-z]\d(?:-?[a-z]\d)*", word.casefold()))


def _squares(game: Game, word: str, alone: bool) -> list[int]:
    if has_letters(game, word):
        return [
            lettered_square(game, letter, digit)
            for letter, digit in re.findall(r"([a-z])(\d)", word)
        ]
    if not re.fullmatch(r"\d{1,9}(?:-\d{1,3})*", word, re.ASCII):
        return []
    # If squares have one digit, more digits are more squares; but 12 alone is a slip, not a game.
    in_a_row = alone and word.isdigit() and len(word) > 2 and game.rows * game.columns <= 9
    return [int(number) for number in (word if in_a_row else word.split("-"))]


def lettered_square(game: Game, letter: str, digit: str) -> int:
    """Return the number, from 1, of a square named by a letter; MoveError if there is none."""
    column, row = ord(letter) - ord("a"), int(digit) - 1
    if not (column < game.columns and 0 <= row < game.rows):
        raise MoveError(
            f"there is no square {letter}{digit} on a board of {game.columns} x {game.rows}"
        )
    if game.pieces is Pieces.PAWNS:
        row = game.rows - 1 - row
    return row * game.columns + column + 1


def written_move(game: Game, position: Position, move: Move) -> str:
    """Return a legal move as people write it: its name if the game has names, else its squares."""
    return game.move_name(position, move) if isinstance(game, NamesMoves) else move_text(move)


def read_move(game: Game, position: Position, text: str) -> Move:
    """Return the move written like this, in digits or letters; MoveError if there is none.

    A name must be that of a legal move. Squares needn't be.
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
    """Return the error for `Game.play` to raise for an illegal move; it lists the legal ones."""
    legal = ", ".join(map(move_text, game.legal_moves(position))) or "none, the game is over"
    return MoveError(f"{move_text(move)} cannot be played on {position.cells}; legal: {legal}")
