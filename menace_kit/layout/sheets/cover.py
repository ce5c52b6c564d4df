"""The first page of a print pack: the machine, what is in the pack, and on which pages."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from menace_kit.layout.marks import Document
from menace_kit.layout.sheets.building import hours_in_all
from menace_kit.layout.sheets.page_one import set_machine
from menace_kit.layout.text.pages import Flow, filled
from menace_kit.layout.text.rows import Cell, TableColumn, TickItem, fitting_column, table_width
from menace_kit.layout.type_scale import TEXT
from menace_kit.machine import Kit
from menace_kit.machine.containers import ContainerKind
from menace_kit.machine.papers import PAPER_TITLES, PaperKind
from menace_kit.text import Words
from menace_kit.text.kit_words import paper_words
from menace_kit.text.sheet_words import said
from menace_kit.workshop.steps import building_steps

LONGEST_TITLE = 80.0
"""Largest width of the column of titles (mm)."""


SET_WIDTH = 17.0
"""Width of the columns with a set's pages (mm)."""


ROW = 4.8
"""Height of a row of the table."""


class CoverEntry(NamedTuple):
    """Pages of the pack that belong together, `first` to `last`, and how often to print them.

    Pages are counted from the pack's first. `of_set` is their set, empty if they are for all sets.
    `needed` pages are those without which nobody can build or play, or no class can have its
    lesson. Pages that are `alone` are printed before all others.
    """

    title: str
    first: int = 0
    last: int = 0
    paper: PaperKind = PaperKind.PLAIN
    times: int = 1
    of_set: str = ""
    needed: bool = False
    alone: bool = False


def cover_document(
    kit: Kit,
    entries: Sequence[CoverEntry],
    apart: Sequence[str] = (),
) -> Document:
    """Return the first page, with more pages if there are very many entries.

    `apart` are the titles of what is not in the pack.
    """

    words = paper_words(kit)
    machines = len({entry.of_set for entry in entries} - {""}) or 1

    def draw_below(flow: Flow) -> None:
        _parts_on_cover(flow, kit, [entry for entry in entries if not entry.of_set])
        _sets_on_cover(flow, kit, [entry for entry in entries if entry.of_set])
        flow.gap(1)
        flow.items(_advice(words, entries, apart))

    alone = Flow(kit, words("cover.subject"))
    draw_below(alone)

    def draw(flow: Flow) -> None:
        set_machine(flow, kit, _time(kit, machines), flow.bottom - alone.filled - 1)
        draw_below(flow)

    return filled(kit, words("cover.subject"), draw).document("cover", words("cover.subject"))


def _time(kit: Kit, machines: int) -> str:
    """Return the time it takes to build the machines; empty for mats, which are only cut."""
    words = paper_words(kit)
    if kit.container.kind is ContainerKind.MAT:
        return ""
    return hours_in_all(words, building_steps(kit, machines), machines)


def _advice(words: Words, entries: Sequence[CoverEntry], apart: Sequence[str]) -> Iterator[str]:
    rest = [entry for entry in entries if entry.needed and not entry.alone]
    numbers = [number for entry in rest for number in range(entry.first, entry.last + 1)]
    yield from words.lines("cover.advice")
    if numbers:
        yield words("cover.needed-pages", pages=_runs(numbers))
    if apart:
        yield words("cover.apart", titles=", ".join(apart))


def _parts_on_cover(flow: Flow, kit: Kit, entries: Sequence[CoverEntry]) -> None:
    """Set a line for each part of the pack for one machine, or for all sets."""
    needed = [said(kit, f"cover.{'needed' if entry.needed else 'nice'}") for entry in entries]
    pages = [_pages(entry.first, entry.last) for entry in entries]
    rows: list[list[Cell]] = [
        [TickItem(entry.title), numbers, _printed_on(kit, entry), str(entry.times), need]
        for entry, numbers, need in zip(entries, pages, needed, strict=True)
    ]
    heads = paper_words(kit).lines("cover.columns")
    title, page, paper, *others = (
        fitting_column(head, cells, TEXT) for head, *cells in zip(heads, *rows, strict=True)
    )
    title = title._replace(width=min(title.width, LONGEST_TITLE))
    room = flow.width - table_width([title, page, *others])
    paper = paper._replace(width=min(paper.width, room))
    flow.table([title, page, paper, *others], rows, row_height=ROW, size=TEXT)


def _runs(numbers: Sequence[int]) -> str:
    """Return numbers as people type them for a printer: `2-5, 8`."""
    found: list[list[int]] = []
    for number in numbers:
        if found and number == found[-1][-1] + 1:
            found[-1][1:] = [number]
        else:
            found.append([number])
    return ", ".join("-".join(map(str, run)) for run in found)


def _pages(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}–{last}"


def _printed_on(kit: Kit, entry: CoverEntry) -> str:
    words, paper = paper_words(kit), PAPER_TITLES[kit.spec.print.paper]
    if entry.paper is PaperKind.LABELS:
        return f"{words.title(kit.stock.title)}, {paper}"
    return words(f"cover.paper-{entry.paper.value}", paper=paper)


def _sets_on_cover(flow: Flow, kit: Kit, entries: Sequence[CoverEntry]) -> None:
    """Set a line for each set, if any: its pages, which are all on the same paper."""
    words = paper_words(kit)
    if not entries:
        return
    flow.heading(words("cover.sets"), keep=45)
    titles = ", ".join(dict.fromkeys(entry.title for entry in entries))
    paper = _printed_on(kit, entries[0])
    flow.paragraph(words("cover.sets-how", titles=titles, paper=paper))
    flow.gap(2)
    table = [
        TableColumn(words("cover.set"), SET_WIDTH),
        TableColumn(words("common.menu"), SET_WIDTH),
    ]
    rows: list[list[Cell]] = []
    for of_set in dict.fromkeys(entry.of_set for entry in entries):
        own = [entry for entry in entries if entry.of_set == of_set]
        rows.append([TickItem(of_set), _pages(own[0].first, own[-1].last)])
    flow.table(table, rows, row_height=ROW, size=TEXT, abreast=5)


def counting_itself(draw: Callable[[int], Document]) -> tuple[Document, int]:
    """Return a document that says how many pages there are including its own, and their number.

    `draw` draws it, given the number of its own pages.
    """
    pages = 1
    while len((document := draw(pages)).pages) > pages:
        pages = len(document.pages)
    return document, pages
