"""The film of one machine: moments are those of the games, and pictures show them."""

from itertools import combinations

import pytest

from menace_kit.games import Side
from menace_kit.lab.engine import match
from menace_kit.lab.engine.arrays import DRAWN, FIRST_WON, SECOND_WON
from menace_kit.lab.learners import contest
from menace_kit.lab.studies.film import FilmMoment, FilmWords, Stage, first_colours, moments
from menace_kit.layout.marks import Text
from menace_kit.machine.kit import Kit
from tests.conftest import Golden
from tests.examples import preset
from tests.lab.one_by_one import one_by_one
from tests.layout.text_box import text_box
from tests.render.trace import mark_trace

MICHIE = preset("michie-1961")
SECOND = preset("second-player")
WORDS = FilmWords(
    "Learns <&> against",
    "start, games",
    {"won": "won", "drawn": "drawn", "lost": "lost"},
    "After game {game}: {won}, {drawn}, {lost}",
    "games played",
    "Beads",
    lambda number: f"{number:,.0f}",
)


def filmed(kit: Kit, games: int, most: int, opponent: str = "random") -> list[FilmMoment]:
    return list(moments(contest(kit, opponent, "beads"), games, most, 1961))


@pytest.mark.parametrize("kit", [MICHIE, SECOND])
def test_moments_are_those_of_the_games(kit: Kit) -> None:
    found = contest(kit, "random", "beads")
    film = filmed(kit, 200, 200)
    games = list(one_by_one(found.match.run(1961), 200))
    side = list(Side).index(found.side)
    codes = [(FIRST_WON, DRAWN, SECOND_WON), (SECOND_WON, DRAWN, FIRST_WON)][side]
    for moment in film:
        ended = [outcome for outcome, *_ in games[: moment.game]]
        assert moment[1:4] == tuple(ended.count(code) for code in codes)
        if moment.game:
            assert sum(moment.beads) == games[moment.game - 1][1 + side]
    assert [moment.game for moment in film] == list(range(201))


def test_the_film_ends_when_the_machine_is_dead(monkeypatch: pytest.MonkeyPatch) -> None:
    kit = preset("pulles")
    film = next(
        film
        for seed in range(200)
        if (film := list(moments(contest(kit, "perfect", "beads"), 900, 90, seed)))[-1].game < 900
    )
    assert sum(film[-1].beads) == 0
    assert film[-1].game > film[-2].game
    monkeypatch.setattr(match, "PIECE", 3)
    assert filmed(MICHIE, 100, 10) == list(
        moments(contest(MICHIE, "random", "beads"), 100, 10, 1961)
    )


def stage_of(film: list[FilmMoment], kit: Kit = MICHIE, words: FilmWords = WORDS) -> Stage:
    return Stage(film, first_colours(contest(kit, "random", "beads")), words)


def test_a_picture_of_four_games(golden: Golden) -> None:
    film = [
        FilmMoment(0, 0, 0, 0, (4, 4, 4)),
        FilmMoment(2, 1, 0, 1, (7, 3, 4)),
        FilmMoment(4, 1, 1, 2, (8, 2, 4)),
    ]
    stage = stage_of(film)
    golden(
        "film.txt",
        "".join(f"{mark_trace(mark)}\n" for mark in (*stage.page.marks, *stage.picture(1))),
    )


@pytest.mark.parametrize("kit", [MICHIE, SECOND])
@pytest.mark.parametrize("games", [3, 10**12])
def test_the_words_of_a_picture_have_room(kit: Kit, games: int) -> None:
    kinds = len(first_colours(contest(kit, "random", "beads")))
    film = [FilmMoment(0, 0, 0, 0, (4,) * kinds), FilmMoment(games, games, 0, 0, (99,) * kinds)]
    words = WORDS._replace(
        title="A very long name of a machine " * 5, beads="Beads in many boxes " * 5
    )
    stage = stage_of(film, kit, words)
    texts = [mark for mark in (*stage.page.marks, *stage.picture(1)) if isinstance(mark, Text)]
    assert len({mark.text for mark in texts}) > 10
    for one, other in combinations(map(text_box, texts), 2):
        assert one[0] > other[2] or other[0] > one[2] or one[1] > other[3] or other[1] > one[3]
    for left, top, right, bottom in map(text_box, texts):
        assert 0 <= left < right <= stage.page.width
        assert 0 <= top < bottom <= stage.page.height
