"""What goes into which box: groups, totals and table all count the same beads."""

import csv

import pytest

from menace_kit.workshop.filling import FillingGroup, filling_csv, filling_groups
from tests.examples import preset
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
    colours = [colour.name for colour in kit.colours]
    order = [[colours.index(name) for name in group.start] for group in groups]
    each = [group.each for group in groups]
    assert list(dict.fromkeys(each)) == list(dict.fromkeys(box.beads[0].start for box in kit.boxes))
    pairs = list(zip(each, order, strict=True))
    assert pairs == sorted(pairs, key=lambda pair: (each.index(pair[0]), pair[1]))


def test_the_beads_of_michies_stages() -> None:
    kit = preset("michie-1961")
    assert [
        (len(boxes), sum(kit.start_by_colour(boxes).values())) for boxes in kit.boxes_by_stage
    ] == [
        (1, 12),
        (12, 198),
        (108, 984),
        (183, 526),
    ]


@pytest.mark.parametrize("name", ["her-19", "both-players"])
def test_the_table_has_a_line_for_each_box(name: str) -> None:
    kit = preset(name)
    text = filling_csv(kit)
    assert "\r" not in text
    assert text.endswith("\n")
    rows = list(csv.DictReader(text.splitlines()))
    colours = [colour.name for colour in kit.colours]
    assert list(rows[0]) == [
        "number",
        "side",
        "stage",
        "board",
        "cabinet",
        "row",
        "drawer",
        *colours,
        "total",
    ]
    for box, row in zip(kit.boxes, rows, strict=True):
        place = kit.place(box)
        assert (row["number"], row["side"]) == (str(box.number), box.side.value)
        assert (row["stage"], row["board"]) == (str(box.stage), kit.board(box))
        assert [row["cabinet"], row["row"], row["drawer"]] == [
            str(part) for part in place or ("", "", "")
        ]
        assert {colour: int(row[colour]) for colour in colours if row[colour] != "0"} == box.start
        assert int(row["total"]) == sum(int(row[colour]) for colour in colours)
    start = kit.start_by_colour()
    assert {colour: sum(int(row[colour]) for row in rows) for colour in colours} == start
    assert sum(int(row["total"]) for row in rows) == sum(start.values())


def test_a_mark_with_a_meaning_in_tables_is_quoted(kit_of: KitOf) -> None:
    kit = kit_of("marks = ['\"', ',']")
    rows = list(csv.DictReader(filling_csv(kit).splitlines()))
    assert [row["board"] for row in rows] == [kit.board(box) for box in kit.boxes]


def test_a_group_of_unlike_counts_is_known_by_the_largest() -> None:
    assert FillingGroup({"red": 2, "blue": 4, "pink": 3}, ()).each == 4
    assert FillingGroup({}, ()).each == 0
