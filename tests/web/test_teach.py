"""The coach on the page of a game: switched on in one browser,
it says which reply to make and marks it.
"""

import re
import time

import pytest
from fastapi.testclient import TestClient

from menace_kit.errors import ExtraError
from menace_kit.lab.advice import advice
from menace_kit.machine import load_preset
from menace_kit.machine.learning import starting_contents
from menace_kit.web.pages import coach
from tests.web.conftest import KIT, Open, done, state

WAIT = 60.0


def when_ready(client: TestClient) -> str:
    """Return the page of the game with the coach's advice;
    the first time its functions are compiled.
    """
    end = time.monotonic() + WAIT
    while "still being worked out" in (page := str(client.get("/").text)):
        assert time.monotonic() < end
        time.sleep(0.1)
    return page


def coach_is_on(client: TestClient) -> bool:
    """Return what the coach's switch says."""
    found = re.search(r'id="teach".*? aria-checked="(true|false)"', client.get("/").text)
    assert found
    return found[1] == "true"


def test_the_coach_is_switched_on_and_off_in_one_browser(client: TestClient) -> None:
    done(client, "start")
    done(client, "draw", colour="white")
    assert 'class="advice"' not in client.get("/").text
    assert not coach_is_on(client)
    client.get("/teach?on=true")
    page = when_ready(client)
    assert (
        '<p class="advice">Coach: square 5 (centre). Then comes box 7: from there it loses ' in page
    )
    assert (
        page.count('class="square advised" name="square" value="5"') == page.count("advised") == 1
    )
    done(client, "reply", square="5")
    assert 'class="advice"' not in client.get("/").text
    assert coach_is_on(client)
    client.get("/teach?on=false")
    assert not coach_is_on(client)
    other = TestClient(client.app, base_url=client.base_url)
    client.get("/teach?on=true")
    assert not coach_is_on(other)


@pytest.mark.parametrize(("preset", "said"), [("nim-8", "Coach: "), ("him-18", "Coach: move ")])
def test_moves_of_other_kinds_are_marked(open_client: Open, preset: str, said: str) -> None:
    kit = load_preset(preset)
    client = open_client(kit)
    client.get("/teach?on=true")
    done(client, "start")
    done(client, "draw", colour=next(iter(kit.first_boxes(kit.sides[0])[0].moves)))
    page = when_ready(client)
    assert f'<p class="advice">{said}' in page
    assert page.count(' advised"') + page.count('"advised"') == 1


def test_where_it_takes_long_the_page_comes_without(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.get("/teach?on=true")
    done(client, "start")
    done(client, "draw", colour="white")
    with monkeypatch.context() as hurried:
        hurried.setattr(coach, "WAIT_FOR_COACH", 0)
        assert "This is still being worked out" in client.get("/").text
    assert "Coach: square" in when_ready(client)


def test_without_the_lab_it_cannot_be_switched_on_and_says_what_to_install(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(_libraries: object) -> None:
        raise ExtraError("this needs numba")

    done(client, "start")
    done(client, "draw", colour="white")
    client.get("/teach?on=true")
    monkeypatch.setattr(coach, "check_extra", missing)
    (switch,) = re.findall(r'<button[^>]* id="teach"[^>]*>', client.get("/").text)
    assert " disabled " in switch
    assert 'aria-checked="false"' in switch
    assert "This needs the lab, which is not installed" in switch


def test_it_is_the_advice_of_the_table(client: TestClient) -> None:
    done(client, "start")
    done(client, "draw", colour="gold")
    client.get("/teach?on=true")
    side = KIT.sides[0]
    position = KIT.game.play(
        KIT.game.start(), (state(client)["game"]["moves"][0]["move"]["squares"][0] - 1,)
    )
    told = advice(KIT, side, starting_contents(KIT), position)
    assert f'advised" name="square" value="{told.move[0] + 1}"' in when_ready(client)
