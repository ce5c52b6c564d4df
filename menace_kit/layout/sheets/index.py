"""The index chart: every box with its board, in the order of finding a position by eye. In mm."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby

from menace_kit.games import Side
from menace_kit.layout.marks import BLACK, WHITE, Anchor, Document, Medium
from menace_kit.layout.sheets.finding_lesson import CHART_PAGES, lesson_marks, steps_to_a_code
from menace_kit.layout.sheets.index_codes import MOST_CODES, heading_text, set_table
from menace_kit.layout.sheets.index_frames import Frames
from menace_kit.layout.stacks import (
    framed,
    in_groups,
    in_lines,
    padded,
    put,
    text,
)
from menace_kit.layout.text.pages import Flow, filled
from menace_kit.layout.text.typesetting import shortened, size_within
from menace_kit.layout.type_scale import TEXT, WALL, WALL_TITLE
from menace_kit.machine import Kit
from menace_kit.machine.finding import Group
from menace_kit.machine.papers import LARGE_PAPERS
from menace_kit.text.number_runs import numbers_of
from menace_kit.text.sheet_words import group_words, pieces, said

BAND = 6.0


HEAD, HEAD_AIR = 5.6, 0.6
"""Height of the line of a heading, and what is free above its text."""


GAP = 1.6
"""Gap between two frames, in both directions."""


def index_document(kit: Kit, name: str = "index") -> Document:
    """Return the chart: a page that teaches how to use it, a table of codes
    unless all boxes are in sight at once, then all boxes by stage, in groups.
    """
    title = said(kit, "index.title")
    codes = {(group.side, group.stage, group.code) for group in kit.finding.groups}
    frames, lesson = Frames(kit), [*lesson_marks(kit)]
    measured = _Chart(kit, title, CHART_PAGES)
    measured.all_stages(Frames(kit, drawn=False))
    has_table = measured.pages > 1 and len(codes) <= MOST_CODES

    def draw(chart: _Chart) -> None:
        chart.marks += lesson
        chart.new_page()
        if has_table:
            set_table(chart, kit)
            chart.new_page()
        chart.all_stages(frames)

    return filled(kit, title, draw, CHART_PAGES, _Chart).document(name, title)


POSTER_SCALES = (2.6, 2.2, 1.9, 1.6, 1.4, 1.2, 1.1, 1.0, 0.92, 0.84, 0.78, 0.74, 0.72, 0.7, 0.68)
"""Sizes of everything as a multiple of the chart's, best look first.

The last one has the smallest readable boards.
"""


def index_poster_document(kit: Kit, name: str = "index-poster") -> Document:
    """Return the chart on one sheet for the wall, A3 or Tabloid: positions and numbers.

    Everything is as large as fits. It has no beads, because they are on the box that you find. If
    there are too many boxes to read on one sheet (more than 320 or so of noughts and crosses), it
    takes several.
    """
    title, paper = said(kit, "index.poster"), LARGE_PAPERS[kit.spec.print.paper]
    look = CHART_PAGES._replace(sheet=(paper.width, paper.height))
    told = " ".join(steps_to_a_code(kit))

    def poster(scale: float, drawn: bool) -> _Chart:
        chart = _Chart(kit, title, look)
        chart.heading(said(kit, "index.lesson"), WALL_TITLE)
        chart.paragraph(told, WALL[1])
        chart.y += 2
        chart.all_stages(Frames(kit, scale, drawn))
        return chart

    best = bisect_left(
        POSTER_SCALES[:-1], True, key=lambda scale: poster(scale, drawn=False).pages == 1
    )
    document = poster(POSTER_SCALES[best], drawn=True).document(name, title)
    return replace(document, medium=Medium.POSTER)


class _Chart(Flow):
    """Pages of frames, filled line by line; a page that continues a stage repeats its headings."""

    scale = 1.0

    def all_stages(self, frames: "Frames") -> None:
        """Set all boxes of a kit."""
        self.scale = frames.scale
        stages = groupby(frames.order.groups, key=lambda group: (group.side, group.stage))
        for _, of_stage in stages:
            self.stage(list(of_stage), frames)

    def stage(self, groups: Sequence[Group], frames: "Frames") -> None:
        """Set the groups of a stage below its bar, with a heading for each first zone."""
        kit = self.frame.kit
        band = _band_text(kit, groups)
        sections = [
            (cells, list(of_heading))
            for cells, of_heading in groupby(groups, key=lambda group: group.code[0])
        ]
        for place, (cells, of_heading) in enumerate(sections):
            heading = heading_text(kit, cells)
            begins = self.need(((0 if place else BAND + GAP) + HEAD) * self.scale + frames.height)
            if begins or not place:
                self._set_band(self._again(band) if place else band)
            self._set_heading(heading)
            self._set_frames(of_heading, frames, band, heading)

    def _set_frames(
        self, groups: Sequence[Group], frames: "Frames", band: str, heading: str
    ) -> None:
        """Set the groups and their boxes side by side; a group wider than a line is split."""
        most = frames.most(self.width)
        drawn, code = [], None
        for group in groups:
            for boxes in in_groups(group.boxes, most):
                drawn.append(frames.frame(group, boxes, first=group.code != code))
                code = group.code
        gap = GAP * self.scale
        for place, line in enumerate(in_lines(drawn, self.width, gap)):
            if place and self.need(frames.height):
                self._set_band(self._again(band))
                self._set_heading(self._again(heading))
            put(self, frames.height, line)
            self.y += gap

    def _again(self, text: str) -> str:
        return self.frame.words("index.continued", text=text)

    def _set_band(self, told: str) -> None:
        size, told = self._line(told, self.width - 4)
        line = text(told, size, True, colour=WHITE, margin=2)
        put(self, BAND * self.scale, framed(line, pen=0, ink=None, fill=BLACK, radius=0.8))
        self.y += GAP * self.scale

    def _set_heading(self, told: str) -> None:
        size, told = self._line(told, self.width)
        line = text(told, size, True, level=Anchor.START, margin=0)
        put(self, HEAD * self.scale, padded(line, above=HEAD_AIR * self.scale))

    def _line(self, told: str, width: float) -> tuple[float, str]:
        """Return a size and a text for one line: scaled if it fits, shortened as a last resort."""
        scaled = TEXT * self.scale
        size = max(min(TEXT, scaled), size_within(told, width, scaled, bold=True))
        return size, shortened(told, width, size, bold=True)


def _band_text(kit: Kit, groups: Sequence[Group]) -> str:
    """Return what a stage's bar says: which move, how many marks are on the board, which boxes."""
    boxes = sorted((box for group in groups for box in group.boxes), key=lambda box: box.number)
    counts = {tuple(box.position.cells.count(side.cell) for side in Side) for box in boxes}
    told = [group_words(kit, boxes)]
    if counts == {(0, 0)}:
        told.append(said(kit, "index.empty"))
    elif len(counts) == 1:
        told.append(", ".join(map(partial(pieces, kit), Side, counts.pop())))
    told.append(numbers_of(kit, boxes))
    return "  ·  ".join(told)
