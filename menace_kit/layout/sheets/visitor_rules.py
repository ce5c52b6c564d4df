"""Rules for visitors: what this is, how to play, and why it learns."""

from collections.abc import Iterator
from functools import partial

from menace_kit.layout.marks import Anchor, Document
from menace_kit.layout.sheets.key_card import disc, key_part
from menace_kit.layout.sheets.move_pictures import (
    ARROW,
    arrow,
    box_front,
    sample_box,
)
from menace_kit.layout.sheets.operator_card import deeds, who_begins
from menace_kit.layout.sheets.poster import GUTTER, poster_head, poster_page, set_panels
from menace_kit.layout.squares import square_within
from menace_kit.layout.stacks import (
    across,
    apart,
    fixed,
    grow,
    position,
    put,
    text_lines,
)
from menace_kit.layout.text.typesetting import Column, fitted_together, line_pitch
from menace_kit.layout.type_scale import HEADING
from menace_kit.machine import Kit
from menace_kit.machine.learning import Result, change_by
from menace_kit.machine.prospects import results
from menace_kit.text.kit_words import machine_title, paper_words
from menace_kit.text.sheet_words import later_rule, said

PICTURE = 32.0
"""Height of each of the four pictures."""


LEAST_KEY = 44.0
"""Height of the key of colours at the least."""


def visitor_rules_document(kit: Kit, name: str = "rules-for-visitors") -> Document:
    """Return the poster. Raises FitError if its text doesn't fit on a page at 11 points."""
    head = poster_head(kit, said(kit, "visitors.title"), 15)
    return poster_page(head, name, said(kit, "visitors.sheet"), partial(_set_rules, kit))


def _set_rules(kit: Kit, column: Column) -> None:
    words = paper_words(kit)
    column.paragraph(words("visitors.about", name=machine_title(kit), boxes=len(kit.boxes)))
    column.y += 3
    _set_pictures(column, kit)
    column.space(0.8)
    _set_play_and_colours(column, kit)
    column.space(0.6)
    column.heading(words("visitors.after"))
    column.y += 1
    panels = [(words(f"common.{result.value}"), deeds(kit, result)) for result in results(kit.game)]
    set_panels(column, panels)
    column.space(0.6)
    column.heading(words("visitors.why"))
    column.paragraph(" ".join(reasons(kit)))


def _set_pictures(column: Column, kit: Kit) -> None:
    """Set four pictures with captions and arrows between them: board, box, bead, board."""
    box, bead = sample_box(kit)
    square = square_within(kit, PICTURE, PICTURE)
    board, drawn = square * kit.game.columns, PICTURE * 0.8
    front = column.width - 2 * board - drawn - 6 * ARROW
    pictures = (
        fixed(board, position(kit, box.position.cells)),
        fixed(front, box_front(kit, box)),
        fixed(drawn, disc(kit, kit.colour(bead.colour), PICTURE * 0.33)),
        fixed(board, position(kit, kit.game.play(box.position, bead.move).cells)),
    )
    captions = paper_words(kit).lines("visitors.pictures")
    lines = fitted_together(captions, board + 2, 4 * line_pitch(column.size), HEADING)
    told = [
        fixed(picture.length, text_lines(caption, Anchor.MIDDLE))
        for picture, caption in zip(pictures, lines, strict=True)
    ]
    put(column, PICTURE, across(*apart(grow(1, arrow), pictures)))
    column.y += 3
    put(column, max(caption.height for caption in lines), across(*apart(grow(1), told)))


def _set_play_and_colours(column: Column, kit: Kit) -> None:
    """Set how to play, beside the key to the colours."""
    words = paper_words(kit)
    play, colours = column.beside(GUTTER, 0, 0)
    play.heading(words("visitors.play"))
    play.items(how_to_play(kit))
    colours.heading(words("key-card.title-board"))
    meaning = words("key-card.note-list")
    colours.paragraph(
        f"{meaning} {words('visitors.colours-more')}" if _can_hold_several(kit) else meaning
    )
    colours.y += 1
    put(colours, max(LEAST_KEY, min(colours.width, play.y - colours.y)), key_part(kit))
    column.below(play, colours)


def _can_hold_several(kit: Kit) -> bool:
    """Return whether a box can ever hold more than one bead of a colour."""
    gains = (change for result in results(kit.game) for change in all_changes(kit, result))
    return max(gains) > 0 or any(bead.start > 1 for box in kit.boxes for bead in box.beads)


def how_to_play(kit: Kit) -> list[str]:
    """Return how a visitor plays against this machine: who begins, how to win, what happens."""
    words = paper_words(kit)
    return [
        who_begins(kit),
        words("visitors.goal"),
        words("visitors.turn"),
        *later_rule(kit),
    ]


def all_changes(kit: Kit, result: Result) -> list[int]:
    """Return by how many beads of the drawn colour a result changes boxes, for each stage."""
    return [change_by(kit, result, *stage) for stage in kit.stages]


def reasons(kit: Kit) -> Iterator[str]:
    """Yield why this machine learns, according to its rules."""
    words = paper_words(kit)
    if max(all_changes(kit, Result.WIN)) > 0:
        yield words("visitors.why-more")
    if min(all_changes(kit, Result.LOSS)) < 0:
        yield words("visitors.why-fewer")
    yield words("visitors.why-end")
