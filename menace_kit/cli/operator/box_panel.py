"""A box beside the board: the one to open, or one that is counted."""

from rich.columns import Columns
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from menace_kit.cli.operator.canvas import Aside, Canvas, NoRoomError, hanging
from menace_kit.cli.operator.guided.view import can_be_held_otherwise
from menace_kit.cli.terminal import board_lines, chip, rich_line
from menace_kit.guide.look_up import how_to_turn
from menace_kit.machine import Box, Reading
from menace_kit.text import kit_words
from menace_kit.text.phrases import Capital, Joined, paragraph, say


def open_box(canvas: Canvas, width: int) -> Aside:
    """Return the box to open: where it is, its beads and how to hold it."""
    reading = canvas.session.readings[0]
    turn = Joined((Capital(how_to_turn(reading)), "."), "")
    others = say("play.other-ways") if can_be_held_otherwise(canvas.session) else ""
    beads = _beads_in_short(canvas, reading) if canvas.brief else _beads(canvas, reading, width)
    title = _title(canvas, reading.box, width)
    return Aside([*title, beads, canvas.text(paragraph([turn, others]))])


def counted_box(canvas: Canvas, box: Box, width: int) -> Aside:
    """Return a box being counted: logged and counted beads of each colour."""
    inside, counted = canvas.session.in_box(box.number), canvas.view.counted
    rows = []
    for number, name in enumerate(box.moves):
        found = f"{canvas.view.typed}_" if number == len(counted) else str(counted.get(name, ""))
        told = canvas.words("play.logbook-and-count", logbook=inside[name], count=found)
        colour = canvas.kit.colour(name)
        named = Text(f" {canvas.words.colour_name(colour)}: {told}")
        rows.append(hanging(chip(colour), named))
    return Aside([*_title(canvas, box, width), *rows])


def label(canvas: Canvas, reading: Reading) -> Text:
    """Return the label of a box, as glued."""
    lines = board_lines(canvas.kit, reading.box.position, reading.box.moves)
    return Text("\n").join(map(rich_line, lines))


def _title(canvas: Canvas, box: Box, width: int) -> list[RenderableType]:
    """Return the box's number and place; its code is paler, because it is not a number."""
    where = canvas.text(kit_words.box_and_place(canvas.kit, box), "bold")
    if code := canvas.kit.code(box):
        where.append(f" ({code})", "not bold dim")
    return [where, *canvas.large_sign(box.name, width)]


def _beads(canvas: Canvas, reading: Reading, width: int) -> Table:
    """Return a row for each colour: letter, symbol, name, square, number in the box.

    In the large layout, the label is beside them if the box must be turned.
    """
    table = Table.grid(padding=(0, 1, 0, 0), pad_edge=False)
    inside, words = canvas.session.inside, canvas.words
    for name in reading.box.moves:
        colour, move = canvas.kit.colour(name), reading.moves.get(name)
        called = words("piece.taken")
        if move is not None:
            square = kit_words.square_in_short(canvas.kit, move, canvas.session.position)
            called = words.tell(square)
        style = "" if inside[name] else "dim"
        row = (f"{colour.glyph} {words.colour_name(colour)}", called, f"{inside[name]:>4}")
        table.add_row(chip(colour), *(Text(cell, style) for cell in row))
    if not canvas.fits(table, width):
        raise NoRoomError
    if not (canvas.large and reading.is_turned):
        return table
    beside = Table.grid(padding=(0, 3, 0, 0), pad_edge=False)
    heads = (say("box.on-label"), say("keys.beads"))
    beside.add_row(*(canvas.text(head, "dim") for head in heads))
    beside.add_row(label(canvas, reading), table)
    return beside if canvas.fits(beside, width) else table


def _beads_in_short(canvas: Canvas, reading: Reading) -> Columns:
    """Return the same in columns: letter, square, number."""
    inside, items = canvas.session.inside, []
    for name in reading.box.moves:
        square = canvas.session.written(reading.moves[name]) if name in reading.moves else "x"
        items.append(chip(canvas.kit.colour(name)).append(f" {square} x{inside[name]}"))
    return Columns(items, padding=(0, 2))
