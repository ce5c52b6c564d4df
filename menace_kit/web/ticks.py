"""Which lines of a tick-list are done, until it is confirmed: kept in memory, for every phone the same."""

from menace_kit.errors import GuideError
from menace_kit.guide.session import Due, Session
from menace_kit.guide.wording import no_adjustments_due


class Ticks:
    """The ticks of the list that is open; a list that comes of another end of a game begins without any.

    They are no facts for the journal: what counts there is that the whole list was confirmed.
    """

    def __init__(self) -> None:
        """Begin without any."""
        self.version = 0
        self._end: int | None = None
        self._lines: frozenset[int] = frozenset()

    def of(self, session: Session) -> frozenset[int]:
        """Return the lines, from 1, of a session's list that are ticked."""
        return self._lines if self._end is not None and self._end == _end(session) else frozenset()

    def set(self, session: Session, line: int, done: bool) -> None:
        """Tick a line, or take its tick away; GuideError where there is no such line."""
        if session.due is not Due.ADJUST or session.game is None:
            raise GuideError(no_adjustments_due(session.due))
        lines = len(session.game.adjustments)
        if not 1 <= line <= lines:
            raise GuideError(f"there is no line {line}; the list has {lines}")
        before = self.of(session)
        self._lines = before | {line} if done else before - {line}
        self._end = _end(session)
        self.version += self._lines != before


def _end(session: Session) -> int | None:
    return session.game.end.number if session.game and session.game.end else None
