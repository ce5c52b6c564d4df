"""What visitors guess about the next bead, before it is drawn.

Nobody gives a name: `Guesses` keeps the browsers' guesses of one game in memory, and forgets them
when the next one starts.
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from menace_kit.errors import GuideError
from menace_kit.views.odds import beads_in
from menace_kit.views.state import Moment

MOST_GUESSES = 1000
"""Guesses counted for one draw; no more people can see a table of matchboxes."""

MOST_OF_ONE_SENDER = 200
"""Guesses counted from one address: enough for a school behind it, and at most a fifth of all."""

Answered = Literal["counted", "already", "late", "full", "no-cookie"]


@dataclass
class GuessedDraw:
    """A draw: each colour's chance, the guesses in all and by address, and the colour drawn.

    `drawn` is empty before that. `told` stays true even if the draw is undone: everyone saw the
    bead, so nobody may guess it again.
    """

    odds: dict[str, float] = field(default_factory=dict)
    guesses: dict[str, str] = field(default_factory=dict)
    senders: Counter[str] = field(default_factory=Counter)
    drawn: str = ""
    told: bool = False


class Score(NamedTuple):
    """How guesses did: their number, how many were right, and how many to expect by chance."""

    guesses: int
    right: int
    expected: float


class Guesses:
    """What visitors guessed about the beads of the current game, by their browsers' tokens.

    Results are read from the game's present state, so an undo leaves nothing wrong. A draw is
    identified by the moves before it; undoing one of these removes its guesses.
    """

    def __init__(self) -> None:
        self._entry = -1
        self._due = ""
        self._draws: dict[str, GuessedDraw] = {}

    def see(self, now: Moment) -> None:
        """Take in the present state: from now on nobody can guess a bead already drawn."""
        if now.entry <= self._entry:
            return
        drawn = drawn_in(now)
        due = draw_due(now)
        known = self._draws
        self._draws = {}
        for key in (*drawn, *filter(None, [due])):
            self._draws[key] = draw = known.pop(key, None) or GuessedDraw()
            draw.drawn = drawn.get(key, "")
            draw.told |= key in drawn
        if due:
            self._draws[due].odds = chances_in(now)
        self._entry = now.entry
        self._due = due

    @property
    def due(self) -> str:
        """Return the draw that can be guessed now, or nothing."""
        return self._due if self._due and not self._draws[self._due].told else ""

    def guess(self, visitor: str, draw: str, colour: str, sender: str = "") -> Answered:
        """Record a guess, and return how it was answered.

        `sender` groups addresses that count as one. Raises GuideError if the box has no such bead.
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
        """Return the colour that a visitor guessed for the bead that is due, or nothing."""
        return self._draws[self._due].guesses.get(visitor, "") if self._due else ""

    def last(self) -> GuessedDraw | None:
        """Return the game's last draw, or None."""
        return next((draw for draw in reversed(self._draws.values()) if draw.drawn), None)

    def fared(self, visitor: str = "") -> Score:
        """Return the score of a visitor in this game, or of all visitors."""
        told = [
            (draw.odds.get(colour, 0.0), colour == draw.drawn)
            for draw in self._draws.values()
            if draw.drawn
            for who, colour in draw.guesses.items()
            if visitor in ("", who)
        ]
        return Score(len(told), sum(right for _, right in told), sum(chance for chance, _ in told))

    def right_of_last(self) -> tuple[int, int]:
        """Return how many guessed the last bead right, and how many guessed at all."""
        draw = self.last()
        return (
            (sum(colour == draw.drawn for colour in draw.guesses.values()), len(draw.guesses))
            if draw
            else (0, 0)
        )


def drawn_in(now: Moment) -> dict[str, str]:
    """Return the beads drawn in a game: draw -> colour, in order."""
    moves = now.game.moves if now.game else []
    return {_draw(now, place): move.colour.name for place, move in enumerate(moves) if move.colour}


def draw_due(now: Moment) -> str:
    """Return the draw that is due; nothing if it isn't random or if only one colour is possible."""
    is_by_lot = now.due == "bead" and now.game is not None and not now.game.greedy
    is_open = is_by_lot and len(chances_in(now)) > 1
    return _draw(now, len(now.game.moves)) if is_open and now.game else ""


def chances_in(now: Moment) -> dict[str, float]:
    """Return how likely each colour of the open box is."""
    total = sum(bead.in_box for bead in beads_in(now))
    return {bead.colour.name: bead.in_box / total for bead in beads_in(now)}


def _draw(now: Moment, moves: int) -> str:
    """Return a draw's key: its game and the moves before it."""
    made = now.game.moves[:moves] if now.game else []
    return f"{now.game.number if now.game else 0}:{' '.join(move.move.move for move in made)}"
