"""How much is tried: a little in `make test`; everything, and new examples, in `make prove`.

A test that needs another number of hypothesis examples than its profile uses `examples`, which
respects the profile. This module also has the presets, each made once for all tests of a process.
"""

from collections.abc import Iterable
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import settings

from menace_kit.machine import Cabinet, Kit, load_preset
from menace_kit.machine.toml_files import TemplateKind, template_names

QUICK = "quick"
PROVE = "prove"
EXAMPLES = {QUICK: 20, PROVE: 200}

# No deadline: an example's time says more about a busy computer than about the tested code.
settings.register_profile(
    QUICK, max_examples=EXAMPLES[QUICK], derandomize=True, database=None, deadline=None
)
settings.register_profile(PROVE, max_examples=EXAMPLES[PROVE], database=None, deadline=None)


preset = cache(load_preset)
"""A preset by name; kits are immutable, so the tests share them."""


@cache
def in_cabinet(kit: Kit, rows: int = 38, columns: int = 8) -> Kit:
    """Return the kit with a cabinet, which no preset has."""
    cabinet = Cabinet(rows=rows, columns=columns)
    return replace(kit, spec=kit.spec.model_copy(update={"cabinet": cabinet}))


def examples(quick: int, prove: int | None = None) -> settings:
    """Return settings with this many examples in `make test`; in `make prove` ten times as many by
    default.
    """
    proving = settings().max_examples == EXAMPLES[PROVE]
    return settings(max_examples=(prove or 10 * quick) if proving else quick)


def all_to_prove(values: Iterable[object], *, quick: Iterable[object]) -> list[object]:
    """Return values to parametrize with: those in `quick` for every run, the others to prove.

    A value that is a tuple sets several parameters.
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
    """Return values to parametrize a test with: every n-th for every run, the others for `make
    prove`.
    """
    chosen = list(values)
    return all_to_prove(chosen, quick=chosen[::every])


PRESETS = template_names(TemplateKind.MACHINES)
TYPICAL = (
    "her-19",
    "her-3x4",
    "michie-1961",
    "nim-13",
    "scroggs",
    "second-player",
    "starter",
    "van-woudenberg",
)
"""Presets of every kind: each game and side, few boxes and many, other containers, taken
squares.
"""

EVERY_PRESET = all_to_prove(PRESETS, quick=TYPICAL)
"""All their names to parametrize a test with; those similar to another are for `make prove`."""
