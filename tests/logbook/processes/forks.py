"""A child process using the logbook: what it does, and how to wait for it and kill it."""

import os
import signal
import sqlite3
import sys
from collections.abc import Callable, Sequence
from dataclasses import astuple
from random import Random

from menace_kit.guide import taking_back
from menace_kit.guide.session import Session
from menace_kit.logbook.entries import Action, Entry, Kind
from tests.logbook.games import kit_named, random_step

KIT = kit_named("punish-previous")

Fact = list[int | str | None]


def step_or_mistake(session: Session, random: Random) -> Action:
    """Return a step that is due, or sometimes one that is undone or ends the game early."""
    chance = random.random()
    game = session.game
    if chance < 0.1 and game and not game.confirmed and game.entries[-1].kind is not Kind.START:
        return taking_back.undo(session)
    if chance < 0.12 and game and game.running:
        return session.abandon()
    return random_step(session, random)


def forked(work: Callable[[], object]) -> int:
    """Do the work in a child process, and return its id; it exits with the work's result, or 99."""
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
    """Wait for children, and return their exit codes; a negative one is the signal that ended
    it.
    """
    return [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]


def facts(entries: Sequence[Entry]) -> list[Fact]:
    """Return entries as JSON values."""
    return [[getattr(fact, "value", fact) for fact in astuple(entry)] for entry in entries]


def killed_before(db: sqlite3.Connection, statement: int) -> None:
    """Have this process killed before its n-th statement; little is kept in memory until then."""
    db.execute("PRAGMA cache_size = 1")
    left = statement

    def count(_: str) -> None:
        nonlocal left
        left -= 1
        if not left:
            os.kill(os.getpid(), signal.SIGKILL)

    db.set_trace_callback(count)
