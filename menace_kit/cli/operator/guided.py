"""The guided game: what each key does. It knows the desk and no screen."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from itertools import product

from menace_kit.errors import GuideError, JournalMovedOnError, MenaceKitError
from menace_kit.games import Move, Side, move_text
from menace_kit.guide import wording
from menace_kit.guide.desk import Desk
from menace_kit.guide.session import NAME_LENGTH, Due, Session
from menace_kit.journal.entries import Action, Kind
from menace_kit.text import Phrase, kinds
from menace_kit.text.messages import Called, Capitals, capital, paragraph, say

# The letters and digits belong to the beads and the squares, so every command has a key that no palette can have.

BACKSPACE, ENTER, SPACE, TAB = "backspace", "enter", " ", "tab"
DELETE, HELP, QUIT, LOOK_AGAIN, UNDO = "delete", "help", "quit", "look-again", "undo"
NO_KEY = "no-key"

FOOT = {
    Due.START: "Enter begin   Backspace undo   ? help   Ctrl-Q quit",
    Due.BEAD: "- empty   / other way   Backspace undo   ! break off   ? help   Ctrl-Q quit",
    Due.REPLY: "Backspace undo   ! break off   ? help   Ctrl-Q quit",
    Due.ADJUST: "Space tick   Enter all done   Backspace undo   ? help   Ctrl-Q quit",
}
"""The foot line for each thing that can be due."""

HELP_LINES = (
    ("a letter", "the bead that was drawn; the answer is its move"),
    (
        "1 to 9",
        "the opponent's square, as one reads; of an arrow both, as 7 4; of matches the leftmost taken",
    ),
    ("-", "the box is empty: the rule of the kit is applied"),
    ("/", "the box was held in another right way: letter, then move"),
    ("Backspace", "take back the last step, as often as you like"),
    ("! or Delete", "break the game off; it asks first"),
    ("Space, or 1 to 9", "in the list after a game: tick the next line, or that line"),
    ("Enter", "begin the game; or all lines of the list are done"),
    ("Tab", "before a game, in a kit for both sides: who moves first, or both machines"),
    ("Ctrl-L", "look again, where another program may have written"),
    ("Ctrl-Q, Ctrl-C", "quit; nothing is lost, operator play goes on from here"),
)


Choice = Callable[[Session], Action]


class Asking(Enum):
    """What the next key answers, where it is not simply the next step."""

    NOTHING = auto()
    HELP = auto()
    ABANDON = auto()
    CONFIRM = auto()
    OTHER_BEAD = auto()
    OTHER_SQUARE = auto()


@dataclass(frozen=True)
class View:
    """What the screen shows beside the session.

    `operator`, `opponent`, `machine_first` and `both` (players are machines) are for the next game. `message` answers
    the last key. `typed` are the signs of a move so far, `ticked` the lines of the tick-list that are done, `colour`
    the bead that was drawn from a box held in another right way.
    """

    operator: str | None = None
    opponent: str = ""
    machine_first: bool | None = None
    both: bool = False
    message: str = ""
    asking: Asking = Asking.NOTHING
    typed: str = ""
    ticked: frozenset[int] = frozenset()
    colour: str = ""


class GuidedGame:
    """The desk and the view: `press` is one key."""

    def __init__(self, desk: Desk, view: View) -> None:
        """Go on where the journal stands."""
        self.desk, self.view = desk, view
        game = desk.session.game
        if view.operator is None and game is not None and desk.session.due is not Due.START:
            self.view = replace(view, operator=game.start.operator)
        self._look_at_ticks()

    @property
    def session(self) -> Session:
        """Return the session as it is now."""
        return self.desk.session

    def press(self, key: str) -> None:
        """Do what a key means here; a mistake changes nothing, and the message says why."""
        before = self.view
        self.view = replace(before, message="", asking=Asking.NOTHING)
        try:
            if before.asking is Asking.NOTHING:
                self._step(key)
            elif before.asking is not Asking.HELP:
                self._answer(before, key)
        except JournalMovedOnError:
            self._new_step(say("keys.moved-on"))
        except MenaceKitError as error:
            self._say(capital(str(error)))

    def _step(self, key: str) -> None:
        due = self.session.due
        if key == LOOK_AGAIN:
            self.desk.refresh()
            self._new_step()
        elif key == HELP or (key == "?" and not (due is Due.START and self.view.opponent)):
            self.view = replace(self.view, asking=Asking.HELP)
        elif due is Due.START:
            self._before_a_game(key)
        elif due is Due.ADJUST:
            self._in_the_list(key)
        elif key in (BACKSPACE, UNDO):
            self._take_back(key)
        elif key in ("!", DELETE):
            self._ask(Asking.ABANDON, say("keys.abandon", number=self._number))
        elif due is Due.BEAD:
            self._bead(key)
        else:
            self._reply(key)

    # Before a game

    def _before_a_game(self, key: str) -> None:
        view, name = self.view, self.view.opponent
        if key == ENTER:
            if view.both:
                self._act(lambda session: session.start(view.operator, both=True))
                return
            self._act(lambda session: session.start(view.operator, name.strip() or None, view.machine_first))
            self.view = replace(self.view, opponent="")
        elif key == TAB:
            self._change_sides()
        elif key == UNDO or (key == BACKSPACE and not name):
            self._take_back(key)
        elif key == BACKSPACE:
            self.view = replace(self.view, opponent=name[:-1])
        elif len(key) == 1 and len(name) < NAME_LENGTH and not view.both:
            self.view = replace(self.view, opponent=(name + key).lstrip())
        else:
            self._wrong(key)

    def _change_sides(self) -> None:
        side = self.session.next_side(self.view.machine_first)
        if self.session.kit.spec.side != "both":
            raise GuideError(say(f"refused.always-{side.value}"))
        view = self.view
        if view.both:
            self.view = replace(view, both=False, machine_first=True)
        elif side is Side.FIRST:
            self.view = replace(view, machine_first=False)
        else:
            self.view = replace(view, both=True, machine_first=None)

    # In a game

    def _bead(self, key: str) -> None:
        if key == "-":
            self._act(lambda session: session.empty())
        elif key == "/":
            several = len({tuple(reading.moves.values()) for reading in self.session.readings}) > 1
            if several:
                self._ask(Asking.OTHER_BEAD, say("keys.which-bead", letters=wording.letters(self.session)))
            else:
                self._say(say("keys.one-way-only"))
        elif colour := self._colour(key):
            self._act(lambda session: session.draw(colour))
        else:
            self._wrong(key)

    def _reply(self, key: str) -> None:
        before, legal = self.view.typed, self.session.kit.game.legal_moves(self.session.position)
        if before and key in (SPACE, "-"):  # 7-4 may be typed as it is written
            self._half_typed(before)
            return
        typed = before + key
        if any(_signs(move).startswith(typed) and _signs(move) != typed for move in legal):
            self._half_typed(typed)
            return
        self.view = replace(self.view, typed="")
        found = next((move for move in (*legal, *self._every_move(legal)) if _signs(move) == typed), None)
        if found:
            self._act(lambda session: session.reply(found))
        else:
            self._wrong(key)

    def _every_move(self, legal: Sequence[Move]) -> Iterator[Move]:
        """Yield what could be typed for a move, legal or not: so many squares, and one alone."""
        squares = range(self.session.kit.game.rows * self.session.kit.game.columns)
        for length in {1, *map(len, legal)}:
            yield from product(squares, repeat=length)

    def _answer(self, before: View, key: str) -> None:
        """Take a key as the answer to what was asked; what is no answer leaves all as it is."""
        asking, colour = before.asking, self._colour(key)
        typed = before.typed if key == "-" and before.typed else before.typed + key
        meant = self._meant(before.colour)
        move = next((move for move in meant if _signs(move) == typed), None)
        half = asking is Asking.OTHER_SQUARE and any(_signs(move).startswith(typed) for move in meant)
        self.view = replace(self.view, typed="")
        if asking is Asking.ABANDON and key == ENTER:
            self._act(lambda session: session.abandon())
        elif asking is Asking.CONFIRM and key == ENTER:
            self._act(lambda session: session.confirm())
        elif asking is Asking.OTHER_BEAD and colour:
            self._other_bead(colour)
        elif asking is Asking.OTHER_SQUARE and move:
            self._act(lambda session: session.draw(before.colour, move))
        elif half:
            self.view = before
            self._half_typed(typed)
        else:
            self._say(say("keys.never-mind"))

    def _other_bead(self, colour: str) -> None:
        meant = [move_text(move) for move in self._meant(colour)]
        if not meant:
            self._act(lambda session: session.draw(colour))  # refused, with the reason
        told = {"colour": Capitals(Called(colour)), "squares": " ".join(meant)}
        self._ask(Asking.OTHER_SQUARE, say("keys.which-square", *kinds(self.session.kit), **told))
        self.view = replace(self.view, colour=colour)

    def _meant(self, colour: str) -> list[Move]:
        moves = [reading.moves[colour] for reading in self.session.readings if colour in reading.moves]
        return list(dict.fromkeys(moves))

    def _colour(self, key: str) -> str | None:
        colours = self.session.kit.colours
        return next((colour.name for colour in colours if colour.key.casefold() == key.casefold()), None)

    # In the tick-list

    def _in_the_list(self, key: str) -> None:
        self._look_at_ticks()
        lines = range(len(self.session.game.adjustments if self.session.game else ()))
        open_lines = [line for line in lines if line not in self.view.ticked]
        if key == SPACE and open_lines:
            self._tick(open_lines[0], True)
        elif key.isdecimal() and int(key) - 1 in lines:
            self._tick(int(key) - 1, int(key) - 1 in open_lines)
        elif key == ENTER and not open_lines:
            self._act(lambda session: session.confirm())
        elif key == ENTER:
            self._ask(Asking.CONFIRM, say("keys.not-all-ticked", n=len(open_lines)))
        elif key == BACKSPACE and self.view.ticked:
            self._tick(max(self.view.ticked), False)
        elif key in (BACKSPACE, UNDO):
            self._take_back(key)
        else:
            self._wrong(key)

    def _tick(self, line: int, done: bool) -> None:
        self.desk.tick(line + 1, done)
        self._look_at_ticks()

    def _look_at_ticks(self) -> None:
        """Take over the ticks as they are now: a phone may have set some, or a program before this one."""
        self.view = replace(self.view, ticked=frozenset(line - 1 for line in self.desk.ticked))

    # What all steps share

    @property
    def _number(self) -> int:
        return self.session.game.number if self.session.game else 0

    def _act(self, choose: Choice) -> None:
        self.desk.act(choose)
        self._new_step()

    def _take_back(self, key: str) -> None:
        if self.view.typed and key == BACKSPACE:
            self.view = replace(self.view, typed="")
            return
        before, undone = self.session.game, wording.last_action(self.session.game)
        if self.session.game and self.session.game.running and undone[0].kind is Kind.START:
            self._ask(Asking.ABANDON, say("keys.abandon", number=self._number))
            return
        self._act(lambda session: session.undo())
        if before and before.outcome_only:
            deeds = wording.beads_taken_back(self.session.kit, before, self.session.game)
            self._say(paragraph([f"Game {before.number} is taken back.", *deeds]))
        else:
            self._say(wording.taken_back(self.session.kit, undone))

    def _new_step(self, message: Phrase | str = "") -> None:
        self.view = replace(self.view, message=str(message), asking=Asking.NOTHING, typed="", colour="")
        self._look_at_ticks()

    def _ask(self, asking: Asking, question: Phrase | str) -> None:
        self.view = replace(self.view, asking=asking, message=str(question))

    def _say(self, message: Phrase | str) -> None:
        self.view = replace(self.view, message=str(message))

    def _half_typed(self, typed: str) -> None:
        """Wait for another square of the move."""
        self.view = replace(self.view, typed=typed)
        self._say(say("keys.to-which-square", square=typed))

    def _wrong(self, key: str) -> None:
        name = key if len(key) == 1 and key != " " else "that key"
        self._say(f"Not {name}: {wording.expected(self.session, self.view.both)}.")


def _signs(move: Move) -> str:
    """Return the keys that a move is typed with: its squares, one after the other."""
    return "".join(str(square + 1) for square in move)
