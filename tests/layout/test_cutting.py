"""Where labels are cut out: to exactly the container's size, by guides that are still there after the first cut."""

from collections import Counter

import pytest

from menace_kit.layout.labels.label import cut_marks
from menace_kit.layout.labels.sheets import LabelOrder, labels_document
from menace_kit.layout.marks import Layer, Polyline, Rectangle, Text
from menace_kit.machine.kit import Kit
from menace_kit.machine.schema import PAPERS
from tests.layout.geometry import Extent, extent, guides, outlines
from tests.layout.kits import CONTAINERS, WORDS, drawn_label, in_container, plan_of, printed, sheets


@pytest.mark.parametrize("paper", list(PAPERS))
@pytest.mark.parametrize("container", CONTAINERS)
def test_a_label_is_cut_out_to_exactly_the_container_s_label(container: str, paper: str) -> None:
    kit = printed("michie-1961", container, "a4" if paper == "a4" else "letter")
    shape = kit.container.label
    for page in labels_document(kit, WORDS, LabelOrder(kit.boxes)).pages:
        assert {(round(cut.width, 9), round(cut.height, 9)) for cut in outlines(page)} == {
            (kit.container.label_width, shape.tab_above + kit.container.label_height + shape.tab_below)
        }
        assert {cut.radius for cut in outlines(page)} == {0 if shape.tab_above else shape.corner}


@pytest.mark.parametrize("container", CONTAINERS)
def test_cut_guides_stay_out_of_labels_and_out_of_each_other(container: str) -> None:
    page = sheets(printed("michie-1961", container)).pages[0]
    labels, lines = [extent(cut) for cut in outlines(page)], guides(page)
    assert len(lines) == 8 * len(labels)
    for line in lines:
        assert min(extent(line).gap(label) for label in labels) > 0
    for line in lines:
        near = [
            other
            for other in lines
            if other is not line and abs(other.x1 - line.x1) + abs(other.y1 - line.y1) < 8
        ]
        assert min(extent(line).gap(extent(other)) for other in near) > 0


@pytest.mark.parametrize("container", CONTAINERS)
def test_cut_guides_survive_the_first_cut(container: str) -> None:
    """Cut through the middle of every gap: each piece keeps, for each edge of its label, a tick at both ends."""
    kit = printed("michie-1961", container)
    page, gap = sheets(kit).pages[0], kit.stock.gap
    for cut in outlines(page):
        piece = Extent(
            cut.x - gap / 2, cut.y - gap / 2, cut.x + cut.width + gap / 2, cut.y + cut.height + gap / 2
        )
        kept = [line for line in guides(page) if piece.holds(extent(line))]
        level = Counter((round(line.y1, 3), line.x1 < cut.x) for line in kept if line.y1 == line.y2)
        upright = Counter((round(line.x1, 3), line.y1 < cut.y) for line in kept if line.x1 == line.x2)
        top, bottom = round(cut.y, 3), round(cut.y + cut.height, 3)
        left, right = round(cut.x, 3), round(cut.x + cut.width, 3)
        assert level == {(edge, side): 1 for edge in (top, bottom) for side in (True, False)}
        assert upright == {(edge, side): 1 for edge in (left, right) for side in (True, False)}
        assert all(max(abs(line.x2 - line.x1), abs(line.y2 - line.y1)) > 0.9 for line in kept)


@pytest.mark.parametrize("container", CONTAINERS)
def test_a_cutter_gets_one_closed_shape_for_each_label_and_nothing_else(container: str) -> None:
    kit = printed("michie-1961", container)
    for page in labels_document(kit, WORDS, LabelOrder(kit.boxes)).pages:
        cuts = [mark for mark in page.marks if mark.layer is Layer.CUT]
        assert all(isinstance(mark, Rectangle | Polyline) for mark in cuts)
        assert len(cuts) == len(guides(page)) / 8 > 0


def shape(kit: Kit) -> Polyline:
    """Return the outline of a label with tabs whose front begins at 0, 0."""
    (outline,) = [mark for mark in cut_marks(plan_of(kit).style, 0, 0, 3) if isinstance(mark, Polyline)]
    return outline


def test_tabs_fit_into_the_tray_and_the_front_has_exactly_its_size() -> None:
    kit = printed("michie-1961", "craft-box")
    corners = shape(kit).points
    assert {(0, 0), (35, 0), (35, 15), (0, 15)} < set(corners)
    assert len(set(corners)) == len(corners) == 12
    assert {x for x, y in corners if 0 <= y <= 15} == {0, 2, 33, 35}  # 31 mm at the fold, into a tray of 32
    assert {(x, y) for x, y in corners if not 0 <= y <= 15} == {(3, -8), (32, -8), (32, 23), (3, 23)}


def test_tabs_as_wide_as_the_label_have_no_shoulders_and_one_tab_may_be_alone() -> None:
    kit = in_container(printed("michie-1961", "craft-box"), (35.5, 15.5), width=31.5, tab_above=4.0)
    assert shape(kit).points == ((0, 0), (1, -4), (30.5, -4), (31.5, 0), (31.5, 15), (0, 15))


def test_the_words_of_a_tab_are_on_it() -> None:
    for outer in ((35.5, 15.5), (38.0, 18.0), (80.0, 20.0)):
        kit = in_container(printed("michie-1961", "craft-box"), outer, tab_above=8.0, tab_below=8.0)
        style = plan_of(kit).style
        said = [
            mark
            for mark in drawn_label(kit, style, kit.boxes[303])
            if isinstance(mark, Text) and mark.text.startswith("304 ·")
        ]
        free = (style.width - style.tab_width) / 2 + 1
        assert len(said) == 2
        assert all(extent(m).left > free and extent(m).right < style.width - free for m in said)
