"""Parts of many sentences: the opponent's name, the rule for an empty box."""

from menace_kit.logbook import GameRecord
from menace_kit.logbook.entries import WATCHED
from menace_kit.machine.learning import Why
from menace_kit.machine.schema import EmptyBox
from menace_kit.machine.turns import GaveUp
from menace_kit.text.people import named
from menace_kit.text.phrases import Text, say

WHYS = (
    Why.LAST_BEAD.value,
    Why.PUNISHED.value,
    Why.REFILL.value,
    Why.TAKEN.value,
    Why.HALVED.value,
    WATCHED,
)
"""Reasons for adjustments that are told; the others follow from the result."""


GAVE_UP = frozenset(reason.value for reason in GaveUp)


def opponent(game: GameRecord | None) -> Text:
    """Return the opponent's name, or `the opponent`."""
    name = game.start.opponent if game else None
    return named(name) if name else say("happened.opponent")


def empty_rule(rule: EmptyBox) -> Text:
    """Return what the kit does with an empty box, such as `the machine gives up`."""
    return say(f"empty-rules.{rule.value}")
