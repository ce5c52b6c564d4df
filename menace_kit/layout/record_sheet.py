"""The game record sheet: games written down move by move, to be typed in afterwards. In mm."""

from collections.abc import Iterator
from functools import partial

from menace_kit.errors import FitError
from menace_kit.games import Pieces, Side, move_text
from menace_kit.layout.board import board_height, grid_marks, square_centre
from menace_kit.layout.column import FORM, Column
from menace_kit.layout.fitted import fitting_size, one_line
from menace_kit.layout.form import (
    BODY,
    FOOT,
    MARGIN,
    PEN,
    SMALL,
    TOP,
    cell_marks,
    form_size,
    stacked,
    tick_marks,
)
from menace_kit.layout.marks import THIN, Anchor, Document, Line, Mark, Rectangle, Text
from menace_kit.layout.page import Frame
from menace_kit.layout.pieces import pawn_marks
from menace_kit.layout.sayings import said
from menace_kit.layout.text import cap_height, over
from menace_kit.machine.contents import Result, gives_up_when_empty
from menace_kit.machine.course import ExampleGame, example_game, longest_game, results
from menace_kit.machine.kit import Kit
from menace_kit.machine.rules import EmptyBox
from menace_kit.machine.unboxed import positions_without_box
from menace_kit.text import Words

RESIGN = "resign"
"""What stands last in a line of squares where the machine gave up; the program reads it in every language."""

OPERATOR, OPPONENT = "Ada", "Bob"
"""Who plays the example."""

HEAD, NUMBERS, ROW = 9.0, 4.6, 7.0
"""Heights of a game's head cells, of its line of move numbers, and of each line to write in."""

GAME = HEAD + NUMBERS + 3 * ROW
GAP = 5.0
"""Between two games, at the least."""

LABELS, RESULTS = 17.0, 36.0
"""Widths of what stands to the left and to the right of the moves."""

LEAST_COLUMN = 9.0
"""A move's column at the least: room for a handwritten number of three digits."""

LEGEND = 30.0
"""Width of the board whose squares are numbered."""

UNUSED = "#E4E4E4"


def record_sheet_document(kit: Kit, words: Words, name: str = "record-sheet") -> Document:
    """Return two pages: how it is done, with an example and some empty games; and one full of empty games, to copy."""
    title = words("record-sheet.title")
    _, height, _ = form_size(kit)
    moves = longest_game(kit.game)
    first, y = _explanation(kit, words, title, moves)
    draw = partial(game_marks, kit, words, moves)
    first += stacked(y + GAP, GAME + GAP, height - FOOT + GAP, draw)
    second = list(stacked(TOP, GAME + GAP, height - FOOT + GAP, draw))
    return Frame(kit, words, MARGIN, title).document(name, title, [first, second])


def game_marks(
    kit: Kit, words: Words, moves: int, top: float, example: ExampleGame | None = None
) -> Iterator[Mark]:
    """Yield the form for one game of up to so many moves, filled in where an example is given."""
    _, _, width = form_size(kit)
    yield from _head_cells(kit, words, top, width, example)
    yield from _moves(kit, words, moves, top + HEAD, width - LABELS - RESULTS, example)
    yield from _result_cell(kit, words, MARGIN + width - RESULTS, top + HEAD, example)


def record_command(kit: Kit, example: ExampleGame) -> str:
    """Return the command that enters the example, its beads put right."""
    # Where the kit leaves the choice, the machine begins the example.
    began = " --first-mover machine" if kit.spec.side == "both" else ""
    return f'menace-kit operator record "{example.line}" --operator {OPERATOR} --opponent {OPPONENT}{began} --done'


def _explanation(kit: Kit, words: Words, title: str, moves: int) -> tuple[list[Mark], float]:
    """Return what stands above the empty games of the first page, and where it ends."""
    _, _, width = form_size(kit)
    text = Column(MARGIN, TOP, width - LEGEND - 6, BODY, FORM)
    text.heading(title)
    legend_top = text.y
    text.items(_steps(kit, words), numbered=True)
    marks = text.marks
    legend = Column(MARGIN + width - LEGEND, legend_top, LEGEND, BODY, FORM)
    marks += _legend_marks(kit, legend.left, legend.y)
    legend.y += board_height(kit, LEGEND / kit.game.columns) + 1.5
    legend.paragraph(said(kit, words, "record-sheet.legend"), SMALL)
    marks += legend.marks
    example = example_game(kit)
    below = Column(MARGIN, max(text.y, legend.y) + 1, width, BODY, FORM)
    below.paragraph(words("record-sheet.example"), 10, bold=True)
    marks += game_marks(kit, words, moves, below.y, example)
    below.y += GAME + 1.5
    below.paragraph(words("record-sheet.typed", command=record_command(kit, example)))
    return [*marks, *below.marks], below.y


def _steps(kit: Kit, words: Words) -> Iterator[str]:
    """Yield how a game is written down, what is special about this kit's rules included."""
    yield said(kit, words, "record-sheet.machine-move")
    yield said(kit, words, "record-sheet.squares")
    missing = positions_without_box(kit)
    if missing.forced:
        yield said(kit, words, "record-sheet.forced")
    if missing.lost:
        yield words("record-sheet.no-box")
    if gives_up_when_empty(kit):
        yield said(kit, words, "record-sheet.empty-resign", resign=RESIGN)
    elif kit.spec.learning.empty_box is EmptyBox.REFILL:
        yield words("record-sheet.empty-refill")
    elif kit.spec.learning.empty_box is EmptyBox.RANDOM:
        yield said(kit, words, "record-sheet.empty-random")
    yield words("record-sheet.end")
    yield said(kit, words, "record-sheet.type-in")


def _legend_marks(kit: Kit, x: float, y: float) -> Iterator[Mark]:
    """Yield a board with the number of each square."""
    square = LEGEND / kit.game.columns
    yield from grid_marks(kit, x, y, square)
    for number in range(kit.game.rows * kit.game.columns):
        middle_x, middle_y = square_centre(kit, number, x, y, square)
        size = fitting_size("00", square * 0.8, 11, bold=True)
        yield Text(middle_x, middle_y + cap_height(size) / 2, move_text((number,)), size, True, Anchor.MIDDLE)


def _head_cells(
    kit: Kit, words: Words, top: float, width: float, example: ExampleGame | None
) -> Iterator[Mark]:
    """Yield the cells for what is written before the game begins."""
    both = kit.spec.side == "both"
    shares = (0.11, 0.22, 0.23, 0.23, 0.21) if both else (0.13, 0.25, 0.31, 0.31)
    written = ("1", "", OPERATOR, OPPONENT) if example else ("", "", "", "")
    labels = (
        words("record-sheet.game"),
        words("record-sheet.date"),
        words("record-sheet.operator"),
        words("record-sheet.opponent"),
    )
    x = MARGIN
    for share, label, entry in zip(shares, labels, written, strict=False):
        yield from cell_marks(x, top, share * width, HEAD, label, entry)
        x += share * width
    if both:
        cell = shares[-1] * width
        yield from cell_marks(x, top, cell, HEAD, words("record-sheet.began"))
        for place, (side, text) in enumerate(
            ((Side.FIRST, words("record-sheet.machine")), (Side.SECOND, words("record-sheet.other")))
        ):
            ticked = example is not None and example.side is side
            yield from tick_marks(x + 1 + place * cell / 2, top + HEAD - 2.9, text, cell / 2 - 1.5, ticked)


def _moves(
    kit: Kit, words: Words, count: int, top: float, width: float, example: ExampleGame | None
) -> Iterator[Mark]:
    """Yield the moves' columns: number and mark above, then box, bead and square; grey where nothing is written."""
    column = width / count
    if column < LEAST_COLUMN:
        raise FitError(
            f"a game of {count} moves is too long for one line of the record sheet by "
            f"{over(count * LEAST_COLUMN - width)}"
        )
    labels = (
        words("record-sheet.move"),
        words("record-sheet.box"),
        words("record-sheet.bead"),
        said(kit, words, "record-sheet.square"),
    )
    tops = [top, *(top + NUMBERS + place * ROW for place in range(3))]
    for label, row, height in zip(labels, tops, (NUMBERS, ROW, ROW, ROW), strict=True):
        yield Rectangle(MARGIN, row, LABELS, height, THIN)
        text = one_line(MARGIN + 1, row, label, LABELS - 2, 8, bold=label == labels[-1])
        yield Text(text.x, row + height / 2 + cap_height(text.size) / 2, label, text.size, text.bold)
    for number in range(count):
        yield from _move_column(kit, number, MARGIN + LABELS + number * column, column, tops, example)
    yield Rectangle(MARGIN, tops[-1], LABELS + width, ROW, 0.45)


def _head_marks(kit: Kit, number: int, side: Side, x: float, y: float, width: float) -> Iterator[Mark]:
    """Yield the number of a move and whose it is, about x, y: a pawn for who has pawns, for it has no language."""
    head, baseline = str(number + 1), y + cap_height(8) / 2
    if kit.game.pieces is Pieces.PAWNS:
        yield from pawn_marks(side is Side.FIRST, x + 2.2, y, NUMBERS * 0.8)
        x -= 1.6
    elif not kit.game.impartial:
        head = f"{head}  {kit.spec.marks[number % 2]}"
    yield one_line(x, baseline, head, width - 1, 8, True, anchor=Anchor.MIDDLE)


def _move_column(
    kit: Kit, number: int, x: float, width: float, tops: list[float], example: ExampleGame | None
) -> Iterator[Mark]:
    """Yield the column of a move, counted from 0."""
    # The sides take turns: this is so in every game that boxes can be made for.
    side, stage = (Side.SECOND if number % 2 else Side.FIRST), number // 2 + 1
    has_box = (side, stage) in kit.stages or kit.game.impartial
    middle = x + width / 2
    yield Rectangle(x, tops[0], width, NUMBERS, THIN)
    yield from _head_marks(kit, number, side, middle, tops[0] + NUMBERS / 2, width)
    for row in tops[1:3]:
        yield Rectangle(x, row, width, ROW, THIN, fill=None if has_box else UNUSED)
    yield Line(x + width, tops[3], x + width, tops[3] + ROW, THIN)
    if example is None or number >= len(example.steps):
        return
    step = example.steps[number]
    letter = kit.colour(step.colour).key if step.colour else ""
    for row, text in zip(
        tops[1:], (step.box.name if step.box else "", letter, move_text(step.move)), strict=True
    ):
        if text:
            size = fitting_size(text, width - 2, 11)
            yield Text(middle, row + ROW / 2 + cap_height(size) / 2, text, size, False, Anchor.MIDDLE, PEN)


def _result_cell(kit: Kit, words: Words, x: float, top: float, example: ExampleGame | None) -> Iterator[Mark]:
    """Yield the ticks for the result, and for the beads being put right."""
    height = NUMBERS + 3 * ROW
    yield Rectangle(x, top, RESULTS, height, THIN)
    yield one_line(
        x + 1, top + 0.9 + cap_height(6), words("record-sheet.result"), RESULTS - 2, 6, colour="#404040"
    )
    texts = {
        Result.WIN: words("record-sheet.won"),
        Result.TIE: words("record-sheet.drawn"),
        Result.LOSS: words("record-sheet.lost"),
    }
    possible = results(kit.game)
    pitch = (height - ROW - 3.6) / len(possible)
    for place, (result, text) in enumerate((result, texts[result]) for result in possible):
        ticked = example is not None and example.result is result
        yield from tick_marks(x + 1.2, top + 3.6 + (place + 0.5) * pitch, text, RESULTS - 2.4, ticked)
    yield Line(x, top + height - ROW, x + RESULTS, top + height - ROW, THIN)
    yield from tick_marks(
        x + 1.2, top + height - ROW / 2, words("record-sheet.put-right"), RESULTS - 2.4, example is not None
    )
