"""What was undone, and what to do on the board and with the beads."""

from collections.abc import Sequence

from menace_kit.games import Pieces
from menace_kit.guide.wording.beads_by_hand import by_hand, is_whole
from menace_kit.guide.wording.moves import is_told, move_made
from menace_kit.logbook import GameRecord
from menace_kit.logbook.entries import Entry, Kind, is_halving
from menace_kit.logbook.loose_beads import BeadMove
from menace_kit.machine import Kit
from menace_kit.text.phrases import Text, listed, paragraph, say


def taken_back(kit: Kit, game: GameRecord | None, entries: Sequence[Entry]) -> Text:
    """Return what was undone, and what to do on the board.

    `game` is as before or after the undo, with its start. `by_hand` says what to do with the beads.
    """
    if game is None or is_whole(entries):
        return say("happened.undo", game=entries[0].game)
    if is_halving(entries[0]):
        return say("full.undone", box=kit.box(entries[0].box or 0).name)
    every = game.entries if entries[0] in game.entries else (*game.entries, *entries)
    told = [
        move_made(kit, game, entry, every)
        for entry in entries
        if is_told(entry) or entry.kind is Kind.END
    ]
    said: list[Text] = [say("happened.taken-back", what=paragraph(told))]
    moved = [entry.move for entry in entries if entry.move]
    if moved and kit.game.pieces is Pieces.MARKS:
        said.append(say("happened.marks-off", n=len(moved), squares=listed(moved)))
    elif moved:
        said.append(say("happened.set-board"))
    return paragraph(said)


def undone(
    kit: Kit, game: GameRecord | None, entries: Sequence[Entry], moves: Sequence[BeadMove]
) -> list[Text]:
    """Return what was undone, what to do on the board, and what to do with the real beads."""
    none = [say("by-hand.none")] if is_whole(entries) and not moves else []
    return [taken_back(kit, game, entries), *none, *by_hand(kit, Kind.UNDO, moves)]
