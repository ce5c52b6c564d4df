"""The twin: a copy plays and learns as the machine would at the table, for itself,
and the logbook stays as it is.
"""

import re
import time
import tracemalloc
from collections import Counter
from functools import partial
from pathlib import Path
from random import Random

import pytest
from fastapi.testclient import TestClient

from menace_kit.games import Move, Side, parse_move
from menace_kit.guide.desk import Desk
from menace_kit.guide.session import Due, Session
from menace_kit.guide.twin import Copy, packed, unpacked
from menace_kit.logbook.entries import Draft, Entry, Kind, is_halving, is_taken_square
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Result, starting_contents
from menace_kit.machine.turns import Lot
from menace_kit.views.twin import changed_boxes, game_facts
from menace_kit.web.copies import IDLE, MOST_COPIES, MOST_OF_ONE_SENDER, Copies, CopyFiles
from menace_kit.web.pages.twin import COOKIE
from menace_kit.web.settings import Settings
from tests.examples import all_to_prove, preset
from tests.logbook.games import BOTH_KITS, KITS, desk_of, kit_named
from tests.text.language_files import LANGUAGES
from tests.web.conftest import HOME, KIT, Open, application, done, play_on, state
from tests.web.page import FORM, Form, Page, press, visit
from tests.web.test_page_languages import check, english_in

RULES = (*KITS, *BOTH_KITS)
PRESETS = (
    "her-19",
    "him-18",
    "gardner-her-24",
    "nim-8",
    "van-woudenberg",
    "both-players",
    "notebook",
    "starter",
)
MACHINES = (*RULES, *PRESETS)


def machine(name: str) -> Kit:
    return kit_named(name) if name in RULES else preset(name)


def copy_of(kit: Kit, **beads: dict[int, dict[str, int]]) -> Copy:
    return Copy.of(kit, starting_contents(kit) | beads.get("instead", {}), 0)


def tap_on(copy: Copy, kit: Kit, lots: Random) -> Copy:
    """Make any move in a copy's game, or begin one where none goes on
    and its machine is not dead.
    """
    session = copy.session(kit)
    if session.due is Due.REPLY:
        return copy.reply(kit, session.written(lots.choice(session.turn.legal)), lots)
    first = lots.choice([True, False]) if kit.spec.side == "both" else None
    return (
        copy
        if session.is_dead(session.next_side(first))
        else copy.begin(kit, first, lots.random() < 0.3, lots)
    )


# One engine: what a copy does is what the logbook would say.


def written(entry: Draft) -> tuple[object, ...]:
    return (
        entry.kind,
        entry.box,
        entry.colour,
        entry.move,
        entry.change,
        entry.why,
        entry.result,
        entry.side,
    )


def at_the_table(desk: Desk, entries: tuple[Entry, ...]) -> None:
    """Enter a copy's game as an operator would who saw it:
    each bead that was drawn, each reply, each lot.
    """
    lots = [parse_move(entry.move or "") for entry in entries if entry.kind is Kind.LOT]

    def lot(*_: object) -> Move:
        return lots.pop(0)

    falls: Lot = lot
    for entry in entries:
        if entry.kind is Kind.START:
            desk.act(partial(Session.start, machine_first=entry.side == Side.FIRST.value))
        elif entry.kind is Kind.BEAD or is_taken_square(entry):
            desk.act(partial(Session.draw, colour=entry.colour or "", lot=falls))
        elif entry.kind is Kind.REPLY:
            desk.act(partial(Session.reply, move=parse_move(entry.move or ""), lot=falls))
        elif entry.kind is Kind.EMPTY:
            desk.act(partial(Session.empty, lot=falls))
        elif entry.kind is Kind.CONFIRM:
            desk.act(Session.confirm)
        elif is_halving(entry) and entry.number == entry.action:
            desk.act(partial(Session.halve, number=entry.box or 0))


@pytest.mark.parametrize(
    "name", all_to_prove(MACHINES, quick=["random", "taken", "later, both", "nim-8"])
)
def test_a_copys_games_are_those_that_the_logbook_would_have(name: str) -> None:
    """The same beads, replies and lots at a desk write the same entries,
    and leave the same beads in every box.
    """
    kit, lots, kinds = machine(name), Random(name), Counter[Kind]()
    copy, desk = copy_of(kit), desk_of(kit)
    while kinds[Kind.START] < 5:
        before, copy = copy, tap_on(copy, kit, lots)
        if copy is before:
            break  # its first box is empty
        if copy.game is not None and not copy.game.running:
            at_the_table(desk, copy.game.entries)
            game = desk.session.game
            assert game is not None
            entries = copy.game.entries
            assert [written(entry) for entry in game.entries] == [
                written(entry) for entry in entries
            ]
            first = entries[0].number
            assert [entry.number - first for entry in entries] == list(range(len(entries)))
            assert desk.session.contents == copy.session(kit).contents
            kinds.update(entry.kind for entry in entries)
    assert sum(copy.fared.values()) == kinds[Kind.END] == kinds[Kind.START] > 0


@pytest.mark.parametrize("rule", ["resign", "punish-previous", "refill", "random"])
def test_at_an_empty_box_a_copy_does_what_the_kits_rule_says(rule: str) -> None:
    """All boxes for its second move are empty, in the copy and at the desk."""
    kit, lots = kit_named(rule), Random(rule)
    empty = {box.number: dict.fromkeys(box.start, 0) for box in kit.boxes if box.stage == 2}
    copy, desk = copy_of(kit, instead=empty).begin(kit, None, False, lots), desk_of(kit)
    for box, counts in empty.items():
        desk.act(partial(Session.recount, number=box, counted=counts))
    copy = tap_on(copy, kit, lots)
    assert copy.game is not None
    gave_up = rule in ("resign", "punish-previous")
    assert copy.game.gave_up == gave_up
    facts = game_facts(kit, copy)
    assert f"Box {facts['opened'].box.name} is empty: by this kit's rule" in facts["said"][0][0]
    assert facts["opened"].box.is_empty == (rule != "refill")
    if gave_up:
        assert facts["over"]["headline"] == "You win!"
        assert "gave up" in facts["over"]["ended"]
        assert [each.before - each.after for each in facts["over"]["changes"]] == [1]
    while copy.game is not None and copy.game.running:
        copy = tap_on(copy, kit, lots)
    assert copy.game is not None
    at_the_table(desk, copy.game.entries)
    assert desk.session.contents == copy.session(kit).contents
    assert bool(copy.game.refills) == (rule == "refill")


def drawn(kit: Kit, inside: dict[str, int], greedy: bool, times: int) -> Counter[str]:
    """Return which colours come out of the first box with these beads in it."""
    copy, lots, found = copy_of(kit, instead={1: inside}), Random(1961), Counter[str]()
    for _ in range(times):
        game = copy.begin(kit, None, greedy, lots).game
        assert game is not None
        found[game.drawn[0].colour] += 1
    return found


def test_beads_come_by_lot_as_often_as_they_are_there_and_greedy_the_most() -> None:
    found = drawn(KIT, {"white": 6, "lilac": 3, "gold": 1}, False, 100)
    assert 48 < found["white"] < 72
    assert 19 < found["lilac"] < 41
    assert 3 < found["gold"] < 19
    assert drawn(KIT, {"white": 2, "lilac": 3, "gold": 1}, True, 9) == {"lilac": 9}
    equal = drawn(KIT, {"white": 3, "lilac": 0, "gold": 3}, True, 30)
    assert set(equal) == {"white", "gold"}
    assert min(equal.values()) > 7


def test_what_a_copy_holds_is_packed_without_loss() -> None:
    for name in ("her-19", "both-players", "taken"):
        kit, random = machine(name), Random(name)
        contents = {
            box.number: {colour: random.choice((0, 1, 9999, 70_000)) for colour in box.start}
            for box in kit.boxes
        }
        assert unpacked(kit, packed(kit, contents)) == contents


# Where the rules know no way on.


def test_where_the_rules_know_no_way_on_the_game_is_broken_off_and_nothing_learned() -> None:
    """A box that by the rule is never empty, and was counted so."""
    kit = kit_named("keep-last")
    copy = copy_of(kit, instead={1: dict.fromkeys(kit.box(1).start, 0)})
    copy = copy.begin(kit, None, False, Random(1))
    facts = game_facts(kit, copy)
    assert facts["stuck"]
    assert facts["over"] is None
    assert facts["opened"].box.is_empty
    assert not sum(copy.fared.values())
    assert changed_boxes(kit, copy) == []


def test_a_machine_whose_first_box_is_empty_plays_no_copy(open_client: Open) -> None:
    client = open_client(preset("her-19"))
    now = state(client)
    for box in (1, 2):
        inside = dict.fromkeys(preset("her-19").box(box).moves, 0)
        done(client, "recount", box=box, counts=inside)
    page = begin(client)
    assert "this copy can't play any more" in page.words
    assert not moves(page)
    for box in (1, 2):
        done(client, "recount", box=box, counts=dict(preset("her-19").box(box).start))
    anew = next(form for form in page.forms if ("anew", "true") in fields(form))
    assert moves(press(client, anew))
    assert now["entry"] == 0


# Its pages, without JavaScript.


def fields(form: Form) -> list[tuple[str, str]]:
    return [(facts.get("name", ""), facts.get("value", "")) for facts in form.fields]


def forms(page: Page, name: str) -> list[Form]:
    return [form for form in page.forms if form.tag["action"].partition("?")[0] == f"/play/{name}"]


def moves(page: Page) -> list[Form]:
    return forms(page, "move")


def begin(client: TestClient, address: str = "/play", **typed: str) -> Page:
    return press(client, forms(visit(client, address), "begin")[0], None, **typed)


def play_out(client: TestClient, page: Page, lots: Random) -> Page:
    """Tap anywhere until the game is over."""
    while moves(page):
        page = press(client, moves(page)[0], lots.choice(moves(page)[0].buttons))
    return page


def another(client: TestClient) -> TestClient:
    """Return a second visitor's browser at the same companion."""
    return TestClient(application(client), base_url=HOME)


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
            for text in ("You win!", "The machine wins", "A draw", "game ends early")
            if text in over.words
        )
        seen.add(ended)
        copy = next(iter(application(client).state.copies._kept.values())).copy
        assert copy.game is not None
        if copy.game.result:
            assert (
                ended
                == {
                    Result.WIN: "The machine wins",
                    Result.LOSS: "You win!",
                    Result.TIE: "A draw",
                }[copy.game.result]
            )
            learned = len(copy.game.entries) - sum(map(is_halving, copy.game.entries))
            for change in copy.game.tick_list:
                after = copy.session(kit, learned).contents[change.box][change.colour]
                if change.change:
                    assert re.search(rf"{after - change.change} → {after}\b", over.words)
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
        for colour, count in inside.items():
            move = before.written(before.readings[0].moves[colour])
            percent = f"{round(100 * count / sum(inside.values()))} %"
            chosen = "drawn " if colour == entry.colour else ""
            assert re.search(
                rf"{colour} {chosen}(\S )*square {move} \([a-z ]+\) {count} {percent}", page.words
            )
        page = press(client, moves(page)[0], lots.choice(moves(page)[0].buttons))


def test_a_copy_keeps_the_beads_it_was_made_with_until_the_present_ones_are_taken(
    open_client: Open,
) -> None:
    client = open_client(preset("her-19"))
    page = play_out(client, begin(client), Random(2))
    while "It lost" not in page.words:
        page = play_out(client, press(client, forms(page, "begin")[0]), Random(3))
    assert (
        "boxes differ from the machine" in page.words
        or "box differs from the machine" in page.words
    )
    done(client, "recount", box=3, counts=dict.fromkeys(preset("her-19").box(3).moves, 7))
    done(client, "quick", result="win")
    page = visit(client, "/play")
    assert "The machine has played 1 game since." in page.words
    assert " 7 7 " not in visit(client, "/play/box?box=3").words
    anew = next(form for form in page.forms if ("anew", "true") in fields(form))
    page = press(client, anew)
    assert "All boxes are the same as in the machine." in page.words
    assert "made when the machine had played 1 game." in page.words
    assert " 7 7 " in visit(client, "/play/box?box=3").words


def test_two_visitors_have_a_copy_each(open_client: Open) -> None:
    client = open_client(preset("her-19"))
    other = another(client)
    page = begin(other)
    theirs = other.get("/play").text
    mine = play_out(client, begin(client), Random(1))
    while "It lost" not in mine.words:
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


# Who may, how much, and in which language.


def test_the_cookie_says_nothing_and_goes_nowhere_else(open_client: Open) -> None:
    client = open_client(settings=Settings(any_address=True, secure=True))
    cookie = client.post("/play/begin", content="", headers=FORM, follow_redirects=False).headers[
        "set-cookie"
    ]
    assert re.match(rf"{COOKIE}=[\w-]{{22}};", cookie)
    for part in ("HttpOnly", "SameSite=strict", "Path=/", f"Max-Age={round(IDLE)}", "Secure"):
        assert part in cookie


def test_of_too_many_copies_the_one_that_was_left_longest_goes_of_who_has_most() -> None:
    clock = [0.0]
    copies, copy = Copies(lambda: clock[0]), copy_of(preset("her-19"))
    visitors = [
        copies.keep(None, copy, f"10.0.{n // 250}.{n % 250}") for n in range(MOST_COPIES - 3)
    ]
    crowd = [copies.keep(None, copy, "10.9.9.9") for _ in range(3)]
    assert len(copies) == MOST_COPIES
    crowd += [copies.keep(None, copy, "10.9.9.9") for _ in range(50)]
    assert len(copies) == MOST_COPIES
    assert all(map(copies.find, visitors))
    assert [bool(copies.find(token)) for token in crowd] == [False] * 50 + [True] * 3
    late = copies.keep(None, copy, "10.8.8.8")
    assert copies.find(late)
    clock[0] = IDLE / 2
    assert copies.find(visitors[0])
    clock[0] = IDLE + 1
    assert copies.find(visitors[0])
    assert len(copies) == 1
    assert copies.find(visitors[1]) is copies.find(None) is copies.find("") is None
    assert copies.keep("made-up", copy, "10.1.1.1") != "made-up"


def test_many_copies_of_one_address_push_nobody_else_out_and_nobody_who_plays() -> None:
    """A school is behind one address, and somebody there takes copy after copy."""
    copies, copy = Copies(), copy_of(preset("her-19"))
    others = [copies.keep(None, copy, f"10.0.0.{number}") for number in range(200)]
    pupils = [copies.keep(None, copy, "10.9.9.9") for _ in range(MOST_OF_ONE_SENDER // 2)]
    assert all(map(copies.find, pupils))
    taken = [copies.keep(None, copy, "10.9.9.9") for _ in range(MOST_COPIES)]
    assert all(map(copies.find, others))
    assert all(map(copies.find, pupils))
    assert [bool(copies.find(token)) for token in taken[-MOST_OF_ONE_SENDER // 2 :]] == [True] * (
        MOST_OF_ONE_SENDER // 2
    )
    assert len(copies) == len(others) + MOST_OF_ONE_SENDER


# What outlasts the server.


def test_a_copy_goes_on_after_a_restart_in_the_middle_of_a_game(
    open_client: Open, logbook_file: Path
) -> None:
    lots, first = Random(4), open_client()
    over = play_out(first, begin(first), lots)
    page = press(first, forms(over, "begin")[0])
    page = press(first, moves(page)[0], moves(page)[0].buttons[0])
    token = first.cookies[COOKIE]
    later = open_client()
    later.cookies.set(COOKIE, token, domain="127.0.0.1", path="/")
    assert visit(later, "/play").words == visit(first, "/play").words
    assert forms(play_out(later, visit(later, "/play"), lots), "begin")
    (file,) = logbook_file.with_name("logbook.sqlite.copies").iterdir()
    assert token not in file.name + file.read_text()
    assert "127.0.0.1" not in file.read_text()
    assert "testclient" not in file.read_text()


@pytest.mark.parametrize("name", all_to_prove(MACHINES, quick=["random", "nim-8", "both-players"]))
def test_a_copy_is_written_and_read_without_loss(name: str, tmp_path: Path) -> None:
    kit, lots = machine(name), Random(name)
    files, copy = CopyFiles(tmp_path / "copies", kit), copy_of(kit)
    for _ in range(9):
        copy = tap_on(copy, kit, lots)
        files.write("token", copy)
        assert files.read("token") == copy


def test_a_file_that_is_old_damaged_or_of_another_kit_is_no_copy(tmp_path: Path) -> None:
    now, folder, kit = [time.time()], tmp_path / "copies", preset("her-19")
    files, copy = CopyFiles(folder, kit, lambda: now[0]), copy_of(preset("her-19"))
    files.write("token", copy)
    assert CopyFiles(folder, preset("him-18")).read("token") is None
    assert files.read("other") is files.read("../token") is None
    (file,) = folder.iterdir()
    whole = file.read_text()
    for text in (
        "",
        "[]",
        "[" * 100_000,
        whole[:-9],
        whole.replace('"held":[', '"held":[1,'),
        whole.replace('"held":[', '"held":[-'),
    ):
        file.write_text(text)
        assert files.read("token") is None, text[:40]
    file.write_text(whole)
    files.sweep()
    assert files.read("token") == copy
    now[0] += IDLE + 60
    assert files.read("token") is None
    files.sweep()
    assert not folder.exists()


def test_a_copy_that_is_forgotten_leaves_no_file(tmp_path: Path) -> None:
    clock, folder, kit = [0.0], tmp_path / "copies", preset("her-19")
    copies = Copies(lambda: clock[0], CopyFiles(folder, kit))
    for _ in range(MOST_OF_ONE_SENDER + 3):
        copies.save(copies.keep(None, copy_of(kit), "10.9.9.9"))
    assert len(list(folder.iterdir())) == MOST_OF_ONE_SENDER
    clock[0] = IDLE + 1
    copies.sweep()
    assert not folder.exists()


def test_a_copy_that_is_only_looked_at_outlasts_a_restart_too(tmp_path: Path) -> None:
    now, folder, kit = [time.time()], tmp_path / "copies", preset("her-19")

    def begun() -> Copies:
        return Copies(lambda: now[0], CopyFiles(folder, kit, lambda: now[0]))

    copies, copy = begun(), copy_of(kit)
    token = copies.keep(None, copy, "10.9.9.9")
    copies.save(token)
    for _ in range(3):
        now[0] += IDLE - 60
        assert copies.find(token) == copy
        copies.sweep()
    now[0] += IDLE - 60
    assert begun().find(token) == copy
    now[0] += 120
    assert begun().find(token) is None


def test_a_copy_that_has_to_go_while_it_is_written_leaves_no_file(tmp_path: Path) -> None:
    kit = preset("her-19")

    class SlowFiles(CopyFiles):
        """Files of which each takes as long to write as many others need to come."""

        def write(self, token: str, copy: Copy) -> None:
            for _ in range(MOST_OF_ONE_SENDER):
                copies.keep(None, copy, "10.9.9.9")
            super().write(token, copy)

    copies = Copies(files=SlowFiles(tmp_path / "copies", kit))
    token = copies.keep(None, copy_of(kit), "10.9.9.9")
    copies.save(token)
    assert copies.find(token) is None
    assert not list((tmp_path / "copies").iterdir())


def test_where_copies_cannot_be_written_they_are_played_all_the_same(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "copies").write_text("in the way")
    copies = Copies(files=CopyFiles(tmp_path / "copies", preset("her-19")))
    for _ in range(2):
        token = copies.keep(None, copy_of(preset("her-19")), "10.9.9.9")
        copies.save(token)
        assert copies.find(token)
    assert len(caplog.messages) == 1


def test_all_copies_that_are_kept_take_little_memory() -> None:
    """A hundredth of them, of the machine of 1961, each with a game behind it: some 20 kB each."""
    copies, lots, number = Copies(), Random(1), MOST_COPIES // 100
    warm = copy_of(KIT).begin(KIT, None, False, lots)
    while warm.game and warm.game.running:
        warm = tap_on(warm, KIT, lots)
    contents = starting_contents(KIT)
    tracemalloc.start()
    try:
        for place in range(number):
            copy = Copy.of(KIT, contents, 0).begin(KIT, None, False, lots)
            while copy.game and copy.game.running:
                copy = tap_on(copy, KIT, lots)
            copies.keep(None, copy, f"10.0.0.{place % 200}")
        used, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert used < number * 25_000, used / number


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
