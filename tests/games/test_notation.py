"""Boards and moves as people write them, and every way to write them wrong."""

from itertools import cycle, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from menace_kit.errors import MoveError, PositionError
from menace_kit.games import (
    Game,
    Marks,
    Position,
    Side,
    cells_text,
    game_named,
    lettered_square,
    move_text,
    moves_written,
    parse_cells,
    parse_move,
    parse_position,
    position_text,
)
from tests.examples import all_to_prove, examples
from tests.games.reachable import GAME, all_positions

OX: Marks = ("O", "X")


@pytest.mark.parametrize(
    "text",
    [
        "O.X......",
        "o.x......",
        "O-X------",
        "O0X000000",
        "O X      ",
        "O.X-__ ..",
        "O.X/.../...",
        "O.X|...|...",
        "O.X\r\n...\r\n...\r\n",
        "O X/   /   ",
        "  O.X......  ",
        "O.X ... ...",
        "O2X456789",
        "O 2 X / 4 5 6 / . . .",
        "O,,X,,,,,,",
        "O,.,X,.,.,.,.,.,.",
        '[["O", "", "X"], ["", "", ""], ["", "", ""]]',
        " O | 2 | X \n---+---+---\n 4 | 5 | 6 \n---+---+---\n 7 | 8 | 9 \n",
        "\N{HEAVY LARGE CIRCLE}.\N{CROSS MARK}\N{VARIATION SELECTOR-16}......",
        "○·×······",
        "\N{GREEK CAPITAL LETTER OMICRON}.\N{GREEK CAPITAL LETTER CHI}......",
    ],
)
def test_all_these_are_the_same_board(text: str) -> None:
    assert parse_position(GAME, text, OX) == Position("1.2......", Side.FIRST)


def test_spaces_alone_are_the_empty_board() -> None:
    assert parse_position(GAME, " " * 9, OX) == GAME.start()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("O.X.....", r"'O.X.....' has 8 squares, but a board has 9, row by row"),
        ("O.X.......", "has 10 squares, but a board has 9"),
        (
            "O.Y......",
            r"'Y' on square 3 of 'O.Y......' is neither O nor X; an empty square is one of . - _ 0",
        ),
        ("O.X/..3/...", "'3' on square 6"),
        ("O.X\t.....", r"'\\t' on square 4"),
        (
            "X........",
            "no game reaches a board with 0 of the first player's marks and 1 of the second's",
        ),
        ("OO.......", "they take turns"),
    ],
)
def test_a_board_that_cannot_be_read_is_refused_with_the_square_and_the_reason(
    text: str, message: str
) -> None:
    with pytest.raises(PositionError, match=message):
        parse_position(GAME, text, OX)


MARKS = pytest.mark.parametrize(
    "marks",
    [
        OX,
        ("X", "O"),
        ("1", "2"),
        ("Ж", "É"),
        ("●", "✚"),
        ("\N{CAT FACE}", "\N{DOG FACE}"),
    ],
    ids="-".join,
)


@MARKS
def test_every_position_is_read_back_as_it_is_written(marks: Marks) -> None:
    for position in all_positions()[::20]:
        text = position_text(position, marks)
        assert len(text) == 9
        assert set(text) <= {".", *marks}
        assert parse_position(GAME, text, marks) == position
        assert parse_position(GAME, text.lower(), marks) == position


def test_a_mark_of_the_kit_s_own_is_never_read_as_another_that_looks_like_it() -> None:
    marks = ("O", "\N{GREEK CAPITAL LETTER OMICRON}")
    text = "O\N{GREEK SMALL LETTER OMICRON}......."
    assert parse_cells(text, 9, marks) == "12......."
    assert parse_cells("1 2 . . . . . . .", 9, ("2", "1")) == "21......."


def test_the_number_of_a_square_stands_on_larger_boards_too() -> None:
    squares = " ".join(map(str, range(2, 17)))
    assert parse_cells(f"O {squares}", 16, OX) == "1" + "." * 15


EITHER = [OX, ("X", "O")]
TYPED = ["O.", "O-", "O_", "0.", "0-", "O0"]


@pytest.mark.parametrize(
    ("signs", "marks"),
    all_to_prove(
        product(TYPED, EITHER), quick=zip(["O_", "0.", "O0"], cycle(EITHER), strict=False)
    ),
)
def test_a_0_is_a_nought_or_an_empty_square_where_the_rules_leave_one_of_them(
    marks: Marks, signs: str
) -> None:
    boards = {position_text(position, marks): position for position in all_positions()}

    def readings(typed: str) -> list[str]:
        plain = typed.replace("-", ".").replace("_", ".")
        return sorted({plain.replace("0", "O"), plain.replace("0", ".")} & boards.keys())

    table = str.maketrans("O.", signs)
    unclear = [board for board in boards if len(readings(board.translate(table))) > 1]
    asked = False
    for board in [*list(boards)[::21], *unclear[:1]]:
        typed, position = board.translate(table), boards[board]
        meant = readings(typed)
        if meant == [board]:
            assert parse_position(GAME, typed, marks) == position
        else:
            asked = True
            with pytest.raises(
                PositionError, match=f"write {meant[1]} for noughts, {meant[0]} for empty squares"
            ):
                parse_position(GAME, typed, marks)
    assert asked is ("0" in signs and (signs, marks[0]) != ("O0", "X"))


def test_a_board_with_noughts_typed_as_0_is_told_from_the_turn_where_that_is_said() -> None:
    with pytest.raises(PositionError, match=r"0 in 'O0X\.{6}' may be a nought or an empty square"):
        parse_position(GAME, "O0X......", OX)
    assert parse_position(GAME, "O0X......", OX, Side.FIRST) == Position("1.2......", Side.FIRST)
    assert parse_position(GAME, "O0X......", OX, Side.SECOND) == Position("112......", Side.SECOND)
    assert parse_position(GAME, "X0.......", OX) == Position("21.......", Side.FIRST)


@examples(6, 200)
@given(st.data(), st.text(".12", min_size=9, max_size=9))
def test_any_spelling_of_any_board_is_read(data: st.DataObject, cells: str) -> None:
    spelled = []
    for cell in cells:
        signs = {".": ".-_0 ", "1": "Oo", "2": "Xx"}[cell]
        spelled += [data.draw(st.sampled_from(signs)), data.draw(st.text("/|\n\r", max_size=2))]
    assert parse_cells("".join(spelled), 9, OX) == cells
    assert parse_cells(cells_text(cells, OX), 9, OX) == cells


@given(st.text("OoXx.-_0 /|\n\t9ß", max_size=12))
def test_any_text_is_a_board_or_a_position_error(text: str) -> None:
    try:
        cells = parse_cells(text, 9, OX)
    except PositionError:
        return
    assert len(cells) == 9
    assert set(cells) <= set(".12")


def test_moves_are_numbered_from_one_in_reading_order() -> None:
    assert move_text((0,)) == "1"
    assert move_text((8,)) == "9"
    assert parse_move("5") == (4,)


@given(st.lists(st.integers(0, 99), min_size=1, max_size=3).map(tuple))
def test_every_move_is_read_back_as_it_is_written(move: tuple[int, ...]) -> None:
    assert parse_move(move_text(move)) == move


@pytest.mark.parametrize(
    "text",
    ["", "0", "-1", "8-0", "x", "1.0", "²", "9" * 5000],
)
def test_what_is_not_a_move_is_refused(text: str) -> None:
    with pytest.raises(
        MoveError, match="is not a move; write the number of its square, or from-to"
    ):
        parse_move(text)


@pytest.mark.parametrize("game", [GAME, game_named("hexapawn")], ids=lambda game: game.name)
def test_every_square_has_a_letter_and_a_number_of_its_own(game: Game) -> None:
    names = [
        (letter, str(row + 1)) for row in range(game.rows) for letter in "abcdefgh"[: game.columns]
    ]
    found = [lettered_square(game, *name) for name in names]
    assert sorted(found) == list(range(1, game.rows * game.columns + 1))
    for letter, digit in (("i", "1"), ("a", "9"), ("a", "0")):
        with pytest.raises(MoveError, match=f"no square {letter}{digit}"):
            lettered_square(game, letter, digit)


@pytest.mark.parametrize("word", ["513746289", "5-1-3-7-4-6-2-8-9", "B2-A1-C1-A3-A2-C2-B1-B3-C3"])
def test_a_whole_game_in_one_word_is_taken_apart(word: str) -> None:
    assert " ".join(moves_written(GAME, word, alone=True)) == "5 1 3 7 4 6 2 8 9"
    assert moves_written(GAME, word, alone=False) in ([], [word])


@pytest.mark.parametrize("word", ["742596", "a1-a2-b3-b2-c1-c2"])
def test_pawns_have_two_squares_a_move_and_rows_as_in_chess(word: str) -> None:
    hexapawn = game_named("hexapawn")
    assert moves_written(hexapawn, word, alone=True) == ["7-4", "2-5", "9-6"]
    assert moves_written(hexapawn, word[:-1], alone=True) == []


@pytest.mark.parametrize("word", ["5x", "", "5--1", "55555555555", "1.5"])
def test_what_is_no_square_is_left_as_it_is(word: str) -> None:
    assert moves_written(GAME, word, alone=True) == []


def test_single_moves_are_what_they_say() -> None:
    assert moves_written(GAME, "10", alone=False) == moves_written(GAME, "10", alone=True) == ["10"]
    assert moves_written(GAME, "c3", alone=False) == ["9"]
    assert moves_written(game_named("hexapawn"), "a1-a2", alone=False) == ["7-4"]
    assert moves_written(game_named("nim"), "321", alone=True) == ["3", "2", "1"]
