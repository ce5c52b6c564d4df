"""The files in templates/ that a kit can name: which there are, and where a name leads."""

import difflib
from enum import Enum
from pathlib import Path

from menace_kit.errors import UnknownNameError
from menace_kit.paths import templates_folder


class TemplateKind(Enum):
    """A folder of templates that are chosen by name."""

    MACHINES = "machines"
    PALETTES = "palettes"
    CONTAINERS = "containers"
    BEADS = "beads"
    STOCK = "stock"
    TEXT = "text"
    GUIDE = "guide"

    @property
    def singular(self) -> str:
        """Return the word for one of them."""
        words = {
            "machines": "preset",
            "stock": "label stock",
            "text": "language",
            "guide": "language",
            "beads": "bead",
        }
        return words.get(self.value, self.value.removesuffix("s"))


def template_names(kind: TemplateKind) -> list[str]:
    """Return the names that can be chosen, in alphabetical order."""
    return sorted(path.stem for path in (templates_folder() / kind.value).glob("*.toml"))


def template_path(kind: TemplateKind, name: str, folder: Path | None = None) -> Path:
    """Return the file that `name` means: a template, or, where it ends in `.toml`, a file beside the kit file.

    UnknownNameError says where it was looked for and what can be chosen.
    """
    if name.endswith(".toml"):
        path = (folder or Path.cwd()) / name
        if not path.is_file():
            raise UnknownNameError(f"there is no file {path} for the {kind.singular}")
        return path
    names = template_names(kind)
    if name not in names:
        nearest = difflib.get_close_matches(name, names, n=1)
        hint = f"did you mean {nearest[0]}? " if nearest else ""
        raise UnknownNameError(f"there is no {kind.singular} {name!r}; {hint}choose from: {', '.join(names)}")
    return templates_folder() / kind.value / f"{name}.toml"
