"""What belonged in the boxes after each game: a machine's whole past, game by game."""

from collections.abc import Iterator
from typing import NamedTuple

from menace_kit.journal.store import Journal

CHANGES = """
    SELECT number, box, colour, change FROM entry WHERE kind IN ('adjust', 'recount')
    UNION ALL
    SELECT undo.number, undone.box, undone.colour, -undone.change FROM entry AS undo CROSS JOIN entry AS undone
    ON undone.number BETWEEN undo.undoes AND undo.number AND undone.action = undo.undoes
    WHERE undo.box IS NULL AND undo.kind = 'undo' AND undone.kind = 'adjust'
    ORDER BY 1
"""
"""What changed the contents, undos among it: a count stands whatever is taken back."""

ENDS = """
    SELECT max(entry.number), entry.game FROM entry JOIN game ON game.number = entry.game
    WHERE game.result IS NOT NULL GROUP BY entry.game ORDER BY entry.game
"""


class BoxChange(NamedTuple):
    """So many beads of a colour more in a box, or fewer."""

    box: int
    colour: str
    change: int


def changes_by_game(journal: Journal) -> Iterator[list[BoxChange]]:
    """Yield for each finished game what changed in the boxes since the finished game before it, in order.

    Last comes what changed since the last of them; added up, everything is what belongs in the boxes now, less the
    start.
    """
    with journal.one_moment():
        changes = journal.select(CHANGES)
        ends = [int(number or 0) for number, _ in journal.select(ENDS)]
    place = 0
    for end in ends:
        first = place
        while place < len(changes) and int(changes[place][0] or 0) <= end:
            place += 1
        yield [_change(*row[1:]) for row in changes[first:place]]
    yield [_change(*row[1:]) for row in changes[place:]]


def _change(box: int | str | None, colour: int | str | None, change: int | str | None) -> BoxChange:
    return BoxChange(int(box or 0), str(colour), int(change or 0))
