"""The game against a copy, as a visitor's browser shows it: each state, on every width,
for every eye and thumb.
"""

from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import Open, Pardon, Start
from tests.web.browser.phone import settle
from tests.web.browser.test_for_everybody import in_both_schemes, too_wide
from tests.web.server import Server

pytestmark = pytest.mark.prove

WIDTHS = (320, 344, 360, 390, 420, 768, 1024, 1280, 1920)
BEGIN, MOVE = "form[action^='/play/begin'] button", "form.move button"
TOO_SMALL = """all => all.filter(each => each.offsetParent).map(each => [
    each.outerHTML.slice(0, 120),
    each.getBoundingClientRect().width, each.getBoundingClientRect().height])
  .filter(([, width, height]) => width < 44 || height < 44)"""


def tap(page: Page, place: str, which: int = 0) -> None:
    settle(page)
    with page.expect_navigation():
        page.locator(place).nth(which).click()


def whole_game(page: Page, lots: Random) -> Iterator[str]:
    """Play a game from the page where one begins, and yield what each page of it is."""
    yield "start"
    tap(page, BEGIN)
    while count := page.locator(MOVE).count():
        yield "game"
        tap(page, MOVE, lots.randrange(count))
    yield "over"
    page.goto(page.url.partition("?")[0] + "/box?box=1")
    yield "box"


@pytest.mark.parametrize(
    ("machine", "language", "script"),
    [
        ("michie-1961", "en", False),
        ("her-3x4", "de", True),
        ("nim-20", "fr", True),
        ("gallmo-rules", "nl", True),
        ("both-players", "de", True),
    ],
)
def test_a_whole_game_fits_every_window_every_eye_and_every_thumb(
    start: Start, open_page: Open, machine: str, language: str, script: bool
) -> None:
    server = start("--preset", machine)
    page = open_page(
        f"{server.address}/play",
        locale=language,
        reduced_motion="reduce",
        java_script_enabled=script,
    )
    faults: list[str] = []
    seen = set[str]()
    for kind in whole_game(page, Random(machine)):
        assert page.locator("html").get_attribute("lang") == language
        page.locator("details").evaluate_all("all => all.forEach(each => { each.open = true; })")
        if script and kind not in seen:
            faults += in_both_schemes(page)
        seen.add(kind)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 700})
            if wide := too_wide(page):
                faults.append(f"{width} px: {wide}")
            if width <= 390:
                faults += map(
                    str, page.locator("main button, main summary").evaluate_all(TOO_SMALL)
                )
        page.set_viewport_size({"width": 360, "height": 640})
    assert seen == {"start", "game", "over", "box"}
    assert not faults, "\n".join(faults)


def test_the_board_is_tapped_without_scrolling_on_a_small_phone(
    start: Start, open_page: Open
) -> None:
    server = start("--preset", "michie-1961")
    page = open_page(f"{server.address}/play", locale="de", viewport={"width": 360, "height": 640})
    for _ in whole_game(page, Random(1)):
        for box in filter(None, (button.bounding_box() for button in page.locator(MOVE).all())):
            assert box["y"] + box["height"] <= 640


def test_a_tap_waits_for_a_lost_connection_and_goes_on(
    companion: Server, open_page: Open, pardon: Pardon
) -> None:
    page = open_page(f"{companion.address}/play")
    pardon(page, "ERR_")
    tap(page, BEGIN)
    page.context.set_offline(True)
    moves = page.locator(MOVE)
    before = moves.count()
    settle(page)
    moves.first.click()
    expect(page.get_by_text("The connection is lost")).to_be_visible()
    expect(page.locator(f"{MOVE}.waiting")).to_have_count(1)
    assert moves.count() == before
    page.context.set_offline(False)
    expect(page.locator(f"{MOVE}.waiting")).to_have_count(0)
    expect(page.get_by_text("The connection is lost")).to_be_hidden()
    assert moves.count() < before
