"""What visitors and a class get: what the colours mean, on cards and for the wall,
and certificates of games. In mm.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from menace_kit.errors import FitError, SelectionError
from menace_kit.frozen import Frozen
from menace_kit.games import EMPTY, Side
from menace_kit.layout.board import (
    bead_marks,
    board_height,
    changed_box_marks,
    grid_marks,
    is_wide,
    least_radius,
    position_marks,
    square_centre,
    square_within,
)
from menace_kit.layout.marks import (
    BLACK,
    GREY,
    LIGHT_GREY,
    MM_PER_POINT,
    THIN,
    Anchor,
    Circle,
    Curve,
    Document,
    Line,
    Mark,
    Rectangle,
    Text,
)
from menace_kit.layout.page import (
    ROUNDING,
    SHEET_MARGIN,
    Frame,
    Grid,
    card_outline,
    free_area,
    plain_grid,
)
from menace_kit.layout.text.pages import POSTER_PAGES
from menace_kit.layout.text.typesetting import (
    CAP_HEIGHT,
    SMALLEST,
    Column,
    Fitted,
    cap_height,
    fitted,
    fitted_together,
    ink_box,
    ink_centred,
    one_line,
    shortened,
)
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Result
from menace_kit.machine.palettes import Colour
from menace_kit.text.kit_words import alike
from menace_kit.text.sheet_words import player, said
from menace_kit.text.words import Words

# Which colour means what: large discs with letter, sign and name,
# on the squares of a board or in a list. In mm.

LETTER_HEIGHT = 0.72
LETTER_MIDDLE = -0.24
SIGN_HEIGHT = 0.46
SIGN_MIDDLE = 0.55
"""Height of letter and sign on a disc, and how far below its middle theirs are,
as shares of its radius.
"""

ROUND = 0.9
"""The share of a disc's radius inside which letter and sign stay."""


class ColourKey(Frozen):
    """Colours in rows and columns, as one reads; None where a square has no colour.

    `is_board` where the places are the squares of the board, so that a colour means
    its square in every box.
    """

    rows: int
    columns: int
    colours: tuple[Colour | None, ...]
    is_board: bool


@lru_cache(maxsize=8)
def colour_key(kit: Kit) -> ColourKey:
    """Return the kit's key: its board, if a colour means the same square in all boxes,
    else the list of its colours.
    """
    meanings: dict[str, set[tuple[int, ...]]] = {}
    for box in kit.boxes:
        for bead in box.beads:
            meanings.setdefault(bead.colour, set()).add(bead.move)
    moves = [move for found in meanings.values() for move in found]
    one_each = all(len(found) == 1 for found in meanings.values()) and len(set(moves)) == len(moves)
    if one_each and all(len(move) == 1 for move in moves):
        owners = {move[0]: kit.colour(name) for name, (move,) in meanings.items()}
        rows, columns = kit.game.rows, kit.game.columns
        return ColourKey(
            rows, columns, tuple(map(owners.get, range(rows * columns))), is_board=True
        )
    columns = math.ceil(math.sqrt(len(kit.colours)))
    return ColourKey(-(-len(kit.colours) // columns), columns, kit.colours, is_board=False)


def taken_by_colour(kit: Kit) -> dict[str, int]:
    """Return colour name -> how many pieces such a bead takes off the board;
    empty where that is not its meaning.
    """
    found: dict[str, set[int]] = {}
    for box in kit.boxes:
        for bead in box.beads:
            left = kit.game.play(box.position, bead.move).cells
            taken = left.count(EMPTY) - box.position.cells.count(EMPTY)
            if taken <= 0:
                return {}
            found.setdefault(bead.colour, set()).add(taken)
    numbers = {name: max(taken) for name, taken in found.items() if len(taken) == 1}
    return numbers if len(numbers) == len(found) == len(set(numbers.values())) else {}


def colour_captions(kit: Kit, words: Words) -> list[str]:
    """Return what stands below each colour of the kit:
    its name, and how many pieces it takes where it means that.
    """
    taken = taken_by_colour(kit)
    return [
        said(kit, words, "key-card.taken", name=words.colour_name(colour), n=taken[colour.name])
        if colour.name in taken
        else words.colour_name(colour)
        for colour in kit.colours
    ]


def key_marks(
    kit: Kit, words: Words, x: float, y: float, width: float, height: float, named: bool = True
) -> list[Mark]:
    """Return the kit's key in a rectangle of this size, its top left corner at x, y;
    `named` with the names below.
    """
    key = colour_key(kit)
    across, down = width / key.columns, height / key.rows
    marks = list(_line_marks(key, x, y, across, down)) if key.is_board else []
    names = colour_names(kit, words, across * 0.9, down * 0.15, largest=down) if named else {}
    radius = min(across * 0.42, down * (0.34 if named else 0.42))
    for place, colour in enumerate(key.colours):
        if colour is not None:
            row, column = divmod(place, key.columns)
            # A last row with fewer colours stands in the middle.
            last = len(key.colours) - row * key.columns
            shift = max(0, key.columns - last) / 2
            middle, top = x + (column + 0.5 + shift) * across, y + row * down
            disc = top + down * (0.4 if named else 0.5)
            marks += disc_marks(kit, colour, middle, disc, radius)
            if named:
                marks += names[colour.name].marks(
                    middle, disc + radius + down * 0.055, Anchor.MIDDLE
                )
    return marks


def _line_marks(key: ColourKey, x: float, y: float, across: float, down: float) -> Iterator[Mark]:
    """Yield the lines between the squares of a board."""
    pen = max(THIN, min(across, down) * 0.015)
    for column in range(1, key.columns):
        yield Line(x + column * across, y, x + column * across, y + key.rows * down, pen, GREY)
    for row in range(1, key.rows):
        yield Line(x, y + row * down, x + key.columns * across, y + row * down, pen, GREY)


def colour_names(
    kit: Kit, words: Words, width: float, height: float, largest: float
) -> dict[str, Fitted]:
    """Return colour name -> its text for a room of this size,
    all in one size of at most `largest` points.

    Names that are too long even at 5 points end in an ellipsis:
    letter and sign still tell the colours apart.
    """
    names = colour_captions(kit, words)
    try:
        texts = fitted_together(names, width, height, max(SMALLEST, largest))
    except FitError:
        shorter = (shortened(name, width, SMALLEST, bold=True) for name in names)
        texts = [Fitted((name,), SMALLEST, bold=True) for name in shorter]
    return dict(zip((colour.name for colour in kit.colours), texts, strict=True))


def disc_marks(kit: Kit, colour: Colour, x: float, y: float, radius: float) -> Iterator[Mark]:
    """Yield a colour as a disc about x, y with its letter and its sign;
    FitError where they would be under 5 points.
    """
    yield Circle(x, y, radius, max(THIN, radius * 0.02), BLACK, colour.hex)
    em = LETTER_HEIGHT / CAP_HEIGHT
    size = min(_largest(each.key, LETTER_MIDDLE, em) for each in kit.colours) * radius
    yield _centred(colour.key, x, y + LETTER_MIDDLE * radius, size, colour.ink)
    left, top, right, bottom = ink_box(colour.glyph, 1, True)
    em = SIGN_HEIGHT * MM_PER_POINT / max(right - left, bottom - top)
    size = _largest(colour.glyph, SIGN_MIDDLE, em) * radius
    yield _centred(colour.glyph, x, y + SIGN_MIDDLE * radius, size, colour.ink)


def _largest(sign: str, middle: float, em: float) -> float:
    """Return the size in points, on a disc of radius 1, of a sign that would be `em` mm:
    less where it is too wide.

    `middle` is how far below the disc's middle its own is.
    """
    left, top, right, bottom = (side / MM_PER_POINT for side in ink_box(sign, 1, True))
    while math.hypot((right - left) / 2 * em, abs(middle) + (bottom - top) / 2 * em) > ROUND:
        em *= 0.97
    return em / MM_PER_POINT


def _centred(sign: str, x: float, y: float, size: float, ink: str) -> Text:
    if size < SMALLEST:
        raise FitError(
            f"a disc is too small for {sign} at {SMALLEST:g} points; it would have {size:.1f}"
        )
    return ink_centred(sign, x, y, size, ink)


STRIP_DISC = 0.36
"""Radius of a disc in a strip as a share of its place's width."""


def set_strip(column: Column, kit: Kit, words: Words) -> None:
    """Set all colours in a row with their names, and below each its square in a small board."""
    key = colour_key(kit)
    step = column.width / len(kit.colours)
    radius = min(step * STRIP_DISC, 8.0)
    names = colour_names(kit, words, step * 0.92, 9.0, largest=12)
    below = max(name.height for name in names.values())
    y = column.y
    cell, board_top = 1.8, y + 2 * radius + 1.8 + below + 0.8
    for place, colour in enumerate(kit.colours):
        middle = column.left + (place + 0.5) * step
        column.marks += disc_marks(kit, colour, middle, y + radius, radius)
        column.marks += names[colour.name].marks(middle, y + 2 * radius + 1.8, Anchor.MIDDLE)
        if key.is_board and colour in key.colours:
            left = middle - key.columns * cell / 2
            column.marks += _square_marks(key, key.colours.index(colour), left, board_top, cell)
    column.y = board_top + (key.rows * cell if key.is_board else -0.8)


def _square_marks(key: ColourKey, square: int, x: float, y: float, cell: float) -> Iterator[Mark]:
    """Yield a small board with one square inked: it needs no colour and no words."""
    for place in range(key.rows * key.columns):
        row, column = divmod(place, key.columns)
        fill = BLACK if place == square else None
        yield Rectangle(x + column * cell, y + row * cell, cell, cell, 0.12, GREY, fill)


CARD = (85.6, 54.0)
"""Longer and shorter side of a card that goes where a bank card goes (ISO/IEC 7810 ID-1)."""

CARD_RADIUS = 3.18
CARD_PADDING = 3.0
CARD_GAP = 2.0


def key_card_document(kit: Kit, words: Words, name: str = "key-card") -> Document:
    """Return one page for the wall: the board with each square's colour, or the list of colours."""
    left, top, width, bottom = POSTER_PAGES.area(kit)
    middle, key = left + width / 2, colour_key(kit)
    told = (
        words("key-card.title-board") if key.is_board else said(kit, words, "key-card.title-list")
    )
    title = fitted(told, width, 26, largest=34, bold=True)
    marks: list[Mark] = [*title.marks(middle, top + 3, Anchor.MIDDLE)]
    notes = [fitted(_note(kit, words), width, 24, largest=18)]
    if key.is_board and len(kit.symmetries) > 1:
        notes.append(fitted(words("key-card.triangle"), width, 24, largest=18))
    board_top = top + 3 + title.height + 5
    room = bottom - board_top - 7 - sum(note.height + 2.5 for note in notes)
    side = min(width / key.columns, room / key.rows)
    across, down = side * key.columns, side * key.rows
    board_top += (room - down) / 3
    marks += key_marks(kit, words, middle - across / 2, board_top, across, down)
    y = board_top + down + 7 + (room - down) / 3
    for note in notes:
        marks += note.marks(middle, y, Anchor.MIDDLE)
        y += note.height + 2.5
    return Frame(kit, words, POSTER_PAGES.margin, words("key-card.subject")).document(
        name, told, [marks]
    )


def key_cards_document(kit: Kit, words: Words, name: str = "key-cards") -> Document:
    """Return one page of cards for visitors, as many as fit, to be cut out."""
    long, short = CARD
    grids = [
        plain_grid(kit.spec.print.paper, *size, CARD_GAP) for size in ((short, long), (long, short))
    ]
    grid = max(grids, key=lambda grid: grid.cells)
    frame = Frame(kit, words, SHEET_MARGIN, words("key-card.cards-subject"))
    marks: list[Mark] = [*grid.guides(range(grid.cells))]
    for cell in range(grid.cells):
        x, y = grid.corner(cell)
        marks.append(card_outline(x, y, grid.width, grid.height, CARD_RADIUS))
        marks += _card_marks(kit, words, grid, x, y)
    return frame.document(name, words("key-card.cards-title"), [[*marks, *frame.ruler()]])


def _card_marks(kit: Kit, words: Words, grid: Grid, x: float, y: float) -> Iterator[Mark]:
    """Yield a card: the key in a square at its top or left,
    beside it whose it is and what it says.
    """
    pad = CARD_PADDING
    side = min(grid.width, grid.height) - 2 * pad
    if grid.width < grid.height:
        left, top = x + pad, y + side + 1.6 * pad
        width, height = side, grid.height - side - 2.8 * pad
    else:
        left, top = x + side + 2 * pad, y + pad + 1
        width, height = grid.width - side - 3 * pad, grid.height - 2 * pad - 2
    yield from key_marks(kit, words, x + pad, y + pad, side, side)
    heading = fitted(kit.spec.name, width, height * 0.3, largest=11, bold=True)
    text = fitted(_note(kit, words), width, height - heading.height - 1.5, largest=9.5)
    yield from heading.marks(left, top)
    yield from text.marks(left, top + heading.height + 1.5)


def _note(kit: Kit, words: Words) -> str:
    """Return how a colour is read off: where labels are turned to lie as the table does,
    the squares go with them.
    """
    if not colour_key(kit).is_board:
        return said(kit, words, "key-card.note-list")
    return words(f"key-card.note-{kit.spec.boxes.symmetry}")


# A visitor's game, for stickers and certificates.

RESULTS = {Result.LOSS: "beat", Result.TIE: "drew", Result.WIN: "lost"}
"""What a visitor did, in the order in which one is proud of it."""


class TaughtBox(NamedTuple):
    """What a game taught a box: its number, the colour that it changed,
    and what was in it before and after.
    """

    box: int
    colour: str
    before: Mapping[str, int]
    after: Mapping[str, int]

    @property
    def chances(self) -> tuple[Fraction | None, Fraction | None]:
        """Return the chance of the colour before and after; None for a box that is empty."""
        totals = sum(self.before.values()), sum(self.after.values())
        counts = self.before[self.colour], self.after[self.colour]
        before, after = (
            Fraction(count, total) if total else None
            for count, total in zip(counts, totals, strict=True)
        )
        return before, after

    @property
    def moved(self) -> Fraction:
        """Return by how much the chance changed; of a box that is empty now, it is gone."""
        before, after = self.chances
        return abs((after or Fraction()) - (before or Fraction()))


class VisitorsGame(NamedTuple):
    """A visitor's game for a sticker or a certificate.

    Its number, when it was played (ISO), the visitor's name or nothing,
    how it ended for the machine and which side that was. `boards` are the cells after each move,
    the start where there was none, and nothing where only the outcome is known; `beads` the colours
    that were drawn for these moves, None for the others; `won_on` the squares of a line that won.
    `more` and `fewer` are how many beads it put in and took out, `boxes` how many boxes that were;
    `taught` is the one that it taught most.
    """

    number: int
    at: str
    name: str
    result: Result
    side: Side
    boards: tuple[str, ...]
    beads: tuple[str | None, ...]
    won_on: tuple[int, ...] = ()
    more: int = 0
    fewer: int = 0
    boxes: int = 0
    taught: TaughtBox | None = None
    exhibition: bool = False
    gave_up: bool = False


BOARD_GAP = 1.4
"""Between the small boards of a game."""

LEAST_SQUARE = 0.8
"""The side in mm of the smallest square whose mark can be told."""


def places_of_boards(
    kit: Kit,
    count: int,
    x: float,
    y: float,
    width: float,
    height: float,
    below: float = 0.0,
    gap: float = BOARD_GAP,
    widest: float = math.inf,
) -> tuple[float, list[tuple[float, float]]]:
    """Return the side of the squares of so many boards in rows,
    and the top left corners of all of them.

    They are as large as the room takes them, with `below` mm free under each, `gap` between them,
    and squares of `widest` mm at most.
    FitError where they would be too small.
    """
    found = []
    for rows in range(1, count + 1):
        across = -(-count // rows)
        free_x = (width - (across - 1) * gap) / across
        free_y = (height - (rows - 1) * gap) / rows - below
        found.append((min(square_within(kit, free_x, free_y), widest), -rows))
    square, rows = max(found)[0], -max(found)[1]
    if square < LEAST_SQUARE:
        raise FitError(f"{count} boards have no room in {width:.0f} x {height:.0f} mm")
    across, wide, high = (
        -(-count // rows),
        kit.game.columns * square,
        board_height(kit, square) + below,
    )
    places = []
    for place in range(count):
        row, column = divmod(place, across)
        in_row = min(across, count - row * across)
        left = x + (width - in_row * wide - (in_row - 1) * gap) / 2 + column * (wide + gap)
        top = y + (height - rows * high - (rows - 1) * gap) / 2 + row * (high + gap)
        places.append((left, top))
    return square, places


# A certificate of a visitor's game: within a garland of the kit's beads what they did
# and what the machine learned.

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

NOTE_SIZE, NOTE_HEIGHT = 11.0, 6.0
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
    frame = Frame(kit, words, SHEET_MARGIN)
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
        numbers = ", ".join(str(game.number) for game in sheet)
        subject = words("certificate.subject", n=len(sheet), numbers=numbers)
        pages.append(frame.page(marks, page, len(sheets), subject))
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
        (words("certificate.title"), 0.2, 44, True),
        (game.name, 0.26, 38, True),
        (words(did, name=kit.spec.name), 0.24, 24, False),
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
    signed = one_line(middle, line + 4, words("certificate.signed"), width, 9, anchor=Anchor.MIDDLE)
    yield signed


def _learned(words: Words, game: VisitorsGame) -> str:
    if game.exhibition:
        return words("exhibition.is")
    if not game.boxes:
        return words("certificate.learned-nothing")
    counts = {"more": game.more, "fewer": game.fewer}
    beads = ", ".join(words(f"certificate.{which}", n=n) for which, n in counts.items() if n)
    return words("certificate.learned", beads=beads, boxes=words("certificate.boxes", n=game.boxes))


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
    heads = words("certificate.before"), words("certificate.after")
    told = [
        words.percent(float(100 * chance)) if chance is not None else "–"
        for chance in found.chances
    ]
    rows = zip(heads, (found.before, found.after), told, strict=True)
    below = y + NOTE_HEIGHT, width, height - NOTE_HEIGHT
    yield from changed_box_marks(kit, box, (found.colour,), list(rows), x, *below)


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
            under + cap_height(7) / 2,
            told,
            7,
            anchor=Anchor.END if colour else Anchor.MIDDLE,
        )
        if colour:
            yield from bead_marks(kit, kit.colour(colour), middle + shift, under, radius)
