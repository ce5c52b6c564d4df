"""The type scale: the sizes in which text is set on sheets, in points.

A sheet that is read has three sizes of text and one of figures, each regular or bold.
A page for the wall has the steps above them, the largest that its words have room for.
Drawings grow with their room, and so do their letters: labels, pieces to cut out, charts.
"""

SMALLEST = 5.0
"""The smallest text that is ever printed."""

FIGURES = 8.0
"""Tables of numbers; and what is at a drawing, in a form's cells, and at the edge of a page."""

TEXT = 9.5

HEADING = 11.0

TITLE = 16.0

WALL = (16.0, 13.0, 11.0)
"""Sentences that are read standing, from a wall or a table; the best look first."""

WALL_TITLE = 34.0

STEPS = (5.0, 6.0, 7.0, 8.0, 9.5, 11.0, 13.0, 16.0, 19.0, 23.0, 28.0, 34.0, 41.0)
"""All sizes there are, each about a fifth larger than the one before:
a text without room is set in a smaller one of these.
"""


def larger(size: float) -> float:
    """Return the step above a size: that of a heading above text of this size."""
    return next(step for step in STEPS if step > size)


def steps_from(largest: float) -> list[float]:
    """Return the steps down from the one that is no larger than `largest`."""
    return [step for step in reversed(STEPS) if step <= largest]
