"""The first page of the index chart: how to find a box."""

from collections import Counter
from collections.abc import Iterator

from menace_kit.errors import FitError
from menace_kit.games import CanonicalForm, Side
from menace_kit.layout.label_meaning import set_colours
from menace_kit.layout.marks import Mark
from menace_kit.layout.page import HEADER_BOTTOM, PRINTABLE_BORDER
from menace_kit.layout.sheets.index_codes import code_facts
from menace_kit.layout.sheets.index_frames import SYMMETRIC, TURNED
from menace_kit.layout.sheets.operator_card import after_a_game, empty_box, last_bead
from menace_kit.layout.sheets.practice import answers_line, set_practice
from menace_kit.layout.sheets.worked_example import set_example
from menace_kit.layout.text.pages import PageLook
from menace_kit.layout.text.typesetting import LESSON, Column, lined
from menace_kit.layout.type_scale import FIGURES, TEXT
from menace_kit.machine import Kit
from menace_kit.machine.prospects import positions_without_box
from menace_kit.text.kit_words import paper_words
from menace_kit.text.sheet_words import held_how, later_rule, player, zone_words

CHART_PAGES = PageLook(10.0, HEADER_BOTTOM + 2.5, PRINTABLE_BORDER, TEXT, LESSON)


COLUMN_GAP = 7.0


TITLED = LESSON._replace(
    text=LESSON.text._replace(gap=0.0), heading=LESSON.heading._replace(gap=1.5)
)
"""Text below the page's title is close to it."""


def lesson_marks(kit: Kit) -> list[Mark]:
    """Return the page, with its text as large as fits. Raises FitError if it doesn't fit at all."""
    left, _, full, bottom = CHART_PAGES.area(kit)
    answers = lined(answers_line(kit), full, FIGURES)
    foot = bottom - answers.height

    for size in (TEXT, FIGURES, 7.0):
        lesson = _lesson(kit, size)
        if lesson.y + 2 <= foot:
            return [*lesson.marks, *answers.marks(left, foot)]
    raise FitError(
        "the first page of the index chart has no room for all that this kit's rules say"
    )


def _lesson(kit: Kit, size: float) -> Column:
    """Return the page except its foot, with text of this size."""
    words = paper_words(kit)
    left, top, full, _ = CHART_PAGES.area(kit)
    page = Column(left, top + 2, full, size, TITLED)
    page.title(words("index.lesson"))
    page.paragraph(words("index.lead", boxes=len(kit.boxes)))
    page.y += 4
    set_example(page, kit)
    page.y += 5
    page.style = LESSON
    find, read = page.beside(COLUMN_GAP, 0, 0)
    find.heading(words("index.find"))
    find.items(_finding_steps(kit), numbered=True)
    read.heading(words("index.read"))
    read.items(_reading_rules(kit))
    _nowhere_part(min(find, read, key=lambda column: column.y), kit)
    page.below(find, read)
    page.y += 4
    page.heading(words("index.by-hand"))
    page.items(_rules_by_hand(kit))
    page.y += 3
    page.heading(words("key-card.title-board"))
    set_colours(page, kit)
    page.y += 4
    set_practice(page, kit)
    return page


def _nowhere_part(column: Column, kit: Kit) -> None:
    """Set what it means if there is no box for a board."""
    words = paper_words(kit)
    missing = positions_without_box(kit)
    told = [words(f"operator-card.{why}") for why in ("forced", "lost") if getattr(missing, why)]
    if told := told + later_rule(kit):
        column.y += 3
        column.heading(words("index.nowhere"))
        column.items(told)


def steps_to_a_code(kit: Kit) -> Iterator[str]:
    """Yield how the boxes are found that it may be, by what is counted."""
    words = paper_words(kit)
    yield words("index.step-stage")
    if kit.finding.reads_first:
        yield words("index.step-first", zone=zone_words(kit)[0])
    yield words("index.step-count", **code_facts(kit))


def _finding_steps(kit: Kit) -> Iterator[str]:
    """Yield how to find a box, zone by zone."""
    words, order = paper_words(kit), kit.finding
    zones, how = zone_words(kit), held_how(kit)
    yield from steps_to_a_code(kit)
    pictures = Counter((group.side, group.stage, group.code) for group in order.groups)
    seen, most = zones[order.reads_first : -1], max(pictures.values())
    yield words("index.step-look", zones=words("index.and").join(seen), n=most)
    if how != "none":
        yield words(f"index.hold-{how}")
    looked_at = sum(len(zone.squares) for zone in order.zones[:-1])
    if any(len(group.known) > looked_at for group in order.groups):
        yield words("index.step-split")
        if how != "none" and kit.spec.boxes.merge_symmetric_positions:
            largest = kit.spec.boxes.canonical_form is CanonicalForm.LARGEST
            best = player(kit, Side.SECOND) if largest else words("piece.nothing")
            yield words("index.step-prefer", best=best, other=player(kit, Side.FIRST))
    if (most := max(len(group.boxes) for group in order.groups)) > 1:
        yield words("index.step-compare", most=most)
    if how != "none":
        yield words("index.step-again")


def _reading_rules(kit: Kit) -> Iterator[str]:
    words = paper_words(kit)
    yield words("index.read-square")
    if any(kit.finding.held(box.position).position != box.position for box in kit.boxes):
        yield words("index.read-label", sign=TURNED)
    if any(len(kit.symmetries.stabiliser(box.position)) > 1 for box in kit.boxes):
        yield words("index.symmetric", sign=SYMMETRIC)
        if kit.spec.boxes.merge_symmetric_moves:
            yield words("label.mirrored")


def _rules_by_hand(kit: Kit) -> Iterator[str]:
    """Yield how to play a game by hand, by the kit's rules."""
    words = paper_words(kit)
    yield f"{words('operator-card.draw')} {words('operator-card.leave')}"
    yield from after_a_game(kit)
    if any(box.taken for box in kit.boxes):
        yield words("operator-card.taken")
    yield empty_box(kit)
    yield from last_bead(kit)
