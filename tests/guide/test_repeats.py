"""Games that were entered before, in the logbook or in the same file."""

import pytest

from menace_kit.guide import taking_back
from menace_kit.guide.desk import Desk
from menace_kit.guide.import_repeats import Repeats
from menace_kit.guide.paper_file import read_games
from tests.guide.papers import DRAWN
from tests.logbook.games import desk_of, kit_named

HEAD = "moves;played_at;opponent\n"
OTHER_MOVES = "5 1 3 7 4 6 8 2 9"


def line(played_at: str, opponent: str = "Mia", moves: str = DRAWN) -> str:
    return f"{moves};{played_at};{opponent}\n"


def entered(text: str) -> Desk:
    """Return the desk of a logbook with the games of these lines."""
    desk = desk_of(kit_named("michie"))
    desk.act_all(read_games(desk.session, HEAD + text).rehearsal.actions)
    return desk


def complaints(desk: Desk, text: str) -> list[str]:
    return read_games(desk.session, HEAD + text, repeats=Repeats(desk.logbook)).complaints()


@pytest.mark.parametrize(
    ("there", "here"),
    [
        ("2026-05-01T14:30", "2026-05-01T14:30"),
        ("2026-05-01T14:30:10", "2026-05-01T14:30:50"),
        ("2026-05-01T14:30", "2026-05-01"),
        ("2026-05-01", "2026-05-01T14:30"),
        ("2026-05-01", "2026-05-01"),
    ],
)
def test_the_same_game_at_a_time_that_can_be_the_same_is_a_repeat(there: str, here: str) -> None:
    (said,) = complaints(entered(line(there)), line(here))
    assert "this is game 1 of the logbook" in said


@pytest.mark.parametrize(
    "here",
    [
        line("2026-05-01T14:31"),
        line("2026-05-02"),
        line(""),
        line("2026-05-01T14:30", opponent="Noah"),
        line("2026-05-01T14:30", moves=OTHER_MOVES),
    ],
)
def test_a_game_at_another_time_of_others_or_with_other_moves_is_none(here: str) -> None:
    assert complaints(entered(line("2026-05-01T14:30")), here) == []


def test_a_game_that_was_taken_back_can_be_entered_again() -> None:
    desk = entered(line("2026-05-01T14:30"))
    desk.act(taking_back.take_back)
    assert complaints(desk, line("2026-05-01T14:30")) == []


def test_within_a_file_only_the_same_minute_without_a_zone_is_a_repeat() -> None:
    desk = desk_of(kit_named("michie"))
    (said,) = complaints(desk, line("2026-05-01T14:30") * 2)
    assert said.startswith("line 3: this is the same game as in line 2")
    for time in ("2026-05-01", "2026-05-01T14:30+02:00", ""):
        assert complaints(desk, line(time) * 2) == []
