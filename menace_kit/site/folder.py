"""Writes the folder of the site, of what is fetched, packed and rendered.

The way of a visit: a page of `templates/site/` starts `static/worker.js`, which starts Python,
unpacks `packages.zip` and `program.zip` beside it, for the companion what is its own, too,
and answers what the page asks.
No file of the folder names another host.
"""

import hashlib
import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from menace_kit.errors import OutputError, SelectionError
from menace_kit.files import cache_folder, read_file, site_folder, write_files
from menace_kit.frozen import Frozen
from menace_kit.site.fetching import Say, fetch_runtime, fetch_wheels, packages
from menace_kit.site.licences import LICENCES, licences
from menace_kit.site.packing import compiled, libraries, program_archives
from menace_kit.site.rendering import page_files, service_worker, static_files

MADE = "site.json"
"""The file that tells a folder of ours: what was written into it, and its hashes."""


class Site(Frozen):
    """A folder that was written: its files with their sizes."""

    folder: Path
    files: Mapping[str, int]


def write_site(
    folder: Path,
    fetched: Path | None = None,
    documents: Path | None = None,
    say: Say = print,
    address: str = "",
) -> Site:
    """Write the site into a folder, all of it or nothing, in place of the one that was there.

    `fetched` is where what was fetched is kept for the next time, else the user's cache folder;
    `documents` a folder of pages that come along as `docs/`; `address` where the site will be.
    OutputError where something cannot be fetched or written, or the folder holds something else;
    SelectionError where the documents have no first page.
    """
    before = _written_before(folder)
    if documents is not None and not (documents / "index.html").is_file():
        raise SelectionError(
            f"{documents} is no folder of pages: there is no index.html in it; "
            "`make docs` makes one"
        )
    fetched = fetched or (cache_folder() or folder) / "fetched"
    pinned = packages()
    runtime = fetch_runtime(pinned.runtime, fetched, say)
    wheels = fetch_wheels(pinned.wheels, fetched, say)
    parts = runtime | libraries(pinned, wheels, runtime, fetched, say)
    say("Compiling the program, and making the pages ...")
    parts |= compiled(program_archives(), runtime)
    files = static_files() | {f"runtime/{name}": content for name, content in parts.items()}
    files[LICENCES] = licences(pinned, wheels)
    if documents is not None:
        files |= {
            f"docs/{path.relative_to(documents).as_posix()}": read_file(path)
            for path in sorted(documents.rglob("*"))
            if path.is_file()
            and path.suffix != ".map"  # for those who mend its scripts
            and not any(part.startswith(".") for part in path.relative_to(documents).parts)
        }
    # Pages come of their templates, and of what is in program.zip.
    made_of = files | {
        f"/{path.name}": read_file(path) for path in site_folder().iterdir() if path.is_file()
    }
    version = _digest(json.dumps(_hashes(made_of)).encode())[:16]
    files |= page_files(version, documents is not None, address)
    files["service-worker.js"] = service_worker(version, _hashes(files))
    files[MADE] = json.dumps(_hashes(files), indent=0).encode()
    write_files(folder, files)
    for name, digest in before.items():
        path = folder / name
        if name not in files and path.resolve().is_relative_to(folder.resolve()):
            with suppress(OSError):  # it is gone already
                if _digest(read_file(path)) == digest:  # what somebody has changed is theirs
                    path.unlink()
    return Site(folder, {name: len(content) for name, content in files.items()})


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _hashes(files: Mapping[str, bytes]) -> dict[str, str]:
    return {name: _digest(content) for name, content in sorted(files.items())}


def _written_before(folder: Path) -> dict[str, str]:
    """Return what an earlier run wrote into the folder, and its hashes;
    OutputError where it holds something else.

    Hidden files, such as those of git, are no concern of ours.
    """
    if not folder.is_dir() or all(path.name.startswith(".") for path in folder.iterdir()):
        return {}
    try:
        known = json.loads(read_file(folder / MADE))
        return {str(name): str(digest) for name, digest in known.items()}
    except (OutputError, ValueError, AttributeError) as error:
        raise OutputError(
            f"the folder {folder} holds something that is no site of this program; "
            "name an empty one, or a new one"
        ) from error
