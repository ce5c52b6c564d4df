"""A logbook written for other programs: every entry, or its games as on paper."""

import csv
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from menace_kit.games import Side, parse_move
from menace_kit.logbook.entries import (
    BOTH,
    KINDS_OF_GAME,
    MOVES,
    Entry,
    Kind,
    adjustments_in,
    is_halving,
    is_taken_square,
)
from menace_kit.logbook.game_counts import has_outcomes_only, has_told_apart
from menace_kit.logbook.game_record import GameRecord
from menace_kit.logbook.paper_words import (
    ABANDON,
    HALVED,
    OUTCOME_FIELDS,
    REFILL,
    RESIGN,
    STOCKTAKE,
    TAKEN,
)
from menace_kit.logbook.store import Logbook
from menace_kit.machine.boxes import colours_for
from menace_kit.machine.learning import adjust, starting_contents
from menace_kit.machine.turns import GaveUp, Turn

GAME_FIELDS = ("moves", "played_at", "operator", "opponent")
FIRST_MOVERS = {Side.FIRST.value: "machine", Side.SECOND.value: "opponent", BOTH: BOTH}
"""A file's words for who moved first, by the `side` of the game's start."""

NO_STEPS = (Kind.UNDO, Kind.REFUSED)

Facts = Mapping[str, object]


def entry_facts(logbook: Logbook) -> Iterator[Facts]:
    """Yield the non-empty fields of every entry, in order."""
    return (entry.facts() for entry in logbook.entries())


def game_fields(logbook: Logbook) -> tuple[str, ...]:
    """Return the fields that games of this logbook need.

    The first mover is one if the kit leaves the choice; result, first bead and its box are if there
    are outcome-only games.
    """
    side = ("first_mover",) if logbook.kit.spec.side == "both" else ()
    kind = ("kind",) if has_told_apart(logbook) else ()
    return (*GAME_FIELDS, *side, *kind, *(OUTCOME_FIELDS if has_outcomes_only(logbook) else ()))


def game_facts(logbook: Logbook) -> Iterator[Facts]:
    """Yield every finished game and every count: all that another logbook needs to become the same.

    A game has its moves, when it was played and by whom; unknown fields are left out. A bead is
    named (`5=white`) only if the move doesn't identify it. An outcome-only game has its result
    instead of moves, and its first bead with its box if known. Counts are in brackets where they
    were made, among the moves or on a line of their own: `[12 white=3 gold=0]`, `[stocktake]`.
    Running games and games with a lost entry are left out.
    """
    fields = game_fields(logbook)
    for facts in _GamesAndCounts(logbook).records():
        yield {name: facts[name] for name in fields if facts.get(name) is not None}


def games_with_gaps(logbook: Logbook) -> list[int]:
    """Return the games with a lost entry; `game_facts` leaves them out."""
    lost = (entry.game for entry in logbook.entries() if entry.kind is Kind.LOST)
    return sorted({game for game in lost if game is not None})


class _GamesAndCounts:
    """Goes through everything in a logbook that wasn't undone, and through all counts.

    A count says what was in the box at that time. Undoing something older changes that, so the
    count is written just before the next act that wasn't undone, with the contents at that point.
    """

    def __init__(self, logbook: Logbook) -> None:
        self._logbook = logbook
        self._undone = {entry.undoes for entry in logbook.entries()}
        self._contents = starting_contents(logbook.kit)
        self._game: list[Entry] = []
        self._words: list[str] = []
        self._turn: Turn | None = None
        self._drawn: Counter[tuple[int, str]] = Counter()
        self._counted: dict[tuple[int, str], Entry] = {}

    def records(self) -> Iterator[Facts]:
        for number, group in groupby(self._logbook.entries(), key=lambda entry: entry.action):
            action = tuple(group)
            first = action[0]
            if first.kind in (Kind.RECOUNT, Kind.STOCKTAKE):
                yield from self._count(action)
            elif first.kind not in NO_STEPS and number not in self._undone:
                yield from self._act(action)
        self._game, self._drawn = [], Counter()
        yield from self._told_counts()

    def _count(self, action: tuple[Entry, ...]) -> Iterator[Facts]:
        adjust(self._contents, adjustments_in(action))
        for entry in action:
            if entry.kind is Kind.RECOUNT:
                self._counted[entry.bead] = entry
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
            self._turn = Turn(self._logbook.kit, self._logbook.kit.game.start())
        yield from self._told_counts()
        adjust(self._contents, adjustments_in(action))
        if is_halving(action[0]):
            yield from self._halved(action[0])
            return
        self._game += action
        for place, entry in enumerate(action):
            if entry.kind in MOVES and entry.move is not None:
                self._move(entry)
            elif (
                entry.kind is Kind.EMPTY
                and action[place + 1 :]
                and action[place + 1].kind is Kind.ADJUST
            ):
                self._words.append(REFILL)
            elif is_taken_square(entry):
                self._words.append(f"{TAKEN}={entry.colour}")
            elif entry.kind is Kind.ABANDON:
                self._words.append(ABANDON)
                yield from self._over()
            elif entry.kind is Kind.END:
                if entry.why == GaveUp.EMPTY_BOX.value:
                    self._words.append(RESIGN)
                yield from self._over()

    def _halved(self, entry: Entry) -> Iterator[Facts]:
        """Write that a box was halved: among the moves during a game, otherwise as a line."""
        word = f"[{entry.box} {HALVED}]"
        if self._game:
            self._words.append(word)
        else:
            yield {"moves": word, "played_at": entry.played_at or entry.at}

    def _move(self, entry: Entry) -> None:
        """Write a move, with its bead if several mean it.

        Before a bead, the word for a refill is left out, because it is obvious.
        """
        move, turn = parse_move(str(entry.move)), self._turn
        if turn is None:
            return
        told = turn.written(move)
        if entry.kind is Kind.BEAD:
            if self._words and self._words[-1] == REFILL:
                self._words.pop()
            if len(colours_for(turn.readings, move)) > 1:
                told += f"={entry.colour}"
            self._drawn[entry.bead] += 1
        self._words.append(told)
        self._turn = turn.after(move)

    def _told_counts(self) -> Iterator[Facts]:
        """Write the counts made since the last valid act, among the moves or as a line."""
        if not self._counted:
            return
        there = {key: self._contents[key[0]][key[1]] - self._drawn[key] for key in self._counted}
        boxes: dict[int, list[str]] = {}
        for (box, colour), count in there.items():
            # Below 0, beads of a game lay there that is undone later; it is written then.
            if count >= 0:
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

    def _over(self) -> Iterator[Facts]:
        """Yield the game that has ended, unless one of its entries is lost."""
        kinds = [entry.kind for entry in self._game]
        if kinds[:1] == [Kind.START] and Kind.LOST not in kinds:
            yield _game_facts(GameRecord(tuple(self._game)), " ".join(self._words))
        self._game, self._words, self._drawn = [], [], Counter()


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
    """Yield the lines of a CSV file, starting with the header."""
    writer = csv.DictWriter(_Echo(), fields, lineterminator="\n")
    yield writer.writeheader()
    yield from map(writer.writerow, rows)


class _Echo:
    """A file that returns what is written to it, for `csv`."""

    def write(self, line: str) -> str:
        return line
