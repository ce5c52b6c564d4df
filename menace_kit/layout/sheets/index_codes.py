"""The table of codes, which leads from what you counted to the boxes it may be."""

from collections.abc import Sequence

from menace_kit.games import EMPTY, Side
from menace_kit.layout.sheets.worked_example import example_of
from menace_kit.layout.text.pages import Flow
from menace_kit.layout.text.rows import Cell, Row, TableColumn
from menace_kit.layout.type_scale import TEXT
from menace_kit.machine import Box, Kit
from menace_kit.machine.cabinets import CabinetOrder
from menace_kit.machine.finding import CODE_DOT, NOTHING, code_order, counted
from menace_kit.text.grammar import capital
from menace_kit.text.kit_words import paper_words
from menace_kit.text.number_runs import runs
from menace_kit.text.sheet_words import group_words, pieces, place_words, player, said, zone_words


def heading_text(kit: Kit, cells: str) -> str:
    """Return the heading of boxes with the same first zone: its cells, or what you count in it."""
    words = paper_words(kit)
    names = {side.cell: player(kit, side) for side in Side}
    if kit.finding.reads_first:
        signs = names | {EMPTY: words("index.empty") if len(cells) == 1 else NOTHING}
        apart = " " if max(map(len, kit.spec.marks)) == max(map(len, names.values())) else ", "
        there = apart.join(signs[cell] for cell in cells)
    else:
        counts = [pieces(kit, side, n) for side, n in zip(Side, counted(cells), strict=True) if n]
        there = ", ".join(counts) or words("index.empty")
    return words("common.named", name=capital(zone_words(kit)[0]), told=there)


TABLE_ROW, COUNTS_WIDTH, SPACER = 4.8, 26.0, 3.0


MOST_CODES = 150
"""A table with more codes could not be read at a glance, so it is left out."""


MOST_COLUMNS = 4
"""If the first zone has more possibilities than this, each code has its own line."""


def set_table(flow: Flow, kit: Kit) -> None:
    """Set the boxes of each code, stage by stage: a column per first zone, a row per count."""
    words = paper_words(kit)
    order = kit.finding
    flow.title(words("index.table"))
    flow.paragraph(words("index.table-how", **code_facts(kit)), size=TEXT)
    flow.gap(2)
    heads = sorted(
        {group.code[0] for group in order.groups}, key=lambda cells: code_order((cells,))
    )
    across = heads if order.reads_first and len(heads) <= MOST_COLUMNS else []
    counted_in = [capital(name) for name in zone_words(kit)[:-1]]
    columns = [
        TableColumn(
            ", ".join(counted_in[bool(across) :]), COUNTS_WIDTH if across else 2 * COUNTS_WIDTH
        )
    ]
    told = [heading_text(kit, cells) for cells in across] or [words("companion.cabinet")]
    width = (flow.width - columns[0].width) / len(told) - SPACER
    columns += [TableColumn(text, width, after=SPACER) for text in told]
    signs = [order.code_parts((cells,), kit.spec.marks)[0] for cells in across] or [""]
    rows: list[Row | Sequence[Cell]] = []
    for boxes in kit.boxes_by_stage:
        rows.append(Row([group_words(kit, boxes)], bold=True, heads=True))
        for row, cells in _by_code(kit, boxes, bool(across)).items():
            rows.append([row, *(_boxes_text(kit, cells.get(sign, ())) for sign in signs)])
    flow.table(columns, rows, row_height=TABLE_ROW, size=TEXT)


def _by_code(kit: Kit, boxes: Sequence[Box], across: bool) -> dict[str, dict[str, list[Box]]]:
    """Return boxes in the order of looking up, by the rest of the code and by its first zone.

    If the first zone doesn't run `across`, it is in the code instead, and its own key is empty.
    """
    order = kit.finding
    found: dict[str, dict[str, list[Box]]] = {}
    for box in sorted(boxes, key=lambda box: code_order(order.code(box.position)[across:])):
        first, *others = order.code_parts(order.code(box.position), kit.spec.marks)
        row = CODE_DOT.join(others) if across else CODE_DOT.join([first, *others])
        found.setdefault(row, {}).setdefault(first if across else "", []).append(box)
    return found


def _boxes_text(kit: Kit, boxes: Sequence[Box]) -> str:
    """Return the numbers of boxes, after their places if the cabinet is in order of codes."""
    told = [
        f"{run[0].name}–{run[-1].name}" if len(run) > 2 else ", ".join(box.name for box in run)
        for run in runs(kit, boxes)
    ]
    cabinet = kit.spec.cabinet
    if boxes and cabinet and cabinet.order is CabinetOrder.CODE and not boxes[0].given_place:
        by_place = sorted(boxes, key=lambda box: kit.finding.ranks[box.number])
        ends = dict.fromkeys(
            place_words(kit, box, short=True) for box in (by_place[0], by_place[-1])
        )
        return said(kit, "common.named", name=" – ".join(ends), told=", ".join(told))
    return ", ".join(told)


def code_facts(kit: Kit) -> dict[str, object]:
    """Return what the texts about counting mention: zones, players, and an example's code."""
    order = kit.finding
    zones = zone_words(kit)[:-1]
    code = example_of(kit).group.code
    parts = order.code_parts(code, kit.spec.marks)
    return {
        "zones": said(kit, "index.and").join(zones[order.reads_first :]),
        **{side.value: player(kit, side) for side in Side},
        "code": CODE_DOT.join(parts),
    }
