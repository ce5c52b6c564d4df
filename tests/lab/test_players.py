"""The players' tables against the same players written from the rules of the game, in every position."""

from fractions import Fraction
from functools import partial

import numpy as np
import pytest

from menace_kit.errors import LabError
from menace_kit.games import Move, Position, game_named
from menace_kit.games.game import parse_position
from menace_kit.lab import LEARNERS, OPPONENTS, PLAYERS
from menace_kit.lab.engine.arrays import GOING_ON
from menace_kit.lab.engine.tables import game_table
from menace_kit.lab.exact import player_policy
from menace_kit.lab.learners import ROLES
from menace_kit.lab.players import TABLES, parsed_name, player_named, tabulated
from menace_kit.lab.reference import CHOICES
from menace_kit.machine.toml_files import TemplateKind, template_names
from menace_kit.text import load_words

GAME = game_named("noughts-and-crosses")
every = partial(game_table, GAME)


def test_every_player_that_is_named_plays_in_both_forms_and_has_a_name_in_every_language() -> None:
    assert PLAYERS.keys() == TABLES.keys() == CHOICES.keys()
    assert LEARNERS.keys() == ROLES.keys()
    for language in template_names(TemplateKind.TEXT):
        words = load_words(language)
        assert len({words(f"lab.{name}") for name in OPPONENTS}) == len(OPPONENTS)


@pytest.mark.parametrize("name", PLAYERS)
def test_a_player_takes_and_errs_alike_in_both_forms(name: str) -> None:
    table = every()
    player = player_named(name, table)
    for state, position in enumerate(table.positions):
        if table.outcome[state] != GOING_ON:
            assert not player.takes[state].any()
            continue
        for mask, choices in zip((player.takes, player.errs), CHOICES[name], strict=True):
            moves = [move for move, there in zip(table.moves[state], mask[state], strict=False) if there]
            assert moves == list(choices(GAME, position))


def takes(name: str, board: str) -> set[int]:
    """Return the squares, counted from 1, that a player may take on a board."""
    player = player_named(name, every())
    state = every().state(parse_position(GAME, board, ("O", "X")))
    return {
        move[0] + 1 for move, there in zip(every().moves[state], player.takes[state], strict=False) if there
    }


@pytest.mark.parametrize(
    ("name", "board", "squares"),
    [
        ("random", "O.X/.../...", {2, 4, 5, 6, 7, 8, 9}),
        ("first-free", "O.X/.../...", {2}),
        ("win-or-block", "OO./XX./...", {3}),
        ("win-or-block", "OO./X../...", {3}),
        ("win-or-block", "O../.X./...", {2, 3, 4, 6, 7, 8, 9}),
        ("win-or-block", "O.O/.X./O.X", {2, 4}),  # two threats: one of them is blocked
        ("win-or-block", "OO./OX./..X", {3, 7}),
        ("win-or-block", "O.O/.../OXX", {2, 4, 5}),  # three: no block takes two away
        ("win-or-block", "O.O/.X./..O/", set()),
        ("perfect", "O../.../...", {5}),
        ("perfect", ".../.O./...", {1, 3, 7, 9}),
    ],
)
def test_what_a_player_takes(name: str, board: str, squares: set[int]) -> None:
    if not squares:
        with pytest.raises(ValueError, match="take turns"):
            takes(name, board)
        return
    assert takes(name, board) == squares


def test_how_likely_a_player_takes_a_move() -> None:
    state = every().state(parse_position(GAME, ".../.O./...", ("O", "X")))
    chances = player_policy(player_named("perfect:0.2", every())).moves[state]
    corner, edge = Fraction(8, 10) / 4 + Fraction(2, 10) / 8, Fraction(2, 10) / 8
    assert np.allclose(
        chances[:8], [float(share) for share in (corner, edge, corner, edge) * 2], atol=1e-12
    ) or (sorted(np.round(chances[:8], 12)) == sorted([float(corner)] * 4 + [float(edge)] * 4))
    going_on = every().outcome == GOING_ON
    for name in ("random", "first-free", "win-or-block", "perfect", "perfect:1", "random:0.5"):
        sums = player_policy(player_named(name, every())).moves.sum(axis=1)
        assert np.allclose(sums[going_on], 1)
        assert not sums[~going_on].any()


def test_an_adaptive_player_has_no_fixed_chances() -> None:
    with pytest.raises(LabError, match="as time goes on"):
        player_policy(player_named("adaptive", every()))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("chess-champion", "choose from: random, first-free, win-or-block, perfect, adaptive"),
        ("perfect:1.5", "from 0 to 1"),
        ("perfect:-0.1", "from 0 to 1"),
        ("perfect:nan", "from 0 to 1"),
        ("perfect:often", "not a number"),
        ("perfect:", "not a number"),
        ("", "choose from"),
    ],
)
def test_a_name_that_means_nobody(text: str, complaint: str) -> None:
    with pytest.raises(LabError, match=complaint):
        parsed_name(text)


def test_a_rate_of_errors_is_part_of_the_name() -> None:
    assert [parsed_name(name) for name in ("perfect:0", "random:1", "first-free", "adaptive")] == [
        ("perfect", 0.0),
        ("random", 1.0),
        ("first-free", 0.0),
        ("adaptive", 0.5),
    ]


def test_a_function_becomes_a_player() -> None:
    def last(position: Position) -> Move:
        return GAME.legal_moves(position)[-1]

    player = tabulated(every(), "last", last)
    assert [every().moves[0][place] for place in np.flatnonzero(player.takes[0])] == [(8,)]
    with pytest.raises(LabError, match="no legal move"):
        tabulated(every(), "stubborn", lambda _: (0,))
