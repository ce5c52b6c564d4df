"""How many beads to keep in reserve."""

from collections.abc import Mapping

from menace_kit.machine import Kit
from menace_kit.machine.learning import Result, change_by
from menace_kit.text.phrases import Joined, Whole, listed, paragraph, say
from menace_kit.workshop.forecasts import PERCENT, SimulatedNeed
from menace_kit.workshop.learning_risks import first_win

Reserve = tuple[Mapping[str, int], Joined]
"""Beads to have in addition to those that fill the boxes, and how they were worked out.

The first is colour name -> beads.
"""


def rounded_up(amount: int, size: int) -> int:
    return -(-amount // size)


def beads_wanted(kit: Kit, need: SimulatedNeed | None = None) -> dict[str, int]:
    """Return colour name -> beads to own; without a simulated need, by the kit's rule."""
    reserve, _ = reserve_of(kit, need)
    return {name: start + reserve[name] for name, start in kit.start_by_colour().items()}


def reserve_of(kit: Kit, need: SimulatedNeed | None) -> Reserve:
    return (
        _reserve_by_rule(kit) if need is None or not grows(kit) else _simulated_reserve(kit, need)
    )


def grows(kit: Kit) -> bool:
    """Return whether games can add beads; if not, the reserve is for lost ones."""
    return any(change_by(kit, result, *stage) > 0 for stage in kit.stages for result in Result)


def _reserve_by_rule(kit: Kit) -> Reserve:
    """Return the reserve by the plain rule, with the numbers in the kit file.

    Each colour gets `reserve-percent` per cent of its starting beads, rounded up. Each colour in a
    first box (a side's box for its first move) also gets as many beads as `reserve-wins` wins in a
    row add to it, if a win adds any there. Sides count separately: a colour in first boxes of both
    gets this twice, but a colour in several first boxes of one side gets it once.
    """
    plan = kit.spec.shopping
    wins = {side: first_win(kit, side) for side in kit.sides}
    openings = {
        side: {bead.colour for box in kit.first_boxes(side) for bead in box.beads}
        for side in kit.sides
    }
    beads = {
        colour: rounded_up(start * plan.reserve_percent, 100)
        + sum(
            plan.reserve_wins * wins[side]
            for side, opening in openings.items()
            if colour in opening
        )
        for colour, start in kit.start_by_colour().items()
    }
    sentences = [say("shopping.reserve-percent", percent=plan.reserve_percent)]
    if plan.reserve_wins and any(wins.values()):
        sentences.append(say("shopping.reserve-wins", n=plan.reserve_wins))
    return beads, paragraph(sentences)


def _simulated_reserve(kit: Kit, need: SimulatedNeed) -> Reserve:
    """Return what simulated machines needed beyond what fills the boxes, and what was simulated."""
    beads = {
        colour: max(0, need.beads[colour] - start)
        for colour, start in kit.start_by_colour().items()
    }
    crowd = (
        say("shopping.crowd", percent=round(share), player=say(f"lab.{player}"))
        for player, share in need.crowd.items()
    )
    counted = say(
        "shopping.reserve-simulated",
        crowd=listed(crowd),
        runs=Whole(need.runs),
        games=Whole(need.games),
        percent=PERCENT,
    )
    return beads, paragraph([counted])
