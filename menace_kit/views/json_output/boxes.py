"""A box, as the kit has it and as it is now."""

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING

from menace_kit.machine.boxes import Box
from menace_kit.machine.kit import Kit
from menace_kit.views.json_output.values import Facts, chances, moves_fact, numbered, place_fact

if TYPE_CHECKING:
    from menace_kit.guide.session import Session
    from menace_kit.logbook.entries import Entry


CHANGE_FIELDS = ("at", "game", "colour", "change", "why")


def box_facts(kit: Kit, box: Box) -> Facts:
    """Return a box as it is built: its drawing, its place, its beads at the start."""
    return {
        **numbered(box),
        "side": box.side.value,
        "stage": box.stage,
        "board": kit.board(box),
        "code": kit.code(box) or None,
        "place": place_fact(kit, box),
        "beads": dict(box.start),
        "moves": moves_fact(kit, box.position, box.moves),
        **taken_fact(box),
    }


def taken_fact(box: Box) -> Facts:
    """Return the colours of taken squares, where the kit has beads for these:
    their moves cannot be made.
    """
    return {"taken": list(box.taken)} if box.taken else {}


def learned_facts(machine: object, inside: Mapping[str, float] | None) -> Facts:
    """Return what a machine that has learned has in a box, and how likely each colour
    is drawn; none of no machine.
    """
    if machine is None:
        return {}
    held = None if inside is None else dict(inside)
    return {
        "machine": str(machine),
        "in_box": held,
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
    """Return what is in a box now; `in_box` is what lies in it,
    less a bead that is drawn and lies before it.
    """
    return {
        **numbered(box),
        "code": session.kit.code(box) or None,
        "place": place_fact(session.kit, box),
        "beads": dict(session.contents[box.number]),
        "in_box": session.in_box(box.number),
        "to_count": box.number in session.to_count,
        "start": dict(box.start),
        "moves": moves_fact(session.kit, box.position, box.moves),
        **taken_fact(box),
        "opened": opened,
        "last_changes": [
            {"entry": entry.number, **{name: getattr(entry, name) for name in CHANGE_FIELDS}}
            for entry in changes
        ],
    }
