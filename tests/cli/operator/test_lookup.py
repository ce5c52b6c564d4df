"""`menace-kit operator lookup`, as a script and as a person meets it."""

import json
from pathlib import Path
from typing import Any

import pytest

from menace_kit.machine import Kit
from tests.cli.operator.kept_logbook import Kept
from tests.guide.boards import drawn_form, put, ways_to_hold


def as_data(kept: Kept, *words: str) -> dict[str, Any]:
    facts: dict[str, Any] = json.loads(kept.run("lookup", *words, "--json"))
    return facts


def counted_by_hand(board: str) -> str:
    """Return a board's code as a person counts it: what is in the middle,
    then noughts and crosses in the corners.
    """
    corners = [board[square] for square in (0, 2, 6, 8)]
    return f"{board[4].replace('.', '□')}·{corners.count('O')}{corners.count('X')}"


@pytest.mark.parametrize("cabinet", [True, False])
@pytest.mark.parametrize("number", [1, 12, 217])
def test_the_json_names_the_box_and_the_square_of_every_bead(
    kept: Kept, kit: Kit, number: int, *, cabinet: bool
) -> None:
    if cabinet:
        (kept.folder / "kit.toml").write_text(
            "[cabinet]\nrows = 38\ncolumns = 8\n", encoding="utf-8"
        )
    box = kit.box(number)
    board = ways_to_hold(kit.board(box))[1]
    facts = as_data(kept, board)
    assert (facts["box"], facts["stage"], facts["board"]) == (number, box.stage, board)
    assert facts["canonical"] == kit.board(box) == drawn_form(board)
    row, drawer = divmod(number - 1, 8)
    place = {"cabinet": 1, "row": row + 1, "drawer": drawer + 1}
    assert facts["place"] == (place if cabinet else None)
    assert facts["readings"] == ways_to_hold(board).count(board)
    for colour, square in facts["moves"].items():
        drawn = put(facts["canonical"], box.moves[colour][0], "O")
        assert drawn_form(put(board, square - 1, "O")) == drawn_form(drawn)
    code = counted_by_hand(board)
    where = f", row {row + 1}, drawer {drawer + 1}" if cabinet else ""
    title = f"Box {number}{where} ({code})  (move {box.stage})"
    assert facts["code"] == code
    assert kept.run("lookup", board).splitlines()[0] == title
    assert kept.run("boxes", str(number), "--now").splitlines()[0] == title


def test_tokens_have_no_code_and_a_box_for_any_move_tells_none(kept: Kept) -> None:
    nim = ("II......", "--preset", "nim-8")
    assert kept.run("lookup", *nim).splitlines()[0].rstrip() == "Box 2"
    assert as_data(kept, *nim)["code"] is None


def test_where_there_is_no_box_the_reason_is_the_answer(kept: Kept) -> None:
    forced = as_data(kept, "OXOXOX.OX")
    assert (forced["box"], forced["forced"]) == (None, 7)
    assert forced["reason"] == "Only one move is left, so there is no box: square 7 (bottom left)."
    assert kept.run("lookup", "OOOXX....") == "The game is over: O has won.\n"
    assert kept.complaint("lookup", "XXX......").startswith("menace-kit: no game reaches a board")


@pytest.mark.parametrize("board", ["-O-X-----", "--OX-----"])
def test_a_board_may_begin_with_a_dash(kept: Kept, board: str) -> None:
    plain = board.replace("-", ".")
    for words in ((board, "--json"), ("--json", board), ("--json", "--", board)):
        assert json.loads(kept.run("lookup", *words))["board"] == plain
    said = kept.complaint("lookup", board, "--jsn")
    assert said.startswith("menace-kit: there is no option --jsn; did you mean --json?")


def test_names_of_colours_are_never_read_as_markup(kept: Kept, tmp_path: Path) -> None:
    names = ["[red]", ":gem:", "[/]", "[bold]x", "green", "b", "c", "d", "e"]
    colours = [
        f'{{name = "{name}", key = "{number}", hex = "#0{number}0000", glyph = "{number}"}}'
        for number, name in enumerate(names, 1)
    ]
    (tmp_path / "odd.toml").write_text(
        f'title = "odd"\nsource = "none"\ncolours = [{", ".join(colours)}]', encoding="utf-8"
    )
    (tmp_path / "kit.toml").write_text('beads.palette = "odd.toml"', encoding="utf-8")
    (tmp_path / "logbook.sqlite").unlink()
    shown = kept.run("lookup", "." * 9)
    assert "[red]" in shown
    assert ":gem:" in shown
