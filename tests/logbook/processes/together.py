"""Several processes sharing one logbook: nothing written is lost, doubled or mixed up."""

import json
import os
from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path
from random import Random

from menace_kit.errors import GuideError, LogbookMovedOnError
from menace_kit.guide.desk import Desk
from menace_kit.guide.situation import Due
from menace_kit.logbook.entries import Entry, Kind
from menace_kit.logbook.store import Logbook
from tests.logbook.games import check_logbook
from tests.logbook.processes.forks import (
    KIT,
    Fact,
    codes,
    facts,
    forked,
    step_or_mistake,
)

BETWEEN_MEETINGS = 10
NUMBER = list(Entry.__dataclass_fields__).index("number")


class Meeting:
    """A point where two processes wait for each other."""

    def __init__(self, reader: int, writer: int) -> None:
        self._reader, self._writer = reader, writer

    def wait(self) -> None:
        os.write(self._writer, b".")
        assert os.read(self._reader, 1) == b"."


def meeting() -> tuple[Meeting, Meeting]:
    (first, second), (third, fourth) = os.pipe(), os.pipe()
    return Meeting(first, fourth), Meeting(third, second)


def play_beside_another(path: Path, seed: int, steps: int, acts: Path, other: Meeting) -> None:
    """Make steps in a logbook that another process also writes to, and note what was written.

    Sometimes both read the state and continue only when both have: one of them must then be
    refused.
    """
    random, moved_on = Random(seed), 0
    with acts.open("w", encoding="utf-8") as notes, Logbook(path, KIT) as logbook:
        desk = Desk(logbook)
        for number in range(steps):
            if number % BETWEEN_MEETINGS == 0:
                other.wait()
                desk.refresh()
                other.wait()
            written: list[Entry] = []
            while not written:
                try:
                    written = desk.act(lambda session: step_or_mistake(session, random))
                except LogbookMovedOnError:
                    moved_on += 1
            notes.write(f"{json.dumps(facts(written))}\n")
        notes.write(f"{json.dumps(moved_on)}\n")


def two(folder: Path, steps: int) -> dict[str, int]:
    """Have two processes make this many steps, and check that each is there once, in order."""
    path = folder / "logbook.sqlite"
    notes = [folder / "one", folder / "other"]
    children = [
        forked(partial(play_beside_another, path, seed, steps // 2, acts, other))
        for seed, (acts, other) in enumerate(zip(notes, meeting(), strict=True))
    ]
    assert codes(children) == [0, 0]
    lines = [
        [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
        for file in notes
    ]
    told = sorted(
        (entry for acts in lines for act in acts[:-1] for entry in act),
        key=lambda entry: entry[NUMBER],
    )
    with Logbook(path, KIT) as logbook:
        check_logbook(logbook)
        found = list(logbook.entries())
        assert facts(found) == told, "an entry is lost, doubled, or not as it was told"
        _check_games_one_after_the_other(found)
        return {
            "steps": sum(len(acts) - 1 for acts in lines),
            "meetings": steps // 2 // BETWEEN_MEETINGS,
            "moved on": sum(acts[-1] for acts in lines),
            "games": len(logbook.games()),
            "turns": sum(first != then for first, then in _neighbours(lines)),
        }


def _neighbours(lines: list[list[list[Fact]]]) -> list[tuple[int, int]]:
    """Return who wrote each act and who wrote the next."""
    acts = sorted(
        (act[0][NUMBER], who) for who, acts in enumerate(lines) for act in acts[:-1] if act
    )
    who = [writer for _, writer in acts]
    return list(pairwise(who))


def _check_games_one_after_the_other(entries: Sequence[Entry]) -> None:
    latest = 0
    for entry in entries:
        if entry.kind is Kind.START:
            assert entry.game == latest + 1
            latest += 1
        assert entry.game in (None, latest), "games are mixed up"


def begin_when_told(path: Path, told: int, teller: int) -> int:
    """Make the logbook and start the first game when signalled; return 1 if another program did so
    first.
    """
    os.close(teller)
    os.read(told, 1)
    with Logbook(path, KIT) as logbook:
        try:
            Desk(logbook).act(lambda session: session.start())
        except (LogbookMovedOnError, GuideError):
            return 1
    return 0


def create(folder: Path, times: int) -> dict[str, int]:
    """Have four programs make the same new logbook at the same moment."""
    for number in range(times):
        path = folder / f"{number}.sqlite"
        told, teller = os.pipe()
        children = [forked(partial(begin_when_told, path, told, teller)) for _ in range(4)]
        os.close(teller)
        assert sorted(codes(children)) == [0, 1, 1, 1]
        os.close(told)
        with Logbook(path, KIT) as logbook:
            check_logbook(logbook)
            assert [entry.kind for entry in logbook.entries()] == [Kind.START]
            assert Desk(logbook).session.due is Due.BEAD
    return {"made": times}
