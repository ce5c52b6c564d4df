"""Statistics, against a plain replay of all entries that knows nothing
of checkpoint and indexes.
"""

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from menace_kit.guide.audit import audit
from menace_kit.guide.situation import Due
from menace_kit.logbook.career import BeadCount, moving_share, statistics
from menace_kit.logbook.entries import EXHIBITIONS, KINDS_OF_GAME, WATCHED, Kind
from menace_kit.logbook.store import Logbook
from menace_kit.machine.learning import Result
from tests.examples import all_to_prove, preset
from tests.guide.scripts import do
from tests.logbook.games import KITS, desk_of, kit_named, random_acts, random_step, replayed


def plain_replay(logbook: Logbook) -> dict[str, Any]:
    """Return the same facts from the entries alone, one after the other."""
    kit, entries = logbook.kit, list(logbook.entries())
    undone = {entry.undoes for entry in entries}
    live = [
        entry for entry in entries if entry.kind is not Kind.UNDO and entry.action not in undone
    ]
    contents, _ = replayed(kit, entries)
    totals = {number: sum(counts.values()) for number, counts in contents.items()}
    first_change = Counter[int]()
    for entry in live:
        if entry.kind is Kind.ADJUST and entry.why != "halved":
            assert entry.game
            if kit.box(entry.box or 0) in kit.opening_boxes:
                first_change[entry.game] += entry.change or 0
    why = {entry.game: entry.why for entry in live if entry.kind is Kind.START}
    over = {entry.game or 0: entry for entry in live if entry.kind is Kind.END}
    shown = [Result(over[game].result) for game in over if why[game] in EXHIBITIONS]
    ends = {game: end for game, end in over.items() if why[game] not in KINDS_OF_GAME}
    opened = Counter(entry.box for entry in live if entry.kind in (Kind.BEAD, Kind.EMPTY))
    results = [Result(ends[game].result) for game in sorted(ends)]
    return {
        "results": tuple(results),
        "last": tuple(results[-20:]),
        "tally": tuple(map(results.count, (Result.WIN, Result.TIE, Result.LOSS))),
        "first_box": tuple(
            sum(change for number, change in first_change.items() if number <= game)
            for game in sorted(ends)
        ),
        "running": len([e for e in live if e.kind is Kind.START])
        - len(over)
        - len([e for e in live if e.kind is Kind.ABANDON]),
        "exhibitions": tuple(map(shown.count, (Result.WIN, Result.TIE, Result.LOSS))),
        "watched": list(map(why.get, over)).count(WATCHED),
        "outcome_only": sum(entry.why == "outcome-only" for entry in ends.values()),
        "abandoned": len([e for e in live if e.kind is Kind.ABANDON]),
        "boxes": len(kit.boxes),
        "boxes_opened": len(opened),
        "empty": tuple(box.number for box in kit.boxes if not totals[box.number]),
        "beads": {
            colour.name: BeadCount(
                kit.start_by_colour()[colour.name],
                sum(counts.get(colour.name, 0) for counts in contents.values()),
            )
            for colour in kit.colours
        },
        "fullest": tuple(sorted(totals.items(), key=lambda pair: (-pair[1], pair[0]))[:10]),
        "most_opened": tuple(
            sorted(opened.items(), key=lambda pair: (-pair[1], pair[0] or 0))[:10]
        ),
    }


@pytest.mark.parametrize(
    "name",
    all_to_prove((name for name in KITS if name != "none"), quick=["later, both"]),
)
def test_statistics_are_what_a_plain_replay_gives(name: str) -> None:
    desk = desk_of(kit_named(name))
    random_acts(desk, 600, name)
    found, expected = statistics(desk.logbook), plain_replay(desk.logbook)
    assert {key: getattr(found, key) for key in expected} == expected
    assert found.games > 20
    assert found.abandoned
    assert found.outcome_only
    assert logbook_states(desk.logbook) >= {"ended", "abandoned", "taken-back"}
    assert [entry for entry in desk.logbook.entries() if entry.kind is Kind.UNDO]


def logbook_states(logbook: Logbook) -> set[str]:
    return {row.state for row in logbook.games()}


def test_an_empty_logbook_has_statistics() -> None:
    with Logbook(Path(":memory:"), kit_named("michie")) as logbook:
        found = statistics(logbook)
    assert (found.games, found.tally, found.boxes_opened, found.first_box) == (0, (0, 0, 0), 0, ())
    assert found.beads["white"] == BeadCount(28, 28)
    assert found.fullest[0] == (5, 21)


@pytest.mark.parametrize("window", [1, 3, 20])
def test_a_moving_share_is_the_mean_of_the_window(window: int) -> None:
    random = Random(window)
    hits = [random.random() < 0.4 for _ in range(60)]
    parts = [hits[max(0, place + 1 - window) : place + 1] for place in range(60)]
    assert moving_share(hits, window) == [sum(part) / len(part) for part in parts]


@pytest.mark.parametrize("machine_first", [True, False])
def test_michies_line_of_a_game_with_shared_boxes_follows_the_box_of_the_start(
    machine_first: bool,
) -> None:
    kit = preset("nim-8")
    desk, random = desk_of(kit), Random(8)
    while len(statistics(desk.logbook).results) < 12 and not any(
        map(desk.session.is_dead, kit.sides)
    ):
        if desk.session.due is Due.START:
            desk.act(lambda session: session.start(machine_first=machine_first))
        else:
            desk.act(lambda session: random_step(session, random))
    if desk.session.due is Due.ADJUST:
        do(desk, "confirm")
    (line,) = (statistics(desk.logbook).first_box[-1:],)
    (start,) = (box for boxes in kit.openings.values() for box in boxes)
    assert line == (sum(desk.session.contents[start.number].values()) - start.start_total,)
    taken = sum(
        sum(box.start.values()) - sum(desk.session.contents[box.number].values())
        for box in kit.boxes
    )
    assert taken > -line[0]  # other boxes for a second player's first move lost beads as well
    assert not list(audit(desk.logbook))
