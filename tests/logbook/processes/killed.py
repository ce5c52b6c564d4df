"""A process that is killed while it plays loses nothing that it acknowledged."""

import json
import os
import signal
from collections import Counter
from functools import partial
from pathlib import Path
from random import Random

from menace_kit.guide.desk import Desk
from menace_kit.guide.session import Session
from menace_kit.logbook.store import Logbook
from tests.logbook.games import check_logbook
from tests.logbook.processes.forks import (
    KIT,
    Fact,
    codes,
    facts,
    forked,
    killed_before,
    step_or_mistake,
)

REOPENED_EVERY = 20


def standing(session: Session) -> Fact:
    return [
        session.due.value,
        session.position.cells,
        session.game.number if session.game else None,
    ]


def play_until_killed(path: Path, seed: int, acknowledge: int, statement: int | None) -> None:
    """Play forever; after each act is reported as written, write a line with it.

    With a statement, the process is killed before that one, otherwise at any time.
    """
    random = Random(seed)
    logbook = Logbook(path, KIT)
    if statement:
        killed_before(logbook.db, statement)
    desk = Desk(logbook)
    while True:
        written = desk.act(lambda session: step_or_mistake(session, random))
        os.write(acknowledge, json.dumps([facts(written), standing(desk.session)]).encode() + b"\n")


def kill(folder: Path, times: int) -> dict[str, int]:
    """Kill a playing process again and again, and check each time that nothing acknowledged is
    lost.

    Every other time it is killed right after a number of acknowledged acts, probably in the middle
    of the next; early ones are killed while they make the logbook. The others are killed before a
    random statement.
    """
    random = Random(1961)
    done: Counter[str] = Counter()
    known: list[Fact] = []
    for number in range(times):
        path = folder / f"{number // REOPENED_EVERY}.sqlite"
        if number % REOPENED_EVERY == 0:
            known = []
        statement = random.randrange(1, 120) if number % 2 else None
        wanted = 0 if statement or number % REOPENED_EVERY < 4 else random.randrange(1, 9)
        reader, writer = os.pipe()
        child = forked(partial(play_until_killed, path, number, writer, statement))
        os.close(writer)
        with os.fdopen(reader, encoding="utf-8") as lines:
            told = [json.loads(lines.readline()) for _ in range(wanted)]
            if not statement:
                os.kill(child, signal.SIGKILL)
            assert codes([child]) == [-signal.SIGKILL]
            told += [json.loads(line) for line in lines]
        done["killed"] += 1
        done["waited for"] += wanted
        done["in the middle of writing"] += path.with_name(f"{path.name}-journal").exists()
        done["acknowledged"] += len(told)
        known += [entry for entries, _ in told for entry in entries]
        with Logbook(path, KIT) as logbook:
            check_logbook(logbook)
            found = list(logbook.entries())
            assert facts(found)[: len(known)] == known, "something acknowledged is lost"
            more = found[len(known) :]
            assert len({entry.action for entry in more}) <= 1, (
                "more than the act that it was killed in"
            )
            if told and not more:
                assert standing(Desk(logbook).session) == told[-1][1], (
                    "the game does not go on where it was"
                )
            assert sum(row.state == "running" for row in logbook.games()) <= 1
            done["written but not acknowledged"] += bool(more)
            known = facts(found)
    return done
