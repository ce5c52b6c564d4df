"""Where the tasks of a sweep are played: in processes of this machine, or on a Dask cluster."""

import asyncio
import logging
import os
import signal
import threading
import time
import warnings
from collections.abc import Iterator
from concurrent.futures import CancelledError
from functools import cache
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
    with (
        warnings.catch_warnings()
    ):  # after Ctrl-C joblib tells how many tasks it gives up; we tell what is kept
        warnings.filterwarnings("ignore", ".* tasks which were still being processed", UserWarning)
        yield from parallel(work(parent, sweep.kit, task) for task in todo)


def _in_process(parent: int, kit: Kit, task: Task) -> tuple[Cell, list[Row]]:
    if os.getpid() != parent:
        _follow(parent)
    return play(kit, task)


@cache
def _follow(parent: int) -> None:
    """Leave Ctrl-C, which every process is sent, to the first process, and end when that is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if os.name == "posix":  # a child whose parent was killed gets another one; Windows does not tell
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


def on_cluster(sweep: Sweep, todo: Iterator[Task], address: str) -> Iterator[tuple[Cell, list[Row]]]:
    """Yield what comes of the tasks, as they are finished, on a Dask cluster.

    ClusterError where no scheduler answers at the address, it has no workers, they lack menace_kit, or it is lost.
    """
    from distributed import Client, KilledWorker, as_completed

    _check_scheduler(address)
    logging.getLogger("distributed").setLevel(
        logging.CRITICAL
    )  # it tells at length what we tell in a sentence
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
