"""What the operator is told of the machine's book: boxes, counts, games that were played."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from menace_kit.games import Side
from menace_kit.games.notation import parse_move
from menace_kit.guide import wording
from menace_kit.journal.entries import Entry, Kind
from menace_kit.journal.export import moves_text
from menace_kit.journal.game_record import GameRecord
from menace_kit.journal.store import GameRow
from menace_kit.machine.boxes import Box
from menace_kit.machine.contents import Why
from menace_kit.machine.kit import Kit

WHYS = {
    Why.LAST_BEAD.value: "the last bead stays in",
    Why.PUNISHED.value: "the box after it was empty",
    Why.REFILL.value: "it was empty and was refilled",
}

RESULTS = {"win": "the machine won", "draw": "a draw", "loss": "the machine lost"}


def when(text: str | None) -> str:
    """Return a time as a clock on the wall had it: `2026-05-01 14:30`; what is no time is returned as it is."""
    try:
        time = datetime.fromisoformat(text or "")
    except ValueError:
        return text or ""
    return (time.astimezone() if time.tzinfo else time).strftime("%Y-%m-%d %H:%M")


def names(operator: str | None, opponent: str | None) -> str:
    """Return who worked the boxes and who played against them: `Ada against Bob`; nothing where nobody is named."""
    return " ".join([*([operator] if operator else []), *(["against", opponent] if opponent else [])])


def how_it_went(game: GameRow, gave_up: bool) -> str:
    """Return how a game went for the machine, in a word or two."""
    if game.state == "running":
        return "goes on"
    if game.state == "taken-back":
        return "taken back"
    if game.state == "abandoned":
        return "broken off"
    return "gave up" if gave_up else {"win": "won", "draw": "draw", "loss": "lost"}[game.result or ""]


def course(game: GameRecord) -> str:
    """Return a game's moves as on paper, or what is known of a game without: `outcome only`, `outcome, white`."""
    if not game.outcome_only:
        return moves_text(game)
    return f"outcome, {game.drawn[0].colour}" if game.drawn else "outcome only"


# Changes


def change(entry: Entry) -> str:
    """Return what an adjustment changed: `+3 green`, `no change of green (the last bead stays in)`."""
    why = WHYS.get(entry.why or "")
    changed = f"{entry.change:+d} {entry.colour}" if entry.change else f"no change of {entry.colour}"
    return f"{changed}{f' ({why})' if why else ''}"


def counted_in_short(entries: Sequence[Entry]) -> str:
    """Return what a count of one box found: `counted: -2 green`, `counted: as the book said`."""
    changed = ", ".join(f"{entry.change:+d} {entry.colour}" for entry in entries if entry.change)
    return f"counted: {changed or 'as the book said'}"


def opened(times: int) -> str:
    """Return how often a box was opened."""
    if not times:
        return "It was never opened."
    return f"It was opened {'once' if times == 1 else f'{times} times'}."


def before_its_box(game: int, colour: str) -> str:
    """Return that a bead that belongs in a box lies before it."""
    return f"One {colour} of these lies before the box, for game {game} goes on."


# Counts


def counted(kit: Kit, box: Box, before: Mapping[str, int], count: Mapping[str, int]) -> list[str]:
    """Return what a count of a box found, colour by colour, against what the book had said."""
    lines = [f"{wording.box_and_place(kit, box)}:"]
    for colour, now in count.items():
        more = now - before[colour]
        if not more:
            found = "as the book says"
        else:
            found = f"the book said {before[colour]}: {abs(more)} {'more' if more > 0 else 'fewer'}"
        lines.append(f"  {now} {colour}, {found}")
    after = {**before, **count}
    lines.append(
        f"By the book it now holds {wording.counts(after)}; {wording.beads(sum(after.values()))} in all."
    )
    return lines


def bead_not_counted(game: int, colour: str) -> str:
    """Return that a bead before its box is not part of a count."""
    return f"The {colour} bead of game {game} that lies before the box is not counted; it belongs in it all the same."


def list_is_open(game: int) -> str:
    """Return how a count is taken while a tick-list is not done."""
    return (
        f"The beads of game {game} are not put right yet. This count is taken to be from after that: if it was from "
        "before, put them right (operator adjust) and count again."
    )


def more_than_fits(box: Box, total: int, capacity: int) -> str:
    """Return that a count is more than a box holds."""
    held = wording.beads(total)
    return f"Box {box.number} with {held}? About {capacity} fill it to the brim. Count again if in doubt."


def counts_unreadable(text: str) -> str:
    """Return how counts are written."""
    return f"{text!r} is no count; write a colour or its letter and a number: green=4"


def counted_twice(what: str) -> str:
    """Return that a colour or a box was named more than once."""
    return f"{what} is counted twice; name it once"


def differ_unreadable(text: str) -> str:
    """Return how a box that differs is written."""
    return f'{text!r} is no box with counts; write its number and what was counted: "137 green=4 amber=0"'


# Stocktake


def nothing_touched() -> str:
    """Return that there is nothing to count."""
    return "no box has been touched since the last count, so there is nothing to count"


def list_before_stocktake(game: int) -> str:
    """Return that the tick-list comes first."""
    return f"the beads of game {game} are not put right yet; do that first (operator adjust), then count"


def sheet_head(boxes: Sequence[int]) -> str:
    """Return what to do with the sheet."""
    which = "1 box has" if len(boxes) == 1 else f"{len(boxes)} boxes have"
    return f"{which} been touched since the last count. Tick what agrees:"


def sheet_foot() -> str:
    """Return what to do when all is counted."""
    return (
        "When all are counted:\n"
        "  menace-kit operator stocktake --done\n"
        'and for each box that differs:  --differ "BOX COLOUR=N ..."'
    )


def stock_taken(agree: int, differ: int) -> str:
    """Return what a stocktake found."""
    found = f"{agree} box{'' if agree == 1 else 'es'} counted as the book says"
    return f"{found}{f', {differ} otherwise' if differ else ''}. Written down."


# A game, move by move


def move_made(kit: Kit, entry: Entry, machine: Side) -> str:
    """Return what an entry of a game says, in a line."""
    marks = dict(zip(Side, kit.spec.marks, strict=True))
    square = wording.square(kit, parse_move(entry.move)) if entry.move else ""
    box = f"box {entry.box}"
    if entry.kind is Kind.DRAW and not entry.move:
        return f"the first bead: {entry.colour} from {box}"
    told = {
        Kind.DRAW: f"{marks[machine]} on {square}: {entry.colour} from {box}",
        Kind.REPLY: f"{marks[machine.other]} on {square}",
        Kind.FORCED: f"{marks[machine]} on {square}: the only one left",
        Kind.LOT: f"{marks[machine]} on {square}: by lot",
        Kind.EMPTY: f"{box} was empty ({entry.why})",
        Kind.END: f"the end: {RESULTS.get(entry.result or '', '')}",
        Kind.ABANDON: "the game was broken off",
    }
    return told.get(entry.kind, entry.kind.value)


def beads_put_right(confirmed: bool) -> str:
    """Return whether a game's adjustments were made."""
    return "The beads were put right." if confirmed else "That the beads were put right was never confirmed."


# The audit


def in_order(entries: int, games: int, boxes: int) -> str:
    """Return that the audit found nothing."""
    told = f"{entries:,} entr{'y' if entries == 1 else 'ies'}, {games:,} game{'' if games == 1 else 's'}"
    return f"In order: {told}, {boxes} boxes; what is in them is what the games and counts give."


def not_in_order(findings: int) -> str:
    """Return how many things the audit found."""
    return f"{findings:,} thing{'' if findings == 1 else 's'} not in order:"
