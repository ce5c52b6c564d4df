"""The files in templates/ that a kit can name: which there are, and where a name leads."""

from enum import Enum
from pathlib import Path

from menace_kit.errors import UnknownNameError
from menace_kit.machine.model import ModelT, did_you_mean, parse_model, read_toml
from menace_kit.paths import templates_folder


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
        """Return the word for one of them."""
        words = {
            "machines": "preset",
            "stock": "label stock",
            "text": "language",
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
        choices = f"{did_you_mean(name, names)} choose from: {', '.join(names)}".strip()
        raise UnknownNameError(f"there is no {kind.singular} {name!r}; {choices}")
    return templates_folder() / kind.value / f"{name}.toml"


def load_template(model: type[ModelT], kind: TemplateKind, name: str, folder: Path | None = None) -> ModelT:
    """Return what the template of this name says, checked; KitError names the file and what is wrong with it."""
    path = template_path(kind, name, folder)
    return parse_model(model, read_toml(path), str(path))
