"""Where the project's own files are: the only module that finds templates/ and output/."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent

KIT_FILE_NAME = "kit.toml"
PROFILE_FILE_NAME = "printer.toml"


def templates_folder() -> Path:
    """Return the folder of templates: carried inside an installed package, beside it in a source checkout."""
    installed = _PACKAGE / "_templates"
    return installed if installed.is_dir() else _PACKAGE.parent / "templates"


def find_kit_file(start: Path) -> Path | None:
    """Return the nearest `kit.toml` in `start` or any folder above it, or None."""
    start = start.resolve()
    for folder in (start, *start.parents):
        candidate = folder / KIT_FILE_NAME
        if candidate.is_file():
            return candidate
    return None


def default_output_folder(kit_file: Path | None) -> Path:
    """Return `output/` beside the kit file, or in the working folder where there is none."""
    return (kit_file.parent if kit_file else Path.cwd()) / "output"


def font_file(bold: bool) -> Path:
    """Return the font that everything is printed in."""
    return templates_folder() / "fonts" / f"DejaVuSansCondensed{'-Bold' if bold else ''}.ttf"


def kit_file_template() -> Path:
    """Return the commented kit file that new ones are made from."""
    return templates_folder() / "kit.toml"


def default_profile(kit_file: Path | None) -> Path:
    """Return where the profile of a printer lies: beside the kit file, or in the working folder."""
    return (kit_file.parent if kit_file else Path.cwd()) / PROFILE_FILE_NAME


def default_journal(kit_file: Path | None) -> Path:
    """Return where a machine's journal lies: beside its kit file, or in the working folder."""
    return (kit_file.parent if kit_file else Path.cwd()) / "journal.sqlite"


def pages_folder() -> Path:
    """Return the templates of the companion's pages; what they show and run lies in `static` in it."""
    return templates_folder() / "pages"
