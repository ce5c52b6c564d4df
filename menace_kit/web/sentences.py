"""What the pages say, each sentence written once; what the guide says already is taken from there."""

from collections.abc import Sequence

from menace_kit.guide import prompts, wording
from menace_kit.guide.session import Due, Session
from menace_kit.journal.entries import OUTCOME_ONLY, Entry, Kind
from menace_kit.journal.game_record import GameRecord
from menace_kit.machine.kit import Kit

ALREADY = "That was recorded already; nothing was recorded twice."
TICKED = "The tick is noted."
RECORDED = "Recorded."


def due(session: Session) -> str:
    """Return in one sentence what the operator does now."""
    game, box = session.game, session.box
    if session.due is Due.BEAD and box is not None:
        if sum(session.in_box(box.number).values()):
            return f"Open box {box.number}, draw a bead, and tap its colour."
        rule = prompts.EMPTY_RULES[session.kit.spec.learning.empty_box]
        return f"Box {box.number} should be empty. Look: if it is, say so ({rule})."
    if session.due is Due.REPLY:
        return f"{prompts.capital(prompts.opponent(game))} moves: tap the square."
    if session.due is Due.ADJUST:
        return "Put the beads right, and tick each line."
    return "Begin a game." if can_begin(session) else "This machine is dead: no game can begin."


def can_begin(session: Session) -> bool:
    """Return whether a machine of the kit can still make its first move."""
    return not all(session.is_dead(side) for side, stage in session.kit.stages if stage == 1)


def happened(kit: Kit, game: GameRecord | None, entries: Sequence[Entry], undone: Sequence[Entry]) -> str:
    """Return what one action brought about; `game` as it was then, `undone` what the action took back."""
    first = entries[0].kind if entries else None
    if first is Kind.UNDO and undone and undone[0].why == OUTCOME_ONLY:
        logged = GameRecord.of(undone)
        deeds = wording.beads_taken_back(kit, logged, logged)
        return " ".join([f"Game {logged.number} is taken back.", *deeds])
    if first is Kind.UNDO:
        return prompts.taken_back(undone)
    if first is Kind.START and len(entries) > 1:
        return f"Game {entries[0].game} was entered by its outcome. {wording.ended(game) if game else ''}".strip()
    if first is Kind.START:
        return f"Game {entries[0].game} begins; {prompts.opponent(game)} plays against the machine."
    plain = {
        Kind.CONFIRM: "The beads of game {0.game} are put right.",
        Kind.RECOUNT: "Box {0.box} was counted.",
        Kind.STOCKTAKE: "All boxes that had been touched were counted.",
    }
    if first in plain:
        return plain[first].format(entries[0])
    said = [prompts.happened(kit, game, entries)]
    if game is not None and game.end in entries:
        said.append(wording.ended(game))
    return " ".join(filter(None, said))


def moved_on(on: int, now: int, since: str) -> str:
    """Return why a change is late: what was recorded after the entry that it was made on."""
    if on > now:
        return f"This journal has no entry {on} yet; it ends with {now}. Nothing was recorded."
    told = f" ({since})" if since else ""
    return (
        f"Something else was recorded in between{told}: nothing of this was. Look at how it stands now, and do it "
        "again if it still holds."
    )


def wrong_pin(wait: float) -> str:
    """Return that a PIN is wrong, and how long to wait."""
    if wait <= 0:
        return "That is not the PIN; the companion's terminal shows it."
    return f"That is not the PIN. The next try can be made in {wait:.0f} seconds."


def too_many_tries(wait: float) -> str:
    """Return that no PIN is looked at now."""
    return f"Too many wrong PINs came from this device; the next try can be made in {wait:.0f} seconds."
