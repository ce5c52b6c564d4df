"""The kit: a kit file with everything that it names, and the machine that it describes."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from menace_kit.errors import KitError, UnknownNameError, quoted, shortened
from menace_kit.files import code_of, kept, read_file
from menace_kit.games import (
    OWN,
    Game,
    Parameter,
    Pieces,
    Position,
    Side,
    SymmetryGroup,
    described,
    game_named,
    move_text,
    parameters_of,
    position_text,
)
from menace_kit.machine import containers, schema
from menace_kit.machine.boxes import (
    Bead,
    Box,
    BoxRules,
    FindingOrder,
    Reading,
    check_board,
    check_taken_squares,
    needed_boxes,
)
from menace_kit.machine.containers import (
    BeadSize,
    Container,
    ContainerKind,
    TraySize,
    folded_outer,
    folded_tray,
)
from menace_kit.machine.schema import (
    CabinetOrder,
    Colour,
    Palette,
    Place,
    Spec,
    Stock,
    Teaches,
    at_stage,
    cabinet_around,
)
from menace_kit.machine.toml_files import (
    ModelT,
    TemplateKind,
    TomlModel,
    load_template,
    parse_model,
    read_toml,
    template_path,
)

DEFAULT_PRESET = "michie-1961"


@dataclass(frozen=True)
class Kit:
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
        return self._described({colour.name: colour.name for colour in self.colours})

    @cached_property
    def rules(self) -> str:
        """Return the same text with numbers instead of the colours' names:
        what its beads do, whatever they are.
        """
        return self._described(
            {colour.name: str(place) for place, colour in enumerate(self.colours)}
        )

    def _described(self, called: Mapping[str, str]) -> str:
        learning = self.spec.learning
        rewards = ("win", "draw", "loss")
        rules = [
            f"game {described(self.game)}",
            f"marks {' '.join(self.spec.marks)}",
            *(f"{result} {self._by_stage(getattr(learning, result))}" for result in rewards),
            f"empty-box {learning.empty_box.value}",
            f"protect-first-box {str(learning.protect_first_box).lower()}",
            *([f"later {later.value}"] if (later := self.spec.boxes.later_rule) else []),
            *(
                []
                if learning.teaches is Teaches.EVERY_MOVE
                else [f"teaches {learning.teaches.value}"]
            ),
            *(
                f"{result}-second {self._by_stage(learning.by(result, Side.SECOND), Side.SECOND)}"
                for result in rewards
                if not self._alike(
                    learning.by(result, Side.FIRST), learning.by(result, Side.SECOND)
                )
            ),
        ]
        boxes = [
            f"{box.number} {box.side.value} {box.stage} {self.board(box)} "
            + " ".join(
                f"{called[bead.colour]}:{move_text(bead.move)}x{bead.start}" for bead in box.beads
            )
            for box in self.boxes
        ]
        return "\n".join([*rules, *boxes, ""])

    def _by_stage(self, value: int | tuple[int, ...], *sides: Side) -> str:
        """Return a number for each stage of these sides, of all where none is named."""
        last = max(stage for side, stage in self.stages if side in (sides or Side))
        return " ".join(str(at_stage(value, stage)) for stage in range(1, last + 1))

    def _alike(self, first: int | tuple[int, ...], second: int | tuple[int, ...]) -> bool:
        """Return whether two values are the same at every stage that the second player has."""
        stages = [stage for side, stage in self.stages if side is Side.SECOND]
        return all(at_stage(first, stage) == at_stage(second, stage) for stage in stages)

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
        """Return the box for a position as it lies on a table,
        or None where the kit has none for it.

        Where positions that are alike keep boxes of their own,
        the one that is drawn as the table lies comes first.
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
        """Return the box on which this stands, its number or its name;
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
        # What stands on a box as 007 may be asked for as 7.
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
    def has_arrows(self) -> bool:
        """Return whether a bead means a way from one square to another."""
        return any(len(bead.move) > 1 for box in self.boxes for bead in box.beads)

    def board(self, box: Box) -> str:
        """Return the position on the box as nine characters: the kit's marks, and `.` for empty."""
        return position_text(box.position, self.spec.marks)

    @cached_property
    def finding(self) -> FindingOrder:
        """Return how a box is found by eye: by its code, and by looking."""
        return FindingOrder(
            self.game, BoxRules(self.symmetries, self.spec.boxes), self.boxes_by_stage
        )

    def code(self, box: Box) -> str:
        """Return what is counted on the box's drawing, `X·12`;
        empty where boxes are told apart without a code.
        """
        return self.finding.code_text(self.finding.code(box.position), self.spec.marks)

    def place(self, box: Box) -> Place | None:
        """Return where the box stands, or None where the kit has no cabinet.

        Where the boxes' owner has not decided it, they stand there in the order of their
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
        """Return in how many cabinets the boxes stand, 0 where the kit has none."""
        return max((place.cabinet for box in self.boxes if (place := self.place(box))), default=0)

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


# Several machines of one kit, one for each group of a class: letters tell them apart,
# and what belongs to which.


MOST_SETS = 100
"""More groups than any school has in a hall."""


def set_letters(count: int) -> tuple[str, ...]:
    """Return what so many sets are called: A, B ... Z, AA, AB ..."""
    alphabet = [chr(ord("A") + place) for place in range(26)]
    names = (*alphabet, *(first + second for first in alphabet for second in alphabet))
    return names[:count]


def kit_of_set(kit: Kit, letters: str) -> Kit:
    """Return the machine of one set: `HER C`, with `C-12` on its box 12.

    All else, its fingerprint too, is the same.
    """
    spec = kit.spec.model_copy(update={"name": f"{kit.spec.name} {letters}"})
    boxes = tuple(replace(box, given_name=f"{letters}-{box.name}") for box in kit.boxes)
    return replace(kit, spec=spec, boxes=boxes)


def load_kit(path: Path) -> Kit:
    """Return the kit that a kit file describes;
    templates ending in `.toml` are looked for beside it.
    """
    return _kit_of(path, str(path))


def load_preset(name: str) -> Kit:
    """Return the kit of a preset in templates/machines/."""
    path = template_path(TemplateKind.MACHINES, name)
    return _kit_of(path, f"preset {name}")


# A kit is made of its files once, and kept (`files.kept`) as long as they,
# and the code that makes it, stay the same.


def _kit_of(path: Path, source: str) -> Kit:
    made: list[Kit] = []

    def make() -> dict[str, Any] | None:
        made.append(make_kit(parse_model(Spec, read_toml(path), source), source, path.parent))
        return packed(made[0])

    def read(found: dict[str, Any] | None) -> Kit | None:
        return made[0] if made else unpacked(found, source) if found else None

    code = [*code_of("machine"), *code_of("games")]
    kit: Kit | None = kept(f"kit {source} {path.absolute()}", make, code, read)
    if kit is None:
        make()
    return kit or made[0]


def packed(kit: Kit) -> dict[str, Any] | None:
    """Return a kit as values that JSON has; None for one of another package's
    game, whose code may change.
    """
    if kit.game.name not in OWN:
        return None
    tables = {name: _packed(getattr(kit, name)) for name in _TABLES}
    rows = [
        (
            *(
                box.number,
                box.side.value,
                box.stage,
                box.position.cells,
                box.position.to_move.value,
            ),
            *(box.beads, box.given_name, box.given_place, box.taken),
        )
        for box in kit.boxes
    ]
    game = {"game": kit.game.name, "parameters": dict(parameters_of(kit.game))}
    return {**tables, **game, "boxes": rows, "fingerprint": kit.fingerprint}


def unpacked(made: Mapping[str, Any], source: str) -> Kit:
    """Return the kit that was packed; the inverse of `packed`, but for the source,
    which may be called otherwise.
    """
    sides = {side.value: side for side in Side}
    boxes = tuple(
        Box(
            number,
            sides[side],
            stage,
            Position(cells, sides[to_move]),
            tuple(Bead(colour, tuple(move), start) for colour, move, start in beads),
            name,
            place and Place(*place),
            tuple(taken),
        )
        for number, side, stage, cells, to_move, beads, name, place, taken in made["boxes"]
    )
    kit = Kit(
        source,
        game=game_named(made["game"], made["parameters"]),
        boxes=boxes,
        **{name: _unpacked(made[name]) for name in _TABLES},
    )
    vars(kit)["fingerprint"] = made["fingerprint"]
    return kit


_TABLES = ("spec", "colours", "container", "bead", "stock")
_KINDS = {
    name: kind
    for name, kind in {**vars(schema), **vars(containers), Colour.__name__: Colour}.items()
    if isinstance(kind, type) and issubclass(kind, (TomlModel, Enum))
}


def _packed(value: object) -> Any:
    """Return tables, choices and lists as values that JSON has; whatever else is one already."""
    if isinstance(value, TomlModel):
        return {
            "of": type(value).__name__,
            **{name: _packed(each) for name, each in vars(value).items()},
        }
    if isinstance(value, Enum):
        return {"of": type(value).__name__, "value": value.value}
    if isinstance(value, Mapping):
        return dict(value)
    return list(map(_packed, value)) if isinstance(value, tuple) else value


def _unpacked(value: Any) -> Any:
    if isinstance(value, dict):
        facts = {name: _unpacked(each) for name, each in value.items()}
        return _KINDS[facts.pop("of")](**facts) if "of" in facts else facts
    return tuple(map(_unpacked, value)) if isinstance(value, list) else value


def make_kit(spec: Spec, source: str, folder: Path) -> Kit:
    """Return the kit for a checked kit file; KitError names the source and the key
    that does not go together.
    """

    def named(model: type[ModelT], kind: TemplateKind, key: str, name: str) -> ModelT:
        with _about(f"{source}: {key}"):
            return load_template(model, kind, name, folder)

    with _about(f"{source}: game"):
        game = game_named(spec.game, _parameters(spec, source))
    check_board(spec, game, source)
    with _about(f"{source}: print.language"):
        read_file(template_path(TemplateKind.TEXT, spec.print.language))

    palette = named(Palette, TemplateKind.PALETTES, "beads.palette", spec.beads.palette)
    colours = _chosen_colours(spec, palette, game, source)
    names = [colour.name for colour in colours]

    check_taken_squares(spec, game, source)
    if spec.boxes.map is None:
        boxes = needed_boxes(spec, game, names, source)
    # boxes that were built before, and say which colours there are and how large the cabinet is.
    else:
        from menace_kit.machine.adopted import mapped_boxes

        boxes = mapped_boxes(spec, game, names, source, folder)
        colours = tuple(
            colour for colour in colours if any(colour.name in box.moves for box in boxes)
        )
        places = [box.given_place for box in boxes if box.given_place]
        if spec.cabinet is None and places:
            spec = spec.model_copy(update={"cabinet": cabinet_around(places)})

    check_letters(colours, game, spec.marks, source)
    container = named(Container, TemplateKind.CONTAINERS, "print.container", spec.print.container)
    # Its fields lie side by side, and nothing stands in a cabinet.
    if container.kind is ContainerKind.MAT:
        spec = spec.model_copy(update={"cabinet": None})
    bead = named(BeadSize, TemplateKind.BEADS, "beads.kind", spec.beads.kind)
    stock = named(Stock, TemplateKind.STOCK, "print.stock", spec.print.stock)
    return with_folded_boxes(Kit(source, spec, game, colours, container, bead, stock, boxes))


def with_folded_boxes(kit: Kit) -> Kit:
    """Return the kit, its fold-up boxes as large as it wants them;
    one with any other container as it is.

    Where `[fold-up]` says neither their inside nor how many beads they take,
    they take those of the box that starts fullest, or of a first box after as many wins
    as the shopping list counts a reserve for.
    """
    if kit.container.kind is not ContainerKind.FOLD_UP:
        return kit
    fold, learning, wins = kit.spec.fold_up, kit.spec.learning, kit.spec.shopping.reserve_wins
    most = max(
        box.start_total
        + wins * max(0, at_stage(learning.by("win", box.side), 1)) * (box.stage == 1)
        for box in kit.boxes
    )
    tray = folded_tray(kit.bead, fold.beads or most)
    if fold.tray is not None:
        length, width, height = fold.tray
        tray = TraySize(length=length, width=width, height=height)
    return replace(
        kit, container=kit.container.model_copy({"tray": tray, "outer": folded_outer(tray, fold)})
    )


def _parameters(spec: Spec, source: str) -> dict[str, Parameter]:
    """Return what the table of the kit's game says; KitError where there is one of another game."""
    found: dict[str, Parameter] = {}
    for name, table in {"nim": spec.nim, "hexapawn": spec.hexapawn}.items():
        if table is not None and name != spec.game:
            raise KitError(
                f"{source}: {name}: that is for kits that play {name}; this one plays {spec.game}"
            )
        found |= vars(table) if table is not None else {}
    return found


@lru_cache(maxsize=64)
def both_sides(kit: Kit) -> Kit:
    """Return the kit with boxes for both players and all else as it is:
    a machine that can play itself.

    Boxes that were built before stay as they are, and the others are numbered behind them.
    """
    if kit.spec.side == "both":
        return kit
    spec = kit.spec.model_copy(update={"side": "both"})
    names = [colour.name for colour in kit.colours]
    if len(names) < kit.game.colours:
        raise KitError(
            f"{kit.source}: boxes for both players need {kit.game.colours} colours, "
            f"here are {len(names)}"
        )
    boxes = needed_boxes(spec, kit.game, names, kit.source)
    if kit.spec.boxes.map is not None:
        others = [box for box in boxes if kit.box_at(box.position) is None]
        first = kit.boxes[-1].number + 1
        boxes = (
            *kit.boxes,
            *(replace(box, number=number) for number, box in enumerate(others, first)),
        )
    return replace(kit, spec=spec, boxes=boxes)


def with_stock(kit: Kit, name: str, source: str, folder: Path) -> Kit:
    """Return the kit printed on another label stock; `source` is who names it,
    templates in `folder` count too.
    """
    with _about(source):
        stock = load_template(Stock, TemplateKind.STOCK, name, folder)
    printing = kit.spec.print.model_copy(update={"stock": name})
    return replace(kit, spec=kit.spec.model_copy(update={"print": printing}), stock=stock)


@contextmanager
def _about(where: str) -> Iterator[None]:
    """Let an UnknownNameError begin with where the name stands."""
    try:
        yield
    except UnknownNameError as error:
        raise UnknownNameError(f"{where}: {error}") from error


def _chosen_colours(spec: Spec, palette: Palette, game: Game, source: str) -> tuple[Colour, ...]:
    letters = spec.print.language if spec.beads.letters == "language" else ""
    by_name = {colour.name: colour for colour in palette.lettered(letters)}
    names = spec.beads.colours if spec.beads.colours is not None else palette.names
    for name in names:
        if name not in by_name:
            raise UnknownNameError(
                f"{source}: beads.colours: palette {spec.beads.palette} has no {name!r}; "
                f"it has: {', '.join(palette.names)}"
            )
    if len(set(names)) != len(names):
        raise KitError(f"{source}: beads.colours: each colour may stand there once")
    if spec.boxes.map is not None:  # its boxes say which of them there are
        return tuple(by_name[name] for name in names)
    if len(names) < game.colours:
        raise KitError(
            f"{source}: beads.{'colours' if spec.beads.colours is not None else 'palette'}: "
            f"{game.name} needs {game.colours} colours, here are {len(names)}"
        )
    return tuple(by_name[name] for name in names[: game.colours])


def check_letters(
    colours: Iterable[Colour], game: Game, marks: tuple[str, str], source: str
) -> None:
    """KitError where a mark of the board is also the letter of a colour."""
    for colour in colours:
        if game.pieces is Pieces.MARKS and colour.key in marks:
            raise KitError(
                f"{source}: marks: {colour.key} is also the letter of the {colour.name} bead; "
                "on a label nobody could tell them apart - take another mark or another letter"
            )
