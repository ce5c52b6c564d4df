"""Packs the libraries and this program for a browser."""

import hashlib
import io
import zipfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from fnmatch import fnmatchcase
from pathlib import Path
from tempfile import TemporaryDirectory

from menace_kit.errors import OutputError
from menace_kit.files import package_folder, read_file, site_folder, templates_folder, write_file
from menace_kit.site.fetching import STANDARD_LIBRARY, Packages, Say, node, run

LEFT_OUT = {"cli", "notebook.py", "__pycache__"}
"""Parts of this program that no browser runs."""

OF_COMPANION = "companion-"
"""Prefix of the archives that only the companion's pages load."""

COMPANION_ROOMS = {"guide", "lab", "logbook", "views", "web"}
"""Rooms that only the companion uses in a browser."""

COMPANION_TEMPLATES = {"pages"}


def packed(files: Mapping[str, bytes]) -> bytes:
    """Return a lightly compressed zip of these files; the same files always give the same bytes."""
    found = io.BytesIO()
    with zipfile.ZipFile(found, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name in sorted(files):
            archive.writestr(zipfile.ZipInfo(name), files[name], zipfile.ZIP_DEFLATED)
    return found.getvalue()


def unpacked(
    content: bytes, without: Sequence[str] = (), only: Sequence[str] = ("*",)
) -> dict[str, bytes]:
    """Return a zip's files by name: those matching a pattern of `only`, and none of `without`."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {
            name: archive.read(name)
            for name in archive.namelist()
            if not name.endswith("/")
            and any(fnmatchcase(name, each) for each in only)
            and not any(fnmatchcase(name, each) for each in without)
        }


NOT_COMPILED = (
    "Node.js could not compile the site's Python; "
    "it should be version 20 or newer. Nothing was made"
)


def compiled(archives: Mapping[str, bytes], runtime: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return zips with their Python compiled, by the Python that will run it, well compressed."""
    with TemporaryDirectory() as place:
        folder = Path(place)
        for name, content in {**runtime, **archives}.items():
            (folder / name).write_bytes(content)
        pairs = [str(folder / each) for name in archives for each in (name, f"compiled-{name}")]
        run([*node(), str(site_folder() / "compile.mjs"), place, *pairs], folder, NOT_COMPILED)
        return {name: (folder / f"compiled-{name}").read_bytes() for name in archives}


PACKAGES, PROGRAM = "packages.zip", "program.zip"


def libraries(
    pinned: Packages,
    wheels: Mapping[str, bytes],
    runtime: Mapping[str, bytes],
    fetched: Path,
    say: Say,
) -> dict[str, bytes]:
    """Return the standard library and all others, packed and compiled; the companion's apart.

    Unchanged libraries come from the last run.
    """
    pins = hashlib.sha256(
        repr(pinned).encode() + read_file(site_folder() / "compile.mjs")
    ).hexdigest()[:16]
    place = fetched / f"compiled-{pins}.zip"
    names = {STANDARD_LIBRARY, PACKAGES, f"{OF_COMPANION}{PACKAGES}"}
    # The zip has checksums, and is written whole or not at all.
    with suppress(OutputError, zipfile.BadZipFile):
        found = unpacked(read_file(place))
        if set(found) == names:
            return found
    say("Compiling the libraries, once ...")
    archives = {name: dict[str, bytes]() for name in names}
    for name, wheel in sorted(pinned.wheels.items()):
        archive = archives[f"{OF_COMPANION}{PACKAGES}" if wheel.companion else PACKAGES]
        archive |= unpacked(wheels[name], (*pinned.without, *wheel.without), wheel.only)
    archives[STANDARD_LIBRARY] = unpacked(runtime[STANDARD_LIBRARY], pinned.runtime.without)
    found = compiled({name: packed(archives[name]) for name in sorted(names)}, runtime)
    write_file(place, packed(found))
    return found


def program_archives() -> dict[str, bytes]:
    """Return this program, packed: what all Python pages run, and what only the companion runs."""
    archives: dict[str, dict[str, bytes]] = {PROGRAM: {}, f"{OF_COMPANION}{PROGRAM}": {}}
    for name, content in program_files().items():
        _, room, *inside = name.split("/")
        apart = room in COMPANION_ROOMS or (
            room == "_templates" and inside[0] in COMPANION_TEMPLATES
        )
        archives[f"{OF_COMPANION}{PROGRAM}" if apart else PROGRAM][name] = content
    return {name: packed(files) for name, files in archives.items()}


def program_files() -> dict[str, bytes]:
    """Return this program's modules and templates, without what no browser runs."""
    package, templates = package_folder(), templates_folder()
    found = {
        f"menace_kit/{path.relative_to(package).as_posix()}": path
        for path in package.rglob("*")
        if path.is_file()
        and not path.name.startswith(".")
        and not LEFT_OUT & set(path.relative_to(package).parts)
        and "_templates" not in path.parts
    }
    found |= {
        f"menace_kit/_templates/{path.relative_to(templates).as_posix()}": path
        for path in templates.rglob("*")
        if path.is_file() and path.relative_to(templates).parts[0] != "site"
    }
    return {name: read_file(path) for name, path in found.items()}
