"""The pages of the boxes: one box, as its QR code opens it, and all of them as a map."""

import asyncio
from typing import Literal

from fastapi import APIRouter, Request, Response

from menace_kit.guide import book_wording
from menace_kit.machine.boxes import Box
from menace_kit.machine.kit import Kit
from menace_kit.web.api import companion_of, may_change
from menace_kit.web.box_book import BoxInList, box_list, box_number, box_shape
from menace_kit.web.cabinet_map import cabinet_map
from menace_kit.web.drawing import mark_of
from menace_kit.web.label_picture import LabelPictures
from menace_kit.web.operate import machine_of
from menace_kit.web.page_words import words_of
from menace_kit.web.pages import notice_for
from menace_kit.web.templating import page

router = APIRouter(include_in_schema=False)


def pictures_of(request: Request) -> LabelPictures:
    """Return what draws the labels of this companion's kit."""
    found: LabelPictures = request.app.state.label_pictures
    return found


@router.get("/box/{number}")
async def box(request: Request, number: str) -> Response:
    """Show one box: its label, what should be in it, what changed it, and a form to count it."""
    companion = companion_of(request)
    wanted = box_number(companion.kit, number)
    found = await companion.reading(lambda journal: box_shape(journal, wanted))
    return page(
        request,
        "box.html",
        box=found,
        mark=mark_of(companion.kit, companion.kit.box(wanted).side),
        machine=machine_of(request),
        beside=_beside(companion.kit, wanted),
        opened_words=words_of(request).tell(book_wording.opened(found.opened)),
        may_change=may_change(request),
        notice=notice_for(request),
    )


def _beside(kit: Kit, number: int) -> tuple[Box | None, Box | None]:
    """Return the boxes before a box and behind it."""
    place = kit.indices[number]
    before = kit.boxes[place - 1] if place else None
    return before, kit.boxes[place + 1] if place + 1 < len(kit.boxes) else None


@router.get("/label/{number}.svg")
async def label(request: Request, number: str) -> Response:
    """Return the label of a box as a picture."""
    wanted = box_number(companion_of(request).kit, number)
    drawn = await asyncio.to_thread(pictures_of(request).picture, wanted)  # the game goes on meanwhile
    return Response(drawn, media_type="image/svg+xml")


@router.get("/cabinet")
async def cabinet(request: Request, by: str = "beads") -> Response:
    """Show all boxes, each where it stands, shaded by what is in it or by how often it was opened."""
    companion = companion_of(request)
    shaded: Literal["beads", "opened"] = "opened" if by == "opened" else "beads"
    boxes: list[BoxInList] = await companion.reading(box_list)
    now = await companion.moment()
    return page(
        request,
        "cabinet.html",
        map=cabinet_map(companion.kit, boxes, shaded),
        by=shaded,
        due=now.box.number if now.box else None,
        several=companion.kit.spec.side == "both",
        entry=now.entry,
    )
