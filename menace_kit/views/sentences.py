"""What the pages say of a game and its acts; what the guide says already is taken from there."""

from collections.abc import Sequence

from menace_kit.guide import wording
from menace_kit.guide.session import Due, Session
from menace_kit.journal.entries import OUTCOME_ONLY, Entry, GameRecord, Kind
from menace_kit.machine.kit import Kit
from menace_kit.text.kit_words import machine, player_called
from menace_kit.text.messages import Capital, Text, paragraph, say

PLAIN = {
    Kind.CONFIRM: "recorded.confirmed",
    Kind.STOCKTAKE: "recorded.all-counted",
}
"""What is told of an act in one sentence, by the kind of its first entry."""


def due(session: Session) -> Text:
    """Return in one sentence what the operator does now."""
    game, box = session.game, session.box
    told = wording.kinds_of(session.kit, game)
    if session.due is Due.BEAD and box is not None:
        whose = Capital(machine(session.kit, session.position.to_move))
        if sum(session.in_box(box.number).values()):
            return say("now.bead", *told, box=box.name, machine=whose)
        rule = wording.empty_rule(session.kit.spec.learning.empty_box, *told)
        return say("now.empty", *told, box=box.name, machine=whose, rule=rule)
    if session.due is Due.REPLY:
        return say("now.reply", *told, opponent=Capital(wording.opponent(game)))
    if session.due is Due.ADJUST:
        return say("now.adjust")
    return say("now.start") if can_begin(session) else say("now.dead")


def can_begin(session: Session) -> bool:
    """Return whether a machine of the kit can still make its first move."""
    return not all(session.is_dead(side) for side, stage in session.kit.stages if stage == 1)


def happened(kit: Kit, game: GameRecord | None, entries: Sequence[Entry], undone: Sequence[Entry]) -> Text:
    """Return what one action brought about; `game` as it was then, `undone` what the action took back."""
    first = entries[0].kind if entries else None
    if first is Kind.UNDO and undone and undone[0].why == OUTCOME_ONLY:
        logged = GameRecord.of(undone)
        deeds = wording.beads_taken_back(kit, logged, logged)
        return paragraph([say("recorded.taken-back", game=logged.number), *deeds])
    if first is Kind.UNDO:
        return wording.taken_back(kit, undone)
    if first is Kind.START and len(entries) > 1:
        ended = wording.ended(kit, game) if game else ""
        return say("recorded.outcome", game=entries[0].game, ended=ended)
    if first is Kind.START:
        told = wording.kinds_of(kit, game)
        return say("recorded.begins", *told, game=entries[0].game, opponent=wording.opponent(game))
    if first in PLAIN:
        return say(PLAIN[first], game=entries[0].game)
    said: list[Text] = [
        counted(kit, entries) if first is Kind.RECOUNT else wording.happened(kit, game, entries)
    ]
    if game is not None and game.end in entries:
        said.append(wording.ended(kit, game))
    return paragraph(said)


def counted(kit: Kit, entries: Sequence[Entry]) -> Text:
    """Return what a count of a box found."""
    box = kit.box(entries[0].box or 0).name
    found = wording.changes_of_count(entries)
    told = "recorded.counted" if found else "recorded.counted-same"
    return say(told, box=box, **({"found": found} if found else {}))


def plays(game: GameRecord) -> Text:
    """Return for a crowd who plays against the machine, or that both players are machines."""
    if game.both:
        return say("operate.both")
    return say("screen.plays", opponent=game.start.opponent or say("screen.somebody"))


def machine_is(kit: Kit, game: GameRecord) -> Text:
    """Return which player the machine is; where both are, or no mark names a player, who moves first."""
    if game.both or kit.game.impartial:
        return wording.machines(kit, game)
    return say("operate.machine-is", mark=player_called(kit, game.side))


def headline(kit: Kit, game: GameRecord) -> Text:
    """Return how a game ended, in a few words for a crowd; nothing while it has not."""
    if game.result is None:
        return ""
    if game.both and game.winner is not None:
        return say("screen.wins-both", machine=Capital(machine(kit, game.winner)))
    return say("screen.gave-up" if game.gave_up else f"screen.{game.result.value}")


def won_by(who: Text) -> Text:
    """Return what is said of the games that a player won: `won by O`."""
    return say("operate.won-by", player=who)


def recorded() -> Text:
    """Return that an act was recorded, where there is no more to say."""
    return say("recorded.recorded")


def already() -> Text:
    """Return that an act came twice."""
    return say("recorded.already")


def ticked() -> Text:
    """Return that a tick was taken down."""
    return say("recorded.ticked")


def moved_on(on: int, now: int, since: Text) -> Text:
    """Return why a change is late: what was recorded after the entry that it was made on."""
    if on > now:
        return say("recorded.not-yet", entry=on, last=now)
    return say("recorded.moved-on-since", since=since) if since else say("recorded.moved-on")


def wrong_pin(wait: int) -> Text:
    """Return that a PIN is wrong, and how many seconds to wait."""
    return say("login.wrong-wait", n=wait) if wait > 0 else say("login.wrong")


def too_many_tries(wait: int) -> Text:
    """Return that no PIN is looked at for so many seconds."""
    return say("login.too-many", n=wait)
