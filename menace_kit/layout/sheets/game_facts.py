"""Facts about a game, worked out from its rules, for questions in a lesson."""

from collections.abc import Mapping

from menace_kit.games import Side
from menace_kit.machine import Bead, Kit
from menace_kit.machine.prospects import good_moves, worth


def good_beads(kit: Kit) -> Mapping[int, tuple[Bead, ...]]:
    """Return the best beads of each box, by its number, if nobody makes a mistake afterwards.

    Empty if all moves lose.
    """
    found = {}
    for box in kit.boxes:
        is_lost = worth(kit.game, box.position) < 0
        good = () if is_lost else good_moves(kit.game, box.position)
        found[box.number] = tuple(bead for bead in box.playable if bead.move in good)
    return found


def who_wins(kit: Kit) -> Side | None:
    """Return who wins from the start if nobody makes a mistake, or None for a draw."""
    return {1: Side.FIRST, -1: Side.SECOND}.get(worth(kit.game, kit.game.start()))


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
