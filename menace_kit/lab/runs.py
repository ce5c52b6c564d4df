"""Many runs of one match, each with a random stream of its own, on several cores."""

from collections.abc import Callable, Iterator
from typing import TypeVar

from joblib import Parallel, delayed

from menace_kit.lab.chance import stream_seeds
from menace_kit.lab.match import Match, Run

ResultT = TypeVar("ResultT")


def each_run(
    match: Match, seed: int, runs: int, work: Callable[[Run], ResultT], jobs: int | None = None
) -> Iterator[ResultT]:
    """Yield what `work` returns for each run, in their order; the same for the same seed, with any number of jobs.

    The work is done in threads (one a core, unless `jobs` says how many): compiled games let others go on meanwhile.
    """
    _ = match.board  # worked out once, before the threads would each do it
    tasks = (delayed(_one)(match, each, work) for each in stream_seeds(seed, runs))
    yield from Parallel(n_jobs=jobs or -1, prefer="threads", return_as="generator")(tasks)


def _one(match: Match, seed: int, work: Callable[[Run], ResultT]) -> ResultT:
    return work(match.run(seed))
