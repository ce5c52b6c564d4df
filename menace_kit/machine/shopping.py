"""The shopping list: what to buy for a kit, and what to know before. What it says, not how it looks."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from menace_kit.machine.kit import Kit
from menace_kit.machine.notices import Notice, Sentences, kit_notices
from menace_kit.machine.palette import Colour
from menace_kit.machine.reserve import Reserve, reserve_for
from menace_kit.machine.simulated_need import SimulatedNeed
from menace_kit.machine.stock import PAPER_TITLES

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
        notices: what to know before buying, in the order in which it is told.
        reserve: how the reserve in `colours` is counted.
    """

    bead_title: str
    pack_size: int
    colours: tuple[BeadRow, ...]
    things: tuple[Thing, ...]
    notices: tuple[Notice, ...]
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
        notices=kit_notices(kit, need),
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
