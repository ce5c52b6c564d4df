"""A logbook written out for other programs: every entry, or the games as games
from paper are written.
"""

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
"""What a file says of who moved first, by the side that a game's start has:
`both` where both were machines.
"""

NO_STEPS = (Kind.UNDO, Kind.REFUSED)

Facts = Mapping[str, object]


def entry_facts(logbook: Logbook) -> Iterator[Facts]:
    """Yield every entry, in order, as its fields that are not empty."""
    return (entry.facts() for entry in logbook.entries())


def game_fields(logbook: Logbook) -> tuple[str, ...]:
    """Return the fields of a game that this logbook needs.

    Who moves first, or that both were machines, is one where the kit leaves the choice;
    result, first bead and its box where there are outcome-only games.
    """
    side = ("first_mover",) if logbook.kit.spec.side == "both" else ()
    kind = ("kind",) if has_told_apart(logbook) else ()
    return (*GAME_FIELDS, *side, *kind, *(OUTCOME_FIELDS if has_outcomes_only(logbook) else ()))


def game_facts(logbook: Logbook) -> Iterator[Facts]:
    """Yield every game that is over, and every count beside it:
    what another logbook needs to come to the same logbook.

    A game has its moves, when it was played and by whom; what is unknown is left out. The beads
    are told only where the moves do not give them: `5=white`. An outcome-only game has its result
    in the place of its moves, and its first bead and that bead's box where they were named.
    What was counted is in brackets where it was counted, among the moves or on a line of its
    own: `[12 white=3 gold=0]`, `[stocktake]`. A game that goes on is left out, and so is one of
    which an entry is lost.
    """
    fields = game_fields(logbook)
    for facts in _GamesAndCounts(logbook).records():
        yield {name: facts[name] for name in fields if facts.get(name) is not None}


def games_with_gaps(logbook: Logbook) -> list[int]:
    """Return the games with a lost entry: `game_facts` leaves them out."""
    lost = (entry.game for entry in logbook.entries() if entry.kind is Kind.LOST)
    return sorted({game for game in lost if game is not None})


class _GamesAndCounts:
    """Goes through what holds of a logbook: what was taken back is as if it had not
    been, but counts stand.

    A count says what was in the box. What is taken back after it changes that;
    so it is told before the next act that holds, as the box is then.
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
        """Write down that a box was halved: in a game among its moves, else as a line."""
        word = f"[{entry.box} {HALVED}]"
        if self._game:
            self._words.append(word)
        else:
            yield {"moves": word, "played_at": entry.played_at or entry.at}

    def _move(self, entry: Entry) -> None:
        """Write a move down, and its bead where several mean it;
        a refill goes without saying before a bead.
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
            self._drawn[entry.box or 0, entry.colour or ""] += 1
        self._words.append(told)
        self._turn = turn.after(move)

    def _told_counts(self) -> Iterator[Facts]:
        """Write down what was counted since the last act that holds:
        in a game among its moves, else as a line.
        """
        if not self._counted:
            return
        there = {key: self._contents[key[0]][key[1]] - self._drawn[key] for key in self._counted}
        boxes: dict[int, list[str]] = {}
        for (box, colour), count in there.items():
            # Else beads of a game lay there that is taken back later; then it comes out right.
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
        """Tell the game that is over now, if none of its entries is lost."""
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
    """Yield the lines of a CSV file, its head line first."""
    writer = csv.DictWriter(_Echo(), fields, lineterminator="\n")
    yield writer.writeheader()
    yield from map(writer.writerow, rows)


class _Echo:
    """A file that gives back what is written to it, for `csv` to pass on."""

    def write(self, line: str) -> str:
        return line
