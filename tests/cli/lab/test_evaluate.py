"""`lab evaluate`, as typed."""

import json
import shutil
from pathlib import Path

import pytest

from menace_kit.games import Side
from menace_kit.lab.engine.match import Match
from menace_kit.lab.machine_file import SavedMachine, TrainingState, machine_bytes
from menace_kit.logbook.store import Logbook
from menace_kit.machine.kit_files import both_sides, load_preset
from menace_kit.machine.learning import starting_contents
from tests.cli.conftest import Menace
from tests.cli.running import complaint, run
from tests.logbook.games import play_random_games

KIT = load_preset("michie-1961")
STATE = TrainingState(stream=1)
CHANCES = ("win", "draw", "loss")


def chances(said: str) -> tuple[float, ...]:
    facts = json.loads(said)
    return tuple(facts[chance] for chance in CHANCES)


def test_as_many_beads_of_each_move_is_random_play(menace: Menace) -> None:
    facts = json.loads(
        menace("lab", "evaluate", "--preset", "pulles", "--opponent", "random", "--json").out
    )
    fingerprint = load_preset("pulles").fingerprint
    assert [facts[chance] for chance in CHANCES] == pytest.approx([737 / 1260, 8 / 63, 121 / 420])
    assert (facts["fingerprint"], facts["opponent"], facts["side"]) == (
        fingerprint,
        "random",
        "first",
    )
    assert facts["machine"] == "the untouched kit"


def test_without_an_opponent_all_of_them(menace: Menace) -> None:
    lines = menace("lab", "evaluate").out.splitlines()
    names = ["random", "first-free", "win-or-block", "perfect", "perfect:0.1", "worst-case"]
    assert [line.split()[0] for line in lines[2:]] == names
    assert lines[2] == "random         60.68 %   12.63 %   26.69 %"
    results = json.loads(menace("lab", "evaluate", "--json").out)["results"]
    assert [result["opponent"] for result in results] == names
    assert all(sum(result[chance] for chance in CHANCES) == pytest.approx(1) for result in results)


def test_a_kit_for_both_sides_plays_either_and_itself(menace: Menace) -> None:
    both = ("lab", "evaluate", "--preset", "both-players", "--opponent", "menace", "--json")
    first = chances(menace(*both).out)
    assert chances(menace(*both, "--side", "second").out) == pytest.approx(first[::-1])
    assert "boxes for the first player only" in complaint(
        menace("lab", "evaluate", "--side", "second"), 2
    )
    assert "no side 'third'" in complaint(menace(*both, "--side", "third"), 2)


def test_greedy_play_differs(menace: Menace, tmp_path: Path) -> None:
    run = Match(KIT).run(1)
    run.play(1_000)
    path = tmp_path / "m.json"
    path.write_bytes(machine_bytes(SavedMachine(KIT, "beads", run.contents, (), STATE)))
    asked = ("lab", "evaluate", "--machine", "m.json", "--opponent", "random", "--json")
    drawn, greedy = chances(menace(*asked).out), chances(menace(*asked, "--greedy").out)
    untouched = chances(menace("lab", "evaluate", "--opponent", "random", "--json").out)
    assert greedy[0] > drawn[0] > untouched[0]


def test_machines_by_odds_and_for_both_sides(menace: Menace, tmp_path: Path) -> None:
    kit = both_sides(KIT)
    even = {
        box.number: {bead.colour: 1 / len(box.beads) for bead in box.beads} for box in kit.boxes
    }
    (tmp_path / "odds.json").write_bytes(machine_bytes(SavedMachine(kit, "odds", even, (), STATE)))
    asked = ("lab", "evaluate", "--machine", "odds.json", "--opponent", "random", "--json")
    facts = json.loads(menace(*asked).out)
    assert facts["fingerprint"] == kit.fingerprint
    untouched = chances(menace("lab", "evaluate", "--opponent", "random", "--json").out)
    assert [facts[chance] for chance in CHANCES] == pytest.approx(untouched)


def test_the_real_machine_as_its_logbook_has_it(menace: Menace, tmp_path: Path) -> None:
    with Logbook(tmp_path / "logbook.sqlite", KIT) as logbook:
        play_random_games(logbook, 25, seed=1961)
        assert logbook.contents() != starting_contents(KIT)
        saved = SavedMachine(KIT, "beads", logbook.contents(), (), STATE)
    (tmp_path / "copy.json").write_bytes(machine_bytes(saved))
    shutil.copy(tmp_path / "logbook.sqlite", tmp_path / "other.sqlite")
    asked = ("lab", "evaluate", "--opponent", "random", "--json")
    real = chances(menace(*asked, "--real").out)
    assert real == chances(menace(*asked, "--logbook", "other.sqlite").out)
    assert real == chances(menace(*asked, "--machine", "copy.json").out)
    assert real != chances(menace(*asked).out)


def test_a_machine_has_one_source(menace: Menace) -> None:
    assert "give one of them" in complaint(
        menace("lab", "evaluate", "--machine", "m.json", "--real"), 2
    )
    assert "there is no file m.json" in complaint(
        menace("lab", "evaluate", "--machine", "m.json"), 2
    )
    assert "there is no logbook" in complaint(menace("lab", "evaluate", "--real"), 1)


@pytest.mark.parametrize(
    ("opponent", "reason"),
    [
        ("nobody", "there is no player 'nobody'"),
        ("perfect:2", "from 0 to 1"),
        ("perfect:often", "not a number"),
        ("adaptive", "plays differently as time goes on"),
        ("q-learning", "learns as it plays"),
        ("odds:factor=2", "learns as it plays"),
        ("menace", "cannot play itself"),
        ("", "there is no player ''"),
        ("corner.py:nobody", "corner.py has no function 'nobody'; it has: corner"),
        ("corner.py:", "corner.py has no function ''"),
        ("none.py:corner", "there is no file none.py"),
        ("broken.py:corner", "broken.py cannot be run: SyntaxError: "),
        (
            "failing.py:corner",
            "failing.py cannot be run: ZeroDivisionError: division by zero (line 2)",
        ),
        ("leaving.py:corner", "leaving.py cannot be run: SystemExit: 3 (line 1)"),
    ],
)
def test_opponents_that_cannot_be(
    menace: Menace, tmp_path: Path, opponent: str, reason: str
) -> None:
    for name, text in {
        "corner": "def corner(board):\n    return 1\n",
        "broken": "def corner(board)\n",
        "failing": "\n1 / 0\n",
        "leaving": "raise SystemExit(3)\n",
    }.items():
        (tmp_path / f"{name}.py").write_text(text)
    assert reason in complaint(menace("lab", "evaluate", "--opponent", opponent), 2)


# Functions


def write_player(folder: Path, body: str) -> None:
    (folder / "mine.py").write_text(f"def play(board):\n    {body}\n")


@pytest.mark.parametrize("answer", ["board.index('.') + 1", "str(board.index('.') + 1)"])
def test_a_function_plays_as_the_same_player_does(
    menace: Menace, tmp_path: Path, answer: str
) -> None:
    write_player(tmp_path, f"return {answer}")
    asked = ("lab", "evaluate", "--json", "--opponent")
    assert chances(menace(*asked, "mine.py:play").out) == chances(menace(*asked, "first-free").out)


@pytest.mark.parametrize("side", Side)
def test_a_function_is_asked_only_when_it_is_to_move(
    menace: Menace, tmp_path: Path, side: Side
) -> None:
    ahead = 0 if side is Side.SECOND else 1
    write_player(
        tmp_path,
        f"return board.index('.') + 1 if board.count('O') - board.count('X') == {ahead} else 'no'",
    )
    asked = (
        "lab",
        "evaluate",
        "--preset",
        "both-players",
        "--side",
        side.value,
        "--json",
        "--opponent",
    )
    assert chances(menace(*asked, "mine.py:play").out) == chances(menace(*asked, "first-free").out)


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("return 10", "mine.py:play answered 10 on the board"),
        ("return None", "answered None on the board"),
        ("return True", "answered True on the board"),
        ("return 2.0", "answered 2.0 on the board"),
        ("return 1 if board[0] == '.' else 1", "it should be one of: "),
        (
            "raise ValueError('I give up')",
            "mine.py:play: ValueError: I give up (line 2), on the board",
        ),
        ("return board.index('?')", "ValueError: substring not found (line 2), on the board"),
    ],
)
def test_what_a_function_does_wrong(menace: Menace, tmp_path: Path, body: str, reason: str) -> None:
    write_player(tmp_path, body)
    assert reason in complaint(menace("lab", "evaluate", "--opponent", "mine.py:play"), 2)


def test_a_function_may_use_the_rest_of_its_file(menace: Menace, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "import math\nEMPTY = '.'\n\ndef lowest(board):\n    return "
        "math.floor(board.index(EMPTY))\n\n"
        "def play(board):\n    return lowest(board) + 1\n"
    )
    asked = ("lab", "evaluate", "--json", "--opponent")
    assert chances(menace(*asked, "mine.py:play").out) == chances(menace(*asked, "first-free").out)


def test_a_machine_of_nine_colours_says_how_often_it_still_draws_a_taken_square(
    menace: Menace,
) -> None:
    preset = ("--preset", "gallmo-rules")
    menace(
        "lab", "train", *preset, "--opponent", "menace", "--games", "5000", "--machine", "m.json"
    )
    before = json.loads(menace("lab", "evaluate", *preset, "--json").out)["results"]
    after = json.loads(menace("lab", "evaluate", *preset, "--machine", "m.json", "--json").out)[
        "results"
    ]
    shares = {each["opponent"]: each["taken"] for each in before}
    assert shares["menace"] > 0.3
    assert shares["worst-case"] is None
    assert {each["opponent"]: each["taken"] for each in after}["menace"] < 0.05
    lines = menace("lab", "evaluate", *preset, "--opponent", "random").out.splitlines()
    assert lines[1].split() == ["against", "win", "draw", "loss", "taken"]
    assert lines[2].endswith(f"{100 * shares['random']:8.2f} %")
    assert lines[3] == "taken: of all beads that it draws, those of taken squares"


def test_who_cannot_be_summed_is_refused_before_anything_is_compiled(tmp_path: Path) -> None:
    (tmp_path / "lots.py").write_text(
        "import random\n\n\ndef lots(board):\n    return random.choice([place for place, "
        "cell in enumerate(board, 1) if cell == '.'])\n",
        encoding="utf-8",
    )
    new = {"NUMBA_CACHE_DIR": str(tmp_path / "new")}  # as if nothing was compiled ever
    done = run("lab", "evaluate", "--opponent", "lots.py:lots", folder=tmp_path, variables=new)
    assert done.code == 2
    assert "uses random numbers" in done.err
    assert "Compiling" not in done.err


def test_a_name_that_means_nobody_is_told_who_is_known_and_that_files_are_too(
    menace: Menace,
) -> None:
    said = complaint(menace("lab", "evaluate", "--opponent", "perfct"), 2)
    for known in ("perfect", "worst-case", "menace", "a machine's FILE", "FILE.py:NAME"):
        assert known in said
    said = complaint(menace("lab", "evaluate", "--opponent", "none.py:lots"), 2)
    assert (
        "there is no file none.py with a player in it; write one, such as  def lots(board): return"
        in said
    )
