"""What a label means and how to glue it on: text beside the key to its colours."""

from collections.abc import Iterator
from itertools import product

from menace_kit.games import Side
from menace_kit.layout.label_plan import label_plan
from menace_kit.layout.label_style import LabelStyle, starts_words
from menace_kit.layout.marks import Mark
from menace_kit.layout.stacks import across, bead, fixed, padded, put, text, tiled
from menace_kit.layout.text.typesetting import LESSON, Column, shortened, text_width
from menace_kit.layout.type_scale import FIGURES, TEXT
from menace_kit.machine import Kit
from menace_kit.text.kit_words import paper_words
from menace_kit.text.sheet_words import places_explained, player, zone_words

DOT_RADIUS = 1.8


KEY_PITCH = 4.6


KEY_COLUMN = 26.0
"""Least width of a colour in the key."""


COLUMN_GAP = 8.0


def set_colours(column: Column, kit: Kit) -> None:
    """Set the key to the colours: dot with letter, name and symbol, in rows of like length."""
    words = paper_words(kit)
    column.y += 1.4
    indent = column.style.indent
    room = column.width - indent
    texts = [f"{words.colour_name(colour)} {colour.glyph}" for colour in kit.colours]
    most, beside = int(room / KEY_COLUMN), 2 * DOT_RADIUS + 2
    widest = max(text_width(each, column.size) for each in texts)
    # One column fewer, if that avoids cutting a name.
    columns = next(
        (each for each in (most, most - 1) if each and widest <= room / each - beside), most
    )
    pitch = room / columns
    parts = []
    for colour, whole in zip(kit.colours, texts, strict=True):
        told = shortened(whole, pitch - beside, column.size)
        dot = fixed(2 * DOT_RADIUS, bead(kit, colour, DOT_RADIUS))
        parts.append(across(dot, fixed(1.2), text(told, column.size, margin=0)))
    rows = -(-len(parts) // columns)
    columns = -(-len(parts) // rows)
    key = padded(tiled(columns, parts), left=indent, right=room - columns * pitch)
    put(column, rows * KEY_PITCH, key)


def explanation_marks(kit: Kit, style: LabelStyle, column: Column, bottom: float) -> list[Mark]:
    """Return the text for a column, in the largest size that ends above `bottom`, or nothing.

    Its two parts are one below the other, or side by side if there is no room for that.
    """
    words = paper_words(kit)
    for size, abreast in product((TEXT, FIGURES, 7.0), (False, True)):
        whole = Column(column.left, column.y, column.width, size, LESSON)
        first, second = whole.beside(COLUMN_GAP, 0, 0) if abreast else (whole, whole)
        set_meaning(first, kit, style)
        if not abreast:
            whole.y += 5
        second.heading(words("fit-test.sticking"))
        second.items(_gluing_steps(kit, style), numbered=True)
        if abreast:
            whole.below(first, second)
        if whole.y <= bottom:
            return whole.marks
    return []


def set_meaning(column: Column, kit: Kit, style: LabelStyle) -> None:
    """Set what is on a label: the beads and their colours, then every other sign."""
    words = paper_words(kit)
    column.heading(words("fit-test.on-label"))
    column.items([words("fit-test.on-label-colours")])
    set_colours(column, kit)
    column.items(_also_on_label(kit, style))


def _also_on_label(kit: Kit, style: LabelStyle) -> Iterator[str]:
    """Yield what else is on the kit's labels."""
    words = paper_words(kit)
    merged = any(len(box.playable) < len(kit.game.legal_moves(box.position)) for box in kit.boxes)
    if merged:
        yield words("label.mirrored")
    if kit.tells_stages:
        yield words("fit-test.on-label-fields")
        if any(side is Side.SECOND for side, _ in kit.stages):
            yield words("fit-test.on-label-holes", mark=player(kit, Side.SECOND))
    if style.starts_line is not None:
        each = starts_words(words, kit.boxes[0], style.short_starts)
        yield words("fit-test.on-label-starts", each=each)
    if kit.spec.cabinet and style.short_place:
        yield places_explained(kit, kit.spec.cabinet)
    if _has_counts(kit, style):
        yield _counts_explained(kit)
    if style.code:
        yield words("fit-test.on-label-code")


def _has_counts(kit: Kit, style: LabelStyle) -> bool:
    """Return whether labels have what you count on the board."""
    has_line = kit.spec.cabinet is None and not style.short_place
    return len(kit.finding.zones) > 1 and (has_line or style.counts_line is not None)


def _counts_explained(kit: Kit) -> str:
    """Return what is counted, with the code of the last box, which is on the fit-test page."""
    words, box = paper_words(kit), kit.boxes[-1]
    facts = {side.value: player(kit, side) for side in Side}
    facts |= {"code": kit.code(box), "box": box.name}
    zones, both = zone_words(kit)[:-1], words("index.and")
    if not kit.finding.reads_first:
        return words("fit-test.on-label-counts", zones=both.join(zones), **facts)
    seen, *counted = zones
    zones_counted = both.join(counted)
    return words("fit-test.on-label-counts-seen", zone=seen, zones=zones_counted, **facts)


def _gluing_steps(kit: Kit, style: LabelStyle) -> Iterator[str]:
    words = paper_words(kit)
    is_glued = kit.stock.grid is None
    if is_glued:
        yield words("fit-test.cut" if label_plan(kit).straight else "assembly.step-cut")
    yield words("fit-test.label-goes")
    yield words("fit-test.glue-on" if is_glued else "fit-test.press-on")
    if style.pull:
        yield words("fit-test.pull")
