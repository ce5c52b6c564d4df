"""Machines that are not of 1961: one that moves second, and one that can do both."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from menace_kit.journal.store import Journal
from menace_kit.machine.kit import load_kit
from tests.journal.games import check_book
from tests.web.browser.conftest import Open, Start
from tests.web.browser.phone import Phone
from tests.web.browser.test_game import SCRIPTS


@SCRIPTS
@pytest.mark.parametrize(("side", "begins"), [("second", ""), ("both", "machine"), ("both", "opponent")])
def test_a_whole_game(
    start: Start, folder: Path, open_page: Open, scripts: bool, side: str, begins: str
) -> None:
    kit = folder / "kit.toml"
    kit.write_text(f'side = "{side}"\n', encoding="utf-8")
    server = start("--kit", str(kit))
    phone = Phone(open_page(server.address, java_script_enabled=scripts), server)
    radios = phone.page.get_by_role("group", name="Who begins?").get_by_role("radio")
    expect(radios).to_have_count(2 if begins else 0)
    if begins:
        phone.page.get_by_role("radio", name=f"The {begins}").check()
    now = phone.step()
    assert now["game"]["machine_first"] == (begins == "machine")
    assert now["due"] == ("bead" if begins == "machine" else "reply")
    while now["due"] != "adjust":
        now = phone.step()
    phone.tick_all()
    now = phone.step()
    assert (now["due"], now["game"]["confirmed"]) == ("start", True)
    with Journal(folder / "journal.sqlite", load_kit(kit)) as book:
        check_book(book)
