"""What a command found out, as text, JSON or CSV.

A command that reports tells a `Report`. The shortest example to copy is `operator/visitors.py`.
"""

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import typer

from menace_kit.cli.terminal import Line, print_lines
from menace_kit.text.phrases import Text
from menace_kit.views.shape import plain


class Right(str):
    """The heading of a right-aligned column."""


class Report(NamedTuple):
    """What a command found out.

    JSON has the `facts`: values, or a function that returns them, called only for JSON. CSV has
    only the table. People read the `head`, the table (whole numbers with thousands separators) and
    the `notes`; a line is a text, or parts with styles. If the table has no rows and `nothing` is a
    text, people read that instead.
    """

    facts: object = None
    head: Iterable[Text | Line] = ()
    columns: Sequence[str] = ()
    rows: Iterable[Iterable[object]] = ()
    notes: Iterable[Text | Line] = ()
    nothing: Text = ""

    def tell(self, as_json: bool = False, as_csv: bool = False, exit_code: int = 0) -> None:
        """Print the report. Raises Exit if the exit code is not 0."""
        if as_json:
            facts = self.facts() if callable(self.facts) else self.facts
            echo_whole(f"{json.dumps(plain(facts), ensure_ascii=False)}\n")
        elif as_csv:
            from menace_kit.machine.csv_table import csv_text

            echo_whole(csv_text([self.columns, *self.rows]))
        else:
            print_lines(self._lines())
        if exit_code:
            raise typer.Exit(exit_code)

    def _lines(self) -> Iterator[Text | Line]:
        rows = list(self.rows)
        if self.nothing and not rows:
            yield self.nothing
            return
        yield from self.head
        yield from table_lines(self.columns, rows)
        yield from self.notes


def echo_whole(text: str) -> None:
    """Print text for a program or file: UTF-8, whatever the terminal's encoding."""
    of_bytes = hasattr(sys.stdout, "buffer")  # a caller's stream may accept only text
    typer.echo(text.encode() if of_bytes else text, nl=False)


def number_of(number: int, one: str, several: str = "") -> str:
    """Return `1 game` or `1,200 games`; `several` is a plural that isn't formed with an s."""
    return f"{number:,} {one if number == 1 else several or f'{one}s'}"


def table_lines(columns: Sequence[str], rows: Iterable[Iterable[object]]) -> Iterator[str]:
    """Yield the lines of a table, each column as wide as its longest cell.

    Columns without any text are left out, and so is the heading if all are empty.
    """
    table = [list(columns)] if any(columns) else []
    table += [list(map(_cell, row)) for row in rows]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    signs = [">" if isinstance(heading, Right) else "<" for heading in columns or widths]
    for row in table:
        cells = zip(row, signs, widths, strict=True)
        yield "  ".join(f"{cell:{sign}{width}}" for cell, sign, width in cells if width).rstrip()


def _cell(value: object) -> str:
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return f"{value:,}" if is_number else str(value)
