"""A machine's career, its days, and which of its boxes are suspect."""

from typing import TYPE_CHECKING

from menace_kit.machine.kit import Kit
from menace_kit.views.json_output.values import Facts, counted, numbered

if TYPE_CHECKING:
    from menace_kit.logbook.career import Statistics
    from menace_kit.logbook.suspicion import Suspicion
    from menace_kit.views.days import Day, DayFacts


def statistics_facts(kit: Kit, found: "Statistics") -> Facts:
    """Return how a machine has fared; `first_box` and `results` have one
    element a finished game.
    """
    from menace_kit.logbook.game_counts import tally

    return {
        "games": found.games,
        **found.tally._asdict(),
        "last_20": tally(found.last)._asdict(),
        "outcome_only": found.outcome_only,
        "exhibitions": found.exhibitions._asdict(),
        "watched": found.watched,
        "both_machines": found.both,
        "winners": found.winners._asdict(),
        "running": found.running,
        "abandoned": found.abandoned,
        "boxes_opened": found.boxes_opened,
        "boxes": found.boxes,
        "empty": list(found.empty),
        "beads": {colour: stock._asdict() for colour, stock in found.beads.items()},
        "fullest": counted(kit, found.fullest, "beads"),
        "most_opened": counted(kit, found.most_opened, "times"),
        "first_box": list(found.first_box),
        "results": [result.value for result in found.results],
    }


def day_line_facts(day: "Day") -> Facts:
    """Return how the games of a day went; `change` is of the boxes for the first move."""
    return {
        "day": day.date,
        "games": day.games,
        **day.tally._asdict(),
        "change": day.change,
        "outcome_only": day.outcome_only,
        "exhibitions": day.exhibitions._asdict(),
        "watched": day.watched,
        "both_machines": day.both,
        "winners": day.winners._asdict(),
        "running": day.running,
        "abandoned": day.abandoned,
    }


def day_facts_told(kit: Kit, found: "DayFacts") -> Facts:
    """Return what there is to tell of a day; `first_box`, `results` and `numbers` have one
    element a finished game.

    `moves_left` has one more: the first is from before them.
    """
    learned = found.learned
    return {
        **day_line_facts(found.day),
        "begun": found.day.begun,
        "first_win": found.first_win and found.first_win._asdict(),
        "longest": found.longest and found.longest._asdict(),
        "boxes_opened": found.boxes_opened,
        "most_opened": counted(kit, found.most_opened, "times"),
        "learned": learned
        and {
            **numbered(kit.box(learned.number)),
            "good": list(learned.good),
            "before": dict(learned.before),
            "after": dict(learned.after),
            "chances": list(map(float, learned.chances() or ())),
        },
        "numbers": list(found.day.numbers),
        "results": [result.value for result in found.day.results],
        "first_box": list(found.day.first_box),
        "moves_left": list(found.moves_left),
        "previous": found.previous,
        "following": found.following,
    }


def suspicion_facts(kit: Kit, found: "Suspicion") -> Facts:
    """Return whether the draws fit the logbook, and the boxes in the order in which to count
    them; `levels` are by kind of score, and those of boxes are corrected for all boxes.
    """
    reason = found.reason
    return {
        "games": found.games,
        "draws": found.draws,
        "fits": found.fits,
        "level": found.level,
        "levels": dict(found.levels),
        "reason": reason
        and {
            "story": reason.story.value,
            "colours": list(reason.colours),
            "boxes": list(reason.boxes),
            "times": reason.times,
        },
        "too_full": [
            {**numbered(kit.box(number)), "beads": held} for number, held in found.too_full.items()
        ],
        "suspected": [box.box for box in found.suspected],
        "boxes": [
            {
                **numbered(kit.box(each.box)),
                "draws": each.draws,
                "level": each.level,
                "suspected": each.stands_out,
                "refused": list(each.refused),
                "found": list(each.found),
                "colours": [
                    {"colours": own.colours, "drawn": own.drawn, "due": own.due}
                    for own in each.colours
                ],
            }
            for each in found.boxes
        ],
    }
