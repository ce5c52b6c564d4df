"""The screen behind the boxes, for an audience: the machine as it plays,
and its story when nobody does.

The server draws it, for those without a script, too; `static/screen.js` only
fetches the newest picture. What it shows next, and when, is the server's to know:
so all screens in a hall show the same.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import cache, lru_cache
from hashlib import blake2b
from typing import NamedTuple

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from menace_kit.guide.desk import Desk
from menace_kit.layout.charts import career as charts
from menace_kit.layout.sheets.posters import lesson
from menace_kit.logbook import queries
from menace_kit.logbook.entries import MOVES, GameRecord
from menace_kit.logbook.store import Logbook
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Contents, Result, change_by, results, starting_contents
from menace_kit.text.kit_words import page_words, said
from menace_kit.views.elements import (
    Board,
    Colour,
    board_shape,
    colour_shape,
    kit_shape,
    move_shape,
)
from menace_kit.views.logbook import (
    BoxChanged,
    Step,
    changes_of,
    how_it_works,
    steps_after,
    winning_line,
)
from menace_kit.views.state import Moment, game_shape, in_percent, odds_of, read_state
from menace_kit.views.statistics import Milestones
from menace_kit.web.companion import companion_of
from menace_kit.web.language import in_language, languages
from menace_kit.web.page import page_text
from menace_kit.web.qr_code import square_code
from menace_kit.web.settings import is_loopback

router = APIRouter(include_in_schema=False)

SHOWN = 2
"""Milestones that the screen shows."""

MOST_BOARDS = 10
"""Boards of a game that is shown again; of a longer one those of its end."""

MOST_DISCS = 600
"""Beads that are drawn in a drawer; no box shakes with as many."""


RECENT = 4
"""Steps that a screen can tell of that did not see them, the last among them."""


@router.get("/screen")
async def screen(request: Request, look: str = "dark", lang: str = "") -> Response:
    """Show the machine to an audience; `look` is dark, or light for a bright room."""
    companion = companion_of(request)
    kit = in_language(companion.kit, lang)
    chosen = look if look in charts.LOOKS else "dark"
    picture, left = await _scene(request, kit, chosen)
    address = _address_for_phones(request)
    return HTMLResponse(
        page_text(
            page_words(kit),
            "screen.html",
            scene=picture.body.decode(),
            tag=picture.tag,
            left=left,
            look=chosen,
            lang=lang if kit is not companion.kit else "",
            languages=languages(),
            kit=kit.spec.name,
            gave_pin=request.state.gave_pin,
            address=address,
            code=square_code(address) if address else None,
        )
    )


@router.get("/screen/now")
async def now(request: Request, look: str = "dark", lang: str = "") -> Response:
    """Return what the screen shows now, without the page around it, for the page's script.

    Two headers go with it: `Screen-Left` says after how many seconds there is something else to see
    though nothing happens, 0 for never, and `Screen-Spread` over how many milliseconds those who
    ask are to spread. 304 where the script has the newest already.
    """
    companion = companion_of(request)
    kit = in_language(companion.kit, lang)
    picture, left = await _scene(request, kit, look if look in charts.LOOKS else "dark")
    headers = {
        "ETag": picture.tag,
        "Screen-Left": str(left),
        "Screen-Spread": str(companion.hub.spread),
    }
    if request.headers.get("if-none-match") == picture.tag:
        return Response(status_code=304, headers=headers)
    return HTMLResponse(picture.body, headers=headers)


class ScreenPicture(NamedTuple):
    """What a screen shows, as HTML, and what it is known by: the same tag, the same picture."""

    body: bytes
    tag: str

    @classmethod
    def of(cls, text: str) -> "ScreenPicture":
        body = text.encode()
        return cls(body, f'"{blake2b(body, digest_size=9).hexdigest()}"')


async def _scene(request: Request, kit: Kit, look: str) -> tuple[ScreenPicture, int]:
    """Return what the screen shows now, drawn once for all who ask in one language,
    and for how many seconds at most.

    0 seconds where it stays until something happens.
    """
    companion, language = companion_of(request), kit.spec.print.language
    seen = await companion.seen()
    version = seen.state.entry, seen.mark
    seconds = (
        datetime.now(UTC) - max(seen.at or companion.started, companion.started)
    ).total_seconds()
    idle, slide = 60 * kit.spec.screen.idle, kit.spec.screen.slide
    if not idle or seconds < idle:
        guesses = request.app.state.guesses  # those of visitors' phones, pages/watch.py
        guesses.see(seen.state)
        guessed = guesses.right_of_last()

        def draw(logbook: Logbook) -> ScreenPicture:
            if kit is companion.kit:
                return _drawn(logbook, look, companion.milestones, guessed)
            with Logbook(logbook.path, kit, read_only=True) as told:
                return _drawn(told, look, companion.milestones, guessed)

        picture = await companion.reading_once(("screen", language, look), version, draw)
        return picture, max(math.ceil(idle - seconds), 1) if idle else 0

    def tell(logbook: Logbook) -> list[ScreenPicture]:
        return [_slide(kit, facts) for facts in slides(logbook, kit, companion.milestones)]

    story = await companion.reading_once(("story", language), version, tell)
    if address := _address_for_phones(request):
        story = [*story, _slide_for_phones(kit, address)]
    number, gone = divmod(int(seconds - idle), slide)
    return story[number % len(story)], slide - gone


def _slide(kit: Kit, facts: Mapping[str, object]) -> ScreenPicture:
    return ScreenPicture.of(
        page_text(page_words(kit), "screen_story.html", machine=kit_shape(kit), **facts)
    )


@lru_cache(maxsize=16)
def _slide_for_phones(kit: Kit, address: str) -> ScreenPicture:
    return _slide(kit, slide_for_phones(address))


def _address_for_phones(request: Request) -> str:
    """Return where a phone finds what visitors see: as this screen does,
    or where that is on the machine itself, as the terminal says; empty where none can.
    """
    if companion_of(request).settings.alone:
        return ""
    here = is_loopback(request.url.hostname or "localhost")
    address = request.app.state.for_phones if here else str(request.base_url)
    return f"{address}watch" if address else ""


def _drawn(
    logbook: Logbook, look: str, milestones: Milestones, guessed: tuple[int, int]
) -> ScreenPicture:
    """Return the machine as it is shown now; all of it is of the moment of which the state is.

    `guessed` says how many visitors guessed the bead that was drawn last,
    and how many guessed at all.
    """
    kit, words = logbook.kit, page_words(logbook.kit)
    machine, desk = kit_shape(kit), Desk(logbook)
    moment = read_state(desk)
    contents = desk.session.contents
    steps = latest_steps(logbook, moment.entry, milestones)
    step = steps[-1] if steps else None
    fared = milestones.fared(logbook)
    adjusted = [(line.box, line.colour.name, line.change) for line in moment.adjustments]
    changes = changes_of(kit, adjusted, contents)
    won = [result is Result.WIN for result in fared.results]
    window = min(queries.WINDOW, len(won))
    text = page_text(
        words,
        "screen_now.html",
        machine=machine,
        now=moment,
        step=step,
        before=steps[:-1],
        milestones=list(map(words.tell, milestones.reached_by(logbook, fared.game)[::-1][:SHOWN])),
        how=words.tell(how_it_works(kit)),
        wall=wall_of(kit),
        lit=lit_of(moment, contents),
        odds=odds_of(moment, machine, words),
        changes=changes,
        guessed=guessed,
        line=winning_line(kit, desk.session.game),
        discs=discs_of(moment),
        cheer=_cheer(moment, step, changes),
        look=look,
        grows=any(change_by(kit, Result.WIN, box.side, box.stage) > 0 for box in kit.opening_boxes),
        curve=_curve(queries.moving_share(won, window)[window - 1 :]) if won else "",
        window=window,
    )
    return ScreenPicture.of(text)


# The wall of boxes.

WIDE, HIGH, GAP = 20, 12, 2
"""How a box is drawn in the wall: its width and height, and the gap around it."""

NAMED = 40
"""Boxes of a wall that has room for what stands on them."""


class Wall(NamedTuple):
    """All boxes as they stand: the drawing's width and height,
    and each box's left and top corner by its number.

    `names` is what stands on them, where there is room for it.
    """

    width: int
    height: int
    places: dict[int, tuple[int, int]]
    names: dict[int, str]

    @property
    def is_square(self) -> bool:
        """Return whether it is nearly as broad as high, or broader."""
        return self.width > 0.8 * self.height and not self.is_broad

    @property
    def is_broad(self) -> bool:
        """Return whether it is much broader than high."""
        return self.width > 2 * self.height


@cache
def wall_of(kit: Kit) -> Wall:
    """Return the wall of a kit's boxes: its cabinets side by side,
    or where it has none as many rows as look well.
    """
    columns = max(1, round(math.sqrt(len(kit.boxes) * HIGH / WIDE / 2.6)))
    found = {}
    for index, box in enumerate(kit.boxes):
        down, right = divmod(index, columns)
        if (place := kit.place(box)) is not None and kit.spec.cabinet is not None:
            right = (place.cabinet - 1) * (kit.spec.cabinet.columns + 1) + place.drawer - 1
            down = place.row - 1
        found[box.number] = (right * WIDE, down * HIGH)
    across, down = (max(place[axis] for place in found.values()) for axis in (0, 1))
    named = {box.number: box.name for box in kit.boxes} if len(kit.boxes) <= NAMED else {}
    return Wall(across + WIDE, down + HIGH, found, named)


def lit_of(now: Moment, contents: Contents) -> dict[int, str]:
    """Return which boxes are lit, by their numbers: `open`, `used` in this game, `empty`."""
    found = {number: "empty" for number, inside in contents.items() if not any(inside.values())}
    drawn = [move.box for move in now.game.moves if move.box] if now.game else []
    found |= dict.fromkeys(drawn, "used")
    if now.box:
        found[now.box.number] = "open"
    elif now.due == "reply" and now.game and now.game.moves and (latest := now.game.moves[-1].box):
        found[latest] = "open"
    return found


# What lies on the board, and in the drawer.


class Disc(NamedTuple):
    """A bead in the drawer that is drawn: its colour, where,
    and how large, in a drawer of 100 x 40.
    """

    colour: Colour
    x: float
    y: float
    radius: float


def discs_of(now: Moment) -> list[Disc]:
    """Return the beads that lie in the open box, in rows, those of a colour together."""
    if now.box is None or not now.box.total:
        return []
    colours = [bead.colour for bead in now.box.beads for _ in range(bead.in_box)][:MOST_DISCS]
    columns = max(4, math.ceil(math.sqrt(len(colours) * 2.5)))
    side = min(100 / columns, 40 / math.ceil(len(colours) / columns), 18)
    rows = math.ceil(len(colours) / columns)
    top = 40 - rows * side
    left = (100 - min(columns, len(colours)) * side) / 2
    return [
        Disc(
            colour,
            left + (place % columns + 0.5) * side,
            top + (place // columns + 0.5) * side,
            0.46 * side,
        )
        for place, colour in enumerate(colours)
    ]


def latest_steps(logbook: Logbook, entry: int, milestones: Milestones) -> list[Step]:
    """Return the last steps up to an entry, so many as a screen may have missed;
    none where they are too many.

    They are of one game, for who played before is for whoever gave the PIN.
    """
    begin = entry
    for _ in range(RECENT):
        begin = (queries.action_of(logbook, begin) or 1) - 1
    found = steps_after(logbook, begin, entry, milestones) or []
    return [step for step in found if step.game == found[-1].game]


def _cheer(now: Moment, step: Step | None, changes: Sequence[BoxChanged]) -> str:
    """Return what there is to celebrate: `win`, `milestone`, `empty`, or nothing."""
    if now.due != "adjust" or now.game is None:
        return ""
    if now.game.result == Result.WIN.value or (now.game.both and now.game.winner):
        return "win"
    if step and step.milestones:
        return "milestone"
    return "empty" if any(each.is_empty for each in changes) else ""


# The story, slide by slide, for as long as nobody plays.


SLIDES = ("what", "how", "learned", "last", "longest", "phone")


def slides(logbook: Logbook, kit: Kit, milestones: Milestones) -> list[dict[str, object]]:
    """Return the slides of the story, in the language of `kit`, each with its facts;
    those that have any to tell.

    What it is, how it learns, what it has learned, the last and the longest game again;
    `slide_for_phones` comes last.
    """
    words = page_words(kit)
    about = said(kit, words, "visitors.about", name=kit.spec.name, boxes=len(kit.boxes))
    lessons = [(result.value, lesson(kit, words, result)) for result in results(kit.game)]
    found: list[dict[str, object]] = [
        {"slide": "what", "about": about, "wall": wall_of(kit), "lit": {}},
        {"slide": "how", "how": words.tell(how_it_works(kit)), "lessons": lessons},
    ]
    fared = milestones.fared(logbook)
    if fared.results:
        found.append(_learned(logbook, kit, fared.results))
    last = logbook.game(fared.game) if fared.game else None
    longest = longest_game(logbook)
    if last and last.moves:
        found.append(_again(kit, "last", last))
    if longest and (last is None or longest.number != last.number):
        found.append(_again(kit, "longest", longest))
    return found


def slide_for_phones(address: str) -> dict[str, object]:
    """Return the slide that tells phones where to come."""
    return {"slide": "phone", "address": address, "code": square_code(address)}


def _learned(logbook: Logbook, kit: Kit, told: Sequence[Result]) -> dict[str, object]:
    """Return the slide of what it has learned: its first move and its games, then and now."""
    words = page_words(kit)
    box = kit.opening_boxes[0]
    start, now = starting_contents(kit)[box.number], logbook.contents()[box.number]
    window = min(queries.WINDOW, len(told))
    hits = [result is Result.WIN for result in told]
    share = queries.moving_share(hits, window)[window - 1 :]
    rows = [
        (
            colour_shape(kit, bead.colour),
            move_shape(kit, bead.move, box.position).words,
            in_percent(words, start[bead.colour], sum(start.values())),
            in_percent(words, now[bead.colour], sum(now.values())),
        )
        for bead in box.beads
    ]
    return {
        "slide": "learned",
        "box": box.name,
        "rows": rows,
        "games": len(told),
        "window": window,
        "won_first": sum(hits[:window]),
        "won_last": sum(hits[-window:]),
        "curve": _curve(share),
    }


MOST_POINTS = 120


def _curve(share: Sequence[float]) -> str:
    """Return shares of 1 as the points of a line in a picture of 100 x 40."""
    step = max(1, math.ceil(len(share) / MOST_POINTS))
    kept = [*share[:-1:step], share[-1]] if len(share) > 1 else [*share, *share]
    points = [(100 * place / (len(kept) - 1), 40 * (1 - part)) for place, part in enumerate(kept)]
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _again(kit: Kit, slide: str, game: GameRecord) -> dict[str, object]:
    """Return the slide of a game that is shown again, board by board."""
    positions = game.positions(kit.game)[1:][-MOST_BOARDS:]
    outcome = kit.game.outcome(positions[-1])
    boards: list[Board] = [board_shape(kit, position) for position in positions]
    return {
        "slide": slide,
        "game": game_shape(kit, game),
        "boards": boards,
        "line": [square + 1 for square in outcome.squares] if outcome else [],
        "skipped": len(game.moves) - len(positions),
    }


def longest_game(logbook: Logbook) -> GameRecord | None:
    """Return the finished game with the most moves, the later of two;
    None where no game has any.
    """
    counts: Counter[int] = Counter(
        entry.game
        for entry in logbook.entries()
        if entry.kind in MOVES and entry.move and entry.game
    )
    best: GameRecord | None = None
    for number, most in sorted(counts.items(), key=lambda each: (-each[1], -each[0])):
        if best is not None and most <= len(best.moves):
            break
        game = logbook.game(number)
        if (
            game is not None
            and game.result is not None
            and (best is None or len(game.moves) > len(best.moves))
        ):
            best = game
    return best
