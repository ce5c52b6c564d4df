"""The operator card: this kit's rules on one page, to lie beside the machine. In mm."""

from collections.abc import Iterator

from menace_kit.games import Side
from menace_kit.layout.colour_key import strip_marks
from menace_kit.layout.column import POSTER, Column
from menace_kit.layout.fitted import line_pitch
from menace_kit.layout.marks import Document, Mark
from menace_kit.layout.page import Frame
from menace_kit.layout.poster import (
    MARGIN,
    Section,
    best_that_fits,
    panel_marks,
    poster_area,
    section_columns,
    title_marks,
)
from menace_kit.layout.sayings import held_how, player, said
from menace_kit.machine.contents import Result, change_by, gives_up_when_empty
from menace_kit.machine.course import results
from menace_kit.machine.kit import Kit
from menace_kit.machine.rules import EmptyBox
from menace_kit.machine.unboxed import positions_without_box
from menace_kit.text import Words

SIZES = tuple(size / 4 for size in range(60, 43, -1))
"""Sizes of the text in points, 15 to 11, the best first."""

LOOKS = tuple((size, whole) for whole in (True, False) for size in SIZES)
"""Sizes, and whether a section stays in one column, the best first."""


def operator_card_document(kit: Kit, words: Words, name: str = "operator-card") -> Document:
    """Return the card; FitError where its rules do not fit on a page at 11 points."""
    left, top, width, bottom = poster_area(kit)
    title = words("operator-card.title", name=kit.spec.name)
    head, y = title_marks(title, left, top, width, 14)
    strip, y = strip_marks(kit, words, left, y, width)
    sections = list(_sections(kit, words))

    def body(look: tuple[float, bool]) -> tuple[list[Mark], float]:
        size, whole = look
        marks, end = section_columns(sections, left, y + 5, width, size, whole)
        column = Column(left, end + 0.6 * line_pitch(size), width, size, POSTER)
        column.heading(said(kit, words, "operator-card.over"))
        marks += column.marks
        panels = [
            (words(f"operator-card.result-{result.value}"), _deeds(kit, words, result))
            for result in results(kit.game)
        ]
        framed, end = panel_marks(panels, left, column.y + 1, width, size)
        below = Column(left, end + 2, width, size, POSTER)
        for sentence in _afterwards(kit, words):
            below.paragraph(sentence)
        return marks + framed + below.marks, below.y

    marks = best_that_fits(body, LOOKS, bottom, title)
    return Frame(kit, words, MARGIN, words("operator-card.subject")).document(
        name, title, [[*head, *strip, *marks]]
    )


def _sections(kit: Kit, words: Words) -> Iterator[Section]:
    yield Section(words("operator-card.before"), list(_before(kit, words)))
    yield Section(words("operator-card.move"), list(_steps(kit, words)), numbered=True)
    yield Section(words("operator-card.cases"), list(_cases(kit, words)))
    mistakes = [
        words("operator-card.several"),
        words("operator-card.misfiled"),
        words("operator-card.misplayed"),
        words("operator-card.broken-off"),
    ]
    yield Section(words("operator-card.mistakes"), mistakes)


def _before(kit: Kit, words: Words) -> Iterator[str]:
    """Yield whose the machine is, and what must be so before a game."""
    marks = {side: player(kit, words, side) for side in Side}
    if kit.spec.side == "both" and kit.game.impartial:
        yield words("operator-card.either")
    elif kit.spec.side == "both":
        for side in Side:
            numbers = [box.name for box in kit.boxes if box.side is side]
            facts = {"mark": marks[side], "first": numbers[0], "last": numbers[-1]}
            yield words(f"operator-card.both-{side.value}", **facts)
        yield words("operator-card.both")
    else:
        side = Side(kit.spec.side)
        yield words(f"operator-card.side-{side.value}", mark=marks[side], other=marks[side.other])
    yield words("operator-card.shut")
    if gives_up_when_empty(kit) and not kit.spec.learning.protect_first_box:
        for boxes in kit.openings.values():
            numbers = [box.name for box in boxes]
            yield words("operator-card.dead", n=len(numbers), boxes=", ".join(numbers))


def _steps(kit: Kit, words: Words) -> Iterator[str]:
    """Yield how a move of the machine is made, however the kit lets a drawing be turned."""
    held = held_how(kit)
    yield said(kit, words, f"operator-card.find-{held}")
    if any(len(kit.symmetries.stabiliser(box.position)) > 1 for box in kit.boxes):
        yield words("operator-card.symmetric")
    yield words("operator-card.draw")
    yield said(kit, words, f"operator-card.play-{held}")
    yield words("operator-card.leave")


def _cases(kit: Kit, words: Words) -> Iterator[str]:
    """Yield what to do where the steps alone do not tell, as far as it can happen with this kit."""
    if any(len(box.beads) < len(kit.game.legal_moves(box.position)) for box in kit.boxes):
        yield said(kit, words, "operator-card.no-dot")
    missing = positions_without_box(kit)
    if missing.forced:
        yield words("operator-card.forced")
    if missing.lost:
        yield words("operator-card.lost")
    yield _empty_box(kit, words)


def _empty_box(kit: Kit, words: Words) -> str:
    """Return what happens when the box that is due is empty."""
    rule = kit.spec.learning.empty_box
    if rule is not EmptyBox.REFILL:
        return words(f"operator-card.empty-{rule.value}")
    starts = {box.stage: max(box.start.values()) for box in kit.boxes}
    if len(set(starts.values())) == 1:
        return words("operator-card.empty-refill", n=starts[1])
    each = [
        words("operator-card.refill-stage", stage=words("label.stage", stage=stage), n=n)
        for stage, n in sorted(starts.items())
    ]
    return words("operator-card.empty-refill-stages", starts=", ".join(each))


def _deeds(kit: Kit, words: Words, result: Result) -> list[str]:
    """Return what is done with the drawn beads: one sentence, or one for the moves that are treated alike."""
    deeds: dict[str, list[int]] = {}
    for stage in sorted({stage for _, stage in kit.stages}):
        change = change_by(kit, result, stage)
        deeds.setdefault(_deed(kit, words, change), []).append(stage)
    if len(deeds) == 1:
        return list(deeds)
    return [
        words("operator-card.moves", n=len(stages), stages=", ".join(map(str, stages)), deed=deed)
        for deed, stages in deeds.items()
    ]


def _deed(kit: Kit, words: Words, change: int) -> str:
    """Return what is done with a drawn bead where so many of its colour are added, counted from before the draw."""
    if change > 0:
        return said(kit, words, "operator-card.deed-add", n=change)
    if change == 0:
        return said(kit, words, "operator-card.deed-back")
    if change == -1:
        return said(kit, words, "operator-card.deed-out")
    return said(kit, words, "operator-card.deed-take", n=-1 - change)


def _afterwards(kit: Kit, words: Words) -> Iterator[str]:
    """Yield what holds for every result: the beads that stay in, and where the boxes go."""
    learning = kit.spec.learning
    if learning.empty_box is EmptyBox.KEEP_LAST:
        yield words("operator-card.last-bead-all")
    elif learning.protect_first_box:
        numbers = [box.name for box in kit.boxes if box.stage == 1]
        yield words("operator-card.last-bead-first", n=len(numbers), boxes=", ".join(numbers))
    yield words("operator-card.close")
