"""A sweep: the same runs for every cell of a grid of starting beads, rewards, empty-box rules and opponents.

Work is cut into tasks, which may be played in any order: what comes of a run depends on the sweep's seed, its
cell and its number alone.
"""

import asyncio
import csv
import hashlib
import io
import json
import logging
import os
import sys
import threading
import warnings
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError
from dataclasses import dataclass, field, replace
from itertools import chain, islice, product
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from joblib import Parallel, delayed

from menace_kit import __version__
from menace_kit.errors import ClusterError, LabError, OutputError
from menace_kit.files import read_file
from menace_kit.lab import MENACE
from menace_kit.lab.engine.arrays import is_compiled
from menace_kit.lab.engine.match import Batch, places_in, workers
from menace_kit.lab.engine.trainer import play_games
from menace_kit.lab.learners import Contest, check_alike_for_both, contest, parsed_learner, with_rules
from menace_kit.lab.players import Maker, file_of, is_function
from menace_kit.machine.csv_table import csv_text
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import gives_up_when_empty
from menace_kit.machine.schema import EmptyBox

Value: TypeAlias = int | tuple[int, ...]
"""One number for all stages, or one for each."""

MOST_RUNS, MOST_GAMES = 50, 10_000_000
"""A task is one cell, and at the most so many runs and (beyond its first run) games: some tenths of a second."""


class GridCell(NamedTuple):
    """A point of the grid: the rules of a machine, whom it plays, how it learns, and whether they begin in turn."""

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
        """Return the fields as files have them: 4,3,2,1 beads by stage, rewards by stage as 3/3/2/1."""
        rewards = (_value_text(value, "/") for value in (self.win, self.draw, self.loss))
        who = (self.empty_box.value, self.opponent, self.learner, str(self.alternate).lower())
        return (_value_text(self.start, ","), *rewards, *who)


class RunRow(NamedTuple):
    """What came of one run, as the machine sees it.

    `run` counts from 1. `games` are those played: fewer than asked for where a machine died, this one or the
    opponent's. `dead`: its first boxes are empty, so it can never move again. `saturated`: a count of beads came up to
    the most that is counted. `first_box_beads` is what the boxes of its first move hold at the end; 0 of others.
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


class OwnPlayer(NamedTuple):
    """An opponent in a file: what the file has in it, as a digest; what makes it, None of a function by name."""

    digest: str
    maker: Maker | None = None


OwnPlayers: TypeAlias = Mapping[str, OwnPlayer]
"""Name of an opponent -> what there is of it."""


def function_files(opponents: Iterable[str]) -> dict[str, OwnPlayer]:
    """Return the opponents that are functions of the user's; OutputError, LabError where there is no such file."""
    return {name: OwnPlayer(digest_of(file_of(name))) for name in opponents if is_function(name)}


def digest_of(path: Path) -> str:
    """Return the digest of what is in a file; OutputError where it cannot be read."""
    return hashlib.sha256(read_file(path)).hexdigest()


Rows: TypeAlias = Mapping[tuple[GridCell, int], RunRow]
"""Cell and number of the run -> its row."""


@dataclass(frozen=True)
class Sweep:
    """A grid, and how much is played in each of its cells: so many runs of so many games, from a seed.

    `own` are those of the opponents that are in files.
    """

    kit: Kit
    cells: tuple[GridCell, ...]
    games: int
    runs: int
    seed: int
    own: OwnPlayers = field(default_factory=dict)

    @property
    def keys(self) -> Iterator[tuple[GridCell, int]]:
        """Yield cell and number of every run, in the order of the grid."""
        return product(self.cells, range(1, self.runs + 1))


class RunTask(NamedTuple):
    """Runs of one cell that are played in one go; `version` is the program's that asks for them.

    `own` is the cell's opponent, if that is in a file, and empty else.
    """

    cell: GridCell
    numbers: tuple[int, ...]
    games: int
    seed: int
    fingerprint: str
    version: str
    own: OwnPlayers


def _value_text(value: Value, separator: str) -> str:
    """Return a value as text."""
    return str(value) if isinstance(value, int) else separator.join(map(str, value))


def grid(
    kit: Kit,
    starts: Sequence[Value] = (),
    rewards: Sequence[tuple[Value, Value, Value]] = (),
    empty_boxes: Sequence[EmptyBox] = (),
    opponents: Sequence[str] = ("random",),
    learners: Sequence[str] = ("beads",),
    alternate: bool = False,
    own: OwnPlayers | None = None,
) -> tuple[GridCell, ...]:
    """Return the cells of a grid, the last option changing fastest; where nothing is named, the kit's own value.

    LabError where a value stands there twice, has another number of stages than the kit, or names nobody.
    """
    check_alike_for_both(kit, "--start" if starts else "", "--reward" if rewards else "")
    rules = kit.spec.learning
    options: dict[str, Sequence[Any]] = {
        "--start": [_shortest(kit, start) for start in starts or [kit.spec.beads.start]],
        "--reward": [
            tuple(_shortest(kit, value) for value in reward)
            for reward in rewards or [(rules.win, rules.draw, rules.loss)]
        ],
        "--empty-box": empty_boxes or [rules.empty_box],
        "--opponent": opponents,
        "--learner": [str(parsed_learner(learner)) for learner in learners],
    }
    if any(parsed_learner(learner).beads for learner in learners):
        raise LabError(
            "--learner: the beads and rules of a machine are named by --start, --reward and --empty-box"
        )
    for option, values in options.items():
        if len(set(values)) < len(values):
            raise LabError(f"{option}: the same value stands there twice; name each once")
    cells = tuple(
        GridCell(start, win, draw, loss, empty_box, opponent, learner, alternate)
        for start, (win, draw, loss), empty_box, opponent, learner in product(*options.values())
    )
    # A player that does not exist is named here; a machine for both sides may need another number of stages.
    checked = {
        (cell.opponent, cell.learner, cell.start if cell.opponent == MENACE or alternate else 0): cell
        for cell in cells
    }
    for cell in checked.values():
        _contest_of(kit, cell, own or {})
    return cells


def _shortest(kit: Kit, value: Value) -> Value:
    """Return a value as one number where it is the same at all stages, so that it has one way to be written."""
    stages = max(stage for _, stage in kit.stages)
    if isinstance(value, int):
        return value
    if len(value) not in (1, stages):
        raise LabError(
            f"{_value_text(value, ',')}: {len(value)} numbers for a machine with {stages} stages; give one for each "
            "stage, or a single number for all"
        )
    return value[0] if len(set(value)) == 1 else tuple(value)


def with_cell(kit: Kit, cell: GridCell) -> Kit:
    """Return the kit with the rules of a cell, and all else as it is."""
    return with_rules(kit, cell.start, cell.empty_box, win=cell.win, draw=cell.draw, loss=cell.loss)


def _contest_of(kit: Kit, cell: GridCell, own: OwnPlayers) -> Contest:
    makers = {name: each.maker for name, each in own.items() if each.maker is not None}
    return contest(with_cell(kit, cell), cell.opponent, cell.learner, makers=makers, alternate=cell.alternate)


def run_seed(seed: int, cell: GridCell, number: int) -> int:
    """Return the seed of a run: other cells and runs of a sweep do not enter, so a grid can grow and keep its rows."""
    usual = GridCell._field_defaults
    is_usual = all(getattr(cell, name) == value for name, value in usual.items())
    texts = cell.texts[: -len(usual)] if is_usual else cell.texts
    digest = hashlib.sha256("|".join(texts).encode()).digest()
    sequence = np.random.SeedSequence(seed, spawn_key=(int.from_bytes(digest, "big"), number))
    return int(sequence.generate_state(1, np.uint64)[0])


def tasks(sweep: Sweep, done: Collection[tuple[GridCell, int]] = ()) -> Iterator[RunTask]:
    """Yield the tasks for all runs but those that are done."""
    size = min(MOST_RUNS, max(1, MOST_GAMES // sweep.games))
    for cell in sweep.cells:
        own = {name: each for name, each in sweep.own.items() if name == cell.opponent}
        missing = (number for number in range(1, sweep.runs + 1) if (cell, number) not in done)
        while numbers := tuple(islice(missing, size)):
            yield RunTask(cell, numbers, sweep.games, sweep.seed, sweep.kit.fingerprint, __version__, own)


def play(kit: Kit, task: RunTask) -> tuple[GridCell, list[RunRow]]:
    """Return the cell of a task and its rows; LabError where another version of this program asks for them.

    LabError, too, where the file of a function is another one here than there.
    """
    if task.version != __version__:
        raise LabError(
            f"a worker has version {__version__} of menace_kit, and this is {task.version}: the same seed might give "
            "other games there; install the same version"
        )
    for name, each in function_files(task.own).items():
        if each.digest != task.own[name].digest:
            raise LabError(f"{file_of(name)} was changed meanwhile, or is another file on the worker")
    found = _contest(kit, task)
    seeds = [run_seed(task.seed, task.cell, number) for number in task.numbers]
    rows: list[tuple[Any, ...]] = []
    for batch in found.match.batches(seeds, task.games):
        for _ in batch.pieces(task.games):
            pass
        rows += _rows(found, batch)
    return task.cell, [
        RunRow(number, seed, *row) for number, seed, row in zip(task.numbers, seeds, rows, strict=True)
    ]


_LAST: dict[tuple[str, GridCell, tuple[str, ...]], Contest] = {}
_ONE_AT_A_TIME = threading.Lock()


def _contest(kit: Kit, task: RunTask) -> Contest:
    """Return the contest of a task's cell; it is kept until the next cell, as tasks come cell by cell."""
    key = task.fingerprint, task.cell, tuple(each.digest for each in task.own.values())
    with _ONE_AT_A_TIME:
        found = _LAST.get(key)
        if found is None:
            found = _contest_of(kit, task.cell, task.own)
            _ = found.match.setup  # worked out once, before each thread would do it
            _LAST.clear()
            _LAST[key] = found
        return found


def _rows(found: Contest, batch: Batch) -> Iterator[tuple[Any, ...]]:
    """Yield what a RunRow has after its seed, for each run."""
    won, drawn, lost = batch.seen_from(found.side)
    beads = batch.memory.totals[:, places_in(found.kit, found.first_boxes)].sum(axis=1)
    if found.learner.name != "beads":
        beads = np.zeros_like(beads)
    dead = (beads == 0) & gives_up_when_empty(found.kit) & (found.learner.name == "beads")
    columns = (batch.games, won, drawn, lost, dead, batch.memory.saturated[:, 0], beads)
    return zip(*(column.tolist() for column in columns), strict=True)


def compile_first(sweep: Sweep) -> None:
    """Compile the trainer where it was not yet: otherwise the first runs would seem to take that long."""
    if not is_compiled(play_games):
        play(sweep.kit, next(tasks(replace(sweep, games=1, runs=1))))


class Band(NamedTuple):
    """The mean of many runs, and their 5th and 95th percentile."""

    mean: float
    low: float
    high: float


class Summary(NamedTuple):
    """What the runs of a cell have in common: column -> its band; `dead` and `saturated` count runs."""

    cell: GridCell
    bands: Mapping[str, Band]
    dead: int
    saturated: int


def summaries(sweep: Sweep, rows: Rows) -> list[Summary]:
    """Return a summary for each cell, in the order of the grid."""
    return [_summary(cell, [rows[cell, run + 1] for run in range(sweep.runs)]) for cell in sweep.cells]


def _summary(cell: GridCell, rows: Sequence[RunRow]) -> Summary:
    bands = {}
    for name in ("won", "drawn", "lost", "first_box_beads"):
        numbers = np.array([getattr(row, name) for row in rows])
        bands[name] = Band(float(numbers.mean()), *np.percentile(numbers, (5, 95)).tolist())
    return Summary(cell, bands, sum(row.dead for row in rows), sum(row.saturated for row in rows))


# Where the tasks of a sweep are played: in threads of this machine, or on a Dask cluster.

PAYS = 500_000
"""Games of a task from which on a second thread pays: in shorter ones most of the time is not spent on games."""

AHEAD = 64
"""Tasks that a cluster is given before results come back, or four for each of its threads, whichever is more."""

PATIENCE = 10
"""Seconds in which a scheduler has to answer, and then a first worker to be there."""


def on_this_machine(
    sweep: Sweep, todo: Iterator[RunTask], jobs: int | None = None
) -> Iterator[tuple[GridCell, list[RunRow]]]:
    """Yield what comes of the tasks, as they are finished, in threads: `jobs`, as `workers` has it, or one a core.

    Compiled games let other threads go on meanwhile; a process would have to load all that it works with first, which
    takes longer than most sweeps. Where tasks are short, and nobody says how many, there is one.
    """
    if jobs is None and sweep.games * min(sweep.runs, MOST_RUNS) < PAYS:
        jobs = 1
    first = list(islice(todo, workers(jobs, sys.maxsize)))
    parallel = Parallel(workers(jobs, len(first)), prefer="threads", return_as="generator_unordered")
    with warnings.catch_warnings():
        # After Ctrl-C joblib tells how many tasks it gives up; we tell what is kept.
        warnings.filterwarnings("ignore", ".* tasks which were still being processed", UserWarning)
        yield from parallel(delayed(play)(sweep.kit, task) for task in chain(first, todo))


def on_cluster(
    sweep: Sweep, todo: Iterator[RunTask], address: str
) -> Iterator[tuple[GridCell, list[RunRow]]]:
    """Yield what comes of the tasks, as they are finished, on a Dask cluster.

    ClusterError where no scheduler answers at the address, it has no workers, they lack menace_kit, or it is lost.
    """
    from distributed import Client, KilledWorker, as_completed

    _check_scheduler(address)
    # It tells at length what we tell in a sentence.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    with Client(address, timeout=PATIENCE, set_as_default=False) as client:
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except OSError as error:
            raise ClusterError(
                f"the Dask scheduler at {address} has no workers; start some with  dask worker {address}"
            ) from error
        ahead = max(AHEAD, 4 * sum(client.nthreads().values()))
        submitted = (client.submit(play, sweep.kit, task, pure=False) for task in todo)
        running = as_completed(islice(submitted, ahead), loop=client.loop)
        try:
            for future in running:
                yield future.result()
                running.update(islice(submitted, 1))
        except ModuleNotFoundError as error:
            raise ClusterError(
                f"the workers of {address} lack {error.name}; install menace_kit with its extra 'cluster' on each"
            ) from error
        except (OSError, CancelledError, RuntimeError, KilledWorker) as error:
            why = (str(error).splitlines() or [type(error).__name__])[0].rstrip(".")
            raise ClusterError(
                f"the Dask cluster at {address} was lost ({why}); the finished runs are kept, and the same command "
                "goes on from there"
            ) from error


def _check_scheduler(address: str) -> None:
    """Go on where a scheduler answers; a Client of Dask that finds none takes far longer to say so."""
    from distributed import Security
    from distributed.comm.core import connect

    async def call() -> None:
        security = Security().get_connection_args("client")
        comm = await connect(address, timeout=PATIENCE, **security)
        await comm.close()

    try:
        asyncio.run(call())
    except (OSError, ValueError, EOFError, MemoryError) as error:
        # No address; nobody there, or nobody in time; or somebody else, whose answer looks like endless data.
        raise ClusterError(
            f"no Dask scheduler answers at {address}; start one with  dask scheduler  and name the address that it "
            "tells, such as tcp://192.168.1.5:8786"
        ) from error


# The files of a sweep: the part that grows while it is played, and the whole as CSV or Parquet.
#
# The part has a first line that says which sweep it belongs to, and then CSV with the rows in the order in which they
# came; each task's are on the disk before the next is asked for. A row that a killed program left half-written is
# dropped, and played again.

FORMATS = ("csv", "parquet")

COLUMNS = (*(name for name in GridCell._fields), *RunRow._fields)

SIGN = "# menace-kit sweep "
"""What a part begins with."""

_WHAT = {
    "version": "another version of menace-kit",
    "kit": "another kit",
    "seed": "another seed",
    "games": "another number of games",
    "runs": "another number of runs",
    "cells": "another grid",
    "opponents": "another file of an opponent",
}
_FLAGS = {"true": True, "false": False}
_RULES = len(GridCell._fields)


def part_path(output: Path) -> Path:
    """Return where the finished runs of an unfinished sweep are kept: beside its output."""
    return output.with_name(f"{output.name}.part.csv")


def parameters(sweep: Sweep) -> dict[str, Any]:
    """Return all that the rows of a sweep depend on, as JSON has it."""
    return {
        "version": __version__,
        "kit": sweep.kit.fingerprint,
        "seed": sweep.seed,
        "games": sweep.games,
        "runs": sweep.runs,
        "cells": [list(cell.texts) for cell in sweep.cells],
        "opponents": {name: each.digest for name, each in sweep.own.items()},
    }


class SweepPart:
    """The part of a sweep: `rows` are those that it has; `add` writes more of them down.

    LabError where the file belongs to another sweep, or is none; OutputError where it cannot be read or written.
    """

    def __init__(self, path: Path, sweep: Sweep) -> None:
        """Read what is there, or begin a new file."""
        self.path, self._sweep = path, sweep
        self.rows: dict[tuple[GridCell, int], RunRow] = {}
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = path.open("a+b")
        except OSError as error:
            raise OutputError(f"cannot write {path}: {error.strerror}") from error
        try:
            self._begin()
        except BaseException:
            self._file.close()
            raise

    def _begin(self) -> None:
        try:
            self._file.seek(0)
            content = self._file.read()
            whole = content[: content.rfind(b"\n") + 1]
            if not SIGN.encode().startswith(content[: len(SIGN)]):
                raise LabError(f"{self.path} is not the part of a sweep; it stays as it is")
            if whole.count(b"\n") < 2:  # new, or killed within the first two lines
                whole = b""
            self._file.truncate(len(whole))
        except OSError as error:
            raise OutputError(f"cannot read {self.path}: {error.strerror}") from error
        if whole:
            self._read(whole.decode("utf-8", errors="replace").splitlines())
        else:
            self._write(f"{SIGN}{json.dumps(parameters(self._sweep))}\n{csv_text([COLUMNS])}")

    def _read(self, lines: Sequence[str]) -> None:
        self._check_sweep(lines[0].removeprefix(SIGN))
        cells = {cell.texts: cell for cell in self._sweep.cells}
        for number, fields in enumerate(csv.reader(lines[1:]), start=2):
            if number == 2 and tuple(fields) == COLUMNS:
                continue
            try:
                cell, row = cells[tuple(fields[:_RULES])], _read_row(fields[_RULES:])
                if not self._is_possible(row):
                    raise ValueError("no such run")
            except (KeyError, ValueError, TypeError) as error:
                raise LabError(
                    f"{self.path}: line {number} is damaged; remove that line (its run is played again), or the file"
                ) from error
            self.rows[cell, row.run] = row

    def _is_possible(self, row: RunRow) -> bool:
        return (
            1 <= row.run <= self._sweep.runs
            and min(row.won, row.drawn, row.lost, row.first_box_beads) >= 0
            and row.won + row.drawn + row.lost == row.games <= self._sweep.games
        )

    def _check_sweep(self, text: str) -> None:
        try:
            found, own = {"opponents": {}} | json.loads(text), parameters(self._sweep)
            differs = [what for key, what in _WHAT.items() if found[key] != own[key]]
        except (ValueError, KeyError, TypeError) as error:
            raise LabError(f"{self.path}: the first line is damaged; remove the file") from error
        if differs:
            raise LabError(
                f"{self.path} has the finished runs of a sweep with {', '.join(differs)}; go on with that one, name "
                "another --output, or remove the file"
            )

    def add(self, cell: GridCell, rows: Iterable[RunRow]) -> None:
        """Write the rows of a cell down, onto the disk."""
        new = {(cell, row.run): row for row in rows}
        self._write(csv_text(_fields(cell, row) for row in new.values()))
        self.rows |= new

    def _write(self, text: str) -> None:
        try:
            self._file.write(text.encode())
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise OutputError(
                f"cannot write {self.path}: {error.strerror}; the runs before are kept in it"
            ) from error

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def remove(self) -> None:
        """Take the file away: the whole is written."""
        self.close()
        try:
            self.path.unlink(missing_ok=True)
        except OSError as error:
            raise OutputError(f"cannot remove {self.path}: {error.strerror}") from error


def _read_row(fields: Sequence[str]) -> RunRow:
    kinds = RunRow.__annotations__.values()
    return RunRow._make(
        _FLAGS[text] if kind is bool else int(text) for kind, text in zip(kinds, fields, strict=True)
    )


def _fields(cell: GridCell, row: RunRow) -> list[str]:
    return [*cell.texts, *(str(value).lower() for value in row)]


def sweep_csv(sweep: Sweep, rows: Rows) -> bytes:
    """Return all rows as CSV, in the order of the grid."""
    return csv_text([COLUMNS, *(_fields(cell, rows[cell, run]) for cell, run in sweep.keys)]).encode()


def sweep_parquet(sweep: Sweep, rows: Rows) -> bytes:
    """Return all rows as Parquet, in the order of the grid; the metadata `menace_kit` has the parameters as JSON.

    Rewards are whole numbers, or texts like 3/3/2/1 where one of the column is by stage.
    """
    import pyarrow
    from pyarrow import parquet

    types = dict.fromkeys(RunRow._fields, pyarrow.int64()) | {
        "seed": pyarrow.uint64(),
        "dead": pyarrow.bool_(),
        "saturated": pyarrow.bool_(),
    }
    keys = list(sweep.keys)
    columns = {
        name: pyarrow.array([getattr(rows[key], name) for key in keys], kind) for name, kind in types.items()
    }
    rules = {name: _rule_column(name, [cell for cell, _ in keys]) for name in GridCell._fields}
    about = {"menace_kit": json.dumps(parameters(sweep))}
    table = pyarrow.table(rules | columns).replace_schema_metadata(about)
    sink = io.BytesIO()
    parquet.write_table(table, sink)
    return sink.getvalue()


def _rule_column(name: str, cells: Sequence[GridCell]) -> Any:
    import pyarrow

    values = [getattr(cell, name) for cell in cells]
    if name in ("win", "draw", "loss"):
        if all(isinstance(value, int) for value in values):
            return pyarrow.array(values, pyarrow.int64())
        return pyarrow.array([_value_text(value, "/") for value in values], pyarrow.string())
    return pyarrow.array([cell.texts[GridCell._fields.index(name)] for cell in cells], pyarrow.string())
