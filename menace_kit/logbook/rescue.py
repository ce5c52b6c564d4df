"""Rescues a damaged logbook: a new one of all sound entries in the file or its newest backup.

Every other entry is replaced by a note that it is lost.
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
from menace_kit.machine import Kit
from menace_kit.machine.learning import Why


class Rescued(Frozen):
    """What came over into the new logbook: its last entry and game, and what didn't.

    `missing` are the numbers of lost entries, `lost_games` the games that can't be reconstructed.
    `from_backup` are the entries taken from `backup`. Unless `has_end`, entries may be missing
    after the last. `ticks` says whether ticks came over, `to_count` which boxes have unknown
    contents.
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
    """What can be trusted in a file; `contents` has the known counts, None if there are none."""

    entries: dict[int, Entry]
    lost: Mapping[int, Entry]
    has_end: bool
    contents: Mapping[Place, int] | None
    beside: dict[str, list[tuple[object, ...]]]


def rescue(path: Path, kit: Kit, new: Path) -> Rescued:
    """Write a new logbook of everything in a file that can be trusted; the file stays as it is.

    Raises LogbookError if there is nothing, or the new logbook can't be written.
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
    """Return the entries that end a rescue: its mark, and contents that the entries don't give.

    If less is known than the entries say, a lost entry comes first. So it does if the end is
    unknown, because entries may be missing there.
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
    """Return what can be trusted in a file; raises LogbookError if it is not a file."""
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
    """Return the number of beads of each box and colour that needn't be counted."""
    doubtful, undone = logbook.balance().doubtful, _on_a_lost_list(logbook)
    return {
        place: count
        for place, count in by_place(logbook.contents()).items()
        if place not in doubtful and place[0] not in undone
    }


def _on_a_lost_list(logbook: Logbook) -> Collection[int]:
    """Return the boxes of an update that was still to be done but is now lost."""
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
            # Clean up after a program that was killed while writing.
            connected(path, read_only=True).close()
    except LogbookError:
        raise
    except OSError as error:
        raise LogbookError(f"cannot read {path}: {error.strerror}") from error


def _from_backup(
    path: Path, kit: Kit, sound: Mapping[int, Entry]
) -> tuple[Path | None, dict[int, Entry]]:
    """Return the newest sound backup that agrees, and the entries that only it has.

    It must be of the same logbook: that one's identity is in the file, or both have an entry.
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
    """Return the fingerprint of a logbook's kit.

    This also cleans up after a program that was killed while writing. Raises LogbookError if the
    file is not a logbook, or can't be read.
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
    """Copy a whole logbook into a file, new or existing, in one SQLite transaction.

    A process that is killed meanwhile leaves the file as it was. This is how a logbook gets its
    place where there are neither links nor renames, as in a browser. Raises LogbookError if it
    fails.
    """
    try:
        with closing(sqlite3.connect(logbook)) as new, closing(sqlite3.connect(path)) as db:
            db.execute("PRAGMA synchronous = EXTRA")
            new.backup(db)
    except sqlite3.Error as error:
        raise LogbookUnwritableError(
            f"cannot write the logbook {path.name}: {error}; it is as it was"
        ) from error
