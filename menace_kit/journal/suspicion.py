"""Which box to count first: the beads drawn, compared with what the book says was in the box at each draw.

In a machine whose book is right a bead is drawn as likely as its colour lies in the box by the book. Each slip that
hands make says something else: a punished bead that stays in is drawn more often. So for each slip the chance of what
was drawn, if it had been made in every game, is divided by the chance by the book, draw by draw; the mean of these
ratios bets against the book (A. Wald, Sequential Analysis, 1947; J. Ville, Etude critique de la notion de collectif,
1939: while the book is right it ever comes to E with a chance of 1/E at the most, however often one looks and
whatever the opponents do). So 1/E of the highest that it came to is a level of significance, exact for few draws as
for many, without simulation. S. Holm, A simple sequentially rejective multiple test procedure, 1979, corrects for many
boxes, with weights: a box of an early move, which is opened most, has more of the 5 %.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import groupby
from math import exp, fsum, inf, log, sqrt
from operator import add
from random import Random
from typing import NamedTuple

from menace_kit.journal.entries import COUNTS, GREEDY, Entry, Kind, adjustments_in
from menace_kit.journal.queries import entries_that_hold
from menace_kit.journal.store import Journal
from menace_kit.machine.boxes import Box, colours_for
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Adjustment, Why

LEVEL = 0.05
"""The chance that any box of a machine whose book is right is ever suspected, at the most."""

GAMES = 2000
"""How many games are looked back over: more would take long, and boxes that are fuller hide a slip in any case."""

TRIALS = 200
"""Careers that are drawn to tell how often a slip would be seen."""

SEED = 1979


class Slip(Enum):
    """The slips that are looked for: what a hand does in every game, and the book does not know.

    KEPT: beads that come out stay in. TWICE: what is added is added twice. NOT_ADDED: it is not. ELSEWHERE: the list of
    this box is done on another one; FROM_BEFORE, FROM_BEHIND: that of the box before or behind it is done here, too.
    ON_TOP: what was put in last is drawn most. COLOUR: for whatever reason, the colours come on as they came so far.
    FOUND: a colour was counted alone, of which the book said that none was left.
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
    (Slip.COLOUR, 4.0, 0.1),
)
"""Each slip, how much of it, and its stake: in every game or in every other; beads on top count so much more; so many
draws by the book weigh as much as those that there were."""

AT_LEAST = 0.1
"""No slip takes a colour to less than a tenth of what the book says: hands are not as steady as a rule."""


# What happened to a box, as far as its beads go


class Drew(NamedTuple):
    """A bead was drawn; `before` are the beads of this game that lay before the box already."""

    colour: str
    before: Mapping[str, int]


class Listed(NamedTuple):
    """A line of a list: so many beads of a colour more; `bead` whether one lay before the box and went back in."""

    colour: str
    change: int
    bead: bool


class FromBeside(NamedTuple):
    """A line of the list of the box before this one, or behind it, that put so many beads into that."""

    slip: Slip
    colour: str
    beads: int


class Changed(NamedTuple):
    """Beads were put in or taken out otherwise."""

    colour: str
    change: int


class FoundAlone(NamedTuple):
    """So many beads of a colour more were found, or fewer, and the other colours were not counted."""

    colour: str
    change: int


class Counted(NamedTuple):
    """Somebody looked at all that is inside: the book is right again, and what was before says nothing any more."""


Event = Drew | Listed | FromBeside | Changed | FoundAlone | Counted


class ColourDrawn(NamedTuple):
    """How often colours that mean the same were drawn, and how often they were due by the book."""

    colours: tuple[str, ...]
    drawn: int
    due: float


class Past:
    """What was drawn from a box since it was counted last, and what that says of its book.

    `inside` is what belongs in it, `evidence` the highest that the bet against the book came to, as a natural logarithm
    (it soon has more than 300 digits), `slip` what bore it most then; `level` is how likely it ever comes so far where
    the book is right. Colours that mean the same where the box can be held in several ways are one, for a game on paper
    does not tell them apart.
    """

    def __init__(self, kit: Kit, box: Box, inside: Mapping[str, int]) -> None:
        """Begin with what was inside by the book, and nothing drawn."""
        self._kind_of = _kinds_of_beads(kit, box)
        self._kinds = sorted(set(self._kind_of.values()))
        self.inside = Counter(inside)
        self._restart()

    def _restart(self) -> None:
        self.draws, self.evidence, self.slip = 0, 0.0, Slip.COLOUR
        self._drawn = Counter[int]()
        self._due = defaultdict[int, float](float)
        self._spread = defaultdict[int, float](float)
        self._more: dict[Slip, Counter[int]] = {}
        self._top = 0, 0
        self._odds = [0.0] * len(SLIPS)
        self._found: int | None = None

    @property
    def level(self) -> float:
        """Return how likely the bet against the book ever comes so far where the book is right, at the most."""
        return exp(-self.evidence)

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
                    self.evidence, self.slip, self._found = inf, Slip.FOUND, self._kind_of[colour]
                self.inside[colour] += change
            case Changed(colour, change):
                self.inside[colour] += change
            case Counted():
                self._restart()

    def _grow(self, slip: Slip, kind: int, beads: int) -> None:
        if beads:
            self._more.setdefault(slip, Counter())[kind] += beads

    def chances(self, before: Mapping[str, int]) -> tuple[dict[int, float], list[dict[int, float]]]:
        """Return how likely each kind of bead is drawn now: by the book, and with each slip."""
        held = Counter[int]()
        for colour, count in self.inside.items():
            held[self._kind_of[colour]] += count - before.get(colour, 0)
        held = +held
        return _shares(held), [_shares(self._with_slip(held, slip, much)) for slip, much, _ in SLIPS]

    def _with_slip(self, held: Mapping[int, int], slip: Slip, much: float) -> Mapping[int, float]:
        if slip is Slip.ON_TOP:
            top, beads = self._top
            return {kind: count + much * min(beads, count) * (kind == top) for kind, count in held.items()}
        if slip is Slip.COLOUR:
            total = sum(held.values())
            return {kind: self._drawn[kind] + much * count / total for kind, count in held.items()}
        more: Mapping[int, int] = self._more.get(slip, {})
        return {kind: max(count + much * more.get(kind, 0), AT_LEAST * count) for kind, count in held.items()}

    def _draw(self, draw: Drew) -> None:
        kind = self._kind_of[draw.colour]
        book, slips = self.chances(draw.before)
        if kind not in book:
            return  # none was there by the book: the guide refuses such a bead, and the audit names it
        self.draws += 1
        self._drawn[kind] += 1
        for each, chance in book.items():
            self._due[each] += chance
            self._spread[each] += chance * (1 - chance)
        self.bet([log(slip[kind] / book[kind]) for slip in slips])

    def bet(self, odds: Iterable[float]) -> None:
        """Take in how much likelier a draw is with each slip than by the book, as logarithms."""
        self._odds = list(map(add, self._odds, odds))
        won = [log(stake) + own for (*_, stake), own in zip(SLIPS, self._odds, strict=True)]
        best = max(won)
        together = best + log(fsum(exp(own - best) for own in won))
        if together > self.evidence:
            self.evidence, self.slip = together, SLIPS[won.index(best)][0]

    def colours(self) -> list[ColourDrawn]:
        """Return what was drawn and what was due of each colour, the one that is farthest off first."""
        named = {
            kind: tuple(colour for colour, own in self._kind_of.items() if own == kind)
            for kind in self._kinds
        }
        return [
            ColourDrawn(named[kind], self._drawn[kind], self._due[kind])
            for kind in sorted(self._kinds, key=lambda kind: (-self._off(kind), kind))
            if kind in self._due or kind == self._found
        ]

    def _off(self, kind: int) -> float:
        """Return how many standard deviations a colour is off; of one that was found, without end."""
        if kind == self._found:
            return inf
        spread = self._spread[kind]
        return abs(self._drawn[kind] - self._due[kind]) / sqrt(spread) if spread else 0.0


def _kinds_of_beads(kit: Kit, box: Box) -> dict[str, int]:
    """Return for each colour of a box the place of the first that means the same in some way to hold it."""
    readings = kit.readings(box.position)
    places = {colour: place for place, colour in enumerate(box.moves)}
    return {
        colour: min((places[other] for other in colours_for(readings, move)), default=places[colour])
        for colour, move in box.moves.items()
    }


def _shares(beads: Mapping[int, float]) -> dict[int, float]:
    total = sum(beads.values())
    return {kind: count / total for kind, count in beads.items()}


# The book, as what happened to each box


def events_of_boxes(journal: Journal, games: int = GAMES) -> dict[int, list[Event]]:
    """Return what happened to each box in the last games, so many, in order.

    What was taken back did not happen; in a greedy exhibition nothing is drawn by lot.
    """
    found: dict[int, list[Event]] = {number: [] for number in journal.kit.indices}
    before: dict[int, Counter[str]] = {}
    lately: dict[tuple[int, str], Late] = {}
    by_lot = True
    for _, group in groupby(entries_that_hold(journal, games), key=lambda entry: entry.action):
        action = tuple(group)
        if action[0].kind in COUNTS:
            _counted(journal.kit, action, found, lately)
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
    """A colour was counted since a game last went on: its place among the events of the box, and what was found more.

    Nowhere, where the whole box was counted.
    """

    place: int | None
    change: int


def _counted(
    kit: Kit, action: Sequence[Entry], found: Mapping[int, list[Event]], lately: dict[tuple[int, str], Late]
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
    """Add a line of a list, or beads that an empty box got."""
    number, colour, beads, why = change
    if why is Why.REFILL:
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


def stakes_of_boxes(kit: Kit) -> dict[int, float]:
    """Return for each box its part of the level; together they are 1.

    Each stage has half of the one before it, for its boxes are opened more seldom, the last as much as that before it.
    """
    stages: dict[int, list[int]] = {}
    for box in kit.boxes:
        stages.setdefault(box.stage if kit.tells_stages else 1, []).append(box.number)
    found: dict[int, float] = {}
    left = 1.0
    for place, (_, boxes) in enumerate(sorted(stages.items()), start=1):
        share = left if place == len(stages) else left / 2
        left -= share
        found |= dict.fromkeys(boxes, share / len(boxes))
    return found


@dataclass(frozen=True)
class Suspect:
    """A box, how often it was drawn from since it was counted, and what that says.

    `level` is corrected for all boxes: up to 5 % the box is `suspected`. `colours` begin with the one that is farthest
    off; `slip` is what fits best.
    """

    box: int
    draws: int
    level: float
    slip: Slip
    colours: tuple[ColourDrawn, ...]

    @property
    def suspected(self) -> bool:
        """Return whether the box is to be counted."""
        return self.level <= LEVEL

    @property
    def was_found(self) -> bool:
        """Return whether a colour was found in it of which by the book none was left."""
        return self.slip is Slip.FOUND


class Seen(NamedTuple):
    """The box that was drawn from most since it was counted, how often, and in which share of machines a slip shows."""

    box: int
    draws: int
    share: float


@dataclass(frozen=True)
class Suspicion:
    """What the last games say of the book: the boxes, the most suspect first, and how much would have been seen.

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
        """Return how many draws were looked at."""
        return sum(box.draws for box in self.boxes)


def suspicion(journal: Journal, games: int = GAMES) -> Suspicion:
    """Return which boxes the draws of the last games make suspect; the same journal always gives the same."""
    with journal.one_moment():
        events, now = events_of_boxes(journal, games), journal.contents()
        last = journal.last_game
    kit = journal.kit
    pasts = {number: past_of(kit, number, now[number], own) for number, own in events.items()}
    drawn = {number: past for number, past in sorted(pasts.items()) if past.draws or past.evidence > 0}
    levels = holm({number: past.level for number, past in drawn.items()}, stakes_of_boxes(kit))
    boxes = tuple(
        Suspect(number, drawn[number].draws, level, drawn[number].slip, tuple(drawn[number].colours()))
        for number, level in levels.items()
    )
    most = max(drawn, key=lambda number: drawn[number].draws, default=None)
    power = None if most is None else _power(kit, most, now[most], events[most])
    return Suspicion(min(games, last), boxes, power)


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


def holm(levels: Mapping[int, float], stakes: Mapping[int, float]) -> dict[int, float]:
    """Return each box's level, corrected for all boxes of `stakes` by Holm's method with weights, smallest first."""
    found: dict[int, float] = {}
    left, reached = 1.0, 0.0
    for number in sorted(levels, key=lambda number: (levels[number] / stakes[number], number)):
        reached = max(reached, min(1.0, levels[number] * left / stakes[number]))
        found[number] = reached
        left -= stakes[number]
    return found


def _power(kit: Kit, number: int, now: Mapping[str, int], events: Sequence[Event]) -> Seen:
    """Return in which share of machines it would show by now that the box's punished beads stay in, always.

    Its lists are taken as they were, and the beads drawn anew, with the slip; the chance comes from a seed of ours.
    """
    past = Past(kit, kit.box(number), _begun_with(now, events))
    table: list[tuple[list[float], list[list[float]]]] = []
    for event in events:
        if isinstance(event, Counted):
            table.clear()
        if isinstance(event, Drew):
            book, slips = past.chances(event.before)
            # How the colours came so far is another story in each trial, so nothing is staked on it.
            odds = [
                [*(log(slip[kind] / chance) for slip in slips[:-1]), -inf] for kind, chance in book.items()
            ]
            table.append((list(slips[0].values()), odds))
        past.take(event)
    random, seen = Random(SEED), 0
    needed = -log(LEVEL * stakes_of_boxes(kit)[number])
    for _ in range(TRIALS):
        trial = Past(kit, kit.box(number), {})
        for chances, odds in table[-MOST_DRAWN:]:
            trial.bet(random.choices(odds, chances)[0])
            if trial.evidence >= needed:
                seen += 1
                break
    return Seen(number, past.draws, seen / TRIALS)


MOST_DRAWN = 100
"""Draws that are drawn anew to tell how much would have been seen: the last ones, in which a slip has grown most."""
