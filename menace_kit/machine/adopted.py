"""Boxes that were built before: what a map says of each of them,
held against the boxes that the rules require.

A map is a table with a line for each box: its drawing, and, as far as its owner says it,
the number or name on it, its beads and where it stands. All that does not fit is told at once,
with the lines in which it stands.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from menace_kit.errors import KitError, PositionError
from menace_kit.frozen import Frozen
from menace_kit.games.game import Game, square_count
from menace_kit.games.notation import (
    Marks,
    cells_text,
    move_text,
    parse_board,
    parse_move,
    position_text,
)
from menace_kit.games.position import Move, Position, Side
from menace_kit.machine.boxes import Bead, Box, needed_boxes, rules_of
from menace_kit.machine.cabinets import Place
from menace_kit.machine.csv_table import CsvRow, Faults, csv_text, read_table
from menace_kit.machine.schema import Spec

if TYPE_CHECKING:
    from menace_kit.machine.kit import Kit

COLUMNS = ("box", "side", "drawing", "beads", "start", "cabinet", "row", "drawer")
"""The columns that a map may have; only the drawing is needed."""

LONGEST_NAME = 12
MOST_BEADS = 99
LARGEST_PLACE = 1000
LARGEST_NUMBER = 99_999

FEWEST_TO_JUDGE, NEARLY_ALL = 4, 0.7
"""Of so many drawings or more, a larger share that is impossible tells of another
mistake than a wrong drawing.
"""

_MOVE = re.compile(r"(?<![^\s,;])([0-9]+(?:-[0-9]+)*)\s*=")


class MapLine(Frozen):
    """What a line says of a box; None, or empty, where it does not.

    `name` stands on the box. `drawing` is the board as it was written, `cells` as positions
    have it, None where it cannot be read. `beads` has moves on the drawing with their colours,
    `start` one number of beads for all of these or one for each; without them the kit's rule holds.
    """

    row: CsvRow
    name: str
    drawing: str
    cells: str | None
    side: Side | None
    beads: tuple[tuple[Move, str], ...] | None
    start: tuple[int, ...]
    place: Place | None

    @property
    def called(self) -> str:
        """Return what messages call the box: by its name, or else by its drawing."""
        return f"box {self.name}" if self.name else f"the box {self.drawing or 'without a drawing'}"

    def fault(self, sentence: str) -> None:
        """Take in what is wrong with the box;
        the sentence goes on behind what the box is called.
        """
        self.row.fault(self.called + sentence)


# What single cells of a map mean; each reader raises ValueError with a sentence
# where it can mean nothing.


def read_map(
    path: Path,
    game: Game,
    marks: Marks,
    faults: Faults,
    printable: Callable[[str], bool] = str.isprintable,
) -> list[MapLine]:
    """Return the lines of a map; MapError where it is no table,
    `faults` gets what is wrong with single lines.

    `printable` tells whether a name can stand on a label.
    """
    table = read_table(path, COLUMNS, ("drawing",), faults)
    if not table.rows:
        faults.add("there is no box in it, only the names of columns")
        faults.tell()
    return [
        MapLine(
            row=row,
            name=row.read("box", lambda text: _name(text, printable), ""),
            drawing=" ".join(row.cells["drawing"].split()),
            cells=row.read("drawing", lambda text: _cells(text, game, marks), None),
            side=row.read("side", lambda text: _side(text, marks), None),
            beads=row.read("beads", _beads, ()),
            start=row.read("start", _start, ()),
            place=_place(row),
        )
        for row in table.rows
    ]


def _name(text: str, printable: Callable[[str], bool]) -> str:
    if text.startswith("-"):
        raise ValueError(
            f"{text[:40]!r} cannot be the name of a box: "
            "what begins with - is an option where commands are typed"
        )
    if len(text) > LONGEST_NAME or not text.isprintable() or any(sign in text for sign in ",;="):
        raise ValueError(
            f"{text[:40]!r} cannot be the number or name of a box: "
            f"at most {LONGEST_NAME} signs, no comma, ; or ="
        )
    if not printable(text):
        unknown = "".join(dict.fromkeys(sign for sign in text if not printable(sign)))
        raise ValueError(
            f"{text!r} cannot be printed on a label: the font has no {', '.join(unknown)}; "
            "give the box another name"
        )
    return text


def _cells(text: str, game: Game, marks: Marks) -> str:
    if not text:
        raise ValueError(f"there is no drawing; an empty board is {'.' * square_count(game)}")
    try:
        return parse_board(game, text, marks)
    except PositionError as error:
        raise ValueError(f"the drawing cannot be read: {error}") from error


def _side(text: str, marks: Marks) -> Side | None:
    if not text:
        return None
    for side, mark in zip(Side, marks, strict=True):
        if text.casefold() in (side.value, mark.casefold()):
            return side
    raise ValueError(
        f"{text[:40]!r} is no side; write first or second, or {marks[0]} or {marks[1]}"
    )


def _beads(text: str) -> tuple[tuple[Move, str], ...] | None:
    """Return the pairs of `1=white 2=lilac` or `4-7=red`; None where there is nothing."""
    if not text:
        return None
    before, *parts = _MOVE.split(text)
    pairs = [
        (move, colour.strip(" ,;\t")) for move, colour in zip(parts[::2], parts[1::2], strict=True)
    ]
    bad = [colour for _, colour in pairs if not colour or "=" in colour]
    if (
        before.strip(" ,;")
        or bad
        or any(int(square) == 0 for move, _ in pairs for square in move.split("-"))
    ):
        raise ValueError(
            f"the beads {text[:60]!r} cannot be read; write square=colour, "
            "as in 1=white 2=lilac 5=gold, or arrows, as in 4-7=red; squares count from 1"
        )
    return tuple(
        (parse_move(move) if len(move) < 12 else (10**6,), colour) for move, colour in pairs
    )


def _start(text: str) -> tuple[int, ...]:
    parts = re.split(r"[\s,;]+", text) if text else []
    if not all(re.fullmatch("[0-9]{1,2}", part) and int(part) > 0 for part in parts):
        raise ValueError(
            f"the starting beads {text[:40]!r} cannot be read; write a number from 1 "
            f"to {MOST_BEADS}, or one for each colour in the order of the beads"
        )
    return tuple(map(int, parts))


def _place(row: CsvRow) -> Place | None:
    texts = {column: row.cells.get(column, "") for column in ("cabinet", "row", "drawer")}
    if not any(texts.values()):
        return None
    texts["cabinet"] = texts["cabinet"] or "1"
    wrong = [
        f"{column} {text[:20]!r}"
        for column, text in texts.items()
        if not re.fullmatch("[0-9]{1,4}", text) or not 1 <= int(text) <= LARGEST_PLACE
    ]
    if wrong:
        row.fault(
            f"the place cannot be read: {', '.join(wrong)}; "
            "a box stands in a row and a drawer, counted from 1"
        )
        return None
    return Place(*map(int, texts.values()))


# The lines held against the rules.


def mapped_boxes(
    spec: Spec, game: Game, colours: list[str], source: str, folder: Path
) -> tuple[Box, ...]:
    """Return the boxes of the kit's map; MapError has a line for all that does not fit."""
    path = folder / str(spec.boxes.map)
    if path.name != spec.boxes.map:
        raise KitError(
            f"{source}: boxes.map: {spec.boxes.map} should be a file beside the kit file"
        )
    faults = Faults(str(path))
    required = RequiredBoxes(spec, game, colours, colours)
    return required.adopted(read_map(path, game, spec.marks, faults), faults)


class RequiredBoxes:
    """The boxes that a machine needs, as it would number and draw them itself:
    what a map is held against.
    """

    def __init__(
        self, spec: Spec, game: Game, colours: Sequence[str], known: Sequence[str]
    ) -> None:
        """Work the boxes out; the kit file is checked.

        `colours` are in the game's order, for lines without beads; they may be too few.
        A line may name all that are `known`.
        """
        unnamed = [""] * max(0, game.colours - len(colours))
        self.boxes = needed_boxes(spec, game, [*colours, *unnamed])
        self.rules = rules_of(spec, game)
        self._sides = tuple(dict.fromkeys(box.side for box in self.boxes))
        self.game, self.marks, self.cabinet = game, spec.marks, spec.cabinet
        self.colours, self.known = colours, known
        self._spelled = {name.casefold(): name for name in known}

    def adopted(self, lines: Sequence[MapLine], faults: Faults) -> tuple[Box, ...]:
        """Return the boxes as the lines have them, in the order of their numbers;
        MapError with all that is wrong.
        """
        self._check_fit(lines, faults)
        matched = self._matched(lines, faults)
        labels = _numbers(lines)
        self._check_places(lines)
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

    @cached_property
    def _by_look(self) -> Mapping[str, Sequence[Box]]:
        """Return cells -> the boxes that look like this, turned or flipped if need be."""
        found: dict[str, list[Box]] = {}
        for box in self.boxes:
            for position in self.rules.symmetries.orbit(box.position):
                found.setdefault(position.cells, []).append(box)
        return found

    def _check_fit(self, lines: Sequence[MapLine], faults: Faults) -> None:
        """MapError where nearly all drawings are impossible:
        then the marks or the game are others.
        """
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

    def _matched(self, lines: Iterable[MapLine], faults: Faults) -> list[Box | None]:
        """Return for each line the box that its drawing is for;
        doubles and missing ones become faults.
        """
        found: list[Box | None] = []
        first: dict[int, MapLine] = {}
        for line in lines:
            meant = self._meant(line)
            if meant and (other := first.setdefault(meant.number, line)) is not line:
                how = (
                    "the same drawing"
                    if other.cells == line.cells
                    else "the same position, turned or flipped,"
                )
                line.fault(f" has {how} as {other.called} on line {other.row.line}")
                meant = None
            found.append(meant)
        for side, stage in dict.fromkeys((box.side, box.stage) for box in self.boxes):
            every = [box for box in self.boxes if (box.side, box.stage) == (side, stage)]
            missing = [
                cells_text(box.position.cells, self.marks)
                for box in every
                if box.number not in first
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

    def _meant(self, line: MapLine) -> Box | None:
        """Return the box that a drawing is for, drawn just so or else turned;
        a fault and None where there is none.
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
        if position.to_move not in self._sides:
            return "it is the opponent's turn"
        if len(self.game.legal_moves(position)) == 1:
            return "only one move is left, and this kit has no boxes for that (boxes.forced-moves)"
        if self._by_look.get(position.cells):
            return "on this board it is another player's turn than the column side says"
        return (
            "by this kit's rules it has no box (boxes.symmetry, boxes.lost-positions, boxes.stages)"
        )

    def _positions(self, line: MapLine) -> tuple[list[Position], str]:
        """Return the positions that a drawing may be of, for the sides that have boxes,
        and why there are not more.
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
        """Two boxes in one drawer, a place outside the cabinet,
        and boxes without a place among others, are faults.
        """
        if not any(line.place for line in lines):
            return
        taken: dict[Place, MapLine] = {}
        for line in lines:
            place, cabinet = line.place, self.cabinet
            if place is None:
                line.fault(" has no place that can be read, though others have one")
                continue
            if (other := taken.setdefault(place, line)) is not line:
                line.fault(f" stands in the drawer of {other.called} on line {other.row.line}")
            if cabinet and (place.row > cabinet.rows or place.drawer > cabinet.columns):
                line.fault(
                    f" stands in row {place.row}, drawer {place.drawer}; "
                    f"the kit's cabinet has {cabinet.rows} rows of {cabinet.columns} drawers"
                )

    def _beads(self, line: MapLine, position: Position, meant: Box) -> tuple[Bead, ...]:
        """Return the beads of a line, lowest move first;
        what does not fit the position becomes a fault.
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
        start = line.start or (meant.beads[0].start,)
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
        """Yield what is wrong with the beads of a drawing:
        moves, colours, and moves that no bead means.
        """
        legal = self.game.legal_moves(position)
        kind = "squares" if all(len(move) == 1 for move in legal) else "arrows"
        for place, (move, colour) in enumerate(pairs):
            if move not in legal:
                known = ", ".join(map(move_text, legal))
                yield (
                    f"{move_text(move)} cannot be played on its drawing; "
                    f"the {kind} that can: {known}"
                )
            if move in [other for other, _ in pairs[:place]]:
                yield f"{move_text(move)} has two colours"
            if colour.casefold() in [other.casefold() for _, other in pairs[:place]]:
                yield f"{colour} stands for two moves; a colour may be in a box once"
            if colour.casefold() not in self._spelled:
                yield (
                    f"there is no colour {colour[:24]!r}; the kit's colours: "
                    f"{', '.join(self.known)}"
                )
        alike = self.rules.symmetries.lowest_moves
        meant = {alike(position, [move])[0] for move, _ in pairs if move in legal}
        for move in alike(position, legal):
            if move not in meant:
                equal = [move_text(other) for other in legal if alike(position, [other])[0] == move]
                yield f"no bead for {' or '.join(equal)}"


def _numbers(lines: Sequence[MapLine]) -> list[tuple[int, str]]:
    """Return for each line the number of its box, and what stands on it where
    that is something else.

    Whole numbers from 1 are kept. Where nothing stands on any box they are numbered in the order
    of the lines; other names get the numbers behind the largest one, in that order.
    """
    if not any(line.name for line in lines):
        return [(place, "") for place in range(1, len(lines) + 1)]
    taken: dict[str, MapLine] = {}
    numbers: list[int | None] = []
    for line in lines:
        number = _number(line)
        other = taken.setdefault(str(number) if number else line.name.casefold(), line)
        if not line.name:
            line.fault(" has no number or name, though others have")
        elif other is not line:
            line.fault(f" stands on line {other.row.line} already")
        numbers.append(number)
    after = max((number for number in numbers if number), default=0)
    labels = []
    for line, number in zip(lines, numbers, strict=True):
        after += number is None
        labels.append((number or after, "" if line.name == str(number) else line.name))
    return labels


def _number(line: MapLine) -> int | None:
    """Return the number that stands on a box; None where it is a name, as is 0,
    for numbers count from 1.
    """
    if not re.fullmatch("[0-9]+", line.name) or int(line.name) == 0:
        return None
    if int(line.name) > LARGEST_NUMBER:
        line.fault(f": the largest number that a box can have is {LARGEST_NUMBER}")
    return int(line.name)


# The map of a kit, from its boxes.


def map_text(kit: "Kit") -> str:
    """Return the map of a kit's boxes as CSV, all of it said;
    adopting it gives the same machine.
    """
    return map_of(kit.boxes, kit.spec.marks, kit.place)


def map_of(boxes: Sequence[Box], marks: Marks, place_of: Callable[[Box], Place | None]) -> str:
    """Return a map of boxes: a line for each, without columns that would be empty in all lines."""
    both = len({box.side for box in boxes}) > 1
    rows = []
    for box in boxes:
        starts = [str(bead.start) for bead in box.beads]
        beads = " ".join(f"{move_text(bead.move)}={bead.colour}" for bead in box.beads)
        start = starts[0] if len(set(starts)) == 1 else " ".join(starts)
        side = box.side.value if both else ""
        place = [str(number) for number in place_of(box) or ("", "", "")]
        rows.append([box.name, side, position_text(box.position, marks), beads, start, *place])
    kept = [number for number in range(len(COLUMNS)) if any(row[number] for row in rows)]
    return csv_text([row[number] for number in kept] for row in (COLUMNS, *rows))
