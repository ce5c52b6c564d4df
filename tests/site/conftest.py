"""The site, built once and served from a sub-path like project pages on the web, and a browser.

Any complaint of the browser, and any request to another host, fails the test.
"""

import gzip
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect, sync_playwright

from menace_kit.site.folder import write_site
from menace_kit.site.rendering import POLICY
from tests.browsers import MISSING, Watched, chromium, is_required
from tests.conftest import FOLDER

ROOT = Path(__file__).resolve().parent.parent.parent
FETCHED = ROOT / "build" / "fetched"
"""Where `make site` also keeps what it fetched."""

PREFIX = "/menace/"
ADDRESS = "https://example.org/menace/"
"""The address that this site claims: shared links name it."""
PATIENCE = 60_000
"""Milliseconds to wait for anything; Python starts in seconds, on a busy computer in many."""


def _built() -> Path:
    """Return the site's folder; one process of a run writes it, and the others wait."""
    folder, lock = FOLDER / "caches" / "site", FOLDER / "caches" / "site.lock"
    lock.parent.mkdir(exist_ok=True)
    with suppress(FileExistsError):
        lock.mkdir()
        write_site(folder, FETCHED, address=ADDRESS)
    for _ in range(600):
        if (folder / "site.json").is_file():
            return folder
        time.sleep(0.5)
    pytest.fail("the site was not written by the process that began to")


_TYPES = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
}


class _Handler(SimpleHTTPRequestHandler):
    """Serves the folder below the prefix; scripts and workers with the pages' security policy."""

    def guess_type(self, path: Any) -> str:
        return _TYPES.get(Path(path).suffix) or super().guess_type(path)

    def translate_path(self, path: str) -> str:
        inside = path.removeprefix(PREFIX) if path.startswith(PREFIX) else "nothing/there"
        return super().translate_path(f"/{inside}")

    def end_headers(self) -> None:
        if self.path.partition("?")[0].endswith((".js", ".mjs")):
            self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Print nothing."""


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_: object) -> None:
        """Ignore browsers that went away."""


@contextmanager
def served(folder: Path, port: int = 0) -> Iterator[str]:
    """Serve a folder, and yield its address, which ends in a slash."""
    server = _Server(("127.0.0.1", port), partial(_Handler, directory=str(folder)))
    thread = threading.Thread(
        target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True
    )
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}{PREFIX}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def as_sent(content: bytes) -> int:
    """Return how many bytes a server sends for a file, with gzip."""
    return min(len(content), len(gzip.compress(content, 6)))


@pytest.fixture(scope="session")
def site_built() -> Path:
    """Return the folder of the site, built once in a run."""
    return _built()


@pytest.fixture(scope="session")
def site(site_built: Path) -> Iterator[str]:
    """Yield the address of the site; it ends in a slash."""
    with served(site_built) as address:
        yield address


# Not for the whole session: while it is open, nothing else in this process can use an event loop.
@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    """Yield the driver for Chromium; skip if there is none, unless it is required."""
    if chromium() is None:
        if is_required():
            pytest.fail(MISSING)
        pytest.skip(MISSING)
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Iterator[Browser]:
    started = playwright.chromium.launch(executable_path=chromium(), args=["--disable-gpu"])
    yield started
    started.close()


def asked(window: Watched, address: str) -> None:
    """Note a request; one to another host is a complaint."""
    if not address.startswith(("http://127.0.0.1:", "blob:", "data:")):
        window.complaints.append(f"asked {address}")


Open = Callable[..., Page]

CALL = """async ([part, name, args]) => {
    const {startWorker} = await import(new URL("../static/site.js", location));
    const steps = [];
    const worker = startWorker(part, (step) => steps.push(step.text));
    try {
        return {result: await worker.call(name, args), steps};
    } finally {
        worker.stop();
    }
}"""
"""What a page does to call a part's function: it returns the result, and the steps while
starting.
"""


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Open]:
    """Return `open_page(address, pardon=(), **how)`: a window in its own browser.

    `pardon` has words in complaints that the test causes on purpose. All other complaints fail the
    test.
    """
    windows: list[Watched] = []
    with ExitStack() as stack:

        def opened(address: str, pardon: tuple[str, ...] = (), **how: Any) -> Page:
            context = stack.enter_context(browser.new_context(**{"locale": "en", **how}))
            context.set_default_timeout(PATIENCE)
            window = Watched(pardoned=list(pardon))
            windows.append(window)
            context.on("request", lambda request: asked(window, request.url))
            context.on("console", window.heard)
            context.on("weberror", lambda error: window.complaints.append(f"script: {error.error}"))
            page = context.new_page()
            page.goto(address)
            return page

        yield opened
    faults = [fault for window in windows for fault in window.faults]
    assert not faults, faults


@pytest.fixture
def page(open_page: Open, site: str) -> Page:
    return open_page(f"{site}en/index.html")
