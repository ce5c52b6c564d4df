"""Forms to be filled in by hand: where games are written down and tallied, boxes counted,
a printer measured. In mm.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import product

from menace_kit.errors import FitError
from menace_kit.games import NamesMoves, Pieces, Side, move_text, square_count
from menace_kit.layout.board import bead_marks, board_height, grid_marks, pawn_marks, square_centre
from menace_kit.layout.marks import (
    GREY,
    LIGHT_GREY,
    THIN,
    Anchor,
    Circle,
    Document,
    Line,
    Mark,
    Polyline,
    Rectangle,
    Text,
)
from menace_kit.layout.page import PRINTABLE_BORDER, Frame, RulerLook, ruler_marks
from menace_kit.layout.text.pages import (
    FORM_PAGES,
    Flow,
    Row,
    TableColumn,
    body_rows,
    head_rows,
    row_marks,
)
from menace_kit.layout.text.typesetting import (
    Column,
    cap_height,
    fitting_size,
    one_line,
    over,
    shortened,
    spaced,
    text_width,
    wrapped,
)
from menace_kit.machine.boxes import Box
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Result, gives_up_when_empty
from menace_kit.machine.palettes import Colour
from menace_kit.machine.prospects import (
    ExampleGame,
    example_game,
    longest_game,
    positions_without_box,
    results,
)
from menace_kit.machine.schema import EmptyBox
from menace_kit.text.sheet_words import group_words, later_rule, said
from menace_kit.text.words import Words
from menace_kit.workshop.printer import INSET, CrossPlaces, cross_places

RESIGN = "resign"
"""What stands last in a line of squares where the machine gave up;
the program reads it in every language.
"""

TAKEN = "taken"
"""What stands in it before the letter of a bead whose square was taken: `taken=W`; likewise."""

OPERATOR, OPPONENT = "Ada", "Bob"
"""Who plays the example."""

HEAD_CELL, NUMBERS, WRITE_ROW = 9.0, 4.6, 7.0
"""Heights of a game's head cells, of its line of move numbers, and of each line to write in."""

GAME = HEAD_CELL + NUMBERS + 3 * WRITE_ROW
GAMES_GAP = 5.0
"""Between two games, at the least."""

LABELS, RESULTS = 17.0, 36.0
"""Widths of what stands to the left and to the right of the moves."""

LEAST_COLUMN, NARROW_COLUMN = 9.0, 6.5
"""A move's column at the least: room for a handwritten number of three digits,
or of two where no box has more.
"""

LEGEND = 30.0
"""Width of the board whose squares are numbered."""

RESULT_KEYS = {Result.WIN: "won", Result.TIE: "drawn", Result.LOSS: "lost"}
"""What the keys of words for a result end in."""

UNUSED = "#E4E4E4"
LABEL_INK = "#404040"

FORM_NOTE = 7.0

TICK_BOX = 3.6
"""Side of a box to tick."""

LOOSEST = 1.12
"""How far pieces of a form are spread at the most to fill a page, as a multiple of their height."""

PEN = "#1F4E9E"
"""What is written by hand in an example."""


def record_sheet_document(kit: Kit, words: Words, name: str = "record-sheet") -> Document:
    """Return two pages: how it is done, with an example and some empty games;
    and one full of empty games, to copy.
    """
    title = words("record-sheet.title")
    form = Flow(kit, words, title, FORM_PAGES)
    moves = min(longest_game(kit.game), int((form.width - LABELS - RESULTS) / least_column(kit)))
    _explain(form, kit, words, title, moves)
    draw = partial(game_marks, kit, words, moves)
    form.marks += stacked(form.y + GAMES_GAP, GAME + GAMES_GAP, form.bottom + GAMES_GAP, draw)
    form.new_page()
    form.marks += stacked(form.y, GAME + GAMES_GAP, form.bottom + GAMES_GAP, draw)
    return form.document(name, title)


def game_marks(
    kit: Kit, words: Words, moves: int, top: float, example: ExampleGame | None = None
) -> Iterator[Mark]:
    """Yield the form for one game of up to so many moves, filled in where an example is given."""
    left, _, width, _ = FORM_PAGES.area(kit)
    yield from _head_cells(kit, words, left, top, width, example)
    yield from _moves(kit, words, moves, left, top + HEAD_CELL, width - LABELS - RESULTS, example)
    yield from _result_cell(kit, words, left + width - RESULTS, top + HEAD_CELL, example)


def least_column(kit: Kit) -> float:
    """Return the least width of a move's column: that of the box's number, written by hand."""
    return (
        NARROW_COLUMN
        if all(len(box.name) < 3 for box in kit.boxes) and not kit.has_arrows
        else LEAST_COLUMN
    )


def record_command(kit: Kit, example: ExampleGame) -> str:
    """Return the command that enters the example, its beads put right."""
    # Where the kit leaves the choice, the machine begins the example.
    began = " --first-mover machine" if kit.spec.side == "both" else ""
    return (
        f'menace-kit operator record "{example.line}" --operator {OPERATOR} --opponent '
        f"{OPPONENT}{began} --done"
    )


def _explain(form: Flow, kit: Kit, words: Words, title: str, moves: int) -> None:
    """Set what stands above the empty games of the first page."""
    has_legend = not isinstance(kit.game, NamesMoves)
    text = form.part(form.y, width=form.width - LEGEND - 6 if has_legend else form.width)
    text.heading(title)
    legend = form.part(text.y, form.width - LEGEND, LEGEND)
    text.items(_steps(kit, words, moves), numbered=True)
    form.marks += text.marks
    if has_legend:
        form.marks += _legend_marks(kit, legend.left, legend.y)
        legend.y += board_height(kit, LEGEND / kit.game.columns) + 1.5
        legend.paragraph(said(kit, words, "record-sheet.legend"), FORM_NOTE)
        form.marks += legend.marks
    example = example_game(kit)
    form.y = max(text.y, legend.y) + 1
    below = form.part(form.y)
    below.paragraph(words("record-sheet.example"), 10, bold=True)
    form.marks += game_marks(kit, words, moves, below.y, example)
    below.y += GAME + 1.5
    below.paragraph(words("record-sheet.typed", command=record_command(kit, example)))
    form.marks += below.marks
    form.y = below.y


def _steps(kit: Kit, words: Words, moves: int) -> Iterator[str]:
    """Yield how a game is written down in so many columns, what is special about
    this kit's rules included.
    """
    yield said(kit, words, "record-sheet.machine-move")
    yield said(kit, words, "record-sheet.squares")
    missing = positions_without_box(kit)
    if missing.forced:
        yield said(kit, words, "record-sheet.forced")
    if missing.lost:
        yield words("record-sheet.no-box")
    for rule in later_rule(kit, words):
        yield f"{rule} {said(kit, words, 'later.only-square')}"
    if any(box.taken for box in kit.boxes):
        yield words("record-sheet.taken", word=f"{TAKEN}=")
    if gives_up_when_empty(kit):
        yield said(kit, words, "record-sheet.empty-resign", resign=RESIGN)
    elif kit.spec.learning.empty_box is EmptyBox.REFILL:
        yield words("record-sheet.empty-refill")
    elif kit.spec.learning.empty_box is EmptyBox.RANDOM:
        yield said(kit, words, "record-sheet.empty-random")
    if moves < longest_game(kit.game):
        yield words("record-sheet.longer", n=moves)
    yield words("record-sheet.end")
    yield said(kit, words, "record-sheet.type-in")


def _legend_marks(kit: Kit, x: float, y: float) -> Iterator[Mark]:
    """Yield a board with the number of each square."""
    square = LEGEND / kit.game.columns
    yield from grid_marks(kit, x, y, square)
    for number in range(square_count(kit.game)):
        middle_x, middle_y = square_centre(kit, number, x, y, square)
        size = fitting_size("00", square * 0.8, 11, bold=True)
        yield Text(
            middle_x,
            middle_y + cap_height(size) / 2,
            move_text((number,)),
            size,
            True,
            Anchor.MIDDLE,
        )


def _head_cells(
    kit: Kit, words: Words, x: float, top: float, width: float, example: ExampleGame | None
) -> Iterator[Mark]:
    """Yield the cells for what is written before the game begins."""
    both = kit.spec.side == "both"
    shares = (0.11, 0.22, 0.23, 0.23, 0.21) if both else (0.13, 0.25, 0.31, 0.31)
    written = ("1", "", OPERATOR, OPPONENT) if example else ("", "", "", "")
    labels = (
        "record-sheet.game",
        "record-sheet.date",
        "record-sheet.operator",
        "record-sheet.opponent",
    )
    for share, label, entry in zip(shares, labels, written, strict=False):
        yield from cell_marks(x, top, share * width, HEAD_CELL, words(label), entry)
        x += share * width
    if both:
        cell, middle = shares[-1] * width, top + HEAD_CELL - 2.9
        yield from cell_marks(x, top, cell, HEAD_CELL, words("record-sheet.began"))
        for place, label in enumerate(("record-sheet.machine", "record-sheet.other")):
            ticked = example is not None and example.side is list(Side)[place]
            yield from tick_marks(
                x + 1 + place * cell / 2, middle, words(label), cell / 2 - 1.5, ticked
            )


def _moves(
    kit: Kit,
    words: Words,
    count: int,
    left: float,
    top: float,
    width: float,
    example: ExampleGame | None,
) -> Iterator[Mark]:
    """Yield the moves' columns: number and mark above, then box, bead and square;
    grey where nothing is written.
    """
    column, least = width / count, least_column(kit)
    if column < least:
        raise FitError(
            f"a game of {count} moves is too long for one line of the record sheet by "
            f"{over(count * least - width)}"
        )
    keys = ("record-sheet.move", "record-sheet.box", "record-sheet.bead", "record-sheet.square")
    labels = [said(kit, words, key) for key in keys]
    tops = [top, *(top + NUMBERS + place * WRITE_ROW for place in range(3))]
    for label, row, height in zip(
        labels, tops, (NUMBERS, WRITE_ROW, WRITE_ROW, WRITE_ROW), strict=True
    ):
        yield Rectangle(left, row, LABELS, height, THIN)
        yield _about(
            one_line(left + 1, row + height / 2, label, LABELS - 2, 8, bold=label == labels[-1])
        )
    for number in range(count):
        yield from _move_column(kit, number, left + LABELS + number * column, column, tops, example)
    yield Rectangle(left, tops[-1], LABELS + width, WRITE_ROW, 0.45)


def _head_marks(
    kit: Kit, number: int, side: Side, x: float, y: float, width: float
) -> Iterator[Mark]:
    """Yield the number of a move and whose it is, about x, y:
    a pawn for who has pawns, for it has no language.
    """
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
        yield Rectangle(x, row, width, WRITE_ROW, THIN, fill=None if has_box else UNUSED)
    yield Line(x + width, tops[3], x + width, tops[3] + WRITE_ROW, THIN)
    if example is None or number >= len(example.steps):
        return
    step = example.steps[number]
    letter = kit.colour(step.colour).key if step.colour else ""
    written = (step.box.name if step.box else "", letter, step.written)
    for row, text in zip(tops[1:], written, strict=True):
        if text:
            level = row + WRITE_ROW / 2
            yield _about(one_line(middle, level, text, width - 2, 11, False, Anchor.MIDDLE, PEN))


def _result_cell(
    kit: Kit, words: Words, x: float, top: float, example: ExampleGame | None
) -> Iterator[Mark]:
    """Yield the ticks for the result, and for the beads being put right."""
    height = NUMBERS + 3 * WRITE_ROW
    yield Rectangle(x, top, RESULTS, height, THIN)
    head = words("record-sheet.result")
    yield one_line(x + 1, top + 0.9 + cap_height(6), head, RESULTS - 2, 6, colour=LABEL_INK)
    possible = results(kit.game)
    pitch = (height - WRITE_ROW - 3.6) / len(possible)
    for place, result in enumerate(possible):
        text = words(f"record-sheet.{RESULT_KEYS[result]}")
        ticked = example is not None and example.result is result
        yield from tick_marks(
            x + 1.2, top + 3.6 + (place + 0.5) * pitch, text, RESULTS - 2.4, ticked
        )
    yield Line(x, top + height - WRITE_ROW, x + RESULTS, top + height - WRITE_ROW, THIN)
    text, middle = words("record-sheet.put-right"), top + height - WRITE_ROW / 2
    yield from tick_marks(x + 1.2, middle, text, RESULTS - 2.4, example is not None)


# What forms are made of.


def _about(line: Text) -> Text:
    """Return a text with its middle where its baseline was."""
    return replace(line, y=line.y + cap_height(line.size) / 2)


def tick_marks(
    x: float, middle: float, text: str, width: float, ticked: bool = False
) -> Iterator[Mark]:
    """Yield a box to tick with its text behind it, both no wider than `width`;
    an example's box has its tick.
    """
    yield Rectangle(x, middle - TICK_BOX / 2, TICK_BOX, TICK_BOX, THIN)
    start = TICK_BOX + 1.2
    yield _about(one_line(x + start, middle, text, width - start, FORM_NOTE))
    if ticked:
        yield Line(x + 0.7, middle, x + 1.6, middle + 1.2, 0.5, PEN)
        yield Line(x + 1.6, middle + 1.2, x + TICK_BOX + 0.4, middle - 2, 0.5, PEN)


def cell_marks(
    x: float, y: float, width: float, height: float, label: str, written: str = ""
) -> Iterator[Mark]:
    """Yield a cell to write in, its label small in the top left corner;
    in an example something is written in it.
    """
    yield Rectangle(x, y, width, height, THIN)
    yield one_line(x + 0.9, y + 0.8 + cap_height(6), label, width - 1.8, 6, colour=LABEL_INK)
    if written:
        size = fitting_size(written, width - 2.4, 11)
        yield Text(x + 1.2, y + height - 1.3, written, size, colour=PEN)


def gates_marks(x: float, y: float, width: float, height: float) -> Iterator[Mark]:
    """Yield faint five-bar gates to draw over, as many as there is room for:
    four strokes and one across.
    """
    stroke, gap = 1.9, 3.2
    gate = 3 * stroke
    count = int((width - 2.4 + gap - 1.2) / (gate + 1.2 + gap))
    left = x + (width - count * (gate + 1.2 + gap) + gap) / 2 + 0.6
    top, bottom = y + 1.3, y + height - 1.3
    for number in range(count):
        start = left + number * (gate + 1.2 + gap)
        for place in range(4):
            yield Line(start + place * stroke, top, start + place * stroke, bottom, 0.15, "#D0D0D0")
        yield Line(start - 0.6, bottom - 0.5, start + gate + 0.6, top + 0.5, 0.15, "#D0D0D0")


def stacked(
    top: float, height: float, most: float, draw: Callable[[float], Iterable[Mark]]
) -> Iterator[Mark]:
    """Yield what `draw` makes at each place down a page, as often as `height` fits above
    `most`, loosely spread.
    """
    count = int((most - top) / height)
    pitch = min((most - top) / max(1, count), height * LOOSEST)
    for number in range(count):
        yield from draw(top + number * pitch)


# The tally sheet: for a crowd, a stroke a game, by what the first bead was
# and how the game ended. In mm.

BLOCK, BEADS = 30.0, 32.0
"""Widths of the cell that says which hour or games a block is for,
and of the first beads' names.
"""

TALLY_HEAD = 5.0
ROWS = (9.0, 8.0, 7.0)
"""Heights of a line of strokes, the best look first:
less where blocks of many colours fill the page badly.
"""

BLOCK_GAP = 3.0
"""Between two blocks."""

TOTAL = 12.0
"""Height of the cells for what a page adds up to."""

DOT = 2.2

First = tuple[Side, Colour]
"""A first move as the crowd sees it: whose machine, and the colour of its bead."""


def tally_sheet_document(kit: Kit, words: Words, name: str = "tally-sheet") -> Document:
    """Return the sheet: as many blocks as fit on a page, each for an hour or for so many games."""
    title = words("tally.title")
    form = Flow(kit, words, title, FORM_PAGES)
    form.heading(title)
    form.items((words("tally.stroke"), words("tally.block"), words("tally.total")), numbered=True)
    firsts = first_beads(kit)
    top, bottom = form.y + 2, form.bottom - TOTAL
    row = row_height(len(firsts), top, bottom)
    block = TALLY_HEAD + len(firsts) * row + BLOCK_GAP
    if block > bottom - top:
        raise FitError(
            f"{title}: a block of {len(firsts)} lines is too high by {over(block + top - bottom)}"
        )
    form.marks += stacked(top, block, bottom, lambda top: _block(kit, words, firsts, top, row))
    sums = [words(f"tally.sum-{RESULT_KEYS[result]}") for result in results(kit.game)]
    heads = (words("tally.sum-games"), *sums)
    cell = form.width / len(heads)
    for place, head in enumerate(heads):
        form.marks += cell_marks(form.left + place * cell, bottom + 1, cell, TOTAL - 1, head)
    return form.document(name, title)


def first_beads(kit: Kit) -> tuple[First, ...]:
    """Return the colours that the opening boxes of each side hold, in the kit's order of colours.

    Those of its first boxes where no box comes up at the beginning only,
    as for the second player of Nim.
    """
    boxes_of = kit.openings or {side: kit.first_boxes(side) for side in kit.sides}
    found: list[First] = []
    for side, boxes in boxes_of.items():
        held = {bead.colour for box in boxes for bead in box.beads}
        found += [(side, colour) for colour in kit.colours if colour.name in held]
    return tuple(found)


def row_height(lines: int, top: float, bottom: float) -> float:
    """Return the height of a line: one with which a block fills the page well, or the least."""
    counts = {row: int((bottom - top) / (TALLY_HEAD + lines * row + BLOCK_GAP)) for row in ROWS}
    return next((row for row in ROWS if counts[row] == counts[ROWS[-1]] and counts[row]), ROWS[-1])


def _block(
    kit: Kit, words: Words, firsts: tuple[First, ...], top: float, row: float
) -> Iterator[Mark]:
    """Yield a block: what it is for, then a line for each first bead with
    a field for each result.
    """
    left, _, width, _ = FORM_PAGES.area(kit)
    yield from cell_marks(
        left, top, BLOCK, TALLY_HEAD + len(firsts) * row, words("tally.block-cell")
    )
    left += BLOCK
    field = (width - BLOCK - BEADS) / len(results(kit.game))
    heads = [(left, BEADS, words("tally.bead"))]
    for place, result in enumerate(results(kit.game)):
        heads.append((left + BEADS + place * field, field, words(f"tally.{RESULT_KEYS[result]}")))
    for x, wide, text in heads:
        yield Rectangle(x, top, wide, TALLY_HEAD, THIN)
        middle, baseline = x + wide / 2, top + TALLY_HEAD / 2 + cap_height(8) / 2
        yield one_line(middle, baseline, text, wide - 2, 8, True, anchor=Anchor.MIDDLE)
    for number, (side, colour) in enumerate(firsts):
        y = top + TALLY_HEAD + number * row
        yield from _bead_cell(kit, words, side, colour, left, y, row)
        for x, wide, _ in heads[1:]:
            yield Rectangle(x, y, wide, row, THIN)
            yield from gates_marks(x, y, wide, row)


def _bead_cell(
    kit: Kit, words: Words, side: Side, colour: Colour, x: float, y: float, height: float
) -> Iterator[Mark]:
    """Yield a first bead with its name; with machines for both sides its mark stands before it."""
    yield Rectangle(x, y, BEADS, height, THIN)
    middle, start = y + height / 2, x + 1.5
    if kit.spec.side == "both" and not kit.game.impartial:
        mark = kit.spec.marks[0 if side is Side.FIRST else 1]
        yield one_line(
            start + 1.5, middle + cap_height(9) / 2, mark, 4, 9, True, anchor=Anchor.MIDDLE
        )
        start += 4
    yield from bead_marks(kit, colour, start + DOT, middle, DOT)
    start += 2 * DOT + 1.2
    text = shortened(words.colour_name(colour), x + BEADS - start - 0.8, FORM_NOTE + 1)
    yield Text(start, middle + cap_height(FORM_NOTE + 1) / 2, text, FORM_NOTE + 1)


# The stocktake sheet: every box by its number, with a field for each
# colour that it can hold. In mm.

STOCKTAKE = "menace-kit operator count --sheet"

BOX_LINE, STAGE_HEAD = 6.6, 9.0
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
    """Return the sheet: boxes by stage, read down and then across,
    with how the counts are typed in before them.

    The first box with its start is the example.
    """
    title = words("stocktake-sheet.title")
    form = Flow(kit, words, title, FORM_PAGES)
    form.heading(title)
    steps = (words("stocktake-sheet.when", command=STOCKTAKE), words("stocktake-sheet.count"))
    form.items(steps, numbered=True)
    counted = counts_text(kit, kit.boxes[0])
    form.paragraph(words("stocktake-sheet.recount"), sign="3.")
    _set_command(form, f"menace-kit operator count {counted}")
    form.paragraph(words("stocktake-sheet.stocktake"), sign="4.")
    _set_command(form, f'{STOCKTAKE} --done --differ "{counted}"')
    form.y += 1
    for boxes in kit.boxes_by_stage:
        _set_stage(
            form, kit, words("stocktake-sheet.stage", stage=group_words(kit, words, boxes)), boxes
        )
    return form.document(name, title)


def counts_text(kit: Kit, box: Box) -> str:
    """Return a box and its starting counts as they are typed in: `1 W=4 L=4 G=4`."""
    counts = " ".join(f"{kit.colour(name).key}={count}" for name, count in box.start.items())
    return f"{box.number} {counts}"


def _set_command(form: Flow, command: str) -> None:
    """Set a command, as it is typed in, below a sentence that stands behind a number."""
    for line in wrapped(command, form.width - form.indent(" ", form.size), form.size, bold=True):
        form.paragraph(line, bold=True, sign=" ")


def _set_stage(form: Flow, kit: Kit, head: str, boxes: Sequence[Box]) -> None:
    """Set the boxes of a stage, as many abreast as fit; its head stands above each part of them."""
    letter = max(text_width(f"{colour.key}=", LETTER) for colour in kit.colours)
    step = letter + 0.5 + FIELD + AIR
    number = TICK_BOX + 1 + max(text_width(box.name, NUMBER, bold=True) for box in kit.boxes) + AIR
    box_width = number + max(len(box.beads) for box in boxes) * step - AIR
    abreast = max(1, int((form.width + BETWEEN) / (box_width + BETWEEN)))
    pitch = (form.width + BETWEEN) / abreast
    rest = list(boxes)
    while rest:
        form.need(STAGE_HEAD + 2 * BOX_LINE)
        rows = min(int((form.bottom - form.y - STAGE_HEAD) / BOX_LINE), -(-len(rest) // abreast))
        form.marks.append(Text(form.left, form.y + STAGE_HEAD - 2.6, head, 10, bold=True))
        form.y += STAGE_HEAD
        part, rest = rest[: rows * abreast], rest[rows * abreast :]
        for place, box in enumerate(part):
            x, y = form.left + place // rows * pitch, form.y + place % rows * BOX_LINE
            form.marks += box_line(kit, box, x, y, number, step)
            form.marks.append(Line(x, y + BOX_LINE, x + box_width, y + BOX_LINE, THIN, LIGHT_GREY))
        form.y += rows * BOX_LINE


def box_line(kit: Kit, box: Box, x: float, y: float, number: float, step: float) -> Iterator[Mark]:
    """Yield a box's line: a tick, its number, and its fields, each behind its letter with
    the start in grey inside.
    """
    middle = y + BOX_LINE / 2
    yield Rectangle(x, middle - TICK_BOX / 2, TICK_BOX, TICK_BOX, THIN)
    yield Text(x + TICK_BOX + 1, middle + cap_height(NUMBER) / 2, box.name, NUMBER, bold=True)
    for place, (name, count) in enumerate(box.start.items()):
        right = x + number + (place + 1) * step - AIR
        letter = f"{kit.colour(name).key}="
        yield Text(
            right - FIELD - 0.5, middle + cap_height(LETTER) / 2, letter, LETTER, anchor=Anchor.END
        )
        yield Rectangle(right - FIELD, middle - FIELD_HEIGHT / 2, FIELD, FIELD_HEIGHT, THIN)
        baseline = middle + FIELD_HEIGHT / 2 - 0.6
        yield Text(right - 0.5, baseline, str(count), START, anchor=Anchor.END, colour=START_INK)


# The calibration page: crosses to measure from the paper's edges, and long rulers,
# to find out a printer's error.

ARM = 6.0
"""Half the length of a cross's lines (mm)."""

NEAR, FAR = 8.0, 4.0
"""From the crosses outwards to the arrow that ends at the nearer cross,
and to the one that goes on to the farther.
"""

HEAD_LENGTH, HEAD_WIDTH = 2.2, 1.1
LEFT, RIGHT_GAP = 30.0, 48.0
"""Where the words begin, and what they leave free at the right, where the upright ruler is."""

TEXT, LINE = 10.0, 4.8
ROW = 7.0
RULER_STEP = 50
"""Rulers are as long as a multiple of this that there is room for (mm)."""

LONG_RULER = RulerLook((3.0, 2.2, 1.4), 6, (5.2, 3.8), cap_height(6) / 2)


def calibration_document(kit: Kit, words: Words, name: str = "calibration") -> Document:
    """Return the page for the kit's paper; it must be printed as it is, without any correction."""
    paper = kit.spec.print.paper
    frame = Frame(kit, words, INSET, words("calibration.subject"))
    width = frame.size[0]
    places = cross_places(paper)
    marks: list[Mark] = []
    for x, y in product(places[:2], places[2:]):
        marks += _cross(x, y)
    marks += _arrows(places)
    marks.append(Text(LEFT, 38, words("calibration.title"), 16, bold=True))
    marks += _text_marks(kit, words, places, width - LEFT - RIGHT_GAP)
    x, y = LEFT, places.bottom - 16
    length = int((places.right - LEFT) // RULER_STEP) * RULER_STEP
    marks.append(Text(x, y - 2, words("calibration.across", length=length), 8))
    marks += ruler_marks(x, y, length, look=LONG_RULER)
    x, y = width - RIGHT_GAP + 12, 52
    length = int((places.bottom - 24 - y) // RULER_STEP) * RULER_STEP
    marks.append(Text(x, y - 2, words("calibration.down", length=length), 8, anchor=Anchor.MIDDLE))
    marks += ruler_marks(x, y, length, upright=True, look=LONG_RULER)
    return frame.document(name, words("calibration.title"), [marks])


def _cross(x: float, y: float) -> Iterator[Mark]:
    yield Line(x - ARM, y, x + ARM, y, THIN)
    yield Line(x, y - ARM, x, y + ARM, THIN)
    yield Circle(x, y, 2.5, THIN)


def _arrows(places: CrossPlaces) -> Iterator[Mark]:
    """Yield what is measured: two arrows from the left edge along the top,
    two from the upper edge down the right.
    """
    start = PRINTABLE_BORDER
    for number, away, end in ((1, NEAR, places.left), (2, FAR, places.right)):
        y = places.top + ARM + (NEAR + 1 - away)
        yield Line(start, y, end, y, THIN, GREY)
        yield _head((end, y), (-HEAD_LENGTH, 0))
        yield Line(end, places.top, end, y + 1.5, THIN, GREY, 0.8)
        yield from _number(number, end + 3.5, y)
    for number, away, end in ((3, NEAR, places.top), (4, FAR, places.bottom)):
        x = places.right + ARM + (NEAR + 1 - away) * 0.8
        yield Line(x, start, x, end, THIN, GREY)
        yield _head((x, end), (0, -HEAD_LENGTH))
        yield Line(places.right, end, x + 1.5, end, THIN, GREY, 0.8)
        yield from _number(number, x, end + 3.5)


def _head(tip: tuple[float, float], back: tuple[float, float]) -> Polyline:
    (x, y), (dx, dy) = tip, back
    wide = HEAD_WIDTH / HEAD_LENGTH / 2
    return Polyline(
        (tip, (x + dx - dy * wide, y + dy + dx * wide), (x + dx + dy * wide, y + dy - dx * wide)),
        fill=GREY,
    )


def _number(number: int, x: float, y: float) -> Iterator[Mark]:
    yield Circle(x, y, 2.1, 0.25)
    yield Text(x, y + cap_height(9) / 2, str(number), 9, True, Anchor.MIDDLE)


def _text_marks(kit: Kit, words: Words, places: CrossPlaces, width: float) -> list[Mark]:
    """Return what to do, the fields for what was measured, and the command that takes it."""
    steps = Column(LEFT, 47, width, TEXT, spaced(LINE, TEXT, gap=1.4, indent=6))
    steps.items(words.lines("calibration.steps"), numbered=True)
    marks, y = steps.marks, steps.y + 2
    columns = [
        TableColumn("", 8),
        TableColumn(words("calibration.from-to"), width - 8 - 28 - 28),
        TableColumn(words("calibration.meant"), 28, Anchor.END),
        TableColumn(words("calibration.measured"), 28, Anchor.END),
    ]
    sentences = words.lines("calibration.readings")
    rows = [
        Row([str(number), sentence, f"{place:g} mm", "mm"])
        for number, (sentence, place) in enumerate(zip(sentences, places, strict=True), start=1)
    ]
    for row in [*head_rows(columns, TEXT), *body_rows(columns, rows, False, TEXT)]:
        marks += row_marks(kit, columns, row, LEFT, y, ROW, TEXT)
        y += ROW
    y += 8
    measured = zip(places, (0.5, -0.6, -0.2, -0.6), strict=True)
    example = ",".join(f"{place + miss:g}" for place, miss in measured)
    command = f"menace-kit calibrate --paper {kit.spec.print.paper} --measured {example}"
    first, *others = words.lines("calibration.then")
    then = Column(LEFT, y, width, TEXT, spaced(LINE, TEXT, gap=1))
    then.paragraph(first)
    then.marks.append(Text(LEFT + 6, then.y + 0.5, command, TEXT, bold=True))
    then.y += LINE + 2.5
    for sentence in others:
        then.paragraph(sentence)
    return marks + then.marks
