"""Lights in the cabinet follow typed steps, the companion and `play`;
`serve --test-lights` walks through them.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from menace_kit.machine.toml_files import TemplateKind, template_path
from tests.cli.conftest import Menace
from tests.cli.operator.played import CTRL_Q, ENTER, Played
from tests.cli.operator.pressed import BEAD_OF_BOX_1
from tests.guide.test_lights import kit_text
from tests.guide.wled import Wled, wled
from tests.web.warm import served


@pytest.fixture(name="lights")
def fixture_lights() -> Iterator[Wled]:
    with wled() as found:
        yield found


def test_typed_steps_light_the_drawers_and_end_at_once(
    lights: Wled, tmp_path: Path, menace: Menace
) -> None:
    (tmp_path / "kit.toml").write_text(kit_text(lights.address), encoding="utf-8")
    kit = ("--kit", str(tmp_path / "kit.toml"))
    assert menace("operator", "start", *kit).code == 0
    assert lights.now == {0: "FFFFFF"}
    menace("operator", "draw", "white", *kit)
    assert lights.now == {}
    assert menace("operator", "status", *kit).code == 0
    menace("operator", "end", *kit)
    messages = len(lights.shown)
    assert messages == 3  # to look lights nothing
    menace("operator", "record", "--outcome", "won", "--first-bead", "white", *kit)
    assert len(lights.now) == 1
    assert set(lights.now) == {0}
    menace("operator", "adjust", "--done", *kit)
    assert lights.now == {}


def test_the_companion_lights_the_drawers(lights: Wled, tmp_path: Path) -> None:
    (tmp_path / "kit.toml").write_text(kit_text(lights.address), encoding="utf-8")
    with served(tmp_path, "--kit", "kit.toml") as server:
        now = server.play_on()
        lights.wait_for({0: "FFFFFF"})
        server.post("draw", colour=now["box"]["beads"][0]["colour"]["name"]).raise_for_status()
        lights.wait_for({})
        number = server.play_on()["box"]["number"]
        lights.wait_for({number - 1: "FFFFFF"})
        assert server.stop() == 0
    assert lights.now == {}


@pytest.mark.prove
def test_the_guided_game_lights_the_drawers_until_it_is_left(lights: Wled, tmp_path: Path) -> None:
    (tmp_path / "kit.toml").write_text(kit_text(lights.address), encoding="utf-8")
    with Played(tmp_path / "logbook.sqlite", "--opponent", "Bob") as played:
        played.shows("press Enter to start")
        lights.wait_for({})
        played.press(ENTER, BEAD_OF_BOX_1)
        lights.wait_for({0: "FFFFFF"})
        played.press("w", "Bob moves")
        lights.wait_for({})
        played.press("9", "Draw a bead from box")
        played.press(CTRL_Q)
        assert played.ends() == 0
    assert lights.now == {}


@pytest.mark.prove
def test_the_guided_game_goes_on_without_lights_and_says_so_once(tmp_path: Path) -> None:
    with wled() as lights:
        pass
    (tmp_path / "kit.toml").write_text(kit_text(lights.address), encoding="utf-8")
    with Played(tmp_path / "logbook.sqlite", "--opponent", "Bob") as played:
        played.shows("press Enter to start", "don't answer; the game goes on without them.")
        played.press(ENTER, BEAD_OF_BOX_1)
        assert "don't answer" not in played.text
        played.press("w", "Bob moves")
        assert "don't answer" not in played.text
        played.press(CTRL_Q)
        assert played.ends() == 0
        assert "Traceback" not in played.text


def test_the_lights_are_tested_drawer_by_drawer(
    lights: Wled, tmp_path: Path, menace: Menace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("menace_kit.cli.serve.SECONDS_LIT", 0)
    her = template_path(TemplateKind.MACHINES, "her-19").read_text(encoding="utf-8")
    her = her.partition("[cabinet]")[0]
    cabinet = f'[cabinet]\nrows = 3\ncolumns = 8\nlights = "{lights.address}"\n'
    (tmp_path / "kit.toml").write_text(
        f'{her}\n{cabinet}lights-order = "serpentine"\n', encoding="utf-8"
    )
    kit = ("--kit", str(tmp_path / "kit.toml"))
    result = menace("serve", "--test-lights", *kit)
    assert result.code == 0
    lines = result.out.splitlines()
    assert (lines[0], lines[8]) == (
        "Box 1, row 1, drawer 1: LED 0",
        "Box 9, row 2, drawer 1: LED 15",
    )
    assert len(lines) == 19
    assert [list(lit) for lit in lights.shown[:3]] == [[0], [1], [2]]
    assert sorted(led for lit in lights.shown for led in lit) == list(range(19))
    assert lights.now == {}


def test_lights_that_do_not_answer_are_told(tmp_path: Path, menace: Menace) -> None:
    told = menace("serve", "--test-lights", "--preset", "michie-1961")
    assert told.code == 2
    assert "has no lights; say where they are in [cabinet]" in told.err
    (tmp_path / "kit.toml").write_text(kit_text("http://127.0.0.1:9"), encoding="utf-8")
    told = menace("serve", "--test-lights", "--kit", str(tmp_path / "kit.toml"))
    assert told.code == 1
    assert "do not answer as WLED does; is the controller on" in told.err


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ('lights = "https://wled.local"', "is no address of lights"),
        ('lights = "http://wled.local:65536"', "is no address of lights"),
        ('lights-order = "zigzag"', "straight"),
        ("lights-gap = [1]", "lights-gap"),
    ],
)
def test_a_wrong_key_of_the_lights_is_told(
    line: str, why: str, tmp_path: Path, menace: Menace
) -> None:
    (tmp_path / "kit.toml").write_text(
        f"[cabinet]\nrows = 38\ncolumns = 8\n{line}\n", encoding="utf-8"
    )
    told = menace("serve", "--test-lights", "--kit", str(tmp_path / "kit.toml"))
    assert told.code == 2
    assert why in told.err
