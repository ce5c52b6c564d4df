"""`operator recount` and `stocktake`, as typed."""

import json
from pathlib import Path

import pytest

from menace_kit.cli.operator.boxes import parse_differing
from tests.cli.operator.kept_book import WON, Book
from tests.odd_kits import ODD_KITS

ROOT = Path(__file__).resolve().parents[3]


def test_a_count_wins_and_the_difference_is_written_down(book: Book) -> None:
    said = book.run("recount", "1", "white=5", "D=6")
    assert "  5 white, the book said 7: 2 fewer\n  6 gold, the book said 4: 2 more" in said
    assert "By the book it now holds 5 white, 4 lilac, 6 gold; 15 beads in all." in said
    changes = [(e["colour"], e["change"]) for e in book.entries() if e["kind"] == "recount"]
    assert changes == [("white", -2), ("gold", 2)]
    assert "  5 white, as the book says" in book.run("recount", "1", "white=5")
    assert "fill it to the brim" in book.run("recount", "1", "white=500")
    assert "In order" in book.run("verify")


def test_a_count_in_a_game_leaves_the_drawn_bead_out(book: Book) -> None:
    book.run("start")
    book.run("draw", "white")
    said = book.run("recount", "1", "white=5")
    assert "5 white, the book said 6: 1 fewer" in said
    assert "The white bead of game 2 that lies before the box is not counted" in said
    assert json.loads(book.run("box", "1", "--json"))["beads"]["white"] == 6
    book.run("abandon")
    assert "In order" in book.run("verify")


def test_a_count_with_an_open_list_says_what_it_is_taken_for(book: Book) -> None:
    book.run("record", WON)
    assert "not put right yet" in book.run("recount", "1", "white=10")


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
        ("1", "COLOUR=N... is missing"),
    ],
)
def test_nonsense_is_not_written_down(book: Book, words: str, complaint: str) -> None:
    assert complaint in book.complaint("recount", *words.split())


def test_a_stocktake_asks_for_what_was_touched_and_writes_it_down(book: Book) -> None:
    sheet = book.run("stocktake")
    assert "3 boxes have been touched" in sheet
    assert "[ ] Box 1, row 1, drawer 1: 7 white, 4 lilac, 4 gold; 15 in all" in sheet
    assert max(map(len, sheet.splitlines())) < 80
    said = book.run(
        "stocktake",
        "--done",
        "--differ",
        "8 gold=5",
        "--differ",
        "120, amber=5",
        "--operator",
        "Eve",
    )
    assert "  5 gold, the book said 6: 1 fewer" in said
    assert "2 boxes counted as the book says, 1 otherwise." in said
    *_, gold, amber, stock = book.entries()
    assert [e["kind"] for e in (gold, amber, stock)] == ["recount", "recount", "stocktake"]
    assert gold["action"] == amber["action"] == stock["action"] == gold["number"]
    assert stock["operator"] == "Eve"
    assert (
        book.run("stocktake")
        == "No box has been touched since the last count, so there is nothing to count.\n"
    )
    assert "nothing to count" in book.complaint("stocktake", "--done")
    assert "In order" in book.run("verify")


def test_only_a_whole_count_takes_a_box_off_the_sheet(book: Book) -> None:
    book.run("recount", "1", "white=7")
    assert "3 boxes" in book.run("stocktake")
    book.run("recount", "1", "white=7", "lilac=4", "gold=4")
    assert "2 boxes" in book.run("stocktake")
    book.run("stocktake", "--done")
    book.run("start")
    book.run("draw", "white")
    assert "1 box has been touched" in book.run("stocktake")


def test_a_stocktake_waits_for_the_game_and_its_list(book: Book) -> None:
    book.run("record", WON)
    assert "not put right yet" in book.run("stocktake")
    assert "not put right yet" in book.complaint("stocktake", "--done")
    book.run("adjust", "--done")
    book.run("start")
    assert "game 3 still goes on" in book.run("stocktake")
    assert "game 3 still goes on" in book.complaint("stocktake", "--done")


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
    book: Book, differ: list[str], complaint: str
) -> None:
    words = [word for text in differ for word in ("--differ", text)]
    assert complaint in book.complaint("stocktake", "--done", *words)
    assert "goes with --done" in book.complaint("stocktake", *words)


def test_names_of_boxes_and_of_colours_may_have_blanks(tmp_path: Path) -> None:
    blanks = ODD_KITS["longest"].load(tmp_path / "colours")
    ebony, violet = "Schwarz wie Ebenholz (1)", "durchscheinend-violettes"
    assert parse_differing(blanks, [f"144 {ebony}=4 d=1"]) == {144: {ebony: 4, violet: 1}}
    assert parse_differing(blanks, [f"145 d=1, {ebony.lower()}=4"]) == {145: {ebony: 4, violet: 1}}
    named = ODD_KITS["named"].load(tmp_path / "boxes")
    assert parse_differing(named, ["gabel c nr. red=2"]) == {
        named.box_named("Gabel c Nr.").number: {"red": 2}
    }
