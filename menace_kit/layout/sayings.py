"""Sentences that differ from game to game: which of them is meant for a kit, and what its players are called.

A sentence may have variants, its key with an ending: the game's name, what lies on its board (`-pawns`, `-tokens`), or
`-moves`, for all games in which a move is more than a mark on a free square. The most special one that there is counts.
"""

from menace_kit.games import Pieces, Side
from menace_kit.machine.boxes import Box
from menace_kit.machine.kit import Kit
from menace_kit.machine.rules import Teaches
from menace_kit.words import Words


def said(kit: Kit, words: Words, key: str, **facts: object) -> str:
    """Return the sentence of this key that is meant for the kit's game."""
    return words(key_for(kit, words, key), **facts)


def key_for(kit: Kit, words: Words, key: str) -> str:
    """Return the key, with the ending of the variant that is meant for the kit's game where there is one."""
    endings = [kit.game.name, kit.game.pieces.value]
    if kit.game.pieces is not Pieces.MARKS:
        endings.append("moves")
    return next((f"{key}-{ending}" for ending in endings if f"{key}-{ending}" in words), key)


def taught(kit: Kit, key: str) -> str:
    """Return the key of what a result does, with an ending where only the machine's last move is taught."""
    return f"{key}-last-move" if kit.spec.learning.teaches is Teaches.LAST_MOVE else key


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
