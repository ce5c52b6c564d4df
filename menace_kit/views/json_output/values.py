"""What all JSON output shares: boxes with their numbers, places, moves, counts."""

from collections.abc import Iterable, Mapping
from typing import Any

from menace_kit.games import Game, Move, Position, written_move
from menace_kit.machine import Box, Kit

Facts = dict[str, Any]


def picked(source: object, *names: str) -> Facts:
    """Return these attributes of an object."""
    return {name: getattr(source, name) for name in names}


def chances(inside: Mapping[str, float]) -> dict[str, float]:
    """Return how likely each colour is, 0 if the box is empty."""
    total = sum(inside.values())
    return {colour: count / total if total else 0.0 for colour, count in inside.items()}


def numbered(box: Box, key: str = "number") -> Facts:
    """Return a box's number under this key, and its name if it has one."""
    return {key: box.number, **({"name": box.name} if box.given_name else {})}


def moves_fact(kit: Kit, position: Position, moves: Mapping[str, Move]) -> dict[str, int | str]:
    return {colour: move_fact(kit.game, position, move) for colour, move in moves.items()}


def move_fact(game: Game, position: Position, move: Move) -> int | str:
    """Return a move as people write it: a square from 1, `from-to`, or in Nim how many matches."""
    written = written_move(game, position, move)
    return int(written) if written.isdecimal() else written


def counted(kit: Kit, boxes: Iterable[tuple[int, int]], what: str) -> list[Facts]:
    return [{**numbered(kit.box(number)), what: count} for number, count in boxes]
