"""The languages' files: each has all sentences, with the same facts, and in its own words."""

import re
from functools import cache
from gettext import c2py

import pytest

from menace_kit.layout.text.typesetting import text_width
from menace_kit.machine.containers import ContainerKind
from menace_kit.text import load_words
from tests.text.asked_for import code, without_kind
from tests.text.language_files import (
    LANGUAGES,
    OTHERS,
    each_of,
    facts,
    left_in_english,
    sentences_of,
    tables_of,
)

SAME_IN_SOME_LANGUAGES = {
    "assembly.minutes",
    "both.went",
    "common.chance",
    "common.menu",
    "common.optional",
    "common.total",
    "cover.columns",
    "cover.set",
    "filling.code",
    "filling.place",
    "lesson.plan-columns",
    "lesson.questions",
    "login.title",
    "maker.pages",
    "page.kit",
    "sets.title",
    "shopping.bead-columns",
    "site.licences",
    "stickers.title",
}
"""Sentences that may be as they are in English: words that another language shares with it."""


OF_SOME_LANGUAGES = {
    "operator-card.side-first-pawns",
    "operator-card.side-second-pawns",
    "visitors.side-first-pawns",
    "visitors.side-second-pawns",
    "visitors.side-both-pawns",
    "went.win-many",
    "went.draw-many",
    "went.loss-many",
}
"""Twins that only some languages need: in the others the sentence itself is right."""


@cache
def counted() -> frozenset[str]:
    """Return the keys of sentences that have forms for numbers;
    lists of steps are asked for as `lines`.
    """
    lines = code().lines
    lines = lines | {
        f"{key}-{ending}" for key in lines for kind in ContainerKind for ending in kind.endings
    }
    return frozenset(
        key
        for key, told in sentences_of("en").items()
        if isinstance(told, list) and not lines & {*without_kind(key)}
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_sentences_with_the_same_facts(language: str) -> None:
    english, other = sentences_of("en"), sentences_of(language)
    shared = [key for key in english if key not in OF_SOME_LANGUAGES]
    assert [key for key in other if key not in OF_SOME_LANGUAGES] == shared
    assert [key for key in shared if facts(other[key]) != facts(english[key])] == []


def sentence_of_twin(key: str) -> str:
    return key.rpartition("-")[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_twin_of_some_languages_says_it_otherwise_with_the_same_facts(language: str) -> None:
    sentences = sentences_of(language)
    for key in OF_SOME_LANGUAGES & set(sentences):
        sentence = sentences[sentence_of_twin(key)]
        assert sentences[key] != sentence
        assert facts(sentences[key]) == facts(sentence)


def test_a_twin_of_some_languages_is_not_in_all() -> None:
    everywhere = set.intersection(*(set(sentences_of(each)) for each in LANGUAGES))
    assert OF_SOME_LANGUAGES & everywhere == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_list_has_a_form_for_each_number_or_the_steps_of_the_english_one(language: str) -> None:
    """The sentence for one may say `one` where the other has the number;
    a step has the facts of the English one.
    """
    place_of_form = c2py(tables_of(language)["language"]["plural"])
    forms = {place_of_form(n) for n in range(200)}
    assert len(counted()) > 90
    for key, theirs in sentences_of(language).items():
        sentence = sentences_of("en")[key if key in sentences_of("en") else sentence_of_twin(key)]
        if key in counted():
            assert len(each_of(theirs)) == len(forms), key
        else:
            assert isinstance(theirs, list) == isinstance(sentence, list), key
            assert list(map(facts, each_of(theirs))) == list(map(facts, each_of(sentence))), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_can_be_filled_in_and_printed(language: str) -> None:
    everything = [
        *sentences_of(language).values(),
        *tables_of(language).get("colours", {}).values(),
    ]
    for sentence in (
        line for one in everything for text in each_of(one) for line in text.splitlines()
    ):
        phrased = load_words(language).phrased(sentence)
        filled = phrased.format(**dict.fromkeys(facts(sentence), "1"))
        assert "{" not in filled, sentence
        assert "}" not in filled, sentence
        for bold in (False, True):
            # GlyphError where the font lacks a character.
            assert text_width(filled, 8, bold) > 0, sentence


@pytest.mark.parametrize("language", OTHERS)
def test_no_sentence_is_left_in_english(language: str) -> None:
    assert left_in_english(sentences_of("en"), sentences_of(language)) <= SAME_IN_SOME_LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_sends_people_to_a_file_of_the_program(language: str) -> None:
    sentences = sentences_of(language).items()
    assert [
        key for key, told in sentences if any("templates/" in text for text in each_of(told))
    ] == []


def test_french_never_counts_wins_by_one_form_for_all_numbers() -> None:
    """`1 gagnées` is wrong, so a number stands behind its word,
    or the sentence has a form for one and for many.
    """
    counts = re.compile(r"\{(?!n\}|tokens?\})\w+\} (?:gagnée|nulle|perdue|victoire|défaite)")
    told = {key: each_of(sentence) for key, sentence in sentences_of("fr").items()}
    assert [key for key, texts in told.items() if any(map(counts.search, texts))] == []
    for key in ("operate.wins", "operate.draws", "operate.losses", "operate.won-by"):
        one, many = told[key]
        assert one != many


def test_french_signs_stand_behind_a_space_at_which_no_line_ends() -> None:
    """And there is none of a typewriter's apostrophes."""
    wrong = {
        key
        for key, sentence in sentences_of("fr").items()
        for text in each_of(sentence)
        if re.search(r"[^\u00a0][:;!?%]|«[^\u00a0]", text) or "'" in text
    }
    assert wrong == {"number.date"}  # 14:30
