"""What all of it has in common: boxes with their numbers, places, moves, counts."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from menace_kit.games import Game, Move, Position, written_move
from menace_kit.machine.boxes import Box
from menace_kit.machine.kit import Kit

if TYPE_CHECKING:
    from menace_kit.logbook.career import BoxCount


Facts = dict[str, Any]


def chances(inside: Mapping[str, float]) -> dict[str, float]:
    """Return how likely each colour is drawn from a box, 0 from an empty one."""
    total = sum(inside.values())
    return {colour: count / total if total else 0.0 for colour, count in inside.items()}


def numbered(box: Box, key: str = "number") -> Facts:
    """Return a box's number, under this key, and its name where that is something else."""
    return {key: box.number, **({"name": box.name} if box.given_name else {})}


def place_fact(kit: Kit, box: Box) -> dict[str, int] | None:
    place = kit.place(box)
    return place._asdict() if place else None


def moves_fact(kit: Kit, position: Position, moves: Mapping[str, Move]) -> dict[str, int | str]:
    return {colour: move_fact(kit.game, position, move) for colour, move in moves.items()}


def move_fact(game: Game, position: Position, move: Move) -> int | str:
    """Return a move as people write it: a square from 1, or `from-to`;
    of Nim how many matches are taken.
    """
    written = written_move(game, position, move)
    return int(written) if written.isdecimal() else written


def counted(kit: Kit, boxes: "Iterable[BoxCount]", what: str) -> list[Facts]:
    return [{**numbered(kit.box(number)), what: count} for number, count in boxes]
