"""The words on paper: what the code asks for is there, and what is there is asked for."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from menace_kit.errors import UnknownNameError
from menace_kit.games import Pieces, game_names
from menace_kit.layout.text import text_width
from menace_kit.machine.model import parse_model, read_toml
from menace_kit.machine.palette import Colour, Palette
from menace_kit.machine.templates import TemplateKind, template_names, template_path
from menace_kit.words import Words, load_words
from tests.word_files import (
    each_of,
    facts,
    left_in_english,
    pattern,
    sentences_of,
    told_otherwise,
    without_french_spaces,
)

PACKAGE = Path(__file__).resolve().parent.parent / "menace_kit"

# Tables whose keys are put together in the code, words(f"warnings.{key}"): their names stand there as words of their
# own, Notice("safety"), with or without these beginnings and endings.
PUT_TOGETHER = {
    "chart": ("", ""),
    "label": ("", ""),
    "warnings": ("", ""),
    "shopping": ("column-", "-amount"),
}


ASKING = {"words": 0, "words.lines": 0, "said": 2, "taught": 1}
"""What asks for a sentence, and which of its arguments is the key."""

VARIANTS = (*game_names(), *(kind.value for kind in Pieces), "moves", "last-move")
"""What the key of a sentence may end with that is meant for some games, or for one of the rules."""

LANGUAGES = template_names(TemplateKind.TEXT)

SAME_IN_SOME_LANGUAGES = {
    "assembly.column-check",
    "cover.pages",
    "filling.place",
    "filling.total",
    "first-box-graph.won",
    "index.head-centre",
    "labels.size",
    "record-sheet.square-tokens",
    "page.kit",
    "record-sheet.machine",
    "shopping.column-letter",
    "stickers.subject",
    "stickers.title",
    "tally.won",
}
"""Sentences that may be as they are in English: words that another language shares with it."""


def sentences(language: str) -> dict[str, object]:
    return sentences_of(template_path(TemplateKind.TEXT, language), besides=("colours", "titles"))


def colour_names(language: str) -> dict[str, str]:
    """Return the language's names of colours."""
    return dict(read_toml(template_path(TemplateKind.TEXT, language)).get("colours", {}))


def pieces(node: ast.expr) -> str | None:
    """Return a text in the code, `*` for each part that is only known when it runs; None where it is no text."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(pieces(part) or "*" for part in node.values)
    return None


def texts_in_code() -> Iterator[str]:
    """Yield all texts of the package, docstrings left out."""
    for path in PACKAGE.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        statements = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.expr)
                and id(node) not in statements
                and (text := pieces(node)) is not None
            ):
                yield text


def texts_in(node: ast.expr) -> Iterator[str]:
    """Yield the texts that an expression may be; one with parts that are put in counts as one."""
    text = pieces(node)
    if text is not None:
        yield text
    else:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                yield from texts_in(child)


def asked_for() -> Iterator[str]:
    """Yield what the code asks words for: the first argument of each call of `words`."""
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in ASKING:
                for asked in node.args[ASKING[ast.unparse(node.func)] :][:1]:
                    yield from (text for text in texts_in(asked) if "." in text)


def without_variant(key: str) -> Iterator[str]:
    """Yield the keys of the general sentences for which this one may stand."""
    for ending in VARIANTS:
        if key.endswith(f"-{ending}"):
            yield key.removesuffix(f"-{ending}")
            yield from without_variant(key.removesuffix(f"-{ending}"))


def test_every_sentence_that_the_code_asks_for_is_there() -> None:
    keys = sentences("en")
    asked = list(asked_for())
    assert len(asked) > 40
    assert [text for text in asked if not any(pattern(text).fullmatch(key) for key in keys)] == []


def test_every_sentence_is_asked_for() -> None:
    texts = set(texts_in_code())
    # A pattern needs some letters of the key's own: "shopping.*" would be all of them.
    patterns = [pattern(text) for text in texts if re.search(r"[a-z]{4}", text.partition(".")[2] or text)]
    unused = []
    for key in sentences("en"):
        table, _, name = key.partition(".")
        may_be = {key, *without_variant(key)}
        if table in PUT_TOGETHER:
            beginning, ending = PUT_TOGETHER[table]
            for general in (name, *without_variant(name)):
                may_be |= {general, general.removeprefix(beginning), general.removesuffix(ending)}
        if not (may_be & texts or any(found.fullmatch(part) for found in patterns for part in may_be)):
            unused.append(key)
    assert unused == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_sentences_with_the_same_facts(language: str) -> None:
    english, other = sentences("en"), sentences(language)
    assert list(other) == list(english)
    assert told_otherwise(english, other) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_of_a_list_has_the_facts_of_the_english_one(language: str) -> None:
    """A pair is left out: the sentence for one may say `one` where the other has the number."""
    english, other = sentences("en"), sentences(language)
    for key, sentence in english.items():
        if isinstance(sentence, list) and not is_pair(sentence):
            for ours, theirs in zip(each_of(other[key]), sentence, strict=True):
                assert facts(ours) == facts(theirs), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_can_be_filled_in_and_printed(language: str) -> None:
    everything = [*sentences(language).values(), *colour_names(language).values()]
    for sentence in (text for one in everything for text in each_of(one)):
        filled = sentence.format(**dict.fromkeys(facts(sentence), "1"))
        assert "{" not in filled, sentence
        assert "}" not in filled, sentence
        for bold in (False, True):
            assert text_width(filled, 8, bold) > 0, sentence  # GlyphError where the font lacks a character


@pytest.mark.parametrize("language", [name for name in LANGUAGES if name != "en"])
def test_no_sentence_is_left_in_english(language: str) -> None:
    assert left_in_english(sentences("en"), sentences(language)) <= SAME_IN_SOME_LANGUAGES


@pytest.mark.parametrize("language", [name for name in LANGUAGES if name != "en"])
@pytest.mark.parametrize("palette", template_names(TemplateKind.PALETTES))
def test_every_colour_of_a_palette_has_a_name_of_its_own(language: str, palette: str) -> None:
    colours = parse_model(Palette, read_toml(template_path(TemplateKind.PALETTES, palette)), palette).colours
    assert {colour.name for colour in colours} <= set(colour_names(language))
    words = load_words(language)
    assert len({words.colour_name(colour).casefold() for colour in colours}) == len(colours)


@pytest.mark.parametrize("language", [name for name in LANGUAGES if name != "en"])
def test_boxes_beads_and_paper_that_are_no_makers_have_a_title_in_each_language(language: str) -> None:
    """A label sheet keeps the name that its maker gave it."""
    paths = [
        template_path(kind, name)
        for kind in (TemplateKind.CONTAINERS, TemplateKind.BEADS)
        for name in template_names(kind)
    ]
    paths.append(template_path(TemplateKind.STOCK, "plain"))
    shipped = {str(read_toml(path)["title"]) for path in paths}
    given = read_toml(template_path(TemplateKind.TEXT, language))["titles"]
    assert set(given) == shipped
    assert not [title for title, other in given.items() if title == other]
    words = load_words(language)
    assert words.title("Slim matchbox") == given["Slim matchbox"]
    assert words.title("Our own box") == "Our own box"
    for other in given.values():
        assert text_width(other, 8, bold=True) > 0


def test_no_name_is_given_to_a_colour_that_is_in_no_palette() -> None:
    shipped = {
        name
        for palette in template_names(TemplateKind.PALETTES)
        for name in parse_model(
            Palette, read_toml(template_path(TemplateKind.PALETTES, palette)), palette
        ).names
    }
    for language in LANGUAGES:
        assert set(colour_names(language)) <= shipped


def test_a_colour_that_the_language_does_not_know_keeps_the_name_of_its_palette() -> None:
    white = Colour(name="white", key="W", hex="#FFFFFF", glyph="♥")
    assert Words({"colours": {"white": "blanc"}}).colour_name(white) == "blanc"
    assert Words({"colours": {"black": "noir"}}).colour_name(white) == "white"
    assert load_words("en").colour_name(white) == "white"


def test_thousands_are_set_apart_as_the_language_does() -> None:
    assert load_words("en").number(1234567) == "1,234,567"
    assert load_words("fr").number(12345) == "12\u00a0345"
    assert load_words("fr").number(999) == "999"


def test_a_number_with_its_sign_is_whole_and_nothing_has_none() -> None:
    assert [load_words("en").signed(number) for number in (1200, 0, -3, 0.2)] == ["+1,200", "0", "−3", "0"]
    assert load_words("de").signed(-12345) == "−12\u00a0345"


def test_one_can_ask_whether_there_is_a_sentence() -> None:
    words = load_words("en")
    assert "visitors.goal" in words
    assert "visitors.goal-of-nothing" not in words
    assert "nowhere.goal" not in words


def test_french_signs_stand_behind_a_space_at_which_no_line_ends() -> None:
    assert without_french_spaces(sentences("fr")) == []


def is_pair(sentence: list[str]) -> bool:
    """Return whether a list may be for one and for any other number; a list of steps may look the same."""
    return len(sentence) == 2


def test_a_pair_of_sentences_is_for_one_and_for_any_other_number() -> None:
    words = load_words("en")
    assert words("shopping.paper-amount", n=1) == "1 sheet"
    assert words("shopping.paper-amount", n=0) == "0 sheets"
    assert words("labels.boxes", n=3, first=1, last=3) == "boxes 1 to 3"


def test_a_language_that_is_not_there_is_an_error_that_names_the_others() -> None:
    with pytest.raises(
        UnknownNameError, match=f"there is no language 'eo'; choose from: {', '.join(LANGUAGES)}"
    ):
        load_words("eo")
