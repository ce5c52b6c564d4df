"""Words among the moves of a game on paper, in every language."""

OUTCOME_FIELDS = ("result", "bead", "box")
"""What an outcome-only game has on paper in the place of its moves."""


RESIGN = "resign"
"""What is written on paper behind the moves of a game that a machine gave up."""


ABANDON = "abandon"
"""What is written behind the moves of a game that was broken off."""


REFILL = "refill"
"""What is written among the moves where an empty box was refilled and no bead of it follows;
before a bead it may stand.
"""


TAKEN = "taken"
"""What is written among the moves, with a colour, `taken=white`,
where the bead of a taken square was drawn.
"""


HALVED = "halved"
"""What is in brackets behind a box, `[1 halved]`, where it was too full and half
of each colour was taken out.
"""


STOCKTAKE = "stocktake"
"""What is in brackets, as the counts of single boxes do, where all boxes that had
been touched were counted.
"""
