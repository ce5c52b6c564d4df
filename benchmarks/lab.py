"""Measures how many games a second the lab plays, next to the same games in plain Python.

Run it as `python -m benchmarks.lab`; bench.py prints its table below its own. Everything is
compiled before it is measured. Nothing is asserted: computers differ, so a person has to judge a
missed target.

Against the perfect player, Michie's machine runs out of first moves in half of all runs and would
then stop playing. Of two machines, the second may run out for one opening, give up at its first
move, and make games quick by making them short. So in both cases every box starts with MANY beads
of each kind. The machines then stay alive, and every game is played out.

Each kind of game is played in two ways: one long run, and the many short runs of a sweep. Speeds
use processor time, so that other programs matter less. The gain from threads is by the clock.
"""

import argparse
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from menace_kit.games import Game, Side
from menace_kit.lab.engine.arrays import BEADS, PLAYER, QUALITY, QRule
from menace_kit.lab.engine.match import Match
from menace_kit.lab.engine.random_stream import RandomStream, stream_seeds
from menace_kit.lab.engine.roles import Roles
from menace_kit.lab.exact import exact_chances, machine_policy, player_policy
from menace_kit.lab.players import player_named
from menace_kit.lab.studies.sweep import GridCell, Sweep, grid, played, with_cell
from menace_kit.machine import Kit, load_preset
from menace_kit.machine.learning import starting_contents
from menace_kit.machine.next_game import Chances
from menace_kit.machine.schema import EmptyBox
from tests.lab.plain_players import CHOICES
from tests.lab.reference import (
    Agent,
    BeadMachine,
    Opponent,
    QLearner,
    play_game,
)

ROOT = Path(__file__).resolve().parent.parent

COMMAND_LINE = "from menace_kit.cli import main; main()"
EVALUATE = ["lab", "evaluate", "--opponent", "random", "--preset", "michie-1961"]
PLAIN_GAMES, EVALUATIONS = 500, 200
SHORT, SHORT_RUNS = 300, 2_000
"""Games of a short run, and how many such runs are played."""
MANY = 99
"""Beads of each kind for machines that must stay alive."""

MILLION = 1e6


@dataclass(frozen=True)
class Training:
    """A kind of game: the machine, the players, and the target in million games a second."""

    name: str
    kit: Kit
    roles: Roles
    opponent: str
    target: float | None

    @property
    def match(self) -> Match:
        return Match(self.kit, (self.roles,), (self.opponent,))

    def plain_agents(self) -> dict[Side, Agent]:
        """Return its players in plain Python."""
        chance, contents = RandomStream(1), starting_contents(self.kit)

        def agent(role: int) -> Agent:
            if role == BEADS:
                return BeadMachine(self.kit, contents, chance)
            if role == QUALITY:
                return QLearner(self.kit.game, chance, QRule())
            return Opponent(self.kit.game, chance, *CHOICES[self.opponent])

        return {side: agent(role) for side, role in zip(Side, self.roles, strict=True)}


def trainings() -> list[Training]:
    michie = load_preset("michie-1961")
    # Keep the last bead: a machine that gives up would end its games, and the run, early.
    rules = GridCell(MANY, 3, 1, -1, EmptyBox.KEEP_LAST, "perfect")
    many, many_both = with_cell(michie, rules), with_cell(load_preset("both-players"), rules)
    return [
        Training("MENACE v random, 4-3-2-1, resign", michie, (BEADS, PLAYER), "random", 4.5),
        Training(
            f"MENACE v perfect, {MANY} beads of each kind", many, (BEADS, PLAYER), "perfect", None
        ),
        Training(
            f"MENACE v MENACE, {MANY} beads of each kind", many_both, (BEADS, BEADS), "random", None
        ),
        Training("Q-learning v random", michie, (QUALITY, PLAYER), "random", None),
    ]


def seconds(call: Callable[[], object]) -> float:
    """Return how long a call takes, in seconds."""
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def speed(match: Match, runs: int, games: int) -> float:
    """Return million games for each processor second, over this many runs of this many games."""
    begun, played = time.process_time(), 0
    for batch in match.batches(stream_seeds(1961, runs), games):
        for piece in batch.pieces(games):
            played += int(piece.games.sum())
    return played / (time.process_time() - begun) / MILLION


def _play_plainly(game: Game, agents: Mapping[Side, Agent]) -> None:
    for _ in range(PLAIN_GAMES):
        play_game(game, agents)


def plain_speed(training: Training, runs: int) -> float:
    """Return the median million games a second of a trainer in plain Python."""
    game, found = training.kit.game, []
    for _ in range(runs):
        agents = training.plain_agents()
        play_game(game, agents)
        taken = seconds(partial(_play_plainly, game, agents))
        found.append(PLAIN_GAMES / taken / MILLION)
    return statistics.median(found)


def training_rows(training: Training, games: int, runs: int) -> list[list[str]]:
    """Return the lines for a kind of game: million games a second, and the ratio to plain
    Python.
    """
    plain, match = plain_speed(training, 3), training.match
    whole = match.run(1)
    whole.play(games)
    if whole.games < games:
        raise SystemExit(f"{training.name}: dead after {whole.games} games: no valid measurement")
    rows = []
    for how, count, each, target in (
        ("one long run", 1, games, training.target),
        (f"runs of {SHORT} games", SHORT_RUNS, SHORT, training.target),
    ):
        found = [speed(match, count, each) for _ in range(runs)]
        ratio = f"{statistics.median(found) / plain:,.0f}"
        rows.append(_row(f"{training.name}: {how}", found, "M games/s", target, True, ratio))
    return rows


def evaluation_row(runs: int) -> list[str]:
    """Return the line for the exact chances of one machine against the random player, in ms."""
    kit = load_preset("michie-1961")
    match = Match(kit)
    machine, beads = match.machine, match.run(1).memory.beads
    random = player_policy(player_named("random", match.game))

    def evaluate() -> Chances:
        return exact_chances(match.game, machine_policy(machine, beads), random, Side.FIRST)

    evaluate()
    each = [
        seconds(lambda: [evaluate() for _ in range(EVALUATIONS)]) / EVALUATIONS for _ in range(runs)
    ]
    return _row("exact evaluation against random", [1000 * taken for taken in each], "ms", 1, False)


def sweep_rows(runs: int) -> list[list[str]]:
    """Return the lines for sweeps of four cells with one worker, in ms, and the gain from two."""
    kit = load_preset("michie-1961")
    cells = grid(kit, [(4, 3, 2, 1), (8, 4, 2, 1)], opponents=["random", "perfect"])
    rows = []
    for games in (1_000, 100_000):
        asked = Sweep(kit, cells, games, 100, 1961)

        def swept(jobs: int, asked: Sweep = asked) -> float:
            return seconds(lambda: list(played(asked, jobs)))

        swept(2)
        pairs = [(swept(1), swept(2)) for _ in range(runs)]
        name = f"sweep, 400 runs of {games:,} games"
        rows.append(_row(f"{name}, one worker", [1000 * alone for alone, _ in pairs], "ms"))
        gains = [alone / together for alone, together in pairs]
        rows.append(_row(f"{name}, two workers beside one", gains, "x"))
    return rows


def command_row(runs: int) -> list[str]:
    """Return the line for `menace-kit lab evaluate` as a whole process, in ms."""
    command = [sys.executable, "-c", COMMAND_LINE, *EVALUATE]

    def call() -> None:
        subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)

    call()
    return _row("menace-kit lab evaluate, whole", [1000 * seconds(call) for _ in range(runs)], "ms")


MEMORY = """
import resource, sys
from menace_kit.lab.engine.match import Match
from menace_kit.machine import load_preset
Match(load_preset("michie-1961")).run(1).play(int(sys.argv[1]))
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(peak / (1e6 if sys.platform == "darwin" else 1e3))
"""


def memory_row(games: int) -> list[str]:
    """Return the line for the peak memory, in MB, of a process that plays this many games."""
    done = subprocess.run(
        [sys.executable, "-c", MEMORY, str(games)],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    return _row(f"memory of {games:,} games", [float(done.stdout)], "MB")


def _row(
    name: str,
    found: Sequence[float],
    unit: str,
    target: float | None = None,
    up: bool = False,
    ratio: str = "",
) -> list[str]:
    median = statistics.median(found)
    missed = target is not None and (median < target if up else median > target)
    numbers = (
        f"{value:.{0 if value >= 100 else 2}f}" for value in (median, min(found), max(found))
    )
    wanted = "" if target is None else f"{'>=' if up else '<='} {target:g}"
    return [name, str(len(found)), *numbers, unit, wanted, ratio, "slow" if missed else ""]


HEADING = [
    "lab, compiled, on one core",
    "runs",
    "median",
    "min",
    "max",
    "unit",
    "target",
    "x plain Python",
    "",
]


def table(rows: Sequence[Sequence[str]]) -> str:
    """Return the aligned rows under their heading: names and units to the left, numbers to the
    right.
    """
    every = [HEADING, *rows]
    widths = [max(len(cells[column]) for cells in every) for column in range(len(HEADING))]
    to_the_left = (0, 5, len(HEADING) - 1)
    return "\n".join(
        "  ".join(
            cell.ljust(width) if column in to_the_left else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(cells, widths, strict=True))
        ).rstrip()
        for cells in every
    )


def main() -> None:
    """Measure everything and print the table."""
    parser = argparse.ArgumentParser(
        description="Measure the lab beside the same games in plain Python."
    )
    parser.add_argument("--runs", type=int, default=5, help="runs of each kind (default: 5)")
    parser.add_argument(
        "--games", type=int, default=3_000_000, help="games in a compiled run (default: 3000000)"
    )
    options = parser.parse_args()
    if options.runs < 1 or options.games < 1:
        parser.error("--runs and --games must be at least 1")
    rows = [row for each in trainings() for row in training_rows(each, options.games, options.runs)]
    rows += [evaluation_row(options.runs), *sweep_rows(options.runs), command_row(options.runs)]
    if sys.platform != "win32":  # has no getrusage
        rows += [memory_row(games) for games in (10**6, 10**8)]
    print(table(rows))


if __name__ == "__main__":
    main()
