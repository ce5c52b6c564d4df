"""What a box has learned: its board, and its contents before and after."""

from collections.abc import Collection, Mapping, Sequence

from menace_kit.layout.marks import GREY, Anchor, Marks
from menace_kit.layout.stacks import (
    Area,
    Part,
    across,
    board,
    down,
    fixed,
    framed,
    grow,
    layered,
    nothing,
    padded,
    text,
)
from menace_kit.layout.text.typesetting import ink_centred, text_width
from menace_kit.layout.type_scale import FIGURES, TEXT
from menace_kit.machine import Box, Colour, Kit

BAR, BAR_PITCH = 5.0, 6.2
"""Height of the bar that shows a box's contents, and distance between two bars."""


def changed_box(
    kit: Kit,
    box: Box,
    marked: Collection[str],
    rows: Sequence[tuple[str, Mapping[str, int], str]],
) -> Part:
    """Return a box's board with a bar for each row below it, which shows contents by colour.

    A row is the text before its bar, colour -> beads, and the text after it. `marked` colours have
    a thick outline.
    """
    before = max((text_width(head, TEXT) for head, _, _ in rows), default=0) + 1.5
    behind = max((text_width(told, TEXT, bold=True) for _, _, told in rows), default=0) + 1.5
    bars = [
        layered(
            text(head, TEXT, margin=0),
            text(told, TEXT, True, Anchor.END, margin=0),
            padded(_bar(kit, counts, marked), left=before, right=behind),
        )
        for head, counts, told in rows
    ]
    pitched = [fixed(BAR_PITCH, padded(bar, below=BAR_PITCH - BAR)) for bar in bars]
    return down(board(kit, box), fixed(2 if rows else 0), *pitched)


def _bar(kit: Kit, counts: Mapping[str, int], marked: Collection[str]) -> Part:
    """Return a box's contents as a bar, a part for each colour, with a letter if it fits."""
    colours = [
        grow(count, framed(_letter(kit.colour(name)), fill=kit.colour(name).hex))
        for name, count in counts.items()
        if count
    ]
    thick = [
        grow(count, framed(pen=0.7) if count and name in marked else nothing)
        for name, count in counts.items()
    ]
    return layered(framed(ink=GREY), across(*colours), across(*thick))


def _letter(colour: Colour) -> Part:
    def draw(area: Area) -> Marks:
        if area.width >= BAR * 0.7:
            yield ink_centred(colour.key, *area.at(0.5, 0.5), FIGURES, colour.ink)

    return draw
