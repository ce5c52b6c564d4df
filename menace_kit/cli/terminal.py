"""Terminal output that commands share: coloured lines, boards with beads, progress."""

import os
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import zip_longest
from typing import TYPE_CHECKING

from menace_kit.cli.hints import completed
from menace_kit.games import EMPTY, Move, Pieces, Position, Side
from menace_kit.machine import Colour, Kit
from menace_kit.text import Phrase
from menace_kit.text.phrases import Text as Told

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress, ProgressColumn
    from rich.text import Text

Part = tuple[str, str]
"""A text, and the name of its style in rich."""

Line = Sequence[Part]

SCREEN = 80
"""Columns of the narrowest terminal, and of output read by a program."""


def plain_console() -> "Console":
    """Return a console without markup: a name can be [red] or :gem:."""
    from rich.console import Console

    return Console(highlight=False, markup=False, emoji=False)


def print_lines(lines: Iterable[Told | Line]) -> None:
    """Print lines without wrapping; parts have their colours if the terminal has any.

    Programs get the bare text without rich, which takes longer to load than the rest of a look-up.
    """
    bare = _only_programs_read()
    for line in lines:
        # Not typer.echo: it assumes UTF-8 even if the terminal has fewer characters.
        if isinstance(line, str | Phrase):
            print(completed(str(line)), flush=True)
        elif bare and (plain := text_of(line)).isprintable():
            print(plain, flush=True)
        else:
            plain_console().print(rich_line(line), soft_wrap=True)


def wrapped(text: str, indent: str = "") -> list[str]:
    """Return a text as lines for the narrowest terminal; a non-breaking space is never a break.

    All lines but the first begin with the indent.
    """
    lines = textwrap.wrap(text, SCREEN, subsequent_indent=indent, break_on_hyphens=False)
    return [line.replace("\xa0", " ") for line in lines]


def _only_programs_read() -> bool:
    """Return whether no stream is a terminal, and nobody asks for colours or a width."""
    asked = any(name in os.environ for name in ("FORCE_COLOR", "TTY_COMPATIBLE", "COLUMNS"))
    streams = (sys.stdin, sys.stdout, sys.stderr)
    return not asked and not any(stream.isatty() for stream in streams if stream is not None)


def can_ask() -> bool:
    """Return whether somebody sees what is printed, and can answer."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def text_of(line: Line) -> str:
    return "".join(text for text, _ in line)


def rich_line(line: Line) -> "Text":
    """Return a line as rich text, to which you can add more."""
    from rich.text import Text

    return Text.assemble(*line)


def board_lines(
    kit: Kit,
    position: Position,
    moves: Mapping[str, Move],
    notes: Mapping[int, Part] | None = None,
) -> list[Line]:
    """Return a board as lines: beads on the squares of their moves, three-character notes.

    A bead has no room on a taken square, beside the mark.

    If beads mean moves from square to square, they are left out: their letters would hide the
    pieces. Letters of pawns are lower-case, unlike those of beads: B would be a black pawn and a
    blue bead.
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


def chip(colour: Colour) -> "Text":
    """Return the bold letter of a bead on its colour as rich text, to which you can add more."""
    return rich_line([bead_part(colour, bold=True)])


GAP = 6
"""Columns between blocks of lines."""


def side_by_side(blocks: Sequence[tuple[str, Sequence[Line]]]) -> list[Line]:
    """Return blocks of lines beside each other, each with a title.

    Blocks that do not fit on the screen go below.
    """
    widths = [max([len(title), *map(_cells, lines)]) for title, lines in blocks]
    fit = 1
    while fit < len(blocks) and sum(widths[: fit + 1]) + fit * GAP <= SCREEN:
        fit += 1
    rows: list[Line] = []
    titled = ([[(title, "dim")], *lines] for title, lines in blocks[:fit])
    for abreast in zip_longest(*titled, fillvalue=()):
        row: list[Part] = []
        for line, width in zip(abreast, widths, strict=False):
            row += [*line, (" " * (width + GAP - _cells(line)), "")]
        rows.append(row)
    return [*rows, [], *side_by_side(blocks[fit:])] if blocks[fit:] else rows


def _cells(line: Line) -> int:
    """Return a line's width on a terminal, where some characters take two columns."""
    plain = text_of(line)
    return len(plain) if plain.isascii() else rich_line(line).cell_len


@contextmanager
def progress(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """Show a progress bar on a terminal; call the given function with how much more was done."""
    if not sys.stderr.isatty():  # even if the environment forces colours
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
    """Show a spinner on a terminal while the body runs."""
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

    # Don't redirect other output:
    # move it above the bar only if both are on the terminal.
    both = sys.stdout.isatty()
    return Progress(*columns, console=Console(stderr=True), transient=True, redirect_stdout=both)
