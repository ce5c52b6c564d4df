"""How the machine learns, as kit files say it."""

import pytest

from menace_kit.games import Side
from menace_kit.machine.learning import DrawnBead, Result, change_by, starting_contents
from menace_kit.machine.schema import EmptyBox, at_stage, default_spec
from menace_kit.machine.turns import Ending, changes_at_end
from tests.examples import preset
from tests.machine.conftest import Complaint, KitOf


def test_one_number_holds_at_every_stage_and_a_list_for_each() -> None:
    assert [at_stage(3, stage) for stage in (1, 2, 3, 4)] == [3, 3, 3, 3]
    assert [at_stage((4, 3, 2, 1), stage) for stage in (1, 2, 3, 4)] == [4, 3, 2, 1]


def test_by_default_a_win_adds_three_a_draw_one_and_a_defeat_takes_one() -> None:
    assert default_spec().learning == preset("michie-1961").spec.learning
    learning = default_spec().learning
    assert (learning.win, learning.draw, learning.loss) == (3, 1, -1)
    assert learning.empty_box is EmptyBox.RESIGN
    assert learning.protect_first_box is False


@pytest.mark.parametrize(
    ("name", "win_draw_loss", "empty_box"),
    [
        ("gallmo", (1, 0, -1), EmptyBox.REFILL),
        ("pulles", (2, 1, -1), EmptyBox.RESIGN),
        ("van-woudenberg", (3, 1, -1), EmptyBox.RANDOM),
        ("scroggs", (3, 1, -1), EmptyBox.RESIGN),
    ],
)
def test_the_rules_of_the_presets(
    name: str, win_draw_loss: tuple[int, int, int], empty_box: EmptyBox
) -> None:
    learning = preset(name).spec.learning
    assert (learning.win, learning.draw, learning.loss) == win_draw_loss
    assert learning.empty_box is empty_box


@pytest.mark.parametrize("rule", ["resign", "refill", "keep-last", "random", "punish-previous"])
def test_every_rule_for_an_empty_box_can_be_chosen(kit_of: KitOf, rule: str) -> None:
    assert kit_of(f'learning.empty-box = "{rule}"').spec.learning.empty_box.value == rule


@pytest.mark.parametrize("result", ["win", "draw", "loss"])
def test_a_result_may_have_a_number_for_each_stage(kit_of: KitOf, result: str) -> None:
    learning = kit_of(f"learning.{result} = [4, 3, 2, 1]").spec.learning
    assert getattr(learning, result) == (4, 3, 2, 1)


@pytest.mark.parametrize("result", ["win", "draw", "loss"])
@pytest.mark.parametrize("numbers", ["[1, 2, 3]", "[1, 2, 3, 4, 5]"])
def test_a_list_of_another_length_than_the_stages_is_refused(
    complaint: Complaint, result: str, numbers: str
) -> None:
    count = numbers.count(",") + 1
    assert complaint(f"learning.{result} = {numbers}") == (
        f"kit.toml: learning.{result}: {count} numbers for a machine with 4 stages; "
        "give one for each stage, or a single number for all"
    )


@pytest.mark.parametrize("result", ["win", "draw", "loss"])
@pytest.mark.parametrize("number", [-99, 99])
def test_a_result_may_add_or_take_ninety_nine_beads(
    kit_of: KitOf, result: str, number: int
) -> None:
    assert getattr(kit_of(f"learning.{result} = {number}").spec.learning, result) == number


@pytest.mark.parametrize("number", ["-100", "100", "1.0", "true", "[]", "[4, 3, 2, 100]"])
def test_a_result_that_is_no_such_number_is_refused(complaint: Complaint, number: str) -> None:
    assert complaint(f"learning.win = {number}").startswith("kit.toml: learning.win")


OWN_RULES = """
side = "both"
beads.start-second = [8, 6, 4, 2]
learning.win-second = [9, 3, 3, 3]
learning.loss-second = -2
"""


def test_the_second_players_boxes_may_have_beads_and_rewards_of_their_own(kit_of: KitOf) -> None:
    kit = kit_of(OWN_RULES)
    starts = {(box.side, box.stage, start) for box in kit.boxes for start in box.start.values()}
    assert starts == {
        *((Side.FIRST, stage, start) for stage, start in enumerate((4, 3, 2, 1), start=1)),
        *((Side.SECOND, stage, start) for stage, start in enumerate((8, 6, 4, 2), start=1)),
    }
    for side, added in ((Side.FIRST, (3, 3, 1, -1)), (Side.SECOND, (9, 3, 1, -2))):
        stages = [(Result.WIN, 1), (Result.WIN, 2), (Result.TIE, 1), (Result.LOSS, 1)]
        assert tuple(change_by(kit, result, side, stage) for result, stage in stages) == added


def test_a_game_of_both_machines_teaches_each_by_its_own_rules(kit_of: KitOf) -> None:
    kit = kit_of(OWN_RULES)
    boxes = {side: kit.first_boxes(side)[0] for side in Side}
    drawn = {side: [DrawnBead(box.number, box.beads[0].colour)] for side, box in boxes.items()}
    for winner, expected in ((Side.SECOND, [-1, 9]), (Side.FIRST, [3, -2])):
        changes = changes_at_end(kit, starting_contents(kit), drawn, Ending(winner))
        assert [change.change for side in Side for change in changes[side]] == expected


@pytest.mark.parametrize(
    "text", ['side = "first"', 'side = "second"', 'game = "nim"\nside = "both"\nbeads.start = 1']
)
@pytest.mark.parametrize("key", ["beads.start-second", "learning.win-second"])
def test_a_second_player_without_boxes_of_their_own_has_no_rules(
    complaint: Complaint, text: str, key: str
) -> None:
    assert complaint(f"{text}\n{key} = 3") == (
        f"kit.toml: {key}: that is for kits with boxes for both players, each their own; "
        f"say {key.removesuffix('-second')}"
    )


def test_a_list_for_the_second_player_has_a_number_for_each_of_their_stages(
    kit_of: KitOf, complaint: Complaint
) -> None:
    both = 'side = "both"\nboxes.forced-moves = true\nbeads.start = 1'
    assert kit_of(f"{both}\nlearning.win-second = [1, 2, 3, 4]").fingerprint
    assert "5 numbers for a machine with 4 stages" in complaint(
        f"{both}\nlearning.win-second = [1, 2, 3, 4, 5]"
    )
