"""Several tabs of a browser: one has the logbook, the others follow and take over."""

from contextlib import suppress

import pytest
from playwright.sync_api import Error, Page, expect

from menace_kit.text import load_words
from tests.site.conftest import PATIENCE, Open
from tests.site.pocket import begun, companion, further, games_told, menu, opened, play
from tests.web.browser.test_for_everybody import violations

pytestmark = pytest.mark.site


def test_a_second_tab_follows_and_takes_over(open_page: Open, site: str) -> None:
    first = begun(open_page, site, pardon=("503", "crash"))
    play(companion(first), 1)
    second = further(first.context, f"{site}en/companion.html")
    frame = companion(second)
    expect(second.locator("#news-follows")).to_be_visible()
    play(frame, 1)  # what is tapped here is written there
    expect(companion(first).locator("#main")).to_contain_text("2 games")
    menu(second)
    expect(second.get_by_role("button", name="Save the logbook")).to_be_hidden()
    expect(second.locator(".followers")).to_be_visible()
    second.locator("#menu").get_by_role("button", name="Close").click()
    frame.locator("form[action$='/act/start'] button").first.click()
    expect(frame.locator("#main")).to_have_attribute("data-due", "bead")
    crash(first)
    expect(second.locator("#news-took-over")).to_be_visible(timeout=PATIENCE)
    expect(second.locator("#news-follows")).to_have_count(0)
    play(frame, 1)
    assert games_told(second) == "3"


def crash(page: Page) -> None:
    """Kill the process of a tab."""
    with page.expect_event("crash"), suppress(Error):
        page.goto("chrome://crash")


def test_a_second_tab_waits_while_the_first_has_no_logbook(open_page: Open, site: str) -> None:
    first = opened(open_page, site)
    second = further(first.context, f"{site}de/companion.html")
    expect(second.locator("#elsewhere")).to_be_visible(timeout=PATIENCE)
    first.get_by_role("button", name="Start its logbook").click()
    companion(first)
    companion(second)


def test_screen_and_copy_work_in_further_tabs_and_come_back_when_the_logbook_does(
    open_page: Open, site: str
) -> None:
    page = begun(open_page, site, locale="de", pardon=("503",))
    screen = further(page.context, f"{site}companion/app/screen")
    twin = further(page.context, f"{site}companion/app/play")
    twin.locator("form[action*='/play/begin'] button").first.click()
    expect(twin.locator("form.move")).to_be_visible()
    companion(page).locator("form[action$='/act/start'] button").first.click()
    expect(screen.locator("#scene")).to_contain_text("Game 1")
    page.close()
    closed = screen.goto(f"{site}companion/app/screen")
    assert closed is not None
    assert closed.status == 503
    words = load_words("de")
    expect(screen.get_by_role("heading")).to_have_text(words("pocket.closed"))
    assert violations(screen) == []
    screen.get_by_role("link", name=words("pocket.short")).click()
    companion(screen)


# What is asked of the tab does not come to its program.
KEEPS_SILENT = """() => {
    Worker.prototype.postMessage = ({request}) => { window.wasAsked = request?.path; };
}"""


def test_a_page_asked_for_while_the_tab_closes_says_that_it_is_closed(
    open_page: Open, site: str
) -> None:
    page = begun(open_page, site, pardon=("503",))
    screen = further(page.context, f"{site}en/index.html")
    page.evaluate(KEEPS_SILENT)
    with screen.expect_navigation():
        screen.evaluate("address => { location = address; }", f"{site}companion/app/screen")
        page.wait_for_function("() => window.wasAsked === '/screen'")
        page.close()
    expect(screen.get_by_role("heading")).to_have_text(load_words("en")("pocket.closed"))
