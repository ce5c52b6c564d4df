"""Pages to hang up: they say what this kit's rules do, and fit in large type."""

from itertools import pairwise
from typing import Any

import pytest

from menace_kit.errors import FitError
from menace_kit.games import GAMES, Hexapawn
from menace_kit.layout.marks import BLACK, THIN, Circle, Rectangle, Text
from menace_kit.layout.sheets.operator_card import operator_card_document
from menace_kit.layout.sheets.safety import safety_document
from menace_kit.layout.sheets.visitor_rules import sample_box, visitor_rules_document
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import DrawnBead, Result, adjustments
from menace_kit.machine.papers import PAPERS, PaperName
from menace_kit.machine.schema import EmptyBox
from menace_kit.machine.toml_files import TemplateKind, read_toml, template_path
from menace_kit.text import Words, load_words
from tests.layout.geometry import extent, texts_of
from tests.layout.kits import (
    CONTAINERS,
    EVERY_PRESET,
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
from tests.layout.posters import LANGUAGES, LONG_WORDS, learning_kit, poster_faults, said
from tests.layout.sheets.test_cards import colours_per_box

# The operator card says what this kit's rules do.


def card(kit: Kit, words: Words = WORDS) -> str:
    return said(laid_out(operator_card_document, kit, words))


@pytest.mark.parametrize(("name", "paper", "words"), taking_turns(PRESETS, list(PAPERS), LANGUAGES))
def test_the_card_of_every_preset_fits_on_one_page_in_large_type(
    name: str, paper: PaperName, words: Words
) -> None:
    kit = printed(name, paper=paper)
    document = laid_out(operator_card_document, kit, words)
    assert poster_faults(document) == []
    (page,) = document.pages
    shut = words("operator-card.shut").split()[0]
    body = next(
        mark for mark in page.marks if isinstance(mark, Text) and mark.text.startswith(shut)
    )
    assert body.size >= 11


EMPTY: dict[EmptyBox, str] = {
    EmptyBox.RESIGN: "The machine gives up and has lost.",
    EmptyBox.REFILL: "Put its first beads in again, so many of each colour on its label: "
    "move 1: 4, move 2: 3, move 3: 2, move 4: 1. Then draw.",
    EmptyBox.KEEP_LAST: "A bead is lost, for one always stays in.",
    EmptyBox.RANDOM: "Choose a move at random.",
    EmptyBox.PUNISH_PREVIOUS: (
        "From the box before it, take one bead more of the colour drawn there, if there is one."
    ),
}


@pytest.mark.parametrize("rule", EmptyBox)
@pytest.mark.parametrize("protect", [False, True])
def test_each_rule_for_an_empty_box_is_told_and_no_other(rule: EmptyBox, protect: bool) -> None:
    kit = learning_kit(empty_box=rule.value, protect_first_box=protect)
    text = card(kit)
    gives_up = rule in (EmptyBox.RESIGN, EmptyBox.PUNISH_PREVIOUS)
    for other, sentence in EMPTY.items():
        told = other is rule or (other is EmptyBox.RESIGN and gives_up)
        assert (sentence in text) is told
    assert ("Box 1 is empty? It cannot begin" in text) is (gives_up and not protect)
    assert ("Never take the last bead out of a box" in text) is (rule is EmptyBox.KEEP_LAST)
    assert ("Never take the last bead out of box 1:" in text) is (
        protect and rule is not EmptyBox.KEEP_LAST
    )
    assert (
        poster_faults(laid_out(operator_card_document, kit, LONG_WORDS if protect else WORDS)) == []
    )


def test_a_refill_is_one_number_where_all_boxes_start_alike() -> None:
    kit = learning_kit("pulles", empty_box="refill")
    assert "Put its first beads in again, 1 of each colour on its label." in card(kit)


DEEDS = {
    3: "Put the bead back +3 of its colour.",
    1: "Put the bead back +1 of its colour.",
    0: "Put the bead back.",
    -1: "The bead stays out.",
    -2: "The bead stays out −1: take out one more of its colour, if there is one.",
    -4: "The bead stays out −3: take out 3 more of its colour, or as many as there are.",
}


def _one_result(result: str, change: int) -> dict[str, Any]:
    return {"win": 9, "draw": 8, "loss": 7, result: change}


@pytest.mark.parametrize(("change", "result"), taking_turns(list(DEEDS), ["win", "draw", "loss"]))
def test_what_is_done_with_a_bead_is_what_the_machine_counts(result: str, change: int) -> None:
    kit = learning_kit(**_one_result(result, change))
    text = card(kit)
    assert DEEDS[change] in text
    # The sentence and the arithmetic agree: beads in the box after it,
    # counted from one that has plenty.
    contents = {1: dict.fromkeys(kit.box(1).start, 9)}
    colour = next(iter(kit.box(1).start))
    (adjustment,) = adjustments(kit, contents, [DrawnBead(1, colour)], Result(result))
    assert adjustment.change == change


def test_moves_that_are_rewarded_differently_are_told_apart() -> None:
    text = card(learning_kit(win=[1, 2, 2, 3], draw=1, loss=[-1, -1, 0, -2]))
    assert "Move 1: Put the bead back +1 of its colour." in text
    assert "Moves 2, 3: Put the bead back +2 of its colour." in text
    assert "Move 4: Put the bead back +3 of its colour." in text
    assert "Moves 1, 2: The bead stays out." in text
    assert (
        "Move 3: Put the bead back. Move 4: The bead stays out −1: take out one more of its colour"
        in text
    )


def test_rules_that_differ_in_every_move_still_fit() -> None:
    each: dict[str, Any] = {
        "win": [5, 4, 3, 2, 1],
        "draw": [2, 1, 0, -1, 1],
        "loss": [-1, -2, -3, -4, 0],
    }
    kit = learning_kit("van-woudenberg", empty_box="refill", protect_first_box=True, **each)
    assert poster_faults(laid_out(operator_card_document, kit)) == []
    with pytest.raises(
        FitError,
        match=r"How to operate Inside the Matchbox: .* in the smallest type, by \d+\.\d mm",
    ):
        operator_card_document(kit, endless_words())


def endless_words() -> Words:
    tables = read_toml(template_path(TemplateKind.TEXT, "en"))
    return Words(
        {**tables, "operator-card": {**tables["operator-card"], "close": "and so on " * 150}}
    )


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("michie-1961", {"The machine is O and moves first."}),
        ("second-player", {"The machine is X and moves second. Its opponent is O and begins."}),
        ("both-players", {"O moves first: boxes 1 to 304.", "X moves second: boxes 305 to 593."}),
    ],
)
def test_whose_the_machine_is(name: str, told: set[str]) -> None:
    text = card(preset(name))
    assert all(sentence in text for sentence in told)
    assert ("Agree who plays which side" in text) is (name == "both-players")


def test_every_machine_says_which_of_its_first_boxes_must_not_be_empty() -> None:
    assert "Boxes 1, 2, 3 are all empty?" in card(preset("second-player"))
    both = card(preset("both-players"))
    assert "Box 1 is empty?" in both
    assert "Boxes 305, 306, 307 are all empty?" in both


@pytest.mark.parametrize(
    ("name", "forced", "lost"),
    [
        ("michie-1961", True, False),
        ("michie-1961-287", True, True),
        ("second-player", False, False),
        ("van-woudenberg", False, False),
    ],
)
def test_positions_without_a_box_are_told_where_there_are_any(
    name: str, forced: bool, lost: bool
) -> None:
    text = card(preset(name))
    assert ("Only one move is left?" in text) is forced
    assert ("There is no box, but more than one move?" in text) is lost


@pytest.mark.parametrize(
    ("symmetry", "merge", "find", "ways", "no_dot"),
    [
        ("all", True, "as it is, turned, or mirrored", True, True),
        ("all", False, "as it is, turned, or mirrored", True, False),
        ("rotations", True, "as it is, or turned", True, True),
        ("none", True, "as it is.", False, False),
    ],
)
def test_how_a_box_is_found_follows_from_the_symmetry(
    symmetry: str, merge: bool, find: str, ways: bool, no_dot: bool
) -> None:
    text = card(learning_kit(boxes={"symmetry": symmetry, "merge-symmetric-moves": merge}))
    assert f"shows the board: {find}" in text or f"shows the board {find}" in text
    assert ("fits in more than one way?" in text) is ways
    assert ("A free square with no dot?" in text) is no_dot


@pytest.mark.parametrize(("name", "symmetric"), [("her-19", True), ("nim-8", False)])
def test_that_a_box_may_lie_in_two_ways_is_told_where_it_can(name: str, symmetric: bool) -> None:
    """A board of pawns has one symmetry besides the identity: two ways are the most."""
    kit = preset(name)
    assert max(len(kit.symmetries.stabiliser(box.position)) for box in kit.boxes) == 1 + symmetric
    assert ("fits in more than one way?" in card(kit)) is symmetric


def test_each_square_of_the_board_is_inked_in_the_middle_below_its_colour() -> None:
    kit = preset("michie-1961")
    (page,) = laid_out(operator_card_document, kit).pages
    discs = [mark for mark in page.marks if isinstance(mark, Circle) and mark.radius > 5]
    cells = [
        mark for mark in page.marks if isinstance(mark, Rectangle) and mark.width == mark.height
    ]
    assert [disc.fill for disc in discs] == [colour.hex for colour in kit.colours]
    for square, disc in enumerate(discs):
        board = cells[9 * square : 9 * square + 9]
        assert [cell.fill == BLACK for cell in board] == [place == square for place in range(9)]
        assert (extent(board[0]).left + extent(board[8]).right) / 2 == pytest.approx(disc.x)
        assert extent(board[0]).top > disc.y + disc.radius
        assert board[0].line < THIN
    apart = {after.x - before.x - 2 * before.radius for before, after in pairwise(discs)}
    assert min(apart) > 0.7 * discs[0].radius


@pytest.mark.parametrize("name", EVERY_PRESET)
def test_all_colours_are_in_a_strip_with_letter_sign_and_name(name: str) -> None:
    kit = preset(name)
    texts = set(texts_of(laid_out(operator_card_document, kit).pages[0].marks))
    for colour in kit.colours:
        assert {colour.key, colour.glyph} <= texts
        # Where a colour means the same on every box, what it means stands there too: "red: take 1".
        assert any(text == colour.name or text.startswith(f"{colour.name}: ") for text in texts)


def test_the_longest_names_that_are_allowed_fit() -> None:
    for words in (WORDS, LONG_WORDS):
        assert (
            poster_faults(operator_card_document(with_long_names(preset("both-players")), words))
            == []
        )


# The visitors' poster is true of this kit.


def poster(kit: Kit, words: Words = WORDS) -> str:
    return said(laid_out(visitor_rules_document, kit, words))


@pytest.mark.parametrize(("name", "paper", "words"), taking_turns(PRESETS, list(PAPERS), LANGUAGES))
def test_the_poster_of_every_preset_fits_on_one_page_in_large_type(
    name: str, paper: PaperName, words: Words
) -> None:
    document = laid_out(visitor_rules_document, printed(name, paper=paper), words)
    assert poster_faults(document) == []
    (page,) = document.pages
    first = words("visitors.about-noughts-and-crosses", name="", boxes="").split()[0]
    about = [mark for mark in page.marks if isinstance(mark, Text) and mark.text.startswith(first)]
    assert max(mark.size for mark in about) >= 11


def test_a_game_that_has_no_sentences_of_its_own_is_spoken_of_in_general(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Hexapawn, "name", "pawns")
    monkeypatch.setitem(GAMES, "pawns", Hexapawn())
    kit, words = small_kit(game="pawns", side="second", beads={"start": 3}), load_words("de")
    text = said(laid_out(visitor_rules_document, kit, words))
    assert words("visitors.goal") in text
    assert words("visitors.goal-noughts-and-crosses") not in text
    assert words("visitors.about", name=kit.spec.name, boxes=len(kit.boxes)) in text


@pytest.mark.parametrize(
    ("name", "side", "boxes"),
    [
        ("michie-1961", "The machine is O and begins. You are X.", 304),
        ("michie-1961-287", "The machine is O and begins. You are X.", 287),
        ("second-player", "You are O and begin. The machine is X.", 289),
        ("both-players", "O begins, X answers.", 593),
    ],
)
def test_who_begins_and_how_many_boxes_there_are(name: str, side: str, boxes: int) -> None:
    text = poster(preset(name))
    assert side in text
    assert f"made of {boxes} boxes" in text
    assert "Donald Michie" in text
    assert "1961" in text


BACK, GONE = "Each bead that it drew goes back", "Each bead that it drew is taken away"
LESSONS: list[tuple[int | list[int], str]] = [
    (3, f"{BACK}, with 3 more of its colour."),
    (1, f"{BACK}, with one more of its colour."),
    ([1, 2, 3, 4], f"{BACK}, often with more of its colour: up to 4."),
    ([0, 0, 0, 1], f"{BACK}, often with more of its colour: up to 1."),
    (0, f"{BACK}. Nothing changes."),
    (-1, f"{GONE}."),
    (-3, f"{GONE}, and more of its colour: 3 in all."),
    ([-1, -2, 0, -1], "Beads of the colours that it drew are taken away: up to 2 for each."),
    ([1, 0, -1, 1], "Some of its boxes get more beads of the colour drawn, some get fewer."),
]


@pytest.mark.parametrize(
    ("told", "result"),
    taking_turns(
        {str(change): (change, lesson) for change, lesson in LESSONS}, ["win", "draw", "loss"]
    ),
)
def test_the_lesson_after_a_game_is_that_of_the_rules(
    result: str, told: tuple[int | list[int], str]
) -> None:
    change, lesson = told
    rules: dict[str, Any] = {"win": 9, "draw": 8, "loss": 7, result: change}
    kit = learning_kit(**rules)
    text = poster(kit)
    assert lesson in text
    assert (
        sum(said_of in text for said_of in (lesson, "with 9 more", "with 8 more", "with 7 more"))
        == 3
    )


def test_it_says_only_what_its_rules_do() -> None:
    gains, loses = "Moves that led to a win get more beads", "Moves that led to a loss lose beads"
    assert gains in poster(preset("michie-1961"))
    assert loses in poster(preset("michie-1961"))
    assert loses not in poster(learning_kit(loss=0))
    assert gains not in poster(learning_kit(win=0))


@pytest.mark.parametrize("name", EVERY_PRESET)
def test_the_bead_of_the_picture_lies_in_the_box_beside_it(name: str) -> None:
    kit = preset(name)
    box, bead = sample_box(kit)
    assert bead in box.beads
    assert box.stage == 2
    (page,) = laid_out(visitor_rules_document, kit).pages
    assert str(box.number) in texts_of(page.marks)
    discs = [
        mark for mark in page.marks if isinstance(mark, Circle) and mark.fill and mark.radius > 5
    ]
    rolls_out = min(discs, key=lambda disc: disc.y)  # those of the key are below
    assert rolls_out.fill == kit.colour(bead.colour).hex


def test_colours_that_mean_something_else_in_each_box_are_a_list() -> None:
    text = poster(colours_per_box(preset("michie-1961")))
    assert "The drawing on the box shows what each colour means." in text
    assert "means a square" not in text


def test_the_longest_names_fit_on_the_poster() -> None:
    kit = with_long_names(preset("michie-1961"))
    for words in (WORDS, LONG_WORDS):
        assert poster_faults(visitor_rules_document(kit, words)) == []


@pytest.mark.parametrize(
    ("name", "several"), [("michie-1961", True), ("her-19", False), ("nim-8", False)]
)
def test_that_a_colour_comes_more_often_is_told_where_there_can_be_more_of_it(
    name: str, several: bool
) -> None:
    assert (WORDS("visitors.colours-more") in poster(preset(name))) == several


def test_one_bead_of_each_that_may_become_more_is_told_of() -> None:
    assert WORDS("visitors.colours-more") in poster(learning_kit("her-19", win=1))


# The safety sheet.


@pytest.mark.parametrize(("name", "paper", "words"), taking_turns(PRESETS, list(PAPERS), LANGUAGES))
def test_the_safety_sheet_of_every_preset_can_be_printed(
    name: str, paper: PaperName, words: Words
) -> None:
    safety = laid_out(safety_document, printed(name, paper=paper), words)
    assert poster_faults(safety) == []
    assert len(safety.pages) == 1


def test_the_dangers_are_those_of_the_kit() -> None:
    plain, ready = preset("michie-1961"), printed("michie-1961", stock="avery-l4732")
    assert "Glue" in said(safety_document(plain, WORDS))
    assert "Glue" not in said(safety_document(ready, WORDS))
    assert "laser" in said(safety_document(in_cabinet(plain), WORDS))
    assert "laser" not in said(safety_document(plain, WORDS))


@pytest.mark.parametrize("container", CONTAINERS)
def test_an_awl_is_there_where_labels_have_a_drawer_pull(container: str) -> None:
    for stock in ("plain", "avery-l4732"):
        kit = printed("michie-1961", container, stock=stock)
        assert ("cork" in said(laid_out(safety_document, kit))) is (kit.container.label.pull > 0)
        assert poster_faults(laid_out(safety_document, kit, LONG_WORDS)) == []


def test_the_safety_sheet_names_the_age_the_rule_and_the_matches() -> None:
    text = said(laid_out(safety_document, preset("michie-1961")))
    assert "under 36 months (16 CFR 1501)" in text
    assert "No match ever stays in the machine." in text


def test_safety_is_in_large_type() -> None:
    for words in (WORDS, LONG_WORDS):
        (page,) = laid_out(safety_document, preset("michie-1961"), words).pages
        sizes = {mark.size for mark in page.marks if isinstance(mark, Text)}
        assert min(sizes - {7.5}) >= 11
