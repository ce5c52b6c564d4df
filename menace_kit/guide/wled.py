"""Lights on a controller with WLED, a free firmware, through its JSON interface.

It posts LEDs and ranges of LEDs with their colours to `/json/state`
(https://kno.wled.ge/interfaces/json-api/).
"""

import json
from collections.abc import Mapping
from urllib.parse import urlsplit

from menace_kit.errors import LightsError
from menace_kit.guide.lights import DARK, Lit, leds_of
from menace_kit.machine import Kit
from menace_kit.text.phrases import say

PATIENCE = 2.0
"""How many seconds the controller may take to answer."""


class Wled:
    """The lights of a kit's cabinet."""

    def __init__(self, kit: Kit, address: str) -> None:
        self._kit, self.address = kit, address

    def show(self, lit: Lit) -> None:
        _post(self.address, message(self._kit, lit))


def message(kit: Kit, lit: Lit) -> dict[str, object]:
    """Return what to post: all LEDs of the cabinet dark, except those that are lit."""
    leds = [led for box in kit.boxes for led in leds_of(kit, box.number)]
    told: list[int | str] = [min(leds), max(leds) + 1, DARK]
    for led, colour in sorted(lit.items()):
        told += [led, colour]
    return {"on": True, "seg": [{"id": 0, "i": told}]}


def _post(address: str, told: Mapping[str, object]) -> None:
    """Tell a controller what to show; raises LightsError if it doesn't accept it."""
    # Loaded by the sending thread, so that no step waits for it.
    # urllib's opener would go through a proxy.
    from http.client import HTTPConnection, HTTPException

    parts = urlsplit(address)
    connection = HTTPConnection(parts.hostname or "", parts.port or 80, timeout=PATIENCE)
    try:
        connection.request(
            "POST",
            "/json/state",
            json.dumps(told),
            {"Content-Type": "application/json", "Connection": "close"},
        )
        status = connection.getresponse().status
    except (OSError, HTTPException) as error:
        raise LightsError(say("lights.away", address=address)) from error
    finally:
        connection.close()
    if status != 200:
        raise LightsError(say("lights.refused", address=address, status=status))
