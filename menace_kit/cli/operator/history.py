"""`menace-kit operator history`: list games and counts, or replay a game."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Annotated

from typer import Argument, Option

from menace_kit.cli.operator.options import LogbookOptions
from menace_kit.cli.options import JsonOption, check_at_most_one, whole_between
from menace_kit.cli.report import Report
from menace_kit.cli.terminal import Line, board_lines, side_by_side
from menace_kit.errors import UnknownNameError
from menace_kit.guide import wording
from menace_kit.logbook import GameRecord, GameRow, Logbook
from menace_kit.logbook.box_changes import counts_after
from menace_kit.logbook.entries import MOVES, Entry, Kind, lost_numbers
from menace_kit.logbook.queries import games_before
from menace_kit.logbook.runs import listed_runs, runs
from menace_kit.machine import Kit
from menace_kit.text import Phrase, kit_words
from menace_kit.text.phrases import say
from menace_kit.text.words import clock_time

LISTED = 20
"""Games listed by default."""


def history(
    number: Annotated[
        int | None,
        Argument(
            help="The number of a game, to replay it.",
            metavar="N",
            parser=whole_between(1, 10**9),
        ),
    ] = None,
    last: Annotated[
        int | None,
        Option(
            metavar="N",
            parser=whole_between(1, 10**9),
            help=f"How many games are listed.  [default: {LISTED}]",
        ),
    ] = None,
    as_json: JsonOption = False,
    *,
    logbook: LogbookOptions,
) -> None:
    """List the last games, or replay one.

    The list has the counts between the games, too, the newest last. The replay goes move by move:
    boards, boxes, beads, and what was taken back.

    \b
    Example:  menace-kit operator history --last 50
    Example:  menace-kit operator history 12
    """
    check_at_most_one({"a game": number, "--last": last})
    with logbook.opened() as opened, opened.one_moment():
        if number is None:
            report = _listed(opened, last or LISTED)
        else:
            report = _replayed(opened, number, _entries(opened, number))
        report.tell(as_json)


def _listed(logbook: Logbook, last: int) -> Report:
    def facts() -> Iterable[object]:
        from menace_kit.views.games import history

        return reversed(history(logbook, last, None))

    return Report(facts, history_lines(logbook, last))


def _replayed(logbook: Logbook, number: int, entries: list[Entry]) -> Report:
    def facts() -> object:
        from menace_kit.views.games import replay

        return replay(logbook, number)

    kit, record = logbook.kit, GameRecord.of(entries)
    return Report(
        facts,
        [*_head_lines(record), *step_lines(kit, record, entries)],
        notes=[
            *board_rows(kit, record),
            *result_lines(kit, record, newest=number == logbook.last_game),
        ],
    )


def history_lines(logbook: Logbook, last: int) -> Iterator[str]:
    """Yield a line for each of the last games, and each count since the first of them.

    If entries are lost, a last line says which.
    """
    rows = games_before(logbook, None, last)
    lines: list[tuple[int, str]] = []
    for row in rows:
        game = logbook.game(row.number)
        if game:
            lines.append((game.start.number, _game_line(logbook.kit, row, game)))
    since = lines[0][0] if len(rows) == last else 0
    for _, group in groupby(counts_after(logbook, since), key=lambda e: (e.action, e.box)):
        entries = tuple(group)
        lines.append((entries[0].number, _count_line(logbook.kit, entries)))
    for _, line in sorted(lines, key=itemgetter(0)):
        yield line
    lost = lost_numbers(logbook.entries(since))
    if not rows and not lost:
        yield "No game was played yet."
    if lost:
        yield f"Not all is told. Lost entries: {listed_runs(runs(lost))}."


def _game_line(kit: Kit, row: GameRow, game: GameRecord) -> str:
    went = wording.how_it_went(kit, row, game)
    names = wording.names(row.operator, row.opponent, game.both, game.start.why)
    late = "" if row.confirmed or row.state != "ended" else "  (boxes not updated)"
    time = clock_time(row.started_at)
    moves = wording.moves_or_outcome(kit, game)
    return f"{row.number:>6}  {time:<16}  {went:<10}  {moves:<17}  {names}{late}".rstrip()


def _count_line(kit: Kit, entries: Sequence[Entry]) -> str:
    first = entries[0]
    if first.kind is Kind.STOCKTAKE:
        told = f"stocktake{f', by {first.operator}' if first.operator else ''}"
    else:
        told = f"box {kit.box(first.box or 0).name} {wording.counted_in_short(entries)}"
    return f"{'':>6}  {clock_time(first.played_at or first.at):<16}  {told}"


def _entries(logbook: Logbook, number: int) -> list[Entry]:
    """Return the entries of a game. Raises UnknownNameError if it was never begun."""
    if entries := logbook.entries_of_game(number):
        return entries
    last = logbook.last_game
    begun = f"games 1 to {last} were begun" if last else "none was begun"
    raise UnknownNameError(f"there is no game {number}; {begun}")


def _head_lines(record: GameRecord) -> Iterator[str]:
    start = record.start
    names = str(wording.names(start.operator, start.opponent, why=start.why))
    told = ", ".join(filter(None, [clock_time(start.played_at or start.at), names]))
    yield f"Game {record.number}, {told}. {wording.machines(record)}"
    if record.lost:
        yield "Not all is told: an entry of this game is lost."


def step_lines(kit: Kit, record: GameRecord, entries: list[Entry]) -> Iterator[str]:
    """Yield a line for each step: numbered if it counts, marked if it was undone."""
    undone = {entry.undoes for entry in entries if entry.kind is Kind.UNDO}
    move = 0
    for entry in entries:
        taken_back = entry.action in undone
        of_the_end = entry.kind in (Kind.END, Kind.ABANDON)  # told below the boards
        if not (taken_back if of_the_end else wording.is_told(entry)):
            continue
        told = wording.move_made(kit, record, entry, entries)
        if taken_back:
            yield f"     undone: {told}"
        elif entry.kind in MOVES and entry.move:
            move += 1
            yield f"{move:>3}  {told}"
        else:
            yield f"     {told}"


def board_rows(kit: Kit, record: GameRecord) -> Iterator[Line]:
    """Yield the boards after each move, as many side by side as fit."""
    positions = record.positions(kit.game)[1:]
    blocks = [
        (str(number), board_lines(kit, position, {}))
        for number, position in enumerate(positions, start=1)
    ]
    yield from ([], *side_by_side(blocks)) if blocks else ()
    yield []


def result_lines(kit: Kit, record: GameRecord, newest: bool) -> Iterator[Phrase | str]:
    """Yield how the game ended, how the boxes changed, and whether that was done.

    Of the newest game, the update can still be due.
    """
    yield wording.ended(kit, record)
    for side in record.sides:
        if record.both:
            yield wording.list_head(kit, side)
        for entry in record.entries:
            if entry.kind is Kind.ADJUST and record.side_of(entry) is side:
                yield (
                    f"  {kit_words.box_and_place(kit, kit.box(entry.box or 0))}: "
                    f"{wording.change(entry)}"
                )
    if record.end and record.adjustments:
        if newest and not record.confirmed:
            yield "The boxes are not updated yet (menace-kit operator adjust)."
        else:
            told = "recorded.confirmed" if record.confirmed else "logbook.not-put-right"
            yield say(told, game=record.number)
