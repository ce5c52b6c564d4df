"""The drawing on the first page: the machine, and what happens in a move. In mm."""

from collections.abc import Callable, Iterator
from itertools import chain
from typing import NamedTuple

from menace_kit.layout.board import board_height, board_marks, is_wide, square_within
from menace_kit.layout.marks import BLACK, THIN, Line, Mark, Rectangle, Text
from menace_kit.layout.sheets.key_card import disc_marks
from menace_kit.layout.sheets.poster import PANEL_GAP, PANEL_PADDING, PANEL_RADIUS
from menace_kit.layout.sheets.steps import machine_marks, opened_marks
from menace_kit.layout.sheets.visitor_rules import (
    ARROW,
    front_marks,
    lesson,
    picture_arrow,
    sample_box,
    table_marks,
)
from menace_kit.layout.text.typesetting import Column, cap_height, fitted_together
from menace_kit.layout.type_scale import TEXT, TITLE
from menace_kit.machine.containers import ContainerKind
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Result, change_by
from menace_kit.machine.prospects import results
from menace_kit.text.sheet_words import held_how, read_how, said
from menace_kit.text.words import Words

MACHINE = (66.0, 36.0)
"""Room for the picture of the machine."""


LEAST_PICTURE, LARGEST_PICTURE = 21.0, 34.0
"""Height of the pictures of a move."""


CAPTION_GAP = 1.5
"""Between a panel's sentence and its picture."""


DISC, SMALL = 6.5, 4.0
"""Radius of the bead that is drawn, and of that which a result changes."""


FRONT = 1.45
"""Width of a box's front as a share of its height: its number has room beside the board."""


ASIDE = 2.0
"""What an arrow leaves free on either side."""


class Room(NamedTuple):
    """Where a picture is drawn."""

    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> float:
        return self.y + self.height / 2


class MovePanel(NamedTuple):
    """A step of a move: a sentence, and what draws its picture."""

    caption: str
    draw: Callable[[Kit, Words, Room], Iterator[Mark]]


class RowPicture(NamedTuple):
    """One of several pictures side by side: its width, and what draws it from its left edge on."""

    width: float
    draw: Callable[[float], Iterator[Mark]]


def set_machine(column: Column, kit: Kit, words: Words, time: str, bottom: float) -> None:
    """Set what the machine is beside a picture of it, then the panels of a move,
    down to `bottom` where that leaves them room.
    """
    (wide, high), top = MACHINE, column.y
    told = column.part(top, 0.0, column.width - wide - PANEL_GAP)
    told.title(kit.spec.name)
    told.paragraph(
        said(kit, words, "visitors.about", name=kit.spec.name, boxes=len(kit.boxes)), TEXT
    )
    if time:
        told.paragraph(time, TEXT)
    high = max(high, told.y - top)
    room = Room(column.left + column.width - wide, top, wide, high)
    column.marks += told.marks
    column.marks += _mat_marks(kit, room) if _is_mat(kit) else machine_marks(kit, words, *room)
    column.y = top + high + PANEL_GAP
    panels = _panels(kit, words)
    tall = (bottom - column.y) / 2 - PANEL_GAP
    for first in (1, 3):
        _set_two_panels(column, kit, words, panels[first - 1 : first + 1], first, tall)


def _is_mat(kit: Kit) -> bool:
    return kit.container.kind is ContainerKind.MAT


def _panels(kit: Kit, words: Words) -> list[MovePanel]:
    return [
        MovePanel(said(kit, words, f"operator-card.find-{held_how(kit)}"), _find_marks),
        MovePanel(words("operator-card.draw"), _draw_marks),
        MovePanel(said(kit, words, f"operator-card.play-{read_how(kit)}"), _play_marks),
        MovePanel(words("cover.learns"), _learn_marks),
    ]


def _set_two_panels(
    column: Column, kit: Kit, words: Words, panels: list[MovePanel], first: int, tall: float
) -> None:
    """Set two panels side by side, `tall` or higher, each with its number, from `first` on,
    and its sentence above its picture.
    """
    step = (column.width + PANEL_GAP) / 2
    width = step - PANEL_GAP - 2 * PANEL_PADDING
    texts = []
    for place, panel in enumerate(panels):
        text = column.part(column.y + PANEL_PADDING - 1, place * step + PANEL_PADDING, width)
        text.paragraph(panel.caption, TEXT, sign=f"{first + place}.")
        texts.append(text)
    lowest = max(text.y for text in texts) + CAPTION_GAP
    foot = max(column.y + tall - PANEL_PADDING, lowest + LEAST_PICTURE)
    for text, panel in zip(texts, panels, strict=True):
        top = text.y + CAPTION_GAP
        high = min(LARGEST_PICTURE, foot - top)
        size = step - PANEL_GAP, foot + PANEL_PADDING - column.y
        corner = text.left - PANEL_PADDING, column.y
        column.marks.append(Rectangle(*corner, *size, 0.4, BLACK, None, PANEL_RADIUS))
        room = Room(text.left, top + (foot - top - high) / 2, width, high)
        column.marks += [*text.marks, *panel.draw(kit, words, room)]
    column.y = foot + PANEL_PADDING + PANEL_GAP


def _find_marks(kit: Kit, _words: Words, room: Room) -> Iterator[Mark]:
    """Yield the board on the table, and the front of the box that shows it."""
    box, _ = sample_box(kit)
    high = min(room.height, (room.width - ARROW - 2 * ASIDE) / (1 + FRONT))
    top, front = room.middle - high / 2, FRONT * high
    square = square_within(kit, high, high)
    board = square * kit.game.columns
    pictures = [
        RowPicture(board, lambda x: table_marks(kit, box.position, x, top, square, high)),
        RowPicture(front, lambda x: front_marks(kit, box, x, top, front, high)),
    ]
    return _in_a_row(pictures, room)


def _draw_marks(kit: Kit, words: Words, room: Room) -> Iterator[Mark]:
    """Yield the open box, and the bead that is drawn from it; of a mat its tokens."""
    box, _ = sample_box(kit)
    wide = room.width - 2 * DISC - ARROW - 2 * ASIDE

    def opened(x: float) -> Iterator[Mark]:
        here = room._replace(x=x, width=wide)
        return _tokens(kit, here) if _is_mat(kit) else opened_marks(kit, words, box, *here)

    return _in_a_row([RowPicture(wide, opened), _drawn_bead(kit, room)], room)


def _drawn_bead(kit: Kit, room: Room) -> RowPicture:
    _, bead = sample_box(kit)
    colour = kit.colour(bead.colour)
    return RowPicture(2 * DISC, lambda x: disc_marks(kit, colour, x + DISC, room.middle, DISC))


def _play_marks(kit: Kit, _words: Words, room: Room) -> Iterator[Mark]:
    """Yield the bead, what its colour means on the label, and the board after the move:
    below the label where boards are wide.
    """
    box, bead = sample_box(kit)
    abreast = 1 if is_wide(kit) else 2
    wide = (room.width - 2 * DISC - abreast * (ARROW + 2 * ASIDE)) / abreast
    each = room.height / (3 - abreast)
    square = square_within(kit, wide, each - ASIDE)
    board, high = square * kit.game.columns, board_height(kit, square)
    after = kit.game.play(box.position, bead.move)

    def label(x: float) -> Iterator[Mark]:
        return board_marks(kit, box, x, room.y + (each - high) / 2, high)

    def table(x: float) -> Iterator[Mark]:
        return table_marks(kit, after, x, room.y + room.height - each, square, each)

    def both(x: float) -> Iterator[Mark]:
        return chain(label(x), table(x))

    boards = [both] if abreast == 1 else [label, table]
    pictures = [_drawn_bead(kit, room), *(RowPicture(board, draw) for draw in boards)]
    return _in_a_row(pictures, room)


def _in_a_row(pictures: list[RowPicture], room: Room) -> Iterator[Mark]:
    """Yield pictures side by side, an arrow from each to the next."""
    wide = sum(picture.width for picture in pictures)
    gaps = len(pictures) - 1
    gap = min((room.width - wide) / gaps, ARROW + 6 * ASIDE)
    x = room.x + (room.width - wide - gaps * gap) / 2
    for place, picture in enumerate(pictures):
        if place:
            yield from picture_arrow(x - (gap + ARROW) / 2, room.middle)
        yield from picture.draw(x)
        x += picture.width + gap


def _tokens(kit: Kit, room: Room) -> Iterator[Mark]:
    """Yield the tokens of a field in a heap."""
    box, _ = sample_box(kit)
    step = min(1.5 * DISC, (room.width - 2 * DISC) / len(box.playable))
    left = room.x + (room.width - step * (len(box.playable) - 1)) / 2
    for place, bead in enumerate(box.playable):
        y = room.middle + (-1) ** place * 0.7 * DISC
        yield from disc_marks(kit, kit.colour(bead.colour), left + place * step, y, 0.8 * DISC)


def _mat_marks(kit: Kit, room: Room) -> Iterator[Mark]:
    """Yield two fields of the mat: below each other where they are wide."""
    columns, rows = (1, 2) if is_wide(kit) else (2, 1)
    step_x, step_y = room.width / columns, room.height / rows
    number = cap_height(TEXT) + 1.5
    square = square_within(kit, step_x - 4, step_y - number - 3)
    for place, box in enumerate((sample_box(kit)[0], kit.boxes[-1])):
        x, y = room.x + place % columns * step_x, room.y + place // columns * step_y
        yield Text(x, y + number - 1.5, box.name, TEXT, bold=True)
        yield from board_marks(kit, box, x, y + number, board_height(kit, square))


def _learn_marks(kit: Kit, words: Words, room: Room) -> Iterator[Mark]:
    """Yield for each result the bead that was drawn, by how many its colour gains or loses,
    and a sentence.
    """
    ended = results(kit.game)
    step = room.width / len(ended)
    top = room.y + 5 + 2 * SMALL + 2
    names = [words(f"visitors.result-{result.value}") for result in ended]
    heads = fitted_together(names, step - 3, 4, TEXT)
    told = fitted_together(
        [lesson(kit, words, result) for result in ended],
        step - 3,
        room.y + room.height - top,
        TEXT,
        bold=False,
    )
    for place, result in enumerate(ended):
        x = room.x + place * step
        yield from heads[place].marks(x, room.y)
        yield from _change_marks(kit, result, x, room.y + 5)
        yield from told[place].marks(x, top)
        if place:
            yield Line(x - 2, room.y, x - 2, room.y + room.height, THIN)


def _change_marks(kit: Kit, result: Result, x: float, y: float) -> Iterator[Mark]:
    """Yield the bead, crossed out where it is lost, and the change of its colour behind it."""
    box, bead = sample_box(kit)
    change = change_by(kit, result, box.side, box.stage)
    middle = y + SMALL
    yield from disc_marks(kit, kit.colour(bead.colour), x + SMALL, middle, SMALL)
    if change < 0:
        yield Line(x - 0.5, middle + SMALL, x + 2 * SMALL + 0.5, middle - SMALL, 0.8)
    if change:
        sign = f"{'+' if change > 0 else '−'}{abs(change)}"
        baseline = middle + cap_height(TITLE) / 2
        yield Text(x + 2 * SMALL + 1.5, baseline, sign, TITLE, bold=True)
