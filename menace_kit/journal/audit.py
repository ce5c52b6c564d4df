"""The audit: is the journal in order? A plain list of checks, each of which yields what it finds.

The entries are read once, in order, and replayed; so a journal of any length needs little memory. Nobody who writes
has to wait but at the end, when the last entries are read and the checkpoint is compared.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from itertools import groupby

from menace_kit.errors import JournalError
from menace_kit.journal.audit_games import ACTION_CHECKS
from menace_kit.journal.entries import Entry, Kind
from menace_kit.journal.finding import Finding
from menace_kit.journal.queries import game_row
from menace_kit.journal.replay import Replay, ReplayedGame
from menace_kit.journal.store import GameRow, Journal
from menace_kit.journal.stream import stream

__all__ = ["Finding", "audit"]

FileCheck = Callable[[Journal], Iterable[Finding]]
EntryCheck = Callable[[Entry | None, Entry], Iterable[Finding]]
GameCheck = Callable[[Journal, ReplayedGame], Iterable[Finding]]
BookCheck = Callable[[Replay, "OpenLists"], Iterable[Finding]]

CLOCK_SECONDS = 60.0
"""A clock that is set right may go back by this much, in seconds, without a finding."""


class OpenLists:
    """The adjustments of games that were never confirmed though the next game began, until their boxes are counted."""

    def __init__(self) -> None:
        """Begin with none."""
        self.boxes: dict[tuple[int, str], ReplayedGame] = {}

    def game_left(self, game: ReplayedGame) -> None:
        """Remember a game that ended and is left unconfirmed."""
        if game.end and not game.confirmed:
            for entry in game.entries:
                if entry.kind is Kind.ADJUST:
                    self.boxes[entry.box or 0, entry.colour or ""] = game

    def counted(self, action: Iterable[Entry]) -> None:
        """Forget what has been counted since."""
        for entry in action:
            if entry.kind is Kind.STOCKTAKE:
                self.boxes.clear()
            elif entry.kind is Kind.RECOUNT:
                self.boxes.pop((entry.box or 0, entry.colour or ""), None)


def audit(journal: Journal) -> list[Finding]:
    """Return everything that is wrong with a journal; nothing where it is in order."""
    findings: list[Finding] = []
    try:
        for check in FILE_CHECKS:
            findings += check(journal)
        reader = _Reader(journal)
        findings += reader.read_on()
        with journal.one_moment():
            findings += reader.read_on()
            findings += reader.finish()
    except (JournalError, ValueError) as error:
        # A value that none of the tables would have taken; what is behind it cannot be made out.
        findings.append(Finding("file", f"it cannot be read further: {error}"))
    return findings


class _Reader:
    """Reads a journal from its first entry on, and puts the checks to what it reads."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self.replay = Replay(journal)
        self.lists = OpenLists()

    def read_on(self) -> Iterator[Finding]:
        """Yield what is wrong with the entries that have not been read yet."""
        replay = self.replay
        entries = stream(self.journal, replay.last.number if replay.last else 0)
        for _, group in groupby(entries, key=lambda entry: entry.action):
            action = tuple(group)
            yield from self._single(action)
            if action[0].kind is Kind.START and replay.game:
                yield from self._game(replay.game)
                self.lists.game_left(replay.game)
            step = replay.step(action)
            for check in ACTION_CHECKS:
                yield from check(replay, step)
            replay.take(step)
            self.lists.counted(action)

    def finish(self) -> Iterator[Finding]:
        """Yield what is wrong with the last game, and with the checkpoint."""
        if self.replay.game:
            yield from self._game(self.replay.game)
        for check in BOOK_CHECKS:
            yield from check(self.replay, self.lists)

    def _single(self, action: Iterable[Entry]) -> Iterator[Finding]:
        before = self.replay.last
        for entry in action:
            for check in ENTRY_CHECKS:
                yield from check(before, entry)
            before = entry

    def _game(self, game: ReplayedGame) -> Iterator[Finding]:
        for check in GAME_CHECKS:
            yield from check(self.journal, game)


# The file


def file_is_sound(journal: Journal) -> Iterator[Finding]:
    """Yield what SQLite itself finds: pages, indexes, the rules of the tables."""
    for (message,) in journal.select("PRAGMA integrity_check"):
        if message != "ok":
            yield Finding("file", f"SQLite says: {message}")


def entries_point_at_something(journal: Journal) -> Iterator[Finding]:
    """Yield entries that name a game, a box or an entry which is not there."""
    for table, row, parent, _ in journal.select("PRAGMA foreign_key_check"):
        number = int(row) if row is not None else None
        yield Finding(f"{table} {row}", f"what it names is not in the table {parent}", number)


# Each entry


def numbers_run_on(before: Entry | None, entry: Entry) -> Iterator[Finding]:
    """Yield gaps in the numbers, and actions that are not numbered by their first entry."""
    expected = before.number + 1 if before else 1
    if entry.number != expected:
        gone = (
            f"entry {expected} is"
            if entry.number == expected + 1
            else f"entries {expected} to {entry.number - 1} are"
        )
        yield Finding(f"entry {entry.number}", f"{gone} missing before it", entry.number)
    if entry.action not in (entry.number, before.action if before else None):
        yield Finding(
            f"entry {entry.number}",
            f"stands in action {entry.action}, which is not the one going on",
            entry.number,
        )


def times_run_on(before: Entry | None, entry: Entry) -> Iterator[Finding]:
    """Yield entries that were written before the one in front of them, by the clock."""
    if before is None or entry.at >= before.at:
        return
    try:
        back = (datetime.fromisoformat(before.at) - datetime.fromisoformat(entry.at)).total_seconds()
    except (ValueError, TypeError):
        yield Finding(f"entry {entry.number}", f"{entry.at!r} is no time", entry.number)
        return
    if back > CLOCK_SECONDS:
        yield Finding(
            f"entry {entry.number}",
            f"is of {entry.at}, but the entry before it is of {before.at}; was the computer's clock wrong?",
            entry.number,
        )


# Each game, when the next begins or the journal ends


def game_row_agrees(journal: Journal, game: ReplayedGame) -> Iterator[Finding]:
    """Yield what the table of games has otherwise than the entries."""
    expected = game.row(journal.kit)
    row = game_row(journal, game.number)
    if row is None:
        yield Finding(f"game {game.number}", "is missing in the table of games", game.start.number)
        return
    for name, said, replayed in zip(GameRow._fields, row, expected, strict=True):
        if said != replayed:
            yield Finding(
                f"game {game.number}",
                f"the table of games has {name} {said!r}, the entries give {replayed!r}",
                game.start.number,
            )


# The book as a whole


def contents_agree(replay: Replay, _: OpenLists) -> Iterator[Finding]:
    """Yield boxes of which the table of contents says something else than the kit and the entries."""
    start = {(box.number, bead.colour): bead.start for box in replay.kit.boxes for bead in box.beads}
    rows = replay.journal.select("SELECT box, colour, start, count FROM contents ORDER BY box, colour")
    for box, colour, begun, count in rows:
        key = (int(box or 0), str(colour))
        if key not in start:
            yield Finding(f"box {box}", f"the table of contents has {colour}, which this box never holds")
            continue
        if begun != start.pop(key):
            yield Finding(
                f"box {box}", f"the table of contents has {begun} {colour} to start with, the kit has not"
            )
        if count != replay.count(*key):
            yield Finding(
                f"box {box}",
                f"the table of contents has {count} {colour}, the entries give {replay.count(*key)}",
            )
    for number, name in start:
        yield Finding(f"box {number}", f"{name} is missing in the table of contents")


def games_were_begun(replay: Replay, _: OpenLists) -> Iterator[Finding]:
    """Yield games that stand in the table of games alone."""
    rows = replay.journal.select(
        "SELECT number FROM game WHERE number NOT IN (SELECT game FROM entry WHERE kind = 'start') ORDER BY number"
    )
    for (number,) in rows:
        yield Finding(f"game {number}", "stands in the table of games, but no entry begins it")


def ticks_are_of_the_open_list(replay: Replay, _: OpenLists) -> Iterator[Finding]:
    """Yield ticks of a tick-list that is not the one that is open, the last game's, or of lines that it has not."""
    game = replay.game
    open_at = game.end.number if game and game.end and not game.confirmed else 0
    lines = sum(entry.kind is Kind.ADJUST for entry in game.entries) if game else 0
    for entry, last in replay.journal.select(
        "SELECT entry, max(line) FROM tick GROUP BY entry ORDER BY entry"
    ):
        number, line = int(entry or 0), int(last or 0)
        if number != open_at:
            yield Finding(f"entry {number}", "lines are ticked of it, but no tick-list that is open", number)
        elif line > lines:
            yield Finding(
                f"entry {number}", f"line {line} of its tick-list is ticked, which has {lines}", number
            )


def adjustments_were_confirmed(_: Replay, lists: OpenLists) -> Iterator[Finding]:
    """Yield games whose adjustments were left open, and boxes not counted since."""
    games = {game.start.number: game for game in lists.boxes.values()}
    for number, game in sorted(games.items()):
        boxes = sorted({box for (box, _), left in lists.boxes.items() if left is game})
        which = f"box{'' if len(boxes) == 1 else 'es'} {', '.join(map(str, boxes))}"
        yield Finding(
            f"game {game.number}",
            f"its adjustments were never confirmed; count {which} (recount, or a stocktake)",
            game.end.number if game.end else number,
        )


FILE_CHECKS: Sequence[FileCheck] = (file_is_sound, entries_point_at_something)
ENTRY_CHECKS: Sequence[EntryCheck] = (numbers_run_on, times_run_on)
GAME_CHECKS: Sequence[GameCheck] = (game_row_agrees,)
BOOK_CHECKS: Sequence[BookCheck] = (
    contents_agree,
    games_were_begun,
    adjustments_were_confirmed,
    ticks_are_of_the_open_list,
)
