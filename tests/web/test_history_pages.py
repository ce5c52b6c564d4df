"""The history: all games, page by page, and each of them board by board."""

import re
from io import BytesIO
from pathlib import Path

import pdfplumber
from fastapi.testclient import TestClient

from menace_kit.guide.desk import Desk
from menace_kit.guide.paper import parse_game
from menace_kit.guide.paper_entry import enter_game
from menace_kit.guide.rehearsal import Rehearsal
from menace_kit.logbook.entries import WATCHED
from menace_kit.logbook.store import Logbook
from tests.logbook.games import play_random_games
from tests.web.conftest import KIT, done, played_out


def numbers(page: str) -> list[int]:
    """Return the games that a page of the history lists, in its order."""
    return [int(number) for number in re.findall(r'<li value="(\d+)">', page)]


def links(page: str) -> dict[str, str]:
    """Return where the links to newer (prev) and older (next) games lead."""
    return {
        name: address for address, name in re.findall(r'<a href="([^"]+)" rel="(prev|next)">', page)
    }


def text_of(content: bytes) -> str:
    with pdfplumber.open(BytesIO(content)) as pdf:
        assert len(pdf.pages) == 1
        return " ".join((pdf.pages[0].extract_text() or "").split())


def test_a_certificate_is_made_of_a_game_that_has_ended(client: TestClient) -> None:
    now = done(client, "start", opponent="Mia")
    assert "certificate.pdf" not in client.get("/history/1").text
    refused = client.get("/history/1/certificate.pdf")
    assert (refused.status_code, "The game goes on" in refused.text) == (422, True)
    now = played_out(client, now)
    page = client.get("/history/1").text
    assert '<form action="/history/1/certificate.pdf"' in page
    assert (
        'name="name" maxlength="80" autocomplete="off" autocapitalize="words" value="Mia"' in page
    )
    answer = client.get("/history/1/certificate.pdf")
    assert answer.headers["content-disposition"] == 'attachment; filename="certificate-a4-1.pdf"'
    assert "Mia" in text_of(answer.content)
    assert "Mia" not in text_of(client.get("/history/1/certificate.pdf?name=").content)
    unprintable = client.get("/history/1/certificate.pdf?name=美")
    assert (unprintable.status_code, "美 in the name 美 cannot be printed" in unprintable.text) == (
        422,
        True,
    )
    assert client.get("/history/2/certificate.pdf").status_code == 404


def test_pages_have_25_games_and_lead_to_each_other(client: TestClient, logbook_file: Path) -> None:
    assert "No game is finished yet." in client.get("/history").text
    with Logbook(logbook_file, KIT) as logbook:
        play_random_games(logbook, 60, seed=1)
    seen = []
    address, back = "/history", []
    while True:
        page = client.get(address).text
        seen += numbers(page)
        back.append(address)
        if "next" not in links(page):
            break
        address = links(page)["next"]
    assert seen == list(range(60, 0, -1))
    assert back == ["/history", "/history?before=36", "/history?before=11"]
    assert links(client.get("/history?before=11").text)["prev"] == "/history?before=36"
    assert links(client.get("/history?before=36").text)["prev"] == "/history"
    assert links(client.get("/history").text) == {"next": "/history?before=36"}
    assert numbers(client.get("/history?before=1").text) == []


def test_a_replay_shows_every_position_bead_and_change(client: TestClient) -> None:
    now = played_out(client, done(client, "start", operator="Ada", opponent="Bob & <i>Co</i>"))
    moves = now["game"]["moves"]
    page = client.get("/history/1").text
    assert page.count('class="picture"') == 1 + len(moves)
    assert page.count("X plays square") + page.count("O plays square") == len(moves)
    assert "Against Bob &amp; &lt;i&gt;Co&lt;/i&gt;." in page
    for move in moves:
        assert move["words"] in page
    assert len(re.findall(r"Box \d+ had", page)) == sum(1 for move in moves if move["colour"])
    for line in now["adjustments"]:
        assert f'<a href="/box/{line["box"]}">Box {line["box"]}</a>: {line["change"]:+d}' in page
    assert "Nobody has confirmed that the boxes were updated." in page
    done(client, "confirm")
    assert "The boxes are updated after game 1." in client.get("/history/1").text


def test_what_was_taken_back_is_shown_as_taken_back(client: TestClient) -> None:
    now = done(client, "start")
    colours = [bead["colour"]["name"] for bead in now["box"]["beads"]]
    done(client, "draw", colour=colours[0])
    done(client, "undo")
    done(client, "draw", colour=colours[1])
    page = client.get("/history/1").text
    assert page.count('<li class="taken-back">') == 1
    assert page.count('class="picture"') == 2
    assert "goes on" in client.get("/history").text


def test_a_game_known_by_its_outcome_alone_has_a_page(client: TestClient) -> None:
    done(client, "quick", result="loss", colour=next(iter(KIT.box(1).moves)), confirmed=True)
    page = client.get("/history/1").text
    assert "Only the result was recorded" in page
    assert '<a href="/box/1">' in page


def test_games_that_do_not_exist_are_told(client: TestClient) -> None:
    for address in ("/history/1", "/history/0", "/history/x", "/history/²", "/history?before=x"):
        answer = client.get(address)
        assert answer.status_code == 404, address
        assert "game" in answer.text


def test_games_that_others_played_and_exhibitions_are_told_as_such(
    client: TestClient, logbook_file: Path
) -> None:
    """Nobody played against the machine in the one, and nothing is learned from the other."""
    with Logbook(logbook_file, KIT) as logbook:
        rehearsal = Rehearsal((desk := Desk(logbook)).session)
        enter_game(rehearsal, parse_game("5 1 3 7 4 6 2 8 9", kind=WATCHED))
        desk.act_all(rehearsal.actions)
    now = client.get("/api/state").json()["game"]
    assert (now["watched"], now["exhibition"]) == (True, False)
    assert (now["plays"], now["machine_is"]) == (
        "Others played, and the machine learned from it.",
        "Others played, and the machine learned from it",
    )
    assert "Others played, and the machine learned from it." in client.get("/history/1").text
    assert "against the machine" not in client.get("/history/1").text
    done(client, "confirm")
    done(client, "start", opponent="Bob", exhibition=True)
    assert client.get("/api/state").json()["game"]["exhibition"] is True
    assert "the machine learns nothing from it" in client.get("/history/2").text
    listed = client.get("/history").text
    assert re.findall(r"·\s*(game of others|against Bob, exhibition)", listed) == [
        "against Bob, exhibition",
        "game of others",
    ]
