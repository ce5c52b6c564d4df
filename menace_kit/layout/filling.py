"""The filling guide on paper: what to put into which box, to tick off."""

from collections.abc import Mapping, Sequence

from menace_kit.layout.column import BULLET
from menace_kit.layout.flow import Flow
from menace_kit.layout.label_words import group_words, place_words
from menace_kit.layout.marks import Anchor, Document
from menace_kit.layout.table import CELL_GAP, SMALL, Bead, Cell, Column, Row, Tick, item_width, step_width
from menace_kit.layout.text import shortened
from menace_kit.machine.filling import FillingGroup, filling_groups, stage_groups, stage_totals
from menace_kit.machine.kit import Kit
from menace_kit.text import Words

BEAD_GAPS = (2.2, 1.6, 1.1)
"""From a bead's count to the next bead (mm), the best look first: less where else two tables do not fit abreast."""

TABLE_GAP = 3.5
"""Between two tables abreast, at the least."""


def filling_document(kit: Kit, words: Words, name: str = "filling") -> Document:
    """Return the guide: totals, then groups of boxes that are filled alike, then all boxes by number."""
    flow = Flow(kit, words, words("filling.title"))
    flow.heading(words("filling.title"), size=18)
    for sentence in words.lines("filling.steps"):
        flow.paragraph(sentence, sign=BULLET)
    flow.heading(words("filling.totals"))
    _totals(flow, kit, words)
    groups = filling_groups(kit)
    flow.heading(words("filling.groups"))
    flow.paragraph(words("filling.groups-how", n=len(groups), boxes=len(kit.boxes)))
    _groups(flow, kit, words, groups)
    flow.heading(words("filling.by-number"))
    if kit.spec.cabinet:
        example = {"row": min(3, kit.spec.cabinet.rows), "drawer": min(5, kit.spec.cabinet.columns)}
        flow.paragraph(words("filling.places-cabinets" if kit.cabinets > 1 else "filling.places", **example))
    _by_number(flow, kit, words)
    return flow.document(name, words("filling.title"))


def _totals(flow: Flow, kit: Kit, words: Words) -> None:
    names = [words.colour_name(colour).split() for colour in kit.colours]
    count, boxes = 14.0, _head_width(words("filling.boxes"), 14.0)
    room = flow.width - boxes - count
    widest = max(item_width(word, bold=True) for name in names for word in name) + CELL_GAP
    first = max(_stages_width(kit, words), min(48.0 - boxes, room - len(names) * widest))
    each = (room - first) / len(names)
    heads = [" ".join(shortened(word, each - CELL_GAP, SMALL, bold=True) for word in name) for name in names]
    columns = [
        Column(words("filling.stage"), first),
        Column(words("filling.boxes"), boxes, Anchor.END),
        *(Column(head, each, Anchor.END) for head in heads),
        Column(words("filling.total"), count, Anchor.END),
    ]
    rows: list[list[Cell]] = [["", "", *(Bead(colour) for colour in kit.colours), ""]]
    for boxes_of, total in zip(stage_groups(kit), stage_totals(kit), strict=True):
        counts = [str(number) for number in total.start.values()]
        in_all = str(sum(total.start.values()))
        rows.append([group_words(kit, words, boxes_of), str(total.boxes), *counts, in_all])
    every = kit.start_by_colour()
    rows.append(
        [
            words("filling.total"),
            str(len(kit.boxes)),
            *(str(number) for number in every.values()),
            str(sum(every.values())),
        ]
    )
    flow.table(columns, rows, bold_last=True)


def _stages_width(kit: Kit, words: Words) -> float:
    """Return how wide the column of the stages is at the least."""
    stages = {group_words(kit, words, boxes) for boxes in stage_groups(kit)}
    texts = (*stages, words("filling.stage"), words("filling.total"))
    return max(item_width(text, bold=True) for text in texts) + 2 * CELL_GAP


def _head_width(head: str, least: float) -> float:
    """Return the width of a column of numbers: more than the least where the word at its head needs it."""
    return max(least, item_width(head, bold=True) + CELL_GAP)


def _bead_step(kit: Kit, gap: float) -> float:
    """Return the way from one bead and its count to the next, with this gap between them."""
    counts = {bead.start for box in kit.boxes for bead in box.beads}
    return step_width((Bead(kit.colours[0], str(count)) for count in counts), gap)


def _box_step(kit: Kit, gap: float) -> float:
    return step_width((Tick(box.name) for box in kit.boxes), gap)


def _bead_cells(kit: Kit, start: Mapping[str, int]) -> tuple[Bead, ...]:
    return tuple(Bead(kit.colour(name), str(count)) for name, count in start.items())


def _groups(flow: Flow, kit: Kit, words: Words, groups: list[FillingGroup]) -> None:
    bead_step, box_step = _bead_step(kit, BEAD_GAPS[0]), _box_step(kit, 2.5)
    kinds = max(len(group.start) for group in groups)
    beads = kinds * bead_step
    boxes = flow.width - beads - 15
    # A long word at the head of the totals reaches into the gap behind the last bead.
    total_width = _head_width(words("filling.total"), 11.0)
    columns = [
        Column(words("filling.put-in"), beads + 11.0 - total_width, step=bead_step),
        Column(words("filling.total"), total_width, Anchor.END),
        Column("", 4),
        Column(words("filling.into"), boxes, step=box_step),
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
            ticks = tuple(Tick(box.name) for box in group.boxes[first : first + abreast])
            total = str(sum(group.start.values()))
            filled: list[Cell] = [_bead_cells(kit, group.start), total, ""] if first == 0 else ["", "", ""]
            rows.append(Row([*filled, ticks]))
    flow.table(columns, rows)


def _section_head(kit: Kit, words: Words, groups: Sequence[FillingGroup], each: int) -> str:
    """Return what the groups have in common whose boxes get `each` beads of a colour: their stages, and the number."""
    boxes = sorted(
        (box for group in groups if group.each == each for box in group.boxes), key=lambda b: b.number
    )
    stages = dict.fromkeys(group_words(kit, words, [box]) for box in boxes)
    return words("filling.each", stages=" / ".join(stages), n=each)


def _by_number(flow: Flow, kit: Kit, words: Words) -> None:
    places = [place_words(kit, words, box, short=True) for box in kit.boxes]
    total = words("filling.total")
    kinds = max(len(box.beads) for box in kit.boxes)
    for gap in BEAD_GAPS:
        step = _bead_step(kit, gap)
        columns = [
            Column(words("filling.box"), _head_width(words("filling.box"), _box_step(kit, 1.2))),
            *([Column(words("filling.place"), step_width(places, 1.8))] if kit.spec.cabinet else []),
            Column(words("filling.beads"), kinds * step, step=step),
            Column(total, item_width(total, bold=True) + CELL_GAP, Anchor.END),
        ]
        width = sum(column.width for column in columns)
        two_fit = 2 * width + TABLE_GAP <= flow.width
        if two_fit:
            break
    rows: list[list[Cell]] = []
    for box, place in zip(kit.boxes, places, strict=True):
        where = [place] if kit.spec.cabinet else []
        rows.append([Tick(box.name), *where, _bead_cells(kit, box.start), str(box.start_total)])
    flow.table(columns, rows, abreast=2 if two_fit else 1)
