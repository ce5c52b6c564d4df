"""Learning curves: many runs of one contest, each as a line of results and one of beads.

The line of results goes up one for a win, down one for a loss and stays level for a draw (B.
Pulles, MENACE and Q-learning playing Noughts and Crosses, 2019). The line of beads is how many more
there are in the boxes for the first move than at the start (D. Michie, The Computer Journal 6(3),
1963, figure 4). Such sums hide how well a machine plays by now; the share of recent games that it
won, and the chance of a good move, show that.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from menace_kit.lab.engine.arrays import Array, Memory
from menace_kit.lab.engine.match import Batch, places_in
from menace_kit.lab.engine.random_stream import stream_seeds
from menace_kit.lab.learners import Contest
from menace_kit.lab.studies.outlook import Outlook, judge
from menace_kit.machine import Kit
from menace_kit.machine.first_choice import FirstChoice, first_choices

MOST_PLACES = 400
"""The most points of a line, not counting its first; a screen can't show more."""

NONE = np.zeros(0, np.int64)

AT_ONCE, AT_ONCE_UNSUMMED = 10, 100
"""How many runs are played together; Ctrl-C waits for them.

AT_ONCE is with exact chances, which take longer than the games; AT_ONCE_UNSUMMED without.
"""


class RunLines(NamedTuple):
    """One run.

    Attributes:
        games: how many were played.
        dead: whether it ended early, because a machine could no longer make its first move.
        places: int64: the numbers of games after which the lines are known, from 0;
            the last is `games`.
        results: int64, as long: games won less games lost.
        beads: int64, as long: beads in the opening boxes, less those at the start;
            of length 0 if the learner has none.
        outlook: float64 [2, all places of the contest, 3]: the chances of the next game, as in
            `Outlook`, even of a dead machine; of length 0 if not asked for.
        won: int64, as long as `places`: games won; of length 0 if recent games were not asked for.
        good: float64 [all places of the contest]: the chance that its first choice is good,
            NaN once it is dead; of length 0 like `won`, or if it has no such choice.
    """

    games: int
    dead: bool
    places: Array
    results: Array
    beads: Array
    outlook: Array = NONE
    won: Array = NONE
    good: Array = NONE


def places_of(games: int, most: int = MOST_PLACES) -> Array:
    """Return int64: 0, `games` and the numbers between, or about `most` of them evenly spaced."""
    places: Array = np.linspace(0, games, min(games, most) + 1).round().astype(np.int64)
    return places


def run_lines(
    found: Contest, games: int, runs: int, seed: int, exact: bool = False, recent: bool = False
) -> Iterator[RunLines | int]:
    """Yield the numbers of games played or skipped since the last yield, and each run's lines.

    `exact`: with the chances of the next game; raises LabError if `Outlook` can't sum them.
    `recent`: with figures for recent games and good moves.
    """
    seeds = stream_seeds(seed, runs)
    outlook = Outlook(found, judge(found)) if exact else None
    size = AT_ONCE if exact else AT_ONCE_UNSUMMED
    for place in range(0, runs, size):
        batch = found.match.batch(seeds[place : place + size])
        yield from _lines_of(found, games, batch, outlook, recent)


def _lines_of(
    found: Contest, games: int, batch: Batch, outlook: Outlook | None, recent: bool
) -> Iterator[RunLines | int]:
    places, runs = places_of(games), len(batch)
    results, beads, wins = (np.zeros((runs, len(places)), np.int64) for _ in range(3))
    openings = places_in(found.match.kit, found.opening_boxes)
    start = sum(box.start_total for box in found.opening_boxes)
    choice = choice_of(found) if recent else None
    watched = places_in(found.match.kit, map(found.match.kit.box, choice.boxes)) if choice else []
    inside = []
    chances = np.zeros((2, len(places), runs, 3)) if outlook else NONE
    over = False
    for place, until in enumerate(places.tolist()):
        for played in batch.pieces(until) if not over else ():
            over = bool(played.dead.all())
            yield int(played.games.sum())
        won, _, lost = batch.seen_from(found.side)
        results[:, place], wins[:, place] = won - lost, won
        beads[:, place] = batch.memory.totals[:, openings].sum(axis=1) - start
        if choice:
            inside.append(weights_of(found, batch.memory)[:, watched].T)
        if outlook:
            chances[:, place] = outlook.of(batch.memory)
    good = chance_of_good(found.match.kit, choice, np.stack(inside, axis=2)) if choice else NONE
    for run, ended in enumerate(batch.games.tolist()):
        # The line continues to its very end; from then on a run stays as it ended.
        upto = int(np.searchsorted(places, ended))
        known = [*range(upto), len(places) - 1]
        yield games - ended  # a run that ended early skips the rest
        yield RunLines(
            ended,
            ended < games,
            np.append(places[:upto], ended),
            results[run, known],
            beads[run, known] if found.has_beads else NONE,
            chances[:, :, run] if outlook else NONE,
            wins[run, known] if recent else NONE,
            np.where((places < ended) | (ended == games), good[:, run], np.nan) if choice else NONE,
        )


def choice_of(found: Contest) -> FirstChoice | None:
    """Return the first choice of the learner's side, or None without one or without boxes."""
    if not found.learner.has_boxes:
        return None
    choices = first_choices(found.match.kit)
    return next((choice for choice in choices if choice.side is found.side), None)


def chance_of_good(kit: Kit, choice: FirstChoice, inside: Array) -> Array:
    """Return float64 [places, runs]: `FirstChoice.chance` of the beads (or odds) in its boxes.

    These are [most kinds, boxes, places, runs]. All places are summed at once: one by one it would
    take as long as the games.
    """
    totals = inside.sum(axis=0)

    def share(number: int, colour: str) -> Array:
        box, kind = choice.boxes.index(number), list(kit.box(number).moves).index(colour)
        total = totals[box]
        shares: Array = np.divide(
            inside[kind, box], total, out=np.zeros(total.shape), where=total > 0
        )
        return shares

    chance: Array = choice.chance_by(share)
    return chance


def weights_of(found: Contest, memory: Memory) -> Array:
    """Return the beads (or odds) [runs, boxes, most kinds] that the learner plays by."""
    return memory.beads if found.learner.rule is None else memory.odds
