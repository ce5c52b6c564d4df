"""A game at the boxes, with a phone in one hand."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests import one_game
from tests.examples import all_to_prove
from tests.web.browser.conftest import Open, Pardon
from tests.web.browser.phone import Held, Phone, finish, moves, play, sent_by
from tests.web.browser.test_audience import FOR_A_PROJECTOR, is_marked, mark
from tests.web.server import Server
from tests.web.warm import served

SCRIPTS = pytest.mark.parametrize(
    "scripts",
    all_to_prove([True, False], quick=[True]),
    ids=["with JavaScript", "without JavaScript"],
)

SMALL = {"viewport": {"width": 960, "height": 540}}
"""A quarter of what is drawn on a projector, where only words are read."""

LOST = "The connection is lost"


def test_a_game_on_a_phone_is_in_the_logbook_as_by_every_other_way_and_the_screen_follows(
    companion: Server, folder: Path, open_page: Open
) -> None:
    screen = open_page(f"{companion.address}/screen", **FOR_A_PROJECTOR | SMALL)
    mark(screen)
    page = open_page(companion.address)
    phone = Phone(page, companion)
    page.get_by_label("Who operates the machine?").fill("Ada")
    page.get_by_label("Who plays against the machine?").fill("Bob")
    phone.step()
    expect(screen.get_by_role("main")).to_contain_text("Bob")
    for act, what in one_game.STEPS:
        name = rf"^{what}: " if act == "draw" else rf"^Square {what}, free$"
        now = phone.tap(page.get_by_role("button", name=re.compile(name)).first)
        square = now["game"]["moves"][-1]["move"]["squares"][-1]
        expect(screen.get_by_role("main")).to_contain_text(re.compile(rf"square {square}\b"))
    expect(screen.locator("#turn")).to_contain_text("won")
    phone.tick_all()
    phone.step()
    assert is_marked(screen)
    assert one_game.entries_of(folder / "logbook.sqlite") == one_game.ENTRIES


def test_quick_ticks_are_shown_at_once_and_recorded_one_after_the_other(
    companion: Server, open_page: Open
) -> None:
    finish(companion)
    phone = Phone(open_page(companion.address), companion)
    entry = phone.entry
    lines, held, sent = phone.lines().count(), Held(phone.page, "**/api/tick"), sent_by(phone.page)
    assert lines == 4
    for number in range(lines):
        phone.lines().nth(number).tap()
        # Before anything is recorded: it is ticked, looks unfinished, and the next one may follow.
        expect(phone.lines().nth(number)).to_be_checked()
        expect(phone.lines().nth(number)).to_have_class(re.compile("waiting"))
        confirm = phone.page.get_by_text(f"Confirm ({number + 1} of {lines} ticked)")
        expect(confirm).to_be_visible()
        phone.lines().nth(number).dispatch_event("click")  # a double tap changes nothing
    assert not any(line["ticked"] for line in companion.state()["adjustments"])
    confirm.dispatch_event("click")  # behind all ticks it is taken, and asks nothing
    held.let_go()
    phone.shows(entry + 1)
    assert sent == ["tick"] * lines + ["confirm"]
    assert phone.agrees()["due"] == "start"
    expect(phone.page.locator(".waiting")).to_have_count(0)


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
    phone.press(phone.page.get_by_text("End game 1", exact=True).first)
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
