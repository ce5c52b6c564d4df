"""How the labels of a kit look: sizes of board, number and words that fit on the front for all boxes alike. In mm."""

import math
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

from menace_kit.errors import FitError
from menace_kit.layout.board import (
    DOT,
    board_width,
    is_wide,
    least_radius,
    letter_size,
    smallest_board,
    smallest_square,
)
from menace_kit.layout.code import LEAST_CELL, code_cells
from menace_kit.layout.label_words import word_lines
from menace_kit.layout.text import cap_height, over, text_width
from menace_kit.machine.container import LabelShape
from menace_kit.machine.kit import Kit
from menace_kit.text import Words

MARGIN = 0.7
BAND_WIDTH = 2.0
AIR = 0.9
NUMBER_SIZES = (72, 64, 56, 48, 44, 40, 36, 32, 28, 26, 24, 22, 20, 18, 16, 15, 14, 13, 12, 11, 10, 9, 8)
WORD_SIZES = (24, 20, 18, 16, 14, 12, 11, 10, 9, 8, 7.5, 7, 6.5, 6, 5.5, 5)
LEGIBLE = 6
"""The size in points that words have at least, where shorter words and a smaller board make it possible."""

BOARD_SHARE = 0.5
"""The board takes at most this share of the label's width: number and words need the rest."""

CODE_CELLS = (0.5, 0.45, LEAST_CELL)
"""Sides of a square code's cells on labels, the best look first."""

BOARD_KEPT = 0.6
"""The share of its height that a board keeps at least where a square code stands beside it."""

ROUNDEST = MARGIN / (1 - math.sqrt(0.5))
"""Radius of the roundest corner that leaves alone what is printed up to the margin."""

UP_MARK = 2.0
"""Width of the up-mark at the least: a triangle that points to the top edge."""

TAB_AIR = 1.0
"""How much narrower than the inside of the tray a tab is, so that it can be folded into it."""

TAPER = 1.0
"""How much narrower a tab is at its free edge, on each side, at the most."""


@dataclass(frozen=True, slots=True)
class LabelStyle:
    """What all labels of a kit share, so that they look alike: sizes in mm and points, and which words fit.

    `width` x `height` is the front of the label; `above` and `below` are its tabs, `tab_width` wide at the fold. `code`
    is the side of the square code, the white round it included; 0 for none. `words_below` where the board is so wide
    that number and words stand below it.
    """

    width: float
    height: float
    above: float
    below: float
    tab_width: float
    corner: float
    pull: float
    board: float
    number_size: float
    word_size: float
    short_place: bool
    code: float = 0.0
    board_width: float = 0.0
    words_below: bool = False

    @property
    def full_height(self) -> float:
        """Return the height of a label with its tabs."""
        return self.above + self.height + self.below

    @property
    def tab_left(self) -> float:
        """Return where a tab begins at its fold, from the label's left edge."""
        return (self.width - self.tab_width) / 2

    @property
    def up_mark(self) -> float:
        """Return the width of the up-mark."""
        return max(UP_MARK, min(self.height * 0.1, self.width * 0.07, 2 * UP_MARK))

    @property
    def text_left(self) -> float:
        """Return where the column of number and words begins, from the label's left edge."""
        return self.board_left if self.words_below else self.board_left + self.board_width + AIR + 0.3

    @property
    def board_left(self) -> float:
        """Return where the board begins, from the label's left edge."""
        return MARGIN + BAND_WIDTH + AIR

    @property
    def board_top(self) -> float:
        """Return where the board begins, from the top of the front."""
        return MARGIN if self.words_below else (self.height - self.board) / 2

    @property
    def text_top(self) -> float:
        """Return where the room for number and words begins, from the top of the front."""
        return MARGIN + self.board + AIR if self.words_below else self.board_top

    @property
    def text_height(self) -> float:
        """Return how high that room is."""
        return self.height - MARGIN - self.text_top if self.words_below else self.board

    @property
    def text_width(self) -> float:
        """Return how wide that column is."""
        return (self.code_left - AIR if self.code else self.free_right) - self.text_left

    @property
    def code_left(self) -> float:
        """Return where the square code begins, from the label's left edge."""
        return self.free_right - self.code

    @property
    def free_right(self) -> float:
        """Return where the drawer pull's room begins, or the margin."""
        return self.width - (self.pull + 2 * AIR if self.pull else MARGIN)


def label_style(kit: Kit, words: Words, width: float, height: float, tabs: bool) -> LabelStyle:
    """Return how the labels of a kit look at this size of front; FitError says by how much it is too small.

    They have a square code where the kit has a base address and board and words leave it room.
    """
    _check_front(kit, height, kit.container.label)
    plain = _fitted_style(kit, words, width, height, tabs, 0.0)
    for code in _code_sides(kit, height):
        with suppress(FitError):
            style = _fitted_style(kit, words, width, height, tabs, code)
            if style.word_size >= LEGIBLE and style.board >= BOARD_KEPT * plain.board:
                return style
    return plain


def _code_sides(kit: Kit, height: float) -> Iterator[float]:
    """Yield how large a square code may be on a label of this height, the best first; none where it has no address."""
    if kit.spec.print.base_address is not None:
        cells = code_cells(kit)
        room = (height - 2 * MARGIN) / cells
        for cell in CODE_CELLS:
            if LEAST_CELL <= cell <= room:
                yield cell * cells


def _fitted_style(kit: Kit, words: Words, width: float, height: float, tabs: bool, code: float) -> LabelStyle:
    """Return the best look with a square code of this size, or none; FitError where number and words have no room."""
    shape = kit.container.label
    least_missing = math.inf
    needs = {short_place: _text_needs(kit, words, short_place) for short_place in (False, True)}
    for board, short_place, number_size, word_size in _looks(kit, width, height):
        style = LabelStyle(
            width,
            height,
            shape.tab_above if tabs else 0,
            shape.tab_below if tabs else 0,
            max(0.0, min(width, kit.container.tray.width - TAB_AIR)),
            shape.corner,
            shape.pull,
            board,
            number_size,
            word_size,
            short_place,
            code,
            board_width(kit, board),
            is_wide(kit),
        )
        missing = needs[short_place].overflow(style)
        if missing <= 0:
            return style
        least_missing = min(least_missing, missing)
    raise FitError(
        f"a label of {width:g} x {height:g} mm is too small by {over(least_missing)} for the number and words beside "
        f"its board{' and the drawer pull' if shape.pull else ''}; take a larger container or stock"
        f"{', or leave out the cabinet or the pull' if kit.spec.cabinet or shape.pull else ''}"
    )


def _check_front(kit: Kit, height: float, shape: LabelShape) -> None:
    """Raise FitError where the board, the drawer pull or the ink at a round corner has no room, whatever the words."""
    letters = "".join(colour.key for colour in kit.colours)
    board = smallest_board(kit)
    if height < board + 2 * MARGIN:
        raise FitError(
            f"a label {height:g} mm high is too low for a board that can be read: by "
            f"{over(board + 2 * MARGIN - height)} (its squares need {smallest_square(kit):.3g} mm)"
        )
    if shape.pull > height - 2 * MARGIN:
        raise FitError(
            f"a drawer pull of {shape.pull:g} mm is too large for a label {height:g} mm high by "
            f"{over(shape.pull + 2 * MARGIN - height)}"
        )
    if shape.corner > ROUNDEST:
        raise FitError(
            f"corners of radius {shape.corner:g} mm are too round by {over(shape.corner - ROUNDEST)}: they cut into "
            "what is printed"
        )
    dot = least_radius(letters) if kit.has_arrows else smallest_square(kit) * DOT
    letter_size(letters, dot)


def _board_heights(kit: Kit, width: float, height: float) -> Iterator[float]:
    """Yield how high the board may be, the best look first, then lower for the words' sake."""
    least = smallest_board(kit)
    room = width * BOARD_SHARE
    if is_wide(kit):
        pull = kit.container.label.pull
        room = (width - MARGIN - BAND_WIDTH - AIR - (pull + 2 * AIR if pull else MARGIN)) / board_width(
            kit, 1.0
        )
    best = max(least, min(height - 2 * MARGIN, room))
    for share in (1, 0.75, 0.5, 0.25, 0):
        yield least + share * (best - least)


def _looks(kit: Kit, width: float, height: float) -> Iterator[tuple[float, bool, float, float]]:
    """Yield the board's height, whether places are short, number size and word size, the best look first.

    Words of 6 points come first, and a place in full only has them; smaller words are the last resort.
    """
    boards = list(_board_heights(kit, width, height))
    for legible in (True, False):
        for board in boards:
            for short_place in (False, True) if legible else (True,):
                for number_size, word_size in _sizes(legible):
                    yield board, short_place, number_size, word_size


def _sizes(legible: bool) -> Iterator[tuple[float, float]]:
    """Yield number size and word size, the best look first: a box is found by its number."""
    for number_size in NUMBER_SIZES:
        for word_size in WORD_SIZES:
            least = (1.6 if word_size <= 8 else 2) * word_size  # large words need no crowding to be read
            if least <= number_size <= 3.2 * word_size and (word_size >= LEGIBLE) is legible:
                yield number_size, word_size


class _TextNeeds(NamedTuple):
    """The longest number and line of words in mm for each point of size, and how many lines of words there are."""

    number: float
    line: float
    lines: int

    def overflow(self, style: LabelStyle) -> float:
        """Return by how many mm the texts miss their room; 0 or less is a fit."""
        number = self.number * style.number_size + AIR + style.up_mark
        line_height = cap_height(style.word_size) + style.word_size * 0.16
        height = cap_height(style.number_size) + self.lines * line_height
        if style.words_below:
            beside = self.number * style.number_size + AIR + self.line * style.word_size + AIR + style.up_mark
            row = max(cap_height(style.number_size), self.lines * line_height)
            right = (
                style.board_left + style.board_width - (style.code_left if style.code else style.free_right)
            )
            return max(beside - style.text_width, row - style.text_height, right)
        return max(
            number - style.text_width, self.line * style.word_size - style.text_width, height - style.board
        )


def _text_needs(kit: Kit, words: Words, short_place: bool) -> _TextNeeds:
    numbers = (text_width(box.name, 1, True) for box in kit.boxes)
    lines = [word_lines(kit, words, box, short_place) for box in kit.boxes]
    widest = max(text_width(line, 1) for line in {line for of_box in lines for line in of_box})
    return _TextNeeds(max(numbers), widest, max(map(len, lines)))
