"""Results of each visitor against the machine."""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from menace_kit.cli.output_paths import endings
from menace_kit.cli.report import Report, Right
from menace_kit.logbook.entries import BOTH
from menace_kit.logbook.game_record import GameRow
from menace_kit.logbook.store import Logbook
from menace_kit.machine.learning import Result


class Visitor(NamedTuple):
    """Somebody who played against the machine: games, and how many they won, drew and lost."""

    name: str
    games: int
    won: int
    drawn: int
    lost: int


def visitors_of(games: Iterable[GameRow]) -> list[Visitor]:
    """Return the visitors of finished games, best first: most won, then fewest lost.

    Case does not matter in names; the last spelling is shown.
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
    ends = endings(logbook.kit.game)
    Report(
        found,
        columns=(Right(""), "visitor", Right("games"), *map(Right, ends)),
        rows=(
            (f"{place}.", one.name, one.games, *(getattr(one, end) for end in ends))
            for place, one in enumerate(found, start=1)
        ),
        nothing="No visitor with a name has finished a game yet.",
    ).tell(as_json)
