"""The audit: is a logbook in order? A list of checks, each of which yields findings.

Each act is given to a session again, and what that writes is compared with the entries. So the
audit itself knows no rules. The entries are read once, in order.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields
from itertools import groupby, zip_longest
from operator import attrgetter
from typing import NamedTuple

from menace_kit.errors import GuideError, LogbookError, MenaceKitError
from menace_kit.games import Move, Side, parse_move
from menace_kit.guide import counting, taking_back, whole_games
from menace_kit.guide.session import Session
from menace_kit.logbook import GameRecord, GameRow, Logbook
from menace_kit.logbook.balance import Replay
from menace_kit.logbook.clock import clock_notes
from menace_kit.logbook.entries import (
    BOTH,
    CHANGES,
    COUNTS,
    OUTCOME_ONLY,
    WATCHED,
    Action,
    Draft,
    Entry,
    Kind,
    is_halving,
    is_taken_square,
)
from menace_kit.logbook.faults import faults_in
from menace_kit.logbook.ticks import all_ticks
from menace_kit.logbook.times import is_time, time_of
from menace_kit.machine.learning import Result
from menace_kit.machine.turns import Lot, Turn

CLOCK_SECONDS = 60.0
"""How far a clock may be set back, in seconds, without a finding."""

FILE = "file"
"""The `where` of a finding about the whole file: it is damaged."""

CLOCK = "was the computer's clock wrong?"

FACTS = [each.name for each in fields(Draft) if each.name != "played_at"]
"""The facts that an act gives its entries, except `played_at`, which only people know."""


class AuditFinding(NamedTuple):
    """Something wrong in a logbook: where (`game 12`, `box 137`, `file`), what, and which entry.

    It is `known` if somebody has confirmed that the clock was wrong.
    """

    where: str
    message: str
    entry: int | None = None
    known: bool = False


def audit(logbook: Logbook) -> list[AuditFinding]:
    """Return everything that is wrong with a logbook.

    It is in order if there is nothing, or only what is known.
    """
    replay, until = _Replay(logbook), 0
    findings = [AuditFinding(FILE, message) for message in faults_in(logbook)]
    try:
        findings += _read_on(replay)
        with logbook.one_moment():
            findings += _read_on(replay)
            for of_all in LOGBOOK_CHECKS:
                findings += of_all(replay)
            until = max((note.entry for note in clock_notes(logbook)), default=0)
    except (LogbookError, ValueError) as error:
        # None of our programs wrote this value; nothing after it can be judged.
        findings.append(AuditFinding(FILE, f"it cannot be read further: {error}"))
    return [
        finding._replace(known=finding.message.endswith(CLOCK) and (finding.entry or 0) <= until)
        for finding in findings
    ]


class _Replay(Replay):
    """A logbook up to a moment: what its entries add up to, and the latest game.

    `taken_back` has the games that were undone as a whole, `list_before` the game whose update list
    was open before the last action. `unconfirmed` has, for each box and colour, the latest game
    that changed it without being confirmed before the next game began; a count removes it. `astray`
    is the number of a game that broke the rules.
    """

    def __init__(self, logbook: Logbook) -> None:
        super().__init__(logbook.kit)
        self.logbook = logbook
        self.game: GameRecord | None = None
        self.last: Entry | None = None
        self.unconfirmed: dict[tuple[int, str], GameRecord] = {}
        self.taken_back: set[int] = set()
        self.list_before: GameRecord | None = None
        self.astray: int | None = None

    @property
    def open_list(self) -> GameRecord | None:
        """Return the latest game if its update list is open."""
        game = self.game
        return game if game and game.end and not game.confirmed else None

    def take(self, action: Sequence[Entry]) -> list[Entry]:
        """Continue past an act, as any replay does."""
        first, self.last = action[0], action[-1]
        taken = super().take(action)
        if first.kind not in COUNTS:
            self.list_before = self.open_list
            if first.kind is Kind.START:
                self._leave_list()
            self._go_on(first)
        for entry in action:
            if entry.kind is Kind.STOCKTAKE:
                self.unconfirmed.clear()
            elif entry.kind is Kind.RECOUNT:
                self.unconfirmed.pop(entry.bead, None)
        return taken

    def _leave_list(self) -> None:
        """Note what the previous game changed, if nobody confirmed it."""
        game = self.open_list
        if game is None:
            return
        for entry in game.entries:
            if entry.kind is Kind.ADJUST and not is_halving(entry):
                self.unconfirmed[entry.bead] = game

    def _go_on(self, first: Entry) -> None:
        """Add an action to its game."""
        number = first.game or 0
        last = self.game.number if self.game else 0
        if number and number >= last:
            self.game = GameRecord.of(self.of_game[number])
        if first.kind is Kind.UNDO and self.game and (self.game.taken_back or number != last):
            self.taken_back.add(number)
            left = {key: of for key, of in self.unconfirmed.items() if of.number != number}
            self.unconfirmed = left


EntryCheck = Callable[[Entry | None, Entry], Iterable[AuditFinding]]
LogbookCheck = Callable[[_Replay], Iterable[AuditFinding]]


def _read_on(replay: _Replay) -> Iterator[AuditFinding]:
    """Yield what is wrong with the entries that haven't been read yet."""
    entries = replay.logbook.entries(replay.last.number if replay.last else 0)
    acts = [tuple(group) for _, group in groupby(entries, key=attrgetter("action"))]
    for action, behind in zip_longest(acts, acts[1:], fillvalue=()):
        for before, entry in zip((replay.last, *action), action, strict=False):
            for single in ENTRY_CHECKS:
                yield from single(before, entry)
        # Entries lost after an act may have been its last.
        is_told = all(entry.kind is not Kind.LOST for entry in (*action, *behind[:1]))
        if is_told and not replay.balance.unsure and not replay.balance.doubtful:
            yield from acts_are_the_rules(replay, action)
            yield from counts_agree(replay, action)
        replay.take(action)


def _at(entry: Entry, message: str) -> AuditFinding:
    return AuditFinding(f"entry {entry.number}", message, entry.number)


def actions_run_on(before: Entry | None, entry: Entry) -> Iterator[AuditFinding]:
    """Yield actions that aren't numbered by their first entry."""
    if entry.action not in (entry.number, before.action if before else None):
        yield _at(entry, f"is of action {entry.action}, which is not the one going on")


def times_run_on(before: Entry | None, entry: Entry) -> Iterator[AuditFinding]:
    """Yield entries with an earlier time than the one before them, and invalid times."""
    for time in filter(None, (entry.at, entry.played_at)):
        if not is_time(time):
            yield _at(entry, f"{time!r} is no time that it can be of")
            return
    if before is None or entry.at >= before.at or not is_time(before.at):
        return
    back = (time_of(before.at) - time_of(entry.at)).total_seconds()
    if back > CLOCK_SECONDS:
        yield _at(entry, f"is of {entry.at}, but the entry before it is of {before.at}; {CLOCK}")


def counts_agree(replay: _Replay, action: Sequence[Entry]) -> Iterator[AuditFinding]:
    """Yield changes that leave another number of beads than they say."""
    changed: Counter[tuple[int, str]] = Counter()
    for entry in action:
        if entry.kind in CHANGES and entry.box and entry.colour:
            changed[entry.box, entry.colour] += entry.change or 0
            held = replay.balance.contents[entry.box][entry.colour]
            left = held + changed[entry.box, entry.colour]
            if entry.count not in (None, left):
                yield _at(entry, f"says that {entry.count} {entry.colour} are left, but {left} are")


def kept_agrees(replay: _Replay) -> Iterator[AuditFinding]:
    """Yield boxes and games whose kept figures differ from what the entries give."""
    wrong = "what is kept of it is not what the entries give"
    kept, given = replay.logbook.balance(), replay.balance
    for number, held in given.contents.items():
        if (kept.contents[number], kept.notes[number]) != (held, given.notes[number]):
            yield AuditFinding(f"box {number}", wrong)
    kept_games = {row.number: row for row in replay.logbook.games()}
    for number in sorted({*kept_games, *replay.of_game}):
        entries = replay.of_game.get(number)
        row = GameRow.of(GameRecord.of(entries), replay.kit) if entries else None
        if row != kept_games.get(number):
            yield AuditFinding(f"game {number}", wrong)


def ticks_are_of_the_open_list(replay: _Replay) -> Iterator[AuditFinding]:
    """Yield ticks on an update list that isn't open, and on lines that it doesn't have.

    The list that was open before the last action is allowed, too.
    """
    games = (replay.open_list, replay.list_before)
    lines = {game.end.number: len(game.tick_list) for game in games if game and game.end}
    for entry, line in all_ticks(replay.logbook):
        if entry not in lines:
            wrong = "lines are ticked of it, but no tick-list that is open"
        elif line > lines[entry]:
            wrong = f"line {line} of its tick-list is ticked, which has {lines[entry]}"
        else:
            continue
        yield AuditFinding(f"entry {entry}", wrong, entry)


def adjustments_were_confirmed(replay: _Replay) -> Iterator[AuditFinding]:
    """Yield games whose updates were never confirmed, with the boxes not counted since."""
    games = {game.start.number: game for game in replay.unconfirmed.values()}
    for number, game in sorted(games.items()):
        boxes = sorted({box for (box, _), left in replay.unconfirmed.items() if left is game})
        named = f"box{'' if len(boxes) == 1 else 'es'} {', '.join(map(str, boxes))}"
        yield AuditFinding(
            f"game {game.number}",
            f"its adjustments were never confirmed; count {named} (count, or a stocktake)",
            game.end.number if game.end else number,
        )


ENTRY_CHECKS: Sequence[EntryCheck] = (actions_run_on, times_run_on)
LOGBOOK_CHECKS: Sequence[LogbookCheck] = (
    kept_agrees,
    adjustments_were_confirmed,
    ticks_are_of_the_open_list,
)


def acts_are_the_rules(replay: _Replay, action: Sequence[Entry]) -> Iterator[AuditFinding]:
    """Yield an act's first entry that differs from what the session writes, and the difference.

    Later entries of the same game follow from it, and aren't reported.
    """
    first = action[0]
    where = f"game {first.game}" if first.game else f"entry {first.number}"
    if replay.astray == first.game is not None and first.kind is not Kind.START:
        return
    try:
        session = Session(replay.kit, replay.balance.contents, replay.game)
        due = _acted(session, action, replay)
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


def _acted(session: Session, action: Sequence[Entry], replay: _Replay) -> Action:
    """Return what the session writes for the act with these entries.

    Raises GuideError if it refuses the act.
    """
    first = action[0]
    if first.kind is Kind.START:
        return _started(session, action)
    if first.kind in (Kind.RECOUNT, Kind.STOCKTAKE):
        return _counted(session, action)
    if first.kind is Kind.REFUSED:
        return tuple(action)
    if session.game is None:
        raise GuideError("no game was begun")
    if first.kind is Kind.UNDO:
        return _undone(session, action, replay)
    return _went_on(session, action)


def _went_on(session: Session, action: Sequence[Entry]) -> Action:
    """Return what is written for a step of a running game."""
    first, lot = action[0], _lots(action)
    if is_halving(first):
        return counting.halve(session, first.box or 0)
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
    """Return a lot that chooses as these entries say."""
    left = (parse_move(entry.move or "") for entry in action if entry.kind is Kind.LOT)

    def lot(turn: Turn, moves: Sequence[Move]) -> Move:
        move = next(left, None)
        if move is None or move not in moves:
            raise GuideError(f"a move at random is due: {', '.join(map(turn.written, moves))}")
        return move

    return lot


def _started(session: Session, action: Sequence[Entry]) -> Action:
    """Return what is written for the start of a game, or for a game entered as a whole."""
    start = action[0]
    first = None if start.side == BOTH else start.side == Side.FIRST.value
    if start.why == WATCHED:
        moves = GameRecord(tuple(action)).written_moves(session.kit.game).split()
        return whole_games.watch(session, moves, start.operator, True, start.played_at)
    if start.why != OUTCOME_ONLY:
        return session.start_as(start)
    end = next((entry for entry in action if entry.kind is Kind.END), None)
    bead = next((entry for entry in action if entry.kind is Kind.BEAD), None)
    if end is None:
        raise GuideError("only its outcome is told, and no result stands with it")
    return whole_games.quick(
        session,
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


def _counted(session: Session, action: Sequence[Entry]) -> Action:
    """Return what is written for counts of boxes, and for a stocktake if they are part of one."""
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
        return counting.take_stock(
            session, [session.kit.boxes[0].number], boxes, action[-1].operator
        )
    return tuple(
        draft
        for number, inside in boxes.items()
        for draft in counting.count(session, number, inside)
    )


def _undone(session: Session, action: Sequence[Entry], replay: _Replay) -> Action:
    """Return what is written for an undo of the last act, a whole game, or an earlier game."""
    first, last = action[0], session.game
    if last is not None and first.game != last.number:
        later = range((first.game or 0) + 1, last.number + 1)
        if not later or not replay.taken_back.issuperset(later):
            raise GuideError(f"game {last.number} was begun last")
        entries = replay.of_game.get(first.game or 0, ())
        game = GameRecord.of([entry for entry in entries if entry.number < first.number])
        halved = len(action) == 1 and game.halved_last
        return (
            taking_back.unhalve(session, game) if halved else taking_back.take_back(session, game)
        )
    if len(action) == 1 and last is not None and (last.halved_last or not last.is_one_action):
        return taking_back.undo(session)
    return taking_back.take_back(session)
