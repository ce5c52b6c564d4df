"""The languages' files: each has all sentences, with the same facts;
what is asked for is there, and the other way.
"""

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple
from unicodedata import combining, normalize

import pytest

from menace_kit.files import pages_folder, site_folder
from menace_kit.games import Pieces, game_names
from menace_kit.guide import wording
from menace_kit.guide.session import Due
from menace_kit.layout.text.typesetting import text_width
from menace_kit.machine.containers import ContainerKind
from menace_kit.machine.learning import Result
from menace_kit.machine.palettes import Palette
from menace_kit.machine.schema import EmptyBox
from menace_kit.machine.tables import parse_table
from menace_kit.machine.toml_files import (
    TemplateKind,
    load_template,
    read_toml,
    template_names,
    template_path,
)
from menace_kit.printables.catalogue import CATALOGUE
from menace_kit.text import load_words
from menace_kit.text.words import TYPED
from menace_kit.workshop.own_boxes import OWN_NOUNS
from tests.logbook.games import kit_of
from tests.text.language_files import (
    COMMANDS,
    LANGUAGES,
    OTHERS,
    each_of,
    facts,
    left_in_english,
    sentences_of,
    tables_of,
)

PACKAGE = Path(__file__).resolve().parent.parent.parent / "menace_kit"

PLACES = {"words": 0, "lines": 0, "say": 0, "said": 2}
"""What asks for a sentence, and which of its arguments is the key."""

HOWS = (*game_names(), "nim-loses", "arrow", *(kind.value for kind in Pieces), "moves", "last-move")

CONTAINERS = tuple(dict.fromkeys(ending for kind in ContainerKind for ending in kind.endings))

KINDS = (
    *(f"both-{how}" for how in HOWS),
    "both",
    *HOWS,
    "alike",
    "first",
    "second",
    "together",
    *CONTAINERS,
)
"""What a sentence may have a twin for: the end of its key."""

RESULTS = {result.value for result in Result}
RULES = {rule.value for rule in EmptyBox}

TOLD = {"taken", "first-bead", *(kind.value for kind in wording.TOLD)}

PUT_TOGETHER = {
    "squares": set("123456789"),
    "turns": {symmetry.name for symmetry in kit_of("").game.symmetries["all"].members},
    "headline": RESULTS,
    "both": {
        "head",
        "moves",
        "to-move",
        "headline",
        "went",
        "draw",
        "won",
        "won-empty-box",
        "won-lost-position",
        "list",
        *(f"list-{result}" for result in RESULTS),
        "nothing-drawn",
    },
    "happened": {
        *TOLD,
        *("undo", "opponent", "opponent-wins", "refilled", "ticked", "taken-back"),
        *("marks-off", "set-board", "charted"),
    },
    "story": {
        *TOLD,
        "charted",
        "charted-lot",
        "end-both",
        *(f"end-{result}" for result in RESULTS),
    },
    "empty-rules": RULES,
    "rule": RULES,
    "why": set(wording.WHYS),
    "due": {due.value for due in Due},
    "went": {"running", "taken-back", "abandoned", "gave-up", "lost", *RESULTS},
    "ended": {
        "running",
        "taken-back",
        "abandoned",
        "empty-box",
        "lost-position",
        *RESULTS,
        *(f"{result}-outcome-only" for result in RESULTS),
    },
}
"""Tables whose keys the code puts together: the names that it can come to."""

NAMED_ALONE = {"chart": ("", ""), "label": ("", ""), "shopping": ("column-", "-amount")}
"""Tables whose keys stand in the code without the table, `Thing("pot")`,
with this beginning and end if any.
"""

SAME_IN_SOME_LANGUAGES = {
    "cover.set",
    "sets.title",
    "lesson.minutes",
    "maker.pages",
    "lesson.questions",
    *(
        "assembly.column-check",
        "cover.pages",
        "filling.code",
        "filling.place",
        "filling.total",
        "first-box-graph.won",
    ),
    *(
        "index.head-centre",
        "labels.size",
        "record-sheet.square-tokens",
        "page.kit",
        "record-sheet.machine",
    ),
    *(
        "shopping.column-letter",
        "stickers.subject",
        "stickers.title",
        "tally.won",
        "went.win",
        "both.went",
    ),
    *(
        "pocket.kit",
        "pocket.machine",
        "companion.menu",
        "login.title",
        "login.label",
        "number.percent",
        "printable.stickers",
        "box.share",
    ),
    *(
        "learning.share",
        "box.start",
        "career.start",
        "quick.won",
        "cabinet.opened",
        "career.now",
        "box.now",
    ),
    *("play.drawer-open", "cabinet.drawer-open"),
    *("downloads.title", "career.title", "explained.numbers", "operate.optional"),
}
"""Sentences that may be as they are in English: words that another language shares with it."""

PLAIN_SPACES = {
    *("number.date", "guard.json"),
    *("recorded.already", "mistake.logbook", "mistake.logbook-busy", "mistake.logbook-gone"),
    "mistake.logbook-unwritable",
}
"""French sentences with a sign of somebody else's, and some of the pages
that still have to be mended.
"""


# What the code asks for


def pieces(node: ast.expr) -> str | None:
    """Return a text in the code, `*` for each part that is only known when it runs;
    None where it is no text.
    """
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(pieces(part) or "*" for part in node.values)
    return None


def texts_in(node: ast.AST) -> Iterator[str]:
    """Yield the texts that a part of the code may be;
    one with parts that are put in counts as one.
    """
    text = pieces(node) if isinstance(node, ast.expr) else None
    if text is not None:
        yield text
        return
    for child in ast.iter_child_nodes(node):
        is_docstring = isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)
        if not is_docstring:
            yield from texts_in(child)


def keys_on_pages() -> Iterator[str]:
    """Yield what the pages and the site's scripts ask for: in calls of `say`,
    and where they choose between two keys.

    A script's key may end in what is only known when it runs: say(`site.boot-${step}`).
    """
    for path in (
        *pages_folder().glob("*.html"),
        *site_folder().glob("*.html"),
        *site_folder().glob("static/*.js"),
    ):
        text = path.read_text(encoding="utf-8")
        for key in re.findall(r"say\(\s*`([^`]+)`", text):
            yield re.sub(r"\$\{[^}]*\}", "*", key)
        for key, more in re.findall(
            r'say\(\s*"([a-z-]+\.[a-z-]*)"( ~ \w+(?: ~ "[a-z-]+")?)?', text
        ):
            yield key + ("*" if more else "")
        yield from re.findall(r'"([a-z-]+\.[a-z]+[a-z-]*)" (?:if|else)', text)
        yield from re.findall(r'(?:if|else|:) "([a-z-]+\.[a-z]+[a-z-]*)"', text)


class Code(NamedTuple):
    """What the code says: all its texts, and those among what is asked for
    as a sentence, or as `lines`.
    """

    texts: set[str]
    asked: set[str]
    lines: set[str]


@cache
def code() -> Code:
    found = Code(set(), set(), set())
    for path in PACKAGE.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        found.texts.update(texts_in(tree))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "attr", getattr(node.func, "id", ""))
                for asked in node.args[PLACES[name] :][:1] if name in PLACES else ():
                    found.asked.update(texts_in(asked))
                    if name == "lines" and isinstance(node.func, ast.Attribute):
                        found.lines.update(texts_in(asked))
    return found


@cache
def asked_for() -> frozenset[str]:
    """Return the keys that calls of `words`, `say` and the like ask for,
    `*` for each part that is only known then.
    """
    keys = {text for text in code().asked if re.fullmatch(r"[a-z*-]+\.[a-z0-9*-]+", text)}
    return frozenset(keys.union(keys_on_pages()))


def pattern(text: str) -> re.Pattern[str]:
    """Return what matches the keys that a text with `*` for unknown parts may be."""
    return re.compile(".*".join(re.escape(part) for part in text.split("*")))


def without_kind(key: str) -> Iterator[str]:
    """Yield the key, and those of the sentences for which it may stand as a twin."""
    yield key
    for kind in (TYPED, *KINDS):
        if key.endswith(f"-{kind}"):
            yield from without_kind(key.removesuffix(f"-{kind}"))


def plain(key: str) -> str:
    """Return the key of the sentence that this one is a twin of; its own where it is none."""
    return min((found for found in without_kind(key) if found in sentences_of("en")), key=len)


def test_every_sentence_that_is_asked_for_is_there() -> None:
    known = sentences_of("en")
    assert len(asked_for()) > 400
    unknown = asked_for() - set(known)
    assert [text for text in unknown if not any(map(pattern(text).fullmatch, known))] == []


def test_every_sentence_is_asked_for() -> None:
    texts = code().texts | asked_for()
    tables = {key.partition(".")[0] for key in sentences_of("en")} - set(NAMED_ALONE)
    # "shopping.*" would be all of them: where keys stand without their table,
    # a pattern needs some letters of its own.
    patterns = [
        pattern(text)
        for text in texts
        if "*" in text
        and (
            re.search(r"[a-z]{3}", text.partition(".")[2] or text)
            or text.partition(".")[0] in tables
        )
    ]
    unused = []
    for key in sentences_of("en"):
        table, _, name = key.partition(".")
        may_be = set(without_kind(key))
        if table in NAMED_ALONE:
            beginning, ending = NAMED_ALONE[table]
            for general in without_kind(name):
                may_be |= {general, general.removeprefix(beginning), general.removesuffix(ending)}
        known = table in PUT_TOGETHER or may_be & texts
        if not known and not any(found.fullmatch(part) for found in patterns for part in may_be):
            unused.append(key)
    assert unused == []


@pytest.mark.parametrize("table", PUT_TOGETHER)
def test_a_table_whose_keys_are_put_together_has_what_the_code_can_ask_for(table: str) -> None:
    there = {
        plain(key).partition(".")[2] for key in sentences_of("en") if key.startswith(f"{table}.")
    }
    assert there == PUT_TOGETHER[table]


def test_what_can_be_printed_is_called_what_its_command_says() -> None:
    """The page says it in the kit's language, the command line in English:
    in English both say the same.
    """
    for each in CATALOGUE:
        assert sentences_of("en")[f"printable.{each.name}"] == each.line


# Sheets by their names

SHEETS = (
    "filling.title",
    "shopping.subject",
    "fit-test.subject",
    "cabinet-map.title",
    "index.title",
    "key-card.subject",
    "key-card.cards-title",
    "operator-card.subject",
    "visitors.subject",
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
        for sheet in SHEETS
        for told, theirs in zip(each_of(english[key]), each_of(sentence), strict=False)
        if named(sheet, "en").search(bare(told)) and not named(sheet, language).search(bare(theirs))
    ]


@pytest.mark.parametrize("language", OTHERS)
def test_a_sentence_names_a_sheet_as_the_sheet_names_itself(language: str) -> None:
    assert misnamed(language, sentences_of(language)) == []


def test_a_wrong_name_of_a_sheet_is_found() -> None:
    wrong = {
        "lesson.needed-machine": "Ihre Maschine: {boxes} Schachteln, gefüllt nach der Fülltabelle.",
        "assembly.last-names": "Alle {boxes} Schachteln des Füllplans sind da, und keine zweimal.",
    }
    assert misnamed("de", wrong) == ["lesson.needed-machine"]


# Twins


def of_the_guide() -> list[str]:
    """Return the keys of the guide's sentences, which stand between those for paper
    and those for the pages.
    """
    keys = list(sentences_of("en"))
    return keys[keys.index("squares.1") : keys.index("number.decimal")]


def test_a_twin_has_all_that_its_sentence_tells_but_what_its_game_has_not() -> None:
    """A twin may say less, but a fact that its sentence is not given would be
    missing where it is said.
    """
    known = sentences_of("en")
    twins = {
        key: plain(key) for key in of_the_guide() if plain(key) != key.removesuffix(f"-{TYPED}")
    }
    assert len(twins) > 40
    given = {"player", "machine", "box", "typed"}
    for key, sentence in twins.items():
        assert facts(known[key]) <= facts(known[sentence]) | given, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_only_a_sentence_that_is_typed_names_commands_and_has_a_twin_without(language: str) -> None:
    known = sentences_of(language)
    typed = {key for key in known if key.endswith(f"-{TYPED}")}
    assert {key.removesuffix(f"-{TYPED}") for key in typed} <= set(known)
    for key in of_the_guide():
        for text in each_of(known[key]):
            assert any(command in text for command in COMMANDS) == (key in typed), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_command_is_the_same_in_every_language(language: str) -> None:
    command = re.compile(r"operator [a-z]+|\([a-z]+\)|--[a-z]+|(?:\{\w+\}|COLOUR)=\w+")
    for key, told in sentences_of("en").items():
        if key.endswith(f"-{TYPED}"):
            for ours, theirs in zip(
                each_of(sentences_of(language)[key]), each_of(told), strict=True
            ):
                assert command.findall(ours) == command.findall(theirs), key


# Every language


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
    assert list(other) == list(english)
    assert [key for key, sentence in english.items() if facts(other[key]) != facts(sentence)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_list_has_a_form_for_each_number_or_the_steps_of_the_english_one(language: str) -> None:
    """The sentence for one may say `one` where the other has the number;
    a step has the facts of the English one.
    """
    forms = tables_of(language)["language"]["forms"]
    assert len(counted()) > 90
    for key, sentence in sentences_of("en").items():
        theirs = sentences_of(language)[key]
        if key in counted():
            assert len(each_of(theirs)) == len(each_of(forms)), key
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
        filled = sentence.format(**dict.fromkeys(facts(sentence), "1"))
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


def test_a_bead_never_goes_outdoors_in_french() -> None:
    assert [
        key for key, told in sentences_of("fr").items() if re.search(r"\bdehors\b", str(told))
    ] == []


def test_french_never_counts_wins_by_one_form_for_all_numbers() -> None:
    """`1 gagnées` is wrong, so a number stands behind its word,
    or the sentence has a form for one and for many.
    """
    counts = re.compile(r"\{(?!n\})\w+\} (?:gagnée|nulle|perdue|victoire|défaite)")
    told = {key: each_of(sentence) for key, sentence in sentences_of("fr").items()}
    assert [key for key, texts in told.items() if any(map(counts.search, texts))] == []
    for key in ("operate.wins", "operate.draws", "operate.losses", "operate.won-by"):
        one, many = told[key]
        assert one != many


WRONG_ONCE = {
    "en": r"goggles|air drawn off|\bno lots\b|of which most are",
    "de": r"von denen am meisten|von der am meisten|Ist sie es, das melden",
    "nl": r"[Ww]ij leren .* spelen",
}


@pytest.mark.parametrize("language", WRONG_ONCE)
def test_what_nobody_would_say_is_not_said_again(language: str) -> None:
    found = re.compile(WRONG_ONCE[language]).search
    assert [
        key for key, told in sentences_of(language).items() if any(map(found, each_of(told)))
    ] == []


def test_french_signs_stand_behind_a_space_at_which_no_line_ends() -> None:
    """And there is none of a typewriter's apostrophes."""
    wrong = {
        key
        for key, sentence in sentences_of("fr").items()
        for text in each_of(sentence)
        if re.search(r"[^\u00a0][:;!?%]|«[^\u00a0]", text) or "'" in text
    }
    assert wrong <= PLAIN_SPACES


# Names of things


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("palette", template_names(TemplateKind.PALETTES))
def test_every_colour_of_a_palette_has_a_name_of_its_own(language: str, palette: str) -> None:
    colours = load_template(Palette, TemplateKind.PALETTES, palette).colours
    assert {colour.name for colour in colours} <= set(tables_of(language)["colours"])
    words = load_words(language)
    assert len({words.colour_name(colour).casefold() for colour in colours}) == len(colours)


@pytest.mark.parametrize("language", OTHERS)
def test_boxes_beads_colours_and_paper_that_are_no_makers_have_a_title_in_each_language(
    language: str,
) -> None:
    """A label sheet keeps the name that its maker gave it."""
    paths = [
        template_path(kind, name)
        for kind in (TemplateKind.CONTAINERS, TemplateKind.BEADS, TemplateKind.PALETTES)
        for name in template_names(kind)
    ]
    paths.append(template_path(TemplateKind.STOCK, "plain"))
    shipped = {str(read_toml(path)["title"]) for path in paths}
    shipped |= {f"My own {noun}" for noun in OWN_NOUNS.values()}
    given = tables_of(language)["titles"]
    assert set(given) == shipped
    assert not [title for title, other in given.items() if title == other]
    words = load_words(language)
    assert words.title("Slim matchbox") == given["Slim matchbox"]
    assert words.title("Our own box") == "Our own box"
    for other in given.values():
        assert text_width(str(other), 8, bold=True) > 0


def test_no_name_is_given_to_a_colour_that_is_in_no_palette() -> None:
    shipped = {
        name
        for palette in template_names(TemplateKind.PALETTES)
        for name in parse_table(
            Palette, read_toml(template_path(TemplateKind.PALETTES, palette)), palette
        ).names
    }
    for language in LANGUAGES:
        assert set(tables_of(language).get("colours", {})) <= shipped
