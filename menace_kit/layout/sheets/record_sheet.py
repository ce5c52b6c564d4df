"""The record sheet: a line for each game, its moves, and its result."""

from collections.abc import Iterator
from functools import partial

from menace_kit.errors import FitError
from menace_kit.games import NamesMoves, Pieces, Side, move_text, square_count
from menace_kit.layout.board import board_height, grid_marks, pawn_marks, square_centre
from menace_kit.layout.marks import THIN, Anchor, Document, Line, Mark, Rectangle, Text
from menace_kit.layout.sheets.forms import (
    FORM_NOTE,
    LABEL_INK,
    PEN,
    RESULT_KEYS,
    cell_marks,
    stacked,
    text_about,
    tick_marks,
)
from menace_kit.layout.text.pages import FORM_PAGES, Flow
from menace_kit.layout.text.typesetting import cap_height, fitting_size, one_line, over
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import gives_up_when_empty
from menace_kit.machine.prospects import (
    ExampleGame,
    example_game,
    longest_game,
    positions_without_box,
    results,
)
from menace_kit.machine.schema import EmptyBox
from menace_kit.text.sheet_words import later_rule, said
from menace_kit.text.words import Words

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


UNUSED = "#E4E4E4"


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
        yield text_about(
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
            yield text_about(
                one_line(middle, level, text, width - 2, 11, False, Anchor.MIDDLE, PEN)
            )


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
