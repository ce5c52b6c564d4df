"""The drawing on the first page: the machine, and what happens in a move. In mm."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from menace_kit.layout.board import board_marks
from menace_kit.layout.marks import Anchor, Mark
from menace_kit.layout.sheets.key_card import disc, disc_marks
from menace_kit.layout.sheets.move_pictures import (
    ARROW,
    arrow,
    box_front,
    sample_box,
)
from menace_kit.layout.sheets.operator_card import deeds, move_shown
from menace_kit.layout.sheets.poster import PANEL_GAP, PANEL_PADDING, panel
from menace_kit.layout.sheets.steps import machine_part, opened_part
from menace_kit.layout.squares import Squares, is_wide, square_within
from menace_kit.layout.stacks import (
    Area,
    Part,
    Sized,
    across,
    board,
    down,
    fixed,
    grow,
    layered,
    padded,
    position,
    put,
    stroke,
    text,
    text_lines,
    tiled,
)
from menace_kit.layout.text.typesetting import Column, cap_height, fitted_together
from menace_kit.layout.type_scale import TEXT, TITLE
from menace_kit.machine import Box, Kit
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
    (wide, high), top = MACHINE, column.y
    told = column.part(top, 0.0, column.width - wide - PANEL_GAP)
    told.title(machine_title(kit))
    told.paragraph(words("visitors.about", name=machine_title(kit), boxes=len(kit.boxes)), TEXT)
    if time:
        told.paragraph(time, TEXT)
    high = max(high, told.y - top)
    area = Area(column.left + column.width - wide, top, wide, high)
    column.marks += told.marks
    column.marks += (_mat if _is_mat(kit) else machine_part)(kit)(area)
    column.y = top + high + PANEL_GAP
    panels = _panels(kit)
    tall = (bottom - column.y) / 2 - PANEL_GAP
    for first in (1, 3):
        _set_two_panels(column, panels[first - 1 : first + 1], first, tall)


def _is_mat(kit: Kit) -> bool:
    return kit.container.kind is ContainerKind.MAT


def _panels(kit: Kit) -> list[tuple[str, Part]]:
    """Return the steps of a move: a sentence and a picture for each."""
    return [
        (said(kit, f"operator-card.find-{held_how(kit)}"), _finding(kit)),
        (said(kit, "operator-card.draw"), _drawing(kit)),
        (move_shown(kit), _playing(kit)),
        (said(kit, "visitors.after"), _learning(kit)),
    ]


def _set_two_panels(
    column: Column, panels: Sequence[tuple[str, Part]], first: int, tall: float
) -> None:
    """Set two panels side by side, at least `tall`, with numbers from `first` on.

    Each has its sentence above its picture.
    """
    step = (column.width + PANEL_GAP) / 2
    width = step - PANEL_GAP - 2 * PANEL_PADDING
    texts = []
    for place, (caption, _) in enumerate(panels):
        told = column.part(column.y + PANEL_PADDING - 1, place * step + PANEL_PADDING, width)
        told.paragraph(caption, TEXT, sign=f"{first + place}.")
        texts.append(told)
    lowest = max(told.y for told in texts) + CAPTION_GAP
    high = max(tall - PANEL_PADDING, lowest + LEAST_PICTURE - column.y) + PANEL_PADDING
    drawn = [
        _panel(told, picture, told.y + CAPTION_GAP - column.y, high)
        for told, (_, picture) in zip(texts, panels, strict=True)
    ]
    put(column, high, tiled(2, drawn, PANEL_GAP))
    column.y += PANEL_GAP


def _panel(told: Column, picture: Part, above: float, high: float) -> Part:
    """Return a panel `high` mm high, with its picture `above` mm below its edge."""
    room = min(LARGEST_PICTURE, high - PANEL_PADDING - above)
    below = down(fixed(above), grow(1), fixed(room, picture), grow(1), fixed(PANEL_PADDING))
    return layered(
        panel(0.4),
        lambda _: told.marks,
        padded(below, left=PANEL_PADDING, right=PANEL_PADDING),
    )


def _finding(kit: Kit) -> Part:
    """Return the board on the table, and the front of its box."""
    box, _ = sample_box(kit)

    def draw(area: Area) -> Iterable[Mark]:
        high = min(area.height, (area.width - ARROW - 2 * ASIDE) / (1 + FRONT))
        square = square_within(kit, high, high)
        table = position(kit, box.position.cells)
        front = down(grow(1), fixed(high, box_front(kit, box)), grow(1))
        return _in_a_row(fixed(square * kit.game.columns, table), fixed(FRONT * high, front))(area)

    return draw


def _drawing(kit: Kit) -> Part:
    """Return the open box, and the bead that is drawn from it; of a mat its tokens."""
    box, _ = sample_box(kit)
    opened = partial(_tokens, kit) if _is_mat(kit) else opened_part(kit, box)

    def draw(area: Area) -> Iterable[Mark]:
        wide = area.width - 2 * DISC - ARROW - 2 * ASIDE
        return _in_a_row(fixed(wide, opened), _drawn_bead(kit))(area)

    return draw


def _drawn_bead(kit: Kit) -> Sized:
    _, bead = sample_box(kit)
    return fixed(2 * DISC, disc(kit, kit.colour(bead.colour), DISC))


def _playing(kit: Kit) -> Part:
    """Return the bead, its colour on the label, and the board after the move.

    If boards are wide, the board is below the label.
    """
    box, bead = sample_box(kit)
    after = kit.game.play(box.position, bead.move)
    stacked = is_wide(kit)
    arrows = 1 if stacked else 2

    def draw(area: Area) -> Iterable[Mark]:
        wide = (area.width - 2 * DISC - arrows * (ARROW + 2 * ASIDE)) / arrows
        each = area.height / (2 if stacked else 1)
        square = square_within(kit, wide, each - ASIDE)
        boards = [board(kit, box), position(kit, after.cells)]
        boards = [down(*boards)] if stacked else boards
        columns = (fixed(square * kit.game.columns, each) for each in boards)
        return _in_a_row(_drawn_bead(kit), *columns)(area)

    return draw


def _in_a_row(*pictures: Sized) -> Part:
    """Return pictures side by side, with arrows between them."""

    def draw(area: Area) -> Iterable[Mark]:
        free = area.width - sum(picture.length for picture in pictures)
        gap = min(free / (len(pictures) - 1), ARROW + 6 * ASIDE)
        row: list[Sized] = []
        for picture in pictures:
            row += [fixed(gap, arrow), picture] if row else [picture]
        return across(grow(1), *row, grow(1))(area)

    return draw


def _tokens(kit: Kit, area: Area) -> Iterator[Mark]:
    """Yield the tokens of a mat's board in a heap."""
    box, _ = sample_box(kit)
    step = min(1.5 * DISC, (area.width - 2 * DISC) / len(box.playable))
    middle, height = area.at(0.5, 0.5)
    left = middle - step * (len(box.playable) - 1) / 2
    for place, bead in enumerate(box.playable):
        y = height + (-1) ** place * 0.7 * DISC
        yield from disc_marks(kit, kit.colour(bead.colour), left + place * step, y, 0.8 * DISC)


def _mat(kit: Kit) -> Part:
    """Return two boards of the mat, one below the other if they are wide."""
    columns = 1 if is_wide(kit) else 2
    number = cap_height(TEXT) + 1.5

    def field(box: Box) -> Part:
        def drawn(area: Area) -> Iterable[Mark]:
            square = square_within(kit, area.width - 4, area.height - 3)
            return board_marks(Squares(kit, area.x, area.y, square), box)

        name = text(box.name, TEXT, True, level=Anchor.START, margin=0)
        return down(fixed(number, name), drawn)

    return tiled(columns, [field(sample_box(kit)[0]), field(kit.boxes[-1])])


def _learning(kit: Kit) -> Part:
    """Return for each result the drawn bead, how many its colour gains or loses, and a sentence."""
    ended = results(kit.game)
    names = [capital(said(kit, f"went.{result.value}")) for result in ended]
    lessons = [" ".join(deeds(kit, result)) for result in ended]

    def draw(area: Area) -> Iterable[Mark]:
        width, high = area.width / len(ended) - 3, area.height - HEAD - CHANGED
        heads = fitted_together(names, width, HEAD - 1, TEXT)
        told = fitted_together(lessons, width, high, TEXT, bold=False)
        parts: list[Part] = []
        for result, head, below in zip(ended, heads, told, strict=True):
            changed = fixed(CHANGED, _change(kit, result))
            part = down(fixed(HEAD, text_lines(head)), changed, text_lines(below))
            rule = padded(stroke((0, 0), (0, 1)), left=-2)
            parts.append(layered(part, rule) if parts else part)
        return tiled(len(parts), parts)(area)

    return draw


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
