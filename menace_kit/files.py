"""Files: where the project's own are; a user's is read if it is an ordinary one;
ours appear whole or not at all.

Those of one act appear together, and what was worked out from files is kept,
as long as none of them changes. No other module finds templates/, output/ and the user's cache.
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
"""What a logbook's file was called before 0.1."""


OUTPUT_FOLDER_NAME = "output"


MOST_BYTES = 100_000_000
"""A larger file is not read, whatever it is: a logbook's games of many years take a tenth of it."""


_WHAT_ELSE = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)
"""What a name may stand for instead of a file."""


def templates_folder() -> Path:
    """Return the folder of templates: carried inside an installed package,
    beside it in a source checkout.
    """
    installed = _PACKAGE / "_templates"
    return installed if installed.is_dir() else _PACKAGE.parent / "templates"


def find_kit_file(start: Path) -> Path | None:
    """Return the nearest `kit.toml` in `start` or any folder above it, or None."""
    start = start.resolve()
    candidates = (folder / KIT_FILE_NAME for folder in (start, *start.parents))
    # One that is a folder, or a link to nowhere, is told about when it is read,
    # not passed over for another machine.
    return next(filter(os.path.lexists, candidates), None)


def beside(kit_file: Path | None, name: str) -> Path:
    """Return where a file or folder of this name is: beside the kit file,
    or in the working folder.
    """
    return (kit_file.parent if kit_file else Path.cwd()) / name


def logbook_beside(kit_file: Path | None) -> Path:
    """Return where the logbook is: under its former name where only that is there."""
    path = beside(kit_file, LOGBOOK_FILE_NAME)
    former = path.with_name(FORMER_LOGBOOK_FILE_NAME)
    return former if former.exists() and not os.path.lexists(path) else path


def font_file(bold: bool) -> Path:
    return templates_folder() / "fonts" / f"DejaVuSansCondensed{'-Bold' if bold else ''}.ttf"


def pages_folder() -> Path:
    """Return the templates of the companion's pages;
    what they show and run is in `static` in it.
    """
    return templates_folder() / "pages"


def site_folder() -> Path:
    """Return the templates of the site; what its pages load is in `static` in it."""
    return templates_folder() / "site"


def package_folder() -> Path:
    """Return the folder of the program's own modules."""
    return _PACKAGE


def code_of(room: str) -> list[Path]:
    """Return the modules of a folder of the program."""
    return sorted((_PACKAGE / room).glob("*.py"))


def cache_folder() -> Path | None:
    """Return where what can be made again is kept for this user,
    or None where there is no such place, as in a browser.

    By the rules of each system: XDG Base Directory Specification 0.8,
    Apple's File System Programming Guide, and LOCALAPPDATA of Windows.
    """
    if sys.platform == "emscripten":
        return None
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


def read_file(path: Path, most: int = MOST_BYTES) -> bytes:
    """Return what is in a file that a user named.

    InputError where it is a folder, a device or a pipe, of which a read might not come to an end,
    or has more than `most` bytes; OutputError, caused by the system's own,
    where it is not there or cannot be read.
    """
    try:
        with _opened(path) as file:
            content = file.read(most + 1)
            # It would be waited for, as for the messages of the kernel in /proc.
            if content is None:
                raise InputError(
                    f"cannot read {path}: it has nothing to read yet, so it is no ordinary file"
                )
    except InputError:
        raise
    except (OSError, ValueError) as error:  # a name with a null character is a ValueError
        reason = error.strerror if isinstance(error, OSError) else error
        raise OutputError(f"cannot read {path}: {reason}") from error
    if len(content) > most:
        raise InputError(
            f"cannot read {path}: it has more than {most:,} bytes, so it is not what is meant"
        )
    for noted in READING.get():
        # read again it may be another one already.
        noted.setdefault(str(path.absolute()), digest_of(content))
    return content


def read_text(path: Path, most: int = MOST_BYTES) -> str:
    """Return the text in UTF-8 that is in a file, with or without a byte order mark,
    its lines ended in any way.

    NotTextError where it is none; other errors as `read_file`.
    """
    content = read_file(path, most)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise NotTextError(
            f"{path} is not a text file in UTF-8: line {line} has a byte that stands for "
            "no character; save it as UTF-8, or take an unharmed copy"
        ) from error
    return text.replace("\r\n", "\n").replace("\r", "\n")


def begins_with(path: Path, content: bytes) -> bool:
    """Return whether a file begins with this content; one that is not ordinary,
    or cannot be read, does not.
    """
    with contextlib.suppress(OSError, ValueError), _opened(path) as file:
        return file.read(len(content)) == content
    return False


@contextlib.contextmanager
def _opened(path: Path) -> Iterator[BinaryIO]:
    # Looked at before it is opened, for to some devices that is an order.
    _check_ordinary(path, path.stat().st_mode)
    # Without O_NONBLOCK a pipe that has taken its place would be waited for.
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    with os.fdopen(os.open(path, flags), "rb") as file:
        _check_ordinary(path, os.fstat(file.fileno()).st_mode)
        yield file


def _check_ordinary(path: Path, mode: int) -> None:
    if not stat.S_ISREG(mode):
        what = next((name for is_one, name in _WHAT_ELSE if is_one(mode)), "something else")
        raise InputError(f"cannot read {path}: it is {what}, not an ordinary file")


def check_can_write(folder: Path) -> None:
    """Go on where files can be written into a folder, which need not be there yet;
    OutputError says why not.

    It is tried, for permissions do not tell of disks that are full or cannot be written.
    """
    found = next((each for each in (folder, *folder.parents) if os.path.lexists(each)), folder)
    trial = found / f".{os.urandom(8).hex()}.part"
    try:
        os.close(os.open(trial, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
        trial.unlink()
    except OSError as error:
        raise _cannot_write_into(folder, error) from error


ABANDONED = 60.0
"""Seconds after which an unfinished file is nobody's any more;
to write one takes far less than a second.
"""


def write_file(path: Path, content: bytes, private: bool = False) -> None:
    """Write a file whole, in place of what was there; OutputError leaves the old one, or none."""
    write_files(path.parent, {path.name: content}, private)


def write_files(folder: Path, files: Mapping[str, bytes], private: bool = False) -> list[Path]:
    """Write several files into a folder, all or none, in place of what was there,
    and return their paths.

    Those that are `private` only their owner can read, where the system knows such a thing.

    Each content goes to a part first, a new file in the same folder, onto the disk. The parts
    take their names when the last of them is complete: until then any failure, an OutputError too,
    leaves everything as it was. What a run that was killed left of the same files is taken away.
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
            with contextlib.suppress(OSError):  # it was not made, or cannot be taken away either
                part.unlink()
    return [folder / name for name in files]


def unfinished_files(folder: Path, names: Collection[str]) -> list[Path]:
    """Return the parts of files with these names that are in a folder:
    somebody writes them, or was killed.
    """
    return [
        part
        for part in folder.glob(".*.part")
        if any(part.name.startswith(f".{name}.") for name in names)
    ]


def clear_abandoned(folder: Path, names: Collection[str]) -> None:
    """Take away the parts of files with these names that are older than a part
    that is still written can be.
    """
    for part in unfinished_files(folder, names):
        with contextlib.suppress(OSError):  # another run was quicker, or we may not
            if time.time() - part.stat().st_mtime > ABANDONED:
                part.unlink()


def _write_part(path: Path, part: Path, content: bytes, mode: int) -> None:
    # Mode 0o666, less what the umask takes away, is what any new file gets.
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
    """Let the parts take their names; what is renamed is no part any more."""
    for path in parts:
        if path.is_dir():  # the one failure that can be seen before the first takes its name
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
    named = folder if folder.name else folder.absolute()  # a dot names nothing
    return OutputError(f"cannot write into the folder {named}: {error.strerror}")


def _untouched(path: Path, error: OSError) -> OutputError:
    return OutputError(f"cannot write {path}: {error.strerror}; what was there before is untouched")


READING: ContextVar[tuple[dict[str, str], ...]] = ContextVar("READING", default=())
"""For each thing that this thread is working out, the files that were
read for it: path -> digest.
"""


def digest_of(content: bytes) -> str:
    """Return what Python itself tells by whether a source is still that of its compiled
    file (PEP 552): 64 bits.
    """
    return source_hash(content).hex()
