"""Where a box is: the drawers of a cabinet, in reading order, and the lights behind them."""

import re
from collections.abc import Sequence
from enum import Enum
from typing import Annotated, NamedTuple

from menace_kit.machine.tables import Limits, Table


class Place(NamedTuple):
    """Cabinet, row and drawer, each counted from 1; rows from the top, drawers from the left."""

    cabinet: int
    row: int
    drawer: int


class CabinetOrder(Enum):
    """The order of boxes in a cabinet: by number, or by code (what is counted on their boards)."""

    NUMBER = "number"
    CODE = "code"


class LightsOrder(Enum):
    """How a strip of lights runs through the rows: each from the left, or back and forth."""

    STRAIGHT = "straight"
    SERPENTINE = "serpentine"


def _address(text: str) -> str:
    found = _ADDRESS.fullmatch(text)
    if found is None or int(found["port"] or 80) > 65_535:
        raise ValueError(
            f"{text!r} is no address of lights, such as http://192.168.1.40 or http://wled.local"
        )
    return text


_ADDRESS = re.compile(
    r"http://[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})*(:(?P<port>[1-9][0-9]{0,4}))?/?"
)

Lights = Annotated[int, Limits(ge=0, le=10_000)]


class Cabinet(Table):
    """A cabinet of `rows` x `columns` drawers; if it is too small, there are several like it.

    `order` is the order of the boxes; existing boxes are where their map says. `lights` is the
    address of a controller of LEDs behind the drawers; `guide/lights.py` explains how the keys that
    begin with `lights` count them.
    """

    rows: Annotated[int, Limits(ge=1, le=1000)]
    columns: Annotated[int, Limits(ge=1, le=1000)]
    order: CabinetOrder = CabinetOrder.NUMBER
    lights: Annotated[str, _address] | None = None
    lights_order: LightsOrder = LightsOrder.STRAIGHT
    lights_first: Lights = 0
    lights_per_drawer: Annotated[int, Limits(ge=1, le=100)] = 1
    lights_gap: tuple[Lights, Lights] = (0, 0)

    def place(self, number: int) -> Place:
        """Return the place of the box with this rank (from 1)."""
        cabinet, rest = divmod(number - 1, self.rows * self.columns)
        row, drawer = divmod(rest, self.columns)
        return Place(cabinet + 1, row + 1, drawer + 1)

    def number(self, place: Place) -> int:
        """Return the rank of the box at a place; the inverse of `place`."""
        return ((place.cabinet - 1) * self.rows + place.row - 1) * self.columns + place.drawer


def cabinet_around(places: Sequence[Place]) -> Cabinet:
    """Return the smallest cabinet that contains these places."""
    return Cabinet(
        rows=max(place.row for place in places), columns=max(place.drawer for place in places)
    )
