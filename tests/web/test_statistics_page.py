"""The statistics as a page: the same numbers as on the terminal."""

import re
from functools import partial
from pathlib import Path

from fastapi.testclient import TestClient

from menace_kit.guide import counting
from menace_kit.guide.desk import Desk
from menace_kit.guide.session import Session
from menace_kit.logbook.career import statistics
from menace_kit.logbook.store import Logbook
from menace_kit.machine.learning import starting_contents
from menace_kit.render import rendered
from menace_kit.views.career import good_lines, moves_left, progress_chart
from tests.logbook.games import KITS, desk_of, kit_of, play_random_games
from tests.web.conftest import HER, KIT, Open, done


def cells(page: str) -> list[list[str]]:
    """Return the tables' rows, the words of their cells."""
    rows = re.findall(r"<tr[^>]*>(.*?)</tr>", page, re.DOTALL)
    plain = [re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row, re.DOTALL) for row in rows]
    return [
        [
            " ".join(re.sub(r"<svg.*?</svg>|<[^>]+>", "", cell, flags=re.DOTALL).split())
            for cell in row
        ]
        for row in plain
    ]


def test_an_empty_logbook_has_statistics(client: TestClient) -> None:
    page = client.get("/statistics").text
    assert "No game is finished yet." in page
    assert "<img" not in page
    assert client.get("/charts/progress.svg").status_code == 200


def test_the_page_has_the_numbers_of_the_logbook(client: TestClient, logbook_file: Path) -> None:
    with Logbook(logbook_file, KIT) as logbook:
        play_random_games(logbook, 21, seed=4)
        found = statistics(logbook)
    rows = cells(client.get("/statistics").text)
    last = found.last
    assert [
        "The machine won",
        str(found.tally.wins),
        str(sum(r.value == "win" for r in last)),
    ] in rows
    assert ["Games", "21", "20"] in rows
    for number, amount in (*found.fullest, *found.most_opened):
        assert [str(number), str(amount)] in rows
    for colour, stock in found.beads.items():
        change = stock.now - stock.start
        assert [colour, str(stock.start), str(stock.now), f"{change:+d}" if change else "0"] in rows


def test_empty_boxes_are_links(open_client: Open, logbook_file: Path) -> None:
    kit = kit_of(KITS["resign"])
    with Logbook(logbook_file, kit) as logbook:
        desk = Desk(logbook)
        for number in (1, 7):
            nothing = dict.fromkeys(kit.box(number).start, 0)
            desk.act(partial(counting.count, number=number, counted=nothing))
        play_random_games(logbook, 1, seed=1)
        empty = statistics(logbook).empty
    assert empty
    page = open_client(kit).get("/statistics").text
    for number in empty:
        assert f'<a href="/box/{number}">{number}</a>' in page


def test_the_chart_is_that_of_the_terminal_and_follows(
    client: TestClient, logbook_file: Path
) -> None:
    for count in (1, 2):
        done(client, "quick", result="win", colour=next(iter(KIT.box(1).moves)), confirmed=True)
        with Logbook(logbook_file, KIT) as logbook:
            expected = rendered(progress_chart(logbook, statistics(logbook)), "svg")[0]
        assert client.get("/charts/progress.svg").content == expected
        assert f"{count} game".encode() in expected


def test_the_chart_shows_a_line_that_moves_for_the_machine(
    open_client: Open, logbook_file: Path
) -> None:
    with Logbook(logbook_file, HER) as logbook:
        play_random_games(logbook, 12, seed=19)
        left, contents = moves_left(logbook), logbook.contents()
        games = statistics(logbook).games
    client = open_client(HER)
    drawn = client.get("/charts/sums.svg").text
    assert "Moves that are left" in drawn
    assert "Beads that games added" not in drawn
    assert "won" in drawn
    assert "drawn" not in drawn
    assert left[0] == sum(bead.start > 0 for box in HER.boxes for bead in box.beads)
    assert left[-1] == sum(count > 0 for counts in contents.values() for count in counts.values())
    assert len(left) == games + 1
    assert len(set(left)) > 3  # it moves
    assert "Moves that are left in the boxes" in client.get("/statistics").text


def test_the_chart_is_of_recent_games_and_good_moves_unless_sums_are_chosen(
    client: TestClient, logbook_file: Path
) -> None:
    with Logbook(logbook_file, KIT) as logbook:
        play_random_games(logbook, 3, seed=1961)
        (line,) = good_lines(logbook)
        contents = logbook.contents()
    assert line.choice.move == 2
    assert len(line.chances) == 4
    assert line.chances[0] == line.choice.chance(starting_contents(KIT))
    assert line.chances[-1] == line.choice.chance(contents) != line.chances[0]
    page = client.get("/statistics").text
    assert "/charts/progress.svg" in page
    assert "/charts/sums.svg" not in page
    assert '<a href="/statistics?chart=sums">Beads that games added to the first box</a>' in page
    drawn = client.get("/charts/progress.svg").text
    assert "Of the last 20 games" in drawn
    assert "Chance that move 2 is good" in drawn
    assert "Beads that games added" not in drawn
    page = client.get("/statistics?chart=sums").text
    assert "/charts/sums.svg" in page
    assert '<a href="/statistics">Recent games and good moves</a>' in page
    assert "Beads that games added" in client.get("/charts/sums.svg").text


def test_games_that_teach_nothing_are_no_points_of_the_line() -> None:
    desk = desk_of(HER)
    for exhibition in (True, False, True):
        desk.act(partial(Session.start, exhibition=exhibition))
        play_random_games(desk.logbook, 1, seed=1)
        desk.refresh()
    assert len(moves_left(desk.logbook)) == 2
