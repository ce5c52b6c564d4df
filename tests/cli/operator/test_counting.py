"""`operator count`, as typed."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from menace_kit.cli.operator.counts import parse_differing
from menace_kit.guide.desk import Desk
from menace_kit.logbook.store import Logbook
from menace_kit.machine import load_preset
from tests.cli.operator.kept_logbook import WON, Kept
from tests.logbook.games import play_random_games
from tests.logbook.test_suspicion import STAYED_IN, found_later, logged
from tests.odd_kits import ODD_KITS

ROOT = Path(__file__).resolve().parents[3]


def test_a_count_wins_and_the_difference_is_written_down(kept: Kept) -> None:
    said = kept.run("count", "1", "white=5", "D=6")
    assert "  5 white, the logbook said 7: 2 fewer\n  6 gold, the logbook said 4: 2 more" in said
    assert "By the logbook it now holds 5 white, 4 lilac, 6 gold; 15 beads in all." in said
    changes = [(e["colour"], e["change"]) for e in kept.entries() if e["kind"] == "recount"]
    assert changes == [("white", -2), ("gold", 2)]
    assert "  5 white, as the logbook says" in kept.run("count", "1", "white=5")
    assert "In order" in kept.run("verify")


@pytest.mark.parametrize(
    "words", [("1", "white=1000"), ("--sheet", "--done", "--differ", "1 white=1000")]
)
def test_more_beads_than_fit_into_a_box_have_to_be_meant(kept: Kept, words: Sequence[str]) -> None:
    before = kept.entries()
    said = kept.complaint("count", *words)
    assert "Box 1 with 1008 beads? About " in said
    assert "Nothing was saved; if the count is right, add --yes." in said
    assert kept.entries() == before
    kept.run("count", *words, "--yes")
    kept.run("count", "1", "white=999")  # fewer than the logbook says need no question


def test_a_count_in_a_game_leaves_the_drawn_bead_out(kept: Kept) -> None:
    kept.run("start")
    kept.run("draw", "white")
    said = kept.run("count", "1", "white=5")
    assert "5 white, the logbook said 6: 1 fewer" in said
    assert "The white bead of game 2 that lies before the box is not counted" in said
    assert json.loads(kept.run("boxes", "1", "--now", "--json"))["beads"]["white"] == 6
    kept.run("end")
    assert "In order" in kept.run("verify")


def test_a_count_with_an_open_list_says_what_it_is_taken_for(kept: Kept) -> None:
    kept.run("record", WON)
    assert "not put right yet" in kept.run("count", "1", "white=10")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("1 green=2", "box 1 never holds green"),
        ("1 mauve=2", "no colour 'mauve'"),
        ("1 white", "'white' is no count"),
        ("1 white=", "is no count"),
        ("1 =3", "is no count"),
        ("1 white=two", "is no count"),
        ("1 white=3.5", "is no count"),
        ("1 white=³", "is no count"),
        ("1 white=1=2", "is no count"),
        ("1 white=-1", "from 0 to 9999"),
        ("1 white=10000", "from 0 to 9999"),
        ("1 white=999999999999", "is no count"),
        ("1 white=1 w=1", "white is counted twice"),
        ("0 white=1", "there is no box 0"),
        ("1", "say what you counted in box 1, as in white=3"),
    ],
)
def test_nonsense_is_not_written_down(kept: Kept, words: str, complaint: str) -> None:
    assert complaint in kept.complaint("count", *words.split())


def test_a_stocktake_asks_for_what_was_touched_and_writes_it_down(kept: Kept) -> None:
    sheet = kept.run("count", "--sheet")
    assert "3 boxes have been touched" in sheet
    assert "[ ] Box 1: 7 white, 4 lilac, 4 gold; 15 in all" in sheet
    assert max(map(len, sheet.splitlines())) < 80
    said = kept.run(
        "count",
        "--sheet",
        "--done",
        "--differ",
        "8 gold=5",
        "--differ",
        "120, amber=5",
        "--operator",
        "Eve",
    )
    assert "  5 gold, the logbook said 6: 1 fewer" in said
    assert "2 boxes counted as the logbook says, 1 otherwise." in said
    *_, gold, amber, stock = kept.entries()
    assert [e["kind"] for e in (gold, amber, stock)] == ["recount", "recount", "stocktake"]
    assert gold["action"] == amber["action"] == stock["action"] == gold["number"]
    assert stock["operator"] == "Eve"
    assert (
        kept.run("count", "--sheet")
        == "No box has been touched since the last count, so there is nothing to count.\n"
    )
    assert "nothing to count" in kept.complaint("count", "--sheet", "--done")
    assert "In order" in kept.run("verify")


def test_only_a_whole_count_takes_a_box_off_the_sheet(kept: Kept) -> None:
    kept.run("count", "1", "white=7")
    assert "3 boxes" in kept.run("count", "--sheet")
    kept.run("count", "1", "white=7", "lilac=4", "gold=4")
    assert "2 boxes" in kept.run("count", "--sheet")
    kept.run("count", "--sheet", "--done")
    kept.run("start")
    kept.run("draw", "white")
    assert "1 box has been touched" in kept.run("count", "--sheet")


def test_a_stocktake_waits_for_the_game_and_its_list(kept: Kept) -> None:
    kept.run("record", WON)
    assert "not put right yet" in kept.run("count", "--sheet")
    assert "not put right yet" in kept.complaint("count", "--sheet", "--done")
    kept.run("adjust", "--done")
    kept.run("start")
    assert "game 3 still goes on" in kept.run("count", "--sheet")
    assert "game 3 still goes on" in kept.complaint("count", "--sheet", "--done")


@pytest.mark.parametrize(
    ("differ", "complaint"),
    [
        (["8"], "is no box with counts"),
        ([""], "is no box with counts"),
        (["gold=5"], "is no box with counts"),
        (["8 gold=5", "8 red=1"], "box 8 is counted twice"),
        (["8 gold=5", "999 red=1"], "there is no box 999"),
        (["8 white=5"], "box 8 never holds white"),
    ],
)
def test_a_stocktake_with_nonsense_in_it_writes_nothing(
    kept: Kept, differ: list[str], complaint: str
) -> None:
    words = [word for text in differ for word in ("--differ", text)]
    assert complaint in kept.complaint("count", "--sheet", "--done", *words)
    assert "say --sheet --done, too" in kept.complaint("count", "--sheet", *words)


def test_names_of_boxes_and_of_colours_may_have_blanks(tmp_path: Path) -> None:
    blanks = ODD_KITS["longest"].load(tmp_path / "colours")
    ebony, violet = "Schwarz wie Ebenholz (1)", "durchscheinend-violettes"
    assert parse_differing(blanks, [f"144 {ebony}=4 d=1"]) == {144: {ebony: 4, violet: 1}}
    assert parse_differing(blanks, [f"145 d=1, {ebony.lower()}=4"]) == {145: {ebony: 4, violet: 1}}
    named = ODD_KITS["named"].load(tmp_path / "boxes")
    assert parse_differing(named, ["gabel c nr. red=2"]) == {
        named.box_named("Gabel c Nr.").number: {"red": 2}
    }


# Which box to count first


@pytest.fixture
def table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Kept:
    monkeypatch.chdir(tmp_path)
    return Kept(tmp_path, capsys)


@contextmanager
def written(table: Kept) -> Iterator[Desk]:
    """Lend the desk of a new logbook in a folder."""
    with Logbook(table.folder / "logbook.sqlite", load_preset("michie-1961")) as logbook:
        yield Desk(logbook)


def first(table: Kept) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(table.run("count", "--first", "--json"))
    return found


def test_of_a_few_draws_nobody_says_that_nothing_is_suspicious(table: Kept) -> None:
    with written(table) as desk:
        play_random_games(desk.logbook, 1, seed=1961)
    draws = first(table)["draws"]
    assert table.run("count", "--first") == (
        f"{draws} draws fit the logbook, which are too few to say anything yet.\n"
        "If punished beads stayed in box 1, so few draws would not show it.\n"
    )


def test_nothing_is_suspicious_and_how_much_that_says(table: Kept) -> None:
    with written(table) as desk:
        play_random_games(desk.logbook, 25, seed=1961)
    facts = first(table)
    tenths = round(10 * facts["power"]["share"])
    assert table.run("count", "--first") == (
        f"Nothing is suspicious: {facts['draws']} draws fit the logbook.\n"
        f"If punished beads stayed in box 1, 25 draws would show it in {tenths} of 10 cases.\n"
    )
    assert (facts["games"], facts["suspected"]) == (25, [])
    assert sum(box["draws"] for box in facts["boxes"]) == facts["draws"]
    assert all(
        sum(own["drawn"] for own in box["colours"]) == box["draws"] for box in facts["boxes"]
    )


def test_the_box_to_count_first_is_named(table: Kept) -> None:
    with written(table) as desk:
        logged(desk, *STAYED_IN)
    told = table.run("count", "--first")
    assert told.startswith("Count box 1 first: WHITE came 9 times, 2 were due. ")
    assert "menace-kit operator count 1 COLOUR=N" in told
    (box,) = first(table)["boxes"]
    assert (box["suspected"], box["colours"][0]["drawn"], box["level"] <= 0.05) == (True, 9, True)


@pytest.mark.parametrize("whites", [0, 1])
def test_a_colour_that_was_found_is_named(table: Kept, whites: int) -> None:
    with written(table) as desk:
        found_later(desk, whites)
    told = table.run("count", "--first")
    assert "first: LILAC was found in it, though by the logbook none was left." in told


def test_where_nothing_was_drawn_there_is_nothing_to_compare(table: Kept) -> None:
    with written(table) as desk:
        desk.act(lambda session: session.start())
    assert table.run("count", "--first").startswith("No bead has come out since the boxes were")
    assert first(table)["power"] is None


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("", "nothing is counted; name a box and its beads, as in 137 white=3, or say --sheet"),
        ("1 white=3 --first", "a box and --first exclude each other; give one of them"),
        ("--sheet --first", "--sheet and --first exclude each other; give one of them"),
        ("1 white=3 --done", "--done is for --sheet; leave it out, or say --sheet --done"),
        ("1 white=3 --json", "only --first has --json; leave --json out"),
    ],
)
def test_one_thing_is_counted_at_a_time(kept: Kept, words: str, complaint: str) -> None:
    assert complaint in kept.complaint("count", *words.split())
