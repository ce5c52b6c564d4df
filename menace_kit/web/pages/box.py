"""The page of a box, and a picture of its label, drawn as the printed one."""

import asyncio
from collections.abc import Mapping
from functools import partial

from fastapi import APIRouter, Request, Response

from menace_kit.guide import wording
from menace_kit.guide.session import Session
from menace_kit.layout.label import label_marks
from menace_kit.layout.label_style import label_style
from menace_kit.layout.marks import Document, Page
from menace_kit.machine import Box, Kit
from menace_kit.render import rendered
from menace_kit.text.kit_words import page_words
from menace_kit.views.boxes import box_number, box_shape
from menace_kit.views.elements import beside, mark_of
from menace_kit.web.companion import companion_of
from menace_kit.web.language import told_kit, words_of
from menace_kit.web.page import notice_for, page
from menace_kit.web.taps import COUNT_FIELD

router = APIRouter(include_in_schema=False)


def label_picture(kit: Kit, number: int) -> bytes:
    """Return a box's label as SVG; raises UnknownNameError if there is no such box."""
    box = kit.box(number)
    container = kit.container
    style = label_style(kit, container.label_width, container.label_height, tabs=False)
    page = Page(style.width, style.height, tuple(label_marks(kit, style, box, 0, 0)))
    title = page_words(kit)("piece.box", number=box.name)
    document = Document("label", title, kit.spec.name, kit.fingerprint, (page,))
    return rendered(document, "svg")[0]


@router.get("/box/{number}")
async def box(request: Request, number: str) -> Response:
    """Show a box: its label, what should be in it, what changed it, and a form for its count."""
    companion = companion_of(request)
    kit = told_kit(request)
    wanted = box_number(kit, number)
    found = await companion.reading(lambda logbook: box_shape(logbook, wanted), kit)
    typed = counts_typed(request, kit.box(wanted))
    return page(
        request,
        "box.html",
        box=found,
        mark=mark_of(kit, kit.box(wanted).side),
        beside=beside(kit, kit.box(wanted)),
        opened_words=words_of(request).tell(wording.opened(found.opened)),
        due=(await companion.state()).box,
        typed=typed,
        doubt=await companion.session(partial(doubt_of, wanted, typed)),
        notice=notice_for(request),
    )


def counts_typed(request: Request, box: Box) -> dict[str, int]:
    """Return the counts in the address, when a count has to be confirmed."""
    found = {colour: request.query_params.get(COUNT_FIELD + colour, "") for colour in box.moves}
    return {
        colour: int(count)
        for colour, count in found.items()
        if count.isascii() and count.isdigit() and len(count) < 5
    }


def doubt_of(number: int, counts: Mapping[str, int], session: Session) -> str:
    """Return why these counts of a box are doubtful, or nothing."""
    return page_words(session.kit).tell(
        wording.doubt(session, session.kit.box(number), counts) if counts else ""
    )


@router.get("/label/{number}.svg")
async def label(request: Request, number: str) -> Response:
    """Return a box's label as a picture."""
    wanted = box_number(companion_of(request).kit, number)
    # In another thread: the game goes on meanwhile.
    drawn = await asyncio.to_thread(request.app.state.label_picture, wanted)
    return Response(drawn, media_type="image/svg+xml")
