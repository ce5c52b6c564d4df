"""What a kit.toml may say: every key and what is allowed.

What it doesn't say, it inherits from `templates/defaults.toml`.
"""

import re
from collections.abc import Mapping, Sequence
from enum import Enum
from functools import cache
from typing import Annotated, Any, Literal

from menace_kit.files import templates_folder
from menace_kit.games.notation import EMPTY_SIGNS, ROW_SIGNS
from menace_kit.games.position import Side
from menace_kit.games.symmetry import CanonicalForm
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
    """Return the number that holds at a stage, counted from 1."""
    return value if isinstance(value, int) else value[stage - 1]


def _of_side(table: Table, key: str, side: Side) -> int | tuple[int, ...]:
    """Return what a table says under a key, or for the second player under the key
    that is theirs, if it is there.
    """
    first: int | tuple[int, ...] = getattr(table, key)
    second: int | tuple[int, ...] | None = getattr(table, f"{key}_second")
    return first if second is None or side is Side.FIRST else second


class EmptyBox(Enum):
    """What happens when the machine must draw from an empty box.

    RESIGN: it gives the game up, which is a defeat. REFILL: the box gets its starting beads again.
    KEEP_LAST: it cannot happen, for the last bead is never taken out.
    RANDOM: a move is drawn at random. PUNISH_PREVIOUS: it gives up,
    and the box that was used before loses one bead more of the colour that was drawn from it.
    """

    RESIGN = "resign"
    REFILL = "refill"
    KEEP_LAST = "keep-last"
    RANDOM = "random"
    PUNISH_PREVIOUS = "punish-previous"


class FullBox(Enum):
    """What happens when a box holds more beads than shaking mixes.

    HALVE: half of each colour is taken out. TELL: the operator sees a note. IGNORE: nothing.
    """

    HALVE = "halve"
    TELL = "tell"
    IGNORE = "ignore"


class Teaches(Enum):
    """Which of the machine's moves a game teaches: all of them, or only its last one,
    as with M. Gardner's HER.
    """

    EVERY_MOVE = "every-move"
    LAST_MOVE = "last-move"


class Learning(Table):
    """Reinforcement: beads of the drawn colour that are added after each result,
    counted from before it was drawn.

    The drawn bead is put back in any case that adds 0 or more; -1 is to keep it out.
    Beads that a game does not teach are all put back. Where there are machines for both sides,
    `..._second` is what holds for the second player's. A box is too full with more than
    `full_above` beads; None: what the kit's container and beads allow.
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
        """Return what a result, `win`, `draw` or `loss`, adds to the boxes of a side."""
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

    RANDOM: any move, at random. CHART: by the game's chart, of equal moves one at random.
    """

    RANDOM = "random"
    CHART = "chart"


class BoxesSpec(Table):
    """Which positions get a box, how they are drawn, and which of their moves get a bead.

    `merge_symmetric_positions`: positions that are alike share a box. Without it each keeps its
    own; still, of moves that a position's own symmetry makes equal only the lowest is followed,
    whoever makes it, so that what comes behind the others alone has no box of its own (M. Gardner's
    hexapawn kit of 24 boxes, as it is reconstructed). `merge_symmetric_moves`: of moves that the
    position's own symmetry makes equal, only the lowest gets a bead. `forced_moves`: positions with
    a single legal move get a box, too. `lost_positions`: so do positions that are lost at once,
    whatever is played (without them: the 287 boxes). `taken_squares`: every square of the board
    gets a bead, those that are taken, too. To draw one of these is a defeat for that box alone, at
    once: its bead stays out, and the machine draws again; so it learns the rules of the game, too.
    `stages`: boxes for so many of the machine's moves alone;
    what it does `later` is a rule, at random where none is named. If the boxes exist already,
    `map` is a CSV file beside the kit file that says what is on each of them.
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
        """ValueError where there is a rule for later moves, though all moves have boxes."""
        if self.later is not None and self.stages is None:
            raise ValueError(
                f'later = "{self.later.value}" is for machines with boxes for their first moves '
                "alone; say in stages "
                "for how many, as in stages = 3"
            )

    @property
    def later_rule(self) -> LaterRule | None:
        """Return how later moves come about, None where boxes for all moves are wanted."""
        return None if self.stages is None else self.later or LaterRule.RANDOM


class BeadsSpec(Table):
    """The beads: how many of each colour a box starts with, what kind,
    and which colours of the palette.

    `start_second` is what the second player's boxes start with,
    where there are machines for both sides. The `letters` of the colours are the palette's own,
    or those that it has for the kit's language.
    """

    start: StartPerStage
    start_second: StartPerStage | None = None
    kind: TemplateName
    palette: TemplateName
    letters: Literal["palette", "language"]
    colours: tuple[str, ...] | None = None

    def starts(self, side: Side) -> int | tuple[int, ...]:
        """Return how many beads of each colour the boxes of a side start with:
        one number, or one for each stage.
        """
        return _of_side(self, "start", side)


class PrintSpec(Table):
    """What the labels go on: the container, the paper, the label stock, the language of the words.

    With `registration` the sheets of labels have marks by which a cutting plotter finds its way on
    them. Where the boxes have pages on the web, at `base_address`/box/137, square codes lead there.
    """

    container: TemplateName
    paper: PaperName
    stock: TemplateName
    language: Language
    registration: bool
    base_address: BaseAddress | None = None


Price = Annotated[float, Limits(ge=0, le=1_000_000)] | None


class Prices(Table):
    """What one of each thing to buy costs, in one's own money; `packs` those of beads,
    in the order of `pack_size`.
    """

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
    """What to have in hand beyond the bare machine, and what things cost.

    `spares` containers, else one for every 50; beads `reserve_percent` of a colour's start,
    and for the colours of the first box as many as `reserve_wins` wins in a row add;
    or, where the lab simulates the machine, what it needs in so many `games`;
    beads in the packs that one can buy, or their grams, where these are not the bead's usual ones.
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
        """ValueError where packs are told twice, or prices of packs have no packs
        that they are of.
        """
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
    """Which Nim: of so many `matches` each player takes 1 to `most`;
    the player who takes the last one wins, or loses.
    """

    matches: Annotated[int, Limits(ge=3, le=30)] = 8
    most: Annotated[int, Limits(ge=2, le=9)] = 3
    last: Literal["wins", "loses"] = "wins"

    def check(self) -> None:
        """ValueError where all matches can be taken at once."""
        if self.most >= self.matches:
            raise ValueError(
                f"most is {self.most}, but there are only {self.matches} matches; take fewer"
            )


class HexapawnSpec(Table):
    """Which hexapawn: how large the board is; each player has a pawn in each column."""

    rows: Annotated[int, Limits(ge=3, le=6)] = 3
    columns: Annotated[int, Limits(ge=2, le=5)] = 3

    def check(self) -> None:
        """ValueError where a board is so large that nobody would wait until its
        positions are counted.
        """
        if self.rows * self.columns > LARGEST_PAWN_BOARD:
            raise ValueError(
                f"a board of {self.rows} x {self.columns} has far too many boxes; "
                "take 3 x 4 or 4 x 3 at the most"
            )


LARGEST_PAWN_BOARD = 16
"""The most squares of hexapawn whose boxes are counted; those of 4 x 4 are thousands already."""


class FoldUp(Table):
    """Boxes that are printed on card and folded, for `container = "fold-up"`:
    the card, how loose and how large.

    `card` is its thickness in mm; `clearance` is how much wider and higher the sleeve is inside
    than the tray outside. With a `fence` a V of the same card is folded into each tray.
    A tray takes so many `beads` and they still mix when it is shaken, or is `tray` long,
    wide and high inside; where neither is there, its size follows from the kit.
    """

    card: Annotated[float, Limits(ge=0.1, le=1)]
    clearance: Annotated[float, Limits(ge=0, le=5)]
    fence: bool
    beads: Annotated[int, Limits(ge=1, le=1000)] | None = None
    tray: tuple[Millimetres, Millimetres, Millimetres] | None = None

    def check(self) -> None:
        """ValueError where the size is said twice."""
        if self.tray is not None and self.beads is not None:
            raise ValueError(
                "beads and tray both say how large the boxes are; leave one of them out"
            )


class ScreenSpec(Table):
    """The screen for an audience: after `idle` minutes without a step it tells
    the machine's story; 0: never.

    Each slide of it stays for `slide` seconds.
    """

    idle: Annotated[float, Limits(ge=0, le=1440)]
    slide: Annotated[int, Limits(ge=2, le=600)]


DEFAULTS_FILE_NAME = "defaults.toml"
"""The template that every kit inherits."""


class Spec(Table):
    """A kit file, checked, with all that it inherits."""

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
        """Return the table with what a kit inherits: all that it doesn't say itself.

        A kit of a lesson's game that doesn't say how it starts inherits what holds for lessons.
        """
        inherited, lesson, games = _inherited()
        beads = table.get("beads", {})
        says_no_start = isinstance(beads, dict) and "start" not in beads
        if says_no_start and table.get("game") in games:
            if "learning" in table:
                lesson = {name: each for name, each in lesson.items() if name != "learning"}
            inherited = _with(lesson, inherited)
        return _with(table, inherited)


@cache
def _inherited() -> tuple[Mapping[str, Any], Mapping[str, Any], Sequence[str]]:
    """Return what every kit inherits, what those for lessons do besides, and their games."""
    tables = read_toml(templates_folder() / DEFAULTS_FILE_NAME)
    lesson = tables.pop("lesson")
    return tables, lesson, lesson.pop("games")


def _with(table: Mapping[str, Any], inherited: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a table says, and key by key what it inherits where it says nothing."""
    both = {**inherited, **table}
    for key, value in inherited.items():
        if isinstance(value, dict) and isinstance(both[key], dict):
            both[key] = _with(both[key], value)
    return both


@cache
def default_spec() -> Spec:
    """Return what a kit file says that says nothing."""
    return parse_table(Spec, {}, DEFAULTS_FILE_NAME)
