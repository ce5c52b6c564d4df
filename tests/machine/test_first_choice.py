"""A machine's first choice: which move it is, and how likely it is good."""

import pytest

from menace_kit.games import Side
from menace_kit.machine.first_choice import first_choices
from menace_kit.machine.kit_files import load_preset
from menace_kit.machine.learning import starting_contents
from tests.examples import preset


@pytest.mark.parametrize(
    ("preset", "choices"),
    [
        ("michie-1961", [(Side.FIRST, 2)]),  # no opening of noughts and crosses loses anything
        ("second-player", [(Side.SECOND, 1)]),
        ("both-players", [(Side.FIRST, 2), (Side.SECOND, 1)]),
        ("her-19", [(Side.SECOND, 1)]),
        ("nim-13", [(Side.FIRST, 2), (Side.SECOND, 1)]),  # whoever begins has lost already
    ],
)
def test_the_first_choice_is_the_earliest_move_that_can_be_bad(
    preset: str, choices: list[tuple[Side, int]]
) -> None:
    found = first_choices(load_preset(preset))
    assert sorted((each.side.value, each.move) for each in found) == sorted(
        (side.value, move) for side, move in choices
    )


def test_the_chance_is_that_of_the_boxes_by_how_likely_they_are_opened() -> None:
    """The second player of noughts and crosses: only the centre is good against a corner,
    and four of the other squares against the centre or an edge.
    """
    kit = preset("second-player")
    (choice,) = first_choices(kit)
    contents = {number: dict(inside) for number, inside in starting_contents(kit).items()}
    by_board = {kit.board(kit.box(way.box)): way for way in choice.ways}
    assert sorted(round(9 * way.weight) for way in by_board.values()) == [1, 4, 4]
    for way in choice.ways:
        contents[way.box] = dict.fromkeys(contents[way.box], 0) | {way.good[0]: 5}
    assert choice.chance(contents) == pytest.approx(1)
    corner = next(way for way in choice.ways if len(way.good) == 1 and round(9 * way.weight) == 4)
    bad = next(colour for colour in contents[corner.box] if colour not in corner.good)
    contents[corner.box] |= {bad: 15}
    assert choice.chance(contents) == pytest.approx(1 - 4 / 9 * 3 / 4)
    contents[corner.box] = dict.fromkeys(contents[corner.box], 0)  # it gives up there
    assert choice.chance(contents) == pytest.approx(5 / 9)


def test_a_machine_that_cannot_begin_makes_no_good_second_move() -> None:
    kit = preset("michie-1961")
    (choice,) = first_choices(kit)
    contents = {number: dict(inside) for number, inside in starting_contents(kit).items()}
    assert choice.chance(contents) == pytest.approx(0.6071, abs=1e-4)
    contents[1] = dict.fromkeys(contents[1], -1)
    assert choice.chance(contents) == 0
