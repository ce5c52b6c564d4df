"""The safety sheet."""

from collections.abc import Iterator
from functools import partial

from menace_kit.layout.marks import BLACK, WHITE, Document, Marks, Polyline, Text
from menace_kit.layout.sheets.net_marks import is_folded
from menace_kit.layout.sheets.poster import poster_head, poster_page
from menace_kit.layout.text.typesetting import Column, text_width
from menace_kit.machine import Kit
from menace_kit.text.kit_words import paper_words
from menace_kit.text.sheet_words import said
from menace_kit.workshop.steps import building_steps, fence_of

SIGN = 15.0
"""Height of the warning sign."""


def safety_document(kit: Kit, name: str = "safety") -> Document:
    """Return the safety sheet, one page: beads first, then matches and the tools this kit needs."""
    title = said(kit, "safety.title")
    head = poster_head(kit, title, SIGN, said(kit, "assembly.subject"), indent=SIGN * 1.4)
    top = head.look.top
    head.marks[:0] = _sign_marks(head.left, top - 1)
    head.y = max(head.y, top + SIGN + 2)
    return poster_page(head, name, title, partial(_set_dangers, kit))


def _set_dangers(kit: Kit, column: Column) -> None:
    for place, (heading, sentences) in enumerate(_dangers(kit)):
        if place:
            column.space(0.8)
        column.heading(heading)
        column.items(sentences)
    column.space(-0.2)


def _sign_marks(x: float, y: float) -> Marks:
    base = SIGN * 1.12
    yield Polyline(((x, y + SIGN), (x + base / 2, y), (x + base, y + SIGN)), fill=BLACK)
    size = SIGN * 2.1
    left = x + base / 2 - text_width("!", size, True) / 2
    yield Text(left, y + SIGN * 0.9, "!", size, True, colour=WHITE)


def _dangers(kit: Kit) -> Iterator[tuple[str, list[str]]]:
    """Yield each danger of this kit, with what to do about it."""
    words = paper_words(kit)
    yield words("safety.small-parts"), words.lines("safety.small-parts-steps")
    if kit.container.kind.has_matches:
        yield words("safety.matches"), words.lines("safety.matches-steps")
    if kit.stock.grid is None or fence_of(kit):
        awl = [words("safety.awl")] if kit.container.label.pull else []
        yield words("safety.knife"), words.lines("safety.knife-steps") + awl
        yield words("safety.glue"), words.lines("safety.glue-steps")
    elif kit.container.label.pull:
        yield words("safety.tools"), [words("safety.awl")]
    if any(step.name == "cabinet" for step in building_steps(kit)) and not is_folded(kit):
        yield words("safety.laser"), words.lines("safety.laser-steps")
