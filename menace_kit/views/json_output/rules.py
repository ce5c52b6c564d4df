"""The games that can be played."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from menace_kit.errors import GameError
from menace_kit.games import Game, game_named, package_of, parameters_of
from menace_kit.views.json_output.values import Facts

if TYPE_CHECKING:
    from menace_kit.games.conformance import Checked


OURS = "menace-kit"


def game_rules_facts(name: str) -> Facts:
    """Return a game's line in the list of games; unknown values are None, and `fault` says why."""
    facts: Facts = {
        "name": name,
        "rows": None,
        "columns": None,
        "parameters": {},
        "positions": None,
        "package": package_of(name) or OURS,
        "fault": None,
    }
    try:
        game = game_named(name)
        facts.update(rows=game.rows, columns=game.columns, parameters=dict(parameters_of(game)))
        facts.update(positions=_positions(game))
    except GameError as error:
        facts["fault"] = str(error)
    return facts


def conformance_facts(name: str, checked: "Iterable[Checked]") -> Facts:
    """Return the results of checking a game; checks that were not made have None as findings."""
    checks = list(checked)
    return {"name": name, "fit": not any(each.findings for each in checks), "checks": checks}


def _positions(game: Game) -> int | None:
    """Return how many positions a game has, or None if too many.

    Raises GameError if a package's game cannot be played.
    """
    from menace_kit.games.conformance import position_count

    try:
        return position_count(game)
    except Exception as error:
        raise GameError(f"{game.name} cannot be played: {type(error).__name__}: {error}") from error
