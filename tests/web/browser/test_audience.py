"""The screen behind the boxes: it follows by itself, and nobody can touch anything on it."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.text.language_files import LANGUAGES
from tests.web.browser.conftest import PROJECTOR, Open, Pardon, Start
from tests.web.browser.fonts import FONTS, SET, lend_fonts
from tests.web.server import Server
from tests.web.steps import next_step
from tests.web.warm import served

FOR_A_PROJECTOR = {**PROJECTOR, "has_touch": False, "is_mobile": False}


def mark(page: Page) -> None:
    """Leave a mark in a window that is gone when its page is loaded again."""
    page.evaluate("window.notLoadedAgain = true")


def is_marked(page: Page) -> bool:
    return bool(page.evaluate("window.notLoadedAgain === true"))


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


SIZES = ((1920, 1080), (1280, 800), (1024, 768), (1080, 1920), (768, 1024))
WIDE = ("wide",)
LEGIBLE = 33
"""Pixels that letters have at least on a screen of 1920 x 1080, upright too:
capitals of 15 mm on 55 inches.
"""

LONGEST = "Wolfeschlegelsteinhausenbergerdorff-Montmorency the Third of Anglesey, & Co"

CUT_OFF = """() => {
  const main = document.querySelector("main");
  const parts = [...main.querySelectorAll("*")].filter((part) => part.checkVisibility()
    && !part.closest(".confetti, #flight, .unseen")
    && (part.localName === "svg" || !part.closest("svg")));
  const beyond = parts.filter((part) => {
    const box = part.getBoundingClientRect();
    return box.left < -1 || box.top < -1
      || box.right > innerWidth + 1 || box.bottom > innerHeight + 1;
  });
  const cut = [main, ...parts].filter((part) => part.localName !== "svg"
    && getComputedStyle(part).overflow !== "visible" && !part.querySelector(":scope > .confetti")
    && (part.scrollHeight > part.clientHeight + 1 || part.scrollWidth > part.clientWidth + 1));
  return [...beyond, ...cut].map((part) => part.outerHTML.slice(0, 120));
}"""

SMALLEST = """() => {
  const sizes = [...document.querySelectorAll("main *")]
    .filter((part) => part.checkVisibility() && !part.closest("[aria-hidden]")
      && [...part.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim()))
    .map((part) => parseFloat(getComputedStyle(part).fontSize)
      * (part.getScreenCTM ? part.getScreenCTM().a : 1));
  return Math.min(...sizes);
}"""
"""How small letters are, in pixels."""


MEASURED = f"""async fonts => {{
  const found = [];
  for (const font of fonts) {{
    await ({SET})(font);
    found.push([document.querySelector("main").className, ({CUT_OFF})(), ({SMALLEST})()]);
  }}
  return found;
}}"""
"""Fonts -> in what state the screen is, what does not fit on it, and how small its letters are."""


def faults(screen: Page, sizes: Sequence[tuple[int, int]], fonts: Sequence[str]) -> list[str]:
    """Return what does not fit on a screen, or is too small to be read on it,
    in windows and fonts of all kinds.
    """
    found = []
    for width, height in sizes:
        screen.set_viewport_size({"width": width, "height": height})
        for font, (kind, cut_off, least) in zip(
            fonts, screen.evaluate(MEASURED, fonts), strict=True
        ):
            where = f"{width}x{height} {font} {kind}"
            found += [f"{where}: {part}" for part in cut_off]
            if max(width, height) == SIZES[0][0] and least < LEGIBLE - 0.01:
                found.append(f"{where}: letters of {least:.1f} px")
    return found


def play_first(companion: Server) -> dict[str, Any]:
    """Do the next step; a game that begins is one of both machines, or has a name."""
    now = companion.state()
    act, facts = next_step(now, place=-1)
    if act == "start":
        both = now["game"] is None and len(companion.browser.get("/api/kit").json()["sides"]) == 2
        facts = {"both": True} if both else {"opponent": LONGEST}
    state: dict[str, Any] = companion.post(act, **facts).raise_for_status().json()["state"]
    return state


MACHINES = (
    *("michie-1961", "second-player", "both-players", "game-player", "notebook"),
    *("gallmo-rules", "van-woudenberg"),
    *("her-19", "her-37", "her-3x4", "him-18", "gardner-her-24", "nim-8", "nim-20"),
)
"""Machines with other boards, sides, colours or rules; the screens of the rest are like theirs."""


@pytest.mark.prove
@pytest.mark.parametrize(
    ("preset", "languages", "sizes", "fonts"),
    [(name, LANGUAGES, SIZES, tuple(FONTS)) for name in MACHINES],
)
def test_the_screen_fits_and_can_be_read_from_afar(
    start: Start,
    open_page: Open,
    preset: str,
    languages: Sequence[str],
    sizes: Sequence[tuple[int, int]],
    fonts: Sequence[str],
) -> None:
    companion = start("--preset", preset)
    screen = open_page("about:blank", **FOR_A_PROJECTOR, reduced_motion="reduce")
    lend_fonts(screen)
    found, now = [], companion.state()
    while True:
        for language in languages:
            screen.goto(f"{companion.address}/screen?lang={language}")
            found += [f"{language} {fault}" for fault in faults(screen, sizes, fonts)]
        if now["due"] == "start" and now["game"]:
            break
        now = play_first(companion)
    assert not found, "\n".join(found[:20])


@pytest.mark.prove
def test_a_cut_sentence_and_small_letters_are_found(companion: Server, open_page: Open) -> None:
    screen = open_page(f"{companion.address}/screen", **FOR_A_PROJECTOR)
    lend_fonts(screen)
    assert faults(screen, (SIZES[0], SIZES[3]), WIDE) == []
    screen.evaluate("document.querySelector('#game').textContent = 'W'.repeat(4000)")
    assert faults(screen, SIZES[:1], WIDE)
    screen.evaluate(
        "const game = document.querySelector('#game'); game.textContent = 'W'; "
        "game.style.fontSize = '30px'"
    )
    assert any("letters of 30" in fault for fault in faults(screen, SIZES[:1], WIDE))
