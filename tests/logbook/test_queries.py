"""What a logbook answers, against how things really stood:
each question is asked again when all is written.
"""

import shutil
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from menace_kit.errors import GuideError, LogbookError, LogbookMovedOnError
from menace_kit.guide import counting, taking_back, whole_games
from menace_kit.guide.desk import Desk
from menace_kit.guide.situation import Due
from menace_kit.logbook.box_changes import (
    PastContents,
    changes_by_game,
    contents_behind,
    counts_after,
    last_changes,
    touched_boxes,
)
from menace_kit.logbook.career import openings
from menace_kit.logbook.copies import compare
from menace_kit.logbook.entries import Draft, Entry, Kind
from menace_kit.logbook.game_counts import (
    first_change,
    has_both_machines,
    has_outcomes_only,
    results,
)
from menace_kit.logbook.game_record import GameRecord
from menace_kit.logbook.names import forget
from menace_kit.logbook.queries import (
    action_with,
    anything_undone,
    entries_that_hold,
    game_behind,
    games_before,
    games_left_open,
    last_action,
    last_finished_game,
    latest_game_behind,
    taken_back_by,
)
from menace_kit.logbook.store import Logbook
from menace_kit.machine.learning import Result, starting_contents
from tests.examples import all_to_prove
from tests.guide.scripts import do
from tests.logbook.games import (
    KITS,
    any_act,
    desk_of,
    kit_named,
    kit_of,
    play_random_games,
    random_acts,
    random_step,
)

Held = dict[int, dict[str, int]]


class Stood(NamedTuple):
    """How things stood behind an entry."""

    contents: Held
    game: GameRecord | None
    results: dict[Result, int]
    left_open: list[int]


def act(desk: Desk, random: Random) -> list[Entry]:
    """Do an act by chance; another one where that is refused."""
    while True:
        with suppress(GuideError):
            return desk.act(partial(any_act, random=random))


def copied(contents: Mapping[int, Mapping[str, int]]) -> Held:
    return {number: dict(counts) for number, counts in contents.items()}


def standing(desk: Desk) -> Stood:
    """Return how things stand, by the session and by the games read one by one."""
    games = [desk.logbook.game(row.number) for row in desk.logbook.games()]
    ended = [game for game in games if game and game.end]
    own = [game for game in ended if not (game.exhibition or game.watched)]
    return Stood(
        copied(desk.session.contents),
        desk.session.game,
        {result: sum(game.result is result for game in own) for result in Result},
        [game.number for game in ended if not game.confirmed],
    )


@pytest.mark.parametrize("name", all_to_prove(KITS, quick=["later, both"]))
def test_how_things_stood_behind_each_entry_is_known_later(name: str) -> None:
    random, desk = Random(name), desk_of(kit_named(name))
    logbook, stood = desk.logbook, {}
    for _ in range(60):
        written = act(desk, random)
        assert last_action(logbook) == written
        stood[desk.last_entry] = now = standing(desk)
        assert results(logbook) == now.results
        assert games_left_open(logbook) == now.left_open
    past = PastContents(logbook, 0, desk.last_entry)
    for entry, then in stood.items():
        if then.game:
            assert game_behind(logbook, then.game.number, entry) == then.game
            assert latest_game_behind(logbook, entry) == then.game
        assert contents_behind(logbook, entry) == past.behind(entry) == then.contents
    assert contents_behind(logbook, 0) == {box.number: box.start for box in desk.session.kit.boxes}
    earlier = PastContents(logbook, 20, 30)
    assert earlier.behind(20) == contents_behind(logbook, 20)
    assert earlier.behind(30) == contents_behind(logbook, 30)
    for entry in (19, 31):
        with pytest.raises(ValueError, match="not from 20 to 30"):
            earlier.behind(entry)


@pytest.mark.parametrize("name", all_to_prove(KITS, quick=["later, both"]))
def test_what_holds_of_the_last_games_is_what_holds_of_all_from_their_beginning(name: str) -> None:
    desk = desk_of(kit_named(name))
    random_acts(desk, 100, name)
    logbook, every = desk.logbook, list(desk.logbook.entries())
    undone = {entry.undoes: entry.number for entry in every if entry.undoes}
    hold = [each for each in every if each.kind is not Kind.UNDO and each.action not in undone]
    for games in range(1, logbook.last_game):
        first = logbook.entries_of_game(logbook.last_game - games + 1)[0].number
        found = entries_that_hold(logbook, games)
        # What was taken back behind this beginning may lie before it.
        is_whole = all(action >= first for action, by in undone.items() if by >= first)
        begin = first if is_whole else found[0].number
        assert begin <= first
        assert found == [each for each in hold if each.number >= begin]


@pytest.mark.parametrize("name", all_to_prove(KITS, quick=["second"]))
def test_changes_game_by_game_are_what_the_boxes_held_when_each_game_was_over(name: str) -> None:
    kit = kit_named(name)
    desk = desk_of(kit)
    random_acts(desk, 100, name)
    colour = kit.box(1).beads[0].colour
    desk.act(lambda session: counting.count(session, 1, {colour: session.in_box(1)[colour] + 17}))
    held = copied(starting_contents(kit))
    *games, since = changes_by_game(desk.logbook)
    finished = [row.number for row in desk.logbook.games() if row.result]
    for changes, number in zip(games, finished, strict=True):
        for box, name_of, change in changes:
            held[box][name_of] += change
        last = max(entry.number for entry in desk.logbook.entries_of_game(number))
        assert held == contents_behind(desk.logbook, last)
    for box, name_of, change in since:
        held[box][name_of] += change
    assert held == desk.logbook.contents()
    assert since


@pytest.mark.parametrize(
    ("script", "touched"),
    [
        ("", []),
        ("start 1 5 2 3 4", [1, 7, 96]),
        ("start 1 5 2 3 4 1:white=3", [1, 7, 96]),
        ("start 1 5 2 3 4 1:white=3,lilac=4,gold=4", [7, 96]),
        ("start 1 5 2 3 4 1:none 7", [1, 7, 96]),
        ("start 1 5 1:none undo", []),
        ("start 1 5 1:none undo undo", [1]),
        ("start 1 5 2 end stocktake", []),
        ("start 1 5 2 end stocktake start 1", [1]),
        ("start 7:none 1 5 empty", [1, 7]),
    ],
)
def test_touched_boxes_are_those_that_were_not_counted_since(
    script: str, touched: list[int]
) -> None:
    desk = desk_of(kit_of(""))
    do(desk, script)
    assert touched_boxes(desk.logbook) == touched


def game_of(desk: Desk, result: Result, confirmed: bool = True) -> list[Entry]:
    return desk.act(
        lambda session: whole_games.quick(
            session, result, "gold", confirmed=confirmed, unconfirmed=True
        )
    )


@pytest.fixture(name="desk")
def fixture_desk() -> Desk:
    """Return the desk of five games: won, lost and left open,
    undone when confirmed, broken off, going on.
    """
    desk = desk_of(kit_of(""))
    game_of(desk, Result.WIN)
    game_of(desk, Result.LOSS, confirmed=False)
    game_of(desk, Result.TIE)
    do(desk, "undo start white end 1:white=9 start gold")
    return desk


def test_games_are_found_by_their_numbers(desk: Desk) -> None:
    logbook = desk.logbook
    assert (logbook.last_game, last_finished_game(logbook)) == (5, 2)
    assert [row.number for row in games_before(logbook, None, 2)] == [4, 5]
    assert [row.number for row in games_before(logbook, 4, 2)] == [2, 3]
    assert [row.number for row in games_before(logbook, 2, 9)] == [1]
    assert [row.number for row in logbook.games(3)] == [4, 5]
    assert [row.state for row in games_before(logbook, 4, 1)] == ["taken-back"]
    assert logbook.entries_of_game(6) == []
    assert [entry.kind for entry in logbook.entries_of_game(4)] == [
        Kind.START,
        Kind.BEAD,
        Kind.ABANDON,
    ]


def test_an_empty_logbook_has_an_answer_to_everything() -> None:
    logbook = desk_of(kit_of("")).logbook
    assert last_action(logbook) == taken_back_by(logbook, []) == []
    assert games_left_open(logbook) == []
    assert action_with(logbook, 1) == []
    assert (logbook.last_game, last_finished_game(logbook), first_change(logbook)) == (0, 0, 0)
    assert game_behind(logbook, 1, 1) is None
    assert list(changes_by_game(logbook)) == [[]]
    assert not has_outcomes_only(logbook)
    assert not anything_undone(logbook, 0, 1)


def test_a_game_of_both_machines_counts_when_it_has_ended() -> None:
    desk = desk_of(kit_named("both"))
    desk.act(lambda session: session.start(both=True))
    assert not has_both_machines(desk.logbook)
    random = Random(1)
    while desk.session.due in (Due.BEAD, Due.REPLY):
        desk.act(lambda session: random_step(session, random))
    assert has_both_machines(desk.logbook)
    assert not has_outcomes_only(desk.logbook)


def test_what_was_taken_back_is_the_whole_action_and_a_confirmation_of_its_game(desk: Desk) -> None:
    logbook = desk.logbook
    third = logbook.entries_of_game(3)
    (undo,) = (entry for entry in third if entry.kind is Kind.UNDO)
    assert taken_back_by(logbook, [undo]) == third[:-1]
    assert [entry.kind for entry in third] == [
        *(Kind.START, Kind.BEAD, Kind.END, Kind.ADJUST, Kind.CONFIRM),
        Kind.UNDO,
    ]
    assert action_with(logbook, undo.number - 1)[0] == third[0]
    assert taken_back_by(logbook, third[:-1]) == []
    assert anything_undone(logbook, undo.number - 1, 3)
    assert not anything_undone(logbook, undo.number - 1, 2)
    assert not anything_undone(logbook, undo.number, 3)


def test_a_confirmation_of_its_own_goes_with_its_game_and_no_others() -> None:
    desk = desk_of(kit_of(""))
    game_of(desk, Result.WIN, confirmed=False)
    do(desk, "confirm")
    game_of(desk, Result.WIN, confirmed=False)
    confirmation = do(desk, "confirm")
    undo = do(desk, "undo")
    assert taken_back_by(desk.logbook, undo)[-1:] == confirmation
    assert taken_back_by(desk.logbook, undo) == desk.logbook.entries_of_game(2)[:-1]


def test_a_box_tells_its_changes_and_openings_that_hold(desk: Desk) -> None:
    logbook = desk.logbook
    assert openings(logbook)[1] == 4
    changes = last_changes(logbook, 1, 9)
    assert [(entry.kind, entry.change) for entry in changes] == [
        (Kind.ADJUST, 3),
        (Kind.ADJUST, -1),
        (Kind.RECOUNT, 5),
    ]
    assert last_changes(logbook, 1, 2) == changes[1:]
    assert counts_after(logbook, 0) == changes[2:]
    assert counts_after(logbook, changes[2].number) == []
    do(desk, "undo")
    assert openings(logbook)[1] == 3


def test_an_act_is_known_by_its_key_until_it_is_taken_back(desk: Desk) -> None:
    logbook = desk.logbook
    assert not logbook.holds("one")
    desk.act_all([desk.session.reply((0,))], "one")
    desk.act_all([counting.count(desk.session, 2, {"white": 1})], "two")
    assert logbook.holds("one")
    desk.act_all([taking_back.undo(desk.session)], "three")
    assert [logbook.holds(key) for key in ("one", "two", "three", "four")] == [
        False,
        True,
        True,
        False,
    ]


def test_a_key_is_written_with_its_act_or_not_at_all(desk: Desk) -> None:
    last, stocktake = desk.last_entry, (Draft(kind=Kind.STOCKTAKE),)
    too_many = Draft(kind=Kind.RECOUNT, box=1, colour="white", change=-99)
    with pytest.raises(LogbookError, match="nothing was recorded"):
        desk.act_all([(too_many,)], "one")
    assert not desk.logbook.holds("one")
    with pytest.raises(LogbookMovedOnError):
        desk.logbook.append([stocktake], last - 1, "one")
    assert not desk.logbook.holds("one")
    desk.act_all([stocktake], "one")
    with pytest.raises(LogbookError, match="nothing was recorded"):
        desk.act_all([stocktake], "one")
    assert desk.logbook.last_entry == last + 1


@pytest.fixture
def copies(tmp_path: Path) -> Iterator[tuple[Logbook, Logbook]]:
    """Lend two copies of a logbook with three games, the last of which is played alike
    in both to its first bead.
    """
    paths = tmp_path / "ours.sqlite", tmp_path / "theirs.sqlite"
    with Logbook(paths[0], kit_of("")) as logbook:
        play_random_games(logbook, 3, seed=1)
        desk = Desk(logbook)
        desk.act(lambda session: session.start("Ann", "Bob", machine_first=True, unconfirmed=False))
    shutil.copy(*paths)
    with Logbook(paths[0], kit_of("")) as ours, Logbook(paths[1], kit_of("")) as theirs:
        yield ours, theirs


def test_copies_are_the_same_up_to_where_they_went_on_by_themselves(
    copies: tuple[Logbook, Logbook],
) -> None:
    ours, theirs = copies
    shared = ours.last_entry
    assert compare(ours, theirs) == (shared, 4, 0, 0)
    play_random_games(theirs, 2, seed=2)  # the fourth game is one of them
    theirs_more = theirs.last_entry - shared
    assert compare(ours, theirs) == (shared, 3, 0, theirs_more)
    assert compare(theirs, ours) == (shared, 3, theirs_more, 0)
    play_random_games(ours, 1, seed=3)
    assert compare(ours, theirs) == (shared, 3, ours.last_entry - shared, theirs_more)


def test_a_name_that_was_forgotten_in_one_copy_makes_no_other_logbook_of_it(
    copies: tuple[Logbook, Logbook],
) -> None:
    ours, theirs = copies
    shared = ours.last_entry
    forget(theirs, ["Ann"])
    assert ours.mark(shared) != theirs.mark(shared)
    assert compare(ours, theirs) == (shared, 4, 0, 0)
    play_random_games(theirs, 1, seed=2)
    assert compare(ours, theirs) == (shared, 3, 0, theirs.last_entry - shared)
