"""Who learns from whom, by which rules: a contest, from the names that are typed.

The rules themselves, Michie's odds and Q-learning, are `engine.arrays.OddsRule` and `QRule`; the compiled loop takes
their numbers in.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from menace_kit.errors import LabError
from menace_kit.games import Side
from menace_kit.lab import LEARNERS, MENACE, OPPONENTS, PLAYERS, Q_LEARNING
from menace_kit.lab.engine.arrays import BEADS, ODDS, PLAYER, QUALITY, SIDES
from menace_kit.lab.engine.match import Match, Roles, roles_for
from menace_kit.lab.engine.tables import GameTable
from menace_kit.lab.players import Player, parsed_name
from menace_kit.machine.boxes import Box
from menace_kit.machine.kit import Kit, both_sides

ROLES = {"beads": BEADS, "odds": ODDS, Q_LEARNING: QUALITY}
"""Learner -> the role that it plays."""


@dataclass(frozen=True)
class Contest:
    """Who learns from whom.

    Attributes:
        kit: with boxes for both sides where the machine plays itself.
        learner: one of LEARNERS.
        side: the learner's; where it plays itself, the side from which its results are told.
        opponents: name -> share of the games, 1 in sum: players, or alone `menace`, `q-learning` or a function.
        function: makes the player where the opponent is a function, and always answers a board alike.
    """

    kit: Kit
    learner: str
    side: Side
    opponents: Mapping[str, float]
    function: Callable[[GameTable], Player] | None = None

    @property
    def plays_itself(self) -> bool:
        """Return whether both sides are machines of the kit, which learn from each other."""
        return MENACE in self.opponents and LEARNERS[self.learner].has_boxes

    @property
    def roles(self) -> Roles:
        """Return who plays the first and who the second player."""
        own, other = ROLES[self.learner], PLAYER
        if MENACE in self.opponents:
            other = own if self.plays_itself else BEADS
        elif Q_LEARNING in self.opponents:
            other = QUALITY
        return roles_for(self.side, own, other)

    @cached_property
    def match(self) -> Match:
        """Return the match for the compiled trainer."""
        if self.function or set(self.opponents) & {MENACE, Q_LEARNING}:
            return Match(self.kit, (self.roles,), function=self.function)
        return Match(self.kit, (self.roles,), tuple(self.opponents), tuple(self.opponents.values()))

    @property
    def machine_sides(self) -> tuple[Side, ...]:
        """Return the sides that the machine plays."""
        return SIDES if self.plays_itself else (self.side,)

    @property
    def first_boxes(self) -> tuple[Box, ...]:
        """Return the boxes of the learner's first move."""
        return self.kit.first_boxes(self.side)

    @property
    def opening_boxes(self) -> tuple[Box, ...]:
        """Return those of them that come up at no other move, none for the second player of an impartial game."""
        return self.kit.openings.get(self.side, ())

    @property
    def has_beads(self) -> bool:
        """Return whether the learner learns by beads, in opening boxes, whose beads make a line."""
        return self.learner == "beads" and bool(self.opening_boxes)


def contest(
    kit: Kit,
    opponents: Mapping[str, float] | str,
    learner: str = "beads",
    side: Side | None = None,
    function: Callable[[GameTable], Player] | None = None,
) -> Contest:
    """Return who learns from whom, by their names; where the opponent is `menace`, its kit has boxes for both sides.

    Without a side, the learner plays the one that the kit has boxes for; the first where it has both. LabError where
    an opponent is not known, cannot share the games with others, or the kit has no boxes for the side.
    """
    if learner not in LEARNERS:
        raise LabError(f"there is no learner {learner!r}; choose from: {', '.join(LEARNERS)}")
    shares = {opponents: 1.0} if isinstance(opponents, str) else opponents
    for name in shares:
        _check_opponent(name, alone=len(shares) == 1)
    if side is None and kit.spec.side != "both":
        side = Side(kit.spec.side)
    if MENACE in shares:
        kit = both_sides(kit)
    total = sum(shares.values())
    of_one = {name: share / total for name, share in shares.items()}
    found = Contest(kit, learner, machine_side(kit, side), of_one, function)
    if function or not any(map(is_function, shares)):
        _ = found.match.players  # what is wrong with them is told before anything is played
    return found


def _check_opponent(name: str, alone: bool) -> None:
    if name in (MENACE, Q_LEARNING) or is_function(name):
        if not alone:
            raise LabError(f"{name} cannot be one of a mix; play against it alone, with --opponent {name}")
    elif name.partition(":")[0] in PLAYERS:
        parsed_name(name)
    else:
        known = ", ".join(OPPONENTS)
        raise LabError(
            f"there is no player {name!r}; choose from: {known}, or FILE.py:NAME for a function of yours"
        )


def parsed_mix(text: str) -> dict[str, float]:
    """Return name -> share from `random=50,win-or-block=30,perfect=20`; LabError where it is not such a list."""
    shares: dict[str, float] = {}
    for part in text.split(","):
        name, equals, number = (piece.strip() for piece in part.partition("="))
        if not (name and equals):
            raise LabError(
                f"{text!r} is no mix of players; write it like random=50,win-or-block=30,perfect=20"
            )
        try:
            share = float(number)
        except ValueError:
            share = 0.0
        if not 0 < share < 1e9:
            raise LabError(f"the share of {name} in a mix is a number over 0, not {number!r}")
        if name in shares:
            raise LabError(f"{name} stands in the mix twice")
        shares[name] = share
    return shares


def is_function(name: str) -> bool:
    """Return whether an opponent is a Python function, named `FILE.py:NAME`."""
    file, colon, _ = name.rpartition(":")
    return bool(colon) and file.lower().endswith(".py")


def machine_side(kit: Kit, side: Side | None) -> Side:
    """Return the side that a kit's machine plays, if it is asked to play this one; LabError where it cannot."""
    if kit.spec.side == "both":
        return side or Side.FIRST
    only = Side(kit.spec.side)
    if side not in (None, only):
        raise LabError(
            f'the machine of {kit.spec.name} plays {only.value} only; a kit with side = "both" has boxes for both, '
            "such as --preset both-players"
        )
    return only
