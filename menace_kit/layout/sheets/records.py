"""The game record sheet: games written down move by move, to be typed in afterwards. In mm."""

from collections.abc import Iterator, Sequence
from functools import partial

from menace_kit.errors import FitError
from menace_kit.games import Pieces, Side, move_text
from menace_kit.layout.marks import LIGHT_GREY, THIN, Anchor, Document, Line, Mark, Rectangle, Text
from menace_kit.layout.primitives.board import bead_marks, board_height, grid_marks, square_centre
from menace_kit.layout.primitives.page import Frame
from menace_kit.layout.primitives.pieces import pawn_marks
from menace_kit.layout.text.column import FORM, Column, fitting_size, one_line
from menace_kit.layout.text.fonts import cap_height, over, shortened, text_width, wrapped
from menace_kit.layout.text.form import (
    BODY,
    BOX,
    FOOT,
    FORM_MARGIN,
    PEN,
    SMALL,
    TOP,
    cell_marks,
    form_size,
    gates_marks,
    stacked,
    tick_marks,
)
from menace_kit.machine.boxes import Box
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import (
    ExampleGame,
    Result,
    example_game,
    gives_up_when_empty,
    longest_game,
    positions_without_box,
    results,
)
from menace_kit.machine.palette import Colour
from menace_kit.machine.schema import EmptyBox
from menace_kit.text import Words
from menace_kit.text.kit_words import group_words, said

RESIGN = "resign"
"""What stands last in a line of squares where the machine gave up; the program reads it in every language."""

OPERATOR, OPPONENT = "Ada", "Bob"
"""Who plays the example."""

RECORD_HEAD, NUMBERS, RECORD_ROW = 9.0, 4.6, 7.0
"""Heights of a game's head cells, of its line of move numbers, and of each line to write in."""

GAME = RECORD_HEAD + NUMBERS + 3 * RECORD_ROW
RECORD_GAP = 5.0
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
    first += stacked(y + RECORD_GAP, GAME + RECORD_GAP, height - FOOT + RECORD_GAP, draw)
    second = list(stacked(TOP, GAME + RECORD_GAP, height - FOOT + RECORD_GAP, draw))
    return Frame(kit, words, FORM_MARGIN, title).document(name, title, [first, second])


def game_marks(
    kit: Kit, words: Words, moves: int, top: float, example: ExampleGame | None = None
) -> Iterator[Mark]:
    """Yield the form for one game of up to so many moves, filled in where an example is given."""
    _, _, width = form_size(kit)
    yield from _head_cells(kit, words, top, width, example)
    yield from _moves(kit, words, moves, top + RECORD_HEAD, width - LABELS - RESULTS, example)
    yield from _result_cell(kit, words, FORM_MARGIN + width - RESULTS, top + RECORD_HEAD, example)


def record_command(kit: Kit, example: ExampleGame) -> str:
    """Return the command that enters the example, its beads put right."""
    # Where the kit leaves the choice, the machine begins the example.
    began = " --first-mover machine" if kit.spec.side == "both" else ""
    return f'menace-kit operator record "{example.line}" --operator {OPERATOR} --opponent {OPPONENT}{began} --done'


def _explanation(kit: Kit, words: Words, title: str, moves: int) -> tuple[list[Mark], float]:
    """Return what stands above the empty games of the first page, and where it ends."""
    _, _, width = form_size(kit)
    text = Column(FORM_MARGIN, TOP, width - LEGEND - 6, BODY, FORM)
    text.heading(title)
    legend_top = text.y
    text.items(_steps(kit, words), numbered=True)
    marks = text.marks
    legend = Column(FORM_MARGIN + width - LEGEND, legend_top, LEGEND, BODY, FORM)
    marks += _legend_marks(kit, legend.left, legend.y)
    legend.y += board_height(kit, LEGEND / kit.game.columns) + 1.5
    legend.paragraph(said(kit, words, "record-sheet.legend"), SMALL)
    marks += legend.marks
    example = example_game(kit)
    below = Column(FORM_MARGIN, max(text.y, legend.y) + 1, width, BODY, FORM)
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
    x = FORM_MARGIN
    for share, label, entry in zip(shares, labels, written, strict=False):
        yield from cell_marks(x, top, share * width, RECORD_HEAD, label, entry)
        x += share * width
    if both:
        cell = shares[-1] * width
        yield from cell_marks(x, top, cell, RECORD_HEAD, words("record-sheet.began"))
        for place, (side, text) in enumerate(
            ((Side.FIRST, words("record-sheet.machine")), (Side.SECOND, words("record-sheet.other")))
        ):
            ticked = example is not None and example.side is side
            yield from tick_marks(
                x + 1 + place * cell / 2, top + RECORD_HEAD - 2.9, text, cell / 2 - 1.5, ticked
            )


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
    tops = [top, *(top + NUMBERS + place * RECORD_ROW for place in range(3))]
    for label, row, height in zip(labels, tops, (NUMBERS, RECORD_ROW, RECORD_ROW, RECORD_ROW), strict=True):
        yield Rectangle(FORM_MARGIN, row, LABELS, height, THIN)
        text = one_line(FORM_MARGIN + 1, row, label, LABELS - 2, 8, bold=label == labels[-1])
        yield Text(text.x, row + height / 2 + cap_height(text.size) / 2, label, text.size, text.bold)
    for number in range(count):
        yield from _move_column(kit, number, FORM_MARGIN + LABELS + number * column, column, tops, example)
    yield Rectangle(FORM_MARGIN, tops[-1], LABELS + width, RECORD_ROW, 0.45)


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
        yield Rectangle(x, row, width, RECORD_ROW, THIN, fill=None if has_box else UNUSED)
    yield Line(x + width, tops[3], x + width, tops[3] + RECORD_ROW, THIN)
    if example is None or number >= len(example.steps):
        return
    step = example.steps[number]
    letter = kit.colour(step.colour).key if step.colour else ""
    for row, text in zip(
        tops[1:], (step.box.name if step.box else "", letter, move_text(step.move)), strict=True
    ):
        if text:
            size = fitting_size(text, width - 2, 11)
            yield Text(
                middle, row + RECORD_ROW / 2 + cap_height(size) / 2, text, size, False, Anchor.MIDDLE, PEN
            )


def _result_cell(kit: Kit, words: Words, x: float, top: float, example: ExampleGame | None) -> Iterator[Mark]:
    """Yield the ticks for the result, and for the beads being put right."""
    height = NUMBERS + 3 * RECORD_ROW
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
    pitch = (height - RECORD_ROW - 3.6) / len(possible)
    for place, (result, text) in enumerate((result, texts[result]) for result in possible):
        ticked = example is not None and example.result is result
        yield from tick_marks(x + 1.2, top + 3.6 + (place + 0.5) * pitch, text, RESULTS - 2.4, ticked)
    yield Line(x, top + height - RECORD_ROW, x + RESULTS, top + height - RECORD_ROW, THIN)
    yield from tick_marks(
        x + 1.2,
        top + height - RECORD_ROW / 2,
        words("record-sheet.put-right"),
        RESULTS - 2.4,
        example is not None,
    )


# The tally sheet: for a crowd, a stroke a game, by what the first bead was and how the game ended. In mm.

BLOCK, BEADS = 30.0, 32.0
"""Widths of the cell that says which hour or games a block is for, and of the first beads' names."""

TALLY_HEAD = 5.0
ROWS = (9.0, 8.0, 7.0)
"""Heights of a line of strokes, the best look first: less where blocks of many colours fill the page badly."""

TALLY_GAP = 3.0
"""Between two blocks."""

TOTAL = 12.0
"""Height of the cells for what a page adds up to."""

DOT = 2.2

First = tuple[Side, Colour]
"""A first move as the crowd sees it: whose machine, and the colour of its bead."""


def tally_sheet_document(kit: Kit, words: Words, name: str = "tally-sheet") -> Document:
    """Return the sheet: as many blocks as fit on a page, each for an hour or for so many games."""
    title = words("tally.title")
    _, height, width = form_size(kit)
    text = Column(FORM_MARGIN, TOP, width, BODY, FORM)
    text.heading(title)
    text.items((words("tally.stroke"), words("tally.block"), words("tally.total")), numbered=True)
    firsts = first_beads(kit)
    row = row_height(len(firsts), text.y + 2, height - FOOT - TOTAL)
    block = TALLY_HEAD + len(firsts) * row + TALLY_GAP
    marks = text.marks
    bottom = height - FOOT - TOTAL
    if block > bottom - text.y - 2:
        raise FitError(
            f"{title}: a block of {len(firsts)} lines is too high by {over(block + text.y + 2 - bottom)}"
        )
    marks += stacked(text.y + 2, block, bottom, lambda top: _block(kit, words, firsts, top, row))
    marks += _totals(kit, words, height - FOOT - TOTAL + 1, width)
    return Frame(kit, words, FORM_MARGIN, title).document(name, title, [marks])


def first_beads(kit: Kit) -> tuple[First, ...]:
    """Return the colours that the first boxes of each side hold, in the kit's order of colours."""
    found: list[First] = []
    for side, boxes in kit.openings.items():
        held = {bead.colour for box in boxes for bead in box.beads}
        found += [(side, colour) for colour in kit.colours if colour.name in held]
    return tuple(found)


def row_height(lines: int, top: float, bottom: float) -> float:
    """Return the height of a line: one with which a block fills the page well, or the least."""
    counts = {row: int((bottom - top) / (TALLY_HEAD + lines * row + TALLY_GAP)) for row in ROWS}
    return next((row for row in ROWS if counts[row] == counts[ROWS[-1]] and counts[row]), ROWS[-1])


def _block(kit: Kit, words: Words, firsts: tuple[First, ...], top: float, row: float) -> Iterator[Mark]:
    """Yield a block: what it is for, then a line for each first bead with a field for each result."""
    _, _, width = form_size(kit)
    yield from cell_marks(FORM_MARGIN, top, BLOCK, TALLY_HEAD + len(firsts) * row, words("tally.block-cell"))
    left = FORM_MARGIN + BLOCK
    field = (width - BLOCK - BEADS) / len(results(kit.game))
    heads = ((left, BEADS, words("tally.bead")), *_fields(kit, words, left + BEADS, field))
    for x, wide, text in heads:
        yield Rectangle(x, top, wide, TALLY_HEAD, THIN)
        yield one_line(
            x + wide / 2,
            top + TALLY_HEAD / 2 + cap_height(8) / 2,
            text,
            wide - 2,
            8,
            True,
            anchor=Anchor.MIDDLE,
        )
    for number, (side, colour) in enumerate(firsts):
        y = top + TALLY_HEAD + number * row
        yield from _bead_cell(kit, words, side, colour, left, y, row)
        for x, wide, _ in heads[1:]:
            yield Rectangle(x, y, wide, row, THIN)
            yield from gates_marks(x, y, wide, row)


def _fields(kit: Kit, words: Words, left: float, width: float) -> tuple[tuple[float, float, str], ...]:
    """Return where the field of each result begins, how wide it is, and its head."""
    heads = {
        Result.WIN: words("tally.won"),
        Result.TIE: words("tally.drawn"),
        Result.LOSS: words("tally.lost"),
    }
    shown = [heads[result] for result in results(kit.game)]
    return tuple((left + place * width, width, head) for place, head in enumerate(shown))


def _bead_cell(
    kit: Kit, words: Words, side: Side, colour: Colour, x: float, y: float, height: float
) -> Iterator[Mark]:
    """Yield a first bead with its name; with machines for both sides its mark stands before it."""
    yield Rectangle(x, y, BEADS, height, THIN)
    middle, start = y + height / 2, x + 1.5
    if kit.spec.side == "both" and not kit.game.impartial:
        mark = kit.spec.marks[0 if side is Side.FIRST else 1]
        yield one_line(start + 1.5, middle + cap_height(9) / 2, mark, 4, 9, True, anchor=Anchor.MIDDLE)
        start += 4
    yield from bead_marks(kit, colour, start + DOT, middle, DOT)
    start += 2 * DOT + 1.2
    text = shortened(words.colour_name(colour), x + BEADS - start - 0.8, SMALL + 1)
    yield Text(start, middle + cap_height(SMALL + 1) / 2, text, SMALL + 1)


def _totals(kit: Kit, words: Words, top: float, width: float) -> Iterator[Mark]:
    """Yield the cells for the sums of a page: all games, and each result."""
    sums = {
        Result.WIN: words("tally.sum-won"),
        Result.TIE: words("tally.sum-drawn"),
        Result.LOSS: words("tally.sum-lost"),
    }
    heads = (words("tally.sum-games"), *(sums[result] for result in results(kit.game)))
    cell = width / len(heads)
    for place, head in enumerate(heads):
        yield from cell_marks(FORM_MARGIN + place * cell, top, cell, TOTAL - 1, head)


# The stocktake sheet: every box by its number, with a field for each colour that it can hold. In mm.

STOCKTAKE = "menace-kit operator stocktake"

STOCKTAKE_ROW, STOCKTAKE_HEAD = 6.6, 9.0
"""Heights of a line, and of the head above the boxes of a stage."""

FIELD, FIELD_HEIGHT = 8.6, 5.2
LETTER, NUMBER, START = 8.0, 9.0, 5.5
"""Sizes of a letter, of a box's number, and of the small number that a box started with."""

START_INK = "#707070"

AIR = 1.6
"""Between two fields, and behind a box's number."""

BETWEEN = 4.0
"""Between two boxes that stand side by side, at the least."""


def stocktake_sheet_document(kit: Kit, words: Words, name: str = "stocktake-sheet") -> Document:
    """Return the sheet: boxes by stage, read down and then across, with how the counts are typed in before them."""
    title = words("stocktake-sheet.title")
    _, _, width = form_size(kit)
    text = Column(FORM_MARGIN, TOP, width, BODY, FORM)
    text.heading(title)
    _explain(kit, words, text)
    paper = _Paper(kit, text)
    for boxes in kit.boxes_by_stage:
        paper.stage(words("stocktake-sheet.stage", stage=group_words(kit, words, boxes)), boxes)
    return Frame(kit, words, FORM_MARGIN, title).document(name, title, paper.pages)


def counts_text(kit: Kit, box: Box) -> str:
    """Return a box and its starting counts as they are typed in: `1 W=4 L=4 G=4`."""
    counts = " ".join(f"{kit.colour(name).key}={count}" for name, count in box.start.items())
    return f"{box.number} {counts}"


def _explain(kit: Kit, words: Words, text: Column) -> None:
    """Set how it is counted, and how the counts are typed in: the first box with its start is the example."""
    counted = counts_text(kit, kit.boxes[0])
    text.items(
        (words("stocktake-sheet.when", command=STOCKTAKE), words("stocktake-sheet.count")), numbered=True
    )
    text.paragraph(words("stocktake-sheet.recount"), sign="3.")
    _set_command(text, f"menace-kit operator recount {counted}")
    text.paragraph(words("stocktake-sheet.stocktake"), sign="4.")
    _set_command(text, f'{STOCKTAKE} --done --differ "{counted}"')


def _set_command(text: Column, command: str) -> None:
    """Set a command, as it is typed in, below a sentence that stands behind a number."""
    for line in wrapped(command, text.width - text.indent(" ", BODY), BODY, bold=True):
        text.paragraph(line, bold=True, sign=" ")


class _Paper:
    """Pages that are filled with boxes, a stage after the other."""

    def __init__(self, kit: Kit, text: Column) -> None:
        self._kit = kit
        _, height, self._width = form_size(kit)
        self._bottom = height - FOOT
        self.pages: list[list[Mark]] = [text.marks]
        self._y = text.y + 1

    def stage(self, head: str, boxes: Sequence[Box]) -> None:
        """Set the boxes of a stage, as many abreast as fit; its head stands above each part of them."""
        step = _field_step(self._kit)
        number = _number_width(self._kit)
        box_width = number + max(len(box.beads) for box in boxes) * step - AIR
        abreast = max(1, int((self._width + BETWEEN) / (box_width + BETWEEN)))
        pitch = (self._width + BETWEEN) / abreast
        rest = list(boxes)
        while rest:
            if self._y + STOCKTAKE_HEAD + 2 * STOCKTAKE_ROW > self._bottom:
                self.pages.append([])
                self._y = TOP
            rows = min(
                int((self._bottom - self._y - STOCKTAKE_HEAD) / STOCKTAKE_ROW), -(-len(rest) // abreast)
            )
            self._add(Text(FORM_MARGIN, self._y + STOCKTAKE_HEAD - 2.6, head, 10, bold=True))
            self._y += STOCKTAKE_HEAD
            part, rest = rest[: rows * abreast], rest[rows * abreast :]
            for place, box in enumerate(part):
                x, y = FORM_MARGIN + place // rows * pitch, self._y + place % rows * STOCKTAKE_ROW
                self._add(*box_line(self._kit, box, x, y, number, step))
                self._add(Line(x, y + STOCKTAKE_ROW, x + box_width, y + STOCKTAKE_ROW, THIN, LIGHT_GREY))
            self._y += rows * STOCKTAKE_ROW

    def _add(self, *marks: Mark) -> None:
        self.pages[-1].extend(marks)


def box_line(kit: Kit, box: Box, x: float, y: float, number: float, step: float) -> Iterator[Mark]:
    """Yield a box's line: a tick, its number, and its fields, each behind its letter with the start in grey inside."""
    middle = y + STOCKTAKE_ROW / 2
    yield Rectangle(x, middle - BOX / 2, BOX, BOX, THIN)
    yield Text(x + BOX + 1, middle + cap_height(NUMBER) / 2, box.name, NUMBER, bold=True)
    for place, (name, count) in enumerate(box.start.items()):
        right = x + number + (place + 1) * step - AIR
        letter = f"{kit.colour(name).key}="
        yield Text(right - FIELD - 0.5, middle + cap_height(LETTER) / 2, letter, LETTER, anchor=Anchor.END)
        yield Rectangle(right - FIELD, middle - FIELD_HEIGHT / 2, FIELD, FIELD_HEIGHT, THIN)
        yield Text(
            right - 0.5,
            middle + FIELD_HEIGHT / 2 - 0.6,
            str(count),
            START,
            anchor=Anchor.END,
            colour=START_INK,
        )


def _field_step(kit: Kit) -> float:
    """Return the way from one field to the next: the widest letter, the field, and some air."""
    return max(text_width(f"{colour.key}=", LETTER) for colour in kit.colours) + 0.5 + FIELD + AIR


def _number_width(kit: Kit) -> float:
    """Return what a box's tick and number take, with air behind them."""
    return BOX + 1 + max(text_width(box.name, NUMBER, bold=True) for box in kit.boxes) + AIR
