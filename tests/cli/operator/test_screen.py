"""The guided game's screen, as text: golden screens, and that no size breaks it."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from menace_kit.cli.operator.guided import FOOT, Asking, View
from menace_kit.cli.operator.screen import Size, screen
from menace_kit.games import parse_move
from menace_kit.guide import wording
from menace_kit.guide.desk import Desk
from menace_kit.guide.session import Session
from menace_kit.journal.entries import Action
from menace_kit.journal.store import Journal
from menace_kit.machine import Kit, load_kit, load_preset
from tests.conftest import Golden

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
    return "".join(f"{line.plain.rstrip()}\n" for line in screen(session, view, size))


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.parametrize("moment", ["bead", "reply", "list"])
def test_the_screen_is_as_it_was_found_good(
    golden: Golden, after: After, moment: str, size: tuple[int, int]
) -> None:
    view = View(operator="Ada", ticked=frozenset({0}) if moment == "list" else frozenset())
    golden(f"play-{moment}-{size[0]}x{size[1]}.txt", text(after(MOMENTS[moment]), view, Size(*size)))


@pytest.mark.parametrize("moment", MOMENTS)
def test_no_size_breaks_the_screen(after: After, moment: str) -> None:
    session = after(MOMENTS[moment])
    for width in (20, 39, 40, 79, 80, 100, 101, 140, 250):
        for height in (1, 5, 12, 23, 24, 25, 39, 45, 70):
            for asking in (Asking.NOTHING, Asking.HELP):
                view = View(message="A message. " * 12, asking=asking)
                lines = screen(session, view, Size(width, height))
                assert len(lines) == height
                assert max(line.cell_len for line in lines) <= width


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("size", [(30, 16), (80, 24), (200, 60)])
def test_what_is_due_and_the_keys_are_always_there(after: After, moment: str, size: tuple[int, int]) -> None:
    session = after(MOMENTS[moment])
    shown = " ".join(text(session, View(), Size(*size)).split())
    assert str(wording.due(session)) in shown
    assert " ".join(FOOT[session.due].split()) in shown


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
