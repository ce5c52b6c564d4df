"""The days of a logbook, against a plain replay of its entries, one after the other."""

from collections import Counter
from fractions import Fraction
from itertools import cycle

import pytest

from menace_kit.games import Side
from menace_kit.logbook.entries import BOTH, EXHIBITIONS, WATCHED, Entry, Kind
from menace_kit.logbook.game_record import GameRecord
from menace_kit.logbook.store import Logbook
from menace_kit.machine.learning import Contents, Result, Why
from menace_kit.machine.prospects import good_moves
from menace_kit.views.days import DayFacts, day_facts, days
from tests.examples import all_to_prove
from tests.logbook.games import KITS, desk_of, kit_named, random_acts, replayed

DATES = ("2026-05-01", "2026-05-02T14:30", "2026-05-02T09:05", "2026-04-30T23:59")
"""When games were played; in the order of the logbook a day comes again and again,
and one before it among them.
"""


def games_on(logbook: Logbook, date: str) -> list[GameRecord]:
    found = [logbook.game(number) for number in range(1, logbook.last_game + 1)]
    return [
        game
        for game in found
        if game and not game.taken_back and (game.start.played_at or "")[:10] == date
    ]


def left(contents: Contents) -> int:
    return sum(count > 0 for inside in contents.values() for count in inside.values())


Behind = list[tuple[Entry | None, Contents]]


def behind_each_entry(logbook: Logbook) -> Behind:
    """Return each entry, and what belongs in the boxes behind it; first no entry, and the start."""
    kit, entries = logbook.kit, list(logbook.entries())
    return [
        (entries[n - 1] if n else None, replayed(kit, entries[:n])[0])
        for n in range(len(entries) + 1)
    ]


def check_learned(logbook: Logbook, behind: Behind, found: DayFacts) -> None:
    """Fail where the box that is told is not one whose good moves have become likelier
    by most, or how is wrong.
    """
    own: set[int | None] = set(found.day.every)
    rises: dict[int, Fraction] = {}
    for box in logbook.kit.boxes:
        changed = [
            (place, entry.game in own)
            for place, (entry, now) in enumerate(behind)
            if entry and now[box.number] != behind[place - 1][1][box.number]
        ]
        places = [place for place, ours in changed if ours]
        if not places:
            continue
        before, after = behind[places[0] - 1][1][box.number], behind[places[-1]][1][box.number]
        others = Counter[str]()
        for place, ours in changed:
            if not ours and places[0] < place < places[-1]:
                for colour, count in behind[place][1][box.number].items():
                    others[colour] += count - behind[place - 1][1][box.number][colour]
        if any(others.values()) or not sum(before.values()) or not sum(after.values()):
            continue
        moves = good_moves(logbook.kit.game, box.position)
        good = [bead.colour for bead in box.playable if bead.move in moves]
        share = [
            Fraction(sum(held[colour] for colour in good), sum(held.values()))
            for held in (before, after)
        ]
        rises[box.number] = share[1] - share[0]
        if found.learned and found.learned.number == box.number:
            assert (found.learned.before, found.learned.after) == (before, after)
            assert list(found.learned.good) == good
            assert found.learned.chances() == tuple(share)
    most = max(rises.values(), default=Fraction(0))
    assert (found.learned is None) == (most <= 0)
    if found.learned:
        assert rises[found.learned.number] == most


def check_day(logbook: Logbook, date: str, behind: Behind) -> DayFacts:
    """Return what is told of a day, if it is what the games tell one by one."""
    found, kit = day_facts(logbook, date), logbook.kit
    games = games_on(logbook, date)
    finished = [game for game in games if game.result]
    taught = [game for game in finished if game.start.why not in (*EXHIBITIONS, WATCHED)]
    assert found.day.every == [game.number for game in games]
    assert found.day.numbers == [game.number for game in taught]
    assert found.day.results == [game.result for game in taught]
    changes = {
        game.number: sum(
            each.change
            for each in game.adjustments
            if kit.box(each.box) in kit.opening_boxes and each.why is not Why.HALVED
        )
        for game in games
    }
    line = [sum(n for number, n in changes.items() if number <= game.number) for game in taught]
    assert found.day.first_box == line
    assert found.day.change == sum(changes.values())
    assert found.day.running == sum(game.running for game in games)
    assert found.day.abandoned == sum(game.abandoned for game in games)
    assert found.day.outcome_only == sum(game.outcome_only for game in taught)
    assert found.day.both == sum(game.both for game in taught)
    assert found.day.winners == tuple(
        sum(game.winner is side for game in taught) for side in (*Side, None)
    )
    won = [game.number for game in taught if game.result is Result.WIN and game.start.side != BOTH]
    assert found.day.first_win == (won[0] if won else None)
    opened = Counter(
        each.box
        for game in games
        for each in game.entries
        if each.box and each.kind in (Kind.BEAD, Kind.EMPTY)
    )
    assert (
        list(found.most_opened) == sorted(opened.items(), key=lambda pair: (-pair[1], pair[0]))[:10]
    )
    last = [max(each.number for each in logbook.entries_of_game(game.number)) for game in taught]
    first = logbook.entries_of_game(games[0].number)[0].number
    assert list(found.moves_left) == [left(behind[number][1]) for number in (first - 1, *last)]
    check_learned(logbook, behind, found)
    return found


@pytest.mark.parametrize(
    "name", all_to_prove((name for name in KITS if name != "none"), quick=["later, both"])
)
def test_a_day_is_what_a_plain_replay_gives(name: str) -> None:
    desk = desk_of(kit_named(name))
    clock = cycle(DATES)
    random_acts(desk, 120, 7, lambda: next(clock))
    told, behind = days(desk.logbook), behind_each_entry(desk.logbook)
    assert list(told) == sorted({date[:10] for date in DATES})
    for date in told:
        found = check_day(desk.logbook, date, behind)
    assert (found.previous, found.following) == ("2026-05-01", None)


def test_a_day_without_games_knows_those_beside_it() -> None:
    desk = desk_of(kit_named("michie"))
    assert day_facts(desk.logbook, "2026-05-02").previous is None
    random_acts(desk, 30, 3, lambda: "2026-05-01")
    for date, beside in (
        ("2026-05-02", ("2026-05-01", None)),
        ("2026-04-01", (None, "2026-05-01")),
    ):
        found = day_facts(desk.logbook, date)
        assert (found.previous, found.following) == beside
        assert (found.day.every, found.most_opened, found.learned) == ([], (), None)


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Pacific/Pago_Pago"])
def test_a_day_is_that_of_the_place_where_the_program_runs(
    monkeypatch: pytest.MonkeyPatch, zone: str
) -> None:
    import time

    if not hasattr(time, "tzset"):
        pytest.skip("no clock of another place here")
    desk = desk_of(kit_named("michie"))
    random_acts(desk, 30, 3, lambda: "2026-05-01T10:30+00:00")
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        told = days(desk.logbook)
    finally:
        monkeypatch.undo()
        time.tzset()
    expected = {
        "Pacific/Kiritimati": "2026-05-02",
        "Pacific/Pago_Pago": "2026-04-30",
    }
    assert list(told) == [expected[zone]]
