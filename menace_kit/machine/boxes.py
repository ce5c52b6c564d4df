"""The boxes of a machine: which positions get one, in which order they are numbered, and the beads in each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from types import MappingProxyType
from typing import NamedTuple

from menace_kit.errors import KitError
from menace_kit.games.game import Game
from menace_kit.games.symmetry import CanonicalForm, Move, Position, Side, SymmetryGroup
from menace_kit.machine.schema import BoxesSpec, Place, Spec


class Bead(NamedTuple):
    """One kind of bead in a box: its colour, the move it means on the box's own drawing, how many to start with."""

    colour: str
    move: Move
    start: int


@dataclass(frozen=True)
class Box:
    """One box: a permanent number (from 1), whose it is, its stage, the position drawn on it, its beads.

    `stage` counts the machine's own moves from 1: a first player's box of stage 2 holds its second move. `given_name`
    is what stands on a box that was built before, where that is not its number; `given_place` is where it stands, where
    its owner decided that.
    """

    number: int
    side: Side
    stage: int
    position: Position
    beads: tuple[Bead, ...]
    given_name: str = ""
    given_place: Place | None = None

    @property
    def name(self) -> str:
        """Return what stands on the box: its number, or the name that its owner gave it."""
        return self.given_name or str(self.number)

    @cached_property
    def moves(self) -> Mapping[str, Move]:
        """Return colour name -> move on the box's own drawing; like the box, it cannot be changed."""
        return MappingProxyType({bead.colour: bead.move for bead in self.beads})

    @cached_property
    def start(self) -> Mapping[str, int]:
        """Return colour name -> starting count; like the box, it cannot be changed."""
        return MappingProxyType({bead.colour: bead.start for bead in self.beads})

    @property
    def start_total(self) -> int:
        """Return how many beads the box starts with."""
        return sum(bead.start for bead in self.beads)


@dataclass(frozen=True)
class Selection:
    """Which positions get a box, and how a position and its moves are drawn on it.

    Attributes:
        symmetries: positions that these carry into each other are alike.
        form: which of those that share a box is drawn.
        merge_positions: positions that are alike share a box. Without it each keeps its own; still, of moves that a
            position's own symmetry makes equal only the lowest is followed, whoever makes it, so that what comes
            behind the others alone has no box of its own (M. Gardner's hexapawn kit of 24 boxes, as it is
            reconstructed).
        merge_moves: of moves that the position's own symmetry makes equal, only the lowest gets a bead.
        forced: positions with a single legal move get a box too.
        lost: positions that are lost at once, whatever is played, get a box too (without them: the 287 boxes).
    """

    symmetries: SymmetryGroup
    form: CanonicalForm = CanonicalForm.LARGEST
    merge_positions: bool = True
    merge_moves: bool = True
    forced: bool = False
    lost: bool = True


def selection_of(chosen: BoxesSpec, game: Game) -> Selection:
    """Return which positions get a box by what a kit file says; its symmetry has to be one of the game's."""
    return Selection(
        symmetries=game.symmetries[chosen.symmetry],
        form=chosen.canonical_form,
        merge_positions=chosen.merge_symmetric_positions,
        merge_moves=chosen.merge_symmetric_moves,
        forced=chosen.forced_moves,
        lost=chosen.lost_positions,
    )


def needed_boxes(spec: Spec, game: Game, colours: Sequence[str], source: str) -> tuple[Box, ...]:
    """Return the boxes that the kit's rules ask for, numbered and drawn as we do it; `colours` by the game's order."""
    chosen = spec.boxes
    if chosen.symmetry not in game.symmetries:
        allowed = ", ".join(game.symmetries)
        raise KitError(f"{source}: boxes.symmetry: {game.name} has {allowed}, not {chosen.symmetry}")
    selection = selection_of(chosen, game)
    plies: Sequence[Sequence[Position]] = positions_by_ply(game, selection)
    if spec.side == "both" and game.impartial:
        plies = without_later_turns(plies)
    sides = list(Side) if spec.side == "both" else [Side(spec.side)]
    stages = [(side, boxed_stages(game, plies, side, selection)) for side in sides]
    most = max(len(positions) for _, positions in stages)
    start = _each_stage(spec.beads.start, most, f"{source}: beads.start")
    for result in ("win", "draw", "loss"):
        _each_stage(getattr(spec.learning, result), most, f"{source}: learning.{result}")
    boxes: list[Box] = []
    for side, positions in stages:
        boxes += number_boxes(
            game, side, positions, selection, colours=colours, start=start, after=len(boxes)
        )
    if game.impartial:  # a box is for no one move: box 5 of a row of matches is the one for five of them
        in_order = sorted(boxes, key=lambda box: box.position.cells)
        boxes = [replace(box, number=number) for number, box in enumerate(in_order, start=1)]
    return tuple(boxes)


def _each_stage(value: int | tuple[int, ...], stages: int, where: str) -> tuple[int, ...]:
    if isinstance(value, int):
        return (value,) * stages
    if len(value) != stages:
        raise KitError(
            f"{where}: {len(value)} numbers for a machine with {stages} stages; give one for each stage, or a single "
            "number for all"
        )
    return value


@cache
def positions_by_ply(game: Game, selection: Selection) -> tuple[tuple[Position, ...], ...]:
    """Return the positions still in play that get a drawing, a tuple for each number of moves made.

    Each is ordered by the cells. A position that can come up after several numbers of moves is in the first of them.
    """
    layer: tuple[Position, ...] = (drawing_of(selection, game.start()),)
    found, plies = set(layer), []
    while layer:
        plies.append(layer)
        reached = {
            drawing_of(selection, game.play(position, move))
            for position in layer
            for move in _followed(game, position, selection)
        }
        going_on = (position for position in reached - found if game.outcome(position) is None)
        layer = tuple(sorted(going_on, key=lambda position: position.cells))
        found.update(layer)
    return tuple(plies)


def drawing_of(selection: Selection, position: Position) -> Position:
    """Return the position as it is drawn where it has a box of its own."""
    if not selection.merge_positions:
        return position
    return selection.symmetries.canonical_form(position, selection.form)


def _followed(game: Game, position: Position, selection: Selection) -> Sequence[Move]:
    """Return the moves whose positions are to be found; where those are merged later, all of them."""
    moves = game.legal_moves(position)
    return moves if selection.merge_positions else selection.symmetries.lowest_moves(position, moves)


def without_later_turns(plies: Sequence[Sequence[Position]]) -> list[list[Position]]:
    """Return the lists without positions that an earlier one has with the other side to move.

    So a machine that plays either side of an impartial game has one box for both.
    """
    seen: set[str] = set()
    kept = []
    for layer in plies:
        kept.append([position for position in layer if position.cells not in seen])
        seen.update(position.cells for position in layer)
    return kept


def boxed_stages(
    game: Game, plies: Sequence[Sequence[Position]], side: Side, selection: Selection
) -> list[list[Position]]:
    """Return the positions that get a box, a list for each stage of one side."""
    stages = [
        [position for position in layer if _gets_box(game, position, selection)]
        for layer in plies[0 if side is Side.FIRST else 1 :: 2]
    ]
    while stages and not stages[-1]:
        stages.pop()
    return stages


def _gets_box(game: Game, position: Position, selection: Selection) -> bool:
    if len(game.legal_moves(position)) == 1 and not selection.forced:
        return False
    return selection.lost or not is_lost_at_once(game, position)


def number_boxes(
    game: Game,
    side: Side,
    stages: Sequence[Sequence[Position]],
    selection: Selection,
    *,
    colours: Sequence[str],
    start: Sequence[int],
    after: int = 0,
) -> list[Box]:
    """Return the boxes of one side, numbered from `after` + 1 stage by stage, within a stage in the order given.

    `colours` are the names of the colours in the game's order; `start` the beads of each kind in stage 1, 2, ...
    """
    boxes: list[Box] = []
    for stage, positions in enumerate(stages, start=1):
        for position in positions:
            moves = game.legal_moves(position)
            kinds = selection.symmetries.lowest_moves(position, moves) if selection.merge_moves else moves
            beads = tuple(
                Bead(colours[game.colour_index(move, kinds)], move, start[stage - 1]) for move in kinds
            )
            boxes.append(Box(after + len(boxes) + 1, side, stage, position, beads))
    return boxes


def is_lost_at_once(game: Game, position: Position) -> bool:
    """Return whether the opponent can win with their next move, whatever is played here.

    Leaving these out of the first player's 304 boxes gives the 287 that Michie's paper counts; the rule is inferred
    from that number, it is not in the paper (D. Michie, The Computer Journal 6(3), 1963, 232-236).
    """
    for move in game.legal_moves(position):
        after = game.play(position, move)
        replies = (game.outcome(game.play(after, reply)) for reply in game.legal_moves(after))
        if not any(outcome and outcome.winner is after.to_move for outcome in replies):
            return False
    return True
