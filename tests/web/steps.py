"""The next step of a game as the state of a companion asks for it, by whatever way it is sent."""

from typing import Any


def next_step(now: dict[str, Any], place: int = 0) -> tuple[str, dict[str, Any]]:
    """Return the act that is due, and its facts: the first bead that is there, the first reply.

    With `place` -1 it is the last of them.
    """
    match now["due"]:
        case "bead":
            there = [bead["colour"]["name"] for bead in now["box"]["beads"] if bead["in_box"]]
            return ("draw", {"colour": there[place]}) if there else ("empty", {})
        case "reply":
            return "reply", {"square": now["replies"][place]["move"]}
        case "adjust":
            return "confirm", {}
        case _:
            return "start", {}
