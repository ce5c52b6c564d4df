"""A box as the kit has it, and as it is now."""

from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from menace_kit.machine import Box, Kit
from menace_kit.views.json_output.values import Facts, chances, moves_fact, numbered, picked

if TYPE_CHECKING:
    from menace_kit.guide.session import Session
    from menace_kit.logbook import Entry


def box_facts(kit: Kit, box: Box) -> Facts:
    """Return a box as it is built: its board, its place, its beads at the start."""
    return {
        **numbered(box),
        **picked(box, "side", "stage"),
        "board": kit.board(box),
        "code": kit.code(box) or None,
        "place": kit.place(box),
        "beads": box.start,
        "moves": moves_fact(kit, box.position, box.moves),
        **taken_fact(box),
    }


def taken_fact(box: Box) -> Facts:
    """Return the colours whose squares are taken, if the kit has such beads: they mean no move."""
    return {"taken": box.taken} if box.taken else {}


def learned_facts(machine: Path | None, inside: Mapping[str, float] | None) -> Facts:
    """Return a trained machine's beads in a box and their chances; empty without a machine."""
    if machine is None:
        return {}
    return {
        "machine": machine,
        "in_box": inside,
        "chances": None if inside is None else chances(inside),
    }


def contents_facts(
    kit: Kit, held: Mapping[int, Mapping[str, int]], to_count: Collection[int]
) -> list[Facts]:
    """Return what is in each box; nobody knows the contents of those `to_count`."""
    return [
        {**numbered(box), "beads": held[box.number], "to_count": box.number in to_count}
        for box in kit.boxes
    ]


def box_now_facts(session: "Session", box: Box, opened: int, changes: "Iterable[Entry]") -> Facts:
    """Return a box as it is now.

    `beads` belong in it; `in_box` is without a bead that was drawn and is in front of it.
    """
    return {
        **numbered(box),
        "code": session.kit.code(box) or None,
        "place": session.kit.place(box),
        "beads": session.contents[box.number],
        "in_box": session.in_box(box.number),
        "to_count": box.number in session.to_count,
        "start": box.start,
        "moves": moves_fact(session.kit, box.position, box.moves),
        **taken_fact(box),
        "opened": opened,
        "last_changes": [
            {"entry": entry.number, **picked(entry, "at", "game", "colour", "change", "why")}
            for entry in changes
        ],
    }
