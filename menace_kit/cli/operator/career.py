"""A machine's career on a terminal of 80 columns, readable without colour."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from menace_kit.cli.report import Report, Right, number_of
from menace_kit.cli.terminal import wrapped
from menace_kit.logbook.career import Statistics
from menace_kit.logbook.entries import BOTH
from menace_kit.machine import Kit
from menace_kit.machine.learning import RESULT_WORDS, Result
from menace_kit.machine.prospects import has_ties, results
from menace_kit.text import load_words
from menace_kit.text.shares import shares

if TYPE_CHECKING:
    from menace_kit.views.days import Day


LETTERS = {Result.WIN: "W", Result.TIE: "D", Result.LOSS: "L"}


def career_report(kit: Kit, stats: Statistics) -> Report:
    """Return totals, beads by colour, the fullest boxes and those opened most."""
    colours = {f"{each.key} {each.name}": stats.beads[each.name] for each in kit.colours}
    return Report(
        head=[*_totals(kit, stats), ""],
        columns=("Beads", Right("start"), Right("now"), Right("change")),
        rows=[
            (name, count.start, count.now, signed(count.now - count.start))
            for name, count in {**colours, "All": stats.all_beads}.items()
        ],
        notes=["", *_about_boxes(kit, stats)],
    )


def _about_boxes(kit: Kit, stats: Statistics) -> Iterator[str]:
    found = {"Fullest boxes (beads)": stats.fullest, "Opened most (times)": stats.most_opened}
    for title, boxes in found.items():
        told = ", ".join(f"{kit.box(box).name}\xa0({amount:,})" for box, amount in boxes)
        if boxes:
            yield from wrapped(f"{title}: {told}", indent="  ")
    if stats.games:
        yield first_box(kit, stats.first_box[-1])


def signed(value: int) -> str:
    return f"{value:+,}" if value else "0"


def unusual(found: "Statistics | Day") -> str:
    """Return how many games were not the usual ones: `1 going on, 2 ended early`."""
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
    """Return the machine's results: `12 won (60 %), 5 drawn (25 %), 3 lost (15 %)`.

    Without `drawn` if no game can be drawn.
    """
    ended = results(kit.game)
    counts = [found.count(result) for result in ended]
    told = zip(ended, counts, shares(load_words("en"), counts), strict=True)
    return ", ".join(f"{count:,} {RESULT_WORDS[result]} ({share})" for result, count, share in told)


MOST_NAMED = 5


def _names(kit: Kit, numbers: Sequence[int]) -> str:
    more = f" and {len(numbers) - MOST_NAMED} more" if len(numbers) > MOST_NAMED else ""
    return f"{', '.join(kit.box(number).name for number in numbers[:MOST_NAMED])}{more}"


def first_box(kit: Kit, change: int) -> str:
    """Return the sentence above Michie's line.

    Only games change that line; corrections from counts are not in it.
    """
    several = len(kit.opening_boxes) > 1
    which = "the first boxes" if several else "the first box"
    beads = number_of(abs(change), "bead")
    if not change:
        return f"Michie's line: games have left {which} as {'they were' if several else 'it was'}"
    return (
        "Michie's line: "
        f"games have {f'added {beads} to' if change > 0 else f'taken {beads} from'} {which}"
    )
