"""Logbooks that cannot be used: each is refused with a sentence
that says why, and stays as it is.
"""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from menace_kit.errors import LogbookError, LogbookMovedOnError
from menace_kit.guide.desk import Desk
from menace_kit.logbook.entries import Kind
from menace_kit.logbook.schema import APPLICATION_ID, SCHEMA
from menace_kit.logbook.store import Logbook
from menace_kit.machine.kit import Kit
from tests.guide.scripts import do
from tests.logbook.games import check_logbook, kit_of, play_random_games

KIT = kit_of("")


def complaint(path: Path, kit: Kit = KIT) -> str:
    """Return why a logbook is refused; fail where that changes it."""
    before = path.read_bytes() if path.is_file() else None
    with pytest.raises(LogbookError) as caught:
        Logbook(path, kit)
    assert (path.read_bytes() if path.is_file() else None) == before
    assert not path.with_name(f"{path.name}-logbook").exists()
    message = str(caught.value)
    assert str(path) in message
    return message


@pytest.mark.parametrize(
    ("kit", "different"),
    [
        ("learning.win = 2", "What differs: logbook: win 3 3 3 3 / kit: win 2 2 2 2."),
        (
            "learning.protect-first-box = true",
            "logbook: protect-first-box false / kit: protect-first-box true.",
        ),
        ("marks = ['X', 'O']", "What differs: logbook: marks O X / kit: marks X O; "),
        (
            "beads.start = [8, 3, 2, 1]",
            "What differs: logbook: box 1 first 1 ......... white:1x4 lilac:2x4 gold:5x4 / "
            "kit: box 1 first 1 ......... white:1x8 lilac:2x8 gold:5x8.",
        ),
        ("boxes.lost-positions = false", "more. Use the kit file"),
        (
            "boxes.forced-moves = true\nbeads.start = [4, 3, 2, 1, 1]",
            (
                "logbook: win 3 3 3 3 / kit: win 3 3 3 3 3; logbook: "
                "draw 1 1 1 1 / kit: draw 1 1 1 1 1; "
            ),
        ),
    ],
)
def test_another_kit_is_refused_with_what_differs(path: Path, kit: str, different: str) -> None:
    message = complaint(path, kit_of(kit))
    assert different in message
    assert f"(kit {KIT.fingerprint}, not {kit_of(kit).fingerprint})" in message
    assert message.endswith("Use the kit file that it was begun with, or begin another logbook")


def test_a_kit_that_is_only_printed_or_called_otherwise_is_the_same_machine(path: Path) -> None:
    with Logbook(
        path, kit_of("name = 'Ada'\nprint.paper = 'letter'\ncabinet = {rows = 38, columns = 8}")
    ) as logbook:
        check_logbook(logbook)


def test_a_newer_logbook_asks_for_the_newer_program(path: Path) -> None:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("CREATE TABLE later (what TEXT)")
    connection.execute(f"PRAGMA user_version = {SCHEMA + 1}")
    connection.close()
    assert complaint(path).endswith(
        "was written by a newer menace-kit; install that one to go on with it"
    )


NO_LOGBOOK = (
    "is no logbook of menace-kit, or nothing in it can be read any more; name the right file"
)
FRIENDS = "CREATE TABLE friends (name TEXT); INSERT INTO friends VALUES ('Ada');"
OUR_MARK = f"PRAGMA application_id = {APPLICATION_ID};"


@pytest.mark.parametrize(
    "script",
    [
        FRIENDS,
        "PRAGMA application_id = 7",
        f"{OUR_MARK} {FRIENDS}",
        f"{OUR_MARK} PRAGMA user_version = 1; {FRIENDS}",
        f"{OUR_MARK} PRAGMA user_version = 4; {FRIENDS}",
        f"{OUR_MARK} PRAGMA user_version = {SCHEMA}; {FRIENDS}",
    ],
)
def test_the_database_of_another_program_is_left_alone_even_with_our_mark(
    tmp_path: Path, script: str
) -> None:
    path = tmp_path / "friends.sqlite"
    with closing(sqlite3.connect(path)) as db:
        db.executescript(script)
    assert NO_LOGBOOK in complaint(path)


@pytest.mark.parametrize(
    "content", ["Dear diary,\n" * 50, "Dear diary", "SQLite format 3\0" + "rubbish" * 200]
)
def test_another_file_is_left_alone(tmp_path: Path, content: str) -> None:
    path = tmp_path / "diary.txt"
    path.write_text(content, encoding="utf-8")
    assert NO_LOGBOOK in complaint(path)


def test_a_folder_is_no_logbook(tmp_path: Path) -> None:
    assert complaint(tmp_path).endswith("is a folder; a logbook is a file")
    missing = tmp_path / "missing" / "logbook.sqlite"
    assert (
        complaint(missing)
        == f"cannot make the logbook {missing}: there is no folder {missing.parent}"
    )


@pytest.mark.parametrize("how", [{}, {"make": False}, {"read_only": True}], ids=str)
def test_an_emptied_logbook_is_never_begun_anew(path: Path, how: dict[str, bool]) -> None:
    for content in (b"", b"\n"):
        path.write_bytes(content)
        with pytest.raises(LogbookError, match="put a backup in its place"):
            Logbook(path, KIT, **how)
        assert path.read_bytes() == content


def test_a_logbook_that_another_program_holds_is_said_to_be_in_use(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("menace_kit.logbook.file.BUSY_SECONDS", 0.05)
    with Logbook(path, KIT) as logbook:
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(
            LogbookError,
            match="is in use by another program; close it there, or wait, and try again",
        ):
            play_random_games(logbook, 1, seed=1)
        other.execute("ROLLBACK")
        other.close()
        play_random_games(logbook, 1, seed=1)
        check_logbook(logbook)


def test_of_two_who_begin_a_logbook_at_once_the_later_one_is_told(tmp_path: Path) -> None:
    """Neither has a file before the first act;
    the later one then reads what the other has written.
    """
    path, kit = tmp_path / "logbook.sqlite", kit_of("")
    with Logbook(path, kit, late=True) as one, Logbook(path, kit, late=True) as other:
        first, second = Desk(one), Desk(other)
        assert list(tmp_path.iterdir()) == []
        first.act(lambda session: session.start("Ada", None))
        with pytest.raises(LogbookMovedOnError):
            second.act(lambda session: session.start("Bob", None))
        assert second.session.game is not None
        assert second.session.game.start.operator == "Ada"
        do(second, "gold")
        assert [entry.kind for entry in one.entries()] == [Kind.START, Kind.BEAD]
    assert [file.name for file in tmp_path.iterdir()] == ["logbook.sqlite"]


def test_a_logbook_that_cannot_be_made_when_its_first_entry_comes_can_be_made_later(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "machine"
    folder.mkdir()
    with Logbook(folder / "logbook.sqlite", kit_of(""), late=True) as logbook:
        desk = Desk(logbook)
        folder.rmdir()
        with pytest.raises(LogbookError, match="there is no folder"):
            desk.act(lambda session: session.start(None, None))
        assert not desk.was_recorded()
        folder.mkdir()
        desk.act(lambda session: session.start(None, None))
        assert desk.was_recorded()
