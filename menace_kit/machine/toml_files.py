"""TOML files: how they are read, and which templates there are that a kit can name."""

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
"""A file of ours with every key and its explanation has some 10,000."""


def read_toml(path: Path) -> dict[str, Any]:
    """Return the tables of a TOML file; KitError or OutputError names the file
    and what is wrong with it.
    """
    return _tables(_text(path), path)


def read_table(table: type[TableT], path: Path, source: str) -> TableT:
    """Return what a TOML file says, checked; KitError names the source and what is wrong with it.

    The file is read each time, for people change theirs; a text that was parsed before is not
    parsed again.
    """
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
        # tomllib lets these through for brackets and digits without end.
        raise KitError(f"{path} is not TOML: something in it is far too long or deep") from error


def _line_and_hint(text: str, message: str) -> str:
    """Return the line that TOML stumbled over, and what most often is wrong with one."""
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
    """Return the file that `name` means: a template, or, where it ends in `.toml`,
    a file beside the kit file.

    UnknownNameError says where it was looked for and what can be chosen.
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
    """Return what the template of this name says, checked;
    KitError names the file and what is wrong with it.
    """
    path = template_path(kind, name, folder)
    return read_table(table, path, str(path))
