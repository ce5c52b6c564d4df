"""Fences for trays: strips that fit, on as few sheets as can be."""

from dataclasses import replace
from itertools import accumulate, pairwise
from typing import Any

import pytest

from menace_kit.errors import FitError
from menace_kit.layout.marks import Layer, Line, Page
from menace_kit.layout.sheets.fences import fence_document, fence_times
from menace_kit.machine.containers import Container
from menace_kit.machine.kit import Kit
from menace_kit.machine.papers import PAPERS, PaperName
from menace_kit.machine.sizes import BeadSize, TraySize
from menace_kit.machine.tables import parse_table
from menace_kit.machine.toml_files import TemplateKind, load_template, template_names
from menace_kit.workshop.fence import fence
from tests.layout.geometry import page_faults, texts_of
from tests.layout.kits import CONTAINERS, preset, printed, taking_turns

BEADS = {
    name: load_template(BeadSize, TemplateKind.BEADS, name)
    for name in template_names(TemplateKind.BEADS)
}


@pytest.mark.parametrize(("name", "container"), taking_turns(list(BEADS), CONTAINERS))
def test_every_bead_and_container_of_ours_can_have_a_fence(name: str, container: str) -> None:
    for paper in PAPERS:
        page = sheet(printed("michie-1961", container, paper), BEADS[name])
        assert page_faults(page) == []


def sheet(kit: Kit, size: BeadSize | None = None) -> Page:
    document = fence_document(replace(kit, bead=size or kit.bead))
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
def test_printed_as_often_as_the_page_says_there_is_a_fence_for_each_box(
    name: str, paper: PaperName
) -> None:
    kit = printed(name, paper=paper)
    page = sheet(kit)
    across, down = lines(page, Layer.CUT)
    on_page = (len(across) - 1) * (len(down) - 1)
    times = -(-len(kit.boxes) // on_page)
    said = " ".join(texts_of(page.marks))
    assert (
        f"Print this page {times} times, on card: {len(kit.boxes)} boxes, "
        f"one fence each, and {on_page}"
    ) in said
    assert times * on_page >= len(kit.boxes) > (times - 1) * on_page


def test_the_page_of_several_sets_is_printed_often_enough_for_all() -> None:
    kit, sets = preset("nim-8"), ("A", "B", "C", "D", "E", "F")
    (page,) = fence_document(kit, sets=sets).pages
    assert "Print this page 2 times, on card: 48 boxes" in " ".join(texts_of(page.marks))
    assert fence_times(kit, sets) == 2


def test_the_page_says_whether_anybody_measured_the_tray() -> None:
    kit = preset("michie-1961")
    warning = "We estimated the inside of this tray; nobody has measured it."
    assert warning in " ".join(texts_of(sheet(kit).marks))
    measured = TraySize(length=51, width=33.5, height=10)
    own = replace(kit, container=kit.container.model_copy(update={"tray": measured}))
    said = " ".join(texts_of(sheet(own).marks))
    assert "our estimate" not in said
    assert "Tray inside 51 x 33.5 x 10 mm; Hama or Perler midi bead, 5 mm; fence 9 mm high" in said


def test_a_strip_longer_than_the_paper_is_refused_by_how_much() -> None:
    sizes: dict[str, Any] = {"length": 200, "width": 190, "height": 40}
    container = parse_table(
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
        FitError,
        match=r"a fence of \d+\.\d x 39\.0 mm before it is folded is too large for the paper by",
    ):
        sheet(replace(preset("michie-1961"), container=container))
