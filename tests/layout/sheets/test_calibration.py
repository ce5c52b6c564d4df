"""The calibration page: the crosses are where the sums take them to be,
and nothing is in the way.
"""

import pytest

from menace_kit.layout.marks import Circle, Document, Line
from menace_kit.layout.sheets.calibration import ARM, calibration_document
from menace_kit.machine.papers import PAPERS, PaperName
from menace_kit.workshop.printer import cross_places, measured_profile, read_readings
from tests.layout.geometry import marks_of, page_faults, texts_of
from tests.layout.kits import laid_out, printed


def page_of(paper: PaperName) -> Document:
    return laid_out(calibration_document, printed("michie-1961", paper=paper))


@pytest.mark.parametrize("paper", PAPERS)
def test_it_can_be_printed(paper: PaperName) -> None:
    (page,) = page_of(paper).pages
    assert (page.width, page.height) == PAPERS[paper]
    assert page_faults(page) == []


@pytest.mark.parametrize("paper", PAPERS)
def test_there_is_a_cross_wherever_one_is_measured(paper: PaperName) -> None:
    (page,) = page_of(paper).pages
    lines = marks_of(Line, page.marks)
    left, right, top, bottom = cross_places(paper)
    for x in (left, right):
        for y in (top, bottom):
            assert any((line.x1, line.x2, line.y1) == (x - ARM, x + ARM, y) for line in lines)
            assert any((line.y1, line.y2, line.x1) == (y - ARM, y + ARM, x) for line in lines)


@pytest.mark.parametrize("paper", PAPERS)
def test_its_table_says_what_should_be_measured_and_where(paper: PaperName) -> None:
    (page,) = page_of(paper).pages
    texts = list(texts_of(page.marks))
    for place in cross_places(paper):
        assert f"{place:g} mm" in texts
    rings = [mark for mark in page.marks if isinstance(mark, Circle) and mark.radius == 2.1]
    assert len(rings) == 4
    assert all(texts.count(number) == 2 for number in "1234")


@pytest.mark.parametrize("paper", PAPERS)
def test_its_example_is_one_that_the_program_takes(paper: PaperName) -> None:
    (page,) = page_of(paper).pages
    (example,) = [text for text in texts_of(page.marks) if text.startswith("menace-kit calibrate")]
    *_, named, option, readings = example.split()
    assert (named, option) == (paper, "--measured")
    assert not measured_profile(read_readings(readings), paper).fitted
