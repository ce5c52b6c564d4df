"""Facts about a game, worked out from its rules, for questions in a lesson."""

from collections.abc import Mapping

from menace_kit.games import Position, Side
from menace_kit.machine import Bead, Kit


def good_beads(kit: Kit) -> Mapping[int, tuple[Bead, ...]]:
    """Return the best beads of each box, by its number, if nobody makes a mistake afterwards.

    Empty if all moves lose.
    """
    worth: dict[Position, int] = {}
    found = {}
    for box in kit.boxes:
        after = {
            bead: -_worth(kit, kit.game.play(box.position, bead.move), worth)
            for bead in box.playable
        }
        most = max(after.values(), default=-1)
        found[box.number] = tuple(bead for bead in after if after[bead] == most and most > -1)
    return found


def who_wins(kit: Kit) -> Side | None:
    """Return who wins from the start if nobody makes a mistake, or None for a draw."""
    return {1: Side.FIRST, -1: Side.SECOND}.get(_worth(kit, kit.game.start(), {}))


def _worth(kit: Kit, position: Position, known: dict[Position, int]) -> int:
    """Return 1 if the player to move wins, 0 for a draw, -1 for a loss; adds to `known`."""
    if position not in known:
        ended = kit.game.outcome(position)
        if ended is None:
            moves = kit.game.legal_moves(position)
            known[position] = max(
                -_worth(kit, kit.game.play(position, move), known) for move in moves
            )
        elif ended.winner is None:
            known[position] = 0
        else:
            known[position] = 1 if ended.winner is position.to_move else -1
    return known[position]


def questions_asked(
    kit: Kit, good: Mapping[int, tuple[Bead, ...]]
) -> tuple[str, tuple[Bead, ...], tuple[Bead, ...]] | None:
    """Return the name of the first box with a good and a bad move, and both kinds of beads.

    The worksheet asks about it. Returns None if there is no such box.
    """
    for box in kit.boxes:
        bad = tuple(bead for bead in box.playable if bead not in good[box.number])
        if bad and good[box.number]:
            return box.name, good[box.number], bad
    return None
