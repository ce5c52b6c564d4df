"""What to do now, and the keys or words for it."""

from menace_kit.games import Move, NamesMoves, Position, Side
from menace_kit.guide.players import next_side
from menace_kit.guide.refusals import machine_is_dead
from menace_kit.guide.session import Session
from menace_kit.guide.situation import Due
from menace_kit.guide.wording.parts import empty_rule, opponent
from menace_kit.machine import Kit
from menace_kit.text.kit_words import player_called, square
from menace_kit.text.phrases import Capital, Text, joined, paragraph, say


def due(session: Session, machine_first: bool | None = None, both: bool = False) -> Text:
    """Return in one line what the operator does now.

    `machine_first` and `both` say how the next game would begin.
    """
    game, box = session.game, session.box
    if box is not None:
        asked = say("keys.bead", box=box.name, letters=letters(session))
        if not any(session.inside.values()):
            rule = empty_rule(session.kit.spec.learning.empty_box)
            asked = say("keys.empty", box=box.name, rule=rule)
        return paragraph([whose_turn(session), asked])
    if session.due is Due.REPLY:
        return say("keys.reply", opponent=Capital(opponent(game)), squares=_free(session, " "))
    if session.due is Due.ADJUST:
        return say("keys.adjust")
    if dead(session, machine_first, both):
        return say("now.dead")
    return say("keys.start", *(("both",) if both else ()))


def to_move(kit: Kit, side: Side) -> Text:
    """Return whose turn it is, if both players are machines."""
    return say("both.to-move", player=Capital(player_called(kit, side)))


def whose_turn(session: Session) -> Text:
    """Return which of two machines moves now; "" in other games."""
    if session.game is None or not session.game.both:
        return ""
    return to_move(session.kit, session.position.to_move)


def advice(
    kit: Kit, position: Position, move: Move, why: str, box: int | None, number: int
) -> Text:
    """Return which reply teaches the machine most, and why.

    `why` is a key of `[teach]`, `number` the number that its sentence contains.
    """
    reason = say(f"teach.{why}", box=kit.box(box).name if box is not None else "", n=number)
    return say("teach.reply", move=square(kit, move, position), why=reason)


def marked(kit: Kit, move: Move) -> tuple[int, ...]:
    """Return the squares on which to show advice: those of the move, in Nim the one to type."""
    return move[:1] if isinstance(kit.game, NamesMoves) else move


def replies(session: Session) -> Text:
    """Return what the opponent can do now, and what to enter."""
    return say("keys.free", squares=_free(session, ", "))


def letters(session: Session) -> str:
    """Return the letters of the beads that the open box can hold, such as `W L D`."""
    return (
        " ".join(session.kit.colour(name).key for name in session.box.moves) if session.box else ""
    )


def _free(session: Session, between: str) -> str:
    """Return the possible moves, such as `1 4 5`."""
    return between.join(map(session.written, session.kit.game.legal_moves(session.position)))


def dead(session: Session, machine_first: bool | None, both: bool) -> Text | None:
    """Return why the next game can't begin (a machine has no bead for it), or None."""
    sides = tuple(Side) if both else (next_side(session.kit, machine_first),)
    return next(
        (machine_is_dead(session.kit, side) for side in sides if session.is_dead(side)), None
    )


def farewell(session: Session) -> Text:
    """Return how things stand when the operator leaves."""
    if session.due is Due.START:
        return say("keys.farewell")
    if session.due is Due.ADJUST:
        return joined(Capital(say("count.list-first", game=session.number)), ".")
    return say("keys.farewell-game", number=session.number)
