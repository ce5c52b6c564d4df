"""The teacher's overview of a class: where each group stands, who can be beaten,
the sums and curves of all.
"""

from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from menace_kit.games import Side
from menace_kit.guide import counting
from menace_kit.guide.desk import Desk
from menace_kit.logbook.store import Logbook
from menace_kit.machine.learning import starting_contents
from menace_kit.machine.next_game import most_lost
from menace_kit.machine.prospects import good_moves
from menace_kit.machine.sets import kit_of_set
from menace_kit.text import load_words
from menace_kit.web.classroom import logbook_of
from menace_kit.web.pages.overview import IDLE, _last_step
from tests.web.classroom import member, phone, step, teacher
from tests.web.conftest import HER, OpenClass
from tests.web.page import Page

PATHS = (
    "/class/overview",
    "/class/state",
    "/class/events",
    "/class/curves.svg",
    "/class/curves.pdf",
)


@pytest.fixture
def three(open_class: OpenClass) -> FastAPI:
    return open_class()


def overview(client: TestClient) -> dict[str, Any]:
    answer = client.get("/class/state")
    assert answer.status_code == 200
    found: dict[str, Any] = answer.json()
    return found


def test_each_group_stands_where_its_own_page_says_and_the_sums_are_those_of_all(
    three: FastAPI, class_folder: Path
) -> None:
    client, entry, stood = teacher(three), 0, set()
    for turn in range(15):
        letters = "ABA"[turn % 3]
        assert step(client, letters) == 200
        seen = overview(client)
        assert seen["entry"] > entry
        entry = seen["entry"]
        now = client.get(f"/g/{letters}/api/state").json()
        (group,) = [each for each in seen["groups"] if each["group"] == letters]
        number, box = now["game"]["number"], (now["box"] or {}).get("name")
        assert (group["entry"], group["due"], group["game"]) == (now["entry"], now["due"], number)
        assert (
            group["stands"]
            == {
                "start": f"Game {number + 1}",
                "bead": f"Game {number}: Draw from box {box}",
                "reply": f"Game {number}: The opponent moves",
                "adjust": f"Game {number}: Update the boxes",
            }[now["due"]]
        )
        stood.add(now["due"])
        for name in ("games", "wins", "draws", "losses"):
            assert group[name] == now["totals"][name]
            assert seen[name] == sum(each[name] for each in seen["groups"])
        with Logbook(
            logbook_of(class_folder, letters), kit_of_set(HER, letters), read_only=True
        ) as logbook:
            loses = most_lost(HER, logbook.contents(), Side.SECOND)
        assert (group["loses"], group["unbeatable"]) == (loses, loses == 0)
        assert abs(datetime.now(UTC) - datetime.fromisoformat(group["since"])) < timedelta(
            minutes=1
        )
    assert stood >= {"bead", "reply", "adjust"}
    assert (seen["groups"][2]["since"], seen["groups"][2]["stands"]) == (
        None,
        "Game 1",
    )
    assert seen["games"] > 1


def test_the_page_has_a_row_for_each_group_with_a_way_to_it_and_all_in_the_last(
    three: FastAPI,
) -> None:
    client = teacher(three)
    while overview(client)["games"] < 2:
        assert all(step(client, letters) == 200 for letters in "AB")
    seen, page = overview(client), Page(client.get("/class/overview").text)
    for each in seen["groups"]:
        assert f"/g/{each['group']}/" in page.links
        assert each["stands"] in page.words
    assert "No machine is unbeatable yet." in page.words
    assert "refresh" in [facts.get("http-equiv") for facts in page.all("meta")]  # without a script
    assert f"All groups {seen['games']} {seen['wins']} {seen['losses']}" in page.words


def test_a_machine_in_whose_boxes_only_good_moves_are_left_is_unbeatable(
    open_class: OpenClass, class_folder: Path
) -> None:
    kit = kit_of_set(HER, "B")
    with Logbook(logbook_of(class_folder, "B"), kit) as logbook:
        desk = Desk(logbook)
        for box in kit.boxes:
            good = good_moves(kit.game, box.position)
            counts = {bead.colour: int(bead.move in good) for bead in box.beads}
            desk.act(partial(counting.count, number=box.number, counted=counts))
    client = teacher(open_class())
    first, second, _ = overview(client)["groups"]
    assert (first["unbeatable"], second["unbeatable"]) == (False, True)
    assert first["loses"] == most_lost(HER, starting_contents(HER), Side.SECOND) == 0.875
    text = Page(client.get("/class/overview").text).words
    assert "Unbeatable: 1 machine of 3 (B)." in text
    assert "88 %" in text


def test_nobody_is_named_and_nothing_is_shown_without_the_pin(three: FastAPI) -> None:
    client = teacher(three)
    begun = {"on": 0, "operator": "Ottokar", "opponent": "Zenobia"}
    assert client.post("/g/A/api/start", json=begun).status_code == 200
    while overview(client)["groups"][0]["due"] != "adjust":
        assert step(client, "A") == 200
    for path in ("/class/overview", "/class/state", "/class/curves.svg"):
        told = client.get(path).text
        assert "Ottokar" not in told, path
        assert "Zenobia" not in told, path
    for stranger in (phone(three), member(three, "C")):
        for path in PATHS:
            answer = stranger.get(path, follow_redirects=False)
            assert (answer.status_code, answer.headers["location"][:7]) == (303, "/login?"), path


def test_the_curves_are_drawn_anew_when_a_game_ended_and_can_be_printed(three: FastAPI) -> None:
    client = teacher(three)

    def curves() -> str:
        tags = Page(client.get("/class/overview").text).tags
        (found,) = {facts["src"].partition("entry=")[2] for tag, facts in tags if tag == "img"}
        return found

    while overview(client)["games"] < 1:
        assert step(client, "A") == 200
    number, first = curves(), client.get("/class/curves.svg").text
    assert ">A<" in first
    assert ">C<" in first
    assert step(client, "B") == 200
    assert curves() == number
    while overview(client)["groups"][1]["games"] < 1:
        assert step(client, "B") == 200
    assert curves() != number
    second = client.get("/class/curves.svg").text
    assert second.count("<polyline") + second.count("<path") > first.count(
        "<polyline"
    ) + first.count("<path")
    assert client.get("/class/curves.pdf").content.startswith(b"%PDF-")
    assert client.get("/class/curves.svg?narrow=true&dark=true").text != second
    assert client.get("/class/curves.png").status_code == 422


def test_a_logbook_that_is_gone_is_named_and_the_others_are_shown(
    three: FastAPI, class_folder: Path
) -> None:
    client = teacher(three)
    assert step(client, "C") == 200
    logbook_of(class_folder, "B").unlink()
    seen = overview(client)
    assert ([each["group"] for each in seen["groups"]], seen["missing"]) == (["A", "C"], ["B"])
    text = Page(client.get("/class/overview").text).words
    assert "These groups' logbooks can't be read now; the terminal says why: B." in text
    assert "Game 1: " in text
    for letters in "AC":
        logbook_of(class_folder, letters).unlink()
    assert client.get("/class/curves.pdf").status_code == 503  # before the class is looked at again
    assert overview(client)["missing"] == ["A", "B", "C"]
    assert client.get("/class/curves.pdf").status_code == 503


def test_a_machine_whose_first_box_is_empty_is_told_to_be_dead(
    open_class: OpenClass, class_folder: Path
) -> None:
    kit = kit_of_set(HER, "A")
    with Logbook(logbook_of(class_folder, "A"), kit) as logbook:
        desk = Desk(logbook)
        for box in kit.first_boxes(Side.SECOND):
            nothing = dict.fromkeys(box.moves, 0)
            desk.act(partial(counting.count, number=box.number, counted=nothing))
    group, *_ = overview(teacher(open_class()))["groups"]
    assert (group["stands"], group["loses"]) == (
        "This machine can no longer make its first move.",
        1,
    )


@pytest.mark.parametrize(
    ("ago", "told", "waits"),
    [
        ({"seconds": 20}, "< 1 min ago", False),
        ({"minutes": -90}, "< 1 min ago", False),
        ({"minutes": IDLE - 1, "seconds": 50}, "4 min ago", False),
        ({"minutes": IDLE, "seconds": 5}, "5 min ago", True),
        ({"minutes": 59, "seconds": 30}, "59 min ago", True),
    ],
)
def test_how_long_ago_the_last_step_was(ago: dict[str, int], told: str, waits: bool) -> None:
    since = datetime.now(UTC) - timedelta(**ago)
    assert _last_step(load_words("en"), since.isoformat()) == (told, waits)


def test_a_step_of_another_hour_or_day_is_told_by_the_clock() -> None:
    words = load_words("en")
    assert _last_step(words, None) == ("–", False)
    assert _last_step(words, "2026-05-01T10:00:00+00:00") == ("2026-05-01", True)
