"""Who learns from whom, by which rules: a contest, from the names that people type.

A learner is typed by name, perhaps with the numbers of its rule: `monte-carlo:alpha=0.9,gamma=0.1`.
The rules themselves are in `engine.arrays`; the compiled loop is given their numbers.
"""

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property
from typing import Any, NamedTuple

from menace_kit.errors import LabError
from menace_kit.frozen import Frozen
from menace_kit.games import Side, described
from menace_kit.lab import LEARNERS, MENACE, OPPONENTS, PLAYERS
from menace_kit.lab.engine.arrays import (
    BEADS,
    MONTE_CARLO,
    ODDS,
    PLAYER,
    QUALITY,
    RULES,
    SIDES,
    Rule,
)
from menace_kit.lab.engine.match import Match
from menace_kit.lab.engine.roles import Roles, roles_for
from menace_kit.lab.players import Maker, is_function, nobody, parsed_name
from menace_kit.machine import Box, Kit
from menace_kit.machine.checks import per_stage
from menace_kit.machine.kit_files import both_sides, load_preset
from menace_kit.machine.schema import EmptyBox, at_stage
from menace_kit.machine.toml_files import TemplateKind, template_names

ROLES = {
    "beads": BEADS,
    "odds": ODDS,
    "q-learning": QUALITY,
    "monte-carlo": MONTE_CARLO,
}
"""Learner -> its role in the compiled loop."""


class Bounds(NamedTuple):
    """What a number of a rule can be: from `low` to `high`."""

    low: float
    high: float

    def allows(self, number: float) -> bool:
        return self.low <= number <= self.high

    def __str__(self) -> str:
        return f"from {self.low:g} to {self.high:g}"


MOST = 1e9
REWARD = Bounds(-MOST, MOST)

RANGES = {
    "alpha": Bounds(0, 1),
    "gamma": Bounds(0, 1),
    "epsilon": Bounds(0, 1),
    "epsilon_start": Bounds(0, MOST),
    "epsilon_end": Bounds(0, MOST),
    "factor": Bounds(1, MOST),
    "growth": Bounds(1e-9, 1),
    "memory": Bounds(0, 1 - 1e-9),
    "floor": Bounds(1e-15, 0.01),
}
"""The bounds of rules' numbers; rewards have REWARD."""

BEAD_RULES = ("start", "win", "draw", "loss", "empty-box")
"""What can be set for a machine with beads: the start, rewards, and the rule for empty boxes."""


class Learner(NamedTuple):
    """A learner as typed.

    Attributes:
        name: one of LEARNERS.
        rule: its numbers; None for a machine with beads.
        beads: what was set for a machine with beads; the keys are those of BEAD_RULES.
    """

    name: str
    rule: Rule | None = None
    beads: Mapping[str, Any] = {}

    @property
    def role(self) -> int:
        return ROLES[self.name]

    @property
    def has_boxes(self) -> bool:
        """Return whether a kit's boxes hold what it learns."""
        return LEARNERS[self.name].has_boxes

    @property
    def numbers(self) -> dict[str, str]:
        """Return what differs from its default rule, as typed: name -> text."""
        if self.rule is None:
            return {key: str(value) for key, value in self.beads.items()}
        usual = RULES[self.role]()
        both = zip(self.rule._fields, self.rule, usual, strict=True)
        return {key.replace("_", "-"): f"{own:.15g}" for key, own, other in both if own != other}

    def __str__(self) -> str:
        """Return the shortest text that means this learner."""
        numbers = ",".join(f"{key}={text}" for key, text in self.numbers.items())
        return f"{self.name}:{numbers}" if numbers else self.name


def parameters(name: str) -> tuple[str, ...]:
    """Return the names of what can be set for a learner, as typed."""
    role = ROLES[name]
    return (
        BEAD_RULES
        if role == BEADS
        else tuple(field.replace("_", "-") for field in RULES[role]._fields)
    )


def parsed_learner(text: str) -> Learner:
    """Return the learner that a text means.

    Raises LabError if there is none, or if one of its numbers is out of bounds.
    """
    name, colon, rest = text.partition(":")
    if name not in LEARNERS:
        raise LabError(f"there is no learner {name!r}; choose from: {', '.join(LEARNERS)}")
    typed: dict[str, str] = {}
    for part in rest.split(",") if colon else ():
        key, equals, number = (piece.strip() for piece in part.partition("="))
        if key not in parameters(name) or not equals:
            known = ", ".join(parameters(name))
            raise LabError(
                f"{text}: {part!r} is nothing that {name} has; write NAME=NUMBER, of: {known}"
            )
        if key in typed:
            raise LabError(f"{text}: {key} stands there twice")
        typed[key] = number
    role = ROLES[name]
    if role == BEADS:
        return Learner(
            name, None, {key: _bead_rule(text, key, value) for key, value in typed.items()}
        )
    numbers = {
        key.replace("-", "_"): _number(text, key.replace("-", "_"), value)
        for key, value in typed.items()
    }
    return Learner(name, RULES[role](**numbers))


def _number(text: str, field: str, typed: str) -> float:
    allowed = RANGES.get(field, REWARD)
    try:
        number = float(typed)
    except ValueError:
        number = float("nan")
    if not allowed.allows(number):
        raise LabError(f"{text}: {field.replace('_', '-')} is a number {allowed}, not {typed!r}")
    return number


def _bead_rule(text: str, key: str, typed: str) -> Any:
    if key == "empty-box":
        rules = [rule.value for rule in EmptyBox]
        if typed not in rules:
            raise LabError(
                f"{text}: there is no rule {typed!r} of empty boxes; "
                f"choose from: {', '.join(rules)}"
            )
        return EmptyBox(typed)
    allowed = Bounds(1 if key == "start" else -999, 999)
    if not typed.lstrip("+-").isdigit() or not allowed.allows(int(typed)):
        raise LabError(f"{text}: {key} is a whole number {allowed}, not {typed!r}")
    return int(typed)


def with_rules(
    kit: Kit,
    start: int | Sequence[int] | None = None,
    empty_box: EmptyBox | None = None,
    side: Side | None = None,
    **rewards: int | Sequence[int] | None,
) -> Kit:
    """Return the kit with other starting beads, rewards (win, draw, loss) or empty-box rule.

    A value is one number, or one for each stage. With a side, beads and rewards are for its boxes
    only. Otherwise they are for all boxes, except the second player's if the kit has separate
    values for these.
    """
    beads, learning = kit.spec.beads, kit.spec.learning
    if side is Side.FIRST:  # the second player's stay what they are
        beads = beads.model_copy(update={"start_second": beads.starts(Side.SECOND)})
        kept = {f"{name}_second": learning.by(name, Side.SECOND) for name in rewards}
        learning = learning.model_copy(update=kept)
    ending = "_second" if side is Side.SECOND else ""
    new: dict[str, object] = {
        f"{name}{ending}": value for name, value in rewards.items() if value is not None
    }
    if empty_box is not None:
        new["empty_box"] = empty_box
    if start is not None:
        beads = beads.model_copy(update={f"start{ending}": start})
    boxes = []
    for box in kit.boxes:
        amount = at_stage(beads.starts(box.side), box.stage)
        boxes.append(replace(box, beads=tuple(bead._replace(start=amount) for bead in box.beads)))
    changed = {"beads": beads, "learning": learning.model_copy(update=new)}
    return replace(
        kit, spec=kit.spec.model_copy(update=changed), boxes=tuple(boxes) if start else kit.boxes
    )


def check_alike_for_both(kit: Kit, start: str, rewards: str) -> None:
    """Raise LabError for values typed for both players if the kit has separate ones.

    `start` and `rewards` say where they were typed; "" means that they weren't.
    """
    own = [
        key
        for key, value in per_stage(kit.spec).items()
        if key.endswith("-second") and value is not None
    ]
    for typed, table in ((start, "beads"), (rewards, "learning")):
        if typed and (keys := [key for key in own if key.startswith(table)]):
            raise LabError(
                f"{typed} is for both players' boxes alike, and {kit.spec.name} has "
                f"{', '.join(keys)}; leave it out, or take a kit without"
            )


class Contest(Frozen):
    """Who learns from whom.

    Attributes:
        kit: with boxes for both sides if the machine plays itself or changes sides.
        learner: who learns.
        side: the learner's; in the first game if turns alternate. If it plays itself,
            the side from which results are told.
        opponents: name -> share of the games, 1 in sum: players and functions,
            or alone `menace` or a learner.
        makers: name -> maker, for players that a name alone doesn't define.
        alternate: whether who begins changes from game to game.
        watched: the players whose games the learner watches, the first mover first;
            empty if it plays itself.
    """

    kit: Kit
    learner: Learner
    side: Side
    opponents: Mapping[str, float]
    makers: Mapping[str, Maker] = field(default_factory=dict)
    alternate: bool = False
    watched: tuple[str, ...] = ()

    @property
    def rival(self) -> Learner | None:
        """Return the opponent if it learns, too, else None."""
        if self.watched or len(self.opponents) != 1:
            return None
        (name,) = self.opponents
        return rival_named(name, self.learner)

    @property
    def plays_itself(self) -> bool:
        """Return whether both sides are machines of the kit that learn in the same way."""
        return self.learner.has_boxes and self.rival == self.learner

    @property
    def roles(self) -> tuple[Roles, ...]:
        """Return the roles of first and second player: one pair, or two if turns alternate."""
        rival = self.rival
        own = PLAYER if self.watched else self.learner.role
        pair = roles_for(self.side, own, rival.role if rival else PLAYER)
        return (pair, pair[::-1]) if self.alternate else (pair,)

    @cached_property
    def match(self) -> Match:
        """Return the match for the compiled trainer."""
        rival = self.rival
        pair = (self.learner.rule, rival.rule if rival else None)
        rules = pair if self.side is Side.FIRST else pair[::-1]
        if self.watched:
            rules = (self.learner.rule, self.learner.rule)
            return Match(
                self.kit, self.roles, self.watched, rules=rules, watched_by=self.learner.role
            )
        if rival:
            return Match(self.kit, self.roles, rules=rules)
        names, shares = tuple(self.opponents), tuple(self.opponents.values())
        return Match(self.kit, self.roles, names, shares, makers=self.makers, rules=rules)

    @property
    def machine_sides(self) -> tuple[Side, ...]:
        """Return the sides that the machine plays."""
        if self.plays_itself or self.alternate:
            return SIDES
        return self.kit.sides if self.watched else (self.side,)

    @property
    def first_boxes(self) -> tuple[Box, ...]:
        """Return the boxes for the learner's first move."""
        return self.kit.first_boxes(self.side)

    @property
    def opening_boxes(self) -> tuple[Box, ...]:
        """Return the first boxes that no other move uses.

        There are none for the second player of an impartial game.
        """
        return self.kit.openings.get(self.side, ())

    @property
    def has_beads(self) -> bool:
        """Return whether the learner has beads in opening boxes, so that they make a line."""
        return self.learner.name == "beads" and bool(self.opening_boxes)


def contest(
    kit: Kit,
    opponents: Mapping[str, float] | str,
    learner: str = "beads",
    side: Side | None = None,
    makers: Mapping[str, Maker] | None = None,
    alternate: bool = False,
    watched: Sequence[str] = (),
) -> Contest:
    """Return who learns from whom, by their names; the kit gets boxes for both sides if needed.

    Without a side, the learner plays the one that the kit has boxes for, or the first. Raises
    LabError if a learner or opponent is unknown or can't share the games, or the kit has no boxes
    for the side.
    """
    own = parsed_learner(learner)
    shares = {opponents: 1.0} if isinstance(opponents, str) else opponents
    for name in shares:
        if name not in (makers or {}):
            _check_opponent(name, alone=len(shares) == 1)
    side = side or machine_side(kit, None)
    if own.beads:
        rewards = set(own.beads) & {"win", "draw", "loss"}
        check_alike_for_both(
            kit, learner if "start" in own.beads else "", learner if rewards else ""
        )
        kit = with_rules(kit, **_of_kit(own))
    rival = rival_named(next(iter(shares)), own) if len(shares) == 1 and not watched else None
    if (rival is not None and rival.has_boxes) or (alternate and own.has_boxes and not watched):
        kit = both_sides(kit)
    if watched:
        shares = _watched(watched, own)
    elif rival is not None and rival.has_boxes and own.has_boxes and alternate:
        raise LabError(
            "two machines with boxes need not take turns at beginning: "
            "a box is for one side, and those for the first player meet only those for the second; "
            "play once with --side first and once with --side second"
        )
    plays = machine_side(kit, side)
    if rival is not None and rival.beads:
        if own.has_boxes and (kit.game.impartial or "empty-box" in rival.beads):
            what = "boxes" if kit.game.impartial else "one rule of empty boxes"
            raise LabError(
                f"{rival}: here both sides have {what} in common; leave its own rules out"
            )
        kit = with_rules(kit, **_of_kit(rival), side=plays.other if own.has_boxes else None)
    total = sum(shares.values())
    of_one = {name: share / total for name, share in shares.items()}
    found = Contest(kit, own, plays, of_one, makers or {}, alternate, tuple(watched))
    _ = found.match.players  # report what is wrong with them before anything is played
    return found


def _of_kit(learner: Learner) -> dict[str, Any]:
    """Return what was typed for a machine with beads, as `with_rules` takes it."""
    return {key.replace("-", "_"): value for key, value in learner.beads.items()}


def _watched(names: Sequence[str], learner: Learner) -> dict[str, float]:
    """Return the players of the games to watch, with their shares; LabError if they can't be."""
    if len(names) != 2:
        raise LabError(
            "--watch names two players, the one who begins first, such as perfect,random"
        )
    if not learner.has_boxes:
        raise LabError(f"{learner.name} has no boxes to put anything into; it cannot watch")
    for name in names:
        if is_function(name):
            continue
        entry = PLAYERS[parsed_name(name)[0]]
        if entry.adaptive or entry.looks:
            raise LabError(
                f"{name} follows the machine that it plays, and here it plays none; "
                "watch another player"
            )
    return {name: names.count(name) / 2 for name in names}


def rival_named(name: str, learner: Learner) -> Learner | None:
    """Return the learner that an opponent's name means, or None if it doesn't learn.

    `menace` is a learner like this one if that has boxes, else a machine with beads; anything typed
    after it sets the rules of beads.
    """
    of, colon, rest = name.partition(":")
    if of == MENACE:
        if not colon and learner.has_boxes:
            return learner
        return parsed_learner(f"beads{colon}{rest}")
    return parsed_learner(name) if of in LEARNERS and not is_function(name) else None


def _check_opponent(name: str, alone: bool) -> None:
    of = name.partition(":")[0]
    if of == MENACE or of in LEARNERS:
        if not alone:
            raise LabError(f"{name} cannot be one of a mix; play against it alone")
    elif of in PLAYERS:
        parsed_name(name)
    elif not is_function(name):
        raise nobody(name, OPPONENTS)


def parsed_mix(text: str) -> dict[str, float]:
    """Return name -> share from `random=50,win-or-block=30,perfect=20`; LabError otherwise."""
    shares: dict[str, float] = {}
    for part in text.split(","):
        name, equals, number = (piece.strip() for piece in part.rpartition("="))
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


def machine_side(kit: Kit, side: Side | None) -> Side:
    """Return the side that a kit's machine plays if asked to play this one.

    Raises LabError if it can't.
    """
    if kit.spec.side == "both":
        return side or Side.FIRST
    only = Side(kit.spec.side)
    if side not in (None, only):
        raise LabError(
            f"the machine of {kit.spec.name} plays {only.value} only; {to_play(kit, only.other)}"
        )
    return only


def to_play(kit: Kit, *sides: Side) -> str:
    """Return how to get boxes for these sides of a kit's game: its kit file, or a preset."""
    presets = ((name, load_preset(name)) for name in template_names(TemplateKind.MACHINES))
    able = [
        name
        for name, preset in presets
        if described(preset.game) == described(kit.game)
        and all(preset.spec.side in ("both", side.value) for side in sides)
    ]
    ready = f", or take --preset {able[0]}" if able else ""
    return f'write side = "both" into its kit file{ready}'
