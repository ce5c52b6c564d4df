"""Counting all the boxes that were used."""

from collections.abc import Mapping, Sequence

from menace_kit.errors import GuideError
from menace_kit.guide import book_wording, refusals
from menace_kit.guide.names import checked_name
from menace_kit.guide.session import Due, Session
from menace_kit.journal.entries import Action, Draft, Kind


def take_stock(
    session: Session,
    touched: Sequence[int],
    differing: Mapping[int, Mapping[str, int]],
    operator: str | None = None,
) -> Action:
    """Record that the touched boxes were counted and agree with the book, but for those that differ: as counted.

    GuideError while a game goes on or its adjustments are not confirmed, for then the boxes do not hold what belongs in
    them; or where there was nothing to count.
    """
    if session.game and session.game.running:
        raise GuideError(refusals.game_still_running(session.game.number))
    if session.game and session.due is Due.ADJUST:
        raise GuideError(book_wording.list_before_stocktake(session.game.number))
    if not touched and not differing:
        raise GuideError(book_wording.nothing_touched())
    recounts = [draft for number, counted in differing.items() for draft in session.recount(number, counted)]
    return (*recounts, Draft(kind=Kind.STOCKTAKE, operator=checked_name(operator)))
