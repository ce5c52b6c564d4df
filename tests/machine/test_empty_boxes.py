"""Boxes that run empty: which keep their last bead, and what happens at an empty one."""

import pytest

from menace_kit.machine.learning import (
    Result,
    adjustments,
    refill,
)
from tests.machine.beads import LOST, MICHIE, after, holding, kit_of, told


@pytest.mark.parametrize(
    ("box", "loss", "change"),
    [
        ("1: white 1", -1, "1 white +0 (last-bead)"),
        ("1: white 2", -1, "1 white -1"),
        ("1: white 2, gold 1", -2, "1 white -2"),
        ("1: white 2", -2, "1 white -1 (last-bead)"),
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


def test_the_last_move_that_is_taught_is_the_one_that_is_punished() -> None:
    kit = kit_of('teaches = "last-move", empty-box = "punish-previous"')
    told_of = after(kit, "1 white, 7 lilac", Result.LOSS, at_empty_box=True)
    assert told_of == "1 white +0, 7 lilac -2 (punished)"
