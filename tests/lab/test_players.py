"""The players' tables against the same players written from the rules
of the game, in every position.
"""

from collections.abc import Collection
from fractions import Fraction
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from menace_kit.errors import LabError
from menace_kit.games import Move, Position, Side, game_named
from menace_kit.games.notation import parse_position
from menace_kit.lab import LEARNERS, OPPONENTS, PLAYERS
from menace_kit.lab.engine.arrays import GOING_ON
from menace_kit.lab.engine.tables import game_table
from menace_kit.lab.exact import player_policy
from menace_kit.lab.learners import ROLES
from menace_kit.lab.own_players import function_player, tabulated
from menace_kit.lab.players import TABLES, Player, parsed_name, player_named
from menace_kit.machine.toml_files import TemplateKind, template_names
from menace_kit.text import load_words
from tests.examples import preset
from tests.lab.plain_players import CHOICES

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
    table = game_table(GAME, GAME.symmetries["all"])
    player = player_named(name, table)
    for state, position in enumerate(table.positions):
        if table.outcome[state] != GOING_ON:
            assert not player.takes[state].any()
            continue
        for mask, choices in zip((player.takes, player.errs), CHOICES[name], strict=True):
            moves = [
                move for move, there in zip(table.moves[state], mask[state], strict=False) if there
            ]
            assert moves == list(choices(GAME, position))


def takes(name: str, board: str) -> set[int]:
    """Return the squares, counted from 1, that a player may take on a board."""
    player = player_named(name, every())
    state = every().state(parse_position(GAME, board, ("O", "X")))
    return {
        move[0] + 1
        for move, there in zip(every().moves[state], player.takes[state], strict=False)
        if there
    }


@pytest.mark.parametrize(
    ("name", "board", "squares"),
    [
        ("first-free", "O.X/.../...", {2}),
        ("win-or-block", "OO./XX./...", {3}),
        ("win-or-block", "O../.X./...", {2, 3, 4, 6, 7, 8, 9}),
        ("win-or-block", "O.O/.X./O.X", {2, 4}),  # two threats: one of them is blocked
        ("win-or-block", "OO./OX./..X", {3, 7}),
        ("win-or-block", "O.O/.../OXX", {2, 4, 5}),  # three: no block takes two away
        ("perfect", "O../.../...", {5}),
        ("perfect", ".../.O./...", {1, 3, 7, 9}),
    ],
)
def test_what_a_player_takes(name: str, board: str, squares: set[int]) -> None:
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
    player = tabulated(every(), "last", lambda position: {GAME.legal_moves(position)[-1]: 1})
    assert [every().moves[0][place] for place in np.flatnonzero(player.takes[0])] == [(8,)]
    with pytest.raises(LabError, match="no legal move"):
        tabulated(every(), "stubborn", lambda _: {(0,): 1})


def test_a_function_is_asked_only_where_it_may_come_to() -> None:
    asked = set[Position]()

    def first(position: Position) -> dict[Move, float]:
        asked.add(position)
        return {GAME.legal_moves(position)[0]: 1}

    tabulated(every(), "first", first, [Side.SECOND])
    assert {position.to_move for position in asked} == {Side.SECOND}
    assert 9 < len(asked) < 200  # of 2,097


KIT = preset("michie-1961")


def own(folder: Path, body: str, sides: Collection[Side] = (Side.SECOND,)) -> Player:
    """Return the player that a function with this body is."""
    file = folder / "mine.py"
    before = "import random\nimport numpy\nlots = random.Random(4)\ncount = [0]\n"
    file.write_text(
        f"{before}def play(board):\n    free = [n + 1 for n in range(9) if board[n] "
        f"== '.']\n    {body}\n"
    )
    return function_player(f"{file}:play", KIT, every(), sides)


@pytest.mark.parametrize(
    ("body", "board", "expected"),
    [
        ("return str(free[-1])", "O..", {9: 1}),
        ("return numpy.int64(free[0])", "O..", {2: 1}),
        ("return tuple(free[:2]) + (free[0],)", "O..", {2: 2 / 3, 3: 1 / 3}),
        ("return set(free)", "OX.O", dict.fromkeys((3, 5, 6, 7, 8, 9), 1 / 6)),
        (
            "return {free[0]: 0.75, free[-1]: 0.25, board.index('O') + 1: 0}",
            "O..",
            {2: 0.75, 9: 0.25},
        ),
    ],
)
def test_what_a_function_may_answer(
    tmp_path: Path, body: str, board: str, expected: dict[int, float]
) -> None:
    player = own(tmp_path, body)
    cells = board.ljust(9, ".")
    side = Side.FIRST if cells.count("O") == cells.count("X") else Side.SECOND
    player = player if side is Side.SECOND else own(tmp_path, body, [Side.FIRST])
    state = every().state(parse_position(GAME, cells, ("O", "X")))
    found = {
        move[0] + 1: share
        for move, share in zip(every().moves[state], player.likely[state], strict=False)
        if share
    }
    assert found == pytest.approx(expected)


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        (
            "return []",
            (
                r"answered \[\] on the board \.{8}O; it should be one of: "
                r"1, 2, 3, 4, 5, 6, 7, 8; or a list or"
            ),
        ),
        ("return {}", "answered {} .* should be one of"),
        ("return [1, 9]", r"answered \[1, 9\] .* should be one of: 1, 2"),
        (
            "return {1: 0.5, 2: 0.5}",
            "answered {1: 0.5, 2: 0.5} .* should be one of: 1, 3, 4, 5, 6, 7",
        ),
        ("return {free[0]: 0.5, free[1]: 0.4}", "the probabilities should be 1 together, not 0.9"),
        ("return {free[0]: 1.5, free[1]: -0.5}", "a probability is a number from 0 to 1"),
        ("return {free[0]: float('nan')}", "a probability is a number from 0 to 1"),
        (
            "return {free[0]: 'often'}",
            "ValueError: could not convert string to float: 'often', on the board",
        ),
        (
            "return [n / 0 for n in free]",
            r"ZeroDivisionError: division by zero \(line 7\), on the board \.",
        ),
        ("exit(3)", r"SystemExit: 3 .*on the board"),
    ],
)
def test_what_a_function_may_not_answer(tmp_path: Path, body: str, complaint: str) -> None:
    with pytest.raises(LabError, match=complaint):
        own(tmp_path, body)


@pytest.mark.parametrize(
    "body",
    [
        "return random.choice(free) if len(free) == 8 else free[0]",
        "return int(numpy.random.choice(free))",
        "return lots.choice(free)",
    ],
)
def test_a_function_that_draws_lots_is_told_what_to_return_instead(
    tmp_path: Path, body: str
) -> None:
    with pytest.raises(LabError, match=r"mine\.py:play draws lots.*it should say how likely its"):
        own(tmp_path, body)
