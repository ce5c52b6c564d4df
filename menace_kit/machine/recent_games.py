"""How many games are recent: what charts, statistics and the screen look back over."""

WINDOW = 20
"""Games that are recent at the least, and that are shown one by one."""

AVERAGED = 8
"""Of many games the last part of so many: over a few the share of wins would leap about, over more
it would hide what was learned.
"""


def recent_games(games: int) -> int:
    """Return how many of so many games are recent."""
    return max(WINDOW, games // AVERAGED)
