"""A table of games whose first line names the columns."""

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from menace_kit.errors import GuideError, MenaceKitError, quoted
from menace_kit.frozen import Frozen
from menace_kit.guide.paper import FIELDS
from menace_kit.machine.csv_table import table_records
from menace_kit.text.typed_words import every_word, meaning, plain

Row = Mapping[str, Any] | MenaceKitError
"""A line's facts, or what is wrong with it."""


class Columns(Frozen):
    """The columns that a table's first line names, and the field of each.

    For a single move (`m1` to `m9`) the field is its number, for an unknown name None.
    """

    names: tuple[str, ...]
    fields: tuple[str | int | None, ...]

    @classmethod
    def named(cls, names: Sequence[str]) -> "Columns":
        """Return the columns with these names, in any language."""
        return cls(tuple(names), tuple(map(_field, names)))

    def fields_of(self, cells: Sequence[str]) -> dict[str, str]:
        """Return field -> a line's value; moves in single columns are joined in order.

        Raises GuideError if a move is missing between others.
        """
        found: dict[str, str] = {}
        moves: dict[int, str] = {}
        for named, cell in zip(self.fields, cells, strict=False):
            if isinstance(named, int):
                moves[named] = cell
            elif named and cell:
                found[named] = cell
        made = [number for number in sorted(moves) if moves[number]]
        for number in sorted(moves):
            if made and number < made[-1] and not moves[number]:
                raise GuideError(
                    f"m{number} is empty, and m{made[-1]} is not: which move is missing?"
                )
        if made:
            found["moves"] = ", ".join(moves[number] for number in made)
        return found

    def mistake(self) -> GuideError | None:
        """Return everything that is wrong with the names, or None."""
        known = f"columns: {', '.join(FIELDS)}"
        if not any(self.fields):
            hints = _with_hints([name for name in self.names if _hint(name)])
            above = f"above the first game a line has to name the {known}"
            return GuideError(f"{above}. There is {hints}" if hints else f"{above}.")
        pairs = zip(self.names, self.fields, strict=True)
        if unknown := _with_hints([name for name, named in pairs if name and not named]):
            return GuideError(f"there is no column {unknown}; {known}")
        if twice := self._twice():
            return GuideError(f"{twice} stands there twice; keep one of the columns")
        if not ({"moves", "result"} & {*self.fields} or self._has_single_moves):
            return GuideError(f"a column moves is needed, or else result; {known}")
        return None

    @property
    def _has_single_moves(self) -> bool:
        return any(isinstance(named, int) for named in self.fields)

    def _twice(self) -> str:
        """Return a field that two columns have, or ""."""
        fields = ["moves"] if self._has_single_moves else []
        fields += [f"m{each}" if isinstance(each, int) else each for each in self.fields if each]
        return next((named for named in fields if fields.count(named) > 1), "")


MOST_COLUMNS = 12
"""How many unknown columns are named; of the others only the number is."""


_MOVE = re.compile(r"(.*?) ?(\d{1,2})", re.ASCII)


def _field(name: str) -> str | int | None:
    """Return the field of a column, or the number of its move (`m1`, `move 1`)."""
    word = plain(name)
    if (found := _MOVE.fullmatch(word)) and int(found[2]):
        is_move = found[1] == "m" or meaning("columns", found[1]) == "moves"
        return int(found[2]) if is_move else None
    return meaning("columns", word)


def _with_hints(names: Sequence[str]) -> str:
    """Return names of columns, each with the field that may be meant."""
    shown = [f"{quoted(name, 40)}{_hint(name)}" for name in names[:MOST_COLUMNS]]
    if more := len(names) - len(shown):
        shown.append(f"and {more} more")
    return ", ".join(shown)


def _hint(name: str) -> str:
    # In four languages some word is always close: `white` to the French word for a box.
    nearest = get_close_matches(plain(name), every_word("columns"), n=1, cutoff=0.75)
    return f" (did you mean {meaning('columns', nearest[0])}?)" if nearest else ""


def table_rows(text: str) -> Iterator[tuple[int, Row]]:
    records = table_records(text, comment="#")
    line, names = next(records, (1, []))
    columns = Columns.named(names)
    if names and (wrong := columns.mistake()):
        yield line, wrong
        return
    for line, cells in records:
        if any(cells[len(names) :]):
            asked = "is a separator in one, without quotation marks?"
            yield line, GuideError(f"there are more cells than columns; {asked}")
            continue
        try:
            told = columns.fields_of(cells)
        except GuideError as error:
            yield line, error
            continue
        if told:
            yield line, told
