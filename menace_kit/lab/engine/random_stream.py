"""Random numbers that compiled and plain Python code draw alike: SplitMix64.

Source of the generator: G. Steele, D. Lea, C. Flood, Fast splittable pseudorandom number
generators, OOPSLA 2014.
"""

from collections.abc import Sequence
from typing import TypeVar

import numpy as np

ChoiceT = TypeVar("ChoiceT")

MASK = (1 << 64) - 1

GOLDEN, FIRST_FACTOR, SECOND_FACTOR = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


class RandomStream:
    """A stream of random numbers from a 64-bit seed."""

    def __init__(self, seed: int) -> None:
        self.state = seed & MASK

    def bits(self) -> int:
        """Return the next 64 bits."""
        self.state = (self.state + GOLDEN) & MASK
        mixed = self.state
        mixed = ((mixed ^ (mixed >> 30)) * FIRST_FACTOR) & MASK
        mixed = ((mixed ^ (mixed >> 27)) * SECOND_FACTOR) & MASK
        return mixed ^ (mixed >> 31)

    def below(self, number: int) -> int:
        """Return a number from 0 to `number` - 1, uniform to within `number` / 2**32.

        Nothing is drawn if there is no choice.
        """
        return ((self.bits() >> 32) * number) >> 32 if number > 1 else 0

    def one_of(self, choices: Sequence[ChoiceT]) -> ChoiceT:
        """Return one of the choices, all equally likely."""
        return choices[self.below(len(choices))]

    def share(self) -> float:
        """Return a number from 0 up to, but not including, 1."""
        return (self.bits() >> 11) / (1 << 53)


def stream_seeds(seed: int, streams: int) -> list[int]:
    """Return the seeds of so many independent streams, always the same for the same seed."""
    return [
        int(number) for number in np.random.SeedSequence(seed).generate_state(streams, np.uint64)
    ]
