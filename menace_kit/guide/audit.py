"""The audit of what was done: each act is given to the session again,
and what it writes then is compared.

So the audit knows no rule by itself; what it finds besides, it finds in `journal/audit.py`.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields
from itertools import zip_longest

from menace_kit.errors import GuideError, MenaceKitError
from menace_kit.games import Game, Move, Side, parse_move, written_move
from menace_kit.guide.session import Session
from menace_kit.journal.audit import AuditFinding, audit_with
from menace_kit.journal.entries import (
    BOTH,
    EXHIBITIONS,
    GREEDY,
    OUTCOME_ONLY,
    WATCHED,
    Action,
    Draft,
    Entry,
    GameRecord,
    Kind,
    is_halving,
    is_taken_square,
)
from menace_kit.journal.replay import Replay, game_as_written
from menace_kit.journal.store import Journal
from menace_kit.machine.learning import Lot, Result, Turn


def audit(journal: Journal) -> list[AuditFinding]:
    """Return everything that is wrong with a journal;
    nothing, or only what is known, where it is in order.
    """
    return audit_with(acts_are_the_rules, journal)


FACTS = [each.name for each in fields(Draft) if each.name != "played_at"]
"""What an act gives its entries; when a game or a count was that is entered
later, only people know.
"""


def acts_are_the_rules(replay: Replay, action: Sequence[Entry]) -> Iterator[AuditFinding]:
    """Yield the first entry of an act that is not what the session writes for
    it, with what it writes.

    What is behind it in the same game follows from it, and is not told again.
    """
    first = action[0]
    where = f"game {first.game}" if first.game else f"entry {first.number}"
    if replay.astray == first.game is not None and first.kind is not Kind.START:
        return
    try:
        due = _acted(Session(replay.kit, replay.contents, replay.game), action, replay)
    except (MenaceKitError, ValueError, LookupError) as error:
        replay.astray = first.game
        yield AuditFinding(where, f"{_told(first)} is entered, but {error}", first.number)
        return
    for entry, wanted in zip_longest(action, due):
        if entry is None or wanted is None or _facts(entry) != _facts(wanted):
            replay.astray = first.game
            told = f"{_told(entry)} is entered" if entry else "nothing more is entered"
            rules = _told(wanted) if wanted else "nothing"
            number = (entry or action[-1]).number
            yield AuditFinding(where, f"{told}; the rules give {rules}", number)
            return


def _facts(draft: Draft) -> list[object]:
    return [getattr(draft, name) for name in FACTS]


def _told(draft: Draft) -> str:
    """Return an entry in a few words: `draw (game 2, box 1, colour white, move 1)`."""
    facts = {name: getattr(draft, name) for name in FACTS if name != "kind"}
    told = ", ".join(f"{name} {fact}" for name, fact in facts.items() if fact is not None)
    return f"{draft.kind.value} ({told})" if told else draft.kind.value


def _acted(session: Session, action: Sequence[Entry], replay: Replay) -> Action:
    """Return what the session writes for the act that these entries tell of;
    GuideError where it refuses.
    """
    first = action[0]
    if first.kind is Kind.START:
        return _started(session, action)
    if first.kind in (Kind.RECOUNT, Kind.STOCKTAKE):
        return _counted(session, action)
    if session.game is None:
        raise GuideError("no game was begun")
    if first.kind is Kind.UNDO:
        return _undone(session, action, replay)
    return _went_on(session, action)


def _went_on(session: Session, action: Sequence[Entry]) -> Action:
    """Return what is written for a step of a game that was begun."""
    first, lot = action[0], _lots(action)
    if is_halving(first):
        return session.halve(first.box or 0)
    if is_taken_square(first):
        return session.draw(first.colour or "")
    move = parse_move(first.move) if first.move is not None else None
    acts: dict[Kind, Callable[[], Action]] = {
        Kind.BEAD: lambda: session.draw(first.colour or "", move, lot),
        Kind.REPLY: lambda: session.reply(move or "", lot),
        Kind.EMPTY: lambda: session.empty(lot),
        Kind.ABANDON: session.abandon,
        Kind.CONFIRM: session.confirm,
    }
    if first.kind not in acts:
        raise GuideError("it stands by itself")
    return acts[first.kind]()


def _lots(action: Sequence[Entry]) -> Lot:
    """Return a lot that falls as these entries say."""
    left = (parse_move(entry.move or "") for entry in action if entry.kind is Kind.LOT)

    def lot(turn: Turn, moves: Sequence[Move]) -> Move:
        move = next(left, None)
        if move is None or move not in moves:
            raise GuideError(f"a move by lot is due: {', '.join(map(turn.written, moves))}")
        return move

    return lot


def _started(session: Session, action: Sequence[Entry]) -> Action:
    """Return what is written for the beginning of a game,
    or for a whole one that is entered at once.
    """
    start = action[0]
    first = None if start.side == BOTH else start.side == Side.FIRST.value
    if start.why == WATCHED:
        moves = _as_people_write(session.kit.game, action)
        return session.watch(moves, start.operator, True, start.played_at)
    if start.why != OUTCOME_ONLY:
        return session.start(
            start.operator,
            start.opponent,
            first,
            unconfirmed=True,
            played_at=start.played_at,
            both=start.side == BOTH,
            exhibition=start.why in EXHIBITIONS,
            greedy=start.why == GREEDY,
        )
    end = next((entry for entry in action if entry.kind is Kind.END), None)
    bead = next((entry for entry in action if entry.kind is Kind.BEAD), None)
    if end is None:
        raise GuideError("only its outcome is told, and no result stands with it")
    return session.quick(
        Result(end.result),
        bead.colour if bead else None,
        bead.box if bead else None,
        start.opponent,
        operator=start.operator,
        machine_first=first,
        confirmed=action[-1].kind is Kind.CONFIRM,
        unconfirmed=True,
        played_at=start.played_at,
    )


def _as_people_write(game: Game, action: Sequence[Entry]) -> list[str]:
    """Return the moves of a game that others played."""
    position, written = game.start(), []
    for entry in action:
        if entry.kind is Kind.REPLY:
            move = parse_move(entry.move or "")
            written.append(written_move(game, position, move))
            position = game.play(position, move)
    return written


def _counted(session: Session, action: Sequence[Entry]) -> Action:
    """Return what is written for counts of boxes, and for a stocktake
    where they are a part of one.
    """
    boxes: dict[int, dict[str, int]] = {}
    for entry in action:
        if entry.kind is Kind.RECOUNT:
            if entry.box is None or entry.colour is None or entry.change is None:
                raise GuideError("a count needs a box, a colour and a difference")
            inside = session.in_box(session.kit.box(entry.box).number)
            boxes.setdefault(entry.box, {})[entry.colour] = (
                inside.get(entry.colour, 0) + entry.change
            )
    if any(entry.kind is Kind.STOCKTAKE for entry in action):
        return session.take_stock([session.kit.boxes[0].number], boxes, action[-1].operator)
    return tuple(
        draft for number, inside in boxes.items() for draft in session.count(number, inside)
    )


def _undone(session: Session, action: Sequence[Entry], replay: Replay) -> Action:
    """Return what is written for a taking back: of the last act,
    of a game as a whole, or of one before it.
    """
    first, last = action[0], session.game
    if last is not None and first.game != last.number:
        later = range((first.game or 0) + 1, last.number + 1)
        if not later or not replay.taken_back.issuperset(later):
            raise GuideError(f"game {last.number} was begun last")
        entries = game_as_written(replay.journal, first.game)
        game = GameRecord.of([entry for entry in entries if entry.number < first.number])
        halved = len(action) == 1 and game.halved_last
        return session.unhalve(game) if halved else session.take_back(game)
    if len(action) == 1 and last is not None and (last.halved_last or not last.is_one_action):
        return session.undo()
    return session.take_back()
