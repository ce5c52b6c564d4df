"""`menace-kit operator lookup`: find a board's box, and what its beads mean."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Argument, Option

from menace_kit.cli import terminal
from menace_kit.cli.commands import BOARD
from menace_kit.cli.options import JsonOption, KitOptions, MachineOption, choice_of
from menace_kit.cli.report import Report
from menace_kit.cli.terminal import Line
from menace_kit.errors import PositionError
from menace_kit.games import Pieces, Side
from menace_kit.guide.look_up import LookUp, how_to_turn, look_up
from menace_kit.machine import Box, Kit, Reading
from menace_kit.text import kit_words, load_words
from menace_kit.text.phrases import Capital, Text
from menace_kit.text.shares import shares
from menace_kit.views.json_output.boxes import learned_facts
from menace_kit.views.json_output.games import look_up_facts

if TYPE_CHECKING:
    from menace_kit.lab.machine_file import Weights


def lookup(
    board: Annotated[
        str,
        Argument(
            help="The squares in reading order; . - _ 0, a space or the square's number is empty, "
            "/ may separate rows.",
            metavar=BOARD,
        ),
    ],
    to_move: Annotated[
        Side | None, choice_of(Side, "Whose turn it is, where the board alone does not tell.")
    ] = None,
    machine: MachineOption = None,
    best: Annotated[
        bool, Option("--best", help="Add what the board is worth, and the best moves.")
    ] = False,
    *,
    kit: KitOptions,
    as_json: JsonOption = False,
) -> None:
    """Find the box for a board, and what each bead means.

    Each bead means a square on the board as it lies on the table.

    With --machine also how many beads of each colour a machine that has learned has there,
    and how likely it draws one. With --best also whether the player to move can win or draw
    if nobody errs, and by which moves.

    Example:  menace-kit operator lookup "O.X/.../..."
    """
    if best:
        from menace_kit.cli.operator.best import best_facts, best_lines

    chosen, weights = learned(machine, kit)
    found = _looked_up(chosen, board, to_move)
    inside = weights[found.readings[0].box.number] if weights and found.readings else None
    Report(
        lambda: (
            look_up_facts(chosen, found)
            | learned_facts(machine, inside)
            | (best_facts(chosen, found.position) if best else {})
        ),
        reading_lines(chosen, found.readings[0], len(found.readings), inside)
        if found.readings
        else [found.reason],
        notes=best_lines(chosen, found.position) if best else (),
    ).tell(as_json)


def _looked_up(kit: Kit, board: str, to_move: Side | None) -> LookUp:
    """Return what a typed board asks for; an error about matches has an example of some."""
    try:
        return look_up(kit, board, to_move)
    except PositionError as error:
        if kit.game.pieces is not Pieces.TOKENS:
            raise
        example = kit.board(kit.boxes[len(kit.boxes) // 2])
        matches = example.count(kit.spec.marks[0])
        raise error.told_as(f"{error}; {matches} matches, say, are '{example}'") from None


def learned(machine: Path | None, kit: KitOptions) -> "tuple[Kit, Weights | None]":
    """Return the kit, and the contents of the machine in the file; None without a file."""
    if machine is None:
        return kit.chosen(), None
    from menace_kit.cli.lab.options import machine_in

    found = machine_in(machine, kit).machine
    return found.kit, found.weights


def reading_lines(
    kit: Kit, reading: Reading, ways: int, inside: Mapping[str, float] | None = None
) -> Iterator[Text | Line]:
    """Yield a box: its place, the label beside the table, and what each bead means.

    With `inside`, also how many beads of each colour there are, and how likely each is drawn.
    """
    box, table = reading.box, reading.symmetry.position(reading.box.position)
    yield title(kit, box)
    blocks = [
        ("label as glued", terminal.board_lines(kit, box.position, box.moves)),
        ("the table", terminal.board_lines(kit, table, reading.moves)),
    ]
    yield from terminal.side_by_side(blocks)
    yield f"{Capital(how_to_turn(reading))}."
    if ways > 1:
        yield f"There are {ways} right ways to hold this box; this is one."
    held = counted(inside) if inside is not None else {}
    lines = {}
    for colour in box.moves:
        means = kit_words.square(kit, reading.on_table(colour), table)
        taken = ", taken" if colour in box.taken else ""
        lines[colour] = f"  {kit.colour(colour).key}  {colour:<12} {means}{taken}"
    width = max(map(len, lines.values()))
    for colour, line in lines.items():
        count, chance = held.get(colour, ("", ""))
        yield f"{line:<{width}} {count:>7}  {chance:>7}" if held else line
    if box.taken:
        yield "A bead of a taken square stays out, and another one is drawn."
    if inside is not None and not any(inside.values()):
        yield "The box is empty."


def counted(inside: Mapping[str, float]) -> dict[str, tuple[str, str]]:
    """Return colour -> number of beads and chance to draw one, as columns.

    The number is empty if the contents are odds.
    """
    told = shares(load_words("en"), list(inside.values()), decimals=1)
    return {
        colour: (
            f"{count:,}" if isinstance(count, int) else "",
            share if any(inside.values()) else "-",
        )
        for (colour, count), share in zip(inside.items(), told, strict=True)
    }


def title(kit: Kit, box: Box) -> Line:
    """Return which box it is, where it is, and which of the machine's moves it is for."""
    stage = f"  (move {box.stage})" if kit.tells_stages else ""
    return [(str(kit_words.box_to_find(kit, box)), "bold"), (stage, "")]
