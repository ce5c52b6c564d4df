"""The pages of the past: the played games, and each of them board by board."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from menace_kit.errors import UnknownNameError
from menace_kit.logbook import Kind, Logbook
from menace_kit.logbook.box_changes import PastContents
from menace_kit.printables.catalogue import CERTIFICATE
from menace_kit.text.kit_words import page_words
from menace_kit.text.phrases import say
from menace_kit.views import games as views
from menace_kit.views.explained import chance_of
from menace_kit.views.visitors import no_visitors, visitors_game
from menace_kit.web.companion import companion_of
from menace_kit.web.page import page
from menace_kit.web.pages.downloads import attached, made_in_turn

router = APIRouter(include_in_schema=False)


ON_A_PAGE = 25

MOST_NAME = 200
"""Characters read of a name; if it is longer than a logbook allows, that is an error."""

MOST_GAMES = 10**9


@router.get("/history")
async def history(request: Request, before: str = "") -> Response:
    """Show games, the newest first: the last ones, or those before game `before`."""
    wanted = game_number(before) if before else None
    found = await companion_of(request).reading(lambda logbook: games_page(logbook, wanted))
    return page(request, "history.html", **found)


@router.get("/history/{number}")
async def replay(request: Request, number: str) -> Response:
    """Show a game board by board, with the beads drawn and the changes they made."""
    wanted = game_number(number)
    found = await companion_of(request).reading(lambda logbook: game_past(logbook, wanted))
    return page(request, "replay.html", **found)


@router.get("/history/{number}/certificate.pdf")
async def certificate(
    request: Request, number: str, name: Annotated[str | None, Query(max_length=MOST_NAME)] = None
) -> Response:
    """Make a certificate of a game and send it, for the visitor named in the logbook, or `name`."""
    companion = companion_of(request)
    wanted = game_number(number)
    game = await companion.reading(lambda logbook: visitors_game(logbook, wanted, name))
    return attached(await made_in_turn(companion, CERTIFICATE, "pdf", f"-{wanted}", games=[game]))


def games_page(logbook: Logbook, before: int | None) -> dict[str, Any]:
    """Return what the history page before a game shows: its games, the newest first.

    `older` and `newer` are the values of `before` for the neighbouring pages; None is no page, 0
    the first.
    """
    last = logbook.last_game
    games = views.history(logbook, ON_A_PAGE, before)
    older = games[-1].number if games and games[-1].number > 1 else None
    newer = None
    if games and games[0].number < last:
        above = games[0].number + ON_A_PAGE + 1
        newer = above if above <= last else 0
    return {"games": games, "older": older, "newer": newer}


def game_past(logbook: Logbook, number: int) -> dict[str, Any]:
    """Return what the page of a game shows; raises UnknownNameError if there is no such game.

    `chances` has for each entry how likely its bead was, `boxes` its box. `is_visitors` says
    whether there is a certificate. `previous` and `following` are the neighbouring games, or None.
    """
    with logbook.one_moment():
        found = views.replay(logbook, number)
        entries = logbook.entries_of_game(number)
        past = PastContents(logbook, entries[0].number - 1, entries[-1].number)
        chances = {
            entry.number: page_words(logbook.kit).tell(chance_of(logbook.kit, past, entry))
            for entry in entries
            if entry.kind is Kind.BEAD
        }
        record = logbook.game(number)
        last = logbook.last_game
    return {
        "replay": found,
        "game": found.game,
        "chances": chances,
        "boxes": {entry["number"]: entry["box"] for entry in found.entries if "box" in entry},
        "is_visitors": record is not None and not no_visitors(record),
        "previous": number - 1 if number > 1 else None,
        "following": number + 1 if number < last else None,
    }


def game_number(text: str) -> int:
    """Return the number of a game in an address; raises UnknownNameError if it isn't one."""
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:12]) <= MOST_GAMES):
        raise UnknownNameError(say("mistake.game", number=repr(text[:20])))
    return int(text[:12])
