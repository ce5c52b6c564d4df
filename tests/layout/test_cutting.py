"""Where labels are cut out: to exactly the container's size, by guides that are still there after the first cut."""

from collections import Counter

import pytest

from menace_kit.layout.labels import LabelOrder, labels_document
from menace_kit.machine.stock import PAPERS
from tests.layout.geometry import Extent, extent, guides, outlines
from tests.layout.kits import CONTAINERS, WORDS, printed, sheets


@pytest.mark.parametrize("paper", list(PAPERS))
@pytest.mark.parametrize("container", CONTAINERS)
def test_a_label_is_cut_out_to_exactly_the_container_s_label(container: str, paper: str) -> None:
    kit = printed("michie-1961", container, "a4" if paper == "a4" else "letter")
    shape = kit.container.label
    for page in labels_document(kit, WORDS, LabelOrder(kit.boxes)).pages:
        assert {(cut.width, cut.height) for cut in outlines(page)} == {
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
