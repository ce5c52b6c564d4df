"""Hexapawn, Nim, adopted boxes, and two machines at one table:
whole games through the API and through the pages.
"""

import re
from pathlib import Path
from typing import Any

import pytest

from menace_kit.guide.audit import audit
from menace_kit.logbook.store import Logbook
from menace_kit.machine.kit_files import load_preset
from tests.examples import all_to_prove, preset
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
    client = open_client(preset("her-19"))
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
        mark = '<circle class="mark"' if path == "/screen" else ">O</text>"
        assert (mark in table) == (not are_drawn)


def test_a_reply_is_an_arrow_to_tap_or_the_first_match_that_is_taken(open_client: Open) -> None:
    client = open_client(preset("her-19"))
    now = done(client, "start")
    assert now["say"] == "The opponent moves: tap the move."
    buttons = visit(client).acts("reply")[0].buttons
    assert [button["aria-label"] for button in buttons] == ["move 7-4", "move 8-5", "move 9-6"]
    assert client.get("/").text.count('class="arrow"') == len(now["replies"])


def test_a_last_row_of_matches_that_is_shorter_has_squares_as_wide_as_the_others(
    open_client: Open,
) -> None:
    client = open_client(preset("nim-13"))
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
    client = open_client(preset("nim-8"))
    now = done(client, "start", first_mover="opponent")
    assert now["say"] == "The opponent moves: tap the move."
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
        "6 cannot be played now; possible: 3, 2, 1",
    )
    now = done(client, "reply", square="1")
    assert now["table"]["text"] == "IIIIIII."
    assert now["game"]["moves"][0]["words"] == "The opponent takes 1 match."
    assert "The machine moves second" in visit(client).words


def test_each_arrow_of_a_box_has_its_own_drawing(open_client: Open) -> None:
    client = open_client(preset("her-19"))
    assert "/label/1.svg" in client.get("/learned").text
    done(client, "start")
    now = play_on(client, state(client))
    arrows = re.findall(r'class="arrow"[^>]* d="([^"]+)"', client.get("/").text)
    assert len(set(arrows)) == len(now["box"]["beads"])


def test_no_draw_is_told_of_where_there_is_none(open_client: Open) -> None:
    client = open_client(preset("her-19"))
    assert [button["value"] for button in visit(client, "/quick").acts("quick")[0].buttons] == [
        "win",
        "loss",
    ]
    done(client, "quick", result="win")
    for path in ("/", "/statistics", "/screen"):
        told = visit(client, path).words.replace("A bead drawn at random", "")
        assert not re.search(r"\bdrawn\b|\bDrawn\b", told), path


def test_the_first_bead_says_nothing_where_the_last_one_learns(
    open_client: Open, logbook_file: Path
) -> None:
    kit = preset("him-18")
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
