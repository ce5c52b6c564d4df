"""The files of a sweep: the part that grows while it is played, and the whole as CSV or Parquet.

The part has a first line that says which sweep it belongs to, and then CSV with the rows in the order in which they
came; each task's are on the disk before the next is asked for. A row that a killed program left half-written is
dropped, and played again.
"""

import csv
import io
import json
import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from menace_kit import __version__
from menace_kit.errors import LabError, OutputError
from menace_kit.lab.studies.sweep import Cell, Row, Rows, Sweep, value_text

FORMATS = ("csv", "parquet")

COLUMNS = (*(name for name in Cell._fields), *Row._fields)

SIGN = "# menace-kit sweep "
"""What a part begins with."""

_WHAT = {
    "version": "another version of menace-kit",
    "kit": "another kit",
    "seed": "another seed",
    "games": "another number of games",
    "runs": "another number of runs",
    "cells": "another grid",
}
_FLAGS = {"true": True, "false": False}
_RULES = len(Cell._fields)


def part_path(output: Path) -> Path:
    """Return where the finished runs of an unfinished sweep are kept: beside its output."""
    return output.with_name(f"{output.name}.part.csv")


def parameters(sweep: Sweep) -> dict[str, Any]:
    """Return all that the rows of a sweep depend on, as JSON has it."""
    return {
        "version": __version__,
        "kit": sweep.kit.fingerprint,
        "seed": sweep.seed,
        "games": sweep.games,
        "runs": sweep.runs,
        "cells": [list(cell.texts) for cell in sweep.cells],
    }


class Part:
    """The part of a sweep: `rows` are those that it has; `add` writes more of them down.

    LabError where the file belongs to another sweep, or is none; OutputError where it cannot be read or written.
    """

    def __init__(self, path: Path, sweep: Sweep) -> None:
        """Read what is there, or begin a new file."""
        self.path, self._sweep = path, sweep
        self.rows: dict[tuple[Cell, int], Row] = {}
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = path.open("a+b")
        except OSError as error:
            raise OutputError(f"cannot write {path}: {error.strerror}") from error
        try:
            self._begin()
        except BaseException:
            self._file.close()
            raise

    def _begin(self) -> None:
        try:
            self._file.seek(0)
            content = self._file.read()
            whole = content[: content.rfind(b"\n") + 1]
            if not SIGN.encode().startswith(content[: len(SIGN)]):
                raise LabError(f"{self.path} is not the part of a sweep; it stays as it is")
            if whole.count(b"\n") < 2:  # new, or killed within the first two lines
                whole = b""
            self._file.truncate(len(whole))
        except OSError as error:
            raise OutputError(f"cannot read {self.path}: {error.strerror}") from error
        if whole:
            self._read(whole.decode("utf-8", errors="replace").splitlines())
        else:
            self._write(f"{SIGN}{json.dumps(parameters(self._sweep))}\n{_csv([COLUMNS])}")

    def _read(self, lines: Sequence[str]) -> None:
        self._check_sweep(lines[0].removeprefix(SIGN))
        cells = {cell.texts: cell for cell in self._sweep.cells}
        for number, fields in enumerate(csv.reader(lines[1:]), start=2):
            if number == 2 and tuple(fields) == COLUMNS:
                continue
            try:
                cell, row = cells[tuple(fields[:_RULES])], _row(fields[_RULES:])
                if not self._is_possible(row):
                    raise ValueError("no such run")
            except (KeyError, ValueError, TypeError) as error:
                raise LabError(
                    f"{self.path}: line {number} is damaged; remove that line (its run is played again), or the file"
                ) from error
            self.rows[cell, row.run] = row

    def _is_possible(self, row: Row) -> bool:
        return (
            1 <= row.run <= self._sweep.runs
            and min(row.won, row.drawn, row.lost, row.first_box_beads) >= 0
            and row.won + row.drawn + row.lost == row.games <= self._sweep.games
        )

    def _check_sweep(self, text: str) -> None:
        try:
            found, own = json.loads(text), parameters(self._sweep)
            differs = [what for key, what in _WHAT.items() if found[key] != own[key]]
        except (ValueError, KeyError, TypeError) as error:
            raise LabError(f"{self.path}: the first line is damaged; remove the file") from error
        if differs:
            raise LabError(
                f"{self.path} has the finished runs of a sweep with {', '.join(differs)}; go on with that one, name "
                "another --output, or remove the file"
            )

    def add(self, cell: Cell, rows: Iterable[Row]) -> None:
        """Write the rows of a cell down, onto the disk."""
        new = {(cell, row.run): row for row in rows}
        self._write(_csv(_fields(cell, row) for row in new.values()))
        self.rows |= new

    def _write(self, text: str) -> None:
        try:
            self._file.write(text.encode())
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise OutputError(
                f"cannot write {self.path}: {error.strerror}; the runs before are kept in it"
            ) from error

    def remove(self) -> None:
        """Take the file away: the whole is written."""
        self._file.close()
        try:
            self.path.unlink(missing_ok=True)
        except OSError as error:
            raise OutputError(f"cannot remove {self.path}: {error.strerror}") from error

    def __enter__(self) -> "Part":
        """Work inside of this; the file is closed at the end."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the file."""
        self._file.close()


def _row(fields: Sequence[str]) -> Row:
    run, seed, games, won, drawn, lost, dead, saturated, beads = fields
    return Row(
        int(run),
        int(seed),
        int(games),
        int(won),
        int(drawn),
        int(lost),
        dead=_FLAGS[dead],
        saturated=_FLAGS[saturated],
        first_box_beads=int(beads),
    )


def _fields(cell: Cell, row: Row) -> list[str]:
    return [*cell.texts, *(str(value).lower() for value in row)]


def _csv(lines: Iterable[Iterable[str]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(lines)
    return text.getvalue()


def sweep_csv(sweep: Sweep, rows: Rows) -> bytes:
    """Return all rows as CSV, in the order of the grid."""
    return _csv([COLUMNS, *(_fields(cell, rows[cell, run]) for cell, run in sweep.keys)]).encode()


def sweep_parquet(sweep: Sweep, rows: Rows) -> bytes:
    """Return all rows as Parquet, in the order of the grid; the metadata `menace_kit` has the parameters as JSON.

    Rewards are whole numbers, or texts like 3/3/2/1 where one of the column is by stage.
    """
    import pyarrow
    from pyarrow import parquet

    types = dict.fromkeys(Row._fields, pyarrow.int64()) | {
        "seed": pyarrow.uint64(),
        "dead": pyarrow.bool_(),
        "saturated": pyarrow.bool_(),
    }
    keys = list(sweep.keys)
    columns = {
        name: pyarrow.array([getattr(rows[key], name) for key in keys], kind) for name, kind in types.items()
    }
    rules = {name: _rule_column(name, [cell for cell, _ in keys]) for name in Cell._fields}
    about = {"menace_kit": json.dumps(parameters(sweep))}
    table = pyarrow.table(rules | columns).replace_schema_metadata(about)
    sink = io.BytesIO()
    parquet.write_table(table, sink)
    return sink.getvalue()


def _rule_column(name: str, cells: Sequence[Cell]) -> Any:
    import pyarrow

    values = [getattr(cell, name) for cell in cells]
    if name in ("win", "draw", "loss"):
        if all(isinstance(value, int) for value in values):
            return pyarrow.array(values, pyarrow.int64())
        return pyarrow.array([value_text(value, "/") for value in values], pyarrow.string())
    return pyarrow.array([cell.texts[Cell._fields.index(name)] for cell in cells], pyarrow.string())
