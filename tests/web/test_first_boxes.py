"""What the boxes for the first move hold, by games and counts;
and a machine that has nothing left in them.
"""

import re

from fastapi.testclient import TestClient

from tests.logbook.games import KITS, kit_of
from tests.web.conftest import Open, done, state
from tests.web.page import visit

ASKS = "Who plays against the machine?"


def words_of(client: TestClient, path: str) -> str:
    """Return the words of a page, as they are seen."""
    body = client.get(path).text.partition("</head>")[2]
    return " ".join(re.sub(r"<svg.*?</svg>|<[^>]+>", " ", body, flags=re.DOTALL).split())


def test_a_count_is_in_what_the_first_box_holds_but_not_in_what_games_added(
    client: TestClient,
) -> None:
    done(client, "quick", result="win", colour="white", confirmed=True)
    now = done(client, "recount", box=1, counts={"white": 10, "lilac": 5, "gold": 2})
    assert (now["totals"]["held"], now["totals"]["first_box"]) == (17, 3)
    for path in ("/", "/quick"):
        assert "17 beads in the first box" in words_of(client, path), path


def test_several_first_boxes_are_told_as_several(open_client: Open) -> None:
    client = open_client(kit_of('side = "second"\n'))
    held = state(client)["totals"]["held"]
    assert f"{held} beads in the 3 first boxes" in words_of(client, "/")
    quick = visit(client, "/quick")
    pictures = [tag["src"] for tag in quick.all("img")]
    assert pictures == ["/label/1.svg", "/label/2.svg", "/label/3.svg"]


def test_a_dead_machine_says_which_box_to_count(open_client: Open) -> None:
    client = open_client(kit_of(KITS["resign"]))
    assert ASKS in words_of(client, "/screen")
    boxes = [bead["colour"]["name"] for bead in client.get("/api/box/1").json()["beads"]]
    done(client, "recount", box=1, counts=dict.fromkeys(boxes, 0))
    assert "/box/1#count" in visit(client).links
    quick = visit(client, "/quick")
    assert "No bead is left for the first move" in quick.words
    buttons = [button for form in quick.acts("quick") for button in form.buttons]
    assert buttons
    assert all("disabled" in button for button in buttons)
    assert ASKS not in words_of(client, "/screen")
    assert "This machine can no longer make its first move." in words_of(client, "/screen")


def test_a_box_that_should_be_empty_can_be_looked_at(open_client: Open) -> None:
    client = open_client(kit_of(KITS["resign"]))
    now = done(client, "start")
    inside = [bead["colour"]["name"] for bead in now["box"]["beads"]]
    done(client, "recount", box=1, counts=dict.fromkeys(inside, 0))
    page = visit(client)
    assert "/box/1#count" in page.links
    assert "Held another way?" not in page.words
    assert "Which colour did you draw?" not in page.words


def test_a_count_is_told_and_is_one_change(client: TestClient) -> None:
    done(client, "recount", box=1, counts={"white": 4, "lilac": 1, "gold": 5})
    page = visit(client, "/box/1")
    assert "Box 1 was counted: −3 lilac, +1 gold." in page.words
    done(client, "recount", box=1, counts={"white": 4, "lilac": 1, "gold": 5})
    found = client.get("/api/box/1").json()
    assert found["counted"] == "Box 1 was counted: as the logbook said."
    assert [change["words"] for change in found["changes"]] == [
        "counted: as the logbook said",
        "counted: −3 lilac, +1 gold",
    ]
    now = done(client, "start")
    assert client.get("/api/box/1").json()["counted"] == ""
    assert now["box"]["total"] == 10


def test_a_milestone_is_told_with_the_game_that_reached_it(client: TestClient) -> None:
    done(client, "quick", result="win", confirmed=True)
    assert "first win" in words_of(client, "/screen")
    done(client, "start")
    assert "first win" not in words_of(client, "/screen")
