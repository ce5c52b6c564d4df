"""A game through the API: what is due, what it is done with, and what the logbook says after it."""

from pathlib import Path

from fastapi.testclient import TestClient

from menace_kit.guide.look_up import look_up
from tests import one_game
from tests.web.conftest import KIT, done, played_out, post, state


def test_the_label_of_the_open_box_has_each_colour_where_it_is_glued(client: TestClient) -> None:
    done(client, "start")
    done(client, "draw", colour="white", square="1")
    box = done(client, "reply", square="4")["box"]  # by its label it was square 2
    squares = [square for row in box["label"]["rows"] for square in row if square["colour"]]
    assert {square["colour"]["name"]: square["number"] for square in squares} == {
        bead["colour"]["name"]: int(bead["on_label"]) for bead in box["beads"]
    }
    assert any(bead["on_label"] != bead["move"]["move"] for bead in box["beads"])


def test_a_game_over_http_is_in_the_logbook_as_by_every_other_way(
    client: TestClient, logbook_file: Path
) -> None:
    done(client, "start", operator="Ada", opponent="Bob")
    for act, what in one_game.STEPS:
        if act == "draw":
            done(client, "draw", colour=what)
        else:
            done(client, "reply", square=what)
    done(client, "confirm")
    assert one_game.entries_of(logbook_file) == one_game.ENTRIES


def test_the_tick_list_says_what_to_expect_and_is_the_same_on_every_phone(
    client: TestClient,
) -> None:
    now = played_out(client, done(client, "start"))
    lines = now["adjustments"]
    assert [line["line"] for line in lines] == list(range(1, len(lines) + 1))
    for line in lines:
        assert line["total"] == sum(line["expected"].values())
        logbook = client.get(f"/api/box/{line['box']}").json()
        assert {bead["colour"]["name"]: bead["beads"] for bead in logbook["beads"]} == line[
            "expected"
        ]
    assert post(client, "tick", line=2).json()["state"]["adjustments"][1]["ticked"]
    assert [line["ticked"] for line in state(client)["adjustments"]][:2] == [False, True]
    assert state(client)["entry"] == now["entry"]
    said = post(client, "tick", line=2).json()
    assert (said["recorded"], said["message"].split(".")[0]) == (
        False,
        "That was saved already, so nothing was saved twice",
    )
    said = post(client, "tick", line=2, done=False).json()
    assert said["message"].startswith(
        f"Line 2 is not done. If it was, undo it: Box {lines[1]['box']}, "
    )
    assert (
        post(client, "tick", line=1)
        .json()["message"]
        .startswith(f"Line 1 is done. Box {lines[0]['box']}, ")
    )
    post(client, "tick", line=1, done=False)
    assert not any(line["ticked"] for line in state(client)["adjustments"])
    assert post(client, "tick", line=len(lines) + 1).status_code == 422
    post(client, "tick", line=1)
    done(client, "undo")
    assert post(client, "tick", line=1).status_code == 422


def test_what_is_not_due_is_refused_with_a_sentence(client: TestClient) -> None:
    answer = post(client, "draw", colour="green")
    assert answer.status_code == 422
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["detail"].startswith("No game is open")
    done(client, "start")
    assert post(client, "draw", colour="mauve").status_code == 422
    assert post(client, "reply", square="5").status_code == 422
    assert post(client, "draw", colour="green", square="x").status_code == 422
    assert post(client, "start").status_code == 422
    assert post(client, "start", operator="a\nb").status_code == 422
    assert state(client)["entry"] == 1


def test_history_game_statistics_and_boxes(client: TestClient) -> None:
    for name in ("Bob", "<b>Eve</b>"):
        played_out(client, done(client, "start", opponent=name))
        done(client, "confirm")
    games = client.get("/api/history").json()
    assert [game["opponent"] for game in games] == ["<b>Eve</b>", "Bob"]
    assert [game["number"] for game in client.get("/api/history?last=1&before=2").json()] == [1]
    replay = client.get("/api/game/1").json()
    moves = [step for step in replay["steps"] if step["move"]]
    assert " ".join(step["move"]["move"]["move"] for step in moves) == games[1]["moves"]
    assert moves[-1]["table"]["text"].count(".") == 9 - len(moves)
    assert client.get("/api/statistics").json()["games"] == 2
    boxes = client.get("/api/boxes").json()
    assert len(boxes) == 304
    assert boxes[0]["opened"] == 2
    assert boxes[0]["total"] == client.get("/api/box/1").json()["total"]
    assert client.get("/api/kit").json()["cabinet"]
    for path in ("/api/box/305", "/api/game/3", "/api/nothing"):
        assert client.get(path).status_code == 404
        assert client.get(path).json()["status"] == 404


def test_a_board_is_looked_up(client: TestClient) -> None:
    found = client.get("/api/lookup", params={"board": "O.X/.../..."}).json()
    assert found["box"]["number"] == look_up(KIT, "O.X/.../...").readings[0].box.number
    assert client.get("/api/lookup", params={"board": "OXO XOX .O."}).json()["box"] is None
    assert client.get("/api/lookup", params={"board": "OOO OOO ..."}).status_code == 422


def test_a_crowd_is_logged_a_tap_a_game(client: TestClient) -> None:
    kit_bead = next(iter(KIT.box(1).moves))
    now = done(client, "quick", result="win", colour=kit_bead, confirmed=True)
    assert (now["due"], now["totals"]["wins"], now["totals"]["first_box"]) == ("start", 1, 3)
    assert "The machine won" in now["happened"]
    twice = post(client, "quick", on=0, result="win", colour=kit_bead, confirmed=True)
    assert (twice.status_code, twice.json()["recorded"]) == (200, False)
    assert (
        post(client, "quick", on=0, result="loss", colour=kit_bead, confirmed=True).status_code
        == 409
    )
    now = done(client, "quick", result="loss", opponent="Eve")
    sums = {
        "games": 2,
        "wins": 1,
        "draws": 0,
        "losses": 1,
        "first_box": 3,
        "first_boxes": 1,
        "held": 15,
    }
    assert now["totals"] == {**sums, "winners": None}
    assert done(client, "undo")["totals"]["games"] == 1
    assert client.get("/api/history").json()[-1]["moves"] == f"result, {kit_bead}"
    replay = client.get("/api/game/1").json()
    assert [step["table"] for step in replay["steps"]] == [None] * len(replay["steps"])


def test_a_bead_that_is_refused_and_entered_again_does_not_put_off_who_goes_on(
    client: TestClient,
) -> None:
    """It becomes an entry, and what a phone does on the entry that it knows is recorded."""
    on = done(client, "start")["entry"]
    for _ in range(2):
        assert post(client, "draw", on, colour="pink").status_code == 422
    assert "PINK was drawn from box 1" in state(client)["happened"]
    done(client, "draw", on, colour="gold")
