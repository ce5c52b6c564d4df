"""Tables in CSV files: written in one form, read in those that people and spreadsheets save."""

import codecs
import csv
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import field
from io import StringIO
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple, TypeVar

from menace_kit.errors import InputError, MapError, OutputError, RecordError
from menace_kit.files import read_file
from menace_kit.frozen import Frozen
from menace_kit.machine.spelling import did_you_mean

MOST_BYTES = 2_000_000
"""Larger files are no list of boxes: that of the largest preset has about 40,000 bytes."""

SEPARATORS = ",;\t"
"""What may separate cells; if in doubt, the first."""

WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
"""How workbooks begin, which are no tables yet: xlsx and ods, and the old xls."""

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_MARKED = re.compile(r"\s*sep=(.)[ \t]*(\r?\n|$)", re.IGNORECASE)

BYTE_ORDER_MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}

CODE_PAGE = "windows-1252"
"""What spreadsheets on Windows save in Western Europe without saying so."""

ValueT = TypeVar("ValueT")
OtherT = TypeVar("OtherT")


def csv_text(rows: Iterable[Iterable[object]]) -> str:
    """Return rows as CSV: commas between the cells, a line feed after each row."""
    text = StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


class Faults:
    """What is wrong with a file, collected so that everything is reported at once, by line."""

    def __init__(self, source: str) -> None:
        """Start without faults; messages call the file `source`."""
        self.source = source
        self._found: list[tuple[int, str]] = []

    def add(self, sentence: str, line: int = 0) -> None:
        """Add a fault; lines count from 1, and 0 means the whole file."""
        self._found.append((line, sentence))

    def tell(self) -> None:
        """Raise MapError with a line for each fault, as `file:line: what`, if there are any."""
        # Each fault once, by line; those of the whole file come last.
        in_order = sorted(dict.fromkeys(self._found), key=lambda fault: (fault[0] == 0, fault[0]))
        if in_order:
            places = {line: f"{self.source}:{line}" for line, _ in in_order} | {0: self.source}
            raise MapError("\n".join(f"{places[line]}: {said}" for line, said in in_order))


class CsvRow(Frozen):
    """A row of a table: its line in the file, and column -> text without spaces around it."""

    line: int
    cells: dict[str, str]
    faults: Faults = field(repr=False, compare=False)

    def fault(self, sentence: str) -> None:
        """Report what is wrong with this row."""
        self.faults.add(sentence, self.line)

    def read(
        self, column: str, meaning: Callable[[str], ValueT], otherwise: OtherT
    ) -> ValueT | OtherT:
        """Return the meaning of a cell; a missing column is read as "".

        A ValueError of `meaning` becomes a fault, and `otherwise` is returned.
        """
        try:
            return meaning(self.cells.get(column, ""))
        except ValueError as error:
            self.fault(str(error))
            return otherwise


class CsvTable(NamedTuple):
    """The columns as the first line names them, in lower case, and the rows that aren't empty."""

    columns: tuple[str, ...]
    rows: tuple[CsvRow, ...]


def read_table(path: Path, known: Sequence[str], needed: Sequence[str], faults: Faults) -> CsvTable:
    """Return the table in a CSV file.

    Commas, semicolons or tabs may separate cells; a byte order mark is allowed. Mistakes in single
    rows go to `faults`. Raises MapError if the file cannot be read as a table.
    """
    records = table_records(_text(path, faults.source))
    try:
        line, names = next(records, (0, []))
        if not any(names):
            raise MapError(
                f"{faults.source} is empty; its first line names the columns: {', '.join(known)}"
            )
        columns = tuple(name.casefold() for name in names)
        _check_columns(names, known, needed, faults, line)
        return CsvTable(columns, tuple(_rows(records, columns, faults)))
    except RecordError as error:
        raise MapError(f"{faults.source}:{error.line}: {error}") from error


def unicode_text(content: bytes) -> str | None:
    """Return these bytes as UTF-8 or UTF-16 text, even without a mark; None if neither fits."""
    encoding = next(
        (name for mark, name in BYTE_ORDER_MARKS.items() if content.startswith(mark)), "utf-8"
    )
    if encoding == "utf-8":
        # UTF-16 without a mark: Latin letters and digits have a zero byte
        # after or before them.
        zeros = {"utf-16-le": content[1:200:2], "utf-16-be": content[:200:2]}
        encoding = next(
            (name for name, half in zeros.items() if 2 * half.count(0) > len(half)), encoding
        )
    with suppress(UnicodeDecodeError):
        text = content.decode(encoding)
        return None if "\0" in text else text
    return None


class ToldText(NamedTuple):
    """A file's text, and a sentence about how it was read, if that isn't obvious."""

    text: str
    said: str = ""


def told_text(content: bytes, source: str, encoding: str | None = None) -> ToldText:
    """Return the text of a file in any form that spreadsheets and editors save.

    What is not in Unicode is read as CODE_PAGE, which is said. InputError where `encoding` does not
    fit, and for a workbook; OutputError where it is no text.
    """
    if content.startswith(WORKBOOKS):
        raise InputError(
            f"{source} is a workbook of a spreadsheet; "
            "save its sheet as CSV there, and name that file"
        )
    if encoding is not None:
        try:
            return ToldText(_lines_ended(content.decode(encoding)))
        except LookupError:
            raise InputError(
                f"there is no encoding {encoding!r}; known: utf-8, utf-16, {CODE_PAGE} ..."
            ) from None
        except UnicodeError as error:
            raise InputError(f"{source} is not text in {encoding}: {error}") from None
    if (text := unicode_text(content)) is not None:
        return ToldText(_lines_ended(text))
    with suppress(UnicodeDecodeError):
        text = content.decode(CODE_PAGE)
        if not _CONTROL.search(text):
            read = f"it is read as {CODE_PAGE}: {', '.join(_words_of_its_own(text))}"
            said = f"{source} is not in UTF-8; {read}. If these are wrong, say --encoding NAME"
            return ToldText(_lines_ended(text), said)
    raise OutputError(
        f"{source} is not a text file in UTF-8; save the table as `CSV UTF-8` and try again"
    )


def _lines_ended(text: str) -> str:
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def _words_of_its_own(text: str) -> list[str]:
    """Return the first words that aren't plain ASCII; they show which code page is right."""
    return [word for word in dict.fromkeys(re.findall(r"[^\s,;\"]+", text)) if not word.isascii()][
        :5
    ]


def _text(path: Path, source: str) -> str:
    """Return the file's text; raises MapError if it doesn't exist or isn't Unicode."""
    try:
        content = read_file(path, MOST_BYTES)
    except OutputError as error:
        if isinstance(error.__cause__, FileNotFoundError):
            raise MapError(f"there is no file {source}") from None
        raise
    text = unicode_text(content)
    if text is None:
        raise MapError(
            f"{source} is not a text file in UTF-8; save the table as `CSV UTF-8` and try again"
        )
    return text


def table_records(text: str, comment: str = "") -> Iterator[tuple[int, list[str]]]:
    """Return the non-empty records of a table, each with the line on which it begins.

    The first has the names of the columns, and decides what separates cells; with a single column,
    each line is one cell. Lines that begin with `comment` are skipped, unless it is empty. Raises
    RecordError if a quote is left open.
    """
    # Excel takes the separator from a first line such as `sep=;`.
    marked = _MARKED.match(text)
    lines = map(str.strip, text[marked.end() if marked else 0 :].splitlines())
    head = next((line for line in lines if line and not (comment and line.startswith(comment))), "")
    separator = marked[1] if marked else max(SEPARATORS, key=head.count)
    records = _records(text, separator if separator in head else "\t", comment)
    if marked:
        next(records, None)
    return records


def _records(text: str, separator: str, comment: str) -> Iterator[tuple[int, list[str]]]:
    begun, read, fresh = 1, 0, True

    def lines() -> Iterator[str]:
        nonlocal begun, read, fresh
        for line in StringIO(text, newline=""):
            read += 1
            if fresh and comment and line.lstrip().startswith(comment):
                continue
            begun, fresh = (read, False) if fresh else (begun, False)
            yield line

    try:
        for record in csv.reader(lines(), delimiter=separator, strict=True):
            cells = [cell.strip() for cell in record]
            if any(cells):
                yield begun, cells
            fresh = True
    except csv.Error as error:
        raise RecordError(f"from here on it cannot be read as CSV: {error}", begun) from error


def _check_columns(
    names: Sequence[str], known: Sequence[str], needed: Sequence[str], faults: Faults, line: int
) -> None:
    """Raise MapError with all columns that are unknown, repeated or missing."""
    columns = [name.casefold() for name in names]
    hints = [did_you_mean(name, known) for name in names]
    if not any(hints):
        raise MapError(
            f"{faults.source}:{line}: this should be the line that names "
            f"the columns: {', '.join(known)}"
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
                "there is something behind the last column; is a separator in it, "
                "without quotation marks?"
            )
        yield row
