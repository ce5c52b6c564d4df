"""A large board for the table, and marks to cut out and lay on it. In mm."""

from collections.abc import Iterator

from menace_kit.games import Pieces, Position, Side, move_text
from menace_kit.layout.labels.style import NUMBER_SIZES
from menace_kit.layout.marks import (
    BLACK,
    GREY,
    HAIRLINE,
    WHITE,
    Anchor,
    Circle,
    Document,
    Layer,
    Line,
    Mark,
    Polyline,
    Rectangle,
    Text,
)
from menace_kit.layout.primitives.board import (
    board_height,
    board_marks,
    grid_marks,
    is_wide,
    position_marks,
    square_corner,
    square_within,
)
from menace_kit.layout.primitives.page import Frame
from menace_kit.layout.primitives.pieces import cell_height, piece_marks
from menace_kit.layout.sheets.cards import colour_key, disc_marks, key_marks
from menace_kit.layout.text.column import FORM, POSTER, Column, fitted_together, line_pitch
from menace_kit.layout.text.fonts import cap_height, text_width
from menace_kit.layout.text.form import BODY, FOOT, FORM_MARGIN, TOP, form_size
from menace_kit.layout.text.poster import (
    GUTTER,
    POSTER_MARGIN,
    best_that_fits,
    panel_marks,
    poster_area,
    title_marks,
)
from menace_kit.machine.boxes import Bead, Box
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Result, change_by, most_marks, results
from menace_kit.text import Words
from menace_kit.text.kit_words import player, said

PEN = 1.2
"""Width of the board's lines."""

NUMBER = 14.0
"""Size of a square's number in points, at the most; it has a ninth of the square's height at the most."""

TEXT_ROOM = 34.0
"""What is kept free for the text below the board: enough for longer languages."""

PIECE_SHARE = 0.7
"""Side of a cut-out piece as a share of the square that it lies on: the square's number stays in sight."""

MARK_GROWTH = 1.15
"""How much larger a piece's mark is drawn than in a square of its size, for it needs no air round it."""

GAP = 4.0
"""Between two pieces."""

SPARE = 1
"""Pieces of each kind more than a game can need: they get lost."""


def table_board_document(kit: Kit, words: Words, name: str = "table-board") -> Document:
    """Return the board on a page of its own, then the sheets of pieces."""
    title = words("table-board.title")
    pages = [list(_board_page(kit, words)), *_piece_pages(kit, words)]
    return Frame(kit, words, FORM_MARGIN, title).document(name, title, pages)


def board_square(kit: Kit) -> float:
    """Return the side of the board's squares in whole mm: as large as the page takes them."""
    _, height, width = form_size(kit)
    return float(int(square_within(kit, width, height - TOP - FOOT - TEXT_ROOM)))


def piece_size(kit: Kit) -> float:
    """Return the width of a cut-out piece in whole mm; it is as high as its square's form asks for."""
    return float(int(board_square(kit) * PIECE_SHARE))


def pieces(kit: Kit) -> list[Side]:
    """Return whose each piece is: as many of a side as a game can have on the board, and a spare one."""
    return [
        side
        for side, most in zip(Side, most_marks(kit.game), strict=True)
        if most
        for _ in range(most + SPARE)
    ]


def _board_page(kit: Kit, words: Words) -> Iterator[Mark]:
    page_width, _, width = form_size(kit)
    square = board_square(kit)
    rows, columns = kit.game.rows, kit.game.columns
    left, top = (page_width - columns * square) / 2, TOP
    high = square * cell_height(kit)
    right, bottom = left + columns * square, top + rows * high
    for column in range(columns + 1):
        x = left + column * square
        yield Line(x, top - PEN / 2, x, bottom + PEN / 2, PEN)
    for row in range(rows + 1):
        y = top + row * high
        yield Line(left, y, right, y, PEN)
    size = min(NUMBER, square / 9 / cap_height(1))
    for number in range(rows * columns):
        x, y = square_corner(kit, number, left, top, square)
        x, y = x + PEN / 2 + 1.8, y + PEN / 2 + 1.8 + cap_height(size)
        yield Text(x, y, move_text((number,)), size, bold=True, colour=GREY)
    text = Column(FORM_MARGIN, bottom + 5, width, BODY, FORM)
    for sentence in _sentences(kit, words):
        text.paragraph(sentence, 11)
    yield from text.marks


def _sentences(kit: Kit, words: Words) -> Iterator[str]:
    """Yield who has which mark, and how the board lies."""
    first, second = (player(kit, words, side) for side in Side)
    if kit.spec.side == "both":
        yield said(kit, words, "table-board.both", first=first, second=second)
    elif kit.spec.side == Side.FIRST.value:
        yield words("table-board.machine-first", machine=first, opponent=second)
    else:
        yield words("table-board.machine-second", machine=second, opponent=first)
    yield said(kit, words, "table-board.lie")


def _piece_pages(kit: Kit, words: Words) -> Iterator[list[Mark]]:
    """Yield the sheets of pieces, each with what to do above it."""
    page_width, height, width = form_size(kit)
    side, rest = piece_size(kit), pieces(kit)
    high = side * cell_height(kit)
    pitch, pitch_y = side + GAP, high + GAP
    while rest:
        text = Column(FORM_MARGIN, TOP, width, BODY, FORM)
        text.heading(said(kit, words, "table-board.pieces"))
        text.paragraph(said(kit, words, "table-board.cut", side=f"{side:g}"), BODY)
        columns = int((width + GAP) / pitch)
        rows = int((height - FOOT - text.y - 3 + GAP) / pitch_y)
        left = (page_width - columns * pitch + GAP) / 2
        marks = text.marks
        for place, owner in enumerate(rest[: columns * rows]):
            x, y = left + place % columns * pitch, text.y + 3 + place // columns * pitch_y
            marks.append(Rectangle(x, y, side, high, HAIRLINE, BLACK, layer=Layer.CUT))
            marks += _large_piece(kit, owner, x + side / 2, y + high / 2, side)
        rest = rest[columns * rows :]
        yield marks


def _large_piece(kit: Kit, owner: Side, x: float, y: float, side: float) -> Iterator[Mark]:
    """Yield a piece; a ring as two discs, for where a thick line begins and ends a gap may show."""
    square = side * (1.0 if kit.game.pieces is Pieces.TOKENS else MARK_GROWTH)
    for ink in piece_marks(kit, owner.cell, x, y, square):
        if isinstance(ink, Circle) and ink.fill is None:
            yield Circle(ink.x, ink.y, ink.radius + ink.line / 2, 0, None, BLACK)
            yield Circle(ink.x, ink.y, ink.radius - ink.line / 2, 0, None, WHITE)
        else:
            yield ink


# Rules for visitors: a poster that tells somebody of ten what this is, how to play, and why it learns. In mm.

SIZES = tuple(size / 4 for size in range(72, 43, -1))
"""Sizes of the text in points, 18 to 11, the best first."""

PICTURE = 32.0
"""Height of each of the four pictures."""

ARROW = 9.0


def visitor_rules_document(kit: Kit, words: Words, name: str = "rules-for-visitors") -> Document:
    """Return the poster; FitError where its words do not fit on a page at 11 points."""
    left, top, width, bottom = poster_area(kit)
    title = words("visitors.title")
    head, y = title_marks(title, left, top, width, 15)

    def body(size: float) -> tuple[list[Mark], float]:
        about = Column(left, y, width, size, POSTER)
        about.paragraph(_about(kit, words))
        pictures, end = _picture_marks(kit, words, left, about.y + 3, width, size)
        columns, end = _play_and_colours(kit, words, left, end + 0.8 * line_pitch(size), width, size)
        after = Column(left, end + 0.6 * line_pitch(size), width, size, POSTER)
        after.heading(words("visitors.after"))
        panels = [
            (words(f"visitors.result-{result.value}"), [_lesson(kit, words, result)])
            for result in results(kit.game)
        ]
        framed, end = panel_marks(panels, left, after.y + 1, width, size)
        why = Column(left, end + 0.6 * line_pitch(size), width, size, POSTER)
        why.heading(words("visitors.why"))
        why.paragraph(" ".join(_reasons(kit, words)))
        return [*about.marks, *pictures, *columns, *after.marks, *framed, *why.marks], why.y

    marks = best_that_fits(body, SIZES, bottom, title)
    return Frame(kit, words, POSTER_MARGIN, words("visitors.subject")).document(
        name, title, [[*head, *marks]]
    )


def sample_box(kit: Kit) -> tuple[Box, Bead]:
    """Return the box of the picture, the fullest of the second stage if there is one, and its bead that rolls out."""
    side = kit.stages[0][0]
    stage = min(2, max(stage for owner, stage in kit.stages if owner is side))
    boxes = [box for box in kit.boxes if (box.side, box.stage) == (side, stage)]
    box = max(boxes, key=lambda box: len(box.beads))
    return box, box.beads[len(box.beads) // 2]


def _picture_marks(
    kit: Kit, words: Words, x: float, y: float, width: float, size: float
) -> tuple[list[Mark], float]:
    """Return four pictures with arrows between them - board, box, bead, board - and where their captions end."""
    box, bead = sample_box(kit)
    square = square_within(kit, PICTURE, PICTURE)
    board = square * kit.game.columns
    front = width - 2 * board - PICTURE * 0.8 - 6 * ARROW * 0.5 - 3 * ARROW
    widths = (board, front, PICTURE * 0.8, board)
    step = (width - sum(widths)) / 3
    lefts = [x + sum(widths[:place]) + place * step for place in range(4)]
    middle = y + PICTURE / 2
    marks: list[Mark] = [*_table_marks(kit, box.position, lefts[0], y, square)]
    marks += _front_marks(kit, box, lefts[1], y, front)
    marks += disc_marks(kit, kit.colour(bead.colour), lefts[2] + widths[2] / 2, middle, PICTURE * 0.33)
    marks += _table_marks(kit, kit.game.play(box.position, bead.move), lefts[3], y, square)
    for place in range(3):
        start = lefts[place] + widths[place] + (step - ARROW) / 2
        marks += _arrow_marks(start, middle)
    captions = [words(f"visitors.picture-{what}") for what in ("board", "box", "bead", "move")]
    room = board + 2
    lines = fitted_together(captions, room, 4 * line_pitch(size), min(size, 13), bold=True)
    for caption, left, wide in zip(lines, lefts, widths, strict=True):
        marks += caption.marks(left + wide / 2, y + PICTURE + 3, Anchor.MIDDLE)
    return marks, y + PICTURE + 3 + max(caption.height for caption in lines)


def _table_marks(kit: Kit, position: Position, x: float, y: float, square: float) -> Iterator[Mark]:
    """Yield a position as it lies on a table."""
    y += (PICTURE - board_height(kit, square)) / 2
    yield from grid_marks(kit, x, y, square)
    yield from position_marks(kit, position.cells, x, y, square)


def _front_marks(kit: Kit, box: Box, x: float, y: float, width: float) -> Iterator[Mark]:
    """Yield the front of a box with its label: drawing, number, and the triangle that points up."""
    inset = 2.6
    side = PICTURE - 2 * inset
    yield Rectangle(x, y, width, PICTURE, 0.6, BLACK, None, 1.2)
    square = square_within(kit, width - 2 * inset if is_wide(kit) else side, side)
    board = board_height(kit, square)
    yield from board_marks(kit, box, x + inset, y + inset, board)
    foot = y + PICTURE - inset
    start, top = x + inset + square * kit.game.columns + inset, y + inset
    if is_wide(kit):
        start, top = x + inset, top + board + inset
    room = x + width - inset - start
    size = next(
        (
            size
            for size in NUMBER_SIZES
            if text_width(box.name, size, True) <= room and cap_height(size) <= foot - top
        ),
        NUMBER_SIZES[-1],
    )
    yield Text(start, top + cap_height(size), box.name, size, True)
    up = min(6.0, room)
    left = x + width - inset - up if is_wide(kit) else start
    yield Polyline(((left, foot), (left + up / 2, foot - up * 0.87), (left + up, foot)), fill=BLACK)


def _arrow_marks(x: float, y: float) -> Iterator[Mark]:
    yield Line(x, y, x + ARROW - 3, y, 1.2)
    yield Polyline(((x + ARROW - 4, y - 2.6), (x + ARROW, y), (x + ARROW - 4, y + 2.6)), fill=BLACK)


def _play_and_colours(
    kit: Kit, words: Words, x: float, y: float, width: float, size: float
) -> tuple[list[Mark], float]:
    """Return how one plays, and beside it the key of colours; and where the longer of the two ends."""
    half = (width - GUTTER) / 2
    play, colours = Column(x, y, half, size, POSTER), Column(x + half + GUTTER, y, half, size, POSTER)
    play.heading(words("visitors.play"))
    play.items(_play(kit, words))
    key = colour_key(kit)
    colours.heading(words("visitors.colours"))
    meaning = words("visitors.colours-board") if key.is_board else said(kit, words, "visitors.colours-list")
    colours.paragraph(f"{meaning} {words('visitors.colours-more')}" if _can_hold_several(kit) else meaning)
    side = max(44.0, min(half, play.y - colours.y - 1))
    across = min(half, side * key.columns / key.rows)
    marks = key_marks(kit, words, colours.left + (half - across) / 2, colours.y + 1, across, side)
    return [*play.marks, *colours.marks, *marks], max(play.y, colours.y + 1 + side)


def _can_hold_several(kit: Kit) -> bool:
    """Return whether a box can ever hold more than one bead of a colour."""
    gains = (change for result in results(kit.game) for change in _changes(kit, result))
    return any(change > 0 for change in gains) or any(
        bead.start > 1 for box in kit.boxes for bead in box.beads
    )


def _about(kit: Kit, words: Words) -> str:
    """Return what the machine is: in general, where there is no sentence on its game."""
    return said(kit, words, "visitors.about", name=kit.spec.name, boxes=len(kit.boxes))


def _play(kit: Kit, words: Words) -> Iterator[str]:
    """Yield how a visitor plays against this machine."""
    first, second = (player(kit, words, side) for side in Side)
    mark, other = (second, first) if kit.spec.side == "second" else (first, second)
    yield said(kit, words, f"visitors.side-{kit.spec.side}", mark=mark, other=other)
    yield said(kit, words, "visitors.goal")
    yield words("visitors.turn")
    yield words("visitors.reply")


def _changes(kit: Kit, result: Result) -> list[int]:
    """Return by how many beads of the drawn colour a result changes a box, in order of the stages."""
    stages = sorted({stage for _, stage in kit.stages})
    return [change_by(kit, result, stage) for stage in stages]


def _lesson(kit: Kit, words: Words, result: Result) -> str:
    """Return what a result does to the beads, over all stages, simply but truly."""
    changes = _changes(kit, result)
    least, most = min(changes), max(changes)
    if least < 0 < most:
        return words("visitors.mixed")
    if least == most == 0:
        return words("visitors.same")
    if most > 0:
        return said(kit, words, "visitors.more" if least == most else "visitors.more-or-less", n=most)
    return said(kit, words, "visitors.fewer" if least == most else "visitors.fewer-or-less", n=-least)


def _reasons(kit: Kit, words: Words) -> Iterator[str]:
    """Yield why this machine learns: only what its rules do."""
    if max(_changes(kit, Result.WIN)) > 0:
        yield words("visitors.why-more")
    if min(_changes(kit, Result.LOSS)) < 0:
        yield words("visitors.why-fewer")
    yield words("visitors.why-end")
