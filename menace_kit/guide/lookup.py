"""Which box for a board: no journal needed."""

from dataclasses import dataclass

from menace_kit.errors import PositionError
from menace_kit.games import Move, Position, Side
from menace_kit.games.notation import parse_position
from menace_kit.guide import refusals, wording
from menace_kit.guide.players import player
from menace_kit.machine.kit import Kit
from menace_kit.machine.reading import Reading
from menace_kit.machine.turn import Turn
from menace_kit.text.messages import Text, say


@dataclass(frozen=True)
class LookUp:
    """What a board asks for: a box in its right readings, or a forced move, or neither, with the reason."""

    position: Position
    readings: tuple[Reading, ...] = ()
    forced: Move | None = None
    reason: Text = ""


def look_up(kit: Kit, board: str, to_move: Side | None = None) -> LookUp:
    """Return what a typed board asks for.

    PositionError where it cannot be read or no game reaches it, or where it may be either side's turn, the kit has
    machines for both, and `to_move` does not tell.
    """
    position = position_on(kit, board, to_move)
    turn = Turn(kit, position)
    if turn.outcome is not None:
        return LookUp(position, reason=say("look-up.over", outcome=wording.outcome(kit, turn.outcome)))
    if kit.spec.side != "both" and turn.side is not Side(kit.spec.side):
        return LookUp(position, reason=say("look-up.opponent", player=player(kit, turn.side)))
    if turn.forced is not None:
        only = say("look-up.forced", square=wording.square(kit, turn.forced))
        return LookUp(position, forced=turn.forced, reason=only)
    if turn.is_lost:
        return LookUp(position, reason=say("look-up.lost"))
    return LookUp(position, turn.readings)


def position_on(kit: Kit, board: str, to_move: Side | None = None) -> Position:
    """Return the position of a typed board; where it may be either's turn, it is the kit's side's.

    In an impartial game it is the kit's side's where a game comes to that, else the other's: the box is the same.
    PositionError where the kit has machines for both sides, and nothing says whose turn it is.
    """
    if to_move is not None:
        return parse_position(kit.game, board, kit.spec.marks, to_move)
    try:
        return parse_position(kit.game, board, kit.spec.marks)
    except PositionError:
        found = [position for side in Side if (position := _with_turn(kit, board, side))]
        if not found:
            raise
    own = [position for position in found if position.to_move.value == kit.spec.side]
    if not own and not kit.game.impartial:
        raise PositionError(refusals.whose_turn(board))
    return (own or found)[0]


def _with_turn(kit: Kit, board: str, side: Side) -> Position | None:
    try:
        return parse_position(kit.game, board, kit.spec.marks, side)
    except PositionError:
        return None
