"""What players and sentences are called on paper, which differs from game to game."""

from menace_kit.games import Side
from menace_kit.machine.boxes import Box
from menace_kit.machine.kit import Kit
from menace_kit.text import Words, kinds


def said(kit: Kit, words: Words, key: str, **facts: object) -> str:
    """Return the sentence of this key, or its twin for the kit's game and rules."""
    return words(key, *kinds(kit), **facts)


def player(kit: Kit, words: Words, side: Side) -> str:
    """Return what a player is called: the kit's mark, or for pawns their colour, for they are drawn in it."""
    key = f"pieces.player-{kit.game.pieces.value}-{side.value}"
    return words(key) if key in words else kit.spec.marks[0 if side is Side.FIRST else 1]


def pieces_left(box: Box) -> int:
    """Return how many pieces lie on a box's board."""
    return sum(box.position.cells.count(side.cell) for side in Side)


def held_how(kit: Kit) -> str:
    """Return how a drawing may lie on the table: the kit's symmetry, `mirror` or `none` where there is no more to it.

    `own` where mirror images may have boxes of their own, so that a mirror is the last resort.
    """
    if len(kit.symmetries) == 1:
        return "none"
    names = {member.name for member in kit.symmetries}
    if names != {"identity", "flip-left-right"}:
        return kit.spec.boxes.symmetry
    return "mirror" if kit.spec.boxes.merge_symmetric_positions else "own"
