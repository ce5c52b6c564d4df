"""Every page in every language, at all moments of a game:
no English sentence is left in any of them.
"""

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlencode

import pytest
from fastapi.testclient import TestClient

from menace_kit.machine.toml_files import TemplateKind, template_path
from menace_kit.text import load_words
from menace_kit.web.language import LANGUAGE, _told_in, asked_for
from menace_kit.web.settings import Settings
from tests.examples import all_to_prove, preset
from tests.logbook.games import KITS, kit_of
from tests.text.language_files import OTHERS, each_of, sentences_of
from tests.web.conftest import Open, done, play_on, post, state
from tests.web.page import FORM, VOID, Page

PATHS = (
    "/",
    "/quick",
    "/screen",
    "/watch",
    "/cabinet",
    "/cabinet?by=opened",
    "/box/1",
    "/statistics",
    "/day",
    "/history",
    "/login",
)

ONCE = ("/history/1", "/history/2", "/learned", "/downloads", "/api/docs", "/play",
        "/day/2026-01-01", "/day/2190-01-01", "/find", "/find?board=X........",
        "/find?board=OXXOOXXO.", "/find?board=OOOXX....", "/find?board=OOO......")  # fmt: skip
MISSING = (
    "/nowhere",
    "/box/0",
    "/box/1x",
    "/history/0",
    "/history/99",
    "/day/x",
    "/downloads/cake.pdf",
)

OTHER_GAMES: list[tuple[str, dict[str, Any]]] = [
    ("her-19", {}),
    ("nim-8", {"first_mover": "opponent"}),
    ("nim-8", {"both": True}),
]

READ = {"aria-label", "alt", "title", "placeholder", "content", "summary"}
"""Attributes that people read or hear, besides those of our own: data-*."""

NOT_WORDS = {
    "data-bead",
    "data-key",
    "data-due",
    "data-stamp",
    "data-entry",
    "data-cheer",
    "data-left",
    "data-tag",
    "data-step",
    "data-replay",
    "data-spread",
    "data-part",
}

SHARED = {
    "de": {"Start", "start", "ja", "Box", "was"},
    "fr": {
        "Chance",
        "chances",
        "Pages",
        "place",
        "machine",
        "six",
        "carton",
        "box",
        "boxes",
        "plus",
    },
    "nl": {"won", "machine", "begin", "Open", "open", "of", "hold", "is", "twee", "box", "was"},
}
"""Words of English sentences that the language has as well."""


TYPED = re.compile(r"protect-first-box|kit\.toml|(?<=\d )resign")
"""Keys of a kit file, and a game's moves as they are written down."""


class Reader(HTMLParser):
    """Collects what people read on a page or hear of it, but for what says that it is English."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.language = ""
        self.read: list[str] = []
        self._open: list[bool] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take a tag's words down."""
        facts = {name: value or "" for name, value in attrs}
        if tag == "html":
            self.language = facts["lang"]
        if tag not in VOID:
            self._open.append(facts.get("lang") == "en" and tag != "html")
        for name, value in facts.items():
            if name == "data-words":  # for a script, each word by a name of its own
                self.read += [re.sub(r"\{\w+\}", "", each) for each in json.loads(value).values()]
            elif tag != "meta" and (
                name in READ or (name.startswith("data-") and name not in NOT_WORDS)
            ):
                self.read.append(value)

    def handle_endtag(self, _tag: str) -> None:
        self._open.pop()

    def handle_startendtag(self, _tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take the words of a tag down that closes itself."""
        self.read += [value or "" for name, value in attrs if name in READ]

    def handle_data(self, data: str) -> None:
        if not any(self._open):
            self.read.append(" ".join(data.split()))


@cache
def english(language: str) -> Mapping[str, list[str]]:
    """Return the fixed parts of all English sentences that the language has otherwise,
    by their first words.
    """
    parts = set()
    here, other = sentences_of("en"), sentences_of(language)
    keys = list(here)
    for key in keys[keys.index("squares.1") :]:  # behind what is on paper
        if key.startswith("keys."):
            continue
        theirs = " ".join(each_of(other[key]))
        ours = " {_} ".join(each_of(here[key]))
        for part in re.split(r"\{[^}]*\}|\[\[.*?\]\]", ours):
            fixed = part.strip(" .,:;!?()[]\n")
            if (
                re.search(r"[^\W\d_]{3}", fixed)
                and fixed not in theirs
                and fixed not in SHARED[language]
            ):
                parts.add(fixed)
    colours = load_words(language)
    parts |= {
        name
        for name in ("white", "green", "silver", "black")
        if colours.colour_called(name) != name
    }
    assert len(parts) > 300
    by_word = defaultdict[str, list[str]](list)
    for part in parts:
        by_word[re.findall(r"\w+", part)[0]].append(part)
    return by_word


@cache
def english_in(language: str, text: str) -> list[str]:
    """Return what is English in a text, but for what is typed as it stands there."""
    text = f" {TYPED.sub('', text)} "
    found = []
    for word in re.finditer(r"\w+", text):
        for part in english(language).get(word[0], ()):
            start = word.start() - part.index(word[0])
            beside = text[start - 1] + text[start + len(part) : start + len(part) + 1]
            if text.startswith(part, start) and not re.search(r"\w", beside):
                found.append(part)
    return found


def test_english_is_found_and_only_whole_words_of_it() -> None:
    german = "Feld 5: The machine won!"
    assert "The machine won" in english_in("de", german)
    assert "The machine won" not in english_in("de", "Feld 5: The machine wonders")


def check(language: str, text: str, where: str) -> None:
    page = Reader(text)
    assert page.language == language, where
    assert [(where, each) for each in page.read if english_in(language, each)] == []


def check_pages(client: TestClient, language: str, paths: tuple[str, ...] = PATHS) -> None:
    for path in paths:
        answer = client.get(path)
        assert answer.status_code == 200, path
        check(language, answer.text, path)
    now = state(client)
    for said in (now["say"], now["happened"], *now["warnings"]):
        assert english_in(language, said) == [], said


def moments(client: TestClient, **how: Any) -> Iterator[dict[str, Any]]:
    """Play a game, and yield the state at the first bead, the first reply, and the list."""
    now, seen = done(client, "start", **how or {"opponent": "Ada", "operator": "Bob"}), set[str]()
    while now["due"] in ("bead", "reply"):
        if now["due"] not in seen:
            yield now
        seen.add(now["due"])
        now = play_on(client, now)
    yield now


def kit_in(language: str, name: str = "michie", more: str = "") -> str:
    return f'print.language = "{language}"\n{more}{KITS[name]}'


@pytest.mark.parametrize("language", all_to_prove(OTHERS, quick=["de"]))
def test_all_pages_of_a_game_are_in_the_kits_language(language: str, open_client: Open) -> None:
    cabinet = "cabinet = {rows = 38, columns = 8}\n"
    client = open_client(kit_of(kit_in(language, more=cabinet)))
    check_pages(client, language)
    done(client, "quick", result="loss", colour="white", confirmed=True)
    for now in moments(client):
        box = f"/box/{now['box']['number']}" if now["box"] else "/quick"
        check_pages(client, language, ("/", "/screen", "/watch", box))
    done(client, "recount", box=1, counts={"white": 5})
    done(client, "confirm")
    check_pages(client, language, PATHS + ONCE)
    done(client, "start")
    done(client, "abandon")
    check_pages(client, language, ("/", "/screen", "/watch"))


@pytest.mark.parametrize(
    ("language", "preset", "how"),
    all_to_prove(
        [(language, *game) for language in OTHERS for game in OTHER_GAMES],
        quick=[("nl", *OTHER_GAMES[2])],
    ),
)
def test_all_pages_of_other_games_are_in_the_kits_language(
    preset: str, how: dict[str, Any], language: str, open_client: Open
) -> None:
    text = template_path(TemplateKind.MACHINES, preset).read_text(encoding="utf-8")
    client = open_client(kit_of(text.replace("[print]", f'[print]\nlanguage = "{language}"')))
    for _ in moments(client, **how):
        check_pages(client, language, ("/", "/screen", "/watch"))
    done(client, "confirm")
    check_pages(client, language, (*PATHS, "/history/1", "/learned", "/find"))
    refused = post(client, "quick", result="loss", colour="red")
    assert refused.status_code == 422
    assert english_in(language, refused.json()["detail"]) == []


@pytest.mark.parametrize("language", all_to_prove(OTHERS, quick=["de"]))
def test_beads_are_shown_by_the_languages_name_and_named_by_the_kits(
    language: str, open_client: Open
) -> None:
    client = open_client(kit_of(kit_in(language)))
    now = done(client, "start")
    words = load_words(language)
    page = Reader(client.get("/").text)
    for bead in now["box"]["beads"]:
        colour = bead["colour"]
        assert colour["called"] == words.colour_called(colour["name"])
        assert colour["called"] in page.read
    drawn = now["box"]["beads"][0]["colour"]
    now = done(client, "draw", colour=drawn["name"])
    assert drawn["called"].upper() in now["happened"]
    assert f'aria-label="{drawn["called"]}"' in client.get("/screen").text


@pytest.mark.parametrize("language", all_to_prove(OTHERS, quick=["fr"]))
def test_mistakes_are_told_in_the_kits_language(language: str, open_client: Open) -> None:
    client = open_client(kit_of(kit_in(language)))
    for path in MISSING:
        answer = client.get(path)
        assert answer.status_code == 404
        check(language, answer.text, path)
    done(client, "start")
    late = post(client, "draw", on=0, colour="white")
    wrong = [
        late,
        post(client, "start"),
        post(client, "reply", square="1"),
        post(client, "confirm"),
    ]
    for answer in wrong:
        assert answer.status_code in (409, 422)
        assert english_in(language, answer.json()["detail"]) == [], answer.json()["detail"]


LAN = Settings(any_address=True, pin="48151623")
FOR_VISITORS = (
    "/watch", "/play", "/play/box?box=1", "/cabinet", "/cabinet?by=opened", "/find",
    "/find?board=X........", "/find?board=OOOXX....", "/box/1", "/statistics", "/learned",
    "/day", "/day/2190-01-01", "/downloads", "/quick", "/login", "/api/docs",
)  # fmt: skip
"""The pages that are open to whoever gave no PIN."""


@pytest.mark.parametrize("language", all_to_prove(OTHERS, quick=["nl"]))
def test_all_pages_of_a_visitor_are_in_the_visitors_language(
    language: str, open_client: Open
) -> None:
    client = open_client(kit_of(kit_in("en")), LAN)
    client.post("/api/login", json={"pin": LAN.pin})
    for _ in moments(client):
        pass
    done(client, "confirm")
    done(client, "start")
    works_it = client.get("/statistics", headers={"accept-language": language})
    assert Reader(works_it.text).language == "en"
    client.cookies.clear()
    client.headers["accept-language"] = language
    assert client.post("/play/begin", content="", headers=FORM).status_code == 200
    for path in (*FOR_VISITORS, *MISSING):
        check(language, client.get(path).text, path)
    check(language, client.post("/act/start", content="", headers=FORM).text, "without the PIN")


def test_a_language_that_a_visitor_chose_stays_until_the_next_choice(open_client: Open) -> None:
    client = open_client(kit_of(kit_in("en")), LAN)
    client.headers["accept-language"] = "de"
    links = Page(client.get("/find?board=X........").text).links
    chosen = next(link for link in links if link.endswith("lang=fr"))
    assert chosen == "/find?board=X........&lang=fr"
    cookie = client.get(chosen).headers["set-cookie"]
    assert cookie.startswith(f"{LANGUAGE}=fr;")
    assert "Max-Age" not in cookie
    for path in ("/watch", "/box/1", "/nowhere"):
        assert Reader(client.get(path).text).language == "fr"
    assert Reader(client.get("/watch?lang=nl").text).language == "nl"
    assert Reader(client.get("/play").text).language == "nl"
    client.get("/watch?lang=tlhingan")
    assert Reader(client.get("/play").text).language == "nl"
    follows = client.get("/watch?lang=fr", headers={"x-requested-with": "fetch"})
    assert Reader(follows.text).language == "fr"
    assert Reader(client.get("/play").text).language == "nl"


def test_a_visitors_menu_is_the_same_on_every_page(open_client: Open) -> None:
    client = open_client(settings=LAN)
    client.headers["accept-language"] = "de"
    menus = {
        tuple(re.findall(r'href="([^"]+)"', client.get(path).text.partition("</header>")[0]))
        for path in (*FOR_VISITORS, *MISSING)
    }
    (menu,) = {tuple(link for link in menu if "." not in link) for menu in menus}
    assert "/play" in menu
    assert "/history" not in menu


def test_on_a_visitors_page_beads_and_moves_are_those_of_the_labels(open_client: Open) -> None:
    kit = preset("her-19")
    client = open_client(kit, LAN)
    english = client.get("/box/1").text
    german = client.get("/box/1", headers={"accept-language": "de"}).text
    on_label = r'data-bead="\w"|<span class="glyph">.</span>|\d\u2060?-\u2060?\d'
    assert re.findall(on_label, german) == re.findall(on_label, english)
    picture = "/label/1.svg"
    asked = client.get(picture, headers={"accept-language": "de"})
    assert asked.content == client.get(picture).content


def test_a_form_that_is_refused_says_where(open_client: Open) -> None:
    client = open_client(kit_of(kit_in("de")))
    body = urlencode({"on": "0", "opponent": "x" * 90})
    refused = client.post("/act/start", content=body, headers=FORM)
    assert refused.status_code == 422
    assert "Opponent: nicht gültig" in refused.text


def test_the_languages_of_a_browser_are_read_in_its_order() -> None:
    assert asked_for("de-CH, NL ;q=0.9,en;q=0.5") == ["de", "nl", "en"]


def test_languages_that_addresses_make_up_are_not_kept(client: TestClient) -> None:
    """A screen is there for everybody, and the server runs for a week."""
    page = (
        "/screen?lang={}",
        "/watch?lang={}",
    )
    assert all(client.get(path.format("de")).status_code == 200 for path in page)
    before = _told_in.cache_info().currsize
    for word in ("xx", "xy", "tlhingan"):
        assert all(client.get(path.format(word)).status_code == 200 for path in page)
    assert before > 0
    assert _told_in.cache_info().currsize == before
