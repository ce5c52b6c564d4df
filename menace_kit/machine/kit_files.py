"""Kits from files: parse the file, check what it says, build the boxes."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from menace_kit.errors import ColoursError, HiddenLabelsError, KitError, UnknownNameError
from menace_kit.files import read_file
from menace_kit.games import Game, Parameter, game_named
from menace_kit.machine.boxes import Box, needed_boxes
from menace_kit.machine.cabinets import cabinet_around
from menace_kit.machine.checks import check_boxes, check_kit, check_letters
from menace_kit.machine.containers import Container, ContainerKind
from menace_kit.machine.folded import folded_outer, folded_tray
from menace_kit.machine.kit import Kit
from menace_kit.machine.palettes import Colour, Palette
from menace_kit.machine.papers import Stock
from menace_kit.machine.schema import Spec, at_stage
from menace_kit.machine.sizes import HOW_TO_COUNT, BeadSize, TraySize
from menace_kit.machine.tables import TableT
from menace_kit.machine.toml_files import TemplateKind, load_template, read_table, template_path

DEFAULT_PRESET = "michie-1961"


def load_kit(path: Path) -> Kit:
    """Return the kit that a kit file describes.

    Templates whose name ends in `.toml` are files beside it.
    """
    return _kit_of(path, str(path))


def load_preset(name: str) -> Kit:
    """Return the kit of a preset in templates/machines/."""
    return _kit_of(template_path(TemplateKind.MACHINES, name), f"preset {name}")


def _kit_of(path: Path, source: str) -> Kit:
    return make_kit(read_table(Spec, path, source), source, path.parent)


def make_kit(spec: Spec, source: str, folder: Path) -> Kit:
    """Return the kit of a parsed kit file.

    Raises KitError, with the source and the key, if something doesn't fit together.
    """

    def named(model: type[TableT], kind: TemplateKind, key: str, name: str) -> TableT:
        with _about(source, key):
            return load_template(model, kind, name, folder)

    with _about(source, "game"):
        game = game_named(spec.game, _parameters(spec, source))
    check_kit(spec, game, source)
    with _about(source, "print.language"):
        read_file(template_path(TemplateKind.TEXT, spec.print.language))

    palette = named(Palette, TemplateKind.PALETTES, "beads.palette", spec.beads.palette)
    colours = _chosen_colours(spec, palette, game, source)
    names = [colour.name for colour in colours]
    if spec.boxes.map is None:
        boxes = needed_boxes(spec, game, names)
    else:
        from menace_kit.machine.adopted import mapped_boxes

        boxes = mapped_boxes(spec, game, names, source, folder)
        spec, colours = _as_the_map_says(spec, colours, boxes)
    check_letters(colours, game, spec.marks, source)
    container = named(Container, TemplateKind.CONTAINERS, "print.container", spec.print.container)
    spec = _with_room_for(container.kind, spec, source)
    bead = named(BeadSize, TemplateKind.BEADS, "beads.kind", spec.beads.kind)
    plan = spec.shopping
    if plan.pack_grams and not (plan.beads_per_gram or bead.beads_per_gram):
        raise KitError(f"pack-grams needs beads-per-gram: {HOW_TO_COUNT}").at(source, "shopping")
    stock = named(Stock, TemplateKind.STOCK, "print.stock", spec.print.stock)
    return with_folded_boxes(Kit(source, spec, game, colours, container, bead, stock, boxes))


def _as_the_map_says(
    spec: Spec, colours: Sequence[Colour], boxes: Sequence[Box]
) -> tuple[Spec, tuple[Colour, ...]]:
    """Return the kit file and the colours as the map has them: which colours there are, and how
    large the cabinet is.
    """
    there = tuple(colour for colour in colours if any(colour.name in box.moves for box in boxes))
    places = [box.given_place for box in boxes if box.given_place]
    if spec.cabinet is None and places:
        spec = spec.model_copy(update={"cabinet": cabinet_around(places)})
    return spec, there


def _with_room_for(kind: ContainerKind, spec: Spec, source: str) -> Spec:
    """Return the kit file, without a cabinet for a mat: its fields are side by side;
    HiddenLabelsError where a cabinet would hide the labels.
    """
    if kind is ContainerKind.MAT:
        return spec.model_copy(update={"cabinet": None})
    if kind is ContainerKind.FLAT and spec.cabinet is not None:
        raise HiddenLabelsError(
            "labels of flat matchboxes are on top, where a cabinet hides them; "
            "leave [cabinet] out, or take boxes with room for a label on the end of the tray"
        ).at(source, "cabinet")
    return spec


def with_folded_boxes(kit: Kit) -> Kit:
    """Return the kit with fold-up boxes of the right size; other containers stay as they are.

    If `[fold-up]` gives neither their inner size nor a number of beads, they hold those of the box
    that starts fullest, or of a first box after as many wins as the shopping list has a reserve
    for.
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
    """Return the parameters of the kit's game; raises KitError for a table of another game."""
    found: dict[str, Parameter] = {}
    for name, table in {"nim": spec.nim, "hexapawn": spec.hexapawn}.items():
        if table is not None and name != spec.game:
            raise KitError(f"that is for kits that play {name}; this one plays {spec.game}").at(
                source, name
            )
        found |= vars(table) if table is not None else {}
    return found


@lru_cache(maxsize=64)
def both_sides(kit: Kit) -> Kit:
    """Return the kit with boxes for both players, otherwise unchanged, so that it can play itself.

    Existing boxes stay as they are; the others get the numbers after them.
    """
    if kit.spec.side == "both":
        return kit
    spec = kit.spec.model_copy(update={"side": "both"})
    names = [colour.name for colour in kit.colours]
    if len(names) < kit.game.colours:
        raise KitError(
            f"boxes for both players need {kit.game.colours} colours, here are {len(names)}"
        ).at(kit.source)
    check_boxes(spec, kit.game, kit.source)
    boxes = needed_boxes(spec, kit.game, names)
    if kit.spec.boxes.map is not None:
        others = [box for box in boxes if kit.box_at(box.position) is None]
        first = kit.boxes[-1].number + 1
        boxes = (
            *kit.boxes,
            *(replace(box, number=number) for number, box in enumerate(others, first)),
        )
    return replace(kit, spec=spec, boxes=boxes)


def with_stock(kit: Kit, name: str, source: str, folder: Path) -> Kit:
    """Return the kit printed on another label stock.

    `source` names the option or key in errors; templates may also be files in `folder`.
    """
    with _about(source):
        stock = load_template(Stock, TemplateKind.STOCK, name, folder)
    return replace(kit.with_keys("print", stock=name), stock=stock)


@contextmanager
def _about(source: str, key: str = "") -> Iterator[None]:
    """Give an UnknownNameError the place where the name is written."""
    try:
        yield
    except UnknownNameError as error:
        raise error.at(source, key) from error


def _chosen_colours(spec: Spec, palette: Palette, game: Game, source: str) -> tuple[Colour, ...]:
    letters = spec.print.language if spec.beads.letters == "language" else ""
    by_name = {colour.name: colour for colour in palette.lettered(letters)}
    names = spec.beads.colours if spec.beads.colours is not None else palette.names
    for name in names:
        if name not in by_name:
            raise UnknownNameError(
                f"palette {spec.beads.palette} has no {name!r}; it has: {', '.join(palette.names)}"
            ).at(source, "beads.colours")
    if len(set(names)) != len(names):
        raise KitError("each colour may stand there once").at(source, "beads.colours")
    # A map's boxes decide which colours there are.
    wanted = len(names) if spec.boxes.map is not None else game.colours
    if len(names) < wanted:
        raise ColoursError(
            f"{game.name} needs {game.colours} colours, here are {len(names)}",
            game.colours,
            len(names),
        ).at(source, f"beads.{'colours' if spec.beads.colours is not None else 'palette'}")
    return tuple(by_name[name] for name in names[:wanted])
