"""A short notation for beads, for tests of what goes into boxes and comes out.

Boxes are written `1: white 4, lilac 4`, drawn beads `1 white, 7 lilac`, changes `1 white +3`.
"""

import tomllib
from functools import cache
from pathlib import Path

from menace_kit.machine.kit import Kit
from menace_kit.machine.kit_files import load_preset, make_kit
from menace_kit.machine.learning import (
    Adjustment,
    Contents,
    DrawnBead,
    Result,
    Why,
    adjustments,
    starting_contents,
)
from menace_kit.machine.schema import Spec
from menace_kit.machine.tables import parse_table

MICHIE = load_preset("michie-1961")

LOST = "1 white, 7 lilac, 96 green"

WON = "1 white, 8 gold, 48 amber, 144 amber"
"""Beads drawn in the games 1 5 2 3 4 7 and 1 4 5 9 3 2 7, with the machine moving first."""


@cache
def kit_of(learning: str) -> Kit:
    """Return Michie's 304 boxes with other rules: `win = 2, empty-box = "refill"`."""
    text = f"learning = {{{learning}}}"
    return make_kit(parse_table(Spec, tomllib.loads(text), "test"), "test", Path())


def drawn(text: str) -> list[DrawnBead]:
    pairs = (word.split() for word in text.split(", "))
    return [DrawnBead(int(box), colour) for box, colour in pairs]


def holding(kit: Kit, *boxes: str) -> dict[int, dict[str, int]]:
    """Return starting contents, except that these boxes hold only what is named."""
    contents = starting_contents(kit)
    for text in boxes:
        number, _, beads = text.partition(": ")
        counts = dict.fromkeys(kit.box(int(number)).moves, 0)
        for bead in filter(None, beads.split(", ")):
            colour, count = bead.split()
            counts[colour] = int(count)
        contents[int(number)] = counts
    return contents


def told(changes: tuple[Adjustment, ...]) -> str:
    """Return changes as text, with the reason after those that are not plain reinforcement."""
    return ", ".join(
        f"{box} {colour} {change:+d}{'' if why is Why.RESULT else f' ({why.value})'}"
        for box, colour, change, why in changes
    )


def after(
    kit: Kit,
    game: str,
    result: Result,
    contents: Contents | None = None,
    at_empty_box: bool = False,
) -> str:
    held = starting_contents(kit) if contents is None else contents
    return told(adjustments(kit, held, drawn(game), result, at_empty_box))
