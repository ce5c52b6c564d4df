"""`menace-kit boxes` and `menace-kit box N`: the boxes of a kit, listed and shown."""

import json
from typing import Annotated, Any

import typer

from menace_kit.cli.options import JsonOption, KitOption, PresetOption, chosen_kit
from menace_kit.games import Side
from menace_kit.games.notation import move_text
from menace_kit.machine.boxes import Box
from menace_kit.machine.kit import Kit


def boxes(
    kit: KitOption = None,
    preset: PresetOption = None,
    as_json: JsonOption = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="As CSV, for spreadsheets.")] = False,
    as_map: Annotated[
        bool,
        typer.Option("--map", help="As the map that `menace-kit adopt` takes: drawings, colours, places."),
    ] = False,
) -> None:
    """List all boxes: number, move, board, place, beads.

    The board is written in reading order, a dot for an empty square; the beads by the letters on the labels.

    \b
    Example:  menace-kit boxes --json
    """
    if as_json + as_csv + as_map > 1:
        raise typer.BadParameter("--json, --csv and --map exclude each other; give one of them")
    chosen = chosen_kit(kit, preset)
    if as_json:
        _echo_json([box_facts(chosen, box) for box in chosen.boxes])
    elif as_csv:
        from menace_kit.machine.filling import filling_csv

        typer.echo(filling_csv(chosen).encode(), nl=False)  # UTF-8 wherever it goes
    elif as_map:
        from menace_kit.machine.adoption_files import map_text

        typer.echo(map_text(chosen).encode(), nl=False)
    else:
        move = "move" if chosen.tells_stages else ""
        place = "place" if chosen.spec.cabinet else ""
        rows = [("box", move, "board", place, "beads")]
        rows += [_row(chosen, box) for box in chosen.boxes]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        for number, *cells in rows:
            padded = (f"{cell:<{width}}" for cell, width in zip(cells, widths[1:], strict=True) if width)
            typer.echo("  ".join([f"{number:>{widths[0]}}", *padded]).rstrip())


def box(
    number: Annotated[str, typer.Argument(help="The number on the box, or its name.", metavar="N")],
    kit: KitOption = None,
    preset: PresetOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show one box: its drawing, its place, its beads.

    \b
    Example:  menace-kit box 137
    """
    chosen = chosen_kit(kit, preset)
    shown = chosen.box_named(number)
    if as_json:
        _echo_json(box_facts(chosen, shown))
    else:
        _show(chosen, shown)


def box_facts(kit: Kit, box: Box) -> dict[str, Any]:
    """Return a box as JSON has it; `moves` are squares from 1, or `from-to` where a move is an arrow."""
    place = kit.place(box)
    return {
        "number": box.number,
        **({"name": box.name} if box.given_name else {}),
        "side": box.side.value,
        "stage": box.stage,
        "board": kit.board(box),
        "place": place._asdict() if place else None,
        "beads": dict(box.start),
        "moves": {
            colour: move[0] + 1 if len(move) == 1 else move_text(move) for colour, move in box.moves.items()
        },
    }


def _echo_json(facts: Any) -> None:
    # Every other character than ASCII escaped: JSON that no terminal and no pipe can spoil.
    typer.echo(json.dumps(facts, indent=1))


def _row(kit: Kit, box: Box) -> tuple[str, str, str, str, str]:
    letters: dict[int, list[str]] = {}
    for bead in box.beads:
        letters.setdefault(bead.start, []).append(kit.colour(bead.colour).key)
    beads = ", ".join(f"{count} each of {' '.join(keys)}" for count, keys in letters.items())
    return box.name, _stage(kit, box), kit.board(box), _place(kit, box), beads


def _stage(kit: Kit, box: Box) -> str:
    """Return the move of the machine that a box is for; with machines for both sides, whose, as the label has it.

    Empty where the kit tells no stages.
    """
    if not kit.tells_stages:
        return ""
    mark = kit.spec.marks[0 if box.side is Side.FIRST else 1]
    return f"{mark}, move {box.stage}" if kit.spec.side == "both" else f"move {box.stage}"


def _place(kit: Kit, box: Box) -> str:
    """Return where a box stands, with the cabinet where there are several; empty where the kit has no cabinet."""
    cabinet, place = kit.spec.cabinet, kit.place(box)
    if cabinet is None or place is None:
        return ""
    several = kit.cabinets > 1
    return f"{f'cabinet {place.cabinet}, ' if several else ''}row {place.row}, drawer {place.drawer}"


def _show(kit: Kit, box: Box) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table
    from rich.text import Text

    from menace_kit.cli.operator.board import board_lines

    console = Console(highlight=False)
    about = ", ".join(text for text in (_stage(kit, box), _place(kit, box)) if text)
    console.print(f"[bold]Box {escape(box.name)}[/bold]{f': {escape(about)}' if about else ''}")
    for line in board_lines(kit, box.position, box.moves):
        console.print(line)
    table = Table(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for head in ("bead", "letter", "sign", "square", "start"):
        table.add_column(head, overflow="fold")
    for bead in box.beads:
        colour = kit.colour(bead.colour)
        swatch = Text(f" {colour.key} ", style=f"{colour.ink} on {colour.hex}")
        table.add_row(escape(colour.name), swatch, Text(colour.glyph), move_text(bead.move), str(bead.start))
    console.print(table)
