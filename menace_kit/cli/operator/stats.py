"""`menace-kit operator stats`: how the machine and its visitors have fared."""

import sys
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from menace_kit.cli.operator.options import JournalOptions
from menace_kit.cli.options import ENDED, JsonOption, check_file, ending_of
from menace_kit.cli.terminal import BLOCKS, PLAIN, SCREEN, Ink, echo_json, echo_lines, table_lines
from menace_kit.errors import SelectionError
from menace_kit.journal.entries import BOTH, GameRow
from menace_kit.journal.queries import (
    BeadCount,
    BoxCount,
    Statistics,
    statistics,
)
from menace_kit.journal.store import Journal
from menace_kit.layout.charts.chart import span
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Result, has_ties, results
from menace_kit.views.json_output import (
    day_facts_told,
    day_line_facts,
    statistics_facts,
)

if TYPE_CHECKING:
    from menace_kit.layout.marks import Document
    from menace_kit.views.statistics import Day

PLOT_FORMATS = ("png", "svg", "pdf")


def stats(
    as_json: JsonOption = False,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw it into a file: .png, .svg or .pdf.")
    ] = None,
    visitors: Annotated[
        bool,
        typer.Option(
            "--visitors", help="How each visitor fared against the machine, the best first."
        ),
    ] = False,
    by_day: Annotated[
        bool, typer.Option("--by-day", help="How the games of each day went, the newest day last.")
    ] = False,
    day: Annotated[
        str | None, typer.Option(metavar="DATE", help="One day alone, 2026-11-22 or today.")
    ] = None,
    *,
    journal: JournalOptions,
) -> None:
    """Show how the machine has fared, all in all or by day.

    Games, beads, boxes, and the line that Michie drew. A day is one by the clock of this computer.
    --plot draws all games, with --day those of that day.

    \b
    Example:  menace-kit operator stats --plot progress.png
    Example:  menace-kit operator stats --by-day
    Example:  menace-kit operator stats --day today
    """
    if visitors + by_day + (day is not None) > 1 or (plot is not None and (visitors or by_day)):
        raise typer.BadParameter(
            "--visitors, --by-day and --day exclude each other; --plot goes with --day, or alone"
        )
    if plot is not None:
        check_file(plot, PLOT_FORMATS, "--plot", "drawn")
    with journal.opened() as book:
        if visitors:
            _show_visitors(book, as_json)
            return
        if by_day:
            _show_days(book, as_json)
            return
        if day is not None:
            _show_day(book, day, plot, as_json)
            return
        found, chosen = statistics(book), book.kit
        if plot is not None:
            from menace_kit.views.statistics import progress_chart

            write_plot(progress_chart(book, found), plot)
    if as_json:
        echo_json(statistics_facts(chosen, found))
    elif plot is not None:
        typer.echo(f"{plot}  (how the machine learned)")
    else:
        echo_lines(stats_lines(chosen, found, ink_for(sys.stdout.encoding)))


# Visitors


class Visitor(NamedTuple):
    """Somebody who played against the machine: their games,
    and how many of them they won, drew and lost.
    """

    name: str
    games: int
    won: int
    drawn: int
    lost: int


def visitors_of(games: Iterable[GameRow]) -> list[Visitor]:
    """Return who played against the machine in finished games, the best first:
    most won, then fewest lost.

    A name counts as one however it is spelled in small and capital letters;
    it is told as it was written last.
    """
    names: dict[str, str] = {}
    results: dict[str, Counter[Result]] = {}
    for game in games:
        if game.state == "ended" and game.side != BOTH and game.opponent:
            key = game.opponent.casefold()
            names[key] = game.opponent
            results.setdefault(key, Counter())[Result(game.result)] += 1
    found = [
        Visitor(names[key], own.total(), own[Result.LOSS], own[Result.TIE], own[Result.WIN])
        for key, own in results.items()
    ]
    return sorted(found, key=lambda one: (-one.won, one.lost, -one.drawn, one.name.casefold()))


def _show_visitors(book: Journal, as_json: bool) -> None:
    found = visitors_of(book.games())
    if as_json:
        echo_json([visitor._asdict() for visitor in found])
    elif not found:
        typer.echo("No visitor with a name has finished a game yet.")
    else:
        ties = has_ties(book.kit.game)
        head = ["", "visitor", "games", "won", *(["drawn"] if ties else []), "lost"]
        rows = [
            [
                f"{place}.",
                one.name,
                str(one.games),
                str(one.won),
                *([str(one.drawn)] if ties else []),
                str(one.lost),
            ]
            for place, one in enumerate(found, start=1)
        ]
        echo_lines(table_lines([head, *rows], right={0, *range(2, len(head))}))


def write_plot(chart: "Document", path: Path) -> None:
    """Draw a chart into a file."""
    from menace_kit.files import write_file
    from menace_kit.render import rendered

    (content,) = rendered(chart, ending_of(path))
    write_file(path, content)


# Days


def _show_days(book: Journal, as_json: bool) -> None:
    from menace_kit.views.statistics import days

    found = days(book).values()
    if as_json:
        echo_json(list(map(day_line_facts, found)))
    elif not found:
        typer.echo("No game was played yet.")
    else:
        both = any(day.both for day in found)
        ties = ["drawn"] if has_ties(book.kit.game) else []
        ends = ["first", "second", *ties] if both else ["won", *ties, "lost"]
        head = ["day", "games", *ends, *([] if both else ["won %"]), "line", "others"]
        rows = []
        for day in found:
            wins, draws, losses = day.tally
            first, second, _ = day.winners
            ended = [first, second, draws] if both else [wins, draws, losses]
            if not ties:
                del ended[2 if both else 1]
            share = [] if both else [f"{100 * wins / day.games:.0f} %" if day.games else ""]
            numbers = [f"{number:,}" for number in (day.games, *ended)]
            others = f"{len(day.every) - day.games:,}"
            rows.append([day.date, *numbers, *share, _number(day.change), others])
        echo_lines(table_lines([head, *rows], right=set(range(1, len(head)))))
        which = "boxes" if len(book.kit.opening_boxes) > 1 else "box"
        typer.echo(f"line: by how many beads the games changed the first {which} (Michie's line)")
        if any(row[-1] != "0" for row in rows):
            typer.echo("others: going on, broken off, as an exhibition, or that others played")


def _show_day(book: Journal, text: str, plot: Path | None, as_json: bool) -> None:
    from menace_kit.views.statistics import (
        day_chart,
        day_facts,
        day_named,
        today,
        told_of_day,
        without_games,
    )

    found, kit = day_facts(book, today() if text == "today" else day_named(text)), book.kit
    if plot is not None:
        if not found.day.games:
            raise SelectionError(
                f"{found.day.date}: no game was finished, so there is nothing to draw"
            )
        write_plot(day_chart(kit, found), plot)
    if as_json:
        echo_json(day_facts_told(kit, found))
    elif plot is not None:
        typer.echo(f"{plot}  (how {found.day.date} went)")
    elif not found.day.every:
        beside = " and ".join(filter(None, (found.previous, found.following)))
        next_to = f" Nearest with games: {beside}." if beside else ""
        typer.echo(f"{without_games(found)}{next_to}")
    else:
        day = found.day
        ended = f"{day.games:,}: {_results(kit, day.results)}" if day.games else "none was finished"
        typer.echo(f"{day.date}  {ended}")
        if besides := _besides(day):
            typer.echo(f"{'':12}{besides}")
        for line in told_of_day(kit, found):
            whole = str(line.said).replace(" %", "\u00a0%")  # no line ends inside a percentage
            echo_lines(part.replace("\u00a0", " ") for part in textwrap.wrap(whole, SCREEN))
        if day.games:
            typer.echo(_first_box(kit, day.first_box[-1], of_a_day=True))
            echo_lines(bar_lines(day.first_box, SCREEN, CHART_HEIGHT, ink_for(sys.stdout.encoding)))


# A small chart for the terminal: bars of block characters up and down from 0,
# or of # where it has no blocks.

WIDEST = 4
"""Columns that a bar takes at the most."""


def ink_for(encoding: str | None) -> Ink:
    """Return blocks where a terminal's encoding has them, else plain characters."""
    try:
        "".join(BLOCKS).encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return PLAIN
    return BLOCKS


def bar_lines(values: Sequence[int], width: int, height: int, ink: Ink = BLOCKS) -> list[str]:
    """Return `height` lines of up to `width` characters:
    a bar a value, and the numbers of top, 0 and bottom.

    Few bars are drawn wider; where there are more values than columns,
    they are thinned out evenly and the last stays.
    """
    low, high = span(values)
    margin = max(len(_number(value)) for value in (low, high))
    bars = _fitted(values, width - margin - 2)
    above, below = _shared_rows(low, high, height - 1)
    unit = max(high / max(above, 1), -low / max(below, 1), 1e-9)
    rows = [
        *((ink.down, _cells(bars, row, unit, ink.standing)) for row in reversed(range(above))),
        (ink.cross if below else ink.corner, ink.across * len(bars)),
        *(
            (ink.down, _cells([-bar for bar in bars], row, unit, ink.hanging))
            for row in range(below)
        ),
    ]
    numbers = {0: _number(high), height - 1: _number(low), above: "0"}
    return [
        f"{numbers.get(place, ''):>{margin}} {axis}{cells}".rstrip()
        for place, (axis, cells) in enumerate(rows)
    ]


def _cells(bars: Sequence[int], rows_before: int, unit: float, ink: str) -> str:
    """Return one row of cells, `rows_before` rows away from 0;
    a bar that is not 0 shows at least a trace.
    """
    full = len(ink) - 1
    filled = [round(min(max(bar / unit - rows_before, 0), 1) * full) for bar in bars]
    traces = [1 if rows_before == 0 and bar > 0 else 0 for bar in bars]
    return "".join(ink[max(pair)] for pair in zip(filled, traces, strict=True))


def _shared_rows(low: int, high: int, rows: int) -> tuple[int, int]:
    """Return how many rows go above 0 and below it: as the numbers need them,
    but one at the least where any do.
    """
    if low == high:
        return rows, 0
    above = round(rows * high / (high - low))
    above = min(max(above, high > 0), rows - (low < 0))
    return above, rows - above


def _fitted(values: Sequence[int], most: int) -> list[int]:
    """Return the value that each column shows."""
    if len(values) <= most:
        wide = min(WIDEST, most // max(len(values), 1))
        return [value for value in values for _ in range(wide)]
    return [values[(place + 1) * len(values) // most - 1] for place in range(most)]


def _number(value: int) -> str:
    return f"{value:+,}" if value else "0"


# The machine's career on a terminal of 80 columns, to be read without colour.

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
        yield _first_box(kit, stats.first_box[-1])
        told_more = (kit.spec.side == BOTH) + bool(stats.both)
        yield from bar_lines(stats.first_box, SCREEN, CHART_HEIGHT - told_more, ink)


def _besides(found: "Statistics | Day") -> str:
    """Return how many games were not the usual ones, in words: `1 going on, 2 broken off`."""
    numbers = (
        (found.both, "of both machines"),
        (found.outcome_only, "by outcome only"),
        (sum(found.exhibitions), "as an exhibition"),
        (found.watched, "that others played"),
        (found.running, "going on"),
        (found.abandoned, "broken off"),
    )
    return ", ".join(f"{number:,} {what}" for number, what in numbers if number)


def _totals(kit: Kit, stats: Statistics) -> Iterator[str]:
    others = f"; {besides}" if (besides := _besides(stats)) else ""
    if stats.games:
        yield f"Games   {stats.games:,}: {_results(kit, stats.results)}{others}"
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


def _results(kit: Kit, found: Sequence[Result]) -> str:
    """Return `12 won (60 %), 5 drawn (25 %), 3 lost (15 %)`, by the machine;
    drawn only where games can be.
    """
    counts = ((result, found.count(result)) for result in results(kit.game))
    return ", ".join(
        f"{count:,} {ENDED[result]} ({100 * count / len(found):.0f} %)" for result, count in counts
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


def _first_box(kit: Kit, change: int, of_a_day: bool = False) -> str:
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
