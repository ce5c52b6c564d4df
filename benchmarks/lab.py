"""Measures how many games a second the lab plays, beside the same games in plain Python, and prints a table.

Run it as `python benchmarks/lab.py`; bench.py prints its table below its own. Everything is compiled before it is
measured. Nothing is asserted: machines differ, and a target that is missed is for a person to look at.

Against the perfect player Michie's machine dies in half of all runs, and would then play no more. Of two machines the
second may run empty for one opening, give up at its first move, and make games that are quick because they are short.
So in both these cases every box starts with MANY beads of each kind: the machines live, and every game is a whole one.
"""

import argparse
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from menace_kit.games import Game, Side
from menace_kit.lab.engine.arrays import BEADS, PLAYER, QUALITY, QRule, RandomStream
from menace_kit.lab.engine.match import Match, Roles
from menace_kit.lab.exact import Chances, exact_chances, machine_policy, player_policy
from menace_kit.lab.players import player_named
from menace_kit.lab.reference import CHOICES, Agent, BeadMachine, Opponent, QLearner, play_game
from menace_kit.lab.studies.sweep import GridCell, with_cell
from menace_kit.machine import Kit, load_preset
from menace_kit.machine.learning import starting_contents
from menace_kit.machine.schema import EmptyBox

ROOT = Path(__file__).resolve().parent.parent
COMMAND_LINE = "from menace_kit.cli import main; main()"
EVALUATE = ["lab", "evaluate", "--opponent", "random", "--preset", "michie-1961"]
PLAIN_GAMES, EVALUATIONS, PLAY_BOTH = 500, 200, 3_000_000
MANY = 99
"""Beads of each kind for machines that are to live."""

MILLION = 1e6


@dataclass(frozen=True)
class Training:
    """A kind of game: whose machine, who plays, the million games a second that are wanted."""

    name: str
    kit: Kit
    roles: Roles
    opponent: str
    target: float

    @property
    def match(self) -> Match:
        """Return it compiled."""
        return Match(self.kit, (self.roles,), (self.opponent,))

    def plain_agents(self) -> dict[Side, Agent]:
        """Return who plays it in plain Python."""
        chance, contents = RandomStream(1), starting_contents(self.kit)

        def agent(role: int) -> Agent:
            if role == BEADS:
                return BeadMachine(self.kit, contents, chance)
            if role == QUALITY:
                return QLearner(self.kit.game, chance, QRule())
            return Opponent(self.kit.game, chance, *CHOICES[self.opponent])

        return {side: agent(role) for side, role in zip(Side, self.roles, strict=True)}


def trainings() -> list[Training]:
    """Return what is measured."""
    michie = load_preset("michie-1961")
    # The last bead stays in: a machine that gives up would end its games early, and the run.
    rules = GridCell(MANY, 3, 1, -1, EmptyBox.KEEP_LAST, "perfect")
    many, many_both = with_cell(michie, rules), with_cell(load_preset("both-players"), rules)
    return [
        Training("MENACE v random, 4-3-2-1, resign", michie, (BEADS, PLAYER), "random", 8),
        Training(f"MENACE v perfect, {MANY} beads of each kind", many, (BEADS, PLAYER), "perfect", 5),
        Training(f"MENACE v MENACE, {MANY} beads of each kind", many_both, (BEADS, BEADS), "random", 5),
        Training("Q-learning v random", michie, (QUALITY, PLAYER), "random", 2),
    ]


def seconds(call: Callable[[], object]) -> float:
    """Return how long a call takes."""
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def speeds(training: Training, games: int, runs: int) -> list[float]:
    """Return million games a second of each run, after one that is not counted."""
    match = training.match
    match.run(1).play(1000)
    found = []
    for seed in range(runs):
        run = match.run(seed)
        taken = seconds(partial(run.play, games))
        if run.games < games:
            raise SystemExit(f"{training.name}: dead after {run.games} games, so not what it says")
        found.append(games / taken / MILLION)
    return found


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


def training_row(training: Training, games: int, runs: int) -> list[str]:
    """Return the cells of one line: million games a second, and how many times plain Python that is."""
    plain = plain_speed(training, 3)
    found = speeds(training, games, runs)
    ratio = statistics.median(found) / plain
    return _row(training.name, found, "M games/s", training.target, True, f"{ratio:,.0f}")


def evaluation_row(runs: int) -> list[str]:
    """Return the line for the exact chances of one machine's contents against the random player, in ms."""
    kit = load_preset("michie-1961")
    match = Match(kit)
    machine, beads = match.machine, match.run(1).memory.beads
    random = player_policy(player_named("random", match.game))

    def evaluate() -> Chances:
        return exact_chances(match.game, machine_policy(machine, beads), random, Side.FIRST)

    evaluate()
    each = [seconds(lambda: [evaluate() for _ in range(EVALUATIONS)]) / EVALUATIONS for _ in range(runs)]
    return _row("exact evaluation against random", [1000 * taken for taken in each], "ms", 1, False)


def _play_alone(seed: int) -> float:
    """Play in a process of its own and return how long that took."""
    return seconds(lambda: _MATCHES[0].run(seed).play(PLAY_BOTH))


_MATCHES: list[Match] = []


def _get_ready() -> None:
    _MATCHES.append(Match(load_preset("michie-1961")))
    _MATCHES[0].run(1).play(1000)


def two_cores_row(runs: int) -> list[str]:
    """Return the line for two processes, which is how `lab sweep` works, each with a run, beside one process with one.

    Where both cores are free the two take as long as the one, and so do twice the work: 2.
    """
    with ProcessPoolExecutor(2, get_context("spawn"), _get_ready) as processes:
        list(processes.map(_play_alone, (1, 2)))
        gains = []
        for _ in range(runs):
            alone = seconds(lambda: processes.submit(_play_alone, 1).result())
            both = seconds(lambda: list(processes.map(_play_alone, (1, 2))))
            gains.append(2 * alone / both)
    return _row("two processes beside one", gains, "x", 1.8, True)


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
    """Return the line for the largest memory, in MB, of a process that plays so many games."""
    done = subprocess.run(
        [sys.executable, "-c", MEMORY, str(games)], cwd=ROOT, check=True, capture_output=True, text=True
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
    numbers = (f"{value:.{0 if value >= 100 else 2}f}" for value in (median, min(found), max(found)))
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
    """Return the rows under their heading, aligned: names and units to the left, numbers to the right."""
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
    parser = argparse.ArgumentParser(description="Measure the lab beside the same games in plain Python.")
    parser.add_argument("--runs", type=int, default=5, help="runs of each kind (default: 5)")
    parser.add_argument(
        "--games", type=int, default=3_000_000, help="games in a compiled run (default: 3000000)"
    )
    options = parser.parse_args()
    if options.runs < 1 or options.games < 1:
        parser.error("--runs and --games must be at least 1")
    rows = [training_row(training, options.games, options.runs) for training in trainings()]
    rows += [evaluation_row(options.runs), two_cores_row(options.runs), command_row(options.runs)]
    if sys.platform != "win32":  # has no getrusage
        rows += [memory_row(games) for games in (10**6, 10**8)]
    print(table(rows))


if __name__ == "__main__":
    main()
