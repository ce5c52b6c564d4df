"""`menace-kit operator undo`: undo the last step, game or import."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

from typer import Option

from menace_kit.cli.operator import options
from menace_kit.cli.operator.status import before_boxes_lines, due_lines
from menace_kit.cli.options import check_at_most_one
from menace_kit.cli.terminal import print_lines
from menace_kit.guide import taking_back, wording
from menace_kit.guide.imports import games_named
from menace_kit.machine import Kit

if TYPE_CHECKING:
    from menace_kit.guide.import_undone import TakenBack


def undo(
    whole: Annotated[
        bool,
        Option("--game", help="Undo the whole last game, also after the boxes were updated."),
    ] = False,
    of_import: Annotated[bool, Option("--import", help="Undo the whole last import.")] = False,
    *,
    logbook: options.LogbookOptions,
) -> None:
    """Undo the last step, the last game or the last import.

    A step can also be the end of a game, as long as the boxes are not updated.
    A count stays; to correct it, count the box again.

    \b
    Example:  menace-kit operator undo
    Example:  menace-kit operator undo --game
    Example:  menace-kit operator undo --import
    """
    check_at_most_one({"--game": whole, "--import": of_import})
    with logbook.desk(check=True) as desk:
        kit, before = desk.session.kit, desk.session.game
        if of_import:
            from menace_kit.guide.import_undone import take_back_import

            taken = take_back_import(desk)
            print_lines(_taken_back_lines(kit, taken))
            return
        undone = wording.last_action(before)
        written = desk.act(taking_back.take_back if whole else taking_back.undo)
        undone = before.entries if before and len(written) > 1 else undone
        told = wording.undone(kit, before, undone, desk.by_hand)
        print_lines([*told, *before_boxes_lines(desk.session), *due_lines(desk.session)])


def _taken_back_lines(kit: Kit, taken: "TakenBack") -> Iterator[str]:
    """Yield what was undone, and which beads to move by hand."""
    named = games_named(taken.games[::-1]) if taken.games else "what it counted"
    yield f"The last import is undone: {named}."
    if taken.beads:
        yield "If the boxes were updated after these games, move these beads:"
    for deed in wording.moved(kit, taken.beads):
        yield f"[ ] {deed}"
    for box, colour, beads in taken.counts:
        name = kit.box(box).name
        yield f"[ ] Box {name}: the logbook says {beads} {colour} again; count the box."
    for box in taken.kept:
        yield f"Box {kit.box(box).name} was counted after the import; that count stands."
