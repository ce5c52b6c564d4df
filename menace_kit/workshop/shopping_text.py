"""The shopping list as text: Markdown that reads well as it stands, and CSV for a spreadsheet."""

from collections.abc import Iterator, Sequence

from menace_kit.machine.csv_table import csv_text
from menace_kit.machine.kit import Kit
from menace_kit.text import Words
from menace_kit.text.kit_words import machine_title
from menace_kit.workshop.shopping import BeadRow, ShoppingList
from menace_kit.workshop.warnings import before_the_list

CSV_HEADER = (
    "kind",
    "item",
    "letter",
    "needed",
    "reserve",
    "total",
    "packs",
    "over",
    "price",
    "cost",
)
"""The columns of the CSV; `needed` is the bare machine; `letter`, `packs` and `over` are for beads.

`packs` are those to buy, as in `5 x 100 + 1 x 50` or `2 x 10 g`, and `over` is how many beads
they leave over.
`price` is that of one thing as the kit file says it, and `cost` that of all; empty where it
does not.
"""

BLANK = "_" * 12
"""Where a sum is written in by hand."""


def sets_said(shopping: ShoppingList, words: Words) -> str:
    """Return for which machines the list is, where it is for several."""
    first, *_, last = shopping.sets
    return words("shopping.sets", n=len(shopping.sets), first=first, last=last)


def beads_said(shopping: ShoppingList, words: Words) -> str:
    """Return how many beads there are in all; nothing where there are none."""
    return "" if shopping.summed is None else words.tell(shopping.summed)


def explained(shopping: ShoppingList, words: Words) -> list[str]:
    """Return the warnings that aren't before the list, and what is behind the figures,
    a paragraph each.
    """
    before = before_the_list(shopping.warnings)
    told = [words.tell(warning) for warning in shopping.warnings if warning not in before]
    if not shopping.colours:
        return told
    told += [words.tell(shopping.counted), words("shopping.packs-how")]
    if shopping.per_gram:
        told.append(words("shopping.packs-weighed", per_gram=words.decimal(shopping.per_gram)))
    return told


def bead_headings(words: Words) -> list[str]:
    """Return the headings of the bead table."""
    return words.lines("shopping.bead-columns")


def beads_heading(shopping: ShoppingList, words: Words) -> str:
    return words("common.named", name=words("common.beads"), told=words.title(shopping.bead_title))


def bead_rows(shopping: ShoppingList, words: Words) -> list[list[str]]:
    """Return the cells of the bead table: a row for each colour, then one for all."""
    rows = [
        [
            *(_named(row, shopping, words), row.colour.key, row.colour.glyph),
            *map(str, (row.start, row.reserve, row.total)),
            packs_said(row, "×"),
            str(row.over),
            money(row.cost, words),
        ]
        for row in shopping.colours
    ]
    return [*rows, _sums(shopping, words)]


def _named(row: BeadRow, shopping: ShoppingList, words: Words) -> str:
    """Return what a colour is called, with the numbers that its makers have for it."""
    sold_as = row.colour.sold_as
    numbers = [sold_as[maker].split()[0] for maker in shopping.makers if maker in sold_as]
    name = words.colour_name(row.colour)
    return f"{name} ({', '.join(numbers)})" if numbers else name


def _sums(shopping: ShoppingList, words: Words) -> list[str]:
    rows = shopping.colours
    packs = sum(packs.count for row in rows for packs in row.packs)
    return [
        *(words("common.total"), "", ""),
        str(sum(row.start for row in rows)),
        str(sum(row.reserve for row in rows)),
        str(shopping.total),
        str(packs),
        str(sum(row.over for row in rows)),
        money(shopping.beads_cost, words),
    ]


def packs_said(row: BeadRow, times: str) -> str:
    """Return the packs to buy, as in `5 x 100 + 1 x 50` or `2 x 10 g`, with this sign for `x`."""
    return " + ".join(f"{packs.count} {times} {packs.pack.said()}" for packs in row.packs)


def thing_headings(words: Words) -> list[str]:
    """Return the headings of the table of things."""
    return words.lines("shopping.thing-columns")


def thing_rows(shopping: ShoppingList, words: Words) -> list[list[str]]:
    """Return the cells of the table of things: a row for each, then one for their sum."""
    rows = [
        [what, amount, money(thing.price, words), money(thing.cost, words)]
        for thing, (what, amount) in zip(shopping.things, shopping.items(words), strict=True)
    ]
    return [*rows, [words("common.total"), "", "", money(shopping.things_cost, words)]]


def money(amount: float | None, words: Words) -> str:
    """Return an amount of money with two decimals, as the language writes it;
    empty where it is not known.
    """
    return "" if amount is None else words.decimal(amount, 2)


def shopping_markdown(shopping: ShoppingList, kit: Kit, words: Words) -> str:
    """Return the list as Markdown, its tables aligned so that it also reads as plain text."""
    lines = [
        f"# {words('shopping.title', name=machine_title(kit))}",
        "",
        *([sets_said(shopping, words), ""] if shopping.sets else []),
        *([beads_said(shopping, words), ""] if shopping.colours else []),
        *(f"- {words.tell(warning)}" for warning in before_the_list(shopping.warnings)),
        "",
        f"## {words('shopping.things')}",
        "",
        *_table(thing_headings(words), thing_rows(shopping, words), numbers_from=2),
        "",
        *(_beads_markdown(shopping, words) if shopping.colours else ()),
        words("shopping.all-told", cost=money(shopping.cost, words) or BLANK),
    ]
    if paragraphs := explained(shopping, words):
        lines += ["", f"## {words('shopping.more')}", ""]
        lines += (f"- {paragraph}" for paragraph in paragraphs)
    return "\n".join(lines) + "\n"


def _beads_markdown(shopping: ShoppingList, words: Words) -> Iterator[str]:
    yield from (f"## {beads_heading(shopping, words)}", "")
    yield from (*_table(bead_headings(words), bead_rows(shopping, words), numbers_from=3), "")


def shopping_csv(shopping: ShoppingList, words: Words) -> str:
    """Return the list as CSV under CSV_HEADER, a row for each thing to buy."""
    rows: list[Sequence[object]] = [CSV_HEADER]
    for thing in shopping.things:
        rows.append(
            (
                *(
                    thing.kind,
                    words.tell(thing.said()),
                    "",
                    thing.needed,
                    thing.spare,
                    thing.total,
                    "",
                    "",
                ),
                *map(_csv_money, (thing.price, thing.cost)),
            )
        )
    for row in shopping.colours:
        numbers = (row.start, row.reserve, row.total, packs_said(row, "x"), row.over)
        cost = _csv_money(row.cost)
        rows.append(("bead", row.colour.name, row.colour.key, *numbers, "", cost))
    return csv_text(rows)


def _csv_money(amount: float | None) -> str:
    return "" if amount is None else f"{amount:.2f}"


def _table(headings: Sequence[str], rows: Sequence[Sequence[str]], numbers_from: int) -> list[str]:
    """Return the lines of a Markdown table whose columns from
    `numbers_from` on stand to the right.
    """
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
        "-" * (width + 1) + (":" if column >= numbers_from else "-")
        for column, width in enumerate(widths)
    )
    return [lines[0], "|" + "|".join(rule) + "|", *lines[1:]]
