"""What a browser promises, and what it lacks."""

import pytest
from playwright.sync_api import expect

from menace_kit.text import load_words
from tests.site.conftest import Open
from tests.site.pocket import PHONE, companion, menu

pytestmark = pytest.mark.site


def test_it_is_told_that_the_browser_keeps_the_logbook(open_page: Open, site: str) -> None:
    page = open_page("about:blank", **PHONE)
    # Without a user who is asked, Chromium promises it to nobody.
    page.add_init_script("StorageManager.prototype.persist = () => Promise.resolve(true)")
    page.goto(f"{site}en/companion.html")
    page.get_by_role("button", name="Start its logbook").click()
    frame = companion(page)
    frame.locator("form[action$='/act/start'] button").first.click()
    expect(frame.locator("#main")).to_have_attribute("data-due", "bead")
    expect(page.locator("#news-not-kept")).to_have_count(0)
    menu(page)
    expect(page.locator("[data-fact=storage]")).to_have_text(load_words("en")("pocket.kept"))


HTTP = "Object.defineProperty(window, 'isSecureContext', {value: false})"
"""A page whose address begins with http:."""


@pytest.mark.parametrize(
    "without",
    [
        "StorageManager.prototype.getDirectory = () => Promise.reject(new Error('not here'))",
        "delete Navigator.prototype.serviceWorker",
        "ServiceWorkerContainer.prototype.register = () => Promise.reject(new Error('not here'))",
        "delete Navigator.prototype.locks",
        HTTP,
    ],
)
def test_what_the_browser_lacks_is_told_before_anything_is_played(
    open_page: Open, site: str, without: str
) -> None:
    page = open_page("about:blank", **PHONE)
    page.add_init_script(without)
    page.goto(f"{site}en/companion.html")
    expect(page.locator("#cannot")).to_contain_text(load_words("en")("pocket.cannot-what"))
    expect(page.locator("#insecure")).to_be_visible(visible=without == HTTP)


def test_a_browser_without_room_that_promises_nothing_says_so(open_page: Open, site: str) -> None:
    page = open_page("about:blank", **PHONE)
    page.add_init_script(
        "StorageManager.prototype.estimate = async () => ({quota: 6e7, usage: 5e7})"
    )
    page.goto(f"{site}en/companion.html")
    page.get_by_role("button", name="Start its logbook").click()
    frame = companion(page)
    expect(page.locator("#news-full")).to_be_visible()
    expect(page.locator("#news-not-kept")).to_have_count(0)  # nothing is there yet to be kept
    frame.locator("form[action$='/act/start'] button").first.click()
    expect(page.locator("#news-not-kept")).to_be_visible()
    menu(page)
    expect(page.locator("[data-fact=storage]")).to_have_text(load_words("en")("pocket.not-kept"))
