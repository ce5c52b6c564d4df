"""Boxes that were built before: a map of them held against the boxes that the machine needs."""

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from io import StringIO
from pathlib import Path
from typing import NamedTuple

from menace_kit.errors import KitError, MapError, OutputError, PositionError
from menace_kit.games.game import Game, Marks, cells_text, move_text, parse_cells, parse_move
from menace_kit.games.symmetry import Move, Position, Side, SymmetryGroup
from menace_kit.machine.boxes import Bead, Box, needed_boxes
from menace_kit.machine.schema import Cabinet, Place, Spec
from menace_kit.machine.templates import did_you_mean

# A table that somebody typed or saved from a spreadsheet, and every fault that is found in it.

MOST_BYTES = 2_000_000
"""A file larger than this is no list of boxes: the largest machine of the presets takes some 40,000."""

_SEPARATORS = ",;\t"


class Faults:
    """What is wrong with a file, collected so that all of it is told at once, in the order of its lines."""

    def __init__(self, source: str) -> None:
        """Begin with none; `source` is what the file is called."""
        self.source = source
        self._found: list[tuple[int, str]] = []

    def add(self, sentence: str, line: int = 0) -> None:
        """Take a fault in; its line counts from 1, and 0 is for the file as a whole."""
        self._found.append((line, sentence))

    def tell(self) -> None:
        """Raise a MapError with a line for each fault, as `file:line: what`; nothing where there is none."""
        if self._found:
            raise MapError("\n".join(f"{self._where(line)}: {said}" for line, said in self._in_order()))

    def _in_order(self) -> list[tuple[int, str]]:
        """Return the faults by line, each once; those of the whole file come last."""
        return sorted(dict.fromkeys(self._found), key=lambda fault: (fault[0] == 0, fault[0]))

    def _where(self, line: int) -> str:
        return f"{self.source}:{line}" if line else self.source


class Row(NamedTuple):
    """A line of a table: its number in the file, and column -> what stands there, without spaces around it."""

    line: int
    cells: dict[str, str]


class Table(NamedTuple):
    """The columns as the first line names them, in small letters, and the rows that are not empty."""

    columns: tuple[str, ...]
    rows: tuple[Row, ...]


def read_table(path: Path, known: Sequence[str], needed: Sequence[str], faults: Faults) -> Table:
    """Return the table in a CSV file: separated by commas, semicolons or tabs, in UTF-8 with or without a mark.

    MapError where it cannot be read as a table at all; what is wrong with single lines goes to `faults`.
    """
    text = _text(path, faults.source)
    lines = text.splitlines()
    # Excel can be told the separator in a first line of its own.
    told = lines[0].strip().lower() if lines else ""
    marked = told[4:] if told.startswith("sep=") and len(told) == 5 else ""
    head = next((line for line in lines[bool(marked) :] if line.strip()), "")
    separator = marked or max(_SEPARATORS, key=head.count)
    records = _records(text, separator, faults.source)
    if marked:
        next(records, None)
    line, names = next(records, (0, []))
    if not any(names):
        raise MapError(f"{faults.source} is empty; its first line names the columns: {', '.join(known)}")
    columns = tuple(name.casefold() for name in names)
    _check_columns(names, known, needed, faults, line)
    return Table(columns, tuple(_rows(records, columns, faults)))


def _text(path: Path, source: str) -> str:
    """Return the file's text; MapError where it is not there, too large, or not text in UTF-8."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise MapError(f"{source} has {path.stat().st_size:,} bytes; no list of boxes is that long")
        content = path.read_bytes()
    except FileNotFoundError:
        raise MapError(f"there is no file {source}") from None
    except OSError as error:
        raise OutputError(f"cannot read {source}: {error.strerror}") from error
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise MapError(
            f"{source}:{line}: this is not text in UTF-8; save the table as `CSV UTF-8` and try again"
        ) from error
    if "\0" in text:
        raise MapError(f"{source} is not a text file; save the table as `CSV UTF-8` and try again")
    return text


def _records(text: str, separator: str, source: str) -> Iterator[tuple[int, list[str]]]:
    """Yield each record with something in it, and the line on which it begins; MapError where a quote is left open."""
    reader = csv.reader(StringIO(text, newline=""), delimiter=separator, strict=True)
    begun = 1
    try:
        for record in reader:
            cells = [cell.strip() for cell in record]
            if any(cells):
                yield begun, cells
            begun = reader.line_num + 1
    except csv.Error as error:
        raise MapError(f"{source}:{begun}: from here on it cannot be read as CSV: {error}") from error


def _check_columns(
    names: Sequence[str], known: Sequence[str], needed: Sequence[str], faults: Faults, line: int
) -> None:
    """MapError where a column is unknown, stands twice or is missing; all of it at once."""
    columns = [name.casefold() for name in names]
    hints = [did_you_mean(name, known, folded=True) for name in names]
    if not any(hints):
        raise MapError(
            f"{faults.source}:{line}: this should be the line that names the columns: {', '.join(known)}"
        )
    for number, (name, column, hint) in enumerate(zip(names, columns, hints, strict=True)):
        if column and column in columns[:number]:
            faults.add(f"the column {name!r} stands there twice", line)
        elif column and column not in map(str.casefold, known):
            choices = f"{hint} columns: {', '.join(known)}".strip()
            faults.add(f"there is no column {name[:40]!r}; {choices}", line)
    for name in needed:
        if name not in columns:
            faults.add(f"there is no column {name!r}, and it is needed", line)
    faults.tell()


def _rows(records: Iterator[tuple[int, list[str]]], columns: Sequence[str], faults: Faults) -> Iterator[Row]:
    for line, cells in records:
        if any(cells[len(columns) :]) or any(
            cell for cell, column in zip(cells, columns, strict=False) if not column
        ):
            faults.add(
                "there is something behind the last column; is a separator in it, without quotation marks?",
                line,
            )
        filled = [*cells, *[""] * len(columns)]
        yield Row(line, {column: cell for column, cell in zip(columns, filled, strict=False) if column})


# The lines of a map, the list of somebody's boxes: what each says of a box, before it is held against a machine.

COLUMNS = ("box", "side", "drawing", "beads", "start", "cabinet", "row", "drawer")
"""The columns that a map may have; only the drawing is needed."""

LONGEST_NAME = 12
MOST_BEADS = 99
LARGEST_PLACE = 1000

_MOVE = re.compile(r"(?<![^\s,;])([0-9]+(?:-[0-9]+)*)\s*=")


@dataclass(frozen=True)
class MapLine:
    """What a line says of a box.

    Attributes:
        line: its number in the file, from 1.
        name: what stands on the box; empty where nothing does.
        drawing: the board as it was written.
        cells: the board as positions have it; None where it cannot be read.
        side: whose box it is; None where the line does not say.
        beads: move on the drawing, and colour; None where the line leaves them to the kit's rule.
        start: beads of each kind, one number for all or one for each; empty where the kit's rule holds.
        place: where the box stands; None where the line does not say.
    """

    line: int
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


def read_map(
    path: Path,
    game: Game,
    marks: tuple[str, str],
    faults: Faults,
    printable: Callable[[str], bool] = str.isprintable,
) -> list[MapLine]:
    """Return the lines of a map; MapError where it is no table, `faults` gets what is wrong with single lines.

    `printable` tells whether a name can stand on a label.
    """
    table = read_table(path, COLUMNS, ("drawing",), faults)
    if not table.rows:
        faults.add("there is no box in it, only the names of columns")
        faults.tell()
    return [_line(row, game, marks, faults, printable) for row in table.rows]


def _line(
    row: Row, game: Game, marks: tuple[str, str], faults: Faults, printable: Callable[[str], bool]
) -> MapLine:
    def complain(sentence: str) -> None:
        faults.add(sentence, row.line)

    text = row.cells.get
    drawing = " ".join(row.cells["drawing"].split())
    return MapLine(
        line=row.line,
        name=_name(text("box", ""), complain, printable),
        drawing=drawing,
        cells=_cells(row.cells["drawing"], game, marks, complain),
        side=_side(text("side", ""), marks, complain),
        beads=_beads_of_line(text("beads", ""), complain),
        start=_start(text("start", ""), complain),
        place=_place(row, complain),
    )


def _name(text: str, complain: Callable[[str], None], printable: Callable[[str], bool]) -> str:
    if text.startswith("-"):
        complain(
            f"{text[:40]!r} cannot be the name of a box: what begins with - is an option where commands are typed"
        )
        return ""
    if len(text) > LONGEST_NAME or not text.isprintable() or any(sign in text for sign in ",;="):
        complain(
            f"{text[:40]!r} cannot be the number or name of a box: at most {LONGEST_NAME} signs, no comma, ; or ="
        )
        return ""
    if not printable(text):
        unknown = "".join(dict.fromkeys(sign for sign in text if not printable(sign)))
        complain(
            f"{text!r} cannot be printed on a label: the font has no {', '.join(unknown)}; give the box another name"
        )
        return ""
    return text


def _cells(text: str, game: Game, marks: tuple[str, str], complain: Callable[[str], None]) -> str | None:
    if not text:
        complain(f"there is no drawing; an empty board is {'.' * game.rows * game.columns}")
        return None
    try:
        return parse_cells(text, game.rows * game.columns, marks)
    except PositionError as error:
        complain(f"the drawing cannot be read: {error}")
        return None


def _side(text: str, marks: tuple[str, str], complain: Callable[[str], None]) -> Side | None:
    if not text:
        return None
    for side, mark in zip(Side, marks, strict=True):
        if text.casefold() in (side.value, mark.casefold()):
            return side
    complain(f"{text[:40]!r} is no side; write first or second, or {marks[0]} or {marks[1]}")
    return None


def _beads_of_line(text: str, complain: Callable[[str], None]) -> tuple[tuple[Move, str], ...] | None:
    """Return the pairs of `1=white 2=lilac` or `4-7=red`; None where there is nothing."""
    if not text:
        return None
    found = list(_MOVE.finditer(text))
    ends = [*(match.start() for match in found[1:]), *([len(text)] if found else [])]
    pairs = [
        (match[1], text[match.end() : end].strip(" ,;\t")) for match, end in zip(found, ends, strict=True)
    ]
    before = text[: found[0].start()] if found else text
    bad = [colour for _, colour in pairs if not colour or "=" in colour]
    if before.strip(" ,;") or bad or any(int(square) == 0 for move, _ in pairs for square in move.split("-")):
        complain(
            f"the beads {text[:60]!r} cannot be read; write square=colour, as in 1=white 2=lilac 5=gold, or arrows, "
            "as in 4-7=red; squares count from 1"
        )
        return ()
    return tuple((parse_move(move) if len(move) < 12 else (10**6,), colour) for move, colour in pairs)


def _start(text: str, complain: Callable[[str], None]) -> tuple[int, ...]:
    parts = re.split(r"[\s,;]+", text) if text else []
    if not all(re.fullmatch("[0-9]{1,2}", part) and int(part) > 0 for part in parts):
        complain(
            f"the starting beads {text[:40]!r} cannot be read; write a number from 1 to {MOST_BEADS}, or one for each "
            "colour in the order of the beads"
        )
        return ()
    return tuple(map(int, parts))


def _place(row: Row, complain: Callable[[str], None]) -> Place | None:
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
        complain(
            f"the place cannot be read: {', '.join(wrong)}; a box stands in a row and a drawer, counted from 1"
        )
        return None
    return Place(*map(int, texts.values()))


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
