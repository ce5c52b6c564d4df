"""`lab play`, with a human whose moves come through a pipe."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import pytest

from menace_kit.lab.machine_file import load_machine
from tests.cli.conftest import Menace
from tests.cli.running import Result, complaint, contents
from tests.examples import preset

MICHIE = preset("michie-1961")
MACHINE = Path("m.json")
EVERY_SQUARE = " ".join("123456789").split()
WHOLE_GAME = [*EVERY_SQUARE * 2, "n"]

Human = Callable[..., Result]


@pytest.fixture
def human(menace: Menace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Human:
    """Return `human(*arguments, typed=...)`: the command, with these words typed,
    and then the end of the input.
    """
    monkeypatch.setattr("menace_kit.cli.lab.play.SystemRandom", lambda: Random(1961))

    def call(*arguments: str, typed: Sequence[str] = ()) -> Result:
        (tmp_path / "typed").write_text("".join(f"{word}\n" for word in typed), encoding="utf-8")
        with (tmp_path / "typed").open(encoding="utf-8") as stream:
            monkeypatch.setattr("sys.stdin", stream)
            result = menace("lab", "play", *arguments)
        (tmp_path / "typed").unlink()
        return result

    return call


def test_a_game_is_played_to_its_end_and_its_lesson_is_shown(human: Human) -> None:
    result = human(typed=WHOLE_GAME)
    assert (result.code, result.err) == (0, "")
    lines = result.out.splitlines()
    assert lines[:3] == ["You are X.", "", "Box 1: 4 white, 4 lilac, 4 gold."]
    assert re.search(r"^Box 1 had 4 \w+ of 12 beads: a chance of 33 %\.$", lines[4])
    assert lines[5].split("  ")[0] == "its beads"
    assert re.search(
        r"^\d cannot be played now; possible: ", result.out.replace("): ", "):\n"), re.M
    )
    assert re.search(r"^The machine (won|lost)\.|^A draw\.", result.out, re.M)
    assert re.search(r"^Box 1: (white|lilac|gold) 4 -> [357]$", result.out, re.M)
    assert re.search(r"You won \d, drew \d, lost \d\. Good-bye!$", lines[-1])
    assert human(typed=WHOLE_GAME).out == result.out


def test_the_end_of_the_input_is_a_polite_end(human: Human) -> None:
    for typed in ([], ["u"], ["x"], ["q"], ["Q"], ["", " ", "q"]):
        result = human(typed=typed)
        assert (result.code, result.err) == (0, "")
        assert result.out.endswith("You won 0, drew 0, lost 0. Good-bye!\n")


def test_the_human_can_begin(human: Human) -> None:
    out = human("--second", "--preset", "both-players", typed=["5"]).out
    assert out.startswith("You are O.\n\nthe board")
    assert re.search(r"Box 3\d\d: ", out)
    assert "always plays the same side" in complaint(human("--second"), 2)
    assert human("--preset", "second-player").out.startswith("You are O.\n\nthe board")


def test_a_move_is_undone_in_the_game_and_behind_its_end(human: Human) -> None:
    out = human("--second", "--preset", "both-players", typed=["5", "u", "u", "1", "q"]).out
    assert out.count("Your move (1, 2, 3, 4, 5, 6, 7, 8, 9)") == 3
    assert "There is no move of yours to undo." in out
    out = human(typed=[*EVERY_SQUARE * 2, "u", "q"]).out
    assert "Play again?" in out
    assert out.endswith("You won 0, drew 0, lost 0. Good-bye!\n")


def test_the_copy_learns_from_game_to_game(human: Human) -> None:
    out = human(typed=[*EVERY_SQUARE * 2, "y", "q"]).out
    ((colour, after),) = re.findall(r"^Box 1: (\w+) 4 -> (\d)$", out, re.M)
    first = out.rpartition("Play again?")[2].partition("Box 1: ")[2].partition("\n")[0]
    assert f"{after} {colour}" in first


def test_what_is_no_move_is_asked_again(human: Human) -> None:
    out = human(typed=["0", "10", "five", "5-5", "٣"]).out
    assert out.count("Your move (") == 6
    assert out.count("cannot be played now; possible: ") == 5


def test_a_trained_machine_is_met_and_left_as_it_is(
    human: Human, menace: Menace, tmp_path: Path
) -> None:
    menace("lab", "train", "--machine", "m.json")
    before = contents(tmp_path)
    out = human("--machine", "m.json", "--greedy", typed=WHOLE_GAME).out
    first = load_machine(MACHINE, MICHIE).contents[1]
    best = max(first, key=lambda colour: first[colour])
    assert f"\n{best.upper()} from box 1: " in out
    assert f"{best} was the most common colour in box 1 ({first[best]} beads)." in out
    assert contents(tmp_path) == before


def test_a_machine_by_odds_has_no_beads_to_draw(human: Human, menace: Menace) -> None:
    menace("lab", "train", "--machine", "m.json", "--learner", "odds")
    assert "there are no beads in its boxes" in complaint(human("--machine", "m.json"), 2)
