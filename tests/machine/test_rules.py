"""How the machine learns, as kit files say it."""

import pytest

from menace_kit.games import Side
from menace_kit.machine.learning import Result, change_by
from tests.machine.conftest import Complaint, KitOf

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
