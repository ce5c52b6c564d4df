"""One hand on the boxes, one thumb on the phone: all is in reach, few taps do;
a laptop shows it at once.
"""

from collections.abc import Iterator
from itertools import cycle, product
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from menace_kit.games import Position
from menace_kit.machine.toml_files import TemplateKind, template_names, template_path
from menace_kit.machine.turns import Turn
from tests.web.browser.conftest import Open, Start
from tests.web.browser.phone import Phone
from tests.web.conftest import KIT
from tests.web.server import Server
from tests.web.steps import next_step

pytestmark = pytest.mark.prove

THUMB: dict[str, Any] = {"viewport": {"width": 360, "height": 640}}
LAPTOP: dict[str, Any] = {
    "viewport": {"width": 1280, "height": 800},
    "has_touch": False,
    "is_mobile": False,
}
OUT_OF_REACH = """() => [...document.querySelectorAll(".do button, .dock button, .dock .button")]
  .filter(each => each.checkVisibility() && !each.closest(".ticks"))
  .filter(each => { const at = each.getBoundingClientRect();
    return at.top < 0 || at.left < 0
      || at.bottom > innerHeight + 0.5 || at.right > innerWidth + 0.5; })
  .map(each => each.innerText)"""
"""What is to be tapped and lies outside of the window, as the page comes."""

LONGEST = (
    "Ada Augusta Byron King, Countess of Lovelace",
    "Rear Admiral Grace Brewster Murray Hopper",
)


def kit_in(folder: Path, preset: str, language: str) -> str:
    """Write the kit file of a ready-made machine in a language, and return its path."""
    text = template_path(TemplateKind.MACHINES, preset).read_text(encoding="utf-8")
    said = f'language = "{language}"\n'
    text = (
        text.replace("[print]\n", f"[print]\n{said}")
        if "[print]\n" in text
        else f"print.{said}{text}"
    )
    (folder / "kit.toml").write_text(text, encoding="utf-8")
    return str(folder / "kit.toml")


def moments(server: Server, games: int, names: tuple[str, str]) -> Iterator[str]:
    """Play so many games, the last of both machines where the kit has them,
    and yield before each step what is due.
    """
    sides = server.browser.get("/api/kit").raise_for_status().json()["sides"]
    for game in range(games):
        while True:
            now = server.state()
            yield now["due"]
            act, facts = next_step(now, place=-1)
            if act == "start":
                both = game == games - 1 and len(sides) > 1
                facts = {"both": True} if both else {"opponent": names[0], "operator": names[1]}
            server.post(act, **facts).raise_for_status()
            if act == "confirm":
                break


def seven_beads(server: Server) -> None:
    """Play until a box of seven beads is open: the corner is answered on the square below it,
    so that its label has to be turned.
    """
    server.post("start").raise_for_status()
    bead = next(bead for bead in server.state()["box"]["beads"] if bead["move"]["move"] == "1")
    server.post("draw", colour=bead["colour"]["name"]).raise_for_status()
    server.post("reply", square="4").raise_for_status()
    assert len(server.state()["box"]["beads"]) == 7


def test_all_of_seven_beads_and_the_label_are_seen_at_once(
    companion: Server, open_page: Open
) -> None:
    seven_beads(companion)
    page = open_page(companion.address, **THUMB)
    for button in Phone(page, companion).colours().all():
        expect(button).to_be_in_viewport(ratio=1)
    assert page.evaluate(OUT_OF_REACH) == []
    expect(page.get_by_role("img", name="The drawing of box")).to_be_in_viewport(ratio=1)
    dock, label = (page.locator(each).bounding_box() for each in (".dock", ".label img"))
    assert dock
    assert label
    assert label["y"] + label["height"] <= dock["y"]


LANGUAGES = ("en", "de", "fr", "nl")
PRESETS = template_names(TemplateKind.MACHINES)
MACHINES = sorted(
    {
        *zip(PRESETS, cycle(LANGUAGES), strict=False),
        *product(("michie-1961", "her-19", "nim-8"), LANGUAGES),
    }
)
"""Every machine in one language, and one of each game in all."""


@pytest.mark.parametrize(("preset", "language"), MACHINES)
def test_whatever_is_tapped_is_in_reach_of_a_thumb_and_a_laptop_need_not_scroll(
    start: Start, folder: Path, open_page: Open, preset: str, language: str
) -> None:
    server = start("--kit", kit_in(folder, preset, language))
    phone, laptop = (open_page("about:blank", **how) for how in (THUMB, LAPTOP))
    faults, seen = list[str](), set[tuple[str, int]]()
    for due in moments(server, 3, LONGEST if language == "fr" else ("Ada", "Grace")):
        now = server.state()
        many = len(now["box"]["beads"]) if now["box"] else len(now["replies"] or now["adjustments"])
        if (due, many) in seen:
            continue
        seen.add((due, many))
        for page in (phone, laptop):
            page.goto(server.address)
            faults += [
                f"{due} {many}: {text} is out of reach" for text in page.evaluate(OUT_OF_REACH)
            ]
        if (high := higher_than_the_window(laptop)) > 0:
            faults.append(f"{due} {many}: {high} px too high for a laptop")
    assert {due for due, _ in seen} >= {"start", "bead", "adjust"}
    assert not faults, faults


def higher_than_the_window(page: Page) -> int:
    """Return by how many pixels a page is higher than its window."""
    found: int = page.evaluate("document.scrollingElement.scrollHeight - innerHeight")
    return found


def longest_game(position: Position) -> list[str] | None:
    """Return a game of as many boxes as can be: for each the colour that is drawn,
    and the squares of the replies.
    """
    turn = Turn(KIT, position)
    if turn.outcome is not None:
        return [] if not position.cells.count(".") else None
    if turn.side.value == "second" or turn.forced is not None:
        choices = [(str(move[0] + 1) if turn.forced is None else "", move) for move in turn.legal]
    else:
        reading = turn.readings[0]
        choices = [(colour, reading.on_table(colour)) for colour in reading.box.moves]
    for told, move in choices:
        rest = longest_game(KIT.game.play(position, move))
        if rest is not None:
            return [each for each in (told, *rest) if each]
    return None


def test_a_game_of_four_boxes_takes_eleven_taps_from_player_to_player(
    companion: Server, open_page: Open
) -> None:
    phone = Phone(open_page(companion.address, **THUMB), companion)
    phone.page.get_by_label("Who operates the machine?").fill("Grace")
    phone.step()
    steps = longest_game(KIT.game.start())
    assert steps is not None
    taps, boxes = 0, 0
    for step in steps:
        button = (
            phone.page.get_by_role("button", name=f"Square {step}, free")
            if step.isdigit()
            else phone.page.get_by_role("button", name=f"{step}: ")
        )
        boxes += not step.isdigit()
        phone.tap(button)
        taps += 1
    assert (boxes, phone.due, len(companion.state()["adjustments"])) == (4, "adjust", 4)
    expect(phone.sure()).to_be_in_viewport(ratio=1)
    phone.step()  # the list is confirmed in two taps, for no line is ticked
    expect(phone.begin_button()).to_be_in_viewport(ratio=1)
    now = phone.step()
    assert taps + 3 <= 11
    assert (now["due"], now["game"]["number"], now["game"]["operator"]) == ("bead", 2, "Grace")
    assert companion.browser.get("/api/game/1").json()["game"]["confirmed"]
