"""A match: who plays whom, by which rules, and the machine's memory, which games change.

match = Match(kit, opponents=("random",))
run = match.run(seed=1)
played = run.play(1000)

Many runs are played in batches, with the same results for each run:

for batch in match.batches(stream_seeds(seed, runs), games):
    for played in batch.pieces(games): ...
    for run in batch: ...
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from menace_kit.errors import LabError
from menace_kit.games import Side
from menace_kit.lab import PLAYERS
from menace_kit.lab.coach import Coach
from menace_kit.lab.engine import move_kinds, perfect_play, tables
from menace_kit.lab.engine.arrays import (
    BEADS,
    BY_PLAYERS,
    MONTE_CARLO,
    NEVER_FULL,
    ODDS,
    PLAYER,
    RULE_WIDTH,
    RULES,
    SIDES,
    WITH_TABLES,
    Array,
    BatchPlayed,
    Choices,
    Memory,
    Played,
    Rule,
    Setup,
)
from menace_kit.lab.engine.roles import Roles, check_opponents, check_roles
from menace_kit.lab.engine.tables import GameTable, MachineTable
from menace_kit.lab.engine.trainer import play_games
from menace_kit.lab.machine_file import MOST_BEADS, GameTally
from menace_kit.lab.own_players import function_player
from menace_kit.lab.packed_players import packed, summed_shares
from menace_kit.lab.players import (
    ADAPTS,
    Maker,
    Player,
    is_function,
    is_symmetric,
    parsed_name,
    player_named,
)
from menace_kit.machine import Box, Kit
from menace_kit.machine.learning import Contents, full_above, gives_up_when_empty
from menace_kit.machine.schema import FullBox, Teaches

PIECE, SINGLE_GAMES = 1 << 16, 1 << 8
"""How many games are played in one call, a tenth of a second: Ctrl-C may wait so long.

SINGLE_GAMES is the number if games are played one by one.
"""

TOGETHER = 64
"""The most runs in a batch: the call then costs nothing, but their beads still fit the cache."""


def places_in(kit: Kit, boxes: Iterable[Box]) -> list[int]:
    """Return the indices of boxes among a kit's, from 0."""
    return [kit.indices[box.number] for box in boxes]


@dataclass(frozen=True)
class Match:
    """A kit's machine against players or other learners; LabError if they can't play each other.

    Attributes:
        kit: whose boxes are used; a side that plays with beads or odds must have boxes in it.
        roles: who plays: one pair for all games, or two, for games with an even and an odd
            number, from 0.
        opponents: names of players, as `player_named` takes them, or of functions;
            used if a role is PLAYER.
        shares: how often each opponent plays; equally often if empty.
        makers: name -> maker, for opponents that a name alone doesn't define;
            they need a table of all positions.
        rules: those of the learners in the first pair of roles, None for the default in
            `RULES`. In the second pair the two have changed sides.
        watched_by: the role that learns from what players do on both sides, as far as it has
            boxes for them. There are then two opponents, and the first begins.
            PLAYER: nobody watches.
    """

    kit: Kit
    roles: tuple[Roles, ...] = ((BEADS, PLAYER),)
    opponents: tuple[str, ...] = ("random",)
    shares: tuple[float, ...] = ()
    makers: Mapping[str, Maker] = field(default_factory=dict)
    rules: tuple[Rule | None, Rule | None] = (None, None)
    watched_by: int = PLAYER

    def __post_init__(self) -> None:
        """Raise LabError for anything that the compiled loop would play wrongly."""
        check_roles(self.kit, self.roles, self.rules)
        check_opponents(self.roles, self.opponents, self.shares, self.watched_by)
        if self._lookers and any(PLAYER in pair and BEADS not in pair for pair in self.roles):
            raise LabError(
                f"{self._lookers[0]} looks at the beads in the boxes, and here are none; "
                "choose another opponent or the learner beads"
            )

    @cached_property
    def game(self) -> GameTable:
        """Return the game's table, with the positions that the boxes and all players tell apart."""
        fine = self.makers or not all(map(is_symmetric, self.opponents))
        return tables.game_table(self.kit.game) if fine else tables.kit_table(self.kit)

    @cached_property
    def machine(self) -> MachineTable:
        """Return the kit's boxes on that table."""
        return tables.machine_table(self.kit, self.game)

    @cached_property
    def players(self) -> tuple[Player, ...]:
        pairs = (zip(SIDES, roles, strict=True) for roles in self.roles)
        sides = {side for pair in pairs for side, role in pair if role == PLAYER}
        return tuple(
            self.makers[name](self.game)
            if name in self.makers
            else function_player(name, self.kit, self.game, sides)
            if is_function(name)
            else player_named(name, self.game)
            for name in self.opponents
        )

    @property
    def is_played_singly(self) -> bool:
        """Return whether a coach looks into the boxes before each game."""
        return any(self.coaches)

    @property
    def piece(self) -> int:
        """Return how many games are played in one call."""
        return SINGLE_GAMES if self.is_played_singly else PIECE

    @property
    def _lookers(self) -> list[str]:
        named = (name for name in self.opponents if name not in self.makers)
        return [
            name for name in named if not is_function(name) and PLAYERS[parsed_name(name)[0]].looks
        ]

    @cached_property
    def coaches(self) -> tuple[Coach | None, ...]:
        """Return, for each pair of roles, the coach that looks into the boxes, or None."""
        looked_into = [pair if self._lookers and PLAYER in pair else () for pair in self.roles]
        return tuple(
            Coach(self.machine, SIDES[pair.index(BEADS)]) if pair else None for pair in looked_into
        )

    @cached_property
    def packed_rules(self) -> Array:
        """Return float64 [2, RULE_WIDTH]: the numbers of both learners' rules, 0 where none."""
        packed = np.zeros((2, RULE_WIDTH))
        for who, role in enumerate(self.roles[0]):
            learns = self.watched_by if role == PLAYER else role
            if learns in RULES:
                rule = self.rules[who] or RULES[learns]()
                packed[who, : len(rule)] = rule
        return packed

    @cached_property
    def first_odds(self) -> Array:
        """Return float64 [boxes, most kinds]: a machine with odds' first chances of each move."""
        machine = self.machine
        even = np.where(machine.colour >= 0, 1 / machine.kinds[:, None].astype(np.int64), 0.0)
        held = [self.watched_by == ODDS or ODDS in self._roles_at(box) for box in self.kit.boxes]
        return np.where(np.array(held)[:, None], even, 0.0)

    def _roles_at(self, box: Box) -> set[int]:
        """Return the roles that may open a box; in an impartial game it serves both sides."""
        place = SIDES.index(box.side)
        return {
            role
            for roles in self.roles
            for role in (roles if self.kit.game.impartial else roles[place:][:1])
        }

    @cached_property
    def places(self) -> tuple[Array, Array]:
        """Return `move_kinds.places_in_classes`, or zeros if nobody needs them."""
        needed = any(role in WITH_TABLES for role in self.roles[0])
        no_rows, no_columns = (
            np.zeros(self.game.states, np.int32),
            np.zeros(self.game.next_state.shape, np.int8),
        )
        return move_kinds.places_in_classes(self.game) if needed else (no_rows, no_columns)

    @cached_property
    def setup(self) -> Setup:
        """Return everything that doesn't change, as the compiled loop takes it."""
        blocks, roles = self._blocks, np.array(self.roles)
        width = max(block.follows.shape[1] for block in blocks)
        game, machine = self.game, self.machine
        agents = np.where(game.mover[None] == 0, roles[:, :1], roles[:, 1:])
        of_states = (game.outcome, game.mover, agents, machine.box, self.places[0])
        return Setup(
            states=np.stack(np.broadcast_arrays(*of_states), axis=1).astype(game.next_state.dtype),
            follows=_stacked([block.follows for block in blocks], width, -1),
            choices=np.concatenate([block.number for block in blocks]).astype(np.int8),
            upto=_stacked([block.upto for block in blocks], width, 0),
            marks=_stacked([block.marks for block in blocks], width, 0).astype(np.int8),
            # Same memory layout for one box as for many, or it would be compiled again.
            boxes=np.ascontiguousarray(
                np.vstack(
                    [machine.change.T, machine.keep_last, machine.empty_rule, self.full_above]
                ),
                np.int32,
            ),
            inside=np.stack([machine.start, machine.colour]).astype(np.int32),
            openings=self._openings(),
            mix=summed_shares(self.shares or [1.0] * len(self.players)),
            adapts=np.array([ADAPTS * player.adaptive for player in self.players]),
            rules=self.packed_rules,
            watched_by=self.watched_by,
            only_last=self.kit.spec.learning.teaches is Teaches.LAST_MOVE,
            halves=self.halves,
        )

    @property
    def _blocks(self) -> list[Choices]:
        """Return the blocks of `Setup.follows`, in order."""
        game, machine = self.game, self.machine
        lots = np.take_along_axis(
            game.next_state, np.maximum(machine.lot_move, 0).astype(np.int64), axis=1
        )
        even, none = np.zeros((game.states, 1)), np.zeros((game.states, 1), np.int8)
        blocks = [
            Choices(game.next_state, game.move_count, even, self.places[1]),
            Choices(lots, machine.lot_count, even, none),
            Choices(
                machine.bead_next,
                np.append(machine.kinds, 0)[machine.box],
                even,
                perfect_play.judged(machine),
            ),
        ]
        for player in self.players:
            blocks += packed(game, player, self.kinds_of_moves)
        return blocks

    @property
    def halves(self) -> bool:
        """Return whether boxes that are too full after a game are halved."""
        return self.kit.spec.learning.full_box is FullBox.HALVE

    @cached_property
    def full_above(self) -> Array:
        """Return int64 [boxes]: a box with more beads is halved after a game that used it."""
        limits = (full_above(self.kit, box) if self.halves else None for box in self.kit.boxes)
        return np.array([NEVER_FULL if most is None else most for most in limits], np.int64)

    @cached_property
    def kinds_of_moves(self) -> Array:
        """Return `move_kinds.kinds_of_moves`, or all -1 if nobody watches."""
        watches = self.watched_by != PLAYER
        return (
            move_kinds.kinds_of_moves(self.machine)
            if watches
            else np.full(self.game.next_state.shape, -1, np.int8)
        )

    def _openings(self) -> Array:
        """Return `Setup.openings`; a machine can't continue without its vital boxes."""
        gives_up, rows = gives_up_when_empty(self.kit), []
        for roles in self.roles:
            for side, role in zip(SIDES, roles, strict=True):
                vital = self.kit.first_boxes(side) if gives_up and role == BEADS else ()
                rows.append(places_in(self.kit, vital))
        return tables.padded(rows, -1, np.int32).reshape(len(self.roles), 2, -1)

    def run(self, seed: int, contents: Contents | None = None) -> "Run":
        """Return a run from the starting contents, or from others.

        Raises LabError if a count is impossible.
        """
        return self.batch([seed], contents)[0]

    def batch(self, seeds: Sequence[int], contents: Contents | None = None) -> "Batch":
        """Return runs that start together, one for each seed; see `run`."""
        first = self._first_memory if contents is None else self._memory(contents)
        by_odds = ODDS in (*self.roles[0], self.watched_by)
        alike = ("counts",) if by_odds else ("counts", "odds")
        rows = (1 if name in alike else len(seeds) for name in Memory._fields)
        memory = Memory(
            *(
                np.repeat(array[None], count, axis=0)
                for array, count in zip(first, rows, strict=True)
            )
        )
        memory.stream[:, 0] = np.array(seeds, np.uint64)
        return Batch(self, memory)

    def batches(self, seeds: Sequence[int], games: int) -> Iterator["Batch"]:
        """Yield the runs of all seeds, in order, in batches of up to TOGETHER.

        `games` is how many each run will play: the more, the smaller the batches.
        """
        size = runs_together(games)
        for place in range(0, len(seeds), size):
            yield self.batch(seeds[place : place + size])

    @cached_property
    def _first_memory(self) -> Memory:
        return self._memory(None)

    def _memory(self, contents: Contents | None) -> Memory:
        """Return the memory of a run that starts with these contents; don't change it."""
        machine = self.machine
        for number, counts in (contents or {}).items():
            for colour, count in counts.items():
                if not 0 <= count <= MOST_BEADS:
                    raise LabError(
                        f"box {number} has {count} {colour} beads; "
                        f"a count is from 0 to {MOST_BEADS:,}"
                    )
        beads = machine.start if contents is None else machine.weights(contents).astype(np.int32)
        colours = np.zeros(len(self.kit.colours), np.int64)
        inside = machine.colour >= 0
        np.add.at(colours, machine.colour[inside], beads[inside])
        totals = beads.sum(axis=1, dtype=np.int64)
        return Memory(
            beads=beads,
            totals=totals,
            odds=self.first_odds,
            past=np.zeros((2, 2)),
            quality=np.zeros((2, self.places[0].max() + 1, self.game.width)),
            explores=np.where(np.array(self.roles[0]) == MONTE_CARLO, self.packed_rules[:, 2], 0.0),
            rate=np.array([player.rate for player in self.players]),
            stream=np.zeros(1, np.uint64),
            numbers=np.zeros(2, np.int64),
            tally=np.zeros((len(self.roles), 4), np.int64),
            counts=np.stack([np.zeros_like(totals), totals, totals]),
            of_colours=np.stack([colours, colours]),
        )


@dataclass(eq=False)
class Batch:
    """Runs of a match that continue together in one compiled call, each with its own stream.

    The results of a run don't depend on its batch. The arrays of `memory` are indexed by run first,
    but those that never change have one row for all runs, because a new page of memory takes as
    long as ten games. That is so for odds that nobody plays by, and for a forecast's counts until
    they are needed.
    """

    match: Match
    memory: Memory

    def play(self, games: int, track: bool = False) -> BatchPlayed:
        """Play so many games of each run, and return the results.

        `track`: keep a forecast's counts, from the first game of the runs on. Raises LabError for
        fewer than 0 games.
        """
        if games < 0:
            raise LabError(f"{games:,} games cannot be played; ask for 0 or more")
        if track or self.match.halves:
            self._count_apart()
        played = np.zeros(len(self), np.int64)
        if self.match.is_played_singly:
            for number in range(len(self)):
                own = Memory(*(array[None] for array in self[number].memory))
                played[number] = _play_singly(self.match, own, games, track)
        else:
            _play(self.match, self.match.setup, self.memory, games, track, played)
        return BatchPlayed(played, played < games)

    def _count_apart(self) -> None:
        """Give each run its own counts for forecasts."""
        if len(self.memory.counts) < len(self):
            self.memory = self.memory._replace(
                counts=np.repeat(self.memory.counts, len(self), axis=0)
            )

    def pieces(self, until: int, track: bool = False) -> Iterator[BatchPlayed]:
        """Play until each run has so many games or can't continue; yield the results by PIECE.

        All runs of the batch must have the same number of games so far, unless they can't continue.
        """
        done, size = int(self.games.max(initial=0)), max(1, self.match.piece // max(len(self), 1))
        while done < until:
            played = self.play(min(size, until - done), track)
            yield played
            if played.dead.all():
                break
            done = int(self.games.max())

    def __len__(self) -> int:
        return len(self.memory.stream)

    def __getitem__(self, number: int) -> "Run":
        """Return one of the runs; its games are the batch's, too."""
        self._count_apart()
        return Run(
            self.match, Memory(*(array[min(number, len(array) - 1)] for array in self.memory))
        )

    def __iter__(self) -> Iterator["Run"]:
        return (self[number] for number in range(len(self)))

    @property
    def games(self) -> Array:
        """Return int64 [runs]: how many games were played so far."""
        games: Array = self.memory.played[:, 0]
        return games

    def seen_from(self, side: Side) -> Array:
        """Return int64 [3, runs]: wins, draws and losses of the player who began on this side."""
        tallies = _as_begun(self.memory.tally[:, :, 1:]).T
        return tallies if side is Side.FIRST else tallies[::-1]


def _play(match: Match, setup: Setup, memory: Memory, *rest: Any) -> None:
    """Play games; `rest` are the other arguments of `play_games`."""
    path, worths = np.empty((match.game.longest, 4), np.int64), np.empty(setup.follows.shape[1])
    # Uncompiled, numpy would warn that random numbers overflow 64 bits.
    with np.errstate(over="ignore"):
        play_games(setup, memory, path, worths, *rest)


def _stacked(tables: Sequence[Array], width: int, fill: int) -> Array:
    """Return tables one below the other, each as wide as the widest."""
    wide = [
        np.pad(table, ((0, 0), (0, width - table.shape[1])), constant_values=fill)
        for table in tables
    ]
    return np.concatenate(wide)


def _play_singly(match: Match, memory: Memory, games: int, track: bool) -> int:
    """Play games of one run with a coach, who looks into the boxes before each; return how many.

    `memory` is that of a batch of one.
    """
    answers = ("follows", "choices")
    own = match.setup._replace(**{name: getattr(match.setup, name).copy() for name in answers})
    played = np.zeros(1, np.int64)
    for game in range(games):
        _look(match, own, memory)
        _play(match, own, memory, 1, track, played)
        if played[0] == 0:
            return game
    return games


def _look(match: Match, own: Setup, memory: Memory) -> None:
    """Let the coach, if any, look into the boxes; its replies go to its rows of `follows`."""
    coach = match.coaches[int(memory.played[0, 0]) % len(match.roles)]
    if coach is None:
        return
    replies = coach.replies(memory.beads[0])
    to_move = np.flatnonzero(replies >= 0)
    for place, player in enumerate(match.players):
        if player.looks:
            rows = (BY_PLAYERS + 2 * place) * match.game.states + to_move
            own.follows[rows, 0] = match.game.next_state[to_move, replies[to_move]]
            own.choices[rows] = 1


@dataclass(frozen=True, eq=False)
class Run:
    """A match in progress: the same seed gives the same games, in however many pieces."""

    match: Match
    memory: Memory

    def play(self, games: int, track: bool = False) -> Played:
        """Play games and return the results.

        `track`: keep a forecast's counts, from the first game of the run on.
        """
        return _of_one(self._alone.play(games, track))

    def pieces(self, until: int, track: bool = False) -> Iterator[Played]:
        """Play until there are so many games in all or a machine can't continue; yield by PIECE."""
        return map(_of_one, self._alone.pieces(until, track))

    @property
    def _alone(self) -> Batch:
        """Return a batch of this run only; its games are the run's."""
        return Batch(self.match, Memory(*(array[None] for array in self.memory)))

    @property
    def tally(self) -> GameTally:
        """Return how all games so far ended, as if nobody had changed sides."""
        return GameTally(*_as_begun(self.memory.tally[:, 1:]).tolist())

    @property
    def games(self) -> int:
        """Return how many games were played so far."""
        return int(self.memory.played[0])

    @property
    def contents(self) -> dict[int, dict[str, int]]:
        """Return what is in the boxes now."""
        return self.match.machine.contents(self.memory.beads)


def _of_one(played: BatchPlayed) -> Played:
    """Return the results of the only run in a batch."""
    return Played(int(played.games[0]), bool(played.dead[0]))


def _as_begun(tally: Array) -> Array:
    """Return int64 [..., 3] from [..., 1 or 2, 3]: all games, the second kind swapped."""
    whole: Array = tally[..., 0, :]
    return whole if tally.shape[-2] == 1 else whole + tally[..., 1, ::-1]


def runs_together(games: int) -> int:
    """Return how many runs a batch should have: fewer of long ones, to spread them over cores."""
    return min(TOGETHER, max(1, PIECE // max(games, 1)))
