"""`print certificate` and `print day`, as they are typed: of which games, in whose name,
and what is said of others.
"""

import shutil
from pathlib import Path

import pytest

from tests.cli.conftest import Menace
from tests.cli.operator.kept_logbook import WON
from tests.cli.running import pdf_texts, run_here


@pytest.fixture(scope="module")
def four_games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a logbook of games of Bob, broken off, by its outcome alone,
    of nobody; it is not to be changed.
    """
    path = tmp_path_factory.mktemp("games") / "logbook.sqlite"
    for words in (
        ("record", WON, "--opponent", "Bob", "--done"),
        ("start", "--opponent", "Cy"),
        ("end",),
        ("record", "--outcome", "lost", "--opponent", "Dan", "--done"),
        ("record", "5 1 3 7 4 6 2 8 9", "--done"),
    ):
        done = run_here("operator", *words, "--logbook", path, "--preset", "michie-1961")
        assert done.code == 0
    return path


@pytest.fixture
def played(menace: Menace, four_games: Path, tmp_path: Path) -> Menace:
    """Return the program in a folder with a copy of those games."""
    shutil.copyfile(four_games, tmp_path / "logbook.sqlite")
    return menace


def text_of(path: Path) -> list[str]:
    return [" ".join(text.split()) for text in pdf_texts(path)]


def test_a_name_that_is_typed_stands_in_the_place_of_the_logbooks(
    played: Menace, tmp_path: Path
) -> None:
    made = tmp_path / "output" / "certificate-a4-1.pdf"
    for words, there, away in (
        ((), "Bob", "Mia"),
        (("--name", "Mia"), "Mia", "Bob"),
        (("--no-name",), "Certificate", "Bob"),
    ):
        assert played("print", "certificate", "--games", "1", *words).code == 0
        (page,) = text_of(made)
        assert there in page
        assert away not in page


def test_stickers_show_visitors_games_and_others_are_left_out(
    played: Menace, tmp_path: Path
) -> None:
    result = played("print", "stickers", "--games", "1-4")
    assert "stickers-a4-1-to-4.pdf  (Stickers, 1 page)" in result.out
    assert [line for line in result.out.splitlines() if line.startswith("Left out")] == [
        "Left out: game 2 has no sticker and no certificate: ended early",
        "Left out: game 3 has no sticker: only its outcome is known",
    ]
    (page,) = text_of(tmp_path / "output" / "stickers-a4-1-to-4.pdf")
    assert "Bob" in page
    assert "Game 4" in page
    assert played("print", "stickers", "--games", "1", "--no-name").code == 0
    (page,) = text_of(tmp_path / "output" / "stickers-a4-1.pdf")
    assert "Bob" not in page
