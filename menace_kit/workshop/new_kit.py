"""Writing kit files: a preset's choices, in a file with a comment on every key."""

import re
from collections.abc import Mapping, Sequence
from itertools import takewhile
from pathlib import Path
from typing import Any

from menace_kit.errors import KitError
from menace_kit.files import read_text
from menace_kit.machine.schema import Container
from menace_kit.machine.toml_files import TemplateKind, parse_model, read_toml, template_path
from menace_kit.paths import KIT_FILE_NAME, templates_folder

MEASURE_YOUR_OWN = "measure-your-own"
CONTAINER_FILE_NAME = "my-box.toml"

_COMMENT_COLUMN = 35
"""Where the comments of the commented kit file stand, as far as there is room for it."""


def kit_files(preset: str, container: str | None = None) -> dict[str, str]:
    """Return file name -> text: a kit.toml for a preset, and, to measure one's own box, a file for its sizes.

    A container that is a file, for its name ends in `.toml`, is copied beside the kit file. UnknownNameError where
    there is no such preset or container, KitError where the container's file is not right.
    """
    if preset.endswith(".toml"):
        raise KitError(f"{preset} is a kit file already; copy it, or name a preset to start from")
    path = template_path(TemplateKind.MACHINES, preset)
    chosen: dict[str, Any] = read_toml(path)
    files: dict[str, str] = {}
    if container is not None:
        name, text = container_file(container)
        files |= {name: text} if text else {}
        chosen["print"] = {**chosen.get("print", {}), "container": name}
    return {KIT_FILE_NAME: commented_kit_file(chosen, _leading_comment(path)), **files}


def commented_kit_file(chosen: Mapping[str, Any], comment: Sequence[str]) -> str:
    """Return a kit file with these choices and a comment on every key, below the lines of a comment on the whole."""
    import tomlkit  # here, for nothing else needs it

    template = templates_folder() / KIT_FILE_NAME
    document = tomlkit.parse(_with_keys(template.read_text(encoding="utf-8"), chosen))
    _set(document, chosen)
    text = tomlkit.dumps(document)
    if "cabinet" not in chosen:
        text = _commented_out(text, "[cabinet]")
    return "".join(f"{line}\n" for line in [*comment, "#"]) + text


def _with_keys(text: str, chosen: Mapping[str, Any]) -> str:
    """Return the text without the # before the keys that are chosen and are only a comment in it."""
    table, lines = "", []
    for line in text.splitlines():
        if heading := re.match(r"\[([a-z-]+)\]", line):
            table = heading[1]
        key = re.match(r"# ([a-z-]+) = ", line)
        wanted = key and key[1] in chosen.get(table, {})
        lines.append(line[2:].replace("  # ", "    # ", 1) if wanted else line)
    return "".join(f"{line}\n" for line in lines)


def container_file(container: str) -> tuple[str, str]:
    """Return what the kit file calls a container, and the text of the file to go beside it, if there is one."""
    source = template_path(TemplateKind.CONTAINERS, container)
    if container == MEASURE_YOUR_OWN:
        return CONTAINER_FILE_NAME, source.read_text(encoding="utf-8")
    if not container.endswith(".toml"):
        return container, ""
    parse_model(Container, read_toml(source), str(source))
    if source.name == KIT_FILE_NAME:
        raise KitError(f"{source} cannot be copied beside the kit file, for it has the same name; rename it")
    return source.name, read_text(source)


def _set(table: Any, values: Mapping[str, Any]) -> None:
    """Set the values in a commented table; a value that is already there keeps its line, comments stay in line."""
    from tomlkit.items import Table

    for key, value in values.items():
        if isinstance(value, Mapping):
            _set(table[key], value)
        elif table.get(key) != value:
            table[key] = value
            line: Any = (table.value if isinstance(table, Table) else table).item(key)
            length = len(f"{key} = {line.as_string()}")
            line.trivia.comment_ws = " " * max(1, _COMMENT_COLUMN - length)


def _commented_out(text: str, heading: str) -> str:
    """Return the text with a # before each line from a heading to the next empty one; comments stay as they are."""
    lines = text.splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith(heading))
    last = lines.index("", first)
    lines[first:last] = [line if line.startswith("#") else f"# {line}" for line in lines[first:last]]
    return "".join(f"{line}\n" for line in lines)


def _leading_comment(path: Path) -> list[str]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return list(takewhile(lambda line: line.startswith("#"), lines))
