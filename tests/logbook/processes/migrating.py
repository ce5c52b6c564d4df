"""A process that is killed while it upgrades an old logbook."""

import shutil
import signal
import sqlite3
from collections import Counter
from functools import partial
from pathlib import Path

from menace_kit.logbook.older import upgrade
from menace_kit.logbook.store import Logbook
from tests.examples import preset
from tests.logbook.games import check_logbook
from tests.logbook.processes.forks import codes, forked, killed_before

KIT = preset("nim-8")
OLD = Path(__file__).parent.parent / "fourth-schema.sql"


def migrate_until(path: Path, statement: int) -> None:
    """Upgrade a logbook, but be killed before this statement."""
    connection = sqlite3.connect(path, isolation_level=None)
    killed_before(connection, statement)
    upgrade(connection, KIT)


def migrating(folder: Path, most: int) -> dict[str, int]:
    """Kill a process before each statement, in turn, of migrating a logbook of the fourth schema.

    After the first hundred come the statements that write the entries; they are alike, so every
    ninth is enough.
    """
    old = folder / "old.sqlite"
    connection = sqlite3.connect(old)
    connection.executescript(OLD.read_text(encoding="utf-8"))
    (entries,) = connection.execute("SELECT count(*) FROM entry").fetchone()
    connection.close()
    done: Counter[str] = Counter()
    for statement in (*range(1, 100), *range(100, most, 9)):
        path = Path(shutil.copy(old, folder / f"{statement}.sqlite"))
        (code,) = codes([forked(partial(migrate_until, path, statement))])
        done["in the middle of writing"] += path.with_name(f"{path.name}-journal").exists()
        with Logbook(path, KIT) as logbook:
            check_logbook(logbook)
            assert logbook.last_entry == entries, "entries are lost"
        if code == 0:
            return {"statements": statement, **done}
        assert code == -signal.SIGKILL
    raise AssertionError(f"the migration takes more than {most} statements")
