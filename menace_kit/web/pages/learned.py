"""The page of what the machine has learned."""

import asyncio
from contextlib import suppress

from fastapi import APIRouter, Request, Response

from menace_kit.errors import UnknownNameError
from menace_kit.games import Side
from menace_kit.layout.charts.learned import learned_document
from menace_kit.layout.marks import Document
from menace_kit.logbook import Logbook
from menace_kit.machine import Kit
from menace_kit.machine.learning import Result
from menace_kit.machine.prospects import results
from menace_kit.text.kit_words import page_words, player_called
from menace_kit.text.phrases import say
from menace_kit.views.boxes import box_number, box_shape
from menace_kit.web.chances import Learned, learned
from menace_kit.web.companion import Companion, companion_of
from menace_kit.web.language import told_kit
from menace_kit.web.page import page
from menace_kit.web.pages.charts import chart_picture

router = APIRouter(include_in_schema=False)


WAIT_FOR_CHANCES = 1.0
"""Seconds that the page waits for the chances; then it loads without them and asks again."""


@router.get("/learned")
async def what_it_learned(request: Request, box: str = "") -> Response:
    """Show a box's chances of each move, and those of the next game."""
    companion = companion_of(request)
    kit = told_kit(request)
    wanted = box_number(kit, box) if box else kit.boxes[0].number
    entry = (await companion.state()).entry
    shape = await companion.reading(lambda logbook: box_shape(logbook, wanted), kit)
    found = []
    with suppress(TimeoutError):
        found = await asyncio.wait_for(_learned(companion, entry), WAIT_FOR_CHANCES)
    return page(
        request,
        "learned.html",
        box=shape,
        results=[result.value for result in results(kit.game)],
        last_box=kit.boxes[-1].number,
        sides=[(each, side_told(kit, each.side)) for each in found],
        entry=entry,
    )


@router.get("/charts/learned-{side}.svg")
async def learned_chart(
    request: Request, side: str, narrow: bool = False, dark: bool = False
) -> Response:
    """Return the chart of what the machine has learned on one side."""
    companion = companion_of(request)
    entry = (await companion.state()).entry
    found = await _learned(companion, entry)
    chosen = next((each for each in found if each.side.value == side), None)
    if chosen is None:
        raise UnknownNameError(f"this kit has no machine that plays {side[:20]!r}")
    against = {
        name: {result: [getattr(each, result.value) for each in chances] for result in Result}
        for name, chances in chosen.chances.items()
    }
    told = side if len(found) > 1 else ""

    def draw(logbook: Logbook) -> Document:
        return learned_document(logbook.kit, chosen.games, against, told, narrow)

    return await chart_picture(request, ("learned", side, narrow, dark), entry, draw, dark)


def side_told(kit: Kit, side: Side) -> str:
    return page_words(kit).tell(say("learning.side", mark=player_called(kit, side)))


async def _learned(companion: Companion, entry: int) -> list[Learned]:
    return await companion.reading_once("learned", entry, learned)
