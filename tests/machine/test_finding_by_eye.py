"""The order in which a position is found by eye: the same however a board lies,
and it leads to the right box.
"""

from collections import Counter
from functools import cache

import pytest

from menace_kit.files import templates_folder
from menace_kit.games import EMPTY, Pieces, Position, Side, parse_position, reachable
from menace_kit.machine.finding import MOST_BOXES, FindingOrder, Group, ZoneKind
from menace_kit.machine.kit import Kit
from menace_kit.machine.kit_files import make_kit
from menace_kit.machine.schema import Spec
from menace_kit.machine.tables import parse_table
from menace_kit.machine.toml_files import TemplateKind, template_names
from tests.examples import all_to_prove, preset

QUICK = ["michie-1961", "her-19", "nim-8", "both rotations smallest"]
KITS = [
    *template_names(TemplateKind.MACHINES),
    *(
        f"both {symmetry} {form}"
        for symmetry in ("all", "rotations", "none")
        for form in ("largest", "smallest")
    ),
]


@cache
def kit_named(name: str) -> Kit:
    if not name.startswith("both "):
        return preset(name)
    _, symmetry, form = name.split()
    tables = {"side": "both", "boxes": {"symmetry": symmetry, "canonical-form": form}}
    return make_kit(parse_table(Spec, tables, name), name, templates_folder())


def order_of(name: str) -> FindingOrder:
    return kit_named(name).finding


def groups_for(
    kit: Kit, order: FindingOrder, side: Side, stage: int, position: Position
) -> list[Group]:
    """Return the groups to which a table's position leads:
    those that show what is seen on the squares looked at.
    """
    cells = order.held(position).position.cells
    return [
        group
        for group in (of_stage(order, side, stage) if kit.tells_stages else order.groups)
        if all(cells[square] == group.cells[square] for square in group.known)
    ]


@cache
def of_stage(order: FindingOrder, side: Side, stage: int) -> list[Group]:
    return [group for group in order.groups if (group.side, group.stage) == (side, stage)]


def test_a_board_that_may_be_turned_is_looked_at_from_its_centre_outwards() -> None:
    for symmetry in ("all", "rotations"):
        found = order_of(f"both {symmetry} largest").zones
        assert [(zone.kind, zone.squares) for zone in found] == [
            (ZoneKind.CENTRE, (4,)),
            (ZoneKind.CORNERS, (0, 2, 6, 8)),
            (ZoneKind.EDGES, (1, 3, 5, 7)),
        ]


def test_a_board_that_never_turns_is_looked_at_row_by_row() -> None:
    found = order_of("both none largest").zones
    assert {zone.kind for zone in found} == {ZoneKind.ROW}
    assert [zone.squares for zone in found] == [(0, 1, 2), (3, 4, 5), (6, 7, 8)]


@pytest.mark.parametrize("name", all_to_prove(KITS, quick=QUICK))
def test_every_box_is_in_one_group_and_no_group_has_more_than_six(name: str) -> None:
    numbers = Counter(box.number for group in order_of(name).groups for box in group.boxes)
    assert numbers == {box.number: 1 for box in kit_named(name).boxes}
    largest = max(len(group.boxes) for group in order_of(name).groups)
    assert largest <= MOST_BOXES == 6
    # On a wider board of pawns what is counted tells more boxes apart.
    assert largest == MOST_BOXES or len(kit_named(name).boxes) < 40 or name == "her-3x4"


def counted_by_hand(kit: Kit, cells: str) -> list[tuple[str, int, int]]:
    """Return of each zone but the last its cells as they lie,
    and how many marks of each player are in it.
    """
    zones = kit.finding.zones
    there = ["".join(cells[square] for square in zone.squares) for zone in zones[:-1] or zones]
    return [(part, part.count("1"), part.count("2")) for part in there]


@pytest.mark.parametrize("name", all_to_prove(KITS, quick=QUICK))
def test_every_position_in_every_orientation_is_held_and_counted_as_its_box(name: str) -> None:
    kit, order = kit_named(name), order_of(name)
    found = set()
    for position in reachable(kit.game):
        box = kit.box_at(position)
        if box is None or kit.game.outcome(position) is not None:
            continue
        text = order.code_text(order.code(position), kit.spec.marks)
        assert text == kit.code(box)
        assert order.held(position).position.cells == order.held(box.position).position.cells
        found.add(box.number)
        if text:
            first, second = kit.spec.marks if kit.game.pieces is Pieces.MARKS else "○●"
            signs = {"1": first, "2": second, ".": "□"}
            parts = [
                "".join(signs[cell] for cell in there)
                if not place and order.reads_first
                else f"{ours}{theirs}"
                for place, (there, ours, theirs) in enumerate(counted_by_hand(kit, position.cells))
            ]
            assert text == "·".join(parts)
    assert found == kit.indices.keys()


def test_a_code_is_the_centre_and_then_how_many_of_each_are_in_the_corners() -> None:
    kit = preset("michie-1961")
    for board, code in (
        (".........", "□·00"),
        ("O...X....", "X·10"),
        ("XOX.X.O.O", "X·22"),
        (".O.XOX.O.", "O·00"),
    ):
        position = parse_position(kit.game, board, kit.spec.marks)
        assert kit.finding.code_text(kit.finding.code(position), kit.spec.marks) == code


def test_the_304_boxes_have_60_headings_with_at_most_four_pictures_each() -> None:
    pictures = Counter((group.stage, group.code) for group in order_of("michie-1961").groups)
    assert len(pictures) == 60
    assert max(pictures.values()) == 4


def test_the_304_boxes_are_in_97_groups() -> None:
    sizes = Counter(len(group.boxes) for group in order_of("michie-1961").groups)
    assert sizes == {1: 17, 2: 24, 3: 23, 4: 14, 6: 19}


@pytest.mark.parametrize("name", all_to_prove(KITS, quick=QUICK))
def test_what_is_seen_of_a_box_leads_to_its_group_alone(name: str) -> None:
    kit, order = kit_named(name), order_of(name)
    for box in kit.boxes:
        (group,) = groups_for(kit, order, box.side, box.stage, box.position)
        assert box in group.boxes
        assert group.code == order.code(box.position)
    for group in order.groups:
        unknown = set(range(len(group.cells))) - set(group.known)
        assert all(group.cells[square] == EMPTY for square in unknown)
