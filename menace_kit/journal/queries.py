"""What may be asked of a journal: each question has a name here, and no other room knows the tables.

Whoever asks several questions that belong together asks them in `journal.one_moment()`.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

from menace_kit.games import Side
from menace_kit.journal.entries import BOTH, Entry, GameRecord, GameRow, Kind
from menace_kit.journal.store import Journal
from menace_kit.machine.learning import Result

# Entries that name no box stand first in the index of boxes, so the few undos are found without reading the journal.
HOLDS = "action NOT IN (SELECT undoes FROM entry WHERE box IS NULL AND kind = 'undo')"


# Actions


def last_action(journal: Journal) -> list[Entry]:
    """Return the entries of the action that was recorded last; none in an empty journal."""
    last = "(SELECT action FROM entry ORDER BY number DESC LIMIT 1)"
    return list(journal.entries_where(f"action = {last} AND number >= {last}"))


def action_of(journal: Journal, entry: int) -> int | None:
    """Return the action that an entry belongs to, which is the number of its first entry; None for no such entry."""
    return _number(journal, "SELECT action FROM entry WHERE number = ?", (entry,)) or None


def taken_back_by(journal: Journal, action: Sequence[Entry]) -> list[Entry]:
    """Return the entries that an action took back, a confirmation of the same game among them; none for no undo."""
    if not action or action[0].kind is not Kind.UNDO:
        return []
    undone = "number IN (SELECT entry FROM taken_back WHERE undo BETWEEN ? AND ?)"
    return list(journal.entries_where(undone, (action[0].number, action[-1].number)))


def undo_of(journal: Journal, action: int) -> Entry | None:
    """Return the entry that takes an action back, or None."""
    return next(journal.entries_where("box IS NULL AND kind = 'undo' AND undoes = ?", (action,)), None)


def undone_actions(journal: Journal) -> frozenset[int]:
    """Return the numbers of all actions that an undo names."""
    undos = "SELECT undoes FROM entry WHERE box IS NULL AND kind = 'undo'"
    return frozenset(number for (number,) in journal.select(undos))


def anything_undone(journal: Journal, after: int) -> bool:
    """Return whether anything was taken back behind an entry."""
    return bool(journal.select("SELECT 1 FROM entry WHERE number > ? AND kind = 'undo' LIMIT 1", (after,)))


def holds_act(journal: Journal, key: str) -> bool:
    """Return whether the act that carried this key was recorded, and was not taken back since."""
    action = _number(journal, "SELECT action FROM act_key WHERE key = ?", (key,))
    return bool(action) and not journal.select("SELECT 1 FROM taken_back WHERE entry = ? LIMIT 1", (action,))


# Games


def last_game(journal: Journal) -> int:
    """Return the number of the game that was begun last, 0 before the first."""
    return _number(journal, "SELECT max(number) FROM game")


def last_finished_game(journal: Journal) -> int:
    """Return the number of the last game that has a result, 0 before the first."""
    return _number(journal, "SELECT max(number) FROM game WHERE result IS NOT NULL")


def game_row(journal: Journal, number: int) -> GameRow | None:
    """Return a game as the checkpoint knows it, or None."""
    return next(iter(journal.games_where("number = ?", (number,))), None)


def games_before(journal: Journal, number: int | None, most: int) -> list[GameRow]:
    """Return the last games before game `number` (None: the last of all), so many at the most, in order."""
    newest = "SELECT number FROM game WHERE ? IS NULL OR number < ? ORDER BY number DESC LIMIT ?"
    return journal.games_where(f"number IN ({newest})", (number, number, most))


def games_after(journal: Journal, number: int) -> list[GameRow]:
    """Return the games that were begun after game `number`, in order."""
    return journal.games_where("number > ?", (number,))


def games_begun_behind(journal: Journal, entry: int) -> list[GameRow]:
    """Return the games that were begun behind an entry, in order."""
    begun = "SELECT game FROM entry WHERE number > ? AND kind = 'start'"
    return journal.games_where(f"number IN ({begun})", (entry,))


def games_left_open(journal: Journal) -> list[int]:
    """Return the numbers of the games that ended and were not confirmed."""
    return [row.number for row in journal.games_where("state = 'ended' AND confirmed = 0")]


def entries_of_game(journal: Journal, number: int) -> list[Entry]:
    """Return all entries of a game, those that were taken back among them; none where there is no such game."""
    return list(journal.entries_where("game = ?", (number,)))


def game_behind(journal: Journal, number: int, entry: int) -> GameRecord | None:
    """Return a game as it was behind an entry, or None where it was not begun."""
    entries = list(journal.entries_where("game = ? AND number <= ?", (number, entry)))
    return GameRecord.of(entries) if entries else None


def results(journal: Journal) -> dict[Result, int]:
    """Return how many of the finished games ended how for the machine."""
    ended = "SELECT result, count(*) FROM game WHERE result IS NOT NULL GROUP BY result"
    found = dict(journal.select(ended))
    return {result: found.get(result.value, 0) for result in Result}


def first_change(journal: Journal) -> int:
    """Return by how many beads all games together changed the opening boxes: where Michie's line stands now."""
    return _number(journal, "SELECT sum(first_change) FROM game")


def has_both_machines(journal: Journal) -> bool:
    """Return whether both players were machines in any finished game."""
    return bool(journal.select("SELECT 1 FROM game WHERE side = ? AND state = 'ended' LIMIT 1", (BOTH,)))


def has_outcomes_only(journal: Journal) -> bool:
    """Return whether of any finished game only the outcome is known."""
    return bool(journal.select("SELECT 1 FROM game WHERE outcome_only AND state = 'ended' LIMIT 1"))


# Imports: each is one action or more, written at once, and known by a key

IMPORTED, TAKEN_BACK = "import", "import-taken-back"


class Imported(NamedTuple):
    """An import that stands: of which file, by a digest of it, its first entry, and how many entries it wrote."""

    digest: str
    first: int
    entries: int


def imports(journal: Journal) -> list[Imported]:
    """Return the imports that were not taken back, in order."""
    keys = "SELECT key, action FROM act_key WHERE key >= ? || ':' AND key < ? || ';'"
    gone = {key.partition(":")[2] for key, _ in journal.select(keys, (TAKEN_BACK, TAKEN_BACK))}
    found = []
    for key, action in journal.select(f"{keys} ORDER BY action", (IMPORTED, IMPORTED)):
        parts = key.split(":")
        if len(parts) == 4 and parts[3].isdecimal() and str(action) not in gone:
            found.append(Imported(parts[1], action, int(parts[3])))
    return found


def import_key(journal: Journal, digest: str, entries: int) -> str:
    """Return the key of an import of so many entries that is to be written now."""
    return f"{IMPORTED}:{digest}:{journal.last_entry + 1}:{entries}"


def taking_back_key(taken_back: Imported) -> str:
    """Return the key of the first act of taking an import back."""
    return f"{TAKEN_BACK}:{taken_back.first}"


# Boxes


def times_opened(journal: Journal, number: int) -> int:
    """Return how often a box was opened: a bead drawn from it or found empty, and not taken back."""
    opened = f"SELECT count(*) FROM entry WHERE box = ? AND kind IN ('draw', 'empty') AND {HOLDS}"
    return _number(journal, opened, (number,))


def last_changes(journal: Journal, number: int, most: int) -> list[Entry]:
    """Return the adjustments and counts of a box that hold, the newest last, so many at the most."""
    newest = (
        f"SELECT number FROM entry WHERE box = ? AND kind IN ('adjust', 'recount') AND {HOLDS} "
        "ORDER BY number DESC LIMIT ?"
    )
    return list(journal.entries_where(f"number IN ({newest})", (number, most)))


def counts_after(journal: Journal, entry: int) -> list[Entry]:
    """Return the recounts and stocktakes behind an entry, in order."""
    return list(journal.entries_where("kind IN ('recount', 'stocktake') AND number > ?", (entry,)))


def contents_behind(journal: Journal, number: int, entry: int) -> dict[str, int]:
    """Return what belonged in a box behind an entry: what belongs there now, without what came since."""
    found = {bead.colour: 0 for bead in journal.kit.box(number).beads}
    now = journal.select("SELECT colour, count FROM contents WHERE box = ?", (number,))
    since = journal.select(
        "SELECT colour, -sum(change) FROM effective_change WHERE box = ? AND entry > ? GROUP BY colour",
        (number, entry),
    )
    for colour, count in [*now, *since]:
        found[colour] += count
    return found


def changes_by_game(journal: Journal) -> list[list[tuple[int, str, int]]]:
    """Return for each finished game what changed in the boxes since the finished game before it: box, colour, beads.

    Last comes what changed since the last of them; added up, everything is what belongs in the boxes now, less the
    start.
    """
    with journal.one_moment():
        changes = journal.select("SELECT entry, box, colour, change FROM effective_change ORDER BY entry")
        rows = journal.select(
            "SELECT max(entry.number) FROM entry JOIN game ON game.number = entry.game "
            "WHERE game.result IS NOT NULL GROUP BY entry.game ORDER BY 1"
        )
    ends = [end for (end,) in rows]
    found: list[list[tuple[int, str, int]]] = [[] for _ in (*ends, "since")]
    for entry, box, colour, change in changes:
        found[bisect_left(ends, entry)].append((box, colour, change))
    return found


def touched_boxes(journal: Journal) -> list[int]:
    """Return the numbers of the boxes that were opened or adjusted since they were last counted.

    A stocktake counts them all; a recount counts its box where it names every colour in it. A step that was taken back
    touched its box all the same, and so did taking it back.
    """
    since = _number(journal, "SELECT max(number) FROM entry WHERE box IS NULL AND kind = 'stocktake'")
    touched = journal.select(
        "SELECT box, max(number) FROM entry WHERE box > 0 AND kind IN ('draw', 'empty', 'adjust') AND number > ? "
        "GROUP BY box ORDER BY box",
        (since,),
    )
    touched += journal.select(
        "SELECT box, max(undo) FROM taken_back WHERE undo > ? AND box > 0 GROUP BY box", (since,)
    )
    recounts = journal.select(
        "SELECT box, action, count(DISTINCT colour) FROM entry WHERE box > 0 AND kind = 'recount' AND number > ? "
        "GROUP BY box, action ORDER BY action",
        (since,),
    )
    counted = {box: action for box, action, colours in recounts if colours == len(journal.kit.box(box).beads)}
    return sorted({box for box, last in touched if last > counted.get(box, 0)})


def _number(journal: Journal, question: str, values: Sequence[object] = ()) -> int:
    """Return the one number that is asked for, 0 for none."""
    rows = journal.select(question, values)
    return int(rows[0][0] or 0) if rows else 0


# What a journal tells about a machine's career: from the checkpoint and the indexes, so that it needs no replay.

WINDOW = 20
"""Games that a moving average looks back over, and that are shown one by one."""

LONGEST_LIST = 10
"""Boxes in the lists of the fullest and of those opened most."""


class Tally(NamedTuple):
    """How many games the machine won, drew and lost."""

    wins: int
    draws: int
    losses: int


class Winners(NamedTuple):
    """How many games the first player won, how many the second, and how many nobody."""

    first: int
    second: int
    draws: int


class BeadCount(NamedTuple):
    """Beads of one colour in all the boxes: at the start, and now."""

    start: int
    now: int


class BoxCount(NamedTuple):
    """A box by its number, and how many there are of something: beads in it, or times that it was opened."""

    number: int
    amount: int


@dataclass(frozen=True)
class Statistics:
    """A machine's career.

    `results` and `first_box` have one element a finished game, in the order of the games: its result, and by how many
    beads the machine's boxes for its first move differ from their start after it (what was recounted left out: that is
    Michie's line). `boxes` is how many the kit has; `empty` are those that hold nothing now, by number. A game that
    goes on or was broken off is not a finished one, but the boxes opened in it count. Of the finished games,
    `outcome_only` are known by their outcome alone: they open a box only where the first bead was named. In `both`
    both players were machines; among the results such a game has that of the first player's. `winners` counts all
    finished games by who won, whoever was the machine.
    """

    results: tuple[Result, ...]
    first_box: tuple[int, ...]
    running: int
    abandoned: int
    boxes: int
    boxes_opened: int
    empty: tuple[int, ...]
    beads: Mapping[str, BeadCount]
    fullest: tuple[BoxCount, ...]
    most_opened: tuple[BoxCount, ...]
    outcome_only: int
    both: int
    winners: Winners

    @property
    def games(self) -> int:
        """Return how many games were finished."""
        return len(self.results)

    @cached_property
    def tally(self) -> Tally:
        """Return how the games ended for the machine."""
        return tally(self.results)

    @property
    def last(self) -> tuple[Result, ...]:
        """Return the results of the last 20 games, the newest last."""
        return self.results[-WINDOW:]

    def share(self, result: Result, window: int = WINDOW) -> list[float]:
        """Return, game by game, which share of the last `window` games up to it ended like this (of all, so far)."""
        return moving_share([found is result for found in self.results], window)


def tally(results: Iterable[Result]) -> Tally:
    """Return how many there are of each result."""
    count = Counter(results)
    return Tally(count[Result.WIN], count[Result.TIE], count[Result.LOSS])


def moving_share(hits: Sequence[bool], window: int) -> list[float]:
    """Return for each place the share of hits in the `window` places that end there, or in as many as there are."""
    found = [0, *accumulate(hits)]
    return [(found[end] - found[max(0, end - window)]) / min(end, window) for end in range(1, len(hits) + 1)]


def statistics(journal: Journal) -> Statistics:
    """Return a machine's career as its journal has it, all of one moment."""
    with journal.one_moment():
        states = dict(journal.select("SELECT state, count(*) FROM game GROUP BY state"))
        results, first_box = finished_games(journal)
        beads = journal.select("SELECT colour, sum(start), sum(count) FROM contents GROUP BY colour")
        inside = journal.select("SELECT box, sum(count) FROM contents GROUP BY box ORDER BY 2 DESC, box")
        opened = openings(journal)
        outcomes = _number(journal, "SELECT count(*) FROM game WHERE outcome_only AND state = 'ended'")
        both = _number(journal, "SELECT count(*) FROM game WHERE side = ? AND state = 'ended'", (BOTH,))
        won = winners(journal)
    stock = {colour: BeadCount(*counts) for colour, *counts in beads}
    return Statistics(
        results=results,
        first_box=first_box,
        running=states.get("running", 0),
        abandoned=states.get("abandoned", 0),
        boxes=len(journal.kit.boxes),
        boxes_opened=len(opened),
        empty=tuple(sorted(box for box, count in inside if not count)),
        beads={colour.name: stock.get(colour.name, BeadCount(0, 0)) for colour in journal.kit.colours},
        fullest=tuple(BoxCount(*row) for row in inside[:LONGEST_LIST]),
        most_opened=tuple(BoxCount(*pair) for pair in opened.most_common(LONGEST_LIST)),
        outcome_only=outcomes,
        both=both,
        winners=won,
    )


def winners(journal: Journal) -> Winners:
    """Return who won the finished games, whoever was the machine."""
    found: Counter[Side | None] = Counter()
    ended = "SELECT side, result, count(*) FROM game WHERE state = 'ended' GROUP BY side, result"
    for side, result, count in journal.select(ended):
        machine = Side.FIRST if side == BOTH else Side(side)
        found[Result(result).winner(machine)] += count
    return Winners(found[Side.FIRST], found[Side.SECOND], found[None])


def finished_games(journal: Journal) -> tuple[tuple[Result, ...], tuple[int, ...]]:
    """Return the results of the finished games, and Michie's line.

    A refill in a game that was broken off stays in the box, so the line takes it in with the next game.
    """
    found, line, change = [], [], 0
    for result, difference in journal.select("SELECT result, first_change FROM game ORDER BY number"):
        change += difference
        if result is not None:
            found.append(Result(result))
            line.append(change)
    return tuple(found), tuple(line)


def openings(journal: Journal) -> Counter[int]:
    """Return box number -> how often it was opened: a bead drawn from it or found empty, and not taken back."""
    opened = "SELECT box, count(*) FROM {} WHERE box > 0 AND kind IN ('draw', 'empty') GROUP BY box"
    found = Counter[int](dict(journal.select(opened.format("entry"))))
    found.subtract(dict(journal.select(opened.format("taken_back"))))
    return +found
