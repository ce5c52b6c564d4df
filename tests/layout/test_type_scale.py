"""Text that is read is set in the sizes of the type scale, few of them on each sheet."""

from collections.abc import Iterator

import pytest

from menace_kit.layout.marks import Document, Text
from menace_kit.layout.type_scale import (
    FIGURES,
    HEADING,
    SMALLEST,
    STEPS,
    TEXT,
    TITLE,
    WALL,
    WALL_TITLE,
    larger,
    steps_from,
)
from menace_kit.printables.catalogue import CALIBRATION, CATALOGUE, Printable
from menace_kit.printables.making import make
from tests.layout.kits import WORDS, preset

READ = {FIGURES, TEXT, HEADING, TITLE}
"""The sizes of a sheet that is read."""

ON_A_WALL = {FIGURES, TEXT, *WALL, *map(larger, WALL), WALL_TITLE}

HUNG = ("operator-card", "visitors", "building")
"""What hangs on a wall; the last has the safety sheet behind it."""

DRAWN = ("labels", "fold-up", "fence", "codes", "mat", "index-poster", "key-card", "stickers")
"""What these names begin is cut out or drawn as large as its room: letters grow with it."""

SHEETS = [
    printable for printable in (CALIBRATION, *CATALOGUE) if not printable.name.startswith(DRAWN)
]

KITS = ("michie-1961", "her-19", "nim-8")


def sentences(document: Document) -> Iterator[Text]:
    """Yield the texts of several words: a bead's letter, a number and a tick are no sentence."""
    for page in document.pages:
        for mark in page.marks:
            if isinstance(mark, Text) and " " in mark.text and mark.size > SMALLEST:
                yield mark


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: str(sheet.name))
def test_sentences_have_the_sizes_of_the_scale(sheet: Printable) -> None:
    for kit in map(preset, KITS):
        if sheet.missing(kit) is None:
            for document in make(sheet, kit, WORDS).documents:
                sizes = {text.size for text in sentences(document)}
                assert sizes <= (ON_A_WALL if sheet.name in HUNG else READ), document.name


def test_a_step_is_about_a_fifth_larger_than_the_one_before() -> None:
    assert STEPS[0] == SMALLEST
    assert {*READ, *ON_A_WALL} <= {*STEPS}
    for step in STEPS[:-1]:
        assert 1.1 < larger(step) / step < 1.25
    assert steps_from(10) == [9.5, 8, 7, 6, 5]
