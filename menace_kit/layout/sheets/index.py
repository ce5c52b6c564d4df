"""The index chart: every box with its drawing, in the order in which a person finds
a position by eye. In mm.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache, partial
from itertools import chain, groupby
from typing import NamedTuple

from menace_kit.errors import FitError
from menace_kit.games import EMPTY, CanonicalForm, Pieces, Position, Side, Symmetry
from menace_kit.layout.board import (
    board_height,
    board_marks,
    board_width,
    cell_height,
    icon_marks,
    smallest_square,
    square_within,
)
from menace_kit.layout.label_sheets import set_colours
from menace_kit.layout.marks import (
    BLACK,
    GREY,
    THIN,
    WHITE,
    Anchor,
    Document,
    Line,
    Mark,
    Medium,
    Rectangle,
    Text,
)
from menace_kit.layout.page import HEADER_BOTTOM, PRINTABLE_BORDER
from menace_kit.layout.sheets.posters import rules_by_hand
from menace_kit.layout.text.pages import Cell, Flow, PageLook, Row, TableColumn, filled
from menace_kit.layout.text.typesetting import (
    LESSON,
    SMALLEST,
    Column,
    Fitted,
    cap_height,
    line_pitch,
    shortened,
    size_within,
    text_width,
    wrapped,
)
from menace_kit.machine.boxes import Bead, Box
from menace_kit.machine.cabinets import CabinetOrder
from menace_kit.machine.finding import CODE_DOT, FindingOrder, Group, code_order, counted
from menace_kit.machine.kit import Kit
from menace_kit.machine.papers import LARGE_PAPERS
from menace_kit.machine.prospects import positions_without_box
from menace_kit.text.number_runs import numbers_of, runs
from menace_kit.text.sheet_words import (
    group_words,
    held_how,
    later_rule,
    place_words,
    player,
    said,
    stage_words,
    zone_facts,
)
from menace_kit.text.words import Words

CHART_PAGES = PageLook(10.0, HEADER_BOTTOM + 2.5, PRINTABLE_BORDER, 11, LESSON)
BAND, BAND_SIZE = 6.0, 10.0
HEADING, HEADING_SIZE = 5.6, 9.5
GAP = 1.6
"""Between two frames, in both directions."""


def index_document(kit: Kit, words: Words, name: str = "index") -> Document:
    """Return the chart: a page that teaches how to use it, a table of codes,
    then all boxes by stage, in groups.
    """
    title = words("index.title")
    codes = {(group.side, group.stage, group.code) for group in kit.finding.groups}
    frames, lesson = Frames(kit, words, kit.finding), [*lesson_marks(kit, words, kit.finding)]

    def draw(chart: _Chart) -> None:
        chart.marks += lesson
        if len(kit.finding.zones) > 1 and len(codes) <= MOST_CODES:
            chart.new_page()
            _set_table(chart, kit, words)
        chart.y = chart.bottom
        chart.all_stages(frames)

    return filled(kit, words, title, draw, CHART_PAGES, _Chart).document(name, title)


POSTER_SCALES = (2.6, 2.2, 1.9, 1.6, 1.4, 1.2, 1.1, 1.0, 0.92, 0.84, 0.78, 0.74, 0.72, 0.7, 0.68)
"""How much larger all is than in the chart, the best look first;
the last has the smallest board that can be read.
"""

POSTER_TITLE, POSTER_TEXT = 26.0, 12.0


def index_poster_document(kit: Kit, words: Words, name: str = "index-poster") -> Document:
    """Return the chart as one sheet for the wall, A3 or Tabloid: positions and numbers,
    as large as there is room.

    It has no beads, for they stand on the box that one has found.
    More boxes than can be read on one sheet, some 320 of noughts and crosses, are on several.
    """
    title, paper = words("index.poster"), LARGE_PAPERS[kit.spec.print.paper]
    look = CHART_PAGES._replace(sheet=(paper.width, paper.height))
    steps = ["index.poster-how", *(["index.poster-count"] if len(kit.finding.zones) > 1 else [])]
    told = " ".join(said(kit, words, step, **_code_facts(kit, words)) for step in steps)

    def poster(scale: float, drawn: bool) -> _Chart:
        chart = _Chart(kit, words, title, look)
        chart.heading(words("index.lesson"), POSTER_TITLE)
        chart.paragraph(told, POSTER_TEXT)
        chart.y += 2
        chart.all_stages(Frames(kit, words, kit.finding, scale, drawn))
        return chart

    best = bisect_left(
        POSTER_SCALES[:-1], True, key=lambda scale: poster(scale, drawn=False).pages == 1
    )
    return poster(POSTER_SCALES[best], drawn=True).document(name, title, Medium.POSTER)


class _Chart(Flow):
    """Pages of frames, filled line by line;
    a page that begins inside a stage repeats its headings.
    """

    scale = 1.0

    def all_stages(self, frames: "Frames") -> None:
        """Set all boxes of a kit."""
        self.scale, told = frames.scale, frames.kit.tells_stages
        stages = groupby(
            frames.order.groups, key=lambda group: (group.side, group.stage) if told else None
        )
        for _, of_stage in stages:
            self.stage(list(of_stage), frames)

    def stage(self, groups: Sequence[Group], frames: "Frames") -> None:
        """Set the groups of a stage below its bar, those that agree on
        the first zone below a heading.
        """
        kit, words = self.frame.kit, self.frame.words
        band = _band_text(kit, words, groups)
        for place, (cells, of_heading) in enumerate(
            groupby(groups, key=lambda group: group.code[0])
        ):
            heading = _heading_text(kit, words, cells)
            begins = self.need(
                ((0 if place else BAND + GAP) + HEADING) * self.scale + frames.height
            )
            if begins or not place:
                self._set_band(self._again(band) if place else band)
            self._set_heading(heading)
            self._set_frames(list(of_heading), frames, band, heading)

    def _set_frames(
        self, groups: Sequence[Group], frames: "Frames", band: str, heading: str
    ) -> None:
        """Set the groups with their boxes side by side, in several parts where
        one is too wide for a line.
        """
        x, gap, code = self.left, GAP * self.scale, None
        most = frames.most(self.width)
        parts = [
            (group, group.boxes[first : first + most])
            for group in groups
            for first in range(0, len(group.boxes), most)
        ]
        for group, boxes in parts:
            width = frames.width(len(boxes))
            if x > self.left and x + width > self.left + self.width + 0.01:
                x = self.left
                self.y += frames.height + gap
                if self.need(frames.height):
                    self._set_band(self._again(band))
                    self._set_heading(self._again(heading))
            self.marks += frames.marks(group, boxes, x, self.y, first=group.code != code)
            x, code = x + width + gap, group.code
        self.y += frames.height + gap

    def _again(self, text: str) -> str:
        return self.frame.words("index.continued", text=text)

    def _set_band(self, text: str) -> None:
        height = BAND * self.scale
        size, text = self._line(text, self.width - 4, BAND_SIZE)
        self.marks.append(Rectangle(self.left, self.y, self.width, height, 0, None, BLACK, 0.8))
        baseline = self.y + (height + cap_height(size)) / 2
        self.marks.append(Text(self.left + 2, baseline, text, size, True, colour=WHITE))
        self.y += height + GAP * self.scale

    def _set_heading(self, text: str) -> None:
        size, text = self._line(text, self.width, HEADING_SIZE)
        self.marks.append(
            Text(self.left, self.y + cap_height(size) + 0.6 * self.scale, text, size, True)
        )
        self.y += HEADING * self.scale

    def _line(self, text: str, width: float, size: float) -> tuple[float, str]:
        """Return a size and a text of one line:
        larger with the scale where it fits, at last shortened.
        """
        scaled = size * self.scale
        size = max(min(size, scaled), size_within(text, width, scaled, bold=True))
        return size, shortened(text, width, size, bold=True)


def _band_text(kit: Kit, words: Words, groups: Sequence[Group]) -> str:
    """Return what a stage's bar says: which move, how many marks are on the board, which boxes."""
    boxes = sorted((box for group in groups for box in group.boxes), key=lambda box: box.number)
    counts = {tuple(box.position.cells.count(side.cell) for side in Side) for box in boxes}
    told = [group_words(kit, words, boxes)]
    if counts == {(0, 0)}:
        told.append(words("index.no-marks"))
    elif len(counts) == 1:
        in_each = counts.pop()
        players = (player(kit, words, side) for side in Side)
        each = ", ".join(f"{count} {mark}" for mark, count in zip(players, in_each, strict=True))
        told.append(said(kit, words, "index.marks", n=sum(in_each), each=each))
    told.append(numbers_of(kit, words, boxes))
    return "  ·  ".join(told)


def _heading_text(kit: Kit, words: Words, cells: str) -> str:
    """Return the heading of the boxes that agree on the first zone:
    its cells, or what is counted in it.
    """
    zone, names = kit.finding.zones[0], {side.cell: player(kit, words, side) for side in Side}
    if kit.finding.reads_first:
        signs = names | {EMPTY: words("index.empty") if len(cells) == 1 else "–"}
        apart = " " if max(map(len, kit.spec.marks)) == max(map(len, names.values())) else ", "
        there = apart.join(signs[cell] for cell in cells)
    else:
        counts = [
            f"{n} {name}" for n, name in zip(counted(cells), names.values(), strict=True) if n
        ]
        there = ", ".join(counts) or words("index.empty")
    head = words(f"index.head-{zone.kind.value}", **zone_facts(kit, zone))
    return said(kit, words, "index.heading", zone=head, cells=there, n=sum(counted(cells)))


# The table of codes: what one has counted leads to the boxes at once.

TABLE_SIZE, TABLE_ROW, COUNTS_WIDTH, SPACER = 10.0, 4.8, 26.0, 3.0
MOST_CODES = 150
"""A table of more codes is not read at a glance: there is none then."""

MOST_COLUMNS = 4
"""Where there is more that the first zone may hold, each code has a line of its own."""


def _set_table(flow: Flow, kit: Kit, words: Words) -> None:
    """Set the boxes of each code, stage by stage:
    a column for what the first zone holds, a row for the counts.
    """
    order = kit.finding
    flow.heading(words("index.table"), TITLE_SIZE)
    flow.paragraph(said(kit, words, "index.table-how", **_code_facts(kit, words)), size=10)
    flow.gap(2)
    heads = sorted(
        {group.code[0] for group in order.groups}, key=lambda cells: code_order((cells,))
    )
    across = heads if order.reads_first and len(heads) <= MOST_COLUMNS else []
    counted_in = [
        words(f"index.head-{zone.kind.value}", **zone_facts(kit, zone)) for zone in order.zones[:-1]
    ]
    columns = [
        TableColumn(
            ", ".join(counted_in[bool(across) :]), COUNTS_WIDTH if across else 2 * COUNTS_WIDTH
        )
    ]
    told = [_heading_text(kit, words, cells) for cells in across] or [words("index.boxes")]
    width = (flow.width - columns[0].width) / len(told) - SPACER
    columns += [
        column for text in told for column in (TableColumn(text, width), TableColumn("", SPACER))
    ]
    rows: list[Row | Sequence[Cell]] = []
    for boxes in kit.boxes_by_stage:
        rows.append(
            Row([group_words(kit, words, boxes), *("" for _ in columns[1:])], bold=True, heads=True)
        )
        found: dict[str, dict[str, list[Box]]] = {}
        for box in sorted(
            boxes, key=lambda box: code_order(order.code(box.position)[bool(across) :])
        ):
            first, *others = order.code_parts(order.code(box.position), kit.spec.marks)
            row = CODE_DOT.join(others) if across else CODE_DOT.join([first, *others])
            found.setdefault(row, {}).setdefault(first if across else "", []).append(box)
        signs = [order.code_parts((cells,), kit.spec.marks)[0] for cells in across] or [""]
        for row, cells in found.items():
            texts = (_boxes_text(kit, words, cells.get(sign, ())) for sign in signs)
            rows.append([row, *chain.from_iterable((text, "") for text in texts)])
    flow.table(columns, rows, row_height=TABLE_ROW, size=TABLE_SIZE)


def _boxes_text(kit: Kit, words: Words, boxes: Sequence[Box]) -> str:
    """Return the numbers of boxes; and first where they stand,
    if they stand side by side by their codes.
    """
    told = [
        f"{run[0].name}–{run[-1].name}" if len(run) > 2 else ", ".join(box.name for box in run)
        for run in runs(kit, boxes)
    ]
    cabinet = kit.spec.cabinet
    if boxes and cabinet and cabinet.order is CabinetOrder.CODE and not boxes[0].given_place:
        by_place = sorted(boxes, key=lambda box: kit.finding.ranks[box.number])
        ends = dict.fromkeys(
            place_words(kit, words, box, short=True) for box in (by_place[0], by_place[-1])
        )
        return f"{' – '.join(ends)}: {', '.join(told)}"
    return ", ".join(told)


def _code_facts(kit: Kit, words: Words) -> dict[str, object]:
    """Return what the words for counting name: the zones, the players,
    and the code of an example.
    """
    order = kit.finding
    zones = [
        words(f"index.zone-{zone.kind.value}", **zone_facts(kit, zone)) for zone in order.zones[:-1]
    ]
    code = example_of(kit, order).group.code
    parts, counts = order.code_parts(code, kit.spec.marks), counted(code[-1])
    return {
        "start": zones[0] if zones else "",
        "zones": words("index.and").join(zones[order.reads_first :]),
        "zone": zones[-1] if zones else "",
        **{side.value: player(kit, words, side) for side in Side},
        "code": CODE_DOT.join(parts),
        "counts": parts[-1],
        "n": counts[0],
        "others": counts[1],
    }


# What the chart is made of: a group's frame with its small boards,
# and the picture of what has been looked at.

SQUARE = 4.1
"""Side of a square of a small board."""

ARROW_AIR = 1.9
"""How much larger than the least a square is on which arrows are looked up."""

ICON_SQUARE = 2.8
"""Side of a square of the picture before a group."""

NUMBER_SIZE = 9.0
PLACE_SIZES = (6.0, 5.5, SMALLEST)

TURNED = "↻"
"""Behind the number of a box whose label is turned or flipped against its drawing in the chart."""

SYMMETRIC = "*"
"""Behind the number of a box whose position is itself symmetric."""

SIGN_SIZE = 7.0
FRAME_PAD = 1.2
BOARD_GAP, BARE_GAP = 1.4, 1.9
"""Between two boards of a frame, with beads and without them."""

ICON_GAP = 1.8
"""From the picture to the first board."""

CODE_SIZES, POSTER_CODES, TAG = (8.0, 7.5, 7.0, 6.5), (12.0, 11.0, 10.0, 9.0), "#DCDCDC"
"""Sizes of a code, on posters larger ones first; too wide, it has a line for each zone;
and the grey of its field.
"""

FRAME = "#9A9A9A"


class Frames:
    """How the groups of a kit are framed: the sizes that all of them share."""

    def __init__(
        self,
        kit: Kit,
        words: Words,
        order: FindingOrder,
        scale: float | None = None,
        drawn: bool = True,
    ) -> None:
        """Measure what stands below the boards.

        With a `scale` they are so much larger and have no beads.
        What is not `drawn` is measured only.
        """
        self.kit, self.order, self.scale = kit, order, scale or 1.0
        self._bare, self._drawn = scale is not None, drawn
        placed = kit.boxes if kit.spec.cabinet and not self._bare else ()
        self._places = {box.number: place_words(kit, words, box, short=True) for box in placed}
        square = SQUARE * self.scale
        if kit.has_arrows and not self._bare:
            square = max(SQUARE, smallest_square(kit) * ARROW_AIR)
        self._board_height = board_height(kit, square)
        self._board_width = board_width(kit, self._board_height)
        self._place_size = next(
            (size for size in PLACE_SIZES if self._widest_place(size) <= self._board_width),
            SMALLEST,
        )
        self._number_size = NUMBER_SIZE * self.scale
        number = max(text_width(box.name, self._number_size, True) for box in kit.boxes)
        signs = 0.0 if self._bare else 2 * text_width(SYMMETRIC + TURNED, SIGN_SIZE) + 1
        cell = max(self._board_width, self._widest_place(self._place_size), number + signs)
        self._gap = (BARE_GAP if self._bare else BOARD_GAP) * self.scale
        self._pitch = cell + self._gap
        self._pad = FRAME_PAD * self.scale
        letters = kit.game.pieces is Pieces.MARKS and set(kit.spec.marks) != set("OX")
        # A letter has 5 points.
        self._icon_square = max(ICON_SQUARE * self.scale, 2.5 if letters else 0.0)
        self._icon_width = self._icon_square * kit.game.columns
        codes = {order.code_text(group.code, kit.spec.marks) for group in order.groups}
        sizes = [size * self.scale for size in (*(POSTER_CODES if self._bare else ()), *CODE_SIZES)]
        room = self._icon_width * (1.3 if self._bare else 1)
        fitting = [
            size for size in sizes if max(text_width(code, size, True) for code in codes) <= room
        ]
        self._code_size, self._code_lines = (fitting or sizes[-1:])[0], not fitting
        parts = {
            part
            for code in codes
            for part in (code.split(CODE_DOT) if self._code_lines else [code])
        }
        widest = max(text_width(part, self._code_size, True) for part in parts)
        self._left_width = max(self._icon_width, widest + 0.8 * self._bare)
        self._coded = codes != {""}

    @property
    def height(self) -> float:
        """Return the height of a frame."""
        caption = self.scale + cap_height(self._number_size)
        if self._places:
            caption += 1.0 + cap_height(self._place_size)
        return self._board_height + caption + 2 * self._pad

    def width(self, boxes: int) -> float:
        gaps = ICON_GAP * self.scale - self._gap
        return self._left_width + gaps + boxes * self._pitch + 2 * self._pad

    def most(self, room: float) -> int:
        """Return how many boxes a frame of at most this width has; one at the least."""
        return max(1, int((room - self.width(0)) / self._pitch))

    def marks(
        self, group: Group, boxes: Sequence[Box], x: float, y: float, first: bool = True
    ) -> Iterator[Mark]:
        """Yield a frame: the picture of its group with its code,
        the `first` of this code or not, and these boxes.
        """
        if not self._drawn:
            return
        yield Rectangle(x, y, self.width(len(boxes)), self.height, THIN, FRAME, None, 1.0)
        left, top = x + self._pad, y + self._pad
        middle = left + (self._left_width - self._icon_width) / 2
        yield from icon_marks(self.kit, group.cells, group.known, middle, top, self._icon_square)
        if self._coded:
            below = (
                top + self._icon_square * cell_height(self.kit) * self.kit.game.rows + self.scale
            )
            yield from self._code_marks(group, left, below, y + self.height - self._pad, first)
        left += self._left_width + ICON_GAP * self.scale
        for place, box in enumerate(boxes):
            yield from self._box_marks(box, left + place * self._pitch, top)

    def _code_marks(
        self, group: Group, x: float, top: float, bottom: float, first: bool
    ) -> Iterator[Mark]:
        """Yield the field with a group's code: black where a code begins,
        for there it is a heading; else grey.
        """
        size, colour = self._code_size, WHITE if first else BLACK
        yield Rectangle(
            x, top, self._left_width, bottom - top, 0, None, BLACK if first else TAG, 0.6
        )
        code = self.order.code_text(group.code, self.kit.spec.marks)
        lines = code.split(CODE_DOT) if self._code_lines else [code]
        middle, pitch = x + self._left_width / 2, 1.4 * cap_height(size)
        baseline = (top + bottom + cap_height(size) - (len(lines) - 1) * pitch) / 2
        for place, line in enumerate(lines):
            yield Text(middle, baseline + place * pitch, line, size, True, Anchor.MIDDLE, colour)

    def _widest_place(self, size: float) -> float:
        return max((text_width(place, size) for place in self._places.values()), default=0.0)

    def _box_marks(self, box: Box, left: float, y: float) -> Iterator[Mark]:
        """Yield a box's board, and below it its number with its signs, and its place."""
        middle = left + (self._pitch - self._gap) / 2
        drawn = self.order.held_box(box)
        if self._bare:
            drawn = replace(drawn, beads=())
        yield from board_marks(
            self.kit, drawn, middle - self._board_width / 2, y, self._board_height
        )
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


# The first page of the index chart: how a box is found,
# a colour read and a game played by hand. In mm.

COLUMN_GAP = 7.0
SIZES = (11, 10.5, 10, 9.5, 9, 8.5, 8, 7.5, 7)
"""Sizes of the text in points, the best look first."""

TITLE_SIZE = 16.0
TITLED = LESSON._replace(
    text=LESSON.text._replace(gap=0.0), heading=LESSON.heading._replace(gap=1.5)
)
"""What stands below the page's title belongs to it."""


def lesson_marks(kit: Kit, words: Words, order: FindingOrder) -> list[Mark]:
    """Return the page, its text as large as it fits; FitError where it does not fit at all."""
    left, _, full, bottom = CHART_PAGES.area(kit)
    answers = Fitted(tuple(wrapped(_answers(kit, words), full, ANSWER)), ANSWER)
    foot = bottom - answers.height

    @cache
    def lesson(size: float) -> Column:
        return _lesson(kit, words, order, size)

    # What fits in one size fits in every smaller one, so the largest can be bisected.
    best = bisect_left(SIZES, True, key=lambda size: lesson(size).y + 2 <= foot)
    if best < len(SIZES):
        return [*lesson(SIZES[best]).marks, *answers.marks(left, foot)]
    raise FitError(
        "the first page of the index chart has no room for all that this kit's rules say"
    )


def _lesson(kit: Kit, words: Words, order: FindingOrder, size: float) -> Column:
    """Return all of the page but its foot, in text of this size."""
    left, top, full, _ = CHART_PAGES.area(kit)
    half = (full - COLUMN_GAP) / 2
    head = Column(left, top + 2, full, size, TITLED)
    head.heading(words("index.lesson"), TITLE_SIZE)
    head.paragraph(words("index.lead", boxes=len(kit.boxes)))
    head.y += 4
    _set_example(head, kit, words, order)
    find = Column(left, head.y + 5, half, size, LESSON)
    read = find.part(find.y, half + COLUMN_GAP)
    _find_part(find, kit, words, order)
    _read_part(read, kit, words, order)
    below = find.part(max(find.y, read.y) + 4, width=full)
    below.heading(words("index.by-hand"))
    below.items(rules_by_hand(kit, words))
    below.y += 3
    below.heading(words("index.colours"))
    set_colours(below, kit, words)
    below.y += 4
    _set_practice(below, kit, words)
    below.marks = head.marks + find.marks + read.marks + below.marks
    return below


def _find_part(column: Column, kit: Kit, words: Words, order: FindingOrder) -> None:
    """Set how a box is found, and what it means that there is none."""
    column.heading(words("index.find"))
    column.items(_finding_steps(kit, words, order), numbered=True)
    missing = positions_without_box(kit)
    told = [words(f"index.nowhere-{why}") for why in ("forced", "lost") if getattr(missing, why)]
    if told := told + later_rule(kit, words):
        column.y += 3
        column.heading(words("index.nowhere"))
        column.items(told)


def _read_part(column: Column, kit: Kit, words: Words, order: FindingOrder) -> None:
    """Set how a colour is read, and what symmetric positions are."""
    column.heading(words("index.read"))
    column.items(_reading_rules(kit, words, order))
    if symmetric := sum(len(kit.symmetries.stabiliser(box.position)) > 1 for box in kit.boxes):
        column.y += 3
        column.heading(words("index.symmetric", sign=SYMMETRIC))
        column.items([words("index.symmetric-rule", n=symmetric, boxes=len(kit.boxes))])
        if kit.spec.boxes.merge_symmetric_moves:
            column.items([said(kit, words, "index.symmetric-merged")])


def _finding_steps(kit: Kit, words: Words, order: FindingOrder) -> Iterator[str]:
    """Yield how a box is found, zone by zone."""
    zones = [
        words(f"index.zone-{zone.kind.value}", **zone_facts(kit, zone)) for zone in order.zones
    ]
    how = _held_how(kit)
    yield said(kit, words, "index.step-stage")
    if order.reads_first:
        yield said(kit, words, "index.step-first", zone=zones[0])
    if len(zones) > 1:
        yield said(kit, words, "index.step-count", **_code_facts(kit, words))
        pictures = Counter((group.side, group.stage, group.code) for group in order.groups)
        seen, most = zones[order.reads_first : -1], max(pictures.values())
        yield said(
            kit, words, f"index.step-look-{how}", zones=words("index.and").join(seen), n=most
        )
    looked_at = sum(len(zone.squares) for zone in order.zones[:-1] or order.zones)
    if any(len(group.known) > looked_at for group in order.groups):
        yield words("index.step-split")
        if how != "still" and kit.spec.boxes.merge_symmetric_positions:
            largest = kit.spec.boxes.canonical_form is CanonicalForm.LARGEST
            best = player(kit, words, Side.SECOND) if largest else words("index.nothing")
            yield words("index.step-prefer", best=best, other=player(kit, words, Side.FIRST))
    if (most := max(len(group.boxes) for group in order.groups)) > 1:
        yield words("index.step-compare", most=most)
    if how != "still":
        yield words(f"index.step-again-{how}")


def _held_how(kit: Kit) -> str:
    """Return what a board may be: `flip` for turned or flipped,
    `turn` for turned only, `still` for neither.

    `mirror` where only the two sides may be exchanged, `own` where that is looked at last,
    for mirror images may have boxes of their own.
    """
    if len(kit.symmetries) == 1:
        return "still"
    if held_how(kit) in ("mirror", "own"):
        return held_how(kit)
    return "flip" if any(member.name.startswith("flip") for member in kit.symmetries) else "turn"


def _reading_rules(kit: Kit, words: Words, order: FindingOrder) -> Iterator[str]:
    how = _held_how(kit)
    yield said(kit, words, "index.read-square")
    if any(order.held(box.position).position != box.position for box in kit.boxes):
        yield words(f"index.read-label-{how}", sign=TURNED)
    if how != "still":
        yield words(f"index.read-sheet-{how}")


# What one practises on: boards as they may lie on the table,
# and at the foot of the page where their boxes are.

LETTERS, PRACTICE_BOARD = "ABCDEF", 14.0
"""What the boards are called, and how high one is at the most."""

ANSWER = 7.0
"""Size of the answers in points: nobody reads them by chance."""


def practice_of(kit: Kit) -> list[tuple[Box, Position]]:
    """Return boxes from all over the chart, each with a board on a table that leads
    to it, lying in another way.
    """
    in_order = [box for group in kit.finding.groups for box in group.boxes]
    count = min(len(LETTERS), len(in_order))
    found = []
    for number in range(count):
        box = in_order[(2 * number + 1) * len(in_order) // (2 * count)]
        turned = kit.symmetries.members[(3 * number + 1) % len(kit.symmetries)].position(
            box.position
        )
        found.append((box, turned if kit.box_at(turned) == box else box.position))
    return found


def _set_practice(column: Column, kit: Kit, words: Words) -> None:
    """Set the boards side by side, each with its letter, and the move that it is for."""
    column.heading(words("index.practice"))
    boards = practice_of(kit)
    field = column.width / len(boards)
    height = board_height(kit, square_within(kit, field - 6, PRACTICE_BOARD))
    column.y += 1.5
    for place, (box, position) in enumerate(boards):
        left = column.left + place * field
        drawn = replace(box, position=position, beads=(), taken=())
        caption = (
            f"{LETTERS[place]}  {stage_words(kit, words, box) if kit.tells_stages else ''}".strip()
        )
        middle = left + field / 2
        column.marks += board_marks(
            kit, drawn, middle - board_width(kit, height) / 2, column.y, height
        )
        baseline = column.y + height + 1.5 + cap_height(CAPTION)
        column.marks.append(Text(middle, baseline, caption, CAPTION, True, Anchor.MIDDLE))
    column.y += height + 1.5 + line_pitch(CAPTION)


def _answers(kit: Kit, words: Words) -> str:
    told = []
    for letter, (box, _) in zip(LETTERS, practice_of(kit), strict=False):
        parts = (kit.code(box), words("labels.boxes", n=1, first=box.name, last=box.name))
        told.append(f"{letter} {', '.join(filter(None, parts))}")
    return words("index.answers", answers="  ·  ".join(told))


# The worked example of the index chart: five pictures from a board on a table
# to the square of a bead. In mm.

BOARD = 21.0
"""Height of a board of the example, at the most."""

BOARD_WIDTH = 29.0
"""Width of a board of the example, at the most."""

CAPTION = 9.0
PAD = 2.5


class Example(NamedTuple):
    """A board on a table, the group that it leads to, the box with its drawing
    as it is looked up, a bead of it.

    `back` is the symmetry that carries that drawing to the table.
    """

    table: Position
    group: Group
    held: Box
    bead: Bead
    back: Symmetry


@lru_cache(maxsize=32)
def example_of(kit: Kit, order: FindingOrder) -> Example:
    """Return an example taken from the kit: a box of a middle stage, not symmetric,
    among others in its group.

    Where no box is all that, it is one that comes near.
    On the table it lies as far from the drawing as it may.
    """
    groups = {box.number: group for group in order.groups for box in group.boxes}
    back = kit.symmetries.members[-1]
    middle = (1 + max(stage for _, stage in kit.stages)) // 2 + 1

    def fitness(box: Box) -> tuple[bool, ...]:
        group = groups[box.number]
        looked_at = [[group.cells[square] for square in zone.squares] for zone in order.zones[:-1]]
        return (
            # Where mirror images may have boxes of their own,
            # the board on the table must not be another box's.
            kit.box_at(back.position(order.held(box.position).position)) == box,
            len(kit.symmetries.stabiliser(box.position)) == 1,
            box.stage == middle,
            len(group.boxes) > 2,
            all(set(cells) != {EMPTY} for cells in looked_at),
            order.held(box.position).position == box.position,
            len(box.beads) > 1,
        )

    box = max(kit.boxes, key=fitness)
    held = order.held_box(box)
    return Example(back.position(held.position), groups[box.number], held, held.beads[-1], back)


def _set_example(column: Column, kit: Kit, words: Words, order: FindingOrder) -> None:
    """Set the pictures side by side with their captions."""
    example, square = example_of(kit, order), square_within(kit, BOARD_WIDTH, BOARD)
    height = board_height(kit, square)
    pictures = list(_pictures(kit, words, order, example, square))
    field = column.width / len(pictures)
    texts = [
        Fitted(tuple(wrapped(caption, field - 4, CAPTION)), CAPTION) for caption, _ in pictures
    ]
    left, top = column.left, column.y
    below = top + PAD + BOARD + 2
    column.y = below + max(len(text.lines) for text in texts) * line_pitch(CAPTION) + PAD
    column.marks.append(
        Rectangle(left, top, column.width, column.y - top, THIN, GREY, "#F7F7F7", 1.2)
    )
    for place, (text, (_, draw)) in enumerate(zip(texts, pictures, strict=True)):
        middle = left + (place + 0.5) * field
        column.marks += draw(
            x=middle - board_width(kit, height) / 2, y=top + PAD + (BOARD - height) / 2
        )
        column.marks += text.marks(middle, below, Anchor.MIDDLE)
        if place:
            column.marks += _arrow_marks(left + place * field - 3, top + PAD + BOARD / 2, 6)


def _arrow_marks(x: float, y: float, length: float) -> Iterator[Mark]:
    yield Line(x, y, x + length, y, 0.35)
    for side in (-1, 1):
        yield Line(x + length - 1.2, y + side * 0.9, x + length, y, 0.35, BLACK)


def _pictures(
    kit: Kit, words: Words, order: FindingOrder, example: Example, square: float
) -> Iterator[tuple[str, Callable[..., Iterator[Mark]]]]:
    """Yield captions, each with what draws its picture at an x and y."""
    held, group = example.held, example.group
    place, colour = place_words(kit, words, held, short=True), kit.colour(example.bead.colour)
    board = partial(board_marks, kit, height=board_height(kit, square))
    looked_at = partial(icon_marks, kit, group.cells, square=square)
    table = replace(held, position=example.table, beads=())
    there = example.bead._replace(move=example.back.move(example.bead.move))
    how = "index.example-held" if len(kit.symmetries) > 1 else "index.example-still"
    where = "index.example-place" if place else "index.example-box"
    bead = said(kit, words, "index.example-bead", letter=colour.key, name=words.colour_name(colour))
    yield words("index.example-table", stage=stage_words(kit, words, held)), partial(board, table)
    if len(order.zones) > 1:
        places = [square for zone in order.zones[:-1] for square in zone.squares]
        lying = partial(icon_marks, kit, example.table.cells, places, square=square)
        yield words("index.example-count", code=order.code_text(group.code, kit.spec.marks)), lying
    else:
        yield words("index.example-first"), partial(looked_at, order.zones[0].squares)
    yield words(how), partial(looked_at, group.known)
    yield words(where, number=held.name, place=place), partial(board, held)
    yield bead, partial(board, replace(table, beads=(there,)))
