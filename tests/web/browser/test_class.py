"""A class in Chromium: two groups on two phones, each with its own machine,
and pages that everybody can read.
"""

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import PROJECTOR, Open, Pardon, Start
from tests.web.browser.test_for_everybody import in_both_schemes, too_wide
from tests.web.server import Server
from tests.web.test_class_pages import code_of

PIN = "4815 1623"
CLASS = ("--preset", "her-19", "--class", "12", "--lan", "--pin", PIN)


def join(page: Page, server: Server, letters: str) -> None:
    """Join a group as people do: by the code, and a tap on the letters."""
    page.goto(server.address)
    page.get_by_label("Your code").fill(code_of(server).upper())
    page.get_by_role("button", name="Go on").click()
    page.get_by_role("button", name=f"Group {letters}").click()
    expect(page.get_by_role("heading", name="Start a game.")).to_be_visible()


def tap(page: Page, act: str) -> None:
    """Tap the first button of an act, and wait until it is recorded."""
    stamp = page.locator("#main").get_attribute("data-stamp")
    page.clock.run_for(1000)  # what came just now takes no taps yet
    page.locator(f"form[action$='/act/{act}'] button").first.click()
    expect(page.locator("#main")).not_to_have_attribute("data-stamp", stamp or "")


@pytest.mark.prove
def test_two_groups_play_at_once_and_the_teacher_opens_both(start: Start, open_page: Open) -> None:
    server = start(*CLASS)
    phones = {letters: open_page("about:blank") for letters in "BK"}
    for letters, page in phones.items():
        join(page, server, letters)
        tap(page, "start")
    screen = open_page(f"{server.address}/g/B/screen", **PROJECTOR)
    for page in phones.values():
        tap(page, "reply")
    tap(phones["B"], "draw")
    expect(screen.locator("main.now-reply")).to_be_visible()
    assert server.browser.get("/g/B/api/state").json()["entry"] == 3
    assert server.browser.get("/g/K/api/state").json()["entry"] == 2
    expect(phones["K"].get_by_role("heading", name="Draw a bead from box K-")).to_be_visible()
    # The group's own code lets another phone in, which follows the first.
    phones["K"].get_by_role("link", name="K Group").click()
    own = phones["K"].locator(".join-code").inner_text()
    second = open_page(f"{server.address}/class/join?code={own}")
    second.get_by_role("button", name="Go on").click()
    expect(second.get_by_role("heading", name="Draw a bead from box K-")).to_be_visible()
    tap(second, "draw")
    phones["K"].get_by_role("link", name="Back to the game").click()
    expect(phones["K"].locator("#main")).to_have_attribute("data-due", "reply")
    tap(phones["K"], "reply")
    expect(second.locator("#main")).to_have_attribute("data-stamp", "4:")
    teacher = open_page(f"{server.address}/login?next=/class/groups")
    teacher.get_by_label("PIN").fill(PIN)
    teacher.get_by_role("button", name="Go on").click()
    teacher.get_by_role("link", name="Group B").click()
    tap(teacher, "reply")
    expect(phones["B"].locator("#main")).to_have_attribute("data-stamp", "4:")


CHART = "document.querySelector('img.chart')"


@pytest.mark.prove
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_teacher_sees_the_chart_of_a_group_narrow_and_on_dark_pages(
    start: Start, open_page: Open, scheme: str
) -> None:
    server = start(*CLASS)
    page = open_page(f"{server.address}/login", color_scheme=scheme)
    # The teacher's browser: a group's is led from any address to its own.
    page.get_by_label("PIN").fill(PIN)
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_role("link", name="Group B")).to_be_visible()
    server.browser.post("/login", data={"pin": PIN}, headers={"origin": server.address})
    sent = {"on": 0, "result": "loss", "confirmed": True}
    server.browser.post("/g/B/api/quick", json=sent).raise_for_status()
    for width, narrow in ((360, True), (1024, False)):
        page.set_viewport_size({"width": width, "height": 640})
        page.goto(f"{server.address}/g/B/statistics")
        page.evaluate(f"{CHART}.decode()")  # an error where the picture is broken
        shown = page.evaluate(f"{CHART}.currentSrc")
        assert ("narrow=true" in shown, "dark=true" in shown) == (narrow, scheme == "dark")


WINDOWS = ((320, 640), (390, 844), (768, 1024), (1280, 800), (1920, 1080), (1080, 1920))


@pytest.mark.prove
def test_axe_finds_nothing_in_a_class_and_nothing_is_too_wide(
    start: Start, open_page: Open, pardon: Pardon
) -> None:
    server = start("--preset", "her-19", "--class", "30", "--lan", "--pin", PIN)
    group = open_page("about:blank", reduced_motion="reduce")
    join(group, server, "AD")
    teacher = open_page(f"{server.address}/login?next=/class/groups", reduced_motion="reduce")
    teacher.get_by_label("PIN").fill(PIN)
    teacher.get_by_role("button", name="Go on").click()
    expect(teacher.get_by_role("link", name="Group AD")).to_be_visible()
    new = open_page("about:blank", reduced_motion="reduce")
    pardon(new, "403")
    pardon(new, "404")
    faults = []

    def look(page: Page) -> None:
        for width, height in WINDOWS:
            page.set_viewport_size({"width": width, "height": height})
            faults.append(too_wide(page))
        faults.extend(in_both_schemes(page))

    for page, path in (
        (new, "/class/join"),
        (new, "/g/AD/"),
        (new, "/g/AD/login"),
        (group, "/class/join"),
        (group, "/g/AD/"),
        (group, "/g/AD/history"),
        (teacher, "/class/invite"),
        (teacher, "/class/groups"),
        (new, "/login"),
        (new, "/nowhere"),
    ):
        page.goto(server.address + path)
        look(page)
    new.goto(f"{server.address}/class/join")
    for code in ("nope", code_of(server)):
        new.get_by_label("Your code").fill(code)
        new.get_by_role("button", name="Go on").click()
        new.wait_for_load_state()
        look(new)
    expect(new.get_by_role("button", name="Group AD, taken")).to_be_disabled()
    assert not any(faults), "\n".join(filter(None, faults))
