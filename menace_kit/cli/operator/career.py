"""A machine's career on a terminal of 80 columns, to be read without colour."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING

from menace_kit.cli.operator.bars import bar_lines
from menace_kit.cli.terminal import SCREEN, Ink
from menace_kit.logbook.career import BeadCount, BoxCount, Statistics
from menace_kit.logbook.entries import BOTH
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import RESULT_WORDS, Result
from menace_kit.machine.prospects import has_ties, results
from menace_kit.text.shares import parts_of_100

if TYPE_CHECKING:
    from menace_kit.views.days import Day

CHART_HEIGHT = 6


BOX_TABLE = 17


LONGEST_NAME = 14


LETTERS = {Result.WIN: "W", Result.TIE: "D", Result.LOSS: "L"}


def stats_lines(kit: Kit, stats: Statistics, ink: Ink) -> Iterator[str]:
    """Yield the lines of the screen: totals, beads and boxes, and the first box game by game."""
    yield from _totals(kit, stats)
    yield ""
    yield from _tables(kit, stats)
    if stats.games:
        yield ""
        yield first_box(kit, stats.first_box[-1])
        told_more = (kit.spec.side == BOTH) + bool(stats.both)
        yield from bar_lines(stats.first_box, SCREEN, CHART_HEIGHT - told_more, ink)


def unusual(found: "Statistics | Day") -> str:
    """Return how many games were not the usual ones, in words: `1 going on, 2 ended early`."""
    numbers = (
        (found.both, "of both machines"),
        (found.outcome_only, "by result only"),
        (sum(found.exhibitions), "as an exhibition"),
        (found.watched, "that others played"),
        (found.running, "going on"),
        (found.abandoned, "ended early"),
    )
    return ", ".join(f"{number:,} {what}" for number, what in numbers if number)


def _totals(kit: Kit, stats: Statistics) -> Iterator[str]:
    others = f"; {told}" if (told := unusual(stats)) else ""
    if stats.games:
        yield f"Games   {stats.games:,}: {results_told(kit, stats.results)}{others}"
        if kit.spec.side == BOTH:
            first, second, draws = stats.winners
            nobody = f"; nobody {draws:,}" if has_ties(kit.game) else ""
            yield f"Won by  the first player {first:,}, the second player {second:,}{nobody}"
            if stats.both:
                yield "        (above, a game of both machines counts as the first player's)"
        newest = "  (newest last)" if len(stats.last) > 1 else ""
        yield (
            f"Last {len(stats.last):<2} "
            f"{' '.join(LETTERS[result] for result in stats.last)}{newest}"
        )
    else:
        yield f"No game is finished yet{others}."
    empty = f"; empty now: {_names(kit, stats.empty)}" if stats.empty else ""
    yield f"Boxes   {stats.boxes_opened} of {stats.boxes} opened so far{empty}"


def results_told(kit: Kit, found: Sequence[Result]) -> str:
    """Return `12 won (60 %), 5 drawn (25 %), 3 lost (15 %)`, by the machine;
    drawn only where games can be.
    """
    ended = results(kit.game)
    counts = [found.count(result) for result in ended]
    told = zip(ended, counts, parts_of_100(counts), strict=True)
    return ", ".join(
        f"{count:,} {RESULT_WORDS[result]} ({part:.0f} %)" for result, count, part in told
    )


def _names(kit: Kit, numbers: Sequence[int], most: int = 5) -> str:
    more = f" and {len(numbers) - most} more" if len(numbers) > most else ""
    return f"{', '.join(kit.box(number).name for number in numbers[:most])}{more}"


def _tables(kit: Kit, stats: Statistics) -> Iterator[str]:
    """Yield the beads by colour, and beside them the fullest boxes and those opened most."""
    width = 2 + min(LONGEST_NAME, max(len(colour.name) for colour in kit.colours))
    every = BeadCount(*map(sum, zip(*stats.beads.values(), strict=True)))
    beads = [
        f"{'Beads':<{width}}{'start':>7}{'now':>9}{'change':>9}",
        *(
            _bead_line(f"{colour.key} {colour.name}", width, stats.beads[colour.name])
            for colour in kit.colours
        ),
        _bead_line("All", width, every),
    ]
    fullest = _box_table(kit, "Fullest", "beads", stats.fullest)
    opened = _box_table(kit, "Opened most", "times", stats.most_opened) if stats.most_opened else []
    for left, middle, right in zip_longest(beads, fullest, opened, fillvalue=""):
        yield f"{left:<{len(beads[0])}}   {middle:<{BOX_TABLE}}   {right}".rstrip()


def _bead_line(name: str, width: int, stock: BeadCount) -> str:
    change = stock.now - stock.start
    return (
        f"{name[:width]:<{width}}{stock.start:>7,}{stock.now:>9,}"
        f"{f'{change:+,}' if change else '0':>9}"
    )


def _box_table(kit: Kit, title: str, unit: str, boxes: Sequence[BoxCount]) -> list[str]:
    return [
        f"{title}{unit:>{BOX_TABLE - len(title)}}",
        *(f"box {kit.box(box).name:>4} {amount:>{BOX_TABLE - 9},}" for box, amount in boxes),
    ]


def first_box(kit: Kit, change: int, of_a_day: bool = False) -> str:
    """Return the sentence over Michie's line, which games alone make:
    what a recount found is not in it.
    """
    several = len(kit.opening_boxes) > 1
    which = "the first boxes" if several else "the first box"
    beads = f"{abs(change):,} bead{'s' if abs(change) > 1 else ''}"
    if not change:
        before = "at the start" if not of_a_day else "they were" if several else "it was"
        return f"Michie's line: games have left {which} as {before}"
    return (
        "Michie's line: "
        f"games have {f'added {beads} to' if change > 0 else f'taken {beads} from'} {which}"
    )
