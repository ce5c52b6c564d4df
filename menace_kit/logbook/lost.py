"""What replaces entries that are gone or damaged.

`reader` notices them by their numbers and digests. Each is replaced by an entry of the kind LOST.
Its neighbours show which game it was part of; it may have changed any box.
"""

from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping, Sequence

from menace_kit.logbook.entries import SETTLED, Entry, Kind
from menace_kit.logbook.runs import runs


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
        following = next(
            (sound[number] for number in numbers[place:] if sound[number].game is not None), None
        )
        owners = _owners(games[place], following, until - first + 1, short)
        at = (behind or sound[numbers[place - 1]]).at if sound else ""
        for number, owner in zip(range(first, until + 1), owners, strict=True):
            action, game = number, owner
            if behind is not None and behind.action <= number:
                action, game = behind.action, behind.game
            found[number] = Entry(
                kind=Kind.LOST,
                number=number,
                action=action,
                at=at,
                game=game,
                why=None if short is None else SETTLED,
            )
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


def all_entries(sound: Mapping[int, Entry], lost: Mapping[int, Entry]) -> Iterator[Entry]:
    """Yield the sound entries and the replacements of lost ones, in order."""
    for number in sorted({*sound, *lost}):
        yield sound.get(number) or lost[number]
