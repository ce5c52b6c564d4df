"""Games as scripts: a word for each step."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from operator import methodcaller
from typing import Any

import pytest

from menace_kit.errors import GuideError, MenaceKitError
from menace_kit.games import Move, parse_move
from menace_kit.guide import counting, taking_back, whole_games
from menace_kit.guide.desk import Desk
from menace_kit.guide.paper_file import read_games
from menace_kit.guide.rehearsal import Rehearsal
from menace_kit.guide.session import Session
from menace_kit.guide.situation import Due
from menace_kit.logbook.entries import Action, Entry
from menace_kit.machine.learning import Result

Choice = Callable[[Session], Action]

WON = "1 4 5 9 3 2 7"
DRAWN = "1 5 2 3 7 4 6 8"
LOST = "1 5 2 3 4 7"
NONE_LEFT = "7:lilac=0,silver=0,green=0,pink=0"
"""Box 7 follows a corner and a reply in the centre; it holds lilac, silver, green and pink."""

WORDS: Mapping[str, Choice] = {
    "start": Session.start,
    "empty": Session.empty,
    "undo": taking_back.undo,
    "undo-game": taking_back.take_back,
    "end": Session.abandon,
    "confirm": Session.confirm,
    "stocktake": partial(counting.take_stock, touched=(1,), differing={}),
}
"""The acts that a word alone says."""


def at(move: Move) -> Choice:
    """Return the act that makes this move, for either player."""

    def choose(session: Session) -> Action:
        return session.draw_for(move) if session.due is Due.BEAD else session.reply(move)

    return choose


def counted(number: int, beads: Mapping[str, int]) -> Choice:
    return lambda session: counting.count(session, number, beads)


def split(facts: Sequence[str]) -> tuple[list[str | None], dict[str, bool]]:
    """Return the facts behind a word: names, and after `+` or `-` what is so, or is not."""
    flags = {fact[1:]: fact[0] == "+" for fact in facts if fact.startswith(("+", "-"))}
    return [fact or None for fact in facts if fact[1:] not in flags], flags


def start(*facts: str) -> Choice:
    names, flags = split(facts)
    return methodcaller("start", *names, **flags)


def emptied(number: int) -> Choice:
    """Return the act that counts a box as empty."""
    return lambda session: counting.count(
        session, number, dict.fromkeys(session.kit.box(number).moves, 0)
    )


def quick(*facts: str) -> Choice:
    (result, *first), flags = split(facts)
    colour, box = (*first, None, None)[:2]
    number = int(box) if box else None
    of_it: Any = {"colour": colour, "box": number, **flags}
    return partial(whole_games.quick, result=Result(result), **of_it)


def watch(moves: str) -> Choice:
    return partial(whole_games.watch, moves=moves.split(","), operator="Ada")


def half(number: str) -> Choice:
    return lambda session: counting.halve(session, int(number))


WITH_FACTS: Mapping[str, Callable[..., Choice]] = {
    "start": start,
    "bead": lambda move: methodcaller("draw_for", parse_move(move)),
    "reply": lambda move: methodcaller("reply", parse_move(move)),
    "quick": quick,
    "watch": watch,
    "half": half,
}
"""The acts whose word has colons and facts behind it."""


def act_of(word: str) -> Choice:
    """Return the act for a word: one of WORDS, a move such as `5` or `7-4`, a colour that is drawn,
    one of WITH_FACTS such as `start:Ada:Bob:+both`, `quick:win:white` or `watch:1,2,5,3,9`, or a
    count, `7:lilac=0` or `7:none`.
    """
    if word in WORDS:
        return WORDS[word]
    name, *facts = word.split(":")
    if name in WITH_FACTS:
        return WITH_FACTS[name](*facts)
    if facts == ["none"]:
        return emptied(int(name))
    if facts:
        pairs = (amount.split("=") for amount in facts[0].split(","))
        return counted(int(name), {colour: int(count) for colour, count in pairs})
    if name[0].isdigit():
        return at(parse_move(name))
    return methodcaller("draw", name)


def do(desk: Desk, script: str) -> list[Entry]:
    """Do what a script says, in words of `act_of`; return what the last one wrote."""
    written: list[Entry] = []
    for word in script.split():
        written = desk.act(act_of(word))
    return written


def play(desk: Desk, script: str) -> None:
    """Start a game, and do what a script says."""
    do(desk, f"start {script}")


def refused(
    desk: Desk, choose: Choice | str, complaint: str, error: type[MenaceKitError] = GuideError
) -> None:
    """Fail unless the act is refused with this text in the message, and nothing is written."""
    before, last = desk.session, desk.logbook.last_entry
    with pytest.raises(error, match=re.escape(complaint)):
        desk.act(act_of(choose) if isinstance(choose, str) else choose)
    assert desk.logbook.last_entry == last
    assert Desk(desk.logbook).session == before


def enter_games(session: Session, text: str) -> tuple[Rehearsal, int]:
    """Return a rehearsal of all games of a file, each confirmed, and their number.

    Raises GuideError with every bad line.
    """
    found = read_games(session, text)
    found.check()
    return found.rehearsal, found.games
