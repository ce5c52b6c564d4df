"""Makes logbooks of many random games with the real rules, to measure how the program copes.

Run it as `python benchmarks/logbooks.py 100000 logbook.sqlite`; bench.py uses the same function.
"""

import argparse
import random
import sys
import time
from functools import partial
from pathlib import Path

from menace_kit.games import Move
from menace_kit.guide.desk import Desk
from menace_kit.guide.rehearsal import Rehearsal
from menace_kit.guide.session import Session
from menace_kit.guide.situation import Due
from menace_kit.logbook.entries import Action
from menace_kit.logbook.store import Logbook
from menace_kit.machine.kit import Kit
from menace_kit.machine.kit_files import DEFAULT_PRESET, load_preset

BATCH = 10_000
"""Games written in one transaction."""


def play_by_chance(rehearsal: Rehearsal, chance: random.Random) -> None:
    """Rehearse a game with random beads and replies, and update the boxes afterwards."""
    rehearsal.act(lambda session: session.start(opponent="Chance"))
    while (due := rehearsal.session.due) is not Due.ADJUST:
        if due is Due.REPLY:
            legal = rehearsal.session.kit.game.legal_moves(rehearsal.session.position)
            rehearsal.act(partial(_reply, move=chance.choice(legal)))
            continue
        box = rehearsal.session.box
        counts = rehearsal.session.in_box(box.number) if box else {}
        if not any(counts.values()):
            rehearsal.act(lambda session: session.empty(lambda _, moves: chance.choice(moves)))
            continue
        (colour,) = chance.choices(list(counts), weights=list(counts.values()))
        rehearsal.act(partial(_draw, colour=colour))
    rehearsal.act(lambda session: session.confirm())


def _reply(session: Session, move: Move) -> Action:
    return session.reply(move)


def _draw(session: Session, colour: str) -> Action:
    return session.draw(colour)


def make_logbook(path: Path, kit: Kit, games: int, seed: int = 1961) -> None:
    """Write a logbook of this many finished games; the same seed makes the same games."""
    chance = random.Random(seed)
    with Logbook(path, kit) as logbook:
        for begun in range(0, games, BATCH):
            rehearsal = Rehearsal(Desk(logbook).session)
            for _ in range(min(BATCH, games - begun)):
                play_by_chance(rehearsal, chance)
            logbook.append(rehearsal.actions, logbook.last_entry)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", type=int)
    parser.add_argument("file", type=Path)
    arguments = parser.parse_args()
    if arguments.file.exists():
        sys.exit(f"{arguments.file} already exists")
    start = time.perf_counter()
    make_logbook(arguments.file, load_preset(DEFAULT_PRESET), arguments.games)
    seconds = time.perf_counter() - start
    print(
        f"{arguments.games} games in {seconds:.1f} s, {arguments.file.stat().st_size / 1e6:.0f} MB"
    )


if __name__ == "__main__":
    main()
