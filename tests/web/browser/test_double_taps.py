"""A finger that taps twice, late, or for long: what it meant is done once, and nothing else is."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import CDPSession, Locator, expect

from tests.web.browser.conftest import Open
from tests.web.browser.phone import (
    Phone,
    hold_animations,
    moves,
    play,
    put_in_anew,
    stop_the_clock,
)
from tests.web.server import Server

pytestmark = pytest.mark.prove

Between = Callable[[Phone, int], None]
Place = tuple[float, float]
DESK = {"viewport": {"width": 1280, "height": 800}, "has_touch": False, "is_mobile": False}


def middle_of(button: Locator) -> Place:
    """Return where in the window a button is, as soon as it can be met."""
    button.click(trial=True)
    box = button.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def cover(phone: Phone, button: str) -> None:
    """Let the button that a selector names lie over the whole window, as soon as it is there."""
    phone.page.evaluate(
        """rule => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(rule);
          document.adoptedStyleSheets = [sheet];
        }""",
        f"{button} {{ position: fixed; inset: 0; z-index: 9; }}",
    )


def at_once(phone: Phone, before: int) -> None:
    """Let the second tap follow before anything came of the first."""


def when_it_shows(phone: Phone, before: int) -> None:
    """Let the second tap meet the page that came of the first."""
    expect(phone.main).not_to_have_attribute("data-stamp", re.compile(rf"^{before}:"))


def when_it_shows_anew(phone: Phone, before: int) -> None:
    """Let the second tap meet that page when it was put in once more."""
    when_it_shows(phone, before)
    put_in_anew(phone.page)


EACH_BETWEEN = (at_once, when_it_shows, when_it_shows_anew)


def tap_twice(phone: Phone, button: Locator, between: Between) -> None:
    """Tap the same place of the window twice, and let a while pass."""
    place, before = middle_of(button), phone.entry
    phone.page.touchscreen.tap(*place)
    between(phone, before)
    phone.page.touchscreen.tap(*place)
    when_it_shows(phone, before)
    phone.page.clock.run_for(1000)


@pytest.mark.parametrize("between", EACH_BETWEEN)
def test_a_double_tap_records_once(companion: Server, open_page: Open, between: Between) -> None:
    phone = Phone(open_page(companion.address), companion)
    stop_the_clock(phone.page)
    due, steps = "", 0
    while due != "adjust" and (steps < 3 or between is when_it_shows):
        steps += 1
        before = companion.state()
        tap_twice(phone, phone.next_button(), between)
        after = phone.agrees()
        assert after["game"]["number"] == 1
        assert moves(after) - moves(before) == (before["due"] != "start")
        due = after["due"]


@pytest.mark.parametrize("between", EACH_BETWEEN)
def test_undo_that_comes_to_lie_under_the_finger_is_not_met(
    companion: Server, open_page: Open, between: Between
) -> None:
    phone = Phone(open_page(companion.address), companion)
    cover(phone, '[data-key="backspace"]')
    stop_the_clock(phone.page)
    place, before = middle_of(phone.begin_button()), phone.entry
    phone.page.touchscreen.tap(*place)
    between(phone, before)
    phone.page.touchscreen.tap(*place)
    when_it_shows(phone, before)
    assert phone.agrees()["due"] == "bead"
    # A while later it is a step like any other.
    phone.page.clock.run_for(1000)
    companion.play_on()
    phone.shows(2)
    phone.page.clock.run_for(1000)
    assert moves(phone.tap(phone.page.get_by_role("button", name="Undo"))) == 0


def touch(session: CDPSession, kind: str, *places: Place) -> None:
    """Put a finger down, or take it up."""
    points = [{"x": x, "y": y} for x, y in places]
    session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def test_a_tap_that_began_on_the_page_before_meets_nothing(
    companion: Server, open_page: Open
) -> None:
    phone = Phone(open_page(companion.address), companion)
    play(phone, "reply")
    session = phone.page.context.new_cdp_session(phone.page)
    stop_the_clock(phone.page)
    place = middle_of(phone.squares().first)
    touch(session, "touchStart", place)
    # Somebody else's phone is faster, and what it brings comes to lie under the finger.
    now = companion.play_on()
    phone.shows(now["entry"])
    cover(phone, ".colours button:first-child")
    phone.page.clock.run_for(1000)
    touch(session, "touchEnd")
    assert phone.agrees() == now
    phone.page.clock.run_for(1000)
    assert moves(phone.tap(phone.colours().first)) == moves(now) + 1


def test_a_line_that_is_tapped_twice_stays_ticked_and_the_next_may_follow(
    companion: Server, open_page: Open
) -> None:
    phone = Phone(open_page(companion.address), companion)
    lines = len(play(phone, "adjust")["adjustments"])
    assert lines > 1
    stop_the_clock(phone.page)
    for number in range(lines):
        line = phone.lines().nth(number)
        place = middle_of(line)
        for _ in range(3):
            phone.page.touchscreen.tap(*place)
            expect(line).to_be_checked()
    phone.is_recorded()
    assert all(line["ticked"] for line in companion.state()["adjustments"])
    phone.page.clock.run_for(1000)
    phone.lines().first.tap()
    expect(phone.lines().first).not_to_be_checked()


def test_without_javascript_a_second_tap_does_not_meet_the_page_that_came(
    companion: Server, open_page: Open
) -> None:
    phone = Phone(open_page(companion.address, java_script_enabled=False), companion)
    play(phone, "reply")
    place, before = middle_of(phone.squares().first), phone.entry
    hold_animations(phone.page)
    phone.page.touchscreen.tap(*place)
    when_it_shows(phone, before)
    cover(phone, ".colours button:first-child")
    now = companion.state()
    for _ in range(3):
        phone.page.touchscreen.tap(*place)
    assert phone.agrees() == now


def test_a_key_that_is_held_down_is_one_step(companion: Server, open_page: Open) -> None:
    phone = Phone(open_page(companion.address), companion)
    phone.begin_button().focus()
    before = phone.entry
    for _ in range(20):
        phone.page.keyboard.down("Enter")
    phone.page.keyboard.up("Enter")
    when_it_shows(phone, before)
    assert phone.agrees()["due"] == "bead"
    now = play(phone, "adjust")
    phone.lines().first.focus()
    for _ in range(20):
        phone.page.keyboard.down("Enter")
        expect(phone.lines().first).to_be_checked()
    phone.page.keyboard.up("Enter")
    phone.is_recorded()
    assert companion.state()["entry"] == now["entry"]


def test_keys_need_not_wait_for_the_page_to_settle(companion: Server, open_page: Open) -> None:
    phone = Phone(open_page(companion.address, **DESK), companion)
    stop_the_clock(phone.page)  # which leaves every page unsettled
    phone.begin_button().focus()
    phone.page.keyboard.press("Enter")
    phone.shows(1)
    keys = [bead["colour"]["letter"].lower() for bead in companion.state()["box"]["beads"]]
    phone.page.keyboard.press(keys[0])
    phone.shows(2)
    phone.page.keyboard.press(keys[0])
    phone.page.keyboard.press("Backspace")
    phone.shows(3)
    phone.colours().nth(1).focus()
    phone.page.keyboard.press("Space")
    phone.shows(4)
    assert companion.state()["due"] == "reply"
