"""Who learns from whom: what the names that are typed mean, and which cannot be."""

import pytest

from menace_kit.errors import LabError
from menace_kit.games import Side
from menace_kit.lab.learners import Contest, contest, parsed_mix
from menace_kit.lab.players import is_function
from tests.examples import preset

MICHIE, SECOND = preset("michie-1961"), preset("second-player")


def test_the_machine_plays_the_side_that_it_has_boxes_for() -> None:
    both = preset("both-players")
    assert contest(SECOND, {"random": 1}).side is Side.SECOND
    assert contest(both, {"random": 1}).side is Side.FIRST
    assert contest(both, {"random": 1}, side=Side.SECOND).machine_sides == (Side.SECOND,)
    alone: Contest = contest(SECOND, {"menace": 1})
    assert (alone.kit.spec.side, alone.side, alone.machine_sides) == ("both", Side.SECOND, tuple(Side))
    with pytest.raises(LabError, match="plays second only"):
        contest(SECOND, {"random": 1}, side=Side.FIRST)


def test_only_beads_make_a_line() -> None:
    assert contest(MICHIE, "random").has_beads
    assert not contest(MICHIE, "random", "odds").has_beads


def test_a_mix_is_read() -> None:
    assert parsed_mix("random=50, win-or-block=30,perfect:0.1=20") == {
        "random": 50,
        "win-or-block": 30,
        "perfect:0.1": 20,
    }
    assert contest(MICHIE, parsed_mix("random=1,perfect=3")).opponents == {"random": 0.25, "perfect": 0.75}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("random", "'random' is no mix of players"),
        ("=1", "'=1' is no mix of players"),
        ("random=50,,perfect=50", "is no mix of players"),
        ("random=", "the share of random in a mix is a number over 0, not ''"),
        ("random=half", "the share of random in a mix is a number over 0, not 'half'"),
        ("random=0", "the share of random in a mix is a number over 0, not '0'"),
        ("random=1e9", "the share of random in a mix is a number over 0, not '1e9'"),
        ("random=1,random=2", "random stands in the mix twice"),
    ],
)
def test_what_is_no_mix(text: str, said: str) -> None:
    with pytest.raises(LabError) as refused:
        parsed_mix(text)
    assert said in str(refused.value)


@pytest.mark.parametrize("name", ["menace", "q-learning"])
def test_who_is_no_player_plays_alone(name: str) -> None:
    with pytest.raises(LabError, match=f"{name} cannot be one of a mix"):
        contest(MICHIE, {"random": 1, name: 1})


@pytest.mark.parametrize("name", ["chess", "chess:0.1", "mine.py", "first"])
def test_who_is_nobody(name: str) -> None:
    with pytest.raises(
        LabError, match=f"there is no player '{name}'; choose from: random, .*, menace, odds, .*, or"
    ):
        contest(MICHIE, name)


def test_a_function_is_named_by_its_file_and_its_name() -> None:
    names = ["mine.py:first", r"C:\games\MINE.PY:first", "perfect:0.1", "mine.py", "mine.txt:first"]
    assert [name for name in names if is_function(name)] == names[:2]
