"""What a result adds and takes, with the sums done by hand from the published rules.

Source of the rules of the default machine: D. Michie, The Computer Journal 6(3), 1963, 232-236:
three beads of the colour are added for a win, one for a tie, and for a defeat the drawn bead
is kept out. Of the last move alone: M. Gardner, Scientific American, March 1962.
"""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from menace_kit.games import Side
from menace_kit.machine.learning import (
    DrawnBead,
    Result,
    adjust,
    adjustments,
    keeps_last_bead,
)
from menace_kit.machine.schema import EmptyBox, Learning, Teaches
from tests.examples import examples
from tests.machine.beads import LOST, MICHIE, WON, after, holding, kit_of


@pytest.mark.parametrize(
    ("game", "result", "changes"),
    [
        (WON, Result.WIN, "1 white +3, 8 gold +3, 48 amber +3, 144 amber +3"),
        (WON, Result.TIE, "1 white +1, 8 gold +1, 48 amber +1, 144 amber +1"),
        (WON, Result.LOSS, "1 white -1, 8 gold -1, 48 amber -1, 144 amber -1"),
    ],
)
def test_michies_three_one_and_minus_one(game: str, result: Result, changes: str) -> None:
    assert after(MICHIE, game, result) == changes


@pytest.mark.parametrize(
    ("result", "changes"),
    [
        (Result.WIN, "1 white +4, 8 gold +3, 48 amber +2, 144 amber +1"),
        (Result.TIE, "1 white +1, 8 gold +0, 48 amber +2, 144 amber +0"),
        (
            Result.LOSS,
            "1 white -1, 8 gold -2, 48 amber +0, 144 amber -1",
        ),  # of the one amber bead no three are taken
    ],
)
def test_a_result_may_count_otherwise_at_each_stage(result: Result, changes: str) -> None:
    kit = kit_of("win = [4, 3, 2, 1], draw = [1, 0, 2, 0], loss = [-1, -2, 0, -3]")
    assert after(kit, WON, result) == changes


@pytest.mark.parametrize(
    ("white", "change"),
    [(3, "1 white -3"), (2, "1 white -2")],
)
def test_never_more_of_a_colour_is_taken_out_than_there_is(white: int, change: str) -> None:
    kit = kit_of("loss = -3")
    assert after(kit, "1 white", Result.LOSS, holding(kit, f"1: white {white}, gold 9")) == change


@pytest.mark.parametrize(
    ("result", "changes"),
    [
        (Result.LOSS, "1 white +0, 7 lilac +0, 96 green -1"),
        (Result.WIN, "1 white +0, 7 lilac +0, 96 green +3"),
    ],
)
def test_where_the_last_move_alone_is_taught_all_other_beads_go_back(
    result: Result, changes: str
) -> None:
    assert after(kit_of('teaches = "last-move"'), LOST, result) == changes


@pytest.mark.parametrize("side", Side)
def test_a_result_is_told_from_the_winner_and_the_winner_from_the_result(side: Side) -> None:
    assert Result.of(side, side) is Result.WIN
    assert Result.of(side.other, side) is Result.LOSS
    assert Result.of(None, side) is Result.TIE
    for winner in (None, *Side):
        assert Result.of(winner, side).winner(side) is winner


LISTS = st.integers(-4, 4) | st.tuples(*[st.integers(-4, 4)] * 4)


RULES = st.fixed_dictionaries(
    {
        "win": LISTS,
        "draw": LISTS,
        "loss": LISTS,
        "teaches": st.sampled_from(Teaches),
        "empty_box": st.sampled_from(EmptyBox),
        "protect_first_box": st.booleans(),
    }
).map(MICHIE.spec.learning.model_copy)


BOXES = tuple(MICHIE.box(number) for number in (1, 7, 96, 180))


@st.composite
def games(draw: st.DrawFn) -> tuple[dict[int, dict[str, int]], list[DrawnBead]]:
    """Return what four boxes hold, and a bead drawn from each of them,
    or from the first of them.
    """
    contents = {
        box.number: {colour: draw(st.integers(0, 3)) for colour in box.moves}
        | {next(iter(box.moves)): 1}
        for box in BOXES
    }
    opened = BOXES[: draw(st.integers(0, len(BOXES)))]
    beads = [
        DrawnBead(
            box.number,
            draw(st.sampled_from([name for name, count in contents[box.number].items() if count])),
        )
        for box in opened
    ]
    return contents, beads


@given(RULES, games(), st.sampled_from(Result), st.booleans())
@examples(60, 2000)
def test_beads_are_conserved(
    learning: Learning,
    game: tuple[dict[int, dict[str, int]], list[DrawnBead]],
    result: Result,
    at_empty_box: bool,
) -> None:
    kit = replace(MICHIE, spec=MICHIE.spec.model_copy(update={"learning": learning}))
    before, beads = game
    contents = {number: dict(counts) for number, counts in before.items()}
    changes = adjustments(kit, contents, beads, result, at_empty_box)
    assert contents == before
    assert [change[:2] for change in changes] == beads
    adjust(contents, changes)
    for number, counts in contents.items():
        of_box = {change.colour: change.change for change in changes if change.box == number}
        assert counts == {
            colour: count + of_box.get(colour, 0) for colour, count in before[number].items()
        }
        assert min(counts.values()) >= 0
        if keeps_last_bead(kit, kit.box(number)):
            assert sum(counts.values()) >= 1
    adjust(contents, changes, -1)
    assert contents == before
