"""`menace-kit operator lookup`: the box for a board."""

import json
from enum import Enum
from typing import Annotated, Any

import typer

from menace_kit.cli.options import KitOptions
from menace_kit.games import Move, Side
from menace_kit.games.notation import move_text, position_text
from menace_kit.guide import wording
from menace_kit.guide.lookup import LookUp, look_up
from menace_kit.machine.boxes import Box
from menace_kit.machine.kit import Kit
from menace_kit.machine.reading import Reading
from menace_kit.text.messages import Capital


class ToMove(Enum):
    """Whose turn it is, as a choice."""

    FIRST = "first"
    SECOND = "second"


def lookup(
    board: Annotated[
        str,
        typer.Argument(
            help="The squares as one reads; . - _ 0 or a space is empty, / may separate the rows."
        ),
    ],
    to_move: Annotated[
        ToMove | None,
        typer.Option("--to-move", help="Whose turn it is, where the board alone does not tell."),
    ] = None,
    *,
    kit: KitOptions,
    as_json: Annotated[bool, typer.Option("--json", help="As JSON, for programs.")] = False,
) -> None:
    """Find the box for a board, and say what each bead means on the table as it lies.

    Example:  menace-kit operator lookup "O.X/.../..."
    """
    chosen = kit.chosen()
    found = look_up(chosen, board, Side(to_move.value) if to_move else None)
    if as_json:
        typer.echo(json.dumps(look_up_facts(chosen, found), ensure_ascii=False))
    elif found.readings:
        show_reading(chosen, found.readings[0], len(found.readings))
    else:
        typer.echo(found.reason)


def move_fact(move: Move) -> int | str:
    """Return a move as JSON has it: a square from 1, or `from-to`."""
    return move[0] + 1 if len(move) == 1 else move_text(move)


def name_fact(box: Box) -> dict[str, str]:
    """Return what stands on a box as JSON has it beside its number: nothing where that is the number."""
    return {"name": box.name} if box.given_name else {}


def look_up_facts(kit: Kit, found: LookUp) -> dict[str, Any]:
    """Return a look-up as JSON has it; `box` is null where there is none, and `reason` says why."""
    facts: dict[str, Any] = {"board": position_text(found.position, kit.spec.marks), "box": None}
    if not found.readings:
        forced = move_fact(found.forced) if found.forced is not None else None
        return {**facts, "forced": forced, "reason": str(found.reason)}
    reading = found.readings[0]
    where = kit.place(reading.box)
    return {
        **facts,
        "box": reading.box.number,
        **name_fact(reading.box),
        "stage": reading.box.stage,
        "canonical": kit.board(reading.box),
        "moves": {colour: move_fact(move) for colour, move in reading.moves.items()},
        "place": where._asdict() if where else None,
        "turn": str(wording.how_to_turn(reading)),
        "readings": len(found.readings),
    }


def show_reading(kit: Kit, reading: Reading, ways: int) -> None:
    """Print a box: its place, the label as glued and the table beside it, and what each bead means there."""
    from rich.console import Console
    from rich.text import Text

    from menace_kit.cli.operator.board import board_lines, side_by_side

    # A colour may be called [red] or :gem:, and stays that.
    console = Console(highlight=False, markup=False, emoji=False)
    box = reading.box
    title = Text(str(wording.box_and_place(kit, box)), style="bold")
    stage = f"  (move {box.stage})" if kit.tells_stages else ""
    console.print(title.append(stage, style="not bold"), soft_wrap=True)
    table = reading.symmetry.position(box.position)
    blocks = [
        ("label as glued", board_lines(kit, box.position, box.moves)),
        ("the table", board_lines(kit, table, reading.moves)),
    ]
    for line in side_by_side(blocks):
        console.print(line)
    console.print(f"{Capital(wording.how_to_turn(reading))}.", soft_wrap=True)
    if ways > 1:
        console.print(f"There are {ways} right ways to hold this box; this is one.", soft_wrap=True)
    for colour, move in reading.moves.items():
        console.print(f"  {kit.colour(colour).key}  {colour:<12} {wording.square(kit, move)}")
