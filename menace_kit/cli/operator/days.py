"""Results of each day, and of one day alone."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from menace_kit.cli.operator.career import first_box, results_told, signed, unusual
from menace_kit.cli.output_paths import draw
from menace_kit.cli.report import Report, Right
from menace_kit.cli.terminal import wrapped
from menace_kit.errors import SelectionError
from menace_kit.logbook import Logbook
from menace_kit.machine import Kit
from menace_kit.machine.learning import RESULT_WORDS
from menace_kit.machine.prospects import results
from menace_kit.text.phrases import say
from menace_kit.views.json_output.career import day_figures, whole_day

if TYPE_CHECKING:
    from menace_kit.views.days import DayFacts


def show_days(logbook: Logbook, as_json: bool) -> None:
    from menace_kit.views.days import days

    found, ends = list(days(logbook).values()), results(logbook.kit.game)
    columns = ["day", *map(Right, ["games", *(RESULT_WORDS[end] for end in ends)])]
    columns += map(Right, ["won %", "line", "others"])
    rows = []
    for day in found:
        share = "" if day.won_share is None else f"{100 * day.won_share:.0f} %"
        ended = map(day.results.count, ends)
        others = len(day.every) - day.games
        rows.append([day.date, day.games, *ended, share, signed(day.change), others])
    which = "boxes" if len(logbook.kit.opening_boxes) > 1 else "box"
    notes = [f"line: by how many beads the games changed the first {which} (Michie's line)"]
    if any(day.both for day in found):
        notes.append("A game of both machines counts as the first player's.")
    if any(len(day.every) > day.games for day in found):
        notes.append("others: going on, ended early, as an exhibition, or that others played")
    Report(
        map(day_figures, found),
        columns=columns,
        rows=rows,
        notes=notes,
        nothing="No game was played yet.",
    ).tell(as_json)


def show_day(logbook: Logbook, text: str, plot: Path | None, as_json: bool) -> None:
    from menace_kit.views.days import day_chart, day_facts, day_typed

    kit = logbook.kit
    found = day_facts(logbook, day_typed(kit, text))
    if plot is not None:
        if not found.day.games:
            raise SelectionError(
                f"{found.day.date}: no game was finished, so there is nothing to draw"
            )
        draw(day_chart(kit, found), plot)
    drawn = [f"{plot}  (how {found.day.date} went)"]
    Report(
        lambda: whole_day(kit, found), drawn if plot is not None else _day_lines(kit, found)
    ).tell(as_json)


def _day_lines(kit: Kit, found: "DayFacts") -> Iterator[str]:
    from menace_kit.views.days import told_of_day

    day = found.day
    if not day.every:
        beside = " and ".join(filter(None, (found.previous, found.following)))
        next_to = f" Nearest with games: {beside}." if beside else ""
        yield f"{say('day.none')}{next_to}"
        return
    ended = f"{day.games:,}: {results_told(kit, day.results)}" if day.games else "none was finished"
    yield f"{day.date}  {ended}"
    if told := unusual(day):
        yield f"{'':12}{told}"
    for line in told_of_day(kit, found):
        yield from wrapped(str(line.said).replace(" %", "\xa0%"))  # never break a percentage
    if day.games:
        yield first_box(kit, day.first_box[-1])
