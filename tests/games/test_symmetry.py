"""The symmetries of the board: that they are a group, and that they act on
moves and positions alike.
"""

import pytest

from menace_kit.games import CanonicalForm, Position, Side, SymmetryGroup, square_group
from menace_kit.games.symmetry import TURNS
from tests.games.reachable import GAME, all_positions

GROUP = GAME.symmetries["all"]
IDENTITY = GROUP.members[0]


def test_there_are_eight_symmetries_four_turns_and_one() -> None:
    assert [len(GAME.symmetries[level]) for level in ("all", "rotations", "none")] == [8, 4, 1]
    assert len({member.image for member in GROUP}) == len({member.name for member in GROUP}) == 8
    assert tuple(member.name for member in GAME.symmetries["rotations"]) == TURNS
    assert GAME.symmetries["none"].members == (IDENTITY,)


@pytest.mark.parametrize(
    ("name", "turned"),
    [
        ("identity", "abc def ghi"),
        ("quarter-turn", "gda heb ifc"),
        ("half-turn", "ihg fed cba"),
        ("three-quarter-turn", "cfi beh adg"),
        ("flip-left-right", "cba fed ihg"),
        ("flip-top-bottom", "ghi def abc"),
        ("flip-diagonal", "adg beh cfi"),
        ("flip-antidiagonal", "ifc heb gda"),
    ],
)
def test_each_symmetry_does_what_its_name_says(name: str, turned: str) -> None:
    (symmetry,) = (member for member in GROUP if member.name == name)
    assert symmetry.position(Position("abcdefghi", Side.FIRST)).cells == turned.replace(" ", "")
    assert symmetry.square(0) == turned.replace(" ", "").index("a")


def test_a_set_that_is_not_closed_is_refused() -> None:
    with pytest.raises(ValueError, match="not a group: quarter-turn then quarter-turn is missing"):
        GROUP.named(["identity", "quarter-turn"])


def test_a_set_without_the_identity_first_is_refused() -> None:
    for members in ((), GROUP.members[1:], tuple(reversed(GROUP.members))):
        with pytest.raises(ValueError, match="the identity must come first"):
            SymmetryGroup(members)


def test_an_unknown_symmetry_is_refused() -> None:
    with pytest.raises(ValueError, match="no symmetry half-tern"):
        GROUP.named(["identity", "half-tern"])


def test_the_canonical_form_is_the_largest_or_smallest_of_the_orbit() -> None:
    for position in all_positions()[::5]:
        cells = sorted(member.cells for member in GROUP.orbit(position))
        assert GROUP.canonical_form(position, CanonicalForm.LARGEST).cells == cells[-1]
        assert GROUP.canonical_form(position, CanonicalForm.SMALLEST).cells == cells[0]


@pytest.mark.parametrize("level", ["all", "rotations"])
def test_orbit_times_stabiliser_is_the_group(level: str) -> None:
    group = GAME.symmetries[level]
    for position in all_positions()[::40]:
        stabiliser = group.stabiliser(position)
        assert all(member.position(position) == position for member in stabiliser)
        for seen in group.orbit(position):
            ways = tuple(member for member in group if member.position(position) == seen)
            assert group.carrying(position, seen) == ways
        assert stabiliser[0] == group.members[0]
        assert len(group.orbit(position)) * len(stabiliser) == len(group)


def test_the_lowest_moves_stand_for_all_moves_and_no_two_are_equal() -> None:
    for position in all_positions()[::5]:
        moves = GAME.legal_moves(position)
        lowest = GROUP.lowest_moves(position, moves)
        classes = [{member.move(move) for member in GROUP.stabiliser(position)} for move in lowest]
        assert [min(equal) for equal in classes] == list(lowest) == sorted(lowest)
        assert sorted(move for equal in classes for move in equal) == list(moves)


def test_an_arrow_is_turned_at_both_ends() -> None:
    assert GROUP.members[1].move((7, 4)) == (3, 4)
    mirror = square_group(3).named(["identity", "flip-left-right"])
    start = Position("222...111", Side.FIRST)
    assert mirror.lowest_moves(start, [(8, 5), (7, 4), (6, 3)]) == ((6, 3), (7, 4))
