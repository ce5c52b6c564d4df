"""The reserve of beads on a shopping list: simulated where the lab is installed, else by the kit's rule."""

from importlib.util import find_spec
from typing import Annotated

import typer

from menace_kit.errors import LabError
from menace_kit.machine.kit import Kit
from menace_kit.machine.simulated_need import SimulatedNeed

LIBRARIES = ("numba", "numpy")
"""What a simulation needs; the extra `lab` installs them."""

RUNS = 400
"""Machines that are simulated for a list: some tenths of a second."""

NoForecastOption = Annotated[
    bool,
    typer.Option(
        "--no-forecast",
        help="Count the reserve of beads by the kit's rule, even where the extra lab could simulate what is needed.",
    ),
]


def simulated_need_of(kit: Kit, no_forecast: bool = False) -> SimulatedNeed | None:
    """Return what simulated machines of a kit needed; None where that was not wanted, or the lab is not installed.

    LabError where what was compiled cannot be kept.
    """
    if no_forecast or not can_simulate():
        return None
    from menace_kit.cli.lab.work import told_of_compiling
    from menace_kit.lab.forecast import simulated_need

    try:
        with told_of_compiling():
            return simulated_need(kit, RUNS)
    except LabError as error:
        raise LabError(f"{error}, or add --no-forecast") from error


def can_simulate() -> bool:
    """Return whether the libraries that a simulation needs are installed."""
    return all(find_spec(name) is not None for name in LIBRARIES)


def reserve_said(need: SimulatedNeed | None) -> str:
    """Return in one line how the reserve of beads was counted."""
    if need is not None:
        return (
            f"Reserve of beads: simulated; it was enough for {need.percent} of 100 machines in {need.games:,} "
            f"game{'s' if need.games > 1 else ''} (seed {need.seed})."
        )
    how = "" if can_simulate() else "; the extra lab would simulate what is needed"
    return f"Reserve of beads: by the kit's rule{how}."
