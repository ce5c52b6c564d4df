"""The screen behind the boxes, for an audience: the machine's game, or its story between games.

The server draws it, also for browsers without scripts, and sends the newest picture to all
listeners. The server decides what comes next and when, so all screens in a hall show the same.
"""

import math
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from menace_kit.guide.desk import Desk
from menace_kit.logbook import Logbook
from menace_kit.logbook.entries import COUNTS
from menace_kit.machine import Kit
from menace_kit.machine.learning import Result
from menace_kit.text.kit_words import page_words
from menace_kit.views.adjustments import BoxChanged, changes_of
from menace_kit.views.elements import colour_shape
from menace_kit.views.explained import how_it_works
from menace_kit.views.games import winning_line
from menace_kit.views.headlines import last_match_told, turn_told
from menace_kit.views.machine import kit_shape
from menace_kit.views.milestones import Milestones
from menace_kit.views.odds import odds_of
from menace_kit.views.state import Moment, read_state
from menace_kit.views.steps import Step, steps_after
from menace_kit.web.companion import LastLook, companion_of
from menace_kit.web.language import in_language, languages
from menace_kit.web.live import event_of, stream
from menace_kit.web.page import page_text
from menace_kit.web.pages.bowl import Bowl, bowl_of, then_and_now
from menace_kit.web.pages.results import results_of
from menace_kit.web.pages.story import slide_for_phones, slides
from menace_kit.web.pages.wall import lit_of, wall_of
from menace_kit.web.qr_code import qr_squares
from menace_kit.web.request import root_of
from menace_kit.web.settings import is_loopback

router = APIRouter(include_in_schema=False)

LOOKS = ("dark", "light")

RECENT = 4
"""Steps, including the last, that a screen that missed them can still show."""


@router.get("/screen")
async def screen(request: Request, look: str = "dark", lang: str = "") -> Response:
    """Show the machine to an audience; `look` is dark, or light for a bright room."""
    companion = companion_of(request)
    kit = in_language(companion.kit, lang)
    chosen = look if look in LOOKS else "dark"
    picture, _ = await _scene(request, kit)
    address = _address_for_phones(request)
    return HTMLResponse(
        page_text(
            page_words(kit),
            "screen.html",
            root=root_of(request.scope),
            scene=picture.text,
            tag=picture.tag,
            look=chosen,
            lang=lang if kit is not companion.kit else "",
            languages=languages(),
            kit=page_words(kit).title(kit.spec.name),
            gave_pin=request.state.gave_pin,
            address=address,
            code=qr_squares(address) if address else None,
        )
    )


@router.get("/screen/events")
async def pictures(request: Request, lang: str = "", shown: str = "") -> Response:
    """Send what the screen shows, as events `picture`: now, and whenever it changes.

    An event's id is the picture's tag. A reconnecting browser says what it has `shown` last, and
    that is not sent again. 503 if there are too many listeners.
    """
    companion = companion_of(request)
    kit = in_language(companion.kit, lang)
    last = request.headers.get("last-event-id", shown)

    async def tell() -> tuple[bytes, float]:
        nonlocal last
        picture, seconds = await _scene(request, kit)
        if picture.tag == last:
            return b"", seconds
        last = picture.tag
        return picture.event, seconds

    return stream(request, companion.hub, tell)


class ScreenPicture(NamedTuple):
    """What a screen shows as HTML, and the event that sends it.

    The same `tag` means the same picture.
    """

    text: str
    tag: str
    event: bytes

    @classmethod
    def of(cls, text: str) -> "ScreenPicture":
        body = text.encode()
        tag = blake2b(body, digest_size=9).hexdigest()
        return cls(text, tag, event_of("picture", body, tag))


async def _scene(request: Request, kit: Kit) -> tuple[ScreenPicture, float]:
    """Return what the screen shows now and for how many seconds; drawn once for each language."""
    companion = companion_of(request)
    seen = await companion.seen()
    begun = max(seen.at or companion.started, companion.started)
    seconds = (datetime.now(UTC) - begun).total_seconds()
    idle = 60 * kit.spec.screen.idle
    if idle and seconds >= idle:
        return await _slide_of_now(request, kit, seen, seconds - idle)
    picture = await _machine_of_now(request, kit, seen)
    return picture, idle - seconds if idle else math.inf


async def _machine_of_now(request: Request, kit: Kit, seen: LastLook) -> ScreenPicture:
    companion = companion_of(request)
    guesses = request.app.state.guesses
    guesses.see(seen.state)
    guessed = guesses.right_of_last()

    def draw(logbook: Logbook) -> ScreenPicture:
        return _drawn(logbook, companion.milestones, guessed)

    return await companion.reading_once("screen", seen.version, draw, kit)


async def _slide_of_now(
    request: Request, kit: Kit, seen: LastLook, seconds: float
) -> tuple[ScreenPicture, float]:
    """Return the slide due so many seconds into the story, and the seconds it has left."""
    companion = companion_of(request)

    def tell(logbook: Logbook) -> list[ScreenPicture]:
        return [_slide(kit, facts) for facts in slides(logbook, kit, companion.milestones)]

    story = await companion.reading_once("story", seen.version, tell, kit)
    if address := _address_for_phones(request):
        story = [*story, _slide_for_phones(kit, address)]
    number, gone = divmod(seconds, kit.spec.screen.slide)
    return story[int(number) % len(story)], kit.spec.screen.slide - gone


def _slide(kit: Kit, facts: Mapping[str, object]) -> ScreenPicture:
    return ScreenPicture.of(
        page_text(page_words(kit), "screen_story.html", machine=kit_shape(kit), **facts)
    )


@lru_cache(maxsize=16)
def _slide_for_phones(kit: Kit, address: str) -> ScreenPicture:
    return _slide(kit, slide_for_phones(address))


def _address_for_phones(request: Request) -> str:
    """Return the address of visitors' pages for phones; empty if none can reach it.

    It is this screen's own address or, if the screen runs on the server itself, the terminal's.
    """
    if companion_of(request).settings.alone:
        return ""
    here = is_loopback(request.url.hostname or "localhost")
    address = request.app.state.for_phones if here else str(request.base_url)
    return f"{address}watch" if address else ""


def _drawn(logbook: Logbook, milestones: Milestones, guessed: tuple[int, int]) -> ScreenPicture:
    """Return the machine as it is shown now, all of it from the moment of the state.

    `guessed` is how many visitors guessed the last bead right, and how many guessed at all.
    """
    kit = logbook.kit
    words = page_words(kit)
    machine = kit_shape(kit)
    desk = Desk(logbook)
    moment = read_state(desk)
    contents = desk.session.contents
    steps = latest_steps(logbook, moment.entry, milestones)
    step = steps[-1] if steps else None
    fared = milestones.fared(logbook)
    made = changes_of(kit, desk.session.to_do, contents)
    changes = [each for each in made if each.before != each.after]
    game = desk.session.game
    text = page_text(
        words,
        "screen_now.html",
        machine=machine,
        now=moment,
        turn=words.tell(turn_told(desk.session)),
        step=step,
        before=steps[:-1],
        how=words.tell(how_it_works(kit)),
        last_match=words.tell(last_match_told(kit, game)) if game else "",
        wall=wall_of(kit),
        lit=lit_of(moment, contents),
        odds=odds_of(moment, machine, words),
        changes=changes,
        guessed=guessed,
        line=winning_line(kit, game),
        bowl=_open_bowl(desk, moment),
        bowls=then_and_now(kit, contents) if moment.due == "start" else None,
        full=_full_told(kit, moment),
        news=step.milestones if step else [],
        cheer=_cheer(moment, step, changes),
        results=results_of(kit, fared, moment.totals.winners is not None),
    )
    return ScreenPicture.of(text)


def _open_bowl(desk: Desk, now: Moment) -> Bowl:
    """Return the beads in the open box; after a draw, the ones left."""
    session, kit = desk.session, desk.session.kit
    latest = now.game.moves[-1] if now.due == "reply" and now.game and now.game.moves else None
    box = now.box.number if now.box else latest.box if latest else None
    inside = session.in_box(box).items() if box is not None else ()
    return bowl_of((colour_shape(kit, colour), count) for colour, count in inside)


def _full_told(kit: Kit, now: Moment) -> str:
    """Return which box is too full, one at a time, between two games."""
    if now.due not in ("adjust", "start") or not now.too_full:
        return ""
    return page_words(kit)("screen.too-full", box=now.too_full[0].box_name)


def latest_steps(logbook: Logbook, entry: int, milestones: Milestones) -> list[Step]:
    """Return the steps up to an entry that a screen may have missed; none if they are too many.

    Counts of beads are left out, as an audience doesn't care. All steps are from one game, because
    only devices with the PIN may see who played before.
    """
    begin = entry
    for _ in range(RECENT):
        before = logbook.entry(begin)
        begin = before.action - 1 if before else 0
    steps = steps_after(logbook, begin, entry, milestones)
    found = [step for step in steps if step.kind not in COUNTS]
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
