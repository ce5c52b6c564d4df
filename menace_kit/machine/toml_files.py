"""TOML files: how to read them, and the templates that a kit can name."""

import re
from enum import Enum
from functools import lru_cache
from pathlib import Path
from typing import Any

from menace_kit.errors import KitError, NotTextError, UnknownNameError, shortened
from menace_kit.files import read_text, templates_folder
from menace_kit.machine.spelling import did_you_mean
from menace_kit.machine.tables import Table, TableT, parse_table

MOST_BYTES = 1_000_000
"""Larger files are refused; a kit file with every key explained has about 10,000 bytes."""


def read_toml(path: Path) -> dict[str, Any]:
    """Return the tables of a TOML file.

    Raises KitError or OutputError, which name the file and say what is wrong.
    """
    return _tables(_text(path), path)


def read_table(table: type[TableT], path: Path, source: str) -> TableT:
    """Return a TOML file as a checked table.

    The file is read every time, since people edit theirs; a text seen before isn't parsed again.
    Raises KitError, which names the source and says what is wrong.
    """
    # Mypy takes the __hash__ of the table's instances, which have none, for that of the class.
    parsed: TableT = _parsed(table, _text(path), path, source)  # type: ignore[arg-type]
    return parsed


@lru_cache(maxsize=256)
def _parsed(table: type[Table], text: str, path: Path, source: str) -> Any:
    return parse_table(table, _tables(text, path), source)


def _text(path: Path) -> str:
    try:
        return read_text(path, MOST_BYTES)
    except NotTextError as error:
        raise KitError(str(error)) from error


def _tables(text: str, path: Path) -> dict[str, Any]:
    import tomllib

    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise KitError(
            f"{path} is not TOML: {shortened(str(error), 200)}{_line_and_hint(text, str(error))}"
        ) from error
    except (RecursionError, ValueError) as error:
        # tomllib lets these through for endless brackets or digits.
        raise KitError(f"{path} is not TOML: something in it is far too long or deep") from error


def _line_and_hint(text: str, message: str) -> str:
    """Return the line that TOML could not parse, and the most common causes."""
    found = re.search(r"at line (\d+)", message)
    lines = text.splitlines()
    if found is None or int(found[1]) > len(lines):
        return ""
    line = shortened(lines[int(found[1]) - 1].strip())
    return (
        f". The line reads: {line} - words stand in straight quotation marks, numbers have "
        "a point (17.5) and no mm, yes and no are true and false"
    )


class TemplateKind(Enum):
    """A folder of templates that are chosen by name."""

    MACHINES = "machines"
    PALETTES = "palettes"
    CONTAINERS = "containers"
    BEADS = "beads"
    STOCK = "stock"
    TEXT = "text"

    @property
    def singular(self) -> str:
        words = {"machines": "preset", "stock": "label stock", "text": "language"}
        return words.get(self.value, self.value.removesuffix("s"))


def template_names(kind: TemplateKind) -> list[str]:
    """Return the names that can be chosen, in alphabetical order."""
    files = (templates_folder() / kind.value).iterdir()
    return sorted(path.stem for path in files if path.suffix == ".toml")


def template_path(kind: TemplateKind, name: str, folder: Path | None = None) -> Path:
    """Return the file for a name: a template, or a file beside the kit file if it ends in `.toml`.

    Raises UnknownNameError, which says where it was looked for and what can be chosen.
    """
    if name.endswith(".toml"):
        path = (folder or Path.cwd()) / name
        if not path.exists():
            raise UnknownNameError(f"there is no file {path} for the {kind.singular}")
        return path
    names = template_names(kind)
    if name not in names:
        choices = f"{did_you_mean(name, names)} choose from: {', '.join(names)}".strip()
        raise UnknownNameError(f"there is no {kind.singular} {name!r}; {choices}")
    return templates_folder() / kind.value / f"{name}.toml"


def load_template(
    table: type[TableT], kind: TemplateKind, name: str, folder: Path | None = None
) -> TableT:
    """Return a template as a checked table.

    Raises KitError, which names the file and says what is wrong.
    """
    path = template_path(kind, name, folder)
    return read_table(table, path, str(path))
