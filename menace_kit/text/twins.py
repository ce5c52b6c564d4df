"""For which kinds of games and rules a sentence may have a twin, `key-KIND`; `Words` chooses among them."""

from menace_kit.games import Pieces
from menace_kit.machine.kit import Kit
from menace_kit.machine.schema import Teaches


def kinds(kit: Kit, *, both: bool = False) -> tuple[str, ...]:
    """Return what a sentence about this kit may have a twin for, the most telling first.

    The game's name, `nim`: such a twin may tell of its rules. Then what is true of all such games: `arrow` where a move
    goes from a square to another; what lies on the board, `marks`, `pawns`, `tokens`; `moves` where a move is more than
    a mark on a free square. At last `last-move`, where only the machine's last move is taught. With `both`, for games
    in which both players are machines, each of these with `both-` before it, and `both` itself, go first.
    """
    hows = [kit.game.name]
    if kit.has_arrows:
        hows.append("arrow")
    hows.append(kit.game.pieces.value)
    if kit.game.pieces is not Pieces.MARKS:
        hows.append("moves")
    if kit.spec.learning.teaches is Teaches.LAST_MOVE:
        hows.append("last-move")
    return (*(f"both-{how}" for how in hows), "both", *hows) if both else tuple(hows)
