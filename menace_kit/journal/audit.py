"""The audit: is the journal in order? A plain list of checks, each of which yields what it finds.

The entries are read once, in order, and replayed; so a journal of any length needs little memory. Nobody who writes
has to wait but at the end, when the last entries are read and the checkpoint is compared.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from menace_kit.errors import JournalError
from menace_kit.games import Side
from menace_kit.journal.entries import (
    BOTH,
    EXHIBITIONS,
    MOVES,
    OUTCOME_ONLY,
    WATCHED,
    Draft,
    Entry,
    GameRecord,
    GameRow,
    Kind,
    adjustment_drafts,
    drawn_beads,
    drawn_by_side,
    is_halving,
    is_taken_square,
    is_time,
    time_of,
)
from menace_kit.journal.replay import (
    AsWritten,
    Replay,
    Step,
    WrittenTurn,
    as_written,
    game_as_written,
)
from menace_kit.journal.schema import READ_ALONE, SEALED, TOLD_OF, digest, mixed, seal_of
from menace_kit.journal.store import Journal
from menace_kit.machine import learning
from menace_kit.machine.learning import Adjustment, DrawnBead, Ending, GaveUp, How, Result, Why
from menace_kit.machine.schema import Teaches

CLOCK_SECONDS = 60.0
"""A clock that is set right may go back by this much, in seconds, without a finding."""


class AuditFinding(NamedTuple):
    """Something wrong in the journal: where (`game 12`, `box 137`, `file`), what, and the entry, where it is one.

    It is `known` where somebody has said that it was the clock.
    """

    where: str
    message: str
    entry: int | None = None
    known: bool = False


FileCheck = Callable[[Journal], Iterable[AuditFinding]]
EntryCheck = Callable[[Entry | None, AsWritten], Iterable[AuditFinding]]
BookCheck = Callable[[Replay], Iterable[AuditFinding]]
ActionCheck = Callable[[Replay, Step], Iterable[AuditFinding]]
"""Is given the replay as it stands before the action, and the action."""


def audit(journal: Journal) -> list[AuditFinding]:
    """Return everything that is wrong with a journal; nothing, or only what is known, where it is in order."""
    findings: list[AuditFinding] = []
    replay = Replay(journal)
    try:
        for check in FILE_CHECKS:
            findings += check(journal)
        findings += _read_on(replay)
        with journal.one_moment():
            findings += _read_on(replay)
            for of_all in (*GAME_CHECKS, *BOOK_CHECKS):
                findings += of_all(replay)
    except (JournalError, ValueError) as error:
        # A value that none of the tables would have taken; what is behind it cannot be made out.
        findings.append(AuditFinding("file", f"it cannot be read further: {error}"))
    until = max((note.entry for note in clock_notes(journal)), default=0)
    return [
        finding._replace(known=finding.message.endswith(CLOCK) and (finding.entry or 0) <= until)
        for finding in findings
    ]


class ClockNote(NamedTuple):
    """Up to which entry the computer's clock was wrong, and who said so when."""

    entry: int
    at: str
    operator: str | None


def clock_notes(journal: Journal) -> list[ClockNote]:
    """Return what is known of a wrong clock, the latest last; JournalDamagedError where that is damaged."""
    return sorted(ClockNote(*row) for row in journal.sealed_rows("clock"))


def _read_on(replay: Replay) -> Iterator[AuditFinding]:
    """Yield what is wrong with the entries that have not been read yet."""
    entries = as_written(replay.journal, replay.last.number if replay.last else 0)
    for _, group in groupby(entries, key=lambda written: written.entry.action):
        found = tuple(group)
        action = tuple(written.entry for written in found)
        for before, written in zip((replay.last, *action), found, strict=False):
            for single in ENTRY_CHECKS:
                yield from single(before, written)
        if action[0].kind is Kind.START:
            for of_game in GAME_CHECKS:
                yield from of_game(replay)
        step = replay.step(action)
        for check in ACTION_CHECKS:
            yield from check(replay, step)
        replay.take(step)


# The findings of the checks


def _in_game(entry: Entry, message: str) -> AuditFinding:
    return AuditFinding(f"game {entry.game}", message, entry.number)


def _at(entry: Entry, message: str) -> AuditFinding:
    return AuditFinding(f"entry {entry.number}", message, entry.number)


# The file


def file_is_sound(journal: Journal) -> Iterator[AuditFinding]:
    """Yield what SQLite itself finds: pages, indexes, the rules of the tables."""
    for (message,) in journal.select("PRAGMA integrity_check"):
        if message != "ok":
            yield AuditFinding("file", f"SQLite says: {message}")


def entries_point_at_something(journal: Journal) -> Iterator[AuditFinding]:
    """Yield entries that name a game, a box or an entry which is not there."""
    for table, row, parent, _ in journal.select("PRAGMA foreign_key_check"):
        yield AuditFinding(f"{table} {row}", f"what it names is not in the table {parent}", row)


# Each entry


def entries_are_as_they_were_written(_: Entry | None, written: AsWritten) -> Iterator[AuditFinding]:
    """Yield entries that have another digest than the entry, and the digest before it, give."""
    if not written.fits:
        yield _at(
            written.entry, "is not as it was written, or not behind the entry that it was written behind"
        )


def numbers_run_on(before: Entry | None, written: AsWritten) -> Iterator[AuditFinding]:
    """Yield gaps in the numbers, and actions that are not numbered by their first entry."""
    entry, expected = written.entry, before.number + 1 if before else 1
    if entry.number != expected:
        gone = (
            f"entry {expected} is"
            if entry.number == expected + 1
            else f"entries {expected} to {entry.number - 1} are"
        )
        yield _at(entry, f"{gone} missing before it")
    if entry.action not in (entry.number, before.action if before else None):
        yield _at(entry, f"stands in action {entry.action}, which is not the one going on")


CLOCK = "was the computer's clock wrong?"


def times_run_on(before: Entry | None, written: AsWritten) -> Iterator[AuditFinding]:
    """Yield entries that were written before the one in front of them, by the clock, and what is no time."""
    entry = written.entry
    for time in filter(None, (entry.at, entry.played_at)):
        if not is_time(time):
            yield _at(entry, f"{time!r} is no time that it can be of")
            return
    if before is None or entry.at >= before.at or not is_time(before.at):
        return
    back = (time_of(before.at) - time_of(entry.at)).total_seconds()
    if back > CLOCK_SECONDS:
        yield _at(entry, f"is of {entry.at}, but the entry before it is of {before.at}; {CLOCK}")


# Each action: is it due, is it legal, does it change the boxes as the rules say?

GAME_GOES_ON = (*MOVES, Kind.EMPTY, Kind.ABANDON)


def actions_are_due(replay: Replay, step: Step) -> Iterator[AuditFinding]:
    """Yield actions that could not be done then: games that begin in others, undos of something else, and so on."""
    entry, game = step.first, replay.game
    if any(other.game != entry.game for other in step.entries):
        yield AuditFinding(f"action {entry.number}", "its entries belong to several games", entry.number)
    if entry.kind is Kind.START:
        yield from _start_is_due(replay, entry)
    elif entry.kind in (Kind.RECOUNT, Kind.STOCKTAKE):
        return
    elif (found := _game_meant(replay, entry)) is None or game is None:
        now = f"game {game.number} was begun last" if game else "no game was begun"
        yield _in_game(entry, f"{entry.kind.value} is entered for it, but {now}")
    elif entry.kind is Kind.UNDO:
        yield from _undo_is_due(found, step)
    elif is_halving(entry):
        yield from _halving_is_right(replay, step)
    elif entry.kind is Kind.CONFIRM:
        if not game.end or game.confirmed:
            yield _in_game(entry, "it is confirmed, but there is nothing to confirm")
    elif entry.kind in GAME_GOES_ON or (is_taken_square(entry) and len(step.entries) == 1):
        if not game.running:
            yield _in_game(entry, f"{entry.kind.value} is entered after its end")
    else:
        yield _in_game(entry, f"{entry.kind.value} stands by itself")


def _halving_is_right(replay: Replay, step: Step) -> Iterator[AuditFinding]:
    """Yield what is wrong with a halving: a box that was halved takes half of each colour out, and nothing else."""
    box = step.first.box or 0
    inside = dict(replay.contents.get(box, {}))
    if replay.game and replay.game.running:
        for drawn in replay.game.drawn:
            if drawn.box == box:
                inside[drawn.colour] = inside.get(drawn.colour, 0) - 1
    due = adjustment_drafts(0, learning.halving(box, inside))
    if list(map(ADJUSTED, step.entries)) != list(map(ADJUSTED, due)):
        yield AuditFinding(
            f"box {box}",
            f"it was halved by {_listed(step.entries)}; half of it is {_listed(due)}",
            step.first.number,
        )


def _start_is_due(replay: Replay, entry: Entry) -> Iterator[AuditFinding]:
    before = replay.game
    expected = before.number + 1 if before else 1
    if entry.game != expected:
        yield _in_game(entry, f"it begins, but the next game is {expected}")
    if before and before.running:
        yield AuditFinding(
            f"game {before.number}", f"it was never finished, yet game {entry.game} begins", entry.number
        )
    if replay.kit.spec.side not in ("both", entry.side):
        yield _in_game(entry, f"the machine moves {entry.side}; this kit's does not")


def _game_meant(replay: Replay, entry: Entry) -> GameRecord | None:
    """Return the game that an entry is of: the last, or one to be taken back when all those after it are; else None."""
    last = replay.game
    if last is None or entry.game is None or entry.game == last.number:
        return last
    later = range(entry.game + 1, last.number + 1)
    if entry.kind is not Kind.UNDO or not later or not replay.taken_back.issuperset(later):
        return None
    return GameRecord.of(
        [each for each in game_as_written(replay.journal, entry.game) if each.number < entry.number]
    )


def _undo_is_due(game: GameRecord, step: Step) -> Iterator[AuditFinding]:
    entry = step.first
    undone, newest_first = [undo.undoes for undo in step.entries], game.actions[::-1]
    if game.taken_back:
        yield _in_game(entry, "it is taken back a second time")
    elif undone == newest_first and not game.running:
        return  # as a whole, also after it was confirmed
    elif undone != newest_first[:1] or game.start.action in undone:
        others = ", ".join(map(str, undone))
        yield _in_game(entry, f"takes back action {others}, which is not the last that holds")
    elif game.confirmed and not game.halved_last:
        yield _in_game(entry, "something is taken back after it was confirmed")


def colours_belong(replay: Replay, step: Step) -> Iterator[AuditFinding]:
    """Yield entries with a box that the kit has not, or a colour that the box can never hold."""
    for entry in step.entries:
        if entry.box is None:
            continue
        if entry.box not in replay.kit.indices:
            yield AuditFinding(f"box {entry.box}", "this kit has no such box", entry.number)
        elif entry.colour is not None and entry.colour not in replay.kit.box(entry.box).moves:
            yield AuditFinding(f"box {entry.box}", f"it can never hold {entry.colour}", entry.number)


def counts_stay_above_zero(replay: Replay, step: Step) -> Iterator[AuditFinding]:
    """Yield boxes of which more is taken than they have, by an adjustment, a recount, an undo or a drawing hand."""
    changed: Counter[tuple[int, str]] = Counter()
    by: dict[tuple[int, str], Entry] = {}
    for entry, box, colour, change in replay.changes(step):
        changed[box, colour] += change
        by[box, colour] = entry
    for (box, colour), change in changed.items():
        left = replay.count(box, colour) + change
        if left < 0 and change < 0:
            yield AuditFinding(f"box {box}", f"it comes down to {left} {colour}", by[box, colour].number)
    for box, colour in drawn_beads(step.entries):
        if replay.count(box, colour) < 1:
            yield AuditFinding(
                f"box {box}", f"{colour} is drawn, but none is left by the book", step.first.number
            )


# Its moves: whose turn it is, which box, and what its beads mean on the table


def moves_are_right(replay: Replay, step: Step) -> Iterator[AuditFinding]:
    """Yield moves out of turn or illegal, wrong boxes, and beads that do not mean the move in any right reading."""
    game = replay.game_of(step)
    if game is None:
        return
    for place, (entry, table) in enumerate(zip(step.entries, step.tables[:-1], strict=True)):
        if table is None or not (entry.kind in (*MOVES, Kind.EMPTY) or is_taken_square(entry)):
            continue
        wrong = (
            _wrong_turn(game, entry, table)
            or _wrong_side(game, entry, table)
            or _wrong_box(entry, table)
            or _wrong_move(entry, table)
        )
        if entry.kind is Kind.EMPTY:
            wrong = wrong or _wrongly_empty(replay, entry)
        if (
            entry.kind is Kind.LOT
            and table.box
            and (not place or step.entries[place - 1].kind is not Kind.EMPTY)
        ):
            wrong = wrong or "the move was drawn by lot, though no box was empty"
        if wrong:
            yield _in_game(entry, wrong)


def _wrong_turn(game: GameRecord, entry: Entry, table: WrittenTurn) -> str | None:
    if table.outcome is not None:
        return f"{entry.kind.value} is entered, but the game is over"
    if (table.side in game.sides and not game.watched) == (entry.kind is Kind.REPLY):
        return f"{entry.kind.value} is entered out of turn"
    return None


def _wrong_side(game: GameRecord, entry: Entry, table: WrittenTurn) -> str | None:
    """Return what is wrong with whose entry it says it is: one of both machines or of others says so, and no other."""
    mover = table.side.value if game.both or game.watched else None
    if entry.side == mover:
        return None
    told, wanted = (f"the {side} player's" if side else "nobody's" for side in (entry.side, mover))
    return f"{entry.kind.value} is entered as {told}, but is {wanted}"


def _wrong_box(entry: Entry, table: WrittenTurn) -> str | None:
    wanted = table.box.number if table.box else None
    if (entry.kind in (Kind.BEAD, Kind.EMPTY) or is_taken_square(entry)) and entry.box != wanted:
        return f"box {entry.box} is opened, but the table asks for {f'box {wanted}' if wanted else 'none'}"
    return table.wrongly_unchosen(entry)


def _wrong_move(entry: Entry, table: WrittenTurn) -> str | None:
    if entry.kind is Kind.EMPTY:
        return None
    taken = table.box.taken if table.box else ()
    if is_taken_square(entry):
        return (
            None
            if entry.colour in taken
            else f"{entry.colour} is entered as of a taken square, but it is free"
        )
    if entry.kind is Kind.BEAD and entry.colour in taken:
        return f"{entry.colour} means a square that is taken, and no move"
    if entry.move not in table.moves:
        return f"{entry.move} cannot be played; free: {', '.join(table.moves)}"
    meant = table.beads.get(entry.colour or "")
    if entry.kind is Kind.BEAD and meant is not None and entry.move not in meant:
        return f"{entry.colour} means {' or '.join(sorted(meant))} there, not {entry.move}"
    return None


def _wrongly_empty(replay: Replay, entry: Entry) -> str | None:
    counts = replay.contents.get(entry.box or 0, {})
    if any(counts.values()):
        return f"box {entry.box} is found empty, but by the book it holds {sum(counts.values())}"
    rule = replay.kit.spec.learning.empty_box.value
    if entry.why != rule:
        return f"at the empty box the rule was {entry.why}, but the kit's is {rule}"
    return None


# The start of a game: it stands alone, or with a whole game of which only the outcome was entered

OPENED = (Kind.BEAD, Kind.END, Kind.ADJUST)
UNOPENED = (Kind.END,)


def starts_are_whole(replay: Replay, step: Step) -> Iterator[AuditFinding]:
    """Yield starts with more behind them than belongs there; a game is begun alone, or is outcome-only and whole."""
    start, *rest = step.entries
    if start.kind is not Kind.START:
        return
    if start.why == OUTCOME_ONLY and start.side == BOTH:
        wrong: str | None = "only its outcome was entered, but both players were machines"
    elif start.why == OUTCOME_ONLY:
        wrong = _not_whole(replay, rest) or next(
            filter(None, (_wrong(replay, start, entry) for entry in rest)), None
        )
    elif start.why == WATCHED:
        wrong = _not_watched(replay, start, rest)
    elif start.why not in (None, *EXHIBITIONS):
        wrong = f"it begins for the reason {start.why}, which there is not"
    else:
        wrong = "more is entered with its beginning, though it is not outcome-only" if rest else None
    if wrong:
        yield _in_game(start, wrong)


def _not_watched(replay: Replay, start: Entry, rest: list[Entry]) -> str | None:
    if start.side != replay.kit.spec.side:
        return f"others played it, and it is entered for {start.side}, but the kit has boxes for {replay.kit.spec.side}"
    kinds = [entry.kind for entry in rest if entry.kind is not Kind.ADJUST]
    moves = [kind for kind in kinds if kind is Kind.REPLY]
    if kinds in ([*moves, Kind.END], [*moves, Kind.END, Kind.CONFIRM]):
        return None
    return f"others played it, but with it stands {', '.join(kind.value for kind in kinds) or 'nothing'}"


def _not_whole(replay: Replay, rest: list[Entry]) -> str | None:
    kinds = tuple(entry.kind for entry in rest)
    if kinds and kinds[-1] is Kind.CONFIRM:
        kinds = kinds[:-1]
    if kinds == OPENED and replay.kit.spec.learning.teaches is Teaches.LAST_MOVE:
        return "only its outcome was entered, but with its first bead, and the machine learns from its last one alone"
    if kinds in (OPENED, UNOPENED):
        return None
    told = ", ".join(kind.value for kind in kinds) or "nothing"
    return f"only its outcome was entered, but with it stands {told}"


def _wrong(replay: Replay, start: Entry, entry: Entry) -> str | None:
    """Return what is wrong with an entry of an outcome-only game by itself."""
    if entry.kind in (Kind.BEAD, Kind.END) and entry.why != OUTCOME_ONLY:
        return f"only its outcome was entered, but the reason of {entry.kind.value} is {entry.why or 'none'}"
    if entry.kind is Kind.END and Result(entry.result) not in learning.results(replay.kit.game):
        return f"only its outcome was entered, {entry.result}, which a game of {replay.kit.game.name} cannot have"
    if entry.kind is not Kind.BEAD:
        return None
    if entry.move is not None:
        return f"only its outcome was entered, but its bead was played on {entry.move}"
    firsts = [box.number for box in replay.kit.first_boxes(Side(start.side))]
    if entry.box not in firsts:
        return f"box {entry.box} is opened first, but the machine's first move has {_boxes(firsts)}"
    return None


def _boxes(numbers: list[int]) -> str:
    return f"box{'' if len(numbers) == 1 else 'es'} {', '.join(map(str, numbers))}"


# Its end, and what is learned from it


def results_follow(replay: Replay, step: Step) -> Iterator[AuditFinding]:
    """Yield results that the moves do not give, and games that are over with no result entered."""
    game = replay.game_of(step)
    if game is None:
        return
    entry = step.end
    if entry is None:
        if step.has(*MOVES) and step.after and step.after.outcome:
            yield AuditFinding(
                f"game {step.first.game}", "it is over, but no result is entered", step.entries[-1].number
            )
        return
    table = step.tables[step.entries.index(entry)]
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
    yield _in_game(entry, wrong)


def _ending(replay: Replay, game: GameRecord, table: WrittenTurn, step: Step) -> Ending | None:
    """Return how the game ends on a table, None where it goes on there; a machine may give up at its empty box."""
    if table.outcome is None and step.has(Kind.EMPTY) and learning.gives_up_when_empty(replay.kit):
        loser = table.side if game.both else game.side
        return Ending(loser.other, GaveUp.EMPTY_BOX)
    return table.ending(() if game.watched else game.sides)


def adjustments_follow(replay: Replay, step: Step) -> Iterator[AuditFinding]:
    """Yield adjustments that the rules do not give for the result that is entered, and those that are missing."""
    if not step.has(Kind.ADJUST, Kind.END, Kind.EMPTY) or is_halving(step.first):
        return
    before = () if step.first.kind is Kind.START else replay.game.entries if replay.game else None
    game = None if before is None else GameRecord((*before, *step.entries))
    table = step.tables[0]
    changes: Mapping[Side, tuple[Adjustment, ...]] = {}
    if game and step.end and game.watched:
        winner = Result(step.end.result).winner(game.side)
        changes = learning.watched(replay.kit, replay.contents, step.made, game.sides, winner)
    elif game and step.end:
        if any(colour not in replay.contents.get(box, {}) for box, colour in game.drawn):
            return
        gave_up = GaveUp.EMPTY_BOX if step.end.why == GaveUp.EMPTY_BOX.value else None
        ending = Ending(Result(step.end.result).winner(game.side), gave_up)
        drawn = drawn_by_side(game.sides, game.entries)
        learns = not game.exhibition
        changes = learning.changes_at_end(replay.kit, replay.contents, drawn, ending, learns=learns)
    elif step.has(Kind.EMPTY) and table and table.box and table.how({}) is How.REFILLED:
        changes = {table.side: learning.refill(table.box)}
    elif is_taken_square(step.first) and table and table.box and step.first.colour in table.box.moves:
        drawn_in_vain = DrawnBead(table.box.number, step.first.colour or "")
        changes = {table.side: (learning.taken_square(replay.kit, replay.contents, drawn_in_vain),)}
    told = [entry for entry in step.entries if entry.kind is Kind.ADJUST]
    due = [
        draft
        for side, own in changes.items()
        for draft in adjustment_drafts(0, own, game.said_of(side) if game else None)
    ]
    if list(map(ADJUSTED, told)) != list(map(ADJUSTED, due)):
        yield AuditFinding(
            f"game {step.first.game}",
            f"the boxes are changed by {_listed(told)}; the rules give {_listed(due)}",
            (step.end or step.first).number,
        )


ADJUSTED = attrgetter("box", "colour", "change", "why", "side")


def _listed(adjustments: Sequence[Draft]) -> str:
    found = [
        f"{entry.change or 0:+d} {entry.colour} in box {entry.box}"
        f"{'' if entry.why == Why.RESULT.value else f' ({entry.why})'}"
        f"{f' for the {entry.side} player' if entry.side else ''}"
        for entry in adjustments
    ]
    return ", ".join(found) or "nothing"


def recounts_are_whole(_: Replay, step: Step) -> Iterator[AuditFinding]:
    """Yield recounts that are not whole: box, colour and difference."""
    for entry in step.entries:
        if entry.kind is Kind.RECOUNT and None in (entry.box, entry.colour, entry.change):
            yield _at(entry, "a recount needs a box, a colour and a difference")


# Each game, when the next begins or the journal ends


GAME_FIELDS = ", ".join(GameRow._fields)


def _undo_of(journal: Journal, game: GameRecord) -> Entry | None:
    """Return the entry that takes a game's start back, or None."""
    entries = game_as_written(journal, game.number)
    return next((entry for entry in entries if entry.undoes == game.start.action), None)


def game_row_agrees(replay: Replay) -> Iterator[AuditFinding]:
    """Yield what the table of games has otherwise than the entries."""
    game = replay.game
    if game is None:
        return
    expected = game.row(replay.kit)
    row = replay.journal.select(f"SELECT {GAME_FIELDS} FROM game WHERE number = ?", (game.number,))
    if not row:
        yield AuditFinding(f"game {game.number}", "is missing in the table of games", game.start.number)
        return
    if row[0][1] == "taken-back" and (undo := _undo_of(replay.journal, game)):
        expected = game.without(undo).row(replay.kit)  # perhaps behind games that were taken back, too
    for name, said, replayed in zip(GameRow._fields, row[0], expected, strict=True):
        if said != replayed:
            yield AuditFinding(
                f"game {game.number}",
                f"the table of games has {name} {said!r}, the entries give {replayed!r}",
                game.start.number,
            )


# The book as a whole


def contents_agree(replay: Replay) -> Iterator[AuditFinding]:
    """Yield boxes of which the table of contents says something else than the kit and the entries."""
    start = {(box.number, bead.colour): bead.start for box in replay.kit.boxes for bead in box.beads}
    rows = replay.journal.select("SELECT box, colour, start, count FROM contents ORDER BY box, colour")
    for box, colour, begun, count in rows:
        key = (box, colour)
        if key not in start:
            yield AuditFinding(
                f"box {box}", f"the table of contents has {colour}, which this box never holds"
            )
            continue
        if begun != start.pop(key):
            yield AuditFinding(
                f"box {box}", f"the table of contents has {begun} {colour} to start with, the kit has not"
            )
        if count != replay.count(*key):
            yield AuditFinding(
                f"box {box}",
                f"the table of contents has {count} {colour}, the entries give {replay.count(*key)}",
            )
    for number, name in start:
        yield AuditFinding(f"box {number}", f"{name} is missing in the table of contents")


def boxes_agree(replay: Replay) -> Iterator[AuditFinding]:
    """Yield boxes of which it is noted otherwise how often they were opened, touched, counted and changed."""
    notes = {number: astuple(note) for number, note in replay.notes.items()}
    for number, *noted in replay.journal.select("SELECT number, opened, touched, counted, changed FROM box"):
        if notes.pop(number, None) != tuple(noted):
            yield AuditFinding(
                f"box {number}", "how often it was opened is noted otherwise than the entries give"
            )
    for number in notes:
        yield AuditFinding(f"box {number}", "is missing in the table of boxes")


def games_are_counted(replay: Replay) -> Iterator[AuditFinding]:
    """Yield games that are noted with another number of entries than they have, and kinds counted wrongly."""
    wrong = replay.journal.select(
        "SELECT number, entries, (SELECT count(*) FROM entry WHERE entry.game = game.number) AS found FROM game "
        "WHERE entries <> found ORDER BY number"
    )
    for number, noted, found in wrong:
        yield AuditFinding(f"game {number}", f"{noted} entries are noted for it, but it has {found}")
    kinds = "state, confirmed, side, coalesce(result, ''), outcome_only"
    counted = replay.journal.select(f"SELECT {kinds}, count(*), sum(first_change) FROM game GROUP BY {kinds}")
    noted = replay.journal.select("SELECT * FROM tally WHERE games <> 0")
    if sorted(counted) != sorted(noted):
        yield AuditFinding("games", "how many there are of each kind is noted otherwise than the games give")


def seals_agree(replay: Replay) -> Iterator[AuditFinding]:
    """Yield tables that are not as they were written."""
    seals: dict[str, int] = dict(replay.journal.select("SELECT name, value FROM seal"))
    if seals.get("seal") != seal_of(seals):
        yield AuditFinding("file", "the digests are not as they were written")
    for table, columns in SEALED.items():
        own = ", digest" if table in READ_ALONE else ""
        rows = replay.journal.select(f"SELECT {', '.join(columns)}{own} FROM {table}")
        facts = [row[: len(columns)] for row in rows]
        if mixed(facts) != seals.get(table):
            yield AuditFinding("file", f"{TOLD_OF[table]} not as it was written")
        for row, own_facts in zip(rows, facts, strict=True):
            if own and row[-1] != digest(*own_facts):
                yield AuditFinding(f"{table} {row[0]}", "is not as it was written")
    last = replay.journal.select("SELECT number, digest FROM entry ORDER BY number DESC LIMIT 1") or [
        (0, None)
    ]
    if (seals.get("entry"), seals.get("last") if last[0][0] else None) != last[0]:
        yield AuditFinding("file", f"the last entry was {seals.get('entry')}, but is {last[0][0]}")


def games_were_begun(replay: Replay) -> Iterator[AuditFinding]:
    """Yield games that stand in the table of games alone."""
    rows = replay.journal.select(
        "SELECT number FROM game WHERE number NOT IN (SELECT game FROM entry WHERE kind = 'start') ORDER BY number"
    )
    for (number,) in rows:
        yield AuditFinding(f"game {number}", "stands in the table of games, but no entry begins it")


def ticks_are_of_the_open_list(replay: Replay) -> Iterator[AuditFinding]:
    """Yield ticks of a tick-list that neither is open nor was before the last action, or of lines that it has not."""
    games = (replay.game.with_open_list if replay.game else None, replay.list_before)
    lines = {game.end.number: len(game.tick_list) for game in games if game and game.end}
    ticked = "SELECT entry, max(line) FROM tick GROUP BY entry ORDER BY entry"
    for entry, last in replay.journal.select(ticked):
        if entry not in lines:
            wrong = "lines are ticked of it, but no tick-list that is open"
        elif last > lines[entry]:
            wrong = f"line {last} of its tick-list is ticked, which has {lines[entry]}"
        else:
            continue
        yield AuditFinding(f"entry {entry}", wrong, entry)


def adjustments_were_confirmed(replay: Replay) -> Iterator[AuditFinding]:
    """Yield games whose adjustments were left open, and boxes not counted since."""
    games = {game.start.number: game for game in replay.unconfirmed.values()}
    for number, game in sorted(games.items()):
        boxes = sorted({box for (box, _), left in replay.unconfirmed.items() if left is game})
        yield AuditFinding(
            f"game {game.number}",
            f"its adjustments were never confirmed; count {_boxes(boxes)} (recount, or a stocktake)",
            game.end.number if game.end else number,
        )


FILE_CHECKS: Sequence[FileCheck] = (file_is_sound, entries_point_at_something)
ENTRY_CHECKS: Sequence[EntryCheck] = (entries_are_as_they_were_written, numbers_run_on, times_run_on)
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
GAME_CHECKS: Sequence[BookCheck] = (game_row_agrees,)
BOOK_CHECKS: Sequence[BookCheck] = (
    contents_agree,
    boxes_agree,
    games_are_counted,
    seals_agree,
    games_were_begun,
    adjustments_were_confirmed,
    ticks_are_of_the_open_list,
)
