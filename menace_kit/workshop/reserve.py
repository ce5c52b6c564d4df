"""How many beads to keep in reserve."""

from collections.abc import Mapping

from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Result, change_by
from menace_kit.text.phrases import Joined, Whole, listed, paragraph, say
from menace_kit.workshop.forecasts import PERCENT, SimulatedNeed
from menace_kit.workshop.learning_risks import first_win

Reserve = tuple[Mapping[str, int], Joined]
"""Beads to have beyond those that fill the boxes: colour name -> beads,
and how they are counted.
"""


def rounded_up(amount: int, size: int) -> int:
    return -(-amount // size)


def beads_wanted(kit: Kit, need: SimulatedNeed | None = None) -> dict[str, int]:
    """Return colour name -> how many beads to own; by the plain rule where no need is known."""
    reserve, _ = reserve_of(kit, need)
    return {name: start + reserve[name] for name, start in kit.start_by_colour().items()}


def reserve_of(kit: Kit, need: SimulatedNeed | None) -> Reserve:
    return (
        _reserve_by_rule(kit) if need is None or not grows(kit) else _simulated_reserve(kit, need)
    )


def grows(kit: Kit) -> bool:
    """Return whether a game can add beads; where none does,
    the reserve is for those that get lost.
    """
    return any(change_by(kit, result, *stage) > 0 for stage in kit.stages for result in Result)


def _reserve_by_rule(kit: Kit) -> Reserve:
    """Return the reserve by the plain rule with the numbers of the kit file.

    For each colour, `reserve-percent` per cent of its starting beads, rounded up.
    For each colour in a first box (the boxes for the first move of a side), in addition as many
    beads as `reserve-wins` wins in a row add to it, if a win adds any at the first move.
    With machines for both sides each side counts by itself: a colour in first boxes of both gets
    this twice. A colour in several first boxes of one side gets it once.
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
    """Return what simulated machines had to have, less what fills the boxes, at least 0;
    and what was simulated.
    """
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
