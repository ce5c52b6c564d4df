"""What is written of a box beside its number, on labels and wherever boxes are listed: its stage and its place."""

from collections.abc import Sequence

from menace_kit.games import Side
from menace_kit.machine.boxes import Box
from menace_kit.machine.kit import Kit
from menace_kit.text import Words, kinds, load_words

# What players and sentences are called on paper, which differs from game to game.


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


def word_lines(kit: Kit, words: Words, box: Box, short_place: bool) -> list[str]:
    """Return the lines of words below a label's number: its stage, and its place if it has one."""
    return [
        line for line in (stage_words(kit, words, box), place_words(kit, words, box, short_place)) if line
    ]


def place_words(kit: Kit, words: Words, box: Box, short: bool) -> str:
    """Return the words for where a box stands; with several cabinets they say in which; empty without a cabinet."""
    place = kit.place(box)
    if place is None or kit.spec.cabinet is None:
        return ""
    several = kit.cabinets > 1
    key = f"place{'-cabinet' if several else ''}{'-short' if short else ''}"
    return words(f"label.{key}", cabinet=place.cabinet, row=place.row, drawer=place.drawer)


def stage_words(kit: Kit, words: Words, box: Box) -> str:
    """Return the words for a box's stage, or for what is left on it; with machines for both sides they say whose."""
    key = "label.stage-both" if kit.spec.side == "both" and kit.tells_stages else "label.stage"
    mark = player(kit, words, box.side)
    return said(kit, words, key, stage=box.stage, mark=mark, n=pieces_left(box))


def group_words(kit: Kit, words: Words, boxes: Sequence[Box]) -> str:
    """Return the words for what the boxes of one of `Kit.boxes_by_stage` have in common."""
    return stage_words(kit, words, boxes[0]) if kit.tells_stages else words("label.any-move")


def page_words(kit: Kit) -> Words:
    """Return the words in which the pages of a kit are told.

    A language of which somebody put only the sentences for paper into its file has English pages.
    """
    words = load_words(kit.spec.print.language)
    return words if "companion.skip" in words else load_words("en")
