"""The catalogue of everything that can be printed. Draws nothing.

The command line makes its commands from it, so it must be quick to import: functions that draw are
named, not imported.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field, replace
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

from menace_kit.frozen import Frozen
from menace_kit.machine.cabinets import CabinetOrder
from menace_kit.machine.papers import PaperKind
from menace_kit.printables import lacking

if TYPE_CHECKING:
    from menace_kit.machine import Kit


class Purpose(Enum):
    """What a printable is for, in the order in which you need it."""

    BUY = "to buy"
    BUILD = "to build it"
    PLAY = "to play with it"
    GAMES = "of games that were played"


class Choice(Frozen):
    """An option of a single sheet.

    Attributes:
        name: as people type it, without dashes.
        kind: the type of its value; a bool takes none.
        names: the possible values, if they are names.
        least, most: the bounds of a whole number; None is no bound.
    """

    name: str
    help: str
    kind: type = str
    metavar: str = ""
    names: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None


class Printable(Frozen):
    """What is printed on one kind of paper: a sheet, or a part of one.

    Attributes:
        name: the start of its file names.
        line: what it is, in one line.
        made_by: the function that makes it, as `module:function`.
            It takes the kit and the file name, and returns a document, or
            `printables.making.Made` if there is more than that.
        title: the key of what the sheet calls itself.
        options: options besides those of all sheets.
        missing: returns a sentence on what a kit lacks for it; None if nothing.
        paper: what its document is printed on.
        large: whether it goes on large paper, for a copy shop.
        needed: whether the machine cannot be built, or played with, without it.
        of_a_set: whether each group of a class has its own pages, if several sets are made.
        for_all_sets: whether it is made once for all groups, and knows their letters: a list of
            all machines, pieces to cut out that fill the sheets set after set, or one page
            to print often enough for all of them.
        apart: whether the print pack leaves it out, because few need it, or not at first.
        times: the function of kit and sets that says how often its page is printed, as
            `module:function`; without it, once.
        texts: the endings of its files that are not drawings.
    """

    name: str
    line: str
    made_by: str
    title: str = ""
    options: tuple[Choice, ...] = ()
    purpose: Purpose = Purpose.BUILD
    missing: Callable[["Kit"], str | None] = lambda _: None
    paper: PaperKind = PaperKind.PLAIN
    large: bool = False
    needed: bool = False
    of_a_set: bool = False
    for_all_sets: bool = False
    apart: bool = False
    times: str = ""
    texts: tuple[str, ...] = ()


class Sheet(Frozen):
    """What `menace-kit print` makes under one name.

    Attributes:
        parts: its documents.
        instead: options that print something else -> what they print.
    """

    name: str
    parts: tuple[Printable, ...]
    options: tuple[Choice, ...] = ()
    instead: Mapping[str, Printable] = field(default_factory=dict)
    about: str = ""

    @property
    def line(self) -> str:
        return self.about or self.parts[0].line

    @property
    def purpose(self) -> Purpose:
        return self.parts[0].purpose

    @property
    def has_sets(self) -> bool:
        """Return whether it is different if several sets are made."""
        return any(part.of_a_set or part.for_all_sets for part in self.parts)


_BOXES = (
    Choice("only", "Only these boxes, as in 217,40-52.  [default: all]", metavar="BOXES"),
    Choice(
        "stage",
        "Only the boxes for the machine's 1st, 2nd ... move: 1, 2 ...  [default: all]",
        int,
        metavar="MOVE",
    ),
    Choice("by-stage", "A file for each of the machine's moves, for paper of other colours.", bool),
)
_LOGBOOK = Choice(
    "logbook",
    "The logbook.  [default: logbook.sqlite beside the kit file]",
    Path,
    metavar="FILE",
)
_GAMES = Choice(
    "games",
    "The numbers of the games, as in 12 or 3-9,12.  [default: the last that ended]",
    metavar="GAMES",
)
_NO_NAME = Choice("no-name", "Leave the visitors' names out.", bool)

SHOPPING = Printable(
    "shopping",
    "What to buy: boxes, beads, paper and glue.",
    "menace_kit.printables.build:shopping",
    title="shopping.subject",
    options=(
        Choice(
            "games",
            "For how many games there should be spare beads.  [default: the kit's, often 300]",
            int,
            metavar="N",
            least=1,
            most=100_000,
        ),
        Choice(
            "mix",
            "Against whom the spare beads are reckoned, by chance, as in perfect=1 or "
            "random=3,perfect=1.  [default: visitors of a fair]",
            metavar="NAME=SHARE,...",
        ),
    ),
    purpose=Purpose.BUY,
    for_all_sets=True,
    texts=("csv",),
)
LABELS = Printable(
    "labels",
    "The labels for the boxes, with a fit test first.",
    "menace_kit.printables.labelled:labels",
    title="labels.title",
    options=(
        *_BOXES,
        Choice(
            "start-at",
            "The first free place of a label sheet that is partly used up, counted row by "
            "row.  [default: 1]",
            int,
            metavar="PLACE",
        ),
    ),
    needed=True,
    missing=lacking.no_labels,
    for_all_sets=True,
)
TRAYS = Printable(
    "fold-up-trays",
    "The trays of fold-up boxes, with their labels.",
    "menace_kit.printables.labelled:trays",
    title="fold-up.trays",
    missing=lacking.not_folded,
    paper=PaperKind.CARD,
    needed=True,
    for_all_sets=True,
)
SLEEVES = Printable(
    "fold-up-sleeves",
    "The sleeves of fold-up boxes, all alike.",
    "menace_kit.layout.sheets.sleeves:sleeves_document",
    title="fold-up.sleeves",
    missing=lacking.not_folded,
    paper=PaperKind.CARD,
    times="menace_kit.layout.sheets.sleeves:sleeve_times",
    for_all_sets=True,
    needed=True,
)
MAT = Printable(
    "mat",
    "The mat: all boards on a few sheets of paper.",
    "menace_kit.layout.sheets.mat:mat_document",
    title="mat.title",
    needed=True,
    missing=lacking.no_mat,
    of_a_set=True,
)
TOKENS = Printable(
    "mat-tokens",
    "Tokens to cut out, for the mat.",
    "menace_kit.layout.sheets.mat:tokens_document",
    title="mat.tokens",
    needed=True,
    missing=lacking.no_mat,
    paper=PaperKind.CARD,
    for_all_sets=True,
)
FILLING = Printable(
    "filling",
    "Which beads go into which box.",
    "menace_kit.printables.filling:filling",
    title="filling.title",
    options=(
        Choice(
            "machine",
            "A machine that has learned: a machine file, of `lab train` or `logbook export "
            "--machine`, or a logbook.  [default: the kit as it is filled first]",
            Path,
            metavar="FILE",
        ),
        Choice(
            "halved",
            "Of a machine that has learned, take half of each colour out of the boxes that "
            "are too full to mix, until they do; keep that machine in FILE (.json), and make "
            "its guide.  [default: the boxes as they are]",
            Path,
            metavar="FILE",
        ),
        Choice(
            "order",
            "Boxes by number, or by what you count on a board.  [default: as they stand]",
            names=tuple(order.value for order in CabinetOrder),
        ),
    ),
    needed=True,
    for_all_sets=True,
    texts=("csv",),
)
BUILDING = Printable(
    "building",
    "A checklist for building it, and a page on safety.",
    "menace_kit.layout.sheets.building:building_document",
    title="assembly.subject",
    needed=True,
    missing=lacking.nothing_to_build,
    for_all_sets=True,
)
FENCE = Printable(
    "fence",
    "Fences of card that let one bead to the front.",
    "menace_kit.layout.sheets.fences:fence_document",
    title="fence.title",
    paper=PaperKind.CARD,
    for_all_sets=True,
    times="menace_kit.layout.sheets.fences:fence_times",
    missing=lacking.no_fence,
)
CABINET_MAP = Printable(
    "cabinet-map",
    "The map of the cabinet: which box is where.",
    "menace_kit.layout.sheets.cabinet:cabinet_map_document",
    title="cabinet-map.title",
    missing=lacking.no_cabinet,
    of_a_set=True,
)
CODES = Printable(
    "codes",
    "QR codes that lead to a page for each box.",
    "menace_kit.layout.code_sheets:qr_document",
    title="qr.title",
    missing=lacking.no_address,
)
INDEX = Printable(
    "index",
    "The index chart: find any box by eye.",
    "menace_kit.layout.sheets.index:index_document",
    title="index.title",
    purpose=Purpose.PLAY,
    missing=lacking.all_in_sight,
    of_a_set=True,
    needed=True,
)
INDEX_POSTER = Printable(
    "index-poster",
    "The index chart as one large sheet: A3 or Tabloid.",
    "menace_kit.layout.sheets.index:index_poster_document",
    title="index.poster",
    purpose=Purpose.PLAY,
    missing=lacking.no_poster,
    large=True,
)
KEY_CARD = Printable(
    "key-card",
    "What the colours mean, large, for the wall.",
    "menace_kit.layout.sheets.key_card:key_card_document",
    title="key-card.title",
    purpose=Purpose.PLAY,
)
SMALL_KEY_CARDS = Printable(
    "key-card-small",
    "What the colours mean, on small cards for visitors.",
    "menace_kit.layout.sheets.key_card:key_cards_document",
    title="key-card.cards-title",
    purpose=Purpose.PLAY,
    apart=True,
    paper=PaperKind.CARD,
)
OPERATOR_CARD = Printable(
    "operator-card",
    "How this machine is operated, on one page.",
    "menace_kit.layout.sheets.operator_card:operator_card_document",
    title="operator-card.subject",
    needed=True,
    purpose=Purpose.PLAY,
    of_a_set=True,
)
VISITORS = Printable(
    "visitors",
    "The rules for visitors, on one page.",
    "menace_kit.layout.sheets.visitor_rules:visitor_rules_document",
    title="visitors.sheet",
    purpose=Purpose.PLAY,
)
TABLE_BOARD = Printable(
    "table-board",
    "The board for the table, and pieces to cut out.",
    "menace_kit.layout.sheets.table_board:table_board_document",
    title="table-board.title",
    purpose=Purpose.PLAY,
    for_all_sets=True,
    paper=PaperKind.CARD,
)
RECORD_SHEET = Printable(
    "record-sheet",
    "Sheets to write games down on.",
    "menace_kit.layout.sheets.record_sheet:record_sheet_document",
    title="record-sheet.title",
    purpose=Purpose.PLAY,
    of_a_set=True,
)
TALLY = Printable(
    "tally",
    "A sheet to tally games and first moves on.",
    "menace_kit.layout.sheets.tally:tally_sheet_document",
    title="tally.title",
    purpose=Purpose.PLAY,
)
STOCKTAKE = Printable(
    "stocktake",
    "Sheets to count the beads of all boxes on.",
    "menace_kit.layout.sheets.stocktake:stocktake_sheet_document",
    title="stocktake-sheet.title",
    purpose=Purpose.PLAY,
    missing=lacking.counted_at_a_glance,
    apart=True,
)
FIRST_BOX_GRAPH = Printable(
    "first-box-graph",
    "A graph of the first box, to draw game by game.",
    "menace_kit.layout.sheets.first_box_graph:first_box_graph_document",
    title="first-box-graph.title",
    missing=lacking.no_rising_line,
    purpose=Purpose.PLAY,
)
STICKERS = Printable(
    "stickers",
    "Stickers: I beat it, I drew with it, I lost to it.",
    "menace_kit.printables.labelled:stickers",
    title="stickers.title",
    options=(
        Choice(
            "stock",
            "Other ready-cut labels than the kit's, or plain.  [default: what the kit says]",
            metavar="NAME",
        ),
        replace(
            _GAMES,
            help="A sticker of each of these games, with its boards: 12 or 3-9,12.  "
            "[default: stickers for any game]",
        ),
        _NO_NAME,
        _LOGBOOK,
    ),
    purpose=Purpose.PLAY,
    apart=True,
    paper=PaperKind.STICKER,
)
LESSON = Printable(
    "lesson",
    "A lesson of 45 minutes: plan, tally, worksheets.",
    "menace_kit.layout.sheets.lesson:class_document",
    title="lesson.title",
    purpose=Purpose.PLAY,
    missing=lacking.no_lesson,
    for_all_sets=True,
)
WORKSHEET = Printable(
    "lesson-worksheet",
    "The lesson's worksheet: rules, games, questions.",
    "menace_kit.layout.sheets.worksheet:worksheet_document",
    purpose=Purpose.PLAY,
    missing=lacking.no_lesson,
    of_a_set=True,
)
"""With several sets, part of each group's set; otherwise part of the lesson."""

CALIBRATION = Printable(
    "calibration",
    "The page on which a printer's error is measured.",
    "menace_kit.layout.sheets.calibration:calibration_document",
)
"""Not part of a kit, and never corrected for the printer."""

CERTIFICATE = Printable(
    "certificate",
    "A certificate of a visitor's game, to take home.",
    "menace_kit.layout.sheets.certificates:certificates_document",
    options=(
        _GAMES,
        Choice("name", "The visitor's name.  [default: the one in the logbook]", metavar="NAME"),
        _NO_NAME,
        Choice("two", "Two on a page, to be cut apart.", bool),
        _LOGBOOK,
    ),
    purpose=Purpose.GAMES,
)
DAY = Printable(
    "day",
    "A poster of a day: games, curve, what was learned.",
    "menace_kit.layout.charts.day_poster:day_poster_document",
    options=(
        Choice(
            "day",
            "2026-11-22 or today.  [default: the last on which a game ended]",
            metavar="DATE",
        ),
        _LOGBOOK,
    ),
    purpose=Purpose.GAMES,
)
OF_GAMES = (CERTIFICATE, DAY)
"""Prints about games that were played; not part of a kit."""


def _sheet(entry: Printable | Sheet) -> Sheet:
    """Return a printable as a sheet of its own, under its name."""
    if isinstance(entry, Sheet):
        return entry
    return Sheet(entry.name, (entry,), entry.options)


SHEETS = tuple(
    _sheet(entry)
    for entry in (
        SHOPPING,
        BUILDING,
        LABELS,
        Sheet(
            "fold-up",
            (TRAYS, SLEEVES),
            options=_BOXES,
            about="Boxes of card to fold: trays with labels, sleeves.",
        ),
        Sheet("mat", (MAT, TOKENS), about="The mat with all boards, and its tokens to cut out."),
        FENCE,
        FILLING,
        CABINET_MAP,
        CODES,
        Sheet(
            "index",
            (INDEX,),
            options=(
                Choice("poster", "One large sheet instead, A3 or Tabloid, for a copy shop.", bool),
            ),
            instead={"poster": INDEX_POSTER},
        ),
        OPERATOR_CARD,
        TABLE_BOARD,
        RECORD_SHEET,
        Sheet(
            "key-card",
            (KEY_CARD,),
            options=(Choice("small", "Small cards for visitors instead.", bool),),
            instead={"small": SMALL_KEY_CARDS},
        ),
        VISITORS,
        TALLY,
        STOCKTAKE,
        FIRST_BOX_GRAPH,
        STICKERS,
        LESSON,
        CERTIFICATE,
        DAY,
    )
)
"""All sheets, in the order in which you need them."""

CATALOGUE = tuple(
    printable
    for sheet in SHEETS
    for printable in (*sheet.parts, *sheet.instead.values())
    if printable not in OF_GAMES
)
"""What `menace-kit build` makes, in the order of the print pack."""


def sheet_named(name: str) -> Sheet | None:
    return next((sheet for sheet in SHEETS if sheet.name == name), None)


def lines_of_sheets() -> Iterator[tuple[str, str, str]]:
    """Yield the name of each sheet, its group and what it is, in one line."""
    for sheet in SHEETS:
        yield sheet.name, sheet.purpose.value, sheet.line
