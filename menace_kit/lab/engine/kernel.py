"""The quick way to play: machines by beads against players who remember nothing, or against each other.

It plays the very games of the trainer's loop, which plays everything else, several times as fast:

- A `Route` is a match as nodes, one for each box, with all that can follow in between, a player's reply, a move that is
  forced, the end of the game, in one small table: a bead that is drawn leads to the next boxes, and a lot takes one.
- The beads of a box are kept as sums, of none, one, two ... of its kinds. To draw a bead is to compare eight sums with
  a lot, which the processor does at once; to add beads is one addition.
- Every game has as many steps: one that is over stays where it is, in a node that learns nothing. So nothing has to be
  guessed ahead.
- Runs are played side by side, a step of each in turn: while one waits for its table, the others go on.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic

from menace_kit.lab.engine.arrays import (
    BEADS,
    EMPTY_RULES,
    FIRST_FACTOR,
    FIRST_WON,
    GOING_ON,
    GOLDEN,
    PLAYER,
    SECOND_FACTOR,
    SECOND_WON,
    Array,
    Setup,
)
from menace_kit.lab.machine_file import MOST_BEADS
from menace_kit.machine.schema import EmptyBox

LANES = 8
"""Runs that are played side by side; with more there is nothing left to wait for."""

_KINDS = 9
"""A node has so many kinds of beads at the most: eight sums are compared, and the last is that of all."""

_SUMS = _KINDS + 1
_ENDS = 3
_NEVER = -MOST_BEADS


class Route(NamedTuple):
    """A match as nodes: first the boxes, then the three ends, in the order of outcomes; then lots without a box.

    A kind of bead of a node has a row: where it leads.

    Attributes:
        nodes: how many there are; 0 where the match cannot be played so. first_end: the first of the ends.
        start: the node in which a game begins.
        steps: nodes that the longest game comes through.
        first_row: uint16 [nodes].
        ways: uint32 [players, rows]: the place in `leads_to` of the first node that may follow, and in the lowest eight
            bits how many may, each as likely.
        leads_to: uint16: nodes.
        sums: int32 [nodes, _SUMS]: those of the starting beads; of what is no box, one bead of each kind.
        refills: bool [nodes]: whether a box that is empty is filled with them.
        when_empty: uint16 [nodes]: the node that takes the place of an empty box, itself where it is filled.
        change: int32 [nodes, 3]: beads added at each end.
        least: int32 [nodes]: what a box may fall to, 1 where the last bead stays in, and else less than it can.
    """

    nodes: int
    first_end: int
    start: int
    steps: int
    first_row: Array
    ways: Array
    leads_to: Array
    sums: Array
    refills: Array
    when_empty: Array
    change: Array
    least: Array


_RULES = [EMPTY_RULES.index(rule) for rule in EmptyBox if rule is not EmptyBox.PUNISH_PREVIOUS]
_REFILL, _RANDOM = EMPTY_RULES.index(EmptyBox.REFILL), EMPTY_RULES.index(EmptyBox.RANDOM)


NO_ROUTE = Route(
    *(0, 0, 0, 0, np.zeros(0, np.uint16), np.zeros((0, 0), np.uint32), np.zeros(0, np.uint16)),
    *(np.zeros((0, 0), np.int32), np.zeros(0, np.bool_), np.zeros(0, np.uint16)),
    *(np.zeros((0, 0), np.int32), np.zeros(0, np.int32)),
)
"""That of a match which cannot be played so."""


def route_of(setup: Setup, rates: Array) -> Route:
    """Return the route of a match whose players err at these rates; NO_ROUTE where it has none.

    It has one where machines by beads draw them, and learn from all of them, and every box is for one state; where
    players never err, all their moves are as likely, and a box that is empty takes nothing from another; where every
    bead means a move; and where the game is small enough.
    """
    if not _may_have_route(setup, rates):
        return NO_ROUTE
    built = _Builder(setup)
    large = max(len(built.ways), len(built.first_row)) >= 1 << 16 or len(built.leads_to) >= 1 << 24
    return NO_ROUTE if large else built.route()


def _may_have_route(setup: Setup, rates: Array) -> bool:
    mine = (setup.agents[0] == BEADS) & (setup.outcome == GOING_ON) & (setup.box >= 0)
    boxes = setup.box[mine]
    rules = setup.empty_rule[boxes]
    kinds = np.arange(setup.bead_next.shape[1]) < setup.kinds[boxes][:, None]
    takes = setup.take_count.reshape(-1, len(setup.outcome))[:, setup.outcome == GOING_ON]
    return bool(
        len(setup.agents) == 1
        and setup.watched_by == PLAYER
        and np.isin(setup.agents, (PLAYER, BEADS)).all()
        and len(np.unique(boxes)) == len(boxes)
        and np.isin(rules, _RULES).all()
        and not (setup.greedy.any() or setup.only_last or setup.adaptive.any() or rates.any())
        and (takes > 0).all()
        and setup.mixes >= MOST_BEADS
        and max(setup.start.shape[1], setup.next_state.shape[1]) <= _KINDS
        and (setup.start.sum(axis=1) > 0).all()
        and (setup.bead_next[mine][kinds] >= 0).all()
    )


class _Builder:
    """Follows a setup from box to box, and lays the nodes out in their order."""

    def __init__(self, setup: Setup) -> None:
        self._setup, self._boxes = setup, len(setup.kinds)
        self.leads_to: list[int] = []
        self.ways: list[list[int]] = []
        self.first_row: list[int] = []
        self._lots: dict[tuple[int, ...], int] = {}  # states of which one is taken -> the node where it is
        self._when_empty = np.arange(self._boxes)
        mine = (setup.agents[0] == BEADS) & (setup.outcome == GOING_ON) & (setup.box >= 0)
        self._state_of = {int(setup.box[state]): int(state) for state in np.flatnonzero(mine)}
        self._start = self._node(0)
        for box in range(self._boxes):
            state = self._state_of.get(box)
            after = [] if state is None else setup.bead_next[state, : setup.kinds[box]].tolist()
            self._add_node([self._ways_from(each) for each in after] or [self._way_to([box])])
            if state is not None:
                self._when_empty[box] = self._instead_of(box, state)
        for end in range(_ENDS):
            self._add_node([self._way_to([self._boxes + end])])
        done = 0
        while done < len(self._lots):  # they become more meanwhile
            self._add_node([self._ways_from(each) for each in list(self._lots)[done]])
            done += 1

    def _node(self, state: int) -> int:
        """Return the node for a state: its box, the end, a lot."""
        setup = self._setup
        if setup.outcome[state] != GOING_ON:
            return self._end(int(setup.outcome[state]))
        if setup.agents[0, state] == PLAYER:
            return self._lot([state])
        if setup.box[state] >= 0:
            return int(setup.box[state])
        places = setup.lot_move[state, : setup.lot_count[state]]
        states = setup.next_state[state, places].tolist()
        if len(states) == 1:
            return self._node(states[0])
        return self._lot(states) if states else self._lost(state)

    def _end(self, outcome: int) -> int:
        return self._boxes + outcome - FIRST_WON

    def _lost(self, state: int) -> int:
        """Return the end for a state in which a machine gives up."""
        return self._end(FIRST_WON if self._setup.mover[state] else SECOND_WON)

    def _lot(self, states: Sequence[int]) -> int:
        return self._lots.setdefault(tuple(states), self._boxes + _ENDS + len(self._lots))

    def _instead_of(self, box: int, state: int) -> int:
        setup = self._setup
        if setup.empty_rule[box] == _REFILL:
            return box
        moves = setup.next_state[state, : setup.move_count[state]].tolist()
        return self._lot(moves) if setup.empty_rule[box] == _RANDOM else self._lost(state)

    def _add_node(self, rows: Sequence[list[int]]) -> None:
        self.first_row.append(len(self.ways))
        self.ways.extend(rows)

    def _ways_from(self, state: int) -> list[int]:
        """Return the ways on from a state after a machine's move: for each player, that over its replies."""
        setup = self._setup
        if setup.outcome[state] != GOING_ON or setup.agents[0, state] != PLAYER:
            return self._way_to([self._node(state)])
        ways = []
        for first in range(0, len(setup.takes), len(setup.outcome)):
            replies = setup.takes[first + state, : setup.take_count[first + state]].tolist()
            ways += self._way_to([self._node(after) for after in replies])[:1]
        return ways

    def _way_to(self, nodes: Sequence[int]) -> list[int]:
        """Return the way to these nodes, for each player."""
        self.leads_to.extend(nodes)
        return [(len(self.leads_to) - len(nodes)) << 8 | len(nodes)] * len(self._setup.mix)

    def route(self) -> Route:
        """Return what was laid out."""
        setup, boxes, nodes = self._setup, self._boxes, len(self.first_row)
        beads = np.zeros((nodes, _KINDS), np.int32)
        beads[:boxes, : setup.start.shape[1]] = setup.start
        rows = np.diff([*self.first_row, len(self.ways)])
        beads[boxes:] = np.arange(_KINDS) < rows[boxes:, None]
        change = np.zeros((nodes, _ENDS), np.int32)
        for box, state in self._state_of.items():
            change[box] = setup.change[box][:: -1 if setup.mover[state] else 1]
        return Route(
            nodes=nodes,
            first_end=boxes,
            start=self._start,
            steps=self._steps(),
            first_row=np.array(self.first_row, np.uint16),
            ways=np.ascontiguousarray(np.array(self.ways, np.uint32).T),
            leads_to=np.array(self.leads_to, np.uint16),
            sums=np.concatenate((np.zeros((nodes, 1)), beads.cumsum(axis=1)), axis=1).astype(np.int32),
            refills=np.append(setup.empty_rule == _REFILL, np.zeros(nodes - boxes, np.bool_)),
            when_empty=np.append(self._when_empty, np.arange(boxes, nodes)).astype(np.uint16),
            change=change,
            least=np.append(np.where(setup.keep_last, 1, _NEVER), np.full(nodes - boxes, _NEVER)).astype(
                np.int32
            ),
        )

    def _steps(self) -> int:
        """Return how many nodes the longest game comes through before its end."""
        ends = range(self._boxes, self._boxes + _ENDS)
        found: dict[int, int] = dict.fromkeys(ends, 0)
        rows = [*self.first_row, len(self.ways)]

        def steps_from(node: int) -> int:
            if node not in found:
                ways = {way for row in self.ways[rows[node] : rows[node + 1]] for way in row}
                after = {each for way in ways for each in self.leads_to[way >> 8 :][: way & 255]} - {node}
                if node < self._boxes and self._when_empty[node] != node:
                    found[node] = steps_from(int(self._when_empty[node]))
                found[node] = max([found.get(node, 0), *(1 + steps_from(each) for each in after)])
            return found[node]

        return steps_from(self._start)


# Eight sums at once. numba has no such thing of its own: what is made here become the processor's own instructions.

_EIGHT = ir.VectorType(ir.IntType(32), 8)


def _all_eight(builder: Any, number: Any) -> Any:
    """Return a vector that has a number eight times."""
    nothing, first = ir.Constant(_EIGHT, ir.Undefined), ir.Constant(ir.IntType(32), 0)
    return builder.shuffle_vector(
        builder.insert_element(nothing, number, first), nothing, ir.Constant(_EIGHT, [0] * 8)
    )


def _eight_at(context: Any, builder: Any, kind: Any, array: Any, place: Any) -> Any:
    """Return a pointer to eight numbers of an array."""
    data = context.make_array(kind)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [place]), _EIGHT.as_pointer())


_instruction: Any = intrinsic


@_instruction
def _reached(_: Any, sums: Any, place: Any, lot: Any) -> Any:  # noqa: ARG001 - numba's names
    """Return how many of the eight sums from a place on a lot has reached: the kind of bead that it means."""

    def code(context: Any, builder: Any, _: Any, given: Any) -> Any:
        eight = builder.load(_eight_at(context, builder, sums, given[0], given[1]), align=4)
        reached = builder.icmp_signed("<=", eight, _all_eight(builder, given[2]))
        return builder.zext(builder.ctpop(builder.bitcast(reached, ir.IntType(8))), ir.IntType(64))

    return types.int64(sums, types.int64, types.int32), code


@_instruction
def _add_from(_: Any, sums: Any, place: Any, kind: Any, change: Any) -> Any:  # noqa: ARG001 - numba's names
    """Add to those of the eight sums from a place on that count a kind of bead."""

    def code(context: Any, builder: Any, _: Any, given: Any) -> Any:
        at = _eight_at(context, builder, sums, given[0], given[1])
        counts = builder.icmp_signed(">=", ir.Constant(_EIGHT, list(range(8))), _all_eight(builder, given[2]))
        added = builder.and_(builder.sext(counts, _EIGHT), _all_eight(builder, given[3]))
        builder.store(builder.add(builder.load(at, align=4), added), at, align=4)
        return context.get_dummy_value()

    return types.void(sums, types.int64, types.int32, types.int32), code


# Playing.

_GOLDEN, _FIRST_FACTOR, _SECOND_FACTOR = (
    np.uint64(number) for number in (GOLDEN, FIRST_FACTOR, SECOND_FACTOR)
)
_27, _30, _31, _32 = (np.uint64(number) for number in (27, 30, 31, 32))


class _Lanes(NamedTuple):
    """Runs that are played side by side, one in each lane: what goes on in it.

    Attributes:
        run: int64: which run it is.
        left: int64: games that it has still to play.
        stream: uint64: the state of its random stream.
        sums: int32 [lanes * nodes * _SUMS]: its beads; base: uint32: where they begin.
        player, node: uint32, uint16: who plays the game against it, and where the game is.
        path_node, path_kind: uint16, uint8 [steps, lanes]: what the game has come through.
        tally: int64 [lanes, 3]: games by outcome.
    """

    run: Array
    left: Array
    stream: Array
    sums: Array
    base: Array
    player: Array
    node: Array
    path_node: Array
    path_kind: Array
    tally: Array


@njit(inline="always")
def _upper_bits(stream: Any) -> Any:
    """Return the upper 32 bits that `RandomStream.bits` makes of this state of the stream."""
    bits = (stream ^ (stream >> _30)) * _FIRST_FACTOR
    bits = (bits ^ (bits >> _27)) * _SECOND_FACTOR
    return (bits ^ (bits >> _31)) >> _32


@njit
def _begin(memory: Any, lanes: Any, lane: Any, run: Any, games: Any) -> None:
    """Take a run into a lane."""
    beads, base = memory.beads[run], int(lanes.base[lane])
    lanes.run[lane], lanes.left[lane], lanes.stream[lane] = run, games, memory.stream[run, 0]
    lanes.tally[lane] = 0
    sums, width = lanes.sums, beads.shape[1]
    for box in range(beads.shape[0]):
        at, inside = base + box * _SUMS, np.int32(0)
        sums[at] = 0
        for kind in range(_KINDS):  # always as many: so the compiler writes them out one by one
            if kind < width:
                inside += beads[box, kind]
            sums[at + kind + 1] = inside


@njit
def _end(memory: Any, lanes: Any, lane: Any, games: Any) -> Any:
    """Write what became of the run of a lane back into its memory, and return how many games it has played."""
    run, base = lanes.run[lane], int(lanes.base[lane])
    beads, totals, sums = memory.beads[run], memory.totals[run], lanes.sums
    width = beads.shape[1]
    for box in range(beads.shape[0]):
        at = base + box * _SUMS
        for kind in range(_KINDS):
            if kind < width:
                beads[box, kind] = sums[at + kind + 1] - sums[at + kind]
        totals[box] = sums[at + _KINDS]
    played = games - lanes.left[lane]
    memory.stream[run, 0] = lanes.stream[lane]
    memory.played[run, 0] += played
    for outcome in range(_ENDS):
        memory.tally[run, 0, outcome + FIRST_WON] += lanes.tally[lane, outcome]
    return played


@njit
def _move_lane(lanes: Any, lane: Any, to: Any) -> None:
    """Put what goes on in a lane into another one, whose run has ended."""
    lanes.base[lane], lanes.base[to] = lanes.base[to], lanes.base[lane]
    lanes.run[to], lanes.left[to], lanes.stream[to] = lanes.run[lane], lanes.left[lane], lanes.stream[lane]
    lanes.tally[to] = lanes.tally[lane]


@njit
def _cannot_begin(first_boxes: Any, lanes: Any, lane: Any) -> Any:
    """Return whether a machine of the lane's run can never make its first move again, as `trainer` has it."""
    dead = False
    for first in first_boxes:
        total = 0
        for box in first:
            if box >= 0:
                total += lanes.sums[lanes.base[lane] + box * _SUMS + _KINDS]
        dead |= first[0] >= 0 and total == 0
    return dead


@njit
def _seat(first_boxes: Any, memory: Any, lanes: Any, active: Any, begun: Any, games: Any, played: Any) -> Any:
    """Let runs that are dead or have played their games leave, and others take their lanes; those in use come first.

    Return how many are in use now, and how many runs have begun.
    """
    lane = 0
    while lane < active or (begun < len(played) and active < len(lanes.run)):
        if lane == active:
            _begin(memory, lanes, lane, begun, games)
            active, begun = active + 1, begun + 1
        if lanes.left[lane] and not _cannot_begin(first_boxes, lanes, lane):
            lane += 1
            continue
        played[lanes.run[lane]] = _end(memory, lanes, lane, games)
        active -= 1
        _move_lane(lanes, active, lane)
    return active, begun


@njit
def _choose_players(mix: Any, lanes: Any, active: Any) -> None:
    """Say for each lane who of the mix plays the next game."""
    for lane in range(active):
        lanes.stream[lane] += _GOLDEN
        lot, player = _upper_bits(lanes.stream[lane]), 0
        while mix[player] <= lot:
            player += 1
        lanes.player[lane] = player


@njit
def _replace_empty(route: Any, sums: Any, at: Any, node: Any) -> Any:
    """Fill an empty box if its rule says so, and return the node that is played instead of it."""
    if route.refills[node]:
        for place in range(_SUMS):
            sums[at + place] = route.sums[node, place]
    return route.when_empty[node]


@njit(error_model="numpy")
def _play_together(route: Any, mix: Any, lanes: Any, active: Any) -> None:
    """Play games in the lanes that are in use until a run has played all of its own, or a box has run empty."""
    first_row, ways, leads_to = route.first_row, route.ways, route.leads_to
    change_of, least, steps = route.change, route.least, route.steps
    streams, sums, bases, players, nodes = lanes.stream, lanes.sums, lanes.base, lanes.player, lanes.node
    path_node, path_kind, tally, left = lanes.path_node, lanes.path_kind, lanes.tally, lanes.left
    first_end, together, emptied = route.first_end, left[:active].min(), False
    while together and not emptied:
        together -= 1
        if len(mix) > 1:
            _choose_players(mix, lanes, active)
        nodes[:active] = route.start
        for step in range(steps):
            for lane in range(active):
                node, stream = nodes[lane], streams[lane]
                at = bases[lane] + node * _SUMS
                if sums[at + _KINDS] == 0:
                    node = _replace_empty(route, sums, at, node)
                    at = bases[lane] + node * _SUMS
                total = sums[at + _KINDS]
                # Where there is no choice nothing is drawn from the stream; the lot is 0 then, whatever the bits.
                after = stream + _GOLDEN
                lot = np.int32((_upper_bits(after) * np.uint64(total)) >> _32)
                stream = after if total > 1 else stream
                kind = np.uint8(_reached(sums, at + 1, lot))
                path_node[step, lane], path_kind[step, lane] = node, kind
                way = ways[players[lane], first_row[node] + kind]
                after = stream + _GOLDEN
                reply = np.uint8((_upper_bits(after) * np.uint64(way & 255)) >> _32)
                streams[lane] = after if way & 255 > 1 else stream
                nodes[lane] = leads_to[(way >> 8) + reply]
        for lane in range(active):
            end = nodes[lane] - first_end
            tally[lane, end] += 1
            left[lane] -= 1
            for step in range(steps):
                node, kind = path_node[step, lane], path_kind[step, lane]
                at = bases[lane] + node * _SUMS
                total, held = sums[at + _KINDS], sums[at + kind + 1] - sums[at + kind]
                change = max(change_of[node, end], -held, least[node] - total)
                _add_from(sums, at + 1, kind, change)
                sums[at + _KINDS] = total + change
                emptied |= total + change == 0


@njit(error_model="numpy")
def play_lanes(route: Any, first_boxes: Any, mix: Any, memory: Any, games: Any, played: Any) -> None:
    """Play so many games of each run, as `trainer.play_games` does; no count of beads may come up to MOST_BEADS."""
    most, size = min(LANES, len(played)), route.nodes * _SUMS
    lanes = _Lanes(
        run=np.zeros(most, np.int64),
        left=np.zeros(most, np.int64),
        stream=np.zeros(most, np.uint64),
        sums=np.empty(most * size, np.int32),
        base=(np.arange(most) * size).astype(np.uint32),
        player=np.zeros(most, np.uint32),
        node=np.zeros(most, np.uint16),
        path_node=np.zeros((route.steps, most), np.uint16),
        path_kind=np.zeros((route.steps, most), np.uint8),
        tally=np.zeros((most, _ENDS), np.int64),
    )
    for lane in range(most):
        lanes.sums[lane * size : (lane + 1) * size] = route.sums.reshape(size)
    active, begun = _seat(first_boxes, memory, lanes, 0, 0, games, played)
    while active:
        _play_together(route, mix, lanes, active)
        active, begun = _seat(first_boxes, memory, lanes, active, begun, games, played)
