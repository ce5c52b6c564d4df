"""Who learns from whom: what the names that are typed mean, and which cannot be."""

import re

import pytest

from menace_kit.errors import LabError
from menace_kit.games import Side
from menace_kit.lab.engine.arrays import (
    BEADS,
    MONTE_CARLO,
    PLAYER,
    RULES,
    QRule,
)
from menace_kit.lab.learners import (
    ROLES,
    Contest,
    contest,
    parameters,
    parsed_learner,
    parsed_mix,
)
from menace_kit.lab.players import is_function
from menace_kit.machine.learning import gives_up_when_empty
from tests.examples import preset

MICHIE, SECOND = preset("michie-1961"), preset("second-player")


def test_the_machine_plays_the_side_that_it_has_boxes_for() -> None:
    both = preset("both-players")
    assert contest(SECOND, {"random": 1}).side is Side.SECOND
    assert contest(both, {"random": 1}).side is Side.FIRST
    assert contest(both, {"random": 1}, side=Side.SECOND).machine_sides == (Side.SECOND,)
    alone: Contest = contest(SECOND, {"menace": 1})
    assert (alone.kit.spec.side, alone.side, alone.machine_sides) == (
        "both",
        Side.SECOND,
        tuple(Side),
    )
    with pytest.raises(LabError, match="plays second only"):
        contest(SECOND, {"random": 1}, side=Side.FIRST)


@pytest.mark.parametrize(
    ("name", "asked", "able"),
    [
        ("her-19", Side.FIRST, "him-18"),
        ("her-3x4", Side.FIRST, None),  # on this board no other machine plays
    ],
)
def test_who_can_play_the_other_side_is_one_of_the_same_game(
    name: str, asked: Side, able: str | None
) -> None:
    with pytest.raises(
        LabError, match=r'plays .* only; write side = "both" into its kit file'
    ) as error:
        contest(preset(name), {"random": 1}, side=asked)
    found = re.search(r"--preset (\S+)$", str(error.value))
    assert (found[1] if found else None) == able
    if able is not None:
        assert preset(able).game == preset(name).game
        assert contest(preset(able), {"random": 1}, side=asked).side is asked


def test_a_mix_is_read() -> None:
    assert parsed_mix("random=50, win-or-block=30,perfect:0.1=20") == {
        "random": 50,
        "win-or-block": 30,
        "perfect:0.1": 20,
    }
    assert contest(MICHIE, parsed_mix("random=1,perfect=3")).opponents == {
        "random": 0.25,
        "perfect": 0.75,
    }


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("random", "'random' is no mix of players"),
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


def test_who_is_no_player_plays_alone() -> None:
    with pytest.raises(LabError, match="menace cannot be one of a mix"):
        contest(MICHIE, {"random": 1, "menace": 1})


@pytest.mark.parametrize("name", ["chess:0.1", "mine.py"])
def test_who_is_nobody(name: str) -> None:
    with pytest.raises(
        LabError,
        match=f"there is no player '{name}'; choose from: random, .*, menace, odds, .*, or",
    ):
        contest(MICHIE, name)


def test_a_function_is_named_by_its_file_and_its_name() -> None:
    names = ["mine.py:first", r"C:\games\MINE.PY:first", "perfect:0.1", "mine.py", "mine.txt:first"]
    assert [name for name in names if is_function(name)] == names[:2]


def test_the_numbers_of_a_rule_are_typed_by_their_names() -> None:
    text = "alpha=0.9,gamma=0.5,epsilon=0.3,epsilon-start=100,epsilon-end=250,win=3,draw=2,loss=-2"
    learner = parsed_learner(f"monte-carlo:{text}")
    assert learner.rule == QRule(0.9, 0.5, 0.3, 100, 250, 3, 2, -2)
    assert str(learner) == f"monte-carlo:{text}"
    # both are as usual.
    assert str(parsed_learner("monte-carlo:alpha=0.10, win=2")) == "monte-carlo"
    for name, role in ROLES.items():
        typed = parameters(name)
        assert parsed_learner(name).role == role
        assert len(typed) == (5 if role == BEADS else len(RULES[role]._fields))
        if role in RULES:
            usual = RULES[role]()
            every = ",".join(f"{key}={number}" for key, number in zip(typed, usual, strict=True))
            assert parsed_learner(f"{name}:{every}") == parsed_learner(name)


def test_a_machine_by_beads_is_typed_with_its_rules() -> None:
    found = contest(MICHIE, "random", "beads:start=10,win=2,draw=1,loss=-2,empty-box=refill")
    assert {bead.start for box in found.kit.boxes for bead in box.beads} == {10}
    assert [found.kit.spec.learning.by(name, Side.FIRST) for name in ("win", "draw", "loss")] == [
        2,
        1,
        -2,
    ]
    assert not gives_up_when_empty(found.kit)
    assert {bead.start for bead in MICHIE.box(1).beads} == {4}


def test_two_machines_with_rules_of_their_own() -> None:
    found = contest(MICHIE, "menace:start=7,win=5,loss=0", side=Side.FIRST)
    changes = found.match.machine.change
    for place, box in enumerate(found.kit.boxes):
        first = box.side is Side.FIRST
        assert changes[place].tolist() == ([3, 1, -1] if first else [5, 1, 0])
        assert {bead.start for bead in box.beads} == (
            {(4, 3, 2, 1)[box.stage - 1]} if first else {7}
        )
    other = contest(SECOND, "menace:win=5")
    assert {
        tuple(change)
        for change, box in zip(other.match.machine.change.tolist(), other.kit.boxes, strict=True)
        if box.side is Side.FIRST
    } == {(5, 1, -1)}


def test_who_plays_whom_where_both_learn() -> None:
    alone = contest(MICHIE, "monte-carlo:alpha=0.9", "monte-carlo:gamma=0", alternate=True)
    assert alone.roles == ((MONTE_CARLO, MONTE_CARLO),) * 2
    assert [
        rule and (rule.alpha, rule.gamma) for rule in alone.match.rules if isinstance(rule, QRule)
    ] == [
        (0.1, 0.0),
        (0.9, 0.9),
    ]
    machine = contest(MICHIE, "menace", "monte-carlo", alternate=True)
    assert machine.roles == ((MONTE_CARLO, BEADS), (BEADS, MONTE_CARLO))
    assert machine.kit.spec.side == "both"
    turns = contest(MICHIE, "random", "odds", alternate=True)
    assert (turns.kit.spec.side, len(turns.roles), turns.roles[1][0]) == ("both", 2, PLAYER)


@pytest.mark.parametrize(
    ("learner", "said"),
    [
        ("monte-carlo:alpha=2", "alpha is a number from 0 to 1, not '2'"),
        ("monte-carlo:alpha=nan", "alpha is a number from 0 to 1, not 'nan'"),
        (
            "monte-carlo:beta=1",
            "write NAME=NUMBER, of: alpha, gamma, epsilon, epsilon-start, epsilon-end, win",
        ),
        ("monte-carlo:", "'' is nothing that monte-carlo has"),
        ("monte-carlo:alpha=0.1,alpha=0.2", "alpha stands there twice"),
        ("odds:memory=1", "memory is a number from 0 to 1, not '1'"),
        ("beads:start=0", "start is a whole number from 1 to 999, not '0'"),
        (
            "beads:empty-box=explode",
            "there is no rule 'explode' of empty boxes; choose from: resign",
        ),
    ],
)
def test_numbers_that_cannot_be(learner: str, said: str) -> None:
    with pytest.raises(LabError, match=said):
        contest(MICHIE, "random", learner)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            {"opponents": "beads:start=9", "alternate": True},
            "two machines with boxes need not take turns",
        ),
        ({"opponents": "menace:empty-box=refill"}, "one rule of empty boxes in common"),
        ({"opponents": "random", "watched": ("random",)}, "--watch names two players"),
        (
            {"opponents": "random", "watched": ("adaptive", "random")},
            "adaptive follows the machine that it plays",
        ),
        (
            {"opponents": "random", "learner": "q-learning", "watched": ("random", "random")},
            "has no boxes",
        ),
    ],
)
def test_contests_that_cannot_be(arguments: dict[str, object], said: str) -> None:
    with pytest.raises(LabError, match=said):
        contest(MICHIE, **arguments)  # type: ignore[arg-type]
