"""The index chart: every box with its drawing, in the order in which a person finds a position by eye. In mm."""

from collections.abc import Sequence
from itertools import groupby

from menace_kit.games import EMPTY, Side
from menace_kit.layout.box_numbers import numbers_of
from menace_kit.layout.index_boards import Frames
from menace_kit.layout.index_lesson import LESSON_MARGIN, lesson_marks, zone_facts
from menace_kit.layout.label_words import group_words
from menace_kit.layout.marks import BLACK, WHITE, Document, Mark, Rectangle, Text
from menace_kit.layout.page import HEADER_BOTTOM, PRINTABLE_BORDER, Frame
from menace_kit.layout.sayings import player, said
from menace_kit.layout.text import cap_height, shortened
from menace_kit.machine.boxes import Box
from menace_kit.machine.finding import FindingOrder, Group, Zone
from menace_kit.machine.kit import Kit
from menace_kit.machine.stock import PAPERS
from menace_kit.text import Words

MARGIN = LESSON_MARGIN
TOP = HEADER_BOTTOM + 2.5
BAND, BAND_SIZE = 6.0, 10.0
HEADING, HEADING_SIZE = 5.6, 9.5
GAP = 1.6
"""Between two frames, in both directions."""


def index_document(kit: Kit, words: Words, name: str = "index") -> Document:
    """Return the chart: a page that teaches how to use it, then all boxes by stage, in groups."""
    order = FindingOrder(kit)
    chart = _Chart(kit, words, order)
    for _, of_stage in groupby(
        order.groups, key=lambda group: (group.side, group.stage) if kit.tells_stages else None
    ):
        chart.stage(list(of_stage))
    title = words("index.title")
    sheets = [lesson_marks(kit, words, order, TOP), *chart.sheets]
    return Frame(kit, words, MARGIN, title).document(name, title, sheets)


class _Chart:
    """Pages of frames, filled line by line; a page that begins inside a stage repeats its headings."""

    def __init__(self, kit: Kit, words: Words, order: FindingOrder) -> None:
        self._kit, self._words, self._zones = kit, words, order.zones
        self._frames = Frames(kit, words, order)
        width, height = PAPERS[kit.spec.print.paper]
        self._width, self._bottom = width - 2 * MARGIN, height - PRINTABLE_BORDER
        self._most = self._frames.most(self._width)
        self._band = self._heading = ""
        self._y = self._bottom
        self.sheets: list[list[Mark]] = []

    def stage(self, groups: Sequence[Group]) -> None:
        """Set the groups of a stage below its bar, each cell of the first zone below a heading."""
        self._band = _band_text(self._kit, self._words, groups)
        zone = self._zones[0]
        parts = groupby(groups, key=lambda group: [group.cells[square] for square in zone.squares])
        for place, (cells, of_heading) in enumerate(parts):
            self._heading = _heading_text(self._kit, self._words, zone, cells)
            self._begin(with_band=place == 0)
            self._set_frames(list(of_heading))

    def _set_frames(self, groups: Sequence[Group]) -> None:
        x = MARGIN
        for group, boxes in self._parts(groups):
            width = self._frames.width(len(boxes))
            if x > MARGIN and x + width > MARGIN + self._width + 0.01:
                x = MARGIN
                self._y += self._frames.height + GAP
                if self._y + self._frames.height > self._bottom:
                    self._new_page()
            self._add(*self._frames.marks(group, boxes, x, self._y))
            x += width + GAP
        self._y += self._frames.height + GAP

    def _parts(self, groups: Sequence[Group]) -> list[tuple[Group, tuple[Box, ...]]]:
        """Return the groups with their boxes, in several parts where one is too wide for a line."""
        return [
            (group, group.boxes[first : first + self._most])
            for group in groups
            for first in range(0, len(group.boxes), self._most)
        ]

    def _begin(self, with_band: bool) -> None:
        """Set bar and heading with a line of frames below them, on a new page where they do not fit."""
        needed = (BAND + GAP if with_band else 0) + HEADING + self._frames.height
        if self._y + needed > self._bottom:
            self._new_page(continued=not with_band, heading_continued=False)
            return
        if with_band:
            self._set_band(self._band)
        self._set_heading(self._heading)

    def _new_page(self, continued: bool = True, heading_continued: bool = True) -> None:
        self.sheets.append([])
        self._y = TOP
        again = self._words("index.continued", text=self._band)
        self._set_band(again if continued else self._band)
        again = self._words("index.continued", text=self._heading)
        self._set_heading(again if heading_continued else self._heading)

    def _set_band(self, text: str) -> None:
        text = shortened(text, self._width - 4, BAND_SIZE, bold=True)
        baseline = self._y + (BAND + cap_height(BAND_SIZE)) / 2
        self._add(
            Rectangle(MARGIN, self._y, self._width, BAND, 0, None, BLACK, 0.8),
            Text(MARGIN + 2, baseline, text, BAND_SIZE, True, colour=WHITE),
        )
        self._y += BAND + GAP

    def _set_heading(self, text: str) -> None:
        baseline = self._y + cap_height(HEADING_SIZE) + 0.6
        self._add(
            Text(MARGIN, baseline, shortened(text, self._width, HEADING_SIZE, True), HEADING_SIZE, True)
        )
        self._y += HEADING

    def _add(self, *marks: Mark) -> None:
        self.sheets[-1].extend(marks)


def _band_text(kit: Kit, words: Words, groups: Sequence[Group]) -> str:
    """Return what a stage's bar says: which move, how many marks are on the board, which boxes."""
    boxes = [box for group in groups for box in group.boxes]
    boxes.sort(key=lambda box: box.number)
    stage = group_words(kit, words, boxes)
    counts = {tuple(box.position.cells.count(side.cell) for side in Side) for box in boxes}
    told = [stage]
    if counts == {(0, 0)}:
        told.append(words("index.no-marks"))
    elif len(counts) == 1:
        in_each = counts.pop()
        players = (player(kit, words, side) for side in Side)
        each = ", ".join(f"{count} {mark}" for mark, count in zip(players, in_each, strict=True))
        told.append(said(kit, words, "index.marks", n=sum(in_each), each=each))
    told.append(numbers_of(kit, words, boxes))
    return "  ·  ".join(told)


def _heading_text(kit: Kit, words: Words, zone: Zone, cells: Sequence[str]) -> str:
    """Return the heading of the boxes that agree on the first zone."""
    signs = {side.cell: player(kit, words, side) for side in Side}
    signs[EMPTY] = words("index.empty") if len(cells) == 1 else "–"
    apart = " " if max(map(len, kit.spec.marks)) == max(len(signs[side.cell]) for side in Side) else ", "
    there = apart.join(signs[cell] for cell in cells)
    taken = len(cells) - cells.count(EMPTY)
    return said(kit, words, "index.heading", zone=_zone_head(kit, words, zone), cells=there, n=taken)


def _zone_head(kit: Kit, words: Words, zone: Zone) -> str:
    """Return a zone's name at the beginning of a line."""
    return words(f"index.head-{zone.kind.value}", **zone_facts(kit, zone))
