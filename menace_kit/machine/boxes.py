"""The boxes of a machine: which positions get one, which drawing is glued on it, its number, beads and readings.

A position is drawn in its canonical form: of all that it can look like turned or flipped, the one that the kit's rule
chooses. At the table the box is *read*: a symmetry carries its drawing, and each bead's move, to the board as it lies.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from types import MappingProxyType
from typing import NamedTuple

from menace_kit.errors import KitError
from menace_kit.games.game import Game
from menace_kit.games.symmetry import CanonicalForm, Move, Position, Side, Symmetry, SymmetryGroup
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
class Reading:
    """A box, and a symmetry that carries the drawing on it to the position on the table."""

    box: Box
    symmetry: Symmetry

    @cached_property
    def moves(self) -> dict[str, Move]:
        """Return colour name -> the move that it means on the table."""
        return {bead.colour: self.symmetry.move(bead.move) for bead in self.box.beads}


def colours_for(ways: Sequence[Reading], move: Move) -> tuple[str, ...]:
    """Return the colours that mean a move on the table in any of these readings, those of the first reading first.

    Where symmetric moves share a bead there is one at the most; where each keeps its own there may be several.
    """
    meant = (colour for reading in ways for colour, target in reading.moves.items() if target == move)
    return tuple(dict.fromkeys(meant))


@dataclass(frozen=True)
class BoxRules:
    """Which positions get a box, how a position is drawn on it, and which of its moves get a bead.

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

    @classmethod
    def of(cls, chosen: BoxesSpec, game: Game) -> "BoxRules":
        """Return the rules of a kit file; its symmetry has to be one of the game's."""
        return cls(
            symmetries=game.symmetries[chosen.symmetry],
            form=chosen.canonical_form,
            merge_positions=chosen.merge_symmetric_positions,
            merge_moves=chosen.merge_symmetric_moves,
            forced=chosen.forced_moves,
            lost=chosen.lost_positions,
        )

    def drawing(self, position: Position) -> Position:
        """Return the drawing that is glued on the box of a position: its canonical form.

        Where positions that are alike keep boxes of their own, it is the position as it is.
        """
        return self.symmetries.canonical_form(position, self.form) if self.merge_positions else position

    def followed(self, game: Game, position: Position) -> Sequence[Move]:
        """Return the moves whose positions are to be found; where those are merged later, all of them."""
        moves = game.legal_moves(position)
        return moves if self.merge_positions else self.symmetries.lowest_moves(position, moves)

    def gets_box(self, game: Game, position: Position) -> bool:
        """Return whether there is a box for a position in which somebody is to move."""
        if len(game.legal_moves(position)) == 1 and not self.forced:
            return False
        return self.lost or not is_lost_at_once(game, position)

    def colour_indices(self, game: Game, position: Position) -> dict[Move, int]:
        """Return each move that gets a bead, lowest first, and the colour that means it by the game's order."""
        moves = game.legal_moves(position)
        kinds = self.symmetries.lowest_moves(position, moves) if self.merge_moves else moves
        return {move: game.colour_index(move, kinds) for move in kinds}


def needed_boxes(spec: Spec, game: Game, colours: Sequence[str], source: str) -> tuple[Box, ...]:
    """Return the boxes that the kit's rules ask for, numbered and drawn as we do it; `colours` by the game's order."""
    chosen = spec.boxes
    if chosen.symmetry not in game.symmetries:
        allowed = ", ".join(game.symmetries)
        raise KitError(f"{source}: boxes.symmetry: {game.name} has {allowed}, not {chosen.symmetry}")
    rules = BoxRules.of(chosen, game)
    plies: Sequence[Sequence[Position]] = positions_by_ply(game, rules)
    if spec.side == "both" and game.impartial:
        plies = without_later_turns(plies)
    sides = list(Side) if spec.side == "both" else [Side(spec.side)]
    stages = [(side, boxed_stages(game, plies, side, rules)) for side in sides]
    most = max(len(positions) for _, positions in stages)
    start = _each_stage(spec.beads.start, most, f"{source}: beads.start")
    for result in ("win", "draw", "loss"):
        _each_stage(getattr(spec.learning, result), most, f"{source}: learning.{result}")
    boxes: list[Box] = []
    for side, positions in stages:
        boxes += number_boxes(game, side, positions, rules, colours=colours, start=start, after=len(boxes))
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
def positions_by_ply(game: Game, rules: BoxRules) -> tuple[tuple[Position, ...], ...]:
    """Return the positions still in play that get a drawing, a tuple for each number of moves made.

    Each is ordered by the cells. A position that can come up after several numbers of moves is in the first of them.
    """
    layer: tuple[Position, ...] = (rules.drawing(game.start()),)
    found, plies = set(layer), []
    while layer:
        plies.append(layer)
        reached = {
            rules.drawing(game.play(position, move))
            for position in layer
            for move in rules.followed(game, position)
        }
        going_on = (position for position in reached - found if game.outcome(position) is None)
        layer = tuple(sorted(going_on, key=lambda position: position.cells))
        found.update(layer)
    return tuple(plies)


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
    game: Game, plies: Sequence[Sequence[Position]], side: Side, rules: BoxRules
) -> list[list[Position]]:
    """Return the positions that get a box, a list for each stage of one side."""
    stages = [
        [position for position in layer if rules.gets_box(game, position)]
        for layer in plies[0 if side is Side.FIRST else 1 :: 2]
    ]
    while stages and not stages[-1]:
        stages.pop()
    return stages


def number_boxes(
    game: Game,
    side: Side,
    stages: Sequence[Sequence[Position]],
    rules: BoxRules,
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
            beads = tuple(
                Bead(colours[index], move, start[stage - 1])
                for move, index in rules.colour_indices(game, position).items()
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
