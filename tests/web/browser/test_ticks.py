"""Quick ticks, taps that are not taken yet, and what is told of a conflict
or of a connection that is lost.
"""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.browser.conftest import Open, Pardon
from tests.web.browser.phone import Phone, finish, play, settle
from tests.web.browser.test_double_taps import stop_the_clock
from tests.web.browser.test_game import LOST
from tests.web.server import Server
from tests.web.warm import served

CONFLICT = "Someone recorded another step first"


class Held:
    """What a page sends, held back until it is let go; then all that comes goes on."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.waiting, self.is_open = page, list[Route](), False
        page.route(address, self._take)

    def _take(self, route: Route) -> None:
        if self.is_open:
            route.continue_()
        else:
            self.waiting.append(route)

    def let_go(self) -> None:
        self.is_open = True
        for route in self.waiting:
            route.continue_()


def sent_by(page: Page) -> list[str]:
    """Return a list of the acts that a page sends, which grows."""
    sent = list[str]()
    page.on(
        "request",
        lambda request: sent.append(request.url.rpartition("/")[2]) if request.post_data else None,
    )
    return sent


def test_quick_ticks_are_shown_at_once_and_recorded_one_after_the_other(
    companion: Server, open_page: Open
) -> None:
    finish(companion)
    phone = Phone(open_page(companion.address), companion)
    entry = phone.entry
    lines, held, sent = phone.lines().count(), Held(phone.page, "**/api/tick"), sent_by(phone.page)
    assert lines == 4
    for number in range(lines):
        phone.lines().nth(number).tap()
        # Before anything is recorded: it is ticked, looks unfinished, and the next one may follow.
        expect(phone.lines().nth(number)).to_be_checked()
        expect(phone.lines().nth(number)).to_have_class(re.compile("waiting"))
        confirm = phone.page.get_by_text(f"Confirm ({number + 1} of {lines} ticked)")
        expect(confirm).to_be_visible()
        phone.lines().nth(number).dispatch_event("click")  # a double tap changes nothing
    assert not any(line["ticked"] for line in companion.state()["adjustments"])
    confirm.dispatch_event("click")  # behind all ticks it is taken, and asks nothing
    held.let_go()
    phone.shows(entry + 1)
    assert sent == ["tick"] * lines + ["confirm"]
    assert phone.agrees()["due"] == "start"
    expect(phone.page.locator(".waiting")).to_have_count(0)


@pytest.mark.prove
def test_of_quick_ticks_on_a_list_that_is_gone_all_are_dropped_and_it_is_told_why(
    companion: Server, open_page: Open, pardon: Pardon
) -> None:
    finish(companion)
    phone = Phone(open_page("about:blank"), companion)
    phone.page.route("**/api/events*", lambda route: route.abort())  # it hears nothing of others
    pardon(phone.page, "/api/events")
    pardon(phone.page, "409")
    phone.page.goto(companion.address)
    now = companion.post("undo").raise_for_status().json()["state"]
    sent = sent_by(phone.page)
    phone.page.evaluate("document.querySelectorAll('.tick').forEach(each => each.click())")
    expect(phone.page.get_by_role("alert").filter(has_text=CONFLICT)).to_be_visible()
    assert sent == ["tick"]
    assert phone.agrees() == now


@pytest.mark.prove
def test_a_tap_that_is_not_taken_yet_looks_not_yet_ready(
    companion: Server, open_page: Open
) -> None:
    phone = Phone(open_page(companion.address), companion)
    look = "each => getComputedStyle(each).filter"
    phone.step()
    phone.page.clock.fast_forward(500)
    assert [each.evaluate(look) for each in phone.colours().all()] == ["none"] * 3
    stop_the_clock(phone.page)
    held, sent = Held(phone.page, "**/api/draw"), sent_by(phone.page)
    first, second = phone.colours().nth(0), phone.colours().nth(1)
    first.tap()
    expect(first).to_have_class(re.compile("waiting"))
    assert (first.evaluate(look), "grayscale" in second.evaluate(look)) == ("none", True)
    second.dispatch_event("click")
    held.let_go()
    phone.shows(2)
    assert sent == ["draw"]
    # What has just come takes no tap yet, either.
    assert "grayscale" in phone.squares().first.evaluate(look)
    phone.page.clock.run_for(1000)
    assert phone.squares().first.evaluate(look) == "none"


@pytest.mark.prove
def test_what_was_told_of_a_conflict_goes_with_the_next_step_and_hides_no_lost_connection(
    folder: Path, open_page: Open, pardon: Pardon
) -> None:
    with served(folder) as server:
        phone = Phone(open_page(server.address), server)
        pardon(phone.page, "409")
        pardon(phone.page, "ERR_")
        told = phone.page.get_by_role("alert").filter(has_text=CONFLICT)
        lost = phone.page.get_by_role("alert").filter(has_text=LOST)
        play(phone, "reply")
        late = "document.querySelector('main form [name=on]').value = 0"
        phone.page.evaluate(late)
        phone.press(phone.squares().first)
        expect(told).to_be_visible()
        server.play_on()  # somebody else's
        phone.agrees()
        expect(told).to_be_hidden()
        phone.page.evaluate(late)
        phone.press(phone.colours().first)
        expect(told).to_be_visible()
        server.kill()
        expect(lost).to_be_visible()
        expect(told).to_be_visible()


@pytest.mark.prove
def test_a_count_that_has_no_room_in_the_box_is_asked_about(
    companion: Server, open_page: Open, pardon: Pardon
) -> None:
    page = open_page(companion.address + "/box/1")
    pardon(page, "422")
    page.get_by_label("white").fill("1000")
    page.get_by_role("button", name="Save the count").tap()
    expect(page.get_by_role("alert").filter(has_text="Box 1 with 1008 beads?")).to_be_visible()
    expect(page.get_by_label("white")).to_have_value("1000")
    assert companion.state()["entry"] == 0
    settle(page)
    page.get_by_role("button", name="Save the count").tap()
    expect(page.get_by_text("Box 1 with 1008 beads?")).to_have_count(0)
    assert companion.browser.get("/api/box/1").json()["total"] == 1008


@pytest.mark.prove
def test_a_touch_screen_shows_nothing_of_keys_until_one_is_pressed(
    companion: Server, open_page: Open
) -> None:
    finish(companion)
    page = open_page(companion.address)
    switch = page.locator("#keys")
    for path in ("/", "/quick"):
        page.goto(companion.address + path)
        expect(page.locator("kbd:visible, .of-keys:visible")).to_have_count(0)
        expect(switch).to_be_hidden()
    page.keyboard.press("F2")
    expect(switch).to_be_visible()
