"""The operator card says what this kit's rules do."""

from itertools import pairwise
from typing import Any

import pytest

from menace_kit.errors import FitError
from menace_kit.layout.marks import BLACK, THIN, Circle, Rectangle
from menace_kit.layout.sheets.operator_card import operator_card_document
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import DrawnBead, Result, adjustments
from menace_kit.machine.schema import EmptyBox
from menace_kit.machine.toml_files import TemplateKind, read_toml, template_path
from menace_kit.text import load_words
from tests.layout.geometry import extent, texts_of
from tests.layout.kits import (
    EVERY_PRESET,
    in_language,
    laid_out,
    preset,
    taking_turns,
)
from tests.layout.posters import LANGUAGES, STRETCHED, learning_kit, made_up, poster_faults, said


def card(kit: Kit) -> str:
    return said(laid_out(operator_card_document, kit))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_name_of_each_result_is_on_one_line(language: str) -> None:
    (page,) = laid_out(operator_card_document, preset("michie-1961"), language).pages
    words = load_words(language)
    assert {words(f"common.{result.value}") for result in Result} <= set(texts_of(page.marks))


EMPTY: dict[EmptyBox, str] = {
    EmptyBox.RESIGN: "The machine gives up and has lost.",
    EmptyBox.REFILL: "as many of each of its colours as at the start: "
    "move 1: 4, move 2: 3, move 3: 2, move 4: 1. Then draw.",
    EmptyBox.KEEP_LAST: "A bead is missing: one always stays in it.",
    EmptyBox.RANDOM: "Choose a move at random.",
    EmptyBox.PUNISH_PREVIOUS: (
        "From the box before it, take one bead more of the colour drawn there, if there is one."
    ),
}


@pytest.mark.parametrize("rule", EmptyBox)
@pytest.mark.parametrize("protect", [False, True])
def test_each_rule_for_an_empty_box_is_told_and_no_other(rule: EmptyBox, protect: bool) -> None:
    kit = learning_kit(empty_box=rule.value, protect_first_box=protect)
    text = card(kit)
    gives_up = rule in (EmptyBox.RESIGN, EmptyBox.PUNISH_PREVIOUS)
    for other, sentence in EMPTY.items():
        told = other is rule or (other is EmptyBox.RESIGN and gives_up)
        assert (sentence in text) is told
    assert ("Box 1 is empty? The machine cannot begin" in text) is (gives_up and not protect)
    assert ("Never take the last bead out of a box" in text) is (rule is EmptyBox.KEEP_LAST)
    assert ("Never take the last bead out of box 1:" in text) is (
        protect and rule is not EmptyBox.KEEP_LAST
    )
    assert (
        poster_faults(laid_out(operator_card_document, kit, STRETCHED if protect else "en")) == []
    )


def test_full_boxes_are_halved_where_games_fill_them_and_the_kit_halves_them() -> None:
    told = "Over 52 beads in a box? Take out half of each colour; one stays."
    assert told in card(preset("michie-1961"))
    assert "half of each colour" not in card(preset("her-19"))  # no game adds a bead
    assert "half of each colour" not in card(learning_kit(full_box="tell"))
    assert "Over 60 beads in a box?" in card(learning_kit(full_above=60))
    # Some start with up to 21, and are full only above that.
    assert "half of each colour" not in card(learning_kit(full_above=5))


def test_a_refill_is_one_number_where_all_boxes_start_alike() -> None:
    kit = learning_kit("pulles", empty_box="refill")
    assert "as many of each of its colours as at the start: 1. Then draw." in card(kit)


DEEDS = {
    3: "Each bead goes back, with 3 more of its colour.",
    1: "Each bead goes back, with one more of its colour.",
    0: "Each bead goes back.",
    -1: "Each bead stays out.",
    -2: "Each bead stays out, and one more of its colour, if there is one.",
    -4: "Each bead stays out, and 3 more of its colour, or as many as there are.",
}


def _one_result(result: str, change: int) -> dict[str, Any]:
    return {"win": 9, "draw": 8, "loss": 7, result: change}


@pytest.mark.parametrize(("change", "result"), taking_turns(list(DEEDS), ["win", "draw", "loss"]))
def test_what_is_done_with_a_bead_is_what_the_machine_counts(result: str, change: int) -> None:
    kit = learning_kit(**_one_result(result, change))
    text = card(kit)
    assert DEEDS[change] in text
    # The sentence and the arithmetic agree: beads in the box after it,
    # counted from one that has plenty.
    contents = {1: dict.fromkeys(kit.box(1).start, 9)}
    colour = next(iter(kit.box(1).start))
    (adjustment,) = adjustments(kit, contents, [DrawnBead(1, colour)], Result(result))
    assert adjustment.change == change


def test_moves_that_are_rewarded_differently_are_told_apart() -> None:
    text = card(learning_kit(win=[1, 2, 2, 3], draw=1, loss=[-1, -1, 0, -2]))
    assert "Move 1: Each bead goes back, with one more of its colour." in text
    assert "Moves 2, 3: Each bead goes back, with 2 more of its colour." in text
    assert "Move 4: Each bead goes back, with 3 more of its colour." in text
    assert "Moves 1, 2: Each bead stays out." in text
    assert (
        "Move 3: Each bead goes back. Move 4: Each bead stays out, and one more of its colour"
        in text
    )


def test_rules_that_differ_in_every_move_still_fit() -> None:
    each: dict[str, Any] = {
        "win": [5, 4, 3, 2, 1],
        "draw": [2, 1, 0, -1, 1],
        "loss": [-1, -2, -3, -4, 0],
    }
    kit = learning_kit("van-woudenberg", empty_box="refill", protect_first_box=True, **each)
    assert poster_faults(laid_out(operator_card_document, kit)) == []
    with pytest.raises(
        FitError,
        match=r"How to operate Inside the Matchbox: .* in the smallest type, by \d+\.\d mm",
    ):
        operator_card_document(in_language(kit, endless()))


def endless() -> str:
    tables = read_toml(template_path(TemplateKind.TEXT, "en"))
    card = {**tables["operator-card"], "close": "and so on " * 150}
    return made_up("endless", {**tables, "operator-card": card})


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("michie-1961", {"The machine is O and moves first."}),
        ("second-player", {"The machine is X and moves second. Its opponent is O and begins."}),
        ("both-players", {"O begins, X answers.", "O: boxes 1 to 304", "X: boxes 305 to 593"}),
    ],
)
def test_whose_the_machine_is(name: str, told: set[str]) -> None:
    text = card(preset(name))
    assert all(sentence in text for sentence in told)
    assert ("can also play each other" in text) is (name == "both-players")


def test_every_machine_says_which_of_its_first_boxes_must_not_be_empty() -> None:
    assert "No bead left in any of boxes 1, 2, 3?" in card(preset("second-player"))
    both = card(preset("both-players"))
    assert "Box 1 is empty?" in both
    assert "No bead left in any of boxes 305, 306, 307?" in both


@pytest.mark.parametrize(
    ("name", "forced", "lost"),
    [
        ("michie-1961", True, False),
        ("michie-1961-287", True, True),
        ("second-player", False, False),
        ("van-woudenberg", False, False),
    ],
)
def test_positions_without_a_box_are_told_where_there_are_any(
    name: str, forced: bool, lost: bool
) -> None:
    text = card(preset(name))
    assert ("Only one move is left?" in text) is forced
    assert ("There is no box, but more than one move?" in text) is lost


@pytest.mark.parametrize(
    ("symmetry", "merge", "find", "ways", "no_dot"),
    [
        ("all", True, "as it is, turned, or mirrored", True, True),
        ("all", False, "as it is, turned, or mirrored", True, False),
        ("rotations", True, "as it is, or turned", True, True),
        ("none", True, "as it is.", False, False),
    ],
)
def test_how_a_box_is_found_follows_from_the_symmetry(
    symmetry: str, merge: bool, find: str, ways: bool, no_dot: bool
) -> None:
    text = card(learning_kit(boxes={"symmetry": symmetry, "merge-symmetric-moves": merge}))
    assert f"shows the board: {find}" in text or f"shows the board {find}" in text
    assert ("fits in more than one way?" in text) is ways
    assert ("is the mirror image of one" in text) is no_dot


@pytest.mark.parametrize(("name", "symmetric"), [("her-19", True), ("nim-8", False)])
def test_that_a_box_may_lie_in_two_ways_is_told_where_it_can(name: str, symmetric: bool) -> None:
    """A board of pawns has one symmetry besides the identity: two ways are the most."""
    kit = preset(name)
    assert max(len(kit.symmetries.stabiliser(box.position)) for box in kit.boxes) == 1 + symmetric
    assert ("fits in more than one way?" in card(kit)) is symmetric


@pytest.mark.parametrize(("name", "mirrored"), [("her-19", True), ("her-37", False)])
def test_a_move_is_mirrored_only_where_labels_are(name: str, mirrored: bool) -> None:
    text = card(preset(name))
    assert ("mirror the move, too" in text) is mirrored
    assert ("Make it on the board." in text) is not mirrored


def test_each_square_of_the_board_is_inked_in_the_middle_below_its_colour() -> None:
    kit = preset("michie-1961")
    (page,) = laid_out(operator_card_document, kit).pages
    discs = [mark for mark in page.marks if isinstance(mark, Circle) and mark.radius > 5]
    cells = [
        mark for mark in page.marks if isinstance(mark, Rectangle) and mark.width == mark.height
    ]
    assert [disc.fill for disc in discs] == [colour.hex for colour in kit.colours]
    for square, disc in enumerate(discs):
        board = cells[9 * square : 9 * square + 9]
        assert [cell.fill == BLACK for cell in board] == [place == square for place in range(9)]
        assert (extent(board[0]).left + extent(board[8]).right) / 2 == pytest.approx(disc.x)
        assert extent(board[0]).top > disc.y + disc.radius
        assert board[0].line < THIN
    apart = {after.x - before.x - 2 * before.radius for before, after in pairwise(discs)}
    assert min(apart) > 0.7 * discs[0].radius


@pytest.mark.parametrize("name", EVERY_PRESET)
def test_all_colours_are_in_a_strip_with_letter_sign_and_name(name: str) -> None:
    kit = preset(name)
    texts = set(texts_of(laid_out(operator_card_document, kit).pages[0].marks))
    for colour in kit.colours:
        assert {colour.key, colour.glyph} <= texts
        # Where a colour means the same on every box, what it means stands there too: "red: take 1".
        assert any(text == colour.name or text.startswith(f"{colour.name}: ") for text in texts)
