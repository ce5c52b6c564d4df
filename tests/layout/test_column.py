"""Texts one below the other: a heading that needs two lines has room for its accents and tails."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise, product

import pytest

from menace_kit.layout.cover import CoverEntry, cover_document
from menace_kit.layout.marks import Document, Page, Text
from menace_kit.machine.kit import Kit
from menace_kit.machine.stock import PAPERS, PaperName
from menace_kit.printables.build import all_printables, make
from menace_kit.printables.catalogue import CALIBRATION
from menace_kit.text import load_words
from tests.layout.geometry import extent
from tests.layout.kits import printed

LONG_NAME = "École Élémentaire Jacques-Prévert, Épinay-sur-Seine"
"""A name with accents and tails that needs a second line in many a heading."""

LANGUAGES = ("en", "fr")


def kit_of_a_school(paper: PaperName) -> Kit:
    kit = printed("nim-8", paper=paper)
    return replace(kit, spec=kit.spec.model_copy(update={"name": LONG_NAME}))


@cache
def documents(paper: PaperName, language: str) -> tuple[Document, ...]:
    kit, words = kit_of_a_school(paper), load_words(language)
    made = (*all_printables(kit, words).documents, *make(CALIBRATION, kit, words).documents)
    entries = [CoverEntry(document.title, page, page) for page, document in enumerate(made, start=2)]
    return (*made, cover_document(kit, words, entries))


def wrapped_lines(page: Page) -> Iterator[tuple[Text, Text]]:
    """Yield each two bold lines of one size, one right below the other."""
    texts = [mark for mark in page.marks if isinstance(mark, Text)]
    for upper, lower in pairwise(texts):
        same = (upper.x, upper.size, upper.anchor) == (lower.x, lower.size, lower.anchor)
        if same and upper.bold and lower.bold and 0 < lower.y - upper.y < upper.size:
            yield upper, lower


@pytest.mark.parametrize(("paper", "language"), list(product(PAPERS, LANGUAGES)))
def test_the_lines_of_a_heading_do_not_touch(paper: PaperName, language: str) -> None:
    wrapped = set()
    for document in documents(paper, language):
        for page in document.pages:
            for upper, lower in wrapped_lines(page):
                gap = extent(lower).top - extent(upper).bottom
                assert gap > 0.1, (document.name, upper.text, lower.text)
                wrapped.add(document.name.rpartition("-")[0])
    assert {"assembly", "shopping"} <= wrapped
