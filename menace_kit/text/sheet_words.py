"""What sheets say about a kit, when the language is already known."""

from collections.abc import Sequence

from menace_kit.games import EMPTY, Side
from menace_kit.machine import Box, Cabinet, Kit
from menace_kit.text.kit_words import paper_words, place, player_called


def said(kit: Kit, key: str, **facts: object) -> str:
    """Return a sentence of the kit's sheets."""
    return paper_words(kit)(key, **facts)


def later_rule(kit: Kit) -> list[str]:
    """Return a sentence about what a machine does after the last moves with boxes, if any."""
    words = paper_words(kit)
    rule = kit.spec.boxes.later_rule
    return [words(f"later.rule-{rule.value}", n=kit.spec.boxes.stages)] if rule else []


def player(kit: Kit, side: Side) -> str:
    """Return what a player is called: the kit's mark, or for pawns the colour they are drawn in."""
    if kit.game.impartial:
        return kit.spec.marks[0 if side is Side.FIRST else 1]
    return paper_words(kit).tell(player_called(kit, side))


def pieces(kit: Kit, side: Side, n: int) -> str:
    """Return the words for so many pieces of a player: `3 O`, `3 White`."""
    words = paper_words(kit)
    key = f"pieces.n-{kit.game.pieces.value}-{side.value}"
    return words(key, n=n) if key in words else f"{n} {player(kit, side)}"


def zone_words(kit: Kit) -> list[str]:
    """Return what each zone of a board is called, in the order in which you look at them."""
    told = []
    for kind, squares in kit.finding.zones:
        row = squares[0] // kit.game.columns + 1
        numbers = ", ".join(str(square + 1) for square in squares)
        told.append(said(kit, f"index.zone-{kind.value}", row=row, squares=numbers))
    return told


def held_how(kit: Kit) -> str:
    """Return how to turn a drawing to match the table: the kit's symmetry, `mirror` or `none`.

    `own` means that mirror images may have boxes of their own, so a mirror is the last resort.
    """
    if len(kit.symmetries) == 1:
        return "none"
    names = {member.name for member in kit.symmetries}
    if names != {"identity", "flip-left-right"}:
        return kit.spec.boxes.symmetry
    return "mirror" if kit.spec.boxes.merge_symmetric_positions else "own"


def place_words(kit: Kit, box: Box, short: bool) -> str:
    """Return the words for where a box is, or "" without a cabinet."""
    return paper_words(kit).tell(place(kit, box, short=short))


def places_explained(kit: Kit, cabinet: Cabinet) -> str:
    """Return what short words for a place mean, with an example."""
    key = "filling.places-cabinets" if kit.cabinets > 1 else "filling.places"
    row, drawer = min(3, cabinet.rows), min(5, cabinet.columns)
    return paper_words(kit)(key, row=row, drawer=drawer)


def stage_words(kit: Kit, box: Box) -> str:
    """Return the words for a box's stage, or for what is left on it.

    With machines for both sides they say whose.
    """
    cells = box.position.cells
    key = "label.stage-both" if kit.spec.side == "both" and kit.tells_stages else "label.stage"
    facts = {"stage": box.stage, "mark": player(kit, box.side)}
    return said(kit, key, **facts, n=len(cells) - cells.count(EMPTY))


def group_words(kit: Kit, boxes: Sequence[Box]) -> str:
    """Return the words for what the boxes of one of `Kit.boxes_by_stage` have in common."""
    words = paper_words(kit)
    return stage_words(kit, boxes[0]) if kit.tells_stages else words("label.any-move")
