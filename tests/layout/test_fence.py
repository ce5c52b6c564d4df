"""The fence for a tray: its sums, that one bead lies at its apex, and the sheet that it is cut from."""

import math
from dataclasses import replace
from itertools import accumulate, pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from menace_kit.errors import FitError
from menace_kit.layout.marks import Layer, Line, Page
from menace_kit.layout.primitives.page import PRINTABLE_BORDER
from menace_kit.layout.sheets.cutouts import fence_document
from menace_kit.machine.kit import Kit
from menace_kit.machine.schema import PAPERS, BeadSize, Container, PaperName, TraySize
from menace_kit.machine.templates import TemplateKind, load_template, parse_model, template_names
from menace_kit.workshop.fence import OPENING, Fence, apex_play, fence, second_bead
from tests.layout.geometry import page_faults, texts_of
from tests.layout.kits import CONTAINERS, PRESETS, WORDS, preset, printed

BEADS = {
    name: load_template(BeadSize, TemplateKind.BEADS, name) for name in template_names(TemplateKind.BEADS)
}
SLIM = preset("michie-1961").container.tray


def bead(diameter: float, length: float | None = None) -> BeadSize:
    return BeadSize(title="A test bead", source="a test", diameter=diameter, length=length or diameter)


def tray(length: float, width: float, height: float) -> TraySize:
    return TraySize(length=length, width=width, height=height)


fitting = st.tuples(st.floats(2, 9), st.floats(4, 12), st.floats(3, 12)).map(
    lambda sizes: (
        bead(sizes[0]),
        tray(sizes[0] * sizes[1], sizes[0] * sizes[2], sizes[0] + 3),
    )
)


@given(fitting)
def test_the_folded_fence_is_as_wide_as_the_tray_and_its_strip_as_long_as_its_parts(
    made: tuple[BeadSize, TraySize],
) -> None:
    shape = fence(made[1], made[0])
    assert shape.width == pytest.approx(made[1].width)
    places = shape.folded()
    parts = [math.dist(one, other) for one, other in pairwise(places)]
    assert parts == pytest.approx(shape.parts)
    assert shape.length == pytest.approx(sum(parts))
    assert (places[0][0], places[-1][0]) == (0, shape.width)
    assert max(y for _, y in places) <= made[1].length
    assert shape.height < made[1].height


@given(fitting)
def test_one_bead_lies_at_the_apex_with_a_little_play_and_a_second_stays_behind(
    made: tuple[BeadSize, TraySize],
) -> None:
    size = made[0].diameter
    shape = fence(made[1], made[0])
    assert apex_play(shape, size) == pytest.approx((OPENING - 1) * size, rel=0.01)
    assert second_bead(shape, size) >= distance_of_second(shape, size) - 0.02 * size
    if shape.reach == shape.spread:  # a right angle
        assert second_bead(shape, size) == pytest.approx(0.6 * size)


def distance_of_second(shape: Fence, size: float) -> float:
    """Return how much farther from the flat a second bead lies than the first, tried out in steps of a hundredth."""
    slope = shape.reach / shape.spread
    lean = math.hypot(1, slope)
    first = shape.flat / 2 - size / 2 * (lean - 1) / slope  # where a bead at the flat touches the left wall
    nearest = math.inf
    for step in range(400):
        x, y = -first + step * size / 100, size / 2
        # Up along the right wall, half a bead from it, until it is clear of the first.
        y = max(y, slope * (x - shape.flat / 2) + size / 2 * lean)
        if math.hypot(x + first, y - size / 2) >= size - 1e-9:
            nearest = min(nearest, y - size / 2)
    return nearest


def test_the_fence_of_the_usual_kit() -> None:
    shape = fence(SLIM, bead(5))
    assert shape.flat == pytest.approx(5 * (0.2 + math.tan(math.pi / 8)))
    assert shape.spread == shape.reach == pytest.approx((33.5 - shape.flat) / 2)
    assert (shape.tab, shape.height) == (8, 9)


@pytest.mark.parametrize("name", list(BEADS))
@pytest.mark.parametrize("container", CONTAINERS)
def test_every_bead_and_container_of_ours_can_have_a_fence(name: str, container: str) -> None:
    for paper in PAPERS:
        page = sheet(printed("michie-1961", container, paper), BEADS[name])
        assert page_faults(page, PRINTABLE_BORDER) == []


@pytest.mark.parametrize("paper", list(PAPERS))
@pytest.mark.parametrize("name", PRESETS)
def test_the_page_of_every_preset_can_be_printed(name: str, paper: PaperName) -> None:
    for container in CONTAINERS:
        assert page_faults(sheet(printed(name, container, paper)), PRINTABLE_BORDER) == []


def sheet(kit: Kit, size: BeadSize | None = None) -> Page:
    document = fence_document(replace(kit, bead=size or kit.bead), WORDS)
    (page,) = document.pages
    return page


def lines(page: Page, layer: Layer) -> tuple[list[float], list[float]]:
    """Return where the upright lines of a layer are, and the level ones."""
    found = [mark for mark in page.marks if isinstance(mark, Line) and mark.layer is layer]
    assert all(line.x1 == line.x2 or line.y1 == line.y2 for line in found)
    return (
        sorted(line.x1 for line in found if line.x1 == line.x2),
        sorted(line.y1 for line in found if line.y1 == line.y2),
    )


def test_strips_lie_edge_to_edge_and_each_has_its_four_folds() -> None:
    kit = preset("michie-1961")
    shape = fence(kit.container.tray, kit.bead)
    page = sheet(kit)
    across, down = lines(page, Layer.CUT)
    folds, none = lines(page, Layer.FOLD)
    assert none == []
    assert [b - a for a, b in pairwise(across)] == pytest.approx([shape.length] * 3)
    assert [b - a for a, b in pairwise(down)] == pytest.approx([9] * (len(down) - 1))
    wanted = [start + end for start in across[:-1] for end in list(accumulate(shape.parts))[:-1]]
    assert folds == pytest.approx(wanted)


@pytest.mark.parametrize("name", ["michie-1961", "both-players", "michie-1961-287"])
@pytest.mark.parametrize("paper", list(PAPERS))
def test_printed_as_often_as_the_page_says_there_is_a_fence_for_each_box(name: str, paper: PaperName) -> None:
    kit = printed(name, paper=paper)
    page = sheet(kit)
    across, down = lines(page, Layer.CUT)
    on_page = (len(across) - 1) * (len(down) - 1)
    times = -(-len(kit.boxes) // on_page)
    said = " ".join(texts_of(page.marks))
    assert (
        f"Print this page {times} times, on card: {len(kit.boxes)} boxes, one fence each, and {on_page}"
        in said
    )
    assert times * on_page >= len(kit.boxes) > (times - 1) * on_page


def test_the_page_says_whether_anybody_measured_the_tray() -> None:
    kit = preset("michie-1961")
    warning = "The inside of this tray is our estimate, nobody measured it."
    assert warning in " ".join(texts_of(sheet(kit).marks))
    measured = {
        **kit.container.model_dump(by_alias=True),
        "tray": {"length": 51, "width": 33.5, "height": 10},
    }
    own = replace(kit, container=parse_model(Container, measured, "test"))
    said = " ".join(texts_of(sheet(own).marks))
    assert "our estimate" not in said
    assert "Tray inside 51 x 33.5 x 10 mm; Hama or Perler midi bead, 5 mm; fence 9 mm high" in said


@pytest.mark.parametrize(
    ("size", "inside", "said"),
    [
        (bead(12), (51, 33.5, 10), r"whose width inside is 33\.5 mm: it needs 36 mm"),
        (bead(5), (18, 33.5, 10), r"whose length inside is 18 mm: it needs 20 mm"),
        (bead(9, 6), (51, 33.5, 5), r"whose height inside is 5 mm: it needs 5\.5 mm"),
    ],
)
def test_a_bead_too_large_for_a_fence_is_refused_with_what_it_needs(
    size: BeadSize, inside: tuple[float, float, float], said: str
) -> None:
    with pytest.raises(FitError, match=rf"a bead of \d+ mm is too large for a fence in this tray, {said}"):
        fence(tray(*inside), size)


@pytest.mark.parametrize("size", [bead(7, 3), bead(2, 6)])
def test_a_bead_of_which_two_lie_where_one_is_meant_to_is_refused(size: BeadSize) -> None:
    with pytest.raises(FitError, match=r"beads of \d x \d mm are too slim for a fence"):
        fence(SLIM, size)


def test_a_strip_longer_than_the_paper_is_refused_by_how_much() -> None:
    sizes: dict[str, Any] = {"length": 200, "width": 190, "height": 40}
    container = parse_model(
        Container,
        {
            "title": "A drawer",
            "source": "a test",
            "outer": {side: size + 5 for side, size in sizes.items()},
            "tray": sizes,
        },
        "test",
    )
    with pytest.raises(
        FitError, match=r"a fence of \d+\.\d x 39\.0 mm before it is folded is too large for the paper by"
    ):
        sheet(replace(preset("michie-1961"), container=container))
