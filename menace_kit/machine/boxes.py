"""The boxes of a machine: which positions get one, its drawing, number, beads and readings.

A position is drawn in its canonical form: of all the ways it looks when turned or flipped, the one
that the kit's rule chooses. At the table the box is *read*: a symmetry carries its drawing, and
each bead's move, to the board on the table.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from menace_kit.files import code_of
from menace_kit.frozen import Frozen
from menace_kit.games import (
    Game,
    Move,
    Position,
    Side,
    Symmetry,
    SymmetryGroup,
    described,
    square_count,
)
from menace_kit.kept import kept
from menace_kit.machine.cabinets import Place
from menace_kit.machine.schema import BoxesSpec, Spec, at_stage


class Bead(NamedTuple):
    """One kind of bead in a box: colour, move on the box's drawing, starting count."""

    colour: str
    move: Move
    start: int


class Box(Frozen):
    """One box: its permanent number (from 1), side, stage, drawing and beads.

    `stage` counts the machine's own moves from 1: a first player's box of stage 2 is for its second
    move. `given_name` is what is written on an existing box, if not its number; `given_place` is
    where its owner keeps it. `taken` are the colours of taken squares, if the kit has beads for
    them.
    """

    number: int
    side: Side
    stage: int
    position: Position
    beads: tuple[Bead, ...]
    given_name: str = ""
    given_place: Place | None = None
    taken: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """Return what is written on the box: its number, or the name its owner gave it."""
        return self.given_name or str(self.number)

    @cached_property
    def moves(self) -> Mapping[str, Move]:
        """Return colour name -> move on the box's own drawing; read-only.

        It has every colour that the box can hold, though the squares of `taken` colours are no
        moves.
        """
        return MappingProxyType({bead.colour: bead.move for bead in self.beads})

    @cached_property
    def start(self) -> Mapping[str, int]:
        """Return colour name -> starting count; read-only."""
        return MappingProxyType({bead.colour: bead.start for bead in self.beads})

    @cached_property
    def playable(self) -> tuple[Bead, ...]:
        """Return the beads that mean a move: all except those of taken squares."""
        return tuple(bead for bead in self.beads if bead.colour not in self.taken)

    @property
    def start_total(self) -> int:
        return sum(bead.start for bead in self.beads)


class Reading(Frozen):
    """A box, and a symmetry that carries its drawing to the position on the table."""

    box: Box
    symmetry: Symmetry

    @property
    def is_turned(self) -> bool:
        """Return whether the drawing must be turned or flipped to match the board on the table."""
        return self.symmetry.name != "identity"

    @cached_property
    def moves(self) -> dict[str, Move]:
        """Return colour name -> its move on the table; beads of taken squares have none."""
        return {bead.colour: self.symmetry.move(bead.move) for bead in self.box.playable}

    def on_table(self, colour: str) -> Move:
        """Return the square or squares of a bead on the table, even if it means no move."""
        return self.symmetry.move(self.box.moves[colour])


def colours_for(ways: Sequence[Reading], move: Move) -> tuple[str, ...]:
    """Return the colours that mean a move on the table in any of these readings.

    Those of the first reading come first. If symmetric moves share a bead, there is at most one.
    """
    meant = (
        colour for reading in ways for colour, target in reading.moves.items() if target == move
    )
    return tuple(dict.fromkeys(meant))


class BoxRules(NamedTuple):
    """A kit's rules for boxes, and the symmetries that make positions equal."""

    symmetries: SymmetryGroup
    chosen: BoxesSpec

    def drawing(self, position: Position) -> Position:
        """Return the position that is drawn on the box for `position`: its canonical form.

        If symmetric positions have boxes of their own, that is the position itself.
        """
        if not self.chosen.merge_symmetric_positions:
            return position
        return self.symmetries.canonical_form(position, self.chosen.canonical_form)

    def followed(self, game: Game, position: Position) -> Sequence[Move]:
        """Return the moves to follow in search of positions: all, if equal positions merge."""
        moves = game.legal_moves(position)
        return (
            moves
            if self.chosen.merge_symmetric_positions
            else self.symmetries.lowest_moves(position, moves)
        )

    def gets_box(self, game: Game, position: Position) -> bool:
        """Return whether a position with somebody to move has a box."""
        if len(game.legal_moves(position)) == 1 and not self.chosen.forced_moves:
            return False
        return self.chosen.lost_positions or not is_lost_at_once(game, position)

    def colour_indices(self, game: Game, position: Position) -> dict[Move, int]:
        """Return each move that gets a bead, lowest first, and its colour's index in the game.

        Taken squares are included if the kit has beads for them.
        """
        moves = game.legal_moves(position)
        if self.chosen.taken_squares:
            moves = tuple((square,) for square in range(square_count(game)))
        kinds = (
            self.symmetries.lowest_moves(position, moves)
            if self.chosen.merge_symmetric_moves
            else moves
        )
        return {move: game.colour_index(move, kinds) for move in kinds}


SEVERAL_MACHINES = 64
"""Number of machines whose boxes are remembered.

Kits that differ only in what is printed or how they learn share them.
"""


def needed_boxes(spec: Spec, game: Game, colours: Sequence[str]) -> tuple[Box, ...]:
    """Return the boxes of a checked kit, numbered and drawn by our rules.

    `colours` are in the game's order. Boxes are numbered by side, then stage, then by the cells. In
    an impartial game a box is for no particular move: box 5 of a row of matches is the one for five
    matches. If only the first stages have boxes, these have the same numbers as in the whole
    machine, so that the others can be built later.
    """
    starts = tuple((side, spec.beads.starts(side)) for side in Side)
    return _with_beads(spec.side, game, rules_of(spec, game), starts, tuple(colours))


@lru_cache(maxsize=SEVERAL_MACHINES)
def _with_beads(
    machine: str,
    game: Game,
    rules: BoxRules,
    starts: tuple[tuple[Side, int | tuple[int, ...]], ...],
    colours: tuple[str, ...],
) -> tuple[Box, ...]:
    """Return the boxes that get built, with their beads; `starts` has each side's."""
    start_of = dict(starts)
    boxes = []
    drawn = drawn_boxes(machine, game, rules)
    for number, (side, stage, position, moves) in enumerate(drawn, start=1):
        if gets_built(rules.chosen, stage):
            start = at_stage(start_of[side], stage)
            beads = tuple(Bead(colours[index], move, start) for move, index, _ in moves)
            taken = tuple(colours[index] for _, index, is_taken in moves if is_taken)
            boxes.append(Box(number, side, stage, position, beads, taken=taken))
    return tuple(boxes)


def rules_of(spec: Spec, game: Game) -> BoxRules:
    """Return the rules for a kit's boxes; the game must have the kit's symmetry."""
    return BoxRules(game.symmetries[spec.boxes.symmetry], spec.boxes)


class Drawn(NamedTuple):
    """A box before its beads have colours: its side, stage and drawing.

    `moves` has each move with the index of its colour, and whether its square is taken.
    """

    side: Side
    stage: int
    position: Position
    moves: tuple[tuple[Move, int, bool], ...]


@lru_cache(maxsize=SEVERAL_MACHINES)
def drawn_boxes(machine: str, game: Game, rules: BoxRules) -> tuple[Drawn, ...]:
    """Return the boxes of a whole machine in the order of their numbers.

    For our own games they are kept on disk: finding them by playing all games of noughts and
    crosses takes longer than everything else in a look-up.
    """
    if not type(game).__module__.startswith("menace_kit.games."):
        return tuple(_drawn(machine, game, rules))  # the code of another package may change
    group = " ".join(symmetry.name for symmetry in rules.symmetries)
    name = f"boxes of {machine} for {described(game)} alike by {group} {rules.chosen}"
    code = [Path(__file__), *code_of("games")]
    rows = kept(name, lambda: _packed(_drawn(machine, game, rules)), code)
    sides = {side.value: side for side in Side}
    return tuple(
        Drawn(
            sides[side],
            stage,
            Position(cells, sides[side]),
            tuple((tuple(move), index, taken) for move, index, taken in moves),
        )
        for side, stage, cells, moves in rows
    )


def _packed(drawn: Iterable[Drawn]) -> list[Any]:
    """Return boxes as JSON values; a box is for the side to move on its drawing."""
    return [(box.side.value, box.stage, box.position.cells, box.moves) for box in drawn]


def _drawn(machine: str, game: Game, rules: BoxRules) -> list[Drawn]:
    plies = positions_by_ply(game, rules)
    drawn = []
    for side in Side:
        layers = plies[0 if side is Side.FIRST else 1 :: 2]
        for stage, layer in enumerate(layers if machine in ("both", side.value) else (), start=1):
            for position in layer:
                if rules.gets_box(game, position):
                    legal = game.legal_moves(position)
                    indices = rules.colour_indices(game, position).items()
                    moves = tuple((move, index, move not in legal) for move, index in indices)
                    drawn.append(Drawn(side, stage, position, moves))
    if not game.impartial:
        return drawn
    # A machine for both sides has one box for both: that of the side that can move there earlier.
    latest_first = sorted(drawn, key=lambda box: (box.stage, box.side.value), reverse=True)
    once = {box.position.cells: box for box in latest_first}
    return [once[cells] for cells in sorted(once)]


def gets_built(chosen: BoxesSpec, stage: int) -> bool:
    """Return whether a stage has boxes; a kit may have them for its first stages only."""
    return chosen.stages is None or stage <= chosen.stages


@cache
def positions_by_ply(game: Game, rules: BoxRules) -> tuple[tuple[Position, ...], ...]:
    """Return the unfinished positions that get a drawing, a tuple for each number of moves made.

    Each tuple is sorted by the cells. A position that can occur after different numbers of moves is
    in the first.
    """
    layer: tuple[Position, ...] = (rules.drawing(game.start()),)
    found, plies = set(layer), []
    while layer:
        plies.append(layer)
        played = {
            game.play(position, move)
            for position in layer
            for move in rules.followed(game, position)
        }
        reached = set(map(rules.drawing, played))
        going_on = (position for position in reached - found if game.outcome(position) is None)
        layer = tuple(sorted(going_on, key=lambda position: position.cells))
        found.update(layer)
    return tuple(plies)


def is_lost_at_once(game: Game, position: Position) -> bool:
    """Return whether the opponent can win with their next move, whatever is played here.

    Leaving these out of the first player's 304 boxes gives the 287 that Michie's paper counts. The
    paper doesn't give this rule; it is inferred from the number (D. Michie, The Computer Journal
    6(3), 1963, 232-236).
    """
    for move in game.legal_moves(position):
        after = game.play(position, move)
        replies = (game.outcome(game.play(after, reply)) for reply in game.legal_moves(after))
        if not any(outcome and outcome.winner is after.to_move for outcome in replies):
            return False
    return True
