"""A visitor's choices on the kit maker's page, as the files of a kit.

`choices` is a table. Missing keys stay as the machine's preset has them.
What is typed comes as text:

    machine      a preset
    container    a container, or "own", "own-cup" ... of `templates/measure.toml`,
                 with `sizes`: "outer.length": "56"
    folded       inside length, width and height of folded boxes
    beads        a kind of beads, or "own", with `bead`: diameter, length, title
    unit         "in" if sizes are in inches
    palette, paper, stock, language, name
    sets         the number of groups of a class
    rules        rules and purchase, for `choices_of_rules`
    files        files that were brought: name -> text. If a kit.toml is among them and no
                 machine is chosen, the other choices change it; the rest of it stays.
                 A printer.toml corrects what is printed.

The functions of `menace-kit new` do the work. Each mistake gets the same sentence as there, with
the field of the form where it was made.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import chdir, contextmanager, suppress
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from menace_kit.errors import FormMistake, MistakesError, SelectionError
from menace_kit.files import KIT_FILE_NAME, templates_folder
from menace_kit.machine import DEFAULT_PRESET, Container, Palette
from menace_kit.machine.containers import ContainerKind
from menace_kit.machine.sets import MOST_SETS, set_letters
from menace_kit.machine.toml_files import TemplateKind, read_toml
from menace_kit.printables.own_boxes import with_labels_that_fit
from menace_kit.site.brought_files import texts_of
from menace_kit.site.choices_of_rules import gap_of, rule_tables
from menace_kit.site.mistakes import Tried, mistakes_at
from menace_kit.text.words import language_named
from menace_kit.workshop.kit_files import Wishes, changed_kit_files, kit_files
from menace_kit.workshop.own_beads import beads_file, own_beads
from menace_kit.workshop.own_boxes import (
    MEASURED,
    SIDES,
    OwnContainer,
    own_container,
    own_of_sizes,
    typed_sizes,
    usual_label,
)
from menace_kit.workshop.own_files import copied

Choices = Mapping[str, Any]

Facts = dict[str, Any]


def files_of(choices: Choices) -> dict[str, str]:
    """Return the files for the choices: name -> text, the kit file first."""
    taken = texts_of(choices.get("files") or {})
    with in_folder(taken):
        wishes = wishes_of(choices)
        with mistakes_at("machine"):
            if KIT_FILE_NAME in taken and not choices.get("machine"):
                read_toml(Path(KIT_FILE_NAME))
                made = changed_kit_files(taken[KIT_FILE_NAME], wishes)
            else:
                made = kit_files(choices.get("machine") or DEFAULT_PRESET, wishes)
    made = {KIT_FILE_NAME: made.pop(KIT_FILE_NAME), **_named(taken, made), **made}
    return made if wishes.own is None else with_labels_that_fit(made)


def _named(taken: Mapping[str, str], made: Mapping[str, str]) -> dict[str, str]:
    return {
        name: text for name, text in taken.items() if name not in made and name != KIT_FILE_NAME
    }


@contextmanager
def in_folder(files: Mapping[str, str]) -> Iterator[None]:
    """Work in a folder with these files, so that their names resolve and messages show no path."""
    with TemporaryDirectory() as folder, chdir(folder):
        for name, text in files.items():
            Path(name).write_text(text, encoding="utf-8", newline="")
        yield


def wishes_of(choices: Choices) -> Wishes:
    """Return what differs from the preset. Raises MistakesError with all that is impossible."""
    tried = Tried()
    own = beads = folded = tables = gap = None
    rules = choices.get("rules") or {}
    with tried("container"):
        own = own_container_of(choices)
    along = _in_mm(choices, "bead", "length")
    with tried("bead.length" if along and not _is_size(along) else "bead.diameter"):
        beads = _own_beads(choices)
    with tried("folded"):
        folded = _folded(choices)
    with tried("sets"):
        sets_of(choices)
    with tried("rules.start"):
        tables = rule_tables(rules, choices.get("machine"))
    with tried("rules.gap"):
        gap = gap_of(rules, choices.get("stock") or "plain")
    for field, check in _checks_of_names(choices):
        with tried(field):
            check(choices[field])
    tried.check()
    chosen = {
        key: choices.get(key) or None for key in ("paper", "language", "palette", "stock", "name")
    }
    container = None if own else choices.get("container")
    return Wishes(
        container=container, own=own, folded=folded, beads=beads, tables=tables, gap=gap, **chosen
    )


def _checks_of_names(choices: Choices) -> Iterator[tuple[str, Callable[[str], object]]]:
    """Yield each field with a chosen name, and the function that refuses unknown names."""
    checks: dict[str, Callable[[str], object]] = {"language": language_named}
    if choices.get("container") not in own_kinds():
        checks["container"] = partial(copied, Container, TemplateKind.CONTAINERS)
    if choices.get("beads") != "own":
        checks["beads"] = beads_file
    checks["palette"] = partial(copied, Palette, TemplateKind.PALETTES)
    return ((field, check) for field, check in checks.items() if choices.get(field))


def _size_keys(kind: ContainerKind) -> list[str]:
    """Return the keys of the sizes to measure of your own containers."""
    things, sides, _ = MEASURED[kind]
    if len(things) == 1:
        return list(sides)
    return [f"{part}.{side}" for part in ("outer", "inside") for side in sides]


@cache
def own_kinds() -> dict[str, ContainerKind]:
    """Return the kind of container for each name of your own containers in the choices."""
    tables = read_toml(templates_folder() / "measure.toml")
    return {name: ContainerKind(each["kind"]) for name, each in tables.items()}


def own_fields(kind: ContainerKind) -> list[Facts]:
    """Return the fields for your own containers: key, usual value, whether it may stay empty."""
    fields: list[Facts] = [{"key": key, "usual": "", "optional": False} for key in _size_keys(kind)]
    if MEASURED[kind].label:
        fields += [
            {"key": f"label.{side}", "usual": "", "optional": True} for side in ("width", "height")
        ]
    if kind is ContainerKind.CARTON:
        fields.append({"key": "together", "usual": "10", "optional": True})
    return fields


def own_container_of(choices: Choices) -> OwnContainer | None:
    """Return your own measured container; None if the choice is one of the list."""
    kind = own_kinds().get(choices.get("container", ""))
    if kind is None:
        return None
    things, sides, has_label = MEASURED[kind]
    keys, tried = _size_keys(kind), Tried()
    sizes: list[tuple[float, ...]] = []
    label, together = None, 1
    for number, (what, example) in enumerate(things.items()):
        here = keys[number * len(sides) : (number + 1) * len(sides)]
        with tried("sizes"):
            sizes.append(_typed(choices, "sizes", here, what, sides, example))
    if has_label and len(sizes) == len(things):
        with tried("sizes"):
            label = _own_label(choices, kind, sizes[0])
    if kind is ContainerKind.CARTON:
        with tried("sizes.together"):
            together = _own_together(choices)
    tried.check()
    own = own_of_sizes(kind, sizes, label, together)
    own_container(own)
    return own


def _own_label(
    choices: Choices, kind: ContainerKind, size: tuple[float, ...]
) -> tuple[float, float]:
    """Return the typed area for a label, or the usual one."""
    sides = ("width", "height")
    usual = [f"{side:.3g}" for side in usual_label(kind, size)]
    keys = [f"label.{side}" for side in sides]
    texts = {
        key: _in_mm(choices, "sizes", key) or text for key, text in zip(keys, usual, strict=True)
    }
    width, height = _typed({"sizes": texts}, "sizes", keys, "label", sides, "x".join(usual))
    return width, height


def _own_together(choices: Choices) -> int:
    """Return how many cartons are joined in one piece."""
    text = str((choices.get("sizes") or {}).get("together") or "10").strip()
    if re.fullmatch("[0-9]{1,4}", text) and 1 <= int(text) <= 1000:
        return int(text)
    raise SelectionError(f"{text[:40]!r} should be a whole number from 1 to 1000")


def _in_mm(choices: Choices, table: str, key: str) -> str:
    """Return the typed size in mm; a unit may follow it."""
    text = str((choices.get(table) or {}).get(key) or "").strip()
    if choices.get("unit") != "in":
        return text.removesuffix("mm").strip()
    found = re.fullmatch(r'([0-9]+(?:[.,][0-9]+)?)\s*(?:in|"|″)?', text)
    return f"{round(25.4 * float(found[1].replace(',', '.')), 1):g}" if found else text


def _typed(
    choices: Choices,
    table: str,
    keys: Sequence[str],
    what: str,
    sides: Sequence[str],
    example: str,
) -> tuple[float, ...]:
    """Return the sizes in these fields. Raises MistakesError at those that are wrong."""
    texts = {key: _in_mm(choices, table, key) for key in keys}
    try:
        return typed_sizes("x".join(texts.values()), what, sides, example)
    except SelectionError as error:
        blamed = [key for key, text in texts.items() if not _is_size(text)]
        wrong = [FormMistake(f"{table}.{key}", str(error)) for key in blamed or keys]
        raise MistakesError(wrong) from error


def size_typed(choices: Choices, table: str, key: str) -> float | None:
    """Return the typed size in mm; None if it isn't one."""
    text = _in_mm(choices, table, key)
    return typed_sizes(f"{text} mm", "", SIDES[:1])[0] if _is_size(text) else None


def _is_size(text: str) -> bool:
    with suppress(SelectionError):
        return bool(typed_sizes(f"{text} mm", "", SIDES[:1]))
    return False


def _own_beads(choices: Choices) -> str | None:
    """Return the beads: a kind from the list, or your own as people write them."""
    if choices.get("beads") != "own":
        return choices.get("beads") or None
    across, along = (_in_mm(choices, "bead", key) for key in ("diameter", "length"))
    title = str((choices.get("bead") or {}).get("title") or "").strip()
    text = f"{across} x {along} mm {title}" if along else f"{across} mm {title}"
    return own_beads(text.strip())


def _folded(choices: Choices) -> tuple[float, float, float] | None:
    """Return the inside size of folded boxes; None if it follows from the beads."""
    keys = ("length", "width", "height")
    if choices.get("container") != "fold-up" or not any(
        _in_mm(choices, "folded", key) for key in keys
    ):
        return None
    length, width, height = _typed(choices, "folded", keys, "inside", keys, "51x33.5x10")
    return length, width, height


def sets_of(choices: Choices) -> tuple[str, ...]:
    """Return the letters of the sets; none for a single machine."""
    text = str(choices.get("sets") or "1").strip()
    with mistakes_at("sets"):
        if not (re.fullmatch("[0-9]{1,6}", text) and 1 <= int(text) <= MOST_SETS):
            raise SelectionError(f"{text[:40]!r} is not a whole number from 1 to {MOST_SETS}")
    return set_letters(int(text)) if int(text) > 1 else ()
