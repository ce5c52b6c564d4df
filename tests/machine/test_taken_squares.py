"""Beads for taken squares: a box has a colour for every square of the board,
and loses one that means no move.
"""

import pytest

from menace_kit.games import EMPTY, move_text
from menace_kit.machine.learning import DrawnBead, Why, starting_contents, taken_square
from tests.examples import preset
from tests.machine.conftest import Complaint, KitOf


def test_nine_colours_are_in_every_box() -> None:
    kit = preset("gallmo-rules")
    every = [colour.name for colour in kit.colours]
    for box in kit.boxes:
        assert list(box.moves) == every
        assert [move_text(move) for move in box.moves.values()] == list("123456789")
        taken = [
            name for name, (square,) in box.moves.items() if box.position.cells[square] != EMPTY
        ]
        assert list(box.taken) == taken
        assert [bead.colour for bead in box.playable] == [
            name for name in every if name not in taken
        ]


def test_a_reading_has_the_moves_alone_and_knows_where_the_others_lie() -> None:
    kit = preset("gallmo-rules")
    position = kit.game.play(kit.game.start(), (8,))
    (reading, *_) = kit.readings(position)
    assert set(reading.moves.values()) == set(kit.game.legal_moves(position))
    (colour,) = reading.box.taken
    assert reading.on_table(colour) == (8,)


@pytest.mark.parametrize(
    ("loss", "held", "change"), [(-1, 3, -1), (-2, 3, -2), (-2, 1, -1), ("[-1, -3, -1, -1]", 5, -3)]
)
def test_what_it_costs_is_what_a_defeat_costs(
    kit_of: KitOf, loss: int | str, held: int, change: int
) -> None:
    kit = kit_of(f"boxes.taken-squares = true\nbeads.start = {held}\nlearning.loss = {loss}")
    box = next(box for box in kit.boxes if box.stage == 2)
    drawn = DrawnBead(box.number, box.taken[0])
    assert taken_square(kit, starting_contents(kit), drawn) == (*drawn, change, Why.TAKEN)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (
            'game = "hexapawn"\nbeads.start = 1\nbeads.palette = "four-arrows"',
            "a move of hexapawn is more than a mark",
        ),
        ('boxes.map = "boxes.csv"', "boxes that were built before have the beads of their map"),
        ("learning.loss = 0", "learning.loss has to take beads out at every stage"),
        ("learning.loss = [-1, -1, -1, 1]", "learning.loss has to take beads out at every stage"),
        (
            'side = "both"\nlearning.loss-second = 0',
            "learning.loss has to take beads out at every stage",
        ),
        ('learning.empty-box = "keep-last"', "keep-last could keep such a bead as the last one"),
        (
            "learning.protect-first-box = true",
            "protect-first-box could keep such a bead as the last one",
        ),
    ],
)
def test_where_they_have_no_sense_or_would_never_run_out_they_are_refused(
    complaint: Complaint, text: str, why: str
) -> None:
    told = complaint(f"{text}\nboxes.taken-squares = true")
    assert told.startswith(
        "kit.toml: boxes.taken-squares: there can be no beads for taken squares here: "
    )
    assert why in told
