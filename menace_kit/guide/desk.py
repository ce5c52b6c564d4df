"""The operator's desk: the session of a logbook, and acts that are written before it answers.

What an act means for the real beads is a list: how many, of which box, from where and to where.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from menace_kit.errors import BeadRefusedError, GuideError, LogbookError, LogbookMovedOnError
from menace_kit.guide.refusals import counted_since, no_adjustments_due
from menace_kit.guide.session import Session
from menace_kit.guide.situation import Due
from menace_kit.logbook import Logbook
from menace_kit.logbook.entries import (
    COUNTS,
    UNSURE,
    Action,
    Draft,
    Entry,
    Kind,
    drawn_beads,
    is_taken_square,
)
from menace_kit.logbook.loose_beads import BeadMove, LooseBeads
from menace_kit.logbook.ticks import tick, ticks
from menace_kit.machine.learning import Adjustment, DrawnBead, Why
from menace_kit.text.phrases import say

if TYPE_CHECKING:
    from menace_kit.guide.lights import Lights


Found = TypeVar("Found")


class Desk:
    """Joins a logbook and its session; every interface of the guide works with it."""

    def __init__(self, logbook: Logbook) -> None:
        self.logbook = logbook
        self._asked: tuple[int, Sequence[Action]] = 0, ()
        self._read: tuple[int, int] | None = None
        self._refused: Draft | None = None
        self.refresh()

    def refresh(self) -> None:
        """Read the end of the logbook, in case others have written.

        The session was read after `last_entry`, and the next act builds on it.
        """
        with self.logbook.one_moment():
            self.last_entry = self.logbook.last_entry
            read = self.last_entry, self.logbook.mark(self.last_entry)
            if read != self._read:
                self.session = Session(
                    self.logbook.kit,
                    self.logbook.contents(),
                    self.logbook.latest_game(),
                    self.logbook.to_count,
                    self._aside(),
                )
                self._read = read

    def _aside(self) -> tuple[Entry, ...]:
        """Return the last act if it is neither a step nor a game."""
        from menace_kit.logbook.queries import action_with

        last = self.logbook.entry(self.last_entry)
        if last is None or last.kind not in (*COUNTS, Kind.LOST):
            return ()
        return tuple(action_with(self.logbook, last.number))

    def act(self, choose: Callable[[Session], Action]) -> list[Entry]:
        """Write what `choose` makes of the session, and return the entries, which are on the disk.

        Raises GuideError if the act isn't due, and LogbookMovedOnError if another program has
        written in between; the session is then read again.
        """
        return self.act_all([self._choose(choose)])

    def act_once(self, choose: Callable[[Session], Sequence[Action]], after: int, key: str) -> bool:
        """Write an act that may arrive twice, of somebody who knew entry `after`; all or none.

        `key` identifies the act. Returns False if it is in the logbook already. Raises GuideError
        if it isn't due, and LogbookMovedOnError if anything else was recorded after `after`.
        """
        if self._is_current(after):
            with suppress(LogbookMovedOnError):  # another program wrote just now
                self.act_all(self._choose(choose), key)
                return True
        if self.logbook.holds(key):
            return False
        raise LogbookMovedOnError(say("recorded.moved-on"))

    def _choose(self, choose: Callable[[Session], Found]) -> Found:
        """Return what is made of the session.

        A draw that it refuses becomes an entry, unless the next act corrects it with another draw
        from the same box.
        """
        try:
            return choose(self.session)
        except BeadRefusedError as error:
            draft = Draft(kind=Kind.REFUSED, box=error.box, colour=error.colour)
            again, self._refused = self._refused == draft, draft
            if again:  # so it was no slip
                with suppress(LogbookMovedOnError):
                    self._write_refused()
            raise

    def _is_current(self, entry: int) -> bool:
        """Return whether nothing but refused draws was recorded after an entry."""
        behind = self.logbook.entries(entry, self.last_entry)
        return entry <= self.last_entry and all(each.kind is Kind.REFUSED for each in behind)

    def _write_refused(self, why: str | None = None) -> None:
        """Write the last refused draw, if it hasn't been written or corrected."""
        draft, self._refused = self._refused, None
        if draft is not None:
            self.logbook.append([(replace(draft, why=why),)], self.last_entry)
            self.last_entry = self.logbook.last_entry

    def act_all(self, actions: Sequence[Action], key: str | None = None) -> list[Entry]:
        """Write actions for the present session, all or none, and return their entries."""
        if self._refused and any(_draws_from(self._refused.box, action) for action in actions[:1]):
            self._refused = None
        try:
            self._write_refused()
            self._asked = self.last_entry, tuple(actions)
            written = self.logbook.append(actions, self.last_entry, key)
        except LogbookMovedOnError:
            self.refresh()
            raise
        self.refresh()
        self.shine()
        return written

    @cached_property
    def lights(self) -> "Lights | None":
        """Return the lights of the cabinet, or None if it has none."""
        cabinet = self.logbook.kit.spec.cabinet
        if cabinet is None or cabinet.lights is None:
            return None
        from menace_kit.guide.lights import Lights
        from menace_kit.guide.wled import Wled

        return Lights(Wled(self.logbook.kit, cabinet.lights))

    def shine(self) -> None:
        """Show what is due now with the cabinet's lights, if any; returns at once."""
        if self.lights is not None:
            from menace_kit.guide.lights import due_lights

            self.lights.show(due_lights(self.session, self.ticked))

    def leave(self, dark: bool = False) -> None:
        """Send what the lights should show before the program ends.

        With `dark`, turn them off.
        """
        with suppress(LogbookError):  # a device that is leaving needn't hear of it
            self._write_refused(UNSURE)
        if self.lights is not None:
            self.lights.leave(dark)

    def was_recorded(self) -> bool:
        """Return whether the last request is in the logbook, which is opened again for this.

        For programs that were interrupted.
        """
        after, actions = self._asked
        drafts = [draft for action in actions for draft in action]
        if not self.logbook.begun:
            return False
        with Logbook(self.logbook.path, self.logbook.kit, make=False) as logbook:
            found = list(logbook.entries(after, after + len(drafts)))
        return (
            bool(drafts)
            and len(found) == len(drafts)
            and all(
                Entry.of(draft, entry.number, entry.action, entry.at) == entry
                for draft, entry in zip(drafts, found, strict=True)
            )
        )

    @property
    def ticked(self) -> frozenset[int]:
        """Return the lines (from 1) of the update list that are ticked now, by any program."""
        return ticks(self.logbook, self._end) if self._end else frozenset()

    def tick(self, line: int, done: bool = True) -> None:
        """Tick or untick a line of the open update list; it is on the disk when this returns.

        Ticks help to update the boxes but aren't entries: only confirming the whole list counts.
        Raises GuideError if there is no such line, or if a count has since found too few beads to
        untick it, and LogbookMovedOnError as for an act.
        """
        change = self.line(line)
        before = change.why is not Why.WATCHED
        if not done and self.session.contents[change.box][change.colour] < change.change + before:
            box = self.session.kit.box(change.box)
            raise GuideError(counted_since(box, change.colour))
        try:
            tick(self.logbook, self._end, line, done, self.last_entry)
        except LogbookMovedOnError:
            self.refresh()
            raise
        self.shine()

    def tick_once(self, line: int, done: bool, after: int) -> bool:
        """Tick as `tick` does, for somebody who knew entry `after`; False if nothing changes."""
        before = self.ticked
        if self._is_current(after):
            with suppress(LogbookMovedOnError):
                self.tick(line, done)
                return self.ticked != before
        raise LogbookMovedOnError(say("recorded.moved-on"))

    def line(self, line: int) -> Adjustment:
        """Return a line (from 1) of the open update list; raises GuideError if there is none."""
        lines = self.session.to_do
        if not self._end:
            raise GuideError(no_adjustments_due(self.session))
        if not 1 <= line <= len(lines):
            raise GuideError(say("refused.no-line", line=line, n=len(lines)))
        return lines[line - 1]

    @property
    def by_hand(self) -> tuple[BeadMove, ...]:
        """Return what the logbook's last act, by anybody, means for the real beads."""
        with self.logbook.one_moment():
            return by_hand(self.logbook)

    @property
    def last_done(self) -> Kind | None:
        """Return the kind of the logbook's last act, by anybody; None before the first.

        Undoing an import is one act, and an undo whatever else it writes.
        """
        from menace_kit.logbook import imported

        done = [entry.kind for entry in imported.last_act(self.logbook)]
        return Kind.UNDO if Kind.UNDO in done else next(iter(done), None)

    @property
    def _end(self) -> int:
        """Return the entry that brought the open update list, or 0."""
        game = self.session.game
        return game.end.number if game and game.end and self.session.due is Due.ADJUST else 0


def _draws_from(box: int | None, action: Action) -> bool:
    first = action[0]
    return first.box == box and (first.kind is Kind.BEAD or is_taken_square(first))


def by_hand(logbook: Logbook, behind: int | None = None) -> tuple[BeadMove, ...]:
    """Return which beads to move by hand for everything done after entry `behind`.

    None means the last act. The operator has already put a drawn bead in front of its box, and has
    made confirmed updates. A list that was left counts as done, so its unticked lines are to be
    done now. A count moves nothing: it says where the beads are.
    """
    from menace_kit.logbook import box_changes, imported, queries

    if behind is None:
        act = imported.last_act(logbook)
        behind = act[0].number - 1 if act else 0
    done = list(logbook.entries(behind))
    if all(entry.kind in (*COUNTS, Kind.CONFIRM) for entry in done):
        return ()
    before, after = queries.latest_game_behind(logbook, behind), logbook.latest_game()
    ticked = ticks(logbook, before.end.number) if before and before.end else ()
    loose = LooseBeads.of(before, ticked)
    changed: Counter[DrawnBead] = Counter()
    if not any(entry.kind is Kind.CONFIRM for entry in done):
        loose.before.update(drawn_beads(done))
        loose.inside.subtract(drawn_beads(done))
        for box, colour, change in box_changes.adjusted_since(logbook, behind):
            changed[DrawnBead(box, colour)] += change
    now = ticks(logbook, after.end.number) if after and after.end else ()
    return loose.moves_to(LooseBeads.of(after, now), changed)
