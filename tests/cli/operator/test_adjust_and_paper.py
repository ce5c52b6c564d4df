"""`operator adjust`, `record` and `import`, as typed at the table."""

import json
from pathlib import Path

import pytest

from tests.cli.operator.kept_logbook import Kept

WON = "1 5 9 3 7 4 8"


@pytest.fixture
def table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Kept:
    monkeypatch.chdir(tmp_path)
    return Kept(tmp_path, capsys)


def test_the_list_after_a_won_game_is_exact_and_confirmed(table: Kept) -> None:
    said = table.run("record", WON, "--opponent", "Bob")
    assert "The machine won." in said
    assert (
        "[ ] Box 146: put the RED bead back and add 3 RED; "
        "it should now hold 4 red, 6 beads in all."
    ) in said
    assert table.run("adjust").startswith("The machine won.")
    assert "not put right yet" in table.run("record", WON, exit_code=2)
    assert "Confirmed" in table.run("adjust", "--done")
    assert "No beads are to be put right" in table.run("adjust")
    assert "no game goes on" in table.run("adjust", "--done", exit_code=2)


def test_no_list_is_due_while_the_game_goes_on(table: Kept) -> None:
    table.run("start")
    assert "The game goes on" in table.run("adjust")
    assert "draw" in table.run("adjust", "--done", exit_code=2)


def test_an_exhibition_is_called_so_as_long_as_it_goes_on(table: Kept) -> None:
    said = "It is an exhibition: nothing is learned from it."
    assert said in table.run("start", "--exhibition")
    assert table.run("status").startswith(said)
    table.run("draw", "white")
    assert said in table.run("status")
    table.run("end")
    assert said not in table.run("status")
    table.run("start")
    assert said not in table.run("status")


def test_a_game_may_be_recorded_as_done_or_on_top_of_an_open_list(table: Kept) -> None:
    table.run("record", WON, "--done")
    table.run("record", WON)
    table.run("record", WON, "--unconfirmed")
    assert json.loads(table.run("status", "--json"))["game"] == 3


def test_a_game_that_was_broken_off_on_paper_has_no_list_to_confirm(table: Kept) -> None:
    said = table.run("record", "1 5 abandon")
    assert said.splitlines() == [
        "The game was ended early.",
        "Nothing was learned; no box changes.",
    ]
    assert "no game goes on" in table.run("adjust", "--done", exit_code=2)


def test_a_game_that_goes_on_is_not_recorded_over(table: Kept) -> None:
    table.run("start")
    assert "game 1 still goes on" in table.run("record", WON, exit_code=2)


def test_an_import_is_all_or_nothing(table: Kept) -> None:
    good, bad = table.folder / "good.csv", table.folder / "bad.csv"
    good.write_text(f"moves\n{WON}\n{WON}\n", encoding="utf-8")
    bad.write_text(f"moves\n{WON}\n1 1\n", encoding="utf-8")
    said = table.run("import", str(bad), exit_code=2)
    assert "line 3: move 2 (1)" in said
    assert not (table.folder / "logbook.sqlite").exists()
    assert "Entered 2 games. In the history: games 1 to 2." in table.run("import", str(good))
    assert json.loads(table.run("status", "--json")) | {"confirmed": True, "game": 2} == json.loads(
        table.run("status", "--json")
    )


@pytest.mark.parametrize(
    ("content", "message"), [(b"\xff\xfe\x00", "not a text file"), (None, "there is no file")]
)
def test_a_file_that_cannot_be_read_is_said_so(
    table: Kept, content: bytes | None, message: str
) -> None:
    path = table.folder / "games.csv"
    if content is not None:
        path.write_bytes(content)
    assert message in table.run("import", str(path), exit_code=1)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("c.jsonl", '{"moves":' + "[" * 100_000, "line 1: not JSON"),
        ("e.jsonl", '{"moves":"1 2 5 3 9","x":' + "1" * 6_000 + "}", "line 1: not JSON"),
        ("d.csv", "moves,operator\n1 2 5 3 9," + "a" * 200_000, "cannot be read as CSV"),
        ("h.csv", "moves,operator\n", "there is no game in this file"),
        ("u.jsonl", '{"moves":"1 5 9 3 7 4 8","operator":"A\u2028B"}\n', "line 1: a name"),
    ],
)
def test_a_monstrous_line_is_named_like_any_other(
    table: Kept, name: str, content: str, message: str
) -> None:
    path = table.folder / name
    path.write_text(content, encoding="utf-8")
    assert message in table.run("import", str(path), exit_code=2)


def test_a_logbook_without_entries_belongs_to_no_kit_yet(table: Kept) -> None:
    table.run("record", "1 1", "--preset", "michie-1961", exit_code=2)
    table.run("record", WON, "--preset", "gallmo")
    assert "another machine" in table.run("status", "--preset", "michie-1961", exit_code=1)


def test_a_list_that_was_left_is_not_forgotten(table: Kept) -> None:
    table.run("record", WON)
    table.run("start", "--unconfirmed")
    assert "The beads of game 1 were never confirmed" in table.run("adjust")


def test_numbers_beyond_any_logbook_are_refused(table: Kept) -> None:
    table.run("record", WON, "--done")
    for words in (["history", "9" * 20], ["history", "--last", "9" * 20]):
        assert "Traceback" not in table.run(*words, exit_code=2)


def test_a_refill_says_what_to_put_in_and_its_undo_what_to_take_out(table: Kept) -> None:
    preset = ("--preset", "gallmo")
    table.run("start", *preset)
    table.run("count", "1", "white=0", "lilac=0", "gold=0", *preset)
    assert "Put in 4 white," in table.run("empty", *preset)
    assert "Box 1: take 4 WHITE beads out, into their pot;" in table.run("undo", *preset)


def test_an_undone_draw_says_which_bead_goes_back(table: Kept) -> None:
    table.run("start")
    table.run("draw", "gold")
    assert "Box 1: put the GOLD bead that lies before it back in." in table.run("undo")


def test_paper_finds_a_bead_that_is_left_where_several_mean_the_square(table: Kept) -> None:
    preset = ("--preset", "pulles")
    table.run("start", *preset)
    table.run("count", "1", "white=0", *preset)
    table.run("end", *preset)
    assert "Box 1" in table.run("record", "1 2 5 3 9", *preset)


def test_a_game_recorded_as_done_has_no_open_ticks(table: Kept) -> None:
    said = table.run("record", WON, "--done")
    assert "[ ]" not in said
    assert said.endswith("Confirmed.\n")
