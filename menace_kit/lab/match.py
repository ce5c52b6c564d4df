"""A match: who plays whom, by which rules, and the machine's memory that the games change.

match = Match(kit, opponents=("random",))
run = match.run(seed=1)
played = run.play(1000)
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np

from menace_kit.errors import LabError
from menace_kit.games import Side
from menace_kit.lab import kernels
from menace_kit.lab.arrays import BEADS, MOST_BEADS, PLAYER, QUALITY, RIGHT, WRONG, Board, Memory
from menace_kit.lab.pegasus import OddsRule, starting_odds
from menace_kit.lab.perfect import best_moves
from menace_kit.lab.players import ADAPTS, NOT_SYMMETRIC, Player, parsed_name, player_named
from menace_kit.lab.quality import QualityPlaces, QualityRule, quality_places
from menace_kit.lab.tables import EMPTY_RULES, Array, GameTable, MachineTable, game_table, machine_table
from menace_kit.machine.contents import Contents, gives_up_when_empty
from menace_kit.machine.kit import Kit
from menace_kit.machine.rules import EmptyBox

Roles = tuple[int, int]
"""Who plays the first and who the second player: PLAYER, BEADS, ODDS or QUALITY."""

NO_TRACE = np.zeros(0, np.int8)
NO_BEADS = np.zeros((2, 0), np.int32)


class Tally(NamedTuple):
    """How many games the first player won, how many were drawn, and how many the second player won."""

    first: int
    drawn: int
    second: int


class Played(NamedTuple):
    """What came of some games.

    Attributes:
        games: how many were played; fewer than asked for where a machine is dead.
        outcomes: int8 [games] as in `tables`, where they were asked for, else of length 0.
        first_beads: int32 [2, games]: after each game, the beads in the boxes of each side's first move; likewise.
    """

    games: int
    outcomes: Array
    first_beads: Array


@dataclass(frozen=True)
class Match:
    """A kit's machine against players or other learners.

    Attributes:
        kit: whose boxes are used; a side that plays by beads or odds must have boxes in it.
        roles: who plays, one pair for all games, or two: for games with an even and with an odd number, from 0.
        opponents: names of players, as `player_named` takes them; used where a role is PLAYER.
        shares: how often each of the opponents comes; all alike where there are none.
        learns: whether the beads change after a game.
        greedy: whether a machine plays the colour of which there are most, by lot among equals, instead of drawing.
        odds, quality: the rules of those learners.
    """

    kit: Kit
    roles: tuple[Roles, ...] = ((BEADS, PLAYER),)
    opponents: tuple[str, ...] = ("random",)
    shares: tuple[float, ...] = ()
    learns: bool = True
    greedy: bool = False
    odds: OddsRule = field(default=OddsRule())
    quality: QualityRule = field(default=QualityRule())

    @cached_property
    def game(self) -> GameTable:
        """Return the game's table: positions that the kit tells apart, unless a player tells more apart."""
        fine = any(parsed_name(name)[0] in NOT_SYMMETRIC for name in self.opponents)
        spec = self.kit.spec.boxes
        return game_table(self.kit.game, None if fine else self.kit.symmetries, spec.canonical_form)

    @cached_property
    def machine(self) -> MachineTable:
        """Return the kit's boxes on that table."""
        return machine_table(self.kit, self.game)

    @cached_property
    def players(self) -> tuple[Player, ...]:
        """Return the opponents."""
        return tuple(player_named(name, self.game) for name in self.opponents)

    @cached_property
    def _places(self) -> QualityPlaces:
        if any(QUALITY in roles for roles in self.roles):
            return quality_places(self.game)
        game = self.game
        return QualityPlaces(1, np.zeros(game.states, np.int32), np.zeros((game.states, game.width), np.int8))

    @cached_property
    def board(self) -> Board:
        """Return all that does not change, as the compiled loop wants it."""
        game, machine, places = self.game, self.machine, self._places
        takes, take_count = _packed([_next_states(game, player.takes) for player in self.players])
        errs, err_count = _packed([_next_states(game, player.errs) for player in self.players])
        return Board(
            outcome=game.outcome,
            mover=game.mover,
            next_state=game.next_state,
            move_count=game.move_count,
            agents=np.array([np.where(game.mover == 0, *roles) for roles in self.roles], np.int8),
            mix=self._mix(),
            takes=takes,
            take_count=take_count,
            errs=errs,
            err_count=err_count,
            adaptive=np.array([player.adaptive for player in self.players]),
            box=machine.box,
            bead_next=machine.bead_next,
            bead_judged=_judged(machine),
            kinds=machine.kinds,
            side=machine.side,
            start=machine.start,
            colour=machine.colour,
            change=machine.change if self.learns else np.zeros_like(machine.change),
            keep_last=machine.keep_last,
            empty_rule=machine.empty_rule if self.learns else _without_punishment(machine.empty_rule),
            first_boxes=self._vital_boxes(),
            counted_boxes=_rows([_first_boxes(machine, side) for side in (0, 1)]),
            greedy=np.full(machine.boxes, self.greedy),
            quality_row=places.row,
            quality_column=places.column,
            longest=game.longest,
            adapts=ADAPTS,
        )

    def _mix(self) -> Array:
        shares = np.array(self.shares or [1.0] * len(self.opponents))
        upto = np.round(np.cumsum(shares / shares.sum()) * 2**32).astype(np.uint64)
        upto[-1] = 2**32
        return upto

    def _vital_boxes(self) -> Array:
        """Return `first_boxes` of the board: those without which a machine cannot go on."""
        gives_up = gives_up_when_empty(self.kit)
        rows = [
            _first_boxes(self.machine, side) if gives_up and roles[side] == BEADS else []
            for roles in self.roles
            for side in (0, 1)
        ]
        return _rows(rows).reshape(len(self.roles), 2, -1)

    def run(self, seed: int, contents: Contents | None = None) -> "Run":
        """Return a run from the starting contents, or from others."""
        machine = self.machine
        beads = machine.start.copy() if contents is None else machine.beads(contents)
        colours = np.zeros(len(self.kit.colours), np.int64)
        inside = machine.colour >= 0
        np.add.at(colours, machine.colour[inside], beads[inside])
        totals = beads.sum(axis=1, dtype=np.int64)
        memory = Memory(
            beads=beads,
            totals=totals,
            odds=starting_odds(machine),
            past=np.zeros((2, 2)),
            quality=np.zeros((self._places.rows, self.game.width)),
            rate=np.array([player.rate for player in self.players]),
            stream=np.array([seed], np.uint64),
            played=np.zeros(1, np.int64),
            saturated=np.zeros(1, np.bool_),
            tally=np.zeros((len(self.roles), 4), np.int64),
            opened=np.zeros(machine.boxes, np.int64),
            peak=totals.copy(),
            lowest=totals.copy(),
            colours=colours,
            colour_peak=colours.copy(),
        )
        return Run(self, memory)


@dataclass(frozen=True, eq=False)
class Run:
    """A match that goes on: the same seed gives the same games, in however many pieces they are played."""

    match: Match
    memory: Memory

    def play(self, games: int, trace: bool = False, track: bool = False) -> Played:
        """Play games and return what came of them; `trace` game by game, `track` to count what forecasts need."""
        outcomes = np.zeros(games, np.int8) if trace else NO_TRACE
        first_beads = np.zeros((2, games), np.int32) if trace else NO_BEADS
        played = int(
            kernels.play_games(
                self.match.board,
                self.memory,
                self.match.odds,
                self.match.quality,
                games,
                outcomes,
                first_beads,
                track,
            )
        )
        return Played(played, outcomes[:played], first_beads[:, :played])

    @property
    def tally(self) -> Tally:
        """Return how all games so far ended."""
        return Tally(*(int(number) for number in self.memory.tally.sum(axis=0)[1:]))

    @property
    def games(self) -> int:
        """Return how many games were played so far."""
        return int(self.memory.played[0])

    @property
    def contents(self) -> dict[int, dict[str, int]]:
        """Return what is in the boxes now."""
        return self.match.machine.contents(self.memory.beads)

    @property
    def saturated(self) -> bool:
        """Return whether a count of beads came up to MOST_BEADS and stayed there."""
        return bool(self.memory.saturated[0])


def roles_of(kit: Kit, agent: int = BEADS) -> tuple[Roles, ...]:
    """Return the roles of a kit's machine against players: on its side; where it has both, it plays itself."""
    if kit.spec.side == "both":
        return ((agent, agent),)
    return ((agent, PLAYER) if Side(kit.spec.side) is Side.FIRST else (PLAYER, agent),)


def checked_beads(contents: Contents) -> Contents:
    """Return contents that a run can begin with; LabError where a count is below 0 or over MOST_BEADS."""
    for number, counts in contents.items():
        for colour, count in counts.items():
            if not 0 <= count <= MOST_BEADS:
                raise LabError(
                    f"box {number} has {count} {colour} beads; a count is from 0 to {MOST_BEADS:,}"
                )
    return contents


def _first_boxes(machine: MachineTable, side: int) -> list[int]:
    return [int(box) for box in np.flatnonzero(machine.first & (machine.side == side))]


def _without_punishment(empty_rule: Array) -> Array:
    """Return rules of empty boxes that give up where these do, and leave the beads alone."""
    punish, resign = EMPTY_RULES.index(EmptyBox.PUNISH_PREVIOUS), EMPTY_RULES.index(EmptyBox.RESIGN)
    return np.where(empty_rule == punish, resign, empty_rule).astype(empty_rule.dtype)


def _rows(rows: Sequence[list[int]]) -> Array:
    """Return rows of numbers as int32, -1 beyond the end of each."""
    table = np.full((len(rows), max(1, *(len(row) for row in rows))), -1, np.int32)
    for place, row in enumerate(rows):
        table[place, : len(row)] = row
    return table


def _next_states(game: GameTable, mask: Array) -> tuple[Array, Array]:
    """Return where the moves of a mask lead, packed to the left, and how many there are."""
    order = np.argsort(~mask, axis=1, kind="stable")
    return np.take_along_axis(game.next_state, order, axis=1), mask.sum(axis=1)


def _packed(tables: Sequence[tuple[Array, Array]]) -> tuple[Array, Array]:
    """Return the tables of several players one below the other."""
    states, counts = zip(*tables, strict=True)
    return np.ascontiguousarray(np.concatenate(states)), np.concatenate(counts).astype(np.int64)


def _judged(machine: MachineTable) -> Array:
    """Return RIGHT or WRONG for each bead where the machine's move can give the game away, else 0."""
    game = machine.game
    best = best_moves(game)
    can_err = ((game.next_state >= 0) & ~best).any(axis=1)
    right = np.take_along_axis(best, np.maximum(machine.bead_move, 0).astype(np.int64), axis=1)
    judged = np.where(right, RIGHT, WRONG)
    judged[~can_err] = 0
    judged[machine.bead_move < 0] = 0
    return judged.astype(np.int8)
