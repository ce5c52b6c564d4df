"""`menace-kit boxes` and `menace-kit box N`: the boxes of a kit, listed and shown."""

import json
from typing import Annotated, Any

import typer

from menace_kit.cli.options import KitOption, PresetOption, chosen_kit
from menace_kit.games import EMPTY, Side
from menace_kit.games.notation import move_text
from menace_kit.machine.boxes import Box
from menace_kit.machine.kit import Kit


def boxes(
    kit: KitOption = None,
    preset: PresetOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="As JSON, for programs.")] = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="As CSV, for spreadsheets.")] = False,
) -> None:
    """List all boxes: number, move, board, place, beads to start with.

    Example:  menace-kit boxes --json
    """
    if as_json and as_csv:
        raise typer.BadParameter("--json and --csv exclude each other")
    chosen = chosen_kit(kit, preset)
    if as_json:
        typer.echo(json.dumps([box_facts(chosen, box) for box in chosen.boxes], ensure_ascii=False, indent=1))
    elif as_csv:
        from menace_kit.machine.filling import filling_csv

        typer.echo(filling_csv(chosen), nl=False)
    else:
        for box in chosen.boxes:
            typer.echo(_line(chosen, box))


def box(
    number: Annotated[int, typer.Argument(help="The number on the box.", metavar="N")],
    kit: KitOption = None,
    preset: PresetOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="As JSON, for programs.")] = False,
) -> None:
    """Show one box: the drawing on it, where it stands, and the beads to start with.

    Example:  menace-kit box 137
    """
    chosen = chosen_kit(kit, preset)
    shown = chosen.box(number)
    if as_json:
        typer.echo(json.dumps(box_facts(chosen, shown), ensure_ascii=False, indent=1))
    else:
        _show(chosen, shown)


def box_facts(kit: Kit, box: Box) -> dict[str, Any]:
    """Return a box as JSON has it; `moves` are squares from 1, or `from-to` where a move is an arrow."""
    place = kit.place(box)
    return {
        "number": box.number,
        "side": box.side.value,
        "stage": box.stage,
        "board": kit.board(box),
        "place": place._asdict() if place else None,
        "beads": dict(box.start),
        "moves": {
            colour: move[0] + 1 if len(move) == 1 else move_text(move) for colour, move in box.moves.items()
        },
    }


def _line(kit: Kit, box: Box) -> str:
    place = kit.place(box)
    where = f"C{place.cabinet} R{place.row} D{place.drawer}" if place else ""
    beads = " ".join(f"{bead.start} {bead.colour}" for bead in box.beads)
    stage = f"{box.side.value}, move {box.stage}"
    return f"{box.number:>4}  {stage:<15} {kit.board(box)}  {where:<12} {beads}"


def _show(kit: Kit, box: Box) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console(highlight=False)
    place = kit.place(box)
    where = f", cabinet {place.cabinet}, row {place.row}, drawer {place.drawer}" if place else ""
    console.print(
        f"[bold]Box {box.number}[/bold]: the {box.side.value} player's move {box.stage}{where}",
        soft_wrap=True,
    )
    for line in _board_lines(kit, box):
        console.print(line)
    table = Table()
    for head in ("bead", "letter", "sign", "means square", "to start with"):
        table.add_column(head)
    for bead in box.beads:
        colour = kit.colour(bead.colour)
        swatch = Text(f" {colour.key} ", style=f"{colour.ink} on {colour.hex}")
        table.add_row(colour.name, swatch, colour.glyph, move_text(bead.move), str(bead.start))
    console.print(table)


def _board_lines(kit: Kit, box: Box) -> list[Any]:
    """Return the board as it is drawn on the box: marks, and the letters of the beads in their colours."""
    from rich.text import Text

    marks = {Side.FIRST.cell: kit.spec.marks[0], Side.SECOND.cell: kit.spec.marks[1], EMPTY: " "}
    cells = [Text(f" {marks[cell]} ", style="bold") for cell in box.position.cells]
    for bead in box.beads:
        if len(bead.move) == 1:
            colour = kit.colour(bead.colour)
            cells[bead.move[0]] = Text(f" {colour.key} ", style=f"{colour.ink} on {colour.hex}")
    columns = kit.game.columns
    lines: list[Any] = []
    for row in range(kit.game.rows):
        if row:
            lines.append("+".join(["---"] * columns))
        lines.append(Text("|").join(cells[row * columns : (row + 1) * columns]))
    return lines
