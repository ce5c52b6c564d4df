"""The screen as an exhibit: its story fits and gives way to a game at once,
and it moves and sounds as one wants it.
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from menace_kit.machine.kit import Kit
from menace_kit.machine.toml_files import TemplateKind, template_path
from menace_kit.text.kit_words import page_words
from menace_kit.views.machine import kit_shape
from menace_kit.web.language import in_language
from menace_kit.web.page import page_text
from tests.examples import preset
from tests.text.language_files import LANGUAGES
from tests.views.test_true_stories import play
from tests.web.browser.conftest import Open, Start
from tests.web.browser.fonts import FONTS, lend_fonts
from tests.web.browser.phone import hold_animations, stop_the_clock
from tests.web.browser.test_audience import (
    FOR_A_PROJECTOR,
    LONGEST,
    MACHINES,
    SIZES,
    faults,
    is_marked,
    mark,
)
from tests.web.server import Server
from tests.web.test_audience import story

pytestmark = pytest.mark.prove

STILL = {**FOR_A_PROJECTOR, "reduced_motion": "reduce"}


def kit_file(folder: Path, preset: str, lines: str) -> str:
    """Write the kit file of a ready-made machine with more lines in front, and return its path."""
    text = template_path(TemplateKind.MACHINES, preset).read_text(encoding="utf-8")
    (folder / "kit.toml").write_text(f"{lines}\n{text}", encoding="utf-8")
    return str(folder / "kit.toml")


def called(kit: Kit, name: str) -> Kit:
    return replace(kit, spec=kit.spec.model_copy(update={"name": name}))


PUT = """text => {
  document.querySelector("#scene").innerHTML = text;
  dispatchEvent(new Event("resize"));
}"""


@pytest.mark.parametrize(
    ("name", "languages", "sizes", "fonts"),
    [(name, LANGUAGES, SIZES, tuple(FONTS)) for name in MACHINES],
)
def test_every_slide_of_the_story_fits_and_can_be_read_from_afar(
    companion: Server,
    open_page: Open,
    name: str,
    languages: Sequence[str],
    sizes: Sequence[tuple[int, int]],
    fonts: Sequence[str],
) -> None:
    screen = open_page(f"{companion.address}/screen", **STILL)
    lend_fonts(screen)
    logbook, found = play(preset(name), 25, seed=1961).logbook, list[str]()
    for language in languages:
        kit = in_language(called(logbook.kit, LONGEST), language)
        for slide in story(logbook, kit):
            screen.evaluate(
                PUT,
                page_text(page_words(kit), "screen_story.html", machine=kit_shape(kit), **slide),
            )
            found += [
                f"{language} {slide['slide']} {fault}" for fault in faults(screen, sizes, fonts)
            ]
    assert not found, "\n".join(found[:20])


def emptied(companion: Server) -> None:
    """Take all beads out of the boxes for the first move, as a count by hand finds them."""
    for number in [
        box["number"] for box in companion.browser.get("/api/boxes").json() if box["stage"] == 1
    ]:
        counts = {
            bead["colour"]["name"]: 0
            for bead in companion.browser.get(f"/api/box/{number}").json()["beads"]
        }
        companion.post("recount", box=number, counts=counts).raise_for_status()


@pytest.mark.parametrize(
    ("name", "languages", "sizes", "fonts"),
    [
        (name, LANGUAGES, SIZES, tuple(FONTS))
        for name in ("michie-1961", "her-19", "nim-13", "both-players")
    ],
)
def test_a_game_broken_off_and_boxes_without_beads_fit(
    start: Start,
    open_page: Open,
    name: str,
    languages: Sequence[str],
    sizes: Sequence[tuple[int, int]],
    fonts: Sequence[str],
) -> None:
    companion = start("--preset", name)
    screen = open_page("about:blank", **STILL)
    lend_fonts(screen)
    found = list[str]()

    def look(shows: str) -> None:
        for language in languages:
            screen.goto(f"{companion.address}/screen?lang={language}")
            expect(screen.locator(shows).first).to_be_visible()
            found.extend(f"{shows} {language} {fault}" for fault in faults(screen, sizes, fonts))

    companion.post("start", opponent=LONGEST).raise_for_status()
    companion.post("abandon").raise_for_status()
    look(".now-start .ended")
    companion.post("start", opponent=LONGEST).raise_for_status()
    emptied(companion)
    while companion.state()["due"] == "reply":
        companion.play_on()
    look(".now-bead #turn")
    companion.post("empty").raise_for_status()
    look("main")
    while companion.state()["due"] != "start":
        companion.play_on()
    look(".now-start #turn")
    assert not found, "\n".join(found[:20])


def test_the_story_ends_at_once_when_a_game_begins(
    start: Start, folder: Path, open_page: Open
) -> None:
    lines = "screen = {idle = 0.02, slide = 600}"
    companion = start("--kit", kit_file(folder, "michie-1961", lines))
    screen = open_page("about:blank", **STILL)
    screen.wait_for_timeout(1300)
    screen.goto(f"{companion.address}/screen")
    expect(screen.locator("main.story")).to_be_visible()
    mark(screen)
    companion.post("start").raise_for_status()
    expect(screen.locator("main")).to_have_attribute("data-due", "bead")
    assert is_marked(screen)


def test_two_steps_in_a_moment_are_both_told(companion: Server, open_page: Open) -> None:
    screen = open_page(f"{companion.address}/screen", **STILL)
    stop_the_clock(screen)
    companion.play_on()
    first = companion.state()["happened"]
    companion.play_on()
    now = companion.play_on()
    main = screen.locator("main")
    expect(main).to_have_attribute("data-entry", str(now["entry"]))
    expect(main.locator("#said")).to_contain_text(now["happened"][:20])
    expect(main.locator("#missed li", has_text=first[:20])).to_be_visible()
    screen.clock.run_for(800)
    seen = now["happened"]
    now = companion.play_on()
    expect(main).to_have_attribute("data-entry", str(now["entry"]))
    assert seen[:20] not in " ".join(main.locator("#missed li:visible").all_inner_texts())


COUNT_TONES = """
  window.ears = 0; window.tones = 0;
  const Ears = window.AudioContext;
  window.AudioContext = class extends Ears {
    constructor() { super(); window.ears++; }
    createOscillator() { window.tones++; return super.createOscillator(); }
  };
"""


def step_seen(companion: Server, screen: Page) -> dict[str, Any]:
    """Do the next step, and return how things stand when the screen shows it."""
    now = companion.play_on()
    expect(screen.locator("main")).to_have_attribute("data-entry", str(now["entry"]))
    return now


def test_a_screen_sounds_only_when_it_was_told_to(companion: Server, open_page: Open) -> None:
    screen = open_page("about:blank", **STILL)
    screen.add_init_script(COUNT_TONES)
    screen.goto(f"{companion.address}/screen")
    step_seen(companion, screen)
    step_seen(companion, screen)
    assert screen.evaluate("[ears, tones]") == [0, 0]
    screen.locator("#menu summary").click()
    sound = screen.get_by_role("button", name="Sound")
    expect(sound).to_have_attribute("aria-pressed", "false")
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "true")
    before = screen.evaluate("tones")
    step_seen(companion, screen)
    assert screen.evaluate("tones") > before
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "false")
    before = screen.evaluate("tones")
    step_seen(companion, screen)
    assert screen.evaluate("tones") == before


def test_a_screen_fills_the_whole_screen_and_leaves_it_again(
    companion: Server, open_page: Open
) -> None:
    screen = open_page(f"{companion.address}/screen", **STILL)
    screen.locator("#menu summary").click()
    for is_full in ("true", "false"):
        screen.locator("#full").click()
        screen.wait_for_function(f"Boolean(document.fullscreenElement) === {is_full}")


def test_a_bead_flies_from_its_box_to_its_square_in_less_than_a_second_and_a_half(
    companion: Server, open_page: Open
) -> None:
    screen = open_page(
        f"{companion.address}/screen", **FOR_A_PROJECTOR, reduced_motion="no-preference"
    )
    step_seen(companion, screen)
    assert companion.state()["due"] == "bead"
    hold_animations(screen)
    step_seen(companion, screen)
    flight = screen.evaluate("""() => {
      const flown = document.querySelector("#flight");
      const [flies] = flown.getAnimations();
      const square = document.querySelector(".square.touched").getBoundingClientRect();
      const middle = (time) => {
        flies.currentTime = time;
        const bead = flown.querySelector("svg").getBoundingClientRect();
        return [bead.left + bead.width / 2, bead.top + bead.height / 2];
      };
      const within = ([x, y], box) =>
        x > box.left && x < box.right && y > box.top && y < box.bottom;
      flies.pause();
      const open = document.querySelector(".bowl").getBoundingClientRect();
      const ends = flies.effect.getComputedTiming().endTime;
      return [ends, within(middle(0), open), within(middle(ends - 40), square)];
    }""")
    assert 0 < flight[0] < 1500
    assert flight[1:] == [True, True]


def test_whose_turn_it_is_and_the_mark_are_seen_when_the_bead_has_landed(
    companion: Server, open_page: Open
) -> None:
    screen = open_page(
        f"{companion.address}/screen", **FOR_A_PROJECTOR, reduced_motion="no-preference"
    )
    hold_animations(screen)
    for _ in range(2):
        step_seen(companion, screen)
    seen = screen.evaluate("""() => [700, 1399].map((time) => {
      for (const each of document.getAnimations()) {
        each.pause();
        each.currentTime = time;
      }
      const parts = [...document.querySelectorAll("#turn, .landed")];
      return parts.map((part) => Math.round(getComputedStyle(part).opacity));
    })""")
    assert seen == [[0, 0], [1, 1]]


@pytest.mark.parametrize("size", [(1920, 1080), (1080, 1920), (1024, 768)])
def test_the_board_is_as_large_whatever_there_is_to_say(
    companion: Server, open_page: Open, size: tuple[int, int]
) -> None:
    screen = open_page(f"{companion.address}/screen", **STILL)
    screen.set_viewport_size({"width": size[0], "height": size[1]})
    widths = set[int]()
    now = step_seen(companion, screen)
    while now["due"] != "start":
        table = screen.locator("#table svg").bounding_box()
        assert table is not None
        widths.add(round(min(table["width"], table["height"])))
        now = step_seen(companion, screen)
    assert len(widths) == 1
    assert widths.pop() > 0.5 * min(size)


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_nothing_moves_for_those_who_want_no_motion(
    companion: Server, open_page: Open, motion: str
) -> None:
    screen = open_page(f"{companion.address}/screen", **FOR_A_PROJECTOR, reduced_motion=motion)
    screen.evaluate(
        "addEventListener('animationstart', each => { window.moved = each.animationName; }, true)"
    )
    while step_seen(companion, screen)["due"] != "adjust":
        pass
    screen.wait_for_timeout(100)
    assert screen.evaluate("Boolean(window.moved)") is (motion == "no-preference")
