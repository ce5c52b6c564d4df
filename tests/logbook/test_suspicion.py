"""Does what was drawn fit the logbook, and which box is to be counted first?

What comes by chance is known, what is told is what was drawn, and faults are found.

The careers with faults, and the table of docs/studies/suspect.md, are those of benchmarks/slips.py.
"""

from collections import Counter, defaultdict
from functools import partial
from itertools import product
from math import prod
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.slips import FAULTS, GOOD, SETS, Career, Fault, Table
from menace_kit.errors import GuideError
from menace_kit.guide.audit import audit
from menace_kit.guide.desk import Desk
from menace_kit.guide.session import Due, Session
from menace_kit.logbook.box_draws import Past, drawn_of, pasts_of
from menace_kit.logbook.entries import Kind, is_taken_square
from menace_kit.logbook.export import entry_facts, game_facts
from menace_kit.logbook.queries import entries_that_hold, touched_boxes
from menace_kit.logbook.redrawing import REDRAWN, scores, stepped_down
from menace_kit.logbook.rescue import rescue
from menace_kit.logbook.store import Logbook
from menace_kit.logbook.stories import Story
from menace_kit.logbook.suspicion import FEWEST, Suspicion, suspicion, weighed
from menace_kit.machine.learning import Result
from tests.examples import all_to_prove
from tests.logbook.audited import play, step_for
from tests.logbook.games import KITS, desk_of, kit_named, kit_of, random_quick, random_step

MICHIE = kit_named("michie")
FIRST = MICHIE.box(1)


def first_box(white: int = 2, lilac: int = 4, gold: int = 1) -> Past:
    return Past(MICHIE, FIRST, {"white": white, "lilac": lilac, "gold": gold})


def drawn_and_done(*changes: tuple[str, int]) -> Past:
    """Return the past of a box from which beads were drawn, and what their lists said."""
    past = first_box()
    for colour, change in changes:
        past.draw(colour)
        past.do(colour, change)
    return past


LOST_AND_WON = (("white", -1), ("lilac", 3), ("white", -1), ("lilac", 1), ("gold", 3))


def test_what_lists_did_is_kept_beside_what_the_logbook_says() -> None:
    past = drawn_and_done(*LOST_AND_WON)
    last = past.draws[-1]
    assert last.held == {"white": 0, "lilac": 8, "gold": 1}
    assert (last.kept, last.added) == ({"white": 2}, {"lilac": 4})
    past.change("lilac", -4)
    past.draw("lilac")
    assert past.draws[-1].added["lilac"] == pytest.approx(2)  # halved with the box


def test_how_far_it_comes_by_chance_is_what_every_way_to_draw_says() -> None:
    """All ways to draw from these boxes, each as likely as it is by the logbook."""
    past = drawn_and_done(*LOST_AND_WON, ("lilac", 0), ("gold", 0))
    chances = [
        {colour: count / sum(draw.held.values()) for colour, count in draw.held.items()}
        for draw in past.draws
    ]
    ways = defaultdict[int, float](float)
    for colours in product(FIRST.moves, repeat=len(chances)):
        ways[colours.count("lilac")] += prod(
            own[colour] for own, colour in zip(chances, colours, strict=True)
        )
    columns = scores({1: past}, Random(1))["box", 1, "lilac"]
    came = drawn_of(past.draws, ["lilac"])
    assert columns[0] == pytest.approx(came.surprise())
    assert came.drawn == 3
    assert came.due == pytest.approx(sum(own["lilac"] for own in chances))
    for many, chance in ways.items():
        at = (many - came.due) / came.variance**0.5
        share = sum(each == pytest.approx(at) for each in columns[1:]) / REDRAWN
        assert share == pytest.approx(chance, abs=4 * (chance * (1 - chance) / REDRAWN) ** 0.5)


@given(st.lists(st.lists(st.integers(0, 9), min_size=20, max_size=20), min_size=1, max_size=6))
def test_many_boxes_are_corrected_for_step_by_step(heights: list[list[int]]) -> None:
    """Each box by the highest of those that came no higher: alone by its own redrawings,
    the first by all of them.
    """
    columns = {number: list(map(float, own)) for number, own in enumerate(heights)}
    levels = stepped_down(columns)
    order = list(levels)
    assert sorted(order, key=lambda number: -columns[number][0]) == order
    reached = 0.0
    for place, number in enumerate(order):
        as_high = sum(
            any(columns[other][time] >= columns[number][0] for other in order[place:])
            for time in range(1, 20)
        )
        reached = max(reached, (1 + as_high) / 20)
        assert levels[number] == pytest.approx(reached)


# What happened to the boxes


@pytest.mark.parametrize("name", all_to_prove(KITS, quick=["taken", "later, both"]))
def test_what_happened_is_what_the_logbook_says(name: str) -> None:
    """Steps, undos, counts and outcome-only games by chance:
    going through the events, a box ends as it is now.
    """
    kit, random = kit_named(name), Random(name)
    desk = desk_of(kit)
    while desk.logbook.last_game < 25:
        chosen = random.random()
        choose = Session.undo if chosen < 0.1 else None
        if choose is None and chosen < 0.15 and desk.session.due is not Due.ADJUST:
            choose = partial(random_quick, random=random)
        try:
            desk.act(choose or partial(random_step, random=random))
        except GuideError:
            desk.act(partial(random_step, random=random))
    for games in (25, 7):
        pasts, now = pasts_of(desk.logbook, games), desk.session.contents
        assert {number: past.inside for number, past in pasts.items()} == now
        held = entries_that_hold(desk.logbook, games)
        beads = [entry for entry in held if entry.kind is Kind.BEAD or is_taken_square(entry)]
        empty = {entry.box for entry in held if entry.kind is Kind.EMPTY}
        drawn = Counter({number: len(past.all_draws) for number, past in pasts.items()})
        counted = {entry.box for entry in held if entry.kind is Kind.RECOUNT}
        whole = [entry for entry in beads if entry.box not in counted | empty]
        expected = Counter(entry.box or 0 for entry in whole)
        assert all(drawn[box] == many for box, many in expected.items())
        assert len(beads) > games


def taken_back_and_played_again(desk: Desk) -> None:
    play(desk, "1 2 5")
    for _ in range(2):
        desk.act(Session.undo)
    desk.act(lambda session: session.reply("9"))


def test_what_was_taken_back_did_not_happen() -> None:
    desk, other = desk_of(MICHIE), desk_of(MICHIE)
    taken_back_and_played_again(desk)
    play(other, "1 9")
    (draw,) = pasts_of(desk.logbook)[1].draws
    assert pasts_of(other.logbook)[1].draws == [draw]
    assert (draw.colour, draw.held) == ("white", {"white": 4, "lilac": 4, "gold": 4})


def logged(desk: Desk, *games: tuple[Result, str]) -> None:
    """Log games by their outcome and their first bead, put right at once."""
    for result, bead in games:
        desk.act(partial(Session.quick, result=result, colour=bead, confirmed=True))


LOST, WON, TIED = (Result.LOSS, "white"), (Result.WIN, "gold"), (Result.TIE, "white")
STAYED_IN = (*[LOST] * 3, *[WON] * 4, *[TIED] * 6)
"""White comes on and on, though by the logbook one of its beads was left when gold began to win."""


def test_a_colour_that_comes_too_often_makes_its_box_suspect_until_that_is_counted() -> None:
    desk = desk_of(MICHIE)
    logged(desk, *STAYED_IN[:8])
    assert not suspicion(desk.logbook).suspected
    logged(desk, *STAYED_IN[8:])
    (suspect,) = suspicion(desk.logbook).suspected
    assert (suspect.box, suspect.draws, suspect.colours[0].colours) == (1, 13, ("white",))
    lost, won, tied = [(4, 12), (3, 11), (2, 10)], [(1, 9), (1, 12), (1, 15), (1, 18)], range(6)
    inside = [*lost, *won, *((1 + n, 21 + n) for n in tied)]
    assert suspect.colours[0].drawn == 9
    assert suspect.colours[0].due == pytest.approx(sum(white / every for white, every in inside))
    assert suspicion(desk.logbook) == suspicion(desk.logbook)
    desk.act(lambda session: session.recount(1, {"white": 8}))  # in part: the others may be wrong
    assert suspicion(desk.logbook).suspected
    desk.act(lambda session: session.recount(1, {"white": 8, "lilac": 4, "gold": 16}))
    assert suspicion(desk.logbook).boxes == ()
    logged(desk, TIED)
    (one,) = suspicion(desk.logbook).boxes
    assert (one.draws, one.stands_out) == (1, False)


def test_a_stocktake_and_a_box_found_empty_are_counts() -> None:
    desk = desk_of(MICHIE)
    logged(desk, *STAYED_IN)
    desk.act(lambda session: session.take_stock(touched_boxes(desk.logbook), {}))
    assert suspicion(desk.logbook).boxes == ()
    desk, random = desk_of(kit_named("refill")), Random(1)
    while desk.act(partial(random_step, random=random))[0].kind is not Kind.EMPTY:
        pass
    empty = desk.session.box
    assert empty
    assert empty.number not in [each.box for each in suspicion(desk.logbook).boxes]


def test_a_bead_that_the_logbook_does_not_know_makes_its_box_suspect_at_once() -> None:
    """Its draw is refused until it is counted;
    who counts that colour alone is told to count the box.
    """
    desk = desk_of(MICHIE)
    logged(desk, *[LOST] * 4)
    desk.act(Session.start)
    with pytest.raises(GuideError, match="count the box"):
        desk.act(lambda session: session.draw("white"))
    desk.act(lambda session: session.recount(1, {"white": 1}))
    (suspect,) = suspicion(desk.logbook).suspected
    assert (suspect.box, suspect.found) == (1, ("white",))
    desk.act(lambda session: session.recount(1, {"white": 1, "lilac": 4, "gold": 4}))
    assert not suspicion(desk.logbook).suspected


def found_later(desk: Desk, whites: int) -> None:
    """Count box 1 without lilac, draw white so often, and find a lilac bead
    when the guide refuses it.
    """
    desk.act(lambda session: session.recount(1, {"white": 7, "lilac": 0, "gold": 4}))
    logged(desk, *[TIED] * whites)
    desk.act(Session.start)
    with pytest.raises(GuideError, match="count the box"):
        desk.act(lambda session: session.draw("lilac"))
    desk.act(lambda session: session.recount(1, {"lilac": 1}))
    desk.act(Session.abandon)


@pytest.mark.parametrize("whites", [0, 1, 6])
def test_the_colour_that_was_found_is_named_whatever_was_drawn(whites: int) -> None:
    desk = desk_of(MICHIE)
    found_later(desk, whites)
    (suspect,) = suspicion(desk.logbook).suspected
    assert (suspect.found, suspect.draws, suspect.refused) == (("lilac",), whites, ())


def test_who_counts_again_at_once_corrects_what_was_typed() -> None:
    """A count of none by mistake, and of one too many, leave no trace;
    a game in between makes it a find.
    """
    desk = desk_of(MICHIE)
    logged(desk, *[LOST] * 4)  # no white is left
    before = suspicion(desk.logbook)
    for counts in (
        {"lilac": 0},
        {"gold": 1},
        {"lilac": 4},
        {"gold": 4},
        {"white": 2},
        {"white": 0},
    ):
        desk.act(partial(Session.recount, number=1, counted=counts))
    assert suspicion(desk.logbook) == before
    desk.act(lambda session: session.recount(1, {"white": 0, "lilac": 0, "gold": 4}))
    desk.act(lambda session: session.recount(1, {"lilac": 4}))
    assert suspicion(desk.logbook).boxes == ()
    desk.act(lambda session: session.take_stock([1], {1: {"lilac": 0}}))
    desk.act(lambda session: session.recount(1, {"lilac": 3}))
    assert suspicion(desk.logbook).boxes == ()
    desk.act(lambda session: session.recount(1, {"lilac": 0}))
    logged(desk, WON)
    desk.act(lambda session: session.recount(1, {"lilac": 3}))
    assert [suspect.found for suspect in suspicion(desk.logbook).suspected] == [("lilac",)]


def test_the_same_colour_again_and_again_makes_its_box_suspect() -> None:
    past = first_box(4, 4, 4)
    for _ in range(700):
        past.draw("white")
    found = weighed(MICHIE, {1: past}, 700)
    assert (found.draws, found.fits) == (700, False)
    (suspect,) = found.suspected
    assert (suspect.box, suspect.level) == (1, 1 / (1 + REDRAWN))


def test_of_fewer_than_ten_draws_no_box_stands_out() -> None:
    past = first_box(1, 8, 8)
    for draws in range(1, FEWEST + 1):
        past.draw("white")
        assert len(weighed(MICHIE, {1: past}, draws).suspected) == (draws == FEWEST)


def test_games_on_paper_do_not_tell_colours_apart_that_mean_the_same() -> None:
    """Each square has a colour of its own here, and a bead from paper is the first
    of those that may be meant.
    """
    kit = kit_of("boxes.merge-symmetric-moves = false")
    desk = desk_of(kit)
    for _ in range(12):
        play(desk, "1 2 5 3 9")
        desk.act(Session.confirm)
    play(desk, "1")
    (first,) = [box for box in suspicion(desk.logbook).boxes if box.box == 1]
    kinds = [colour.colours for colour in first.colours]
    assert sorted(map(len, kinds)) == [1, 4, 4]


def test_only_the_last_games_are_looked_at() -> None:
    desk = desk_of(MICHIE)
    logged(desk, *STAYED_IN)
    late = suspicion(desk.logbook, games=3)
    assert (late.games, late.boxes[0].draws, late.suspected) == (3, 3, ())
    games = [game for number in range(13, 8, -1) if (game := desk.logbook.game(number))]
    for game in games:
        desk.act(partial(Session.take_back, game=game))
    logged(desk, WON)
    assert [suspicion(desk.logbook, games).draws for games in (2, 100)] == [1, 8 + 1]


# What the logbook does not know


def counted_out(desk: Desk) -> None:
    """Begin a game; box 1 has no white bead any more, by a count."""
    desk.act(lambda session: session.recount(1, {"white": 0, "lilac": 4, "gold": 4}))
    desk.act(Session.start)


def refused(desk: Desk, colour: str) -> None:
    with pytest.raises(GuideError, match="box 1"):
        desk.act(lambda session: session.draw(colour))


def refusals(desk: Desk) -> list[tuple[int | None, str | None]]:
    return [
        (entry.box, entry.colour) for entry in desk.logbook.entries() if entry.kind is Kind.REFUSED
    ]


def test_a_slip_that_the_next_key_corrects_leaves_no_trace() -> None:
    desk = desk_of(MICHIE)
    counted_out(desk)
    refused(desk, "white")
    desk.act(lambda session: session.draw("gold"))
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
    desk.act(lambda session: session.draw("gold"))
    assert (desk.session.contents, desk.session.due) == (before, Due.REPLY)
    (box,) = suspicion(desk.logbook).boxes
    assert box.refused == (colour,)
    desk.act(Session.undo)
    refused(desk, colour)
    desk.act(lambda session: session.recount(1, {"lilac": 3}))
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
        for move in ("5", "2", "1", "3", "9"):
            desk.act(partial(step_for, move=move))
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
    past.count(1, agrees=False)
    found = weighed(MICHIE, {1: past}, 6)
    assert (found.fits, found.boxes) == (False, ())
    past.count(2, agrees=True, all_boxes=True)
    assert weighed(MICHIE, {1: past}, 6).fits


# What may have happened


def test_two_boxes_that_are_swapped_are_named() -> None:
    """Boxes 2 and 7 have other colours; each gives what lies in the other."""
    pasts = {
        number: Past(MICHIE, MICHIE.box(number), MICHIE.box(number).start) for number in (2, 7)
    }
    for colour in ("lilac", "silver", "green", "pink"):
        pasts[2].refuse(colour)
    for colour in ("white", "black", "amber", "red"):
        pasts[7].refuse(colour)
    found = weighed(MICHIE, pasts, 8)
    assert found.reason is not None
    assert (found.reason.story, found.reason.boxes) == (Story.BOXES, (2, 7))


def test_a_box_that_was_too_full_to_mix_is_told_until_it_is_counted() -> None:
    past = first_box(30, 30, 30)
    past.draw("white")
    past.do("white", 3)
    assert weighed(MICHIE, {1: past}, 1).too_full == {1: 90}
    past.count(1, agrees=True)
    assert weighed(MICHIE, {1: past}, 1).too_full == {}


# Careers


TABLE = Table(MICHIE)


def lived(fault: Fault, seed: int, games: int = 300) -> Suspicion:
    career = Career(TABLE, fault, seed)
    for _ in range(games):
        career.play()
    return weighed(MICHIE, career.pasts, games)


def test_a_good_machine_fits_its_logbook_though_an_operator_mistypes() -> None:
    assert lived(GOOD, SETS["tuned"]).fits


@pytest.mark.parametrize(
    ("place", "games", "story"),
    [(0, 300, Story.EASILY), (3, 50, Story.KEPT), (5, 50, Story.COLOURS)],
)
def test_a_fault_is_found_and_what_it_is(place: int, games: int, story: Story) -> None:
    found = lived(FAULTS[place], SETS["tuned"] + 1000 * place + 1, games)
    assert not found.fits
    assert found.reason is not None
    assert found.reason.story is story


def test_a_colour_that_comes_more_easily_is_named_with_how_often_it_came() -> None:
    found = lived(FAULTS[0], SETS["tuned"] + 1)
    assert found.reason is not None
    assert found.reason.colours == ("green",)
    assert 1.2 < found.reason.times < 1.6


def test_a_fault_of_one_box_names_that_box_and_no_reason_for_all() -> None:
    found = lived(FAULTS[2], SETS["tuned"] + 2000 + 1)
    assert (found.suspected[0].box, found.reason) == (1, None)


@pytest.mark.prove
def test_of_100_good_machines_few_seem_not_to_fit() -> None:
    assert sum(not lived(GOOD, seed).fits for seed in range(100)) <= 10
