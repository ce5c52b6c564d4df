"""A game at the boxes, with a phone in one hand."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from menace_kit.journal.store import Journal
from tests.journal.games import check_book
from tests.web.browser.conftest import Open, Pardon
from tests.web.browser.phone import Phone
from tests.web.conftest import KIT
from tests.web.server import Server, served

SCRIPTS = pytest.mark.parametrize("scripts", [True, False], ids=["with JavaScript", "without JavaScript"])

LOST = "The connection is lost"


def play(phone: Phone, until: str) -> None:
    """Play until something is due."""
    while phone.step()["due"] != until:
        pass


@SCRIPTS
def test_a_whole_game_to_the_beads_put_right(
    companion: Server, folder: Path, open_page: Open, scripts: bool
) -> None:
    page = open_page(companion.address, java_script_enabled=scripts)
    phone = Phone(page, companion)
    page.get_by_label("Who plays against the machine").fill("Ada <b>& Co</b>")
    play(phone, "adjust")
    now = companion.state()
    assert now["game"]["opponent"] == "Ada <b>& Co</b>"
    expect(page.get_by_text("Ada <b>& Co</b>").first).to_be_visible()
    expect(phone.lines()).to_have_count(len(now["adjustments"]))
    for line in now["adjustments"]:
        expect(page.get_by_role("checkbox", name=line["words"], exact=True)).to_be_visible()
        assert sum(line["expected"].values()) == line["total"]
    phone.tick_all()
    assert all(line["ticked"] for line in companion.state()["adjustments"])
    after = phone.step()
    assert (after["due"], after["game"]["confirmed"]) == ("start", True)
    with Journal(folder / "journal.sqlite", KIT) as book:
        check_book(book)


@SCRIPTS
def test_steps_are_taken_back(companion: Server, open_page: Open, scripts: bool) -> None:
    phone = Phone(open_page(companion.address, java_script_enabled=scripts), companion)
    play(phone, "reply")
    before = companion.state()["table"]
    phone.step()
    now = phone.tap(phone.page.get_by_role("button", name="Undo"))
    assert (now["due"], now["table"]) == ("reply", before)


@SCRIPTS
def test_a_game_is_broken_off_only_when_asked_twice(
    companion: Server, open_page: Open, scripts: bool
) -> None:
    phone = Phone(open_page(companion.address, java_script_enabled=scripts), companion)
    play(phone, "reply")
    off = phone.page.get_by_role("button", name="Yes, break game 1 off")
    expect(off).to_be_hidden()
    phone.page.get_by_text("Break the game off", exact=True).tap()
    now = phone.tap(off)
    assert (now["due"], now["game"]["abandoned"]) == ("start", True)


def test_a_reload_and_another_phone_find_the_game_as_it_is(companion: Server, open_page: Open) -> None:
    phone = Phone(open_page(companion.address), companion)
    due = ""
    while due != "adjust":
        due = phone.step()["due"]
        phone.page.reload()
        phone.agrees()
        Phone(open_page(companion.address), companion).agrees()
    phone.lines().first.tap()
    expect(phone.lines().first).to_be_checked()
    phone.page.reload()
    expect(phone.lines().first).to_be_checked()
    expect(Phone(open_page(companion.address), companion).lines().first).to_be_checked()


def tap_twice(phone: Phone, button: Locator, *, slowly: bool) -> None:
    """Tap the same place of the window twice, `slowly` when the page shows already what came of the first."""
    clock = phone.page.clock
    button.scroll_into_view_if_needed()
    place = button.bounding_box()
    assert place
    before = phone.entry
    for _ in range(2):
        phone.page.touchscreen.tap(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
        if slowly:
            expect(phone.main).not_to_have_attribute("data-stamp", re.compile(rf"^{before}:"))
    expect(phone.main).not_to_have_attribute("data-stamp", re.compile(rf"^{before}:"))
    clock.run_for(1000)


def stop_the_clock(page: Page) -> None:
    """Let time pass in a window only when it is told: a test on a busy machine is slower than a finger."""
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 60)


@pytest.mark.parametrize("slowly", [False, True])
def test_a_double_tap_records_once(companion: Server, open_page: Open, slowly: bool) -> None:
    phone = Phone(open_page(companion.address), companion)
    stop_the_clock(phone.page)
    due = ""
    while due != "adjust":
        before = companion.state()
        tap_twice(phone, phone.next_button(), slowly=slowly)
        after = phone.agrees()
        assert after["game"]["number"] == 1
        assert moves(after) - moves(before) == (before["due"] != "start")
        due = after["due"]


@pytest.mark.parametrize("slowly", [False, True])
def test_a_double_tap_on_the_quick_log_is_one_game(companion: Server, open_page: Open, slowly: bool) -> None:
    phone = Phone(open_page(f"{companion.address}/quick"), companion)
    stop_the_clock(phone.page)
    for games in (1, 2):
        tap_twice(phone, phone.page.get_by_role("button", name="The machine won: not known"), slowly=slowly)
        phone.shows(companion.state()["entry"])
        assert companion.state()["totals"]["wins"] == games


def test_a_form_that_is_sent_again_records_once(companion: Server, open_page: Open) -> None:
    phone = Phone(open_page(companion.address, java_script_enabled=False), companion)
    due = ""
    while due != "adjust":
        same = Phone(open_page(companion.address, java_script_enabled=False), companion)
        assert same.entry == phone.entry
        now = phone.step()
        assert same.step() == now
        due = now["due"]


def moves(now: dict[str, object]) -> int:
    """Return how many moves the game has."""
    game = now["game"]
    return len(game["moves"]) if isinstance(game, dict) else 0


def test_two_phones_follow_each_other(companion: Server, open_page: Open) -> None:
    first, second = (Phone(open_page(companion.address), companion) for _ in range(2))
    for number in range(5):
        now = (first, second)[number % 2].step()
        for phone in (first, second):
            phone.shows(now["entry"])
            phone.agrees()


@SCRIPTS
def test_a_late_tap_is_told_why_and_shown_how_it_stands(
    companion: Server, open_page: Open, pardon: Pardon, scripts: bool
) -> None:
    phone = Phone(open_page(companion.address), companion)
    phone.step()
    late = Phone(open_page("about:blank", java_script_enabled=scripts), companion)
    # This one hears nothing of what the other does.
    late.page.route("**/api/events*", lambda route: route.abort())
    pardon(late.page, "/api/events")
    pardon(late.page, "409")
    late.page.goto(companion.address)
    assert late.agrees()["due"] == "bead"
    now = phone.step()
    late.colours().nth(1).tap()
    told = late.page.get_by_role("alert").filter(has_text="Something else was recorded in between")
    expect(told).to_be_visible()
    expect(told).to_contain_text("nothing of this was")
    expect(late.page.get_by_text(now["say"]).first).to_be_visible()
    assert companion.state() == now
    if not scripts:
        late.page.get_by_role("link", name="Back to the game").tap()
    assert late.agrees() == now
    late.step()


@SCRIPTS
def test_a_server_that_died_and_came_back_goes_on(
    folder: Path, open_page: Open, pardon: Pardon, scripts: bool
) -> None:
    with served(folder) as server:
        port = server.address.rpartition(":")[2]
        page = open_page(server.address, java_script_enabled=scripts)
        pardon(page, "ERR_")
        phone = Phone(page, server)
        play(phone, "reply")
        play(phone, "bead")
        before = server.state()
        server.kill()
        if scripts:
            expect(page.get_by_text(LOST)).to_be_visible()
    with served(folder, "--port", port) as server:
        phone = Phone(page, server)
        assert server.state() == before
        expect(page.get_by_text(LOST)).to_be_hidden()
        phone.agrees()
        play(phone, "adjust")
        phone.tick_all()
        assert phone.step()["game"]["confirmed"]
    with Journal(folder / "journal.sqlite", KIT) as book:
        check_book(book)


def test_a_tap_while_the_server_is_gone_is_recorded_once(
    folder: Path, open_page: Open, pardon: Pardon
) -> None:
    with served(folder) as server:
        port = server.address.rpartition(":")[2]
        page = open_page(server.address)
        pardon(page, "ERR_")
        phone = Phone(page, server)
        phone.step()
        server.kill()
        phone.colours().first.tap()
        expect(page.get_by_text(LOST)).to_be_visible()
    with served(folder, "--port", port) as server:
        phone = Phone(page, server)
        expect(page.get_by_text(LOST)).to_be_hidden()
        now = server.state()
        if now["due"] == "bead":  # it was given up: nothing was recorded, and the colours are there again
            now = phone.step()
        assert moves(now) == 1
        phone.agrees()
