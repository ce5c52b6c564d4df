"""Files appear whole or not at all, whatever happens while they are written."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from menace_kit.errors import OutputError
from menace_kit.files import write_file, write_files

OLD, NEW = b"old content\n", b"new content " * 200_000


def only(folder: Path) -> list[str]:
    """Return all that is in a folder, hidden files too."""
    return sorted(path.name for path in folder.iterdir())


def in_a_process(script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", script, *arguments], capture_output=True, text=True, check=False
    )


def test_a_file_is_written_into_folders_that_are_made_for_it(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "labels.pdf"
    write_file(path, NEW)
    assert path.read_bytes() == NEW
    assert only(path.parent) == ["labels.pdf"]


def test_an_old_file_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "labels.pdf"
    path.write_bytes(OLD * 1000)
    write_file(path, b"")
    assert path.read_bytes() == b""
    assert only(tmp_path) == ["labels.pdf"]


def test_who_reads_the_old_file_goes_on_reading_it_whole(tmp_path: Path) -> None:
    path = tmp_path / "labels.pdf"
    path.write_bytes(OLD)
    with path.open("rb") as reader:
        write_file(path, NEW)
        assert reader.read() == OLD
    assert path.read_bytes() == NEW


def test_several_files_are_written_in_order(tmp_path: Path) -> None:
    paths = write_files(tmp_path / "out", {"b.svg": b"2", "a.svg": b"1"})
    assert [(path.name, path.read_bytes()) for path in paths] == [("b.svg", b"2"), ("a.svg", b"1")]


FULL_DISK = """
import resource, sys
from pathlib import Path
from menace_kit.errors import OutputError
from menace_kit.files import write_file
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
try:
    write_file(Path(sys.argv[1]), b"x" * 100_000)
except OutputError as error:
    print(error)
"""


@pytest.mark.parametrize("old", [None, OLD])
def test_a_full_disk_leaves_what_was_there(tmp_path: Path, old: bytes | None) -> None:
    path = tmp_path / "labels.pdf"
    if old is not None:
        path.write_bytes(old)
    done = in_a_process(FULL_DISK, str(path))
    assert done.stdout == f"cannot write {path}: File too large; what was there before is untouched\n"
    assert done.stderr == ""
    assert only(tmp_path) == ([] if old is None else ["labels.pdf"])
    assert old is None or path.read_bytes() == old


def test_a_folder_that_is_a_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "out").write_bytes(OLD)
    for path in (tmp_path / "out" / "labels.pdf", tmp_path / "out" / "deeper" / "labels.pdf"):
        with pytest.raises(OutputError) as caught:
            write_file(path, NEW)
        assert str(caught.value).startswith(f"cannot write into the folder {path.parent}: ")
        assert isinstance(caught.value, OSError)
        assert caught.value.exit_code == 1
    assert (tmp_path / "out").read_bytes() == OLD


def test_a_folder_in_place_of_the_file_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "labels.pdf").mkdir()
    with pytest.raises(
        OutputError, match=r"cannot write .*labels\.pdf: Is a directory; what was there before is untouched"
    ):
        write_file(tmp_path / "labels.pdf", NEW)
    assert only(tmp_path) == ["labels.pdf"]


def test_a_folder_that_nobody_may_write_into_is_named() -> None:
    folder = Path("/proc/self") if os.geteuid() == 0 else Path("/")
    with pytest.raises(OutputError, match=rf"cannot write into the folder {folder}: \w+"):
        write_file(folder / "labels.pdf", NEW)


SLOW_WRITER = """
import os, sys
from pathlib import Path
from menace_kit.files import write_file
def wait(handle):
    print("written, not yet renamed", flush=True)
    sys.stdin.read()
os.fsync = wait
write_file(Path(sys.argv[1]), b"new content")
"""


def test_a_writer_that_is_killed_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "labels.pdf"
    path.write_bytes(OLD)
    with subprocess.Popen(
        [sys.executable, "-c", SLOW_WRITER, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "written, not yet renamed\n"
        assert path.read_bytes() == OLD
        writer.send_signal(signal.SIGKILL)
    assert writer.returncode == -signal.SIGKILL
    assert path.read_bytes() == OLD
    assert [name for name in only(tmp_path) if not name.startswith(".labels.pdf.")] == ["labels.pdf"]


def test_a_writer_that_is_interrupted_leaves_nothing_behind(tmp_path: Path) -> None:
    path = tmp_path / "labels.pdf"
    path.write_bytes(OLD)
    with subprocess.Popen(
        [sys.executable, "-c", SLOW_WRITER, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as writer:
        assert writer.stdout is not None
        writer.stdout.readline()
        time.sleep(0.1)
        writer.send_signal(signal.SIGINT)
        assert writer.wait(timeout=20) != 0
    assert path.read_bytes() == OLD
    assert only(tmp_path) == ["labels.pdf"]


@pytest.mark.parametrize("mask", [0o022, 0o077, 0o002])
def test_permissions_follow_the_umask(tmp_path: Path, mask: int) -> None:
    script = "import os, sys; from pathlib import Path; from menace_kit.files import write_file; "
    script += f"os.umask({mask}); write_file(Path(sys.argv[1]), b'x'); print(oct(os.umask(0)))"
    done = in_a_process(script, str(tmp_path / "file"))
    assert done.stdout == f"{oct(mask)}\n"
    assert (tmp_path / "file").stat().st_mode & 0o777 == 0o666 & ~mask
