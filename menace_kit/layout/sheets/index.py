"""The index chart: every box with its drawing, in the order in which a person finds a position by eye. In mm."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, groupby
from typing import NamedTuple

from menace_kit.errors import FitError
from menace_kit.games import EMPTY, CanonicalForm, Position, Side, Symmetry, square_count
from menace_kit.layout.labels.sheets import set_colours
from menace_kit.layout.marks import BLACK, GREY, THIN, WHITE, Anchor, Document, Line, Mark, Rectangle, Text
from menace_kit.layout.primitives.board import (
    board_height,
    board_marks,
    board_width,
    cell_height,
    grid_marks,
    piece_marks,
    smallest_square,
    square_centre,
    square_corner,
    square_within,
)
from menace_kit.layout.primitives.page import HEADER_BOTTOM, PRINTABLE_BORDER
from menace_kit.layout.text.column import LESSON, Column, Fitted, line_pitch
from menace_kit.layout.text.fonts import SMALLEST, cap_height, shortened, text_width, wrapped
from menace_kit.layout.text.pages import Flow, PageLook
from menace_kit.machine.boxes import Bead, Box
from menace_kit.machine.finding_by_eye import FindingOrder, Group, Zone
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Result, change_by, deed, positions_without_box, results
from menace_kit.machine.schema import EmptyBox
from menace_kit.text.kit_words import (
    group_words,
    held_how,
    numbers_of,
    place_words,
    player,
    said,
    stage_words,
)
from menace_kit.text.words import Words

CHART_PAGES = PageLook(10.0, HEADER_BOTTOM + 2.5, PRINTABLE_BORDER, 11, LESSON)
BAND, BAND_SIZE = 6.0, 10.0
HEADING, HEADING_SIZE = 5.6, 9.5
GAP = 1.6
"""Between two frames, in both directions."""


def index_document(kit: Kit, words: Words, name: str = "index") -> Document:
    """Return the chart: a page that teaches how to use it, then all boxes by stage, in groups."""
    title = words("index.title")
    chart = _Chart(kit, words, title, CHART_PAGES)
    order = kit.finding
    chart.marks += lesson_marks(kit, words, order)
    chart.y = chart.bottom
    frames = Frames(kit, words, order)
    for _, of_stage in groupby(
        order.groups, key=lambda group: (group.side, group.stage) if kit.tells_stages else None
    ):
        chart.stage(list(of_stage), frames)
    return chart.document(name, title)


class _Chart(Flow):
    """Pages of frames, filled line by line; a page that begins inside a stage repeats its headings."""

    def stage(self, groups: Sequence[Group], frames: "Frames") -> None:
        """Set the groups of a stage below its bar, each cell of the first zone below a heading."""
        kit, words, zone = self.frame.kit, self.frame.words, frames.order.zones[0]
        band = _band_text(kit, words, groups)
        parts = groupby(groups, key=lambda group: [group.cells[square] for square in zone.squares])
        for place, (cells, of_heading) in enumerate(parts):
            heading = _heading_text(kit, words, zone, cells)
            begins = self.need((0 if place else BAND + GAP) + HEADING + frames.height)
            if begins or not place:
                self._set_band(self._again(band) if place else band)
            self._set_heading(heading)
            self._set_frames(list(of_heading), frames, band, heading)

    def _set_frames(self, groups: Sequence[Group], frames: "Frames", band: str, heading: str) -> None:
        """Set the groups with their boxes side by side, in several parts where one is too wide for a line."""
        most, x = frames.most(self.width), self.left
        parts = [
            (group, group.boxes[first : first + most])
            for group in groups
            for first in range(0, len(group.boxes), most)
        ]
        for group, boxes in parts:
            width = frames.width(len(boxes))
            if x > self.left and x + width > self.left + self.width + 0.01:
                x = self.left
                self.y += frames.height + GAP
                if self.need(frames.height):
                    self._set_band(self._again(band))
                    self._set_heading(self._again(heading))
            self.marks += frames.marks(group, boxes, x, self.y)
            x += width + GAP
        self.y += frames.height + GAP

    def _again(self, text: str) -> str:
        return self.frame.words("index.continued", text=text)

    def _set_band(self, text: str) -> None:
        text = shortened(text, self.width - 4, BAND_SIZE, bold=True)
        baseline = self.y + (BAND + cap_height(BAND_SIZE)) / 2
        self.marks.append(Rectangle(self.left, self.y, self.width, BAND, 0, None, BLACK, 0.8))
        self.marks.append(Text(self.left + 2, baseline, text, BAND_SIZE, True, colour=WHITE))
        self.y += BAND + GAP

    def _set_heading(self, text: str) -> None:
        text = shortened(text, self.width, HEADING_SIZE, bold=True)
        self.marks.append(Text(self.left, self.y + cap_height(HEADING_SIZE) + 0.6, text, HEADING_SIZE, True))
        self.y += HEADING


def _band_text(kit: Kit, words: Words, groups: Sequence[Group]) -> str:
    """Return what a stage's bar says: which move, how many marks are on the board, which boxes."""
    boxes = sorted((box for group in groups for box in group.boxes), key=lambda box: box.number)
    counts = {tuple(box.position.cells.count(side.cell) for side in Side) for box in boxes}
    told = [group_words(kit, words, boxes)]
    if counts == {(0, 0)}:
        told.append(words("index.no-marks"))
    elif len(counts) == 1:
        in_each = counts.pop()
        players = (player(kit, words, side) for side in Side)
        each = ", ".join(f"{count} {mark}" for mark, count in zip(players, in_each, strict=True))
        told.append(said(kit, words, "index.marks", n=sum(in_each), each=each))
    told.append(numbers_of(kit, words, boxes))
    return "  ·  ".join(told)


def _heading_text(kit: Kit, words: Words, zone: Zone, cells: Sequence[str]) -> str:
    """Return the heading of the boxes that agree on the first zone."""
    signs = {side.cell: player(kit, words, side) for side in Side}
    signs[EMPTY] = words("index.empty") if len(cells) == 1 else "–"
    apart = " " if max(map(len, kit.spec.marks)) == max(len(signs[side.cell]) for side in Side) else ", "
    there = apart.join(signs[cell] for cell in cells)
    taken = len(cells) - cells.count(EMPTY)
    head = words(f"index.head-{zone.kind.value}", **_zone_facts(kit, zone))
    return said(kit, words, "index.heading", zone=head, cells=there, n=taken)


def _zone_facts(kit: Kit, zone: Zone) -> dict[str, object]:
    """Return what the words for a zone may name: its row, and its squares, counted from 1."""
    squares = ", ".join(str(square + 1) for square in zone.squares)
    return {"row": zone.squares[0] // kit.game.columns + 1, "squares": squares}


# What the chart is made of: a group's frame with its small boards, and the picture of what has been looked at.

SQUARE = 4.1
"""Side of a square of a small board."""

ARROW_AIR = 1.9
"""How much larger than the least a square is on which arrows are looked up."""

ICON_SQUARE = 2.8
"""Side of a square of the picture before a group."""

NUMBER_SIZE = 9.0
PLACE_SIZES = (6.0, 5.5, SMALLEST)

TURNED = "↻"
"""Behind the number of a box whose label is turned or flipped against its drawing in the chart."""

SYMMETRIC = "*"
"""Behind the number of a box whose position is itself symmetric."""

SIGN_SIZE = 7.0
FRAME_PAD = 1.2
BOARD_GAP = 1.4
"""Between two boards of a frame."""

ICON_GAP = 1.8
"""From the picture to the first board."""

FRAME = "#9A9A9A"
UNKNOWN = "#D4D4D4"
"""Squares that have not been looked at."""


def held_box(order: FindingOrder, box: Box) -> Box:
    """Return the box with its drawing as it is looked up: position and beads turned alike."""
    position, symmetry = order.held(box.position)
    beads = tuple(bead._replace(move=symmetry.move(bead.move)) for bead in box.beads)
    return replace(box, position=position, beads=beads)


def icon_marks(
    kit: Kit, cells: str, known: Sequence[int], x: float, y: float, square: float = ICON_SQUARE
) -> Iterator[Mark]:
    """Yield a board of which only the known squares are seen, the others grey; its top left corner at x, y."""
    rows, columns = kit.game.rows, kit.game.columns
    high = square * cell_height(kit)
    yield Rectangle(x, y, columns * square, rows * high, THIN, GREY, WHITE)
    for number in range(square_count(kit.game)):
        if number not in known:
            yield Rectangle(*square_corner(kit, number, x, y, square), square, high, 0, None, UNKNOWN)
    yield from grid_marks(kit, x, y, square)
    for number in known:
        if cells[number] != EMPTY:
            yield from piece_marks(kit, cells[number], *square_centre(kit, number, x, y, square), square)


class Frames:
    """How the groups of a kit are framed: the sizes that all of them share."""

    def __init__(self, kit: Kit, words: Words, order: FindingOrder) -> None:
        """Measure what stands below the boards."""
        self.kit, self.order = kit, order
        self._places = {box.number: place_words(kit, words, box, short=True) for box in kit.boxes}
        square = max(SQUARE, smallest_square(kit) * ARROW_AIR) if kit.has_arrows else SQUARE
        self._board_height = board_height(kit, square)
        self._board_width = board_width(kit, self._board_height)
        self._place_size = next(
            (size for size in PLACE_SIZES if self._widest_place(size) <= self._board_width), SMALLEST
        )
        number = max(text_width(box.name, NUMBER_SIZE, True) for box in kit.boxes)
        signs = 2 * text_width(SYMMETRIC + TURNED, SIGN_SIZE) + 1
        cell = max(self._board_width, self._widest_place(self._place_size), number + signs)
        self._pitch = cell + BOARD_GAP
        self._icon_width = ICON_SQUARE * kit.game.columns

    @property
    def height(self) -> float:
        """Return the height of a frame."""
        caption = 1.0 + cap_height(NUMBER_SIZE)
        if self.kit.spec.cabinet:
            caption += 1.0 + cap_height(self._place_size)
        return FRAME_PAD + self._board_height + caption + FRAME_PAD

    def width(self, boxes: int) -> float:
        """Return the width of a frame with this many boxes."""
        return FRAME_PAD + self._icon_width + ICON_GAP + boxes * self._pitch - BOARD_GAP + FRAME_PAD

    def most(self, room: float) -> int:
        """Return how many boxes a frame of at most this width has; one at the least."""
        return max(1, int((room - self.width(0)) / self._pitch))

    def marks(self, group: Group, boxes: Sequence[Box], x: float, y: float) -> Iterator[Mark]:
        """Yield a frame: the picture of its group, and these boxes of it."""
        yield Rectangle(x, y, self.width(len(boxes)), self.height, THIN, FRAME, None, 1.0)
        yield from icon_marks(self.kit, group.cells, group.known, x + FRAME_PAD, y + FRAME_PAD)
        left = x + FRAME_PAD + self._icon_width + ICON_GAP
        for place, box in enumerate(boxes):
            yield from self._box_marks(box, left + place * self._pitch, y + FRAME_PAD)

    def _widest_place(self, size: float) -> float:
        return max(text_width(place, size) for place in self._places.values())

    def _box_marks(self, box: Box, left: float, y: float) -> Iterator[Mark]:
        """Yield a box's board, and below it its number with its signs, and its place."""
        middle = left + (self._pitch - BOARD_GAP) / 2
        drawn = held_box(self.order, box)
        yield from board_marks(self.kit, drawn, middle - self._board_width / 2, y, self._board_height)
        baseline = y + self._board_height + 1.0 + cap_height(NUMBER_SIZE)
        yield Text(middle, baseline, box.name, NUMBER_SIZE, True, Anchor.MIDDLE)
        right = middle + text_width(box.name, NUMBER_SIZE, True) / 2 + 0.5
        symmetric = len(self.kit.symmetries.stabiliser(box.position)) > 1
        signs = SYMMETRIC * symmetric + TURNED * (drawn.position != box.position)
        if signs:
            yield Text(right, baseline, signs, SIGN_SIZE)
        if place := self._places[box.number]:
            below = baseline + 1.0 + cap_height(self._place_size)
            yield Text(middle, below, place, self._place_size, anchor=Anchor.MIDDLE)


# The first page of the index chart: how a box is found, a colour read and a game played by hand. In mm.

COLUMN_GAP = 7.0
SIZES = (11, 10.5, 10, 9.5, 9, 8.5, 8, 7.5, 7)
"""Sizes of the text in points, the best look first."""

TITLE_SIZE = 16.0
TITLED = LESSON._replace(text=LESSON.text._replace(gap=0.0), heading=LESSON.heading._replace(gap=1.5))
"""What stands below the page's title belongs to it."""


def lesson_marks(kit: Kit, words: Words, order: FindingOrder) -> list[Mark]:
    """Return the page, its text as large as it fits; FitError where it does not fit at all."""
    left, top, full, bottom = CHART_PAGES.area(kit)
    half = (full - COLUMN_GAP) / 2
    for size in SIZES:
        head = Column(left, top + 2, full, size, TITLED)
        head.heading(words("index.lesson"), TITLE_SIZE)
        head.paragraph(words("index.lead", boxes=len(kit.boxes)))
        head.y += 4
        _set_example(head, kit, words, order)
        find = Column(left, head.y + 5, half, size, LESSON)
        read = find.part(find.y, half + COLUMN_GAP)
        _find_part(find, kit, words, order)
        _read_part(read, kit, words, order)
        below = find.part(max(find.y, read.y) + 4, width=full)
        below.heading(words("index.by-hand"))
        below.items(_game_rules(kit, words))
        below.y += 3
        below.heading(words("index.colours"))
        set_colours(below, kit, words)
        if below.y <= bottom:
            return head.marks + find.marks + read.marks + below.marks
    raise FitError("the first page of the index chart has no room for all that this kit's rules say")


def _find_part(column: Column, kit: Kit, words: Words, order: FindingOrder) -> None:
    """Set how a box is found, and what it means that there is none."""
    column.heading(words("index.find"))
    column.items(_finding_steps(kit, words, order), numbered=True)
    missing = positions_without_box(kit)._asdict()
    if any(missing.values()):
        column.y += 3
        column.heading(words("index.nowhere"))
        column.items(words(f"index.nowhere-{why}") for why, found in missing.items() if found)


def _read_part(column: Column, kit: Kit, words: Words, order: FindingOrder) -> None:
    """Set how a colour is read, and what symmetric positions are."""
    column.heading(words("index.read"))
    column.items(_reading_rules(kit, words, order))
    symmetric = sum(len(kit.symmetries.stabiliser(box.position)) > 1 for box in kit.boxes)
    if symmetric:
        column.y += 3
        column.heading(words("index.symmetric", sign=SYMMETRIC))
        column.items([words("index.symmetric-rule", n=symmetric, boxes=len(kit.boxes))])
        if kit.spec.boxes.merge_symmetric_moves:
            column.items([said(kit, words, "index.symmetric-merged")])


def _finding_steps(kit: Kit, words: Words, order: FindingOrder) -> Iterator[str]:
    """Yield how a box is found, zone by zone."""
    first, *others = [
        words(f"index.zone-{zone.kind.value}", **_zone_facts(kit, zone)) for zone in order.zones
    ]
    how = _held_how(kit)
    yield said(kit, words, "index.step-stage")
    yield said(kit, words, "index.step-first", zone=first)
    if others[:-1]:
        yield said(kit, words, f"index.step-look-{how}", zones=words("index.and").join(others[:-1]))
    looked_at = sum(len(zone.squares) for zone in order.zones[:-1] or order.zones)
    if any(len(group.known) > looked_at for group in order.groups):
        yield words("index.step-split")
        if how != "still" and kit.spec.boxes.merge_symmetric_positions:
            largest = kit.spec.boxes.canonical_form is CanonicalForm.LARGEST
            best = player(kit, words, Side.SECOND) if largest else words("index.nothing")
            yield words("index.step-prefer", best=best, other=player(kit, words, Side.FIRST))
    most = max(len(group.boxes) for group in order.groups)
    if most > 1:
        yield words("index.step-compare", most=most)
    if how != "still":
        yield words(f"index.step-again-{how}")


def _held_how(kit: Kit) -> str:
    """Return what a board may be: `flip` for turned or flipped, `turn` for turned only, `still` for neither.

    `mirror` where only the two sides may be exchanged, `own` where that is looked at last, for mirror images may have
    boxes of their own.
    """
    if len(kit.symmetries) == 1:
        return "still"
    if held_how(kit) in ("mirror", "own"):
        return held_how(kit)
    return "flip" if any(member.name.startswith("flip") for member in kit.symmetries) else "turn"


def _reading_rules(kit: Kit, words: Words, order: FindingOrder) -> Iterator[str]:
    how = _held_how(kit)
    yield said(kit, words, "index.read-square")
    if any(order.held(box.position).position != box.position for box in kit.boxes):
        yield words(f"index.read-label-{how}", sign=TURNED)
    if how != "still":
        yield words(f"index.read-sheet-{how}")


def _game_rules(kit: Kit, words: Words) -> Iterator[str]:
    """Yield how a game is played by hand, with the rules of the kit."""
    learning = kit.spec.learning
    yield words("index.hand-draw")
    sides = kit.sides
    if len({tuple(learning.by(result.value, side) for result in Result) for side in sides}) == 1:
        changes = _changes_by(kit, sides)
        yield _end_rule(kit, words, changes)
        numbers = set(chain(*changes.values()))
    else:
        numbers = set()
        for side in sides:
            changes = _changes_by(kit, (side,))
            told = _end_rule(kit, words, changes)
            yield words("operator-card.of-player", player=player(kit, words, side), told=told)
            numbers |= set(chain(*changes.values()))
    for number in sorted(numbers, reverse=True):
        kind, n = deed(number)
        yield words(f"index.hand-{kind}", change=words.signed(number), n=n)
    if any(box.taken for box in kit.boxes):
        yield words("index.hand-taken")
    yield words(f"index.hand-empty-{learning.empty_box.value}")
    if learning.protect_first_box and learning.empty_box is not EmptyBox.KEEP_LAST:
        yield words("index.hand-protect")
    yield said(kit, words, "index.hand-note")


def _changes_by(kit: Kit, sides: Sequence[Side]) -> dict[str, list[int]]:
    """Return result -> what it adds to the boxes of these sides, which it treats alike, stage by stage."""
    stages = range(1, 1 + max(stage for side, stage in kit.stages if side in sides))
    return {
        result.value: [change_by(kit, result, sides[0], stage) for stage in stages]
        for result in results(kit.game)
    }


def _end_rule(kit: Kit, words: Words, changes: Mapping[str, list[int]]) -> str:
    told = {result: _changes_text(words, numbers) for result, numbers in changes.items()}
    return said(kit, words, "index.hand-end" if "draw" in told else "index.hand-end-no-draws", **told)


def _changes_text(words: Words, numbers: list[int]) -> str:
    """Return `+3`, or where the stages differ `+3, +2, +1 (moves 1, 2, 3)`."""
    if len(set(numbers)) == 1:
        return words.signed(numbers[0])
    moves = ", ".join(str(stage) for stage, _ in enumerate(numbers, start=1))
    return words("index.hand-by-move", changes=", ".join(map(words.signed, numbers)), moves=moves)


# The worked example of the index chart: five pictures from a board on a table to the square of a bead. In mm.

BOARD = 21.0
"""Height of a board of the example, at the most."""

BOARD_WIDTH = 29.0
"""Width of a board of the example, at the most."""

CAPTION = 9.0
PAD = 2.5


class Example(NamedTuple):
    """A board on a table, the group that it leads to, the box with its drawing as it is looked up, a bead of it.

    `back` is the symmetry that carries that drawing to the table.
    """

    table: Position
    group: Group
    held: Box
    bead: Bead
    back: Symmetry


def example_of(kit: Kit, order: FindingOrder) -> Example:
    """Return an example taken from the kit: a box of a middle stage, not symmetric, among others in its group.

    Where no box is all that, it is one that comes near. On the table it lies as far from the drawing as it may.
    """
    groups = {box.number: group for group in order.groups for box in group.boxes}
    back = kit.symmetries.members[-1]
    middle = (1 + max(stage for _, stage in kit.stages)) // 2 + 1

    def fitness(box: Box) -> tuple[bool, ...]:
        group = groups[box.number]
        looked_at = [[group.cells[square] for square in zone.squares] for zone in order.zones[:-1]]
        return (
            # Where mirror images may have boxes of their own, the board on the table must not be another box's.
            kit.box_at(back.position(order.held(box.position).position)) == box,
            len(kit.symmetries.stabiliser(box.position)) == 1,
            box.stage == middle,
            len(group.boxes) > 2,
            all(set(cells) != {EMPTY} for cells in looked_at),
            order.held(box.position).position == box.position,
            len(box.beads) > 1,
        )

    box = max(kit.boxes, key=fitness)
    held = held_box(order, box)
    return Example(back.position(held.position), groups[box.number], held, held.beads[-1], back)


def _set_example(column: Column, kit: Kit, words: Words, order: FindingOrder) -> None:
    """Set the pictures side by side with their captions."""
    example = example_of(kit, order)
    square = square_within(kit, BOARD_WIDTH, BOARD)
    height = board_height(kit, square)
    pictures = list(_pictures(kit, words, order, example, square))
    field = column.width / len(pictures)
    texts = [Fitted(tuple(wrapped(caption, field - 4, CAPTION)), CAPTION) for caption, _ in pictures]
    left, top = column.left, column.y
    below = top + PAD + BOARD + 2
    column.y = below + max(len(text.lines) for text in texts) * line_pitch(CAPTION) + PAD
    column.marks.append(Rectangle(left, top, column.width, column.y - top, THIN, GREY, "#F7F7F7", 1.2))
    for place, (text, (_, draw)) in enumerate(zip(texts, pictures, strict=True)):
        middle = left + (place + 0.5) * field
        column.marks += draw(x=middle - board_width(kit, height) / 2, y=top + PAD + (BOARD - height) / 2)
        column.marks += text.marks(middle, below, Anchor.MIDDLE)
        if place:
            column.marks += _arrow_marks(left + place * field - 3, top + PAD + BOARD / 2, 6)


def _arrow_marks(x: float, y: float, length: float) -> Iterator[Mark]:
    yield Line(x, y, x + length, y, 0.35)
    for side in (-1, 1):
        yield Line(x + length - 1.2, y + side * 0.9, x + length, y, 0.35, BLACK)


def _pictures(
    kit: Kit, words: Words, order: FindingOrder, example: Example, square: float
) -> Iterator[tuple[str, Callable[..., Iterator[Mark]]]]:
    """Yield captions, each with what draws its picture at an x and y."""
    held, group = example.held, example.group
    place, colour = place_words(kit, words, held, short=True), kit.colour(example.bead.colour)
    board = partial(board_marks, kit, height=board_height(kit, square))
    looked_at = partial(icon_marks, kit, group.cells, square=square)
    table = replace(held, position=example.table, beads=())
    there = example.bead._replace(move=example.back.move(example.bead.move))
    how = "index.example-held" if len(kit.symmetries) > 1 else "index.example-still"
    where = "index.example-place" if place else "index.example-box"
    bead = said(kit, words, "index.example-bead", letter=colour.key, name=words.colour_name(colour))
    yield words("index.example-table", stage=stage_words(kit, words, held)), partial(board, table)
    yield words("index.example-first"), partial(looked_at, order.zones[0].squares)
    yield words(how), partial(looked_at, group.known)
    yield words(where, number=held.name, place=place), partial(board, held)
    yield bead, partial(board, replace(table, beads=(there,)))
