"""Games that others played: the machine learns from the moves of the side it is,
and no bead lies before a box.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from random import Random

import pytest

from menace_kit.cli.operator.adjust import adjustment_lines
from menace_kit.errors import GuideError
from menace_kit.games import Move, Position, Side, parse_move
from menace_kit.guide import whole_games, wording
from menace_kit.guide.audit import audit
from menace_kit.guide.desk import Desk
from menace_kit.guide.paper import parse_game
from menace_kit.guide.paper_entry import enter_game
from menace_kit.guide.rehearsal import Rehearsal
from menace_kit.guide.situation import Due
from menace_kit.lab.engine.random_stream import RandomStream
from menace_kit.logbook.career import openings
from menace_kit.logbook.loose_beads import BeadPlace, by_line
from menace_kit.logbook.suspicion import suspicion
from menace_kit.machine.learning import Result, starting_contents
from menace_kit.views.games import history
from menace_kit.views.running_game import game_shape
from tests.examples import all_to_prove
from tests.guide.scripts import do, refused
from tests.lab.reference import Agent, BeadMachine, WatchedPlayer, play_game
from tests.logbook.audited import check_in_order
from tests.logbook.games import KITS, desk_of, kit_named, random_moves

MICHIE, BOTH = kit_named("michie"), kit_named("both")
WON, LOST = "1 2 5 3 9", "1 5 2 3 4 7"


def watch(desk: Desk, moves: str) -> None:
    desk.act(partial(whole_games.watch, moves=moves.split(), operator="Ada"))


@dataclass
class Reads(Agent):
    """Makes the moves of a list, from a place on every second one."""

    moves: Sequence[Move]
    place: int

    def move(self, position: Position) -> Move | None:  # noqa: ARG002 - the list knows
        self.place += 2
        return self.moves[self.place - 2]

    def learn(self, result: Result) -> None:
        """Learn nothing."""


@pytest.mark.parametrize("name", all_to_prove(KITS, quick=["halved", "later, both"]))
def test_the_boxes_learn_as_they_do_in_the_lab(name: str) -> None:
    """Bead for bead as the lab's reference, whatever the rules:
    both sides where the kit has them.
    """
    kit, random = kit_named(name), Random(name)
    desk, contents = desk_of(kit), starting_contents(kit)
    machines = {side: BeadMachine(kit, contents, RandomStream(1)) for side in kit.sides}
    changed = False
    for _ in range(12):
        if any(map(desk.session.is_dead, kit.sides)):
            break
        watch(desk, " ".join(random_moves(kit, random)))
        game = desk.session.game
        assert game
        moves = [parse_move(entry.move or "") for entry in game.moves]
        agents: dict[Side, Agent] = {side: Reads(moves, place) for place, side in enumerate(Side)}
        play_game(
            kit.game,
            agents | {side: WatchedPlayer(agents[side], machines[side]) for side in machines},
        )
        changed |= desk.session.due is Due.ADJUST
        if desk.session.due is Due.ADJUST:
            do(desk, "confirm")
        for number in desk.session.too_full:
            do(desk, f"half:{number}")
        assert desk.session.contents == contents
    assert changed
    check_in_order(desk.logbook)


def test_a_list_puts_beads_in_and_takes_beads_out_and_none_lies_before_a_box() -> None:
    desk = desk_of(MICHIE)
    watch(desk, WON)
    session = desk.session
    assert session.game
    assert (session.due, session.game.drawn, session.game.result) == (Due.ADJUST, (), Result.WIN)
    first = session.game.tick_list[0]
    assert (first.box, first.colour, first.change) == (1, "white", 3)
    assert session.in_box(1)["white"] == MICHIE.box(1).start["white"] + 3
    told = adjustment_lines(session)
    assert told[0] == "O won."
    assert "WHITE +3 -> 7 of 15" in told[2]
    (move,) = by_line(desk.line(1))
    assert (move.box, move.beads, move.out_of, move.into) == (1, 3, BeadPlace.POT, BeadPlace.BOX)
    do(desk, "confirm")
    watch(desk, LOST)
    assert "WHITE -1 -> 6 of 14" in adjustment_lines(desk.session)[2]
    lost = desk.session.game
    assert lost
    assert {line.change for line in lost.tick_list} == {-1}
    assert openings(desk.logbook) == {}
    assert suspicion(desk.logbook).draws == 0


def test_what_has_no_box_or_an_empty_one_teaches_nothing() -> None:
    desk = desk_of(MICHIE)
    do(desk, "1:none")
    with pytest.raises(GuideError, match="no bead is left for the first move"):
        watch(desk, WON)
    desk = desk_of(MICHIE)
    game = "5 1 3 7 4 6 2 8 9"
    second = MICHIE.box_at(MICHIE.game.play(MICHIE.game.play(MICHIE.game.start(), (4,)), (0,)))
    assert second
    do(desk, f"{second.number}:none")
    watch(desk, game)
    assert desk.session.game
    lines = desk.session.game.tick_list
    assert second.number not in {line.box for line in lines}
    assert len(lines) == 3  # of five moves, one by an empty box and the last without one


@pytest.mark.parametrize("ticked", [False, True])
def test_it_is_taken_back_as_a_whole(ticked: bool) -> None:
    desk = desk_of(MICHIE)
    before = desk.session.contents
    watch(desk, WON)
    if ticked:
        desk.tick(1)
    do(desk, "undo")
    assert desk.session.contents == before
    moved = [(move.box, move.beads, move.out_of, move.into) for move in desk.by_hand]
    assert moved == [(1, 3, BeadPlace.BOX, BeadPlace.POT)] * ticked
    watch(desk, WON)
    do(desk, "confirm undo")
    assert desk.session.contents == before
    assert len(desk.by_hand) == 3
    check_in_order(desk.logbook)


def test_a_list_that_is_left_says_what_is_still_to_be_done() -> None:
    desk = desk_of(MICHIE)
    watch(desk, WON)
    desk.tick(1)
    do(desk, "start:+unconfirmed")
    assert {(move.out_of, move.into, move.beads) for move in desk.by_hand} == {
        (BeadPlace.POT, BeadPlace.BOX, 3)
    }
    assert 1 not in {move.box for move in desk.by_hand}


def test_both_sides_learn_where_the_kit_has_both() -> None:
    desk = desk_of(BOTH)
    watch(desk, WON)
    game = desk.session.game
    assert game
    assert all(game.tick_lists.values())
    assert {BOTH.box(line.box).side for line in game.tick_lists[Side.SECOND]} == {Side.SECOND}
    assert str(wording.ended(BOTH, game)) == "O won."
    assert audit(desk.logbook) == []


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        ("1 2 5 3", "not over after 4 moves"),
        ("1 2 5 3 9 4", "over after 5 moves; 4 comes too late"),
        ("1 2 x", "move 3 (x): "),
    ],
)
def test_what_is_no_whole_game_is_refused(moves: str, said: str) -> None:
    refused(desk_of(MICHIE), partial(whole_games.watch, moves=moves.split()), said)


@pytest.mark.parametrize("word", ["resign", "1=white", "[1 white=3]"])
def test_on_paper_there_are_moves_alone(word: str) -> None:
    with pytest.raises(GuideError, match=f"moves alone, and no {re.escape(word)}"):
        enter_game(Rehearsal(desk_of(MICHIE).session), parse_game(f"{word} 2", kind="watched"))


def test_the_companion_says_who_won_and_that_others_played() -> None:
    desk = desk_of(MICHIE)
    watch(desk, LOST)
    (row,) = history(desk.logbook, 5, None)
    assert (row.watched, row.went, row.players) == (True, "X won", "Ada, game of others")
    assert desk.session.game
    assert game_shape(MICHIE, desk.session.game).headline == "X WON"
