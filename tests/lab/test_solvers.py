"""How large games are: the table is that of the benchmark, and the games counted one by one."""

from collections import Counter
from pathlib import Path

import pytest

from benchmarks.solvers import PRESETS, counts, games_of, positions_of
from menace_kit.games import CanonicalForm, Position, Side
from menace_kit.lab.engine.tables import game_table
from tests.examples import all_to_prove, preset

STUDY = Path(__file__).parents[2] / "docs" / "studies" / "solvers.md"


@pytest.mark.parametrize("name", all_to_prove(PRESETS, quick=["michie-1961"]))
def test_the_document_tells_what_comes_out(name: str) -> None:
    lines = STUDY.read_text(encoding="utf-8").splitlines()
    for row in counts(name):
        assert f"| {' | '.join(row)} |" in lines


@pytest.mark.parametrize(
    ("name", "level"), [("her-19", "all"), ("nim-8", "none"), ("nim-8", "all")]
)
def test_counts_are_those_of_games_played_one_by_one(name: str, level: str) -> None:
    game = preset(name).game
    met: set[Position] = set()
    ways = Counter[Side | None]()

    def play(position: Position) -> None:
        met.add(position)
        if (ended := game.outcome(position)) is not None:
            ways[ended.winner] += 1
        for move in game.legal_moves(position):
            play(game.play(position, move))

    play(game.start())
    group = game.symmetries[level]
    kinds = {group.canonical_form(each, CanonicalForm.LARGEST) for each in met}
    games = games_of(game)
    assert (games.first, games.drawn, games.second) == tuple(
        ways[winner] for winner in (Side.FIRST, None, Side.SECOND)
    )
    assert positions_of(game_table(game)).all == len(met)
    assert positions_of(game_table(game, group)).all == len(kinds)
