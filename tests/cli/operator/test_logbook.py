"""`boxes --now`, `operator history` and `logbook verify`, as typed."""

import csv
import json
from io import StringIO
from pathlib import Path

import pytest

from menace_kit.cli.terminal import board_lines, side_by_side
from menace_kit.errors import SelectionError
from menace_kit.guide.desk import Desk, Rehearsal
from menace_kit.logbook.store import Logbook
from menace_kit.machine import load_preset
from menace_kit.machine.kit_files import DEFAULT_PRESET
from menace_kit.machine.learning import Result
from menace_kit.views.visitors import visitors_game
from tests.cli.operator.kept_logbook import WON, Kept
from tests.logbook.audited import damage

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize(
    "command",
    [
        "boxes 1 --now",
        "boxes --now",
        "count 1 w=1",
        "count --sheet",
        "count --first",
        "history 1",
        "verify",
        "export",
    ],
)
def test_without_a_logbook_it_says_how_one_begins(
    command: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "menace-kit operator start" in Kept(tmp_path, capsys).run(*command.split(), exit_code=1)
    assert list(tmp_path.iterdir()) == []


def test_a_logbook_of_the_former_name_is_opened_where_there_is_no_other(kept: Kept) -> None:
    logbook, former = kept.folder / "logbook.sqlite", kept.folder / "journal.sqlite"
    entries = kept.entries()
    logbook.rename(former)
    assert kept.entries() == entries
    kept.run("count", "1", "white=5")
    assert not logbook.exists()
    kept.run("start", "--logbook", "logbook.sqlite")
    assert kept.entries()[0]["kind"] == "start"


def test_a_box_tells_what_is_in_it_and_how_that_came_about(kept: Kept) -> None:
    kept.run("count", "1", "white=5")
    said = kept.run("boxes", "1", "--now")
    assert "Box 1 (□·00)  (move 1)" in said
    lines = [" ".join(line.split()) for line in said.splitlines()]
    assert {"W white 4 5 (+1)", "L lilac 4 4", "in all 12 13", "It was opened once."} <= set(lines)
    assert [line.split("  ")[-1] for line in said.splitlines()[-2:]] == [
        "game 1: +3 white",
        "counted: -2 white",
    ]
    facts = json.loads(kept.run("boxes", "1", "--now", "--json"))
    assert (facts["number"], facts["opened"]) == (1, 1)
    assert facts["beads"] == facts["in_box"] == {"white": 5, "lilac": 4, "gold": 4}
    assert [change["change"] for change in facts["last_changes"]] == [3, -2]
    assert "It was never opened." in kept.run("boxes", "2", "--now")
    assert "there is no box 305" in kept.complaint("boxes", "305", "--now")


def test_a_bead_that_lies_before_its_box_is_told(kept: Kept) -> None:
    kept.run("start")
    kept.run("draw", "white")
    assert "One white of these lies before the box, for game 2 goes on." in kept.run(
        "boxes", "1", "--now"
    )
    facts = json.loads(kept.run("boxes", "1", "--now", "--json"))
    assert (facts["beads"]["white"], facts["in_box"]["white"]) == (7, 6)
    kept.run("undo")
    assert "opened once" in kept.run("boxes", "1", "--now")


def test_the_contents_are_the_start_and_what_was_learned(kept: Kept) -> None:
    held = {
        each["number"]: each["beads"] for each in json.loads(kept.run("boxes", "--now", "--json"))
    }
    boxes = load_preset(DEFAULT_PRESET).boxes
    learned = {1: "white", 8: "gold", 120: "amber"}
    assert held == {
        box.number: {c: n + 3 * (learned.get(box.number) == c) for c, n in box.start.items()}
        for box in boxes
    }
    rows = list(csv.DictReader(StringIO(kept.run("boxes", "--now", "--csv"))))
    assert {int(row["number"]): int(row["total"]) for row in rows} == {
        n: sum(b.values()) for n, b in held.items()
    }
    assert (rows[0]["white"], rows[0]["red"]) == ("7", "")
    assert [line for line in kept.run("boxes", "--now").splitlines() if "*" in line] == [
        "   1 *   15:  7 white, 4 lilac, 4 gold",
        "   8 *   24:  3 silver, 3 black, 6 gold, 3 green, 3 amber, 3 red, 3 pink",
        " 120 *   13:  2 black, 2 green, 5 amber, 2 red, 2 pink",
    ]
    assert "exclude each other" in kept.complaint("boxes", "--now", "--json", "--csv")


def test_the_history_has_games_and_counts_in_order(kept: Kept) -> None:
    kept.run("count", "1", "white=5", "gold=4")
    kept.run("count", "2", "white=3")
    kept.run("count", "--sheet", "--done", "--operator", "Eve")
    kept.run("record", "1 5 2 3 4 7", "--played-at", "2020-05-01T14:30")
    kept.run("start", "--unconfirmed")
    kept.run("draw", "gold")
    kept.run("end")
    kept.run("start", "--opponent", "Cy")
    lines = [line[26:] for line in kept.run("history").splitlines()]
    assert lines == [
        "won         1 2 5 3 9          Ada against [bold]Bob",
        "box 1 counted: -2 white",
        "box 2 counted: as the logbook said",
        "stocktake, by Eve",
        "lost        1 5 2 3 4 7          (beads not put right)",
        "ended early  5",
        "goes on                        against Cy",
    ]
    assert "2020-05-01 14:30  lost" in kept.run("history")
    assert [line.split()[0] for line in kept.run("history", "--last", "2").splitlines()] == [
        "3",
        "4",
    ]
    assert "stocktake" not in kept.run("history", "--last", "3")
    assert "a game and --last exclude each other" in kept.complaint("history", "1", "--last", "3")


def test_a_game_is_replayed_with_what_was_taken_back(kept: Kept) -> None:
    kept.run("start", "--operator", "Ada")
    for words in (
        "draw white",
        "reply 5",
        "undo",
        "reply 2",
        "draw gold",
        "reply 3",
        "draw amber",
        "undo",
        "draw amber",
    ):
        kept.run(*words.split())
    said = kept.run("history", "2")
    steps = [line for line in said.splitlines() if " on square " in line or "taken back" in line]
    assert steps == [
        "  1  O on square 1 (top left): white from box 1",
        "     taken back: X on square 5 (centre)",
        "  2  X on square 2 (top middle)",
        "  3  O on square 5 (centre): gold from box 8",
        "  4  X on square 3 (top right)",
        "     taken back: O on square 9 (bottom right): amber from box 120",
        "     taken back: the end: the machine won",
        "  5  O on square 9 (bottom right): amber from box 120",
    ]
    assert said.rstrip().endswith(
        "The machine won.\n"
        "  Box 1: +3 white\n"
        "  Box 8: +3 gold\n"
        "  Box 120: +3 amber\n"
        "The beads are not put right yet (menace-kit operator adjust)."
    )
    assert " O | X | X " in said
    assert max(map(len, said.splitlines())) < 80
    assert "Ada against [bold]Bob" in kept.run("history", "1")
    assert "games 1 to 2 were begun" in kept.complaint("history", "3")
    kept.run("start", "--unconfirmed")
    assert "Nobody has confirmed that the beads were put right." in kept.run("history", "2")


def test_the_history_and_a_game_are_facts_too(kept: Kept) -> None:
    kept.run("start", "--opponent", "Cy")
    kept.run("draw", "white")
    assert json.loads(kept.run("undo", "--json"))["by_hand"] == [
        {"box": 1, "colour": "white", "beads": 1, "out_of": "before", "into": "box"}
    ]
    games = json.loads(kept.run("history", "--json"))
    assert [(game["number"], game["went"]) for game in games] == [(1, "won"), (2, "goes on")]
    replay = json.loads(kept.run("history", "1", "--json"))
    assert replay["steps"][0]["words"].startswith("O on square 1")
    assert "there is no game 3" in kept.complaint("history", "3", "--json")


def test_a_logbook_in_order_says_so(kept: Kept) -> None:
    assert kept.run("verify").startswith("In order: 11 entries, 1 game, 304 boxes;")


def test_what_is_not_in_order_is_named_with_exit_code_1(kept: Kept) -> None:
    with Logbook(kept.folder / "logbook.sqlite", load_preset(DEFAULT_PRESET)) as logbook:
        rehearsal = Rehearsal(Desk(logbook).session)
        for _ in range(60):
            rehearsal.act(lambda session: session.quick(Result.WIN, played_at="9999-12-31T24:00"))
        Desk(logbook).act_all(rehearsal.actions)
    head, *found, more = kept.run("verify", exit_code=1).splitlines()
    assert (head, len(found)) == ("60 things not in order:", 50)
    assert more == "  ... and 10 more; --all names them"
    assert len(kept.run("verify", "--all", exit_code=1).splitlines()) == 61


def test_a_damaged_logbook_is_told_with_exit_code_1(kept: Kept) -> None:
    damage(
        kept.folder / "logbook.sqlite",
        "UPDATE entry SET move = '9' WHERE number = 3",
        sealed=False,
    )
    said = kept.run("verify", exit_code=1).splitlines()
    assert said[0] == "Lost entries: 3."
    assert "1 thing not in order:" in said
    assert "  file: entry 3 is not as it was written" in said
    assert any("not all there" in line for line in kept.run("history").splitlines())
    assert "Not all is told: an entry of this game is lost." in kept.run("history", "1")


def test_a_game_of_which_a_move_is_lost_has_no_certificate(kept: Kept) -> None:
    path = kept.folder / "logbook.sqlite"
    damage(path, "UPDATE entry SET move = '9' WHERE number = 3", sealed=False)
    with (
        Logbook(path, load_preset(DEFAULT_PRESET), read_only=True) as logbook,
        pytest.raises(SelectionError, match="no certificate: not all there"),
    ):
        visitors_game(logbook, 1)


def test_boards_that_do_not_fit_beside_each_other_go_on_below() -> None:
    kit = load_preset("nim-8")
    board = board_lines(kit, kit.game.start(), {})
    lines = [line.plain for line in side_by_side([(str(number), board) for number in range(1, 5)])]
    assert [line.split() for line in lines if "|" not in line] == [["1", "2"], [], ["3", "4"]]
    assert max(len(line.rstrip()) for line in lines) <= 80
    small = load_preset("michie-1961")
    cells = board_lines(small, small.game.start(), {})
    assert side_by_side([(str(number), cells) for number in range(1, 5)])[0].plain.split() == list(
        "1234"
    )


@pytest.mark.parametrize(
    "command", ["undo", "count 1 white=5", "count --sheet --done", "adjust --done", "forget Ada -y"]
)
def test_what_rests_on_the_whole_logbook_is_refused_where_it_is_damaged(
    kept: Kept, command: str
) -> None:
    kept.run("record", WON)
    path = kept.folder / "logbook.sqlite"
    damage(path, "UPDATE entry SET operator = 'Eda' WHERE number = 1", sealed=False)
    before = path.read_bytes()
    said = " ".join(kept.run(*command.split(), exit_code=1).split())
    assert "logbook.sqlite is damaged: entry 1 is not as it was written" in said
    assert path.read_bytes() == before
