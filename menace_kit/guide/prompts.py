"""What the guided game says at each step: what has just happened, and what is due now."""

from collections.abc import Iterable, Sequence

from menace_kit.games import Side
from menace_kit.games.notation import move_text, parse_move
from menace_kit.guide import wording
from menace_kit.guide.session import Due, Session
from menace_kit.journal.entries import Entry, Kind
from menace_kit.journal.game_record import GameRecord
from menace_kit.machine.contents import Result, Why
from menace_kit.machine.kit import Kit
from menace_kit.machine.rules import EmptyBox

EMPTY_RULES = {
    EmptyBox.RESIGN: "the machine gives up",
    EmptyBox.REFILL: "it gets its starting beads again",
    EmptyBox.KEEP_LAST: "it cannot be, for the last bead always stays in",
    EmptyBox.RANDOM: "a lot decides the move",
    EmptyBox.PUNISH_PREVIOUS: "the machine gives up, and the box before it loses one bead more",
}

HEADLINES = {"win": "WON", "draw": "DRAW", "loss": "LOST"}
"""How a game ended for the machine, in one word for a crowd."""


def capital(text: str) -> str:
    """Return the text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def opponent(game: GameRecord | None) -> str:
    """Return the opponent's name, or `the opponent`."""
    return (game.start.opponent if game else None) or "the opponent"


# What has happened


def last_action(game: GameRecord | None) -> tuple[Entry, ...]:
    """Return the entries of the last act of a game that holds, its beginning among them."""
    if game is None:
        return ()
    if game.outcome_only:
        return game.entries
    return tuple(entry for entry in game.entries if entry.action == game.entries[-1].action)


def happened(kit: Kit, game: GameRecord | None, entries: Iterable[Entry]) -> str:
    """Return what an act brought about: a sentence for each move, and for what follows from it."""
    said = []
    refilled = {}
    for entry in entries:
        move = wording.square(kit, parse_move(entry.move)) if entry.move else ""
        match entry.kind:
            case Kind.DRAW if not entry.move:
                said.append(f"The first bead was {(entry.colour or '').upper()}, from box {entry.box}.")
            case Kind.END if game is not None and game.outcome_only:
                said.append(wording.ended(game))
            case Kind.UNDO:
                said.append(f"Game {entry.game} was taken back.")
            case Kind.DRAW:
                said.append(f"{(entry.colour or '').upper()}: the machine plays {move}.")
            case Kind.REPLY:
                said.append(f"{capital(opponent(game))} plays {move}.")
            case Kind.FORCED:
                said.append(f"Only one move is left: the machine plays {move}.")
            case Kind.LOT:
                said.append(f"The lot falls on {move}: the machine plays there.")
            case Kind.EMPTY:
                said.append(
                    f"Box {entry.box} is empty: by this kit's rule {EMPTY_RULES[EmptyBox(entry.why)]}."
                )
            case Kind.ADJUST if entry.why == Why.REFILL.value:
                refilled[entry.colour or ""] = entry.change or 0
            case Kind.ABANDON:
                said.append(f"Game {entry.game} is broken off; the machine learns nothing from it.")
    if refilled:
        said.append(f"Put in {wording.counts(refilled)}.")
    return " ".join(said)


def taken_back(entries: Sequence[Entry]) -> str:
    """Return that an act was taken back, and what to do on the table for that."""
    deeds = []
    for entry in entries:
        if entry.kind is Kind.DRAW:
            deeds.append(f"put the {(entry.colour or '').upper()} bead back into box {entry.box}")
        if entry.move:
            deeds.append(f"take the mark off square {entry.move}")
    if any(entry.why == Why.REFILL.value for entry in entries):
        deeds.append(f"take the new beads out of box {entries[0].box} again")
    return f"Taken back{': ' if deeds else ''}{', and '.join(deeds)}."


def result(game: GameRecord, ticked: int) -> str:
    """Return how a game ended, and how much of its list is done."""
    wins = f" {capital(opponent(game))} wins." if game.result is Result.LOSS else ""
    return f"{wording.ended(game)}{wins} Ticked: {ticked} of {len(game.adjustments)}."


def put_back(session: Session) -> list[str]:
    """Return what to do with the beads of a game that was broken off, a sentence for each."""
    game = session.game
    if game is None or not game.abandoned:
        return []
    return [
        f"{wording.box_and_place(session.kit, session.kit.box(drawn.box))}: put the {drawn.colour.upper()} bead back."
        for drawn in game.drawn
    ]


# What is due


def due(session: Session, machine_first: bool | None = None) -> str:
    """Return in one line what the operator does now; `machine_first` as the next game would begin."""
    game, box = session.game, session.box
    if session.due is Due.BEAD and box is not None:
        if not sum(session.in_box(box.number).values()):
            rule = EMPTY_RULES[session.kit.spec.learning.empty_box]
            return f"Box {box.number} should be empty. Look: if it is, press - ({rule})."
        return f"Draw a bead from box {box.number} and type its letter: {letters(session)}."
    if session.due is Due.REPLY:
        return f"{capital(opponent(game))} moves: type the square, {squares(session)}."
    if session.due is Due.ADJUST:
        return "Put the beads right: Space ticks a line, Enter when all is done."
    if session.is_dead(next_side(session, machine_first)):
        return "This machine is dead: no game can begin."
    return "Type the opponent's name, or none, and press Enter to begin the game."


def expected(session: Session) -> str:
    """Return in one line which keys mean something now, for one that does not."""
    if session.due is Due.BEAD:
        return f"type the bead's letter, {letters(session)}, or - if the box is empty"
    if session.due is Due.REPLY:
        return f"type a free square, {squares(session)}"
    if session.due is Due.ADJUST:
        return "press Space to tick a line, or Enter when all is done"
    return "type a name, or press Enter to begin the game"


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


# Questions, and answers to keys


def really_abandon(number: int) -> str:
    """Return the question before a game is broken off."""
    return f"Break game {number} off? Enter breaks it off; any other key goes on with it."


def not_all_ticked(number: int) -> str:
    """Return the question before a list is confirmed of which lines are not ticked."""
    lines = "1 line is" if number == 1 else f"{number} lines are"
    return f"{lines} not ticked. Enter again: all is done all the same; any other key: back to the list."


def one_way_only() -> str:
    """Return that the box cannot be held in another right way."""
    return "There is only one right way to hold this box here."


def which_bead(session: Session) -> str:
    """Return the first question for a box that was held in another right way."""
    return f"Another right way: first the bead's letter, {letters(session)} (any other key: never mind)."


def which_square(colour: str, meant: Sequence[str]) -> str:
    """Return the second question for it."""
    return (
        f"{colour.upper()} may be played on {' '.join(meant)}. Type where it was (any other key: never mind)."
    )


def never_mind() -> str:
    """Return that a question was not answered, and nothing was done."""
    return "Nothing was changed."


def half_typed(square: str) -> str:
    """Return that a move needs another square."""
    return f"From {square} to which square?"


def moved_on() -> str:
    """Return that another program wrote to the journal in between."""
    return "Another program wrote to this journal: nothing of yours was recorded. This is how it stands now."


def farewell(session: Session) -> str:
    """Return where things stand when the operator leaves."""
    game = session.game
    if game is not None and session.due is Due.ADJUST:
        return f"The beads of game {game.number} are still to be put right; operator play or operator adjust goes on."
    if game is not None and session.due is not Due.START:
        return f"Game {game.number} is kept as it stands; operator play goes on with it."
    return "No game is open; the book is up to date."
