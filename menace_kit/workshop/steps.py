"""The steps of building: which a kit has, in their order, and how long each takes."""

from contextlib import suppress
from functools import cache
from typing import Annotated, NamedTuple

from menace_kit.errors import FitError, KitError
from menace_kit.files import templates_folder
from menace_kit.machine.containers import ContainerKind
from menace_kit.machine.kit import Kit
from menace_kit.machine.tables import Limits, Table, parse_table
from menace_kit.machine.toml_files import read_toml
from menace_kit.workshop.fence import Fence, fence

Minutes = Annotated[float, Limits(ge=0, le=10_000)]


class StepTime(Table):
    """How long a step takes one person, once and for each box;
    whether a machine needs it; whence one knows.
    """

    needed: bool
    source: str
    minutes: Minutes = 0
    minutes_a_box: Minutes = 0


class BuildingStep(NamedTuple):
    """A step of building a kit: its name, its time, and whether every batch of boxes
    goes through it by itself.
    """

    name: str
    time: StepTime
    by_batch: bool

    def minutes(self, kit: Kit) -> float:
        """Return how long it takes one person with all boxes of a kit."""
        return self.time.minutes + self.time.minutes_a_box * len(kit.boxes)


FOLDING = ("score", "cut-out", "fold", "sleeve", "join")
"""What makes a box of card: what a fold-up box takes that is not printed on it,
filled or put in its place.
"""

AT_ONCE = ("measure", "blocks", "cabinet", "shelf")
"""Steps that are done once for all boxes."""

STEPS = (
    "print",
    "cut",
    "glue",
    "stick",
    "pull",
    "fence",
    "dry",
    "fill",
    "check",
    "place",
    *FOLDING,
    *AT_ONCE,
)


@cache
def step_times() -> dict[str, StepTime]:
    """Return how long each step takes; KitError where somebody has changed
    the file and made a mistake.
    """
    path = templates_folder() / "steps.toml"
    tables = read_toml(path)
    if set(tables) != set(STEPS):
        raise KitError(
            f"{path} has the steps {', '.join(tables)}; it should have {', '.join(STEPS)}"
        )
    return {name: parse_table(StepTime, table, f"{path}: {name}") for name, table in tables.items()}


def building_steps(kit: Kit) -> list[BuildingStep]:
    """Return the steps that this kit has, in the order in which they are done."""
    kind, ready_cut = kit.container.kind, kit.stock.grid is not None
    pull = ["pull"] if kit.container.label.pull else []
    # Its label is printed on it, and its fence is in the same card.
    if kind is ContainerKind.FOLD_UP:
        *made, joined = FOLDING
        names = ["print", *made, "dry", *pull, joined]
    else:
        fenced = ["fence"] if fence_of(kit) else []
        names = ["measure", "print", *(["stick"] if ready_cut else ["cut", "glue"]), *pull, *fenced]
        names += ["dry"] if fenced or not ready_cut else []
    times = step_times()
    return [
        BuildingStep(name, times[name], name not in AT_ONCE)
        for name in (*names, "fill", "check", *_standing(kit), "place")
    ]


def _standing(kit: Kit) -> list[str]:
    """Return what is made for the boxes to stand in: drawers come with their cabinet."""
    kind = kit.container.kind
    if kit.spec.cabinet is None:
        return ["blocks"] if kind.slides and kind is not ContainerKind.FLAT else []
    return ["cabinet"] if kind.slides else [] if kind is ContainerKind.DRAWER else ["shelf"]


def fence_of(kit: Kit) -> Fence | None:
    """Return the fence for a kit's trays; None where its beads or trays take none."""
    if kit.container.kind.slides:
        with suppress(FitError):
            return fence(kit.container.tray, kit.bead)
    return None
