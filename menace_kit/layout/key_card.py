"""The key card: which colour means which square, large for the wall, and small to hand out. In mm."""

from collections.abc import Iterator

from menace_kit.layout.colour_key import colour_key, key_marks
from menace_kit.layout.cutting import card_cut_marks
from menace_kit.layout.fitted import fitted
from menace_kit.layout.labels import SHEET_MARGIN
from menace_kit.layout.marks import Anchor, Document, Mark
from menace_kit.layout.page import Frame
from menace_kit.layout.poster import MARGIN, poster_area
from menace_kit.layout.sayings import said
from menace_kit.layout.sheet import Grid, plain_grid
from menace_kit.machine.kit import Kit
from menace_kit.text import Words

CARD = (85.6, 54.0)
"""Longer and shorter side of a card that goes where a bank card goes (ISO/IEC 7810 ID-1)."""

CARD_RADIUS = 3.18
CARD_PADDING = 3.0
CARD_GAP = 2.0


def key_card_document(kit: Kit, words: Words, name: str = "key-card") -> Document:
    """Return one page for the wall: the board with each square's colour, or the list of colours."""
    left, top, width, bottom = poster_area(kit)
    middle = left + width / 2
    title = fitted(_title(kit, words), width, 26, largest=34, bold=True)
    marks: list[Mark] = [*title.marks(middle, top + 3, Anchor.MIDDLE)]
    notes = [fitted(note, width, 24, largest=18) for note in _notes(kit, words)]
    board_top = top + 3 + title.height + 5
    room = bottom - board_top - 7 - sum(note.height + 2.5 for note in notes)
    key = colour_key(kit)
    side = min(width / key.columns, room / key.rows)
    across, down = side * key.columns, side * key.rows
    board_top += (room - down) / 3
    marks += key_marks(kit, words, middle - across / 2, board_top, across, down)
    y = board_top + down + 7 + (room - down) / 3
    for note in notes:
        marks += note.marks(middle, y, Anchor.MIDDLE)
        y += note.height + 2.5
    return Frame(kit, words, MARGIN, words("key-card.subject")).document(name, _title(kit, words), [marks])


def key_cards_document(kit: Kit, words: Words, name: str = "key-cards") -> Document:
    """Return one page of cards for visitors, as many as fit, to be cut out."""
    long, short = CARD
    grids = [plain_grid(kit.spec.print.paper, *size, CARD_GAP) for size in ((short, long), (long, short))]
    grid = max(grids, key=lambda grid: grid.cells)
    frame = Frame(kit, words, SHEET_MARGIN, words("key-card.cards-subject"))
    marks: list[Mark] = []
    for cell in range(grid.cells):
        x, y = grid.corner(cell)
        marks += card_cut_marks(x, y, grid.width, grid.height, CARD_RADIUS, CARD_GAP)
        marks += _card_marks(kit, words, grid, x, y)
    return frame.document(name, words("key-card.cards-title"), [[*marks, *frame.ruler()]])


def _card_marks(kit: Kit, words: Words, grid: Grid, x: float, y: float) -> Iterator[Mark]:
    """Yield a card: the key in a square at its top or left, beside it whose it is and what it says."""
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


def _title(kit: Kit, words: Words) -> str:
    return (
        words("key-card.title-board") if colour_key(kit).is_board else said(kit, words, "key-card.title-list")
    )


def _notes(kit: Kit, words: Words) -> Iterator[str]:
    """Yield what stands below the key on the wall."""
    yield _note(kit, words)
    if colour_key(kit).is_board and len(kit.symmetries) > 1:
        yield words("key-card.triangle")


def _note(kit: Kit, words: Words) -> str:
    """Return how a colour is read off: where labels are turned to lie as the table does, the squares go with them."""
    if not colour_key(kit).is_board:
        return said(kit, words, "key-card.note-list")
    return words(f"key-card.note-{kit.spec.boxes.symmetry}")
