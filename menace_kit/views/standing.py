"""How far the machines of a class are."""

from collections.abc import Sequence
from typing import Literal

from menace_kit.views.shape import Shape


class Standing(Shape):
    """How far a machine of a class is. It holds no names of people, because everybody may see it.

    `group` is the group's letters, `entry` the last entry of its logbook. `game` is the number of
    the game that `due` is about, 0 before the first; `stands` says that in words. `since` is when
    the last step was recorded, null before the first. `games`, `wins`, `draws` and `losses` count
    finished games by the machine's results. `loses` is how likely it loses its next game against an
    opponent who knows its boxes and plays to beat it, from 0 to 1 (on its worse side if it plays
    both). At exactly 0 it is `unbeatable`.
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

    `entry` changes whenever anything else here does. `unbeatable` counts the machines that are.
    `missing` are the letters of groups whose logbooks cannot be read right now.
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
