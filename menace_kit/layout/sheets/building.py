"""The building sheet: steps with their pictures, and batches of boxes to tick."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from menace_kit.layout.label_plan import label_plan
from menace_kit.layout.marks import Anchor, Document, joined
from menace_kit.layout.sheets.net_marks import front_plan
from menace_kit.layout.sheets.safety import safety_document
from menace_kit.layout.sheets.steps import step_part
from menace_kit.layout.stacks import in_groups, put
from menace_kit.layout.text.pages import FORM_PAGES, Flow, filled
from menace_kit.layout.text.rows import Cell, TableColumn, TickItem, fitting_column, table_width
from menace_kit.layout.text.typesetting import FORM, Column
from menace_kit.layout.type_scale import TEXT
from menace_kit.machine import Box, Kit
from menace_kit.machine.sets import boxes_of_set
from menace_kit.text import Words
from menace_kit.text.kit_words import machine_title, paper_words
from menace_kit.text.number_runs import runs
from menace_kit.text.sheet_words import group_words, place_words, said
from menace_kit.workshop.steps import BuildingStep, building_steps, time_said

EMPTY_BOX = "☐"


BOX_COUNT = 17.0
"""Width of the column of box counts."""


Batch = Sequence[Box]
"""Boxes that go through all steps together, in order of number."""


def batches(kit: Kit, sets: Sequence[str] = ()) -> list[Batch]:
    """Return all boxes in batches: as many as are on a sheet of labels, or of printed trays.

    A few that are left over go with the last batch. Several sets are sorted first, so that no batch
    has boxes of two sets.
    """
    cells = front_plan(kit).grid.cells
    machines = [boxes_of_set(kit.boxes, letters) for letters in sets] or [kit.boxes]
    return [batch for boxes in machines for batch in _batches_of(boxes, cells)]


FEW = 0.1
"""Share of a sheet that is too small for a batch of its own."""


def _batches_of(boxes: Sequence[Box], cells: int) -> list[Batch]:
    """Return one machine's batches, with few boxes left over in the last of them."""
    made = in_groups(boxes, cells)
    if len(made) > 1 and len(made[-1]) < FEW * cells:
        few = made.pop()
        made[-1] = [*made[-1], *few]
    return made


PICTURE = (30.0, 16.0)
"""Width and height of the drawing of a step, at the most."""


def building_document(kit: Kit, name: str = "building", sets: Sequence[str] = ()) -> Document:
    """Return the checklist, and behind it the safety sheet."""
    return joined([assembly_document(kit, name, sets), safety_document(kit, name)])


def assembly_document(kit: Kit, name: str = "assembly", sets: Sequence[str] = ()) -> Document:
    """Return the checklist: what comes first, steps and hours, batches to tick, what comes last.

    With `sets` it is for that many machines.
    """
    words = paper_words(kit)
    title = words("assembly.title", name=machine_title(kit))
    machines = max(1, len(sets))
    made, steps = batches(kit, sets), building_steps(kit, machines)
    facts = _facts(kit, sets)
    of_sets = "-sets" if sets else ""

    def draw(flow: Flow) -> None:
        flow.title(title)
        flow.paragraph(
            words(f"assembly.intro{of_sets}", n=machines if sets else len(made), **facts)
        )
        flow.heading(words("assembly.first"))
        matches = ("matches",) if kit.container.kind.has_matches else ()
        starts = ("safety", *matches, "print", "pots")
        flow.items((words(f"assembly.first-{start}") for start in starts), sign=EMPTY_BOX)
        flow.heading(words("assembly.steps"), keep=40)
        flow.paragraph(hours_in_all(words, steps, machines))
        flow.gap(2)
        _set_steps(flow, kit, steps, facts, len(made) > 1)
        if len(made) > 1:
            kept = len(made) if len(made) <= MOST_KEPT else 3
            flow.heading(words("assembly.batches"), keep=BATCH_ROW * (kept + 3))
            flow.paragraph(words("assembly.batches-how"))
            _batch_table(flow, kit, made, steps)
        ends = Column(0.0, 0.0, flow.width, TEXT, FORM)
        ends.items(words.lines("assembly.ends"), sign=EMPTY_BOX)
        flow.heading(words("assembly.last"), keep=ends.y)
        flow.items(words.lines("assembly.ends"), sign=EMPTY_BOX)

    return filled(kit, words("assembly.subject"), draw, FORM_PAGES).document(name, title)


def _facts(kit: Kit, sets: Sequence[str]) -> dict[str, object]:
    """Return the facts about one machine, and all sets, for the checklist's sentences."""
    words = paper_words(kit)
    outer, cabinet = kit.container.outer, kit.spec.cabinet
    facts: dict[str, object] = {
        side: words.decimal(getattr(outer, side)) for side in ("length", "width", "height")
    }
    facts["boxes"] = len(kit.boxes)
    facts["beads"] = words.number(sum(box.start_total for box in kit.boxes))
    facts |= {"rows": cabinet.rows, "columns": cabinet.columns} if cabinet else {}
    return facts | {"first": sets[0], "last": sets[-1]} if sets else facts


def hours_in_all(words: Words, steps: Sequence[BuildingStep], machines: int = 1) -> str:
    """Return the total time, needed and optional, and where the figures come from."""
    needed, every = (
        sum(step.minutes for step in steps if step.time.needed or not only)
        for only in (True, False)
    )
    told = {"needed": time_said(words, needed), "all": time_said(words, every)}
    if told["needed"] == told["all"]:
        return words("assembly.hours-needed", n=machines, needed=told["needed"])
    return words("assembly.hours", n=machines, **told)


def _set_steps(
    flow: Flow,
    kit: Kit,
    steps: Sequence[BuildingStep],
    facts: Mapping[str, object],
    in_batches: bool,
) -> None:
    """Set the steps in two columns, read across: a drawing of each,
    whether it is needed, its time, what is done; a box to tick, unless each batch has its own.
    """
    numbered = list(enumerate(steps, start=1))

    def abreast(pair: Sequence[tuple[int, BuildingStep]]) -> list[Column]:
        columns = flow.beside(6, 0, 0)
        for column, (number, step) in zip(columns, pair, strict=False):
            ticked = not (in_batches and step.by_batch)
            _set_step(column, kit, number, step, _said_of(kit, step, facts), ticked)
        return columns

    for pair in in_groups(numbered, 2):
        columns = abreast(pair)
        if flow.need(max(column.y for column in columns) - flow.y):
            columns = abreast(pair)
        flow.below(*columns)


def _set_step(
    column: Column, kit: Kit, number: int, step: BuildingStep, done: str, ticked: bool
) -> None:
    """Set a step beside its drawing: whether it is needed, its time, what is done."""
    words = paper_words(kit)
    picture, told = column.beside(3, PICTURE[0], 0)
    time = time_said(words, step.minutes)
    need = words(f"cover.{'needed' if step.time.needed else 'nice'}")
    tick = f"{EMPTY_BOX} " if ticked else ""
    told.paragraph(f"{tick}{number}  ·  {need}  ·  {time}", bold=True)
    told.paragraph(done)
    put(picture, PICTURE[1], step_part(kit, step))
    column.below(told, picture)
    column.y += 1.5


SAID_ALIKE = {"glue": "stick", "shelf": "cabinet"}
"""Steps of which the checklist says the same as of others."""


def _said_of(kit: Kit, step: BuildingStep, facts: Mapping[str, object]) -> str:
    ending = ""
    if step.name == "place" and kit.spec.cabinet is None:
        ending = "-free"
    if step.name == "cut" and label_plan(kit).straight:
        ending = "-straight"
    name = SAID_ALIKE.get(step.name, step.name)
    return said(kit, f"assembly.step-{name}{ending}", **facts)


GAP_BEFORE_TICKS = 4.0
"""Gap between the count of boxes and the boxes to tick (mm)."""


BATCH_ROW = 5.5
"""Height of a batch's line (mm)."""


MOST_KEPT = 25
"""How many batches, at the most, stay together on one page."""


STEP_COLUMN = 7.0
"""Width of a step's column of boxes to tick (mm)."""


def _batch_table(
    flow: Flow, kit: Kit, made: Sequence[Batch], steps: Sequence[BuildingStep]
) -> None:
    """Set a row for each batch: boxes, stage, places, count, and a box to tick for each step."""
    words = paper_words(kit)
    told = [
        (words("companion.cabinet"), [_range(kit, batch) for batch in made]),
        (words("assembly.for"), [_stages(kit, batch) for batch in made]),
    ]
    if kit.spec.cabinet:
        told.append((words("assembly.column-where"), [_places(kit, batch) for batch in made]))
    columns = [fitting_column(head, texts, TEXT) for head, texts in told]
    count = TableColumn(words("assembly.count"), BOX_COUNT, Anchor.END, after=GAP_BEFORE_TICKS)
    ticked = [
        TableColumn(str(number), STEP_COLUMN)
        for number, step in enumerate(steps, 1)
        if step.by_batch
    ]
    rows: list[list[Cell]] = [
        [*facts, str(len(batch)), *(TickItem() for _ in ticked)]
        for batch, *facts in zip(made, *(texts for _, texts in told), strict=True)
    ]
    # Texts too long for their column continue below.
    share = min(1.0, (flow.width - table_width([count, *ticked])) / table_width(columns))
    columns = [column._replace(width=column.width * share) for column in columns]
    flow.table([*columns, count, *ticked], rows, row_height=BATCH_ROW, size=TEXT)


def _stages(kit: Kit, batch: Batch) -> str:
    first, last = (group_words(kit, [box]) for box in (batch[0], batch[-1]))
    return _from_to(kit, first, last)


def _range(kit: Kit, batch: Batch) -> str:
    return _from_to(kit, batch[0].name, batch[-1].name, in_a_row=len(runs(kit, batch)) == 1)


def _places(kit: Kit, batch: Batch) -> str:
    """Return where a batch goes in the cabinet."""
    first, last = (place_words(kit, box, short=True) for box in (batch[0], batch[-1]))
    places = [place for box in batch if (place := kit.place(box))]
    cabinet = kit.spec.cabinet
    in_a_row = cabinet is None or all(
        cabinet.number(place) + 1 == cabinet.number(after) for place, after in pairwise(places)
    )
    return _from_to(kit, first, last, in_a_row)


def _from_to(kit: Kit, first: str, last: str, in_a_row: bool = True) -> str:
    """Return the words for all from the first to the last, or with a gap for some of them."""
    if not in_a_row:
        return f"{first} … {last}"
    return said(kit, "assembly.range", n=1 + (first != last), first=first, last=last)
