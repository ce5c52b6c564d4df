"""Every game as a PettingZoo environment, and a machine as an agent in it.

Needs the extra `rl`. The interface is AEC (https://pettingzoo.farama.org/api/aec/): two agents,
`first` and `second`, move in turn. An agent observes its own pieces and the other's, 1 or 0 for
each square, and which actions are legal. An action is an index of `moves`. A win is worth 1, a loss
-1, a drawn game 0; an illegal move loses at once.
"""

from collections.abc import Mapping
from importlib import import_module
from random import Random
from typing import Any, ClassVar

import numpy as np

from menace_kit.errors import LabError, check_extra
from menace_kit.games import (
    EMPTY,
    Move,
    Parameter,
    Position,
    Side,
    described,
    game_named,
    position_text,
)
from menace_kit.games.state_space import reachable
from menace_kit.lab.machine_file import SavedMachine
from menace_kit.machine.turns import Turn

LIBRARIES = ("pettingzoo", "gymnasium", "numpy")

check_extra(LIBRARIES, "rl")
spaces: Any = import_module("gymnasium.spaces")
AECEnv: Any = import_module("pettingzoo").AECEnv

SIDES = {side.value: side for side in Side}


class GameEnvironment(AECEnv):  # type: ignore[misc]  # its library need not be installed
    """A game by its name, such as `noughts-and-crosses`; `position` is the one on the table.

    `render_mode` is None, or `ansi`: then `render` returns the board as text.
    """

    metadata: ClassVar = {
        "render_modes": ["ansi"],
        "name": "menace_kit_v0",
        "is_parallelizable": False,
    }

    def __init__(
        self,
        name: str = "noughts-and-crosses",
        render_mode: str | None = None,
        parameters: Mapping[str, Parameter] | None = None,
    ) -> None:
        """Set up the game; raises UnknownNameError if there is none of this name.

        `parameters` are those that a kit file can give it, such as `{"matches": 13}`.
        """
        super().__init__()
        self.game, self.render_mode = game_named(name, parameters), render_mode
        found = {
            move for position in reachable(self.game) for move in self.game.legal_moves(position)
        }
        self.moves: tuple[Move, ...] = tuple(sorted(found))
        self.possible_agents = list(SIDES)
        shape = (self.game.rows, self.game.columns, 2)
        self._seen = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, shape, np.int8),
                "action_mask": spaces.Box(0, 1, (len(self.moves),), np.int8),
            }
        )
        self._actions = {agent: spaces.Discrete(len(self.moves)) for agent in SIDES}

    def observation_space(self, agent: str) -> Any:  # noqa: ARG002 - both see alike
        return self._seen

    def action_space(self, agent: str) -> Any:
        return self._actions[agent]

    def reset(
        self,
        seed: int | None = None,  # noqa: ARG002 - the interface has it; no chance here
        options: dict[str, Any] | None = None,  # noqa: ARG002 - the interface has them; none here
    ) -> None:
        """Start a game; the seed changes nothing, because nothing is random."""
        self.agents = list(self.possible_agents)
        self.position: Position = self.game.start()
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.position.to_move.value

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent sees; only the side to move has legal actions."""
        own = SIDES[agent]
        shape = self.game.rows, self.game.columns
        cells = np.array(list(self.position.cells.ljust(shape[0] * shape[1], EMPTY))).reshape(shape)
        planes = np.stack([cells == side.cell for side in (own, own.other)], axis=-1).astype(
            np.int8
        )
        legal = self.game.legal_moves(self.position) if self.position.to_move is own else ()
        mask = np.array([move in legal for move in self.moves], np.int8)
        return {"observation": planes, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Make a move for the side to move, or None once the game is over."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        if action is None or not 0 <= action < len(self.moves):
            raise LabError(f"there is no action {action}; they are 0 to {len(self.moves) - 1}")
        own = SIDES[agent]
        if self.moves[action] not in self.game.legal_moves(self.position):
            self._end(own.other)
        else:
            self.position = self.game.play(self.position, self.moves[action])
            outcome = self.game.outcome(self.position)
            if outcome is not None:
                self._end(outcome.winner)
        self.agent_selection = own.other.value
        self._accumulate_rewards()

    def _end(self, winner: Side | None) -> None:
        self.terminations = dict.fromkeys(self.agents, True)
        if winner is not None:
            self.rewards = {winner.value: 1, winner.other.value: -1}

    def render(self) -> str | None:
        """Return the board as text if the render mode is `ansi`, else None."""
        return position_text(self.position, ("O", "X")) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing; the interface requires it."""


class MachineAgent:
    """A machine as an agent: it draws its beads and learns nothing.

    The same seed makes the same draws.
    """

    def __init__(self, machine: SavedMachine, seed: int = 1) -> None:
        self._machine, self._chance = machine, Random(seed)

    def act(self, environment: GameEnvironment) -> int:
        """Return the machine's action for the position on the table.

        Without a box it follows the kit's rule, and at an empty box it moves at random. Raises
        LabError if the environment plays another game.
        """
        kit, own = self._machine.kit, environment.unwrapped
        if own.game is not kit.game:
            told = (
                f"this machine plays {described(kit.game)}, "
                f"and the environment is {described(own.game)}"
            )
            raise LabError(told)
        turn = Turn(kit, own.position)
        inside = self._machine.weights[turn.box.number] if turn.box is not None else {}
        playable = turn.readings[0].moves if turn.readings else {}
        weights = {move: inside[colour] for colour, move in playable.items() if inside.get(colour)}
        chosen = (
            self._chance.choices(list(weights), list(weights.values()))[0]
            if weights
            else self._chance.choice(turn.unchosen or turn.legal)
        )
        return int(own.moves.index(chosen))
