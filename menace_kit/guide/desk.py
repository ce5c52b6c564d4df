"""The operator's desk: the session of a journal as it is now, and acts that are written before they are answered."""

from collections.abc import Callable, Sequence

from menace_kit.errors import GuideError, JournalMovedOnError
from menace_kit.guide.refusals import no_line
from menace_kit.guide.session import Due, Session
from menace_kit.guide.wording import no_adjustments_due
from menace_kit.journal.entries import Action, Entry
from menace_kit.journal.store import Journal


class Desk:
    """Joins a journal and its session: what every face of the guide works with."""

    def __init__(self, journal: Journal) -> None:
        """Read where the journal stands."""
        self.journal = journal
        self.session = self._read()

    @property
    def last_entry(self) -> int:
        """Return the number of the entry that the session was read behind; what is done next is done on it."""
        return self._last

    def refresh(self) -> None:
        """Read again where the journal stands, for somebody else may have written."""
        self.session = self._read()

    def act(self, choose: Callable[[Session], Action], key: str | None = None) -> list[Entry]:
        """Do what `choose` makes of the session, on the disk before this returns, and return what was written.

        `key` is what whoever asked for it will carry again, should the answer be lost.
        GuideError where it is not due; JournalMovedOnError where another program has written in between, and the
        session is then as that left it.
        """
        return self.act_all([choose(self.session)], key)

    def act_all(self, actions: Sequence[Action], key: str | None = None) -> list[Entry]:
        """Write actions that follow from the session as it is, all or none, and return their entries."""
        try:
            written = self.journal.append(actions, self._last, key)
        except JournalMovedOnError:
            self.refresh()
            raise
        self.refresh()
        return written

    @property
    def ticked(self) -> frozenset[int]:
        """Return the lines, from 1, of the tick-list that are ticked now, by whichever program."""
        return self.journal.ticks(self._end) if self._end else frozenset()

    def tick(self, line: int, done: bool = True) -> None:
        """Tick a line of the tick-list that is open, or take its tick away; on the disk before this returns.

        A tick is for whoever puts the beads right, and no entry: what counts is that the whole list is confirmed.
        GuideError where there is no such line; JournalMovedOnError as for an act.
        """
        if self.session.due is not Due.ADJUST or self.session.game is None or not self._end:
            raise GuideError(no_adjustments_due(self.session.due))
        lines = len(self.session.game.adjustments)
        if not 1 <= line <= lines:
            raise GuideError(no_line(line, lines))
        try:
            self.journal.tick(self._end, line, done, self._last)
        except JournalMovedOnError:
            self.refresh()
            raise

    @property
    def _end(self) -> int:
        """Return the entry that brought the tick-list that is open, 0 where none is."""
        game = self.session.game
        return game.end.number if game and game.end and self.session.due is Due.ADJUST else 0

    def _read(self) -> Session:
        with self.journal.one_moment():
            self._last = self.journal.last_entry
            return Session(self.journal.kit, self.journal.contents(), self.journal.latest_game())
