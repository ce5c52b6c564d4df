"""The pages of the past: the games that were played, and each of them board by board."""

from typing import NamedTuple

from fastapi import APIRouter, Request, Response

from menace_kit.errors import UnknownNameError
from menace_kit.journal.entries import Kind
from menace_kit.journal.queries import entries_of_game, last_game
from menace_kit.journal.store import Journal
from menace_kit.text.messages import say
from menace_kit.web import game_book
from menace_kit.web.api import companion_of
from menace_kit.web.operate import machine_of
from menace_kit.web.page_words import page_words
from menace_kit.web.story import chance_of
from menace_kit.web.templating import page

ON_A_PAGE = 25
MOST_GAMES = 10**9

router = APIRouter(include_in_schema=False)


class GamesPage(NamedTuple):
    """A page of the history: its games, the newest first; what `before` is on the pages beside it, None for no page.

    Newer games than those of the first page there are not: there `newer` is 0.
    """

    games: list[game_book.GameInList]
    older: int | None
    newer: int | None
    last: int


class GamePast(NamedTuple):
    """A game to be replayed: entry -> how likely its bead was, entry -> the box that it is about.

    `previous` and `following` are the games beside it, None for none.
    """

    replay: game_book.Replay
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
    return page(request, "replay.html", found=found, game=found.replay.game, machine=machine_of(request))


def games_page(journal: Journal, before: int | None) -> GamesPage:
    """Return the page of the history that ends before a game."""
    last = last_game(journal)
    games = game_book.history(journal, ON_A_PAGE, before)
    older = games[-1].number if games and games[-1].number > 1 else None
    newer = None
    if games and games[0].number < last:
        above = games[0].number + ON_A_PAGE + 1
        newer = above if above <= last else 0
    return GamesPage(games, older, newer, last)


def game_past(journal: Journal, number: int) -> GamePast:
    """Return one game with the chances of its beads; UnknownNameError where there is none of that number."""
    with journal.one_moment():
        found = game_book.replay(journal, number)
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
