"""Every state of `operator play`, reached by its keys, for tests that draw each of them."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Any, NamedTuple

from menace_kit.cli.operator.guided import GuidedGame
from menace_kit.cli.operator.guided.keys import BACKSPACE, DELETE, ENTER, SPACE
from menace_kit.cli.operator.guided.view import View
from menace_kit.guide.desk import Desk
from menace_kit.guide.situation import Due
from menace_kit.logbook.store import Logbook
from menace_kit.machine import Kit
from menace_kit.text.kit_words import page_words
from tests.cli.operator.pressed import painted
from tests.examples import preset
from tests.guide.scripts import do
from tests.logbook.games import kit_of
from tests.odd_kits import LONGEST_OPERATOR, ODD_KITS


class State(NamedTuple):
    """A kit, the keys pressed, a script of what happened before the screen opened, the options."""

    kit: Callable[[], Kit]
    keys: str = ""
    before: str = ""
    view: Mapping[str, Any] = MappingProxyType({})


@cache
def odd(name: str) -> Kit:
    with TemporaryDirectory() as folder:
        return ODD_KITS[name].load(Path(folder))


CABINET = "cabinet = {rows = 38, columns = 8}\n"
OF_OWN_RULES = {
    "German": f"print.language = 'de'\n{CABINET}",
    # Its machine also draws a bead for its last move: its lists have five lines.
    "long game": f"boxes.forced-moves = true\nbeads.start = 1\n{CABINET}",
    "refills": f"learning = {{empty-box = 'refill'}}\n{CABINET}",
    # With a box that is too full after a win.
    "full": f"learning.full-above = 14\n{CABINET}",
    "both": (
        "side = 'both'\nbeads.start = 2\nboxes.forced-moves = true\n"
        "cabinet = {rows = 38, columns = 16}"
    ),
}

BOB = {"operator": "Ada", "opponent": "Bob"}
LONG = {"operator": LONGEST_OPERATOR, "opponent": LONGEST_OPERATOR}
VIEWS: Mapping[str, Mapping[str, Any]] = {
    "": {},
    "Ada": {"operator": "Ada"},
    "Bob": BOB,
    "long": LONG,
    "two": {"operator": "Ada", "both": True},
    "show": {**BOB, "exhibition": True, "greedy": True},
    "it begins": {"machine_first": True},
    "it replies": {"machine_first": False},
}

KEYS = {"⏎": ENTER, "␣": SPACE, "⌫": BACKSPACE, "⌦": DELETE}

TABLE = """
start | michie-1961 | Bob
exhibition, start | michie-1961 | show
exhibition, bead | michie-1961 | show | ⏎d1
exhibition, list | michie-1961 | show | ⏎d1l3r
start, both sides | both-players | it replies
dead | michie-1961 | | | 1:none
first bead | michie-1961 | Bob | ⏎
bead | michie-1961 | Bob | ⏎d1
a box to be turned | michie-1961 | Bob | ⏎d3
empty box | michie-1961 | Bob | ⏎d1 | 11:none
reply | michie-1961 | Bob | ⏎d1l
the opponent begins | both-players | it replies | ⏎
list, won | michie-1961 | Bob | ⏎d1l3r␣
list, lost | michie-1961 | Bob | ⏎w6l9a8d3
list of five | long game | Bob | ⏎l8w4p7r5p
half of a box? | full | Bob | ⏎d1l3r␣␣␣⏎
too full | full | Bob | ⏎d1l3r␣␣␣⏎⌦⏎
help | michie-1961 | Bob | ⏎?
list, with a refill | refills | Bob | ⏎d1-l3r | 11:none
not all ticked | michie-1961 | Bob | ⏎d1l3r⏎
over | michie-1961 | Bob | ⏎d1l3r␣␣␣⏎
take it back? | michie-1961 | Bob | ⏎d1l3r␣␣␣⏎⌫
undone | michie-1961 | Bob | ⏎d1l3r␣␣␣⏎⌫⏎
both, undone | both | two | ⏎laldprbap␣␣␣␣␣␣␣␣␣⏎⌫⏎
broken off | michie-1961 | Bob | ⏎d1l!⏎
break off? | michie-1961 | Bob | ⏎d1!
another way? | michie-1961 | Bob | ⏎/w
count which box? | michie-1961 | Ada | #13
counting | michie-1961 | Bob | ⏎d1#⏎2⏎1
so many beads? | michie-1961 | Ada | ⏎#⏎999⏎⏎⏎
counting in a game of two cabinets | named | long | ⏎74#⏎
who won? | michie-1961 | | +
which bead? | michie-1961 | | ++
not a key | michie-1961 | | ⏎k
both, a bead | both | two | ⏎w
both, lists | both | two | ⏎laldprbap
nim, a bead | nim-8 | two | ⏎yb
nim, lists | nim-8 | two | ⏎yby
nim, a reply | nim-8 | it begins | ⏎y
HER, a reply | her-19 | | ⏎7
HER, a bead | her-19 | | ⏎74
named boxes in two cabinets | named | long | ⏎74
longest, a bead | longest | long | ⏎
longest, a reply | longest | long | ⏎→
longest, a list | longest | long | ⏎⇥
longest, broken off | longest | long | ⏎→→!⏎
German, a reply | German | Bob | ⏎d1l
German, a list | German | Bob | ⏎d1l3r␣
French, a bead | no cabinet, French | Bob | ⏎
Dutch nim, lists | nim, both, Dutch | two | ⏎⇥
"""
"""A line for each state: its name, its kit, its options, the keys, and what happened before.

The key → is the first that means a move, ⇥ as many of them as the game needs to end.
"""


def kit_called(name: str) -> Kit:
    """Return one of OF_OWN_RULES, an odd kit or a preset."""
    if name in OF_OWN_RULES:
        return kit_of(OF_OWN_RULES[name])
    return odd(name) if name in ODD_KITS else preset(name)


def read(line: str) -> tuple[str, State]:
    name, kit, view, keys, before, *_ = (*map(str.strip, line.split("|")), "", "")
    return name, State(partial(kit_called, kit), keys, before, VIEWS[view])


STATES = dict(map(read, TABLE.strip().splitlines()))
"""Name -> state."""


@contextmanager
def at(state: State) -> Iterator[GuidedGame]:
    with opened(state) as game:
        for key in state.keys:
            if game.session.due is Due.ADJUST or game.view.deeds:
                _look(game)
            if key == "→":
                any_move(game)
            elif key == "⇥":
                while game.session.game and game.session.game.running:
                    any_move(game)
            else:
                game.press(KEYS.get(key, key))
        yield game


@contextmanager
def opened(state: State) -> Iterator[GuidedGame]:
    """Yield a game before any key is pressed."""
    with (
        TemporaryDirectory() as folder,
        Logbook(Path(folder) / "logbook.sqlite", state.kit()) as logbook,
    ):
        desk = Desk(logbook)
        do(desk, state.before)
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
