"""A mat instead of boxes: all boards on a few sheets, and tokens to put on them."""

from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from menace_kit.errors import FitError
from menace_kit.layout.board import DOT, arrows_of, board_marks
from menace_kit.layout.cutting import cut_lines
from menace_kit.layout.marks import GREY, Anchor, Document, Marks
from menace_kit.layout.page import HEADER_BOTTOM, PRINTABLE_BORDER
from menace_kit.layout.set_pieces import OF_ONE, corner_letters, how_to_sort, said_of_sets
from menace_kit.layout.sheets.key_card import disc
from menace_kit.layout.squares import Squares, square_within
from menace_kit.layout.stacks import (
    Area,
    Part,
    across,
    down,
    fixed,
    in_groups,
    layered,
    padded,
    put,
    put_pieces,
    text,
    text_lines,
    tiled,
)
from menace_kit.layout.text.pages import FORM_PAGES, Flow, PageLook
from menace_kit.layout.text.typesetting import FORM, cap_height, fitted, text_width
from menace_kit.layout.type_scale import SMALLEST, TEXT
from menace_kit.machine import Box, Colour, Kit
from menace_kit.text.kit_words import paper_words
from menace_kit.text.sheet_words import said, stage_words
from menace_kit.workshop.reserve import beads_wanted

TOKEN = 10.0
"""Side of a token, and width of its place: large enough for fingers and scissors."""


MAT_PAGES = PageLook(8.0, HEADER_BOTTOM, PRINTABLE_BORDER + 2, TEXT, FORM)


BOARD_GAP = 4.0
"""Gap between two boards of a mat."""


NUMBER, STAGE = 16.0, TEXT
"""Sizes in points of the text above a board."""


HEAD = 7.0
"""Height of the line above a board."""


NOTE = 10.0
"""Height of the text at the head of a sheet."""


PLACE_SHARE = 0.285
"""Largest radius of a place on an arrow as a share of a square's side.

It keeps pieces and arrows visible.
"""


LARGEST_SQUARE = 34.0
"""Side of the largest square that is of any use."""


class MatPlan(NamedTuple):
    """How the boards of a kit are on its mat: sheets, columns and rows, and a square's side."""

    sheets: int
    columns: int
    rows: int
    square: float


def mat_plan(kit: Kit) -> MatPlan:
    """Return the plan with the fewest sheets on which tokens fit, and the largest boards.

    Raises FitError if not even one board fits a sheet.
    """
    for sheets in range(1, len(kit.boxes) + 1):
        plan = _largest_on(kit, sheets)
        if _has_room(kit, plan.square):
            return plan
    raise FitError(
        f"a board of {kit.game.rows} x {kit.game.columns} squares is too large "
        "for a mat with tokens"
    )


def _largest_on(kit: Kit, sheets: int) -> MatPlan:
    """Return the plan with the largest boards on this number of sheets."""
    _, top, width, bottom = MAT_PAGES.area(kit)
    height = bottom - top - NOTE
    each = -(-len(kit.boxes) // sheets)
    plans = []
    for columns in range(1, each + 1):
        rows = -(-each // columns)
        across = (width - (columns - 1) * BOARD_GAP) / columns
        down = (height - (rows - 1) * BOARD_GAP) / rows - HEAD
        square = min(LARGEST_SQUARE, square_within(kit, across, down))
        plans.append(MatPlan(sheets, columns, rows, square))
    return max(plans, key=lambda plan: plan.square)


def _has_room(kit: Kit, square: float) -> bool:
    """Return whether boards with such squares have a place as wide as a token for every move."""
    if not kit.has_arrows:
        return square * DOT >= TOKEN / 2
    if square * PLACE_SHARE < TOKEN / 2:
        return False
    with suppress(FitError):
        return all(arrows_of(kit, box, TOKEN / 2, square) for box in kit.boxes)
    return False


def mat_document(kit: Kit, name: str = "mat") -> Document:
    """Return the mat: a board for each box, with its number and an empty place for each colour."""
    title, plan = paper_words(kit)("mat.title"), mat_plan(kit)
    flow = Flow(kit, title, MAT_PAGES)
    wide, high = Squares(kit, 0, 0, plan.square).size
    apart = (flow.width - plan.columns * wide) / max(1, plan.columns - 1)
    note = fitted(paper_words(kit)("mat.note"), flow.width, NOTE - 3, largest=TEXT)
    fields = [_field(kit, box, plan.square) for box in kit.boxes]
    for place, sheet in enumerate(in_groups(fields, plan.columns * plan.rows)):
        if place:
            flow.new_page()
        put(flow, NOTE, padded(text_lines(note), above=3.5))
        rows = -(-len(sheet) // plan.columns)
        boards = tiled(plan.columns, sheet, apart, BOARD_GAP)
        put(flow, rows * (HEAD + high + BOARD_GAP) - BOARD_GAP, boards)
    return flow.document(name, title)


STAGE_GAP = 3.0
"""Least gap between a box's number and its stage."""


def _field(kit: Kit, box: Box, square: float) -> Part:
    """Return a box's board below its number and its stage, or its number alone if that is long."""
    squares = Squares(kit, 0, 0, square)
    high, wide = cap_height(NUMBER), text_width(box.name, NUMBER, bold=True)
    number = text(box.name, NUMBER, True, level=Anchor.END, margin=0)
    told = stage_words(kit, box)
    stage = text(told, STAGE, level=Anchor.END, margin=0)
    if wide + STAGE_GAP + text_width(told, SMALLEST) <= squares.size[0]:
        number = across(fixed(wide, number), fixed(STAGE_GAP), stage)

    def board(area: Area) -> Marks:
        return board_marks(Squares(kit, area.x, area.y, square), box, TOKEN / 2)

    return down(fixed(0.5), fixed(high, number), fixed(HEAD - 0.5 - high), board)


def tokens_document(kit: Kit, name: str = "mat-tokens", sets: Sequence[str] = ()) -> Document:
    """Return the tokens, edge to edge: as many of each colour as fill the boxes, and a reserve.

    Several sets follow one another, and each token has its set's letter.
    """
    words = paper_words(kit)
    wanted, title = beads_wanted(kit), words("mat.tokens")
    flow = Flow(kit, said_of_sets(words, sets, title), FORM_PAGES)
    flow.title(title)
    for sentence in how_to_sort(words, sets):
        flow.paragraph(sentence)
    flow.paragraph(words("mat.cut", side=words.decimal(TOKEN)))
    flow.paragraph(_laid_out(kit))
    flow.y += 3
    of_each = [colour for colour in kit.colours for _ in range(wanted[colour.name])]
    tokens = [(letters, colour) for letters in sets or OF_ONE for colour in of_each]
    across = int(flow.width / TOKEN)
    while tokens:
        flow.need(TOKEN)
        down = min(int((flow.bottom - flow.y) / TOKEN), -(-len(tokens) // across))
        here, tokens = tokens[: across * down], tokens[across * down :]
        _set_tokens(flow, kit, here, across)
        if tokens:
            flow.new_page()
    return flow.document(name, title)


def _set_tokens(flow: Flow, kit: Kit, tokens: Sequence[tuple[str, Colour]], across: int) -> None:
    """Set tokens in rows of `across`, with their sets' letters and cuts."""
    top = flow.y
    pieces = [
        layered(disc(kit, colour, TOKEN / 2 - 0.5), corner_letters(letters, TOKEN))
        for letters, colour in tokens
    ]
    put_pieces(flow, across, pieces, (TOKEN, TOKEN))
    xs = [flow.left + column * TOKEN for column in range(min(across, len(tokens)) + 1)]
    ys = [top + row * TOKEN for row in range(-(-len(tokens) // across) + 1)]
    flow.marks += cut_lines(xs, ys, GREY)


def _laid_out(kit: Kit) -> str:
    """Return how many tokens are on each place at the start."""
    starts = {bead.start for box in kit.boxes for bead in box.beads}
    if len(starts) == 1:
        return said(kit, "mat.lay", n=starts.pop())
    return said(kit, "mat.lay-guide")
