"""The operator's desk: the session of a logbook as it is now, and acts that are written
before they are answered.

What an act means for the real beads is a list: which, out of or into which box, and where they lie.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from menace_kit.errors import (
    BeadRefusedError,
    GuideError,
    LogbookError,
    LogbookMovedOnError,
    MenaceKitError,
)
from menace_kit.guide.session import Due, Session, counted_since, no_adjustments_due
from menace_kit.logbook.entries import (
    COUNTS,
    UNSURE,
    Action,
    BeadMove,
    Draft,
    Entry,
    GameRecord,
    GameRow,
    Kind,
    Lying,
    adjustments_in,
    drawn_beads,
    is_taken_square,
)
from menace_kit.logbook.store import Logbook
from menace_kit.machine.learning import Adjustment, DrawnBead, Why, adjust
from menace_kit.text.words import clock_time, say

if TYPE_CHECKING:
    from menace_kit.guide.lights import Lights
    from menace_kit.logbook.queries import Imported


Found = TypeVar("Found")

TRIES = 4
"""How often a whole game is entered where others write at the same time."""


class Desk:
    """Joins a logbook and its session: what every face of the guide works with."""

    def __init__(self, logbook: Logbook) -> None:
        self.logbook = logbook
        self._asked: tuple[int, Sequence[Action]] = 0, ()
        self._read: tuple[int, int] | None = None
        self._refused: Draft | None = None
        self.refresh()

    def refresh(self) -> None:
        """Read where the logbook stands, for somebody else may have written.

        `last_entry` is the one that the session was read behind; what is done next is done on it.
        """
        with self.logbook.one_moment():
            self.last_entry = self.logbook.last_entry
            read = self.last_entry, self.logbook.mark(self.last_entry)
            if read != self._read:
                self.session = Session(
                    self.logbook.kit,
                    self.logbook.contents(),
                    self.logbook.latest_game(),
                    self.logbook.to_count,
                    self._aside(),
                )
                self._read = read

    def _aside(self) -> tuple[Entry, ...]:
        """Return the last act where it is neither a step nor a game."""
        last = self.logbook.entry(self.last_entry)
        if last is None or last.kind not in (*COUNTS, Kind.LOST):
            return ()
        return tuple(self.logbook.action(last.action))

    def act(self, choose: Callable[[Session], Action], key: str | None = None) -> list[Entry]:
        """Do what `choose` makes of the session, on the disk before this returns,
        and return what was written.

        `key` is what whoever asked for it will carry again, should the answer be lost.
        GuideError where it is not due; LogbookMovedOnError where another program has written
        in between, and the session is then as that left it.
        """
        return self.act_all([self.choose(choose)], key)

    def choose(self, choose: Callable[[Session], Found]) -> Found:
        """Return what is made of the session; a draw that it refuses becomes an entry, unless what
        is done next corrects it: another draw from the box.
        """
        try:
            return choose(self.session)
        except BeadRefusedError as error:
            draft = Draft(kind=Kind.REFUSED, box=error.box, colour=error.colour)
            again, self._refused = self._refused == draft, draft
            if again:  # no slip
                with suppress(LogbookMovedOnError):
                    self._write_refused()
            raise

    def is_current(self, entry: int) -> bool:
        """Return whether nothing was recorded behind an entry, but for draws that were refused."""
        behind = self.logbook.entries(entry, self.last_entry)
        return entry <= self.last_entry and all(each.kind is Kind.REFUSED for each in behind)

    def _write_refused(self, why: str | None = None) -> None:
        """Write down the draw that was refused last, if it is still to be."""
        draft, self._refused = self._refused, None
        if draft is not None:
            self.logbook.append([(replace(draft, why=why),)], self.last_entry)
            self.last_entry = self.logbook.last_entry

    def act_all(self, actions: Sequence[Action], key: str | None = None) -> list[Entry]:
        """Write actions that follow from the session as it is, all or none,
        and return their entries.
        """
        if self._refused and any(_draws_from(self._refused.box, action) for action in actions[:1]):
            self._refused = None
        try:
            self._write_refused()
            self._asked = self.last_entry, tuple(actions)
            written = self.logbook.append(actions, self.last_entry, key)
        except LogbookMovedOnError:
            self.refresh()
            raise
        self.refresh()
        self.shine()
        return written

    def enter(self, choose: Callable[[Session], Sequence[Action]]) -> list[Entry]:
        """Write what is entered as a whole, and so does not rest on what its writer saw.

        Where another program has written in between, it is chosen anew, a few times.
        """
        for _ in range(TRIES - 1):
            with suppress(LogbookMovedOnError):
                return self.act_all(choose(self.session))
        return self.act_all(choose(self.session))

    @cached_property
    def lights(self) -> "Lights | None":
        """Return the lights in the cabinet, None where it has none."""
        cabinet = self.logbook.kit.spec.cabinet
        if cabinet is None or cabinet.lights is None:
            return None
        from menace_kit.guide.lights import Lights

        return Lights(self.logbook.kit, cabinet.lights)

    def shine(self) -> None:
        """Show by the cabinet's lights, if it has any, what is due now; nobody waits for them."""
        if self.lights is not None:
            self.lights.show_due(self.session, self.ticked)

    def leave(self, dark: bool = False) -> None:
        """Let what the lights are to show be sent, for the program ends;
        dark before, if that is wanted.
        """
        with suppress(LogbookError):  # whoever leaves need not hear of it
            self._write_refused(UNSURE)
        if self.lights is not None:
            self.lights.leave(dark)

    def was_recorded(self) -> bool:
        """Return whether what was last asked for stands in the logbook, opened anew:
        for who was interrupted.
        """
        after, actions = self._asked
        drafts = [draft for action in actions for draft in action]
        if not self.logbook.begun:
            return False
        with Logbook(self.logbook.path, self.logbook.kit, make=False) as logbook:
            found = list(logbook.entries(after, after + len(drafts)))
        return (
            bool(drafts)
            and len(found) == len(drafts)
            and all(
                Entry.of(draft, entry.number, entry.action, entry.at) == entry
                for draft, entry in zip(drafts, found, strict=True)
            )
        )

    @property
    def ticked(self) -> frozenset[int]:
        """Return the lines, from 1, of the tick-list that are ticked now, by whichever program."""
        return self.logbook.ticks(self._end) if self._end else frozenset()

    def tick(self, line: int, done: bool = True) -> None:
        """Tick a line of the tick-list that is open, or take its tick away;
        on the disk before this returns.

        A tick is for whoever puts the beads right, and no entry: what counts is that the whole list
        is confirmed. GuideError where there is no such line, or where a count has found too few
        beads for it to be not done after all; LogbookMovedOnError as for an act.
        """
        change = self.line(line)
        before = change.why is not Why.WATCHED
        if not done and self.session.contents[change.box][change.colour] < change.change + before:
            box = self.session.kit.box(change.box)
            raise GuideError(counted_since(box, change.colour))
        try:
            self.logbook.tick(self._end, line, done, self.last_entry)
        except LogbookMovedOnError:
            self.refresh()
            raise
        self.shine()

    def line(self, line: int) -> Adjustment:
        """Return a line, from 1, of the tick-list that is open;
        GuideError where there is none such.
        """
        game = self.session.game
        if game is None or not self._end:
            raise GuideError(no_adjustments_due(self.session.due))
        lines = len(game.tick_list)
        if not 1 <= line <= lines:
            raise GuideError(say("refused.no-line", line=line, n=lines))
        return game.tick_list[line - 1]

    @property
    def by_hand(self) -> tuple[BeadMove, ...]:
        """Return what the logbook's last act, whoever's it was, means for the real beads."""
        with self.logbook.one_moment():
            return by_hand(self.logbook)

    @property
    def last_done(self) -> Kind | None:
        """Return of which kind the logbook's last act is, whoever's it was; None before the first.

        To take an import back is one act, and an undo whatever else it writes.
        """
        from menace_kit.logbook import queries

        done = [entry.kind for entry in queries.last_act(self.logbook)]
        return Kind.UNDO if Kind.UNDO in done else next(iter(done), None)

    @property
    def _end(self) -> int:
        """Return the entry that brought the tick-list that is open, 0 where none is."""
        game = self.session.game
        return game.end.number if game and game.end and self.session.due is Due.ADJUST else 0


def _draws_from(box: int | None, action: Action) -> bool:
    first = action[0]
    return first.box == box and (first.kind is Kind.BEAD or is_taken_square(first))


# What an act means for the real beads


def by_hand(logbook: Logbook, behind: int | None = None) -> tuple[BeadMove, ...]:
    """Return what is to be moved by hand for what was done behind an entry
    (None: for the last act alone).

    A bead that is drawn was laid before its box by whoever drew it,
    and what is confirmed was put right before. A list that is left counts as done, so what was not
    ticked in it is to be done now. A count moves nothing: it says how the beads lie.
    """
    from menace_kit.logbook import queries

    if behind is None:
        act = queries.last_act(logbook)
        behind = act[0].number - 1 if act else 0
    done = list(logbook.entries(behind))
    if all(entry.kind in (*COUNTS, Kind.CONFIRM) for entry in done):
        return ()
    before, after = queries.latest_game_behind(logbook, behind), logbook.latest_game()
    lying = Lying.of(before, logbook.ticks(before.end.number) if before and before.end else ())
    changed: Counter[DrawnBead] = Counter()
    if not any(entry.kind is Kind.CONFIRM for entry in done):
        lying.before.update(drawn_beads(done))
        lying.inside.subtract(drawn_beads(done))
        for box, colour, change in queries.adjusted_since(logbook, behind):
            changed[DrawnBead(box, colour)] += change
    ticks = logbook.ticks(after.end.number) if after and after.end else ()
    return lying.moves_to(Lying.of(after, ticks), changed)


# Acts one after the other in memory, to be written in one go: many games at once, all or nothing.


class Rehearsal:
    """Begins where a session stands; `actions` is what is to be written,
    `session` where it would stand then.

    The game that goes on when it begins is left alone: its undo and its steps belong to the desk.
    """

    def __init__(self, session: Session) -> None:
        """Take a copy of the session's contents."""
        self._contents = {number: dict(counts) for number, counts in session.contents.items()}
        self._last = session.game.entries[-1].number if session.game else 0
        self.session = Session(session.kit, self._contents, session.game)
        self.actions: list[Action] = []

    def act(self, choose: Callable[[Session], Action]) -> Action:
        """Do what `choose` makes of the session, and return it; GuideError where it is not due."""
        action = choose(self.session)
        self.actions.append(action)
        adjust(self._contents, adjustments_in(action))
        game, first = self.session.game, self._last + 1
        for draft in action:
            self._last += 1
            if draft.game is not None:
                entry = Entry.of(draft, self._last, first, "")
                game = GameRecord(
                    (entry,) if draft.kind is Kind.START or game is None else (*game.entries, entry)
                )
        self.session = Session(self.session.kit, self._contents, game)
        return action

    def take_back(self, game: GameRecord) -> Action:
        """Take a game back as a whole, the newest first, and return it;
        GuideError where that cannot be.
        """
        action = self.session.take_back(game)
        self.actions.append(action)
        adjust(self._contents, game.adjustments, -1)
        last = self.session.game
        if last is None or last.number == game.number:
            self._last += 1
            undo = Entry.of(action[-1], self._last, self._last, "")
            last = GameRecord.of((*game.entries, undo))
        self.session = Session(self.session.kit, self._contents, last)
        return action

    def unhalve(self, game: GameRecord) -> GameRecord:
        """Take back the halving that is the last act of a game,
        and return what is left of the game.
        """
        halving = game.entries[-1].action
        self.actions.append(self.session.unhalve(game))
        self._last += 1
        adjust(
            self._contents,
            adjustments_in(entry for entry in game.entries if entry.action == halving),
            -1,
        )
        left = GameRecord(tuple(entry for entry in game.entries if entry.action != halving))
        last = self.session.game
        if last is None or last.number == game.number:
            last = left
        self.session = Session(self.session.kit, self._contents, last)
        return left

    def back_to(self, count: int, session: Session) -> None:
        """Forget all actions after the first `count`, none a taking back;
        `session` is where it stood then.
        """
        while len(self.actions) > count:
            adjust(self._contents, adjustments_in(self.actions.pop()), -1)
        self.session = Session(session.kit, self._contents, session.game)


# Whole files of games: a copy of the logbook is made before, and the last can be taken back.
# No step of a game asks what is asked here, so the questions are imported when they are.

COPIES = 3
"""Copies from before an import that are kept beside the logbook."""


def copy_before_import(logbook: Logbook) -> Path | None:
    """Copy the logbook to a file beside it that says what it is, and return that;
    None where nothing is in it yet.

    Older copies of the kind are removed, but for the last.
    """
    from menace_kit.logbook.backups import BEFORE_IMPORT, back_up

    if not logbook.last_entry:
        return None
    stem, suffix = logbook.path.stem, logbook.path.suffix
    now = f"{datetime.now():%Y-%m-%d-%H%M%S}"
    path = logbook.path.with_name(f"{stem}{BEFORE_IMPORT}{now}{suffix}")
    number = 1
    while path.exists():
        number += 1
        path = path.with_name(f"{stem}{BEFORE_IMPORT}{now}-{number}{suffix}")
    back_up(logbook, path)
    pattern = re.compile(
        rf"{re.escape(stem)}{BEFORE_IMPORT}\d{{4}}-\d\d-\d\d-\d{{6}}(-\d+)?{re.escape(suffix)}"
    )
    with suppress(OSError):  # somebody else may be tidying up
        copies = [
            file for file in path.parent.iterdir() if pattern.fullmatch(file.name) and file != path
        ]
        for old in sorted(copies, key=lambda file: file.stat().st_mtime)[: -COPIES + 1 or None]:
            old.unlink()
    return path


def write_import(desk: Desk, rehearsal: Rehearsal, content: bytes) -> list[Entry]:
    """Write what a file of games comes to, all of it or nothing, and return its entries."""
    from menace_kit.logbook.queries import import_key

    entries = sum(map(len, rehearsal.actions))
    return desk.act_all(rehearsal.actions, import_key(desk.logbook, digest_of(content), entries))


def imported_before(logbook: Logbook, content: bytes) -> str | None:
    """Return when a file with this content was imported, and as which games;
    None where none is in the logbook.
    """
    from menace_kit.logbook.queries import imports

    same = [found for found in imports(logbook) if found.digest == digest_of(content)]
    if not same:
        return None
    entries = list(logbook.entries(same[-1].first - 1, same[-1].first + same[-1].entries - 1))
    games = [entry.game or 0 for entry in entries if entry.kind is Kind.START]
    shown = f", as {games_named(games)}" if games else ""
    return f"on {clock_time(entries[0].at)}{shown}"


def games_named(numbers: Sequence[int]) -> str:
    """Return the games of these numbers, in order: `game 2`, `games 2 to 5`."""
    return f"game {numbers[0]}" if len(numbers) == 1 else f"games {numbers[0]} to {numbers[-1]}"


def digest_of(content: bytes) -> str:
    """Return what a file is known by."""
    from hashlib import sha256  # slow to import, and no step of a game needs it

    return sha256(content).hexdigest()[:32]


class Repeats:
    """Knows games that were entered before, in the logbook or the file: same time, names, moves.

    A game without a time is told from no other. Where one has but a day, games of that day
    are the same; in one file they are not, for a class may play a game again and again.
    Nor are they where a time has its zone, as an export has it of games for which nobody told one:
    all of one import were entered at the same moment.
    """

    def __init__(self, logbook: Logbook | None = None) -> None:
        """Take the logbook, None where there is none yet."""
        self._logbook = logbook
        self._here: dict[tuple[object, ...], int] = {}
        self._there: dict[_Day, _Gone] = {}

    def check(self, line: int, game: GameRecord) -> None:
        """Go on where a line's game is new, and know it from now on;
        GuideError says where it stands already.
        """
        start, gone = game.start, _went(game)
        if not start.played_at:
            return
        time = _wall_time(start.played_at)
        for before, number in self._on((time[:10], start.operator, start.opponent)).get(gone, []):
            if before == time or min(len(before), len(time)) == 10:
                raise GuideError(
                    f"this is game {number} of the logbook; where it is meant, add --again"
                )
        if len(time) == 10 or game.outcome_only or datetime.fromisoformat(start.played_at).tzinfo:
            return
        if (
            first := self._here.setdefault((time, start.operator, start.opponent, gone), line)
        ) != line:
            raise GuideError(
                f"this is the same game as in line {first}; where it is meant, add --again"
            )

    def _on(self, day: "_Day") -> "_Gone":
        """Return the games that the same people played on a day; each day is read once."""
        if day not in self._there:
            found = self._there.setdefault(day, {})
            for row in self._rows.get(day, []):
                if self._logbook and (game := self._logbook.game(row.number)):
                    found.setdefault(_went(game), []).append(
                        (_wall_time(row.started_at), row.number)
                    )
        return self._there[day]

    @cached_property
    def _rows(self) -> dict["_Day", list[GameRow]]:
        from menace_kit.logbook.queries import games_after

        found: dict[_Day, list[GameRow]] = {}
        for row in games_after(self._logbook, 0) if self._logbook else []:
            day = (_wall_time(row.started_at)[:10], row.operator, row.opponent)
            if row.state in ("ended", "abandoned"):
                found.setdefault(day, []).append(row)
        return found


_Day = tuple[str, str | None, str | None]
"""A day, and who played: operator and opponent."""

_Gone = dict[tuple[object, ...], list[tuple[str, int]]]
"""Time and number of each game that went in a way."""


def _wall_time(text: str) -> str:
    """Return a time as the clock on the wall had it, to the minute; a day alone as it is."""
    return text if len(text) <= 10 else clock_time(text)


def _went(game: GameRecord) -> tuple[object, ...]:
    """Return what tells a game from others: how it ended, and its moves or its first bead."""
    return (
        game.result,
        *(game.drawn if game.outcome_only else (entry.move for entry in game.moves)),
    )


class TakenBack(NamedTuple):
    """What was taken back: games, newest first; and the beads to move by hand.

    `counts` are those that hold no more: box, colour, and what the logbook says again, which nobody
    has counted. In the boxes `kept` somebody has counted since the import, and that stands.
    """

    games: list[int]
    beads: tuple[BeadMove, ...]
    counts: list[tuple[int, str, int]]
    kept: list[int]


def take_back_import(desk: Desk) -> TakenBack:
    """Take the last import back as a whole: its games, and what it counted, the newest first.

    GuideError where there is none, where nothing of it can be taken back,
    where games were begun since that hold, or where a box was counted since and lacks the beads.
    """
    from menace_kit.logbook.queries import counts_by_hand, imports, taking_back_key

    last = next(reversed(imports(desk.logbook)), None)
    if last is None:
        raise GuideError("there is no import in this logbook to undo")
    end = last.first + last.entries - 1
    _check_no_games_since(desk, last)
    since = counts_by_hand(desk.logbook, end)
    all_counted = any(entry.kind is Kind.STOCKTAKE for entry in since)
    counted = {(entry.box, entry.colour) for entry in since}
    rehearsal, found = Rehearsal(desk.session), TakenBack([], (), [], [])
    again: dict[tuple[int, str], int] = {}
    left: dict[int, GameRecord] = {}
    for entry in reversed(list(desk.logbook.entries(last.first - 1, end))):
        number = entry.game or 0
        if number and number not in left and (record := desk.logbook.game(number)):
            left[number] = record
        game = left.get(number)
        box, colour = entry.box or 0, entry.colour or ""
        if game and game.halved_last and entry == game.entries[-1]:
            # By itself, for what is counted before it may come to fewer
            # beads than the halving left.
            left[number] = rehearsal.unhalve(game)
        elif game and entry.kind is Kind.START and not game.taken_back:
            rehearsal.take_back(game)
            found.games.append(game.number)
        elif entry.kind is Kind.RECOUNT and (all_counted or (box, colour) in counted):
            found.kept.append(box)
        elif entry.kind is Kind.RECOUNT and entry.change:
            before = {colour: rehearsal.session.in_box(box)[colour] - entry.change}
            rehearsal.act(partial(Session.count, number=box, counted=before))
            again[box, colour] = 0
    if not rehearsal.actions:
        raise GuideError(
            "the last import can't be undone: its games are undone already, "
            "one by one, and later counts are kept"
        )
    desk.act_all(rehearsal.actions, taking_back_key(last, sum(map(len, rehearsal.actions))))
    counts = [(*bead, desk.session.contents[bead[0]][bead[1]]) for bead in sorted(again)]
    return found._replace(beads=desk.by_hand, counts=counts, kept=sorted(set(found.kept)))


def _check_no_games_since(desk: Desk, last: "Imported") -> None:
    """Refuse where games were begun behind an import that hold, and say what can be done."""
    from menace_kit.logbook.queries import games_begun_behind

    begun = games_begun_behind(desk.logbook, last.first + last.entries - 1)
    numbers = [row.number for row in begun if row.state != "taken-back"]
    if not numbers:
        return
    if numbers != [desk.logbook.last_game]:  # only the last game can be taken back
        copy = _copy_from_before(desk.logbook, last)
        raise GuideError(
            f"the import can't be undone any more because {games_named(numbers)} came after it; "
            + (
                f"the logbook as it was before the import is {copy}"
                if copy
                else "no copy from before it is left"
            )
        )
    first = "end it with menace-kit operator end, then " if begun[-1].state == "running" else ""
    raise GuideError(
        f"game {numbers[0]} was begun after the import; {first}undo that first: "
        "menace-kit operator undo --game"
    )


def _copy_from_before(logbook: Logbook, last: "Imported") -> Path | None:
    """Return the copy of a logbook that was made before an import, None where it is gone."""
    for path in sorted(logbook.path.parent.glob(f"{logbook.path.stem}-before-import-*")):
        with suppress(MenaceKitError), Logbook(path, logbook.kit, read_only=True) as copy:
            if copy.last_entry == last.first - 1:
                return path
    return None
