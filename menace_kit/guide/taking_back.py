"""Undoing the last act of a game, or a whole game."""

from collections import Counter
from collections.abc import Sequence

from menace_kit.errors import GuideError
from menace_kit.guide.refusals import counted_since
from menace_kit.guide.session import Session
from menace_kit.logbook import Action, Draft, GameRecord, Kind
from menace_kit.text.phrases import Text, joined, say


def undo(session: Session) -> Action:
    """Undo the last act of the game, even its end, or that it was ended early.

    A game entered as a whole is undone as a whole, even after it was confirmed, until the next game
    begins. Raises GuideError if the last act was a count or a rescue.
    """
    game = session.game
    if not_a_step(session):
        hint = [say("refused.undo-game")] if game and not game.taken_back else []
        raise GuideError(joined(not_a_step(session), *hint, between="; "))
    if game and game.halved_last:
        return unhalve(session, game)
    if game is None or game.is_one_action or game.taken_back:
        return take_back(session)
    if game.confirmed:
        raise GuideError(say("refused.no-undo", number=game.number))
    last = game.entries[-1]
    if last.kind is Kind.START:
        raise GuideError(say("refused.only-begun", number=game.number))
    return _undone(session, game, [last.action])


def not_a_step(session: Session) -> Text:
    """Return that the last act can't be undone, and what to do, or "".

    During a game its last step can be undone, whatever was counted since.
    """
    if not session.aside or session.running:
        return ""
    if any(entry.kind is Kind.LOST for entry in session.aside):
        return say("refused.undo-rescue")
    return say("refused.undo-count")


def take_back(session: Session, game: GameRecord | None = None) -> Action:
    """Undo the last game as a whole, even after it was confirmed, until the next one begins.

    It keeps its number. Games are undone newest first: `game` can be an earlier one if all later
    ones are undone. Raises GuideError if the game is running; it can only be ended early.
    """
    last = session.game
    game = game or last
    if game is None or last is None:
        raise GuideError(say("refused.no-undo-yet"))
    if game.taken_back:
        raise GuideError(say("refused.taken-back-already", number=game.number))
    if game.running:
        raise GuideError(say("refused.still-running", number=game.number))
    if game.number != last.number and not last.taken_back:
        raise GuideError(say("refused.not-the-last", number=game.number, last=last.number))
    return _undone(session, game, game.actions)


def unhalve(session: Session, game: GameRecord) -> Action:
    """Undo the halving that is a game's last act; GuideError if the box was counted since."""
    return _undone(session, game, [game.entries[-1].action])


def _undone(session: Session, game: GameRecord, actions: Sequence[int]) -> Action:
    """Return the undo of some actions of a game, newest first.

    Raises GuideError if a box was counted since and lacks the beads for it.
    """
    without = GameRecord(tuple(entry for entry in game.entries if entry.action not in actions))
    needed = Counter(without.drawn)
    for entry in game.entries:
        if entry.action in actions and entry.kind is Kind.ADJUST:
            needed[entry.bead] += entry.change or 0
    for (box, colour), count in needed.items():
        if session.contents[box][colour] < count:
            raise GuideError(counted_since(session.kit.box(box), colour))
    return tuple(
        Draft(kind=Kind.UNDO, game=game.number, undoes=action) for action in reversed(actions)
    )
