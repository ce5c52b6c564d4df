"""Players that the user writes: a Python function from a board to a move, named `FILE.py:NAME`.

def corner(board):          # such as "O.X......": the kit's marks in reading order, '.' an empty square
    return board.index(".") + 1   # the number of a square, from 1; an arrow is "8-5"
"""

import re
import runpy
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from menace_kit.errors import LabError, MoveError
from menace_kit.games import Move, Position, Side
from menace_kit.games.notation import move_text, parse_move, position_text
from menace_kit.machine.kit import Kit

if TYPE_CHECKING:
    from menace_kit.lab.players import Player
    from menace_kit.lab.tables import GameTable

NAMED = re.compile(r"(?P<file>.+\.py):(?P<function>[^:]*)", re.IGNORECASE | re.DOTALL)


def function_player(name: str, kit: Kit, table: "GameTable", side: Side) -> "Player":
    """Return the player that a function is; it is asked once for every board on which this side is to move.

    It must answer the same board with the same move, and the table should have all positions apart. LabError where
    there is no such function, it fails, or what it answers is no legal move.
    """
    from menace_kit.lab.players import tabulated

    choose = chosen_moves(name, kit)

    def choose_when_to_move(position: Position) -> Move:
        return choose(position) if position.to_move is side else kit.game.legal_moves(position)[0]

    return tabulated(table, name, choose_when_to_move)


def chosen_moves(name: str, kit: Kit) -> Callable[[Position], Move]:
    """Return a function of ours around the user's, from a position to a legal move; errors as `function_player`."""
    function, file = _loaded(name)

    def choose(position: Position) -> Move:
        board = position_text(position, kit.spec.marks)
        try:
            answer = function(board)
        except Exception as error:
            raise LabError(f"{name}: {_what_happened(error, file)}, on the board {board}") from error
        return _legal_move(name, kit, position, answer)

    return choose


def _legal_move(name: str, kit: Kit, position: Position, answer: object) -> Move:
    legal = kit.game.legal_moves(position)
    try:
        move = parse_move(str(answer))
    except MoveError:
        move = ()
    if move not in legal:
        board, known = position_text(position, kit.spec.marks), ", ".join(map(move_text, legal))
        raise LabError(f"{name} answered {answer!r} on the board {board}; it should be one of: {known}")
    return move


def _loaded(name: str) -> tuple[Callable[[str], object], Path]:
    """Return the function that a name means, and its file."""
    found = NAMED.fullmatch(name)
    if found is None:
        raise LabError(f"{name!r} names no function; write FILE.py:NAME")
    file, function = Path(found["file"]), found["function"]
    if not file.is_file():
        raise LabError(f"there is no file {file} with a player in it")
    try:
        contents = runpy.run_path(str(file))
    except (Exception, SystemExit) as error:
        raise LabError(f"{file} cannot be run: {_what_happened(error, file)}") from error
    if not callable(contents.get(function)):
        raise LabError(f"{file} has no function {function!r}; {_functions_of(contents)}")
    return contents[function], file


def _functions_of(contents: dict[str, Any]) -> str:
    own = [name for name, value in contents.items() if callable(value) and not name.startswith("_")]
    return f"it has: {', '.join(own)}" if own else "it has none"


def _what_happened(error: BaseException, file: Path) -> str:
    """Return an exception's kind and text, and the line of the user's file at which it came up."""
    lines = [
        frame.lineno
        for frame in traceback.extract_tb(error.__traceback__)
        if Path(frame.filename).name == file.name
    ]
    line = error.lineno if isinstance(error, SyntaxError) else lines[-1] if lines else None
    text = error.msg if isinstance(error, SyntaxError) else " ".join(str(error).split())
    return f"{type(error).__name__}{': ' * bool(text)}{text}{f' (line {line})' if line else ''}"
