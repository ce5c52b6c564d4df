"""A real browser at a real companion; any complaint fails the test."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Page,
    expect,
    sync_playwright,
)

from tests.browsers import MISSING, Watched, chromium, is_required
from tests.logbook.games import quick_folder
from tests.web.server import Server
from tests.web.warm import served

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
PROJECTOR = {"viewport": {"width": 1920, "height": 1080}}
ARGUMENTS = ["--disable-gpu", "--in-process-gpu"]
"""No drawing that needs a separate process."""

PATIENCE = 60_000
"""Milliseconds to wait for anything."""


# Not for the whole session: while it is open, nothing else in this process can use an event loop.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Yield Chromium; skip if there is none, unless it is required."""
    path = chromium()
    if path is None:
        if is_required():
            pytest.fail(MISSING)
        pytest.skip(MISSING)
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield started
        started.close()


@pytest.fixture
def folder() -> Iterator[Path]:
    with quick_folder() as place:
        yield place


@pytest.fixture
def companion(folder: Path, browser: Browser) -> Iterator[Server]:
    """Yield a companion of the machine of 1961, with a new logbook."""
    del browser  # requested so that nothing starts without a browser
    with served(folder) as server:
        yield server


Start = Callable[..., Server]


@pytest.fixture
def start(folder: Path, browser: Browser) -> Iterator[Start]:
    """Return `start(*arguments)`, which starts a companion that runs until its browsers are
    closed.
    """
    del browser
    with ExitStack() as stack:
        yield lambda *arguments: stack.enter_context(served(folder, *arguments))


Open = Callable[..., Page]
Pardon = Callable[[Page, str], None]


@pytest.fixture
def watched() -> Iterator[dict[Page, Watched]]:
    """Collect the browsers' complaints; fail after the test if there are any."""
    windows: dict[Page, Watched] = {}
    yield windows
    faults = [fault for window in windows.values() for fault in window.faults]
    assert not faults, faults


@pytest.fixture
def open_page(browser: Browser, watched: dict[Page, Watched]) -> Iterator[Open]:
    """Return `open_page(address, **how)`: a window in its own browser, by default a phone's."""
    with ExitStack() as stack:

        def opened(address: str, **how: Any) -> Page:
            context: BrowserContext = stack.enter_context(browser.new_context(**{**PHONE, **how}))
            context.set_default_timeout(PATIENCE)
            page = context.new_page()
            window = watched[page] = Watched()
            page.on("console", window.heard)
            page.on("pageerror", lambda error: window.complaints.append(f"script: {error}"))
            if how.get("java_script_enabled", True):
                page.clock.install()  # runs as usual, and `settle` can advance it
            page.goto(address)
            return page

        yield opened


@pytest.fixture
def pardon(watched: dict[Page, Watched]) -> Pardon:
    """Return `pardon(page, words)`, which excuses complaints that a test causes on purpose."""
    return lambda page, words: watched[page].pardoned.append(words)
