"""The screens follow, whoever records a step, and miss none."""

import asyncio
import math
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import httpx
import pytest
from fastapi.testclient import TestClient

from menace_kit.guide import counting
from menace_kit.logbook.names import forget
from menace_kit.logbook.store import Logbook
from menace_kit.web.app import create_app
from menace_kit.web.live import Hub, Look
from menace_kit.web.pin import PinLock
from menace_kit.web.sessions import SESSION, Sessions
from menace_kit.web.settings import Settings
from tests.web.conftest import HOME, KIT, other_program
from tests.web.server import CERTIFICATES, Screen, Server
from tests.web.warm import served


@pytest.fixture(name="server", scope="module")
def fixture_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served(tmp_path_factory.mktemp("served"), "--logbook", "j.sqlite") as server:
        yield server


def test_listeners_are_told_how_things_stand_after_each_step(server: Server) -> None:
    screen = Screen(server.address).start()
    screen.wait_for(0)
    for _ in range(6):
        now = server.play_on()
        assert screen.wait_for(now["entry"]) == now == server.state()


def test_what_another_program_records_is_told_too(
    server: Server, tmp_path_factory: pytest.TempPathFactory
) -> None:
    screen = Screen(server.address).start()
    screen.wait_for(server.state()["entry"])
    path = next(tmp_path_factory.getbasetemp().glob("served*/j.sqlite"))
    desk = other_program(path)
    desk.act(lambda session: counting.count(session, 7, {next(iter(KIT.box(7).moves)): 5}))
    last = desk.logbook.last_entry
    desk.logbook.close()
    assert screen.wait_for(last)["happened"].startswith("Box 7 was counted")


def logged_in(server: Server) -> str:
    """Return the cookie of one more browser that gave the PIN."""
    (pin,) = (line.partition(": ")[2] for line in server.said if line.startswith("PIN"))
    with httpx.Client(base_url=server.address, verify=CERTIFICATES) as browser:
        browser.post("/api/login", json={"pin": pin}).raise_for_status()
        return "; ".join(f"{name}={value}" for name, value in browser.cookies.items())


def test_a_browser_that_logged_out_is_told_no_more_names(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    with served(tmp_path_factory.mktemp("served"), "--lan", "--watch-pin") as server:
        gone, stays = (Screen(server.address, cookie=logged_in(server)).start() for _ in range(2))
        server.browser.headers["cookie"] = logged_in(server)
        for screen in (gone, stays):
            screen.wait_for(0)
        headers = {"cookie": gone.cookie, "origin": server.address}
        left = httpx.post(f"{server.address}/logout", headers=headers, verify=CERTIFICATES)
        assert (left.status_code, left.headers["location"]) == (303, "/")
        assert gone.ended.wait(5)
        server.post("start", opponent="Bob").raise_for_status()
        stays.wait_for(1)
        assert "Bob" in str(stays.states)
        assert "Bob" not in str(gone.states)
        assert not stays.ended.is_set()
        again = Screen(server.address, cookie=gone.cookie).start()
        assert again.ended.wait(5)
        assert again.states == []


async def look() -> Look:
    return Look(0, b"{}")


@pytest.mark.parametrize("how", ["logout", "time", "other PIN", "sent away"])
def test_a_stream_ends_with_the_session_that_it_is_for(how: str) -> None:
    shift = [0.0]
    sessions = Sessions(now=lambda: time.time() + shift[0])
    lock = PinLock("123456", sessions=sessions)

    async def told(hub: Hub, left: Callable[[], float]) -> list[bytes]:
        return [event async for event in hub.follow(hub.states(), left)]

    async def ended() -> list[bytes]:
        hub, token = Hub(look), lock.begin(sessions)
        lock.watch(hub.look_round)
        await hub.start()
        if how == "time":
            shift[0] = SESSION - 0.3
        mine = asyncio.create_task(told(hub, partial(lock.left, token)))
        everybodys = asyncio.create_task(told(hub, lambda: math.inf))
        await asyncio.sleep(0.1)
        match how:
            case "logout":
                lock.close(token)
            case "other PIN":
                sessions.belong_to("654321")
            case "sent away":
                sessions.end_all()
        found = await asyncio.wait_for(mine, 5)
        assert not everybodys.done()
        await hub.stop()
        await everybodys
        return found

    assert asyncio.run(ended()) == [b"retry: 1000\n\n", b"event: state\ndata: {}\n\n"]


def test_a_name_that_is_forgotten_is_gone_from_every_screen(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder = tmp_path_factory.mktemp("served")
    with served(folder) as server:
        server.post("start", opponent="Ann").raise_for_status()
        screen = Screen(server.address).start()
        assert "Ann" in str(screen.wait_for(1))
        before = len(screen.states)
        with Logbook(folder / "logbook.sqlite", KIT) as logbook:
            forget(logbook, ["Ann"])
        assert "Ann" not in str(screen.wait_for_another(before))
        for path in ("/", "/screen", "/history", "/history/1", "/api/state", "/api/history"):
            assert "Ann" not in server.browser.get(path).text
        assert server.play_on()["entry"] == 2


def test_ticks_are_told(server: Server) -> None:
    while server.state()["due"] != "adjust":
        server.play_on()
    screen = Screen(server.address).start()
    screen.wait_for(server.state()["entry"])
    before = len(screen.states)
    server.post("tick", line=1).raise_for_status()
    assert screen.wait_for_another(before)["adjustments"][0]["ticked"]


def test_a_step_in_the_last_moment_does_not_keep_the_server_from_stopping() -> None:
    """A watcher that is woken and stopped at the same time ends,
    though it may not hear that it is stopped.
    """

    async def stopped() -> None:
        hub = Hub(look)
        await hub.start()
        for _ in range(5):  # it waits now
            await asyncio.sleep(0)
        hub.wake()
        await asyncio.sleep(0)  # what it waits for has come, and it has not looked yet
        ended, _ = await asyncio.wait([asyncio.ensure_future(hub.stop())], timeout=20)
        assert ended

    asyncio.run(stopped())


def test_whoever_comes_when_all_places_are_taken_is_asked_to_come_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("menace_kit.web.live.MOST_LISTENERS", 3)
    app = create_app(KIT, tmp_path / "j.sqlite", Settings())
    hub = app.state.companion.hub

    taken = [hub.follow(hub.states(), lambda: math.inf) for _ in range(3)]

    async def take_places() -> None:
        for events in taken:
            await anext(events)

    async def leave_one() -> None:
        await taken[0].aclose()

    with TestClient(app, base_url=HOME) as client:
        portal = client.portal
        assert portal is not None
        portal.call(take_places)
        refused = client.get("/api/events")
        assert (refused.status_code, refused.headers["retry-after"]) == (503, "10")
        assert refused.json()["detail"].startswith("Too many screens are open.")
        portal.call(leave_one)
        assert not hub.is_full
