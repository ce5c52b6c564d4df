"""What the guided game says at each step: what has just happened, and what is due now."""

from collections.abc import Iterable, Mapping, Sequence

from menace_kit.games import Pieces, Side, move_text, parse_move
from menace_kit.guide import refusals, wording
from menace_kit.guide.session import Due, Session
from menace_kit.guide.wording import kinds, machine, player, side_named
from menace_kit.journal.entries import Entry, GameRecord, Kind
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Result, Why
from menace_kit.machine.schema import EmptyBox
from menace_kit.text.messages import Called, Capital, Capitals, Joined, Text, joined, paragraph, say

HAPPENED = {
    Kind.BEAD: "happened.draw",
    Kind.REPLY: "happened.reply",
    Kind.FORCED: "happened.forced",
    Kind.LOT: "happened.lot",
    Kind.EMPTY: "happened.empty",
    Kind.ABANDON: "happened.abandon",
    Kind.UNDO: "happened.undo",
}
"""What says what an entry of a game brought about."""


def empty_rule(rule: EmptyBox, *kinds: str) -> Text:
    """Return what the kit's rule does with an empty box: `the machine gives up`."""
    return say(f"empty-rules.{rule.value}", *kinds)


def headline(kit: Kit, game: GameRecord) -> Text:
    """Return how a game ended, in a word or two for a crowd: `LOST`, or where both are machines `O WON`."""
    if game.both and game.winner is not None:
        winner = game.winner
        return say("both.headline", *side_named(kit, winner), player=Capitals(player(kit, winner)))
    return say(f"headline.{(game.result or Result.TIE).value}")


def opponent(game: GameRecord | None) -> Text:
    """Return the opponent's name, or `the opponent`."""
    return (game.start.opponent if game else None) or say("happened.opponent")


# What has happened


def last_action(game: GameRecord | None) -> tuple[Entry, ...]:
    """Return the entries of the last act of a game that holds, its beginning among them."""
    if game is None:
        return ()
    if game.outcome_only:
        return game.entries
    return tuple(entry for entry in game.entries if entry.action == game.entries[-1].action)


def happened(kit: Kit, game: GameRecord | None, entries: Iterable[Entry]) -> Joined:
    """Return what an act brought about: a sentence for each move, and for what follows from it."""
    said: list[Text] = []
    refilled: dict[str, int] = {}
    for entry in entries:
        if entry.kind is Kind.ADJUST and entry.why == Why.REFILL.value:
            refilled[entry.colour or ""] = entry.change or 0
        else:
            said.append(_what_happened(kit, game, entry))
    if refilled:
        said.append(say("happened.refilled", beads=wording.counts(refilled)))
    return paragraph(said)


def _what_happened(kit: Kit, game: GameRecord | None, entry: Entry) -> Text:
    """Return what an entry of a game brought about; nothing where it goes without saying."""
    if entry.kind is Kind.END and game is not None and game.outcome_only:
        return wording.ended(kit, game)
    if entry.kind not in HAPPENED:
        return ""
    told = kinds(kit, game)
    facts = {} if game is None else _who(kit, game, game.side_of(entry))
    return say(
        HAPPENED[entry.kind] if entry.move or entry.kind is not Kind.BEAD else "happened.first-bead",
        *told,
        game=entry.game,
        box=kit.box(entry.box).name if entry.box else "",
        colour=Capitals(Called(entry.colour or "")),
        move=wording.square(kit, parse_move(entry.move)) if entry.move else "",
        opponent=Capital(opponent(game)),
        rule=empty_rule(EmptyBox(entry.why), *told) if entry.kind is Kind.EMPTY else "",
        **facts,
    )


def _who(kit: Kit, game: GameRecord, side: Side) -> dict[str, Text]:
    """Return whose act it was, for sentences of games of both machines."""
    return {"player": player(kit, side), "machine": Capital(machine(kit, side))} if game.both else {}


def taken_back(kit: Kit, entries: Sequence[Entry]) -> Text:
    """Return that an act was taken back, and what to do on the table for that."""
    marks = kit.game.pieces is Pieces.MARKS
    deeds: list[Text] = []
    for entry in entries:
        if entry.kind is Kind.BEAD:
            box = kit.box(entry.box or 0).name
            deeds.append(say("happened.bead-back", colour=Capitals(Called(entry.colour or "")), box=box))
        if entry.move and marks:
            deeds.append(say("happened.mark-off", move=entry.move))
    if not marks and any(entry.move for entry in entries):
        deeds.append(say("happened.set-board"))
    if any(entry.why == Why.REFILL.value for entry in entries):
        deeds.append(say("happened.refill-out", box=kit.box(entries[0].box or 0).name))
    if not deeds:
        return say("happened.taken-back")
    return say("happened.taken-back-and", deeds=joined(*deeds, between=say("happened.then")))


def result(kit: Kit, game: GameRecord, ticked: int) -> Text:
    """Return how a game ended, and how much of its list is done."""
    said: list[Text] = [wording.ended(kit, game)]
    if game.result is Result.LOSS and not game.both:
        said.append(say("happened.opponent-wins", opponent=Capital(opponent(game))))
    said.append(say("happened.ticked", ticked=ticked, lines=len(game.adjustments)))
    return paragraph(said)


def put_back(session: Session) -> list[Text]:
    """Return what to do with the beads of a game that was broken off, a sentence for each."""
    game = session.game
    if game is None or not game.abandoned:
        return []
    return [wording.put_back(session.kit, drawn.box, drawn.colour) for drawn in game.drawn]


# What is due


def due(session: Session, machine_first: bool | None = None, both: bool = False) -> Text:
    """Return in one line what the operator does now; the rest says how the next game would begin."""
    game, box = session.game, session.box
    told = kinds(session.kit, game)
    if session.due is Due.BEAD and box is not None:
        who = Capital(player(session.kit, session.position.to_move))
        if not sum(session.in_box(box.number).values()):
            rule = empty_rule(session.kit.spec.learning.empty_box, *told)
            return say("keys.empty", *told, box=box.name, player=who, rule=rule)
        return say("keys.bead", *told, box=box.name, player=who, letters=letters(session))
    if session.due is Due.REPLY:
        return say("keys.reply", *told, opponent=Capital(opponent(game)), squares=squares(session))
    if session.due is Due.ADJUST:
        return say("keys.adjust")
    if dead(session, machine_first, both):
        return say("keys.dead")
    return say("keys.start", *_next(both))


def expected(session: Session, both: bool = False) -> Text:
    """Return in one line which keys mean something now, for one that does not; `both` as the next game would be."""
    told = _next(both) if session.due is Due.START else kinds(session.kit)
    facts: Mapping[Due, Mapping[str, str]] = {
        Due.BEAD: {"letters": letters(session)},
        Due.REPLY: {"squares": squares(session)},
    }
    return say(f"keys.expected-{session.due.value}", *told, **facts.get(session.due, {}))


def to_move(kit: Kit, side: Side) -> Text:
    """Return beside a box whose turn it is."""
    return say("both.to-move", player=player(kit, side))


def replies(session: Session) -> Text:
    """Return what the opponent can do now, and what is to be entered."""
    free = ", ".join(move_text(move) for move in session.kit.game.legal_moves(session.position))
    return say("keys.free", *kinds(session.kit), squares=free)


def beads_head(kit: Kit) -> Text:
    """Return the head over the beads of a box, for a narrow column."""
    return say("keys.beads", *kinds(kit))


def _next(both: bool) -> tuple[str, ...]:
    return ("both",) if both else ()


def letters(session: Session) -> str:
    """Return the letters of the beads that the open box can hold: `W L D`."""
    return " ".join(session.kit.colour(name).key for name in session.box.moves) if session.box else ""


def squares(session: Session) -> str:
    """Return the moves that are free: `1 4 5`."""
    return " ".join(move_text(move) for move in session.kit.game.legal_moves(session.position))


def next_side(session: Session, machine_first: bool | None) -> Side:
    """Return which side the machine has in the next game."""
    if session.kit.spec.side != "both":
        return Side(session.kit.spec.side)
    return Side.SECOND if machine_first is False else Side.FIRST


def dead(session: Session, machine_first: bool | None, both: bool) -> Text | None:
    """Return why the next game cannot begin, a machine that would play being dead, or None where it can."""
    sides = tuple(Side) if both else (next_side(session, machine_first),)
    return next(
        (refusals.machine_is_dead(session.kit, side) for side in sides if session.is_dead(side)), None
    )


# Questions, and answers to keys


def really_abandon(number: int) -> Text:
    """Return the question before a game is broken off."""
    return say("keys.abandon", number=number)


def not_all_ticked(number: int) -> Text:
    """Return the question before a list is confirmed of which lines are not ticked."""
    return say("keys.not-all-ticked", n=number)


def one_way_only() -> Text:
    """Return that the box cannot be held in another right way."""
    return say("keys.one-way-only")


def which_bead(session: Session) -> Text:
    """Return the first question for a box that was held in another right way."""
    return say("keys.which-bead", letters=letters(session))


def which_square(kit: Kit, colour: str, meant: Sequence[str]) -> Text:
    """Return the second question for it."""
    return say("keys.which-square", *kinds(kit), colour=Capitals(Called(colour)), squares=" ".join(meant))


def never_mind() -> Text:
    """Return that a question was not answered, and nothing was done."""
    return say("keys.never-mind")


def half_typed(square: str) -> Text:
    """Return that a move needs another square."""
    return say("keys.to-which-square", square=square)


def moved_on() -> Text:
    """Return that another program wrote to the journal in between."""
    return say("keys.moved-on")


def farewell(session: Session) -> Text:
    """Return where things stand when the operator leaves."""
    game = session.game
    if game is None or session.due is Due.START:
        return say("keys.farewell")
    which = "keys.farewell-adjust" if session.due is Due.ADJUST else "keys.farewell-game"
    return say(which, number=game.number)
