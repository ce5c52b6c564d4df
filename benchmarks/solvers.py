"""Prints how large the games are and how much work they are to solve: docs/studies/solvers.md.

Run it as `python benchmarks/solvers.py`. Positions are counted once each, and up to symmetry; games
move by move. A solver searches the game tree from the start, as a program without tables would; its
nodes are the positions it visits.
"""

import sys
from collections.abc import Iterator

from menace_kit import load_preset
from menace_kit.games import described
from menace_kit.lab.engine.tables import game_table
from menace_kit.lab.game_size import EndTally, games_of, positions_of, search, value_nodes

PRESETS = ("michie-1961", "her-19", "her-3x4", "nim-8", "nim-20")
"""One for each size of game."""

Row = tuple[str, ...]

COUNTED = ("game", "counted", "all", "ended", "first player won", "drawn", "second player won")
VISITED = ("game", "to the first player", "negamax", "alpha-beta", "alpha-beta, value alone")


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


def nodes(name: str) -> Row:
    """Return the start's value to the first player, and the nodes that solvers visit."""
    game = load_preset(name).game
    table = game_table(game)
    plain, pruned = search(table, prune=False), search(table)
    worth = {1: "won", 0: "drawn", -1: "lost"}[pruned.value]
    visited = (plain.nodes, pruned.nodes, value_nodes(table))
    return described(game), worth, *(f"{number:,}" for number in visited)


def table_text(head: Row, rows: list[Row]) -> str:
    """Return a table as Markdown."""
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def main() -> None:
    """Print both tables, for the named presets or PRESETS."""
    names = sys.argv[1:] or PRESETS
    print(table_text(COUNTED, [row for name in names for row in counts(name)]))
    print()
    print(table_text(VISITED, [nodes(name) for name in names]))


if __name__ == "__main__":
    main()
