"""`operator stats`, as typed at the table."""

import json
import re
import shutil
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from random import Random

import pytest
from PIL import Image

from menace_kit.cli import main
from menace_kit.guide.desk import Desk
from menace_kit.logbook.backups import back_up
from menace_kit.logbook.store import Logbook
from menace_kit.machine.kit_files import load_preset
from tests.cli.operator.kept_logbook import WON, Kept
from tests.logbook.games import desk_of, play_random_games, random_step
from tests.logbook.test_statistics import random_career


@pytest.fixture(scope="module")
def of_25_games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a logbook of 25 games of the default machine, which is not to be changed."""
    path = tmp_path_factory.mktemp("games") / "logbook.sqlite"
    with Logbook(path, load_preset("michie-1961")) as kept:
        play_random_games(kept, 25, seed=1961)
    return path


@pytest.fixture
def logbook(of_25_games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of that logbook, in the working folder."""
    monkeypatch.chdir(tmp_path)
    return Path(shutil.copyfile(of_25_games, tmp_path / "logbook.sqlite"))


def said(capsys: pytest.CaptureFixture[str], *words: str, exit_code: int = 0) -> str:
    with pytest.raises(SystemExit) as ended:
        main(["operator", "stats", *words])
    out, err = capsys.readouterr()
    assert ended.value.code == exit_code, err
    return out + err


def test_the_json_has_the_facts(logbook: Path, capsys: pytest.CaptureFixture[str]) -> None:
    facts = json.loads(said(capsys, "--json"))
    assert facts["games"] == facts["wins"] + facts["draws"] + facts["losses"] == 25
    assert sum(facts["last_20"].values()) == 20
    assert list(facts["last_20"]) == ["wins", "draws", "losses"]
    assert 4 < facts["boxes_opened"] < facts["boxes"] == 304
    assert facts["beads"]["white"]["start"] == 28
    assert len(facts["fullest"]) == 10
    assert list(facts["fullest"][0]) == ["number", "beads"]
    with Logbook(logbook, load_preset("michie-1961")) as kept:
        change = sum(kept.contents()[1].values()) - 12
        beads = sum(sum(counts.values()) for counts in kept.contents().values())
    assert len(facts["first_box"]) == len(facts["results"]) == 25
    assert facts["first_box"][-1] == change
    assert sum(stock["now"] for stock in facts["beads"].values()) == beads


@pytest.mark.usefixtures("logbook")
def test_the_screen_fits_a_small_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    lines = said(capsys).splitlines()
    assert len(lines) <= 23
    assert max(map(len, lines)) <= 80
    assert lines[0].startswith("Games   25: ")
    assert len([word for word in lines[1].split() if word in {"W", "D", "L"}]) == 20
    assert any(line.startswith("All       1,720") for line in lines)
    assert any(
        re.fullmatch(r"Michie's line: games have \w+ \d+ beads? \w+ the first box", line)
        for line in lines
    )


@pytest.mark.usefixtures("logbook")
def test_what_a_recount_finds_is_not_on_michies_line(
    logbook: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def told() -> str:
        return next(line for line in said(capsys).splitlines() if line.startswith("Michie's line"))

    before = told()
    with Logbook(logbook, load_preset("michie-1961")) as kept:
        desk = Desk(kept)
        if desk.session.due.value == "adjust":
            desk.act(lambda session: session.confirm())
        desk.act(lambda session: session.recount(1, {"white": 90}))
    assert told() == before


@pytest.mark.parametrize("preset", ["both-players", "second-player"])
def test_other_machines_fit_too(
    preset: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    with Logbook(tmp_path / "logbook.sqlite", load_preset(preset)) as kept:
        play_random_games(kept, 5, seed=1961)
    lines = said(capsys, "--preset", preset).splitlines()
    assert len(lines) <= 23
    assert max(map(len, lines)) <= 80
    assert any(line.startswith("Michie's line: games have ") for line in lines)


def test_before_the_first_game_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "there is no logbook" in said(capsys, exit_code=1)
    with Logbook(tmp_path / "logbook.sqlite", load_preset("michie-1961")) as kept:
        assert said(capsys).startswith("No game is finished yet.\nBoxes   0 of 304")
        assert json.loads(said(capsys, "--json"))["first_box"] == []
        desk = Desk(kept)
        for _ in range(2):
            desk.act(lambda session: random_step(session, Random(1)))
        assert said(capsys).startswith("No game is finished yet; 1 going on.\nBoxes   1 of 304")
        said(capsys, "--plot", "empty.png")
        assert Path("empty.png").exists()
        desk.act(lambda session: session.abandon())
        assert said(capsys).startswith("No game is finished yet; 1 ended early.")


@pytest.mark.usefixtures("logbook")
@pytest.mark.parametrize(
    ("ending", "begins"), [("png", b"\x89PNG"), ("SVG", b"<?xml"), ("pdf", b"%PDF-")]
)
def test_a_plot_is_drawn(capsys: pytest.CaptureFixture[str], ending: str, begins: bytes) -> None:
    Path("plots").mkdir()
    name = f"plots/progress.{ending}"
    assert name in said(capsys, "--plot", name)
    content = Path(name).read_bytes()
    assert content.startswith(begins)
    if ending == "png":
        assert Image.open(BytesIO(content)).size == (1920, 1080)
    if ending == "SVG":
        assert content.count(b"<polyline") == 4 + 3
        assert "won by the machine" in content.decode()
    assert [path.name for path in Path("plots").iterdir()] == [f"progress.{ending}"]


@pytest.mark.usefixtures("logbook")
def test_json_and_plot_go_together(capsys: pytest.CaptureFixture[str]) -> None:
    assert json.loads(said(capsys, "--json", "--plot", "a.svg"))["games"] == 25
    assert Path("a.svg").exists()


@pytest.mark.usefixtures("logbook")
@pytest.mark.parametrize("name", ["progress.jpg", "progress", ".png"])
def test_an_unknown_ending_is_refused(capsys: pytest.CaptureFixture[str], name: str) -> None:
    assert ".png, .svg, .pdf" in said(capsys, "--plot", name, exit_code=2)
    assert not Path(name).exists()


@pytest.mark.parametrize(
    ("preset", "has_ties"), [("her-19", False), ("nim-8", False), ("both-players", True)]
)
def test_draws_are_told_only_where_there_are_draws(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], preset: str, has_ties: bool
) -> None:
    path = tmp_path / "logbook.sqlite"
    with Logbook(path, load_preset(preset)) as kept:
        play_random_games(kept, 12, seed=1961)
    told = said(capsys, "--preset", preset, "--logbook", str(path))
    assert "won (" in told
    assert ("drawn (" in told) == has_ties
    assert ("; nobody " in told) == has_ties
    facts = json.loads(said(capsys, "--json", "--preset", preset, "--logbook", str(path)))
    assert facts["wins"] + facts["draws"] + facts["losses"] == facts["games"] == 12


# Visitors


def test_visitors_are_told_with_what_each_won_drew_and_lost(kept: Kept) -> None:
    """The logbook begins with a game that [bold]Bob lost."""
    kept.run("record", "5 1 3 7 4 6 2 8 9", "--opponent", "Cy", "--done")  # a draw
    kept.run("record", "--outcome", "lost", "--opponent", "Ada")
    kept.run("record", "--outcome", "lost", "--opponent", "ADA")
    kept.run("record", "--outcome", "won", "--opponent", "Ada")
    kept.run("record", "--outcome", "won")  # nobody knows who
    kept.run("start", "--opponent", "Dan")
    found = json.loads(kept.run("stats", "--visitors", "--json"))
    assert [tuple(one.values()) for one in found] == [
        ("Ada", 3, 2, 0, 1),
        ("Cy", 1, 0, 1, 0),
        ("[bold]Bob", 1, 0, 0, 1),
    ]
    lines = kept.run("stats", "--visitors").splitlines()
    assert lines[0].split() == ["visitor", "games", "won", "drawn", "lost"]
    assert lines[3].split() == ["3.", "[bold]Bob", "1", "0", "0", "1"]
    assert "exclude each other" in kept.run("stats", "--visitors", "--plot", "x.png", exit_code=2)


def test_where_no_visitor_has_a_name_it_says_so(kept: Kept) -> None:
    other = ("--logbook", "other.sqlite", "--preset", "michie-1961")
    kept.run("record", WON, "--done", *other)
    assert "No visitor with a name" in kept.run("stats", "--visitors", *other)


def told_on(day: int) -> Callable[[], str]:
    return lambda: f"2026-05-{day:02}T{8 + day:02}:30"


@pytest.fixture(scope="module")
def of_five_days(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a logbook of games on the first five days of May, which is not to be changed."""
    path = tmp_path_factory.mktemp("days") / "logbook.sqlite"
    with desk_of(load_preset("michie-1961")).logbook as kept:
        for day in range(1, 6):
            random_career(Desk(kept), 60, day, told_on(day))
        back_up(kept, path)
    return path


@pytest.fixture
def days(of_five_days: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the working folder, with a copy of that logbook."""
    monkeypatch.chdir(tmp_path)
    shutil.copyfile(of_five_days, tmp_path / "logbook.sqlite")
    return tmp_path


def test_no_line_of_a_day_ends_inside_a_percentage(kept: Kept) -> None:
    other = ("--logbook", "other.sqlite", "--preset", "michie-1961")
    for again in ((), ("--again",)):
        kept.run(
            "record", "5 1 3 7 4 6 2 8 9", "--played-at", "2026-11-20", "--done", *again, *other
        )
    lines = kept.run("stats", "--day", "2026-11-20", *other).splitlines()
    begin = lines.index(
        "Box 68 learned most: the chance of a good move (lilac) rose from 20.0 % to"
    )
    assert lines[begin + 1] == "33.3 %."


@pytest.mark.usefixtures("days")
def test_days_are_a_table_that_fits_a_small_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    facts = json.loads(said(capsys, "--json"))
    head, *lines, line, others = said(capsys, "--by-day").splitlines()
    assert head.split() == ["day", "games", "won", "drawn", "lost", "won", "%", "line", "others"]
    assert [line.split()[0] for line in lines] == [f"2026-05-0{day}" for day in range(1, 6)]
    columns = [
        [int(line.split()[place].replace(",", "")) for line in lines] for place in (1, 2, 3, 4)
    ]
    assert list(map(sum, columns)) == [facts[name] for name in ("games", "wins", "draws", "losses")]
    assert sum(int(line.split("%")[1].split()[0]) for line in lines) == facts["first_box"][-1]
    assert max(map(len, lines)) <= 80
    assert line == "line: by how many beads the games changed the first box (Michie's line)"
    assert "ended early" in others
    rows = json.loads(said(capsys, "--by-day", "--json"))
    assert [row["games"] for row in rows] == columns[0]
    besides = [row["abandoned"] + row["running"] for row in rows]
    assert [int(line.split("%")[1].split()[1]) for line in lines] == besides


@pytest.mark.usefixtures("days")
def test_one_day_is_told_and_drawn(capsys: pytest.CaptureFixture[str], days: Path) -> None:
    lines = said(capsys, "--day", "2026-05-03").splitlines()
    assert re.match(r"2026-05-03  \d+: \d+ won", lines[0])
    assert "The first game was begun at 11:30, the last at 11:30." in lines
    assert [line for line in lines if " was the longest: " in line]
    assert len(lines) <= 23
    assert max(map(len, lines)) <= 80
    for name in ("Ada", "Bob"):
        assert name not in " ".join(lines)
    assert said(capsys, "--day", "2026-05-03", "--plot", "day.svg").startswith(
        "day.svg  (how 2026-05-03 went)"
    )
    assert "2026-05-03" in (days / "day.svg").read_text("utf-8")


@pytest.mark.usefixtures("days")
@pytest.mark.parametrize(
    ("words", "told", "exit_code"),
    [
        (
            ("--day", "2026-04-01"),
            "The logbook begins on 2026-05-01. Nearest with games: 2026-05-01.",
            0,
        ),
        (
            ("--day", "2026-05-06"),
            "No game was played on this day. Nearest with games: 2026-05-05.",
            0,
        ),
        (("--day", "today"), "No game was played today yet. Nearest with games: 2026-05-05.", 0),
        (("--day", "2190-05-06"), "This day has not come yet.", 0),
        (
            ("--day", "1.5.26"),
            "'1.5.26' is no day; write it as 2026-11-22: year, month, day",
            2,
        ),
        (("--day", "2026-05-06", "--plot", "a.svg"), "2026-05-06: no game was finished", 2),
        (
            ("--day", "2026-05-01", "--by-day"),
            "--visitors, --by-day and --day exclude each other",
            2,
        ),
        (("--visitors", "--by-day"), "--visitors, --by-day and --day exclude each other", 2),
        (("--by-day", "--plot", "a.svg"), "--plot goes with --day, or alone", 2),
    ],
)
def test_days_that_cannot_be_told_say_why(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], told: str, exit_code: int
) -> None:
    assert told in " ".join(said(capsys, *words, exit_code=exit_code).split())


@pytest.mark.parametrize(
    ("preset", "told"),
    [("nim-8", "the first box as it was"), ("both-players", "the first boxes as they were")],
)
def test_a_day_that_changed_no_first_box_says_so_of_one_and_of_several(
    kept: Kept, preset: str, told: str
) -> None:
    other = ("--logbook", "other.sqlite", "--preset", preset)
    kept.run("record", "--outcome", "won", "--done", *other)
    assert f"Michie's line: games have left {told}\n" in kept.run("stats", "--day", "today", *other)
    assert "as at the start\n" in kept.run("stats", *other)


def test_a_logbook_without_games_has_no_days(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Logbook(tmp_path / "logbook.sqlite", load_preset("michie-1961")).close()
    assert said(capsys, "--by-day") == said(capsys, "--day", "today") == "No game was played yet.\n"
