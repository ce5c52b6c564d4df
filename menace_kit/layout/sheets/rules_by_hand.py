"""How to play a game by hand, for the index chart."""

from collections.abc import Iterator

from menace_kit.layout.sheets.operator_card import deeds, empty_box, last_bead
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Result
from menace_kit.machine.prospects import results
from menace_kit.text.kit_words import paper_words


def rules_by_hand(kit: Kit) -> Iterator[str]:
    """Yield how to play a game by hand, by the kit's rules."""
    words = paper_words(kit)
    yield f"{words('operator-card.draw')} {words('operator-card.leave')}"
    yield words("operator-card.over")
    for result in results(kit.game):
        told = " ".join(deeds(kit, result))
        yield words(f"lesson.after-{result.value}", deeds=told)
    if any(box.taken for box in kit.boxes):
        told = " ".join(deeds(kit, Result.LOSS))
        yield words("operator-card.taken", deed=told)
    yield empty_box(kit)
    yield from last_bead(kit)
    yield words("index.hand-note")
