"""Writes the site's folder from what was fetched, packed and rendered.

When somebody visits, a page of `templates/site/` starts `static/worker.js`. That starts Python,
unpacks `packages.zip` and `program.zip` beside it (for the companion also its own), and answers the
page. No file of the folder names another host.
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
"""The file that marks a folder as ours: what was written into it, with hashes."""


class Site(Frozen):
    """A written folder: its files with their sizes in bytes."""

    folder: Path
    files: Mapping[str, int]


def write_site(
    folder: Path,
    fetched: Path | None = None,
    documents: Path | None = None,
    say: Say = print,
    address: str = "",
) -> Site:
    """Write the site into a folder, all or nothing, replacing an earlier one.

    `fetched` keeps downloads for the next time, by default in the user's cache folder. `documents`
    is a folder of pages that become `docs/`. `address` is where the site will be. Raises
    OutputError if something cannot be fetched or written, or if the folder holds something else,
    and SelectionError if the documents have no first page.
    """
    before = _written_before(folder)
    if documents is not None and not (documents / "index.html").is_file():
        raise SelectionError(f"{documents} has no index.html; `make docs` makes one")
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
            and path.suffix != ".map"  # only for debugging its scripts
            and not any(part.startswith(".") for part in path.relative_to(documents).parts)
        }
    # Pages depend on their templates, and on what is in program.zip.
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
            with suppress(OSError):  # already gone
                if _digest(read_file(path)) == digest:  # keep files that a user has changed
                    path.unlink()
    return Site(folder, {name: len(content) for name, content in files.items()})


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _hashes(files: Mapping[str, bytes]) -> dict[str, str]:
    return {name: _digest(content) for name, content in sorted(files.items())}


def _written_before(folder: Path) -> dict[str, str]:
    """Return what an earlier run wrote into the folder, with hashes.

    Hidden files, such as git's, are ignored. Raises OutputError if the folder holds something else.
    """
    if not folder.is_dir() or all(path.name.startswith(".") for path in folder.iterdir()):
        return {}
    try:
        known = json.loads(read_file(folder / MADE))
        return {str(name): str(digest) for name, digest in known.items()}
    except (OutputError, ValueError, AttributeError) as error:
        raise OutputError(
            f"the folder {folder} has files that are not a site of this program; "
            "choose an empty or a new folder"
        ) from error
