"""How a kit looks."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from menace_kit.errors import MistakesError
from menace_kit.files import KIT_FILE_NAME, PROFILE_FILE_NAME
from menace_kit.layout.board import board_marks
from menace_kit.layout.fit_test import sample_boxes
from menace_kit.layout.label import label_marks, label_outline
from menace_kit.layout.label_plan import label_plan
from menace_kit.layout.marks import Mark
from menace_kit.layout.sheets.net_marks import tray_plan
from menace_kit.layout.squares import Squares
from menace_kit.machine import BeadSize, Kit, Palette, Spec
from menace_kit.machine.containers import ContainerKind
from menace_kit.machine.kit_files import make_kit
from menace_kit.machine.tables import parse_table
from menace_kit.machine.toml_files import TemplateKind, load_template, read_toml, template_names
from menace_kit.printables.build import Printables, all_printables
from menace_kit.printables.catalogue import LABELS, MAT, TRAYS
from menace_kit.printables.making import file_name, naming_the_key
from menace_kit.site.choices import Choices, Facts, files_of, in_folder, own_kinds, sets_of
from menace_kit.site.mistakes import mistakes_at
from menace_kit.site.offer import colours_of, svg_of
from menace_kit.site.wording import Others, recommended, worded
from menace_kit.text import Words, load_words
from menace_kit.workshop.capacity import capacity_warnings
from menace_kit.workshop.forecasts import shipped_need
from menace_kit.workshop.printer import load_profile
from menace_kit.workshop.shopping import ShoppingList, shopping_list
from menace_kit.workshop.shopping_text import (
    bead_headings,
    bead_rows,
    beads_heading,
    beads_said,
    explained,
    thing_headings,
    thing_rows,
)
from menace_kit.workshop.warnings import before_the_list


@lru_cache(maxsize=4)
def kit_of(files: tuple[tuple[str, str], ...]) -> tuple[Kit, Any]:
    with in_folder(dict(files)):
        with mistakes_at("files.printer.toml"):
            profile = (
                load_profile(Path(PROFILE_FILE_NAME)) if PROFILE_FILE_NAME in dict(files) else None
            )
        with mistakes_at("machine"):
            spec = parse_table(Spec, read_toml(Path(KIT_FILE_NAME)), KIT_FILE_NAME)
            return make_kit(spec, KIT_FILE_NAME, Path()), profile


@lru_cache(maxsize=2)
def printables_of(kit: Kit, sets: tuple[str, ...]) -> Printables:
    with mistakes_at("container"), naming_the_key(kit):
        return all_printables(kit, sets=sets)


PARTS = ("label", "sheet", "list")


def preview(choices: Choices, language: str, parts: Sequence[str] = PARTS) -> Facts:
    """Return how the kit of these choices looks, in a language; or only its mistakes.

    `parts` says what to return: one label, the first sheet, and the shopping list with all warnings
    and the colours as others see them. `soon` is the list without the sheets of paper, whose number
    is known only after laying everything out. Sizes are in mm.
    """
    try:
        kit, _ = kit_of(tuple(files_of(choices).items()))
        told = load_words(language).for_boxes(kit.container)
        facts: Facts = {"errors": [], "boxes": len(kit.boxes)}
        with mistakes_at("container"), naming_the_key(kit):
            if "label" in parts:
                facts["label"] = _label(kit)
        if "soon" in parts:
            sets = sets_of(choices)
            bought = shopping_list(kit, 0, 0, shipped_need(kit), sets=sets)
            facts |= {**_list(kit, bought, told), "counting": True}
        if {"sheet", "list"} & set(parts):
            printables = printables_of(kit, sets_of(choices))
            facts |= {"sheet": _sheet(kit, printables)} if "sheet" in parts else {}
            facts |= _list(kit, printables.shopping, told) if "list" in parts else {}
    except MistakesError as error:
        return {"errors": worded(error.found, choices, load_words(language))}
    return facts


def prepared(language: str) -> Facts:
    """Return machine -> its looks and shopping list without further choices.

    The page shows this before Python has started.
    """
    return {
        name: preview({"machine": name, "language": language}, language, ("label", "soon"))
        for name in template_names(TemplateKind.MACHINES)
    }


def _label(kit: Kit) -> Facts:
    """Return the label of the box with most beads; without labels, its board on the mat."""
    box = sample_boxes(kit)[0]
    if kit.container.kind is ContainerKind.MAT:
        squares = Squares(kit, 0, 0, 12)
        return _picture(board_marks(squares, box), *squares.size)
    folded = kit.container.kind is ContainerKind.FOLD_UP
    style = (tray_plan if folded else label_plan)(kit).style
    marks = [
        label_outline(style, 0, style.above),
        *label_marks(kit, style, box, 0, style.above),
    ]
    return _picture(marks, style.width, style.full_height)


def _picture(marks: Iterable[Mark], width: float, height: float) -> Facts:
    edge = 0.3  # room for a line on the edge
    return {
        "svg": svg_of(marks, width, height, edge),
        "width": width + 2 * edge,
        "size": [width, height],
    }


def _sheet(kit: Kit, printables: Printables) -> Facts:
    """Return the first sheet of labels, trays or the mat, after the fit test."""
    kind = next(each for each in (LABELS, TRAYS, MAT) if each.missing(kit) is None)
    name = file_name(kind.name, kit)
    made = next(part for part in printables.made if part.documents[0].name.startswith(name))
    document, before = made.documents[0], int(kind is not MAT)
    page = document.pages[before]
    return {
        "svg": svg_of(page.marks, page.width, page.height),
        "title": document.title,
        "pages": made.pages - before,
    }


def _list(kit: Kit, bought: ShoppingList, told: Words) -> Facts:
    """Return the shopping list, the warnings with their buttons, and how others see the colours."""
    rows, priced = bead_rows(bought, told), _has_prices(kit)
    things, beads = (4, 9) if priced else (2, 7)
    listed = {
        "title": beads_heading(bought, told),
        "columns": bead_headings(told)[:beads],
        "rows": [row[:beads] for row in rows],
    }
    bought_rows = thing_rows(bought, told)
    return {
        "shopping": {
            "things": {
                "title": told("shopping.things"),
                "columns": thing_headings(told)[:things],
                "rows": [row[:things] for row in bought_rows[: None if priced else -1]],
            },
            "beads": listed if bought.colours else None,
            "counted": beads_said(bought, told),
        },
        "warnings": _warnings(kit, bought, told),
        "explained": explained(bought, told),
        "colours": colours_of(kit.colours, told),
    }


def _has_prices(kit: Kit) -> bool:
    return any(price is not None for price in vars(kit.spec.shopping.prices).values())


def _warnings(kit: Kit, bought: ShoppingList, told: Words) -> list[Facts]:
    """Return each warning, `text`, with the `ways` to do what it recommends."""
    kinds = {kind: name for name, kind in own_kinds().items()}
    own = kinds.get(kit.container.kind)
    others = {**_clearer_palette(kit), **_smaller_beads(kit)}
    return [
        {
            "text": told.tell(warning),
            "ways": recommended(warning.key.removeprefix("warnings."), own, others, told),
        }
        for warning in before_the_list(bought.warnings)
    ]


def _clearer_palette(kit: Kit) -> Others:
    """Return the palette that most people can distinguish, unless the kit has it."""
    name = "four-arrows" if kit.game.colours <= FEW_COLOURS else "iron-beads"
    if kit.spec.beads.palette == name:
        return {}
    return {"palette": (name, load_template(Palette, TemplateKind.PALETTES, name).title)}


FEW_COLOURS = 4


def _smaller_beads(kit: Kit) -> Others:
    """Return the largest listed beads that mix in these boxes from the start, if any do."""
    kinds = {
        name: load_template(BeadSize, TemplateKind.BEADS, name)
        for name in template_names(TemplateKind.BEADS)
    }
    by_size = sorted(kinds.items(), key=lambda kind: -kind[1].diameter)
    for name, bead in by_size:
        if _mixes(replace(kit, bead=bead)):
            return {"beads": (name, bead.title)}
    return {}


def _mixes(kit: Kit) -> bool:
    told = {warning.key for warning in capacity_warnings(kit, None)}
    return not told & {"warnings.too-large", "warnings.too-full"}
