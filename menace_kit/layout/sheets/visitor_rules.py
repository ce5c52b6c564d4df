"""Rules for visitors: what this is, how to play, and why it learns."""

from collections.abc import Iterator, Sequence
from functools import partial

from menace_kit.games import Side
from menace_kit.layout.board import square_within
from menace_kit.layout.marks import Anchor, Document
from menace_kit.layout.page import Frame
from menace_kit.layout.sheets.key_card import colour_key, disc_marks, key_part
from menace_kit.layout.sheets.move_pictures import (
    ARROW,
    front_marks,
    picture_arrow,
    sample_box,
    table_marks,
)
from menace_kit.layout.sheets.poster import GUTTER, poster_head, poster_page, set_panels
from menace_kit.layout.stacks import centred, put
from menace_kit.layout.text.pages import POSTER_PAGES
from menace_kit.layout.text.typesetting import Column, fitted_together, line_pitch
from menace_kit.layout.type_scale import HEADING
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Result, change_by
from menace_kit.machine.prospects import results
from menace_kit.text.sheet_words import later_rule, player, said
from menace_kit.text.words import Words

PICTURE = 32.0
"""Height of each of the four pictures."""


def visitor_rules_document(kit: Kit, words: Words, name: str = "rules-for-visitors") -> Document:
    """Return the poster; FitError where its words do not fit on a page at 11 points."""
    frame = Frame(kit, words, POSTER_PAGES.margin, shown=True)
    head = poster_head(kit, words("visitors.title"), 15)
    return poster_page(head, frame, name, words("visitors.sheet"), partial(_set_rules, kit, words))


def _set_rules(kit: Kit, words: Words, column: Column) -> None:
    column.paragraph(
        said(kit, words, "visitors.about", name=words.title(kit.spec.name), boxes=len(kit.boxes))
    )
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
    set_panels(column, panels)
    column.space(0.6)
    column.heading(words("visitors.why"))
    column.paragraph(" ".join(reasons(kit, words)))


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
    marks += table_marks(kit, box.position, lefts[0], y, square, PICTURE)
    marks += front_marks(kit, box, lefts[1], y, front, PICTURE)
    marks += disc_marks(
        kit, kit.colour(bead.colour), lefts[2] + widths[2] / 2, middle, PICTURE * 0.33
    )
    after = kit.game.play(box.position, bead.move)
    marks += table_marks(kit, after, lefts[3], y, square, PICTURE)
    for place in range(3):
        start = lefts[place] + widths[place] + (step - ARROW) / 2
        marks += picture_arrow(start, middle)
    captions = [words(f"visitors.picture-{what}") for what in ("board", "box", "bead", "move")]
    high = 4 * line_pitch(column.size)
    lines = fitted_together(captions, board + 2, high, HEADING)
    for caption, left, wide in zip(lines, lefts, widths, strict=True):
        marks += caption.marks(left + wide / 2, y + PICTURE + 3, Anchor.MIDDLE)
    column.y = y + PICTURE + 3 + max(caption.height for caption in lines)


def _set_play_and_colours(column: Column, kit: Kit, words: Words) -> None:
    """Set how one plays, and beside it the key of colours."""
    half = (column.width - GUTTER) / 2
    play, colours = (column.part(column.y, across, half) for across in (0, half + GUTTER))
    play.heading(words("visitors.play"))
    play.items(how_to_play(kit, words))
    key = colour_key(kit)
    colours.heading(words("key-card.title-board"))
    meaning = words("key-card.note-list")
    colours.paragraph(
        f"{meaning} {words('visitors.colours-more')}" if _can_hold_several(kit) else meaning
    )
    side = max(44.0, min(half, play.y - colours.y - 1))
    across = min(half, side * key.columns / key.rows)
    colours.y += 1
    put(colours, side, centred(across, side, key_part(kit, words)))
    column.marks += play.marks + colours.marks
    column.y = max(play.y, colours.y)


def _can_hold_several(kit: Kit) -> bool:
    """Return whether a box can ever hold more than one bead of a colour."""
    gains = (change for result in results(kit.game) for change in _all_changes(kit, result))
    return max(gains) > 0 or any(bead.start > 1 for box in kit.boxes for bead in box.beads)


def how_to_play(kit: Kit, words: Words) -> list[str]:
    """Return how a visitor plays against this machine:
    who begins, how one wins, and how it goes on.
    """
    return [
        who_begins(kit, words),
        said(kit, words, "visitors.goal"),
        words("visitors.turn"),
        words("visitors.reply"),
        *later_rule(kit, words),
    ]


def who_begins(kit: Kit, words: Words) -> str:
    """Return which side the machine plays, which the visitor, and who moves first."""
    first, second = (player(kit, words, side) for side in Side)
    mark, other = (second, first) if kit.spec.side == "second" else (first, second)
    return said(kit, words, f"visitors.side-{kit.spec.side}", mark=mark, other=other)


def result_changes(kit: Kit, result: Result, sides: Sequence[Side]) -> dict[int, int]:
    """Return stage -> by how many beads of the drawn colour a result changes boxes
    of sides that it treats alike.
    """
    stages = {stage: side for side, stage in kit.stages if side in sides}
    return {stage: change_by(kit, result, side, stage) for stage, side in sorted(stages.items())}


def _all_changes(kit: Kit, result: Result) -> list[int]:
    """Return the same for every stage of every side."""
    return [
        change for side in kit.sides for change in result_changes(kit, result, (side,)).values()
    ]


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
        yield words("visitors.why-more")
    if min(_all_changes(kit, Result.LOSS)) < 0:
        yield words("visitors.why-fewer")
    yield words("visitors.why-end")
