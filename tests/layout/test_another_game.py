"""A game with tokens that is not ours: paper says of it what is true of any,
and no word of the rules of Nim.
"""

from collections.abc import Iterator
from itertools import cycle, pairwise

import pytest

from menace_kit.games import GAMES, Outcome, Position
from menace_kit.games.nim import Nim
from menace_kit.layout.fit_test import fit_test_page
from menace_kit.layout.label import label_marks
from menace_kit.layout.label_plan import label_plan
from menace_kit.layout.marks import BLACK, Circle, Text
from menace_kit.layout.sheets.key_card import key_card_document
from menace_kit.layout.sheets.lesson import lesson_document
from menace_kit.layout.sheets.operator_card import operator_card_document
from menace_kit.layout.sheets.record_sheet import record_sheet_document
from menace_kit.layout.sheets.table_board import table_board_document
from menace_kit.layout.sheets.visitor_rules import visitor_rules_document
from menace_kit.layout.sheets.worksheet import worksheet_document
from menace_kit.machine.kit import Kit
from menace_kit.machine.toml_files import TemplateKind, read_toml, template_names, template_path
from menace_kit.text import kinds
from tests.layout.geometry import document_faults, texts_of
from tests.layout.kits import SMALLEST_TEXT, WORDS, in_language, preset, small_kit, tables_of
from tests.layout.posters import said

PAPERS = {
    "table-board": table_board_document,
    "visitors": visitor_rules_document,
    "operator-card": operator_card_document,
    "key-card": key_card_document,
    "record-sheet": record_sheet_document,
}

RULES_OF_NIM = ("takes the last one", "to 3 matches", "from the end", "come after it", "leftmost")
"""What is so in Nim, as English says it; how many a colour takes may be
worked out from a kit's boxes.
"""


class Misere(Nim):
    """Nim that whoever takes the last match loses."""

    name = "nim-misere"

    def outcome(self, position: Position) -> Outcome | None:
        """Return that the last match is gone, which whoever took it has lost by, or None."""
        over = super().outcome(position)
        return over and Outcome(position.to_move)


@pytest.fixture
def misere(monkeypatch: pytest.MonkeyPatch) -> Kit:
    """Return a machine for the game, in all else that of the preset for Nim."""
    monkeypatch.setitem(GAMES, "nim-misere", Misere())
    return small_kit(
        name="Last",
        game="nim-misere",
        side="both",
        marks=["I", "J"],
        boxes={"forced-moves": True},
        beads={"start": 1, "palette": "four-arrows"},
        learning={"win": 0, "draw": 0, "loss": -1, "teaches": "last-move"},
    )


def keys_of_nim() -> Iterator[str]:
    """Yield the keys of the sentences that are for Nim alone, without their ending."""
    for table, sentences in read_toml(template_path(TemplateKind.TEXT, "en")).items():
        yield from (
            f"{table}.{name.removesuffix('-nim')}" for name in sentences if name.endswith("-nim")
        )


@pytest.mark.parametrize("paper", PAPERS)
def test_no_word_of_the_rules_of_nim_is_printed_for_another_game_with_tokens(
    misere: Kit, paper: str
) -> None:
    text = said(PAPERS[paper](misere))
    assert text
    assert [rule for rule in RULES_OF_NIM if rule in text] == []


@pytest.mark.parametrize("paper", ["table-board", "operator-card", "visitors"])
def test_nim_itself_has_its_rules_on_paper(paper: str) -> None:
    text = said(PAPERS[paper](preset("nim-8")))
    assert [rule for rule in RULES_OF_NIM if rule in text]


@pytest.mark.parametrize(
    ("paper", "language"), list(zip(PAPERS, cycle(template_names(TemplateKind.TEXT)), strict=False))
)
def test_another_game_with_tokens_can_be_printed_in_every_language(
    misere: Kit, paper: str, language: str
) -> None:
    document = PAPERS[paper](in_language(misere, language))
    assert document_faults(document) == []


@pytest.mark.parametrize(
    ("last", "wanted", "other"), [("loses", "-loses", ""), ("wins", "", "-loses")]
)
def test_paper_says_how_many_may_be_taken_and_what_the_last_match_is_worth(
    last: str, wanted: str, other: str
) -> None:
    kit = small_kit(
        game="nim",
        nim={"matches": 12, "most": 4, "last": last},
        side="both",
        marks=["I", "J"],
        beads={"start": 1, "palette": "four-arrows"},
    )
    for paper in ("visitors", "table-board"):
        text = said(PAPERS[paper](kit))
        assert WORDS(f"visitors.goal-nim{wanted}", most=4) in text
        assert WORDS(f"visitors.goal-nim{other}", most=4) not in text
    assert WORDS("table-board.lie-nim") in text


def test_paper_says_how_many_pawns_there_are_and_where_they_begin() -> None:
    tables = tables_of("her-3x4")
    kit = small_kit(**{**tables, "boxes": {**tables.get("boxes", {}), "stages": 1}})
    ends = {"first_from": 9, "first_to": 12, "second_from": 1, "second_to": 4}
    assert WORDS("table-board.seats-second", **ends) in said(table_board_document(kit))
    about = WORDS("visitors.about-hexapawn", name=kit.spec.name, boxes=len(kit.boxes), pieces=8)
    assert about in said(visitor_rules_document(kit))


def test_its_fit_test_says_that_a_dot_is_on_the_place_of_its_move(misere: Kit) -> None:
    text = " ".join(texts_of(fit_test_page(misere, label_plan(misere)).marks))
    assert "come after it" not in text
    assert "Each dot shows the move" in text


def test_each_sentence_about_nim_has_a_general_one_in_its_place(misere: Kit) -> None:
    keys = list(keys_of_nim())
    assert {"piece.named", "piece.moved", "table-board.lie"} <= set(keys)
    for key in keys:
        assert WORDS.twin(key, *kinds(preset("nim-8"))) == f"{key}-nim"
        assert WORDS.twin(key, *kinds(misere)) in WORDS
        assert not WORDS.twin(key, *kinds(misere)).endswith("-nim")


def test_the_lesson_needs_as_many_matches_as_there_are() -> None:
    text = said(lesson_document(preset("nim-13")))
    assert WORDS.lines("lesson.needs-nim", boxes=0, matches=13)[2] in text
    assert WORDS("visitors.goal-nim-loses", most=3) in said(worksheet_document(preset("nim-13")))


@pytest.mark.parametrize("matches", [13, 20])
def test_every_match_of_a_long_game_is_seen_on_its_label(matches: int) -> None:
    kit = small_kit(
        game="nim",
        nim={"matches": matches},
        side="both",
        marks=["I", "J"],
        boxes={"forced-moves": True},
        beads={"start": 1, "palette": "four-arrows"},
        print={"container": "pocket-matchbox"},
    )
    assert len(kit.boxes) == matches
    style = label_plan(kit).style
    for box in kit.boxes:
        marks = list(label_marks(kit, style, box, 0, 0))
        heads = [mark for mark in marks if isinstance(mark, Circle) and mark.fill == BLACK]
        dots = [
            mark for mark in marks if isinstance(mark, Circle) and mark.fill not in (None, BLACK)
        ]
        assert (len(heads), len(dots)) == (
            max(0, box.number - 3),
            min(3, box.number),
        )  # a dot hides its match
        letters = {mark.text: mark.size for mark in marks if isinstance(mark, Text)}
        assert min(letters[colour.key] for colour in kit.colours[: len(dots)]) >= SMALLEST_TEXT
        centres = sorted((round(mark.y), mark.x) for mark in (*heads, *dots))
        apart = [right[1] - left[1] for left, right in pairwise(centres) if left[0] == right[0]]
        assert min(apart, default=9) > 2.7
