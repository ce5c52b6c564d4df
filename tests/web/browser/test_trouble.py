"""Trouble with the logbook, and with the connection, as a phone shows it."""

from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from tests.web.browser.conftest import Open, Pardon
from tests.web.browser.phone import Phone, moves
from tests.web.browser.test_game import LOST
from tests.web.server import Server
from tests.web.warm import served


@pytest.mark.prove
def test_a_logbook_that_is_gone_is_told_and_the_phone_goes_on_when_it_is_back(
    folder: Path, companion: Server, open_page: Open, pardon: Pardon
) -> None:
    phone = Phone(open_page(companion.address), companion)
    pardon(phone.page, "503")
    phone.step()
    logbook, away = folder / "logbook.sqlite", folder / "away.sqlite"
    logbook.rename(away)
    phone.press(phone.colours().first)
    told = phone.page.get_by_role("alert").filter(has_text="The logbook is no longer in its place")
    expect(told).to_be_visible()
    expect(phone.page.locator("body.busy")).to_have_count(0)  # it is not sent again and again
    away.rename(logbook)
    now = phone.step()
    expect(told).to_have_count(0)
    assert moves(now) == 1


@pytest.mark.prove
def test_a_page_that_is_refused_after_a_step_comes_with_the_news_of_that_step(
    companion: Server, open_page: Open, pardon: Pardon
) -> None:
    phone = Phone(open_page(companion.address), companion)
    pardon(phone.page, "503")
    refused = list[str]()

    def refuse_once(route: Route) -> None:
        if refused:
            return route.continue_()
        refused.append(route.request.url)
        told = '<main id="main"><p role="alert">The logbook is busy.</p></main>'
        return route.fulfill(status=503, body=told, content_type="text/html")

    phone.page.route(f"{companion.address}/", refuse_once)
    phone.step()
    assert refused


@pytest.mark.prove
def test_a_phone_in_a_pocket_does_not_complain_of_the_connection(
    folder: Path, open_page: Open, pardon: Pardon
) -> None:
    with served(folder) as server:
        seen, hidden = (open_page(server.address) for _ in range(2))
        for page in (seen, hidden):
            pardon(page, "ERR_")
        hidden.evaluate("Object.defineProperty(document, 'hidden', {get: () => true})")
        server.kill()
        expect(seen.get_by_text(LOST)).to_be_visible()
        hidden.wait_for_timeout(1000)
        expect(hidden.get_by_text(LOST)).to_be_hidden()
