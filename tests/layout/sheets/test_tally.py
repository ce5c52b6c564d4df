"""The tally sheet: a line for each first bead, a field for each result."""

from pathlib import Path

import pytest

from menace_kit.layout.marks import BLACK, WHITE, Circle, Line, Polyline, Rectangle, Text
from menace_kit.layout.sheets.tally import ROWS, first_beads, row_height, tally_sheet_document
from menace_kit.machine.prospects import has_ties, results
from tests.layout.geometry import extent, texts_in
from tests.layout.kits import EVERY_PRESET, laid_out, preset, printed, small_kit
from tests.odd_kits import ODD_KITS


def test_a_second_player_whose_boxes_come_up_later_too_has_lines_for_its_first_beads() -> None:
    kit = small_kit(
        game="nim",
        side="second",
        marks=["I", "J"],
        beads={"start": 2, "palette": "four-arrows"},
        boxes={"forced-moves": True},
        learning={"win": 1, "draw": 0, "loss": -1},
    )
    assert kit.openings == {}
    found = first_beads(kit)
    assert {colour.name for _, colour in found} == {
        bead.colour for box in kit.boxes if box.stage == 1 for bead in box.beads
    }
    texts = texts_in(laid_out(tally_sheet_document, kit))
    assert len(found) == 3
    assert all(colour.name in texts for _, colour in found)


@pytest.mark.parametrize("name", EVERY_PRESET)
def test_there_is_a_line_for_each_colour_of_the_first_boxes_in_each_block(name: str) -> None:
    kit = preset(name)
    (page,) = laid_out(tally_sheet_document, kit).pages
    texts = texts_in(laid_out(tally_sheet_document, kit))
    blocks = texts.count("Hour or games")
    assert blocks >= 1
    opening = [box for boxes in kit.openings.values() for box in boxes]
    expected = {(box.side, bead.colour) for box in opening for bead in box.beads}
    assert {(side, colour.name) for side, colour in first_beads(kit)} == expected
    for colour in kit.colours:
        lines = sum(name == colour.name for _, name in expected)
        assert texts.count(colour.name) == lines * blocks
    assert sum(isinstance(mark, Circle) for mark in page.marks) == len(expected) * blocks
    assert texts.count("The machine won") == texts.count("The machine lost") == blocks + 1
    assert texts.count("A draw") == (blocks + 1 if has_ties(kit.game) else 0)


def test_michies_machine_counts_corner_edge_and_centre() -> None:
    assert [colour.name for _, colour in first_beads(preset("michie-1961"))] == [
        "white",
        "lilac",
        "gold",
    ]


def test_machines_for_both_sides_have_lines_of_their_own() -> None:
    kit = preset("both-players")
    (page,) = laid_out(tally_sheet_document, kit).pages
    marks = [
        mark.text for mark in page.marks if isinstance(mark, Text) and mark.text in kit.spec.marks
    ]
    per_block = len(first_beads(kit))
    assert len(marks) % per_block == 0
    assert marks[:4] == ["O", "O", "O", "X"]


def test_pawns_are_drawn_because_their_letters_mean_colours_too(tmp_path: Path) -> None:
    kit = ODD_KITS["two machines"].load(tmp_path)
    (page,) = laid_out(tally_sheet_document, kit).pages
    pawns = [mark.fill for mark in page.marks if isinstance(mark, Polyline)]
    per_block = len(first_beads(kit))
    assert pawns[:per_block] == [WHITE, WHITE, BLACK, BLACK, BLACK]
    assert len(pawns) % per_block == 0


@pytest.mark.parametrize("name", EVERY_PRESET)
def test_every_field_has_whole_gates_of_five_inside_it(name: str) -> None:
    (page,) = laid_out(tally_sheet_document, printed(name, paper="letter")).pages
    strokes = [extent(mark) for mark in page.marks if isinstance(mark, Line)]
    rows = {mark.height for mark in page.marks if isinstance(mark, Rectangle)} & set(ROWS)
    fields = [
        extent(mark)
        for mark in page.marks
        if isinstance(mark, Rectangle) and mark.height in rows and mark.width > 35
    ]
    assert len(fields) % len(results(preset(name).game)) == 0
    for field in fields:
        inside = sum(field.holds(stroke) for stroke in strokes)
        assert inside % 5 == 0
        assert inside >= 10  # a whole block of ten games may end alike
    assert sum(field.holds(stroke) for field in fields for stroke in strokes) == len(strokes)


def test_lines_are_as_high_as_they_can_be_without_a_block_less() -> None:
    assert row_height(3, 0, 260) == max(
        row for row in ROWS if int(260 / (8 + 3 * row)) == int(260 / 29)
    )
    assert row_height(18, 0, 140) == ROWS[-1]
