"""The companion in a browser: its answers, its book in the browser's storage, and what a kill leaves of it."""

import asyncio
import json
import re
import sys
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from anyio import to_thread

from menace_kit.errors import JournalError, SelectionError
from menace_kit.machine.kit import load_preset
from menace_kit.site.companion import Pocket, preset

KIT = load_preset("michie-1961")
ORIGIN = "https://menace.example"
ROOT = "/menace/de/companion/app"
FORM = {"content-type": "application/x-www-form-urlencoded"}
START = {"root": ROOT, "origin": ORIGIN, "language": "de"}


# Natively: the same code, its threads run in line as they are in a browser.


class InLine(asyncio.SelectorEventLoop):
    """An event loop that has no threads, and does at once what they would do: as that of Pyodide."""

    def run_in_executor(self, executor: object, func: Callable[..., Any], *args: Any) -> Any:  # type: ignore[override]  # noqa: ARG002 - there is none
        done = self.create_future()
        try:
            done.set_result(func(*args))
        except Exception as error:
            done.set_exception(error)
        return done


@pytest.fixture(autouse=True)
def _threads_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give libraries back after each test what the companion lets be done in line."""
    monkeypatch.setattr("anyio.to_thread.run_sync", to_thread.run_sync)


class Answered(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()


async def asked(
    pocket: Pocket,
    method: str,
    path: str,
    body: bytes = b"",
    headers: Mapping[str, str] | None = None,
    most: int = sys.maxsize,
) -> Answered:
    """Return what comes of a request; of a stream so many parts."""
    heads: list[tuple[int, dict[str, str]]] = []
    parts: list[bytes] = []

    async def send(part: bytes) -> bool:
        parts.append(bytes(part))
        return len(parts) < most

    address, _, query = path.partition("?")
    request = {
        "method": method,
        "path": address,
        "query": query,
        "headers": list((headers or {}).items()),
        "body": body,
    }
    await pocket.answer(request, lambda status, told: heads.append((status, dict(told))), send)
    return Answered(*heads[0], b"".join(parts))


def run(work: Callable[[Pocket], Awaitable[None]], folder: Path) -> None:
    """Do something with a companion whose book is in a folder."""

    async def whole() -> None:
        pocket = Pocket(folder)
        try:
            await work(pocket)
        finally:
            await pocket.stop()

    with asyncio.Runner(loop_factory=InLine) as runner:
        runner.run(whole())


async def sent(pocket: Pocket, act: str, origin: str = ORIGIN, **facts: object) -> Answered:
    body = json.dumps(facts).encode()
    return await asked(
        pocket, "POST", f"/api/{act}", body, {"content-type": "application/json", "origin": origin}
    )


PAGES = [
    *(
        "/",
        "/quick",
        "/cabinet",
        "/find",
        "/history",
        "/history/1",
        "/statistics",
        "/learned",
        "/screen",
        "/watch",
    ),
    *(
        "/play",
        "/downloads",
        "/box/1",
        "/label/1.svg",
        "/static/style.css",
        "/colours.css",
        "/charts/progress.svg",
    ),
]


def test_every_page_is_below_the_root_and_nothing_in_it_leads_elsewhere(tmp_path: Path) -> None:
    async def look(pocket: Pocket) -> None:
        await pocket.start(START)
        assert (await sent(pocket, "start", on=0)).status == 200
        for path in PAGES:
            found = await asked(pocket, "GET", path)
            assert found.status == 200, (path, found.text)
            if "text/html" in found.headers["content-type"]:
                for place in re.findall(r'\b(?:href|src|action|formaction)="(/[^"]*)"', found.text):
                    assert place.startswith(f"{ROOT}/"), (path, place)

    run(look, tmp_path)


def test_it_says_what_is_not_there_and_shows_no_phone_an_address(tmp_path: Path) -> None:
    async def look(pocket: Pocket) -> None:
        told = await pocket.start(START)
        assert told["is_new"]
        assert "serve --lan" in told["left_out"][0]
        assert "invitation" not in (await asked(pocket, "GET", "/screen")).text  # no square code
        page = (await asked(pocket, "GET", "/")).text
        assert f'href="{ROOT}/watch"' not in page
        assert f'href="{ROOT}/api/docs"' not in page
        assert f'href="{ROOT}/play"' in page

    run(look, tmp_path)


def test_a_cookie_is_kept_for_the_next_request_and_no_answer_carries_it(tmp_path: Path) -> None:
    async def look(pocket: Pocket) -> None:
        await pocket.start(START)
        begun = await asked(pocket, "POST", "/play/begin", b"", {**FORM, "origin": ORIGIN})
        assert (begun.status, begun.headers["location"]) == (303, f"{ROOT}/play?begun=true")
        assert "set-cookie" not in begun.headers
        assert (
            f'action="{ROOT}/play/move' in (await asked(pocket, "GET", "/play")).text
        )  # it knows whose copy it is

    run(look, tmp_path)


@pytest.mark.parametrize("origin", ["https://other.example", "null", "https://menace.example.other"])
def test_a_change_from_elsewhere_is_refused(origin: str, tmp_path: Path) -> None:
    async def look(pocket: Pocket) -> None:
        await pocket.start(START)
        assert (await sent(pocket, "start", origin=origin, on=0)).status == 403
        assert (
            await asked(pocket, "POST", "/act/start", b"on=0", FORM)
        ).status == 403  # says nothing of itself
        assert (await asked(pocket, "POST", "/act/start", b"on=0", {**FORM, "origin": origin})).status == 403
        assert (await asked(pocket, "POST", "/act/start", b"on=0", {**FORM, "origin": ORIGIN})).status == 303

    run(look, tmp_path)


def test_a_stream_tells_of_a_step_and_ends_when_nobody_listens(tmp_path: Path) -> None:
    async def look(pocket: Pocket) -> None:
        await pocket.start(START)
        heard: list[bytes] = []
        news = asyncio.Event()

        async def send(part: bytes) -> bool:
            heard.append(part)
            news.set()
            return True

        stream = pocket.answer({"method": "GET", "path": "/api/events"}, lambda *_: None, send)
        await sent(pocket, "start", on=0)
        while b"event: step" not in b"".join(heard):
            news.clear()
            await asyncio.wait_for(news.wait(), 5)
        stream.cancel()
        with pytest.raises(asyncio.CancelledError):
            await stream
        first = await asked(pocket, "GET", "/api/events", most=1)
        assert first.body.startswith(b"retry:")

    run(look, tmp_path)


def test_a_book_is_saved_forgotten_and_taken_in_again(tmp_path: Path) -> None:
    async def look(pocket: Pocket) -> None:
        await pocket.start({**START, "machine": "her-19"})
        await sent(pocket, "start", on=0)
        saved = (await pocket.export_book())["content"]
        files = (await pocket.export_kit())["files"]
        assert files == preset("her-19")
        await pocket.forget()
        assert await pocket.book("de") is None
        with pytest.raises(JournalError):
            pocket.answer({"method": "GET", "path": "/"}, lambda *_: None, lambda _: asyncio.sleep(0, True))
        await pocket.start(START)
        told = await pocket.take_in({"journal": saved, "kit": None})  # a preset's
        assert (told["games"], told["fingerprint"]) == (1, load_preset("her-19").fingerprint)
        assert (await asked(pocket, "GET", "/api/state")).status == 200
        assert len(list(tmp_path.iterdir())) == 2  # the journal and its kit

    run(look, tmp_path)


def test_what_is_no_sound_book_is_not_taken_in_and_the_book_stays(tmp_path: Path) -> None:
    async def look(pocket: Pocket) -> None:
        await pocket.start(START)
        await sent(pocket, "start", on=0)
        before = (await pocket.export_book())["content"]
        changed = before.replace(KIT.fingerprint.encode(), b"00000000")
        half = before[: len(before) // 2]
        for wrong, kit in [(b"no book", None), (changed, None), (half, None), (before, preset("her-19"))]:
            with pytest.raises(JournalError):
                await pocket.take_in({"journal": wrong, "kit": kit})
        with pytest.raises(SelectionError):
            await pocket.take_in({"journal": before, "kit": {"../kit.toml": "", "kit.toml": ""}})
        assert (await pocket.export_book())["content"] == before
        assert (await asked(pocket, "GET", "/api/state")).status == 200

    run(look, tmp_path)
