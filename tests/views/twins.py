"""Copies of machines, for tests."""

from random import Random

from menace_kit.guide.players import next_side
from menace_kit.guide.situation import Due
from menace_kit.guide.twin import Copy
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import starting_contents
from tests.examples import preset
from tests.logbook.games import BOTH_KITS, KITS, kit_named

RULES = (*KITS, *BOTH_KITS)


PRESETS = (
    "her-19",
    "him-18",
    "gardner-her-24",
    "nim-8",
    "van-woudenberg",
    "both-players",
    "notebook",
    "starter",
)


MACHINES = (*RULES, *PRESETS)


def machine(name: str) -> Kit:
    return kit_named(name) if name in RULES else preset(name)


def copy_of(kit: Kit, **beads: dict[int, dict[str, int]]) -> Copy:
    return Copy.of(kit, starting_contents(kit) | beads.get("instead", {}), 0)


def tap_on(copy: Copy, kit: Kit, lots: Random) -> Copy:
    """Make any move in a copy's game, or start one if none is running and its machine isn't
    dead.
    """
    session = copy.session(kit)
    if session.due is Due.REPLY:
        return copy.reply(kit, session.written(lots.choice(session.turn.legal)), lots)
    first = lots.choice([True, False]) if kit.spec.side == "both" else None
    return (
        copy
        if session.is_dead(next_side(session.kit, first))
        else copy.begin(kit, first, lots.random() < 0.3, lots)
    )
