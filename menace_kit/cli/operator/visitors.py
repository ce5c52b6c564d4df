"""How each visitor fared against the machine."""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

import typer

from menace_kit.cli.terminal import echo_json, echo_lines, table_lines
from menace_kit.logbook.entries import BOTH
from menace_kit.logbook.game_record import GameRow
from menace_kit.logbook.store import Logbook
from menace_kit.machine.learning import Result
from menace_kit.machine.prospects import has_ties


class Visitor(NamedTuple):
    """Somebody who played against the machine: their games,
    and how many of them they won, drew and lost.
    """

    name: str
    games: int
    won: int
    drawn: int
    lost: int


def visitors_of(games: Iterable[GameRow]) -> list[Visitor]:
    """Return who played against the machine in finished games, the best first:
    most won, then fewest lost.

    A name counts as one however it is spelled in small and capital letters;
    it is told as it was written last.
    """
    names: dict[str, str] = {}
    results: dict[str, Counter[Result]] = {}
    for game in games:
        if game.state == "ended" and game.side != BOTH and game.opponent:
            key = game.opponent.casefold()
            names[key] = game.opponent
            results.setdefault(key, Counter())[Result(game.result)] += 1
    found = [
        Visitor(names[key], own.total(), own[Result.LOSS], own[Result.TIE], own[Result.WIN])
        for key, own in results.items()
    ]
    return sorted(found, key=lambda one: (-one.won, one.lost, -one.drawn, one.name.casefold()))


def show_visitors(logbook: Logbook, as_json: bool) -> None:
    found = visitors_of(logbook.games())
    if as_json:
        echo_json([visitor._asdict() for visitor in found])
    elif not found:
        typer.echo("No visitor with a name has finished a game yet.")
    else:
        ties = has_ties(logbook.kit.game)
        head = ["", "visitor", "games", "won", *(["drawn"] if ties else []), "lost"]
        rows = [
            [
                f"{place}.",
                one.name,
                str(one.games),
                str(one.won),
                *([str(one.drawn)] if ties else []),
                str(one.lost),
            ]
            for place, one in enumerate(found, start=1)
        ]
        echo_lines(table_lines([head, *rows], right={0, *range(2, len(head))}))
