"""Boards to practise finding boxes, and the answers."""

from dataclasses import replace

from menace_kit.games import Position
from menace_kit.layout.marks import Anchor
from menace_kit.layout.squares import board_height, square_within
from menace_kit.layout.stacks import across, board, down, fixed, put, text
from menace_kit.layout.text.typesetting import Column, line_pitch
from menace_kit.layout.type_scale import FIGURES
from menace_kit.machine import Box, Kit
from menace_kit.text.sheet_words import said, stage_words

LETTERS, PRACTICE_BOARD = "ABCDEF", 14.0
"""Names of the boards, and their largest height."""


def practice_of(kit: Kit) -> list[tuple[Box, Position]]:
    """Return boxes from all over the chart, each with a board held differently that leads to it."""
    in_order = [box for group in kit.finding.groups for box in group.boxes]
    count = min(len(LETTERS), len(in_order))
    found = []
    for number in range(count):
        box = in_order[(2 * number + 1) * len(in_order) // (2 * count)]
        turned = kit.symmetries.members[(3 * number + 1) % len(kit.symmetries)].position(
            box.position
        )
        found.append((box, turned if kit.box_at(turned) == box else box.position))
    return found


def set_practice(column: Column, kit: Kit) -> None:
    """Set the boards side by side, each with its letter and which move it is for."""
    column.heading(said(kit, "index.practice"))
    found = practice_of(kit)
    field = column.width / len(found)
    height = board_height(kit, square_within(kit, field - 6, PRACTICE_BOARD))
    caption = line_pitch(FIGURES)
    parts = []
    for letter, (box, position) in zip(LETTERS, found, strict=False):
        named = f"{letter}  {stage_words(kit, box)}"
        told = text(named, FIGURES, True, Anchor.MIDDLE, Anchor.START, margin=0)
        drawn = board(kit, replace(box, position=position, beads=(), taken=()))
        parts.append(down(fixed(height, drawn), fixed(1.5), fixed(caption, told)))
    column.y += 1.5
    put(column, height + 1.5 + caption, across(*parts))


def answers_line(kit: Kit) -> str:
    """Return for each board its letter, what you count on it, and the number of its box."""
    told = []
    for letter, (box, _) in zip(LETTERS, practice_of(kit), strict=False):
        counted = f"{letter} {kit.code(box)}"
        told.append(said(kit, "common.named", name=counted, told=box.name))
    head = said(kit, "lesson.answers")
    return said(kit, "common.named", name=head, told="  ·  ".join(told))
