"""Tables in CSV files: written in one way, read as people and spreadsheets save them, all faults told at once."""

import csv
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from io import StringIO
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple, TypeVar

from menace_kit.errors import MapError, OutputError
from menace_kit.files import read_file
from menace_kit.machine.toml_files import did_you_mean

MOST_BYTES = 2_000_000
"""A file larger than this is no list of boxes: the largest machine of the presets takes some 40,000."""

_SEPARATORS = ",;\t"

ValueT = TypeVar("ValueT")
OtherT = TypeVar("OtherT")


def csv_text(rows: Iterable[Iterable[object]]) -> str:
    """Return rows as CSV: commas between the cells, a line feed behind each line."""
    text = StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


class Faults:
    """What is wrong with a file, collected so that all of it is told at once, in the order of its lines."""

    def __init__(self, source: str) -> None:
        """Begin with none; `source` is what the file is called."""
        self.source = source
        self._found: list[tuple[int, str]] = []

    def add(self, sentence: str, line: int = 0) -> None:
        """Take a fault in; its line counts from 1, and 0 is for the file as a whole."""
        self._found.append((line, sentence))

    def tell(self) -> None:
        """Raise a MapError with a line for each fault, as `file:line: what`; nothing where there is none."""
        # Each once, by line; those of the whole file come last.
        in_order = sorted(dict.fromkeys(self._found), key=lambda fault: (fault[0] == 0, fault[0]))
        if in_order:
            places = {line: f"{self.source}:{line}" for line, _ in in_order} | {0: self.source}
            raise MapError("\n".join(f"{places[line]}: {said}" for line, said in in_order))


@dataclass(frozen=True)
class CsvRow:
    """A line of a table: its number in the file, and column -> what stands there, without spaces around it."""

    line: int
    cells: dict[str, str]
    faults: Faults = field(repr=False, compare=False)

    def fault(self, sentence: str) -> None:
        """Take in what is wrong with this line."""
        self.faults.add(sentence, self.line)

    def read(self, column: str, meaning: Callable[[str], ValueT], otherwise: OtherT) -> ValueT | OtherT:
        """Return the meaning of a cell, empty where the column is missing; a ValueError from it becomes a fault."""
        try:
            return meaning(self.cells.get(column, ""))
        except ValueError as error:
            self.fault(str(error))
            return otherwise


class CsvTable(NamedTuple):
    """The columns as the first line names them, in small letters, and the rows that are not empty."""

    columns: tuple[str, ...]
    rows: tuple[CsvRow, ...]


def read_table(path: Path, known: Sequence[str], needed: Sequence[str], faults: Faults) -> CsvTable:
    """Return the table in a CSV file: separated by commas, semicolons or tabs, in UTF-8 with or without a mark.

    MapError where it cannot be read as a table at all; what is wrong with single lines goes to `faults`.
    """
    text = _text(path, faults.source)
    lines = text.splitlines()
    # Excel can be told the separator in a first line of its own.
    told = lines[0].strip().lower() if lines else ""
    marked = told[4:] if told.startswith("sep=") and len(told) == 5 else ""
    head = next((line for line in lines[bool(marked) :] if line.strip()), "")
    separator = marked or max(_SEPARATORS, key=head.count)
    records = _records(text, separator, faults.source)
    if marked:
        next(records, None)
    line, names = next(records, (0, []))
    if not any(names):
        raise MapError(f"{faults.source} is empty; its first line names the columns: {', '.join(known)}")
    columns = tuple(name.casefold() for name in names)
    _check_columns(names, known, needed, faults, line)
    return CsvTable(columns, tuple(_rows(records, columns, faults)))


def _text(path: Path, source: str) -> str:
    """Return the file's text; MapError where it is not there or not text in UTF-8."""
    try:
        content = read_file(path, MOST_BYTES)
    except OutputError as error:
        if isinstance(error.__cause__, FileNotFoundError):
            raise MapError(f"there is no file {source}") from None
        raise
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise MapError(
            f"{source}:{line}: this is not text in UTF-8; save the table as `CSV UTF-8` and try again"
        ) from error
    if "\0" in text:
        raise MapError(f"{source} is not a text file; save the table as `CSV UTF-8` and try again")
    return text


def _records(text: str, separator: str, source: str) -> Iterator[tuple[int, list[str]]]:
    """Yield each record with something in it, and the line on which it begins; MapError where a quote is left open."""
    reader = csv.reader(StringIO(text, newline=""), delimiter=separator, strict=True)
    begun = 1
    try:
        for record in reader:
            cells = [cell.strip() for cell in record]
            if any(cells):
                yield begun, cells
            begun = reader.line_num + 1
    except csv.Error as error:
        raise MapError(f"{source}:{begun}: from here on it cannot be read as CSV: {error}") from error


def _check_columns(
    names: Sequence[str], known: Sequence[str], needed: Sequence[str], faults: Faults, line: int
) -> None:
    """MapError where a column is unknown, stands twice or is missing; all of it at once."""
    columns = [name.casefold() for name in names]
    hints = [did_you_mean(name, known) for name in names]
    if not any(hints):
        raise MapError(
            f"{faults.source}:{line}: this should be the line that names the columns: {', '.join(known)}"
        )
    for number, (name, column, hint) in enumerate(zip(names, columns, hints, strict=True)):
        if column and column in columns[:number]:
            faults.add(f"the column {name!r} stands there twice", line)
        elif column and column not in map(str.casefold, known):
            choices = f"{hint} columns: {', '.join(known)}".strip()
            faults.add(f"there is no column {name[:40]!r}; {choices}", line)
    for name in needed:
        if name not in columns:
            faults.add(f"there is no column {name!r}, and it is needed", line)
    faults.tell()


def _rows(
    records: Iterator[tuple[int, list[str]]], columns: Sequence[str], faults: Faults
) -> Iterator[CsvRow]:
    for line, cells in records:
        named = list(zip_longest(columns, cells, fillvalue=""))
        row = CsvRow(line, {column: cell for column, cell in named if column}, faults)
        if any(cell for column, cell in named if not column):
            row.fault(
                "there is something behind the last column; is a separator in it, without quotation marks?"
            )
        yield row
