"""The pages of a game: what is due and how it is done, and the quick log for a crowd."""

import asyncio
from contextlib import suppress
from itertools import chain, islice, repeat
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from pydantic import ValidationError

from menace_kit.errors import ExtraError, GuideError, UnknownNameError, check_extra
from menace_kit.games import Position, Side, written_move
from menace_kit.guide import wording
from menace_kit.guide.session import Due, Session
from menace_kit.logbook.store import Logbook
from menace_kit.logbook.suspicion import suspicion
from menace_kit.machine.boxes import Box
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Contents, results
from menace_kit.machine.schema import Teaches
from menace_kit.text.kit_words import page_words, player_called
from menace_kit.text.words import paragraph, say
from menace_kit.views.elements import Colour, colour_shape
from menace_kit.views.state import Moment
from menace_kit.views.statistics import suspicion_told
from menace_kit.web.commands import ACTS, Companion, Tick, companion_of, form_facts
from menace_kit.web.guard import token_in
from menace_kit.web.page import (
    ALREADY,
    INSTALLS_LAB,
    LAB,
    form_of,
    notice_for,
    page,
    sender,
    sentence_for,
    words_of,
)

if TYPE_CHECKING:
    from menace_kit.lab.coach import Advice

KEYS = "123456789abcdefghijklmnopqrstuvwxyz"
"""Keys of the quick log, in order."""

router = APIRouter(include_in_schema=False)


class QuickRow(NamedTuple):
    """A row of the quick log: the box and colour of the first bead (None: not known),
    and a key for each outcome.

    `first_mover` is who began, where the kit has machines for both sides; `mark` the machine's.
    """

    box: Box | None
    colour: Colour | None
    first_mover: str | None
    mark: str
    keys: list[str]


@router.get("/")
async def game(request: Request) -> Response:
    """Show what is due, and take it down; to whoever has not given the PIN what visitors see."""
    if not request.state.may_change:
        return RedirectResponse("/watch", 303)
    companion = companion_of(request)
    now = await companion.state()
    return page(
        request,
        "operate.html",
        now=now,
        letters={colour.name: colour for colour in companion.machine.colours},
        notice=notice_for(request) or not_done(request, now),
        teach=await _teach(request, now),
        in_squares=all(len(reply.squares) == 1 for reply in now.replies),
        suspicion=await suspicion_of(companion, now),
    )


WAIT_FOR_SUSPICION = 1.5
"""Seconds that the page between two games waits to hear which box
to count; then it comes without.
"""


class SuspicionLine(NamedTuple):
    """What the beads that were drawn say of the logbook; `urgent` where a box is to be counted."""

    words: str
    urgent: bool


async def suspicion_of(companion: Companion, now: Moment) -> SuspicionLine | None:
    """Return what the draws say of the logbook, between two games; None before the first."""
    if now.due not in ("start", "adjust") or not now.entry:
        return None

    def told(logbook: Logbook) -> SuspicionLine:
        found, tell = suspicion(logbook), page_words(logbook.kit).tell
        return SuspicionLine(
            tell(paragraph(suspicion_told(logbook.kit, found))), bool(found.suspected)
        )

    with suppress(TimeoutError):
        return await asyncio.wait_for(
            companion.reading_once("suspicion", now.entry, told), WAIT_FOR_SUSPICION
        )
    return None


# The coach, for whoever has switched it on in this browser.

TEACH = "teach"
"""The cookie that says so."""

WAIT_FOR_COACH = 1.5
"""Seconds that a page waits for the coach's advice:
the first one of all takes some seconds more to be compiled.
"""


class Teach(NamedTuple):
    """Whether the coach is switched on, what it says now, and the move that it advises,
    as it is written; or why there is none, so that nobody can switch it on.
    """

    on: bool
    says: str = ""
    move: str = ""
    missing: str = ""


@router.get("/teach")
async def teach(on: bool) -> Response:
    """Switch the coach on or off in this browser, and show the game."""
    answer = RedirectResponse("/", 303)
    if on:
        answer.set_cookie(TEACH, "on", max_age=10**7, httponly=True, samesite="strict")
    else:
        answer.delete_cookie(TEACH, httponly=True, samesite="strict")
    return answer


async def _teach(request: Request, now: Moment) -> Teach:
    """Return what the coach says of the reply that is due, if it is switched on."""
    companion, tell = companion_of(request), words_of(request).tell
    if companion.settings.alone:
        return Teach(on=False, missing=tell(say("alone.coach")))
    try:
        check_extra(LAB)
    except ExtraError:
        return Teach(on=False, missing=tell(say("teach.missing", command=INSTALLS_LAB)))
    if request.cookies.get(TEACH) != "on":
        return Teach(on=False)
    asked = await companion.session(_reply_due)
    if asked is None or not now.replies:
        return Teach(on=True)

    async def advised() -> "Advice":
        from menace_kit.lab.coach import advice  # numpy and numba, which may not be installed

        return await asyncio.to_thread(advice, companion.kit, *asked)

    try:
        found = await asyncio.wait_for(
            companion.made_once.fetch("advice", now.entry, advised), WAIT_FOR_COACH
        )
    except TimeoutError:
        return Teach(on=True, says=tell(say("teach.soon")))
    said = wording.advice(companion.kit, asked[-1], *found.told)
    return Teach(
        on=True, says=tell(said), move=written_move(companion.kit.game, asked[-1], found.move)
    )


def _reply_due(session: Session) -> tuple[Side, Contents, Position] | None:
    """Return what the coach is asked: the machine's side, what is in its boxes,
    and the position; None if no reply.
    """
    if session.due is not Due.REPLY or session.game is None:
        return None
    contents = {number: dict(inside) for number, inside in session.contents.items()}
    return session.game.side, contents, session.position


@router.get("/quick")
async def quick(request: Request, operator: str = "", opponent: str = "") -> Response:
    """Show a button for each outcome and each first bead."""
    companion = companion_of(request)
    now = await companion.state()
    return page(
        request,
        "quick.html",
        now=now,
        rows=quick_rows(companion.kit),
        results=[result.value for result in results(companion.kit.game)],
        deeds=await companion.session(quick_deeds),
        many_boxes=sum(box.stage == 1 for box in companion.kit.boxes) > 1,
        operator=operator,
        opponent=opponent,
        notice=notice_for(request),
    )


@router.get("/colours.css")
async def colours(request: Request) -> Response:
    """Return the kit's bead colours as a style sheet: a page may not carry any style itself."""
    rules = [
        f'[data-bead="{colour.letter}"] {{ --bead: {colour.hex}; --bead-ink: {colour.ink}; }}\n'
        for colour in companion_of(request).machine.colours
    ]
    return Response("".join(rules), media_type="text/css")


def quick_rows(kit: Kit) -> list[QuickRow]:
    """Return the rows of the quick log: the first bead's colours, box by box,
    and for each side one without a bead.

    Where the machine learns from its last bead alone, the first one says nothing:
    there are no rows for it.
    """
    found, keys = [], chain(KEYS, repeat(""))
    both = kit.spec.side == "both"
    has_beads = kit.spec.learning.teaches is not Teaches.LAST_MOVE
    for side in dict.fromkeys(side for side, _ in kit.stages):
        begins = ("machine" if side is Side.FIRST else "opponent") if both else None
        mark = page_words(kit).tell(player_called(kit, side))
        firsts = kit.first_boxes(side) if has_beads else ()
        beads = [(box, colour_shape(kit, colour)) for box in firsts for colour in box.moves]
        for box, bead in (*beads, (None, None)):
            found.append(
                QuickRow(box, bead, begins, mark, list(islice(keys, len(results(kit.game)))))
            )
    return found


def quick_deeds(session: Session) -> list[str]:
    """Return what to do with the beads of the game that was logged last, a sentence for each."""
    game = session.game
    if game is None or not game.outcome_only or game.taken_back:
        return []
    kit, tell = session.kit, page_words(session.kit).tell
    return [
        tell(wording.adjustment(kit, change, session.contents[change.box]))
        for change in game.tick_list
    ]


# Acts that are sent as forms, so that the pages work without JavaScript; and the PIN.


@router.get("/login")
async def login_page(
    request: Request, next: str = "/", refused: bool = False, code: str = ""
) -> Response:
    """Show where the PIN is given, or a `code` that stands in the address.

    `refused` says that somebody comes from a tap that was not recorded. To look uses no code up:
    programs that read codes look, too.
    """
    message = words_of(request)("login.refused") if refused else ""
    return _login_page(request, local_path(next), message, code=code[:MOST_CODE])


@router.post("/login")
async def login(request: Request) -> Response:
    """Take the PIN, or the operator's code, and go on to where it was asked for."""
    fields = await form_of(request)
    way_on = local_path(fields.get("next", "/"))
    lock, address = companion_of(request).lock, sender(request)
    tried = (
        lock.try_code(fields["code"], address)
        if "code" in fields
        else lock.try_pin(fields.get("pin", ""), address)
    )
    if tried.status == 200:
        return RedirectResponse(way_on, 303, tried.headers)
    answer = _login_page(request, way_on, words_of(request).tell(tried.detail), tried.status)
    answer.headers.update(tried.headers)
    return answer


@router.post("/logout")
async def logout(request: Request) -> Response:
    """Forget that this browser gave the PIN, and show what everybody may see."""
    lock = companion_of(request).lock
    lock.close(token_in(request.headers.get("cookie", "")))
    return RedirectResponse("/", 303, {"Set-Cookie": lock.cookie("")})


@router.post("/act/{name}")
async def act(request: Request, name: str) -> Response:
    """Do what a form says, and show where it was sent from (its field `next`, or the game)."""
    if name not in ACTS:
        raise UnknownNameError(say("mistake.act", name=repr(name), known=", ".join(ACTS)))
    fields = await form_of(request)
    went = local_path(fields.pop("next", "/"))
    try:
        wanted = ACTS[name].model_validate(form_facts(fields))
    except ValidationError as error:
        raise GuideError(sentence_for(words_of(request), error.errors())) from error
    answer = await companion_of(request).do(wanted)
    said = None if answer.recorded else ALREADY
    if answer.recorded and isinstance(wanted, Tick) and not wanted.done:
        said = (NOT_DONE, str(wanted.line))
    if said:
        parts = urlsplit(went)
        went = urlunsplit(parts._replace(query=urlencode([*parse_qsl(parts.query), said])))
    return RedirectResponse(went, 303)


NOT_DONE = "not-done"
"""The part of an address that lets its page say what it means that a line's tick was taken away."""


def not_done(request: Request, now: Moment) -> str:
    """Return what it means for the beads that the tick of a line was taken
    away just now, or nothing.
    """
    line = request.query_params.get(NOT_DONE)
    return next(
        (each.not_done for each in now.adjustments if str(each.line) == line and not each.ticked),
        "",
    )


MOST_CODE = 40
"""Signs of a code in an address that are looked at."""


def _login_page(
    request: Request, way_on: str, message: str, status: int = 200, code: str = ""
) -> Response:
    companion = companion_of(request)
    return page(
        request,
        "login.html",
        status,
        next=way_on,
        message=message,
        code=code,
        is_locked=companion.lock.is_locked,
        may_watch=not companion.settings.watch_pin,
    )


def local_path(path: str) -> str:
    """Return a path on this server to go on to; the game's where it leads anywhere else."""
    safe = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable()
    return path if safe else "/"
