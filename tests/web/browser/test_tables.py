"""The map of all boxes and the tables of the past: they tell something,
and fit a phone; and forced colours.
"""

import io
from collections import Counter
from collections.abc import Iterator

import pytest
from PIL import Image, ImageOps
from playwright.sync_api import Browser, Locator

from menace_kit.logbook.store import Logbook
from tests.logbook.games import play_random_games, quick_folder
from tests.web.browser.conftest import Open
from tests.web.browser.phone import finish
from tests.web.browser.test_reach import THUMB
from tests.web.browser.test_screen import kit_file
from tests.web.conftest import KIT
from tests.web.server import Server
from tests.web.warm import served

GAMES = 300


@pytest.fixture(scope="module")
def after_300_games(browser: Browser) -> Iterator[Server]:
    """Lend a companion of a machine that has played so much; it is only looked at."""
    del browser
    with quick_folder() as folder:
        with Logbook(folder / "logbook.sqlite", KIT) as logbook:
            play_random_games(logbook, GAMES, 1961)
        cabinet = "cabinet = {rows = 38, columns = 8}"
        with served(folder, "--kit", kit_file(folder, "michie-1961", cabinet)) as server:
            yield server


@pytest.mark.prove
@pytest.mark.parametrize("by", ["beads", "changed", "opened"])
def test_after_300_games_the_shades_of_the_cabinet_tell_boxes_apart_and_all_columns_fit_a_phone(
    after_300_games: Server, open_page: Open, by: str
) -> None:
    page = open_page(f"{after_300_games.address}/cabinet?by={by}", **THUMB)
    shades = Counter(
        page.locator(".drawers a").evaluate_all(
            "all => all.map(each => getComputedStyle(each).backgroundColor)"
        )
    )
    assert len(shades) >= 5
    assert shades.most_common(1)[0][1] <= 0.75 * len(KIT.boxes)
    sides = page.locator(".drawers a").evaluate_all(
        "all => all.map(each => each.getBoundingClientRect()).map(each => [each.left, "
        "each.right, each.width])"
    )
    assert len(sides) == len(KIT.boxes)
    assert all(left >= 0 and right <= 360 and width >= 32 for left, right, width in sides)
    cut = page.locator(".drawers a, .drawers th").evaluate_all(
        "all => all.filter(each => each.scrollWidth > each.clientWidth + "
        "1).map(each => each.innerText)"
    )
    assert cut == []


SCREENS = {"/statistics": 4, "/day": 4, "/box/1": 4}
"""Windows of a phone that a page fills at most."""


@pytest.mark.prove
@pytest.mark.parametrize("path", SCREENS)
def test_statistics_and_the_history_of_a_box_are_tables_of_few_screens(
    after_300_games: Server, open_page: Open, path: str
) -> None:
    page = open_page(after_300_games.address + path, **THUMB)
    page.wait_for_load_state("networkidle")
    assert page.evaluate("document.scrollingElement.scrollHeight / innerHeight") <= SCREENS[path]
    assert page.evaluate("document.scrollingElement.scrollWidth") == 360
    if path == "/box/1":
        page.get_by_text("40 older changes").tap()
        assert page.locator(".changes tbody tr").count() == 50
    assert all(head.is_visible() for head in page.locator("table thead").all())
    assert page.locator("tbody tr").last.is_visible()


def darkest(board: Locator, x: float, y: float, reach: float) -> int:
    """Return how dark, from 0 to 255, the darkest pixel is in a strip about a place
    (in shares of a board's width).
    """
    shown = Image.open(io.BytesIO(board.screenshot())).convert("L")
    left, right = (round((x + side * reach) * shown.width) for side in (-1, 1))
    row = round(y * shown.height)
    return max(ImageOps.invert(shown.crop((left, row, right + 1, row + 1))).tobytes())


@pytest.mark.prove
def test_forced_colours_keep_the_lines_of_a_board_and_the_mark_of_the_last_move(
    companion: Server, open_page: Open
) -> None:
    while companion.play_on()["due"] != "reply":
        pass
    page = open_page(companion.address, forced_colors="active", reduced_motion="reduce", **THUMB)
    page.wait_for_timeout(700)
    board = page.locator(".due-reply .board")
    assert darkest(board, 1 / 3, 5 / 6 - 0.1, 0.03) > 100  # a line
    assert darkest(board, 1 / 6 - 0.1, 5 / 6 - 0.1, 0.03) < 50  # a free square beside its number
    last, free = board.locator(".square.last"), board.locator("button.square").first
    assert last.count() == 1
    width = "each => parseFloat(getComputedStyle(each).borderTopWidth)"
    assert last.evaluate(width) > 2 * free.evaluate(width) > 0
    finish(companion)
    page.goto(companion.address)
    line = page.get_by_role("checkbox").first
    check = "each => getComputedStyle(each.querySelector('.check'), '::after').content"
    assert line.evaluate(check) == "none"
    line.tap()
    page.locator("body.busy").wait_for(state="detached")
    assert page.get_by_role("checkbox").first.evaluate(check) != "none"


@pytest.mark.prove
def test_a_code_of_another_box_says_so_first_on_the_phone_that_opened_it(
    companion: Server, open_page: Open
) -> None:
    companion.play_on()
    page = open_page(f"{companion.address}/box/137", **THUMB)
    told = page.get_by_role("alert").filter(has_text="Not this box. You need: Box 1")
    there = told.bounding_box()
    number = page.get_by_role("heading", level=1).bounding_box()
    assert there
    assert number
    assert there["y"] + there["height"] <= number["y"]
    companion.play_on()
    told.wait_for(state="hidden")
