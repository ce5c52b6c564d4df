"""Who plays, and with what: what a sentence may have a twin for, and how it names a player."""

from menace_kit import text
from menace_kit.games import Side
from menace_kit.journal.game_record import GameRecord
from menace_kit.machine.kit import Kit
from menace_kit.text.messages import Text, say


def kinds(kit: Kit, game: GameRecord | None = None) -> tuple[str, ...]:
    """Return what a sentence of this kit, and of this game, may have a twin for, the most telling first."""
    return text.kinds(kit, both=game is not None and game.both)


def alike(kit: Kit) -> tuple[str, ...]:
    """Return the ending of the twin in which no player is named by a mark, where the pieces are nobody's."""
    return ("alike",) if kit.game.impartial else ()


def side_named(kit: Kit, side: Side) -> tuple[str, ...]:
    """Return the ending of the twin that says which player is meant, where no mark does."""
    return (side.value,) if kit.game.impartial else ()


def player(kit: Kit, side: Side) -> Text:
    """Return a player by the mark, `O`; where the pieces on the board are nobody's, `the first player`."""
    if kit.game.impartial:
        return say(f"player.{side.value}")
    return kit.spec.marks[0 if side is Side.FIRST else 1]


def machine(kit: Kit, side: Side) -> Text:
    """Return whose machine: `O's machine`, `the first player's machine`."""
    return say("player.machine", *side_named(kit, side), player=player(kit, side))
