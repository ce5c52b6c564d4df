"""Games and machines as dense arrays: what a compiled loop can read. Built from `games/` and `machine/` alone."""

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from menace_kit.games import CanonicalForm, Game, Move, Outcome, Position, Side, SymmetryGroup
from menace_kit.lab.engine.arrays import DRAWN, EMPTY_RULES, FIRST_WON, GOING_ON, SECOND_WON, SIDES, Array
from menace_kit.machine.boxes import Box
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Contents, keeps_last_bead
from menace_kit.machine.schema import at_stage


@dataclass(frozen=True, eq=False)
class GameTable:
    """A game as states that are numbered from 0, the start; each comes after all those that lead to it.

    Where `symmetries` are more than the identity, a state is a canonical form, and what a move leads to is brought into
    canonical form at once: 765 states for noughts and crosses with all eight, 5,478 with none.

    Attributes:
        positions: state -> position.
        moves: state -> the legal moves, lowest first.
        next_state: [states, most moves]; where each move leads, -1 beyond the last.
        move_count: int8 [states].
        outcome: int8 [states]: GOING_ON, FIRST_WON, DRAWN or SECOND_WON.
        mover: int8 [states]: 0 where the first player is to move, 1 for the second.
        longest: moves of the longest game.
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
        """Return the state of a position as it lies on a table; KeyError where no game reaches it."""
        return self._states[self.symmetries.canonical_form(position, self.form)]

    @property
    def states(self) -> int:
        """Return how many states there are."""
        return len(self.positions)

    @property
    def width(self) -> int:
        """Return the most moves that a state has."""
        return int(self.next_state.shape[1])


def game_table(
    game: Game, symmetries: SymmetryGroup | None = None, form: CanonicalForm = CanonicalForm.LARGEST
) -> GameTable:
    """Return the table of a game whose positions are told apart up to these symmetries (none: all apart).

    The newest tables are kept, for most work asks for the same one again: their arrays are not to be changed.
    """
    return _tabled(game, game.symmetries["none"] if symmetries is None else symmetries, form)


@lru_cache(maxsize=8)
def _tabled(game: Game, group: SymmetryGroup, form: CanonicalForm) -> GameTable:
    start = group.canonical_form(game.start(), form)
    leads_to: dict[Position, tuple[Position, ...]] = {}
    positions: list[Position] = []

    def visit(position: Position) -> None:
        if position in leads_to:
            return
        played = (game.play(position, move) for move in game.legal_moves(position))
        leads_to[position] = tuple(group.canonical_form(after, form) for after in played)
        for after in leads_to[position]:
            visit(after)
        positions.append(position)  # after all that it leads to; turned round below

    visit(start)
    positions.reverse()
    return _dense(game, group, form, positions, leads_to)


def kit_table(kit: Kit) -> GameTable:
    """Return the smallest table of a kit's game on which its boxes can stand.

    Positions that the kit's symmetries carry into each other are one state; they are told apart where alike positions
    keep boxes of their own, for one of them may have learned what the other has not.
    """
    chosen = kit.spec.boxes
    group = kit.symmetries if chosen.merge_symmetric_positions else None
    return game_table(kit.game, group, chosen.canonical_form)


def _dense(
    game: Game,
    group: SymmetryGroup,
    form: CanonicalForm,
    positions: list[Position],
    leads_to: dict[Position, tuple[Position, ...]],
) -> GameTable:
    state_of = {position: state for state, position in enumerate(positions)}
    width = max(len(after) for after in leads_to.values())
    next_state = np.full((len(positions), width), -1, _smallest_type(len(positions)))
    depth = [0] * len(positions)
    for state, position in enumerate(positions):
        for place, after in enumerate(leads_to[position]):
            next_state[state, place] = state_of[after]
            depth[state_of[after]] = max(depth[state_of[after]], depth[state] + 1)
    return GameTable(
        game=game,
        symmetries=group,
        form=form,
        positions=tuple(positions),
        moves=tuple(game.legal_moves(position) for position in positions),
        next_state=next_state,
        move_count=np.array([len(leads_to[position]) for position in positions], np.int8),
        outcome=np.array([_outcome_code(game.outcome(position)) for position in positions], np.int8),
        mover=np.array([SIDES.index(position.to_move) for position in positions], np.int8),
        longest=max(depth),
    )


def _smallest_type(states: int) -> type[np.generic]:
    """Return the type for numbers of states: with two bytes all that a game reads stays near the processor."""
    return np.int16 if states <= np.iinfo(np.int16).max else np.int32


def _outcome_code(outcome: Outcome | None) -> int:
    if outcome is None:
        return GOING_ON
    if outcome.winner is None:
        return DRAWN
    return FIRST_WON if outcome.winner is Side.FIRST else SECOND_WON


@dataclass(frozen=True, eq=False)
class MachineTable:
    """The boxes of a kit on the states of a game table; boxes count from 0, a box's beads from 0 in its own order.

    Attributes:
        box: int32 [states]: the box that is opened, -1 where the kit has none.
        bead_move: int8 [states, most kinds]: which of the state's moves a bead means; -1 beyond the last.
        bead_next: of the same shape, as `next_state`: the state that it leads to.
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
    kinds: Array
    start: Array
    colour: Array
    change: Array
    keep_last: Array
    empty_rule: Array

    @property
    def boxes(self) -> int:
        """Return how many boxes there are."""
        return len(self.kinds)

    def contents(self, beads: Array) -> dict[int, dict[str, int]]:
        """Return beads as `machine.contents` has them: box number -> colour -> count."""
        return {
            box.number: {
                bead.colour: int(count) for bead, count in zip(box.beads, beads[place], strict=False)
            }
            for place, box in enumerate(self.kit.boxes)
        }

    def beads(self, contents: Contents) -> Array:
        """Return contents as int32 [boxes, most kinds], 0 beyond a box's last; the inverse of `contents`."""
        beads = np.zeros_like(self.start)
        for place, box in enumerate(self.kit.boxes):
            counts = contents[box.number]
            beads[place, : len(box.beads)] = [counts[bead.colour] for bead in box.beads]
        return beads


def machine_table(kit: Kit, game: GameTable) -> MachineTable:
    """Return the boxes of a kit on a game table, which is that of `kit_table` or tells more positions apart."""
    boxes = kit.boxes
    width = max(len(box.beads) for box in boxes)
    box = np.full(game.states, -1, np.int32)
    bead_move = np.full((game.states, width), -1, np.int8)
    bead_next = np.full((game.states, width), -1, game.next_state.dtype)
    for state, position in enumerate(game.positions):
        ways = kit.readings(position)
        if not ways or game.outcome[state] != GOING_ON:
            continue
        box[state] = kit.indices[ways[0].box.number]
        for kind, move in enumerate(ways[0].moves.values()):
            place = game.moves[state].index(move)
            bead_move[state, kind] = place
            bead_next[state, kind] = game.next_state[state, place]
    learning = kit.spec.learning
    return MachineTable(
        kit=kit,
        game=game,
        box=box,
        bead_move=bead_move,
        bead_next=bead_next,
        kinds=np.array([len(each.beads) for each in boxes], np.int8),
        start=_padded([[bead.start for bead in each.beads] for each in boxes], width, 0, np.int32),
        colour=_padded([_colour_numbers(kit, each) for each in boxes], width, -1, np.int8),
        change=np.array(
            [
                [at_stage(value, each.stage) for value in (learning.win, learning.draw, learning.loss)]
                for each in boxes
            ],
            np.int32,
        ),
        keep_last=np.array([keeps_last_bead(kit, each) for each in boxes], np.bool_),
        empty_rule=np.full(len(boxes), EMPTY_RULES.index(learning.empty_box), np.int8),
    )


def _colour_numbers(kit: Kit, box: Box) -> list[int]:
    names = [colour.name for colour in kit.colours]
    return [names.index(bead.colour) for bead in box.beads]


def _padded(rows: list[list[int]], width: int, fill: int, dtype: type[np.generic]) -> Array:
    table = np.full((len(rows), width), fill, dtype)
    for place, row in enumerate(rows):
        table[place, : len(row)] = row
    return table


# Perfect play.

WORTH = {FIRST_WON: 1, DRAWN: 0, SECOND_WON: -1}
"""What an outcome is worth to the first player."""


def values(table: GameTable) -> Array:
    """Return int8 [states]: 1 where the first player wins with best play, 0 a draw, -1 where the second does."""
    value = np.zeros(table.states, np.int8)
    for state in reversed(range(table.states)):  # every state comes after those that lead to it
        if table.outcome[state] != GOING_ON:
            value[state] = WORTH[int(table.outcome[state])]
            continue
        after = value[table.next_state[state, : table.move_count[state]]]
        value[state] = after.min() if table.mover[state] else after.max()
    return value


def best_moves(table: GameTable) -> Array:
    """Return bool [states, most moves]: the moves after which the game is worth what it was before."""
    value = values(table)
    best: Array = (table.next_state >= 0) & (value[table.next_state] == value[:, None])
    return best
