"""No mouse and no finger: everything can be reached and done with the keys."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.browser.conftest import Open
from tests.web.browser.phone import Phone, finish, put_in_anew, settle, stop_the_clock
from tests.web.server import Server

DESK = {"viewport": {"width": 1280, "height": 800}, "has_touch": False, "is_mobile": False}
FARTHEST = 60
"""Presses of Tab within which everything on a page of the game is reached."""


def go_to(page: Page, wanted: Locator) -> None:
    """Press Tab until something has the focus; fails where it never has,
    or where that cannot be seen.
    """
    for _ in range(FARTHEST):
        page.keyboard.press("Tab")
        if wanted.evaluate("element => element === document.activeElement"):
            seen = wanted.evaluate(
                "element => { const style = getComputedStyle(element);"
                " return style.outlineStyle !== 'none' || style.boxShadow !== 'none'; }"
            )
            assert seen, "what has the focus is not marked"
            return
    raise AssertionError(f"{FARTHEST} presses of Tab do not lead to {wanted}")


def after(phone: Phone, key: str) -> dict[str, Any]:
    """Press a key, and return how things stand when the page shows what came of it."""
    before = phone.entry
    phone.page.keyboard.press(key)
    expect(phone.main).not_to_have_attribute("data-stamp", re.compile(rf"^{before}:"))
    return phone.agrees()


@pytest.mark.prove
def test_a_whole_game_with_tab_and_enter(companion: Server, open_page: Open) -> None:
    page = open_page(companion.address, **DESK)
    phone = Phone(page, companion)
    go_to(page, page.get_by_label("Who plays against the machine?"))
    page.keyboard.type("Ada Lovelace")
    now = after(phone, "Enter")
    assert now["game"]["opponent"] == "Ada Lovelace"
    while now["due"] != "adjust":
        go_to(page, phone.next_button())
        now = after(phone, "Enter" if now["due"] == "bead" else "Space")
    for line in range(len(now["adjustments"])):
        go_to(page, phone.lines().nth(line))
        page.keyboard.press("Space")
        expect(phone.lines().nth(line)).to_be_checked()
    go_to(page, phone.confirm_button())
    assert after(phone, "Enter")["game"]["confirmed"]


@pytest.mark.prove
def test_a_key_that_is_down_while_another_phone_ticks_still_counts(
    companion: Server, open_page: Open
) -> None:
    page = open_page(companion.address, **DESK)
    phone = Phone(page, companion)
    while companion.play_on()["due"] != "adjust":
        pass
    phone.agrees()
    go_to(page, phone.lines().first)
    stop_the_clock(page)
    page.keyboard.down("Space")
    with page.expect_response("**/"):
        companion.post("tick", line=2).raise_for_status()
    page.wait_for_timeout(200)
    page.keyboard.up("Space")
    page.clock.run_for(100)
    expect(phone.lines().first).to_be_checked()
    expect(phone.lines().nth(1)).to_be_checked()


@pytest.mark.prove
def test_what_confirms_a_list_keeps_the_focus_when_the_page_is_put_in_anew(
    companion: Server, open_page: Open
) -> None:
    finish(companion)
    page = open_page(companion.address, **DESK)
    confirm = Phone(page, companion).sure()
    go_to(page, confirm)
    put_in_anew(page)
    expect(confirm).to_be_focused()


@pytest.mark.prove
def test_a_whole_game_with_one_key_a_step(companion: Server, open_page: Open) -> None:
    page = open_page(companion.address, **DESK)
    phone = Phone(page, companion)
    now = phone.agrees()
    go_to(page, phone.begin_button())
    now = after(phone, "Enter")
    while now["due"] != "adjust":
        if now["due"] == "bead":
            key = next(
                bead["colour"]["letter"] for bead in now["box"]["beads"] if bead["in_box"]
            ).lower()
        else:
            key = now["replies"][0]["move"]
        now = after(phone, key)
    for line in range(1, len(now["adjustments"]) + 1):
        page.keyboard.press(str(line))
        expect(phone.lines().nth(line - 1)).to_be_checked()
    assert after(phone, "c")["game"]["confirmed"]


@pytest.mark.prove
def test_the_key_that_confirms_asks_first_where_lines_are_open(
    companion: Server, open_page: Open
) -> None:
    page = open_page(companion.address, **DESK)
    phone = Phone(page, companion)
    phone.agrees()
    after(phone, "n")
    finish(companion)
    now = phone.agrees()
    settle(page)
    page.keyboard.press("c")
    expect(phone.confirm_button()).to_be_visible()
    assert companion.state()["entry"] == now["entry"]
    assert after(phone, "c")["game"]["confirmed"]


@pytest.mark.prove
def test_keys_can_be_switched_off(companion: Server, open_page: Open) -> None:
    page = open_page(companion.address, **DESK)
    phone = Phone(page, companion)
    go_to(page, phone.begin_button())
    now = after(phone, "Enter")
    switch = page.get_by_role("button", name="Keyboard shortcuts", exact=True)
    expect(switch).to_have_attribute("aria-pressed", "true")
    go_to(page, switch)
    page.keyboard.press("Enter")
    expect(switch).to_have_attribute("aria-pressed", "false")
    page.keyboard.press(now["box"]["beads"][0]["colour"]["letter"].lower())
    page.wait_for_timeout(300)
    assert companion.state()["entry"] == now["entry"]


@pytest.mark.prove
def test_the_first_key_leads_past_the_menu(companion: Server, open_page: Open) -> None:
    page = open_page(companion.address, **DESK)
    go_to(page, page.get_by_role("link", name="To the content"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("main")).to_be_focused()
