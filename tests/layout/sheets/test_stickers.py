"""Stickers, which can be cut out and say what a visitor did;
and square codes, which a decoder reads.
"""

import io
from collections import Counter
from dataclasses import replace

import pypdfium2
import pytest
import zxingcpp

from menace_kit.errors import KitError
from menace_kit.layout.code_sheets import qr_document
from menace_kit.layout.label_code import QUIET, code_cells
from menace_kit.layout.label_plan import LabelOrder
from menace_kit.layout.label_sheets import labels_document
from menace_kit.layout.label_style import LEAST_CELL
from menace_kit.layout.marks import Layer, Pattern
from menace_kit.layout.sheets.stickers import on_ready_cut, stickers_document
from menace_kit.machine.kit import Kit
from menace_kit.machine.papers import PAPERS, PaperName
from menace_kit.render.pdf import document_pdf
from tests.examples import all_to_prove, some_of
from tests.layout.geometry import (
    Extent,
    document_faults,
    extent,
    guides,
    label_faults,
    marks_of,
    texts_of,
)
from tests.layout.kits import (
    BASE,
    STOCKS,
    cells,
    drawn_label,
    in_container,
    laid_out,
    papers_of,
    plan_of,
    preset,
    printed,
    with_address,
)
from tests.layout.posters import STRETCHED, poster_faults, said


@pytest.mark.parametrize("stock", some_of(stock for stock in STOCKS if stock != "plain"))
def test_stock_is_used_where_its_labels_are_large_enough(stock: str) -> None:
    for paper in papers_of(stock):
        kit = printed("starter", paper=paper, stock=stock)
        grid = kit.stock.grid
        assert grid is not None
        used = grid.width >= 30 and grid.height >= 15
        assert on_ready_cut(kit) is used
        document = laid_out(stickers_document, kit, STRETCHED)
        assert poster_faults(document, cells(kit)) == []
        cut = [mark for mark in document.pages[0].marks if mark.layer is Layer.CUT]
        assert (cut == []) is used
        if used:
            assert sum(said_counts(kit).values()) == grid.columns * grid.rows


def said_counts(kit: Kit) -> Counter[str]:
    text = said(stickers_document(kit))
    return Counter({result: text.count(f"I {result}") for result in ("beat", "drew", "lost")})


@pytest.mark.parametrize("paper", PAPERS)
def test_as_many_as_fit_in_three_groups(paper: PaperName) -> None:
    counts = said_counts(printed("michie-1961", paper=paper))
    assert counts == {"beat": 7, "drew": 7, "lost": 7}


def test_they_have_the_machines_own_name() -> None:
    for name in ("michie-1961", "van-woudenberg"):
        kit = preset(name)
        text = said(laid_out(stickers_document, kit))
        for sentence in ("I beat", "I drew with", "I lost to"):
            assert f"{sentence} {kit.spec.name}" in text


def decoded(content: bytes, dots_per_inch: int = 200) -> Counter[str]:
    """Return what a decoder reads on the pages of a PDF, as often as it is there."""
    found: Counter[str] = Counter()
    with pypdfium2.PdfDocument(io.BytesIO(content)) as pdf:
        for page in pdf:
            image = page.render(scale=dots_per_inch / 72, grayscale=True).to_pil()
            found.update(code.text for code in zxingcpp.read_barcodes(image))
    return found


@pytest.mark.parametrize("paper", all_to_prove(PAPERS, quick=["a4"]))
@pytest.mark.prove
def test_the_address_of_every_box_is_read_from_its_code(paper: PaperName) -> None:
    kit = with_address(printed("michie-1961", paper=paper))
    content = document_pdf(qr_document(kit))
    assert decoded(content) == Counter(f"{BASE}/box/{number}" for number in range(1, 305))
    assert len(content) < 250_000


def test_a_long_address_is_read_too() -> None:
    whole = with_address(preset("michie-1961"), f"https://{'a' * 100}.example/")
    kit = replace(whole, boxes=whole.boxes[-1:])
    assert decoded(document_pdf(qr_document(kit))) == {kit.address(kit.boxes[0]): 1}


@pytest.mark.parametrize(
    ("name", "paper"),
    all_to_prove(
        [("her-37", "a4"), ("michie-1961", "a4"), ("van-woudenberg", "letter")],
        quick=[("her-37", "a4")],
    ),
)
def test_the_sheets_can_be_printed_and_cut(name: str, paper: PaperName) -> None:
    kit = with_address(printed(name, paper=paper))
    document = qr_document(kit)
    assert document_faults(document) == []
    for page in document.pages:
        codes = marks_of(Pattern, page.marks)
        others = [extent(mark) for mark in page.marks if not isinstance(mark, Pattern)]
        assert 4 * len(codes) < len(guides(page)) < 8 * len(codes)
        for code in codes:
            white = QUIET * code.width / code.size[0]
            around = Extent(
                code.x - white,
                code.y - white,
                code.x + code.width + white,
                code.y + code.height + white,
            )
            assert all(around.gap(other) > -0.01 for other in others)


def test_small_labels_have_no_code() -> None:
    kit = with_address(preset("michie-1961"))
    assert plan_of(kit).style.code == 0
    assert plan_of(kit).style == plan_of(preset("michie-1961")).style


def test_large_labels_have_a_code_that_is_read() -> None:
    kit = with_address(
        in_container(printed("michie-1961", "pocket-matchbox"), (64.0, 39.0), pull=5)
    )
    style = plan_of(kit).style
    assert style.code >= LEAST_CELL * code_cells(kit)
    for box in (kit.boxes[0], kit.boxes[216], kit.boxes[303]):
        assert label_faults(drawn_label(kit, style, box), style) == []
    some = kit.boxes[::100]
    document = labels_document(kit, LabelOrder(some), fit_test=False)
    assert decoded(document_pdf(document), 300) == Counter(kit.address(box) for box in some)
    page = labels_document(kit, LabelOrder(kit.boxes[:1])).pages[0]
    assert "QR code: scan it with a phone" in " ".join(texts_of(page.marks))


@pytest.mark.parametrize(
    "size", [(30.0, 30.0), (45.0, 20.0), (60.0, 16.0), (90.0, 40.0), (120.0, 60.0), (50.0, 80.0)]
)
def test_a_code_on_a_label_is_never_too_small_and_touches_nothing(
    size: tuple[float, float],
) -> None:
    kit = with_address(in_container(preset("michie-1961"), size))
    style = plan_of(kit).style
    assert style.code == 0 or style.code >= LEAST_CELL * code_cells(kit) - 1e-9
    assert style.word_size >= 6
    for box in (kit.boxes[0], kit.boxes[303]):
        marks = drawn_label(kit, style, box)
        assert sum(isinstance(mark, Pattern) for mark in marks) == (style.code > 0)
        assert label_faults(marks, style) == []


def test_without_an_address_there_is_none() -> None:
    kit = preset("michie-1961")
    with pytest.raises(KitError, match=r"print\.base-address: this kit has none"):
        kit.address(kit.box(1))
