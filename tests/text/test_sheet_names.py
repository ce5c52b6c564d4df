"""Sentences name a sheet as the sheet names itself, in every language."""

import re
from collections.abc import Mapping
from functools import cache
from unicodedata import combining, normalize

import pytest

from tests.text.language_files import (
    OTHERS,
    each_of,
    sentences_of,
)

SHEETS = (
    "filling.title",
    "shopping.subject",
    "fit-test.subject",
    "cabinet-map.title",
    "index.title",
    "key-card.cards-title",
    "operator-card.subject",
    "table-board.title",
    "record-sheet.title",
    "tally.title",
    "stocktake-sheet.title",
    "lesson.tally",
    "lesson.worksheet",
    "cover.subject",
)
"""What sheets call themselves, in their title or their head line,
where that is no everyday word.
"""


@cache
def named(sheet: str, language: str) -> re.Pattern[str]:
    """Return what finds a sheet's own name in a `bare` sentence, in the plural too."""
    words = re.split(r"[\s-]+", bare(sentences_of(language)[sheet]))
    return re.compile(
        r"[\s-]+".join(rf"{re.escape(word)}\w{{0,2}}" for word in words), re.IGNORECASE
    )


@cache
def bare(text: str) -> str:
    """Return a text without accents and umlauts: Blatt, Blätter."""
    return "".join(letter for letter in normalize("NFKD", text) if not combining(letter))


def misnamed(language: str, sentences: Mapping[str, object]) -> list[str]:
    """Return the sentences that do not name a sheet by its name, where the English one names it."""
    english = sentences_of("en")
    return [
        key
        for key, sentence in sentences.items()
        if key in english
        for sheet in SHEETS
        for told, theirs in zip(each_of(english[key]), each_of(sentence), strict=False)
        if named(sheet, "en").search(bare(told)) and not named(sheet, language).search(bare(theirs))
    ]


@pytest.mark.parametrize("language", OTHERS)
def test_a_sentence_names_a_sheet_as_the_sheet_names_itself(language: str) -> None:
    assert misnamed(language, sentences_of(language)) == []


def test_a_wrong_name_of_a_sheet_is_found() -> None:
    wrong = {
        "mat.lay-guide": "Leg auf jeden Platz so viele, wie in der Fülltabelle steht.",
        "assembly.step-fill": "Füllen: mit den {tokens}, die der Füllplan nennt.",
    }
    assert misnamed("de", wrong) == ["mat.lay-guide"]
