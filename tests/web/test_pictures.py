"""Screens are sent the newest picture, each once, with the step that it is of."""

import asyncio
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from menace_kit.machine.toml_files import TemplateKind, template_path
from menace_kit.web.live import ASKING, Hub, Look, event_of
from tests.web.server import CERTIFICATES, SECONDS, Event, Server, events_in
from tests.web.warm import served


@pytest.fixture(name="server", scope="module")
def fixture_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served(tmp_path_factory.mktemp("pictures"), "--logbook", "j.sqlite") as server:
        yield server


@contextmanager
def pictures(server: Server, query: str = "", last: str = "") -> Iterator[Callable[[], Event]]:
    """Listen as a screen does that was cut off behind the picture `last`;
    lend what waits for the next event.
    """
    headers = {"last-event-id": last} if last else {}
    address = f"{server.address}/screen/events?{query}"
    with httpx.stream(
        "GET", address, headers=headers, timeout=SECONDS, verify=CERTIFICATES
    ) as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        events = events_in(stream)
        yield lambda: next(events)


def entry_on(event: Event) -> int:
    found = re.search(r'data-entry="([0-9]+)"', event.data)
    assert found
    return int(found[1])


def tag_on(page: str) -> str:
    return page.partition('data-tag="')[2].partition('"')[0]


def test_a_screen_is_sent_the_picture_of_each_step(server: Server) -> None:
    with pictures(server) as following:
        first = following()
        assert first.name == "picture"
        page = server.browser.get("/screen").text
        assert first.data.strip() in page
        assert tag_on(page) == first.id
        for _ in range(3):
            now = server.play_on()
            assert entry_on(following()) == now["entry"]


def test_what_a_screen_shows_already_is_not_sent_again(server: Server) -> None:
    tag = tag_on(server.browser.get("/screen").text)
    with (
        pictures(server, f"shown={tag}") as following,
        pictures(server, "shown=older", last=tag) as come_back,
        pictures(server, "shown=older") as behind,
    ):
        assert behind().id == tag
        now = server.play_on()
        assert entry_on(following()) == now["entry"]
        assert entry_on(come_back()) == now["entry"]


def test_each_language_has_pictures_of_its_own(server: Server) -> None:
    with pictures(server, "lang=de") as german, pictures(server, "lang=fr") as french:
        assert german().id != french().id
        now = server.play_on()
        told = german()
    assert entry_on(told) == now["entry"]
    assert "Perle" in told.data


def test_slides_come_when_they_are_due_though_nothing_happens(tmp_path: Path) -> None:
    text = template_path(TemplateKind.MACHINES, "her-19").read_text(encoding="utf-8")
    kit = tmp_path / "kit.toml"
    kit.write_text(f"screen = {{idle = 0.01, slide = 2}}\n{text}", encoding="utf-8")
    with served(tmp_path, "--kit", str(kit)) as server, pictures(server) as following:
        # On a slow machine the first may already be a slide.
        following()
        slides = [following() for _ in range(2)]
        assert slides[0].id != slides[1].id
        assert all('class="story' in slide.data for slide in slides)
        server.play_on()
        # One slide may be due at the same moment.
        assert any('data-due="reply"' in following().data for _ in range(2))


async def nobody_looks() -> Look:
    raise AssertionError


def test_a_slow_listener_is_told_the_newest_alone() -> None:
    newest = 0

    async def tell() -> tuple[bytes, float]:
        return b"%d" % newest, 60

    async def taken() -> list[bytes]:
        nonlocal newest
        hub = Hub(nobody_looks)
        events = hub.follow(tell, lambda: 60)
        found = [await anext(events), await anext(events)]
        for _ in range(3):
            newest += 1
            hub.look_round()
        found.append(await anext(events))
        return found

    assert asyncio.run(taken())[1:] == [b"0", b"3"]


def test_no_line_of_a_picture_can_be_another_event() -> None:
    assert event_of("picture", b"a\rdata: b\n\nc", "tag") == (
        b"event: picture\nid: tag\ndata: a\ndata: data: b\ndata: \ndata: c\n\n"
    )


def test_phones_spread_their_questions_the_more_the_more_listen(tmp_path: Path) -> None:
    def spread() -> int:
        page = server.browser.get("/watch").text
        return int(page.partition('data-spread="')[2].partition('"')[0])

    with served(tmp_path) as server, pictures(server) as following:
        following()
        assert spread() == ASKING
        with pictures(server) as another:
            another()
            assert spread() == 2 * ASKING


def test_a_picture_that_cannot_be_drawn_ends_no_stream() -> None:
    async def heard() -> list[bytes]:
        async def tell() -> tuple[bytes, float]:
            if not asked:
                asked.append(True)
                hub.look_round()  # there is news at once
                raise ArithmeticError("a picture that cannot be drawn")
            return b"a picture", 60.0

        asked: list[bool] = []
        hub = Hub(nobody_looks)
        events = []
        async for event in hub.follow(tell, lambda: 60.0):
            events.append(event)
            if event == b"a picture":
                hub.dismiss()
        return events

    assert b"a picture" in asyncio.run(heard())


def test_who_may_no_longer_listen_is_not_sent_what_was_being_drawn() -> None:
    async def heard() -> list[bytes]:
        async def tell() -> tuple[bytes, float]:
            left.clear()  # the session ends meanwhile
            return b"a picture", 60.0

        left = [60.0]
        stream = Hub(nobody_looks).follow(tell, lambda: sum(left))
        return [event async for event in stream]

    assert b"a picture" not in asyncio.run(heard())
