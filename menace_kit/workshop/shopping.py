"""What a kit takes: things and beads to buy, a reserve of them, what goes into which box,
and the steps of building it.

Here is what shopping list, filling guide and checklist say, and text files of them;
how pages look is `layout/`'s.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Annotated, Literal, NamedTuple

from menace_kit.errors import FitError, KitError
from menace_kit.files import templates_folder
from menace_kit.machine.boxes import Box
from menace_kit.machine.containers import ContainerKind
from menace_kit.machine.csv_table import csv_text
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Result, change_by
from menace_kit.machine.palettes import Colour
from menace_kit.machine.papers import PAPER_TITLES
from menace_kit.machine.tables import Limits, Table, parse_table
from menace_kit.machine.toml_files import read_toml
from menace_kit.machine.values import pack_sizes
from menace_kit.text import Words
from menace_kit.text.kit_words import player_called
from menace_kit.text.words import Joined, Message, Titled, Whole, listed, paragraph, say
from menace_kit.workshop.cutting import Fence, fence
from menace_kit.workshop.forecasts import PERCENT, SEED, SimulatedNeed
from menace_kit.workshop.packs import Pack, Packs, best_mix
from menace_kit.workshop.warnings import first_win, kit_warnings, short_warnings

LABELS_PER_GLUE_STICK = 100
"""Labels that a 20 g glue stick is taken to last for: our rule of thumb, on the safe side."""

BOXES_PER_GLUE_STICK = 45
"""Fold-up boxes that it lasts for, by the same rule:
their tabs and flap are twice as large as a label.
"""

CSV_HEADER = (
    "kind",
    "item",
    "letter",
    "needed",
    "reserve",
    "total",
    "packs",
    "over",
    "price",
    "cost",
)
"""The columns of the CSV; `needed` is the bare machine; `letter`, `packs` and `over` are for beads.

`packs` are those to buy, as in `5 x 100 + 1 x 50`, and `over` is how many beads they leave over.
`price` is that of one thing as the kit file says it, and `cost` that of all; empty where it
does not.
"""

THING_COLUMNS = ("what", "amount", "price", "cost")
"""The columns of the table of things; their headings are words of these keys
in the table `[shopping]`.
"""

BEAD_COLUMNS = ("colour", "letter", "sign", "start", "reserve", "total", "packs", "over", "cost")
"""The columns of the bead table, named in the same way."""


BOXES_PER_SPARE = 50
"""One box more is bought for so many, unless the kit says otherwise: our rule of thumb."""

BLANK = "_" * 12
"""Where a sum is written in by hand."""


@dataclass(frozen=True)
class BeadRow:
    """The beads of one colour: how many fill the boxes at the start,
    how many are kept in reserve, and the packs to buy.
    """

    colour: Colour
    start: int
    reserve: int
    packs: tuple[Packs, ...]

    @property
    def total(self) -> int:
        """Return how many beads of the colour are needed."""
        return self.start + self.reserve

    @property
    def over(self) -> int:
        """Return how many beads the packs leave over."""
        return sum(packs.beads for packs in self.packs) - self.total

    @property
    def cost(self) -> float | None:
        """Return what these packs cost; None where nobody has said."""
        return _sum(packs.cost for packs in self.packs)


@dataclass(frozen=True)
class Thing:
    """Something to buy that is no bead: its kind, how many are needed and spare,
    facts for its sentences.

    `kind` is the key of its name in the table `[shopping]` of the words;
    `<kind>-amount` there says how many; `twins` are what these may have a twin for.
    """

    kind: str
    needed: int
    spare: int = 0
    facts: Mapping[str, object] = field(default_factory=dict)
    price: float | None = None
    twins: tuple[str, ...] = ()

    @property
    def total(self) -> int:
        """Return how many to buy."""
        return self.needed + self.spare

    @property
    def cost(self) -> float | None:
        """Return what all of them cost; None where nobody has said."""
        return None if self.price is None else self.price * self.total

    def said(self, ending: Literal["", "-amount"] = "") -> Message:
        """Return what it is, or how many."""
        facts = {**self.facts, "n": self.total, "needed": self.needed, "spare": self.spare}
        return say(f"shopping.{self.kind}{ending}", *self.twins, **facts)


Reserve = tuple[Mapping[str, int], Joined]
"""Beads to have beyond those that fill the boxes: colour name -> beads,
and how they are counted.
"""


@dataclass(frozen=True)
class ShoppingList:
    """What to buy for a kit.

    Attributes:
        bead_title: the kind of bead.
        colours: a row for each colour, in the palette's order.
        things: everything that is no bead, in the order in which it is listed.
        warnings: what to know before buying, in the order in which it is told.
        summed: in a sentence, how many beads there are in all; None where there are none.
        counted: how the reserve in `colours` is counted.
        sets: what the machines are called, where there are several: all figures are sums over them.
    """

    bead_title: str
    colours: tuple[BeadRow, ...]
    things: tuple[Thing, ...]
    warnings: tuple[Message, ...]
    summed: Message | None
    counted: Joined
    sets: tuple[str, ...] = ()

    def items(self, words: Words) -> list[tuple[str, str]]:
        """Return what it is and how many, for each thing that is no bead."""
        return [
            (words.tell(thing.said()), words.tell(thing.said("-amount"))) for thing in self.things
        ]

    @property
    def short_warnings(self) -> tuple[Message, ...]:
        """Return the warnings that come before the list, a sentence each."""
        return short_warnings(self.warnings)

    @property
    def total(self) -> int:
        """Return how many beads are needed in all."""
        return sum(row.total for row in self.colours)

    @property
    def things_cost(self) -> float | None:
        """Return what everything but the beads costs; None where a price is missing."""
        return _sum(thing.cost for thing in self.things)

    @property
    def beads_cost(self) -> float | None:
        """Return what the packs of beads cost; None where a price is missing."""
        return _sum(row.cost for row in self.colours)

    @property
    def cost(self) -> float | None:
        """Return what everything costs; None where a price is missing."""
        return _sum((self.things_cost, self.beads_cost))


def _sum(costs: Iterable[float | None]) -> float | None:
    known = []
    for cost in costs:
        if cost is None:
            return None
        known.append(cost)
    return sum(known)


def shopping_list(
    kit: Kit,
    label_sheets: int,
    document_sheets: int,
    need: SimulatedNeed | None = None,
    card_sheets: int = 0,
    sticker_sheets: int = 0,
    sets: tuple[str, ...] = (),
) -> ShoppingList:
    """Return what to buy for a kit whose labels and other pages take that many sheets
    of paper, card and stickers.

    With `sets` there are so many machines of the kit; the sheets are those of all of them.
    The reserve of beads is that of each.

    The starting beads are those of `kit.start_by_colour()`. What is added to them is what simulated
    machines of this kit needed; where none were simulated, it goes by a rule.
    """
    prices, offered = kit.spec.shopping.prices, _packs_offered(kit)
    start = kit.start_by_colour()
    reserve, counted = _reserve(kit, need)
    machines = max(1, len(sets))
    rows = []
    for colour in kit.colours if kit.container.kind is not ContainerKind.MAT else ():
        filling, kept = machines * start[colour.name], machines * reserve[colour.name]
        rows.append(BeadRow(colour, filling, kept, best_mix(filling + kept, offered)))
    things = _things(kit, machines, label_sheets, document_sheets, card_sheets, sticker_sheets)
    return ShoppingList(
        bead_title=kit.bead.title,
        colours=tuple(rows),
        things=tuple(
            replace(thing, price=getattr(prices, thing.kind.replace("-", "_")))
            for thing in things
            if thing.total
        ),
        warnings=kit_warnings(kit, need),
        summed=_summed(kit, rows, need) if rows else None,
        counted=counted,
        sets=sets,
    )


def _summed(kit: Kit, rows: Sequence[BeadRow], need: SimulatedNeed | None) -> Message:
    """Return the one number of beads, of what it is made up, and how sure it is."""
    start, spare = sum(row.start for row in rows), sum(row.reserve for row in rows)
    facts = {"total": Whole(start + spare), "start": Whole(start), "spare": Whole(spare)}
    if not _grows(kit):
        return say("shopping.total-lost", **facts)
    if need is None:
        return say("shopping.total-by-rule", **facts)
    return say("shopping.total-simulated", n=need.games, percent=PERCENT, **facts)


def _packs_offered(kit: Kit) -> list[Pack]:
    """Return the packs of one colour that one can buy, with their prices where the kit has them."""
    plan = kit.spec.shopping
    sizes = pack_sizes(plan.pack_size or kit.bead.pack_size)
    prices = plan.prices.packs or (None,) * len(sizes)
    return [Pack(size, price) for size, price in zip(sizes, prices, strict=True)]


def _spares(kit: Kit, boxes: int) -> int:
    """Return how many containers to have beyond so many."""
    own = kit.spec.shopping.spares
    return max(1, round(boxes / BOXES_PER_SPARE)) if own is None else own


def _things(
    kit: Kit,
    machines: int,
    label_sheets: int,
    document_sheets: int,
    card_sheets: int,
    sticker_sheets: int,
) -> list[Thing]:
    """Return all that a kit may need besides beads, 0 of what this one does not."""
    boxes = machines * len(kit.boxes)
    spares = _spares(kit, boxes)
    is_mat = kit.container.kind is ContainerKind.MAT
    if is_mat:
        boxes, spares = 0, 0
    container, cabinet, grid = kit.container, kit.spec.cabinet, kit.stock.grid
    size = {side: f"{getattr(container.outer, side):g}" for side in ("length", "width", "height")}
    places = {"rows": cabinet.rows, "columns": cabinet.columns} if cabinet else {}
    glue = (
        0
        if grid or not container.kind.bought
        else _rounded_up(boxes + spares, LABELS_PER_GLUE_STICK)
    )
    if container.kind is ContainerKind.FOLD_UP:
        glue = _rounded_up(boxes, BOXES_PER_GLUE_STICK)
    pull = container.label.pull
    fasteners = (boxes, spares) if pull else (0, 0)
    paper = PAPER_TITLES[kit.spec.print.paper]
    label_paper = PAPER_TITLES[grid.paper] if grid else paper
    # Fences, key cards, pieces and stickers are cut out, also where the labels are not.
    scissors = not grid or card_sheets + sticker_sheets > 0
    facts = {"title": Titled(container.title), **size}
    if container.together > 1:
        facts |= {"together": container.together, "boxes": boxes, "spares": spares}
        bought = Thing(
            "container",
            _rounded_up(boxes + spares, container.together),
            0,
            facts,
            twins=("together",),
        )
    else:
        needed = (boxes, spares) if container.kind.bought else (0, 0)
        bought = Thing("container", *needed, facts)
    return [
        bought,
        Thing("cabinet", machines * kit.cabinets, 0, places),
        Thing("fastener", *fasteners, {"pull": f"{pull:g}"}),
        Thing("awl", machines * int(pull > 0)),
        Thing("pot", 0 if is_mat else machines * len(kit.colours)),
        Thing(
            "label-sheet", label_sheets, 0, {"title": Titled(kit.stock.title), "paper": label_paper}
        ),
        Thing("glue", glue, 0, {"labels": LABELS_PER_GLUE_STICK, "boxes": BOXES_PER_GLUE_STICK}),
        Thing("scissors", int(scissors)),
        Thing("paper", document_sheets, 0, {"paper": paper}),
        Thing("card", card_sheets, 0, {"paper": paper}),
        Thing("sticker-sheet", sticker_sheets, 0, {"paper": paper}),
    ]


def _rounded_up(amount: int, size: int) -> int:
    return -(-amount // size)


# How many beads to keep in reserve.


def beads_wanted(kit: Kit, need: SimulatedNeed | None = None) -> dict[str, int]:
    """Return colour name -> how many beads to own; by the plain rule where no need is known."""
    reserve, _ = _reserve(kit, need)
    return {name: start + reserve[name] for name, start in kit.start_by_colour().items()}


def _reserve(kit: Kit, need: SimulatedNeed | None) -> Reserve:
    return (
        _reserve_by_rule(kit) if need is None or not _grows(kit) else _simulated_reserve(kit, need)
    )


def _grows(kit: Kit) -> bool:
    """Return whether a game can add beads; where none does,
    the reserve is for those that get lost.
    """
    return any(change_by(kit, result, *stage) > 0 for stage in kit.stages for result in Result)


def _reserve_by_rule(kit: Kit) -> Reserve:
    """Return the reserve by the plain rule with the numbers of the kit file.

    For each colour, `reserve-percent` per cent of its starting beads, rounded up.
    For each colour in a first box (the boxes for the first move of a side), in addition as many
    beads as `reserve-wins` wins in a row add to it, if a win adds any at the first move.
    With machines for both sides each side counts by itself: a colour in first boxes of both gets
    this twice. A colour in several first boxes of one side gets it once.
    """
    plan = kit.spec.shopping
    wins = {side: first_win(kit, side) for side in kit.sides}
    openings = {
        side: {bead.colour for box in kit.first_boxes(side) for bead in box.beads}
        for side in kit.sides
    }
    beads = {
        colour: _rounded_up(start * plan.reserve_percent, 100)
        + sum(
            plan.reserve_wins * wins[side]
            for side, opening in openings.items()
            if colour in opening
        )
        for colour, start in kit.start_by_colour().items()
    }
    rule = "shopping.reserve-percent" if _grows(kit) else "shopping.reserve-lost"
    sentences = [say(rule, percent=plan.reserve_percent)]
    same = len(set(wins.values())) == 1
    for side, win in list(wins.items())[: 1 if same else None]:
        if added := plan.reserve_wins * win:
            key = "shopping.reserve-wins" if same else "shopping.reserve-wins-side"
            facts = {"n": plan.reserve_wins, "win": win, "added": added}
            sentences.append(say(key, player=player_called(kit, side), **facts))
    if same and len(sentences) > 1 and len(openings) > 1:
        sentences.append(say("shopping.reserve-both"))
    return beads, paragraph(sentences)


def _simulated_reserve(kit: Kit, need: SimulatedNeed) -> Reserve:
    """Return what simulated machines had to have, less what fills the boxes, at least 0;
    and what was simulated.
    """
    beads = {
        colour: max(0, need.beads[colour] - start)
        for colour, start in kit.start_by_colour().items()
    }
    crowd = (
        say("shopping.crowd", percent=round(share), player=say(f"lab.{player}"))
        for player, share in need.crowd.items()
    )
    sentences = [
        say(
            "shopping.reserve-simulated",
            crowd=listed(crowd),
            seed=SEED,
            runs=Whole(need.runs),
            games=Whole(need.games),
            percent=PERCENT,
            total=Whole(need.total),
        )
    ]
    if len(need.emptied) > 1:
        sentences.append(say("shopping.reserve-simulated-both"))
    return beads, paragraph(sentences)


# The shopping list as text: Markdown that reads well as it stands, and CSV for a spreadsheet.


def sets_said(shopping: ShoppingList, words: Words) -> str:
    """Return for which machines the list is, where it is for several."""
    first, *_, last = shopping.sets
    return words("shopping.sets", n=len(shopping.sets), first=first, last=last)


def beads_said(shopping: ShoppingList, words: Words) -> str:
    """Return how many beads there are in all; nothing where there are none."""
    return "" if shopping.summed is None else words.tell(shopping.summed)


def explained(shopping: ShoppingList, words: Words) -> list[str]:
    """Return what is behind the short warnings and the figures, a paragraph each."""
    of_beads = [words.tell(shopping.counted), words("shopping.packs-how")]
    return [
        *(words.tell(warning) for warning in shopping.warnings),
        *(of_beads if shopping.colours else []),
    ]


def bead_headings(words: Words) -> list[str]:
    """Return the headings of the bead table."""
    return [words(f"shopping.column-{column}") for column in BEAD_COLUMNS]


def bead_rows(shopping: ShoppingList, words: Words) -> list[list[str]]:
    """Return the cells of the bead table: a row for each colour, then one for all."""
    rows = [
        [
            *(words.colour_name(row.colour), row.colour.key, row.colour.glyph),
            *map(str, (row.start, row.reserve, row.total)),
            packs_said(row, "×"),
            str(row.over),
            money(row.cost, words),
        ]
        for row in shopping.colours
    ]
    return [*rows, _sums(shopping, words)]


def _sums(shopping: ShoppingList, words: Words) -> list[str]:
    rows = shopping.colours
    packs = sum(packs.count for row in rows for packs in row.packs)
    return [
        *(words("shopping.all-colours"), "", ""),
        str(sum(row.start for row in rows)),
        str(sum(row.reserve for row in rows)),
        str(shopping.total),
        str(packs),
        str(sum(row.over for row in rows)),
        money(shopping.beads_cost, words),
    ]


def packs_said(row: BeadRow, times: str) -> str:
    """Return the packs to buy, as in `5 x 100 + 1 x 50`, with this sign for `x`."""
    return " + ".join(f"{packs.count} {times} {packs.pack.size}" for packs in row.packs)


def thing_headings(words: Words) -> list[str]:
    """Return the headings of the table of things."""
    return [words(f"shopping.column-{column}") for column in THING_COLUMNS]


def thing_rows(shopping: ShoppingList, words: Words) -> list[list[str]]:
    """Return the cells of the table of things: a row for each, then one for their sum."""
    rows = [
        [what, amount, money(thing.price, words), money(thing.cost, words)]
        for thing, (what, amount) in zip(shopping.things, shopping.items(words), strict=True)
    ]
    return [*rows, [words("shopping.sum"), "", "", money(shopping.things_cost, words)]]


def money(amount: float | None, words: Words) -> str:
    """Return an amount of money with two decimals, as the language writes it;
    empty where it is not known.
    """
    return "" if amount is None else f"{amount:.2f}".replace(".", words("number.decimal"))


def shopping_markdown(shopping: ShoppingList, kit: Kit, words: Words) -> str:
    """Return the list as Markdown, its tables aligned so that it also reads as plain text."""
    lines = [
        f"# {words('shopping.title', name=kit.spec.name)}",
        "",
        words("shopping.intro", fingerprint=kit.fingerprint),
        "",
        *([sets_said(shopping, words), ""] if shopping.sets else []),
        *([beads_said(shopping, words), ""] if shopping.colours else []),
        *(f"- {words.tell(warning)}" for warning in shopping.short_warnings),
        "",
        f"## {words('shopping.things')}",
        "",
        *_table(thing_headings(words), thing_rows(shopping, words), numbers_from=2),
        "",
        *(_beads_markdown(shopping, words) if shopping.colours else ()),
        words("shopping.all-told", cost=money(shopping.cost, words) or BLANK),
    ]
    if paragraphs := explained(shopping, words):
        lines += ["", f"## {words('shopping.more')}", ""]
        lines += (f"- {paragraph}" for paragraph in paragraphs)
    return "\n".join(lines) + "\n"


def _beads_markdown(shopping: ShoppingList, words: Words) -> Iterator[str]:
    yield from (f"## {words('shopping.beads', title=words.title(shopping.bead_title))}", "")
    yield from (*_table(bead_headings(words), bead_rows(shopping, words), numbers_from=3), "")


def shopping_csv(shopping: ShoppingList, words: Words) -> str:
    """Return the list as CSV under CSV_HEADER, a row for each thing to buy."""
    rows: list[Sequence[object]] = [CSV_HEADER]
    for thing in shopping.things:
        rows.append(
            (
                *(
                    thing.kind,
                    words.tell(thing.said()),
                    "",
                    thing.needed,
                    thing.spare,
                    thing.total,
                    "",
                    "",
                ),
                *map(_csv_money, (thing.price, thing.cost)),
            )
        )
    for row in shopping.colours:
        numbers = (row.start, row.reserve, row.total, packs_said(row, "x"), row.over)
        cost = _csv_money(row.cost)
        rows.append(("bead", row.colour.name, row.colour.key, *numbers, "", cost))
    return csv_text(rows)


def _csv_money(amount: float | None) -> str:
    return "" if amount is None else f"{amount:.2f}"


def _table(headings: Sequence[str], rows: Sequence[Sequence[str]], numbers_from: int) -> list[str]:
    """Return the lines of a Markdown table whose columns from
    `numbers_from` on stand to the right.
    """
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
        "-" * (width + 1) + (":" if column >= numbers_from else "-")
        for column, width in enumerate(widths)
    )
    return [lines[0], "|" + "|".join(rule) + "|", *lines[1:]]


# Which boxes start alike, and the filling guide as CSV; of a machine that has learned, too.


def filled_with(kit: Kit, contents: Mapping[int, Mapping[str, int]]) -> Kit:
    """Return the kit with these beads in its boxes from the start: what a filling guide is made of.

    It keeps its fingerprint, for it is the same machine, later.
    """
    boxes = tuple(
        replace(
            box,
            beads=tuple(
                bead._replace(start=contents[box.number][bead.colour]) for bead in box.beads
            ),
        )
        for box in kit.boxes
    )
    filled = replace(kit, boxes=boxes)
    vars(filled)["fingerprint"] = kit.fingerprint
    return filled


class BoxChange(NamedTuple):
    """What is changed in a box: beads to take out, and beads to put in, by colour."""

    box: Box
    out: dict[str, int]
    into: dict[str, int]


def changes_between(before: Kit, after: Kit) -> list[BoxChange]:
    """Return the boxes that are not filled alike in two kits of the same
    boxes, and what differs.
    """
    found = []
    for old, new in zip(before.boxes, after.boxes, strict=True):
        more = {colour: new.start[colour] - old.start[colour] for colour in old.start}
        if any(more.values()):
            out = {colour: -count for colour, count in more.items() if count < 0}
            found.append(
                BoxChange(new, out, {colour: count for colour, count in more.items() if count > 0})
            )
    return found


class FillingGroup(NamedTuple):
    """Boxes that start with the same beads: colour name -> count,
    and the boxes in the order of their numbers.
    """

    start: dict[str, int]
    boxes: tuple[Box, ...]

    @property
    def each(self) -> int:
        """Return how many beads of each of its colours a box gets."""
        return max(self.start.values(), default=0)


def filling_groups(kit: Kit) -> list[FillingGroup]:
    """Return the boxes in groups that are filled alike:
    as many beads of each colour together, then by colours.

    Counts stand in the order in which the boxes come to them, colours in the kit's order.
    """
    members: dict[tuple[tuple[str, int], ...], list[Box]] = {}
    for box in kit.boxes:
        members.setdefault(tuple(box.start.items()), []).append(box)
    groups = [FillingGroup(dict(start), tuple(boxes)) for start, boxes in members.items()]
    counts = list(dict.fromkeys(group.each for group in groups))
    colours = [colour.name for colour in kit.colours]
    return sorted(
        groups,
        key=lambda group: (counts.index(group.each), [colours.index(name) for name in group.start]),
    )


def filling_csv(kit: Kit) -> str:
    """Return a line for each box: number, whose, stage, board, place,
    each colour's starting count, and the total.

    The columns of colours carry their names in the kit's order.
    """
    colours = [colour.name for colour in kit.colours]
    rows: list[Sequence[object]] = [
        ("number", "side", "stage", "board", "cabinet", "row", "drawer", *colours, "total")
    ]
    for box in kit.boxes:
        place = kit.place(box) or ("", "", "")
        counts = (box.start.get(colour, 0) for colour in colours)
        rows.append(
            (
                box.number,
                box.side.value,
                box.stage,
                kit.board(box),
                *place,
                *counts,
                box.start_total,
            )
        )
    return csv_text(rows)


# The steps of building: which a kit has, in their order, and how long each takes.

Minutes = Annotated[float, Limits(ge=0, le=10_000)]


class StepTime(Table):
    """How long a step takes one person, once and for each box;
    whether a machine needs it; whence one knows.
    """

    needed: bool
    source: str
    minutes: Minutes = 0
    minutes_a_box: Minutes = 0


class BuildingStep(NamedTuple):
    """A step of building a kit: its name, its time, and whether every batch of boxes
    goes through it by itself.
    """

    name: str
    time: StepTime
    by_batch: bool

    def minutes(self, kit: Kit) -> float:
        """Return how long it takes one person with all boxes of a kit."""
        return self.time.minutes + self.time.minutes_a_box * len(kit.boxes)


FOLDING = ("score", "cut-out", "fold", "sleeve", "join")
"""What makes a box of card: what a fold-up box takes that is not printed on it,
filled or put in its place.
"""

AT_ONCE = ("measure", "blocks", "cabinet", "shelf")
"""Steps that are done once for all boxes."""

STEPS = (
    "print",
    "cut",
    "glue",
    "stick",
    "pull",
    "fence",
    "dry",
    "fill",
    "check",
    "place",
    *FOLDING,
    *AT_ONCE,
)


@cache
def step_times() -> dict[str, StepTime]:
    """Return how long each step takes; KitError where somebody has changed
    the file and made a mistake.
    """
    path = templates_folder() / "steps.toml"
    tables = read_toml(path)
    if set(tables) != set(STEPS):
        raise KitError(
            f"{path} has the steps {', '.join(tables)}; it should have {', '.join(STEPS)}"
        )
    return {name: parse_table(StepTime, table, f"{path}: {name}") for name, table in tables.items()}


def building_steps(kit: Kit) -> list[BuildingStep]:
    """Return the steps that this kit has, in the order in which they are done."""
    kind, ready_cut = kit.container.kind, kit.stock.grid is not None
    pull = ["pull"] if kit.container.label.pull else []
    # Its label is printed on it, and its fence is in the same card.
    if kind is ContainerKind.FOLD_UP:
        *made, joined = FOLDING
        names = ["print", *made, "dry", *pull, joined]
    else:
        fenced = ["fence"] if fence_of(kit) else []
        names = ["measure", "print", *(["stick"] if ready_cut else ["cut", "glue"]), *pull, *fenced]
        names += ["dry"] if fenced or not ready_cut else []
    times = step_times()
    return [
        BuildingStep(name, times[name], name not in AT_ONCE)
        for name in (*names, "fill", "check", *_standing(kit), "place")
    ]


def _standing(kit: Kit) -> list[str]:
    """Return what is made for the boxes to stand in: drawers come with their cabinet."""
    kind = kit.container.kind
    if kit.spec.cabinet is None:
        return ["blocks"] if kind.slides else []
    return ["cabinet"] if kind.slides else [] if kind is ContainerKind.DRAWER else ["shelf"]


def fence_of(kit: Kit) -> Fence | None:
    """Return the fence for a kit's trays; None where its beads or trays take none."""
    if kit.container.kind.slides:
        with suppress(FitError):
            return fence(kit.container.tray, kit.bead)
    return None
