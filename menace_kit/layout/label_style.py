"""How large each part of a kit's labels is; all labels share one style. In mm."""

import math
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache, lru_cache, partial
from itertools import product
from typing import NamedTuple

from menace_kit.errors import FitError
from menace_kit.frozen import Frozen
from menace_kit.layout.board import DOT, letter_size, smallest_board, smallest_square
from menace_kit.layout.label_code import code_cells
from menace_kit.layout.squares import board_width, is_wide
from menace_kit.layout.text.typesetting import cap_height, over, text_width
from menace_kit.machine import Box, Kit
from menace_kit.machine.containers import ContainerKind
from menace_kit.text import Words
from menace_kit.text.kit_words import paper_words
from menace_kit.text.sheet_words import place_words, stage_words

SAFE_MARGIN = 0.7


BAND_WIDTH = 2.0
"""Width of the stage band on labels of up to USUAL_AREA."""


USUAL_AREA = 600.0
"""Area in square mm up to which the least sizes apply: fronts of matchboxes."""


AIR = 0.9


NUMBER_SIZES = (
    72,
    64,
    56,
    48,
    44,
    40,
    36,
    32,
    28,
    26,
    24,
    22,
    20,
    18,
    16,
    15,
    14,
    13,
    12,
    11,
    10,
    9,
    8,
)


READ_FROM_AFAR = 24
"""Size of a number in points, 6.2 mm high, that is readable from more than 1 m."""


WORD_SIZES = (24, 20, 18, 16, 14, 12, 11, 10, 9, 8, 7.5, 7, 6.5, 6, 5.5, 5)


def _go_together(number: float, word: float) -> bool:
    # Large words are readable without being crowded.
    least = 1.6 if word <= 8 else 2
    most = 3.2 if number <= READ_FROM_AFAR else 2.5
    return least * word <= number <= most * word


TEXT_SIZES = tuple(
    (number, word)
    for number, word in product(NUMBER_SIZES, WORD_SIZES)
    if _go_together(number, word)
)
"""Sizes of number and words in points, best look first: you find a box by its number."""


BESIDE_NUMBER = -1
"""Instead of a line of words: on the number's own line, below the up-mark."""


LEGIBLE = 6
"""Size of words in points that is worth shorter words and a smaller board.

It applies to labels of up to USUAL_AREA.
"""


BELOW_COUNTS = 0.8
"""What the height of a board with words below it counts: beside it, words are found sooner."""


BOARD_SHARE = 0.5
"""Largest share of the label's width for the board: number and words need the rest."""


LEAST_CELL = 0.4
"""Smallest side of a cell that home printers print and phones read."""


CODE_CELLS = (0.5, 0.45, LEAST_CELL)
"""Sides of a QR code's cells on labels, best look first."""


BOARD_KEPT = 0.58
"""Least share of its height that a board keeps beside a QR code."""


ROUNDEST = SAFE_MARGIN / (1 - math.sqrt(0.5))
"""Largest radius of a corner that doesn't cut into what is printed up to the margin."""


UP_MARK = 2.0
"""Width of the up-mark on labels of up to USUAL_AREA: a triangle that points to the top edge."""


TAB_AIR = 1.0
"""How much narrower than the inside of the tray a tab is, so that it folds in."""


TAPER = 1.0
"""Most that a tab gets narrower towards its free edge, on each side."""


def up_height(width: float) -> float:
    """Return the height of an up-mark: its sides are equal."""
    return width * 0.87


def growth(width: float, height: float) -> float:
    """Return the factor by which the least parts grow on a larger label.

    They grow half as fast as its sides: board and number take most of the room.
    """
    return float(max(1.0, (width * height / USUAL_AREA) ** 0.25))


def legible(width: float, height: float) -> float:
    """Return the size in points that the words of a label should at least have."""
    wanted = LEGIBLE * growth(width, height)
    return min((size for size in WORD_SIZES if size >= wanted), default=WORD_SIZES[0])


class LabelStyle(Frozen, many=True):
    """What all labels of a kit share, so that they look alike: sizes in mm and points, and words.

    `width` × `height` is the front of the label; `above` and `below` are its tabs, `tab_width` wide
    at the fold. The board is `board` mm high and begins `board_left` mm from the left edge, after
    the fields of the stage band. `code` is the side of the QR code with the white around it; 0 for
    none. `words_below` means that number and words are below the board, `abreast` that they are
    side by side there, because the board is wide. `counts_line` is the line of words, from 0, that
    ends with what you count on the board (`Kit.code`), and `counts_size` its size; None if no line
    has room for it. `starts_line` and `starts_size` are the same for the beads that a box starts
    with (`starts_words`), shortened if `short_starts`; this line may be BESIDE_NUMBER.
    """

    width: float
    height: float
    above: float
    below: float
    tab_width: float
    corner: float
    pull: float
    board: float
    board_left: float
    number_size: float
    word_size: float
    short_place: bool
    code: float = 0.0
    board_width: float = 0.0
    words_below: bool = False
    abreast: bool = False
    counts_line: int | None = None
    counts_size: float = 0.0
    starts_line: int | None = None
    starts_size: float = 0.0
    short_starts: bool = False

    @property
    def full_height(self) -> float:
        return self.above + self.height + self.below

    @property
    def tab_left(self) -> float:
        """Return where a tab begins at its fold, from the label's left edge."""
        return (self.width - self.tab_width) / 2

    @property
    def band_width(self) -> float:
        return BAND_WIDTH * growth(self.width, self.height)

    @property
    def up_mark(self) -> float:
        return UP_MARK * growth(self.width, self.height)

    @property
    def board_top(self) -> float:
        """Return where the board begins, from the top of the front."""
        return SAFE_MARGIN if self.words_below else (self.height - self.board) / 2

    @property
    def free_right(self) -> float:
        """Return where QR code, drawer pull or margin begins, from the left edge."""
        return self.width - (self.pull + 2 * AIR if self.pull else SAFE_MARGIN) - self.code

    @property
    def text_room(self) -> tuple[float, float, float, float]:
        """Return the area for number and words: left, top, width and height.

        It counts from the front's top left corner.
        """
        left, top, height = self.board_left, self.board_top, self.board
        if self.words_below:
            top = top + self.board + AIR
            height = self.height - SAFE_MARGIN - top
        else:
            left = left + self.board_width + AIR + 0.3
        return left, top, (self.free_right - AIR if self.code else self.free_right) - left, height


def line_height(size: float) -> float:
    """Return the least height that a line of words of this size takes."""
    return cap_height(size) + size * 0.16


class _Missing(NamedTuple):
    """How many mm a label is too narrow, and too low; it fits if both are at most 0."""

    width: float
    height: float

    @property
    def is_low(self) -> bool:
        """Return whether it is too low but wide enough."""
        return self.width <= 0 < self.height

    @property
    def sentence(self) -> str:
        """Return what is wrong, and by how much."""
        small = "narrow" if self.height <= 0 else "low" if self.is_low else "small"
        return f"too {small} by {over(max(self))}"


class _TextNeeds(NamedTuple):
    """The longest number and line of words, in mm per point, and the number of lines."""

    number: float
    line: float
    lines: int

    def missing(self, style: LabelStyle) -> _Missing:
        """Return how much room the texts lack."""
        _, _, room, high = style.text_room
        line = self.line * style.word_size
        number_height = cap_height(style.number_size)
        lines_height = self.lines * line_height(style.word_size)
        number = self.number * style.number_size + AIR
        beyond = style.board_left + style.board_width - style.free_right
        if style.abreast:
            beside = number + line + AIR + style.up_mark
            return _Missing(max(beside - room, beyond), max(number_height, lines_height) - high)
        stacked = number_height + lines_height
        return _Missing(max(number + style.up_mark - room, line - room, beyond), stacked - high)


@lru_cache(maxsize=8)
def label_style(kit: Kit, width: float, height: float, tabs: bool) -> LabelStyle:
    """Return how a kit's labels look with this size of front.

    They have a QR code if the kit has a base address and board and words leave room for it. Raises
    FitError, saying by how much the front is too small.
    """
    return _with_starts(kit, _with_counts(kit, _bare_style(kit, width, height, tabs)))


def _bare_style(kit: Kit, width: float, height: float, tabs: bool) -> LabelStyle:
    _check_front(kit, height)
    needs = cache(partial(_text_needs, kit))
    plain = _fitted_style(kit, needs, width, height, tabs, 0.0)
    if kit.spec.print.base_address is None:
        return plain
    cells = code_cells(kit)
    for cell in CODE_CELLS:
        if cell <= (height - 2 * SAFE_MARGIN) / cells:
            with suppress(FitError):
                style = _fitted_style(kit, needs, width, height, tabs, cell * cells)
                if style.word_size >= LEGIBLE and style.board >= BOARD_KEPT * plain.board:
                    return style
    return plain


def _with_counts(kit: Kit, style: LabelStyle) -> LabelStyle:
    """Return the style with room for what you count on the board, if nothing else has to change.

    Kits without a cabinet have a line of their own for it.
    """
    if kit.spec.cabinet is None and not style.short_place:
        return style
    found = _line_with_room(kit, style, kit.code, LEGIBLE)
    return style if found is None else replace(style, counts_line=found[0], counts_size=found[1])


def _with_starts(kit: Kit, style: LabelStyle) -> LabelStyle:
    """Return the style with room for the starting beads, if any; shortened if necessary."""
    words = paper_words(kit)
    if any(box.taken for box in kit.boxes):  # these boxes have beads without a dot
        return style
    floors = dict.fromkeys((legible(style.width, style.height), LEGIBLE))
    for floor, short in product(floors, (False, True)):
        told = partial(starts_words, words, short=short)
        found = _line_with_room(kit, style, told, floor)
        found = found or _beside_number(kit, style, told, floor)
        if found is not None:
            return replace(style, starts_line=found[0], starts_size=found[1], short_starts=short)
    return style


def _beside_number(
    kit: Kit, style: LabelStyle, told: Callable[[Box], str], floor: float
) -> tuple[int, float] | None:
    """Return the same as `_line_with_room`, for room beside the number."""
    if style.abreast:
        return None
    size = min(style.word_size, floor)
    below_mark = cap_height(style.number_size) - up_height(style.up_mark) - AIR / 2
    widest = max(
        text_width(box.name, style.number_size, True) + text_width(told(box), size, True)
        for box in kit.boxes
    )
    has_room = widest + AIR <= style.text_room[2] and cap_height(size) <= below_mark
    return (BESIDE_NUMBER, size) if has_room else None


def starts_words(words: Words, box: Box, short: bool) -> str:
    """Return how many beads a box starts with for each of its dots."""
    return _starts_words(words, box.beads[0].start, short)


@lru_cache(maxsize=64)
def _starts_words(words: Words, start: int, short: bool) -> str:
    return words(f"label.each{'-short' if short else ''}", n=start)


@lru_cache(maxsize=64)
def lines_of_all(kit: Kit, short_place: bool) -> tuple[tuple[str, ...], ...]:
    """Return each box's lines of words below its number: its stage, and its place in the cabinet.

    Without a cabinet, the second line is what you count on the board; in short there is none.
    """
    every = ((stage_words(kit, box), _second_line(kit, box, short_place)) for box in kit.boxes)
    return tuple(tuple(line for line in both if line) for both in every)


def _second_line(kit: Kit, box: Box, short_place: bool) -> str:
    if kit.spec.cabinet:
        return place_words(kit, box, short_place)
    return "" if short_place else kit.code(box)


def _line_with_room(
    kit: Kit, style: LabelStyle, told: Callable[[Box], str], floor: float
) -> tuple[int, float] | None:
    """Return the line of words, from 0, that has room at its end for a text, and the text's size.

    `told` gives the text of each box. Its size is that of the words, or smaller, down to `floor`.
    Lines that already end with something have no room. Returns None if no line has room, or no box
    has a text.
    """
    lines = list(zip(lines_of_all(kit, style.short_place), map(told, kit.boxes), strict=True))
    if not any(text for _, text in lines):
        return None
    room = style.text_room[2]
    if style.abreast:
        room -= (
            max(text_width(box.name, style.number_size, True) for box in kit.boxes)
            + 2 * AIR
            + style.up_mark
        )
    gap = COUNTS_GAP * cap_height(style.word_size)
    smaller = (size for size in WORD_SIZES if floor <= size < style.word_size)
    for size in (style.word_size, *smaller):
        for place in range(len(lines[0][0])):
            pairs = {(said[place], text) for said, text in lines}
            widths = (
                text_width(line, style.word_size) + gap + text_width(text, size, True)
                for line, text in pairs
            )
            if place != style.counts_line and max(widths) <= room:
                return place, size
    return None


def _fitted_style(
    kit: Kit,
    needs: Callable[[bool], _TextNeeds],
    width: float,
    height: float,
    tabs: bool,
    code: float,
) -> LabelStyle:
    """Return the best look with a QR code of this size, or none for 0.

    `needs` returns what the words need, with short places or full ones. Raises FitError if number
    and words don't fit.
    """
    shape = kit.container.label
    above, below = (shape.tab_above, shape.tab_below) if tabs else (0, 0)
    tab_width = max(0.0, min(width, kit.container.tray.width - TAB_AIR))
    board_left = _board_left(kit, width, height)
    least, words_below = _Missing(math.inf, math.inf), False
    for board, short_place, (number_size, word_size) in _looks(kit, needs, width, height):
        style = LabelStyle(
            width=width,
            height=height,
            above=above,
            below=below,
            tab_width=tab_width,
            corner=shape.corner,
            pull=shape.pull,
            board=board.height,
            board_left=board_left,
            board_width=board_width(kit, board.height),
            number_size=number_size,
            word_size=word_size,
            short_place=short_place,
            code=code,
            words_below=board.words_below,
            abreast=is_wide(kit),
        )
        missing = needs(short_place).missing(style)
        if max(missing) <= 0:
            return style
        if max(missing) < max(least):
            least, words_below = missing, board.words_below
    told = f"a label of {width:g} x {height:g} mm is {least.sentence} for the number and words "
    told += f"{'below' if words_below else 'beside'} its board"
    raise FitError(
        told + _way_out(kit, bool(shape.pull)), too_small=max(least), is_low=least.is_low
    )


def _way_out(kit: Kit, has_pull: bool) -> str:
    """Return the end of the sentence about a label that is too small."""
    spare = ["the cabinet"] if kit.spec.cabinet else []
    if has_pull:
        spare.append("the pull")
    beside_pull = " and the drawer pull" if has_pull else ""
    without = f", or leave out {' or '.join(spare)}" if spare else ""
    return f"{beside_pull}; take a larger container or stock{without}"


def _on_top_instead(kit: Kit) -> str:
    if kit.container.kind is not ContainerKind.MATCHBOX:
        return ""
    return "; with kind = 'flat-matchbox' in the container's file it goes on top of the box"


def _check_front(kit: Kit, height: float) -> None:
    """Raise FitError if board, drawer pull or ink at a round corner cannot fit."""
    shape, board = kit.container.label, smallest_board(kit)
    missing = board + 2 * SAFE_MARGIN - height
    if missing > 0:
        raise FitError(
            f"a label {height:g} mm high is too low for a board that can be read: "
            f"by {over(missing)} (its squares need "
            f"{smallest_square(kit):.3g} mm){_on_top_instead(kit)}",
            too_small=missing,
            is_low=True,
        )
    if shape.pull > height - 2 * SAFE_MARGIN:
        beyond = shape.pull + 2 * SAFE_MARGIN - height
        raise FitError(
            f"a drawer pull of {shape.pull:g} mm is too large for a label {height:g} mm high by "
            f"{over(beyond)}",
            too_large=beyond,
        )
    if shape.corner > ROUNDEST:
        raise FitError(
            f"corners of radius {shape.corner:g} mm are too round "
            f"by {over(shape.corner - ROUNDEST)}: they cut into what is printed"
        )
    if not kit.has_arrows:  # arrows make squares large enough for their dots
        letter_size(kit.bead_letters, smallest_square(kit) * DOT)


def _board_left(kit: Kit, width: float, height: float) -> float:
    """Return where boards begin: further left if boxes serve at any move, without a stage band."""
    return SAFE_MARGIN + (BAND_WIDTH * growth(width, height) + AIR if kit.tells_stages else 0)


class _Board(NamedTuple):
    """A board's height, and whether words are below it."""

    height: float
    words_below: bool

    @property
    def rank(self) -> float:
        return self.height * (BELOW_COUNTS if self.words_below else 1)


def _boards(kit: Kit, lines: int, width: float, height: float) -> list[_Board]:
    """Return the boards to try with so many lines of words, best look first."""
    high, pull = height - 2 * SAFE_MARGIN, kit.container.label.pull
    wide = width - _board_left(kit, width, height) - (pull + 2 * AIR if pull else SAFE_MARGIN)
    wide /= board_width(kit, 1.0)
    if is_wide(kit):
        return [_Board(each, True) for each in _heights(kit, min(high, wide))]
    word = legible(width, height)
    text = AIR + cap_height(2 * word) + lines * line_height(word)
    boards = [_Board(each, False) for each in _heights(kit, min(high, width * BOARD_SHARE))]
    boards += [_Board(each, True) for each in _heights(kit, min(high - text, wide))]
    return sorted(boards, key=lambda board: board.rank, reverse=True)


def _heights(kit: Kit, best: float) -> list[float]:
    """Return heights of a board to try, from the best down to the smallest legible one."""
    least = smallest_board(kit)
    return [least + share * max(0.0, best - least) for share in (1, 0.75, 0.5, 0.25, 0)]


def _looks(
    kit: Kit, needs: Callable[[bool], _TextNeeds], width: float, height: float
) -> Iterator[tuple[_Board, bool, tuple[float, float]]]:
    """Yield boards, whether places are short, and sizes of number and words, best look first.

    Legible words come first, and only they have full places; smaller words are a last resort.
    """
    boards = _boards(kit, needs(True).lines, width, height)
    above = math.inf
    for floor in (legible(width, height), LEGIBLE, 0):
        sizes = [(number, word) for number, word in TEXT_SIZES if floor <= word < above]
        yield from product(boards, (False, True) if floor else (True,), sizes)
        above = floor


def _text_needs(kit: Kit, short_place: bool) -> _TextNeeds:
    number = max(text_width(box.name, 1, True) for box in kit.boxes)
    lines = lines_of_all(kit, short_place)
    widest = max(text_width(line, 1) for line in set().union(*lines))
    return _TextNeeds(number, widest, lines=len(lines[0]))


COUNTS_GAP = 0.8
"""Least gap between a line of words and the text at its end, in heights of a capital."""
