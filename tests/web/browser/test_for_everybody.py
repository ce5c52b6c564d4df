"""Every page for every eye and hand: what axe finds, light and dark, narrow and large print."""

import re
from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.logbook.games import quick_folder
from tests.text.language_files import LANGUAGES
from tests.web.browser.conftest import PHONE, PROJECTOR, Open, Pardon, Start
from tests.web.browser.phone import finish
from tests.web.browser.test_reach import kit_in
from tests.web.server import Server
from tests.web.warm import served

AXE = files("axe_playwright_python") / "axe.min.js"
# Targets of at least 24 px are asked of nobody by default; here fingers are in a hurry.
RULES: dict[str, Any] = {"rules": {"target-size": {"enabled": True}}, "resultTypes": ["violations"]}
OF_COLOURS: dict[str, Any] = {
    "runOnly": ["color-contrast", "link-in-text-block"],
    "resultTypes": ["violations"],
}
"""What alone may differ between a light page and a dark one."""

OpenWindow = Callable[..., Page]
LINK = re.compile(r'<a\b[^>]*\bhref="(/[^"#?]*)')
NOWHERE = "/nowhere"
BEADS = ("white", "lilac", "gold")
"""The colours of the box that is opened first."""

BEYOND_LINKS = ("/login", NOWHERE, "/learned", "/quick", "/cabinet?by=opened", "/screen?look=light",
                "/find", "/find?board=OO.......", "/play")  # fmt: skip


def violations(page: Page, rules: dict[str, Any] = RULES) -> list[str]:
    """Return what axe finds wrong with a page, a line each."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found: dict[str, Any] = page.evaluate("rules => axe.run(document, rules)", rules)
    return [
        (
            f"{page.url} {fault['id']}: {fault['help']}: "
            f"{' '.join(map(str, node['target']))} {node['html'][:160]}"
        )
        for fault in found["violations"]
        for node in fault["nodes"][:3]
    ]


def addresses(server: Server) -> list[str]:
    """Return an address of each kind of page: `/box/7` stands for all boxes."""
    kinds: dict[str, str] = {}
    waiting = ["/", *BEYOND_LINKS]
    while waiting:
        path = waiting.pop(0)
        kind = re.sub(r"\d+", "N", path)
        if kind in kinds or re.search(r"\.\w+$", path):
            continue
        answer = server.browser.get(path)
        assert answer.status_code == (404 if path == NOWHERE else 200), path
        if answer.headers["content-type"].startswith("text/html"):
            kinds[kind] = path
            waiting += LINK.findall(answer.text)
    return list(kinds.values())


def play_until(server: Server, *, moves: int) -> None:
    """Play the current game on until so many moves are made."""
    while (game := server.state()["game"]) is None or len(game["moves"]) < moves:
        server.play_on()


@pytest.fixture
def window(open_page: Open, pardon: Pardon) -> OpenWindow:
    """Return `window(**how)`: an empty one, which may be told that there is no such page."""

    def opened(**how: Any) -> Page:
        page = open_page("about:blank", **how)
        pardon(page, NOWHERE)
        return page

    return opened


@pytest.fixture(scope="module")
def in_the_middle(browser: Browser) -> Iterator[Server]:
    """Lend a companion with a game behind it, and one in which a bead
    is due; it is only looked at.
    """
    del browser
    with quick_folder() as place, served(place) as server:
        finish(server)
        server.post("confirm").raise_for_status()
        server.post("start", opponent="Ada", operator="Bob").raise_for_status()
        play_until(server, moves=2)
        yield server


@pytest.fixture(scope="module")
def paths(in_the_middle: Server) -> list[str]:
    """Return an address of each kind of page of the companion in the middle of a game."""
    return addresses(in_the_middle)


SMALLEST: dict[str, Any] = {"viewport": {"width": 320, "height": 568}}
ROWS = """() => new Set([...document.querySelectorAll("header nav a")]
  .filter(each => each.checkVisibility()).map(each => each.getBoundingClientRect().top)).size"""
"""Rows of the menu."""


@pytest.mark.prove
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_menu_is_one_row_on_the_narrowest_phone_and_nothing_hides_how_to_hold_the_box(
    folder: Path, window: OpenWindow, language: str
) -> None:
    """An operator's, and a visitor's in the language of the browser."""
    kit = kit_in(folder, "michie-1961", language)
    with served(folder, "--kit", kit) as server:
        page = window(**SMALLEST)
        page.goto(server.address)
        assert page.evaluate(ROWS) == 1
        server.post("start").raise_for_status()
        page.goto(server.address)
        turn = page.locator(".turn").bounding_box()
        bead = page.locator(".colour").first.bounding_box()
        assert turn
        assert bead
        assert turn["y"] + turn["height"] <= bead["y"]
        expect(page.locator(".turn")).to_be_in_viewport(ratio=1)
        page.goto("about:blank")  # a window that is left behind complains that the server is gone
    kit = kit_in(folder, "michie-1961", "en" if language != "en" else "de")
    with served(folder, "--kit", kit, "--lan") as server:
        page = window(**SMALLEST, locale=language)
        for path in ("/watch", "/box/1", NOWHERE):
            page.goto(f"{server.address}{path}")
            assert page.evaluate(ROWS) == 1, path
            assert not too_wide(page), path
        page.goto("about:blank")


@pytest.mark.prove
def test_axe_would_find_something(window: OpenWindow) -> None:
    page = window()
    page.set_content(
        "<html><body><p style='color: #aaa; background: "
        "#fff'>faint</p><img src='data:,'></body></html>"
    )
    found = " ".join(violations(page))
    for fault in ("color-contrast", "image-alt", "html-has-lang", "document-title"):
        assert fault in found
    assert "color-contrast" in " ".join(violations(page, OF_COLOURS))


def in_both_schemes(page: Page) -> list[str]:
    """Return what axe finds wrong with a page in light colours and in dark ones."""
    page.emulate_media(color_scheme="light")
    found = violations(page)
    page.emulate_media(color_scheme="dark")
    return found + [f"dark: {fault}" for fault in violations(page, OF_COLOURS)]


@pytest.mark.prove
def test_axe_finds_nothing_on_any_page(
    in_the_middle: Server, paths: list[str], window: OpenWindow
) -> None:
    expected = {
        "/",
        "/cabinet",
        "/find",
        "/watch",
        "/play",
        "/screen",
        "/history",
        "/statistics",
        "/learned",
        "/downloads",
        "/quick",
    }
    assert expected <= set(paths)
    page = window(reduced_motion="reduce")
    faults = []
    for path in paths:
        page.goto(in_the_middle.address + path)
        faults += in_both_schemes(page)
    assert not faults, "\n".join(faults)


@pytest.mark.prove
def test_axe_finds_nothing_at_any_step_of_a_game(companion: Server, window: OpenWindow) -> None:
    page = window(reduced_motion="reduce")
    faults, seen = [], set[str]()
    while len(seen) < 4:
        due = companion.state()["due"]
        if due not in seen:
            seen.add(due)
            page.goto(companion.address)
            page.locator("details").evaluate_all(
                "all => all.forEach(each => { each.open = true; })"
            )
            faults += in_both_schemes(page)
        companion.play_on()
    assert not faults, "\n".join(faults)


@pytest.mark.prove
def test_axe_finds_nothing_where_something_is_wrong(
    companion: Server, window: OpenWindow, pardon: Pardon
) -> None:
    page = window(reduced_motion="reduce")
    pardon(page, "409")
    now = companion.play_on()
    companion.post(
        "recount", box=now["box"]["number"], counts=dict.fromkeys(BEADS, 0)
    ).raise_for_status()
    page.goto(companion.address)
    empty = page.get_by_role("button", name="empty")
    expect(empty).to_be_visible()
    page.locator("details").evaluate_all("all => all.forEach(each => { each.open = true; })")
    faults = [*in_both_schemes(page), too_wide(page)]
    # As it is without JavaScript: the form itself is sent, and it is late.
    with page.expect_navigation():
        page.locator("form[action='/act/abandon']").evaluate(
            "form => { form.elements.on.value = 0; form.submit(); }"
        )
    expect(
        page.get_by_role("alert").filter(has_text="Someone recorded another step first")
    ).to_be_visible()
    expect(page.get_by_role("heading", name="409")).to_be_visible()
    faults += [*in_both_schemes(page), too_wide(page)]
    assert not any(faults), "\n".join(filter(None, faults))


STORY = "side = 'both'\n[screen]\nidle = 0.001\nslide = 3\n"


@pytest.mark.prove
@pytest.mark.parametrize("machine", ["michie-1961", "her-19", "nim-8", "both-players"])
def test_axe_finds_nothing_on_the_screen_at_any_step(
    start: Start, window: OpenWindow, machine: str
) -> None:
    server = start("--preset", machine)
    page = window(reduced_motion="reduce", **{**PHONE, **PROJECTOR})
    faults, now = [], server.state()
    while True:
        for look in ("dark", "light"):
            page.goto(f"{server.address}/screen?look={look}")
            page.locator("#menu").evaluate("menu => { menu.open = true; }")
            faults += violations(page)
        if now["due"] == "start" and now["game"]:
            break
        both = now["due"] == "start" and len(server.browser.get("/api/kit").json()["sides"]) == 2
        now = server.post("start", both=True).json()["state"] if both else server.play_on()
    assert not faults, "\n".join(faults)


@pytest.mark.prove
def test_axe_finds_nothing_on_any_slide_of_the_story(
    start: Start, folder: Path, window: OpenWindow
) -> None:
    kit = folder / "kit.toml"
    kit.write_text(STORY, "utf-8")
    server = start("--kit", str(kit))
    finish(server)
    server.post("confirm").raise_for_status()
    page = window(reduced_motion="reduce", **{**PHONE, **PROJECTOR})
    faults = []
    for look in ("dark", "light"):
        page.goto(f"{server.address}/screen?look={look}")
        for name in ("what", "how", "learned", "last"):
            expect(page.locator(f".story-{name}")).to_be_visible()
            faults += violations(page)
    assert not faults, "\n".join(faults)


def too_wide(page: Page) -> str:
    """Return what makes a page wider than its window; nothing where it is not."""
    found: str = page.evaluate(
        """() => {
          const width = document.documentElement.clientWidth;
          if (document.scrollingElement.scrollWidth <= width) return "";
          const wide = [...document.querySelectorAll("main *")].filter(
            each => each.getBoundingClientRect().right > width + 1 && !each.closest(".scroll"));
          const what = wide.length ? wide[0].outerHTML.slice(0, 200) : "the page";
          return location.pathname + ": " + what;
        }"""
    )
    return found


SMALL_OR_LARGE = ((320, "100%"), (390, "200%"), (780, "200%"))
"""Widths of a window, and the size of its letters."""


@pytest.mark.prove
@pytest.mark.parametrize(("language", "side"), [("de", "both"), ("fr", "second")])
def test_large_print_and_small_phones_cut_nothing_off(
    start: Start, folder: Path, window: OpenWindow, language: str, side: str
) -> None:
    """In the languages whose words are long, with machines that have more
    to say than the one of 1961.
    """
    kit = folder / "kit.toml"
    kit.write_text(
        f'print.language = "{language}"\nside = "{side}"\ncabinet = {{rows = 38, columns = 8}}\n',
        "utf-8",
    )
    server = start("--kit", str(kit))
    finish(server)
    server.post("confirm").raise_for_status()
    page = window()
    # It fills its window.
    paths = [path for path in addresses(server) if not path.startswith("/screen")]
    seen, faults = set[str](), []
    while len(seen) < 4:
        due = server.state()["due"]
        if due not in seen:
            seen.add(due)
            faults += sideways(page, server.address, paths if due == "bead" else ["/", "/quick"])
        server.play_on()
    assert not faults, "\n".join(faults)


def sideways(page: Page, address: str, paths: list[str]) -> list[str]:
    """Return what makes pages wider than a window, for each width and size
    of letters, with all unfolded.
    """
    faults = []
    for path in paths:
        page.set_viewport_size({"width": SMALL_OR_LARGE[0][0], "height": 844})
        page.goto(address + path)
        page.locator("details").evaluate_all("all => all.forEach(each => { each.open = true; })")
        for width, size in SMALL_OR_LARGE:
            page.set_viewport_size({"width": width, "height": 844})
            page.evaluate(
                "size => document.documentElement.style.setProperty('font-size', size)", size
            )
            if wide := too_wide(page):
                faults.append(f"{width} px, {size}: {wide}")
    return faults


@pytest.mark.prove
def test_what_is_tapped_in_a_game_is_large_enough_for_a_thumb(
    companion: Server, window: OpenWindow
) -> None:
    page = window()
    due = companion.state()["due"]
    small = []
    while due != "adjust":
        page.goto(companion.address)
        small += page.locator("main form button, main summary").evaluate_all(
            """all => all.filter(each => each.offsetParent).map(each => [
              each.outerHTML.slice(0, 120),
              each.getBoundingClientRect().width, each.getBoundingClientRect().height])
              .filter(([, width, height]) => width < 44 || height < 44)"""
        )
        due = companion.play_on()["due"]
    page.goto(companion.address)
    assert not small, small
