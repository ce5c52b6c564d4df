"""How to play a game by hand, for the index chart."""

from collections.abc import Iterator

from menace_kit.layout.sheets.operator_card import after_a_game, empty_box, last_bead
from menace_kit.machine import Kit
from menace_kit.text.kit_words import paper_words


def rules_by_hand(kit: Kit) -> Iterator[str]:
    """Yield how to play a game by hand, by the kit's rules."""
    words = paper_words(kit)
    yield f"{words('operator-card.draw')} {words('operator-card.leave')}"
    yield from after_a_game(kit)
    if any(box.taken for box in kit.boxes):
        yield words("operator-card.taken")
    yield empty_box(kit)
    yield from last_bead(kit)
