"""Lights in the cabinet: they show the drawer to open, then those to update.

A strip of LEDs is behind the drawers. A `LightDriver` tells its controller what to show; `wled` is
one. Nobody waits for it: a thread sends what to show now, and skips what is out of date.
"""

import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from threading import Condition, Thread
from time import monotonic
from typing import Protocol

from menace_kit.errors import LightsError
from menace_kit.guide.session import Session
from menace_kit.machine import Kit
from menace_kit.machine.cabinets import Cabinet, LightsOrder, Place
from menace_kit.text.phrases import Text, say

DUE, DARK = "FFFFFF", "000000"
FAINTEST = 0x50
"""A bead colour with no channel above this is too dark as a light; it is shown as this grey."""

LEAVING = 0.5
"""How many seconds an ending program waits for the last message to be sent."""

Lit = Mapping[int, str]
"""LED -> colour, six hexadecimal digits; all others are dark."""


class LightDriver(Protocol):
    """A kind of controller; `address` is where it is, for messages."""

    address: str

    def show(self, lit: Lit) -> None:
        """Light these LEDs, and turn all others of the cabinet off.

        Raises LightsError if the controller doesn't accept it.
        """


def leds_at(cabinet: Cabinet, place: Place) -> range:
    """Return the LEDs behind a drawer, in the order of the strip.

    The strip starts at row 1 and runs row by row.
    """
    between, between_rows = cabinet.lights_gap
    each = cabinet.lights_per_drawer
    row = cabinet.columns * each + (cabinet.columns - 1) * between
    turned = cabinet.lights_order is LightsOrder.SERPENTINE and place.row % 2 == 0
    nth = cabinet.columns - place.drawer if turned else place.drawer - 1
    rows = (place.cabinet - 1) * cabinet.rows + place.row - 1
    first = cabinet.lights_first + rows * (row + between_rows) + nth * (each + between)
    return range(first, first + each)


def due_lights(session: Session, ticked: frozenset[int] = frozenset()) -> dict[int, str]:
    """Return what is lit now: the drawer to open in white, or those of unticked lines."""
    kit, lit = session.kit, dict[int, str]()
    if session.box is not None:
        lit[session.box.number] = DUE
    for line, change in enumerate(session.to_do, start=1):
        if line not in ticked:
            lit[change.box] = shown(kit.colour(change.colour).hex)
    return {led: colour for number, colour in lit.items() for led in leds_of(kit, number)}


def leds_of(kit: Kit, number: int) -> range:
    place, cabinet = kit.place(kit.box(number)), kit.spec.cabinet
    return range(0) if place is None or cabinet is None else leds_at(cabinet, place)


def shown(colour: str) -> str:
    """Return a bead colour (`#C81E1E`) as light: unchanged, or grey if it is too dark."""
    found = colour.lstrip("#").upper()
    channels = [int(found[place : place + 2], 16) for place in (0, 2, 4)]
    return found if max(channels) > FAINTEST else f"{FAINTEST:02X}" * 3


def to_stderr(warning: Text) -> None:
    """Print a warning on the terminal, apart from a command's output."""
    with suppress(OSError, ValueError):  # the terminal is gone
        sys.stderr.write(f"{warning}\n")
        sys.stderr.flush()


class Lights:
    """Shows what is due with a cabinet's lights.

    If they don't answer, it warns once until they do again, and continues. `warn` is called in
    another thread, with one line.
    """

    def __init__(self, driver: LightDriver) -> None:
        self._driver = driver
        self.warn: Callable[[Text], object] = to_stderr
        self._next: Lit | None = None
        self._busy = self._warned = False
        self._changed = Condition()
        self._thread: Thread | None = None

    def show(self, lit: Lit) -> None:
        """Show this from now on; returns at once."""
        with self._changed:
            self._next, self._busy = dict(lit), True
            if self._thread is None:
                self._thread = Thread(target=self._send, name="lights", daemon=True)
                self._thread.start()
            self._changed.notify_all()

    def leave(self, dark: bool = False) -> None:
        """Before the program ends, wait a moment until everything is sent.

        With `dark`, turn the lights off first.
        """
        if dark and self._thread is not None:
            self.show({})
        until = monotonic() + LEAVING
        with self._changed:
            while self._busy and (left := until - monotonic()) > 0:
                self._changed.wait(left)
            late = self._busy
        if late:
            self._tell(say("lights.away", address=self._driver.address))

    def _send(self) -> None:
        while True:
            with self._changed:
                while self._next is None:
                    self._busy = False
                    self._changed.notify_all()
                    self._changed.wait()
                lit, self._next = self._next, None
            try:
                self._driver.show(lit)
                self._warned = False
            except LightsError as error:
                self._tell(error.args[0])

    def _tell(self, warning: Text) -> None:
        with self._changed:  # both `leave` and the sender may have found it
            told, self._warned = self._warned, True
        if not told:
            self.warn(warning)
