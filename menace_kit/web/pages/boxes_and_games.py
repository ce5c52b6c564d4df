"""The pages of boxes: as QR codes open them, as a map, by a board;
of games, board by board; of printables.
"""

import asyncio
import io
import zipfile
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import Annotated, Any, Literal, NamedTuple

from fastapi import APIRouter, Query, Request, Response

from menace_kit.errors import PositionError, UnknownNameError
from menace_kit.games import EMPTY, Pieces, Position, Side, cells_text, parse_board
from menace_kit.guide import wording
from menace_kit.guide.desk import LookUp, look_up
from menace_kit.layout.label import label_marks, label_style
from menace_kit.layout.marks import Document, Page
from menace_kit.logbook.entries import Kind
from menace_kit.logbook.queries import entries_of_game, last_game
from menace_kit.logbook.store import Logbook
from menace_kit.machine.kit import Kit
from menace_kit.machine.schema import Place
from menace_kit.printables.catalogue import CATALOGUE, CERTIFICATE, DAY, Printable
from menace_kit.printables.making import make, naming_the_key
from menace_kit.render import rendered
from menace_kit.text import paper_words
from menace_kit.text.kit_words import page_words, player_called
from menace_kit.text.words import Text, say
from menace_kit.views import logbook as views
from menace_kit.views.elements import board_shape, mark_of
from menace_kit.views.logbook import (
    BoxInList,
    box_list,
    box_number,
    box_shape,
    chance_of,
    no_visitors,
    visitors_game,
)
from menace_kit.views.state import look_up_shape
from menace_kit.views.statistics import day_named, day_on_poster
from menace_kit.web.acts import MOST_BOARD
from menace_kit.web.companion import Companion, companion_of
from menace_kit.web.language import words_of
from menace_kit.web.page import notice_for, page

router = APIRouter(include_in_schema=False)

# All boxes as a map: by their places where the kit has a cabinet, else by stages;
# each with a number and a shade.

SHADES = 5
"""Steps of shade for what is more than nothing, and for what is less; nothing has shade 0."""

SHADED_BY: Mapping[str, Callable[[BoxInList], int]] = {
    "beads": lambda box: box.total,
    "changed": lambda box: box.total - box.start_total,
    "opened": lambda box: box.opened,
}
"""What the map may be shaded by -> the number that it has for a box."""

MOST_COLUMNS = 12
"""Drawers side by side that all fit a phone; of wider cabinets a part is seen at once."""


class Drawer(NamedTuple):
    """A box on the map: its number, what stands on it, what it is shaded by, and its shade."""

    number: int
    name: str
    amount: int
    shade: int


class Section(NamedTuple):
    """A cabinet by its number, or a stage and whose it is: rows of drawers (None: an empty one).

    Where boxes are for no one move it is neither.
    """

    rows: Sequence[Sequence[Drawer | None]]
    cabinet: int | None = None
    stage: int | None = None
    mark: str = ""


class Range(NamedTuple):
    """A line of the legend: the amounts, from and to, that have a shade."""

    shade: int
    lowest: int
    highest: int


def shades(amounts: Iterable[int]) -> dict[int, int]:
    """Return the shade of each of these amounts: 0 for nothing, up to SHADES for more,
    down to -SHADES for less.

    Of what is more (or less) than nothing, each shade has as many boxes as the others, as nearly
    as can be, for one box that has ten times what the others have must not make all of them alike.
    """
    found = {0: 0}
    every = list(amounts)
    for sign in (1, -1):
        sizes = sorted(sign * amount for amount in every if sign * amount > 0)
        found |= {
            sign * size: sign * (1 + SHADES * bisect_left(sizes, size) // len(sizes))
            for size in sizes
        }
    return found


def legend(amounts: Iterable[int]) -> list[Range]:
    """Return the amounts of each shade that any of these has, in order;
    nothing is told in any case.
    """
    steps = groupby(sorted(shades(amounts).items()), key=itemgetter(1))
    found = ((step, [amount for amount, _ in told]) for step, told in steps)
    return [Range(step, told[0], told[-1]) for step, told in found]


def map_of(kit: Kit, amounts: Mapping[int, int]) -> list[Section]:
    """Return the map of all boxes, shaded by these amounts of theirs."""
    shade = shades(amounts.values())
    drawers = {
        box: Drawer(box.number, box.name, amounts[box.number], shade[amounts[box.number]])
        for box in kit.boxes
    }
    if kit.spec.cabinet:
        return _cabinets(
            kit.spec.cabinet.columns, {kit.place(box): drawers[box] for box in kit.boxes}
        )
    if not kit.tells_stages:
        return [Section([list(drawers.values())])]
    return [
        Section(
            [[drawers[box] for box in stage]],
            stage=stage[0].stage,
            mark=mark_of(kit, stage[0].side),
        )
        for stage in kit.boxes_by_stage
    ]


def _cabinets(columns: int, there: Mapping[Place | None, Drawer]) -> list[Section]:
    last_rows: dict[int, int] = {}
    for place in sorted(filter(None, there)):
        last_rows[place.cabinet] = place.row
    return [
        Section(
            [
                [there.get(Place(number, row, drawer)) for drawer in range(1, columns + 1)]
                for row in range(1, last_row + 1)
            ],
            cabinet=number,
        )
        for number, last_row in last_rows.items()
    ]


# A box's label as a picture, drawn by the same hand as the printed one.


def label_picture(kit: Kit, number: int) -> bytes:
    """Return the label of a box as SVG; UnknownNameError where there is no such box."""
    box = kit.box(number)
    words, container = paper_words(kit), kit.container
    style = label_style(kit, words, container.label_width, container.label_height, tabs=False)
    page = Page(style.width, style.height, tuple(label_marks(kit, words, style, box, 0, 0)))
    title = page_words(kit)("label-picture.title", number=box.name)
    document = Document("label", title, kit.spec.name, kit.fingerprint, (page,))
    return rendered(document, "svg")[0]


@router.get("/box/{number}")
async def box(request: Request, number: str) -> Response:
    """Show one box: its label, what should be in it, what changed it, and a form to count it."""
    companion = companion_of(request)
    wanted = box_number(companion.kit, number)
    found = await companion.reading(lambda logbook: box_shape(logbook, wanted))
    place = companion.kit.indices[wanted]
    before, _, behind = (None, *companion.kit.boxes, None)[place : place + 3]
    return page(
        request,
        "box.html",
        box=found,
        mark=mark_of(companion.kit, companion.kit.box(wanted).side),
        beside=(before, behind),
        opened_words=words_of(request).tell(wording.opened(found.opened)),
        due=(await companion.state()).box,
        notice=notice_for(request),
    )


@router.get("/label/{number}.svg")
async def label(request: Request, number: str) -> Response:
    """Return the label of a box as a picture."""
    wanted = box_number(companion_of(request).kit, number)
    # The game goes on meanwhile.
    drawn = await asyncio.to_thread(request.app.state.label_picture, wanted)
    return Response(drawn, media_type="image/svg+xml")


@router.get("/cabinet")
async def cabinet(request: Request, by: str = "beads") -> Response:
    """Show all boxes, each where it stands, shaded by what `by` says:
    one of SHADED_BY, else its beads.
    """
    companion = companion_of(request)
    amount_of = SHADED_BY.get(by, SHADED_BY["beads"])
    amounts = {box.number: amount_of(box) for box in await companion.reading(box_list)}
    now = await companion.state()
    return page(
        request,
        "cabinet.html",
        sections=map_of(companion.kit, amounts),
        legend=legend(amounts.values()),
        by=by if by in SHADED_BY else "beads",
        choices=tuple(SHADED_BY),
        due=now.box.number if now.box else None,
        is_narrow=bool(
            companion.kit.spec.cabinet and companion.kit.spec.cabinet.columns <= MOST_COLUMNS
        ),
        several=companion.kit.spec.side == "both",
        entry=now.entry,
    )


# The page that finds the box of a board: each of its squares leads to the page
# of the board that a tap makes.

TAPPED = {EMPTY: Side.FIRST.cell, Side.FIRST.cell: Side.SECOND.cell, Side.SECOND.cell: EMPTY}
"""What lies on a square -> what a tap puts there."""


class Tap(NamedTuple):
    """What a tap on a square makes: the board as it is typed, the mark that is then there,
    the pieces that are left.
    """

    board: str
    mark: str
    left: int


def taps(kit: Kit, cells: str) -> dict[int, Tap]:
    """Return what a tap on each square makes of a board, by the squares' numbers.

    Of tokens a tap leaves those up to it, and on the last one all but that.
    """
    found = {}
    for square, cell in enumerate(cells):
        if kit.game.pieces is Pieces.TOKENS:
            left = square if cells.count(Side.FIRST.cell) == square + 1 else square + 1
            made = Side.FIRST.cell * left + EMPTY * (len(cells) - left)
        else:
            made = cells[:square] + TAPPED[cell] + cells[square + 1 :]
        mark = cells_text(made[square], kit.spec.marks).replace(EMPTY, "")
        found[square + 1] = Tap(
            cells_text(made, kit.spec.marks), mark, len(made) - made.count(EMPTY)
        )
    return found


def whose_turn(kit: Kit, cells: str) -> dict[str, str]:
    """Return the sides whose turn it may be on a board, and what they are called,
    where that has to be chosen.
    """
    found = {}
    for side in Side if kit.spec.side == "both" and not kit.game.impartial else ():
        with suppress(PositionError):
            kit.game.position(cells, side)
            found[side.value] = page_words(kit).tell(player_called(kit, side))
    return found if len(found) > 1 else {}


@router.get("/find")
async def find(
    request: Request,
    board: Annotated[str, Query(max_length=MOST_BOARD)] = "",
    to_move: Literal["first", "second"] | None = None,
) -> Response:
    """Show what `operator lookup` says of a board that is typed or tapped;
    without one, of the first of a game.
    """
    companion, words = companion_of(request), words_of(request)
    kit, side = companion.kit, Side(to_move) if to_move else None
    cells, can_be_read = kit.game.start().cells, False
    found: LookUp | None = None
    wrong: Text = ""
    try:
        cells = parse_board(kit.game, board, kit.spec.marks, side) if board else cells
        can_be_read = True
        found = look_up(kit, cells_text(cells, kit.spec.marks), side)
    except PositionError as error:
        wrong = (
            say(f"find.wrong-{error.why}", mark=kit.spec.marks[0]) if error.why else error.args[0]
        )
    shown = await companion.session(
        lambda session: look_up_shape(session, found) if found else None
    )
    return page(
        request,
        "find.html",
        200 if can_be_read else 422,
        table=board_shape(kit, Position(cells, Side.FIRST)),
        taps=taps(kit, cells),
        to_move=to_move,
        turns=whose_turn(kit, cells),
        turn=found.position.to_move.value if found else "",
        found=shown,
        code=kit.code(found.readings[0].box) if found and found.readings else "",
        wrong=words.tell(wrong),
        is_english=isinstance(wrong, str),
    )


# The pages of the past: the games that were played, and each of them board by board.

ON_A_PAGE = 25
MOST_NAME = 200
"""Signs of a name that are looked at; one of more than a logbook takes is told so."""

MOST_GAMES = 10**9


@router.get("/history")
async def history(request: Request, before: str = "") -> Response:
    """Show games, the newest first: the last ones, or those before game `before`."""
    wanted = game_number(before) if before else None
    found = await companion_of(request).reading(lambda logbook: games_page(logbook, wanted))
    return page(request, "history.html", **found)


@router.get("/history/{number}")
async def replay(request: Request, number: str) -> Response:
    """Show one game board by board, with the beads that were drawn and what they changed."""
    wanted = game_number(number)
    found = await companion_of(request).reading(lambda logbook: game_past(logbook, wanted))
    return page(request, "replay.html", **found)


@router.get("/history/{number}/certificate.pdf")
async def certificate(
    request: Request, number: str, name: Annotated[str | None, Query(max_length=MOST_NAME)] = None
) -> Response:
    """Make a certificate of a game and send it, with the logbook's name of the visitor or this."""
    companion, wanted = companion_of(request), game_number(number)
    game = await companion.reading(lambda logbook: visitors_game(logbook, wanted, name))
    return attached(await drawn_in_turn(companion, CERTIFICATE, f"-{wanted}", games=[game]))


def games_page(logbook: Logbook, before: int | None) -> dict[str, Any]:
    """Return what the page of the history shows that ends before a game:
    its games, the newest first.

    `older` and `newer` are what `before` is on the pages beside it,
    None for no page, and 0 for the first one.
    """
    last = last_game(logbook)
    games = views.history(logbook, ON_A_PAGE, before)
    older = games[-1].number if games and games[-1].number > 1 else None
    newer = None
    if games and games[0].number < last:
        above = games[0].number + ON_A_PAGE + 1
        newer = above if above <= last else 0
    return {"games": games, "older": older, "newer": newer}


def game_past(logbook: Logbook, number: int) -> dict[str, Any]:
    """Return what the page of a game shows; UnknownNameError where there is none of that number.

    `chances` has for an entry how likely its bead was, `boxes` the box that it is about;
    `is_visitors` says whether there is a certificate;
    `previous` and `following` are the games beside it, None for none.
    """
    with logbook.one_moment():
        found = views.replay(logbook, number)
        chances = {
            entry.number: page_words(logbook.kit).tell(chance_of(logbook, entry))
            for entry in entries_of_game(logbook, number)
            if entry.kind is Kind.BEAD
        }
        record, last = logbook.game(number), last_game(logbook)
    return {
        "replay": found,
        "game": found.game,
        "chances": chances,
        "boxes": {entry["number"]: entry["box"] for entry in found.entries if "box" in entry},
        "is_visitors": record is not None and not no_visitors(logbook.kit, record),
        "previous": number - 1 if number > 1 else None,
        "following": number + 1 if number < last else None,
    }


def game_number(text: str) -> int:
    """Return the number of a game that an address names; UnknownNameError where it is none."""
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:12]) <= MOST_GAMES):
        raise UnknownNameError(say("mistake.game-number", text=repr(text[:20])))
    return int(text[:12])


# The kit's printables, each made when somebody asks for it.

FORMATS = {
    "pdf": "application/pdf",
    "svg": "image/svg+xml",
    "csv": "text/csv; charset=utf-8",
    "md": "text/markdown; charset=utf-8",
}
"""Ending of a file -> its media type."""

LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The date of files in an archive, so that the same kit gives the same archive."""


class SentFile(NamedTuple):
    """What is sent: a file's name, its media type, what is in it."""

    name: str
    media_type: str
    content: bytes


def downloads(kit: Kit) -> list[tuple[Printable, Sequence[str]]]:
    """Return what can be made of a kit, in the order in which one needs
    it, and in which formats.
    """
    return [(each, ("pdf", "svg", *each.texts)) for each in CATALOGUE if each.missing(kit) is None]


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
    """Make one printable in one format and send it; several files of it as an archive."""
    companion = companion_of(request)
    kit, made_once = companion.kit, companion.made_once
    found = (each for each, formats in downloads(kit) if each.name == name and ending in formats)
    wanted = next(found, None)
    if wanted is None:
        raise UnknownNameError(say("mistake.download", name=repr(f"{name}.{ending}"[:60])))

    async def send() -> SentFile:
        async with made_once.turn:  # the game goes on meanwhile
            return await asyncio.to_thread(made, kit, wanted, ending)

    return attached(await made_once.fetch(("download", name, ending), None, send))


def attached(file: SentFile) -> Response:
    """Return the answer that sends a file, to be kept."""
    told = {"Content-Disposition": f'attachment; filename="{file.name}"'}
    return Response(file.content, media_type=file.media_type, headers=told)


@router.get("/day/{date}/poster.pdf")
async def poster(request: Request, date: str) -> Response:
    """Make the poster of a day and send it; nobody is named on it."""
    companion, date = companion_of(request), day_named(date)
    entry = (await companion.state()).entry
    day, found = await companion.reading_once(
        ("poster", date), entry, lambda logbook: day_on_poster(logbook, date)
    )
    make = partial(drawn_in_turn, companion, DAY, f"-{day}", day=found)
    return attached(await companion.made_once.fetch(("drawn poster", day), entry, make))


async def drawn_in_turn(
    companion: Companion, wanted: Printable, suffix: str, **choices: Any
) -> SentFile:
    """Return something that is printed of games that were played, as PDF;
    the game on the table goes on meanwhile.
    """
    async with companion.made_once.turn:
        return await asyncio.to_thread(made, companion.kit, wanted, "pdf", suffix, **choices)


def made(kit: Kit, wanted: Printable, ending: str, suffix: str = "", **choices: Any) -> SentFile:
    """Return a printable in one format: its file, or an archive of them where there are several."""
    with naming_the_key(kit):
        printable = make(wanted, kit, paper_words(kit), suffix, **choices)
        drawn = [ending] if ending in ("pdf", "svg") else []
        files = [file for file in printable.files(drawn) if file.name.endswith(f".{ending}")]
    if not files:
        raise UnknownNameError(say("mistake.format", name=wanted.name, format=ending))
    if len(files) == 1:
        return SentFile(files[0].name, FORMATS[ending], files[0].content)
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as packed:
        for file in files:
            packed.writestr(
                zipfile.ZipInfo(file.name, LONG_AGO), file.content, zipfile.ZIP_DEFLATED
            )
    return SentFile(f"{wanted.name}-{ending}.zip", "application/zip", held.getvalue())
