"""What replaces entries that are gone or damaged.

`reader` notices them by their numbers and digests. Each is replaced by an entry of the kind LOST.
Its neighbours show what can be said about it: which game it was part of, and whether it may have
changed what is in the boxes.
"""

from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from menace_kit.games import Side
from menace_kit.logbook.entries import (
    BOTH,
    KNOWN,
    MOVES,
    OUTCOME_ONLY,
    PART,
    SETTLED,
    WATCHED,
    Entry,
    Kind,
    is_halving,
)
from menace_kit.logbook.game_record import GameRecord, GameRow
from menace_kit.logbook.runs import runs
from menace_kit.logbook.schema import Row
from menace_kit.machine import Kit

BEGUN_BY = (*MOVES, Kind.END, Kind.ADJUST)
"""What follows in an act that began with a start, a move or an empty box.

None of those three changes what is in a box.
"""


def stand_ins(
    sound: Mapping[int, Entry], last: int, short: Collection[int] | None
) -> dict[int, Entry]:
    """Return an entry for every missing number up to the last.

    `short` are the games that lack entries, if known; then the contents of the boxes are known,
    too.
    """
    numbers = sorted(sound)
    missing = [number for number in range(1, last + 1) if number not in sound]
    games = _games_before(sound, numbers)
    found = {}
    for first, until in runs(missing):
        behind = sound.get(until + 1)
        place = bisect_left(numbers, first)
        before = games[place]
        following = next(
            (sound[number] for number in numbers[place:] if sound[number].game is not None), None
        )
        owners = _owners(before, following, until - first + 1, short)
        at = (behind or sound[numbers[place - 1]]).at if sound else ""
        is_start = (
            first == until and following is not None and following.game == owners[0] != before
        )
        for number, owner in zip(range(first, until + 1), owners, strict=True):
            if behind is not None and behind.action <= number:
                action, game, why = behind.action, behind.game, _within(number, behind)
            else:
                action, game, why = number, owner, None
            if why is None and (short is not None or is_start):
                why = SETTLED
            found[number] = Entry(
                kind=Kind.LOST, number=number, action=action, at=at, game=game, why=why
            )
    return found


def what_is_lost(
    kit: Kit, sound: Mapping[int, Entry], last: int, kept: Mapping[int, Row] | None
) -> dict[int, Entry]:
    """Return what replaces every entry up to the last that is not sound.

    `kept` are the rows of the table of games by number, or None if they are unknown.
    """
    if kept is None:
        return stand_ins(sound, last, None)
    of_game: dict[int, list[Entry]] = {}
    for entry in sound.values():
        of_game.setdefault(entry.game or 0, []).append(entry)
    short = {game for game, row in kept.items() if len(of_game.get(game, ())) < row[-1]}
    found = stand_ins(sound, last, short)
    for game in {entry.game for entry in found.values() if entry.game} & kept.keys():
        as_known = {
            entry.number: replace(entry, why=KNOWN)
            for entry in found.values()
            if entry.game == game
        }
        there = {entry.number: entry for entry in of_game.get(game, ())}
        if not all(was_a_reply(entry, there) for entry in as_known.values()):
            continue
        entries = list(all_entries(there, as_known))
        if (*GameRow.of(GameRecord.of(entries), kit),) == kept[game][:-1]:
            found |= as_known
    return found


def _games_before(sound: Mapping[int, Entry], numbers: Sequence[int]) -> list[int]:
    """Return, for each place among the sound entries, the last game that had begun before it."""
    found = [0]
    for number in numbers:
        found.append(max(found[-1], sound[number].game or 0))
    return found


def _owners(
    before: int, following: Entry | None, many: int, short: Collection[int] | None
) -> list[int | None]:
    """Return the game of each of so many lost entries, or None for those of no game."""
    until = max(before, following.game or 0) if following else before
    is_begun = following is not None and following.kind is Kind.START
    needed = list(range(before + 1, until + (not is_begun)))[:many]
    possible: int | None = before or None
    if short is not None and before not in short:
        possible = None
    return [*([possible] * (many - len(needed))), *needed]


def _within(number: int, behind: Entry) -> str | None:
    """Return what is known of a lost entry that has the same act as an entry after it."""
    if behind.game is None:
        return None
    if number > behind.action:
        return PART
    return SETTLED if behind.kind in BEGUN_BY and not is_halving(behind) else None


def was_a_reply(lost: Entry, game: Mapping[int, Entry]) -> bool:
    """Return whether its neighbours prove that a lost entry was a reply, which changes no box.

    They do if the machine had moved before, and the game continued after it. `game` has the game's
    entries by number.
    """
    start = next((entry for entry in game.values() if entry.kind is Kind.START), None)
    before, behind = game.get(lost.number - 1), game.get(lost.number + 1)
    if start is None or before is None or behind is None:
        return False
    if start.side == BOTH or start.why in (WATCHED, OUTCOME_ONLY):
        return False
    is_second = before.kind is Kind.START and start.side == Side.SECOND.value
    if behind.action == lost.number:
        had_moved = is_second or before.kind in (Kind.BEAD, Kind.FORCED, Kind.LOT)
        return had_moved and behind.kind in BEGUN_BY and not is_halving(behind)
    # From the same box as before, the bead may have been drawn again after an undo.
    had_moved = is_second or (before.kind is Kind.BEAD and before.box != behind.box)
    return had_moved and behind.kind in (Kind.BEAD, Kind.EMPTY) and behind.action == behind.number


def all_entries(sound: Mapping[int, Entry], lost: Mapping[int, Entry]) -> Iterator[Entry]:
    """Yield the sound entries and the replacements of lost ones, in order."""
    for number in sorted({*sound, *lost}):
        yield sound.get(number) or lost[number]
