"""Frames of the index chart: the small boards below a heading."""

from collections.abc import Sequence
from dataclasses import replace

from menace_kit.games import Pieces
from menace_kit.layout.board import PAWN, smallest_square
from menace_kit.layout.marks import BLACK, WHITE, Anchor
from menace_kit.layout.squares import Squares
from menace_kit.layout.stacks import (
    Part,
    Sized,
    across,
    board,
    centred,
    down,
    fixed,
    framed,
    icon,
    in_the_middle,
    inset,
    layered,
    nothing,
    padded,
    text,
    tiled,
)
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
        least = POSTER_ICON_SQUARE * self.scale if self._bare else ICON_SQUARE
        square = max(least, 2.5 if letters else 0.0)
        self._icon_width, self._icon_height = Squares(kit, 0, 0, square).size
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

    def frame(self, group: Group, boxes: Sequence[Box], first: bool = True) -> Sized:
        """Return a frame: the picture of its group with its code, and these boxes.

        `first` says whether it is the first frame of its code.
        """
        picture = icon(self.kit, group.cells, group.known)
        left = down(
            fixed(self._icon_height, in_the_middle(fixed(self._icon_width, picture))),
            fixed(self.scale),
            self._code(group, first),
        )
        cells = tiled(len(boxes), [self._box(box) for box in boxes], self._gap)
        inside = across(fixed(self._left_width, left), fixed(ICON_GAP * self.scale), cells)
        drawn = framed(inset(self._pad, inside), ink=FRAME, radius=1.0)
        return fixed(self.width(len(boxes)), drawn if self._drawn else nothing)

    def _code(self, group: Group, first: bool) -> Part:
        """Return a group's code: on black at its first frame, as a heading, otherwise on grey."""
        size, ink, ground = self._code_size, WHITE if first else BLACK, BLACK if first else TAG
        lines = [
            text(line, size, True, Anchor.MIDDLE, colour=ink, margin=0)
            for line in self._lines_of(self.order.code_text(group.code, self.kit.spec.marks))
        ]
        told = centred(self._left_width, len(lines) * 1.4 * cap_height(size), down(*lines))
        return framed(told, pen=0, ink=None, fill=ground, radius=0.6)

    def _widest_place(self, size: float) -> float:
        return max((text_width(place, size) for place in self._places.values()), default=0.0)

    def _box(self, box: Box) -> Part:
        """Return a box's board, with its number, signs and place below."""
        drawn = self.order.held_box(box)
        symmetric = len(self.kit.symmetries.stabiliser(box.position)) > 1
        signs = SYMMETRIC * symmetric + TURNED * (drawn.position != box.position)
        if self._bare:
            drawn = replace(drawn, beads=())
        share = LARGE_MARKS if self.kit.game.pieces is Pieces.MARKS else PAWN
        board_in = in_the_middle(fixed(self._board_width, board(self.kit, drawn, share)))
        number = text(box.name, self._number_size, True, Anchor.MIDDLE, Anchor.END, margin=0)
        beside = (self._pitch - self._gap + text_width(box.name, self._number_size, True)) / 2
        behind = padded(text(signs, SIGN_SIZE, level=Anchor.END, margin=0), left=beside + 0.5)
        place = self._places.get(box.number, "")
        where = text(place, self._place_size, False, Anchor.MIDDLE, Anchor.END, margin=0)
        return down(
            fixed(self._board_height, board_in),
            fixed(
                self.scale + cap_height(self._number_size),
                number if self._bare else layered(number, behind),
            ),
            where,
        )
