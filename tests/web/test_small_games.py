"""Hexapawn, Nim, adopted boxes, and two machines at one table:
whole games through the API and through the pages.
"""

import re
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from menace_kit.guide.audit import audit
from menace_kit.lab.engine.tables import kit_table
from menace_kit.logbook.store import Logbook
from menace_kit.machine.kit import Kit
from menace_kit.machine.kit_files import load_kit, load_preset
from menace_kit.web.chances import tables_of
from tests.examples import all_to_prove
from tests.logbook.games import check_logbook
from tests.web.conftest import Open, done, play_on, played_out, post, state
from tests.web.page import press, visit

GAMES = [
    ("her-19", {}),
    ("him-18", {}),
    ("gardner-her-24", {}),
    ("nim-8", {"first_mover": "machine"}),
    ("nim-8", {"first_mover": "opponent"}),
    ("nim-8", {"both": True}),
    ("both-players", {"both": True}),
    ("starter", {}),
]
PAGES = (
    "/",
    "/screen",
    "/quick",
    "/cabinet",
    "/statistics",
    "/day",
    "/history",
    "/history/1",
    "/learned",
)


def test_pages_of_other_machines_carry_their_name(open_client: Open) -> None:
    client = open_client(load_preset("her-19"))
    for path in ("/", "/screen", "/watch"):
        (title,) = re.findall("<title>(.*?)</title>", client.get(path).text)
        assert "HER" in title
        assert "MENACE" not in title
    (title,) = re.findall("<title>(.*?)</title>", client.get("/box/999").text)
    assert "MENACE" not in title


@pytest.mark.parametrize(
    ("preset", "how"),
    all_to_prove(GAMES, quick=[("gardner-her-24", {}), ("nim-8", {"both": True})]),
)
def test_whole_games_through_the_api(
    open_client: Open, logbook_file: Path, preset: str, how: dict[str, Any]
) -> None:
    kit = load_preset(preset)
    client = open_client(kit)
    now = played_out(client, done(client, "start", **how))
    assert now["due"] == "adjust"
    assert now["game"]["both"] == bool(how.get("both"))
    heads = [head["side"] for head in now["lists"]]
    assert heads == (["first", "second"] if now["game"]["both"] else heads[:1])
    assert all(line["side"] in heads for line in now["adjustments"])
    for path in PAGES:
        assert client.get(path).status_code == 200
    done(client, "confirm")
    with Logbook(logbook_file, kit) as logbook:
        check_logbook(logbook)


@pytest.mark.parametrize(
    ("preset", "pieces"),
    [
        ("her-19", {"", "white-pawn", "black-pawn"}),
        ("nim-8", {"match"}),
        ("both-players", {"", "mark"}),
    ],
)
def test_pawns_and_matches_are_drawn_and_marks_are_marks(
    open_client: Open, preset: str, pieces: set[str]
) -> None:
    client = open_client(load_preset(preset))
    now = done(client, "start")
    if preset == "both-players":
        now = play_on(client, now)
    assert {square["piece"] for row in now["table"]["rows"] for square in row} == pieces
    are_drawn = "mark" not in pieces
    for path in ("/", "/screen"):
        table = client.get(path).text.partition("<main")[2]
        assert ('<path class="piece' in table) == are_drawn
        mark = '<circle class="mark first"' if path == "/screen" else ">O</text>"
        assert (mark in table) == (not are_drawn)


def test_a_reply_is_an_arrow_to_tap_or_the_first_match_that_is_taken(open_client: Open) -> None:
    client = open_client(load_preset("her-19"))
    now = done(client, "start")
    assert now["say"] == "The opponent moves: tap the move."
    buttons = visit(client).acts("reply")[0].buttons
    assert [button["aria-label"] for button in buttons] == ["move 7-4", "move 8-5", "move 9-6"]
    assert client.get("/").text.count('class="arrow"') == len(now["replies"])


def test_a_last_row_of_matches_that_is_shorter_has_squares_as_wide_as_the_others(
    open_client: Open,
) -> None:
    client = open_client(load_preset("nim-13"))
    now = done(client, "start", first_mover="opponent")
    assert [len(row) for row in now["table"]["rows"]] == [5, 5, 3]
    page = client.get("/").text.partition("<main")[2]
    rows = page.partition('<div class="board"')[2].split('<div class="row">')[1:4]
    assert [(row.count('class="square'), row.count("square beside")) for row in rows] == [
        (5, 0),
        (5, 0),
        (5, 2),
    ]
    scales = re.findall(r'scale\(([\d.]+)\)"><path class="piece match', client.get("/screen").text)
    # Matches two squares high in squares of 0.86.
    assert [float(scale) for scale in scales] == [0.43] * 13
    assert client.get("/api/kit").json()["parameters"] == {
        "matches": 13,
        "most": 3,
        "last": "loses",
    }


def test_matches_are_tapped_by_how_many_are_taken(open_client: Open) -> None:
    client = open_client(load_preset("nim-8"))
    now = done(client, "start", first_mover="opponent")
    assert now["say"] == "The opponent moves: tap how many matches are taken."
    buttons = visit(client).acts("reply")[0].buttons
    assert [(button["value"], button["aria-label"]) for button in buttons] == [
        ("3", "Take 3 matches"),
        ("2", "Take 2 matches"),
        ("1", "Take 1 match"),
    ]
    assert [(reply["move"], reply["squares"]) for reply in now["replies"]] == [
        ("3", [6]),
        ("2", [7]),
        ("1", [8]),
    ]
    refused = post(client, "reply", square="6")
    assert (refused.status_code, refused.json()["detail"]) == (
        422,
        "6 cannot be taken now; possible: 3, 2, 1",
    )
    now = done(client, "reply", square="1")
    assert now["table"]["text"] == "IIIIIII."
    assert now["game"]["moves"][0]["words"] == "the opponent takes 1 match"
    assert "The machine moves second" in visit(client).words


def test_each_arrow_of_a_box_has_its_own_drawing(open_client: Open) -> None:
    client = open_client(load_preset("her-19"))
    assert "/label/1.svg" in client.get("/learned").text
    done(client, "start")
    now = play_on(client, state(client))
    arrows = re.findall(r'class="arrow"[^>]* d="([^"]+)"', client.get("/").text)
    assert len(set(arrows)) == len(now["box"]["beads"])


def test_no_draw_is_told_of_where_there_is_none(open_client: Open) -> None:
    client = open_client(load_preset("her-19"))
    assert [button["value"] for button in visit(client, "/quick").acts("quick")[0].buttons] == [
        "win",
        "loss",
    ]
    done(client, "quick", result="win")
    for path in ("/", "/statistics", "/screen"):
        told = visit(client, path).words.replace("A bead drawn at random", "")
        assert not re.search(r"\bdrawn\b|\bDrawn\b", told), path


def test_a_draw_is_refused_where_there_is_none(open_client: Open) -> None:
    client = open_client(load_preset("nim-8"))
    answer = client.post("/api/quick", json={"on": 0, "result": "draw"})
    assert answer.status_code == 422
    assert "o game of this machine can be drawn; it is won or lost" in answer.text
    assert state(client)["totals"]["games"] == 0


def test_the_first_bead_says_nothing_where_the_last_one_learns(
    open_client: Open, logbook_file: Path
) -> None:
    kit = load_preset("him-18")
    client = open_client(kit)
    colour = kit.boxes[0].beads[0].colour
    refused = post(client, "quick", result="loss", colour=colour, box=kit.boxes[0].number)
    assert refused.status_code == 422
    assert "only learns from its last bead" in refused.json()["detail"]
    (form,) = visit(client, "/quick").acts("quick")
    assert not [field for field in form.fields if field["name"] == "colour"]
    press(client, form)
    with Logbook(logbook_file, kit) as logbook:
        check_logbook(logbook)
        assert list(audit(logbook)) == []


def test_alike_positions_with_boxes_of_their_own_are_told_apart() -> None:
    kit = load_preset("gardner-her-24")
    game, _ = tables_of(kit)
    assert game.positions == kit_table(kit).positions


# What cannot be drawn


# Both players are machines


def test_two_machines_are_told_apart_wherever_people_read(open_client: Open) -> None:
    client = open_client(load_preset("both-players"))
    now = done(client, "start", both=True)
    assert now["say"].startswith("O's machine: open box 1,")
    assert now["box"]["whose"] == "O's machine"
    now = play_on(client, now)
    assert now["box"]["whose"] == "X's machine"
    assert "X's machine" in visit(client, "/screen").words
    now = played_out(client, now)
    assert now["game"]["winner"] == "first"
    words = visit(client).words
    assert "O's machine, which won:" in words
    assert "X's machine, which lost:" in words
    assert "O's machine wins" in visit(client, "/screen").words
    now = done(client, "confirm")
    winners = now["totals"]["winners"]
    assert (winners["first"], winners["second"], winners["draws"]) == (1, 0, 0)
    assert "1 won by O" in visit(client).words
    assert "Won by O" in visit(client, "/statistics").words
    assert "both machines" in visit(client, "/history").words
    replay = visit(client, "/history/1").words
    assert "(O's machine)" in replay
    assert "(X's machine)" in replay


def test_a_game_of_two_machines_has_no_opponent(open_client: Open) -> None:
    client = open_client(load_preset("both-players"))
    assert post(client, "start", both=True, opponent="Ada").status_code == 422
    assert post(client, "start", both=True, first_mover="machine").status_code == 422
    form = next(form for form in visit(client).acts("start") if has_both(form))
    assert {field["name"] for field in form.fields} == {"on", "both", "operator"}


def test_a_kit_of_one_machine_offers_no_game_of_two(open_client: Open) -> None:
    client = open_client(load_preset("her-19"))
    assert not any(map(has_both, visit(client).acts("start")))
    assert post(client, "start", both=True).status_code == 422


def has_both(form: Any) -> bool:
    return any(field["name"] == "both" for field in form.fields)


def test_a_board_of_nim_is_looked_up_for_either_player(open_client: Open) -> None:
    client = open_client(load_preset("nim-8"))
    for side in ("first", "second"):
        found = client.get("/api/lookup", params={"board": "IIIII...", "to_move": side}).json()
        assert found["box"]["number"] == 5


# Boxes that were built before


@pytest.fixture
def adopted(tmp_path: Path) -> Kit:
    """Return a kit of boxes with names, gaps, and places of their owner's."""
    kit = load_preset("her-19")
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
    client = open_client(load_preset("nim-13"))
    assert moves_told(client)[:2] == [
        "the machine takes 3 matches: yellow from box 13",
        "Ada takes 3 matches",
    ]
    history, replay, box = (
        visit(client, path).words for path in ("/history", "/history/1", "/box/13")
    )
    assert "how many matches were taken each time" in history
    assert "Ada takes 3 matches" in replay
    assert "yellow 3 matches" in box
    done(client, "confirm")
    assert moves_told(client, both=True)[0].startswith("the first player takes ")


def test_black_and_white_play_and_no_line_breaks_inside_their_moves(open_client: Open) -> None:
    client = open_client(load_preset("her-19"))
    now = done(client, "start", opponent="Ada")
    assert now["game"]["machine_is"] == "The machine is Black"
    now = play_on(client, play_on(client, now))
    assert "-" in now["happened"]
    assert now["happened"] in visit(client).words
    while now["due"] != "adjust":
        now = play_on(client, now)
    told = [move["words"] for move in now["game"]["moves"]]
    assert told[:2] == ["White plays move 7-4", "Black plays move 2-4: red from box 2"]
    assert now["happened"] in visit(client).words
    for path in ("/", "/history", "/history/1"):
        text = re.sub(r'<main.*?>|="[^"]*"', "", client.get(path).text.partition("<main")[2])
        shown = re.sub(r"\d{4}-\d\d-\d\d", "", text)
        assert "\u2060-\u2060" in shown
        assert not re.findall(r"\d-\d", shown), path
    assert "the moves, from square to square" in visit(client, "/history").words
