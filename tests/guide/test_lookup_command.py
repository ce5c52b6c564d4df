"""`menace-kit operator lookup`, as a script and as a person meets it."""

import json
from pathlib import Path

import pytest

from tests.guide.boards import drawn_form, put, ways_to_hold
from tests.guide.conftest import Operator
from tests.logbook.games import kit_named

FIRST = kit_named("michie")
MICHIE = ("--preset", "michie-1961")


def test_the_json_names_the_box_and_the_square_of_every_bead(operator: Operator) -> None:
    for box in FIRST.boxes[::31]:
        for board in ways_to_hold(FIRST.board(box)):
            facts = json.loads(operator("lookup", board, *MICHIE, "--json").out)
            assert (facts["box"], facts["stage"], facts["board"]) == (box.number, box.stage, board)
            assert facts["canonical"] == FIRST.board(box) == drawn_form(board)
            assert facts["place"] is None
            assert facts["readings"] == ways_to_hold(board).count(board)
            for colour, square in facts["moves"].items():
                drawn = put(facts["canonical"], box.moves[colour][0], "O")
                assert drawn_form(put(board, square - 1, "O")) == drawn_form(drawn)


def counted_by_hand(board: str) -> str:
    """Return a board's code as a person counts it: what is in the middle,
    then noughts and crosses in the corners.
    """
    corners = [board[square] for square in (0, 2, 6, 8)]
    return f"{board[4].replace('.', '□')}·{corners.count('O')}{corners.count('X')}"


def test_a_box_is_told_with_the_code_on_its_label_wherever_one_looks_for_it(
    operator: Operator, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert operator("start", *MICHIE).code == 0
    for box in FIRST.boxes[::29]:
        board, code = FIRST.board(box), counted_by_hand(FIRST.board(box))
        title = f"Box {box.number} ({code})"
        for turned in ways_to_hold(board)[:2]:
            assert (
                operator("lookup", turned, *MICHIE).out.splitlines()[0]
                == f"{title}  (move {box.stage})"
            )
            assert json.loads(operator("lookup", turned, *MICHIE, "--json").out)["code"] == code
        number = str(box.number)
        now = ("boxes", number, "--now", *MICHIE)
        assert operator(*now).out.splitlines()[0] == f"{title}  (move {box.stage})"
        assert json.loads(operator(*now, "--json").out)["code"] == code
    assert json.loads(operator("status", *MICHIE, "--json").out)["code"] == counted_by_hand("." * 9)


def test_tokens_have_no_code(operator: Operator) -> None:
    nim = ("--preset", "nim-8")
    assert operator("lookup", "II......", *nim).out.splitlines()[0].rstrip() == "Box 2"
    assert json.loads(operator("lookup", "II......", *nim, "--json").out)["code"] is None


def test_the_json_says_why_there_is_no_box(operator: Operator) -> None:
    forced = json.loads(operator("lookup", "OXOXOX.OX", *MICHIE, "--json").out)
    assert (forced["box"], forced["forced"]) == (None, 7)
    assert forced["reason"] == "Only one move is left, so there is no box: square 7 (bottom left)."
    over = json.loads(operator("lookup", "OOOXX....", *MICHIE, "--json").out)
    assert (over["box"], over["forced"], over["reason"]) == (
        None,
        None,
        "The game is over: O has won.",
    )


@pytest.mark.parametrize(
    "board",
    ["O.X......", "o.x/.../...", "O-X|---|---", "O X      ", "O . x . . . . . .", "O0X\n000\n___"],
)
def test_any_spelling_of_a_board_is_understood(board: str, operator: Operator) -> None:
    assert json.loads(operator("lookup", board, *MICHIE, "--json").out)["board"] == "O.X......"


@pytest.mark.parametrize("board", ["-O-X-----", "--OX-----", "---------", "-o-/X--/---"])
def test_a_board_may_begin_with_a_dash(board: str, operator: Operator) -> None:
    plain = board.replace("/", "").replace("-", ".").upper()
    for words in (
        (board, *MICHIE, "--json"),
        ("--json", *MICHIE, board),
        ("--json", *MICHIE, "--", board),
    ):
        assert json.loads(operator("lookup", *words).out)["board"] == plain
    said = operator("lookup", board, *MICHIE, "--jsn")
    assert (said.code, said.error.splitlines()[0]) == (
        2,
        "menace-kit: there is no option --jsn; did you mean --json?",
    )


def test_a_0_that_may_be_a_nought_or_nothing_is_asked_about(operator: Operator) -> None:
    said = operator("lookup", "O0X......", *MICHIE)
    assert (said.code, said.out) == (2, "")
    assert said.error.startswith(
        "menace-kit: 0 in 'O0X......' may be a nought or an empty square; write OOX...... "
    )
    assert (
        json.loads(operator("lookup", "X00......", *MICHIE, "--json").out)["board"] == "XOO......"
    )


def test_for_people_the_label_stands_beside_the_table_as_it_lies(operator: Operator) -> None:
    shown = operator("lookup", "O.X/.../...", *MICHIE).out.splitlines()
    assert [line.rstrip() for line in shown[1:7]] == [
        "label as glued      the table",
        " X | L | O           O | L | X",
        "---+---+---         ---+---+---",
        " B | D | G           G | D | B",
        "---+---+---         ---+---+---",
        " A | R | P           P | R | A",
    ]
    assert shown[0] == "Box 12 (□·11)  (move 2)"
    assert shown[7] == "Mirror the drawing: left and right change places."
    assert "  G  green        square 4 (middle left)" in shown


def test_several_right_ways_to_hold_a_box_are_said(operator: Operator) -> None:
    assert (
        "There are 8 right ways to hold this box; this is one."
        in operator("lookup", "." * 9, *MICHIE).out
    )
    assert "right ways" not in operator("lookup", "O.X......", *MICHIE).out


def test_without_a_box_the_sentence_is_the_answer(operator: Operator) -> None:
    said = operator("lookup", "OOOXX....", *MICHIE)
    assert (said.code, said.out) == (0, "The game is over: O has won.\n")


def test_an_impossible_board_ends_with_2_and_one_sentence(operator: Operator) -> None:
    said = operator("lookup", "XXX......", *MICHIE)
    assert (said.code, said.out) == (2, "")
    assert said.error.startswith("menace-kit: no game reaches a board")
    assert len(said.error.splitlines()) == 1


def test_names_of_colours_are_never_read_as_markup(operator: Operator, tmp_path: Path) -> None:
    names = ["[red]", ":gem:", "[/]", "[bold]x", "green", "b", "c", "d", "e"]
    colours = [
        f'{{name = "{name}", key = "{number}", hex = "#0{number}0000", glyph = "{number}"}}'
        for number, name in enumerate(names, 1)
    ]
    (tmp_path / "odd.toml").write_text(
        f'title = "odd"\nsource = "none"\ncolours = [{", ".join(colours)}]', encoding="utf-8"
    )
    kit = tmp_path / "kit.toml"
    kit.write_text('beads.palette = "odd.toml"', encoding="utf-8")
    shown = operator("lookup", "." * 9, "--kit", str(kit)).out
    assert "[red]" in shown
    assert ":gem:" in shown


def test_of_a_box_that_serves_any_move_no_move_is_told(operator: Operator) -> None:
    assert "(move " not in operator("lookup", "IIIII...", "--preset", "nim-8").out
    assert "(move 2)" in operator("lookup", "O.X......", *MICHIE).out
