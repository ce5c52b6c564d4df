"""The page of a logbook in a browser for every eye, every width, and keys alone."""

import pytest
from playwright.sync_api import expect

from menace_kit.text import load_words
from tests.site.conftest import Open
from tests.site.pocket import companion, opened
from tests.web.browser.test_for_everybody import violations

pytestmark = pytest.mark.site


@pytest.mark.parametrize("language", ["de", "fr"])
def test_every_state_is_for_every_eye_and_narrow_enough(
    open_page: Open, site: str, language: str
) -> None:
    words = load_words(language)
    page = opened(open_page, site, language, viewport={"width": 320, "height": 640})

    def look() -> None:
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= 320

    look()
    page.get_by_role("button", name=words("pocket.begin")).click()
    frame = companion(page)
    frame.locator("form[action$='/act/start'] button").first.click()
    expect(page.locator("#news-not-kept")).to_be_visible()
    look()
    frame.get_by_role("button", name=words("pocket.menu")).click()
    page.get_by_role("button", name=words("pocket.save")).click()
    expect(page.locator("#saved")).to_be_visible()
    look()
    page.get_by_role("button", name=words("pocket.hand")).click()
    expect(page.locator("#sure-back")).to_be_visible()
    look()


def test_keys_alone_begin_a_logbook_and_reach_the_menu(open_page: Open, site: str) -> None:
    page = opened(open_page, site, viewport={"width": 1280, "height": 800}, has_touch=False)
    page.locator("#preset").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    frame = companion(page)
    for _ in range(60):
        page.keyboard.press("Tab")
        if frame.locator(":focus").all_inner_texts() == [load_words("en")("pocket.menu")]:
            break
    page.keyboard.press("Enter")
    expect(page.locator("#menu")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#menu")).to_be_hidden()
