"""A sweep: the same runs for every cell of a grid of rules, opponents and learners.

A run depends only on the sweep's seed, its cell and its number, wherever it is played.
"""

import asyncio
import hashlib
import logging
import os
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError
from dataclasses import field
from itertools import islice, product
from multiprocessing.pool import ThreadPool
from typing import Any, NamedTuple, TypeAlias, TypeVar

import numpy as np

from menace_kit import __version__
from menace_kit.errors import ClusterError, LabError
from menace_kit.frozen import Frozen
from menace_kit.lab.engine.match import places_in
from menace_kit.lab.learners import (
    Contest,
    check_alike_for_both,
    contest,
    parsed_learner,
    with_rules,
)
from menace_kit.lab.players import Maker
from menace_kit.machine import Kit
from menace_kit.machine.csv_table import csv_text
from menace_kit.machine.learning import gives_up_when_empty
from menace_kit.machine.schema import EmptyBox

Value: TypeAlias = int | tuple[int, ...]
"""One number for all stages, or one for each."""

MOST_RUNS, MOST_GAMES = 50, 10_000_000
"""The most runs in a task, and games beyond its first run: some tenths of a second."""

AHEAD = 4
"""How many tasks for each thread are started before the first result is needed."""

MAY_JOIN = 16
"""A cluster has tasks for at least so many threads, because more may join it."""

PATIENCE = 10
"""How many seconds a scheduler has to answer, and then a first worker to join."""


class GridCell(NamedTuple):
    """The rules of a machine, its opponent and learner, and whether they take turns to begin."""

    start: Value
    win: Value
    draw: Value
    loss: Value
    empty_box: EmptyBox
    opponent: str
    learner: str = "beads"
    alternate: bool = False

    @property
    def texts(self) -> tuple[str, ...]:
        """Return the fields as in files: beads by stage as 4,3,2,1, rewards as 3/3/2/1."""
        rewards = (_value_text(value, "/") for value in (self.win, self.draw, self.loss))
        who = (self.empty_box.value, self.opponent, self.learner, str(self.alternate).lower())
        return (_value_text(self.start, ","), *rewards, *who)


class RunRow(NamedTuple):
    """The results of one run, from the machine's side.

    Attributes:
        run: counts from 1.
        games: fewer than asked for if this machine or the opponent's died.
        dead: its first boxes are empty, so it can no longer move.
        saturated: a count of beads reached the maximum.
        first_box_beads: beads in the boxes of its first move at the end; 0 without beads.
    """

    run: int
    seed: int
    games: int
    won: int
    drawn: int
    lost: int
    dead: bool
    saturated: bool
    first_box_beads: int


class CellRuns(NamedTuple):
    """A cell, and the results of each of its runs."""

    cell: GridCell
    rows: tuple[RunRow, ...]

    def band(self, column: str) -> tuple[float, float, float]:
        """Return the mean of a column, and its 5th and 95th percentiles."""
        numbers = [getattr(row, column) for row in self.rows]
        low, high = np.percentile(numbers, (5, 95)).tolist()
        return float(np.mean(numbers)), low, high

    def count(self, column: str) -> int:
        """Return in how many runs this column is true."""
        return sum(getattr(row, column) for row in self.rows)


class Sweep(Frozen):
    """A grid, and how much is played in each of its cells.

    `makers` are for opponents that are machines in files.
    """

    kit: Kit
    cells: tuple[GridCell, ...]
    games: int
    runs: int
    seed: int
    makers: Mapping[str, Maker] = field(default_factory=dict)


class RunTask(NamedTuple):
    """Runs of one cell to be played together; `version` is that of the program that asks."""

    found: Contest
    numbers: Sequence[int]
    seeds: Sequence[int]
    games: int
    version: str = __version__


def _value_text(value: Value, separator: str) -> str:
    return str(value) if isinstance(value, int) else separator.join(map(str, value))


def grid(
    kit: Kit,
    starts: Sequence[Value] = (),
    rewards: Sequence[tuple[Value, Value, Value]] = (),
    empty_boxes: Sequence[EmptyBox] = (),
    opponents: Sequence[str] = ("random",),
    learners: Sequence[str] = ("beads",),
    alternate: bool = False,
    makers: Mapping[str, Maker] | None = None,
) -> tuple[GridCell, ...]:
    """Return the cells of a grid, the last option changing fastest; by default the kit's values.

    Raises LabError if a value is repeated, has the wrong number of stages, or names nobody.
    """
    check_alike_for_both(kit, "--start" if starts else "", "--reward" if rewards else "")
    rules, parsed = kit.spec.learning, [parsed_learner(learner) for learner in learners]
    if any(learner.beads for learner in parsed):
        raise LabError(
            "--learner: the beads and rules of a machine are named by --start, "
            "--reward and --empty-box"
        )
    options: dict[str, Sequence[Any]] = {
        "--start": [_shortest(kit, start) for start in starts or [kit.spec.beads.start]],
        "--reward": [
            tuple(_shortest(kit, value) for value in reward)
            for reward in rewards or [(rules.win, rules.draw, rules.loss)]
        ],
        "--empty-box": empty_boxes or [rules.empty_box],
        "--opponent": opponents,
        "--learner": [str(learner) for learner in parsed],
    }
    for option, values in options.items():
        if len(set(values)) < len(values):
            raise LabError(f"{option}: the same value stands there twice; name each once")
    cells = tuple(
        GridCell(start, win, draw, loss, empty_box, opponent, learner, alternate)
        for start, (win, draw, loss), empty_box, opponent, learner in product(*options.values())
    )
    # Report what can't be played before anything is; it depends only on these.
    for cell in {(cell.opponent, cell.learner, cell.start): cell for cell in cells}.values():
        cell_contest(kit, cell, makers)
    return cells


def _shortest(kit: Kit, value: Value) -> Value:
    """Return one number if all stages have the same, so that each value is written in one way."""
    stages = max(stage for _, stage in kit.stages)
    if isinstance(value, int):
        return value
    if len(value) not in (1, stages):
        raise LabError(
            f"{_value_text(value, ',')}: {len(value)} numbers for a machine with {stages} stages; "
            "give one for each stage, or a single number for all"
        )
    return value[0] if len(set(value)) == 1 else tuple(value)


def with_cell(kit: Kit, cell: GridCell) -> Kit:
    """Return the kit with the rules of a cell."""
    return with_rules(kit, cell.start, cell.empty_box, win=cell.win, draw=cell.draw, loss=cell.loss)


def cell_contest(kit: Kit, cell: GridCell, makers: Mapping[str, Maker] | None = None) -> Contest:
    """Return who plays whom in a cell."""
    return contest(
        with_cell(kit, cell), cell.opponent, cell.learner, makers=makers, alternate=cell.alternate
    )


def run_seed(seed: int, cell: GridCell, number: int) -> int:
    """Return the seed of a run, whatever the other cells, so a larger grid has the same rows."""
    texts = cell.texts[:-2] if cell.texts[-2:] == ("beads", "false") else cell.texts
    digest = hashlib.sha256("|".join(texts).encode()).digest()
    sequence = np.random.SeedSequence(seed, spawn_key=(int.from_bytes(digest, "big"), number))
    return int(sequence.generate_state(1, np.uint64)[0])


def tasks(sweep: Sweep) -> Iterator[RunTask]:
    """Yield the tasks of all runs, cell by cell."""
    size = min(MOST_RUNS, max(1, MOST_GAMES // sweep.games))
    for cell in sweep.cells:
        found = cell_contest(sweep.kit, cell, sweep.makers)
        _ = found.match.setup  # work it out once, not in each thread or worker
        for first in range(1, sweep.runs + 1, size):
            numbers = range(first, min(first + size, sweep.runs + 1))
            seeds = [run_seed(sweep.seed, cell, number) for number in numbers]
            yield RunTask(found, numbers, seeds, sweep.games)


def play(task: RunTask) -> list[RunRow]:
    """Return the rows of a task; raises LabError if another version of this program asks."""
    if task.version != __version__:
        raise LabError(
            f"a worker has version {__version__} of menace_kit, and this is {task.version}: "
            "the same seed might give other games there; install the same version"
        )
    found = task.found
    by_beads, firsts = found.learner.name == "beads", places_in(found.kit, found.first_boxes)
    rows: list[tuple[Any, ...]] = []
    for batch in found.match.batches(task.seeds, task.games):
        for _ in batch.pieces(task.games):
            pass
        beads = by_beads * batch.memory.totals[:, firsts].sum(axis=1)
        dead = (beads == 0) & (by_beads and gives_up_when_empty(found.kit))
        ended = (batch.games, *batch.seen_from(found.side), dead)
        columns = (*ended, batch.memory.saturated[:, 0], beads)
        rows += zip(*(column.tolist() for column in columns), strict=True)
    numbered = zip(task.numbers, task.seeds, rows, strict=True)
    return [RunRow(number, seed, *row) for number, seed, row in numbered]


def played(
    sweep: Sweep, jobs: int | None = None, scheduler: str | None = None
) -> Iterator[int | CellRuns]:
    """Yield the numbers of newly finished runs, and each finished cell, in the grid's order.

    It plays in `jobs` threads, by default one for each core, or on a scheduler's Dask cluster; the
    rows are the same.
    """
    todo = tasks(sweep)
    results = in_threads(play, todo, jobs) if scheduler is None else _on_cluster(todo, scheduler)
    for cell in sweep.cells:
        rows: list[RunRow] = []
        while len(rows) < sweep.runs:
            more = next(results)
            rows += more
            yield len(more)
        yield CellRuns(cell, tuple(rows))


TaskT = TypeVar("TaskT")
ResultT = TypeVar("ResultT")


def _in_order(begun: Iterator[Callable[[], ResultT]], ahead: int) -> Iterator[ResultT]:
    """Yield the results of tasks; `ahead` of them are started before waiting for the first."""
    waiting = deque(islice(begun, ahead))
    while waiting:
        yield waiting.popleft()()
        waiting.extend(islice(begun, 1))


def in_threads(
    work: Callable[[TaskT], ResultT], todo: Iterator[TaskT], jobs: int | None = None
) -> Iterator[ResultT]:
    """Yield the results of tasks, from `jobs` threads, by default one for each core."""
    cores = os.cpu_count() or 1
    threads = min(jobs or cores, cores)
    with ThreadPool(threads) as pool:
        yield from _in_order(
            (pool.apply_async(work, (task,)).get for task in todo), AHEAD * threads
        )


def _on_cluster(todo: Iterator[RunTask], address: str) -> Iterator[list[RunRow]]:
    """Yield the rows of each task.

    Raises ClusterError if no scheduler answers, it has no workers, they lack menace_kit, or it is
    lost.
    """
    from distributed import Client, KilledWorker

    _check_scheduler(address)
    # It logs at length what we say in a sentence.
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    with Client(address, timeout=PATIENCE, set_as_default=False) as client:
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except OSError as error:
            raise ClusterError(
                f"the Dask scheduler at {address} has no workers; "
                f"start some with  dask worker {address}"
            ) from error
        ahead = AHEAD * max(MAY_JOIN, sum(client.nthreads().values()))
        try:
            yield from _in_order(
                (client.submit(play, task, pure=False).result for task in todo), ahead
            )
        except ModuleNotFoundError as error:
            raise ClusterError(
                f"the workers of {address} lack {error.name}; "
                "install menace_kit with its extra 'cluster' on each"
            ) from error
        except (OSError, CancelledError, RuntimeError, KilledWorker) as error:
            why = (str(error).splitlines() or [type(error).__name__])[0].rstrip(".")
            raise ClusterError(f"the Dask cluster at {address} was lost ({why})") from error


def _check_scheduler(address: str) -> None:
    """Raise ClusterError if no scheduler answers; Dask's own Client takes far longer to notice."""
    from distributed import Security
    from distributed.comm.core import connect

    async def call() -> None:
        security = Security().get_connection_args("client")
        comm = await connect(address, timeout=PATIENCE, **security)
        await comm.close()

    try:
        asyncio.run(call())
    except (OSError, ValueError, EOFError, MemoryError) as error:
        # Not an address; nobody answers in time; or another program with seemingly endless data.
        raise ClusterError(
            f"no Dask scheduler answers at {address}; start one with  dask scheduler  and name the "
            "address that it tells, such as tcp://192.168.1.5:8786"
        ) from error


def sweep_csv(found: Sequence[CellRuns]) -> bytes:
    """Return a row for each run, cell by cell, as CSV."""
    lines = [
        (*each.cell.texts, *(str(value).lower() for value in row))
        for each in found
        for row in each.rows
    ]
    return csv_text([(*GridCell._fields, *RunRow._fields), *lines]).encode()
