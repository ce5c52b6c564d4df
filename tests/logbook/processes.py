"""Real processes at one logbook, each forked from this one:
`python -m tests.logbook.processes kill FOLDER 200`.

It runs by itself, outside pytest, for it forks and kills. What it finds wrong is an AssertionError;
what it did, it prints as JSON.
"""

import json
import os
import shutil
import signal
import sqlite3
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import astuple
from functools import partial
from itertools import pairwise
from pathlib import Path
from random import Random

from menace_kit.errors import GuideError, LogbookMovedOnError
from menace_kit.guide.desk import Desk
from menace_kit.guide.session import Due, Session
from menace_kit.logbook.entries import Action, Entry, Kind
from menace_kit.logbook.older import upgrade
from menace_kit.logbook.store import Logbook
from menace_kit.machine.kit_files import load_preset
from tests.logbook.games import check_logbook, kit_named, random_step

KIT = kit_named("punish-previous")
REOPENED_EVERY = 20

Fact = list[int | str | None]


def step_or_mistake(session: Session, random: Random) -> Action:
    """Return a step that is due, or now and then one that is undone or breaks the game off."""
    chance = random.random()
    game = session.game
    if chance < 0.1 and game and not game.confirmed and game.entries[-1].kind is not Kind.START:
        return session.undo()
    if chance < 0.12 and game and game.running:
        return session.abandon()
    return random_step(session, random)


def forked(work: Callable[[], object]) -> int:
    """Do the work in a child process, and return its number;
    the child ends with what the work returns, or 99.
    """
    child = os.fork()
    if child:
        return child
    code = 99
    try:
        code = int(str(work() or 0))
    except BaseException as error:
        print(f"{type(error).__name__}: {error}", file=sys.stderr, flush=True)
    finally:
        os._exit(code)


def codes(children: Sequence[int]) -> list[int]:
    """Wait for children, and return how each ended; below 0 is the signal that ended it."""
    return [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]


def facts(entries: Sequence[Entry]) -> list[Fact]:
    """Return entries as JSON has them."""
    return [[getattr(fact, "value", fact) for fact in astuple(entry)] for entry in entries]


def standing(session: Session) -> Fact:
    return [
        session.due.value,
        session.position.cells,
        session.game.number if session.game else None,
    ]


# Killed in the middle of it


def killed_before(db: sqlite3.Connection, statement: int) -> None:
    """Let this process be killed before its so manieth statement;
    little is kept in memory meanwhile.
    """
    db.execute("PRAGMA cache_size = 1")
    left = statement

    def count(_: str) -> None:
        nonlocal left
        left -= 1
        if not left:
            os.kill(os.getpid(), signal.SIGKILL)

    db.set_trace_callback(count)


def play_until_killed(path: Path, seed: int, acknowledge: int, statement: int | None) -> None:
    """Play for ever; after each act, when it is said to be written, write a line that tells it.

    With a statement it is killed before that one, else whenever somebody does it.
    """
    random = Random(seed)
    logbook = Logbook(path, KIT)
    if statement:
        killed_before(logbook._db, statement)
    desk = Desk(logbook)
    while True:
        written = desk.act(lambda session: step_or_mistake(session, random))
        os.write(acknowledge, json.dumps([facts(written), standing(desk.session)]).encode() + b"\n")


def kill(folder: Path, times: int) -> dict[str, int]:
    """Kill a playing process again and again, and look each time whether
    anything acknowledged is lost.

    Every other time it is killed as soon as it has acknowledged so many acts,
    most likely in the middle of the next; the first ones of a logbook are while they make it.
    The others are killed before a statement that chance names.
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


# Two at once

BETWEEN_MEETINGS = 10


class Meeting:
    """A place where two processes wait for each other."""

    def __init__(self, reader: int, writer: int) -> None:
        self._reader, self._writer = reader, writer

    def wait(self) -> None:
        os.write(self._writer, b".")
        assert os.read(self._reader, 1) == b"."


def meeting() -> tuple[Meeting, Meeting]:
    (first, second), (third, fourth) = os.pipe(), os.pipe()
    return Meeting(first, fourth), Meeting(third, second)


def play_beside_another(path: Path, seed: int, steps: int, acts: Path, other: Meeting) -> None:
    """Do so many steps in a logbook that another writes to as well, and note what was written.

    Now and then both look how things stand, and go on only when both have:
    one of them must be told that it is late.
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
    """Let two processes do so many steps between them, and look whether every one
    is there once, in order.
    """
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


NUMBER = list(Entry.__dataclass_fields__).index("number")


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


# Both make it


def begin_when_told(path: Path, told: int, teller: int) -> int:
    """Make the logbook and begin the first game, when told;
    return 1 where another program did so before.
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
    """Let four programs make the same new logbook at the same moment."""
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


# Killed while an old logbook is brought up to date


def migrate_until(path: Path, statement: int) -> None:
    """Bring a logbook up to date, but be killed before so many statements."""
    connection = sqlite3.connect(path, isolation_level=None)
    killed_before(connection, statement)
    upgrade(connection, load_preset("michie-1961"))


def migrating(folder: Path, most: int) -> dict[str, int]:
    """Kill a process that migrates the logbook of the first schema before each
    of its statements in turn.

    Behind the first hundred come those that write the entries;
    they are alike, and every ninth will do.
    """
    kit = load_preset("michie-1961")
    old = Path(__file__).parent / "first-schema.sqlite"
    connection = sqlite3.connect(f"file:{old}?mode=ro", uri=True)
    (entries,) = connection.execute("SELECT count(*) FROM entry").fetchone()
    connection.close()
    done: Counter[str] = Counter()
    for statement in (*range(1, 100), *range(100, most, 9)):
        path = Path(shutil.copy(old, folder / f"{statement}.sqlite"))
        (code,) = codes([forked(partial(migrate_until, path, statement))])
        done["in the middle of writing"] += path.with_name(f"{path.name}-journal").exists()
        with Logbook(path, kit) as logbook:
            check_logbook(logbook)
            assert logbook.last_entry == entries, "entries are lost"
        if code == 0:
            return {"statements": statement, **done}
        assert code == -signal.SIGKILL
    raise AssertionError(f"it takes more than {most} statements")


if __name__ == "__main__":
    work = {"kill": kill, "two": two, "create": create, "migrating": migrating}[sys.argv[1]]
    print(json.dumps(work(Path(sys.argv[2]), int(sys.argv[3]))))
