"""The first page of a print pack: every page is in one line of it."""

from functools import cache

import pytest

from menace_kit.layout.page import PRINTABLE_BORDER
from menace_kit.layout.sheets.cover import CoverEntry, cover_document
from menace_kit.machine.papers import PaperKind
from menace_kit.printables.build import all_printables
from menace_kit.printables.catalogue import LABELS
from menace_kit.printables.making import Made, make
from menace_kit.printables.pack import first_page
from menace_kit.text import paper_words
from tests.layout.geometry import page_faults, texts_in, texts_of
from tests.layout.kits import CONTAINERS, cells, in_language, laid_out, preset, printed
from tests.layout.posters import said

KINDS = {
    PaperKind.PLAIN: "plain paper, A4",
    PaperKind.LABELS: "Avery L7160, 63.5 x 38.1 mm, A4",
    PaperKind.CARD: "thin card (160 g/m²), A4",
    PaperKind.STICKER: "sticker paper, A4",
}


def test_a_line_says_pages_paper_and_how_often() -> None:
    kit = printed("michie-1961", "pocket-matchbox", "a4", "avery-l7160")
    entries = [
        CoverEntry(f"Part {number}", 2, 2 + number, kind, 3 + number)
        for number, kind in enumerate(PaperKind)
    ]
    texts = list(texts_of(cover_document(kit, entries).pages[0].marks))
    for number, kind in enumerate(PaperKind):
        at = texts.index(f"Part {number}")
        assert texts[at + 1 : at + 5] == [
            "2" if number == 0 else f"2–{2 + number}",
            KINDS[kind],
            str(3 + number),
            "nice to have",
        ]


def lines_of(cover: list[str]) -> dict[str, tuple[str, str]]:
    """Return what part -> its pages and its paper, as a cover's texts have them."""
    return {title: (pages, paper) for title, pages, paper, _, _ in cover_rows(cover)}


def cover_rows(cover: list[str]) -> list[list[str]]:
    start, end = cover.index("Needed?") + 1, cover.index("•")
    cells = cover[start:end]
    return [cells[at : at + 5] for at in range(0, len(cells), 5)]


def cover_needs(made: tuple[Made, ...]) -> dict[str, str]:
    return {row[0]: row[4] for row in cover_rows(cover_texts(made))}


def cover_lines(made: tuple[Made, ...]) -> dict[str, tuple[str, str]]:
    return lines_of(cover_texts(made))


@cache
def cover_texts(made: tuple[Made, ...]) -> list[str]:
    return texts_in(first_page(preset("michie-1961"), made))


def test_every_page_of_the_kit_is_in_one_line_and_the_fit_test_is_on_plain_paper() -> None:
    made = laid_out(all_printables, preset("nim-8")).made
    lines = cover_lines(made)
    pages = [pages.split("–") for pages, _ in lines.values()]
    listed = [number for ends in pages for number in range(int(ends[0]), int(ends[-1]) + 1)]
    assert listed == list(range(2, 2 + sum(part.pages for part in made if not part.apart)))
    assert list(lines.items())[:4] == [
        ("Fit test: print it first, alone", ("2", "plain paper, A4")),
        ("Shopping list: Nim", ("3", "plain paper, A4")),
        ("Building Nim: checklist", ("4–5", "plain paper, A4")),
        ("Labels", ("6", "Plain paper or card, to be cut, A4")),
    ]
    on_card = {title for title, (_, paper) in lines.items() if paper.startswith("thin card")}
    assert on_card == {"Fences for the trays", "Table board"}
    needed = {
        "Fit test: print it first, alone",
        "Labels",
        "Filling guide",
        "Shopping list: Nim",
        "Building Nim: checklist",
        "How to operate Nim",
    }
    assert {title for title, said in cover_needs(made).items() if said == "needed"} == needed


def test_how_to_fold_is_on_plain_paper_and_what_is_folded_on_the_card_of_the_shopping_list() -> (
    None
):
    kit = printed("nim-8", "fold-up", "a4")
    words = paper_words(kit)
    made = all_printables(kit)
    entries = [
        CoverEntry("How to fold", 2, 2),
        CoverEntry("Trays", 3, 3, PaperKind.CARD),
    ]
    text = said(cover_document(kit, entries))
    assert "Trays 3 card (about 200 g/m²), A4" in text
    (trays,) = [part for part in made.made if part.paper is PaperKind.CARD and part.fit_test]
    assert trays.sheets_on(PaperKind.PLAIN) == 1
    assert trays.sheets_on(PaperKind.CARD) == trays.pages - 1
    assert "Fold-up boxes 2 plain paper, A4" in said(first_page(kit, made.made))
    listed = [what for what, _ in made.shopping.items(words)]
    assert "Card (about 200 g/m²), A4" in listed


def test_the_cover_names_the_pages_that_are_needed() -> None:
    entries = [
        CoverEntry("Fit test", 2, 2, needed=True, alone=True),
        *(
            CoverEntry(f"Part {number}", first, last, needed=needed)
            for number, (first, last, needed) in enumerate(
                [(3, 4, True), (5, 9, False), (10, 10, True), (11, 12, False)]
            )
        ),
    ]
    text = said(cover_document(preset("nim-8"), entries))
    assert "Then print the rest of what is needed: pages 3-4, 10." in text
    assert text.index("Print one sheet first") < text.index("Then print the rest")


def test_what_few_need_is_named_and_stays_out_of_the_pack() -> None:
    made = laid_out(all_printables, preset("nim-8")).made
    assert [part.documents[0].name for part in made if part.apart] == [
        "key-card-small-a4",
        "stickers-a4",
    ]
    text = " ".join(cover_texts(made))
    assert "Print these when you need them: Key cards for visitors, Stickers, Index" in text


LONG = [CoverEntry(f"Ein Teil {number}", number, number) for number in range(2, 16)]


@pytest.mark.parametrize("container", CONTAINERS)
def test_the_drawing_and_a_whole_pack_have_room_on_one_page(container: str) -> None:
    for name in ("nim-8", "her-19", "michie-1961"):
        if (name, container) != ("michie-1961", "mat"):
            kit = in_language(printed(name, container, "letter"), "de")
            document = cover_document(kit, LONG, apart=["Aufkleber"])
            assert len(document.pages) == 1
            assert page_faults(document.pages[0], PRINTABLE_BORDER, cells(kit)) == []


def test_where_a_mirror_is_the_last_resort_a_move_is_mirrored_all_the_same() -> None:
    text = said(cover_document(preset("gardner-her-24"), LONG))
    assert "Only if there is none, find the one that shows it mirrored." in text
    assert "If the drawing shows the board mirrored, mirror the move, too." in text


def test_the_drawing_says_what_a_result_changes() -> None:
    text = said(cover_document(preset("michie-1961"), LONG))
    assert "+3 Each bead goes back, with 3 more of its colour." in text
    assert "−1 Each bead stays out." in text


def test_labels_by_stage_are_told_apart() -> None:
    lines = cover_lines((make(LABELS, preset("michie-1961"), by_stage=True),))
    assert lines["Fit test: print it first, alone"] == ("2", "plain paper, A4")
    assert [title for title in lines if title.startswith("Labels")] == [
        f"Labels: move {move}" for move in (1, 2, 3, 4)
    ]
    assert lines["Labels: move 1"] == ("3", "Plain paper or card, to be cut, A4")
