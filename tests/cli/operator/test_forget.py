"""`logbook forget`, as typed: asked for, refused, done, and told by verify."""

import shutil

import pexpect
import pytest

from tests.cli.operator.kept_logbook import Kept
from tests.cli.running import PROGRAM, environment

BOB = "[bold]Bob"


def test_a_rescued_logbook_keeps_the_note(kept: Kept) -> None:
    kept.run("forget", BOB, "--yes")
    assert "there is no logbook none.sqlite; name the damaged one" in kept.run(
        "rescue", "new.sqlite", "--logbook", "none.sqlite", exit_code=1
    )
    kept.run("rescue", "new.sqlite")
    shutil.move("new.sqlite", "logbook.sqlite")
    assert "A name was forgotten (" in kept.run("verify")


def test_copies_that_were_made_by_themselves_are_changed_and_named(kept: Kept) -> None:
    folder = kept.folder / "logbook-backups"
    folder.mkdir()
    kept.run("backup", str(sound := folder / "2026-01-01.sqlite"))
    (damaged := folder / "2026-01-02.sqlite").write_bytes(sound.read_bytes()[:-4096])
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
