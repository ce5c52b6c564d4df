"""Games: the rules and nothing else, with the standard library only.

`position` and `symmetry`: positions, and how they are turned and flipped. `game`: the protocol of a
game. `notation`: how boards and moves are written. `state_space`: all positions of a small game.
`noughts_and_crosses`, `hexapawn`, `nim`: our own games. `conformance`: the checks of a game.

This module lists the games: our own, and those of other installed packages. A package adds a game
with an entry point of the group `menace_kit.games`: the name that kit files use, and where to find
a class without arguments or a ready-made object.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from menace_kit.errors import GameError, UnknownNameError
from menace_kit.games.game import Game as Game
from menace_kit.games.game import HasChart as HasChart
from menace_kit.games.game import HasParameters as HasParameters
from menace_kit.games.game import NamesMoves as NamesMoves
from menace_kit.games.game import Outcome as Outcome
from menace_kit.games.game import Parameter as Parameter
from menace_kit.games.game import Pieces as Pieces
from menace_kit.games.game import has_named_squares as has_named_squares
from menace_kit.games.game import parameters_of as parameters_of
from menace_kit.games.game import square_count as square_count
from menace_kit.games.hexapawn import Hexapawn as Hexapawn
from menace_kit.games.nim import Nim as Nim
from menace_kit.games.notation import Marks as Marks
from menace_kit.games.notation import cells_text as cells_text
from menace_kit.games.notation import has_letters as has_letters
from menace_kit.games.notation import lettered_square as lettered_square
from menace_kit.games.notation import move_text as move_text
from menace_kit.games.notation import moves_written as moves_written
from menace_kit.games.notation import parse_board as parse_board
from menace_kit.games.notation import parse_cells as parse_cells
from menace_kit.games.notation import parse_move as parse_move
from menace_kit.games.notation import parse_position as parse_position
from menace_kit.games.notation import position_text as position_text
from menace_kit.games.notation import read_move as read_move
from menace_kit.games.notation import written_move as written_move
from menace_kit.games.noughts_and_crosses import CHART as CHART
from menace_kit.games.noughts_and_crosses import NoughtsAndCrosses as NoughtsAndCrosses
from menace_kit.games.position import EMPTY as EMPTY
from menace_kit.games.position import Move as Move
from menace_kit.games.position import Position as Position
from menace_kit.games.position import Side as Side
from menace_kit.games.state_space import reachable as reachable
from menace_kit.games.state_space import reachable_position as reachable_position
from menace_kit.games.symmetry import CanonicalForm as CanonicalForm
from menace_kit.games.symmetry import Symmetry as Symmetry
from menace_kit.games.symmetry import SymmetryGroup as SymmetryGroup
from menace_kit.games.symmetry import mirror_group as mirror_group
from menace_kit.games.symmetry import row_group as row_group
from menace_kit.games.symmetry import square_group as square_group

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

ENTRY_POINTS = "menace_kit.games"

GAMES: dict[str, Game] = {game.name: game for game in (NoughtsAndCrosses(), Hexapawn(), Nim())}
"""Games loaded so far; those of other packages are added when they are first needed."""

OWN = frozenset(GAMES)
"""Names of our own games, which no package can take."""

_MADE: dict[tuple[Game, frozenset[tuple[str, Parameter]]], Game] = {}


def game_named(name: str, parameters: Mapping[str, Parameter] | None = None) -> Game:
    """Return the game that kit files call `name`: one object for each set of parameters.

    Parameters that are left out have their usual values. Raises UnknownNameError, with what there
    is, for an unknown name or parameter. Raises GameError if a package's game cannot be loaded, or
    if the parameters make no game, such as Nim where all matches may be taken at once.
    """
    if name not in GAMES:
        brought = _brought().get(name)
        if brought is None:
            raise UnknownNameError(
                f"there is no game {name!r}; choose from: {', '.join(game_names())}"
            )
        GAMES[name] = _loaded(brought)
    game = GAMES[name]
    return _made(game, parameters) if parameters else game


def _made(game: Game, parameters: Mapping[str, Parameter]) -> Game:
    known = parameters_of(game)
    if unknown := ", ".join(parameters.keys() - known.keys()):
        has = f"it has: {', '.join(known)}" if known else "it has no parameters"
        raise UnknownNameError(f"{game.name} has no {unknown}; {has}")
    for name, value in parameters.items():
        if type(value) is not type(known[name]):
            kind = "a whole number" if isinstance(known[name], int) else "a word"
            raise GameError(
                f"no such {game.name}: {name} must be {kind}, such as {known[name]}, not {value!r}"
            )
    asked = {**known, **parameters}
    if asked == known:
        return game
    key = game, frozenset(asked.items())
    if key not in _MADE:
        try:
            _MADE[key] = type(game)(**asked)
        except (TypeError, ValueError) as error:
            raise GameError(f"no such {game.name}: {error}") from error
    return _MADE[key]


def described(game: Game) -> str:
    """Return the game's name and its unusual parameters, as they can be typed.

    For example `nim matches=13 last=loses`.
    """
    usual = parameters_of(GAMES[game.name]) if game.name in GAMES else {}
    given = parameters_of(game).items()
    return " ".join(
        [game.name, *(f"{name}={value}" for name, value in given if usual.get(name) != value)]
    )


def game_names() -> list[str]:
    """Return the names of all games, our own first."""
    return list(dict.fromkeys([*GAMES, *sorted(_brought())]))


def package_of(name: str) -> str | None:
    """Return the installed package that provides a game; None for our own."""
    brought = _brought().get(name)
    if brought is None or name in OWN:
        return None
    return brought.dist.name if brought.dist else brought.value


def _brought() -> "dict[str, EntryPoint]":
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=ENTRY_POINTS)}


def _loaded(point: "EntryPoint") -> Game:
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
        raise GameError(
            f"the game at {point.value} calls itself {name!r}, its package {point.name!r}"
        )
    return game
