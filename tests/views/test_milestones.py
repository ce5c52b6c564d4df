"""The milestones of a machine's games: each told once."""

from collections.abc import Sequence

from menace_kit.guide import whole_games
from menace_kit.machine.learning import Result
from menace_kit.views.milestones import Milestones, MilestonesAhead
from tests.examples import preset
from tests.guide.scripts import do
from tests.logbook.games import desk_of


def told_by_a_career(results: Sequence[Result]) -> list[tuple[int, str]]:
    """Return the milestones of games by their results: after how many games, and what it is."""
    ahead = MilestonesAhead()
    return [
        (number, str(milestone))
        for number, result in enumerate(results, start=1)
        for milestone in ahead.reach(result)
    ]


def test_milestones_come_once_each() -> None:
    results = [Result.LOSS, Result.TIE, *[Result.WIN] * 10, Result.LOSS, *[Result.WIN] * 90]
    assert told_by_a_career(results) == [
        (2, "The machine's first draw!"),
        (3, "The machine's first win!"),
        *(
            (after, f"{games} games in a row without a loss.")
            for after, games in ((11, 10), (23, 10), (33, 20), (63, 50))
        ),
    ]


def test_milestones_read_on_are_those_of_the_whole_career_whatever_is_taken_back() -> None:
    desk, reached = desk_of(preset("michie-1961")), Milestones()

    def log(result: Result) -> None:
        desk.act(lambda session: whole_games.quick(session, result, confirmed=True))

    for result in [Result.LOSS, *[Result.WIN] * 10]:
        log(result)
        reached.reached_by(desk.logbook, 1)
    unbeaten = "10 games in a row without a loss."
    assert list(map(str, reached.reached_by(desk.logbook, 11))) == [unbeaten]
    do(desk, "undo")
    assert reached.reached_by(desk.logbook, 11) == []
    for result in (Result.TIE, Result.LOSS):
        log(result)
        for row in desk.logbook.games():
            anew = Milestones().reached_by(desk.logbook, row.number)
            assert reached.reached_by(desk.logbook, row.number) == anew
    assert list(map(str, reached.reached_by(desk.logbook, 12))) == [
        "The machine's first draw!",
        unbeaten,
    ]
