"""The words of the pages: each language has the same, what is asked for is there, and what is there is asked for."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from menace_kit import web
from menace_kit.guide.language import languages, speak
from menace_kit.machine.contents import Adjustment, Result, Why
from menace_kit.machine.templates import TemplateKind, template_names
from menace_kit.paths import pages_folder
from menace_kit.printables.catalogue import CATALOGUE
from menace_kit.web.downloads import downloads
from menace_kit.web.page_words import percent, say, signed, thousands, when
from menace_kit.web.story import chance, learned
from tests.web.conftest import KIT, told_by_a_career
from tests.word_files import left_in_english, pattern, sentences_of, told_otherwise

FOLDER = pages_folder() / "words"
LANGUAGES = sorted(path.stem for path in FOLDER.glob("*.toml"))
OTHERS = [language for language in LANGUAGES if language != "en"]

SAME_IN_SOME_LANGUAGES = {
    *("page.menu", "login.title", "login.label", "number.percent", "printable.stickers", "box.share"),
    *("learned.share", "box.start", "career.start", "quick.won", "cabinet.opened", "career.now", "box.now"),
    *("downloads.title", "career.title", "story.numbers", "operate.optional"),
}
"""Sentences that may be as they are in English: words that another language shares with it."""


def sentences(language: str) -> dict[str, object]:
    return sentences_of(FOLDER / f"{language}.toml")


TWINS = ("arrow", "nim", "both", "alike", "first", "second")
"""Kinds of games, and of players, for which a sentence may have a twin."""


def asked_for() -> Iterator[str]:
    """Yield the keys that templates and code ask for, `*` for a part that is only known when they run."""
    for path in pages_folder().glob("*.html"):
        text = path.read_text(encoding="utf-8")
        for key, more in re.findall(r'say\(\s*"([a-z]+\.[a-z-]*)"( ~ \w+(?: ~ "[a-z-]+")?)?', text):
            yield key + ("*" if more else "")
        yield from re.findall(r'"([a-z]+\.[a-z]+[a-z-]*)" (?:if|else)', text)
        yield from re.findall(r'(?:if|else|:) "([a-z]+\.[a-z]+[a-z-]*)"', text)
    for path in Path(web.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                if re.fullmatch(r"[a-z]+\.[a-z0-9-]+", node.value):
                    yield node.value
            elif isinstance(node, ast.JoinedStr):
                parts = [part.value if isinstance(part, ast.Constant) else "*" for part in node.values]
                text = "".join(map(str, parts))
                if re.fullmatch(r"[a-z]+\.[a-z*-]+", text):
                    yield text


def test_the_pages_speak_what_the_guide_and_the_paper_speak() -> None:
    assert languages() == LANGUAGES == template_names(TemplateKind.TEXT)


def test_the_pages_have_the_words_that_they_ask_for_and_no_others() -> None:
    there = set(sentences("en"))
    tables = {key.partition(".")[0] for key in there}
    asked = {key for key in asked_for() if key.partition(".")[0] in tables}
    assert len(asked) > 200
    # Names of files are written like keys.
    missing = {key for key in asked if "*" not in key and not key.endswith((".html", ".svg"))} - there
    assert missing == set()
    known = [pattern(key) for key in set(asked_for())]
    left = [key for key in there if not any(found.fullmatch(key) for found in known)]
    plain = {key: key.rpartition("-") for key in left}
    assert [
        key for key, (sentence, _, twin) in plain.items() if twin not in TWINS or sentence not in asked
    ] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_sentences_with_the_same_facts(language: str) -> None:
    english, other = sentences("en"), sentences(language)
    assert list(other) == list(english)
    assert told_otherwise(english, other) == []


@pytest.mark.parametrize("language", OTHERS)
def test_no_sentence_is_left_in_english(language: str) -> None:
    assert left_in_english(sentences("en"), sentences(language)) <= SAME_IN_SOME_LANGUAGES


def test_what_can_be_printed_is_called_what_its_command_says() -> None:
    """The page says it in the kit's language, the command line in English: in English both say the same."""
    summaries = {each.name: each.summary for each in CATALOGUE}
    for each in downloads(KIT):
        assert each.summary == summaries.get(each.name, each.summary)
    words = sentences("en")
    assert {f"printable.{name}" for name in summaries} <= set(words)


@pytest.mark.parametrize(
    ("language", "found"),
    [
        ("en", ("33 %", "0.4 %", "+1,200", "−3", ",")),
        ("de", ("33\u00a0%", "0,4\u00a0%", "+1\u00a0200", "−3", "\u00a0")),
        ("fr", ("33\u00a0%", "0,4\u00a0%", "+1\u00a0200", "−3", "\u00a0")),
        ("nl", ("33%", "0,4%", "+1\u00a0200", "−3", "\u00a0")),
    ],
)
def test_numbers_are_set_as_the_language_sets_them(language: str, found: tuple[str, ...]) -> None:
    speak(language)
    assert (percent(33.3), percent(0.42, 1), signed(1200), signed(-3), thousands()) == found


TOLD = {
    "en": (
        "Box 7 had 4 green of 12 beads: one chance in three.",
        "Box 7 had 2 green of 5 beads: two chances in five.",
        "Box 7 had 4 green of 13 beads: a chance of about 31 %.",
        "Box 7 had 1 green of 300 beads: a chance of less than 1 %.",
        "Box 7 had nothing but green: it could do nothing else.",
        "It won: each bead goes back with three more of its colour. These moves become likelier.",
    ),
    "de": (
        "In Schachtel 7 lagen 12 Perlen, davon 4 grün: einer von drei Fällen.",
        "In Schachtel 7 lagen 5 Perlen, davon 2 grün: zwei von fünf Fällen.",
        "In Schachtel 7 lagen 13 Perlen, davon 4 grün: eine Chance von etwa 31\u00a0%.",
        "In Schachtel 7 lagen 300 Perlen, davon 1 grün: eine Chance von weniger als 1\u00a0%.",
        "In Schachtel 7 war nur diese Farbe (grün): Sie konnte gar nicht anders.",
        "Sie gewann: Jede Perle kommt zurück, mit noch drei ihrer Farbe. Diese Züge werden wahrscheinlicher.",
    ),
    "fr": (
        "La boîte 7 contenait 12 perles, dont 4 de cette couleur (vert)\u00a0: une chance sur trois.",
        "La boîte 7 contenait 5 perles, dont 2 de cette couleur (vert)\u00a0: deux chances sur cinq.",
        "La boîte 7 contenait 13 perles, dont 4 de cette couleur (vert)\u00a0: environ 31\u00a0% de chances.",
        "La boîte 7 contenait 300 perles, dont 1 de cette couleur (vert)\u00a0: moins de 1\u00a0% de chances.",
        "La boîte 7 n’avait plus que cette couleur (vert)\u00a0: elle ne pouvait rien faire d’autre.",
        "Elle a gagné\u00a0: chaque perle retourne dans sa boîte, avec trois de plus de sa couleur. "
        "Ces coups deviennent plus probables.",
    ),
    "nl": (
        "In doosje 7 zaten 12 kralen, waarvan 4 groen: een kans van één op drie.",
        "In doosje 7 zaten 5 kralen, waarvan 2 groen: een kans van twee op vijf.",
        "In doosje 7 zaten 13 kralen, waarvan 4 groen: een kans van ongeveer 31%.",
        "In doosje 7 zaten 300 kralen, waarvan 1 groen: een kans van minder dan 1%.",
        "In doosje 7 zat alleen nog deze kleur (groen): ze kon niet anders.",
        "Ze won: elke kraal gaat terug, met nog drie van zijn kleur erbij. Deze zetten worden waarschijnlijker.",
    ),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_story_is_told_in_each_language(language: str) -> None:
    speak(language)
    held = ((4, 8), (2, 3), (4, 9), (1, 299), (4, 0))
    told = [chance(7, "green", {"green": green, "white": white}) for green, white in held]
    told.append(learned(Result.WIN, [Adjustment(7, "green", 3, Why.RESULT)]))
    assert tuple(told) == TOLD[language]


@pytest.mark.parametrize("language", LANGUAGES)
def test_milestones_are_told_in_each_language(language: str) -> None:
    speak(language)
    results = [Result.LOSS, Result.WIN, Result.TIE, *[Result.WIN] * 1000]
    found = {words for _, words in told_by_a_career(results, [0, *range(1, 1003)])}
    words = sentences(language)
    expected = {"milestone.win", "milestone.draw", "milestone.twice"}
    assert {str(words[key]) for key in expected} <= found
    assert say("milestone.games", games="1" + thousands() + "000") in found
    assert say("milestone.unbeaten", games=100) in found
    assert say("milestone.grown", times=5) in found


@pytest.mark.parametrize(
    ("language", "moment"),
    [
        ("en", "2026-11-21 09:05"),
        ("de", "21.11.2026 09:05"),
        ("fr", "21/11/2026 09:05"),
        ("nl", "21-11-2026 09:05"),
    ],
)
def test_dates_are_written_as_the_language_writes_them(language: str, moment: str) -> None:
    speak(language)
    assert when("2026-11-21T09:05:33") == moment
    assert when("yesterday") == "yesterday"


@pytest.mark.parametrize(
    ("language", "none", "one", "two"),
    [
        ("en", "0 of 304 boxes were", "1 of 304 boxes was", "2 of 304 boxes were"),
        ("de", "0 von 304 Schachteln wurden", "1 von 304 Schachteln wurde", "2 von 304 Schachteln wurden"),
        ("fr", "0 boîte sur 304 a été", "1 boîte sur 304 a été", "2 boîtes sur 304 ont été"),
        ("nl", "er tot nu toe 0", "er tot nu toe 1", "er tot nu toe 2"),
    ],
)
def test_none_one_and_many_are_told_as_the_language_tells_them(
    language: str, none: str, one: str, two: str
) -> None:
    speak(language)
    for number, told in enumerate((none, one, two)):
        assert told in say("career.opened", n=number, boxes=304)
