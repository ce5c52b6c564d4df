"""Matches that cannot be are refused, and what a match tells is right where numbers are large."""

import numpy as np
import pytest

from menace_kit.errors import LabError
from menace_kit.games import Side
from menace_kit.lab.engine import match
from menace_kit.lab.engine.arrays import BEADS, ODDS, PLAYER, QUALITY
from menace_kit.lab.engine.match import Match, Run
from menace_kit.lab.engine.roles import Roles
from menace_kit.lab.engine.tables import game_table, machine_table
from menace_kit.lab.machine_file import MOST_BEADS
from menace_kit.machine.learning import starting_contents
from tests.examples import preset
from tests.logbook.games import kit_named, kit_of

MICHIE = preset("michie-1961")
SECOND = kit_of("side = 'second'\nboxes.merge-symmetric-moves = false\nbeads.start = 1")


@pytest.mark.parametrize(
    ("roles", "message"),
    [
        (((PLAYER, BEADS),), "MENACE 1961 has no boxes for the second player"),
        (((ODDS, PLAYER), (PLAYER, ODDS)), "MENACE 1961 has no boxes for the second player"),
        (
            ((QUALITY, PLAYER), (QUALITY, PLAYER)),
            "the second pair of roles is the first one with sides changed",
        ),
        ((), "one or two pairs of roles, not 0"),
        (((BEADS, PLAYER),) * 3, "one or two pairs of roles, not 3"),
    ],
)
def test_roles_that_cannot_be_played(roles: tuple[Roles, ...], message: str) -> None:
    with pytest.raises(LabError, match=message):
        Match(MICHIE, roles)


@pytest.mark.parametrize(
    ("opponents", "shares", "message"),
    [
        ((), (), "a match needs a player"),
        (("random", "perfect"), (1.0,), "2 opponents have 1 shares; each needs one"),
        (("random", "perfect"), (1.0, 0.0), "shares of opponents are numbers over 0, not 1.0, 0.0"),
        (("random",), (float("nan"),), "shares of opponents are numbers over 0, not nan"),
    ],
)
def test_opponents_that_cannot_be(
    opponents: tuple[str, ...], shares: tuple[float, ...], message: str
) -> None:
    with pytest.raises(LabError, match=message):
        Match(MICHIE, opponents=opponents, shares=shares)


@pytest.mark.parametrize("count", [-1, MOST_BEADS + 1])
def test_contents_that_no_box_can_hold(count: int) -> None:
    contents = starting_contents(MICHIE)
    contents[1] = dict.fromkeys(contents[1], count)
    with pytest.raises(
        LabError, match=rf"box 1 has {count} .* beads; a count is from 0 to 100,000,000"
    ):
        Match(MICHIE).run(1, contents)


@pytest.mark.parametrize(
    ("opponents", "states"),
    [
        (("random", "perfect"), 765),
        (("random", "first-free"), 5478),
    ],
)
def test_positions_are_told_apart_where_a_player_does(
    opponents: tuple[str, ...], states: int
) -> None:
    assert Match(MICHIE, opponents=opponents).game.states == states


def test_pieces_come_up_to_the_games_or_to_the_end_of_a_machine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(match, "PIECE", 37)
    pieces = list(Match(MICHIE).run(7).pieces(100))
    assert pieces == [(37, False), (37, False), (26, False)]
    run = Match(kit_named("resign"), opponents=("perfect",)).run(1)
    *alive, last = run.pieces(10_000)
    assert (last.dead, any(piece.dead for piece in alive)) == (True, False)
    assert sum(piece.games for piece in (*alive, last)) == run.games < 10_000


def test_what_is_tallied_does_not_wrap() -> None:
    run = Match(MICHIE).run(1)
    run.memory.tally[:], run.memory.played[:] = 2**40, 2**40
    run.play(1000)
    assert run.games == 2**40 + 1000
    assert sum(run.tally) == 3 * 2**40 + 1000


@pytest.mark.parametrize("together", [1, 3])
@pytest.mark.parametrize(
    "asked",
    [
        Match(kit_named("resign"), opponents=("random", "perfect", "adaptive")),
        Match(kit_named("both"), ((BEADS, QUALITY), (QUALITY, BEADS))),
        Match(kit_named("both"), ((ODDS, PLAYER),)),
    ],
    ids=["beads", "both", "odds"],
)
def test_runs_of_a_batch_are_those_that_are_played_alone(
    asked: Match, together: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match, "TOGETHER", together)
    monkeypatch.setattr(match, "PIECE", 100)
    seeds, games = [1, 7, 2**64 - 1, 1961, 5], 60
    runs: list[tuple[Run, bool]] = []
    for batch in asked.batches(seeds, 2 if together > 1 else games):
        pieces = list(batch.pieces(games, track=True))
        assert batch.games.tolist() == [run.games for run in batch]
        for side in Side:
            assert batch.seen_from(side).T.tolist() == [
                list(run.tally.seen_from(side)) for run in batch
            ]
        dead = np.any([piece.dead for piece in pieces], axis=0)
        runs += zip(batch, dead.tolist(), strict=True)
    for seed, (run, dead) in zip(seeds, runs, strict=True):
        alone = asked.run(seed)
        assert alone.play(games, track=True).dead == dead
        assert all(map(np.array_equal, run.memory, alone.memory))


def test_a_batch_stops_after_each_piece() -> None:
    batch = Match(MICHIE).batch(range(4))
    pieces = batch.pieces(match.PIECE)
    assert next(pieces).games.tolist() == [match.PIECE // 4] * 4
    assert sum(piece.games.sum() for piece in pieces) == 3 * match.PIECE


def test_games_leave_the_table_that_all_share_as_it_was() -> None:
    game = game_table(MICHIE.game)
    shared, anew = machine_table(MICHIE, game), machine_table.__wrapped__(MICHIE, game)
    assert machine_table(MICHIE, game) is shared
    run = Match(MICHIE).run(7)
    run.play(200)
    assert (run.memory.beads != shared.start).any()
    for name, value in vars(anew).items():
        if isinstance(value, np.ndarray):
            assert (getattr(shared, name) == value).all(), name
