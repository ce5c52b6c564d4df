"""A certificate of a visitor's game, inside a garland of the kit's beads."""

import math
from collections.abc import Sequence
from functools import partial

from menace_kit.errors import FitError, SelectionError
from menace_kit.games import EMPTY
from menace_kit.layout.board import bead_marks, least_radius
from menace_kit.layout.changed_box import changed_box
from menace_kit.layout.grid import free_area, plain_grid
from menace_kit.layout.marks import (
    BLACK,
    LIGHT_GREY,
    ROUNDING,
    Anchor,
    Circle,
    Curve,
    Document,
    Mark,
    Marks,
    Point,
)
from menace_kit.layout.page import SHEET_MARGIN, Frame
from menace_kit.layout.sheets.key_card import CARD_GAP
from menace_kit.layout.sheets.visitors_game import (
    RESULTS,
    TaughtBox,
    VisitorsGame,
    small_boards,
)
from menace_kit.layout.squares import Squares, is_wide
from menace_kit.layout.stacks import (
    Area,
    Part,
    Sized,
    across,
    apart,
    down,
    fitted_text,
    fixed,
    framed,
    grow,
    in_groups,
    inset,
    layered,
    position,
    stroke,
    text,
)
from menace_kit.layout.text.typesetting import (
    cap_height,
    on_middle,
)
from menace_kit.layout.type_scale import FIGURES, HEADING, TEXT, WALL_TITLE
from menace_kit.machine import Kit
from menace_kit.machine.learning import Result
from menace_kit.text import Words
from menace_kit.text.kit_words import machine_title, paper_words
from menace_kit.text.sheet_words import said

EDGE = 1.0
"""Distance from a certificate's edge to the outer line of its frame."""


GARLAND = 7.0
"""Distance from the frame's outer line to its inner one."""


BEAD, BEAD_PITCH = 1.9, 7.5
"""Radius of the garland's beads, and approximate distance between their middles."""


PADDING = 5.5
"""Distance from the frame's inner line to the text."""


WORDS_SHARE, WORDS_BESIDE = 0.47, 0.44
"""Share of the height for the text in portrait, and of the width in landscape."""


SIGNED = 11.0
"""Height of the line for a signature at the foot."""


NOTE_SIZE, NOTE_HEIGHT = HEADING, 6.0
"""Size and height of the text above a board."""


MOVES_SHARE = 0.36
"""Share of the pictures' height for the boards of the moves."""


BROAD, BEYOND = 0.8, 0.45
"""Width of the stripe behind the winning squares, and how far it exceeds them.

Both are in squares, from the middles of the outer squares.
"""


GAP_OF_MOVES = 4.0


LARGEST_OF_MOVES = 7.0
"""Largest square on a move's board, to keep it smaller than the last board."""


def certificates_document(
    kit: Kit,
    name: str = "certificate",
    games: Sequence[VisitorsGame] = (),
    two: bool = False,
) -> Document:
    """Return a certificate for each game, in order, one on a page, or with `two` two to cut apart.

    Raises SelectionError if a game has too many moves.
    """
    frame = Frame(kit, SHEET_MARGIN, shown=True)
    paper, per_page = kit.spec.print.paper, 2 if two else 1
    _, width, height = free_area(paper)
    size = width - CARD_GAP, (height - per_page * CARD_GAP) / per_page - ROUNDING
    grid = plain_grid(paper, *size, CARD_GAP, what="a certificate")
    pages = []
    for sheet in in_groups(games, per_page):
        marks: list[Mark] = [*grid.guides(range(len(sheet)))] if two else []
        for cell, game in enumerate(sheet):
            try:
                marks += _certificate(kit, game)(Area(*grid.corner(cell), *size))
            except FitError as error:
                hint = "; leave --two out" if two else ""
                raise SelectionError(
                    f"game {game.number} has no certificate: {error}{hint}"
                ) from error
        pages.append(marks)
    return frame.document(name, said(kit, "certificate.title"), pages)


def _certificate(kit: Kit, game: VisitorsGame) -> Part:
    """Return a certificate; its pictures are below the text in portrait, beside it in landscape."""
    told = _words_of(kit, game)

    def inside(area: Area) -> Marks:
        if not (game.boards or game.taught):
            return told(area)
        upright = area.height > area.width
        stack = down if upright else across
        length = area.height * WORDS_SHARE if upright else area.width * WORDS_BESIDE
        return stack(fixed(length, told), fixed(PADDING), _pictures(kit, game))(area)

    return inset(EDGE, layered(_garland(kit), inset(GARLAND + PADDING, inside)))


def _garland(kit: Kit) -> Part:
    """Return a frame of two lines with a row of beads in the kit's colours between them."""

    def beads(area: Area) -> Marks:
        for place, middle in enumerate(_round_about(area)):
            fill = kit.colours[place % len(kit.colours)].hex
            yield Circle(*middle, BEAD, 0.2, BLACK, fill)

    return layered(
        framed(pen=0.8, radius=4),
        inset(GARLAND, framed(pen=0.25, radius=1.5)),
        inset(GARLAND / 2, beads),
    )


def _round_about(area: Area) -> list[Point]:
    """Return points along the edges of an area, clockwise from its top left corner."""
    across, down = round(area.width / BEAD_PITCH), round(area.height / BEAD_PITCH)
    return [
        *(area.at(place / across, 0) for place in range(across)),
        *(area.at(1, place / down) for place in range(down)),
        *(area.at(1 - place / across, 1) for place in range(across)),
        *(area.at(0, 1 - place / down) for place in range(down)),
    ]


def _words_of(kit: Kit, game: VisitorsGame) -> Part:
    """Return who did what, and what the machine learned; without a name, a line to write it on."""
    words = paper_words(kit)
    is_untaught = game.result is Result.WIN and not game.boxes
    did = f"certificate.{RESULTS[game.result]}{'-untaught' if is_untaught else ''}"
    when = words("certificate.game", number=game.number, day=words.day(game.at))
    signed = text(words("certificate.signed"), TEXT, False, Anchor.MIDDLE, Anchor.END, margin=0)
    return down(
        _told(0.2, words("certificate.title"), 41, bold=True),
        _told(0.26, game.name, WALL_TITLE, bold=True),
        _told(0.24, words(did, name=machine_title(kit)), 23),
        _told(0.1, when, 13),
        _told(0.2, _learned(words, game), 13),
        fixed(SIGNED - NOTE_HEIGHT),
        fixed(4, layered(stroke((0.25, 0), (0.75, 0), 0.2), signed)),
        fixed(NOTE_HEIGHT - 4),
    )


def _told(share: float, told: str, largest: float, bold: bool = False) -> Sized:
    """Return a text with this share of the height, or a line to write on if it is empty."""
    if not told:
        return grow(share, stroke((0.1, 0.75), (0.9, 0.75), 0.3))
    air = grow(0.07)
    return grow(share, down(air, grow(0.86, fitted_text(told, largest, bold)), air))


def _learned(words: Words, game: VisitorsGame) -> str:
    if game.exhibition:
        return words("exhibition.is")
    if not game.boxes:
        return words("certificate.learned-nothing")
    counts = {"more": game.more, "fewer": game.fewer}
    beads = ", ".join(words(f"certificate.{which}", n=n) for which, n in counts.items() if n)
    return words("certificate.learned", beads=beads, boxes=words("common.n-boxes", n=game.boxes))


def _pictures(kit: Kit, game: VisitorsGame) -> Part:
    """Return the last board, the box that learned most, and the moves.

    Board and box are side by side, unless boards are wide. If the moves are unknown, only the box
    is shown.
    """
    panels: list[Part] = []
    if game.boards:
        panels.append(_last_board(kit, game))
    if game.taught:
        panels.append(_taught_box(kit, game.taught))
    stacked = is_wide(kit)
    gap = fixed(PADDING / 2 if stacked else PADDING)
    above = (down if stacked else across)(*apart(gap, panels))
    if not game.boards:
        return above

    def draw(area: Area) -> Marks:
        moves = fixed(area.height * MOVES_SHARE, _moves(kit, game))
        return down(above, fixed(PADDING / 2), moves)(area)

    return draw


def _noted(head: str, part: Part) -> Part:
    """Return a part below a heading."""
    high = cap_height(NOTE_SIZE)
    above = text(head, NOTE_SIZE, True, Anchor.MIDDLE, Anchor.END, margin=0)
    return down(fixed(high, above), fixed(NOTE_HEIGHT - high), part)


def _last_board(kit: Kit, game: VisitorsGame) -> Part:
    """Return the final board, with a stripe behind the winning squares.

    If nothing is left on it, it is the board before the last move.
    """
    cells = game.boards[-1]
    told = "gave-up" if game.gave_up else "end"
    if not cells.strip(EMPTY) and not game.gave_up:
        told = "before-last"
        cells = game.boards[-2] if len(game.boards) > 1 else kit.game.start().cells

    def draw(area: Area) -> Marks:
        if len(game.won_on) > 1:
            yield _stripe(Squares.within(kit, *area), game.won_on)

    board = layered(draw, position(kit, cells, 0.4))
    return _noted(said(kit, f"certificate.{told}"), board)


def _stripe(squares: Squares, won_on: Sequence[int]) -> Curve:
    """Return the stripe behind the squares that won, from the first to the last."""
    (x1, y1), (x2, y2) = squares.centre(won_on[0]), squares.centre(won_on[-1])
    beyond = BEYOND * squares.side / math.hypot(x2 - x1, y2 - y1)
    across, down = beyond * (x2 - x1), beyond * (y2 - y1)
    ends = (x1 - across, y1 - down), (x2 + across, y2 + down)
    return Curve(ends, squares.side * BROAD, LIGHT_GREY)


def _taught_box(kit: Kit, taught: TaughtBox) -> Part:
    """Return the box that learned most: its board, and its contents before and after."""
    words, box = paper_words(kit), kit.box(taught.box)
    told = [
        words.percent(float(100 * chance)) if chance is not None else "–"
        for chance in taught.chances
    ]
    heads = words("screen.before"), words("screen.after")
    rows = [*zip(heads, (taught.before, taught.after), told, strict=True)]
    drawn = changed_box(kit, box, (taught.colour,), rows)
    return _noted(words("certificate.box", box=box.name), drawn)


def _moves(kit: Kit, game: VisitorsGame) -> Part:
    """Return the board after each move with its number, and the bead drawn for it."""
    radius = max(1.7, least_radius(kit.bead_letters))
    notes = [
        partial(_move_marks, kit, number, colour, radius)
        for number, colour in enumerate(game.beads, start=1)
    ]
    below = 2 * radius + 1.4
    return small_boards(kit, game.boards, notes, below, GAP_OF_MOVES, LARGEST_OF_MOVES)


def _move_marks(kit: Kit, number: int, colour: str | None, radius: float, area: Area) -> Marks:
    """Yield a move's number, with the bead beside it if one was drawn."""
    x, y = area.at(0.5, 0)
    y += 1 + radius
    shift = radius + 0.5 if colour else 0.0
    anchor = Anchor.END if colour else Anchor.MIDDLE
    yield on_middle(x - shift, y, f"{number}.", FIGURES, anchor=anchor)
    if colour:
        yield from bead_marks(kit, kit.colour(colour), x + shift, y, radius)
