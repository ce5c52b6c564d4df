"""Kits for tests of drawings: every preset, in any measured container, on any paper and stock."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any, TypeVar

import pytest

from menace_kit.files import templates_folder
from menace_kit.layout.label import label_marks
from menace_kit.layout.label_plan import LabelOrder, LabelPlan, label_plan
from menace_kit.layout.label_sheets import labels_document
from menace_kit.layout.label_style import LabelStyle
from menace_kit.layout.marks import Document, Mark, Page, Text
from menace_kit.layout.type_scale import SMALLEST
from menace_kit.machine.boxes import Box
from menace_kit.machine.containers import Container
from menace_kit.machine.kit import Kit
from menace_kit.machine.kit_files import make_kit, with_folded_boxes
from menace_kit.machine.papers import PAPERS, PaperName, Stock
from menace_kit.machine.schema import Spec, Teaches
from menace_kit.machine.tables import parse_table
from menace_kit.machine.toml_files import (
    TemplateKind,
    load_template,
    read_toml,
    template_names,
    template_path,
)
from menace_kit.printables.build import Printables
from menace_kit.text import load_words
from tests import examples
from tests.examples import all_to_prove
from tests.layout.geometry import Extent

WORDS = load_words("en")
PRESETS = examples.PRESETS
preset = examples.preset
in_cabinet = examples.in_cabinet
some_of = examples.some_of
FEW = ("her-19", "michie-1961", "nim-13")
"""A preset of each game; most tests of a file look at its pages."""

EVERY_PRESET = all_to_prove(PRESETS, quick=FEW)
"""All their names, to parametrize tests that lay pages out."""

ALL_CONTAINERS = [
    name for name in template_names(TemplateKind.CONTAINERS) if name != "measure-your-own"
]


def slides(container: str) -> bool:
    """Return whether a container is a tray in a sleeve, like a matchbox."""
    return load_template(Container, TemplateKind.CONTAINERS, container).kind.slides


CONTAINERS = [name for name in ALL_CONTAINERS if slides(name)]
# A mat has no labels.
OPEN_CONTAINERS = [name for name in ALL_CONTAINERS if not slides(name) and name != "mat"]
STOCKS = template_names(TemplateKind.STOCK)
SMALLEST_TEXT = SMALLEST
MadeT = TypeVar("MadeT")


def tables_of(name: str) -> dict[str, Any]:
    """Return the tables of a preset's file, which is faster than its kit while tests are
    collected.
    """
    return read_toml(template_path(TemplateKind.MACHINES, name))


def small_kit(**tables: Any) -> Kit:
    """Return the kit of a few lines of a kit file, given as its tables."""
    return make_kit(parse_table(Spec, tables, "test"), "test", templates_folder())


@cache
def printed(
    name: str, container: str | None = None, paper: PaperName = "a4", stock: str = "plain"
) -> Kit:
    """Return a preset's kit with the same boxes, in another container, on another paper or
    stock.
    """
    kit = preset(name)
    container = container or kit.spec.print.container
    changed = kit.spec.print.model_copy(
        update={"container": container, "paper": paper, "stock": stock}
    )
    made = replace(
        kit,
        spec=kit.spec.model_copy(update={"print": changed}),
        container=_template(Container, TemplateKind.CONTAINERS, container),
        stock=_template(Stock, TemplateKind.STOCK, stock),
    )
    made = with_folded_boxes(made)
    return kit if made == kit else made  # the same object, whose pages may already be laid out


FOLDED = ("fold-up-trays", "fold-up-sleeves")
"""Printables for folded boxes only."""


def lacking_nothing_for(name: str, kit: Kit) -> Kit:
    """Return the kit with folded boxes, a mat or rewards for wins, if this printable needs them."""
    if name == "first-box-graph":
        learning = kit.spec.learning.model_copy(update={"win": 3, "teaches": Teaches.EVERY_MOVE})
        return replace(kit, spec=kit.spec.model_copy(update={"learning": learning}))
    if name in ("mat", "mat-tokens"):
        return replace(kit, container=_template(Container, TemplateKind.CONTAINERS, "mat"))
    if name not in FOLDED:
        return kit
    folded = _template(Container, TemplateKind.CONTAINERS, "fold-up")
    return with_folded_boxes(replace(kit, container=folded))


def in_container(kit: Kit, outer: tuple[float, float], **label: float) -> Kit:
    """Return the kit in a container with a front of `outer` (width, height) and these label
    measures.

    Its tray fits so closely that a label without a size is half a millimetre smaller than the
    front.
    """
    width, height = outer
    sizes = {"length": 260.0, "width": width, "height": height}
    data = {
        "title": "Made up for a test",
        "source": "a test",
        "outer": sizes,
        "tray": {"length": 257.0, "width": width - 1.4, "height": height - 0.9},
        "label": {key.replace("_", "-"): value for key, value in label.items()},
    }
    return replace(kit, container=parse_table(Container, data, "test"))


def on_stock(kit: Kit, **grid: Any) -> Kit:
    data = {
        "title": "A test sheet",
        "source": "a test",
        "grid": {k.replace("_", "-"): v for k, v in grid.items()},
    }
    return replace(kit, stock=parse_table(Stock, data, "test"))


def papers_of(stock: str) -> list[PaperName]:
    grid = _template(Stock, TemplateKind.STOCK, stock).grid
    return [grid.paper] if grid else list(PAPERS)


def every_print(every: int = 1) -> Iterator[tuple[str, PaperName, str]]:
    """Yield each container on each paper with each stock of that paper.

    With `every`, that many containers take turns with a stock; plain paper is for all of them.
    """
    for row, container in enumerate(CONTAINERS):
        for place, stock in enumerate(STOCKS):
            if stock == "plain" or (row + place) % every == 0:
                for paper in papers_of(stock):
                    yield container, paper, stock


def taking_turns(*axes: Sequence[Any] | Mapping[str, Any], every: int = 1) -> list[Any]:
    """Return all combinations for `parametrize`; beyond one per value of the longest axis, `prove`.

    With `every`, so are all but every n-th of these values, and all but a few presets.
    """
    ways = [
        [*axis.items()] if isinstance(axis, Mapping) else [(str(one), one) for one in axis]
        for axis in axes
    ]
    most = max(map(len, ways))
    longest = next(way for way in ways if len(way) == most)
    rows = [row for row, (name, _) in enumerate(longest) if name in FEW] or range(0, most, every)
    quick = set()
    for turn, row in enumerate(rows):
        quick.add(tuple(row if len(way) == most else turn % len(way) for way in ways))
    return [
        pytest.param(
            *(way[place][1] for way, place in zip(ways, places, strict=True)),
            id="-".join(way[place][0] for way, place in zip(ways, places, strict=True)),
            marks=() if places in quick else pytest.mark.prove,
        )
        for places in product(*(range(len(way)) for way in ways))
    ]


def in_language(kit: Kit, language: str) -> Kit:
    """Return the same machine, its sheets in another language."""
    printing = kit.spec.print.model_copy(update={"language": language})
    return replace(kit, spec=kit.spec.model_copy(update={"print": printing}))


_MADE: dict[tuple[Any, int, str], tuple[Kit, Any]] = {}


def laid_out(make: Callable[[Kit], MadeT], kit: Kit, language: str = "") -> MadeT:
    """Return what `make` makes of a kit, in its own language or another,
    laid out once for all tests of a session.
    """
    key = make, id(kit), language
    if key not in _MADE:  # the kit is kept too, or its place in memory could be another's
        _MADE[key] = (kit, make(in_language(kit, language) if language else kit))
    made: MadeT = _MADE[key][1]
    return made


def plan_of(kit: Kit) -> LabelPlan:
    """Return the plan of a kit's labels, made once for each kit."""
    return laid_out(label_plan, kit)


BASE = "https://example.org/menace"
WIDE = "W" * 24


def with_address(kit: Kit, address: str | None = BASE) -> Kit:
    printing = kit.spec.print.model_copy(update={"base_address": address})
    return replace(kit, spec=kit.spec.model_copy(update={"print": printing}))


def cells(kit: Kit) -> list[Extent]:
    """Return the ready-cut labels of a kit's stock, which may have ink in the paper's border."""
    grid = kit.stock.grid
    if grid is None:
        return []
    corners = [
        (grid.left + column * grid.pitch_x, grid.top + row * grid.pitch_y)
        for row in range(grid.rows)
        for column in range(grid.columns)
    ]
    return [Extent(x, y, x + grid.width, y + grid.height) for x, y in corners]


def with_long_names(kit: Kit) -> Kit:
    """Return the kit with the longest allowed titles and names, in the widest letters."""
    colours = tuple(
        c.model_copy(update={"name": f"{place}{WIDE[1:]}"}) for place, c in enumerate(kit.colours)
    )
    names = {old.name: new.name for old, new in zip(kit.colours, colours, strict=True)}
    boxes = tuple(
        replace(box, beads=tuple(bead._replace(colour=names[bead.colour]) for bead in box.beads))
        for box in kit.boxes
    )
    spec = kit.spec.model_copy(update={"name": "W" * 80})
    container = kit.container.model_copy(update={"title": "W" * 80})
    bead = kit.bead.model_copy(update={"title": f"{'W' * 40} {'W' * 39}"})
    stock = kit.stock.model_copy(update={"title": "WWW " * 19 + "WWWW"})
    return replace(
        kit, spec=spec, container=container, bead=bead, stock=stock, colours=colours, boxes=boxes
    )


def documents_of(printables: Printables) -> list[Document]:
    return [document for made in printables.made for document in made.documents]


def sheets(kit: Kit, order: LabelOrder | None = None) -> Document:
    """Return the label sheets without the fit test; those of all boxes are laid out once."""
    if order is None:
        return laid_out(_all_sheets, kit)
    return labels_document(kit, order, fit_test=False)


def _all_sheets(kit: Kit) -> Document:
    return labels_document(kit, LabelOrder(kit.boxes), fit_test=False)


def first_sheet(kit: Kit) -> Page:
    """Return a full sheet, if the kit has enough boxes."""
    return sheets(kit, LabelOrder(kit.boxes[: plan_of(kit).grid.cells])).pages[0]


def numbers_on(kit: Kit, page: Page) -> list[int]:
    """Return the numbers of the boxes whose labels are on a page, in the order of reading."""
    size = plan_of(kit).style.number_size
    found = [
        mark
        for mark in page.marks
        if isinstance(mark, Text) and mark.bold and mark.size == size and mark.text.isdigit()
    ]
    return [int(mark.text) for mark in sorted(found, key=lambda mark: (round(mark.y, 3), mark.x))]


def drawn_label(kit: Kit, style: LabelStyle, box: Box) -> list[Mark]:
    """Return the marks of one label whose front begins at 0, 0."""
    return list(label_marks(kit, style, box, 0, 0))


@cache
def _template(model: Any, kind: TemplateKind, name: str) -> Any:
    return load_template(model, kind, name)
