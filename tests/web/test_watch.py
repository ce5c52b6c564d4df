"""A visitor's phone: what it tells of a game, and that guesses are counted once,
told late, and kept by nobody.
"""

import pickle
import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest
from fastapi.testclient import TestClient
from PIL import Image
from zxingcpp import read_barcodes

from menace_kit.views.state import Moment, read_state
from menace_kit.web.guesses import MOST_GUESSES, MOST_OF_ONE_SENDER, Guesses
from menace_kit.web.pages.watch import VISITOR
from menace_kit.web.settings import Settings
from tests.guide.scripts import do
from tests.logbook.games import (
    desk_of,
    kit_named,
    random_step,
)
from tests.web.conftest import HER, KIT, Open, application, done, play_on, played_out, post, state
from tests.web.page import FORM, Form, Page, press, visit

LAN = Settings(any_address=True, pin="123456")


class Visitors:
    """Browsers of several people at one companion: each has cookies of its own."""

    def __init__(self, client: TestClient) -> None:
        self.client = client
        self.cookies: dict[str, dict[str, str]] = {}

    @contextmanager
    def of(self, name: str) -> Iterator[TestClient]:
        """Lend somebody's browser."""
        self.client.cookies.clear()
        for cookie, value in self.cookies.get(name, {}).items():
            self.client.cookies.set(cookie, value, domain="127.0.0.1")
        yield self.client
        self.cookies[name] = dict(self.client.cookies)
        self.client.cookies.clear()

    def look(self, name: str, path: str = "/watch") -> Page:
        with self.of(name) as browser:
            return visit(browser, path)

    def guess(self, name: str, colour: str) -> Page:
        """Let somebody look, and then guess; return the page that follows."""
        page = self.look(name)
        with self.of(name) as browser:
            return press(browser, form_of(page), button_of(page, colour))


def form_of(page: Page) -> Form:
    """Return the form by which a bead is guessed."""
    (form,) = (form for form in page.forms if form.tag["action"] == "/watch")
    return form


def button_of(page: Page, colour: str) -> dict[str, str]:
    """Return what is tapped to guess a colour."""
    return next(button for button in form_of(page).buttons if button["value"] == colour)


def asks(page: Page) -> bool:
    return bool(page.forms)


def test_a_visitor_guesses_and_sees_how_it_and_the_crowd_fared(client: TestClient) -> None:
    people = Visitors(client)
    assert "Who plays against the machine?" in people.look("Ann").words
    now = done(client, "start", opponent="Bob")
    page = people.look("Ann")
    assert "Box 1 is opened" in page.words
    assert "Bob plays against the machine" in page.words
    assert [button["value"] for button in form_of(page).buttons] == ["white", "lilac", "gold"]
    assert page.words.count("33 %") == 6  # on the board, and where it is guessed
    for name, colour in (("Ann", "white"), ("Bea", "gold"), ("Cem", "white")):
        after = people.guess(name, colour)
        assert f"You guessed {colour}." in after.words
        assert not asks(after)
        assert "What 3 visitors guessed" not in after.words
    for path in ("/watch", "/screen"):
        # That would lead.
        assert not re.search("[0-9] of [0-9]|guessed it", people.look("Dan", path).words)
    now = done(client, "draw", colour="white")
    told = {name: people.look(name).words for name in ("Ann", "Bea", "Dan")}
    for words in told.values():
        assert "The last bead that was drawn: white" in words
        assert re.search(
            r"What 3 visitors guessed .*white ✓ 2 67 % 33 % .*lilac 0 0 % .*gold 1 33 %", words
        )
        assert "WHITE from box 1: the machine plays square 1" in words
    assert "You guessed it!" in told["Ann"]
    assert "Your guess was gold." in told["Bea"]
    assert "ou guess" not in told["Dan"]
    assert "You 1 1 0.3 Everybody 3 2 1.0" in told["Ann"]
    assert "You 0 0 0.0 Everybody 3 2 1.0" in told["Dan"]
    assert "2 of 3 guessed it" in people.look("Dan", "/screen").words
    play_on(client, now)
    assert "2 of 3" not in people.look("Dan", "/screen").words
    later = people.look("Ann")
    assert asks(later)
    assert "You guessed it! 2 of 3 guessed it" in later.words


ONLY_WHITE = {colour: 5 * (colour == "white") for colour in KIT.box(1).start}


@pytest.mark.parametrize(
    ("counts", "how"),
    [(ONLY_WHITE, {}), (dict(KIT.box(1).start), {"exhibition": True, "greedy": True})],
)
def test_no_guess_is_asked_where_it_is_known_which_bead_comes(
    client: TestClient, counts: dict[str, int], how: dict[str, bool]
) -> None:
    done(client, "recount", box=1, counts=counts)
    now = done(client, "start", **how)
    page = visit(client, "/watch")
    assert now["due"] == "bead"
    assert not asks(page)
    assert "There is nothing to guess now." in page.words
    done(client, "draw", colour="white")
    page = visit(client, "/watch")
    assert "The last bead that was drawn: white" in page.words


def test_a_bead_is_guessed_once_and_not_when_it_was_seen(client: TestClient) -> None:
    people = Visitors(client)
    now = done(client, "start")
    page = people.look("Ann")
    people.guess("Ann", "white")
    with people.of("Ann") as browser:
        again = press(browser, form_of(page), button_of(page, "gold"))
    assert "That guess was not counted" in again.words
    assert "You guessed white." in again.words
    slow = people.look("Bea")
    now = done(client, "draw", colour="gold")
    with people.of("Bea") as browser:
        late = press(browser, form_of(slow), button_of(slow, "gold"))
    assert "That guess was not counted" in late.words
    assert "What 1 visitor guessed" in late.words
    play_on(client, now)
    with people.of("Bea") as browser:  # the next box is open: what was tapped was not meant for it
        assert (
            "That guess was not counted"
            in press(browser, form_of(slow), button_of(slow, "gold")).words
        )


def test_what_is_taken_back_is_told_and_counted_as_it_is_then(client: TestClient) -> None:
    people = Visitors(client)
    done(client, "start")
    people.guess("Ann", "white")
    done(client, "draw", colour="gold")
    assert "Your guess was white." in people.look("Ann").words
    done(client, "undo")  # the operator mistyped
    assert "You guessed white." in people.look("Ann").words
    late = people.look("Bea")
    assert "There is nothing to guess now." in late.words
    assert not asks(late)
    now = done(client, "draw", colour="white")
    assert "You 1 1 0.3 Everybody 1 1 0.3" in people.look("Ann").words
    now = play_on(client, now)
    people.guess("Ann", now["box"]["beads"][0]["colour"]["name"])
    done(client, "undo")  # the reply
    assert "You 1 1 0.3 Everybody 1 1 0.3" in people.look("Ann").words
    play_on(client, state(client))
    assert asks(people.look("Ann"))


def test_guesses_go_with_their_game_and_with_the_server(open_client: Open) -> None:
    people = Visitors(open_client())
    done(people.client, "start")
    people.guess("Ann", "white")
    now = done(people.client, "draw", colour="white")
    now = played_out(people.client, now)
    assert "Everybody 1 1" in people.look("Ann").words
    done(people.client, "next")
    assert "Everybody" not in people.look("Ann").words
    people.guess("Ann", "gold")
    again = Visitors(open_client())  # it is started anew, with the same logbook
    again.cookies = people.cookies
    page = again.look("Ann")
    assert asks(page)
    now = done(again.client, "draw", colour="gold")
    now = played_out(again.client, now)
    done(again.client, "next")
    assert "guesses before that" not in again.look("Ann").words


def test_a_browser_is_known_by_chance_alone(client: TestClient) -> None:
    first = client.get("/watch")
    (cookie,) = first.headers.get_list("set-cookie")
    assert re.fullmatch(rf"{VISITOR}=[\w-]{{22}}; HttpOnly; Path=/; SameSite=lax", cookie)
    assert "set-cookie" not in client.get("/watch").headers
    client.cookies.clear()
    assert client.get("/watch").headers["set-cookie"] != cookie
    done(client, "start")
    fields = {"draw": form_of(visit(client, "/watch")).fields[0]["value"], "colour": "white"}
    body = client.build_request("POST", "/", data=fields).read()
    client.cookies.clear()
    answer = client.post("/watch", content=body, headers=FORM, follow_redirects=False)
    assert answer.headers["location"] == "/watch?said=no-cookie"
    assert VISITOR in answer.headers["set-cookie"]
    assert "was not counted" in visit(client, "/watch?said=no-cookie").words
    assert "nonsense" not in client.get("/watch?said=nonsense&lang=nonsense").text
    assert visit(client, "/watch").words == visit(client, "/watch?said=title").words


def test_what_nobody_could_have_tapped_is_refused(client: TestClient) -> None:
    done(client, "start")
    page = visit(client, "/watch")
    draw = form_of(page).fields[0]["value"]
    for fields, status in (
        ({"draw": draw, "colour": "purple"}, 422),
        ({"draw": draw}, 422),
        ({"draw": "9:9", "colour": "white"}, 303),
        ({}, 303),
    ):
        body = client.build_request("POST", "/", data=fields).read()
        answer = client.post("/watch", content=body, headers=FORM, follow_redirects=False)
        assert answer.status_code == status, fields
    assert client.post("/watch", content=b"\xff", headers=FORM).status_code == 422
    assert asks(visit(client, "/watch"))


def test_a_script_is_given_only_its_part_of_the_page(client: TestClient) -> None:
    done(client, "start")
    form = form_of(visit(client, "/watch"))
    fields = {"draw": form.fields[0]["value"], "colour": "gold", "part": "yes"}
    body = client.build_request("POST", "/", data=fields).read()
    answer = client.post("/watch", content=body, headers={**FORM, "accept-language": "fr"})
    assert answer.status_code == 200
    assert "Votre choix" in answer.text
    assert "<html" not in answer.text
    assert len(answer.content) < 1500


def test_a_guess_needs_no_pin_unless_watching_does(open_client: Open, logbook_file: Path) -> None:
    client = open_client(settings=LAN)
    client.post("/api/login", json={"pin": "123456"})
    done(client, "start")
    client.cookies.clear()
    went = client.get("/", follow_redirects=False)
    assert (went.status_code, went.headers["location"]) == (303, "/watch")
    page = visit(client, "/")
    assert "/login?next=/" in page.links
    assert not page.acts("draw")
    before = logbook_file.read_bytes()
    form, button = form_of(page), button_of(page, "white")
    assert "You guessed white." in press(client, form, button).words
    assert logbook_file.read_bytes() == before
    assert post(client, "draw", colour="white").status_code == 403


def test_the_code_on_the_screen_leads_to_it(open_client: Open) -> None:
    """On the machine itself there is none: no phone finds it by that name."""
    client = open_client(settings=LAN)
    assert not visit(client, "/screen").all("aside")
    page = Page(client.get("/screen", headers={"host": "192.168.1.7:1961"}).text)
    address = "http://192.168.1.7:1961/watch"
    assert page.all("aside")[0]["aria-label"] == "Watch and guess"
    drawn = next(
        place for place, (_, facts) in enumerate(page.tags) if facts.get("aria-label") == address
    )
    left, top, wide, high = map(int, page.tags[drawn][1]["viewbox"].split())
    picture = Image.new("L", (4 * wide, 4 * high), 255)
    for x, y, run in re.findall(r"M(\d+) (\d+)h(\d+)v1", page.tags[drawn + 2][1]["d"]):
        corner = 4 * (int(x) - left), 4 * (int(y) - top)
        picture.paste(0, (*corner, corner[0] + 4 * int(run), corner[1] + 4))
    assert (left, top) == (-4, -4)  # the white around it
    assert [code.text for code in read_barcodes(picture)] == [address]


def watched(client: TestClient, seed: int = 0, **how: Any) -> Iterator[tuple[dict[str, Any], Page]]:
    """Play a game by chance, and yield each state with the page of that moment."""
    now, random = done(client, "start", **how), Random(seed)
    while now["due"] in ("bead", "reply"):
        yield now, visit(client, "/watch")
        if now["due"] == "reply":
            now = done(client, "reply", square=random.choice(now["replies"])["move"])
        elif beads := [
            bead for bead in now["box"]["beads"] if bead["in_box"] and not bead["taken"]
        ]:
            now = done(client, "draw", colour=random.choice(beads)["colour"]["name"])
        else:
            now = done(client, "empty")
    yield now, visit(client, "/watch")


SEEN = {"later": {"without bead"}, "taken": set[str](), "refill": {"empty"}}
HEADS = {"win": "The machine won", "draw": "A draw", "loss": "The machine lost"}


@pytest.mark.parametrize("name", SEEN)
def test_where_there_is_no_bead_that_is_told(open_client: Open, name: str) -> None:
    client, seen = open_client(kit_named(name)), set[str]()
    if "empty" in SEEN[name]:
        done(client, "recount", box=1, counts=dict.fromkeys(kit_named(name).box(1).start, 0))
    while not seen >= {"guessed"} | SEEN[name]:
        for now, page in watched(client, seed=0):
            inside = now["box"]["beads"] if now["due"] == "bead" else []
            there = [
                bead["colour"]["name"] for bead in inside if bead["in_box"] and not bead["taken"]
            ]
            assert asks(page) == (len(set(there)) > 1)
            if asks(page):
                assert [button["value"] for button in form_of(page).buttons] == there
                assert "100 %" not in page.words
            elif inside and not there:
                assert "Box 1 is empty." in page.words
                assert now["box"]["empty_rule"][1:] in page.words
            assert now["happened"] in page.words
            played = [move for move in now["game"]["moves"] if move["by"] == "machine"]
            without = bool(played) and not played[-1]["colour"]
            assert ("The last bead that was drawn" in page.words) == (not without and bool(played))
            seen |= (
                {"without bead"} if without else {"empty"} if inside and not there else {"guessed"}
            )
        assert HEADS[now["game"]["result"]] in page.words
        assert all(f"Box {line['box']}" in page.words for line in now["adjustments"])
        done(client, "confirm")


def test_a_game_of_which_only_the_outcome_is_known_had_no_bead_to_guess(client: TestClient) -> None:
    done(client, "quick", result="win", colour="white", confirmed=True)
    page = visit(client, "/watch")
    assert "The machine won" in page.words
    assert "Only the result was recorded." in page.words
    assert not asks(page)


def test_a_week_in_a_museum_leaves_nothing_in_memory() -> None:
    """What is kept is that of one game at the most, however many games there
    were, and guesses in each.
    """
    desk, guesses, numbers, sizes = desk_of(HER), Guesses(), count(), list[int]()
    random = Random(1)
    while len(sizes) < 10:
        now = read_state(desk)
        guesses.see(now)
        if guesses.due:
            for _ in range(20):
                assert (
                    guesses.guess(f"{next(numbers):022}", guesses.due, guesses_in(now)) == "counted"
                )
        if now.due == "start":
            sizes.append(len(pickle.dumps(guesses)))
        desk.act(lambda session: random_step(session, random))
    assert max(sizes[5:]) < 1.1 * max(sizes[:5])


def guesses_in(now: Moment) -> str:
    assert now.box is not None
    return next(bead.colour.name for bead in now.box.beads if bead.in_box)


def test_of_one_bead_so_many_guesses_are_kept_and_no_more() -> None:
    desk, guesses = desk_of(KIT), Guesses()
    do(desk, "start:Ada:Bob")
    guesses.see(read_state(desk))
    answers = [
        guesses.guess(str(number), guesses.due, "white", f"10.0.0.{number % 250}")
        for number in range(MOST_GUESSES + 2)
    ]
    assert answers == ["counted"] * MOST_GUESSES + ["full"] * 2


def test_one_sender_fills_no_table_and_a_school_behind_one_address_has_room(
    client: TestClient,
) -> None:
    done(client, "start")
    guesses = application(client).state.guesses
    visit(client, "/watch")  # whoever looks lets it see what is due
    for number in range(MOST_OF_ONE_SENDER):
        assert guesses.guess(str(number), guesses.due, "gold", "testclient") == "counted"
    page = visit(client, "/watch")
    assert "Yours can't be counted" in press(client, form_of(page), button_of(page, "white")).words
    assert guesses.guess("Ann", guesses.due, "white", "192.168.1.7") == "counted"
    assert MOST_OF_ONE_SENDER >= 6 * 30  # six classes
    assert MOST_OF_ONE_SENDER < MOST_GUESSES / 4


def test_what_was_seen_later_is_not_unseen() -> None:
    """Two pages are made at a time, and the one that was begun first may be ready last."""
    desk, guesses = desk_of(KIT), Guesses()
    do(desk, "start:Ada:Bob")
    before = read_state(desk)
    do(desk, "white")
    guesses.see(before)
    due = guesses.due
    guesses.see(read_state(desk))
    guesses.see(before)
    assert guesses.guess("Ann", due, "white") == "late"


WRONG_WAY = "Ann\u202e\u2069\u202e gnp"
HEBREW = "\u05d3\u05e0\u05d4"
TURNING = "\u202a\u202b\u202d\u202e\u2066\u2067\u2069"


def test_a_name_turns_no_line_round(client: TestClient) -> None:
    done(client, "start", opponent=WRONG_WAY, operator=f"{HEBREW}\u2069")
    paths = ("/", "/watch", "/screen", "/history/1")
    pages = {path: client.get(path).text for path in paths}
    for path, text in pages.items():
        assert "Ann gnp" in text, path
        assert not any(sign in re.sub(r'value="[^"]*"', "", text) for sign in TURNING), path
    for path in ("/", "/history/1"):
        assert f"<bdi>{HEBREW}</bdi>" in pages[path], path
    now = done(client, "abandon")
    assert not any(sign in now["happened"] for sign in TURNING)
    done(client, "start", opponent=HEBREW)
    for path in ("/watch", "/screen"):
        assert f"<bdi>{HEBREW}</bdi> plays" in client.get(path).text, path
    assert state(client)["game"]["plays"].startswith(f"\u2068{HEBREW}\u2069 plays")
    assert state(client)["game"]["opponent"] == HEBREW
