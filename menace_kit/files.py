"""Writing files so that they appear whole or not at all."""

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

from menace_kit.errors import OutputError


def write_file(path: Path, content: bytes) -> None:
    """Write a file whole, in place of what was there; OutputError leaves the old one, or none.

    The content goes to a new file in the same folder first, onto the disk, and takes the name when all of it is there.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    except OSError as error:
        raise OutputError(f"cannot write into the folder {path.parent}: {error.strerror}") from error
    part = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        part.chmod(0o666 & ~_umask())
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise OutputError(
            f"cannot write {path}: {error.strerror}; what was there before is untouched"
        ) from error
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def write_files(folder: Path, files: Mapping[str, bytes]) -> list[Path]:
    """Write several files into a folder, each whole, and return their paths."""
    paths = [folder / name for name in files]
    for path, content in zip(paths, files.values(), strict=True):
        write_file(path, content)
    return paths


def _umask() -> int:
    # The only way to read it is to set it.
    mask = os.umask(0)
    os.umask(mask)
    return mask
