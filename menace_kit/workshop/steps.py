"""The steps of building: which ones a kit needs, in order, and how long each takes."""

from contextlib import suppress
from functools import cache
from typing import Annotated, NamedTuple

from menace_kit.errors import FitError
from menace_kit.files import templates_folder
from menace_kit.machine import Kit
from menace_kit.machine.containers import ContainerKind
from menace_kit.machine.tables import Limits, Table, parse_table
from menace_kit.machine.toml_files import read_toml
from menace_kit.text import Words
from menace_kit.workshop.fence import Fence, fence

Minutes = Annotated[float, Limits(ge=0, le=10_000)]


class StepTime(Table):
    """How long a step takes one person, once and for each box, and how we know.

    `needed` is whether a machine needs it.
    """

    needed: bool
    source: str
    minutes: Minutes = 0
    minutes_a_box: Minutes = 0


class BuildingStep(NamedTuple):
    """A step of building: its name, its time, and how many boxes go through it.

    `by_batch` is whether each batch of them goes through it separately.
    """

    name: str
    time: StepTime
    boxes: int
    by_batch: bool

    @property
    def minutes(self) -> float:
        """Return how long it takes one person with all boxes."""
        return self.time.minutes + self.time.minutes_a_box * self.boxes


FOLDING = ("score", "cut-out", "fold", "sleeve", "join")
"""How to make a fold-up box, apart from printing, filling and putting it in its place."""

AT_ONCE = ("measure", "blocks", "cabinet", "shelf")
"""Steps that are done once for all boxes."""

SHEETS = ("print", "score", "cut", "cut-out", "sort")
"""Steps for whole sheets, which have boxes of several of a class's sets."""


@cache
def step_times() -> dict[str, StepTime]:
    """Return how long each step takes; raises KitError if the file was edited and is wrong."""
    path = templates_folder() / "steps.toml"
    return {
        name: parse_table(StepTime, table, f"{path}: {name}")
        for name, table in read_toml(path).items()
    }


def building_steps(kit: Kit, machines: int = 1) -> list[BuildingStep]:
    """Return the steps for so many machines of this kit, in order.

    What is cut out for several machines is sorted before anything is made of it.
    """
    names = _names(kit)
    if machines > 1:
        names = [after for name in names for after in _with_sorting(name)]
    boxes, times = machines * len(kit.boxes), step_times()
    together = AT_ONCE if machines == 1 else AT_ONCE + SHEETS
    return [BuildingStep(name, times[name], boxes, name not in together) for name in names]


def minutes_needed(kit: Kit, machines: int = 1) -> float:
    """Return how long one person takes for everything that so many machines need."""
    return sum(step.minutes for step in building_steps(kit, machines) if step.time.needed)


def time_said(words: Words, minutes: float) -> str:
    """Return minutes in words, rounded as people do.

    From 10 minutes on they are rounded to 5, from 90 on to half an hour.
    """
    if minutes < 90:
        return words(
            "assembly.minutes",
            time=max(1, round(minutes) if minutes < 10 else 5 * round(minutes / 5)),
        )
    return words("assembly.time", time=words.decimal(round(minutes / 30) / 2))


def _with_sorting(name: str) -> list[str]:
    return [name, "sort"] if name in {"cut", "cut-out"} else [name]


def _names(kit: Kit) -> list[str]:
    kind, ready_cut = kit.container.kind, kit.stock.grid is not None
    pull = ["pull"] if kit.container.label.pull else []
    # A fold-up box has its label printed on it, and its fence in the same card.
    if kind is ContainerKind.FOLD_UP:
        *made, joined = FOLDING
        names = ["print", *made, "dry", *pull, joined]
    else:
        fenced = ["fence"] if fence_of(kit) else []
        names = ["measure", "print", *(["stick"] if ready_cut else ["cut", "glue"]), *pull, *fenced]
        names += ["dry"] if fenced or not ready_cut else []
    return [*names, "fill", "check", *_standing(kit), "place"]


def _standing(kit: Kit) -> list[str]:
    """Return what to make for the boxes to stand in; drawers come with their cabinet."""
    kind = kit.container.kind
    if kit.spec.cabinet is None:
        return ["blocks"] if kind.slides and kind is not ContainerKind.FLAT else []
    return ["cabinet"] if kind.slides else [] if kind is ContainerKind.DRAWER else ["shelf"]


def fence_of(kit: Kit) -> Fence | None:
    """Return the fence for a kit's trays, or None if its beads or trays can't have one."""
    if kit.container.kind.slides:
        with suppress(FitError):
            return fence(kit.container.tray, kit.bead)
    return None
