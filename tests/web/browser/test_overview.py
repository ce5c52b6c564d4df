"""The teacher's overview in Chromium: it follows by one connection, fits every window,
and everybody can read it.
"""

from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Page, Request, expect

from menace_kit.guide import counting, whole_games
from menace_kit.guide.desk import Desk
from menace_kit.logbook.store import Logbook
from menace_kit.machine.kit_files import load_kit
from menace_kit.machine.learning import Result
from menace_kit.machine.prospects import good_moves
from menace_kit.machine.sets import kit_of_set, set_letters
from menace_kit.machine.toml_files import TemplateKind, template_path
from menace_kit.web.classroom import logbook_of
from tests.text.language_files import LANGUAGES
from tests.web.browser.conftest import PROJECTOR, Open, Start
from tests.web.browser.test_class import CLASS, PIN, WINDOWS
from tests.web.browser.test_for_everybody import in_both_schemes, too_wide
from tests.web.classroom import step
from tests.web.server import Server


def as_teacher(page: Page, server: Server, path: str = "/class/overview") -> None:
    page.goto(f"{server.address}/login?next={path}")
    page.locator("#main input[name=pin]").fill(PIN)
    page.locator("#main form button").first.click()
    expect(page.locator("table.sums").first).to_be_visible()


@pytest.mark.prove
def test_the_overview_follows_all_groups_by_one_connection_and_keeps_what_is_looked_at(
    start: Start, open_page: Open
) -> None:
    server = start(*CLASS)
    given = server.browser.post("/login", data={"pin": PIN}, headers={"origin": server.address})
    assert given.status_code == 303
    page = open_page("about:blank", **PROJECTOR)
    streams: list[str] = []

    def asked(request: Request) -> None:
        if "/events" in request.url:
            streams.append(request.url.removeprefix(server.address))

    page.on("request", asked)
    as_teacher(page, server)
    page.evaluate("window.here = true")
    rows = page.locator("tbody tr")
    expect(rows).to_have_count(12)
    page.get_by_role("link", name="Group C").focus()
    for letters in ("A", "L"):
        assert step(server.browser, letters) == 200
    expect(rows.nth(0).locator(".words")).to_have_text("Game 1: The opponent moves")
    expect(rows.nth(11).locator(".words")).to_have_text("Game 1: The opponent moves")
    expect(page.get_by_role("link", name="Group C")).to_be_focused()
    expect(page.locator("img.chart")).to_have_count(0)
    while server.browser.get("/class/state").json()["games"] < 1:
        assert step(server.browser, "A") == 200
    expect(page.locator("img.chart")).to_be_visible()
    expect(page.locator("tfoot td:not(.more)").first).to_have_text("1")
    shown = page.locator("img.chart").element_handle()
    assert step(server.browser, "B") == 200
    expect(rows.nth(1).locator(".words")).to_have_text("Game 1: The opponent moves")
    assert shown is not None
    assert shown.evaluate("each => each.isConnected")  # a picture that is the same stays
    assert page.evaluate("window.here")
    assert streams == ["/class/events"]


def a_class(folder: Path, language: str) -> Path:
    """Return a kit with a name of 75 letters; beside it are thirty logbooks,
    two of machines that cannot be beaten.
    """
    text = template_path(TemplateKind.MACHINES, "her-19").read_text(encoding="utf-8")
    file = folder / "kit.toml"
    name = "The machine of the house of all machines that anybody has ever built of them"[:75]
    text = text.replace('name = "HER"', f'name = "{name}"').replace(
        "[print]", f'[print]\nlanguage = "{language}"'
    )
    file.write_text(text, encoding="utf-8")
    kit = load_kit(file)
    logbooks = folder / "logbooks"
    logbooks.mkdir()
    for place, letters in enumerate(set_letters(30)):
        own = kit_of_set(kit, letters)
        with Logbook(logbook_of(logbooks, letters), own) as logbook:
            desk = Desk(logbook)
            for box in own.boxes if letters in ("C", "AD") else ():
                good = good_moves(own.game, box.position)
                counts = {bead.colour: int(bead.move in good) for bead in box.beads}
                desk.act(partial(counting.count, number=box.number, counted=counts))
            for game in range(place):
                result = Result.LOSS if game % 3 == 0 else Result.WIN
                desk.act(partial(whole_games.quick, result=result, confirmed=True))
    return file


SMALLEST = """() => {
  const parts = [...document.querySelectorAll("main .sum, main .sums *, main small")];
  const seen = parts.filter((part) => part.checkVisibility());
  return Math.min(...seen.map((part) => parseFloat(getComputedStyle(part).fontSize)));
}"""
"""How small the letters of the tables are, in pixels."""


@pytest.mark.prove
@pytest.mark.parametrize("language", LANGUAGES)
def test_thirty_groups_fit_every_window_and_can_be_read(
    start: Start, open_page: Open, folder: Path, language: str
) -> None:
    server = start("--kit", str(a_class(folder, language)), "--class", "30", "--lan", "--pin", PIN)
    page = open_page("about:blank", reduced_motion="reduce")
    as_teacher(page, server)
    faults = []
    for path in ("/class/overview", "/class/overview?show=curves"):
        page.goto(server.address + path)
        expect(page.locator("img.chart")).to_be_visible()
        for width, height in WINDOWS:
            page.set_viewport_size({"width": width, "height": height})
            faults.append(too_wide(page))
        faults.extend(in_both_schemes(page))
    assert not any(faults), "\n".join(filter(None, faults))
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(f"{server.address}/class/overview")
    # Thirty groups and their sum are on a projector at once.
    assert page.evaluate("document.querySelector('tfoot').getBoundingClientRect().bottom") <= 1080
    assert page.evaluate(SMALLEST) >= 33
    expect(page.locator("tbody tr.best")).to_have_count(2)
