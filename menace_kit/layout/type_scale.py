"""The type scale: all sizes of text on sheets, in points.

A sheet for reading has three sizes of text and one for figures, each regular or bold. A page for
the wall uses the steps above them, the largest with room for its words. Drawings grow with their
room, and so do their letters: labels, pieces to cut out, charts.
"""

SMALLEST = 5.0
"""The smallest text ever printed."""

FIGURES = 8.0
"""Tables of numbers, and text in drawings, in a form's cells, and at the edge of a page."""

TEXT = 9.5

HEADING = 11.0

TITLE = 16.0

WALL = (16.0, 13.0, 11.0)
"""Sentences to read standing, from a wall or a table; best look first."""

WALL_TITLE = 34.0

STEPS = (5.0, 6.0, 7.0, 8.0, 9.5, 11.0, 13.0, 16.0, 19.0, 23.0, 28.0, 34.0, 41.0)
"""All sizes, each about a fifth larger than the one before; text without room steps down."""


def larger(size: float) -> float:
    """Return the step above a size, as for a heading above text of this size."""
    return next(step for step in STEPS if step > size)


def steps_from(largest: float) -> list[float]:
    """Return the steps in falling order, from the largest one that is no larger than `largest`."""
    return [step for step in reversed(STEPS) if step <= largest]
