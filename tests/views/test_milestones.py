"""The milestones of a machine's games: each told once, in each language."""

from collections.abc import Sequence

import pytest

from menace_kit.machine.learning import Result
from menace_kit.text import Words, load_words
from menace_kit.text.phrases import Whole, say
from menace_kit.views.milestones import MilestonesAhead
from tests.examples import preset
from tests.text.language_files import LANGUAGES

ENGLISH = load_words("en")
KIT = preset("michie-1961")


def told_by_a_career(
    results: Sequence[Result], line: Sequence[int], words: Words = ENGLISH
) -> list[tuple[int, str]]:
    """Return the milestones of games, by their results and Michie's line:
    after how many games, and what it is.
    """
    ahead = MilestonesAhead(KIT)
    return [
        (number, words.tell(milestone))
        for number, (result, change) in enumerate(zip(results, line, strict=True), start=1)
        for milestone in ahead.reach(result, change)
    ]


GROWN = "By its games the machine has {} as many beads for its first move as at the start."


def test_milestones_come_once_each() -> None:
    results = [Result.LOSS, Result.TIE, *[Result.WIN] * 10, Result.LOSS, *[Result.WIN] * 90]
    line = [3 * number for number in range(len(results))]
    found = told_by_a_career(results, line)
    assert [(games, words) for games, words in found if games < 13] == [
        (2, "The machine's first draw!"),
        (3, "The machine's first win!"),
        (5, GROWN.format("2 times")),
        (
            9,
            GROWN.format("3 times"),
        ),
        (10, "10 games are played."),
        (11, "10 games in a row without a loss."),
    ]
    told = [words for _, words in found]
    assert len(set(told)) == len(told) - told.count("10 games in a row without a loss.") + 1
    assert "100 games are played." in told
    assert told_by_a_career([], []) == []


def test_a_first_box_that_grows_past_two_milestones_at_once_is_told_the_last_one_only() -> None:
    line = [24, 12, 24, 48]
    assert told_by_a_career([Result.LOSS] * len(line), line) == [
        (
            1,
            GROWN.format("3 times"),
        ),
        (
            4,
            GROWN.format("5 times"),
        ),
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_milestones_are_told_in_each_language(language: str) -> None:
    results = [Result.LOSS, Result.WIN, Result.TIE, *[Result.WIN] * 1000]
    words = load_words(language)
    found = {told for _, told in told_by_a_career(results, [0, *range(1, 1003)], words)}
    wanted = {words("milestone.win"), words("milestone.draw"), words("milestone.grown", times=2)}
    assert wanted <= found
    assert words.tell(say("milestone.games", games=Whole(1000))) in found
    assert words("milestone.unbeaten", games=100) in found
    assert words("milestone.grown", times=5) in found
