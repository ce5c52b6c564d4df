"""What may be asked of a logbook: each question has a name here,
and no other room knows the tables.

Whoever asks several questions that belong together asks them in `logbook.one_moment()`.
"""

import sys
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

from menace_kit.frozen import Frozen
from menace_kit.games import Side
from menace_kit.logbook.entries import (
    BOTH,
    COUNTS,
    KINDS_OF_GAME,
    OUTCOME_ONLY,
    WATCHED,
    Entry,
    GameRecord,
    GameRow,
    Kind,
    adjustments_in,
    undone_by,
)
from menace_kit.logbook.store import Logbook
from menace_kit.machine.learning import Result
from menace_kit.machine.recent_games import WINDOW


def last_action(logbook: Logbook) -> list[Entry]:
    """Return the entries of the action that was recorded last; none in an empty logbook."""
    with logbook.one_moment():
        last = logbook.entry(logbook.last_entry)
        return logbook.action(last.action) if last else []


def action_of(logbook: Logbook, entry: int) -> int | None:
    """Return the action that an entry belongs to, which is the number of its first
    entry; None for no such entry.
    """
    with logbook.one_moment():
        found = logbook.entry(entry)
    return found.action if found else None


def taken_back_by(logbook: Logbook, action: Sequence[Entry]) -> list[Entry]:
    """Return the entries that an action took back, a confirmation of the same game
    among them; none for no undo.
    """
    return [
        entry
        for undo in action
        if undo.kind is Kind.UNDO
        for entry in undone_by(undo, logbook.entries_of_game(undo.game or 0))
    ]


def undone_actions(logbook: Logbook) -> frozenset[int]:
    """Return the numbers of all actions that an undo names."""
    return frozenset(entry.undoes for entry in logbook.entries() if entry.undoes is not None)


def anything_undone(logbook: Logbook, after: int, until: int) -> bool:
    """Return whether anything of the games up to game `until` was taken back behind an entry."""
    later = logbook.entries(after) if until else ()
    return any(entry.kind is Kind.UNDO and (entry.game or 0) <= until for entry in later)


def holds_act(logbook: Logbook, key: str) -> bool:
    """Return whether the act that carried this key was recorded, and was not taken back since."""
    with logbook.one_moment():
        rows = logbook.select("SELECT number FROM entry WHERE key = ?", (key,))
        action = logbook.entry(rows[0][0]) if rows else None
        if action is None or action.key != key:
            return False
        if action.game is None:
            return True
        entries = logbook.entries_of_game(action.game)
    undone = (undone_by(undo, entries) for undo in entries if undo.kind is Kind.UNDO)
    return not any(action in each for each in undone)


def last_game(logbook: Logbook) -> int:
    """Return the number of the game that was begun last, 0 before the first."""
    return logbook.last_game


def last_finished_game(logbook: Logbook) -> int:
    """Return the number of the last game that has a result, 0 before the first."""
    with logbook.one_moment():
        for number in range(logbook.last_game, 0, -1):
            if any(row.result for row in logbook.games(number - 1, number)):
                return number
    return 0


def games_before(logbook: Logbook, number: int | None, most: int) -> list[GameRow]:
    """Return the last games before game `number` (None: the last of all),
    so many at the most, in order.
    """
    with logbook.one_moment():
        last = min(logbook.last_game, logbook.last_game if number is None else number - 1)
        return logbook.games(max(last - most, 0), last)


def games_after(logbook: Logbook, number: int, until: int = sys.maxsize) -> list[GameRow]:
    """Return the games that were begun after game `number`, up to game `until`, in order."""
    return logbook.games(number, until)


def games_begun_behind(logbook: Logbook, entry: int) -> list[GameRow]:
    """Return the games that were begun behind an entry, in order."""
    begun = [each.game for each in logbook.entries(entry) if each.kind is Kind.START and each.game]
    return logbook.games(begun[0] - 1) if begun else []


def games_left_open(logbook: Logbook) -> list[int]:
    """Return the numbers of the games that ended and were not confirmed."""
    with logbook.one_moment():
        count = sum(
            row.games for row in tallies(logbook) if row.state == "ended" and not row.confirmed
        )
        if not count:
            return []
        listed = logbook.select(
            "SELECT number FROM game WHERE state = 'ended' AND confirmed = 0 ORDER BY number"
        )
        found = [row for (number,) in listed for row in logbook.games(number - 1, number)]
        if len(_left_open(found)) != count:
            found = logbook.games()
    return _left_open(found)


def _left_open(games: Iterable[GameRow]) -> list[int]:
    return [row.number for row in games if row.state == "ended" and not row.confirmed]


def entries_of_games(logbook: Logbook, first: int, last: int) -> tuple[int, int]:
    """Return the first and the last entry about the games from one to another;
    0 and 0 where there are none.
    """
    where = "SELECT min(number), max(number) FROM entry WHERE game BETWEEN ? AND ?"
    begun, ended = logbook.select(where, (first, last))[0]
    return begun or 0, ended or 0


def entries_of_game(logbook: Logbook, number: int) -> list[Entry]:
    """Return all entries of a game, those that were taken back among them;
    none where there is no such game.
    """
    return logbook.entries_of_game(number)


def game_behind(logbook: Logbook, number: int, entry: int) -> GameRecord | None:
    """Return a game as it was behind an entry, or None where it was not begun."""
    entries = [each for each in logbook.entries_of_game(number) if each.number <= entry]
    return GameRecord.of(entries) if entries else None


def latest_game_behind(logbook: Logbook, entry: int) -> GameRecord | None:
    """Return the game that was begun last behind an entry,
    as it was then; None before the first.
    """
    with logbook.one_moment():
        number = logbook.last_game
        while number:
            begun = logbook.entries_of_game(number)
            if not begun:  # lost, and then nobody can tell
                return None
            if begun[0].number <= entry:
                return game_behind(logbook, number, entry)
            number -= 1
    return None


class GamesAlike(NamedTuple):
    """How many games there are of a kind, and by how many beads they changed the opening boxes.

    `result` is None while there is none; `why` is that of the games' start.
    """

    state: str
    confirmed: int
    side: str
    result: str | None
    why: str | None
    games: int
    first_change: int


def tallies(logbook: Logbook) -> list[GamesAlike]:
    """Return how many games there are of each kind."""
    found = logbook.balance()
    return [
        GamesAlike._make((*kind, games, found.first_change[kind]))
        for kind, games in found.tally.items()
    ]


def told_apart(logbook: Logbook) -> dict[int, str]:
    """Return exhibitions and games that others played, with why."""
    if not any(row.why in KINDS_OF_GAME for row in tallies(logbook)):
        return {}
    return {row.number: row.why or "" for row in logbook.games() if row.is_apart}


def taught(logbook: Logbook) -> list[GamesAlike]:
    """Return how many games there are of each kind, finished ones that are told apart left out."""
    return [row for row in tallies(logbook) if row.state != "ended" or row.why not in KINDS_OF_GAME]


def results(logbook: Logbook) -> dict[Result, int]:
    """Return how many of the finished games ended how for the machine,
    those told apart left out.
    """
    found = taught(logbook)
    return {
        result: sum(row.games for row in found if row.result == result.value) for result in Result
    }


def first_change(logbook: Logbook) -> int:
    """Return by how many beads all games together changed the opening boxes:
    where Michie's line stands now.
    """
    return sum(row.first_change for row in tallies(logbook))


def has_both_machines(logbook: Logbook) -> bool:
    """Return whether both players were machines in any finished game."""
    return any(row.games and row.side == BOTH and row.state == "ended" for row in tallies(logbook))


def has_outcomes_only(logbook: Logbook) -> bool:
    """Return whether of any finished game only the outcome is known."""
    return any(
        row.games and row.why == OUTCOME_ONLY and row.state == "ended" for row in tallies(logbook)
    )


def entries_that_hold(logbook: Logbook, games: int) -> list[Entry]:
    """Return the entries of the last games, so many, in order:
    without what was taken back, and the taking back.
    """
    with logbook.one_moment():
        first = max(logbook.last_game - games + 1, 1)
        entries: list[Entry] = []
        while True:
            begun = logbook.entries_of_game(first)
            entries = list(logbook.entries(begun[0].number - 1 if begun and first > 1 else 0))
            gone = {entry.undoes for entry in entries if entry.undoes is not None}
            before = min(gone, default=sys.maxsize)
            if not entries or first == 1 or before >= entries[0].number:
                break
            undone = logbook.entry(
                before
            )  # a whole import may have been taken back, and more than is asked for
            first = undone.game if undone and undone.game else 1
    return [entry for entry in entries if entry.kind is not Kind.UNDO and entry.action not in gone]


IMPORTED, TAKEN_BACK = "import", "import-taken-back"


class Imported(NamedTuple):
    """An import that stands: of which file, by a digest of it, its first entry,
    and how many entries it wrote.
    """

    digest: str
    first: int
    entries: int


def _with_keys(logbook: Logbook) -> list[Entry]:
    """Return the entries that imports, or taking them back, began with, in order."""
    rows = logbook.select(
        "SELECT number FROM entry WHERE key >= ? AND key < ? ORDER BY number",
        (IMPORTED, f"{IMPORTED};"),
    )
    return [entry for (number,) in rows if (entry := logbook.entry(number)) and entry.key]


def imports(logbook: Logbook) -> list[Imported]:
    """Return the imports that were not taken back, in order."""
    begun = [(entry.number, (entry.key or "").split(":")) for entry in _with_keys(logbook)]
    gone = {parts[1] for _, parts in begun if parts[0] == TAKEN_BACK}
    return [
        Imported(parts[1], number, int(parts[3]))
        for number, parts in begun
        if is_import(parts) and str(number) not in gone
    ]


def is_import(key: Sequence[str]) -> bool:
    """Return whether an act's key, in its parts, is that of an import."""
    return key[0] == IMPORTED and len(key) == 4 and key[3].isdecimal()


def import_key(logbook: Logbook, digest: str, entries: int) -> str:
    """Return the key of an import of so many entries that is to be written now."""
    return f"{IMPORTED}:{digest}:{logbook.last_entry + 1}:{entries}"


def taking_back_key(taken_back: Imported, entries: int) -> str:
    """Return the key of taking an import back, which writes so many entries."""
    return f"{TAKEN_BACK}:{taken_back.first}:{entries}"


def last_act(logbook: Logbook) -> list[Entry]:
    """Return the entries of what was done last: of the last action,
    or of all that took an import back.
    """
    with logbook.one_moment():
        for entry in reversed(_with_keys(logbook)):
            kind, *_, many = (entry.key or "").split(":")
            if kind == TAKEN_BACK and entry.number + int(many) == logbook.last_entry + 1:
                return list(logbook.entries(entry.number - 1))
        return last_action(logbook)


def counts_by_hand(logbook: Logbook, entry: int) -> list[Entry]:
    """Return the recounts and stocktakes behind an entry that neither an import
    brought nor its taking back.
    """
    spans = [
        range(entry.number, entry.number + int((entry.key or "").rpartition(":")[2]))
        for entry in _with_keys(logbook)
    ]
    return [
        each
        for each in counts_after(logbook, entry)
        if not any(each.number in span for span in spans)
    ]


def times_opened(logbook: Logbook, number: int) -> int:
    """Return how often a box was opened: a bead drawn from it or found
    empty, and not taken back.
    """
    return logbook.balance().notes[number].opened


def last_changes(logbook: Logbook, number: int, most: int) -> list[Entry]:
    """Return the adjustments and counts of a box that hold,
    the newest last, so many at the most.
    """
    found: list[Entry] = []
    with logbook.one_moment():
        rows = logbook.select(
            "SELECT number FROM entry WHERE box = ? AND kind IN ('adjust', 'recount') "
            "ORDER BY number DESC",
            (number,),
        )
        for (each,) in rows:
            entry = logbook.entry(each)
            if len(found) == most:
                break
            if entry is None or entry.box != number:
                continue
            if (
                entry.game is None
                or entry in GameRecord.of(logbook.entries_of_game(entry.game)).entries
            ):
                found.append(entry)
    return found[::-1]


def counts_after(logbook: Logbook, entry: int) -> list[Entry]:
    """Return the recounts and stocktakes behind an entry, in order."""
    return [each for each in logbook.entries(entry) if each.kind in (Kind.RECOUNT, Kind.STOCKTAKE)]


MANY = 2_000
"""Entries that are quickly read one by one; the database adds up what more of them changed."""


def contents_behind(logbook: Logbook, entry: int) -> dict[int, dict[str, int]]:
    """Return what belonged in each box behind an entry: what belongs there now,
    without what came since.
    """
    with logbook.one_moment():
        found = logbook.contents()
        changes: Iterable[tuple[int, str, int]] = ()
        if logbook.last_entry - entry > MANY:
            with suppress(LookupError):
                changes = list(_added_up(logbook, entry))
        if not changes:
            changes = ((box, colour, change) for _, box, colour, change in _changes(logbook, entry))
        for box, colour, change in changes:
            found[box][colour] -= change
    return found


def _added_up(logbook: Logbook, after: int) -> Iterator[tuple[int, str, int]]:
    """Yield by how much each colour of each box was changed behind an entry.

    The entries that are added up are not compared with their digests, but everything that was ever
    changed has to come to what belongs in the boxes; LookupError where it does not.
    """
    sums = {
        (box, colour): [change, since]
        for box, colour, change, since in logbook.select(
            "SELECT box, colour, sum(change), sum(CASE WHEN number > ? THEN change ELSE 0 END) "
            "FROM entry WHERE kind IN ('adjust', 'recount') GROUP BY box, colour",
            (after,),
        )
    }
    for (number,) in logbook.select("SELECT number FROM entry WHERE kind = 'undo'"):
        undo = logbook.entry(number)
        for change in adjustments_in(_undone(logbook, undo) if undo else ()):
            both = sums[change.box, change.colour]
            both[0] -= change.change
            both[1] -= change.change * (number > after)
    for box, held in logbook.contents().items():
        start = logbook.kit.box(box).start
        for colour, count in held.items():
            ever, since = sums.pop((box, colour), (0, 0))
            if start[colour] + ever != count:
                raise LookupError("an entry is lost")
            yield box, colour, since


def adjusted_since(logbook: Logbook, entry: int) -> list[tuple[int, str, int]]:
    """Return what games have changed in the boxes behind an entry,
    what was taken back among it: box, colour, beads.
    """
    return [
        (change.box, change.colour, times * change.change)
        for _, times, told in holding(logbook, entry)
        if told.kind is Kind.ADJUST
        for change in adjustments_in((told,))
    ]


def changes_by_game(logbook: Logbook) -> list[list[tuple[int, str, int]]]:
    """Return for each finished game what changed in the boxes since the finished game before
    it: box, colour, beads.

    Last comes what changed since the last of them;
    added up, everything is what belongs in the boxes now, less the start.
    """
    with logbook.one_moment():
        finished = {row.number for row in logbook.games() if row.result is not None}
        last = {entry.game: entry.number for entry in logbook.entries() if entry.game in finished}
        changes = list(_changes(logbook, 0))
    ends = sorted(last.values())
    found: list[list[tuple[int, str, int]]] = [[] for _ in (*ends, "since")]
    for entry, box, colour, change in changes:
        found[bisect_left(ends, entry)].append((box, colour, change))
    return found


def _changes(logbook: Logbook, after: int) -> Iterator[tuple[int, int, str, int]]:
    """Yield what changed the contents behind an entry: which entry, box, colour, beads more."""
    for number, times, told in holding(logbook, after):
        for change in adjustments_in((told,)):
            yield number, change.box, change.colour, times * change.change


def holding(
    logbook: Logbook, after: int, until: int = sys.maxsize
) -> Iterator[tuple[int, int, Entry]]:
    """Yield what each entry behind an entry lets hold: its number, 1 and itself,
    or -1 and each that it takes back.

    So what was taken back is told twice, forth and back; a count stands whatever is taken back.
    """
    for entry in logbook.entries(after, until):
        yield entry.number, 1, entry
        yield from ((entry.number, -1, undone) for undone in _undone(logbook, entry))


def _undone(logbook: Logbook, entry: Entry) -> list[Entry]:
    return [undone for undone in taken_back_by(logbook, (entry,)) if undone.kind not in COUNTS]


def touched_boxes(logbook: Logbook) -> list[int]:
    """Return the numbers of the boxes that were opened or adjusted since they were last counted,
    and of those of which nobody can say what is in them.

    A stocktake counts them all; a recount counts its box where it names every colour in it.
    A step that was taken back touched its box all the same, and so did taking it back.
    """
    balance = logbook.balance()
    touched = {n for n, note in balance.notes.items() if note.touched > note.counted}
    return sorted(touched.union(balance.to_count))


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
    """A box by its number, and how many there are of something:
    beads in it, or times that it was opened.
    """

    number: int
    amount: int


class Statistics(Frozen):
    """A machine's career.

    `results` and `first_box` have one element a finished game, in the order of the games:
    its result, and by how many beads the machine's boxes for its first move differ
    from their start after it (what was recounted left out: that is Michie's line).
    `boxes` is how many the kit has; `empty` are those that hold nothing now, by number.
    A game that goes on or was broken off is not a finished one, but the boxes opened in it count.
    Of the finished games, `outcome_only` are known by their outcome alone: they open a box
    only where the first bead was named. In `both` both players were machines; among the results
    such a game has that of the first player's. `winners` counts all finished games by who won,
    whoever was the machine. None of this has `exhibitions` in it, from which nothing was learned,
    nor the games that others played, of which `watched` were finished: they are told apart.
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
    exhibitions: Tally
    watched: int

    @property
    def games(self) -> int:
        return len(self.results)

    @cached_property
    def tally(self) -> Tally:
        return tally(self.results)

    @property
    def last(self) -> tuple[Result, ...]:
        """Return the results of the last 20 games, the newest last."""
        return self.results[-WINDOW:]


def tally(results: Iterable[Result]) -> Tally:
    count = Counter(results)
    return Tally(count[Result.WIN], count[Result.TIE], count[Result.LOSS])


def moving_share(hits: Sequence[bool], window: int) -> list[float]:
    """Return for each place the share of hits in the `window` places that end there,
    or in as many as there are.
    """
    found = [0, *accumulate(hits)]
    return [
        (found[end] - found[max(0, end - window)]) / min(end, window)
        for end in range(1, len(hits) + 1)
    ]


def statistics(logbook: Logbook) -> Statistics:
    """Return a machine's career as its logbook has it, all of one moment."""
    with logbook.one_moment():
        games = taught(logbook)
        apart = [row for row in logbook.games() if row.is_apart]
        results, first_box = finished_games(logbook)
        contents, opened = logbook.contents(), openings(logbook)
    states = Counter[str]()
    for row in games:
        states[row.state] += row.games
    stock = {colour.name: [0, 0] for colour in logbook.kit.colours}
    for box in logbook.kit.boxes:
        for bead in box.beads:
            stock[bead.colour][0] += bead.start
            stock[bead.colour][1] += contents[box.number][bead.colour]
    inside = {number: sum(counts.values()) for number, counts in contents.items()}
    fullest = sorted(inside.items(), key=lambda each: (-each[1], each[0]))[:LONGEST_LIST]
    return Statistics(
        results=results,
        first_box=first_box,
        running=states["running"],
        abandoned=states["abandoned"],
        boxes=len(logbook.kit.boxes),
        boxes_opened=len(opened),
        empty=tuple(sorted(box for box, count in inside.items() if not count)),
        beads={colour: BeadCount(*counts) for colour, counts in stock.items()},
        fullest=tuple(BoxCount(*pair) for pair in fullest),
        most_opened=tuple(BoxCount(*pair) for pair in opened.most_common(LONGEST_LIST)),
        outcome_only=sum(
            row.games for row in games if row.why == OUTCOME_ONLY and row.state == "ended"
        ),
        both=sum(row.games for row in games if row.side == BOTH and row.state == "ended"),
        winners=_winners(games),
        exhibitions=tally(Result(row.result) for row in apart if row.result and row.why != WATCHED),
        watched=sum(row.why == WATCHED and row.result is not None for row in apart),
    )


def winners(logbook: Logbook) -> Winners:
    """Return who won the finished games, whoever was the machine."""
    return _winners(taught(logbook))


def _winners(games: Iterable[GamesAlike]) -> Winners:
    found: Counter[Side | None] = Counter()
    for row in games:
        if row.games and row.state == "ended":
            machine = Side.FIRST if row.side == BOTH else Side(row.side)
            found[Result(row.result).winner(machine)] += row.games
    return Winners(found[Side.FIRST], found[Side.SECOND], found[None])


def finished_games(logbook: Logbook) -> tuple[tuple[Result, ...], tuple[int, ...]]:
    """Return the results of the finished games, those told apart left out, and Michie's line.

    A refill in a game that was broken off stays in the box,
    so the line takes it in with the next game.
    """
    found, line, change = [], [], 0
    for row in logbook.games():
        change += row.first_change
        if row.result is not None and not row.is_apart:
            found.append(Result(row.result))
            line.append(change)
    return tuple(found), tuple(line)


def openings(logbook: Logbook) -> Counter[int]:
    """Return box number -> how often it was opened:
    a bead drawn from it or found empty, and not taken back.
    """
    return +Counter[int]({box: note.opened for box, note in logbook.balance().notes.items()})


class TwoCopies(NamedTuple):
    """How a logbook is to another one of the same kit.

    The first `alike` entries are the same in both, but for names, which may have been
    forgotten in one of them; `game` is the last game of which nothing is told behind these.
    `ours` and `theirs` are the entries that each has behind.
    """

    alike: int
    game: int
    ours: int
    theirs: int


def compare(ours: Logbook, theirs: Logbook) -> TwoCopies:
    """Return how far two logbooks are the same;
    LogbookDamagedError where one is not as it was written.
    """
    last = min(ours.last_entry, theirs.last_entry)
    pairs = zip(ours.entries(), theirs.entries(), strict=False)
    differs = (one.number for one, other in pairs if _nameless(one) != _nameless(other))
    alike, games = next(differs, last + 1) - 1, []
    for logbook in (ours, theirs):
        begun = (entry.game for entry in logbook.entries(alike) if entry.game)
        games.append(min(begun, default=logbook.last_game + 1) - 1)
    return TwoCopies(alike, min(games), ours.last_entry - alike, theirs.last_entry - alike)


def _nameless(entry: Entry) -> Entry:
    return replace(entry, operator=None, opponent=None)
