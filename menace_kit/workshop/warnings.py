"""What a builder should be told before buying: safety, what does not fit,
what looks alike, what can fail.
"""

import math
from collections.abc import Sequence
from enum import Enum
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from menace_kit.files import kept
from menace_kit.games import Side
from menace_kit.machine.boxes import Box
from menace_kit.machine.containers import ContainerKind, shakeable_beads, tray_capacity
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Result, allowed_in_boxes, change_by, gives_up_when_empty
from menace_kit.machine.palettes import Colour
from menace_kit.machine.prospects import has_ties
from menace_kit.machine.schema import FullBox, Teaches
from menace_kit.text.words import Called, Message, Whole, joined, listed, say
from menace_kit.workshop.forecasts import PERCENT, SimulatedNeed

SMALLEST_DIFFERENCE = 12.0
"""Two colours nearer than this (CIEDE2000) are called alike.

There is no standard for it. 2 to 10 is usually read as "seen at a glance" with
both colours side by side; a bead is named alone and from memory, so more is needed.
12 is the lowest whole number at which the pair that everybody expects, red and green,
is named among Michie's colours for a deuteranope (11.4); Paul Tol's muted scheme,
which was chosen for colour-blind readers, has no pair below it for the two common kinds.
"""

SMALLEST_LIGHTNESS_STEP = 3.0
"""Two colours nearer than this in lightness (CIE L*, 0 to 100) print as the same grey."""

ENOUGH_WINS = 10
"""Wins in a row for which a first box should have room; with less the builder is told."""

SAFER_START = 24
"""Beads in the first box of an 8-4-2-1 machine; it runs empty far less often than
one that starts with 12.

That was tried with noughts and crosses; for other games it is a rule of thumb,
on which the forecast has the last word.
"""

OFTEN = 20
"""A first box that runs empty in one simulated machine of so many is worth telling the builder."""

SHORT = {
    "safety": {"safety"},
    "cannot-learn": {"win-no-better"},
    "too-large": {"bead-too-large"},
    "too-full": {"starts-too-full", "starts-unmixed"},
    "may-empty": {"first-box-empties"},
    "empties": {"empty-last-move"},
    "fills": {"soon-full", "full-in-time", "halved-in-time"},
    "estimate": {"tray-not-measured"},
    "alike": {"alike-protan", "alike-deutan", "alike-tritan"},
}
"""The short warnings, the most serious first, and the warnings that each stands for."""

MOST_SHORT = 5
"""So many short warnings are read before the list; more are not."""


def short_warnings(warnings: Sequence[Message]) -> tuple[Message, ...]:
    """Return what these warnings say in a sentence each, and what to do: at most MOST_SHORT."""
    told = {warning.key.removeprefix("warnings."): warning for warning in reversed(warnings)}
    short = []
    for name, keys in SHORT.items():
        meant = [told[key] for key in told if key in keys]
        if meant:
            short.append(say(f"warnings.short-{name}", **meant[-1].facts))
    return tuple(short[:MOST_SHORT])


def kit_warnings(kit: Kit, need: SimulatedNeed | None = None) -> tuple[Message, ...]:
    """Return everything that the builder of this kit should be told, always in the same order.

    `need` is what simulated machines of this kit needed; where it is known,
    it replaces what is only known in general.
    """
    return (
        *([] if kit.container.kind is ContainerKind.MAT else [say("warnings.safety")]),
        *_first_box_warnings(kit, need),
        *_learning_warnings(kit),
        *([] if kit.container.kind is ContainerKind.MAT else _capacity_warnings(kit, need)),
        *_colour_warnings(kit),
    )


# First boxes that may run empty, and rules by which a machine cannot learn.


def first_win(kit: Kit, side: Side) -> int:
    """Return how many beads a win adds to a first box of a side;
    0 where it adds none or takes some out.
    """
    return max(0, change_by(kit, Result.WIN, side, 1))


def _may_run_empty(kit: Kit, side: Side) -> bool:
    """Return whether to tell the builder that a first box of this side may run
    empty and end the machine.

    It may where a defeat takes beads out of it, nothing protects or refills
    it, and one of these holds:

    - the machine moves first and starts with fewer beads than SAFER_START:
      Michie's 12 run empty in more than half of 1,000-game runs against a perfect player,
      the 24 of 8-4-2-1 far less often (own simulation);
    - a tie adds none: then only wins make up for what is lost, however many beads there are;
    - the machine moves second: we know no number of beads that is enough.
      In noughts and crosses it is the harder side: random play wins 121/420 of the games there,
      and 737/1260 moving first (own enumeration).
    """
    learning = kit.spec.learning
    if (
        learning.protect_first_box
        or not gives_up_when_empty(kit)
        or change_by(kit, Result.LOSS, side, 1) >= 0
    ):
        return False
    if side is Side.SECOND or change_by(kit, Result.TIE, side, 1) <= 0:
        return True
    return min(box.start_total for box in kit.first_boxes(side)) < SAFER_START


def _first_box_warnings(kit: Kit, need: SimulatedNeed | None) -> list[Message]:
    """Return what to know about first boxes that may run empty,
    and what can be done; often nothing.
    """
    learning, game = kit.spec.learning, kit.game.name
    if learning.teaches is Teaches.LAST_MOVE:
        # A defeat takes a bead from one box only: that it runs empty is how such a machine learns.
        return [say("warnings.empty-last-move")] if gives_up_when_empty(kit) else []
    told, no_gain = [], False
    for side, boxes in kit.openings.items():
        often = need and gives_up_when_empty(kit) and need.emptied[side] * OFTEN >= need.runs
        if not (often or _may_run_empty(kit, side)):
            continue
        no_gain |= change_by(kit, Result.TIE, side, 1) <= 0
        beads = sum(box.start_total for box in boxes)
        numbers = ", ".join(box.name for box in boxes)
        told.append(say("warnings.first-box-empties", n=len(boxes), boxes=numbers, beads=beads))
        if need:
            told.append(_simulated_chance(need, side, len(boxes)))
        else:
            key = "warnings.first-box-trials" if side is Side.FIRST else "warnings.first-box-second"
            told.append(say(key, game))
    if no_gain and has_ties(kit.game):
        told.append(say("warnings.first-box-no-gain", game))
    if told:
        merged = "-merged" if kit.spec.boxes.merge_symmetric_moves else ""
        told.append(say(f"warnings.first-box-remedies{merged}", game))
    return told


def _simulated_chance(need: SimulatedNeed, side: Side, boxes: int) -> Message:
    facts, emptied = {"runs": Whole(need.runs), "games": Whole(need.games)}, need.emptied[side]
    if not emptied:
        return say("warnings.first-box-never", **facts)
    if 100 * emptied < need.runs:
        return say("warnings.first-box-simulated-rarely", n=boxes, **facts)
    in_100 = f"{100 * emptied / need.runs:.0f}"
    return say("warnings.first-box-simulated", n=boxes, in_100=in_100, **facts)


def _learning_warnings(kit: Kit) -> list[Message]:
    wrong = {
        stage
        for side, stage in kit.stages
        if change_by(kit, Result.WIN, side, stage) <= change_by(kit, Result.LOSS, side, stage)
    }
    return (
        [say("warnings.win-no-better", moves=", ".join(map(str, sorted(wrong))))] if wrong else []
    )


# What does not fit. How many beads a tray holds is an estimate, about 20 % either way.


def _capacity_warnings(kit: Kit, need: SimulatedNeed | None) -> list[Message]:
    """Return what does not fit: the bead itself, the beads of a box,
    or those that a first box will win soon.

    The warnings say that it is an estimate, and also where the tray was never measured.
    """
    tray, bead = kit.container.tray, kit.bead
    holds, mixes = tray_capacity(tray, bead), shakeable_beads(tray, bead)
    longest, narrowest = max(bead.diameter, bead.length), min(tray.length, tray.width, tray.height)
    told = []
    if longest > narrowest:
        # How many of them fit is then no question.
        told.append(say("warnings.bead-too-large", bead=f"{longest:g}", tray=f"{narrowest:g}"))
    else:
        told += _too_full(kit.boxes, holds, mixes)
        told += _soon_full(kit, mixes) if need is None else []
        if told:
            told.append(say("warnings.capacity-estimate"))
        told += _full_in_time(kit, need, mixes, holds) if need else []
    if not tray.measured:
        told.append(say("warnings.tray-not-measured", holds=holds, mixes=mixes))
    return told


def _full_in_time(kit: Kit, need: SimulatedNeed, mixes: int, holds: int) -> list[Message]:
    """Return that boxes become too full: how often they are halved,
    or how full they are where they are not.
    """
    allowed = allowed_in_boxes(kit) if kit.spec.learning.full_box is FullBox.HALVE else None
    told = []
    if need.fullest > mixes and (allowed is None or allowed > mixes):
        facts = {"beads": need.fullest, "mixes": mixes, "holds": holds, "over": 100 - PERCENT}
        told.append(say("warnings.full-in-time", **facts))
    if need.halved_most:
        times = {"median": need.halved, "most": need.halved_most, "percent": PERCENT}
        games = Whole(need.games)
        told.append(
            say("warnings.halved-in-time", allowed=allowed, mixes=mixes, games=games, **times)
        )
    return told


def _too_full(boxes: Sequence[Box], holds: int, mixes: int) -> list[Message]:
    told = []
    for key, limit, below in (
        ("warnings.starts-too-full", holds, math.inf),
        ("warnings.starts-unmixed", mixes, holds),
    ):
        if full := [box for box in boxes if limit < box.start_total <= below]:
            box = _fullest(full)
            told.append(say(key, n=len(full), box=box.name, beads=box.start_total, limit=limit))
    return told


def _fullest(boxes: Sequence[Box]) -> Box:
    """Return the box that starts with the most beads, the lowest number of several."""
    return max(boxes, key=lambda box: (box.start_total, -box.number))


def _soon_full(kit: Kit, mixes: int) -> list[Message]:
    """Return a warning where few wins in a row that open with one colour make
    a first box too full to shake.
    """
    box = _fullest([box for side in kit.sides for box in kit.first_boxes(side)])
    win = first_win(kit, box.side)
    # 0 or less where it is too full at the start.
    wins = (mixes - box.start_total) // win + 1 if win else 0
    if not 0 < wins < ENOUGH_WINS:
        return []
    return [say("warnings.soon-full", n=wins, box=box.name, beads=box.start_total, mixes=mixes)]


# Which bead colours look alike: to a colour-blind reader, and on a printer without colour.


class Sight(Enum):
    """A way to see colours: three kinds of colour blindness at full strength,
    and print without colour.

    PROTAN: no working red cones. DEUTAN: no green ones.
    TRITAN: no blue ones, which is rare. GREY: only lightness.
    """

    PROTAN = "protan"
    DEUTAN = "deutan"
    TRITAN = "tritan"
    GREY = "grey"


SIMULATION = {Sight.PROTAN: "vienot", Sight.DEUTAN: "vienot", Sight.TRITAN: "brettel"}
"""How each kind of full colour blindness is simulated.

F. Vienot, H. Brettel, J. D. Mollon, "Digital video colourmaps for checking the legibility
of displays by dichromats", Color Research & Application 24, 1999, 243-252;
for tritanopes, whom that does not cover, H. Brettel, F. Vienot, J. D. Mollon,
"Computerized simulation of color appearance for dichromats", JOSA A 14, 1997, 2647-2655.
"""


class AlikePair(NamedTuple):
    """Two colours by name, in the palette's order, and how far apart they look:
    CIEDE2000; in grey, L*.
    """

    first: str
    second: str
    difference: float


def seen_as(colours: Sequence[Colour], sight: Sight) -> list[Any]:
    """Return the screen colours as this sight has them, as colours of coloraide;
    to GREY they are as bright as that.
    """
    from coloraide import Color  # here: slow to import, and few commands need it

    shown = [Color(colour.hex) for colour in colours]
    if sight is Sight.GREY:
        return [
            color.convert("lab-d65").set({"a": 0, "b": 0}).convert("srgb").clip() for color in shown
        ]
    # What the simulation puts a little outside the colours of a screen,
    # clip() brings back to its edge.
    return [
        color.filter(sight.value, 1, method=SIMULATION[sight]).convert("srgb").clip()
        for color in shown
    ]


def alike_pairs(colours: Sequence[Colour], sight: Sight) -> tuple[AlikePair, ...]:
    """Return the pairs of these colours that look alike to this sight, the most alike first.

    It goes by the palette's screen colours, which beads only come near. What was found
    is kept: to load the library takes as long as the rest of a shopping list.
    """
    shown = " ".join(f"{colour.name}={colour.hex}" for colour in colours)
    found = kept(
        f"alike {sight.value} {shown}", lambda: _alike_pairs(colours, sight), [Path(__file__)]
    )
    return tuple(map(AlikePair._make, found))


def _alike_pairs(colours: Sequence[Colour], sight: Sight) -> list[AlikePair]:
    seen, limit = seen_as(colours, sight), SMALLEST_DIFFERENCE
    if sight is Sight.GREY:
        lightness, limit = (
            [color.convert("lab-d65")["lightness"] for color in seen],
            SMALLEST_LIGHTNESS_STEP,
        )
        differences = [abs(one - other) for one, other in combinations(lightness, 2)]
    else:
        differences = [one.delta_e(other, method="2000") for one, other in combinations(seen, 2)]
    pairs = [
        AlikePair(one.name, other.name, difference)
        for (one, other), difference in zip(combinations(colours, 2), differences, strict=True)
    ]
    return sorted(
        (pair for pair in pairs if pair.difference < limit), key=lambda pair: pair.difference
    )


def _colour_warnings(kit: Kit) -> list[Message]:
    """Return a warning for each kind of sight to which some of the kit's colours
    look alike, then advice.
    """
    told = []
    for sight in Sight:
        pairs = alike_pairs(kit.colours, sight)
        if pairs:
            named = (joined(Called(pair.first), Called(pair.second), between="/") for pair in pairs)
            told.append(say(f"warnings.alike-{sight.value}", pairs=listed(named)))
    return [*told, say("warnings.alike-advice")] if told else []
