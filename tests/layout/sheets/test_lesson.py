"""The lesson: its answers are those of the game, its rules those of the kit, and it is few pages in every language."""

from dataclasses import replace

import pytest

from menace_kit.games import Side
from menace_kit.lab.engine.tables import best_moves, game_table, values
from menace_kit.layout.marks import Document, Text
from menace_kit.layout.primitives.page import PRINTABLE_BORDER
from menace_kit.layout.sheets.lesson import (
    GAMES,
    MINUTES,
    good_beads,
    lesson_document,
    who_wins,
    worksheet_document,
)
from menace_kit.machine.kit import Kit, kit_of_set, set_letters
from menace_kit.printables.build import lesson
from menace_kit.printables.catalogue import printable_named
from menace_kit.text import Words, load_words
from tests.layout.geometry import page_faults, texts_of
from tests.layout.kits import PRESETS, WORDS, preset, printed

TAUGHT = [name for name in PRESETS if printable_named("lesson").missing(preset(name)) is None]
LANGUAGES = ("en", "de", "fr", "nl")


def written(document: Document, page: int) -> list[str]:
    return list(texts_of(document.pages[page].marks))


def told(document: Document) -> str:
    """Return all that is written, in one line: a sentence may go over several."""
    return " ".join(text for page in document.pages for text in texts_of(page.marks))


def to_say(document: Document, words: Words) -> str:
    """Return what stands in the last column of the plan."""
    texts = [mark for mark in document.pages[0].marks if isinstance(mark, Text)]
    (left,) = {mark.x for mark in texts if mark.text == words("lesson.say")}
    return " ".join(mark.text for mark in texts if mark.x == left)


def with_learning(kit: Kit, **rules: int) -> Kit:
    learning = kit.spec.learning.model_copy(update=rules)
    return replace(kit, spec=kit.spec.model_copy(update={"learning": learning}))


def test_there_is_a_lesson_for_every_kit_of_few_boxes_and_others_say_why_not() -> None:
    assert {"nim-8", "her-19", "gardner-her-24", "her-37", "him-18"} <= set(TAUGHT)
    assert "michie-1961" not in TAUGHT
    missing = printable_named("lesson").missing(preset("michie-1961"))
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
        assert {bead.move for bead in good[box.number]} == {bead.move for bead in box.beads} & expected


@pytest.mark.parametrize(
    ("name", "winner"), [("nim-8", Side.SECOND), ("her-19", Side.SECOND), ("michie-1961", None)]
)
def test_who_wins_without_a_mistake(name: str, winner: Side | None) -> None:
    assert who_wins(preset(name)) is winner


def test_the_plan_takes_a_lesson_and_leaves_no_minute_out() -> None:
    assert 45 <= sum(MINUTES) <= 50
    texts = written(lesson_document(preset("her-19"), WORDS), 0)
    begun = 0
    for minutes in MINUTES:
        assert f"{begun}–{begun + minutes}" in texts
        begun += minutes


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", TAUGHT)
def test_the_teacher_has_three_pages_and_a_group_one(name: str, language: str) -> None:
    for paper in ("a4", "letter"):
        kit, words = printed(name, None, paper), load_words(language)
        documents = [lesson_document(kit, words), worksheet_document(kit_of_set(kit, "AA"), words)]
        assert [len(document.pages) for document in documents] == [3, 1]
        assert [
            fault
            for each in documents
            for page in each.pages
            for fault in page_faults(page, PRINTABLE_BORDER)
        ] == []


def test_the_class_tally_has_a_line_for_each_group() -> None:
    tally = written(lesson_document(preset("nim-8"), WORDS, sets=set_letters(12)), 1)
    assert [text for text in tally if len(text) == 1 and text.isalpha()] == list("ABCDEFGHIJKL")
    assert "All groups" in tally
    assert tally[tally.index("L") + 1] == "All groups"
    assert "60" in tally  # five games of twelve machines: as high as a column can be


def test_a_worksheet_has_every_game_to_tick() -> None:
    texts = written(worksheet_document(preset("nim-8"), WORDS), 0)
    start = texts.index("Game")
    assert texts[start + 1 : start + 1 + GAMES] == [str(number) for number in range(1, GAMES + 1)]


def test_the_rules_are_those_of_the_kit() -> None:
    kit = preset("her-19")
    gardner, rewarded = (
        told(worksheet_document(each, WORDS)) for each in (kit, with_learning(kit, win=2, loss=0))
    )
    assert "Keep the bead of its last move out." in gardner
    assert "To that of its last move add 2 of its colour." in rewarded
    assert "Keep the bead" not in rewarded
    plans = [to_say(lesson_document(each, WORDS), WORDS) for each in (kit, with_learning(kit, win=2, loss=0))]
    assert ["It is its defeats that teach it." in plan for plan in plans] == [True, False]
    assert "When the machine has lost: Keep the bead of its last move out." in plans[0]
    assert "When the machine has won: Put all beads back. To that of its last move add 2" in plans[1]


def test_the_answers_name_the_box_and_the_colours_of_the_question() -> None:
    kit = preset("nim-8")
    asked = told(worksheet_document(kit, WORDS))
    assert "Look at the drawing on box 2." in asked
    answers = told(lesson_document(kit, WORDS))
    # of two matches one takes both, never one
    assert (
        "Box 2. Leave in: blue. Take out, for it loses against someone who makes no mistake: red." in answers
    )
    assert "Whoever moves second can always win." in answers


def test_a_lesson_for_ten_groups_is_thirteen_pages() -> None:
    made = lesson(preset("nim-8"), WORDS, "lesson-a4", set_letters(10), worksheets=True)
    assert made.pages == 3 + 10
    whose = [
        text for page in made.documents[0].pages[3:] for text in texts_of(page.marks) if text[:4] == "Nim "
    ]
    assert [name for name in whose if len(name) == 5] == [f"Nim {letters}" for letters in "ABCDEFGHIJ"]


@pytest.mark.parametrize("words", [load_words(language) for language in LANGUAGES], ids=LANGUAGES)
def test_each_language_says_how_the_machine_learns(words: Words) -> None:
    plan = to_say(lesson_document(preset("her-19"), words), words)
    assert words("lesson.say-4-punished") in plan
    assert words("visitors.goal-hexapawn") in plan
