"""Pages to hang up: operator card, rules for visitors, safety sheet; each in the largest type that fits. In mm."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from menace_kit.errors import FitError
from menace_kit.games import Position, Side
from menace_kit.layout.labels.label import NUMBER_SIZES
from menace_kit.layout.marks import (
    BLACK,
    MM_PER_POINT,
    Anchor,
    Document,
    Line,
    Mark,
    Polyline,
    Rectangle,
    Text,
)
from menace_kit.layout.primitives.board import (
    board_height,
    board_marks,
    grid_marks,
    is_wide,
    position_marks,
    square_within,
)
from menace_kit.layout.primitives.page import Frame
from menace_kit.layout.sheets.cards import colour_key, disc_marks, key_marks, strip_marks
from menace_kit.layout.text.column import BULLET, POSTER, Column, fitted, fitted_together, line_pitch
from menace_kit.layout.text.fonts import cap_height, over, text_width
from menace_kit.layout.text.pages import POSTER_PAGES
from menace_kit.machine.boxes import Bead, Box
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import (
    Result,
    change_by,
    gives_up_when_empty,
    positions_without_box,
    results,
)
from menace_kit.machine.schema import EmptyBox
from menace_kit.text.kit_words import held_how, player, said
from menace_kit.text.words import Words

LookT = TypeVar("LookT")

GUTTER = 9.0
"""Between two columns."""

PANEL_GAP = 4.0
PANEL_PADDING = 3.0
PANEL_RADIUS = 2.5

OPERATOR_SIZES = tuple(size / 4 for size in range(60, 43, -1))
"""Sizes of the text in points, 15 to 11, the best first."""

OPERATOR_LOOKS = tuple((size, whole) for whole in (True, False) for size in OPERATOR_SIZES)
"""Sizes, and whether a section stays in one column, the best first."""

VISITOR_SIZES = tuple(size / 4 for size in range(72, 43, -1))
"""Sizes of the text in points, 18 to 11, the best first."""

PICTURE = 32.0
"""Height of each of the four pictures."""

ARROW = 9.0

SAFETY_SIZES = tuple(size / 4 for size in range(68, 43, -1))
"""Sizes of the safety sheet's text in points, 17 to 11, the best first."""

SIGN = 15.0
"""Height of the warning sign."""


# What posters are made of.


class RuleSection(NamedTuple):
    """A heading with its sentences."""

    heading: str
    sentences: Sequence[str]
    numbered: bool = False


def title_marks(text: str, x: float, y: float, width: float, height: float) -> tuple[list[Mark], float]:
    """Return a title with a rule below it, its size what `height` gives; and where what follows it may begin."""
    title = fitted(text, width, height, largest=height / MM_PER_POINT, bold=True)
    rule = y + title.height + 1.2
    return [*title.marks(x, y), Line(x, rule, x + width, rule, 0.9)], rule + 4.5


class _Item(NamedTuple):
    """A sentence of a section behind its sign, below the section's heading where it is the first one."""

    heading: str
    sign: str
    sentence: str


def section_columns(
    sections: Sequence[RuleSection], x: float, y: float, width: float, size: float, whole: bool = True
) -> tuple[list[Mark], float]:
    """Return sections in two columns, split where both come out shortest; and where the longer one ends.

    A section that is not to stay `whole` may go on in the second column.
    """
    half = (width - GUTTER) / 2
    items = [item for section in sections for item in _section_items(section)]
    splits = [place for place, item in enumerate(items) if item.heading or not whole]
    tried = []
    for split in [*splits, len(items)]:
        left, right = (Column(start, y, half, size, POSTER) for start in (x, x + half + GUTTER))
        _set_items(left, items[:split])
        _set_items(right, items[split:])
        tried.append((max(left.y, right.y), left.marks + right.marks))
    bottom, marks = min(tried, key=lambda columns: columns[0])
    return marks, bottom


def _section_items(section: RuleSection) -> Iterator[_Item]:
    for number, sentence in enumerate(section.sentences, start=1):
        sign = f"{number}." if section.numbered else BULLET
        yield _Item(section.heading if number == 1 else "", sign, sentence)


def _set_items(column: Column, items: Sequence[_Item]) -> None:
    for place, item in enumerate(items):
        if item.heading:
            if place:
                column.space(0.5)
            column.heading(item.heading)
        column.paragraph(item.sentence, sign=item.sign)


def panel_marks(
    panels: Sequence[tuple[str, Sequence[str]]], x: float, y: float, width: float, size: float
) -> tuple[list[Mark], float]:
    """Return panels side by side, as high as the highest: a heading and paragraphs in each; and where they end."""
    step = (width + PANEL_GAP) / len(panels)
    marks: list[Mark] = []
    ends = []
    for place, (heading, sentences) in enumerate(panels):
        left = x + place * step + PANEL_PADDING
        column = Column(left, y + PANEL_PADDING - 0.8, step - PANEL_GAP - 2 * PANEL_PADDING, size, POSTER)
        column.heading(heading)
        for sentence in sentences:
            column.paragraph(sentence)
        marks += column.marks
        ends.append(column.y)
    bottom = max(ends) + PANEL_PADDING - 1.2
    frames: list[Mark] = [
        Rectangle(x + place * step, y, step - PANEL_GAP, bottom - y, 0.6, BLACK, None, PANEL_RADIUS)
        for place in range(len(panels))
    ]
    return frames + marks, bottom


def best_that_fits(
    draw: Callable[[LookT], tuple[list[Mark], float]], looks: Sequence[LookT], bottom: float, what: str
) -> list[Mark]:
    """Return the marks in the first look, most often a size of text, in which they end above `bottom`.

    `draw` returns the marks for a look and where they end. FitError where even the last one ends too far down.
    """
    end = bottom
    for look in looks:
        marks, end = draw(look)
        if end <= bottom:
            return marks
    raise FitError(
        f"{what}: the words are too long for one page, even in the smallest type, by {over(end - bottom)}"
    )


# The operator card: this kit's rules, to lie beside the machine.


def operator_card_document(kit: Kit, words: Words, name: str = "operator-card") -> Document:
    """Return the card; FitError where its rules do not fit on a page at 11 points."""
    left, top, width, bottom = POSTER_PAGES.area(kit)
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

    marks = best_that_fits(body, OPERATOR_LOOKS, bottom, title)
    return Frame(kit, words, POSTER_PAGES.margin, words("operator-card.subject")).document(
        name, title, [[*head, *strip, *marks]]
    )


def _sections(kit: Kit, words: Words) -> Iterator[RuleSection]:
    yield RuleSection(words("operator-card.before"), list(_before(kit, words)))
    yield RuleSection(words("operator-card.move"), list(_steps(kit, words)), numbered=True)
    yield RuleSection(words("operator-card.cases"), list(_cases(kit, words)))
    mistakes = [
        words("operator-card.several"),
        words("operator-card.misfiled"),
        words("operator-card.misplayed"),
        words("operator-card.broken-off"),
    ]
    yield RuleSection(words("operator-card.mistakes"), mistakes)


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


# Rules for visitors: what this is, how to play, and why it learns, for somebody of ten.


def visitor_rules_document(kit: Kit, words: Words, name: str = "rules-for-visitors") -> Document:
    """Return the poster; FitError where its words do not fit on a page at 11 points."""
    left, top, width, bottom = POSTER_PAGES.area(kit)
    title = words("visitors.title")
    head, y = title_marks(title, left, top, width, 15)

    def body(size: float) -> tuple[list[Mark], float]:
        about = Column(left, y, width, size, POSTER)
        about.paragraph(_about(kit, words))
        pictures, end = _picture_marks(kit, words, left, about.y + 3, width, size)
        columns, end = _play_and_colours(kit, words, left, end + 0.8 * line_pitch(size), width, size)
        after = Column(left, end + 0.6 * line_pitch(size), width, size, POSTER)
        after.heading(words("visitors.after"))
        panels = [
            (words(f"visitors.result-{result.value}"), [_lesson(kit, words, result)])
            for result in results(kit.game)
        ]
        framed, end = panel_marks(panels, left, after.y + 1, width, size)
        why = Column(left, end + 0.6 * line_pitch(size), width, size, POSTER)
        why.heading(words("visitors.why"))
        why.paragraph(" ".join(_reasons(kit, words)))
        return [*about.marks, *pictures, *columns, *after.marks, *framed, *why.marks], why.y

    marks = best_that_fits(body, VISITOR_SIZES, bottom, title)
    return Frame(kit, words, POSTER_PAGES.margin, words("visitors.subject")).document(
        name, title, [[*head, *marks]]
    )


def sample_box(kit: Kit) -> tuple[Box, Bead]:
    """Return the box of the picture, the fullest of the second stage if there is one, and its bead that rolls out."""
    side = kit.stages[0][0]
    stage = min(2, max(stage for owner, stage in kit.stages if owner is side))
    boxes = [box for box in kit.boxes if (box.side, box.stage) == (side, stage)]
    box = max(boxes, key=lambda box: len(box.beads))
    return box, box.beads[len(box.beads) // 2]


def _picture_marks(
    kit: Kit, words: Words, x: float, y: float, width: float, size: float
) -> tuple[list[Mark], float]:
    """Return four pictures with arrows between them - board, box, bead, board - and where their captions end."""
    box, bead = sample_box(kit)
    square = square_within(kit, PICTURE, PICTURE)
    board = square * kit.game.columns
    front = width - 2 * board - PICTURE * 0.8 - 6 * ARROW * 0.5 - 3 * ARROW
    widths = (board, front, PICTURE * 0.8, board)
    step = (width - sum(widths)) / 3
    lefts = [x + sum(widths[:place]) + place * step for place in range(4)]
    middle = y + PICTURE / 2
    marks: list[Mark] = [*_table_marks(kit, box.position, lefts[0], y, square)]
    marks += _front_marks(kit, box, lefts[1], y, front)
    marks += disc_marks(kit, kit.colour(bead.colour), lefts[2] + widths[2] / 2, middle, PICTURE * 0.33)
    marks += _table_marks(kit, kit.game.play(box.position, bead.move), lefts[3], y, square)
    for place in range(3):
        start = lefts[place] + widths[place] + (step - ARROW) / 2
        marks += _picture_arrow(start, middle)
    captions = [words(f"visitors.picture-{what}") for what in ("board", "box", "bead", "move")]
    room = board + 2
    lines = fitted_together(captions, room, 4 * line_pitch(size), min(size, 13), bold=True)
    for caption, left, wide in zip(lines, lefts, widths, strict=True):
        marks += caption.marks(left + wide / 2, y + PICTURE + 3, Anchor.MIDDLE)
    return marks, y + PICTURE + 3 + max(caption.height for caption in lines)


def _table_marks(kit: Kit, position: Position, x: float, y: float, square: float) -> Iterator[Mark]:
    """Yield a position as it lies on a table."""
    y += (PICTURE - board_height(kit, square)) / 2
    yield from grid_marks(kit, x, y, square)
    yield from position_marks(kit, position.cells, x, y, square)


def _front_marks(kit: Kit, box: Box, x: float, y: float, width: float) -> Iterator[Mark]:
    """Yield the front of a box with its label: drawing, number, and the triangle that points up."""
    inset = 2.6
    side = PICTURE - 2 * inset
    yield Rectangle(x, y, width, PICTURE, 0.6, BLACK, None, 1.2)
    square = square_within(kit, width - 2 * inset if is_wide(kit) else side, side)
    board = board_height(kit, square)
    yield from board_marks(kit, box, x + inset, y + inset, board)
    foot = y + PICTURE - inset
    start, top = x + inset + square * kit.game.columns + inset, y + inset
    if is_wide(kit):
        start, top = x + inset, top + board + inset
    room = x + width - inset - start
    size = next(
        (
            size
            for size in NUMBER_SIZES
            if text_width(box.name, size, True) <= room and cap_height(size) <= foot - top
        ),
        NUMBER_SIZES[-1],
    )
    yield Text(start, top + cap_height(size), box.name, size, True)
    up = min(6.0, room)
    left = x + width - inset - up if is_wide(kit) else start
    yield Polyline(((left, foot), (left + up / 2, foot - up * 0.87), (left + up, foot)), fill=BLACK)


def _picture_arrow(x: float, y: float) -> Iterator[Mark]:
    yield Line(x, y, x + ARROW - 3, y, 1.2)
    yield Polyline(((x + ARROW - 4, y - 2.6), (x + ARROW, y), (x + ARROW - 4, y + 2.6)), fill=BLACK)


def _play_and_colours(
    kit: Kit, words: Words, x: float, y: float, width: float, size: float
) -> tuple[list[Mark], float]:
    """Return how one plays, and beside it the key of colours; and where the longer of the two ends."""
    half = (width - GUTTER) / 2
    play, colours = Column(x, y, half, size, POSTER), Column(x + half + GUTTER, y, half, size, POSTER)
    play.heading(words("visitors.play"))
    play.items(_play(kit, words))
    key = colour_key(kit)
    colours.heading(words("visitors.colours"))
    meaning = words("visitors.colours-board") if key.is_board else said(kit, words, "visitors.colours-list")
    colours.paragraph(f"{meaning} {words('visitors.colours-more')}" if _can_hold_several(kit) else meaning)
    side = max(44.0, min(half, play.y - colours.y - 1))
    across = min(half, side * key.columns / key.rows)
    marks = key_marks(kit, words, colours.left + (half - across) / 2, colours.y + 1, across, side)
    return [*play.marks, *colours.marks, *marks], max(play.y, colours.y + 1 + side)


def _can_hold_several(kit: Kit) -> bool:
    """Return whether a box can ever hold more than one bead of a colour."""
    gains = (change for result in results(kit.game) for change in _changes(kit, result))
    return any(change > 0 for change in gains) or any(
        bead.start > 1 for box in kit.boxes for bead in box.beads
    )


def _about(kit: Kit, words: Words) -> str:
    """Return what the machine is: in general, where there is no sentence on its game."""
    return said(kit, words, "visitors.about", name=kit.spec.name, boxes=len(kit.boxes))


def _play(kit: Kit, words: Words) -> Iterator[str]:
    """Yield how a visitor plays against this machine."""
    first, second = (player(kit, words, side) for side in Side)
    mark, other = (second, first) if kit.spec.side == "second" else (first, second)
    yield said(kit, words, f"visitors.side-{kit.spec.side}", mark=mark, other=other)
    yield said(kit, words, "visitors.goal")
    yield words("visitors.turn")
    yield words("visitors.reply")


def _changes(kit: Kit, result: Result) -> list[int]:
    """Return by how many beads of the drawn colour a result changes a box, in order of the stages."""
    stages = sorted({stage for _, stage in kit.stages})
    return [change_by(kit, result, stage) for stage in stages]


def _lesson(kit: Kit, words: Words, result: Result) -> str:
    """Return what a result does to the beads, over all stages, simply but truly."""
    changes = _changes(kit, result)
    least, most = min(changes), max(changes)
    if least < 0 < most:
        return words("visitors.mixed")
    if least == most == 0:
        return words("visitors.same")
    if most > 0:
        return said(kit, words, "visitors.more" if least == most else "visitors.more-or-less", n=most)
    return said(kit, words, "visitors.fewer" if least == most else "visitors.fewer-or-less", n=-least)


def _reasons(kit: Kit, words: Words) -> Iterator[str]:
    """Yield why this machine learns: only what its rules do."""
    if max(_changes(kit, Result.WIN)) > 0:
        yield words("visitors.why-more")
    if min(_changes(kit, Result.LOSS)) < 0:
        yield words("visitors.why-fewer")
    yield words("visitors.why-end")


# The safety sheet.


def safety_document(kit: Kit, words: Words, name: str = "safety") -> Document:
    """Return the safety sheet, one page: beads first, then matches, and the tools that this kit needs."""
    left, top, width, bottom = POSTER_PAGES.area(kit)
    title = words("safety.title")
    head, y = title_marks(title, left + SIGN * 1.4, top, width - SIGN * 1.4, SIGN)
    sign = list(_sign_marks(left, top - 1))

    def body(size: float) -> tuple[list[Mark], float]:
        column = Column(left, max(y, top + SIGN + 2), width, size, POSTER)
        for place, (heading, sentences) in enumerate(_dangers(kit, words)):
            if place:
                column.space(0.8)
            column.heading(heading)
            column.items(sentences)
        return column.marks, column.y - line_pitch(size) * 0.2

    marks = best_that_fits(body, SAFETY_SIZES, bottom, title)
    return Frame(kit, words, POSTER_PAGES.margin, words("safety.subject")).document(
        name, title, [[*sign, *head, *marks]]
    )


def _sign_marks(x: float, y: float) -> Iterator[Mark]:
    """Yield a warning sign: a triangle with an exclamation mark."""
    base = SIGN * 1.12
    yield Polyline(((x, y + SIGN), (x + base / 2, y), (x + base, y + SIGN)), fill=BLACK)
    size = SIGN * 2.1
    yield Text(
        x + base / 2 - text_width("!", size, True) / 2, y + SIGN * 0.9, "!", size, True, colour="#FFFFFF"
    )


def _dangers(kit: Kit, words: Words) -> Iterator[tuple[str, list[str]]]:
    """Yield each danger that this kit brings, with what to do about it."""
    yield words("safety.small-parts"), words.lines("safety.small-parts-steps")
    yield words("safety.matches"), words.lines("safety.matches-steps")
    if kit.stock.grid is None:
        awl = [words("safety.awl")] if kit.container.label.pull else []
        yield words("safety.knife"), words.lines("safety.knife-steps") + awl
        yield words("safety.glue"), words.lines("safety.glue-steps")
    elif kit.container.label.pull:
        yield words("safety.tools"), [words("safety.awl")]
    if kit.spec.cabinet:
        yield words("safety.laser"), words.lines("safety.laser-steps")
