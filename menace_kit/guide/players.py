"""Who plays, and with what: what a sentence may have a twin for, and how it names a player."""

from functools import cache

from menace_kit.games import Game, Side
from menace_kit.guide.language import say
from menace_kit.journal.game_record import GameRecord
from menace_kit.machine.kit import Kit


def kinds(kit: Kit, game: GameRecord | None = None) -> tuple[str, ...]:
    """Return what a sentence of this kit, and of this game, may have a twin for, the most telling first.

    A twin for the kit's game alone, `-nim`, may tell of its rules; one for how a game moves is true of all such games.
    """
    hows = (kit.game.name, how_it_moves(kit.game))
    return (*(f"both-{how}" for how in hows), "both", *hows) if game is not None and game.both else hows


@cache
def how_it_moves(game: Game) -> str:
    """Return `arrow` where a move goes from a square to another, else what is on the board: `marks`, `tokens`."""
    return "arrow" if len(game.legal_moves(game.start())[0]) > 1 else game.pieces.value


def alike(kit: Kit) -> tuple[str, ...]:
    """Return the ending of the twin in which no player is named by a mark, where the pieces are nobody's."""
    return ("alike",) if kit.game.impartial else ()


def side_named(kit: Kit, side: Side) -> tuple[str, ...]:
    """Return the ending of the twin that says which player is meant, where no mark does."""
    return (side.value,) if kit.game.impartial else ()


def player(kit: Kit, side: Side) -> str:
    """Return a player by the mark, `O`; where the pieces on the board are nobody's, `the first player`."""
    if kit.game.impartial:
        return say(f"player.{side.value}")
    return kit.spec.marks[0 if side is Side.FIRST else 1]


def machine(kit: Kit, side: Side) -> str:
    """Return whose machine: `O's machine`, `the first player's machine`."""
    return say("player.machine", *side_named(kit, side), player=player(kit, side))
