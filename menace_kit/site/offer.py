"""Everything to choose from on the kit maker's page, in a language."""

from collections.abc import Iterable, Sequence

from menace_kit.files import font_file, read_file
from menace_kit.games.nim import Nim
from menace_kit.layout.board import board_marks
from menace_kit.layout.fit_test import sample_boxes
from menace_kit.layout.marks import Mark
from menace_kit.layout.squares import Squares
from menace_kit.machine import DEFAULT_PRESET, BeadSize, Colour, Kit, Palette, load_preset
from menace_kit.machine.containers import Container, ContainerKind
from menace_kit.machine.papers import PAPER_TITLES, Stock
from menace_kit.machine.toml_files import (
    TemplateKind,
    load_template,
    read_toml,
    template_names,
    template_path,
)
from menace_kit.machine.values import LONGEST_TITLE
from menace_kit.render.svg import svg_elements
from menace_kit.site.choices import Facts, own_fields, own_kinds
from menace_kit.site.choices_of_rules import EMPTY_BOX, PRICED, START_PATTERNS
from menace_kit.text import Words, load_words
from menace_kit.workshop.colour_vision import Sight, seen_as
from menace_kit.workshop.forecasts import shipped_need
from menace_kit.workshop.kit_files import palette_of_new_kits
from menace_kit.workshop.own_boxes import MEASURE_YOUR_OWN, OWN_NOUNS
from menace_kit.workshop.reserve import beads_wanted
from menace_kit.workshop.steps import minutes_needed, time_said


def options(language: str) -> Facts:
    """Return everything that can be chosen; constant, so that pages have it before Python runs."""
    words = load_words(language)
    usual = palette_of_new_kits(DEFAULT_PRESET)
    palettes = sorted(template_names(TemplateKind.PALETTES), key=lambda name: name != usual)
    return {
        "machines": [_machine(name, words) for name in template_names(TemplateKind.MACHINES)],
        "containers": [
            _container(name, words)
            for name in template_names(TemplateKind.CONTAINERS)
            if name != MEASURE_YOUR_OWN
        ],
        "own": [_own_kind(name, kind, words) for name, kind in own_kinds().items()],
        "beads": [_beads(name, words) for name in template_names(TemplateKind.BEADS)],
        "palettes": [_palette(name, words) for name in palettes],
        "papers": [{"name": name, "title": title} for name, title in PAPER_TITLES.items()],
        "stocks": [_stock(name, words) for name in template_names(TemplateKind.STOCK)],
        "languages": [
            {"name": name, "title": _language_called(name)}
            for name in template_names(TemplateKind.TEXT)
        ],
        "empty_box": EMPTY_BOX,
        "starts": tuple(START_PATTERNS),
        "priced": PRICED,
        "longest_name": LONGEST_TITLE,
    }


def _machine(name: str, words: Words) -> Facts:
    kit = load_preset(name)
    # A second move's board has marks on it. In impartial games, the first board has all pieces.
    box = sample_boxes(kit)[: 1 if kit.game.impartial else 2][-1]
    squares = Squares(kit, 0.5, 0.5, 10)
    width, height = squares.size
    return {
        "name": name,
        "title": _title(name, kit, words),
        "about": _about(name, kit, words),
        "start": started(kit.spec.beads.start),
        "empty": kit.spec.learning.empty_box.value,
        "protect": kit.spec.learning.protect_first_box,
        "boxes": len(kit.boxes),
        "beads": beads_to_own(kit),
        "time": time_said(words, minutes_needed(kit)),
        "picture": svg_of(board_marks(squares, box), width + 1, height + 1),
        "container": kit.spec.print.container,
        "bead": kit.spec.beads.kind,
        "palette": palette_of_new_kits(name),
        "paper": kit.spec.print.paper,
        "stock": kit.spec.print.stock,
    }


def _about(name: str, kit: Kit, words: Words) -> str:
    """Return what is special about a machine; machines of Nim may share a sentence."""
    own = f"maker.machine-{name}"
    shares_it = isinstance(kit.game, Nim) and own not in words
    return words("maker.nim-loses" if shares_it else own)


def _title(name: str, kit: Kit, words: Words) -> str:
    """Return what a machine is called where people choose one: Nim's, by how many matches."""
    if isinstance(kit.game, Nim):
        return words("maker.nim", n=kit.game.matches)
    return words.titled(name) or words.title(kit.spec.name)


def started(beads: int | tuple[int, ...]) -> str:
    """Return the starting beads of each colour as people write them: 4-3-2-1."""
    return "-".join(map(str, beads)) if isinstance(beads, tuple) else str(beads)


def beads_to_own(kit: Kit) -> int:
    return sum(beads_wanted(kit, shipped_need(kit)).values())


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
        "title": words.title(f"My own {OWN_NOUNS.get(kind, 'box')}"),
        "fields": own_fields(kind),
    }


def _beads(name: str, words: Words) -> Facts:
    bead = load_template(BeadSize, TemplateKind.BEADS, name)
    return {"name": name, "title": words.title(bead.title)}


def _palette(name: str, words: Words) -> Facts:
    palette = load_template(Palette, TemplateKind.PALETTES, name)
    shown = [colour.hex for colour in palette.colours]
    return {"name": name, "title": words.title(palette.title), "colours": shown}


def colours_of(colours: Sequence[Colour], words: Words) -> list[Facts]:
    """Return each colour with its letter and symbol, and how colour-blind eyes see it."""
    seen = {
        sight.value: [each.to_string(hex=True) for each in seen_as(colours, sight)]
        for sight in Sight
    }
    return [
        {
            "name": words.colour_name(colour),
            **{key: getattr(colour, key) for key in ("key", "glyph", "hex")},
            "seen": {sight: hexes[number] for sight, hexes in seen.items()},
        }
        for number, colour in enumerate(colours)
    ]


def _language_called(name: str) -> str:
    """Return a language's own name."""
    names: list[str] = read_toml(template_path(TemplateKind.TEXT, name))["language"]["names"]
    return names[0]


def _stock(name: str, words: Words) -> Facts:
    stock = load_template(Stock, TemplateKind.STOCK, name)
    return {"name": name, "title": words.title(stock.title)}


def fonts() -> dict[str, bytes]:
    """Return the fonts of the sheets, for a page that shows them."""
    return {"regular": read_file(font_file(bold=False)), "bold": read_file(font_file(bold=True))}


def svg_of(marks: Iterable[Mark], width: float, height: float, edge: float = 0.0) -> str:
    """Return a drawing for a page; one user unit is one mm."""
    size = f"{0 - edge:g} {0 - edge:g} {width + 2 * edge:g} {height + 2 * edge:g}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{size}">{svg_elements(marks)}</svg>'
