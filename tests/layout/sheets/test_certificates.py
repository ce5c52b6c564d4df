"""Certificates: each says what is true of its game, in every language,
and can be printed, whoever played what.
"""

import math
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise
from random import Random

import pytest

from menace_kit.errors import GlyphError, SelectionError, UnknownNameError
from menace_kit.guide import whole_games
from menace_kit.guide.rehearsal import Rehearsal
from menace_kit.guide.session import Session
from menace_kit.layout.marks import Circle, Curve, Document, Rectangle, Text
from menace_kit.layout.sheets.certificates import certificates_document
from menace_kit.layout.sheets.visitors_game import VisitorsGame
from menace_kit.logbook.box_changes import contents_behind
from menace_kit.logbook.entries import Action, Kind, is_halving
from menace_kit.logbook.store import Logbook
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Result
from menace_kit.machine.papers import PAPERS, PaperName
from menace_kit.machine.toml_files import TemplateKind, template_names
from menace_kit.views.visitors import visitors_game
from tests.examples import all_to_prove
from tests.guide.scripts import do
from tests.layout.geometry import marks_of
from tests.layout.kits import (
    PRESETS,
    WORDS,
    in_language,
    preset,
    printed,
    taking_turns,
    with_long_names,
)
from tests.layout.posters import STRETCHED, poster_faults, said
from tests.layout.test_every_page import pieces_of_words
from tests.logbook.games import KITS, desk_of, kit_named, kit_of, random_step

LANGUAGES = template_names(TemplateKind.TEXT)


def played(kit: Kit, count: int, seed: int = 1) -> Logbook:
    """Return a logbook of so many games by chance, against nobody with a name."""
    desk, random = desk_of(kit), Random(seed)
    rehearsal, left = Rehearsal(desk.session), count
    while left:
        action = rehearsal.act(lambda session: random_step(session, random))
        left -= action[0].kind is Kind.CONFIRM
    desk.logbook.append(rehearsal.actions, desk.logbook.last_entry)
    return desk.logbook


@cache
def games_of(name: str) -> tuple[VisitorsGame, ...]:
    """Return games of a preset, each result among them that there
    is in twelve, of visitors alone.
    """
    logbook = played(preset(name), 12)
    return tuple(visitors_of(logbook))


def visitors_of(logbook: Logbook) -> Iterator[VisitorsGame]:
    for row in logbook.games():
        try:
            yield visitors_game(logbook, row.number, name="Ada")
        except SelectionError:  # of both machines
            continue


@pytest.mark.parametrize(
    ("name", "paper", "language", "two"),
    taking_turns(PRESETS, list(PAPERS), LANGUAGES, [False, True]),
)
def test_certificates_of_every_machine_can_be_printed(
    name: str, paper: PaperName, language: str, two: bool
) -> None:
    kit, games = in_language(printed(name, paper=paper), language), games_of(name)[:4]
    document = certificates_document(kit, games=games, two=two)
    assert len(document.pages) == (2 if two else 4)
    assert {(page.width, page.height) for page in document.pages} == {PAPERS[paper]}
    assert poster_faults(document) == []
    assert pieces_of_words(kit, document, language) == []


@pytest.mark.parametrize("two", [False, True])
def test_the_longest_names_and_words_fit(two: bool) -> None:
    kit = preset("michie-1961")
    named = in_language(replace(kit, spec=with_long_names(kit).spec), STRETCHED)
    games = [
        game._replace(name=name)
        for game, name in zip(
            games_of("michie-1961"), ("W" * 75, "Mia Wolkenstein-" * 4), strict=False
        )
    ]
    document = certificates_document(named, games=games, two=two)
    assert poster_faults(document) == []
    assert "W" * 20 in said(document)


@pytest.mark.parametrize("name", all_to_prove(KITS, quick=["taken", "refill"]))
def test_the_beads_that_are_told_are_those_that_the_logbook_has_more_and_fewer(name: str) -> None:
    logbook = played(kit_named(name), 12, seed=3)
    for row in logbook.games():
        record, game = logbook.game(row.number), visitors_game(logbook, row.number)
        assert record is not None
        first, last = record.entries[0].number - 1, record.entries[-1].number
        before, after = (
            sum(sum(held.values()) for held in contents_behind(logbook, entry).values())
            for entry in (first, last)
        )
        refilled = sum(change.change for change in record.refills)
        halved = sum(entry.change or 0 for entry in record.entries if is_halving(entry))
        assert after - before == game.more - game.fewer + refilled + halved
        if game.taught is not None:
            held = contents_behind(logbook, last)[game.taught.box]
            assert held == game.taught.after


def one(kit: Kit, game: VisitorsGame) -> Document:
    return certificates_document(kit, games=[game])


def test_a_child_that_lost_reads_what_it_taught() -> None:
    """MENACE of 1961 takes the row at the top;
    every bead that was drawn gets three more of its kind.
    """
    kit = preset("michie-1961")
    logbook = lost_to_the_top_row(kit)
    game = visitors_game(logbook, 1)
    boxes = {entry.box for entry in logbook.entries() if entry.kind is Kind.ADJUST}
    assert (game.name, game.result, game.more, game.fewer, game.boxes) == (
        "Mia",
        Result.WIN,
        9,
        0,
        3,
    )
    assert game.taught is not None
    assert game.taught.box in boxes
    text = said(one(kit, game))
    for words in (
        "Certificate",
        "Mia",
        "has lost to MENACE 1961, and taught it",
        "9 beads more, in 3 boxes",
    ):
        assert words in text
    assert re.search(rf"in game 1, {WORDS.day(game.at)}", text)
    assert f"Box {kit.box(game.taught.box).name} learned most" in text
    # The row that won.
    assert marks_of(Curve, one(kit, game).pages[0].marks)


def lost_to_the_top_row(kit: Kit, name: str | None = "Mia") -> Logbook:
    """Return the logbook of a game in which the machine draws what gives it a row,
    whatever the boxes' drawings are.
    """
    desk = desk_of(kit)
    desk.act(lambda session: session.start("Ada", name))
    for square in (1, 4, 2, 5, 3):
        if square in (4, 5):
            desk.act(lambda session, at=square: session.reply((at - 1,)))  # type: ignore[misc]
            continue

        def draw(session: Session, square: int = square) -> Action:
            (colour,) = {
                colour
                for reading in kit.readings(session.position)
                for colour, move in reading.moves.items()
                if move == (square - 1,)
            }
            return session.draw(colour)

        desk.act(draw)
    do(desk, "confirm")
    return desk.logbook


def test_a_draw_is_told_and_a_defeat_that_taught_nothing() -> None:
    kit, (game, *_) = preset("michie-1961"), games_of("michie-1961")
    assert "has drawn with MENACE 1961" in said(one(kit, game._replace(result=Result.TIE)))
    untaught = game._replace(result=Result.WIN, more=0, fewer=0, boxes=0, taught=None)
    text = said(one(kit, untaught))
    for key in ("certificate.lost-untaught", "certificate.learned-nothing"):
        assert WORDS(key, name=kit.spec.name) in text


def test_what_nobody_learned_from_says_so() -> None:
    kit = preset("michie-1961")
    desk = desk_of(kit)
    desk.act(lambda session: session.start("Ada", "Mia", exhibition=True))
    random = Random(2)
    while not (game := desk.logbook.latest_game()) or game.running:
        desk.act(lambda session: random_step(session, random))
    found = visitors_game(desk.logbook, 1)
    assert (found.exhibition, found.boxes, found.taught) == (True, 0, None)
    text = said(one(kit, found))
    assert "the machine learns nothing from it" in text
    assert not re.search("taught|learned most", text)


def test_a_game_of_which_only_the_outcome_is_known_has_a_certificate_without_boards() -> None:
    kit = preset("michie-1961")
    desk = desk_of(kit)
    desk.act(lambda session: whole_games.quick(session, Result.LOSS, opponent="Mia"))
    game = visitors_game(desk.logbook, 1)
    assert game.boards == ()
    document = one(kit, game)
    assert "has beaten MENACE 1961" in said(document)
    assert poster_faults(document) == []


def test_a_machine_that_gives_up_at_once_leaves_an_empty_board() -> None:
    kit = kit_of("beads.start = 1\nlearning = {win = 0, draw = 0, loss = -1, empty-box = 'resign'}")
    desk = desk_of(kit)
    first = kit.opening_boxes[0]
    do(desk, "start:Ada:Mia")
    do(desk, f"{first.number}:none")
    desk.act(lambda session: session.empty(lambda _, moves: moves[0]))
    game = visitors_game(desk.logbook, 1)
    assert (game.gave_up, game.boards, game.beads) == (True, (kit.game.start().cells,), (None,))
    text = said(one(kit, game))
    assert re.search("has beaten .* Here the machine gave up", text)


def test_nim_shows_the_matches_before_the_last_were_taken() -> None:
    kit = preset("nim-8")
    game = games_of("nim-8")[0]
    assert not game.boards[-1].strip(".")
    assert "Before the last move" in said(one(kit, game))


def test_a_logbook_name_is_printed_as_operator_forget_leaves_it_and_another_may_be_given() -> None:
    logbook = lost_to_the_top_row(preset("michie-1961"), None)
    assert visitors_game(logbook, 1).name == ""
    page = one(preset("michie-1961"), visitors_game(logbook, 1)).pages[0]
    assert not [mark for mark in page.marks if isinstance(mark, Text) and "None" in mark.text]
    assert visitors_game(logbook, 1, name=" Be\u0301a ").name == "Béa"


@pytest.mark.parametrize("name", ["美亜", "מיה", "مياء", "मिया"])
def test_a_name_in_letters_that_cannot_be_printed_is_refused(name: str) -> None:
    logbook = lost_to_the_top_row(preset("michie-1961"), name)
    with pytest.raises(GlyphError, match=rf"in the name {name} cannot be printed"):
        visitors_game(logbook, 1)
    assert visitors_game(logbook, 1, name="").name == ""


def test_games_that_are_nobodys_have_none() -> None:
    kit = preset("both-players")
    desk = desk_of(kit)
    desk.act(lambda session: session.start("Ada", None, both=True))
    do(desk, "end")
    with pytest.raises(
        SelectionError, match="game 1 has no sticker and no certificate: both machines"
    ):
        visitors_game(desk.logbook, 1)
    with pytest.raises(UnknownNameError, match="there is no game 2"):
        visitors_game(desk.logbook, 2)
    desk = desk_of(preset("michie-1961"))
    do(desk, "start:Ada:Mia")
    with pytest.raises(SelectionError, match="The game goes on"):
        visitors_game(desk.logbook, 1)
    do(desk, "end")
    with pytest.raises(SelectionError, match="certificate: ended early"):
        visitors_game(desk.logbook, 1)


def test_two_on_a_page_are_cut_apart_between_their_frames() -> None:
    kit = preset("michie-1961")
    (page,) = certificates_document(kit, games=games_of("michie-1961")[:2], two=True).pages
    frames = [
        mark
        for mark in page.marks
        if isinstance(mark, Rectangle) and mark.width > 150 and mark.line > 0.5
    ]
    upper, lower = sorted(frames, key=lambda frame: frame.y)
    assert lower.y - upper.y - upper.height > 2
    assert upper.height == pytest.approx(lower.height)


def test_the_garland_has_the_kits_beads_all_the_way_round() -> None:
    kit = preset("michie-1961")
    page = one(kit, games_of("michie-1961")[0]).pages[0]
    beads = [mark for mark in page.marks if isinstance(mark, Circle) and mark.radius == 1.9]
    assert {bead.fill for bead in beads} == {colour.hex for colour in kit.colours}
    steps = {
        round(math.dist((one.x, one.y), (other.x, other.y)), 1) for one, other in pairwise(beads)
    }
    assert max(steps) - min(steps) < 1
