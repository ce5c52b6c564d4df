"""Every mistake that a user can make: one sentence, the right exit code,
and nothing on the disk.
"""

import re
import subprocess
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from menace_kit.cli import USAGE_ERROR, usage_mistake, whole_program
from menace_kit.errors import MenaceKitError
from menace_kit.machine.toml_files import TemplateKind, template_path
from tests.cli.conftest import Menace
from tests.cli.running import PROGRAM, complaint, contents, environment

WHICH = "; write numbers and ranges like 217,40-52"
MICHIE = template_path(TemplateKind.PALETTES, "michie-1961").read_text(encoding="utf-8")
SLIM = template_path(TemplateKind.CONTAINERS, "slim-matchbox").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ["build", "--preset", "scrogs"],
            "there is no preset 'scrogs'; did you mean scroggs? choose from: both",
        ),
        (
            ["build", "--paper", "a5"],
            "--paper: there is no 'a5'; choose from: a4, letter",
        ),
        (
            ["build", "--format", "xyz"],
            "--format: there is no 'xyz'; choose from: pdf, svg, all",
        ),
        (["operator", "lookup", "--jsn"], "there is no option --jsn; did you mean --json?"),
        (["--"], "a command is missing; the commands: new, build, "),
        (["build", "--formt"], "there is no option --formt; did you mean --format?"),
        (["build", "--kit"], "--kit needs a value: --kit FILE"),
        (["boxes", "--json=3"], "--json is an option without a value"),
        (["frob"], "there is no command 'frob'; the commands: new, build, list, "),
        (["serv"], "there is no command 'serv'; did you mean serve?"),
        (["lookup", "O........"], "there is no command 'lookup'; did you mean operator lookup?"),
        (["operator", "Lookpu"], "there is no command 'Lookpu'; did you mean operator lookup?"),
        (["operator", "draw"], "COLOUR is missing"),
        (
            ["operator", "record", "--outcome", "one"],
            "--outcome: there is no result 'one'; say how it ended for the machine: win, ",
        ),
        (
            ["logbook", "export", "--format", "jsnl"],
            "--format: there is no 'jsnl'; did you mean jsonl? choose from: ",
        ),
        (["boxes", "0"], "there is no box 0; this kit has boxes 1 to 304"),
        (["boxes", "305"], "there is no box 305; this kit has boxes 1 to 304"),
        (["boxes", "abc"], "there is no box 'abc'; this kit has boxes 1 to 304"),
        (["boxes", "1.5"], "there is no box '1.5'; this kit has boxes 1 to 304"),
        (["boxes", "1_0"], "there is no box '1_0'; this kit has boxes 1 to 304"),
        (["boxes", "٣"], "there is no box '٣'; this kit has boxes 1 to 304"),
        (["boxes", "+3"], "there is no box '+3'; this kit has boxes 1 to 304"),
        (["boxes", "9" * 5000], "there is no box 9999"),
        (["print", "labels", "--copies", "1_0"], "--copies: '1_0' is not a whole number"),
        (["print", "labels", "--copies", "-1"], "--copies: it should be 1 to 1,000, not -1"),
        (
            ["operator", "status", "2"],
            "'2' is one word too many; put words that belong together in quotation marks",
        ),
        (
            ["boxes", "--json", "--csv"],
            "--json, --csv and --map exclude each other; give one of them",
        ),
        (["print", "labels", "--copies", "0"], "--copies: it should be 1 to 1,000, not 0"),
        (["print", "labels", "--copies", "1001"], "--copies: it should be 1 to 1,000, not 1,001"),
        (["print", "labels", "--copies", "two"], "--copies: 'two' is not a whole number"),
        (
            ["print", "labels", "--start-at", "0"],
            "a sheet has places 1 to 120; there is no place 0 to start at",
        ),
        (
            ["print", "labels", "--start-at", "121"],
            "a sheet has places 1 to 120; there is no place 121 to start at",
        ),
        (["print", "labels", "--start-at", "x"], "--start-at: 'x' is not a whole number"),
        (
            ["print", "labels", "--stage", "0"],
            "this kit has boxes for the moves 1 to 4, not for a move 0",
        ),
        (
            ["print", "labels", "--stage", "5"],
            "this kit has boxes for the moves 1 to 4, not for a move 5",
        ),
        (["print", "labels", "--stage", "one"], "--stage: 'one' is not a whole number"),
        (
            ["print", "labels", "--only", "1-"],
            f"which boxes? '1-' is not a number or a range{WHICH}",
        ),
        (["print", "labels", "--only", "999"], "there is no box 999; this kit has boxes 1 to 304"),
        (["print", "labels", "--only", "1", "--stage", "4"], "none of the boxes 1 is for move 4"),
    ],
)
def test_a_command_that_makes_no_sense_is_refused(
    menace: Menace, tmp_path: Path, arguments: list[str], said: str
) -> None:
    result = menace(*arguments)
    assert complaint(result, 2).startswith(said)
    assert result.out == ""
    assert contents(tmp_path) == {}


FOREIGN = re.compile(
    "unable to parse|input should|is not one of|not a valid|invalid value|no such|missing "
    "argument|missing option|got unexpected|requires an|does not take|value error|possible options",
    re.IGNORECASE,
)
"""Words of typer and of pydantic, which are for programmers."""


def every_command(group: Any, path: str = "menace-kit") -> Iterator[tuple[str, Any]]:
    for name in group.list_commands(None):
        command = group.get_command(None, name)
        if hasattr(command, "list_commands"):
            yield from every_command(command, f"{path} {name}")
        else:
            yield f"{path} {name}", command


def strange_words(command: Any) -> Iterator[list[str]]:
    """Yield words that make no sense to a command, or not all to each option."""
    yield from ([], ["--no-such-thing"], ["one", "two", "three=4", "much", "too", "many"])
    for param in command.get_params(command.make_context("", [], resilient_parsing=True)):
        for name in param.opts if param.param_type_name == "option" else ():
            if param.is_flag:
                yield [f"{name}=3"]
            else:
                yield from (
                    [name],
                    *([name, value] for value in ("", "?!", "-7", "1e99", "x" * 500)),
                )


def test_no_command_complains_in_the_words_of_a_library() -> None:
    kinds = Counter[str]()
    for path, command in every_command(whole_program()):
        for words in strange_words(command):
            with suppress(MenaceKitError):
                try:
                    command.make_context(path, list(words))
                except USAGE_ERROR as error:
                    said, _, more = usage_mistake(error).partition("\n")
                    kinds[type(error).__name__] += 1
                    assert not FOREIGN.search(said), (path, words, said)
                    assert more.endswith(f"More: {path} --help")
    assert set(kinds) == {
        "NoSuchOption",
        "MissingParameter",
        "BadParameter",
        "BadOptionUsage",
        "UsageError",
    }
    assert min(kinds.values()) > 5


@pytest.mark.parametrize(
    ("kit", "said"),
    [
        ("name = MENACE", "kit.toml is not TOML: Invalid value (at line 1, column 8)"),
        ("\x00", "kit.toml is not TOML: "),
        (b"\xff\xfe\x00\x01", "kit.toml is not a text file in UTF-8"),
        ('preset = "scroggs"', "kit.toml: there is no key preset; "),
        ('name = "日本"', "kit.toml: name: '日' (U+65E5) in '日本' cannot be printed"),
        ('marks = ["O", "日"]', "kit.toml: marks: '日' (U+65E5) in 'O日' cannot be printed"),
        ('print.paper = "a5"', 'kit.toml: print.paper: should be "a4" or "letter" (it is "a5")'),
        (
            'print.container = "shoe-box"',
            "kit.toml: print.container: there is no container 'shoe-box'; choose from: ",
        ),
        ('print.container = "mine.toml"', "kit.toml: print.container: there is no file "),
        (
            "print.lights-first = 1",
            "kit.toml: there is no key print.lights-first; "
            "it belongs under [cabinet], and that line has to stand above it",
        ),
        (
            'print.language = "xx"',
            "kit.toml: print.language: there is no language 'xx'; choose from: de, en, fr, nl",
        ),
        ('beads.kind = "marble"', "kit.toml: beads.kind: there is no bead 'marble'; choose from: "),
        (
            'beads.palette = "rainbow"',
            "kit.toml: beads.palette: there is no palette 'rainbow'; choose from: ",
        ),
    ],
)
def test_a_kit_file_with_a_mistake_is_refused_by_file_and_key(
    menace: Menace, tmp_path: Path, kit: str | bytes, said: str
) -> None:
    path = tmp_path / "kit.toml"
    path.write_bytes(kit if isinstance(kit, bytes) else kit.encode())
    result = menace("build")
    assert complaint(result, 2).startswith(f"{tmp_path / said}")
    assert result.out == ""
    assert set(contents(tmp_path)) == {"kit.toml"}


@pytest.mark.parametrize(
    ("kit", "name", "template", "said"),
    [
        (
            'beads.palette = "mine.toml"',
            "mine.toml",
            MICHIE.replace('key = "L"', 'key = "W"'),
            (
                "mine.toml: colours: white and lilac have the same letter 'W'; "
                "each colour needs its own"
            ),
        ),
        (
            'beads.palette = "mine.toml"',
            "mine.toml",
            MICHIE.replace("♥", "日"),
            "kit.toml: beads.palette: '日' (U+65E5) in 'whiteW日' cannot be printed",
        ),
        (
            'print.container = "mine.toml"',
            "mine.toml",
            SLIM.replace("width = 36 ", "width = 20 "),
            "kit.toml: print.container: a label of 20 x 11 mm is too small by ",
        ),
        (
            'print.container = "mine.toml"',
            "mine.toml",
            SLIM.replace("width = 36 ", "width = 360 ").replace("width = 36.5", "width = 360.5"),
            "kit.toml: print.container: a label of 360 x 11 mm is too large for A4 paper by ",
        ),
        (
            'print.container = "mine.toml"',
            "mine.toml",
            SLIM.replace("title", "titel"),
            "mine.toml: there is no key titel; did you mean title?",
        ),
    ],
)
def test_a_template_with_a_mistake_is_refused_by_file_and_key(
    menace: Menace, tmp_path: Path, kit: str, name: str, template: str, said: str
) -> None:
    (tmp_path / "kit.toml").write_text(kit, encoding="utf-8")
    (tmp_path / name).write_text(template, encoding="utf-8")
    result = menace("build")
    assert f"{tmp_path / said}".replace(": colours: ", ": ") in result.err.replace(
        ": colours: ", ": "
    )
    assert result.code == 2
    assert "Traceback" not in result.err
    assert set(contents(tmp_path)) == {"kit.toml", name}


def test_each_of_several_mistakes_has_a_line_of_its_own(menace: Menace, tmp_path: Path) -> None:
    (tmp_path / "kit.toml").write_text('side = "third"\nprint.paper = "a5"', encoding="utf-8")
    result = menace("build")
    assert result.code == 2
    lines = result.err.splitlines()
    assert len(lines) == 2
    assert all(line.startswith(f"menace-kit: {tmp_path / 'kit.toml'}: ") for line in lines)


def test_an_empty_kit_file_is_the_default_machine(menace: Menace, tmp_path: Path) -> None:
    default = menace("boxes", "--csv", "--preset", "michie-1961").out.splitlines()
    (tmp_path / "kit.toml").write_bytes(b"")
    plain = menace("boxes", "--csv").out.splitlines()
    for row, other in zip(plain, default, strict=True):
        cells, others = row.split(","), other.split(",")
        assert cells[:4] + cells[7:] == others[:4] + others[7:]
    assert menace("print", "labels", "--only", "1").code == 0


def test_a_kit_file_from_a_windows_editor_is_read(menace: Menace, tmp_path: Path) -> None:
    (tmp_path / "kit.toml").write_bytes(b'\xef\xbb\xbfname = "Mine"\r\nbeads.start = 7\r\n')
    assert "7 each of W L D" in menace("boxes").out


def test_a_kit_file_that_is_not_there_or_a_folder_is_refused(
    menace: Menace, tmp_path: Path
) -> None:
    assert (
        complaint(menace("build", "--kit", "nope.toml"), 2) == "--kit: there is no file nope.toml"
    )
    assert complaint(menace("boxes", "--kit", "no/nope.toml"), 2).startswith(
        "--kit: there is no file "
    )
    (tmp_path / "mine").mkdir()
    said = complaint(menace("build", "--kit", "mine"), 2)
    assert said == f"--kit: mine is a folder; name the file: {Path('mine', 'kit.toml')}"
    assert set(contents(tmp_path / "mine")) == set()


NUMBERS = {
    "print labels --only 1 --copies": "1,000",
    "print shopping --games": "100,000",
    "operator history --last": "1,000,000,000",
    "lab train --games": "1,000,000,000,000",
    "lab curve --games": "1,000,000,000,000",
    "lab curve --runs": "10,000",
    "lab picture --games": "1,000,000,000,000",
    "lab picture --film --seconds": "30",
    "lab compare scroggs --runs": "10,000",
    "lab sweep --games": "1,000,000,000,000",
    "lab sweep --runs": "100,000",
    "lab sweep --jobs": "1,000",
}
"""Every command that takes a number of something -> the most that it takes."""


@pytest.mark.parametrize("command", NUMBERS)
def test_a_number_without_sense_is_refused_before_anything_is_done(
    menace: Menace, tmp_path: Path, command: str
) -> None:
    for number in ("0", "-1", "99999999999999", "9" * 40, "nan", "1.5x", ""):
        said = complaint(menace(*command.split(), number), 2)
        assert "it should be 1 to " in said or "is not a" in said, (number, said)
    assert f"it should be 1 to {NUMBERS[command]}" in complaint(
        menace(*command.split(), "99999999999999"), 2
    )
    assert contents(tmp_path) == {}


def test_no_more_labels_are_made_at_once_than_somebody_cuts_out(menace: Menace) -> None:
    said = complaint(menace("print", "labels", "--copies", "33"), 2)
    assert said == "--copies: 33 of 304 labels are 10,032; at most 10,000 are made at once"


FOLDER = "is the folder for the files, and"


@pytest.mark.parametrize(
    ("arguments", "said", "code"),
    [
        ("build -o taken", f"--output {FOLDER} taken is a file; name a folder", 2),
        (
            "print labels -o tags.pdf",
            f"--output {FOLDER} tags.pdf has a file's ending; name a folder",
            2,
        ),
        ("print tally -o taken", f"--output {FOLDER} taken is a file", 2),
        ("new taken", f"FOLDER {FOLDER} taken is a file", 2),
        ("new kit.toml", f"FOLDER {FOLDER} kit.toml has a file's ending", 2),
        ("new taken --from boxes.csv", f"FOLDER {FOLDER} taken is a file", 2),
        (
            "print filling -o taken/deeper",
            f"cannot write into the folder {Path('taken', 'deeper')}: ",
            1,
        ),
        (
            "calibrate --measured 20,190,20,277 --profile .",
            "--profile: . is a folder; name a file in it",
            2,
        ),
        ("operator stats --plot .", "--plot: . is a folder", 2),
        ("operator stats --plot no/x.png", "--plot: there is no folder no for x.png; make it", 2),
        ("lab curve -o .", "--output: . is a folder", 2),
        ("lab curve -o no/x.png", "--output: there is no folder no for x.png", 2),
        (
            "lab picture -o x.bmp",
            "--output x.bmp: the file's ending says what is drawn; use one of .pdf",
            2,
        ),
        (
            "lab picture --film -o x.pdf",
            "--output x.pdf: the file's ending says what is drawn; use one of .gif",
            2,
        ),
        ("lab sweep -o .", "--output: . is a folder", 2),
        ("lab sweep -o no/x.csv", "--output: there is no folder no for x.csv", 2),
        (
            "lab sweep -o x.txt",
            "--output x.txt: the file's ending says what is written; use .csv",
            2,
        ),
        ("lab train --machine no/m.json", "--machine: there is no folder no for m.json", 2),
    ],
)
def test_an_output_is_a_folder_for_several_files_and_a_file_for_one(
    menace: Menace, tmp_path: Path, arguments: str, said: str, code: int
) -> None:
    (tmp_path / "taken").write_text("mine", encoding="utf-8")
    assert complaint(menace(*arguments.split()), code).startswith(said)
    assert contents(tmp_path) == {"taken": b"mine"}


@pytest.mark.skipif(
    not Path("/proc/self").exists(), reason="a folder that nobody can write into is needed"
)
@pytest.mark.parametrize("arguments", ["build -o /proc/x", "lab sweep -o /proc/x.csv"])
def test_an_output_that_cannot_be_written_is_refused_before_anything_is_made(
    menace: Menace, arguments: str
) -> None:
    result = menace(*arguments.split())
    assert complaint(result, 1).startswith("cannot write into the folder /proc")
    assert result.out == ""


def test_a_folder_with_the_name_of_a_file_stays_a_folder(menace: Menace, tmp_path: Path) -> None:
    (tmp_path / "output" / "filling.csv").mkdir(parents=True)
    said = complaint(menace("print", "filling", "--format", "svg"), 1)
    assert said.startswith(f"cannot write {tmp_path / 'output' / 'filling.csv'}: ")
    assert (tmp_path / "output" / "filling.csv").is_dir()
    assert not list((tmp_path / "output").glob(".*"))


@pytest.mark.parametrize(
    "command",
    [
        ["build"],
        ["print", "labels"],
        ["print", "filling"],
        ["print", "shopping"],
        ["boxes"],
        ["boxes", "1"],
    ],
)
@pytest.mark.parametrize("name", ["mine.toml", "none.toml", "MINE.TOML"])
def test_a_file_is_no_preset(menace: Menace, tmp_path: Path, command: list[str], name: str) -> None:
    (tmp_path / "mine.toml").write_text("beads.start = 1", encoding="utf-8")
    said = complaint(menace(*command, "--preset", name), 2)
    assert said == f"--preset: {name} is no ready-made machine; for a kit file use --kit"
    assert set(contents(tmp_path)) == {"mine.toml"}


def test_where_a_stock_does_not_suit_the_box_those_that_do_are_named(
    menace: Menace, tmp_path: Path
) -> None:
    kit = tmp_path / "kit.toml"
    kit.write_text(slim_on("avery-l4731"), encoding="utf-8")
    said = complaint(menace("print", "labels"), 2)
    assert said.startswith(f"{kit}: print.stock: a label of 25.4 x 10 mm is too small by 2.7 mm")
    _, _, choices = said.partition("Stocks that suit this container, on A4 paper: ")
    names = re.findall(r"(?:^|, )([a-z0-9-]+)", choices)
    assert names == ["plain", "herma-4101", "avery-l7656"]
    for name in names:
        kit.write_text(slim_on(name), encoding="utf-8")
        assert menace("print", "labels", "--only", "1").code == 0


def test_a_box_that_is_too_small_for_any_label_is_told_of_no_stock(
    menace: Menace, tmp_path: Path
) -> None:
    (tmp_path / "tiny.toml").write_text(
        re.sub(r"(?s)outer = .*", "", SLIM)
        + (
            "outer = { length = 20, width = 12, height = 8 }\ntray = { length = 18, "
            "width = 10, height = 7 }\n"
        ),
        encoding="utf-8",
    )
    text = '[print]\ncontainer = "tiny.toml"\nstock = "{}"\n'
    (tmp_path / "kit.toml").write_text(text.format("plain"), encoding="utf-8")
    assert "Stocks that suit" not in complaint(menace("print", "labels"), 2)
    (tmp_path / "kit.toml").write_text(text.format("avery-l4731"), encoding="utf-8")
    assert complaint(menace("print", "labels"), 2).endswith("on A4 paper: none that we know")


def slim_on(stock: str) -> str:
    """Return a kit file with a cabinet, slim matchboxes and this stock."""
    return f'[print]\nstock = "{stock}"\n[cabinet]\nrows = 38\ncolumns = 8\n'


def test_a_line_of_100_000_brackets_is_not_echoed(menace: Menace, tmp_path: Path) -> None:
    for line in (f"name = {'[' * 100_000}", f"name = {'[]' * 50_000}x", f"{'[' * 100_000}"):
        (tmp_path / "kit.toml").write_text(line, encoding="utf-8")
        said = complaint(menace("build"), 2)
        assert "kit.toml is not TOML: " in said
        assert len(said) < 600


def test_errors_have_20_lines_at_the_most_and_none_is_longer_than_a_screen(
    menace: Menace, tmp_path: Path
) -> None:
    keys = "\n".join(f"{'k' * 3000}{number} = 1" for number in range(100))
    (tmp_path / "kit.toml").write_text(keys, encoding="utf-8")
    result = menace("build")
    assert result.code == 2
    lines = result.err.splitlines()
    assert len(lines) == 20
    assert lines[-1] == "menace-kit: ... and 81 lines more"
    assert max(map(len, lines)) < 80 * 24


def test_a_logbook_is_not_piped(menace: Menace, tmp_path: Path) -> None:
    for command in ("start", "history", "play"):
        said = complaint(menace("operator", command, "--logbook", "-"), 2)
        if command != "play":  # which asks for a terminal first
            assert said == "--logbook - is no file: a logbook cannot be piped; name a file"
    assert contents(tmp_path) == {}


@pytest.mark.parametrize(
    "command",
    [
        *("logbook backup", "logbook rescue", "logbook export", "logbook export --machine"),
        *("lab train --machine", "lab sweep --output", "lab curve --output"),
    ],
)
def test_no_file_is_written_that_is_called_as_a_pipe(
    menace: Menace, tmp_path: Path, command: str
) -> None:
    menace("operator", "record", "--outcome", "won", "--preset", "nim-8")
    before = contents(tmp_path)
    said = complaint(menace(*command.split(), "-", "--preset", "nim-8"), 2)
    assert said.endswith(" - is no file, and nothing is piped; name a file")
    assert contents(tmp_path) == before


def test_what_is_typed_need_not_be_text(tmp_path: Path) -> None:
    typed = subprocess.run(
        [*PROGRAM, "lab", "play", "--preset", "nim-8"],
        cwd=tmp_path,
        env=environment(),
        input=b"\xff\xfe1\n\x80\nq\n",
        capture_output=True,
        timeout=120,
        check=False,
    )
    assert b"Traceback" not in typed.stderr
    assert typed.returncode == 0, typed
