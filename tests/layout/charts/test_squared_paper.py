"""Squared paper for Michie's line: it begins at the kit's own start,
and its rule is the kit's own.
"""

from itertools import pairwise

import pytest

from menace_kit.games import Side
from menace_kit.layout.marks import Circle, Line, Page, Text
from menace_kit.layout.sheets.first_box_graph import (
    ABOVE,
    GAMES,
    first_box_graph_document,
    graph_scale,
    steps,
)
from menace_kit.layout.text.pages import FORM_PAGES
from menace_kit.machine.kit import Kit
from menace_kit.machine.schema import at_stage
from tests.layout.geometry import marks_of
from tests.layout.kits import (
    EVERY_PRESET,
    laid_out,
    preset,
    small_kit,
)


def bead_axis(page: Page) -> dict[int, float]:
    """Return number of beads -> how far down the page it stands,
    of the numbers to the left of the squares.
    """
    left = min(mark.x1 for mark in page.marks if isinstance(mark, Line) and mark.x1 == mark.x2)
    numbers = [mark for mark in page.marks if isinstance(mark, Text) and mark.text.isdigit()]
    return {int(mark.text): mark.y for mark in numbers if mark.x < left}


def level_lines(page: Page) -> list[float]:
    return sorted(
        {
            round(m.y1, 4)
            for m in page.marks
            if isinstance(m, Line) and m.y1 == m.y2 and m.x2 - m.x1 > 100
        }
    )


def dot_of(page: Page) -> Circle:
    (dot,) = (mark for mark in page.marks if isinstance(mark, Circle))
    return dot


def far_above_the_paper() -> Kit:
    """Return a kit that starts with so many beads that the squares do not begin at none."""
    kit = small_kit(beads={"start": 99}, boxes={"merge-symmetric-moves": False})
    assert min(bead_axis(laid_out(first_box_graph_document, kit).pages[0])) > 0
    return kit


@pytest.mark.parametrize("name", [*EVERY_PRESET, None])
def test_the_line_begins_at_the_beads_of_the_first_boxes(name: str | None) -> None:
    kit = preset(name) if name else far_above_the_paper()
    pages = laid_out(first_box_graph_document, kit).pages
    assert len(pages) == 2 * len(kit.openings)
    for page, boxes in zip(pages[::2], kit.openings.values(), strict=True):
        start = sum(box.start_total for box in boxes)
        axis = bead_axis(page)
        low, high = sorted(axis)[:2]
        bead = (axis[low] - axis[high]) / (high - low)
        bottom = level_lines(page)[-1]
        assert dot_of(page).y == pytest.approx(bottom - (start - low) * bead)
        assert any(
            f"at the dot, at {start} beads" in mark.text
            for mark in page.marks
            if isinstance(mark, Text)
        )


def test_michies_machine_begins_at_twelve_and_moves_by_three_one_and_one() -> None:
    kit = preset("michie-1961")
    assert steps(kit, Side.FIRST) == (
        "The machine won: 3 beads more",
        "A draw: 1 bead more",
        "The machine lost: 1 bead fewer",
    )
    page = laid_out(first_box_graph_document, kit).pages[0]
    assert min(bead_axis(page)) == 0
    bottom, above = level_lines(page)[:-3:-1]
    assert dot_of(page).y == pytest.approx(bottom - 12 * (bottom - above))


def test_the_rule_in_words_is_the_kits_own() -> None:
    assert steps(preset("gallmo"), Side.FIRST)[1] == "A draw: 0 beads"
    kit = small_kit(learning={"win": [5, 1, 1, 1], "draw": -2, "loss": 1})
    assert steps(kit, Side.FIRST) == (
        "The machine won: 5 beads more",
        "A draw: 2 beads fewer",
        "The machine lost: 1 bead more",
    )


@pytest.mark.parametrize("name", EVERY_PRESET)
def test_there_is_a_square_for_each_of_two_hundred_games(name: str) -> None:
    pages = laid_out(first_box_graph_document, preset(name)).pages
    for number, page in enumerate(pages):
        uprights = {
            round(m.x1, 4)
            for m in page.marks
            if isinstance(m, Line) and m.x1 == m.x2 and m.y2 - m.y1 > 50
        }
        assert len(uprights) == GAMES + 1
        bottom, first = level_lines(page)[-1], number % 2 * GAMES
        below = [
            m for m in page.marks if isinstance(m, Text) and m.text.isdigit() and m.y > bottom + 2
        ]
        games = [int(m.text) for m in sorted(below, key=lambda m: m.x)]
        assert games == list(range(first, first + GAMES + 1, 10))
        squares = level_lines(page)
        assert min(below - above for above, below in pairwise(squares)) >= 1.6


def test_the_second_page_leaves_its_beads_to_be_written() -> None:
    page = laid_out(first_box_graph_document, preset("michie-1961")).pages[1]
    assert bead_axis(page) == {}
    assert not marks_of(Circle, page.marks)


@pytest.mark.parametrize(
    ("start", "win", "merge"),
    [(1, 0, True), (1, 99, False), (24, 3, True), (24, 10, False), (99, 0, False), (99, 99, True)],
)
def test_any_start_lies_on_the_paper_with_room_to_rise(start: int, win: int, merge: bool) -> None:
    kit = small_kit(
        side="both",
        beads={"start": start},
        boxes={"merge-symmetric-moves": merge},
        learning={"win": win},
    )
    height = 297 - FORM_PAGES.foot - ABOVE - 60
    for boxes in map(kit.first_boxes, kit.sides):
        beads = sum(box.start_total for box in boxes)
        scale = graph_scale(kit, kit.sides[0], beads, height)
        top = scale.low + scale.rows * scale.unit
        assert scale.low <= beads <= scale.low + (top - scale.low) * 0.55
        assert largest_step(kit) <= 3 * scale.unit
    pages = laid_out(first_box_graph_document, kit).pages
    said = [mark.text for mark in pages[0].marks if isinstance(mark, Text)]
    assert (f"A square is {scale.unit} beads high." in said) == (scale.unit > 1)


def largest_step(kit: Kit) -> int:
    rules = (kit.spec.learning.win, kit.spec.learning.draw, kit.spec.learning.loss)
    return max(abs(at_stage(rule, 1)) for rule in rules)
