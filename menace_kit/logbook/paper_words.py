"""Words among the moves of a game on paper, the same in every language."""

OUTCOME_FIELDS = ("result", "bead", "box")
"""What an outcome-only game has on paper instead of moves."""


RESIGN = "resign"
"""Written after the moves of a game in which a machine gave up."""


ABANDON = "abandon"
"""Written after the moves of a game that was ended early."""


REFILL = "refill"
"""Written among the moves if an empty box was refilled; optional if a bead of it follows."""


TAKEN = "taken"
"""Written with a colour (`taken=white`) if the bead of a taken square was drawn."""


HALVED = "halved"
"""Written in brackets after a box (`[1 halved]`) if it was too full and was halved."""


STOCKTAKE = "stocktake"
"""Written in brackets, like counts, if all boxes that had been used were counted."""
