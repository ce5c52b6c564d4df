"""The pages of a game, as a browser without JavaScript sees them: every step is a form."""

from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from menace_kit.guide.desk import Desk
from menace_kit.guide.situation import Due
from menace_kit.logbook.store import Logbook
from menace_kit.machine.toml_files import TemplateKind, read_toml, template_names, template_path
from menace_kit.web.pages.quick import KEYS
from menace_kit.web.settings import Settings
from tests.examples import all_to_prove, preset
from tests.logbook.careers import STAYED_IN, logged
from tests.logbook.games import KITS, check_logbook, kit_of
from tests.web.conftest import KIT, Open, done, play_on, played_out, post, state
from tests.web.page import FORM, Page, press, visit


def play(client: TestClient, page: Page) -> Page:
    """Do what is due on a page: the first colour that is there,
    or else an empty box; the first free square.
    """
    for act in ("draw", "empty", "reply"):
        for form in page.acts(act):
            free = [button for button in form.buttons if "disabled" not in button]
            if free:
                return press(client, form, free[0])
    raise AssertionError(page.words)


@pytest.mark.parametrize("name", all_to_prove(KITS, quick=["second"]))
def test_whole_games_by_forms_alone(open_client: Open, logbook_file: Path, name: str) -> None:
    kit = kit_of(KITS[name])
    client = open_client(kit)
    seen = {state(client)["due"]}
    for _ in range(1 if name == "second" else 2):
        page = visit(client)
        if not page.acts("start"):
            assert "can no longer make its first move" in page.words
            break
        page = press(client, page.acts("start")[0], operator="Ada", opponent="Bob")
        while page.acts("draw") or page.acts("reply"):
            seen.add(state(client)["due"])
            page = play(client, page)
        seen.add(state(client)["due"])
        assert "adjust" in seen
        lines = state(client)["adjustments"]
        for done_lines, line in enumerate(lines, start=1):
            assert line["deed"] in page.words
            form = page.acts("tick")[line["line"] - 1]
            assert form.buttons[0]["aria-checked"] == "false"
            page = press(client, form)
            assert page.acts("tick")[line["line"] - 1].buttons[0]["aria-checked"] == "true"
            assert f"Confirm ({done_lines} of {len(lines)} ticked)" in page.words
        assert "not ticked" not in page.words
        (confirm,) = page.acts("confirm")
        page = press(client, confirm)
        assert "The boxes are updated after game" in page.words
        assert page.acts("start")
    assert seen == {due.value for due in Due}
    with Logbook(logbook_file, kit) as logbook:
        check_logbook(logbook)


def test_the_box_that_is_due_is_shown(client: TestClient) -> None:
    now = done(client, "start")
    while now["due"] in ("bead", "reply"):
        if now["due"] == "bead":
            page, box = visit(client), now["box"]
            assert f"Box {box['number']} {box['place']['words']}" in page.words
            assert box["turn"] in page.words
            buttons = {button["value"]: button for button in page.acts("draw")[0].buttons}
            assert list(buttons) == [bead["colour"]["name"] for bead in box["beads"]]
            for bead in box["beads"]:
                # What is drawn is told without its colour as well:
                # a letter, a sign, a name, the real square.
                button = buttons[bead["colour"]["name"]]
                assert bead["move"]["words"] in button["aria-label"]
                assert button["data-key"] == bead["colour"]["letter"].lower()
                assert f"{bead['colour']['letter']} {bead['colour']['glyph']}" in page.words
        now = play_on(client, now)


@pytest.mark.parametrize(("square", "is_turned"), [(1, False), (3, True)])
def test_the_label_is_shown_where_it_has_to_be_turned(
    client: TestClient, square: int, is_turned: bool
) -> None:
    """Else the board beside it shows the same."""
    done(client, "start")
    done(client, "draw", colour="gold")
    box = done(client, "reply", square=str(square))["box"]
    assert (box["number"], box["is_turned"]) == (11, is_turned)
    assert ("/label/11.svg" in visit(client).links) == is_turned


def test_the_real_square_of_a_drawn_bead_is_shown(client: TestClient) -> None:
    done(client, "start")
    page = play(client, visit(client))
    made = state(client)["game"]["moves"][-1]
    assert made["move"]["words"] in page.words
    assert len([facts for facts in page.all("div") if facts.get("class") == "square last"]) == 1
    free = [button["value"] for button in page.acts("reply")[0].buttons]
    assert free == [move["move"] for move in state(client)["replies"]]


def test_a_box_that_was_held_another_way(client: TestClient) -> None:
    done(client, "start")
    other = visit(client).acts("draw")[1]
    last = other.buttons[-1]
    press(client, other, last)
    assert state(client)["game"]["moves"][0]["move"]["move"] == last["value"] != "1"


def test_the_next_game_without_confirming(client: TestClient) -> None:
    played_out(client, done(client, "start"))
    done(client, "start", unconfirmed=True)
    assert state(client)["game"]["number"] == 2
    assert "never confirmed" in visit(client).words


def test_a_list_that_is_not_ticked_is_confirmed_only_behind_a_question(client: TestClient) -> None:
    now = played_out(client, done(client, "start"))
    page, lines = visit(client), len(now["adjustments"])
    assert f"Confirm (0 of {lines} ticked)" in page.words
    assert f"{lines} lines are not ticked. Confirm game 1 all the same?" in page.words
    assert "7 of 14 means 7 beads of this colour" in page.words
    assert not page.acts("next")
    assert not page.acts("start")


def test_who_begins_is_asked_where_both_may(open_client: Open) -> None:
    client = open_client(kit_of(KITS["both"]))
    form = visit(client).acts("start")[0]
    assert [field["value"] for field in form.fields if field.get("type") == "radio"] == [
        "machine",
        "opponent",
    ]
    press(client, form, first_mover="opponent")
    assert not state(client)["game"]["machine_first"]


def test_a_form_sent_twice_is_recorded_once_and_a_late_one_is_told_why(client: TestClient) -> None:
    start = visit(client).acts("start")[0]
    page = press(client, start)
    press(client, start)
    assert state(client)["entry"] == 1
    play(client, page)
    late = client.post("/act/abandon", content="on=1", headers=FORM)
    assert late.status_code == 409
    told = Page(late.text)
    assert "Someone recorded another step first, so yours was not saved." in told.words
    assert state(client)["say"] in told.words


def test_a_tick_that_makes_no_sense_is_refused_with_a_page(client: TestClient) -> None:
    for body in ("on=0&line=1", "on=0&line=x", "on=0", ""):
        answer = client.post("/act/tick", content=body, headers=FORM)
        assert answer.status_code == 422
        assert Page(answer.text).all("h1")


def test_whoever_only_watches_can_press_nothing(open_client: Open) -> None:
    client = open_client(settings=Settings(any_address=True, pin="123456"))
    page = visit(client, "/quick")
    assert "/login?next=/quick" in page.links
    buttons = [button for form in page.acts("quick") for button in form.buttons]
    assert buttons
    assert all("disabled" in button for button in buttons)
    assert visit(client, "/login").forms[0].fields[-1]["name"] == "pin"


@pytest.mark.parametrize(
    "name", all_to_prove(["michie", "second", "both", "unmerged"], quick=["both"])
)
def test_a_crowd_is_logged_by_buttons(open_client: Open, logbook_file: Path, name: str) -> None:
    kit = kit_of(KITS[name])
    client = open_client(kit)
    page = visit(client, "/quick?operator=Ada&opponent=Eve")
    rows = page.acts("quick")
    firsts = [box for side, stage in kit.stages if stage == 1 for box in kit.first_boxes(side)]
    sides = len({side for side, _ in kit.stages})
    assert len(rows) == sum(len(box.moves) for box in firsts) + sides
    keys = [button["data-key"] for row in rows for button in row.buttons if button["data-key"]]
    assert len(keys) == len(set(keys)) == min(len(KEYS), 3 * len(rows))
    for place, result in ((0, "win"), (-1, "loss")):
        row = visit(client, "/quick?operator=Ada&opponent=Eve").acts("quick")[place]
        button = next(button for button in row.buttons if button["value"] == result)
        page = press(client, row, button)
        now = state(client)
        assert (now["due"], now["game"]["result"], now["game"]["opponent"]) == (
            "start",
            result,
            "Eve",
        )
    assert state(client)["totals"]["games"] == 2
    page = press(client, page.acts("undo")[0])
    assert state(client)["totals"]["games"] == 1
    with Logbook(logbook_file, kit) as logbook:
        check_logbook(logbook)


def test_no_quick_log_while_a_game_goes_on(client: TestClient) -> None:
    done(client, "start")
    page = visit(client, "/quick")
    assert not page.acts("quick")
    assert "finish it, or end it early" in page.words


def test_bead_colours_come_as_a_style_sheet(client: TestClient) -> None:
    answer = client.get("/colours.css")
    assert answer.headers["content-type"].startswith("text/css")
    for colour in KIT.colours:
        assert (
            f'[data-bead="{colour.key}"] {{ --bead: {colour.hex}; --bead-ink: {colour.ink}; }}'
            in answer.text
        )


def test_no_page_carries_scripts_or_styles_of_its_own(client: TestClient) -> None:
    """The Content-Security-Policy would leave them out."""
    done(client, "start")
    for path in ("/", "/quick", "/cabinet", "/box/1", "/login", "/nowhere", "/api/docs"):
        page = Page(client.get(path).text)
        assert all(facts.get("src") for facts in page.all("script"))
        assert not page.all("style")
        assert not [facts for _, facts in page.tags if "style" in facts or "onclick" in facts]


def test_pages_can_be_read_aloud(client: TestClient) -> None:
    """Each has a language, landmarks, one main heading, and a name for all
    that is typed in or looked at.
    """
    now = done(client, "start")
    paths = ["/", "/quick", "/cabinet", "/box/1", "/login"]
    while True:
        for path in paths:
            page = Page(client.get(path).text)
            assert page.all("html")[0]["lang"] == "en"
            assert len(page.all("main")) == len(page.all("h1")) == 1
            assert all("aria-label" in facts for facts in page.all("nav"))
            assert all("alt" in facts for facts in page.all("img"))
            named = {facts["for"] for facts in page.all("label") if "for" in facts}
            for field in page.all("input"):
                assert field.get("type") in ("hidden", "radio") or field["id"] in named
            ids = [facts["id"] for _, facts in page.tags if "id" in facts]
            assert len(ids) == len(set(ids)), path
            hidden_or_named = all(
                "aria-hidden" in facts or "aria-label" in facts for facts in page.all("svg")
            )
            assert hidden_or_named
        if now["due"] not in ("bead", "reply"):
            break
        now, paths = play_on(client, now), ["/"]


@pytest.mark.parametrize(
    "palette",
    all_to_prove(
        [name for name in template_names(TemplateKind.PALETTES) if name != "four-arrows"],
        quick=["tol-muted"],
    ),
)
def test_no_key_means_two_things_whichever_colours_there_are(
    open_client: Open, palette: str
) -> None:
    """The last nine colours of a palette are as good as the first;
    some have the letters of words.
    """
    colours = [
        colour["name"]
        for colour in read_toml(template_path(TemplateKind.PALETTES, palette))["colours"]
    ]
    kit = kit_of(f"[beads]\npalette = '{palette}'\ncolours = {colours[-9:]}")
    client = open_client(kit)
    page = press(client, visit(client).acts("start")[0])
    seen = set()
    while True:
        keys = [tag["data-key"] for tag in page.all("button") if tag.get("data-key")]
        assert len(keys) == len(set(keys)), keys
        seen |= set(keys)
        now = state(client)
        if now["due"] == "start":
            break
        if now["due"] == "adjust":
            page = press(client, page.acts("confirm")[0])
            continue
        page = play(client, page)
    letters = {kit.colour(colour).key.lower() for colour in kit.box(1).moves}
    assert letters | {"backspace", "c"} <= seen


def test_pages_say_which_beads_are_to_be_moved(client: TestClient) -> None:
    """A list with a tick on it is undone step by step, broken off, and left;
    each page says what that means.
    """
    now = played_out(client, done(client, "start"))
    page = visit(client)
    page = press(client, page.acts("tick")[0])
    page = press(client, page.acts("undo")[0])
    assert "Now move these beads:" in page.words
    told = [each["words"] for each in state(client)["by_hand"]]
    assert told
    assert all(words in page.words for words in told)
    page = press(client, page.acts("abandon")[0])
    told = [each["words"] for each in state(client)["by_hand"]]
    assert len(told) == len({line["box"] for line in now["adjustments"]}) - (
        now["game"]["moves"][-1]["by"] == "machine"
    )
    assert all(words in page.words for words in told)


def test_a_game_whose_beads_are_put_right_is_taken_back_on_its_page(client: TestClient) -> None:
    done(client, "quick", result="win", colour="white", confirmed=True)
    assert state(client)["can_undo"]
    now = played_out(client, done(client, "start"))
    assert now["can_take_back"]
    now = done(client, "confirm")
    assert (now["can_undo"], now["can_take_back"]) == (False, True)
    page = visit(client)
    assert "Undo game 2" in page.words
    page = press(client, page.acts("undo")[0])
    assert "Game 2 was undone." in page.words
    assert "Now move these beads:" in page.words or "You don't have to move any bead." in page.words
    assert all(each["words"] in page.words for each in state(client)["by_hand"])
    assert state(client)["totals"]["games"] == 1
    assert not page.acts("undo")


def test_the_page_between_two_games_says_which_box_to_count_first(
    open_client: Open, logbook_file: Path
) -> None:
    client = open_client(kit_of('print.language = "de"'))
    assert "Zähle Schachtel" not in visit(client).words  # nothing was drawn yet
    with Logbook(logbook_file, kit_of('print.language = "de"')) as logbook:
        logged(Desk(logbook), *STAYED_IN[:3])
        assert "Zähle Schachtel" not in visit(client).words  # three draws say little
        logged(Desk(logbook), *STAYED_IN[3:])
        assert (
            "Was gezogen wurde, passt insgesamt nicht zum Protokoll: 13 Ziehungen"
            in visit(client).words
        )
        told = "Zähle Schachtel 1: WEISS kam 9 Mal, zu erwarten war 2 Mal."
        assert told in visit(client).words
        Desk(logbook).act(lambda session: session.start("Ada"))
    assert told not in visit(client).words  # nobody counts in the midst of a game


def test_an_exhibition_is_begun_and_told(client: TestClient, logbook_file: Path) -> None:
    page = visit(client)
    page = press(client, page.acts("start")[0], exhibition="true", greedy="true")
    with Logbook(logbook_file, KIT, read_only=True) as logbook:
        game = logbook.latest_game()
    assert game
    assert (game.exhibition, game.greedy) == (True, True)
    assert "play a bead of the most common colour in the box" in page.words


def test_no_exhibition_is_offered_where_a_bead_of_a_taken_square_stays_out(
    open_client: Open,
) -> None:
    kit = preset("gallmo-rules")
    client = open_client(kit)
    fields = {facts["name"] for form in visit(client).acts("start") for facts in form.fields}
    assert "operator" in fields
    assert not {"exhibition", "greedy"} & fields


@pytest.mark.parametrize(
    ("name", "began"),
    [
        ("michie-1961", {"operator": "Grace", "greedy": True}),
        ("nim-8", {"first_mover": "opponent"}),
        ("nim-8", {"both": True}),
    ],
)
def test_beads_are_right_next_player_is_one_act(
    open_client: Open, logbook_file: Path, name: str, began: dict[str, object]
) -> None:
    client = open_client(preset(name))
    assert post(client, "next").status_code == 422
    now = done(client, "start", None, **began, **({} if "both" in began else {"opponent": "Ada"}))
    while now["due"] != "adjust":
        assert post(client, "next").status_code == 422
        now = play_on(client, now)
    entry = now["entry"]
    before, held = now["game"], client.get("/api/boxes").json()
    now = done(client, "next")
    assert (now["entry"], now["game"]["number"]) == (entry + 2, 2)
    assert client.get("/api/game/1").json()["game"]["confirmed"]
    # As the game before, for whoever comes next; no bead is to be moved, and no box has changed.
    kept = ("operator", "machine_first", "both")
    assert [now["game"][each] for each in kept] == [before[each] for each in kept]
    assert (now["game"]["opponent"], now["by_hand"], now["by_hand_head"]) == (None, [], "")
    assert client.get("/api/boxes").json() == held
    with Logbook(logbook_file, preset(name)) as logbook:
        first, second = (game.start for number in (1, 2) if (game := logbook.game(number)))
        assert first.why == second.why
        check_logbook(logbook)
    assert not post(client, "next", on=entry).json()["recorded"]
    assert state(client) == now


def test_a_machine_that_has_died_is_confirmed_and_begins_no_next_game(client: TestClient) -> None:
    box = done(client, "start")["box"]
    done(client, "abandon")
    first, *others = [bead["colour"]["name"] for bead in box["beads"]]
    done(client, "recount", box=box["number"], counts={first: 1, **dict.fromkeys(others, 0)})
    now = done(client, "quick", result="loss", colour=first)
    assert (now["due"], now["can_begin"]) == ("adjust", False)
    assert post(client, "next").status_code == 422
    assert state(client) == now
    confirmed = press(client, visit(client).acts("confirm")[0])
    assert "can no longer make its first move" in confirmed.words


def test_a_count_that_has_no_room_in_the_box_is_asked_about(client: TestClient) -> None:
    told = "Box 1 with 1008 beads? About 104 fill it to the brim."
    refused = post(client, "recount", box=1, counts={"white": 1000})
    assert (refused.status_code, refused.json()["ask_sure"]) == (422, True)
    assert refused.json()["detail"].startswith(told)
    form = visit(client, "/box/1").acts("recount")[0]
    page = press(client, form, None, **{"count:white": "1000"})
    assert told in page.words
    assert state(client)["entry"] == 0
    (asked,) = page.acts("recount")
    assert "Save the count" in page.words
    page = press(client, asked, None)
    assert told not in page.words
    assert client.get("/api/box/1").json()["total"] == 1008
    assert post(client, "recount", box=1, counts={"lilac": 40}).json()["ask_sure"]
    # As many as are known to be in it are believed.
    assert done(client, "recount", box=1, counts={"lilac": 3})["entry"]


def test_where_both_are_machines_there_is_no_coach_to_switch_on(open_client: Open) -> None:
    client = open_client(kit_of(KITS["both"]))
    done(client, "start", both=True)
    assert 'id="teach"' not in client.get("/").text
    done(client, "abandon")
    done(client, "start")
    assert 'id="teach"' in client.get("/").text
