"""A machine's career, its days, and which boxes are suspect."""

from typing import TYPE_CHECKING

from menace_kit.machine.kit import Kit
from menace_kit.views.json_output.values import Facts, counted, numbered, picked

if TYPE_CHECKING:
    from menace_kit.logbook.career import Statistics
    from menace_kit.logbook.suspicion import Suspicion
    from menace_kit.views.days import Day, DayFacts


def statistics_facts(kit: Kit, found: "Statistics") -> Facts:
    """Return how a machine has fared.

    `first_box` and `results` have one element per finished game.
    """
    from menace_kit.logbook.game_counts import tally

    return {
        "games": found.games,
        **found.tally._asdict(),
        "last_20": tally(found.last),
        **picked(found, "outcome_only", "exhibitions", "watched"),
        "both_machines": found.both,
        **picked(found, "winners", "running", "abandoned"),
        **picked(found, "boxes_opened", "boxes", "empty", "beads"),
        "fullest": counted(kit, found.fullest, "beads"),
        "most_opened": counted(kit, found.most_opened, "times"),
        **picked(found, "first_box", "results"),
    }


def day_line_facts(day: "Day") -> Facts:
    """Return how the games of a day went; `change` is for the boxes for the first move."""
    return {
        "day": day.date,
        "games": day.games,
        **day.tally._asdict(),
        **picked(day, "change", "outcome_only", "exhibitions", "watched"),
        "both_machines": day.both,
        **picked(day, "winners", "running", "abandoned"),
    }


def day_facts_told(kit: Kit, found: "DayFacts") -> Facts:
    """Return a day's facts.

    `first_box`, `results` and `numbers` have one element per finished game; `moves_left` has one
    more, from before those games.
    """
    learned = found.learned
    return {
        **day_line_facts(found.day),
        "first_win": found.day.first_win,
        "most_opened": counted(kit, found.most_opened, "times"),
        "learned": learned
        and {
            **numbered(kit.box(learned.number)),
            **picked(learned, "good", "before", "after"),
            "chances": map(float, learned.chances() or ()),
        },
        **picked(found.day, "numbers", "results", "first_box"),
        **picked(found, "moves_left", "previous", "following"),
    }


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
                **picked(each, "refused", "found"),
                "colours": [picked(own, "colours", "drawn", "due") for own in each.colours],
            }
            for each in found.boxes
        ],
    }
