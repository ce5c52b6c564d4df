"""Who can be beaten: against a plain search of every game that can be played,
and over whole careers of machines.
"""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from menace_kit.games import Move, Side
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Contents, DrawnBead, Result, adjust, starting_contents
from menace_kit.machine.next_game import most_lost
from menace_kit.machine.turns import Ending, GaveUp, How, Turn, changes_at_end
from tests.examples import all_to_prove, examples, preset

SMALL = ("her-19", "her-37", "him-18", "gardner-her-24", "nim-8", "nim-13")


def answers(turn: Turn, contents: Contents) -> Iterator[tuple[Move, float, str]]:
    """Yield what a machine may do in its turn as it lies on the table:
    the move, how likely, and the bead's colour.
    """
    box = turn.box
    if box is None:
        moves = turn.unchosen
        yield from ((move, 1 / len(moves), "") for move in moves)
        return
    beads = {colour: max(contents[box.number][colour], 0) for colour in turn.readings[0].moves}
    how = turn.how(beads)
    if how is How.LOT:
        yield from ((move, 1 / len(turn.legal), "") for move in turn.legal)
        return
    if how is How.REFILLED:
        beads = {colour: box.start[colour] for colour in beads}
    total = sum(beads.values())
    for colour, move in turn.readings[0].moves.items():
        if beads[colour]:
            yield move, beads[colour] / total, colour


def searched(turn: Turn, contents: Contents, side: Side) -> float:
    """Return the same by going through all games, move by move,
    with nothing merged and nothing kept.
    """
    ending = turn.ending((side,))
    if ending is not None:
        return float(ending.result(side) is Result.LOSS)
    if turn.side is not side:
        return max(searched(turn.after(move), contents, side) for move in turn.legal)
    found = list(answers(turn, contents))
    if not found:
        return 1.0
    return sum(share * searched(turn.after(move), contents, side) for move, share, _ in found)


@pytest.mark.parametrize("name", all_to_prove(SMALL, quick=("her-19", "nim-8")))
@examples(8, 60)
@given(data=st.data())
def test_any_contents_lose_at_most_as_a_search_of_all_games_finds(
    name: str, data: st.DataObject
) -> None:
    kit = preset(name)
    counts = st.integers(-1, 2)
    contents = {
        box.number: {
            colour: data.draw(counts, label=f"{box.number} {colour}") for colour in box.moves
        }
        for box in kit.boxes
    }
    for side in kit.sides:
        exact = searched(Turn(kit, kit.game.start()), contents, side)
        assert most_lost(kit, contents, side) == pytest.approx(exact, abs=1e-12)
        assert (most_lost(kit, contents, side) == 0) == (exact == 0)


def lesson(kit: Kit, contents: dict[int, dict[str, int]], rng: Random) -> Result:
    """Play a game against somebody who moves by chance, and do to the boxes what it does."""
    (side,) = kit.sides
    turn, drawn = Turn(kit, kit.game.start()), list[DrawnBead]()
    while (ending := turn.ending((side,))) is None:
        if turn.side is not side:
            turn = turn.after(rng.choice(turn.legal))
            continue
        found = list(answers(turn, contents))
        if not found:
            break
        move, _, colour = rng.choices(found, [share for _, share, _ in found])[0]
        if colour and turn.box:
            drawn.append(DrawnBead(turn.box.number, colour))
        turn = turn.after(move)
    end = ending or Ending(side.other, GaveUp.EMPTY_BOX)
    for changes in changes_at_end(kit, contents, {side: drawn}, end).values():
        adjust(contents, changes)
    return end.result(side)


@pytest.mark.parametrize("seed", all_to_prove(range(20), quick=[4]))
def test_her_becomes_unbeatable_and_then_never_loses_again(seed: int) -> None:
    kit, rng = preset("her-19"), Random(seed)
    contents, losses = starting_contents(kit), 0

    def agrees() -> bool:
        exact = searched(Turn(kit, kit.game.start()), contents, Side.SECOND)
        return (most_lost(kit, contents, Side.SECOND) == 0) == (exact == 0)

    while most_lost(kit, contents, Side.SECOND):
        if lesson(kit, contents, rng) is Result.LOSS:
            losses += 1
            assert agrees()
    assert all(lesson(kit, contents, rng) is Result.WIN for _ in range(50))
    assert 5 <= losses <= 20  # 9 to 13 as a rule


def test_an_untrained_machine_of_304_boxes_is_beaten_by_who_knows_it_in_nine_games_of_ten() -> None:
    kit = preset("michie-1961")
    assert most_lost(kit, starting_contents(kit), Side.FIRST) == pytest.approx(0.909, abs=0.001)
