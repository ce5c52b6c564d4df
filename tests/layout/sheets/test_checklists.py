"""Lists to tick off: the assembly's checklist, and the cover of a kit book."""

import io
from dataclasses import replace
from functools import cache

import pdfplumber
import pytest

from menace_kit.layout.marks import Medium, Rectangle
from menace_kit.layout.primitives.page import PRINTABLE_BORDER
from menace_kit.layout.sheets.checklists import (
    BATCH,
    CoverEntry,
    assembly_document,
    assembly_steps,
    batches,
    cover_document,
    filling_document,
)
from menace_kit.machine.schema import PAPERS, PaperKind, PaperName
from menace_kit.printables.build import Made, all_printables, kit_book, make
from menace_kit.printables.catalogue import LABELS
from menace_kit.text import Words
from tests.layout.geometry import crowded_items, page_faults, texts_of
from tests.layout.kits import (
    PRESETS,
    WORDS,
    laid_out,
    preset,
    printed,
    small_kit,
    tables_of,
    taking_turns,
    with_long_names,
)
from tests.layout.posters import LANGUAGES, LONG_WORDS, poster_faults, said

# The checklist: every box is in one batch, and the steps are those of the kit.


@pytest.mark.parametrize(("name", "paper", "words"), taking_turns(PRESETS, list(PAPERS), LANGUAGES))
def test_the_checklist_of_every_preset_can_be_printed(name: str, paper: PaperName, words: Words) -> None:
    checklist = laid_out(assembly_document, printed(name, paper=paper), words)
    assert poster_faults(checklist) == []
    assert [fault for page in checklist.pages for fault in crowded_items(page)] == []
    assert len(checklist.pages) <= 3


@pytest.mark.parametrize("name", PRESETS)
def test_every_box_is_in_one_batch_with_others_of_its_stage(name: str) -> None:
    kit = preset(name)
    made = batches(kit)
    assert [box for batch in made for box in batch] == list(kit.boxes)
    for batch in made:
        assert 1 <= len(batch) <= BATCH
        assert any(set(batch) <= set(group) for group in kit.boxes_by_stage)
    for group in kit.boxes_by_stage:  # a stage's batches are equal, but for one box
        sizes = [len(batch) for batch in made if batch[0] in group]
        assert max(sizes) - min(sizes) <= 1


@pytest.mark.parametrize("name", PRESETS)
def test_each_batch_has_a_line_with_its_numbers_its_stage_and_a_box_for_each_step(name: str) -> None:
    kit = preset(name)
    document = laid_out(assembly_document, kit)
    texts = [text for page in document.pages for text in texts_of(page.marks)]
    for batch in batches(kit):
        first, last = batch[0].number, batch[-1].number
        assert (f"{first} to {last}" if first != last else str(first)) in texts
    ticks = sum(isinstance(mark, Rectangle) for page in document.pages for mark in page.marks)
    assert ticks == len(batches(kit)) * len(assembly_steps(kit))


def test_the_batches_of_1961() -> None:
    sizes = [len(batch) for batch in batches(preset("michie-1961"))]
    assert sizes == [1, 12, 36, 36, 36, 36, 37, 36, 37, 37]
    text = said(laid_out(assembly_document, preset("michie-1961")))
    assert "304 boxes with 1,720 beads, in 10 batches." in text
    assert "R1 D2 to R2 D5" in text


def test_boxes_that_serve_any_move_are_one_batch() -> None:
    assert [len(batch) for batch in batches(preset("nim-8"))] == [8]
    text = said(laid_out(assembly_document, preset("nim-8")))
    assert "8 boxes with 21 beads, in one batch" in text
    assert "any move" in text


@pytest.mark.parametrize("name", PRESETS)
def test_no_more_boxes_are_picked_at_random_than_there_are(name: str) -> None:
    kit = preset(name)
    text = said(laid_out(assembly_document, kit))
    assert ("Ten boxes, picked at random" in text) == (len(kit.boxes) > 10)
    assert ("Every box stands in the right place" in text) == (len(kit.boxes) <= 10)


def test_ready_cut_labels_are_stuck_on() -> None:
    plain, ready = preset("michie-1961"), printed("michie-1961", stock="avery-l4732")
    assert assembly_steps(plain) == ("print", "cut", "glue", "dry", "fill", "check", "place")
    assert assembly_steps(ready) == ("print", "stick", "fill", "check", "place")
    assert "cut:" in said(assembly_document(plain, WORDS))
    assert "cut:" not in said(assembly_document(ready, WORDS))
    assert poster_faults(assembly_document(ready, LONG_WORDS)) == []


def test_without_a_cabinet_the_boxes_stand_in_order() -> None:
    text = said(laid_out(assembly_document, small_kit()))
    assert "place: in the order of their numbers." in text
    assert "drawer" not in text


def test_the_longest_names_that_are_allowed_fit() -> None:
    assert poster_faults(assembly_document(with_long_names(preset("both-players")), WORDS)) == []


def test_the_example_of_a_place_in_the_filling_guide_is_one_that_there_is() -> None:
    large = preset("michie-1961")
    small = small_kit(**{**tables_of("nim-8"), "cabinet": {"rows": 2, "columns": 4}})
    assert WORDS("filling.places", row=3, drawer=5) in said(filling_document(large, WORDS))
    assert WORDS("filling.places", row=2, drawer=4) in said(filling_document(small, WORDS))


# The cover of a kit book: every page is in one line of it, on the paper that it is for.


KINDS = {
    PaperKind.PLAIN: "plain paper, A4",
    PaperKind.LABELS: "Avery L7160, 63.5 x 38.1 mm, A4",
    PaperKind.CARD: "thin card (160 g/m²), A4",
    PaperKind.STICKER: "sticker paper, A4",
    PaperKind.COLOURED: "coloured paper, A4",
    PaperKind.BOARD: "no paper: for a cutter",
}


@pytest.mark.parametrize("paper", PAPERS)
def test_it_can_be_printed(paper: PaperName) -> None:
    entries = [CoverEntry(f"Part {number}", number, number + 3) for number in range(2, 30, 4)]
    document = cover_document(printed("michie-1961", paper=paper), WORDS, entries)
    assert [fault for page in document.pages for fault in page_faults(page, PRINTABLE_BORDER)] == []
    assert len(document.pages) == 1


def test_a_line_says_pages_paper_and_how_often() -> None:
    kit = printed("michie-1961", "pocket-matchbox", "a4", "avery-l7160")
    entries = [
        CoverEntry(f"Part {number}", 2, 2 + number, kind, 3 + number) for number, kind in enumerate(PaperKind)
    ]
    texts = list(texts_of(cover_document(kit, WORDS, entries).pages[0].marks))
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
    start, end = cover.index("Needed?") + 1, cover.index("Before you print")
    cells = cover[start:end]
    return [cells[at : at + 5] for at in range(0, len(cells), 5)]


def cover_needs(made: tuple[Made, ...]) -> dict[str, str]:
    return {row[0]: row[4] for row in cover_rows(cover_texts(made))}


def cover_lines(made: tuple[Made, ...]) -> dict[str, tuple[str, str]]:
    return lines_of(cover_texts(made))


@cache
def cover_texts(made: tuple[Made, ...]) -> list[str]:
    book = kit_book(preset("michie-1961"), WORDS, made)
    with pdfplumber.open(io.BytesIO(book.content)) as pdf:
        assert len(pdf.pages) == book.pages
        table = pdf.pages[0].extract_words(keep_blank_chars=True, x_tolerance=6)
    return [word["text"] for word in table]


def test_every_page_of_the_kit_is_in_one_line_and_the_fit_test_is_on_plain_paper() -> None:
    made = laid_out(all_printables, preset("michie-1961")).made
    lines = cover_lines(made)
    pages = [pages.split("–") for pages, _ in lines.values()]
    listed = [number for ends in pages for number in range(int(ends[0]), int(ends[-1]) + 1)]
    assert listed == list(range(2, 2 + sum(part.pages for part in made)))
    assert list(lines.items())[:4] == [
        ("Shopping list: MENACE 1961", ("2–3", "plain paper, A4")),
        ("Fit test: print it first, alone", ("4", "plain paper, A4")),
        ("Labels", ("5–8", "Plain paper or card, to be cut, A4")),
        ("Filling guide", ("9–14", "plain paper, A4")),
    ]
    assert lines["Stickers"][1] == "sticker paper, A4"
    on_card = {title for title, (_, paper) in lines.items() if paper.startswith("thin card")}
    assert on_card == {"Fences for the trays", "Key cards for visitors", "Table board"}
    needed = {"Fit test: print it first, alone", "Labels", "Filling guide", "Shopping list: MENACE 1961"}
    needed |= {"Building MENACE 1961: checklist", "Safety first", "Index chart", "How to operate MENACE 1961"}
    assert {title for title, said in cover_needs(made).items() if said == "needed"} == needed


def test_the_cover_names_the_pages_that_are_needed() -> None:
    entries = [
        CoverEntry(f"Part {number}", first, last, needed=needed)
        for number, (first, last, needed) in enumerate(
            [(2, 3, True), (4, 4, True), (5, 9, False), (10, 10, True), (11, 12, False)]
        )
    ]
    text = said(cover_document(preset("nim-8"), WORDS, entries))
    assert "Print what is needed first: pages 2-4, 10." in text


def test_boards_for_a_cutter_are_in_no_book() -> None:
    made = laid_out(all_printables, preset("michie-1961")).made
    boards = [document for part in made for document in part.documents if document.medium is Medium.BOARD]
    assert [document.name for document in boards] == ["cabinet-cut"]
    lines = cover_lines(made)
    assert boards[0].title not in lines
    assert "Pieces of the cabinet" in lines


def test_labels_by_stage_are_told_apart() -> None:
    lines = cover_lines((make(LABELS, preset("michie-1961"), WORDS, by_stage=True),))
    assert lines["Fit test: print it first, alone"] == ("2", "plain paper, A4")
    assert [title for title in lines if title.startswith("Labels")] == [
        f"Labels (labels-a4-move-{move})" for move in (1, 2, 3, 4)
    ]
    assert lines["Labels (labels-a4-move-1)"] == ("3", "Plain paper or card, to be cut, A4")


def test_a_printable_may_be_for_card_and_printed_often() -> None:
    made = laid_out(all_printables, preset("michie-1961")).made
    lines = cover_lines((replace(made[2], paper=PaperKind.CARD, times=4),))
    assert lines["Filling guide"] == ("2–7", "thin card (160 g/m²), A4")
