"""The kit: a kit file with everything that it refers to, and the machine that it describes."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

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
    """Everything that makes one machine differ from another, and how it is printed.

    `source` is where the kit came from, for messages. `colours` are those of the palette, in the
    order in which the game uses them. `boxes` are in order of their numbers; the first player's
    come first. Existing boxes have the numbers, drawings, colours and places of the kit's map.
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
        """Return a hash, so that results can be cached by kit; the boxes follow from the rest."""
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.source, self.spec, self.colours, self.container, self.bead, self.stock))

    @cached_property
    def fingerprint(self) -> str:
        """Return eight hexadecimal digits that identify the machine: its boxes, colours and rules.

        The kit's name and how it is printed don't count.
        """
        import hashlib

        return hashlib.sha256(self.description.encode()).hexdigest()[:8]

    @cached_property
    def description(self) -> str:
        """Return the machine's canonical text: its rules, then a line for each box."""
        from menace_kit.machine.description import described_machine

        return described_machine(self, {colour.name: colour.name for colour in self.colours})

    @cached_property
    def rules(self) -> str:
        """Return the canonical text with numbers instead of the colours' names.

        So it says what the beads do, whatever colours they have.
        """
        from menace_kit.machine.description import described_machine

        numbers = {colour.name: str(place) for place, colour in enumerate(self.colours)}
        return described_machine(self, numbers)

    def with_keys(self, table: str, **keys: Any) -> "Kit":
        """Return the kit with other keys in a table of its file; its boxes stay as they are."""
        changed = getattr(self.spec, table).model_copy(update=keys)
        return replace(self, spec=self.spec.model_copy(update={table: changed}))

    @cached_property
    def stages(self) -> tuple[tuple[Side, int], ...]:
        """Return the stages that have boxes, in the order of play: side, and which of its moves."""
        found = {(box.side, box.stage) for box in self.boxes}
        return tuple(
            (side, stage) for side in Side for stage in sorted(n for own, n in found if own is side)
        )

    @property
    def tells_stages(self) -> bool:
        """Return whether a box is for one move of one side, as in all but impartial games."""
        return not self.game.impartial

    @cached_property
    def boxes_by_stage(self) -> tuple[tuple[Box, ...], ...]:
        """Return the boxes of each stage, in the order of play.

        They are all together if the kit doesn't tell stages apart.
        """
        if not self.tells_stages:
            return (self.boxes,)
        return tuple(
            tuple(box for box in self.boxes if (box.side, box.stage) == stage)
            for stage in self.stages
        )

    @property
    def symmetries(self) -> SymmetryGroup:
        """Return the symmetries by which positions share a box."""
        return self.game.symmetries[self.spec.boxes.symmetry]

    @property
    def box_rules(self) -> BoxRules:
        return BoxRules(self.symmetries, self.spec.boxes)

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
        """Return the box for a position on the table, or None if the kit has none for it.

        If symmetric positions have boxes of their own, one that is drawn exactly as on the table
        comes first.
        """
        position = self._either_side(position)
        return self._boxes_by_drawing.get(position) or self._boxes_by_form.get(self._form(position))

    def readings(self, position: Position) -> tuple[Reading, ...]:
        """Return every right way to hold the box of a position; empty if it has no box.

        A position that is itself symmetric (56 of the 304) has several. All are right; the first
        turns least, and is the one shown.
        """
        box = self.box_at(position)
        return self.readings_of(box, position) if box else ()

    def readings_of(self, box: Box, position: Position) -> tuple[Reading, ...]:
        """Return every right way to hold a box for a position that belongs to it."""
        ways = self.symmetries.carrying(box.position, position)
        return tuple(Reading(box, symmetry) for symmetry in ways)

    def _either_side(self, position: Position) -> Position:
        """Return a position's key: in an impartial game it is the same for either side to move."""
        return Position(position.cells, Side.FIRST) if self.game.impartial else position

    def _form(self, position: Position) -> Position:
        return self.symmetries.canonical_form(position, self.spec.boxes.canonical_form)

    @cached_property
    def _colours_by_name(self) -> dict[str, Colour]:
        return {colour.name: colour for colour in self.colours}

    @cached_property
    def bead_letters(self) -> str:
        """Return the letters of all colours, in order."""
        return "".join(colour.key for colour in self.colours)

    def colour(self, name: str) -> Colour:
        """Return the colour with this name; raises UnknownNameError, with the names there are."""
        try:
            return self._colours_by_name[name]
        except KeyError:
            known = ", ".join(self._colours_by_name)
            raise UnknownNameError(
                f"this kit has no colour {quoted(name)}; its colours: {known}"
            ) from None

    def box(self, number: int) -> Box:
        """Return the box with this number; raises UnknownNameError if there is none."""
        try:
            return self.boxes[self.indices[number]]
        except KeyError:
            raise UnknownNameError(f"there is no box {number}; {self._boxes_there_are}") from None

    def box_named(self, text: str) -> Box:
        """Return the box with this number or name; raises UnknownNameError if there is none."""
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
        # People may ask for a box marked 007 as 7.
        plain = {
            str(int(name)): box for name, box in names.items() if name.isascii() and name.isdigit()
        }
        return plain | names

    @cached_property
    def indices(self) -> Mapping[int, int]:
        """Return box number -> its index in `boxes`, from 0; numbers may have gaps."""
        return MappingProxyType({box.number: place for place, box in enumerate(self.boxes)})

    @cached_property
    def sides(self) -> tuple[Side, ...]:
        """Return the sides that have boxes, in the order of the boxes."""
        return tuple(dict.fromkeys(box.side for box in self.boxes))

    def first_boxes(self, side: Side) -> tuple[Box, ...]:
        """Return the boxes for the first move of this side's machine."""
        return tuple(box for box in self.boxes if box.stage == 1 and box.side is side)

    @cached_property
    def opening_boxes(self) -> tuple[Box, ...]:
        """Return the boxes that are used for openings only: those that Michie's line follows.

        They are the boxes for first moves. In an impartial game it is only that of the start, since
        others are used later, too.
        """
        sides = [Side.FIRST] if self.game.impartial else Side
        return tuple(box for box in self.boxes if box.stage == 1 and box.side in sides)

    @cached_property
    def openings(self) -> Mapping[Side, tuple[Box, ...]]:
        """Return side -> the opening boxes for its first move; sides without any are left out."""
        sides = dict.fromkeys(box.side for box in self.opening_boxes)
        return {side: self.first_boxes(side) for side in sides}

    @cached_property
    def has_arrows(self) -> bool:
        """Return whether beads mean moves from one square to another."""
        return any(len(bead.move) > 1 for box in self.boxes for bead in box.beads)

    def board(self, box: Box) -> str:
        """Return the position on the box, such as `O.X......`, with the kit's marks."""
        return position_text(box.position, self.spec.marks)

    @cached_property
    def finding(self) -> "FindingOrder":
        """Return how people find boxes by eye: by code, then by looking."""
        from menace_kit.machine.finding import FindingOrder

        return FindingOrder(self.game, self.box_rules, self.boxes_by_stage)

    def code(self, box: Box) -> str:
        """Return what is counted on the box's drawing (`X·12`), or "" if boxes need no code."""
        return self.finding.code_text(self.finding.code(box.position), self.spec.marks)

    def place(self, box: Box) -> Place | None:
        """Return where the box is, or None if the kit has no cabinet.

        Unless the owner has placed them, boxes are in order of their numbers or codes.
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
        """Return the box in a drawer, or None if the drawer is empty."""
        return self._boxes_by_place.get(place)

    @cached_property
    def _boxes_by_place(self) -> dict[Place | None, Box]:
        return {self.place(box): box for box in self.boxes}

    @cached_property
    def cabinets(self) -> int:
        """Return how many cabinets hold the boxes; 0 if the kit has none."""
        return max((place.cabinet for box in self.boxes if (place := self.place(box))), default=0)

    def address(self, box: Box) -> str:
        """Return the web address of the box; raises KitError if the kit has no base address."""
        if self.spec.print.base_address is None:
            raise KitError("this kit has none").at(self.source, "print.base-address")
        return f"{self.spec.print.base_address}/box/{box.number}"

    def start_by_colour(self, boxes: Iterable[Box] | None = None) -> dict[str, int]:
        """Return colour name -> beads at the start, summed over `boxes`, by default all."""
        totals = {colour.name: 0 for colour in self.colours}
        for box in self.boxes if boxes is None else boxes:
            for bead in box.beads:
                totals[bead.colour] += bead.start
        return totals
