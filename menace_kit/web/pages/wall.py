"""The wall of boxes on the screen: where each is, and which are lit."""

import math
from collections.abc import Container
from functools import cache
from typing import NamedTuple

from menace_kit.machine import Kit
from menace_kit.machine.learning import Contents, empty_boxes
from menace_kit.views.state import Moment

WIDE, HIGH, GAP = 20, 12, 2
"""A box's width and height in the wall, and the gap around it."""

NAMED = 40
"""The most boxes of a wall with room for their names."""


class Wall(NamedTuple):
    """All boxes in their places: the drawing's width and height, and each box's top left corner.

    `names` is what is written on them, if there is room for it.
    """

    width: int
    height: int
    places: dict[int, tuple[int, int]]
    names: dict[int, str]

    def all_but(self, lit: Container[int]) -> str:
        """Return the outlines of the boxes that are not lit, as one SVG path."""
        shut = (place for number, place in self.places.items() if number not in lit)
        return "".join(f"M{left + 1} {top + 1}h18v10h-18z" for left, top in shut)

    @property
    def is_square(self) -> bool:
        """Return whether it is roughly square: wider than 0.8 and at most 2 times its height."""
        return self.width > 0.8 * self.height and not self.is_broad

    @property
    def is_broad(self) -> bool:
        """Return whether it is more than twice as wide as high."""
        return self.width > 2 * self.height


@cache
def wall_of(kit: Kit) -> Wall:
    """Return the wall of a kit's boxes: its cabinets side by side, or a well-proportioned block."""
    columns = max(1, round(math.sqrt(len(kit.boxes) * HIGH / WIDE / 2.6)))
    found = {}
    for index, box in enumerate(kit.boxes):
        down, right = divmod(index, columns)
        if (place := kit.place(box)) is not None and kit.spec.cabinet is not None:
            right = (place.cabinet - 1) * (kit.spec.cabinet.columns + 1) + place.drawer - 1
            down = place.row - 1
        found[box.number] = (right * WIDE, down * HIGH)
    across, down = (max(place[axis] for place in found.values()) for axis in (0, 1))
    named = {box.number: box.name for box in kit.boxes} if len(kit.boxes) <= NAMED else {}
    return Wall(across + WIDE, down + HIGH, found, named)


def lit_of(now: Moment, contents: Contents) -> dict[int, str]:
    """Return which boxes are lit, by number: `open`, `used` in this game, `empty`."""
    found = dict.fromkeys(empty_boxes(contents), "empty")
    drawn = [move.box for move in now.game.moves if move.box] if now.game else []
    found |= dict.fromkeys(drawn, "used")
    if now.box:
        found[now.box.number] = "open"
    elif now.due == "reply" and now.game and now.game.moves and (latest := now.game.moves[-1].box):
        found[latest] = "open"
    return found
