"""Which box for a board: no journal needed."""

from dataclasses import dataclass

from menace_kit.games import Move, Position, Side
from menace_kit.games.notation import parse_position
from menace_kit.guide import wording
from menace_kit.machine.kit import Kit
from menace_kit.machine.reading import Reading, readings


@dataclass(frozen=True)
class LookUp:
    """What a board asks for: a box in its right readings, or a forced move, or neither, with the reason in words."""

    position: Position
    readings: tuple[Reading, ...] = ()
    forced: Move | None = None
    reason: str = ""


def look_up(kit: Kit, board: str) -> LookUp:
    """Return what a typed board asks for; PositionError where it cannot be read or no game reaches it."""
    position = parse_position(kit.game, board, kit.spec.marks)
    ended = kit.game.outcome(position)
    if ended is not None:
        return LookUp(position, reason=f"The game is over: {wording.outcome(kit, ended)}.")
    if kit.spec.side != "both" and position.to_move is not Side(kit.spec.side):
        mark = kit.spec.marks[0 if position.to_move is Side.FIRST else 1]
        return LookUp(position, reason=f"It is the opponent's turn ({mark}); the machine has no box for it.")
    ways = readings(kit, position)
    if ways:
        return LookUp(position, ways)
    legal = kit.game.legal_moves(position)
    if len(legal) == 1:
        only = wording.square(kit, legal[0])
        return LookUp(position, forced=legal[0], reason=f"Only one move is left, so there is no box: {only}.")
    return LookUp(
        position, reason="This kit has no box here: every move loses at once, so the machine gives up."
    )
