"""The first page of the index chart: how a box is found, a colour read and a game played by hand. In mm."""

from collections.abc import Iterator

from menace_kit.errors import FitError
from menace_kit.games import CanonicalForm, Side
from menace_kit.layout.column import LESSON, Column
from menace_kit.layout.explanation import set_colours
from menace_kit.layout.index_boards import SYMMETRIC, TURNED
from menace_kit.layout.index_example import example_marks
from menace_kit.layout.marks import Mark
from menace_kit.layout.page import PRINTABLE_BORDER
from menace_kit.layout.sayings import held_how, player, said
from menace_kit.machine.contents import change_by
from menace_kit.machine.course import results
from menace_kit.machine.finding import FindingOrder, Zone
from menace_kit.machine.kit import Kit
from menace_kit.machine.rules import EmptyBox
from menace_kit.machine.stock import PAPERS
from menace_kit.machine.unboxed import positions_without_box
from menace_kit.text import Words

LESSON_MARGIN = 10.0
COLUMN_GAP = 7.0
SIZES = (11, 10.5, 10, 9.5, 9, 8.5, 8, 7.5, 7)
"""Sizes of the text in points, the best look first."""

TITLE_SIZE = 16.0


def lesson_marks(kit: Kit, words: Words, order: FindingOrder, top: float) -> list[Mark]:
    """Return the page from `top` on, its text as large as it fits; FitError where it does not fit at all."""
    width, height = PAPERS[kit.spec.print.paper]
    full, bottom = width - 2 * LESSON_MARGIN, height - PRINTABLE_BORDER
    half = (full - COLUMN_GAP) / 2
    for size in SIZES:
        head = Column(LESSON_MARGIN, top, full, size, LESSON)
        _head(head, kit, words)
        example, y = example_marks(kit, words, order, LESSON_MARGIN, head.y + 3.5, full)
        left = Column(LESSON_MARGIN, y + 5, half, size, LESSON)
        right = Column(LESSON_MARGIN + half + COLUMN_GAP, y + 5, half, size, LESSON)
        _left_part(left, kit, words, order)
        _right_part(right, kit, words, order)
        below = Column(LESSON_MARGIN, max(left.y, right.y) + 4, full, size, LESSON)
        below.heading(words("index.by-hand"))
        below.items(_game_rules(kit, words))
        below.y += 3
        below.heading(words("index.colours"))
        set_colours(below, kit, words)
        if below.y <= bottom:
            return [*head.marks, *example, *left.marks, *right.marks, *below.marks]
    raise FitError("the first page of the index chart has no room for all that this kit's rules say")


def _head(column: Column, kit: Kit, words: Words) -> None:
    column.y += 2
    column.heading(words("index.lesson"), TITLE_SIZE)
    column.y += 0.3
    column.paragraph(words("index.lead", boxes=len(kit.boxes)))


def _left_part(column: Column, kit: Kit, words: Words, order: FindingOrder) -> None:
    """Set how a box is found, and what it means that there is none."""
    column.heading(words("index.find"))
    column.items(_finding_steps(kit, words, order), numbered=True)
    if nowhere := list(_without_box(kit, words)):
        column.y += 3
        column.heading(words("index.nowhere"))
        column.items(nowhere)


def _right_part(column: Column, kit: Kit, words: Words, order: FindingOrder) -> None:
    """Set how a colour is read, and what symmetric positions are."""
    column.heading(words("index.read"))
    column.items(_reading_rules(kit, words, order))
    symmetric = sum(len(kit.symmetries.stabiliser(box.position)) > 1 for box in kit.boxes)
    if symmetric:
        column.y += 3
        column.heading(words("index.symmetric", sign=SYMMETRIC))
        column.items([words("index.symmetric-rule", n=symmetric, boxes=len(kit.boxes))])
        if kit.spec.boxes.merge_symmetric_moves:
            column.items([said(kit, words, "index.symmetric-merged")])


def _finding_steps(kit: Kit, words: Words, order: FindingOrder) -> Iterator[str]:
    """Yield how a box is found, zone by zone."""
    first, *others = [_zone_name(kit, words, zone) for zone in order.zones]
    how = _held_how(kit)
    yield said(kit, words, "index.step-stage")
    yield said(kit, words, "index.step-first", zone=first)
    if others[:-1]:
        yield said(kit, words, f"index.step-look-{how}", zones=words("index.and").join(others[:-1]))
    if any(len(group.known) > _looked_at(order) for group in order.groups):
        yield words("index.step-split")
        if how != "still" and kit.spec.boxes.merge_symmetric_positions:
            yield words(
                "index.step-prefer", best=_preferred(kit, words), other=player(kit, words, Side.FIRST)
            )
    most = max(len(group.boxes) for group in order.groups)
    if most > 1:
        yield words("index.step-compare", most=most)
    if how != "still":
        yield words(f"index.step-again-{how}")


def _looked_at(order: FindingOrder) -> int:
    """Return how many squares are looked at before any group is split."""
    return sum(len(zone.squares) for zone in order.zones[:-1] or order.zones)


def _held_how(kit: Kit) -> str:
    """Return what a board may be: `flip` for turned or flipped, `turn` for turned only, `still` for neither.

    `mirror` where only the two sides may be exchanged, `own` where that is looked at last, for mirror images may have
    boxes of their own.
    """
    if len(kit.symmetries) == 1:
        return "still"
    if held_how(kit) in ("mirror", "own"):
        return held_how(kit)
    return "flip" if any(member.name.startswith("flip") for member in kit.symmetries) else "turn"


def _preferred(kit: Kit, words: Words) -> str:
    """Return what lies on the first square to compare, where a board can be held in several ways."""
    largest = kit.spec.boxes.canonical_form is CanonicalForm.LARGEST
    return player(kit, words, Side.SECOND) if largest else words("index.nothing")


def zone_facts(kit: Kit, zone: Zone) -> dict[str, object]:
    """Return what the words for a zone may name: its row, and its squares, counted from 1."""
    squares = ", ".join(str(square + 1) for square in zone.squares)
    return {"row": zone.squares[0] // kit.game.columns + 1, "squares": squares}


def _zone_name(kit: Kit, words: Words, zone: Zone) -> str:
    """Return a zone's name inside a sentence."""
    return words(f"index.zone-{zone.kind.value}", **zone_facts(kit, zone))


def _without_box(kit: Kit, words: Words) -> Iterator[str]:
    """Yield which of the machine's positions have no box in this kit."""
    missing = positions_without_box(kit)
    if missing.forced:
        yield words("index.nowhere-forced")
    if missing.lost:
        yield words("index.nowhere-lost")


def _reading_rules(kit: Kit, words: Words, order: FindingOrder) -> Iterator[str]:
    how = _held_how(kit)
    yield said(kit, words, "index.read-square")
    if any(order.held(box.position).position != box.position for box in kit.boxes):
        yield words(f"index.read-label-{how}", sign=TURNED)
    if how != "still":
        yield words(f"index.read-sheet-{how}")


def _game_rules(kit: Kit, words: Words) -> Iterator[str]:
    """Yield how a game is played by hand, with the rules of the kit."""
    learning = kit.spec.learning
    stages = range(1, 1 + max(stage for _, stage in kit.stages))
    yield words("index.hand-draw")
    changes = {
        result.value: [change_by(kit, result, stage) for stage in stages] for result in results(kit.game)
    }
    told = {result: _changes_text(words, numbers) for result, numbers in changes.items()}
    yield said(kit, words, "index.hand-end" if "draw" in told else "index.hand-end-no-draws", **told)
    for number in sorted({number for numbers in changes.values() for number in numbers}, reverse=True):
        yield words(f"index.hand-{_kind_of_change(number)}", change=_signed(number), n=_moved(number))
    yield words(f"index.hand-empty-{learning.empty_box.value}")
    if learning.protect_first_box and learning.empty_box is not EmptyBox.KEEP_LAST:
        yield words("index.hand-protect")
    yield said(kit, words, "index.hand-note")


def _changes_text(words: Words, numbers: list[int]) -> str:
    """Return `+3`, or where the stages differ `+3, +2, +1 (moves 1, 2, 3)`."""
    if len(set(numbers)) == 1:
        return _signed(numbers[0])
    moves = ", ".join(str(stage) for stage, _ in enumerate(numbers, start=1))
    return words("index.hand-by-move", changes=", ".join(map(_signed, numbers)), moves=moves)


def _kind_of_change(number: int) -> str:
    if number == 0:
        return "back"
    if number > 0:
        return "add"
    return "out" if number == -1 else "take"


def _moved(number: int) -> int:
    """Return how many beads are moved besides the one that was drawn."""
    return number if number >= 0 else -1 - number


def _signed(number: int) -> str:
    return f"{number:+d}".replace("-", "−") if number else "0"
