"""`operator lookup --best`: a board's value with perfect play, and the best moves."""

from collections.abc import Iterator
from typing import Any

from menace_kit.games import Position, written_move
from menace_kit.machine import Kit
from menace_kit.machine.prospects import good_moves, worth
from menace_kit.text.grammar import capital
from menace_kit.text.kit_words import player_called
from menace_kit.views.json_output.values import move_fact


def best_facts(kit: Kit, position: Position) -> dict[str, Any]:
    """Return the facts for JSON; the value is 1, 0 or -1: the side to move wins, draws, loses."""
    return {
        "to_move": position.to_move.value,
        "value": worth(kit.game, position),
        "best_moves": [
            move_fact(kit.game, position, move) for move in good_moves(kit.game, position)
        ],
    }


def best_lines(kit: Kit, position: Position) -> Iterator[str]:
    """Yield the same in words; nothing if the game is over."""
    moves, value = good_moves(kit.game, position), worth(kit.game, position)
    if not moves:
        return
    mover = capital(str(player_called(kit, position.to_move)))
    if value < 0:
        yield f"{mover} loses against perfect play, whatever it does."
        return
    told = ", ".join(written_move(kit.game, position, move) for move in moves)
    yield f"{mover} can {'win' if value else 'draw'}. Best move{'s' * (len(moves) > 1)}: {told}"
