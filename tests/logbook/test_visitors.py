"""Who played against the machine, and how they fared."""

from functools import partial

from menace_kit.guide import whole_games
from menace_kit.guide.session import Session
from menace_kit.logbook.visitors import Visitor, visitors
from menace_kit.machine.learning import Result
from tests.guide.scripts import do
from tests.logbook.games import desk_of, kit_named

PLAYED = [
    ("Dee", Result.WIN),
    ("Ada", Result.LOSS),
    ("Bob", Result.LOSS),
    ("Cy", Result.TIE),
    ("ADA", Result.WIN),
    (None, Result.LOSS),
    ("Cy", Result.LOSS),
]
"""Who played, and the machine's result."""


def test_visitors_come_best_first_under_the_last_spelling_of_their_name() -> None:
    desk = desk_of(kit_named("michie"))
    for name, result in PLAYED:
        game = partial(whole_games.quick, result=result, opponent=name, confirmed=True)
        desk.act(game)
    desk.act(partial(Session.start, opponent="Eve"))
    do(desk, "end")
    desk.act(partial(Session.start, opponent="Flo"))
    assert visitors(desk.logbook) == [
        Visitor("Cy", games=2, won=1, drawn=1, lost=0),
        Visitor("Bob", games=1, won=1, drawn=0, lost=0),
        Visitor("ADA", games=2, won=1, drawn=0, lost=1),
        Visitor("Dee", games=1, won=0, drawn=0, lost=1),
    ]
