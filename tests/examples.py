"""How much is tried: little, and always the same, in `make test`;
everything, and new examples, in `make prove`.

A test that needs another number of hypothesis's examples than
the profile's says so with `examples`, which obeys the profile.
And the ready-made kits, each made once for all tests of a process.
"""

import sys
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from hypothesis import settings

from menace_kit.machine import Cabinet, Kit, load_preset
from menace_kit.machine.toml_files import TemplateKind, template_names

QUICK = "quick"
PROVE = "prove"
EXAMPLES = {QUICK: 10, PROVE: 200}

# How long an example takes says more about the computer, busy with other tests,
# than about what is tested.
settings.register_profile(
    QUICK, max_examples=EXAMPLES[QUICK], derandomize=True, database=None, deadline=None
)
settings.register_profile(PROVE, max_examples=EXAMPLES[PROVE], database=None, deadline=None)


def take_none_from_the_program() -> None:
    """Keep hypothesis from reading every module for numbers and texts to try.

    That takes each worker three seconds where nothing is kept yet, and `make test` tries few
    examples, which should stay the same when a number somewhere in the program is another one.
    """
    providers: Any = sys.modules.get("hypothesis.internal.conjecture.providers")
    if hasattr(providers, "_get_local_constants"):  # older versions don't look there
        providers._get_local_constants = lambda: providers._local_constants


preset = cache(load_preset)
"""A ready-made kit by its name; kits are immutable, so the tests share them."""


@cache
def in_cabinet(kit: Kit, rows: int = 38, columns: int = 8) -> Kit:
    """Return the kit with a cabinet; no ready-made one has any."""
    cabinet = Cabinet(rows=rows, columns=columns)
    return replace(kit, spec=kit.spec.model_copy(update={"cabinet": cabinet}))


def examples(quick: int, prove: int | None = None) -> settings:
    """Return settings with so many examples in `make test`,
    and in `make prove` (ten times as many, if not said).
    """
    proving = settings().max_examples == EXAMPLES[PROVE]
    return settings(max_examples=(prove or 10 * quick) if proving else quick)


def all_to_prove(values: Iterable[object], *, quick: Iterable[object]) -> list[object]:
    """Return values to parametrize a test with: those that `quick` names for every run,
    the others for `make prove`.

    A value that is a tuple is one for several parameters.
    """
    every, chosen = list(values), list(quick)
    unknown = [value for value in chosen if value not in every]
    if unknown:
        raise ValueError(f"not among the values: {unknown}")
    return [
        pytest.param(
            *(value if isinstance(value, tuple) else (value,)),
            marks=() if value in chosen else pytest.mark.prove,
        )
        for value in every
    ]


def some_of(values: Iterable[object], every: int = 3) -> list[object]:
    """Return values to parametrize a test with: each so many for every run,
    the others for `make prove`.
    """
    chosen = list(values)
    return all_to_prove(chosen, quick=chosen[::every])


PRESETS = template_names(TemplateKind.MACHINES)
TYPICAL = (
    "her-19",
    "her-3x4",
    "michie-1961",
    "nim-13",
    "second-player",
    "starter",
    "van-woudenberg",
)
"""Ready-made machines of every kind: each game and each side, few boxes and many,
other containers, taken squares.
"""

EVERY_PRESET = all_to_prove(PRESETS, quick=TYPICAL)
"""The names of all of them to parametrize a test with;
those that are like another are for `make prove`.
"""
