"""The shopping list: what to buy for a kit, and what to know before. What it says, not how it looks."""

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from io import StringIO
from typing import NamedTuple, Protocol

from menace_kit.games import Side
from menace_kit.machine.boxes import Box
from menace_kit.machine.kit import Kit
from menace_kit.machine.palette import Colour
from menace_kit.machine.schema import PAPER_TITLES, at_stage
from menace_kit.workshop.warnings import KitWarning, Sentences, SimulatedNeed, first_win, kit_warnings

# How many beads to keep in reserve: by a plain rule, or by what simulated machines needed. Each says how it counts.


class Reserve(Protocol):
    """One way to count the reserve."""

    def beads(self, colour: str) -> int:
        """Return how many beads of a colour to have beyond those that fill the boxes."""
        ...

    def text(self, words: Sentences) -> str:
        """Return in words how it is counted."""
        ...


@dataclass(frozen=True)
class ReserveRule:
    """The reserve by a plain rule.

    For each colour, `percent` per cent of its starting beads, rounded up. For each colour in a first box (the
    boxes for the first move of a side), in addition as many beads as `wins` wins in a row add to it: `wins` x
    `win`, where `win` is what a win adds at the first move, if it adds any. With machines for both sides each
    side counts by itself: a colour in first boxes of both gets this twice. A colour in several first boxes of
    one side gets it once.

    Attributes:
        start: colour name -> starting beads.
        sides: colour name -> of how many sides it is in first boxes; none where it is not there.
        grows: whether any result of a game adds beads; else the reserve is for those that get lost.
    """

    percent: int
    wins: int
    win: int
    start: Mapping[str, int]
    sides: Mapping[str, int]
    both_sides: bool = False
    grows: bool = True

    def beads(self, colour: str) -> int:
        """Return the reserve of a colour."""
        own = -(-self.start[colour] * self.percent // 100)  # rounded up
        return own + self.sides.get(colour, 0) * self.wins * self.win

    def text(self, words: Sentences) -> str:
        """Return the rule in words."""
        added = self.wins * self.win
        key = "shopping.reserve-percent" if self.grows else "shopping.reserve-lost"
        sentences = [words(key, percent=self.percent)]
        if added:
            sentences.append(words("shopping.reserve-wins", n=self.wins, win=self.win, added=added))
        if added and self.both_sides:
            sentences.append(words("shopping.reserve-both"))
        return " ".join(sentences)


@dataclass(frozen=True)
class SimulatedReserve:
    """The reserve that simulated machines needed: what they had to have, less what fills the boxes, at least 0.

    Attributes:
        start: colour name -> starting beads.
    """

    need: SimulatedNeed
    start: Mapping[str, int]

    def beads(self, colour: str) -> int:
        """Return the reserve of a colour."""
        return max(0, self.need.beads[colour] - self.start[colour])

    def text(self, words: Sentences) -> str:
        """Return what was simulated, and how the reserve is counted from it."""
        need = self.need
        facts = {"runs": words.number(need.runs), "games": words.number(need.games), "percent": need.percent}
        sentences = [
            words("shopping.reserve-simulated", crowd=crowd_text(need.crowd, words), seed=need.seed, **facts)
        ]
        if len(need.emptied) > 1:
            sentences.append(words("shopping.reserve-simulated-both"))
        return " ".join(sentences)


def crowd_text(crowd: Mapping[str, int], words: Sentences) -> str:
    """Return a crowd of players in words, with their shares of the games."""
    return ", ".join(
        words("shopping.crowd", percent=percent, player=words(f"lab.{name}"))
        for name, percent in crowd.items()
    )


def reserve_by_rule(kit: Kit) -> ReserveRule:
    """Return the rule with the numbers that a kit file gives it."""
    learning = kit.spec.learning
    gains = (learning.win, learning.draw, learning.loss)
    plan, opening = kit.spec.shopping, [_colours_of(kit.first_boxes(side)) for side in kit.sides]
    return ReserveRule(
        percent=plan.reserve_percent,
        wins=plan.reserve_wins,
        win=first_win(kit),
        start=kit.start_by_colour(),
        sides={colour.name: sum(colour.name in names for names in opening) for colour in kit.colours},
        both_sides=len(opening) > 1,
        grows=any(at_stage(rule, stage) > 0 for _, stage in kit.stages for rule in gains),
    )


def reserve_for(kit: Kit, need: SimulatedNeed | None) -> Reserve:
    """Return the reserve of a kit: what a simulation found, or where there is none the rule."""
    return reserve_by_rule(kit) if need is None else SimulatedReserve(need, kit.start_by_colour())


def _colours_of(boxes: tuple[Box, ...]) -> set[str]:
    return {bead.colour for box in boxes for bead in box.beads}


LABELS_PER_GLUE_STICK = 100
"""Labels that a 20 g glue stick is taken to last for: our rule of thumb, on the safe side."""


@dataclass(frozen=True)
class BeadRow:
    """The beads of one colour: how many fill the boxes at the start, how many are kept in reserve."""

    colour: Colour
    start: int
    reserve: int
    pack_size: int

    @property
    def total(self) -> int:
        """Return how many beads of the colour are needed."""
        return self.start + self.reserve

    @property
    def packs(self) -> int:
        """Return how many packs hold that many."""
        return _rounded_up(self.total, self.pack_size)


@dataclass(frozen=True)
class Thing:
    """Something to buy that is no bead: its kind, how many are needed and spare, facts for its sentences.

    `kind` is the key of its name in the table `[shopping]` of the words; `<kind>-amount` there says how many.
    """

    kind: str
    needed: int
    spare: int = 0
    facts: Mapping[str, object] = field(default_factory=dict)

    @property
    def total(self) -> int:
        """Return how many to buy."""
        return self.needed + self.spare

    def name(self, words: Sentences) -> str:
        """Return what it is."""
        facts = self._all_facts
        if "title" in facts:
            facts["title"] = words.title(str(facts["title"]))
        return words(f"shopping.{self.kind}", **facts)

    def amount(self, words: Sentences) -> str:
        """Return how many, in words for the list."""
        return words(f"shopping.{self.kind}-amount", **self._all_facts)

    @property
    def _all_facts(self) -> dict[str, object]:
        return {**self.facts, "n": self.total, "needed": self.needed, "spare": self.spare}


@dataclass(frozen=True)
class ShoppingList:
    """What to buy for a kit.

    Attributes:
        bead_title: the kind of bead.
        colours: a row for each colour, in the palette's order.
        things: everything that is no bead, in the order in which it is listed.
        warnings: what to know before buying, in the order in which it is told.
        reserve: how the reserve in `colours` is counted.
    """

    bead_title: str
    pack_size: int
    colours: tuple[BeadRow, ...]
    things: tuple[Thing, ...]
    warnings: tuple[KitWarning, ...]
    reserve: Reserve

    def items(self, words: Sentences) -> list[tuple[str, str]]:
        """Return what it is and how many, for each thing that is no bead."""
        return [(thing.name(words), thing.amount(words)) for thing in self.things]

    @property
    def start_total(self) -> int:
        """Return how many beads fill all boxes at the start."""
        return sum(row.start for row in self.colours)

    @property
    def reserve_total(self) -> int:
        """Return how many beads are kept in reserve."""
        return sum(row.reserve for row in self.colours)

    @property
    def total(self) -> int:
        """Return how many beads are needed in all."""
        return self.start_total + self.reserve_total

    @property
    def packs(self) -> int:
        """Return how many packs to buy in all; packs hold one colour each."""
        return sum(row.packs for row in self.colours)


def shopping_list(
    kit: Kit,
    label_sheets: int,
    document_sheets: int,
    need: SimulatedNeed | None = None,
    card_sheets: int = 0,
) -> ShoppingList:
    """Return what to buy for a kit whose labels and other pages take that many sheets of paper, and of card.

    The starting beads are those of `kit.start_by_colour()`. What is added to them is what simulated machines of this
    kit needed; where none were simulated, it goes by a rule.
    """
    pack_size = kit.spec.shopping.pack_size or kit.bead.pack_size
    start, reserve = kit.start_by_colour(), reserve_for(kit, need)
    rows = tuple(
        BeadRow(colour, start[colour.name], reserve.beads(colour.name), pack_size) for colour in kit.colours
    )
    return ShoppingList(
        bead_title=kit.bead.title,
        pack_size=pack_size,
        colours=rows,
        things=tuple(
            thing for thing in _things(kit, label_sheets, document_sheets, card_sheets) if thing.total
        ),
        warnings=kit_warnings(kit, need),
        reserve=reserve,
    )


def _things(kit: Kit, label_sheets: int, document_sheets: int, card_sheets: int) -> list[Thing]:
    boxes, spares = len(kit.boxes), kit.spec.shopping.spares
    paper = PAPER_TITLES[kit.spec.print.paper]
    outer = kit.container.outer
    size = {side: f"{getattr(outer, side):g}" for side in ("length", "width", "height")}
    things = [Thing("container", boxes, spares, {"title": kit.container.title, **size})]
    cabinet = kit.spec.cabinet
    if cabinet:
        facts = {"rows": cabinet.rows, "columns": cabinet.columns}
        things.append(Thing("cabinet", kit.cabinets, 0, facts))
    pull = kit.container.label.pull
    if pull:
        things.append(Thing("fastener", boxes, spares, {"pull": f"{pull:g}"}))
        things.append(Thing("awl", 1))
    things.append(Thing("pot", len(kit.colours)))
    grid = kit.stock.grid
    stock_paper = PAPER_TITLES[grid.paper] if grid else paper
    things.append(Thing("label-sheet", label_sheets, 0, {"title": kit.stock.title, "paper": stock_paper}))
    if not grid:
        sticks = _rounded_up(boxes + spares, LABELS_PER_GLUE_STICK)
        things.append(Thing("glue", sticks, 0, {"labels": LABELS_PER_GLUE_STICK}))
    if not grid or card_sheets:  # fences, key cards and pieces are cut out, also where the labels are not
        things.append(Thing("scissors", 1))
    things.append(Thing("paper", document_sheets, 0, {"paper": paper}))
    things.append(Thing("card", card_sheets, 0, {"paper": paper}))
    return things


def _rounded_up(amount: int, size: int) -> int:
    """Return amount / size, rounded up."""
    return -(-amount // size)


# The shopping list as text: Markdown that reads well as it stands, and CSV for a spreadsheet.

CSV_HEADER = ("kind", "item", "letter", "needed", "reserve", "total", "pack_size", "packs")
"""The columns of the CSV; `needed` is the bare machine; `letter`, `pack_size` and `packs` are for beads."""

BEAD_COLUMNS = ("colour", "letter", "sign", "start", "reserve", "total", "packs")
"""The columns of the bead table; their headings are words of these keys in the table `[shopping]`."""


def bead_headings(shopping: ShoppingList, words: Sentences) -> list[str]:
    """Return the headings of the bead table."""
    return [words(f"shopping.column-{column}", pack_size=shopping.pack_size) for column in BEAD_COLUMNS]


def bead_rows(shopping: ShoppingList, words: Sentences) -> list[list[str]]:
    """Return the cells of the bead table: a row for each colour, then one for all."""
    rows = [
        [
            words.colour_name(row.colour),
            row.colour.key,
            row.colour.glyph,
            *map(str, (row.start, row.reserve, row.total, row.packs)),
        ]
        for row in shopping.colours
    ]
    totals = (shopping.start_total, shopping.reserve_total, shopping.total, shopping.packs)
    return [*rows, [words("shopping.all-colours"), "", "", *map(str, totals)]]


def shopping_markdown(shopping: ShoppingList, kit: Kit, words: Sentences) -> str:
    """Return the list as Markdown, its tables aligned so that it also reads as plain text."""
    things = [words("shopping.column-what"), words("shopping.column-amount")]
    lines = [
        f"# {words('shopping.title', name=kit.spec.name)}",
        "",
        words("shopping.intro", fingerprint=kit.fingerprint),
        "",
        f"## {words('shopping.things')}",
        "",
        *_table(things, shopping.items(words), numbers_from=2),
        "",
        f"## {words('shopping.beads', title=words.title(shopping.bead_title))}",
        "",
        *_table(bead_headings(shopping, words), bead_rows(shopping, words), numbers_from=3),
        "",
        shopping.reserve.text(words),
        "",
        f"## {words('shopping.before')}",
        "",
        *(f"- {warning.text(words)}" for warning in shopping.warnings),
    ]
    return "\n".join(lines) + "\n"


def shopping_csv(shopping: ShoppingList, words: Sentences) -> str:
    """Return the list as CSV under CSV_HEADER, a row for each thing to buy."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(CSV_HEADER)
    for thing in shopping.things:
        writer.writerow([thing.kind, thing.name(words), "", thing.needed, thing.spare, thing.total, "", ""])
    for row in shopping.colours:
        colour = row.colour
        numbers = (row.start, row.reserve, row.total, row.pack_size, row.packs)
        writer.writerow(["bead", colour.name, colour.key, *numbers])
    return text.getvalue()


def _table(headings: Sequence[str], rows: Sequence[Sequence[str]], numbers_from: int) -> list[str]:
    """Return the lines of a Markdown table whose columns from `numbers_from` on stand to the right."""
    cells = [[cell.replace("|", "\\|") for cell in row] for row in (headings, *rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(headings))]
    lines = [
        "| "
        + " | ".join(
            cell.rjust(width) if column >= numbers_from else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        + " |"
        for row in cells
    ]
    rule = (
        "-" * (width + 1) + (":" if column >= numbers_from else "-") for column, width in enumerate(widths)
    )
    return [lines[0], "|" + "|".join(rule) + "|", *lines[1:]]


# The filling guide's content: which boxes start alike, totals by stage and colour, and the guide as CSV.


class FillingGroup(NamedTuple):
    """Boxes that start with the same beads: colour name -> count, and the boxes in the order of their numbers."""

    start: dict[str, int]
    boxes: tuple[Box, ...]

    @property
    def each(self) -> int:
        """Return how many beads of each of its colours a box gets."""
        return max(self.start.values(), default=0)


class StageTotal(NamedTuple):
    """What a stage takes: colour name -> beads, and how many boxes."""

    side: Side
    stage: int
    boxes: int
    start: dict[str, int]


def filling_groups(kit: Kit) -> list[FillingGroup]:
    """Return the boxes in groups that are filled alike: as many beads of each colour together, then by colours.

    Counts stand in the order in which the boxes come to them, colours in the kit's order.
    """
    members: dict[tuple[tuple[str, int], ...], list[Box]] = {}
    for box in kit.boxes:
        members.setdefault(tuple(box.start.items()), []).append(box)
    groups = [FillingGroup(dict(start), tuple(boxes)) for start, boxes in members.items()]
    counts = list(dict.fromkeys(group.each for group in groups))
    colours = [colour.name for colour in kit.colours]
    return sorted(
        groups, key=lambda group: (counts.index(group.each), [colours.index(name) for name in group.start])
    )


def stage_totals(kit: Kit) -> list[StageTotal]:
    """Return the beads by stage and colour; their sums are those of the shopping list."""
    totals = []
    for boxes in kit.boxes_by_stage:
        totals.append(StageTotal(boxes[0].side, boxes[0].stage, len(boxes), kit.start_by_colour(boxes)))
    return totals


def filling_csv(kit: Kit) -> str:
    """Return a line for each box: number, whose, stage, board, place, each colour's starting count, and the total.

    Lines end in a line feed; the columns of colours carry their names in the kit's order.
    """
    text = StringIO()
    colours = [colour.name for colour in kit.colours]
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["number", "side", "stage", "board", "cabinet", "row", "drawer", *colours, "total"])
    for box in kit.boxes:
        place = kit.place(box) or ("", "", "")
        counts = [box.start.get(colour, 0) for colour in colours]
        writer.writerow(
            [box.number, box.side.value, box.stage, kit.board(box), *place, *counts, box.start_total]
        )
    return text.getvalue()
