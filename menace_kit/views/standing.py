"""How far the machines of a class are."""

from collections.abc import Sequence
from typing import Literal

from menace_kit.views.elements import Shape


class Standing(Shape):
    """How far a machine of a class is; names of people are not among it, for all may see it.

    `group` are its letters, `entry` is its logbook's last one.
    `game` is the number of the game that `due` belongs to, 0 before the first;
    `stands` is that in words. `since` is when its last step was recorded, null before the first.
    `games`, `wins`, `draws` and `losses` are finished games by the machine's results.
    `loses` is how likely it loses the next one to somebody who knows its boxes and plays to beat
    it (from 0 to 1), the worse of its sides where it plays both: at exactly 0 it is `unbeatable`.
    """

    group: str
    entry: int
    due: Literal["start", "bead", "reply", "adjust"]
    game: int
    stands: str
    since: str | None
    games: int
    wins: int
    draws: int
    losses: int
    loses: float
    unbeatable: bool


class ClassMoment(Shape):
    """A class at a moment: how far each group's machine is, and the sums of all their games.

    `entry` is another number whenever anything else here is. `unbeatable` is how many of the
    machines are that; `missing` are the letters of the groups whose logbooks cannot be read now.
    """

    entry: int
    groups: list[Standing]
    games: int
    wins: int
    draws: int
    losses: int
    unbeatable: int
    missing: list[str]


def class_moment(entry: int, groups: Sequence[Standing], missing: Sequence[str]) -> ClassMoment:
    sums = {
        name: sum(getattr(each, name) for each in groups)
        for name in ("games", "wins", "draws", "losses", "unbeatable")
    }
    return ClassMoment(entry=entry, groups=list(groups), missing=list(missing), **sums)
