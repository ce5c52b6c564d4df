"""Who played against the machine, and how they fared."""

from collections import Counter
from typing import NamedTuple

from menace_kit.logbook.store import Logbook
from menace_kit.machine.learning import Result


class Visitor(NamedTuple):
    """Somebody who played against the machine: games, and how many they won, drew and lost."""

    name: str
    games: int
    won: int
    drawn: int
    lost: int


def visitors(logbook: Logbook) -> list[Visitor]:
    """Return the visitors of finished games, best first: most won, then fewest lost.

    Case does not matter in names; the last spelling is shown.
    """
    names: dict[str, str] = {}
    results: dict[str, Counter[Result]] = {}
    for game in logbook.games():
        if game.state == "ended" and game.opponent:
            key = game.opponent.casefold()
            names[key] = game.opponent
            results.setdefault(key, Counter())[Result(game.result)] += 1
    found = [
        Visitor(names[key], own.total(), own[Result.LOSS], own[Result.TIE], own[Result.WIN])
        for key, own in results.items()
    ]
    return sorted(found, key=lambda one: (-one.won, one.lost, -one.drawn, one.name.casefold()))
