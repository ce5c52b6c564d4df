"""What the operator is told, each sentence written once: used by every face of the guide."""

from collections.abc import Mapping, Sequence

from menace_kit.games import Move, Outcome, Side
from menace_kit.games.notation import move_text
from menace_kit.journal.entries import OUTCOME_ONLY
from menace_kit.journal.game_record import GameRecord
from menace_kit.machine.boxes import Box
from menace_kit.machine.contents import Adjustment, Result, Why
from menace_kit.machine.kit import Kit
from menace_kit.machine.reading import Reading

SQUARES = (
    "top left",
    "top middle",
    "top right",
    "middle left",
    "centre",
    "middle right",
    "bottom left",
    "bottom middle",
    "bottom right",
)

TURNS = {
    "identity": "hold the box as its triangle says: the drawing lies as the table does",
    "quarter-turn": "turn the drawing a quarter turn clockwise",
    "half-turn": "turn the drawing upside down (half a turn)",
    "three-quarter-turn": "turn the drawing a quarter turn anticlockwise",
    "flip-left-right": "mirror the drawing: left and right change places",
    "flip-top-bottom": "mirror the drawing: top and bottom change places",
    "flip-diagonal": "mirror the drawing along the line from top left to bottom right",
    "flip-antidiagonal": "mirror the drawing along the line from top right to bottom left",
}

RESULTS = {Result.WIN: "The machine won", Result.DRAW: "A draw", Result.LOSS: "The machine lost"}


# Pieces


def beads(count: int) -> str:
    """Return `1 bead`, `3 beads`."""
    return f"{count} bead{'' if count == 1 else 's'}"


def square(kit: Kit, move: Move) -> str:
    """Return a move in words: its number, and on a board of nine squares its name."""
    text = move_text(move)
    if len(move) == 1 and kit.game.rows == kit.game.columns == 3:
        return f"square {text} ({SQUARES[move[0]]})"
    return f"square {text}" if len(move) == 1 else f"move {text}"


def place(kit: Kit, box: Box) -> str:
    """Return where a box stands: `row 18, drawer 1`, or nothing where the kit has no cabinet."""
    where = kit.place(box)
    if where is None or kit.spec.cabinet is None:
        return ""
    several = kit.spec.cabinet.cabinets_for(len(kit.boxes)) > 1
    return f"{f'cabinet {where.cabinet}, ' if several else ''}row {where.row}, drawer {where.drawer}"


def box_and_place(kit: Kit, box: Box) -> str:
    """Return `Box 137, row 18, drawer 1`."""
    where = place(kit, box)
    return f"Box {box.number}{', ' if where else ''}{where}"


def counts(amounts: Mapping[str, int]) -> str:
    """Return `3 white, 2 gold`; `nothing` where there is none."""
    return ", ".join(f"{count} {colour}" for colour, count in amounts.items() if count) or "nothing"


def how_to_turn(reading: Reading) -> str:
    """Return how the drawing on the box must be turned to lie as the table does."""
    return TURNS[reading.symmetry.name]


def outcome(kit: Kit, ended: Outcome) -> str:
    """Return how a game ended, by the marks."""
    if ended.winner is None:
        return "a draw"
    return f"{kit.spec.marks[0 if ended.winner is Side.FIRST else 1]} has won"


# The tick-list


def adjustment(kit: Kit, change: Adjustment, after: Mapping[str, int]) -> str:
    """Return what to do with the bead that lies before a box, and what the box should hold then."""
    box = kit.box(change.box)
    return (
        f"{box_and_place(kit, box)}: {deed(change)}; it should now hold {after[change.colour]} {change.colour}, "
        f"{beads(sum(after.values()))} in all."
    )


def deed(change: Adjustment) -> str:
    """Return what to do with the bead that lies before a box: `put the GREEN bead back and add 3 GREEN`."""
    colour = change.colour.upper()
    if change.why is Why.REFILL:
        done = f"{beads(change.change)} {colour} were put in"
    elif change.change > 0:
        done = f"put the {colour} bead back and add {change.change} {colour}"
    elif change.change == 0:
        done = f"put the {colour} bead back"
        if change.why is Why.LAST_BEAD:
            done += " (the last bead of this box stays in)"
    elif change.change == -1:
        done = f"keep the {colour} bead out"
    else:
        done = f"keep the {colour} bead out and take out {-1 - change.change} {colour} more"
    if change.why is Why.PUNISHED:
        done += " (the box after it was empty)"
    return done


def ended(game: GameRecord) -> str:
    """Return how a game ended for the machine, and why where that is not plain."""
    if game.result is None:
        if game.taken_back:
            return "The game was taken back."
        return "The game was broken off." if game.abandoned else "The game goes on."
    reasons = {
        "empty-box": ": it gave up, for its box was empty",
        "lost-position": ": it gave up, for every move loses",
        OUTCOME_ONLY: " (only the outcome was entered)",
    }
    return f"{RESULTS[game.result]}{reasons.get(game.end.why or '', '') if game.end else ''}."


# What is not due


def game_still_running(number: int) -> str:
    """Return why no game can begin while one goes on."""
    return f"game {number} still goes on; finish it, or break it off (abandon)"


def adjustments_first(number: int) -> str:
    """Return why no game can begin before the tick-list is done."""
    return (
        f"the beads of game {number} are not put right yet; work through the list (operator adjust) and confirm it "
        "(--done), or begin all the same (--unconfirmed)"
    )


def machine_is_dead(kit: Kit, side: Side) -> str:
    """Return that the machine cannot make its first move any more, and what can be done."""
    first = [box.number for box in kit.first_boxes(side)]
    which = f"box {first[0]} is" if len(first) == 1 else f"boxes {', '.join(map(str, first))} are"
    return (
        f"this machine is dead: {which} empty, so it cannot make its first move. You can put beads in and say so "
        f"(operator recount {first[0]} COLOUR=N ...), or begin a new machine with a new journal; protect-first-box in "
        "kit.toml keeps that from happening"
    )


def other_side_only(side: Side) -> str:
    """Return that the kit's machine has only one side."""
    return f"this kit's machine always moves {side.value}"


def not_due(now: object, game: GameRecord | None) -> str:
    """Return what is due, where something else was tried."""
    names = {
        "start": "no game goes on; begin one (start)",
        "bead": "the machine's bead is due; draw one and enter its colour (draw), or say that the box is empty (empty)",
        "reply": "the opponent's reply is due; enter its square (reply)",
        "adjust": f"game {game.number if game else ''} is over; its list is due (adjust), then a new game (start)",
    }
    return names[str(getattr(now, "value", now))]


def no_game_running() -> str:
    """Return that there is no game."""
    return "no game goes on; begin one (start)"


def nothing_to_undo(number: int | None) -> str:
    """Return why nothing can be taken back."""
    if number is None:
        return "there is no game yet, so there is nothing to take back"
    return (
        f"the beads of game {number} are put right already, so it cannot be taken back; "
        "where a box holds something else, count it (recount)"
    )


def only_begun(number: int) -> str:
    """Return that a game has no step yet that could be taken back."""
    return f"game {number} has only begun; there is nothing to take back but the game itself (abandon)"


def already_taken_back(number: int) -> str:
    """Return that a game was taken back, so that there is nothing more to take back."""
    return f"game {number} is taken back already; games before it cannot be, but any box can be counted (recount)"


def counted_since(box: int, colour: str) -> str:
    """Return that a step cannot be taken back, for a count of its box stands against it."""
    return (
        f"box {box} was counted since, and by that count it has too few {colour} for the step to be taken back; leave "
        f"the step, or count the box again (operator recount {box} {colour}=N)"
    )


# What does not go together


def colour_not_in_box(kit: Kit, box: Box, colour: str) -> str:
    """Return that a box can never hold a colour, and what may have happened."""
    holds = ", ".join(f"{kit.colour(name).key} {name}" for name in box.moves)
    return (
        f"box {box.number} never holds {colour}; it holds: {holds}. Is it the right box? Was the colour misread, or a "
        "bead put into the wrong box?"
    )


def box_without_bead(number: int) -> str:
    """Return that a box was named, but not the bead that was drawn from it."""
    return f"box {number} is named, but not the bead drawn from it; name its colour, or leave the box out"


def which_first_box(number: int | None, firsts: Sequence[int]) -> str:
    """Return that the box of the first bead must be one of those for the machine's first move."""
    known = f"the first move's box{'es are' if len(firsts) > 1 else ' is'} {', '.join(map(str, firsts))}"
    if number is None:
        return f"from which box was the first bead drawn? {known}; name its number too"
    return f"box {number} is not for the machine's first move; {known}"


def colour_used_up(box: Box, colour: str) -> str:
    """Return that the book says that there is none of this colour left."""
    return (
        f"the book says that box {box.number} has no {colour} left. If there was one, count the box with the bead back "
        f"in it and say so: operator recount {box.number} {colour}=1 (and its other colours); then draw again"
    )


def bead_means_another_square(colour: str, meant: Sequence[Move], move: Move) -> str:
    """Return that a bead does not mean the square that was named."""
    return f"{colour} means square {' or '.join(map(move_text, meant))} on this table, not {move_text(move)}"


def no_bead_for(kit: Kit, box: Box, ways: Sequence[Reading], move: Move) -> str:
    """Return that no bead of the box means this move."""
    meant = sorted({move_text(target) for reading in ways for target in reading.moves.values()})
    return f"no bead of box {box.number} means {square(kit, move)} here; its beads mean {', '.join(meant)}"


def not_a_legal_reply(move: Move, legal: Sequence[Move]) -> str:
    """Return that a move cannot be made, and which can."""
    return f"{move_text(move)} cannot be played now; free: {', '.join(map(move_text, legal))}"


def box_is_not_empty(box: Box, left: Mapping[str, int]) -> str:
    """Return that by the book the box is not empty."""
    zeros = " ".join(f"{colour}=0" for colour in left)
    return (
        f"the book says that box {box.number} still holds {counts(left)}. If it is really empty, say so first: "
        f"operator recount {box.number} {zeros}"
    )


def cannot_be_empty(box: Box) -> str:
    """Return what to do where the rules keep the last bead, and the box is empty all the same."""
    return (
        f"by this kit's rules the last bead of box {box.number} is never taken out, so a bead is lost: put one in and "
        f"say so (operator recount {box.number} COLOUR=1), then draw"
    )


def impossible_count(colour: str, count: int) -> str:
    """Return that nobody counts so many beads."""
    return f"{colour}={count}: a count is from 0 to 9999"


def nothing_entered(wrong: int, right: int) -> str:
    """Return that an import changed nothing."""
    lines = "1 line is" if wrong == 1 else f"{wrong} lines are"
    return f"{lines} wrong ({right} would do); nothing was entered"


def no_adjustments_due(now: object) -> str:
    """Return that no beads are to be put right now."""
    if getattr(now, "value", now) == "start":
        return "No beads are to be put right."
    return "The game goes on; its beads are put right when it is over."


def beads_taken_back(kit: Kit, before: GameRecord | None, after: GameRecord | None) -> list[str]:
    """Return what to do by hand after an undo: a drawn bead goes back, beads of a refill come out."""
    if before is None or after is None:
        return []
    if before.outcome_only:
        return [_outcome_taken_back(kit, before, change) for change in before.adjustments]
    lines = [
        f"{box_and_place(kit, kit.box(number))}: put the {colour.upper()} bead back."
        for number, colour in before.drawn[len(after.drawn) :]
    ]
    kept = [change for change in after.adjustments if change.why is Why.REFILL]
    refilled = [change for change in before.adjustments if change.why is Why.REFILL][len(kept) :]
    lines += [
        f"{box_and_place(kit, kit.box(change.box))}: take {beads(change.change)} {change.colour.upper()} out again."
        for change in refilled
    ]
    return lines


def _outcome_taken_back(kit: Kit, game: GameRecord, change: Adjustment) -> str:
    """Return what to do with the bead of an outcome-only game that is taken back."""
    colour = change.colour.upper()
    if not game.confirmed:
        deed = f"put the {colour} bead back, and no other"
    elif change.change > 0:
        deed = f"take {beads(change.change)} {colour} out again"
    elif change.change < 0:
        deed = f"put {beads(-change.change)} {colour} in again"
    else:
        deed = f"leave it as it is; its {colour} bead is back already"
    return f"{box_and_place(kit, kit.box(change.box))}: {deed}."


def left_open(numbers: Sequence[int]) -> str:
    """Return that lists of earlier games were left, and what shows which boxes to count."""
    which = f"game {numbers[0]}" if len(numbers) == 1 else f"games {', '.join(map(str, numbers))}"
    return f"The beads of {which} were never confirmed. Which boxes to count says: menace-kit operator verify"
