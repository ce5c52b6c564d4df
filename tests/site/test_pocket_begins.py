"""With what a logbook in a browser begins: the kit of a link, files of a computer,
or none that will do.
"""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from menace_kit.machine.box_map import map_text
from menace_kit.machine.kit_files import load_kit
from menace_kit.site.links import fragment
from menace_kit.text import load_words
from tests.cli.running import run
from tests.examples import preset
from tests.site.conftest import PATIENCE, Open
from tests.site.pocket import PHONE, companion, games_told, gone_on, menu, opened

pytestmark = pytest.mark.site


def test_boxes_that_were_there_already_come_with_their_map_whatever_the_browser_called_the_files(
    open_page: Open, site: str, tmp_path: Path
) -> None:
    (tmp_path / "map.csv").write_text(map_text(preset("her-19")), encoding="utf-8")
    assert run("new", "mine", "--from", "map.csv", "--preset", "her-19", folder=tmp_path).code == 0
    kit, logbook = tmp_path / "mine" / "kit.toml", tmp_path / "logbook (1).sqlite"
    slower = kit.read_text(encoding="utf-8").replace("win = 0 ", "win = 2 ")
    kit.write_text(slower, encoding="utf-8")  # a machine that no kit of the site is
    gone_on(logbook, 2, load_kit(kit))
    kit.rename(tmp_path / "kit (1).toml")
    page = opened(open_page, site)
    page.locator("#logbook-files").set_input_files([logbook])
    expect(page.locator("#choose .mistake")).to_contain_text("kit.toml")
    page.locator("#logbook-files").set_input_files(
        [logbook, tmp_path / "kit (1).toml", tmp_path / "mine" / "boxes.csv"]
    )
    companion(page)
    expect(page.locator("#news-brought")).to_be_visible()
    assert games_told(page) == "2"


def test_the_kit_of_a_link_is_begun_and_takes_no_logbook_away(open_page: Open, site: str) -> None:
    link = fragment({"machine": "her-19", "name": "Our HER"})
    page = open_page(f"{site}en/kit.html#{link}", **PHONE)
    expect(page.locator("#sheet svg")).to_be_attached(timeout=PATIENCE)
    page.get_by_role("button", name="Run its games on this device").click()
    page.wait_for_url("**/companion.html#*")
    expect(page.locator("#linked")).to_be_visible(timeout=PATIENCE)
    page.get_by_role("button", name="Start its logbook").click()
    companion(page)
    expect(page.locator("#news-link-left")).to_have_count(0)
    menu(page)
    expect(page.locator("[data-fact=machine]")).to_have_text("Our HER")
    page.goto(f"{site}en/index.html")
    page.goto(f"{site}en/companion.html#{fragment({'machine': 'nim-8'})}")
    companion(page)
    expect(page.locator("#news-link-left")).to_be_visible()
    menu(page)
    expect(page.locator("[data-fact=machine]")).to_have_text("Our HER")


def test_a_kit_that_will_not_do_is_told_and_nothing_is_begun(
    open_page: Open, site: str, tmp_path: Path
) -> None:
    page = opened(open_page, site)
    kit = tmp_path / "kit.toml"
    for text, told in [("beads.start = 0\n", "beads.start"), ("this is none", "kit.toml")]:
        kit.write_text(text, encoding="utf-8")
        page.locator("#kit-files").set_input_files(kit)
        expect(page.locator("#choose .mistake")).to_contain_text(told, timeout=PATIENCE)
    page.goto("about:blank")
    page.goto(f"{site}en/companion.html#files=x")
    expect(page.locator("#choose")).to_be_visible(timeout=PATIENCE)
    page.get_by_role("button", name="Start its logbook").click()
    expect(page.locator("#choose .mistake")).to_have_text(load_words("en")("maker.link-broken"))
    expect(page.locator("#preset")).to_be_visible()
