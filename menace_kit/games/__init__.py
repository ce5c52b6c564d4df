"""Games: the rules, and nothing else. Standard library only."""

from menace_kit.games.game import (
    EMPTY,
    CanonicalForm,
    Game,
    Move,
    Outcome,
    Pieces,
    Position,
    Side,
    Symmetry,
    SymmetryGroup,
    Termination,
)
from menace_kit.games.hexapawn import Hexapawn
from menace_kit.games.nim import Nim
from menace_kit.games.notation import move_text, parse_move, parse_position, position_text
from menace_kit.games.noughts_and_crosses import NoughtsAndCrosses
from menace_kit.games.registry import GAMES, game_named, game_names, package_of

__all__ = [
    "EMPTY",
    "GAMES",
    "CanonicalForm",
    "Game",
    "Hexapawn",
    "Move",
    "Nim",
    "NoughtsAndCrosses",
    "Outcome",
    "Pieces",
    "Position",
    "Side",
    "Symmetry",
    "SymmetryGroup",
    "Termination",
    "game_named",
    "game_names",
    "move_text",
    "package_of",
    "parse_move",
    "parse_position",
    "position_text",
]
