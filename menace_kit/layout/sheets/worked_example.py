"""A box that is found step by step, in five pictures."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache, partial
from typing import NamedTuple

from menace_kit.games import EMPTY, Position, Symmetry
from menace_kit.layout.board import (
    board_height,
    board_marks,
    board_width,
    icon_marks,
    square_within,
)
from menace_kit.layout.marks import BLACK, GREY, THIN, Anchor, Line, Mark, Rectangle
from menace_kit.layout.text.typesetting import Column, Fitted, line_pitch, wrapped
from menace_kit.layout.type_scale import FIGURES
from menace_kit.machine.boxes import Bead, Box
from menace_kit.machine.finding import FindingOrder, Group
from menace_kit.machine.kit import Kit
from menace_kit.text.sheet_words import place_words, stage_words
from menace_kit.text.words import Words

BOARD = 21.0
"""Height of a board of the example, at the most."""


BOARD_WIDTH = 29.0
"""Width of a board of the example, at the most."""


PAD = 2.5


class Example(NamedTuple):
    """A board on a table, the group that it leads to, the box with its drawing
    as it is looked up, a bead of it.

    `back` is the symmetry that carries that drawing to the table.
    """

    table: Position
    group: Group
    held: Box
    bead: Bead
    back: Symmetry


@lru_cache(maxsize=32)
def example_of(kit: Kit, order: FindingOrder) -> Example:
    """Return an example taken from the kit: a box of a middle stage, not symmetric,
    among others in its group.

    Where no box is all that, it is one that comes near.
    On the table it lies as far from the drawing as it may.
    """
    groups = {box.number: group for group in order.groups for box in group.boxes}
    back = kit.symmetries.members[-1]
    middle = (1 + max(stage for _, stage in kit.stages)) // 2 + 1

    def fitness(box: Box) -> tuple[bool, ...]:
        group = groups[box.number]
        looked_at = [[group.cells[square] for square in zone.squares] for zone in order.zones[:-1]]
        return (
            # Where mirror images may have boxes of their own,
            # the board on the table must not be another box's.
            kit.box_at(back.position(order.held(box.position).position)) == box,
            len(kit.symmetries.stabiliser(box.position)) == 1,
            box.stage == middle,
            len(group.boxes) > 2,
            all(set(cells) != {EMPTY} for cells in looked_at),
            order.held(box.position).position == box.position,
            len(box.beads) > 1,
        )

    box = max(kit.boxes, key=fitness)
    held = order.held_box(box)
    return Example(back.position(held.position), groups[box.number], held, held.beads[-1], back)


def set_example(column: Column, kit: Kit, words: Words, order: FindingOrder) -> None:
    """Set the pictures side by side with their captions."""
    example, square = example_of(kit, order), square_within(kit, BOARD_WIDTH, BOARD)
    height = board_height(kit, square)
    pictures = list(_pictures(kit, words, order, example, square))
    field = column.width / len(pictures)
    texts = [
        Fitted(tuple(wrapped(caption, field - 4, FIGURES)), FIGURES) for caption, _ in pictures
    ]
    left, top = column.left, column.y
    below = top + PAD + BOARD + 2
    column.y = below + max(len(text.lines) for text in texts) * line_pitch(FIGURES) + PAD
    column.marks.append(
        Rectangle(left, top, column.width, column.y - top, THIN, GREY, "#F7F7F7", 1.2)
    )
    for place, (text, (_, draw)) in enumerate(zip(texts, pictures, strict=True)):
        middle = left + (place + 0.5) * field
        column.marks += draw(
            x=middle - board_width(kit, height) / 2, y=top + PAD + (BOARD - height) / 2
        )
        column.marks += text.marks(middle, below, Anchor.MIDDLE)
        if place:
            column.marks += _arrow_marks(left + place * field - 3, top + PAD + BOARD / 2, 6)


def _arrow_marks(x: float, y: float, length: float) -> Iterator[Mark]:
    yield Line(x, y, x + length, y, 0.35)
    for side in (-1, 1):
        yield Line(x + length - 1.2, y + side * 0.9, x + length, y, 0.35, BLACK)


def _pictures(
    kit: Kit, words: Words, order: FindingOrder, example: Example, square: float
) -> Iterator[tuple[str, Callable[..., Iterator[Mark]]]]:
    """Yield captions, each with what draws its picture at an x and y."""
    held, group = example.held, example.group
    place, colour = place_words(kit, words, held, short=True), kit.colour(example.bead.colour)
    board = partial(board_marks, kit, height=board_height(kit, square))
    looked_at = partial(icon_marks, kit, group.cells, square=square)
    table = replace(held, position=example.table, beads=())
    there = example.bead._replace(move=example.back.move(example.bead.move))
    how = "index.example-held" if len(kit.symmetries) > 1 else "index.example-still"
    where = "index.example-place" if place else "index.example-box"
    bead = words("index.example-bead", letter=colour.key, name=words.colour_name(colour))
    yield words("index.example-table", stage=stage_words(kit, words, held)), partial(board, table)
    if len(order.zones) > 1:
        places = [square for zone in order.zones[:-1] for square in zone.squares]
        lying = partial(icon_marks, kit, example.table.cells, places, square=square)
        yield words("index.example-count", code=order.code_text(group.code, kit.spec.marks)), lying
    else:
        yield words("index.example-first"), partial(looked_at, order.zones[0].squares)
    yield words(how), partial(looked_at, group.known)
    yield words(where, number=held.name, place=place), partial(board, held)
    yield bead, partial(board, replace(table, beads=(there,)))
