"""The filling guide on paper: what to put into which box, to tick off."""

from menace_kit.layout.flow import SMALL, Bead, Cell, Column, Flow, Tick, widest
from menace_kit.layout.label import place_words, stage_words
from menace_kit.layout.marks import Anchor, Document
from menace_kit.layout.text import shortened
from menace_kit.machine.filling import FillingGroup, filling_groups, stage_totals
from menace_kit.machine.kit import Kit
from menace_kit.words import Words

BEAD_STEP = 7.2
"""From one bead and its count to the next (mm)."""

BOX_STEP = 12.5


def filling_document(kit: Kit, words: Words, name: str = "filling") -> Document:
    """Return the guide: totals, then groups of boxes that are filled alike, then all boxes by number."""
    flow = Flow(kit, words, words("filling.title"))
    flow.heading(words("filling.title"), size=18)
    for sentence in words.lines("filling.steps"):
        flow.paragraph(sentence, bullet="•")
    flow.heading(words("filling.totals"))
    _totals(flow, kit, words)
    groups = filling_groups(kit.boxes)
    flow.heading(words("filling.groups"))
    flow.paragraph(words("filling.groups-how", n=len(groups), boxes=len(kit.boxes)))
    _groups(flow, kit, words, groups)
    flow.heading(words("filling.by-number"))
    if kit.spec.cabinet:
        flow.paragraph(words("filling.places"))
    _by_number(flow, kit, words)
    return flow.document(name, words("filling.title"))


def _totals(flow: Flow, kit: Kit, words: Words) -> None:
    first, count = 34.0, 14.0
    each = (flow.width - first - 2 * count) / len(kit.colours)
    names = [shortened(colour.name, each - 1, SMALL, bold=True) for colour in kit.colours]
    columns = [
        Column(words("filling.stage"), first),
        Column(words("filling.boxes"), count, Anchor.END),
        *(Column(name, each, Anchor.END) for name in names),
        Column(words("filling.total"), count, Anchor.END),
    ]
    totals = stage_totals(kit)
    rows: list[list[Cell]] = [["", "", *(Bead(colour) for colour in kit.colours), ""]]
    for total in totals:
        box = next(box for box in kit.boxes if (box.side, box.stage) == (total.side, total.stage))
        counts = [str(number) for number in total.start.values()]
        rows.append([stage_words(kit, words, box), str(total.boxes), *counts, str(sum(total.start.values()))])
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


def _bead_cells(kit: Kit, start: dict[str, int]) -> tuple[Bead, ...]:
    return tuple(Bead(kit.colour(name), str(count)) for name, count in start.items())


def _groups(flow: Flow, kit: Kit, words: Words, groups: list[FillingGroup]) -> None:
    kinds = max(len(group.start) for group in groups)
    beads = kinds * BEAD_STEP + 2
    boxes = flow.width - beads - 14
    abreast = max(1, int(boxes / BOX_STEP))
    columns = [
        Column(words("filling.put-in"), beads, step=BEAD_STEP),
        Column(words("filling.total"), 10, Anchor.END),
        Column("", 4),
        Column(words("filling.into"), boxes, step=BOX_STEP),
    ]
    rows: list[list[Cell]] = []
    for group in groups:
        for first in range(0, len(group.boxes), abreast):
            ticks = tuple(Tick(str(box.number)) for box in group.boxes[first : first + abreast])
            total = str(sum(group.start.values()))
            rows.append(
                [_bead_cells(kit, group.start), total, "", ticks] if first == 0 else ["", "", "", ticks]
            )
    flow.table(columns, rows)


def _by_number(flow: Flow, kit: Kit, words: Words) -> None:
    places = [place_words(kit, words, box, short=True) for box in kit.boxes]
    place = widest(places) + 2.5 if kit.spec.cabinet else 0.0
    kinds = max(len(box.beads) for box in kit.boxes)
    columns = [
        Column(words("filling.box"), BOX_STEP),
        *([Column(words("filling.place"), place)] if place else []),
        Column(words("filling.beads"), kinds * BEAD_STEP + 1, step=BEAD_STEP),
        Column(words("filling.total"), 9, Anchor.END),
    ]
    rows: list[list[Cell]] = [
        [
            Tick(str(box.number)),
            *([where] if place else []),
            _bead_cells(kit, box.start),
            str(box.start_total),
        ]
        for box, where in zip(kit.boxes, places, strict=True)
    ]
    width = sum(column.width for column in columns)
    flow.table(columns, rows, abreast=2 if 2 * width + 4 <= flow.width else 1)
