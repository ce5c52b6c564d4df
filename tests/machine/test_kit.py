"""A kit as a whole: that what its parts name is there, and goes together."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from menace_kit.errors import UnknownNameError
from menace_kit.games import Side
from menace_kit.machine import DEFAULT_PRESET
from tests.examples import preset
from tests.machine.conftest import Complaint, KitOf

NINE = ["white", "yellow", "orange", "blue", "black", "mint", "grey", "brown", "light-blue"]


def test_the_default_is_michies_machine(kit_of: KitOf) -> None:
    assert DEFAULT_PRESET == "michie-1961"
    assert kit_of("").boxes == preset(DEFAULT_PRESET).boxes
    assert kit_of("").spec.learning == preset(DEFAULT_PRESET).spec.learning


def test_boxes_are_found_by_number() -> None:
    kit = preset("michie-1961")
    assert [kit.box(number) for number in range(1, 305)] == list(kit.boxes)
    for number in (0, -1, 305):
        with pytest.raises(
            UnknownNameError, match=f"there is no box {number}; this kit has boxes 1 to 304"
        ):
            kit.box(number)


def test_a_gap_in_the_numbers_is_told_and_numbers_that_begin_later_are_none() -> None:
    kit = preset("nim-8")
    ends = f"this kit has boxes 1 to {kit.boxes[-1].number}, not all between"
    with pytest.raises(UnknownNameError, match=f"there is no box 3; {ends}$"):
        replace(kit, boxes=kit.boxes[:2] + kit.boxes[3:]).box(3)
    with pytest.raises(
        UnknownNameError, match=f"there is no box 1; this kit has boxes 2 to {len(kit.boxes)}$"
    ):
        replace(kit, boxes=kit.boxes[1:]).box(1)


def test_a_position_has_its_box_however_the_board_lies_and_only_with_its_side_to_move() -> None:
    kit = preset("michie-1961")
    for box in (kit.box(1), kit.box(137), kit.box(304)):
        for symmetry in kit.symmetries:
            position = symmetry.position(box.position)
            assert kit.box_at(position) is box
            assert kit.box_at(replace(position, to_move=Side.SECOND)) is None


def test_colours_are_found_by_name() -> None:
    kit = preset("michie-1961")
    assert kit.colour("gold").key == "D"
    with pytest.raises(
        UnknownNameError, match="this kit has no colour 'mauve'; its colours: white, lilac, "
    ):
        kit.colour("mauve")


def test_an_unknown_game_is_refused(complaint: Complaint) -> None:
    assert complaint('game = "chess"') == (
        "kit.toml: game: there is no game 'chess'; choose from: noughts-and-crosses, hexapawn, nim"
    )


def test_colours_can_be_chosen_from_a_larger_palette_in_ones_own_order(kit_of: KitOf) -> None:
    chosen = ["pink", *NINE[:8]]
    kit = kit_of(f'beads.palette = "iron-beads"\nbeads.colours = {chosen}')
    assert [colour.name for colour in kit.colours] == chosen
    assert kit.box(1).moves == {"pink": (0,), "white": (1,), "blue": (4,)}


def test_of_a_larger_palette_the_first_nine_are_used(kit_of: KitOf) -> None:
    assert [colour.name for colour in kit_of('beads.palette = "iron-beads"').colours] == NINE


def test_colours_that_the_palette_does_not_have_are_refused(complaint: Complaint) -> None:
    message = complaint('beads.colours = ["white", "mauve"]')
    assert message.startswith(
        "kit.toml: beads.colours: palette michie-1961 has no 'mauve'; it has: white, lilac, "
    )


def test_a_colour_twice_is_refused(complaint: Complaint) -> None:
    colours = [*NINE, "white"]
    message = complaint(f'beads.palette = "iron-beads"\nbeads.colours = {colours}')
    assert message == "kit.toml: beads.colours: each colour may stand there once"


def test_too_few_colours_are_refused(complaint: Complaint, tmp_path: Path) -> None:
    assert complaint('beads.colours = ["white"]') == (
        "kit.toml: beads.colours: noughts-and-crosses needs 9 colours, here are 1"
    )
    (tmp_path / "mine.toml").write_text(
        'title = "Mine"\nsource = "me"\ncolours = [{ name = "w", key = "W", '
        'hex = "#FFFFFF", glyph = "w" }]'
    )
    assert complaint('beads.palette = "mine.toml"') == (
        "kit.toml: beads.palette: noughts-and-crosses needs 9 colours, here are 1"
    )


@pytest.mark.parametrize("marks", ['["O", "A"]', '["a", "X"]'])
def test_a_mark_that_is_also_the_letter_of_a_bead_is_refused(
    complaint: Complaint, marks: str
) -> None:
    assert complaint(f"marks = {marks}") == (
        "kit.toml: marks: A is also the letter of the amber bead; "
        "on a label nobody could tell them apart - take another mark or another letter"
    )


def test_a_mark_may_be_the_letter_of_a_bead_that_is_not_used(kit_of: KitOf) -> None:
    kit = kit_of('marks = ["O", "U"]\nbeads.palette = "iron-beads"')
    assert "U" not in {colour.key for colour in kit.colours}


@pytest.mark.parametrize(
    ("side", "forced", "stages"),
    [("first", "false", 4), ("first", "true", 5), ("second", "true", 4), ("both", "true", 5)],
)
def test_beads_are_given_for_each_stage_and_no_other(
    kit_of: KitOf, complaint: Complaint, side: str, forced: str, stages: int
) -> None:
    head = f'side = "{side}"\nboxes.forced-moves = {forced}\nbeads.start = '
    assert kit_of(head + str([2] * stages)).box(1).beads[0].start == 2
    for wrong in (stages - 1, stages + 1):
        assert complaint(head + str([2] * wrong)) == (
            f"kit.toml: beads.start: {wrong} numbers for a machine with {stages} stages; "
            "give one for each stage, or a single number for all"
        )


def test_of_boxes_that_were_built_no_two_have_one_number(
    tmp_path: Path, complaint: Complaint
) -> None:
    (tmp_path / "map.csv").write_text("box,drawing\n1,.........\n2,O.X......\n1,OX.......\n")
    told = complaint('boxes.map = "map.csv"')
    assert re.findall(r"map\.csv:(\d): box (\d) stands on line (\d)", told) == [("4", "1", "2")]
