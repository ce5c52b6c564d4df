"""Over the local network: whoever looks is let in, whoever changes anything gives the PIN first."""

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import Open, Pardon, Start
from tests.web.browser.phone import Phone
from tests.web.browser.test_for_everybody import in_both_schemes, too_wide
from tests.web.browser.test_game import SCRIPTS
from tests.web.server import Server

pytestmark = pytest.mark.prove

PIN = "PIN to change anything: "


def pin_of(server: Server) -> str:
    return next(line.removeprefix(PIN) for line in server.said if line.startswith(PIN))


def give(phone: Phone, pin: str) -> None:
    phone.page.get_by_label("PIN").fill(pin)
    phone.main.get_by_role("button").tap()


@SCRIPTS
def test_changing_asks_for_the_pin_and_leads_back(
    start: Start, open_page: Open, pardon: Pardon, scripts: bool
) -> None:
    server = start("--lan")
    asked = f"{server.address}/quick"
    phone = Phone(open_page(asked, java_script_enabled=scripts), server)
    pardon(phone.page, "403")
    buttons = phone.page.get_by_role("button", name="The machine ")
    expect(phone.page.get_by_text("You are watching")).to_be_visible()
    assert buttons.count() == buttons.and_(phone.page.locator(":disabled")).count() > 0
    phone.main.get_by_role("link", name="Enter the PIN").tap()
    give(phone, "not it")
    expect(phone.page.get_by_role("alert").filter(visible=True)).to_be_visible()
    give(phone, pin_of(server))
    expect(phone.page).to_have_url(asked)
    expect(phone.page.get_by_text("You are watching")).to_be_hidden()
    before = phone.entry
    phone.page.get_by_role("button", name="The machine won: not known").tap()
    expect(phone.main).not_to_have_attribute("data-stamp", f"{before}:")
    assert server.state()["totals"]["wins"] == 1


@SCRIPTS
def test_a_pin_that_holds_no_longer_is_asked_for_again(
    start: Start, open_page: Open, pardon: Pardon, scripts: bool
) -> None:
    server = start("--lan")
    phone = Phone(open_page(f"{server.address}/login", java_script_enabled=scripts), server)
    pardon(phone.page, "403")
    give(phone, pin_of(server))
    phone.shows(0)
    phone.step()
    phone.page.context.clear_cookies()
    before = server.state()
    phone.press(phone.colours().first)
    if not scripts:
        phone.main.get_by_role("link", name="Enter the PIN").tap()
    give(phone, pin_of(server))
    assert phone.agrees() == before
    assert phone.step()["due"] == "reply"


def test_axe_finds_nothing_where_the_pin_is_given(
    start: Start, open_page: Open, pardon: Pardon
) -> None:
    server = start("--lan")
    phone = Phone(open_page(server.address, reduced_motion="reduce"), server)
    pardon(phone.page, "403")
    pardon(phone.page, "429")
    faults = [*in_both_schemes(phone.page), too_wide(phone.page)]
    phone.page.goto(f"{server.address}/login?code=abc")
    faults += [*in_both_schemes(phone.page), too_wide(phone.page)]
    phone.page.goto(f"{server.address}/login")
    faults += [*in_both_schemes(phone.page), too_wide(phone.page)]
    for _ in range(4):  # the last of them has to wait
        with phone.page.expect_navigation():
            give(phone, "wrong")
        expect(phone.page.get_by_role("alert").filter(visible=True)).to_be_visible()
        faults += [*in_both_schemes(phone.page), too_wide(phone.page)]
    assert not any(faults), "\n".join(filter(None, faults))


def test_other_windows_of_a_browser_that_logs_out_ask_for_the_pin(
    start: Start, open_page: Open, pardon: Pardon
) -> None:
    server = start("--lan", "--watch-pin")
    page = open_page(f"{server.address}/login")
    pardon(page, "403")
    (pin,) = (line.partition(": ")[2] for line in server.said if line.startswith("PIN"))
    page.get_by_label("PIN").fill(pin)
    page.get_by_role("main").get_by_role("button").tap()
    expect(page.locator("#main")).to_have_attribute("data-due", "start")
    others = [page.context.new_page() for _ in range(2)]
    for other, path in zip(others, ("/watch", "/screen"), strict=True):
        other.goto(server.address + path)
    page.get_by_role("button", name="Log out").tap()
    for window in (page, *others):
        expect(window.get_by_label("PIN")).to_be_visible()
