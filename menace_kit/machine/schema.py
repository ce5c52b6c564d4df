"""What kit.toml may say: every key and what is allowed.

Anything that it leaves out is inherited from `templates/defaults.toml`.
"""

import re
from collections.abc import Mapping, Sequence
from enum import Enum
from functools import cache
from typing import Annotated, Any, Literal

from menace_kit.files import templates_folder
from menace_kit.games import CanonicalForm, Side
from menace_kit.games.notation import EMPTY_SIGNS, ROW_SIGNS
from menace_kit.machine.cabinets import Cabinet
from menace_kit.machine.papers import PaperName
from menace_kit.machine.tables import Limits, Table, parse_table
from menace_kit.machine.toml_files import read_toml
from menace_kit.machine.values import (
    BeadsPerGram,
    Language,
    Millimetres,
    PackSizes,
    Title,
    pack_sizes,
)

Change = Annotated[int, Limits(ge=-99, le=99)]
PerStage = Change | Annotated[tuple[Change, ...], Limits(min_length=1)]
"""One number for all stages, or a list with one for each."""


def at_stage(value: int | tuple[int, ...], stage: int) -> int:
    """Return the number for a stage, counted from 1."""
    return value if isinstance(value, int) else value[stage - 1]


def _of_side(table: Table, key: str, side: Side) -> int | tuple[int, ...]:
    """Return the value of a key, or of its `-second` key if the side has one."""
    first: int | tuple[int, ...] = getattr(table, key)
    second: int | tuple[int, ...] | None = getattr(table, f"{key}_second")
    return first if second is None or side is Side.FIRST else second


class EmptyBox(Enum):
    """What happens if the machine has to draw from an empty box.

    RESIGN: it gives up, which is a loss. REFILL: the box gets its starting beads again. KEEP_LAST:
    it can't happen, because the last bead is never removed. RANDOM: it makes a random move.
    PUNISH_PREVIOUS: it gives up, and the box used before loses one more bead of the colour drawn
    there.
    """

    RESIGN = "resign"
    REFILL = "refill"
    KEEP_LAST = "keep-last"
    RANDOM = "random"
    PUNISH_PREVIOUS = "punish-previous"


class FullBox(Enum):
    """What happens if a box has more beads than shaking mixes.

    HALVE: half of each colour is removed. TELL: the operator sees a note. IGNORE: nothing.
    """

    HALVE = "halve"
    TELL = "tell"
    IGNORE = "ignore"


class Teaches(Enum):
    """Which of its moves the machine learns from: all, or only the last, as in M. Gardner's HER."""

    EVERY_MOVE = "every-move"
    LAST_MOVE = "last-move"


class Learning(Table):
    """Reinforcement: how many beads of the drawn colour each result adds.

    The count before the draw is the base: the drawn bead goes back for 0 or more, and stays out for
    -1. Beads that a game doesn't teach all go back. The `_second` fields are for the second
    player's machine, if there are machines for both sides. A box is too full with more than
    `full_above` beads; by default, with more than its container can mix.
    """

    win: PerStage
    draw: PerStage
    loss: PerStage
    win_second: PerStage | None = None
    draw_second: PerStage | None = None
    loss_second: PerStage | None = None
    teaches: Teaches
    empty_box: EmptyBox
    protect_first_box: bool
    full_box: FullBox
    full_above: Annotated[int, Limits(ge=2, le=9999)] | None = None

    def by(self, result: str, side: Side) -> PerStage:
        """Return what a result (`win`, `draw` or `loss`) adds to the boxes of a side."""
        return _of_side(self, result, side)


TemplateName = Annotated[str, Limits(min_length=1, max_length=200)]
Count = Annotated[int, Limits(ge=0, le=999)]
StartingBeads = Annotated[int, Limits(ge=1, le=99)]
StartPerStage = StartingBeads | Annotated[tuple[StartingBeads, ...], Limits(min_length=1)]


def _mark(mark: str) -> str:
    if (
        len(mark) != 1
        or not mark.isprintable()
        or mark in EMPTY_SIGNS + ROW_SIGNS
        or len(mark.casefold()) != 1
    ):
        raise ValueError(
            f"{mark!r} is not one sign that can be a mark; . "
            "- _ 0 / | and a space mean something else"
        )
    return mark.upper()


def _two_marks(marks: tuple[str, str]) -> tuple[str, str]:
    if marks[0].casefold() == marks[1].casefold():
        raise ValueError(f"both players have the mark {marks[0]!r}")
    return marks


def _base_address(address: str) -> str:
    if not re.fullmatch(r"https?://[^\s/?#@]+(/[^\s?#]*)?", address) or not address.isascii():
        raise ValueError(
            f"{address!r} is not a web address to which /box/137 can be added: "
            "http:// or https://, a name, no spaces, no ? or #, no letters beyond a to z"
        )
    return address.rstrip("/")


Mark = Annotated[str, _mark]
BaseAddress = Annotated[str, Limits(max_length=120), _base_address]


class LaterRule(Enum):
    """How the machine moves after the last stage that has boxes.

    RANDOM: any move, at random. CHART: by the game's chart, at random among equal moves.
    """

    RANDOM = "random"
    CHART = "chart"


class BoxesSpec(Table):
    """Which positions get a box, how they are drawn, and which of their moves get a bead.

    `merge_symmetric_positions`: symmetric positions share a box. Without it each has its own; but
    of moves that a position's own symmetry makes equal, either player's, only the lowest is
    followed, so positions that only the others reach get no box (as in M. Gardner's hexapawn kit of
    24 boxes, as reconstructed). `merge_symmetric_moves`: of such equal moves only the lowest gets a
    bead. `forced_moves`: positions with a single legal move get a box, too. `lost_positions`: so do
    positions that are lost whatever is played (without them there are 287 boxes). `taken_squares`:
    every square gets a bead, even a taken one. Drawing the bead of a taken square is at
    once a loss for that box alone: the bead stays out, and the machine draws again. So it learns
    the rules of the game, too. `stages`: only so many of the machine's first moves have boxes;
    `later` is the rule for the rest, by default at random. `map`: for existing boxes, a CSV file
    beside the kit file with what is on each.
    """

    symmetry: TemplateName
    canonical_form: CanonicalForm
    merge_symmetric_positions: bool
    merge_symmetric_moves: bool
    forced_moves: bool
    lost_positions: bool
    taken_squares: bool
    stages: Annotated[int, Limits(ge=1, le=99)] | None = None
    later: LaterRule | None = None
    map: Annotated[str, Limits(min_length=1, max_length=200)] | None = None

    def check(self) -> None:
        """Raise ValueError if there is a rule for later moves, but all moves have boxes."""
        if self.later is not None and self.stages is None:
            raise ValueError(
                f'later = "{self.later.value}" is for machines with boxes for their first moves '
                "alone; say in stages "
                "for how many, as in stages = 3"
            )

    @property
    def later_rule(self) -> LaterRule | None:
        """Return the rule for later moves, or None if all moves have boxes."""
        return None if self.stages is None else self.later or LaterRule.RANDOM


class BeadsSpec(Table):
    """The beads: how many of each colour a box starts with, their kind, and their colours.

    `start_second` is for the second player's boxes, if there are machines for both sides. `letters`
    are the palette's own, or those for the kit's language.
    """

    start: StartPerStage
    start_second: StartPerStage | None = None
    kind: TemplateName
    palette: TemplateName
    letters: Literal["palette", "language"]
    colours: tuple[str, ...] | None = None

    def starts(self, side: Side) -> int | tuple[int, ...]:
        """Return how many beads of each colour a side's boxes start with: for all stages
        or each.
        """
        return _of_side(self, "start", side)


class PrintSpec(Table):
    """What is printed: the container, the paper, the label stock, the language.

    `registration` adds marks for a cutting plotter to sheets of labels. With `base_address`, labels
    have QR codes of pages on the web, such as `base_address`/box/137.
    """

    container: TemplateName
    paper: PaperName
    stock: TemplateName
    language: Language
    registration: bool
    base_address: BaseAddress | None = None


Price = Annotated[float, Limits(ge=0, le=1_000_000)] | None


class Prices(Table):
    """What one of each thing costs, in your currency; `packs` is in the order of `pack_size`."""

    container: Price = None
    cabinet: Price = None
    fastener: Price = None
    awl: Price = None
    pot: Price = None
    label_sheet: Price = None
    sticker_sheet: Price = None
    glue: Price = None
    scissors: Price = None
    paper: Price = None
    card: Price = None
    packs: Annotated[tuple[Annotated[float, Limits(ge=0)], ...], Limits(min_length=1)] | None = None


class ShoppingSpec(Table):
    """What to buy beyond the bare machine, and what things cost.

    `spares` are spare containers, by default one for every 50. The reserve of beads is
    `reserve_percent` of a colour's start, and for the colours of the first box what `reserve_wins`
    wins in a row add; if the lab has simulated the machine, it is what `games` games need.
    `pack_size` and `pack_grams` are the packs that you can buy, in beads or grams, if they aren't
    the bead's usual ones.
    """

    spares: Count | None = None
    reserve_percent: Annotated[int, Limits(ge=0, le=1000)]
    reserve_wins: Count
    games: Annotated[int, Limits(ge=1, le=100_000)]
    pack_size: PackSizes | None = None
    pack_grams: PackSizes | None = None
    beads_per_gram: BeadsPerGram | None = None
    prices: Prices = Prices()

    def check(self) -> None:
        """Raise ValueError if packs are given twice, or don't match their prices."""
        if self.pack_size and self.pack_grams:
            raise ValueError("say pack-size or pack-grams, whichever your shop goes by, not both")
        sizes = pack_sizes(self.pack_size or self.pack_grams or ())
        prices = self.prices.packs or ()
        if prices and len(prices) != len(sizes):
            raise ValueError(
                f"prices.packs has {len(prices)} prices, but pack-size has {len(sizes)} packs; "
                "say in pack-size how many beads are in the packs that you can buy, as in [50, "
                "1000], and in prices.packs, in the same order, what each costs"
            )


class NimSpec(Table):
    """Which Nim: each player takes 1 to `most` of `matches`; taking the last one wins or loses."""

    matches: Annotated[int, Limits(ge=3, le=30)] = 8
    most: Annotated[int, Limits(ge=2, le=9)] = 3
    last: Literal["wins", "loses"] = "wins"

    def check(self) -> None:
        """Raise ValueError if a player could take all matches at once."""
        if self.most >= self.matches:
            raise ValueError(
                f"most is {self.most}, but there are only {self.matches} matches; take fewer"
            )


class HexapawnSpec(Table):
    """Which hexapawn: the size of the board; each player has a pawn in each column."""

    rows: Annotated[int, Limits(ge=3, le=6)] = 3
    columns: Annotated[int, Limits(ge=2, le=5)] = 3

    def check(self) -> None:
        """Raise ValueError if counting the board's positions would take too long."""
        if self.rows * self.columns > LARGEST_PAWN_BOARD:
            raise ValueError(
                f"a board of {self.rows} x {self.columns} has far too many boxes; "
                "take 3 x 4 or 4 x 3 at the most"
            )


LARGEST_PAWN_BOARD = 16
"""The largest hexapawn board (squares) whose boxes are counted; 4 x 4 already has thousands."""


class FoldUp(Table):
    """Boxes that are printed on card and folded, for `container = "fold-up"`.

    `card` is its thickness in mm. `clearance` (mm) is how much wider and higher the sleeve is
    inside than the tray outside. With a `fence`, a V of the same card is folded into each tray.
    `beads` is how many have to mix in a tray when it is shaken; `tray` is its inner length, width
    and height instead. Without either, the size follows from the kit.
    """

    card: Annotated[float, Limits(ge=0.1, le=1)]
    clearance: Annotated[float, Limits(ge=0, le=5)]
    fence: bool
    beads: Annotated[int, Limits(ge=1, le=1000)] | None = None
    tray: tuple[Millimetres, Millimetres, Millimetres] | None = None

    def check(self) -> None:
        """Raise ValueError if the size is given twice."""
        if self.tray is not None and self.beads is not None:
            raise ValueError(
                "beads and tray both say how large the boxes are; leave one of them out"
            )


class ScreenSpec(Table):
    """The audience screen: it tells the machine's story after `idle` minutes without a step.

    0 means never. Each slide stays for `slide` seconds.
    """

    idle: Annotated[float, Limits(ge=0, le=1440)]
    slide: Annotated[int, Limits(ge=2, le=600)]


DEFAULTS_FILE_NAME = "defaults.toml"
"""The template from which every kit inherits."""


class Spec(Table):
    """A checked kit file, with everything that it inherits."""

    name: Title
    game: str
    side: Literal["first", "second", "both"]
    marks: Annotated[tuple[Mark, Mark], _two_marks]
    nim: NimSpec | None = None
    hexapawn: HexapawnSpec | None = None
    boxes: BoxesSpec
    beads: BeadsSpec
    learning: Learning
    print: PrintSpec
    fold_up: FoldUp
    cabinet: Cabinet | None = None
    shopping: ShoppingSpec
    screen: ScreenSpec

    @classmethod
    def completed(cls, table: dict[str, Any]) -> dict[str, Any]:
        """Return the table with everything that a kit inherits.

        A kit for a lesson's game that doesn't say how its boxes start also inherits the rules for
        lessons.
        """
        inherited, lesson, games = _inherited()
        beads = table.get("beads", {})
        says_no_start = isinstance(beads, dict) and "start" not in beads
        if says_no_start and table.get("game") in games:
            if "learning" in table:
                lesson = {name: each for name, each in lesson.items() if name != "learning"}
            inherited = completed_with(lesson, inherited)
        return completed_with(table, inherited)


@cache
def _inherited() -> tuple[Mapping[str, Any], Mapping[str, Any], Sequence[str]]:
    """Return what every kit inherits, what lessons' kits also inherit, and their games."""
    tables = read_toml(templates_folder() / DEFAULTS_FILE_NAME)
    lesson = tables.pop("lesson")
    return tables, lesson, lesson.pop("games")


def completed_with(table: Mapping[str, Any], inherited: Mapping[str, Any]) -> dict[str, Any]:
    """Return a table, completed key by key with what it inherits."""
    both = {**inherited, **table}
    for key, value in inherited.items():
        if isinstance(value, dict) and isinstance(both[key], dict):
            both[key] = completed_with(both[key], value)
    return both


@cache
def default_spec() -> Spec:
    """Return what an empty kit file says."""
    return parse_table(Spec, {}, DEFAULTS_FILE_NAME)
