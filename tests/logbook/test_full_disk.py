"""Where the disk is full, or may not be written: it is said so,
and what was written before stays.
"""

import json
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from menace_kit.logbook.store import Logbook
from tests.logbook.games import check_logbook, kit_of, play_random_games

pytestmark = pytest.mark.prove

ROOT = Path(__file__).resolve().parent.parent.parent
KIT = kit_of("")

PLAY = """
import json, os, resource, signal, sys
from pathlib import Path
# Backups are loaded late; the user that this becomes may not be able to read Python's own files.
import menace_kit.logbook.backups
from menace_kit.errors import LogbookError
from menace_kit.logbook.store import Logbook
from tests.logbook.games import kit_of, play_step_by_step
path, kit = Path(sys.argv[2]), kit_of("")
if sys.argv[1] == "full":
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    size = path.stat().st_size if path.exists() else 4096
    resource.setrlimit(resource.RLIMIT_FSIZE, (size + int(sys.argv[3]), resource.RLIM_INFINITY))
elif os.geteuid() == 0:
    os.setuid(65534)  # root may write everywhere
said, last = "", None
try:
    with Logbook(path, kit) as logbook:
        last = logbook.last_entry
        try:
            play_step_by_step(logbook, 500, seed=1)
        finally:
            last = logbook.last_entry
except LogbookError as error:
    said = str(error)
print(json.dumps([said, last]))
"""


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """Lend a folder that every user of the computer can reach."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


def play_elsewhere(how: str, path: Path, more: int = 0) -> tuple[str, int | None]:
    """Play in a process whose disk is full or who may not write;
    return what is said, and the last entry.
    """
    command = [sys.executable, "-c", PLAY, how, str(path), str(more)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    assert run.returncode == 0, run.stderr
    said, last = json.loads(run.stdout)
    return said, last


not_on_windows = pytest.mark.skipif(
    sys.platform == "win32", reason="needs the limits and rights of POSIX"
)


@not_on_windows
@pytest.mark.parametrize("more", [0, 4096, 20_000])
def test_on_a_full_disk_the_writer_is_told_and_what_was_written_stays(
    tmp_path: Path, more: int
) -> None:
    path = tmp_path / "logbook.sqlite"
    with Logbook(path, KIT) as logbook:
        play_random_games(logbook, 2, seed=3)
        before = list(logbook.entries())
    said, last = play_elsewhere("full", path, more)
    assert said.startswith(f"cannot use the logbook {path}: ")
    assert said.endswith("; nothing was recorded")
    with Logbook(path, KIT) as logbook:
        found = list(logbook.entries())
        assert found[: len(before)] == before
        assert last == len(found)
        check_logbook(logbook)
        play_random_games(logbook, 1, seed=2)


@not_on_windows
def test_a_logbook_that_cannot_be_made_on_a_full_disk_can_be_made_later(tmp_path: Path) -> None:
    path = tmp_path / "new.sqlite"
    said, last = play_elsewhere("full", path)
    assert said.startswith(f"cannot make the logbook {path}: the disk ")
    assert last is None
    with Logbook(path, KIT) as logbook:
        assert logbook.last_entry == 0
        check_logbook(logbook)


@not_on_windows
def test_a_logbook_that_is_write_protected_can_be_read_and_says_so_when_written(
    open_folder: Path,
) -> None:
    path = open_folder / "logbook.sqlite"
    with Logbook(path, KIT) as logbook:
        play_random_games(logbook, 1, seed=1)
        before = logbook.last_entry
    path.chmod(stat.S_IRUSR | stat.S_IRGRP | stat.S_IROTH)
    said, last = play_elsewhere("protected", path)
    assert "the file, or its folder, may only be read; nothing was recorded" in said
    assert last == before
    with Logbook(path, KIT) as logbook:
        check_logbook(logbook)


@not_on_windows
@pytest.mark.parametrize("existing", [True, False])
def test_a_folder_that_is_write_protected_is_said_so(open_folder: Path, existing: bool) -> None:
    path = open_folder / "logbook.sqlite"
    if existing:
        Logbook(path, KIT).close()
        path.chmod(0o666)
    open_folder.chmod(0o555)
    said, last = play_elsewhere("protected", path)
    open_folder.chmod(0o755)
    reason = (
        "cannot use the logbook {}: the file, or its folder, may only be read"
        if existing
        else "cannot make the logbook {}: the file, or its folder, is not there or may not be used"
    )
    assert said == f"{reason.format(path)}; nothing was recorded"
    assert last == (0 if existing else None)
    assert [file.name for file in open_folder.iterdir()] == ["logbook.sqlite"] * existing
