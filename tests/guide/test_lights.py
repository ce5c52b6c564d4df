"""Lights in the cabinet show what is due: in a game at the desk; and nobody waits for them."""

import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from menace_kit.games import Side
from menace_kit.guide import whole_games
from menace_kit.guide.desk import Desk
from menace_kit.guide.lights import due_lights, leds_at, shown
from menace_kit.guide.session import Session
from menace_kit.guide.situation import Due
from menace_kit.guide.wled import message
from menace_kit.logbook.entries import Action
from menace_kit.logbook.store import Logbook
from menace_kit.machine.cabinets import Cabinet, LightsOrder, Place
from menace_kit.machine.learning import Result
from tests.guide.scripts import do
from tests.guide.wled import Wled, wled
from tests.logbook.games import kit_of, quick_folder


def kit_text(address: str, more: str = "") -> str:
    return f'[cabinet]\nrows = 38\ncolumns = 8\nlights = "{address}"\n{more}\n'


@pytest.fixture(name="lights")
def fixture_lights() -> Iterator[Wled]:
    with wled() as found:
        yield found


@pytest.fixture(name="folder")
def fixture_folder() -> Iterator[Path]:
    with quick_folder() as found:
        yield found


@pytest.mark.parametrize(
    ("keys", "place", "leds"),
    [
        ({}, Place(1, 1, 1), [0]),
        ({}, Place(1, 2, 1), [3]),
        ({}, Place(2, 1, 1), [6]),
        ({"lights_order": LightsOrder.SERPENTINE}, Place(1, 2, 1), [5]),
        ({"lights_order": LightsOrder.SERPENTINE}, Place(1, 2, 3), [3]),
        ({"lights_first": 10}, Place(1, 2, 2), [14]),
        ({"lights_per_drawer": 2}, Place(1, 1, 2), [2, 3]),
        ({"lights_gap": (1, 2)}, Place(1, 2, 1), [7]),
        ({"lights_gap": (1, 2), "lights_order": LightsOrder.SERPENTINE}, Place(1, 2, 3), [7]),
        ({"lights_gap": (1, 2), "lights_per_drawer": 2}, Place(1, 2, 2), [13, 14]),
    ],
)
def test_the_leds_behind_a_drawer(keys: dict[str, object], place: Place, leds: list[int]) -> None:
    cabinet = Cabinet(rows=2, columns=3, **keys)  # type: ignore[arg-type]
    assert list(leds_at(cabinet, place)) == leds


@pytest.mark.parametrize(
    ("colour", "light"),
    [("#C81E1E", "C81E1E"), ("#511018", "511018"), ("#101050", "505050"), ("#ffd000", "FFD000")],
)
def test_a_bead_too_dark_for_a_light_is_grey(colour: str, light: str) -> None:
    assert shown(colour) == light


def draw_any(session: Session) -> Action:
    """Draw the first bead that is there."""
    assert session.box is not None
    return session.draw(
        next(colour for colour, n in session.in_box(session.box.number).items() if n)
    )


def play(desk: Desk, lights: Wled) -> None:
    """Play a game to the end of its list, and see that each step is shown."""
    kit = desk.session.kit
    do(desk, "start:Ada:Bob")
    while True:
        session = desk.session
        if session.due is Due.BEAD:
            assert session.box is not None
            lit = {kit.indices[session.box.number]: "FFFFFF"}
        elif session.due is Due.ADJUST:
            assert session.game is not None
            lines = [
                line
                for nth, line in enumerate(session.game.tick_list, start=1)
                if nth not in desk.ticked
            ]
            lit = {
                kit.indices[line.box]: shown(kit.colour(line.colour).hex)
                for line in reversed(lines)
            }
        else:
            lit = {}
        lights.wait_for(lit)
        if session.due is Due.BEAD:
            desk.act(draw_any)
        elif session.due is Due.REPLY:
            desk.act(lambda now: now.reply(kit.game.legal_moves(now.position)[0]))
        elif (
            session.due is Due.ADJUST
            and session.game
            and len(desk.ticked) < len(session.game.tick_list)
        ):
            desk.tick(len(desk.ticked) + 1)
        elif session.due is Due.ADJUST:
            do(desk, "confirm")
        else:
            return


def test_each_step_is_shown_soon_and_at_the_end_it_is_dark(lights: Wled, folder: Path) -> None:
    kit = kit_of(kit_text(lights.address))
    with Logbook(folder / "logbook.sqlite", kit) as logbook:
        desk = Desk(logbook)
        play(desk, lights)
        assert lights.now == {}
        do(desk, "start")
        desk.leave(dark=True)
        assert lights.now == {}


def test_what_was_lit_before_by_whomever_goes_out(lights: Wled) -> None:
    kit = kit_of(kit_text(lights.address))
    lights.take(
        {"on": True, "seg": [{"id": 0, "i": [5, 9, "00FF00", 303, "0000FF", 304, "0000FF"]}]}
    )
    lights.take(message(kit, {217: "FF0000"}))
    assert lights.now == {217: "FF0000", 304: "0000FF"}  # the last is not of the cabinet


def test_a_drawer_with_several_leds_lights_them_all(lights: Wled, folder: Path) -> None:
    text = 'name = "x"\nside = "both"\nbeads.start = 1\n'
    kit = kit_of(text + kit_text(lights.address, "lights-per-drawer = 3"))
    with Logbook(folder / "logbook.sqlite", kit) as logbook:
        desk = Desk(logbook)
        desk.act(
            lambda now: whole_games.quick(
                now, Result.WIN, "white", kit.first_boxes(Side.FIRST)[0].number
            )
        )
        assert desk.session.due is Due.ADJUST
        assert set(due_lights(desk.session).values()) == {shown(kit.colour("white").hex)}
        assert len(due_lights(desk.session)) == 3


def test_lights_that_are_away_are_told_of_once_and_nobody_waits(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:  # takes the message, and never answers
        address = f"http://127.0.0.1:{silent.getsockname()[1]}"
        kit = kit_of(kit_text(address))
        with Logbook(folder / "logbook.sqlite", kit) as logbook:
            desk, begun = Desk(logbook), time.monotonic()
            for _ in range(5):
                do(desk, "start end")
            desk.leave()
            # Ten messages, and none is answered: waiting two seconds for each would take twenty.
            assert time.monotonic() - begun < 15
    warnings = [line for line in capfd.readouterr().err.splitlines() if address in line]
    assert warnings == [f"The lights at {address} don't answer; the game goes on without them."]


def test_lights_that_come_back_show_what_is_due_then(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with wled() as lights:
        port = int(lights.address.rpartition(":")[2])
    kit = kit_of(kit_text(lights.address))
    with Logbook(folder / "logbook.sqlite", kit) as logbook:
        desk = Desk(logbook)
        for _ in range(2):
            do(desk, "start end")
            desk.leave()
        with wled(port) as again:
            do(desk, "start")
            again.wait_for({0: "FFFFFF"})
            again.status = 500
            do(desk, "end")
            desk.leave()
    away, refused = capfd.readouterr().err.splitlines()
    assert away.startswith("The lights at http://127.0.0.1")
    assert "(HTTP 500)" in refused
