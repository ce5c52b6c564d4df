"""Boxes that were built before: a map of them held against the boxes that the machine needs."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from menace_kit.errors import KitError, PositionError
from menace_kit.games import Game, Move, Position, Side, SymmetryGroup
from menace_kit.games.notation import Marks, cells_text, move_text
from menace_kit.machine.adoption_map import MapLine, read_map
from menace_kit.machine.adoption_table import Faults
from menace_kit.machine.boxes import Bead, Box, needed_boxes
from menace_kit.machine.cabinet import Cabinet, Place
from menace_kit.machine.spec import Spec

LARGEST_NUMBER = 99_999

FEWEST_TO_JUDGE, NEARLY_ALL = 4, 0.7
"""Of so many drawings or more, a larger share that is impossible tells of another mistake than a wrong drawing."""


@dataclass(frozen=True)
class Needed:
    """The machine that a map is held against.

    Attributes:
        boxes: those that the machine needs, as it would number and draw them itself.
        merge_moves: whether a line without beads has one for each set of moves that are equal by symmetry.
        colours: the names in the game's order, for lines without beads; they may be too few.
        known: every colour that a line may name.
        cabinet: where the places are, if the kit says how large it is.
    """

    game: Game
    marks: Marks
    symmetries: SymmetryGroup
    boxes: tuple[Box, ...]
    merge_moves: bool
    colours: Sequence[str]
    known: Sequence[str]
    cabinet: Cabinet | None = None

    @cached_property
    def by_look(self) -> Mapping[str, tuple[Box, ...]]:
        """Return cells -> the boxes that look like this, turned or flipped if need be."""
        found: dict[str, dict[int, Box]] = {}
        for box in self.boxes:
            for symmetry in self.symmetries:
                found.setdefault(symmetry.position(box.position).cells, {})[box.number] = box
        return {cells: tuple(boxes.values()) for cells, boxes in found.items()}

    @cached_property
    def spelled(self) -> Mapping[str, str]:
        """Return each colour by its name in small letters."""
        return {name.casefold(): name for name in self.known}

    @property
    def sides(self) -> tuple[Side, ...]:
        """Return the sides that have boxes."""
        return tuple(dict.fromkeys(box.side for box in self.boxes))


def mapped_boxes(spec: Spec, game: Game, colours: list[str], source: str, folder: Path) -> tuple[Box, ...]:
    """Return the boxes of the kit's map; MapError has a line for all that does not fit."""
    path = folder / str(spec.boxes.map)
    if path.name != spec.boxes.map:
        raise KitError(f"{source}: boxes.map: {spec.boxes.map} should be a file beside the kit file")
    faults = Faults(str(path))
    needed = needed_for_map(spec, game, colours, colours, source)
    return adopted_boxes(needed, read_map(path, game, spec.marks, faults), faults)


def needed_for_map(
    spec: Spec, game: Game, colours: Sequence[str], known: Sequence[str], source: str
) -> Needed:
    """Return what a map is held against: `colours` are for lines without beads, `known` all that may be named."""
    unnamed = [""] * max(0, game.colours - len(colours))
    return Needed(
        game=game,
        marks=spec.marks,
        symmetries=game.symmetries[spec.boxes.symmetry],
        boxes=needed_boxes(spec, game, [*colours, *unnamed], source),
        merge_moves=spec.boxes.merge_symmetric_moves,
        colours=colours,
        known=known,
        cabinet=spec.cabinet,
    )


def adopted_boxes(needed: Needed, lines: Sequence[MapLine], faults: Faults) -> tuple[Box, ...]:
    """Return the boxes as the lines have them, in the order of their numbers; MapError with all that is wrong."""
    _check_fit(needed, lines, faults)
    matched = _matched(needed, lines, faults)
    labels = _numbers(lines, faults)
    _check_places(needed, lines, faults)
    boxes = []
    for line, (number, name) in zip(lines, labels, strict=True):
        meant = matched.get(line.line)
        if meant is None:
            continue
        position = Position(line.cells or "", meant.position.to_move)
        beads = _beads(needed, line, position, meant, faults)
        boxes.append(Box(number, meant.side, meant.stage, position, beads, name, line.place))
    faults.tell()
    return tuple(sorted(boxes, key=lambda box: box.number))


def _check_fit(needed: Needed, lines: Sequence[MapLine], faults: Faults) -> None:
    """MapError where nearly all drawings are impossible: the marks or the game are others, not so many boxes wrong."""
    drawings = [line for line in lines if line.cells is not None]
    impossible = [line for line in drawings if not _positions(needed, line)[0]]
    if len(drawings) >= FEWEST_TO_JUDGE and len(impossible) > NEARLY_ALL * len(drawings):
        line = impossible[0]
        faults.add(
            f"{len(impossible)} of the {len(drawings)} drawings are no positions of {needed.game.name} in which the "
            f"machine moves, if {needed.marks[0]} is the first player's mark and {needed.marks[1]} the second's; line "
            f"{line.line}, for one: {_positions(needed, line)[1]}. Do --marks and --preset fit your boxes?"
        )
        faults.tell()


def _matched(needed: Needed, lines: Iterable[MapLine], faults: Faults) -> dict[int, Box]:
    """Return line -> the box that the machine needs for its drawing; doubles and missing ones become faults."""
    found: dict[int, Box] = {}
    first: dict[int, MapLine] = {}
    for line in lines:
        meant = _meant(needed, line, faults)
        if meant is None:
            continue
        if other := first.get(meant.number):
            how = "the same drawing" if other.cells == line.cells else "the same position, turned or flipped,"
            faults.add(f"{line.called} has {how} as {other.called} on line {other.line}", line.line)
            continue
        first[meant.number], found[line.line] = line, meant
    for side, stage in dict.fromkeys((box.side, box.stage) for box in needed.boxes):
        every = [box for box in needed.boxes if (box.side, box.stage) == (side, stage)]
        missing = [cells_text(box.position.cells, needed.marks) for box in every if box.number not in first]
        if missing:
            whose = f" of {needed.marks[list(Side).index(side)]}" if len(needed.sides) > 1 else ""
            faults.add(
                f"no box for {len(missing)} of the {len(every)} positions of move {stage}{whose}: "
                + ", ".join(missing)
            )
    return found


def _meant(needed: Needed, line: MapLine, faults: Faults) -> Box | None:
    """Return the box that a drawing is for, drawn just so or else turned; a fault and None where there is none."""
    if line.cells is None:
        return None
    alike = [box for box in needed.by_look.get(line.cells, ()) if line.side in (None, box.side)]
    found = [box for box in alike if box.position.cells == line.cells] or alike
    if len(found) == 1:
        return found[0]
    if not found:
        faults.add(f"{line.called} is not needed: {_why_needless(needed, line)}", line.line)
    elif len({box.side for box in found}) > 1:
        faults.add(f"{line.called} may be either player's: say in a column side whose it is", line.line)
    else:
        meant = " or ".join(cells_text(box.position.cells, needed.marks) for box in found)
        faults.add(f"{line.called} may stand for {meant}; draw it as one of them", line.line)
    return None


def _why_needless(needed: Needed, line: MapLine) -> str:
    """Return why the machine has no box for a drawing."""
    game, cells = needed.game, line.cells or ""
    positions, reason = _positions(needed, line)
    if not positions:
        return reason
    position = positions[0]
    if game.outcome(position) is not None:
        return "the game is over on it"
    if position.to_move not in needed.sides:
        return "it is the opponent's turn"
    if len(game.legal_moves(position)) == 1:
        return "only one move is left, and this kit has no boxes for that (boxes.forced-moves)"
    if needed.by_look.get(cells):
        return "on this board it is another player's turn than the column side says"
    return "by this kit's rules it has no box (boxes.symmetry, boxes.lost-positions)"


def _positions(needed: Needed, line: MapLine) -> tuple[list[Position], str]:
    """Return the positions that a drawing may be of, for the sides that have boxes, and why there are not more."""
    cells = line.cells or ""
    positions, reason = [], ""
    for side in needed.sides if line.side is None else (line.side,):
        try:
            positions.append(needed.game.position(cells, side))
        except PositionError as error:
            reason = str(error).replace(cells, cells_text(cells, needed.marks))
    return positions, reason


def _numbers(lines: Sequence[MapLine], faults: Faults) -> list[tuple[int, str]]:
    """Return for each line the number of its box, and what stands on it where that is something else.

    Whole numbers from 1 are kept. Where nothing stands on any box they are numbered in the order of the lines; other
    names get the numbers behind the largest one, in that order.
    """
    if not any(line.name for line in lines):
        return [(place, "") for place in range(1, len(lines) + 1)]
    taken: dict[str, MapLine] = {}
    numbers: list[int | None] = []
    for line in lines:
        number = _number(line, faults)
        key = str(number) if number else line.name.casefold()
        if not line.name:
            faults.add(f"{line.called} has no number or name, though others have", line.line)
        elif key in taken:
            faults.add(f"{line.called} stands on line {taken[key].line} already", line.line)
        taken.setdefault(key, line)
        numbers.append(number)
    after = max((number for number in numbers if number), default=0)
    labels = []
    for line, number in zip(lines, numbers, strict=True):
        after += number is None
        labels.append((number or after, "" if line.name == str(number) else line.name))
    return labels


def _number(line: MapLine, faults: Faults) -> int | None:
    """Return the number that stands on a box; None where it is a name, as is 0, for numbers count from 1."""
    if not re.fullmatch("[0-9]+", line.name) or int(line.name) == 0:
        return None
    if int(line.name) > LARGEST_NUMBER:
        faults.add(f"{line.called}: the largest number that a box can have is {LARGEST_NUMBER}", line.line)
    return int(line.name)


def _check_places(needed: Needed, lines: Sequence[MapLine], faults: Faults) -> None:
    """Two boxes in one drawer, a place outside the cabinet, and boxes without a place among others, are faults."""
    if not any(line.place for line in lines):
        return
    taken: dict[Place, MapLine] = {}
    for line in lines:
        place, cabinet = line.place, needed.cabinet
        if place is None:
            faults.add(f"{line.called} has no place that can be read, though others have one", line.line)
            continue
        if other := taken.get(place):
            faults.add(
                f"{line.called} stands in the drawer of {other.called} on line {other.line}", line.line
            )
        taken.setdefault(place, line)
        if cabinet and (place.row > cabinet.rows or place.drawer > cabinet.columns):
            faults.add(
                f"{line.called} stands in row {place.row}, drawer {place.drawer}; the kit's cabinet has "
                f"{cabinet.rows} rows of {cabinet.columns} drawers",
                line.line,
            )


def _beads(needed: Needed, line: MapLine, position: Position, meant: Box, faults: Faults) -> tuple[Bead, ...]:
    """Return the beads of a line, lowest move first; what does not fit the position becomes a fault."""
    pairs = line.beads
    if pairs is None:
        pairs = _pairs_by_rule(needed, position)
        if any(not colour for _, colour in pairs):
            faults.add(
                f"{line.called} has no beads, and nothing says which colour means which of its moves",
                line.line,
            )
            return ()
    elif pairs:
        for sentence in _bead_faults(needed, position, pairs):
            faults.add(f"{line.called}: {sentence}", line.line)
    start = line.start or (meant.beads[0].start,)
    if len(start) not in (1, len(pairs)) and pairs:
        faults.add(
            f"{line.called}: {len(start)} starting numbers for {len(pairs)} colour{'s'[: len(pairs) != 1]}",
            line.line,
        )
        return ()
    starts = start if len(start) == len(pairs) else start * len(pairs)
    beads = (
        Bead(needed.spelled.get(colour.casefold(), colour), move, count)
        for (move, colour), count in zip(pairs, starts, strict=False)
    )
    return tuple(sorted(beads, key=lambda bead: bead.move))


def _pairs_by_rule(needed: Needed, position: Position) -> tuple[tuple[Move, str], ...]:
    moves = needed.game.legal_moves(position)
    kinds = needed.symmetries.lowest_moves(position, moves) if needed.merge_moves else moves
    places = ((move, needed.game.colour_index(move, kinds)) for move in kinds)
    return tuple(
        (move, needed.colours[place] if place < len(needed.colours) else "") for move, place in places
    )


def _bead_faults(needed: Needed, position: Position, pairs: Sequence[tuple[Move, str]]) -> Iterator[str]:
    """Yield what is wrong with the beads of a drawing: moves, colours, and moves that no bead means."""
    legal = needed.game.legal_moves(position)
    kind = "squares" if all(len(move) == 1 for move in legal) else "arrows"
    for place, (move, colour) in enumerate(pairs):
        if move not in legal:
            known = ", ".join(map(move_text, legal))
            yield f"{move_text(move)} cannot be played on its drawing; the {kind} that can: {known}"
        if move in [other for other, _ in pairs[:place]]:
            yield f"{move_text(move)} has two colours"
        if colour.casefold() in [other.casefold() for _, other in pairs[:place]]:
            yield f"{colour} stands for two moves; a colour may be in a box once"
        if colour.casefold() not in needed.spelled:
            yield f"there is no colour {colour[:24]!r}; the kit's colours: {', '.join(needed.known)}"
    alike = needed.symmetries.lowest_moves
    meant = {alike(position, [move])[0] for move, _ in pairs if move in legal}
    for move in alike(position, legal):
        if move not in meant:
            equal = [move_text(other) for other in legal if alike(position, [other])[0] == move]
            yield f"no bead for {' or '.join(equal)}"
