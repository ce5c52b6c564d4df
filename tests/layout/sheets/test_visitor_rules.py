"""The rules for visitors are true of this kit."""

import pytest

from menace_kit.games import GAMES, Hexapawn
from menace_kit.layout.marks import Circle
from menace_kit.layout.sheets.move_pictures import sample_box
from menace_kit.layout.sheets.visitor_rules import visitor_rules_document
from menace_kit.machine.kit import Kit
from menace_kit.text import paper_words
from tests.layout.geometry import texts_of
from tests.layout.kits import (
    EVERY_PRESET,
    WORDS,
    in_language,
    laid_out,
    preset,
    small_kit,
)
from tests.layout.posters import learning_kit, said
from tests.layout.sheets.test_cards import colours_per_box


def poster(kit: Kit) -> str:
    return said(laid_out(visitor_rules_document, kit))


def test_a_game_that_has_no_sentences_of_its_own_is_spoken_of_in_general(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Hexapawn, "name", "pawns")
    monkeypatch.setitem(GAMES, "pawns", Hexapawn())
    kit = in_language(small_kit(game="pawns", side="second", beads={"start": 3}), "de")
    text, words = poster(kit), paper_words(kit)
    assert words("visitors.goal") in text
    assert words("visitors.goal-noughts-and-crosses") not in text
    assert words("visitors.about", name=kit.spec.name, boxes=len(kit.boxes)) in text


def test_it_says_only_what_its_rules_do() -> None:
    gains, loses = "Moves that led to a win get more beads", "Moves that led to a loss lose beads"
    assert gains in poster(preset("michie-1961"))
    assert loses in poster(preset("michie-1961"))
    assert loses not in poster(learning_kit(loss=0))
    assert gains not in poster(learning_kit(win=0))


@pytest.mark.parametrize("name", EVERY_PRESET)
def test_the_bead_of_the_picture_lies_in_the_box_beside_it(name: str) -> None:
    kit = preset(name)
    box, bead = sample_box(kit)
    assert bead in box.beads
    assert box.stage == 2
    (page,) = laid_out(visitor_rules_document, kit).pages
    assert str(box.number) in texts_of(page.marks)
    discs = [
        mark for mark in page.marks if isinstance(mark, Circle) and mark.fill and mark.radius > 5
    ]
    rolls_out = min(discs, key=lambda disc: disc.y)  # those of the key are below
    assert rolls_out.fill == kit.colour(bead.colour).hex


def test_colours_that_mean_something_else_in_each_box_are_a_list() -> None:
    text = poster(colours_per_box(preset("michie-1961")))
    assert "The drawing on each box shows what a colour means there." in text
    assert "means a square" not in text


@pytest.mark.parametrize(
    ("name", "several"), [("michie-1961", True), ("her-19", False), ("nim-8", False)]
)
def test_that_a_colour_comes_more_often_is_told_where_there_can_be_more_of_it(
    name: str, several: bool
) -> None:
    assert (WORDS("visitors.colours-more") in poster(preset(name))) == several


def test_one_bead_of_each_that_may_become_more_is_told_of() -> None:
    assert WORDS("visitors.colours-more") in poster(learning_kit("her-19", win=1))
