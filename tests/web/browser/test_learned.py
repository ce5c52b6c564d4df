"""The page of what was learned, while its chances are still being worked out."""

import pytest
from playwright.sync_api import Route, expect

from tests.web.browser.conftest import Open
from tests.web.browser.test_for_everybody import violations
from tests.web.server import Server

WAITS = '<script src="/static/learned.js" defer></script></head>'
SOON = "<h1><span data-soon></span>"


@pytest.mark.prove
def test_the_chances_come_by_themselves_once_they_are_there(
    companion: Server, open_page: Open
) -> None:
    asked = 0
    ready = False

    def answer(route: Route) -> None:
        nonlocal asked
        asked += 1
        if ready:
            route.continue_()
            return
        body = route.fetch().text()
        if "data-soon" not in body:
            body = body.replace("</head>", WAITS).replace("<h1>", SOON)
        route.fulfill(body=body, content_type="text/html")

    page = open_page(companion.address)
    page.route("**/learned", answer)
    page.goto(f"{companion.address}/learned")
    expect(page.locator("[data-soon]")).to_have_count(1)
    assert violations(page) == []
    while asked < 3:  # it asks, and asks again
        page.wait_for_timeout(100)
    ready = True
    expect(page.locator("[data-soon]")).to_have_count(0)
    expect(page.get_by_text("Exact, over every possible next game")).to_be_visible()
