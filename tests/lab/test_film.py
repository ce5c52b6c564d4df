"""The film of one machine: moments are those of the games, pictures show them,
and the page needs nothing else.
"""

import json
import re
from itertools import combinations
from xml.etree import ElementTree

import pytest

from menace_kit.games import Side
from menace_kit.lab.engine import match
from menace_kit.lab.engine.arrays import DRAWN, FIRST_WON, SECOND_WON
from menace_kit.lab.learners import contest
from menace_kit.lab.studies.film import FilmMoment, FilmWords, Stage, first_colours, moments
from menace_kit.lab.studies.film_page import film_page
from menace_kit.layout.marks import Text
from menace_kit.machine.kit import Kit
from tests.conftest import Golden
from tests.examples import preset
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
    play="Play",
    pause="Pause",
    slider="Game",
)


def filmed(kit: Kit, games: int, most: int, opponent: str = "random") -> list[FilmMoment]:
    return list(moments(contest(kit, opponent, "beads"), games, most, 1961))


@pytest.mark.parametrize("kit", [MICHIE, SECOND])
def test_moments_are_those_of_the_games(kit: Kit) -> None:
    found = contest(kit, "random", "beads")
    film = filmed(kit, 200, 200)
    trace = found.match.run(1961).play(200, trace=True)
    side = list(Side).index(found.side)
    codes = [(FIRST_WON, DRAWN, SECOND_WON), (SECOND_WON, DRAWN, FIRST_WON)][side]
    for moment in film:
        ended = trace.outcomes[: moment.game].tolist()
        assert moment[1:4] == tuple(ended.count(code) for code in codes)
        if moment.game:
            assert sum(moment.beads) == trace.first_beads[side, moment.game - 1]
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


def page_of(film: list[FilmMoment], kit: Kit = MICHIE, seconds: float = 10) -> str:
    return film_page(stage_of(film, kit), seconds).decode()


def test_the_page_needs_no_network_and_breaks_on_no_name() -> None:
    film = filmed(MICHIE, 5, 5)
    named = WORDS._replace(
        title="</title><script>alert(1)</script>",
        beads="<script>alert(2)</script>",
        state="</script>{game}{won}{drawn}{lost}",
    )
    page = film_page(stage_of(film, words=named), 1).decode()
    assert not re.search(r"https?:|//\w|src=|href=|url\(|@import|fetch|XMLHttp", page)
    assert "<script>alert" not in page
    assert page.count("</script>") == 2


def test_the_script_finds_what_moves() -> None:
    film = filmed(MICHIE, 30, 30)
    stage, page = stage_of(film), page_of(film)
    drawing = ElementTree.fromstring(page[page.index("<svg") : page.index("</svg>") + 6])
    (moving,) = (group for group in drawing.iter("g") if group.get("id") == "moving")
    last = film[-1]
    assert drawing.get("aria-label") == f"After game 30: {last.won}, {last.drawn}, {last.lost}"
    assert '<div id="controls" hidden>' in page
    assert [element.tag for element in moving] == ["polyline"] * 3 + ["rect"] * 3 + ["text"] * 3
    facts = json.loads(page.partition('id="film">')[2].partition("</script>")[0])
    assert facts["games"] == [moment.game for moment in film]
    assert facts["results"] == [[moment[place] for moment in film] for place in (1, 2, 3)]
    assert facts["beads"] == [list(moment.beads) for moment in film]
    assert facts["milliseconds"] == 10_000
    for line, points in zip(moving, facts["lines"], strict=False):
        drawn = [
            float(number) for point in line.get("points", "").split() for number in point.split(",")
        ]
        assert drawn == pytest.approx(
            [float(number) for point in points for number in point.split(",")], abs=0.01
        )
    for bar, text, count in zip(moving[3:6], moving[6:], film[-1].beads, strict=True):
        height = count * facts["bead"]
        assert float(bar.get("height", 0)) == pytest.approx(height, abs=0.01)
        assert float(bar.get("y", 0)) == pytest.approx(facts["ground"] - height, abs=0.01)
        assert float(text.get("y", 0)) == pytest.approx(
            facts["ground"] - height - facts["above"], abs=0.01
        )
    assert stage.bars.bottom == facts["ground"]
