"""Writing kit files: a preset's choices, in a file with a comment on every key."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from menace_kit.machine.model import read_toml
from menace_kit.machine.templates import TemplateKind, template_path
from menace_kit.paths import KIT_FILE_NAME, kit_file_template

MEASURE_YOUR_OWN = "measure-your-own"
CONTAINER_FILE_NAME = "my-box.toml"


def kit_files(preset: str, container: str | None = None) -> dict[str, str]:
    """Return file name -> text: a kit.toml for a preset, and, to measure one's own box, a file for its sizes.

    UnknownNameError where there is no such preset or container.
    """
    import tomlkit  # here, for nothing else needs it

    path = template_path(TemplateKind.MACHINES, preset)
    chosen: dict[str, Any] = read_toml(path)
    files: dict[str, str] = {}
    if container is not None:
        source = template_path(TemplateKind.CONTAINERS, container)
        name = container
        if container == MEASURE_YOUR_OWN:
            name = CONTAINER_FILE_NAME
            files[name] = source.read_text(encoding="utf-8")
        chosen["print"] = {**chosen.get("print", {}), "container": name}
    document = tomlkit.parse(kit_file_template().read_text(encoding="utf-8"))
    if "cabinet" not in chosen:
        del document["cabinet"]
    _set(document, chosen)
    comment = "".join(f"{line}\n" for line in _leading_comment(path))
    return {KIT_FILE_NAME: f"{comment}#\n{tomlkit.dumps(document)}", **files}


def _set(table: Any, values: Mapping[str, Any]) -> None:
    """Set the values in a commented table; a value that is already there keeps its line."""
    for key, value in values.items():
        if isinstance(value, Mapping):
            _set(table[key], value)
        elif table.get(key) != value:
            table[key] = value


def _leading_comment(path: Path) -> list[str]:
    lines = path.read_text(encoding="utf-8").splitlines()
    end = next((number for number, line in enumerate(lines) if not line.startswith("#")), len(lines))
    return lines[:end]
