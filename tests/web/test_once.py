"""Nothing is recorded twice: double taps, retries, a second phone, another program."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from fastapi.testclient import TestClient

from menace_kit.logbook.store import Logbook
from tests.guide.scripts import do
from tests.web.conftest import KIT, done, other_program, post, state
from tests.web.page import Page, press, visit


def entries(path: Path) -> int:
    with Logbook(path, KIT) as logbook:
        return logbook.last_entry


def test_each_act_sent_twice_is_recorded_once(client: TestClient) -> None:
    now = done(client, "start", opponent="Bob")
    first = now["box"]["beads"][0]["colour"]["name"]
    acts: list[tuple[str, dict[str, object]]] = [
        ("draw", {"colour": first}),
        ("undo", {}),
        ("draw", {"colour": first}),
        ("reply", {"square": "5"}),
        ("abandon", {}),
        ("start", {"opponent": "Eve"}),
        ("recount", {"box": 1, "counts": {first: 7}}),
    ]
    for act, facts in acts:
        on = state(client)["entry"]
        after = done(client, act, on=on, **facts)
        again = post(client, act, on=on, **facts)
        assert again.status_code == 200, (act, again.text)
        assert not again.json()["recorded"]
        assert again.json()["message"]
        assert again.json()["state"] == after == state(client)


ALREADY = "That was saved already, so nothing was saved twice."


def notice(page: Page) -> bool:
    """Return whether a page says, where that is seen and spoken,
    that an act had been recorded already.
    """
    (shown,) = [tag for tag in page.all("p") if tag.get("id") == "notice"]
    assert shown["role"] == "alert"
    assert ("hidden" in shown) == (ALREADY not in page.words)
    return "hidden" not in shown


def test_without_javascript_the_second_of_two_phones_is_told_and_can_log_its_game(
    client: TestClient,
) -> None:
    first, second = (visit(client, "/quick?operator=Ada&opponent=Eve") for _ in range(2))
    assert not notice(press(client, first.acts("quick")[0]))
    page = press(client, second.acts("quick")[0])
    assert notice(page)
    assert state(client)["totals"]["games"] == 1
    page = press(client, page.acts("quick")[0])
    assert not notice(page)
    assert state(client)["game"]["opponent"] == "Eve"
    assert state(client)["totals"]["games"] == 2


def test_a_page_says_nothing_that_an_address_dictates(client: TestClient) -> None:
    for path in ("/?said=cake", "/quick?said=%3Cb%3E", "/box/1?already=said"):
        assert not notice(visit(client, path))
    assert notice(visit(client, "/box/1?said=already"))


def test_a_late_change_is_told_why_and_shown_the_state(client: TestClient) -> None:
    now = done(client, "start")
    beads = [bead["colour"]["name"] for bead in now["box"]["beads"]]
    after = done(client, "draw", colour=beads[0])
    late = post(client, "draw", on=now["entry"], colour=beads[1])
    assert late.status_code == 409
    assert late.headers["content-type"] == "application/problem+json"
    assert late.json()["state"] == after == state(client)
    assert beads[0].upper() in late.json()["detail"]
    assert post(client, "reply", on=999, square="5").status_code == 409
    assert post(client, "tick", on=0, line=1).status_code == 409


def test_of_many_taps_at_once_one_is_recorded(client: TestClient, logbook_file: Path) -> None:
    now = done(client, "start")
    colour = now["box"]["beads"][0]["colour"]["name"]
    with ThreadPoolExecutor(8) as pool:
        answers = list(
            pool.map(lambda _: post(client, "draw", on=now["entry"], colour=colour), range(16))
        )
    assert {answer.status_code for answer in answers} == {200}
    assert sum(answer.json()["recorded"] for answer in answers) == 1
    assert entries(logbook_file) == now["entry"] + 1


def test_another_program_at_the_same_logbook_is_noticed(
    client: TestClient, logbook_file: Path
) -> None:
    now = done(client, "start")
    colour = now["box"]["beads"][0]["colour"]["name"]
    desk = other_program(logbook_file)
    desk.act(lambda session: session.draw(colour))
    assert state(client)["due"] == "reply"
    late = post(client, "abandon", on=now["entry"])
    assert late.status_code == 409
    assert late.json()["state"]["entry"] == desk.logbook.last_entry
    done(client, "reply", square="5")
    desk.refresh()
    do(desk, "end")
    assert state(client)["due"] == "start"
    desk.logbook.close()
