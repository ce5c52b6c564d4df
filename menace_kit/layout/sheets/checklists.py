"""Lists to tick off: assembly, filling guide, shopping list, a print pack's cover. In mm."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from menace_kit.layout.label_sheets import label_plan
from menace_kit.layout.marks import Anchor, Document, Text, joined
from menace_kit.layout.sheets.nets import boxes_on_a_sheet
from menace_kit.layout.sheets.posters import safety_document
from menace_kit.layout.sheets.steps import step_marks
from menace_kit.layout.text.pages import (
    CELL_GAP,
    TABLE_TEXT,
    TICK,
    BeadItem,
    Cell,
    Flow,
    Row,
    TableColumn,
    TickItem,
    filled,
    item_width,
    step_width,
)
from menace_kit.layout.text.typesetting import READING, Column, shortened, unbroken
from menace_kit.machine.boxes import Box
from menace_kit.machine.cabinets import CabinetOrder
from menace_kit.machine.kit import Kit, kit_of_set
from menace_kit.machine.papers import PAPER_TITLES, PaperKind
from menace_kit.text.number_runs import runs
from menace_kit.text.sheet_words import group_words, place_words
from menace_kit.text.words import Words
from menace_kit.workshop.filling import BoxChange, FillingGroup, changes_between, filling_groups
from menace_kit.workshop.shopping import ShoppingList
from menace_kit.workshop.shopping_text import (
    BLANK,
    bead_headings,
    bead_rows,
    beads_said,
    explained,
    money,
    sets_said,
    thing_headings,
    thing_rows,
)
from menace_kit.workshop.steps import BuildingStep, building_steps

PICKED = 10
"""Boxes that are looked at in the end, picked at random; where there are no more, all of them."""

EMPTY_BOX = "☐"
TABLE_SIZE = 9.0

BOX_COUNT = 17.0
"""Width of the column of numbers."""


Batch = tuple[Box, ...]
"""Boxes whose labels are on one sheet, and which go through all steps together,
in the order of their numbers.
"""


def batches(kit: Kit, words: Words) -> list[Batch]:
    """Return all boxes in batches: those of each sheet of labels,
    or of trays that have theirs printed on them.
    """
    cells = boxes_on_a_sheet(kit, words)
    return [kit.boxes[first : first + cells] for first in range(0, len(kit.boxes), cells)]


PICTURE = (36.0, 21.0)
"""Width and height of the drawing of a step, at the most."""

STEP_TEXT = 8.5


def building_document(kit: Kit, words: Words, name: str = "building") -> Document:
    """Return the checklist, and behind it the safety sheet."""
    both = joined([assembly_document(kit, words, name), safety_document(kit, words, name)])
    return replace(both, title=words("assembly.with-safety", name=kit.spec.name))


def assembly_document(kit: Kit, words: Words, name: str = "assembly") -> Document:
    """Return the checklist: what comes first, the steps and their hours,
    the batches to tick, what comes last.
    """
    title = words("assembly.title", name=kit.spec.name)
    made, steps = batches(kit, words), building_steps(kit)
    beads = words.number(sum(box.start_total for box in kit.boxes))
    plain = [box.name for box in kit.boxes] == [
        str(number) for number in range(1, len(kit.boxes) + 1)
    ]
    places = "places" if len(kit.boxes) > PICKED else "places-all"

    def draw(flow: Flow) -> None:
        flow.heading(title, size=18)
        flow.paragraph(
            words("assembly.intro", n=len(made), boxes=len(kit.boxes), beads=beads), size=10
        )
        flow.heading(words("assembly.first"))
        matches = ("matches",) if kit.container.kind.has_matches else ()
        starts = ("safety", "shopping", *matches, "print", "label", "pots")
        flow.items((words(f"assembly.first-{start}") for start in starts), sign=EMPTY_BOX)
        flow.heading(words("assembly.steps"), keep=40)
        flow.paragraph(_hours_in_all(kit, words, steps))
        _set_steps(flow, kit, words, steps)
        flow.heading(words("assembly.batches"), keep=45)
        flow.paragraph(words("assembly.batches-how"))
        _batch_table(flow, kit, words, made, steps)
        flow.heading(words("assembly.last"), keep=45)
        ends = ("numbers" if plain else "names", places, "beads", "spare", "cards")
        flow.items(
            (words(f"assembly.last-{end}", boxes=len(kit.boxes)) for end in ends), sign=EMPTY_BOX
        )

    return filled(kit, words, words("assembly.subject"), draw).document(name, title)


def _hours_in_all(kit: Kit, words: Words, steps: Sequence[BuildingStep]) -> str:
    """Return how long all of it takes, what is needed and what is nice to have,
    and where the figures come from.
    """
    needed, every = (
        sum(step.minutes(kit) for step in steps if step.time.needed or not only)
        for only in (True, False)
    )
    key = "hours" if every > needed else "hours-needed"
    return words(f"assembly.{key}", needed=_time(words, needed), all=_time(words, every))


def _time(words: Words, minutes: float) -> str:
    """Return minutes as one says them: from ten on to five minutes,
    from an hour and a half on to half an hour.
    """
    if minutes < 90:
        return words(
            "assembly.minutes",
            time=max(1, round(minutes) if minutes < 10 else 5 * round(minutes / 5)),
        )
    halves = round(minutes / 30)
    whole, half = divmod(halves, 2)
    return words("assembly.time", time=f"{whole}{words('number.decimal')}5" if half else str(whole))


def _set_steps(flow: Flow, kit: Kit, words: Words, steps: Sequence[BuildingStep]) -> None:
    """Set the steps in two columns, read across: a drawing of each,
    whether it is needed, its time, what is done.
    """
    gap = 6.0
    width = (flow.width - gap) / 2
    for first in range(0, len(steps), 2):
        row = []
        for place, step in enumerate(steps[first : first + 2]):
            left = flow.left + place * (width + gap) + PICTURE[0] + 3
            text = Column(left, 0.0, width - PICTURE[0] - 3, STEP_TEXT, READING)
            time = _time(words, step.minutes(kit))
            need = words(f"cover.{'needed' if step.time.needed else 'nice'}")
            text.paragraph(f"{first + place + 1}  ·  {need}  ·  {time}", bold=True)
            text.paragraph(_said_of(kit, words, step))
            row.append(text)
        height = max(PICTURE[1], *(text.y for text in row)) + 3
        flow.need(height)
        for step, text in zip(steps[first : first + 2], row, strict=False):
            flow.marks += [
                replace(mark, y=mark.y + flow.y) for mark in text.marks if isinstance(mark, Text)
            ]
            flow.marks += step_marks(kit, words, step, text.left - PICTURE[0] - 3, flow.y, *PICTURE)
        flow.y += height


def _said_of(kit: Kit, words: Words, step: BuildingStep) -> str:
    outer, cabinet = kit.container.outer, kit.spec.cabinet
    facts: dict[str, object] = {
        side: f"{getattr(outer, side):g}" for side in ("length", "width", "height")
    }
    facts |= {"rows": cabinet.rows, "columns": cabinet.columns} if cabinet else {}
    ending = ""
    if step.name == "place" and cabinet is None:
        ending = "-free"
    if step.name == "cut" and label_plan(kit, words).straight:
        ending = "-straight"
    return words(f"assembly.step-{step.name}{ending}", **facts)


GAP_BEFORE_TICKS = 4.0
STEP_COLUMN = 7.0
"""Width of a column with the boxes to tick for a step (mm)."""


def _batch_table(
    flow: Flow, kit: Kit, words: Words, made: Sequence[Batch], steps: Sequence[BuildingStep]
) -> None:
    """Set a row for each batch: its boxes, stage, where they stand, how many,
    and a box to tick for each step.
    """
    told = [
        (words("assembly.boxes"), [_range(kit, words, batch) for batch in made]),
        (words("assembly.for"), [_stages(kit, words, batch) for batch in made]),
    ]
    if kit.spec.cabinet:
        told.append(
            (words("assembly.column-where"), [_places(kit, words, batch) for batch in made])
        )
    widths = [
        max(
            item_width(head, TABLE_SIZE, bold=True) + 2 * CELL_GAP,
            *(item_width(text, TABLE_SIZE) + 3 * CELL_GAP for text in texts),
        )
        for head, texts in told
    ]
    count = TableColumn(words("assembly.count"), BOX_COUNT, Anchor.END)
    ticked = [
        TableColumn(str(number), STEP_COLUMN)
        for number, step in enumerate(steps, 1)
        if step.by_batch
    ]
    rows: list[list[Cell]] = [
        [*facts, str(len(batch)), "", *(TickItem() for _ in ticked)]
        for batch, *facts in zip(made, *(texts for _, texts in told), strict=True)
    ]
    # What is too long for its column goes on below.
    room = flow.width - BOX_COUNT - GAP_BEFORE_TICKS - STEP_COLUMN * len(ticked)
    share = min(1.0, room / sum(widths))
    columns = [
        TableColumn(head, width * share) for (head, _), width in zip(told, widths, strict=True)
    ]
    flow.table(
        [*columns, count, TableColumn("", GAP_BEFORE_TICKS), *ticked],
        rows,
        row_height=7.0,
        size=TABLE_SIZE,
    )


def _stages(kit: Kit, words: Words, batch: Batch) -> str:
    """Return which stages a batch is for: the first and the last."""
    first, last = (group_words(kit, words, [box]) for box in (batch[0], batch[-1]))
    return words("assembly.range", n=1 + (first != last), first=first, last=last)


def _range(kit: Kit, words: Words, batch: Batch) -> str:
    key = "assembly.range" if len(runs(kit, batch)) == 1 else "assembly.range-scattered"
    return words(key, n=len(batch), first=batch[0].name, last=batch[-1].name)


def _places(kit: Kit, words: Words, batch: Batch) -> str:
    """Return where a batch goes in the cabinet: the places of its first and its last box."""
    first, last = (place_words(kit, words, box, short=True) for box in (batch[0], batch[-1]))
    places = [place for box in batch if (place := kit.place(box))]
    cabinet = kit.spec.cabinet
    in_a_row = cabinet is None or all(
        cabinet.number(place) + 1 == cabinet.number(after) for place, after in pairwise(places)
    )
    key = "assembly.range" if in_a_row else "assembly.range-scattered"
    return words(key, n=len(batch), first=first, last=last)


# The filling guide on paper: what to put into which box, to tick off.

BEAD_GAPS = (2.2, 1.6, 1.1)
"""From a bead's count to the next bead (mm), the best look first:
less where else two tables do not fit abreast.
"""

TABLE_GAP = 3.5
"""Between two tables abreast, at the least."""


class Before(NamedTuple):
    """Whose beads a filling guide is of, in words, and the kit as it was
    filled before it learned.
    """

    told: str
    kit: Kit


def filling_document(
    kit: Kit,
    words: Words,
    name: str = "filling",
    before: Before | None = None,
    sets: Sequence[str] = (),
    order: CabinetOrder | None = None,
) -> Document:
    """Return the guide: totals, then groups of boxes that are filled alike,
    then all boxes in an order.

    That is by number or by code; where none is asked for, as they stand in the cabinet.

    With `sets` it is one guide for so many machines, with the totals of them all.

    Of a machine that has learned, no two of whose boxes need be alike,
    it is the changes from its start instead of the groups.
    """
    title = words("filling.title" if before is None else "filling.learned-title")

    def draw(flow: Flow) -> None:
        flow.heading(title, size=18)
        if before is None:
            flow.items(words.lines("filling.steps"))
        else:
            flow.paragraph(before.told, size=10, bold=True)
            flow.items(words.lines("filling.learned-steps"))
        if sets:
            facts = {"first": sets[0], "last": sets[-1], "box": kit.boxes[-1].name}
            label = kit_of_set(kit, sets[-1]).boxes[-1].name
            flow.items([words("filling.sets", n=len(sets), label=label, **facts)])
        flow.heading(words("filling.totals"))
        _totals(flow, kit, words, len(sets))
        if before is None:
            groups = filling_groups(kit)
            flow.heading(words("filling.groups"))
            flow.paragraph(words("filling.groups-how", n=len(groups), boxes=len(kit.boxes)))
            _groups(flow, kit, words, groups)
        else:
            _changes(flow, kit, words, changes_between(before.kit, kit))
        _all_boxes(flow, kit, words, order)

    return filled(kit, words, title, draw).document(name, title)


def _all_boxes(flow: Flow, kit: Kit, words: Words, order: CabinetOrder | None) -> None:
    order = order or (kit.spec.cabinet.order if kit.spec.cabinet else CabinetOrder.NUMBER)
    flow.heading(words(f"filling.by-{order.value}"))
    if kit.spec.cabinet:
        example = {"row": min(3, kit.spec.cabinet.rows), "drawer": min(5, kit.spec.cabinet.columns)}
        flow.paragraph(
            words("filling.places-cabinets" if kit.cabinets > 1 else "filling.places", **example)
        )
    _by_order(flow, kit, words, order)


def _columns(changes: Sequence[BoxChange]) -> tuple[list[dict[str, int]], list[dict[str, int]]]:
    return [change.out for change in changes], [change.into for change in changes]


def _changes(flow: Flow, kit: Kit, words: Words, changes: Sequence[BoxChange]) -> None:
    """Set a line for each box that is to be changed: what to take out, what to put in;
    two abreast if they fit.
    """
    out, into = (
        words.number(sum(sum(beads.values()) for beads in column)) for column in _columns(changes)
    )
    flow.heading(words("filling.changes"))
    flow.paragraph(
        words("filling.changes-how", n=len(changes), boxes=len(kit.boxes), out=out, into=into)
    )
    if not changes:
        return
    columns = [
        TableColumn(words("filling.box"), _head_width(words("filling.box"), _box_step(kit, 1.2))),
        *_place_column(kit, words),
    ]
    counts = {
        count
        for change in changes
        for beads in (change.out, change.into)
        for count in beads.values()
    }
    step = step_width((BeadItem(kit.colours[0], str(count)) for count in counts), BEAD_GAPS[1])
    for head, beads in zip(("take-out", "put-in"), _columns(changes), strict=True):
        width = max(1, *map(len, beads)) * step + CELL_GAP
        columns.append(
            TableColumn(
                words(f"filling.{head}"), _head_width(words(f"filling.{head}"), width), step=step
            )
        )
    rows: list[list[Cell]] = [
        [
            TickItem(change.box.name),
            *([place_words(kit, words, change.box, short=True)] if kit.spec.cabinet else []),
            _bead_cells(kit, change.out),
            _bead_cells(kit, change.into),
        ]
        for change in changes
    ]
    two_fit = 2 * sum(column.width for column in columns) + TABLE_GAP <= flow.width
    flow.table(columns, rows, abreast=2 if two_fit else 1)


def _place_column(kit: Kit, words: Words) -> list[TableColumn]:
    """Return the column of where boxes stand, where the kit has a cabinet."""
    places = [place_words(kit, words, box, short=True) for box in kit.boxes]
    head = words("filling.place")
    return (
        [TableColumn(head, _head_width(head, step_width(places, 1.8)))] if kit.spec.cabinet else []
    )


def _totals(flow: Flow, kit: Kit, words: Words, sets: int = 0) -> None:
    names = [words.colour_name(colour).split() for colour in kit.colours]
    count, boxes = 14.0, _head_width(words("filling.boxes"), 14.0)
    room = flow.width - boxes - count
    widest = max(item_width(word, bold=True) for name in names for word in name) + CELL_GAP
    groups = [(group_words(kit, words, of_stage), of_stage) for of_stage in kit.boxes_by_stage]
    all_sets = words("filling.all-sets", n=sets)
    texts = [*(stage for stage, _ in groups), words("filling.stage"), words("filling.total")]
    texts += [all_sets] if sets else []
    stages = max(item_width(text, bold=True) for text in texts) + 2 * CELL_GAP
    first = max(stages, min(48.0 - boxes, room - len(names) * widest))
    each = (room - first) / len(names)
    heads = [
        " ".join(shortened(word, each - CELL_GAP, TABLE_TEXT, bold=True) for word in name)
        for name in names
    ]
    columns = [
        TableColumn(words("filling.stage"), first),
        TableColumn(words("filling.boxes"), boxes, Anchor.END),
        *(TableColumn(head, each, Anchor.END) for head in heads),
        TableColumn(words("filling.total"), count, Anchor.END),
    ]
    rows: list[list[Cell]] = [["", "", *(BeadItem(colour) for colour in kit.colours), ""]]
    for name, boxes_of in (*groups, (words("filling.total"), kit.boxes)):
        counts = kit.start_by_colour(boxes_of).values()
        rows.append([name, str(len(boxes_of)), *map(str, counts), str(sum(counts))])
    if sets:
        in_all = [len(kit.boxes), *kit.start_by_colour().values()]
        rows.append([all_sets, *(str(sets * count) for count in (*in_all, sum(in_all[1:])))])
    flow.table(columns, rows, bold_last=True)


def _head_width(head: str, least: float) -> float:
    """Return the width of a column of numbers:
    more than the least where the word at its head needs it.
    """
    return max(least, item_width(head, bold=True) + CELL_GAP)


def _bead_step(kit: Kit, gap: float) -> float:
    """Return the way from one bead and its count to the next, with this gap between them."""
    counts = {bead.start for box in kit.boxes for bead in box.beads}
    return step_width((BeadItem(kit.colours[0], str(count)) for count in counts), gap)


def _box_step(kit: Kit, gap: float) -> float:
    return step_width((TickItem(box.name) for box in kit.boxes), gap)


def _bead_cells(kit: Kit, start: Mapping[str, int]) -> tuple[BeadItem, ...]:
    return tuple(BeadItem(kit.colour(name), str(count)) for name, count in start.items())


def _groups(flow: Flow, kit: Kit, words: Words, groups: list[FillingGroup]) -> None:
    bead_step, box_step = _bead_step(kit, BEAD_GAPS[0]), _box_step(kit, 2.5)
    kinds = max(len(group.start) for group in groups)
    beads = kinds * bead_step
    boxes = flow.width - beads - 15
    # A long word at the head of the totals reaches into the gap behind the last bead.
    total_width = _head_width(words("filling.total"), 11.0)
    columns = [
        TableColumn(words("filling.put-in"), beads + 11.0 - total_width, step=bead_step),
        TableColumn(words("filling.total"), total_width, Anchor.END),
        TableColumn("", 4),
        TableColumn(words("filling.into"), boxes, step=box_step),
    ]
    abreast = int(boxes / box_step)
    sections = {group.each: "" for group in groups}
    if len(sections) > 1:
        sections = {each: _section_head(kit, words, groups, each) for each in sections}
    rows: list[Row] = []
    for group in groups:
        if head := sections.pop(group.each, ""):
            rows.append(Row([head, "", "", ""], bold=True, heads=True))
        for first in range(0, len(group.boxes), abreast):
            ticks = tuple(TickItem(box.name) for box in group.boxes[first : first + abreast])
            total = str(sum(group.start.values()))
            filled: list[Cell] = (
                [_bead_cells(kit, group.start), total, ""] if first == 0 else ["", "", ""]
            )
            rows.append(Row([*filled, ticks]))
    flow.table(columns, rows)


def _section_head(kit: Kit, words: Words, groups: Sequence[FillingGroup], each: int) -> str:
    """Return what the groups have in common whose boxes get `each` beads of a colour:
    their stages, and the number.
    """
    boxes = sorted(
        (box for group in groups if group.each == each for box in group.boxes),
        key=lambda b: b.number,
    )
    stages = dict.fromkeys(group_words(kit, words, [box]) for box in boxes)
    return words("filling.each", stages=" / ".join(stages), n=each)


def _by_order(flow: Flow, kit: Kit, words: Words, order: CabinetOrder) -> None:
    by_code = order is CabinetOrder.CODE
    codes = [kit.code(box) for box in kit.boxes] if by_code else []
    total = words("filling.total")
    kinds = max(len(box.beads) for box in kit.boxes)
    for gap in BEAD_GAPS:
        step = _bead_step(kit, gap)
        columns = [
            TableColumn(
                words("filling.box"), _head_width(words("filling.box"), _box_step(kit, 1.2))
            ),
            *([TableColumn(words("filling.code"), step_width(codes, 1.8))] if any(codes) else []),
            *_place_column(kit, words),
            TableColumn(words("filling.beads"), kinds * step, step=step),
            TableColumn(total, item_width(total, bold=True) + CELL_GAP, Anchor.END),
        ]
        width = sum(column.width for column in columns)
        two_fit = 2 * width + TABLE_GAP <= flow.width
        if two_fit:
            break
    rows: list[list[Cell]] = []
    for box in (
        sorted(kit.boxes, key=lambda box: kit.finding.ranks[box.number]) if by_code else kit.boxes
    ):
        where = [kit.code(box)] if any(codes) else []
        if kit.spec.cabinet:
            where.append(place_words(kit, words, box, short=True))
        rows.append([TickItem(box.name), *where, _bead_cells(kit, box.start), str(box.start_total)])
    flow.table(columns, rows, abreast=2 if two_fit else 1)


# The shopping list on paper.

AMOUNT = 58.0
"""Width of the column that says how many there are of a thing, at the most (mm)."""

MONEY = 19.0
"""Width of a column for prices at the least: there is room to write one in."""

NUMBERS = 13.0
"""Width of a column of other numbers at the least."""

BUY_ROW = 5.4


def shopping_document(
    kit: Kit, words: Words, shopping: ShoppingList, name: str = "shopping"
) -> Document:
    """Return the list on a page that one takes to the shop, with short warnings above it;
    what is behind them and the figures is on the pages behind.
    """
    title = words("shopping.title", name=kit.spec.name)

    def draw(flow: Flow) -> None:
        flow.heading(title, size=18)
        if shopping.sets:
            flow.paragraph(sets_said(shopping, words), size=10)
        if shopping.colours:
            flow.paragraph(beads_said(shopping, words), bold=True)
        flow.items(words.tell(warning) for warning in shopping.short_warnings)
        _things_to_buy(flow, words, shopping)
        if shopping.colours:
            _beads_to_buy(flow, words, shopping)
        cost = money(shopping.cost, words) or BLANK
        flow.paragraph(words("shopping.all-told", cost=cost), bold=True)
        if paragraphs := explained(shopping, words):
            flow.new_page()
            flow.heading(words("shopping.more"))
            flow.items(paragraphs)

    return filled(kit, words, words("shopping.subject"), draw).document(name, title)


def _things_to_buy(flow: Flow, words: Words, shopping: ShoppingList) -> None:
    flow.heading(words("shopping.things"), keep=40)
    rows: list[list[Cell]] = [[*row] for row in thing_rows(shopping, words)]
    # The last row is the sum.
    for row in rows[:-1]:
        row[0] = TickItem(str(row[0]))
    columns = _buying_columns(flow, thing_headings(words), rows, 2)
    flow.table(columns, rows, BUY_ROW, 1, True, TABLE_SIZE)


def _beads_to_buy(flow: Flow, words: Words, shopping: ShoppingList) -> None:
    flow.heading(words("shopping.beads", title=words.title(shopping.bead_title)), keep=50)
    rows: list[list[Cell]] = [[*row] for row in bead_rows(shopping, words)]
    # The last row is for all colours.
    for row, bead in zip(rows, shopping.colours, strict=False):
        row[0] = BeadItem(bead.colour, str(row[0]))
    columns = _buying_columns(flow, bead_headings(words), rows, 3)
    flow.table(columns, rows, BUY_ROW, 1, True, TABLE_SIZE)


def _buying_columns(
    flow: Flow, heads: Sequence[str], rows: Sequence[Sequence[Cell]], numbers_from: int
) -> list[TableColumn]:
    """Return columns as wide as their texts, those of numbers to the right;
    the first has what they leave.
    """
    widths = []
    for place, (head, *cells) in enumerate(zip(heads, *rows, strict=True)):
        words = [item_width(word, TABLE_SIZE, bold=True) for word in unbroken(head)]
        texts = [item_width(cell, TABLE_SIZE, bold=True) for cell in cells if isinstance(cell, str)]
        least = MONEY if place >= len(heads) - 2 else NUMBERS if place >= numbers_from else 0.0
        widths.append(max(least, *words, min(AMOUNT, max(texts, default=0.0))) + 2 * CELL_GAP)
    widths[0] = flow.width - sum(widths[1:])
    return [
        TableColumn(head, width, Anchor.END if place >= numbers_from else Anchor.START)
        for place, (head, width) in enumerate(zip(heads, widths, strict=True))
    ]


# The cover of a print pack: what is in it, on which pages, what to print them on, and how often.

PAPER_WIDTH = 56.0
"""Width of the column that says what pages are printed on (mm)."""

COVER_SIZE = 9.5


class CoverEntry(NamedTuple):
    """Pages of a logbook that belong together: `first` to `last`, counted from the cover;
    how often to print them.

    `of_set` is the set that they are of, empty where they are for all sets;
    `needed` where nobody can build or play without them.
    """

    title: str
    first: int
    last: int
    paper: PaperKind = PaperKind.PLAIN
    times: int = 1
    of_set: str = ""
    needed: bool = False


def cover_document(
    kit: Kit, words: Words, entries: Sequence[CoverEntry], name: str = "cover"
) -> Document:
    """Return the cover: one page, unless there are very many entries."""
    title = words("cover.title", name=kit.spec.name)

    def draw(flow: Flow) -> None:
        flow.heading(title, size=18)
        flow.paragraph(words("cover.what", n=len(kit.boxes), fingerprint=kit.fingerprint))
        flow.gap(3)
        _parts_on_cover(flow, kit, words, [entry for entry in entries if not entry.of_set])
        _sets_on_cover(flow, kit, words, [entry for entry in entries if entry.of_set])
        flow.heading(words("cover.before"))
        needed = [
            number
            for entry in entries
            if entry.needed
            for number in range(entry.first, entry.last + 1)
        ]
        first = [words("cover.needed-pages", pages=_runs(needed))] if needed else []
        flow.items([*first, *words.lines("cover.advice")])

    return filled(kit, words, words("cover.subject"), draw).document(name, words("cover.contents"))


def _parts_on_cover(flow: Flow, kit: Kit, words: Words, entries: Sequence[CoverEntry]) -> None:
    """Set a line for each part of the logbook that is for one machine, or for all sets."""
    needed = [words(f"cover.{'needed' if entry.needed else 'nice'}") for entry in entries]
    pages = [_pages(entry.first, entry.last) for entry in entries]
    widths = [
        max(item_width(text, COVER_SIZE, bold=True) for text in texts) + 3 * CELL_GAP
        for texts in (
            [words("cover.pages"), *pages],
            [words("cover.need"), *needed],
            [words("cover.times"), "999"],
        )
    ]
    columns = [
        TableColumn(words("cover.part"), flow.width - PAPER_WIDTH - sum(widths)),
        TableColumn(words("cover.pages"), widths[0]),
        TableColumn(words("cover.print-on"), PAPER_WIDTH),
        TableColumn(words("cover.times"), widths[2]),
        TableColumn(words("cover.need"), widths[1]),
    ]
    rows: list[list[Cell]] = [
        [TickItem(entry.title), numbers, _printed_on(kit, words, entry), str(entry.times), need]
        for entry, numbers, need in zip(entries, pages, needed, strict=True)
    ]
    flow.table(columns, rows, row_height=5.8, size=COVER_SIZE)


def _runs(numbers: Sequence[int]) -> str:
    """Return numbers as one types them for a printer: `2-5, 8`."""
    found: list[list[int]] = []
    for number in numbers:
        if found and number == found[-1][-1] + 1:
            found[-1][1:] = [number]
        else:
            found.append([number])
    return ", ".join("-".join(map(str, run)) for run in found)


def _pages(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}–{last}"


def _printed_on(kit: Kit, words: Words, entry: CoverEntry) -> str:
    on = {"stock": words.title(kit.stock.title), "paper": PAPER_TITLES[kit.spec.print.paper]}
    return words(f"cover.paper-{entry.paper.value}", **on)


def _sets_on_cover(flow: Flow, kit: Kit, words: Words, entries: Sequence[CoverEntry]) -> None:
    """Set a line for each set, if there are any: its pages, in a column for each paper
    and how often it is printed.
    """
    columns: dict[tuple[PaperKind, int], list[CoverEntry]] = {}
    for entry in entries:
        columns.setdefault((entry.paper, entry.times), []).append(entry)
    if not columns:
        return
    flow.heading(words("cover.sets"))
    flow.paragraph(words("cover.sets-how"))
    heads = []
    for (_, times), of_paper in columns.items():
        titles = ", ".join(dict.fromkeys(entry.title for entry in of_paper))
        head = f"{titles}: {_printed_on(kit, words, of_paper[0])}"
        heads.append(head if times == 1 else f"{head}, {times} x")
    letters = item_width(words("cover.set"), 9.5, bold=True) + TICK + 4 * CELL_GAP
    width = (flow.width - letters) / len(heads)
    table = [
        TableColumn(words("cover.set"), letters),
        *(TableColumn(head, width) for head in heads),
    ]
    rows: list[list[Cell]] = []
    for of_set in dict.fromkeys(entry.of_set for entry in entries):
        row: list[Cell] = [TickItem(of_set)]
        for of_paper in columns.values():
            own = [entry for entry in of_paper if entry.of_set == of_set]
            row.append(_pages(own[0].first, own[-1].last) if own else "")
        rows.append(row)
    flow.table(table, rows, row_height=5.4, size=9)


def counting_itself(draw: Callable[[int], Document]) -> tuple[Document, int]:
    """Return a document that tells how many pages there are, and how many of its own
    it counts; `draw` draws it.
    """
    pages = 1
    while len((document := draw(pages)).pages) > pages:
        pages = len(document.pages)
    return document, pages
