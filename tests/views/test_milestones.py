"""The milestones of a machine's games: each told once, in each language."""

from collections.abc import Sequence

import pytest

from menace_kit.guide import whole_games
from menace_kit.machine.learning import Result
from menace_kit.text import Words, load_words
from menace_kit.views.milestones import Milestones, MilestonesAhead
from tests.examples import preset
from tests.guide.scripts import do
from tests.logbook.games import desk_of
from tests.text.language_files import LANGUAGES

ENGLISH = load_words("en")


def told_by_a_career(results: Sequence[Result], words: Words = ENGLISH) -> list[tuple[int, str]]:
    """Return the milestones of games by their results: after how many games, and what it is."""
    ahead = MilestonesAhead()
    return [
        (number, words.tell(milestone))
        for number, result in enumerate(results, start=1)
        for milestone in ahead.reach(result)
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_milestones_come_once_each_in_each_language(language: str) -> None:
    results = [Result.LOSS, Result.TIE, *[Result.WIN] * 10, Result.LOSS, *[Result.WIN] * 90]
    words = load_words(language)

    def unbeaten(games: int) -> str:
        return words("milestone.unbeaten", games=games)

    assert told_by_a_career(results, words) == [
        (2, words("milestone.draw")),
        (3, words("milestone.win")),
        (11, unbeaten(10)),
        (23, unbeaten(10)),
        (33, unbeaten(20)),
        (63, unbeaten(50)),
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
