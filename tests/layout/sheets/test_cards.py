"""Key cards: every colour on its square with letter, sign and name,
large for the wall and small to hand out.
"""

from dataclasses import replace

import pytest

from menace_kit.layout.marks import Circle, Layer, Page, Text
from menace_kit.layout.sheets.key_card import (
    CARD,
    colour_captions,
    colour_key,
    disc_marks,
    key_card_document,
    key_cards_document,
    taken_by_colour,
)
from menace_kit.machine.kit import Kit
from menace_kit.machine.papers import PaperName
from tests.layout.geometry import extent, guides, outlines, texts_of
from tests.layout.kits import (
    PRESETS,
    lacking_nothing_for,
    laid_out,
    preset,
    printed,
    small_kit,
    tables_of,
)
from tests.layout.posters import every_print, poster_faults, said


def colours_per_box(kit: Kit) -> Kit:
    """Return the kit with its colours dealt out anew in each box,
    as in a game with a colour for each arrow.
    """
    names = [colour.name for colour in kit.colours]
    boxes = tuple(
        replace(
            box,
            beads=tuple(
                bead._replace(colour=name) for bead, name in zip(box.beads, names, strict=False)
            ),
        )
        for box in kit.boxes
    )
    return replace(kit, boxes=boxes)


def discs(page: Page) -> list[Circle]:
    return [mark for mark in page.marks if isinstance(mark, Circle) and mark.fill]


@pytest.mark.parametrize("name", [name for name in PRESETS if "game" not in tables_of(name)])
def test_each_square_has_the_colour_that_means_it_in_the_boxes(name: str) -> None:
    kit = preset(name)
    key = colour_key(kit)
    assert key.is_board
    meant = {bead.move: bead.colour for box in kit.boxes for bead in box.beads}
    assert {(square,): colour.name for square, colour in enumerate(key.colours) if colour} == meant
    (page,) = laid_out(key_card_document, kit).pages
    circles = discs(page)
    assert [circle.fill for circle in circles] == [colour.hex for colour in kit.colours]
    for square, circle in enumerate(circles):  # in rows and columns as on the board
        row, column = divmod(square, 3)
        assert circle.x == pytest.approx(circles[column].x)
        assert circle.y == pytest.approx(circles[3 * row].y)
    assert circles[0].x < circles[1].x < circles[2].x
    assert circles[0].y < circles[3].y < circles[6].y


@pytest.mark.parametrize("name", ["gardner-her-24", "her-19", "her-37", "him-18"])
def test_a_colour_that_is_an_arrow_means_no_square(name: str) -> None:
    kit = preset(name)
    assert not colour_key(kit).is_board
    assert taken_by_colour(kit) == {}
    (page,) = laid_out(key_card_document, kit).pages
    assert [disc.fill for disc in discs(page)] == [colour.hex for colour in kit.colours]


def test_a_colour_that_is_a_number_of_matches_says_how_many() -> None:
    kit = preset("nim-8")
    assert taken_by_colour(kit) == {"red": 1, "blue": 2, "yellow": 3}
    assert colour_captions(kit) == ["red: take 1", "blue: take 2", "yellow: take 3"]


def test_a_mat_has_no_triangle_that_shows_how_to_hold_it() -> None:
    kit = preset("michie-1961")
    on_labels, on_mat = (
        " ".join(texts_of(laid_out(key_card_document, each).pages[0].marks))
        for each in (kit, lacking_nothing_for("mat", kit))
    )
    assert "triangle" in on_labels
    assert "triangle" not in on_mat


def test_nobody_needs_to_see_the_colours() -> None:
    for name in ("michie-1961", "pulles"):
        kit = preset(name)
        for document in (laid_out(key_card_document, kit), laid_out(key_cards_document, kit)):
            texts = list(texts_of(document.pages[0].marks))
            for colour in kit.colours:
                assert {colour.name, colour.key, colour.glyph} <= set(texts)


def test_the_letters_on_the_wall_can_be_read_across_a_room() -> None:
    for kit in every_print():
        (page,) = laid_out(key_card_document, kit).pages
        letters = {colour.key for colour in kit.colours}
        sizes = [
            mark.size for mark in page.marks if isinstance(mark, Text) and mark.text in letters
        ]
        assert min(sizes) >= 45
        assert min(2 * circle.radius for circle in discs(page)) >= 35


def test_where_each_box_has_its_own_colours_the_card_lists_them() -> None:
    kit = colours_per_box(preset("michie-1961"))
    assert not colour_key(kit).is_board
    document = laid_out(key_card_document, kit)
    assert len(discs(document.pages[0])) == 9
    text = said(document)
    assert "The drawing on each box shows what a colour means there." in text
    assert poster_faults(document) == poster_faults(laid_out(key_cards_document, kit)) == []


@pytest.mark.parametrize(("paper", "count"), [("a4", 9), ("letter", 8)])
def test_as_many_small_cards_as_fit_have_the_size_of_a_bank_card(
    paper: PaperName, count: int
) -> None:
    (page,) = laid_out(key_cards_document, printed("michie-1961", paper=paper)).pages
    cards = outlines(page)
    assert len(cards) == count
    assert {tuple(sorted((card.width, card.height))) for card in cards} == {tuple(sorted(CARD))}
    assert 4 * count < len(guides(page)) < 8 * count
    inked = [mark for mark in page.marks if mark.layer is Layer.PRINT]
    for card in cards:  # what is on a card stays 2 mm inside it
        inside = [mark for mark in inked if extent(card).gap(extent(mark)) < -0.5]
        assert len(inside) > 9 * 4
        assert all(extent(card).holds(extent(mark), 2) for mark in inside)


def test_letters_and_signs_of_every_palette_stay_inside_their_discs() -> None:
    for palette in ("michie-1961", "iron-beads", "tol-muted"):
        kit = small_kit(beads={"palette": palette})
        wide = kit.colours[0].model_copy(update={"key": "W", "glyph": "◆"})
        for colour in (*kit.colours, wide):
            for radius in (4.0, 24.0):
                circle, *signs = disc_marks(kit, colour, 0, 0, radius)
                assert isinstance(circle, Circle)
                assert all(extent(circle).holds(extent(sign)) for sign in signs)
                gap = extent(signs[0]).gap(extent(signs[1]))
                assert gap > radius * 0.05
