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
from hypothesis import given
from hypothesis import strategies as st

from menace_kit import files
from menace_kit.errors import KitError, MenaceKitError
from menace_kit.files import MOST_KEPT, kept, read_file, write_file
from menace_kit.games import GAMES, NoughtsAndCrosses
from menace_kit.machine import Kit, kit, load_kit, load_preset
from menace_kit.machine.kit import packed, unpacked
from menace_kit.machine.toml_files import TemplateKind, template_names, template_path
from menace_kit.text import load_words
from tests.cli.running import obey_permissions
from tests.examples import all_to_prove, examples
from tests.layout.kits import small_kit
from tests.odd_kits import ODD_KITS

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
    monkeypatch.setattr(files, "_BEGUN", 1e11)
    with cache_in(tmp_path / "caches"):
        yield files.cache_folder() or tmp_path


def outcome(load: Callable[[], Kit]) -> Kit | str:
    try:
        return load()
    except MenaceKitError as error:
        return str(error)


def from_files(load: Callable[[], Kit]) -> Kit | str:
    with cache_in(NOWHERE):
        return outcome(load)


def counted(folder: Path) -> tuple[Path, Callable[[], Any], list[str]]:
    """Return a file, what reads it, and a list in which each reading is noted."""
    source, made = folder / "source.txt", list[str]()
    source.write_text("one", encoding="utf-8")

    def make() -> Any:
        made.append(read_file(source).decode())
        return {"text": made[-1], "numbers": [1, 2.5, None]}

    return source, make, made


# A kit is the same from what was kept of it.


@pytest.mark.parametrize(
    "name",
    all_to_prove(
        template_names(TemplateKind.MACHINES), quick=["michie-1961", "her-19", "nim-8", "nim-13"]
    ),
)
def test_a_preset_comes_back_as_it_was(cache: Path, name: str) -> None:
    first = load_preset(name)
    assert len(list(cache.iterdir())) == 1
    again = load_preset(name)
    assert again == first == from_files(lambda: load_preset(name))
    assert (again.fingerprint, again.description) == (first.fingerprint, first.description)
    assert unpacked(json.loads(json.dumps(packed(first))), "elsewhere").source == "elsewhere"


@pytest.mark.parametrize("name", ODD_KITS)
def test_an_odd_kit_comes_back_as_it_was(cache: Path, tmp_path: Path, name: str) -> None:
    path = ODD_KITS[name].write(tmp_path / "kit")
    first, again = load_kit(path), load_kit(path)
    assert len(list(cache.iterdir())) == 1
    assert again == first == from_files(lambda: load_kit(path))
    assert list(map(type, vars(again.spec).values())) == list(map(type, vars(first.spec).values()))
    assert again.fingerprint == first.fingerprint


@given(
    st.fixed_dictionaries(
        {},
        optional={
            "name": st.text(
                st.characters(codec="utf-8", categories=["L", "N", "Zs"]), min_size=1, max_size=20
            ),
            "side": st.sampled_from(["first", "second", "both"]),
            "boxes": st.fixed_dictionaries(
                {"symmetry": st.sampled_from(["all", "none"])},
                optional={
                    "forced-moves": st.booleans(),
                    "canonical-form": st.sampled_from(["largest", "smallest"]),
                },
            ),
            "beads": st.fixed_dictionaries({"start": st.integers(1, 99)}),
            "learning": st.fixed_dictionaries(
                {"win": st.integers(-99, 99)},
                optional={
                    "empty-box": st.sampled_from(["resign", "refill", "keep-last", "random"])
                },
            ),
            "cabinet": st.fixed_dictionaries(
                {"rows": st.integers(1, 50), "columns": st.integers(1, 50)},
                optional={"lights-gap": st.tuples(st.integers(0, 9), st.integers(0, 9))},
            ),
        },
    )
)
@examples(3, 100)
def test_any_kit_comes_back_as_it_was(tables: dict[str, Any]) -> None:
    made = outcome(lambda: small_kit(**{"game": "hexapawn", "marks": ["W", "B"], **tables}))
    if isinstance(made, Kit):
        assert unpacked(json.loads(json.dumps(packed(made))), made.source) == made


def test_a_kit_that_was_kept_is_shown_without_reading_its_files_anew(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = load_preset("nim-8")
    monkeypatch.setattr(kit, "make_kit", None)
    kept_one = load_preset("nim-8")
    assert kept_one == first
    assert load_preset("nim-8") is kept_one
    assert cache.is_dir()


# Whatever changes is seen.

OWN_FILES = {
    "kit.toml": "machines/nim-8",
    "colours.toml": "palettes/four-arrows",
    "box.toml": "containers/slim-matchbox",
    "bead.toml": "beads/hama-midi",
    "sheet.toml": "stock/plain",
}


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a kit file beside which lie all the files that it names."""
    folder = tmp_path_factory.mktemp("own")
    for name, template in OWN_FILES.items():
        (folder / name).write_bytes((files.templates_folder() / f"{template}.toml").read_bytes())
    (folder / "kit.toml").write_text(
        'game = "hexapawn"\nside = "second"\nmarks = ["W", "B"]\n'
        '[boxes]\nsymmetry = "mirror"\nforced-moves = true\nmap = "map.csv"\n'
        '[beads]\nstart = 1\npalette = "colours.toml"\nkind = "bead.toml"\n'
        '[print]\ncontainer = "box.toml"\nstock = "sheet.toml"\n',
        encoding="utf-8",
    )
    her = load_preset("her-19")
    boards = "\n".join(her.board(box) for box in her.boxes)
    (folder / "map.csv").write_text(f"drawing\n{boards}\n", encoding="utf-8")
    return folder / "kit.toml"


@given(st.sampled_from([*OWN_FILES, "map.csv"]), st.integers(0), st.sampled_from(b'19aZ."\n#'))
@examples(15, 600)
def test_any_byte_of_any_file_of_a_kit_changes_what_is_shown_at_once(
    own: Path, name: str, place: int, sign: int
) -> None:
    """Whether it is another kit then, or none: what is shown is what the files say."""
    with cache_in(own.parent / "caches"):
        assert isinstance(outcome(lambda: load_kit(own)), Kit)
        file = own.with_name(name)
        before, about = file.read_bytes(), file.stat()
        place %= len(before)
        try:
            file.write_bytes(before[:place] + bytes([sign]) + before[place + 1 :])
            os.utime(file, ns=(about.st_atime_ns, about.st_mtime_ns))
            assert outcome(lambda: load_kit(own)) == from_files(lambda: load_kit(own))
        finally:
            file.write_bytes(before)
        assert outcome(lambda: load_kit(own)) == from_files(lambda: load_kit(own))


@pytest.mark.parametrize("name", [*OWN_FILES, "map.csv"])
def test_a_file_of_a_kit_that_is_gone_is_missed(own: Path, name: str) -> None:
    with cache_in(own.parent / "caches"):
        load_kit(own)
        gone = own.with_name(name).rename(own.with_name("away"))
        try:
            said = outcome(lambda: load_kit(own))
            assert isinstance(said, str)
            assert said == from_files(lambda: load_kit(own))
        finally:
            gone.rename(own.with_name(name))


def test_a_changed_template_is_another_kit_and_other_words(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where somebody edits the templates of a copy of the project."""
    import shutil

    shutil.copytree(
        files.templates_folder(), tmp_path / "templates", ignore=shutil.ignore_patterns("fonts")
    )
    monkeypatch.setattr(files, "_PACKAGE", tmp_path / "menace_kit")
    monkeypatch.setattr(kit, "code_of", lambda _: [])
    load_words.cache_clear()
    first, words = load_preset("nim-8"), load_words("nl")
    assert len(list(cache.iterdir())) == 2
    for kind, name, old, new in (
        (TemplateKind.CONTAINERS, first.spec.print.container, "length = ", "length = 1"),
        (TemplateKind.TEXT, "nl", "[page]", '[page]\nadded = "Ja"'),
    ):
        path = template_path(kind, name)
        path.write_text(path.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    load_words.cache_clear()
    assert load_preset("nim-8").container != first.container
    assert "page.added" in load_words("nl")
    assert "page.added" not in words
    load_words.cache_clear()


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
    monkeypatch.setattr(files, "_BEGUN", 1e9)
    for _ in range(2):
        kept("counted", make, [Path(__file__)])
    assert len(made) == 2
    assert list(cache.iterdir()) == []


def test_a_game_of_another_package_is_asked_each_time(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Other(NoughtsAndCrosses):
        name = "other"

    monkeypatch.setitem(GAMES, "other", Other())
    path = tmp_path / "kit.toml"
    path.write_text('game = "other"\n', encoding="utf-8")
    assert load_kit(path).game is load_kit(path).game is GAMES["other"]
    again = Other()
    monkeypatch.setitem(GAMES, "other", again)
    assert load_kit(path).game is again
    assert cache.is_dir()


def test_a_mistake_is_not_kept(cache: Path, tmp_path: Path) -> None:
    path = tmp_path / "kit.toml"
    for _ in range(2):
        path.write_text("nam = 1\n", encoding="utf-8")
        with pytest.raises(KitError, match="there is no key nam"):
            load_kit(path)
    path.write_text('name = "Ours"\n', encoding="utf-8")
    assert load_kit(path).spec.name == "Ours"
    assert len(list(cache.iterdir())) == 1


# Whatever becomes of the kept file is seen, too.


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


def test_a_kept_file_of_something_else_is_made_again(cache: Path, tmp_path: Path) -> None:
    """Should two names ever have the same digest."""
    _, make, made = counted(tmp_path)
    kept("counted", make)
    (path,) = cache.iterdir()
    kept("another", make)
    (another,) = set(cache.iterdir()) - {path}
    path.write_bytes(another.read_bytes())
    kept("counted", make)
    assert len(made) == 3


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


def test_without_a_place_everything_is_made_each_time(tmp_path: Path) -> None:
    _, make, made = counted(tmp_path)
    with cache_in(NOWHERE):
        assert kept("counted", make) == kept("counted", make)
    assert len(made) == 2


def test_no_home_is_made_for_somebody_who_has_none(tmp_path: Path) -> None:
    _, make, made = counted(tmp_path)
    with cache_in(tmp_path / "away" / "home"):
        assert kept("counted", make) == kept("counted", make)
    assert len(made) == 2
    assert not (tmp_path / "away").exists()


LOAD = "from menace_kit import load_preset; print(load_preset('nim-8').fingerprint)"


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
    right = load_preset("nim-8").fingerprint
    (tmp_path / "menace-kit").mkdir(mode=0o700)
    (tmp_path / "menace-kit").chmod(0o500)
    with loading(tmp_path, preexec_fn=obey_permissions) as process:
        assert process.communicate()[0].strip() == right
    assert process.returncode == 0
    (tmp_path / "menace-kit").chmod(0o700)


def test_two_at_once_do_not_hinder_each_other(tmp_path: Path) -> None:
    right = load_preset("nim-8").fingerprint
    processes = [loading(tmp_path) for _ in range(2)]
    assert {process.communicate()[0].strip() for process in processes} == {right}
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
def test_a_folder_whose_name_is_no_text_will_do(tmp_path: Path, cache: Path) -> None:
    folder = Path(os.fsdecode(bytes(tmp_path) + b"/bad\xff"))
    folder.mkdir()
    (folder / "kit.toml").write_text('name = "Ada"', encoding="utf-8")
    assert [load_kit(folder / "kit.toml").spec.name for _ in range(2)] == ["Ada", "Ada"]
    assert len(list(cache.iterdir())) == 1


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
