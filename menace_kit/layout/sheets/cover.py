"""The first page of a print pack: what is in it, and on which pages."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from menace_kit.layout.marks import Document
from menace_kit.layout.text.pages import Flow, filled
from menace_kit.layout.text.rows import CELL_GAP, Cell, TableColumn, TickItem, item_width
from menace_kit.machine.kit import Kit
from menace_kit.machine.papers import PAPER_TITLES, PaperKind
from menace_kit.text.words import Words

PAPER_WIDTH = 56.0
"""Width of the column that says what pages are printed on (mm)."""


SET_WIDTH = 24.0
"""Width of the columns that say which pages are a set's (mm)."""


COVER_SIZE = 9.5


class CoverEntry(NamedTuple):
    """Pages of a logbook that belong together: `first` to `last`, counted from the cover;
    how often to print them.

    `of_set` is the set that they are of, empty where they are for all sets;
    `needed` where nobody can build or play without them.
    """

    title: str
    first: int
    last: int
    paper: PaperKind = PaperKind.PLAIN
    times: int = 1
    of_set: str = ""
    needed: bool = False


def cover_document(
    kit: Kit, words: Words, entries: Sequence[CoverEntry], name: str = "cover"
) -> Document:
    """Return the cover: one page, unless there are very many entries."""
    title = words("cover.title", name=kit.spec.name)

    def draw(flow: Flow) -> None:
        flow.heading(title, size=18)
        flow.paragraph(words("cover.what", n=len(kit.boxes), fingerprint=kit.fingerprint))
        flow.gap(3)
        _parts_on_cover(flow, kit, words, [entry for entry in entries if not entry.of_set])
        _sets_on_cover(flow, kit, words, [entry for entry in entries if entry.of_set])
        flow.heading(words("cover.before"))
        needed = [
            number
            for entry in entries
            if entry.needed
            for number in range(entry.first, entry.last + 1)
        ]
        first = [words("cover.needed-pages", pages=_runs(needed))] if needed else []
        flow.items([*first, *words.lines("cover.advice")])

    return filled(kit, words, words("cover.subject"), draw).document(name, words("cover.contents"))


def _parts_on_cover(flow: Flow, kit: Kit, words: Words, entries: Sequence[CoverEntry]) -> None:
    """Set a line for each part of the logbook that is for one machine, or for all sets."""
    needed = [words(f"cover.{'needed' if entry.needed else 'nice'}") for entry in entries]
    pages = [_pages(entry.first, entry.last) for entry in entries]
    widths = [
        max(item_width(text, COVER_SIZE, bold=True) for text in texts) + 3 * CELL_GAP
        for texts in (
            [words("cover.pages"), *pages],
            [words("cover.need"), *needed],
            [words("cover.times"), "999"],
        )
    ]
    columns = [
        TableColumn(words("cover.part"), flow.width - PAPER_WIDTH - sum(widths)),
        TableColumn(words("cover.pages"), widths[0]),
        TableColumn(words("cover.print-on"), PAPER_WIDTH),
        TableColumn(words("cover.times"), widths[2]),
        TableColumn(words("cover.need"), widths[1]),
    ]
    rows: list[list[Cell]] = [
        [TickItem(entry.title), numbers, _printed_on(kit, words, entry), str(entry.times), need]
        for entry, numbers, need in zip(entries, pages, needed, strict=True)
    ]
    flow.table(columns, rows, row_height=5.8, size=COVER_SIZE)


def _runs(numbers: Sequence[int]) -> str:
    """Return numbers as one types them for a printer: `2-5, 8`."""
    found: list[list[int]] = []
    for number in numbers:
        if found and number == found[-1][-1] + 1:
            found[-1][1:] = [number]
        else:
            found.append([number])
    return ", ".join("-".join(map(str, run)) for run in found)


def _pages(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}–{last}"


def _printed_on(kit: Kit, words: Words, entry: CoverEntry) -> str:
    on = {"stock": words.title(kit.stock.title), "paper": PAPER_TITLES[kit.spec.print.paper]}
    return words(f"cover.paper-{entry.paper.value}", **on)


def _sets_on_cover(flow: Flow, kit: Kit, words: Words, entries: Sequence[CoverEntry]) -> None:
    """Set a line for each set, if there are any: its pages, which are all on the same paper."""
    if not entries:
        return
    flow.heading(words("cover.sets"))
    flow.paragraph(words("cover.sets-how"))
    titles = ", ".join(dict.fromkeys(entry.title for entry in entries))
    flow.paragraph(f"{titles}: {_printed_on(kit, words, entries[0])}")
    flow.gap(2)
    table = [
        TableColumn(words("cover.set"), SET_WIDTH),
        TableColumn(words("cover.pages"), SET_WIDTH),
    ]
    rows: list[list[Cell]] = []
    for of_set in dict.fromkeys(entry.of_set for entry in entries):
        own = [entry for entry in entries if entry.of_set == of_set]
        rows.append([TickItem(of_set), _pages(own[0].first, own[-1].last)])
    flow.table(table, rows, row_height=5.4, size=9, abreast=3)


def counting_itself(draw: Callable[[int], Document]) -> tuple[Document, int]:
    """Return a document that tells how many pages there are, and how many of its own
    it counts; `draw` draws it.
    """
    pages = 1
    while len((document := draw(pages)).pages) > pages:
        pages = len(document.pages)
    return document, pages
