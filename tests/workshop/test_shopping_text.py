"""The shopping list as text: what is read back from it is what was to be written."""

import csv

import pytest

from menace_kit.text import load_words
from menace_kit.workshop.shopping import ShoppingList, shopping_list
from menace_kit.workshop.shopping_text import (
    CSV_HEADER,
    bead_rows,
    shopping_csv,
)
from tests.conftest import Golden
from tests.examples import preset
from tests.machine.conftest import KitOf

WORDS = load_words("en")


def listed(name: str) -> ShoppingList:
    return shopping_list(preset(name), label_sheets=9, document_sheets=23)


@pytest.mark.parametrize("name", ["her-19", "both-players"])
def test_the_csv_has_a_row_for_each_thing_to_buy(name: str) -> None:
    shopping = listed(name)
    text = shopping_csv(shopping, WORDS)
    assert "\r" not in text
    rows = list(csv.DictReader(text.splitlines()))
    assert tuple(rows[0]) == CSV_HEADER
    beads = [row for row in rows if row["kind"] == "bead"]
    assert [row["item"] for row in rows if row["kind"] != "bead"] == [
        item for item, _ in shopping.items(WORDS)
    ]
    assert [row["item"] for row in beads] == [row.colour.name for row in shopping.colours]
    for row in rows:
        assert int(row["needed"]) + int(row["reserve"]) == int(row["total"])
    for row in beads:
        packs = [pack.split(" x ") for pack in row["packs"].split(" + ")]
        bought = sum(int(count) * int(size) for count, size in packs)
        assert int(row["total"]) + int(row["over"]) == bought
    assert sum(int(row["needed"]) for row in beads) == sum(row.start for row in shopping.colours)


def test_the_list_of_the_default_kit(golden: Golden) -> None:
    golden("shopping-michie-1961.csv", shopping_csv(listed("michie-1961"), WORDS))


@pytest.mark.parametrize(
    ("kind", "palette", "first"),
    [
        ("hama-midi", "iron-beads", "white (01, 80-19001)"),
        ("hama-mini", "iron-beads", "white (01)"),
        ("wooden-8", "iron-beads", "white"),
        ("hama-midi", "michie-1961", "white"),
    ],
)
def test_a_colour_has_the_numbers_that_the_makers_of_these_beads_have(
    kit_of: KitOf, kind: str, palette: str, first: str
) -> None:
    kit = kit_of(f'[beads]\nkind = "{kind}"\npalette = "{palette}"')
    assert bead_rows(shopping_list(kit, 1, 1), WORDS)[0][0] == first
