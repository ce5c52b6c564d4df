"""A journal of the second schema, kept as SQL: games of both machines, outcomes only,
ticks, and nothing of keys.

The program of that schema wrote it, playing nim-8, and `sqlite3.Connection.iterdump` wrote it down,
behind the two marks that a dump leaves out. It is never written again:
journals like it lie beside somebody's boxes.
"""

import json
import sqlite3
from pathlib import Path

import pytest

from menace_kit.errors import JournalUnwritableError
from menace_kit.guide.audit import audit
from menace_kit.guide.desk import Desk
from menace_kit.guide.session import Due
from menace_kit.journal.export import game_facts
from menace_kit.journal.queries import holds_act
from menace_kit.journal.schema import MIGRATIONS, migrate
from menace_kit.journal.store import Journal
from menace_kit.machine.kit import load_preset
from tests.journal.games import check_book, play_random_games

KEPT = Path(__file__).parent / "second-schema.sql"
KIT = load_preset("nim-8")

# As that program exported it, but for what was broken off and counted,
# and that Nim is told by numbers now.
EXPORTED = """
{"moves": "3 3 2", "played_at": "2026-11-22T09:00:05.698+00:00", "operator": "Ada", "opponent": "O'Brien 🙂", "first_mover": "machine"}
{"moves": "3 3 2", "played_at": "2026-11-22T09:00:05.922+00:00", "first_mover": "both"}
{"played_at": "2026-11-22T09:00:06.067+00:00", "opponent": "Eve", "first_mover": "machine", "result": "win"}
{"played_at": "2026-11-22T09:00:06.106+00:00", "first_mover": "opponent", "result": "loss"}
{"moves": "abandon", "played_at": "2026-11-22T09:00:06.210+00:00", "operator": "Ada", "first_mover": "machine"}
{"moves": "[8 yellow=3 blue=3 red=3]", "played_at": "2026-11-22T09:00:06.258+00:00"}
{"moves": "3 2 3", "played_at": "2026-11-22T09:00:06.294+00:00", "operator": "Ada", "opponent": "Bob", "first_mover": "opponent"}
"""  # noqa: E501
BOXES = [
    *({"red": 1}, {"blue": 1, "red": 1}, {"yellow": 1, "blue": 1, "red": 1}),
    *({"yellow": 1, "blue": 1, "red": 1}, {"yellow": 0, "blue": 0, "red": 1}),
    *({"yellow": 1, "blue": 1, "red": 1}, {"yellow": 1, "blue": 1, "red": 1}),
    {"yellow": 3, "blue": 3, "red": 3},
]


@pytest.fixture
def old(tmp_path: Path) -> Path:
    path = tmp_path / "journal.sqlite"
    connection = sqlite3.connect(path)
    connection.executescript(KEPT.read_text(encoding="utf-8"))
    connection.close()
    return path


def tables(path: Path) -> list[tuple[str, str, str]]:
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA user_version").fetchone() == (2,)
    found = connection.execute(
        "SELECT type, name, sql FROM sqlite_schema WHERE sql NOT NULL ORDER BY name"
    ).fetchall()
    connection.close()
    return found


def test_the_first_two_migrations_still_make_the_tables_of_the_old_journal(
    old: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("menace_kit.journal.schema.MIGRATIONS", MIGRATIONS[:2])
    new = sqlite3.connect(tmp_path / "new.sqlite", isolation_level=None)
    migrate(new)
    new.close()
    assert tables(tmp_path / "new.sqlite") == tables(old), (
        "a migration that is out there is never changed"
    )


def test_an_old_journal_opens_adds_up_and_exports_the_same_games(old: Path) -> None:
    with Journal(old, KIT) as journal:
        check_book(journal)
        assert audit(journal) == []
        assert journal.select("PRAGMA user_version") == [(len(MIGRATIONS),)]
        assert list(game_facts(journal)) == [
            json.loads(line) for line in EXPORTED.split("\n") if line
        ]
        assert list(journal.contents().values()) == BOXES
        assert [(row.state, row.confirmed, row.side) for row in journal.games()] == [
            *(
                ("ended", 1, "first"),
                ("ended", 1, "both"),
                ("ended", 1, "first"),
                ("ended", 1, "second"),
            ),
            *(("taken-back", 0, "second"), ("abandoned", 0, "first"), ("ended", 0, "second")),
        ]


def test_an_old_journal_goes_on_where_it_was_with_its_ticks(old: Path) -> None:
    with Journal(old, KIT) as journal:
        desk = Desk(journal)
        assert desk.session.due is Due.ADJUST
        assert desk.ticked == {1}
        last = desk.last_entry
        desk.act(lambda session: session.confirm(), "done")
        assert holds_act(journal, "done")
        assert journal.last_entry == last + 1
        play_random_games(journal, 3, seed=2)
        check_book(journal)
        assert audit(journal) == []


def test_a_protected_file_is_read_as_it_is(old: Path) -> None:
    # A version of the file's format that SQLite may read but not write.
    with old.open("r+b") as file:
        file.seek(18)
        file.write(b"\x03")
    before = old.read_bytes()
    with Journal(old, KIT) as journal:
        assert [
            json.dumps(facts, ensure_ascii=False) for facts in game_facts(journal)
        ] == EXPORTED.split("\n")[1:-1]
        assert not holds_act(journal, "any")
        desk = Desk(journal)
        with pytest.raises(JournalUnwritableError, match="nothing was recorded"):
            desk.act(
                lambda session: (
                    session.start(unconfirmed=True)
                    if session.due is not Due.BEAD
                    else session.abandon()
                )
            )
    assert old.read_bytes() == before
