"""The pages of the machine's career: its statistics, and what it has learned."""

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from fastapi import APIRouter, Request, Response

from menace_kit.errors import ExtraError, UnknownNameError, check_extra
from menace_kit.games import Side
from menace_kit.journal.queries import Statistics, changes_by_game, statistics, tally
from menace_kit.journal.store import Journal
from menace_kit.lab.engine.arrays import Array
from menace_kit.lab.engine.tables import GameTable, MachineTable, kit_table, machine_table
from menace_kit.lab.exact import Chances, exact_chances, machine_policy, player_policy
from menace_kit.lab.players import player_named
from menace_kit.layout.charts.career import in_the_dark, learned_document
from menace_kit.layout.marks import Document
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Result, results
from menace_kit.render import rendered
from menace_kit.text import Words, load_words
from menace_kit.text.kit_words import page_words, player_called, side_named
from menace_kit.text.messages import say
from menace_kit.views.box import BoxShape, box_number, box_shape
from menace_kit.views.shapes import Colour, Shape, colour_shape
from menace_kit.views.statistics import progress_chart
from menace_kit.web.api import companion_of
from menace_kit.web.live import kept_by
from menace_kit.web.page import page, words_of
from menace_kit.web.pages.operate import machine_of

if TYPE_CHECKING:
    pass

LAB = ("numpy", "numba")
"""What the exact chances need of the extra `lab`."""

INSTALLS_LAB = 'pip install ".[lab]"'
"""What is typed in the project's folder to install it."""

PATIENCE = 1.0
"""Seconds that the page of what it has learned waits for the chances; then it comes without, and asks again."""

router = APIRouter(include_in_schema=False)


class ColourCount(Shape):
    """Beads of a colour in all the boxes: at the start, and now."""

    colour: Colour
    start: int
    now: int


class SideLearned(NamedTuple):
    """A machine's chances now and at the start, on one side: for each opponent those of each result, in percent.

    `words` says which side it is.
    """

    side: str
    words: str
    rows: list[tuple[str, str, list[str]]]


@router.get("/statistics")
async def career(request: Request) -> Response:
    """Show how the machine has fared."""
    companion = companion_of(request)
    now = await companion.moment()
    found = await _statistics(request, now.entry)
    beads = [
        ColourCount(colour=colour_shape(companion.kit, name), start=stock.start, now=stock.now)
        for name, stock in found.beads.items()
    ]
    return page(
        request,
        "statistics.html",
        found=found,
        last=tally(found.last),
        beads=beads,
        entry=now.entry,
        machine=machine_of(request),
        players=[words_of(request).tell(player_called(companion.kit, side)) for side in Side],
    )


@router.get("/charts/progress.svg")
async def progress(request: Request, narrow: bool = False, dark: bool = False) -> Response:
    """Return the chart of how the machine learned, as a picture; for a phone, and for a dark page."""
    companion = companion_of(request)
    entry = (await companion.moment()).entry
    found = await _statistics(request, entry)

    async def draw() -> bytes:
        return await companion.reading(
            lambda journal: _drawn(progress_chart(journal.kit, found, narrow), dark)
        )

    drawn = await kept_by(request).fetch(("progress", narrow, dark), entry, draw)
    return Response(drawn, media_type="image/svg+xml")


@router.get("/learned")
async def what_it_learned(request: Request, box: str = "") -> Response:
    """Show the policy of a box, and the machine's chances in the next game where the lab is installed."""
    companion = companion_of(request)
    wanted = box_number(companion.kit, box) if box else companion.kit.boxes[0].number
    entry = (await companion.moment()).entry
    shape: BoxShape = await companion.reading(lambda journal: box_shape(journal, wanted))
    missing = lab_missing()
    found = None
    if not missing:
        # Until the lab's functions are loaded, the first time takes some seconds.
        found = await kept_by(request).fetch_soon(
            "learned", entry, lambda: companion.reading(_learned), PATIENCE
        )
    return page(
        request,
        "learned.html",
        box=shape,
        percents=percents(words_of(request), [bead.beads for bead in shape.beads]),
        machine=machine_of(request),
        results=[result.value for result in results(companion.kit.game)],
        last_box=companion.kit.boxes[-1].number,
        missing=missing,
        sides=[side_learned(companion.kit, each) for each in found] if found else [],
        entry=entry,
    )


@router.get("/charts/learned-{side}.svg")
async def learned_chart(request: Request, side: str, narrow: bool = False, dark: bool = False) -> Response:
    """Return the chart of what the machine has learned on one side, as a picture; ExtraError without the lab."""
    check_extra(LAB)
    companion = companion_of(request)
    entry = (await companion.moment()).entry
    kept = kept_by(request)
    found = await kept.fetch("learned", entry, lambda: companion.reading(_learned))
    chosen = next((each for each in found if each.side.value == side), None)
    if chosen is None:
        raise UnknownNameError(say("mistake.side", side=repr(side[:20])))

    async def draw() -> bytes:
        return await companion.reading(
            lambda journal: _drawn(_learned_chart(journal.kit, chosen, len(found) > 1, narrow), dark)
        )

    drawn = await kept.fetch(("learned", side, narrow, dark), entry, draw)
    return Response(drawn, media_type="image/svg+xml")


def lab_missing() -> str:
    """Return the command that installs what the exact chances need; nothing where it is there."""
    try:
        check_extra(LAB)
    except ExtraError:
        return INSTALLS_LAB
    return ""


def percents(words: Words, counts: list[int]) -> list[str]:
    """Return the shares of counts in percent, as people write them; none at all where there are no beads."""
    total = sum(counts)
    return [_percent(words, count / total) if total else "" for count in counts]


def side_learned(kit: Kit, found: "Learned") -> SideLearned:
    """Return what a machine has learned on a side, in percent."""
    rows, possible, words = [], results(kit.game), page_words(kit)
    for name in found.now:
        for when, chances in (("start", found.chances[name][0]), ("now", found.now[name])):
            rows.append(
                (name, when, [_percent(words, getattr(chances, result.value)) for result in possible])
            )
    which = say("learning.side", *side_named(kit, found.side), mark=player_called(kit, found.side))
    return SideLearned(found.side.value, words.tell(which), rows)


async def _statistics(request: Request, entry: int) -> Statistics:
    return await kept_by(request).fetch(
        "statistics", entry, lambda: companion_of(request).reading(statistics)
    )


def _learned(journal: Journal) -> "list[Learned]":

    return learned(journal)


def _drawn(chart: Document, dark: bool) -> bytes:
    return rendered(in_the_dark(chart) if dark else chart, "svg")[0]


def _learned_chart(kit: Kit, found: "Learned", several: bool, narrow: bool) -> Document:
    against = {
        name: {result: [getattr(each, result.value) for each in chances] for result in Result}
        for name, chances in found.chances.items()
    }
    side = found.side.value if several else ""
    words = load_words(kit.spec.print.language)
    return learned_document(kit, words, found.games, against, side, narrow)


def _percent(words: Words, share: float) -> str:
    """Return a share as people write it: `33 %`, `0.4 %`, and never 0 or 100 where it is not that."""
    if share in (0, 1):
        return words.percent(100 * share)
    return words.percent(min(max(100 * share, 0.1), 99.9), 1)


# The exact chances of a machine after every game. Needs the extra `lab`: import it where that is sure to be there.

OPPONENTS = ("random", "perfect")
MOST_POINTS = 400
"""Games after which the chances are summed; of more games some are left out, evenly."""


class Learned(NamedTuple):
    """What a machine has learned on one side: `games` are the numbers of finished games, 0 the start.

    `chances` has for each opponent one element a number in `games`; `now` is with what belongs in the boxes now.
    """

    side: Side
    games: tuple[int, ...]
    chances: dict[str, tuple[Chances, ...]]
    now: dict[str, Chances]


def learned(journal: Journal) -> list[Learned]:
    """Return what a machine has learned, for each side that it plays."""
    kit = journal.kit
    game, machine = tables_of(kit)
    moments, last = _beads_after(journal, machine)
    return [
        _chances_learned(game, machine, side, moments, last)
        for side in dict.fromkeys(side for side, _ in kit.stages)
    ]


@cache
def tables_of(kit: Kit) -> tuple[GameTable, MachineTable]:
    """Return the tables of a kit: positions that its boxes do not tell apart are one state."""
    game = kit_table(kit)
    return game, machine_table(kit, game)


def _beads_after(journal: Journal, machine: MachineTable) -> tuple[list[tuple[int, Array]], Array]:
    """Return the beads at the start and after finished games, each with its number, and those of now."""
    beads = machine.start.copy()
    indices = journal.kit.indices
    kinds = [{bead.colour: place for place, bead in enumerate(box.beads)} for box in journal.kit.boxes]
    *by_game, since = changes_by_game(journal)
    shown = set(np.linspace(0, len(by_game), MOST_POINTS).astype(int).tolist())
    found = [(0, beads.copy())]
    for number, changes in enumerate(by_game, start=1):
        for box, colour, change in changes:
            beads[indices[box], kinds[indices[box]][colour]] += change
        if number in shown:
            found.append((number, beads.copy()))
    for box, colour, change in since:
        beads[indices[box], kinds[indices[box]][colour]] += change
    return found, beads


def _chances_learned(
    game: GameTable, machine: MachineTable, side: Side, moments: list[tuple[int, Array]], last: Array
) -> Learned:
    players = {name: player_policy(player_named(name, game)) for name in OPPONENTS}
    found: dict[str, list[Chances]] = {name: [] for name in OPPONENTS}
    for _, beads in [*moments, (-1, last)]:
        # Counted by hand there may be any number; fewer than none there are not.
        policy = machine_policy(machine, np.maximum(beads, 0))
        for name, opponent in players.items():
            found[name].append(exact_chances(game, policy, opponent, side))
    return Learned(
        side=side,
        games=tuple(number for number, _ in moments),
        chances={name: tuple(chances[:-1]) for name, chances in found.items()},
        now={name: chances[-1] for name, chances in found.items()},
    )
