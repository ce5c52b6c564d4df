"""Pages to hang up: operator card, rules for visitors, safety sheet;
each in the largest type that fits. In mm.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import chain, product
from typing import NamedTuple

from menace_kit.errors import FitError
from menace_kit.games import CHART, Position, Side
from menace_kit.layout.board import (
    board_height,
    board_marks,
    grid_marks,
    is_wide,
    position_marks,
    square_within,
)
from menace_kit.layout.label import NUMBER_SIZES
from menace_kit.layout.marks import (
    BLACK,
    MM_PER_POINT,
    WHITE,
    Anchor,
    Document,
    Line,
    Mark,
    Polyline,
    Rectangle,
    Text,
)
from menace_kit.layout.page import Frame
from menace_kit.layout.sheets.cards import colour_key, disc_marks, key_marks, set_strip
from menace_kit.layout.text.pages import POSTER_PAGES
from menace_kit.layout.text.typesetting import (
    BULLET,
    POSTER,
    Column,
    cap_height,
    fitted,
    fitted_together,
    line_pitch,
    over,
    text_width,
)
from menace_kit.machine.boxes import Bead, Box
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Result, change_by, deed, gives_up_when_empty
from menace_kit.machine.prospects import positions_without_box, results
from menace_kit.machine.schema import EmptyBox, LaterRule
from menace_kit.text.sheet_words import held_how, later_rule, player, said
from menace_kit.text.words import Words

GUTTER = 9.0
"""Between two columns."""

PANEL_GAP = 4.0
PANEL_PADDING = 3.0
PANEL_RADIUS = 2.5

LEAST_TEXT = 11
"""Size of the text in points at the least."""

PICTURE = 32.0
"""Height of each of the four pictures."""

ARROW = 9.0

SIGN = 15.0
"""Height of the warning sign."""


# What posters are made of: each part is set at the foot of a column, and moves it down.


class RuleSection(NamedTuple):
    """A heading with its sentences."""

    heading: str
    sentences: Sequence[str]
    numbered: bool = False


def _head(kit: Kit, title: str, height: float, indent: float = 0) -> Column:
    """Return the page's column with the title and a rule below it, its size what `height` gives."""
    left, y, width, _ = POSTER_PAGES.area(kit)
    column = Column(left, y, width, LEAST_TEXT, POSTER)
    left, width = left + indent, width - indent
    text = fitted(title, width, height, largest=height / MM_PER_POINT, bold=True)
    column.y = y + text.height + 1.2
    column.marks += [*text.marks(left, y), Line(left, column.y, left + width, column.y, 0.9)]
    column.y += 4.5
    return column


def _poster(
    head: Column,
    frame: Frame,
    name: str,
    title: str,
    largest: int,
    *draws: Callable[[Column], None],
) -> Document:
    """Return the page with what the first of `draws` that can be set below its head,
    in the largest type that fits.

    Words are broken only where they would be in any type.
    FitError where even the last one has no room for it in the smallest type.
    """
    bottom = POSTER_PAGES.area(frame.kit)[3]

    @cache
    def drawn(draw: Callable[[Column], None], size: int) -> Column:
        column = Column(head.left, head.y, head.width, size / 4, POSTER)
        draw(column)
        return column

    def fits(breaking: bool, draw: Callable[[Column], None], size: int) -> bool:
        column = drawn(draw, size)
        return column.y <= bottom and (breaking or not column.broken)

    # What fits in one size fits in every smaller one, so the largest can be bisected.
    sizes = range(4 * largest, 4 * LEAST_TEXT - 1, -1)
    for breaking, draw in product((False, True), draws):
        place = bisect_left(sizes, True, key=partial(fits, breaking, draw))
        if place < len(sizes):
            return frame.document(name, title, [head.marks + drawn(draw, sizes[place]).marks])
    missing = drawn(draws[-1], sizes[-1]).y - bottom
    raise FitError(
        f"{title}: the words are too long for one page, even in the smallest type, "
        f"by {over(missing)}"
    )


def _set_sections(column: Column, sections: Sequence[RuleSection], whole: bool) -> None:
    """Set sections in two columns, split where both come out shortest.

    A section that is not to stay `whole` may go on in the second column.
    """
    half = (column.width - GUTTER) / 2
    items = [
        (
            section.heading if number == 1 else "",
            f"{number}." if section.numbered else BULLET,
            sentence,
        )
        for section in sections
        for number, sentence in enumerate(section.sentences, start=1)
    ]
    splits = [place for place, (heading, _, _) in enumerate(items) if heading or not whole]
    tried = []
    for split in [*splits, len(items)]:
        left, right = (column.part(column.y, across, half) for across in (0, half + GUTTER))
        _set_items(left, items[:split])
        _set_items(right, items[split:])
        tried.append((max(left.y, right.y), left.marks + right.marks))
    column.y, marks = min(tried, key=lambda columns: columns[0])
    column.marks += marks


def _set_items(column: Column, items: Sequence[tuple[str, str, str]]) -> None:
    """Set sentences, each behind its sign, and below a heading where
    it is the first one of its section.
    """
    for place, (heading, sign, sentence) in enumerate(items):
        if heading:
            if place:
                column.space(0.5)
            column.heading(heading)
        column.paragraph(sentence, sign=sign)


def _set_panels(column: Column, panels: Sequence[tuple[str, Sequence[str]]]) -> None:
    """Set panels side by side, as high as the highest: a heading and paragraphs in each."""
    x, y = column.left, column.y
    step = (column.width + PANEL_GAP) / len(panels)
    parts = []
    for place, (heading, sentences) in enumerate(panels):
        width = step - PANEL_GAP - 2 * PANEL_PADDING
        part = column.part(y + PANEL_PADDING - 0.8, place * step + PANEL_PADDING, width)
        part.heading(heading)
        for sentence in sentences:
            part.paragraph(sentence)
        parts.append(part)
    column.y = max(part.y for part in parts) + PANEL_PADDING - 1.2
    for place in range(len(panels)):
        left, width, height = x + place * step, step - PANEL_GAP, column.y - y
        column.marks.append(Rectangle(left, y, width, height, 0.6, BLACK, None, PANEL_RADIUS))
    column.marks += [mark for part in parts for mark in part.marks]


# The operator card: this kit's rules, to lie beside the machine.


def operator_card_document(kit: Kit, words: Words, name: str = "operator-card") -> Document:
    """Return the card; FitError where its rules do not fit on a page at 11 points."""
    title = words("operator-card.title", name=kit.spec.name)
    head = _head(kit, title, 14)
    set_strip(head, kit, words)
    head.y += 5
    sections = list(_sections(kit, words))
    frame = Frame(kit, words, POSTER_PAGES.margin, words("operator-card.subject"))
    draws = [partial(_set_card, kit, words, sections, whole) for whole in (True, False)]
    return _poster(head, frame, name, title, 15, *draws)


def _set_card(
    kit: Kit, words: Words, sections: Sequence[RuleSection], whole: bool, column: Column
) -> None:
    """Set the sections, then what is done after a game."""
    _set_sections(column, sections, whole)
    column.space(0.6)
    column.heading(said(kit, words, "operator-card.over"))
    column.y += 1
    panels = [
        (words(f"operator-card.result-{result.value}"), deeds(kit, words, result))
        for result in results(kit.game)
    ]
    _set_panels(column, panels)
    column.y += 2
    for sentence in _afterwards(kit, words):
        column.paragraph(sentence)


def _sections(kit: Kit, words: Words) -> Iterator[RuleSection]:
    yield RuleSection(words("operator-card.before"), list(_before(kit, words)))
    yield RuleSection(words("operator-card.move"), list(steps_of_a_move(kit, words)), numbered=True)
    if kit.spec.boxes.later_rule is LaterRule.CHART:
        steps = [words(f"later.step-{line}") for line in CHART]
        heading = words("later.chart", n=kit.spec.boxes.stages)
        yield RuleSection(heading, steps, numbered=True)
    yield RuleSection(words("operator-card.cases"), list(_cases(kit, words)))
    mistakes = ["several", "misfiled", "misplayed", "broken-off"]
    # A colour that is not on the label is of a taken square.
    if any(box.taken for box in kit.boxes):
        mistakes.remove("misfiled")
    told = [words(f"operator-card.{mistake}") for mistake in mistakes]
    yield RuleSection(words("operator-card.mistakes"), told)


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


def steps_of_a_move(kit: Kit, words: Words) -> Iterator[str]:
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
    if any(len(box.playable) < len(kit.game.legal_moves(box.position)) for box in kit.boxes):
        yield said(kit, words, "operator-card.no-dot")
    if any(box.taken for box in kit.boxes):
        yield words("operator-card.taken", deed=" ".join(deeds(kit, words, Result.LOSS)))
    missing = positions_without_box(kit)
    if missing.forced:
        yield words("operator-card.forced")
    if missing.lost:
        yield words("operator-card.lost")
    charted = kit.spec.boxes.later_rule is LaterRule.CHART
    yield from [words("later.ties")] if charted else later_rule(kit, words)
    yield empty_box(kit, words)


def empty_box(kit: Kit, words: Words) -> str:
    """Return what is done where a box that is needed is empty."""
    rule = kit.spec.learning.empty_box
    if rule is not EmptyBox.REFILL:
        return words(f"operator-card.empty-{rule.value}")
    starts = {(box.side, box.stage): max(box.start.values()) for box in kit.boxes}
    taken = any(box.taken for box in kit.boxes)  # on a label there is no dot of theirs
    if len(set(starts.values())) == 1:
        n = next(iter(starts.values()))
        return (
            words("operator-card.empty-refill-taken", starts=n)
            if taken
            else words("operator-card.empty-refill", n=n)
        )
    key = (
        "label.stage"
        if len({kit.spec.beads.starts(side) for side in kit.sides}) == 1
        else "label.stage-both"
    )
    told = {
        words(key, stage=stage, mark=player(kit, words, side)): starts[side, stage]
        for stage, side in sorted(
            ((stage, side) for side, stage in starts), key=lambda each: each[0]
        )
    }
    each = [words("operator-card.refill-stage", stage=stage, n=n) for stage, n in told.items()]
    return words(
        f"operator-card.empty-refill-{'taken' if taken else 'stages'}", starts=", ".join(each)
    )


def deeds(kit: Kit, words: Words, result: Result) -> list[str]:
    """Return what is done with the drawn beads: one sentence,
    or one for the moves that are treated alike.

    Where it is not the same for both players' boxes, the sentences say whose they are for.
    """
    if len({kit.spec.learning.by(result.value, side) for side in kit.sides}) == 1:
        return _deeds_of(kit, words, result, kit.sides)
    return [
        words("operator-card.of-player", player=player(kit, words, side), told=told)
        for side in kit.sides
        for told in _deeds_of(kit, words, result, (side,))
    ]


def _deeds_of(kit: Kit, words: Words, result: Result, sides: Sequence[Side]) -> list[str]:
    deeds: dict[str, list[int]] = {}
    for stage, change in _changes(kit, result, sides).items():
        kind, n = deed(change)
        deeds.setdefault(said(kit, words, f"operator-card.deed-{kind}", n=n), []).append(stage)
    if len(deeds) == 1:
        return list(deeds)
    return [
        words("operator-card.moves", n=len(stages), stages=", ".join(map(str, stages)), deed=told)
        for told, stages in deeds.items()
    ]


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
    title = words("visitors.title")
    frame = Frame(kit, words, POSTER_PAGES.margin, words("visitors.subject"))
    return _poster(_head(kit, title, 15), frame, name, title, 18, partial(_set_rules, kit, words))


def _set_rules(kit: Kit, words: Words, column: Column) -> None:
    column.paragraph(said(kit, words, "visitors.about", name=kit.spec.name, boxes=len(kit.boxes)))
    column.y += 3
    _set_pictures(column, kit, words)
    column.space(0.8)
    _set_play_and_colours(column, kit, words)
    column.space(0.6)
    column.heading(words("visitors.after"))
    column.y += 1
    panels = [
        (words(f"visitors.result-{result.value}"), [lesson(kit, words, result)])
        for result in results(kit.game)
    ]
    _set_panels(column, panels)
    column.space(0.6)
    column.heading(words("visitors.why"))
    column.paragraph(" ".join(reasons(kit, words)))


def sample_box(kit: Kit) -> tuple[Box, Bead]:
    """Return the box of the picture, the fullest of the second stage if there is one,
    and its bead that rolls out.
    """
    side = kit.stages[0][0]
    stage = min(2, max(stage for owner, stage in kit.stages if owner is side))
    boxes = [box for box in kit.boxes if (box.side, box.stage) == (side, stage)]
    box = max(boxes, key=lambda box: len(box.playable))
    return box, box.playable[len(box.playable) // 2]


def _set_pictures(column: Column, kit: Kit, words: Words) -> None:
    """Set four pictures with arrows between them - board, box, bead, board - and their captions."""
    x, y, width = column.left, column.y, column.width
    box, bead = sample_box(kit)
    square = square_within(kit, PICTURE, PICTURE)
    board = square * kit.game.columns
    front = width - 2 * board - PICTURE * 0.8 - 6 * ARROW * 0.5 - 3 * ARROW
    widths = (board, front, PICTURE * 0.8, board)
    step = (width - sum(widths)) / 3
    lefts = [x + sum(widths[:place]) + place * step for place in range(4)]
    middle = y + PICTURE / 2
    marks = column.marks
    marks += _table_marks(kit, box.position, lefts[0], y, square)
    marks += _front_marks(kit, box, lefts[1], y, front)
    marks += disc_marks(
        kit, kit.colour(bead.colour), lefts[2] + widths[2] / 2, middle, PICTURE * 0.33
    )
    marks += _table_marks(kit, kit.game.play(box.position, bead.move), lefts[3], y, square)
    for place in range(3):
        start = lefts[place] + widths[place] + (step - ARROW) / 2
        marks += _picture_arrow(start, middle)
    captions = [words(f"visitors.picture-{what}") for what in ("board", "box", "bead", "move")]
    high = 4 * line_pitch(column.size)
    lines = fitted_together(captions, board + 2, high, min(column.size, 13))
    for caption, left, wide in zip(lines, lefts, widths, strict=True):
        marks += caption.marks(left + wide / 2, y + PICTURE + 3, Anchor.MIDDLE)
    column.y = y + PICTURE + 3 + max(caption.height for caption in lines)


def _table_marks(kit: Kit, position: Position, x: float, y: float, square: float) -> Iterator[Mark]:
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
    fitting = (size for size in NUMBER_SIZES if text_width(box.name, size, True) <= room)
    size = next((size for size in fitting if cap_height(size) <= foot - top), NUMBER_SIZES[-1])
    yield Text(start, top + cap_height(size), box.name, size, True)
    up = min(6.0, room)
    left = x + width - inset - up if is_wide(kit) else start
    yield Polyline(((left, foot), (left + up / 2, foot - up * 0.87), (left + up, foot)), fill=BLACK)


def _picture_arrow(x: float, y: float) -> Iterator[Mark]:
    yield Line(x, y, x + ARROW - 3, y, 1.2)
    yield Polyline(((x + ARROW - 4, y - 2.6), (x + ARROW, y), (x + ARROW - 4, y + 2.6)), fill=BLACK)


def _set_play_and_colours(column: Column, kit: Kit, words: Words) -> None:
    """Set how one plays, and beside it the key of colours."""
    half = (column.width - GUTTER) / 2
    play, colours = (column.part(column.y, across, half) for across in (0, half + GUTTER))
    play.heading(words("visitors.play"))
    play.items(how_to_play(kit, words))
    key = colour_key(kit)
    colours.heading(words("visitors.colours"))
    meaning = (
        words("visitors.colours-board")
        if key.is_board
        else said(kit, words, "visitors.colours-list")
    )
    colours.paragraph(
        f"{meaning} {words('visitors.colours-more')}" if _can_hold_several(kit) else meaning
    )
    side = max(44.0, min(half, play.y - colours.y - 1))
    across = min(half, side * key.columns / key.rows)
    colours.y += 1
    marks = key_marks(kit, words, colours.left + (half - across) / 2, colours.y, across, side)
    column.marks += [*play.marks, *colours.marks, *marks]
    column.y = max(play.y, colours.y + side)


def _can_hold_several(kit: Kit) -> bool:
    """Return whether a box can ever hold more than one bead of a colour."""
    gains = (change for result in results(kit.game) for change in _all_changes(kit, result))
    return max(gains) > 0 or any(bead.start > 1 for box in kit.boxes for bead in box.beads)


def how_to_play(kit: Kit, words: Words) -> list[str]:
    """Return how a visitor plays against this machine:
    who begins, how one wins, and how it goes on.
    """
    first, second = (player(kit, words, side) for side in Side)
    mark, other = (second, first) if kit.spec.side == "second" else (first, second)
    rule = kit.spec.boxes.later_rule
    later = [words(f"visitors.later-{rule.value}", n=kit.spec.boxes.stages)] if rule else []
    return [
        said(kit, words, f"visitors.side-{kit.spec.side}", mark=mark, other=other),
        said(kit, words, "visitors.goal"),
        words("visitors.turn"),
        words("visitors.reply"),
        *later,
    ]


def _changes(kit: Kit, result: Result, sides: Sequence[Side]) -> dict[int, int]:
    """Return stage -> by how many beads of the drawn colour a result changes boxes
    of sides that it treats alike.
    """
    stages = {stage: side for side, stage in kit.stages if side in sides}
    return {stage: change_by(kit, result, side, stage) for stage, side in sorted(stages.items())}


def _all_changes(kit: Kit, result: Result) -> list[int]:
    """Return the same for every stage of every side."""
    return [change for side in kit.sides for change in _changes(kit, result, (side,)).values()]


def lesson(kit: Kit, words: Words, result: Result) -> str:
    """Return what a result does to the beads, over all stages, simply but truly."""
    changes = _all_changes(kit, result)
    least, most = min(changes), max(changes)
    if least < 0 < most:
        return words("visitors.mixed")
    if least == most == 0:
        return words("visitors.same")
    if most > 0:
        return said(
            kit, words, "visitors.more" if least == most else "visitors.more-or-less", n=most
        )
    return said(
        kit, words, "visitors.fewer" if least == most else "visitors.fewer-or-less", n=-least
    )


def reasons(kit: Kit, words: Words) -> Iterator[str]:
    """Yield why this machine learns: only what its rules do."""
    if max(_all_changes(kit, Result.WIN)) > 0:
        yield said(kit, words, "visitors.why-more")
    if min(_all_changes(kit, Result.LOSS)) < 0:
        yield said(kit, words, "visitors.why-fewer")
    yield words("visitors.why-end")


# The safety sheet.


def safety_document(kit: Kit, words: Words, name: str = "safety") -> Document:
    """Return the safety sheet, one page: beads first, then matches,
    and the tools that this kit needs.
    """
    title = words("safety.title")
    head = _head(kit, title, SIGN, indent=SIGN * 1.4)
    top = POSTER_PAGES.top
    head.marks[:0] = _sign_marks(head.left, top - 1)
    head.y = max(head.y, top + SIGN + 2)
    frame = Frame(kit, words, POSTER_PAGES.margin, words("assembly.subject"))
    return _poster(head, frame, name, title, 17, partial(_set_dangers, kit, words))


def _set_dangers(kit: Kit, words: Words, column: Column) -> None:
    for place, (heading, sentences) in enumerate(_dangers(kit, words)):
        if place:
            column.space(0.8)
        column.heading(heading)
        column.items(sentences)
    column.space(-0.2)


def _sign_marks(x: float, y: float) -> Iterator[Mark]:
    base = SIGN * 1.12
    yield Polyline(((x, y + SIGN), (x + base / 2, y), (x + base, y + SIGN)), fill=BLACK)
    size = SIGN * 2.1
    left = x + base / 2 - text_width("!", size, True) / 2
    yield Text(left, y + SIGN * 0.9, "!", size, True, colour=WHITE)


def _dangers(kit: Kit, words: Words) -> Iterator[tuple[str, list[str]]]:
    """Yield each danger that this kit brings, with what to do about it."""
    yield words("safety.small-parts"), words.lines("safety.small-parts-steps")
    if kit.container.kind.has_matches:
        yield words("safety.matches"), words.lines("safety.matches-steps")
    if kit.stock.grid is None:
        awl = [words("safety.awl")] if kit.container.label.pull else []
        yield words("safety.knife"), words.lines("safety.knife-steps") + awl
        yield words("safety.glue"), words.lines("safety.glue-steps")
    elif kit.container.label.pull:
        yield words("safety.tools"), [words("safety.awl")]
    if kit.spec.cabinet:
        yield words("safety.laser"), words.lines("safety.laser-steps")


# A game by hand, as the index chart tells it.


def rules_by_hand(kit: Kit, words: Words) -> Iterator[str]:
    """Yield how a game is played by hand, with the rules of the kit."""
    learning = kit.spec.learning
    yield words("index.hand-draw")
    sides = kit.sides
    if len({tuple(learning.by(result.value, side) for result in Result) for side in sides}) == 1:
        changes = _changes_by(kit, sides)
        yield _end_rule(kit, words, changes)
        numbers = set(chain(*changes.values()))
    else:
        numbers = set()
        for side in sides:
            changes = _changes_by(kit, (side,))
            told = _end_rule(kit, words, changes)
            yield words("operator-card.of-player", player=player(kit, words, side), told=told)
            numbers |= set(chain(*changes.values()))
    for number in sorted(numbers, reverse=True):
        kind, n = deed(number)
        yield words(f"index.hand-{kind}", change=words.signed(number), n=n)
    if any(box.taken for box in kit.boxes):
        yield words("index.hand-taken")
    yield words(f"index.hand-empty-{learning.empty_box.value}")
    if learning.protect_first_box and learning.empty_box is not EmptyBox.KEEP_LAST:
        yield words("index.hand-protect")
    yield said(kit, words, "index.hand-note")


def _changes_by(kit: Kit, sides: Sequence[Side]) -> dict[str, list[int]]:
    """Return result -> what it adds to the boxes of these sides,
    which it treats alike, stage by stage.
    """
    stages = range(1, 1 + max(stage for side, stage in kit.stages if side in sides))
    return {
        result.value: [change_by(kit, result, sides[0], stage) for stage in stages]
        for result in results(kit.game)
    }


def _end_rule(kit: Kit, words: Words, changes: Mapping[str, list[int]]) -> str:
    told = {result: _changes_text(words, numbers) for result, numbers in changes.items()}
    return said(
        kit, words, "index.hand-end" if "draw" in told else "index.hand-end-no-draws", **told
    )


def _changes_text(words: Words, numbers: list[int]) -> str:
    """Return `+3`, or where the stages differ `+3, +2, +1 (moves 1, 2, 3)`."""
    if len(set(numbers)) == 1:
        return words.signed(numbers[0])
    moves = ", ".join(str(stage) for stage, _ in enumerate(numbers, start=1))
    return words("index.hand-by-move", changes=", ".join(map(words.signed, numbers)), moves=moves)
