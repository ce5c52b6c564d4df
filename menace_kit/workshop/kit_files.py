"""Kit files to start with: from a preset, with a comment on every key, or changed."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from itertools import takewhile
from pathlib import Path
from typing import Any, NamedTuple

from menace_kit.errors import KitError
from menace_kit.files import KIT_FILE_NAME, read_text, templates_folder
from menace_kit.machine import Palette
from menace_kit.machine.containers import Container, ContainerKind
from menace_kit.machine.schema import Spec, completed_with, default_spec
from menace_kit.machine.tables import parse_table
from menace_kit.machine.toml_files import TemplateKind, read_toml, template_path
from menace_kit.text.words import language_named
from menace_kit.workshop.own_beads import beads_file
from menace_kit.workshop.own_boxes import (
    CONTAINER_FILE_NAME,
    MEASURE_YOUR_OWN,
    OwnContainer,
    Sizes,
    own_container,
    own_file_name,
)
from menace_kit.workshop.own_files import copied

_COMMENT_COLUMN = 35
"""The column of comments in the commented kit file, if there is room."""


class Wishes(NamedTuple):
    """What should differ from the preset: names of templates, your own files, or words.

    `beads` can be an unlisted kind, such as `8 mm wooden`; `language` a code or a name. `own` are
    measured containers; `folded` is the inner size of fold-up boxes, if it shouldn't follow from
    the beads. `name` is the machine's. `tables` are tables of a kit file, of which only these keys
    change; None removes a table. `gap` is the distance between labels on plain paper, in mm.
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
    tables: Mapping[str, Mapping[str, Any] | None] | None = None
    gap: float | None = None


AS_IT_IS = Wishes()


def kit_files(preset: str, wishes: Wishes = AS_IT_IS) -> dict[str, str]:
    """Return file name -> text: a kit.toml for a preset, and files for your own box and beads.

    A container, palette or kind of beads whose name ends in `.toml` is a file, and is copied beside
    the kit file. Raises UnknownNameError if there is no such preset, container, palette or kind,
    and KitError if a file is wrong.
    """
    if preset.endswith(".toml"):
        raise KitError(f"{preset} is a kit file already; copy it, or name a preset to start from")
    path = template_path(TemplateKind.MACHINES, preset)
    chosen, files = wished(read_toml(path), wishes)
    return {KIT_FILE_NAME: commented_kit_file(chosen, _leading_comment(path)), **files}


def palette_of_new_kits(preset: str) -> str:
    """Return the palette of kits made from a preset: the preset's own if it names one."""
    usual = read_toml(templates_folder() / KIT_FILE_NAME)["beads"]
    its_own = read_toml(template_path(TemplateKind.MACHINES, preset)).get("beads", {})
    return str(its_own.get("palette", usual["palette"]))


def changed_kit_files(text: str, wishes: Wishes) -> dict[str, str]:
    """Return file name -> text: a kit file changed as wished, otherwise with all its comments.

    Raises the errors of `kit_files`.
    """
    import tomlkit  # here, since few commands need it

    before = tomllib.loads(text)
    chosen, files = wished(before, wishes)
    document = tomlkit.parse(text)
    for key in before.keys() - chosen.keys():
        del document[key]
    _set(document, chosen)
    return {KIT_FILE_NAME: tomlkit.dumps(document), **files}


def wished(tables: Mapping[str, Any], wishes: Wishes) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the tables of a kit file, and file name -> text of your own files that it names."""
    chosen, files = dict(tables), dict[str, str]()
    before = chosen.get("print", {}).get("container")
    printing, beads = {**chosen.get("print", {})}, {**chosen.get("beads", {})}
    if wishes.name is not None:
        chosen["name"] = wishes.name
    if wishes.language is not None:
        printing["language"] = language_named(wishes.language)
    if (kind := _wished_kind(wishes)) is not None:
        files |= _set_container(printing, wishes)
        if printing["container"] != before and not kind.slides:
            chosen.pop("cabinet", None)  # it has slots for matchboxes
    if wishes.folded is not None:
        chosen["fold-up"] = {**chosen.get("fold-up", {}), "tray": list(wishes.folded)}
    if wishes.beads is not None:
        beads["kind"], text = beads_file(wishes.beads)
        files |= {beads["kind"]: text} if text else {}
    if wishes.palette is not None:
        files |= _set_palette(beads, wishes.palette)
    plain = {"paper": wishes.paper, "stock": wishes.stock}
    printing |= {key: wish for key, wish in plain.items() if wish is not None}
    if wishes.gap is not None:
        printing["stock"] = PAPER_FILE_NAME
        files[PAPER_FILE_NAME] = spaced_paper(wishes.gap)
    chosen |= {"beads": beads} if beads else {}
    chosen |= {"print": printing} if printing else {}
    return _with_tables(chosen, wishes.tables or {}), files


def _wished_kind(wishes: Wishes) -> ContainerKind | None:
    """Return the kind of container wished for, if any."""
    if wishes.own is not None:
        return wishes.own.kind
    if wishes.container is None:
        return None
    template = read_toml(template_path(TemplateKind.CONTAINERS, wishes.container))
    return ContainerKind(template.get("kind", "matchbox"))


def _set_container(printing: dict[str, Any], wishes: Wishes) -> dict[str, str]:
    """Set the container in the print table, and return its file if it has one."""
    if wishes.own is not None:
        name = own_file_name(wishes.own.kind)
        text = own_container(wishes.own)
    elif wishes.container == MEASURE_YOUR_OWN:
        name = CONTAINER_FILE_NAME
        text = read_text(template_path(TemplateKind.CONTAINERS, MEASURE_YOUR_OWN))
    else:
        name, text = copied(Container, TemplateKind.CONTAINERS, wishes.container or "")
    printing["container"] = name
    return {name: text} if text else {}


def _set_palette(beads: dict[str, Any], name: str) -> dict[str, str]:
    """Set the palette in the table of beads, and return its file if it has one."""
    before = beads.get("palette", default_spec().beads.palette)
    beads["palette"], text = copied(Palette, TemplateKind.PALETTES, name)
    if beads["palette"] != before:
        beads.pop("colours", None)  # they are another palette's
    return {beads["palette"]: text} if text else {}


PAPER_FILE_NAME = "my-paper.toml"
"""The file beside a kit file for plain paper with a gap of your own."""


def spaced_paper(gap: float) -> str:
    """Return the file of plain paper with so many mm between labels."""
    path = template_path(TemplateKind.STOCK, "plain")
    return re.sub(r"(?m)^gap = [0-9.]+", f"gap = {gap:g}", path.read_text(encoding="utf-8"))


def _with_tables(
    chosen: Mapping[str, Any], tables: Mapping[str, Mapping[str, Any] | None]
) -> dict[str, Any]:
    """Return the tables of a kit file with some keys changed."""
    changed = dict(chosen)
    for name, table in tables.items():
        if table is None:
            changed.pop(name, None)
        elif name == "learning" and name not in chosen:
            changed[name] = {**_learning_of(chosen), **table}
        else:
            changed[name] = completed_with(table, chosen.get(name, {}))
    return changed


def _learning_of(chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Return how a kit without a learning table learns.

    With such a table, a kit of a lesson's game would no longer inherit the lesson's rules.
    """
    learning = parse_table(Spec, chosen, KIT_FILE_NAME).learning
    results = {key: getattr(learning, key) for key in ("win", "draw", "loss")}
    return {**results, "teaches": learning.teaches.value}


def commented_kit_file(chosen: Mapping[str, Any], comment: Sequence[str]) -> str:
    """Return a kit file with these choices and a comment on every key.

    `comment` has the lines above it.
    """
    import tomlkit  # here, since nothing else needs it

    template = templates_folder() / KIT_FILE_NAME
    document = tomlkit.parse(_with_keys(template.read_text(encoding="utf-8"), chosen))
    _set(document, chosen)
    return "".join(f"{line}\n" for line in [*comment, "#"]) + tomlkit.dumps(document)


def _with_keys(text: str, chosen: Mapping[str, Any]) -> str:
    """Return the text with the chosen tables and keys uncommented."""
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


def _set(table: Any, values: Mapping[str, Any]) -> None:
    """Set values in a commented table; existing keys keep their line, comments their column."""
    import tomlkit
    from tomlkit.items import Table

    for key, value in values.items():
        if isinstance(value, Mapping):
            if key not in table:
                table[key] = tomlkit.table()
            _set(table[key], value)
        elif table.get(key) != value:
            table[key] = value
            line: Any = (table.value if isinstance(table, Table) else table).item(key)
            length = len(f"{key} = {line.as_string()}")
            line.trivia.comment_ws = " " * max(1, _COMMENT_COLUMN - length)


def _leading_comment(path: Path) -> list[str]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return list(takewhile(lambda line: line.startswith("#"), lines))
