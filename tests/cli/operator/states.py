"""Every state of `operator play`, reached by its keys, for tests that draw each of them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Any, NamedTuple

from menace_kit.cli.operator.guided import GuidedGame
from menace_kit.cli.operator.guided.keys import BACKSPACE, DELETE, ENTER, SPACE
from menace_kit.cli.operator.guided.view import View
from menace_kit.guide import counting
from menace_kit.guide.desk import Desk
from menace_kit.guide.session import Due, Session
from menace_kit.logbook.entries import Action
from menace_kit.logbook.store import Logbook
from menace_kit.machine import Kit, load_preset
from menace_kit.text.kit_words import page_words
from tests.cli.operator.pressed import painted
from tests.logbook.games import kit_of
from tests.odd_kits import LONGEST_OPERATOR, ODD_KITS

Act = Callable[[Session], Action]


class State(NamedTuple):
    """A kit, what happened before the screen opened, the keys pressed, and the options."""

    kit: Callable[[], Kit]
    keys: Sequence[str] = ()
    before: Sequence[Act] = ()
    view: Mapping[str, Any] = MappingProxyType({})


@cache
def preset(name: str) -> Kit:
    return load_preset(name)


@cache
def odd(name: str) -> Kit:
    with TemporaryDirectory() as folder:
        return ODD_KITS[name].load(Path(folder))


def emptied(number: int) -> Act:
    return lambda session: counting.recount(
        session, number, dict.fromkeys(session.kit.box(number).moves, 0)
    )


def michie() -> Kit:
    return preset("michie-1961")


def german() -> Kit:
    return kit_of("print.language = 'de'\ncabinet = {rows = 38, columns = 8}")


def long_game() -> Kit:
    """Return a kit whose machine also draws a bead for its last move: its lists have five lines."""
    return kit_of("boxes.forced-moves = true\nbeads.start = 1\ncabinet = {rows = 38, columns = 8}")


def refills() -> Kit:
    """Return a kit that refills empty boxes."""
    return kit_of("learning = {empty-box = 'refill'}\ncabinet = {rows = 38, columns = 8}")


def full() -> Kit:
    """Return a kit with a box that is too full after a win."""
    return kit_of("learning.full-above = 14\ncabinet = {rows = 38, columns = 8}")


def both() -> Kit:
    return kit_of(
        "side = 'both'\nbeads.start = 2\nboxes.forced-moves = true\ncabinet = "
        "{rows = 38, columns = 16}"
    )


BOB = {"operator": "Ada", "opponent": "Bob"}
LONG = {"operator": LONGEST_OPERATOR, "opponent": LONGEST_OPERATOR}
TWO = {"operator": "Ada", "both": True}

SHOW = {**BOB, "exhibition": True, "greedy": True}

STATES = {
    "start": State(michie, view=BOB),
    "exhibition, start": State(michie, view=SHOW),
    "exhibition, bead": State(michie, [ENTER, *"d1"], view=SHOW),
    "exhibition, list": State(michie, [ENTER, *"d1l3r"], view=SHOW),
    "start, both sides": State(lambda: preset("both-players"), view={"machine_first": False}),
    "dead": State(michie, before=[emptied(1)]),
    "first bead": State(michie, [ENTER], view=BOB),
    "bead": State(michie, [ENTER, *"d1"], view=BOB),
    "a box to be turned": State(michie, [ENTER, *"d3"], view=BOB),
    "empty box": State(michie, [ENTER, *"d1"], [emptied(11)], BOB),
    "reply": State(michie, [ENTER, *"d1l"], view=BOB),
    "the opponent begins": State(
        lambda: preset("both-players"), [ENTER], view={"machine_first": False}
    ),
    "list, won": State(michie, [ENTER, *"d1l3r", SPACE], view=BOB),
    "list, lost": State(michie, [ENTER, *"w6l9a8d3"], view=BOB),
    "list of five": State(long_game, [ENTER, *"l8w4p7r5p"], view=BOB),
    "half of a box?": State(full, [ENTER, *"d1l3r", SPACE, SPACE, SPACE, ENTER], view=BOB),
    "too full": State(full, [ENTER, *"d1l3r", SPACE, SPACE, SPACE, ENTER, DELETE, ENTER], view=BOB),
    "help": State(michie, [ENTER, "?"], view=BOB),
    "list, with a refill": State(refills, [ENTER, *"d1-l3r"], [emptied(11)], BOB),
    "not all ticked": State(michie, [ENTER, *"d1l3r", ENTER], view=BOB),
    "over": State(michie, [ENTER, *"d1l3r", SPACE, SPACE, SPACE, ENTER], view=BOB),
    "take it back?": State(
        michie, [ENTER, *"d1l3r", SPACE, SPACE, SPACE, ENTER, BACKSPACE], view=BOB
    ),
    "undone": State(
        michie, [ENTER, *"d1l3r", SPACE, SPACE, SPACE, ENTER, BACKSPACE, ENTER], view=BOB
    ),
    "both, undone": State(both, [ENTER, *"laldprbap         ", ENTER, BACKSPACE, ENTER], view=TWO),
    "broken off": State(michie, [ENTER, *"d1l", "!", ENTER], view=BOB),
    "break off?": State(michie, [ENTER, *"d1", "!"], view=BOB),
    "another way?": State(michie, [ENTER, "/", "w"], view=BOB),
    "count which box?": State(michie, [*"#13"], view={"operator": "Ada"}),
    "counting": State(michie, [ENTER, *"d1#", ENTER, "2", ENTER, "1"], view=BOB),
    "so many beads?": State(
        michie, [ENTER, "#", ENTER, *"999", ENTER, ENTER, ENTER], view={"operator": "Ada"}
    ),
    "counting in a game of two cabinets": State(
        lambda: odd("named"), [ENTER, "7", "4", "#", ENTER], view=LONG
    ),
    "who won?": State(michie, ["+"], view=BOB),
    "which bead?": State(michie, ["+", "+"], view=BOB),
    "not a key": State(michie, [ENTER, "k"], view=BOB),
    "both, a bead": State(both, [ENTER, "w"], view=TWO),
    "both, lists": State(both, [ENTER, *"laldprbap"], view=TWO),
    "nim, a bead": State(lambda: preset("nim-8"), [ENTER, "y", "b"], view=TWO),
    "nim, lists": State(lambda: preset("nim-8"), [ENTER, *"yby"], view=TWO),
    "nim, a reply": State(lambda: preset("nim-8"), [ENTER, "y"], view={"machine_first": True}),
    "HER, a reply": State(lambda: preset("her-19"), [ENTER, "7"]),
    "HER, a bead": State(lambda: preset("her-19"), [ENTER, "7", "4"]),
    "named boxes in two cabinets": State(lambda: odd("named"), [ENTER, "7", "4"], view=LONG),
    "longest, a bead": State(lambda: odd("longest"), [ENTER], view=LONG),
    "longest, a reply": State(lambda: odd("longest"), [ENTER, "*"], view=LONG),
    "longest, a list": State(lambda: odd("longest"), [ENTER, "**"], view=LONG),
    "longest, broken off": State(lambda: odd("longest"), [ENTER, "*", "*", "!", ENTER], view=LONG),
    "German, a reply": State(german, [ENTER, *"d1l"], view=BOB),
    "German, a list": State(german, [ENTER, *"d1l3r", SPACE], view=BOB),
    "French, a bead": State(lambda: odd("no cabinet, French"), [ENTER], view=BOB),
    "Dutch nim, lists": State(lambda: odd("nim, both, Dutch"), [ENTER, "**"], view=TWO),
}
"""Name -> state.

The key `*` is the first that means a move, `**` as many of them as the game needs to end.
"""


@contextmanager
def at(state: State) -> Iterator[GuidedGame]:
    with opened(state) as game:
        for key in state.keys:
            if game.session.due is Due.ADJUST or game.view.deeds:
                _look(game)
            if key == "*":
                any_move(game)
            elif key == "**":
                while game.session.game and game.session.game.running:
                    any_move(game)
            else:
                game.press(key)
        yield game


@contextmanager
def opened(state: State) -> Iterator[GuidedGame]:
    """Yield a game before any key is pressed."""
    with (
        TemporaryDirectory() as folder,
        Logbook(Path(folder) / "logbook.sqlite", state.kit()) as logbook,
    ):
        desk = Desk(logbook)
        for act in state.before:
            desk.act(act)
        yield GuidedGame(desk, View(**state.view))


def _look(game: GuidedGame) -> None:
    """Show the game's list lines as a terminal of 80 x 24 does, like the program after
    painting it.
    """
    found, _ = painted(game, 80, 24)
    game.shown(found.shown)


def any_move(game: GuidedGame) -> None:
    """Play the first available move."""
    session = game.session
    if session.box is None:
        for sign in session.written(session.turn.legal[0]).replace("-", ""):
            game.press(sign)
        return
    in_box = session.in_box(session.box.number)
    colour = session.kit.colour(next(name for name in session.box.moves if in_box[name]))
    called = page_words(session.kit).colour_name(colour)
    for sign in (colour.key, *called[1:]):  # G may be green and yellow: grün, gelb
        game.press(sign)
        if not game.view.typed:
            return
