"""The audience's screen: what it shows, in plain words, and that whoever watches misses nothing."""

import re
from html import unescape
from pathlib import Path
from threading import Event

import pytest
from fastapi.testclient import TestClient

from menace_kit.guide import whole_games
from menace_kit.logbook.store import Logbook
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Result, starting_contents
from menace_kit.machine.toml_files import TemplateKind, template_names
from menace_kit.text.kit_words import page_words
from menace_kit.views.elements import colour_shape
from menace_kit.views.machine import kit_shape
from menace_kit.views.milestones import Fared, Milestones
from menace_kit.views.steps import steps_after
from menace_kit.web.language import in_language
from menace_kit.web.page import page_text
from menace_kit.web.pages.bowl import OPEN, bowl_of, then_and_now
from menace_kit.web.pages.results import results_of, then_and_now_told
from menace_kit.web.pages.story import slide_for_phones, slides
from tests.examples import all_to_prove, preset
from tests.logbook.games import desk_of, kit_of, play_random_games
from tests.text.language_files import LANGUAGES
from tests.views.test_true_stories import play
from tests.web.conftest import KIT, Open, application, done, play_on, played_out, state


def shown(client: TestClient) -> str:
    """Return the words on the screen, without its marks of HTML."""
    answer = client.get("/screen")
    assert answer.status_code == 200
    return re.sub(r"<[^>]+>|\s+", " ", answer.text.partition("<body")[2])


LINE = "A bead drawn at random is the move."


def test_the_screen_tells_a_whole_game_without_a_script(client: TestClient) -> None:
    assert f"{LINE} " in shown(client)
    assert "Who plays against the machine?" in shown(client)
    now = done(client, "start", opponent="Bob <b>")
    assert f"{LINE} " in shown(client)
    assert "Draw from box 1 " in shown(client)
    assert "Bob &lt;b&gt; plays against the machine" in shown(client)
    now = play_on(client, now)
    assert "Bob &lt;b&gt;, your move!" in shown(client)
    assert "from box 1" in shown(client)
    assert re.search(r"Box 1 had 4 \w+ of 12 beads: a chance of 33.%\.", shown(client))
    now = played_out(client, now)
    over = shown(client)
    assert LINE in over
    assert {"win": "The machine won", "draw": "A draw", "loss": "The machine lost"}[
        now["game"]["result"]
    ] in over
    done(client, "confirm")
    assert "Box 1: first day" in shown(client)
    assert "today" in shown(client)


def test_an_opponent_without_a_name_is_told_whose_turn_it_is(client: TestClient) -> None:
    play_on(client, done(client, "start"))
    assert "Your move!" in shown(client)


def test_what_the_screen_shows_has_no_controls_and_nothing_inline(client: TestClient) -> None:
    page = client.get("/screen").text
    shown = page.partition("<main")[2].partition("</main>")[0]
    assert shown
    assert not re.search(r"<(a|button|form|input|select|nav)\b", shown)
    assert not re.search(r"<script(?! src=)|\bstyle=|<style|\son\w+=", page)
    assert '<noscript><meta http-equiv="refresh"' in page
    assert 'class="light"' in client.get("/screen?look=light").text
    assert 'class="dark"' in client.get("/screen?look=purple").text
    for name in ("screen.js", "screen.css", "replay.js", "learned.js", "record.css"):
        assert client.get(f"/static/{name}").status_code == 200


def test_a_count_in_the_middle_of_a_game_is_no_news_for_a_crowd(client: TestClient) -> None:
    now = play_on(client, done(client, "start"))
    told = now["happened"]
    done(client, "recount", now["entry"], box=2, counts={"white": 2}, sure=True)
    assert "counted" not in shown(client)
    assert told[:20] in shown(client)


def test_the_screen_leaves_out_what_says_nothing_from_afar(client: TestClient) -> None:
    for _ in range(10):
        done(client, "quick", result="win", colour="white", confirmed=True)
    over = shown(client)
    assert "in the first box" not in over
    now = done(client, "start")
    assert "For this board there is box" not in shown(client)
    while now["due"] != "bead" or now["game"]["moves"] == []:
        now = play_on(client, now)
    assert "For this board there is box" not in shown(client)
    table, _, told = client.get("/screen").text.partition('class="now"')
    assert "%" in table
    assert "%" not in told.partition("</section>")[0]


def test_games_are_dots_from_the_first_on_and_a_curve_when_they_are_many(
    client: TestClient, logbook_file: Path
) -> None:
    def log(result: str) -> str:
        done(client, "quick", result=result, colour="white", confirmed=True)
        return str(client.get("/screen").text).partition("<footer>")[2]

    once = log("loss")
    assert once.count('class="on"') == 1
    assert 'class="on"' in once.partition('class="row-loss"')[2]
    assert 'class="curve"' not in once
    log("win")
    footer = log("draw")
    assert footer.count('class="on"') == 3
    assert "of its last" not in footer
    with Logbook(logbook_file, KIT) as logbook:
        play_random_games(logbook, 37, seed=1961)
    footer = log("win")
    assert 'class="on"' not in footer
    assert 'class="curve"' in footer


def test_a_box_that_is_too_full_says_so_between_two_games(open_client: Open) -> None:
    client = open_client(kit_of("learning.full-above = 14"))
    full = "Box 1 is too full."
    now = done(client, "start")
    done(client, "recount", box=1, counts={"white": 20, "lilac": 4, "gold": 4}, sure=True)
    assert full not in shown(client)
    played_out(client, now | {"entry": state(client)["entry"]})
    assert full in shown(client)


def test_too_many_steps_at_once_are_told_as_none(monkeypatch: pytest.MonkeyPatch) -> None:
    logbook = play(KIT, 3, seed=1).logbook
    last = logbook.last_entry
    monkeypatch.setattr("menace_kit.views.steps.MOST_ENTRIES", last - 2)
    assert steps_after(logbook, 2, last, Milestones())
    assert steps_after(logbook, 1, last, Milestones()) == []


def test_steps_tell_what_they_told_when_they_are_asked_for_later() -> None:
    desk = play(KIT, 1, seed=1)
    last = desk.logbook.last_entry
    early = steps_after(desk.logbook, 0, last, Milestones())
    assert "a chance of 33 %" in early[1].explained
    first = next(iter(KIT.box(1).moves))
    desk.act(lambda session: whole_games.quick(session, Result.WIN, first, confirmed=True))
    assert steps_after(desk.logbook, 0, last, Milestones()) == early


ADDRESS = "http://192.168.1.20:1961/"


def story(logbook: Logbook, kit: Kit) -> list[dict[str, object]]:
    """Return the slides that a screen on a network tells, in the language of a kit."""
    return [*slides(logbook, kit, Milestones()), slide_for_phones(ADDRESS)]


@pytest.mark.parametrize(
    "name",
    all_to_prove(template_names(TemplateKind.MACHINES), quick=["her-19"]),
)
def test_every_slide_of_the_story_is_told_of_every_machine_in_every_language(name: str) -> None:
    logbook = play(preset(name), 3, seed=1961).logbook
    told = dict[str, set[str]]()
    for language in LANGUAGES:
        with_words = in_language(logbook.kit, language)
        for slide in story(logbook, with_words):
            shown = page_text(
                page_words(with_words), "screen_story.html", machine=kit_shape(with_words), **slide
            )
            told.setdefault(str(slide["slide"]), set()).add(shown)
    assert set(told) == {"what", "how", "learned", "last", "phone"}
    assert all(len(shown) == len(LANGUAGES) for shown in told.values())


def test_the_first_games_and_the_last_are_never_the_same() -> None:
    assert then_and_now_told(KIT, [True] * 9) == ""
    assert then_and_now_told(KIT, [False] * 11 + [True] * 11) == (
        "The machine won 0 of its first 11 games, 11 of its last 11"
    )
    assert then_and_now_told(KIT, [False] * 60 + [True] * 30) == (
        "The machine won 0 of its first 20 games, 20 of its last 20"
    )


def test_before_the_first_game_has_ended_there_is_nothing_to_count(client: TestClient) -> None:
    assert "<dl" not in client.get("/screen").text
    done(client, "quick", result="win", confirmed=True)
    assert "<dl" in client.get("/screen").text


def test_recent_games_of_a_curve_are_as_many_as_in_charts() -> None:
    both = preset("both-players")
    few, many = (Fared(games, (), (Result.WIN,) * games) for games in (41, 240))
    assert results_of(both, few, True).caption == "O: Share of games won, over 20 games each"
    assert results_of(both, many, True).caption == "O: Share of games won, over 30 games each"


def test_the_bowls_are_of_the_box_that_changed_most() -> None:
    start = starting_contents(KIT)
    assert then_and_now(KIT, start) is None
    changed = {**start, 5: {**start[5], next(iter(start[5])): 9}}
    bowls = then_and_now(KIT, changed)
    assert bowls is not None
    assert bowls.box == "5"
    assert len(bowls.then.discs) == sum(start[5].values())
    assert len(bowls.now.discs) == sum(changed[5].values())


def test_every_colour_in_a_bowl_has_its_letter_and_none_is_too_small() -> None:
    colours = [colour_shape(KIT, colour.name) for colour in KIT.colours]
    few = bowl_of((colour, 4) for colour in colours)
    assert [letter.colour for letter in few.letters] == [disc.colour for disc in few.discs]
    assert {letter.size >= OPEN for letter in few.letters} == {True}
    many = bowl_of((colour, 12) for colour in colours)
    assert {letter.colour for letter in many.letters} == set(colours)
    assert len(many.letters) == len(colours)
    assert {letter.size for letter in many.letters} == {OPEN}
    at = {(disc.colour, disc.y) for disc in many.discs}
    assert {(letter.colour, letter.y) for letter in many.letters} <= at


def test_who_won_is_said_of_two_machines_and_every_game_is_a_dot(open_client: Open) -> None:
    client = open_client(preset("both-players"))
    now = done(client, "start", both=True)
    assert "O is to move. Draw from box" in shown(client)
    now = played_out(client, now)
    assert now["game"]["winner"]
    over = client.get("/screen").text
    assert f"{'O' if now['game']['winner'] == 'first' else 'X'}&#39;s machine won" in over
    assert "won by O" in over
    assert over.count('class="on"') == 1


def test_nim_lights_all_matches_taken_and_says_what_the_last_one_means(
    open_client: Open,
) -> None:
    client = open_client(preset("nim-8"))
    now = play_on(client, done(client, "start", opponent="Ada"))
    while now["due"] != "adjust":
        if now["due"] == "reply":
            most = max(now["replies"], key=lambda move: int(move["move"]))["move"]
            now = done(client, "reply", square=most)
            lit = client.get("/screen").text.count("square touched")
            assert lit == int(most)
        else:
            now = play_on(client, now)
    who = "The machine" if now["game"]["result"] == "win" else "Ada"
    assert f"{who} took the last match and wins." in shown(client)


def test_squares_that_mirror_another_have_a_pale_twin_of_its_bead(client: TestClient) -> None:
    done(client, "start")
    table = client.get("/screen").text.partition('id="table"')[2].partition("</svg>")[0]
    assert table.count('class="twin"') == 6


def test_the_story_names_nobody_who_played_before() -> None:
    desk = desk_of(KIT)
    desk.act(lambda session: session.start(opponent="Ada Lovelace"))
    play_random_games(desk.logbook, 1, seed=1)
    told = [
        page_text(page_words(KIT), "screen_story.html", machine=kit_shape(KIT), **slide)
        for slide in story(desk.logbook, KIT)
    ]
    assert any("story-last" in slide for slide in told)
    assert not any("Lovelace" in slide for slide in told)


def test_a_bead_that_was_drawn_flies_and_a_move_by_lot_is_of_no_box(open_client: Open) -> None:
    client = open_client(kit_of('boxes = {stages = 1, later = "random"}'))
    now = play_on(client, done(client, "start"))
    assert 'id="flight"' in client.get("/screen").text
    assert play_on(client, now)["game"]["moves"][-1]["box"] is None
    shown = client.get("/screen").text
    assert 'id="flight"' not in shown
    assert 'class="bowl"' not in shown
    assert 'class="open"' not in shown.partition('id="wall"')[2]


def test_no_line_of_the_screen_ends_inside_a_move(open_client: Open) -> None:
    client = open_client(preset("her-19"))
    play_on(client, play_on(client, done(client, "start")))
    shown = client.get("/screen").text.partition('id="said"')[2]
    assert "\u2060-\u2060" in shown
    assert not re.search(r">[^<]*[1-9]-[1-9]", shown)


def test_a_pawn_stays_on_its_square_until_the_bead_of_its_move_has_landed(
    open_client: Open,
) -> None:
    client = open_client(preset("her-19"))
    play_on(client, play_on(client, done(client, "start")))
    shown = client.get("/screen").text
    assert shown.count('<g class="leaves" opacity="0">') == 1
    assert shown.count('<g class="landed">') == 2  # the pawn, and its arrow


def test_the_screen_speaks_the_language_that_is_chosen_in_its_menu(client: TestClient) -> None:
    done(client, "start", opponent="Ada")
    assert '<html lang="en"' in client.get("/screen").text
    german = client.get("/screen?lang=de").text
    assert '<html lang="de"' in german
    assert "Ada spielt gegen die Maschine" in german
    assert "Eine zufällig gezogene Perle bestimmt den Zug." in german
    assert '<html lang="en"' in client.get("/screen?lang=klingon").text
    assert [code for code in LANGUAGES if f"lang={code}" in german] == list(LANGUAGES)


def test_the_chances_on_the_board_are_those_of_the_beads(client: TestClient) -> None:
    now = done(client, "start")
    done(client, "recount", box=1, counts={"white": 300, "lilac": 1, "gold": 99}, sure=True)
    shown = client.get("/screen").text
    table = shown.partition('id="table"')[2].partition("</svg>")[0]
    assert re.findall(r">(< |&lt; )?(\d+) %<", table) == [("", "75"), ("", "25"), ("&lt; ", "1")]
    assert 'class="open"' in shown.partition('id="wall"')[2]
    assert now["box"]["number"] == 1


def test_each_box_that_changed_is_shown_before_and_after_its_list(client: TestClient) -> None:
    now = played_out(client, done(client, "start"))
    shown = " ".join(client.get("/screen").text.split())
    assert now["game"]["result"] == "win"
    assert re.search(r"</svg> 1</th><td>4</td><td>7<", shown)
    assert 'data-cheer="win"' in shown
    assert shown.count('class="square won') == 3
    line = re.search(r'class="winning"[^>]*x1="250" y1="50" x2="50" y2="250"', shown)
    assert line


def test_screens_are_answered_while_a_step_takes_its_time(client: TestClient) -> None:
    companion = application(client).state.companion
    done(client, "start")
    shown = client.get("/screen").text
    go_on = Event()
    companion._logbook._at_desk.submit(go_on.wait)
    try:
        assert client.get("/screen").text == shown
    finally:
        go_on.set()


def test_what_a_screen_may_have_missed_is_in_the_picture_of_the_next_step(
    client: TestClient,
) -> None:
    told = []
    now = done(client, "start", opponent="Ada")
    for _ in range(4):
        told.append((now["entry"], now["happened"]))
        now = play_on(client, now)
    listed = re.findall(r'<li data-step="(\d+)" hidden>([^<]*)</li>', client.get("/screen").text)
    assert [(int(entry), unescape(words)) for entry, words in listed] == told[-3:]
