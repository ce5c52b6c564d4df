"""Prints which teacher is the best: the figures of docs/studies/coach.md.

Run it as `python benchmarks/teachers.py`; it takes some minutes. Each teacher plays with 200
machines of the same start. Then it works out how likely each machine loses its next game to
`perfect`, and to an opponent who knows what is in the boxes.
"""

import sys

import numpy as np

from menace_kit import load_preset
from menace_kit.games import Side
from menace_kit.lab.coach import Coach
from menace_kit.lab.engine.arrays import LOSS, Array
from menace_kit.lab.engine.match import Match
from menace_kit.lab.engine.random_stream import stream_seeds
from menace_kit.lab.exact import chances_of_many, player_policy
from menace_kit.lab.players import player_named

SEEDS, GAMES = 200, (50, 100, 200)
PUPILS_OF = ("perfect", "perfect:0.1", "perfect:0.2", "perfect:0.3", "perfect:0.5", "random")
OTHERS = ("random", "perfect", "adaptive")


def figures(match: Match, seeds: int) -> list[str]:
    """Return a row: mean chance to lose to `perfect` after each number of games; median, worst,
    dead, won.
    """
    perfect = player_policy(player_named("perfect", match.game))
    lost, worst, dead, won = [], [], 0, 0
    for batch in match.batches(stream_seeds(1, seeds), GAMES[-1]):
        rows = []
        for before, games in zip((0, *GAMES), GAMES, strict=False):
            played = batch.play(games - before)
            rows.append(
                chances_of_many(match.machine, batch.memory.beads, perfect, Side.FIRST)[:, LOSS]
            )
        lost.append(rows)
        worst.append(chances_of_many(match.machine, batch.memory.beads, None, Side.FIRST)[:, LOSS])
        dead, won = dead + int(played.dead.sum()), won + int(batch.seen_from(Side.FIRST)[0].sum())
    table: Array = np.concatenate(lost, axis=1)
    shares = [*table.mean(axis=1), np.median(table[-1]), np.concatenate(worst).mean()]
    return [*(f"{100 * share:.1f}" for share in shares), str(dead), f"{won / seeds:.0f}"]


def main() -> None:
    seeds = int(sys.argv[1]) if len(sys.argv) > 1 else SEEDS
    kit = load_preset("michie-1961")
    print(
        "teacher", *(f"mean {games}" for games in GAMES), "median", "worst", "dead", "won", sep="\t"
    )
    for name in OTHERS:
        print(name, *figures(Match(kit, opponents=(name,)), seeds), sep="\t", flush=True)
    for name in PUPILS_OF:
        match = Match(kit, opponents=("coach",))
        # Replaces the coach that the match would make itself.
        vars(match)["coaches"] = (Coach(match.machine, Side.FIRST, name),)
        print(f"coach, {name}", *figures(match, seeds), sep="\t", flush=True)


if __name__ == "__main__":
    main()
