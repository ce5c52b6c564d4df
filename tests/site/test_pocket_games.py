"""Games in the browser's own logbook: without a server, and with pages that others open."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.site.conftest import Open, served
from tests.site.pocket import AWAY, begun, companion, further, games_told, play, saved, verified

pytestmark = pytest.mark.site


def test_games_are_played_without_a_server_and_a_computer_counts_the_same(
    site_built: Path, open_page: Open, tmp_path: Path
) -> None:
    with served(site_built) as site:
        page = begun(open_page, site, pardon=AWAY)
        page.reload()
        companion(page)
    play(companion(page), 1)  # nobody listens any more
    frame = companion(page)
    frame.locator("form[action$='/act/start'] button").first.click()
    expect(frame.locator("#main")).to_have_attribute("data-due", "bead")
    page.reload()
    expect(companion(page).locator("#main")).to_have_attribute("data-due", "bead")
    play(companion(page), 1)
    assert games_told(page) == "2"
    saved(page, tmp_path)
    assert "2 games" in verified(tmp_path)
    assert (
        (tmp_path / "kit.toml")
        .read_text(encoding="utf-8")
        .startswith("# MENACE as Donald Michie built it")
    )


def test_streams_and_steps_survive_a_service_worker_that_is_stopped(
    open_page: Open, site: str
) -> None:
    page = begun(open_page, site)
    screen = further(page.context, f"{site}companion/app/screen")
    expect(screen.locator("#scene")).to_contain_text("Who plays against the machine?")
    session = page.context.new_cdp_session(page)
    session.send("ServiceWorker.enable")
    session.send("ServiceWorker.stopAllWorkers")
    companion(page).locator("form[action$='/act/start'] button").first.click()
    expect(screen.locator("#scene")).to_contain_text("Game 1")
    # In the window itself the menu is beside a page that has no end.
    frame = companion(page)
    frame.get_by_role("link", name="Screen").click()
    expect(frame.locator("#scene")).to_be_visible()
    page.locator("#corner").click()
    expect(page.locator("#menu")).to_be_visible()


def test_a_page_from_elsewhere_changes_nothing(open_page: Open, site: str) -> None:
    page = begun(open_page, site, pardon=("403", "localhost"))
    elsewhere = further(page.context, site.replace("127.0.0.1", "localhost") + "game.json")
    elsewhere.evaluate(
        """(address) => {
            const form = document.createElement("form");
            Object.assign(form, {method: "post", action: address});
            document.body.append(form);
            HTMLFormElement.prototype.submit.call(form);
        }""",
        f"{site}companion/app/act/start",
    )
    elsewhere.wait_for_timeout(1000)
    expect(companion(page).locator("#main")).to_have_attribute("data-due", "start")
