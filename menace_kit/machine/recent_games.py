"""Which games are recent: what charts, statistics and the screen look back over."""

WINDOW = 20
"""At least so many games are recent; the last ones are also shown one by one."""

AVERAGED = 8
"""Of many games, the last eighth is recent.

The share of wins would jump about over fewer, and hide learning over more.
"""


def recent_games(games: int) -> int:
    """Return how many of `games` games are recent."""
    return max(WINDOW, games // AVERAGED)
