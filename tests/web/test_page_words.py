"""What is told on the pages in each language: numbers, dates, chances, milestones."""

import pytest

from menace_kit.guide.language import speak
from menace_kit.machine.contents import Adjustment, Result, Why
from menace_kit.web.page_words import percent, say, signed, thousands, when
from menace_kit.web.story import chance, learned
from tests.text.language_files import LANGUAGES, sentences_of
from tests.web.conftest import told_by_a_career


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
    words = sentences_of(language)
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
