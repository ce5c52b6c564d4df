"""Players that users write, as functions in a file."""

import random
import runpy
import sys
import traceback
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import redirect_stdout, suppress
from math import isfinite
from pathlib import Path

import numpy as np

from menace_kit.errors import LabError, MoveError, OutputError
from menace_kit.files import read_file
from menace_kit.games import Game, Move, Position, Side, position_text, read_move, written_move
from menace_kit.lab.engine.arrays import GOING_ON, SIDES, Array
from menace_kit.lab.engine.tables import GameTable
from menace_kit.lab.players import NAMED, Choice, Player
from menace_kit.machine import Kit

SUM_TOLERANCE = 1e-6
"""How far the sum of an answer's probabilities may be from 1."""


def file_of(name: str) -> Path:
    """Return the file in `FILE.py:NAME`; raises LabError if the name has none."""
    found = NAMED.fullmatch(name)
    if found is None:
        raise LabError(f"{name!r} names no function; write FILE.py:NAME")
    return Path(found["file"])


def function_player(name: str, kit: Kit, table: GameTable, sides: Collection[Side]) -> Player:
    """Return the player that a function is on these sides.

    Raises LabError like `tabulated` and `named_choice`.
    """
    return tabulated(table, name, named_choice(name, kit), sides)


def tabulated(
    table: GameTable, name: str, choose: Choice, sides: Collection[Side] = SIDES
) -> Player:
    """Return the player that follows a function, which is asked twice on each board it reaches.

    Raises LabError if a move isn't legal, or if the second answer differs, as with random numbers.
    """

    def answer(state: int) -> Array:
        row, moves = np.zeros(table.width), table.moves[state]
        for move, share in choose(table.positions[state]).items():
            if move not in moves:
                board = table.positions[state].cells
                raise LabError(f"{name}: {move!r} is no legal move on {board}; legal: {moves}")
            row[moves.index(move)] = share
        even: Array = row / row.sum()
        return even

    shares, before = np.zeros((table.states, table.width)), random.getstate()
    with redirect_stdout(sys.stderr):
        known = [
            state
            for side in sides
            for state in _fill_shares(shares, table, SIDES.index(side), answer)
        ]
        differs = any((answer(state) != shares[state]).any() for state in reversed(known))
    if differs or random.getstate() != before:
        raise LabError(
            f"{name} draws lots, or answers a board differently when it is asked again; it should "
            "say how likely its moves are: let it return a list of squares, each as likely, "
            "or a mapping such as {5: 0.75, 1: 0.25}"
        )
    takes = shares > 0
    return Player(name, takes, takes, shares=shares)


def _fill_shares(
    shares: Array, table: GameTable, mover: int, answer: Callable[[int], Array]
) -> Iterator[int]:
    """Write the answers for one side into `shares`, and yield their states.

    Only states that its own moves can reach are asked for.
    """
    met = np.zeros(table.states, np.bool_)
    met[0] = True
    # Each comes after its predecessors.
    for state in np.flatnonzero(table.outcome == GOING_ON).tolist():
        if not met[state]:
            continue
        after = table.next_state[state, : table.move_count[state]]
        if table.mover[state] == mover:
            shares[state] = answer(state)
            after = after[shares[state, : len(after)] > 0]
            yield state
        met[after] = True


def named_choice(name: str, kit: Kit) -> Choice:
    """Return our wrapper of the user's function: from a position to legal moves and chances.

    Raises LabError if there is no such function; when used, if it fails or its answer isn't a move.
    """
    function, file = _loaded(name)

    def choose(position: Position) -> Mapping[Move, float]:
        board = position_text(position, kit.spec.marks)
        try:
            answer = function(board)
            shares = _shares_in(answer)
        except (Exception, SystemExit) as error:
            raise LabError(
                f"{name}: {_what_happened(error, file)}, on the board {board}"
            ) from error

        moves = _legal(kit.game, position, shares)
        total = sum(moves.values())
        wrong = ""
        if not all(isfinite(share) and share >= 0 for _, share in shares):
            wrong = "a probability is a number from 0 to 1"
        elif not total:
            legal_moves = kit.game.legal_moves(position)
            known = ", ".join(written_move(kit.game, position, each) for each in legal_moves)
            wrong = f"it should be one of: {known}; or a list or a mapping of them"
        elif isinstance(answer, Mapping) and abs(total - 1) > SUM_TOLERANCE:
            wrong = f"the probabilities should be 1 together, not {total:g}"
        if wrong:
            raise LabError(f"{name} answered {answer!r} on the board {board}; {wrong}")
        return moves

    return choose


def _legal(
    game: Game, position: Position, shares: Iterable[tuple[str, float]]
) -> dict[Move, float]:
    """Return how likely each legal move is; none where any other is likely, too."""
    moves: dict[Move, float] = {}
    legal_moves = game.legal_moves(position)
    for written, share in shares:
        move = None
        with suppress(MoveError):
            move = read_move(game, position, written)
        if move in legal_moves and move is not None:
            moves[move] = moves.get(move, 0.0) + share
        elif share > 0:
            return {}
    return moves


def _shares_in(answer: object) -> list[tuple[str, float]]:
    """Return the moves of an answer as written, with their chances; 1 where none are given."""
    if isinstance(answer, Mapping):
        return [(str(move), float(share)) for move, share in answer.items()]
    if isinstance(answer, Iterable) and not isinstance(answer, str):
        return [(str(move), 1.0) for move in answer]
    return [(str(answer), 1.0)]


def _loaded(name: str) -> tuple[Callable[[str], object], Path]:
    """Return the function that a name means, and its file."""
    file, function = file_of(name), name.rpartition(":")[2]
    try:
        read_file(file)  # refuses what isn't a file
    except OutputError as error:
        if isinstance(error.__cause__, FileNotFoundError):
            raise LabError(
                f"there is no file {file} with a player in it; "
                f"write one, such as  def {function}(board): return board.index('.') + 1"
            ) from None
        raise
    try:
        with redirect_stdout(sys.stderr):
            contents = runpy.run_path(str(file))
    except (Exception, SystemExit) as error:
        raise LabError(f"{file} cannot be run: {_what_happened(error, file)}") from error
    if not callable(contents.get(function)):
        own = [
            each for each, value in contents.items() if callable(value) and not each.startswith("_")
        ]
        known = f"it has: {', '.join(own)}" if own else "it has none"
        raise LabError(f"{file} has no function {function!r}; {known}")
    return contents[function], file


def _what_happened(error: BaseException, file: Path) -> str:
    """Return an exception's kind and text, and the line in the user's file where it occurred."""
    lines = [
        frame.lineno
        for frame in traceback.extract_tb(error.__traceback__)
        if Path(frame.filename).name == file.name
    ]
    line = error.lineno if isinstance(error, SyntaxError) else lines[-1] if lines else None
    text = error.msg if isinstance(error, SyntaxError) else " ".join(str(error).split())
    return f"{type(error).__name__}{': ' * bool(text)}{text}{f' (line {line})' if line else ''}"
