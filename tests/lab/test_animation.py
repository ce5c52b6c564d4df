"""The film of one machine: moments are those of the games, pictures show them, and the page needs nothing else."""

import json
import re
from itertools import pairwise
from xml.etree import ElementTree

import numpy as np
import pytest

from menace_kit.lab import animation
from menace_kit.lab.animation import FilmWords, Moment, first_colours, last_picture, moments, pictures
from menace_kit.lab.curves import contest
from menace_kit.lab.film_page import PageWords, film_page
from menace_kit.lab.tables import DRAWN, FIRST_WON, SECOND_WON
from menace_kit.machine.kit import Kit, load_preset

MICHIE = load_preset("michie-1961")
SECOND = load_preset("second-player")
WORDS = FilmWords(
    "Learns <&> against",
    "start, games",
    {"won": "won", "drawn": "drawn", "lost": "lost"},
    "After game {game}: {won}, {drawn}, {lost}",
    "games played",
    "Beads",
)
PAGE = PageWords("en", "Play", "Pause", "Game")


def filmed(kit: Kit, games: int, most: int, opponent: str = "random") -> list[Moment]:
    return list(moments(contest(kit, "beads", opponent), games, most, 1961))


@pytest.mark.parametrize("kit", [MICHIE, SECOND])
def test_moments_are_those_of_the_games(kit: Kit) -> None:
    found = contest(kit, "beads", "random")
    film = filmed(kit, 200, 200)
    trace = found.match.run(1961).play(200, trace=True)
    codes = [(FIRST_WON, DRAWN, SECOND_WON), (SECOND_WON, DRAWN, FIRST_WON)][found.side]
    for moment in film:
        ended = trace.outcomes[: moment.game].tolist()
        assert moment[1:4] == tuple(ended.count(code) for code in codes)
        if moment.game:
            assert sum(moment.beads) == trace.first_beads[found.side, moment.game - 1]
    assert [moment.game for moment in film] == list(range(201))


def test_beads_are_told_by_colour() -> None:
    found = contest(MICHIE, "beads", "random")
    film = filmed(MICHIE, 50, 5)
    run = found.match.run(1961)
    run.play(50)
    assert [colour.name for colour in first_colours(found)] == ["white", "lilac", "gold"]
    assert film[0].beads == (4, 4, 4)
    assert dict(zip(["white", "lilac", "gold"], film[-1].beads, strict=True)) == run.contents[1]
    assert [moment.game for moment in film] == [0, 10, 20, 30, 40, 50]


def test_the_film_of_a_second_player_adds_its_first_boxes() -> None:
    film = filmed(SECOND, 10, 2)
    firsts = [box for box in SECOND.boxes if box.stage == 1]
    assert len(firsts) == 3
    assert sum(film[0].beads) == sum(box.start_total for box in firsts)


def test_the_film_ends_when_the_machine_is_dead(monkeypatch: pytest.MonkeyPatch) -> None:
    kit = load_preset("pulles")
    film = next(
        film
        for seed in range(200)
        if (film := list(moments(contest(kit, "beads", "perfect"), 900, 90, seed)))[-1].game < 900
    )
    assert sum(film[-1].beads) == 0
    assert film[-1].game > film[-2].game
    monkeypatch.setattr(animation, "PIECE", 3)
    assert filmed(MICHIE, 100, 10) == list(moments(contest(MICHIE, "beads", "random"), 100, 10, 1961))


def test_pictures_grow_and_the_last_is_the_end() -> None:
    film = filmed(MICHIE, 40, 8)
    colours = first_colours(contest(MICHIE, "beads", "random"))
    drawn = list(pictures(film, colours, WORDS))
    assert len(drawn) == len(film)
    assert {(each.width, each.height, len(each.pixels)) for each in drawn} == {(960, 540, 960 * 540 * 3)}
    assert drawn[-1] == last_picture(film, colours, WORDS)
    inked = [np.frombuffer(each.pixels, np.uint8).reshape(540, 960, 3) for each in drawn]
    blue = [(image[:, :650] == (0, 0x72, 0xB2)).all(axis=2).sum() for image in inked]
    assert blue == sorted(blue)
    assert blue[-1] > blue[1]
    assert list(pictures(film, colours, WORDS)) == drawn


def page_of(film: list[Moment], kit: Kit = MICHIE, seconds: float = 10) -> str:
    colours = first_colours(contest(kit, "beads", "random"))
    return film_page(film, seconds, colours, WORDS, PAGE).decode()


def test_the_page_has_every_moment() -> None:
    film = filmed(MICHIE, 30, 30)
    page = page_of(film)
    found = re.search(r'<script type="application/json" id="film">(.*)</script>', page)
    assert found
    facts = json.loads(found[1])
    assert facts["games"] == [moment.game for moment in film]
    assert facts["results"] == [[moment[place] for moment in film] for place in (1, 2, 3)]
    assert facts["beads"] == [list(moment.beads) for moment in film]
    assert facts["milliseconds"] == 10_000
    assert page_of(film) == page


def test_the_page_shows_the_end_without_its_script() -> None:
    film = filmed(MICHIE, 300, 300)
    page = page_of(film)
    drawing = ElementTree.fromstring(page[page.index("<svg") : page.index("</svg>") + 6])
    last = film[-1]
    assert drawing.get("aria-label") == f"After game 300: {last.won}, {last.drawn}, {last.lost}"
    lines = [line.get("points", "").split() for line in drawing.iter("polyline")]
    heights = [380 - float(line[-1].split(",")[1]) for line in lines]
    assert [len(line) for line in lines] == [301] * 3
    assert [height / heights[0] * last.won for height in heights] == pytest.approx(last[1:4], abs=0.5)
    bars = {
        bar.get("id"): float(bar.get("height", 0))
        for bar in drawing.iter("rect")
        if bar.get("id", "").startswith("bar-")
    }
    one_bead = bars["bar-0"] / last.beads[0]
    assert [bars[f"bar-{place}"] / one_bead for place in range(3)] == pytest.approx(last.beads, abs=0.5)
    texts = {text.text for text in drawing.iter("text")}
    assert {"white", "lilac", "gold", "won", "drawn", "lost", "games played", "Beads", "300"} <= texts
    assert {f"{count:,}" for count in last.beads} <= texts
    assert '<div id="controls" hidden>' in page


def test_the_page_needs_no_network_and_breaks_on_no_name() -> None:
    film = filmed(MICHIE, 5, 5)
    page = film_page(
        film,
        1,
        first_colours(contest(MICHIE, "beads", "random")),
        WORDS._replace(title="</title><script>alert(1)</script>", state="</script>{game}{won}{drawn}{lost}"),
        PAGE,
    ).decode()
    assert not re.search(r"https?:|//\w|src=|href=|url\(|@import|fetch|XMLHttp", page)
    assert "<script>alert" not in page
    assert page.count("</script>") == 2


@pytest.mark.parametrize("games", [1, 7, 100, 99_999])
def test_axes_have_round_numbers(games: int) -> None:
    film = [Moment(0, 0, 0, 0, (4, 4, 4)), Moment(games, games, 0, 0, (9, 0, 1))]
    page = page_of(film)
    below = [
        int(text.replace(",", "")) for text in re.findall(r'y="404" text-anchor="middle">([0-9,]+)<', page)
    ]
    assert below[0] == 0
    assert below[-1] <= games
    assert 2 <= len(below) <= 8
    assert len({after - before for before, after in pairwise(below)}) == 1
