"""The fingerprint: the same for the same machine however it is printed,
another for any other machine.
"""

from pathlib import Path

import pytest

from menace_kit.machine import load_kit
from tests.examples import PRESETS, preset
from tests.machine.conftest import KitOf

MICHIE = "ec7bb6e0"


PRINTED = {
    "both-players": "369936b0",
    "gallmo": "e56650bb",
    "gallmo-rules": "141759b2",
    "game-player": "ff183437",
    "gardner-her-24": "343ca2e7",
    "her-19": "8df22055",
    "her-37": "6b7e28e6",
    "her-3x4": "029a00f0",
    "him-18": "5fb72dd1",
    "michie-1961": MICHIE,
    "michie-1961-287": "c01f7762",
    "nim-13": "fc11d128",
    "nim-16": "63dac5f3",
    "nim-20": "6711b0fa",
    "nim-8": "08229ed0",
    "notebook": "a833a03f",
    "pulles": "30ef3e02",
    "scroggs": "000ecf0e",
    "second-player": "049d031b",
    "starter": "0c8c4a28",
    "van-woudenberg": "6057ddc6",
}
"""What stands on the labels of kits that were printed.

A preset that is changed on purpose changes it here, too.
"""


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_keeps_its_fingerprint(name: str) -> None:
    assert preset(name).fingerprint == PRINTED[name]


OLD_KITS = sorted((Path(__file__).parent / "old-kits").glob("*.toml"))
"""Kit files as former versions wrote them, by the preset that each was made from.

They are never written again: kits like them are beside somebody's boxes.
"""


@pytest.mark.parametrize("path", OLD_KITS, ids=lambda path: path.stem)
def test_an_old_kit_file_still_makes_the_machine_that_was_printed(path: Path) -> None:
    assert load_kit(path).fingerprint == PRINTED[path.stem]


@pytest.mark.parametrize(
    "text",
    [
        "",
        'name = "Another"',
        'print.container = "craft-box"',
        'print.paper = "letter"',
        'print.stock = "avery-l7160"',
        "cabinet = { rows = 5, columns = 7 }",
        'cabinet = { rows = 5, columns = 7, order = "code", lights-gap = [2, 5] }',
        "print.registration = true",
        "shopping.spares = 0\nshopping.pack-size = 5",
        'beads.kind = "pony"',
        "beads.start = [4, 3, 2, 1]",
        "learning.win = [3, 3, 3, 3]",
        'marks = ["o", "x"]',
    ],
)
def test_how_it_is_called_written_and_printed_does_not_matter(kit_of: KitOf, text: str) -> None:
    assert kit_of(text).fingerprint == MICHIE


OTHERS = (
    "beads.start = [8, 4, 2, 1]",
    "beads.start = [4, 3, 2, 2]",
    'beads.palette = "tol-muted"',
    (
        'beads.colours = ["lilac", "white", "silver", "black", "gold", "green", '
        '"amber", "red", "pink"]'
    ),
    "learning.win = 2",
    "learning.win = [3, 3, 3, 2]",
    "learning.draw = 0",
    "learning.loss = -2",
    'learning.empty-box = "refill"',
    "learning.protect-first-box = true",
    'boxes.symmetry = "rotations"',
    'boxes.canonical-form = "smallest"',
    "boxes.merge-symmetric-moves = false",
    "boxes.lost-positions = false",
    "boxes.forced-moves = true\nbeads.start = [4, 3, 2, 1, 1]",
    'side = "second"',
    'side = "both"',
    'marks = ["X", "O"]',
    'marks = ["O", "Z"]',
    'side = "both"\nbeads.start-second = 5',
    'side = "both"\nlearning.win-second = 4',
    'side = "both"\nlearning.draw-second = [1, 1, 1, 0]',
    'side = "both"\nlearning.loss-second = -2',
)


def test_every_other_machine_has_another_fingerprint(kit_of: KitOf) -> None:
    fingerprints = [kit_of(text).fingerprint for text in OTHERS]
    assert len({MICHIE, *fingerprints}) == len(OTHERS) + 1


@pytest.mark.parametrize(
    "text", ["beads.start-second = [4, 3, 2, 1]", "learning.win-second = [3, 3, 3, 3]"]
)
def test_what_is_said_again_for_the_second_player_makes_no_other_machine(
    kit_of: KitOf, text: str
) -> None:
    assert kit_of(f'side = "both"\n{text}').fingerprint == PRINTED["both-players"]


def test_the_description_is_the_rules_and_a_line_for_each_box() -> None:
    lines = preset("michie-1961").description.splitlines()
    assert lines[:8] == [
        "game noughts-and-crosses",
        "marks O X",
        "win 3 3 3 3",
        "draw 1 1 1 1",
        "loss -1 -1 -1 -1",
        "empty-box resign",
        "protect-first-box false",
        "1 first 1 ......... white:1x4 lilac:2x4 gold:5x4",
    ]
    assert len(lines) == 7 + 304
