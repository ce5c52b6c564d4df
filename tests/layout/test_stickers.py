"""Stickers: a third each for won, drawn and lost, on label stock that is large enough or to be cut out."""

from collections import Counter

import pytest

from menace_kit.layout.labels.stickers import StickerShape, on_ready_cut, stickers_document
from menace_kit.layout.marks import Circle, Layer
from menace_kit.machine.kit import Kit
from menace_kit.machine.schema import PAPERS, PaperName
from menace_kit.text import Words
from tests.layout.geometry import Extent, outlines
from tests.layout.kits import PRESETS, STOCKS, WORDS, laid_out, papers_of, preset, printed, taking_turns
from tests.layout.posters import LANGUAGES, LONG_WORDS, poster_faults, said
from tests.layout.test_pages import with_long_names


def cells(kit: Kit) -> list[Extent]:
    """Return the ready-cut labels of a kit's stock, in which ink may lie in the paper's border."""
    grid = kit.stock.grid
    if grid is None:
        return []
    corners = [
        (grid.left + column * grid.pitch_x, grid.top + row * grid.pitch_y)
        for row in range(grid.rows)
        for column in range(grid.columns)
    ]
    return [Extent(x, y, x + grid.width, y + grid.height) for x, y in corners]


@pytest.mark.parametrize(
    ("name", "paper", "words", "shape"), taking_turns(PRESETS, list(PAPERS), LANGUAGES, list(StickerShape))
)
def test_the_stickers_of_every_preset_can_be_printed(
    name: str, paper: PaperName, words: Words, shape: StickerShape
) -> None:
    document = stickers_document(printed(name, paper=paper), words, shape=shape)
    assert len(document.pages) == 1
    assert poster_faults(document) == []


@pytest.mark.parametrize("stock", [stock for stock in STOCKS if stock != "plain"])
def test_stock_is_used_where_its_labels_are_large_enough(stock: str) -> None:
    for paper in papers_of(stock):
        kit = printed("both-players", paper=paper, stock=stock)
        grid = kit.stock.grid
        assert grid is not None
        used = grid.width >= 30 and grid.height >= 15
        assert on_ready_cut(kit) is used
        document = laid_out(stickers_document, kit, LONG_WORDS)
        assert poster_faults(document, cells(kit)) == []
        cut = [mark for mark in document.pages[0].marks if mark.layer is Layer.CUT]
        assert (cut == []) is used
        if used:
            assert sum(said_counts(kit).values()) == grid.columns * grid.rows


def said_counts(kit: Kit, shape: StickerShape = StickerShape.RECTANGLE) -> Counter[str]:
    text = said(stickers_document(kit, WORDS, shape=shape))
    return Counter({result: text.count(f"I {result}") for result in ("beat", "drew", "lost")})


@pytest.mark.parametrize(
    ("shape", "paper", "count"),
    [
        (StickerShape.RECTANGLE, "a4", 21),
        (StickerShape.RECTANGLE, "letter", 21),
        (StickerShape.ROUND, "a4", 20),
        (StickerShape.ROUND, "letter", 20),
    ],
)
def test_as_many_as_fit_in_three_groups(shape: StickerShape, paper: PaperName, count: int) -> None:
    counts = said_counts(printed("michie-1961", paper=paper), shape)
    assert sum(counts.values()) == count
    assert max(counts.values()) - min(counts.values()) <= 1


def test_they_have_the_machines_own_name() -> None:
    for name in ("michie-1961", "van-woudenberg"):
        kit = preset(name)
        text = said(laid_out(stickers_document, kit))
        for sentence in ("I beat", "I drew with", "I lost to"):
            assert f"{sentence} {kit.spec.name}" in text


def test_round_stickers_are_round() -> None:
    (page,) = stickers_document(preset("michie-1961"), WORDS, shape=StickerShape.ROUND).pages
    cut = [mark for mark in page.marks if mark.layer is Layer.CUT]
    assert all(isinstance(mark, Circle) for mark in cut)
    (page,) = laid_out(stickers_document, preset("michie-1961")).pages
    assert {(mark.width, mark.height) for mark in outlines(page)} == {(60.0, 33.0)}


def test_the_longest_names_that_are_allowed_fit() -> None:
    for shape in StickerShape:
        document = stickers_document(with_long_names(preset("michie-1961")), WORDS, shape=shape)
        assert poster_faults(document) == []
