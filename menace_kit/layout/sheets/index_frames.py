"""Frames of the index chart: the small boards below a heading."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from menace_kit.games import Pieces
from menace_kit.layout.board import PAWN, board_marks, icon_marks, smallest_square
from menace_kit.layout.marks import BLACK, THIN, WHITE, Anchor, Mark, Rectangle, Text
from menace_kit.layout.squares import Squares
from menace_kit.layout.text.typesetting import cap_height, text_width
from menace_kit.layout.type_scale import SMALLEST, TEXT
from menace_kit.machine import Box, Kit
from menace_kit.machine.finding import CODE_DOT, Group
from menace_kit.text.sheet_words import place_words

SQUARE, POSTER_SQUARE = 4.4, 4.1
"""Side of a small board's square, in the chart and on a poster with scale 1."""


LARGE_MARKS = 1.1 * PAWN
"""Height of marks on a small board: you look for them, so they should be seen before the beads."""


ARROW_AIR = 1.9
"""Side of a square for looking up arrows, as a multiple of the least."""


ICON_SQUARE, POSTER_ICON_SQUARE = 3.0, 2.8
"""Side of a square of the picture before a group, in the chart and on a poster with scale 1."""


NUMBER_SIZE = TEXT


PLACE_SIZES = (6.0, SMALLEST)


TURNED = "↻"
"""After the number of a box whose label is turned or flipped compared with the chart."""


SYMMETRIC = "*"
"""After the number of a box whose position is symmetric itself."""


SIGN_SIZE = 7.0


FRAME_PAD = 1.2


BOARD_GAP, BARE_GAP = 2.0, 1.9
"""Gap between two boards of a frame, with and without beads."""


ICON_GAP = 1.8
"""Gap from the picture to the first board."""


CODE_SIZES, POSTER_CODES, TAG = (8.0, 7.0, 6.0), (13.0, 11.0, 9.5), "#DCDCDC"
"""Sizes of a code, larger ones for posters, and the grey around it.

A code that is too wide has a line for each zone.
"""


FRAME = "#9A9A9A"


class Frames:
    """How the groups of a kit are framed: the sizes that all of them share."""

    def __init__(self, kit: Kit, scale: float | None = None, drawn: bool = True) -> None:
        """Measure what is in a frame.

        With a `scale`, boards are scaled and have no beads. Frames that are not `drawn` are only
        measured.
        """
        self.kit, self.order, self.scale = kit, kit.finding, scale or 1.0
        self._bare, self._drawn = scale is not None, drawn
        self._gap = (BARE_GAP if self._bare else BOARD_GAP) * self.scale
        self._pad = FRAME_PAD * self.scale
        self._measure_boxes()
        self._measure_groups()

    def _measure_boxes(self) -> None:
        """Measure the boards, and the numbers and places below them."""
        kit = self.kit
        placed = kit.boxes if kit.spec.cabinet and not self._bare else ()
        self._places = {box.number: place_words(kit, box, short=True) for box in placed}
        square = POSTER_SQUARE * self.scale if self._bare else SQUARE
        if kit.has_arrows and not self._bare:
            square = max(square, smallest_square(kit) * ARROW_AIR)
        self._square = square
        self._board_width, self._board_height = Squares(kit, 0, 0, square).size
        self._place_size = next(
            (size for size in PLACE_SIZES if self._widest_place(size) <= self._board_width),
            SMALLEST,
        )
        self._number_size = NUMBER_SIZE * self.scale
        number = max(text_width(box.name, self._number_size, True) for box in kit.boxes)
        signs = 0.0 if self._bare else 2 * text_width(SYMMETRIC + TURNED, SIGN_SIZE) + 1
        cell = max(self._board_width, self._widest_place(self._place_size), number + signs)
        self._pitch = cell + self._gap

    def _measure_groups(self) -> None:
        """Measure the pictures of the groups, and the codes below them."""
        kit, order = self.kit, self.order
        letters = kit.game.pieces is Pieces.MARKS and set(kit.spec.marks) != set("OX")
        # A letter takes 5 points.
        icon = POSTER_ICON_SQUARE * self.scale if self._bare else ICON_SQUARE
        self._icon_square = max(icon, 2.5 if letters else 0.0)
        self._icon_width = self._icon_square * kit.game.columns
        codes = {order.code_text(group.code, kit.spec.marks) for group in order.groups}
        sizes = [size * self.scale for size in (*(POSTER_CODES if self._bare else ()), *CODE_SIZES)]
        room = self._icon_width * (1.3 if self._bare else 1)
        fitting = [
            size for size in sizes if max(text_width(code, size, True) for code in codes) <= room
        ]
        self._code_size, self._code_lines = (fitting or sizes[-1:])[0], not fitting
        parts = {part for code in codes for part in self._lines_of(code)}
        widest = max(text_width(part, self._code_size, True) for part in parts)
        self._left_width = max(self._icon_width, widest + 0.8 * self._bare)
        self._coded = codes != {""}

    def _lines_of(self, code: str) -> list[str]:
        return code.split(CODE_DOT) if self._code_lines else [code]

    @property
    def height(self) -> float:
        caption = self.scale + cap_height(self._number_size)
        if self._places:
            caption += 1.0 + cap_height(self._place_size)
        return self._board_height + caption + 2 * self._pad

    def width(self, boxes: int) -> float:
        gaps = ICON_GAP * self.scale - self._gap
        return self._left_width + gaps + boxes * self._pitch + 2 * self._pad

    def most(self, room: float) -> int:
        """Return how many boxes fit in a frame of at most this width, but at least one."""
        return max(1, int((room - self.width(0)) / self._pitch))

    def marks(
        self, group: Group, boxes: Sequence[Box], x: float, y: float, first: bool = True
    ) -> Iterator[Mark]:
        """Yield a frame: the picture of its group with its code, and these boxes.

        `first` says whether it is the first frame of its code.
        """
        if not self._drawn:
            return
        yield Rectangle(x, y, self.width(len(boxes)), self.height, THIN, FRAME, None, 1.0)
        left, top = x + self._pad, y + self._pad
        middle = left + (self._left_width - self._icon_width) / 2
        icon = Squares(self.kit, middle, top, self._icon_square)
        yield from icon_marks(icon, group.cells, group.known)
        if self._coded:
            below = top + icon.size[1] + self.scale
            yield from self._code_marks(group, left, below, y + self.height - self._pad, first)
        left += self._left_width + ICON_GAP * self.scale
        for place, box in enumerate(boxes):
            yield from self._box_marks(box, left + place * self._pitch, top)

    def _code_marks(
        self, group: Group, x: float, top: float, bottom: float, first: bool
    ) -> Iterator[Mark]:
        """Yield a group's code: on black at its first frame, as a heading, otherwise on grey."""
        size, colour = self._code_size, WHITE if first else BLACK
        yield Rectangle(
            x, top, self._left_width, bottom - top, 0, None, BLACK if first else TAG, 0.6
        )
        lines = self._lines_of(self.order.code_text(group.code, self.kit.spec.marks))
        middle, pitch = x + self._left_width / 2, 1.4 * cap_height(size)
        baseline = (top + bottom + cap_height(size) - (len(lines) - 1) * pitch) / 2
        for place, line in enumerate(lines):
            yield Text(middle, baseline + place * pitch, line, size, True, Anchor.MIDDLE, colour)

    def _widest_place(self, size: float) -> float:
        return max((text_width(place, size) for place in self._places.values()), default=0.0)

    def _box_marks(self, box: Box, left: float, y: float) -> Iterator[Mark]:
        """Yield a box's board, with its number, signs and place below."""
        middle = left + (self._pitch - self._gap) / 2
        drawn = self.order.held_box(box)
        if self._bare:
            drawn = replace(drawn, beads=())
        left = middle - self._board_width / 2
        share = LARGE_MARKS if self.kit.game.pieces is Pieces.MARKS else PAWN
        yield from board_marks(Squares(self.kit, left, y, self._square), drawn, share=share)
        baseline = y + self._board_height + self.scale + cap_height(self._number_size)
        yield Text(middle, baseline, box.name, self._number_size, True, Anchor.MIDDLE)
        right = middle + text_width(box.name, self._number_size, True) / 2 + 0.5
        symmetric = len(self.kit.symmetries.stabiliser(box.position)) > 1
        signs = SYMMETRIC * symmetric + TURNED * (drawn.position != box.position)
        if signs and not self._bare:
            yield Text(right, baseline, signs, SIGN_SIZE)
        if place := self._places.get(box.number):
            below = baseline + 1.0 + cap_height(self._place_size)
            yield Text(middle, below, place, self._place_size, anchor=Anchor.MIDDLE)
