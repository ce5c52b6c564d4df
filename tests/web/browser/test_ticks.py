"""Quick ticks, taps that are not taken yet, and what is told of a conflict
or of a connection that is lost.
"""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import Open, Pardon
from tests.web.browser.phone import Held, Phone, finish, play, sent_by, settle, stop_the_clock
from tests.web.browser.test_game import LOST
from tests.web.server import Server
from tests.web.warm import served

CONFLICT = "Someone recorded another step first"


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
