"""The audit of each action: is it due, is it legal, does it change the boxes as the rules say?"""

from collections.abc import Callable, Iterable, Iterator, Sequence

from menace_kit.games import Side
from menace_kit.journal.audit_moves import moves_are_right
from menace_kit.journal.audit_outcomes import starts_are_whole
from menace_kit.journal.entries import MOVES, Entry, Kind
from menace_kit.journal.finding import Finding
from menace_kit.journal.game_record import drawn_beads, drawn_by_side, sides_in
from menace_kit.journal.replay import Replay, ReplayedGame, Step
from menace_kit.journal.tables import Table
from menace_kit.machine.contents import Adjustment, Result, Why, gives_up_when_empty, refill
from menace_kit.machine.turn import Ending, GaveUp, How, changes_at_end

ActionCheck = Callable[[Replay, Step], Iterable[Finding]]
"""Is given the replay as it stands before the action, and the action."""

GAME_GOES_ON = (*MOVES, Kind.EMPTY, Kind.ABANDON)


def actions_are_due(replay: Replay, step: Step) -> Iterator[Finding]:
    """Yield actions that could not be done then: games that begin in others, undos of something else, and so on."""
    entry, game = step.first, replay.game
    if any(other.game != entry.game for other in step.entries):
        yield Finding(f"action {entry.number}", "its entries belong to several games", entry.number)
    if entry.kind is Kind.START:
        yield from _start_is_due(replay, entry)
    elif entry.kind in (Kind.RECOUNT, Kind.STOCKTAKE):
        return
    elif game is None or entry.game != game.number:
        now = f"game {game.number} was begun last" if game else "no game was begun"
        yield Finding(f"game {entry.game}", f"{entry.kind.value} is entered for it, but {now}", entry.number)
    elif entry.kind is Kind.UNDO:
        yield from _undo_is_due(game, entry)
    elif entry.kind is Kind.CONFIRM:
        if not game.end or game.confirmed:
            yield Finding(
                f"game {entry.game}", "it is confirmed, but there is nothing to confirm", entry.number
            )
    elif entry.kind in GAME_GOES_ON:
        if not game.running:
            yield Finding(f"game {entry.game}", f"{entry.kind.value} is entered after its end", entry.number)
    else:
        yield Finding(f"game {entry.game}", f"{entry.kind.value} stands by itself", entry.number)


def _start_is_due(replay: Replay, entry: Entry) -> Iterator[Finding]:
    before = replay.game
    expected = before.number + 1 if before else 1
    if entry.game != expected:
        yield Finding(f"game {entry.game}", f"it begins, but the next game is {expected}", entry.number)
    if before and before.running:
        yield Finding(
            f"game {before.number}", f"it was never finished, yet game {entry.game} begins", entry.number
        )
    if replay.kit.spec.side not in ("both", entry.side):
        yield Finding(
            f"game {entry.game}", f"the machine moves {entry.side}; this kit's does not", entry.number
        )


def _undo_is_due(game: ReplayedGame, entry: Entry) -> Iterator[Finding]:
    # An outcome-only game is taken back as a whole, also after it was confirmed.
    last = game.steps[0] if game.outcome_only else game.steps[-1]
    if game.taken_back:
        yield Finding(f"game {entry.game}", "it is taken back a second time", entry.number)
    elif game.confirmed and not game.outcome_only:
        yield Finding(f"game {entry.game}", "something is taken back after it was confirmed", entry.number)
    elif (last.first.kind is Kind.START and not game.outcome_only) or last.first.number != entry.undoes:
        yield Finding(
            f"game {entry.game}",
            f"takes back action {entry.undoes}, which is not the last that holds",
            entry.number,
        )


def colours_belong(replay: Replay, step: Step) -> Iterator[Finding]:
    """Yield entries with a box that the kit has not, or a colour that the box can never hold."""
    for entry in step.entries:
        if entry.box is None:
            continue
        if entry.box not in replay.kit.indices:
            yield Finding(f"box {entry.box}", "this kit has no such box", entry.number)
        elif entry.colour is not None and entry.colour not in replay.kit.box(entry.box).moves:
            yield Finding(f"box {entry.box}", f"it can never hold {entry.colour}", entry.number)


def counts_stay_above_zero(replay: Replay, step: Step) -> Iterator[Finding]:
    """Yield boxes of which more is taken than they have, by an adjustment, a recount, an undo or a drawing hand."""
    changed: dict[tuple[int, str], int] = {}
    for entry, box, colour, change in replay.changes(step):
        changed[box, colour] = changed.get((box, colour), 0) + change
        left = replay.count(box, colour) + changed[box, colour]
        if left < 0 and change < 0:
            yield Finding(f"box {box}", f"it comes down to {left} {colour}", entry.number)
    for box, colour in drawn_beads(step.entries):
        if replay.count(box, colour) < 1:
            yield Finding(f"box {box}", f"{colour} is drawn, but none is left by the book", step.first.number)


def results_follow(replay: Replay, step: Step) -> Iterator[Finding]:
    """Yield results that the moves do not give, and games that are over with no result entered."""
    game = replay.game
    if game is None or step.first.kind is Kind.START:
        return
    end = next((place for place, entry in enumerate(step.entries) if entry.kind is Kind.END), None)
    if end is None:
        if step.has(*MOVES) and step.after and step.after.outcome:
            yield Finding(
                f"game {step.first.game}", "it is over, but no result is entered", step.entries[-1].number
            )
        return
    entry, table = step.entries[end], step.tables[end]
    if table is None:
        return
    given = _ending(replay, game, table, step)
    if given is None:
        wrong = f"the result is {entry.result}, but the game is not over"
    elif entry.result != (result := given.result(game.side).value):
        wrong = f"the result is {entry.result}, but the moves give a {result}"
    elif entry.why != (why := given.gave_up.value if given.gave_up else None):
        wrong = f"the reason for its end is {entry.why or 'none'}, but should be {why or 'none'}"
    else:
        return
    yield Finding(f"game {entry.game}", wrong, entry.number)


def _ending(replay: Replay, game: ReplayedGame, table: Table, step: Step) -> Ending | None:
    """Return how the game ends on a table, None where it goes on there; a machine may give up at its empty box."""
    if table.outcome is None and step.has(Kind.EMPTY) and gives_up_when_empty(replay.kit):
        loser = table.side if game.both else game.side
        return Ending(loser.other, GaveUp.EMPTY_BOX)
    return table.ending(game.sides)


def adjustments_follow(replay: Replay, step: Step) -> Iterator[Finding]:
    """Yield adjustments that the rules do not give for the result that is entered, and those that are missing."""
    if not step.has(Kind.ADJUST, Kind.END, Kind.EMPTY):
        return
    game = None if step.first.kind is Kind.START else replay.game
    told = [
        (entry.box, entry.colour, entry.change, entry.why, entry.side)
        for entry in step.entries
        if entry.kind is Kind.ADJUST
    ]
    sides = game.sides if game else sides_in(step.first) if step.first.kind is Kind.START else ()
    due: list[tuple[Side, Adjustment]] = []
    end = step.end
    if end and sides:
        entries = (*(game.entries if game else ()), *step.entries)
        if any(colour not in replay.contents.get(box, {}) for box, colour in drawn_beads(entries)):
            return
        gave_up = GaveUp.EMPTY_BOX if end.why == GaveUp.EMPTY_BOX.value else None
        ending = Ending(Result(end.result).winner(sides[0]), gave_up)
        changed = changes_at_end(replay.kit, replay.contents, drawn_by_side(sides, entries), ending)
        due = [(side, change) for side, own in changed.items() for change in own]
    elif step.has(Kind.EMPTY) and (table := step.tables[0]) and table.box and table.how({}) is How.REFILLED:
        due = [(table.side, change) for change in refill(table.box)]
    expected = [
        (*change[:3], change.why.value, side.value if len(sides) > 1 else None) for side, change in due
    ]
    if told != expected:
        yield Finding(
            f"game {step.first.game}",
            f"the boxes are changed by {_listed(told)}; the rules give {_listed(expected)}",
            end.number if end else step.first.number,
        )


def _listed(changes: Sequence[tuple[int | None, str | None, int | None, str | None, str | None]]) -> str:
    found = [
        f"{change or 0:+d} {colour} in box {box}{'' if why == Why.RESULT.value else f' ({why})'}"
        f"{f' for the {side} player' if side else ''}"
        for box, colour, change, why, side in changes
    ]
    return ", ".join(found) or "nothing"


def recounts_are_whole(_: Replay, step: Step) -> Iterator[Finding]:
    """Yield recounts that are not whole: box, colour and difference."""
    for entry in step.entries:
        if entry.kind is Kind.RECOUNT and None in (entry.box, entry.colour, entry.change):
            yield Finding(
                f"entry {entry.number}", "a recount needs a box, a colour and a difference", entry.number
            )


ACTION_CHECKS: Sequence[ActionCheck] = (
    actions_are_due,
    colours_belong,
    counts_stay_above_zero,
    moves_are_right,
    starts_are_whole,
    results_follow,
    adjustments_follow,
    recounts_are_whole,
)
