"""What commands write alike on the terminal: lines with colours, boards with bead letters,
and how far long work is.
"""

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import zip_longest
from typing import TYPE_CHECKING

from menace_kit.games import EMPTY, Move, Pieces, Position, Side
from menace_kit.machine.kit import Kit
from menace_kit.machine.palettes import Colour
from menace_kit.text import Phrase
from menace_kit.text.phrases import Text as Told

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress, ProgressColumn
    from rich.text import Text

Part = tuple[str, str]
"""A text, and its style as rich names it."""

Line = Sequence[Part]
"""A line as it is printed."""

SCREEN = 80
"""Characters that a terminal is wide at the least, and a line of a program that reads along."""


def plain_console() -> "Console":
    """Return the console; a name may be [red] or :gem:, and stays that."""
    from rich.console import Console

    return Console(highlight=False, markup=False, emoji=False)


def print_lines(lines: Iterable[Told | Line]) -> None:
    """Print lines, however long: a text as it is, parts with their colours, where the terminal
    has any.

    A program that reads along gets the bare text at once: rich takes longer to load than all
    else of a look-up.
    """
    bare = _only_programs_read()
    for line in lines:
        # Not typer.echo, which takes a terminal of few signs for one of UTF-8.
        if isinstance(line, str | Phrase):
            print(line, flush=True)
        elif bare and (plain := text_of(line)).isprintable():
            print(plain, flush=True)
        else:
            plain_console().print(rich_line(line), soft_wrap=True)


def _only_programs_read() -> bool:
    """Return whether nothing here is a terminal, and nobody asks for colours or a width."""
    asked = any(name in os.environ for name in ("FORCE_COLOR", "TTY_COMPATIBLE", "COLUMNS"))
    streams = (sys.stdin, sys.stdout, sys.stderr)
    return not asked and not any(stream.isatty() for stream in streams if stream is not None)


def text_of(line: Line) -> str:
    """Return the text of a line without its styles."""
    return "".join(text for text, _ in line)


def rich_line(line: Line) -> "Text":
    """Return a line as rich has it, to which more can be added."""
    from rich.text import Text

    return Text.assemble(*line)


def board_lines(
    kit: Kit,
    position: Position,
    moves: Mapping[str, Move],
    notes: Mapping[int, Part] | None = None,
) -> list[Line]:
    """Return a board as lines; a bead is on the square of its move,
    a note of three signs on its square.

    The bead of a taken square has no room beside the mark that is there.

    Where a bead means a way from square to square it does not:
    its letter would hide the pieces that it moves between. The letters of pawns are small,
    as those of beads are not: B would be a black pawn and a blue bead.
    """
    first, second = (
        mark.lower() if kit.game.pieces is Pieces.PAWNS else mark for mark in kit.spec.marks
    )
    marks = {Side.FIRST.cell: first, Side.SECOND.cell: second, EMPTY: " "}
    cells = [(marks[cell].center(3), "bold") for cell in position.cells]
    for name, move in moves.items() if not kit.has_arrows else ():
        if kit.game.pieces is not Pieces.MARKS or position.cells[move[0]] == EMPTY:
            cells[move[0]] = bead_part(kit.colour(name))
    for square, note in (notes or {}).items():
        cells[square] = note
    columns = kit.game.columns
    lines: list[Line] = []
    for row in range(kit.game.rows):
        if row:
            lines.append([("+".join(["---"] * columns), "")])
        first_cell, *others = cells[row * columns : (row + 1) * columns]
        lines.append([first_cell, *(part for cell in others for part in (("|", ""), cell))])
    return lines


def bead_part(colour: Colour, bold: bool = False) -> Part:
    """Return the letter of a bead on its colour."""
    weight = "bold " if bold else ""
    return f" {colour.key} ", f"{weight}{colour.ink} on {colour.hex}"


def chip(colour: Colour, bold: bool = False) -> "Text":
    """Return the letter of a bead on its colour as rich has it, to which text may be added."""
    return rich_line([bead_part(colour, bold)])


def side_by_side(
    blocks: Sequence[tuple[str, Sequence[Line]]], gap: int = 6, most: int = SCREEN
) -> list[Line]:
    """Return blocks of lines beside each other, a title over each;
    what is wider than `most` goes on below.
    """
    widths = [max([len(title), *map(_cells, lines)]) for title, lines in blocks]
    fit = 1
    while fit < len(blocks) and sum(widths[: fit + 1]) + fit * gap <= most:
        fit += 1
    rows: list[Line] = []
    titled = ([[(title, "dim")], *lines] for title, lines in blocks[:fit])
    for abreast in zip_longest(*titled, fillvalue=()):
        row: list[Part] = []
        for line, width in zip(abreast, widths, strict=False):
            row += [*line, (" " * (width + gap - _cells(line)), "")]
        rows.append(row)
    return [*rows, [], *side_by_side(blocks[fit:], gap, most)] if blocks[fit:] else rows


def _cells(line: Line) -> int:
    """Return how many characters wide a line is on a terminal, where some are two."""
    plain = text_of(line)
    return len(plain) if plain.isascii() else rich_line(line).cell_len


@contextmanager
def progress(what: str, total: int, shown: bool = True) -> Iterator[Callable[[int], None]]:
    """Show a bar on the terminal (none where it is no terminal);
    call what this gives with how much was done more.
    """
    if not (shown and sys.stderr.isatty()):  # whatever the surroundings say of colours
        yield lambda _: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with _moving(*columns) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.advance(task, done)


@contextmanager
def busy(what: str) -> Iterator[None]:
    """Do in this what may take seconds: on a terminal a moving sign says that it goes on."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.progress import SpinnerColumn, TextColumn

    with _moving(SpinnerColumn(), TextColumn("{task.description} ...")) as bar:
        bar.add_task(what, total=None)
        yield


def _moving(*columns: "ProgressColumn") -> "Progress":
    from rich.console import Console
    from rich.progress import Progress

    # What is printed meanwhile stays where it is sent:
    # above the bar only where both are on the terminal.
    both = sys.stdout.isatty()
    return Progress(*columns, console=Console(stderr=True), transient=True, redirect_stdout=both)
