"""The audit of games in which both players are machines:
every bead and every change is whose it says it is.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from menace_kit.guide.desk import Desk
from menace_kit.logbook.store import Logbook
from tests.examples import preset
from tests.guide.scripts import do
from tests.logbook.audited import audit_of, damage
from tests.logbook.games import quick_folder

KIT = preset("nim-8")


@pytest.fixture
def logbook() -> Iterator[Path]:
    """Lend a logbook of a game of Nim: 1 its start; 2 to 6 beads, by turns; 7 the end;
    8 to 10 and 11, 12 the lists.
    """
    with quick_folder() as folder:
        path = folder / "logbook.sqlite"
        with Logbook(path, KIT) as opened:
            desk = Desk(opened)
            desk.act(lambda session: session.start("Ada", both=True))
            for place in (7, 6, 4, 2, 0):
                do(desk, f"bead:{place + 1}")
            do(desk, "confirm")
        yield path


@pytest.mark.parametrize(
    ("statement", "complaint"),
    [
        ("UPDATE entry SET side = 'first' WHERE number = 3", "move 7, side second)"),
        ("UPDATE entry SET side = NULL WHERE number = 4", "move 5, side first)"),
        ("UPDATE entry SET side = 'first' WHERE number = 12", "side second)"),
        ("UPDATE entry SET change = -1 WHERE number = 10", "side first)"),
        (
            "UPDATE entry SET result = 'loss' WHERE number = 7",
            "the rules give end (game 1, result win)",
        ),
        ("UPDATE entry SET side = 'first' WHERE number = 1", "red, move 8, side first) is entered"),
    ],
)
def test_whose_a_bead_or_a_change_is_must_be_right(
    logbook: Path, statement: str, complaint: str
) -> None:
    damage(logbook, statement)
    found = audit_of(logbook, KIT)
    assert any(complaint in finding.message for finding in found), found


def test_a_game_of_one_machine_says_of_no_bead_whose_it_is(logbook: Path) -> None:
    with Logbook(logbook, KIT) as opened:
        desk = Desk(opened)
        desk.act(lambda session: session.start(machine_first=True))
        do(desk, "8")
        number = opened.last_entry
    damage(logbook, f"UPDATE entry SET side = 'first' WHERE number = {number}")
    (found,) = audit_of(logbook, KIT)
    assert found.message.endswith(
        "side first) is entered; the rules give draw (game 2, box 8, colour red, move 8)"
    )
