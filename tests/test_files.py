"""Files appear whole or not at all, whatever happens while they are written."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from menace_kit.errors import InputError, NotTextError, OutputError
from menace_kit.files import read_file, read_text, unfinished_files, write_file, write_files

posix_only = pytest.mark.skipif(
    os.name != "posix", reason="limits, signals and permissions as POSIX has them"
)

OLD, NEW = b"old content\n", b"new content " * 200_000


def only(folder: Path) -> list[str]:
    """Return all that is in a folder, hidden files too."""
    return sorted(path.name for path in folder.iterdir())


def in_a_process(script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", script, *arguments], capture_output=True, text=True, check=False
    )


def test_files_are_written_as_they_are_into_folders_that_are_made_for_them(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    for files in (
        {"b.svg": NEW, "a.svg": b"a\nb\r\nc\x1a"},
        {"b.svg": b"", "a.svg": OLD},  # what was there is replaced
    ):
        paths = write_files(folder, files)
        assert [(path.name, path.read_bytes()) for path in paths] == list(files.items())
        assert only(folder) == ["a.svg", "b.svg"]


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


@posix_only
@pytest.mark.parametrize("old", [None, OLD])
def test_a_full_disk_leaves_what_was_there(tmp_path: Path, old: bytes | None) -> None:
    path = tmp_path / "labels.pdf"
    if old is not None:
        path.write_bytes(old)
    done = in_a_process(FULL_DISK, str(path))
    assert (
        done.stdout == f"cannot write {path}: File too large; what was there before is untouched\n"
    )
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


@posix_only
def test_a_folder_that_nobody_may_write_into_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = Path("/proc/sys") if os.geteuid() == 0 else Path("/")
    with pytest.raises(OutputError, match=rf"cannot write into the folder {folder}: \w+"):
        write_file(folder / "labels.pdf", NEW)
    monkeypatch.chdir(folder)
    with pytest.raises(OutputError, match=rf"cannot write into the folder {folder}: \w+"):
        write_file(Path("labels.pdf"), NEW)


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


@posix_only
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
    assert [name for name in only(tmp_path) if not name.startswith(".labels.pdf.")] == [
        "labels.pdf"
    ]


@posix_only
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


@posix_only
@pytest.mark.parametrize("mask", [0o022, 0o077])
def test_permissions_follow_the_umask(tmp_path: Path, mask: int) -> None:
    script = "import os, sys; from pathlib import Path; from menace_kit.files import write_file; "
    script += f"os.umask({mask}); write_file(Path(sys.argv[1]), b'x'); print(oct(os.umask(0)))"
    done = in_a_process(script, str(tmp_path / "file"))
    assert done.stdout == f"{oct(mask)}\n"
    assert (tmp_path / "file").stat().st_mode & 0o777 == 0o666 & ~mask


def test_where_a_folder_has_the_name_of_one_all_stay_as_they_were(tmp_path: Path) -> None:
    (tmp_path / "a.svg").write_bytes(OLD)
    (tmp_path / "c.svg").mkdir()
    with pytest.raises(OutputError, match=r"cannot write .*c\.svg: "):
        write_files(tmp_path, {"a.svg": NEW, "b.svg": NEW, "c.svg": NEW})
    assert only(tmp_path) == ["a.svg", "c.svg"]
    assert (tmp_path / "a.svg").read_bytes() == OLD


@pytest.mark.parametrize("failure", [OSError(5, "broken"), KeyboardInterrupt()])
def test_whatever_fails_before_the_first_name_is_taken_leaves_no_part(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failure: BaseException
) -> None:
    synced: list[int] = []

    def fsync(handle: int) -> None:
        synced.append(handle)
        assert len(unfinished_files(tmp_path, ["a", "b", "c"])) == len(synced)
        assert not (tmp_path / "a").exists()
        if len(synced) == 3:
            raise failure

    monkeypatch.setattr(os, "fsync", fsync)
    with pytest.raises((OutputError, KeyboardInterrupt)):
        write_files(tmp_path, {"a": b"1", "b": b"2", "c": b"3"})
    assert len(synced) == 3
    assert only(tmp_path) == []


def test_a_name_that_cannot_be_taken_is_told_with_those_that_were(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace = Path.replace

    def refuse_b(part: Path, path: Path) -> Path:
        if path.name == "b":  # as Windows does while another program shows the file
            raise PermissionError(13, "Permission denied")
        return replace(part, path)

    monkeypatch.setattr(Path, "replace", refuse_b)
    (tmp_path / "b").write_bytes(OLD)
    with pytest.raises(OutputError) as caught:
        write_files(tmp_path, {"a": b"1", "b": b"2", "c": b"3"})
    said = (
        f"cannot write {tmp_path / 'b'}: Permission denied; "
        "what was there before is untouched; already new: a"
    )
    assert str(caught.value) == said
    assert only(tmp_path) == ["a", "b"]
    assert (tmp_path / "b").read_bytes() == OLD


def test_several_threads_may_write_the_same_file(tmp_path: Path) -> None:
    contents = [bytes([number]) * 100_000 for number in range(8)]
    threads = [
        threading.Thread(target=write_file, args=(tmp_path / "file", each)) for each in contents
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (tmp_path / "file").read_bytes() in contents
    assert only(tmp_path) == ["file"]


def test_unfinished_files_are_known_by_the_name_they_are_for(tmp_path: Path) -> None:
    for name in (".a.pdf.0123.part", ".b.pdf.0123.part", ".a.pdf", "a.pdf.part", ".notes.part"):
        (tmp_path / name).write_bytes(b"")
    assert [part.name for part in unfinished_files(tmp_path, ["a.pdf"])] == [".a.pdf.0123.part"]


def test_a_file_is_read_whole_up_to_the_most_that_is_meant(tmp_path: Path) -> None:
    path = tmp_path / "kit.toml"
    path.write_bytes(b"\xef\xbb\xbfname = 1\r\n# a\r# b\n")
    assert read_file(path, 21) == path.read_bytes()
    assert read_text(path) == "name = 1\n# a\n# b\n"
    with pytest.raises(
        InputError, match=r"kit\.toml: it has more than 20 bytes, so it is the wrong file"
    ):
        read_file(path, 20)


def test_what_is_not_there_is_told_with_the_systems_own_reason(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match=r"cannot read .*no\.toml: No such file") as told:
        read_file(tmp_path / "no.toml")
    assert isinstance(told.value.__cause__, FileNotFoundError)
    with pytest.raises(OutputError, match=r"cannot read .*null"):
        read_file(Path("a\0b"))


def test_a_folder_is_no_file_to_read(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="it is a folder, not an ordinary file"):
        read_file(tmp_path)


@posix_only
@pytest.mark.parametrize("name", ["pipe", "device"])
def test_what_might_never_come_to_an_end_is_not_read(tmp_path: Path, name: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "device").symlink_to("/dev/zero")
    with pytest.raises(InputError, match="it is a pipe or a device, not an ordinary file"):
        read_file(tmp_path / name)


@posix_only
def test_a_pipe_that_takes_a_files_place_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "kit.toml"
    path.write_bytes(OLD)
    real_open = os.open

    def opened_too_late(name: Path, *arguments: int) -> int:
        path.unlink()
        os.mkfifo(path)
        return real_open(name, *arguments)

    monkeypatch.setattr(os, "open", opened_too_late)
    with pytest.raises(InputError, match="it is a pipe or a device, not an ordinary file"):
        read_file(path)


def test_what_a_killed_run_left_of_a_file_goes_when_the_file_is_written_again(
    tmp_path: Path,
) -> None:
    old, new, other = (
        tmp_path / name for name in (".a.json.01.part", ".a.json.02.part", ".b.json.01.part")
    )
    for part in (old, new, other):
        part.touch()
    for part in (old, other):
        os.utime(part, (0, 0))
    write_file(tmp_path / "a.json", b"{}")
    assert {path.name for path in tmp_path.iterdir()} == {"a.json", new.name, other.name}


def test_a_file_that_is_no_text_is_told_with_the_line(tmp_path: Path) -> None:
    path = tmp_path / "text.txt"
    path.write_bytes(b"one\ntwo\n\xff\n")
    with pytest.raises(
        NotTextError, match="is not a text file in UTF-8: line 3 has an invalid byte"
    ):
        read_text(path)
