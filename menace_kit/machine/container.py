"""Containers - matchboxes, mostly - and the beads that go into them: measured sizes in mm, and what fits."""

import math
from typing import Annotated, Any

from pydantic import Field, model_validator

from menace_kit.machine.model import Millimetres, OptionalMillimetres, Title, TomlModel, YesNo

RANDOM_PACKING = 0.6
"""The share of a volume that beads poured in at random fill."""

SHAKEABLE = 0.5
"""The share of the brim-full count at which beads in a tray still change places when it is shaken."""

FRONT_CLEARANCE = 0.5
"""How much smaller than the front a label is, in width and in height, so that it can be a little askew (mm)."""


class OuterSize(TomlModel):
    """The closed box: `length` is the way the tray slides; `width` and `height` are those of its front."""

    length: Millimetres
    width: Millimetres
    height: Millimetres


class TraySize(TomlModel):
    """The inside of the tray; `measured = false` where it is only the outer size less the card's thickness."""

    length: Millimetres
    width: Millimetres
    height: Millimetres
    measured: YesNo = True


class LabelShape(TomlModel):
    """How a label sits on the front: its size (else the front less a clearance), tabs to glue, a drawer pull."""

    width: Millimetres | None = None
    height: Millimetres | None = None
    corner: OptionalMillimetres = 0
    tab_above: OptionalMillimetres = 0
    tab_below: OptionalMillimetres = 0
    pull: OptionalMillimetres = 0


class Container(TomlModel):
    """One kind of container, as a file in templates/containers/ describes it."""

    title: Title
    source: str
    outer: OuterSize
    tray: TraySize
    label: LabelShape = LabelShape()

    @model_validator(mode="before")
    @classmethod
    def _is_measured(cls, data: Any) -> Any:
        """Refuse a form that is not filled in with what to do about it, rather than each of its zeros by itself."""
        tables = {name: data.get(name) for name in ("outer", "tray")}
        sizes = {
            f"{name}.{key}": size
            for name, keys in tables.items()
            if isinstance(keys, dict)
            for key, size in keys.items()
        }
        zeros = [key for key, size in sizes.items() if size == 0 and not isinstance(size, bool)]
        if zeros:
            raise ValueError(
                f"not measured yet, still 0: {', '.join(zeros)}. Measure your own box with a ruler - outer is the "
                "closed box, tray the inside of its tray - and put the millimetres in place of each 0, in a copy of "
                'this file beside your kit.toml, which then says under [print]: container = "my-box.toml", or '
                "whatever the copy is called"
            )
        return data

    @model_validator(mode="after")
    def _inside_is_smaller(self) -> "Container":
        for side in ("length", "width", "height"):
            inner, outer = getattr(self.tray, side), getattr(self.outer, side)
            if inner >= outer:
                raise ValueError(f"tray.{side} is {inner:g} mm, but the box outside is only {outer:g} mm")
        return self

    @model_validator(mode="after")
    def _label_fits(self) -> "Container":
        for key, size, of_what, room in (
            ("width", self.label.width or 0, "the front", self.outer.width),
            ("height", self.label.height or 0, "the front", self.outer.height),
            (
                "tab-above",
                self.label.tab_above,
                "the tray's height, inside which it is glued,",
                self.tray.height,
            ),
            (
                "tab-below",
                self.label.tab_below,
                "the box's length, under which it is glued,",
                self.outer.length,
            ),
        ):
            if size > room:
                raise ValueError(
                    f"label.{key} is {size:g} mm, but {of_what} is only {room:g} mm: too large by {size - room:.3g} mm"
                )
        return self

    @property
    def label_width(self) -> float:
        """Return the width of a label in mm."""
        return self.label.width or self.outer.width - FRONT_CLEARANCE

    @property
    def label_height(self) -> float:
        """Return the height of a label in mm, without its tabs."""
        return self.label.height or self.outer.height - FRONT_CLEARANCE


class BeadSize(TomlModel):
    """One kind of bead as a file in templates/beads/ describes it: a cylinder, in mm."""

    title: Title
    source: str
    diameter: Millimetres
    length: Millimetres
    pack_size: Annotated[int, Field(ge=1, strict=True)] = 1000

    @property
    def volume(self) -> float:
        """Return the volume in cubic mm, its hole included, for nothing else fits there."""
        return math.pi / 4 * self.diameter**2 * self.length


def tray_capacity(tray: TraySize, bead: BeadSize) -> int:
    """Return how many beads fill the tray to the brim (about 20 % either way)."""
    return int(tray.length * tray.width * tray.height * RANDOM_PACKING / bead.volume)


def shakeable_beads(tray: TraySize, bead: BeadSize) -> int:
    """Return how many beads may lie in the tray so that shaking it still mixes them (about 20 % either way)."""
    return int(tray.length * tray.width * tray.height * RANDOM_PACKING * SHAKEABLE / bead.volume)
