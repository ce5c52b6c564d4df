"""What a box has learned: its board, and what was in it before and after."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from menace_kit.layout.marks import GREY, Anchor, Mark
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
from menace_kit.machine.boxes import Box
from menace_kit.machine.kit import Kit
from menace_kit.machine.palettes import Colour

BAR, BAR_PITCH = 5.0, 6.2
"""Height of the bar that shows what is in a box, and from one bar to the next."""


def changed_box(
    kit: Kit,
    box: Box,
    marked: Collection[str],
    rows: Sequence[tuple[str, Mapping[str, int], str]],
) -> Part:
    """Return a box's board, and below it a bar for each row: what is in it, by colours.

    A row has what stands before its bar, colour -> beads, and what stands behind it.
    `marked` colours have a thick line round them.
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
    """Return what is in a box as a bar, a part for each colour with its letter if there is room."""
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
    def draw(area: Area) -> Iterator[Mark]:
        if area.width >= BAR * 0.7:
            yield ink_centred(colour.key, *area.at(0.5, 0.5), FIGURES, colour.ink)

    return draw
