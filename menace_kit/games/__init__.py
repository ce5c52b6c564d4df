"""Games: the rules, and nothing else. Standard library only."""

from menace_kit.errors import UnknownNameError
from menace_kit.games.game import Game
from menace_kit.games.notation import move_text, parse_move, parse_position, position_text
from menace_kit.games.noughts_and_crosses import NoughtsAndCrosses
from menace_kit.games.position import EMPTY, Move, Outcome, Position, Side, Termination
from menace_kit.games.symmetry import CanonicalForm, Symmetry, SymmetryGroup

__all__ = [
    "EMPTY",
    "GAMES",
    "CanonicalForm",
    "Game",
    "Move",
    "NoughtsAndCrosses",
    "Outcome",
    "Position",
    "Side",
    "Symmetry",
    "SymmetryGroup",
    "Termination",
    "game_named",
    "move_text",
    "parse_move",
    "parse_position",
    "position_text",
]

GAMES: dict[str, Game] = {game.name: game for game in (NoughtsAndCrosses(),)}


def game_named(name: str) -> Game:
    """Return the game that a kit file calls `name`; UnknownNameError names those that there are."""
    try:
        return GAMES[name]
    except KeyError:
        raise UnknownNameError(f"there is no game {name!r}; choose from: {', '.join(GAMES)}") from None
