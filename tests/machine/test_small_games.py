"""The machines of the small games: how many boxes they have, and that every one can be
found, read and played.
"""

from collections import Counter

import pytest

from menace_kit.games import Position, Side, reachable
from menace_kit.machine import Kit
from menace_kit.machine.boxes import colours_for
from menace_kit.machine.schema import default_spec
from tests.examples import EVERY_PRESET, preset
from tests.machine.conftest import Complaint, KitOf

LEARNING = default_spec().learning


def by_stage(kit: Kit) -> list[int]:
    return list(Counter((box.side, box.stage) for box in kit.boxes).values())


def beads(kit: Kit) -> int:
    return sum(box.start_total for box in kit.boxes)


HEXAPAWN = "game = 'hexapawn'\nside = '{}'\nbeads.start = 1\n[boxes]\nforced-moves = true\n"


@pytest.mark.parametrize(
    ("side", "keys", "stages", "count"),
    [
        ("second", "merge-symmetric-moves = false", [2, 10, 7], 47),
        ("second", "symmetry = 'none'", [3, 20, 14], 90),
        ("second", "merge-symmetric-positions = false", [2, 11, 11], 55),
        ("first", "merge-symmetric-moves = false", [1, 5, 10, 2], 39),
        ("first", "symmetry = 'none'", [1, 10, 20, 2], 72),
    ],
)
def test_hexapawn_has_as_many_boxes_and_beads_as_is_published(
    kit_of: KitOf, side: str, keys: str, stages: list[int], count: int
) -> None:
    kit = kit_of(HEXAPAWN.format(side) + keys)
    assert by_stage(kit) == stages
    assert beads(kit) == count
    assert {bead.start for box in kit.boxes for bead in box.beads} == {1}


@pytest.mark.parametrize(
    ("text", "like"),
    [
        (
            (
                "game = 'nim'\nnim = {matches = 13, last = 'loses'}\nside = 'both'\n"
                "boxes.forced-moves = true"
            ),
            "nim-13",
        ),
        (
            (
                "game = 'hexapawn'\nside = 'second'\nboxes = {symmetry = 'mirror', "
                "forced-moves = true}"
            ),
            "her-19",
        ),
        (
            "game = 'hexapawn'\nside = 'first'\nboxes = {symmetry = 'mirror', forced-moves = true}",
            "him-18",
        ),
    ],
)
def test_a_kit_of_a_lesson_s_game_that_says_no_start_begins_and_learns_as_its_preset(
    kit_of: KitOf, text: str, like: str
) -> None:
    kit, usual = kit_of(text), preset(like)
    assert {bead.start for box in kit.boxes for bead in box.beads} == {1}
    assert (beads(kit), kit.spec.learning) == (beads(usual), usual.spec.learning)
    assert kit.container == usual.container
    said = kit_of(f"{text}\nlearning.win = 1\nprint.container = 'paper-cup'")
    assert (said.spec.learning, said.spec.print.container) == (
        LEARNING.model_copy({"win": 1}),
        "paper-cup",
    )
    assert {bead.start for box in said.boxes for bead in box.beads} == {1}


def test_what_a_kit_says_of_its_start_stands(kit_of: KitOf) -> None:
    kit = kit_of("game = 'hexapawn'\nbeads.start = [4, 3, 2, 1]")
    assert kit.spec.learning == LEARNING
    assert {bead.start for box in kit.boxes for bead in box.beads} == {1, 2, 3, 4}


BOARD = (
    "game = 'hexapawn'\nside = '{}'\nhexapawn = {{rows = {}, columns = {}}}\nbeads.start = 1\n"
    "[boxes]\nforced-moves = true\n"
)


@pytest.mark.parametrize(
    ("side", "rows", "columns", "boxes"),
    [
        ("first", 3, 4, 133),
        ("both", 4, 3, 312),
        ("second", 6, 2, 35),
    ],
)
def test_hexapawn_on_a_board_of_ones_own_has_so_many_boxes(
    kit_of: KitOf, side: str, rows: int, columns: int, boxes: int
) -> None:
    assert len(kit_of(BOARD.format(side, rows, columns)).boxes) == boxes


@pytest.mark.parametrize(
    ("side", "rows", "columns", "more", "boxes"),
    [
        ("second", 3, 5, "", "730"),
        ("both", 3, 4, "symmetry = 'none'", "486"),
        pytest.param("second", 4, 4, "", "2,791", marks=pytest.mark.prove),
        pytest.param("first", 4, 4, "", "2,943", marks=pytest.mark.prove),
    ],
)
def test_a_board_with_too_many_boxes_is_refused_with_how_many_they_are(
    complaint: Complaint, side: str, rows: int, columns: int, more: str, boxes: str
) -> None:
    said = complaint(BOARD.format(side, rows, columns) + more)
    assert (
        f"on {rows} x {columns} squares this machine has {boxes} boxes, and more than 400" in said
    )
    assert "\n" not in said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "nim.matches = 13",
            "nim: that is for kits that play nim; this one plays noughts-and-crosses",
        ),
        ("game = 'nim'\nhexapawn.rows = 4", "hexapawn: that is for kits that play hexapawn"),
        ("game = 'nim'\nnim.matches = 31", "nim.matches"),
        ("game = 'nim'\nnim = {matches = 5, most = 5}", "most is 5, but there are only 5 matches"),
        ("game = 'nim'\nnim.last = 'draws'", "nim.last"),
        ("game = 'nim'\nnim.match = 9", "did you mean matches"),
        (
            "game = 'nim'\nnim = {matches = 20, most = 5}\nbeads.palette = 'four-arrows'",
            "needs 5 colours",
        ),
        (
            "game = 'hexapawn'\nhexapawn = {rows = 5, columns = 5}",
            "a board of 5 x 5 has far too many boxes",
        ),
    ],
)
def test_a_wrong_choice_of_a_game_is_told(complaint: Complaint, text: str, said: str) -> None:
    assert said in complaint(text)


def test_a_rule_alone_makes_another_machine_and_what_is_usual_does_not(kit_of: KitOf) -> None:
    text = "game = 'nim'\nbeads.start = 1\n"
    usual = kit_of(text)
    misere = kit_of(text + "nim.last = 'loses'")
    assert misere.boxes == usual.boxes
    assert misere.fingerprint != usual.fingerprint == kit_of(text + "nim.matches = 8").fingerprint
    assert misere.description.splitlines()[0] == "game nim last=loses"


def test_gardners_boxes_are_those_of_her_19_and_mirror_images_that_come_up_later() -> None:
    apart, merged = preset("gardner-her-24"), preset("her-19")
    mirror = apart.symmetries.members[1]
    drawn = {box.position for box in apart.boxes}
    assert {merged.box_at(position) for position in drawn} == set(merged.boxes)
    twins = [position for position in drawn if mirror.position(position) in drawn - {position}]
    assert len(twins) == 2 * (24 - 19)
    assert all(box.stage > 1 for box in apart.boxes if box.position in twins)


def test_a_position_that_has_a_box_of_its_own_is_not_sent_to_its_mirror_image() -> None:
    kit = preset("gardner-her-24")
    for box in kit.boxes:
        assert kit.box_at(box.position) is box
        assert kit.readings(box.position)[0].symmetry is kit.symmetries.members[0]


@pytest.mark.parametrize("merged", [True, False])
def test_merging_positions_changes_nothing_where_no_symmetry_is_asked_for(
    kit_of: KitOf, merged: bool
) -> None:
    text = (
        HEXAPAWN.format("second")
        + f"symmetry = 'none'\nmerge-symmetric-positions = {str(merged).lower()}"
    )
    assert [box.position for box in kit_of(text).boxes] == [
        box.position for box in preset("her-37").boxes
    ]


def positions_of(kit: Kit) -> list[Position]:
    """Return the positions of the whole game in which the kit's machine is to move and has
    several moves, or a box.
    """
    sides = set(Side) if kit.spec.side == "both" else {Side(kit.spec.side)}
    game = kit.game
    return [
        position
        for position in reachable(game)
        if position.to_move in sides and game.outcome(position) is None
    ]


@pytest.mark.parametrize("name", EVERY_PRESET)
def test_every_position_leads_to_a_box_whose_colours_are_moves_on_the_table(name: str) -> None:
    kit = preset(name)
    used = set()
    for position in positions_of(kit):
        box, ways = kit.box_at(position), kit.readings(position)
        legal = kit.game.legal_moves(position)
        if box is None:
            assert ways == ()
            assert len(legal) == 1 or not kit.spec.boxes.lost_positions or kit.spec.boxes.stages
            continue
        used.add(box.number)
        assert ways
        for way in ways:
            assert way.box is box
            assert way.symmetry.position(box.position).cells == position.cells
            assert list(way.moves) == [bead.colour for bead in box.playable]
            assert len(set(way.moves.values())) == len(box.playable)
            assert set(way.moves.values()) <= set(legal)
        # Whichever way the box is held: every move has a colour,
        # or one that is equal to it by symmetry has.
        assert all(colours_for(ways, move) for move in legal)
    assert used == {box.number for box in kit.boxes}


@pytest.mark.parametrize("side", ["first", "second"])
def test_a_machine_of_one_side_of_nim_has_the_heaps_that_it_comes_to(
    kit_of: KitOf, side: str
) -> None:
    kit = kit_of(f"game = 'nim'\nside = '{side}'\nbeads.start = 1\nboxes.forced-moves = true")
    heaps = sorted(box.position.cells.count("1") for box in kit.boxes)
    assert heaps == {"first": [1, 2, 3, 4, 5, 6, 8], "second": [1, 2, 3, 4, 5, 6, 7]}[side]
