"""`operator count`, as typed."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from menace_kit.cli.operator.counts import parse_differing
from menace_kit.guide import counting
from menace_kit.guide.desk import Desk
from menace_kit.logbook.store import Logbook
from tests.cli.operator.kept_logbook import Kept
from tests.examples import preset
from tests.logbook.careers import STAYED_IN, logged
from tests.logbook.games import play_random_games
from tests.odd_kits import ODD_KITS

ROOT = Path(__file__).resolve().parents[3]


def test_only_a_whole_count_takes_a_box_off_the_sheet(kept: Kept) -> None:
    kept.run("count", "1", "white=7")
    assert "3 boxes" in kept.run("count", "--sheet")
    kept.run("count", "1", "white=7", "lilac=4", "gold=4")
    assert "2 boxes" in kept.run("count", "--sheet")
    kept.run("count", "--sheet", "--done")
    kept.run("start")
    kept.run("draw", "white")
    assert "1 box has been touched" in kept.run("count", "--sheet")


def test_the_name_of_a_box_may_have_blanks(tmp_path: Path) -> None:
    named = ODD_KITS["named"].load(tmp_path / "boxes")
    assert parse_differing(named, ["gabel c nr. red=2"]) == {
        named.box_named("Gabel c Nr.").number: {"red": 2}
    }


@pytest.mark.parametrize(
    ("held", "counted", "asks"),
    [
        (7, 19, False),
        (7, 20, True),
        (0, 5, False),
        (0, 6, True),
        (19, 7, False),
        (20, 7, True),
        (20, 0, False),
    ],
)
def test_a_count_that_is_far_off_is_asked_about(held: int, counted: int, asks: bool) -> None:
    assert counting.is_far_off(held, counted) is asks


@contextmanager
def written(table: Kept) -> Iterator[Desk]:
    """Lend the desk of a new logbook in a folder."""
    with Logbook(table.folder / "logbook.sqlite", preset("michie-1961")) as logbook:
        yield Desk(logbook)


def first(table: Kept) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(table.run("count", "--first", "--json"))
    return found


def test_everything_fits_and_a_box_is_named_all_the_same(table: Kept) -> None:
    with written(table) as desk:
        play_random_games(desk.logbook, 25, seed=1961)
    facts = first(table)
    (verdict,) = table.run("count", "--first").splitlines()
    assert verdict == (
        f"Taken together, everything that was drawn fits the logbook: {facts['draws']} draws."
    )
    assert (facts["games"], facts["fits"], facts["suspected"]) == (25, True, [])
    assert (facts["reason"], facts["too_full"]) == (None, [])
    assert sum(box["draws"] for box in facts["boxes"]) <= facts["draws"]
    assert all(
        sum(own["drawn"] for own in box["colours"]) == box["draws"] for box in facts["boxes"]
    )


def test_the_box_to_count_first_is_named(table: Kept) -> None:
    with written(table) as desk:
        logged(desk, *STAYED_IN)
    told = table.run("count", "--first").splitlines()
    assert told[0] == "What was drawn does not fit the logbook: 13 draws, taken together."
    assert "Count box 1: WHITE came 9 times, 2 were due." in told
    assert "menace-kit operator count 1 COLOUR=N" in told[-1]
    facts = first(table)
    (box,) = facts["boxes"]
    assert not facts["fits"]
    assert (box["suspected"], box["colours"][0]["drawn"], box["level"] <= 0.05) == (True, 9, True)
