"""Games as scripts: a word for each step."""

import re
from collections.abc import Callable, Mapping
from operator import methodcaller

import pytest

from menace_kit.errors import GuideError, MenaceKitError
from menace_kit.games import Move
from menace_kit.guide import counting, taking_back
from menace_kit.guide.desk import Desk
from menace_kit.guide.paper_file import read_games
from menace_kit.guide.rehearsal import Rehearsal
from menace_kit.guide.session import Due, Session
from menace_kit.logbook.entries import Action

Choice = Callable[[Session], Action]

WON = "1 4 5 9 3 2 7"
DRAWN = "1 5 2 3 7 4 6 8"
LOST = "1 5 2 3 4 7"
NONE_LEFT = "7:lilac=0,silver=0,green=0,pink=0"
"""Box 7 follows a corner and a reply in the centre; it holds lilac, silver, green and pink."""

START: Choice = Session.start
EMPTY: Choice = Session.empty
UNDO: Choice = taking_back.undo
TAKE_BACK: Choice = taking_back.take_back
ABANDON: Choice = Session.abandon
CONFIRM: Choice = Session.confirm
DRAW_BEAD: Choice = methodcaller("draw", "white")
DRAW_FOR_CENTRE: Choice = methodcaller("draw_for", (4,))
"""The machine's move in the centre, as a game on paper gives it."""
REPLY: Choice = methodcaller("reply", (4,))
"""A reply in the centre."""


def at(move: Move) -> Choice:
    """Return the act that makes this move, for either player."""

    def choose(session: Session) -> Action:
        return session.draw_for(move) if session.due is Due.BEAD else session.reply(move)

    return choose


def counted(number: int, beads: Mapping[str, int]) -> Choice:
    return lambda session: counting.recount(session, number, beads)


def act_of(word: str) -> Choice:
    """Return the act for a word: a square, `empty`, or a count such as `7:lilac=0,green=2`."""
    if word == "empty":
        return lambda session: session.empty()
    if ":" not in word:
        return at((int(word) - 1,))
    number, _, amounts = word.partition(":")
    pairs = (amount.split("=") for amount in amounts.split(","))
    return counted(int(number), {colour: int(count) for colour, count in pairs})


def play(desk: Desk, script: str) -> None:
    """Start a game and play a script: squares, machine and opponent in turn, and other words of
    `act_of`.
    """
    desk.act(lambda session: session.start())
    for word in script.split():
        assert desk.session.due is not Due.ADJUST, f"the game is over before {word}"
        desk.act(act_of(word))


def refused(
    desk: Desk, choose: Choice, complaint: str, error: type[MenaceKitError] = GuideError
) -> None:
    """Fail unless the act is refused with this text in the message, and nothing is written."""
    before, last = desk.session, desk.logbook.last_entry
    with pytest.raises(error, match=re.escape(complaint)):
        desk.act(choose)
    assert desk.logbook.last_entry == last
    assert Desk(desk.logbook).session == before


def enter_games(session: Session, text: str) -> tuple[Rehearsal, int]:
    """Return a rehearsal of all games of a file, each confirmed, and their number.

    Raises GuideError with every bad line.
    """
    found = read_games(session, text)
    found.check()
    return found.rehearsal, found.games
