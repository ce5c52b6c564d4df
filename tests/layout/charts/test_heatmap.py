"""The heat map: every square of every box has the shade of its beads,
on a sheet where all of it can be read.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

import pytest

from menace_kit.errors import FitError
from menace_kit.games import Position, Side
from menace_kit.layout.charts.heatmap import (
    BORDER,
    CROSS_INK,
    FOOT,
    SHEETS,
    Moments,
    heatmap_document,
    shade,
    square_counts,
    square_shares,
)
from menace_kit.layout.marks import Document, Line, Page, Rectangle, Text
from menace_kit.machine.boxes import Bead, Box
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Contents, starting_contents
from tests.examples import all_to_prove
from tests.layout.geometry import Extent, extent, marks_of, page_faults
from tests.layout.kits import EVERY_PRESET, WORDS, preset, small_kit


def learned(kit: Kit) -> dict[int, dict[str, int]]:
    """Return contents in which every box is different, and every seventh is empty."""
    return {
        box.number: {
            bead.colour: 0 if box.number % 7 == 0 else (box.number * (place + 3)) % 11
            for place, bead in enumerate(box.beads)
        }
        for box in kit.boxes
    }


def sheet(kit: Kit) -> Document:
    return heatmap_document(
        kit, Moments(starting_contents(kit), learned(kit), "Before", "After"), "x"
    )


def numbers(page: Page) -> list[Text]:
    """Return the boxes' numbers, those of the left panel first."""
    found = [
        mark
        for mark in page.marks
        if isinstance(mark, Text) and mark.size == 5 and mark.text.isdigit()
    ]
    return sorted(found, key=lambda mark: mark.x > page.width / 2)


def boards(page: Page) -> list[Rectangle]:
    """Return the outlines of the boards, in the order in which they were drawn."""
    outlines = [
        mark for mark in page.marks if isinstance(mark, Rectangle) and mark.stroke and not mark.fill
    ]
    return [mark for mark in outlines if mark.y < page.height - BORDER - 10]


def shaded(fields: Sequence[Rectangle], board: Rectangle, kit: Kit) -> dict[int, str | None]:
    """Return square -> colour for the shaded squares of a board."""
    side = board.width / kit.game.columns
    found = {}
    for mark in fields:
        column, row = (mark.x - board.x) / side, (mark.y - board.y) / side
        if -0.01 < column < kit.game.columns - 0.99 and -0.01 < row < kit.game.rows - 0.99:
            found[round(row) * kit.game.columns + round(column)] = mark.fill
    return found


def expected(box: Box, contents: Contents) -> dict[int, str]:
    counts = contents[box.number]
    total = sum(counts.values())
    return {bead.move[0]: shade(counts[bead.colour] / total if total else 0) for bead in box.beads}


@pytest.mark.parametrize("name", ["michie-1961", "second-player"])
def test_every_square_has_the_shade_of_its_beads(name: str) -> None:
    kit = preset(name)
    (page,) = sheet(kit).pages
    drawn = boards(page)
    assert len(drawn) == 2 * len(kit.boxes)
    fields = [mark for mark in marks_of(Rectangle, page.marks) if mark.fill]
    for panel, contents in enumerate((starting_contents(kit), learned(kit))):
        for box in kit.boxes[::5]:
            board = drawn[panel * len(kit.boxes) + box.number - 1]
            assert (board.x > page.width / 2) == bool(panel)
            assert shaded(fields, board, kit) == expected(box, contents), box.number


def test_empty_boxes_are_crossed() -> None:
    kit = preset("michie-1961")
    (page,) = sheet(kit).pages
    drawn = boards(page)
    crosses = {
        (mark.x1, mark.y1)
        for mark in page.marks
        if isinstance(mark, Line) and mark.colour == CROSS_INK
    }
    after = drawn[len(kit.boxes) :]
    for box in kit.boxes:
        corner = (after[box.number - 1].x, after[box.number - 1].y)
        assert (corner in crosses) == (sum(learned(kit)[box.number].values()) == 0)
    assert not any((board.x, board.y) in crosses for board in drawn[: len(kit.boxes)])


@pytest.mark.parametrize("name", EVERY_PRESET)
def test_all_of_it_is_on_the_sheet_and_can_be_read(name: str) -> None:
    kit = preset(name)
    (page,) = sheet(kit).pages
    room = Extent(
        BORDER - 0.25, BORDER - 0.25, page.width - BORDER + 0.25, page.height - BORDER + 0.25
    )
    assert all(room.holds(extent(mark)) for mark in page.marks)
    texts = marks_of(Text, page.marks)
    assert min(text.size for text in texts) >= 5
    every = [str(box.number) for box in kit.boxes]
    assert [mark.text for mark in numbers(page)] == every * 2
    assert min(board.width / kit.game.columns for board in boards(page)) >= 2.5
    sheets = {
        "both-players": "A2",
        "gallmo": "A2",
        "gallmo-rules": "A2",
        "van-woudenberg": "A2",
        "notebook": "A2",
        "game-player": "A0",
        "starter": "A4",
    }
    usual = "A3" if len(kit.boxes) > 40 else "A4"
    said = WORDS("heatmap.sheet", sheet=sheets.get(name, usual))
    assert said in {text.text for text in texts}
    assert (sheets.get(name, usual), page.width, page.height) in SHEETS
    below = [text for text in texts if text.y > page.height - BORDER - FOOT]
    for place, text in enumerate(below):
        assert all(extent(text).gap(extent(other)) > 0.3 for other in below[place + 1 :])


@pytest.mark.parametrize(
    ("name", "most"),
    [
        (
            (
                "After 1,500 games against a player that wins or blocks: "
                "612 won, 701 drawn, 187 lost; seed 1961"
            ),
            1,
        ),
        (
            "After 1,500 games against a player that wins or blocks and errs once in a while: "
            "612 won, 701 drawn, 187 lost; seed 1961; "
            "the machine in saved-machine-of-the-second-class.npz",
            2,
        ),
    ],
)
def test_what_a_panel_is_called_is_written_out_however_long_it_is(name: str, most: int) -> None:
    kit = preset("michie-1961")
    moments = Moments(starting_contents(kit), learned(kit), "Before", name)
    (page,) = heatmap_document(kit, moments, "x").pages
    assert page_faults(page, BORDER - 0.25) == []
    heads = [
        mark
        for mark in page.marks
        if isinstance(mark, Text) and mark.text in name and mark.bold and len(mark.text) > 3
    ]
    assert " ".join(head.text for head in heads) == name
    assert len(heads) <= most
    assert min(head.size for head in heads) >= 8


def test_numbers_touch_no_board_and_no_other_text() -> None:
    (page,) = sheet(preset("her-19")).pages
    things = [extent(mark) for mark in boards(page)]
    texts = [extent(mark) for mark in page.marks if isinstance(mark, Text)]
    for place, text in enumerate(texts):
        assert all(text.gap(thing) > 0.3 for thing in things)
        assert all(text.gap(other) > 0.3 for other in texts[place + 1 :])


@pytest.mark.parametrize("numbers", [(1,), (1, 12), (1, 12, 40, 41, 42), range(1, 13)])
def test_few_boxes_fill_the_width_or_the_height_of_their_panels(numbers: Iterable[int]) -> None:
    kit = preset("michie-1961")
    few = replace(kit, boxes=tuple(kit.box(number) for number in numbers))
    start = starting_contents(kit)
    (page,) = heatmap_document(few, Moments(start, start, "Before", "After"), "x").pages
    assert (page.width, page.height) == (297, 210)
    before = boards(page)[: len(few.boxes)]
    wide = max(board.x + board.width for board in before) / (page.width / 2)
    high = max(board.y + board.height for board in before) / page.height
    assert max(wide, high) > 0.75
    assert min(wide, high) > 0.4


def test_too_many_boxes_are_refused() -> None:
    kit = small_kit(boxes={"symmetry": "all"})
    many = tuple(replace(box, number=number) for number, box in enumerate(kit.boxes * 20, start=1))
    with pytest.raises(FitError, match="do not fit on a sheet of A0"):
        sheet(replace(kit, boxes=many))


def test_a_darker_shade_is_a_larger_share_in_grey_too() -> None:
    def grey(colour: str) -> float:
        red, green, blue = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
        return 0.299 * red + 0.587 * green + 0.114 * blue

    shades = [grey(shade(percent / 100)) for percent in range(101)]
    assert all(darker < lighter for lighter, darker in pairwise(shades))
    assert shades[0] - shades[-1] > 180
    with pytest.raises(ValueError, match="0 to 1"):
        shade(1.1)


def test_moves_that_are_arrows_shade_where_they_end() -> None:
    beads = (Bead("white", (7, 4), 1), Bead("gold", (6, 4), 1), Bead("red", (8, 5), 2))
    box = Box(1, Side.SECOND, 1, Position("222....11", Side.SECOND), beads)
    assert square_shares(box, {"white": 1, "gold": 1, "red": 2}) == {4: 0.5, 5: 0.5}
    assert square_shares(box, {"white": 0, "gold": 0, "red": 0}) == {4: 0, 5: 0}


def with_counts(kit: Kit, after: Contents) -> Page:
    moments = Moments(starting_contents(kit), after, "Before", "After")
    (page,) = heatmap_document(kit, moments, "x", with_counts=True).pages
    return page


def written(page: Page, board: Rectangle, kit: Kit) -> dict[int, int]:
    """Return square -> the number that stands in it, for the squares of a board that have one."""
    wide, high = board.width / kit.game.columns, board.height / kit.game.rows
    found = {}
    for mark in page.marks:
        if isinstance(mark, Text) and mark.text.isdigit():
            box = extent(mark)
            column, row = ((box.left + box.right) / 2 - board.x) / wide, (mark.y - board.y) / high
            if 0 < column < kit.game.columns and 0 < row < kit.game.rows:
                square = int(row) * kit.game.columns + int(column)
                assert square not in found
                found[square] = int(mark.text)
                assert box.left > board.x + int(column) * wide
                assert box.right < board.x + (int(column) + 1) * wide
    return found


@pytest.mark.parametrize(
    "name",
    all_to_prove(
        ["michie-1961", "nim-8", "gallmo-rules", "her-19", "van-woudenberg"],
        quick=["her-19", "nim-8"],
    ),
)
def test_every_square_has_the_number_of_its_beads(name: str) -> None:
    kit = preset(name)
    after = learned(kit) | {kit.boxes[0].number: dict.fromkeys(kit.boxes[0].moves, 20627)}
    page = with_counts(kit, after)
    drawn = boards(page)
    assert len(drawn) == 2 * len(kit.boxes)
    for panel, contents in enumerate((starting_contents(kit), after)):
        for box in kit.boxes[:: max(1, len(kit.boxes) // 12)]:
            board = drawn[panel * len(kit.boxes) + box.number - 1]
            counts = contents[box.number]
            meant = square_counts(box, counts) if any(counts.values()) else {}
            assert written(page, board, kit) == meant, box.number
    assert page_faults(page, BORDER - 0.25) == []
    assert min(mark.size for mark in page.marks if isinstance(mark, Text)) >= 5
