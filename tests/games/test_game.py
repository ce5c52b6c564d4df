"""What any game must fulfil so that a machine can be built for it."""

import pytest

from menace_kit.errors import MenaceKitError, UnknownNameError
from menace_kit.games import GAMES, Game, Side, game_named


@pytest.fixture(params=list(GAMES.values()), ids=list(GAMES))
def game(request: pytest.FixtureRequest) -> Game:
    chosen: Game = request.param
    return chosen


def test_a_game_is_found_by_its_name(game: Game) -> None:
    assert game_named(game.name) is game


def test_an_unknown_game_is_refused_with_those_there_are() -> None:
    with pytest.raises(UnknownNameError, match="no game 'chess'; choose from: noughts-and-crosses") as caught:
        game_named("chess")
    assert isinstance(caught.value, MenaceKitError)
    assert isinstance(caught.value, LookupError)


def test_the_first_player_begins_with_all_the_board(game: Game) -> None:
    start = game.start()
    assert start.to_move is Side.FIRST
    assert len(start.cells) == game.rows * game.columns
    assert game.outcome(start) is None


def test_the_players_take_turns(game: Game) -> None:
    for move in game.legal_moves(game.start()):
        assert game.play(game.start(), move).to_move is Side.SECOND


def test_both_ends_of_the_choice_of_symmetry_are_always_there(game: Game) -> None:
    assert len(game.symmetries["none"]) == 1
    assert len(game.symmetries["all"]) == max(len(group) for group in game.symmetries.values())


def test_moves_come_lowest_first_and_their_colours_differ(game: Game) -> None:
    moves = game.legal_moves(game.start())
    assert list(moves) == sorted(moves)
    colours = [game.colour_index(move, moves) for move in moves]
    assert len(set(colours)) == len(moves)
    assert set(colours) <= set(range(game.colours))
