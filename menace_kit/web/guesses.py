"""What visitors guess of the next bead, before it is drawn.

No names are asked: `Guesses` has what the browsers guessed of one game, in memory,
and forgets it with the next one.
"""

import base64
import hashlib
import hmac
import secrets
from collections import Counter
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from menace_kit.errors import GuideError
from menace_kit.views.odds import beads_in
from menace_kit.views.state import Moment

MOST_GUESSES = 1000
"""Guesses of a draw that are counted: more people see no table
of matchboxes, and more are not kept.
"""

MOST_OF_ONE_SENDER = 200
"""Guesses of a draw that are counted from one address: a school may be behind one,
and no more than a fifth of all.
"""

Answered = Literal["counted", "already", "late", "full", "no-cookie"]


@dataclass
class GuessedDraw:
    """A draw: how likely each colour is, who guessed which,
    how many from each address, and which was drawn.

    Nothing is drawn until then.

    It is `told` once it was drawn, also where that is taken back: whoever saw it guesses no more.
    """

    odds: dict[str, float] = field(default_factory=dict)
    guesses: dict[str, str] = field(default_factory=dict)
    senders: Counter[str] = field(default_factory=Counter)
    drawn: str = ""
    told: bool = False


class Score(NamedTuple):
    """How guesses fared: so many of the beads that were drawn, so many right,
    and by their chances so many.
    """

    guesses: int
    right: int
    expected: float


class Guesses:
    """What visitors guessed of the beads of the game on the table,
    by the tokens that it gives to their browsers.

    What came of a guess is read from the game as it stands, so that nothing is wrong after an undo.
    A draw is known by the moves before it: one that is gone, for a move before it was taken back,
    takes its guesses with it.
    """

    def __init__(self) -> None:
        self._entry = -1
        self._game = 0
        self._due = ""
        self._begun_in = 0
        self._draws: dict[str, GuessedDraw] = {}
        self._void: frozenset[str] = frozenset()
        self._secret = secrets.token_bytes(32)

    def new_visitor(self) -> str:
        """Return a token for a browser. It is sealed, so that nobody can make up others."""
        token = secrets.token_urlsafe(16)
        return f"{token}.{self._seal(token)}"

    def knows(self, visitor: str) -> bool:
        """Return whether a token was given here; one that was given before a restart was not."""
        token, _, seal = visitor.partition(".")
        return hmac.compare_digest(seal.encode("utf-8", "replace"), self._seal(token).encode())

    def _seal(self, token: str) -> str:
        made = hmac.digest(self._secret, token.encode("utf-8", "replace"), hashlib.sha256)
        return base64.urlsafe_b64encode(made[:16]).decode().rstrip("=")

    def see(self, now: Moment) -> None:
        """Take down how things stand: from here on nobody guesses a bead that is drawn."""
        if now.entry <= self._entry:
            return
        number = now.game.number if now.game else 0
        drawn = drawn_in(now)
        due = draw_due(now)
        if self._entry < 0 and now.game and (now.game.moves or now.due == "bead"):
            self._begun_in = number
        known = self._draws
        self._draws = {}
        for key in (*drawn, *filter(None, [due])):
            self._draws[key] = draw = known.pop(key, None) or GuessedDraw()
            draw.drawn = drawn.get(key, "")
            draw.told |= key in drawn
        if due:
            self._draws[due].odds = chances_in(now)
        gone = [draw for draw in known.values() if number == self._game or not draw.drawn]
        self._void = frozenset(visitor for draw in gone for visitor in draw.guesses)
        self._entry = now.entry
        self._game = number
        self._due = due

    @property
    def due(self) -> str:
        """Return the draw that may be guessed; nothing where there is none."""
        return self._due if self._due and not self._draws[self._due].told else ""

    @property
    def is_again(self) -> bool:
        """Return whether a bead is due that had been drawn, and was taken back."""
        return bool(self._due) and self._draws[self._due].told

    @property
    def began_late(self) -> bool:
        """Return whether this game had begun already when guesses began to be counted."""
        return self._game > 0 and self._begun_in == self._game

    def guess(self, visitor: str, draw: str, colour: str, sender: str = "") -> Answered:
        """Take a guess down, and return what came of it;
        GuideError where there is no such bead in the box.

        `sender` is what counts as one, by its address.
        """
        if not draw or draw != self.due:
            return "late"
        found = self._draws[draw]
        if visitor in found.guesses:
            return "already"
        if colour not in found.odds:
            raise GuideError("no page of this server sends this form")
        if len(found.guesses) >= MOST_GUESSES or found.senders[sender] >= MOST_OF_ONE_SENDER:
            return "full"
        found.guesses[visitor] = colour
        found.senders[sender] += 1
        return "counted"

    def waiting(self, visitor: str) -> str:
        """Return the colour that a visitor guessed of the bead that is due;
        nothing where he did not.
        """
        return self._draws[self._due].guesses.get(visitor, "") if self._due else ""

    def is_void(self, visitor: str) -> bool:
        """Return whether a guess of this visitor was lost with the last
        step, which took a move back.
        """
        return visitor in self._void

    def last(self) -> GuessedDraw | None:
        """Return the draw of the game that came last; None where none did."""
        return next((draw for draw in reversed(self._draws.values()) if draw.drawn), None)

    def fared(self, visitor: str = "") -> Score:
        """Return how a visitor's guesses fared in this game, or without one those of all."""
        told = [
            (draw.odds.get(colour, 0.0), colour == draw.drawn)
            for draw in self._draws.values()
            if draw.drawn
            for who, colour in draw.guesses.items()
            if visitor in ("", who)
        ]
        return Score(len(told), sum(right for _, right in told), sum(chance for chance, _ in told))

    def right_of_last(self) -> tuple[int, int]:
        """Return how many guessed the bead that was drawn last, and how many guessed at all."""
        draw = self.last()
        return (
            (sum(colour == draw.drawn for colour in draw.guesses.values()), len(draw.guesses))
            if draw
            else (0, 0)
        )


def drawn_in(now: Moment) -> dict[str, str]:
    """Return the beads that were drawn in a game: draw -> colour, in their order."""
    moves = now.game.moves if now.game else []
    return {_draw(now, place): move.colour.name for place, move in enumerate(moves) if move.colour}


def draw_due(now: Moment) -> str:
    """Return the draw of which the bead is due; nothing where there is none at random,
    and where it can be of one colour only.
    """
    is_by_lot = now.due == "bead" and now.game is not None and not now.game.greedy
    is_open = is_by_lot and len(chances_in(now)) > 1
    return _draw(now, len(now.game.moves)) if is_open and now.game else ""


def chances_in(now: Moment) -> dict[str, float]:
    """Return how likely each colour of the open box is to be the machine's move."""
    total = sum(bead.in_box for bead in beads_in(now))
    return {bead.colour.name: bead.in_box / total for bead in beads_in(now)}


def _draw(now: Moment, moves: int) -> str:
    """Return what a draw is known by: its game, and so many moves before it."""
    made = now.game.moves[:moves] if now.game else []
    return f"{now.game.number if now.game else 0}:{' '.join(move.move.move for move in made)}"
