"""The page on how to fold: numbers, steps, and pictures."""

import math
from collections.abc import Iterator, Sequence
from functools import partial

from menace_kit.layout.cutting import GLUE_FIELD
from menace_kit.layout.label_meaning import set_meaning
from menace_kit.layout.marks import BLACK, GREY, HAIRLINE, Page
from menace_kit.layout.page import RULER_FROM_BOTTOM, Frame
from menace_kit.layout.set_pieces import how_to_sort
from menace_kit.layout.sheets.folded_pictures import (
    PICTURE_HEIGHT,
    pictures_of_folding,
)
from menace_kit.layout.sheets.net_marks import DASH, LONG_DASH, TrayPlan
from menace_kit.layout.sheets.sleeves import sleeve_spots
from menace_kit.layout.stacks import across, fixed, framed, inked, padded, put, stroke, text
from menace_kit.layout.text.typesetting import LESSON, Column
from menace_kit.layout.type_scale import TEXT
from menace_kit.machine import Kit
from menace_kit.machine.sizes import shakeable_beads
from menace_kit.text.kit_words import paper_words

TEXT_MARGIN = 15.0


def how_to_page(kit: Kit, plan: TrayPlan, pages: int, sets: Sequence[str] = ()) -> Page:
    """Return the page. Raises FitError if text or boxes are too large for it."""
    words = paper_words(kit)
    frame = Frame(kit, TEXT_MARGIN, words("fold-up.title"))
    text = Column(TEXT_MARGIN, 22, frame.width, TEXT, LESSON)
    text.title(words("fold-up.title"))
    text.y += 2
    text.items([*_numbers(kit, plan, max(1, len(sets))), *how_to_sort(words, sets)])
    text.y += 3
    text.items(words.lines("fold-up.steps"), numbered=True)
    if kit.spec.fold_up.fence:
        text.items([words("fold-up.fence")])
    text.y += 8
    put(text, PICTURE_HEIGHT, pictures_of_folding(kit))
    text.y += 10
    _set_legend(text, kit)
    text.y += 8
    (meaning,) = text.beside(0, text.width)
    set_meaning(meaning, kit, plan.style)
    fits = meaning.y <= frame.size[1] - RULER_FROM_BOTTOM - 4
    marks = [*text.marks, *(meaning.marks if fits else ())]
    return frame.page([*marks, *frame.ruler()], count=pages)


def _numbers(kit: Kit, plan: TrayPlan, machines: int) -> Iterator[str]:
    words = paper_words(kit)
    tray, fold, boxes = kit.container.tray, kit.spec.fold_up, machines * len(kit.boxes)
    sleeves = len(sleeve_spots(kit))
    yield words(
        "fold-up.sheets",
        boxes=boxes,
        trays=plan.grid.cells,
        tray_sheets=math.ceil(boxes / plan.grid.cells),
        sleeves=sleeves,
        sleeve_sheets=math.ceil(boxes / sleeves),
    )
    inside, outside = (
        " x ".join(map(words.decimal, (size.length, size.width, size.height)))
        for size in (tray, kit.container.outer)
    )
    yield words(
        "fold-up.sizes",
        inside=inside,
        outside=outside,
        mixes=shakeable_beads(tray, kit.bead),
        bead=words.title(kit.bead.title),
    )
    yield words("fold-up.card", card=words.decimal(fold.card))


def _set_legend(column: Column, kit: Kit) -> None:
    """Set a sample of each kind of line and area, with its meaning after it."""
    level = partial(stroke, (0, 0.5), (1, 0.5), HAIRLINE)
    samples = {
        "cut": level(BLACK),
        "away": level(GREY, DASH),
        "towards": level(GREY, LONG_DASH),
        "print": inked(GLUE_FIELD),
        "back": framed(pen=HAIRLINE, ink=GREY),
    }
    told = zip(samples.items(), paper_words(kit).lines("fold-up.lines"), strict=True)
    for (name, sample), meaning in told:
        if kit.spec.fold_up.fence or name not in ("towards", "back"):
            drawn = fixed(16, padded(sample, above=1, below=1))
            put(column, 6, across(drawn, fixed(4), text(meaning, TEXT, margin=0)))
