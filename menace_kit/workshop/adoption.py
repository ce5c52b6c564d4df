"""Kit files to begin with: for boxes that are there already, or from a preset,
with a comment on every key.

Boxes are adopted from a map of them: to a kit file, the map in full, and a palette.
What is in the boxes now is read in `counts`.
"""

import json
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from pathlib import Path
from typing import Any, NamedTuple

from menace_kit.errors import KitError, MapError, SelectionError, UnknownNameError
from menace_kit.files import KIT_FILE_NAME, read_text, templates_folder
from menace_kit.games import Pieces
from menace_kit.machine.adopted import MapLine, RequiredBoxes, map_of, read_map
from menace_kit.machine.boxes import Box
from menace_kit.machine.cabinets import cabinet_around
from menace_kit.machine.checks import check_letters
from menace_kit.machine.containers import FRONT_CLEARANCE, BeadSize, Container, ContainerKind
from menace_kit.machine.csv_table import Faults
from menace_kit.machine.kit import Kit
from menace_kit.machine.kit_files import load_kit, load_preset
from menace_kit.machine.palettes import Colour, Palette
from menace_kit.machine.schema import Spec, default_spec
from menace_kit.machine.spelling import did_you_mean
from menace_kit.machine.tables import parse_table
from menace_kit.machine.toml_files import (
    TemplateKind,
    load_template,
    read_toml,
    template_names,
    template_path,
)
from menace_kit.text.words import language_named

MAP_FILE_NAME = "boxes.csv"
PALETTE_FILE_NAME = "colours.toml"

_FILES_NAMED = (("print", "container"), ("print", "stock"), ("beads", "kind"), ("beads", "palette"))
"""The keys of a kit file that may name a file beside it."""

_COMMENT = (
    f"# A machine whose boxes were there already: {MAP_FILE_NAME} says what is on each of them."
)

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ123456789"
_SIGNS = "♥▲♣■★▼◆♠✚●♦▶◀○□△▽☆◇♡♢♤♧"


class ChosenPalette(NamedTuple):
    """A palette, what the kit file calls it, and its text where it goes into a file beside that.

    `guessed` are colours that no palette of ours knows:
    their screen colours are the web's of the same names.
    """

    name: str
    palette: Palette
    text: str | None = None
    guessed: tuple[str, ...] = ()


class AdoptionBase(NamedTuple):
    """The machine whose game, rules and boxes a map is held against.

    Its kit, the kit file or preset that it is from, and the choices of that.
    """

    kit: Kit
    path: Path
    is_preset: bool
    choices: Mapping[str, Any]


class Adoption(NamedTuple):
    """The files of an adopted machine by name, and colours whose screen colours are guesses."""

    files: dict[str, bytes]
    guessed: tuple[str, ...]


def adoption_base(
    preset: str, marks: Sequence[str] | None = None, kit_file: Path | None = None
) -> AdoptionBase:
    """Return a preset, or a kit file, to hold a map against,
    with the owner's marks where they are others.
    """
    kit = load_kit(kit_file) if kit_file else load_preset(preset)
    path = kit_file or template_path(TemplateKind.MACHINES, preset)
    chosen = read_toml(path)
    if marks is not None:
        chosen["marks"] = list(marks)
        kit = replace(kit, spec=parse_table(Spec, chosen, "--marks"))
    return AdoptionBase(kit, path, kit_file is None, chosen)


def adopt(
    base: AdoptionBase,
    map_path: Path,
    *,
    colours: Sequence[str] | None = None,
    palette: str | None = None,
    wishes: "Wishes | None" = None,
    printable: Callable[[str], bool] = str.isprintable,
) -> Adoption:
    """Return the files of a machine whose boxes are those of a map, for the rest as wished,
    or like the base.

    `colours` are those of all boxes in the game's order: by the squares of each drawing as one
    reads. MapError has a line for each fault of the map. A preset's cabinet is not taken over:
    a map that says where the boxes stand brings its own, and one that does not may stand anywhere.
    `printable` tells whether a name can stand on a label.
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
    lines = read_map(map_path, game, spec.marks, faults, printable)
    names = _names(lines, colours or ())
    chosen, by_rule = _palette(base, names, palette, colours, faults)
    bare = spec.model_copy(
        update={
            "boxes": spec.boxes.model_copy(update={"map": None}),
            "cabinet": None if base.is_preset else spec.cabinet,
        }
    )
    # What no palette knows is a fault already, and is to be told once.
    known = [*chosen.palette.names, *names]
    boxes = RequiredBoxes(bare, game, by_rule, known).adopted(lines, faults)
    used = [
        colour
        for colour in chosen.palette.colours
        if any(colour.name in box.moves for box in boxes)
    ]
    check_letters(used, game, spec.marks, str(map_path))
    files = _files(
        base, boxes, chosen, by_rule if colours is not None else None, wishes or AS_IT_IS
    )
    return Adoption({name: text.encode() for name, text in files.items()}, chosen.guessed)


def _names(lines: Iterable[MapLine], colours: Iterable[str]) -> list[str]:
    """Return each colour that is named, as it is written first."""
    named = [*colours, *(colour for line in lines for _, colour in line.beads or ())]
    found: dict[str, str] = {}
    for name in named:
        found.setdefault(name.casefold(), name)
    return list(found.values())


def _palette(
    base: AdoptionBase,
    names: Sequence[str],
    palette: str | None,
    colours: Sequence[str] | None,
    faults: Faults,
) -> tuple[ChosenPalette, list[str]]:
    """Return the palette, and the colours in the game's order for lines without beads;
    none where nobody said them.
    """
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
    return chosen, list(
        first.palette.names if palette else spec.beads.colours or first.palette.names
    )


def _files(
    base: AdoptionBase,
    boxes: tuple[Box, ...],
    palette: ChosenPalette,
    colours: list[str] | None,
    wishes: "Wishes",
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
    places = [box.given_place for box in boxes if box.given_place]
    if base.is_preset:
        chosen.pop("cabinet", None)
    if places and "cabinet" not in chosen:
        size = cabinet_around(places)
        chosen["cabinet"] = {"rows": size.rows, "columns": size.columns}
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


# The colours of somebody's own beads: a palette that knows them all,
# or a new one for a file beside the kit file.


def load_palette(name: str, folder: Path) -> ChosenPalette:
    """Return a palette by name; one in a file, which ends in `.toml` and lies
    in `folder`, is to be copied.
    """
    path = template_path(TemplateKind.PALETTES, name, folder)
    palette = load_template(Palette, TemplateKind.PALETTES, name, folder)
    text = read_text(path) if name.endswith(".toml") else None
    return ChosenPalette(path.name if text else name, palette, text)


def palette_with(
    names: Sequence[str], first: ChosenPalette, letters_taken: Iterable[str]
) -> ChosenPalette:
    """Return a palette that has all of these colours: the first, another of ours,
    or one made of all that we know.

    Its colours may not have the letters that are taken.
    MapError names the colours whose look nobody knows.
    """
    taken = {letter.upper() for letter in letters_taken}
    for choice in (first, *_shipped()):
        by_name = {colour.name.casefold(): colour for colour in choice.palette.colours}
        if all(
            name.casefold() in by_name and by_name[name.casefold()].key not in taken
            for name in names
        ):
            return choice
    return _made(names, taken)


def _shipped() -> Iterator[ChosenPalette]:
    for name in template_names(TemplateKind.PALETTES):
        yield load_palette(name, Path())


def _made(names: Sequence[str], taken: set[str]) -> ChosenPalette:
    known: dict[str, Colour] = {}
    for choice in _shipped():
        for colour in choice.palette.colours:
            known.setdefault(colour.name.casefold(), colour)
    guessed = {name: _web_colour(name) for name in names if name.casefold() not in known}
    if unknown := [name for name, colour in guessed.items() if colour is None]:
        asked = ", ".join(_asked(name, known) for name in unknown)
        raise MapError(
            f"what do these colours look like: {asked}? Put them into a palette file, "
            "as `menace-kit list palettes NAME` prints it, and name it with --palette"
        )
    if len(names) > len(_SIGNS):
        raise MapError(f"{len(names)} colours are more than can be told apart ({len(_SIGNS)})")
    glyphs, letters, colours = set[str](), {*taken}, []
    for name in names:
        like = known.get(name.casefold())
        signs = (*([like.glyph] if like else []), *_SIGNS)
        own_letters = (sign for sign in name.upper() if sign in _LETTERS)
        keys = (*([like.key] if like else []), *own_letters, *_LETTERS)
        glyph = next(sign for sign in signs if sign not in glyphs)
        key = next(sign for sign in keys if sign not in letters)
        glyphs.add(glyph)
        letters.add(key)
        colours.append(
            {"name": name, "key": key, "hex": like.hex if like else guessed[name], "glyph": glyph}
        )
    source = "their owner's; the screen colours are only near"
    tables = {"title": "The colours of these boxes", "source": source, "colours": colours}
    palette = parse_table(Palette, tables, PALETTE_FILE_NAME)
    return ChosenPalette(PALETTE_FILE_NAME, palette, _text(palette), tuple(guessed))


def _asked(name: str, known: Mapping[str, Colour]) -> str:
    hint = did_you_mean(name, (colour.name for colour in known.values()))
    return f"{name} ({hint})" if hint else name


def _web_colour(name: str) -> str | None:
    """Return the screen colour that CSS has under this name, or None."""
    plain = re.sub("[ -]", "", name.casefold())
    if not re.fullmatch("[a-z]{3,24}", plain):
        return None
    from coloraide import Color  # here, for it is only needed for colours that we do not know

    try:
        return str(Color(plain).convert("srgb").to_string(hex=True, alpha=False)).upper()
    except ValueError:
        return None


def _text(palette: Palette) -> str:
    def quoted(text: str) -> str:
        return json.dumps(text, ensure_ascii=False)

    width = max(len(quoted(colour.name)) for colour in palette.colours)
    colours = [
        f"    {{ name = {quoted(colour.name) + ',':<{width + 1}} key = {quoted(colour.key)}, "
        f"hex = {quoted(colour.hex)}, glyph = {quoted(colour.glyph)} }},"
        for colour in palette.colours
    ]
    lines = [
        (
            "# The bead colours of these boxes. "
            "Change the screen colours (hex) until they look like your beads; the"
        ),
        "# letters (key) stand on printed labels, and each colour has one of its own.",
        f"title = {quoted(palette.title)}",
        f"source = {quoted(palette.source)}",
        "",
        "colours = [",
        *colours,
        "]",
    ]
    return "".join(f"{line}\n" for line in lines)


# A kit file from a preset.

MEASURE_YOUR_OWN = "measure-your-own"
CONTAINER_FILE_NAME = "my-box.toml"

_COMMENT_COLUMN = 35
"""Where the comments of the commented kit file stand, as far as there is room for it."""


Sizes = tuple[float, float, float]
"""Length, width and height in mm."""


class OwnContainer(NamedTuple):
    """Containers that somebody has measured: what they are, outside and inside, in mm.

    `estimated` is an inside that follows from the outside.
    `label` is the width and height that a label has room for, where that is not all of the front.
    One piece has so many `together`. `called` are what one of them is called and several,
    and where its label goes, in a sentence or nothing.
    """

    kind: ContainerKind
    outer: Sizes
    inside: Sizes
    estimated: bool = False
    label: tuple[float, float] | None = None
    together: int = 1
    called: tuple[str, str, str] | None = None


class Wishes(NamedTuple):
    """What somebody wants otherwise than the preset has it: names of templates,
    files of one's own, or in words.

    `beads` may be a kind that nobody has listed, as `8 mm wooden`; `language` its letters
    or a name of it. `own` are measured containers, `folded` is the inside of boxes that are folded,
    where that does not follow from the beads. `name` is what the machine is called.
    """

    container: str | None = None
    own: OwnContainer | None = None
    folded: Sizes | None = None
    beads: str | None = None
    paper: str | None = None
    language: str | None = None
    palette: str | None = None
    stock: str | None = None
    name: str | None = None


AS_IT_IS = Wishes()


def kit_files(preset: str, wishes: Wishes = AS_IT_IS) -> dict[str, str]:
    """Return file name -> text: a kit.toml for a preset,
    and files for a box and beads of one's own.

    A container or kind of beads that is a file, for its name ends in `.toml`,
    is copied beside the kit file. UnknownNameError where there is no such preset,
    container or kind, KitError where a file is not right.
    """
    if preset.endswith(".toml"):
        raise KitError(f"{preset} is a kit file already; copy it, or name a preset to start from")
    path = template_path(TemplateKind.MACHINES, preset)
    chosen, files = wished(read_toml(path), wishes)
    return {KIT_FILE_NAME: commented_kit_file(chosen, _leading_comment(path)), **files}


def changed_kit_files(text: str, wishes: Wishes) -> dict[str, str]:
    """Return file name -> text: a kit file with what is wished for changed,
    all else and its comments as they are.

    Errors as `kit_files`.
    """
    import tomlkit  # here, for few commands need it

    before = tomllib.loads(text)
    chosen, files = wished(before, wishes)
    document = tomlkit.parse(text)
    for key in before.keys() - chosen.keys():
        del document[key]
    _set_tables(document, chosen)
    return {KIT_FILE_NAME: tomlkit.dumps(document), **files}


def lettered_kit_file(text: str, language: str) -> str:
    """Return a kit file whose labels are in a language,
    with the letters of that; all else stays as it is.
    """
    import tomlkit  # here, for few commands need it

    document = tomlkit.parse(text)
    _set_tables(
        document,
        {"print": {"language": language_named(language)}, "beads": {"letters": "language"}},
    )
    return tomlkit.dumps(document)


def _set_tables(document: Any, chosen: Mapping[str, Any]) -> None:
    import tomlkit

    for key in chosen:
        if isinstance(chosen[key], Mapping) and key not in document:
            document[key] = tomlkit.table()
    _set(document, chosen)


def wished(tables: Mapping[str, Any], wishes: Wishes) -> tuple[dict[str, Any], dict[str, str]]:
    """Return what a kit file is to say, and file name -> text of those
    of one's own that it names.
    """
    chosen, files = dict(tables), dict[str, str]()
    before, slides = chosen.get("print", {}).get("container"), True
    printing, beads = {**chosen.get("print", {})}, {**chosen.get("beads", {})}
    if wishes.name is not None:
        chosen["name"] = wishes.name
    if wishes.language is not None:
        printing["language"] = language_named(wishes.language)
    if wishes.own is not None:
        printing["container"] = own_file_name(wishes.own.kind)
        files[printing["container"]] = own_container(wishes.own, printing.get("language", "en"))
        slides = wishes.own.kind.slides
    elif wishes.container is not None:
        printing["container"], text = container_file(wishes.container)
        files |= {printing["container"]: text} if text else {}
        of_kind = read_toml(template_path(TemplateKind.CONTAINERS, wishes.container)).get(
            "kind", "matchbox"
        )
        slides = ContainerKind(of_kind).slides
    if printing.get("container") != before and not slides:
        chosen.pop("cabinet", None)  # it has slots for matchboxes
    if wishes.folded is not None:
        chosen["fold-up"] = {**chosen.get("fold-up", {}), "tray": list(wishes.folded)}
    if wishes.beads is not None:
        beads["kind"], text = beads_file(wishes.beads)
        files |= {beads["kind"]: text} if text else {}
    palette = beads.get("palette", default_spec().beads.palette)
    if wishes.palette is not None and wishes.palette != palette:
        beads["palette"] = wishes.palette
        beads.pop("colours", None)  # they are another palette's
    if wishes.paper is not None:
        printing["paper"] = wishes.paper
    if wishes.stock is not None:
        printing["stock"] = wishes.stock
    return {
        **chosen,
        **({"beads": beads} if beads else {}),
        **({"print": printing} if printing else {}),
    }, files


SIDES = ("length", "width", "height")

LONGEST_SIDE = 2000
"""What a side of a box may be at the most (mm), as in its file."""


def typed_sizes(
    text: str, what: str, sides: Sequence[str] = SIDES, example: str = "56x36x17"
) -> tuple[float, ...]:
    """Return sizes in mm that somebody has typed: 56x36.5x17, 56 x 36,5 x 17;
    SelectionError for all else.
    """
    parts = re.split(
        r"\s*[x×*]\s*|\s+", text.strip().removesuffix("mm").strip(), flags=re.IGNORECASE
    )
    try:
        sizes = tuple(float(part.replace(",", ".")) for part in parts)
        if len(sizes) != len(sides) or not all(0 < size <= LONGEST_SIDE for size in sizes):
            raise ValueError
    except ValueError:
        raise SelectionError(
            f"{what}: {text[:40]!r} should be {' x '.join(sides)} in mm, "
            f"each more than 0, as {example}"
        ) from None
    return sizes


class Measured(NamedTuple):
    """What is measured of a kind of container: what its sides are called, of which things,
    and where its label goes.

    Each thing, an outside and maybe an inside, has an example.
    `label` is empty where that is as large as the front.
    """

    things: Mapping[str, str]
    sides: Sequence[str] = SIDES
    label: str = ""


MEASURED = {
    ContainerKind.MATCHBOX: Measured({"box": "56x36x17", "tray": "54x33x15"}),
    ContainerKind.DRAWER: Measured({"outside": "130x55x37", "inside": "126x51x35"}, label="front"),
    ContainerKind.CUP: Measured({"cup": "72x48x82"}, ("rim", "bottom", "height"), "outside"),
    ContainerKind.CARTON: Measured(
        {"outside": "48x48x40", "inside": "44x44x36"}, label="inside of the lid"
    ),
    ContainerKind.ENVELOPE: Measured({"envelope": "114x81"}, ("width", "height"), "front"),
}
"""Kind of container of which somebody can have her own -> what is measured of it."""


def usual_label(kind: ContainerKind, outer: Sequence[float]) -> tuple[float, float]:
    """Return how wide and high a label on one's own containers is,
    where nobody says otherwise (mm).
    """
    if kind is ContainerKind.CUP:
        rim, bottom, height = outer
        return int(0.75 * (rim + bottom) / 2), int(min(30, 0.4 * height))
    if kind is ContainerKind.ENVELOPE:
        width, height = outer
        return int(min(60, width - 8)), int(min(25, 0.4 * height))
    _, width, height = outer
    if kind is ContainerKind.CARTON:
        return width - 4, min(20.0, height)
    return width - FRONT_CLEARANCE, height - FRONT_CLEARANCE


def own_of_sizes(
    kind: ContainerKind,
    sizes: Sequence[Sequence[float]],
    label: tuple[float, float] | None = None,
    together: int = 1,
) -> OwnContainer:
    """Return one's own containers, of the sizes of their MEASURED things
    and the room for a label.
    """
    outer = sizes[0]
    if kind is ContainerKind.CUP:
        rim, bottom, height = outer
        mean = (rim + bottom) / 2
        inside = (mean - 1, mean - 1, round(0.93 * height, 1))
        return OwnContainer(kind, (max(rim, bottom), max(rim, bottom), height), inside, True, label)
    if kind is ContainerKind.ENVELOPE:
        width, height = outer
        return OwnContainer(
            kind, (12, width, height), (10, width - 8, round(0.68 * height, 1)), True, label
        )
    (length, width, height), (long, wide, high) = sizes
    return OwnContainer(
        kind, (length, width, height), (long, wide, high), label=label, together=together
    )


OWN_NOUNS = {
    ContainerKind.DRAWER: "drawer",
    ContainerKind.CUP: "cup",
    ContainerKind.CARTON: "egg carton",
    ContainerKind.ENVELOPE: "envelope",
}
"""What one's own containers are called in their file, by their kind;
`[titles]` of the languages have them, too.
"""


def own_file_name(kind: ContainerKind) -> str:
    """Return the name of the file for one's own containers: `my-cup.toml`."""
    return f"my-{kind.value}.toml" if kind in OWN_NOUNS else CONTAINER_FILE_NAME


def own_container(own: OwnContainer, language: str) -> str:
    """Return the file of containers that were measured, with what they are called in this language.

    KitError where these measures or words cannot be.
    """
    if own.kind is ContainerKind.MATCHBOX:
        return _own_box(own.outer, own.inside)

    def table(sizes: Sizes, *more: str) -> str:
        told = (f"{side} = {size:g}" for side, size in zip(SIDES, sizes, strict=True))
        return f"{{ {', '.join([*told, *more])} }}"

    is_round = own.kind in (ContainerKind.CUP, ContainerKind.CARTON)
    more = ["round = true"] * is_round + ["measured = false"] * own.estimated
    lines = [
        "# Your own containers, all in mm. Change a number here when you have measured again.",
        f'title = "My own {OWN_NOUNS[own.kind]}"',
        'source = "measured by me"',
        f'kind = "{own.kind.value}"',
        *([f"together = {own.together}      # so many are one piece"] if own.together > 1 else []),
        "",
        f"outer = {table(own.outer)}",
        f"inside = {table(own.inside, *more)}",
        "",
        "[label]      # left out, it is as large as the front",
        *(f"{side} = {size:g}" for side, size in zip(SIDES[1:], own.label or (), strict=False)),
        "corner = 1",
    ]
    if own.called:
        one, many, label = (json.dumps(word.strip(), ensure_ascii=False) for word in own.called)
        lines += ["", "[[words]]", f'language = "{language}"', f"one = {one}", f"many = {many}"]
        lines += [f"label = [{label}]"] if own.called[2].strip() else []
    text = "".join(f"{line}\n" for line in lines)
    parse_table(Container, tomllib.loads(text), own_file_name(own.kind))
    return text


def _own_box(box: Sizes, tray: Sizes) -> str:
    form = template_path(TemplateKind.CONTAINERS, MEASURE_YOUR_OWN).read_text(encoding="utf-8")
    zeros = "length = 0, width = 0, height = 0"
    for sizes in (box, tray):
        measured = (f"{side} = {size:g}" for side, size in zip(SIDES, sizes, strict=True))
        form = form.replace(zeros, ", ".join(measured), 1)
    parse_table(Container, tomllib.loads(form), CONTAINER_FILE_NAME)
    return form


BEADS_FILE_NAME = "my-beads.toml"

_SIZE = r"([0-9]+(?:[.,][0-9]+)?)"
_OWN_BEADS = re.compile(rf"{_SIZE}(?:\s*[x×]\s*{_SIZE})?\s*mm\b\s*(.*)", re.IGNORECASE)


def beads_file(beads: str) -> tuple[str, str]:
    """Return what the kit file calls a kind of beads, and the text of the file to go
    beside it, if there is one.

    `8 mm wooden` is a round bead of 8 mm, `9 x 6 mm pony` one of 9 mm that is 6 mm long.
    """
    found = _OWN_BEADS.fullmatch(beads.strip())
    if found is None:
        source = template_path(TemplateKind.BEADS, beads)
        if not beads.endswith(".toml"):
            return beads, ""
        parse_table(BeadSize, read_toml(source), str(source))
        return source.name, read_text(source)
    across, along = (float((size or found[1]).replace(",", ".")) for size in (found[1], found[2]))
    lines = [
        "# Your own beads. Measure ten of them in a row, and put the tenth part here, in mm.",
        f"title = {json.dumps(' '.join(beads.split()), ensure_ascii=False)}",
        'source = "measured by me"',
        f"diameter = {across:g}",
        f"length = {along:g}     # along the hole",
        "# pack-size = [10, 50, 100, 1000]   # beads of one colour in the packs that you can buy",
    ]
    text = "".join(f"{line}\n" for line in lines)
    parse_table(BeadSize, tomllib.loads(text), BEADS_FILE_NAME)
    return BEADS_FILE_NAME, text


def own_beads(text: str) -> str:
    """Return what somebody says of beads that nobody has listed;
    UnknownNameError where it has no size.
    """
    if _OWN_BEADS.fullmatch(text.strip()) is None:
        raise UnknownNameError(
            f"{text[:40]!r} has no size: type it as 8 mm wooden, or 9 x 6 mm plastic"
        )
    beads_file(text)
    return text


def commented_kit_file(chosen: Mapping[str, Any], comment: Sequence[str]) -> str:
    """Return a kit file with these choices and a comment on every key,
    below the lines of a comment on the whole.
    """
    import tomlkit  # here, for nothing else needs it

    template = templates_folder() / KIT_FILE_NAME
    document = tomlkit.parse(_with_keys(template.read_text(encoding="utf-8"), chosen))
    _set(document, chosen)
    text = tomlkit.dumps(document)
    if "cabinet" not in chosen:
        text = _commented_out(text, "[cabinet]")
    return "".join(f"{line}\n" for line in [*comment, "#"]) + text


def _with_keys(text: str, chosen: Mapping[str, Any]) -> str:
    """Return the text without the # before the tables and keys that are chosen
    and are only a comment in it.
    """
    table: Mapping[str, Any] = {}
    lines = []
    for line in text.splitlines():
        if heading := re.match(r"(?:# )?\[([a-z.-]+)\]", line):
            table = chosen
            for part in heading[1].split("."):
                table = table.get(part, {})
            lines.append(_uncommented(line) if table and line.startswith("# ") else line)
            continue
        key = re.match(r"# ([a-z-]+) = ", line)
        wanted = key and key[1] in table
        lines.append(_uncommented(line) if wanted else line)
    return "".join(f"{line}\n" for line in lines)


def _uncommented(line: str) -> str:
    return line[2:].replace("  # ", "    # ", 1)


def container_file(container: str) -> tuple[str, str]:
    """Return what the kit file calls a container, and the text of the file to go
    beside it, if there is one.
    """
    source = template_path(TemplateKind.CONTAINERS, container)
    if container == MEASURE_YOUR_OWN:
        return CONTAINER_FILE_NAME, source.read_text(encoding="utf-8")
    if not container.endswith(".toml"):
        return container, ""
    parse_table(Container, read_toml(source), str(source))
    if source.name == KIT_FILE_NAME:
        raise KitError(
            f"{source} cannot be copied beside the kit file, for it has the same name; rename it"
        )
    return source.name, read_text(source)


def _set(table: Any, values: Mapping[str, Any]) -> None:
    """Set the values in a commented table; a value that is already there keeps its
    line, comments stay in line.
    """
    from tomlkit.items import Table

    for key, value in values.items():
        if isinstance(value, Mapping):
            _set(table[key], value)
        elif table.get(key) != value:
            table[key] = value
            line: Any = (table.value if isinstance(table, Table) else table).item(key)
            length = len(f"{key} = {line.as_string()}")
            line.trivia.comment_ws = " " * max(1, _COMMENT_COLUMN - length)


def _commented_out(text: str, heading: str) -> str:
    """Return the text with a # before each line from a heading to the next empty one;
    comments stay as they are.
    """
    lines = text.splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith(heading))
    last = lines.index("", first)
    lines[first:last] = [
        line if line.startswith("#") else f"# {line}" for line in lines[first:last]
    ]
    return "".join(f"{line}\n" for line in lines)


def _leading_comment(path: Path) -> list[str]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return list(takewhile(lambda line: line.startswith("#"), lines))
