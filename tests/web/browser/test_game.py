"""A game at the boxes, with a phone in one hand."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from menace_kit.logbook.store import Logbook
from tests import one_game
from tests.examples import all_to_prove
from tests.logbook.games import check_logbook
from tests.web.browser.conftest import Open, Pardon
from tests.web.browser.phone import Phone, finish, moves, play
from tests.web.conftest import KIT
from tests.web.server import Server
from tests.web.warm import served

SCRIPTS = pytest.mark.parametrize(
    "scripts",
    all_to_prove([True, False], quick=[True]),
    ids=["with JavaScript", "without JavaScript"],
)

LOST = "The connection is lost"


def test_a_game_on_a_phone_is_in_the_logbook_as_by_every_other_way(
    companion: Server, folder: Path, open_page: Open
) -> None:
    page = open_page(companion.address)
    phone = Phone(page, companion)
    page.get_by_label("Operator").fill("Ada")
    page.get_by_label("Opponent").fill("Bob")
    phone.step()
    for act, what in one_game.STEPS:
        name = rf"^{what}: " if act == "draw" else rf"^Square {what}, free$"
        phone.tap(page.get_by_role("button", name=re.compile(name)).first)
    phone.tick_all()
    phone.step()
    assert one_game.entries_of(folder / "logbook.sqlite") == one_game.ENTRIES


@SCRIPTS
def test_a_whole_game_to_the_beads_put_right(
    companion: Server, folder: Path, open_page: Open, scripts: bool
) -> None:
    page = open_page(companion.address, java_script_enabled=scripts)
    phone = Phone(page, companion)
    page.get_by_label("Opponent").fill("Ada <b>& Co</b>")
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
    with Logbook(folder / "logbook.sqlite", KIT) as logbook:
        check_logbook(logbook)


@pytest.mark.prove
@SCRIPTS
def test_a_step_is_taken_back_and_a_game_broken_off_or_a_list_confirmed_only_when_asked_twice(
    companion: Server, open_page: Open, scripts: bool
) -> None:
    phone = Phone(open_page(companion.address, java_script_enabled=scripts), companion)
    play(phone, "reply")
    before = companion.state()["table"]
    phone.step()
    now = phone.tap(phone.page.get_by_role("button", name="Undo"))
    assert (now["due"], now["table"]) == ("reply", before)
    off = phone.page.get_by_role("button", name="End game 1")
    expect(off).to_be_hidden()
    phone.press(phone.page.get_by_text("End the game early", exact=True))
    now = phone.tap(off)
    assert (now["due"], now["game"]["abandoned"]) == ("start", True)
    finish(companion)
    phone.page.reload()
    phone.agrees()
    expect(phone.confirm_button()).to_be_hidden()
    phone.press(phone.sure())
    assert not companion.state()["game"]["confirmed"]
    assert phone.tap(phone.confirm_button())["game"]["confirmed"]


@pytest.mark.prove
def test_a_reload_and_another_phone_find_the_game_as_it_is(
    companion: Server, open_page: Open
) -> None:
    phone, other = (Phone(open_page(companion.address), companion) for _ in range(2))
    for step in (phone.step, phone.step, phone.step, lambda: finish(companion)):
        other.page.goto("about:blank")  # away while something is recorded
        step()
        phone.page.reload()
        phone.agrees()
        other.page.goto(companion.address)
        other.agrees()
    phone.press(phone.lines().first)
    expect(phone.lines().first).to_be_checked()
    phone.is_recorded()
    phone.page.reload()
    expect(phone.lines().first).to_be_checked()
    expect(Phone(open_page(companion.address), companion).lines().first).to_be_checked()


@pytest.mark.prove
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
    late.press(late.colours().nth(1))
    told = late.page.get_by_role("alert").filter(has_text="Someone recorded another step first")
    expect(told).to_be_visible()
    expect(told).to_contain_text("yours was not saved")
    expect(late.page.get_by_text(now["say"]).first).to_be_visible()
    assert companion.state() == now
    if not scripts:
        late.page.get_by_role("link", name="Back to the game").tap()
    assert late.agrees() == now
    late.step()


@pytest.mark.prove
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
        phone.step()
        finish(server)
        phone.page.reload()
        phone.agrees()
        phone.tick_all()
        assert phone.step()["game"]["confirmed"]
    with Logbook(folder / "logbook.sqlite", KIT) as logbook:
        check_logbook(logbook)


@pytest.mark.prove
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
        phone.press(phone.colours().first)
        expect(page.get_by_text(LOST)).to_be_visible()
    with served(folder, "--port", port) as server:
        phone = Phone(page, server)
        expect(page.get_by_text(LOST)).to_be_hidden()
        now = server.state()
        # It was given up: nothing was recorded, and the colours are there again.
        if now["due"] == "bead":
            now = phone.step()
        assert moves(now) == 1
        phone.agrees()
