"""Games of which only the outcome is known: every kit, result and first bead;
and what is done behind their backs.
"""

import shutil
from collections.abc import Iterator
from functools import partial
from itertools import product
from pathlib import Path

import pytest

from menace_kit.errors import GuideError
from menace_kit.guide import taking_back, whole_games
from menace_kit.guide.audit import audit
from menace_kit.guide.desk import Desk
from menace_kit.guide.situation import Due
from menace_kit.logbook.career import statistics
from menace_kit.logbook.store import Logbook
from menace_kit.machine.boxes import Box
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Result
from tests.examples import all_to_prove, preset
from tests.guide.scripts import do
from tests.logbook.audited import audit_of, damage
from tests.logbook.games import (
    KITS,
    check_logbook,
    desk_of,
    kit_named,
    play_random_games,
    quick_folder,
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
    check_logbook(desk.logbook)
    assert audit(desk.logbook) == []


def keep_logbook(path: Path) -> None:
    """Write a logbook of outcome-only games, a full one among them.

    1 to 5 game 1, won with a white bead; 6 to 10 game 2, lost with a gold one, confirmed by 10;
    11 to 13 game 3, drawn, no bead named; 14 to 18 game 4, won with lilac, undone by 19;
    a full game 5; a game 6, lost with white, confirmed and undone;
    a game 7, drawn with gold, its list open.
    """
    with Logbook(path, kit_named("michie")) as logbook:
        desk = Desk(logbook)
        desk.act(
            lambda session: whole_games.quick(
                session, Result.WIN, "white", None, "Eve", confirmed=True
            )
        )
        desk.act(lambda session: whole_games.quick(session, Result.LOSS, "gold", 1))
        do(desk, "confirm quick:draw quick:win:lilac:+confirmed undo")
        play_random_games(logbook, 1, seed=5)
        desk.refresh()
        desk.act(lambda session: whole_games.quick(session, Result.LOSS, "white", opponent="Eve"))
        do(desk, "confirm undo quick:draw:gold")


@pytest.fixture(scope="module")
def kept() -> Iterator[Path]:
    """Lend the path of that logbook; it is not to be changed."""
    with quick_folder() as folder:
        path = folder / "kept.sqlite"
        keep_logbook(path)
        yield path


def findings_after(kept: Path, *statements: str) -> list[str]:
    with quick_folder() as folder:
        path = Path(shutil.copy(kept, folder / "logbook.sqlite"))
        damage(path, *statements)
        return [f"{finding.where}: {finding.message}" for finding in audit_of(path)]


@pytest.mark.parametrize(
    ("statement", "finding"),
    [
        (
            "UPDATE entry SET move = '1' WHERE number = 2",
            "game 1: draw (game 1, box 1, colour white, move 1",
        ),
        (
            "UPDATE entry SET why = NULL WHERE number = 1",
            "outcome-only) is entered; the rules give nothing",
        ),
        (
            "UPDATE entry SET box = 2, colour = 'white' WHERE number = 2",
            "the first bead is drawn from box 1",
        ),
        (
            "UPDATE entry SET change = 9 WHERE number = 4",
            "box 1, colour white, change 3, why result)",
        ),
        (
            "UPDATE entry SET undoes = 15 WHERE number = 19",
            "the rules give undo (game 4, undoes 14)",
        ),
        (
            "INSERT INTO entry (number, action, at, kind, game, undoes, digest) SELECT "
            "max(number) + 1, max(number) + 1, '2999-01-01T00:00:00.000+00:00', 'undo', 4, 14, 0 "
            "FROM entry",
            "game 4: undo (game 4, undoes 14) is entered, but game 7 was begun last",
        ),
    ],
)
def test_damage_is_found(kept: Path, statement: str, finding: str) -> None:
    assert any(finding in found for found in findings_after(kept, statement)), findings_after(
        kept, statement
    )


def test_a_game_cannot_be_taken_back_twice_or_confirmed_when_it_is(tmp_path: Path) -> None:
    path = tmp_path / "logbook.sqlite"
    with Logbook(path, kit_named("michie")) as logbook:
        desk = Desk(logbook)
        do(desk, "quick:win:white undo")
    more = (
        "INSERT INTO entry (number, action, at, kind, digest, game, undoes) VALUES (6, "
        "6, '2999-01-01T00:00:00.000+00:00', "
    )
    assert any(
        "is undone already" in said for said in findings_after(path, f"{more}'undo', 0, 1, 1)")
    )
    assert any(
        "confirm (game 1) is entered" in said
        for said in findings_after(path, f"{more}'confirm', 0, 1, NULL)")
    )


def test_a_drawn_game_is_refused_where_there_is_none_and_found_by_the_audit(
    tmp_path: Path,
) -> None:
    path, kit = tmp_path / "j.sqlite", preset("nim-8")
    with Logbook(path, kit) as logbook:
        desk = Desk(logbook)
        with pytest.raises(
            GuideError, match="no game of this machine can be drawn; it is won or lost"
        ):
            do(desk, "quick:draw")
        assert logbook.last_entry == 0
        do(desk, "quick:win")
        assert audit(logbook) == []
    damage(
        path,
        "UPDATE entry SET result = 'draw' WHERE kind = 'end'",
    )
    with Logbook(path, kit) as logbook:
        (found,) = audit(logbook)
    assert "no game of this machine can be drawn" in found.message
