"""The audit: is the journal in order? A plain list of checks, each of which yields what it finds.

The entries are read once, in order, and replayed; so a journal of any length needs little memory.
Nobody who writes has to wait but at the end, when the last entries are read
and the checkpoint is compared.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from menace_kit.errors import JournalError
from menace_kit.journal.entries import (
    Entry,
    GameRecord,
    GameRow,
    Kind,
    is_halving,
    is_time,
    time_of,
)
from menace_kit.journal.replay import AsWritten, Replay, as_written, game_as_written
from menace_kit.journal.schema import READ_ALONE, SEALED, TOLD_OF, digest, mixed, seal_of
from menace_kit.journal.store import Journal
from menace_kit.machine.kit import Kit

CLOCK_SECONDS = 60.0
"""A clock that is set right may go back by this much, in seconds, without a finding."""


class AuditFinding(NamedTuple):
    """Something wrong in the journal: where (`game 12`, `box 137`, `file`), what,
    and the entry, where it is one.

    It is `known` where somebody has said that it was the clock.
    """

    where: str
    message: str
    entry: int | None = None
    known: bool = False


FileCheck = Callable[[Journal], Iterable[AuditFinding]]
EntryCheck = Callable[[Entry | None, AsWritten], Iterable[AuditFinding]]
BookCheck = Callable[[Replay], Iterable[AuditFinding]]
ActionCheck = Callable[[Replay, Sequence[Entry]], Iterable[AuditFinding]]
"""Is given the replay as it stands before the action, and the action."""


def audit_with(of_act: ActionCheck, journal: Journal) -> list[AuditFinding]:
    """Return everything that is wrong with a journal;
    nothing, or only what is known, where it is in order.

    Whether an act is what the rules give is for `of_act` to say: `guide/audit.py` has that check.
    """
    findings: list[AuditFinding] = []
    replay = Replay(journal)
    try:
        for check in FILE_CHECKS:
            findings += check(journal)
        findings += _read_on(replay, of_act)
        with journal.one_moment():
            findings += _read_on(replay, of_act)
            for of_all in (*GAME_CHECKS, *BOOK_CHECKS):
                findings += of_all(replay)
    except (JournalError, ValueError) as error:
        # A value that none of the tables would have taken; what is behind it cannot be made out.
        findings.append(AuditFinding("file", f"it cannot be read further: {error}"))
    until = max((note.entry for note in clock_notes(journal)), default=0)
    return [
        finding._replace(known=finding.message.endswith(CLOCK) and (finding.entry or 0) <= until)
        for finding in findings
    ]


class ClockNote(NamedTuple):
    """Up to which entry the computer's clock was wrong, and who said so when."""

    entry: int
    at: str
    operator: str | None


def clock_notes(journal: Journal) -> list[ClockNote]:
    """Return what is known of a wrong clock, the latest last;
    JournalDamagedError where that is damaged.
    """
    return sorted(ClockNote(*row) for row in journal.sealed_rows("clock"))


def _read_on(replay: Replay, of_act: ActionCheck) -> Iterator[AuditFinding]:
    """Yield what is wrong with the entries that have not been read yet."""
    entries = as_written(replay.journal, replay.last.number if replay.last else 0)
    for _, group in groupby(entries, key=lambda written: written.entry.action):
        found = tuple(group)
        action = tuple(written.entry for written in found)
        for before, written in zip((replay.last, *action), found, strict=False):
            for single in ENTRY_CHECKS:
                yield from single(before, written)
        if action[0].kind is Kind.START:
            for of_game in GAME_CHECKS:
                yield from of_game(replay)
        yield from of_act(replay, action)
        replay.take(action)


# The findings of the checks


def _at(entry: Entry, message: str) -> AuditFinding:
    return AuditFinding(f"entry {entry.number}", message, entry.number)


# The file


def file_is_sound(journal: Journal) -> Iterator[AuditFinding]:
    """Yield what SQLite itself finds: pages, indexes, the rules of the tables."""
    for (message,) in journal.select("PRAGMA integrity_check"):
        if message != "ok":
            yield AuditFinding("file", f"SQLite says: {message}")


def entries_point_at_something(journal: Journal) -> Iterator[AuditFinding]:
    """Yield entries that name a game, a box or an entry which is not there."""
    for table, row, parent, _ in journal.select("PRAGMA foreign_key_check"):
        yield AuditFinding(f"{table} {row}", f"what it names is not in the table {parent}", row)


# Each entry


def entries_are_as_they_were_written(_: Entry | None, written: AsWritten) -> Iterator[AuditFinding]:
    """Yield entries that have another digest than the entry, and the digest before it, give."""
    if not written.fits:
        yield _at(
            written.entry,
            "is not as it was written, or not behind the entry that it was written behind",
        )


def numbers_run_on(before: Entry | None, written: AsWritten) -> Iterator[AuditFinding]:
    """Yield gaps in the numbers, and actions that are not numbered by their first entry."""
    entry, expected = written.entry, before.number + 1 if before else 1
    if entry.number != expected:
        gone = (
            f"entry {expected} is"
            if entry.number == expected + 1
            else f"entries {expected} to {entry.number - 1} are"
        )
        yield _at(entry, f"{gone} missing before it")
    if entry.action not in (entry.number, before.action if before else None):
        yield _at(entry, f"stands in action {entry.action}, which is not the one going on")


CLOCK = "was the computer's clock wrong?"


def times_run_on(before: Entry | None, written: AsWritten) -> Iterator[AuditFinding]:
    """Yield entries that were written before the one in front of them,
    by the clock, and what is no time.
    """
    entry = written.entry
    for time in filter(None, (entry.at, entry.played_at)):
        if not is_time(time):
            yield _at(entry, f"{time!r} is no time that it can be of")
            return
    if before is None or entry.at >= before.at or not is_time(before.at):
        return
    back = (time_of(before.at) - time_of(entry.at)).total_seconds()
    if back > CLOCK_SECONDS:
        yield _at(entry, f"is of {entry.at}, but the entry before it is of {before.at}; {CLOCK}")


# Each game, when the next begins or the journal ends


GAME_FIELDS = ", ".join(GameRow._fields)


def game_row_agrees(replay: Replay) -> Iterator[AuditFinding]:
    """Yield what the table of games has otherwise than the entries."""
    game = replay.game
    if game is None:
        return
    row = replay.journal.select(f"SELECT {GAME_FIELDS} FROM game WHERE number = ?", (game.number,))
    if not row:
        yield AuditFinding(
            f"game {game.number}", "is missing in the table of games", game.start.number
        )
        return
    if row[0][1] == "taken-back":
        # Perhaps behind games that were taken back, too.
        game = GameRecord.of(game_as_written(replay.journal, game.number))
    expected = _row(game, replay.kit)
    for name, said, replayed in zip(GameRow._fields, row[0], expected, strict=True):
        if said != replayed:
            yield AuditFinding(
                f"game {game.number}",
                f"the table of games has {name} {said!r}, the entries give {replayed!r}",
                game.start.number,
            )


def _row(game: GameRecord, kit: Kit) -> GameRow:
    """Return what the table of games should have of a game."""
    start = game.start
    firsts = {box.number for box in kit.opening_boxes}
    changes = [
        entry.change or 0
        for entry in game.entries
        if entry.kind is Kind.ADJUST and not is_halving(entry) and entry.box in firsts
    ]
    ended = "ended" if game.end else "abandoned" if game.abandoned else "running"
    return GameRow(
        number=game.number,
        state="taken-back" if game.taken_back else ended,
        confirmed=int(game.confirmed),
        side=start.side or "",
        started_at=start.played_at or start.at,
        operator=start.operator,
        opponent=start.opponent,
        result=game.end.result if game.end else None,
        first_change=sum(changes),
        outcome_only=int(game.outcome_only),
    )


# The book as a whole


def _boxes(numbers: list[int]) -> str:
    return f"box{'' if len(numbers) == 1 else 'es'} {', '.join(map(str, numbers))}"


def contents_agree(replay: Replay) -> Iterator[AuditFinding]:
    """Yield boxes of which the table of contents says something else than
    the kit and the entries.
    """
    start = {
        (box.number, bead.colour): bead.start for box in replay.kit.boxes for bead in box.beads
    }
    rows = replay.journal.select(
        "SELECT box, colour, start, count FROM contents ORDER BY box, colour"
    )
    for box, colour, begun, count in rows:
        key = (box, colour)
        if key not in start:
            yield AuditFinding(
                f"box {box}", f"the table of contents has {colour}, which this box never holds"
            )
            continue
        if begun != start.pop(key):
            yield AuditFinding(
                f"box {box}",
                f"the table of contents has {begun} {colour} to start with, the kit has not",
            )
        if count != replay.count(*key):
            yield AuditFinding(
                f"box {box}",
                (
                    f"the table of contents has {count} {colour}, "
                    f"the entries give {replay.count(*key)}"
                ),
            )
    for number, name in start:
        yield AuditFinding(f"box {number}", f"{name} is missing in the table of contents")


def boxes_agree(replay: Replay) -> Iterator[AuditFinding]:
    """Yield boxes of which it is noted otherwise how often they were opened,
    touched, counted and changed.
    """
    notes = {number: note.facts for number, note in replay.notes.items()}
    for number, *noted in replay.journal.select(
        "SELECT number, opened, touched, counted, changed FROM box"
    ):
        if notes.pop(number, None) != tuple(noted):
            yield AuditFinding(
                f"box {number}", "how often it was opened is noted otherwise than the entries give"
            )
    for number in notes:
        yield AuditFinding(f"box {number}", "is missing in the table of boxes")


def games_are_counted(replay: Replay) -> Iterator[AuditFinding]:
    """Yield games that are noted with another number of entries than they have,
    and kinds counted wrongly.
    """
    wrong = replay.journal.select(
        "SELECT number, entries, (SELECT count(*) FROM entry WHERE entry.game = game.number) "
        "AS found FROM game WHERE entries <> found ORDER BY number"
    )
    for number, noted, found in wrong:
        yield AuditFinding(
            f"game {number}", f"{noted} entries are noted for it, but it has {found}"
        )
    kinds = "state, confirmed, side, coalesce(result, ''), outcome_only"
    counted = replay.journal.select(
        f"SELECT {kinds}, count(*), sum(first_change) FROM game GROUP BY {kinds}"
    )
    noted = replay.journal.select("SELECT * FROM tally WHERE games <> 0")
    if sorted(counted) != sorted(noted):
        yield AuditFinding(
            "games", "how many there are of each kind is noted otherwise than the games give"
        )


def seals_agree(replay: Replay) -> Iterator[AuditFinding]:
    """Yield tables that are not as they were written."""
    seals: dict[str, int] = dict(replay.journal.select("SELECT name, value FROM seal"))
    if seals.get("seal") != seal_of(seals):
        yield AuditFinding("file", "the digests are not as they were written")
    for table, columns in SEALED.items():
        own = ", digest" if table in READ_ALONE else ""
        rows = replay.journal.select(f"SELECT {', '.join(columns)}{own} FROM {table}")
        facts = [row[: len(columns)] for row in rows]
        if mixed(facts) != seals.get(table):
            yield AuditFinding("file", f"{TOLD_OF[table]} not as it was written")
        for row, own_facts in zip(rows, facts, strict=True):
            if own and row[-1] != digest(*own_facts):
                yield AuditFinding(f"{table} {row[0]}", "is not as it was written")
    last = replay.journal.select(
        "SELECT number, digest FROM entry ORDER BY number DESC LIMIT 1"
    ) or [(0, None)]
    if (seals.get("entry"), seals.get("last") if last[0][0] else None) != last[0]:
        yield AuditFinding("file", f"the last entry was {seals.get('entry')}, but is {last[0][0]}")


def games_were_begun(replay: Replay) -> Iterator[AuditFinding]:
    """Yield games that stand in the table of games alone."""
    rows = replay.journal.select(
        "SELECT number FROM game WHERE number NOT IN (SELECT game FROM entry WHERE kind = "
        "'start') ORDER BY number"
    )
    for (number,) in rows:
        yield AuditFinding(f"game {number}", "stands in the table of games, but no entry begins it")


def ticks_are_of_the_open_list(replay: Replay) -> Iterator[AuditFinding]:
    """Yield ticks of a tick-list that neither is open nor was before the last action,
    or of lines that it has not.
    """
    games = (replay.open_list, replay.list_before)
    lines = {game.end.number: len(game.tick_list) for game in games if game and game.end}
    ticked = "SELECT entry, max(line) FROM tick GROUP BY entry ORDER BY entry"
    for entry, last in replay.journal.select(ticked):
        if entry not in lines:
            wrong = "lines are ticked of it, but no tick-list that is open"
        elif last > lines[entry]:
            wrong = f"line {last} of its tick-list is ticked, which has {lines[entry]}"
        else:
            continue
        yield AuditFinding(f"entry {entry}", wrong, entry)


def adjustments_were_confirmed(replay: Replay) -> Iterator[AuditFinding]:
    """Yield games whose adjustments were left open, and boxes not counted since."""
    games = {game.start.number: game for game in replay.unconfirmed.values()}
    for number, game in sorted(games.items()):
        boxes = sorted({box for (box, _), left in replay.unconfirmed.items() if left is game})
        yield AuditFinding(
            f"game {game.number}",
            (
                "its adjustments were never confirmed; "
                f"count {_boxes(boxes)} (recount, or a stocktake)"
            ),
            game.end.number if game.end else number,
        )


FILE_CHECKS: Sequence[FileCheck] = (file_is_sound, entries_point_at_something)
ENTRY_CHECKS: Sequence[EntryCheck] = (
    entries_are_as_they_were_written,
    numbers_run_on,
    times_run_on,
)
GAME_CHECKS: Sequence[BookCheck] = (game_row_agrees,)
BOOK_CHECKS: Sequence[BookCheck] = (
    contents_agree,
    boxes_agree,
    games_are_counted,
    seals_agree,
    games_were_begun,
    adjustments_were_confirmed,
    ticks_are_of_the_open_list,
)
