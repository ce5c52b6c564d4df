"""Whole games as they are told: to the operator what is due,
to those who watch what happened and why.
"""

from functools import partial

import pytest

from menace_kit.games import Side
from menace_kit.guide import counting
from menace_kit.guide.desk import Desk
from menace_kit.logbook.store import Logbook
from menace_kit.machine.kit import Kit
from menace_kit.text.phrases import say
from menace_kit.views import headlines
from menace_kit.views.elements import mark_of
from menace_kit.views.games import replay
from menace_kit.views.machine import kit_shape
from menace_kit.views.milestones import Milestones
from menace_kit.views.state import Moment, last_happened, read_state
from menace_kit.views.steps import steps_after
from tests.examples import preset
from tests.guide.scripts import do
from tests.logbook.games import DRAINING, desk_of, kit_of

MICHIE = preset("michie-1961")
WINS = "Each bead goes back with 3 more of its colour."
LOSES = "The beads that it drew are taken out."


def played(kit: Kit, *, both: bool = False) -> tuple[Logbook, list[Moment]]:
    """Return the logbook of a game of first colours and first squares,
    and how things stood before each step.
    """
    desk = desk_of(kit)
    seen = [read_state(desk)]
    desk.act(lambda session: session.start(both=both))
    while (now := read_state(desk)).due != "adjust":
        seen.append(now)
        if now.box:
            colour = now.box.beads[0].colour.name
            desk.act(lambda session: session.draw(colour))  # noqa: B023 - done at once
        else:
            desk.act(lambda session: session.reply(kit.game.legal_moves(session.position)[0]))
    do(desk, "confirm")
    return desk.logbook, [*seen, now, read_state(desk)]


def explained(logbook: Logbook) -> list[str]:
    """Return why each step came about, or what follows from it."""
    steps = steps_after(logbook, 0, logbook.last_entry, Milestones())
    return [step.explained for step in steps]


@pytest.mark.parametrize(("emptied", "said"), [([1], "start"), ([1, 2], "dead")])
def test_a_game_can_begin_while_any_machine_can_make_its_first_move(
    emptied: list[int], said: str
) -> None:
    kit = preset("both-players")
    firsts = [kit.first_boxes(side) for side in kit.sides]
    desk = desk_of(kit)
    for boxes in firsts[: len(emptied)]:
        for box in boxes:
            none = dict.fromkeys(box.moves, 0)
            desk.act(partial(counting.count, number=box.number, counted=none))
    assert headlines.due_told(desk.session) == say(f"now.{said}")


def test_a_game_against_somebody() -> None:
    logbook, seen = played(MICHIE)
    assert explained(logbook) == [
        "Each of the 304 boxes is for one board. "
        "For this board there is box 1, with 12 beads in it.",
        "Box 1 had 4 white of 12 beads: a chance of 33 %.",
        "For this board there is box 8, with 21 beads in it.",
        "Box 8 had 3 silver of 21 beads: a chance of 14 %.",
        "For this board there is box 46, with 10 beads in it.",
        "Box 46 had 2 gold of 10 beads: a chance of 20 %.",
        "For this board there is box 138, with 2 beads in it.",
        f"Box 138 had 1 amber of 2 beads: a chance of 50 %. {WINS}",
        "",
    ]
    assert [now.say for now in seen[:3]] == [
        "Start a game.",
        "Draw a bead from box 1, and tap its colour.",
        "The opponent moves: tap the move.",
    ]
    assert seen[-2].say == "Update the boxes, and tick each line."
    assert [now.can_undo for now in seen] == [False, False, *[True] * 7, False]
    assert [len(now.lists) for now in seen] == [0] * 8 + [1, 0]
    game = seen[-2].game
    assert game is not None
    assert (game.headline, game.machine_is, game.mark) == (
        "The machine won",
        "The machine is O",
        "O",
    )
    assert [move.mark for move in game.moves] == ["O", "X", "O", "X", "O", "X", "O"]
    assert [step.words for step in replay(logbook, 1).steps][:2] == [
        "WHITE from box 1: O plays square 1 (top left).",
        "X plays square 2 (top middle).",
    ]


def test_a_game_of_two_machines_tells_of_each_what_it_learned() -> None:
    logbook, seen = played(preset("both-players"), both=True)
    assert explained(logbook)[-2:] == [
        (
            "Box 138 had 1 amber of 2 beads: a chance of 50 %. "
            f"O's machine: e{WINS[1:]} X's machine: t{LOSES[1:]}"
        ),
        "",
    ]
    game = seen[-2].game
    assert game is not None
    assert (game.headline, game.winner) == ("O's machine won", "first")
    assert game.machine_is == "Both players are machines"
    assert [head.head for head in seen[-2].lists] == [
        "O's machine:",
        "X's machine:",
    ]
    assert [change.whose for change in replay(logbook, 1).changes] == ["O's machine"] * 4 + [
        "X's machine"
    ] * 3


def test_a_machine_that_gives_up_is_told_so_to_a_crowd() -> None:
    kit = kit_of(DRAINING.format("resign"))
    desk = desk_of(kit)
    do(desk, "8:none start white 2 empty")
    game = read_state(desk).game
    assert game is not None
    assert (game.headline, game.gave_up) == ("The machine gives up", True)


@pytest.mark.parametrize(
    ("name", "moves", "draws", "impartial", "first_bead", "sides"),
    [
        ("michie-1961", "marks", True, False, True, ["first"]),
        ("second-player", "marks", True, False, True, ["second"]),
        ("both-players", "marks", True, False, True, ["first", "second"]),
        ("her-19", "arrow", False, False, False, ["second"]),
        ("nim-8", "tokens", False, True, False, ["first", "second"]),
    ],
)
def test_what_a_machine_is_like(
    name: str, moves: str, draws: bool, impartial: bool, first_bead: bool, sides: list[str]
) -> None:
    kit = preset(name)
    found = kit_shape(kit)
    assert (found.moves, found.draws, found.impartial) == (moves, draws, impartial)
    assert (found.first_bead, found.sides) == (first_bead, sides)
    assert tuple(mark_of(kit, side) for side in Side) == kit.spec.marks == found.marks


def test_what_happened_last_is_what_the_desk_knows_of_whoever_writes_meanwhile() -> None:
    desk = desk_of(MICHIE)
    other = Desk(desk.logbook)
    desk.act(lambda session: session.start(opponent="Ada"))
    before = Desk(desk.logbook)
    told = str(last_happened(before))
    other.refresh()
    do(other, "gold")
    assert str(last_happened(before)) == told
    before.refresh()
    assert str(last_happened(before)) not in ("", told)
