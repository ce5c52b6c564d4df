"""Forms to be filled in by hand: what is written on them can be typed in,
and there is room for it.
"""

import shlex
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from menace_kit.cli import main
from menace_kit.cli.operator.counts import parse_counts, parse_differing
from menace_kit.errors import FitError, GuideError
from menace_kit.games import Pieces
from menace_kit.guide.desk import Desk
from menace_kit.guide.paper import parse_game
from menace_kit.guide.paper_entry import enter_game
from menace_kit.guide.rehearsal import Rehearsal
from menace_kit.guide.session import Session
from menace_kit.layout.marks import BLACK, Circle, Document, Line, Page, Polyline, Rectangle, Text
from menace_kit.layout.page import PRINTABLE_BORDER
from menace_kit.layout.sheets.forms import PEN, TICK_BOX
from menace_kit.layout.sheets.record_sheet import (
    OPERATOR,
    OPPONENT,
    RESIGN,
    UNUSED,
    WRITE_ROW,
    game_marks,
    record_command,
    record_sheet_document,
)
from menace_kit.layout.sheets.stocktake import (
    FIELD,
    NUMBER,
    START_INK,
    counts_text,
    stocktake_sheet_document,
)
from menace_kit.layout.sheets.tally import ROWS, first_beads, row_height, tally_sheet_document
from menace_kit.logbook import Kind, Logbook
from menace_kit.logbook.entries import RESIGN as TYPED_RESIGN
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Result, starting_contents
from menace_kit.machine.papers import PaperName
from menace_kit.machine.prospects import example_game, has_ties, longest_game, results
from menace_kit.text import Words
from tests.layout.forms import PRINTS, form_faults, said
from tests.layout.geometry import extent, is_pawn, page_faults
from tests.layout.kits import EVERY_PRESET, PRESETS, WORDS, laid_out, preset, printed, small_kit
from tests.layout.posters import LANGUAGES

# The record sheet: room for the longest game, and an example that can be typed in as it is printed.


def first_page(kit: Kit) -> Page:
    return laid_out(record_sheet_document, kit).pages[0]


def written(page: Page) -> list[list[str]]:
    """Return what the example says, line by line: who plays, boxes, beads, squares."""
    lines: dict[float, list[Text]] = {}
    for mark in page.marks:
        if isinstance(mark, Text) and mark.colour == PEN:
            lines.setdefault(round(mark.y, 2), []).append(mark)
    return [
        [mark.text for mark in sorted(lines[y], key=lambda mark: mark.x)] for y in sorted(lines)
    ]


@pytest.mark.parametrize(
    "make",
    [record_sheet_document, tally_sheet_document, stocktake_sheet_document],
    ids=lambda make: make.__name__,
)
@pytest.mark.parametrize(("name", "paper", "language"), PRINTS)
def test_each_form_can_be_printed(
    name: str, paper: PaperName, language: str, make: Callable[[Kit, Words], Document]
) -> None:
    assert form_faults(name, paper, LANGUAGES[language], make) == []


@pytest.mark.parametrize("name", EVERY_PRESET)
def test_the_example_is_recorded_as_it_stands_on_the_sheet(name: str, tmp_path: Path) -> None:
    kit = preset(name)
    who, boxes, letters, squares = written(first_page(kit))
    game = parse_game(" ".join(squares), first_mover="machine" if kit.spec.side == "both" else None)
    with Logbook(tmp_path / "logbook.sqlite", kit) as logbook:
        desk = Desk(logbook)
        rehearsal = Rehearsal(desk.session)
        enter_game(rehearsal, game)
        rehearsal.act(lambda session: session.confirm())
        desk.act_all(rehearsal.actions)
        drawn = [entry for entry in logbook.entries() if entry.kind is Kind.BEAD]
        assert [str(entry.box) for entry in drawn] == boxes
        assert [kit.colour(entry.colour or "").key for entry in drawn] == letters
        (row,) = logbook.games()
        assert (row.state, row.result) == ("ended", example_game(kit).result.value)
    assert who == ["1", OPERATOR, OPPONENT]


@pytest.mark.parametrize("name", ["michie-1961", "second-player", "van-woudenberg"])
def test_the_command_on_the_sheet_enters_the_example(name: str, tmp_path: Path) -> None:
    kit = preset(name)
    command = record_command(kit, example_game(kit))
    assert f"Typed in: {command}" in " ".join(said(laid_out(record_sheet_document, kit)))
    program, *arguments = shlex.split(command)
    path = tmp_path / "logbook.sqlite"
    assert program == "menace-kit"
    with pytest.raises(SystemExit) as ended:
        main([*arguments, "--preset", name, "--logbook", str(path)])
    assert not ended.value.code
    with Logbook(path, kit) as logbook:
        (row,) = logbook.games()
    result = example_game(kit).result.value
    assert (row.operator, row.opponent, row.result, row.confirmed) == (
        OPERATOR,
        OPPONENT,
        result,
        1,
    )


def test_the_example_has_its_result_ticked_and_the_empty_games_have_no_tick() -> None:
    page = first_page(preset("michie-1961"))
    strokes = [mark for mark in page.marks if isinstance(mark, Line) and mark.colour == PEN]
    names = {"won", "drawn", "lost", "boxes updated"}
    labels = [mark for mark in page.marks if isinstance(mark, Text) and mark.text in names]
    ticked = [
        label.text
        for label in labels
        if any(abs(label.y - stroke.y1) < 2 and stroke.x1 < label.x for stroke in strokes)
    ]
    assert ticked == ["won", "boxes updated"]


@pytest.mark.parametrize("name", EVERY_PRESET)
def test_a_move_has_room_for_a_box_and_a_bead_just_where_the_machine_can_have_one(
    name: str,
) -> None:
    kit = preset(name)
    page = first_page(kit)
    empty_games = said_times(page, "Game number")
    grey = sum(isinstance(mark, Rectangle) and mark.fill == UNUSED for mark in page.marks)
    moves = longest_game(kit.game)
    hexapawn = {"gardner-her-24": 3, "her-19": 3, "her-37": 3, "her-3x4": 4, "him-18": 4}
    with_box = {
        "both-players": 8,
        "gallmo": 8,
        "gallmo-rules": 8,
        "van-woudenberg": 9,
        "notebook": 9,
        "starter": 3,
        **{name: moves for name in PRESETS if preset(name).game.impartial},
        **hexapawn,
    }.get(name, 4)
    assert grey == 2 * (moves - with_box) * empty_games
    for number in range(1, moves + 1):
        if kit.game.impartial or kit.game.pieces is Pieces.PAWNS:
            assert said_times(page, str(number)) >= empty_games
        else:
            assert said_times(page, f"{number}  {kit.spec.marks[(number - 1) % 2]}") == empty_games
    if kit.game.pieces is Pieces.PAWNS:
        pawns = [mark for mark in page.marks if isinstance(mark, Polyline) and is_pawn(mark)]
        white = sum(mark.fill != BLACK for mark in pawns)
        assert (white, len(pawns)) == ((moves + 1) // 2 * empty_games, moves * empty_games)


def said_times(page: Page, text: str) -> int:
    return sum(isinstance(mark, Text) and mark.text == text for mark in page.marks)


def test_who_began_is_asked_only_where_the_machine_can_be_either() -> None:
    for name in PRESETS:
        kit = preset(name)
        assert ("Who began?" in said(laid_out(record_sheet_document, kit))) == (
            kit.spec.side == "both"
        )


def test_the_squares_are_numbered_as_people_count_them() -> None:
    page = first_page(preset("michie-1961"))
    board = [
        mark
        for mark in page.marks
        if isinstance(mark, Text) and mark.bold and mark.text in set("123456789")
    ]
    in_order = sorted(board, key=lambda mark: (round(mark.y), mark.x))
    assert [mark.text for mark in in_order] == list("123456789")
    assert len({round(mark.y) for mark in board}) == 3


@pytest.mark.parametrize(
    ("rule", "sign", "silent"),
    [
        ("resign", f"“{TYPED_RESIGN}”", "at random"),
        ("punish-previous", f"“{TYPED_RESIGN}”", "at random"),
        ("refill", "put in its starting beads", "gives up"),
        ("random", "at random", "gives up"),
        ("keep-last", "", "If the box is empty"),
    ],
)
def test_it_says_what_to_do_at_an_empty_box_by_the_kits_own_rule(
    rule: str, sign: str, silent: str
) -> None:
    text = " ".join(said(record_sheet_document(small_kit(learning={"empty-box": rule}), WORDS)))
    assert sign in text
    assert silent not in text
    assert RESIGN == TYPED_RESIGN


def test_it_says_what_happens_where_there_is_no_box() -> None:
    for name in PRESETS:
        kit = preset(name)
        text = " ".join(said(laid_out(record_sheet_document, kit)))
        assert ("every move loses" in text) != kit.spec.boxes.lost_positions
        # A second player never comes to its last square: the first one fills that.
        assert ("needs no box" in text) == (
            not kit.spec.boxes.forced_moves and kit.spec.side != "second"
        )


def test_the_second_page_is_full_of_empty_games() -> None:
    kit = preset("michie-1961")
    first, second = laid_out(record_sheet_document, kit).pages
    assert said_times(second, "Game number") > said_times(first, "Game number") >= 4
    assert not [mark for mark in second.marks if getattr(mark, "colour", None) == PEN]
    assert WRITE_ROW >= 7  # mm, for handwriting


def test_a_game_too_long_for_a_line_is_refused() -> None:
    kit = preset("michie-1961")
    assert len(list(game_marks(kit, WORDS, 14, 20))) > len(list(game_marks(kit, WORDS, 9, 20)))
    with pytest.raises(
        FitError, match=r"a game of 20 moves is too long for one line .* by 47\.0 mm"
    ):
        list(game_marks(kit, WORDS, 20, 20))


def test_a_game_that_ends_for_want_of_a_box_is_typed_in_as_far_as_it_went() -> None:
    kit = small_kit(boxes={"lost-positions": False})
    rehearsal = Rehearsal(Session(kit, starting_contents(kit), None))
    enter_game(rehearsal, parse_game("1 2 3 4 7 5"))
    assert rehearsal.session.game is not None
    assert rehearsal.session.game.result is Result.LOSS
    with pytest.raises(GuideError):
        enter_game(
            Rehearsal(Session(kit, starting_contents(kit), None)),
            parse_game(f"1 2 3 4 7 5 {RESIGN}"),
        )


@pytest.mark.parametrize("rule", ["resign", "punish-previous"])
def test_a_game_given_up_at_an_empty_box_is_typed_in_with_the_word_on_the_sheet(rule: str) -> None:
    kit = small_kit(learning={"empty-box": rule})
    contents = starting_contents(kit)
    contents[8] = dict.fromkeys(contents[8], 0)
    rehearsal = Rehearsal(Session(kit, contents, None))
    enter_game(rehearsal, parse_game(f"1 2 {RESIGN}"))
    assert rehearsal.session.game is not None
    assert rehearsal.session.game.result is Result.LOSS


# The tally sheet: a line for each first bead, a field for each result, gates to draw over.


def test_a_second_player_whose_boxes_come_up_later_too_has_lines_for_its_first_beads() -> None:
    kit = small_kit(
        game="nim",
        side="second",
        marks=["I", "J"],
        beads={"start": 2, "palette": "four-arrows"},
        boxes={"forced-moves": True},
        learning={"win": 1, "draw": 0, "loss": -1},
    )
    assert kit.openings == {}
    found = first_beads(kit)
    assert {colour.name for _, colour in found} == {
        bead.colour for box in kit.boxes if box.stage == 1 for bead in box.beads
    }
    texts = said(laid_out(tally_sheet_document, kit))
    assert len(found) == 3
    assert all(colour.name in texts for _, colour in found)


@pytest.mark.parametrize("name", EVERY_PRESET)
def test_there_is_a_line_for_each_colour_of_the_first_boxes_in_each_block(name: str) -> None:
    kit = preset(name)
    (page,) = laid_out(tally_sheet_document, kit).pages
    texts = said(laid_out(tally_sheet_document, kit))
    blocks = texts.count("Hour or games")
    assert blocks >= 1
    opening = [box for boxes in kit.openings.values() for box in boxes]
    expected = {(box.side, bead.colour) for box in opening for bead in box.beads}
    assert {(side, colour.name) for side, colour in first_beads(kit)} == expected
    for colour in kit.colours:
        lines = sum(name == colour.name for _, name in expected)
        assert texts.count(colour.name) == lines * blocks
    assert sum(isinstance(mark, Circle) for mark in page.marks) == len(expected) * blocks
    assert texts.count("machine won") == texts.count("machine lost") == blocks
    assert texts.count("drawn") == (blocks if has_ties(kit.game) else 0)


def test_michies_machine_counts_corner_edge_and_centre() -> None:
    assert [colour.name for _, colour in first_beads(preset("michie-1961"))] == [
        "white",
        "lilac",
        "gold",
    ]


def test_machines_for_both_sides_have_lines_of_their_own() -> None:
    kit = preset("both-players")
    (page,) = laid_out(tally_sheet_document, kit).pages
    marks = [
        mark.text for mark in page.marks if isinstance(mark, Text) and mark.text in kit.spec.marks
    ]
    per_block = len(first_beads(kit))
    assert len(marks) % per_block == 0
    assert marks[:4] == ["O", "O", "O", "X"]


@pytest.mark.parametrize("name", EVERY_PRESET)
def test_every_field_has_whole_gates_of_five_inside_it(name: str) -> None:
    (page,) = laid_out(tally_sheet_document, printed(name, paper="letter")).pages
    strokes = [extent(mark) for mark in page.marks if isinstance(mark, Line)]
    rows = {mark.height for mark in page.marks if isinstance(mark, Rectangle)} & set(ROWS)
    fields = [
        extent(mark)
        for mark in page.marks
        if isinstance(mark, Rectangle) and mark.height in rows and mark.width > 35
    ]
    assert len(fields) % len(results(preset(name).game)) == 0
    for field in fields:
        inside = sum(field.holds(stroke) for stroke in strokes)
        assert inside % 5 == 0
        assert inside >= 10  # a whole block of ten games may end alike
    assert sum(field.holds(stroke) for field in fields for stroke in strokes) == len(strokes)


def test_lines_are_as_high_as_they_can_be_without_a_block_less() -> None:
    assert row_height(3, 0, 260) == max(
        row for row in ROWS if int(260 / (8 + 3 * row)) == int(260 / 29)
    )
    assert row_height(18, 0, 140) == ROWS[-1]


# The stocktake sheet: every box with a field for each of its colours,
# written as the counts are typed in.


def lines_of(page: Page) -> dict[int, list[tuple[str, str]]]:
    """Return box number -> letter and grey start of each of its fields,
    as they stand behind it on a page.
    """
    texts = [mark for mark in page.marks if isinstance(mark, Text)]
    fields = [mark for mark in page.marks if isinstance(mark, Rectangle) and mark.width == FIELD]
    numbers = [text for text in texts if text.bold and text.size == NUMBER and text.text.isdigit()]
    is_number = set(numbers).__contains__
    found: dict[int, list[tuple[str, str]]] = {int(text.text): [] for text in numbers}
    for field in sorted(fields, key=lambda field: field.x):
        level = [text for text in texts if field.y - 1 < text.y < field.y + field.height + 1]
        letter = max(
            (t for t in level if t.text.endswith("=") and t.x < field.x), key=lambda t: t.x
        )
        (start,) = (t for t in level if t.colour == START_INK and field.x < t.x < field.x + FIELD)
        number = max((t for t in level if is_number(t) and t.x < field.x), key=lambda t: t.x)
        found[int(number.text)].append((letter.text, start.text))
    return found


@pytest.mark.parametrize("name", EVERY_PRESET)
def test_every_box_has_a_field_for_each_colour_it_can_hold(name: str) -> None:
    kit = preset(name)
    found: dict[int, list[tuple[str, str]]] = {}
    for page in laid_out(stocktake_sheet_document, kit).pages:
        found.update(lines_of(page))
    assert found == {
        box.number: [(f"{kit.colour(bead.colour).key}=", str(bead.start)) for bead in box.beads]
        for box in kit.boxes
    }


def test_every_box_can_be_ticked() -> None:
    kit = preset("both-players")
    pages = laid_out(stocktake_sheet_document, kit).pages
    ticks = [
        mark
        for page in pages
        for mark in page.marks
        if isinstance(mark, Rectangle) and mark.width == TICK_BOX
    ]
    assert len(ticks) == len(kit.boxes)


@pytest.mark.parametrize("name", EVERY_PRESET)
def test_what_is_written_is_what_the_operators_commands_read(name: str) -> None:
    kit = preset(name)
    for box in kit.boxes[:20]:
        text = counts_text(kit, box)
        assert parse_differing(kit, [text]) == {box.number: dict(box.start)}
        assert parse_counts(kit, box, text.split()[1:]) == dict(box.start)
    text = " ".join(said(laid_out(stocktake_sheet_document, kit)))
    first = counts_text(kit, kit.boxes[0])
    assert f"menace-kit operator count {first}" in text
    assert f'menace-kit operator count --sheet --done --differ "{first}"' in text


def test_the_boxes_of_a_stage_stand_below_its_head_on_each_of_its_pages() -> None:
    pages = laid_out(stocktake_sheet_document, preset("michie-1961")).pages
    heads = [[text for text in said_on(page) if text.startswith("Boxes: ")] for page in pages]
    assert all(heads)
    assert list(dict.fromkeys(head for page in heads for head in page)) == [
        f"Boxes: move {stage}" for stage in range(1, 5)
    ]


def said_on(page: Page) -> list[str]:
    return [mark.text for mark in page.marks if isinstance(mark, Text)]


def test_numbers_of_four_digits_and_counts_of_two_have_room() -> None:
    whole = small_kit(boxes={"symmetry": "none"}, beads={"start": 99})
    kit = replace(whole, boxes=whole.boxes[-150:])
    assert kit.boxes[0].number > 1000
    found: dict[int, list[tuple[str, str]]] = {}
    pages = laid_out(stocktake_sheet_document, kit).pages
    for page in pages:
        found.update(lines_of(page))
    assert page_faults(pages[-1], PRINTABLE_BORDER) == []  # where the numbers are longest
    assert list(found) == [box.number for box in kit.boxes]
    assert {start for fields in found.values() for _, start in fields} == {"99"}
