"""`print`: everything that the catalogue lists, one at a time."""

import re
from pathlib import Path

import pytest

from menace_kit.machine import load_preset
from menace_kit.machine.toml_files import TemplateKind, template_path
from menace_kit.printables.catalogue import CATALOGUE, OF_GAMES
from menace_kit.printables.making import make
from menace_kit.text import load_words
from tests.cli.conftest import Menace
from tests.cli.running import complaint, contents, pdf_texts
from tests.cli.test_parts import said
from tests.layout.kits import FOLDED

NAMES = [printable.name for printable in CATALOGUE]
FILES = {name: {f"{name}-a4.pdf"} for name in NAMES} | {
    "index-poster": {"index-poster-a3.pdf"},
}
NIM = template_path(TemplateKind.MACHINES, "nim-8").read_text(encoding="utf-8")
FOLDING = NIM.replace('"pocket-matchbox"', '"fold-up"')
COMPLETE = f'{NIM}base-address = "https://example.org"\n[cabinet]\nrows = 2\ncolumns = 4\n'
"""A kit file that lacks nothing of what goes with boxes, and whose pages are quickly made."""

ON_A_MAT = NIM.replace("pocket-matchbox", "mat")


@pytest.mark.parametrize("name", NAMES)
def test_each_command_writes_its_own_files_and_says_so(
    menace: Menace, tmp_path: Path, name: str
) -> None:
    kit_file = FOLDING if name in FOLDED else ON_A_MAT if name in ("mat", "tokens") else COMPLETE
    (tmp_path / "kit.toml").write_text(kit_file, encoding="utf-8")
    result = menace("print", name)
    assert (result.code, result.err) == (0, "")
    assert set(said(result.out)) == set(contents(tmp_path / "output")) == FILES[name]
    for file, pages in said(result.out).items():
        if file.endswith(".pdf"):
            assert pages == len(pdf_texts(tmp_path / "output" / file)) > 0


@pytest.mark.parametrize("name", [name for name in NAMES if name != "codes"])
def test_the_example_of_a_command_works(menace: Menace, tmp_path: Path, name: str) -> None:
    if name in ("mat", "tokens"):
        (tmp_path / "kit.toml").write_text(ON_A_MAT, encoding="utf-8")
    (example,) = re.findall(
        r"^  Example:  (.*)$", menace("print", name, "--help").out, re.MULTILINE
    )
    program, group, command, *arguments = example.split()
    assert (program, group, command) == ("menace-kit", "print", name)
    if name in FOLDED:
        (tmp_path / "kit.toml").write_text('[print]\ncontainer = "fold-up"\n', encoding="utf-8")
    done = menace(group, command, *arguments)
    assert (done.code, done.err) == (0, "")


def test_a_language_that_there_is_not_is_refused_with_those_that_there_are(
    menace: Menace, tmp_path: Path
) -> None:
    (tmp_path / "kit.toml").write_text('print.language = "tlh"', encoding="utf-8")
    sentence = complaint(menace("print", "safety"), 2)
    assert "print.language: there is no language 'tlh'" in sentence
    assert sentence.endswith("choose from: de, en, fr, nl")


def test_the_list_of_commands_is_the_catalogue_and_no_line_of_it_is_cut(menace: Menace) -> None:
    result = menace("print", "--help")
    _, _, listing = result.out.partition("Commands:\n")
    lines = [line.split(maxsplit=1) for line in listing.splitlines()]
    every = (*CATALOGUE, *OF_GAMES)
    assert [(name, text) for name, text in lines] == [(each.name, each.summary) for each in every]


@pytest.mark.prove
def test_the_commands_make_what_build_makes(menace: Menace, tmp_path: Path) -> None:
    menace("build", "-o", "all", "--paper", "letter")
    for name in ("index", "fence", "stickers"):
        menace("print", name, "-o", "one", "--paper", "letter")
    one, everything = contents(tmp_path / "one"), contents(tmp_path / "all")
    assert one == {name: everything[name] for name in one}


@pytest.mark.parametrize(
    ("form", "endings"), [("pdf", {"pdf"}), ("svg", {"svg"}), ("all", {"pdf", "svg"})]
)
def test_a_page_is_drawn_in_each_format(
    menace: Menace, tmp_path: Path, form: str, endings: set[str]
) -> None:
    menace("print", "tally", "--format", form)
    assert {name.rpartition(".")[2] for name in contents(tmp_path / "output")} == endings


@pytest.mark.parametrize(
    ("name", "lack"), [("cabinet-map", "[cabinet]"), ("codes", "base-address")]
)
def test_a_kit_that_lacks_something_is_told_what_to_say_in_its_file(
    menace: Menace, tmp_path: Path, name: str, lack: str
) -> None:
    (tmp_path / "kit.toml").write_text("", encoding="utf-8")
    sentence = complaint(menace("print", name), 2)
    assert sentence.startswith(f"{tmp_path / 'kit.toml'}: this kit has no ")
    assert sentence.count("kit.toml: ") == 1
    assert lack in sentence
    assert not (tmp_path / "output").exists()


def test_stickers_of_other_shapes_and_on_other_labels_are_files_of_their_own(
    menace: Menace, tmp_path: Path
) -> None:
    for options in ([], ["--shape", "round"], ["--stock", "avery-l7160"]):
        assert menace("print", "stickers", *options).code == 0
    made = contents(tmp_path / "output")
    assert set(made) == {"stickers-a4.pdf", "stickers-a4-round.pdf", "stickers-a4-avery-l7160.pdf"}
    assert len(set(made.values())) == 3


@pytest.mark.parametrize(
    ("options", "start"),
    [
        (["--shape", "oval"], "--shape: there is no 'oval'"),
        (["--stock", "nonsense"], "--stock: "),
        (
            ["--stock", "avery-l4731"],
            "--stock: the labels of avery-l4731 are too small for stickers",
        ),
        (["--stock", "avery-l7160", "--shape", "round"], "--shape is for a plain page"),
    ],
)
def test_stickers_that_cannot_be_had_are_refused(
    menace: Menace, options: list[str], start: str
) -> None:
    assert complaint(menace("print", "stickers", *options), 2).startswith(start)


def test_chosen_trays_go_into_a_file_of_their_own_without_the_page_that_says_how(
    menace: Menace, tmp_path: Path
) -> None:
    (tmp_path / "kit.toml").write_text('[print]\ncontainer = "fold-up"\n', encoding="utf-8")
    for options, head in ((["--only", "33,77"], "box 33, box 77"), (["--stage", "1"], "box 1")):
        assert said(menace("print", "trays", *options).out) == {"trays-a4-selection.pdf": 1}
        (page,) = pdf_texts(tmp_path / "output" / "trays-a4-selection.pdf")
        assert head in page
    assert complaint(menace("print", "trays", "--only", "999"), 2).startswith("there is no box 999")


def test_fences_are_printed_as_often_as_the_page_says() -> None:
    kit, words = load_preset("michie-1961"), load_words("en")
    (fence,) = (printable for printable in CATALOGUE if printable.name == "fence")
    made = make(fence, kit, words)
    (page,) = made.documents[0].pages
    texts = [mark.text for mark in page.marks if hasattr(mark, "text")]
    assert any(text.startswith(f"Print this page {made.times} times") for text in texts)
    assert made.sheets == made.times > 1
