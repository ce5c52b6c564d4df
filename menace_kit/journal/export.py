"""The journal for other programs: every entry, or the games in the form that is read back as games from paper."""

import csv
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import StringIO
from itertools import groupby

from menace_kit.games import Side
from menace_kit.journal.entries import BOTH, OUTCOME_FIELDS, Entry, GameRecord, Kind
from menace_kit.journal.queries import has_outcomes_only
from menace_kit.journal.replay import stream
from menace_kit.journal.store import Journal

GAME_FIELDS = ("moves", "played_at", "operator", "opponent")
FIRST_MOVERS = {Side.FIRST.value: "machine", Side.SECOND.value: "opponent", BOTH: BOTH}
"""What a file says of who moved first, by the side that a game's start has: `both` where both were machines."""

Facts = Mapping[str, object]


def entry_facts(journal: Journal) -> Iterator[Facts]:
    """Yield every entry, in order, as its fields that are not empty."""
    return (entry.facts() for entry in stream(journal))


def game_fields(journal: Journal) -> tuple[str, ...]:
    """Return the fields of a game that this journal needs.

    Who moves first, or that both were machines, is one where the kit leaves the choice; result, first bead and its box
    where there are outcome-only games.
    """
    side = ("first_mover",) if journal.kit.spec.side == "both" else ()
    return (*GAME_FIELDS, *side, *(OUTCOME_FIELDS if has_outcomes_only(journal) else ()))


def game_facts(journal: Journal) -> Iterator[Facts]:
    """Yield every game that was finished: its moves, when it was played and by whom; what is unknown is left out.

    The beads are not told, for the moves give them; nor are recounts. An outcome-only game has its result in the place
    of its moves, and its first bead and that bead's box where they were named.
    """
    fields = game_fields(journal)
    of_games = (entry for entry in stream(journal) if entry.game is not None)
    for _, entries in groupby(of_games, key=lambda entry: entry.game):
        game = GameRecord.of(tuple(entries))
        if game.end is not None and game.entries[0].kind is Kind.START:
            facts = _game_facts(game)
            yield {name: facts[name] for name in fields if facts[name] is not None}


def _game_facts(game: GameRecord) -> Facts:
    start: Entry = game.start
    mover = FIRST_MOVERS[start.side or ""]
    return {
        "moves": None if game.outcome_only else game.written_moves,
        "played_at": start.played_at or start.at,
        "operator": start.operator,
        "opponent": start.opponent,
        "first_mover": mover,
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
    line = StringIO()
    writer = csv.DictWriter(line, fields, lineterminator="\n")
    writer.writeheader()
    for row in rows:
        writer.writerow(row)
        yield line.getvalue()
        line.seek(0)
        line.truncate()
    yield line.getvalue()
