"""How a machine's games ended, in numbers."""

from menace_kit.games import Side
from menace_kit.guide.desk import Desk
from menace_kit.logbook import Logbook, game_counts
from menace_kit.machine.learning import Result
from menace_kit.text.kit_words import page_words, player_called
from menace_kit.text.phrases import say
from menace_kit.views.shape import Shape


class WinnersOfAll(Shape):
    """Finished games by who won them, whichever player was the machine; also in words."""

    first: int
    second: int
    draws: int
    first_words: str
    second_words: str


class Totals(Shape):
    """Finished games by the machine's results, and its `first_boxes` boxes for the first move.

    `first_box` is how many beads games added to these boxes (Michie's line), `held` how many belong
    in them now, by games and counts. `winners` is set if any game was between two machines: the
    machine then has no results of its own.
    """

    games: int
    wins: int
    draws: int
    losses: int
    first_box: int
    first_boxes: int
    held: int
    winners: WinnersOfAll | None


def totals_of(desk: Desk) -> Totals:
    logbook, contents = desk.logbook, desk.session.contents
    firsts = [box.number for box in logbook.kit.opening_boxes]
    ended = game_counts.results(logbook)
    return Totals(
        games=sum(ended.values()),
        wins=ended[Result.WIN],
        draws=ended[Result.TIE],
        losses=ended[Result.LOSS],
        first_box=game_counts.first_change(logbook),
        first_boxes=len(firsts),
        held=sum(sum(contents[number].values()) for number in firsts),
        winners=_winners(logbook),
    )


def _winners(logbook: Logbook) -> WinnersOfAll | None:
    """Return who won the finished games, or None if no game was between two machines."""
    if not game_counts.has_both_machines(logbook):
        return None
    tell = page_words(logbook.kit).tell
    found = game_counts.winners(logbook)
    first, second = (
        tell(say("operate.won-by", n=won, player=player_called(logbook.kit, side)))
        for side, won in zip(Side, found, strict=False)
    )
    return WinnersOfAll.of(found, first_words=first, second_words=second)
