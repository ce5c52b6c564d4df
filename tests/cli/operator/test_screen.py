"""The guided game's screen, as text: golden screens, and that every state has all its facts at every size."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from random import Random

import pytest

from menace_kit.cli.operator.guided import Asking, GuidedGame, View, keys_now
from menace_kit.cli.operator.large_signs import HALF, big
from menace_kit.cli.operator.screen import Painted, Size, screen
from menace_kit.cli.terminal import BLOCKS, KeypadWords, on_keypad
from menace_kit.games import parse_move, written_move
from menace_kit.guide import wording
from menace_kit.guide.desk import Desk
from menace_kit.guide.session import Due, Session
from menace_kit.journal.entries import Action
from menace_kit.journal.store import Journal
from menace_kit.machine import Kit, load_kit, load_preset
from menace_kit.text import kit_words
from menace_kit.text.kit_words import page_words
from menace_kit.text.words import Called
from tests.cli.operator.states import STATES, at
from tests.conftest import Golden
from tests.examples import some_of

After = Callable[[str], Session]

MOMENTS = {"start": "", "bead": "gold 1", "reply": "gold 1 lilac", "list": "gold 1 lilac 3 red"}


@pytest.fixture(name="kit", scope="module")
def fixture_kit() -> Kit:
    return load_preset("michie-1961")


def session_after(folder: Path, kit: Kit, steps: str) -> Session:
    """Return the session after a game began and these steps: colours and squares."""

    def chosen(step: str) -> Callable[[Session], Action]:
        return lambda s: s.reply(parse_move(step)) if step[0].isdigit() else s.draw(step)

    with Journal(folder / "journal.sqlite", kit) as journal:
        desk = Desk(journal)
        if steps:
            desk.act(lambda session: session.start("Ada", "Bob"))
        for step in steps.split():
            desk.act(chosen(step))
        return desk.session


@pytest.fixture(name="after")
def fixture_after(kit: Kit, tmp_path: Path) -> After:
    return lambda steps: session_after(tmp_path, kit, steps)


def text(session: Session, view: View, size: Size) -> str:
    return "".join(f"{line.plain.rstrip()}\n" for line in screen(session, view, size).lines)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.parametrize("moment", ["bead", "reply", "list"])
def test_the_screen_is_as_it_was_found_good(
    golden: Golden, after: After, moment: str, size: tuple[int, int]
) -> None:
    view = View(operator="Ada", ticked=frozenset({0}) if moment == "list" else frozenset())
    golden(f"play-{moment}-{size[0]}x{size[1]}.txt", text(after(MOMENTS[moment]), view, Size(*size)))


# Every state at every size

NARROWEST, LOWEST = 20, 5
"""The smallest window that is looked at."""


@lru_cache(maxsize=4)
def panels(lines: tuple[str, ...]) -> list[str]:
    """Return the words of a screen as they flow: all of it, and what stands beside a board, wherever that ends."""
    ends = {found.start() for line in lines[1:] for found in re.finditer(r"(?<=  )\S", line)}
    return ["".join("".join(line[column:] for line in lines).split()) for column in sorted({0, *ends})]


def has(lines: Sequence[str], text: str) -> bool:
    """Return whether a text stands on a screen, wherever its lines break."""
    plain = "".join(text.split())
    return any(plain in panel for panel in panels(tuple(lines)))


def has_large(lines: Sequence[str], text: str) -> bool:
    """Return whether a text is drawn large."""
    for scale in (HALF, 1, 2, 3):
        drawn = [line.rstrip() for line in big(text, scale, BLOCKS)]
        for number, line in enumerate(lines[: len(lines) - len(drawn) + 1]):
            for left in (found.start() for found in re.finditer(f"(?={re.escape(drawn[0])})", line)):
                if all(lines[number + row][left:].startswith(sign) for row, sign in enumerate(drawn)):
                    return True
    return False


def missing(game: GuidedGame, found: Painted) -> list[str]:
    """Return what an operator has to know now, and does not find on a screen."""
    session, view, kit = game.session, game.view, game.session.kit
    words = page_words(kit, typed=True)
    tell = KeypadWords(words).tell if view.keypad else words.tell
    lines = [line.plain for line in found.lines]
    wanted = [tell(view.question or wording.due(session, view.machine_first, view.both)), tell(view.message)]
    wanted += [tell(key) for key in keys_now(session, view)[:1]]
    absent = []
    if view.deeds:
        wanted += [tell(view.deeds[line]) for line in found.shown]
        if more := len(view.deeds) - found.shown.stop:
            wanted.append(words("play.more-below", n=more))
    elif view.counted_box is not None:
        box, in_box = kit.box(view.counted_box), session.in_box(view.counted_box)
        wanted += [tell(Called(name)) for name in box.moves]
        wanted += [words("play.book-and-count", book=in_box[name], count="").strip() for name in box.moves]
        wanted += [] if has_large(lines, box.name) else [tell(kit_words.box_and_place(kit, box))]
    elif session.box is not None:
        box, reading = session.box, session.readings[0]
        place = kit.place(box)
        numbers = [box.name, *map(str, place[0 if kit.cabinets > 1 else 1 :] if place else ())]
        if not all(has_large(lines, number) for number in numbers):
            wanted.append(tell(kit_words.box_and_place(kit, box)))
        wanted.append(tell(wording.how_to_turn(reading))[1:])
        in_box = session.in_box(box.number)
        for name, move in reading.moves.items():
            key, square, count = kit.colour(name).key, session.written(move), in_box[name]
            told = rf" {re.escape(key)}  (.*\b{square}\b.* {count}(\s|$)|{square} x{count}\b)"
            if not any(re.search(told, line) for line in lines):
                absent.append(f"{key} {square} {count}")
    elif session.due is Due.REPLY and session.game and session.game.moves:
        last = session.game.moves[-1]
        move = parse_move(last.move or "")
        before = session.game.positions(kit.game)[-2]
        typed = written_move(kit.game, before, move)
        if not has_large(lines, on_keypad(typed) if view.keypad else typed):
            wanted.append(tell(kit_words.square(kit, move, before)))
        if last.colour and last.box:
            wanted += [
                tell(Called(last.colour)).upper(),
                tell(kit_words.box_and_place(kit, kit.box(last.box))),
            ]
    elif session.due is Due.ADJUST and session.game:
        absent += missing_in_list(game, found, lines)
    elif session.due is Due.START and not wording.dead(session, view.machine_first, view.both):
        wanted += [] if scrolls(game, lines) else wanted_before_a_game(game, lines)
    return absent + [text for text in wanted if not has(lines, text)]


def scrolls(game: GuidedGame, lines: Sequence[str]) -> bool:
    """Return whether a screen says that there is more below."""
    return has(lines, page_words(game.session.kit, typed=True)("play.more-below", n=0).partition("0")[2])


def wanted_before_a_game(game: GuidedGame, lines: Sequence[str]) -> list[str]:
    """Return what is to be told of the next game."""
    session, view = game.session, game.view
    number = str(session.game.number + 1 if session.game else 1)
    return [view.operator or "", view.opponent, "" if has_large(lines, number) else number]


def missing_in_list(game: GuidedGame, found: Painted, lines: Sequence[str]) -> list[str]:
    """Return what is missing of a list: how the game ended, the lines that are shown, that there are more."""
    session, kit = game.session, game.session.kit
    words = page_words(kit, typed=True)
    ended = session.game
    assert ended is not None
    word = words.tell(wording.headline(kit, ended))
    absent = [] if has(lines, word) or has_large(lines, word) else [word]
    for number, change in enumerate(ended.tick_list):
        after = session.contents[change.box]
        told = [kit.box(change.box).name, words.tell(Called(change.colour)).upper()]
        if number in found.shown:
            absent += [text for text in (f"] {number + 1} ", *told) if not has(lines, text)]
            short = f"-> {after[change.colour]} ({sum(after.values())})"
            whole = words.tell(wording.adjustment(kit, change, after))
            absent += [] if has(lines, short) or has(lines, whole) else [short]
    if found.shown.start:
        absent += [] if has(lines, words("play.more-above", n=found.shown.start)) else ["more above"]
    put_in = [words.tell(told) for told in wording.refilled(kit, ended)]
    more = len(ended.tick_list) - found.shown.stop
    if more > 0:
        absent += [] if has(lines, words("play.more-below", n=more + bool(put_in))) else ["more below"]
    elif not scrolls(game, lines):
        absent += [told for told in put_in if not has(lines, told)]
    return absent


def check(game: GuidedGame, size: Size) -> None:
    """Fail where a screen is not as large as the window, or lacks a fact."""
    found = screen(game.session, game.view, size)
    lines = [line.plain for line in found.lines]
    shown = "\n".join(["", f"{size.width} x {size.height}", *lines])
    assert len(lines) == size.height
    assert max(line.cell_len for line in found.lines) <= size.width, shown
    if not found.brief:
        assert missing(game, found) == [], shown
        return
    assert size.width < 34 or size.height < 14, shown
    tell = page_words(game.session.kit, typed=True).tell
    begins = tell(
        (f"1 {tell(game.view.deeds[0])}"[:12] if found.shown and game.view.deeds else "")
        or game.view.question
        or (kit_words.box_and_place(game.session.kit, game.session.box) if game.session.box else "")
    )
    assert "".join("".join(lines).split()).startswith("".join(begins.split())[:40]), shown


@pytest.mark.parametrize("name", some_of(STATES, every=2))
def test_a_state_has_all_its_facts_at_windows_of_many_sizes(name: str) -> None:
    random = Random(name)
    with at(STATES[name]) as game:
        for size in ((20, 5), (40, 15), (60, 20), (80, 24), (102, 30), (120, 40)):
            check(game, Size(*size))
        for _ in range(2):
            check(game, Size(random.randint(NARROWEST, 120), random.randint(LOWEST, 40)))


@pytest.mark.prove
@pytest.mark.parametrize(("number", "name"), list(enumerate(STATES)))
def test_every_size_is_tried_with_several_states_and_each_state_at_every_width_and_height(
    number: int, name: str
) -> None:
    with at(STATES[name]) as game:
        for width in range(NARROWEST, 251):
            for height in range(LOWEST, 71):
                if (3 * width + height + number) % 8 == 0:
                    check(game, Size(width, height))


def test_a_list_that_is_longer_than_the_window_can_be_seen_whole_before_it_is_confirmed() -> None:
    size = Size(40, 12)
    with at(STATES["both, lists"]) as game:
        game.view = replace(game.view, seen=frozenset())
        assert game.session.game is not None
        lines = len(game.session.game.adjustments)
        seen = set(screen(game.session, game.view, size).shown)
        assert len(seen) < lines
        for key in ("down", "enter"):
            while len(seen) < lines and game.view.asking is Asking.NOTHING:
                found = screen(game.session, game.view, size)
                seen |= set(found.shown)
                game.shown(found.shown)
                game.press(key)
            if key == "down":
                seen, game.view = set(), replace(game.view, seen=frozenset(), at=None)
        assert seen == set(range(lines))
        assert game.session.due is Due.ADJUST
        assert game.view.asking is Asking.CONFIRM


def test_the_line_that_won_stands_out() -> None:
    with at(STATES["list, won"]) as game:
        for size in ((80, 24), (60, 20)):
            lines = screen(game.session, game.view, Size(*size)).lines
            filled = [
                (span.start, span.end) for line in lines for span in line.spans if "cyan reverse" in str(span)
            ]
            assert len(filled) >= 9
            assert all(11 <= start < end <= 20 for start, end in filled)  # the middle column
        small = screen(game.session, game.view, Size(30, 30, ascii_only=True)).lines
        assert sum(line.plain.count("[O]") for line in small) == 3


def test_a_terminal_with_ascii_alone_gets_nothing_else(after: After) -> None:
    shown = text(after(MOMENTS["reply"]), View(), Size(120, 40, ascii_only=True))
    assert shown.replace("▲", "").isascii()  # the palette's own sign
    assert "#####" in shown


def test_colours_are_never_alone(after: After) -> None:
    session = after(MOMENTS["bead"])
    shown = text(session, View(), Size(80, 24))
    for name, square in (("L", "2 top middle"), ("S", "3 top right"), ("G", "6 middle right")):
        assert f" {name}  " in shown
        assert square in shown


@pytest.mark.parametrize("asking", [Asking.HELP])
def test_the_help_fits(after: After, asking: Asking) -> None:
    shown = text(after(""), View(asking=asking), Size(80, 24))
    assert "Ctrl-Q, Ctrl-C" in shown
    assert "Any key goes back" in shown


def lines_of_list(session: Session, ticked: Sequence[int]) -> str:
    return text(session, View(ticked=frozenset(ticked)), Size(80, 24))


def test_a_list_that_is_too_long_shows_the_line_that_is_next(tmp_path: Path) -> None:
    path = tmp_path / "kit.toml"
    path.write_text(
        "[boxes]\nforced-moves = true\n[beads]\nstart = 1\n[cabinet]\nrows = 10\ncolumns = 4\n",
        encoding="utf-8",
    )
    session = session_after(tmp_path, load_kit(path), "gold 1 lilac 8 amber 3 black 6 silver")
    assert session.game is not None
    assert len(session.game.adjustments) == 5
    for done in range(5):
        assert f"[ ] {done + 1} " in lines_of_list(session, range(done))


def test_names_with_markup_stay_as_they_are(kit: Kit, tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.sqlite", kit) as journal:
        desk = Desk(journal)
        desk.act(lambda session: session.start("[red]Ada[/]", ":gem:"))
        shown = text(desk.session, View(), Size(120, 40))
    assert "[red]Ada[/]" in shown
    assert ":gem:" in shown


def test_marks_that_are_not_drawn_still_show(tmp_path: Path) -> None:
    path = tmp_path / "kit.toml"
    path.write_text('marks = ["●", "T"]\n', encoding="utf-8")
    shown = text(session_after(tmp_path, load_kit(path), "gold 1"), View(), Size(80, 24))
    assert "●●●●●" in shown
    assert "  █  " in shown
