"""Which box for a board: no journal needed."""

from dataclasses import dataclass

from menace_kit.games import Move, Position, Side
from menace_kit.games.notation import parse_position
from menace_kit.guide import wording
from menace_kit.guide.language import say
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
        return LookUp(position, reason=say("look-up.over", outcome=wording.outcome(kit, ended)))
    if kit.spec.side != "both" and position.to_move is not Side(kit.spec.side):
        mark = kit.spec.marks[0 if position.to_move is Side.FIRST else 1]
        return LookUp(position, reason=say("look-up.opponent", mark=mark))
    ways = readings(kit, position)
    if ways:
        return LookUp(position, ways)
    legal = kit.game.legal_moves(position)
    if len(legal) == 1:
        only = say("look-up.forced", square=wording.square(kit, legal[0]))
        return LookUp(position, forced=legal[0], reason=only)
    return LookUp(position, reason=say("look-up.lost"))
