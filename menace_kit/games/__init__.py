"""Games: the rules, and nothing else. Standard library only.

`game`: the protocol that a game fulfils, and how boards and moves are written. `symmetry`: positions, and how they are
turned and flipped. `noughts_and_crosses`, `hexapawn`, `nim`: our own. `conformance`: what a game is checked for.

Here: the games there are, our own and those that other installed packages bring along. A package brings a game by an
entry point of the group `menace_kit.games`: the name that kit files use, and where the game is found, a class without
arguments or a ready-made object.
"""

from importlib.metadata import EntryPoint, entry_points

from menace_kit.errors import GameError, UnknownNameError
from menace_kit.games.game import (
    Game,
    Marks,
    Outcome,
    Pieces,
    Termination,
    cells_text,
    move_text,
    parse_cells,
    parse_move,
    parse_position,
    position_text,
    reachable,
    reachable_position,
)
from menace_kit.games.hexapawn import Hexapawn
from menace_kit.games.nim import Nim
from menace_kit.games.noughts_and_crosses import NoughtsAndCrosses
from menace_kit.games.symmetry import (
    EMPTY,
    CanonicalForm,
    Move,
    Position,
    Side,
    Symmetry,
    SymmetryGroup,
    row_group,
    square_group,
)

__all__ = [
    "EMPTY",
    "GAMES",
    "CanonicalForm",
    "Game",
    "Hexapawn",
    "Marks",
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
    "cells_text",
    "game_named",
    "game_names",
    "move_text",
    "package_of",
    "parse_cells",
    "parse_move",
    "parse_position",
    "position_text",
    "reachable",
    "reachable_position",
    "row_group",
    "square_group",
]

ENTRY_POINTS = "menace_kit.games"

GAMES: dict[str, Game] = {game.name: game for game in (NoughtsAndCrosses(), Hexapawn(), Nim())}
"""The games that were needed so far; those of other packages join when they are asked for."""

OWN = frozenset(GAMES)
"""The names of our own games; no package can take them."""


def game_named(name: str) -> Game:
    """Return the game that a kit file calls `name`.

    UnknownNameError names those that there are; GameError where a package's game cannot be loaded.
    """
    if name not in GAMES:
        brought = _brought().get(name)
        if brought is None:
            raise UnknownNameError(f"there is no game {name!r}; choose from: {', '.join(game_names())}")
        GAMES[name] = _loaded(brought)
    return GAMES[name]


def game_names() -> list[str]:
    """Return the names of all games, our own first."""
    return list(dict.fromkeys([*GAMES, *sorted(_brought())]))


def package_of(name: str) -> str | None:
    """Return the installed package that brings a game, by name; None where it is one of our own."""
    brought = _brought().get(name)
    if brought is None or name in OWN:
        return None
    return brought.dist.name if brought.dist else brought.value


def _brought() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=ENTRY_POINTS)}


def _loaded(point: EntryPoint) -> Game:
    try:
        found = point.load()
        game: Game = found() if isinstance(found, type) else found
        name = game.name
    except Exception as error:
        raise GameError(
            f"the game {point.name!r} of another package ({point.value}) cannot be loaded: "
            f"{type(error).__name__}: {error}"
        ) from error
    if name != point.name:
        raise GameError(f"the game at {point.value} calls itself {name!r}, its package {point.name!r}")
    return game
