"""What all parts of a guided game share: the desk, the view and common steps."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from menace_kit.cli.operator.guided.keys import DOWN
from menace_kit.cli.operator.guided.view import Asking, View
from menace_kit.errors import MenaceKitError
from menace_kit.guide import wording
from menace_kit.guide.desk import Desk
from menace_kit.guide.session import Session
from menace_kit.logbook import Action
from menace_kit.machine import Box
from menace_kit.text.phrases import Capital, Text, paragraph, say
from menace_kit.text.typed_colours import colours_meant, which_colour

if TYPE_CHECKING:  # needs numpy and numba, which may not be installed
    from menace_kit.lab.advice import Advice

Choice = Callable[[Session], Action]

STANDING = (Asking.HELP, Asking.COUNTED_BOX, Asking.COUNT)
"""Questions that stay open whatever others do meanwhile."""


class Playing:
    """The desk and the view that the keys of a guided game act on."""

    def __init__(
        self, desk: Desk, view: View, coach: "Callable[[Session], Advice | None] | None" = None
    ) -> None:
        """Resume at the logbook's current state; `coach` recommends a reply when one is due."""
        self.desk, self.view = desk, view
        self._coach = coach
        self.asks_anew = True
        game = desk.session.game
        if view.operator is None and game is not None:
            self.show(operator=game.start.operator)
        self.look_at_ticks()
        self.look_at_beads()
        self.be_advised()

    @property
    def session(self) -> Session:
        return self.desk.session

    def show(self, **changes: Any) -> None:
        """Change these fields of the view."""
        self.view = replace(self.view, **changes)

    def shown(self, lines: Iterable[int]) -> None:
        """Note that these lines of the tick-list, counted from 0, were on the screen."""
        if self.view.seen.union(lines) != self.view.seen:
            self.show(seen=self.view.seen.union(lines))

    def scroll(self, key: str, lines: int, begin: int = 0) -> None:
        """Go to the next or previous of so many lines; without one, from `begin`."""
        at = begin if self.view.at is None else self.view.at
        self.show(at=min(max(at + (1 if key == DOWN else -1), 0), lines - 1))

    def typed_too_early(self, signs: int) -> None:
        """Note how many characters came before their question was shown; ignore them."""
        self.asks_anew = False
        if signs:
            self.message(paragraph([self.view.message, say("play.too-early", n=signs)]))

    def act(self, choose: Choice) -> None:
        self.desk.act(choose)
        self.new_step()

    def new_step(self, message: Text = "") -> None:
        self.show(
            message=message,
            question="",
            asking=Asking.NOTHING,
            typed="",
            colour="",
            result=None,
            at=None,
            seen=frozenset(),
            deeds=(),
            full_box=None,
            counted_box=None,
            counted={},
        )
        self.look_at_ticks()

    def ask(self, asking: Asking, question: Text) -> None:
        self.show(asking=asking, question=question)

    def message(self, message: Text) -> None:
        self.show(message=message)

    def tell(self, said: Text, deeds: Sequence[Text]) -> None:
        """Show what was done, and which beads to move; several deeds become a list."""
        if len(deeds) > 1:
            self.message(said)
            self.ask_for_deeds(deeds)
        else:
            self.message(paragraph([said, *deeds]))

    def ask_for_deeds(self, deeds: Sequence[Text]) -> None:
        if deeds:
            self.ask(Asking.DEEDS, say("play.deeds"))
            self.show(deeds=tuple(deeds))

    def moved(self) -> list[Text]:
        """Return which beads to move by hand because of the last act."""
        return wording.moved(self.session.kit, self.desk.by_hand)

    def look_at_beads(self) -> None:
        """Ask for the bead moves of the last act, anybody's: it may not have been done yet."""
        if self.desk.last_done in wording.HEADS:
            self.ask_for_deeds(self.moved())

    def look_at_ticks(self) -> None:
        """Reload the ticks, which a phone or an earlier program may have set."""
        self.show(ticked=frozenset(line - 1 for line in self.desk.ticked))

    def follow(self) -> bool:
        """Load what other programs have written; return whether there was anything.

        A question about the last step is dropped; counting a box goes on.
        """
        entry, ticked = self.desk.last_entry, self.view.ticked
        try:
            self.desk.refresh()
            self.look_at_ticks()
        except MenaceKitError:
            return False  # the next key reports the error
        moved = self.desk.last_entry != entry
        if not moved and self.view.ticked == ticked:
            return False
        if moved and self.view.asking not in STANDING:
            self.new_step()
            self.look_at_beads()
        elif self.view.asking is Asking.CONFIRM:
            self.new_step()
        self.be_advised()
        self.asks_anew = True
        return True

    def be_advised(self) -> None:
        """Ask the coach, if there is one, for advice on the reply that is due."""
        advised = self._coach(self.session) if self._coach else None
        kit, position = self.session.kit, self.session.position
        self.show(
            advice=wording.advice(kit, position, *advised.facts) if advised else "",
            advised=wording.marked(kit, advised.move) if advised else (),
        )

    @property
    def farewell(self) -> Text:
        """Return the message for an operator who quits.

        If a list of deeds is open, it has the beads to move.
        """
        told = wording.farewell(self.session)
        return (
            say("keys.farewell-beads", n=len(self.view.deeds), farewell=told)
            if self.view.deeds
            else told
        )

    def colours(self, key: str, box: Box | None) -> tuple[str, list[str]]:
        """Return the text typed so far with this key, and the colours it can mean.

        If no colour's name starts with that, return the key alone.
        """
        kit = self.session.kit
        for typed in (self.view.typed + key, key) if box is not None and len(key) == 1 else ():
            if meant := colours_meant(kit, typed, box.moves if box else ()):
                return typed, meant
        return "", []

    def half_a_colour(self, typed: str, meant: Sequence[str]) -> None:
        """Wait for another letter of a colour's name."""
        self.show(typed=typed)
        self.message(Capital(which_colour(self.session.kit, typed.upper(), meant)))

    def wrong(self) -> None:
        self.message(say("play.not-key"))
