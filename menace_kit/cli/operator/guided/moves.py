"""During a game: draw a bead, enter the opponent's reply."""

from collections.abc import Iterator
from itertools import product

from menace_kit.cli.operator.guided.keys import SPACE
from menace_kit.cli.operator.guided.playing import Playing
from menace_kit.cli.operator.guided.view import Asking, View, can_be_held_otherwise
from menace_kit.games import Move, move_text, square_count
from menace_kit.guide import wording
from menace_kit.guide.session import Session
from menace_kit.text.phrases import Called, Capitals, say


def bead(game: Playing, key: str) -> None:
    typed, meant = game.colours(key, game.session.box)
    if len(meant) == 1:
        game.act(lambda session: session.draw(meant[0]))
    elif meant:
        game.half_a_colour(typed, meant)
    elif key == "-":
        game.act(lambda session: session.empty())
    elif key == "/":
        if can_be_held_otherwise(game.session):
            game.ask(
                Asking.OTHER_BEAD, say("keys.which-bead", letters=wording.letters(game.session))
            )
        else:
            game.message(say("keys.one-way-only"))
    else:
        game.wrong()


def reply(game: Playing, key: str) -> None:
    before, legal = game.view.typed, list(map(game.session.written, game.session.turn.legal))
    if before and key in (SPACE, "-"):  # 7-4 can be typed as written
        _half_typed(game, before)
        return
    typed = before + key
    if any(_signs(move).startswith(typed) and _signs(move) != typed for move in legal):
        _half_typed(game, typed)
        return
    game.show(typed="")
    found = next(
        (move for move in (*legal, *_other_moves(game.session)) if _signs(move) == typed), None
    )
    if found:
        game.act(lambda session: session.reply(found))
    else:
        game.wrong()


def _other_moves(session: Session) -> Iterator[str]:
    """Yield all that can be typed for a move, legal or not: some squares, or a single one."""
    for length in {1, *map(len, session.turn.legal)}:
        squares = range(square_count(session.kit.game))
        yield from map(move_text, product(squares, repeat=length))


def other_bead(game: Playing, before: View, key: str) -> None:
    """Take a bead from a box held another valid way, and ask for its square."""
    typed, colours = game.colours(key, game.session.box)
    game.show(typed="")
    if len(colours) == 1:
        _held_otherwise(game, colours[0])
    elif colours:
        game.ask(before.asking, before.question)
        game.half_a_colour(typed, colours)
    else:
        game.message(say("keys.never-mind"))


def _held_otherwise(game: Playing, colour: str) -> None:
    squares = list(map(game.session.written, _meant(game.session, colour)))
    if not squares:  # its square is taken, or the bead is refused with the reason
        game.act(lambda session: session.draw(colour))
        return
    told = {"colour": Capitals(Called(colour)), "squares": " ".join(squares)}
    game.ask(Asking.OTHER_SQUARE, say("keys.which-square", **told))
    game.show(colour=colour)


def other_square(game: Playing, before: View, key: str) -> None:
    """Take the square that the bead means when the box is held the other way."""
    typed = before.typed if key == "-" and before.typed else before.typed + key
    meant = {
        _signs(game.session.written(move)): move for move in _meant(game.session, before.colour)
    }
    game.show(typed="")
    if move := meant.get(typed):
        game.act(lambda session: session.draw(before.colour, move))
    elif any(signs.startswith(typed) for signs in meant):
        game.view = before
        _half_typed(game, typed)
    else:
        game.message(say("keys.never-mind"))


def _meant(session: Session, colour: str) -> list[Move]:
    moves = [reading.moves[colour] for reading in session.readings if colour in reading.moves]
    return list(dict.fromkeys(moves))


def _half_typed(game: Playing, typed: str) -> None:
    """Wait for the move's next square."""
    game.show(typed=typed)
    legal = map(game.session.written, game.session.turn.legal)
    begun = [move for move in legal if _signs(move).startswith(typed)]
    # So far only the 1 of 10-6 or 11-7 was typed.
    if any(move.partition("-")[0] != typed for move in begun):
        game.message(say("keys.type-on", typed=typed, squares=" ".join(begun)))
    else:
        game.message(say("keys.to-which-square", square=typed))


def _signs(move: str) -> str:
    """Return the keys for a move: its squares, one after the other."""
    return move.replace("-", "")
