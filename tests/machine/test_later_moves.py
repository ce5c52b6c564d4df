"""Machines with boxes for their first moves alone: which boxes are kept,
and what the rule says where there is none.
"""

from collections.abc import Iterator

import pytest

from menace_kit.errors import KitError
from menace_kit.games import Position, Side, parse_position
from menace_kit.machine.turns import Ending, How, Turn, UnchosenMove, drawn_by_lot
from tests.examples import preset
from tests.games.reachable import all_positions
from tests.lab.plain_players import charted
from tests.logbook.games import kit_of

WHOLE = kit_of("")
RANDOM, CHART = (
    kit_of(f"boxes.stages = 3\nboxes.later = '{rule}'") for rule in ("random", "chart")
)


def going_on(side: Side) -> Iterator[Position]:
    """Yield each of the positions of all games in which a side is to move."""
    for position in all_positions():
        if position.to_move is side and WHOLE.game.outcome(position) is None:
            yield position


@pytest.mark.parametrize(("stages", "rule"), [(1, "chart"), (3, "random")])
def test_each_position_has_a_box_or_is_forced_or_leaves_the_moves_of_the_rule(
    stages: int, rule: str
) -> None:
    kit = kit_of(f"side = 'both'\nboxes.stages = {stages}\nboxes.later = '{rule}'")
    lines = set()
    for position in [*going_on(Side.FIRST), *going_on(Side.SECOND)]:
        if kit.box_rules.drawing(position) != position:
            continue  # another one stands for it
        turn = Turn(kit, position)
        how = turn.how({"white": 1} if turn.box else {})
        if (9 - len(turn.legal)) // 2 < stages:  # among the first moves of whoever is to move
            assert (how, turn.later, turn.unchosen) == (How.DRAWN, None, ())
        elif len(turn.legal) == 1:
            assert (how, turn.later, turn.unchosen) == (How.FORCED, None, turn.legal)
        else:
            assert turn.later is not None
            moves = charted(kit.game, position) if rule == "chart" else turn.legal
            assert turn.later.moves == tuple(moves)
            assert (how, turn.unchosen, turn.is_lost) == (How.LATER, turn.later.moves, False)
            lines.add(turn.later.line)
    assert lines == ({"win", "block", "centre", "corner", "edge"} if rule == "chart" else {""})


def test_a_kit_without_boxes_for_lost_positions_gives_up_later_too() -> None:
    kit = kit_of("boxes.lost-positions = false\nboxes.stages = 2")
    turn = Turn(kit, parse_position(kit.game, "OXOXX.O..", kit.spec.marks))
    assert (turn.later, turn.is_lost) == (None, True)


def test_boxes_keep_the_numbers_drawings_and_beads_of_the_whole_machine() -> None:
    starter = preset("starter")
    assert starter.boxes == WHOLE.boxes[:121]
    assert [len(boxes) for boxes in starter.boxes_by_stage] == [1, 12, 108]
    assert starter.colours == WHOLE.colours
    both = kit_of("side = 'both'\nboxes.stages = 2")
    whole = kit_of("side = 'both'")
    assert [box.number for box in both.boxes] == [
        box.number for box in whole.boxes if box.stage <= 2
    ]


def test_the_rule_is_part_of_the_machine() -> None:
    kits = [WHOLE, RANDOM, CHART, kit_of("boxes.stages = 2")]
    assert len({kit.fingerprint for kit in kits}) == 4
    assert (
        kit_of("boxes.stages = 3").fingerprint
        == RANDOM.fingerprint
        == preset("starter").fingerprint
    )


def test_a_list_may_have_a_number_for_each_kept_stage_or_for_all() -> None:
    short, long = (
        kit_of(f"boxes.stages = 3\nbeads.start = {start}") for start in ([9, 7, 5], [9, 7, 5, 1])
    )
    assert short.boxes == long.boxes
    assert short.fingerprint == long.fingerprint


def test_a_lot_is_asked_only_where_several_moves_are_left() -> None:
    win = Turn(CHART, parse_position(WHOLE.game, "OO.XXO.X.", ("O", "X")))
    made, ending = win.unchosen_from_here((Side.FIRST,), drawn_by_lot)
    assert made == (UnchosenMove(Side.FIRST, (2,), by_lot=False),)
    assert ending == Ending(Side.FIRST)
    lots = Turn(RANDOM, win.position).unchosen_from_here((Side.FIRST,), lambda _, moves: moves[-1])
    assert lots == ((UnchosenMove(Side.FIRST, (8,), by_lot=True),), None)
    assert win.unchosen_from_here((Side.SECOND,), drawn_by_lot) == ((), None)


SMALL_NIM = "game = 'nim'\nnim.matches = 3\nnim.most = 2\nside = 'first'\nbeads.start = 1\n"
LOST_BOARD = """
game = 'hexapawn'
hexapawn.rows = 3
hexapawn.columns = 2
beads.start = 1
boxes.symmetry = 'mirror'
boxes.lost-positions = false
"""


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ("boxes.later = 'random'", "say in stages for how many"),
        ("boxes.stages = 4", "take fewer, or leave it out"),
        ("boxes.stages = 0", "stages"),
        ("boxes.stages = 2\nboxes.later = 'dice'", "later"),
        (
            "game = 'nim'\nside = 'both'\nbeads.start = 1\nboxes.stages = 2",
            "a box of nim is for no one move",
        ),
        (
            (
                "game = 'hexapawn'\nside = 'second'\nbeads.start = 1\nboxes.stages = 1\n"
                "boxes.later = 'chart'"
            ),
            "there is no chart for hexapawn",
        ),
        ("boxes.stages = 3\nbeads.start = [4, 3]", "2 numbers for a machine with 3 stages"),
        (f"{SMALL_NIM}boxes.lost-positions = false", "no box at all; lost-positions = true"),
        (f"{LOST_BOARD}boxes.stages = 1", "no box at all; lost-positions = true"),
        (LOST_BOARD, "no box to begin with; lost-positions = true"),
    ],
)
def test_what_does_not_go_together_is_refused(keys: str, said: str) -> None:
    with pytest.raises(KitError, match=said):
        kit_of(keys)
