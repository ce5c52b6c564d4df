"""Games entered as a whole: by their outcome, or by the moves of others."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from menace_kit.errors import GuideError, MoveError, shortened
from menace_kit.games import Move, Position, Side, move_text
from menace_kit.guide.refusals import (
    as_typed,
    box_and_colour,
    is_taken,
    not_in_box,
    which_first_box,
)
from menace_kit.guide.session import Session
from menace_kit.logbook.entries import (
    BOTH,
    OUTCOME_ONLY,
    WATCHED,
    Action,
    Draft,
    Kind,
    adjustment_drafts,
)
from menace_kit.machine import learning
from menace_kit.machine.learning import DrawnBead, Result
from menace_kit.machine.schema import Teaches
from menace_kit.machine.turns import Turn, watched
from menace_kit.text.phrases import listed, say
from menace_kit.text.typed_colours import colour_meant, colours_meant, no_colour
from menace_kit.text.typed_moves import move_meant


def quick(
    session: Session,
    result: Result,
    colour: str | None = None,
    box: int | None = None,
    opponent: str | None = None,
    *,
    operator: str | None = None,
    machine_first: bool | None = None,
    confirmed: bool = False,
    unconfirmed: bool = False,
    played_at: str | None = None,
) -> Action:
    """Record a whole game by its outcome, and by the colour of its first bead if known.

    Only the first bead's box changes, as after any game. `box` is needed if the machine's first
    move has several boxes; it then also gives the machine's side, if the kit has both. With
    `confirmed`, or without a bead, nothing is left to tick. `unconfirmed` leaves the last game's
    update list. Raises GuideError if the game can't end so.
    """
    from menace_kit.machine.prospects import results

    if machine_first is None and box is not None and session.kit.spec.side == BOTH:
        machine_first = session.kit.box(box).side is Side.FIRST
    (start,) = session.start(operator, opponent, machine_first, unconfirmed, played_at)
    bead = _first_bead(session, Side(start.side), colour, box)
    if result not in results(session.kit.game):
        raise GuideError(say("refused.no-draws"))
    game = start.game or 0
    action = [replace(start, why=OUTCOME_ONLY)]
    if bead:
        action.append(
            Draft(kind=Kind.BEAD, game=game, box=bead.box, colour=bead.colour, why=OUTCOME_ONLY)
        )
    action.append(Draft(kind=Kind.END, game=game, result=result.value, why=OUTCOME_ONLY))
    changes = learning.adjustments(session.kit, session.contents, (bead,) if bead else (), result)
    action += adjustment_drafts(game, changes)
    if confirmed or not bead:
        action.append(Draft(kind=Kind.CONFIRM, game=game))
    return tuple(action)


def watch(
    session: Session,
    moves: Sequence[str],
    operator: str | None = None,
    unconfirmed: bool = False,
    played_at: str | None = None,
) -> Action:
    """Record a whole game of others: the machine learns from the moves of its side or sides.

    No beads are in front of boxes; if no box changes, nothing is left to tick. Raises GuideError if
    the game isn't complete.
    """
    kit = session.kit
    both = kit.spec.side == BOTH
    (start,) = session.start(operator, None, None, unconfirmed, played_at, both=both)
    game, machines = start.game or 0, tuple(Side) if both else (Side(kit.spec.side),)
    turn, made = Turn(kit, kit.game.start()), list[tuple[Position, Move]]()
    action = [replace(start, why=WATCHED)]
    for typed in moves:
        if turn.outcome is not None:
            raise GuideError(
                f"the game is over after {len(made)} moves; {as_typed(typed)} comes too late"
            )
        move = _move_of(session, turn, len(made) + 1, typed)
        made.append((turn.position, move))
        action.append(
            Draft(
                kind=Kind.REPLY,
                game=game,
                move=move_text(move),
                side=turn.side.value,
                why=WATCHED,
            )
        )
        turn = turn.after(move)
    if turn.outcome is None:
        raise GuideError(
            f"the game is not over after {len(made)} moves; "
            "where others play, all of them are typed, the last, too"
        )
    winner = turn.outcome.winner
    action.append(Draft(kind=Kind.END, game=game, result=Result.of(winner, machines[0]).value))
    changes = watched(kit, session.contents, made, machines, winner)
    for side, own in changes.items():
        action += adjustment_drafts(game, own, side.value if both else None)
    if not any(changes.values()):
        action.append(Draft(kind=Kind.CONFIRM, game=game))
    return tuple(action)


def _move_of(session: Session, turn: Turn, number: int, typed: str) -> Move:
    """Return a move that people made, as they write it; GuideError names the wrong one."""
    with suppress(MoveError):
        if (move := move_meant(session.kit.game, turn.position, typed)) in turn.legal:
            return move
    can = listed(map(turn.written, turn.legal))
    told = as_typed(typed)
    wrong = say("refused.no-legal-reply", move=told, legal=can)
    raise GuideError(f"move {number} ({shortened(typed)}): {wrong}")


def _first_bead(
    session: Session, side: Side, colour: str | None, number: int | None
) -> DrawnBead | None:
    """Return the first bead drawn, or None if none is named.

    Raises GuideError if the box isn't one for the machine's first move, if several fit, if it has
    no such bead, or if the machine learns only from its last bead, about which the first says
    nothing.
    """
    if colour is None:
        if number is not None:
            raise GuideError(say("refused.box-without-bead", number=session.kit.box(number).name))
        return None
    if not colours_meant(session.kit, colour, ()):
        raise no_colour(session.kit, colour)
    if session.kit.spec.learning.teaches is Teaches.LAST_MOVE:
        raise GuideError(say("refused.first-bead-says-nothing"))
    firsts = session.kit.first_boxes(side)
    chosen = [box for box in firsts if number in (None, box.number)]
    if len(chosen) != 1:
        raise GuideError(which_first_box(firsts))
    box = chosen[0]
    colour = colour_meant(session.kit, colour, box.moves)
    if colour not in box.moves:
        raise GuideError(not_in_box(session.kit, box, colour))
    if colour in box.taken:
        raise GuideError(is_taken(session.kit, session.kit.readings(box.position)[0], colour))
    if not session.contents[box.number][colour]:
        raise GuideError(say("refused.colour-used-up", **box_and_colour(box, colour)))
    return DrawnBead(box.number, colour)
