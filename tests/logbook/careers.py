"""Parts of tests of suspicious machines."""

from functools import partial

import pytest

from benchmarks.slips import Career, Fault, Table
from menace_kit.errors import GuideError
from menace_kit.guide import whole_games
from menace_kit.guide.desk import Desk
from menace_kit.logbook.box_draws import Past
from menace_kit.logbook.entries import Kind
from menace_kit.logbook.suspicion import Suspicion, weighed
from menace_kit.machine.learning import Result
from tests.guide.scripts import do
from tests.logbook.games import kit_named

MICHIE = kit_named("michie")


FIRST = MICHIE.box(1)


def first_box(white: int = 2, lilac: int = 4, gold: int = 1) -> Past:
    return Past(MICHIE, FIRST, {"white": white, "lilac": lilac, "gold": gold})


def drawn_and_done(*changes: tuple[str, int]) -> Past:
    """Return the past of a box that beads were drawn from, with what their lists said."""
    past = first_box()
    for colour, change in changes:
        past.draw(colour)
        past.do(colour, change)
    return past


def logged(desk: Desk, *games: tuple[Result, str]) -> None:
    """Log games by result and first bead, with boxes updated at once."""
    for result, bead in games:
        desk.act(partial(whole_games.quick, result=result, colour=bead, confirmed=True))


LOST, WON, TIED = (Result.LOSS, "white"), (Result.WIN, "gold"), (Result.TIE, "white")


STAYED_IN = (*[LOST] * 3, *[WON] * 4, *[TIED] * 6)
"""White keeps being drawn, though by the logbook it had one bead left when gold started to win."""


def counted_out(desk: Desk) -> None:
    """Start a game with no white bead left in box 1, by a count."""
    do(desk, "1:white=0,lilac=4,gold=4 start")


def refused(desk: Desk, colour: str) -> None:
    with pytest.raises(GuideError, match="box 1"):
        desk.act(lambda session: session.draw(colour))


def refusals(desk: Desk) -> list[tuple[int | None, str | None]]:
    return [
        (entry.box, entry.colour) for entry in desk.logbook.entries() if entry.kind is Kind.REFUSED
    ]


TABLE = Table(MICHIE)


def lived(fault: Fault, seed: int, games: int = 300) -> Suspicion:
    career = Career(TABLE, fault, seed)
    for _ in range(games):
        career.play()
    return weighed(MICHIE, career.pasts, games)
