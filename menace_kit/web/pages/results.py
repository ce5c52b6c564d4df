"""How a machine's games went, drawn so that learning shows from the first game on."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from menace_kit.games import Side
from menace_kit.logbook import career
from menace_kit.machine import Kit, prospects
from menace_kit.machine.learning import Result
from menace_kit.machine.recent_games import WINDOW, recent_games
from menace_kit.text.kit_words import page_words, player_called
from menace_kit.text.phrases import Capital, joined, say
from menace_kit.views.milestones import Fared

MOST_DOTS = 40
"""Games shown one by one; more are a curve."""

FEWEST_COMPARED = 5
"""The fewest games in each group when the first games are compared with the last."""

MOST_POINTS = 120


class ResultRow(NamedTuple):
    """How many games had a result, and its name."""

    result: str
    called: str
    games: int


class Results(NamedTuple):
    """How games went: one by one in `dots`, or many as the points of a `curve`, with a caption."""

    rows: list[ResultRow]
    dots: list[str]
    curve: str
    caption: str


def results_of(kit: Kit, fared: Fared, both: bool) -> Results:
    """Return how the games went for the machine; if both are machines, for the first player."""
    results = fared.firsts if both else fared.results
    hits = [result is Result.WIN for result in results]
    rows = _rows(kit, results, both)
    if len(results) <= MOST_DOTS:
        caption = "" if both else then_and_now_told(kit, hits)
        return Results(rows, [result.value for result in results], "", caption)
    window = recent_games(len(results))
    words = page_words(kit)
    name = Capital(player_called(kit, Side.FIRST))
    told = joined(name, say("screen.curve", n=window), between=": ")
    return Results(
        rows,
        [],
        curve_points(career.moving_share(hits, window)[window - 1 :]),
        words.tell(told) if both else then_and_now_told(kit, hits),
    )


def _rows(kit: Kit, told: Sequence[Result], both: bool) -> list[ResultRow]:
    """Return how many games had each result; draws only if the game has any."""
    words = page_words(kit)
    winners = {Result.WIN: Side.FIRST, Result.LOSS: Side.SECOND}
    rows = []
    for result in prospects.results(kit.game):
        games = told.count(result)
        say_it = say(f"went.{result.value}", "many")
        if both and result in winners:
            say_it = say("operate.won-by", n=games, player=player_called(kit, winners[result]))
        rows.append(ResultRow(result.value, words.tell(say_it), games))
    return rows


def then_and_now_told(kit: Kit, hits: Sequence[bool]) -> str:
    """Return how many of its first and its last games the machine won.

    No game is in both groups; nothing while there are few.
    """
    compared = min(WINDOW, len(hits) // 2)
    if compared < FEWEST_COMPARED:
        return ""
    first, last = sum(hits[:compared]), sum(hits[-compared:])
    return page_words(kit)("screen.then-now", first=first, last=last, n=compared)


def curve_points(share: Sequence[float]) -> str:
    """Return shares of 1 as the points of a line in a picture of 100 x 40."""
    step = max(1, math.ceil(len(share) / MOST_POINTS))
    kept = [*share[:-1:step], share[-1]] if len(share) > 1 else [*share, *share]
    points = [(100 * place / (len(kept) - 1), 40 * (1 - part)) for place, part in enumerate(kept)]
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
