"""The players that a machine can meet, each as tables:
which moves it takes in a state, and how likely.

A player that errs takes its other table at a rate;
an adaptive one at the rate at which the machine has erred lately.
The coach looks into the boxes before each game (`coach`); its tables are of one who cannot.

A player of the user's is a Python function from a board to a move, named `FILE.py:NAME`:

def mine(board):                         # such as "O.X......": the kit's marks
                                         # in reading order, '.' an empty square
    return board.index(".") + 1          # the number of a square, from 1;
                                         # an arrow is "8-5"; of Nim how many matches
    return [1, 3, 7, 9]                  # or several, by lot, each as likely
    return {5: 0.5, 1: 0.25, 9: 0.25}    # or how likely each is

Of such a function everything can be worked out.
One that draws its own lots is asked again in every game.
"""

import pickle
import random
import re
import runpy
import sys
import traceback
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout, suppress
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from threading import RLock

import numpy as np

from menace_kit.errors import LabError, MoveError, OutputError
from menace_kit.files import read_file
from menace_kit.games import Move, Position, Side, position_text, read_move, written_move
from menace_kit.lab import PLAYERS
from menace_kit.lab.engine.arrays import (
    ASK,
    FIRST_WON,
    GOING_ON,
    SECOND_WON,
    SIDES,
    UNEVEN,
    Array,
    Choices,
)
from menace_kit.lab.engine.tables import GameTable, best_moves, legal
from menace_kit.machine.kit import Kit

Choice = Callable[[Position], Mapping[Move, float]]
"""Returns how likely a player takes each move, or how often as likely
as another: the sum need not be 1.
"""

Mask = Callable[[GameTable], Array]
"""Returns bool [states, most moves]."""

ADAPTS = 0.02
"""How much of its rate an adaptive player takes from the machine's newest move:
it looks back over some 50 of them.
"""


@dataclass(frozen=True, eq=False)
class Unsettled:
    """What is known of a player that draws its own lots, or answers a board
    differently for another reason.

    Attributes:
        states: int64: where it may have to move.
        why: how that was noticed.
        answer: state, number -> float64 [most moves]: how likely it takes each move, this time;
            the same number makes the same chance.
    """

    states: Array
    why: str
    answer: Callable[[int, int], Array]


@dataclass(frozen=True, eq=False)
class Player:
    """A player on the states of a game table.

    Attributes:
        name: what it is asked for by.
        takes: bool [states, most moves], the moves that it takes;
            where there is none it gives the game up.
        errs: bool, of the same shape: the moves when it errs, all as likely.
        rate: how often it errs, from 0 to 1; of an adaptive one, at the beginning.
        adaptive: whether the rate follows the machine's.
        looks: whether what it takes is worked out before each game, from what is in the boxes.
        shares: float64, of the same shape: how likely it takes each of its moves;
            None where all are as likely.
        asked: of a player that is asked again in every game, and has no moves in these tables.
    """

    name: str
    takes: Array
    errs: Array
    rate: float = 0.0
    adaptive: bool = False
    looks: bool = False
    shares: Array | None = None
    asked: Unsettled | None = None

    @property
    def likely(self) -> Array:
        """Return float64 [states, most moves]:
        how likely it takes each move when it does not err.
        """
        if self.shares is not None:
            return self.shares
        even: Array = self.takes / np.maximum(self.takes.sum(axis=1, keepdims=True), 1)
        return even

    def answer(self, state: int, number: int) -> Array:
        """Return float64 [most moves]: how likely it takes each move this time; see `Unsettled`."""
        row: Array = self.likely[state] if self.asked is None else self.asked.answer(state, number)
        return row


def first_free(table: GameTable) -> Array:
    """Return the lowest legal move of each state."""
    lowest: Array = np.zeros(table.next_state.shape, np.bool_)
    lowest[table.outcome == GOING_ON, 0] = True
    return lowest


def win_or_block(table: GameTable) -> Array:
    """Return the moves that win at once; else those that leave the opponent
    the fewest ways to win at once.
    """
    own = np.where(table.mover == 0, FIRST_WON, SECOND_WON)
    wins = legal(table) & (table.outcome[table.next_state] == own[:, None])
    left = np.where(legal(table), wins.sum(axis=1)[table.next_state], table.width + 1)
    blocks = legal(table) & (left == left.min(axis=1, keepdims=True))
    return _first_that_exists(wins, blocks)


def _wrong_moves(table: GameTable) -> Array:
    """Return the moves that give away what the state is worth;
    where there is none, the best moves.
    """
    best = best_moves(table)
    return _first_that_exists(legal(table) & ~best, best)


def _first_that_exists(*masks: Array) -> Array:
    """Return for each state the first of the masks that has any move there."""
    chosen = masks[-1].copy()
    for mask in reversed(masks[:-1]):
        there = mask.any(axis=1)
        chosen[there] = mask[there]
    return chosen


TABLES: Mapping[str, tuple[Mask, Mask]] = {
    "random": (legal, legal),
    "first-free": (first_free, legal),
    "win-or-block": (win_or_block, legal),
    "perfect": (best_moves, legal),
    "adaptive": (best_moves, _wrong_moves),
    "coach": (best_moves, legal),
}
"""Name of each player of PLAYERS -> the moves that it takes, and those when it errs."""


def player_named(text: str, table: GameTable) -> Player:
    """Return the player that a name means: `random`, `perfect`,
    or with the rate of errors, `perfect:0.1`.

    Where it errs it makes any legal move, which may be a good one;
    an adaptive player makes a wrong one.
    """
    name, rate = parsed_name(text)
    takes, errs = TABLES[name]
    return Player(
        text, takes(table), errs(table), rate, PLAYERS[name].adaptive, PLAYERS[name].looks
    )


def nobody(name: str, known: Iterable[str]) -> LabError:
    """Return the error that tells of a name that means nobody:
    who is known, and that files are, too.
    """
    return LabError(
        f"there is no player {name!r}; choose from: {', '.join(known)}, a machine's FILE "
        "(lab train --machine FILE makes one), or FILE.py:NAME for a function of yours"
    )


def parsed_name(text: str) -> tuple[str, float]:
    """Return a player's name and its rate of errors; LabError where either cannot be."""
    name, colon, number = text.partition(":")
    if name not in PLAYERS:
        raise nobody(name, PLAYERS)
    if not colon:
        return name, PLAYERS[name].rate
    try:
        rate = float(number)
    except ValueError:
        raise LabError(
            f"{text}: {number!r} is not a number; a rate of errors is one from 0 to 1"
        ) from None
    if not 0 <= rate <= 1:
        raise LabError(f"{text}: a rate of errors is a number from 0 to 1, not {number}")
    return name, rate


def is_symmetric(text: str) -> bool:
    """Return whether a player treats a turned board as it treats the board; a function need not."""
    return not is_function(text) and PLAYERS[parsed_name(text)[0]].symmetric


Maker = Callable[[GameTable], Player]
"""Returns a player that a name alone does not mean, on the table of a match."""


# How players are packed for the compiled loop.


def packed(game: GameTable, player: Player, kinds: Array) -> tuple[Choices, Choices]:
    """Return what a player takes, and what it takes as it errs.

    Where it takes no move it gives the game up: it moves to the end of some game that is lost.
    `kinds` are those of `tables.kinds_of_moves`.
    """
    takes, errs = (
        _to_the_left(game, mask, player.likely, kinds) for mask in (player.takes, player.errs)
    )
    for mover, lost in enumerate((SECOND_WON, FIRST_WON)):
        gives_up = (takes.number == 0) & (game.outcome == GOING_ON) & (game.mover == mover)
        ends = np.flatnonzero(game.outcome == lost)
        if len(ends):
            takes.follows[gives_up, 0], takes.number[gives_up], takes.marks[gives_up] = (
                ends[0],
                1,
                -1,
            )
        elif gives_up.any():
            raise LabError(
                f"{player.name} may give up, but the {SIDES[mover].value} player cannot lose here"
            )
    takes.number[is_uneven(takes.upto)] = UNEVEN
    if player.asked is not None:
        takes.number[player.asked.states] = ASK
    return takes._replace(upto=upto(takes.upto)), errs


def _to_the_left(game: GameTable, mask: Array, shares: Array, kinds: Array) -> Choices:
    """Return the moves of a mask, packed to the left; `upto` is how likely each is by itself."""
    order = np.argsort(~mask, axis=1, kind="stable")
    follows, packed, own = (
        np.take_along_axis(table, order, axis=1) for table in (game.next_state, shares, kinds)
    )
    return Choices(follows, mask.sum(axis=1, dtype=np.int64), packed, own)


def is_uneven(shares: Array) -> Array:
    """Return for each row whether some of its moves are likelier than others,
    those of no chance left aside.
    """
    uneven: Array = np.where(shares > 0, shares, np.inf).min(axis=-1) < shares.max(axis=-1)
    return uneven


def upto(shares: Array) -> Array:
    """Return how likely each move of a row and all before it are;
    from the last one on 1, whatever rounding says.
    """
    sums: Array = np.cumsum(shares, axis=-1)
    sums[np.cumsum(shares[..., ::-1], axis=-1)[..., ::-1] == shares] = 1.0
    return sums


def summed_shares(shares: Sequence[float]) -> Array:
    """Return int64: the share of each and all before it, of 2**32."""
    numbers = np.array(shares)
    upto = np.round(np.cumsum(numbers / numbers.sum()) * 2**32).astype(np.int64)
    upto[-1] = 2**32
    return upto


# Players that the user writes.

NAMED = re.compile(r"(?P<file>.+\.py):(?P<function>[^:]*)", re.IGNORECASE | re.DOTALL)

SUM_TOLERANCE = 1e-6
"""How far the probabilities of an answer may be from 1 in sum."""

SEED = 1961
"""From what `random` and numpy's generator begin while a function is looked at."""

_ASKING = RLock()
"""Held while a function is asked: all threads have one `random`."""


def is_function(name: str) -> bool:
    """Return whether an opponent is a Python function, named `FILE.py:NAME`."""
    return NAMED.fullmatch(name) is not None


def file_of(name: str) -> Path:
    """Return the file of a function that is named `FILE.py:NAME`;
    LabError where the name means none.
    """
    found = NAMED.fullmatch(name)
    if found is None:
        raise LabError(f"{name!r} names no function; write FILE.py:NAME")
    return Path(found["file"])


def function_player(name: str, kit: Kit, table: GameTable, sides: Collection[Side]) -> Player:
    """Return the player that a function is on these sides;
    errors as in `tabulated` and `named_choice`.
    """
    return tabulated(table, name, named_choice(name, kit), sides)


def tabulated(
    table: GameTable, name: str, choose: Choice, sides: Collection[Side] = SIDES
) -> Player:
    """Return the player that does what a function says, asked on each board
    that it comes to, twice.

    Where it answers alike and uses no random numbers, it is taken to do so always.
    Else it is asked again in every game; `random` and numpy's generator then follow the seed
    of the run, and no other. LabError where a move is not legal.
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

    def answer_now(state: int, number: int) -> Array:
        with _chance_from(number, state):
            return answer(state)

    shares = np.zeros((table.states, table.width))
    with _chance_from(SEED):
        begun = _chance()
        known = [
            state
            for side in sides
            for state in _fill_shares(shares, table, SIDES.index(side), answer)
        ]
        differs = any((answer(state) != shares[state]).any() for state in reversed(known))
        draws = _chance() != begun
    takes, asked = shares > 0, None
    if differs or draws:
        movers = [SIDES.index(side) for side in sides]
        states = np.flatnonzero((table.outcome == GOING_ON) & np.isin(table.mover, movers))
        why = (
            "uses random numbers" if draws else "answers a board differently when it is asked again"
        )
        asked = Unsettled(states, why, answer_now)
    return Player(name, takes, takes, shares=shares, asked=asked)


def _fill_shares(
    shares: Array, table: GameTable, mover: int, answer: Callable[[int], Array]
) -> Iterator[int]:
    """Write the answers for one side into `shares`, and yield the states:
    those to which its own moves can lead.
    """
    met = np.zeros(table.states, np.bool_)
    met[0] = True
    # each comes after those that lead to it.
    for state in np.flatnonzero(table.outcome == GOING_ON).tolist():
        if not met[state]:
            continue
        after = table.next_state[state, : table.move_count[state]]
        if table.mover[state] == mover:
            shares[state] = answer(state)
            after = after[shares[state, : len(after)] > 0]
            yield state
        met[after] = True


@contextmanager
def _chance_from(*numbers: int) -> Iterator[None]:
    """Ask inside of this: `random` and numpy's generator begin from these numbers,
    and are put back afterwards.

    What is printed meanwhile goes to standard error.
    """
    with _ASKING, redirect_stdout(sys.stderr):
        before = random.getstate(), np.random.get_state()
        try:
            random.seed(" ".join(map(str, numbers)))
            np.random.seed(
                [number >> shift & 0xFFFFFFFF for number in numbers for shift in (0, 32)]
            )
            yield
        finally:
            random.setstate(before[0])
            np.random.set_state(before[1])


def _chance() -> tuple[object, ...]:
    """Return the state of both generators, so that two of them can be compared."""
    return random.getstate(), pickle.dumps(np.random.get_state())


def named_choice(name: str, kit: Kit) -> Choice:
    """Return a function of ours around the user's, from a position to legal moves
    and how likely they are.

    LabError where there is no such function; in use, where it fails or what it answers is no move.
    """
    function, file = _loaded(name)

    def choose(position: Position) -> Mapping[Move, float]:
        board, legal_moves = position_text(position, kit.spec.marks), kit.game.legal_moves(position)
        try:
            answer = function(board)
            shares = _shares_in(answer)
        except (Exception, SystemExit) as error:
            raise LabError(
                f"{name}: {_what_happened(error, file)}, on the board {board}"
            ) from error

        def wrong(what: str) -> LabError:
            return LabError(f"{name} answered {answer!r} on the board {board}; {what}")

        moves: dict[Move, float] = {}
        for written, share in shares:
            if not (isfinite(share) and share >= 0):
                raise wrong("a probability is a number from 0 to 1")
            move = None
            with suppress(MoveError):
                move = read_move(kit.game, position, written)
            if move in legal_moves and move is not None:
                moves[move] = moves.get(move, 0.0) + share
            elif share > 0:
                moves = {}
                break
        total = sum(moves.values())
        if not total:
            known = ", ".join(written_move(kit.game, position, each) for each in legal_moves)
            raise wrong(f"it should be one of: {known}; or a list or a mapping of them")
        if isinstance(answer, Mapping) and abs(total - 1) > SUM_TOLERANCE:
            raise wrong(f"the probabilities should be 1 together, not {total:g}")
        return moves

    return choose


def _shares_in(answer: object) -> list[tuple[str, float]]:
    """Return the moves of an answer as they are written, and how likely each is,
    1 where that is not said.
    """
    if isinstance(answer, Mapping):
        return [(str(move), float(share)) for move, share in answer.items()]
    if isinstance(answer, Iterable) and not isinstance(answer, str):
        return [(str(move), 1.0) for move in answer]
    return [(str(answer), 1.0)]


def _loaded(name: str) -> tuple[Callable[[str], object], Path]:
    """Return the function that a name means, and its file."""
    file, function = file_of(name), name.rpartition(":")[2]
    try:
        read_file(file)  # refuses what is none
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
    """Return an exception's kind and text, and the line of the user's file at which it came up."""
    lines = [
        frame.lineno
        for frame in traceback.extract_tb(error.__traceback__)
        if Path(frame.filename).name == file.name
    ]
    line = error.lineno if isinstance(error, SyntaxError) else lines[-1] if lines else None
    text = error.msg if isinstance(error, SyntaxError) else " ".join(str(error).split())
    return f"{type(error).__name__}{': ' * bool(text)}{text}{f' (line {line})' if line else ''}"
