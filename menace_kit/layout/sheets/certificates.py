"""A certificate of a visitor's game, within a garland of the kit's beads."""

import math
from collections.abc import Iterator, Sequence

from menace_kit.errors import FitError, SelectionError
from menace_kit.games import EMPTY
from menace_kit.layout.board import (
    bead_marks,
    board_height,
    grid_marks,
    is_wide,
    least_radius,
    position_marks,
    square_centre,
    square_within,
)
from menace_kit.layout.changed_box import changed_box
from menace_kit.layout.grid import ROUNDING, free_area, plain_grid
from menace_kit.layout.marks import (
    BLACK,
    LIGHT_GREY,
    Anchor,
    Circle,
    Curve,
    Document,
    Line,
    Mark,
    Rectangle,
    Text,
)
from menace_kit.layout.page import SHEET_MARGIN, Frame
from menace_kit.layout.sheets.key_card import CARD_GAP
from menace_kit.layout.sheets.visitors_game import RESULTS, VisitorsGame, places_of_boards
from menace_kit.layout.stacks import Area
from menace_kit.layout.text.typesetting import cap_height, fitted, one_line
from menace_kit.layout.type_scale import FIGURES, HEADING, TEXT, WALL_TITLE
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Result
from menace_kit.text.kit_words import alike
from menace_kit.text.sheet_words import player
from menace_kit.text.words import Words

EDGE = 1.0
"""From the edge of a certificate to the outer line of its frame."""


GARLAND = 7.0
"""From the outer line of the frame to the inner one."""


BEAD, BEAD_PITCH = 1.9, 7.5
"""Radius of the garland's beads, and from the middle of one to that of the next, about."""


PADDING = 5.5
"""From the inner line of the frame to what is written."""


WORDS_SHARE, WORDS_BESIDE = 0.47, 0.44
"""The share of the height that the words of an upright certificate have,
and of the width where it lies.
"""


SIGNED = 11.0
"""Room at the foot for the line on which somebody signs."""


NOTE_SIZE, NOTE_HEIGHT = HEADING, 6.0
"""Size of what stands above a board and below it, and the room that it has."""


MOVES_SHARE = 0.36
"""The share of the pictures' height that the boards of the moves have."""


BROAD, BEYOND = 0.8, 0.45
"""Width of the stripe behind the squares that won, and how far it reaches beyond the middle
of the last, in squares.
"""


GAP_OF_MOVES = 4.0


LARGEST_OF_MOVES = 7.0
"""The widest square of a move's board: the last board is larger."""


def certificates_document(
    kit: Kit,
    words: Words,
    name: str = "certificate",
    games: Sequence[VisitorsGame] = (),
    two: bool = False,
) -> Document:
    """Return a certificate for each game, in its order: each on a page,
    or with `two` two on one, to be cut apart.

    SelectionError where so many moves have no room.
    """
    frame = Frame(kit, words, SHEET_MARGIN, shown=True)
    paper, per_page = kit.spec.print.paper, 2 if two else 1
    _, width, height = free_area(paper)
    size = width - CARD_GAP, (height - per_page * CARD_GAP) / per_page - ROUNDING
    grid = plain_grid(paper, *size, CARD_GAP, what="a certificate")
    sheets = [games[first : first + per_page] for first in range(0, len(games), per_page)]
    pages = []
    for page, sheet in enumerate(sheets, start=1):
        marks: list[Mark] = [*grid.guides(range(len(sheet)))] if two else []
        for cell, game in enumerate(sheet):
            try:
                marks += _certificate_marks(kit, words, game, *grid.corner(cell), *size)
            except FitError as error:
                hint = "; leave --two out" if two else ""
                raise SelectionError(
                    f"game {game.number} has no certificate: {error}{hint}"
                ) from error
        pages.append(frame.page(marks, page, len(sheets)))
    return frame.bound(name, words("certificate.title"), pages)


def _certificate_marks(
    kit: Kit, words: Words, game: VisitorsGame, x: float, y: float, width: float, height: float
) -> Iterator[Mark]:
    """Yield a certificate: upright its words above its pictures, lying on its side beside them."""
    yield from _garland_marks(kit, x + EDGE, y + EDGE, width - 2 * EDGE, height - 2 * EDGE)
    inset = EDGE + GARLAND + PADDING
    left, top, room, tall = x + inset, y + inset, width - 2 * inset, height - 2 * inset
    if not (game.boards or game.taught):
        yield from _certificate_words(kit, words, game, left, top, room, tall)
    elif height > width:
        above = tall * WORDS_SHARE
        yield from _certificate_words(kit, words, game, left, top, room, above)
        below = top + above + PADDING, room, tall - above - PADDING
        yield from _certificate_pictures(kit, words, game, left, *below)
    else:
        beside = room * WORDS_BESIDE
        yield from _certificate_words(kit, words, game, left, top, beside, tall)
        after = left + beside + PADDING, top, room - beside - PADDING, tall
        yield from _certificate_pictures(kit, words, game, *after)


def _garland_marks(kit: Kit, x: float, y: float, width: float, height: float) -> Iterator[Mark]:
    """Yield a frame of two lines, and between them a row of beads in the kit's
    colours all the way round.
    """
    yield Rectangle(x, y, width, height, 0.8, BLACK, None, 4)
    inner = width - 2 * GARLAND, height - 2 * GARLAND
    yield Rectangle(x + GARLAND, y + GARLAND, *inner, 0.25, BLACK, None, 1.5)
    wide, high = width - GARLAND, height - GARLAND
    across, down = round(wide / BEAD_PITCH), round(high / BEAD_PITCH)
    top, left = y + GARLAND / 2, x + GARLAND / 2
    middles = [(left + wide * place / across, top) for place in range(across)]
    middles += [(left + wide, top + high * place / down) for place in range(down)]
    middles += [(left + wide - wide * place / across, top + high) for place in range(across)]
    middles += [(left, top + high - high * place / down) for place in range(down)]
    for place, (middle_x, middle_y) in enumerate(middles):
        fill = kit.colours[place % len(kit.colours)].hex
        yield Circle(middle_x, middle_y, BEAD, 0.2, BLACK, fill)


def _certificate_words(
    kit: Kit, words: Words, game: VisitorsGame, x: float, y: float, width: float, height: float
) -> Iterator[Mark]:
    """Yield who did what, and what the machine learned from it;
    where nobody is named a line to write the name on.
    """
    middle, top = x + width / 2, y
    height -= SIGNED
    is_untaught = game.result is Result.WIN and not game.boxes
    did = f"certificate.{RESULTS[game.result]}{'-untaught' if is_untaught else ''}"
    facts = {"number": game.number, "day": words.day(game.at)}
    when = words("certificate.game", *alike(kit), mark=player(kit, words, game.side.other), **facts)
    for text, share, largest, bold in (
        (words("certificate.title"), 0.2, 41, True),
        (game.name, 0.26, WALL_TITLE, True),
        (words(did, name=words.title(kit.spec.name)), 0.24, 23, False),
        (when, 0.1, 13, False),
        (_learned(words, game), 0.2, 13, False),
    ):
        room = height * share
        if text:
            lines = fitted(text, width, room * 0.86, largest, bold)
            yield from lines.marks(middle, top + (room - lines.height) / 2, Anchor.MIDDLE)
        else:
            yield Line(x + width * 0.1, top + room * 0.75, x + width * 0.9, top + room * 0.75, 0.3)
        top += room
    line = top + SIGNED - NOTE_HEIGHT
    yield Line(middle - width / 4, line, middle + width / 4, line, 0.2)
    signed = one_line(
        middle, line + 4, words("certificate.signed"), width, TEXT, anchor=Anchor.MIDDLE
    )
    yield signed


def _learned(words: Words, game: VisitorsGame) -> str:
    if game.exhibition:
        return words("exhibition.is")
    if not game.boxes:
        return words("certificate.learned-nothing")
    counts = {"more": game.more, "fewer": game.fewer}
    beads = ", ".join(words(f"certificate.{which}", n=n) for which, n in counts.items() if n)
    return words("certificate.learned", beads=beads, boxes=words("common.n-boxes", n=game.boxes))


def _certificate_pictures(
    kit: Kit, words: Words, game: VisitorsGame, x: float, y: float, width: float, height: float
) -> Iterator[Mark]:
    """Yield the last board and the box that learned most, beside each other if the board
    is not wide; then the moves.

    Of a game whose moves are not known there is the box alone.
    """
    moves = height * MOVES_SHARE if game.boards else 0.0
    panels = [
        draw
        for draw in (_last_board, _taught_box)
        if (game.boards if draw is _last_board else game.taught)
    ]
    wide, high = width, height - moves - (PADDING / 2 if moves else 0)
    step_x, step_y = 0.0, 0.0
    if len(panels) == 2 and is_wide(kit):
        high = (high - PADDING / 2) / 2
        step_y = high + PADDING / 2
    elif len(panels) == 2:
        wide = (wide - PADDING) / 2
        step_x = wide + PADDING
    for place, draw in enumerate(panels):
        yield from draw(kit, words, game, x + place * step_x, y + place * step_y, wide, high)
    if game.boards:
        yield from _moves_marks(kit, game, x, y + height - moves, width, moves)


def _last_board(
    kit: Kit, words: Words, game: VisitorsGame, x: float, y: float, width: float, height: float
) -> Iterator[Mark]:
    """Yield the board as it was at the end, the squares that won marked behind what lies on them.

    Where nothing is left on it, it is the one before the last move.
    """
    cells = game.boards[-1]
    is_cleared = not cells.strip(EMPTY) and not game.gave_up
    if is_cleared:
        cells = game.boards[-2] if len(game.boards) > 1 else kit.game.start().cells
    head = words(
        f"certificate.{'gave-up' if game.gave_up else 'before-last' if is_cleared else 'end'}"
    )
    yield one_line(
        x + width / 2, y + cap_height(NOTE_SIZE), head, width, NOTE_SIZE, True, Anchor.MIDDLE
    )
    square = square_within(kit, width, height - NOTE_HEIGHT)
    left = x + (width - kit.game.columns * square) / 2
    top = y + NOTE_HEIGHT + (height - NOTE_HEIGHT - board_height(kit, square)) / 2
    if len(game.won_on) > 1:
        (x1, y1), (x2, y2) = (
            square_centre(kit, game.won_on[place], left, top, square) for place in (0, -1)
        )
        beyond = BEYOND * square / math.dist((x1, y1), (x2, y2))
        across, down = beyond * (x2 - x1), beyond * (y2 - y1)
        yield Curve(
            ((x1 - across, y1 - down), (x2 + across, y2 + down)), square * BROAD, LIGHT_GREY
        )
    yield from grid_marks(kit, left, top, square, 0.4)
    yield from position_marks(kit, cells, left, top, square)


def _taught_box(
    kit: Kit, words: Words, game: VisitorsGame, x: float, y: float, width: float, height: float
) -> Iterator[Mark]:
    """Yield the box that learned most: its drawing, and what was in it before and after,
    as bars with the chance.
    """
    if game.taught is None:
        return
    box, found = kit.box(game.taught.box), game.taught
    head = words("certificate.box", box=box.name)
    yield one_line(
        x + width / 2, y + cap_height(NOTE_SIZE), head, width, NOTE_SIZE, True, Anchor.MIDDLE
    )
    heads = words("screen.before"), words("screen.after")
    told = [
        words.percent(float(100 * chance)) if chance is not None else "–"
        for chance in found.chances
    ]
    rows = zip(heads, (found.before, found.after), told, strict=True)
    below = Area(x, y + NOTE_HEIGHT, width, height - NOTE_HEIGHT)
    yield from changed_box(kit, box, (found.colour,), list(rows))(below)


def _moves_marks(
    kit: Kit, game: VisitorsGame, x: float, y: float, width: float, height: float
) -> Iterator[Mark]:
    """Yield the board after each move with its number, and the bead that was drawn for it."""
    radius = max(1.7, least_radius(kit.bead_letters))
    below = 2 * radius + 1.4
    square, places = places_of_boards(
        kit, len(game.boards), x, y, width, height, below, GAP_OF_MOVES, LARGEST_OF_MOVES
    )
    for number, (cells, colour, place) in enumerate(
        zip(game.boards, game.beads, places, strict=True), start=1
    ):
        yield from grid_marks(kit, *place, square)
        yield from position_marks(kit, cells, *place, square)
        middle = place[0] + kit.game.columns * square / 2
        under = place[1] + board_height(kit, square) + 1 + radius
        told = f"{number}."
        shift = radius + 0.5 if colour else 0.0
        yield Text(
            middle - shift,
            under + cap_height(FIGURES) / 2,
            told,
            FIGURES,
            anchor=Anchor.END if colour else Anchor.MIDDLE,
        )
        if colour:
            yield from bead_marks(kit, kit.colour(colour), middle + shift, under, radius)
