"""Visitors' phones: they follow the game by themselves, and a guess is one tap."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import PROJECTOR, Open, Start
from tests.web.browser.phone import settle
from tests.web.browser.test_audience import is_marked, mark
from tests.web.browser.test_for_everybody import (
    OpenWindow,
    in_both_schemes,
    too_wide,
    window,  # noqa: F401 - a fixture
)
from tests.web.browser.test_game import SCRIPTS
from tests.web.server import Server


def guess(page: Page, colour: str) -> None:
    """Tap a bead, as soon as the page takes a tap."""
    button = page.get_by_role("button", name=re.compile(f"^{colour}: "))
    expect(button).to_be_visible()
    settle(page)
    button.tap()
    expect(page.get_by_text(f"You guessed {colour}.")).to_be_visible()


@pytest.mark.prove
@SCRIPTS
def test_visitors_follow_and_guess(companion: Server, open_page: Open, scripts: bool) -> None:
    pages = [open_page(f"{companion.address}/watch", java_script_enabled=scripts) for _ in range(2)]
    if scripts:
        for page in pages:
            mark(page)
    companion.post("start", opponent="Ada").raise_for_status()
    for page, colour in zip(pages, ("white", "gold"), strict=True):
        if not scripts:
            page.reload()
        guess(page, colour)
    companion.post("draw", colour="gold").raise_for_status()
    for page, told in zip(pages, ("Your guess was white.", "You guessed it!"), strict=True):
        if not scripts:
            page.reload()
        expect(page.get_by_text(told)).to_be_visible()
        expect(page.get_by_role("row", name=re.compile("^gold ✓ 1 50 %"))).to_be_visible()
        expect(page.get_by_role("row", name="Everybody 2 1 0.7")).to_be_visible()
        if scripts:
            assert is_marked(page)


@pytest.mark.prove
@pytest.mark.parametrize("machine", ["michie-1961", "her-19", "nim-8", "both-players"])
def test_axe_finds_nothing_on_a_visitors_phone_at_any_step_and_nothing_is_cut_off(
    start: Start,
    window: OpenWindow,  # noqa: F811
    machine: str,
) -> None:
    server = start("--preset", machine)
    page, faults = window(reduced_motion="reduce"), list[str]()
    now = server.state()
    while True:
        for language in ("de", "fr"):
            page.goto(f"{server.address}/watch?lang={language}")
            faults += in_both_schemes(page)
            for width, height in (
                (320, 640),
                (390, 844),
                (768, 1024),
                (1280, 800),
                PROJECTOR["viewport"].values(),
            ):
                page.set_viewport_size({"width": width, "height": height})
                faults.append(too_wide(page))
            form = page.locator("form[action='/watch'] button")
            if language == "de" and form.count():
                settle(page)
                form.first.tap()
                expect(page.get_by_text("Dein Tipp: ")).to_be_visible()
                faults += in_both_schemes(page)
        if now["due"] == "start" and now["game"]:
            break
        both = now["due"] == "start" and len(server.browser.get("/api/kit").json()["sides"]) == 2
        now = server.post("start", both=True).json()["state"] if both else server.play_on()
    assert not any(faults), "\n".join(filter(None, faults))
