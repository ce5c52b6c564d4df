"""The statistics as a page: the same numbers as on the terminal."""

import re
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from menace_kit.guide.desk import Desk
from menace_kit.journal.queries import statistics
from menace_kit.journal.store import Journal
from menace_kit.machine.kit import load_preset
from menace_kit.render import rendered
from menace_kit.views.statistics import progress_chart
from tests.journal.games import KITS, kit_of, play_random_games
from tests.web.conftest import KIT, Open, done


def cells(page: str) -> list[list[str]]:
    """Return the tables' rows, the words of their cells."""
    rows = re.findall(r"<tr[^>]*>(.*?)</tr>", page, re.DOTALL)
    plain = [re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row, re.DOTALL) for row in rows]
    return [
        [" ".join(re.sub(r"<svg.*?</svg>|<[^>]+>", "", cell, flags=re.DOTALL).split()) for cell in row]
        for row in plain
    ]


def test_an_empty_journal_has_statistics(client: TestClient) -> None:
    page = client.get("/statistics").text
    assert "No game is finished yet." in page
    assert "<img" not in page
    assert client.get("/charts/progress.svg").status_code == 200


def test_the_page_has_the_numbers_of_the_journal(client: TestClient, journal_file: Path) -> None:
    with Journal(journal_file, KIT) as journal:
        play_random_games(journal, 30, seed=4)
        found = statistics(journal)
    rows = cells(client.get("/statistics").text)
    last = found.last
    assert ["Won by the machine", str(found.tally.wins), str(sum(r.value == "win" for r in last))] in rows
    assert ["Games finished", "30", "20"] in rows
    for number, amount in (*found.fullest, *found.most_opened):
        assert [str(number), str(amount)] in rows
    for colour, stock in found.beads.items():
        change = stock.now - stock.start
        assert [colour, str(stock.start), str(stock.now), f"{change:+d}" if change else "0"] in rows


@pytest.mark.prove
def test_games_of_two_machines_add_up(open_client: Open, journal_file: Path) -> None:
    kit = load_preset("both-players")
    with Journal(journal_file, kit) as journal:
        Desk(journal).act(lambda session: session.start(None, None, None, both=True))
        play_random_games(journal, 60, seed=4)
        found = statistics(journal)
    assert found.both
    assert found.winners.draws
    rows = cells(open_client(kit).get("/statistics").text)
    first, second, draws = found.winners
    for row in (
        ["Won by O", first],
        ["Won by X", second],
        ["Drawn", draws],
        ["Games finished", found.games],
    ):
        assert list(map(str, row)) in rows


def test_empty_boxes_are_links(open_client: Open, journal_file: Path) -> None:
    kit = kit_of(KITS["resign"])
    with Journal(journal_file, kit) as journal:
        play_random_games(journal, 40, seed=1)
        empty = statistics(journal).empty
    assert empty
    page = open_client(kit).get("/statistics").text
    for number in empty:
        assert f'<a href="/box/{number}">{number}</a>' in page


def test_the_chart_is_that_of_the_terminal_and_follows(client: TestClient, journal_file: Path) -> None:
    for count in (1, 2):
        done(client, "quick", result="win", colour=next(iter(KIT.box(1).moves)), confirmed=True)
        with Journal(journal_file, KIT) as journal:
            expected = rendered(progress_chart(KIT, statistics(journal)), "svg")[0]
        assert client.get("/charts/progress.svg").content == expected
        assert f"{count} game".encode() in expected
