"""`new`: a kit file of one's own, or nothing."""

import sys
from pathlib import Path

import pexpect
import pytest

from menace_kit.machine import load_kit, load_preset
from menace_kit.machine.containers import ContainerKind
from menace_kit.machine.toml_files import TemplateKind, template_names, template_path
from menace_kit.text import paper_words
from tests.cli.conftest import Menace
from tests.cli.running import PROGRAM, complaint, contents, environment
from tests.examples import EVERY_PRESET


@pytest.mark.parametrize("name", EVERY_PRESET)
def test_a_new_kit_file_is_the_machine_of_its_preset(
    menace: Menace, tmp_path: Path, name: str
) -> None:
    result = menace("new", "mine", "--preset", name)
    assert (result.code, result.err) == (0, "")
    assert set(contents(tmp_path / "mine")) == {"kit.toml"}
    kit = load_kit(tmp_path / "mine" / "kit.toml")
    assert kit.fingerprint == load_preset(name).fingerprint
    assert kit.colours == load_preset(name).colours


@pytest.mark.parametrize("name", template_names(TemplateKind.CONTAINERS))
def test_a_new_kit_file_has_the_container_that_was_named(
    menace: Menace, tmp_path: Path, name: str
) -> None:
    result = menace("new", "mine", "--container", name)
    assert result.code == 0
    own = name == "measure-your-own"
    assert set(contents(tmp_path / "mine")) == (
        {"kit.toml", "my-box.toml"} if own else {"kit.toml"}
    )
    text = (tmp_path / "mine" / "kit.toml").read_text(encoding="utf-8")
    assert f'container = "{"my-box.toml" if own else name}" ' in text


def test_new_says_what_it_wrote_and_what_to_do_next(menace: Menace, tmp_path: Path) -> None:
    lines = menace("new", "mine").out.splitlines()
    path = Path("mine", "kit.toml")
    assert lines == [str(path), f"Change it as you like; then:  menace-kit build --kit {path}"]
    built = menace("print", "labels", "--kit", path)
    assert built.code == 0
    assert (tmp_path / "mine" / "output" / "labels-a4.pdf").is_file()


def test_to_measure_ones_own_box_new_says_where_its_sizes_go(
    menace: Menace, tmp_path: Path
) -> None:
    lines = menace("new", "mine", "--container", "measure-your-own").out.splitlines()
    own = tmp_path / "mine" / "my-box.toml"
    assert lines[-1].startswith(
        f"Measure your box and put the sizes into {Path('mine', 'my-box.toml')}; then:  "
    )
    said = complaint(menace("build", "--kit", "mine/kit.toml"), 2)
    assert said.startswith(
        f"{Path('mine', 'my-box.toml')}: not measured yet, still 0: outer.length, "
    )
    craft = template_path(TemplateKind.CONTAINERS, "craft-box")
    own.write_bytes(craft.read_bytes())
    assert menace("print", "labels", "--kit", "mine/kit.toml").code == 0


@pytest.mark.parametrize("there", ["kit.toml", "my-box.toml"])
def test_new_touches_nothing_where_one_of_its_files_is_there(
    menace: Menace, tmp_path: Path, there: str
) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / there).write_text("mine!", encoding="utf-8")
    said = complaint(menace("new", "mine", "--container", "measure-your-own"), 1)
    assert (
        said
        == f"{Path('mine', there)} is already there; choose another folder, or change that file"
    )
    assert contents(tmp_path / "mine") == {there: b"mine!"}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ["--preset", "scrogs"],
            "there is no preset 'scrogs'; did you mean scroggs? choose from: both-players, ",
        ),
        (["--container", "shoe-box"], "there is no container 'shoe-box'; choose from: craft-box, "),
        (["--container", "none.toml"], "there is no file "),
        (["--preset", "mine.toml"], "mine.toml is a kit file already; "),
    ],
)
def test_new_makes_no_folder_for_what_is_not_there(
    menace: Menace, tmp_path: Path, arguments: list[str], said: str
) -> None:
    assert complaint(menace("new", "mine", *arguments), 2).startswith(said)
    assert not (tmp_path / "mine").exists()


def test_where_the_second_file_cannot_be_written_the_first_does_not_stay(
    menace: Menace, tmp_path: Path
) -> None:
    # The container's name fits a folder, but not once more is put around
    # it while it is being written.
    container = f"{'x' * 245}.toml"
    craft = template_path(TemplateKind.CONTAINERS, "craft-box")
    (tmp_path / container).write_bytes(craft.read_bytes())
    said = complaint(menace("new", "mine", "--container", container), 1)
    assert said.startswith("cannot write into the folder mine: ")
    assert contents(tmp_path / "mine") == {}


def test_a_folder_that_is_a_file_is_refused(menace: Menace, tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("x", encoding="utf-8")
    assert complaint(menace("new", "mine"), 2).startswith(
        "FOLDER is the folder for the files, and mine is a file"
    )
    assert (tmp_path / "mine").read_text(encoding="utf-8") == "x"


# At a terminal it asks.


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


def typed(folder: Path, *answers: str, arguments: tuple[str, ...] = ()) -> str:
    """Return all that the program said while these were typed, each at a question of its own."""
    child = talk(folder, *arguments)
    said = ""
    for answer in answers:
        child.expect(r"(\]|x[0-9.]+|same way|have it): ?$")
        said += f"{child.before}{child.after}"
        child.sendline(answer)
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    return f"{said}{child.before}"


@pytest.mark.skipif(sys.platform == "win32", reason="pexpect needs a pseudo-terminal")
class TestAtATerminal:
    """What is asked, and what comes of the answers."""

    def test_enter_takes_what_is_usual(self, menace: Menace, tmp_path: Path) -> None:
        typed(tmp_path, "", "", "", "", "")
        asked = contents(tmp_path / "mine")
        assert menace("new", "plain").code == 0
        assert asked == contents(tmp_path / "plain")

    def test_a_box_and_beads_of_one_s_own_are_asked_for_and_written(self, tmp_path: Path) -> None:
        """The tray's sides are exchanged at first: that is said, and asked for once more."""
        box = ("own", "56 x 36,5 x 17", "33x54x15", "56x36.5x17", "54x33x15")
        child = talk(tmp_path)
        for answer in ("her-19", *box, "8 mm wooden", "letter", "de"):
            child.expect(r"(\]|17|same way): ?$")
            child.sendline(answer)
            if answer == "own":
                child.expect("Pull here: this end of the tray comes")
            if answer == "33x54x15":
                child.expect("are two sid")
        child.expect(pexpect.EOF)
        kit = load_kit(tmp_path / "mine" / "kit.toml")
        assert kit.fingerprint == load_preset("her-19").fingerprint
        assert (kit.container.outer.width, kit.container.tray.length) == (36.5, 54)
        assert (kit.container.label_width, kit.container.label_height) == (34, 15.5)
        assert (kit.bead.title, kit.bead.diameter, kit.bead.length) == ("8 mm wooden", 8, 8)
        assert (kit.spec.print.paper, kit.spec.print.language) == ("letter", "de")

    @pytest.mark.parametrize(
        ("answers", "kind", "outer", "label", "shown"),
        [
            pytest.param(
                ("own-drawer", "100x55x37", "95x50x32", "48x20"),
                *(ContainerKind.DRAWER, (100, 55, 37), (48, 20), "the way the drawer slides"),
                marks=pytest.mark.prove,
            ),
            (
                ("own-cup", "72 x 50 x 82", ""),
                *(ContainerKind.CUP, (72, 72, 82), (45, 30), "rim: how wide it is"),
            ),
            pytest.param(
                ("own-carton", "50x50x42", "42x42x32", "12", ""),
                *(ContainerKind.CARTON, (50, 50, 42), (46, 20), "inside the lid"),
                marks=pytest.mark.prove,
            ),
            (
                ("own-envelope", "162x114", ""),
                *(ContainerKind.ENVELOPE, (12, 162, 114), (60, 25), "on the front, near"),
            ),
        ],
        ids=["drawer", "cup", "carton", "envelope"],
    )
    def test_containers_of_one_s_own_are_measured_by_a_drawing(
        self,
        menace: Menace,
        tmp_path: Path,
        answers: tuple[str, ...],
        kind: ContainerKind,
        outer: tuple[float, ...],
        label: tuple[float, ...],
        shown: str,
    ) -> None:
        """And are what the language calls such things, where Enter takes that."""
        said = typed(tmp_path, "her-19", *answers, "", "", "deutsch", "")
        assert shown in said
        kit = load_kit(tmp_path / "mine" / "kit.toml")
        found = kit.container
        assert (found.kind, (found.outer.length, found.outer.width, found.outer.height)) == (
            kind,
            outer,
        )
        assert (found.label_width, found.label_height) == label
        assert found.together == (12 if kind is ContainerKind.CARTON else 1)
        assert found.words == ()
        assert kit.spec.print.language == "de"
        assert kit.spec.cabinet is None
        assert menace("print", "labels", "--kit", "mine/kit.toml").code == 0

    def test_what_one_calls_one_s_own_containers_stands_in_the_sentences(
        self, tmp_path: Path
    ) -> None:
        """A label that has no room is said, and asked for once more."""
        own = ("13", "72 x 50 x 82", "80x30", "72x50x82", "45x30")
        named = ("francais", "chope", "chopes", "Collez l’étiquette sous l’anse.")
        said = typed(tmp_path, "her-19", *own, "", "", *named)
        assert "label.width is 80 mm, but the front is only 72 mm" in said
        assert "feminine" in said
        words = paper_words(load_kit(tmp_path / "mine" / "kit.toml"))
        assert (words("containers.matchbox", n=1), words.lines("fit-test.gluing-steps")) == (
            "chope",
            ["Collez l’étiquette sous l’anse."],
        )

    def test_folded_boxes_have_the_inside_that_is_asked_for(self, tmp_path: Path) -> None:
        said = typed(tmp_path, "her-19", "fold-up", "51x33", "51x33.5x10", "", "", "Dutch")
        assert "length x width x height in mm, each more than 0" in said
        kit = load_kit(tmp_path / "mine" / "kit.toml")
        assert kit.container.kind is ContainerKind.FOLD_UP
        tray = kit.container.tray
        assert (tray.length, tray.width, tray.height) == (51, 33.5, 10)

    def test_folded_boxes_are_as_large_as_the_beads_need_and_a_mat_needs_no_size(
        self, tmp_path: Path
    ) -> None:
        typed(tmp_path, "her-19", "fold-up", "", "", "", "")
        assert load_kit(tmp_path / "mine" / "kit.toml").spec.fold_up.tray is None
        (tmp_path / "mine" / "kit.toml").unlink()
        typed(tmp_path, "nim-8", "mat", "", "", "English")
        assert load_kit(tmp_path / "mine" / "kit.toml").container.kind is ContainerKind.MAT

    def test_what_an_option_says_is_not_asked(self, tmp_path: Path) -> None:
        options = (
            "--preset",
            "nim-8",
            "--container",
            "paper-cup",
            "--beads",
            "pony",
            "--language",
            "nl",
        )
        said = typed(tmp_path, "letter", arguments=options)
        assert (said.count("Which"), said.count("Which paper")) == (1, 1)
        kit = load_kit(tmp_path / "mine" / "kit.toml")
        assert (kit.spec.print.container, kit.bead.title) == ("paper-cup", "Pony bead, 9 x 6 mm")
        assert (kit.spec.print.paper, kit.spec.print.language) == ("letter", "nl")

    def test_nothing_is_asked_with_yes(self, tmp_path: Path) -> None:
        assert "Which" not in typed(tmp_path, arguments=("--yes",))
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


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--box", "56x36x17"], "--box and --tray go together"),
        (
            ["--box", "56x36", "--tray", "54x33x15"],
            "--box: '56x36' should be length x width x height in mm",
        ),
        (
            ["--box", "56x36x17", "--tray", "0x33x15"],
            "--tray: '0x33x15' should be length x width x height",
        ),
        (
            ["--box", "56x36x17", "--tray", "33x54x15"],
            "tray.width is 54 mm, but the box outside is only 36 mm; are ",
        ),
        (
            ["--box", "5x3x1", "--tray", "4x2x.5", "--container", "craft-box"],
            "--container names a box, and --box",
        ),
        (["--beads", "wooden"], "there is no bead 'wooden'; "),
        (["--beads", "0 x 6 mm wooden"], "my-beads.toml: diameter: should be more than 0"),
        (
            ["--language", "xx"],
            "there is no language 'xx'; choose from: de (Deutsch), en (English), fr (français), ",
        ),
    ],
)
def test_sizes_and_names_that_cannot_be_are_refused(
    menace: Menace, tmp_path: Path, arguments: list[str], said: str
) -> None:
    assert said in complaint(menace("new", "mine", *arguments), 2)
    assert not (tmp_path / "mine").exists()


def test_a_box_and_beads_of_one_s_own_go_by_options_too(menace: Menace, tmp_path: Path) -> None:
    own = (
        "--box",
        "56x36x17mm",
        "--tray",
        "54 33 15",
        "--beads",
        "9 x 6 mm plastic",
        "--paper",
        "letter",
    )
    assert menace("new", "mine", *own).code == 0
    kit = load_kit(tmp_path / "mine" / "kit.toml")
    assert (kit.container.label_width, kit.bead.diameter, kit.bead.length) == (34, 9, 6)
    assert kit.spec.print.paper == "letter"


@pytest.mark.parametrize(
    ("typed_language", "code"),
    [
        *(
            ("deutsch", "de"),
            ("german", "de"),
            ("Deutsch", "de"),
            ("français", "fr"),
            ("francais", "fr"),
        ),
        *(("Nederlands", "nl"), ("dutch", "nl"), ("English", "en"), ("DE", "de"), ("nl", "nl")),
    ],
)
def test_a_language_goes_by_its_names_too(
    menace: Menace, tmp_path: Path, typed_language: str, code: str
) -> None:
    assert menace("new", "mine", "--language", typed_language).code == 0
    assert load_kit(tmp_path / "mine" / "kit.toml").spec.print.language == code
    assert "no language" in complaint(menace("new", "other", "--language", f"{typed_language}x"), 2)


def test_the_sizes_of_containers_say_which_is_which(menace: Menace) -> None:
    told = menace("list", "containers").out
    assert "Pocket matchbox, 50 mm long, 35 wide, 15 high\n" in told
    assert "Envelope C7, 114 mm wide, 81 high\n" in told
    assert "Paper cup, 200 ml, 72 mm across, 82 high\n" in told
