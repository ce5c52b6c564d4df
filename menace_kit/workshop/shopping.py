"""The shopping list of a kit: things and beads to buy, with a reserve."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace

from menace_kit.frozen import Frozen
from menace_kit.machine import Colour, Kit
from menace_kit.machine.containers import ContainerKind
from menace_kit.machine.papers import PAPER_TITLES, PaperKind
from menace_kit.machine.values import pack_sizes
from menace_kit.text import Words
from menace_kit.text.phrases import (
    Capital,
    Decimal,
    Joined,
    Message,
    Text,
    Titled,
    Whole,
    say,
)
from menace_kit.workshop.forecasts import PERCENT, SimulatedNeed
from menace_kit.workshop.own_boxes import SIDES
from menace_kit.workshop.packs import Pack, Packs, best_mix, weighed
from menace_kit.workshop.reserve import grows, reserve_of, rounded_up
from menace_kit.workshop.steps import fence_of
from menace_kit.workshop.warnings import kit_warnings

LABELS_PER_GLUE_STICK = 100
"""How many labels a 20 g glue stick lasts for: our rule of thumb, on the safe side."""

BOXES_PER_GLUE_STICK = 45
"""How many fold-up boxes it lasts for: their tabs and flap are twice as large as a label."""

BOXES_PER_SPARE = 50
"""Buy a spare box for every so many, unless the kit says otherwise: our rule of thumb."""


PRINTED_ON = {
    "paper": PaperKind.PLAIN,
    "card": PaperKind.CARD,
    "sticker-sheet": PaperKind.STICKER,
}


AMOUNTS = {
    "container": "amount-spare",
    "fastener": "amount-spare",
    "label-sheet": "amount-sheets",
    "scissors": "amount-scissors",
    "paper": "amount-sheets",
    "card": "amount-sheets",
    "sticker-sheet": "amount-sheets",
}
"""Kind of thing -> the key of how many; the others have a bare number."""


class BeadRow(Frozen):
    """The beads of one colour: those that fill the boxes, the reserve, and the packs to buy."""

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
        """Return how many beads of the packs are left over."""
        return sum(packs.beads for packs in self.packs) - self.total

    @property
    def cost(self) -> float | None:
        """Return what these packs cost; None if a price is unknown."""
        return _sum(packs.cost for packs in self.packs)


class Thing(Frozen):
    """Something to buy other than beads: its kind, how many are needed and spare, and facts.

    `kind` is the key of its name in the table `[shopping]` of the texts, or the kind of paper.
    `twins` are endings of twins that its texts can have. `is_optional` is whether the machine can
    do without it.
    """

    kind: str
    needed: int
    spare: int = 0
    facts: Mapping[str, object] = field(default_factory=dict)
    price: float | None = None
    twins: tuple[str, ...] = ()
    is_optional: bool = False

    @property
    def total(self) -> int:
        """Return how many to buy."""
        return self.needed + self.spare

    @property
    def cost(self) -> float | None:
        """Return what all of them cost; None if the price is unknown."""
        return None if self.price is None else self.price * self.total

    def said(self) -> Text:
        told = self._named()
        return say("shopping.optional", thing=told) if self.is_optional else told

    def _named(self) -> Text:
        if self.kind in PRINTED_ON:
            return Capital(say(f"cover.paper-{PRINTED_ON[self.kind].value}", **self.facts))
        return self._said(self.kind)

    def said_amount(self) -> Text:
        return self._said(AMOUNTS[self.kind]) if self.kind in AMOUNTS else str(self.total)

    def _said(self, key: str) -> Message:
        facts = {**self.facts, "n": self.total, "needed": self.needed, "spare": self.spare}
        return say(f"shopping.{key}", *self.twins, **facts)


class ShoppingList(Frozen):
    """What to buy for a kit.

    Attributes:
        bead_title: the kind of bead.
        colours: a row for each colour, in the palette's order.
        things: everything except beads, in the order of the list.
        warnings: what to know before buying, in the order in which it is shown.
        summed: a sentence with the total number of beads; None if there are none.
        counted: how the reserve in `colours` was worked out.
        sets: the names of the machines, if there are several: all figures are then totals.
        makers: who numbers the colours of these beads.
        per_gram: how many beads weigh a gram, if the packs are in grams.
    """

    bead_title: str
    colours: tuple[BeadRow, ...]
    things: tuple[Thing, ...]
    warnings: tuple[Message, ...]
    summed: Message | None
    counted: Joined
    sets: tuple[str, ...] = ()
    makers: tuple[str, ...] = ()
    per_gram: float | None = None

    def items(self, words: Words) -> list[tuple[str, str]]:
        """Return what each thing is and how many to buy, without the beads."""
        return [
            (words.tell(thing.said()), words.tell(thing.said_amount())) for thing in self.things
        ]

    @property
    def total(self) -> int:
        """Return how many beads are needed in all."""
        return sum(row.total for row in self.colours)

    @property
    def things_cost(self) -> float | None:
        """Return what everything except beads costs; None if a price is missing."""
        return _sum(thing.cost for thing in self.things)

    @property
    def beads_cost(self) -> float | None:
        """Return what the packs of beads cost; None if a price is missing."""
        return _sum(row.cost for row in self.colours)

    @property
    def cost(self) -> float | None:
        """Return what everything costs; None if a price is missing."""
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
    """Return what to buy for a kit whose labels and other pages take so many sheets.

    The sheets are of paper, card and stickers. With `sets` there are so many machines of the kit,
    and the sheets are those of all. Each machine gets the reserve of beads: what simulated machines
    of this kit needed beyond `kit.start_by_colour()`, or, if none were simulated, what a rule says.
    """
    prices, offered = kit.spec.shopping.prices, _packs_offered(kit)
    start = kit.start_by_colour()
    reserve, counted = reserve_of(kit, need)
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
        makers=kit.bead.makers,
        per_gram=_per_gram(kit) if any(pack.grams for pack in offered) else None,
    )


def _summed(kit: Kit, rows: Sequence[BeadRow], need: SimulatedNeed | None) -> Message:
    """Return the total number of beads, what it consists of, and how sure it is."""
    start, spare = sum(row.start for row in rows), sum(row.reserve for row in rows)
    facts = {"total": Whole(start + spare), "start": Whole(start), "spare": Whole(spare)}
    if not grows(kit):
        return say("shopping.total-lost", **facts)
    if need is None:
        return say("shopping.total-by-rule", **facts)
    return say("shopping.total-simulated", n=need.games, percent=PERCENT, **facts)


def _packs_offered(kit: Kit) -> list[Pack]:
    """Return the packs of one colour that you can buy, with the kit's prices if it has any."""
    plan = kit.spec.shopping
    weights = () if plan.pack_size else pack_sizes(plan.pack_grams or kit.bead.pack_grams or ())
    if weights:
        packs = [weighed(grams, _per_gram(kit)) for grams in weights]
    else:
        packs = [*map(Pack, pack_sizes(plan.pack_size or kit.bead.pack_size))]
    prices = plan.prices.packs or (None,) * len(packs)
    return [pack._replace(price=price) for pack, price in zip(packs, prices, strict=True)]


def _per_gram(kit: Kit) -> float:
    """Return how many beads weigh a gram; 0 if unknown."""
    return kit.spec.shopping.beads_per_gram or kit.bead.beads_per_gram or 0.0


def _spares(kit: Kit, boxes: int) -> int:
    """Return how many spare containers to have."""
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
    """Return everything that kits may need besides beads, with 0 of what this one doesn't."""
    container, cabinet, grid = kit.container, kit.spec.cabinet, kit.stock.grid
    is_mat = container.kind is ContainerKind.MAT
    boxes = 0 if is_mat else machines * len(kit.boxes)
    spares = 0 if is_mat else _spares(kit, boxes)
    pull = container.label.pull
    # If no game adds beads, one set of pots is enough to fill the boxes of all machines.
    filling_places = machines if grows(kit) else 1
    paper = {"paper": PAPER_TITLES[kit.spec.print.paper]}
    label_paper = {"paper": PAPER_TITLES[grid.paper]} if grid else paper
    # Fences, key cards, pieces and stickers are cut out even if the labels aren't.
    scissors = not grid or card_sheets + sticker_sheets > 0
    # Other boxes have only fences, key cards and the table board on card.
    is_of_card = is_mat or container.kind is ContainerKind.FOLD_UP
    only_extras = grid is not None and not is_of_card
    # Each group of a class plays on a board of its own.
    card_needed = is_of_card or machines > 1
    return [
        _containers(kit, boxes, spares),
        Thing(
            "cabinet",
            machines * kit.cabinets,
            facts={"rows": cabinet.rows, "columns": cabinet.columns} if cabinet else {},
            is_optional=container.kind is not ContainerKind.DRAWER,
        ),
        Thing(
            "fastener",
            boxes if pull else 0,
            spares if pull else 0,
            {"pull": Decimal(pull)},
            is_optional=True,
        ),
        Thing("awl", machines if pull else 0, is_optional=True),
        Thing("pot", 0 if is_mat else filling_places * len(kit.colours)),
        Thing("label-sheet", label_sheets, 0, {"title": Titled(kit.stock.title), **label_paper}),
        Thing("glue", _glue_sticks(kit, boxes, spares, card_sheets), is_optional=only_extras),
        Thing("scissors", int(scissors), is_optional=only_extras),
        Thing("paper", document_sheets, 0, paper),
        Thing("card", card_sheets, 0, paper, is_optional=not card_needed),
        Thing("sticker-sheet", sticker_sheets, 0, paper, is_optional=True),
    ]


def _containers(kit: Kit, boxes: int, spares: int) -> Thing:
    """Return the containers to buy, or the pieces that they come in; 0 of those that you print."""
    container = kit.container
    # The front of what is flat or round is all that its maker names.
    sizes = {side: Decimal(getattr(container.outer, side)) for side in SIDES}
    facts: dict[str, object] = {"title": Titled(container.title), **sizes}
    if not container.kind.bought:
        return Thing("container", 0)
    if container.together == 1:
        return Thing("container", boxes, spares, facts)
    facts |= {"together": container.together, "boxes": boxes, "spares": spares}
    pieces = rounded_up(boxes + spares, container.together)
    return Thing("container", pieces, 0, facts, twins=("together",))


def _glue_sticks(kit: Kit, boxes: int, spares: int, card_sheets: int) -> int:
    if kit.container.kind is ContainerKind.FOLD_UP:
        return rounded_up(boxes, BOXES_PER_GLUE_STICK)
    if kit.stock.grid is None:
        return rounded_up(boxes + spares, LABELS_PER_GLUE_STICK) if kit.container.kind.bought else 0
    # Only fences are glued, each less than a label.
    return rounded_up(boxes, LABELS_PER_GLUE_STICK) if card_sheets and fence_of(kit) else 0
