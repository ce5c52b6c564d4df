"""Compiled draws: random numbers, and what a player or a box chooses by them.

The random stream's state is passed from draw to draw: kept in an array, each draw would wait for
memory. Types are Any: numba infers them from each call.
"""

from typing import Any

import numpy as np

from menace_kit.lab.engine.arrays import UNEVEN
from menace_kit.lab.engine.compiling import part
from menace_kit.lab.engine.random_stream import FIRST_FACTOR, GOLDEN, SECOND_FACTOR

_GOLDEN, _FIRST_FACTOR, _SECOND_FACTOR = (
    np.uint64(number) for number in (GOLDEN, FIRST_FACTOR, SECOND_FACTOR)
)
_11, _27, _30, _31, _32 = (np.uint64(number) for number in (11, 27, 30, 31, 32))
_2_TO_32 = np.int64(1 << 32)
_ONE_OF_2_TO_53 = 1.0 / (1 << 53)


@part
def _bits(stream: Any) -> Any:
    """Return 64 random bits, as `RandomStream` would, and the stream after them."""
    stream = stream + _GOLDEN
    bits = (stream ^ (stream >> _30)) * _FIRST_FACTOR
    bits = (bits ^ (bits >> _27)) * _SECOND_FACTOR
    return bits ^ (bits >> _31), stream


@part
def below(stream: Any, number: Any) -> Any:
    """Return a number from 0 to `number` - 1, and the stream; nothing is drawn for 1."""
    if number <= 1:
        return np.int64(0), stream
    bits, stream = _bits(stream)
    return np.int64(((bits >> _32) * np.uint64(number)) >> _32), stream


@part
def share(stream: Any) -> Any:
    """Return a number from 0 up to 1, and the stream."""
    bits, stream = _bits(stream)
    return np.float64(bits >> _11) * _ONE_OF_2_TO_53, stream


@part
def largest(stream: Any, worths: Any, count: Any) -> Any:
    """Return the index of the largest of the first numbers, ties at random, and the stream."""
    most, ties = -np.inf, np.int64(0)
    for worth in worths[:count]:
        if worth > most:
            most, ties = worth, np.int64(0)
        ties += worth == most
    chosen, stream = below(stream, ties)
    place = np.int64(0)
    while worths[place] < most or chosen > 0:
        chosen -= worths[place] == most
        place += 1
    return place, stream


@part
def player_of_mix(stream: Any, mix: Any) -> Any:
    """Return which player plays the next game, by `Setup.mix`, and the stream."""
    player = np.int64(0)
    if len(mix) > 1:
        lot, stream = below(stream, _2_TO_32)
        while mix[player] <= lot:
            player += 1
    return player, stream


@part
def choice(stream: Any, choices: Any, upto: Any, row: Any) -> Any:
    """Return which choice of a row of `Setup.follows` a player makes, and the stream."""
    if choices[row] != UNEVEN:
        return below(stream, np.int64(choices[row]))
    drawn, stream = share(stream)
    place = np.int64(0)
    while upto[row, place] <= drawn:
        place += 1
    return place, stream


@part
def choice_by_odds(stream: Any, odds: Any, count: Any) -> Any:
    """Return which of a box's moves its odds choose, and the stream."""
    drawn, stream = share(stream)
    place = np.int64(0)
    while place < count - 1 and drawn >= odds[place]:
        drawn -= odds[place]
        place += 1
    return place, stream


@part
def bead(stream: Any, beads: Any, total: Any) -> Any:
    """Return which kind of bead is drawn from a box that isn't empty, and the stream."""
    lot, stream = below(stream, total)
    kind = np.int64(0)
    while lot >= beads[kind]:
        lot -= beads[kind]
        kind += 1
    return kind, stream
