"""Games and machines as dense arrays, which a compiled loop can read.

Built only from `games/` and `machine/`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from menace_kit.games import CanonicalForm, Game, Move, Position, SymmetryGroup
from menace_kit.lab.engine.arrays import EMPTY_RULES, GOING_ON, OUTCOMES, SIDES, Array
from menace_kit.machine import Kit
from menace_kit.machine.learning import Result, change_by, keeps_last_bead
from menace_kit.machine.turns import Turn


@dataclass(frozen=True, eq=False)
class GameTable:
    """A game as states numbered from 0 (the start), each after all its predecessors.

    If `symmetries` has more than the identity, a state is a canonical form, and the position after
    a move is brought into canonical form at once: 765 states for noughts and crosses with all eight
    symmetries, 5,478 with none.

    Attributes:
        positions: state -> position.
        moves: state -> the legal moves, lowest first.
        next_state: [states, most moves]: the state after each move, -1 beyond the last.
        move_count: int8 [states].
        outcome: int8 [states]: GOING_ON, FIRST_WON, DRAWN or SECOND_WON.
        mover: int8 [states]: 0 if the first player is to move, 1 for the second.
        longest: moves in the longest game.
    """

    game: Game
    symmetries: SymmetryGroup
    form: CanonicalForm
    positions: tuple[Position, ...]
    moves: tuple[tuple[Move, ...], ...]
    next_state: Array
    move_count: Array
    outcome: Array
    mover: Array
    longest: int

    @cached_property
    def _states(self) -> dict[Position, int]:
        return {position: state for state, position in enumerate(self.positions)}

    def state(self, position: Position) -> int:
        """Return the state of a position on the table; raises KeyError if no game reaches it."""
        return self._states[self.symmetries.canonical_form(position, self.form)]

    @property
    def states(self) -> int:
        """Return the number of states."""
        return len(self.positions)

    @property
    def width(self) -> int:
        """Return the most moves of any state."""
        return int(self.next_state.shape[1])


def game_table(
    game: Game, symmetries: SymmetryGroup | None = None, form: CanonicalForm = CanonicalForm.LARGEST
) -> GameTable:
    """Return the table of a game, with positions that these symmetries make equal as one.

    Without symmetries all positions are separate. The latest tables are kept, since most work needs
    the same one again, so don't change their arrays.
    """
    return _tabled(game, game.symmetries["none"] if symmetries is None else symmetries, form)


@lru_cache(maxsize=8)
def _tabled(game: Game, group: SymmetryGroup, form: CanonicalForm) -> GameTable:
    leads_to: dict[Position, tuple[Position, ...]] = {}

    def visit(position: Position) -> None:
        if position not in leads_to:
            played = (game.play(position, move) for move in game.legal_moves(position))
            after = tuple(group.canonical_form(child, form) for child in played)
            for child in after:
                visit(child)
            leads_to[position] = after  # after all its successors; reversed below

    visit(group.canonical_form(game.start(), form))
    positions = tuple(reversed(leads_to))
    state_of = {position: state for state, position in enumerate(positions)}
    children = [[state_of[child] for child in leads_to[position]] for position in positions]
    depth = [0] * len(positions)
    for state, after in enumerate(children):
        for child in after:
            depth[child] = max(depth[child], depth[state] + 1)
    ends = map(game.outcome, positions)
    return GameTable(
        game=game,
        symmetries=group,
        form=form,
        positions=positions,
        moves=tuple(map(game.legal_moves, positions)),
        # With two bytes, everything that a game reads fits the cache.
        next_state=padded(
            children, -1, np.int16 if len(positions) <= np.iinfo(np.int16).max else np.int32
        ),
        move_count=np.array(list(map(len, children)), np.int8),
        outcome=np.array([OUTCOMES[end.winner] if end else GOING_ON for end in ends], np.int8),
        mover=np.array([SIDES.index(position.to_move) for position in positions], np.int8),
        longest=max(depth),
    )


def padded(rows: Sequence[Sequence[float]], fill: int, dtype: type[np.generic]) -> Array:
    """Return rows of numbers as one array, with `fill` after the end of shorter rows."""
    table = np.full((len(rows), max(1, *map(len, rows))), fill, dtype)
    for place, row in enumerate(rows):
        table[place, : len(row)] = row
    return table


def kit_table(kit: Kit) -> GameTable:
    """Return the smallest table of a kit's game that fits its boxes.

    Positions that the kit's symmetries make equal are one state. They are separate if each has its
    own box, because one may have learned what the other hasn't.
    """
    chosen = kit.spec.boxes
    group = kit.symmetries if chosen.merge_symmetric_positions else None
    return game_table(kit.game, group, chosen.canonical_form)


@dataclass(frozen=True, eq=False)
class MachineTable:
    """The boxes of a kit on the states of a game table.

    Boxes count from 0, and a box's beads from 0 in its own order.

    Attributes:
        box: int32 [states]: the box to open, -1 if the kit has none.
        bead_move: int8 [states, most kinds]: which of the state's moves a bead means;
            -1 beyond the last, and for a bead of a taken square.
        bead_next: same shape, type of `next_state`: the state after the bead's move.
        lot_move: int8 [states, most]: the moves from which the machine chooses at random
            without a box; -1 beyond the last.
        lot_count: int8 [states]: how many; 1 if it is the only move, 0 if the machine gives up.
        kinds: int8 [boxes].
        start: int32 [boxes, most kinds]: beads.
        colour: int8, of the same shape: its number in the kit's order, -1 beyond the last.
        change: int32 [boxes, 3]: beads added after a win, a draw, a loss.
        keep_last: bool [boxes]: whether the last bead always stays in.
        empty_rule: int8 [boxes], an index of EMPTY_RULES.
    """

    kit: Kit
    game: GameTable
    box: Array
    bead_move: Array
    bead_next: Array
    lot_move: Array
    lot_count: Array
    kinds: Array
    start: Array
    colour: Array
    change: Array
    keep_last: Array
    empty_rule: Array

    def contents(self, weights: Array) -> dict[int, dict[str, Any]]:
        """Return beads (or odds) as box number -> colour -> how many (or how likely)."""
        return {
            box.number: dict(zip(box.moves, row, strict=False))
            for box, row in zip(self.kit.boxes, weights.tolist(), strict=True)
        }

    def weights(self, contents: Mapping[int, Mapping[str, float]]) -> Array:
        """Return contents as float64 [boxes, most kinds], 0 beyond a box's last bead.

        The inverse of `contents`.
        """
        rows = [[contents[box.number][colour] for colour in box.moves] for box in self.kit.boxes]
        return padded(rows, 0, np.float64)


@lru_cache(maxsize=32)
def machine_table(kit: Kit, game: GameTable) -> MachineTable:
    """Return the boxes of a kit on a game table.

    The game table must be that of `kit_table`, or tell more positions apart. The table is shared,
    so don't change it.
    """
    boxes = kit.boxes
    start = padded([list(box.start.values()) for box in boxes], 0, np.int32)
    box = np.full(game.states, -1, np.int32)
    bead_move = np.full((game.states, start.shape[1]), -1, np.int8)
    bead_next = np.full_like(bead_move, -1, game.next_state.dtype)
    lots: list[list[int]] = [[] for _ in game.positions]
    for state, position in enumerate(game.positions):
        if game.outcome[state] != GOING_ON:
            continue
        turn = Turn(kit, position)
        if turn.box is None:
            lots[state] = [game.moves[state].index(move) for move in turn.unchosen]
            continue
        box[state] = kit.indices[turn.box.number]
        meant = turn.readings[0].moves
        for kind, colour in enumerate(turn.box.moves):
            if colour in turn.box.taken:
                continue
            place = game.moves[state].index(meant[colour])
            bead_move[state, kind] = place
            bead_next[state, kind] = game.next_state[state, place]
    colours = [colour.name for colour in kit.colours]
    return MachineTable(
        kit=kit,
        game=game,
        box=box,
        bead_move=bead_move,
        bead_next=bead_next,
        lot_move=padded(lots, -1, np.int8),
        lot_count=np.array(list(map(len, lots)), np.int8),
        kinds=np.array([len(each.beads) for each in boxes], np.int8),
        start=start,
        colour=padded([list(map(colours.index, each.moves)) for each in boxes], -1, np.int8),
        change=np.array(
            [
                [change_by(kit, result, each.side, each.stage) for result in Result]
                for each in boxes
            ],
            np.int32,
        ),
        keep_last=np.array([keeps_last_bead(kit, each) for each in boxes], np.bool_),
        empty_rule=np.full(len(boxes), EMPTY_RULES.index(kit.spec.learning.empty_box), np.int8),
    )
