"""The filling guide: which beads to put in which box."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from menace_kit.layout.marks import Anchor, Document
from menace_kit.layout.stacks import in_groups
from menace_kit.layout.text.pages import Flow, filled
from menace_kit.layout.text.rows import (
    CELL_GAP,
    BeadItem,
    Cell,
    Item,
    Row,
    TableColumn,
    TickItem,
    fitting_column,
    item_width,
    step_width,
    table_width,
)
from menace_kit.layout.text.typesetting import shortened
from menace_kit.layout.type_scale import FIGURES
from menace_kit.machine import Kit
from menace_kit.machine.cabinets import CabinetOrder
from menace_kit.text.grammar import capital
from menace_kit.text.kit_words import paper_words
from menace_kit.text.sheet_words import group_words, place_words, places_explained, said
from menace_kit.workshop.filling import BoxChange, FillingGroup, changes_between, filling_groups

BEAD_GAPS = (2.2, 1.6, 1.1)
"""Gaps from a bead's count to the next bead (mm), best look first.

Smaller ones are used if two tables don't fit side by side otherwise.
"""


TABLE_GAP = 3.5
"""Least gap between two tables side by side."""


class Before(NamedTuple):
    """Whose beads a filling guide is for, in words, and the kit as filled before it learned."""

    told: str
    kit: Kit


def filling_document(
    kit: Kit,
    name: str = "filling",
    before: Before | None = None,
    sets: Sequence[str] = (),
    order: CabinetOrder | None = None,
) -> Document:
    """Return the guide: totals, groups of boxes filled alike, and all boxes in an order.

    `order` is by number or by code, by default that of the cabinet. With `sets` it is one guide for
    that many machines, with their totals. For a machine that has learned, whose boxes need not be
    alike, it has the changes from its start instead of groups.
    """
    words = paper_words(kit)
    title = words("filling.title" if before is None else "filling.learned-title")

    def draw(flow: Flow) -> None:
        flow.title(title)
        if before is None:
            flow.items(words.lines("filling.steps"))
        else:
            flow.paragraph(before.told, bold=True)
            flow.items(words.lines("filling.learned-steps"))
        if sets:
            flow.items([words("filling.sets", n=len(sets), first=sets[0], last=sets[-1])])
        flow.heading(words("filling.totals"))
        _totals(flow, kit, len(sets))
        if before is None:
            flow.heading(words("filling.groups"))
            _groups(flow, kit, filling_groups(kit), sets)
        else:
            _changes(flow, kit, changes_between(before.kit, kit))
        _all_boxes(flow, kit, order)

    return filled(kit, title, draw).document(name, title)


def _columns(changes: Sequence[BoxChange]) -> tuple[list[dict[str, int]], list[dict[str, int]]]:
    return [change.out for change in changes], [change.into for change in changes]


def _changes(flow: Flow, kit: Kit, changes: Sequence[BoxChange]) -> None:
    """Set a line for each box to change: what to take out and put in; two tables if they fit."""
    words = paper_words(kit)
    out, into = (
        words.number(sum(sum(beads.values()) for beads in column)) for column in _columns(changes)
    )
    flow.heading(words("filling.changes"))
    flow.paragraph(
        words("filling.changes-how", n=len(changes), boxes=len(kit.boxes), out=out, into=into)
    )
    if not changes:
        return
    columns = [_number_column(kit, 1.2), *_place_column(kit)]
    counts = {
        count
        for change in changes
        for beads in (change.out, change.into)
        for count in beads.values()
    }
    step = _bead_step(kit, counts, BEAD_GAPS[1])
    for head, beads in zip("−+", _columns(changes), strict=True):
        width = max(1, *map(len, beads)) * step + CELL_GAP
        columns.append(_column(head, width, step=step))
    rows: list[list[Cell]] = [
        [
            TickItem(change.box.name),
            *([place_words(kit, change.box, short=True)] if kit.spec.cabinet else []),
            _bead_cells(kit, change.out),
            _bead_cells(kit, change.into),
        ]
        for change in changes
    ]
    two_fit = 2 * table_width(columns) + TABLE_GAP <= flow.width
    flow.table(columns, rows, abreast=2 if two_fit else 1)


def _column(
    head: str, least: float, anchor: Anchor = Anchor.START, step: float = 0.0
) -> TableColumn:
    """Return a column at least so wide, wider where the word at its head needs it."""
    return TableColumn(head, max(least, item_width(head, bold=True) + 2 * CELL_GAP), anchor, step)


def _number_column(kit: Kit, gap: float) -> TableColumn:
    return _column(capital(said(kit, "common.box-number")), _box_step(kit, gap))


def _place_column(kit: Kit) -> list[TableColumn]:
    """Return the column of places, if the kit has a cabinet."""
    words = paper_words(kit)
    if not kit.spec.cabinet:
        return []
    places = [place_words(kit, box, short=True) for box in kit.boxes]
    return [_column(capital(words("filling.place")), step_width(places, 1.8))]


def _totals(flow: Flow, kit: Kit, sets: int = 0) -> None:
    """Set a line for each stage and for all: its boxes, and its beads by colour."""
    words = paper_words(kit)
    stage, in_all = capital(words("filling.stage")), words("common.total")
    groups = [(group_words(kit, boxes), boxes) for boxes in kit.boxes_by_stage]
    told: list[tuple[str, list[int]]] = []
    for name, boxes in (*groups, (in_all, kit.boxes)):
        counts = kit.start_by_colour(boxes).values()
        told.append((name, [len(boxes), *counts, sum(counts)]))
    if sets:
        told.append((words("filling.all-sets", n=sets), [sets * n for n in told[-1][1]]))
    first = max(item_width(text, bold=True) for text in (stage, *dict(told))) + 2 * CELL_GAP
    most = words.number(max(told[-1][1][1:-1]))
    colours = [
        fitting_column(words.colour_name(colour), [most], FIGURES, True, Anchor.END)
        for colour in kit.colours
    ]
    columns = [
        TableColumn(stage, first),
        _column(capital(words.phrased("{containers}")), 14.0, Anchor.END),
        TableColumn(in_all, 14.0, Anchor.END),
    ]
    share = min(1.0, (flow.width - table_width(columns)) / table_width(colours))
    columns[2:2] = [_narrowed(column, share) for column in colours]
    rows: list[list[Cell]] = [["", "", *map(BeadItem, kit.colours), ""]]
    rows += ([name, *map(words.number, numbers)] for name, numbers in told)
    flow.table(columns, rows, bold_last=True)


def _narrowed(column: TableColumn, share: float) -> TableColumn:
    """Return a column with this share of its width, and words at its head that it has room for."""
    width = column.width * share
    words = column.head.split()
    head = " ".join(shortened(word, width - CELL_GAP, FIGURES, bold=True) for word in words)
    return column._replace(head=head, width=width)


def _start_step(kit: Kit, gap: float) -> float:
    return _bead_step(kit, {bead.start for box in kit.boxes for bead in box.beads}, gap)


def _bead_step(kit: Kit, counts: Iterable[int], gap: float) -> float:
    """Return the distance from one bead to the next, with this gap after its count."""
    return step_width((BeadItem(kit.colours[0], str(count)) for count in counts), gap)


def _box_step(kit: Kit, gap: float) -> float:
    return step_width((TickItem(box.name) for box in kit.boxes), gap)


def _bead_cells(kit: Kit, start: Mapping[str, int]) -> tuple[BeadItem, ...]:
    return tuple(BeadItem(kit.colour(name), str(count)) for name, count in start.items())


def _groups(flow: Flow, kit: Kit, groups: list[FillingGroup], sets: Sequence[str]) -> None:
    """Set the boxes of each group with boxes to tick; for several sets, a line of their letters."""
    words = paper_words(kit)
    bead_step, box_step = _start_step(kit, BEAD_GAPS[0]), _box_step(kit, 2.5)
    ticks_of_sets = tuple(map(TickItem, sets))
    if sets:
        box_step = max(box_step, step_width(ticks_of_sets, 2.5))
    kinds = max(len(group.start) for group in groups)
    beads = kinds * bead_step
    boxes = flow.width - beads - 15
    # A long word at the head of the totals reaches into the gap behind the last bead.
    total = _column(words("common.total"), 11.0, Anchor.END)
    columns = [
        TableColumn(capital(words.phrased("{tokens}")), beads + 11.0 - total.width, step=bead_step),
        total._replace(after=4),
        TableColumn(capital(words.phrased("{containers}")), boxes, step=box_step),
    ]
    abreast = int(boxes / box_step)
    sections = {group.each: "" for group in groups}
    if len(sections) > 1:
        sections = {each: _section_head(kit, groups, each) for each in sections}
    rows: list[Row] = []
    for group in groups:
        if head := sections.pop(group.each, ""):
            rows.append(Row([head], bold=True, heads=True))
        cells: list[Cell] = [_bead_cells(kit, group.start), str(sum(group.start.values()))]
        boxes_of: list[Item] = [box.name if sets else TickItem(box.name) for box in group.boxes]
        lines: list[Sequence[Item]] = [*in_groups(boxes_of, abreast)]
        lines += in_groups(ticks_of_sets, abreast)
        for line in lines:
            rows.append(Row([*cells, tuple(line)]))
            cells = ["", ""]
    flow.table(columns, rows)


def _section_head(kit: Kit, groups: Sequence[FillingGroup], each: int) -> str:
    """Return the heading of groups whose boxes get `each` beads of a colour: stages and number."""
    boxes = sorted(
        (box for group in groups if group.each == each for box in group.boxes),
        key=lambda b: b.number,
    )
    stages = dict.fromkeys(group_words(kit, [box]) for box in boxes)
    return said(kit, "filling.each", stages=" / ".join(stages), n=each)


def _all_boxes(flow: Flow, kit: Kit, order: CabinetOrder | None) -> None:
    """Set a line for each box with a box to tick."""
    words = paper_words(kit)
    order = order or (kit.spec.cabinet.order if kit.spec.cabinet else CabinetOrder.NUMBER)
    flow.heading(words(f"filling.by-{order.value}"))
    if kit.spec.cabinet:
        flow.paragraph(places_explained(kit, kit.spec.cabinet))
    by_code = order is CabinetOrder.CODE
    codes = [kit.code(box) for box in kit.boxes] if by_code else []
    columns, abreast = _order_columns(flow, kit, codes)
    rows: list[list[Cell]] = []
    for box in (
        sorted(kit.boxes, key=lambda box: kit.finding.ranks[box.number]) if by_code else kit.boxes
    ):
        where: list[Cell] = [kit.code(box)] if any(codes) else []
        if kit.spec.cabinet:
            where.append(place_words(kit, box, short=True))
        beads = _bead_cells(kit, box.start)
        rows.append([TickItem(box.name), *where, beads, str(box.start_total)])
    flow.table(columns, rows, abreast=abreast)


def _order_columns(flow: Flow, kit: Kit, codes: Sequence[str]) -> tuple[list[TableColumn], int]:
    """Return the columns of the list of all boxes, and how many tables fit side by side."""
    words = paper_words(kit)
    kinds = max(len(box.beads) for box in kit.boxes)
    for gap in BEAD_GAPS:
        step = _start_step(kit, gap)
        columns = [
            _number_column(kit, 2.0),
            *(
                [TableColumn(capital(words("filling.code")), step_width(codes, 1.8))]
                if any(codes)
                else []
            ),
            *_place_column(kit),
            TableColumn(capital(words.phrased("{tokens}")), kinds * step, step=step),
            _column(words("common.total"), 0.0, Anchor.END),
        ]
        abreast = int((flow.width + TABLE_GAP) / (table_width(columns) + TABLE_GAP))
        if abreast > 1:
            return columns, abreast
    return columns, 1
