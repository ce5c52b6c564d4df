"""Machines that are not of 1961: one that moves second, and one that can do both."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from menace_kit.logbook.store import Logbook
from menace_kit.machine.kit_files import load_kit
from menace_kit.machine.toml_files import TemplateKind, template_path
from menace_kit.site.choices import files_of
from tests.logbook.games import check_logbook
from tests.web.browser.conftest import Open, Start
from tests.web.browser.phone import settle
from tests.web.browser.test_for_everybody import violations
from tests.web.server import Server


def step(page: Page, server: Server) -> dict[str, Any]:
    """Tap what is next, and return how things stand when the page shows what came of it."""
    now = server.state()
    settle(page)
    page.locator("main button[name=colour]:enabled, main button[name=square]:enabled").first.tap()
    expect(page.get_by_role("main")).not_to_have_attribute(
        "data-stamp", re.compile(rf"^{now['entry']}:")
    )
    return server.state()


@pytest.mark.prove
@pytest.mark.parametrize(
    ("scripts", "preset"),
    [(True, "her-19"), (True, "nim-8"), (True, "both-players"), (False, "nim-8")],
)
def test_a_whole_game_of_another_kind(
    start: Start, folder: Path, open_page: Open, scripts: bool, preset: str
) -> None:
    kit = folder / "kit.toml"
    kit.write_text(
        template_path(TemplateKind.MACHINES, preset).read_text(encoding="utf-8"), encoding="utf-8"
    )
    server = start("--kit", str(kit))
    page = open_page(server.address, java_script_enabled=scripts, reduced_motion="reduce")
    both = preset != "her-19"
    if both:
        page.get_by_text("Both players are machines").tap()
    form = page.locator("form", has=page.locator("#operator-both" if both else "#operator"))
    form.get_by_role("button", name="Start the game").tap()
    expect(page.get_by_role("main")).not_to_have_attribute("data-due", "start")
    now, faults, seen = server.state(), list[str](), set[str]()
    assert now["game"]["both"] == both
    while now["due"] != "adjust":
        faults += violations(page) if scripts and now["due"] not in seen else []
        seen.add(now["due"])
        now = step(page, server)
    faults += violations(page) if scripts else []
    lines = page.get_by_role("checkbox")
    expect(lines).to_have_count(len(now["adjustments"]))
    for number in range(lines.count()):
        settle(page)
        lines.nth(number).tap()
        expect(lines.nth(number)).to_be_checked()
    expect(page.locator("body.busy")).to_have_count(0)
    settle(page)
    page.get_by_role("button", name="Confirm (").tap()
    expect(page.get_by_role("main")).to_have_attribute("data-due", "start")
    assert server.state()["game"]["confirmed"]
    for path in ("/screen", "/history/1", "/learned", "/cabinet") if scripts else ():
        page.goto(server.address + path)
        # What has to be worked out first is not there yet on a slow computer;
        # the page comes again by itself.
        expect(page.locator("[data-soon]")).to_have_count(0)
        page.wait_for_load_state()
        faults += violations(page)
    assert not faults, faults
    with Logbook(folder / "logbook.sqlite", load_kit(kit)) as logbook:
        check_logbook(logbook)


TALLEST_WORD = """element => {
    const text = [...element.childNodes].find(node => node.nodeType === 3);
    const heights = [...text.data.matchAll(/\\S+/g)].map(found => {
        const word = document.createRange();
        word.setStart(text, found.index);
        word.setEnd(text, found.index + found[0].length);
        return new Set([...word.getClientRects()].map(line => Math.round(line.top))).size;
    });
    return Math.max(...heights);
}"""
"""Returns over how many lines the longest word of a text goes."""


@pytest.mark.prove
@pytest.mark.parametrize("preset", ["nim-8", "michie-1961"])
def test_french_pages_break_no_word_into_letters_and_fit_a_phone(
    start: Start, folder: Path, open_page: Open, preset: str
) -> None:
    kit = folder / "kit.toml"
    kit.write_text(files_of({"machine": preset, "language": "fr"})[kit.name], encoding="utf-8")
    server = start("--kit", str(kit))
    box = server.post("start", first_mover="machine").raise_for_status().json()["state"]["box"]
    last = box["beads"][-1]["colour"]["name"]
    server.post("recount", box=box["number"], counts={last: 0}).raise_for_status()
    page = open_page(server.address, viewport={"width": 320, "height": 640})
    none = page.locator(".colour .count.none")
    expect(none).to_be_visible()
    assert none.evaluate(TALLEST_WORD) == 1
    for width in (320, 344, 360, 390):
        page.set_viewport_size({"width": width, "height": 640})
        for path in ("/", f"/box/{box['number']}", "/box/3"):
            page.goto(server.address + path)
            assert page.evaluate("document.scrollingElement.scrollWidth") == width, path
