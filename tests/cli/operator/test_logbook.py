"""`boxes --now`, `operator history` and `logbook verify`, as typed."""

from pathlib import Path

import pytest

from menace_kit.errors import SelectionError
from menace_kit.guide import whole_games
from menace_kit.guide.desk import Desk
from menace_kit.guide.rehearsal import Rehearsal
from menace_kit.logbook.store import Logbook
from menace_kit.machine.kit_files import DEFAULT_PRESET
from menace_kit.machine.learning import Result
from menace_kit.views.visitors import visitors_game
from tests.cli.operator.kept_logbook import Kept
from tests.examples import preset
from tests.logbook.audited import damage

ROOT = Path(__file__).resolve().parents[3]


def test_a_logbook_of_the_former_name_is_opened_where_there_is_no_other(kept: Kept) -> None:
    logbook, former = kept.folder / "logbook.sqlite", kept.folder / "journal.sqlite"
    entries = kept.entries()
    logbook.rename(former)
    assert kept.entries() == entries
    kept.run("count", "1", "white=5")
    assert not logbook.exists()
    kept.run("start", "--logbook", "logbook.sqlite")
    assert kept.entries()[0]["kind"] == "start"


def test_what_is_not_in_order_is_named_with_exit_code_1(kept: Kept) -> None:
    with Logbook(kept.folder / "logbook.sqlite", preset(DEFAULT_PRESET)) as logbook:
        rehearsal = Rehearsal(Desk(logbook).session)
        for _ in range(2):
            rehearsal.act(
                lambda session: whole_games.quick(session, Result.WIN, played_at="9999-12-31T24:00")
            )
        Desk(logbook).act_all(rehearsal.actions)
    head, *found = kept.run("verify", exit_code=1).splitlines()
    assert (head, len(found)) == ("2 things not in order:", 2)


def test_a_damaged_logbook_is_told_with_exit_code_1(kept: Kept) -> None:
    damage(
        kept.folder / "logbook.sqlite",
        "UPDATE entry SET move = '9' WHERE number = 3",
        sealed=False,
    )
    said = kept.run("verify", exit_code=1).splitlines()
    assert said[0] == "Lost entries: 3."
    assert "1 thing not in order:" in said
    assert "  file: entry 3 is not as it was written" in said
    assert any("not all there" in line for line in kept.run("history").splitlines())
    assert "Not all is told: an entry of this game is lost." in kept.run("history", "1")


def test_a_game_of_which_a_move_is_lost_has_no_certificate(kept: Kept) -> None:
    path = kept.folder / "logbook.sqlite"
    damage(path, "UPDATE entry SET move = '9' WHERE number = 3", sealed=False)
    with (
        Logbook(path, preset(DEFAULT_PRESET), read_only=True) as logbook,
        pytest.raises(SelectionError, match="no certificate: not all there"),
    ):
        visitors_game(logbook, 1)
