"""A new logbook file: written whole or not at all, for one machine."""

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from menace_kit.errors import LogbookError, LogbookUnwritableError
from menace_kit.logbook.file import part_of, take_place
from menace_kit.logbook.schema import make_tables, put_beside, schema_of, transaction
from menace_kit.logbook.trouble import Trouble
from menace_kit.machine import Kit

IDENTITY = "logbook"
"""The key in `meta` of a random number that identifies this logbook among those of its kit."""


def make_file(trouble: Trouble) -> None:
    """Make a new logbook at the path of `trouble`; keep one that another program made first."""
    path = trouble.path
    part = part_of(path)
    try:
        check_folder(path)
        with (
            trouble.told("cannot make the logbook"),
            closing(sqlite3.connect(part, isolation_level=None)) as db,
        ):
            db.execute("PRAGMA synchronous = EXTRA")
            begin(db, trouble.kit)
        with suppress(FileExistsError):
            take_place(part, path)
    except OSError as error:
        if isinstance(error, LogbookError):
            raise
        raise LogbookUnwritableError(f"cannot make the logbook {path}: {error.strerror}") from error
    finally:
        with suppress(OSError):
            part.unlink()


def check_folder(path: Path) -> None:
    """Raise LogbookError if there is no folder for the logbook."""
    if not path.parent.is_dir():
        raise LogbookError(f"cannot make the logbook {path}: there is no folder {path.parent}")


def begin(db: sqlite3.Connection, kit: Kit) -> None:
    """Record the machine in an empty logbook."""
    with transaction(db):
        if not schema_of(db):
            make_tables(db)
        db.execute("DELETE FROM meta")
        db.execute("DELETE FROM cache")
        machine = [("fingerprint", kit.fingerprint), ("machine", kit.description)]
        put_beside(db, "meta", [*machine, (IDENTITY, os.urandom(8).hex())])
