"""Games of the trainer played one by one, to see how each ended."""

from collections.abc import Iterator

from menace_kit.games import Side
from menace_kit.lab.engine.arrays import FIRST_WON
from menace_kit.lab.engine.match import Run, places_in


def one_by_one(run: Run, games: int) -> Iterator[tuple[int, int, int]]:
    """Yield outcome and both sides' beads in opening boxes after each game, until one is dead.

    If turns alternate, the outcome is as if nobody had changed sides.
    """
    kit = run.match.kit
    openings = [places_in(kit, kit.openings.get(side, ())) for side in Side]
    for _ in range(games):
        before = run.tally
        if run.play(1).dead:
            return
        counted = [now - then for now, then in zip(run.tally, before, strict=True)]
        first, second = (int(run.memory.totals[places].sum()) for places in openings)
        yield FIRST_WON + counted.index(1), first, second
