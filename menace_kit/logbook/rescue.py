"""What a damaged file is still good for: a logbook of all entries that are sound in it or
in its newest sound backup. Each other one is replaced by a note that it is lost.
"""

import sqlite3
from collections.abc import Collection, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path

from menace_kit.errors import LogbookError, LogbookUnwritableError
from menace_kit.frozen import Frozen
from menace_kit.logbook.backups import back_up
from menace_kit.logbook.balance import Place, by_place, replayed
from menace_kit.logbook.entries import KNOWN, RESCUED, WATCHED, Entry, Kind
from menace_kit.logbook.faults import beside as beside_entries
from menace_kit.logbook.faults import check_whole
from menace_kit.logbook.file import IN_MEMORY, check_file, connected, copies_beside, daily_backups
from menace_kit.logbook.lost import all_entries, stand_ins
from menace_kit.logbook.pages import entries_in_pages
from menace_kit.logbook.schema import APPLICATION_ID, UNREADABLE
from menace_kit.logbook.store import Logbook
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Why


class Rescued(Frozen):
    """What came over into a new logbook: its last entry and game, what is `missing`, by number, and
    the games that cannot be told any more.

    `from_backup` has the entries that came of a backup, and which backup that was. Where the `end`
    is not known, entries may be missing behind the last. `ticks` says whether what was ticked came
    over, `to_count` which boxes nobody can tell of.
    """

    entries: int
    games: int
    missing: Sequence[int]
    lost_games: Sequence[int]
    from_backup: Sequence[int]
    backup: Path | None
    has_end: bool
    ticks: bool
    to_count: Sequence[int]


class _Source(Frozen):
    """What of a file can be believed; `contents` has the beads that are known,
    None where it is not known of any.
    """

    entries: dict[int, Entry]
    lost: Mapping[int, Entry]
    has_end: bool
    contents: Mapping[Place, int] | None
    beside: dict[str, list[tuple[object, ...]]]


def rescue(path: Path, kit: Kit, new: Path) -> Rescued:
    """Write a new logbook of all that can be believed of a file, which stays as it is.

    LogbookError where that is nothing, or where it cannot be written.
    """
    if new.exists():
        raise LogbookError(f"{new} is already there; a rescue never overwrites a file")
    source = _read(path, kit)
    backup, added = _from_backup(path, kit, source.entries)
    sound = {**added, **source.entries}
    if not sound:
        raise LogbookError(
            f"nothing in {path} can be believed as a logbook of this machine "
            f"(kit {kit.fingerprint})" + (f". {copies}" if (copies := copies_beside(path)) else "")
        )
    last = max([*sound, *source.lost])
    is_known = source.contents is not None
    lost = {
        number: source.lost.get(number, entry)
        for number, entry in stand_ins(sound, last, () if is_known else None).items()
    }
    entries = list(all_entries(sound, lost))
    with Logbook(IN_MEMORY, kit) as logbook:
        if lost or not source.has_end:
            entries += _settled(kit, entries, source.contents)
        logbook.restore(entries, source.beside)
        back_up(logbook, new)
        return Rescued(
            entries=last,
            games=logbook.last_game,
            missing=sorted(lost),
            lost_games=sorted({entry.game for entry in lost.values() if entry.game}),
            from_backup=sorted(added),
            backup=backup,
            has_end=source.has_end,
            ticks="tick" in source.beside or not logbook.latest_game(),
            to_count=logbook.to_count,
        )


def _settled(
    kit: Kit, entries: Sequence[Entry], contents: Mapping[Place, int] | None
) -> list[Entry]:
    """Return the entries that end a rescue: that there was one, and what is known
    to be in the boxes though the entries do not give it.

    Where more is not known than the entries say, an entry that is lost comes before these:
    as where the end is not known, for entries may be missing there.
    """
    first, at = entries[-1].number + 1, entries[-1].at
    lost = Entry(kind=Kind.LOST, number=first, action=first, at=at)
    drafts = [replace(lost, why=RESCUED)]
    before = replayed(kit, [*entries, *drafts]).balance
    doubtful = before.places - (contents or {}).keys()
    if not doubtful <= before.doubtful:
        first += 1
        drafts = [lost, replace(lost, why=RESCUED, number=first, action=first)]
        before = replayed(kit, [*entries, *drafts]).balance
    for (box, colour), count in (contents or {}).items():
        change = count - before.contents[box][colour]
        if change or (box, colour) in before.doubtful:
            drafts.append(
                Entry(
                    kind=Kind.RECOUNT,
                    box=box,
                    colour=colour,
                    change=change,
                    why=Why.RECOUNT.value,
                    number=lost.number + len(drafts),
                    action=first,
                    at=at,
                    count=count,
                )
            )
    return drafts


def _read(path: Path, kit: Kit) -> _Source:
    """Return what of a file can be believed; LogbookError where it is no file."""
    _check_readable(path)
    with suppress(LogbookError), Logbook(path, kit, read_only=True) as logbook:
        lost = logbook.lost()
        sound = {entry.number: entry for entry in logbook.entries() if entry.number not in lost}
        beside = {}
        for table in ("tick", "clock", "meta"):
            with suppress(LogbookError):
                beside[table] = beside_entries(logbook, table)
        contents = _known(logbook) if logbook.is_as_kept else None
        return _Source(sound, lost, logbook.is_as_kept, contents, beside)
    return _Source(entries_in_pages(path.read_bytes(), kit), {}, False, None, {})


def _known(logbook: Logbook) -> dict[Place, int]:
    """Return how many beads of a colour are in a box, but for those that are to be counted."""
    doubtful, undone = logbook.balance().doubtful, _on_a_lost_list(logbook)
    return {
        place: count
        for place, count in by_place(logbook.contents()).items()
        if place not in doubtful and place[0] not in undone
    }


def _on_a_lost_list(logbook: Logbook) -> Collection[int]:
    """Return the boxes of a tick-list that was to be done by hand and that nobody can tell now."""
    last, lost = logbook.last_game, logbook.lost()
    game = logbook.entries_of_game(last)
    gone = [each for each in game if each.number in lost and each.why != KNOWN]
    if not gone:
        return ()
    (row,) = logbook.games(last - 1)
    is_done = row.confirmed or any(each.kind in (Kind.CONFIRM, Kind.ABANDON) for each in game)
    if is_done or row.state not in ("ended", "abandoned"):
        return ()
    if len(gone) > 1 or any(each.why == WATCHED for each in game):
        return logbook.kit.indices
    return {each.box for each in game if each.box}


def _check_readable(path: Path) -> None:
    try:
        check_file(path)
        with suppress(*UNREADABLE):
            # What a killed program left undone is cleared away.
            connected(path, read_only=True).close()
    except LogbookError:
        raise
    except OSError as error:
        raise LogbookError(f"cannot read {path}: {error.strerror}") from error


def _from_backup(
    path: Path, kit: Kit, sound: Mapping[int, Entry]
) -> tuple[Path | None, dict[int, Entry]]:
    """Return the newest sound backup that tells the same, and the entries that it has besides.

    It is of the same logbook where that one's identity is in the file, or an entry in both.
    """
    content = path.read_bytes()
    for backup in daily_backups(path):
        with suppress(LogbookError), Logbook(backup, kit, read_only=True) as copy:
            check_whole(copy)
            entries = {entry.number: entry for entry in copy.entries()}
            both = entries.keys() & sound.keys()
            is_copy = copy.identity is not None and copy.identity.encode() in content
            if (is_copy or both) and all(entries[number] == sound[number] for number in both):
                added = {n: entry for n, entry in entries.items() if n not in sound}
                return (backup if added else None), added
    return None, {}


def fingerprint_in(path: Path) -> str:
    """Return the fingerprint of the kit that a logbook is of;
    LogbookError where it is none, or cannot be read.

    What a killed program left undone in the file is cleared away.
    """
    check_file(path)
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True)) as db:
            if db.execute("PRAGMA application_id").fetchone()[0] == APPLICATION_ID:
                for (found,) in db.execute("SELECT value FROM meta WHERE key = 'fingerprint'"):
                    return str(found)
    except UNREADABLE as error:
        raise LogbookError(f"{path.name} cannot be read as a logbook: {error}") from error
    raise LogbookError(f"{path.name} is no logbook of menace-kit; name the right file")


def put_in_place(logbook: Path, path: Path) -> None:
    """Put all that is in a logbook into a file, new or in the place of another's;
    LogbookError where it cannot be.

    It is one transaction of SQLite's: a process killed in the midst of it leaves the file
    as it was. Where there are neither links nor new names to give, as in a browser,
    that is how a logbook comes to its place.
    """
    try:
        with closing(sqlite3.connect(logbook)) as new, closing(sqlite3.connect(path)) as db:
            db.execute("PRAGMA synchronous = EXTRA")
            new.backup(db)
    except sqlite3.Error as error:
        raise LogbookUnwritableError(
            f"cannot write the logbook {path.name}: {error}; it is as it was"
        ) from error
