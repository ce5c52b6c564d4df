"""Squared paper to draw Michie's line by hand: beads in the first box, game by game. In mm."""

from collections.abc import Sequence
from functools import partial
from itertools import product

from menace_kit.frozen import Frozen
from menace_kit.games import Side
from menace_kit.layout.marks import (
    BLACK,
    GREY,
    HAIRLINE,
    LIGHT_GREY,
    THIN,
    Anchor,
    Circle,
    Document,
    Line,
    Marks,
    Text,
)
from menace_kit.layout.stacks import Area, Part, layered, nothing, put, stroke
from menace_kit.layout.text.pages import FORM_PAGES, Flow
from menace_kit.layout.text.typesetting import cap_height, fitting_size
from menace_kit.layout.type_scale import FIGURES
from menace_kit.machine import Box, Kit
from menace_kit.machine.learning import Result
from menace_kit.machine.prospects import changes_of_first_boxes
from menace_kit.machine.schema import Teaches
from menace_kit.text import Words
from menace_kit.text.kit_words import paper_words
from menace_kit.text.sheet_words import player, said

GAMES, PAGES = 100, 2
"""Games on a page, and pages for each machine."""

LABEL = 11.0
"""Space for the numbers of beads, left of the squares."""

AXIS = 9.0
"""Space for the numbers of games and their title, below the squares."""

ABOVE = 6.5
"""Space for the vertical axis's title, above the squares."""


LEVELS = (1, 2, 5, 10, 20, 50, 100)
"""How many beads a square may mean."""

SQUARE_LINES = {1: (HAIRLINE, LIGHT_GREY), 5: (0.15, GREY), 10: (0.35, "#505050")}
"""Width and colour of every line of the grid, every fifth and every tenth."""

START_SHARE = 0.4
"""Largest share of the squares' height below the start: a line falls less than it can rise."""


class Scale(Frozen):
    """How to count squares: their side in mm, `rows` of `unit` beads each, from `low` up."""

    square: float
    rows: int
    unit: int
    low: int


def first_box_graph_document(kit: Kit, name: str = "first-box-graph") -> Document:
    """Return two pages for each machine: for its first 100 games, and for any 100 more."""
    title = said(kit, "first-box-graph.title")
    form = Flow(kit, title, FORM_PAGES)
    for place, ((side, boxes), number) in enumerate(product(kit.openings.items(), range(PAGES))):
        if place:
            form.new_page()
        _set_page(form, kit, side, boxes, number)
    return form.document(name, title)


def steps(kit: Kit, side: Side) -> tuple[str, ...]:
    """Return how far a game moves a side's line: if won, drawn (where possible), or lost."""
    words = paper_words(kit)
    told = []
    taught_last = kit.spec.learning.teaches is Teaches.LAST_MOVE
    for result, change in changes_of_first_boxes(kit, side).items():
        way = "certificate.more" if change > 0 else "certificate.fewer"
        step = words(way if change else "common.n-beads", n=abs(change))
        name = words(f"common.{result.value}")
        if taught_last and result is Result.LOSS:
            name = words("first-box-graph.lost-last-move")
        told.append(words("common.named", name=name, told=step))
    return tuple(told)


def graph_scale(kit: Kit, side: Side, start: int, height: float) -> Scale:
    """Return the scale for a side's line, a start, and a height in mm."""
    width = FORM_PAGES.area(kit)[2]
    square = int((width - LABEL) / GAMES * 20) / 20
    rows = int(height / square / 5) * 5
    largest = max(map(abs, changes_of_first_boxes(kit, side).values()))
    unit = next((level for level in LEVELS if level * 3 >= largest), LEVELS[-1])
    below = start - START_SHARE * rows * unit
    low = max(0, int(below // (10 * unit)) * 10 * unit)
    return Scale(square, rows, unit, low)


def _set_page(form: Flow, kit: Kit, side: Side, boxes: Sequence[Box], number: int) -> None:
    """Set a page: title, the rule in words, squares, and on the first page the start."""
    words = paper_words(kit)
    start = sum(box.start_total for box in boxes)
    first, last = number * GAMES + 1, (number + 1) * GAMES
    title = words("first-box-graph.games", n=len(boxes), first=first, last=last)
    if kit.spec.side == "both" and not kit.game.impartial:
        title = f"{title} ({player(kit, side)})"
    form.title(title)
    numbers = ", ".join(box.name for box in boxes)
    form.paragraph(words("first-box-graph.what", n=len(boxes), boxes=numbers))
    form.paragraph(" · ".join(steps(kit, side)), bold=True)
    form.paragraph(
        words("first-box-graph.go-on" if number else "first-box-graph.begin", start=start)
    )
    form.paragraph(words("first-box-graph.check", n=len(boxes)))
    scale = graph_scale(kit, side, start, form.bottom - AXIS - ABOVE - form.y)
    if scale.unit > 1:
        form.paragraph(words("first-box-graph.unit", unit=scale.unit))
        scale = graph_scale(kit, side, start, form.bottom - AXIS - ABOVE - form.y)
    begin = partial(_start, 1 - (start - scale.low) / scale.unit / scale.rows)
    axes = partial(_numbers, words, scale, number)
    squares = layered(grid_lines(scale), axes, nothing if number else begin)
    _, field, _ = form.beside(0, LABEL, GAMES * scale.square, 0)
    field.y += ABOVE
    put(field, scale.rows * scale.square, squares)
    form.below(field)


def _start(down: float, area: Area) -> Marks:
    """Yield a dot on the vertical axis with a line to its number, at a share of its height."""
    x, y = area.at(0, down)
    yield Circle(x, y, 0.9, 0, None, BLACK)
    yield Line(x - 3.2, y, x, y, 0.4)


def grid_lines(scale: Scale) -> Part:
    """Return the lines of the grid; each fifth and tenth is stronger, and on top of the others."""
    lines = []
    for strong, look in SQUARE_LINES.items():
        across = [place / GAMES for place in range(0, GAMES + 1, strong)]
        down = [1 - place / scale.rows for place in range(0, scale.rows + 1, strong)]
        lines += [stroke((x, 0), (x, 1), *look) for x in across]
        lines += [stroke((0, y), (1, y), *look) for y in down]
    return layered(*lines)


def _numbers(words: Words, scale: Scale, page: int, area: Area) -> Marks:
    """Yield the numbers at both axes, with their titles.

    On later pages the numbers of beads are left blank.
    """
    for place in range(0, scale.rows + 1, 10):
        x, y = area.at(0, 1 - place / scale.rows)
        if page == 0:
            beads = str(scale.low + place * scale.unit)
            size = fitting_size(beads, LABEL - 4, FIGURES)
            yield Text(x - 4, y + cap_height(FIGURES) / 2, beads, size, anchor=Anchor.END)
        else:
            # A line to write the number on.
            yield Line(x - LABEL + 1, y, x - 1, y, THIN, GREY)
    for place in range(0, GAMES + 1, 10):
        x, y = area.at(place / GAMES, 1)
        yield Line(x, y, x, y + 1, 0.3, GREY)
        game = str(page * GAMES + place)
        yield Text(x, y + 1.6 + cap_height(FIGURES), game, FIGURES, anchor=Anchor.MIDDLE)
    (x, y), (middle, bottom) = area.at(0, 0), area.at(0.5, 1)
    for told, at, anchor in (
        (words.phrased("{tokens}"), (x - LABEL, y - 3), Anchor.START),
        (words("common.games"), (middle, bottom + AXIS - 1), Anchor.MIDDLE),
    ):
        yield Text(*at, told, fitting_size(told, area.width, FIGURES, True), True, anchor)
