"""A machine's career as a chart: the same at the terminal and on the pages."""

from menace_kit.journal.queries import WINDOW, Statistics
from menace_kit.layout.charts.career import progress_document
from menace_kit.layout.marks import Document
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Result
from menace_kit.text import load_words

AVERAGED = 20
"""The chart's average looks back over a 20th part of many games: over a few of them it would be a mere blur."""


def progress_chart(kit: Kit, found: Statistics, narrow: bool = False) -> Document:
    """Return the chart of a machine's career, not drawn yet; `narrow` for a phone."""
    window = max(WINDOW, found.games // AVERAGED)
    totals = dict(zip((Result.WIN, Result.TIE, Result.LOSS), found.tally, strict=True))
    shares = {result: found.share(result, window) for result in Result}
    words = load_words(kit.spec.print.language)
    return progress_document(kit, words, found.first_box, totals, shares, window, narrow)
