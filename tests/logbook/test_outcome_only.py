"""Games of which only the outcome is known: every kit, result and first bead;
and what is done behind their backs.
"""

from collections.abc import Iterator
from functools import partial
from itertools import product

import pytest

from menace_kit.guide import taking_back, whole_games
from menace_kit.guide.situation import Due
from menace_kit.logbook.career import statistics
from menace_kit.machine.boxes import Box
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Result
from tests.examples import all_to_prove
from tests.logbook.audited import check_in_order
from tests.logbook.games import (
    KITS,
    desk_of,
    kit_named,
    sides_of,
)
from tests.logbook.physical import PhysicalMachine, done_by_hand


def first_beads(kit: Kit) -> Iterator[tuple[Box, str]]:
    for side in sides_of(kit):
        for box in kit.boxes:
            if (box.side, box.stage) == (side, 1):
                yield from ((box, colour) for colour in box.moves if colour not in box.taken)


@pytest.mark.parametrize("name", all_to_prove(KITS, quick=["protected"]))
def test_every_outcome_with_every_first_bead_changes_its_box_alone(name: str) -> None:
    kit = kit_named(name)
    desk, table = desk_of(kit), PhysicalMachine(kit)
    before = desk.session.contents
    cases = product(first_beads(kit), Result, (True, False))
    for games, ((box, colour), result, confirmed) in enumerate(cases, start=1):
        written = done_by_hand(
            desk,
            table,
            partial(
                whole_games.quick,
                result=result,
                colour=colour,
                box=box.number,
                opponent="Bob",
                confirmed=confirmed,
            ),
        )
        assert {entry.action for entry in written} == {written[0].number}
        session = desk.session
        assert session.due is (Due.START if confirmed else Due.ADJUST)
        others = {number: counts for number, counts in before.items() if number != box.number}
        assert others.items() <= session.contents.items()
        assert session.game is not None
        assert (session.game.number, session.game.side, session.game.result) == (
            games,
            box.side,
            result,
        )
        assert statistics(desk.logbook).most_opened == ((box.number, 1),)
        done_by_hand(desk, table, taking_back.undo)
        assert desk.session.contents == before
        assert desk.session.due is Due.START
        assert table.boxes == PhysicalMachine(kit).boxes
    assert statistics(desk.logbook).games == statistics(desk.logbook).boxes_opened == 0
    check_in_order(desk.logbook)
