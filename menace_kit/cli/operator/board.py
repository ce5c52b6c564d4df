"""Boards on the terminal: marks, and bead letters in their colours on the squares that they mean."""

import json
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Annotated

import typer

from menace_kit.cli.options import KitOptions
from menace_kit.games import EMPTY, Move, Position, Side
from menace_kit.guide import wording
from menace_kit.guide.desk import look_up
from menace_kit.machine.boxes import Reading
from menace_kit.machine.kit import Kit
from menace_kit.text import kit_words
from menace_kit.text.messages import Capital
from menace_kit.views.facts import look_up_facts

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


# `menace-kit operator lookup`: the box for a board.


class ToMove(Enum):
    """Whose turn it is, as a choice."""

    FIRST = "first"
    SECOND = "second"


def lookup(
    board: Annotated[
        str,
        typer.Argument(
            help="The squares as one reads; . - _ 0 or a space is empty, / may separate the rows."
        ),
    ],
    to_move: Annotated[
        ToMove | None,
        typer.Option("--to-move", help="Whose turn it is, where the board alone does not tell."),
    ] = None,
    *,
    kit: KitOptions,
    as_json: Annotated[bool, typer.Option("--json", help="As JSON, for programs.")] = False,
) -> None:
    """Find the box for a board, and say what each bead means on the table as it lies.

    Example:  menace-kit operator lookup "O.X/.../..."
    """
    chosen = kit.chosen()
    found = look_up(chosen, board, Side(to_move.value) if to_move else None)
    if as_json:
        typer.echo(json.dumps(look_up_facts(chosen, found), ensure_ascii=False))
    elif found.readings:
        show_reading(chosen, found.readings[0], len(found.readings))
    else:
        typer.echo(found.reason)


def show_reading(kit: Kit, reading: Reading, ways: int) -> None:
    """Print a box: its place, the label as glued and the table beside it, and what each bead means there."""
    from rich.console import Console
    from rich.text import Text

    # A colour may be called [red] or :gem:, and stays that.
    console = Console(highlight=False, markup=False, emoji=False)
    box = reading.box
    title = Text(str(kit_words.box_and_place(kit, box)), style="bold")
    stage = f"  (move {box.stage})" if kit.tells_stages else ""
    console.print(title.append(stage, style="not bold"), soft_wrap=True)
    table = reading.symmetry.position(box.position)
    blocks = [
        ("label as glued", board_lines(kit, box.position, box.moves)),
        ("the table", board_lines(kit, table, reading.moves)),
    ]
    for line in side_by_side(blocks):
        console.print(line)
    console.print(f"{Capital(wording.how_to_turn(reading))}.", soft_wrap=True)
    if ways > 1:
        console.print(f"There are {ways} right ways to hold this box; this is one.", soft_wrap=True)
    for colour, move in reading.moves.items():
        console.print(f"  {kit.colour(colour).key}  {colour:<12} {kit_words.square(kit, move)}")
