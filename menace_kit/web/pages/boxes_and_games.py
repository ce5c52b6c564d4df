"""The pages of the boxes and of the games: a box, as its QR code opens it; all as a map; each game board by board."""

import asyncio
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from fastapi import APIRouter, Request, Response

from menace_kit.errors import UnknownNameError
from menace_kit.guide import wording
from menace_kit.journal.entries import Kind
from menace_kit.journal.queries import entries_of_game, last_game
from menace_kit.journal.store import Journal
from menace_kit.layout.labels.label import label_marks, label_style
from menace_kit.layout.marks import Document, Page
from menace_kit.machine.boxes import Box
from menace_kit.machine.kit import Kit
from menace_kit.machine.schema import Place
from menace_kit.render import rendered
from menace_kit.text import load_words
from menace_kit.text.kit_words import page_words
from menace_kit.text.messages import say
from menace_kit.views import game
from menace_kit.views.box import BoxInList, box_list, box_number, box_shape
from menace_kit.views.elements import Shape, mark_of
from menace_kit.views.game import chance_of
from menace_kit.web.commands import companion_of, may_change
from menace_kit.web.page import notice_for, page, words_of

router = APIRouter(include_in_schema=False)

# All boxes as a map: by their places where the kit has a cabinet, else by stages; each with a number and a shade.

SHADES = 5
"""Steps of shade for what is more than nothing; nothing has shade 0."""


class Drawer(Shape):
    """A box on the map: its number, what stands on it, what it is shaded by, and the shade from 0 to SHADES."""

    number: int
    name: str
    amount: int
    shade: int


class Section(Shape):
    """A cabinet, or a stage: rows of drawers (None: an empty one).

    `stage` is None for a cabinet, and where boxes are for no one move.
    """

    cabinet: int | None
    stage: int | None
    mark: str
    rows: list[list[Drawer | None]]


class Range(Shape):
    """A line of the legend: the amounts, from and to, that have a shade."""

    shade: int
    lowest: int
    highest: int


class CabinetMap(Shape):
    """The whole map, with its legend."""

    sections: list[Section]
    legend: list[Range]


def cabinet_map(kit: Kit, boxes: Sequence[BoxInList], by: Literal["beads", "opened"]) -> CabinetMap:
    """Return the map of all boxes, shaded by the beads that belong in them or by how often they were opened."""
    amounts = {box.number: box.total if by == "beads" else box.opened for box in boxes}
    most = max(amounts.values())
    drawers = {
        number: Drawer(number=number, name=kit.box(number).name, amount=amount, shade=shade(amount, most))
        for number, amount in amounts.items()
    }
    sections = _cabinets(kit, drawers) if kit.spec.cabinet else _stages(kit, drawers)
    return CabinetMap(sections=sections, legend=legend(most))


def shade(amount: int, most: int) -> int:
    """Return the shade of an amount, 0 for nothing, where `most` has SHADES."""
    return -(-SHADES * amount // most) if amount > 0 else 0


def legend(most: int) -> list[Range]:
    """Return the amounts of each shade; a shade that no whole number has is left out."""
    found: dict[int, list[int]] = {}
    for amount in range(most + 1):
        found.setdefault(shade(amount, most), []).append(amount)
    return [Range(shade=step, lowest=amounts[0], highest=amounts[-1]) for step, amounts in found.items()]


def _cabinets(kit: Kit, drawers: dict[int, Drawer]) -> list[Section]:
    cabinet = kit.spec.cabinet
    if cabinet is None:
        return []
    last_rows: dict[int, int] = {}
    for place in filter(None, map(kit.place, kit.boxes)):
        last_rows[place.cabinet] = max(place.row, last_rows.get(place.cabinet, 0))
    sections = []
    for number, last_row in sorted(last_rows.items()):
        found = [
            [kit.box_in(Place(number, row, drawer)) for drawer in range(1, cabinet.columns + 1)]
            for row in range(1, last_row + 1)
        ]
        rows = [[drawers[box.number] if box else None for box in row] for row in found]
        sections.append(Section(cabinet=number, stage=None, mark="", rows=rows))
    return sections


def _stages(kit: Kit, drawers: dict[int, Drawer]) -> list[Section]:
    if kit.game.impartial:
        return [Section(cabinet=None, stage=None, mark="", rows=[[drawers[box.number] for box in kit.boxes]])]
    return [
        Section(
            cabinet=None,
            stage=stage,
            mark=mark_of(kit, side),
            rows=[[drawers[box.number] for box in kit.boxes if (box.side, box.stage) == (side, stage)]],
        )
        for side, stage in kit.stages
    ]


# A box's label as a picture, drawn by the same hand as the printed one.

KEPT = 1024
"""Labels that are kept in memory: those of a whole machine."""


class LabelPictures:
    """Draws the labels of one kit, each once."""

    def __init__(self, kit: Kit) -> None:
        """Prepare for a kit; nothing is drawn yet."""
        self._kit = kit
        self.picture = lru_cache(KEPT)(self._picture)

    def _picture(self, number: int) -> bytes:
        """Return the label of a box as SVG; UnknownNameError where there is no such box."""
        box = self._kit.box(number)
        words, container = load_words(self._kit.spec.print.language), self._kit.container
        style = label_style(self._kit, words, container.label_width, container.label_height, tabs=False)
        marks = tuple(label_marks(self._kit, words, style, box, 0, 0))
        page = Page(style.width, style.height, marks)
        title = page_words(self._kit)("label-picture.title", number=box.name)
        document = Document("label", title, self._kit.spec.name, self._kit.fingerprint, (page,))
        return rendered(document, "svg")[0]


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
        machine=companion.machine,
        beside=_beside(companion.kit, wanted),
        opened_words=words_of(request).tell(wording.opened(found.opened)),
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
    now = await companion.state()
    return page(
        request,
        "cabinet.html",
        map=cabinet_map(companion.kit, boxes, shaded),
        by=shaded,
        due=now.box.number if now.box else None,
        several=companion.kit.spec.side == "both",
        entry=now.entry,
    )


# The pages of the past: the games that were played, and each of them board by board.

ON_A_PAGE = 25
MOST_GAMES = 10**9


class GamesPage(NamedTuple):
    """A page of the history: its games, the newest first; what `before` is on the pages beside it, None for no page.

    Newer games than those of the first page there are not: there `newer` is 0.
    """

    games: list[game.GameInList]
    older: int | None
    newer: int | None
    last: int


class GamePast(NamedTuple):
    """A game to be replayed: entry -> how likely its bead was, entry -> the box that it is about.

    `previous` and `following` are the games beside it, None for none.
    """

    replay: game.Replay
    chances: dict[int, str]
    boxes: dict[int, int]
    previous: int | None
    following: int | None


@router.get("/history")
async def history(request: Request, before: str = "") -> Response:
    """Show games, the newest first: the last ones, or those before game `before`."""
    wanted = game_number(before) if before else None
    found = await companion_of(request).reading(lambda journal: games_page(journal, wanted))
    return page(request, "history.html", found=found)


@router.get("/history/{number}")
async def replay(request: Request, number: str) -> Response:
    """Show one game board by board, with the beads that were drawn and what they changed."""
    wanted = game_number(number)
    found = await companion_of(request).reading(lambda journal: game_past(journal, wanted))
    return page(
        request, "replay.html", found=found, game=found.replay.game, machine=companion_of(request).machine
    )


def games_page(journal: Journal, before: int | None) -> GamesPage:
    """Return the page of the history that ends before a game."""
    last = last_game(journal)
    games = game.history(journal, ON_A_PAGE, before)
    older = games[-1].number if games and games[-1].number > 1 else None
    newer = None
    if games and games[0].number < last:
        above = games[0].number + ON_A_PAGE + 1
        newer = above if above <= last else 0
    return GamesPage(games, older, newer, last)


def game_past(journal: Journal, number: int) -> GamePast:
    """Return one game with the chances of its beads; UnknownNameError where there is none of that number."""
    with journal.one_moment():
        found = game.replay(journal, number)
        chances = {
            entry.number: page_words(journal.kit).tell(chance_of(journal, entry))
            for entry in entries_of_game(journal, number)
            if entry.kind is Kind.BEAD
        }
        last = last_game(journal)
    return GamePast(
        replay=found,
        chances=chances,
        boxes={int(entry["number"]): int(entry["box"]) for entry in found.entries if "box" in entry},
        previous=number - 1 if number > 1 else None,
        following=number + 1 if number < last else None,
    )


def game_number(text: str) -> int:
    """Return the number of a game that an address names; UnknownNameError where it is none."""
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:12]) <= MOST_GAMES):
        raise UnknownNameError(say("mistake.game-number", text=repr(text[:20])))
    return int(text[:12])
