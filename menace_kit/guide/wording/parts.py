"""Parts of many sentences: the opponent's name, the rule for an empty box, twins of a message."""

from menace_kit.logbook.entries import WATCHED
from menace_kit.logbook.game_record import GameRecord
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Why
from menace_kit.machine.schema import EmptyBox
from menace_kit.machine.turns import GaveUp
from menace_kit.text.kit_words import kinds
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
"""The reasons of adjustments that sentences give: the others follow from the result alone."""


GAVE_UP = frozenset(reason.value for reason in GaveUp)


def kinds_of(kit: Kit, game: GameRecord | None) -> tuple[str, ...]:
    """Return what a sentence of this game may have a twin for, the most telling first."""
    return kinds(kit, both=game is not None and game.both)


def opponent(game: GameRecord | None) -> Text:
    """Return the opponent's name, or `the opponent`."""
    name = game.start.opponent if game else None
    return named(name) if name else say("happened.opponent")


def empty_rule(rule: EmptyBox, *kinds: str) -> Text:
    """Return what the kit's rule does with an empty box: `the machine gives up`."""
    return say(f"empty-rules.{rule.value}", *kinds)
