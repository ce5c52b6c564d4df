"""What goes into which box: groups, totals and table all count the same beads."""

import csv

import pytest

from menace_kit.workshop.filling import FillingGroup, filling_csv, filling_groups
from tests.examples import in_cabinet, preset
from tests.machine.conftest import KitOf


@pytest.mark.parametrize("name", ["her-19", "both-players"])
def test_each_box_is_in_the_one_group_of_its_beads(name: str) -> None:
    kit = preset(name)
    groups = filling_groups(kit)
    assert sorted(box.number for group in groups for box in group.boxes) == [
        box.number for box in kit.boxes
    ]
    for group in groups:
        assert all(box.start == group.start for box in group.boxes)
        assert [box.number for box in group.boxes] == sorted(box.number for box in group.boxes)
    assert len({tuple(group.start.items()) for group in groups}) == len(groups)


def test_the_table_has_a_line_for_each_box() -> None:
    kit = in_cabinet(preset("her-19"), 5, 4)
    lines = filling_csv(kit).splitlines()
    assert lines[:2] == [
        "number,side,stage,board,cabinet,row,drawer,red,blue,yellow,green,total",
        "1,second,1,BBB.W.W.W,1,1,1,1,1,0,0,2",
    ]
    assert len(lines) == 1 + len(kit.boxes)


def test_a_mark_with_a_meaning_in_tables_is_quoted(kit_of: KitOf) -> None:
    kit = kit_of("marks = ['\"', ',']")
    rows = list(csv.DictReader(filling_csv(kit).splitlines()))
    assert [row["board"] for row in rows] == [kit.board(box) for box in kit.boxes]


def test_a_group_of_unlike_counts_is_known_by_the_largest() -> None:
    assert FillingGroup({"red": 2, "blue": 4, "pink": 3}, ()).each == 4
    assert FillingGroup({}, ()).each == 0
