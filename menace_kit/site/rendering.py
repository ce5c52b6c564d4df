"""Renders the pages in each language, icons, and the service worker."""

import json
from collections.abc import Mapping
from functools import partial

from jinja2 import Environment, FileSystemLoader

from menace_kit.files import read_file, site_folder
from menace_kit.layout.marks import Document, Line, Page, Rectangle
from menace_kit.layout.sheets.lesson import class_document
from menace_kit.printables.making import Press
from menace_kit.render.png import DOTS_PER_INCH, document_pngs
from menace_kit.site.choices import files_of
from menace_kit.site.game import game_data
from menace_kit.site.links import fragment
from menace_kit.site.offer import options
from menace_kit.site.picture import picture_svg, shared_png
from menace_kit.site.preview import kit_of, prepared
from menace_kit.text import Words, load_words
from menace_kit.web.language import languages
from menace_kit.web.page import environment

PAGES = {
    "index.html": ("play.html", "companion.play"),
    "kit.html": ("kit.html", "maker.title"),
    "companion.html": ("companion.html", "pocket.short"),
}
"""The pages in each language: file -> template, and the menu's name for it."""

POLICY = "; ".join(
    [
        *("default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "worker-src 'self'"),
        *("connect-src 'self'", "style-src 'self'", "img-src 'self'", "font-src 'self'"),
        *("manifest-src 'self'", "frame-src 'self' blob:", "base-uri 'none'", "form-action 'self'"),
    ]
)
"""What a page may do: load nothing from other hosts, and run no script that isn't in the folder."""


CLASS_KIT = {"machine": "her-19", "sets": "10"}
"""The kit maker's choices for teachers: the lesson's machine, for a class in groups of three."""


PREPARED = "prepared.json"
"""Each machine with its label and shopping list, shown by the kit maker before Python runs."""


def renderer(words: Words) -> Environment:
    """Return the maker of the site's pages in a language; it extends the companion's."""
    made = environment(words).overlay(loader=FileSystemLoader(site_folder()))
    made.globals = {
        **made.globals,
        "languages": languages(),
        "policy": POLICY,
        "class_kit": fragment(CLASS_KIT),
        "kit_options": partial(options, words.language),
        "sentences": lambda *tables: {
            key: sentence for table in tables for key, sentence in words.table(table).items()
        },
    }
    return made


def page_files(version: str, documents: bool = False, address: str = "") -> dict[str, bytes]:
    """Return the pages in each language, and the page to choose one, all with their version.

    `documents` says whether the site has `docs/` to link to. `address` is where the site will be,
    for previews of shared links; without it they name the picture by its relative path.
    """
    address = f"{address.rstrip('/')}/" if address else ""
    found: dict[str, bytes] = {}
    for code in languages():
        words = load_words(code)
        made = renderer(words)
        menu = {name: words(title) for name, (_, title) in PAGES.items()}
        facts = {"version": version, "root": "../", "menu": menu, "documents": documents}
        facts["address"] = address
        for name, (template, _) in PAGES.items():
            found[f"{code}/{name}"] = (
                made.get_template(template).render(page=name, **facts).encode()
            )
        found[f"{code}/{PREPARED}"] = json.dumps(prepared(code), ensure_ascii=False).encode()
        found[f"{code}/{MANIFEST}"] = made.get_template(MANIFEST).render(**facts).encode()
    chooser = renderer(load_words("en")).get_template("index.html")
    found["index.html"] = chooser.render(
        version=version, root="", page="index.html", menu={}, address=address
    ).encode()
    return found


def static_files() -> dict[str, bytes]:
    """Return what the pages load: scripts, styles, icons, and the game's data."""
    found = {
        f"static/{path.name}": read_file(path)
        for path in sorted((site_folder() / "static").iterdir())
    }
    icons = {f"icon-{pixels}.png": icon(pixels) for pixels in ICON_SIZES}
    shared = {f"shared/{code}.png": shared_png(load_words(code)) for code in languages()}
    lessons = {f"lesson/{code}.pdf": lesson_pdf(code) for code in languages()}
    others = {
        "icon.svg": read_file(site_folder() / "icon.svg"),
        "picture.svg": picture_svg(),
        "game.json": game_data(),
    }
    return found | icons | shared | lessons | others


def lesson_pdf(language: str) -> bytes:
    """Return the sheets of a lesson with HER in a language: plan, tally, answers, worksheet.

    Its bead letters are those that the kit maker gives a class's machines in that language.
    """
    kit, _ = kit_of(tuple(files_of({**CLASS_KIT, "language": language}).items()))
    (drawn,) = Press().files(class_document(kit), ("pdf",))
    return drawn.content


def icon(pixels: int) -> bytes:
    """Return the site's icon as a PNG, red up to its edges, as devices crop it."""
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
"""Pixels of the icons that browsers ask for before installing a site."""

MANIFEST = "manifest.webmanifest"


def service_worker(version: str, hashes: Mapping[str, str]) -> bytes:
    """Return the service worker for a version; it knows every file by its content's hash."""
    made = renderer(load_words("en")).get_template("service-worker.js")
    closed = {
        code: {
            "closed": words("pocket.closed"),
            "closed-what": words("pocket.closed-what"),
            "open": words("pocket.short"),
        }
        for code, words in ((code, load_words(code)) for code in languages())
    }
    return made.render(version=version, hashes=hashes, closed=closed).encode()
