"""What the operator is told, each sentence written once, as a message: used by every face of the guide."""

from collections.abc import Mapping, Sequence

from menace_kit import text
from menace_kit.games import Move, Outcome, Side, move_text
from menace_kit.guide.due import Due
from menace_kit.journal.entries import OUTCOME_ONLY, GameRecord
from menace_kit.machine.boxes import Box, Reading
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Adjustment, Result, Why
from menace_kit.text.messages import Called, Capital, Capitals, Text, listed, say

# Who plays, and with what: what a sentence may have a twin for, and how it names a player.


def kinds(kit: Kit, game: GameRecord | None = None) -> tuple[str, ...]:
    """Return what a sentence of this kit, and of this game, may have a twin for, the most telling first."""
    return text.kinds(kit, both=game is not None and game.both)


def alike(kit: Kit) -> tuple[str, ...]:
    """Return the ending of the twin in which no player is named by a mark, where the pieces are nobody's."""
    return ("alike",) if kit.game.impartial else ()


def side_named(kit: Kit, side: Side) -> tuple[str, ...]:
    """Return the ending of the twin that says which player is meant, where no mark does."""
    return (side.value,) if kit.game.impartial else ()


def player(kit: Kit, side: Side) -> Text:
    """Return a player by the mark, `O`; where the pieces on the board are nobody's, `the first player`."""
    if kit.game.impartial:
        return say(f"player.{side.value}")
    return kit.spec.marks[0 if side is Side.FIRST else 1]


def machine(kit: Kit, side: Side) -> Text:
    """Return whose machine: `O's machine`, `the first player's machine`."""
    return say("player.machine", *side_named(kit, side), player=player(kit, side))


GAVE_UP = ("empty-box", "lost-position")
"""Why a machine gives up."""


# Pieces


def beads(count: int) -> Text:
    """Return `1 bead`, `3 beads`."""
    return say("piece.beads", n=count)


def square(kit: Kit, move: Move) -> Text:
    """Return a move in words: `square 5 (centre)`, `square 12`, `move 7-4`, or of matches `from match 6 on`."""
    text = move_text(move)
    if len(move) > 1:
        return say("piece.move", move=text)
    if _has_names(kit):
        return say("piece.square-called", move=text, called=say(f"squares.{move[0] + 1}"))
    return say("piece.square", *kinds(kit), move=text)


def square_in_short(kit: Kit, move: Move) -> Text:
    """Return the same for a narrow column: `5 centre`, `12`, `7-4`, `from 6 on`."""
    text = move_text(move)
    if len(move) == 1 and _has_names(kit):
        return say("piece.short-called", move=text, called=say(f"squares.{move[0] + 1}"))
    return say("piece.short", *kinds(kit), move=text)


def _has_names(kit: Kit) -> bool:
    return kit.game.rows == kit.game.columns == 3


def place(kit: Kit, box: Box) -> Text:
    """Return where a box stands: `row 18, drawer 1`, or nothing where the kit has no cabinet."""
    where = kit.place(box)
    if where is None:
        return ""
    return say("piece.place-cabinet" if kit.cabinets > 1 else "piece.place", **where._asdict())


def box_and_place(kit: Kit, box: Box) -> Text:
    """Return `Box 137, row 18, drawer 1`."""
    where = place(kit, box)
    return say("piece.box-and-place" if where else "piece.box", number=box.name, place=where)


def amount(colour: str, count: int) -> Text:
    """Return `3 white`."""
    return say("piece.amount", n=count, colour=Called(colour))


def counts(amounts: Mapping[str, int]) -> Text:
    """Return `3 white, 2 gold`; `nothing` where there is none."""
    return listed(amount(colour, n) for colour, n in amounts.items() if n) or say("piece.nothing")


def how_to_turn(reading: Reading) -> Text:
    """Return how the drawing on the box must be turned to lie as the table does."""
    return say(f"turns.{reading.symmetry.name}")


def outcome(kit: Kit, ended: Outcome) -> Text:
    """Return how a game ended, by the marks."""
    if ended.winner is None:
        return say("piece.draw")
    return say("piece.has-won", player=player(kit, ended.winner))


# The tick-list


def adjustment(kit: Kit, change: Adjustment, after: Mapping[str, int]) -> Text:
    """Return what to do with the bead that lies before a box, and what the box should hold then."""
    return say(
        "beads.adjustment",
        box=box_and_place(kit, kit.box(change.box)),
        deed=deed(change),
        amount=amount(change.colour, after[change.colour]),
        total=beads(sum(after.values())),
    )


def deed(change: Adjustment) -> Text:
    """Return what to do with the bead that lies before a box: `put the GREEN bead back and add 3 GREEN`."""
    colour = Capitals(Called(change.colour))
    if change.why is Why.REFILL:
        done = say("beads.refill", n=change.change, colour=colour)
    elif change.change > 0:
        done = say("beads.add", n=change.change, colour=colour)
    elif change.change == 0:
        done = say("beads.last-bead" if change.why is Why.LAST_BEAD else "beads.back", colour=colour)
    elif change.change == -1:
        done = say("beads.out", colour=colour)
    else:
        done = say("beads.take", n=-1 - change.change, colour=colour)
    return say("beads.punished", deed=done) if change.why is Why.PUNISHED else done


def ended(kit: Kit, game: GameRecord) -> Text:
    """Return how a game ended for the machine, or for each of the two, and why where that is not plain."""
    if game.result is None:
        if game.taken_back:
            return say("ended.taken-back")
        return say("ended.abandoned" if game.abandoned else "ended.running")
    why = game.end.why if game.end else None
    if game.both:
        return _ended_for_both(kit, game.winner, why)
    if why in GAVE_UP:
        return say(f"ended.{why}")
    return say(f"ended.{game.result.value}{'-outcome-only' if why == OUTCOME_ONLY else ''}")


def _ended_for_both(kit: Kit, winner: Side | None, why: str | None) -> Text:
    if winner is None:
        return say("both.draw")
    names = {"winner": Capital(machine(kit, winner)), "loser": machine(kit, winner.other)}
    return say(f"both.won-{why}", **names) if why in GAVE_UP else say("both.won", **names)


def list_head(kit: Kit, game: GameRecord, side: Side) -> Text:
    """Return the heading of one machine's tick-list in a game of both: `O's machine, which won:`."""
    whose = Capital(machine(kit, side))
    if game.result is None:
        return say("both.list", machine=whose)
    return say(f"both.list-{Result.of(game.winner, side).value}", machine=whose)


def nothing_drawn() -> Text:
    """Return that the list of one of two machines is empty."""
    return say("both.nothing-drawn")


# Beads that are taken back


def no_adjustments_due(now: Due) -> Text:
    """Return that no beads are to be put right now."""
    return say("beads.none-due" if now is Due.START else "beads.none-due-yet")


def put_back(kit: Kit, box: int, colour: str) -> Text:
    """Return that a drawn bead goes back into its box, and no more."""
    return _at_box(kit, box, say("beads.back", colour=Capitals(Called(colour))))


def beads_taken_back(kit: Kit, before: GameRecord | None, after: GameRecord | None) -> list[Text]:
    """Return what to do by hand after an undo: a drawn bead goes back, beads of a refill come out."""
    if before is None or after is None:
        return []
    if before.outcome_only:
        return [
            _at_box(kit, change.box, _outcome_taken_back(before.confirmed, change))
            for change in before.adjustments
        ]
    lines: list[Text] = [put_back(kit, number, colour) for number, colour in before.drawn[len(after.drawn) :]]
    kept = [change for change in after.adjustments if change.why is Why.REFILL]
    refilled = [change for change in before.adjustments if change.why is Why.REFILL][len(kept) :]
    lines += [
        _at_box(
            kit,
            change.box,
            say("beads.take-out-again", n=change.change, colour=Capitals(Called(change.colour))),
        )
        for change in refilled
    ]
    return lines


def _outcome_taken_back(confirmed: bool, change: Adjustment) -> Text:
    """Return what to do with the bead of an outcome-only game that is taken back."""
    colour = Capitals(Called(change.colour))
    if not confirmed:
        return say("beads.only-back", colour=colour)
    if change.change > 0:
        return say("beads.take-out-again", n=change.change, colour=colour)
    if change.change < 0:
        return say("beads.put-in-again", n=-change.change, colour=colour)
    return say("beads.leave", colour=colour)


def _at_box(kit: Kit, number: int, deed: Text) -> Text:
    return say("beads.deed", box=box_and_place(kit, kit.box(number)), deed=deed)


def left_open(numbers: Sequence[int]) -> Text:
    """Return that lists of earlier games were left, and what shows which boxes to count."""
    return say("beads.left-open", n=len(numbers), games=listed(numbers))
