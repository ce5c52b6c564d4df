"""Who can be beaten: against a plain search of every game that can be played."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from menace_kit.games import Move, Side
from menace_kit.machine.learning import Contents, Result, starting_contents
from menace_kit.machine.next_game import most_lost
from menace_kit.machine.turns import How, Turn
from tests.examples import all_to_prove, examples, preset

SMALL = ("her-19", "her-37", "him-18", "gardner-her-24", "nim-8", "nim-13")


def answers(turn: Turn, contents: Contents) -> Iterator[tuple[Move, float]]:
    """Yield each move that a machine may make in its turn, and how likely."""
    box = turn.box
    if box is None:
        moves = turn.unchosen
        yield from ((move, 1 / len(moves)) for move in moves)
        return
    beads = {colour: max(contents[box.number][colour], 0) for colour in turn.readings[0].moves}
    how = turn.how(beads)
    if how is How.LOT:
        yield from ((move, 1 / len(turn.legal)) for move in turn.legal)
        return
    if how is How.REFILLED:
        beads = {colour: box.start[colour] for colour in beads}
    total = sum(beads.values())
    for colour, move in turn.readings[0].moves.items():
        if beads[colour]:
            yield move, beads[colour] / total


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
    return sum(share * searched(turn.after(move), contents, side) for move, share in found)


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


def test_an_untrained_machine_of_304_boxes_is_beaten_by_who_knows_it_in_nine_games_of_ten() -> None:
    kit = preset("michie-1961")
    assert most_lost(kit, starting_contents(kit), Side.FIRST) == pytest.approx(0.909, abs=0.001)
