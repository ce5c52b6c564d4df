"""Sentences about a game and its acts, beyond those of the guide."""

from collections.abc import Sequence

from menace_kit.games import Nim
from menace_kit.guide import wording
from menace_kit.guide.session import Session
from menace_kit.guide.situation import Due
from menace_kit.logbook import Entry, GameRecord, Kind
from menace_kit.machine import Kit
from menace_kit.text.kit_words import machine
from menace_kit.text.people import named
from menace_kit.text.phrases import Called, Capital, Capitals, Text, paragraph, say

PLAIN = {Kind.CONFIRM: "recorded.confirmed", Kind.STOCKTAKE: "recorded.all-counted"}
"""Acts that one sentence sums up, by the kind of their first entry."""


def due_told(session: Session) -> Text:
    """Return in one sentence what the operator does now."""
    game, box = session.game, session.box
    if box is not None:
        asked = say("now.bead", box=box.name)
        if not any(session.inside.values()):
            rule = wording.empty_rule(session.kit.spec.learning.empty_box)
            asked = say("now.empty", box=box.name, rule=rule)
        return paragraph([wording.whose_turn(session), asked])
    if session.due is Due.REPLY:
        return say("now.reply", opponent=Capital(wording.opponent(game)))
    if session.due is Due.ADJUST:
        return say("now.adjust")
    return say("now.start") if can_begin(session) else say("now.dead")


def can_begin(session: Session) -> bool:
    """Return whether a machine of the kit can still make its first move."""
    return not all(session.is_dead(side) for side, stage in session.kit.stages if stage == 1)


def happened(
    kit: Kit, game: GameRecord | None, entries: Sequence[Entry], undone: Sequence[Entry]
) -> Text:
    """Return what an action did.

    `game` is the game as it was after the action, `undone` what the action took back.
    """
    first = entries[0].kind if entries else None
    if first is Kind.UNDO:
        return wording.taken_back(kit, game, undone)
    if first is Kind.START and game is not None and not game.watched:
        is_whole = len(entries) > 1
        return wording.game_and_result(kit, game) if is_whole else wording.begins(game)
    if first is Kind.REFUSED:
        box, colour = kit.box(entries[0].box or 0).name, Called(entries[0].colour or "")
        return say("recorded.refused", box=box, colour=Capitals(colour))
    if first in PLAIN:
        return say(PLAIN[first], game=entries[0].game)
    said: list[Text] = [
        wording.count_recorded(kit, entries)
        if first is Kind.RECOUNT
        else wording.happened(kit, game, entries)
    ]
    if game is not None and game.end in entries and not game.watched:
        said.append(wording.ended(kit, game))
    return paragraph(said)


def plays_told(game: GameRecord) -> Text:
    """Return for the audience who plays: the opponent, both machines, or others."""
    if game.watched:
        return say("watched.learns")
    if game.both:
        return say("both.moves")
    return say("screen.plays", opponent=Capital(wording.opponent(game)))


def machine_told(kit: Kit, game: GameRecord) -> Text:
    """Return which player the machine is.

    If that says nothing (two machines, a watched game, no marks), return who moves first.
    """
    if game.both or game.watched or kit.game.impartial:
        return wording.machines(game)
    return Capital(say("logbook.machine-is", player=wording.who_plays(kit, game, game.side)))


def headline(kit: Kit, game: GameRecord) -> Text:
    """Return in a few words for the audience how a game ended; empty until then."""
    if game.watched and game.result:
        return wording.headline(kit, game)
    if game.result is None:
        return ""
    if game.both and game.winner is not None:
        return say("both.went", player=Capital(machine(kit, game.winner)))
    if game.gave_up:
        return Capital(say("empty-rules.resign"))
    return say(f"common.{game.result.value}")


def turn_told(session: Session) -> Text:
    """Return in a few words for the audience whose turn it is, or how the game ended."""
    game, box = session.game, session.box
    if box is not None:
        shake = any(session.inside.values())
        told = say("screen.shake" if shake else "screen.empty", box=box.name)
        return paragraph([wording.whose_turn(session), told])
    if session.due is Due.REPLY and game is not None:
        name = game.start.opponent
        return say("screen.your-move", opponent=named(name)) if name else say(ANYBODY)
    if session.due is Due.ADJUST and game is not None:
        return headline(session.kit, game)
    return say("operate.opponent" if can_begin(session) else "now.dead")


ANYBODY = "screen.your-move-anybody"
"""What is said to an opponent whose name nobody typed."""


def last_match_told(kit: Kit, game: GameRecord) -> Text:
    """Return who took the last match and what that means.

    Empty for other games than Nim, and if a player gave up.
    """
    if not isinstance(kit.game, Nim) or not game.moves or game.result is None:
        return ""
    position = game.positions(kit.game)[-1]
    ended = kit.game.outcome(position)
    if ended is None:
        return ""
    taker = position.to_move.other
    how = "wins" if ended.winner is taker else "loses"
    if game.both and not game.watched:
        called = machine(kit, taker)
    else:
        called = wording.who_plays(kit, game, taker)
    return say(f"screen.last-nim-{how}", player=Capital(called))
