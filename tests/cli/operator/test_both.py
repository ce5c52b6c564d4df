"""Both players at one table, and boards of other games, on the command line and on the screen."""

from collections.abc import Iterator
from operator import methodcaller

import pytest

from menace_kit.cli.operator.guided import GuidedGame, View
from menace_kit.games import Side, parse_move
from menace_kit.guide.situation import Due
from menace_kit.machine.kit_files import load_preset
from tests.cli.operator.pressed import painted
from tests.examples import preset
from tests.logbook.games import close_lent_logbooks, desk_of

NIM, HER = ("--preset", "nim-8"), ("--preset", "her-19")


@pytest.fixture(autouse=True)
def _closed_after_the_test() -> Iterator[None]:
    yield
    close_lent_logbooks()


@pytest.mark.parametrize(
    ("preset", "both", "moves"),
    [
        ("her-19", False, "7-4 2-4 8-4 3-6"),
        ("both-players", True, "1 5 2 3 4 7"),
    ],
)
def test_at_no_moment_and_in_no_size_the_screen_breaks(preset: str, both: bool, moves: str) -> None:
    desk = desk_of(load_preset(preset))
    desk.act(lambda session: session.start("Ada", both=both))
    for move in (*map(parse_move, moves.split()), None):
        for size in ((20, 5), (60, 18)):
            found, lines = painted(GuidedGame(desk, View(typed="8")), *size)
            assert (len(lines), found.playable) == (size[1], size >= (60, 18))
        if move and desk.session.due is Due.BEAD:
            desk.act(methodcaller("draw_for", move))
        elif move and desk.session.due is Due.REPLY:
            desk.act(methodcaller("reply", move))
    assert desk.session.due is Due.ADJUST


def test_each_line_of_two_long_lists_is_reached_below_its_heading() -> None:
    desk = desk_of(preset("both-players"))
    desk.act(lambda session: session.start(both=True))
    for move in (1, 5, 2, 3, 7, 4, 6, 8):
        desk.act(methodcaller("draw_for", (move - 1,)))
    game = desk.session.game
    assert game is not None
    for done in range(len(game.adjustments)):
        if done:
            desk.tick(done)
        told = "\n".join(line.plain for line in painted(GuidedGame(desk, View()), 80, 24)[1])
        side = "O" if done < len(game.tick_lists[Side.FIRST]) else "X"
        assert f"[ ] {done + 1} " in told
        assert f"{side}'s machine:" in told
