"""How to find a box, step by step, in five pictures."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from menace_kit.games import EMPTY, Position, Symmetry
from menace_kit.layout.marks import BLACK, GREY, Anchor, Line, Marks
from menace_kit.layout.stacks import (
    Area,
    Part,
    across,
    board,
    centred,
    down,
    fixed,
    framed,
    icon,
    layered,
    put,
    text_lines,
)
from menace_kit.layout.text.typesetting import Column, line_pitch, lined
from menace_kit.layout.type_scale import FIGURES
from menace_kit.machine import Bead, Box, Kit
from menace_kit.machine.finding import Group
from menace_kit.text.kit_words import paper_words
from menace_kit.text.sheet_words import place_words, stage_words

BOARD = 21.0
"""Largest height of a board in the example."""


BOARD_WIDTH = 29.0
"""Largest width of a board in the example."""


PAD = 2.5


class Example(NamedTuple):
    """A board on a table, its group, its box as drawn in the chart, and a bead of it.

    `back` is the symmetry that carries the drawing to the table.
    """

    table: Position
    group: Group
    held: Box
    bead: Bead
    back: Symmetry


@lru_cache(maxsize=32)
def example_of(kit: Kit) -> Example:
    """Return an example from the kit: a box of a middle stage, not symmetric, in a group.

    If there is no such box, it is one that comes near. The board on the table is turned as far from
    the drawing as possible.
    """
    order = kit.finding
    groups = {box.number: group for group in order.groups for box in group.boxes}
    back = kit.symmetries.members[-1]
    middle = (1 + max(stage for _, stage in kit.stages)) // 2 + 1

    def fitness(box: Box) -> tuple[bool, ...]:
        group = groups[box.number]
        looked_at = [[group.cells[square] for square in zone.squares] for zone in order.zones[:-1]]
        return (
            # If mirror images may have boxes of their own, the board on the table must not be
            # another box's.
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


def set_example(column: Column, kit: Kit) -> None:
    """Set the pictures side by side with their captions."""
    pictures = list(_pictures(kit, example_of(kit)))
    field = column.width / len(pictures)
    parts: list[Part] = []
    most = 0
    for caption, picture in pictures:
        told = lined(caption, field - 4, FIGURES)
        most = max(most, len(told.lines))
        drawn = fixed(BOARD, centred(BOARD_WIDTH, BOARD, picture))
        part = down(fixed(PAD), drawn, fixed(2), text_lines(told, Anchor.MIDDLE))
        parts.append(layered(part, _arrow) if parts else part)
    height = PAD + BOARD + 2 + most * line_pitch(FIGURES) + PAD
    put(column, height, framed(across(*parts), ink=GREY, fill="#F7F7F7", radius=1.2))


def _arrow(area: Area) -> Marks:
    """Yield a small arrow from the picture before."""
    x, y, length = area.x - 3, area.y + PAD + BOARD / 2, 6
    yield Line(x, y, x + length, y, 0.35)
    for side in (-1, 1):
        yield Line(x + length - 1.2, y + side * 0.9, x + length, y, 0.35, BLACK)


def _pictures(kit: Kit, example: Example) -> Iterator[tuple[str, Part]]:
    """Yield captions with their pictures."""
    words, order = paper_words(kit), kit.finding
    held, group = example.held, example.group
    colour = kit.colour(example.bead.colour)
    table = replace(held, position=example.table, beads=())
    there = example.bead._replace(move=example.back.move(example.bead.move))
    bead = words("index.example-bead", letter=colour.key, name=words.colour_name(colour))
    yield words("index.example-table", stage=stage_words(kit, held)), board(kit, table)
    places = [square for zone in order.zones[:-1] for square in zone.squares]
    lying = icon(kit, example.table.cells, places)
    yield words("index.example-count", code=order.code_text(group.code, kit.spec.marks)), lying
    yield words("index.example-still"), icon(kit, group.cells, group.known)
    found = words("labels.boxes", n=1, first=held.name)
    where = ", ".join(filter(None, (found, place_words(kit, held, short=True))))
    yield words("index.example-box", box=where), board(kit, held)
    yield bead, board(kit, replace(table, beads=(there,)))
