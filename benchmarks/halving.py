"""Prints what halving does to learning: the figures of docs/studies/halving.md.

Run it as `python benchmarks/halving.py`; it takes seconds. Machines with the same start play the
same games under each rule. Then the results of their next game are worked out exactly, not sampled.
"""

import sys
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np

from menace_kit import load_preset
from menace_kit.games import Side
from menace_kit.lab.engine.arrays import Array
from menace_kit.lab.engine.match import Match
from menace_kit.lab.engine.random_stream import stream_seeds
from menace_kit.lab.exact import chances_of_many, player_policy
from menace_kit.lab.players import player_named
from menace_kit.machine.kit import Kit
from menace_kit.machine.schema import FullBox
from menace_kit.machine.sizes import shakeable_beads, tray_capacity
from menace_kit.workshop.forecasts import CROWD

RUNS, SEED, GAMES = 1000, 1961, (100, 300, 1000)
OPPONENTS: Mapping[str, Mapping[str, float]] = {
    "random": {"random": 1},
    "perfect": {"perfect": 1},
    "fair": CROWD,
}
JUDGES = ("random", "perfect")


class Found(NamedTuple):
    """The state of machines after some games.

    Attributes:
        results: float64 [3, runs]: games won, drawn and lost so far;
            a dead machine's missed games are in none.
        halved: int64 [runs]: how often boxes were halved.
        dead: how many of the machines can no longer make their first move.
        next_game: player -> the mean chances to win, draw and lose the next game against it.
    """

    results: Array
    halved: Array
    dead: int
    next_game: Mapping[str, Array]


def rules(kit: Kit) -> dict[str, Kit]:
    """Return the kit under each rule to compare."""
    mixes, holds = (
        count(kit.container.tray, kit.bead) for count in (shakeable_beads, tray_capacity)
    )
    halved = {
        f"halved above {above}": kit.with_keys("learning", full_box=FullBox.HALVE, full_above=above)
        for above in (mixes, holds)
    }
    return {**halved, "never halved": kit.with_keys("learning", full_box=FullBox.IGNORE)}


def played(match: Match, runs: int) -> Iterator[Found]:
    """Yield the state of this many machines after each number of games."""
    batch = match.batch(stream_seeds(SEED, runs))
    before = 0
    policies = {name: player_policy(player_named(name, match.game)) for name in JUDGES}
    for games in GAMES:
        ended = batch.play(games - before, track=True)
        before = games
        chances = {
            name: chances_of_many(match.machine, batch.memory.beads, policy, Side.FIRST).mean(
                axis=0
            )
            for name, policy in policies.items()
        }
        halved = batch.memory.halved.sum(axis=1)
        yield Found(batch.seen_from(Side.FIRST), halved, int(ended.dead.sum()), chances)


def row(name: str, opponents: str, games: int, found: Found) -> list[str]:
    """Return a row: results so far, the next game, and halvings (mean, median, 95 of 100,
    never).
    """
    won, drawn, lost = found.results.mean(axis=1)
    ends = [f"{100 * share:.1f}" for chances in found.next_game.values() for share in chances]
    times = found.halved
    most = int(np.sort(times)[-(-95 * len(times) // 100) - 1])
    median = int(np.sort(times)[-(-len(times) // 2) - 1])
    halved = [f"{times.mean():.1f}", str(median), str(most), f"{100 * (times == 0).mean():.0f}"]
    sums = [f"{won:.1f}", f"{drawn:.1f}", f"{lost:.1f}", f"{won - lost:+.1f}"]
    return [opponents, name, str(games), *sums, *ends, str(found.dead), *halved]


HEADINGS = (
    *("opponents", "rule", "games", "won", "drawn", "lost", "won-lost"),
    *(f"next {end}, {judge}" for judge in JUDGES for end in ("won", "drawn", "lost")),
    *("dead", "halvings", "median", "95 of 100", "never %"),
)


def main() -> None:
    """Print the table for a preset, by default Michie's."""
    kit = load_preset(sys.argv[1] if len(sys.argv) > 1 else "michie-1961")
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else RUNS
    print(*HEADINGS, sep="\t")
    for opponents, shares in OPPONENTS.items():
        for name, ruled in rules(kit).items():
            match = Match(ruled, opponents=tuple(shares), shares=tuple(shares.values()))
            for games, found in zip(GAMES, played(match, runs), strict=True):
                print(*row(name, opponents, games, found), sep="\t", flush=True)


if __name__ == "__main__":
    main()
