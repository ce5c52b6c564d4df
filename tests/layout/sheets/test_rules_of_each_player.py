"""What is printed of a kit whose second player's boxes have beads and rewards of their
own: each player's is told.
"""

from menace_kit.games import Side
from menace_kit.layout.board import board_marks
from menace_kit.layout.marks import Text
from menace_kit.layout.sheets.first_box_graph import steps
from menace_kit.layout.sheets.index import index_document
from menace_kit.layout.sheets.operator_card import operator_card_document
from menace_kit.layout.sheets.record_sheet import record_sheet_document
from menace_kit.layout.squares import Squares
from tests.layout.kits import laid_out, preset, small_kit
from tests.layout.posters import said

KIT = small_kit(
    side="both",
    beads={"start": [4, 3, 2, 1], "start-second": [8, 6, 4, 2]},
    learning={"win": 1, "win-second": 3, "draw": 0, "empty-box": "refill"},
)


def test_the_operator_card_says_whose_boxes_get_which_beads() -> None:
    card = said(laid_out(operator_card_document, KIT))
    assert "O: Each bead goes back, with one more of its colour." in card
    assert "X: Each bead goes back, with 3 more of its colour." in card
    assert "O, move 1: 4, X, move 1: 8, O, move 2: 3, X, move 2: 6" in card


def test_the_squared_paper_has_each_players_steps() -> None:
    assert steps(KIT, Side.FIRST)[0] == "The machine won: 1 bead more"
    assert steps(KIT, Side.SECOND)[0] == "The machine won: 3 beads more"


def test_a_bead_of_a_taken_square_is_told_where_one_operates_and_writes_and_has_no_dot() -> None:
    kit = preset("gallmo-rules")
    card = said(laid_out(operator_card_document, kit))
    taken = "Its square is taken: do with the bead what is done after a lost game"
    assert f"The bead’s colour has no dot on the drawing? {taken}" in card
    assert "at the start: move 1: 4, move 2: 3, move 3: 2, move 4: 1." in card
    assert "not on the label" not in card
    assert taken in said(laid_out(index_document, kit))
    assert "write “taken=” and the letter of the bead" in said(laid_out(record_sheet_document, kit))
    box = kit.boxes[20]
    board = board_marks(Squares(kit, 0, 0, 10), box)
    dots = [mark.text for mark in board if isinstance(mark, Text)]
    assert len([letter for letter in dots if letter not in "♥▲♣■★▼◆♠✚"]) == len(box.playable) == 5
