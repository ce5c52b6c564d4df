"""The kit: a kit file with everything that it names, and the machine that it describes."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from menace_kit.errors import KitError, UnknownNameError
from menace_kit.games import Game, Pieces, Position, Side, SymmetryGroup, game_named
from menace_kit.games.notation import move_text, position_text
from menace_kit.machine.boxes import (
    Box,
    Selection,
    boxed_stages,
    number_boxes,
    positions_by_ply,
    without_later_turns,
)
from menace_kit.machine.cabinet import Place
from menace_kit.machine.container import BeadSize, Container
from menace_kit.machine.model import ModelT, parse_model, read_toml
from menace_kit.machine.palette import Colour, Palette
from menace_kit.machine.rules import Teaches, at_stage
from menace_kit.machine.spec import Spec
from menace_kit.machine.stock import Stock
from menace_kit.machine.templates import TemplateKind, template_path

DEFAULT_PRESET = "michie-1961"


@dataclass(frozen=True)
class Kit:
    """Everything that makes one machine differ from another, and how it is to be printed.

    `source` is where the kit came from, as messages name it. `colours` are those of the palette in the order in which
    the game uses them. `boxes` are in the order of their numbers; with machines for both sides the first player's
    come first.
    """

    source: str
    spec: Spec
    game: Game
    colours: tuple[Colour, ...]
    container: Container
    bead: BeadSize
    stock: Stock
    boxes: tuple[Box, ...]

    @cached_property
    def fingerprint(self) -> str:
        """Return eight hexadecimal digits that differ where the machine does: boxes, colours, rules.

        How it is printed, and what it is called, does not enter.
        """
        return hashlib.sha256(self.description.encode()).hexdigest()[:8]

    @cached_property
    def description(self) -> str:
        """Return the machine in a canonical text: its rules, then a line for each box."""
        learning = self.spec.learning
        stages = range(1, 1 + max(stage for _, stage in self.stages))
        rules = [
            f"game {self.game.name}",
            f"marks {' '.join(self.spec.marks)}",
            *(
                f"{result} {' '.join(str(at_stage(getattr(learning, result), stage)) for stage in stages)}"
                for result in ("win", "draw", "loss")
            ),
            f"empty-box {learning.empty_box.value}",
            f"protect-first-box {str(learning.protect_first_box).lower()}",
            *([] if learning.teaches is Teaches.EVERY_MOVE else [f"teaches {learning.teaches.value}"]),
        ]
        boxes = [
            f"{box.number} {box.side.value} {box.stage} {self.board(box)} "
            + " ".join(f"{bead.colour}:{move_text(bead.move)}x{bead.start}" for bead in box.beads)
            for box in self.boxes
        ]
        return "\n".join([*rules, *boxes, ""])

    @cached_property
    def stages(self) -> tuple[tuple[Side, int], ...]:
        """Return the stages that have boxes, in the order of the numbers: whose, and which move of theirs."""
        return tuple(dict.fromkeys((box.side, box.stage) for box in self.boxes))

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
        """Return the box for a position as it lies on a table, or None where the kit has none for it.

        Where positions that are alike keep boxes of their own, the one that is drawn as the table lies comes first.
        """
        position = self._either_side(position)
        return self._boxes_by_drawing.get(position) or self._boxes_by_form.get(self._form(position))

    def _either_side(self, position: Position) -> Position:
        """Return what stands for a position: of an impartial game the same whoever is to move."""
        return Position(position.cells, Side.FIRST) if self.game.impartial else position

    def _form(self, position: Position) -> Position:
        return self.symmetries.canonical_form(position, self.spec.boxes.canonical_form)

    @cached_property
    def _colours_by_name(self) -> dict[str, Colour]:
        return {colour.name: colour for colour in self.colours}

    def colour(self, name: str) -> Colour:
        """Return the colour with this name; UnknownNameError names those that there are."""
        try:
            return self._colours_by_name[name]
        except KeyError:
            known = ", ".join(self._colours_by_name)
            raise UnknownNameError(f"this kit has no colour {name!r}; its colours: {known}") from None

    def box(self, number: int) -> Box:
        """Return the box with this number; UnknownNameError where there is none."""
        try:
            return self._boxes_by_number[number]
        except KeyError:
            numbers = sorted(self._boxes_by_number)
            raise UnknownNameError(
                f"there is no box {number}; this kit has boxes {numbers[0]} to {numbers[-1]}"
            ) from None

    @cached_property
    def _boxes_by_number(self) -> dict[int, Box]:
        return {box.number: box for box in self.boxes}

    def first_boxes(self, side: Side) -> tuple[Box, ...]:
        """Return the boxes for the first move of the machine that has this side."""
        return tuple(box for box in self.boxes if box.side is side and box.stage == 1)

    def board(self, box: Box) -> str:
        """Return the position on the box as nine characters: the kit's marks, and `.` for empty."""
        return position_text(box.position, self.spec.marks)

    def place(self, box: Box) -> Place | None:
        """Return where the box stands, or None where the kit has no cabinet."""
        return self.spec.cabinet.place(box.number) if self.spec.cabinet else None

    def address(self, box: Box) -> str:
        """Return the web address of the box; KitError where the kit has no base address."""
        if self.spec.print.base_address is None:
            raise KitError(f"{self.source}: print.base-address: this kit has none")
        return f"{self.spec.print.base_address}/box/{box.number}"

    def start_by_colour(self, boxes: Iterable[Box] | None = None) -> dict[str, int]:
        """Return colour name -> beads to start with, over these boxes (all of them)."""
        totals = {colour.name: 0 for colour in self.colours}
        for box in self.boxes if boxes is None else boxes:
            for bead in box.beads:
                totals[bead.colour] += bead.start
        return totals


def load_kit(path: Path) -> Kit:
    """Return the kit that a kit file describes; templates ending in `.toml` are looked for beside it."""
    return make_kit(parse_model(Spec, read_toml(path), str(path)), str(path), path.parent)


def load_preset(name: str) -> Kit:
    """Return the kit of a preset in templates/machines/."""
    path = template_path(TemplateKind.MACHINES, name)
    return make_kit(parse_model(Spec, read_toml(path), f"preset {name}"), f"preset {name}", path.parent)


def make_kit(spec: Spec, source: str, folder: Path) -> Kit:
    """Return the kit for a checked kit file; KitError names the source and the key that does not go together."""
    try:
        game = game_named(spec.game)
    except UnknownNameError as error:
        raise UnknownNameError(f"{source}: game: {error}") from error
    try:
        template_path(TemplateKind.TEXT, spec.print.language)
    except UnknownNameError as error:
        raise UnknownNameError(f"{source}: print.language: {error}") from error
    palette = _named(Palette, TemplateKind.PALETTES, spec.beads.palette, f"{source}: beads.palette", folder)
    colours = _chosen_colours(spec, palette, game, source)
    return Kit(
        source=source,
        spec=spec,
        game=game,
        colours=colours,
        container=_named(
            Container, TemplateKind.CONTAINERS, spec.print.container, f"{source}: print.container", folder
        ),
        bead=_named(BeadSize, TemplateKind.BEADS, spec.beads.kind, f"{source}: beads.kind", folder),
        stock=_named(Stock, TemplateKind.STOCK, spec.print.stock, f"{source}: print.stock", folder),
        boxes=_all_boxes(spec, game, [colour.name for colour in colours], source),
    )


def both_sides(kit: Kit) -> Kit:
    """Return the kit with boxes for both players and all else as it is: a machine that can play itself."""
    if kit.spec.side == "both":
        return kit
    spec = kit.spec.model_copy(update={"side": "both"})
    boxes = _all_boxes(spec, kit.game, [colour.name for colour in kit.colours], kit.source)
    return replace(kit, spec=spec, boxes=boxes)


def with_stock(kit: Kit, name: str, source: str, folder: Path) -> Kit:
    """Return the kit printed on another label stock; `source` is who names it, templates in `folder` count too."""
    stock = _named(Stock, TemplateKind.STOCK, name, source, folder)
    printing = kit.spec.print.model_copy(update={"stock": name})
    return replace(kit, spec=kit.spec.model_copy(update={"print": printing}), stock=stock)


def _named(model: type[ModelT], kind: TemplateKind, name: str, source: str, folder: Path) -> ModelT:
    try:
        path = template_path(kind, name, folder)
    except UnknownNameError as error:
        raise UnknownNameError(f"{source}: {error}") from error
    return parse_model(model, read_toml(path), str(path))


def _chosen_colours(spec: Spec, palette: Palette, game: Game, source: str) -> tuple[Colour, ...]:
    by_name = {colour.name: colour for colour in palette.colours}
    names = spec.beads.colours if spec.beads.colours is not None else palette.names
    for name in names:
        if name not in by_name:
            raise UnknownNameError(
                f"{source}: beads.colours: palette {spec.beads.palette} has no {name!r}; "
                f"it has: {', '.join(palette.names)}"
            )
    if len(set(names)) != len(names):
        raise KitError(f"{source}: beads.colours: each colour may stand there once")
    if len(names) < game.colours:
        raise KitError(
            f"{source}: beads.{'colours' if spec.beads.colours is not None else 'palette'}: "
            f"{game.name} needs {game.colours} colours, here are {len(names)}"
        )
    colours = tuple(by_name[name] for name in names[: game.colours])
    for colour in colours:
        if game.pieces is Pieces.MARKS and colour.key in spec.marks:
            raise KitError(
                f"{source}: marks: {colour.key} is also the letter of the {colour.name} bead; on a label nobody could "
                "tell them apart - take another mark or another letter"
            )
    return colours


def _all_boxes(spec: Spec, game: Game, colours: list[str], source: str) -> tuple[Box, ...]:
    chosen = spec.boxes
    if chosen.symmetry not in game.symmetries:
        allowed = ", ".join(game.symmetries)
        raise KitError(f"{source}: boxes.symmetry: {game.name} has {allowed}, not {chosen.symmetry}")
    selection = Selection(
        symmetries=game.symmetries[chosen.symmetry],
        form=chosen.canonical_form,
        merge_positions=chosen.merge_symmetric_positions,
        merge_moves=chosen.merge_symmetric_moves,
        forced=chosen.forced_moves,
        lost=chosen.lost_positions,
    )
    plies = positions_by_ply(game, selection)
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
