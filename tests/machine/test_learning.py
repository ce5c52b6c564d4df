"""The arithmetic of beads, with the sums done by hand from the published rules.

Source of the rules of the default machine: D. Michie, The Computer Journal 6(3), 1963, 232-236:
three beads of the colour are added for a win, one for a tie, and for a defeat the drawn bead
is kept out. Of the last move alone: M. Gardner, Scientific American, March 1962.

Boxes are written `1: white 4, lilac 4`, drawn beads `1 white, 7 lilac`, changes `1 white +3`.
"""

import tomllib
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from menace_kit.games import Side
from menace_kit.machine.kit import Kit
from menace_kit.machine.kit_files import load_preset, make_kit
from menace_kit.machine.learning import (
    Adjustment,
    Contents,
    DrawnBead,
    Result,
    Why,
    adjust,
    adjustments,
    allowed_in_boxes,
    change_by,
    full_above,
    gives_up_when_empty,
    halved,
    halving,
    keeps_last_bead,
    refill,
    starting_contents,
)
from menace_kit.machine.schema import EmptyBox, Learning, Spec, Teaches
from menace_kit.machine.tables import parse_table
from tests.examples import examples

MICHIE = load_preset("michie-1961")

LOST = "1 white, 7 lilac, 96 green"
WON = "1 white, 8 gold, 48 amber, 144 amber"
"""Beads that are drawn in the games 1 5 2 3 4 7 and 1 4 5 9 3 2 7, the machine moving first."""


@cache
def kit_of(learning: str) -> Kit:
    """Return Michie's 304 boxes with other rules: `win = 2, empty-box = "refill"`."""
    text = f"learning = {{{learning}}}"
    return make_kit(parse_table(Spec, tomllib.loads(text), "test"), "test", Path())


def drawn(text: str) -> list[DrawnBead]:
    pairs = (word.split() for word in text.split(", "))
    return [DrawnBead(int(box), colour) for box, colour in pairs]


def holding(kit: Kit, *boxes: str) -> dict[int, dict[str, int]]:
    """Return starting contents, but for these boxes, which hold what is named and nothing else."""
    contents = starting_contents(kit)
    for text in boxes:
        number, _, beads = text.partition(": ")
        counts = dict.fromkeys(kit.box(int(number)).moves, 0)
        for bead in filter(None, beads.split(", ")):
            colour, count = bead.split()
            counts[colour] = int(count)
        contents[int(number)] = counts
    return contents


def told(changes: tuple[Adjustment, ...]) -> str:
    """Return changes as text; why they were made stands behind those that are
    no plain reinforcement.
    """
    return ", ".join(
        f"{box} {colour} {change:+d}{'' if why is Why.RESULT else f' ({why.value})'}"
        for box, colour, change, why in changes
    )


def after(
    kit: Kit,
    game: str,
    result: Result,
    contents: Contents | None = None,
    at_empty_box: bool = False,
) -> str:
    held = starting_contents(kit) if contents is None else contents
    return told(adjustments(kit, held, drawn(game), result, at_empty_box))


@pytest.mark.parametrize(
    ("game", "result", "changes"),
    [
        (WON, Result.WIN, "1 white +3, 8 gold +3, 48 amber +3, 144 amber +3"),
        (WON, Result.TIE, "1 white +1, 8 gold +1, 48 amber +1, 144 amber +1"),
        (WON, Result.LOSS, "1 white -1, 8 gold -1, 48 amber -1, 144 amber -1"),
        (LOST, Result.LOSS, "1 white -1, 7 lilac -1, 96 green -1"),
    ],
)
def test_michies_three_one_and_minus_one(game: str, result: Result, changes: str) -> None:
    assert after(MICHIE, game, result) == changes


def test_before_the_first_game_a_box_holds_four_three_two_or_one_of_each() -> None:
    contents = starting_contents(MICHIE)
    assert contents[1] == {"white": 4, "lilac": 4, "gold": 4}
    assert contents[7] == {"lilac": 3, "silver": 3, "green": 3, "pink": 3}
    assert contents[96] == {"black": 2, "green": 2, "amber": 2, "red": 2, "pink": 2}
    assert contents[144] == {"lilac": 1, "black": 1, "amber": 1}
    assert list(contents) == list(range(1, 305))
    contents[1]["white"] = 0
    assert starting_contents(MICHIE)[1]["white"] == 4


@pytest.mark.parametrize(
    ("result", "changes"),
    [
        (Result.WIN, "1 white +4, 8 gold +3, 48 amber +2, 144 amber +1"),
        (Result.TIE, "1 white +1, 8 gold +0, 48 amber +2, 144 amber +0"),
        (
            Result.LOSS,
            "1 white -1, 8 gold -2, 48 amber +0, 144 amber -1",
        ),  # of the one amber bead no three are taken
    ],
)
def test_a_result_may_count_otherwise_at_each_stage(result: Result, changes: str) -> None:
    kit = kit_of("win = [4, 3, 2, 1], draw = [1, 0, 2, 0], loss = [-1, -2, 0, -3]")
    assert after(kit, WON, result) == changes


def test_what_a_result_adds_is_counted_from_before_the_draw() -> None:
    kit = kit_of("win = [4, 3, 2, 1], draw = 1, loss = -1")
    assert [change_by(kit, Result.WIN, Side.FIRST, stage) for stage in (1, 2, 3, 4)] == [4, 3, 2, 1]
    assert [change_by(kit, Result.LOSS, Side.FIRST, stage) for stage in (1, 4)] == [-1, -1]
    assert change_by(kit, Result.TIE, Side.FIRST, 2) == 1


@pytest.mark.parametrize(
    ("white", "change"),
    [(4, "1 white -3"), (3, "1 white -3"), (2, "1 white -2"), (1, "1 white -1")],
)
def test_never_more_of_a_colour_is_taken_out_than_there_is(white: int, change: str) -> None:
    kit = kit_of("loss = -3")
    assert after(kit, "1 white", Result.LOSS, holding(kit, f"1: white {white}, gold 9")) == change


# The rules for an empty box


def test_a_box_may_run_empty_where_the_machine_then_gives_up() -> None:
    contents = holding(MICHIE, "1: white 1", "7: lilac 1")
    assert after(MICHIE, LOST, Result.LOSS, contents) == "1 white -1, 7 lilac -1, 96 green -1"


@pytest.mark.parametrize(
    ("box", "loss", "change"),
    [
        ("1: white 1", -1, "1 white +0 (last-bead)"),
        ("1: white 2", -1, "1 white -1"),
        ("1: white 1, gold 1", -1, "1 white -1"),
        ("1: white 2", -2, "1 white -1 (last-bead)"),
        ("1: white 2, gold 1", -2, "1 white -2"),
        ("1: white 3", -9, "1 white -2 (last-bead)"),
    ],
)
def test_the_last_bead_of_a_box_is_kept(box: str, loss: int, change: str) -> None:
    kit = kit_of(f'loss = {loss}, empty-box = "keep-last"')
    assert after(kit, "1 white", Result.LOSS, holding(kit, box)) == change


def test_a_box_found_without_its_kept_bead_is_given_none() -> None:
    kit = kit_of('empty-box = "keep-last"')
    assert after(kit, "1 white", Result.LOSS, holding(kit, "1: ")) == "1 white +0 (last-bead)"


def test_a_protected_first_box_keeps_its_last_bead_and_the_others_do_not() -> None:
    kit = kit_of("protect-first-box = true")
    contents = holding(kit, "1: white 1", "7: lilac 1")
    assert (
        after(kit, LOST, Result.LOSS, contents) == "1 white +0 (last-bead), 7 lilac -1, 96 green -1"
    )


@pytest.mark.parametrize("rule", EmptyBox)
def test_which_boxes_keep_their_last_bead_and_when_an_empty_one_is_a_defeat(rule: EmptyBox) -> None:
    first, later = MICHIE.box(1), MICHIE.box(7)
    kit, protected = (
        kit_of(f'empty-box = "{rule.value}", protect-first-box = {yes}')
        for yes in ("false", "true")
    )
    keeps = rule is EmptyBox.KEEP_LAST
    assert (keeps_last_bead(kit, first), keeps_last_bead(kit, later)) == (keeps, keeps)
    assert (keeps_last_bead(protected, first), keeps_last_bead(protected, later)) == (True, keeps)
    assert gives_up_when_empty(kit) == (rule in (EmptyBox.RESIGN, EmptyBox.PUNISH_PREVIOUS))


@pytest.mark.parametrize(
    ("rule", "lilac", "changes"),
    [
        ("punish-previous", 3, "1 white -1, 7 lilac -2 (punished)"),
        ("punish-previous", 1, "1 white -1, 7 lilac -1 (punished)"),  # there is but the drawn one
        ("resign", 3, "1 white -1, 7 lilac -1"),
    ],
)
def test_the_box_before_an_empty_one_is_punished(rule: str, lilac: int, changes: str) -> None:
    kit = kit_of(f'empty-box = "{rule}"')
    contents = holding(kit, f"7: lilac {lilac}, pink 2", "96: ")
    assert after(kit, "1 white, 7 lilac", Result.LOSS, contents, at_empty_box=True) == changes


def test_a_defeat_in_a_game_that_was_played_to_its_end_is_no_punishment() -> None:
    kit = kit_of('empty-box = "punish-previous"')
    changes = adjustments(kit, starting_contents(kit), drawn(LOST), Result.LOSS)
    assert told(changes) == "1 white -1, 7 lilac -1, 96 green -1"


def test_punishment_leaves_the_last_bead_of_a_protected_first_box() -> None:
    kit = kit_of('empty-box = "punish-previous", protect-first-box = true')
    contents = holding(kit, "1: white 2", "7: ")
    assert (
        after(kit, "1 white", Result.LOSS, contents, at_empty_box=True) == "1 white -1 (last-bead)"
    )
    contents = holding(kit, "1: white 3", "7: ")
    assert (
        after(kit, "1 white", Result.LOSS, contents, at_empty_box=True) == "1 white -2 (punished)"
    )


def test_a_machine_whose_first_box_is_empty_has_nothing_to_change() -> None:
    kit = kit_of('empty-box = "punish-previous"')
    assert adjustments(kit, holding(kit, "1: "), [], Result.LOSS, at_empty_box=True) == ()


def test_a_refill_is_the_starting_beads() -> None:
    assert told(refill(MICHIE.box(7))) == (
        "7 lilac +3 (refill), 7 silver +3 (refill), 7 green +3 (refill), 7 pink +3 (refill)"
    )


# Gardner's rule


@pytest.mark.parametrize(
    ("result", "changes"),
    [
        (Result.LOSS, "1 white +0, 7 lilac +0, 96 green -1"),
        (Result.WIN, "1 white +0, 7 lilac +0, 96 green +3"),
        (Result.TIE, "1 white +0, 7 lilac +0, 96 green +1"),
    ],
)
def test_where_the_last_move_alone_is_taught_all_other_beads_go_back(
    result: Result, changes: str
) -> None:
    assert after(kit_of('teaches = "last-move"'), LOST, result) == changes


def test_the_last_move_that_is_taught_is_the_one_that_is_punished() -> None:
    kit = kit_of('teaches = "last-move", empty-box = "punish-previous"')
    told_of = after(kit, "1 white, 7 lilac", Result.LOSS, at_empty_box=True)
    assert told_of == "1 white +0, 7 lilac -2 (punished)"


# Results


@pytest.mark.parametrize("side", Side)
def test_a_result_is_told_from_the_winner_and_the_winner_from_the_result(side: Side) -> None:
    assert Result.of(side, side) is Result.WIN
    assert Result.of(side.other, side) is Result.LOSS
    assert Result.of(None, side) is Result.TIE
    for winner in (None, *Side):
        assert Result.of(winner, side).winner(side) is winner


# Beads neither come from nowhere nor get lost

LISTS = st.integers(-4, 4) | st.tuples(*[st.integers(-4, 4)] * 4)
RULES = st.fixed_dictionaries(
    {
        "win": LISTS,
        "draw": LISTS,
        "loss": LISTS,
        "teaches": st.sampled_from(Teaches),
        "empty_box": st.sampled_from(EmptyBox),
        "protect_first_box": st.booleans(),
    }
).map(MICHIE.spec.learning.model_copy)
BOXES = tuple(MICHIE.box(number) for number in (1, 7, 96, 180))


@st.composite
def games(draw: st.DrawFn) -> tuple[dict[int, dict[str, int]], list[DrawnBead]]:
    """Return what four boxes hold, and a bead drawn from each of them,
    or from the first of them.
    """
    contents = {
        box.number: {colour: draw(st.integers(0, 3)) for colour in box.moves}
        | {next(iter(box.moves)): 1}
        for box in BOXES
    }
    opened = BOXES[: draw(st.integers(0, len(BOXES)))]
    beads = [
        DrawnBead(
            box.number,
            draw(st.sampled_from([name for name, count in contents[box.number].items() if count])),
        )
        for box in opened
    ]
    return contents, beads


@given(RULES, games(), st.sampled_from(Result), st.booleans())
@examples(60, 2000)
def test_beads_are_conserved(
    learning: Learning,
    game: tuple[dict[int, dict[str, int]], list[DrawnBead]],
    result: Result,
    at_empty_box: bool,
) -> None:
    kit = replace(MICHIE, spec=MICHIE.spec.model_copy(update={"learning": learning}))
    before, beads = game
    contents = {number: dict(counts) for number, counts in before.items()}
    changes = adjustments(kit, contents, beads, result, at_empty_box)
    assert contents == before
    assert [change[:2] for change in changes] == beads
    adjust(contents, changes)
    for number, counts in contents.items():
        of_box = {change.colour: change.change for change in changes if change.box == number}
        assert counts == {
            colour: count + of_box.get(colour, 0) for colour, count in before[number].items()
        }
        assert min(counts.values()) >= 0
        if keeps_last_bead(kit, kit.box(number)):
            assert sum(counts.values()) >= 1
    adjust(contents, changes, -1)
    assert contents == before


@pytest.mark.parametrize(
    ("inside", "left"),
    [
        ({"white": 4, "lilac": 4, "gold": 109}, {"white": 2, "lilac": 2, "gold": 54}),
        ({"white": 3, "lilac": 1, "gold": 0}, {"white": 1, "lilac": 1, "gold": 0}),
        ({"white": 1}, {"white": 1}),
    ],
)
def test_half_of_each_colour_goes_out_but_never_its_last_bead(
    inside: dict[str, int], left: dict[str, int]
) -> None:
    assert halved(inside) == left
    taken = {change.colour: -change.change for change in halving(1, inside)}
    assert {colour: count - taken.get(colour, 0) for colour, count in inside.items()} == left
    assert all(taken.values())


@pytest.mark.parametrize(
    ("rule", "allowed"),
    [
        ("", 52),
        ("full-above = 80", 80),
        ("full-above = 5", 5),
        ("full-box = 'tell'", 52),
        ("full-box = 'ignore'", None),
    ],
)
def test_the_container_says_how_many_beads_a_box_may_hold_where_the_kit_does_not(
    rule: str, allowed: int | None
) -> None:
    kit = kit_of(rule)
    first = kit.boxes[0]
    assert allowed_in_boxes(kit) == allowed
    assert full_above(kit, first) == (None if allowed is None else max(allowed, first.start_total))
