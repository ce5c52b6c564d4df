"""The pages that tell how the machine gets on: its statistics, what it has learned, and the screen for an audience."""

from typing import TYPE_CHECKING, NamedTuple

from fastapi import APIRouter, Request, Response

from menace_kit.errors import ExtraError, UnknownNameError, check_extra
from menace_kit.games import Side
from menace_kit.journal.queries import (
    Statistics,
    action_of,
    finished_games,
    last_finished_game,
    statistics,
    tally,
)
from menace_kit.journal.store import Journal
from menace_kit.layout.charts.career import (
    LOOKS,
    WIDEST,
    WIDTH,
    first_box_strip,
    in_the_dark,
    learned_document,
)
from menace_kit.layout.marks import Document
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Result, results
from menace_kit.render import rendered
from menace_kit.text import Words, load_words
from menace_kit.text.kit_words import page_words, player_called, side_named
from menace_kit.text.messages import say
from menace_kit.views.box import BoxShape, box_number, box_shape
from menace_kit.views.elements import Colour, Shape, colour_shape
from menace_kit.views.game import Step, steps_after
from menace_kit.views.statistics import Milestones, progress_chart
from menace_kit.web.commands import companion_of
from menace_kit.web.page import page, words_of

if TYPE_CHECKING:
    from menace_kit.web.chances import Learned

LAB = ("numpy", "numba")
"""What the exact chances need of the extra `lab`."""

INSTALLS_LAB = 'pip install ".[lab]"'
"""What is typed in the project's folder to install it."""

WAIT_FOR_CHANCES = 1.0
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
    now = await companion.state()
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
        machine=companion.machine,
        players=[words_of(request).tell(player_called(companion.kit, side)) for side in Side],
    )


@router.get("/charts/progress.svg")
async def progress(request: Request, narrow: bool = False, dark: bool = False) -> Response:
    """Return the chart of how the machine learned, as a picture; for a phone, and for a dark page."""
    companion = companion_of(request)
    entry = (await companion.state()).entry
    found = await _statistics(request, entry)

    async def draw() -> bytes:
        return await companion.reading(
            lambda journal: _drawn(progress_chart(journal.kit, found, narrow), dark)
        )

    drawn = await companion.made_once.fetch(("progress", narrow, dark), entry, draw)
    return Response(drawn, media_type="image/svg+xml")


@router.get("/learned")
async def what_it_learned(request: Request, box: str = "") -> Response:
    """Show the policy of a box, and the machine's chances in the next game where the lab is installed."""
    companion = companion_of(request)
    wanted = box_number(companion.kit, box) if box else companion.kit.boxes[0].number
    entry = (await companion.state()).entry
    shape: BoxShape = await companion.reading(lambda journal: box_shape(journal, wanted))
    missing = lab_missing()
    found = None
    if not missing:
        # Until the lab's functions are loaded, the first time takes some seconds.
        found = await companion.made_once.fetch_soon(
            "learned", entry, lambda: companion.reading(_learned), WAIT_FOR_CHANCES
        )
    return page(
        request,
        "learned.html",
        box=shape,
        percents=percents(words_of(request), [bead.beads for bead in shape.beads]),
        machine=companion.machine,
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
    entry = (await companion.state()).entry
    found = await companion.made_once.fetch("learned", entry, lambda: companion.reading(_learned))
    chosen = next((each for each in found if each.side.value == side), None)
    if chosen is None:
        raise UnknownNameError(say("mistake.side", side=repr(side[:20])))

    async def draw() -> bytes:
        return await companion.reading(
            lambda journal: _drawn(_learned_chart(journal.kit, chosen, len(found) > 1, narrow), dark)
        )

    drawn = await companion.made_once.fetch(("learned", side, narrow, dark), entry, draw)
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
    companion = companion_of(request)
    return await companion.made_once.fetch("statistics", entry, lambda: companion.reading(statistics))


def _learned(journal: Journal) -> "list[Learned]":
    from menace_kit.web.chances import learned  # numpy and numba, which may not be installed

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


# The screen behind the boxes, for an audience: the whole of it without a script, and what it needs to follow.

SHOWN = 2
"""Milestones that the screen shows."""


class Latest(NamedTuple):
    """What a screen begins with: the step that was recorded last, and what the last finished game reached."""

    step: Step | None
    milestones: list[str]


@router.get("/screen")
async def screen(request: Request, look: str = "dark") -> Response:
    """Show the game to an audience; `look` is dark, or light for a bright room."""
    companion = companion_of(request)
    chosen = look if look in LOOKS else "dark"
    now = await companion.state()
    latest = await companion.made_once.fetch(
        "latest", now.entry, lambda: companion.reading(lambda journal: latest_of(journal, now.entry))
    )
    return page(
        request,
        "screen.html",
        now=now,
        step=latest.step,
        milestones=latest.milestones,
        look=chosen,
        kit=companion.kit.spec.name,
        machine=companion.machine,
    )


@router.get("/charts/first-box.svg")
async def first_box(request: Request, look: str = "dark", wide: bool = False) -> Response:
    """Return Michie's line for the screen, as a picture; wide where no milestone stands beside it."""
    companion = companion_of(request)
    chosen = look if look in LOOKS else "dark"
    totals = (await companion.state()).totals
    drawn = await companion.made_once.fetch(
        ("first-box", chosen, wide),
        totals,
        lambda: companion.reading(lambda journal: first_box_svg(journal, chosen, WIDEST if wide else WIDTH)),
    )
    return Response(drawn, media_type="image/svg+xml")


def latest_of(journal: Journal, entry: int) -> Latest:
    """Return what a screen begins with on an entry."""
    action = action_of(journal, entry)
    milestones = Milestones(journal.kit)
    steps = steps_after(journal, action - 1, entry, milestones) if action else []
    reached = milestones.reached_by(journal, last_finished_game(journal))
    told = map(page_words(journal.kit).tell, reached[::-1][:SHOWN])
    return Latest(steps[-1] if steps else None, list(told))


def first_box_svg(journal: Journal, look: str, width: float) -> bytes:
    """Return Michie's line, drawn for a screen."""
    kit = journal.kit
    words = load_words(kit.spec.print.language)
    _, line = finished_games(journal)
    return rendered(first_box_strip(kit, words, line, LOOKS[look], width), "svg")[0]
