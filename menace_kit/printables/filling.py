"""The filling guide, for a new machine or one that has learned."""

from typing import NamedTuple

from menace_kit.layout.sheets.filling import Before, filling_document
from menace_kit.machine import Kit
from menace_kit.machine.cabinets import CabinetOrder
from menace_kit.machine.learning import Contents
from menace_kit.printables.making import Made, OutputFile
from menace_kit.text.sheet_words import said
from menace_kit.workshop.filling import filled_with, filling_csv


class LearnedMachine(NamedTuple):
    """A machine that has learned: its contents, whose it is, and the ending of its file names."""

    contents: Contents
    told: str
    suffix: str


def filling(
    kit: Kit,
    name: str,
    learned: LearnedMachine | None = None,
    sets: tuple[str, ...] = (),
    order: CabinetOrder | None = None,
) -> Made:
    """Return the filling guide in an order, by default the cabinet's, and as CSV, by number.

    For a machine that has learned, it lists what is in its boxes.
    """
    before = Before(learned.told, kit) if learned else None
    filled = filled_with(kit, learned.contents) if learned else kit
    file = f"filling{learned.suffix if learned else ''}.csv"
    table = OutputFile(file, filling_csv(filled).encode(), said(kit, "filling.csv"), 0)
    return Made((filling_document(filled, name, before, sets, order),), (table,))
