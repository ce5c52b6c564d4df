"""The kit's printables, each made on request."""

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

from fastapi import APIRouter, Request, Response

from menace_kit.errors import UnknownNameError
from menace_kit.machine import Kit
from menace_kit.printables.catalogue import CATALOGUE, DAY, Printable
from menace_kit.printables.making import make, naming_the_key
from menace_kit.text.phrases import say
from menace_kit.views.day_poster import day_on_poster
from menace_kit.views.days import day_named
from menace_kit.web.companion import Companion, companion_of
from menace_kit.web.page import page

router = APIRouter(include_in_schema=False)

FORMATS = {
    "pdf": "application/pdf",
    "csv": "text/csv; charset=utf-8",
}
"""File ending -> media type."""


class SentFile(NamedTuple):
    """A file to send: name, media type and content."""

    name: str
    media_type: str
    content: bytes


def downloads(kit: Kit) -> list[tuple[Printable, Sequence[str]]]:
    """Return what can be made from a kit, in the order you need it, and the formats."""
    return [(each, ("pdf", *each.texts)) for each in CATALOGUE if each.missing(kit) is None]


@router.get("/downloads")
async def listed(request: Request) -> Response:
    """List what can be made."""
    kit = companion_of(request).kit
    return page(
        request,
        "downloads.html",
        downloads=downloads(kit),
        kit=kit.spec.name,
        fingerprint=kit.fingerprint,
    )


@router.get("/downloads/{name}.{ending}")
async def download(request: Request, name: str, ending: str) -> Response:
    """Make a printable in one format and send it."""
    companion = companion_of(request)
    offered = downloads(companion.kit)
    found = (each for each, formats in offered if each.name == name and ending in formats)
    wanted = next(found, None)
    if wanted is None:
        raise UnknownNameError(say("mistake.page"))
    make = partial(made_in_turn, companion, wanted, ending)
    return attached(await companion.made_once.fetch(("download", name, ending), None, make))


def attached(file: SentFile) -> Response:
    """Return an answer that browsers save as a file."""
    told = {"Content-Disposition": f'attachment; filename="{file.name}"'}
    return Response(file.content, media_type=file.media_type, headers=told)


@router.get("/day/{date}/poster.pdf")
async def poster(request: Request, date: str) -> Response:
    """Make the poster of a day and send it; it names nobody."""
    companion = companion_of(request)
    date = day_named(date)
    entry = (await companion.state()).entry
    day, found = await companion.reading_once(
        ("poster", date), entry, lambda logbook: day_on_poster(logbook, date)
    )
    make = partial(made_in_turn, companion, DAY, "pdf", f"-{day}", day=found)
    return attached(await companion.made_once.fetch(("drawn poster", day), entry, make))


async def made_in_turn(
    companion: Companion, wanted: Printable, ending: str, suffix: str = "", **choices: Any
) -> SentFile:
    """Return the file of a printable in one format; the current game goes on meanwhile."""
    async with companion.made_once.turn:
        return await asyncio.to_thread(made, companion.kit, wanted, ending, suffix, **choices)


def made(kit: Kit, wanted: Printable, ending: str, suffix: str, **choices: Any) -> SentFile:
    with naming_the_key(kit):
        files = make(wanted, kit, suffix, **choices).files(("pdf",))
    (file,) = (file for file in files if file.name.endswith(f".{ending}"))
    return SentFile(file.name, FORMATS[ending], file.content)
