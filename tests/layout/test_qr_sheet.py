"""Square codes: a decoder reads the address of every box from its code, on the sheets and on labels."""

import io
from collections import Counter
from dataclasses import replace

import pypdfium2
import pytest
import zxingcpp

from menace_kit.errors import KitError
from menace_kit.layout.labels.label import LEAST_CELL, QUIET, code_cells
from menace_kit.layout.labels.sheets import LabelOrder, labels_document
from menace_kit.layout.labels.stickers import CELL, qr_document
from menace_kit.layout.marks import Document, Pattern, Text
from menace_kit.layout.primitives.page import PRINTABLE_BORDER
from menace_kit.machine.kit import Kit
from menace_kit.machine.schema import PAPERS, PaperName
from menace_kit.render.pdf import document_pdf
from tests.layout.geometry import Extent, extent, guides, label_faults, page_faults, texts_of
from tests.layout.kits import WORDS, drawn_label, in_container, plan_of, preset, printed

BASE = "https://example.org/menace"


def with_address(kit: Kit, address: str | None = BASE) -> Kit:
    """Return the kit whose boxes have pages at this address."""
    printing = kit.spec.print.model_copy(update={"base_address": address})
    return replace(kit, spec=kit.spec.model_copy(update={"print": printing}))


def decoded(content: bytes, dots_per_inch: int = 200) -> Counter[str]:
    """Return what a decoder reads on the pages of a PDF, as often as it is there."""
    found: Counter[str] = Counter()
    with pypdfium2.PdfDocument(io.BytesIO(content)) as pdf:
        for page in pdf:
            image = page.render(scale=dots_per_inch / 72, grayscale=True).to_pil()
            found.update(code.text for code in zxingcpp.read_barcodes(image))
    return found


@pytest.mark.parametrize("paper", PAPERS)
def test_the_address_of_every_box_is_read_from_its_code(paper: PaperName) -> None:
    kit = with_address(printed("michie-1961", paper=paper))
    content = document_pdf(qr_document(kit, WORDS))
    assert decoded(content) == Counter(f"{BASE}/box/{number}" for number in range(1, 305))
    assert len(content) < 250_000


def test_a_long_address_is_read_too() -> None:
    kit = with_address(preset("michie-1961"), f"https://{'a' * 100}.example/")
    address = kit.address(kit.box(1))
    some = replace(kit, boxes=kit.boxes[:12] + kit.boxes[-1:])
    assert decoded(document_pdf(qr_document(some, WORDS)))[address] == 1


@pytest.mark.parametrize(("name", "paper"), [("michie-1961", "a4"), ("van-woudenberg", "letter")])
def test_the_sheets_can_be_printed_and_cut(name: str, paper: PaperName) -> None:
    kit = with_address(printed(name, paper=paper))
    document = qr_document(kit, WORDS)
    assert [fault for page in document.pages for fault in page_faults(page, PRINTABLE_BORDER)] == []
    for page in document.pages:
        codes = [mark for mark in page.marks if isinstance(mark, Pattern)]
        others = [extent(mark) for mark in page.marks if not isinstance(mark, Pattern)]
        assert len(guides(page)) == 8 * len(codes)
        for code in codes:
            white = QUIET * code.width / code.size[0]
            around = Extent(
                code.x - white, code.y - white, code.x + code.width + white, code.y + code.height + white
            )
            assert all(around.gap(other) > -0.01 for other in others)


def test_each_number_stands_below_its_code() -> None:
    kit = with_address(preset("michie-1961"))
    numbers = []
    for page in qr_document(kit, WORDS).pages:
        codes = [mark for mark in page.marks if isinstance(mark, Pattern)]
        below = [mark for mark in page.marks if isinstance(mark, Text) and mark.bold and mark.text.isdigit()]
        for code, number in zip(codes, below, strict=True):
            assert number.x == pytest.approx(code.x + code.width / 2)
            assert 0 < number.y - code.y - code.height < 8
            numbers.append(int(number.text))
    assert numbers == list(range(1, 305))


def test_all_codes_of_a_kit_have_the_same_size() -> None:
    kit = with_address(preset("michie-1961"))
    sizes = {
        (mark.size, round(mark.width, 6))
        for page in qr_document(kit, WORDS).pages
        for mark in page.marks
        if isinstance(mark, Pattern)
    }
    cells = code_cells(kit) - 2 * QUIET
    assert sizes == {((cells, cells), round(cells * CELL, 6))}


def words_of(document: Document) -> str:
    return " ".join(texts_of(document.pages[0].marks))


def test_small_labels_have_no_code_and_the_sheet_says_so() -> None:
    kit = with_address(preset("michie-1961"))
    assert plan_of(kit).style.code == 0
    assert plan_of(kit).style == plan_of(preset("michie-1961")).style
    assert "The labels have none: they are too small for a code, which takes 14.8 mm" in words_of(
        qr_document(kit, WORDS)
    )


def test_large_labels_have_a_code_that_is_read() -> None:
    kit = with_address(in_container(printed("michie-1961", "pocket-matchbox"), (64.0, 39.0), pull=5))
    style = plan_of(kit).style
    assert style.code >= LEAST_CELL * code_cells(kit)
    for box in (kit.boxes[0], kit.boxes[216], kit.boxes[303]):
        assert label_faults(drawn_label(kit, style, box), style) == []
    some = kit.boxes[::9]
    document = labels_document(kit, WORDS, LabelOrder(some), fit_test=False)
    assert decoded(document_pdf(document), 300) == Counter(kit.address(box) for box in some)
    assert "The labels have the same codes" in words_of(qr_document(kit, WORDS))
    page = labels_document(kit, WORDS, LabelOrder(kit.boxes[:1])).pages[0]
    assert "Square code: a telephone's camera" in " ".join(texts_of(page.marks))


@pytest.mark.parametrize("size", [(30.0, 30.0), (45.0, 20.0), (60.0, 16.0), (90.0, 40.0), (120.0, 60.0)])
def test_a_code_on_a_label_is_never_too_small_and_touches_nothing(size: tuple[float, float]) -> None:
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
