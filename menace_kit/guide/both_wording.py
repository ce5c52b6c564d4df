"""What the operator is told where both players are machines of the kit: whose box, who won, whose list."""

from collections.abc import Iterable, Sequence

from menace_kit.games import Pieces, Side
from menace_kit.games.notation import parse_move
from menace_kit.guide import book_wording, wording
from menace_kit.journal.entries import BOTH, Entry, Kind
from menace_kit.journal.game_record import GameRecord
from menace_kit.journal.store import GameRow
from menace_kit.machine.contents import Result, Why
from menace_kit.machine.kit import Kit
from menace_kit.machine.rules import EmptyBox

NUMBERED = {Side.FIRST: "first player", Side.SECOND: "second player"}

EMPTY_RULES = {
    EmptyBox.RESIGN: "it gives up",
    EmptyBox.REFILL: "it gets its starting beads again",
    EmptyBox.KEEP_LAST: "it cannot be, for the last bead always stays in",
    EmptyBox.RANDOM: "a lot decides the move",
    EmptyBox.PUNISH_PREVIOUS: "it gives up, and its box before that one loses one bead more",
}


# Who


def player(kit: Kit, side: Side) -> str:
    """Return a player by the mark: `O`; where the pieces on the board are nobody's, `the first player`."""
    if kit.game.impartial:
        return f"the {NUMBERED[side]}"
    return kit.spec.marks[0 if side is Side.FIRST else 1]


def machine(kit: Kit, side: Side) -> str:
    """Return whose machine: `O's machine`, `the first player's machine`."""
    return f"{player(kit, side)}'s machine"


def players(kit: Kit) -> str:
    """Return that both players are machines, and who they are."""
    first, second = (player(kit, side) for side in Side)
    told = "" if kit.game.impartial else f": {first} moves first, {second} second"
    return f"both players are machines{told}"


def the_machine_is(kit: Kit, game: GameRecord) -> str:
    """Return for the head of a screen which player the machine is, or that both are machines."""
    if game.both:
        return "both players are machines"
    return f"the machine is {player(kit, game.side)}"


def machine_moves(kit: Kit, game: GameRecord) -> str:
    """Return for the head of a game which side the machine had: `The machine moves first (O).`."""
    if game.both:
        return _sentence(players(kit))
    mark = "" if kit.game.impartial else f" ({player(kit, game.side)})"
    return f"The machine moves {game.side.value}{mark}."


def names(row: GameRow) -> str:
    """Return who worked the boxes, and who played against them where anybody did."""
    told = book_wording.names(row.operator, row.opponent)
    return ", ".join(filter(None, [told, "both machines"])) if row.side == BOTH else told


# How it went


def ended(kit: Kit, game: GameRecord) -> str:
    """Return how a game ended for the machine, or for each of the two, and why where that is not plain."""
    if not game.both or game.result is None or game.end is None:
        return wording.ended(game)
    if game.winner is None:
        return "A draw of the two machines."
    loser = game.winner.other
    reasons = {
        "empty-box": f": {player(kit, loser)} gave up, for the box was empty",
        "lost-position": f": {player(kit, loser)} gave up, for every move loses",
    }
    winner, beaten = _capital(machine(kit, game.winner)), machine(kit, loser)
    return f"{winner} won, {beaten} lost{reasons.get(game.end.why or '', '')}."


def ended_in_a_word(kit: Kit, game: GameRecord) -> str:
    """Return who won a game of both machines, in a word or two for a crowd: `O WON`, `DRAW`."""
    if game.winner is None:
        return "DRAW"
    who = game.winner.value if kit.game.impartial else player(kit, game.winner)
    return f"{who} won".upper()


def how_it_went(kit: Kit, row: GameRow, gave_up: bool) -> str:
    """Return how a game went for the machine, or who won where both were, in a word or two."""
    if row.side != BOTH or row.result is None:
        return book_wording.how_it_went(row, gave_up)
    winner = Result(row.result).winner(Side.FIRST)
    if winner is None:
        return "draw"
    return f"{winner.value if kit.game.impartial else player(kit, winner)} won"


def list_head(kit: Kit, game: GameRecord, side: Side) -> str:
    """Return the heading of one machine's tick-list: `O's machine, which won:`."""
    if game.result is None:
        return f"{_capital(machine(kit, side))}:"
    result = Result.of(game.winner, side)
    told = {Result.WIN: "which won", Result.DRAW: "a draw", Result.LOSS: "which lost"}[result]
    return f"{_capital(machine(kit, side))}, {told}:"


def nothing_drawn() -> str:
    """Return that a machine's list is empty."""
    return "No bead was drawn for it; there is nothing to do."


# Move by move


def happened(kit: Kit, game: GameRecord, entries: Iterable[Entry]) -> str:
    """Return what an act brought about in a game of both machines: a sentence for each move, and what follows."""
    said, refilled = [], {}
    for entry in entries:
        who = player(kit, game.side_of(entry))
        move = wording.square(kit, parse_move(entry.move)) if entry.move else ""
        match entry.kind:
            case Kind.DRAW:
                colour = (entry.colour or "").upper()
                said.append(f"{colour}, laid before box {kit.box(entry.box or 0).name}: {who} plays {move}.")
            case Kind.FORCED:
                said.append(f"Only one move is left: {who} plays {move}.")
            case Kind.LOT:
                said.append(f"The lot falls on {move}: {who} plays there.")
            case Kind.EMPTY:
                box, whose = kit.box(entry.box or 0).name, machine(kit, game.side_of(entry))
                said.append(f"Box {box} of {whose} is empty: {EMPTY_RULES[EmptyBox(entry.why)]}.")
            case Kind.ADJUST if entry.why == Why.REFILL.value:
                refilled[entry.colour or ""] = entry.change or 0
            case Kind.ABANDON:
                said.append(f"Game {entry.game} is broken off; neither machine learns anything from it.")
    if refilled:
        said.append(f"Put in {wording.counts(refilled)}.")
    return " ".join(said)


def move_made(kit: Kit, game: GameRecord, entry: Entry) -> str:
    """Return what an entry of a game says, in a line."""
    if entry.kind is Kind.END and game.both:
        winner = Result(entry.result).winner(Side.FIRST)
        return f"the end: {f'{machine(kit, winner)} won' if winner else 'a draw'}"
    if entry.move and kit.game.impartial:
        whose = game.side_of(entry).other if entry.kind is Kind.REPLY else game.side_of(entry)
        told = book_wording.move_made(kit, entry, game.side)
        return f"{player(kit, whose)}{told[told.index(' on ') :]}"
    return book_wording.move_made(kit, entry, game.side_of(entry))


def taken_back(kit: Kit, entries: Sequence[Entry]) -> str:
    """Return that an act was taken back, and what to do on the table for that."""
    deeds = []
    for entry in entries:
        if entry.kind is Kind.DRAW:
            deeds.append(f"put the {(entry.colour or '').upper()} bead back into box {entry.box}")
        if entry.move and kit.game.pieces is Pieces.MARKS:
            deeds.append(f"take the mark off square {entry.move}")
    if kit.game.pieces is not Pieces.MARKS and any(entry.move for entry in entries):
        deeds.append("set the board as it is shown")
    if any(entry.why == Why.REFILL.value for entry in entries):
        deeds.append(f"take the new beads out of box {entries[0].box} again")
    return f"Taken back{': ' if deeds else ''}{', and '.join(deeds)}."


# What is due


def whose_box(kit: Kit, side: Side) -> str:
    """Return beside a box whose turn it is."""
    return f"{player(kit, side)} is to move"


def draw_for(kit: Kit, side: Side, due: str) -> str:
    """Return what is due, and for which of two machines."""
    return f"{_capital(player(kit, side))}'s turn: {due[:1].lower()}{due[1:]}"


def press_enter() -> str:
    """Return how a game of both machines begins."""
    return "Both players are machines. Press Enter to begin the game."


def expected_before_both() -> str:
    """Return which keys mean something before a game of both machines."""
    return "both players are machines, so no name is needed; press Enter, or Tab for an opponent"


# What does not go together


def one_machine_only(side: Side) -> str:
    """Return that a kit has no second machine to play against its first."""
    return (
        f"this kit has boxes for the {NUMBERED[side]} only, so its machine cannot play both sides; a kit with "
        'side = "both" can (preset both-players)'
    )


def no_opponent() -> str:
    """Return that nobody plays against two machines."""
    return (
        "where both players are machines there is no opponent, and nobody chooses who begins; leave that out"
    )


def whose_turn(board: str) -> str:
    """Return that a board does not tell whose turn it is, and how it is told."""
    return (
        f"on the board {board} it may be either player's turn; say whose it is (--to-move first, or second)"
    )


def outcome_of_both() -> str:
    """Return that a game of both machines cannot be entered by its outcome."""
    return "a game of both machines has two lists, which only its moves can give; enter its moves"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _sentence(text: str) -> str:
    return f"{_capital(text)}."
