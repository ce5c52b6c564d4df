"""What the last act did."""

from collections.abc import Iterable

from menace_kit.guide.wording.moves import deed_told, is_told, later_of
from menace_kit.guide.wording.parts import opponent
from menace_kit.guide.wording.results import ended
from menace_kit.logbook import GameRecord
from menace_kit.logbook.entries import Entry, Kind, is_halving
from menace_kit.machine import Kit
from menace_kit.machine.learning import Why
from menace_kit.text.kit_words import counts, player_called, why_later
from menace_kit.text.phrases import Joined, Text, joined, paragraph, say


def begins(game: GameRecord) -> Text:
    players: Text = say("both.moves")
    if not game.both:
        players = joined(say("screen.plays", opponent=opponent(game)), ".")
    begun = say("common.named", name=say("common.game", number=game.number), told=players)
    return paragraph([begun, say("exhibition.is") if game.exhibition else ""])


def last_action(game: GameRecord | None) -> tuple[Entry, ...]:
    """Return the entries of a game's last act, which may be its start."""
    if game is None:
        return ()
    if game.is_one_action and not game.halved_last:
        return game.entries
    return tuple(entry for entry in game.entries if entry.action == game.entries[-1].action)


def happened(kit: Kit, game: GameRecord | None, entries: Iterable[Entry]) -> Joined:
    """Return what an act did: a sentence for each move, and for what follows from it."""
    said: list[Text] = []
    refilled: dict[str, int] = {}
    taken_out: dict[int, dict[str, int]] = {}
    for entry in entries:
        if entry.kind is Kind.ADJUST and entry.why == Why.REFILL.value:
            refilled[entry.colour or ""] = entry.change or 0
        elif is_halving(entry):
            taken_out.setdefault(entry.bead.box, {})[entry.bead.colour] = -(entry.change or 0)
        else:
            said.append(_what_happened(kit, game, entry))
    if refilled:
        said.append(say("happened.refilled", beads=counts(refilled)))
    for number, out in taken_out.items():
        said.append(say("full.done", box=kit.box(number).name, out=counts(out)))
    return paragraph(said)


def _what_happened(kit: Kit, game: GameRecord | None, entry: Entry) -> Text:
    """Return what an entry of a game did, or "" if that is obvious."""
    if game is not None and game.watched and entry.kind in (Kind.END, Kind.REPLY):
        return (
            paragraph([say("watched.learns"), ended(kit, game)]) if entry.kind is Kind.END else ""
        )
    if entry.kind is Kind.END and game is not None and game.outcome_only:
        return ended(kit, game)
    if not (is_told(entry) or entry.kind is Kind.UNDO):
        return ""
    later = later_of(kit, entry, game.entries) if game else None
    done = deed_told(kit, game, entry, _player(kit, game, entry))
    return paragraph([why_later(later.line), done]) if later else done


def _player(kit: Kit, game: GameRecord | None, entry: Entry) -> Text:
    """Return who made the move of an entry; if both are machines, which of them."""
    if game is not None and game.both:
        return player_called(kit, game.side_of(entry))
    return opponent(game) if entry.kind is Kind.REPLY else say("common.machine")
