"""Find the project's files, read the user's, and write ours whole or not at all.

Files of one act appear together. Reading notes each file's digest, so that results can be kept
until a file changes. No other module locates templates/, output/ and the user's cache.
"""

import contextlib
import errno
import os
import stat
import sys
import time
from collections.abc import Collection, Iterator, Mapping
from contextvars import ContextVar
from importlib.util import source_hash
from pathlib import Path
from typing import BinaryIO

from menace_kit.errors import InputError, NotTextError, OutputError

_PACKAGE = Path(__file__).resolve().parent


KIT_FILE_NAME = "kit.toml"


PROFILE_FILE_NAME = "printer.toml"


LOGBOOK_FILE_NAME = "logbook.sqlite"


FORMER_LOGBOOK_FILE_NAME = "journal.sqlite"
"""The logbook's file name before 0.1."""


OUTPUT_FOLDER_NAME = "output"


MOST_BYTES = 100_000_000
"""Larger files are refused; a logbook of many years takes a tenth of this."""


def templates_folder() -> Path:
    """Return the templates: inside an installed package, beside it in a source checkout."""
    installed = _PACKAGE / "_templates"
    return installed if installed.is_dir() else _PACKAGE.parent / "templates"


def find_kit_file(start: Path) -> Path | None:
    """Return the nearest `kit.toml` in `start` or any folder above it, or None."""
    start = start.resolve()
    candidates = (folder / KIT_FILE_NAME for folder in (start, *start.parents))
    # A folder or broken link of this name is an error when it is read. Skipping it would
    # silently use another machine's kit.
    return next(filter(os.path.lexists, candidates), None)


def beside(kit_file: Path | None, name: str) -> Path:
    """Return the path of this name beside the kit file, or in the working folder."""
    return (kit_file.parent if kit_file else Path.cwd()) / name


def logbook_beside(kit_file: Path | None) -> Path:
    """Return the logbook's path; its former name if only that file exists."""
    path = beside(kit_file, LOGBOOK_FILE_NAME)
    former = path.with_name(FORMER_LOGBOOK_FILE_NAME)
    return former if former.exists() and not os.path.lexists(path) else path


def font_file(bold: bool) -> Path:
    return templates_folder() / "fonts" / f"DejaVuSansCondensed{'-Bold' if bold else ''}.ttf"


def pages_folder() -> Path:
    """Return the templates of the companion's pages; their assets are in `static` in it."""
    return templates_folder() / "pages"


def site_folder() -> Path:
    """Return the templates of the site; its assets are in `static` in it."""
    return templates_folder() / "site"


def package_folder() -> Path:
    return _PACKAGE


def code_of(room: str) -> list[Path]:
    """Return the modules of a room of the package."""
    return sorted((_PACKAGE / room).glob("*.py"))


def cache_folder() -> Path | None:
    """Return this user's folder for files that can be made again; None if there is none (browsers).

    Sources: XDG Base Directory Specification 0.8, Apple's File System Programming Guide, and
    LOCALAPPDATA of Windows.
    """
    if sys.platform == "emscripten":
        return None
    with contextlib.suppress(RuntimeError):  # no home folder
        if sys.platform == "win32":
            base = Path(os.environ.get("LOCALAPPDATA", ""))
        elif sys.platform == "darwin":
            base = Path.home() / "Library" / "Caches"
        else:
            base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
        if base.is_absolute():
            return base / "menace-kit"
    return None


def read_file(path: Path, most: int = MOST_BYTES) -> bytes:
    """Return the content of a file that a user named.

    Raises InputError for a folder, for a device or pipe (reading might never end), and for more
    than `most` bytes. Raises OutputError, caused by the system's own error, if the file is missing
    or unreadable.
    """
    try:
        with _opened(path) as file:
            content = file.read(most + 1)
    except InputError:
        raise
    except (OSError, ValueError) as error:  # a name with a null character is a ValueError
        reason = error.strerror if isinstance(error, OSError) else error
        raise OutputError(f"cannot read {path}: {reason}") from error
    if len(content) > most:
        raise InputError(
            f"cannot read {path}: it has more than {most:,} bytes, so it is the wrong file"
        )
    for noted in READING.get():
        # Digest what was read: a second read could already get other content.
        noted.setdefault(str(path.absolute()), digest_of(content))
    return content


def read_text(path: Path, most: int = MOST_BYTES) -> str:
    r"""Return a file's UTF-8 text, without byte order mark, with \n as its line ends.

    Raises NotTextError if it is not UTF-8, and the errors of `read_file`.
    """
    content = read_file(path, most)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise NotTextError(
            f"{path} is not a text file in UTF-8: line {line} has an invalid byte; "
            "save the file as UTF-8, or use an undamaged copy"
        ) from error
    return text.replace("\r\n", "\n").replace("\r", "\n")


def begins_with(path: Path, content: bytes) -> bool:
    """Return whether a file begins with this content; False if it cannot be read."""
    with contextlib.suppress(OSError, ValueError), _opened(path) as file:
        return file.read(len(content)) == content
    return False


@contextlib.contextmanager
def _opened(path: Path) -> Iterator[BinaryIO]:
    # Check before opening: opening a device can already trigger it.
    _check_ordinary(path, path.stat().st_mode)
    # If a pipe took the file's place since, opening it without O_NONBLOCK would hang.
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    with os.fdopen(os.open(path, flags), "rb") as file:
        _check_ordinary(path, os.fstat(file.fileno()).st_mode)
        yield file


def _check_ordinary(path: Path, mode: int) -> None:
    if not stat.S_ISREG(mode):
        what = "a folder" if stat.S_ISDIR(mode) else "a pipe or a device"
        raise InputError(f"cannot read {path}: it is {what}, not an ordinary file")


def check_can_write(folder: Path) -> None:
    """Raise OutputError, with the reason, if a folder cannot be written into.

    The folder needn't exist. It writes a trial file: permissions don't show a full or read-only
    disk.
    """
    found = next((each for each in (folder, *folder.parents) if os.path.lexists(each)), folder)
    trial = found / f".{os.urandom(8).hex()}.part"
    try:
        os.close(os.open(trial, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
        trial.unlink()
    except OSError as error:
        raise _cannot_write_into(folder, error) from error


ABANDONED = 60.0
"""Age in seconds after which an unfinished file is abandoned; writing takes far less than one."""


def write_file(path: Path, content: bytes, private: bool = False) -> None:
    """Write a file whole, replacing an older one; after an OutputError the old one is unchanged."""
    write_files(path.parent, {path.name: content}, private)


def write_files(folder: Path, files: Mapping[str, bytes], private: bool = False) -> list[Path]:
    """Write several files into a folder, all or none, and return their paths.

    `private` files can be read by their owner only, on systems that know permissions.

    Each content first goes into a part, a temporary file in the same folder, and is synced to disk.
    Parts are renamed when the last one is complete. Until then any failure, an OutputError
    included, leaves everything unchanged. Parts that a killed run left of the same files are
    deleted.
    """
    clear_abandoned(folder, files)
    parts: dict[Path, Path] = {}
    try:
        for name, content in files.items():
            path = folder / name
            parts[path] = path.with_name(f".{path.name}.{os.urandom(8).hex()}.part")
            _write_part(path, parts[path], content, 0o600 if private else 0o666)
        _rename_all(parts)
    finally:
        for part in parts.values():
            with contextlib.suppress(OSError):  # never made, or impossible to delete
                part.unlink()
    return [folder / name for name in files]


def unfinished_files(folder: Path, names: Collection[str]) -> list[Path]:
    """Return the parts of these files in a folder: a write in progress, or one that was killed."""
    return [
        part
        for part in folder.glob(".*.part")
        if any(part.name.startswith(f".{name}.") for name in names)
    ]


def clear_abandoned(folder: Path, names: Collection[str]) -> None:
    """Delete parts of these files that are too old to belong to a write in progress."""
    for part in unfinished_files(folder, names):
        with contextlib.suppress(OSError):  # another run deleted it first, or it isn't ours
            if time.time() - part.stat().st_mtime > ABANDONED:
                part.unlink()


def _write_part(path: Path, part: Path, content: bytes, mode: int) -> None:
    # Any new file gets mode 0o666, less the umask.
    flags = os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_BINARY", 0)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(part, flags, mode)
    except OSError as error:
        raise _cannot_write_into(path.parent, error) from error
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise _untouched(path, error) from error


def _rename_all(parts: dict[Path, Path]) -> None:
    """Rename the parts to their files, and remove each from `parts` when it is done."""
    for path in parts:
        if path.is_dir():  # the one failure that shows before the first file is renamed
            raise _untouched(path, IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR)))
    done: list[str] = []
    for path in list(parts):
        try:
            parts[path].replace(path)
        except OSError as error:
            new = f"; already new: {', '.join(done)}" if done else ""
            raise OutputError(f"{_untouched(path, error)}{new}") from error
        del parts[path]
        done.append(path.name)


def _cannot_write_into(folder: Path, error: OSError) -> OutputError:
    named = folder if folder.name else folder.absolute()  # "." says nothing to a reader
    return OutputError(f"cannot write into the folder {named}: {error.strerror}")


def _untouched(path: Path, error: OSError) -> OutputError:
    return OutputError(f"cannot write {path}: {error.strerror}; what was there before is untouched")


READING: ContextVar[tuple[dict[str, str], ...]] = ContextVar("READING", default=())
"""Files read so far (path -> digest), for each result this thread is working out."""


def digest_of(content: bytes) -> str:
    """Return the 64-bit hash that ties a compiled file to its source (PEP 552)."""
    return source_hash(content).hex()
