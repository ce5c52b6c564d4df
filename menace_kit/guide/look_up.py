"""Which box a board asks for, and how to hold it; no logbook needed."""

from contextlib import suppress

from menace_kit.errors import PositionError
from menace_kit.frozen import Frozen
from menace_kit.games import Move, Position, Side, cells_text, parse_board, parse_position
from menace_kit.machine import Kit, Reading
from menace_kit.machine.turns import LaterMove, Turn
from menace_kit.text.kit_words import outcome, player_called, square, why_later
from menace_kit.text.phrases import Text, listed, paragraph, say


class LookUp(Frozen):
    """What a board asks for: a box in its right readings, a forced or later move, or nothing.

    `reason` says why, unless it is a box.
    """

    position: Position
    readings: tuple[Reading, ...] = ()
    forced: Move | None = None
    later: LaterMove | None = None
    reason: Text = ""


def look_up(kit: Kit, board: str, to_move: Side | None = None) -> LookUp:
    """Return what a typed board asks for.

    Raises PositionError if it cannot be read or no game reaches it, or if it may be either side's
    turn, the kit has machines for both, and `to_move` is missing.
    """
    position = position_on(kit, board, to_move)
    turn = Turn(kit, position)
    if turn.outcome is not None:
        return LookUp(position, reason=say("look-up.over", outcome=outcome(kit, turn.outcome)))
    if kit.spec.side != "both" and turn.side is not Side(kit.spec.side):
        return LookUp(
            position, reason=say("look-up.opponent", player=player_called(kit, turn.side))
        )
    if turn.forced is not None:
        only = say("look-up.forced", square=square(kit, turn.forced, position))
        return LookUp(position, forced=turn.forced, reason=only)
    if turn.later is not None:
        moves = listed(square(kit, move, position) for move in turn.later.moves)
        what = say("later.among" if len(turn.later.moves) > 1 else "later.move", moves=moves)
        return LookUp(
            position, later=turn.later, reason=paragraph([why_later(turn.later.line), what])
        )
    if turn.is_lost:
        return LookUp(position, reason=say("look-up.lost"))
    return LookUp(position, turn.readings)


def position_on(kit: Kit, board: str, to_move: Side | None = None) -> Position:
    """Return the position of a typed board; if it may be either's turn, it is the kit's side's.

    In an impartial game it is the kit's side's turn if a game can reach that, else the other's; the
    box is the same. Raises PositionError if the kit has machines for both sides, and nothing says
    whose turn it is.
    """
    board = cells_text(parse_board(kit.game, board, kit.spec.marks, to_move), kit.spec.marks)
    try:
        return parse_position(kit.game, board, kit.spec.marks, to_move)
    except PositionError:
        found = []
        for side in Side if to_move is None else ():
            with suppress(PositionError):
                found.append(parse_position(kit.game, board, kit.spec.marks, side))
        if not found:
            raise
    own = [position for position in found if position.to_move.value == kit.spec.side]
    if not own and not kit.game.impartial:
        raise PositionError(say("refused.whose-turn", board=board))
    return (own or found)[0]


def how_to_turn(reading: Reading) -> Text:
    """Return how to turn the drawing on the box to match the board on the table."""
    return say(f"turns.{reading.symmetry.name}")
