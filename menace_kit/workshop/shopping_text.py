"""The shopping list in words: its sentences and tables, and CSV for a spreadsheet."""

from collections.abc import Sequence

from menace_kit.machine.csv_table import csv_text
from menace_kit.text import Words
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
"""The columns of the CSV.

`needed` is for the bare machine. `letter`, `packs` and `over` are for beads: `packs` are those to
buy, such as `5 x 100 + 1 x 50` or `2 x 10 g`, and `over` is how many beads are left over. `price`
is for one thing, by the kit file, and `cost` for all; they are empty if unknown.
"""

BLANK = "_" * 12
"""A space to write a sum by hand."""


def sets_said(shopping: ShoppingList, words: Words) -> str:
    """Return which machines the list is for, if there are several."""
    first, *_, last = shopping.sets
    return words("shopping.sets", n=len(shopping.sets), first=first, last=last)


def beads_said(shopping: ShoppingList, words: Words) -> str:
    """Return how many beads there are in all, or ""."""
    return "" if shopping.summed is None else words.tell(shopping.summed)


def explained(shopping: ShoppingList, words: Words) -> list[str]:
    """Return the warnings that aren't before the list, and what is behind the figures.

    Each is a paragraph.
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
    return words.lines("shopping.bead-columns")


def beads_heading(shopping: ShoppingList, words: Words) -> str:
    return words(
        "common.named", name=words.phrased("{Tokens}"), told=words.title(shopping.bead_title)
    )


def bead_rows(shopping: ShoppingList, words: Words) -> list[list[str]]:
    """Return the cells of the table of beads: a row for each colour, then one for all."""
    rows = [
        [
            *(_named(row, shopping, words), row.colour.key, row.colour.glyph),
            *map(words.number, (row.start, row.reserve, row.total)),
            packs_said(row, "×"),
            words.number(row.over),
            money(row.cost, words),
        ]
        for row in shopping.colours
    ]
    return [*rows, _sums(shopping, words)]


def _named(row: BeadRow, shopping: ShoppingList, words: Words) -> str:
    """Return a colour's name, with the numbers that its makers give it."""
    sold_as = row.colour.sold_as
    numbers = [sold_as[maker].split()[0] for maker in shopping.makers if maker in sold_as]
    name = words.colour_name(row.colour)
    return f"{name} ({', '.join(numbers)})" if numbers else name


def _sums(shopping: ShoppingList, words: Words) -> list[str]:
    rows = shopping.colours
    packs = sum(packs.count for row in rows for packs in row.packs)
    return [
        *(words("common.total"), "", ""),
        words.number(sum(row.start for row in rows)),
        words.number(sum(row.reserve for row in rows)),
        words.number(shopping.total),
        words.number(packs),
        words.number(sum(row.over for row in rows)),
        money(shopping.beads_cost, words),
    ]


def packs_said(row: BeadRow, times: str) -> str:
    """Return the packs to buy, such as `5 x 100 + 1 x 50` or `2 x 10 g`, with `times` for `x`."""
    return " + ".join(f"{packs.count} {times} {packs.pack.said()}" for packs in row.packs)


def thing_headings(words: Words) -> list[str]:
    return words.lines("shopping.thing-columns")


def thing_rows(shopping: ShoppingList, words: Words) -> list[list[str]]:
    """Return the cells of the table of things: a row for each, then one for their sum."""
    rows = [
        [what, amount, money(thing.price, words), money(thing.cost, words)]
        for thing, (what, amount) in zip(shopping.things, shopping.items(words), strict=True)
    ]
    return [*rows, [words("common.total"), "", "", money(shopping.things_cost, words)]]


def money(amount: float | None, words: Words) -> str:
    """Return an amount of money with two decimals, as the language writes it; "" if unknown."""
    return "" if amount is None else words.decimal(amount, 2)


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
