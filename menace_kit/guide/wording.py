"""What the operator is told, each sentence written once: used by every face of the guide."""

from collections.abc import Iterable, Mapping, Sequence

from menace_kit.games import Move, Outcome, Side
from menace_kit.games.notation import move_text
from menace_kit.guide.language import called, in_capitals, say
from menace_kit.journal.entries import OUTCOME_ONLY
from menace_kit.journal.game_record import GameRecord
from menace_kit.machine.boxes import Box
from menace_kit.machine.contents import Adjustment, Why
from menace_kit.machine.kit import Kit
from menace_kit.machine.reading import Reading

# Pieces


def beads(count: int) -> str:
    """Return `1 bead`, `3 beads`."""
    return say("piece.beads", n=count)


def square(kit: Kit, move: Move) -> str:
    """Return a move in words: its number, and on a board of nine squares its name."""
    text = move_text(move)
    if len(move) > 1:
        return say("piece.move", move=text)
    if kit.game.rows == kit.game.columns == 3:
        return say("piece.square-called", move=text, called=say(f"squares.{move[0] + 1}"))
    return say("piece.square", move=text)


def place(kit: Kit, box: Box) -> str:
    """Return where a box stands: `row 18, drawer 1`, or nothing where the kit has no cabinet."""
    where = kit.place(box)
    if where is None or kit.spec.cabinet is None:
        return ""
    several = kit.spec.cabinet.cabinets_for(len(kit.boxes)) > 1
    return say("piece.place-cabinet" if several else "piece.place", **where._asdict())


def box_and_place(kit: Kit, box: Box) -> str:
    """Return `Box 137, row 18, drawer 1`."""
    where = place(kit, box)
    return say("piece.box-and-place" if where else "piece.box", number=box.number, place=where)


def amount(colour: str, count: int) -> str:
    """Return `3 white`."""
    return say("piece.amount", n=count, colour=called(colour))


def counts(amounts: Mapping[str, int]) -> str:
    """Return `3 white, 2 gold`; `nothing` where there is none."""
    return _listed(amount(colour, n) for colour, n in amounts.items() if n) or say("piece.nothing")


def how_to_turn(reading: Reading) -> str:
    """Return how the drawing on the box must be turned to lie as the table does."""
    return say(f"turns.{reading.symmetry.name}")


def outcome(kit: Kit, ended: Outcome) -> str:
    """Return how a game ended, by the marks."""
    if ended.winner is None:
        return say("piece.draw")
    return say("piece.has-won", mark=kit.spec.marks[0 if ended.winner is Side.FIRST else 1])


def _listed(parts: Iterable[object]) -> str:
    return ", ".join(map(str, parts))


# The tick-list


def adjustment(kit: Kit, change: Adjustment, after: Mapping[str, int]) -> str:
    """Return what to do with the bead that lies before a box, and what the box should hold then."""
    return say(
        "beads.adjustment",
        box=box_and_place(kit, kit.box(change.box)),
        deed=deed(change),
        amount=amount(change.colour, after[change.colour]),
        total=beads(sum(after.values())),
    )


def deed(change: Adjustment) -> str:
    """Return what to do with the bead that lies before a box: `put the GREEN bead back and add 3 GREEN`."""
    colour = in_capitals(change.colour)
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


def ended(game: GameRecord) -> str:
    """Return how a game ended for the machine, and why where that is not plain."""
    if game.result is None:
        if game.taken_back:
            return say("ended.taken-back")
        return say("ended.abandoned" if game.abandoned else "ended.running")
    why = game.end.why if game.end else None
    if why in ("empty-box", "lost-position"):
        return say(f"ended.{why}")
    return say(f"ended.{game.result.value}{'-outcome-only' if why == OUTCOME_ONLY else ''}")


# What is not due


def game_still_running(number: int) -> str:
    """Return why no game can begin while one goes on."""
    return say("refused.still-running", number=number)


def adjustments_first(number: int) -> str:
    """Return why no game can begin before the tick-list is done."""
    return say("refused.adjustments-first", number=number)


def machine_is_dead(kit: Kit, side: Side) -> str:
    """Return that the machine cannot make its first move any more, and what can be done."""
    first = [box.number for box in kit.first_boxes(side)]
    return say("refused.dead", n=len(first), boxes=_listed(first), first=first[0])


def other_side_only(side: Side) -> str:
    """Return that the kit's machine has only one side."""
    return say(f"refused.always-{side.value}")


def not_due(now: object, game: GameRecord | None) -> str:
    """Return what is due, where something else was tried."""
    return say(f"due.{getattr(now, 'value', now)}", number=game.number if game else "")


def no_game_running() -> str:
    """Return that there is no game."""
    return say("due.start")


def nothing_to_undo(number: int | None) -> str:
    """Return why nothing can be taken back."""
    return say("refused.no-undo-yet") if number is None else say("refused.no-undo", number=number)


def only_begun(number: int) -> str:
    """Return that a game has no step yet that could be taken back."""
    return say("refused.only-begun", number=number)


def already_taken_back(number: int) -> str:
    """Return that a game was taken back, so that there is nothing more to take back."""
    return say("refused.taken-back-already", number=number)


def counted_since(box: int, colour: str) -> str:
    """Return that a step cannot be taken back, for a count of its box stands against it."""
    return say("refused.counted-since", box=box, colour=called(colour), name=colour)


# What does not go together


def colour_not_in_box(kit: Kit, box: Box, colour: str) -> str:
    """Return that a box can never hold a colour, and what may have happened."""
    holds = _listed(f"{kit.colour(name).key} {called(name)}" for name in box.moves)
    return say("refused.colour-not-in-box", box=box.number, colour=called(colour), holds=holds)


def box_without_bead(number: int) -> str:
    """Return that a box was named, but not the bead that was drawn from it."""
    return say("refused.box-without-bead", number=number)


def which_first_box(number: int | None, firsts: Sequence[int]) -> str:
    """Return that the box of the first bead must be one of those for the machine's first move."""
    facts = {"n": len(firsts), "boxes": _listed(firsts)}
    if number is None:
        return say("refused.which-first-box", **facts)
    return say("refused.no-first-box", number=number, **facts)


def colour_used_up(box: Box, colour: str) -> str:
    """Return that the book says that there is none of this colour left."""
    return say("refused.colour-used-up", box=box.number, colour=called(colour), name=colour)


def bead_means_another_square(colour: str, meant: Sequence[Move], move: Move) -> str:
    """Return that a bead does not mean the square that was named."""
    squares = say("piece.or").join(map(move_text, meant))
    return say("refused.another-square", colour=called(colour), meant=squares, move=move_text(move))


def no_bead_for(kit: Kit, box: Box, ways: Sequence[Reading], move: Move) -> str:
    """Return that no bead of the box means this move."""
    meant = sorted({move_text(target) for reading in ways for target in reading.moves.values()})
    return say("refused.no-bead-for", box=box.number, square=square(kit, move), meant=_listed(meant))


def not_a_legal_reply(move: Move, legal: Sequence[Move]) -> str:
    """Return that a move cannot be made, and which can."""
    return say("refused.no-legal-reply", move=move_text(move), legal=_listed(map(move_text, legal)))


def box_is_not_empty(box: Box, left: Mapping[str, int]) -> str:
    """Return that by the book the box is not empty."""
    zeros = " ".join(f"{colour}=0" for colour in left)
    return say("refused.box-not-empty", box=box.number, beads=counts(left), zeros=zeros)


def cannot_be_empty(box: Box) -> str:
    """Return what to do where the rules keep the last bead, and the box is empty all the same."""
    return say("refused.cannot-be-empty", box=box.number)


def impossible_count(colour: str, count: int) -> str:
    """Return that nobody counts so many beads."""
    return say("refused.impossible-count", colour=called(colour), count=count)


def no_line(line: int, lines: int) -> str:
    """Return that a tick-list has no such line."""
    return say("refused.no-line", line=line, n=lines)


def no_name(longest: int) -> str:
    """Return what a person's name may be."""
    return say("refused.name", n=longest)


def nothing_entered(wrong: int, right: int) -> str:
    """Return that an import changed nothing."""
    return say("refused.nothing-entered", n=wrong, right=right)


def no_adjustments_due(now: object) -> str:
    """Return that no beads are to be put right now."""
    return say("beads.none-due" if getattr(now, "value", now) == "start" else "beads.none-due-yet")


# Beads that are taken back


def put_back(kit: Kit, box: int, colour: str) -> str:
    """Return that a drawn bead goes back into its box, and no more."""
    return _at_box(kit, box, say("beads.back", colour=in_capitals(colour)))


def beads_taken_back(kit: Kit, before: GameRecord | None, after: GameRecord | None) -> list[str]:
    """Return what to do by hand after an undo: a drawn bead goes back, beads of a refill come out."""
    if before is None or after is None:
        return []
    if before.outcome_only:
        return [
            _at_box(kit, change.box, _outcome_taken_back(before.confirmed, change))
            for change in before.adjustments
        ]
    lines = [put_back(kit, number, colour) for number, colour in before.drawn[len(after.drawn) :]]
    kept = [change for change in after.adjustments if change.why is Why.REFILL]
    refilled = [change for change in before.adjustments if change.why is Why.REFILL][len(kept) :]
    lines += [
        _at_box(
            kit, change.box, say("beads.take-out-again", n=change.change, colour=in_capitals(change.colour))
        )
        for change in refilled
    ]
    return lines


def _outcome_taken_back(confirmed: bool, change: Adjustment) -> str:
    """Return what to do with the bead of an outcome-only game that is taken back."""
    colour = in_capitals(change.colour)
    if not confirmed:
        return say("beads.only-back", colour=colour)
    if change.change > 0:
        return say("beads.take-out-again", n=change.change, colour=colour)
    if change.change < 0:
        return say("beads.put-in-again", n=-change.change, colour=colour)
    return say("beads.leave", colour=colour)


def _at_box(kit: Kit, number: int, deed: str) -> str:
    return say("beads.deed", box=box_and_place(kit, kit.box(number)), deed=deed)


def left_open(numbers: Sequence[int]) -> str:
    """Return that lists of earlier games were left, and what shows which boxes to count."""
    return say("beads.left-open", n=len(numbers), games=_listed(numbers))
