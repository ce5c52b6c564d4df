"""What passes for a retry: the same act on the same entry, in every one of its fields,
and not undone since.
"""

from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from menace_kit.web.taps import Abandon, Act, Draw, Empty, Quick, Recount, Start, Undo
from tests.guide.scripts import do
from tests.logbook.games import kit_named
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


FIRST = next(iter(KIT.box(1).moves))

SENT: list[tuple[type[Act], dict[str, Any]]] = [
    (
        Start,
        {"operator": "Ada", "opponent": "Bob", "first_mover": "machine", "unconfirmed": True}
        | {"both": True, "exhibition": True, "greedy": True},
    ),
    (Draw, {"colour": FIRST, "square": "1"}),
    (Undo, {"whole": True}),
    (Recount, {"box": 1, "counts": {FIRST: 7}, "sure": True}),
    (
        Quick,
        {"result": "win", "colour": FIRST, "box": 1, "operator": "Ada", "opponent": "Bob"}
        | {"first_mover": "opponent", "confirmed": True, "unconfirmed": True},
    ),
]


@pytest.mark.parametrize(("kind", "facts"), SENT)
def test_an_act_is_the_same_in_every_one_of_its_fields(
    kind: type[Act], facts: dict[str, Any]
) -> None:
    assert {*facts, "on"} == set(kind.model_fields)
    sent = kind(on=1, **facts)
    assert kind(on=1, **facts).key() == sent.key() != kind(on=2, **facts).key()
    for name, field in kind.model_fields.items():
        if not field.is_required():
            assert sent.model_copy(update={name: field.default}).key() != sent.key(), name
    assert Empty(on=1).key() != Abandon(on=1).key()


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
