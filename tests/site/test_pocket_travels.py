"""A logbook that goes to a computer and comes back, is damaged, or removed."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from menace_kit.text import load_words
from tests.site.conftest import PATIENCE, Open
from tests.site.pocket import begun, companion, games_told, gone_on, menu, play, saved, verified

pytestmark = pytest.mark.site


def bring(page: Page, *chosen: Path) -> None:
    menu(page)
    page.locator("#newer-files").set_input_files(chosen)


def test_a_logbook_goes_to_a_computer_and_comes_back(
    open_page: Open, site: str, tmp_path: Path
) -> None:
    page = begun(open_page, site, pardon=("409",))
    play(companion(page), 1)
    older = saved(page, tmp_path).rename(tmp_path / "older.sqlite")
    play(companion(page), 1)
    bring(page, older)
    expect(page.locator("#judged")).to_contain_text("older than the logbook")
    expect(page.get_by_role("button", name="Replace the logbook")).to_be_hidden()
    page.locator("#menu").get_by_role("button", name="Close").click()
    (tmp_path / "none.sqlite").write_bytes(b"no logbook at all")
    bring(page, tmp_path / "none.sqlite")
    expect(page.locator("#menu .mistake")).to_contain_text("logbook.sqlite")
    page.locator("#menu").get_by_role("button", name="Close").click()
    logbook = saved(page, tmp_path)
    menu(page)
    page.get_by_role("button", name="Hand the logbook over").click()
    page.locator("#menu").get_by_role("button", name="Close").click()
    expect(page.locator("#news-read-only")).to_be_visible()
    companion(page).locator("form[action$='/act/start'] button").first.click()
    expect(companion(page).locator("#notice")).to_have_text(load_words("en")("pocket.read-only"))
    gone_on(logbook, 4)
    assert "6 games" in verified(tmp_path)
    bring(page, logbook)
    expect(page.locator("#judged")).to_contain_text("games here 2, there 6")
    page.get_by_role("button", name="Replace the logbook").click()
    expect(page.locator("#news-brought")).to_be_visible()
    expect(page.locator("#news-read-only")).to_have_count(0)
    play(companion(page), 1)
    assert games_told(page) == "7"


# Notes how often the companion's page had been loaded when each sentence came.
NOTES_LOADS = """() => {
    const at = (id) => document.getElementById(id);
    let loads = 0;
    window.told = {};
    at("frame").addEventListener("load", () => { loads += 1; });
    new MutationObserver((changes) => {
        for (const {addedNodes: [line]} of changes) if (line) window.told[line.id] = loads;
    }).observe(at("news"), {childList: true});
}"""


def test_what_is_said_of_another_logbook_comes_when_its_page_is_there(
    open_page: Open, site: str, tmp_path: Path
) -> None:
    page = begun(open_page, site)
    logbook = saved(page, tmp_path)
    page.evaluate(NOTES_LOADS)
    menu(page)
    page.get_by_role("button", name="Hand the logbook over").click()
    expect(page.locator("#news-read-only")).to_be_visible()
    page.locator("#menu").get_by_role("button", name="Close").click()
    gone_on(logbook, 1)
    bring(page, logbook)
    page.get_by_role("button", name="Replace the logbook").click()
    expect(page.locator("#news-brought")).to_be_visible()
    told = page.evaluate("told")
    assert (told["news-read-only"], told["news-brought"]) == (1, 2)


# A page that was left gives its files back a moment later.
DAMAGE = """async () => {
    const written = (file, tries = 100) =>
        file.createWritable({keepExistingData: true}).catch(async (error) => {
            if (!tries) throw error;
            await new Promise((done) => setTimeout(done, 100));
            return written(file, tries - 1);
        });
    let folder = await navigator.storage.getDirectory();
    for await (const each of folder.values()) if (each.name.startsWith("logbook")) folder = each;
    const file = await folder.getFileHandle("logbook.sqlite");
    const out = await written(file);
    await out.write({type: "write", position: 4096, data: new Uint8Array(8192).fill(7)});
    await out.close();
}"""


def test_a_damaged_logbook_is_told_of_and_can_be_saved(
    open_page: Open, site: str, tmp_path: Path
) -> None:
    page = begun(open_page, site, pardon=("LogbookError", "Error: "))
    play(companion(page), 1)
    page.goto(f"{site}en/index.html")
    page.evaluate(DAMAGE)
    page.goto(f"{site}en/companion.html")
    expect(page.locator("#trouble [role=alert]")).to_contain_text("logbook.sqlite")
    page.locator("#trouble").get_by_role("button", name="The logbook").click()
    page.get_by_role("button", name="Save the logbook").click()
    expect(page.locator("#menu .mistake")).to_contain_text("logbook.sqlite")
    with page.expect_download() as download:
        page.get_by_role("link", name="logbook.sqlite").click()
    download.value.save_as(tmp_path / "logbook.sqlite")
    assert bytes([7]) * 8192 in (tmp_path / "logbook.sqlite").read_bytes()
    page.locator("#menu").get_by_role("button", name="Close").click()
    expect(page.locator("#trouble")).to_be_visible()


def test_what_was_handed_over_is_taken_back_and_a_logbook_removed_by_deliberate_acts(
    open_page: Open, site: str
) -> None:
    page = begun(open_page, site)
    menu(page)
    page.get_by_role("button", name="Hand the logbook over").click()
    page.get_by_role("button", name="Resume the logbook here").click()
    expect(page.locator("#menu .mistake")).to_be_visible()  # the line above it is not ticked
    page.locator("#sure-back").check()
    page.get_by_role("button", name="Resume the logbook here").click()
    expect(page.get_by_role("button", name="Hand the logbook over")).to_be_visible()
    page.locator("#menu").get_by_role("button", name="Close").click()
    play(companion(page), 1)
    menu(page)
    page.get_by_role("button", name="Remove the logbook").click()
    expect(page.locator("#menu .mistake")).to_be_visible()
    page.locator("#sure-drop").check()
    page.get_by_role("button", name="Remove the logbook").click()
    expect(page.locator("#choose")).to_be_visible(timeout=PATIENCE)
    page.locator("#preset").select_option("her-19")
    page.get_by_role("button", name="Start its logbook").click()
    companion(page)
    assert games_told(page) == "0"
