"""Writing files so that they appear whole or not at all, and those that belong together all at once."""

import contextlib
import errno
import os
import secrets
from collections.abc import Collection, Mapping
from pathlib import Path

from menace_kit.errors import OutputError


def write_file(path: Path, content: bytes) -> None:
    """Write a file whole, in place of what was there; OutputError leaves the old one, or none."""
    write_files(path.parent, {path.name: content})


def write_files(folder: Path, files: Mapping[str, bytes]) -> list[Path]:
    """Write several files into a folder, all or none, in place of what was there, and return their paths.

    Each content goes to a part first, a new file in the same folder, onto the disk. The parts take their names when
    the last of them is complete: until then any failure, an OutputError too, leaves everything as it was.
    """
    parts: dict[Path, Path] = {}
    try:
        for name, content in files.items():
            path = folder / name
            parts[path] = path.with_name(f".{path.name}.{secrets.token_hex(8)}.part")
            _write_part(path, parts[path], content)
        _rename_all(parts)
    finally:
        for part in parts.values():
            with contextlib.suppress(OSError):  # it was not made, or cannot be taken away either
                part.unlink()
    return [folder / name for name in files]


def unfinished_files(folder: Path, names: Collection[str]) -> list[Path]:
    """Return the parts of files with these names that are in a folder: somebody writes them, or was killed."""
    return [
        part for part in folder.glob(".*.part") if any(part.name.startswith(f".{name}.") for name in names)
    ]


def _write_part(path: Path, part: Path, content: bytes) -> None:
    # Mode 0o666, less what the umask takes away, is what any new file gets.
    flags = os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_BINARY", 0)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(part, flags, 0o666)
    except OSError as error:
        raise OutputError(f"cannot write into the folder {path.parent}: {error.strerror}") from error
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


def _untouched(path: Path, error: OSError) -> OutputError:
    return OutputError(f"cannot write {path}: {error.strerror}; what was there before is untouched")
