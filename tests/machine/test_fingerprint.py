"""The fingerprint: the same for the same machine however it is printed, another for any other machine."""

import re

import pytest

from tests.machine.conftest import KitOf, preset

MICHIE = "ec7bb6e0"


def test_michies_machine_keeps_its_fingerprint() -> None:
    assert preset("michie-1961").fingerprint == MICHIE


def test_every_preset_has_its_own_fingerprint_of_eight_hexadecimal_digits() -> None:
    names = ("both-players", "gallmo", "michie-1961", "michie-1961-287", "pulles", "scroggs")
    fingerprints = {preset(name).fingerprint for name in (*names, "second-player", "van-woudenberg")}
    assert len(fingerprints) == 8
    assert all(re.fullmatch("[0-9a-f]{8}", fingerprint) for fingerprint in fingerprints)


@pytest.mark.parametrize(
    "text",
    [
        "",
        'name = "Another"',
        'print.container = "craft-box"',
        'print.paper = "letter"',
        'print.stock = "avery-l7160"',
        "cabinet = { rows = 5, columns = 7 }",
        "cabinet = { rows = 5, columns = 7, kerf = 0.2, depth = 40, together = [2, 5], sheet = [400, 300] }",
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
    'beads.colours = ["lilac", "white", "silver", "black", "gold", "green", "amber", "red", "pink"]',
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
)


def test_every_other_machine_has_another_fingerprint(kit_of: KitOf) -> None:
    fingerprints = [kit_of(text).fingerprint for text in OTHERS]
    assert len({MICHIE, *fingerprints}) == len(OTHERS) + 1


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
