"""Draws that the logbook refused."""

from functools import partial
from pathlib import Path

import pytest

from menace_kit.guide.audit import audit
from menace_kit.guide.desk import Desk
from menace_kit.guide.session import Session
from menace_kit.guide.situation import Due
from menace_kit.logbook.export import entry_facts, game_facts
from menace_kit.logbook.rescue import rescue
from menace_kit.logbook.store import Logbook
from menace_kit.logbook.suspicion import suspicion, weighed
from tests.guide.scripts import do
from tests.logbook.careers import MICHIE, counted_out, first_box, refusals, refused
from tests.logbook.games import desk_of


def test_a_slip_that_the_next_key_corrects_leaves_no_trace() -> None:
    desk = desk_of(MICHIE)
    counted_out(desk)
    refused(desk, "white")
    do(desk, "gold")
    desk.leave()
    assert refusals(desk) == []


@pytest.mark.parametrize("colour", ["white", "pink"])
def test_a_refused_draw_becomes_an_entry_if_nothing_corrects_it(colour: str) -> None:
    """Whether there is none by the logbook or never is: entered again, or counted."""
    desk = desk_of(MICHIE)
    counted_out(desk)
    before = desk.session.contents
    refused(desk, colour)
    refused(desk, colour)
    assert refusals(desk) == [(1, colour)]
    do(desk, "gold")
    assert (desk.session.contents, desk.session.due) == (before, Due.REPLY)
    (box,) = suspicion(desk.logbook).boxes
    assert box.refused == (colour,)
    do(desk, "undo")
    refused(desk, colour)
    do(desk, "1:lilac=3")
    assert len(refusals(desk)) == 2
    assert audit(desk.logbook) == []


def test_a_draw_that_was_refused_last_counts_if_no_draw_of_its_box_follows() -> None:
    for follows, told in ((Session.abandon, 1), (partial(Session.draw, colour="gold"), 0)):
        desk = desk_of(MICHIE)
        counted_out(desk)
        refused(desk, "white")
        desk.leave()
        assert suspicion(desk.logbook).boxes == ()  # nobody knows yet
        Desk(desk.logbook).act(follows)
        assert sum(len(box.refused) for box in suspicion(desk.logbook).boxes) == told


def test_refused_draws_are_exported_and_rescued_and_are_no_steps(tmp_path: Path) -> None:
    path = tmp_path / "logbook.sqlite"
    with Logbook(path, MICHIE) as logbook:
        desk = Desk(logbook)
        counted_out(desk)
        refused(desk, "pink")
        refused(desk, "pink")
        do(desk, "5 2 1 3 9")
        exported = [facts for facts in entry_facts(logbook) if facts["kind"] == "refused"]
        assert [(facts["box"], facts["colour"]) for facts in exported] == [(1, "pink")]
        assert "pink" not in str(list(game_facts(logbook)))
    rescue(path, MICHIE, tmp_path / "saved.sqlite")
    with Logbook(tmp_path / "saved.sqlite", MICHIE) as saved:
        assert refusals(Desk(saved)) == [(1, "pink")]


def test_many_refused_draws_do_not_fit_until_all_boxes_are_counted() -> None:
    past = first_box()
    for _ in range(6):
        past.refuse("pink")
        past.draw("white")
    found = weighed(MICHIE, {1: past}, 6)
    assert (found.fits, found.boxes[0].refused) == (False, ("pink",) * 6)
    past.count(agrees=False)
    found = weighed(MICHIE, {1: past}, 6)
    assert (found.fits, found.boxes) == (False, ())
    past.count(agrees=True, all_boxes=True)
    assert weighed(MICHIE, {1: past}, 6).fits
