"""Acts one after the other in memory, to be written in one go: many games at once, all or nothing."""

from collections.abc import Callable

from menace_kit.guide.session import Session
from menace_kit.journal.entries import Action, Draft, Entry, Kind
from menace_kit.journal.game_record import GameRecord, adjustments_in
from menace_kit.machine.contents import adjust


class Rehearsal:
    """Begins where a session stands; `actions` is what is to be written, `session` where it would stand then.

    The game that goes on when it begins is left alone: its undo and its steps belong to the desk.
    """

    def __init__(self, session: Session) -> None:
        """Take a copy of the session's contents."""
        self._contents = {number: dict(counts) for number, counts in session.contents.items()}
        self.session = Session(session.kit, self._contents, session.game)
        self.actions: list[Action] = []

    def act(self, choose: Callable[[Session], Action]) -> Action:
        """Do what `choose` makes of the session, and return it; GuideError where it is not due."""
        action = choose(self.session)
        self.actions.append(action)
        adjust(self._contents, adjustments_in(action, Kind.RECOUNT))
        game = self.session.game
        for draft in action:
            if draft.game is not None:
                entry = _rehearsed(draft, len(self.actions))
                game = GameRecord(
                    (entry,) if draft.kind is Kind.START or game is None else (*game.entries, entry)
                )
        self.session = Session(self.session.kit, self._contents, game)
        return action

    def back_to(self, count: int, session: Session) -> None:
        """Forget all actions after the first `count`; `session` is where it stood then."""
        while len(self.actions) > count:
            adjust(self._contents, adjustments_in(self.actions.pop(), Kind.RECOUNT), -1)
        self.session = Session(session.kit, self._contents, session.game)


def _rehearsed(draft: Draft, action: int) -> Entry:
    facts = {name: getattr(draft, name) for name in Draft.__dataclass_fields__}
    return Entry(**facts, number=action, action=action, at="")
