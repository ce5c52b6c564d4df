"""Measures how long things take, next to a baseline from the same run, and prints a table.

Run it as `python benchmarks/bench.py`. Whole processes are started again for each run. Their
processor time is compared with that of a Python that only imports typer, the least that a command
can take. Work inside one process is timed on its own. Nothing is asserted: computers differ, so a
person has to judge a missed target.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
COMMAND_LINE = "from menace_kit.__main__ import main; main()"
BASELINE = "import typer"
IN_PROCESS_RUNS = 50


@dataclass(frozen=True)
class Case:
    """A process to measure: name, arguments of `menace-kit` (None: the baseline) and targets.

    `ratio` is the most processor time it may take, as a multiple of the baseline's.
    """

    name: str
    arguments: Sequence[str] | None
    ratio: float | None = None
    seconds: float | None = None
    megabytes: float | None = None
    before: Sequence[str] = ()
    """Arguments of a command that restores the state before each measured run."""


@dataclass(frozen=True)
class Result:
    """What was measured: seconds and processor seconds of each run, largest memory in MB.

    Unknown values are None, or empty.
    """

    name: str
    times: Sequence[float]
    processor: Sequence[float] = ()
    peak: float | None = None
    ratio: float | None = None
    seconds: float | None = None
    megabytes: float | None = None


class Used(NamedTuple):
    """What a process used: seconds, processor seconds, peak memory in MB; None if unknown."""

    seconds: float
    processor: float | None = None
    peak: float | None = None


def run_once(command: Sequence[str]) -> Used:
    """Return what one process used; SystemExit quotes the process if it fails."""
    with tempfile.TemporaryFile("w+", encoding="utf-8") as errors:
        start = time.perf_counter()
        process = subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors
        )
        processor = peak = None
        if sys.platform == "win32":  # has no wait4
            process.wait()
        else:
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            processor = usage.ru_utime + usage.ru_stime
            # Kilobytes on Linux, bytes on macOS.
            peak = usage.ru_maxrss / (1e6 if sys.platform == "darwin" else 1e3)
        seconds = time.perf_counter() - start
        if process.returncode:
            errors.seek(0)
            raise SystemExit(
                f"{' '.join(command)} ended with {process.returncode}:\n{errors.read()}"
            )
    return Used(seconds, processor, peak)


def measure_process(case: Case, runs: int, logbooks: Path) -> Result:
    """Return what `runs` new processes take, after a warm-up; `logbooks` is the folder of
    logbooks.
    """
    with tempfile.TemporaryDirectory() as folder:

        def command(arguments: Sequence[str] | None) -> list[str]:
            words = [
                argument.format(folder=folder, logbooks=logbooks) for argument in arguments or ()
            ]
            return [sys.executable, "-c", BASELINE if arguments is None else COMMAND_LINE, *words]

        measured = []
        for _ in range(runs + 1):
            if case.before:
                run_once(command(case.before))
            measured.append(run_once(command(case.arguments)))
        del measured[0]
    return Result(
        case.name,
        [used.seconds for used in measured],
        [used.processor for used in measured if used.processor is not None],
        max((used.peak for used in measured if used.peak is not None), default=None),
        case.ratio,
        case.seconds,
        case.megabytes,
    )


def measure_call(name: str, call: Callable[[], object], runs: int, target: float) -> Result:
    """Return what `runs` calls take in this process, after a warm-up."""
    call()
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return Result(name, times, seconds=target)


def enumerate_boxes() -> Callable[[], object]:
    """Return a function that works out the first player's 304 boxes from the rules."""
    # Imported late: a child's peak memory includes that of this process at the fork,
    # so this process must stay small while it measures others.
    from menace_kit.games import game_named
    from menace_kit.machine.boxes import Box, needed_boxes, positions_by_ply
    from menace_kit.machine.schema import default_spec

    game = game_named("noughts-and-crosses")
    colours = [str(square) for square in range(game.colours)]

    def work() -> tuple[Box, ...]:
        positions_by_ply.cache_clear()
        return needed_boxes(default_spec(), game, colours)

    if len(work()) != 304:
        raise SystemExit(f"{len(work())} boxes instead of 304: this measures something else")
    return work


def row(result: Result, baseline: float | None = None) -> list[str]:
    """Return the cells of a line: times in ms, memory in MB; `baseline` in processor seconds."""
    median = statistics.median(result.times)
    processor = statistics.median(result.processor) if result.processor else None
    ratio = processor / baseline if processor is not None and baseline else None
    return [
        result.name,
        str(len(result.times)),
        *(f"{seconds * 1000:.1f}" for seconds in (median, min(result.times), max(result.times))),
        "" if processor is None else f"{processor * 1000:.1f}",
        "" if ratio is None else f"{ratio:.2f}",
        "" if result.ratio is None else f"{result.ratio:.1f}",
        "" if result.seconds is None else f"{result.seconds * 1000:.0f}",
        "" if result.peak is None else f"{result.peak:.0f}",
        "" if result.megabytes is None else f"{result.megabytes:.0f}",
        " ".join(
            word
            for word, much, most in (
                ("slow to start", ratio, result.ratio),
                ("slow", median, result.seconds),
                ("large", result.peak, result.megabytes),
            )
            if much is not None and most is not None and much > most
        ),
    ]


HEADING = [
    *("what", "runs", "median ms", "min", "max", "processor ms", "x typer", "target x"),
    *("target ms", "peak MB", "target MB", ""),
]


def table(rows: Sequence[Sequence[str]]) -> str:
    """Return the aligned rows under their heading: names to the left, numbers to the right."""
    every = [HEADING, *rows]
    widths = [max(len(cells[column]) for cells in every) for column in range(len(HEADING))]
    lines = (
        "  ".join(
            cell.rjust(width) if 0 < column < len(HEADING) - 1 else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(cells, widths, strict=True))
        ).rstrip()
        for cells in every
    )
    return "\n".join(lines)


CASES = [
    Case("python -c 'import typer'", None),
    Case("menace-kit --version", ["--version"], ratio=1.2),
    Case("menace-kit boxes --json", ["boxes", "--json"], seconds=0.3),
    Case(
        "menace-kit print labels",
        ["print", "labels", "--output", "{folder}"],
        ratio=4,
        seconds=0.6,
        megabytes=100,
    ),
    Case("menace-kit build", ["build", "--output", "{folder}"], seconds=3.0),
    Case(
        "menace-kit build, both formats",
        ["build", "--format", "all", "--output", "{folder}"],
        seconds=4.0,
        megabytes=150,
    ),
    Case("operator lookup", ["operator", "lookup", "O.X/.../..."], ratio=2, seconds=0.25),
    Case(
        "operator draw, a step",
        ["operator", "draw", "gold", "--logbook", "{logbooks}/new.sqlite"],
        ratio=2,
        seconds=0.3,
        before=["operator", "undo", "--logbook", "{logbooks}/new.sqlite"],
    ),
    Case(
        "operator status, many games",
        ["operator", "status", "--logbook", "{logbooks}/many.sqlite"],
        ratio=2,
        seconds=0.4,
    ),
    Case(
        "boxes 1 --now, many games",
        ["boxes", "1", "--now", "--logbook", "{logbooks}/many.sqlite"],
        ratio=2,
        seconds=0.4,
    ),
    Case(
        "boxes --now, many games",
        ["boxes", "--now", "--logbook", "{logbooks}/many.sqlite"],
        ratio=2,
        seconds=0.4,
    ),
    Case(
        "operator stats, many games",
        ["operator", "stats", "--logbook", "{logbooks}/many.sqlite"],
        seconds=2.0,
    ),
]


def make_logbooks(folder: Path, games: int) -> None:
    """Make a logbook whose first game has a drawn bead and, in a separate process, one of many
    games.
    """
    new, many = folder / "new.sqlite", folder / "many.sqlite"
    for words in (["start", "--preset", "michie-1961"], ["draw", "gold"]):
        run_once([sys.executable, "-c", COMMAND_LINE, "operator", *words, "--logbook", str(new)])
    print(f"Playing {games} games into a logbook ...", file=sys.stderr)
    run_once([sys.executable, str(ROOT / "benchmarks" / "logbooks.py"), str(games), str(many)])


def commits(folder: Path) -> Callable[[], object]:
    """Return a function that durably writes a step to a logbook and undoes it: two commits."""
    from menace_kit.guide import taking_back
    from menace_kit.guide.desk import Desk
    from menace_kit.logbook.store import Logbook
    from menace_kit.machine import load_preset

    desk = Desk(Logbook(folder / "new.sqlite", load_preset("michie-1961")))

    def work() -> None:
        desk.act(taking_back.undo)
        desk.act(lambda session: session.draw("gold"))

    return work


def main() -> None:
    """Measure everything and print the table, then those of the companion, the lab and the site."""
    parser = argparse.ArgumentParser(
        description="Measure how long things take, beside a Python that only imports typer."
    )
    parser.add_argument("--runs", type=int, default=10, help="processes of each kind (default: 10)")
    parser.add_argument(
        "--games", type=int, default=100_000, help="games in the large logbook (default: 100000)"
    )
    options = parser.parse_args()
    if options.runs < 1 or options.games < 1:
        parser.error("--runs and --games must be at least 1")
    with tempfile.TemporaryDirectory() as name:
        logbooks = Path(name)
        make_logbooks(logbooks, options.games)
        results = [measure_process(case, options.runs, logbooks) for case in CASES]
        baseline = statistics.median(results[0].processor) if results[0].processor else None
        rows = [row(result, baseline) for result in results]
        for call in (
            measure_call(
                "the 304 boxes, in process", enumerate_boxes(), IN_PROCESS_RUNS, target=0.015
            ),
            measure_call(
                "two steps and commits, in process", commits(logbooks), IN_PROCESS_RUNS, target=0.04
            ),
        ):
            rows.append(row(call))
    print(table(rows), flush=True)
    # Separate processes: the lab's libraries would enlarge this one, and all that it starts.
    for others in ("web", "lab", "browser"):
        print(flush=True)
        subprocess.run([sys.executable, "-m", f"benchmarks.{others}"], cwd=ROOT, check=True)


if __name__ == "__main__":
    main()
