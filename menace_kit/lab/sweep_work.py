"""Where the tasks of a sweep are played: in processes of this machine, or on a Dask cluster."""

import os
import signal
from collections.abc import Iterator
from concurrent.futures import CancelledError
from itertools import islice

from joblib import Parallel, delayed

from menace_kit.errors import ClusterError
from menace_kit.lab.sweep import Cell, Row, Sweep, Task, play
from menace_kit.machine.kit import Kit

AHEAD = 64
"""Tasks that a cluster is given before results come back, or four for each of its threads, whichever is more."""

PATIENCE = 10
"""Seconds in which a scheduler has to answer, and then a first worker to be there."""


def on_this_machine(
    sweep: Sweep, todo: Iterator[Task], jobs: int | None = None
) -> Iterator[tuple[Cell, list[Row]]]:
    """Yield what comes of the tasks, as they are finished, in processes: one a core, unless `jobs` says how many."""
    work, parent = delayed(_in_process), os.getpid()
    parallel = Parallel(n_jobs=jobs or -1, return_as="generator_unordered")
    yield from parallel(work(parent, sweep.kit, task) for task in todo)


def _in_process(parent: int, kit: Kit, task: Task) -> tuple[Cell, list[Row]]:
    if os.getpid() != parent:  # Ctrl-C is sent to every process; only the first is to answer it
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    return play(kit, task)


def on_cluster(sweep: Sweep, todo: Iterator[Task], address: str) -> Iterator[tuple[Cell, list[Row]]]:
    """Yield what comes of the tasks, as they are finished, on a Dask cluster.

    ClusterError where no scheduler answers at the address, it has no workers, they lack menace_kit, or it is lost.
    """
    from distributed import Client, KilledWorker, as_completed

    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:  # TimeoutError is an OSError; an address without sense a ValueError
        raise ClusterError(
            f"no Dask scheduler answers at {address}; start one with  dask scheduler  and name the address that it "
            "tells, such as tcp://192.168.1.5:8786"
        ) from error
    with client:
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except OSError as error:
            raise ClusterError(
                f"the Dask scheduler at {address} has no workers; start some with  dask worker {address}"
            ) from error
        ahead = max(AHEAD, 4 * sum(client.nthreads().values()))
        submitted = (client.submit(play, sweep.kit, task, pure=False) for task in todo)
        running = as_completed(islice(submitted, ahead))
        try:
            for future in running:
                yield future.result()
                running.update(islice(submitted, 1))
        except ModuleNotFoundError as error:
            raise ClusterError(
                f"the workers of {address} lack {error.name}; install menace_kit with its extra 'cluster' on each"
            ) from error
        except (OSError, CancelledError, RuntimeError, KilledWorker) as error:
            raise ClusterError(f"the Dask cluster at {address} was lost: {error}") from error
