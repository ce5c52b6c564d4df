"""What a list of adjustments does to the boxes."""

from collections.abc import Sequence
from typing import NamedTuple

from menace_kit.machine import Kit
from menace_kit.machine.learning import Adjustment, Contents, adjust
from menace_kit.text.kit_words import page_words
from menace_kit.views.elements import Colour, colour_shape


class BoxChanged(NamedTuple):
    """Beads of one colour in a box, and their chance, before and after an adjustment.

    `is_empty` says whether the box is empty now.
    """

    box: str
    colour: Colour
    before: int
    after: int
    chance_before: str
    chance_after: str
    is_empty: bool


def changes_of(kit: Kit, changes: Sequence[Adjustment], contents: Contents) -> list[BoxChanged]:
    """Return what each adjustment does to its box, in order.

    `contents` is what the boxes hold after all of them.
    """
    words, found = page_words(kit), []
    held = {change.box: dict(contents[change.box]) for change in changes}
    adjust(held, changes, -1)
    for box, colour, change, _ in changes:
        inside = held[box]
        before, total = inside[colour], sum(inside.values())
        inside[colour] += change
        after, left = inside[colour], sum(inside.values())
        found.append(
            BoxChanged(
                kit.box(box).name,
                colour_shape(kit, colour),
                before,
                after,
                words.share(before / total if total else 0, 0),
                words.share(after / left if left else 0, 0),
                not left,
            )
        )
    return found
