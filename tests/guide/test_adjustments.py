"""The tick-list after a game: to the bead, and in the words that the operator reads."""

from typing import NamedTuple

import pytest

from menace_kit.cli.operator.adjust import adjustment_lines
from menace_kit.errors import GuideError
from menace_kit.guide import wording
from menace_kit.guide.audit import audit
from menace_kit.guide.session import Due
from menace_kit.text import kit_words
from tests.guide.scripts import CONFIRM, DRAWN, LOST, NONE_LEFT, UNDO, WON, act_of, play
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
            "Box 1, row 1, drawer 1: put the WHITE bead back and add 3 WHITE; "
            "it should now hold 7 white, 15 beads in all.",
            "Box 8, row 1, drawer 8: put the GOLD bead back and add 3 GOLD; "
            "it should now hold 6 gold, 24 beads in all.",
            "Box 48, row 6, drawer 8: put the AMBER bead back and add 3 AMBER; "
            "it should now hold 5 amber, 13 beads in all.",
            "Box 144, row 18, drawer 8: put the AMBER bead back and add 3 AMBER; "
            "it should now hold 4 amber, 6 beads in all.",
        ),
    ),
    "a draw": Case(
        MICHIE,
        DRAWN,
        "A draw.",
        (
            "Box 1, row 1, drawer 1: put the WHITE bead back and add 1 WHITE; "
            "it should now hold 5 white, 13 beads in all.",
            "Box 7, row 1, drawer 7: put the LILAC bead back and add 1 LILAC; "
            "it should now hold 4 lilac, 13 beads in all.",
            "Box 96, row 12, drawer 8: put the PINK bead back and add 1 PINK; "
            "it should now hold 3 pink, 11 beads in all.",
            "Box 180, row 23, drawer 4: put the BLACK bead back and add 1 BLACK; "
            "it should now hold 2 black, 4 beads in all.",
        ),
    ),
    "a defeat": Case(
        MICHIE,
        LOST,
        "The machine lost.",
        (
            (
                "Box 1, row 1, drawer 1: keep the WHITE bead out; "
                "it should now hold 3 white, 11 beads in all."
            ),
            (
                "Box 7, row 1, drawer 7: keep the LILAC bead out; "
                "it should now hold 2 lilac, 11 beads in all."
            ),
            (
                "Box 96, row 12, drawer 8: keep the GREEN bead out; "
                "it should now hold 1 green, 9 beads in all."
            ),
        ),
    ),
    "a defeat that takes the last bead of a colour, and of a box": Case(
        f"{MICHIE}beads.start = 1",
        f"1:lilac=0,gold=0 {LOST}",
        "The machine lost.",
        (
            (
                "Box 1, row 1, drawer 1: keep the WHITE bead out; "
                "it should now hold 0 white, 0 beads in all."
            ),
            (
                "Box 7, row 1, drawer 7: keep the LILAC bead out; "
                "it should now hold 0 lilac, 3 beads in all."
            ),
            (
                "Box 96, row 12, drawer 8: keep the GREEN bead out; "
                "it should now hold 0 green, 4 beads in all."
            ),
        ),
    ),
    "keep-last, at a last bead": Case(
        rule("keep-last"),
        f"1:white=1,lilac=0,gold=0 7:lilac=1,silver=0,green=1,pink=0 {LOST}",
        "The machine lost.",
        (
            "Box 1, row 1, drawer 1: put the WHITE bead back (the last bead of this box stays in); "
            "it should now hold 1 white, 1 bead in all.",
            (
                "Box 7, row 1, drawer 7: keep the LILAC bead out; "
                "it should now hold 0 lilac, 1 bead in all."
            ),
            (
                "Box 96, row 12, drawer 8: keep the GREEN bead out; "
                "it should now hold 1 green, 9 beads in all."
            ),
        ),
    ),
    "keep-last, where the rule would take three of two": Case(
        rule("keep-last", "learning.loss = -3"),
        f"1:white=2,lilac=0,gold=0 {LOST}",
        "The machine lost.",
        (
            (
                "Box 1, row 1, drawer 1: keep the WHITE bead out; "
                "it should now hold 1 white, 1 bead in all."
            ),
            "Box 7, row 1, drawer 7: keep the LILAC bead out and take out 2 LILAC more; "
            "it should now hold 0 lilac, 9 beads in all.",
            "Box 96, row 12, drawer 8: keep the GREEN bead out and take out 1 GREEN more; "
            "it should now hold 0 green, 8 beads in all.",
        ),
    ),
    "protect-first-box": Case(
        f"{MICHIE}learning.protect-first-box = true",
        f"1:white=1,lilac=0,gold=0 7:lilac=1,silver=0,green=0,pink=0 {LOST}",
        "The machine lost.",
        (
            "Box 1, row 1, drawer 1: put the WHITE bead back (the last bead of this box stays in); "
            "it should now hold 1 white, 1 bead in all.",
            (
                "Box 7, row 1, drawer 7: keep the LILAC bead out; "
                "it should now hold 0 lilac, 0 beads in all."
            ),
            (
                "Box 96, row 12, drawer 8: keep the GREEN bead out; "
                "it should now hold 1 green, 9 beads in all."
            ),
        ),
    ),
    "resign at an empty box": Case(
        rule("resign"),
        f"{NONE_LEFT} 1 5 empty",
        "The machine lost: it gave up because its box was empty.",
        (
            "Box 1, row 1, drawer 1: keep the WHITE bead out; "
            "it should now hold 3 white, 11 beads in all.",
        ),
    ),
    "punish the previous box": Case(
        rule("punish-previous"),
        "96:black=0,green=0,amber=0,red=0,pink=0 1 5 2 3 empty",
        "The machine lost: it gave up because its box was empty.",
        (
            (
                "Box 1, row 1, drawer 1: keep the WHITE bead out; "
                "it should now hold 3 white, 11 beads in all."
            ),
            "Box 7, row 1, drawer 7: keep the LILAC bead out and take out 1 LILAC more (the box "
            "after it was empty); it should now hold 1 lilac, 10 beads in all.",
        ),
    ),
    "punish the previous box, which has but the drawn bead": Case(
        rule("punish-previous", "beads.start = 1"),
        f"{NONE_LEFT} 1 5 empty",
        "The machine lost: it gave up because its box was empty.",
        (
            "Box 1, row 1, drawer 1: keep the WHITE bead out (the box after it was empty); "
            "it should now hold 0 white, 2 beads in all.",
        ),
    ),
    "no punishment for a game that was played to its end": Case(
        rule("punish-previous"),
        "1 5 2 3 4 7",
        "The machine lost.",
        (
            (
                "Box 1, row 1, drawer 1: keep the WHITE bead out; "
                "it should now hold 3 white, 11 beads in all."
            ),
            (
                "Box 7, row 1, drawer 7: keep the LILAC bead out; "
                "it should now hold 2 lilac, 11 beads in all."
            ),
            (
                "Box 96, row 12, drawer 8: keep the GREEN bead out; "
                "it should now hold 1 green, 9 beads in all."
            ),
        ),
    ),
    "refill, then a defeat": Case(
        rule("refill"),
        f"{NONE_LEFT} 1 5 empty 2 3 4 7",
        "The machine lost.",
        (
            (
                "Box 1, row 1, drawer 1: keep the WHITE bead out; "
                "it should now hold 3 white, 11 beads in all."
            ),
            (
                "Box 7, row 1, drawer 7: keep the LILAC bead out; "
                "it should now hold 2 lilac, 11 beads in all."
            ),
            (
                "Box 96, row 12, drawer 8: keep the GREEN bead out; "
                "it should now hold 1 green, 9 beads in all."
            ),
        ),
    ),
    "a move by lot costs its box nothing": Case(
        rule("random"),
        f"{NONE_LEFT} 1 5 2 3 4 7",
        "The machine lost.",
        (
            (
                "Box 1, row 1, drawer 1: keep the WHITE bead out; "
                "it should now hold 3 white, 11 beads in all."
            ),
            (
                "Box 96, row 12, drawer 8: keep the GREEN bead out; "
                "it should now hold 1 green, 9 beads in all."
            ),
        ),
    ),
    "two beads for a defeat, where there are two and where there is one": Case(
        f"{MICHIE}learning.loss = -2",
        f"7:lilac=1 {LOST}",
        "The machine lost.",
        (
            "Box 1, row 1, drawer 1: keep the WHITE bead out and take out 1 WHITE more; "
            "it should now hold 2 white, 10 beads in all.",
            (
                "Box 7, row 1, drawer 7: keep the LILAC bead out; "
                "it should now hold 0 lilac, 9 beads in all."
            ),
            "Box 96, row 12, drawer 8: keep the GREEN bead out and take out 1 GREEN more; "
            "it should now hold 0 green, 8 beads in all.",
        ),
    ),
    "nothing for a win, but the bead goes back": Case(
        f"{MICHIE}learning.win = [0, 1, 0, -1]",
        WON,
        "The machine won.",
        (
            (
                "Box 1, row 1, drawer 1: put the WHITE bead back; "
                "it should now hold 4 white, 12 beads in all."
            ),
            "Box 8, row 1, drawer 8: put the GOLD bead back and add 1 GOLD; "
            "it should now hold 4 gold, 22 beads in all.",
            (
                "Box 48, row 6, drawer 8: put the AMBER bead back; "
                "it should now hold 2 amber, 10 beads in all."
            ),
            (
                "Box 144, row 18, drawer 8: keep the AMBER bead out; "
                "it should now hold 0 amber, 2 beads in all."
            ),
        ),
    ),
    "a position that is lost at once, in a kit without boxes for those": Case(
        f"{MICHIE}boxes.lost-positions = false",
        "4 1 7 9 8 2",
        "The machine lost: it gave up because every move loses.",
        (
            (
                "Box 1, row 1, drawer 1: keep the LILAC bead out; "
                "it should now hold 3 lilac, 11 beads in all."
            ),
            (
                "Box 13, row 2, drawer 5: keep the SILVER bead out; "
                "it should now hold 2 silver, 20 beads in all."
            ),
            (
                "Box 92, row 12, drawer 4: keep the GREEN bead out; "
                "it should now hold 1 green, 9 beads in all."
            ),
        ),
    ),
    "no bead drawn": Case(
        f"{MICHIE}side = 'second'",
        "3:lilac=0,silver=0,gold=0,green=0,pink=0 1 empty",
        "The machine lost: it gave up because its box was empty.",
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
    play(desk, f"{NONE_LEFT} 1 5 empty")
    desk.act(UNDO)
    for word in ("empty", "2", "3", "4", "7"):
        desk.act(act_of(word))
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
    desk.act(CONFIRM)
    assert audit(desk.logbook) == []


@pytest.mark.parametrize("name", CASES)
def test_after_the_list_every_box_holds_what_it_said(name: str) -> None:
    case = CASES[name]
    desk = desk_of(kit_of(case.kit))
    play(desk, case.script)
    for line in case.told:
        number = int(line.removeprefix("Box ").partition(",")[0])
        holds = desk.session.in_box(number)
        assert line.endswith(f", {kit_words.beads(sum(holds.values()))} in all.")
        count, colour = line.partition("should now hold ")[2].partition(",")[0].split()
        assert holds[colour] == int(count)


def test_without_a_cabinet_a_box_has_only_its_number() -> None:
    desk = desk_of(kit_of(""))
    play(desk, LOST)
    assert desk.session.game is not None
    change = desk.session.game.adjustments[0]
    told = str(wording.adjustment(desk.session.kit, change, desk.session.contents[1]))
    assert told == "Box 1: keep the WHITE bead out; it should now hold 3 white, 11 beads in all."


def test_with_several_cabinets_the_cabinet_is_named() -> None:
    desk = desk_of(kit_of("cabinet = {rows = 10, columns = 10}"))
    play(desk, WON)
    assert desk.session.game is not None
    change = desk.session.game.adjustments[-1]
    told = str(wording.adjustment(desk.session.kit, change, desk.session.contents[change.box]))
    assert told.startswith(
        "Box 144, cabinet 2, row 5, drawer 4: put the AMBER bead back and add 3 AMBER;"
    )
