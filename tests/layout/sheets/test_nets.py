"""Sheets of nets: what lies on them, that it lies inside, and that no more would fit."""

import math
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from menace_kit.errors import FitError, KitError
from menace_kit.layout.cutting import INSET
from menace_kit.layout.label_plan import LabelOrder
from menace_kit.layout.label_style import SAFE_MARGIN
from menace_kit.layout.marks import Document, Layer, Line, Page, Polyline, Rectangle
from menace_kit.layout.page import PRINTABLE_BORDER
from menace_kit.layout.sheets.net_marks import GAP, tray_of, tray_plan
from menace_kit.layout.sheets.sleeves import sleeve_times, sleeves_document, spots_within
from menace_kit.layout.sheets.trays import trays_document
from menace_kit.machine import Kit
from menace_kit.machine.kit_files import with_folded_boxes
from menace_kit.machine.papers import PaperName
from menace_kit.machine.sizes import BeadSize
from menace_kit.printables.build import all_printables
from menace_kit.printables.catalogue import LABELS
from menace_kit.printables.labelled import trays
from menace_kit.printables.making import make
from menace_kit.render import rendered
from menace_kit.text import paper_words
from menace_kit.workshop.shopping import shopping_list
from tests.layout.geometry import Extent, document_faults, extent, texts_of
from tests.layout.kits import EVERY_PRESET, printed
from tests.printables.named import printable_named


def folded(
    preset: str = "her-19", paper: PaperName = "a4", *, registration: bool = False, **keys: Any
) -> Kit:
    """Return a preset in fold-up boxes, `[fold-up]` with these keys."""
    kit = printed(preset, "fold-up", paper)
    printing = kit.spec.print.model_copy(update={"registration": registration})
    spec = kit.spec.model_copy(
        update={"print": printing, "fold_up": kit.spec.fold_up.model_copy(keys)}
    )
    return with_folded_boxes(replace(kit, spec=spec))


def nets(page: Page) -> list[Polyline]:
    return [mark for mark in page.marks if isinstance(mark, Polyline) and mark.layer is Layer.CUT]


def both(kit: Kit) -> tuple[Document, Document]:
    return trays_document(kit, LabelOrder(kit.boxes)), sleeves_document(kit)


@pytest.mark.parametrize(
    ("paper", "registration", "fence"),
    [("a4", False, True), ("letter", True, False), ("a4", True, True)],
)
def test_nets_lie_inside_what_is_printed_and_apart(
    paper: PaperName, registration: bool, fence: bool
) -> None:
    kit = folded(paper=paper, registration=registration, fence=fence)
    trays, sleeves = both(kit)
    edge = INSET if registration else PRINTABLE_BORDER
    for document in (trays, sleeves):
        assert document_faults(document) == []
        for page in document.pages:
            covered = [extent(net) for net in nets(page)]
            assert all(one.gap(other) >= GAP - 0.11 for one, other in combinations(covered, 2))
            if registration and covered:
                marks = [
                    extent(mark)
                    for mark in page.marks
                    if isinstance(mark, Rectangle | Polyline) and mark.fill
                ]
                dark = [box for box in marks if box.left <= edge + 0.01 and box.top <= edge + 0.01]
                assert dark, "no registration mark"
    assert sum(len(nets(page)) for page in trays.pages) == len(kit.boxes)
    assert sleeve_times(kit) * len(nets(sleeves.pages[0])) >= len(kit.boxes)


def test_a_folded_box_of_hexapawn_shows_its_board_on_all_of_its_front() -> None:
    style = tray_plan(folded("her-19")).style
    assert style.board >= 13.5
    assert style.board == pytest.approx(style.height - 2 * SAFE_MARGIN)


def test_the_label_of_a_tray_lies_upright_inside_its_front() -> None:
    kit = folded(fence=True)
    document = trays_document(kit, LabelOrder(kit.boxes[3:4]), how_to=False)
    (page,) = document.pages
    (outline,) = nets(page)
    net = tray_of(kit)
    left, top, _, _ = net.extent
    box = extent(outline)
    (_, bottom), (_, rim), (right, _), _ = net.named("front").path
    front = Extent(
        box.left - left, box.top - top + rim, box.left - left + right, box.top - top + bottom
    )
    name = kit.boxes[3].name
    (number,) = [mark for mark in page.marks if getattr(mark, "text", None) == name]
    assert front.holds(extent(number), 0.3)
    ups = [mark for mark in page.marks if isinstance(mark, Polyline) and mark.fill == "#000000"]
    (up,) = [mark for mark in ups if len(mark.points) == 3]
    assert front.holds(extent(up), 0.3)
    (_, base), (_, tip), (_, other) = up.points
    assert tip < base == other  # the point is nearer to the rim


def test_cuts_folds_and_glue_are_layers_of_their_own() -> None:
    kit = folded(fence=True)
    for document, tabs, folds in ((both(kit)[0], 4 + 3, 13), (both(kit)[1], 1, 4)):
        page = document.pages[-1]
        count = len(nets(page))
        layers = [mark.layer for mark in page.marks]
        assert layers.count(Layer.GLUE) == tabs * count
        lines = [mark for mark in page.marks if isinstance(mark, Line) and mark.layer is Layer.FOLD]
        assert len(lines) == folds * count
        assert all(line.dash for line in lines)
        drawing = rendered(document, "svg")[-1].decode()
        for layer in ("print", "cut", "fold", "glue"):
            assert f'inkscape:label="{layer}"' in drawing
    assert (
        'inkscape:label="glue"'
        not in rendered(make(printable_named("tally"), kit).documents[0], "svg")[0].decode()
    )


@given(st.floats(100, 300), st.floats(100, 300), st.floats(30, 140), st.floats(30, 140))
def test_places_for_equal_cells_do_not_overlap_and_are_never_fewer_than_in_rows(
    width: float, height: float, cell_width: float, cell_height: float
) -> None:
    spots = spots_within(width, height, (cell_width, cell_height))
    cells = [
        Extent(
            x,
            y,
            x + (cell_height if turned else cell_width),
            y + (cell_width if turned else cell_height),
        )
        for x, y, turned in spots
    ]
    sheet = Extent(0, 0, width, height)
    assert all(sheet.holds(cell) for cell in cells)
    assert all(one.gap(other) >= -1e-6 for one, other in combinations(cells, 2))
    rows = int(width / cell_width) * int(height / cell_height)
    turned = int(width / cell_height) * int(height / cell_width)
    assert max(rows, turned) <= len(cells) <= width * height / (cell_width * cell_height) + 1e-6


def test_turned_sleeves_use_what_rows_leave_over() -> None:
    assert (
        len(spots_within(197, 276, (100, 53))) == 7
    )  # five turned above each other, and two upright beside them


def test_the_first_page_tells_sheets_and_sizes() -> None:
    kit = folded("michie-1961", beads=72)
    trays, sleeves = both(kit)
    per_sheet, sleeves_on = len(nets(trays.pages[1])), len(nets(sleeves.pages[0]))
    said = " ".join(texts_of(trays.pages[0].marks))
    assert f"{math.ceil(304 / per_sheet)} for trays, with {per_sheet} on each" in said
    assert f"{math.ceil(304 / sleeves_on)} for sleeves, with {sleeves_on} on each" in said
    assert len(trays.pages) == 1 + math.ceil(304 / per_sheet)
    tray = kit.container.tray
    assert f"Inside {tray.length:g} x {tray.width:g} x {tray.height:g} mm; 7" in said
    times = (
        f"print this sheet {math.ceil(304 / sleeves_on)} times, {sleeves_on} on it for 304 boxes"
    )
    assert times in " ".join(texts_of(sleeves.pages[0].marks))


def test_sizes_follow_from_the_fullest_box_and_its_wins_or_from_the_kit_file() -> None:
    assert folded("michie-1961").container == folded("michie-1961", beads=4 * 3 + 20 * 3).container
    own = folded("michie-1961", tray=(60.0, 40.0, 15.0), card=0.3, clearance=1.0).container
    assert (own.tray.length, own.tray.width, own.tray.height) == (60, 40, 15)
    assert (own.outer.length, own.outer.width, own.outer.height) == pytest.approx(
        (61.2, 42.5, 16.9)
    )


def test_nothing_is_bought_that_is_printed() -> None:
    kit = folded("michie-1961")
    words = paper_words(kit)
    bought = shopping_list(kit, 0, 20, card_sheets=80)
    assert {thing.kind for thing in bought.things} == {
        "pot",
        "glue",
        "scissors",
        "paper",
        "card",
    }
    (glue,) = (thing for thing in bought.things if thing.kind == "glue")
    assert glue.total == math.ceil(304 / 45)
    listed = " ".join(text for item in bought.items(words) for text in item)
    assert "label" not in listed
    assert "matchbox" not in listed.lower()


def test_trays_and_sleeves_take_the_place_of_labels_and_fences() -> None:
    kit = folded()
    made = all_printables(kit)
    names = [document.name for part in made.made for document in part.documents]
    assert {"fold-up-trays-a4", "fold-up-sleeves-a4"} < set(names)
    assert not {"labels-a4", "fence-a4"} & set(names)
    assert "menace-kit print fold-up" in str(LABELS.missing(kit))
    assert made.left_out == ()


def test_each_stage_has_its_document_and_the_first_begins_with_how_to_fold() -> None:
    documents = trays(folded("michie-1961"), "trays", by_stage=True).documents
    assert [document.name for document in documents] == [
        f"trays-move-{stage}" for stage in (1, 2, 3, 4)
    ]
    assert nets(documents[0].pages[0]) == []
    assert sum(len(nets(page)) for document in documents for page in document.pages) == 304


def test_what_cannot_be_folded_is_refused() -> None:
    with pytest.raises(FitError, match=r"the net of a tray of .* is too large for A4 paper by"):
        both(folded(tray=(200.0, 120.0, 40.0)))
    with pytest.raises(FitError, match=r"the net of a sleeve of .* is too large for A4 paper by"):
        sleeves_document(folded(tray=(60.0, 90.0, 50.0)))
    with pytest.raises(FitError, match=r"too narrow by 1\.7 mm"):
        both(folded("michie-1961", tray=(40.0, 20.0, 12.0)))
    labels = printed("her-19", "fold-up", "a4", "avery-l7160")
    with pytest.raises(
        KitError, match=r"print\.stock: fold-up boxes have their labels printed on the card"
    ):
        both(labels)
    slim = replace(
        folded(fence=True), bead=BeadSize(title="A straw", source="a test", diameter=2, length=8)
    )
    with pytest.raises(FitError, match="too slim for a fence"):
        both(slim)


@pytest.mark.parametrize("name", EVERY_PRESET)
def test_every_preset_can_have_fold_up_boxes_of_its_own_size(name: str) -> None:
    kit = folded(name)
    document = trays_document(kit, LabelOrder(kit.boxes[-2:]))
    assert document_faults(document) == []
    assert "What is on a label" in texts_of(document.pages[0].marks)
    assert tray_of(kit).extent[2] <= 120
