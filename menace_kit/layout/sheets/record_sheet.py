"""The record sheet: a line for each game, its moves, and its result."""

from collections.abc import Iterator
from functools import partial

from menace_kit.games import NamesMoves, Pieces, Side, move_text, square_count
from menace_kit.layout.board import grid_marks, pawn_marks
from menace_kit.layout.marks import Anchor, Document, Marks
from menace_kit.layout.sheets.forms import (
    LABEL_INK,
    PEN,
    cell,
    repeated,
    tick,
)
from menace_kit.layout.squares import Squares, board_height
from menace_kit.layout.stacks import (
    Area,
    Part,
    across,
    down,
    fixed,
    framed,
    grow,
    layered,
    nothing,
    padded,
    put,
    stroke,
    text,
)
from menace_kit.layout.text.pages import FORM_PAGES, Flow
from menace_kit.layout.text.typesetting import fitting_size, on_middle
from menace_kit.layout.type_scale import FIGURES, HEADING
from menace_kit.machine import Kit
from menace_kit.machine.learning import gives_up_when_empty
from menace_kit.machine.prospects import (
    ExampleGame,
    example_game,
    longest_game,
    positions_without_box,
    results,
)
from menace_kit.machine.schema import EmptyBox
from menace_kit.text.grammar import capital
from menace_kit.text.kit_words import paper_words
from menace_kit.text.sheet_words import said

RESIGN = "resign"
"""Written last in a line of squares if the machine gave up; the same in every language."""


TAKEN = "taken"
"""Written before the letter of a bead whose square was taken, `taken=W`; the same everywhere."""


OPERATOR, OPPONENT = "Ada", "Bob"
"""Players of the example."""


HEAD_CELL, NUMBERS, WRITE_ROW = 9.0, 4.6, 7.0
"""Heights of a game's head cells, of its move numbers, and of each line to write in."""


GAME = HEAD_CELL + NUMBERS + 3 * WRITE_ROW


GAMES_GAP = 5.0
"""Least gap between two games."""


LABELS, RESULTS = 17.0, 36.0
"""Widths of the parts left and right of the moves."""


LEAST_COLUMN, NARROW_COLUMN = 9.0, 6.5
"""Least width of a move's column, for a handwritten number of three digits, or of two."""


LEGEND = 30.0
"""Width of the board with numbered squares."""


UNUSED = "#E4E4E4"


def record_sheet_document(kit: Kit, name: str = "record-sheet") -> Document:
    """Return two pages: instructions with an example and some empty games, and one full of games.

    The second page is to copy.
    """
    title = said(kit, "record-sheet.title")
    form = Flow(kit, title, FORM_PAGES)
    moves = min(longest_game(kit.game), int((form.width - LABELS - RESULTS) / least_column(kit)))
    _explain(form, kit, title, moves)
    games = repeated(game_form(kit, moves), GAME, GAMES_GAP)
    form.y += GAMES_GAP
    put(form, form.bottom - form.y, games)
    form.new_page()
    put(form, form.bottom - form.y, games)
    return form.document(name, title)


def game_form(kit: Kit, moves: int, example: ExampleGame | None = None) -> Part:
    """Return the form for one game of up to `moves` moves, filled in with the example, if any."""
    return down(
        fixed(HEAD_CELL, _head_cells(kit, example)),
        across(_moves(kit, moves, example), fixed(RESULTS, _result(kit, example))),
    )


def least_column(kit: Kit) -> float:
    """Return the least width of a move's column, for the box's number in handwriting."""
    return (
        NARROW_COLUMN
        if all(len(box.name) < 3 for box in kit.boxes) and not kit.has_arrows
        else LEAST_COLUMN
    )


def record_command(kit: Kit, example: ExampleGame) -> str:
    """Return the command that enters the example, with its boxes updated."""
    # If the kit leaves it open, the machine begins the example.
    began = " --first-mover machine" if kit.spec.side == "both" else ""
    return (
        f'menace-kit operator record "{example.line}" --operator {OPERATOR} --opponent '
        f"{OPPONENT}{began} --done"
    )


def _explain(form: Flow, kit: Kit, title: str, moves: int) -> None:
    """Set what stands above the empty games of the first page."""
    form.title(title)
    if _has_legend(kit):
        steps, legend = form.beside(6, 0, LEGEND)
        steps.items(_steps(kit, moves), numbered=True)
        put(legend, board_height(kit, LEGEND / kit.game.columns), partial(_legend_marks, kit))
        form.below(steps, legend)
    else:
        form.items(_steps(kit, moves), numbered=True)
    example = example_game(kit)
    form.y += 1
    form.paragraph(said(kit, "record-sheet.example"), HEADING, bold=True)
    put(form, GAME, game_form(kit, moves, example))
    form.y += 1.5
    form.paragraph(said(kit, "record-sheet.typed", command=record_command(kit, example)))


def _steps(kit: Kit, moves: int) -> Iterator[str]:
    """Yield how to write a game down in forms of so many moves, by this kit's rules."""
    words = paper_words(kit)
    yield words("record-sheet.machine-move")
    if _has_legend(kit):
        yield words("record-sheet.squares")
    missing = positions_without_box(kit)
    if missing.forced or kit.spec.boxes.later_rule:
        yield words("record-sheet.forced")
    if missing.lost:
        yield words("record-sheet.no-box")
    if any(box.taken for box in kit.boxes):
        yield words("record-sheet.taken", word=f"{TAKEN}=")
    if gives_up_when_empty(kit):
        yield words("record-sheet.empty-resign", resign=RESIGN)
    elif kit.spec.learning.empty_box is EmptyBox.REFILL:
        yield words("record-sheet.empty-refill")
    elif kit.spec.learning.empty_box is EmptyBox.RANDOM:
        yield words("record-sheet.empty-random")
    if moves < longest_game(kit.game):
        yield words("record-sheet.longer", n=moves)
    yield words("record-sheet.end")
    yield words("record-sheet.type-in")


def _has_legend(kit: Kit) -> bool:
    """Return whether moves are written by the numbers of squares."""
    return not isinstance(kit.game, NamesMoves)


def _legend_marks(kit: Kit, area: Area) -> Marks:
    """Yield a board with the number of each square."""
    squares = Squares.within(kit, *area)
    yield from grid_marks(squares)
    size = fitting_size("00", squares.side * 0.8, HEADING, bold=True)
    for number in range(square_count(kit.game)):
        middle = squares.centre(number)
        yield on_middle(*middle, move_text((number,)), size, True, Anchor.MIDDLE)


def _head_cells(kit: Kit, example: ExampleGame | None) -> Part:
    """Return the cells to fill in before the game."""
    words = paper_words(kit)
    both = kit.spec.side == "both"
    shares = (0.11, 0.18, 0.21, 0.22, 0.28) if both else (0.13, 0.25, 0.31, 0.31)
    written = ("1", "", OPERATOR, OPPONENT) if example else ("", "", "", "")
    labels = (
        "common.one-game",
        "record-sheet.date",
        "record-sheet.operator",
        "record-sheet.opponent",
    )
    cells = [
        grow(share, cell(words(label), entry))
        for share, label, entry in zip(shares, labels, written, strict=False)
    ]
    if both:
        machine = capital(words("common.machine"))
        sides = zip(Side, (machine, words("record-sheet.opponent")), strict=True)
        ticks = [
            padded(tick(label, example is not None and example.side is side), 1, 0, 0.5)
            for side, label in sides
        ]
        began = padded(across(*ticks), above=HEAD_CELL - 5.8)
        cells.append(grow(shares[-1], layered(cell(words("operate.who-begins")), began)))
    return across(*cells)


def _rows(head: Part, *rows: Part) -> Part:
    """Return the line of move numbers above the lines to write in."""
    return down(fixed(NUMBERS, head), *rows)


def _moves(kit: Kit, count: int, example: ExampleGame | None) -> Part:
    """Return the moves' columns: number and mark above, then box, bead and square;
    grey where nothing is written.
    """
    words = paper_words(kit)
    labels = [
        framed(text(words("common.box-number"), FIGURES)),
        framed(text(words.phrased("{token}"), FIGURES)),
        framed(text(words("record-sheet.move"), FIGURES, bold=True)),
    ]
    columns = [_move_column(kit, number, example) for number in range(count)]
    line_of_moves = _rows(nothing, nothing, nothing, framed(pen=0.45))
    return layered(across(fixed(LABELS, _rows(framed(nothing), *labels)), *columns), line_of_moves)


def _move_column(kit: Kit, number: int, example: ExampleGame | None) -> Part:
    """Return the column of a move, counted from 0."""
    # Sides take turns in every game that boxes can be made for.
    side, stage = (Side.SECOND if number % 2 else Side.FIRST), number // 2 + 1
    has_box = (side, stage) in kit.stages or kit.game.impartial
    of_machine = framed(fill=None if has_box else UNUSED)
    head = framed(_move_head(kit, number, side))
    column = _rows(head, of_machine, of_machine, stroke((1, 0), (1, 1)))
    if example is None or number >= len(example.steps):
        return column
    step = example.steps[number]
    letter = kit.colour(step.colour).key if step.colour else ""
    written = [
        text(each, HEADING, anchor=Anchor.MIDDLE, colour=PEN)
        for each in (step.box.name if step.box else "", letter, step.written)
    ]
    return layered(column, _rows(nothing, *written))


def _move_head(kit: Kit, number: int, side: Side) -> Part:
    """Return the number of a move and its player; a pawn, if there are pawns, needs no language."""
    head = str(number + 1)
    if kit.game.pieces is not Pieces.PAWNS and not kit.game.impartial:
        head = f"{head}  {kit.spec.marks[number % 2]}"
    told = text(head, FIGURES, True, Anchor.MIDDLE, margin=0.5)
    if kit.game.pieces is not Pieces.PAWNS:
        return told

    def pawn(area: Area) -> Marks:
        return pawn_marks(side is Side.FIRST, *area.at(0.5, 0.5), NUMBERS * 0.8)

    return layered(padded(pawn, left=4.4), padded(told, right=3.2))


def _result(kit: Kit, example: ExampleGame | None) -> Part:
    """Return the ticks for the result, and for updating the boxes."""
    words = paper_words(kit)
    head = text(words("record-sheet.result"), FIGURES, level=Anchor.START, colour=LABEL_INK)
    ticks = [
        tick(
            words(f"went.{result.value}"),
            example is not None and example.result is result,
        )
        for result in results(kit.game)
    ]
    put_right = tick(words("record-sheet.put-right"), example is not None)
    return framed(
        down(
            fixed(0.9),
            fixed(2.7, head),
            padded(down(*ticks), left=1.2, right=1.2),
            fixed(
                WRITE_ROW, layered(stroke((0, 0), (1, 0)), padded(put_right, left=1.2, right=1.2))
            ),
        )
    )
