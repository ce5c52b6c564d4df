"""The companion in a browser: its answers, its logbook in the browser's storage,
and what a kill leaves of it.
"""

import asyncio
import base64
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pytest
from anyio import to_thread
from playwright.sync_api import Error, Page, Playwright, Route

from menace_kit.errors import LogbookError, SelectionError
from menace_kit.games import Side
from menace_kit.guide.audit import audit
from menace_kit.guide.desk import Desk
from menace_kit.logbook.names import forget
from menace_kit.logbook.store import Logbook
from menace_kit.machine.kit_files import DEFAULT_PRESET, load_preset
from menace_kit.machine.learning import starting_contents
from menace_kit.machine.next_game import RANDOM, next_game
from menace_kit.machine.toml_files import TemplateKind, template_names
from menace_kit.site.choices import files_of
from menace_kit.site.companion import Pocket
from menace_kit.site.links import fragment
from menace_kit.site.logbook_folder import LogbookFolder, kit_of, preset
from menace_kit.text import load_words
from menace_kit.web.companion import Companion
from tests.browsers import chromium
from tests.examples import all_to_prove
from tests.guide.scripts import do
from tests.site.conftest import PATIENCE

KIT = load_preset("michie-1961")
HER = load_preset("her-19")
ORIGIN = "https://menace.example"
ROOT = "/menace/de/companion/app"
FORM = {"content-type": "application/x-www-form-urlencoded"}
START = {"root": ROOT, "origin": ORIGIN, "language": "de"}
OF_HER = {**START, "machine": "her-19"}


class InLine(asyncio.SelectorEventLoop):
    """An event loop that has no threads, and does at once what they
    would do: as that of Pyodide.
    """

    def run_in_executor(  # type: ignore[override]
        self,
        executor: object,  # noqa: ARG002 - there is none
        func: Callable[..., Any],
        *args: Any,
    ) -> Any:
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
    """Do something with a companion whose logbook is in a folder."""

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


PAGES = ("/", "/history/1", "/statistics", "/screen", "/play", "/box/1", "/label/1.svg")


def test_every_page_is_below_the_root_and_nothing_in_it_leads_elsewhere(tmp_path: Path) -> None:
    async def look(pocket: Pocket) -> None:
        await pocket.start(START)
        assert (await sent(pocket, "quick", on=0, result="loss", confirmed=True)).status == 200
        on = json.loads((await asked(pocket, "GET", "/api/state")).body)["entry"]
        assert (await sent(pocket, "start", on=on)).status == 200
        for path in PAGES:
            found = await asked(pocket, "GET", path)
            assert found.status == 200, (path, found.text)
            if "text/html" in found.headers["content-type"]:
                for place in re.findall(
                    r'\b(?:href|src|srcset|action|formaction)="(/[^"]*)"', found.text
                ):
                    assert place.startswith(f"{ROOT}/"), (path, place)

    run(look, tmp_path)


def test_it_shows_no_phone_an_address(tmp_path: Path) -> None:
    async def look(pocket: Pocket) -> None:
        told = await pocket.start(START)
        assert told["is_new"]
        assert "invitation" not in (await asked(pocket, "GET", "/screen")).text  # no square code
        page = (await asked(pocket, "GET", "/")).text
        assert f'href="{ROOT}/watch"' not in page
        assert f'href="{ROOT}/api/docs"' not in page
        assert f'href="{ROOT}/play"' in page

    run(look, tmp_path)


def test_exact_chances_are_there_and_that_the_coach_is_not_is_said(tmp_path: Path) -> None:
    async def look(pocket: Pocket) -> None:
        await pocket.start(START)
        words = load_words("de")
        learned = (await asked(pocket, "GET", "/learned")).text
        chances = next_game(KIT, starting_contents(KIT), Side.FIRST, RANDOM)
        assert all(words.share(each) in learned for each in chances)
        await sent(pocket, "start", on=0)
        await sent(pocket, "draw", on=1, colour=KIT.box(1).beads[0].colour)
        await asked(pocket, "GET", "/teach?on=true")
        assert words("alone.left-out") in (await asked(pocket, "GET", "/")).text

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


@pytest.mark.parametrize("origin", ["null", "https://menace.example.other"])
def test_a_change_from_elsewhere_is_refused(origin: str, tmp_path: Path) -> None:
    async def look(pocket: Pocket) -> None:
        await pocket.start(START)
        assert (await sent(pocket, "start", origin=origin, on=0)).status == 403
        assert (
            await asked(pocket, "POST", "/act/start", b"on=0", FORM)
        ).status == 403  # says nothing of itself
        assert (
            await asked(pocket, "POST", "/act/start", b"on=0", {**FORM, "origin": origin})
        ).status == 403
        assert (
            await asked(pocket, "POST", "/act/start", b"on=0", {**FORM, "origin": ORIGIN})
        ).status == 303

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
        while b'"entry":1' not in b"".join(heard):
            news.clear()
            await asyncio.wait_for(news.wait(), 5)
        stream.cancel()
        with pytest.raises(asyncio.CancelledError):
            await stream
        first = await asked(pocket, "GET", "/api/events", most=1)
        assert first.body.startswith(b"retry:")

    run(look, tmp_path)


def test_nobody_looks_at_the_logbook_all_the_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No other program writes into it: a phone in a pocket is to last a day."""
    looks = []
    was = Companion._look

    async def counted(companion: Companion) -> Any:
        looks.append(companion)
        return await was(companion)

    async def look(pocket: Pocket) -> None:
        monkeypatch.setattr(Companion, "_look", counted)
        await pocket.start(START)
        await asyncio.sleep(0.7)
        assert len(looks) == 1
        await sent(pocket, "start", on=0)
        await asyncio.sleep(0.1)
        assert len(looks) == 2

    run(look, tmp_path)


@pytest.mark.parametrize(
    "machine",
    all_to_prove(template_names(TemplateKind.MACHINES), quick=["her-19", DEFAULT_PRESET]),
)
def test_a_logbook_is_saved_forgotten_and_taken_in_again(machine: str, tmp_path: Path) -> None:
    async def look(pocket: Pocket) -> None:
        begun = await pocket.start({**START, "machine": machine})
        await sent(pocket, "start", on=0)
        saved = (await pocket.export_logbook())["content"]
        files = (await pocket.export_kit())["files"]
        assert files == files_of({"machine": machine, "language": "de"})
        await pocket.forget()
        assert await pocket.logbook("de") is None
        with pytest.raises(LogbookError):
            pocket.answer(
                {"method": "GET", "path": "/"}, lambda *_: None, lambda _: asyncio.sleep(0, True)
            )
        told = await pocket.take_in({**START, "logbook": saved, "kit": None})  # a preset's
        assert (told["games"], told["name"]) == (1, begun["name"])
        assert (await asked(pocket, "GET", "/api/state")).status == 200
        assert len(list(tmp_path.iterdir())) == 2  # the logbook and its kit

    run(look, tmp_path)


def test_what_is_no_sound_logbook_is_not_taken_in_and_the_logbook_stays(tmp_path: Path) -> None:
    async def look(pocket: Pocket) -> None:
        await pocket.start(OF_HER)
        await sent(pocket, "start", on=0)
        before = (await pocket.export_logbook())["content"]
        changed = before.replace(HER.fingerprint.encode(), b"00000000")
        half = before[: len(before) // 2]
        for wrong, kit in [
            (b"no logbook", None),
            (changed, None),
            (half, None),
            (before, preset("nim-8")),
        ]:
            with pytest.raises(LogbookError):
                await pocket.take_in({"logbook": wrong, "kit": kit})
        with pytest.raises(SelectionError):
            await pocket.take_in({"logbook": before, "kit": {"../kit.toml": "", "kit.toml": ""}})
        assert (await pocket.export_logbook())["content"] == before
        assert (await asked(pocket, "GET", "/api/state")).status == 200

    run(look, tmp_path)


def gone_on(logbook: bytes, folder: Path, games: int) -> bytes:
    """Return a logbook in which so many games were added on a computer."""
    path = folder / "computer.sqlite"
    path.write_bytes(logbook)
    with Logbook(path, HER) as opened:
        desk = Desk(opened)
        for _ in range(games):
            do(desk, "quick:loss:+confirmed")
    return path.read_bytes()


def test_a_copy_in_which_a_forgotten_name_stands_again_says_so(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    beside = tmp_path_factory.mktemp("computer")

    async def look(pocket: Pocket) -> None:
        await pocket.start(OF_HER)
        assert (await sent(pocket, "start", on=0, opponent="Ann")).status == 200
        entry = (await pocket.logbook("en") or {})["entries"]
        assert (await sent(pocket, "abandon", on=entry)).status == 200
        named = (await pocket.export_logbook())["content"]
        (beside / "computer.sqlite").write_bytes(named)
        with Logbook(beside / "computer.sqlite", HER) as logbook:
            forget(logbook, ["Ann"])
        nameless = (beside / "computer.sqlite").read_bytes()
        await pocket.take_in({**OF_HER, "logbook": nameless})
        for copy, names in (
            (gone_on(named, beside, 2), True),
            (gone_on(nameless, beside, 2), False),
        ):
            found = await pocket.compare({"logbook": copy})
            assert found["relation"] == "ahead"
            assert (load_words("de")("pocket.judged-names") in found["text"]) == names

    run(look, tmp_path)


def test_only_a_copy_that_goes_on_where_the_logbook_ends_takes_its_place(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    beside = tmp_path_factory.mktemp("computer")

    async def look(pocket: Pocket) -> None:
        await pocket.start(OF_HER)
        fresh = (await pocket.export_logbook())["content"]
        assert (await sent(pocket, "quick", on=0, result="win", confirmed=True)).status == 200
        first = (await pocket.export_logbook())["content"]
        assert (await pocket.compare({"logbook": first}))["relation"] == "same"
        more = gone_on(first, beside, 2)
        entry = (await pocket.logbook("de") or {})["entries"]
        assert (await sent(pocket, "quick", on=entry, result="loss", confirmed=True)).status == 200
        logbook = (await pocket.export_logbook())["content"]
        Logbook(beside / "other.sqlite", HER).close()
        begun_anew = gone_on((beside / "other.sqlite").read_bytes(), beside, 5)
        for copy, relation, told in [
            (fresh, "behind", "Spiele hier 2, dort 0"),
            (first, "behind", "Spiele hier 2, dort 1"),
            (more, "apart", "Bis Spiel 1 "),
            (begun_anew, "other", "neu angelegtes"),
        ]:
            found = await pocket.compare({"logbook": copy})
            assert found["relation"] == relation
            assert told in found["text"]
            with pytest.raises(LogbookError, match=re.escape(told)):
                await pocket.take_in({**OF_HER, "logbook": copy})
        Logbook(beside / "nim.sqlite", load_preset("nim-8")).close()
        found = await pocket.compare({"logbook": (beside / "nim.sqlite").read_bytes()})
        assert found["relation"] == "other"
        assert found["text"] == load_words("de")("pocket.judged-other")
        assert (await pocket.export_logbook())["content"] == logbook
        newer = gone_on(logbook, beside, 3)
        assert (await pocket.compare({"logbook": newer}))["relation"] == "ahead"
        assert (await pocket.take_in({**OF_HER, "logbook": newer}))["games"] == 5
        assert (await pocket.compare({"logbook": logbook}))["relation"] == "behind"

    run(look, tmp_path)


def test_a_logbook_that_was_handed_over_is_read_until_it_is_taken_back(tmp_path: Path) -> None:
    async def look(pocket: Pocket) -> None:
        await pocket.start(START)
        assert (await pocket.hand_over(True))["handed"]
        refused = await sent(pocket, "start", on=0)
        assert refused.status == 409
        assert json.loads(refused.body)["detail"] == load_words("de")("pocket.read-only")
        form = await asked(pocket, "POST", "/act/start", b"on=0", FORM | {"origin": ORIGIN})
        assert form.status == 409
        assert (await asked(pocket, "GET", "/")).status == 200
        copy = await asked(pocket, "POST", "/play/take", b"", FORM | {"origin": ORIGIN})
        assert copy.status != 409  # of visitors nothing reaches the logbook
        await pocket.stop()
        assert (await pocket.start(START))["handed"]  # also behind a reload
        assert (await sent(pocket, "start", on=0)).status == 409
        assert (await pocket.hand_over(False))["handed"] is None
        assert (await sent(pocket, "start", on=0)).status == 200

    run(look, tmp_path)


def test_a_logbook_begins_with_the_kit_of_a_link(tmp_path: Path) -> None:
    async def look(pocket: Pocket) -> None:
        with pytest.raises(SelectionError, match=re.escape(load_words("de")("maker.link-broken"))):
            await pocket.start({**START, "link": "files=x"})
        assert await pocket.logbook("de") is None
        link = fragment({"machine": "her-19", "name": "Our HER"})
        assert (await pocket.start({**START, "link": link}))["name"] == "Our HER"

    run(look, tmp_path)


ASKING = """
async () => {
    const {startWorker} = await import(new URL("../static/site.js", location));
    let started;
    window.Worker = class extends Worker {
        constructor(...given) {
            super(...given);
            started = this;
        }
    };
    const worker = startWorker("companion");
    await worker.ready;
    window.call = (name, ...given) => worker.call(name, given);
    window.ask = (request) => new Promise((resolve, reject) => {
        const {port1, port2} = new MessageChannel();
        const answered = {text: ""};
        const reader = new TextDecoder();
        port1.onmessage = ({data}) => {
            if (data.failed) return reject(new Error(data.failed));
            if (data.end) return resolve(answered);
            if (data.status) answered.status = data.status;
            else answered.text += reader.decode(data.chunk, {stream: true});
            port1.postMessage({next: true});
        };
        started.postMessage({request}, [port2]);
    });
    // One step: whatever is due, done with the first thing that will do.
    // Returns the last entry that was confirmed.
    window.step = async () => {
        const send = async (name, facts) => {
            const body = new TextEncoder().encode(JSON.stringify(facts));
            const headers = [["content-type", "application/json"], ["origin", location.origin]];
            const path = `/api/${name}`;
            const {status, text} = await ask({method: "POST", path, query: "", headers, body});
            if (status !== 200) throw new Error(text);
            return JSON.parse(text).state.entry;
        };
        const told = await ask({method: "GET", path: "/api/state", query: "", headers: []});
        const now = JSON.parse(told.text);
        const on = now.entry;
        if (now.due === "start") return send("start", {on});
        if (now.due === "adjust") return send("confirm", {on});
        if (now.due === "reply") return send("reply", {on, square: now.replies[0].move});
        const bead = now.box.beads.find((each) => each.in_box > 0);
        return send(bead ? "draw" : "empty", bead ? {on, colour: bead.colour.name} : {on});
    };
    window.noted = () => new Promise((resolve) => {
        started.addEventListener("message", ({data}) => data.noted && resolve(data.noted));
        started.postMessage({noted: true});
    });
    const root = "/menace/en/companion/app";
    window.open_logbook = () => call("start", {root, origin: location.origin, language: "en"});
    window.saved = async () => {
        const {content} = await call("export_logbook");
        let text = "";
        for (const byte of content) text += String.fromCharCode(byte);
        return btoa(text);
    };
}
"""


@contextmanager
def window(playwright: Playwright, profile: Path, address: str, before: str = "") -> Iterator[Page]:
    """Lend a page of a browser with this profile, with Python in its worker;
    `before` runs before storage.js.
    """
    context = playwright.chromium.launch_persistent_context(
        profile, executable_path=chromium(), args=["--disable-gpu"], service_workers="block"
    )
    context.set_default_timeout(PATIENCE)
    if before:

        def longer(route: Route) -> None:
            answer = route.fetch()
            route.fulfill(response=answer, body=answer.text() + before)

        context.route("**/static/storage.js", longer)
    try:
        page = context.new_page()
        page.goto(f"{address}en/index.html")
        page.evaluate(ASKING)
        yield page
    finally:
        context.close()


def entries_in(content: bytes, folder: Path) -> int:
    """Return the last entry of a logbook out of a browser, with which nothing is wrong."""
    path = folder / "out.sqlite"
    path.write_bytes(content)
    with Logbook(path, kit_of(files_of({"machine": DEFAULT_PRESET}))) as logbook:
        assert audit(logbook) == []
        return logbook.last_entry


NOTED = """
{
    const done = [];
    const names = new Map();
    const opened = FileSystemFileHandle.prototype.createSyncAccessHandle;
    FileSystemFileHandle.prototype.createSyncAccessHandle = async function (...given) {
        const handle = await opened.apply(this, given);
        names.set(handle, this.name);
        return handle;
    };
    for (const name of ["write", "truncate", "flush"]) {
        const was = FileSystemSyncAccessHandle.prototype[name];
        FileSystemSyncAccessHandle.prototype[name] = function (what, how) {
            const bytes = name === "write"
                ? new Uint8Array(what.buffer, what.byteOffset, what.byteLength)
                : [];
            const text = btoa(String.fromCharCode(...bytes));
            done.push({file: names.get(this), name, text, at: how?.at ?? what});
            return was.call(this, what, how);
        };
    }
    const posted = MessagePort.prototype.postMessage;
    MessagePort.prototype.postMessage = function (told, ...more) {
        if (told.chunk) done.push({name: "told", text: new TextDecoder().decode(told.chunk)});
        return posted.call(this, told, ...more);
    };
    self.addEventListener("message", ({data}) => data.noted && self.postMessage({noted: done}));
}
"""
"""What lets the worker note all that it does with its files, and all that it tells."""


@pytest.mark.site
def test_a_kill_between_any_two_writes_loses_nothing_that_was_told(
    playwright: Playwright, site: str, tmp_path: Path
) -> None:
    """Each moment at which a browser may be killed is tried:
    the files are made as they were just then.

    A write of which only half has arrived is such a moment, too.
    """
    with window(playwright, tmp_path / "profile", site, NOTED) as page:
        page.evaluate("open_logbook()")
        for _ in range(7):
            page.evaluate("step()")
        noted = page.evaluate("noted()")
    files: dict[str, bytearray] = {}
    told, moments, last = 0, 0, 0
    for each in noted:
        if each["name"] == "told":
            with suppress(ValueError, KeyError, TypeError):
                told = json.loads(each["text"])["state"]["entry"]
        elif each["name"] == "flush":
            continue
        elif each["name"] == "truncate":
            found = files.setdefault(each["file"], bytearray())
            found[:] = found[: each["at"]].ljust(each["at"], b"\0")
        else:
            content, at = base64.b64decode(each["text"]), each["at"]
            for part in (content[: len(content) // 2], content):
                found = files.setdefault(each["file"], bytearray())
                found[:] = found.ljust(at, b"\0")
                found[at : at + len(part)] = part
                last = _what_is_there(files, tmp_path / f"moment{moments}")
                moments += 1
                assert last >= told
        last = _what_is_there(files, tmp_path / f"moment{moments}")
        moments += 1
        assert last >= told, each
    assert last == told > 5
    assert moments > 90


def _what_is_there(files: Mapping[str, bytearray], folder: Path) -> int:
    """Return the last entry of the logbook as it is opened after a kill,
    nothing wrong in it; 0 where there is none.
    """
    folder.mkdir()
    for name, content in files.items():
        if content:
            (folder / name).write_bytes(content)
    logbook = LogbookFolder(folder)
    if not logbook.has_logbook:
        return 0
    kit, _ = logbook.kit(load_words("en"))
    with Logbook(logbook.logbook, kit) as opened:
        assert audit(opened) == []
        return opened.last_entry


@contextmanager
def killed_at_the_end(
    playwright: Playwright, profile: Path, address: str, own: str
) -> Iterator[Page]:
    """Lend a page as `window` does, of a browser that is killed with all its processes.

    What it leaves of itself is in the folder `own`, whose name has to be
    short, for sockets lie in it.
    """
    started = subprocess.Popen(
        [
            *(str(chromium()), "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run"),
            *("--remote-debugging-port=0", f"--user-data-dir={profile}", "about:blank"),
        ],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        env={**os.environ, "TMPDIR": own},
    )
    port = profile / "DevToolsActivePort"
    try:
        until = time.monotonic() + PATIENCE / 1000
        while not (port.exists() and port.read_text().count("\n")) and time.monotonic() < until:
            time.sleep(0.05)
        context = playwright.chromium.connect_over_cdp(
            f"http://127.0.0.1:{port.read_text().split()[0]}"
        ).contexts[0]
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.goto(f"{address}en/index.html")
        page.evaluate(ASKING)
        yield page
    finally:
        os.killpg(started.pid, signal.SIGKILL)
        started.wait()
        port.unlink(missing_ok=True)


@pytest.mark.site
@pytest.mark.skipif(sys.platform == "win32", reason="there a group of processes is ended otherwise")
def test_a_killed_browser_has_kept_every_step_that_was_told(
    playwright: Playwright, site: str, tmp_path: Path
) -> None:
    """Steps run on and on when the browser is killed; the page was asked before what it was told
    last.
    """
    profile, told = tmp_path / "profile", 0
    profile.mkdir()
    with TemporaryDirectory() as own:
        for steps in (3, 7):
            with killed_at_the_end(playwright, profile, site, own) as page:
                there = page.evaluate("open_logbook()")["entries"]
                assert there >= told
                page.evaluate("() => { (async () => { for (;;) window.told = await step(); })(); }")
                told = page.wait_for_function(
                    "least => window.told >= least && window.told", arg=there + steps
                ).json_value()
    with window(playwright, profile, site) as page:
        assert page.evaluate("open_logbook()")["entries"] >= told > 8
        assert entries_in(base64.b64decode(page.evaluate("saved()")), tmp_path) >= told


@pytest.mark.site
def test_where_the_storage_is_full_it_is_said_and_nothing_is_lost(
    playwright: Playwright, site: str, tmp_path: Path
) -> None:
    with window(playwright, tmp_path / "profile", site) as page:
        page.evaluate("open_logbook()")
        told = page.evaluate("step()")
        origin = {"origin": page.evaluate("location.origin")}
        browser = page.context.new_cdp_session(page)
        browser.send("Storage.overrideQuotaForOrigin", {**origin, "quotaSize": 1})
        page.reload()  # what a file may grow is granted ahead, when it is opened
        page.evaluate(ASKING)
        page.evaluate("open_logbook()")
        with pytest.raises(Error, match="make room"):
            page.evaluate("step()")
        assert entries_in(base64.b64decode(page.evaluate("saved()")), tmp_path) == told
        browser.send("Storage.overrideQuotaForOrigin", origin)
        assert page.evaluate("step()") > told
