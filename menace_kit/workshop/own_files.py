"""Templates of your own: files that are copied beside the kit file that names them."""

from pathlib import Path

from menace_kit.errors import KitError
from menace_kit.files import KIT_FILE_NAME, read_text
from menace_kit.machine.tables import Table
from menace_kit.machine.toml_files import TemplateKind, load_template, template_path


def copied(
    model: type[Table], kind: TemplateKind, name: str, folder: Path | None = None
) -> tuple[str, str]:
    """Return what the kit file calls a template, and the text of the file beside it, if any.

    A name that ends in `.toml` is a file in `folder`. Raises UnknownNameError if there is no such
    template, and KitError if the file is wrong.
    """
    path = template_path(kind, name, folder)
    if not name.endswith(".toml"):
        return name, ""
    load_template(model, kind, name, folder)
    if path.name == KIT_FILE_NAME:
        raise KitError(
            f"{path} cannot be copied beside the kit file, for it has the same name; rename it"
        )
    return path.name, read_text(path)
