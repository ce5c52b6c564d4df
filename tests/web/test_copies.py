"""The copies that a server keeps: how many, whose, and for how long."""

import re
import time
import tracemalloc
from pathlib import Path
from random import Random

import pytest

from menace_kit.guide.twin import Copy
from menace_kit.machine.learning import starting_contents
from menace_kit.web.copies import IDLE, MOST_COPIES, MOST_OF_ONE_SENDER, Copies, CopyFiles
from menace_kit.web.pages.twin import COOKIE
from menace_kit.web.settings import Settings
from tests.examples import all_to_prove, preset
from tests.views.twins import MACHINES, copy_of, machine, tap_on
from tests.web.conftest import KIT, Open
from tests.web.page import FORM, press, visit
from tests.web.twin_pages import begin, forms, moves, play_out


def test_the_cookie_says_nothing_and_goes_nowhere_else(open_client: Open) -> None:
    client = open_client(settings=Settings(any_address=True, secure=True))
    cookie = client.post("/play/begin", content="", headers=FORM, follow_redirects=False).headers[
        "set-cookie"
    ]
    assert re.match(rf"{COOKIE}=[\w-]{{22}};", cookie)
    for part in ("HttpOnly", "SameSite=strict", "Path=/", f"Max-Age={round(IDLE)}", "Secure"):
        assert part in cookie


def test_of_too_many_copies_the_one_that_was_left_longest_goes_of_who_has_most() -> None:
    clock = [0.0]
    copies, copy = Copies(lambda: clock[0]), copy_of(preset("her-19"))
    visitors = [
        copies.keep(None, copy, f"10.0.{n // 250}.{n % 250}") for n in range(MOST_COPIES - 3)
    ]
    crowd = [copies.keep(None, copy, "10.9.9.9") for _ in range(3)]
    assert len(copies) == MOST_COPIES
    crowd += [copies.keep(None, copy, "10.9.9.9") for _ in range(50)]
    assert len(copies) == MOST_COPIES
    assert all(map(copies.find, visitors))
    assert [bool(copies.find(token)) for token in crowd] == [False] * 50 + [True] * 3
    late = copies.keep(None, copy, "10.8.8.8")
    assert copies.find(late)
    clock[0] = IDLE / 2
    assert copies.find(visitors[0])
    clock[0] = IDLE + 1
    assert copies.find(visitors[0])
    assert len(copies) == 1
    assert copies.find(visitors[1]) is copies.find(None) is copies.find("") is None
    assert copies.keep("made-up", copy, "10.1.1.1") != "made-up"


def test_many_copies_of_one_address_push_nobody_else_out_and_nobody_who_plays() -> None:
    """A school is behind one address, and somebody there takes copy after copy."""
    copies, copy = Copies(), copy_of(preset("her-19"))
    others = [copies.keep(None, copy, f"10.0.0.{number}") for number in range(200)]
    pupils = [copies.keep(None, copy, "10.9.9.9") for _ in range(MOST_OF_ONE_SENDER // 2)]
    assert all(map(copies.find, pupils))
    taken = [copies.keep(None, copy, "10.9.9.9") for _ in range(MOST_COPIES)]
    assert all(map(copies.find, others))
    assert all(map(copies.find, pupils))
    assert [bool(copies.find(token)) for token in taken[-MOST_OF_ONE_SENDER // 2 :]] == [True] * (
        MOST_OF_ONE_SENDER // 2
    )
    assert len(copies) == len(others) + MOST_OF_ONE_SENDER


def test_a_copy_goes_on_after_a_restart_in_the_middle_of_a_game(
    open_client: Open, logbook_file: Path
) -> None:
    lots, first = Random(4), open_client()
    over = play_out(first, begin(first), lots)
    page = press(first, forms(over, "begin")[0])
    page = press(first, moves(page)[0], moves(page)[0].buttons[0])
    token = first.cookies[COOKIE]
    later = open_client()
    later.cookies.set(COOKIE, token, domain="127.0.0.1", path="/")
    assert visit(later, "/play").words == visit(first, "/play").words
    assert forms(play_out(later, visit(later, "/play"), lots), "begin")
    (file,) = logbook_file.with_name("logbook.sqlite.copies").iterdir()
    assert token not in file.name + file.read_text()
    assert "127.0.0.1" not in file.read_text()
    assert "testclient" not in file.read_text()


@pytest.mark.parametrize("name", all_to_prove(MACHINES, quick=["random", "nim-8", "both-players"]))
def test_a_copy_is_written_and_read_without_loss(name: str, tmp_path: Path) -> None:
    kit, lots = machine(name), Random(name)
    files, copy = CopyFiles(tmp_path / "copies", kit), copy_of(kit)
    for _ in range(9):
        copy = tap_on(copy, kit, lots)
        files.write("token", copy)
        assert files.read("token") == copy


def test_a_file_that_is_old_damaged_or_of_another_kit_is_no_copy(tmp_path: Path) -> None:
    now, folder, kit = [time.time()], tmp_path / "copies", preset("her-19")
    files, copy = CopyFiles(folder, kit, lambda: now[0]), copy_of(preset("her-19"))
    files.write("token", copy)
    assert CopyFiles(folder, preset("him-18")).read("token") is None
    assert files.read("other") is files.read("../token") is None
    (file,) = folder.iterdir()
    whole = file.read_text()
    for text in (
        "",
        "[]",
        "[" * 100_000,
        whole[:-9],
        whole.replace('"held":[', '"held":[1,'),
        whole.replace('"held":[', '"held":[-'),
    ):
        file.write_text(text)
        assert files.read("token") is None, text[:40]
    file.write_text(whole)
    files.sweep()
    assert files.read("token") == copy
    now[0] += IDLE + 60
    assert files.read("token") is None
    files.sweep()
    assert not folder.exists()


def test_a_copy_that_is_forgotten_leaves_no_file(tmp_path: Path) -> None:
    clock, folder, kit = [0.0], tmp_path / "copies", preset("her-19")
    copies = Copies(lambda: clock[0], CopyFiles(folder, kit))
    for _ in range(MOST_OF_ONE_SENDER + 3):
        copies.save(copies.keep(None, copy_of(kit), "10.9.9.9"))
    assert len(list(folder.iterdir())) == MOST_OF_ONE_SENDER
    clock[0] = IDLE + 1
    copies.sweep()
    assert not folder.exists()


def test_a_copy_that_is_only_looked_at_outlasts_a_restart_too(tmp_path: Path) -> None:
    now, folder, kit = [time.time()], tmp_path / "copies", preset("her-19")

    def begun() -> Copies:
        return Copies(lambda: now[0], CopyFiles(folder, kit, lambda: now[0]))

    copies, copy = begun(), copy_of(kit)
    token = copies.keep(None, copy, "10.9.9.9")
    copies.save(token)
    for _ in range(3):
        now[0] += IDLE - 60
        assert copies.find(token) == copy
        copies.sweep()
    now[0] += IDLE - 60
    assert begun().find(token) == copy
    now[0] += 120
    assert begun().find(token) is None


def test_a_copy_that_has_to_go_while_it_is_written_leaves_no_file(tmp_path: Path) -> None:
    kit = preset("her-19")

    class SlowFiles(CopyFiles):
        """Files of which each takes as long to write as many others need to come."""

        def write(self, token: str, copy: Copy) -> None:
            for _ in range(MOST_OF_ONE_SENDER):
                copies.keep(None, copy, "10.9.9.9")
            super().write(token, copy)

    copies = Copies(files=SlowFiles(tmp_path / "copies", kit))
    token = copies.keep(None, copy_of(kit), "10.9.9.9")
    copies.save(token)
    assert copies.find(token) is None
    assert not list((tmp_path / "copies").iterdir())


def test_where_copies_cannot_be_written_they_are_played_all_the_same(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "copies").write_text("in the way")
    copies = Copies(files=CopyFiles(tmp_path / "copies", preset("her-19")))
    for _ in range(2):
        token = copies.keep(None, copy_of(preset("her-19")), "10.9.9.9")
        copies.save(token)
        assert copies.find(token)
    assert len(caplog.messages) == 1


def test_all_copies_that_are_kept_take_little_memory() -> None:
    """A hundredth of them, of the machine of 1961, each with a game behind it: some 20 kB each.

    The same games are played before: what is kept once for all isn't the copies'.
    """
    number, contents = MOST_COPIES // 100, starting_contents(KIT)

    def played() -> list[Copy]:
        found, lots = [], Random(1)
        for _ in range(number):
            copy = Copy.of(KIT, contents, 0).begin(KIT, None, False, lots)
            while copy.game and copy.game.running:
                copy = tap_on(copy, KIT, lots)
            found.append(copy)
        return found

    played()
    copies = Copies()
    tracemalloc.start()
    try:
        for place, copy in enumerate(played()):
            copies.keep(None, copy, f"10.0.0.{place % 200}")
        used, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert used < number * 25_000, used / number
