"""Which bead colours look alike: to a colour-blind reader, and on a printer without colour."""

from collections.abc import Sequence
from enum import Enum
from itertools import combinations
from typing import NamedTuple

from menace_kit.machine.palette import Colour

SMALLEST_DIFFERENCE = 12.0
"""Two colours nearer than this (CIEDE2000) are called alike.

There is no standard for it. 2 to 10 is usually read as "seen at a glance" with both colours side by side; a
bead is named alone and from memory, so more is needed. 12 is the lowest whole number at which the pair that
everybody expects, red and green, is named among Michie's colours for a deuteranope (11.4); Paul Tol's muted
scheme, which was chosen for colour-blind readers, has no pair below it for the two common kinds.
"""

SMALLEST_LIGHTNESS_STEP = 3.0
"""Two colours nearer than this in lightness (CIE L*, 0 to 100) print as the same grey."""


class Sight(Enum):
    """A way to see colours: three kinds of colour blindness at full strength, and print without colour.

    PROTAN: no working red cones. DEUTAN: no green ones. TRITAN: no blue ones, which is rare. GREY: only
    lightness.
    """

    PROTAN = "protan"
    DEUTAN = "deutan"
    TRITAN = "tritan"
    GREY = "grey"


SIMULATION = {Sight.PROTAN: "vienot", Sight.DEUTAN: "vienot", Sight.TRITAN: "brettel"}
"""How each kind of full colour blindness is simulated.

F. Vienot, H. Brettel, J. D. Mollon, "Digital video colourmaps for checking the legibility of displays by
dichromats", Color Research & Application 24, 1999, 243-252; for tritanopes, whom that does not cover,
H. Brettel, F. Vienot, J. D. Mollon, "Computerized simulation of color appearance for dichromats", JOSA A 14,
1997, 2647-2655.
"""


class AlikePair(NamedTuple):
    """Two colours by name, in the palette's order, and how far apart they look: CIEDE2000; in grey, L*."""

    first: str
    second: str
    difference: float


def alike_pairs(colours: Sequence[Colour], sight: Sight) -> tuple[AlikePair, ...]:
    """Return the pairs of these colours that look alike to this sight, the most alike first.

    It goes by the palette's screen colours, which beads only come near.
    """
    if sight is Sight.GREY:
        differences, limit = _grey_differences(colours), SMALLEST_LIGHTNESS_STEP
    else:
        differences, limit = _seen_differences(colours, sight), SMALLEST_DIFFERENCE
    pairs = [
        AlikePair(one.name, other.name, difference)
        for (one, other), difference in zip(combinations(colours, 2), differences, strict=True)
    ]
    return tuple(
        sorted((pair for pair in pairs if pair.difference < limit), key=lambda pair: pair.difference)
    )


def _seen_differences(colours: Sequence[Colour], sight: Sight) -> list[float]:
    from coloraide import Color  # here: slow to import, and few commands need it

    method = SIMULATION[sight]
    # What the simulation puts a little outside the colours of a screen, clip() brings back to its edge.
    seen = [Color(c.hex).filter(sight.value, 1, method=method).convert("srgb").clip() for c in colours]
    return [float(one.delta_e(other, method="2000")) for one, other in combinations(seen, 2)]


def _grey_differences(colours: Sequence[Colour]) -> list[float]:
    from coloraide import Color  # here: slow to import, and few commands need it

    lightness = [float(Color(colour.hex).convert("lab-d65")["lightness"]) for colour in colours]
    return [abs(one - other) for one, other in combinations(lightness, 2)]
