"""The coach, if it is switched on in this browser."""

import asyncio
from typing import TYPE_CHECKING, NamedTuple

from fastapi import APIRouter, Request, Response

from menace_kit.errors import ExtraError, check_extra
from menace_kit.games import Position, Side, written_move
from menace_kit.guide import wording
from menace_kit.guide.session import Session
from menace_kit.guide.situation import Due
from menace_kit.machine.learning import Contents
from menace_kit.text.phrases import say
from menace_kit.views.state import Moment
from menace_kit.web.companion import companion_of
from menace_kit.web.language import words_of
from menace_kit.web.page import forward
from menace_kit.web.request import root_of

if TYPE_CHECKING:
    from menace_kit.lab.advice import Advice


router = APIRouter(include_in_schema=False)


LAB = ("numpy", "numba")
"""What the coach needs from the extra `lab`."""

INSTALLS_LAB = 'pip install ".[lab]"'
"""The command to install it, in the project's folder."""

TEACH = "teach"
"""The cookie that switches it on."""

WAIT_FOR_COACH = 1.5
"""Seconds that a page waits for advice; the first advice takes longer, to compile."""


class Teach(NamedTuple):
    """Whether the coach is on, what it says, and the move it advises, as people write it.

    `missing` says why it cannot be switched on.
    """

    on: bool
    says: str = ""
    move: str = ""
    missing: str = ""


@router.get("/teach")
async def teach(request: Request, on: bool) -> Response:
    """Switch the coach on or off in this browser, and show the game."""
    answer = forward(request, "/")
    path = f"{root_of(request.scope)}/"
    if on:
        answer.set_cookie(TEACH, "on", max_age=10**7, path=path, httponly=True, samesite="strict")
    else:
        answer.delete_cookie(TEACH, path=path, httponly=True, samesite="strict")
    return answer


async def coach_for(request: Request, now: Moment) -> Teach:
    """Return the coach's advice on the reply that is due, if it is switched on."""
    companion = companion_of(request)
    tell = words_of(request).tell
    if companion.settings.alone:
        return Teach(on=False, missing=tell(say("alone.left-out")))
    try:
        check_extra(LAB)
    except ExtraError:
        return Teach(on=False, missing=tell(say("learning.missing", command=INSTALLS_LAB)))
    if request.cookies.get(TEACH) != "on":
        return Teach(on=False)
    asked = await companion.session(_reply_due)
    if asked is None or not now.replies:
        return Teach(on=True)

    async def advised() -> "Advice":
        from menace_kit.lab.advice import advice  # needs numpy and numba

        return await asyncio.to_thread(advice, companion.kit, *asked)

    try:
        found = await asyncio.wait_for(
            companion.made_once.fetch("advice", now.entry, advised), WAIT_FOR_COACH
        )
    except TimeoutError:
        return Teach(on=True, says=tell(say("learning.soon")))
    said = wording.advice(companion.kit, asked[-1], *found.facts)
    return Teach(
        on=True, says=tell(said), move=written_move(companion.kit.game, asked[-1], found.move)
    )


def _reply_due(session: Session) -> tuple[Side, Contents, Position] | None:
    """Return the coach's question: the machine's side, its contents, and the position.

    Returns None if no reply is due.
    """
    if session.due is not Due.REPLY or session.game is None:
        return None
    contents = {number: dict(inside) for number, inside in session.contents.items()}
    return session.game.side, contents, session.position
