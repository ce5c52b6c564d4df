"""What passes for a retry: the same act on the same entry, in every one of its fields,
and not undone since.
"""

from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient

from tests.guide.scripts import do
from tests.logbook.games import kit_named, kit_of
from tests.web.conftest import KIT, Open, done, other_program, post, state


def sent_late(client: TestClient, act: str, on: int, **facts: object) -> int | bool:
    """Send an act on an entry that is no longer the last; return whether it passes for recorded."""
    before = state(client)
    answer = post(client, act, on=on, **facts)
    assert state(client) == before
    assert answer.status_code in (200, 409), answer.text
    if answer.status_code == 200:
        assert not answer.json()["recorded"]
    return bool(answer.status_code == 200)


def test_a_start_is_the_same_in_who_plays_and_who_begins(open_client: Open) -> None:
    client = open_client(kit_of("side = 'both'"))
    done(client, "start", on=0, operator="Ada", opponent="Bob", first_mover="opponent")
    names = {"operator": "Ada", "opponent": "Bob"}
    assert sent_late(client, "start", 0, **names, first_mover="opponent")
    assert not sent_late(client, "start", 0, **names, first_mover="machine")
    assert not sent_late(client, "start", 0, **names)
    assert not sent_late(client, "start", 0, operator="Ada", first_mover="opponent")
    assert not sent_late(client, "quick", 0, **names, first_mover="opponent", result="win")


def test_a_start_that_left_the_tick_list_is_no_start_that_keeps_it(client: TestClient) -> None:
    on = done(client, "quick", result="win", colour=next(iter(KIT.box(1).moves)))["entry"]
    done(client, "start", on=on, unconfirmed=True)
    assert sent_late(client, "start", on, unconfirmed=True)
    assert not sent_late(client, "start", on)


FIRST = next(iter(KIT.box(1).moves))
QUICK: dict[str, Any] = {"result": "win", "colour": FIRST, "confirmed": True, "opponent": "Bob"}


OTHERS: list[tuple[dict[str, object], bool]] = [
    ({}, True),
    ({"confirmed": False}, False),
    ({"result": "loss"}, False),
    ({"colour": list(KIT.box(1).moves)[1]}, False),
    ({"colour": None}, False),
    ({"opponent": "Eve"}, False),
    ({"box": 2}, False),
    ({"first_mover": "opponent"}, False),
]


def test_a_logged_game_is_the_same_in_all_that_it_says(client: TestClient) -> None:
    done(client, "quick", on=0, **QUICK)
    for other, same in OTHERS:
        assert sent_late(client, "quick", 0, **QUICK | other) == same, other


def test_a_bead_is_the_same_where_it_means_the_same_square(client: TestClient) -> None:
    now = done(client, "start")
    bead = next(bead for bead in now["box"]["beads"] if bead["others"])
    colour, usual, other = bead["colour"]["name"], bead["move"]["move"], bead["others"][0]["move"]
    done(client, "draw", colour=colour, square=other)
    assert sent_late(client, "draw", now["entry"], colour=colour, square=other)
    assert not sent_late(client, "draw", now["entry"], colour=colour)
    assert not sent_late(client, "draw", now["entry"], colour=colour, square=usual)


def test_a_confirmation_that_was_taken_back_with_its_game_is_not_recorded(
    client: TestClient,
) -> None:
    on = done(client, "quick", result="win", colour=FIRST)["entry"]
    done(client, "confirm", on=on)
    assert sent_late(client, "confirm", on)
    done(client, "undo")
    assert not sent_late(client, "confirm", on)
    assert not sent_late(client, "quick", 0, result="win", colour=FIRST)


def test_a_count_is_the_same_though_the_box_changed_since(client: TestClient) -> None:
    on = done(client, "recount", box=1, counts={FIRST: 7})["entry"] - 1
    done(client, "recount", box=1, counts={FIRST: 9})
    assert sent_late(client, "recount", on, box=1, counts={FIRST: 7})
    assert not sent_late(client, "recount", on, box=1, counts={FIRST: 9})


def test_an_empty_box_is_the_same_whatever_the_lot_was(open_client: Open) -> None:
    client = open_client(kit_named("random"))
    now = done(client, "start")
    box = now["box"]["number"]
    done(
        client,
        "recount",
        box=box,
        counts={bead["colour"]["name"]: 0 for bead in now["box"]["beads"]},
    )
    on = state(client)["entry"]
    done(client, "empty", on=on)
    assert sent_late(client, "empty", on)


def test_a_retry_is_known_to_a_server_that_was_started_again(open_client: Open) -> None:
    now = done(open_client(KIT), "start", on=0, opponent="Bob")
    client = open_client(KIT)
    assert sent_late(client, "start", 0, opponent="Bob")
    assert not sent_late(client, "start", 0, opponent="Eve")
    assert state(client)["entry"] == now["entry"]


def test_what_another_program_recorded_carries_no_key(
    client: TestClient, logbook_file: Path
) -> None:
    """Whoever sends the same was not heard: it is another's step, and who looks at it sees that."""
    desk = other_program(logbook_file)
    do(desk, "start")
    desk.logbook.close()
    assert not sent_late(client, "start", 0)
