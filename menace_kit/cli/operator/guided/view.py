"""What a guided game's screen shows beside the session, and which keys are active."""

from collections.abc import Mapping
from dataclasses import field
from enum import Enum, auto

from menace_kit.frozen import Frozen
from menace_kit.guide import taking_back
from menace_kit.guide.session import Session
from menace_kit.guide.situation import Due
from menace_kit.machine.learning import Result
from menace_kit.text.phrases import Text, say


class Asking(Enum):
    """What the next key answers, if it is not simply the next step."""

    NOTHING = auto()
    HELP = auto()
    ABANDON = auto()
    CONFIRM = auto()
    OTHER_BEAD = auto()
    OTHER_SQUARE = auto()
    COUNTED_BOX = auto()
    COUNT = auto()
    DOUBT = auto()
    OUTCOME = auto()
    FIRST_BEAD = auto()
    TAKE_BACK = auto()
    DEEDS = auto()
    HALVE = auto()


class View(Frozen):
    """What the screen shows beside the session.

    For the next game: `operator`, `opponent`, `machine_first` and `both` (machines play both
    sides). In an `exhibition` the machine learns nothing; if `greedy`, it draws no beads.

    `message` answers the last key, `question` belongs to `asking`, and `deeds` are the beads to
    move first. `typed` is the move so far. Of the tick-list, `ticked` are the lines done, `seen`
    those that were on the screen, and `at` the one to keep on it.

    `colour` is a bead from a box held another valid way, `result` that of a game recorded by its
    outcome. `counted` are the beads counted so far in `counted_box`; `full_box` is the one to
    halve. `advice` is the coach's for the reply that is due, `advised` the squares of its move.
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
    """Return the active keys and what they do, most important first.

    A question names its own keys.
    """
    if view.asking is not Asking.NOTHING:
        return [say("play.key-all-done")] if view.asking is Asking.CONFIRM else []
    due, naming = session.due, session.due is Due.START and bool(view.opponent)
    keys = ["key-log"] if due is Due.START and not view.both else []
    if session.box is not None:
        keys = [] if any(session.inside.values()) else ["key-empty"]
        keys += ["key-other-way"] if can_be_held_otherwise(session) else []
    if not (view.typed or naming or view.ticked) and can_undo(session):
        keys.append("key-undo")
    if session.running:
        keys.append("key-abandon")
    if not view.typed:
        keys += ["key-count-a-box"] if due is not Due.ADJUST else []
        keys += ["key-halve"] if full_boxes(session) else []
    return [say(f"play.{key}") for key in (*keys, *([] if naming else ["key-help"]), "key-quit")]


def can_be_held_otherwise(session: Session) -> bool:
    """Return whether holding the open box another valid way changes its beads' moves."""
    return len({tuple(reading.moves.values()) for reading in session.readings}) > 1


def full_boxes(session: Session) -> tuple[int, ...]:
    """Return the boxes to halve now: all too full ones before a game, the open one in a game."""
    if session.due is Due.START:
        return session.too_full
    return tuple(box for box in session.too_full if session.box and session.box.number == box)


def can_undo(session: Session) -> bool:
    """Return whether there is a step to undo, or a whole game with its beads updated."""
    return session.allows(taking_back.undo) or session.allows(taking_back.take_back)
