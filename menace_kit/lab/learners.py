"""Who learns from whom, by which rules: a contest, from the names that are typed.

A learner is typed by its name, or with the numbers of its rule by theirs,
`monte-carlo:alpha=0.9,gamma=0.1`. The rules themselves are in `engine.arrays`;
the compiled loop takes their numbers in.
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
from menace_kit.lab.engine.match import Match, Roles, roles_for
from menace_kit.lab.players import Maker, is_function, nobody, parsed_name
from menace_kit.machine.boxes import Box
from menace_kit.machine.checks import per_stage
from menace_kit.machine.kit import Kit
from menace_kit.machine.kit_files import both_sides, load_preset
from menace_kit.machine.schema import EmptyBox, FullBox, at_stage
from menace_kit.machine.toml_files import TemplateKind, template_names

ROLES = {
    "beads": BEADS,
    "odds": ODDS,
    "q-learning": QUALITY,
    "monte-carlo": MONTE_CARLO,
}
"""Learner -> the role that it plays."""


class Bounds(NamedTuple):
    """What a number of a rule may be: from `low` to `high`."""

    low: float
    high: float

    def allows(self, number: float) -> bool:
        """Return whether a number is in it."""
        return self.low <= number <= self.high

    def __str__(self) -> str:
        """Return it in words."""
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
"""What the numbers of rules may be; rewards are in REWARD."""

BEAD_RULES = ("start", "win", "draw", "loss", "empty-box")
"""What may be said of a machine by beads: beads of each kind at the start, those that results add,
and the rule of an empty box.
"""


class Learner(NamedTuple):
    """A learner as it was typed.

    Attributes:
        name: one of LEARNERS.
        rule: its numbers; None of a machine by beads.
        beads: what was said of a machine by beads: the keys of BEAD_RULES.
    """

    name: str
    rule: Rule | None = None
    beads: Mapping[str, Any] = {}

    @property
    def role(self) -> int:
        """Return the role that it plays."""
        return ROLES[self.name]

    @property
    def has_boxes(self) -> bool:
        """Return whether what it learns is in a kit's boxes."""
        return LEARNERS[self.name].has_boxes

    @property
    def numbers(self) -> dict[str, str]:
        """Return what differs from its usual rule, as it is typed: name -> text."""
        if self.rule is None:
            return {key: str(value) for key, value in self.beads.items()}
        usual = RULES[self.role]()
        both = zip(self.rule._fields, self.rule, usual, strict=True)
        return {key.replace("_", "-"): f"{own:.15g}" for key, own, other in both if own != other}

    def __str__(self) -> str:
        """Return the shortest text that means it."""
        numbers = ",".join(f"{key}={text}" for key, text in self.numbers.items())
        return f"{self.name}:{numbers}" if numbers else self.name


def parameters(name: str) -> tuple[str, ...]:
    """Return what may be said of a learner, as it is typed."""
    role = ROLES[name]
    return (
        BEAD_RULES
        if role == BEADS
        else tuple(field.replace("_", "-") for field in RULES[role]._fields)
    )


def parsed_learner(text: str) -> Learner:
    """Return the learner that a text means; LabError where there is none,
    or one of its numbers cannot be.
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
    """Return the kit with other starting beads, rewards (win, draw,
    loss) or rule of empty boxes, all else the same.

    A value is one number, or one for each stage.
    With a side, beads and rewards are those of its boxes alone;
    else those of all boxes but for the second player's where the kit has others for them.
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


def with_full_box(kit: Kit, rule: FullBox, above: int | None = None) -> Kit:
    """Return the kit with another rule of boxes that are too full;
    `above` as `full-above` of a kit file.
    """
    learning = kit.spec.learning.model_copy(update={"full_box": rule, "full_above": above})
    return replace(kit, spec=kit.spec.model_copy(update={"learning": learning}))


def check_alike_for_both(kit: Kit, start: str, rewards: str) -> None:
    """Refuse beads or rewards that are typed for both players alike,
    where the kit has others for the second.

    `start` and `rewards` name where they were typed; they are empty where they were not.
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
        kit: with boxes for both sides where the machine plays itself, or changes sides.
        learner: who learns.
        side: the learner's, where turns alternate in the first game;
            where it plays itself, the side from which its results are told.
        opponents: name -> share of the games, 1 in sum: players and functions,
            or alone `menace` or a learner.
        makers: make those of the players that a name alone does not mean: name -> maker.
        alternate: whether who begins changes game by game.
        watched: the players whose games the learner watches, the one who begins first;
            none where it plays itself.
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
        """Return the opponent, where it learns, too."""
        if self.watched or len(self.opponents) != 1:
            return None
        (name,) = self.opponents
        return rival_named(name, self.learner)

    @property
    def plays_itself(self) -> bool:
        """Return whether both sides are machines of the kit,
        which learn from each other in the same way.
        """
        return self.learner.has_boxes and self.rival == self.learner

    @property
    def roles(self) -> tuple[Roles, ...]:
        """Return who plays the first and who the second player:
        one pair, or two where turns alternate.
        """
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
        """Return the boxes of the learner's first move."""
        return self.kit.first_boxes(self.side)

    @property
    def opening_boxes(self) -> tuple[Box, ...]:
        """Return those of them that come up at no other move,
        none for the second player of an impartial game.
        """
        return self.kit.openings.get(self.side, ())

    @property
    def has_beads(self) -> bool:
        """Return whether the learner learns by beads, in opening boxes, whose beads make a line."""
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
    """Return who learns from whom, by their names;
    where a machine needs boxes for both sides, its kit has them.

    Without a side, the learner plays the one that the kit has boxes for;
    the first where it has both. LabError where a learner or an opponent is not known,
    cannot share the games with others, or the kit has no boxes for the side.
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
    _ = found.match.players  # what is wrong with them is reported before anything is played
    return found


def _of_kit(learner: Learner) -> dict[str, Any]:
    """Return what was said of a machine by beads as `with_rules` takes it."""
    return {key.replace("-", "_"): value for key, value in learner.beads.items()}


def _watched(names: Sequence[str], learner: Learner) -> dict[str, float]:
    """Return the players of the games that a machine watches, with their shares;
    LabError where they cannot be.
    """
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
    """Return the learner that an opponent is, None where it does not learn.

    `menace` is one like the learner itself where that has boxes, else a machine by beads;
    what is said of it are the rules of beads.
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
    """Return name -> share from `random=50,win-or-block=30,perfect=20`;
    LabError where it is not such a list.
    """
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
    """Return the side that a kit's machine plays, if it is asked to play this one;
    LabError where it cannot.
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
    """Return how one comes to boxes for these sides of a kit's game:
    by its own kit file, or a preset that has them.
    """
    presets = ((name, load_preset(name)) for name in template_names(TemplateKind.MACHINES))
    able = [
        name
        for name, preset in presets
        if described(preset.game) == described(kit.game)
        and all(preset.spec.side in ("both", side.value) for side in sides)
    ]
    ready = f", or take --preset {able[0]}" if able else ""
    return f'write side = "both" into its kit file{ready}'
