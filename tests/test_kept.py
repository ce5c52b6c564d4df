"""What was worked out from files is kept, and is never anything else
than what the files say now.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest

from menace_kit import files
from menace_kit.errors import OutputError
from menace_kit.files import read_file, write_file
from menace_kit.kept import MOST_KEPT, kept
from menace_kit.machine import load_preset
from menace_kit.machine.boxes import drawn_boxes
from menace_kit.machine.toml_files import TemplateKind, template_path
from menace_kit.text import load_words
from tests.cli.running import obey_permissions
from tests.examples import all_to_prove

NOWHERE = "nowhere"
"""A relative path: there is no cache then."""


@contextmanager
def cache_in(place: object) -> Iterator[None]:
    """Let the user's cache be here, by the rules of any system."""
    with pytest.MonkeyPatch.context() as there:
        for name in ("XDG_CACHE_HOME", "LOCALAPPDATA", "HOME"):
            there.setenv(name, str(place))
        yield


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return the folder in which things are kept, empty."""
    # Else code that was only just written would not be believed.
    monkeypatch.setattr("menace_kit.kept._BEGUN", 1e11)
    with cache_in(tmp_path / "caches"):
        yield files.cache_folder() or tmp_path


def counted(folder: Path) -> tuple[Path, Callable[[], Any], list[str]]:
    """Return a file, what reads it, and a list in which each reading is noted."""
    source, made = folder / "source.txt", list[str]()
    source.write_text("one", encoding="utf-8")

    def make() -> Any:
        made.append(read_file(source).decode())
        return {"text": made[-1], "numbers": [1, 2.5, None]}

    return source, make, made


@pytest.mark.parametrize("name", ["michie-1961", "gardner-her-24", "her-19", "nim-8"])
def test_the_boxes_of_a_game_come_back_as_they_were(cache: Path, name: str) -> None:
    drawn_boxes.cache_clear()
    first = load_preset(name)
    drawn_boxes.cache_clear()
    assert load_preset(name) == first
    assert len(list(cache.iterdir())) == 1
    drawn_boxes.cache_clear()
    with cache_in(NOWHERE):
        assert load_preset(name) == first


def test_changed_sentences_are_other_words(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where somebody edits the templates of a copy of the project."""
    import shutil

    shutil.copytree(
        files.templates_folder(), tmp_path / "templates", ignore=shutil.ignore_patterns("fonts")
    )
    shutil.copytree(files.package_folder() / "machine", tmp_path / "menace_kit" / "machine")
    monkeypatch.setattr(files, "_PACKAGE", tmp_path / "menace_kit")
    read = load_words.__wrapped__  # what other tests have loaded stays loaded
    before = read("nl")
    assert len(list(cache.iterdir())) == 1
    path = template_path(TemplateKind.TEXT, "nl")
    text = path.read_text(encoding="utf-8").replace("[page]", '[page]\nadded = "Ja"', 1)
    path.write_text(text, encoding="utf-8")
    assert "page.added" in read("nl")
    assert "page.added" not in before


def test_what_other_code_made_is_made_again(cache: Path, tmp_path: Path) -> None:
    _, make, made = counted(tmp_path)
    code = tmp_path / "code.py"
    for text in ("version = 1", "version = 2", "version = 2", "version = 1"):
        code.write_text(text, encoding="utf-8")
        kept("counted", make, [code])
    assert len(made) == 2
    assert len(list(cache.iterdir())) == 2


def test_what_code_made_that_was_replaced_while_it_ran_is_not_kept(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, make, made = counted(tmp_path)
    monkeypatch.setattr("menace_kit.kept._BEGUN", 1e9)
    for _ in range(2):
        kept("counted", make, [Path(__file__)])
    assert len(made) == 2
    assert list(cache.iterdir()) == []


def test_a_mistake_is_not_kept(cache: Path, tmp_path: Path) -> None:
    source, make, _ = counted(tmp_path)
    source.unlink()
    for _ in range(2):
        with pytest.raises(OutputError, match="cannot read"):
            kept("counted", make)
    source.write_text("two", encoding="utf-8")
    assert kept("counted", make)["text"] == "two"
    assert len(list(cache.iterdir())) == 1


@pytest.mark.parametrize("step", all_to_prove([1, 9], quick=[9]))
def test_a_kept_file_that_is_damaged_or_cut_off_anywhere_is_made_again(
    cache: Path, tmp_path: Path, step: int
) -> None:
    _, make, made = counted(tmp_path)
    right = kept("counted", make)
    (path,) = cache.iterdir()
    sound = path.read_bytes()
    for place in range(0, len(sound), step):
        for damaged in (
            sound[:place],
            sound[:place] + bytes([sound[place] ^ 1]) + sound[place + 1 :],
        ):
            path.write_bytes(damaged)
            assert kept("counted", make) == right
            assert path.read_bytes() == sound
    assert len(made) == 1 + 2 * len(range(0, len(sound), step))


@pytest.mark.skipif(os.name != "posix", reason="makes pipes, and permissions as POSIX has them")
def test_a_pipe_or_a_folder_in_its_place_holds_nobody_up(cache: Path, tmp_path: Path) -> None:
    _, make, made = counted(tmp_path)
    right = kept("counted", make)
    (path,) = cache.iterdir()
    path.unlink()
    os.mkfifo(path)
    assert kept("counted", make) == right
    path.unlink()
    path.mkdir()
    assert kept("counted", make) == right
    assert len(made) == 3


@pytest.mark.skipif(os.name != "posix", reason="permissions as POSIX has them")
@pytest.mark.parametrize("mode", [0o777, 0o770])
def test_nothing_is_believed_where_others_can_write(cache: Path, tmp_path: Path, mode: int) -> None:
    _, make, made = counted(tmp_path)
    kept("counted", make)
    cache.chmod(mode)
    kept("counted", make)
    assert len(made) == 2
    cache.chmod(0o700)
    kept("counted", make)
    assert len(made) == 2


@pytest.mark.parametrize("home", [NOWHERE, "away/home"])
def test_without_a_place_everything_is_made_each_time_and_no_home_is_made(
    tmp_path: Path, home: str
) -> None:
    _, make, made = counted(tmp_path)
    with cache_in(home if home == NOWHERE else tmp_path / home):
        assert kept("counted", make) == kept("counted", make)
    assert len(made) == 2
    assert not (tmp_path / "away").exists()


LOAD = "from menace_kit.text import load_words; print(load_words('nl').rule.names[0])"
LOADED = "Nederlands"


def loading(folder: Path, **more: Any) -> "subprocess.Popen[str]":
    surroundings = {
        **os.environ,
        "XDG_CACHE_HOME": str(folder),
        "LOCALAPPDATA": str(folder),
        "HOME": str(folder),
    }
    return subprocess.Popen(
        [sys.executable, "-c", LOAD], env=surroundings, stdout=subprocess.PIPE, text=True, **more
    )


@pytest.mark.skipif(os.name != "posix", reason="permissions as POSIX has them")
def test_where_nothing_can_be_written_all_goes_on(tmp_path: Path) -> None:
    (tmp_path / "menace-kit").mkdir(mode=0o700)
    (tmp_path / "menace-kit").chmod(0o500)
    with loading(tmp_path, preexec_fn=obey_permissions) as process:
        assert process.communicate()[0].strip() == LOADED
    assert process.returncode == 0
    (tmp_path / "menace-kit").chmod(0o700)


def test_two_at_once_do_not_hinder_each_other(tmp_path: Path) -> None:
    processes = [loading(tmp_path) for _ in range(2)]
    assert {process.communicate()[0].strip() for process in processes} == {LOADED}
    assert {process.returncode for process in processes} == {0}
    with cache_in(tmp_path):
        folder = files.cache_folder()
        assert folder is not None
        assert [path.suffix for path in folder.iterdir()] == [".json"]


def test_threads_that_work_something_out_at_once_note_each_its_own_files(
    cache: Path, tmp_path: Path
) -> None:
    both = Barrier(2)

    def make(source: Path) -> object:
        both.wait(10)
        before = read_file(source).decode()
        both.wait(10)
        return before

    sources = [tmp_path / "one", tmp_path / "two"]
    for source in sources:
        source.write_text(source.name, encoding="utf-8")
    with ThreadPoolExecutor() as threads:
        made = list(threads.map(lambda source: kept(source.name, lambda: make(source)), sources))
    assert made == ["one", "two"]
    noted = [
        json.loads(path.read_bytes().partition(b"\n")[2])["sources"] for path in cache.iterdir()
    ]
    assert sorted(map(list, noted)) == [[str(source)] for source in sources]


def test_old_ones_go(cache: Path, tmp_path: Path) -> None:
    _, make, made = counted(tmp_path)
    for number in range(MOST_KEPT + 5):
        kept(f"number {number}", make)
        for path in cache.iterdir():
            os.utime(path, (1e9 + number, 1e9 + number)) if path.stat().st_mtime > 1.5e9 else None
    assert len(list(cache.iterdir())) == MOST_KEPT
    kept(f"number {MOST_KEPT + 4}", make)
    assert len(made) == MOST_KEPT + 5
    kept("number 0", make)
    assert len(made) == MOST_KEPT + 6


@pytest.mark.skipif(sys.platform == "win32", reason="names are text there")
def test_a_folder_whose_name_is_no_text_will_do(cache: Path, tmp_path: Path) -> None:
    folder = Path(os.fsdecode(bytes(tmp_path) + b"/bad\xff"))
    folder.mkdir()
    _, make, made = counted(folder)
    assert kept("counted", make) == kept("counted", make)
    assert len(made) == len(list(cache.iterdir())) == 1


def test_what_is_read_twice_is_kept_as_it_was_first(tmp_path: Path) -> None:
    source = tmp_path / "source"

    def make() -> str:
        source.write_text("one", encoding="utf-8")
        found = read_file(source).decode()
        source.write_text("two", encoding="utf-8")
        read_file(source)
        return found

    assert kept("twice", make) == "one"
    assert kept("twice", lambda: "anew") == "anew"


def test_a_file_that_goes_while_old_ones_are_looked_for_is_no_mistake(
    cache: Path, tmp_path: Path
) -> None:
    _, make, _ = counted(tmp_path)
    kept("counted", make)
    (cache / "gone.json").symlink_to(tmp_path / "nowhere")
    assert kept("another", make) == kept("counted", make)


def test_a_part_that_a_killed_program_left_goes_with_the_old_ones(
    cache: Path, tmp_path: Path
) -> None:
    _, make, _ = counted(tmp_path)
    kept("counted", make)
    write_file(cache / ".x.json.0.part", b"half")
    os.utime(cache / ".x.json.0.part", (1e9, 1e9))
    for number in range(MOST_KEPT):
        kept(f"number {number}", make)
    assert not (cache / ".x.json.0.part").exists()
