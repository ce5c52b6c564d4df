"""Pages of boxes that were built before, and moves in the words of people."""

import re
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from menace_kit.logbook.store import Logbook
from menace_kit.machine.kit import Kit
from menace_kit.machine.kit_files import load_kit
from tests.examples import preset
from tests.logbook.games import check_logbook
from tests.web.conftest import Open, done, play_on, played_out
from tests.web.page import visit


@pytest.fixture
def adopted(tmp_path: Path) -> Kit:
    """Return a kit of boxes with names, gaps, and places of their owner's."""
    kit = preset("her-19")
    rows = ["drawing,box,cabinet,row,drawer"]
    for place, box in enumerate(kit.boxes):
        name = "the fork" if place == 3 else str(10 * (place + 1))
        rows.append(
            f"{kit.board(box)},{name},{1 + place // 12},{1 + place % 12 // 4},{4 - place % 4}"
        )
    (tmp_path / "map.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    (tmp_path / "kit.toml").write_text(
        'name = "HER"\ngame = "hexapawn"\nside = "second"\nmarks = ["W", "B"]\n'
        '[boxes]\nsymmetry = "mirror"\nforced-moves = true\nmap = "map.csv"\n'
        '[beads]\nstart = 1\npalette = "four-arrows"\n'
        '[learning]\nwin = 0\ndraw = 0\nloss = -1\nteaches = "last-move"\n',
        encoding="utf-8",
    )
    return load_kit(tmp_path / "kit.toml")


def test_adopted_boxes_go_by_what_stands_on_them(
    open_client: Open, logbook_file: Path, adopted: Kit
) -> None:
    client = open_client(adopted)
    named = next(box for box in adopted.boxes if box.given_name == "the fork")
    page = visit(client, f"/box/{named.number}")
    assert "Box the fork" in page.words
    assert visit(client, "/box/the%20fork").words == page.words
    assert client.get("/box/11").status_code == 404
    assert [box.number for box in adopted.boxes] != list(range(1, 20))
    cabinet = visit(client, "/cabinet")
    assert "the fork" in cabinet.words
    assert "Cabinet 2" in cabinet.words
    now = played_out(client, done(client, "start"))
    assert now["adjustments"]
    assert all(line["box_name"] in line["words"] for line in now["adjustments"])
    done(client, "confirm")
    with Logbook(logbook_file, adopted) as logbook:
        check_logbook(logbook)


def moves_told(client: TestClient, *, both: bool = False) -> list[str]:
    """Play a game, and return its moves as its page tells them."""
    now = done(client, "start", both=True) if both else done(client, "start", opponent="Ada")
    while now["due"] != "adjust":
        now = play_on(client, now)
    return [move["words"] for move in now["game"]["moves"]]


def test_moves_of_matches_and_pawns_are_told_in_peoples_words(open_client: Open) -> None:
    client = open_client(preset("nim-13"))
    assert moves_told(client)[:2] == [
        "YELLOW from box 13: the machine takes 3 matches.",
        "Ada takes 3 matches.",
    ]
    replay, box = (visit(client, path).words for path in ("/history/1", "/box/13"))
    assert "Ada takes 3 matches." in replay
    assert "yellow 3 matches" in box
    done(client, "confirm")
    assert "the first player takes " in moves_told(client, both=True)[0]


def test_black_and_white_play_and_no_line_breaks_inside_their_moves(open_client: Open) -> None:
    client = open_client(preset("her-19"))
    now = done(client, "start", opponent="Ada")
    assert now["game"]["machine_is"] == "The machine is Black"
    now = play_on(client, play_on(client, now))
    assert "-" in now["happened"]
    assert now["happened"] in visit(client).words
    while now["due"] != "adjust":
        now = play_on(client, now)
    told = [move["words"] for move in now["game"]["moves"]]
    assert told[:2] == ["White plays move 7-4.", "RED from box 2: Black plays move 2-4."]
    assert now["happened"] in visit(client).words
    for path in ("/", "/history", "/history/1"):
        text = re.sub(r'<main.*?>|="[^"]*"', "", client.get(path).text.partition("<main")[2])
        shown = re.sub(r"\d{4}-\d\d-\d\d", "", text)
        assert "\u2060-\u2060" in shown
        assert not re.findall(r"\d-\d", shown), path
