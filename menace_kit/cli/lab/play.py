"""`menace-kit lab play`: play a copy of a machine, which learns. Writes no file."""

import sys
from collections.abc import Callable
from random import Random, SystemRandom
from typing import Annotated

import typer

from menace_kit.cli.lab.options import GreedyOption, machine_or_new
from menace_kit.cli.options import KitOptions, MachineOption
from menace_kit.cli.terminal import board_lines, print_lines, side_by_side
from menace_kit.errors import GuideError, MoveError
from menace_kit.games import NamesMoves, move_text
from menace_kit.guide import wording
from menace_kit.guide.situation import Due
from menace_kit.guide.twin import Copy
from menace_kit.machine import Kit
from menace_kit.machine.learning import Result
from menace_kit.machine.prospects import results
from menace_kit.text.kit_words import counts, player_called
from menace_kit.text.phrases import Capital, paragraph, say
from menace_kit.views.twin import lesson, machine_acts

FARED = {Result.WIN: "lost", Result.TIE: "drew", Result.LOSS: "won"}
"""How you fared, for each result of the machine."""


def play(
    machine: MachineOption = None,
    *,
    greedy: GreedyOption = False,
    second: Annotated[
        bool, typer.Option("--second", help="Let the machine move second: you begin.")
    ] = False,
    kit: KitOptions,
) -> None:
    """Play against a copy of the machine.

    Type your move; u undoes your last one, q quits. The copy learns from your games, and is gone
    when you quit: neither a machine file nor a logbook changes. Without --machine it begins with
    the beads of a new kit.

    Example:  menace-kit lab play --machine trained.json --greedy
    """
    found, lots = machine_or_new(machine, kit), SystemRandom()
    begins = False if second else None
    copy = Copy.of(found.kit, found.machine.contents, found.games or 0)
    copy = _play(found.kit, copy, lambda copy: copy.begin(found.kit, begins, greedy, lots), lots)
    fared = [
        f"{FARED[result]} {copy.fared.get(result, 0)}"
        for result in reversed(results(found.kit.game))
    ]
    typer.echo(f"You {', '.join(fared)}. Good-bye!")


def _play(kit: Kit, copy: Copy, begun: Callable[[Copy], Copy], lots: Random) -> Copy:
    """Play until the human quits, and return the final copy.

    Undo returns to an earlier copy.
    """
    copies = [begun(copy)]
    player = player_called(kit, copies[0].game.side.other) if copies[0].game else ""
    typer.echo(say("twin.you-are", player=player))
    shown = None
    while True:
        copy = copies[-1]
        if copy is not shown:
            _show(kit, copy)
        shown, session = copy, copy.session(kit)
        over = session.due is Due.START
        moves = ", ".join(map(session.written, session.turn.legal))
        match _typed("Play again? (y, n, u) " if over else f"Your move ({moves}): "):
            case "q":
                return copy
            case "n" if over:
                return copy
            case "y" if over:
                copies = [begun(copy)]
            case "u" if len(copies) > 1:
                copies.pop()
            case "u":
                typer.echo("There is no move of yours to undo.")
            case word if word and not over:
                try:
                    copies.append(copy.reply(kit, word, lots))
                except (GuideError, MoveError) as error:
                    typer.echo(Capital(error.args[0]))


def _show(kit: Kit, copy: Copy) -> None:
    """Print the open box, the machine's move and why, the board, and the lesson."""
    session = copy.session(kit)
    squares = {
        place: (move_text((place,)).center(3), "") for place in range(len(session.position.cells))
    }
    boards = [("the board", board_lines(kit, session.position, {}))]
    if not isinstance(kit.game, NamesMoves):
        boards.append(("the squares", board_lines(kit, session.position, {}, squares)))
    typer.echo()
    if copy.opening is not None:
        before = copy.session(kit, copy.opening)
        reading = before.readings[0]
        inside = before.in_box(reading.box.number)
        typer.echo(f"Box {reading.box.name}: {counts(inside)}.")
        if not kit.has_arrows:
            boards.insert(0, ("its beads", board_lines(kit, before.position, reading.moves)))
    print_lines([*(said for said, _ in machine_acts(kit, copy)), *side_by_side(boards)])
    came = lesson(kit, copy)
    if came and copy.game:
        typer.echo(paragraph([wording.ended(kit, copy.game), came.learned]))
    elif session.due is Due.START:
        typer.echo(say("twin.stuck"))
    for change in came.changes if came else ():
        typer.echo(f"Box {change.box}: {change.colour.name} {change.before} -> {change.after}")


def _typed(prompt: str) -> str:
    """Return what the human types; `q` at the end of the input."""
    print(prompt, end="", flush=True)
    line = sys.stdin.readline()
    if not line:
        typer.echo()
    return line.strip().lower() if line else "q"
