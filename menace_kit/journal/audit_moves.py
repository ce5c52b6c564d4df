"""The audit of moves: whose turn it is, which box, and what its beads mean on the table."""

from collections.abc import Iterator

from menace_kit.journal.entries import MOVES, Entry, Kind
from menace_kit.journal.finding import Finding
from menace_kit.journal.replay import Replay, ReplayedGame, Step
from menace_kit.journal.tables import Table


def moves_are_right(replay: Replay, step: Step) -> Iterator[Finding]:
    """Yield moves out of turn or illegal, wrong boxes, and beads that do not mean the move in any right reading."""
    game = replay.game
    if game is None or step.first.kind is Kind.START:  # a start has no moves
        return
    for place, (entry, table) in enumerate(zip(step.entries, step.tables[:-1], strict=True)):
        if table is None or entry.kind not in (*MOVES, Kind.EMPTY):
            continue
        wrong = (
            _wrong_turn(game, entry, table)
            or _wrong_side(game, entry, table)
            or _wrong_box(entry, table)
            or _wrong_move(entry, table)
        )
        if entry.kind is Kind.EMPTY:
            wrong = wrong or _wrongly_empty(replay, entry)
        if entry.kind is Kind.LOT and (not place or step.entries[place - 1].kind is not Kind.EMPTY):
            wrong = wrong or "the move was drawn by lot, though no box was empty"
        if wrong:
            yield Finding(f"game {entry.game}", wrong, entry.number)


def _wrong_turn(game: ReplayedGame, entry: Entry, table: Table) -> str | None:
    if table.outcome is not None:
        return f"{entry.kind.value} is entered, but the game is over"
    if (table.side in game.sides) == (entry.kind is Kind.REPLY):
        return f"{entry.kind.value} is entered out of turn"
    return None


def _wrong_side(game: ReplayedGame, entry: Entry, table: Table) -> str | None:
    """Return what is wrong with whose entry it says it is: a game of both machines says so, and no other."""
    mover = table.side.value if game.both else None
    if entry.side == mover:
        return None
    told, wanted = (f"the {side} player's" if side else "nobody's" for side in (entry.side, mover))
    return f"{entry.kind.value} is entered as {told}, but is {wanted}"


def _wrong_box(entry: Entry, table: Table) -> str | None:
    wanted = table.box.number if table.box else None
    if entry.kind in (Kind.BEAD, Kind.EMPTY) and entry.box != wanted:
        return f"box {entry.box} is opened, but the table asks for {f'box {wanted}' if wanted else 'none'}"
    if entry.kind is Kind.LOT and wanted is None:
        return "the move was drawn by lot, but there is no box here"
    if entry.kind is Kind.FORCED and table.forced is None:
        return "the move is entered as the only one, but it is not"
    return None


def _wrong_move(entry: Entry, table: Table) -> str | None:
    if entry.kind is Kind.EMPTY:
        return None
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
