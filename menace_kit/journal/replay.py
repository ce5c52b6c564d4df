"""The whole book, from its first entry to its last: replayed for the audit, or written out.

The replay goes action by action: what the boxes hold, and how the table lies, before each of them. It follows the
entries as they are, right or wrong; the audit looks over its shoulder. Written out are every entry, or the games in the
form that is read back as games from paper.
"""

import csv
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from itertools import chain, groupby
from typing import NamedTuple

from menace_kit.games import Move, Position, Side, move_text, parse_move, written_move
from menace_kit.journal.entries import (
    ABANDON,
    BOTH,
    COUNTS,
    ENTRY_FIELDS,
    HALVED,
    KINDS_OF_GAME,
    MOVES,
    OUTCOME_FIELDS,
    REFILL,
    RESIGN,
    STOCKTAKE,
    TAKEN,
    Entry,
    GameRecord,
    GameRow,
    Kind,
    adjustments_in,
    as_entry,
    is_halving,
    is_taken_square,
)
from menace_kit.journal.queries import has_outcomes_only, told_apart, undone_actions
from menace_kit.journal.schema import (
    AT_A_TIME,
    BoxNote,
    digest,
    first_digest,
    note_in_boxes,
)
from menace_kit.journal.store import Journal
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import GaveUp, Turn, adjust, starting_contents


@dataclass(frozen=True, eq=False)
class WrittenTurn(Turn):
    """A position on the table, what the kit says of the turn there, and its moves as people write them."""

    @cached_property
    def moves(self) -> Mapping[str, Move]:
        """Return each legal move by how it is written, lowest first."""
        return {move_text(move): move for move in self.legal}

    @cached_property
    def beads(self) -> Mapping[str, frozenset[str]]:
        """Return for each colour of the box that is to be opened the moves that it means in some right reading."""
        meant: dict[str, set[str]] = {}
        for reading in self.readings:
            for colour, move in reading.moves.items():
                meant.setdefault(colour, set()).add(move_text(move))
        return {colour: frozenset(moves) for colour, moves in meant.items()}

    def wrongly_unchosen(self, entry: Entry) -> str | None:
        """Return what is wrong with an entry of a move without a bead, for which there is no box: a lot, or none."""
        there = [move_text(move) for move in self.unchosen]
        if entry.kind is Kind.LOT and self.box is None:
            if len(there) < 2:
                return "the move was drawn by lot, but there is no box here"
            if entry.move not in there:
                return f"{entry.move} was drawn by lot, but the kit's rule leaves {', '.join(there)}"
        if entry.kind is Kind.FORCED and (len(there) != 1 or (self.later and entry.move != there[0])):
            return "the move is entered as the only one, but it is not"
        return None


class Step(NamedTuple):
    """One action, and the table before each of its entries and after the last; None where that is not known."""

    entries: tuple[Entry, ...]
    tables: tuple[WrittenTurn | None, ...]

    @property
    def first(self) -> Entry:
        """Return the entry that says what was done; the others follow from it."""
        return self.entries[0]

    @property
    def after(self) -> WrittenTurn | None:
        """Return the table after the action."""
        return self.tables[-1]

    def has(self, *kinds: Kind) -> bool:
        """Return whether there is an entry of one of these kinds."""
        return any(entry.kind in kinds for entry in self.entries)

    @property
    def end(self) -> Entry | None:
        """Return the entry that ends the game, or None."""
        return next((entry for entry in self.entries if entry.kind is Kind.END), None)

    @property
    def made(self) -> list[tuple[Position, Move]]:
        """Return the legal moves that were made in it, each with the position before it."""
        return [
            (table.position, table.moves[entry.move])
            for entry, table in zip(self.entries, self.tables, strict=False)
            if table and entry.kind in MOVES and entry.move and entry.move in table.moves
        ]


@dataclass(frozen=True)
class ReplayedGame(GameRecord):
    """The game that was begun last, as the replay has it; `steps` are its actions that hold, its start first."""

    steps: tuple[Step, ...]

    @classmethod
    def of_steps(cls, steps: Sequence[Step], *undo: Entry) -> "ReplayedGame":
        """Return the game of these actions; with the undo of its start, of all of it is left that it was begun."""
        entries = chain.from_iterable(step.entries for step in steps)
        return cls((*entries, *undo), tuple(steps))

    def with_step(self, step: Step) -> "ReplayedGame":
        """Return it with one action more."""
        return ReplayedGame((*self.entries, *step.entries), (*self.steps, step))

    def without(self, undo: Entry) -> "ReplayedGame":
        """Return it without the action that is taken back; where that is the start, it is taken back as a whole."""
        start = self.steps[0]
        if undo.undoes == start.first.number:
            return self.of_steps([Step(start.entries[:1], start.tables[:2])], undo)
        left = [step for step in self.steps if step.first.number != undo.undoes]
        return self.of_steps(left, *(entry for entry in self.entries if entry.kind is Kind.UNDO))

    @property
    def with_open_list(self) -> "ReplayedGame | None":
        """Return it if its tick-list is open."""
        return self if self.end and not self.confirmed else None

    @property
    def table(self) -> WrittenTurn | None:
        """Return the table as it lies, or None where an entry was no legal move."""
        return self.steps[-1].after

    def row(self, kit: Kit) -> GameRow:
        """Return what the checkpoint should have of it."""
        start = self.start
        firsts = {box.number for box in kit.opening_boxes}
        changes = [
            entry.change or 0
            for entry in self.entries
            if entry.kind is Kind.ADJUST and not is_halving(entry) and entry.box in firsts
        ]
        ended = "ended" if self.end else "abandoned" if self.abandoned else "running"
        return GameRow(
            number=self.number,
            state="taken-back" if self.taken_back else ended,
            confirmed=int(self.confirmed),
            side=start.side or "",
            started_at=start.played_at or start.at,
            operator=start.operator,
            opponent=start.opponent,
            result=self.end.result if self.end else None,
            first_change=sum(changes),
            outcome_only=int(self.outcome_only),
        )


class Replay:
    """A journal up to a moment: what belongs in the boxes by its entries, and the game that was begun last.

    `last` is the entry that was read last, `taken_back` has the games that were taken back as a whole,
    `list_before` the one whose tick-list was open before the last action. `unconfirmed` has what games changed that
    were never confirmed though the next one began, until it is counted: a box and a colour of it, and the last such
    game. `notes` is what the table `box` should have.
    """

    def __init__(self, journal: Journal) -> None:
        """Begin before the first entry."""
        self.journal, self.kit = journal, journal.kit
        self.contents = starting_contents(self.kit)
        self.game: ReplayedGame | None = None
        self.last: Entry | None = None
        self.unconfirmed: dict[tuple[int, str], ReplayedGame] = {}
        self.taken_back: set[int] = set()
        self.notes = {box.number: BoxNote() for box in self.kit.boxes}
        self._colours = {box.number: len(box.beads) for box in self.kit.boxes}
        self.list_before: ReplayedGame | None = None
        # Each is worked out once: a game has few positions, a journal may have many games.
        self.turn = cache(partial(WrittenTurn, self.kit))
        self.after = cache(self._play)

    def step(self, action: tuple[Entry, ...]) -> Step:
        """Return an action with the tables that its moves bring about, the game standing as it does."""
        table = self.game.table if self.game else None
        if action[0].kind is Kind.START:
            table = self.turn(self.kit.game.start())
        tables = [table]
        for entry in action:
            if entry.kind in MOVES:
                table = self.after(table, entry.move)
            tables.append(table)
        return Step(action, tuple(tables))

    def game_of(self, step: Step) -> GameRecord | None:
        """Return the game that an action's moves are of; None where it begins one, but a whole one of others."""
        if step.first.kind is not Kind.START:
            return self.game
        game = GameRecord(step.entries)
        return game if game.watched else None

    def _play(self, table: WrittenTurn | None, move: str) -> WrittenTurn | None:
        """Return the table after a move; None where that is not legal, or where the table is not known."""
        if table is None or move not in table.moves:
            return None
        return self.turn(self.kit.game.play(table.position, table.moves[move]))

    def count(self, box: int, colour: str) -> int:
        """Return how many beads of a colour belong in a box now."""
        return self.contents.get(box, {}).get(colour, 0)

    def undone(self, undo: Entry) -> tuple[Entry, ...]:
        """Return the entries that an undo takes back, whether it may or not."""
        for step in self.game.steps if self.game else ():
            if step.first.number == undo.undoes:
                return step.entries
        game = game_as_written(self.journal, undo.game)
        return tuple(entry for entry in game if undo.undoes == entry.action and entry.number >= entry.action)

    def changes(self, step: Step) -> Iterator[tuple[Entry, int, str, int]]:
        """Yield what an action changes in the contents: the entry that says so, box, colour and beads more."""
        for entry in step.entries:
            undo = entry.kind is Kind.UNDO
            for fact in self.undone(entry) if undo else (entry,):
                # A count stands whatever is taken back.
                counts = fact.kind is Kind.ADJUST or (fact.kind is Kind.RECOUNT and not undo)
                if counts and fact.box is not None and fact.colour is not None:
                    yield entry, fact.box, fact.colour, (fact.change or 0) * (-1 if undo else 1)

    def take(self, step: Step) -> None:
        """Go on past an action."""
        for _, box, colour, change in self.changes(step):
            counts = self.contents.setdefault(box, {})
            counts[colour] = counts.get(colour, 0) + change
        undone = [fact for entry in step.entries if entry.kind is Kind.UNDO for fact in self.undone(entry)]
        note_in_boxes(self.notes, step.entries, undone, self._colours)
        first, game = step.first, self.game
        self.last = step.entries[-1]
        if first.kind not in COUNTS:
            self.list_before = game.with_open_list if game else None
        if first.kind is Kind.START:
            if game and game.end and not game.confirmed:
                for entry in game.entries:
                    if entry.kind is Kind.ADJUST and not is_halving(entry):
                        self.unconfirmed[entry.box or 0, entry.colour or ""] = game
            self.game = ReplayedGame.of_steps([step])
        elif game and first.kind is Kind.UNDO:
            self._take_back(game, step)
        elif game and first.kind not in COUNTS and first.game == game.number:
            self.game = game.with_step(step)
        for entry in step.entries:
            if entry.kind is Kind.STOCKTAKE:
                self.unconfirmed.clear()
            elif entry.kind is Kind.RECOUNT:
                self.unconfirmed.pop((entry.box or 0, entry.colour or ""), None)

    def _take_back(self, game: ReplayedGame, step: Step) -> None:
        for undo in step.entries:
            if undo.game == game.number:
                game = game.without(undo)
        self.game = game
        number = step.first.game or 0
        if game.taken_back or number != game.number:
            self.taken_back.add(number)
            self.unconfirmed = {key: of for key, of in self.unconfirmed.items() if of.number != number}


# The whole journal, as it stands

COLUMNS = ", ".join(ENTRY_FIELDS)

# An entry of a kind that does not exist breaks the rules of its table; the audit finds that as SQLite's finding.
KNOWN_KINDS = ", ".join(f"'{kind.value}'" for kind in Kind)


class AsWritten(NamedTuple):
    """An entry as it stands, right or wrong, and whether it has the digest that goes on from the one before it."""

    entry: Entry
    fits: bool


def as_written(journal: Journal, after: int) -> Iterator[AsWritten]:
    """Yield the entries behind `after`, up to the last that there is now, in order, whatever their digests say.

    They are read some at a time, and between some and the next nothing is locked.
    """
    ((until,),) = journal.select("SELECT coalesce(max(number), 0) FROM entry")
    some = (
        f"SELECT {COLUMNS}, earlier, digest FROM entry WHERE number > ? AND number <= ? AND kind IN ({KNOWN_KINDS}) "
        f"ORDER BY number LIMIT {AT_A_TIME}"
    )
    first = first_digest(journal.kit.fingerprint)
    before = dict(journal.select("SELECT number, digest FROM entry WHERE number = ?", (after,)))
    while rows := journal.select(some, (after, until)):
        for *facts, earlier, own in rows:
            entry = as_entry(facts)
            if entry is not None:
                yield AsWritten(entry, own == digest(before.get(facts[0] - 1, first), *facts, earlier))
            before = {facts[0]: own}
        after = rows[-1][0]


def game_as_written(journal: Journal, number: int | None) -> list[Entry]:
    """Return the entries of a game as they stand, whatever their digests say."""
    own = f"SELECT {COLUMNS} FROM entry WHERE game = ? AND kind IN ({KNOWN_KINDS}) ORDER BY number"
    return list(filter(None, map(as_entry, journal.select(own, (number,)))))


# For other programs

GAME_FIELDS = ("moves", "played_at", "operator", "opponent")
FIRST_MOVERS = {Side.FIRST.value: "machine", Side.SECOND.value: "opponent", BOTH: BOTH}
"""What a file says of who moved first, by the side that a game's start has: `both` where both were machines."""

Facts = Mapping[str, object]


def entry_facts(journal: Journal) -> Iterator[Facts]:
    """Yield every entry, in order, as its fields that are not empty."""
    return (entry.facts() for entry in journal.entries())


def game_fields(journal: Journal) -> tuple[str, ...]:
    """Return the fields of a game that this journal needs.

    Who moves first, or that both were machines, is one where the kit leaves the choice; result, first bead and its box
    where there are outcome-only games.
    """
    side = ("first_mover",) if journal.kit.spec.side == "both" else ()
    kind = ("kind",) if told_apart(journal) else ()
    return (*GAME_FIELDS, *side, *kind, *(OUTCOME_FIELDS if has_outcomes_only(journal) else ()))


def game_facts(journal: Journal) -> Iterator[Facts]:
    """Yield every game that is over, and every count beside it: what another journal needs to come to the same book.

    A game has its moves, when it was played and by whom; what is unknown is left out. The beads are told only where
    the moves do not give them: `5=white`. An outcome-only game has its result in the place of its moves, and its first
    bead and that bead's box where they were named. What was counted stands in brackets where it was counted, among the
    moves or on a line of its own: `[12 white=3 gold=0]`, `[stocktake]`. A game that goes on is left out.
    """
    fields = game_fields(journal)
    for facts in _GamesAndCounts(journal).told():
        yield {name: facts[name] for name in fields if facts.get(name) is not None}


class _GamesAndCounts:
    """Goes through what holds of a journal: what was taken back is as if it had not been, but counts stand.

    A count is told by what lay in the box. What is taken back after it changes that; so it is told before the next act
    that holds, as the box is then.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._undone = undone_actions(journal)
        self._contents = starting_contents(journal.kit)
        self._tables = Replay(journal)
        self._game: list[Entry] = []
        self._words: list[str] = []
        self._table: WrittenTurn | None = None
        self._drawn: Counter[tuple[int, str]] = Counter()
        self._counted: dict[tuple[int, str], Entry] = {}

    def told(self) -> Iterator[Facts]:
        for number, group in groupby(self._journal.entries(), key=lambda entry: entry.action):
            action = tuple(group)
            first = action[0]
            if first.kind in (Kind.RECOUNT, Kind.STOCKTAKE):
                yield from self._count(action)
            elif first.kind is not Kind.UNDO and number not in self._undone:
                yield from self._act(action)
        self._game, self._drawn = [], Counter()
        yield from self._told_counts()

    def _count(self, action: tuple[Entry, ...]) -> Iterator[Facts]:
        adjust(self._contents, adjustments_in(action))
        for entry in action:
            if entry.kind is Kind.RECOUNT:
                self._counted[entry.box or 0, entry.colour or ""] = entry
            else:
                yield from self._told_counts()
                yield {
                    "moves": f"[{STOCKTAKE}]",
                    "played_at": entry.played_at or entry.at,
                    "operator": entry.operator,
                }

    def _act(self, action: tuple[Entry, ...]) -> Iterator[Facts]:
        if action[0].kind is Kind.CONFIRM:
            return
        if action[0].kind is Kind.START:
            self._game, self._words, self._drawn = [], [], Counter()
            self._table = self._tables.turn(self._journal.kit.game.start())
        yield from self._told_counts()
        adjust(self._contents, adjustments_in(action))
        if is_halving(action[0]):
            yield from self._halved(action[0])
            return
        self._game += action
        for place, entry in enumerate(action):
            if entry.kind in MOVES and entry.move is not None:
                self._move(entry)
            elif entry.kind is Kind.EMPTY and action[place + 1 :] and action[place + 1].kind is Kind.ADJUST:
                self._words.append(REFILL)
            elif is_taken_square(entry):
                self._words.append(f"{TAKEN}={entry.colour}")
            elif entry.kind is Kind.ABANDON:
                self._words.append(ABANDON)
                yield self._over()
            elif entry.kind is Kind.END:
                if entry.why == GaveUp.EMPTY_BOX.value:
                    self._words.append(RESIGN)
                yield self._over()

    def _halved(self, entry: Entry) -> Iterator[Facts]:
        """Write down that a box was halved: in a game among its moves, else as a line."""
        word = f"[{entry.box} {HALVED}]"
        if self._game:
            self._words.append(word)
        else:
            yield {"moves": word, "played_at": entry.played_at or entry.at}

    def _move(self, entry: Entry) -> None:
        """Write a move down, and its bead where several mean it; a refill goes without saying before a bead."""
        word = str(entry.move)
        table = self._table
        told = written_move(table.kit.game, table.position, parse_move(word)) if table else word
        if entry.kind is Kind.BEAD:
            if self._words and self._words[-1] == REFILL:
                self._words.pop()
            if table and sum(word in moves for moves in table.beads.values()) > 1:
                told += f"={entry.colour}"
            self._drawn[entry.box or 0, entry.colour or ""] += 1
        self._words.append(told)
        self._table = self._tables.after(table, entry.move)

    def _told_counts(self) -> Iterator[Facts]:
        """Write down what was counted since the last act that holds: in a game among its moves, else as a line."""
        if not self._counted:
            return
        there = {key: self._contents[key[0]][key[1]] - self._drawn[key] for key in self._counted}
        boxes: dict[int, list[str]] = {}
        for (box, colour), count in there.items():
            if count >= 0:  # else beads of a game lay there that is taken back later; then it comes out right
                boxes.setdefault(box, []).append(f"{colour}={count}")
        words = [f"[{box} {' '.join(counts)}]" for box, counts in boxes.items()]
        last = list(self._counted.values())[-1]
        self._counted = {key: entry for key, entry in self._counted.items() if there[key] < 0}
        if not words:
            return
        if self._game:
            self._words += words
        else:
            yield {"moves": " ".join(words), "played_at": last.played_at or last.at}

    def _over(self) -> Facts:
        """Return the game that is over now."""
        game = GameRecord(tuple(self._game))
        facts = _game_facts(game, " ".join(self._words))
        self._game, self._words, self._drawn = [], [], Counter()
        return facts


def _game_facts(game: GameRecord, written: str) -> Facts:
    start = game.start
    return {
        "moves": None if game.outcome_only else written,
        "played_at": start.played_at or start.at,
        "operator": start.operator,
        "opponent": start.opponent,
        "first_mover": FIRST_MOVERS[start.side or ""],
        "kind": start.why if start.why in KINDS_OF_GAME else None,
        "result": game.end.result if game.outcome_only and game.end else None,
        "bead": game.drawn[0].colour if game.outcome_only and game.drawn else None,
        "box": game.drawn[0].box if game.outcome_only and game.drawn else None,
    }


def json_lines(rows: Iterable[Facts]) -> Iterator[str]:
    """Yield a line of JSON for each row."""
    for row in rows:
        yield json.dumps(row, ensure_ascii=False) + "\n"


def csv_lines(rows: Iterable[Facts], fields: Sequence[str]) -> Iterator[str]:
    """Yield the lines of a CSV file, its head line first."""
    writer = csv.DictWriter(_Echo(), fields, lineterminator="\n")
    yield writer.writeheader()
    yield from map(writer.writerow, rows)


class _Echo:
    """A file that gives back what is written to it, for `csv` to pass on."""

    def write(self, line: str) -> str:
        return line
