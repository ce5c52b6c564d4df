"""Existing boxes: a map of them, checked against the rules of the kit."""

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Literal

from menace_kit.errors import KitError, PositionError
from menace_kit.games import Game, Move, Position, Side, cells_text, move_text
from menace_kit.machine.box_map import MapLine, read_map
from menace_kit.machine.boxes import Bead, Box, Drawn, drawn_boxes, gets_built, rules_of
from menace_kit.machine.cabinets import Place
from menace_kit.machine.csv_table import Faults
from menace_kit.machine.schema import Spec, at_stage

FEWEST_TO_JUDGE, NEARLY_ALL = 4, 0.7
"""If more than 70 % of at least 4 drawings are impossible, marks or game must be wrong."""


def mapped_boxes(
    spec: Spec, game: Game, colours: list[str], source: str, folder: Path
) -> tuple[Box, ...]:
    """Return the boxes of the kit's map.

    Raises MapError, with a line for each mistake, if the map doesn't fit the kit.
    """
    path = folder / str(spec.boxes.map)
    if path.name != spec.boxes.map:
        raise KitError(f"{spec.boxes.map} should be a file beside the kit file").at(
            source, "boxes.map"
        )
    faults = Faults(str(path))
    required = RequiredBoxes(spec, game, colours)
    return required.adopted(read_map(path, game, spec.marks, faults), faults)


class RequiredBoxes:
    """The boxes that a machine needs, as the kit would draw them; a map is compared with them."""

    def __init__(self, spec: Spec, game: Game, colours: Sequence[str]) -> None:
        """Work the boxes out; the kit file must have been checked.

        `colours` are those that lines may name; the first are in the game's order, for maps without
        beads.
        """
        self.rules = rules_of(spec, game)
        whole = drawn_boxes(spec.side, game, self.rules)
        self.boxes = [box for box in whole if gets_built(spec.boxes, box.stage)]
        self._sides = tuple(dict.fromkeys(box.side for box in self.boxes))
        self.game, self.marks, self.cabinet = game, spec.marks, spec.cabinet
        self.starts, self.colours = spec.beads.starts, colours
        self._spelled = {name.casefold(): name for name in colours}
        self._by_look: dict[str, list[Drawn]] = {}
        """Cells -> the boxes whose drawing looks like this, perhaps turned or flipped."""
        for box in self.boxes:
            for position in self.rules.symmetries.orbit(box.position):
                self._by_look.setdefault(position.cells, []).append(box)

    def adopted(self, lines: Sequence[MapLine], faults: Faults) -> tuple[Box, ...]:
        """Return the boxes that the lines describe, in order of their numbers.

        Raises MapError with all mistakes.
        """
        self._check_fit(lines, faults)
        matched = self._matched(lines, faults)
        labels = _numbers(lines)
        self._check_places(lines)
        _all_or_none(lines, "beads")
        boxes = []
        for line, meant, (number, name) in zip(lines, matched, labels, strict=True):
            if meant is not None:
                position = Position(line.cells or "", meant.position.to_move)
                beads = self._beads(line, position, meant)
                boxes.append(
                    Box(number, meant.side, meant.stage, position, beads, name, line.place)
                )
        faults.tell()
        return tuple(sorted(boxes, key=lambda box: box.number))

    def _check_fit(self, lines: Sequence[MapLine], faults: Faults) -> None:
        """Raise MapError if nearly all drawings are impossible: marks or game must be wrong."""
        drawings = [line for line in lines if line.cells is not None]
        impossible = [line for line in drawings if not self._positions(line)[0]]
        if len(drawings) >= FEWEST_TO_JUDGE and len(impossible) > NEARLY_ALL * len(drawings):
            line = impossible[0]
            faults.add(
                f"{len(impossible)} of the {len(drawings)} drawings are no positions "
                f"of {self.game.name} in which the machine moves, if {self.marks[0]} is the first "
                f"player's mark and {self.marks[1]} the second's; line {line.row.line}, for one: "
                f"{self._positions(line)[1]}. Do --marks and --preset fit your boxes?"
            )
            faults.tell()

    def _matched(self, lines: Iterable[MapLine], faults: Faults) -> list[Drawn | None]:
        """Return, for each line, the box that its drawing is for.

        Duplicate and missing boxes become faults.
        """
        found: list[Drawn | None] = []
        first: dict[Drawn, MapLine] = {}
        for line in lines:
            meant = self._meant(line)
            if meant and (other := first.setdefault(meant, line)) is not line:
                line.fault(f" is for the same position as {other.called} on line {other.row.line}")
                meant = None
            found.append(meant)
        for side, stage in dict.fromkeys((box.side, box.stage) for box in self.boxes):
            every = [box for box in self.boxes if (box.side, box.stage) == (side, stage)]
            missing = [
                cells_text(box.position.cells, self.marks) for box in every if box not in first
            ]
            if missing:
                whose = f" of {self.marks[list(Side).index(side)]}" if len(self._sides) > 1 else ""
                faults.add(
                    (
                        f"no box for {len(missing)} of the {len(every)} positions "
                        f"of move {stage}{whose}: "
                    )
                    + ", ".join(missing)
                )
        return found

    def _meant(self, line: MapLine) -> Drawn | None:
        """Return the box that a drawing is for, preferring one drawn exactly so.

        If there is none, or more than one, that becomes a fault, and None is returned.
        """
        if line.cells is None:
            return None
        alike = [box for box in self._by_look.get(line.cells, ()) if line.side in (None, box.side)]
        found = [box for box in alike if box.position.cells == line.cells] or alike
        if len(found) == 1:
            return found[0]
        if not found:
            line.fault(f" is not needed: {self._why_needless(line)}")
        elif len({box.side for box in found}) > 1:
            line.fault(" may be either player's: say in a column side whose it is")
        else:
            meant = " or ".join(cells_text(box.position.cells, self.marks) for box in found)
            line.fault(f" may stand for {meant}; draw it as one of them")
        return None

    def _why_needless(self, line: MapLine) -> str:
        positions, reason = self._positions(line)
        if not positions:
            return reason
        position = positions[0]
        if self.game.outcome(position) is not None:
            return "the game is over on it"
        if position.to_move not in self._sides or self._by_look.get(position.cells):
            return "it is not the turn of the player whose box it should be"
        if len(self.game.legal_moves(position)) == 1:
            return "only one move is left, and this kit has no boxes for that (boxes.forced-moves)"
        return (
            "by this kit's rules it has no box (boxes.symmetry, boxes.lost-positions, boxes.stages)"
        )

    def _positions(self, line: MapLine) -> tuple[list[Position], str]:
        """Return the positions that a drawing can show, and why it cannot show others.

        Only sides that have boxes count.
        """
        cells = line.cells or ""
        positions, reason = [], ""
        for side in self._sides if line.side is None else (line.side,):
            try:
                positions.append(self.game.position(cells, side))
            except PositionError as error:
                reason = str(error).replace(cells, cells_text(cells, self.marks))
        return positions, reason

    def _check_places(self, lines: Sequence[MapLine]) -> None:
        """Report boxes that share a drawer, are outside the cabinet, or alone have no place."""
        _all_or_none(lines, "place")
        taken: dict[Place, MapLine] = {}
        for line in lines:
            place, cabinet = line.place, self.cabinet
            if place is None:
                continue
            if (other := taken.setdefault(place, line)) is not line:
                line.fault(f" stands in the drawer of {other.called} on line {other.row.line}")
            if cabinet and (place.row > cabinet.rows or place.drawer > cabinet.columns):
                line.fault(
                    f" stands in row {place.row}, drawer {place.drawer}; "
                    f"the kit's cabinet has {cabinet.rows} rows of {cabinet.columns} drawers"
                )

    def _beads(self, line: MapLine, position: Position, meant: Drawn) -> tuple[Bead, ...]:
        """Return the beads of a line, lowest move first.

        Anything that doesn't fit the position becomes a fault.
        """
        pairs = line.beads
        if pairs is None:
            indices = self.rules.colour_indices(self.game, position)
            if max(indices.values()) >= len(self.colours):
                line.fault(" has no beads, and nothing says which colour means which of its moves")
                return ()
            pairs = tuple((move, self.colours[index]) for move, index in indices.items())
        elif pairs:
            for sentence in self._bead_faults(position, pairs):
                line.fault(f": {sentence}")
        start = line.start or (at_stage(self.starts(meant.side), meant.stage),)
        if len(start) not in (1, len(pairs)) and pairs:
            line.fault(
                f": {len(start)} starting numbers for {len(pairs)} colour{'s'[: len(pairs) != 1]}"
            )
            return ()
        starts = start if len(start) == len(pairs) else start * len(pairs)
        beads = (
            Bead(self._spelled.get(colour.casefold(), colour), move, count)
            for (move, colour), count in zip(pairs, starts, strict=False)
        )
        return tuple(sorted(beads, key=lambda bead: bead.move))

    def _bead_faults(self, position: Position, pairs: Sequence[tuple[Move, str]]) -> Iterator[str]:
        """Yield what is wrong with a drawing's beads: moves, colours, and moves without a bead."""
        legal = self.game.legal_moves(position)
        for place, (move, colour) in enumerate(pairs):
            if move not in legal:
                known = ", ".join(map(move_text, legal))
                yield f"{move_text(move)} cannot be played on its drawing; what can: {known}"
            if move in [other for other, _ in pairs[:place]]:
                yield f"{move_text(move)} has two colours"
            if colour.casefold() in [other.casefold() for _, other in pairs[:place]]:
                yield f"{colour} stands for two moves; a colour may be in a box once"
            if colour.casefold() not in self._spelled:
                yield (
                    f"there is no colour {colour[:24]!r}; the kit's colours: "
                    f"{', '.join(self.colours)}"
                )
        alike = self.rules.symmetries.lowest_moves
        meant = {alike(position, [move])[0] for move, _ in pairs if move in legal}
        for move in alike(position, legal):
            if move not in meant:
                equal = [move_text(other) for other in legal if alike(position, [other])[0] == move]
                yield f"no bead for {' or '.join(equal)}"


def _all_or_none(lines: Sequence[MapLine], what: Literal["name", "beads", "place"]) -> None:
    """Report lines that don't say what others say."""
    if any(getattr(line, what) for line in lines):
        for line in lines:
            if not getattr(line, what):
                line.fault(f" has no {what} that can be read, though others have")


def _numbers(lines: Sequence[MapLine]) -> list[tuple[int, str]]:
    """Return, for each line, the box's number, and its label if that isn't the number.

    Whole numbers from 1 are kept. If no line has a name, boxes are numbered in the order of the
    lines. Other names get the numbers after the largest one, in that order.
    """
    if not any(line.name for line in lines):
        return [(place, "") for place in range(1, len(lines) + 1)]
    _all_or_none(lines, "name")
    taken: dict[str, MapLine] = {}
    for line in lines:
        other = taken.setdefault(str(_number(line) or line.name.casefold()), line)
        if line.name and other is not line:
            line.fault(f" stands on line {other.row.line} already")
    after = max(map(_number, lines))
    labels = []
    for line in lines:
        number = _number(line)
        after += not number
        labels.append((number or after, "" if line.name == str(number or "") else line.name))
    return labels


def _number(line: MapLine) -> int:
    """Return the number on a box, or 0 if its label is a name."""
    return int(line.name) if re.fullmatch("[0-9]+", line.name) else 0
