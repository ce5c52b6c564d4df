"""A machine's career, its days, and which boxes are suspect."""

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING

from menace_kit.machine import Kit
from menace_kit.machine.learning import Result
from menace_kit.views.json_output.values import Facts, counted, numbered, picked
from menace_kit.views.shape import Shape

if TYPE_CHECKING:
    from menace_kit.logbook.career import BoxCount, Statistics
    from menace_kit.logbook.suspicion import Suspicion
    from menace_kit.views.days import Day, DayFacts


class Ends(Shape):
    """How games ended for the machine; for the first player if both are machines."""

    wins: int
    draws: int
    losses: int


class WonBy(Shape):
    """How many games each player won, whichever of them was the machine."""

    first: int
    second: int
    draws: int


class BeadsOfAll(Shape):
    """Beads of a colour in all boxes."""

    start: int
    now: int


class NumberedBox(Shape):
    """A box's number, and its name if that is what is written on it."""

    optional = ("name",)

    number: int
    name: str | None = field(default=None, kw_only=True)


class FullestBox(NumberedBox):
    """How many beads are in a box."""

    beads: int


class OpenedBox(NumberedBox):
    """How often a box was opened."""

    times: int


class CareerFigures(Shape):
    """How a machine has fared.

    `first_box` and `results` have one element per finished game.
    """

    games: int
    wins: int
    draws: int
    losses: int
    last_20: Ends
    outcome_only: int
    exhibitions: Ends
    watched: int
    both_machines: int
    winners: WonBy
    running: int
    abandoned: int
    boxes_opened: int
    boxes: int
    empty: Sequence[int]
    beads: Mapping[str, BeadsOfAll]
    fullest: Sequence[FullestBox]
    most_opened: Sequence[OpenedBox]
    first_box: Sequence[int]
    results: Sequence[Result]


class DayFigures(Shape):
    """How the games of a day went; `change` is for the boxes for the first move."""

    day: str
    games: int
    wins: int
    draws: int
    losses: int
    change: int
    outcome_only: int
    exhibitions: Ends
    watched: int
    both_machines: int
    winners: WonBy
    running: int
    abandoned: int


class LearnedBox(NumberedBox):
    """The box that learned most on a day.

    `good` are the colours of its good moves, `chances` how likely these were and are.
    """

    good: Sequence[str]
    before: Mapping[str, int]
    after: Mapping[str, int]
    chances: Sequence[float]


class WholeDay(DayFigures):
    """A day's facts.

    `first_box`, `results` and `numbers` have one element per finished game; `moves_left` has one
    more, from before those games.
    """

    first_win: int | None
    most_opened: Sequence[OpenedBox]
    learned: LearnedBox | None
    numbers: Sequence[int]
    results: Sequence[Result]
    first_box: Sequence[int]
    moves_left: Sequence[int]
    previous: str | None
    following: str | None


def career_figures(kit: Kit, found: "Statistics") -> CareerFigures:
    from menace_kit.logbook.game_counts import tally

    return CareerFigures.of(
        found,
        **found.tally._asdict(),
        last_20=Ends.of(tally(found.last)),
        exhibitions=Ends.of(found.exhibitions),
        both_machines=found.both,
        winners=WonBy.of(found.winners),
        beads={colour: BeadsOfAll.of(count) for colour, count in found.beads.items()},
        fullest=[FullestBox(**_number(kit, box), beads=amount) for box, amount in found.fullest],
        most_opened=_opened(kit, found.most_opened),
    )


def day_figures(day: "Day") -> DayFigures:
    return DayFigures(**_day_figures(day))


def whole_day(kit: Kit, found: "DayFacts") -> WholeDay:
    return WholeDay.of(
        found,
        **_day_figures(found.day),
        **picked(found.day, "first_win", "numbers", "results", "first_box"),
        most_opened=_opened(kit, found.most_opened),
        learned=found.learned
        and LearnedBox.of(
            found.learned,
            **_number(kit, found.learned.number),
            chances=list(map(float, found.learned.chances() or ())),
        ),
    )


def _day_figures(day: "Day") -> Facts:
    return {
        "day": day.date,
        **picked(day, "games", "change", "outcome_only", "watched", "running", "abandoned"),
        **day.tally._asdict(),
        "exhibitions": Ends.of(day.exhibitions),
        "both_machines": day.both,
        "winners": WonBy.of(day.winners),
    }


def _opened(kit: Kit, boxes: "Sequence[BoxCount]") -> list[OpenedBox]:
    return [OpenedBox(**_number(kit, box), times=amount) for box, amount in boxes]


def _number(kit: Kit, number: int) -> Facts:
    return {"number": number, "name": kit.box(number).given_name or None}


def suspicion_facts(kit: Kit, found: "Suspicion") -> Facts:
    """Return whether the draws fit the logbook, and the boxes in the order to count them.

    `levels` are by kind of score; the levels of boxes are corrected for the number of boxes.
    """
    return {
        **picked(found, "games", "draws", "fits", "level", "levels", "reason"),
        "too_full": counted(kit, found.too_full.items(), "beads"),
        "suspected": [box.box for box in found.suspected],
        "boxes": [
            {
                **numbered(kit.box(each.box)),
                **picked(each, "draws", "level"),
                "suspected": each.stands_out,
                **picked(each, "refused"),
                "colours": [picked(own, "colours", "drawn", "due") for own in each.colours],
            }
            for each in found.boxes
        ],
    }
