"""PDF and SVG show the same, pixel by pixel, on every kind of page;
and a single mark that is missing is noticed.
"""

import inspect
import pkgutil
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from importlib import import_module

import pypdfium2
import pytest

import menace_kit.layout
from menace_kit.layout.charts.career import progress_document
from menace_kit.layout.charts.class_chart import MachineLine, class_document
from menace_kit.layout.charts.day_poster import day_poster_document
from menace_kit.layout.charts.heatmap import Moments, heatmap_document
from menace_kit.layout.charts.learned import learned_document
from menace_kit.layout.code_sheets import qr_document
from menace_kit.layout.fit_test import fit_test_page
from menace_kit.layout.label_plan import LabelOrder, label_plan
from menace_kit.layout.marks import (
    LIGHT_GREY,
    Anchor,
    Circle,
    Curve,
    Document,
    Line,
    Mark,
    Page,
    Pattern,
    Polyline,
    Rectangle,
    Text,
)
from menace_kit.layout.sheets.cabinet import cabinet_map_document
from menace_kit.layout.sheets.certificates import certificates_document
from menace_kit.layout.sheets.cover import CoverEntry, cover_document
from menace_kit.layout.sheets.first_box_graph import first_box_graph_document
from menace_kit.layout.sheets.folding import how_to_page
from menace_kit.layout.sheets.game_stickers import game_stickers_document
from menace_kit.layout.sheets.index import index_document
from menace_kit.layout.sheets.net_marks import tray_plan
from menace_kit.layout.sheets.shopping import shopping_document
from menace_kit.layout.sheets.sleeves import sleeves_document
from menace_kit.layout.sheets.trays import trays_document
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Result, starting_contents
from menace_kit.render.pdf import document_pdf
from menace_kit.workshop.shopping import shopping_list
from tests.examples import all_to_prove, in_cabinet
from tests.layout.kits import drawn_label, plan_of, preset, printed, sheets, with_address
from tests.layout.posters import A_DAY, WON_BY_BOB
from tests.render.rasters import LIMIT, pdf_raster, svg_raster, worst_difference

MOVED = 0.5
"""How far a mark is moved, in mm, that has to be noticed."""

KIT = preset("michie-1961")
FOLDED = printed("michie-1961", "fold-up")


def of_labels(kit: Kit) -> Page:
    """Return the first sheet of a kit's labels."""
    return sheets(kit, LabelOrder(kit.boxes[:60])).pages[0]


def codes() -> Document:
    """Return the square codes of some boxes, a page of them, of a kit whose boxes have pages."""
    kit = with_address(KIT)
    return qr_document(replace(kit, boxes=kit.boxes[-30:]))


def progress() -> Document:
    """Return the chart of a machine that loses, then wins."""
    beads = [-1, -2, -3, -2, -1, 2, 5, 8, 7, 10, 13, 16, 15, 18]
    shares = {result: [0.2 + number / 50 for number in range(len(beads))] for result in Result}
    return progress_document(KIT, beads, dict.fromkeys(Result, 5), shares, 20)


def heatmap() -> Document:
    """Return the sheet of boxes before and after beads were added."""
    before = starting_contents(KIT)
    after = {
        number: {colour: count * (number % 5) for colour, count in beads.items()}
        for number, beads in before.items()
    }
    return heatmap_document(KIT, Moments(before, after, "Before", "After"), "A test")


def learned() -> Document:
    """Return the chart of a machine that gets better against two opponents."""
    games = [0, 100, 200, 300]
    chances = {
        Result.WIN: [0.3, 0.5, 0.7, 0.8],
        Result.TIE: [0.3, 0.3, 0.2, 0.15],
        Result.LOSS: [0.4, 0.2, 0.1, 0.05],
    }
    return learned_document(KIT, games, {"random": chances, "perfect": chances})


def of_class() -> Document:
    """Return the chart of a class: a machine that nobody can beat,
    one that learns and one that has not begun.
    """
    machines = [
        MachineLine("A", [46, 45, 43, 40, 38], unbeatable=True),
        MachineLine("B", [46, 46, 44], unbeatable=False),
        MachineLine("C", [46], unbeatable=False),
    ]
    totals = {Result.WIN: 4, Result.LOSS: 2}
    shares = {Result.WIN: [0.2, 0.4, 0.6, 0.8], Result.LOSS: [0.8, 0.6, 0.4, 0.2]}
    return class_document(preset("her-19"), machines, [46, 45.5, 43.5], totals, shares, 3)


ASKED_MORE: dict[str, Callable[[], Document]] = {
    "cover": lambda: cover_document(KIT, [CoverEntry("Labels", 2, 4), CoverEntry("Codes", 5, 5)]),
    "trays": lambda: trays_document(FOLDED, LabelOrder(FOLDED.boxes[:4]), how_to=False),
    "sleeves": lambda: sleeves_document(FOLDED),
    "cabinet_map": lambda: cabinet_map_document(in_cabinet(KIT)),
    "game_stickers": lambda: game_stickers_document(KIT, [WON_BY_BOB] * 3),
    "certificates": lambda: certificates_document(KIT, games=[WON_BY_BOB] * 3, two=True),
    "class": of_class,
    "day_poster": lambda: day_poster_document(KIT, "day", A_DAY),
    "heatmap": heatmap,
    "labels": lambda: sheets(KIT),
    "learned": learned,
    "progress": progress,
    "qr": codes,
    "shopping": lambda: shopping_document(KIT, shopping_list(KIT, 4, 8)),
}
"""The documents that are made of more than a kit and words."""


def every_document() -> dict[str, Callable[[], Document]]:
    """Return a maker for each kind of document:
    each function in layout/ whose name ends in _document.
    """
    found = dict(ASKED_MORE)
    for module in pkgutil.walk_packages(menace_kit.layout.__path__, "menace_kit.layout."):
        functions = vars(import_module(module.name)).values()
        for function in filter(inspect.isfunction, functions):
            name, _, kind = function.__name__.rpartition("_")
            if (
                kind == "document" and name not in {*found, "chart"} and name[0] != "_"
            ):  # `progress` is a chart
                found[name] = partial(function, KIT)
    return found


def _first_page(make: Callable[[], Document]) -> Page:
    return make().pages[0]


ODD = Page(
    90,
    40,
    (
        Text(3, 6, "Größe · fi fl ffi · AVATAR To, Wa.", 8),
        Text(87, 12, "  two  spaces  ", 6, bold=True, anchor=Anchor.END),
        Text(40, 12, ".", 5, anchor=Anchor.MIDDLE),
        Line(3, 16, 20, 16, 0.1, LIGHT_GREY),
        Line(24, 14, 40, 18, 0.15, "#808080", dash=1),
        Rectangle(45, 14, 8, 5, 0.1, LIGHT_GREY, None, 1),
        Rectangle(58, 14, 5, 5, 0, None, "#E4E4E4"),
        Circle(70, 17, 2, 0.15, "#808080", "#FFF0B4"),
        Circle(80, 17, 3, 1.5),
        Polyline(((3, 35), (8, 24), (13, 35)), fill="#C8C8C8"),
        Polyline(((18, 35), (23, 24), (28, 35)), 0.15, "#808080"),
        Curve(((33, 35), (38, 24), (43, 33), (48, 26)), 0.3, "#505050", 2),
        Pattern(55, 24, 6, 6, "##.#/#..#/.##./#..#", "#204060"),
    ),
)


PAGES: dict[str, Callable[[], Page]] = {
    "odd marks": lambda: ODD,
    **{name: partial(_first_page, make) for name, make in every_document().items()},
    "index, second page": lambda: index_document(KIT).pages[1],
    "first-box graph, second page": lambda: first_box_graph_document(KIT).pages[1],
    "fit test": lambda: fit_test_page(KIT, label_plan(KIT)),
    "how to fold": lambda: how_to_page(FOLDED, tray_plan(FOLDED), 1),
    "labels with tabs": lambda: of_labels(preset("scroggs")),
    "labels on letter": lambda: of_labels(printed("michie-1961", paper="letter")),
}


@pytest.mark.parametrize("name", all_to_prove(PAGES, quick=["odd marks"]))
def test_pdf_and_svg_show_the_same(name: str) -> None:
    page = PAGES[name]()
    assert worst_difference(pdf_raster(page), svg_raster(page)) < LIMIT


def test_every_kind_of_document_is_among_them() -> None:
    wanted = {"labels", "filling", "shopping", "fence", "stickers", "tally_sheet", "progress"}
    assert wanted < set(PAGES)
    assert len(every_document()) >= 24


def one_label() -> Page:
    """Return a page with one label and nothing else."""
    marks = drawn_label(KIT, plan_of(KIT).style, KIT.box(217))
    return Page(44, 20, tuple(moved(mark, 4, 4) for mark in marks))


def moved(mark: Mark, right: float, down: float) -> Mark:
    if isinstance(mark, Line):
        return replace(
            mark, x1=mark.x1 + right, y1=mark.y1 + down, x2=mark.x2 + right, y2=mark.y2 + down
        )
    if isinstance(mark, Polyline | Curve):
        return replace(mark, points=tuple((x + right, y + down) for x, y in mark.points))
    return replace(mark, x=mark.x + right, y=mark.y + down)


@pytest.mark.prove
@pytest.mark.parametrize("drawn", [one_label, lambda: ODD], ids=["a label", "odd marks"])
def test_a_single_mark_that_is_missing_or_half_a_millimetre_off_is_noticed(
    drawn: Callable[[], Page],
) -> None:
    page = drawn()
    pdf = pdf_raster(page)
    assert worst_difference(pdf, svg_raster(page)) < LIMIT
    unnoticed = []
    for number, mark in enumerate(page.marks):
        for changed in ((), (moved(mark, MOVED, 0),), (moved(mark, 0, MOVED),)):
            marks = (*page.marks[:number], *changed, *page.marks[number + 1 :])
            if worst_difference(pdf, svg_raster(replace(page, marks=marks))) < LIMIT:
                unnoticed.append((mark, changed))
    assert unnoticed == []


def test_a_broad_ring_has_no_gap() -> None:
    document = Document("ring", "Ring", "kit", "00000000", (Page(20, 20, (Circle(10, 10, 6, 3),)),))
    with pypdfium2.PdfDocument(document_pdf(document)) as pdf:
        image = pdf[0].render(scale=20 * 25.4 / 72, grayscale=True).to_pil().convert("L")
    for x, y, across, down in ((10, 3, 0, 1), (10, 17, 0, 1), (3, 10, 1, 0), (17, 10, 1, 0)):
        around = [
            image.getpixel((20 * x + step * down, 20 * y + step * across))
            for step in range(-10, 11)
        ]
        assert set(around) == {0}
