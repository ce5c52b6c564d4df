"""What a builder should be told before buying: safety, what does not fit, what looks alike, what can fail."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import combinations
from typing import NamedTuple, Protocol

from menace_kit.games import Side
from menace_kit.machine.boxes import Box
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import gives_up_when_empty, has_ties
from menace_kit.machine.palette import Colour
from menace_kit.machine.schema import Teaches, at_stage, shakeable_beads, tray_capacity

# Which bead colours look alike: to a colour-blind reader, and on a printer without colour.

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


# What a simulation of a kit found, as far as shopping lists need it: plain numbers, from whoever simulated it.


@dataclass(frozen=True)
class SimulatedNeed:
    """What many simulated machines of one kit needed; with machines for both sides these share the games.

    Attributes:
        runs: how many machines were simulated.
        games: how many games each played at the most.
        crowd: whom they played: names of players (those of the table `[lab]` of the words) -> per cent of the games.
        seed: the same seed gives the same numbers.
        percent: of 100 machines, how many the beads in `beads` were enough for.
        beads: colour name -> beads to own.
        fullest: beads in the fullest box there ever was; of 100 machines, `percent` had none that was fuller.
        emptied: side -> in how many of the runs one of its first boxes ran empty.
    """

    runs: int
    games: int
    crowd: Mapping[str, int]
    seed: int
    percent: int
    beads: Mapping[str, int]
    fullest: int
    emptied: Mapping[Side, int]


ENOUGH_WINS = 10
"""Wins in a row for which a first box should have room; with less the builder is told."""

COUNTS = ("games", "runs")
"""Facts that are large numbers: their thousands are set apart."""

SAFER_START = 24
"""Beads in the first box of an 8-4-2-1 machine; it runs empty far less often than one that starts with 12.

That was tried with noughts and crosses; for other games it is a rule of thumb, on which the forecast has the last word.
"""

OFTEN = 20
"""A first box that runs empty in one simulated machine of so many is worth telling the builder."""


class Sentences(Protocol):
    """Gives the sentence for a key, with its facts filled in; `menace_kit.text.Words` is one."""

    def __call__(self, key: str, *kinds: str, **facts: object) -> str:
        """Return the sentence, or its twin for the first of these kinds that has one."""
        ...

    def title(self, title: str) -> str:
        """Return what a container, kind of bead or label stock is called in the language of the sentences."""
        ...

    def colour_name(self, colour: Colour) -> str:
        """Return what a colour is called in the language of the sentences."""
        ...

    def number(self, number: int) -> str:
        """Return a whole number, its thousands set apart as the language does."""
        ...


@dataclass(frozen=True)
class KitWarning:
    """One thing to tell: the key of its sentence in the table `[warnings]` of the words, and its facts.

    `pairs` are colours that look alike, for the fact of this name: what they are called depends on the language.
    `game` is the kit's, where what is known may differ from game to game: a sentence whose key ends in it goes first.
    """

    key: str
    facts: Mapping[str, object] = field(default_factory=dict)
    pairs: tuple[tuple[Colour, Colour], ...] = ()
    game: str = ""

    def text(self, words: Sentences) -> str:
        """Return the sentence in the language of these words."""
        facts = {
            name: words.number(int(str(fact))) if name in COUNTS else fact
            for name, fact in self.facts.items()
        }
        if self.pairs:
            named = (f"{words.colour_name(one)}/{words.colour_name(other)}" for one, other in self.pairs)
            facts["pairs"] = ", ".join(named)
        return words(f"warnings.{self.key}", self.game, **facts)


def kit_warnings(kit: Kit, need: SimulatedNeed | None = None) -> tuple[KitWarning, ...]:
    """Return everything that the builder of this kit should be told, always in the same order.

    `need` is what simulated machines of this kit needed; where it is known, it replaces what is only known in general.
    """
    return (
        KitWarning("safety"),
        *first_box_warnings(kit, need),
        *learning_warnings(kit),
        *capacity_warnings(kit, need),
        *colour_warnings(kit),
    )


def first_win(kit: Kit) -> int:
    """Return how many beads a win adds to a first box; 0 where it adds none or takes some out."""
    return max(0, at_stage(kit.spec.learning.win, 1))


def may_run_empty(kit: Kit, side: Side) -> bool:
    """Return whether to tell the builder that a first box of this side may run empty and end the machine.

    It may where a defeat takes beads out of it, nothing protects or refills it, and one of these holds:

    - the machine moves first and starts with fewer beads than SAFER_START: Michie's 12 run empty in more than
      half of 1,000-game runs against a perfect player, the 24 of 8-4-2-1 far less often (own simulation);
    - a tie adds none: then only wins make up for what is lost, however many beads there are;
    - the machine moves second: we know no number of beads that is enough. In noughts and crosses it is the harder
      side: random play wins 121/420 of the games there, and 737/1260 moving first (own enumeration).
    """
    learning = kit.spec.learning
    if learning.protect_first_box or not gives_up_when_empty(kit) or at_stage(learning.loss, 1) >= 0:
        return False
    if side is Side.SECOND or at_stage(learning.draw, 1) <= 0:
        return True
    return min(box.start_total for box in kit.first_boxes(side)) < SAFER_START


def often_ran_empty(kit: Kit, emptied: int, runs: int) -> bool:
    """Return whether to tell the builder for what was simulated: first boxes of a side ran empty in so many runs.

    That is where it came about in one run of OFTEN or more, and a machine with an empty first box gives up.
    """
    return gives_up_when_empty(kit) and emptied * OFTEN >= runs


def first_box_warnings(kit: Kit, need: SimulatedNeed | None = None) -> tuple[KitWarning, ...]:
    """Return what to know about first boxes that may run empty, and what can be done; often nothing."""
    if kit.spec.learning.teaches is Teaches.LAST_MOVE:
        # A defeat takes a bead from one box only: that it runs empty is how such a machine learns.
        return (KitWarning("empty-last-move"),) if gives_up_when_empty(kit) else ()
    warnings = []
    for side, boxes in kit.openings.items():
        if not (may_run_empty(kit, side) or (need and often_ran_empty(kit, need.emptied[side], need.runs))):
            continue
        beads = sum(box.start_total for box in boxes)
        numbers = ", ".join(box.name for box in boxes)
        warnings.append(KitWarning("first-box-empties", {"n": len(boxes), "boxes": numbers, "beads": beads}))
        if need:
            warnings.append(_simulated_chance(need, side, len(boxes)))
        else:
            key = "first-box-trials" if side is Side.FIRST else "first-box-second"
            warnings.append(KitWarning(key, game=kit.game.name))
    if warnings and has_ties(kit.game) and at_stage(kit.spec.learning.draw, 1) <= 0:
        warnings.append(KitWarning("first-box-no-gain", game=kit.game.name))
    if warnings:
        merged = kit.spec.boxes.merge_symmetric_moves
        key = "first-box-remedies-merged" if merged else "first-box-remedies"
        warnings.append(KitWarning(key, game=kit.game.name))
    return tuple(warnings)


def _simulated_chance(need: SimulatedNeed, side: Side, boxes: int) -> KitWarning:
    facts = {"runs": need.runs, "games": need.games}
    emptied = need.emptied[side]
    if not emptied:
        return KitWarning("first-box-never", facts)
    if 100 * emptied < need.runs:
        return KitWarning("first-box-simulated-rarely", {"n": boxes, **facts})
    return KitWarning(
        "first-box-simulated", {"n": boxes, "in_100": f"{100 * emptied / need.runs:.0f}", **facts}
    )


def learning_warnings(kit: Kit) -> tuple[KitWarning, ...]:
    """Return a warning where a win adds no more beads than a defeat, naming the machine's moves."""
    learning = kit.spec.learning
    stages = sorted({stage for _, stage in kit.stages})
    wrong = [stage for stage in stages if at_stage(learning.win, stage) <= at_stage(learning.loss, stage)]
    return (KitWarning("win-no-better", {"moves": ", ".join(map(str, wrong))}),) if wrong else ()


def capacity_warnings(kit: Kit, need: SimulatedNeed | None = None) -> tuple[KitWarning, ...]:
    """Return what does not fit: the bead itself, the beads of a box, or those that a first box will win soon.

    How many beads a tray holds is an estimate, about 20 % either way; the warnings say so, and also where the
    tray was never measured.
    """
    tray, bead = kit.container.tray, kit.bead
    longest, narrowest = max(bead.diameter, bead.length), min(tray.length, tray.width, tray.height)
    warnings = []
    if longest > narrowest:
        # How many of them fit is then no question.
        warnings.append(KitWarning("bead-too-large", {"bead": f"{longest:g}", "tray": f"{narrowest:g}"}))
    else:
        warnings += _overfull(kit)
        warnings += _soon_full(kit) if need is None else []
        if warnings:
            warnings.append(KitWarning("capacity-estimate"))
        warnings += _full_in_time(kit, need) if need else []
    if not tray.measured:
        facts = {"holds": tray_capacity(tray, bead), "mixes": shakeable_beads(tray, bead)}
        warnings.append(KitWarning("tray-not-measured", facts))
    return tuple(warnings)


def _overfull(kit: Kit) -> list[KitWarning]:
    holds = tray_capacity(kit.container.tray, kit.bead)
    mixes = shakeable_beads(kit.container.tray, kit.bead)
    spilling = [box for box in kit.boxes if box.start_total > holds]
    stuck = [box for box in kit.boxes if mixes < box.start_total <= holds]
    kinds = (("starts-too-full", spilling, holds), ("starts-unmixed", stuck, mixes))
    return [
        KitWarning(
            key,
            {
                "n": len(boxes),
                "box": fullest(boxes).name,
                "beads": fullest(boxes).start_total,
                "limit": limit,
            },
        )
        for key, boxes, limit in kinds
        if boxes
    ]


def fullest(boxes: list[Box]) -> Box:
    """Return the box that starts with the most beads, the lowest number of several."""
    return max(boxes, key=lambda box: (box.start_total, -box.number))


def wins_until_full(kit: Kit, box: Box) -> int | None:
    """Return after how many wins in a row that open with one colour a first box is too full to shake.

    None where a win adds no beads; 0 where the box is too full at the start.
    """
    room = shakeable_beads(kit.container.tray, kit.bead) - box.start_total
    if room < 0:
        return 0
    return room // first_win(kit) + 1 if first_win(kit) else None


def _soon_full(kit: Kit) -> list[KitWarning]:
    box = fullest([box for side in kit.sides for box in kit.first_boxes(side)])
    wins = wins_until_full(kit, box)
    if not wins or wins >= ENOUGH_WINS:
        return []
    mixes = shakeable_beads(kit.container.tray, kit.bead)
    return [KitWarning("soon-full", {"n": wins, "box": box.name, "beads": box.start_total, "mixes": mixes})]


def _full_in_time(kit: Kit, need: SimulatedNeed) -> list[KitWarning]:
    """Return a warning where the fullest box of simulated machines came to hold more than can be mixed."""
    mixes = shakeable_beads(kit.container.tray, kit.bead)
    if need.fullest <= mixes:
        return []
    holds = tray_capacity(kit.container.tray, kit.bead)
    facts = {"over": 100 - need.percent, "games": need.games, "beads": need.fullest}
    return [KitWarning("full-in-time", {**facts, "mixes": mixes, "holds": holds})]


def colour_warnings(kit: Kit) -> tuple[KitWarning, ...]:
    """Return a warning for each kind of sight to which some of the kit's colours look alike, then advice."""
    warnings = []
    for sight in Sight:
        pairs = alike_pairs(kit.colours, sight)
        if pairs:
            colours = tuple((kit.colour(pair.first), kit.colour(pair.second)) for pair in pairs)
            warnings.append(KitWarning(f"alike-{sight.value}", pairs=colours))
    return (*warnings, KitWarning("alike-advice")) if warnings else ()
