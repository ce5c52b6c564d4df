"""Acts done one by one in memory, to be written at once: many games, all or nothing."""

from collections.abc import Callable

from menace_kit.guide import taking_back
from menace_kit.guide.session import Session
from menace_kit.logbook import GameRecord
from menace_kit.logbook.entries import Action, Entry, Kind, adjustments_in
from menace_kit.machine.learning import adjust


class Rehearsal:
    """Starts from a session; `actions` are to be written, `session` is as it would be then.

    A game that is running at the start is left alone: its steps and undos belong to the desk.
    """

    def __init__(self, session: Session) -> None:
        self._contents = {number: dict(counts) for number, counts in session.contents.items()}
        self._last = session.game.entries[-1].number if session.game else 0
        self.session = Session(session.kit, self._contents, session.game)
        self.actions: list[Action] = []

    def act(self, choose: Callable[[Session], Action]) -> Action:
        """Do what `choose` makes of the session, and return it; GuideError if it isn't due."""
        action = choose(self.session)
        self.actions.append(action)
        adjust(self._contents, adjustments_in(action))
        game, first = self.session.game, self._last + 1
        for draft in action:
            self._last += 1
            if draft.game is not None:
                entry = Entry.of(draft, self._last, first, "")
                game = GameRecord(
                    (entry,) if draft.kind is Kind.START or game is None else (*game.entries, entry)
                )
        self.session = Session(self.session.kit, self._contents, game)
        return action

    def take_back(self, game: GameRecord) -> GameRecord:
        """Undo a whole game, and return what is left of it; GuideError if that is impossible.

        Games are undone newest first.
        """
        return self._undo(game, taking_back.take_back(self.session, game))

    def unhalve(self, game: GameRecord) -> GameRecord:
        """Undo the halving that is a game's last act, and return what is left of the game."""
        return self._undo(game, taking_back.unhalve(self.session, game))

    def _undo(self, game: GameRecord, action: Action) -> GameRecord:
        """Continue past an undo in a game, and return what is left of the game."""
        self.actions.append(action)
        first = self._last + 1
        self._last += len(action)
        undos = [Entry.of(draft, number, first, "") for number, draft in enumerate(action, first)]
        left = GameRecord.of((*game.entries, *undos))
        undone = [entry for entry in game.entries if entry not in left.entries]
        adjust(self._contents, adjustments_in(undone), -1)
        last = self.session.game
        if last is None or last.number == left.number:
            last = left
        self.session = Session(self.session.kit, self._contents, last)
        return left

    def back_to(self, count: int, session: Session) -> None:
        """Drop all actions after the first `count`, none of which may be an undo.

        `session` is as it was then.
        """
        while len(self.actions) > count:
            adjust(self._contents, adjustments_in(self.actions.pop()), -1)
        self.session = Session(session.kit, self._contents, session.game)
