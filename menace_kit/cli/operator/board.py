"""Boards on the terminal: marks, and bead letters in their colours on the squares that they mean."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from menace_kit.games import EMPTY, Move, Position, Side
from menace_kit.machine.kit import Kit

if TYPE_CHECKING:
    from rich.text import Text

SCREEN = 80
"""Characters that a terminal is wide at the least, and a line of a program that reads along."""


def board_lines(kit: Kit, position: Position, moves: Mapping[str, Move], width: int = 3) -> "list[Text]":
    """Return a board as lines of text; a bead stands on the square of its move.

    Where it means a way from square to square it does not: its letter would hide the pieces that it moves between.
    """
    from rich.text import Text

    marks = {Side.FIRST.cell: kit.spec.marks[0], Side.SECOND.cell: kit.spec.marks[1], EMPTY: " "}
    cells = [Text(marks[cell].center(width), style="bold") for cell in position.cells]
    for name, move in moves.items() if not kit.has_arrows else ():
        cells[move[0]] = _chip(kit, name, width)
    columns = kit.game.columns
    lines: list[Text] = []
    for row in range(kit.game.rows):
        if row:
            lines.append(Text("+".join(["-" * width] * columns)))
        lines.append(Text("|").join(cells[row * columns : (row + 1) * columns]))
    return lines


def _chip(kit: Kit, name: str, width: int) -> "Text":
    """Return the letter of a bead on its colour, as wide as a square."""
    from rich.text import Text

    colour = kit.colour(name)
    return Text(colour.key.center(width), style=f"{colour.ink} on {colour.hex}")


def side_by_side(
    blocks: "Sequence[tuple[str, Sequence[Text]]]", gap: int = 6, most: int = SCREEN
) -> "list[Text]":
    """Return blocks of lines beside each other, a title over each; what is wider than `most` goes on below."""
    from rich.text import Text

    widths = [max([len(title), *(line.cell_len for line in lines)]) for title, lines in blocks]
    fit = 1
    while fit < len(blocks) and sum(widths[: fit + 1]) + fit * gap <= most:
        fit += 1
    rows = _one_row(blocks[:fit], gap)
    return [*rows, Text(), *side_by_side(blocks[fit:], gap, most)] if blocks[fit:] else rows


def _one_row(blocks: "Sequence[tuple[str, Sequence[Text]]]", gap: int) -> "list[Text]":
    from rich.text import Text

    height = max(len(lines) for _, lines in blocks) + 1
    rows = [Text() for _ in range(height)]
    for title, lines in blocks:
        width = max([len(title), *(line.cell_len for line in lines)])
        padded = [Text(title, style="dim"), *lines]
        for number, row in enumerate(rows):
            line = padded[number] if number < len(padded) else Text()
            row.append_text(line)
            row.append(" " * (width - line.cell_len + gap))
    return rows
