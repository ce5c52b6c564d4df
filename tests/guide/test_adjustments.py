"""The tick-list after a game: to the bead, and in the words that the operator reads."""

from typing import NamedTuple

import pytest

from menace_kit.cli.operator.adjust import adjustment_lines
from menace_kit.errors import GuideError
from menace_kit.guide import wording
from menace_kit.guide.audit import audit
from menace_kit.guide.situation import Due
from tests.guide.scripts import DRAWN, LOST, NONE_LEFT, WON, do, play
from tests.logbook.games import desk_of, kit_of

MICHIE = "cabinet = {rows = 38, columns = 8}\n"


def rule(name: str, more: str = "") -> str:
    return f"{MICHIE}learning.empty-box = '{name}'\n{more}"


class Case(NamedTuple):
    """A game, and what the operator is told after it."""

    kit: str
    script: str
    ended: str
    told: tuple[str, ...]


CASES = {
    "a win": Case(
        MICHIE,
        WON,
        "The machine won.",
        (
            "Box 1, row 1, drawer 1: WHITE back +3 -> 7 of 15",
            "Box 8, row 1, drawer 8: GOLD back +3 -> 6 of 24",
            "Box 48, row 6, drawer 8: AMBER back +3 -> 5 of 13",
            "Box 144, row 18, drawer 8: AMBER back +3 -> 4 of 6",
        ),
    ),
    "a draw": Case(
        MICHIE,
        DRAWN,
        "A draw.",
        (
            "Box 1, row 1, drawer 1: WHITE back +1 -> 5 of 13",
            "Box 7, row 1, drawer 7: LILAC back +1 -> 4 of 13",
            "Box 96, row 12, drawer 8: PINK back +1 -> 3 of 11",
            "Box 180, row 23, drawer 4: BLACK back +1 -> 2 of 4",
        ),
    ),
    "a defeat": Case(
        MICHIE,
        LOST,
        "The machine lost.",
        (
            ("Box 1, row 1, drawer 1: WHITE stays out -> 3 of 11"),
            ("Box 7, row 1, drawer 7: LILAC stays out -> 2 of 11"),
            ("Box 96, row 12, drawer 8: GREEN stays out -> 1 of 9"),
        ),
    ),
    "a defeat that takes the last bead of a colour, and of a box": Case(
        f"{MICHIE}beads.start = 1",
        f"1:lilac=0,gold=0 {LOST}",
        "The machine lost.",
        (
            ("Box 1, row 1, drawer 1: WHITE stays out -> empty"),
            ("Box 7, row 1, drawer 7: LILAC stays out -> 0 of 3"),
            ("Box 96, row 12, drawer 8: GREEN stays out -> 0 of 4"),
        ),
    ),
    "keep-last, at a last bead": Case(
        rule("keep-last"),
        f"1:white=1,lilac=0,gold=0 7:lilac=1,silver=0,green=1,pink=0 {LOST}",
        "The machine lost.",
        (
            "Box 1, row 1, drawer 1: WHITE back (the last one stays) -> 1 of 1",
            ("Box 7, row 1, drawer 7: LILAC stays out -> 0 of 1"),
            ("Box 96, row 12, drawer 8: GREEN stays out -> 1 of 9"),
        ),
    ),
    "keep-last, where the rule would take three of two": Case(
        rule("keep-last", "learning.loss = -3"),
        f"1:white=2,lilac=0,gold=0 {LOST}",
        "The machine lost.",
        (
            ("Box 1, row 1, drawer 1: WHITE stays out -> 1 of 1"),
            "Box 7, row 1, drawer 7: LILAC stays out -2 -> 0 of 9",
            "Box 96, row 12, drawer 8: GREEN stays out -1 -> 0 of 8",
        ),
    ),
    "protect-first-box": Case(
        f"{MICHIE}learning.protect-first-box = true",
        f"1:white=1,lilac=0,gold=0 7:lilac=1,silver=0,green=0,pink=0 {LOST}",
        "The machine lost.",
        (
            "Box 1, row 1, drawer 1: WHITE back (the last one stays) -> 1 of 1",
            ("Box 7, row 1, drawer 7: LILAC stays out -> empty"),
            ("Box 96, row 12, drawer 8: GREEN stays out -> 1 of 9"),
        ),
    ),
    "resign at an empty box": Case(
        rule("resign"),
        f"{NONE_LEFT} 1 5 empty",
        "The machine lost. It gave up because its box was empty.",
        ("Box 1, row 1, drawer 1: WHITE stays out -> 3 of 11",),
    ),
    "punish the previous box": Case(
        rule("punish-previous"),
        "96:black=0,green=0,amber=0,red=0,pink=0 1 5 2 3 empty",
        "The machine lost. It gave up because its box was empty.",
        (
            ("Box 1, row 1, drawer 1: WHITE stays out -> 3 of 11"),
            "Box 7, row 1, drawer 7: LILAC stays out -1 (the box after it was empty) -> 1 of 10",
        ),
    ),
    "punish the previous box, which has but the drawn bead": Case(
        rule("punish-previous", "beads.start = 1"),
        f"{NONE_LEFT} 1 5 empty",
        "The machine lost. It gave up because its box was empty.",
        ("Box 1, row 1, drawer 1: WHITE stays out (the box after it was empty) -> 0 of 2",),
    ),
    "no punishment for a game that was played to its end": Case(
        rule("punish-previous"),
        "1 5 2 3 4 7",
        "The machine lost.",
        (
            ("Box 1, row 1, drawer 1: WHITE stays out -> 3 of 11"),
            ("Box 7, row 1, drawer 7: LILAC stays out -> 2 of 11"),
            ("Box 96, row 12, drawer 8: GREEN stays out -> 1 of 9"),
        ),
    ),
    "refill, then a defeat": Case(
        rule("refill"),
        f"{NONE_LEFT} 1 5 empty 2 3 4 7",
        "The machine lost.",
        (
            ("Box 1, row 1, drawer 1: WHITE stays out -> 3 of 11"),
            ("Box 7, row 1, drawer 7: LILAC stays out -> 2 of 11"),
            ("Box 96, row 12, drawer 8: GREEN stays out -> 1 of 9"),
        ),
    ),
    "a move by lot costs its box nothing": Case(
        rule("random"),
        f"{NONE_LEFT} 1 5 2 3 4 7",
        "The machine lost.",
        (
            ("Box 1, row 1, drawer 1: WHITE stays out -> 3 of 11"),
            ("Box 96, row 12, drawer 8: GREEN stays out -> 1 of 9"),
        ),
    ),
    "two beads for a defeat, where there are two and where there is one": Case(
        f"{MICHIE}learning.loss = -2",
        f"7:lilac=1 {LOST}",
        "The machine lost.",
        (
            "Box 1, row 1, drawer 1: WHITE stays out -1 -> 2 of 10",
            ("Box 7, row 1, drawer 7: LILAC stays out -> 0 of 9"),
            "Box 96, row 12, drawer 8: GREEN stays out -1 -> 0 of 8",
        ),
    ),
    "nothing for a win, but the bead goes back": Case(
        f"{MICHIE}learning.win = [0, 1, 0, -1]",
        WON,
        "The machine won.",
        (
            ("Box 1, row 1, drawer 1: WHITE back -> 4 of 12"),
            "Box 8, row 1, drawer 8: GOLD back +1 -> 4 of 22",
            ("Box 48, row 6, drawer 8: AMBER back -> 2 of 10"),
            ("Box 144, row 18, drawer 8: AMBER stays out -> 0 of 2"),
        ),
    ),
    "a position that is lost at once, in a kit without boxes for those": Case(
        f"{MICHIE}boxes.lost-positions = false",
        "4 1 7 9 8 2",
        "The machine lost. It gave up because every move loses.",
        (
            ("Box 1, row 1, drawer 1: LILAC stays out -> 3 of 11"),
            ("Box 13, row 2, drawer 5: SILVER stays out -> 2 of 20"),
            ("Box 92, row 12, drawer 4: GREEN stays out -> 1 of 9"),
        ),
    ),
    "no bead drawn": Case(
        f"{MICHIE}side = 'second'",
        "3:lilac=0,silver=0,gold=0,green=0,pink=0 1 empty",
        "The machine lost. It gave up because its box was empty.",
        (),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_the_tick_list_says_what_the_hands_must_do(name: str) -> None:
    case = CASES[name]
    desk = desk_of(kit_of(case.kit))
    play(desk, case.script)
    session, game = desk.session, desk.session.game
    assert game is not None
    assert session.due is Due.ADJUST
    assert str(wording.ended(session.kit, game)) == case.ended
    told = [
        str(wording.adjustment(session.kit, change, session.contents[change.box]))
        for change in game.tick_list
    ]
    assert tuple(told) == case.told


def test_what_was_put_in_during_a_game_is_no_work_to_do_and_is_said_apart() -> None:
    desk = desk_of(kit_of(rule("refill")))
    play(desk, f"{NONE_LEFT} 1 5 empty undo empty 2 3 4 7")
    lines = adjustment_lines(desk.session)
    told = (
        "Box 7, row 1, drawer 7: 3 lilac, 3 silver, 3 green, 3 pink were put in when it was "
        "empty; that is done."
    )
    assert lines[-1] == told
    assert [line.partition(",")[0] for line in lines[1:-1]] == [
        "[ ] Box 1",
        "[ ] Box 7",
        "[ ] Box 96",
    ]
    for line in (1, 2, 3):
        desk.tick(line)
    with pytest.raises(GuideError, match="there is no line 4; the list has 3"):
        desk.tick(4)
    do(desk, "confirm")
    assert audit(desk.logbook) == []
