"""Makes the kit for existing boxes from a map: a kit file, the full map, and a palette.

`counts` reads what is in the boxes now.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from menace_kit.errors import KitError, MapError
from menace_kit.files import KIT_FILE_NAME, read_text
from menace_kit.games import Pieces
from menace_kit.machine import Box, Kit, Palette, Spec, load_kit, load_preset
from menace_kit.machine.adopted import RequiredBoxes
from menace_kit.machine.box_map import MapLine, map_of, read_map
from menace_kit.machine.checks import check_letters
from menace_kit.machine.csv_table import Faults
from menace_kit.machine.tables import parse_table
from menace_kit.machine.toml_files import TemplateKind, read_toml, template_path
from menace_kit.workshop.kit_files import AS_IT_IS, Wishes, commented_kit_file, wished
from menace_kit.workshop.own_palettes import ChosenPalette, load_palette, palette_with

MAP_FILE_NAME = "boxes.csv"

_FILES_NAMED = (("print", "container"), ("print", "stock"), ("beads", "kind"), ("beads", "palette"))
"""The keys of a kit file that can name a file beside it."""

_COMMENT = (
    f"# A machine whose boxes were there already: {MAP_FILE_NAME} says what is on each of them."
)


class AdoptionBase(NamedTuple):
    """The machine whose game, rules and boxes a map is compared with.

    It has the kit, the kit file or preset that it comes from, and the choices in that.
    """

    kit: Kit
    path: Path
    choices: Mapping[str, Any]


def adoption_base(
    preset: str, marks: Sequence[str] | None = None, kit_file: Path | None = None
) -> AdoptionBase:
    """Return the preset or kit file to compare a map with, perhaps with other marks."""
    kit = load_kit(kit_file) if kit_file else load_preset(preset)
    path = kit_file or template_path(TemplateKind.MACHINES, preset)
    chosen = read_toml(path)
    if marks is not None:
        chosen["marks"] = list(marks)
        kit = replace(kit, spec=parse_table(Spec, chosen, "--marks"))
    return AdoptionBase(kit, path, chosen)


def adopt(
    base: AdoptionBase,
    map_path: Path,
    *,
    colours: Sequence[str] | None = None,
    wishes: Wishes = AS_IT_IS,
) -> dict[str, str]:
    """Return name -> text of the files of a machine with a map's boxes.

    The rest is as wished, or the base's.

    `colours` are those of all boxes in the game's order: for the squares of each drawing, in
    reading order. Raises MapError with a line for each fault of the map.
    """
    game, spec = base.kit.game, base.kit.spec
    if (
        colours is not None
        and not len(colours) == len({*map(str.casefold, colours)}) == game.colours
    ):
        raise KitError(
            (
                f"--colours: {game.name} needs {game.colours} colours, each once; "
                f"here are {len(colours)}: "
            )
            + ", ".join(colours)
        )
    faults = Faults(str(map_path))
    lines = read_map(map_path, game, spec.marks, faults)
    names = _names(lines, colours or ())
    chosen = _palette(base, names, wishes.palette, faults)
    in_order = colours or (None if wishes.palette else spec.beads.colours) or chosen.palette.names
    # A colour that no palette knows is a fault already; report it only once.
    known = _spelled_as(chosen.palette, [*in_order, *chosen.palette.names, *names])
    boxes = RequiredBoxes(spec, game, known).adopted(lines, faults)
    used = [
        colour
        for colour in chosen.palette.colours
        if any(colour.name in box.moves for box in boxes)
    ]
    check_letters(used, game, spec.marks, str(map_path))
    return _files(base, boxes, chosen, known[: game.colours] if colours else None, wishes)


def _spelled_as(palette: Palette, names: Iterable[str]) -> list[str]:
    """Return each name once, spelled as the palette does if it has the colour."""
    spelled = {name.casefold(): name for name in palette.names}
    return list(dict.fromkeys(spelled.get(name.casefold(), name) for name in names))


def _names(lines: Iterable[MapLine], colours: Iterable[str]) -> list[str]:
    """Return each named colour once, as first spelled."""
    named = [*colours, *(colour for line in lines for _, colour in line.beads or ())]
    found: dict[str, str] = {}
    for name in named:
        found.setdefault(name.casefold(), name)
    return list(found.values())


def _palette(
    base: AdoptionBase, names: Sequence[str], palette: str | None, faults: Faults
) -> ChosenPalette:
    """Return the palette that was asked for, or else one that has these colours."""
    spec, folder = base.kit.spec, base.path.parent
    if palette is None:
        first = load_palette(spec.beads.palette, folder)
        taken = spec.marks if base.kit.game.pieces is Pieces.MARKS else ()
        try:
            return palette_with(names, first, taken)
        except MapError as error:
            faults.add(str(error))
            return first
    chosen = load_palette(palette, Path())
    have = {name.casefold() for name in chosen.palette.names}
    if unknown := [name for name in names if name.casefold() not in have]:
        known = ", ".join(chosen.palette.names)
        faults.add(f"the palette {palette} has no {', '.join(unknown)}; it has: {known}")
    return chosen


def _files(
    base: AdoptionBase,
    boxes: tuple[Box, ...],
    palette: ChosenPalette,
    colours: list[str] | None,
    wishes: Wishes,
) -> dict[str, str]:
    """Return name -> text: the kit file, the map, and the files that the kit file names."""
    chosen, extra = wished(base.choices, wishes)
    tables = {name: dict(chosen.get(name, {})) for name in ("boxes", "beads", "print")}
    tables["boxes"]["map"] = MAP_FILE_NAME
    if colours is not None or palette.name != base.kit.spec.beads.palette:
        tables["beads"].pop("colours", None)
    tables["beads"] |= {"palette": palette.name} | (
        {"colours": colours} if colours is not None else {}
    )
    extra |= {palette.name: palette.text} if palette.text else {}
    for table, key in _FILES_NAMED:
        name = str(tables[table].get(key, ""))
        if name.endswith(".toml") and name not in extra:
            extra[name] = read_text(base.path.parent / name)
    chosen |= tables
    clash = [
        name for name in extra if name in (KIT_FILE_NAME, MAP_FILE_NAME) or Path(name).name != name
    ]
    if clash:
        raise KitError(
            f"{clash[0]} cannot be copied beside the kit file under this name; rename it"
        )
    kit_file = commented_kit_file(
        chosen, [_COMMENT, f"# All else was taken from {base.kit.source}."]
    )
    return {
        KIT_FILE_NAME: kit_file,
        MAP_FILE_NAME: map_of(boxes, base.kit.spec.marks, lambda box: box.given_place),
        **extra,
    }
