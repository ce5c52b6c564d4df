"""Which bead colours look alike to colour-blind readers, or on a printer without colour."""

from collections.abc import Sequence
from enum import Enum
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from menace_kit.kept import kept
from menace_kit.machine import Colour, Kit
from menace_kit.text.phrases import Called, Message, joined, listed, say

SMALLEST_DIFFERENCE = 12.0
"""Colours that are closer than this (CIEDE2000) count as alike.

There is no standard for it. 2 to 10 usually means "seen at a glance" with both colours side by
side, but a bead is named on its own and from memory, so more is needed. 12 is the lowest whole
number at which the pair that everybody expects, red and green, is named among Michie's colours for
a deuteranope (11.4). Paul Tol's muted scheme, chosen for colour-blind readers, has no closer pair
for the two common kinds.
"""

SMALLEST_LIGHTNESS_STEP = 3.0
"""Colours that are closer than this in lightness (CIE L*, 0 to 100) print as the same grey."""


class Sight(Enum):
    """A way to see colours: complete colour blindness of three kinds, and print without colour.

    PROTAN: no working red cones. DEUTAN: no green ones. TRITAN: no blue ones, which is rare. GREY:
    only lightness.
    """

    PROTAN = "protan"
    DEUTAN = "deutan"
    TRITAN = "tritan"
    GREY = "grey"


SIMULATION = {Sight.PROTAN: "vienot", Sight.DEUTAN: "vienot", Sight.TRITAN: "brettel"}
"""How each kind of complete colour blindness is simulated.

F. Vienot, H. Brettel, J. D. Mollon, "Digital video colourmaps for checking the legibility of
displays by dichromats", Color Research & Application 24, 1999, 243-252. It doesn't cover
tritanopes; for them: H. Brettel, F. Vienot, J. D. Mollon, "Computerized simulation of color
appearance for dichromats", JOSA A 14, 1997, 2647-2655.
"""


class AlikePair(NamedTuple):
    """Two colours in the palette's order, and how different they look: CIEDE2000, in grey L*."""

    first: str
    second: str
    difference: float


def seen_as(colours: Sequence[Colour], sight: Sight | None) -> list[Any]:
    """Return the screen colours as this sight sees them, as coloraide's colours.

    GREY keeps their lightness; None leaves them unchanged.
    """
    from coloraide import Color  # here: slow to import, and few commands need it

    shown = [Color(colour.hex) for colour in colours]
    if sight is None:
        return shown
    if sight is Sight.GREY:
        return [
            color.convert("lab-d65").set({"a": 0, "b": 0}).convert("srgb").clip() for color in shown
        ]
    # The simulation can leave the range of screen colours a little;
    # clip() brings such colours back to its edge.
    return [
        color.filter(sight.value, 1, method=SIMULATION[sight]).convert("srgb").clip()
        for color in shown
    ]


def alike_pairs(colours: Sequence[Colour], sight: Sight) -> tuple[AlikePair, ...]:
    """Return the pairs of these colours that look alike to this sight, the closest first.

    It uses the palette's screen colours, which real beads only approximate. The result is kept on
    disk, because loading the library takes as long as the rest of a shopping list.
    """
    shown = " ".join(f"{colour.name}={colour.hex}" for colour in colours)
    found = kept(
        f"alike {sight.value} {shown}", lambda: _alike_pairs(colours, sight), [Path(__file__)]
    )
    return tuple(map(AlikePair._make, found))


def _alike_pairs(colours: Sequence[Colour], sight: Sight) -> list[AlikePair]:
    limit = SMALLEST_LIGHTNESS_STEP if sight is Sight.GREY else SMALLEST_DIFFERENCE
    return [pair for pair in all_pairs(colours, sight) if pair.difference < limit]


def all_pairs(colours: Sequence[Colour], sight: Sight | None) -> list[AlikePair]:
    """Return every pair of these colours, the closest first; None means full colour vision."""
    seen = seen_as(colours, sight)
    if sight is Sight.GREY:
        lightness = [color.convert("lab-d65")["lightness"] for color in seen]
        differences = [abs(one - other) for one, other in combinations(lightness, 2)]
    else:
        differences = [one.delta_e(other, method="2000") for one, other in combinations(seen, 2)]
    pairs = [
        AlikePair(one.name, other.name, difference)
        for (one, other), difference in zip(combinations(colours, 2), differences, strict=True)
    ]
    return sorted(pairs, key=lambda pair: pair.difference)


def colour_warnings(kit: Kit) -> list[Message]:
    """Return which of the kit's colours look alike to some people, and which do on grey paper."""
    blind = (Sight.PROTAN, Sight.DEUTAN, Sight.TRITAN)
    told = []
    for key, sights in (("alike", blind), ("alike-grey", (Sight.GREY,))):
        pairs = [pair for sight in sights for pair in alike_pairs(kit.colours, sight)]
        named = dict.fromkeys(
            joined(Called(pair.first), Called(pair.second), between="/") for pair in pairs
        )
        if named:
            told.append(say(f"warnings.{key}", pairs=listed(named)))
    return told
