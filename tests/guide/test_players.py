"""What a sentence may have a twin for: the game itself, how it moves, and who plays."""

from dataclasses import replace

from menace_kit.games import Outcome, Position
from menace_kit.games.nim import Nim
from menace_kit.text import kit_words
from menace_kit.text.kit_words import kinds
from tests.examples import preset


class Misere(Nim):
    """Nim with another end: a game with tokens that the guide has no sentences for."""

    name = "nim-misere"

    def outcome(self, position: Position) -> Outcome | None:
        """Return how Nim ends, won by the other one."""
        over = super().outcome(position)
        return over and Outcome(position.to_move)


def test_what_is_a_rule_of_nim_is_not_said_of_another_game_with_tokens() -> None:
    nim = preset("nim-8")
    other = replace(nim, game=Misere())
    assert kinds(nim) == ("nim", "tokens", "moves", "last-move")
    assert [str(kit_words.square(nim, move, nim.game.start())) for move in ((7,), (5,))] == [
        "1 match",
        "3 matches",
    ]
    assert kinds(other) == ("nim-misere", "tokens", "moves", "last-move")
    assert str(kit_words.square(other, (5,), other.game.start())) == "move 3"
