"""The kit: a kit file with everything that it names, and the machine that it describes."""

from collections.abc import Iterable, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING

from menace_kit.errors import KitError, UnknownNameError, quoted, shortened
from menace_kit.frozen import Frozen
from menace_kit.games import (
    Game,
    Position,
    Side,
    SymmetryGroup,
    position_text,
)
from menace_kit.machine.boxes import Box, BoxRules, Reading
from menace_kit.machine.cabinets import CabinetOrder, Place
from menace_kit.machine.containers import Container
from menace_kit.machine.palettes import Colour
from menace_kit.machine.papers import Stock
from menace_kit.machine.schema import Spec
from menace_kit.machine.sizes import BeadSize

if TYPE_CHECKING:
    from menace_kit.machine.finding import FindingOrder


class Kit(Frozen):
    """Everything that makes one machine differ from another, and how it is to be printed.

    `source` is where the kit came from, as messages name it.
    `colours` are those of the palette in the order in which the game uses them. `boxes` are
    in the order of their numbers; with machines for both sides the first player's come first.
    Boxes that were built before have the numbers, drawings, colours and places of the kit's map.
    """

    source: str
    spec: Spec
    game: Game
    colours: tuple[Colour, ...]
    container: Container
    bead: BeadSize
    stock: Stock
    boxes: tuple[Box, ...]

    def __hash__(self) -> int:
        """Return a hash, so that what was worked out for a kit can be kept;
        the boxes follow from the rest.
        """
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.source, self.spec, self.colours, self.container, self.bead, self.stock))

    @cached_property
    def fingerprint(self) -> str:
        """Return eight hexadecimal digits that differ where the machine does:
        boxes, colours, rules.

        How it is printed, and what it is called, does not enter.
        """
        import hashlib

        return hashlib.sha256(self.description.encode()).hexdigest()[:8]

    @cached_property
    def description(self) -> str:
        """Return the machine in a canonical text: its rules, then a line for each box."""
        from menace_kit.machine.description import described_machine

        return described_machine(self, {colour.name: colour.name for colour in self.colours})

    @cached_property
    def rules(self) -> str:
        """Return the same text with numbers instead of the colours' names:
        what its beads do, whatever they are.
        """
        from menace_kit.machine.description import described_machine

        numbers = {colour.name: str(place) for place, colour in enumerate(self.colours)}
        return described_machine(self, numbers)

    @cached_property
    def stages(self) -> tuple[tuple[Side, int], ...]:
        """Return the stages that have boxes, in the order of play:
        whose, and which move of theirs.
        """
        found = {(box.side, box.stage) for box in self.boxes}
        return tuple(
            (side, stage) for side in Side for stage in sorted(n for own, n in found if own is side)
        )

    @property
    def tells_stages(self) -> bool:
        """Return whether a box is for one move of one side;
        those of an impartial game serve any move of either.
        """
        return not self.game.impartial

    @cached_property
    def boxes_by_stage(self) -> tuple[tuple[Box, ...], ...]:
        """Return the boxes stage by stage, in the order of play;
        all together where the kit tells no stages.
        """
        if not self.tells_stages:
            return (self.boxes,)
        return tuple(
            tuple(box for box in self.boxes if (box.side, box.stage) == stage)
            for stage in self.stages
        )

    @property
    def symmetries(self) -> SymmetryGroup:
        """Return the symmetries that positions of one box are carried into each other by."""
        return self.game.symmetries[self.spec.boxes.symmetry]

    @cached_property
    def _boxes_by_drawing(self) -> dict[Position, Box]:
        return {self._either_side(box.position): box for box in self.boxes}

    @cached_property
    def _boxes_by_form(self) -> dict[Position, Box]:
        forms: dict[Position, Box] = {}
        for box in self.boxes:
            forms.setdefault(self._form(self._either_side(box.position)), box)
        return forms

    def box_at(self, position: Position) -> Box | None:
        """Return the box for a position as it is on the table,
        or None where the kit has none for it.

        Where positions that are alike keep boxes of their own,
        the one that is drawn as the table shows it comes first.
        """
        position = self._either_side(position)
        return self._boxes_by_drawing.get(position) or self._boxes_by_form.get(self._form(position))

    def readings(self, position: Position) -> tuple[Reading, ...]:
        """Return every right way to hold the box of a position;
        none where the kit has no box for it.

        A position that is itself symmetric (56 of the 304) has several. All are right;
        the first turns least, and is the one that is shown.
        """
        box = self.box_at(position)
        if box is None:
            return ()
        return tuple(
            Reading(box, symmetry)
            for symmetry in self.symmetries
            if symmetry.position(box.position).cells == position.cells
        )

    def _either_side(self, position: Position) -> Position:
        """Return the key of a position: in an impartial game the same for either side to move."""
        return Position(position.cells, Side.FIRST) if self.game.impartial else position

    def _form(self, position: Position) -> Position:
        return self.symmetries.canonical_form(position, self.spec.boxes.canonical_form)

    @cached_property
    def _colours_by_name(self) -> dict[str, Colour]:
        return {colour.name: colour for colour in self.colours}

    @cached_property
    def bead_letters(self) -> str:
        """Return the letters of all colours, in their order."""
        return "".join(colour.key for colour in self.colours)

    def colour(self, name: str) -> Colour:
        """Return the colour with this name; UnknownNameError names those that there are."""
        try:
            return self._colours_by_name[name]
        except KeyError:
            known = ", ".join(self._colours_by_name)
            raise UnknownNameError(
                f"this kit has no colour {quoted(name)}; its colours: {known}"
            ) from None

    def box(self, number: int) -> Box:
        """Return the box with this number; UnknownNameError where there is none."""
        try:
            return self.boxes[self.indices[number]]
        except KeyError:
            raise UnknownNameError(f"there is no box {number}; {self._boxes_there_are}") from None

    def box_named(self, text: str) -> Box:
        """Return the box with this number or name;
        UnknownNameError where there is none.
        """
        try:
            return self._boxes_by_name[text.strip().casefold()]
        except KeyError:
            number = text.isascii() and text.isdecimal()
            shown = shortened(text) if number else quoted(text)
            raise UnknownNameError(f"there is no box {shown}; {self._boxes_there_are}") from None

    @property
    def _boxes_there_are(self) -> str:
        ends = self.boxes[0].name, self.boxes[-1].name
        gaps = self.boxes[-1].number - self.boxes[0].number >= len(self.boxes)
        return f"this kit has boxes {ends[0]} to {ends[1]}{', not all between' if gaps else ''}"

    @cached_property
    def _boxes_by_name(self) -> dict[str, Box]:
        names = {box.name.casefold(): box for box in self.boxes}
        # A box that is marked 007 may be asked for as 7.
        plain = {
            str(int(name)): box for name, box in names.items() if name.isascii() and name.isdigit()
        }
        return plain | names

    @cached_property
    def indices(self) -> Mapping[int, int]:
        """Return number of a box -> where it comes in `boxes`, from 0; numbers may have gaps."""
        return MappingProxyType({box.number: place for place, box in enumerate(self.boxes)})

    @cached_property
    def sides(self) -> tuple[Side, ...]:
        """Return the sides that have boxes, in the order of these."""
        return tuple(dict.fromkeys(box.side for box in self.boxes))

    def first_boxes(self, side: Side) -> tuple[Box, ...]:
        """Return the boxes for the first move of the machine that has this side."""
        return tuple(box for box in self.boxes if box.stage == 1 and box.side is side)

    @cached_property
    def opening_boxes(self) -> tuple[Box, ...]:
        """Return the boxes that games open with and nothing else: what Michie's line follows.

        They are those for the first moves; of an impartial game only that of the start,
        for others come up later, too.
        """
        sides = [Side.FIRST] if self.game.impartial else Side
        return tuple(box for box in self.boxes if box.stage == 1 and box.side in sides)

    @cached_property
    def openings(self) -> Mapping[Side, tuple[Box, ...]]:
        """Return side -> those of the opening boxes that are for its first move;
        sides without any are left out.
        """
        sides = dict.fromkeys(box.side for box in self.opening_boxes)
        return {side: self.first_boxes(side) for side in sides}

    @cached_property
    def sorted_places(self) -> tuple[tuple[int, tuple[str, ...]], ...]:
        """Return the number of each box with the names of its colours, both in order."""
        places = ((box.number, tuple(sorted(box.start))) for box in self.boxes)
        return tuple(sorted(places))

    @cached_property
    def has_arrows(self) -> bool:
        """Return whether a bead means a way from one square to another."""
        return any(len(bead.move) > 1 for box in self.boxes for bead in box.beads)

    def board(self, box: Box) -> str:
        """Return the position on the box as nine characters: the kit's marks, and `.` for empty."""
        return position_text(box.position, self.spec.marks)

    @cached_property
    def finding(self) -> "FindingOrder":
        """Return how a box is found by eye: by its code, and by looking."""
        from menace_kit.machine.finding import FindingOrder

        return FindingOrder(
            self.game, BoxRules(self.symmetries, self.spec.boxes), self.boxes_by_stage
        )

    def code(self, box: Box) -> str:
        """Return what is counted on the box's drawing, `X·12`;
        empty where boxes need no code.
        """
        return self.finding.code_text(self.finding.code(box.position), self.spec.marks)

    def place(self, box: Box) -> Place | None:
        """Return where the box is, or None where the kit has no cabinet.

        Where the boxes' owner has not decided it, they are there in the order of their
        numbers, or of their codes.
        """
        if self.spec.cabinet is None:
            return None
        if box.given_place:
            return box.given_place
        by_code = self.spec.cabinet.order is CabinetOrder.CODE
        return self.spec.cabinet.place(
            self.finding.ranks[box.number] if by_code else self.indices[box.number] + 1
        )

    def box_in(self, place: Place) -> Box | None:
        """Return the box in a drawer, or None where it is empty."""
        return self._boxes_by_place.get(place)

    @cached_property
    def _boxes_by_place(self) -> dict[Place | None, Box]:
        return {self.place(box): box for box in self.boxes}

    @cached_property
    def cabinets(self) -> int:
        """Return how many cabinets hold the boxes, 0 where the kit has none."""
        return max((place.cabinet for box in self.boxes if (place := self.place(box))), default=0)

    def address(self, box: Box) -> str:
        """Return the web address of the box; KitError where the kit has no base address."""
        if self.spec.print.base_address is None:
            raise KitError("this kit has none").at(self.source, "print.base-address")
        return f"{self.spec.print.base_address}/box/{box.number}"

    def start_by_colour(self, boxes: Iterable[Box] | None = None) -> dict[str, int]:
        """Return colour name -> beads to start with, over these boxes (all of them)."""
        totals = {colour.name: 0 for colour in self.colours}
        for box in self.boxes if boxes is None else boxes:
            for bead in box.beads:
                totals[bead.colour] += bead.start
        return totals
