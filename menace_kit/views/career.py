"""The chart of a machine's career, the same on pages and in files."""

from collections.abc import Iterator, Sequence

from menace_kit.layout.charts.career import progress_document
from menace_kit.layout.charts.panels import GoodLine
from menace_kit.layout.marks import Document
from menace_kit.logbook import Logbook
from menace_kit.logbook.box_changes import changes_by_game
from menace_kit.logbook.career import Statistics, moving_share
from menace_kit.logbook.game_counts import tally
from menace_kit.machine import Kit
from menace_kit.machine.first_choice import first_choices
from menace_kit.machine.learning import Contents, Result, starting_contents
from menace_kit.machine.prospects import line_rises
from menace_kit.machine.recent_games import recent_games


def progress_chart(
    logbook: Logbook, found: Statistics, narrow: bool = False, sums: bool = False
) -> Document:
    """Return the chart of a machine's career, not drawn yet; `narrow` fits a phone.

    It shows how likely a good first choice is. With `sums`, or if no move can be bad, it shows
    Michie's line instead. If no game can add beads to a box for the first move (HER, Nim), that
    line could only stay level or fall, so the chart shows the moves left in all boxes.
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
    totals = dict(zip(Result, tally(results), strict=True))
    shares = {
        result: moving_share([each is result for each in results], window) for result in Result
    }
    return progress_document(kit, first_box, totals, shares, window, narrow, left, title, good)


def good_lines(logbook: Logbook) -> list[GoodLine]:
    """Return how likely each side's first choice is good, over the machine's career.

    Each line has a value for the start and one after each finished game that taught the machine.
    """
    choices = first_choices(logbook.kit)
    lines: list[list[float]] = [[] for _ in choices]
    for contents in contents_after_games(logbook):
        for choice, line in zip(choices, lines, strict=True):
            line.append(choice.chance(contents))
    return [GoodLine(choice, line) for choice, line in zip(choices, lines, strict=True)]


def moves_left(logbook: Logbook) -> list[int]:
    """Return `moves_in` the boxes at the start, and after each game that taught the machine."""
    return list(map(moves_in, contents_after_games(logbook)))


def moves_in(contents: Contents) -> int:
    """Return how many moves a machine with these boxes can make: colours with at least one bead."""
    return sum(count > 0 for inside in contents.values() for count in inside.values())


def contents_after_games(logbook: Logbook) -> Iterator[Contents]:
    """Yield what belongs in the boxes at the start, and after each game that taught the machine.

    Always yields the same object, which the next step changes: read it before going on.
    """
    with logbook.one_moment():
        finished = [row for row in logbook.games() if row.result is not None]
        changes = changes_by_game(logbook)
    contents = starting_contents(logbook.kit)
    yield contents
    # The last changes belong to no finished game.
    for row, changed in zip(finished, changes, strict=False):
        for box, colour, change in changed:
            contents[box][colour] += change
        if not row.is_apart:
            yield contents
