"""Which box to count first: the beads drawn, compared with what the logbook says
was in the box at each draw.

In a machine whose logbook is right a bead is drawn as likely as its colour lies in the box by the
logbook. Each slip that hands make says something else: a punished bead that stays in is drawn more
often. So for each slip the chance of what was drawn, if it had been made in every game, is divided
by the chance by the logbook, draw by draw: no test tells two stories apart better than this ratio
(J. Neyman, E. S. Pearson, On the problem of the most efficient tests of statistical hypotheses,
1933).
A box's evidence is the highest that the mean of its slips' ratios came to, times the number of its
draws, for where much was drawn much can be seen. How far that comes by chance is simulated:
all draws are drawn anew from what was in the boxes by the logbook (with b of n redrawings as high,
the level is (1 + b) / (1 + n); J. Besag, P. Clifford, Sequential Monte Carlo p-values, 1991).
Many boxes are corrected for step by step, as S. Holm does (1979), but by the highest of each
redrawing, which knows how far each box can come at all with its draws (P. H. Westfall, S. S. Young,
Resampling-based multiple testing, 1993).
"""

from bisect import bisect
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from itertools import accumulate, groupby
from math import inf, sqrt
from operator import mul
from random import Random
from typing import NamedTuple

from menace_kit.frozen import Frozen
from menace_kit.logbook.entries import COUNTS, GREEDY, Entry, Kind, adjustments_in
from menace_kit.logbook.queries import entries_that_hold
from menace_kit.logbook.store import Logbook
from menace_kit.machine.boxes import Box, colours_for
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Adjustment, Why

LEVEL = 0.05
"""The chance that any box of a machine whose logbook is right is suspected
when one asks, at the most.
"""

GAMES = 1000
"""How many games are looked back over: more would take long,
and boxes that are fuller hide a slip in any case.
"""

FEWEST = 10
"""A box of which fewer beads came is not suspected: a few draws say little,
and there are many such boxes.
"""

FIRST_REDRAWN, REDRAWN = 59, 199
"""How often all draws are redrawn, to tell how far the evidence comes by chance:
at first, which is mostly enough to clear all boxes, and where it is not.
"""

SEED = 1979


class Slip(Enum):
    """The slips that are looked for: what a hand does in every game, and the logbook does not know.

    KEPT: beads that come out stay in. TWICE: what is added is added twice. NOT_ADDED: it is not.
    ELSEWHERE: the list of this box is done on another one; FROM_BEFORE, FROM_BEHIND:
    that of the box before or behind it is done here, too. ON_TOP: what was put in last
    is drawn most. COLOUR: for whatever reason, the colours come on as they came so far.
    FOUND: a colour was counted alone, of which the logbook said that none was left.
    """

    KEPT = "kept"
    TWICE = "twice"
    NOT_ADDED = "not-added"
    ELSEWHERE = "elsewhere"
    FROM_BEFORE = "from-before"
    FROM_BEHIND = "from-behind"
    ON_TOP = "on-top"
    COLOUR = "colour"
    FOUND = "found"


SLIPS: Sequence[tuple[Slip, float, float]] = (
    (Slip.KEPT, 1.0, 0.3),
    (Slip.KEPT, 0.5, 0.1),
    (Slip.TWICE, 1.0, 0.1),
    (Slip.NOT_ADDED, 1.0, 0.1),
    (Slip.ELSEWHERE, 1.0, 0.1),
    (Slip.FROM_BEFORE, 1.0, 0.05),
    (Slip.FROM_BEHIND, 1.0, 0.05),
    (Slip.ON_TOP, 2.0, 0.1),
)
"""Each slip, how much of it, and its stake: in every game or in every other;
beads on top count so much more.
"""

COLOUR_STAKE, AS_DRAWS = 0.1, 4.0
"""The stake of COLOUR, which makes all of them 1; so many draws by the logbook weigh as much
as those that there were.
"""

AT_LEAST = 0.1
"""No slip takes a colour to less than a tenth of what the logbook says:
hands are not as steady as a rule.
"""


# What happened to a box, as far as its beads go


class Drew(NamedTuple):
    """A bead was drawn; `before` are the beads of this game that lay before the box already."""

    colour: str
    before: Mapping[str, int]


class Listed(NamedTuple):
    """A line of a list: so many beads of a colour more;
    `bead` whether one lay before the box and went back in.
    """

    colour: str
    change: int
    bead: bool


class FromBeside(NamedTuple):
    """A line of the list of the box before this one, or behind it,
    that put so many beads into that.
    """

    slip: Slip
    colour: str
    beads: int


class Changed(NamedTuple):
    """Beads were put in or taken out otherwise."""

    colour: str
    change: int


class FoundAlone(NamedTuple):
    """So many beads of a colour more were found, or fewer,
    and the other colours were not counted.
    """

    colour: str
    change: int


class Counted(NamedTuple):
    """Somebody looked at all that is inside: the logbook is right again,
    and what was before says nothing any more.
    """


Event = Drew | Listed | FromBeside | Changed | FoundAlone | Counted


class ColourDrawn(NamedTuple):
    """How often colours that mean the same were drawn, and were due by the logbook."""

    colours: tuple[str, ...]
    drawn: int
    due: float


class Lot(NamedTuple):
    """A draw from a box, by kinds of beads: what may come, by the logbook and with the slips.

    `kind` is the place of the one that came. `chances` has each kind's by the logbook,
    `up_to` their sums without the last, `ratios` for each kind and slip, all but COLOUR,
    how much likelier it is with the slip.
    """

    kind: int
    chances: Sequence[float]
    up_to: Sequence[float]
    ratios: Sequence[Sequence[float]]


class Past:
    """What was drawn from a box since it was counted last, and what that says of its logbook.

    `inside` is what belongs in it, `draws` are those since then. Colours that mean the same where
    the box can be held in several ways are one kind, for a game on paper does not tell them apart.
    """

    def __init__(self, kit: Kit, box: Box, inside: Mapping[str, int]) -> None:
        """Begin with what was inside by the logbook, and nothing drawn."""
        kinds = _kinds_of_beads(kit, box)
        self._kinds = sorted(set(kinds.values()))
        self._kind_of = {colour: self._kinds.index(kind) for colour, kind in kinds.items()}
        self.inside = Counter(inside)
        self._restart()

    def _restart(self) -> None:
        self.draws: list[Lot] = []
        self._more: dict[Slip, Counter[int]] = {}
        self._top = 0, 0
        self._found: int | None = None

    def take(self, event: Event) -> None:
        """Go on past an event."""
        match event:
            case Drew():
                self._draw(event)
            case Listed(colour, change, bead):
                self.inside[colour] += change
                kind = self._kind_of[colour]
                self._grow(Slip.KEPT, kind, max(-change, 0))
                self._grow(Slip.TWICE, kind, max(change, 0))
                self._grow(Slip.NOT_ADDED, kind, -max(change, 0))
                self._grow(Slip.ELSEWHERE, kind, -(bead + change))
                if bead + change > 0:
                    self._top = kind, bead + change
            case FromBeside(slip, colour, beads):
                if colour in self._kind_of:
                    self._grow(slip, self._kind_of[colour], beads)
            case FoundAlone(colour, change):
                if change > 0 and not self.inside[colour]:
                    self._found = self._kind_of[colour]
                self.inside[colour] += change
            case Changed(colour, change):
                self.inside[colour] += change
            case Counted():
                self._restart()

    def _grow(self, slip: Slip, kind: int, beads: int) -> None:
        if beads:
            self._more.setdefault(slip, Counter())[kind] += beads

    def _draw(self, draw: Drew) -> None:
        held = [0] * len(self._kinds)
        for colour, count in self.inside.items():
            held[self._kind_of[colour]] += count - draw.before.get(colour, 0)
        held = [max(count, 0) for count in held]
        kind = self._kind_of[draw.colour]
        if not held[kind]:
            # None was there by the logbook: the guide refuses such a bead, and the audit names it.
            return
        logbook = _shares(held)
        slips = [
            # What is not there by the logbook comes with no slip, either: its draw is refused.
            _shares([beads * (count > 0) for beads, count in zip(own, held, strict=True)])
            for own in (self._with_slip(held, slip, much) for slip, much, _ in SLIPS)
        ]
        ratios = [
            [slip[each] / chance if chance else 1.0 for slip in slips]
            for each, chance in enumerate(logbook)
        ]
        self.draws.append(Lot(kind, logbook, list(accumulate(logbook[:-1])), ratios))

    def _with_slip(self, held: Sequence[int], slip: Slip, much: float) -> Sequence[float]:
        if slip is Slip.ON_TOP:
            top, beads = self._top
            return [
                count + much * min(beads, count) * (kind == top) for kind, count in enumerate(held)
            ]
        more: Mapping[int, int] = self._more.get(slip, {})
        return [
            max(count + much * more.get(kind, 0), AT_LEAST * count)
            for kind, count in enumerate(held)
        ]

    def evidence(self) -> tuple[float, Slip]:
        """Return the highest that the mean of the slips' ratios came to,
        and the slip that bore it most then.

        Where a colour was found of which the logbook said that none was left, nothing is higher.
        """
        if self._found is not None:
            return inf, Slip.FOUND
        return _highest(self.draws, (draw.kind for draw in self.draws))

    def redrawn(self, random: Random) -> float:
        """Return how high the evidence comes if the beads are drawn anew,
        from what was inside by the logbook.
        """
        return _highest(self.draws, (bisect(draw.up_to, random.random()) for draw in self.draws))[0]

    def slipped(self, random: Random) -> float:
        """Return how high the evidence comes if the beads are drawn anew,
        and those that should be out are inside.
        """
        # The first of the slips is that one.
        drawn = (
            random.choices(
                range(len(draw.chances)),
                [chance * own[0] for chance, own in zip(draw.chances, draw.ratios, strict=True)],
            )[0]
            for draw in self.draws
        )
        return _highest(self.draws, drawn)[0]

    def colours(self) -> list[ColourDrawn]:
        """Return what was drawn and what was due of each colour,
        the one that is farthest off first.
        """
        drawn = Counter(draw.kind for draw in self.draws)
        due, spread = defaultdict[int, float](float), defaultdict[int, float](float)
        for draw in self.draws:
            for kind, chance in enumerate(draw.chances):
                if chance:
                    due[kind] += chance
                    spread[kind] += chance * (1 - chance)

        def off(kind: int) -> float:
            """Return how many standard deviations a colour is off;
            of one that was found, without end.
            """
            if kind == self._found:
                return inf
            return abs(drawn[kind] - due[kind]) / sqrt(spread[kind]) if spread[kind] else 0.0

        named = [
            tuple(colour for colour, own in self._kind_of.items() if own == kind)
            for kind in range(len(self._kinds))
        ]
        return [
            ColourDrawn(named[kind], drawn[kind], due[kind])
            for kind in sorted(range(len(named)), key=lambda kind: (-off(kind), kind))
            if kind in due or kind == self._found
        ]


def _highest(draws: Sequence[Lot], drawn: Iterable[int]) -> tuple[float, Slip]:
    """Return the highest that the mean of the slips' ratios comes to if these kinds
    are drawn, and its slip.
    """
    ratios = [stake for slip, _, stake in SLIPS]
    highest, borne = sum(ratios) + COLOUR_STAKE, Slip.COLOUR
    colour, came = COLOUR_STAKE, Counter[int]()
    for place, (draw, kind) in enumerate(zip(draws, drawn, strict=True)):
        ratios = list(map(mul, ratios, draw.ratios[kind]))
        chance = draw.chances[kind]
        colour *= (came[kind] / chance + AS_DRAWS) / (place + AS_DRAWS)
        came[kind] += 1
        if (together := sum(ratios) + colour) > highest:
            best = max(ratios)
            highest = together
            borne = SLIPS[ratios.index(best)][0] if best >= colour else Slip.COLOUR
    return highest, borne


def _kinds_of_beads(kit: Kit, box: Box) -> dict[str, int]:
    """Return for each colour of a box the place of the first that means
    the same in some way to hold it.
    """
    readings = kit.readings(box.position)
    places = {colour: place for place, colour in enumerate(box.moves)}
    return {
        colour: min(
            (places[other] for other in colours_for(readings, move)), default=places[colour]
        )
        for colour, move in box.moves.items()
    }


def _shares(beads: Sequence[float]) -> list[float]:
    total = sum(beads)
    return [count / total for count in beads]


# The logbook, as what happened to each box


def events_of_boxes(logbook: Logbook, games: int = GAMES) -> dict[int, list[Event]]:
    """Return what happened to each box in the last games, so many, in order.

    What was taken back did not happen; in a greedy exhibition nothing is drawn by lot.
    """
    found: dict[int, list[Event]] = {number: [] for number in logbook.kit.indices}
    before: dict[int, Counter[str]] = {}
    lately: dict[tuple[int, str], Late] = {}
    by_lot = True
    for _, group in groupby(entries_that_hold(logbook, games), key=lambda entry: entry.action):
        action = tuple(group)
        if action[0].kind in COUNTS:
            _counted(logbook.kit, action, found, lately)
            continue
        lately.clear()
        for entry in action:
            if entry.kind is Kind.START:
                before, by_lot = {}, entry.why != GREEDY
            elif entry.kind is Kind.BEAD and entry.box and entry.colour:
                lying = before.setdefault(entry.box, Counter())
                if by_lot:
                    found[entry.box].append(Drew(entry.colour, dict(lying)))
                lying[entry.colour] += 1
            elif entry.kind is Kind.EMPTY and entry.box:
                found[entry.box].append(Counted())
        for change in adjustments_in(action):
            _adjusted(change, before, found)
    return {number: events for number, events in found.items() if events}


class Late(NamedTuple):
    """A colour was counted since a game last went on: its place among the events of the box,
    and what was found more.

    Nowhere, where the whole box was counted.
    """

    place: int | None
    change: int


def _counted(
    kit: Kit,
    action: Sequence[Entry],
    found: Mapping[int, list[Event]],
    lately: dict[tuple[int, str], Late],
) -> None:
    """Add what was counted; a box is, where all its colours are named.

    Who counts a colour again before a game goes on corrects what was typed: both are one count.
    """
    counts: dict[int, list[Adjustment]] = {}
    for change in adjustments_in(action):
        counts.setdefault(change.box, []).append(change)
    for number, own in counts.items():
        events, whole = found[number], len(own) == len(kit.box(number).moves)
        for _, colour, beads, _ in own:
            place, so_far = lately.get((number, colour), Late(len(events), 0))
            if whole or place is None:
                events.append(Changed(colour, beads))
                place = None
            else:
                events[place : place + 1] = [FoundAlone(colour, so_far + beads)]
            lately[number, colour] = Late(place, so_far + beads)
        if whole:
            events.append(Counted())
    if any(entry.kind is Kind.STOCKTAKE for entry in action):
        for number, events in found.items():
            events.append(Counted())
            lately |= {(number, colour): Late(None, 0) for colour in kit.box(number).moves}


def _adjusted(
    change: Adjustment, before: Mapping[int, Counter[str]], found: Mapping[int, list[Event]]
) -> None:
    """Add a line of a list, or beads that an empty box got or a full one lost."""
    number, colour, beads, why = change
    if why in (Why.REFILL, Why.HALVED):
        found[number].append(Changed(colour, beads))
        return
    lying = before.get(number, Counter[str]())
    if why is Why.TAKEN:
        found[number].append(Drew(colour, dict(lying)))  # and put right at once
    bead = why is Why.TAKEN or lying[colour] > 0
    found[number].append(Listed(colour, beads, bead))
    for slip, beside in ((Slip.FROM_BEFORE, number + 1), (Slip.FROM_BEHIND, number - 1)):
        if beside in found:
            found[beside].append(FromBeside(slip, colour, bead + beads))


# All boxes together


class Suspect(Frozen):
    """A box, how often it was drawn from since it was counted, and what that says.

    `level` is corrected for all boxes: up to 5 % the box is `suspected`.
    `colours` begin with the one that is farthest off; `slip` is what fits best.
    """

    box: int
    draws: int
    level: float
    slip: Slip
    colours: tuple[ColourDrawn, ...]

    @property
    def suspected(self) -> bool:
        return self.level <= LEVEL

    @property
    def was_found(self) -> bool:
        """Return whether a colour was found in it of which by the logbook none was left."""
        return self.slip is Slip.FOUND


class Seen(NamedTuple):
    """The box that was drawn from most since it was counted, how often,
    and in which share of machines a slip shows.
    """

    box: int
    draws: int
    share: float


class Suspicion(Frozen):
    """What the last games say of the logbook: the boxes, the most suspect first,
    and how much would have been seen.

    `power` is None where nothing was drawn since a count.
    """

    games: int
    boxes: tuple[Suspect, ...]
    power: Seen | None

    @property
    def suspected(self) -> tuple[Suspect, ...]:
        """Return the boxes to count, the first of them first."""
        return tuple(box for box in self.boxes if box.suspected)

    @property
    def draws(self) -> int:
        return sum(box.draws for box in self.boxes)


def suspicion(logbook: Logbook, games: int = GAMES) -> Suspicion:
    """Return which boxes the draws of the last games make suspect;
    the same logbook always gives the same.
    """
    with logbook.one_moment():
        events, now = events_of_boxes(logbook, games), logbook.contents()
        last = logbook.last_game
    pasts = {
        number: past_of(logbook.kit, number, now[number], own) for number, own in events.items()
    }
    return weighed(pasts, min(games, last))


def weighed(pasts: Mapping[int, Past], games: int) -> Suspicion:
    """Return which boxes are suspect after so many games, from the past of each;
    the chance is from a seed of ours.
    """
    random = Random(SEED)
    named = {number: past.evidence() for number, past in sorted(pasts.items())}
    stakes = {
        number: len(pasts[number].draws) or 1
        for number, (own, _) in named.items()
        if len(pasts[number].draws) >= FEWEST or own == inf
    }
    evidence = {number: stake * named[number][0] for number, stake in stakes.items()}
    redrawn: dict[int, list[float]] = {number: [] for number in stakes}
    levels: dict[int, float] = {}
    for times in (FIRST_REDRAWN, REDRAWN):
        for number, own in redrawn.items():
            own += [stakes[number] * pasts[number].redrawn(random) for _ in range(times - len(own))]
        levels = stepped_down(evidence, redrawn)
        if min(levels.values(), default=1.0) * (1 + times) > LEVEL * (1 + REDRAWN):
            break  # so many came as high that none will be suspected any more
    levels |= {
        number: 1.0 for number, past in sorted(pasts.items()) if past.draws and number not in levels
    }
    boxes = tuple(
        Suspect(
            number,
            len(pasts[number].draws),
            level,
            named[number][1],
            tuple(pasts[number].colours()),
        )
        for number, level in levels.items()
    )
    most = max(boxes, key=lambda box: (box.draws, -box.box), default=None)
    if most is None:
        return Suspicion(games, boxes, None)
    seen = 0
    if most.box in stakes:
        # What comes higher than this is suspected:
        # in 5 % of machines whose logbook is right, at the most.
        together = sorted(map(max, zip(*redrawn.values(), strict=True)), reverse=True)
        needed = together[int(LEVEL * (1 + len(together))) - 1]
        slipped = (pasts[most.box].slipped(random) for _ in range(REDRAWN))
        seen = sum(stakes[most.box] * own > needed for own in slipped)
    return Suspicion(games, boxes, Seen(most.box, most.draws, seen / REDRAWN))


def stepped_down(
    evidence: Mapping[int, float], redrawn: Mapping[int, Sequence[float]]
) -> dict[int, float]:
    """Return each box's level, corrected for all boxes, the smallest first
    (Westfall and Young's step-down method).

    `redrawn` has how high each came in every redrawing. A box is measured by the highest of all
    that came no higher than it, and never found before one that came higher.
    """
    order = sorted(evidence, key=lambda number: (-evidence[number], number))
    highest: Sequence[float] = ()
    own: dict[int, float] = {}
    for number in reversed(order):
        highest = list(map(max, highest or redrawn[number], redrawn[number]))
        as_high = sum(each >= evidence[number] for each in highest)
        own[number] = (1 + as_high) / (1 + len(highest))
    return dict(zip(order, accumulate((own[number] for number in order), max), strict=True))


def past_of(kit: Kit, number: int, now: Mapping[str, int], events: Sequence[Event]) -> Past:
    """Return a box's past, from what is inside now and all that happened to it."""
    past = Past(kit, kit.box(number), _begun_with(now, events))
    for event in events:
        past.take(event)
    return past


def _begun_with(now: Mapping[str, int], events: Iterable[Event]) -> Counter[str]:
    """Return what was inside before these events."""
    inside = Counter(dict(now))
    for event in events:
        if isinstance(event, (Listed, Changed, FoundAlone)):
            inside[event.colour] -= event.change
    return inside
