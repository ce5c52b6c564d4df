"""The companion's page in a window: what people do there, and what they see."""

import subprocess
import sys
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, FrameLocator, Page, expect

from menace_kit.guide.desk import Desk
from menace_kit.logbook.store import Logbook
from menace_kit.machine.kit import Kit
from menace_kit.site.choices import files_of
from menace_kit.site.logbook_folder import kit_of
from tests.guide.scripts import do
from tests.site.conftest import PATIENCE, Open

KIT = kit_of(files_of({"machine": "michie-1961"}))


PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


AWAY = ("ERR_CONNECTION_REFUSED", "ERR_INTERNET_DISCONNECTED", "Failed to load resource")
"""Chromium's messages about an unreachable server."""


def opened(open_page: Open, site: str, language: str = "en", **how: Any) -> Page:
    """Return a window at the companion's page, before any choice."""
    page = open_page(f"{site}{language}/companion.html", **{**PHONE, **how})
    expect(page.locator("#choose")).to_be_visible(timeout=PATIENCE)
    return page


def companion(page: Page) -> FrameLocator:
    """Return the companion once it is shown."""
    expect(page.locator("#room")).to_be_visible(timeout=PATIENCE)
    frame = page.frame_locator("#frame")
    expect(frame.locator("#main")).to_be_visible()
    return frame


def begun(open_page: Open, site: str, **how: Any) -> Page:
    """Return a window with a new logbook of the usual machine."""
    page = opened(open_page, site, **how)
    page.get_by_role("button", name="Start its logbook").click()
    companion(page)
    return page


def further(context: BrowserContext, address: str) -> Page:
    """Return another tab of the same browser."""
    page = context.new_page()
    page.goto(address)
    return page


def play(frame: FrameLocator, games: int) -> None:
    """Play this many games by tapping whatever is due first, and update the boxes."""
    main = frame.locator("#main")
    while games:
        due = main.get_attribute("data-due")
        if due == "adjust":
            lines = main.locator(".tick[aria-checked=false]")
            while lines.count():
                lines.first.click()
            expect(main.locator(".tick.waiting")).to_have_count(0)
            # Wait for the last tick to be recorded.
            expect(frame.locator("body.busy")).to_have_count(0)
            button = main.locator("form[action$='/act/confirm'] button")
            games -= 1
        else:
            button = main.locator(
                f"form[action$='/act/{'draw' if due == 'bead' else due}'] button:enabled"
            ).first
        stamp = main.get_attribute("data-stamp")
        button.click()
        expect(main).not_to_have_attribute("data-stamp", stamp or "")
        expect(frame.locator("body.busy")).to_have_count(0)


def menu(page: Page) -> None:
    companion(page).get_by_role("button", name="The logbook").click()
    expect(page.locator("#menu")).to_be_visible()


def games_told(page: Page) -> str:
    menu(page)
    told = page.locator("[data-fact=games]").inner_text()
    page.locator("#menu").get_by_role("button", name="Close").click()
    return told


def saved(page: Page, folder: Path) -> Path:
    """Save the logbook with the menu into a folder, as if to take it to a computer."""
    menu(page)
    page.get_by_role("button", name="Save the logbook").click()
    for name in ("logbook.sqlite", "kit.toml"):
        with page.expect_download() as download:
            page.get_by_role("link", name=name).click()
        download.value.save_as(folder / name)
    page.locator("#menu").get_by_role("button", name="Close").click()
    return folder / "logbook.sqlite"


def verified(folder: Path) -> str:
    """Return the command's report on a saved logbook, which it must find in order."""
    done = subprocess.run(
        [sys.executable, "-m", "menace_kit", "logbook", "verify"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def gone_on(path: Path, games: int, kit: Kit = KIT) -> None:
    """Add games on a computer."""
    with Logbook(path, kit) as logbook:
        desk = Desk(logbook)
        for _ in range(games):
            do(desk, "quick:loss:+confirmed")
