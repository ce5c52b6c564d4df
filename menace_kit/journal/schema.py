"""The journal's tables, as `migrations/` in the order in which they came,
and the digests that tell damage.

`entry` is the journal itself and only ever grows. All other tables are a checkpoint,
kept up to date in the same transaction, so that opening a journal never reads the whole of it:
`contents`, `game`, `box` and `tally` are what replaying all entries gives.
The audit replays the entries and compares. `tick` says which lines of the tick-list that is open
are done; it is no part of the history, and is empty again with the act after the one that confirms,
leaves or takes back the list. `act_key` has the keys that acts carried, so that one which comes
a second time is known. `clock` says until when the computer's clock is known to have been wrong.

Nothing is believed that was not written by us. An entry's digest is made of the entry
and of the digest before it; so one that fits tells of all entries up to it.
Of each other table `seal` has the digests of all rows, mixed, and a digest of itself:
triggers of the connection keep it, and whoever reads compares. They are no secret:
they tell a turned bit, a lost page or a meddling program, not a forger.
"""

import os
import shlex
import sqlite3
import stat
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from functools import reduce
from hashlib import blake2b
from itertools import groupby, zip_longest
from operator import itemgetter, xor
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar

from menace_kit.errors import JournalError, JournalGoneError
from menace_kit.files import JOURNAL_FILE_NAME

APPLICATION_ID = 0x4D4E4345
"""`MNCE`: marks a SQLite file as a journal of ours."""

MAGIC = b"SQLite format 3\0"
"""What every file of SQLite begins with."""

BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
UNWRITABLE = {
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_READONLY: "the file, or its folder, may only be read",
    sqlite3.SQLITE_CANTOPEN: "the file, or its folder, is not there or may not be used",
    sqlite3.SQLITE_IOERR: "the disk does not read or write as it should",
}
"""What SQLite says of a full disk, of what may only be read,
and of a folder where it can make no file.
"""

OTHERWISE = "the disk does not take it"

WRITABLE = b"\1\1"
"""Bytes 18 and 19 of a file that SQLite may write (fileformat2, 1.3.3)."""

_FOLDER = Path(__file__).parent
MIGRATIONS: Sequence[str] = [
    file.read_text(encoding="utf-8") for file in sorted((_FOLDER / "migrations").glob("*.sql"))
]

WITH_DIGESTS = 4
"""The first schema that has digests."""

ENTRY_COLUMNS = (
    *(
        "number",
        "action",
        "at",
        "kind",
        "game",
        "box",
        "colour",
        "move",
        "change",
        "why",
        "result",
        "side",
    ),
    *("operator", "opponent", "played_at", "undoes"),
)
GAME_COLUMNS = (
    *(
        "number",
        "state",
        "confirmed",
        "side",
        "started_at",
        "operator",
        "opponent",
        "result",
        "first_change",
    ),
    *("outcome_only", "entries"),
)
SEALED: Mapping[str, tuple[str, ...]] = {
    "meta": ("key", "value"),
    "contents": ("box", "colour", "start", "count"),
    "game": GAME_COLUMNS,
    "tick": ("entry", "line"),
    "act_key": ("key", "action"),
    "box": ("number", "opened", "touched", "counted", "changed"),
    "tally": ("state", "confirmed", "side", "result", "outcome_only", "games", "first_change"),
    "clock": ("entry", "at", "operator"),
}
"""Every table but `entry`, and what of it is sealed;
the first column tells a row from the others, or begins to.
"""

TOLD_OF = {
    "meta": "what it says of the machine is",
    "contents": "what belongs in the boxes is",
    "game": "the list of games is",
    "tick": "what is ticked is",
    "act_key": "the list of acts is",
    "box": "what is told of the boxes is",
    "tally": "the count of the games is",
    "clock": "what is told of the clock is",
}
"""What each table but `entry` is about, as the beginning of a sentence."""

READ_ALONE = ("game", "act_key")
"""The tables of which single rows are read; these have a digest each."""


def digest(*facts: object) -> int:
    """Return a number of 63 bits that differs where any of the facts does.

    `ascii` writes whole numbers, texts and None alike in every version of Python.
    """
    return int.from_bytes(blake2b(ascii(facts).encode(), digest_size=8).digest()) >> 1


def mixed(rows: Iterable[Sequence[object]]) -> int:
    """Return the digests of all rows, mixed, in whatever order they come."""
    return reduce(xor, (digest(*row) for row in rows), 0)


def first_digest(fingerprint: str) -> int:
    """Return the digest before the first entry: that of the machine."""
    return digest("menace-kit", fingerprint)


def seal_of(seals: Mapping[str, int]) -> int:
    """Return the digest of all seals but the last, which it is."""
    return digest(*sorted(item for item in seals.items() if item[0] != "seal"))


def differences(theirs: str, ours: str) -> str:
    """Return what differs between the machine of a journal and that of a kit,
    by their descriptions.
    """
    different = [
        f"journal: {_told_of(old)} / kit: {_told_of(new)}"
        for old, new in zip_longest(theirs.splitlines(), ours.splitlines(), fillvalue="")
        if old != new
    ]
    return "; ".join(different[:3]) + (
        f"; and {len(different) - 3} more" if len(different) > 3 else ""
    )


def _told_of(line: str) -> str:
    """Return a line of a kit's description for people: those that begin with a number are boxes."""
    return f"{'box ' if line[:1].isdigit() else ''}{line or '(nothing)'}"


# Opening


OPEN_LIST = """
    SELECT max(entry.number) FROM entry JOIN game ON game.number = entry.game
    WHERE game.number = (SELECT max(number) FROM game) AND game.state = 'ended'
        AND NOT game.confirmed AND entry.kind = 'end'
"""
"""The end of a game that brought the list which is open, NULL where none is."""


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Let all that is done inside happen or none of it, and nobody else write meanwhile."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.ProgrammingError):  # closed already, which takes it back as well
            if connection.in_transaction:
                connection.execute("ROLLBACK")
        raise


def migrate(connection: sqlite3.Connection) -> None:
    """Bring the tables up to date, all in one transaction.

    The version is read when the file is already ours alone,
    for another program may be doing the same. Rows are carried over as they are, right or wrong:
    it is the audit that says what is wrong in a journal.
    """
    with _unchecked(connection), transaction(connection):
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        for script in MIGRATIONS[version:]:
            for statement in statements(script):
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
        if version < WITH_DIGESTS <= len(MIGRATIONS):
            seal_all(connection)
        elif WITH_DIGESTS <= version < len(MIGRATIONS):
            _seal_tables(connection)


@contextmanager
def _unchecked(connection: sqlite3.Connection) -> Iterator[None]:
    """Leave foreign keys and checks aside; without that no table can be
    replaced that others name.
    """
    before = connection.execute("PRAGMA foreign_keys").fetchone()[0]
    connection.execute("PRAGMA foreign_keys = OFF")
    connection.execute("PRAGMA ignore_check_constraints = ON")
    try:
        yield
    finally:
        connection.execute("PRAGMA ignore_check_constraints = OFF")
        connection.execute(f"PRAGMA foreign_keys = {before}")


def statements(script: str) -> list[str]:
    """Return the statements of a script; a trigger has semicolons within."""
    found, statement = [], ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            found.append(statement)
            statement = ""
    return found


def keep_seals(connection: sqlite3.Connection) -> None:
    """Let whatever this connection writes keep `tally` and the seals of the tables;
    `seal` itself is sealed last.
    """
    connection.create_function("digest", -1, digest, deterministic=True)
    connection.create_function("mix", 2, xor, deterministic=True)
    connection.executescript(TRIGGERS)


def _triggers() -> Iterator[str]:
    for table, columns in SEALED.items():
        old, new = (
            f"digest({', '.join(f'{row}.{column}' for column in columns)})"
            for row in ("old", "new")
        )
        key = columns[0]
        own = (
            f"UPDATE {table} SET digest = {new} WHERE {key} = new.{key}; "
            if table in READ_ALONE
            else ""
        )
        sealed = f"UPDATE seal SET value = {{}} WHERE name = '{table}';"
        for moment, body in (
            ("INSERT", own + sealed.format(f"mix(value, {new})")),
            (
                f"UPDATE OF {', '.join(columns)}",
                own + sealed.format(f"mix(mix(value, {old}), {new})"),
            ),
            ("DELETE", sealed.format(f"mix(value, {old})")),
        ):
            name = f"{table}_seal_{moment[:6].lower()}"
            yield (
                f"CREATE TEMP TRIGGER IF NOT EXISTS {name} AFTER {moment} ON "
                f"main.{table} BEGIN {body} END;"
            )
    kind = SEALED["tally"][:-2]
    places = ", ".join(kind)
    more = (
        f"INSERT INTO tally ({places}, games, "
        f"first_change) VALUES ({', '.join(_in_tally('new', column) for column in kind)}, 1, "
        f"new.first_change) ON CONFLICT ({places}) DO UPDATE SET games = games + 1, "
        "first_change = first_change + new.first_change; "
    )
    same = " AND ".join(f"{column} = {_in_tally('old', column)}" for column in kind)
    fewer = (
        "UPDATE tally SET games = games - 1, first_change = first_change - "
        f"old.first_change WHERE {same}; "
    )
    number = "UPDATE seal SET value = max(value, new.number) WHERE name = 'games'; "
    yield (
        "CREATE TEMP TRIGGER IF NOT EXISTS game_tally_insert AFTER INSERT ON main.game "
        f"BEGIN {more}{number}END;"
    )
    moment = f"UPDATE OF {', '.join((*kind, 'first_change'))}"
    yield (
        f"CREATE TEMP TRIGGER IF NOT EXISTS game_tally_update AFTER {moment} ON main.game "
        f"BEGIN {fewer}{more}END;"
    )


def _in_tally(row: str, column: str) -> str:
    return f"coalesce({row}.result, '')" if column == "result" else f"{row}.{column}"


TRIGGERS = "\n".join(_triggers())


def tables_digest(connection: sqlite3.Connection) -> int:
    """Return the digest of the tables themselves: of the SQL that made them."""
    made = "SELECT type, name, sql FROM main.sqlite_schema WHERE sql NOT NULL ORDER BY name"
    return mixed(connection.execute(made))


def has_our_tables(connection: sqlite3.Connection, version: int) -> bool:
    """Return whether a file has the tables and columns that our migrations up to a version make.

    Nothing of ours has version 0. Of a later version than we know the tables are not known either.
    """
    if version > len(MIGRATIONS):
        return True
    with closing(sqlite3.connect(":memory:")) as made:
        for script in MIGRATIONS[:version]:
            made.executescript(script)
        return version > 0 and _columns(connection) == _columns(made)


def _columns(connection: sqlite3.Connection) -> list[tuple[Any, ...]]:
    return connection.execute(
        "SELECT made.name, part.name FROM main.sqlite_schema AS made, "
        "pragma_table_info(made.name) AS part WHERE made.type = 'table' AND made.name NOT LIKE "
        "'sqlite\\_%' ESCAPE '\\' ORDER BY 1, 2"
    ).fetchall()


def fault_in(connection: sqlite3.Connection) -> str:
    """Return what is wrong with the pages of a file, or with any table but `entry`;
    nothing where they are sound.
    """
    (said,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if said != "ok":
        return "parts of it do not fit together"
    seals = dict(connection.execute("SELECT name, value FROM seal"))
    if seals.get("seal") != seal_of(seals):
        return "the digests are not as they were written"
    for table, columns in SEALED.items():
        own = ", digest" if table in READ_ALONE else ""
        rows = connection.execute(f"SELECT {', '.join(columns)}{own} FROM {table}").fetchall()
        digests = [digest(*row[: len(columns)]) for row in rows]
        if reduce(xor, digests, 0) != seals.get(table):
            return f"{TOLD_OF[table]} not as it was written"
        if own and [row[-1] for row in rows] != digests:
            return f"{TOLD_OF[table]} not as it was written"
    return ""


# Which entries an undo takes back

START, UNDO, STOCKTAKE, RECOUNT, ADJUST = "start", "undo", "stocktake", "recount", "adjust"


class Told(Protocol):
    """An entry, as far as an undo is about it."""

    @property
    def number(self) -> int:
        """Return its place in the journal."""

    @property
    def action(self) -> int:
        """Return which action it belongs to."""

    @property
    def kind(self) -> object:
        """Return what happened."""

    @property
    def undoes(self) -> int | None:
        """Return which action it takes back, if it does."""


def _kind(fact: Told) -> object:
    """Return the kind as it is written."""
    return getattr(fact.kind, "value", fact.kind)


AnyTold = TypeVar("AnyTold", bound=Told)


def undone_by(undo: Told, game: Sequence[AnyTold]) -> list[AnyTold]:
    """Return which entries of its game an undo takes back:
    an action, or all that still held where that began it.
    """
    before = [entry for entry in game if entry.number < undo.number]
    action = [entry for entry in before if entry.action == undo.undoes]
    if not any(_kind(entry) == START for entry in action):
        return action
    gone = {entry.undoes for entry in before if _kind(entry) == UNDO}
    return [entry for entry in before if _kind(entry) != UNDO and entry.action not in gone]


# What the entries tell of the boxes, besides their contents


class Fact(NamedTuple):
    """What of an entry concerns the boxes, as it is written."""

    number: int
    action: int
    kind: str
    box: int | None
    colour: str | None
    undoes: int | None


@dataclass(slots=True)
class BoxNote:
    """A row of the table `box`."""

    opened: int = 0
    touched: int = 0
    counted: int = 0
    changed: int = 0

    @property
    def facts(self) -> tuple[int, int, int, int]:
        """Return what its columns hold, behind the number."""
        return self.opened, self.touched, self.counted, self.changed


OPENS = ("draw", "empty")
CHANGES = (ADJUST, RECOUNT)


class OfABox(Told, Protocol):
    """An entry, as far as it is about a box."""

    @property
    def box(self) -> int | None:
        """Return the box, if it is of one."""

    @property
    def colour(self) -> str | None:
        """Return the colour of the bead, if it is of one."""


def note_in_boxes(
    notes: Mapping[int, BoxNote],
    action: Sequence[OfABox],
    undone: Iterable[OfABox],
    colours: Mapping[int, int],
) -> list[int | None]:
    """Note one action in the boxes; return for each of its entries the change
    of the same box before it, or None.

    `undone` is what it takes back; `colours` says how many kinds of beads each box has,
    for one is counted only with all of them.
    """
    earlier: list[int | None] = []
    counted: dict[int, set[str | None]] = {}
    for fact in action:
        note = notes.get(fact.box) if fact.box is not None else None
        changes = note is not None and _kind(fact) in CHANGES
        earlier.append((note.changed or None) if note is not None and changes else None)
        if _kind(fact) == STOCKTAKE:
            for each in notes.values():
                each.counted = fact.number
        if note is None or fact.box is None:
            continue
        note.opened += _kind(fact) in OPENS
        if changes:
            note.changed = fact.number
        if _kind(fact) == RECOUNT:
            counted.setdefault(fact.box, set()).add(fact.colour)
        elif _kind(fact) in (*OPENS, ADJUST):
            note.touched = fact.number
    for fact in undone:
        note = notes.get(fact.box) if fact.box is not None else None
        if note is not None:
            note.touched = action[0].number
            note.opened -= _kind(fact) in OPENS
    for box, found in counted.items():
        if len(found) == colours[box]:
            notes[box].counted = action[0].number
    return earlier


# Sealing a journal as it is: one that is new, or older than the digests


def seal_all(connection: sqlite3.Connection) -> None:
    """Work out every digest, and what follows from the entries,
    of a journal that is taken as it stands.
    """
    _seal_entries(connection)
    connection.execute(
        "UPDATE game SET entries = (SELECT count(*) FROM entry WHERE entry.game = game.number)"
    )
    connection.execute("DELETE FROM tally")
    kind = ", ".join(SEALED["tally"][:-2]).replace("result", "coalesce(result, '')")
    connection.execute(
        f"INSERT INTO tally SELECT {kind}, count(*), sum(first_change) FROM game "
        "GROUP BY 1, 2, 3, 4, 5"
    )
    seal_rows(connection)


def seal_rows(connection: sqlite3.Connection) -> None:
    """Seal every table but `entry` as it stands, and that."""
    for table in READ_ALONE:
        columns = SEALED[table]
        rows = connection.execute(f"SELECT {', '.join(columns)} FROM {table}").fetchall()
        connection.executemany(
            f"UPDATE {table} SET digest = ? WHERE {columns[0]} = ?",
            [(digest(*row), row[0]) for row in rows],
        )
    seals = {
        table: mixed(connection.execute(f"SELECT {', '.join(columns)} FROM {table}"))
        for table, columns in SEALED.items()
    }
    (games,) = connection.execute("SELECT coalesce(max(number), 0) FROM game").fetchone()
    seals |= {"entry": 0, "last": 0, "games": games}
    connection.execute("DELETE FROM seal")
    connection.executemany("INSERT INTO seal VALUES (?, ?)", seals.items())
    _seal_tables(connection)


def _seal_tables(connection: sqlite3.Connection) -> None:
    for name, value in (("version", len(MIGRATIONS)), ("tables", tables_digest(connection))):
        connection.execute("INSERT OR REPLACE INTO seal VALUES (?, ?)", (name, value))
    seal_last(connection)


def seal_last(connection: sqlite3.Connection) -> int:
    """Seal which entry is the last, and then the seals: the end of everything that is written.

    Return that seal.
    """
    last = connection.execute(
        "SELECT number, digest FROM entry ORDER BY number DESC LIMIT 1"
    ).fetchone()
    for name, value in zip(("entry", "last"), last or (), strict=False):
        connection.execute("UPDATE seal SET value = ? WHERE name = ?", (value, name))
    seals = dict(connection.execute("SELECT name, value FROM seal"))
    seal = seal_of(seals)
    connection.execute("INSERT OR REPLACE INTO seal VALUES ('seal', ?)", (seal,))
    return seal


def _seal_entries(connection: sqlite3.Connection) -> None:
    """Give the entries their digests, and note them in the boxes."""
    colours = dict(connection.execute("SELECT box, count(*) FROM contents GROUP BY box"))
    notes = {box: BoxNote() for box in colours}
    fingerprint = connection.execute("SELECT value FROM meta WHERE key = 'fingerprint'").fetchone()
    last = first = first_digest(fingerprint[0] if fingerprint else "")
    number = 0
    sealed = []
    for _, group in groupby(
        _all_entries(connection), key=itemgetter(ENTRY_COLUMNS.index("action"))
    ):
        action = list(group)
        facts = [_fact(row) for row in action]
        undone = [
            fact
            for undo, row in zip(facts, action, strict=True)
            for fact in _undone(connection, undo, row)
        ]
        for row, earlier in zip(action, note_in_boxes(notes, facts, undone, colours), strict=True):
            last, number = digest(last if row[0] == number + 1 else first, *row, earlier), row[0]
            sealed.append((earlier, last, number))
        if len(sealed) > AT_A_TIME:
            connection.executemany(_SEAL, sealed)
            sealed.clear()
    connection.executemany(_SEAL, sealed)
    connection.execute("DELETE FROM box")
    connection.executemany(
        "INSERT INTO box VALUES (?, ?, ?, ?, ?)",
        [(box, *note.facts) for box, note in notes.items()],
    )


def seal_entries_from(connection: sqlite3.Connection, begin: int, fingerprint: str) -> None:
    """Make the digests of all entries from one on anew: each goes on from the one before it."""
    before = connection.execute(
        "SELECT digest FROM entry WHERE number = ?", (begin - 1,)
    ).fetchone()
    last = before[0] if before else first_digest(fingerprint)
    sealed = []
    for *facts, earlier in _all_entries(connection, begin - 1, (*ENTRY_COLUMNS, "earlier")):
        last = digest(last, *facts, earlier)
        sealed.append((earlier, last, facts[0]))
    connection.executemany(_SEAL, sealed)


_SEAL = "UPDATE entry SET earlier = ?, digest = ? WHERE number = ?"
AT_A_TIME = 10_000
"""Entries that are read in one go where all of them are."""


def _all_entries(
    connection: sqlite3.Connection, after: int = 0, columns: Sequence[str] = ENTRY_COLUMNS
) -> Iterator[tuple[Any, ...]]:
    some = (
        f"SELECT {', '.join(columns)} FROM entry WHERE number > ? ORDER BY number LIMIT {AT_A_TIME}"
    )
    while rows := connection.execute(some, (after,)).fetchall():
        yield from rows
        after = rows[-1][0]


_FACTS = [ENTRY_COLUMNS.index(name) for name in Fact._fields]
_GAME = ENTRY_COLUMNS.index("game")


def _fact(row: Sequence[Any]) -> Fact:
    return Fact(*(row[place] for place in _FACTS))


def _undone(connection: sqlite3.Connection, undo: Fact, row: Sequence[Any]) -> Sequence[Fact]:
    if undo.kind != UNDO:
        return ()
    fields = f"SELECT {', '.join(ENTRY_COLUMNS)} FROM entry WHERE game = ? ORDER BY number"
    return undone_by(undo, [_fact(each) for each in connection.execute(fields, (row[_GAME],))])


# The file as a whole: what may be one, and what a damaged one is still good for


def check_file(path: Path) -> None:
    """Go on where a journal can be read; FileNotFoundError where nothing is there,
    else JournalError says what is.
    """
    try:
        state = path.stat()
    except FileNotFoundError:
        raise
    except OSError as error:
        raise JournalError(f"cannot use the journal {path}: {error.strerror}") from error
    if not stat.S_ISREG(state.st_mode):
        kind = "a folder" if stat.S_ISDIR(state.st_mode) else "no ordinary file"
        raise JournalError(f"{path} is {kind}; a journal is a file")
    if not state.st_size:
        copies = copies_beside(path)
        raise JournalGoneError(
            f"{path} is empty: what was in it is gone; put a backup in its place, "
            f"or take the file away to begin anew{'. ' * bool(copies)}{copies}"
        )


def advice(path: Path) -> str:
    """Return what can be done where a journal is damaged, a sentence of commands."""
    copies = copies_beside(path)
    beside = f"{copies}; put the right one in its place, or save" if copies else "Save"
    usual = path.absolute() == Path.cwd() / JOURNAL_FILE_NAME
    which = "" if usual else f" --journal {shlex.quote(str(path))}"
    return (
        f"{beside} what is sound into a new journal with: "
        f"menace-kit logbook rescue NEW.sqlite{which}"
    )


def copies_beside(path: Path) -> str:
    """Return which copies of a journal lie beside it, a sentence of commands;
    empty where there are none.
    """
    copies = [each.name for each in backups_beside(path)]
    return f"Copies of a journal lie beside it: {', '.join(copies)}" if copies else ""


def backups_beside(path: Path, most: int = 5) -> list[Path]:
    """Return the other journals in a journal's folder, the newest first."""
    found: list[tuple[float, Path]] = []
    with suppress(OSError):
        for each in path.absolute().parent.iterdir():
            with suppress(OSError):
                if each.name != path.name and stat.S_ISREG((state := each.stat()).st_mode):
                    with each.open("rb") as file:
                        head = file.read(72)
                    if head.startswith(MAGIC) and int.from_bytes(head[68:72]) == APPLICATION_ID:
                        found.append((state.st_mtime, each))
    return [each for _, each in sorted(found, reverse=True)[:most]]


def begin(
    db: sqlite3.Connection, fingerprint: str, machine: str, starts: Mapping[int, Mapping[str, int]]
) -> None:
    """Write down in a journal that is still empty which machine it is of,
    and box -> colour -> what it starts with.
    """
    migrate(db)
    keep_seals(db)
    with transaction(db):
        for table in ("meta", "contents", "box"):
            db.execute(f"DELETE FROM {table}")
        db.execute(
            "INSERT INTO meta VALUES ('fingerprint', ?), ('machine', ?)", (fingerprint, machine)
        )
        db.executemany(
            "INSERT INTO contents VALUES (?, ?, ?, ?)",
            [(box, colour, n, n) for box, start in starts.items() for colour, n in start.items()],
        )
        db.executemany("INSERT INTO box VALUES (?, 0, 0, 0, 0)", [(box,) for box in starts])
        seal_last(db)


def take_place(part: Path, path: Path) -> None:
    """Give a file that is whole its name; FileExistsError where there is one of that name."""
    try:
        os.link(part, path)
    except FileExistsError:
        raise
    # A disk without links; Python in a browser does not know them at all.
    except (OSError, AttributeError):
        if path.exists():
            raise FileExistsError from None
        part.rename(path)
