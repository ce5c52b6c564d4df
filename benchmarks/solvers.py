"""How large are the games? The table of docs/studies/solvers.md: python benchmarks/solvers.py.

Positions are counted each once, and up to symmetry; games move by move.
"""

import sys
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from menace_kit import load_preset
from menace_kit.games import Game, described
from menace_kit.lab.engine.arrays import DRAWN, FIRST_WON, SECOND_WON
from menace_kit.lab.engine.tables import GameTable, game_table

PRESETS = ("michie-1961", "her-19", "her-3x4", "nim-8", "nim-20")
"""One for each size of game."""

Row = tuple[str, ...]

COUNTED = ("game", "counted", "all", "ended", "first player won", "drawn", "second player won")


class EndTally(NamedTuple):
    """How many there are, and how many of them end with the first player the winner,
    drawn, or with the second.

    `all` may be more than the three together: of positions most are no ends.
    """

    all: int
    first: int
    drawn: int
    second: int


def positions_of(table: GameTable) -> EndTally:
    """Return how many states a table has, and how many are ends of the game
    that somebody won, or drawn.
    """
    ends = (int((table.outcome == end).sum()) for end in (FIRST_WON, DRAWN, SECOND_WON))
    return EndTally(table.states, *ends)


def games_of(game: Game) -> EndTally:
    """Return how many games can be played, move by move, and how they end;
    in whole numbers, however large.
    """
    table = game_table(game)
    ways = [0] * table.states
    ways[0] = 1
    for state, (count, after) in enumerate(
        zip(table.move_count.tolist(), table.next_state.tolist(), strict=True)
    ):
        for child in after[:count]:  # each state comes after those that lead to it
            ways[child] += ways[state]
    won, drawn, lost = (
        sum(ways[state] for state in np.flatnonzero(table.outcome == end).tolist())
        for end in (FIRST_WON, DRAWN, SECOND_WON)
    )
    return EndTally(won + drawn + lost, won, drawn, lost)


def counts(name: str) -> Iterator[Row]:
    """Yield a row for each kind: all, ended, and the ends by winner."""
    game = load_preset(name).game
    kinds: dict[str, EndTally] = {"positions": positions_of(game_table(game))}
    if len(game.symmetries["all"]) > 1:
        kinds["up to symmetry"] = positions_of(game_table(game, game.symmetries["all"]))
    kinds["games"] = games_of(game)
    for kind, tally in kinds.items():
        every, *ends = tally
        yield described(game), kind, *(f"{number:,}" for number in (every, sum(ends), *ends))


def table_text(head: Row, rows: list[Row]) -> str:
    """Return a table as Markdown."""
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def main() -> None:
    """Print the table, of the presets that are named or of PRESETS."""
    names = sys.argv[1:] or PRESETS
    print(table_text(COUNTED, [row for name in names for row in counts(name)]))


if __name__ == "__main__":
    main()
