"""What the guided game says, whether one of the players is a machine or both are."""

from collections.abc import Sequence

from menace_kit.games import Side
from menace_kit.guide import both_wording, prompts, wording
from menace_kit.guide.session import Due, Session
from menace_kit.journal.entries import Entry
from menace_kit.journal.game_record import GameRecord
from menace_kit.machine.kit import Kit


def next_sides(session: Session, machine_first: bool | None, both: bool) -> tuple[Side, ...]:
    """Return which sides are machines in the next game."""
    return tuple(Side) if both else (prompts.next_side(session, machine_first),)


def dead(session: Session, machine_first: bool | None, both: bool) -> str | None:
    """Return why the next game cannot begin, a machine that would play being dead, or None where it can."""
    sides = next_sides(session, machine_first, both)
    return next((wording.machine_is_dead(session.kit, side) for side in sides if session.is_dead(side)), None)


def due(session: Session, machine_first: bool | None = None, both: bool = False) -> str:
    """Return in one line what the operator does now; the rest says how the next game would begin."""
    if session.due is Due.START and both and not dead(session, machine_first, both):
        return both_wording.press_enter()
    told = prompts.due(session, machine_first)
    if session.due is Due.BEAD and session.game and session.game.both:
        return both_wording.draw_for(session.kit, session.position.to_move, told)
    return told


def expected(session: Session, both: bool = False) -> str:
    """Return in one line which keys mean something now, for one that does not."""
    if session.due is Due.START and both:
        return both_wording.expected_before_both()
    return prompts.expected(session)


def happened(kit: Kit, game: GameRecord | None, entries: Sequence[Entry]) -> str:
    """Return what an act brought about."""
    if game is not None and game.both:
        return both_wording.happened(kit, game, entries)
    return prompts.happened(kit, game, entries)


def result(kit: Kit, game: GameRecord, ticked: int) -> str:
    """Return how a game ended, and how much of its list is done."""
    if game.both:
        return f"{both_wording.ended(kit, game)} Ticked: {ticked} of {len(game.adjustments)}."
    return prompts.result(game, ticked)


def headline(kit: Kit, game: GameRecord) -> str:
    """Return how a game ended, in a word or two for a crowd."""
    if game.both or game.result is None:
        return both_wording.ended_in_a_word(kit, game)
    return prompts.headline(game.result)
