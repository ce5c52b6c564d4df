"""The shopping list as text: what is read back from it is what was to be written."""

import pytest

from menace_kit.text import load_words
from menace_kit.workshop.shopping import ShoppingList, shopping_list
from menace_kit.workshop.shopping_text import (
    bead_rows,
    shopping_csv,
)
from tests.conftest import Golden
from tests.examples import preset
from tests.machine.conftest import KitOf

WORDS = load_words("en")


def listed(name: str) -> ShoppingList:
    return shopping_list(preset(name), label_sheets=9, document_sheets=23)


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
