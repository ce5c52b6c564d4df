"""A machine's career: its chart, the same everywhere."""

from collections.abc import Iterator, Sequence

from menace_kit.layout.charts.career import progress_document
from menace_kit.layout.charts.panels import GoodLine
from menace_kit.layout.marks import Document
from menace_kit.logbook.box_changes import changes_by_game
from menace_kit.logbook.career import Statistics, moving_share
from menace_kit.logbook.game_counts import tally
from menace_kit.logbook.store import Logbook
from menace_kit.machine.first_choice import first_choices
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Result, starting_contents
from menace_kit.machine.prospects import line_rises
from menace_kit.machine.recent_games import recent_games


def progress_chart(
    logbook: Logbook, found: Statistics, narrow: bool = False, sums: bool = False
) -> Document:
    """Return the chart of a machine's career, not drawn yet; `narrow` for a phone.

    It has how likely a good move is; with `sums`, or where no move can be bad, Michie's line.
    Where no game can add a bead to a box for the first move, as with HER and Nim, that
    would only ever lie or fall a little: there the chart has the moves that are left in all boxes.
    """
    good = () if sums else good_lines(logbook)
    left = None if good or line_rises(logbook.kit) else moves_left(logbook)
    return career_chart(logbook.kit, found.results, found.first_box, left, narrow, good=good)


def career_chart(
    kit: Kit,
    results: Sequence[Result],
    first_box: Sequence[int],
    left: Sequence[int] | None,
    narrow: bool,
    title: str = "",
    good: Sequence[GoodLine] = (),
) -> Document:
    window = recent_games(len(results))
    totals = dict(zip((Result.WIN, Result.TIE, Result.LOSS), tally(results), strict=True))
    shares = {
        result: moving_share([each is result for each in results], window) for result in Result
    }
    return progress_document(kit, first_box, totals, shares, window, narrow, left, title, good)


def good_lines(logbook: Logbook) -> list[GoodLine]:
    """Return how likely each side's first choice is good:
    at the start, and after each finished game that taught the machine.
    """
    kit = logbook.kit
    contents = {number: dict(inside) for number, inside in starting_contents(kit).items()}
    choices = first_choices(kit)
    chances = [[choice.chance(contents)] for choice in choices]
    for taught, changed in changes_of_finished(logbook):
        for box, colour, change in changed:
            contents[box][colour] += change
        for choice, line in zip(choices, chances, strict=True):
            if taught:
                line.append(choice.chance(contents))
    return [GoodLine(choice, line) for choice, line in zip(choices, chances, strict=True)]


def moves_left(logbook: Logbook) -> list[int]:
    """Return how many moves the machine can still make:
    at the start, and after each finished game that taught it.

    A move is left as long as its box has a bead for it; added up over all boxes.
    """
    held = {
        (box.number, bead.colour): bead.start for box in logbook.kit.boxes for bead in box.beads
    }
    found = [sum(count > 0 for count in held.values())]
    for taught, changed in changes_of_finished(logbook):
        for box, colour, change in changed:
            held[box, colour] += change
        if taught:
            found.append(sum(count > 0 for count in held.values()))
    return found


def changes_of_finished(logbook: Logbook) -> Iterator[tuple[bool, Sequence[tuple[int, str, int]]]]:
    """Yield for each finished game whether the machine was taught by it,
    and what changed in the boxes up to it.
    """
    with logbook.one_moment():
        finished = [row for row in logbook.games() if row.result is not None]
        changes = changes_by_game(logbook)
    # The last changes are of no finished game.
    for row, changed in zip(finished, changes, strict=False):
        yield not row.is_apart, changed
