"""The index chart: every box once, drawn as it is looked up,
on pages that can be printed and read.
"""

import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import combinations, product
from typing import Any

import pytest

from menace_kit.layout.marks import THIN, WHITE, Document, Page, Rectangle, Text
from menace_kit.layout.sheets.index import GAP, index_document, index_poster_document
from menace_kit.layout.sheets.index_frames import FRAME, SYMMETRIC, TURNED
from menace_kit.layout.sheets.practice import practice_of
from menace_kit.layout.sheets.worked_example import example_of
from menace_kit.layout.text.typesetting import cap_height
from menace_kit.layout.type_scale import TEXT
from menace_kit.machine.kit import Kit
from menace_kit.machine.papers import PAPERS, PaperName
from menace_kit.printables.making import make
from tests.examples import all_to_prove
from tests.layout.geometry import document_faults, extent, texts_in, texts_of
from tests.layout.kits import (
    PRESETS,
    WORDS,
    in_cabinet,
    laid_out,
    preset,
    printed,
    small_kit,
    taking_turns,
    with_long_names,
)
from tests.machine.test_finding_by_eye import groups_for
from tests.printables.named import printable_named


def charted(document: Document) -> list[Page]:
    """Return the pages with frames: all but the lesson and the table of codes."""
    return [
        page
        for page in document.pages
        if any(isinstance(mark, Rectangle) and mark.stroke == FRAME for mark in page.marks)
    ]


def numbers_on(page: Page) -> list[str]:
    return [
        mark.text
        for mark in page.marks
        if isinstance(mark, Text) and mark.bold and mark.size == TEXT and mark.text.isdigit()
    ]


CHARTED = [name for name in PRESETS if not preset(name).game.impartial]
QUICK = [("michie-1961", "a4"), ("her-19", "letter")]
EVERY_CHARTED = all_to_prove(CHARTED, quick=[name for name, _ in QUICK])


@pytest.mark.parametrize(("name", "paper"), all_to_prove(product(CHARTED, PAPERS), quick=QUICK))
def test_the_chart_of_every_preset_can_be_printed_and_has_every_box_once(
    name: str, paper: PaperName
) -> None:
    kit = printed(name, paper=paper)
    document = laid_out(index_document, kit)
    assert document_faults(document) == []
    assert {(page.width, page.height) for page in document.pages} == {PAPERS[paper]}
    # Without symmetry there are 2,201 boxes.
    most = 31 if name == "game-player" else 5 if len(kit.boxes) <= 304 else 11
    if name == "her-3x4":
        most = 9  # boards of twelve squares, large enough for six arrows
    assert 1 + len(charted(document)) <= most
    found = Counter(number for page in charted(document) for number in numbers_on(page))
    assert found == {str(box.number): 1 for box in kit.boxes}


ODD: list[dict[str, Any]] = [
    {"boxes": {"symmetry": "none", "stages": 2}, "cabinet": {"rows": 100, "columns": 10}},
    {
        "boxes": {"symmetry": "rotations", "merge-symmetric-moves": False, "stages": 3},
        "side": "both",
    },
    {
        "boxes": {"canonical-form": "smallest", "lost-positions": False, "forced-moves": True},
        "marks": ["@", "M"],
        "cabinet": {"rows": 2, "columns": 2},
        "beads": {"start": 1},
        "learning": {
            "win": [5, -7, 0, 2, 1],
            "draw": [0, 1, 2, 3, 4],
            "loss": [-1, -2, -3, -4, -5],
            "empty-box": "punish-previous",
            "protect-first-box": True,
        },
    },
]
"""Tables of kit files, each with something unusual."""


@cache
def odd_kit(place: int, paper: PaperName) -> Kit:
    return small_kit(print={"paper": paper}, **ODD[place])


@pytest.mark.parametrize(("place", "paper"), taking_turns(range(len(ODD)), list(PAPERS)))
def test_the_chart_of_an_odd_kit_can_be_printed(place: int, paper: PaperName) -> None:
    assert document_faults(laid_out(index_document, odd_kit(place, paper))) == []


def test_long_names_are_shortened() -> None:
    assert document_faults(index_document(with_long_names(preset("michie-1961")), "index")) == []


@pytest.mark.parametrize("name", ["michie-1961", "her-19"])
def test_frames_lie_apart_on_every_page(name: str) -> None:
    for page in charted(laid_out(index_document, preset(name))):
        frames = [
            extent(mark)
            for mark in page.marks
            if isinstance(mark, Rectangle) and mark.stroke == FRAME
        ]
        assert frames
        assert all(one.gap(other) > GAP - THIN - 0.01 for one, other in combinations(frames, 2))


def test_the_drawings_are_the_labels_boards_turned_with_their_beads() -> None:
    for name in ("michie-1961", "both-players", "pulles"):
        kit = preset(name)
        order = kit.finding
        for box in kit.boxes:
            held = order.held_box(box)
            moves = {bead.colour: bead.move for bead in held.beads}
            assert moves in [way.moves for way in kit.readings(held.position)]
            assert [bead.start for bead in held.beads] == [bead.start for bead in box.beads]


def signs(kit: Kit, sign: str) -> int:
    pages = charted(laid_out(index_document, kit))
    return sum(
        sign in text
        for page in pages
        for text in texts_of(page.marks)
        if set(text) <= {SYMMETRIC, TURNED}
    )


def test_56_positions_are_marked_as_symmetric_and_85_drawings_as_turned() -> None:
    kit = preset("michie-1961")
    assert signs(kit, SYMMETRIC) == 56
    assert signs(kit, TURNED) == 85
    said = " ".join(texts_of(laid_out(index_document, kit).pages[0].marks))
    assert WORDS("index.symmetric", sign=SYMMETRIC) in said


@pytest.mark.parametrize(("name", "told"), [("michie-1961", True), ("second-player", False)])
def test_a_move_without_a_box_is_told_where_it_can_happen(name: str, told: bool) -> None:
    (lesson, *_) = laid_out(index_document, preset(name)).pages
    text = " ".join(mark.text for mark in lesson.marks if isinstance(mark, Text))
    assert ("Only one move is left" in text) == told


@pytest.mark.parametrize(
    ("kit", "how"),
    [
        (lambda: preset("michie-1961"), "all"),
        (lambda: odd_kit(1, "letter"), "rotations"),
        (lambda: preset("her-19"), "mirror"),
        (lambda: preset("gardner-her-24"), "own"),
        (lambda: odd_kit(0, "a4"), "none"),
    ],
)
def test_what_to_do_where_a_board_is_not_found_follows_from_how_it_may_lie(
    kit: Callable[[], Kit], how: str
) -> None:
    text = " ".join(texts_of(laid_out(index_document, kit()).pages[0].marks))
    hows = ("all", "rotations", "mirror", "own")
    assert [WORDS(f"index.hold-{each}") in text for each in hows] == [each == how for each in hows]
    assert (WORDS("index.step-again") in text) == (how != "none")


def test_nothing_is_symmetric_or_turned_in_a_kit_without_symmetry() -> None:
    kit = odd_kit(0, "a4")
    assert signs(kit, SYMMETRIC) == signs(kit, TURNED) == 0


@pytest.mark.parametrize("name", EVERY_CHARTED)
def test_the_example_is_right_and_shows_a_board_that_lies_another_way(name: str) -> None:
    kit = preset(name)
    order = kit.finding
    example = example_of(kit)
    box = kit.box(example.held.number)
    assert kit.box_at(example.table) == box
    assert groups_for(kit, order, box.side, box.stage, example.table) == [example.group]
    assert (example.table != example.held.position) == (len(kit.symmetries) > 1)
    meant = {way.moves[example.bead.colour] for way in kit.readings(example.table)}
    assert example.back.move(example.bead.move) in meant


def test_a_page_that_begins_inside_a_stage_says_which() -> None:
    for page in charted(laid_out(index_document, preset("michie-1961"))):
        band, heading = list(texts_of(page.marks))[3:5]
        assert band.startswith("move ")
        assert heading.startswith("The centre: ")


def test_places_stand_there_where_the_kit_has_a_cabinet() -> None:
    kit = preset("michie-1961")
    document = laid_out(index_document, in_cabinet(kit))
    assert document_faults(document) == []
    assert "R18 D1" in texts_in(document)
    without = laid_out(index_document, kit)
    assert "R18 D1" not in texts_in(without)


def codes_of(kit: Kit) -> list[tuple[int, str]]:
    return [
        (group.stage, kit.finding.code_text(group.code, kit.spec.marks))
        for group in kit.finding.groups
    ]


def test_a_code_is_a_heading_before_its_first_picture_and_stands_below_each() -> None:
    kit = preset("michie-1961")
    shown = [
        (mark.text, mark.colour)
        for page in charted(laid_out(index_document, kit))
        for mark in page.marks
        if isinstance(mark, Text) and re.fullmatch("[□OX]·[0-4]{2}", mark.text)
    ]
    assert [text for text, _ in shown] == [code for _, code in codes_of(kit)]
    assert sum(colour == WHITE for _, colour in shown) == len(set(codes_of(kit))) == 60


def rows_below(page: Page, head: str) -> dict[str, list[tuple[float, str]]]:
    """Return what stands in the table on a page:
    text of a row's first cell -> x and text of all behind it.
    """
    texts = sorted((mark.y, mark.x, mark.text) for mark in page.marks if isinstance(mark, Text))
    left = next(x for _, x, text in texts if text == head)
    rows: dict[str, list[tuple[float, str]]] = {}
    stage = code = ""
    for _, x, text in texts:
        if x == left:
            stage, code = (text, "") if text.startswith("move ") else (stage, text)
        elif stage:
            rows.setdefault(f"{stage} {code}", []).append((x, text))
    return rows


def test_the_table_leads_from_what_is_counted_to_all_boxes_of_the_code() -> None:
    kit = preset("michie-1961")
    page = laid_out(index_document, kit).pages[1]
    columns = {
        text.removeprefix("The centre: "): mark.x
        for mark in page.marks
        if isinstance(mark, Text) and (text := mark.text).startswith("The centre: ")
    }
    signs = {columns["empty"]: "□", columns["O"]: "O", columns["X"]: "X"}
    found: dict[tuple[str, str], set[str]] = {}
    for row, cells in rows_below(page, "The corners").items():
        stage, _, counts = row.rpartition(" ")
        for x, text in cells:
            for run in filter(None, text.replace(" ", "").split(",")):
                first, _, last = run.partition("–")
                numbers = map(str, range(int(first), int(last or first) + 1))
                found.setdefault((stage, f"{signs[x]}·{counts}"), set()).update(numbers)
    wanted: dict[tuple[str, str], set[str]] = {}
    for box in kit.boxes:
        wanted.setdefault((f"move {box.stage}", kit.code(box)), set()).add(box.name)
    assert found == wanted


def test_where_the_cabinet_is_in_the_order_of_codes_the_table_says_which_drawers() -> None:
    cabinet = {"rows": 38, "columns": 8, "order": "code"}
    page = index_document(small_kit(cabinet=cabinet)).pages[1]
    assert "R1 D1: 1" in texts_of(page.marks)


@pytest.mark.parametrize("name", EVERY_CHARTED)
def test_one_practises_on_boards_whose_answers_are_right(name: str) -> None:
    kit = preset(name)
    boards = practice_of(kit)
    assert len({box.number for box, _ in boards}) == len(boards) == 6
    assert all(kit.box_at(position) == box for box, position in boards)
    assert any(position != box.position for box, position in boards) == (len(kit.symmetries) > 1)
    told = " ".join(texts_of(laid_out(index_document, kit).pages[0].marks))
    for letter, (box, _) in zip("ABCDEF", boards, strict=True):
        assert f"{letter} {kit.code(box)}: {box.name}" in told


@pytest.mark.parametrize(
    ("name", "paper", "size", "pages"),
    [
        ("michie-1961", "a4", (297, 420), 1),
        ("her-19", "letter", (279.4, 431.8), 1),
        ("both-players", "a4", (297, 420), 2),
    ],
)
def test_the_poster_has_every_box_on_one_large_sheet(
    name: str, paper: PaperName, size: tuple[float, float], pages: int
) -> None:
    kit = printed(name, paper=paper)
    document = index_poster_document(kit)
    assert document_faults(document) == []
    assert [(page.width, page.height) for page in document.pages] == [size] * pages
    bold = Counter(
        mark.text
        for page in document.pages
        for mark in page.marks
        if isinstance(mark, Text) and mark.bold
    )
    assert all(
        bold[box.name] == 1 for box in kit.boxes if not box.name.isdecimal() or int(box.name) > 99
    )
    assert all(bold[box.name] >= 1 for box in kit.boxes)


@pytest.mark.prove
def test_the_last_page_of_a_chart_is_no_single_row() -> None:
    """With as many pages, those before it leave it some of theirs."""
    pages = laid_out(index_document, printed("notebook", paper="letter")).pages
    last = [mark.y for mark in pages[-1].marks if isinstance(mark, Text) and mark.bold]
    assert len(pages) == 12
    assert max(last) > 60


def test_the_codes_of_a_poster_can_be_read_from_a_metre() -> None:
    """Two millimetres are 7 minutes of arc there, and who sees well reads 5."""
    kit = preset("michie-1961")
    codes = {kit.code(box) for box in kit.boxes}
    (page,) = index_poster_document(kit).pages
    sizes = [mark.size for mark in page.marks if isinstance(mark, Text) and mark.text in codes]
    assert len(sizes) >= len(codes)
    assert cap_height(min(sizes)) >= 2.0


def test_letters_in_the_pictures_of_a_poster_can_be_read() -> None:
    assert document_faults(index_poster_document(odd_kit(2, "a4"))) == []


def test_the_poster_is_no_part_of_the_logbook_and_no_sheet_of_the_kits_paper() -> None:
    made = make(printable_named("index-poster"), preset("her-19"))
    assert made.printed == ()
    assert made.sheets_on(made.paper) == 0
    assert [file.name for file in made.files(["pdf"])] == ["index-poster-a3.pdf"]
