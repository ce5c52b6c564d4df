"""The guided game's screen, as text: screens to read, and that no state lacks
a fact in either layout.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console
from rich.text import Text

from menace_kit.cli.operator.canvas import Canvas
from menace_kit.cli.operator.guided import GuidedGame
from menace_kit.cli.operator.guided.keys import DOWN, ENTER, UP
from menace_kit.cli.operator.guided.view import Asking, keys_now
from menace_kit.cli.operator.screen import LEAST, Painted, laid_out, window
from menace_kit.games import parse_move
from menace_kit.guide import wording
from menace_kit.guide.look_up import how_to_turn
from menace_kit.guide.situation import Due
from menace_kit.machine import load_kit
from menace_kit.text import kit_words
from menace_kit.text.kit_words import page_words
from menace_kit.text.phrases import Called, Capital, Capitals, say
from menace_kit.text.phrases import Text as Told
from tests.cli.operator.pressed import painted
from tests.cli.operator.states import LONG, STATES, State, any_move, at, odd, opened
from tests.conftest import Golden
from tests.examples import some_of
from tests.odd_kits import ODD_KITS

SMALL, LARGE = (60, 18), (80, 24)
SIZES = (SMALL, (200, 18), (60, 50), (79, 24), LARGE, (120, 40))

TO_READ = {
    "start": "start, both sides",
    "bead": "bead",
    "turned": "a box to be turned",
    "reply": "reply",
    "list": "list, won",
    "two-lists": "both, lists",
    "deeds": "undone",
    "half": "half of a box?",
    "count": "counting",
    "help": "help",
    "nim": "nim, a bead",
    "hexapawn": "HER, a bead",
    "german": "German, a list",
    "exhibition": "exhibition, bead",
}
"""Golden file -> state."""


def plain(lines: Sequence[Text]) -> str:
    return "".join(f"{line.plain.rstrip()}\n" for line in lines)


@pytest.mark.parametrize("name", TO_READ)
def test_the_screen_is_as_it_was_found_good(golden: Golden, name: str) -> None:
    with at(STATES[TO_READ[name]]) as game:
        small, large = (plain(painted(game, *size)[1]) for size in (SMALL, LARGE))
    golden(f"screens/{name}.txt", f"{small}{'=' * 80}\n{large}")


def columns(lines: Sequence[str]) -> list[str]:
    """Return what stands on a screen from each column on where texts begin, without spaces:
    a text is in one of them wherever its lines break, on all of it, or beside a board.
    """
    begin = {found.start() for line in lines[1:] for found in re.finditer(r"(?<= )\S", line)}
    return [
        "".join("".join(line[column:] for line in lines).split()) for column in sorted({0, *begin})
    ]


def has(shown: Sequence[str], text: str) -> bool:
    """Return whether a text is in the columns of a screen."""
    wanted = "".join(text.split())
    return any(wanted in column for column in shown)


def wanted(game: GuidedGame, found: Painted) -> Iterator[Told]:
    """Yield what an operator has to know now."""
    session, view, kit = game.session, game.view, game.session.kit
    yield from keys_now(session, view)
    if view.asking is Asking.HELP:
        return
    yield view.question or wording.due(session, view.machine_first, view.both)
    yield view.message
    yield "" if view.question else view.advice or wording.exhibition(session)
    if view.deeds:
        yield from view.deeds[found.shown.start : found.shown.stop]
    elif view.counted_box is not None:
        box = kit.box(view.counted_box)
        yield kit_words.box_and_place(kit, box)
        yield from map(Called, box.moves)
    elif session.box is not None:
        yield kit_words.box_and_place(kit, session.box)
        yield Capital(how_to_turn(session.readings[0]))
        if session.box.number in session.too_full and not view.question:
            yield wording.too_full(kit, session.box.number, session.in_box(session.box.number))
    elif session.due is Due.REPLY and session.game and session.game.moves:
        last = session.game.moves[-1]
        yield kit_words.square(
            kit, parse_move(last.move or ""), session.game.positions(kit.game)[-2]
        )
        if last.colour and last.box:
            yield Capitals(Called(last.colour))
            yield say("play.lay-bead", box=kit_words.box_and_place(kit, kit.box(last.box)))
    elif session.due is Due.ADJUST and session.game:
        changes = session.game.tick_list[found.shown.start : found.shown.stop]
        yield wording.result_and_ticks(kit, session.game, len(view.ticked))
        yield from (
            wording.adjustment(kit, change, session.contents[change.box]) for change in changes
        )
    elif session.due is Due.START and not wording.dead(session, view.machine_first, view.both):
        yield from (view.operator or "", view.opponent)


def missing_beads(game: GuidedGame, lines: Sequence[str]) -> Iterator[str]:
    """Yield the beads of the open box that are without letter, square or count."""
    session, view = game.session, game.view
    if session.box is None or view.deeds or view.counted_box or view.asking is Asking.HELP:
        return
    inside = session.in_box(session.box.number)
    for name, move in session.readings[0].moves.items():
        key, square, count = session.kit.colour(name).key, session.written(move), inside[name]
        told = rf" {re.escape(key)}  (.*\b{square}\b.* {count}(\s|$)|{square} x{count}\b)"
        if not any(re.search(told, line) for line in lines):
            yield f"{key} {square} {count}"


def missing_marks_of_scrolling(
    game: GuidedGame, found: Painted, lines: Sequence[str]
) -> Iterator[str]:
    """Yield that there is more above or below, where that is not said with its number."""
    session, view = game.session, game.view
    words = page_words(session.kit, typed=True)
    whole = len(view.deeds)
    if (
        not view.deeds
        and session.due is Due.ADJUST
        and session.game
        and view.asking is not Asking.HELP
    ):
        refills = wording.refilled(session.kit, session.game)
        whole = len(session.game.tick_list) + bool(refills)
    more = whole - found.shown.stop if whole else 0
    told = [words("play.more", n=found.shown.start)] if found.shown.start and whole else []
    told += [words("play.more", n=more)] if more > 0 else []
    shown = columns(lines) if told else []
    yield from (text for text in told if not has(shown, text))


def check(game: GuidedGame, width: int, height: int) -> Painted:
    """Return a screen; fail where it is not as large as the window, or lacks a fact."""
    found, shown = painted(game, width, height)
    tell = page_words(game.session.kit, typed=True).tell
    lines = [line.plain for line in shown]
    readable = columns(lines)
    absent = [text for text in map(tell, wanted(game, found)) if not has(readable, text)]
    absent += missing_beads(game, lines)
    absent += missing_marks_of_scrolling(game, found, lines)
    whole = "\n".join(["", f"{width} x {height}", *lines])
    assert absent == [], whole
    assert (len(lines), found.playable) == (height, True), whole
    assert max(line.cell_len for line in shown) <= width, whole
    return found


@pytest.mark.parametrize("name", some_of(STATES, every=4))
def test_a_state_has_all_its_facts_in_both_layouts(name: str) -> None:
    with at(STATES[name]) as game:
        for size in SIZES:
            check(game, *size)


@pytest.mark.prove
@pytest.mark.parametrize("name", STATES)
def test_a_state_has_all_its_facts_in_windows_of_all_sizes(name: str) -> None:
    with at(STATES[name]) as game:
        for width in range(60, 161, 7):
            for height in range(18, 61, 5):
                check(game, width, height)


@pytest.mark.parametrize("name", some_of(ODD_KITS, every=4))
def test_a_game_of_an_odd_kit_has_all_its_facts_at_every_step(name: str) -> None:
    with opened(State(lambda: odd(name), view=LONG)) as game:
        game.press(ENTER)
        while game.session.game and game.session.game.running:
            check(game, *SMALL)
            check(game, *LARGE)
            any_move(game)
        for size in SIZES:
            check(game, *size)


@pytest.mark.parametrize("size", [(59, 18), (60, 17), (30, 5)])
def test_a_window_that_is_too_small_says_how_large_it_must_be(size: tuple[int, int]) -> None:
    with at(STATES["bead"]) as game:
        found, lines = painted(game, *size)
        shown = " ".join(" ".join(line.plain for line in lines).split())
        assert shown == (
            f"This window is too small: the game needs {LEAST[0]} columns and {LEAST[1]} rows. "
            "Make it larger, and the game goes on."
        )
        assert not found.playable


@pytest.mark.parametrize("size", [(60, 18), (120, 40)])
def test_the_label_is_shown_where_it_has_to_be_turned(size: tuple[int, int]) -> None:
    for name in ("bead", "a box to be turned"):
        with at(STATES[name]) as game:
            turned = game.session.readings[0].is_turned
            assert turned == (name == "a box to be turned")
            assert ("On the label" in plain(painted(game, *size)[1])) == turned


def test_a_list_that_is_longer_than_the_window_can_be_seen_whole_before_it_is_confirmed() -> None:
    with at(STATES["both, lists"]) as game:
        game.view = replace(game.view, seen=frozenset())
        assert game.session.game is not None
        lines = len(game.session.game.adjustments)
        for key in (DOWN, ENTER):
            seen: set[int] = set()
            game.view = replace(game.view, seen=frozenset(), at=None)
            while len(seen) < lines:
                assert game.session.due is Due.ADJUST
                found, _ = painted(game, *SMALL)
                seen |= set(found.shown)
                game.shown(found.shown)
                game.press(key)
            assert seen == set(range(lines))
        assert game.session.due is Due.START


def test_a_list_shows_the_line_that_is_next() -> None:
    with at(STATES["list of five"]) as game:
        for done in range(5):
            game.view = replace(game.view, ticked=frozenset(range(done)))
            assert f"[ ] {done + 1} " in plain(painted(game, *SMALL)[1])
        game.view = replace(game.view, ticked=frozenset())
        for key in (DOWN, DOWN, UP):
            game.press(key)
        assert game.view.at == 1


@pytest.mark.parametrize(
    ("heights", "at", "room", "shown"),
    [
        ((2, 2, 2), 0, 6, range(3)),
        ((2, 2, 2), 1, 6, range(3)),
        ((2, 2, 2), 0, 5, range(2)),
        ((2, 2, 2), 2, 5, range(1, 3)),
        ((2, 2, 2), 1, 4, range(1, 2)),
        ((2, 2, 2), 9, 1, range(2, 3)),
        ((), 0, 5, range(0)),
    ],
)
def test_a_window_of_a_list_has_room_for_what_is_missing(
    heights: tuple[int, ...], at: int, room: int, shown: range
) -> None:
    assert window(heights, at, room) == shown


@pytest.mark.parametrize("ticked", [1, 4])
def test_a_list_without_room_for_how_many_lines_are_missing_is_not_painted(ticked: int) -> None:
    """The layout is given up then: the next one is smaller, and nothing is cut off."""
    with at(STATES["list of five"]) as game:
        game.view = replace(game.view, ticked=frozenset(range(ticked)))
        given_up: set[bool] = set()
        for height in range(6, SMALL[1]):
            console = Console(width=SMALL[0], height=height, file=StringIO())
            found = laid_out(Canvas(game.session, game.view, console))
            given_up.add(found is None)
            if found is not None:
                shown = console.render_lines(found.picture, pad=False)
                lines = ["".join(part.text for part in line) for line in shown]
                assert list(missing_marks_of_scrolling(game, found, lines)) == [], height
        assert given_up == {True, False}


def test_the_help_moves_where_it_is_longer_than_the_window() -> None:
    with at(STATES["help"]) as game:
        assert "Ctrl-Q, Ctrl-C" in plain(painted(game, *LARGE)[1])
        seen = ""
        for _ in range(15):
            seen += plain(painted(game, *SMALL)[1])
            game.press(DOWN)
        assert "a letter" in seen
        assert "Ctrl-Q, Ctrl-C" in seen
        assert not painted(game, *SMALL)[0].shown  # they are no lines of a tick-list
        game.press(UP)
        assert game.view.asking is Asking.HELP


def test_the_line_that_won_stands_out() -> None:
    with at(STATES["list, won"]) as game:
        lines = painted(game, *LARGE)[1]
    filled = [
        (span.start, span.end)
        for line in lines
        for span in line.spans
        if "reverse" in str(span.style)
    ]
    middle = [(start, end) for start, end in filled if (start, end) == (11, 20)]
    assert len(middle) == 15


def test_marks_that_are_not_drawn_still_show(tmp_path: Path) -> None:
    path = tmp_path / "kit.toml"
    path.write_text('marks = ["●", "T"]\n', encoding="utf-8")
    with opened(State(lambda: load_kit(path))) as game:
        for key in (ENTER, "d", "1"):
            game.press(key)
        shown = plain(painted(game, *LARGE)[1])
    assert "●●●●●" in shown
    assert "  █  " in shown
