"""The lab with games of other boards and moves: nothing in it knows noughts and crosses."""

from fractions import Fraction
from itertools import product

import pytest

from menace_kit.games import Side, game_named
from menace_kit.lab.engine.arrays import BEADS, ODDS, PLAYER, QUALITY
from menace_kit.lab.engine.match import Match
from menace_kit.lab.engine.tables import game_table, kit_table, machine_table
from menace_kit.lab.exact import exact_chances, machine_policy, player_policy, worst_case
from menace_kit.lab.learners import contest
from menace_kit.lab.players import player_named
from menace_kit.machine.kit import Kit
from tests.examples import preset, some_of
from tests.lab.test_curves import played
from tests.lab.test_trainer import assert_same, roles_of
from tests.logbook.games import kit_of as kit_from

SMALL_GAMES = ["hexapawn", "nim"]
RULES = ["resign", "refill", "random", "keep-last", "punish-previous"]


def kit_of(
    game: str, side: str, rule: str = "resign", beads: int = 2, teaches: str = "every-move"
) -> Kit:
    return kit_from(
        f"game = '{game}'\nside = '{side}'\nbeads.start = {beads}\n"
        f"learning = {{win = 1, draw = 0, loss = -1, empty-box = '{rule}', teaches = '{teaches}'}}"
    )


def test_hexapawn_is_the_published_game() -> None:
    every = game_table(game_named("hexapawn"))
    assert (every.states, every.longest, every.width) == (135, 7, 4)
    random = player_policy(player_named("random", every))
    assert exact_chances(every, random, random, Side.FIRST).win == pytest.approx(
        float(Fraction(259, 432))
    )
    perfect = player_policy(player_named("perfect", every))
    assert exact_chances(every, perfect, random, Side.SECOND).win == 1  # Black wins with best play


@pytest.mark.parametrize(
    ("name", "side", "rule"),
    some_of(product(SMALL_GAMES, ["first", "second", "both"], RULES), every=7),
)
def test_compiled_games_are_those_of_plain_python(name: str, side: str, rule: str) -> None:
    kit = kit_of(name, side, rule)
    for opponent in ("first-free", "adaptive"):
        assert_same(Match(kit, roles_of(kit), (opponent,)), 30)


@pytest.mark.parametrize(
    ("name", "side", "rule"),
    some_of(product([*SMALL_GAMES, "noughts-and-crosses"], ["second", "both"], RULES), every=9),
)
def test_where_only_the_last_move_is_taught_both_play_the_same(
    name: str, side: str, rule: str
) -> None:
    kit = kit_of(name, side, rule, beads=1, teaches="last-move")
    assert_same(Match(kit, roles_of(kit), ("random",)), 40)


@pytest.mark.parametrize("name", ["gardner-her-24", "him-18", "nim-13"])
def test_presets_play_the_same_bead_for_bead(name: str) -> None:
    kit = preset(name)
    assert_same(Match(kit, roles_of(kit)), 30)
    first, second = (ODDS if role == BEADS else role for role in roles_of(kit)[0])
    assert_same(Match(kit, ((first, second),)), 60)


def test_mirror_images_that_keep_boxes_of_their_own_are_told_apart_by_the_table() -> None:
    apart, merged = preset("gardner-her-24"), preset("her-19")
    assert len(kit_table(apart).symmetries) == 1
    assert len(kit_table(merged).symmetries) == 2
    machine = machine_table(apart, kit_table(apart))
    assert set(machine.box.tolist()) == {-1, *range(24)}


def test_a_machine_learns_that_eight_matches_are_lost_for_who_moves() -> None:
    kit = preset("nim-8")
    run = Match(kit, ((BEADS, PLAYER),), ("perfect",)).run(1)
    played = run.play(1_000).games
    assert played < 1_000  # whoever has eight matches to move from is lost, and gives up for good
    first = kit.box(8)
    assert first == kit.box_at(kit.game.start())
    assert sum(run.contents[first.number][colour] for colour in first.moves) == 0


@pytest.mark.parametrize("name", SMALL_GAMES)
def test_other_learners(name: str) -> None:
    kit = kit_of(name, "both")
    assert_same(Match(kit, ((ODDS, ODDS),)), 60)
    assert_same(Match(kit, ((QUALITY, PLAYER), (PLAYER, QUALITY))), 60)
    assert_same(Match(kit, ((QUALITY, BEADS), (BEADS, QUALITY)), ("perfect",)), 60)


@pytest.mark.parametrize("name", SMALL_GAMES)
def test_a_machine_that_learned_cannot_be_beaten(name: str) -> None:
    kit = kit_of(name, "second", "keep-last", beads=9)
    run = Match(kit, ((PLAYER, BEADS),), ("random",)).run(1)
    run.play(200_000)
    table = game_table(kit.game)
    machine = machine_table(kit, table)
    policy = machine_policy(machine, machine.weights(run.contents), greedy=True)
    assert worst_case(table, policy, Side.SECOND).win == 1


def test_boxes_of_nim_that_come_up_again_have_no_line_and_may_die_all_the_same() -> None:
    kit = kit_from(
        "game = 'nim'\nside = 'second'\nbeads.start = 1\nlearning = {win = 0, draw = 0, loss = -1}"
    )
    found = contest(kit, "perfect", "beads")
    assert [box.position.cells.count("1") for box in found.first_boxes] == [5, 6, 7]
    assert found.opening_boxes == kit.opening_boxes == ()
    assert not found.has_beads
    assert all(len(run.beads) == 0 for run in played(found, 400, 20))
    ended = [run for run in map(found.match.run, range(40)) if run.play(200).games < 200]
    assert ended
    for run in ended:
        assert [sum(run.contents[box.number].values()) for box in found.first_boxes] == [0, 0, 0]
