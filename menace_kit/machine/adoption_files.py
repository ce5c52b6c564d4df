"""Adopting boxes: from a map of them to a kit file, the map in full, and a palette; and from a kit back to a map."""

import csv
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

from menace_kit.errors import KitError, MapError
from menace_kit.games import Pieces
from menace_kit.games.notation import move_text, position_text
from menace_kit.machine.adoption import adopted_boxes, needed_for_map
from menace_kit.machine.adoption_colours import ChosenPalette, load_palette, palette_with
from menace_kit.machine.adoption_map import COLUMNS, MapLine, read_map
from menace_kit.machine.adoption_table import Faults
from menace_kit.machine.boxes import Box
from menace_kit.machine.cabinet import cabinet_around
from menace_kit.machine.kit import Kit, check_letters, load_kit, load_preset
from menace_kit.machine.kit_file import commented_kit_file, container_file
from menace_kit.machine.model import parse_model, read_toml
from menace_kit.machine.spec import Spec
from menace_kit.machine.templates import TemplateKind, template_path
from menace_kit.paths import KIT_FILE_NAME

MAP_FILE_NAME = "boxes.csv"

_FILES_NAMED = (("print", "container"), ("print", "stock"), ("beads", "kind"), ("beads", "palette"))
"""The keys of a kit file that may name a file beside it."""

_COMMENT = (f"# A machine whose boxes were there already: {MAP_FILE_NAME} says what is on each of them.",)


class Base(NamedTuple):
    """The machine whose game, rules and boxes a map is held against.

    Its kit, the kit file or preset that it is from, and the choices of that.
    """

    kit: Kit
    path: Path
    is_preset: bool
    choices: Mapping[str, Any]


class Adoption(NamedTuple):
    """The files of an adopted machine by name, its boxes, and colours whose screen colours are guesses."""

    files: dict[str, bytes]
    boxes: tuple[Box, ...]
    guessed: tuple[str, ...]


def preset_base(name: str, marks: Sequence[str] | None = None) -> Base:
    """Return a preset to hold a map against, with the owner's marks where they are others."""
    return _base(load_preset(name), template_path(TemplateKind.MACHINES, name), True, marks)


def kit_base(path: Path, marks: Sequence[str] | None = None) -> Base:
    """Return a kit file to hold a map against, with the owner's marks where they are others."""
    return _base(load_kit(path), path, False, marks)


def _base(kit: Kit, path: Path, is_preset: bool, marks: Sequence[str] | None) -> Base:
    chosen = read_toml(path)
    if marks is not None:
        chosen["marks"] = list(marks)
        kit = replace(kit, spec=parse_model(Spec, chosen, "--marks"))
    return Base(kit, path, is_preset, chosen)


def adopt(
    base: Base,
    map_path: Path,
    *,
    colours: Sequence[str] | None = None,
    palette: str | None = None,
    container: str | None = None,
    printable: Callable[[str], bool] = str.isprintable,
) -> Adoption:
    """Return the files of a machine whose boxes are those of a map, for the rest like the base.

    `colours` are those of all boxes in the game's order: by the squares of each drawing as one reads. MapError has a
    line for each fault of the map. A preset's cabinet is not taken over: a map that says where the boxes stand brings
    its own, and one that does not may stand anywhere. `printable` tells whether a name can stand on a label.
    """
    game, spec = base.kit.game, base.kit.spec
    if colours is not None and not len(colours) == len({*map(str.casefold, colours)}) == game.colours:
        raise KitError(
            f"--colours: {game.name} needs {game.colours} colours, each once; here are {len(colours)}: "
            + ", ".join(colours)
        )
    faults = Faults(str(map_path))
    lines = read_map(map_path, game, spec.marks, faults, printable)
    names = _names(lines, colours or ())
    chosen, by_rule = _palette(base, names, palette, colours, faults)
    bare = spec.model_copy(
        update={
            "boxes": spec.boxes.model_copy(update={"map": None}),
            "cabinet": None if base.is_preset else spec.cabinet,
        }
    )
    known = [
        *chosen.palette.names,
        *names,
    ]  # what no palette knows is a fault already, and is to be told once
    needed = needed_for_map(bare, game, by_rule, known, base.kit.source)
    boxes = adopted_boxes(needed, lines, faults)
    used = [colour for colour in chosen.palette.colours if any(colour.name in box.moves for box in boxes)]
    check_letters(used, game, spec.marks, str(map_path))
    files = _files(base, boxes, chosen, by_rule if colours is not None else None, container)
    return Adoption({name: text.encode() for name, text in files.items()}, boxes, chosen.guessed)


def map_text(kit: Kit) -> str:
    """Return the map of a kit's boxes as CSV, all of it said; adopting it gives the same machine."""
    return _map_text(kit.boxes, kit.spec.marks, {box.number: kit.place(box) for box in kit.boxes})


def _names(lines: Iterable[MapLine], colours: Iterable[str]) -> list[str]:
    """Return each colour that is named, as it is written first."""
    named = [*colours, *(colour for line in lines for _, colour in line.beads or ())]
    found: dict[str, str] = {}
    for name in named:
        found.setdefault(name.casefold(), name)
    return list(found.values())


def _palette(
    base: Base, names: Sequence[str], palette: str | None, colours: Sequence[str] | None, faults: Faults
) -> tuple[ChosenPalette, list[str]]:
    """Return the palette, and the colours in the game's order for lines without beads; none where nobody said them."""
    spec, folder = base.kit.spec, base.path.parent
    taken = spec.marks if base.kit.game.pieces is Pieces.MARKS else ()
    first = load_palette(palette or spec.beads.palette, Path() if palette else folder)
    spelled = {name.casefold(): name for name in first.palette.names}
    chosen = first
    if palette is None:
        try:
            chosen = palette_with(names, first, taken)
        except MapError as error:
            faults.add(str(error))
    elif unknown := [name for name in names if name.casefold() not in spelled]:
        known = ", ".join(first.palette.names)
        faults.add(f"the palette {palette} has no {', '.join(unknown)}; it has: {known}")
    if colours is not None:
        spelled = {name.casefold(): name for name in chosen.palette.names}
        return chosen, [spelled.get(name.casefold(), name) for name in colours]
    if chosen is not first:
        return chosen, []
    return chosen, list(first.palette.names if palette else spec.beads.colours or first.palette.names)


def _files(
    base: Base,
    boxes: tuple[Box, ...],
    palette: ChosenPalette,
    colours: list[str] | None,
    container: str | None,
) -> dict[str, str]:
    """Return name -> text: the kit file, the map, and the files that the kit file names."""
    chosen = dict(base.choices)
    tables = {name: dict(chosen.get(name, {})) for name in ("boxes", "beads", "print")}
    tables["boxes"]["map"] = MAP_FILE_NAME
    if colours is not None or palette.name != base.kit.spec.beads.palette:
        tables["beads"].pop("colours", None)
    tables["beads"] |= {"palette": palette.name} | ({"colours": colours} if colours is not None else {})
    extra: dict[str, str] = {palette.name: palette.text} if palette.text else {}
    if container is not None:
        tables["print"]["container"], text = container_file(container)
        extra |= {tables["print"]["container"]: text} if text else {}
    for table, key in _FILES_NAMED:
        name = str(tables[table].get(key, ""))
        if name.endswith(".toml") and name not in extra:
            extra[name] = (base.path.parent / name).read_text(encoding="utf-8-sig")
    chosen |= tables
    places = [box.given_place for box in boxes if box.given_place]
    if base.is_preset:
        chosen.pop("cabinet", None)
    if places and "cabinet" not in chosen:
        size = cabinet_around(places)
        chosen["cabinet"] = {"rows": size.rows, "columns": size.columns}
    clash = [name for name in extra if name in (KIT_FILE_NAME, MAP_FILE_NAME) or Path(name).name != name]
    if clash:
        raise KitError(f"{clash[0]} cannot be copied beside the kit file under this name; rename it")
    kit_file = commented_kit_file(chosen, [*_COMMENT, f"# All else was taken from {base.kit.source}."])
    return {
        KIT_FILE_NAME: kit_file,
        MAP_FILE_NAME: _map_text(boxes, base.kit.spec.marks, {box.number: box.given_place for box in boxes}),
        **extra,
    }


def _map_text(
    boxes: Sequence[Box], marks: tuple[str, str], places: Mapping[int, tuple[int, int, int] | None]
) -> str:
    """Return a line for each box; columns that would be empty in all lines are left out."""
    both = len({box.side for box in boxes}) > 1
    rows = []
    for box in boxes:
        starts = [str(bead.start) for bead in box.beads]
        beads = " ".join(f"{move_text(bead.move)}={bead.colour}" for bead in box.beads)
        start = starts[0] if len(set(starts)) == 1 else " ".join(starts)
        side = box.side.value if both else ""
        place = [str(number) for number in places[box.number] or ("", "", "")]
        rows.append([box.name, side, position_text(box.position, marks), beads, start, *place])
    kept = [number for number in range(len(COLUMNS)) if any(row[number] for row in rows)]
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([COLUMNS[number] for number in kept])
    writer.writerows([[row[number] for number in kept] for row in rows])
    return text.getvalue()
