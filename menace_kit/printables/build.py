"""Everything that is made from a kit, and its files."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import groupby
from typing import Any

from menace_kit.errors import FitError, KitError
from menace_kit.files import code_of, read_file, templates_folder
from menace_kit.frozen import Frozen
from menace_kit.games import OWN, Pieces, described
from menace_kit.kept import kept
from menace_kit.layout.marks import Document
from menace_kit.layout.sheets.cover import counting_itself
from menace_kit.machine import Kit
from menace_kit.machine.sets import kit_of_set
from menace_kit.machine.toml_files import TemplateKind, template_path
from menace_kit.printables.buying import Sheets, sheets_of, shopping_with
from menace_kit.printables.catalogue import (
    CATALOGUE,
    FILLING,
    LABELS,
    LESSON,
    SHOPPING,
    TABLE_BOARD,
    TRAYS,
    WORKSHEET,
    Printable,
)
from menace_kit.printables.filling import LearnedMachine
from menace_kit.printables.making import Made, OutputFile, Press, make
from menace_kit.printables.pack import first_page, print_pack
from menace_kit.text.kit_words import paper_words
from menace_kit.workshop.filling import filled_with
from menace_kit.workshop.forecasts import SimulatedNeed, shipped_need
from menace_kit.workshop.shopping import ShoppingList


class Printables(Frozen):
    """All that is made from a kit, in the order of the pack: the shopping list, then the rest.

    Pages for one machine, or for all sets, come before those of single sets. `sheets` counts all
    but the shopping list, including the print pack's first page. `left_out` has the name of each
    sheet that could not be made for this kit, and a sentence that says why.
    """

    made: tuple[Made, ...]
    shopping: ShoppingList
    sheets: Sheets
    left_out: tuple[tuple[str, str], ...] = ()

    @property
    def once(self) -> list[Made]:
        """Return what doesn't belong to a single set."""
        return [made for made in self.made if not made.of_set]

    @property
    def sets(self) -> dict[str, list[Made]]:
        """Return what belongs to one group only, by the letters of its set; empty without sets."""
        return {
            letters: list(parts)
            for letters, parts in groupby(self.made, key=lambda made: made.of_set)
            if letters
        }


Choices = Mapping[str, Mapping[str, Any]]
"""The name of a printable -> its options."""

INDISPENSABLE = (LABELS, TRAYS, FILLING)
"""If one of these cannot be made, that is an error; others are left out."""


def all_printables(
    kit: Kit,
    need: SimulatedNeed | None = None,
    sets: tuple[str, ...] = (),
    learned: LearnedMachine | None = None,
    large: bool = True,
) -> Printables:
    """Return all that is made from a kit.

    That is everything in the catalogue for which the kit lacks nothing. A sheet that doesn't fit
    the container or the paper is left out and named in the result: labels shouldn't depend on a
    fence that doesn't fit.

    `need` is what simulated machines of this kit needed, for the shopping list. By default it is
    the need shipped with the program, or else an estimate by rule. With `sets`, pages that each
    group of a class needs are made for each set, with its letters, and the others once. With
    `learned`, the filling guide and the shopping list are for that machine. `large` False leaves
    out sheets on large paper, which are never in a print pack.
    """
    left_out: dict[str, str] = {}
    once = [each for each in CATALOGUE if each is not SHOPPING and not (sets and each.of_a_set)]
    once = [each for each in once if large or not each.large]
    choices = _choices(sets, learned)
    others = list(_made(kit, once, choices, left_out, for_class=bool(sets)))
    own = [
        replace(made, of_set=letters)
        for letters in sets
        for made in _made_for_set(kit, letters, left_out)
    ]
    if learned is None:
        wanted, need = kit, need or shipped_need(kit)
    else:
        wanted, need = filled_with(kit, learned.contents), None
    sheets = sheets_of([*others, *own])

    @cache
    def listed(pages: int) -> tuple[ShoppingList, Made]:
        counted = sheets._replace(plain=sheets.plain + pages)
        return shopping_with(wanted, counted, need, sets)

    def bound(pages: int) -> Document:
        return first_page(kit, (listed(pages)[1], *others, *own))

    _, pages = counting_itself(bound)
    bought, first = listed(pages)
    sheets = sheets._replace(plain=sheets.plain + pages)
    return Printables((first, *others, *own), bought, sheets, tuple(left_out.items()))


def _choices(sets: tuple[str, ...], learned: LearnedMachine | None) -> Choices:
    suffix = learned.suffix if learned else ""
    choices: dict[str, dict[str, Any]] = {
        FILLING.name: {"suffix": suffix, "learned": learned},
        LESSON.name: {"worksheets": not sets},
    }
    for each in CATALOGUE:
        if sets and each.for_all_sets:
            choices.setdefault(each.name, {})["sets"] = sets
    return choices


def _made_for_set(kit: Kit, letters: str, left_out: dict[str, str]) -> list[Made]:
    """Return the pages of a class's group, the ones needed first at the front."""
    own = [*(each for each in CATALOGUE if each.of_a_set), WORKSHEET]
    choices = {each.name: {"suffix": f"-set-{letters}"} for each in own}
    made = _made(kit_of_set(kit, letters), own, choices, left_out, for_class=True)
    return sorted(made, key=lambda each: not each.needed)


def _made(
    kit: Kit,
    wanted: Iterable[Printable],
    choices: Choices,
    left_out: dict[str, str],
    for_class: bool,
) -> Iterator[Made]:
    """Yield each printable for which the kit lacks nothing, and note why others are left out."""
    taught = _taught_with(kit) if for_class else ()
    for printable in wanted:
        if printable.missing(kit) is not None:
            continue
        try:
            made = make(printable, kit, **choices.get(printable.name, {}))
        except (FitError, KitError) as error:
            if printable in INDISPENSABLE:
                raise
            left_out.setdefault(printable.name, str(error))
        else:
            yield replace(made, needed=made.needed or printable in taught)


def _taught_with(kit: Kit) -> tuple[Printable, ...]:
    """Return what a lesson needs besides machines; for Nim, real matches do."""
    if LESSON.missing(kit) is not None:
        return ()
    if kit.game.pieces is Pieces.TOKENS:
        return (LESSON, WORKSHEET)
    return (TABLE_BOARD, LESSON, WORKSHEET)


PACK = "all of it in one file"
"""The print pack's purpose, in a list of purposes."""

SETS = "a set for each group"
"""The purpose of a group's own files, in a list of purposes."""


def drawing_steps(printables: Printables) -> int:
    """Return the most groups of files that `drawn_files` yields."""
    return len(printables.once) + len(printables.sets) + 1


def drawn_files(
    kit: Kit,
    printables: Printables,
    formats: Sequence[str],
    press: Press,
    only_pack: bool = False,
) -> Iterator[tuple[str, list[OutputFile]]]:
    """Yield each purpose and its files as they are drawn: printables, sets, then the print pack.

    The print pack is drawn if PDF is among the formats; with `only_pack` nothing else is.
    """
    for made in [] if only_pack else printables.once:
        yield made.purpose.value, made.files(formats, press)
    for parts in [] if only_pack else printables.sets.values():
        yield SETS, list(press.set_files(kit, parts, formats))
    if "pdf" in formats:
        yield PACK, [print_pack(kit, printables.made, press)]


def shopping(kit: Kit, _name: str) -> Made:
    """Return the shopping list of a kit that is printed whole:
    drawn, and as CSV.
    """
    _, made = shopping_with(kit, kept_sheets(kit, ()), shipped_need(kit), ())
    return made


ROOMS = (
    "games",
    "machine",
    "text",
    "workshop",
    "layout",
    "layout/text",
    "layout/sheets",
    "printables",
)
"""Folders with the code that decides how many sheets a kit takes."""


def kept_sheets(kit: Kit, sets: tuple[str, ...]) -> Sheets:
    """Return how many sheets a whole kit takes; kept, because counting means laying out all."""

    words = paper_words(kit)

    def count() -> list[int]:
        return list(all_printables(kit, sets=sets, large=False).sheets)

    if kit.game.name not in OWN:  # another package's game may change
        return Sheets(*count())
    parts = (kit.spec, kit.colours, kit.container, kit.bead, kit.stock, kit.boxes)
    shown = f"{described(kit.game)} {parts} {sets}".encode()
    texts = (template_path(TemplateKind.TEXT, words.language), templates_folder() / "steps.toml")
    facts = [shown, *map(read_file, texts)]
    digests = (hashlib.sha256(fact).hexdigest() for fact in facts)
    code = [path for room in ROOMS for path in code_of(room)]
    return Sheets(*kept(f"sheets {' '.join(digests)}", count, code))
