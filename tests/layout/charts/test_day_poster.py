"""The poster of a day: what it says is what the logbook has of that day,
nobody is named, and it can be printed.
"""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from menace_kit.errors import UnknownNameError
from menace_kit.guide.desk import Desk
from menace_kit.guide.rehearsal import Rehearsal
from menace_kit.guide.session import Session
from menace_kit.layout.charts.day_poster import DayOnPoster, day_poster_document
from menace_kit.layout.marks import Circle, Document
from menace_kit.logbook.entries import Action, Kind
from menace_kit.logbook.store import Logbook
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Result
from menace_kit.machine.papers import PAPERS, PaperName
from menace_kit.machine.toml_files import TemplateKind, template_names
from menace_kit.printables.catalogue import DAY
from menace_kit.printables.making import make
from menace_kit.text.kit_words import page_words
from menace_kit.text.typed_days import today
from menace_kit.views.day_poster import day_on_poster
from menace_kit.views.days import day_facts
from tests.guide.scripts import do
from tests.layout.kits import (
    PRESETS,
    in_language,
    preset,
    printed,
    taking_turns,
    with_long_names,
)
from tests.layout.posters import poster_faults, said
from tests.layout.test_every_page import pieces_of_words
from tests.logbook.games import desk_of, random_step

LANGUAGES = template_names(TemplateKind.TEXT)
DATES = ("2026-05-01", "2026-05-02")


def played(kit: Kit, games: int = 9, dates: tuple[str, ...] = DATES) -> Logbook:
    """Return a logbook of so many games of Mia's by chance on each of these days."""
    desk, random = desk_of(kit), Random(5)
    rehearsal = Rehearsal(desk.session)
    for date in dates:
        left = games
        while left:
            action = rehearsal.act(on_day(date, random))
            left -= action[0].kind is Kind.CONFIRM
    desk.logbook.append(rehearsal.actions, desk.logbook.last_entry)
    return desk.logbook


def on_day(date: str, random: Random) -> Callable[[Session], Action]:
    return lambda session: dated(random_step(session, random), date)


def dated(action: Action, date: str) -> Action:
    """Return an action whose game, if it begins one, was played on this day, against Mia."""
    return tuple(
        replace(each, played_at=f"{date}T10:42", opponent="Mia")
        if each.kind is Kind.START
        else each
        for each in action
    )


def poster(kit: Kit, found: DayOnPoster) -> Document:
    (document,) = make(DAY, kit, day=found).documents
    return document


@pytest.mark.parametrize(
    ("name", "paper", "language"), taking_turns(PRESETS, list(PAPERS), LANGUAGES)
)
def test_the_poster_of_every_machine_can_be_printed(
    name: str, paper: PaperName, language: str
) -> None:
    kit = in_language(printed(name, paper=paper), language)
    _, found = day_on_poster(played(kit, 4))
    document = poster(kit, found)
    assert [(page.width, page.height) for page in document.pages] == [PAPERS[paper]]
    assert poster_faults(document) == []
    assert pieces_of_words(kit, document, language) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_machine_of_the_longest_name_and_many_games_fits(language: str) -> None:
    kit = in_language(preset("michie-1961"), language)
    named = replace(kit, spec=with_long_names(kit).spec)
    _, found = day_on_poster(played(kit, 4))
    many = found._replace(
        title=page_words(kit)("day.chart-title", name=named.spec.name, day="2026-05-02"),
        counts=tuple((told, 100_000) for told, _ in found.counts),
        results=tuple(
            each._replace(games=tuple(range(1 + place, 3001, len(found.results))))
            for place, each in enumerate(found.results)
        ),
    )
    assert poster_faults(day_poster_document(named, "day", many)) == []


def test_it_tells_what_the_logbook_has_of_the_last_day() -> None:
    kit = preset("michie-1961")
    logbook = played(kit)
    date, found = day_on_poster(logbook)
    assert date == DATES[-1]
    facts = day_facts(logbook, date)
    results = [game.result for row in logbook.games(9) if (game := logbook.game(row.number))]
    wins, ties, losses = (results.count(each) for each in (Result.WIN, Result.TIE, Result.LOSS))
    assert [count for _, count in found.counts] == [9, wins, ties, losses]
    rows = {each.result: each.games for each in found.results}
    ended = sorted((game, result) for result, games in rows.items() for game in games)
    assert [result for _, result in ended] == facts.day.results
    page = poster(kit, found).pages[0]
    text = " ".join(said(poster(kit, found)).split())
    assert "MENACE 1961 on 2026-05-02" in text
    assert facts.learned is not None
    assert f"Box {kit.box(facts.learned.number).name} learned most" in text
    for chance in facts.learned.chances() or ():
        assert f" {float(100 * chance):.0f} %" in text
    assert facts.day.first_win is not None
    assert f"Game {facts.day.first_win} was the first of the day" in text
    dots = [mark for mark in page.marks if isinstance(mark, Circle) and mark.stroke is None]
    assert len(dots) == 9
    assert len({dot.y for dot in dots}) == len(set(facts.day.results))
    assert "Mia" not in text


def test_a_day_may_be_named_and_its_only_game_is_one_game() -> None:
    logbook = played(preset("nim-8"), 1)
    for date in DATES:
        chosen, found = day_on_poster(logbook, date)
        assert (chosen, found.counts[0]) == (date, ("Game", 1))


def test_a_day_of_both_machines_counts_by_who_won() -> None:
    kit = preset("both-players")
    _, found = day_on_poster(played(kit, 12))
    assert sum(count for _, count in found.counts[1:]) == found.counts[0][1]
    assert sorted(len(each.games) for each in found.results) == sorted(
        count for _, count in found.counts[1:]
    )


def test_one_box_that_was_opened_most_and_learned_most_stands_there_once() -> None:
    kit = preset("nim-8")
    _, found = day_on_poster(played(kit, 9))
    numbers = [box.number for box in found.boxes]
    assert len(numbers) == len(set(numbers))
    same = found._replace(boxes=found.boxes[-1:])
    assert poster_faults(poster(kit, same)) == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("2026-05-03", "No game was finished on this day"),
        ("2190-01-01", "No game was finished on this day"),
        ("2026-02-30", "is no day"),
        ("1. Mai", "is no day"),
    ],
)
def test_a_day_without_games_has_none(text: str, told: str) -> None:
    with pytest.raises(UnknownNameError, match=told):
        day_on_poster(played(preset("nim-8"), 1), text)


def test_a_day_of_games_that_did_not_end_has_none_and_the_last_that_ended_is_taken() -> None:
    logbook = played(preset("michie-1961"), 2)
    desk = Desk(logbook)
    do(desk, "start:Ada:Mia")
    assert day_on_poster(logbook)[0] == DATES[-1]
    with pytest.raises(UnknownNameError, match="No game was finished on this day"):
        day_on_poster(logbook, "today")
    do(desk, "end")
    with pytest.raises(UnknownNameError, match="No game was finished on this day"):
        day_on_poster(logbook, today())


def test_an_exhibition_alone_has_a_poster_without_dots() -> None:
    kit = preset("michie-1961")
    desk, random = desk_of(kit), Random(1)
    desk.act(lambda session: session.start("Ada", "Mia", exhibition=True))
    while not (game := desk.logbook.latest_game()) or game.running:
        desk.act(lambda session: random_step(session, random))
    _, found = day_on_poster(desk.logbook)
    assert (found.results, found.counts[0][1]) == ((), 0)
    text = said(poster(kit, found))
    assert "1 exhibition is not among them." in text
    assert poster_faults(poster(kit, found)) == []


def test_a_logbook_without_games_has_none(tmp_path: Path) -> None:
    with (
        Logbook(tmp_path / "logbook.sqlite", preset("nim-8")) as logbook,
        pytest.raises(UnknownNameError),
    ):
        day_on_poster(logbook)
