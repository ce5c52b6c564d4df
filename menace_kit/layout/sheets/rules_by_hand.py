"""A game by hand, as the index chart tells it."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from menace_kit.games import Side
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Result, change_by, deed
from menace_kit.machine.prospects import results
from menace_kit.machine.schema import EmptyBox
from menace_kit.text.sheet_words import player, said
from menace_kit.text.words import Words


def rules_by_hand(kit: Kit, words: Words) -> Iterator[str]:
    """Yield how a game is played by hand, with the rules of the kit."""
    learning = kit.spec.learning
    yield words("index.hand-draw")
    sides = kit.sides
    if len({tuple(learning.by(result.value, side) for result in Result) for side in sides}) == 1:
        changes = _changes_by(kit, sides)
        yield _end_rule(kit, words, changes)
        numbers = set(chain(*changes.values()))
    else:
        numbers = set()
        for side in sides:
            changes = _changes_by(kit, (side,))
            told = _end_rule(kit, words, changes)
            yield words("operator-card.of-player", player=player(kit, words, side), told=told)
            numbers |= set(chain(*changes.values()))
    for number in sorted(numbers, reverse=True):
        kind, n = deed(number)
        yield words(f"index.hand-{kind}", change=words.signed(number), n=n)
    if any(box.taken for box in kit.boxes):
        yield words("index.hand-taken")
    yield words(f"index.hand-empty-{learning.empty_box.value}")
    if learning.protect_first_box and learning.empty_box is not EmptyBox.KEEP_LAST:
        yield words("index.hand-protect")
    yield said(kit, words, "index.hand-note")


def _changes_by(kit: Kit, sides: Sequence[Side]) -> dict[str, list[int]]:
    """Return result -> what it adds to the boxes of these sides,
    which it treats alike, stage by stage.
    """
    stages = range(1, 1 + max(stage for side, stage in kit.stages if side in sides))
    return {
        result.value: [change_by(kit, result, sides[0], stage) for stage in stages]
        for result in results(kit.game)
    }


def _end_rule(kit: Kit, words: Words, changes: Mapping[str, list[int]]) -> str:
    told = {result: _changes_text(words, numbers) for result, numbers in changes.items()}
    return said(
        kit, words, "index.hand-end" if "draw" in told else "index.hand-end-no-draws", **told
    )


def _changes_text(words: Words, numbers: list[int]) -> str:
    """Return `+3`, or where the stages differ `+3, +2, +1 (moves 1, 2, 3)`."""
    if len(set(numbers)) == 1:
        return words.signed(numbers[0])
    moves = ", ".join(str(stage) for stage, _ in enumerate(numbers, start=1))
    return words("index.hand-by-move", changes=", ".join(map(words.signed, numbers)), moves=moves)
