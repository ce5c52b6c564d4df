"""The page for a visitor's own phone: the game, and a guess at the next bead.

`static/companion.js` keeps it up to date, as it does the operator's page.
"""

import secrets
from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from menace_kit.guide.desk import Desk
from menace_kit.logbook import Logbook
from menace_kit.machine import Kit
from menace_kit.text import Words
from menace_kit.text.kit_words import page_words
from menace_kit.text.shares import shares
from menace_kit.views.adjustments import changes_of
from menace_kit.views.elements import Colour
from menace_kit.views.explained import how_it_works
from menace_kit.views.games import winning_line
from menace_kit.views.milestones import Milestones
from menace_kit.views.odds import beads_in, odds_of
from menace_kit.views.state import Moment, read_state
from menace_kit.views.steps import steps_after
from menace_kit.web.companion import Companion, companion_of
from menace_kit.web.guesses import Answered, GuessedDraw, Guesses, chances_in, draw_due
from menace_kit.web.language import visitors_kit
from menace_kit.web.page import forward, machine_of, page, page_text
from menace_kit.web.pin import sender_of
from menace_kit.web.request import form_of, root_of, sender

router = APIRouter(include_in_schema=False)

VISITOR = "menace_kit_visitor"

MOST_TOKEN = 40
"""Characters read of a browser's token; ours have 22."""


def visitor_of(request: Request) -> str:
    """Return the token of a visitor's browser, or nothing if it has none."""
    return request.cookies.get(VISITOR, "")[:MOST_TOKEN]


def _known(request: Request, answer: Response) -> Response:
    """Add a token to an answer if the browser has none; it lasts until the browser is closed."""
    if not visitor_of(request):
        secure = companion_of(request).settings.secure
        token = secrets.token_urlsafe(16)
        path = f"{root_of(request.scope)}/"
        answer.set_cookie(VISITOR, token, path=path, httponly=True, samesite="lax", secure=secure)
    return answer


def guesses_of(request: Request) -> Guesses:
    found: Guesses = request.app.state.guesses
    return found


SPLIT = "<!-- mine -->"


class SeenByAll(NamedTuple):
    """What everybody sees in one language: the page above and below the visitor's own part."""

    now: Moment
    above: str
    below: str


@router.get("/watch")
async def watch(request: Request, said: str = "") -> Response:
    """Show the game to a visitor; `said` is how a guess was answered."""
    companion = companion_of(request)
    kit = visitors_kit(companion.kit, request)
    scene = await _scene(companion, kit, root_of(request.scope))
    guesses = guesses_of(request)
    guesses.see(scene.now)
    return _known(
        request,
        page(
            request,
            "watch.html",
            read_as=kit,
            now=scene.now,
            spread=companion.hub.spread,
            above=scene.above,
            below=scene.below,
            mine=_mine(request, kit, scene.now, said),
        ),
    )


@router.post("/watch")
async def guess(request: Request) -> Response:
    """Record a guess; a script that sends `part` gets only the visitor's part of the page."""
    companion = companion_of(request)
    fields = await form_of(request)
    guesses = guesses_of(request)
    now = (await companion.seen()).state
    guesses.see(now)
    visitor = visitor_of(request)
    draw = fields.get("draw", "")
    colour = fields.get("colour", "")
    whence = sender_of(sender(request))
    answered: Answered = guesses.guess(visitor, draw, colour, whence) if visitor else "no-cookie"
    if "part" in fields:
        kit = visitors_kit(companion.kit, request)
        return _known(request, HTMLResponse(_mine(request, kit, now, answered)))
    told = "" if answered == "counted" else f"?said={answered}"
    return _known(request, forward(request, f"/watch{told}"))


async def _scene(companion: Companion, kit: Kit, root: str) -> SeenByAll:
    """Return what everybody sees now, drawn once for each language."""
    seen = await companion.seen()

    def draw(logbook: Logbook) -> SeenByAll:
        return _drawn(logbook, companion.milestones, root)

    return await companion.reading_once("watch", seen.version, draw, kit)


def _drawn(logbook: Logbook, milestones: Milestones, root: str) -> SeenByAll:
    kit = logbook.kit
    words = page_words(logbook.kit)
    desk = Desk(logbook)
    now = read_state(desk)
    machine = machine_of(kit)
    last = logbook.entry(now.entry)
    steps = steps_after(logbook, last.action - 1, now.entry, milestones) if last else []
    text = page_text(
        words,
        "watch_now.html",
        root=root,
        machine=machine,
        now=now,
        step=steps[-1] if steps else None,
        how=words.tell(how_it_works(kit)),
        odds=odds_of(now, machine, words),
        changes=changes_of(kit, desk.session.to_do, desk.session.contents),
        line=winning_line(kit, desk.session.game),
    )
    above, _, below = text.partition(SPLIT)
    return SeenByAll(now, above, below)


class GuessedBead(NamedTuple):
    """A bead of a draw: how many guessed it, their share, its chance, and whether it was drawn."""

    colour: Colour
    guesses: int
    share: str
    chance: str
    is_drawn: bool


def rows_of(words: Words, draw: GuessedDraw, colours: Mapping[str, Colour]) -> list[GuessedBead]:
    """Return the beads of a draw with their guesses, in the order of the box."""
    counts = Counter(draw.guesses.values())
    guessed = shares(words, [counts[name] for name in draw.odds])
    chances = shares(words, list(draw.odds.values()))
    return [
        GuessedBead(colours[name], counts[name], share, chance, name == draw.drawn)
        for name, share, chance in zip(draw.odds, guessed, chances, strict=True)
    ]


def _mine(request: Request, kit: Kit, now: Moment, said: str) -> str:
    """Return the visitor's own part: past guesses, their score, and what to guess now.

    `said` is how the last guess was answered.
    """
    words = page_words(kit)
    machine = machine_of(kit)
    guesses = guesses_of(request)
    visitor = visitor_of(request)
    colours = {colour.name: colour for colour in machine.colours}
    odds, beads = chances_in(now), beads_in(now)
    likely = shares(words, [odds[bead.colour.name] for bead in beads])
    last = guesses.last()
    waiting = guesses.waiting(visitor)
    played = [move for move in now.game.moves if move.by == "machine"] if now.game else []
    return page_text(
        words,
        "watch_mine.html",
        root=root_of(request.scope),
        now=now,
        machine=machine,
        draw=guesses.due if guesses.due == draw_due(now) else "",
        odds=[
            (colours[bead.colour.name], bead.in_box, chance)
            for bead, chance in zip(beads, likely, strict=True)
        ],
        waiting=colours.get(waiting),
        without_bead=bool(played and not played[-1].colour),
        last=last,
        drawn=colours[last.drawn] if last else None,
        own=colours.get(last.guesses.get(visitor, "")) if last else None,
        right=guesses.right_of_last(),
        rows=rows_of(words, last, colours) if last else [],
        scores=[("you", guesses.fared(visitor)), ("all", guesses.fared())] if visitor else [],
        decimal=words("number.decimal"),
        said=words(f"watch.{REFUSED[said]}") if said in REFUSED else "",
    )


REFUSED = {"already": "late", "late": "late", "full": "full", "no-cookie": "no-cookie"}
"""Answer to a guess that was not counted -> the end of its sentence's key."""
