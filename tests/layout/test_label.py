"""Labels: nothing on one touches anything else, what is on it is the box,
and all of it is as large as it should be.
"""

import math
from collections.abc import Sequence
from itertools import product

import pytest

from menace_kit.errors import FitError
from menace_kit.games import EMPTY, Pieces, Side
from menace_kit.layout.board import board_marks
from menace_kit.layout.fit_test import fit_test_page
from menace_kit.layout.label import label_marks
from menace_kit.layout.label_plan import label_plan
from menace_kit.layout.label_style import SAFE_MARGIN, LabelStyle, label_style
from menace_kit.layout.marks import Circle, Line, Mark, Rectangle, Text
from menace_kit.layout.squares import Squares
from menace_kit.machine.boxes import Box
from menace_kit.machine.kit import Kit
from menace_kit.text import paper_words
from menace_kit.text.sheet_words import place_words
from tests.examples import all_to_prove
from tests.layout.geometry import covered_pieces, in_circle, label_faults, marks_of, texts_of
from tests.layout.kits import (
    CONTAINERS,
    EVERY_PRESET,
    PRESETS,
    SMALLEST_TEXT,
    drawn_label,
    every_print,
    in_cabinet,
    in_container,
    in_language,
    plan_of,
    preset,
    printed,
    small_kit,
    taking_turns,
)


def style_of(kit: Kit) -> LabelStyle:
    return plan_of(kit).style


LANGUAGES = ["en", "de", "fr", "nl"]
MATCHES = ["nim-16", "nim-8", "nim-20", "nim-13"]
SOME = 4
"""On one of so many stocks each container's labels are looked at always."""

OF_EACH_KIND = ("michie-1961", "her-19", "nim-8")
"""Presets of which some boxes are looked at always;
`make prove` looks at all boxes of all presets.
"""


@pytest.mark.parametrize(
    ("container", "name", "language"),
    taking_turns([name for name in CONTAINERS if name != "fold-up"], MATCHES, LANGUAGES),
)
def test_matches_have_room_on_every_matchbox(container: str, name: str, language: str) -> None:
    """The board begins at the left edge: a box of Nim serves at any move,
    and has no fields that count moves.
    """
    style = label_plan(in_language(printed(name, container), language)).style
    assert style.board_left == SAFE_MARGIN
    assert style.free_right - style.text_room[0] >= style.text_room[2] > 0
    assert label_plan(printed("michie-1961", container)).style.board_left > 3


@pytest.mark.parametrize(
    ("name", "step", "every"),
    [
        *((name, 40, SOME) for name in OF_EACH_KIND),
        *(pytest.param(name, 1, 1, marks=pytest.mark.prove, id=name) for name in PRESETS),
    ],
)
def test_nothing_on_a_label_touches_anything_else(name: str, step: int, every: int) -> None:
    styles: dict[LabelStyle, Kit] = {}
    refused, tried = [], set()
    for container, paper, stock in every_print(every):
        tried.add((container, stock))
        kit = printed(name, container, paper, stock)
        try:
            style = style_of(kit)
            if style not in styles or stock == "plain":
                styles[style] = kit
        except FitError:
            refused.append((container, stock))
    assert len(styles) >= 4
    # No room for the drawer pull, for rows of matches, or for dots on arrows.
    too_small = {"nim-8": [], "nim-13": ["avery-l4731"]}
    of_rows = [] if preset(name).game.pieces is Pieces.MARKS else ["avery-l4731", "herma-4101"]
    for_nobody = product(CONTAINERS, too_small.get(name, of_rows))
    too_low = {("slim-matchbox", "avery-8293"), ("slim-matchbox", "avery-l4731")}
    assert set(refused) == too_low.union(for_nobody) & tried
    for style, kit in styles.items():
        # On ready-cut labels only the size is another: some of the boxes will do,
        # the longest number among them.
        for box in (*kit.boxes[:: step if kit.stock.grid is None else 9 * step], kit.boxes[-1]):
            marks = drawn_label(kit, style, box)
            assert label_faults(marks, style) == [], (
                f"box {box.number} in {kit.container.title}, {kit.stock.title}"
            )
            assert min(mark.size for mark in marks if isinstance(mark, Text)) >= SMALLEST_TEXT


@pytest.mark.parametrize("name", EVERY_PRESET)
def test_no_bead_and_no_arrow_covers_a_piece(name: str) -> None:
    kit = preset(name)
    squares = Squares(kit, 0, 0, style_of(kit).board_width / kit.game.columns)
    for box in kit.boxes:
        board = list(board_marks(squares, box))
        assert covered_pieces(board) == [], f"box {box.number}"


def shown_position(
    kit: Kit, style: LabelStyle, marks: Sequence[Mark]
) -> tuple[str, dict[int, str]]:
    """Return what a reader sees on a label: the board as nine characters,
    and square -> letter of the bead on it.
    """
    square = style.board / 3
    left, top = style.text_room[0] - 1.2 - style.board, (style.height - style.board) / 2

    def number(x: float, y: float) -> int | None:
        column, row = math.floor((x - left) / square), math.floor((y - top) / square)
        return 3 * row + column if 0 <= column < 3 and 0 <= row < 3 else None

    cells, beads = ["."] * 9, {}
    for mark in marks:
        if (
            isinstance(mark, Circle)
            and mark.fill is None
            and (place := number(mark.x, mark.y)) is not None
        ):
            cells[place] = "O"
        elif isinstance(mark, Line) and mark.x1 != mark.x2 and mark.y1 != mark.y2:
            place = number((mark.x1 + mark.x2) / 2, (mark.y1 + mark.y2) / 2)
            assert place is not None
            cells[place] = "X"
        elif isinstance(mark, Circle) and mark.fill is not None and mark.stroke:
            place = number(mark.x, mark.y)
            assert place is not None
            (letter,) = [text for text in marks if isinstance(text, Text) and in_circle(mark, text)]
            assert (
                kit.colour(next(c.name for c in kit.colours if c.key == letter.text)).hex
                == mark.fill
            )
            beads[place] = letter.text
    return "".join(cells), beads


@pytest.mark.parametrize("name", ["michie-1961", "van-woudenberg"])
def test_a_reader_sees_on_a_label_what_the_box_is(name: str) -> None:
    kit = preset(name)
    style = style_of(kit)
    for box in kit.boxes:
        marks = drawn_label(kit, style, box)
        board, beads = shown_position(kit, style, marks)
        assert board == kit.board(box)
        assert beads == {bead.move[0]: kit.colour(bead.colour).key for bead in box.beads}
        assert str(box.number) in texts_of(marks)


def fields(kit: Kit, style: LabelStyle, box: Box) -> tuple[list[Rectangle], list[Circle]]:
    """Return the fields of the stage band from the bottom up, and the holes in them."""
    marks = drawn_label(kit, style, box)
    band = marks_of(Rectangle, marks)
    holes = [
        mark
        for mark in marks
        if isinstance(mark, Circle) and mark.fill == "#FFFFFF" and not mark.stroke
    ]
    return sorted(band, key=lambda field: -field.y), holes


@pytest.mark.parametrize("name", ["second-player", "van-woudenberg"])
def test_the_band_shows_the_stage_and_whose_it_is(name: str) -> None:
    kit = preset(name)
    style = style_of(kit)
    for box in kit.boxes:
        band, holes = fields(kit, style, box)
        assert len(band) == max(stage for _, stage in kit.stages)
        assert [bool(field.fill) for field in band] == [
            place < box.stage for place in range(len(band))
        ]
        assert len(holes) == (box.stage if box.side is Side.SECOND else 0)
        assert len({field.x for field in band}) == 1


@pytest.mark.parametrize("pull", [5, 9])
def test_texts_keep_clear_of_the_ring_however_narrow_the_label(pull: float) -> None:
    fitted = 0
    for width in range(300, 430, 13):
        kit = in_container(preset("michie-1961"), (width / 10, 11.6), pull=pull)
        try:
            style = style_of(kit)
        except FitError:
            continue
        fitted += 1
        assert label_faults(drawn_label(kit, style, kit.boxes[303]), style) == []
    assert fitted > 6


@pytest.mark.parametrize("tab", [0.5, 1.0, 2.0, 3.0])
def test_what_a_tab_is_too_small_for_it_does_not_say(tab: float) -> None:
    kit = in_container(preset("michie-1961"), (38, 18), tab_above=tab, tab_below=8)
    style = style_of(kit)
    marks = drawn_label(kit, style, kit.boxes[303])
    assert label_faults(marks, style) == []
    assert ("304 · fold over and glue inside" in texts_of(marks)) == (tab > 2.5)


def test_with_several_cabinets_a_place_names_its_cabinet() -> None:
    kit = in_cabinet(preset("both-players"))
    assert place_words(kit, kit.box(305), short=False) == "cabinet 2, row 1, drawer 1"
    assert place_words(kit, kit.box(304), short=True) == "C1 R38 D8"
    assert place_words(preset("scroggs"), preset("scroggs").box(1), short=True) == ""
    assert "C2 R1 D1" in texts_of(drawn_label(kit, style_of(kit), kit.box(305)))


def test_with_both_players_a_label_says_whose_move_it_is() -> None:
    kit = preset("both-players")
    assert "O, move 1" in texts_of(drawn_label(kit, style_of(kit), kit.box(1)))
    assert "X, move 1" in texts_of(drawn_label(kit, style_of(kit), kit.box(305)))


@pytest.mark.parametrize("marks", [["Q", "Ä"], ["W", "%"], ["É", "&"]])
def test_marks_that_are_letters_stay_in_their_squares(marks: list[str]) -> None:
    palette = {
        "palette": "iron-beads",
        "colours": [
            "white",
            "yellow",
            "red",
            "blue",
            "black",
            "green",
            "pink",
            "brown",
            "turquoise",
        ],
    }
    kit = small_kit(marks=["Z" if mark == "W" else mark for mark in marks], beads=palette)
    for outer in ((36.5, 11.6), (31, 10.2)):
        tight = in_container(kit, outer)
        style = style_of(tight)
        for box in tight.boxes[::7]:
            drawn = drawn_label(tight, style, box)
            assert label_faults(drawn, style) == []
            shown = [text for text in texts_of(drawn) if text in tight.spec.marks]
            assert len(shown) == sum(cell != EMPTY for cell in box.position.cells)


def test_places_are_in_full_where_they_fit_and_short_where_they_do_not() -> None:
    wide = in_container(in_cabinet(preset("michie-1961")), (60, 15))
    narrow = in_container(in_cabinet(preset("michie-1961")), (29, 13))
    assert "row 28, drawer 1" in texts_of(drawn_label(wide, style_of(wide), wide.box(217)))
    assert "R28 D1" in texts_of(drawn_label(narrow, style_of(narrow), narrow.box(217)))


def test_words_have_6_points_where_a_short_place_makes_that_possible_and_the_number_stays_big() -> (
    None
):
    kit = in_cabinet(preset("michie-1961"))
    style = style_of(kit)
    assert (style.width, style.height) == (36, 11)
    assert style.word_size >= 6
    assert style.number_size >= 16
    assert "R28 D1" in texts_of(drawn_label(kit, style, kit.box(217)))
    for container, paper, stock in every_print(SOME):
        try:
            any_style = style_of(in_cabinet(printed("michie-1961", container, paper, stock)))
        except FitError:
            continue
        assert any_style.short_place or any_style.word_size >= 6


def test_on_a_large_front_board_number_and_words_grow() -> None:
    style = style_of(in_container(preset("michie-1961"), (60.5, 40.5)))
    assert style.board >= 30
    assert style.number_size >= 26
    assert style.word_size >= 8
    assert not style.short_place
    low = style_of(in_container(preset("michie-1961"), (120, 40)))
    assert low.board == pytest.approx(38.1)
    assert low.number_size >= 40
    assert low.word_size >= 12


@pytest.mark.parametrize(
    ("name", "width", "height"), [("her-19", 62, 22.5), ("michie-1961", 80, 40)]
)
def test_on_a_large_label_the_smallest_type_grows_too(
    name: str, width: float, height: float
) -> None:
    kit = printed(name, "pocket-matchbox")
    style = label_style(kit, width, height, tabs=False)
    for box in kit.boxes:
        marks = drawn_label(kit, style, box)
        assert label_faults(marks, style) == []
        assert min(mark.size for mark in marks if isinstance(mark, Text)) >= 9


@pytest.mark.parametrize("name", ["michie-1961", "her-19", "nim-16"])
def test_on_a_high_label_the_board_takes_the_width_and_the_words_stand_below(name: str) -> None:
    kit = printed(name, "pocket-matchbox")
    style = label_style(kit, 36, 54, tabs=False)
    assert style.board_left + style.board_width == pytest.approx(36 - SAFE_MARGIN)
    assert style.number_size >= 30
    assert style.starts_size
    for box in kit.boxes[::9]:
        assert label_faults(drawn_label(kit, style, box), style) == []


def test_the_lowest_label_that_is_allowed_still_has_letters_of_5_points() -> None:
    kit = preset("michie-1961")
    style = label_style(kit, 36, 9.65, tabs=False)
    for box in (*kit.boxes[::8], kit.boxes[-1]):
        marks = drawn_label(kit, style, box)
        assert label_faults(marks, style) == []
        assert min(mark.size for mark in marks if isinstance(mark, Text)) >= SMALLEST_TEXT
    with pytest.raises(FitError, match=r"too low .* by 0\.1 mm"):
        label_style(kit, 36, 9.6, tabs=False)


@pytest.mark.parametrize(
    ("name", "room"),
    [("michie-1961", True), ("her-19", True), ("both-players", False), ("nim-8", False)],
)
def test_what_one_counts_on_the_board_stands_on_each_label_where_there_is_room(
    name: str, room: bool
) -> None:
    kit = in_cabinet(preset(name))
    style = style_of(kit)
    assert (style.counts_line is not None) == room
    for box in kit.boxes:
        assert list(texts_of(drawn_label(kit, style, box))).count(kit.code(box)) == room


@pytest.mark.parametrize("name", ["michie-1961", "her-19", "both-players", "scroggs"])
def test_without_a_cabinet_what_one_counts_is_where_the_place_would_be(name: str) -> None:
    kit = preset(name)
    style, placed = style_of(kit), style_of(in_cabinet(kit))
    for look in ("width", "height", "board", "number_size", "word_size"):
        assert getattr(style, look) == getattr(placed, look)
    for box in kit.boxes:
        assert list(texts_of(drawn_label(kit, style, box))).count(kit.code(box)) == 1


def test_what_one_counts_gives_way_before_a_label_is_refused() -> None:
    kit = in_container(preset("michie-1961"), (23.0, 11.6))
    style = style_of(kit)
    assert label_faults(drawn_label(kit, style, kit.box(304)), style) == []
    assert kit.code(kit.box(304)) not in texts_of(drawn_label(kit, style, kit.box(304)))


@pytest.mark.parametrize(
    ("name", "language"),
    all_to_prove(
        product(("michie-1961", "her-19", "both-players", "gallmo-rules"), LANGUAGES),
        quick=[("michie-1961", "fr"), ("her-19", "de"), ("gallmo-rules", "nl")],
    ),
)
def test_with_how_many_beads_a_box_begins_stands_on_its_label(name: str, language: str) -> None:
    kit = in_language(preset(name), language)
    words = paper_words(kit)
    style = label_plan(kit).style
    told = name != "gallmo-rules"  # its boxes have beads of taken squares, which have no dot
    assert (style.starts_line is not None) == told
    for box in kit.boxes:
        marks = [*label_marks(kit, style, box, 0, style.above)]
        (count,) = {bead.start for bead in box.beads}
        sayings = {words("label.each", n=count), words("label.each-short", n=count)}
        assert len([text for text in texts_of(marks) if text in sayings]) == told


def test_a_label_says_at_length_what_it_has_room_for() -> None:
    kit = in_cabinet(preset("michie-1961"))
    roomy = label_style(kit, 60, 20, tabs=False)
    assert not roomy.short_starts
    assert "4 each" in texts_of(drawn_label(kit, roomy, kit.box(1)))
    tight = plan_of(kit).style
    assert tight.short_starts
    assert "4×" in texts_of(drawn_label(kit, tight, kit.box(1)))
    explained = "“4×”: put in this many beads for each dot."
    assert explained in " ".join(texts_of(fit_test_page(kit, plan_of(kit)).marks))
