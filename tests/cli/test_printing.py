"""`print`: the sheets of the catalogue, and the options that each has."""

import re
from pathlib import Path

from menace_kit.machine.toml_files import TemplateKind, template_path
from menace_kit.printables.catalogue import OF_GAMES, SHEETS, lines_of_sheets
from tests.cli.conftest import Menace
from tests.cli.running import complaint, contents, pages_of, pdf_texts
from tests.cli.test_parts import said

KIT_SHEETS = [sheet for sheet in SHEETS if sheet.parts[0] not in OF_GAMES]
TEXTS = {"shopping-a4.csv", "filling.csv"}
NIM = template_path(TemplateKind.MACHINES, "nim-8").read_text(encoding="utf-8")
MORE_BOXES = template_path(TemplateKind.MACHINES, "her-19").read_text(encoding="utf-8")
REWARDED = MORE_BOXES.replace("win = 0", "win = 3").replace('teaches = "last-move"', "")
COMPLETE = f'{REWARDED}base-address = "https://example.org"\n[cabinet]\nrows = 3\ncolumns = 7\n'
"""A kit file that lacks nothing of what goes with boxes, and whose pages are quickly made."""

OF_THEIR_OWN = ("fold-up", "mat")
"""The sheets of containers that are made of paper."""


def test_sheets_are_written_into_their_own_files_and_they_are_listed(
    menace: Menace, tmp_path: Path
) -> None:
    (tmp_path / "kit.toml").write_text(COMPLETE, encoding="utf-8")
    sheets = [sheet for sheet in KIT_SHEETS if sheet.name not in OF_THEIR_OWN]
    result = menace("print", *(sheet.name for sheet in sheets))
    assert (result.code, result.err) == (0, "")
    files = {f"{part.name}-a4.pdf" for sheet in sheets for part in sheet.parts}
    listed = said(result.out)
    assert set(listed) == set(contents(tmp_path / "output")) == files | TEXTS
    printed = {file: pages for file, pages in listed.items() if file in files}
    assert printed == {file: pages_of(tmp_path / "output" / file) for file in files}
    assert min(printed.values()) > 0


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
