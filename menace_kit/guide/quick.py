"""A game of which only the outcome is known, and at most the first bead: for a crowd, one tap a game."""

from dataclasses import replace

from menace_kit.errors import GuideError
from menace_kit.games import Side
from menace_kit.guide import refusals
from menace_kit.journal.entries import OUTCOME_ONLY, Action, Draft, Kind
from menace_kit.journal.game_record import adjustment_drafts
from menace_kit.machine.contents import Contents, DrawnBead, Result, adjustments
from menace_kit.machine.course import results
from menace_kit.machine.kit import Kit
from menace_kit.machine.rules import Teaches


def first_bead(
    kit: Kit, contents: Contents, side: Side, colour: str | None, number: int | None
) -> DrawnBead | None:
    """Return the first bead that was drawn, or None where none is named.

    GuideError where the box is none of the machine's first move, where several may be meant, where it has no such bead,
    or where a machine learns from its last bead alone: of that the first one says nothing.
    """
    if colour is None:
        if number is not None:
            raise GuideError(refusals.box_without_bead(kit.box(number)))
        return None
    kit.colour(colour)
    if kit.spec.learning.teaches is Teaches.LAST_MOVE:
        raise GuideError(refusals.first_bead_says_nothing())
    firsts = kit.first_boxes(side)
    chosen = [box for box in firsts if number in (None, box.number)]
    if len(chosen) != 1:
        raise GuideError(refusals.which_first_box(kit.box(number) if number is not None else None, firsts))
    box = chosen[0]
    if colour not in box.moves:
        raise GuideError(refusals.colour_not_in_box(kit, box, colour))
    if not contents[box.number][colour]:
        raise GuideError(refusals.colour_used_up(box, colour))
    return DrawnBead(box.number, colour)


def quick_game(
    kit: Kit, contents: Contents, start: Draft, result: Result, bead: DrawnBead | None, confirmed: bool
) -> Action:
    """Return a whole game as one act: begun, its bead drawn, ended, the bead's box adjusted by the kit's rules.

    Where there is nothing to adjust, it is confirmed at once. GuideError where the game cannot end so.
    """
    if result not in results(kit.game):
        raise GuideError(refusals.no_draws())
    game = start.game or 0
    action = [replace(start, why=OUTCOME_ONLY)]
    if bead:
        action.append(Draft(kind=Kind.BEAD, game=game, box=bead.box, colour=bead.colour, why=OUTCOME_ONLY))
    action.append(Draft(kind=Kind.END, game=game, result=result.value, why=OUTCOME_ONLY))
    action += adjustment_drafts(game, adjustments(kit, contents, (bead,) if bead else (), result))
    if confirmed or not bead:
        action.append(Draft(kind=Kind.CONFIRM, game=game))
    return tuple(action)
