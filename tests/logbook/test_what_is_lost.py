"""Lost entries: no box is called certain that may hold something else than the logbook says."""

import shutil
from collections.abc import Collection, Iterator
from functools import partial
from pathlib import Path
from random import Random

import pytest

from menace_kit.errors import GuideError, LogbookDamagedError
from menace_kit.guide import counting, whole_games
from menace_kit.guide.desk import Desk
from menace_kit.guide.situation import Due
from menace_kit.logbook.box_changes import touched_boxes
from menace_kit.logbook.clock import note_clock
from menace_kit.logbook.entries import KNOWN, Entry, Kind
from menace_kit.logbook.export import game_facts
from menace_kit.logbook.faults import beside, faults_in
from menace_kit.logbook.rescue import Rescued, rescue
from menace_kit.logbook.store import Logbook
from menace_kit.machine.learning import Result
from tests.guide.scripts import do
from tests.logbook.audited import damage, opened
from tests.logbook.games import kit_named, play_random_games, quick_folder, random_step

KIT = kit_named("michie")

Held = dict[int, dict[str, int]]


def lose(path: Path, numbers: Collection[int], cache: bool = False) -> None:
    """Make entries such that nobody believes them, and the cache, too."""
    listed = ", ".join(map(str, numbers))
    damage(path, f"UPDATE entry SET digest = 1 WHERE number IN ({listed})", sealed=False)
    if cache:
        damage(path, "UPDATE cache SET digest = 1", sealed=False)


def of_kind(path: Path, kind: Kind) -> list[Entry]:
    with opened(path) as logbook:
        return [entry for entry in logbook.entries() if entry.kind is kind]


def wrong_in(path: Path, truth: Held) -> list[int]:
    """Return the boxes that hold something else than is said and are not to be counted."""
    with opened(path) as logbook:
        held, unknown = logbook.contents(), logbook.to_count
    return [box for box in truth if box not in unknown and held[box] != truth[box]]


def rescued(path: Path) -> tuple[Rescued, Path]:
    new = path.with_name(f"rescued-{path.name}")
    return rescue(path, KIT, new), new


@pytest.fixture(scope="module")
def of_twelve_games() -> Iterator[Path]:
    """Lend a logbook of twelve games, which is not to be changed."""
    with quick_folder() as folder:
        path = folder / "twelve.sqlite"
        with Logbook(path, KIT, backups=False) as logbook:
            play_random_games(logbook, 12, seed=1)
        yield path


@pytest.fixture
def twelve(of_twelve_games: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(of_twelve_games, tmp_path))


@pytest.mark.parametrize("kind", [Kind.START, Kind.REPLY])
def test_a_game_of_which_an_entry_is_lost_is_left_out_of_an_export_of_games(
    twelve: Path, kind: Kind
) -> None:
    with opened(twelve) as logbook:
        whole = [facts["moves"] for facts in game_facts(logbook)]
    lose(twelve, [of_kind(twelve, kind)[0].number])  # of game 1
    with opened(twelve) as logbook:
        assert [facts["moves"] for facts in game_facts(logbook)] == whole[1:]


def test_where_the_end_is_not_known_all_boxes_are_to_be_counted(twelve: Path) -> None:
    with opened(twelve) as logbook:
        truth, last = logbook.contents(), logbook.last_entry
    damage(
        twelve,
        f"DELETE FROM entry WHERE number > {last - 20}",
        "UPDATE cache SET digest = 1",
        sealed=False,
    )
    found, new = rescued(twelve)
    assert (found.has_end, found.entries, list(found.missing)) == (False, last - 20, [])
    assert len(found.to_count) == len(KIT.boxes)
    assert wrong_in(new, truth) == []
    with Logbook(new, KIT, backups=False) as logbook:
        play_random_games(logbook, 1, seed=2)
        do(Desk(logbook), "stocktake")
        assert logbook.to_count == ()


@pytest.fixture(scope="module")
def with_one_to_count(of_twelve_games: Path) -> Iterator[Path]:
    """Lend a rescued logbook in which one box is still to be counted, with games behind that;
    it is not to be changed.
    """
    with quick_folder() as folder:
        path = Path(shutil.copy(of_twelve_games, folder / "old.sqlite"))
        replies = [e.number for e in of_kind(path, Kind.REPLY) if e.action == e.number]
        lose(path, replies[3:4], cache=True)
        _, new = rescued(path)
        with Logbook(new, KIT, backups=False) as logbook:
            session = Desk(logbook).session
            logbook.append(
                [
                    counting.count(session, box, session.contents[box])
                    for box in logbook.to_count[:-1]
                ],
                logbook.last_entry,
            )
            play_random_games(logbook, 6, seed=2)
            assert logbook.to_count == (304,)
        yield new


@pytest.fixture
def all_but_one(with_one_to_count: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(with_one_to_count, tmp_path))


def test_a_second_rescue_knows_all_but_what_was_to_be_counted_before_it(all_but_one: Path) -> None:
    with opened(all_but_one) as logbook:
        truth = logbook.contents()
    changes = [
        *of_kind(all_but_one, Kind.ADJUST)[-9::3],
        *of_kind(all_but_one, Kind.RECOUNT)[-9::3],
    ]
    lose(all_but_one, [each.number for each in changes])
    found, new = rescued(all_but_one)
    assert (found.has_end, found.to_count) == (True, (304,))
    assert wrong_in(new, truth) == []


def test_what_is_to_be_counted_stays_so_where_the_entry_that_says_so_is_lost(
    all_but_one: Path,
) -> None:
    with opened(all_but_one) as logbook:
        truth = logbook.contents()
    lose(all_but_one, [each.number for each in of_kind(all_but_one, Kind.LOST)])
    found, new = rescued(all_but_one)
    assert found.to_count == (304,)
    assert wrong_in(new, truth) == []


@pytest.mark.parametrize("whole", [False, True])
def test_what_is_taken_back_with_an_entry_that_is_lost_is_to_be_counted_again(
    twelve: Path, whole: bool
) -> None:
    with Logbook(twelve, KIT, backups=False) as logbook:
        desk = Desk(logbook)
        game = logbook.latest_game()
        assert game
        assert game.end
        changes = [entry for entry in game.entries if entry.kind is Kind.ADJUST]
        gone = [entry.number for entry in game.entries if entry.action == game.end.action]
        boxes = [entry.box or 0 for entry in changes]
        counts = [counting.count(desk.session, box, desk.session.contents[box]) for box in boxes]
        logbook.append(counts, logbook.last_entry)
        desk.refresh()
        do(desk, "undo-game")
        truth = logbook.contents()
    lose(twelve, gone if whole else [changes[0].number], cache=True)
    with opened(twelve) as logbook:
        assert set(boxes if whole else boxes[:1]) <= set(logbook.to_count)
        assert whole or len(logbook.to_count) <= len(game.drawn)
    _, new = rescued(twelve)
    assert wrong_in(twelve, truth) == wrong_in(new, truth) == []


def test_a_change_that_is_lost_with_the_bead_that_named_its_box_may_be_of_any_box(
    twelve: Path,
) -> None:
    with Logbook(twelve, KIT, backups=False) as logbook:
        written = Desk(logbook).act(
            lambda session: whole_games.quick(session, Result.WIN, "white", 1, None, confirmed=True)
        )
        truth = logbook.contents()
    assert [entry.kind for entry in written[1:4]] == [Kind.BEAD, Kind.END, Kind.ADJUST]
    lose(twelve, [entry.number for entry in written[1:4]], cache=True)
    assert wrong_in(twelve, truth) == []


def test_a_stocktake_lists_the_boxes_that_are_to_be_counted(twelve: Path) -> None:
    with Logbook(twelve, KIT, backups=False) as logbook:
        do(Desk(logbook), "stocktake")
        play_random_games(logbook, 2, seed=3)
        game = logbook.latest_game()
        assert game
        sound = touched_boxes(logbook)
    lose(twelve, [entry.number for entry in game.entries], cache=True)
    found, new = rescued(twelve)
    with Logbook(new, KIT, backups=False) as logbook:
        assert touched_boxes(logbook) == sorted({*sound, *found.to_count})
        do(Desk(logbook), "stocktake")
        assert touched_boxes(logbook) == []


def test_a_list_that_was_to_be_done_is_not_shown_without_a_line_that_is_lost(
    twelve: Path,
) -> None:
    with Logbook(twelve, KIT, backups=False) as logbook:
        desk, random = Desk(logbook), Random(4)
        while desk.session.due is not Due.ADJUST:
            desk.act(lambda session: random_step(session, random))
        game, truth = desk.session.game, logbook.contents()
        assert game
        changes = [entry for entry in game.entries if entry.kind is Kind.ADJUST]
    lose(twelve, [changes[-1].number])
    found, new = rescued(twelve)
    assert set(found.to_count) == {entry.box for entry in changes}
    assert wrong_in(new, truth) == []
    with opened(new) as logbook:
        assert Desk(logbook).session.due is Due.START


def test_a_game_is_known_without_a_reply_but_not_without_what_changes_a_box(
    twelve: Path,
) -> None:
    whole, known = twelve.read_bytes(), set()
    with opened(twelve) as logbook:
        entries = [entry for entry in logbook.entries() if entry.game == 5]
    for entry in entries:
        twelve.write_bytes(whole)
        lose(twelve, [entry.number])
        with opened(twelve) as logbook:
            assert logbook.to_count == ()
            if [each.why for each in logbook.lost().values()] == [KNOWN]:
                known.add(entry.kind)
    assert known == {Kind.REPLY}


def test_a_rescue_is_no_step_to_undo(twelve: Path) -> None:
    lose(twelve, [20])
    _, new = rescued(twelve)
    with Logbook(new, KIT, backups=False) as logbook:
        desk = Desk(logbook)
        with pytest.raises(GuideError, match="the last thing that was written is the rescue"):
            do(desk, "undo")
        assert desk.session.game == logbook.latest_game()


def test_a_logbook_of_one_entry_is_rescued(tmp_path: Path) -> None:
    path = tmp_path / "one.sqlite"
    with Logbook(path, KIT, backups=False) as logbook:
        Desk(logbook).act(lambda session: session.start("Ada", "Bob"))
    found, _ = rescued(path)
    assert (found.entries, found.games, found.to_count) == (1, 1, ())


def test_an_entry_that_is_damaged_while_the_logbook_is_open_is_lost(twelve: Path) -> None:
    with Logbook(twelve, KIT, backups=False) as logbook:
        before = list(logbook.entries())
        lose(twelve, [20])
        behind = list(logbook.entries())
        assert [n for n, entry in enumerate(behind, start=1) if entry.kind is Kind.LOST] == [20]
        assert len(behind) == len(before)
        assert "entry 20 is not as it was written" in faults_in(logbook)


def test_an_act_whose_entry_is_lost_is_not_held(twelve: Path) -> None:
    with Logbook(twelve, KIT, backups=False) as logbook:
        desk = Desk(logbook)
        desk.act_all([counting.count(desk.session, 2, {"white": 1})], "a count")
        assert logbook.holds("a count")
        lose(twelve, [logbook.last_entry])
    with opened(twelve) as logbook:
        assert not logbook.holds("a count")


def test_a_count_that_is_lost_costs_no_game(twelve: Path) -> None:
    with Logbook(twelve, KIT, backups=False) as logbook:
        Desk(logbook).act(partial(counting.count, number=2, counted={"white": 1}))
        number = logbook.last_entry
        play_random_games(logbook, 1, seed=2)
    lose(twelve, [number])
    found, _ = rescued(twelve)
    assert (list(found.missing), list(found.lost_games)) == ([number], [])


def test_a_lost_entry_before_the_first_game_is_of_no_game(tmp_path: Path) -> None:
    path = tmp_path / "counts.sqlite"
    with Logbook(path, KIT, backups=False) as logbook:
        for beads in (1, 2):
            count = partial(counting.count, number=2, counted={"white": beads})
            Desk(logbook).act(count)
    lose(path, [1], cache=True)
    assert [entry.game for entry in of_kind(path, Kind.LOST)] == [None]


def test_a_note_of_the_clock_that_is_damaged_leaves_the_ticks(twelve: Path) -> None:
    with Logbook(twelve, KIT, backups=False) as logbook:
        note_clock(logbook, "Ada")
        desk, random = Desk(logbook), Random(4)
        while desk.session.due is not Due.ADJUST:
            desk.act(lambda session: random_step(session, random))
        desk.tick(1)
    damage(twelve, "UPDATE clock SET digest = 1", sealed=False)
    with opened(twelve) as logbook:
        assert Desk(logbook).ticked == {1}
        with pytest.raises(LogbookDamagedError, match="clock"):
            beside(logbook, "clock")
    found, new = rescued(twelve)
    assert found.ticks
    with opened(new) as logbook:
        assert Desk(logbook).ticked == {1}
