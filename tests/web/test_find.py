"""The page that finds the box of a board: by taps alone, and what it says is what
`operator lookup` says.
"""

import re
from urllib.parse import parse_qs, quote, urlsplit

import pytest

from menace_kit.cli import main
from menace_kit.errors import PositionError
from menace_kit.games import Pieces, Side, position_text
from menace_kit.guide.look_up import look_up
from menace_kit.text.kit_words import page_words
from menace_kit.text.phrases import say
from menace_kit.web.pages.find import taps
from tests.examples import preset
from tests.logbook.games import kit_of
from tests.web.conftest import KIT, Open, done, state
from tests.web.page import Page, visit


def find(board: str, side: str = "") -> str:
    return f"/find?board={quote(board)}{f'&to_move={side}' if side else ''}"


def squares(page: Page) -> list[dict[str, str]]:
    return [facts for facts in page.all("a") if facts.get("class") == "square"]


@pytest.mark.parametrize("name", ["michie-1961", "nim-8"])
def test_every_board_can_be_tapped_by_links_alone(open_client: Open, name: str) -> None:
    kit = preset(name)
    client = open_client(kit)
    page, goal = visit(client, "/find"), position_text(kit.boxes[-1].position, kit.spec.marks)
    last, count = "", 0
    while last != goal:
        assert len(squares(page)) == len(goal)
        links = [facts["href"] for facts in squares(page)]
        made = [parse_qs(urlsplit(link).query)["board"][0] for link in links]
        now = last or position_text(kit.game.start(), kit.spec.marks)
        if kit.game.pieces is Pieces.TOKENS:
            square = goal.count(kit.spec.marks[0]) - 1
        else:
            square = next(place for place, sign in enumerate(goal) if sign != now[place])
        last, count = made[square], count + 1
        page = visit(client, links[square])
        assert count < 20
    assert f"/label/{kit.boxes[-1].number}.svg" in page.links


def test_a_tap_puts_the_next_mark_there_and_takes_the_last_one_off() -> None:
    assert [taps(KIT, cells)[5].board for cells in (".........", "....1....", "....2....")] == [
        "....O....",
        "....X....",
        ".........",
    ]
    nim = preset("nim-8")
    assert [taps(nim, "11111...")[square].left for square in (1, 4, 5, 6, 8)] == [1, 4, 4, 6, 8]


def said_by_lookup(capsys: pytest.CaptureFixture[str], board: str) -> str:
    with pytest.raises(SystemExit):
        main(["operator", "lookup", board, "--preset", "michie-1961"])
    return " ".join(" ".join(capsys.readouterr()).split())


@pytest.mark.parametrize("board", ["O?.......", "OOOXX....", "O........"])
def test_a_board_without_a_box_gets_the_commands_sentence(
    open_client: Open, capsys: pytest.CaptureFixture[str], board: str
) -> None:
    told = said_by_lookup(capsys, board).removeprefix("menace-kit: ")
    answer = open_client().get(find(board))
    assert answer.status_code == (422 if "?" in board else 200)
    assert told in Page(answer.text).words
    assert not Page(answer.text).all("img")


NO_BOARDS = [
    (
        "OO.......",
        "turns",
        "O begins, so O has as many as the other, or one more.",
    ),
    ("OOOXXX...", "reach", "No game leads to this board."),
    ("OOOXX.X..", "reach", "No game leads to this board."),
]


@pytest.mark.parametrize("language", ["en", "de"])
def test_why_there_is_no_such_board_is_told_in_every_language(
    open_client: Open, language: str
) -> None:
    kit = kit_of(f"print.language = '{language}'")
    client, words = open_client(kit), page_words(kit)
    for board, why, in_english in NO_BOARDS:
        answer = client.get(find(board))
        assert answer.status_code == 200
        told = " ".join(words.tell(say(f"find.wrong-{why}", mark="O")).split())
        assert told in Page(answer.text).words
        assert (in_english in Page(answer.text).words) == (language == "en")
        assert 'lang="en"' not in answer.text.partition("<body")[2] or language == "en"


def test_a_board_that_no_game_of_pawns_comes_to_is_said_to_be_none(open_client: Open) -> None:
    client = open_client(preset("her-19"))
    assert "No game leads to this board." in visit(client, find("BBBBBBBBB")).words


def test_a_board_with_a_box_gets_what_the_command_says_of_it(
    open_client: Open, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is turned, for its label is drawn the other way round: mirrored."""
    told = said_by_lookup(capsys, "O.X/.../...")
    page = visit(open_client(), find("O.X/.../..."))
    box = KIT.box(12)
    assert f"Box 12 ({KIT.code(box)})" in told
    assert f"Box 12 row 2, drawer 4 ({KIT.code(box)})" in page.words
    turn = "Mirror the drawing: left and right change places."
    assert turn in told
    assert turn in page.words
    lines = re.findall(r"[A-Z] ([a-z]+) (square \d \([a-z ]+\))", told)
    assert len(lines) == len(box.moves) == 7
    drawn = " ".join(re.sub(r"(?<=[a-z]) [OXA-Z ]+(?=square)", " ", page.words).split())
    for colour, means in lines:
        assert f"{colour} {means}" in drawn


def test_what_is_in_the_box_today_is_told(open_client: Open) -> None:
    client = open_client()
    done(client, "recount", box=1, counts={"white": 13})
    assert "13" in visit(client, "/find").words.split()
    before = state(client)
    visit(client, find("O.X......"))
    assert state(client) == before


def test_where_it_may_be_either_machines_turn_one_says_whose(open_client: Open) -> None:
    """On a board of four rows of hexapawn it may be either player's turn,
    and each has a box of its own.
    """
    kit = kit_of('game = "hexapawn"\nside = "both"\n[hexapawn]\nrows = 4\ncolumns = 3\n')
    client, board = open_client(kit), "..XX..OOX..."
    with pytest.raises(PositionError, match="say whose it is"):
        look_up(kit, board)
    page = visit(client, find(board))
    assert "On the board ..XX..OOX... it may be either player's turn; say whose it is" in page.words
    assert not page.all("img")
    labels = set()
    for side in Side:
        link = f"/find?board={board}&to_move={side.value}"
        assert link in page.links
        found = look_up(kit, board, side)
        (shown,) = visit(client, link).all("img")
        assert shown["src"] == f"/label/{found.readings[0].box.number}.svg"
        labels.add(shown["src"])
    assert len(labels) == 2
    assert "Whose turn is it?" not in visit(client, "/find").words
