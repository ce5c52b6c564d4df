"""A machine's career: its chart, the same everywhere."""

from collections.abc import Sequence

from menace_kit.layout.charts.career import line_rises, progress_document
from menace_kit.layout.marks import Document
from menace_kit.logbook.queries import (
    WINDOW,
    Statistics,
    changes_by_game,
    moving_share,
    tally,
    told_apart,
)
from menace_kit.logbook.store import Logbook
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Result
from menace_kit.text import paper_words

AVERAGED = 20
"""The chart's average looks back over a 20th part of many games:
over a few of them it would be a mere blur.
"""


def progress_chart(logbook: Logbook, found: Statistics, narrow: bool = False) -> Document:
    """Return the chart of a machine's career, not drawn yet; `narrow` for a phone.

    Where no game can add a bead to a box for the first move, as with HER and Nim, Michie's line
    would only ever lie or fall a little: there the chart has the moves that are left in all boxes.
    """
    left = None if line_rises(logbook.kit) else moves_left(logbook)
    return career_chart(logbook.kit, found.results, found.first_box, left, narrow)


def career_chart(
    kit: Kit,
    results: Sequence[Result],
    first_box: Sequence[int],
    left: Sequence[int] | None,
    narrow: bool,
    title: str = "",
) -> Document:
    window = max(WINDOW, len(results) // AVERAGED)
    totals = dict(zip((Result.WIN, Result.TIE, Result.LOSS), tally(results), strict=True))
    shares = {
        result: moving_share([each is result for each in results], window) for result in Result
    }
    words = paper_words(kit)
    return progress_document(kit, words, first_box, totals, shares, window, narrow, left, title)


def moves_left(logbook: Logbook) -> list[int]:
    """Return how many moves the machine can still make:
    at the start, and after each finished game that taught it.

    A move is left as long as its box has a bead for it; added up over all boxes.
    """
    held = {
        (box.number, bead.colour): bead.start for box in logbook.kit.boxes for bead in box.beads
    }
    with logbook.one_moment():
        apart = told_apart(logbook)
        finished = [row.number for row in logbook.games() if row.result is not None]
        changes = changes_by_game(logbook)
    found = [sum(count > 0 for count in held.values())]
    # The last changes are of no finished game.
    for number, changed in zip(finished, changes, strict=False):
        for box, colour, change in changed:
            held[box, colour] += change
        if number not in apart:
            found.append(sum(count > 0 for count in held.values()))
    return found
