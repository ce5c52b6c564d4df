"""`lab train`, as it is typed."""

import json
import signal
from pathlib import Path
from textwrap import dedent

import pytest

from menace_kit.games import Side
from menace_kit.lab.machine_file import load_machine
from menace_kit.lab.training import Training
from tests.cli.conftest import Menace
from tests.examples import preset

MICHIE = preset("michie-1961")
MACHINE = Path("m.json")


def test_a_count_that_can_grow_no_more_is_told(menace: Menace, tmp_path: Path) -> None:
    (tmp_path / "kit.toml").write_text('[learning]\nfull-box = "tell"\n', encoding="utf-8")
    menace("lab", "train", "--games", "1", "--machine", "m.json", "--kit", "kit.toml")
    facts = json.loads(MACHINE.read_text(encoding="utf-8"))
    facts["boxes"]["1"]["white"] = 10**8
    MACHINE.write_text(json.dumps(facts), encoding="utf-8")
    result = menace("lab", "train", "--games", "100", "--machine", "m.json", "--kit", "kit.toml")
    assert (result.code, result.err) == (
        0,
        "A count of beads came up to 100,000,000, and stays there.\n",
    )


def test_a_machine_that_cannot_be_kept_is_still_told_of(menace: Menace, tmp_path: Path) -> None:
    """Its folder goes, and a file comes in its place, while the games are played."""
    (tmp_path / "kept").mkdir()
    player = """
        from pathlib import Path
        def player(board):
            if Path("kept").is_dir():
                Path("kept").rmdir()
                Path("kept").touch()
            return board.index(".") + 1
    """
    (tmp_path / "mine.py").write_text(dedent(player), encoding="utf-8")
    result = menace("lab", "train", "--opponent", "mine.py:player", "--machine", "kept/m.json")
    assert result.code == 1
    assert result.out.startswith("1,000 games against mine.py:player")
    assert "Traceback" not in result.err
    assert f"cannot write into the folder {Path('kept')}" in result.err


@pytest.mark.parametrize("opponent", ["q-learning", "mine.py:slow"])
def test_ctrl_c_keeps_what_was_done(
    tmp_path: Path, menace: Menace, monkeypatch: pytest.MonkeyPatch, opponent: str
) -> None:
    """Ctrl-C comes when the first games are played."""
    play = Training.play

    def pressed(training: Training, games: int) -> int:
        done = play(training, games)
        if done:
            signal.raise_signal(signal.SIGINT)
        return done

    (tmp_path / "mine.py").write_text(
        "def slow(board):\n    return board.index('.') + 1\n", encoding="utf-8"
    )
    train = ["lab", "train", "--opponent", opponent, "--machine", "m.json"]
    with monkeypatch.context() as patched:
        patched.setattr(Training, "play", pressed)
        stopped = menace(*train, "--games", "1e12")
    assert stopped.code == 130
    saved = load_machine(MACHINE, MICHIE)
    assert saved.games > 0
    assert stopped.err == f"Stopped after {saved.games:,} of 1,000,000,000,000 games.\n"
    assert f"m.json  (the machine after {saved.games:,} games)" in stopped.out
    again = menace(*train, "--games", "50", "--json")
    assert json.loads(again.out)["games_in_all"] == saved.games + 50


def test_others_play_and_the_machine_watches(menace: Menace, tmp_path: Path) -> None:
    asked = (
        "lab",
        "train",
        "--preset",
        "van-woudenberg",
        "--watch",
        "perfect,random",
        "--games",
        "200",
    )
    facts = json.loads(menace(*asked, "--alternate", "--machine", "m.json", "--json").out)
    assert (facts["watched"], facts["alternate"]) == (["perfect", "random"], True)
    assert facts["won"] + facts["drawn"] == facts["games"] == 200  # perfect has not lost one
    assert facts["dead"] is None
    said = menace(*asked).out
    assert said.startswith(
        "200 games of perfect against random, watched, seed 1; as perfect has them"
    )
    learned = json.loads((tmp_path / "m.json").read_text(encoding="utf-8"))["boxes"]
    kit = preset("van-woudenberg")
    changed = {
        kit.box(int(number)).side
        for number, held in learned.items()
        if held != dict(kit.box(int(number)).start)
    }
    assert changed == set(Side)  # in his set-up both sides learn from one game


def test_what_a_machine_learned_is_not_written_over_what_another_program_did(
    menace: Menace, tmp_path: Path
) -> None:
    """The other program is a player that copies a file while the games are played."""
    menace("lab", "train", "--machine", "theirs.json", "--games", "7")
    player = """
        from pathlib import Path
        def player(board):
            if not Path("m.json").exists():
                Path("m.json").write_bytes(Path("theirs.json").read_bytes())
            return board.index(".") + 1
    """
    (tmp_path / "mine.py").write_text(dedent(player), encoding="utf-8")
    ours = menace(
        "lab", "train", "--machine", "m.json", "--opponent", "mine.py:player", "--games", "50"
    )
    assert ours.code == 0
    assert "m.json was changed by another program meanwhile, and stays as it is" in ours.err
    assert "m-2.json  (the machine after 50 games)" in ours.out
    assert load_machine(MACHINE, MICHIE).games == 7
    assert load_machine(tmp_path / "m-2.json", MICHIE).games == 50
