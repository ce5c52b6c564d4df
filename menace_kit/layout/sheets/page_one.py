"""The drawing on the first page: the machine, and what happens in a move. In mm."""

from collections.abc import Sequence
from functools import partial

from menace_kit.layout.marks import Marks
from menace_kit.layout.sheets.key_card import disc
from menace_kit.layout.sheets.move_pictures import (
    ARROW,
    arrow,
    box_front,
    sample_box,
)
from menace_kit.layout.sheets.operator_card import deeds, move_shown
from menace_kit.layout.sheets.poster import PANEL_GAP, PANEL_PADDING, set_outlines
from menace_kit.layout.sheets.steps import machine_part, opened_part
from menace_kit.layout.squares import is_wide, square_within
from menace_kit.layout.stacks import (
    Area,
    Part,
    Sized,
    across,
    apart,
    board,
    centred,
    down,
    fixed,
    grow,
    in_the_middle,
    layered,
    padded,
    position,
    put,
    stroke,
    text,
    text_lines,
)
from menace_kit.layout.text.typesetting import Column, fitted_together
from menace_kit.layout.type_scale import TEXT, TITLE
from menace_kit.machine import Kit
from menace_kit.machine.containers import ContainerKind
from menace_kit.machine.learning import Result, change_by
from menace_kit.machine.prospects import results
from menace_kit.text.grammar import capital
from menace_kit.text.kit_words import machine_title, paper_words
from menace_kit.text.sheet_words import held_how, said

MACHINE = (66.0, 36.0)
"""Area for the picture of the machine."""


LEAST_PICTURE, LARGEST_PICTURE = 19.8, 34.0
"""Heights of the pictures of a move."""


CAPTION_GAP = 1.5
"""Gap between a panel's sentence and its picture."""


DISC, SMALL = 6.5, 4.0
"""Radius of the drawn bead, and of the beads that a result changes."""


FRONT = 1.45
"""Width of a box's front as a share of its height, with room for the number beside the board."""


ASIDE = 2.0
"""Space on either side of an arrow."""


HEAD, CHANGED = 5.0, 2 * SMALL + 2
"""Heights for a result's name, and for what it changes."""


def set_machine(column: Column, kit: Kit, time: str, bottom: float) -> None:
    """Set what the machine is, beside its picture, then the panels of a move down to `bottom`."""
    words = paper_words(kit)
    wide, high = MACHINE
    told, picture = column.beside(PANEL_GAP, 0, wide)
    told.title(machine_title(kit))
    told.paragraph(words("visitors.about", name=machine_title(kit), boxes=len(kit.boxes)), TEXT)
    if time:
        told.paragraph(time, TEXT)
    drawn = board(kit, kit.boxes[-1]) if _is_mat(kit) else machine_part(kit)
    put(picture, max(high, told.y - picture.y), drawn)
    column.below(told, picture)
    column.y += PANEL_GAP
    panels = _panels(kit)
    tall = (bottom - column.y) / 2 - PANEL_GAP
    for first in (1, 3):
        _set_two_panels(column, panels[first - 1 : first + 1], first, tall)


def _is_mat(kit: Kit) -> bool:
    return kit.container.kind is ContainerKind.MAT


def _panels(kit: Kit) -> list[tuple[str, Part]]:
    """Return the steps of a move: a sentence and a picture for each."""
    return [
        (said(kit, f"operator-card.find-{held_how(kit)}"), partial(_finding, kit)),
        (said(kit, "operator-card.draw"), partial(_drawing, kit)),
        (move_shown(kit), partial(_playing, kit)),
        (said(kit, "visitors.after"), partial(_learning, kit)),
    ]


def _set_two_panels(
    column: Column, panels: Sequence[tuple[str, Part]], first: int, tall: float
) -> None:
    """Set two panels side by side, at least `tall`, with numbers from `first` on.

    Each has its sentence above its picture.
    """
    texts = column.beside(PANEL_GAP, 0, 0, inset=PANEL_PADDING)
    for number, (told, (caption, _)) in enumerate(zip(texts, panels, strict=True), start=first):
        told.y += PANEL_PADDING - 1
        told.paragraph(caption, TEXT, sign=f"{number}.")
    lowest = max(told.y for told in texts) + CAPTION_GAP
    bottom = max(column.y + tall - PANEL_PADDING, lowest + LEAST_PICTURE)
    for told, (_, picture) in zip(texts, panels, strict=True):
        told.y += CAPTION_GAP
        free = bottom - told.y
        put(told, free, centred(told.width, min(LARGEST_PICTURE, free), picture))
        told.y += PANEL_PADDING
    set_outlines(column, texts, 0.4)
    column.y += PANEL_GAP


def _finding(kit: Kit, area: Area) -> Marks:
    """Draw the board on the table, and the front of its box."""
    box, _ = sample_box(kit)
    high = min(area.height, (area.width - ARROW - 2 * ASIDE) / (1 + FRONT))
    square = square_within(kit, high, high)
    table = position(kit, box.position.cells)
    front = down(grow(1), fixed(high, box_front(kit, box)), grow(1))
    return _in_a_row(fixed(square * kit.game.columns, table), fixed(FRONT * high, front))(area)


def _drawing(kit: Kit, area: Area) -> Marks:
    """Draw the open box, or a mat's board, and the bead that is drawn from it."""
    box, _ = sample_box(kit)
    opened = board(kit, box) if _is_mat(kit) else opened_part(kit, box)
    wide = area.width - 2 * DISC - ARROW - 2 * ASIDE
    return _in_a_row(fixed(wide, opened), _drawn_bead(kit))(area)


def _drawn_bead(kit: Kit) -> Sized:
    _, bead = sample_box(kit)
    return fixed(2 * DISC, disc(kit, kit.colour(bead.colour), DISC))


def _playing(kit: Kit, area: Area) -> Marks:
    """Draw the bead, its colour on the label, and the board after the move.

    If boards are wide, the board is below the label.
    """
    box, bead = sample_box(kit)
    after = kit.game.play(box.position, bead.move)
    stacked = is_wide(kit)
    arrows = 1 if stacked else 2
    wide = (area.width - 2 * DISC - arrows * (ARROW + 2 * ASIDE)) / arrows
    each = area.height / (2 if stacked else 1)
    square = square_within(kit, wide, each - ASIDE)
    boards = [board(kit, box), position(kit, after.cells)]
    boards = [down(*boards)] if stacked else boards
    columns = (fixed(square * kit.game.columns, each) for each in boards)
    return _in_a_row(_drawn_bead(kit), *columns)(area)


def _in_a_row(*pictures: Sized) -> Part:
    """Return pictures side by side, with arrows between them."""

    def draw(area: Area) -> Marks:
        free = area.width - sum(picture.length for picture in pictures)
        gap = min(free / (len(pictures) - 1), ARROW + 6 * ASIDE)
        return in_the_middle(*apart(fixed(gap, arrow), pictures))(area)

    return draw


def _learning(kit: Kit, area: Area) -> Marks:
    """Draw for each result the drawn bead, how many its colour gains or loses, and a sentence."""
    ended = results(kit.game)
    names = [capital(said(kit, f"went.{result.value}")) for result in ended]
    lessons = [" ".join(deeds(kit, result)) for result in ended]
    width, high = area.width / len(ended) - 3, area.height - HEAD - CHANGED
    heads = fitted_together(names, width, HEAD - 1, TEXT)
    told = fitted_together(lessons, width, high, TEXT, bold=False)
    parts: list[Part] = []
    for result, head, below in zip(ended, heads, told, strict=True):
        changed = fixed(CHANGED, _change(kit, result))
        part = down(fixed(HEAD, text_lines(head)), changed, text_lines(below))
        rule = padded(stroke((0, 0), (0, 1)), left=-2)
        parts.append(layered(part, rule) if parts else part)
    return across(*parts)(area)


def _change(kit: Kit, result: Result) -> Part:
    """Return the bead, crossed out if it is lost, and the change of its colour."""
    box, bead = sample_box(kit)
    change = change_by(kit, result, box.side, box.stage)
    sign = f"{'+' if change > 0 else '−'}{abs(change)}" if change else ""
    cross = [padded(stroke((0, 1), (1, 0), 0.8), left=-0.5, right=-0.5)] if change < 0 else []
    drawn = layered(disc(kit, kit.colour(bead.colour), SMALL), *cross)
    number = text(sign, TITLE, True, margin=1.5)
    high = 2 * SMALL
    return down(fixed(high, across(fixed(high, drawn), number)), grow(1))
