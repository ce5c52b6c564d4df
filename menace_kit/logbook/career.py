"""A machine's career in figures."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

from menace_kit.frozen import Frozen
from menace_kit.logbook.entries import BOTH, OUTCOME_ONLY, WATCHED
from menace_kit.logbook.game_counts import Tally, Winners, tally, taught, winners_of
from menace_kit.logbook.game_record import GameRow
from menace_kit.logbook.store import Logbook
from menace_kit.machine.learning import Result, empty_boxes
from menace_kit.machine.recent_games import WINDOW

LONGEST_LIST = 10
"""Length of the lists of the fullest and the most opened boxes."""


class BeadCount(NamedTuple):
    """Beads of one colour in all boxes: at the start, and now."""

    start: int
    now: int


class BoxCount(NamedTuple):
    """A box's number and an amount: beads in it, or how often it was opened."""

    number: int
    amount: int


class Statistics(Frozen):
    """A machine's career.

    `results` and `first_box` have one item for each finished game, in order: its result, and how
    many beads the boxes for the first move have gained since the start (without recounts: that is
    Michie's line). `boxes` is the number of boxes in the kit, `empty` the numbers of those that are
    empty now. Games that are running or were ended early aren't finished, but boxes opened in them
    count. Of the finished games, `outcome_only` have no moves and open a box only if their first
    bead is known. In `both`, both players were machines; the result is then the first player's.
    `winners` counts all finished games by who won, whichever side was the machine. `exhibitions`
    (which teach nothing) and `watched` games (finished games of others) are counted separately and
    in none of the other figures.
    """

    results: tuple[Result, ...]
    first_box: tuple[int, ...]
    running: int
    abandoned: int
    boxes: int
    boxes_opened: int
    empty: tuple[int, ...]
    beads: Mapping[str, BeadCount]
    fullest: tuple[BoxCount, ...]
    most_opened: tuple[BoxCount, ...]
    outcome_only: int
    both: int
    winners: Winners
    exhibitions: Tally
    watched: int

    @property
    def games(self) -> int:
        return len(self.results)

    @cached_property
    def tally(self) -> Tally:
        return tally(self.results)

    @property
    def all_beads(self) -> BeadCount:
        """Return the beads of all colours together."""
        return BeadCount(*map(sum, zip(*self.beads.values(), strict=True)))

    @property
    def last(self) -> tuple[Result, ...]:
        """Return the results of the last 20 games, the newest last."""
        return self.results[-WINDOW:]


def moving_share(hits: Sequence[bool], window: int) -> list[float]:
    """Return, for each place, the share of hits among the last `window` places up to it.

    At the start it is the share among as many as there are.
    """
    found = [0, *accumulate(hits)]
    return [
        (found[end] - found[max(0, end - window)]) / min(end, window)
        for end in range(1, len(hits) + 1)
    ]


def statistics(logbook: Logbook) -> Statistics:
    """Return a machine's career by its logbook, all of one moment."""
    with logbook.one_moment():
        games, rows = taught(logbook), logbook.games()
        contents, opened = logbook.contents(), openings(logbook)
    apart = [row for row in rows if row.is_apart]
    results, first_box = finished_games(rows)
    states = Counter[str]()
    for row in games:
        states[row.state] += row.games
    stock = {colour.name: [0, 0] for colour in logbook.kit.colours}
    for box in logbook.kit.boxes:
        for bead in box.beads:
            stock[bead.colour][0] += bead.start
            stock[bead.colour][1] += contents[box.number][bead.colour]
    inside = {number: sum(counts.values()) for number, counts in contents.items()}
    fullest = sorted(inside.items(), key=lambda each: (-each[1], each[0]))[:LONGEST_LIST]
    return Statistics(
        results=results,
        first_box=first_box,
        running=states["running"],
        abandoned=states["abandoned"],
        boxes=len(logbook.kit.boxes),
        boxes_opened=len(opened),
        empty=empty_boxes(contents),
        beads={colour: BeadCount(*counts) for colour, counts in stock.items()},
        fullest=tuple(BoxCount(*pair) for pair in fullest),
        most_opened=tuple(BoxCount(*pair) for pair in opened.most_common(LONGEST_LIST)),
        outcome_only=sum(
            row.games for row in games if row.why == OUTCOME_ONLY and row.state == "ended"
        ),
        both=sum(row.games for row in games if row.side == BOTH and row.state == "ended"),
        winners=winners_of(games),
        exhibitions=tally(Result(row.result) for row in apart if row.result and row.why != WATCHED),
        watched=sum(row.why == WATCHED and row.result is not None for row in apart),
    )


def finished_games(games: Iterable[GameRow]) -> tuple[tuple[Result, ...], tuple[int, ...]]:
    """Return the results of the finished games, without those counted apart, and Michie's line.

    A refill in a game that was ended early stays in the box, so the line includes it from the next
    game on.
    """
    found, line, change = [], [], 0
    for row in games:
        change += row.first_change
        if row.result is not None and not row.is_apart:
            found.append(Result(row.result))
            line.append(change)
    return tuple(found), tuple(line)


def openings(logbook: Logbook) -> Counter[int]:
    """Return box number -> how often a bead was drawn from it or it was found empty.

    Undone steps are left out.
    """
    return +Counter[int]({box: note.opened for box, note in logbook.balance().notes.items()})
