"""`logbook forget`, as typed: asked for, refused, done, and told by verify."""

import shutil
from pathlib import Path

import pexpect
import pytest

from tests.cli.operator.kept_logbook import Kept
from tests.cli.running import PROGRAM, environment

BOB = "[bold]Bob"


def test_a_name_is_forgotten_and_the_games_stay(kept: Kept) -> None:
    said = kept.run("forget", "[BOLD]bob", "--yes")
    assert "'[bold]Bob' stands in 1 game as opponent." in said
    assert "Forgotten. Nobody stands in its place." in said
    for command in (
        "history",
        "history 1",
        "export",
        "export --games",
        "stats --visitors",
        "stats",
        "status",
    ):
        assert "Bob" not in kept.run(*command.split())
    assert "Ada" in kept.run("history")
    assert "won" in kept.run("history")
    said = kept.run("verify")
    assert "A name was forgotten (" in said
    assert "1 entry had it." in said
    assert "In order" in said
    assert "nobody called '[bold]Bob'" in kept.complaint("forget", BOB, "--yes")


def test_another_text_may_stand_in_its_place(kept: Kept) -> None:
    assert "pupil 7 stands in its place" in kept.run("forget", BOB, "--as", " pupil 7 ", "--yes")
    assert "pupil 7" in kept.run("stats", "--visitors")
    assert "pupil 7" in kept.run("history")
    assert "In order" in kept.run("verify")


def test_a_rescued_logbook_keeps_the_note(kept: Kept) -> None:
    kept.run("forget", BOB, "--yes")
    assert "there is no logbook none.sqlite; name the damaged one" in kept.run(
        "rescue", "new.sqlite", "--logbook", "none.sqlite", exit_code=1
    )
    kept.run("rescue", "new.sqlite")
    shutil.move("new.sqlite", "logbook.sqlite")
    assert "A name was forgotten (" in kept.run("verify")


def test_copies_and_exports_from_before_are_named(kept: Kept) -> None:
    kept.run("backup", "monday.sqlite")
    kept.run("export", "games.jsonl")
    said = kept.run("forget", BOB, "--dry-run")
    assert {"  monday.sqlite", "  games.jsonl"} <= set(said.splitlines())
    assert "Forgotten" not in said
    assert "Bob" in kept.run("history")
    said = kept.run("forget", BOB, "--yes", "--logbook", "monday.sqlite")
    assert {"  logbook.sqlite", "  games.jsonl"} <= set(said.splitlines())
    said = kept.run("forget", BOB, "--yes")
    assert "  games.jsonl" in said.splitlines()
    assert "monday" not in said


def test_copies_that_were_made_by_themselves_are_changed_and_named(kept: Kept) -> None:
    folder = kept.folder / "logbook-backups"
    folder.mkdir()
    kept.run("backup", str(sound := folder / "2026-01-01.sqlite"))
    (damaged := folder / "2026-01-02.sqlite").write_bytes(sound.read_bytes()[:-4096])
    said = kept.run("forget", BOB, "--dry-run")
    for copy in (sound, damaged):
        assert f"  {copy}\n" in said
    assert "It would be taken out of these copies, too:" in said
    said = kept.run("forget", BOB, "--yes")
    assert f"It was taken out of these copies, too:\n  {sound}\n" in said
    assert f"damaged, and are removed:\n  {damaged}\n" in said
    assert sound.exists()
    assert not damaged.exists()


def test_a_name_in_a_copy_alone_and_a_copy_of_another_machine_are_told(kept: Kept) -> None:
    folder = kept.folder / "logbook-backups"
    folder.mkdir()
    kept.run("backup", str(copy := folder / "2026-01-01.sqlite"))
    before = copy.read_bytes()
    kept.run("forget", BOB, "--yes")
    copy.write_bytes(before)
    other = folder / "2026-01-02.sqlite"
    kept.run("start", "--preset", "nim-8", "--opponent", BOB, "--logbook", str(other))
    said = kept.run("forget", BOB, "--yes")
    assert "'[bold]Bob' stands in no entry, but in copies that were made by themselves." in said
    assert "These copies are of another machine" in said
    assert f"  {other}" in said.replace(f"  {other.relative_to(kept.folder)}", f"  {other}")
    assert b"Bob" not in copy.read_bytes()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("bop", "--yes"), "nobody called 'bop' stands in this logbook"),
        (("", "--yes"), "nobody called ''"),
        (("adda", "--yes"), "did you mean 'Ada'?"),
        ((BOB, "--yes", "--as", "ADA"), "another's name in this logbook"),
        ((BOB, "--yes", "--as", "[bold] bob".replace(" ", "")), "the same name"),
        ((BOB, "--yes", "--as", "a\nb"), "a name is one line"),
        ((BOB,), "nobody can be asked here; say --yes"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_changes(
    kept: Kept, words: tuple[str, ...], why: str
) -> None:
    before = Path("logbook.sqlite").read_bytes()
    assert why in kept.complaint("forget", *words)
    assert Path("logbook.sqlite").read_bytes() == before


def test_names_that_have_it_in_them_are_told(kept: Kept) -> None:
    kept.run(
        "record", "--outcome", "won", "--opponent", "Ada and Eve", "--operator", "Adam", "--done"
    )
    said = kept.run("forget", "Ada", "--yes")
    assert (
        "Other names have it in them, and stay unless you forget them, too: 'Ada and Eve'." in said
    )
    assert "Ada and Eve" in kept.run("history")


@pytest.mark.prove
@pytest.mark.parametrize("answer", ["y", "n"])
def test_at_a_terminal_it_asks_first(kept: Kept, answer: str) -> None:
    command = [*PROGRAM, "logbook", "forget", BOB, "--preset", "michie-1961"]
    child = pexpect.spawn(command[0], command[1:], env=environment(), encoding="utf-8", timeout=60)
    child.expect_exact("Put nobody in its place, for good?")
    child.sendline(answer)
    child.expect(pexpect.EOF)
    child.close()
    assert (child.exitstatus == 0) is (answer == "y")
    assert ("Bob" in kept.run("history")) is (answer == "n")
