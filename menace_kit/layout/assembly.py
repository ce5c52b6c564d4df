"""Assembly: a checklist that takes the boxes from the fit test to the cabinet, and the safety sheet. In mm."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from menace_kit.layout.box_numbers import runs
from menace_kit.layout.column import BULLET, POSTER, Column
from menace_kit.layout.fitted import line_pitch
from menace_kit.layout.flow import Flow
from menace_kit.layout.label_words import group_words, place_words
from menace_kit.layout.marks import BLACK, Anchor, Document, Mark, Polyline, Text
from menace_kit.layout.page import Frame
from menace_kit.layout.poster import MARGIN, best_that_fits, poster_area, title_marks
from menace_kit.layout.table import CELL_GAP, Cell, Tick, item_width
from menace_kit.layout.table import Column as TableColumn
from menace_kit.layout.text import text_width
from menace_kit.machine.boxes import Box
from menace_kit.machine.filling import stage_groups
from menace_kit.machine.kit import Kit
from menace_kit.text import Words

BATCH = 40
"""Boxes in a batch at the most: what a table holds open at once, and a label sheet or two."""

PICKED = 10
"""Boxes that are looked at in the end, picked at random; where there are no more, all of them."""

EMPTY_BOX = "☐"
TABLE_SIZE = 9.0

COUNT = 17.0
"""Width of the column of numbers."""

SAFETY_SIZES = tuple(size / 4 for size in range(68, 43, -1))
"""Sizes of the safety sheet's text in points, 17 to 11, the best first."""

SIGN = 15.0
"""Height of the warning sign."""


class Batch(NamedTuple):
    """Boxes of one group of stage_groups that go through all steps together, in the order of their numbers."""

    boxes: tuple[Box, ...]

    @property
    def first(self) -> Box:
        """Return the box with the lowest number."""
        return self.boxes[0]

    @property
    def last(self) -> Box:
        """Return the box with the highest number."""
        return self.boxes[-1]


def batches(kit: Kit) -> list[Batch]:
    """Return all boxes in batches of one stage each, if the kit tells stages; of a stage alike, at most BATCH boxes."""
    found = []
    for boxes in stage_groups(kit):
        count = -(-len(boxes) // BATCH)
        ends = [len(boxes) * number // count for number in range(count + 1)]
        found += [Batch(boxes[start:end]) for start, end in pairwise(ends)]
    return found


def assembly_steps(kit: Kit) -> tuple[str, ...]:
    """Return what is done with a batch, one after the other; a ready-cut label is stuck on, not cut out and glued."""
    labelled = ("print", "cut", "glue", "dry") if kit.stock.grid is None else ("print", "stick")
    return (*labelled, "fill", "check", "place")


def assembly_document(kit: Kit, words: Words, name: str = "assembly") -> Document:
    """Return the checklist: what comes first, the batches with their steps to tick, what comes last."""
    title = words("assembly.title", name=kit.spec.name)
    made = batches(kit)
    flow = Flow(kit, words, words("assembly.subject"))
    flow.heading(title, size=18)
    beads = sum(box.start_total for box in kit.boxes)
    flow.paragraph(
        words("assembly.intro", n=len(made), boxes=len(kit.boxes), beads=words.number(beads)), size=10
    )
    flow.heading(words("assembly.first"))
    starts = ("safety", "shopping", "matches", "print", "label", "pots")
    _tick_list(flow, [words(f"assembly.first-{start}") for start in starts])
    flow.heading(words("assembly.steps"))
    for step in assembly_steps(kit):
        free = step == "place" and kit.spec.cabinet is None
        flow.paragraph(words("assembly.step-place-free" if free else f"assembly.step-{step}"), sign=BULLET)
    flow.heading(words("assembly.batches"), keep=60)
    _batch_table(flow, kit, words, made)
    flow.heading(words("assembly.last"), keep=45)
    plain = [box.name for box in kit.boxes] == [str(number) for number in range(1, len(kit.boxes) + 1)]
    places = "places" if len(kit.boxes) > PICKED else "places-all"
    ends = ("numbers" if plain else "names", places, "beads", "spare", "cards")
    _tick_list(flow, [words(f"assembly.last-{end}", boxes=len(kit.boxes)) for end in ends])
    return flow.document(name, title)


def _tick_list(flow: Flow, sentences: Sequence[str]) -> None:
    for sentence in sentences:
        flow.paragraph(sentence, sign=EMPTY_BOX)


def _batch_table(flow: Flow, kit: Kit, words: Words, made: Sequence[Batch]) -> None:
    """Set a row for each batch: its boxes, stage, where they stand, how many, and a box to tick for each step."""
    rows: list[list[Cell]] = []
    steps = assembly_steps(kit)
    for batch in made:
        where = [_places(kit, words, batch)] if kit.spec.cabinet else []
        facts = [
            _range(kit, words, batch),
            group_words(kit, words, [batch.first]),
            *where,
            str(len(batch.boxes)),
        ]
        rows.append([*facts, *(Tick() for _ in steps)])
    heads = [words("assembly.boxes"), words("assembly.for")]
    heads += [words("assembly.column-where")] if kit.spec.cabinet else []
    widths = [
        max(
            item_width(head, TABLE_SIZE, bold=True) + 2 * CELL_GAP,
            *(item_width(str(row[place]), TABLE_SIZE) + 3 * CELL_GAP for row in rows),
        )
        for place, head in enumerate(heads)
    ]
    columns = [TableColumn(head, width) for head, width in zip(heads, widths, strict=True)]
    columns.append(TableColumn(words("assembly.count"), COUNT, Anchor.END))
    columns.append(TableColumn("", 4.0))
    columns += _step_columns([words(f"assembly.column-{step}") for step in steps], flow.width - sum(widths))
    spaced: list[list[Cell]] = [[*row[: len(heads) + 1], "", *row[len(heads) + 1 :]] for row in rows]
    flow.table(columns, spaced, row_height=7.0, size=TABLE_SIZE)


def _step_columns(heads: list[str], width: float) -> list[TableColumn]:
    """Return a column for each step, all of one width, or wider where the word at its head needs more."""
    each = (width - COUNT - 4.0) / len(heads)
    needed = [item_width(head, TABLE_SIZE, bold=True) + CELL_GAP for head in heads]
    if max(needed) <= each:
        return [TableColumn(head, each) for head in heads]
    spare = each - sum(needed) / len(heads)
    return [TableColumn(head, need + spare) for head, need in zip(heads, needed, strict=True)]


def _range(kit: Kit, words: Words, batch: Batch) -> str:
    key = "assembly.range" if len(runs(kit, batch.boxes)) == 1 else "assembly.range-scattered"
    return words(key, n=len(batch.boxes), first=batch.first.name, last=batch.last.name)


def _places(kit: Kit, words: Words, batch: Batch) -> str:
    """Return where a batch goes in the cabinet: the places of its first and its last box."""
    first, last = (place_words(kit, words, box, short=True) for box in (batch.first, batch.last))
    places = [place for box in batch.boxes if (place := kit.place(box))]
    cabinet = kit.spec.cabinet
    in_a_row = cabinet is None or all(
        cabinet.number(place) + 1 == cabinet.number(after) for place, after in pairwise(places)
    )
    key = "assembly.range" if in_a_row else "assembly.range-scattered"
    return words(key, n=len(batch.boxes), first=first, last=last)


def safety_document(kit: Kit, words: Words, name: str = "safety") -> Document:
    """Return the safety sheet, one page: beads first, then matches, and the tools that this kit needs."""
    left, top, width, bottom = poster_area(kit)
    title = words("safety.title")
    head, y = title_marks(title, left + SIGN * 1.4, top, width - SIGN * 1.4, SIGN)
    sign = list(_sign_marks(left, top - 1))

    def body(size: float) -> tuple[list[Mark], float]:
        column = Column(left, max(y, top + SIGN + 2), width, size, POSTER)
        for place, (heading, sentences) in enumerate(_dangers(kit, words)):
            if place:
                column.space(0.8)
            column.heading(heading)
            column.items(sentences)
        return column.marks, column.y - line_pitch(size) * 0.2

    marks = best_that_fits(body, SAFETY_SIZES, bottom, title)
    return Frame(kit, words, MARGIN, words("safety.subject")).document(name, title, [[*sign, *head, *marks]])


def _sign_marks(x: float, y: float) -> Iterator[Mark]:
    """Yield a warning sign: a triangle with an exclamation mark."""
    base = SIGN * 1.12
    yield Polyline(((x, y + SIGN), (x + base / 2, y), (x + base, y + SIGN)), fill=BLACK)
    size = SIGN * 2.1
    yield Text(
        x + base / 2 - text_width("!", size, True) / 2, y + SIGN * 0.9, "!", size, True, colour="#FFFFFF"
    )


def _dangers(kit: Kit, words: Words) -> Iterator[tuple[str, list[str]]]:
    """Yield each danger that this kit brings, with what to do about it."""
    yield words("safety.small-parts"), words.lines("safety.small-parts-steps")
    yield words("safety.matches"), words.lines("safety.matches-steps")
    if kit.stock.grid is None:
        awl = [words("safety.awl")] if kit.container.label.pull else []
        yield words("safety.knife"), words.lines("safety.knife-steps") + awl
        yield words("safety.glue"), words.lines("safety.glue-steps")
    elif kit.container.label.pull:
        yield words("safety.tools"), [words("safety.awl")]
    if kit.spec.cabinet:
        yield words("safety.laser"), words.lines("safety.laser-steps")
