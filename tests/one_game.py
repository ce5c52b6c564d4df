"""One game for every way to play it: commands, API and phone must write the same logbook."""

from pathlib import Path

from menace_kit.logbook.store import Logbook
from menace_kit.machine import load_preset

STEPS = (
    ("draw", "white"),
    ("reply", "2"),
    ("draw", "gold"),
    ("reply", "3"),
    ("draw", "amber"),
)
"""The steps of Bob's game against the machine of 1961, up to the list after its win."""

ENTRIES = """\
number=1 kind=start game=1 side=first operator=Ada opponent=Bob
number=2 kind=draw game=1 box=1 colour=white move=1
number=3 kind=reply game=1 move=2
number=4 kind=draw game=1 box=8 colour=gold move=5
number=5 kind=reply game=1 move=3
number=6 kind=draw game=1 box=120 colour=amber move=9
number=7 kind=end game=1 result=win
number=8 kind=adjust game=1 box=1 colour=white change=3 why=result
number=9 kind=adjust game=1 box=8 colour=gold change=3 why=result
number=10 kind=adjust game=1 box=120 colour=amber change=3 why=result
number=11 kind=confirm game=1
"""
"""The logbook once the list is confirmed."""


def entries_of(path: Path) -> str:
    """Return a logbook's entries, a line for each, without times."""
    with Logbook(path, load_preset("michie-1961"), read_only=True) as logbook:
        told = [entry.facts() for entry in logbook.entries()]
    words = [
        [f"{name}={fact}" for name, fact in facts.items() if name not in {"at", "action"}]
        for facts in told
    ]
    return "".join(f"{' '.join(line)}\n" for line in words)
