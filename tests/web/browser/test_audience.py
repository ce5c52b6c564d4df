"""The screen behind the boxes: it follows by itself, and nobody can touch anything on it."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.examples import all_to_prove
from tests.web.browser.conftest import PROJECTOR, Open, Pardon, Start
from tests.web.browser.phone import Phone, finish
from tests.web.server import Server
from tests.web.warm import served

FOR_A_PROJECTOR = {**PROJECTOR, "has_touch": False, "is_mobile": False}


def mark(page: Page) -> None:
    """Leave a mark in a window that is gone when its page is loaded again."""
    page.evaluate("window.notLoadedAgain = true")


def is_marked(page: Page) -> bool:
    """Return whether a window still has the page that was marked."""
    return bool(page.evaluate("window.notLoadedAgain === true"))


@pytest.mark.parametrize("due", all_to_prove(["reply", "adjust"], quick=["reply"]))
def test_the_screen_follows_a_game_without_a_reload(companion: Server, open_page: Open, due: str) -> None:
    screen = open_page(f"{companion.address}/screen", **FOR_A_PROJECTOR)
    mark(screen)
    phone = Phone(open_page(companion.address), companion)
    phone.page.get_by_label("Who plays against the machine").fill("Ada <i>Lovelace</i>")
    now = phone.step()
    expect(screen.get_by_role("main")).to_contain_text("Ada <i>Lovelace</i>")
    while now["due"] != due:
        now = phone.step()
        move = now["game"]["moves"][-1]
        square = move["move"]["squares"][-1]
        row = now["table"]["rows"][(square - 1) // 3]
        assert row[(square - 1) % 3]["mark"] == move["mark"]
        expect(screen.get_by_role("main")).to_contain_text(re.compile(rf"square {square}\b"))
    if due == "adjust":
        expect(screen.get_by_role("main")).to_contain_text(re.compile("wins|won|lost|draw", re.IGNORECASE))
        assert now["totals"]["games"] == 1
        phone.tick_all()
        phone.step()
    assert is_marked(screen)


@pytest.mark.prove
def test_the_screen_catches_up_when_its_server_comes_back(
    folder: Path, open_page: Open, pardon: Pardon
) -> None:
    with served(folder) as server:
        port = server.address.rpartition(":")[2]
        screen = open_page(f"{server.address}/screen", **FOR_A_PROJECTOR)
        pardon(screen, "ERR_")
        mark(screen)
        server.play_on()
        server.kill()
    with served(folder, "--port", port) as server:
        server.play_on()
        now = server.play_on()
        square = now["game"]["moves"][-1]["move"]["squares"][-1]
        expect(screen.get_by_role("main")).to_contain_text(re.compile(rf"square {square}\b"))
        assert is_marked(screen)


@pytest.mark.prove
def test_the_screen_has_nothing_to_touch(companion: Server, open_page: Open) -> None:
    companion.play_on()
    screen = open_page(f"{companion.address}/screen", **FOR_A_PROJECTOR)
    controls = screen.locator("main").locator("a, button, input, select, textarea, form, [tabindex='0']")
    expect(controls).to_have_count(0)


BEYOND = """() => [...document.querySelectorAll("header *, main *, footer *")]
    .filter((part) => part.checkVisibility() && !part.closest("svg *"))
    .map((part) => part.getBoundingClientRect())
    .filter((box) => box.right > innerWidth + 1 || box.bottom > innerHeight + 1).length"""


@pytest.mark.prove
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_screen_fits_a_projector_without_scrolling(
    folder: Path, start: Start, open_page: Open, language: str
) -> None:
    kit = folder / "kit.toml"
    kit.write_text(f'print.language = "{language}"\n')
    companion = start("--kit", str(kit))
    finish(companion)
    screen = open_page("about:blank", **FOR_A_PROJECTOR)
    for width, height in ((1920, 1080), (1280, 720), (1024, 768)):
        screen.set_viewport_size({"width": width, "height": height})
        screen.goto(f"{companion.address}/screen")
        expect(screen.get_by_role("main")).to_be_visible()
        assert screen.evaluate(BEYOND) == 0


@pytest.mark.prove
def test_the_screen_shows_how_it_stands_without_javascript(companion: Server, open_page: Open) -> None:
    companion.play_on()
    now = companion.play_on()
    screen = open_page(f"{companion.address}/screen", java_script_enabled=False, **FOR_A_PROJECTOR)
    square = now["game"]["moves"][-1]["move"]["squares"][-1]
    expect(screen.get_by_role("main")).to_contain_text(re.compile(rf"square {square}\b"))
