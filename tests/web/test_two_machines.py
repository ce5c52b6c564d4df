"""Pages of a kit whose players are both machines."""

from typing import Any

from tests.examples import preset
from tests.web.conftest import Open, done, play_on, played_out, post
from tests.web.page import visit


def test_two_machines_are_told_apart_wherever_people_read(open_client: Open) -> None:
    client = open_client(preset("both-players"))
    now = done(client, "start", both=True)
    assert now["say"].startswith("O is to move. Draw a bead from box 1,")
    assert now["box"]["whose"] == "O's machine"
    now = play_on(client, now)
    assert now["box"]["whose"] == "X's machine"
    assert "X is to move." in visit(client, "/screen").words
    now = played_out(client, now)
    assert now["game"]["winner"] == "first"
    words = visit(client).words
    assert "O's machine:" in words
    assert "X's machine:" in words
    assert "O's machine won" in visit(client, "/screen").words
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
    client = open_client(preset("both-players"))
    assert post(client, "start", both=True, opponent="Ada").status_code == 422
    assert post(client, "start", both=True, first_mover="machine").status_code == 422
    form = next(form for form in visit(client).acts("start") if has_both(form))
    assert {field["name"] for field in form.fields} == {"on", "both", "operator"}


def test_a_kit_of_one_machine_offers_no_game_of_two(open_client: Open) -> None:
    client = open_client(preset("her-19"))
    assert not any(map(has_both, visit(client).acts("start")))
    assert post(client, "start", both=True).status_code == 422


def has_both(form: Any) -> bool:
    return any(field["name"] == "both" for field in form.fields)


def test_a_board_of_nim_is_looked_up_for_either_player(open_client: Open) -> None:
    client = open_client(preset("nim-8"))
    for side in ("first", "second"):
        found = client.get("/api/lookup", params={"board": "IIIII...", "to_move": side}).json()
        assert found["box"]["number"] == 5
