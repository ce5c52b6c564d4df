"""A journal of the first schema, kept as a file: every later version must open it,
and find every bead in it.

`first-schema.sqlite` was written when the schema had its first migration only, with

    python -c "from pathlib import Path; from tests.journal.test_first_schema import write;
    write(Path('j.sqlite'))"

It is never written again: journals like it lie beside somebody's boxes.
"""

import shutil
import sqlite3
from pathlib import Path
from random import Random

import pytest

from menace_kit.errors import JournalError
from menace_kit.guide.audit import audit
from menace_kit.guide.desk import Desk
from menace_kit.guide.session import Due
from menace_kit.journal.entries import Kind
from menace_kit.journal.schema import APPLICATION_ID, MIGRATIONS, migrate
from menace_kit.journal.store import Journal
from menace_kit.machine.kit import load_preset
from menace_kit.machine.learning import Result
from tests.journal.games import check_book, play_random_games, random_step

KEPT = Path(__file__).parent / "first-schema.sqlite"
KIT = load_preset("michie-1961")


def write(path: Path) -> None:
    """Write a journal with something of everything: games, mistakes, a breaking off,
    a count, a game that goes on.
    """
    with Journal(path, KIT) as journal:
        play_random_games(journal, 3, seed=1961)
        desk = Desk(journal)
        desk.act(lambda session: session.start("Ada [bold]", "O'Brien"))
        desk.act(lambda session: session.draw("white"))
        desk.act(lambda session: session.undo())
        desk.act(lambda session: session.draw("gold"))
        desk.act(lambda session: session.abandon())
        desk.act(lambda session: session.recount(1, {"white": 1, "lilac": 0, "gold": 0}))
        desk.act(lambda session: session.start("Ada", "Bob 🙂"))
        desk.act(lambda session: session.draw("white"))
        desk.act(lambda session: session.reply((4,)))
        desk.act(lambda session: session.recount(7, dict.fromkeys(KIT.box(7).moves, 0)))
        desk.act(lambda session: session.empty())
        desk.act(lambda session: session.undo())
        desk.act(lambda session: session.empty())
        desk.act(lambda session: session.recount(1, {"gold": 5}))
        desk.act(lambda session: session.start(unconfirmed=True))
        desk.act(lambda session: session.draw("gold"))


@pytest.fixture
def old(tmp_path: Path) -> Path:
    return Path(shutil.copy(KEPT, tmp_path / "journal.sqlite"))


def test_the_old_journal_really_is_of_the_first_schema(old: Path) -> None:
    connection = sqlite3.connect(old)
    assert connection.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
    assert connection.execute("PRAGMA user_version").fetchone() == (1,)
    connection.close()


def test_the_first_migration_still_makes_the_tables_of_the_old_journal(
    old: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("menace_kit.journal.schema.MIGRATIONS", MIGRATIONS[:1])
    new = sqlite3.connect(tmp_path / "new.sqlite", isolation_level=None)
    migrate(new)
    new.close()
    tables = []
    for path in (old, tmp_path / "new.sqlite"):
        connection = sqlite3.connect(path)
        tables.append(
            connection.execute("SELECT type, name, sql FROM sqlite_schema ORDER BY name").fetchall()
        )
        connection.close()
    assert tables[0] == tables[1], "a migration that is out there is never changed; add another"


def test_an_old_journal_opens_and_adds_up(old: Path) -> None:
    with Journal(old, KIT) as journal:
        check_book(journal)
        assert journal.select("PRAGMA user_version") == [(len(MIGRATIONS),)]
        kinds = {entry.kind for entry in journal.entries()}
    assert kinds == set(Kind) - {Kind.LOT, Kind.FORCED, Kind.STOCKTAKE} | kinds & {Kind.FORCED}


def test_an_old_journal_tells_what_happened(old: Path) -> None:
    with Journal(old, KIT) as journal:
        games = journal.games()
        assert [(game.number, game.state, game.confirmed) for game in games] == [
            (1, "ended", 1),
            (2, "ended", 1),
            (3, "ended", 1),
            (4, "abandoned", 0),
            (5, "ended", 0),
            (6, "running", 0),
        ]
        assert (games[3].operator, games[3].opponent) == ("Ada [bold]", "O'Brien")
        assert (games[4].opponent, games[4].result, games[4].first_change) == ("Bob 🙂", "loss", -1)
        assert journal.contents()[1] == {"white": 0, "lilac": 0, "gold": 5}
        fifth = journal.game(5)
    assert fifth is not None
    assert fifth.gave_up


def test_in_an_old_journal_the_game_goes_on_where_it_was(old: Path) -> None:
    with Journal(old, KIT) as journal:
        desk = Desk(journal)
        assert desk.session.due is Due.REPLY
        assert desk.session.in_box(1) == {"white": 0, "lilac": 0, "gold": 4}
        desk.act(lambda session: session.reply((0,)))
        play_random_games(journal, 3, seed=2)
        check_book(journal)
        assert len(journal.games()) == 8


def test_an_old_journal_that_was_tampered_with_opens_and_the_audit_says_so(old: Path) -> None:
    connection = sqlite3.connect(old)
    connection.execute("PRAGMA ignore_check_constraints = ON")
    connection.execute("UPDATE contents SET count = -3 WHERE box = 7 AND colour = 'green'")
    connection.execute("DROP TRIGGER entry_is_never_changed")
    connection.execute("UPDATE entry SET move = NULL WHERE number = 2")
    connection.execute("UPDATE entry SET game = 77 WHERE number = 3")
    connection.commit()
    connection.close()
    with Journal(old, KIT, read_only=True) as journal:
        found = [finding.where for finding in audit(journal)]
    assert {"file", "entry 3", "box 7", "game 1"} <= set(found)


def test_in_an_old_journal_outcomes_can_be_entered(old: Path) -> None:
    with Journal(old, KIT) as journal:
        before = list(journal.entries())
        desk = Desk(journal)
        desk.act(lambda session: session.abandon())
        desk.act(lambda session: session.quick(Result.WIN, "gold", confirmed=True))
        assert journal.contents()[1] == {"white": 0, "lilac": 0, "gold": 8}
        desk.act(lambda session: session.undo())
        assert journal.contents()[1] == {"white": 0, "lilac": 0, "gold": 5}
        assert [row.outcome_only for row in journal.games()] == [0, 0, 0, 0, 0, 0, 1]
        assert list(journal.entries())[: len(before)] == before
        check_book(journal)
        assert journal.select(
            "SELECT name FROM sqlite_schema WHERE type = 'trigger' ORDER BY 1"
        ) == [
            ("entry_is_never_changed",),
            ("entry_is_never_removed",),
        ]


def test_in_an_old_journal_lines_can_be_ticked(old: Path) -> None:
    with Journal(old, KIT) as journal:
        desk = Desk(journal)
        while desk.session.due is not Due.ADJUST:
            desk.act(lambda session: random_step(session, Random(1)))
        before = list(journal.entries())
        desk.tick(1)
        assert list(journal.entries()) == before
    with Journal(old, KIT) as journal:
        assert Desk(journal).ticked == {1}
        check_book(journal)


def test_the_program_of_the_first_schema_refuses_a_journal_of_today(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Journal(old, KIT).close()
    for module in ("schema", "store"):
        monkeypatch.setattr(f"menace_kit.journal.{module}.MIGRATIONS", MIGRATIONS[:1])
    with pytest.raises(
        JournalError, match="was written by a newer menace-kit; install that one to go on with it"
    ):
        Journal(old, KIT)


def test_in_an_old_journal_both_may_only_stand_at_a_start(old: Path) -> None:
    Journal(old, KIT).close()
    connection = sqlite3.connect(old, isolation_level=None)
    connection.execute("PRAGMA foreign_keys = ON")
    last = connection.execute("SELECT max(number) FROM entry").fetchone()[0]
    for number, (kind, side, taken) in enumerate(
        [
            ("start", "both", True),
            ("start", "third", False),
            ("draw", "both", False),
            ("draw", "second", True),
        ]
    ):
        facts = (
            last + 1 + number,
            last + 1 + number,
            "2026-05-01T12:00:00.000+00:00",
            kind,
            6,
            side,
        )
        statement = (
            "INSERT INTO entry (number, action, at, kind, game, side, box, colour, move) "
            "VALUES (?, ?, ?, ?, ?, ?, 1, 'gold', '5')"
        )
        if taken:
            connection.execute(statement, facts)
        else:
            with pytest.raises(sqlite3.IntegrityError):
                connection.execute(statement, facts)
    connection.close()
