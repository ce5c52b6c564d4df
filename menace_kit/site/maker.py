"""The kit maker: what a page lets one choose, how the kit of these choices
looks, and all of its files.

It runs in a browser, where nothing can be asked at a terminal, and gives plain values:
text, numbers, lists, tables, bytes. What choices are says `choices`.
`build` writes the same files as the command.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from menace_kit.errors import MistakesError
from menace_kit.files import (
    KIT_FILE_NAME,
    PROFILE_FILE_NAME,
    font_file,
    read_file,
)
from menace_kit.layout.board import board_height, board_marks, board_width
from menace_kit.layout.label import label_marks, label_outline
from menace_kit.layout.label_sheets import label_plan, sample_boxes
from menace_kit.layout.marks import Mark
from menace_kit.layout.sheets.nets import tray_plan
from menace_kit.machine.containers import BeadSize, Container, ContainerKind
from menace_kit.machine.kit import MOST_SETS, Kit, load_preset, make_kit
from menace_kit.machine.schema import PAPER_TITLES, Colour, Palette, Spec, Stock
from menace_kit.machine.toml_files import (
    LONGEST_TITLE,
    TemplateKind,
    load_template,
    parse_model,
    read_toml,
    template_names,
    template_path,
)
from menace_kit.printables.build import Printables, all_printables, drawing_steps, drawn_files
from menace_kit.printables.catalogue import LABELS, MAT, TRAYS
from menace_kit.printables.making import Press, naming_the_key
from menace_kit.render.pictures import svg_elements
from menace_kit.site.choices import (
    Choices,
    Facts,
    files_of,
    fragment,
    from_fragment,
    in_folder,
    mistakes_at,
    own_fields,
    own_kinds,
    sets_of,
    take_in,
)
from menace_kit.text.kit_words import paper_words
from menace_kit.text.words import Words, load_words
from menace_kit.workshop.adoption import (
    MEASURE_YOUR_OWN,
)
from menace_kit.workshop.forecasts import shipped_need
from menace_kit.workshop.printer import load_profile
from menace_kit.workshop.shopping import (
    bead_headings,
    bead_rows,
    beads_said,
    beads_wanted,
    building_steps,
    explained,
    thing_headings,
    thing_rows,
)
from menace_kit.workshop.warnings import Sight, seen_as

__all__ = ["build", "fonts", "fragment", "from_fragment", "options", "preview", "take_in"]

FORMATS = ("pdf",)


# What there is to choose from, in the words of a language.


def options(language: str) -> Facts:
    """Return everything that can be chosen; it is the same at every visit:
    a page can have it before this runs.
    """
    words = load_words(language)
    return {
        "machines": [_machine(name) for name in template_names(TemplateKind.MACHINES)],
        "containers": [
            _container(name, words)
            for name in template_names(TemplateKind.CONTAINERS)
            if name != MEASURE_YOUR_OWN
        ],
        "own": [_own_kind(name, kind, words) for name, kind in own_kinds().items()],
        "beads": [_beads(name, words) for name in template_names(TemplateKind.BEADS)],
        "palettes": [_palette(name, words) for name in template_names(TemplateKind.PALETTES)],
        "papers": [{"name": name, "title": title} for name, title in PAPER_TITLES.items()],
        "stocks": [_stock(name, words) for name in template_names(TemplateKind.STOCK)],
        "languages": [
            {"name": name, "title": _language_called(name)}
            for name in template_names(TemplateKind.TEXT)
        ],
        "most_sets": MOST_SETS,
        "longest_name": LONGEST_TITLE,
    }


def _machine(name: str) -> Facts:
    kit = load_preset(name)
    side, game = kit.spec.side, kit.spec.game
    group = {"hexapawn": "her", "nim": "nim"}.get(game) or {"first": "menace"}.get(side, side)
    # For its second move there are marks on the board;
    # where both players move alike all is there at the start.
    box = sample_boxes(kit)[: 1 if kit.game.impartial else 2][-1]
    height = board_height(kit, 10)
    return {
        "name": name,
        "group": group,
        "title": kit.spec.name,
        "boxes": len(kit.boxes),
        "beads": _beads_to_own(kit),
        "hours": _hours(kit),
        "picture": _svg(
            board_marks(kit, box, 0.5, 0.5, height), board_width(kit, height) + 1, height + 1
        ),
        "container": kit.spec.print.container,
        "bead": kit.spec.beads.kind,
        "palette": kit.spec.beads.palette,
        "paper": kit.spec.print.paper,
        "stock": kit.spec.print.stock,
        "colours": kit.game.colours,
    }


def _beads_to_own(kit: Kit) -> int:
    return sum(beads_wanted(kit, shipped_need(kit)).values())


def _hours(kit: Kit) -> float:
    """Return how many hours one person takes to build it, to the half hour,
    without what is only nice to have.
    """
    minutes = sum(step.minutes(kit) for step in building_steps(kit) if step.time.needed)
    return max(1, round(minutes / 30)) / 2


def _container(name: str, words: Words) -> Facts:
    container = load_template(Container, TemplateKind.CONTAINERS, name)
    sizes = [getattr(container.outer, side) for side in ("length", "width", "height")]
    fixed = container.kind.bought
    return {
        "name": name,
        "title": words.title(container.title),
        "kind": container.kind.value,
        "sizes": sizes if fixed else None,
    }


def _own_kind(name: str, kind: ContainerKind, words: Words) -> Facts:
    return {
        "name": name,
        "kind": kind.value,
        "title": words(f"containers.{kind.value}", n=1),
        "fields": own_fields(kind),
    }


def _beads(name: str, words: Words) -> Facts:
    bead = load_template(BeadSize, TemplateKind.BEADS, name)
    return {"name": name, "title": words.title(bead.title), "sizes": [bead.diameter, bead.length]}


def _palette(name: str, words: Words) -> Facts:
    palette = load_template(Palette, TemplateKind.PALETTES, name)
    colours = _colours(palette.lettered(words.language), words)
    return {"name": name, "title": words.title(palette.title), "colours": colours}


def _colours(colours: Sequence[Colour], words: Words) -> list[Facts]:
    """Return each colour with its letter and sign, and how eyes see it that do not
    tell some colours apart.
    """
    seen = {
        sight.value: [each.to_string(hex=True) for each in seen_as(colours, sight)]
        for sight in Sight
    }
    return [
        {
            "name": words.colour_name(colour),
            **{key: getattr(colour, key) for key in ("key", "glyph", "hex", "ink")},
            "seen": {sight: hexes[number] for sight, hexes in seen.items()},
        }
        for number, colour in enumerate(colours)
    ]


def _language_called(name: str) -> str:
    """Return what a language calls itself: the first of its names."""
    names: list[str] = read_toml(template_path(TemplateKind.TEXT, name))["language"]["names"]
    return names[0]


def _stock(name: str, words: Words) -> Facts:
    stock = load_template(Stock, TemplateKind.STOCK, name)
    return {
        "name": name,
        "title": words.title(stock.title),
        "paper": stock.grid.paper if stock.grid else None,
    }


def fonts() -> dict[str, bytes]:
    """Return the fonts of all that is printed, for a page that shows it."""
    return {"regular": read_file(font_file(bold=False)), "bold": read_file(font_file(bold=True))}


# The kit, and how it looks.


@lru_cache(maxsize=4)
def _kit(files: tuple[tuple[str, str], ...]) -> tuple[Kit, Any]:
    with in_folder(dict(files)):
        with mistakes_at("files.printer.toml"):
            profile = (
                load_profile(Path(PROFILE_FILE_NAME)) if PROFILE_FILE_NAME in dict(files) else None
            )
        with mistakes_at("machine"):
            spec = parse_model(Spec, read_toml(Path(KIT_FILE_NAME)), KIT_FILE_NAME)
            return make_kit(spec, KIT_FILE_NAME, Path()), profile


@lru_cache(maxsize=2)
def _printables(kit: Kit, sets: tuple[str, ...]) -> Printables:
    with mistakes_at("container"), naming_the_key(kit):
        return all_printables(kit, paper_words(kit), sets=sets)


PARTS = ("label", "sheet", "list")


def preview(choices: Choices, language: str, parts: Sequence[str] = PARTS) -> Facts:
    """Return how the kit of these choices looks, in the words of a language;
    or its mistakes, and nothing else.

    The parts are what is asked for: one label, the first sheet, and the list of what to buy with
    all warnings and the colours as others see them. Sizes are in mm.
    """
    try:
        files = files_of(choices)
        kit, _ = _kit(tuple(files.items()))
        words = paper_words(kit)
        told = load_words(language).told_of(kit.container)
        facts: Facts = {"errors": [], "files": files, "facts": _facts(kit)}
        with mistakes_at("container"), naming_the_key(kit):
            if "label" in parts:
                facts["label"] = _label(kit, words)
        if {"sheet", "list"} & set(parts):
            printables = _printables(kit, sets_of(choices))
            facts |= {"sheet": _sheet(printables)} if "sheet" in parts else {}
            if "list" in parts:
                facts |= {**_list(printables, told), "colours": _colours(kit.colours, told)}
    except MistakesError as error:
        return {"errors": error.found}
    return facts


def _facts(kit: Kit) -> Facts:
    return {
        "name": kit.spec.name,
        "boxes": len(kit.boxes),
        "beads": _beads_to_own(kit),
        "hours": _hours(kit),
        "fingerprint": kit.fingerprint,
    }


def _label(kit: Kit, words: Words) -> Facts:
    """Return the label of the box with most beads, or where there are
    no labels its board on the mat.
    """
    box = sample_boxes(kit)[0]
    if kit.container.kind is ContainerKind.MAT:
        height = board_height(kit, 12)
        width = board_width(kit, height)
        return _picture(board_marks(kit, box, 0, 0, height), width, height)
    folded = kit.container.kind is ContainerKind.FOLD_UP
    style = (tray_plan if folded else label_plan)(kit, words).style
    marks = [
        label_outline(style, 0, style.above),
        *label_marks(kit, words, style, box, 0, style.above),
    ]
    return _picture(marks, style.width, style.full_height)


def _picture(marks: Iterable[Mark], width: float, height: float) -> Facts:
    edge = 0.3  # so that a line on the edge is seen whole
    return {
        "svg": _svg(marks, width, height, edge),
        "width": width + 2 * edge,
        "height": height + 2 * edge,
        "size": [width, height],
    }


def _svg(marks: Iterable[Mark], width: float, height: float, edge: float = 0.0) -> str:
    """Return a drawing for a page; one user unit is one mm."""
    size = f"{0 - edge:g} {0 - edge:g} {width + 2 * edge:g} {height + 2 * edge:g}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{size}">{svg_elements(marks)}</svg>'


def _sheet(printables: Printables) -> Facts:
    """Return the first of the sheets that make the boxes, behind what says how:
    labels, trays or the mat.
    """
    made = next(
        part
        for names in ((LABELS.name, TRAYS.name), (MAT.name,))
        for part in printables.made
        if part.documents[0].name.startswith(names) and (part.of_set or not printables.sets)
    )
    document = made.documents[0]
    before = 0 if document.name.startswith("mat") or made.of_set else 1
    page = document.pages[before]
    return {
        "svg": _svg(page.marks, page.width, page.height),
        "title": document.title,
        "pages": made.pages - before,
        "width": page.width,
        "height": page.height,
    }


def _list(printables: Printables, told: Words) -> Facts:
    """Return the shopping list, the warnings, and what is left out."""
    bought = printables.shopping
    rows = bead_rows(bought, told)
    beads = {
        "title": told("shopping.beads", title=told.title(bought.bead_title)),
        "columns": bead_headings(told)[:7],
        "rows": [row[:7] for row in rows[:-1]],
        "sum": rows[-1][:7],
    }
    return {
        "shopping": {
            "things": {
                "title": told("shopping.things"),
                "columns": thing_headings(told)[:2],
                "rows": [row[:2] for row in thing_rows(bought, told)[:-1]],
            },
            "beads": beads if bought.colours else None,
            "counted": beads_said(bought, told),
        },
        "warnings": [told.tell(warning) for warning in bought.short_warnings],
        "explained": explained(bought, told),
        "left_out": [f"{name}: {reason}" for name, reason in printables.left_out],
    }


# All files of a kit.


def build(choices: Choices) -> Iterator[Facts]:
    """Yield what is done, step by step: what comes next, how much is `done` `of` all,
    and the files that are ready.

    They are those of `menace-kit build`, byte for byte, and those of the kit itself.
    The last step has all of them as a zip. Mistakes come alone, as `errors`.
    """
    try:
        files = files_of(choices)
        kit, profile = _kit(tuple(files.items()))
        yield {"step": "layout", "text": "", "done": 0, "of": 0, "files": []}
        printables = _printables(kit, sets_of(choices))
        words, of = paper_words(kit), drawing_steps(printables) + 1
        content = {name: text.encode() for name, text in files.items()}
        made = [
            {"name": name, "title": "", "pages": 0, "purpose": "kit", "content": content[name]}
            for name in content
        ]
        yield {"step": "draw", "text": "", "done": 0, "of": of, "files": made}
        with mistakes_at("container"), naming_the_key(kit):
            steps = drawn_files(kit, words, printables, FORMATS, Press(profile))
            for done, (purpose, drawn) in enumerate(steps, start=1):
                content |= {file.name: file.content for file in drawn}
                made = [{**file._asdict(), "purpose": purpose} for file in drawn]
                yield {
                    "step": "draw",
                    "text": drawn[0].title,
                    "done": done,
                    "of": of,
                    "files": made,
                }
    except MistakesError as error:
        yield {"errors": error.found}
        return
    name = f"{re.sub('[^a-z0-9]+', '-', kit.spec.name.lower()).strip('-') or 'kit'}.zip"
    yield {
        "step": "zip",
        "text": "",
        "done": of,
        "of": of,
        "files": [],
        "zip": {"name": name, "content": zipped(content)},
        "left_out": [f"{name}: {reason}" for name, reason in printables.left_out],
    }


def zipped(files: Mapping[str, bytes]) -> bytes:
    """Return files as a zip archive: the same files give the same bytes,
    everywhere and at any time.
    """
    archive = BytesIO()
    with ZipFile(archive, "w", ZIP_STORED) as opened:  # nearly all is compressed already
        for name, content in files.items():
            entry = ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.create_system, entry.external_attr = 3, 0o644 << 16
            opened.writestr(entry, content)
    return archive.getvalue()
