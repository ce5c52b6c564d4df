"""`new`: a kit file of one's own, or nothing."""

import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import NamedTuple

import pexpect
import pytest

from menace_kit.cli.kit_questions import ask
from menace_kit.machine import Kit, load_kit, load_preset
from menace_kit.machine.containers import ContainerKind
from menace_kit.machine.toml_files import TemplateKind, template_names
from menace_kit.text import paper_words
from menace_kit.workshop.kit_files import AS_IT_IS, Wishes, kit_files
from tests.cli.conftest import Menace
from tests.cli.running import PROGRAM, complaint, contents, environment


def test_new_touches_nothing_where_one_of_its_files_is_there(
    menace: Menace, tmp_path: Path
) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "my-box.toml").write_text("mine!", encoding="utf-8")
    said = complaint(menace("new", "mine", "--container", "measure-your-own"), 1)
    assert said.startswith(f"{Path('mine', 'my-box.toml')} is already there; ")
    assert contents(tmp_path / "mine") == {"my-box.toml": b"mine!"}


def talk(folder: Path, *arguments: str) -> "pexpect.spawn[str]":
    """Return the program at a real terminal of 80 x 24."""
    program, *rest = (*PROGRAM, "new", "mine", *arguments)
    return pexpect.spawn(
        program,
        rest,
        cwd=folder,
        env=environment(),
        dimensions=(24, 80),
        encoding="utf-8",
        timeout=60,
    )


@pytest.mark.skipif(sys.platform == "win32", reason="pexpect needs a pseudo-terminal")
class TestAtATerminal:
    def test_enter_takes_what_is_usual(self, menace: Menace, tmp_path: Path) -> None:
        child = talk(tmp_path)
        for _ in range(5):
            child.expect(r"\]: ?$")
            child.sendline("")
        child.expect(pexpect.EOF)
        child.close()
        assert child.exitstatus == 0
        assert menace("new", "plain").code == 0
        assert contents(tmp_path / "mine") == contents(tmp_path / "plain")

    @pytest.mark.prove
    def test_nothing_is_asked_with_yes(self, tmp_path: Path) -> None:
        child = talk(tmp_path, "--yes")
        child.expect(pexpect.EOF)
        assert "Which" not in (child.before or "")
        assert set(contents(tmp_path / "mine")) == {"kit.toml"}

    def test_whoever_ends_it_has_nothing_written(self, tmp_path: Path) -> None:
        child = talk(tmp_path)
        child.expect("number or name")
        child.sendline("99")
        child.expect("none of these")
        child.sendeof()
        child.expect(pexpect.EOF)
        child.close()
        assert child.exitstatus != 0
        assert not (tmp_path / "mine").exists()


class Talk(NamedTuple):
    """What was said, and the kit file that came of it."""

    said: str
    kit_file: Path

    @property
    def kit(self) -> Kit:
        return load_kit(self.kit_file)


Asked = Callable[..., Talk]


@pytest.fixture(name="asked")
def fixture_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Asked:
    """Return `asked(*answers)`: an answer to each question."""

    def talked(*answers: str, preset: str | None = None, wishes: Wishes = AS_IT_IS) -> Talk:
        monkeypatch.setattr("sys.stdin", StringIO("\n".join([*answers, ""])))
        files = kit_files(*ask(preset, wishes))
        assert sys.stdin.read() == ""
        for name, text in files.items():
            (tmp_path / name).write_text(text, encoding="utf-8")
        return Talk(capsys.readouterr().out, tmp_path / "kit.toml")

    return talked


def test_a_box_and_beads_of_one_s_own_are_asked_for_and_written(asked: Asked) -> None:
    """Sizes in cm, and sides of the tray that are exchanged, are said, and asked for once more."""
    box = ("own", "5.6x3.6x1.7", "56 x 36,5 x 17", "33x54x15", "56x36.5x17", "54x33x15")
    said, kit_file = asked("her-19", *box, "8 mm wooden", "letter", "de")
    assert "are these cm? Type mm: 56x36x17" in said
    assert "Pull here: this end of the tray comes" in said
    assert "are two sides exchanged?" in " ".join(said.split())
    kit = load_kit(kit_file)
    assert kit.fingerprint == load_preset("her-19").fingerprint
    assert (kit.container.outer.width, kit.container.tray.length) == (36.5, 54)
    assert (kit.container.label_width, kit.container.label_height) == (34, 15.5)
    assert (kit.bead.title, kit.bead.diameter, kit.bead.length) == ("8 mm wooden", 8, 8)
    assert (kit.spec.print.paper, kit.spec.print.language) == ("letter", "de")


@pytest.mark.parametrize(
    ("answers", "kind", "outer", "label", "shown"),
    [
        (
            ("own-drawer", "100x55x37", "95x50x32", "48x20"),
            *(ContainerKind.DRAWER, (100, 55, 37), (48, 20), "the way the drawer slides"),
        ),
        (
            ("own-cup", "72 x 50 x 82", ""),
            *(ContainerKind.CUP, (72, 72, 82), (45, 30), "rim: how wide it is"),
        ),
        (
            ("own-carton", "50x50x42", "42x42x32", "12", ""),
            *(ContainerKind.CARTON, (50, 50, 42), (46, 20), "inside the lid"),
        ),
        (
            ("own-envelope", "162x114", ""),
            *(ContainerKind.ENVELOPE, (12, 162, 114), (60, 25), "on the front, near"),
        ),
    ],
    ids=["drawer", "cup", "carton", "envelope"],
)
def test_containers_of_one_s_own_are_measured_by_a_drawing(
    asked: Asked,
    answers: tuple[str, ...],
    kind: ContainerKind,
    outer: tuple[float, ...],
    label: tuple[float, ...],
    shown: str,
) -> None:
    """And are what the language calls such things."""
    talk = asked("her-19", *answers, "", "", "deutsch")
    assert shown in talk.said
    kit, found = talk.kit, talk.kit.container
    size = (found.outer.length, found.outer.width, found.outer.height)
    assert (found.kind, size) == (kind, outer)
    assert (found.label_width, found.label_height) == label
    assert found.together == (12 if kind is ContainerKind.CARTON else 1)
    assert found.words == ()
    assert kit.spec.print.language == "de"
    assert kit.spec.cabinet is None


def test_a_label_that_has_no_room_is_said_and_asked_for_once_more(asked: Asked) -> None:
    machine = str(template_names(TemplateKind.MACHINES).index("her-19") + 1)
    own = ("own-cup", "72 x 50 x 82", "80x30", "72x50x82", "45x30")
    talk = asked(machine, *own, "", "", "francais")
    assert "label.width is 80 mm, but the front is only 72 mm" in talk.said
    assert paper_words(talk.kit)("piece.box", number=7) == "Gobelet 7"


def test_folded_boxes_have_the_inside_that_is_asked_for(asked: Asked) -> None:
    talk = asked("her-19", "fold-up", "51x33", "51x33.5x10", "", "", "Dutch")
    assert "length x width x height in mm, each more than 0" in talk.said
    assert talk.kit.container.kind is ContainerKind.FOLD_UP
    tray = talk.kit.container.tray
    assert (tray.length, tray.width, tray.height) == (51, 33.5, 10)


def test_folded_boxes_are_as_large_as_the_beads_need_and_a_mat_needs_no_size(
    asked: Asked,
) -> None:
    assert asked("her-19", "fold-up", "", "", "", "").kit.spec.fold_up.tray is None
    talk = asked("nim-8", "mat", "", "", "English")
    assert talk.kit.container.kind is ContainerKind.MAT


def test_what_an_option_says_is_not_asked(asked: Asked) -> None:
    wishes = Wishes(container="paper-cup", beads="pony", language="nl")
    talk = asked("letter", preset="nim-8", wishes=wishes)
    assert (talk.said.count("Which"), talk.said.count("Which paper")) == (1, 1)
    spec = talk.kit.spec
    assert (spec.print.container, talk.kit.bead.title) == ("paper-cup", "Pony bead, 9 x 6 mm")
    assert (spec.print.paper, spec.print.language) == ("letter", "nl")
