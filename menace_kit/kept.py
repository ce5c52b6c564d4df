"""Results worked out from files, kept on disk for the next start."""

import contextlib
import os
import sys
import time
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any

from menace_kit.errors import InputError, OutputError
from menace_kit.files import (
    READING,
    cache_folder,
    digest_of,
    read_file,
    templates_folder,
    write_file,
)

MOST_KEPT = 60
"""Number of files kept; beyond it the oldest are deleted."""


_BEGUN = time.time()


_READ: dict[Path, tuple[str, Mapping[str, str], Any]] = {}
"""Kept results that this process has read: file -> its digest, digests of the sources, the result.
"""


def kept(
    name: str,
    make: Callable[[], Any],
    code: Collection[Path] = (),
    read: Callable[[Any], Any] = lambda made: made,
) -> Any:
    """Return what `make` returns (JSON values), or its last result if nothing has changed since.

    A change in any of these calls `make` again: the files that it read with `read_file`, the `code`
    that it runs, Python, and the folder of this program. Errors of `make` are raised and not kept.
    `read` converts what was kept. Callers share the converted object, so they must not change it.
    """
    place = cache_folder()
    if place is None or not _is_ours_alone(place):
        return read(make())
    try:
        maker = [digest_of(read_file(each)) for each in (Path(__file__), *code)]
    except OutputError:  # installed without its sources
        return read(make())
    name = "\n".join([name, str(templates_folder()), sys.version, *maker])
    path = place / f"{digest_of(os.fsencode(name))}.json"
    with contextlib.suppress(_NothingKeptError):
        return _found(path, read)
    noted: dict[str, str] = {}
    before = READING.set((*READING.get(), noted))
    try:
        made = make()
    finally:
        READING.reset(before)
    # Code replaced since this process started is not the code that ran.
    if max(map(_changed, code), default=0.0) < _BEGUN - 2:
        with contextlib.suppress(OutputError, TypeError):  # TOML has dates, which JSON lacks
            _keep(path, {"sources": noted, "made": made})
    return read(made)


class _NothingKeptError(Exception):
    """Nothing was kept that can be trusted."""


def _found(path: Path, read: Callable[[Any], Any]) -> Any:
    """Return a kept result, converted by `read`.

    Raises _NothingKeptError if it is damaged, or if anything that it depends on has changed.
    """
    import json

    try:
        digest, _, body = read_file(path).partition(b"\n")
        told = digest.decode("ascii", "replace")
        if told != digest_of(body):
            raise _NothingKeptError
        known = _READ.get(path)
        if known is None or known[0] != told:
            found = json.loads(body)
            known = told, found["sources"], read(found["made"])
            if len(_READ) >= MOST_KEPT:
                _READ.clear()
            _READ[path] = known
        _, sources, made = known
        for source, was in sources.items():
            if digest_of(read_file(Path(source))) != was:
                raise _NothingKeptError
    except (OutputError, InputError) as error:
        raise _NothingKeptError from error
    return made


def _keep(path: Path, found: Mapping[str, Any]) -> None:
    import json

    body = json.dumps(found, separators=(",", ":")).encode()
    write_file(path, digest_of(body).encode() + b"\n" + body)
    with contextlib.suppress(OSError):  # another process may be deleting the same files
        files = sorted(
            filter(Path.is_file, path.parent.iterdir()), key=lambda file: file.stat().st_mtime
        )
        for old in files[:-MOST_KEPT]:
            old.unlink(missing_ok=True)


def _changed(path: Path) -> float:
    about = path.stat()
    return max(about.st_mtime, about.st_ctime)


def _is_ours_alone(folder: Path) -> bool:
    """Return whether only this user can write into a folder, which is made if missing.

    On Windows, being inside the user's own folder ensures that.
    """
    try:
        for each in (folder.parent, folder):  # but never make a missing home
            each.mkdir(mode=0o700, exist_ok=True)
        about = folder.stat()
    except OSError:
        return False
    return sys.platform == "win32" or (about.st_uid == os.geteuid() and not about.st_mode & 0o022)
