"""The catalogue: what can be printed besides labels, filling guide and shopping list, by name. Draws nothing.

The command line makes its commands from it, so it has to be quick to import; `printables.makers` draws what it lists.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from menace_kit.machine.kit import Kit


class Purpose(Enum):
    """What something that is printed is for, in the order in which one needs it."""

    BUY = "to buy"
    BUILD = "to build it"
    PLAY = "to play with it"


def _nothing(_kit: "Kit") -> str | None:
    return None


def _cabinet(kit: "Kit") -> str | None:
    if kit.spec.cabinet is None:
        return "this kit has no cabinet; say in kit.toml how many drawers it has: [cabinet] with rows and columns"
    return None


def _address(kit: "Kit") -> str | None:
    if kit.spec.print.base_address is None:
        return "this kit has no web address for its boxes; say in kit.toml, in [print]: base-address"
    return None


@dataclass(frozen=True)
class Printable:
    """Something that is printed.

    Attributes:
        name: its command's, and what the names of its files begin with.
        summary: what it is, in one line.
        purpose: what it is for.
        details: what else to know before one makes it.
        missing: what a kit lacks for it, in a sentence; None for a kit that lacks nothing.
    """

    name: str
    summary: str
    purpose: Purpose
    details: str = ""
    missing: Callable[["Kit"], str | None] = _nothing


CATALOGUE = (
    Printable(
        "assembly",
        "A checklist for those who build the machine, in batches.",
        Purpose.BUILD,
    ),
    Printable("safety", "The safety sheet: beads, matches and tools.", Purpose.BUILD),
    Printable(
        "fence",
        "Fences of card that let one bead to the front.",
        Purpose.BUILD,
        "They stop the others in the tray. The page says how often it is to be printed: one fence for each box.",
    ),
    Printable(
        "cabinet-map",
        "The map of the cabinet: which box stands where.",
        Purpose.BUILD,
        missing=_cabinet,
    ),
    Printable(
        "cabinet-cut",
        "The boards of a cabinet, for a laser cutter, and a bill.",
        Purpose.BUILD,
        "The boards are SVG whatever --format says, for that is what a cutter takes, and PDF too if that is asked for. "
        "Thickness of the boards, kerf and size of the sheets stand in kit.toml, in [cabinet]. The bill is a page, and "
        "a table (CSV).",
        missing=_cabinet,
    ),
    Printable(
        "codes", "Square codes (QR) that lead to a page for each box.", Purpose.BUILD, missing=_address
    ),
    Printable(
        "index",
        "The index chart: find any box by eye, without a computer.",
        Purpose.PLAY,
        "Its first page teaches how.",
    ),
    Printable("key-card", "What the colours mean, large, for the wall.", Purpose.PLAY),
    Printable("key-cards", "What the colours mean, on small cards for visitors.", Purpose.PLAY),
    Printable("operator-card", "How this machine is operated, on one page.", Purpose.PLAY),
    Printable("visitors", "The rules for visitors, on one page.", Purpose.PLAY),
    Printable("table-board", "The board for the table, and pieces to cut out.", Purpose.PLAY),
    Printable(
        "record-sheet",
        "Sheets to write games down on.",
        Purpose.PLAY,
        "What was written is typed in with `menace-kit operator record`.",
    ),
    Printable("tally", "A sheet to count games and first moves on, with strokes.", Purpose.PLAY),
    Printable("stocktake", "Sheets to count the beads of all boxes on.", Purpose.PLAY),
    Printable("first-box-graph", "A graph of the first box, to draw game by game.", Purpose.PLAY),
    Printable(
        "stickers",
        "Stickers: I beat it, I drew with it, I lost to it.",
        Purpose.PLAY,
        "For visitors. On the kit's ready-cut labels, if these are large enough; else on a plain page, to be cut out.",
    ),
)
"""Everything, in the order in which it is made and bound."""


def printable_named(name: str) -> Printable:
    """Return the entry of the catalogue with this name; KeyError where there is none, which is our own mistake."""
    return {printable.name: printable for printable in CATALOGUE}[name]
