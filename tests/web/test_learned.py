"""What a machine has learned: exact chances after every game, and the policy of any box."""

import time
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from menace_kit.games import Side
from menace_kit.lab.engine.tables import game_table, machine_table
from menace_kit.lab.exact import exact_chances, machine_policy, player_policy
from menace_kit.lab.players import player_named
from menace_kit.logbook.store import Logbook
from menace_kit.web.chances import OPPONENTS, learned
from menace_kit.web.pages import learned as learned_page
from tests.logbook.games import desk_of, kit_named, play_random_games
from tests.web.conftest import KIT, Open, done

WAIT = 60.0


def when_ready(client: TestClient) -> str:
    """Return the page with the chances in it."""
    end = time.monotonic() + WAIT
    page = str(client.get("/learned").text)
    while "data-soon" in page:
        assert time.monotonic() < end
        assert "being worked out" in page
        time.sleep(0.1)
        page = str(client.get("/learned").text)
    return page


def test_where_the_chances_take_long_the_page_comes_without_them_and_asks_again(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as hurried:
        hurried.setattr(learned_page, "WAIT_FOR_CHANCES", 0)
        page = client.get("/learned").text
    assert '<p role="status" data-soon>' in page
    # With a script it is the script that asks: a page that is taken away while it is read
    # is no page for everybody.
    assert '<noscript><meta http-equiv="refresh" content="3"></noscript>' in page
    assert '<script src="/static/learned.js" defer></script>' in page
    ready = when_ready(client)
    assert "refresh" not in ready
    assert "learned.js" not in ready


def test_the_chances_are_those_of_what_was_in_the_boxes_after_each_game() -> None:
    desk = desk_of(KIT)
    game = game_table(KIT.game)
    machine = machine_table(KIT, game)
    players = {name: player_policy(player_named(name, game)) for name in ("random", "perfect")}
    expected = []

    def note() -> None:
        policy = machine_policy(machine, machine.weights(desk.logbook.contents()))
        expected.append(
            {name: exact_chances(game, policy, each, Side.FIRST) for name, each in players.items()}
        )

    note()
    for seed in range(12):
        play_random_games(desk.logbook, 1, seed)
        note()
    (found,) = learned(desk.logbook)
    assert found.games == tuple(range(13))
    for name in players:
        for here, there in zip(found.chances[name], expected, strict=True):
            assert here == pytest.approx(there[name])
        assert found.now[name] == pytest.approx(expected[-1][name])


def test_the_page_tells_the_chances_and_follows(client: TestClient, logbook_file: Path) -> None:
    page = when_ready(client)
    assert "60.7 %" in page  # of a machine that has played nothing, against chance
    assert '<img class="chart" src="/charts/learned-first.svg' in page
    with Logbook(logbook_file, KIT) as logbook:
        play_random_games(logbook, 5, seed=2)
    after = when_ready(client)
    assert after.count("60.7 %") <= page.count("60.7 %") - 1
    chart = client.get("/charts/learned-first.svg")
    assert chart.headers["content-type"] == "image/svg+xml"
    assert "Against a perfect player" in chart.text
    assert client.get("/charts/learned-second.svg").status_code == 404


def test_a_kit_for_both_sides_has_two_charts(open_client: Open) -> None:
    client = open_client(kit_named("both"))
    page = when_ready(client)
    for side, mark in (("first", "O"), ("second", "X")):
        assert f"/charts/learned-{side}.svg" in page
        assert (
            f"The machine as {mark}: exact chances"
            in client.get(f"/charts/learned-{side}.svg").text
        )


def test_the_policy_of_any_box_is_shown(client: TestClient) -> None:
    when_ready(client)
    box = KIT.box(137)
    colour = box.beads[0].colour
    done(client, "recount", box=137, counts={bead.colour: 0 for bead in box.beads})
    assert "By the logbook this box is empty." in client.get("/learned?box=137").text
    done(client, "recount", box=137, counts={colour: 5, box.beads[1].colour: 3})
    page = client.get("/learned?box=137").text
    assert "62.5 %" in page
    assert "37.5 %" in page
    assert '<a href="/box/137">' in page
    for wrong in ("0", "x", "99999"):
        assert client.get(f"/learned?box={wrong}").status_code == 404


def test_of_many_games_the_chances_are_told_after_some_of_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    desk = desk_of(KIT)
    play_random_games(desk.logbook, 12, 1961)
    (each,) = learned(desk.logbook)
    monkeypatch.setattr("menace_kit.web.chances.MOST_POINTS", 5)
    (some,) = learned(desk.logbook)
    assert some.games == (0, 3, 6, 9, 12)
    assert some.now == each.now
    for name in OPPONENTS:
        assert list(some.chances[name]) == list(each.chances[name])[::3]
