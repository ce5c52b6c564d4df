"""The catalogue: everything that can be printed, each registered here
and nowhere else. Draws nothing.

The command line makes its commands from it, so it is quick to import:
what draws a page is named, not imported.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from menace_kit.machine.containers import ContainerKind
from menace_kit.machine.schema import PaperKind

if TYPE_CHECKING:
    from menace_kit.machine.kit import Kit


class Purpose(Enum):
    """What something that is printed is for, in the order in which one needs it."""

    BUY = "to buy"
    BUILD = "to build it"
    PLAY = "to play with it"


def _no_labels(kit: "Kit") -> str | None:
    how = "this kit has a mat instead of boxes: its boards are on the mat; menace-kit print mat"
    return how if _is_mat(kit) else _labels_on_trays(kit)


def _no_mat(kit: "Kit") -> str | None:
    how = (
        'this kit has boxes; a mat is for one that says in kit.toml, in [print]: container = "mat"'
    )
    return None if _is_mat(kit) else how


def _nothing_to_build(kit: "Kit") -> str | None:
    how = "a mat is not built: print it, cut out the tokens, and lay them on their places"
    return how if _is_mat(kit) else None


def _all_in_sight(kit: "Kit") -> str | None:
    how = "on a mat all boards are in sight: it is its own index"
    return how if _is_mat(kit) else None


MOST_ON_POSTERS = 1000
"""Of more boxes the codes would be too small to read, on several posters, too."""


def _no_poster(kit: "Kit") -> str | None:
    if len(kit.boxes) <= MOST_ON_POSTERS:
        return _all_in_sight(kit)
    return (
        f"posters have room for {MOST_ON_POSTERS:,} boxes, "
        f"and this kit has {len(kit.boxes):,}; print the index"
    )


def _is_mat(kit: "Kit") -> bool:
    return kit.container.kind.value == "mat"


def _no_cabinet(kit: "Kit") -> str | None:
    how = (
        "this kit has no cabinet; say in kit.toml how many drawers it has: "
        "[cabinet] with rows and columns"
    )
    return how if kit.spec.cabinet is None else None


def _no_fence(kit: "Kit") -> str | None:
    if kit.container.kind is ContainerKind.FOLD_UP:
        how = "the fence of a fold-up box is folded from the same card: menace-kit print trays"
        return (
            how
            if kit.spec.fold_up.fence
            else f"{how}, where kit.toml says in [fold-up]: fence = true"
        )
    how = (
        "a fence needs a tray that slides in a sleeve, and this kit's container has none: "
        "draw with closed eyes"
    )
    return None if kit.container.kind.slides else how


def _labels_on_trays(kit: "Kit") -> str | None:
    how = "the labels of fold-up boxes are printed on the boxes themselves: menace-kit print trays"
    return how if kit.container.kind is ContainerKind.FOLD_UP else None


def _not_folded(kit: "Kit") -> str | None:
    how = (
        "this kit's boxes are not printed; for boxes that are, cut out and folded, "
        "say in kit.toml, in [print]: "
        'container = "fold-up"'
    )
    return None if kit.container.kind is ContainerKind.FOLD_UP else how


def _no_address(kit: "Kit") -> str | None:
    how = "this kit has no web address for its boxes; say in kit.toml, in [print]: base-address"
    return how if kit.spec.print.base_address is None else None


def _no_opening_box(kit: "Kit") -> str | None:
    how = (
        "this kit has no box that comes up at the beginning of a game and never later, "
        "so there is no line of its beads to draw"
    )
    return None if kit.openings else how


LESSON_BOXES = 60
"""More boxes than these nobody fills, and no class plays through, in a lesson."""


def _no_lesson(kit: "Kit") -> str | None:
    how = (
        f"this kit has {len(kit.boxes)} boxes, and a lesson has time for {LESSON_BOXES} at "
        "the most; nim-8 and her-19 are made for one: --preset nim-8"
    )
    return how if len(kit.boxes) > LESSON_BOXES else None


@dataclass(frozen=True)
class Printable:
    """Something that is printed.

    Attributes:
        name: its command's, and what the names of its files begin with.
        summary: what it is, in one line.
        made_by: the function that makes it, as `module:function`.
            It takes the kit, the words and the name of the file, and returns a document, or,
            where there is more to it, all that is made (`printables.build.Made`).
        details: what else to know before one makes it.
        example: what stands behind the command in its example.
        missing: what a kit lacks for it, in a sentence; None for a kit that lacks nothing.
        paper: what its document is printed on.
        needed: whether nobody can build the machine, or play with it, without.
        of_a_set: whether each group of a class has its own, where several sets are made.
        times: the function that says how often it is printed, as `module:function` of the kit
            and the words; once where there is none.
        texts: the endings of its files that are no drawings.
    """

    name: str
    summary: str
    made_by: str
    details: str = ""
    purpose: Purpose = Purpose.BUILD
    example: str = ""
    missing: Callable[["Kit"], str | None] = lambda _: None
    paper: PaperKind = PaperKind.PLAIN
    needed: bool = False
    of_a_set: bool = False
    times: str = ""
    texts: tuple[str, ...] = ()


LABELS = Printable(
    "labels",
    "Make the label sheets.",
    "menace_kit.printables.build:labels",
    "The first page is a fit test: print it alone and check it with a ruler before "
    "you print the rest.\n\n"
    "With --only, --stage, --copies or --start-at the labels go into a file of their "
    "own, whose name ends in "
    '"selection"; the file with all labels stays as it is.',
    example="--only 217,40-52 --start-at 9",
    needed=True,
    missing=_no_labels,
    of_a_set=True,
)
TRAYS = Printable(
    "trays",
    "The trays of fold-up boxes, with their labels.",
    "menace_kit.printables.build:trays",
    "The first page says how they are made, and how many sheets and hours it takes. "
    "With --only or --stage the trays go into a file of their own.\n\n"
    "Cuts, folds and fields for glue are layers of their own in SVG.",
    example="--only 217,40-52",
    missing=_not_folded,
    paper=PaperKind.CARD,
    needed=True,
    of_a_set=True,
)
FILLING = Printable(
    "filling",
    "Make the filling guide: which beads go into which box.",
    "menace_kit.printables.build:filling",
    "To tick off while you fill the boxes, and as a table (CSV).\n\n"
    "With --machine it is of a machine that has learned, "
    "with what to change where the boxes are filled as at the start: so an expert can be laid out. "
    "With --real or --journal it is of the real one.",
    example="--preset scroggs --paper letter",
    needed=True,
    texts=("csv",),
)
SHOPPING = Printable(
    "shopping",
    "Make the shopping list: boxes, beads, paper and glue.",
    "menace_kit.printables.build:shopping",
    "With what to know before you buy. Besides the page to print there is the same list as plain "
    "text (.md) and as a table (CSV).",
    purpose=Purpose.BUY,
    example="--output my-machine",
    texts=("csv", "md"),
)
CALIBRATION = Printable(
    "calibration",
    "The page on which a printer's error is measured; it is never corrected, and no part of a kit.",
    "menace_kit.layout.sheets.records:calibration_document",
)
CERTIFICATE = Printable(
    "certificate",
    "A certificate of a visitor's game, to take home.",
    "menace_kit.layout.sheets.cards:certificates_document",
    "Of the last game that ended, or of those that --games names, a page each, "
    "or with --two two on a page. The name is the one in the journal, or that of --name; "
    "where there is none, a line is left for it.",
    purpose=Purpose.PLAY,
    example='--game 12 --name "Mia"',
)
DAY = Printable(
    "day",
    "A poster of a day: games, curve, what was learned.",
    "menace_kit.layout.charts.career:day_poster_document",
    "Of the last day on which a game ended, or of the one that --day names, by this computer's "
    "clock. It has the results, the line of the day's games, the machine's first win, "
    "the longest game, and two boxes: the one that was opened most, and the one that learned most. "
    "Nobody is named on it.",
    purpose=Purpose.PLAY,
    example="--day 2026-11-22",
)
OF_THE_JOURNAL = (CERTIFICATE, DAY)
"""What is printed of games that were played: no part of a kit."""

CATALOGUE = (
    TRAYS,
    Printable(
        "sleeves",
        "The sleeves of fold-up boxes, all alike.",
        "menace_kit.layout.sheets.nets:sleeves_document",
        "One sheet, to be printed as often as it says.",
        example="--format all",
        missing=_not_folded,
        paper=PaperKind.CARD,
        times="menace_kit.layout.sheets.nets:sleeve_times",
        of_a_set=True,
        needed=True,
    ),
    Printable(
        "mat",
        "The mat: all boards on a few sheets of paper.",
        "menace_kit.layout.sheets.lesson:mat_document",
        'In place of boxes, for a kit of few of them that says container = "mat".',
        needed=True,
        missing=_no_mat,
        of_a_set=True,
    ),
    Printable(
        "tokens",
        "Tokens to cut out, for the mat.",
        "menace_kit.layout.sheets.lesson:tokens_document",
        needed=True,
        missing=_no_mat,
        paper=PaperKind.CARD,
        of_a_set=True,
    ),
    Printable(
        "assembly",
        "A checklist for those who build the machine, in batches.",
        "menace_kit.layout.sheets.checklists:assembly_document",
        needed=True,
        missing=_nothing_to_build,
    ),
    Printable(
        "safety",
        "The safety sheet: beads, matches and tools.",
        "menace_kit.layout.sheets.posters:safety_document",
        needed=True,
        missing=_nothing_to_build,
    ),
    Printable(
        "fence",
        "Fences of card that let one bead to the front.",
        "menace_kit.layout.sheets.cutouts:fence_document",
        (
            "They stop the others in the tray. The page says how often it is to be printed: "
            "one fence for each box."
        ),
        example="--paper letter",
        paper=PaperKind.CARD,
        of_a_set=True,
        times="menace_kit.layout.sheets.cutouts:fence_times",
        missing=_no_fence,
    ),
    Printable(
        "cabinet-map",
        "The map of the cabinet: which box stands where.",
        "menace_kit.layout.sheets.cabinet:cabinet_map_document",
        missing=_no_cabinet,
        of_a_set=True,
    ),
    Printable(
        "codes",
        "Square codes (QR) that lead to a page for each box.",
        "menace_kit.layout.label_sheets:qr_document",
        missing=_no_address,
    ),
    Printable(
        "index",
        "The index chart: find any box by eye, without a computer.",
        "menace_kit.layout.sheets.index:index_document",
        "Its first page teaches how, the second has the boxes of all that one may count.",
        purpose=Purpose.PLAY,
        missing=_all_in_sight,
        of_a_set=True,
        needed=True,
    ),
    Printable(
        "index-poster",
        "The index chart as one large sheet: A3 or Tabloid.",
        "menace_kit.printables.build:index_poster",
        "For a copy shop, as most home printers do not take it; it is no part of the kit book. "
        "In a kit for A4 paper it is A3, in one for Letter it is Tabloid.",
        purpose=Purpose.PLAY,
        missing=_no_poster,
    ),
    Printable(
        "key-card",
        "What the colours mean, large, for the wall.",
        "menace_kit.layout.sheets.cards:key_card_document",
        purpose=Purpose.PLAY,
    ),
    Printable(
        "key-cards",
        "What the colours mean, on small cards for visitors.",
        "menace_kit.layout.sheets.cards:key_cards_document",
        purpose=Purpose.PLAY,
        example="--preset scroggs",
        paper=PaperKind.CARD,
    ),
    Printable(
        "operator-card",
        "How this machine is operated, on one page.",
        "menace_kit.layout.sheets.posters:operator_card_document",
        needed=True,
        purpose=Purpose.PLAY,
        of_a_set=True,
    ),
    Printable(
        "visitors",
        "The rules for visitors, on one page.",
        "menace_kit.layout.sheets.posters:visitor_rules_document",
        purpose=Purpose.PLAY,
    ),
    Printable(
        "table-board",
        "The board for the table, and pieces to cut out.",
        "menace_kit.layout.sheets.cutouts:table_board_document",
        purpose=Purpose.PLAY,
        of_a_set=True,
        paper=PaperKind.CARD,
    ),
    Printable(
        "record-sheet",
        "Sheets to write games down on.",
        "menace_kit.layout.sheets.records:record_sheet_document",
        "What was written is typed in with `menace-kit operator record`.",
        purpose=Purpose.PLAY,
        of_a_set=True,
    ),
    Printable(
        "tally",
        "A sheet to count games and first moves on, with strokes.",
        "menace_kit.layout.sheets.records:tally_sheet_document",
        purpose=Purpose.PLAY,
    ),
    Printable(
        "stocktake",
        "Sheets to count the beads of all boxes on.",
        "menace_kit.layout.sheets.records:stocktake_sheet_document",
        purpose=Purpose.PLAY,
    ),
    Printable(
        "first-box-graph",
        "A graph of the first box, to draw game by game.",
        "menace_kit.layout.charts.career:first_box_graph_document",
        missing=_no_opening_box,
        purpose=Purpose.PLAY,
    ),
    Printable(
        "stickers",
        "Stickers: I beat it, I drew with it, I lost to it.",
        "menace_kit.printables.build:stickers",
        "For visitors. On the kit's ready-cut labels, if these are large enough; "
        "else on a sheet of sticker paper, to be cut out.",
        purpose=Purpose.PLAY,
        example="--shape round",
        paper=PaperKind.STICKER,
    ),
    Printable(
        "lesson",
        "A lesson of 45 minutes: plan, tally, worksheets.",
        "menace_kit.printables.build:lesson",
        "For kits of few boxes. The plan says, with minutes, what happens and what to say; "
        "the class tally adds all groups up. Behind them comes a worksheet for each group.",
        purpose=Purpose.PLAY,
        example="--preset nim-8 --sets 10",
        missing=_no_lesson,
    ),
    Printable(
        "worksheet",
        "The lesson's worksheet: rules, games, questions.",
        "menace_kit.layout.sheets.lesson:worksheet_document",
        purpose=Purpose.PLAY,
        example="--preset nim-8",
        missing=_no_lesson,
        of_a_set=True,
    ),
)
"""What `menace-kit print` makes, in the order in which it is made and bound."""


def printable_named(name: str) -> Printable:
    """Return the entry of the catalogue with this name; KeyError where there is none,
    which is our own mistake.
    """
    return {printable.name: printable for printable in CATALOGUE}[name]
