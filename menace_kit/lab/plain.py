"""Exact chances in plain Python, for places without numpy and numba, such as a browser.

They are those of `exact`, summed in the same way from the ends of the game back; a test compares
the two. The slow part, the positions and what the boxes mean in each, is worked out once for a kit;
then a sum takes a moment.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import NamedTuple

from menace_kit.games import Position, Side
from menace_kit.machine import Kit
from menace_kit.machine.learning import Contents
from menace_kit.machine.schema import EmptyBox
from menace_kit.machine.turns import Turn


class PlainChances(NamedTuple):
    """The chances that a machine wins, draws and loses; their sum is 1."""

    win: float
    draw: float
    loss: float


class PlainState(NamedTuple):
    """A position of a kit's game; other states are given by their indices.

    Attributes:
        mover: who is to move.
        is_over: whether the game is over, won by `winner` if anybody.
        after: where the legal moves lead.
        best: where those lead that keep the position's worth.
        box: the number of the machine's box, or None.
        by_bead: where that box's beads lead, without those of taken squares.
        unchosen: where the moves lead that the machine chooses from without a box;
            empty if it gives up.
    """

    mover: Side
    is_over: bool
    winner: Side | None
    after: tuple[int, ...]
    best: tuple[int, ...]
    box: int | None
    by_bead: Mapping[str, int]
    unchosen: tuple[int, ...]


@cache
def plain_states(kit: Kit) -> tuple[PlainState, ...]:
    """Return the positions that a kit tells apart, each after all that follow it.

    The start is last.
    """
    game, chosen = kit.game, kit.spec.boxes
    group = kit.symmetries if chosen.merge_symmetric_positions else game.symmetries["none"]
    numbers: dict[Position, int] = {}
    states: list[PlainState] = []
    worth: list[int] = []  # to the side to move: 1 won, 0 drawn, -1 lost

    def number_of(position: Position) -> int:
        form = group.canonical_form(position, chosen.canonical_form)
        if form not in numbers:
            legal = game.legal_moves(form)
            after = {move: number_of(game.play(form, move)) for move in legal}
            states.append(_state(kit, form, after, worth))
            worth.append(_worth(states[-1], worth))
            numbers[form] = len(states) - 1
        return numbers[form]

    number_of(game.start())
    return tuple(states)


def _state(
    kit: Kit, position: Position, after: Mapping[tuple[int, ...], int], worth: list[int]
) -> PlainState:
    ended = kit.game.outcome(position)
    ways = () if ended else kit.readings(position)
    best = min((worth[child] for child in after.values()), default=0)
    return PlainState(
        mover=position.to_move,
        is_over=ended is not None,
        winner=ended.winner if ended else None,
        after=tuple(after.values()),
        best=tuple(child for child in after.values() if worth[child] == best),
        box=ways[0].box.number if ways else None,
        by_bead={colour: after[move] for colour, move in ways[0].moves.items()} if ways else {},
        unchosen=()
        if ended or ways
        else tuple(after[move] for move in Turn(kit, position).unchosen),
    )


def _worth(state: PlainState, worth: list[int]) -> int:
    if state.is_over:
        return 0 if state.winner is None else 1 if state.winner is state.mover else -1
    return max(-worth[child] for child in state.after)


Replies = Callable[[PlainState], tuple[int, ...]]
"""Where an opponent's moves lead; all are equally likely."""

REPLIES: Mapping[str, Replies] = {
    "random": lambda state: state.after,
    "perfect": lambda state: state.best,
}


def plain_chances(kit: Kit, contents: Contents, side: Side, opponent: str) -> PlainChances:
    """Return the chances of a machine with these beads in its next game, against a REPLIES player.

    The rules are those of `exact.machine_policy`. A negative count in a logbook is read as 0.
    """
    replies, rule = REPLIES[opponent], kit.spec.learning.empty_box
    won, drawn, lost = PlainChances(1, 0, 0), PlainChances(0, 1, 0), PlainChances(0, 0, 1)
    found: list[PlainChances] = []
    for state in plain_states(kit):
        if state.is_over:
            found.append(drawn if state.winner is None else won if state.winner is side else lost)
            continue
        shares: Mapping[int, float] | None = None
        if state.mover is not side:
            likely = replies(state)
        elif state.box is None:
            likely = state.unchosen
        else:
            shares = _drawn(state.by_bead, contents[state.box])
            if not shares and rule is EmptyBox.REFILL:
                shares = _drawn(state.by_bead, kit.box(state.box).start)
            likely = state.after if not shares and rule is EmptyBox.RANDOM else ()
        shares = shares or _alike(likely)
        total = sum(shares.values())
        found.append(
            PlainChances(
                *(sum(part * found[n][k] for n, part in shares.items()) / total for k in range(3))
            )
            if total
            else lost  # it gives up
        )
    return found[-1]


def _drawn(by_bead: Mapping[str, int], inside: Mapping[str, int]) -> dict[int, float]:
    """Return where beads lead, and how many."""
    found: dict[int, float] = {}
    for colour, child in by_bead.items():
        if inside[colour] > 0:
            found[child] = found.get(child, 0) + inside[colour]
    return found


def _alike(children: tuple[int, ...]) -> dict[int, float]:
    found: dict[int, float] = {}
    for child in children:
        found[child] = found.get(child, 0) + 1
    return found
