"""Training against a Python function, which may draw lots or remember: game by game, in plain Python."""

from collections.abc import Callable, Mapping

import numpy as np

from menace_kit.games import Move, Position, Side
from menace_kit.lab.arrays import MOST_BEADS
from menace_kit.lab.chance import Chance
from menace_kit.lab.machine_file import State, Weights
from menace_kit.lab.match import Tally
from menace_kit.lab.pegasus import OddsRule
from menace_kit.lab.reference import Agent, BeadMachine, OddsMachine, is_dead, play_game
from menace_kit.lab.reference_players import FunctionPlayer
from menace_kit.lab.tables import DRAWN, FIRST_WON, SECOND_WON, Array
from menace_kit.machine.contents import Result
from menace_kit.machine.kit import Kit

CODES = {Result.WIN: FIRST_WON, Result.TIE: DRAWN, Result.LOSS: SECOND_WON}


class PlainTrainer:
    """A machine on one side, by beads or by odds, against a function on the other."""

    def __init__(
        self,
        kit: Kit,
        side: Side,
        by_odds: bool,
        weights: Weights,
        state: State,
        opponent: tuple[str, Callable[[Position], Move]],
    ) -> None:
        """Begin with these beads or odds, and this state of the random stream; `opponent` is a name and a function."""
        self._kit, self._side = kit, side
        self._chance = Chance(state.stream)
        self._past, self._saturated = state.past, state.saturated
        self._machine: BeadMachine | OddsMachine
        if by_odds:
            odds = {number: list(shares.values()) for number, shares in weights.items()}
            past = state.past[self._place]
            self._machine = OddsMachine(kit, odds, self._chance, OddsRule(), past=(past[0], past[1]))
        else:
            beads = {number: _whole(counts) for number, counts in weights.items()}
            self._machine = BeadMachine(kit, beads, self._chance)
        name, function = opponent
        self._agents: Mapping[Side, Agent] = {
            side: self._machine,
            side.other: FunctionPlayer(kit.game, function, name),
        }
        self._counts = dict.fromkeys(Result, 0)

    @property
    def _place(self) -> int:
        return list(Side).index(self._side)

    def play(self, games: int, trace: bool) -> tuple[int, Array]:
        """Play so many games, fewer where the machine is dead; return how many, and their outcomes if asked for."""
        outcomes = []
        for _ in range(games):
            if isinstance(self._machine, BeadMachine) and is_dead(
                self._kit, self._machine.contents, self._side
            ):
                break
            played = play_game(self._kit.game, self._agents)
            self._counts[played.result] += 1
            outcomes.append(CODES[played.result])
            self._saturate()
        return len(outcomes), np.array(outcomes if trace else [], np.int8)

    def _saturate(self) -> None:
        """Keep every count of beads within what the compiled trainer can go on with."""
        if isinstance(self._machine, BeadMachine):
            for counts in self._machine.contents.values():
                for colour, count in counts.items():
                    if count >= MOST_BEADS:
                        counts[colour], self._saturated = MOST_BEADS, True

    @property
    def tally(self) -> Tally:
        """Return how the games so far ended."""
        return Tally(*(self._counts[result] for result in (Result.WIN, Result.TIE, Result.LOSS)))

    @property
    def weights(self) -> Weights:
        """Return the beads, or how likely each move is."""
        machine = self._machine
        if isinstance(machine, BeadMachine):
            return {number: dict(counts) for number, counts in machine.contents.items()}
        return {
            box.number: dict(zip(box.moves, machine.odds[box.number], strict=True)) for box in self._kit.boxes
        }

    @property
    def state(self) -> State:
        """Return what else is needed to go on."""
        past = list(self._past)
        if isinstance(self._machine, OddsMachine):
            past[self._place] = self._machine.past
        return State(self._chance.state, self._saturated, past=tuple(past))


def _whole(counts: Mapping[str, float]) -> dict[str, int]:
    return {colour: int(count) for colour, count in counts.items()}
