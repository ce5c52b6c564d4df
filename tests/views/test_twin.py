"""A copy of the machine does what the logbook would say, by every rule."""

from collections import Counter
from functools import partial
from random import Random

import pytest

from menace_kit.games import Move, Side, parse_move
from menace_kit.guide import counting
from menace_kit.guide.desk import Desk
from menace_kit.guide.session import Session
from menace_kit.guide.twin import packed, unpacked
from menace_kit.logbook.entries import Draft, Entry, Kind, is_halving, is_taken_square
from menace_kit.machine.turns import Lot
from menace_kit.views.twin import changed_boxes, game_facts
from tests.examples import all_to_prove, preset
from tests.guide.scripts import do
from tests.logbook.games import desk_of, kit_named
from tests.views.twins import MACHINES, copy_of, machine, tap_on


def written(entry: Draft) -> tuple[object, ...]:
    return (
        entry.kind,
        entry.box,
        entry.colour,
        entry.move,
        entry.change,
        entry.why,
        entry.result,
        entry.side,
    )


def at_the_table(desk: Desk, entries: tuple[Entry, ...]) -> None:
    """Enter a copy's game as an operator would who saw it:
    each bead that was drawn, each reply, each lot.
    """
    lots = [parse_move(entry.move or "") for entry in entries if entry.kind is Kind.LOT]

    def lot(*_: object) -> Move:
        return lots.pop(0)

    falls: Lot = lot
    for entry in entries:
        if entry.kind is Kind.START:
            desk.act(partial(Session.start, machine_first=entry.side == Side.FIRST.value))
        elif entry.kind is Kind.BEAD or is_taken_square(entry):
            desk.act(partial(Session.draw, colour=entry.colour or "", lot=falls))
        elif entry.kind is Kind.REPLY:
            desk.act(partial(Session.reply, move=parse_move(entry.move or ""), lot=falls))
        elif entry.kind is Kind.EMPTY:
            desk.act(partial(Session.empty, lot=falls))
        elif entry.kind is Kind.CONFIRM:
            do(desk, "confirm")
        elif is_halving(entry) and entry.number == entry.action:
            do(desk, f"half:{entry.box}")


@pytest.mark.parametrize(
    "name", all_to_prove(MACHINES, quick=["random", "taken", "later, both", "nim-8"])
)
def test_a_copys_games_are_those_that_the_logbook_would_have(name: str) -> None:
    """The same beads, replies and lots at a desk write the same entries,
    and leave the same beads in every box.
    """
    kit, lots, kinds = machine(name), Random(name), Counter[Kind]()
    copy, desk = copy_of(kit), desk_of(kit)
    while kinds[Kind.START] < 5:
        before, copy = copy, tap_on(copy, kit, lots)
        if copy is before:
            break  # its first box is empty
        if copy.game is not None and not copy.game.running:
            at_the_table(desk, copy.game.entries)
            game = desk.session.game
            assert game is not None
            entries = copy.game.entries
            assert [written(entry) for entry in game.entries] == [
                written(entry) for entry in entries
            ]
            first = entries[0].number
            assert [entry.number - first for entry in entries] == list(range(len(entries)))
            assert desk.session.contents == copy.session(kit).contents
            kinds.update(entry.kind for entry in entries)
    assert sum(copy.fared.values()) == kinds[Kind.END] == kinds[Kind.START] > 0


@pytest.mark.parametrize("rule", ["resign", "punish-previous", "refill", "random"])
def test_at_an_empty_box_a_copy_does_what_the_kits_rule_says(rule: str) -> None:
    """All boxes for its second move are empty, in the copy and at the desk."""
    kit, lots = kit_named(rule), Random(rule)
    empty = {box.number: dict.fromkeys(box.start, 0) for box in kit.boxes if box.stage == 2}
    copy, desk = copy_of(kit, instead=empty).begin(kit, None, False, lots), desk_of(kit)
    for box, counts in empty.items():
        desk.act(partial(counting.count, number=box, counted=counts))
    copy = tap_on(copy, kit, lots)
    assert copy.game is not None
    gave_up = rule in ("resign", "punish-previous")
    assert copy.game.gave_up == gave_up
    facts = game_facts(kit, copy)
    assert f"Box {facts['opened'].box.name} is empty: by this kit's rule" in facts["said"][0][0]
    assert facts["opened"].box.is_empty == (rule != "refill")
    if gave_up:
        assert facts["over"]["headline"] == "You have won!"
        assert "gave up" in facts["over"]["ended"]
        assert [each.before - each.after for each in facts["over"]["changes"]] == [1]
    while copy.game is not None and copy.game.running:
        copy = tap_on(copy, kit, lots)
    assert copy.game is not None
    at_the_table(desk, copy.game.entries)
    assert desk.session.contents == copy.session(kit).contents
    assert bool(copy.game.refills) == (rule == "refill")


def drawn(inside: dict[str, int], greedy: bool, times: int) -> Counter[str]:
    """Return which colours come out of the first box with these beads in it."""
    kit = preset("michie-1961")
    copy, lots, found = copy_of(kit, instead={1: inside}), Random(1961), Counter[str]()
    for _ in range(times):
        game = copy.begin(kit, None, greedy, lots).game
        assert game is not None
        found[game.drawn[0].colour] += 1
    return found


def test_beads_come_by_lot_as_often_as_they_are_there_and_greedy_the_most() -> None:
    found = drawn({"white": 6, "lilac": 3, "gold": 1}, False, 100)
    assert 48 < found["white"] < 72
    assert 19 < found["lilac"] < 41
    assert 3 < found["gold"] < 19
    assert drawn({"white": 2, "lilac": 3, "gold": 1}, True, 9) == {"lilac": 9}
    equal = drawn({"white": 3, "lilac": 0, "gold": 3}, True, 30)
    assert set(equal) == {"white", "gold"}
    assert min(equal.values()) > 7


def test_what_a_copy_holds_is_packed_without_loss() -> None:
    for name in ("her-19", "both-players", "taken"):
        kit, random = machine(name), Random(name)
        contents = {
            box.number: {colour: random.choice((0, 1, 9999, 70_000)) for colour in box.start}
            for box in kit.boxes
        }
        assert unpacked(kit, packed(kit, contents)) == contents


def test_where_the_rules_know_no_way_on_the_game_is_broken_off_and_nothing_learned() -> None:
    """A box that by the rule is never empty, and was counted so."""
    kit = kit_named("keep-last")
    copy = copy_of(kit, instead={1: dict.fromkeys(kit.box(1).start, 0)})
    copy = copy.begin(kit, None, False, Random(1))
    facts = game_facts(kit, copy)
    assert facts["stuck"]
    assert facts["over"] is None
    assert facts["opened"].box.is_empty
    assert not sum(copy.fared.values())
    assert changed_boxes(kit, copy) == []
