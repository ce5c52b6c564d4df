"""Where the project's own files are: the only module that finds templates/, output/ and the user's cache."""

import contextlib
import os
import sys
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent

KIT_FILE_NAME = "kit.toml"
PROFILE_FILE_NAME = "printer.toml"
JOURNAL_FILE_NAME = "journal.sqlite"
OUTPUT_FOLDER_NAME = "output"


def templates_folder() -> Path:
    """Return the folder of templates: carried inside an installed package, beside it in a source checkout."""
    installed = _PACKAGE / "_templates"
    return installed if installed.is_dir() else _PACKAGE.parent / "templates"


def find_kit_file(start: Path) -> Path | None:
    """Return the nearest `kit.toml` in `start` or any folder above it, or None."""
    start = start.resolve()
    candidates = (folder / KIT_FILE_NAME for folder in (start, *start.parents))
    # One that is a folder, or a link to nowhere, is told about when it is read, not passed over for another machine.
    return next(filter(os.path.lexists, candidates), None)


def beside(kit_file: Path | None, name: str) -> Path:
    """Return where a file or folder of this name lies: beside the kit file, or in the working folder."""
    return (kit_file.parent if kit_file else Path.cwd()) / name


def font_file(bold: bool) -> Path:
    """Return the font that everything is printed in."""
    return templates_folder() / "fonts" / f"DejaVuSansCondensed{'-Bold' if bold else ''}.ttf"


def pages_folder() -> Path:
    """Return the templates of the companion's pages; what they show and run lies in `static` in it."""
    return templates_folder() / "pages"


def code_of(room: str) -> list[Path]:
    """Return the modules of a folder of the program."""
    return sorted((_PACKAGE / room).glob("*.py"))


def cache_folder() -> Path | None:
    """Return where what can be made again is kept for this user, or None where there is no such place.

    By the rules of each system: XDG Base Directory Specification 0.8, Apple's File System Programming Guide, and
    LOCALAPPDATA of Windows.
    """
    with contextlib.suppress(RuntimeError):  # there is no home
        if sys.platform == "win32":
            base = Path(os.environ.get("LOCALAPPDATA", ""))
        elif sys.platform == "darwin":
            base = Path.home() / "Library" / "Caches"
        else:
            base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
        if base.is_absolute():
            return base / "menace-kit"
    return None
