"""The table board: as large as a page, and pieces enough for every game."""

from dataclasses import replace

import pytest

from menace_kit.games import NoughtsAndCrosses, Position, Side
from menace_kit.layout.marks import BLACK, WHITE, Circle, Layer, Line, Page, Rectangle, Text
from menace_kit.layout.sheets import table_board
from menace_kit.layout.sheets.table_board import (
    board_square,
    piece_size,
    pieces,
    place_height,
    table_board_document,
)
from menace_kit.machine.kit import Kit
from menace_kit.machine.papers import PAPERS, PaperName
from tests.layout.geometry import extent, marks_of, page_faults, texts_in
from tests.layout.kits import EVERY_PRESET, laid_out, preset, printed, small_kit


def numbers(page: Page) -> list[Text]:
    return [
        mark for mark in page.marks if isinstance(mark, Text) and mark.bold and mark.text.isdigit()
    ]


def cut_out(pages: tuple[Page, ...]) -> list[tuple[Page, Rectangle]]:
    return [
        (page, mark)
        for page in pages
        for mark in page.marks
        if isinstance(mark, Rectangle) and mark.layer is Layer.CUT
    ]


@pytest.mark.parametrize("paper", PAPERS)
def test_the_board_fills_the_page_and_each_square_has_its_number_in_the_corner(
    paper: PaperName,
) -> None:
    kit = printed("michie-1961", paper=paper)
    page = laid_out(table_board_document, kit).pages[0]
    lines = marks_of(Line, page.marks)
    columns = sorted({line.x1 for line in lines if line.x1 == line.x2})
    rows = sorted({line.y1 for line in lines if line.y1 == line.y2})
    assert (len(columns), len(rows)) == (4, 4)
    assert columns[-1] - columns[0] > 0.85 * page.width
    square = board_square(kit)
    for number in numbers(page):
        row, column = divmod(int(number.text) - 1, 3)
        box = extent(number)
        assert 0 < box.left - columns[column] < square / 8
        assert 0 < box.top - rows[row] < square / 8
    assert sorted(number.text for number in numbers(page)) == list("123456789")


class Wide(NoughtsAndCrosses):
    """A board of another shape; only what is drawn of it counts here."""

    rows = 2
    columns = 5

    def start(self) -> Position:
        return Position("." * 10, Side.FIRST)


class High(NoughtsAndCrosses):
    """Likewise, higher than wide."""

    rows = 12
    columns = 4

    def start(self) -> Position:
        return Position("." * 48, Side.FIRST)


@pytest.mark.parametrize("game", [Wide(), High()])
def test_a_board_of_another_shape_is_drawn_too(game: NoughtsAndCrosses) -> None:
    kit = replace(preset("michie-1961"), game=game)
    page = laid_out(table_board_document, kit).pages[0]
    assert len(numbers(page)) == game.rows * game.columns
    assert form_faults_of(kit) == []


def form_faults_of(kit: Kit) -> list[str]:
    inside = [
        extent(mark)
        for page in laid_out(table_board_document, kit).pages
        for mark in page.marks
        if extent(mark).right > page.width - 6 or extent(mark).bottom > page.height - 6
    ]
    return [str(box) for box in inside]


@pytest.mark.parametrize("name", EVERY_PRESET)
def test_there_are_pieces_for_a_full_board_and_a_spare_of_each(name: str) -> None:
    kit = preset(name)
    cells = kit.game.start().cells
    wanted = (
        (6, 5)
        if kit.game.name == "noughts-and-crosses"
        else (_and_spare(cells, "1"), _and_spare(cells, "2"))
    )
    assert (pieces(kit).count(Side.FIRST), pieces(kit).count(Side.SECOND)) == wanted
    found = cut_out(laid_out(table_board_document, kit).pages)
    assert len(found) == sum(wanted)
    size = (piece_size(kit), piece_size(kit) * place_height(kit))
    assert {(mark.width, mark.height) for _, mark in found} == {size}
    assert piece_size(kit) < 0.75 * board_square(kit)


def _and_spare(cells: str, cell: str) -> int:
    return cells.count(cell) + (cell in cells)


@pytest.mark.parametrize("marks", [("O", "X"), ("M", "@"), ("I", "Q")])
def test_each_piece_has_the_kits_mark_inside_its_cut_line(marks: tuple[str, str]) -> None:
    kit = small_kit(marks=marks)
    found = cut_out(laid_out(table_board_document, kit).pages)
    signs = []
    for page, piece in found:
        inside = [
            mark
            for mark in page.marks
            if mark.layer is Layer.PRINT and extent(piece).holds(extent(mark), 1)
        ]
        signs.append(
            "O"
            if isinstance(inside[0], Circle)
            else inside[0].text
            if isinstance(inside[0], Text)
            else "X"
        )
    assert signs == [marks[0]] * 6 + [marks[1]] * 5
    assert pieces(kit) == [Side.FIRST] * 6 + [Side.SECOND] * 5


def test_a_ring_is_as_thick_as_the_strokes_of_the_other_mark() -> None:
    pages = laid_out(table_board_document, preset("michie-1961")).pages[1:]
    black, white = (
        {
            mark.radius
            for page in pages
            for mark in page.marks
            if isinstance(mark, Circle) and mark.fill == fill
        }
        for fill in (BLACK, WHITE)
    )
    pens = {
        mark.width
        for page in pages
        for mark in page.marks
        if isinstance(mark, Line) and mark.x1 != mark.x2 and mark.y1 != mark.y2
    }
    assert len(black) == len(white) == len(pens) == 1
    assert black.pop() - white.pop() == pytest.approx(pens.pop())


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", ["michie-1961", "her-19", "nim-8"])
def test_more_pieces_than_one_page_has_room_for_go_on_to_the_next(
    name: str, paper: PaperName, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_board, "SPARE", 60)
    kit = printed(name, paper=paper)
    pages = table_board_document(kit).pages[1:]
    found = [cut_out((page,)) for page in pages]
    assert sum(map(len, found)) == len(pieces(kit))
    assert len(pages) > 1
    # Only the last has room left.
    assert {len(on_page) for on_page in found[:-1]} == {len(found[0])}
    for page in pages:
        assert page_faults(page) == []


def test_it_says_who_plays_which_mark() -> None:
    for name, sentence in (
        ("michie-1961", "The machine is O and begins. You are X."),
        ("second-player", "You are O and begin. The machine is X."),
        ("both-players", "O begins, X answers. Choose which one you are."),
    ):
        assert sentence in texts_in(laid_out(table_board_document, preset(name)))


@pytest.mark.parametrize(
    ("name", "side"),
    [
        ("her-19", "on this side, behind the white pawns: they start on 7 to 9"),
        ("him-18", "on the other side, behind the black pawns: they start on 1 to 3"),
    ],
)
def test_visitors_sit_behind_their_own_pawns(name: str, side: str) -> None:
    told = " ".join(texts_in(laid_out(table_board_document, preset(name))))
    assert f"Sit {side}" in told
