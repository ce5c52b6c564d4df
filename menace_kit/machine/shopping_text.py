"""The shopping list as text: Markdown that reads well as it stands, and CSV for a spreadsheet."""

import csv
import io
from collections.abc import Sequence

from menace_kit.machine.kit import Kit
from menace_kit.machine.notices import Sentences
from menace_kit.machine.shopping import ShoppingList

CSV_HEADER = ("kind", "item", "letter", "needed", "reserve", "total", "pack_size", "packs")
"""The columns of the CSV; `needed` is the bare machine; `letter`, `pack_size` and `packs` are for beads."""

BEAD_COLUMNS = ("colour", "letter", "sign", "start", "reserve", "total", "packs")
"""The columns of the bead table; their headings are words of these keys in the table `[shopping]`."""


def bead_headings(shopping: ShoppingList, words: Sentences) -> list[str]:
    """Return the headings of the bead table."""
    return [words(f"shopping.column-{column}", pack_size=shopping.pack_size) for column in BEAD_COLUMNS]


def bead_rows(shopping: ShoppingList, words: Sentences) -> list[list[str]]:
    """Return the cells of the bead table: a row for each colour, then one for all."""
    rows = [
        [
            words.colour_name(row.colour),
            row.colour.key,
            row.colour.glyph,
            *map(str, (row.start, row.reserve, row.total, row.packs)),
        ]
        for row in shopping.colours
    ]
    totals = (shopping.start_total, shopping.reserve_total, shopping.total, shopping.packs)
    return [*rows, [words("shopping.all-colours"), "", "", *map(str, totals)]]


def shopping_markdown(shopping: ShoppingList, kit: Kit, words: Sentences) -> str:
    """Return the list as Markdown, its tables aligned so that it also reads as plain text."""
    things = [words("shopping.column-what"), words("shopping.column-amount")]
    lines = [
        f"# {words('shopping.title', name=kit.spec.name)}",
        "",
        words("shopping.intro", fingerprint=kit.fingerprint),
        "",
        f"## {words('shopping.things')}",
        "",
        *_table(things, shopping.items(words), numbers_from=2),
        "",
        f"## {words('shopping.beads', title=words.title(shopping.bead_title))}",
        "",
        *_table(bead_headings(shopping, words), bead_rows(shopping, words), numbers_from=3),
        "",
        shopping.reserve.text(words),
        "",
        f"## {words('shopping.before')}",
        "",
        *(f"- {notice.text(words)}" for notice in shopping.notices),
    ]
    return "\n".join(lines) + "\n"


def shopping_csv(shopping: ShoppingList, words: Sentences) -> str:
    """Return the list as CSV under CSV_HEADER, a row for each thing to buy."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(CSV_HEADER)
    for thing in shopping.things:
        writer.writerow([thing.kind, thing.name(words), "", thing.needed, thing.spare, thing.total, "", ""])
    for row in shopping.colours:
        colour = row.colour
        numbers = (row.start, row.reserve, row.total, row.pack_size, row.packs)
        writer.writerow(["bead", colour.name, colour.key, *numbers])
    return text.getvalue()


def _table(headings: Sequence[str], rows: Sequence[Sequence[str]], numbers_from: int) -> list[str]:
    """Return the lines of a Markdown table whose columns from `numbers_from` on stand to the right."""
    cells = [[cell.replace("|", "\\|") for cell in row] for row in (headings, *rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(headings))]
    lines = [
        "| "
        + " | ".join(
            cell.rjust(width) if column >= numbers_from else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        + " |"
        for row in cells
    ]
    rule = (
        "-" * (width + 1) + (":" if column >= numbers_from else "-") for column, width in enumerate(widths)
    )
    return [lines[0], "|" + "|".join(rule) + "|", *lines[1:]]
