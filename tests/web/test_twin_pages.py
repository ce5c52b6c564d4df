"""The pages on which a visitor plays a copy, without JavaScript."""

import re
from pathlib import Path
from random import Random

import pytest

from menace_kit.guide.twin import unpacked
from menace_kit.logbook.entries import Kind
from menace_kit.machine.learning import Result
from menace_kit.text.shares import parts_of_100
from menace_kit.views.twin import changed_boxes
from menace_kit.web.pages.twin import COOKIE
from tests.examples import all_to_prove, preset
from tests.text.language_files import LANGUAGES
from tests.views.twins import MACHINES, machine
from tests.web.conftest import KIT, Open, application, done, play_on, state
from tests.web.page import FORM, Page, press, visit
from tests.web.test_page_languages import check, english_in
from tests.web.twin_pages import another, begin, fields, forms, moves, play_out


def test_a_machine_whose_first_box_is_empty_plays_no_copy(open_client: Open) -> None:
    client = open_client(preset("her-19"))
    now = state(client)
    for box in (1, 2):
        inside = dict.fromkeys(preset("her-19").box(box).moves, 0)
        done(client, "recount", box=box, counts=inside)
    page = begin(client)
    assert "This machine can no longer make its first move." in page.words
    assert not moves(page)
    for box in (1, 2):
        done(client, "recount", box=box, counts=dict(preset("her-19").box(box).start))
    anew = next(form for form in page.forms if ("anew", "true") in fields(form))
    assert moves(press(client, anew))
    assert now["entry"] == 0


@pytest.mark.parametrize("name", all_to_prove(MACHINES, quick=["her-19", "nim-8"]))
def test_a_visitor_plays_a_copy_and_nothing_reaches_the_book(
    name: str, open_client: Open, logbook_file: Path
) -> None:
    kit, lots = machine(name), Random(name)
    client = open_client(kit)
    now = done(client, "start")
    for _ in range(3):
        if now["due"] in ("bead", "reply"):
            now = play_on(client, now)
    before, logbook = state(client), logbook_file.read_bytes()
    seen = set[str]()
    for first in ("machine", "opponent") if kit.spec.side == "both" else (None, None):
        page = begin(client, **({"first_mover": first} if first else {}))
        if first == "opponent":
            assert moves(page)
        over = play_out(client, page, lots)
        assert forms(over, "begin")
        (ended,) = (
            text
            for text in ("You have won!", "The machine won", "A draw", "game ends early")
            if text in over.words
        )
        seen.add(ended)
        copy = next(iter(application(client).state.copies._kept.values())).copy
        assert copy.game is not None
        if copy.game.result:
            assert (
                ended
                == {
                    Result.WIN: "The machine won",
                    Result.LOSS: "You have won!",
                    Result.TIE: "A draw",
                }[copy.game.result]
            )
            for change in (each for each in copy.game.tick_list if each.change):
                assert re.search(rf"{change.box} \S+ \S.*? (\d+) → (\d+)\b", over.words)
        for changed in changed_boxes(kit, copy)[:3]:
            inside = visit(client, f"/play/box?box={changed}")
            assert f"Box {changed} of your copy" in inside.words
            box = kit.box_named(changed)
            for colour, count in copy.session(kit).contents[box.number].items():
                machines = before["totals"] and unpacked(kit, copy.taken)[box.number][colour]
                assert re.search(rf"{colour} [^%]*?{machines} {count} ", inside.words + " ")
    assert seen
    assert logbook_file.read_bytes() == logbook
    assert state(client) == before


def test_it_says_which_box_was_opened_how_it_is_turned_and_how_likely_each_bead_was(
    open_client: Open,
) -> None:
    client = open_client()
    page, lots = begin(client), Random(1)
    while moves(page):
        copy = next(iter(application(client).state.copies._kept.values())).copy
        place = max(i for i, entry in enumerate(copy.game.entries) if entry.kind is Kind.BEAD)
        entry, before = copy.game.entries[place], copy.session(KIT, place)
        assert before.box is not None
        assert entry.box == before.box.number
        inside = before.in_box(before.box.number)
        assert f"/label/{entry.box}.svg" in page.links
        assert f"Box {entry.box} had {inside[entry.colour or '']} {entry.colour}" in page.words
        parts = parts_of_100(list(inside.values()))
        for (colour, count), part in zip(inside.items(), parts, strict=True):
            move = before.written(before.readings[0].moves[colour])
            percent = f"{part:.0f} %"
            chosen = "✓ " if colour == entry.colour else ""
            assert re.search(
                rf"{colour} {chosen}(\S )*square {move} \([a-z ]+\) {count} {percent}", page.words
            )
        page = press(client, moves(page)[0], lots.choice(moves(page)[0].buttons))


def test_a_copy_keeps_the_beads_it_was_made_with_until_the_present_ones_are_taken(
    open_client: Open,
) -> None:
    client = open_client(preset("her-19"))
    page = play_out(client, begin(client), Random(2))
    while "You have won!" not in page.words:
        page = play_out(client, press(client, forms(page, "begin")[0]), Random(3))
    assert (
        "boxes differ from the machine" in page.words
        or "box differs from the machine" in page.words
    )
    done(client, "recount", box=3, counts=dict.fromkeys(preset("her-19").box(3).moves, 7))
    done(client, "quick", result="win")
    page = visit(client, "/play")
    assert " 7 7 " not in visit(client, "/play/box?box=3").words
    anew = next(form for form in page.forms if ("anew", "true") in fields(form))
    page = press(client, anew)
    assert "differ from the machine" not in page.words
    assert " 7 7 " in visit(client, "/play/box?box=3").words


def test_two_visitors_have_a_copy_each(open_client: Open) -> None:
    client = open_client(preset("her-19"))
    other = another(client)
    page = begin(other)
    theirs = other.get("/play").text
    mine = play_out(client, begin(client), Random(1))
    while "You have won!" not in mine.words:
        mine = play_out(client, press(client, forms(mine, "begin")[0]), Random(3))
    assert other.get("/play").text == theirs
    assert client.cookies[COOKIE] != other.cookies[COOKIE]
    stranger = another(client)
    assert not moves(visit(stranger, "/play"))
    stranger.cookies.set(COOKIE, "made-up", domain="127.0.0.1", path="/")
    assert "Your copy is gone" in visit(stranger, "/play").words
    assert visit(stranger, "/play/box?box=1").words == visit(stranger, "/play?begun=true").words
    assert moves(page)


def test_a_tap_that_comes_twice_or_late_does_nothing(open_client: Open) -> None:
    client = open_client()
    page = begin(client)
    tapped = moves(page)[0]
    after = press(client, tapped, tapped.buttons[0])
    assert press(client, tapped, tapped.buttons[0]).words == after.words
    assert press(client, tapped, tapped.buttons[1]).words == after.words
    answer = client.post("/play/move", content="on=0&square=1", headers=FORM)
    assert Page(answer.text).words == after.words


def test_what_cannot_be_is_told_in_a_sentence(open_client: Open) -> None:
    client = open_client()
    copy = "on=" + dict(fields(moves(begin(client))[0]))["on"]
    for path, content in (
        ("move", f"{copy}&square=99"),
        ("move", copy),
        ("move", f"{copy}&square={'5' * 500}"),
        ("begin", "first_mover=nobody"),
        ("begin", "first_mover=opponent"),
        ("begin", "how=cleverly"),
        ("begin", "extra=1"),
        ("begin", "\udcff"),
    ):
        answer = client.post(
            f"/play/{path}", content=content.encode("utf-8", "surrogateescape"), headers=FORM
        )
        assert answer.status_code == 422, (path, content)
        assert len(Page(answer.text).words) < 700
    assert client.get("/play/box?box=305").status_code == 404
    assert client.get("/play/box?box=%3Cscript%3E").status_code == 404
    assert client.get(f"/play/box?box={'9' * 100}").status_code == 422
    assert client.get("/play/box").status_code == 422
    assert client.get("/play/move").status_code == 405
    assert moves(visit(client, "/play"))


@pytest.mark.parametrize(
    ("language", "name"),
    all_to_prove(
        [
            (language, name)
            for language in LANGUAGES
            for name in ("michie", "her-19", "nim-8", "taken, both")
        ],
        quick=[("fr", "nim-8")],
    ),
)
def test_it_speaks_the_language_of_the_browser(language: str, name: str, open_client: Open) -> None:
    client, lots = open_client(machine(name)), Random(5)
    client.headers["accept-language"] = f"{language}-CH,{language};q=0.9,en;q=0.1"

    def checked(path: str) -> Page:
        text = client.get(path).text
        assert f'<html lang="{language}">' in text
        if language != "en":
            check(language, text, path)
        return Page(text)

    page = press(client, forms(checked("/play"), "begin")[0])
    checked("/play")
    play_out(client, page, lots)
    checked("/play")
    checked("/play/box?box=1")
    assert f'<html lang="{language}">' in client.get("/play?lang=xx").text
    chosen = visit(client, "/play?lang=en")
    begun = press(client, forms(chosen, "begin")[0])
    assert english_in("de", begun.words)
