"""The lesson: its answers are those of the game, its rules those of the kit,
and it is few pages in every language.
"""

import re
from collections import Counter
from dataclasses import replace
from itertools import combinations, cycle, product
from math import hypot
from pathlib import Path

import pytest

from menace_kit.games import Side
from menace_kit.lab.engine.perfect_play import best_moves, values
from menace_kit.lab.engine.tables import game_table
from menace_kit.layout.marks import BLACK, Circle, Document, Text
from menace_kit.layout.sheets.building import assembly_document
from menace_kit.layout.sheets.game_facts import good_beads, who_wins
from menace_kit.layout.sheets.lesson import class_document, lesson_document
from menace_kit.layout.sheets.mat import TOKEN, mat_document, mat_plan, tokens_document
from menace_kit.layout.sheets.worksheet import worksheet_document
from menace_kit.machine.box_map import LONGEST_NAME
from menace_kit.machine.kit import Kit
from menace_kit.machine.kit_files import make_kit
from menace_kit.machine.papers import PAPERS, PaperName
from menace_kit.machine.sets import kit_of_set, set_letters
from menace_kit.printables.build import all_printables
from menace_kit.text import sheet_words
from menace_kit.text.kit_words import paper_words
from tests.examples import all_to_prove
from tests.layout.geometry import document_faults, marks_of, page_faults, texts_in, texts_of
from tests.layout.kits import (
    PRESETS,
    in_language,
    preset,
    printed,
    small_kit,
    tables_of,
    taking_turns,
)
from tests.layout.posters import said
from tests.printables.named import printable_named

TAUGHT = (
    *("gardner-her-24", "her-19", "her-37", "him-18"),
    *("nim-13", "nim-16", "nim-20", "nim-8"),
)
LANGUAGES = ("en", "de", "fr", "nl")


def written(document: Document, page: int) -> list[str]:
    return list(texts_of(document.pages[page].marks))


def to_say(kit: Kit) -> str:
    """Return what stands in the last column of the plan."""
    texts = marks_of(Text, lesson_document(kit).pages[0].marks)
    (left,) = {
        mark.x for mark in texts if mark.text == paper_words(kit).lines("lesson.plan-columns")[-1]
    }
    return " ".join(mark.text for mark in texts if mark.x == left)


def with_learning(kit: Kit, **rules: int) -> Kit:
    learning = kit.spec.learning.model_copy(update=rules)
    return replace(kit, spec=kit.spec.model_copy(update={"learning": learning}))


def test_there_is_a_lesson_for_every_kit_of_few_boxes_and_others_say_why_not() -> None:
    lesson = printable_named("lesson")
    assert [name for name in PRESETS if lesson.missing(preset(name)) is None] == list(TAUGHT)
    missing = lesson.missing(preset("michie-1961"))
    assert missing is not None
    assert "304 boxes" in missing
    assert "--preset nim-8" in missing


def test_nim_is_won_by_leaving_a_multiple_of_four() -> None:
    kit = preset("nim-8")
    for box in kit.boxes:
        matches = box.position.cells.count(Side.FIRST.cell)
        taken = [matches - bead.move[0] for bead in good_beads(kit)[box.number]]
        assert taken == [matches % 4] * (matches % 4 > 0)


@pytest.mark.parametrize("name", [*TAUGHT, "michie-1961"])
def test_the_good_beads_are_those_that_the_lab_finds_best(name: str) -> None:
    kit = preset(name)
    table = game_table(kit.game)
    best, value = best_moves(table), values(table)
    good = good_beads(kit)
    for box in kit.boxes:
        state = table.positions.index(box.position)
        lost = value[state] == (-1 if box.position.to_move is Side.FIRST else 1)
        moves = zip(table.moves[state], best[state], strict=False)  # the array has room for more
        expected = set() if lost else {move for move, right in moves if right}
        assert {bead.move for bead in good[box.number]} == {
            bead.move for bead in box.beads
        } & expected


@pytest.mark.parametrize(
    ("name", "winner"), [("nim-8", Side.SECOND), ("her-19", Side.SECOND), ("michie-1961", None)]
)
def test_who_wins_without_a_mistake(name: str, winner: Side | None) -> None:
    assert who_wins(preset(name)) is winner


@pytest.mark.parametrize(("name", "language"), taking_turns(TAUGHT, LANGUAGES))
def test_the_teacher_has_three_pages_and_a_group_one(name: str, language: str) -> None:
    for paper in ("a4", "letter"):
        kit = in_language(printed(name, None, paper), language)
        documents = [lesson_document(kit), worksheet_document(kit_of_set(kit, "AA"))]
        assert [len(document.pages) for document in documents] == [3, 1]
        assert [
            fault for each in documents for page in each.pages for fault in page_faults(page)
        ] == []


def test_the_class_tally_has_a_line_for_each_group() -> None:
    tally = written(lesson_document(preset("nim-8"), sets=set_letters(12)), 1)
    assert [text for text in tally if len(text) == 1 and text.isalpha()] == list("ABCDEFGHIJKL")
    assert "All groups" in tally
    assert tally[tally.index("L") + 1] == "All groups"
    assert "60" in tally  # five games of twelve machines: as high as a column can be


def test_the_rules_are_those_of_the_kit() -> None:
    kit = preset("her-19")
    gardner, rewarded = (
        said(worksheet_document(each)) for each in (kit, with_learning(kit, win=2, loss=0))
    )
    assert "The bead of the last move stays out." in gardner
    assert "that of the last move with 2 more of its colour." in rewarded
    assert "stays out" not in rewarded
    plans = [to_say(each) for each in (kit, with_learning(kit, win=2, loss=0))]
    assert ["It learns from its losses." in plan for plan in plans] == [True, False]
    assert "The machine lost? The bead of the last move stays out." in plans[0]
    assert "The machine won? Each bead goes back, that of the last move with 2" in plans[1]


def test_a_lesson_for_ten_groups_is_thirteen_pages() -> None:
    document = class_document(preset("nim-8"), "lesson-a4", set_letters(10))
    assert len(document.pages) == 3 + 10
    whose = [
        text for page in document.pages[3:] for text in texts_of(page.marks) if text[:4] == "Nim "
    ]
    assert [name for name in whose if len(name) == 5] == [
        f"Nim {letters}" for letters in "ABCDEFGHIJ"
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_says_how_the_machine_learns(language: str) -> None:
    kit = in_language(preset("her-19"), language)
    plan = to_say(kit)
    assert sheet_words.said(kit, "lesson.say-4-punished") in plan
    assert sheet_words.said(kit, "visitors.goal-hexapawn") in plan


MATS = ("nim-8", "her-19", "gardner-her-24", "her-37", "him-18")


def mat(name: str, paper: PaperName = "a4", language: str = "en") -> Kit:
    """Return the kit of a preset whose file says that it has a mat."""
    spec = preset(name).spec
    printing = spec.print.model_copy(
        update={"container": "mat", "paper": paper, "language": language}
    )
    return make_kit(spec.model_copy(update={"print": printing}), name, Path())


def places(document: Document) -> list[Circle]:
    """Return the outer rings of a mat's places."""
    circles = [mark for page in document.pages for mark in page.marks if isinstance(mark, Circle)]
    return [mark for mark in circles if mark.radius == TOKEN / 2]


@pytest.mark.parametrize(("name", "paper"), list(zip(MATS, cycle(PAPERS), strict=False)))
def test_a_mat_has_every_board_and_a_place_for_each_colour(name: str, paper: PaperName) -> None:
    kit = mat(name, paper)
    document = mat_document(kit)
    assert len(document.pages) == mat_plan(kit).sheets
    assert document_faults(document) == []
    wanted = Counter(bead.colour for box in kit.boxes for bead in box.beads)
    fills = Counter(place.fill for place in places(document))
    assert fills == {kit.colour(colour).hex: count for colour, count in wanted.items()}
    numbers = texts_in(document)
    for box in kit.boxes:
        assert numbers.count(box.name) == 1
    for page in document.pages:
        for one, other in combinations(places(replace(document, pages=(page,))), 2):
            assert hypot(one.x - other.x, one.y - other.y) >= TOKEN


@pytest.mark.parametrize("length", [8, LONGEST_NAME])
@pytest.mark.parametrize("name", ["second-player", "starter", "her-19"])
def test_a_mat_has_room_for_the_longest_names_of_boxes(name: str, length: int) -> None:
    kit = mat(name)
    named = [replace(box, given_name="W" * length) for box in kit.boxes]
    document = mat_document(replace(kit, boxes=tuple(named)))
    assert document_faults(document) == []
    assert texts_in(document).count("W" * length) == len(named)


@pytest.mark.parametrize(("matches", "paper"), [(8, "a4"), (13, "letter"), (30, "a4")])
def test_no_place_of_a_mat_covers_the_head_of_its_match(matches: int, paper: PaperName) -> None:
    """Half of each head is above the place on its match, and no other place is on it."""
    tables = {**tables_of("nim-13"), "nim": {"matches": matches, "last": "loses"}}
    kit = small_kit(**{**tables, "print": {"container": "mat", "paper": paper}})
    matches_drawn = 0
    for page in mat_document(kit).pages:
        circles = marks_of(Circle, page.marks)
        heads = [circle for circle in circles if circle.fill == BLACK and circle.stroke is None]
        on_mat = [circle for circle in circles if circle.radius == TOKEN / 2]
        matches_drawn += len(heads)
        for head, place in product(heads, on_mat):
            assert hypot(head.x - place.x, head.y - place.y) >= TOKEN / 2
    assert matches_drawn == sum(range(1, matches + 1))


@pytest.mark.parametrize(("name", "sheets"), [("nim-8", 1), ("her-19", 2), ("gardner-her-24", 2)])
def test_a_mat_is_few_sheets(name: str, sheets: int) -> None:
    for paper in ("a4", "letter"):
        assert mat_plan(mat(name, paper)).sheets == sheets


@pytest.mark.parametrize("name", MATS)
def test_there_are_tokens_for_all_places_and_a_reserve(name: str) -> None:
    kit = mat(name)
    document = tokens_document(kit)
    assert document_faults(document) == []
    discs = [mark for page in document.pages for mark in page.marks if isinstance(mark, Circle)]
    cut = Counter(mark.fill for mark in discs)
    for colour in kit.colours:
        start = kit.start_by_colour()[colour.name]
        assert start < cut[colour.hex] <= start * 1.2 + 1
    letters = Counter(
        text for page in document.pages for text in texts_of(page.marks) if len(text) == 1
    )
    for colour in kit.colours:  # nobody needs to see the colour
        assert letters[colour.key] == letters[colour.glyph] == cut[colour.hex]


@pytest.mark.parametrize("name", ["nim-8", "her-19"])
def test_a_mat_is_printed_in_place_of_boxes_and_nothing_of_them_is_bought(name: str) -> None:
    kit = mat(name)
    made = all_printables(kit)
    names = {document.name for each in made.made for document in each.documents}
    assert {"mat-a4", "mat-tokens-a4"} <= names
    assert not names & {
        f"{each}-a4" for each in ("labels", "fence", "building", "index", "cabinet-map")
    }
    assert made.shopping.colours == ()
    assert {thing.kind for thing in made.shopping.things} == {
        "scissors",
        "paper",
        "card",
        "sticker-sheet",
    }
    assert made.left_out == ()


@pytest.mark.parametrize(
    ("name", "paper", "language"),
    all_to_prove(
        product(MATS, PAPERS, LANGUAGES),
        quick=zip(["her-19", "nim-8"] * 2, cycle(PAPERS), LANGUAGES, strict=False),
    ),
)
def test_everything_of_a_mat_can_be_printed_and_speaks_of_no_boxes_or_beads(
    name: str, paper: PaperName, language: str
) -> None:
    """Whatever a sentence is made of: on a mat lie tokens,
    and its boards are no boxes, trays or labels.
    """
    banned = {
        "en": r"\b(box|boxes|beads?|tray|sleeve|matchbox\w*|glue)\b",
        "de": r"\b(Schachteln?|Perlen?|Streichholzschachtel\w*|Hülle|Klebstoff|Klebestift)\b",
        "fr": r"\b(boîtes?|perles?|tiroirs?|étui|colle)\b",
        "nl": r"\b(doosjes?|kraal|kralen|laatjes?|hoes|lijm)\b",
    }[language]
    made = all_printables(mat(name, paper, language), sets=("A", "B"))
    assert made.left_out == ()
    for document in (each for one in made.made for each in one.documents):
        assert document_faults(document) == []
        assert re.findall(banned, said(document), re.IGNORECASE) == [], document.name


def test_a_machine_on_a_mat_is_the_same_machine() -> None:
    assert mat("her-19").fingerprint == preset("her-19").fingerprint
    assert mat("her-19").spec.cabinet is None  # its fields stand nowhere else


def test_the_work_before_the_lesson_is_that_of_the_checklist() -> None:
    """Groups share their sheets, so ten machines take less than ten times as long as one."""
    kit = preset("her-19")
    for sets, time in (((), "about 70 min"), (set_letters(10), "about 6 h")):
        lesson, checklist = (
            " ".join(" ".join(texts_in(document(kit, sets=sets))).split())
            for document in (lesson_document, assembly_document)
        )
        assert f"{time} of work for one person" in lesson
        assert f"{time} for what is needed" in checklist
