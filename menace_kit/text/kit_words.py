"""What a kit's players, squares, boxes and beads are called.

`kinds` says which twins of a sentence a kit's game uses. Names are messages, so the caller that
shows them chooses the language.
"""

from collections.abc import Mapping
from functools import cache, lru_cache

from menace_kit.games import (
    EMPTY,
    OWN,
    Game,
    Move,
    NamesMoves,
    Outcome,
    Pieces,
    Position,
    Side,
    game_named,
    has_named_squares,
    parameters_of,
    written_move,
)
from menace_kit.machine import Box, Kit
from menace_kit.machine.schema import Teaches
from menace_kit.text.phrases import Called, Text, joined, listed, say
from menace_kit.text.words import Words, load_words


def kinds(kit: Kit) -> tuple[str, ...]:
    """Return the endings of twins that sentences about this kit use, the most specific first.

    The game's name (`nim`) is for twins about its rules; before it comes `nim-loses`, if a
    parameter of the game is unusual. Then come traits of the game: `arrow` if a move goes from one
    square to another; what is on the board (`marks`, `pawns`, `tokens`); `moves` if a move is more
    than a mark on a free square. The last is `last-move`, if only the machine's last move is
    taught.
    """
    hows = [*_other_rules(kit.game), kit.game.name]
    if kit.has_arrows:
        hows.append("arrow")
    hows.append(kit.game.pieces.value)
    if kit.game.pieces is not Pieces.MARKS:
        hows.append("moves")
    if kit.spec.learning.teaches is Teaches.LAST_MOVE:
        hows.append("last-move")
    return tuple(hows)


@cache
def _other_rules(game: Game) -> tuple[str, ...]:
    """Return the game's name with each word parameter that isn't the default: `nim-loses`."""
    usual = parameters_of(game_named(game.name)) if game.name in OWN else {}
    given = parameters_of(game).items()
    return tuple(
        f"{game.name}-{value}"
        for name, value in given
        if isinstance(value, str) and value != usual.get(name, value)
    )


@cache
def game_facts(game: Game) -> Mapping[str, object]:
    """Return the facts that sentences about a game's rules use: its parameters and its start.

    `pieces` is the number of pieces at the start. `first_from` and `first_to` are the first
    player's first and last square, counted from 1; `second_from` and `second_to` the second
    player's.
    """
    facts: dict[str, object] = dict(parameters_of(game))
    cells = game.start().cells
    facts["pieces"] = len(cells) - cells.count(EMPTY)
    for side in Side:
        if own := [number for number, cell in enumerate(cells, start=1) if cell == side.cell]:
            facts |= {f"{side.value}_from": own[0], f"{side.value}_to": own[-1]}
    return facts


@lru_cache(maxsize=32)
def paper_words(kit: Kit) -> Words:
    """Return the words for a kit's sheets: its language, its word for boxes, its game."""
    words = load_words(kit.spec.print.language).for_boxes(kit.container)
    return words.for_game(kinds(kit), game_facts(kit.game))


def machine_title(kit: Kit) -> str:
    """Return the name of the kit's machine; a preset's is in the kit's language.

    That of a set has letters behind it, as in `Starter MENACE A`.
    """
    words, name = paper_words(kit), kit.spec.name
    own, space, letters = name.rpartition(" ")
    if words.titled(name) is None and (title := words.titled(own)):
        return f"{title}{space}{letters}"
    return words.title(name)


def page_words(kit: Kit, *, typed: bool = False) -> Words:
    """Return the words for a kit's pages or, if `typed`, for the terminal."""
    return load_words(kit.spec.print.language, typed=typed).for_boxes(kit.container)


def why_later(line: str) -> Text:
    """Return why a machine moves without a box: there are none so late, and perhaps a chart."""
    return say("later.says", line=say(f"later.line-{line}")) if line else say("later.why")


def alike(kit: Kit) -> tuple[str, ...]:
    """Return the ending of twins that name no player by a mark, if the pieces belong to nobody."""
    return ("alike",) if kit.game.impartial else ()


def player_called(kit: Kit, side: Side) -> Text:
    """Return what a player is called: its mark (`O`), for pawns `Black`.

    If pieces belong to nobody, it is `the first player`.
    """
    if kit.game.impartial:
        return say(f"player.{side.value}")
    if kit.game.pieces is Pieces.PAWNS:
        return say(f"pieces.player-pawns-{side.value}")
    return kit.spec.marks[0 if side is Side.FIRST else 1]


def machine(kit: Kit, side: Side) -> Text:
    """Return whose machine it is: `O's machine`, `the first player's machine`."""
    named = (side.value,) if kit.game.impartial else ()
    return say("player.machine", *named, player=player_called(kit, side))


def beads(count: int) -> Text:
    """Return `1 bead`, `3 beads`."""
    return say("common.n-beads", n=count)


def amount(colour: str, count: int) -> Text:
    """Return a number of beads of a colour: `3 white`."""
    return say("piece.amount", n=count, colour=Called(colour))


def counts(amounts: Mapping[str, int]) -> Text:
    """Return `3 white, 2 gold`, or `nothing` if there are none."""
    return listed(amount(colour, n) for colour, n in amounts.items() if n) or say("piece.nothing")


def square(kit: Kit, move: Move, position: Position) -> Text:
    """Return a move in words: `square 5 (centre)`, `square 12`, `move 7-4`, or `2 matches`."""
    text = written_move(kit.game, position, move)
    if len(move) > 1:
        return say("piece.named", move=text)
    if has_named_squares(kit.game):
        return say("piece.square-called", move=text, called=say(f"squares.{move[0] + 1}"))
    if isinstance(kit.game, NamesMoves):
        return say("piece.named", *kinds(kit), move=text, n=_number(text))
    return say("piece.square", *kinds(kit), move=text)


def square_in_short(kit: Kit, move: Move, position: Position) -> Text:
    """Return a move in words for a narrow column: `5 centre`, `12`, `7-4`, `2 matches`."""
    text = written_move(kit.game, position, move)
    if len(move) == 1 and has_named_squares(kit.game):
        return say("piece.short-called", move=text, called=say(f"squares.{move[0] + 1}"))
    if isinstance(kit.game, NamesMoves) and _number(text):
        return square(kit, move, position)
    return text


def _number(text: str) -> int:
    """Return the number that a move is written as, or 0 if it is not a number."""
    return int(text) if text.isdecimal() else 0


def place(kit: Kit, box: Box, *, short: bool = False) -> Text:
    """Return where a box is: `row 18, drawer 1`, or nothing if the kit has no cabinet.

    If there are several cabinets, it says in which.
    """
    where = kit.place(box)
    if where is None:
        return ""
    key = f"label.place{'-cabinet' if kit.cabinets > 1 else ''}{'-short' if short else ''}"
    return say(key, **where._asdict())


def box_and_place(kit: Kit, box: Box) -> Text:
    """Return `Box 137, row 18, drawer 1`."""
    where = place(kit, box)
    return say("piece.box-and-place" if where else "piece.box", number=box.name, place=where)


def box_to_find(kit: Kit, box: Box) -> Text:
    """Return `Box 137, row 18, drawer 1 (X·12)`: its place, and any code in the index."""
    where, code = box_and_place(kit, box), kit.code(box)
    return joined(where, f" ({code})") if code else where


def outcome(kit: Kit, ended: Outcome) -> Text:
    """Return how a game ended, naming the winner by mark."""
    if ended.winner is None:
        return say("piece.draw")
    return say("piece.has-won", player=player_called(kit, ended.winner))
