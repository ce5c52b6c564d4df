"""The guided game: what each key does. It knows the desk and no screen."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from itertools import product
from typing import TYPE_CHECKING

from menace_kit.errors import GuideError, JournalMovedOnError, MenaceKitError
from menace_kit.games import Move, Side, move_text, square_count
from menace_kit.guide import wording
from menace_kit.guide.desk import Desk
from menace_kit.guide.session import NAME_LENGTH, Due, Session
from menace_kit.journal.entries import Action, Kind
from menace_kit.machine.boxes import Box
from menace_kit.machine.learning import Result, results
from menace_kit.machine.schema import FullBox, Teaches
from menace_kit.text import kinds
from menace_kit.text.kit_words import colours_meant, which_colour
from menace_kit.text.words import Called, Capital, Capitals, Text, paragraph, say

if TYPE_CHECKING:  # numpy and numba, which may not be installed
    from menace_kit.lab.coach import Advice

# The letters and digits belong to the beads and the squares, so every command has a key
# that no palette can have.

BACKSPACE, ENTER, SPACE, TAB = "backspace", "enter", " ", "tab"
DELETE, HELP, QUIT, LOOK_AGAIN, UNDO = "delete", "help", "quit", "look-again", "undo"
UP, DOWN = "up", "down"
COUNT, HALVE, LOG = "#", "%", "+"

NO_KEY = "no-key"

Choice = Callable[[Session], Action]


class Asking(Enum):
    """What the next key answers, where it is not simply the next step."""

    NOTHING = auto()
    HELP = auto()
    ABANDON = auto()
    CONFIRM = auto()
    OTHER_BEAD = auto()
    OTHER_SQUARE = auto()
    COUNTED_BOX = auto()
    COUNT = auto()
    OUTCOME = auto()
    FIRST_BEAD = auto()
    TAKE_BACK = auto()
    DEEDS = auto()
    HALVE = auto()


QUESTION_KEYS = {
    Asking.HELP: ("help-back",),
    Asking.ABANDON: ("key-break-off", "key-go-on"),
    Asking.CONFIRM: ("key-all-done", "key-to-the-list"),
    Asking.OTHER_BEAD: ("key-letter", "key-never-mind"),
    Asking.OTHER_SQUARE: ("key-square", "key-never-mind"),
    Asking.COUNTED_BOX: ("key-box", "key-delete-or-leave"),
    Asking.COUNT: ("key-count", "key-delete-or-leave"),
    Asking.OUTCOME: ("key-outcome", "key-never-mind"),
    Asking.FIRST_BEAD: ("key-first-bead", "key-never-mind"),
    Asking.TAKE_BACK: ("key-take-back", "key-never-mind"),
    Asking.DEEDS: ("key-all-done",),
    Asking.HALVE: (),
}
"""What the keys do where something is asked, for each question."""


@dataclass(frozen=True)
class View:
    """What the screen shows beside the session.

    `operator`, `opponent`, `machine_first` and `both` (players are machines) are for the next game;
    it teaches nothing in an `exhibition`, and is without lots in a `greedy` one. `message` answers
    the last key, `question` is what `asking` asks, `deeds` are what is to be done with beads first.
    `typed` are the signs of a move so far, `ticked` the lines of the tick-list that are done,
    `seen` those that were on the screen, `at` the line that is to be on it.
    `colour` is the bead that was drawn from a box held in another right way,
    `result` that of a game that is logged by its outcome; `counted` are the beads counted
    so far in the box `counted_box`; `full_box` is the one of which half is to be taken out.
    `advice` is what the coach says of the reply that is due, `advised` the squares of its move.
    """

    operator: str | None = None
    opponent: str = ""
    machine_first: bool | None = None
    both: bool = False
    exhibition: bool = False
    greedy: bool = False
    message: Text = ""
    question: Text = ""
    asking: Asking = Asking.NOTHING
    typed: str = ""
    ticked: frozenset[int] = frozenset()
    seen: frozenset[int] = frozenset()
    at: int | None = None
    colour: str = ""
    result: Result | None = None
    counted_box: int | None = None
    full_box: int | None = None
    counted: Mapping[str, int] = field(default_factory=dict)
    deeds: tuple[Text, ...] = ()
    advice: Text = ""
    advised: tuple[int, ...] = ()


def keys_now(session: Session, view: View) -> list[Text]:
    """Return the keys that do something now, with what they do, the most important first."""
    if view.asking is not Asking.NOTHING:
        return [say(f"play.{key}") for key in QUESTION_KEYS[view.asking]]
    due, naming = session.due, session.due is Due.START and bool(view.opponent)
    keys = []
    if due is Due.START:
        keys = _keys_before_a_game(session, view)
    elif due is Due.ADJUST:
        left = session.game is not None and len(session.game.tick_list) > len(view.ticked)
        keys = [
            *(["key-tick"] if left else []),
            "key-all-done",
            *(["key-untick"] if view.ticked else []),
        ]
    elif session.box is not None:
        keys = [] if any(session.in_box(session.box.number).values()) else ["key-empty"]
        keys += ["key-other-way"] if can_be_held_otherwise(session) else []
    if view.typed:
        keys.append("key-delete")
    elif not naming and not view.ticked and can_undo(session):
        keys.append("key-undo")
    if due in (Due.BEAD, Due.REPLY):
        keys.append("key-abandon")
    if not view.typed:
        keys += ["key-count-a-box"] if due is not Due.ADJUST else []
        keys += ["key-halve"] if full_boxes(session) else []
    return [say(f"play.{key}") for key in (*keys, *([] if naming else ["key-help"]), "key-quit")]


def can_be_held_otherwise(session: Session) -> bool:
    """Return whether there is another right way to hold the open box,
    by which its beads mean other moves.
    """
    return len({tuple(reading.moves.values()) for reading in session.readings}) > 1


def full_boxes(session: Session) -> tuple[int, ...]:
    """Return the boxes that can be halved now:
    before a game all that are too full, in a game the open one.
    """
    if session.due is Due.START:
        return session.too_full
    return tuple(box for box in session.too_full if session.box and session.box.number == box)


def _keys_before_a_game(session: Session, view: View) -> list[str]:
    keys = [] if wording.dead(session, view.machine_first, view.both) else ["key-begin"]
    keys += ["key-delete"] if view.opponent else []
    keys += ["key-sides"] if session.kit.spec.side == "both" else []
    return keys if view.both else [*keys, "key-log"]


def can_undo(session: Session) -> bool:
    """Return whether there is a step to take back, or a whole game whose beads are put right."""
    for act in (session.undo, session.take_back):
        with suppress(MenaceKitError):
            act()
            return True
    return False


class GuidedGame:
    """The desk and the view: `press` is one key.

    `asks_anew` says whether what the next key answers could not be known before the last one: it
    brought a list, a question, a refusal, or the next game. Beads and replies are expected in turn.
    """

    def __init__(
        self, desk: Desk, view: View, coach: "Callable[[Session], Advice | None] | None" = None
    ) -> None:
        """Go on where the journal stands; `coach` says which reply to make where one is due."""
        self.desk, self.view = desk, view
        self._coach = coach
        self.asks_anew = True
        game = desk.session.game
        if view.operator is None and game is not None:
            self.view = replace(view, operator=game.start.operator)
        self._look_at_ticks()
        self._look_at_beads()
        self._be_advised()

    @property
    def session(self) -> Session:
        """Return the session as it is now."""
        return self.desk.session

    def press(self, key: str) -> None:
        """Do what a key means here; a mistake changes nothing, and the message says why."""
        before, due = self.view, self.session.due
        self.view = replace(before, message="", question="", asking=Asking.NOTHING)
        try:
            if before.asking is Asking.NOTHING:
                self._step(key)
            else:
                answers = {
                    Asking.HELP: self._in_the_help,
                    Asking.DEEDS: self._do_deeds,
                    Asking.HALVE: self._halve,
                    Asking.COUNTED_BOX: self._count,
                    Asking.COUNT: self._count,
                    Asking.OUTCOME: self._log,
                    Asking.FIRST_BEAD: self._log,
                }
                answers.get(before.asking, self._answer)(before, key)
        except JournalMovedOnError:
            self._new_step(say("keys.moved-on"))
            self._look_at_beads()
        except MenaceKitError as error:
            self._say(Capital(error.args[0]))
        self._be_advised()
        now = self.session.due
        another = now is not due and (now in (Due.START, Due.ADJUST) or self._digits_are_beads)
        # The other half of a move is no answer.
        told = self.view.message if not self.view.typed else ""
        self.asks_anew = bool(another or told or self.view.question or self.view.deeds)

    def _be_advised(self) -> None:
        """Take over what the coach says of the reply that is due, if there is a coach."""
        advised = self._coach(self.session) if self._coach else None
        kit, position = self.session.kit, self.session.position
        self.view = replace(
            self.view,
            advice=wording.advice(kit, position, *advised.told) if advised else "",
            advised=wording.marked(kit, advised.move) if advised else (),
        )

    @property
    def _digits_are_beads(self) -> bool:
        """Return whether a digit may be a bead's letter as well as a square."""
        return any(colour.key.isdecimal() for colour in self.session.kit.colours)

    def typed_too_early(self, signs: int) -> None:
        """Take down that so many signs were typed before it was shown what they would
        answer, and nothing was done.
        """
        self.asks_anew = False
        if signs:
            self._say(paragraph([self.view.message, say("play.too-early", n=signs)]))

    def shown(self, lines: Iterable[int]) -> None:
        """Take down that these lines of the tick-list, from 0, were on the screen."""
        if self.view.seen.union(lines) != self.view.seen:
            self.view = replace(self.view, seen=self.view.seen.union(lines))

    def _step(self, key: str) -> None:
        due = self.session.due
        if key == LOOK_AGAIN:
            self.desk.refresh()
            self._new_step()
            self._look_at_beads()
        elif key == COUNT and due is not Due.ADJUST and not self.view.typed:
            self._ask_for_box()
        elif key == HALVE and full_boxes(self.session) and not self.view.typed:
            self._ask_for_half(full_boxes(self.session))
        elif key == LOG and due is Due.START and not self.view.both:
            self._ask(Asking.OUTCOME, say("play.who-won"))
        elif key == HELP or (key == "?" and not (due is Due.START and self.view.opponent)):
            self.view = replace(self.view, asking=Asking.HELP, at=None)
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

    def _in_the_help(self, before: View, key: str) -> None:
        """Move the help up and down; any other key leaves it."""
        if key in (UP, DOWN):
            at = max(0, (before.at or 0) + (1 if key == DOWN else -1))
            self.view = replace(before, at=at)
        else:
            self.view = replace(self.view, at=None)

    # A box is counted

    def _ask_for_box(self) -> None:
        box = self.session.box
        self._ask(
            Asking.COUNTED_BOX,
            say("play.which-box-due", box=box.name) if box else say("play.which-box"),
        )

    def _ask_for_count(self, box: Box, counted: Mapping[str, int]) -> None:
        """Ask for the next colour of a box; when all are counted, write the count down."""
        left = [name for name in box.moves if name not in counted]
        if left:
            book = self.session.in_box(box.number)[left[0]]
            colour = Capitals(Called(left[0]))
            self._ask(Asking.COUNT, say("play.how-many", box=box.name, colour=colour, book=book))
            self.view = replace(self.view, counted_box=box.number, counted=counted)
            return
        self.view = replace(self.view, counted_box=None, counted={})
        written = self.desk.act(lambda session: session.recount(box.number, counted))
        self._new_step(wording.count_recorded(self.session.kit, written))

    def _count(self, before: View, key: str) -> None:
        """Take a key of a number, or of what stands on a box."""
        kit, typed = self.session.kit, before.typed
        box = kit.box(before.counted_box) if before.counted_box is not None else None
        if key in (BACKSPACE, UNDO) and not typed:
            self.view = replace(self.view, counted_box=None, counted={})
            self._say(say("keys.never-mind"))
        elif key == BACKSPACE:
            self.view = replace(before, typed=typed[:-1], message="")
        elif key != ENTER:
            fits = key.isdecimal() if box else len(key) == 1
            self.view = replace(
                before,
                typed=typed + key if fits and len(typed) < NAME_LENGTH else typed,
                message="",
            )
        elif box is not None:
            colour = next(name for name in box.moves if name not in before.counted)
            number = int(typed) if typed else self.session.in_box(box.number)[colour]
            self.view = replace(self.view, typed="")
            self._ask_for_count(box, {**before.counted, colour: number})
        elif typed.strip() or self.session.box:
            self.view = replace(before, typed="")
            found = kit.box_named(typed) if typed.strip() else self.session.box
            if found:
                self._ask_for_count(found, {})
        else:
            self.view = before

    # A game is logged by its outcome alone

    def _log(self, before: View, key: str) -> None:
        outcomes = {"+": Result.WIN, "=": Result.TIE, "-": Result.LOSS}
        if before.asking is Asking.OUTCOME and key in outcomes:
            self._outcome(outcomes[key])
            return
        first = self.session.kit.first_boxes(self.session.next_side(self.view.machine_first))[0]
        typed, colours = self._colours(key, first)
        if (
            before.asking is Asking.FIRST_BEAD
            and before.result
            and (key == ENTER or len(colours) == 1)
        ):
            self._write_outcome(before.result, colours[0] if colours else None)
        elif before.asking is Asking.FIRST_BEAD and colours:
            self._ask(before.asking, before.question)
            self._half_a_colour(typed, colours)
        else:
            self._say(say("keys.never-mind"))

    def _outcome(self, result: Result) -> None:
        """Ask for the first bead, where it can be known which box it came from;
        else write the game down.
        """
        kit, session = self.session.kit, self.session
        firsts = kit.first_boxes(session.next_side(self.view.machine_first))
        if result not in results(kit.game):
            raise GuideError(say("refused.no-draws"))
        if len(firsts) != 1 or kit.spec.learning.teaches is Teaches.LAST_MOVE:
            self._write_outcome(result, None)
            return
        letters = " ".join(kit.colour(name).key for name in firsts[0].moves)
        self.view = replace(self.view, result=result)
        self._ask(Asking.FIRST_BEAD, say("play.first-bead", box=firsts[0].name, letters=letters))

    def _write_outcome(self, result: Result, colour: str | None) -> None:
        view = self.view
        against = view.opponent.strip() or None
        self._act(
            lambda session: session.quick(
                result,
                colour,
                opponent=against,
                operator=view.operator,
                machine_first=view.machine_first,
            )
        )
        self.view = replace(self.view, opponent="", result=None)
        if self.session.game and self.session.due is Due.START:
            self._say(
                say(
                    "recorded.outcome",
                    game=self._number,
                    ended=wording.ended(self.session.kit, self.session.game),
                )
            )

    # Before a game

    def _before_a_game(self, key: str) -> None:
        view, name = self.view, self.view.opponent
        if key == ENTER:
            opponent, first = (
                (None, None) if view.both else (name.strip() or None, view.machine_first)
            )
            self._act(
                lambda session: session.start(
                    view.operator,
                    opponent,
                    first,
                    both=view.both,
                    exhibition=view.exhibition,
                    greedy=view.greedy,
                )
            )
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
        typed, meant = self._colours(key, self.session.box)
        if len(meant) == 1:
            self._act(lambda session: session.draw(meant[0]))
        elif meant:
            self._half_a_colour(typed, meant)
        elif key == "-":
            self._act(lambda session: session.empty())
        elif key == "/":
            if can_be_held_otherwise(self.session):
                self._ask(
                    Asking.OTHER_BEAD, say("keys.which-bead", letters=wording.letters(self.session))
                )
            else:
                self._say(say("keys.one-way-only"))
        else:
            self._wrong(key)

    def _reply(self, key: str) -> None:
        before, legal = self.view.typed, list(map(self.session.written, self.session.turn.legal))
        if before and key in (SPACE, "-"):  # 7-4 may be typed as it is written
            self._half_typed(before)
            return
        typed = before + key
        if any(_signs(move).startswith(typed) and _signs(move) != typed for move in legal):
            self._half_typed(typed)
            return
        self.view = replace(self.view, typed="")
        found = next(
            (move for move in (*legal, *self._other_moves()) if _signs(move) == typed), None
        )
        if found:
            self._act(lambda session: session.reply(found))
        else:
            self._wrong(key)

    def _other_moves(self) -> Iterator[str]:
        """Yield what could be typed for a move, legal or not: so many squares, and one alone."""
        game, legal = self.session.kit.game, self.session.turn.legal
        for length in {1, *map(len, legal)}:
            yield from map(move_text, product(range(square_count(game)), repeat=length))

    def _answer(self, before: View, key: str) -> None:
        """Take a key as the answer to what was asked; what is no answer leaves all as it is."""
        asking, (letters, colours) = before.asking, self._colours(key, self.session.box)
        typed = before.typed if key == "-" and before.typed else before.typed + key
        meant = self._meant(before.colour)
        move = next((move for move in meant if _signs(self.session.written(move)) == typed), None)
        half = any(_signs(self.session.written(move)).startswith(typed) for move in meant)
        confirmed = {
            Asking.ABANDON: self._break_off,
            Asking.CONFIRM: self._confirm,
            Asking.TAKE_BACK: self._take_game_back,
        }
        self.view = replace(self.view, typed="")
        if asking in confirmed and key == ENTER:
            confirmed[asking]()
        elif asking is Asking.OTHER_BEAD and len(colours) == 1:
            self._other_bead(colours[0])
        elif asking is Asking.OTHER_BEAD and colours:
            self._ask(asking, before.question)
            self._half_a_colour(letters, colours)
        elif asking is Asking.OTHER_SQUARE and move:
            self._act(lambda session: session.draw(before.colour, move))
        elif asking is Asking.OTHER_SQUARE and half:
            self.view = before
            self._half_typed(typed)
        else:
            self._say(say("keys.never-mind"))

    def _other_bead(self, colour: str) -> None:
        meant = list(map(self.session.written, self._meant(colour)))
        if not meant:
            self._act(
                lambda session: session.draw(colour)
            )  # its square is taken; or it is refused, with the reason
            return
        told = {"colour": Capitals(Called(colour)), "squares": " ".join(meant)}
        self._ask(Asking.OTHER_SQUARE, say("keys.which-square", *kinds(self.session.kit), **told))
        self.view = replace(self.view, colour=colour)

    def _meant(self, colour: str) -> list[Move]:
        moves = [
            reading.moves[colour] for reading in self.session.readings if colour in reading.moves
        ]
        return list(dict.fromkeys(moves))

    def _colours(self, key: str, box: Box | None) -> tuple[str, list[str]]:
        """Return what is typed with a key, or the key alone if that begins no name,
        and the colours that it means.
        """
        kit = self.session.kit
        for typed in (self.view.typed + key, key) if box is not None and len(key) == 1 else ():
            if meant := colours_meant(kit, typed, box.moves if box else ()):
                return typed, meant
        return "", []

    def _half_a_colour(self, typed: str, meant: Sequence[str]) -> None:
        """Wait for another letter of a colour's name."""
        self.view = replace(self.view, typed=typed)
        self._say(which_colour(self.session.kit, "keys.which-colour", typed.upper(), meant))

    # In the tick-list

    def _in_the_list(self, key: str) -> None:
        self._look_at_ticks()
        lines = range(len(self.session.game.tick_list if self.session.game else ()))
        open_lines = [line for line in lines if line not in self.view.ticked]
        unseen = [line for line in lines if line not in self.view.seen]
        if key == SPACE and open_lines:
            self._tick(open_lines[0], True)
        elif key in (UP, DOWN) and lines:
            self._go_to(key, lines, open_lines)
        elif key.isdecimal() and int(key) - 1 in lines:
            self._tick(int(key) - 1, int(key) - 1 in open_lines)
            self.view = replace(self.view, at=int(key) - 1)
        elif key == ENTER and unseen:
            self.view = replace(self.view, at=unseen[0])
            self._say(say("play.not-seen", n=len(unseen)))
        elif key == ENTER and not open_lines:
            self._confirm()
        elif key == ENTER:
            self._ask(Asking.CONFIRM, say("keys.not-all-ticked", n=len(open_lines)))
        elif key == BACKSPACE and self.view.ticked:
            self._tick(max(self.view.ticked), False)
        elif key in (BACKSPACE, UNDO):
            self._take_back(key)
        else:
            self._wrong(key)

    def _go_to(self, key: str, lines: range, open_lines: Sequence[int]) -> None:
        """Show the line above or below the one that is to be on the screen now."""
        at = self.view.at
        if at is None:
            at = open_lines[0] if open_lines else lines[-1]
        self.view = replace(self.view, at=min(max(at + (1 if key == DOWN else -1), 0), lines[-1]))

    def _tick(self, line: int, done: bool) -> None:
        change = self.desk.line(line + 1)
        self.desk.tick(line + 1, done)
        self.view = replace(self.view, at=None)
        self._look_at_ticks()
        if not done:
            self._say(wording.ticked(self.session.kit, line + 1, change, done))

    def _look_at_ticks(self) -> None:
        """Take over the ticks as they are now: a phone may have set some,
        or a program before this one.
        """
        self.view = replace(self.view, ticked=frozenset(line - 1 for line in self.desk.ticked))

    # A box is too full

    def _confirm(self) -> None:
        self._act(lambda session: session.confirm())
        if self.session.kit.spec.learning.full_box is FullBox.HALVE:
            self._ask_for_half(full_boxes(self.session))

    def _ask_for_half(self, boxes: Sequence[int]) -> None:
        if not boxes:
            return
        self._ask(Asking.HALVE, say("full.ask"))
        kit, inside = self.session.kit, self.session.in_box(boxes[0])
        half = (wording.how_full(kit, boxes[0], inside), wording.half_of(boxes[0], inside))
        told = paragraph([*half, say("full.later")])
        self.view = replace(self.view, full_box=boxes[0], deeds=(told,))

    def _halve(self, before: View, key: str) -> None:
        """Record that half of the box is out, or leave it; then the next one is asked for."""
        box = before.full_box or 0
        game = self.session.game
        if key in (BACKSPACE, UNDO) and game and game.halved_last:
            self._new_step()
            self._take_back(key)
            return
        if key == ENTER:
            self._act(lambda session: session.halve(box))
        elif key == DELETE:
            self._new_step()
        else:
            self.view = before
            self._say(say("full.ask"))
            return
        self._ask_for_half([number for number in full_boxes(self.session) if number > box])

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
        kit, before, undone = (
            self.session.kit,
            self.session.game,
            wording.last_action(self.session.game),
        )
        if self.session.game and self.session.game.running and undone[0].kind is Kind.START:
            self._ask(Asking.ABANDON, say("keys.abandon", number=self._number))
            return
        if before and before.confirmed and not before.taken_back and not before.halved_last:
            self._ask(Asking.TAKE_BACK, say("play.take-back", number=self._number))
            return
        if before and before.is_one_action and not before.halved_last:
            self._take_game_back()
            return
        self._act(lambda session: session.undo())
        self._tell(wording.taken_back(kit, before, undone), wording.moved(kit, self.desk.by_hand))

    def _break_off(self) -> None:
        written = self.desk.act(lambda session: session.abandon())
        self._new_step(wording.happened(self.session.kit, self.session.game, written))
        self._ask_for_deeds(wording.moved(self.session.kit, self.desk.by_hand), say("play.deeds"))

    def _take_game_back(self) -> None:
        self._act(lambda session: session.take_back())
        deeds = wording.moved(self.session.kit, self.desk.by_hand) or [say("by-hand.none")]
        self._tell(say("recorded.taken-back", game=self._number), deeds)

    def _tell(self, said: Text, deeds: Sequence[Text]) -> None:
        """Say what was done, and what is to be done with beads:
        several deeds are a list, to be gone through.
        """
        if len(deeds) > 1:
            self._say(said)
            self._ask_for_deeds(deeds, say("play.deeds"))
        else:
            self._say(paragraph([said, *deeds]))

    def _look_at_beads(self) -> None:
        """Ask for what the last act, whoever's it was, means for the beads:
        nobody knows whether it was done.
        """
        if self.desk.last_done in wording.HEADS:
            deeds = wording.moved(self.session.kit, self.desk.by_hand)
            self._ask_for_deeds(deeds, say("play.deeds-again"))

    def _ask_for_deeds(self, deeds: Sequence[Text], question: Text) -> None:
        if deeds:
            self._ask(Asking.DEEDS, question)
            self.view = replace(self.view, deeds=tuple(deeds))

    def _do_deeds(self, before: View, key: str) -> None:
        """Go through a list of deeds; it is left when all of it was on the screen."""
        lines = range(len(before.deeds))
        unseen = [line for line in lines if line not in before.seen]
        if key == ENTER and not unseen:
            self._new_step()
            return
        self.view = before
        if key == ENTER:
            self.view = replace(before, at=unseen[0])
        elif key in (UP, DOWN):
            at = (before.at or 0) + (1 if key == DOWN else -1)
            self.view = replace(before, at=min(max(at, 0), lines[-1]))
        else:
            self._say(say("play.deeds-first"))

    @property
    def farewell(self) -> Text:
        """Return where things stand when the operator leaves:
        beads to move among it, if their list is open.
        """
        told = wording.farewell(self.session)
        return (
            say("keys.farewell-beads", n=len(self.view.deeds), farewell=told)
            if self.view.deeds
            else told
        )

    def _new_step(self, message: Text = "") -> None:
        self.view = replace(
            self.view,
            message=message,
            question="",
            asking=Asking.NOTHING,
            typed="",
            colour="",
            at=None,
        )
        self.view = replace(self.view, seen=frozenset(), deeds=(), full_box=None)
        self._look_at_ticks()

    def _ask(self, asking: Asking, question: Text) -> None:
        self.view = replace(self.view, asking=asking, question=question)

    def _say(self, message: Text) -> None:
        self.view = replace(self.view, message=message)

    def _half_typed(self, typed: str) -> None:
        """Wait for another square of the move."""
        self.view = replace(self.view, typed=typed)
        begun = [
            move
            for move in map(self.session.written, self.session.turn.legal)
            if _signs(move).startswith(typed)
        ]
        # Of 10-6 or 11-7 there is the 1 alone.
        if any(move.partition("-")[0] != typed for move in begun):
            self._say(say("keys.type-on", typed=typed, squares=" ".join(begun)))
        else:
            self._say(say("keys.to-which-square", square=typed))

    def _wrong(self, key: str) -> None:
        name = key if len(key) == 1 and key != " " else say("play.that-key")
        self._say(
            say("play.not-key", typed=name, expected=wording.expected(self.session, self.view.both))
        )


def _signs(move: str) -> str:
    """Return the keys that a move is typed with: its squares, one after the other."""
    return move.replace("-", "")
