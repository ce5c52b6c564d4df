"""The kit maker: what a page lets one choose, the kit file that this means, how it looks, and all of its files.

It runs in a browser, where nothing can be asked at a terminal and no program lies beside it, and gives plain values:
text, numbers, lists, tables, bytes. What is typed comes as text. The work is done by what the commands use, too: `new`
writes the same kit file, `build` the same files, and each mistake is told in the same sentence, with the field of the
form where it was made.

`choices` are a table whose keys may be missing; what is missing is as the machine's preset has it:

    machine      a preset
    container    a container, or "own", "own-cup" ... of `templates/measure.toml`, with `sizes`: "outer.length": "56"
    folded       length, width and height inside, of boxes that are folded
    beads        a kind of beads, or "own", with `bead`: diameter, length, title
    unit         "in" where sizes are in inches
    palette, paper, stock, language, name
    sets         for so many groups of a class
    files        files that were taken in: name -> text. A kit.toml among them, where no machine is chosen, is what is
                 changed by the rest; all else in it stays. A printer.toml corrects what is printed.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import chdir, contextmanager
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from menace_kit.errors import MenaceKitError, SelectionError, UnknownNameError
from menace_kit.files import (
    KIT_FILE_NAME,
    PROFILE_FILE_NAME,
    font_file,
    read_file,
    read_text,
    templates_folder,
)
from menace_kit.layout.board import board_height, board_marks, board_width
from menace_kit.layout.label import label_marks, label_outline
from menace_kit.layout.label_sheets import label_plan, sample_boxes
from menace_kit.layout.marks import Mark
from menace_kit.layout.sheets.nets import tray_plan
from menace_kit.machine.containers import BeadSize, Container, ContainerKind
from menace_kit.machine.kit import DEFAULT_PRESET, Kit, load_preset, make_kit, set_letters
from menace_kit.machine.schema import PAPER_TITLES, Colour, Palette, Spec, Stock
from menace_kit.machine.toml_files import (
    TemplateKind,
    load_template,
    parse_model,
    read_toml,
    template_names,
    template_path,
)
from menace_kit.printables.build import (
    Press,
    Printables,
    all_printables,
    drawing_steps,
    drawn_files,
    make,
    naming_the_key,
)
from menace_kit.printables.catalogue import CATALOGUE, LABELS, TRAYS
from menace_kit.render.pictures import svg_elements
from menace_kit.text.kit_words import paper_words
from menace_kit.text.words import Words, load_words
from menace_kit.workshop.adoption import (
    BEADS_FILE_NAME,
    MEASURE_YOUR_OWN,
    MEASURED,
    OwnContainer,
    Wishes,
    beads_file,
    changed_kit_files,
    kit_files,
    own_container,
    own_of_sizes,
    typed_sizes,
    usual_label,
)
from menace_kit.workshop.printer import load_profile
from menace_kit.workshop.shopping import (
    bead_headings,
    bead_rows,
    building_steps,
    thing_headings,
    thing_rows,
)
from menace_kit.workshop.warnings import Sight, seen_as

Choices = Mapping[str, Any]
Facts = dict[str, Any]

MOST_SETS = 100
"""More groups than any school has in a hall."""

FORMATS = ("pdf",)


# What there is to choose from, in the words of a language.


def options(language: str) -> Facts:
    """Return everything that can be chosen; it is the same at every visit: a page can have it before this runs."""
    words = load_words(language)
    return {
        "machines": [_machine(name) for name in template_names(TemplateKind.MACHINES)],
        "containers": [
            _container(name, words)
            for name in template_names(TemplateKind.CONTAINERS)
            if name != MEASURE_YOUR_OWN
        ],
        "own": [_own_kind(name, words) for name in read_toml(templates_folder() / "measure.toml")],
        "beads": [_beads(name, words) for name in template_names(TemplateKind.BEADS)],
        "palettes": [_palette(name, words) for name in template_names(TemplateKind.PALETTES)],
        "papers": [{"name": name, "title": title} for name, title in PAPER_TITLES.items()],
        "stocks": [_stock(name, words) for name in template_names(TemplateKind.STOCK)],
        "languages": [
            {"name": name, "title": _language_called(name)} for name in template_names(TemplateKind.TEXT)
        ],
        "most_sets": MOST_SETS,
    }


def _machine(name: str) -> Facts:
    kit = load_preset(name)
    side, game = kit.spec.side, kit.spec.game
    group = {"hexapawn": "her", "nim": "nim"}.get(game) or {"first": "menace"}.get(side, side)
    box = sample_boxes(kit)[0]
    height = board_height(kit, 10)
    return {
        "name": name,
        "group": group,
        "title": kit.spec.name,
        "about": _about_preset(name),
        "boxes": len(kit.boxes),
        "beads": sum(kit.start_by_colour().values()),
        "hours": _hours(kit),
        "picture": _svg(board_marks(kit, box, 0.5, 0.5, height), board_width(kit, height) + 1, height + 1),
        "container": kit.spec.print.container,
        "bead": kit.spec.beads.kind,
        "palette": kit.spec.beads.palette,
        "paper": kit.spec.print.paper,
        "stock": kit.spec.print.stock,
        "colours": kit.game.colours,
    }


def _about_preset(name: str) -> str:
    comment = read_text(template_path(TemplateKind.MACHINES, name)).removeprefix("# ").replace("\n# ", " ")
    return re.split(r"[.;]\s", comment, maxsplit=1)[0] + "."


def _hours(kit: Kit) -> float:
    """Return how many hours one person takes to build it, to the half hour, without what is only nice to have."""
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


def _own_kind(name: str, words: Words) -> Facts:
    kind = ContainerKind(read_toml(templates_folder() / "measure.toml")[name]["kind"])
    fields = [{"key": key, "usual": "", "optional": False} for key in _size_keys(kind)]
    if MEASURED[kind].label:
        fields += [{"key": f"label.{side}", "usual": "", "optional": True} for side in ("width", "height")]
    if kind is ContainerKind.CARTON:
        fields.append({"key": "together", "usual": "10", "optional": True})
    return {
        "name": name,
        "kind": kind.value,
        "title": words(f"containers.{kind.value}", n=1),
        "fields": fields,
    }


def _beads(name: str, words: Words) -> Facts:
    bead = load_template(BeadSize, TemplateKind.BEADS, name)
    return {"name": name, "title": words.title(bead.title), "sizes": [bead.diameter, bead.length]}


def _palette(name: str, words: Words) -> Facts:
    palette = load_template(Palette, TemplateKind.PALETTES, name)
    colours = _colours(palette.lettered(words.language), words)
    return {"name": name, "title": words.title(palette.title), "colours": colours}


def _colours(colours: Sequence[Colour], words: Words) -> list[Facts]:
    """Return each colour with its letter and sign, and how eyes see it that do not tell some colours apart."""
    seen = {sight.value: [each.to_string(hex=True) for each in seen_as(colours, sight)] for sight in Sight}
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


# From choices to the files of a kit.


class _MistakesError(Exception):
    """What is wrong with choices: a field of the form and a sentence, for each mistake."""

    def __init__(self, found: Iterable[tuple[str, str]]) -> None:
        super().__init__()
        self.found = [{"field": field, "text": text} for field, text in found]


@contextmanager
def _mistakes_at(field: str) -> Iterator[None]:
    """Tell errors as mistakes in a field."""
    try:
        yield
    except MenaceKitError as error:
        raise _MistakesError(_placed(str(error), field)) from error


def _files(choices: Choices) -> dict[str, str]:
    """Return the files that the choices mean: name -> text, the kit file first."""
    taken = dict(choices.get("files") or {})
    with _folder(taken):
        wishes = _wishes(choices)
        with _mistakes_at("machine"):
            if KIT_FILE_NAME in taken and not choices.get("machine"):
                read_toml(Path(KIT_FILE_NAME))
                made = changed_kit_files(taken[KIT_FILE_NAME], wishes)
            else:
                made = kit_files(choices.get("machine") or DEFAULT_PRESET, wishes)
    return {KIT_FILE_NAME: made.pop(KIT_FILE_NAME), **_named(taken, made), **made}


def _named(taken: Mapping[str, str], made: Mapping[str, str]) -> dict[str, str]:
    return {name: text for name, text in taken.items() if name not in made and name != KIT_FILE_NAME}


@contextmanager
def _folder(files: Mapping[str, str]) -> Iterator[None]:
    """Work in a folder that has these files: what they name is found, and what is said of them has no other name."""
    with TemporaryDirectory() as folder, chdir(folder):
        for name, text in files.items():
            Path(Path(name).name).write_text(text, encoding="utf-8", newline="")
        yield


def _wishes(choices: Choices) -> Wishes:
    """Return what is chosen otherwise than the preset has it; _MistakesError has all that cannot be."""
    wrong: list[tuple[str, str]] = []

    def tried(make: Any) -> Any:
        try:
            return make()
        except _MistakesError as error:
            wrong.extend((each["field"], each["text"]) for each in error.found)

    own = tried(lambda: _own(choices))
    beads = tried(lambda: _own_beads(choices))
    folded = tried(lambda: _folded(choices))
    tried(lambda: _sets(choices))
    if wrong:
        raise _MistakesError(wrong)
    return Wishes(
        container=None if own else choices.get("container"),
        own=own,
        folded=folded,
        beads=beads,
        **{key: choices.get(key) or None for key in ("paper", "language", "palette", "stock", "name")},
    )


def _size_keys(kind: ContainerKind) -> list[str]:
    """Return the keys of what is measured of containers of one's own."""
    things, sides, _ = MEASURED[kind]
    if len(things) == 1:
        return list(sides)
    return [f"{part}.{side}" for part in ("outer", "inside") for side in sides]


def _own(choices: Choices) -> OwnContainer | None:
    """Return the containers of one's own that were measured, None where they are of the list."""
    kinds = read_toml(templates_folder() / "measure.toml")
    if choices.get("container") not in kinds:
        return None
    kind = ContainerKind(kinds[choices["container"]]["kind"])
    things, sides, where = MEASURED[kind]
    keys = _size_keys(kind)
    wrong: list[tuple[str, str]] = []
    sizes: list[tuple[float, ...]] = []
    for number, (what, example) in enumerate(things.items()):
        here = keys[number * len(sides) : (number + 1) * len(sides)]
        found = _typed(choices, "sizes", here, what, sides, example, wrong)
        sizes.append(found or ())
    label, together = None, 1
    if where and sizes[0]:
        wide, high = usual_label(kind, sizes[0])
        usual = {"label.width": f"{wide:.3g}", "label.height": f"{high:.3g}"}
        said = {**usual, **{key: text for key in usual if (text := _in_mm(choices, "sizes", key))}}
        found = _typed(
            {"sizes": said},
            "sizes",
            list(usual),
            "label",
            ("width", "height"),
            "x".join(usual.values()),
            wrong,
        )
        label = (found[0], found[1]) if found else None
    if kind is ContainerKind.CARTON:
        text = str((choices.get("sizes") or {}).get("together") or "10").strip()
        if re.fullmatch("[0-9]{1,4}", text) and 1 <= int(text) <= 1000:
            together = int(text)
        else:
            wrong.append(("sizes.together", f"{text[:40]!r} should be a whole number from 1 to 1000"))
    if wrong:
        raise _MistakesError(wrong)
    own = own_of_sizes(kind, sizes, label, together)
    with _mistakes_at("container"):
        own_container(own, "en")
    return own


def _in_mm(choices: Choices, table: str, key: str) -> str:
    """Return what was typed in a field of sizes, inches as mm."""
    text = str((choices.get(table) or {}).get(key) or "").strip()
    if choices.get("unit") == "in" and re.fullmatch(r"[0-9]+([.,][0-9]+)?", text):
        return f"{round(25.4 * float(text.replace(',', '.')), 1):g}"
    return text


def _typed(
    choices: Choices,
    table: str,
    keys: Sequence[str],
    what: str,
    sides: Sequence[str],
    example: str,
    wrong: list[tuple[str, str]],
) -> tuple[float, ...] | None:
    """Return the sizes in these fields; what is wrong goes to the fields that are."""
    texts = {key: _in_mm(choices, table, key) for key in keys}
    try:
        return typed_sizes("x".join(texts.values()), what, sides, example)
    except SelectionError as error:
        for key, text in texts.items():
            try:
                typed_sizes(text, what, sides[:1], example)
            except SelectionError:
                wrong.append((f"{table}.{key}", str(error)))
        return None


def _own_beads(choices: Choices) -> str | None:
    """Return the beads: a kind of the list, or one's own in words."""
    if choices.get("beads") != "own":
        return choices.get("beads") or None
    across, along = (_in_mm(choices, "bead", key) for key in ("diameter", "length"))
    title = str((choices.get("bead") or {}).get("title") or "").strip()
    text = f"{across} x {along} mm {title}" if along else f"{across} mm {title}"
    with _mistakes_at("bead.diameter"):
        try:
            name, _ = beads_file(text.strip())
        except UnknownNameError:
            name = ""
        if name != BEADS_FILE_NAME:
            raise UnknownNameError(f"{text[:40]!r} has no size: type it as 8 mm wooden, or 9 x 6 mm plastic")
    return text.strip()


def _folded(choices: Choices) -> tuple[float, float, float] | None:
    """Return how large boxes are inside that are folded; None where that follows from the beads."""
    keys = ("length", "width", "height")
    if choices.get("container") != "fold-up" or not any(_in_mm(choices, "folded", key) for key in keys):
        return None
    wrong: list[tuple[str, str]] = []
    found = _typed(choices, "folded", keys, "inside", keys, "51x33.5x10", wrong)
    if found is None:
        raise _MistakesError(wrong)
    return found[0], found[1], found[2]


def _sets(choices: Choices) -> tuple[str, ...]:
    """Return the letters of the sets; none for one machine."""
    text = str(choices.get("sets") or "1").strip()
    if not re.fullmatch("-?[0-9]{1,1000}", text):
        raise _MistakesError([("sets", f"{text[:40]!r} is not a whole number")])
    if not 1 <= int(text) <= MOST_SETS:
        raise _MistakesError([("sets", f"it should be 1 to {MOST_SETS}, not {int(text)}")])
    return set_letters(int(text)) if int(text) > 1 else ()


# Where in the form a sentence belongs.

_FIELDS = {
    "print.container": "container",
    "print.stock": "stock",
    "print.paper": "paper",
    "print.language": "language",
    "beads.kind": "beads",
    "beads.palette": "palette",
    "beads.colours": "palette",
    "fold-up": "folded",
    "name": "name",
}
"""Key of a kit file -> the field of the form that writes it."""

_SIDE = re.compile(r"\b(outer|tray|inside|label)\.(length|width|height)\b")


def _placed(text: str, field: str) -> Iterator[tuple[str, str]]:
    """Yield each line of an error with its field: that of the key it names, else the one given."""
    for line in text.splitlines():
        source, _, rest = line.partition(": ")
        if source == KIT_FILE_NAME or source.startswith("preset "):
            key = re.match(r"(?:there is no key )?([a-z][a-z0-9.-]*)", rest)
            keys = key[1].split(".") if key else []
            found = (".".join(keys[:count]) for count in range(len(keys), 0, -1))
            yield next((_FIELDS[name] for name in found if name in _FIELDS), field), line
        elif source == PROFILE_FILE_NAME:
            yield "files.printer.toml", line
        elif source == BEADS_FILE_NAME:
            yield "bead.diameter", line
        elif source.startswith("my-") and (side := _SIDE.search(rest)):
            yield f"sizes.{side[1].replace('tray', 'inside')}.{side[2]}", line
        else:
            yield field, line


# The kit, and how it looks.


@lru_cache(maxsize=4)
def _kit(files: tuple[tuple[str, str], ...]) -> tuple[Kit, Any]:
    """Return the kit of these files, and the profile of the printer where there is one."""
    with _folder(dict(files)):
        with _mistakes_at("files.printer.toml"):
            profile = load_profile(Path(PROFILE_FILE_NAME)) if PROFILE_FILE_NAME in dict(files) else None
        with _mistakes_at("machine"):
            spec = parse_model(Spec, read_toml(Path(KIT_FILE_NAME)), KIT_FILE_NAME)
            return make_kit(spec, KIT_FILE_NAME, Path()), profile


@lru_cache(maxsize=2)
def _printables(kit: Kit, sets: tuple[str, ...]) -> Printables:
    with _mistakes_at("container"), naming_the_key(kit):
        return all_printables(kit, paper_words(kit), sets=sets)


PARTS = ("label", "sheet", "list")


def preview(choices: Choices, language: str, parts: Sequence[str] = PARTS) -> Facts:
    """Return how the kit of these choices looks, in the words of a language; or its mistakes, and nothing else.

    The parts are what is asked for: one label, the first sheet, and the list of what to buy with all warnings. Sizes
    are in mm.
    """
    try:
        files = _files(choices)
        kit, _ = _kit(tuple(files.items()))
        words = paper_words(kit)
        told = load_words(language).told_of(kit.container)
        facts: Facts = {
            "errors": [],
            "files": files,
            "facts": _facts(kit),
            "colours": _colours(kit.colours, told),
        }
        with _mistakes_at("container"), naming_the_key(kit):
            if "label" in parts:
                facts["label"] = _label(kit, words)
            if "sheet" in parts:
                facts["sheet"] = _sheet(kit, words)
        if "list" in parts:
            facts |= _list(kit, told, _sets(choices))
    except _MistakesError as error:
        return {"errors": error.found}
    return facts


def _facts(kit: Kit) -> Facts:
    return {
        "name": kit.spec.name,
        "boxes": len(kit.boxes),
        "beads": sum(kit.start_by_colour().values()),
        "hours": _hours(kit),
        "fingerprint": kit.fingerprint,
    }


def _label(kit: Kit, words: Words) -> Facts:
    """Return the label of the box with most beads, or where there are no labels its board on the mat."""
    box = sample_boxes(kit)[0]
    if kit.container.kind is ContainerKind.MAT:
        height = board_height(kit, 12)
        width = board_width(kit, height)
        return _picture(board_marks(kit, box, 0, 0, height), width, height)
    folded = kit.container.kind is ContainerKind.FOLD_UP
    style = (tray_plan if folded else label_plan)(kit, words).style
    marks = [label_outline(style, 0, style.above), *label_marks(kit, words, style, box, 0, style.above)]
    return _picture(marks, style.width, style.full_height)


def _picture(marks: Iterable[Mark], width: float, height: float) -> Facts:
    edge = 0.3  # so that a line on the edge is seen whole
    return {"svg": _svg(marks, width, height, edge), "width": width + 2 * edge, "height": height + 2 * edge}


def _svg(marks: Iterable[Mark], width: float, height: float, edge: float = 0.0) -> str:
    """Return a drawing for a page; one user unit is one mm."""
    size = f"{-edge:g} {-edge:g} {width + 2 * edge:g} {height + 2 * edge:g}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{size}">{svg_elements(marks)}</svg>'


def _sheet(kit: Kit, words: Words) -> Facts:
    """Return the first of the sheets that make the boxes: labels, trays or the mat."""
    of_labels = next((each for each in (LABELS, TRAYS) if each.missing(kit) is None), None)
    if of_labels is not None:
        document = make(of_labels, kit, words, fit_test=False).documents[0]
    else:
        mat = next(each for each in CATALOGUE if each.name == "mat")
        document = make(mat, kit, words).documents[0]
    page = document.pages[0]
    return {
        "svg": _svg(page.marks, page.width, page.height),
        "title": document.title,
        "pages": len(document.pages),
        "width": page.width,
        "height": page.height,
    }


def _list(kit: Kit, told: Words, sets: tuple[str, ...]) -> Facts:
    """Return the shopping list, the warnings, and what is left out."""
    printables = _printables(kit, sets)
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
            "counted": told.tell(bought.counted) if bought.colours else "",
        },
        "warnings": [told.tell(warning) for warning in bought.warnings],
        "left_out": [f"{name}: {reason}" for name, reason in printables.left_out],
    }


# All files of a kit.


def build(choices: Choices) -> Iterator[Facts]:
    """Yield what is done, step by step: what comes next, how much is `done` `of` all, and the files that are ready.

    They are those of `menace-kit build --no-forecast`, byte for byte, and those of the kit itself. The last step has
    all of them as a zip. Mistakes come alone, as `errors`.
    """
    try:
        files = _files(choices)
        kit, profile = _kit(tuple(files.items()))
        yield {"step": "layout", "text": "", "done": 0, "of": 0, "files": []}
        printables = _printables(kit, _sets(choices))
        words, of = paper_words(kit), drawing_steps(printables) + 1
        content = {name: text.encode() for name, text in files.items()}
        made = [
            {"name": name, "title": "", "pages": 0, "purpose": "kit", "content": content[name]}
            for name in content
        ]
        yield {"step": "draw", "text": "", "done": 0, "of": of, "files": made}
        with _mistakes_at("container"), naming_the_key(kit):
            steps = drawn_files(kit, words, printables, FORMATS, Press(profile))
            for done, (purpose, drawn) in enumerate(steps, start=1):
                content |= {file.name: file.content for file in drawn}
                made = [{**file._asdict(), "purpose": purpose} for file in drawn]
                yield {"step": "draw", "text": drawn[0].title, "done": done, "of": of, "files": made}
    except _MistakesError as error:
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


def build_one(choices: Choices, name: str) -> Facts:
    """Return one file of the kit, `name` and `content`; UnknownNameError where it has none of this name."""
    for step in build(choices):
        if "errors" in step:
            return step
        for file in step["files"]:
            if file["name"] == name:
                return {"name": name, "content": file["content"]}
    raise UnknownNameError(f"this kit has no file {name!r}")


def zipped(files: Mapping[str, bytes]) -> bytes:
    """Return files as a zip archive: the same files give the same bytes, everywhere and at any time."""
    archive = BytesIO()
    with ZipFile(archive, "w", ZIP_STORED) as opened:  # nearly all is compressed already
        for name, content in files.items():
            entry = ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.create_system, entry.external_attr = 3, 0o644 << 16
            opened.writestr(entry, content)
    return archive.getvalue()
