"""`print`: the sheets of the catalogue, and the options that each has."""

import re
from pathlib import Path

import pytest

from menace_kit.machine import load_preset
from menace_kit.machine.toml_files import TemplateKind, template_path
from menace_kit.printables.catalogue import CATALOGUE, OF_GAMES, SHEETS, Sheet, lines_of_sheets
from menace_kit.printables.making import make
from menace_kit.text import load_words
from tests.cli.conftest import Menace
from tests.cli.running import complaint, contents, pages_of, pdf_texts
from tests.cli.test_parts import said

KIT_SHEETS = [sheet for sheet in SHEETS if sheet.parts[0] not in OF_GAMES]
TEXTS = {
    "shopping": {"shopping-a4.csv", "shopping-a4.md"},
    "filling": {"filling.csv"},
}
NIM = template_path(TemplateKind.MACHINES, "nim-8").read_text(encoding="utf-8")
COMPLETE = f'{NIM}base-address = "https://example.org"\n[cabinet]\nrows = 2\ncolumns = 4\n'
"""A kit file that lacks nothing of what goes with boxes, and whose pages are quickly made."""

CONTAINERS = {"fold-up": "fold-up", "mat": "mat"}
"""The sheets that are of a container of their own."""


def kit_file_for(name: str) -> str:
    container = CONTAINERS.get(name)
    return NIM.replace("pocket-matchbox", container) if container else COMPLETE


@pytest.mark.parametrize("sheet", KIT_SHEETS, ids=lambda sheet: sheet.name)
def test_each_sheet_is_written_into_its_own_files_and_they_are_listed(
    menace: Menace, tmp_path: Path, sheet: Sheet
) -> None:
    (tmp_path / "kit.toml").write_text(kit_file_for(sheet.name), encoding="utf-8")
    result = menace("print", sheet.name)
    assert (result.code, result.err) == (0, "")
    files = {f"{part.name}-a4.pdf" for part in sheet.parts} | TEXTS.get(sheet.name, set())
    assert set(said(result.out)) == set(contents(tmp_path / "output")) == files
    for file, pages in said(result.out).items():
        if file.endswith(".pdf"):
            assert pages == pages_of(tmp_path / "output" / file) > 0


def test_several_sheets_are_made_at_once_each_with_its_own_options(
    menace: Menace, tmp_path: Path
) -> None:
    options = ("--only", "2,7", "--small", "--paper", "letter")
    result = menace("print", "labels", "key-card", "tally", "labels", *options)
    assert list(said(result.out)) == [
        "labels-letter-selection.pdf",
        "key-card-small-letter.pdf",
        "tally-letter.pdf",
    ]
    assert set(contents(tmp_path / "output")) == set(said(result.out))


def test_where_a_sheet_cannot_be_made_none_is_written(menace: Menace, tmp_path: Path) -> None:
    assert "no web address" in complaint(menace("print", "tally", "codes"), 2)
    assert contents(tmp_path) == {}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("labels --day today", "--day belongs to day; print day --day ..."),
        ("index --only 3", "--only belongs to labels and fold-up; print labels --only ..."),
        ("tally --no-fit-test", "--fit-test belongs to labels; print labels --fit-test ..."),
        ("tally --sets 3", "--sets belongs to shopping, labels, fold-up, mat, filling, fence"),
        (
            "shopping stickers --games 3",
            "--games means something else for shopping than for stickers; print them one at a time",
        ),
        ("--paper a4", "no sheet is named; menace-kit print --help lists them"),
        ("lables", "there is no sheet 'lables'; did you mean labels?"),
        ("sleeves", "there is no sheet 'sleeves'; did you mean print fold-up?"),
        (
            "index-poster",
            "there is no sheet 'index-poster'; did you mean print index --poster?",
        ),
        ("stickers --no-name", "--no-name goes with --games here; say of which games"),
        ("stickers --games 3 --shape round", "--shape is for stickers of any game"),
    ],
)
def test_what_cannot_be_meant_is_refused(menace: Menace, words: str, told: str) -> None:
    assert complaint(menace("print", *words.split()), 2).startswith(told)


def test_of_several_sets_each_has_its_own_pages_in_one_file(menace: Menace, tmp_path: Path) -> None:
    (tmp_path / "kit.toml").write_text(kit_file_for("mat"), encoding="utf-8")
    result = menace("print", "lesson", "mat", "tally", "--sets", "3")
    assert said(result.out) == {
        "lesson-a4.pdf": 6,
        "mat-a4-sets.pdf": 3,
        "mat-tokens-a4-sets.pdf": 3,
        "tally-a4.pdf": 1,
    }
    whose = ["Nim A", "Nim B", "Nim C"]
    for page, name in zip(pdf_texts(tmp_path / "output" / "mat-a4-sets.pdf"), whose, strict=True):
        assert name in page


def test_labels_of_several_sets_begin_with_one_fit_test(menace: Menace) -> None:
    result = menace("print", "labels", "--preset", "nim-8", "--sets", "2")
    assert said(result.out) == {"labels-a4-fit-test.pdf": 1, "labels-a4-sets.pdf": 2}


def test_a_language_that_there_is_not_is_refused_with_those_that_there_are(
    menace: Menace, tmp_path: Path
) -> None:
    (tmp_path / "kit.toml").write_text('print.language = "tlh"', encoding="utf-8")
    sentence = complaint(menace("print", "building"), 2)
    assert "print.language: there is no language 'tlh'" in sentence
    assert sentence.endswith("choose from: de, en, fr, nl")


def test_the_help_has_every_sheet_below_what_it_is_for_and_every_option_below_its_sheets(
    menace: Menace,
) -> None:
    text = menace("print", "--help").out
    sections = dict(re.findall(r"^(\S[^:\n]*):\n((?:  .*\n)+)", text, re.MULTILINE))
    told = [
        (*line.split(maxsplit=1), heading.lower())
        for heading, lines in sections.items()
        if "ptions" not in heading
        for line in lines.splitlines()
    ]
    assert [(name, group, line) for name, line, group in told] == list(lines_of_sheets())
    for sheet in SHEETS:
        typed = {
            option
            for heading, lines in sections.items()
            if sheet.name in re.split(r", | and ", heading.removeprefix("Options of "))
            for option in re.findall(r"^  --([a-z-]+)", lines, re.MULTILINE)
        }
        assert typed == {choice.name for choice in sheet.options}, sheet.name


def test_an_option_with_a_value_says_what_holds_without_it() -> None:
    for sheet in SHEETS:
        for choice in sheet.options:
            assert choice.kind is bool or "[default: " in choice.help, choice.name


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
        assert said(menace("print", "fold-up", *options).out) == {
            "fold-up-trays-a4-selection.pdf": 1
        }
        (page,) = pdf_texts(tmp_path / "output" / "fold-up-trays-a4-selection.pdf")
        assert head in page
    assert complaint(menace("print", "fold-up", "--only", "999"), 2).startswith(
        "there is no box 999"
    )


def test_fences_are_printed_as_often_as_the_page_says() -> None:
    kit, words = load_preset("michie-1961"), load_words("en")
    (fence,) = (printable for printable in CATALOGUE if printable.name == "fence")
    made = make(fence, kit, words)
    (page,) = made.documents[0].pages
    texts = [mark.text for mark in page.marks if hasattr(mark, "text")]
    assert any(text.startswith(f"Print this page {made.times} times") for text in texts)
    assert made.sheets == made.times > 1
