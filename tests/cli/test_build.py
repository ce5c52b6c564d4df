"""`build`: everything is made, said and left alone where it is there already."""

import csv
import re
from pathlib import Path

import pytest

from menace_kit.machine.toml_files import TemplateKind, template_path
from menace_kit.printables.catalogue import CATALOGUE
from tests.cli.conftest import Built, Menace
from tests.cli.running import contents, pages_of, pdf_texts
from tests.examples import all_to_prove, preset
from tests.layout.kits import FOLDED

TEXTS = {"filling.csv", "shopping-a4.csv"}
LISTED = {p.name for p in CATALOGUE} - {"codes", "mat", "mat-tokens", *FOLDED}
CABINET = {"cabinet-map-a4.pdf"}
LESSON = {"lesson-a4.pdf"}
POSTER = "index-poster-a3.pdf"
"""On large paper, so it is no part of the print pack and of what is bought."""
RISING = {"first-box-graph-a4.pdf"}
"""What is only made where a game can add beads to the first box."""


EVERYTHING = (
    {
        *(f"{name}-a4.pdf" for name in {*LISTED, "print-pack"} - {"index-poster"}),
        POSTER,
        *TEXTS,
    }
    - LESSON
    - CABINET
)
"""The files of the default kit: it has no cabinet, no address for codes,
and too many boxes for a lesson.
"""

NIM = template_path(TemplateKind.MACHINES, "nim-8").read_text(encoding="utf-8")
"""A kit file of eight boxes, whose pages are quickly made."""


@pytest.mark.parametrize(
    "arguments",
    all_to_prove(
        [["--preset", "nim-8"], [], ["--preset", "both-players"]],
        quick=[["--preset", "nim-8"]],
    ),
)
def test_the_print_pack_has_every_page_of_the_other_files_behind_its_cover(
    built: Built, arguments: list[str]
) -> None:
    folder = built(*arguments).folder
    printed = [name for name in contents(folder) if name.endswith(".pdf")]
    apart = ("print-pack", POSTER, "key-card-small", "stickers", "stocktake")
    names = [name for name in printed if not name.startswith(apart)]
    pages = [text for name in names for text in pdf_texts(folder / name)]
    pack = pdf_texts(folder / "print-pack-a4.pdf")
    (first,) = (place for place, text in enumerate(pack) if "Print this page first" in text)
    assert first == 1
    assert sorted(map(without_number, pack[first:])) == sorted(map(without_number, pages))
    assert "Fit test" in pack[0]


def without_number(text: str) -> str:
    """Return a page's text without the number in its head line,
    which each file counts for itself.
    """
    return re.sub(r"Page \d+ of \d+", "Page", text)


@pytest.mark.prove
def test_in_a_narrow_terminal_nothing_is_cut_off(
    menace: Menace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    out = menace("build").out
    assert "…" not in out
    assert out.startswith("No kit.toml here or above: the ready-made michie-1961.\n")
    assert "310 (304 needed, 6 spare)" in out  # a row of the table is the terminal's to break


@pytest.mark.parametrize(
    "arguments",
    all_to_prove(
        [["--preset", "nim-8"], [], ["--preset", "both-players"]],
        quick=[["--preset", "nim-8"]],
    ),
)
def test_the_list_buys_the_paper_for_the_pages_that_were_made(
    built: Built, arguments: list[str]
) -> None:
    result, folder = built(*arguments)
    files = {path.name: pages_of(path) for path in folder.glob("*.pdf")}
    del files["print-pack-a4.pdf"]  # the same pages once more
    files.pop(POSTER, None)  # large paper, which Nim doesn't need
    # The fit test.
    labels = sum(pages for name, pages in files.items() if name.startswith("labels")) - 1
    cards = [files.pop(f"{name}-a4.pdf") for name in ("key-card-small", "table-board")]
    page = " ".join(pdf_texts(folder / "fence-a4.pdf")[0].split())
    (fences,) = re.findall(r"Print this page (\d+) times", page) or ["1"]
    card = sum(cards) + files.pop("fence-a4.pdf") * int(fences)
    stickers = files.pop("stickers-a4.pdf")
    others = sum(pages for name, pages in files.items() if not name.startswith("labels"))
    pack = pdf_texts(folder / "print-pack-a4.pdf")
    contents = next(page for page, text in enumerate(pack) if "Print this page first" in text)
    others += contents + 1  # and the fit test
    with (folder / "shopping-a4.csv").open(encoding="utf-8", newline="") as file:
        needed = {row["kind"]: int(row["needed"]) for row in csv.DictReader(file)}
    bought = (needed[kind] for kind in ("label-sheet", "paper", "card", "sticker-sheet"))
    assert tuple(bought) == (labels, others, card, stickers)
    shown = " ".join(result.out.split())
    for sheets in (labels, others, card):
        assert f"{sheets} sheet" in shown


@pytest.mark.prove
def test_stickers_on_the_kits_label_stock_are_label_sheets(menace: Menace, tmp_path: Path) -> None:
    printing = 'container = "craft-box"\nstock = "avery-l7160"'
    (tmp_path / "kit.toml").write_text(f"[print]\n{printing}\n", encoding="utf-8")
    menace("build")
    output = tmp_path / "output"
    with (output / "shopping-a4.csv").open(encoding="utf-8", newline="") as file:
        needed = {row["kind"]: int(row["needed"]) for row in csv.DictReader(file)}
    labels, stickers = (pages_of(output / f"{name}-a4.pdf") for name in ("labels", "stickers"))
    assert needed["label-sheet"] == labels - 1 + stickers


def test_boxes_that_are_folded_take_the_place_of_labels_and_fences(
    menace: Menace, tmp_path: Path
) -> None:
    (tmp_path / "kit.toml").write_text(
        NIM.replace('"pocket-matchbox"', '"fold-up"'), encoding="utf-8"
    )
    result = menace("build")
    assert (result.code, result.err) == (0, "")
    made = contents(tmp_path / "output")
    assert {"fold-up-sleeves-a4.pdf", "fold-up-trays-a4.pdf"} <= set(made)
    assert not [name for name in made if name.startswith(("labels", "fence"))]
    assert "Then print one sheet of trays and one of sleeves on card" in result.out
    shopping = (tmp_path / "output" / "shopping-a4.csv").read_text(encoding="utf-8")
    assert "matchbox" not in shopping.lower()


def test_what_does_not_fit_is_left_out_and_the_rest_is_made(menace: Menace, tmp_path: Path) -> None:
    cabinet = "[cabinet]\nrows = 2\ncolumns = 1000\n"
    (tmp_path / "kit.toml").write_text(f"{NIM}{cabinet}", encoding="utf-8")
    result = menace("build")
    assert (result.code, result.err) == (0, "")
    left_out = [line for line in result.out.splitlines() if line.startswith("Left out: ")]
    assert len(left_out) == 1
    assert left_out[0].startswith(
        f"Left out: cabinet-map: {tmp_path / 'kit.toml'}: cabinet: "
        "a cabinet of 2 rows of 1000 drawers has no room"
    )
    in_sight = {"index-a4.pdf", POSTER, "stocktake-a4.pdf"}
    assert set(contents(tmp_path / "output")) == EVERYTHING - RISING - in_sight | LESSON


def test_build_makes_a_file_for_each_set_and_one_print_pack_in_which_they_are_collated(
    built: Built,
) -> None:
    result, folder = built("--preset", "nim-8", "--sets", "3")
    assert (result.code, result.err) == (0, "")
    assert "Nim: 8 boxes, kit 08229ed0; 3 sets, A to C" in result.out
    files = contents(folder)
    assert {name for name in files if name.startswith("set-")} == {
        f"set-a4-{each}.pdf" for each in "ABC"
    }
    logbook = pdf_texts(folder / "print-pack-a4.pdf")
    whose = ["".join(each for each in "ABC" if f"Nim {each} " in page) for page in logbook]
    own = [pages_of(folder / f"set-a4-{each}.pdf") for each in "ABC"]
    assert "".join(whose) == "".join(each * count for each, count in zip("ABC", own, strict=True))
    first = whose.index("A")
    assert whose[first:] == [*"A" * own[0], *"B" * own[1], *"C" * own[2]]
    cover = logbook[0]
    for number, letters in enumerate("ABC"):
        begin = first + number * own[0] + 1
        assert f"{letters} {begin}–{begin + own[0] - 1}" in " ".join(cover.split())
    with (folder / "shopping-a4.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["item"]: row["needed"] for row in csv.DictReader(file) if row["kind"] == "bead"}
    assert rows == {
        name: str(3 * count) for name, count in preset("nim-8").start_by_colour().items()
    }


def test_the_print_pack_alone(menace: Menace, tmp_path: Path, built: Built) -> None:
    assert menace("build", "--print-pack", "--preset", "nim-8", "-o", "pack").code == 0
    assert list(contents(tmp_path / "pack")) == ["print-pack-a4.pdf"]
    whole = built("--preset", "nim-8").folder / "print-pack-a4.pdf"
    assert (tmp_path / "pack" / "print-pack-a4.pdf").read_bytes() == whole.read_bytes()
