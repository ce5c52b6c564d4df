"""The record sheet: room for the longest game, and an example that is one."""

import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from menace_kit.cli import main
from menace_kit.games import Pieces
from menace_kit.guide.desk import Desk
from menace_kit.guide.paper import parse_game
from menace_kit.guide.paper_entry import enter_game
from menace_kit.guide.rehearsal import Rehearsal
from menace_kit.layout.marks import BLACK, Document, Line, Page, Polyline, Rectangle, Text
from menace_kit.layout.sheets.first_box_graph import first_box_graph_document
from menace_kit.layout.sheets.forms import PEN
from menace_kit.layout.sheets.record_sheet import (
    OPERATOR,
    OPPONENT,
    RESIGN,
    UNUSED,
    WRITE_ROW,
    record_command,
    record_sheet_document,
)
from menace_kit.layout.sheets.stocktake import stocktake_sheet_document
from menace_kit.layout.sheets.table_board import table_board_document
from menace_kit.layout.sheets.tally import tally_sheet_document
from menace_kit.logbook import Kind, Logbook
from menace_kit.logbook.paper_words import RESIGN as TYPED_RESIGN
from menace_kit.machine.kit import Kit
from menace_kit.machine.papers import PaperName
from menace_kit.machine.prospects import example_game, longest_game
from tests.layout.forms import PRINTS, form_faults
from tests.layout.geometry import is_pawn, texts_in
from tests.layout.kits import EVERY_PRESET, PRESETS, laid_out, preset, small_kit


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
    [
        record_sheet_document,
        tally_sheet_document,
        stocktake_sheet_document,
        table_board_document,
        first_box_graph_document,
    ],
    ids=lambda make: make.__name__,
)
@pytest.mark.parametrize(("name", "paper", "language"), PRINTS)
def test_each_form_can_be_printed(
    name: str, paper: PaperName, language: str, make: Callable[[Kit], Document]
) -> None:
    assert form_faults(name, paper, language, make) == []


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
    assert f"Typed in: {command}" in " ".join(texts_in(laid_out(record_sheet_document, kit)))
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
    empty_games = said_times(page, "Date and time")
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
    for name in ("michie-1961", "second-player", "both-players"):
        kit = preset(name)
        assert ("Who moves first?" in texts_in(laid_out(record_sheet_document, kit))) == (
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
    text = " ".join(texts_in(record_sheet_document(small_kit(learning={"empty-box": rule}))))
    assert sign in text
    assert silent not in text
    assert RESIGN == TYPED_RESIGN


def test_it_says_what_happens_where_there_is_no_box() -> None:
    for name in PRESETS:
        kit = preset(name)
        text = " ".join(texts_in(laid_out(record_sheet_document, kit)))
        assert ("every move loses" in text) != kit.spec.boxes.lost_positions
        # A second player never comes to its last square: the first one fills that.
        assert ("moves without a box" in text) == (
            bool(kit.spec.boxes.later_rule)
            or (not kit.spec.boxes.forced_moves and kit.spec.side != "second")
        )


def test_the_second_page_is_full_of_empty_games() -> None:
    kit = preset("michie-1961")
    first, second = laid_out(record_sheet_document, kit).pages
    assert said_times(second, "Date and time") > said_times(first, "Date and time") >= 4
    assert not [mark for mark in second.marks if getattr(mark, "colour", None) == PEN]
    assert WRITE_ROW >= 7  # mm, for handwriting


def test_a_game_longer_than_a_line_goes_on_in_the_next_form() -> None:
    kit = small_kit(
        game="nim",
        side="both",
        marks=["I", "J"],
        nim={"matches": 25, "most": 3, "last": "loses"},
        boxes={"forced-moves": True},
        beads={"start": 1, "palette": "four-arrows"},
        learning={"win": 0, "draw": 0, "loss": -1},
    )
    assert longest_game(kit.game) == 25
    texts = texts_in(record_sheet_document(kit))
    assert "A game of more than 20 moves continues in the next form." in texts
