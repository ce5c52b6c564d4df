"""Where a box stands: the drawers of a cabinet, numbered as one reads."""

from collections.abc import Sequence
from typing import Annotated, NamedTuple

from pydantic import Field

from menace_kit.machine.model import Millimetres, TomlModel

Together = Annotated[int, Field(ge=1, le=1000, strict=True)]


class Place(NamedTuple):
    """Cabinet, row and drawer, each counted from 1; rows from the top, drawers from the left."""

    cabinet: int
    row: int
    drawer: int


class Cabinet(TomlModel):
    """A cabinet of `rows` x `columns` drawers; where one is too small for all boxes there are several alike.

    The other keys are for those who have it cut, in mm; `carpentry` says what they do. None of them changes the
    machine, nor where a box stands.
    """

    rows: Annotated[int, Field(ge=1, le=1000, strict=True)]
    columns: Annotated[int, Field(ge=1, le=1000, strict=True)]
    board_thickness: Millimetres = 5
    divider_thickness: Millimetres = 3
    kerf: Annotated[float, Field(ge=0, le=2, strict=True)] = 0.15
    clearance: Annotated[float, Field(ge=0, le=20, strict=True)] = 0.5
    depth: Millimetres | None = None
    together: tuple[Together, Together] = (1, 1)
    sheet: tuple[Millimetres, Millimetres] = (600, 400)

    def place(self, number: int) -> Place:
        """Return where the box with this number (from 1) stands."""
        cabinet, rest = divmod(number - 1, self.rows * self.columns)
        row, drawer = divmod(rest, self.columns)
        return Place(cabinet + 1, row + 1, drawer + 1)

    def number(self, place: Place) -> int:
        """Return the number of the box at a place; the inverse of `place`."""
        return ((place.cabinet - 1) * self.rows + place.row - 1) * self.columns + place.drawer


def cabinet_around(places: Sequence[Place]) -> Cabinet:
    """Return the smallest cabinet that has these places."""
    return Cabinet(rows=max(place.row for place in places), columns=max(place.drawer for place in places))
