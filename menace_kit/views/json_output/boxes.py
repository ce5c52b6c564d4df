"""A box, as the kit has it and as it is now."""

from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from menace_kit.machine.boxes import Box
from menace_kit.machine.kit import Kit
from menace_kit.views.json_output.values import Facts, chances, moves_fact, numbered, picked

if TYPE_CHECKING:
    from menace_kit.guide.session import Session
    from menace_kit.logbook.entries import Entry


def box_facts(kit: Kit, box: Box) -> Facts:
    """Return a box as it is built: its drawing, its place, its beads at the start."""
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
    """Return the colours of taken squares, where the kit has beads for these:
    their moves cannot be made.
    """
    return {"taken": box.taken} if box.taken else {}


def learned_facts(machine: Path | None, inside: Mapping[str, float] | None) -> Facts:
    """Return what a machine that has learned has in a box, and how likely each colour
    is drawn; none of no machine.
    """
    if machine is None:
        return {}
    return {
        "machine": machine,
        "in_box": inside,
        "chances": None if inside is None else chances(inside),
    }


def contents_facts(
    kit: Kit, held: Mapping[int, Mapping[str, int]], to_count: "Collection[int]" = ()
) -> list[Facts]:
    """Return what is in each box; of those `to_count` nobody knows."""
    return [
        {**numbered(box), "beads": held[box.number], "to_count": box.number in to_count}
        for box in kit.boxes
    ]


def box_now_facts(session: "Session", box: Box, opened: int, changes: "Iterable[Entry]") -> Facts:
    """Return what is in a box now; `in_box` is what is in it,
    less a bead that is drawn and in front of it.
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
